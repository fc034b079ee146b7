/* The Solution page: of which run, which picture, and how it is linked to the selected rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <string.h>

#include "display-testing.h"
#include "pages/seidel-field-player.h"
#include "pages/seidel-solution-page.h"
#include "ui/draw/test-matrices.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *page;
  SeidelDocument *document;
  SeidelRunList *runs;
  SeidelSelection *selection;
  gboolean follow;      /* the error, in runs from now on */
  SeidelVectorKind rhs; /* of solve (): A·1 unless set */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const double side = 8;
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, &side);

  fixture->window = gtk_window_new ();
  fixture->page = seidel_solution_page_new ();
  fixture->document = seidel_document_new (matrix);
  fixture->runs = seidel_run_list_new ();
  fixture->selection = seidel_selection_new ();
  g_object_set (fixture->selection, "document", fixture->document, NULL);
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->page);
  gtk_window_present (GTK_WINDOW (fixture->window));
  g_object_set (fixture->page, "document", fixture->document, "runs", fixture->runs, "selection",
                fixture->selection, NULL);
  while (seidel_document_get_analysing (fixture->document))
    g_main_context_iteration (NULL, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gpointer page = fixture->page;

  g_object_add_weak_pointer (page, &page);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (page);
  g_assert_finalize_object (fixture->runs);
  g_assert_finalize_object (fixture->selection);
  g_assert_finalize_object (fixture->document);
}

static void
solve (Fixture *fixture)
{
  const SeidelVectorSpec rhs = { fixture->rhs, 0, NULL };
  const SeidelVectorSpec guess = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;

  options.method = "gauss-seidel";
  options.max_iterations = 5;
  options.track_error = fixture->follow;
  g_assert_nonnull (
    seidel_run_list_start (fixture->runs, fixture->document, &options, &rhs, &guess, &error));
  g_assert_no_error (error);
  while (seidel_run_list_get_live (fixture->runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* The picture of a vector in a way; waits for it. */
static const SeidelSolutionPicture *
wait_for (Fixture *fixture, SeidelSolutionVector vector, SeidelSolutionShown shown)
{
  const SeidelSolutionPicture *picture;

  do
    {
      g_main_context_iteration (NULL, TRUE);
      picture = seidel_solution_page_get_picture (SEIDEL_SOLUTION_PAGE (fixture->page));
    }
  while (picture == NULL || picture->choice.vector != vector || picture->choice.shown != shown);
  return picture;
}

static GtkWidget *
child (Fixture *fixture, const char *name)
{
  return GTK_WIDGET (
    gtk_widget_get_template_child (fixture->page, SEIDEL_TYPE_SOLUTION_PAGE, name));
}

static void
choose (Fixture *fixture, const char *name, guint choice)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (child (fixture, name)), choice);
}

static void
test_vectors (Fixture *fixture, gconstpointer data)
{
  const SeidelSolutionPicture *picture;
  g_autofree char *name = NULL;

  g_assert_null (seidel_page_to_csv (SEIDEL_PAGE (fixture->page)));
  solve (fixture);
  picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS);
  g_assert_false (picture->choice.logarithmic);
  g_assert_cmpint (picture->n, ==, 64);
  for (int vector = 0; vector < SEIDEL_SOLUTION_N_VECTORS; vector++)
    for (int shown = 0; shown < SEIDEL_SOLUTION_N_VIEWS; shown++)
      {
        choose (fixture, "vector", (guint) vector);
        choose (fixture, "shown", (guint) shown);
        picture = wait_for (fixture, (SeidelSolutionVector) vector, (SeidelSolutionShown) shown);
        g_assert_true (picture->values == picture->solution->vectors[vector]);
        g_assert_true (picture->choice.logarithmic == (vector != SEIDEL_SOLUTION_X));
      }
  name = seidel_page_get_export_name (SEIDEL_PAGE (fixture->page));
  g_assert_true (g_str_has_suffix (name, "-error-1"));
}

static SeidelFieldPlayer *
get_player (Fixture *fixture)
{
  return SEIDEL_FIELD_PLAYER (child (fixture, "player"));
}

/* x in the place of an error that nobody knows has its signs, whatever the scale of errors is. */
static void
test_no_error (Fixture *fixture, gconstpointer data)
{
  const SeidelSolutionPicture *picture;

  fixture->rhs = SEIDEL_VECTOR_ONES;
  solve (fixture);
  wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS);
  choose (fixture, "vector", SEIDEL_SOLUTION_ERROR);
  choose (fixture, "shown", SEIDEL_SOLUTION_CELLS);
  picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_CELLS);
  g_assert_null (picture->solution->vectors[SEIDEL_SOLUTION_ERROR]);
  g_assert_false (picture->choice.logarithmic);
}

/* The error over the iterations of a run that followed it: step by step, and played. */
static void
test_played (Fixture *fixture, gconstpointer data)
{
  SeidelFieldPlayer *player = get_player (fixture);
  const SeidelFieldPicture *field;
  g_autofree char *csv = NULL, *name = NULL;
  double before;

  fixture->follow = TRUE;
  solve (fixture);
  choose (fixture, "shown", SEIDEL_SOLUTION_N_VIEWS);
  field = seidel_field_player_get_picture (player);
  g_assert_nonnull (field);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (player)));
  g_assert_cmpint (field->vector, ==, SEIDEL_SOLUTION_ERROR);
  g_assert_cmpint (field->line, ==, 8);
  g_assert_cmpint (field->iteration, ==, 0);
  g_assert_cmpfloat (field->norm, ==, 8.0); /* x = 0, x* = 1 */
  for (int iteration = 1; iteration <= 5; iteration++)
    {
      before = field->norm;
      gtk_widget_activate_action (GTK_WIDGET (player), "field.step", "i", 1);
      g_assert_cmpint (field->iteration, ==, iteration);
      g_assert_cmpfloat (field->norm, <, before);
    }
  name = seidel_page_get_export_name (SEIDEL_PAGE (fixture->page));
  g_assert_true (g_str_has_suffix (name, "-error-5"));
  gtk_widget_activate_action (GTK_WIDGET (player), "field.first", NULL);
  g_assert_true (seidel_page_play (SEIDEL_PAGE (fixture->page)));
  while (field->iteration < 5)
    g_main_context_iteration (NULL, TRUE);
  choose (fixture, "vector", SEIDEL_SOLUTION_RESIDUAL);
  g_assert_cmpint (field->vector, ==, SEIDEL_SOLUTION_RESIDUAL);
  csv = seidel_page_to_csv (SEIDEL_PAGE (fixture->page));
  g_assert_true (g_str_has_prefix (csv, "iteration,row,value\n5,1,"));
  choose (fixture, "shown", SEIDEL_SOLUTION_OVER_ROWS);
  wait_for (fixture, SEIDEL_SOLUTION_RESIDUAL, SEIDEL_SOLUTION_OVER_ROWS);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (player)));
  g_assert_false (seidel_page_play (SEIDEL_PAGE (fixture->page)));
}

/* Without the switch nothing is kept, and the page says so. */
static void
test_not_kept (Fixture *fixture, gconstpointer data)
{
  solve (fixture);
  choose (fixture, "shown", SEIDEL_SOLUTION_N_VIEWS);
  g_assert_null (seidel_field_player_get_picture (get_player (fixture)));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (get_player (fixture))));
  choose (fixture, "shown", SEIDEL_SOLUTION_OVER_ROWS);
  wait_for (fixture, SEIDEL_SOLUTION_ERROR, SEIDEL_SOLUTION_OVER_ROWS);
}

/* x and x* = 1 of five sweeps: the error is what x lacks. */
static void
test_values (Fixture *fixture, gconstpointer data)
{
  const SeidelSolutionPicture *picture;

  solve (fixture);
  picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS);
  for (int i = 0; i < 64; i++)
    g_assert_cmpfloat_with_epsilon (picture->solution->vectors[SEIDEL_SOLUTION_ERROR][i],
                                    picture->values[i] - 1.0, 1e-15);
}

/* Rows that are selected elsewhere are marked, the largest is selected by its button, and bars of
 * the histogram select their rows. */
static void
test_linked (Fixture *fixture, gconstpointer data)
{
  const SeidelSolutionPicture *picture;
  SeidelRowSet *rows;

  solve (fixture);
  picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS);
  g_assert_null (picture->lit);
  seidel_selection_pick_row (fixture->selection, 12, SEIDEL_PICK_REPLACE);
  g_assert_true (picture->lit == seidel_selection_get_rows (fixture->selection));
  g_assert_true (gtk_widget_activate_action (fixture->page, "solution.largest", NULL));
  rows = seidel_selection_get_rows (fixture->selection);
  g_assert_cmpint (rows->count, ==, 1);
  g_assert_true (rows->member[picture->largest]);
  g_assert_cmpint (seidel_selection_get_pointed (fixture->selection), ==, picture->largest);

  choose (fixture, "shown", SEIDEL_SOLUTION_HISTOGRAM);
  picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_HISTOGRAM);
  g_signal_emit_by_name (child (fixture, "plot"), "picked", 0u, picture->bins.low,
                         SEIDEL_PICK_REPLACE);
  rows = seidel_selection_get_rows (fixture->selection);
  g_assert_cmpint (rows->count, ==, picture->bins.rows[0]);
  g_signal_emit_by_name (child (fixture, "plot"), "picked", 0u,
                         picture->bins.low + (picture->bins.n - 0.5) * picture->bins.width,
                         SEIDEL_PICK_EXTEND);
  g_assert_cmpint (seidel_selection_get_rows (fixture->selection)->count, ==, 64);
  g_signal_emit_by_name (child (fixture, "plot"), "unpicked");
  g_assert_null (seidel_selection_get_rows (fixture->selection));
}

/* The keys move over the grid, which is read out. */
static void
test_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *cells = child (fixture, "cells");

  solve (fixture);
  choose (fixture, "shown", SEIDEL_SOLUTION_CELLS);
  wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_CELLS);
  for (int i = 0; i < 3; i++)
    g_assert_true (gtk_widget_activate_action (cells, "cells.move", "(ii)", 1, 2));
  g_assert_cmpint (seidel_selection_get_pointed (fixture->selection), ==, 2 * 8 + 4);
  g_assert_true (gtk_widget_activate_action (cells, "cells.pick", NULL));
  g_assert_true (seidel_selection_get_rows (fixture->selection)->member[20]);
  g_assert_true (gtk_widget_activate_action (cells, "cells.move", "(ii)", -9, -9));
  g_assert_cmpint (seidel_selection_get_pointed (fixture->selection), ==, 0);
}

/* In another order the rows are others, their values the same; another matrix has no solution. */
static void
test_other_documents (Fixture *fixture, gconstpointer data)
{
  SeidelMatrix *natural = seidel_document_get_matrix (fixture->document);
  g_autoptr (SeidelMatrix) other = test_matrix_tridiagonal (5);
  g_autoptr (SeidelMatrix) matrix = NULL;
  SeidelDocument *reordered, *another;
  const SeidelSolutionPicture *picture;
  double last;
  int32_t permutation[64];

  for (int i = 0; i < 64; i++)
    permutation[i] = 63 - i;
  matrix = seidel_matrix_reordered (natural, "reverse", permutation, NULL, NULL, NULL);
  reordered = seidel_document_new_reordered (matrix, fixture->document);
  another = seidel_document_new (other);
  solve (fixture);
  picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS);
  last = picture->values[63];
  g_object_set (fixture->page, "document", reordered, NULL);
  do
    picture = wait_for (fixture, SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS);
  while (picture->matrix != matrix);
  g_assert_cmpfloat (picture->values[0], ==, last);
  g_object_set (fixture->page, "document", another, NULL);
  g_assert_null (seidel_solution_page_get_picture (SEIDEL_SOLUTION_PAGE (fixture->page)));
  g_object_set (fixture->page, "document", NULL, NULL);
  while (seidel_document_get_analysing (another) || seidel_document_get_analysing (reordered))
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (reordered);
  g_assert_finalize_object (another);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char *argv[])
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/solution-page/vectors", test_vectors);
  ADD ("/solution-page/no-error", test_no_error);
  ADD ("/solution-page/played", test_played);
  ADD ("/solution-page/not-kept", test_not_kept);
  ADD ("/solution-page/values", test_values);
  ADD ("/solution-page/linked", test_linked);
  ADD ("/solution-page/keys", test_keys);
  ADD ("/solution-page/other-documents", test_other_documents);
  return g_test_run ();
}
