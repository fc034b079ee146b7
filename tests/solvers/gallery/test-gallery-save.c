/* Writing gallery matrices to files: the same bytes with and without the matrix in memory,
 * predicted sizes, no file left after cancellation or if the disk is full.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <sys/statvfs.h>
#include <glib/gstdio.h>

#include "golden-testing.h"
#include "gallery-testing.h"
#include "io/seidel-gallery-file.h"
#include "io/seidel-loader.h"

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("seidel-gallery-XXXXXX", &error);
  g_assert_no_error (error);
}

/* Removes the files in the folder and returns their number. */
static int
sweep (Fixture *fixture)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;
  int n = 0;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
      n++;
    }
  return n;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  sweep (fixture);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

/* Written row by row and from the matrix in memory: the same bytes, about as many as predicted;
 * read again, the same bits. */
static void
check_stream (Fixture *fixture, const char *id, int n_given, const double *given)
{
  const SeidelGalleryKind *kind = seidel_gallery_find (id);
  g_autoptr (SeidelMatrix) matrix = gallery_make (id, n_given, given);
  g_autofree char *streamed = g_build_filename (fixture->folder, "streamed.mtx", NULL);
  g_autofree char *saved = g_build_filename (fixture->folder, "saved.mtx", NULL);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (SeidelMatrix) again = NULL;
  g_autoptr (GError) error = NULL;
  gsize length, expected_length;

  g_test_message ("%s", id);
  gallery_values (kind, n_given, given, values);
  seidel_gallery_save (kind, values, streamed, NULL, NULL, &error);
  g_assert_no_error (error);
  seidel_save_matrix (matrix, saved, NULL, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (streamed, &text, &length, &error);
  g_assert_no_error (error);
  g_file_get_contents (saved, &expected, &expected_length, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (text, length, expected, expected_length);
  g_assert_cmpfloat_with_epsilon (seidel_gallery_file_bytes (kind, values), (double) length,
                                  0.15 * (double) length + 300.0);
  again = seidel_load_matrix (streamed, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_same_csr (again->csr, matrix->csr);
  g_assert_cmpint (sweep (fixture), ==, 2);
}

static void
test_stream (Fixture *fixture, gconstpointer data)
{
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);

  for (size_t i = 0; i < n_kinds; i++)
    {
      check_stream (fixture, kinds[i].id, 0, NULL);
      check_stream (fixture, kinds[i].id, 1, &kinds[i].parameters[0].minimum);
    }
}

/* The last row is 3.4 MB of text, longer than the buffer of a thread. */
static void
test_long_row (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "arrow.mtx", NULL);
  const double values[] = { 200000 };
  g_autoptr (SeidelMatrix) matrix = MAKE ("arrow", 200000);
  g_autoptr (SeidelMatrix) again = NULL;
  g_autoptr (GError) error = NULL;

  seidel_gallery_save (seidel_gallery_find ("arrow"), values, path, NULL, NULL, &error);
  g_assert_no_error (error);
  again = seidel_load_matrix (path, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_same_csr (again->csr, matrix->csr);
}

/* Compressed according to the name, row by row too. */
static void
test_compressed (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "grid.mtx.gz", NULL);
  const double values[] = { 60, 0 };
  g_autoptr (SeidelMatrix) matrix = MAKE ("poisson-5", 60);
  g_autoptr (SeidelMatrix) again = NULL;
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_gallery_streams (path));
  g_assert_false (seidel_gallery_streams ("grid.npz"));
  seidel_gallery_save (seidel_gallery_find ("poisson-5"), values, path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_file_get_contents (path, &bytes, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (bytes, 2, "\x1f\x8b", 2);
  again = seidel_load_matrix (path, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_same_csr (again->csr, matrix->csr);
}

static void
test_no_folder (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "none", "a.mtx", NULL);
  const double values[] = { 3, 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (
    seidel_gallery_save (seidel_gallery_find ("poisson-5"), values, path, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  test_assert_wording (error->message);
}

/* 29.0e9 entries in the lower triangle, of 20 to 25 bytes each. */
static void
test_full_disk (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "cube.mtx", NULL);
  const double values[] = { 1290, 0, 0 };
  g_autoptr (GError) error = NULL;
  struct statvfs disk;
  double gigabytes;

  if (statvfs (fixture->folder, &disk) != 0
      || (double) disk.f_bavail * (double) disk.f_frsize > 6e11)
    {
      g_test_skip ("the disk has room for it, or does not report its room");
      return;
    }
  g_assert_false (
    seidel_gallery_save (seidel_gallery_find ("poisson-27"), values, path, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  g_assert_true (g_str_has_prefix (error->message, "cube.mtx: "));
  gigabytes = g_ascii_strtod (strpbrk (error->message, "0123456789"), NULL);
  g_assert_cmpfloat (gigabytes, >, 580.0);
  g_assert_cmpfloat (gigabytes, <, 725.0);
  g_assert_cmpint (sweep (fixture), ==, 0);
}

/* Cancels once a part is written. */
static gpointer
cancel_thread (gpointer data)
{
  gpointer *both = data;
  SeidelProgress *progress = both[0];

  while (seidel_progress_permille (progress) <= 0)
    g_usleep (50);
  g_cancellable_cancel (both[1]);
  return NULL;
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  SeidelProgress progress = SEIDEL_PROGRESS_INIT;
  g_autofree char *path = g_build_filename (fixture->folder, "dense.mtx", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gpointer both[] = { &progress, cancellable };
  const double values[] = { 4000, 1 };
  GThread *thread = g_thread_new ("cancel", cancel_thread, both);

  g_assert_false (seidel_gallery_save (seidel_gallery_find ("random-dense"), values, path,
                                       &progress, cancellable, &error));
  g_thread_join (thread);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpstr (seidel_progress_activity (&progress), ==, "Writing");
  g_assert_cmpint (sweep (fixture), ==, 0);
}

#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/gallery/save/stream", test_stream);
  ADD ("/gallery/save/long-row", test_long_row);
  ADD ("/gallery/save/compressed", test_compressed);
  ADD ("/gallery/save/no-folder", test_no_folder);
  ADD ("/gallery/save/full-disk", test_full_disk);
  ADD ("/gallery/save/cancel", test_cancel);
  return g_test_run ();
}
