/* The Sweep page: what is played, step by step and running, and what it says and draws.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <string.h>

#include "display-testing.h"
#include "analysis/seidel-ordering.h"
#include "core-testing.h"
#include "draw/seidel-sweep-picture.h"
#include "lesson/seidel-lesson-views.h"
#include "pages/seidel-sweep-page.h"
#include "ui/draw/test-matrices.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *page;
  SeidelDocument *document;
} Fixture;

static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);
  return found;
}

static void
wait_for_steps (Fixture *fixture, int64_t steps)
{
  while (seidel_sweep_page_get_steps (SEIDEL_SWEEP_PAGE (fixture->page)) != steps)
    g_main_context_iteration (NULL, TRUE);
}

/* A grid of 4 × 4: seven levels. */
static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 4);

  fixture->window = gtk_window_new ();
  fixture->page = seidel_sweep_page_new ();
  fixture->document = seidel_document_new (matrix);
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_set (fixture->page, "document", fixture->document, NULL);
  wait_for_steps (fixture, 7);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gpointer page = fixture->page;

  g_object_add_weak_pointer (page, &page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (page);
  g_assert_finalize_object (fixture->document);
}

static void
press (Fixture *fixture, const char *action, int parameter)
{
  const gboolean takes = g_str_equal (action, "sweep.step") || g_str_equal (action, "sweep.page")
                         || g_str_equal (action, "sweep.speed");

  g_assert_true (
    gtk_widget_activate_action_variant (fixture->page, action,
                                        takes ? g_variant_new_int32 (parameter) : NULL));
}

static void
assert_step (Fixture *fixture, int64_t step, const char *status)
{
  g_assert_cmpint (seidel_sweep_page_get_step (SEIDEL_SWEEP_PAGE (fixture->page)), ==, step);
  g_assert_nonnull (find_label (fixture->page, status));
}

static void
test_steps (Fixture *fixture, gconstpointer data)
{
  assert_step (fixture, 0, "Level 0 of 7: 1 ready, 15 waiting");
  press (fixture, "sweep.step", 1);
  assert_step (fixture, 1, "Level 1 of 7: 1 computed now, 2 ready, 13 waiting");
  press (fixture, "sweep.step", 1);
  assert_step (fixture, 2, "Level 2 of 7: 2 computed now, 1 done, 3 ready, 10 waiting");
  press (fixture, "sweep.step", -1);
  press (fixture, "sweep.step", -1);
  press (fixture, "sweep.step", -1);
  assert_step (fixture, 0, "Level 0 of 7");
  press (fixture, "sweep.last", 0);
  press (fixture, "sweep.step", 1);
  assert_step (fixture, 7, "Level 7 of 7: 1 computed now, 15 done");
  press (fixture, "sweep.page", -1);
  assert_step (fixture, 6, "Level 6 of 7");
  press (fixture, "sweep.first", 0);
  assert_step (fixture, 0, "Level 0 of 7");
}

/* It stops at the end, and starts over from there. */
static void
test_playing (Fixture *fixture, gconstpointer data)
{
  SeidelSweepPage *page = SEIDEL_SWEEP_PAGE (fixture->page);

  for (int i = 0; i < 9; i++)
    press (fixture, "sweep.speed", 1);
  press (fixture, "sweep.play", 0);
  g_assert_true (seidel_sweep_page_get_playing (page));
  while (seidel_sweep_page_get_playing (page))
    g_main_context_iteration (NULL, TRUE);
  assert_step (fixture, 7, "Level 7 of 7: 1 computed now, 15 done");
  for (int i = 0; i < 9; i++)
    press (fixture, "sweep.speed", -1);
  press (fixture, "sweep.play", 0);
  g_assert_true (seidel_sweep_page_get_playing (page));
  g_assert_cmpint (seidel_sweep_page_get_step (page), ==, 0);
  press (fixture, "sweep.step", 1);
  g_assert_false (seidel_sweep_page_get_playing (page));
}

static void
test_csv (Fixture *fixture, gconstpointer data)
{
  g_autofree char *csv = NULL;
  g_autofree char *name = seidel_page_get_export_name (SEIDEL_PAGE (fixture->page));

  press (fixture, "sweep.step", 1);
  press (fixture, "sweep.step", 1);
  csv = seidel_page_to_csv (SEIDEL_PAGE (fixture->page));
  g_assert_true (g_str_has_prefix (csv, "row,ready_at,computed_at,state,before,x\n"
                                        "1,0,1,done,0,0.5\n"
                                        "2,1,2,now,0,0.375\n"
                                        "3,2,3,ready,0,0\n"
                                        "4,3,4,waiting,0,0\n"));
  g_assert_true (g_str_has_suffix (name, "-sweep-0"));
}

static void
test_another_document (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 3);
  SeidelDocument *other = seidel_document_new (matrix);

  g_object_set (fixture->page, "document", other, NULL);
  wait_for_steps (fixture, 5);
  g_object_set (fixture->page, "document", NULL, NULL);
  g_assert_cmpint (seidel_sweep_page_get_steps (SEIDEL_SWEEP_PAGE (fixture->page)), ==, 0);
  g_assert_nonnull (find_label (fixture->page, "No matrix is open"));
  press (fixture, "sweep.play", 0);
  press (fixture, "sweep.step", 1);
  g_assert_null (seidel_page_to_csv (SEIDEL_PAGE (fixture->page)));
  while (seidel_document_get_analysing (other))
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (other);
}

static GtkDropDown *
find_drop_down (GtkWidget *widget, const char *first)
{
  GtkDropDown *found = NULL;

  if (GTK_IS_DROP_DOWN (widget))
    {
      g_autoptr (GtkStringObject) item =
        g_list_model_get_item (gtk_drop_down_get_model (GTK_DROP_DOWN (widget)), 0);

      return g_str_equal (gtk_string_object_get_string (item), first) ? GTK_DROP_DOWN (widget)
                                                                      : NULL;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_drop_down (child, first);
  return found;
}

static void
wait_for_label (Fixture *fixture, const char *text)
{
  while (find_label (fixture->page, text) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* A race reports its error; once more it is another race, with rows that are wrong in the end. */
static void
test_race (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = NULL;
  int tries = 0;

  gtk_drop_down_set_selected (find_drop_down (fixture->page, "Level by level"), SEIDEL_PLAY_RACE);
  wait_for_label (fixture, ": error 0;");
  press (fixture, "sweep.last", 0);
  first = seidel_page_to_csv (SEIDEL_PAGE (fixture->page));
  g_assert_null (strstr (first, "waiting"));
  for (gboolean wrong = FALSE; !wrong; tries++)
    {
      g_autofree char *again = NULL;

      g_assert_cmpint (tries, <, 20);
      press (fixture, "sweep.again", 0);
      wait_for_label (fixture, "Pass 0 of ");
      press (fixture, "sweep.last", 0);
      again = seidel_page_to_csv (SEIDEL_PAGE (fixture->page));
      wrong = strstr (again, ",stale,") != NULL && strstr (again, ",wrong,") != NULL
              && !g_str_equal (again, first);
    }
  g_assert_nonnull (find_label (fixture->page, "computed from old values"));
  g_assert_null (find_label (fixture->page, ": error 0;"));
}

static SeidelSweepPicture *
picture_of (SeidelMatrix *matrix, int64_t line)
{
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (matrix->csr, schedule, SEIDEL_PLAY_LEVELS, 0, NULL);

  return seidel_sweep_picture_new (matrix, playback, NULL, line);
}

/* The colour in the middle of a cell of a grid, away from the numbers. */
static guint32
cell_color (const SeidelSweepPicture *picture, int i, int j)
{
  const SeidelTheme theme = seidel_theme_get (false);
  const SeidelPlane plane = seidel_sweep_picture_plane (picture, 300.0, 300.0, &theme);
  const SeidelViewport fit = seidel_viewport_fit (&plane);
  const SeidelCellMap map = seidel_viewport_map (&fit, &plane);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 300);
  cairo_t *cr = cairo_create (surface);
  const int x = (int) seidel_cell_map_x (&map, j + 0.1),
            y = (int) seidel_cell_map_y (&map, i + 0.8); /* clear of numbers */
  guint32 color;

  seidel_sweep_picture_draw (picture, cr, 300.0, 300.0, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  memcpy (&color,
          cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface)
            + 4 * x,
          4);
  cairo_surface_destroy (surface);
  return color;
}

static guint
lit_pixels (const SeidelSweepPicture *picture)
{
  const SeidelTheme theme = seidel_theme_get (false);
  const SeidelColor lit = seidel_theme_lit (&theme);
  const guint32 wanted = 0xff000000u | (guint32) (lit.red * 255.0 + 0.5) << 16
                         | (guint32) (lit.green * 255.0 + 0.5) << 8
                         | (guint32) (lit.blue * 255.0 + 0.5);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 900, 900);
  cairo_t *cr = cairo_create (surface);
  const guint32 *pixels;
  guint n = 0;

  seidel_sweep_picture_draw (picture, cr, 900.0, 900.0, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (gconstpointer) cairo_image_surface_get_data (surface);
  for (int i = 0; i < 900 * 900; i++)
    n += pixels[i] == wanted;
  cairo_surface_destroy (surface);
  return n;
}

/* By colours of a multicolouring the cells of the grid are those of a chessboard. */
static void
test_reordered_grid (void)
{
  g_autoptr (SeidelMatrix) natural = test_gallery_sized ("poisson-5", 4);
  SeidelOrderingSpec spec;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelSweepPicture) picture = NULL;

  g_assert_true (seidel_ordering_spec_parse ("multicolor", &spec, NULL));
  matrix = seidel_ordering_apply (&spec, natural, NULL, NULL, NULL);
  picture = picture_of (matrix, 4);
  g_assert_cmpint (picture->playback->steps, ==, 2);
  seidel_sweep_picture_set_step (picture, 1);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      g_assert_cmpuint (cell_color (picture, i, j), ==, cell_color (picture, 0, (i + j) % 2));
  g_assert_cmpuint (cell_color (picture, 0, 0), !=, cell_color (picture, 0, 1));
}

/* Every cell has the colour of its state, also where many share a pixel. */
static void
test_cells (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelSweepPicture) picture = picture_of (matrix, 20);
  guint32 colors[SEIDEL_N_ROW_STATES] = { 0 };

  seidel_sweep_picture_set_step (picture, 9);
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 20; j++)
      {
        const SeidelRowState state = seidel_playback_state (picture->playback, i * 20 + j, 9);
        const guint32 color = cell_color (picture, i, j);

        if (colors[state] == 0)
          colors[state] = color;
        g_assert_cmpuint (colors[state], ==, color);
      }
  g_assert_cmpuint (colors[SEIDEL_ROW_NOW], !=, colors[SEIDEL_ROW_DONE]);
  g_assert_cmpuint (colors[SEIDEL_ROW_READY], !=, colors[SEIDEL_ROW_WAITING]);
}

/* The node of each row is found where it was drawn, in the colour of its state. */
static void
test_graph (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 3);
  g_autoptr (SeidelSweepPicture) picture = picture_of (matrix, 3);
  bool found[9] = { false };

  picture->shown = SEIDEL_SWEEP_GRAPH;
  for (int y = 0; y < 300; y++)
    for (int x = 0; x < 400; x++)
      {
        int64_t row = seidel_sweep_picture_row_at (picture, 400.0, 300.0, &theme, x, y);

        g_assert_cmpint (row, <, 9);
        if (row >= 0)
          found[row] = true;
      }
  for (int row = 0; row < 9; row++)
    g_assert_true (found[row]);
}

/* Selected rows are marked in every picture, others are not; a set of another matrix marks none. */
static void
test_selected (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelRowSet) rows = seidel_row_set_new (400, 21, 21, NULL);
  g_autoptr (SeidelRowSet) others = seidel_row_set_new (16, 1, 1, NULL);

  for (int shown = 0; shown < SEIDEL_SWEEP_N_VIEWS; shown++)
    {
      g_autoptr (SeidelSweepPicture) picture = picture_of (matrix, 20);

      picture->shown = (SeidelSweepShown) shown;
      g_assert_cmpuint (lit_pixels (picture), ==, 0);
      seidel_sweep_picture_set_lit (picture, rows);
      g_assert_cmpuint (lit_pixels (picture), >, 0);
      seidel_sweep_picture_set_lit (picture, others);
      g_assert_cmpuint (lit_pixels (picture), ==, 0);
    }
}

/* Above some thousand rows the nodes are groups of levels: each is found, and described. */
static void
test_groups (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 50);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (matrix->csr, schedule, SEIDEL_PLAY_LEVELS, 0, NULL);
  g_autoptr (SeidelLevelFlows) flows =
    seidel_level_flows_new (matrix->csr, schedule, 9, NULL, NULL);
  g_autoptr (SeidelSweepPicture) picture = seidel_sweep_picture_new (matrix, playback, flows, 50);
  g_autoptr (SeidelRowSet) rows = seidel_row_set_new_of_levels (schedule, 1, 1, NULL);
  g_autofree char *text = NULL;
  bool found[9] = { false };

  picture->shown = SEIDEL_SWEEP_GRAPH;
  g_assert_true (seidel_sweep_picture_shows_groups (picture));
  for (int x = 0; x < 900; x += 5)
    {
      const int64_t row = seidel_sweep_picture_row_at (picture, 900.0, 900.0, &theme, x, 500.0);

      if (row >= 0)
        found[seidel_level_flows_group (flows, schedule->level_of_row[row])] = true;
    }
  for (int node = 0; node < 9; node++)
    g_assert_true (found[node]);
  text = seidel_sweep_picture_describe_row (picture, flows->a_row[1]);
  g_assert_cmpstr (
    text, ==,
    "levels 12 to 22: 187 rows · 22 dependencies on earlier groups, most on levels 1 "
    "to 11");
  g_assert_cmpuint (lit_pixels (picture), ==, 0);
  seidel_sweep_picture_set_lit (picture, rows);
  g_assert_true (picture->lit_nodes[0]);
  g_assert_false (picture->lit_nodes[1]);
  g_assert_cmpuint (lit_pixels (picture), >, 0);
}

/* Methods side by side in place of the sweep: steps are sweeps, the page exports what it shows, and
 * the sweep comes back as it was. */
static void
test_side_by_side (Fixture *fixture, gconstpointer data)
{
  SeidelSweepPage *page = SEIDEL_SWEEP_PAGE (fixture->page);
  SeidelSideBySide *side;
  const SeidelIterationsPicture *picture;
  g_autofree char *csv = NULL, *name = NULL;

  press (fixture, "sweep.step", 1);
  side = seidel_sweep_page_show_side (page);
  picture = seidel_side_by_side_get_picture (side);
  g_assert_nonnull (picture);
  g_assert_cmpint (picture->line, ==, 4);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (side)));
  press (fixture, "sweep.step", 1);
  press (fixture, "sweep.step", 1);
  g_assert_cmpint (picture->sweep, ==, 2);
  press (fixture, "sweep.page", 1);
  g_assert_cmpint (picture->sweep, ==, 12);
  g_assert_nonnull (find_label (fixture->page, "Sweep 12: error"));
  press (fixture, "sweep.first", 0);
  g_assert_cmpint (picture->sweep, ==, 0);
  seidel_side_by_side_set_speed (side, 100000);
  press (fixture, "sweep.play", 0);
  g_assert_true (seidel_sweep_page_get_playing (page));
  while (seidel_sweep_page_get_playing (page))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (seidel_iterations_picture_is_over (picture));
  csv = seidel_page_to_csv (SEIDEL_PAGE (page));
  g_assert_true (g_str_has_prefix (csv, "sweep,method,omega,error,residual,x1,"));
  name = seidel_page_get_export_name (SEIDEL_PAGE (page));
  g_assert_nonnull (strstr (name, "-sweeps-"));
  seidel_sweep_page_show (page, SEIDEL_PLAY_LEVELS, 3, 0, FALSE);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (side)));
  g_assert_cmpint (seidel_sweep_page_get_step (page), ==, 3);
}

/* As a step of a lesson chooses them, and then something else. */
static void
test_side_in_a_lesson (Fixture *fixture, gconstpointer data)
{
  const SeidelLessonPage *views = seidel_lesson_page_find ("sweep");
  SeidelSideBySide *side;

  g_assert_cmpstr (views->choices[0].key, ==, "shown");
  g_assert_cmpstr (views->choices[0].values[SEIDEL_SWEEP_N_VIEWS], ==, "methods");
  seidel_page_choose (SEIDEL_PAGE (fixture->page), "shown", SEIDEL_SWEEP_N_VIEWS);
  side = seidel_sweep_page_show_side (SEIDEL_SWEEP_PAGE (fixture->page));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (side)));
  seidel_page_choose (SEIDEL_PAGE (fixture->page), "shown", SEIDEL_SWEEP_GRAPH);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (side)));
}

/* Another matrix while they are shown. */
static void
test_side_of_another (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelMatrix) larger = test_gallery_sized ("poisson-5", 6);
  g_autoptr (SeidelMatrix) too_large = test_gallery_sized ("poisson-5", 129);
  g_autoptr (SeidelDocument) second = seidel_document_new (larger);
  g_autoptr (SeidelDocument) third = seidel_document_new (too_large);
  SeidelSideBySide *side = seidel_sweep_page_show_side (SEIDEL_SWEEP_PAGE (fixture->page));

  press (fixture, "sweep.step", 5);
  g_object_set (fixture->page, "document", second, NULL);
  g_assert_cmpint (seidel_side_by_side_get_picture (side)->matrix->csr->rows, ==, 36);
  g_assert_cmpint (seidel_side_by_side_get_picture (side)->sweep, ==, 0);
  g_object_set (fixture->page, "document", third, NULL);
  g_assert_null (seidel_side_by_side_get_picture (side));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (side)));
  press (fixture, "sweep.step", 1);
  g_object_set (fixture->page, "document", fixture->document, NULL);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (side)));
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/sweep-page/steps", test_steps);
  ADD ("/sweep-page/playing", test_playing);
  ADD ("/sweep-page/csv", test_csv);
  ADD ("/sweep-page/another-document", test_another_document);
  ADD ("/sweep-page/race", test_race);
  ADD ("/sweep-page/side-by-side", test_side_by_side);
  ADD ("/sweep-page/side-in-a-lesson", test_side_in_a_lesson);
  ADD ("/sweep-page/side-of-another", test_side_of_another);
  g_test_add_func ("/sweep-page/reordered-grid", test_reordered_grid);
  g_test_add_func ("/sweep-page/cells", test_cells);
  g_test_add_func ("/sweep-page/graph", test_graph);
  g_test_add_func ("/sweep-page/selected", test_selected);
  g_test_add_func ("/sweep-page/groups", test_groups);
  return g_test_run ();
}
