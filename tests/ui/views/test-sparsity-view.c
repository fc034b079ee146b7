/* The sparsity view on a private X server: cursor, read-out, history, drawing, finalisation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <string.h>

#include "display-testing.h"
#include "ui/draw/test-matrices.h"
#include "draw/seidel-sparsity-text.h"
#include "views/seidel-sparsity-view.h"

typedef struct
{
  GtkWidget *window;
  SeidelSparsityView *view;
} Fixture;

static void
wait_until_sharp (SeidelSparsityView *view)
{
  while (gtk_widget_get_width (GTK_WIDGET (view)) == 0 || !seidel_sparsity_view_get_sharp (view))
    g_main_context_iteration (NULL, TRUE);
}

static void
setup (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (GPOINTER_TO_INT (data));
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);

  fixture->window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 500);
  fixture->view = SEIDEL_SPARSITY_VIEW (seidel_sparsity_view_new ());
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  seidel_sparsity_view_set_matrix (fixture->view, matrix);
  seidel_sparsity_view_set_schedule (fixture->view, schedule);
  gtk_window_present (GTK_WINDOW (fixture->window));
  wait_until_sharp (fixture->view);
}

static void
teardown (Fixture *fixture, gconstpointer data)
{
  gpointer view = fixture->view;

  g_object_add_weak_pointer (view, &view);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (view);
}

static void
activate (Fixture *fixture, const char *action, const char *parameter)
{
  GVariant *value = parameter != NULL ? g_variant_new_parsed (parameter) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (fixture->view), action, value));
}

#define assert_read_out(fixture, text) \
  g_assert_cmpstr (seidel_sparsity_view_get_read_out ((fixture)->view), ==, text)

static void
test_keyboard_cursor (Fixture *fixture, gconstpointer data)
{
  assert_read_out (fixture, "");
  activate (fixture, "sparsity.jump", "(-1, -1)");
  assert_read_out (fixture, "row 1, column 1: 2 · level 1 of 2,000");
  activate (fixture, "sparsity.move", "(1, 0)");
  assert_read_out (fixture, "row 2, column 1: −1 · level 2 of 2,000");
  activate (fixture, "sparsity.move", "(0, -1)");
  assert_read_out (fixture, "row 2, column 1: −1 · level 2 of 2,000");
  activate (fixture, "sparsity.entry", "1");
  activate (fixture, "sparsity.entry", "1");
  assert_read_out (fixture, "row 2, column 3: −1 · level 2 of 2,000");
  /* There is no further one in this row. */
  activate (fixture, "sparsity.entry", "1");
  assert_read_out (fixture, "row 2, column 3: −1 · level 2 of 2,000");
  activate (fixture, "sparsity.entry-in-column", "1");
  assert_read_out (fixture, "row 3, column 3: 2 · level 3 of 2,000");
  activate (fixture, "sparsity.jump", "(0, 1)");
  assert_read_out (fixture, "row 3, column 2,000: not stored · level 3 of 2,000");
  activate (fixture, "sparsity.entry", "-1");
  assert_read_out (fixture, "row 3, column 4: −1 · level 3 of 2,000");
  activate (fixture, "sparsity.jump", "(1, 1)");
  assert_read_out (fixture, "row 2,000, column 2,000: 2 · level 2,000 of 2,000");
  activate (fixture, "sparsity.entry-in-column", "1");
  activate (fixture, "sparsity.entry-in-column", "-1");
  assert_read_out (fixture, "row 1,999, column 2,000: −1 · level 1,999 of 2,000");
}

/* No scale is shown of a picture that is not there yet. */
static void
test_no_scale_before_the_picture (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (2000);
  GtkWidget *window = gtk_window_new ();
  SeidelSparsityView *view = SEIDEL_SPARSITY_VIEW (seidel_sparsity_view_new ());

  gtk_window_set_title (GTK_WINDOW (window), "Test");
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (view), ==, "");
  seidel_sparsity_view_set_matrix (view, matrix);
  wait_until_sharp (view);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (view), !=, "");
  seidel_sparsity_view_set_matrix (view, NULL);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (view), ==, "");
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_first_key_starts_in_the_middle (Fixture *fixture, gconstpointer data)
{
  activate (fixture, "sparsity.move", "(0, 1)");
  assert_read_out (fixture, "row 1,001, column 1,002: −1 · level 1,001 of 2,000");
}

/* The view follows the cursor, and pages by what is visible. */
static void
test_view_follows_the_cursor (Fixture *fixture, gconstpointer data)
{
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (fixture->view);
  int64_t row;

  activate (fixture, "sparsity.jump", "(-1, -1)");
  for (int i = 0; i < 8; i++)
    activate (fixture, "sparsity.zoom-in", NULL);
  row = (int64_t) picture->viewport.row;
  g_assert_cmpint (row, <, 200);
  activate (fixture, "sparsity.jump", "(1, 1)");
  g_assert_cmpfloat (picture->viewport.row, >, 1900.0);
  g_assert_cmpfloat (picture->viewport.column, >, 1900.0);
  activate (fixture, "sparsity.page", "(-1, 0)");
  g_assert_cmpint (picture->cursor_row, <, 1999);
  g_assert_cmpint (picture->cursor_row, >, 1800);
}

/* However it is asked for: the buttons and the keys of the window have no place of their own. */
static void
test_zoom_keeps_the_cursor (Fixture *fixture, gconstpointer data)
{
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (fixture->view);
  SeidelSparsityLayout layout;
  SeidelCellMap map;
  SeidelTheme theme = seidel_theme_get (false);

  activate (fixture, "sparsity.jump", "(-1, -1)");
  for (int i = 0; i < 12; i++)
    seidel_sparsity_view_zoom (fixture->view, 1.5);
  layout = seidel_sparsity_picture_layout (picture, gtk_widget_get_width (fixture->window),
                                           gtk_widget_get_height (fixture->window), &theme);
  map = seidel_sparsity_picture_map (picture, &layout);
  /* All of the cell, which grew at the corner of the view. */
  g_assert_cmpfloat (map.row_scale, >, 30.0);
  g_assert_cmpfloat (map.row, <, 1e-6);
  g_assert_cmpfloat (map.column, <, 1e-6);
  activate (fixture, "sparsity.jump", "(1, 1)");
  g_assert_cmpfloat (picture->viewport.row, >, 1900.0);
  seidel_sparsity_view_zoom (fixture->view, 1.5);
  g_assert_cmpfloat (picture->viewport.row, >, 1900.0);
}

static void
test_zoom_and_history (Fixture *fixture, gconstpointer data)
{
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (fixture->view);
  g_autofree char *at_first = g_strdup (seidel_sparsity_view_get_zoom_text (fixture->view));
  double closest;

  g_assert_true (g_str_has_suffix (at_first, " rows per pixel"));
  for (int i = 0; i < 40; i++)
    seidel_sparsity_view_zoom (fixture->view, 1.5);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (fixture->view), ==, "256 pixels per row");
  closest = picture->viewport.zoom;
  seidel_sparsity_view_fit (fixture->view);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (fixture->view), ==, at_first);
  activate (fixture, "sparsity.back", NULL);
  g_assert_cmpfloat (picture->viewport.zoom, ==, closest);
  /* All those steps in one go count as one. */
  activate (fixture, "sparsity.back", NULL);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (fixture->view), ==, at_first);
  activate (fixture, "sparsity.back", NULL);
  activate (fixture, "sparsity.forward", NULL);
  g_assert_cmpfloat (picture->viewport.zoom, ==, closest);
  activate (fixture, "sparsity.forward", NULL);
  activate (fixture, "sparsity.forward", NULL);
  g_assert_cmpstr (seidel_sparsity_view_get_zoom_text (fixture->view), ==, at_first);
}

static void
count_cb (int *count)
{
  (*count)++;
}

static void
test_sharpness (Fixture *fixture, gconstpointer data)
{
  int notified = 0;

  g_signal_connect_swapped (fixture->view, "notify::sharp", G_CALLBACK (count_cb), &notified);
  g_assert_true (seidel_sparsity_view_get_sharp (fixture->view));
  /* Each step cancels the one before; only the last is waited for. */
  for (int i = 0; i < 20; i++)
    seidel_sparsity_view_zoom (fixture->view, 1.1);
  g_assert_false (seidel_sparsity_view_get_sharp (fixture->view));
  g_assert_cmpint (notified, ==, 1);
  wait_until_sharp (fixture->view);
  g_assert_cmpint (notified, ==, 2);
  /* What changes nothing asks for nothing. */
  seidel_sparsity_view_set_mode (fixture->view, SEIDEL_SPARSITY_DENSITY);
  seidel_sparsity_view_set_matrix (fixture->view,
                                   seidel_sparsity_view_get_picture (fixture->view)->matrix);
  seidel_sparsity_view_set_cursor (
    fixture->view, (int64_t) seidel_sparsity_view_get_picture (fixture->view)->viewport.row,
    (int64_t) seidel_sparsity_view_get_picture (fixture->view)->viewport.column);
  g_assert_cmpint (notified, ==, 2);
  seidel_sparsity_view_set_mode (fixture->view, SEIDEL_SPARSITY_LEVEL);
  g_assert_cmpint (notified, ==, 3);
  wait_until_sharp (fixture->view);
}

static char *
description_of (SeidelSparsityView *view)
{
  SeidelSparsityLayout layout;
  SeidelCellMap map;
  SeidelTheme theme = seidel_theme_get (FALSE);
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (view);

  layout = seidel_sparsity_picture_layout (picture, gtk_widget_get_width (GTK_WIDGET (view)),
                                           gtk_widget_get_height (GTK_WIDGET (view)), &theme);
  map = seidel_sparsity_picture_map (picture, &layout);
  return seidel_sparsity_picture_describe (picture, &map);
}

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  g_autofree char *zoomed = NULL;

  gtk_test_accessible_assert_role (fixture->view, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Sparsity pattern");
  gtk_test_accessible_assert_property (
    fixture->view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    "tridiagonal: 2,000 × 2,000, 5,998 stored entries. Showing all rows and all columns, "
    "coloured by density.");
  seidel_sparsity_view_zoom (fixture->view, 4.0);
  wait_until_sharp (fixture->view);
  zoomed = description_of (fixture->view);
  g_assert_nonnull (strstr (zoomed, "Showing rows "));
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, zoomed);
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (fixture->view)));
}

static GdkTexture *
render (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = NULL;
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  GdkTexture *texture;

  gtk_widget_queue_draw (widget);
  gtk_test_widget_wait_for_draw (widget);
  paintable = gtk_widget_paintable_new (widget);
  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)),
                                         node, NULL);
  gsk_render_node_unref (node);
  return texture;
}

/* What the widget shows is what the drawing code draws, pixel by pixel. */
static void
test_shows_the_picture (Fixture *fixture, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (fixture->view);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  SeidelTheme theme =
    seidel_theme_get (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_autoptr (GdkTexture) texture = render (widget);
  cairo_surface_t *expected = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (expected);
  int stride = cairo_image_surface_get_stride (expected);
  g_autofree guchar *shown = g_malloc ((size_t) stride * height);
  SeidelSparsityLayout layout =
    seidel_sparsity_picture_layout (seidel_sparsity_view_get_picture (fixture->view), width, height,
                                    &theme);
  const SeidelRect *area = &layout.plane.area;
  int entries = 0;

  seidel_sparsity_picture_draw (seidel_sparsity_view_get_picture (fixture->view), cr, width, height,
                                &theme);
  cairo_destroy (cr);
  cairo_surface_flush (expected);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, width);
  gdk_texture_download (texture, shown, stride);
  for (int y = (int) area->y; y < (int) (area->y + area->height); y++)
    for (int x = (int) area->x; x < (int) (area->x + area->width); x++)
      {
        guint32 is, should;

        memcpy (&is, shown + (size_t) y * stride + 4 * (size_t) x, 4);
        memcpy (&should,
                cairo_image_surface_get_data (expected) + (size_t) y * stride + 4 * (size_t) x, 4);
        g_assert_cmphex (is, ==, should);
        entries += (is & 0xffffff) != 0xffffff;
      }
  g_assert_cmpint (entries, >, 400);
  cairo_surface_destroy (expected);
}

/* Destroyed at the moment the worker is busy: nothing may be left behind, nothing may crash later.
 */
static void
test_destroyed_while_busy (Fixture *fixture, gconstpointer data)
{
  seidel_sparsity_view_zoom (fixture->view, 3.0);
  seidel_sparsity_view_set_matrix (fixture->view, NULL);
  assert_read_out (fixture, "");
  g_assert_true (seidel_sparsity_view_get_sharp (fixture->view));
  activate (fixture, "sparsity.move", "(1, 0)");
  activate (fixture, "sparsity.fit", NULL);
  activate (fixture, "sparsity.back", NULL);
}

static void
picked_cb (SeidelSparsityView *view, gint64 row, int pick, GString *picks)
{
  g_string_append_printf (picks, "%d%c ", (int) row + 1, "=-+"[pick]);
}

static void
unpicked_cb (SeidelSparsityView *view, GString *picks)
{
  g_string_append (picks, "none ");
}

static void
pointed_cb (SeidelSparsityView *view, gint64 row, GString *rows)
{
  g_string_append_printf (rows, "%d ", (int) row + 1);
}

static void
test_picking (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) picks = g_string_new (NULL);
  g_autoptr (GString) rows = g_string_new (NULL);

  g_signal_connect (fixture->view, "row-picked", G_CALLBACK (picked_cb), picks);
  g_signal_connect (fixture->view, "unpicked", G_CALLBACK (unpicked_cb), picks);
  g_signal_connect (fixture->view, "row-pointed", G_CALLBACK (pointed_cb), rows);
  activate (fixture, "sparsity.jump", "(-1, -1)");
  activate (fixture, "sparsity.move", "(0, 1)");
  activate (fixture, "sparsity.pick", NULL);
  activate (fixture, "sparsity.move", "(4, 0)");
  activate (fixture, "sparsity.toggle", NULL);
  /* Nobody made rows stand out: what is extended begins here. */
  activate (fixture, "sparsity.extend", "1");
  g_assert_cmpstr (picks->str, ==, "1= 5+ 5= 6- ");
  g_assert_cmpstr (rows->str, ==, "1 5 6 ");
}

/* The same matrix with some rows standing out: their pixels have another colour. */
static void
test_lit_rows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelRowSet) lit = seidel_row_set_new (2000, 100, 300, NULL);
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (fixture->view);

  seidel_sparsity_view_set_lit (fixture->view, lit);
  g_assert_false (seidel_sparsity_view_get_sharp (fixture->view));
  wait_until_sharp (fixture->view);
  g_assert_true (picture->lit == lit);
  seidel_sparsity_view_set_lit (fixture->view, lit);
  g_assert_true (seidel_sparsity_view_get_sharp (fixture->view));
  seidel_sparsity_view_set_lit (fixture->view, NULL);
  wait_until_sharp (fixture->view);
  g_assert_null (picture->lit);
}

static void
test_trail (Fixture *fixture, gconstpointer data)
{
  const SeidelSparsityPicture *picture = seidel_sparsity_view_get_picture (fixture->view);
  g_autoptr (SeidelChains) chains =
    seidel_chains_new (picture->matrix->csr, picture->schedule, NULL, NULL);
  g_autoptr (SeidelTrail) trail = seidel_trail_new (chains, picture->matrix->csr, 2);

  activate (fixture, "sparsity.jump", "(-1, -1)");
  activate (fixture, "sparsity.move", "(2, 0)");
  seidel_sparsity_view_set_trail (fixture->view, trail);
  assert_read_out (fixture, "row 3, column 1: not stored · level 3 of 2,000 · waits for 1 row · "
                            "longest chain: 3 up to it, 1,998 from it");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
  seidel_sparsity_view_set_trail (fixture->view, NULL);
  assert_read_out (fixture, "row 3, column 1: not stored · level 3 of 2,000");
}

static void
test_empty_matrix (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (0);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *view = seidel_sparsity_view_new ();

  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  seidel_sparsity_view_set_matrix (SEIDEL_SPARSITY_VIEW (view), matrix);
  wait_until_sharp (SEIDEL_SPARSITY_VIEW (view));
  gtk_widget_activate_action (view, "sparsity.move", "(ii)", 1, 1);
  gtk_widget_activate_action (view, "sparsity.entry", "i", 1);
  gtk_widget_activate_action (view, "sparsity.zoom-in", NULL);
  g_assert_cmpstr (seidel_sparsity_view_get_read_out (SEIDEL_SPARSITY_VIEW (view)), ==, "");
  gtk_window_destroy (GTK_WINDOW (window));
}

#define ADD(path, test) g_test_add (path, Fixture, GINT_TO_POINTER (2000), setup, test, teardown)

int
main (int argc, char *argv[])
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/sparsity-view/keyboard-cursor", test_keyboard_cursor);
  ADD ("/sparsity-view/first-key", test_first_key_starts_in_the_middle);
  ADD ("/sparsity-view/follows-the-cursor", test_view_follows_the_cursor);
  ADD ("/sparsity-view/zoom-keeps-the-cursor", test_zoom_keeps_the_cursor);
  ADD ("/sparsity-view/zoom-and-history", test_zoom_and_history);
  ADD ("/sparsity-view/sharpness", test_sharpness);
  ADD ("/sparsity-view/accessible", test_accessible);
  ADD ("/sparsity-view/shows-the-picture", test_shows_the_picture);
  ADD ("/sparsity-view/destroyed-while-busy", test_destroyed_while_busy);
  ADD ("/sparsity-view/picking", test_picking);
  ADD ("/sparsity-view/lit-rows", test_lit_rows);
  ADD ("/sparsity-view/trail", test_trail);
  g_test_add_func ("/sparsity-view/empty-matrix", test_empty_matrix);
  g_test_add_func ("/sparsity-view/no-scale-before-the-picture", test_no_scale_before_the_picture);
  return g_test_run ();
}
