/* The Matrix page: levels when they arrive, a read-out that is a label, export.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <string.h>

#include "display-testing.h"
#include "model/seidel-document.h"
#include "pages/seidel-matrix-page.h"
#include "ui/draw/test-matrices.h"

static GtkWidget *
find (GtkWidget *widget, GType type, const char *text)
{
  GtkWidget *found = NULL;

  if (g_type_is_a (G_OBJECT_TYPE (widget), type)
      && (text == NULL
          || (GTK_IS_LABEL (widget)
              && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type, text);
  return found;
}

static GtkWidget *
present_page (SeidelMatrix *matrix, SeidelDocument **document)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *page = seidel_matrix_page_new ();

  gtk_window_set_title (GTK_WINDOW (window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (window), page);
  gtk_window_present (GTK_WINDOW (window));
  *document = seidel_document_new (matrix);
  g_object_set (page, "document", *document, NULL);
  return page;
}

static void
wait_until_analysed (SeidelDocument *document, SeidelMatrixPage *page)
{
  while (seidel_document_get_analysing (document)
         || gtk_widget_get_width (GTK_WIDGET (seidel_matrix_page_get_view (page))) == 0
         || !seidel_sparsity_view_get_sharp (seidel_matrix_page_get_view (page)))
    g_main_context_iteration (NULL, TRUE);
}

static void
destroy (GtkWidget *page)
{
  gpointer weak = page;

  g_object_add_weak_pointer (G_OBJECT (page), &weak);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (page)));
  g_assert_null (weak);
}

static void
count_cb (int *count)
{
  (*count)++;
}

static void
test_document (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (50);
  g_autoptr (SeidelDocument) document = NULL;
  GtkWidget *page = present_page (matrix, &document);
  int notified = 0;
  g_autofree char *name = seidel_page_get_export_name (SEIDEL_PAGE (page));

  g_assert_cmpstr (name, ==, "tridiagonal-sparsity");
  g_signal_connect_swapped (page, "notify::document", G_CALLBACK (count_cb), &notified);
  g_object_set (page, "document", document, NULL);
  g_assert_cmpint (notified, ==, 0);
  g_object_set (page, "document", NULL, NULL);
  g_assert_cmpint (notified, ==, 1);
  g_assert_null (seidel_page_to_csv (SEIDEL_PAGE (page)));
  g_assert_nonnull (find (page, ADW_TYPE_STATUS_PAGE, NULL));
  destroy (page);
  g_assert_finalize_object (g_steal_pointer (&document));
}

static void
test_levels (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (50);
  g_autoptr (SeidelDocument) document = NULL;
  GtkWidget *page = present_page (matrix, &document);
  GtkWidget *colors = find (page, GTK_TYPE_DROP_DOWN, NULL);
  SeidelSparsityView *view = seidel_matrix_page_get_view (SEIDEL_MATRIX_PAGE (page));

  /* Nothing of the analysis can have arrived before the main loop turns. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (colors), 2);
  g_assert_false (seidel_sparsity_picture_by_level (seidel_sparsity_view_get_picture (view)));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (colors), ==,
                   "The dependency levels are still being computed");
  wait_until_analysed (document, SEIDEL_MATRIX_PAGE (page));
  g_assert_true (gtk_widget_get_sensitive (colors));
  g_assert_true (seidel_sparsity_picture_by_level (seidel_sparsity_view_get_picture (view)));
  seidel_sparsity_view_set_cursor (view, 0, 0);
  g_assert_nonnull (find (page, GTK_TYPE_LABEL, "row 1, column 1: 2 · level 50 of 50"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (colors), 1);
  g_assert_nonnull (find (page, GTK_TYPE_LABEL, "row 1, column 1: 2 · level 1 of 50"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (colors), 0);
  g_assert_false (seidel_sparsity_picture_by_level (seidel_sparsity_view_get_picture (view)));
  destroy (page);
}

static void
test_rectangular (void)
{
  const TestEntry entries[] = { { 0, 0, 1.0 }, { 3, 1, 2.0 } };
  g_autoptr (SeidelMatrix) matrix = test_matrix_of (4, 2, entries, 2);
  g_autoptr (SeidelDocument) document = NULL;
  GtkWidget *page = present_page (matrix, &document);
  GtkWidget *colors = find (page, GTK_TYPE_DROP_DOWN, NULL);
  SeidelSparsityView *view = seidel_matrix_page_get_view (SEIDEL_MATRIX_PAGE (page));

  wait_until_analysed (document, SEIDEL_MATRIX_PAGE (page));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (colors), ==,
                   "Only a square matrix has dependency levels");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (colors), 2);
  g_assert_false (seidel_sparsity_picture_by_level (seidel_sparsity_view_get_picture (view)));
  /* Its values have colours. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (colors), 3);
  g_assert_true (seidel_sparsity_picture_by_value (seidel_sparsity_view_get_picture (view)));
  destroy (page);
}

static void
test_export (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (2);
  g_autoptr (SeidelDocument) document = NULL;
  GtkWidget *page = present_page (matrix, &document);
  SeidelTheme theme = seidel_theme_get (FALSE);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 200);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  g_autofree char *csv = NULL;
  int dark = 0;

  wait_until_analysed (document, SEIDEL_MATRIX_PAGE (page));
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_cmpstr (csv, ==, "row,column,value,level\n1,1,2,1\n1,2,-1,1\n2,1,-1,2\n2,2,2,2\n");
  seidel_page_zoom (SEIDEL_PAGE (page), 1.2);
  seidel_page_fit (SEIDEL_PAGE (page));
  seidel_page_draw (SEIDEL_PAGE (page), cr, 300.0, 200.0, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  for (int i = 0; i < 300 * 200; i++)
    dark += (pixels[i] & 0xff) < 0x80;
  /* Four full cells, and an export is light whatever the screen is. */
  g_assert_cmpint (dark, >, 10000);
  g_assert_cmphex (pixels[0], ==, 0xffffffff);
  cairo_surface_destroy (surface);
  destroy (page);
}

int
main (int argc, char *argv[])
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add_func ("/matrix-page/document", test_document);
  g_test_add_func ("/matrix-page/levels", test_levels);
  g_test_add_func ("/matrix-page/rectangular", test_rectangular);
  g_test_add_func ("/matrix-page/export", test_export);
  return g_test_run ();
}
