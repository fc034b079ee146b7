/* The window: opening, failing to open, solving, what can be done when, and that nothing is left.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "model/seidel-run-outcome.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-samples.h"
#include "draw/seidel-sparsity-draw.h"
#include "draw/seidel-sparsity-text.h"
#include "golden-testing.h"
#include "window-fixture.h"
#include "window/seidel-generate-dialog.h"
#include "window/seidel-help.h"
#include "window/seidel-palette.h"
#include "window/seidel-start-page.h"

static void
activate (SeidelWindow *window, const char *action)
{
  g_assert_true (is_enabled (window, action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static void
test_start (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  g_assert_null (window->workspace->document);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Seidel");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->content), ==, "start");
  g_assert_true (is_enabled (window, "open"));
  g_assert_false (is_enabled (window, "solve"));
  g_assert_false (is_enabled (window, "stop"));
  g_assert_false (is_enabled (window, "export"));
  g_assert_false (is_enabled (window, "save-solution"));
  test_assert_wording (gtk_widget_get_tooltip_text (window->solve_button));
  g_assert_false (gtk_widget_get_visible (window->switcher));
}

/* What Gauss-Seidel needs of a Poisson matrix, whose rows are not strictly dominant. */
static void
test_weak_dominance (Fixture *fixture, gconstpointer data)
{
  g_autofree char *report = NULL;

  open_text (fixture, "weak.mtx",
             "%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 2\n2 2 2\n3 3 2\n4 4 2\n"
             "2 1 -1\n3 2 -1\n4 3 -1\n");
  report = seidel_report_pane_to_text (fixture->window->report_pane);
  g_assert_nonnull (strstr (report, "Dominance: weak in all rows, strict in 2 of 4\n"));
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *report = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  g_assert_nonnull (window->workspace->document);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "small — Seidel");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->content), ==, "work");
  g_assert_true (is_enabled (window, "solve"));
  g_assert_true (is_enabled (window, "export"));
  g_assert_false (is_enabled (window, "stop"));
  g_assert_null (find_dialog (window));
  report = seidel_report_pane_to_text (window->report_pane);
  g_assert_nonnull (strstr (report, "Size: 4 × 4\n"));
  g_assert_nonnull (strstr (report, "Entries: 10; 7 in the file\n"));
  g_assert_nonnull (strstr (report, "Symmetry: symmetric\n"));
  g_assert_nonnull (strstr (report, "Diagonal: full\n"));
  g_assert_nonnull (strstr (report, "Dominance: strict, rows and columns\n"));
  g_assert_nonnull (strstr (report, "Magnitudes: 1 to 4\n"));
  g_assert_nonnull (strstr (report, "Levels forward: 4, widest 1\n"));
  g_assert_nonnull (find_label (GTK_WIDGET (window->report_pane), "4 × 4"));
}

/* Where a generated matrix comes from is said in words; what is as usual is left out. */
static void
test_source (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *kind;
    double values[SEIDEL_GALLERY_MAX_PARAMETERS];
    const char *source;
  } cases[] = {
    { "poisson-5", { 4, 0 }, "Source: Gallery: Poisson, 5-point, 4×4\n" },
    { "poisson-neumann", { 5, 3, 0 }, "Source: Gallery: Poisson, Neumann boundary, 5×3×5\n" },
    { "convection-diffusion",
      { 5, 0, -2 },
      "Source: Gallery: Convection and diffusion, 5×5; "
      "Convection over diffusion in one cell: −2\n" },
    { "diagonals",
      { 100, 9, 0, 1.1, 1, 7 },
      "Source: Gallery: A few diagonals, 100; Diagonals wrap around: 1; "
      "Seed of the random numbers: 7\n" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *report = NULL;

      seidel_workspace_open_gallery (fixture->window->workspace, cases[i].kind, cases[i].values);
      wait_until_loaded (fixture->window);
      report = seidel_report_pane_to_text (fixture->window->report_pane);
      g_test_message ("%s", report);
      g_assert_nonnull (strstr (report, cases[i].source));
    }
}

static GtkMenuButton *
find_main_menu (GtkWidget *widget)
{
  GtkMenuButton *found = NULL;

  if (GTK_IS_MENU_BUTTON (widget)
      && g_strcmp0 (gtk_menu_button_get_icon_name (GTK_MENU_BUTTON (widget)), "open-menu-symbolic")
           == 0)
    return GTK_MENU_BUTTON (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_main_menu (child);
  return found;
}

/* All of it is in sight below the header bar of a window of 800 pixels. */
static void
test_main_menu (Fixture *fixture, gconstpointer data)
{
  GtkMenuButton *button = find_main_menu (GTK_WIDGET (fixture->window));
  int height;

  g_assert_nonnull (button);
  gtk_menu_button_popup (button);
  flush_events ();
  gtk_widget_measure (GTK_WIDGET (gtk_menu_button_get_popover (button)), GTK_ORIENTATION_VERTICAL,
                      -1, NULL, &height, NULL, NULL);
  g_test_message ("%d pixels", height);
  g_assert_cmpint (height, >, 400);
  g_assert_cmpint (height, <=, 740);
  gtk_menu_button_popdown (button);
}

static void
order_rows (SeidelWindow *window, const char *order)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "order", g_variant_new_string (order));
  wait_until_loaded (window);
  wait_until_analysed (window);
}

static void
assert_order (SeidelWindow *window, const char *order)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), "order");

  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, order);
}

/* The chain of four rows falls into two colours: its odd rows, then its even ones. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *report = NULL;
  g_autofree char *place = NULL;
  g_autoptr (SeidelSparsityPicture) picture = NULL;
  SeidelDocument *natural;

  g_assert_false (is_enabled (window, "order"));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  natural = window->workspace->document;
  assert_order (window, "natural");

  order_rows (window, "multicolor");
  g_assert_null (find_dialog (window));
  assert_order (window, "multicolor");
  g_assert_true (seidel_document_get_natural (window->workspace->document) == natural);
  report = seidel_report_pane_to_text (window->report_pane);
  g_assert_nonnull (strstr (report, "Order: Multicolour\n"));
  g_assert_nonnull (strstr (report, "Levels forward: 2, widest 2; natural: 4\n"));
  picture = seidel_sparsity_picture_new (seidel_document_get_matrix (window->workspace->document));
  place = seidel_sparsity_picture_describe_place (picture, 1, 2);
  test_assert_wording (place);

  /* From one order to another it starts at the natural one again. */
  order_rows (window, "rcm");
  assert_order (window, "rcm");
  g_assert_true (seidel_document_get_natural (window->workspace->document) == natural);

  order_rows (window, "natural");
  assert_order (window, "natural");
  g_assert_true (window->workspace->document == natural);
}

static void
test_order_of_a_rectangle (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "wide.mtx", "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 5\n");
  g_assert_false (is_enabled (fixture->window, "order"));
}

static void
test_failed_open_leaves_the_old (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelDocument *before;
  GtkWindow *dialog;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  before = window->workspace->document;
  open_text (fixture, "bad.mtx", BAD_MATRIX);
  g_assert_true (window->workspace->document == before);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "small — Seidel");
  g_assert_true (is_enabled (window, "solve"));

  dialog = find_dialog (window);
  g_assert_nonnull (dialog);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "“bad.mtx” could not be opened"));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "bad.mtx:3: row 3 is out of bounds"));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "small is still open."));
  gtk_window_destroy (dialog);
}

static void
test_failed_first_open (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nonexistent/a.mtx");
  GtkWindow *dialog;

  seidel_workspace_open (fixture->window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  g_assert_true (is_enabled (fixture->window, "cancel-load"));
  wait_until_loaded (fixture->window);
  g_assert_false (is_enabled (fixture->window, "cancel-load"));
  g_assert_null (fixture->window->workspace->document);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (fixture->window->content), ==, "start");
  dialog = find_dialog (fixture->window);
  g_assert_nonnull (dialog);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "No such file"));
  gtk_window_destroy (dialog);
}

static void
test_cancelled_load (Fixture *fixture, gconstpointer data)
{
  seidel_workspace_open_gallery (fixture->window->workspace, "poisson-27", NULL);
  activate (fixture->window, "cancel-load");
  g_assert_false (fixture->window->workspace->loading != NULL);
  flush_events ();
  g_assert_null (fixture->window->workspace->document);
  g_assert_null (find_dialog (fixture->window));
}

static void
test_generate (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog;
  size_t n;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];

  activate (fixture->window, "generate");
  dialog = SEIDEL_GENERATE_DIALOG (find_dialog (fixture->window));
  g_assert_cmpstr (seidel_generate_dialog_get_kind (dialog)->id, ==,
                   seidel_gallery_kinds (&n)[0].id);
  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("tridiagonal"));
  seidel_generate_dialog_get_values (dialog, values);
  g_assert_cmpfloat (values[0], ==, seidel_gallery_find ("tridiagonal")->parameters[0].initial);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "generate.accept", NULL));
  wait_until_loaded (fixture->window);
  g_assert_cmpint (seidel_document_get_matrix (fixture->window->workspace->document)->csr->rows, ==,
                   values[0]);
}

static GtkDropTarget *
find_drop_target (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        return GTK_DROP_TARGET (controller); /* the widget keeps it */
    }
  return NULL;
}

static void
test_drop (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) file = write_file (fixture, "dropped.mtx", GOOD_MATRIX);
  GtkDropTarget *target = find_drop_target (GTK_WIDGET (fixture->window->toasts));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_assert_nonnull (target);
  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_array (&file, 1));
  g_signal_emit_by_name (target, "drop", &value, 10.0, 10.0, &taken);
  g_assert_true (taken);
  wait_until_loaded (fixture->window);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "dropped — Seidel");
}

static void
test_gallery (Fixture *fixture, gconstpointer data)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "open-gallery",
                                  g_variant_new_string ("tridiagonal"));
  wait_until_loaded (fixture->window);
  g_assert_nonnull (fixture->window->workspace->document);
  g_assert_true (
    g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (fixture->window)), "tridiagonal"));
}

/* A click on each sample of the start page opens its file. */
static void
test_samples (Fixture *fixture, gconstpointer data)
{
  GtkWidget *page = gtk_stack_get_child_by_name (fixture->window->content, "start");
  GtkWidget *samples =
    GTK_WIDGET (gtk_widget_get_template_child (page, SEIDEL_TYPE_START_PAGE, "samples"));
  size_t n;
  const SeidelSample *listed = seidel_samples (&n);
  size_t i = 0;

  g_assert_cmpuint (n, >=, 1);
  for (GtkWidget *cell = gtk_widget_get_first_child (samples); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell))
    {
      GtkWidget *button = gtk_flow_box_child_get_child (GTK_FLOW_BOX_CHILD (cell));
      SeidelMatrix *matrix;

      g_assert_cmpuint (i, <, n);
      g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, listed[i].sentence);
      g_signal_emit_by_name (button, "clicked");
      wait_until_loaded (fixture->window);
      g_assert_null (find_dialog (fixture->window));
      matrix = seidel_document_get_matrix (fixture->window->workspace->document);
      g_assert_cmpstr (matrix->origin.path, ==, listed[i++].path);
    }
  g_assert_cmpuint (i, ==, n);
}

static void
test_solve (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelRunItem *run;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->run_table)));
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  activate (window, "solve");
  run = seidel_run_list_get_live (window->workspace->runs);
  g_assert_nonnull (run);
  g_assert_false (is_enabled (window, "solve"));
  g_assert_true (is_enabled (window, "stop"));
  g_assert_false (is_enabled (window, "remove-run"));
  g_assert_true (gtk_widget_get_visible (window_child (window, "stop_button")));
  g_assert_false (gtk_widget_get_visible (window->solve_button));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->run_table)));
  gtk_widget_set_visible (GTK_WIDGET (window->run_table), FALSE);
  wait_until_idle (window);

  g_assert_true (is_enabled (window, "solve"));
  g_assert_false (is_enabled (window, "stop"));
  g_assert_true (is_enabled (window, "save-solution"));
  g_assert_true (gtk_widget_get_visible (window->solve_button));
  g_assert_true (seidel_run_item_get_outcome (run)->converged);
  flush_events ();
  g_assert_nonnull (find_label (GTK_WIDGET (window->run_table), "Converged"));
  {
    g_autofree char *summary = seidel_run_outcome_summary (run);

    /* The Matrix page is in view, which shows nothing of it, and the table is not. */
    g_assert_nonnull (window->notes.shown);
    g_assert_cmpstr (adw_toast_get_title (window->notes.shown), ==, summary);
    g_assert_cmpstr (adw_toast_get_action_name (window->notes.shown), ==, "win.page");
  }
  gtk_widget_set_visible (GTK_WIDGET (window->run_table), TRUE);

  {
    g_autofree char *csv = seidel_run_table_to_csv (window->run_table);

    g_assert_true (g_str_has_prefix (csv, "run,matrix,title,outcome,iterations,solve_seconds,"
                                          "relative_residual\n1,\"small\",\"Gauss-Seidel"));
    g_assert_nonnull (strstr (csv, "\"Converged\","));
  }
  gtk_widget_activate_action (GTK_WIDGET (window->run_table), "runs.copy", NULL);
  g_assert_true (gdk_content_formats_contain_gtype (
    gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (window))), G_TYPE_STRING));

  /* The run survives another matrix, until it is removed. */
  open_text (fixture, "other.mtx", UNSYMMETRIC_MATRIX);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (window->workspace->runs)), ==, 1);
  activate (window, "remove-run");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (window->workspace->runs)), ==, 0);
  g_assert_false (is_enabled (window, "remove-run"));
  g_assert_false (is_enabled (window, "save-solution"));
}

/* The picture is the hero: two thirds of the window, with the side pane and two runs beside it. */
static void
test_room_for_the_picture (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWidget *page;
  double area;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "solve");
  wait_until_idle (window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  page = GTK_WIDGET (seidel_window_get_page (window));
  area = (double) gtk_widget_get_width (GTK_WIDGET (window))
         * gtk_widget_get_height (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, 1280);
  g_assert_cmpfloat ((double) gtk_widget_get_width (page) * gtk_widget_get_height (page), >=,
                     area * 2 / 3);
}

/* On every page, with runs, whatever pane is shown. */
static void
test_room_on_small_screens (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "solve");
  wait_until_idle (window);
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      int width;
      int height;

      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (page_names[i]));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                          NULL);
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL,
                          NULL);
      g_assert_cmpint (width, <=, 800);
      g_assert_cmpint (height, <=, 560); /* the title bars of others take some */
    }
}

typedef struct
{
  SeidelWindow *window;
  int width;
} Resize;

static gboolean
request_size_cb (gpointer data)
{
  Resize *resize = data;

  gtk_window_set_default_size (GTK_WINDOW (resize->window), resize->width, 700);
  return G_SOURCE_CONTINUE;
}

/* A request that crosses an answer of the X server is lost: it is repeated. */
static guint
begin_resizing (Resize *resize)
{
  request_size_cb (resize);
  return g_timeout_add (500, request_size_cb, resize);
}

/* Ends only when it is so. */
static void
resize_until (SeidelWindow *window, int width, int low, int high)
{
  Resize resize = { window, width };
  guint id = begin_resizing (&resize);
  int position;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      position = gtk_paned_get_position (window_child (window, "side_paned"));
    }
  while (position < low || position > high);
  g_source_remove (id);
}

/* What a narrow window took from it, a wide one gives back. */
static void
test_width_of_the_side_pane (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  int chosen;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  gtk_paned_set_position (window_child (window, "side_paned"), 300);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  chosen = gtk_paned_get_position (window_child (window, "side_paned"));
  g_assert_cmpint (chosen, ==, 300);
  resize_until (window, 510, 1, chosen - 1);
  g_assert_cmpint (window->panes.side_width, ==, chosen);
  resize_until (window, 1240, chosen, chosen);
}

/* Half of a small screen is room enough; the names of the pages are in the header or below. */
static void
test_narrow (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  int width;

  g_assert_false (adw_view_switcher_bar_get_reveal (window_child (window, "switcher_bar")));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                      NULL);
  g_assert_cmpint (width, <=, 640);
  for (int i = 0; i < 3; i++)
    {
      Resize resize = { window, i % 2 == 0 ? 640 : 1240 };
      guint id = begin_resizing (&resize);

      while (adw_view_switcher_bar_get_reveal (window_child (window, "switcher_bar"))
             != (i % 2 == 0))
        g_main_context_iteration (NULL, TRUE);
      g_source_remove (id);
      g_assert_true ((adw_squeezer_get_visible_child (ADW_SQUEEZER (window->switcher))
                      == window_child (window, "no_switcher"))
                     == (i % 2 == 0));
    }
}

static void
test_remove_by_number (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (SeidelRunItem) left = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  for (int i = 0; i < 2; i++)
    {
      activate (window, "solve");
      wait_until_idle (window);
    }
  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-run-number",
                                  g_variant_new_uint32 (1));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (window->workspace->runs)), ==, 1);
  left = g_list_model_get_item (G_LIST_MODEL (window->workspace->runs), 0);
  g_assert_cmpuint (seidel_run_item_get_number (left), ==, 2);
}

/* A run that was removed by a slip of the hand comes back whole, to its place. */
static void
test_undo_of_removing (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (SeidelRunItem) first = NULL;
  g_autoptr (SeidelRunItem) back = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  g_assert_false (is_enabled (window, "undo-remove"));
  for (int i = 0; i < 2; i++)
    {
      activate (window, "solve");
      wait_until_idle (window);
    }
  first = g_list_model_get_item (G_LIST_MODEL (window->workspace->runs), 0);
  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-run-number",
                                  g_variant_new_uint32 (1));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (window->workspace->runs)), ==, 1);
  activate (window, "undo-remove");
  g_assert_false (is_enabled (window, "undo-remove"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (window->workspace->runs)), ==, 2);
  back = g_list_model_get_item (G_LIST_MODEL (window->workspace->runs), 0);
  g_assert_true (back == first);
  g_assert_true (seidel_run_list_get_selected (window->workspace->runs) == first);
  g_assert_nonnull (seidel_run_item_get_outcome (back));
}

/* What is in view, as a page for a browser; a sweep is played in it. */
static void
check_html (SeidelWindow *window, const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "page.html", NULL);
  g_autofree char *html = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_window_export_picture_to (window, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &html, NULL, NULL));
  g_assert_true (g_str_has_prefix (html, "<!DOCTYPE html>"));
  g_assert_true (g_str_has_suffix (html, "</html>\n"));
  g_assert_true (strstr (html, "<svg class=\"drawing light\"") != NULL
                 || strstr (html, "id=\"cells\"") != NULL || strstr (html, "image/png") != NULL);
}

static void
test_pages (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "solve");
  wait_until_idle (window);
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *path = NULL;
      g_autofree char *contents = NULL;
      gsize length;
      g_autoptr (GError) error = NULL;

      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (page_names[i]));
      g_assert_cmpstr (adw_view_stack_get_visible_child_name (window->pages), ==, page_names[i]);
      g_assert_true (SEIDEL_IS_PAGE (seidel_window_get_page (window)));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      activate (window, "zoom-in");
      activate (window, "zoom-fit");

      name = g_strconcat (page_names[i], ".png", NULL);
      path = g_build_filename (fixture->folder, name, NULL);
      g_assert_true (seidel_window_export_picture_to (window, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
      g_assert_cmpmem (contents, 4, "\x89PNG", 4);
      g_assert_cmpuint (length, >, 2000);
      check_html (window, fixture->folder);
    }
}

static void
test_copy (Fixture *fixture, gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));
  GdkContentFormats *formats;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  activate (fixture->window, "copy");
  formats = gdk_clipboard_get_formats (clipboard);
  g_assert_true (gdk_content_formats_contain_gtype (formats, GDK_TYPE_TEXTURE));
  g_assert_true (gdk_content_formats_contain_gtype (formats, G_TYPE_STRING));
}

static void
test_toggles (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  g_assert_true (gtk_widget_get_visible (window->side_pane));
  activate (window, "side-pane");
  g_assert_false (gtk_widget_get_visible (window->side_pane));
  activate (window, "run-table");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->run_table)));
  activate (window, "run-table");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->run_table)));
}

/* The window, its document, its runs and pages all end with it. */
static void
test_nothing_left (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelDocument *document;
  SeidelRunList *runs;
  GtkWidget *page;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "solve");
  wait_until_idle (window);
  document = window->workspace->document;
  runs = window->workspace->runs;
  page = GTK_WIDGET (seidel_window_get_page (window));
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &fixture->window);
  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *) &document);
  g_object_add_weak_pointer (G_OBJECT (runs), (gpointer *) &runs);
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);

  gtk_window_close (GTK_WINDOW (window));
  flush_events ();
  g_assert_null (page);
  g_assert_null (runs);
  g_assert_null (document);
  g_assert_null (fixture->window);
}

static void
test_closed_while_live_and_loading (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelRunItem *run;

  seidel_workspace_open_gallery (window->workspace, "poisson-5", NULL);
  wait_until_loaded (window);
  options.tolerance = 0;
  options.stagnation_window = 1000000;
  options.max_iterations = G_MAXINT64;
  run = seidel_run_list_start (window->workspace->runs, window->workspace->document, &options, &rhs,
                               &guess, NULL);
  g_assert_nonnull (run);
  g_object_add_weak_pointer (G_OBJECT (run), (gpointer *) &run);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &fixture->window);
  while (seidel_trace_iterations (seidel_run_item_get_trace (run)) == 0)
    g_main_context_iteration (NULL, FALSE);
  seidel_workspace_open_gallery (window->workspace, "poisson-27", NULL);

  gtk_window_close (GTK_WINDOW (window));
  flush_events ();
  g_assert_null (run);
  g_assert_null (fixture->window);
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down);
}

/* A few letters find a command; accepting it runs it on the window. */
/* Every page has a topic, at which F1 opens; every picture is there (a missing one is a warning,
 * which is fatal). */
static void
test_help (Fixture *fixture, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      GtkWidget *help = seidel_help_new (NULL, page_names[i]);

      gtk_window_present (GTK_WINDOW (help));
      g_assert_cmpstr (seidel_help_get_topic (SEIDEL_HELP (help)), ==, page_names[i]);
      gtk_window_destroy (GTK_WINDOW (help));
    }
}

static void
test_palette (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GListModel *toplevels = gtk_window_get_toplevels ();
  SeidelPalette *palette = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "palette");
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (SEIDEL_IS_PALETTE (toplevel))
        palette = SEIDEL_PALETTE (toplevel);
    }
  g_assert_nonnull (palette);
  /* Nothing can be stopped, so that is not among them. */
  seidel_palette_search (palette, "stop");
  g_assert_null (seidel_palette_get_action (palette));
  seidel_palette_search (palette, "zzz");
  g_assert_null (seidel_palette_get_action (palette));
  seidel_palette_accept (palette);
  seidel_palette_search (palette, "PAGE lev");
  g_assert_cmpstr (seidel_palette_get_action (palette), ==, "win.page::levels");
  seidel_palette_accept (palette);
  flush_events ();
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (window->pages), ==, "levels");
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  add ("/window/start", test_start);
  add ("/window/open", test_open);
  add ("/window/weak-dominance", test_weak_dominance);
  add ("/window/source", test_source);
  add ("/window/main-menu", test_main_menu);
  add ("/window/order", test_order);
  add ("/window/order-of-a-rectangle", test_order_of_a_rectangle);
  add ("/window/failed-open-leaves-the-old", test_failed_open_leaves_the_old);
  add ("/window/failed-first-open", test_failed_first_open);
  add ("/window/cancelled-load", test_cancelled_load);
  add ("/window/drop", test_drop);
  add ("/window/gallery", test_gallery);
  add ("/window/samples", test_samples);
  add ("/window/generate", test_generate);
  add ("/window/solve", test_solve);
  add ("/window/room-for-the-picture", test_room_for_the_picture);
  add ("/window/room-on-small-screens", test_room_on_small_screens);
  add ("/window/width-of-the-side-pane", test_width_of_the_side_pane);
  add ("/window/narrow", test_narrow);
  add ("/window/remove-by-number", test_remove_by_number);
  add ("/window/undo-of-removing", test_undo_of_removing);
  add ("/window/pages", test_pages);
  add ("/window/copy", test_copy);
  add ("/window/toggles", test_toggles);
  add ("/window/nothing-left", test_nothing_left);
  add ("/window/closed-while-live-and-loading", test_closed_while_live_and_loading);
  g_test_add ("/window/help", Fixture, NULL, fixture_set_up, test_help, fixture_tear_down);
  g_test_add ("/window/palette", Fixture, NULL, fixture_set_up, test_palette, fixture_tear_down);
  return g_test_run ();
}
