/* Pictures to files, and what becomes of the file that was there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "golden-testing.h"
#include "draw/seidel-export.h"
#include "base/seidel-error.h"

typedef struct
{
  char *folder;
  SeidelTheme theme;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("seidel-export-XXXXXX", NULL);
  fixture->theme = seidel_theme_get (false);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

/* A disc on white. */
static void
draw_disc_cb (gconstpointer data,
              cairo_t *cr,
              double width,
              double height,
              const SeidelTheme *theme)
{
  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  seidel_color_set_source (&theme->accent, cr);
  cairo_arc (cr, width / 2.0, height / 2.0, height / 4.0, 0.0, 2.0 * G_PI);
  cairo_fill (cr);
}

/* Leaves the context in an error state, as running out of memory would. */
static void
draw_broken_cb (gconstpointer data,
                cairo_t *cr,
                double width,
                double height,
                const SeidelTheme *theme)
{
  cairo_restore (cr);
}

static gboolean export(Fixture *fixture,
                       SeidelDraw *draw,
                       const char *path,
                       double width,
                       GError **error)
{
  return seidel_export_picture (&(SeidelDrawing){ draw, NULL, &fixture->theme, width, 60.0, 2.0 },
                                path, error);
}

static void
test_png (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "picture.PNG", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface;
  const guint32 *middle;

  g_assert_true (export(fixture, draw_disc_cb, path, 100.0, &error));
  g_assert_no_error (error);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  /* Twice the pixels, for a sharp screen. */
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 200);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 120);
  middle = (const guint32 *) (cairo_image_surface_get_data (surface)
                              + 60 * cairo_image_surface_get_stride (surface));
  g_assert_cmphex (middle[100] & 0xffffff, ==, 0x1c71d8);
  g_assert_cmphex (middle[2] & 0xffffff, ==, 0xffffff);
  cairo_surface_destroy (surface);
}

static void
test_vector (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "picture.svg", "picture.pdf" };
  static const char *const heads[] = { "<?xml", "%PDF-" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autofree char *contents = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      g_assert_true (export(fixture, draw_disc_cb, path, 100.0, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &contents, &length, &error));
      g_assert_true (g_str_has_prefix (contents, heads[i]));
      g_assert_cmpuint (length, >, 400);
      if (i == 0)
        {
          g_assert_nonnull (strstr (contents, "<path"));
          g_assert_nonnull (strstr (contents, "width=\"100px\""));
        }
    }
}

static void
test_suffix (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "picture.gif", NULL);
  g_autoptr (GError) error = NULL;
  size_t n;

  g_assert_false (export(fixture, draw_disc_cb, path, 100.0, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED);
  test_assert_wording (error->message);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  seidel_export_formats (&n);
  for (size_t i = 0; i < n; i++)
    {
      const SeidelExportFormat *format = &seidel_export_formats (&n)[i];
      g_autofree char *name = g_strconcat ("/a.b/c", format->suffix, NULL);

      g_assert_true (seidel_export_format_find (name) == format);
    }
  g_assert_null (seidel_export_format_find ("png"));
}

static void
test_unwritable (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "missing", "picture.png", NULL);
  g_autofree char *folder = g_build_filename (fixture->folder, "folder.png", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (export(fixture, draw_disc_cb, path, 100.0, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  test_assert_wording (error->message);
  g_clear_error (&error);

  g_assert_cmpint (g_mkdir (folder, 0755), ==, 0);
  g_assert_false (export(fixture, draw_disc_cb, folder, 100.0, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
}

/* A failure of any kind leaves the old file as it was, and nothing beside it. */
static void
test_old_file_stays (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "old.png", "old.svg", "old.pdf" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autofree char *contents = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (path, "precious", -1, NULL));
      g_assert_false (export(fixture, draw_broken_cb, path, 100.0, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
      g_clear_error (&error);
      g_assert_false (export(fixture, draw_disc_cb, path, 1e6, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      test_assert_wording_of (names[i], error->message);
      g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
      g_assert_cmpstr (contents, ==, "precious");
      g_remove (path);
    }

  g_autoptr (GDir) dir = g_dir_open (fixture->folder, 0, NULL);

  g_assert_null (g_dir_read_name (dir));
}

/* What the name links to is written, and the link stays. */
static void
test_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->folder, "target.png", NULL);
  g_autofree char *link = g_build_filename (fixture->folder, "link.png", NULL);
  g_autofree char *contents = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (target, "old", -1, NULL));
  g_assert_cmpint (symlink ("target.png", link), ==, 0);
  g_assert_true (export(fixture, draw_disc_cb, link, 100.0, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_get_contents (target, &contents, &length, NULL));
  g_assert_cmpuint (length, >, 4);
  g_assert_cmpmem (contents, 4, "\x89PNG", 4);
}

static void
test_clipboard (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
    seidel_export_to_png (&(SeidelDrawing){ draw_disc_cb, NULL, &fixture->theme, 30.0, 20.0, 1.0 },
                          &error);

  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 4, "\x89PNG", 4);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/export/png", test_png);
  ADD ("/export/vector", test_vector);
  ADD ("/export/suffix", test_suffix);
  ADD ("/export/unwritable", test_unwritable);
  ADD ("/export/link", test_link);
  ADD ("/export/old-file-stays", test_old_file_stays);
  ADD ("/export/clipboard", test_clipboard);
  return g_test_run ();
}
