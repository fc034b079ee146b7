/* The pages of levels, convergence and timing: what they show of documents and runs, and when they
 * show nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <string.h>

#include "display-testing.h"
#include "golden-testing.h"
#include "model/seidel-run-list.h"
#include "pages/seidel-convergence-page.h"
#include "analysis/seidel-schedule-statistics.h"
#include "draw/seidel-level-measures.h"
#include "pages/seidel-levels-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-timing-page.h"
#include "ui/draw/test-matrices.h"
#include "views/seidel-plot-view.h"

static const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
static const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };

/* A window around a page. */
static GtkWidget *
present_in (GtkWidget *page, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_title (GTK_WINDOW (window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), page);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (page);
  return window;
}

static GtkWidget *
present (GtkWidget *page)
{
  return present_in (page, 900, 600);
}

/* Closes the window; the page must go with it. */
static void
dismiss (GtkWidget *window, GtkWidget *page)
{
  gpointer gone = page;

  g_object_add_weak_pointer (G_OBJECT (page), &gone);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_null (gone);
}

/* The widget with an id of the template. */
static GtkWidget *
find (GtkWidget *root, const char *id)
{
  if (g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (root)), id) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find (child, id);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static const char *
state_of (GtkWidget *page)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (find (page, "stack")));
}

static const char *
empty_title (GtkWidget *page)
{
  return adw_status_page_get_title (ADW_STATUS_PAGE (find (page, "empty")));
}

static void
toggle (GtkWidget *page, const char *id, gboolean active)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find (page, id)), active);
}

static SeidelDocument *
analysed (SeidelMatrix *matrix)
{
  SeidelDocument *document = seidel_document_new (matrix);

  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  return document;
}

static char *
description_of (GtkWidget *page)
{
  /* There is no other way to read it: where it is not what was expected, it is what it is. */
  return gtk_test_accessible_check_property (GTK_ACCESSIBLE (find (page, "view")),
                                             GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
}

/* What the page draws, as pixels. */
static guint
hash_of_drawing (GtkWidget *page)
{
  SeidelTheme theme = seidel_theme_get (false);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 500, 400);
  cairo_t *cr = cairo_create (surface);
  guint hash = 5381;

  seidel_page_draw (SEIDEL_PAGE (page), cr, 500, 400, &theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (gsize i = 0; i < 500 * 400; i++)
    hash = hash * 33 + ((const guint32 *) cairo_image_surface_get_data (surface))[i];
  cairo_surface_destroy (surface);
  return hash;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_levels_empty (void)
{
  static const TestEntry entry = { 0, 0, 1.0 };
  g_autoptr (SeidelMatrix) wide = test_matrix_of (2, 3, &entry, 1);
  g_autoptr (SeidelDocument) document = NULL;
  GtkWidget *page = seidel_levels_page_new ();
  GtkWidget *window = present (page);
  char *csv;

  g_assert_cmpstr (state_of (page), ==, "empty");
  g_assert_cmpstr (empty_title (page), ==, "No matrix is open");
  g_assert_false (gtk_widget_get_sensitive (find (page, "tools")));
  document = seidel_document_new (wide);
  g_object_set (page, "document", document, NULL);
  g_assert_cmpstr (empty_title (page), ==, "A rectangular matrix has no levels");
  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (empty_title (page), ==, "A rectangular matrix has no levels");
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_null (csv);
  seidel_page_zoom (SEIDEL_PAGE (page), 2.0);
  seidel_page_fit (SEIDEL_PAGE (page));
  dismiss (window, page);
  g_assert_finalize_object (g_steal_pointer (&document));
}

static void
test_levels_document (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (40);
  GtkWidget *page = seidel_levels_page_new ();
  GtkWidget *window = present (page);
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);
  g_autofree char *csv = NULL, *name = NULL;
  guint notified = 0;

  g_signal_connect_swapped (page, "notify::document", G_CALLBACK (count_cb), &notified);
  g_object_set (page, "document", document, NULL);
  g_object_set (page, "document", document, NULL);
  g_assert_cmpuint (notified, ==, 1);
  g_assert_cmpstr (empty_title (page), ==, "Analysing…");
  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpstr (state_of (page), ==, "picture");
  g_assert_true (gtk_widget_get_sensitive (find (page, "tools")));
  gtk_test_accessible_assert_property (find (page, "view"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Rows in each dependency level");
  gtk_test_accessible_assert_property (
    find (page, "view"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
    "Forward: 40 levels; rows in one: widest 1, narrowest 1, mean 1; "
    "dependencies of a row: mean 0.975, most 1.");
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_true (
    g_str_has_prefix (csv, "direction,level,rows,nonzeros,cumulative_percent,lower,median,upper,"
                           "wasted\nforward,1,1,2,2.5,,,,\n"));
  name = seidel_page_get_export_name (SEIDEL_PAGE (page));
  g_assert_cmpstr (name, ==, "tridiagonal-levels");

  g_object_set (page, "document", NULL, NULL);
  g_assert_cmpuint (notified, ==, 2);
  g_assert_cmpstr (state_of (page), ==, "empty");
  g_object_set (page, "document", document, NULL);
  dismiss (window, page);
  g_assert_finalize_object (g_steal_pointer (&document));
}

static void
test_levels_choices (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (40);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  GtkWidget *page = seidel_levels_page_new ();
  GtkWidget *window = present (page);
  g_autofree char *csv = NULL;
  guint before, after;

  g_object_set (page, "document", document, NULL);
  before = hash_of_drawing (page);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, "measure")), SEIDEL_LEVEL_NOTHING);
  after = hash_of_drawing (page);
  g_assert_cmpuint (after, !=, before);
  before = after;
  toggle (page, "logarithmic", TRUE);
  after = hash_of_drawing (page);
  g_assert_cmpuint (after, !=, before);

  /* One of the two quantities is always shown. */
  toggle (page, "rows", FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (page, "nonzeros"))));
  toggle (page, "nonzeros", FALSE);
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find (page, "rows"))));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, "direction")), 2);
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_nonnull (strstr (csv, "\nforward,40,"));
  g_assert_nonnull (strstr (csv, "\nbackward,40,"));

  before = hash_of_drawing (page);
  seidel_page_zoom (SEIDEL_PAGE (page), 3.0);
  after = hash_of_drawing (page);
  g_assert_cmpuint (after, !=, before);
  seidel_page_fit (SEIDEL_PAGE (page));
  g_assert_cmpuint (hash_of_drawing (page), ==, before);
  dismiss (window, page);
}

/* The text of a label somewhere under root that begins so. */
static gboolean
has_label (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

/* The statistics of the levels are below the plot, by name. */
static void
test_levels_statistics (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (1234);
  g_autoptr (SeidelMatrix) chain = test_gallery_sized ("chain", 7);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelDocument) other = analysed (chain);
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];
  GtkWidget *page = seidel_levels_page_new ();
  GtkWidget *window = present (page), *grid;

  g_object_set (page, "document", document, NULL);
  grid = find (page, "statistics");
  seidel_schedule_statistics (seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD), 1,
                              statistics);
  for (int i = 0; i < SEIDEL_SCHEDULE_N_STATISTICS; i++)
    g_assert_true (has_label (grid, statistics[i].name));
  g_assert_true (has_label (grid, "1,234"));
  /* Of both directions, those that differ say which they are. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, "direction")), 2);
  g_assert_true (has_label (grid, "1,234"));
  g_object_set (page, "document", other, NULL);
  g_assert_true (has_label (grid, "Forward 7"));
  g_assert_true (has_label (grid, "Backward 1"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find (page, "direction")), 1);
  g_assert_false (has_label (grid, "Backward 1"));
  g_assert_true (has_label (grid, "1"));
  dismiss (window, page);
}

static SeidelRunItem *
start (SeidelRunList *runs, SeidelDocument *document, int64_t max_iterations)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  SeidelRunItem *item;

  options.strategy = "levels";
  options.threads = 1;
  options.max_iterations = max_iterations;
  item = seidel_run_list_start (runs, document, &options, &rhs, &guess, &error);
  g_assert_no_error (error);
  return item;
}

static void
finish (SeidelRunList *runs)
{
  while (seidel_run_list_get_live (runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_convergence (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_convergence_page_new ();
  GtkWidget *window = present (page);
  g_autofree char *csv = NULL, *name = NULL, *by_time = NULL;
  SeidelRunItem *item;
  guint before;

  g_object_set (page, "runs", runs, NULL);
  g_assert_cmpstr (state_of (page), ==, "empty");
  g_assert_false (gtk_widget_get_sensitive (find (page, "tools")));
  item = start (runs, document, 30);
  g_assert_cmpstr (state_of (page), ==, "plot");
  g_assert_true (seidel_plot_view_get_live (SEIDEL_PLOT_VIEW (find (page, "view"))));
  finish (runs);
  g_assert_false (seidel_plot_view_get_live (SEIDEL_PLOT_VIEW (find (page, "view"))));

  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_nonnull (strstr (csv, "\",30,"));
  g_assert_null (strstr (csv, "\",31,"));
  name = seidel_page_get_export_name (SEIDEL_PAGE (page));
  g_assert_cmpstr (name, ==, "tridiagonal-convergence");
  before = hash_of_drawing (page);
  toggle (page, "by_time", TRUE);
  g_assert_cmpuint (hash_of_drawing (page), !=, before);

  /* The list hides the curve, and the legend updates the list. */
  seidel_run_item_set_visible (item, FALSE);
  by_time = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_null (by_time);
  seidel_run_list_remove (runs, item);
  g_assert_cmpstr (state_of (page), ==, "empty");
  dismiss (window, page);
  g_assert_finalize_object (g_steal_pointer (&runs));
}

static SeidelPlotView *
view_in (GtkWidget *page)
{
  return SEIDEL_PLOT_VIEW (find (page, "view"));
}

/* Errors are shown of the runs that followed them; without any, it is said how to get them. */
static void
test_convergence_errors (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_convergence_page_new ();
  GtkWidget *window = present (page);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autofree char *without = NULL, *with = NULL;
  guint empty;

  g_object_set (page, "runs", runs, NULL);
  start (runs, document, 30);
  finish (runs);
  toggle (page, "errors", TRUE);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view_in (page)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Relative error of the runs");
  without = description_of (page);
  test_assert_wording (without);
  g_assert_true (gtk_widget_get_sensitive (find (page, "tools")));
  empty = hash_of_drawing (page);

  options.track_error = true;
  g_assert_nonnull (seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL));
  finish (runs);
  with = description_of (page);
  g_assert_true (g_str_has_prefix (with, "2 runs"));
  g_assert_cmpuint (hash_of_drawing (page), !=, empty);
  toggle (page, "residuals", TRUE);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view_in (page)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Relative residual of the runs");
  dismiss (window, page);
}

static void
test_convergence_legend (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_convergence_page_new ();
  GtkWidget *window = present (page), *view = find (page, "view");
  SeidelRunItem *item;
  gboolean hit = FALSE;

  g_object_set (page, "runs", runs, NULL);
  item = start (runs, document, 5);
  finish (runs);
  gtk_test_widget_wait_for_draw (view);
  /* Its entry is somewhere in the top line. */
  for (int x = 20; x < 200 && !hit; x += 5)
    hit = seidel_plot_view_click (SEIDEL_PLOT_VIEW (view), x, 16.0);
  g_assert_true (hit);
  g_assert_false (seidel_run_item_get_visible (item));
  dismiss (window, page);
}

/* Paused, the page does not change while the run continues; resumed, it shows everything. */
static void
test_convergence_pause (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_convergence_page_new ();
  GtkWidget *window = present (page);
  g_autofree char *paused = NULL, *resumed = NULL;

  g_object_set (page, "runs", runs, NULL);
  toggle (page, "pause", TRUE);
  start (runs, document, 25);
  g_assert_false (seidel_plot_view_get_live (SEIDEL_PLOT_VIEW (find (page, "view"))));
  finish (runs);
  paused = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_null (paused);
  toggle (page, "pause", FALSE);
  resumed = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_nonnull (strstr (resumed, "\",25,"));
  dismiss (window, page);
}

/* The selected run's times are over the rows of its matrix, in words and in a list too; not over
 * those of another matrix. */
static void
test_levels_run (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (300);
  g_autoptr (SeidelMatrix) another = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelDocument) other = analysed (another);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_levels_page_new ();
  GtkWidget *window = present (page), *waste, *line;
  g_autofree char *csv = NULL, *without = NULL;

  g_object_set (page, "document", document, "runs", runs, NULL);
  waste = find (page, "waste");
  line = find (page, "waste_line");
  g_assert_false (gtk_widget_get_sensitive (waste));
  start (runs, document, 30);
  finish (runs);
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_null (strstr (csv, "\nforward,300,1,2,100,,"));
  g_assert_nonnull (strstr (csv, "\nforward,300,1,2,100,"));
  g_assert_true (
    g_str_has_prefix (gtk_label_get_text (GTK_LABEL (line)), "A forward sweep takes "));
  if (gtk_widget_get_sensitive (waste))
    {
      gtk_menu_button_popup (GTK_MENU_BUTTON (waste));
      g_assert_true (has_label (find (page, "waste_grid"), "Wasted"));
      gtk_menu_button_popdown (GTK_MENU_BUTTON (waste));
    }

  g_object_set (page, "document", other, NULL);
  without = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_nonnull (strstr (without, "\nforward,20,1,2,100,,,,\n"));
  g_assert_false (gtk_widget_get_sensitive (waste));
  g_object_set (page, "document", NULL, "runs", NULL, NULL);
  dismiss (window, page);
  g_assert_finalize_object (g_steal_pointer (&runs));
}

/* Where the selected run makes no sweeps, some are made on demand: for this matrix, and as long as
 * no run has times of its own. */
static void
test_levels_on_demand (void)
{
  static const char timed[] = "A forward sweep takes ";
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (300);
  g_autoptr (SeidelMatrix) another = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelDocument) other = analysed (another);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_levels_page_new ();
  GtkWidget *window = present (page), *button, *line;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autofree char *csv = NULL;

  g_object_set (page, "document", document, "runs", runs, NULL);
  button = find (page, "time_levels");
  line = find (page, "waste_line");
  options.method = "cg";
  seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
  g_assert_false (gtk_widget_get_sensitive (button));
  finish (runs);
  g_assert_true (gtk_widget_get_visible (button) && gtk_widget_get_sensitive (button));
  g_assert_false (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (line)), timed));
  g_signal_emit_by_name (button, "clicked");
  while (!g_str_has_prefix (gtk_label_get_text (GTK_LABEL (line)), timed))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gtk_widget_get_visible (button));
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_null (strstr (csv, "\nforward,300,1,2,100,,"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, 1);

  g_object_set (page, "document", other, NULL);
  g_assert_true (gtk_widget_get_visible (button));
  g_object_set (page, "document", document, NULL);
  g_assert_false (gtk_widget_get_visible (button));
  start (runs, document, 30);
  finish (runs);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (line)), timed));
  g_object_set (page, "document", NULL, "runs", NULL, NULL);
  dismiss (window, page);
  g_assert_finalize_object (g_steal_pointer (&runs));
}

static void
test_timing (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *page = seidel_timing_page_new ();
  GtkWidget *window = present (page);
  g_autofree char *csv = NULL, *name = NULL, *none = NULL;
  SeidelRunItem *item;
  guint before;

  g_object_set (page, "runs", runs, NULL);
  g_assert_cmpstr (state_of (page), ==, "empty");
  item = start (runs, document, 30);
  g_assert_cmpstr (state_of (page), ==, "plot");
  finish (runs);
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_true (g_str_has_prefix (csv, "what,index,rows,seconds,lower,upper\nload,,,"));
  g_assert_nonnull (strstr (csv, "\nsolve,,,"));
  g_assert_nonnull (strstr (csv, "\nsweep,30,,"));
  g_assert_nonnull (strstr (csv, "\nlevel-forward,20,1,"));
  name = seidel_page_get_export_name (SEIDEL_PAGE (page));
  g_assert_cmpstr (name, ==, "tridiagonal-timing-1");
  gtk_test_accessible_assert_property (find (page, "view"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Time of the selected run");
  before = hash_of_drawing (page);
  toggle (page, "logarithmic", TRUE);
  g_assert_cmpuint (hash_of_drawing (page), !=, before);

  seidel_run_list_remove (runs, item);
  g_assert_cmpstr (state_of (page), ==, "empty");
  none = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_null (none);
  dismiss (window, page);
  g_assert_finalize_object (g_steal_pointer (&runs));
}

static gboolean
wake_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* While a run is live its description follows, without anything else changing; it has the levels
 * too. */
static void
test_live_descriptions (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (2000);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *pages[] = { seidel_convergence_page_new (), seidel_timing_page_new () };
  guint wake = g_timeout_add (20, wake_cb, NULL);
  g_autofree char *levels = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *window = present (pages[i]);
      g_autofree char *before = NULL, *after = NULL;

      g_object_set (pages[i], "runs", runs, NULL);
      start (runs, document, 100000000);
      before = description_of (pages[i]);
      do
        {
          g_main_context_iteration (NULL, TRUE);
          g_free (after);
          after = description_of (pages[i]);
        }
      while (g_strcmp0 (before, after) == 0); /* ends only when it has changed */
      seidel_run_item_stop (seidel_run_list_get_live (runs));
      finish (runs);
      if (i == 1)
        levels = description_of (pages[i]);
      dismiss (window, pages[i]);
    }
  g_assert_nonnull (strstr (levels, "Forward sweep: time of each level"));
  g_assert_nonnull (strstr (levels, "2,000 in all"));
  g_source_remove (wake);
}

/* A page that goes while a run is live leaves the run alone. */
static void
test_closed_while_live (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (2000);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  GtkWidget *pages[] = { seidel_convergence_page_new (), seidel_timing_page_new () };
  GtkWidget *windows[] = { present (pages[0]), present (pages[1]) };
  SeidelRunItem *item = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    g_object_set (pages[i], "runs", runs, NULL);
  item = start (runs, document, 100000000);
  for (int i = 0; i < 20; i++)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    dismiss (windows[i], pages[i]);
  g_assert_true (seidel_run_item_get_live (item));
  seidel_run_item_stop (item);
  finish (runs);
}

static void
assert_inside (GtkWidget *widget, GtkWidget *page)
{
  graphene_rect_t bounds;

  if (!gtk_widget_get_visible (widget))
    return;
  g_assert_true (gtk_widget_compute_bounds (widget, page, &bounds));
  g_assert_cmpfloat (bounds.origin.x, >=, 0);
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, gtk_widget_get_width (page));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child))
      assert_inside (child, page);
}

/* In a page of half the width that they take in one line, all tools are in sight, below each other;
 * in both directions of writing. */
static void
test_tools_wrap (void)
{
  GtkWidget *(*const pages[]) (void) = { seidel_matrix_page_new, seidel_levels_page_new,
                                         seidel_convergence_page_new, seidel_timing_page_new };
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (40);
  g_autoptr (SeidelDocument) document = analysed (matrix);
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();

  start (runs, document, 30);
  finish (runs);
  for (gsize i = 0; i < G_N_ELEMENTS (pages) * 2; i++)
    {
      GtkWidget *page = pages[i / 2]();
      GtkWidget *tools = find (page, "tools");
      GtkWidget *window;
      int one_line, minimum, natural, height;

      gtk_widget_set_direction (tools, i % 2 == 0 ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL);
      g_object_set (page, i < 4 ? "document" : "runs", i < 4 ? (gpointer) document : runs, NULL);
      gtk_widget_measure (tools, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
      gtk_widget_measure (tools, GTK_ORIENTATION_VERTICAL, natural, &one_line, NULL, NULL, NULL);
      gtk_widget_measure (tools, GTK_ORIENTATION_VERTICAL, MAX (natural / 2, minimum), &height,
                          NULL, NULL, NULL);
      g_assert_cmpint (height, >, one_line * 3 / 2);
      window = present_in (page, 320, 400);
      assert_inside (tools, page);
      dismiss (window, page);
    }
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add_func ("/plot-pages/levels/empty", test_levels_empty);
  g_test_add_func ("/plot-pages/levels/document", test_levels_document);
  g_test_add_func ("/plot-pages/levels/choices", test_levels_choices);
  g_test_add_func ("/plot-pages/levels/statistics", test_levels_statistics);
  g_test_add_func ("/plot-pages/levels/run", test_levels_run);
  g_test_add_func ("/plot-pages/levels/levels-on-demand", test_levels_on_demand);
  g_test_add_func ("/plot-pages/convergence", test_convergence);
  g_test_add_func ("/plot-pages/convergence/errors", test_convergence_errors);
  g_test_add_func ("/plot-pages/convergence/legend", test_convergence_legend);
  g_test_add_func ("/plot-pages/convergence/pause", test_convergence_pause);
  g_test_add_func ("/plot-pages/timing", test_timing);
  g_test_add_func ("/plot-pages/live-descriptions", test_live_descriptions);
  g_test_add_func ("/plot-pages/tools-wrap", test_tools_wrap);
  g_test_add_func ("/plot-pages/closed-while-live", test_closed_while_live);
  return g_test_run ();
}
