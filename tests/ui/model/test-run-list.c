/* The list of runs: a run starts, is followed, ends for a reason, and leaves nothing behind.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "core-testing.h"
#include "golden-testing.h"
#include "model/seidel-run-list.h"
#include "ui/draw/test-matrices.h"

static const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
static const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };

static SeidelDocument *
make_document (const char *kind, double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, size);

  return seidel_document_new (matrix);
}

static void
wait_until_idle (SeidelRunList *runs)
{
  while (seidel_run_list_get_live (runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_analysed (SeidelDocument *document)
{
  while (seidel_document_get_analysing (document))
    g_main_context_iteration (NULL, TRUE);
}

static gint64
get_iterations (SeidelRunItem *run)
{
  gint64 iterations;

  g_object_get (run, "iterations", &iterations, NULL);
  return iterations;
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_converges (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 12);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  guint changed = 0;
  guint live_notified = 0;
  SeidelRunItem *run;
  const SeidelOutcome *outcome;
  g_autofree char *status = NULL;
  double residual = -1;

  g_signal_connect_swapped (runs, "changed", G_CALLBACK (count_cb), &changed);
  g_signal_connect_swapped (runs, "notify::live", G_CALLBACK (count_cb), &live_notified);
  wait_until_analysed (document);
  run = seidel_run_list_start (runs, document, &options, &rhs, &guess, &error);
  g_assert_no_error (error);
  g_assert_true (run == seidel_run_list_get_live (runs));
  g_assert_true (run == seidel_run_list_get_selected (runs));
  g_assert_true (seidel_run_item_get_live (run));
  g_assert_null (seidel_run_item_get_outcome (run));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, 1);
  g_assert_cmpuint (changed, ==, 1);
  g_assert_cmpuint (live_notified, ==, 1);

  wait_until_idle (runs);
  g_assert_cmpuint (changed, ==, 2);
  g_assert_cmpuint (live_notified, ==, 2);
  g_assert_false (seidel_run_item_get_live (run));
  g_assert_null (seidel_run_item_get_error (run));
  outcome = seidel_run_item_get_outcome (run);
  g_assert_nonnull (outcome);
  g_assert_cmpint (outcome->reason, ==, SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpint (outcome->n, ==, 144);
  for (int64_t i = 0; i < outcome->n; i++)
    g_assert_cmpfloat_with_epsilon (outcome->x[i], 1.0, 1e-5);

  /* What the table shows is what the outcome says. */
  g_object_get (run, "status", &status, "residual", &residual, NULL);
  g_assert_cmpstr (status, ==, seidel_reason_name (outcome->reason));
  g_assert_cmpint (get_iterations (run), ==, outcome->iterations);
  g_assert_cmpfloat (residual, >, 0);
  g_assert_cmpfloat (residual, <, 1.1e-8);
  g_assert_cmpstr (seidel_run_item_get_matrix_name (run), ==, seidel_document_get_title (document));
  g_assert_nonnull (strstr (seidel_run_item_get_title (run), "Gauss-Seidel"));
  g_assert_nonnull (strstr (seidel_run_item_get_title (run), "(auto)"));
}

static void
assert_label (SeidelRunList *runs, guint position)
{
  g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), position);
  g_autofree char *label = seidel_run_item_get_label (run);

  test_assert_wording (label);
}

/* Runs are named by what they differ in, the order of the rows included; what they share is
 * named once. */
static void
test_names (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) natural = make_document ("poisson-5", 12);
  SeidelMatrix *matrix = seidel_document_get_matrix (natural);
  SeidelOrderingSpec order = { seidel_ordering_find ("multicolor"), 0 };
  g_autoptr (SeidelMatrix) colored = seidel_ordering_apply (&order, matrix, NULL, NULL, NULL);
  g_autoptr (SeidelDocument) document = seidel_document_new (colored);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autofree char *alone = NULL, *common = NULL, *name = NULL;
  SeidelRunItem *first, *second;

  options.threads = 1;
  options.strategy = "serial";
  wait_until_analysed (natural);
  wait_until_analysed (document);
  first = seidel_run_list_start (runs, natural, &options, &rhs, &guess, NULL);
  wait_until_idle (runs);
  assert_label (runs, 0);
  alone = seidel_run_list_describe_common (runs);
  g_assert_null (alone);

  second = seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
  wait_until_idle (runs);
  assert_label (runs, 0);
  assert_label (runs, 1);
  test_assert_wording (seidel_run_item_get_title (first));
  common = seidel_run_list_describe_common (runs);
  name =
    g_strdup_printf ("Gauss-Seidel, forward · CPU, 1 thread · sweep: serial · %s", matrix->name);
  g_assert_cmpstr (common, ==, name);

  /* Another like the first: two of the three have the same label, but for the number. */
  seidel_run_list_start (runs, natural, &options, &rhs, &guess, NULL);
  wait_until_idle (runs);
  assert_label (runs, 2);
  seidel_run_list_remove (runs, second);
  assert_label (runs, 0);
  assert_label (runs, 1);
}

/* Rows that are almost the same: from a guess off along (1, −1) the residual says nothing of it. */
static void
test_doubt (void)
{
  const TestEntry entries[] = { { 0, 0, 1.0 }, { 0, 1, 1.0 }, { 1, 0, 1.0 }, { 1, 1, 1.0 + 1e-9 } };
  const SeidelVectorSpec random = { .kind = SEIDEL_VECTOR_RANDOM, .seed = 1 };
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelMatrix) matrix = test_matrix_of (2, 2, entries, G_N_ELEMENTS (entries));
  g_autoptr (SeidelDocument) bad = seidel_document_new (matrix);
  g_autoptr (SeidelDocument) good = make_document ("poisson-5", 12);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *run;

  options.method = "cg";
  wait_until_analysed (bad);
  run = seidel_run_list_start (runs, bad, &options, &rhs, &random, NULL);
  g_assert_nonnull (run);
  g_assert_null (seidel_run_item_get_outcome (run));
  wait_until_idle (runs);
  g_assert_true (seidel_run_item_get_outcome (run)->converged);
  g_assert_cmpfloat (seidel_run_item_get_outcome (run)->error_inf, >, 0.01);
  test_assert_wording (seidel_run_item_get_outcome (run)->doubt);

  wait_until_analysed (good);
  run = seidel_run_list_start (runs, good, &options, &rhs, &random, NULL);
  wait_until_idle (runs);
  g_assert_true (seidel_run_item_get_outcome (run)->converged);
  g_assert_null (seidel_run_item_get_outcome (run)->doubt);
}

static void
test_one_at_a_time_and_stop (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 300);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  SeidelRunItem *run;
  const SeidelOutcome *outcome;
  g_autofree char *status = NULL;

  options.tolerance = 0; /* goes on until it is stopped */
  options.stagnation_window = 1000000;
  options.max_iterations = G_MAXINT64;
  run = seidel_run_list_start (runs, document, &options, &rhs, &guess, &error);
  g_assert_no_error (error);
  while (get_iterations (run) == 0) /* followed while live */
    g_main_context_iteration (NULL, TRUE);

  g_assert_null (seidel_run_list_start (runs, document, &options, &rhs, &guess, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, 1);

  seidel_run_item_stop (run);
  wait_until_idle (runs);
  outcome = seidel_run_item_get_outcome (run);
  g_assert_nonnull (outcome);
  g_assert_cmpint (outcome->reason, ==, SEIDEL_REASON_CANCELLED);
  g_assert_cmpint (outcome->iterations, >, 0);
  g_assert_nonnull (outcome->x);
  g_assert_true (isfinite (outcome->true_2));
  g_object_get (run, "status", &status, NULL);
  g_assert_cmpstr (status, ==, seidel_reason_name (SEIDEL_REASON_CANCELLED));

  seidel_run_item_stop (run); /* no harm once it ended */
  g_assert_cmpint (outcome->reason, ==, SEIDEL_REASON_CANCELLED);
}

typedef struct
{
  guint count;
  SeidelRunItem *runs[2]; /* borrowed */
} RaceEnd;

static void
race_ended_cb (RaceEnd *end, SeidelRunItem *first, SeidelRunItem *second)
{
  end->count++;
  end->runs[0] = first;
  end->runs[1] = second;
}

/* Both runs are live together, and are reported together once both have ended. */
static void
test_race (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 12);
  SeidelOptions options[2] = { SEIDEL_OPTIONS_INIT, SEIDEL_OPTIONS_INIT };
  g_autoptr (SeidelRunItem) first = NULL;
  g_autoptr (SeidelRunItem) second = NULL;
  g_autoptr (GError) error = NULL;
  RaceEnd end = { 0 };

  options[0].method = "gauss-seidel";
  options[1].method = "cg";
  wait_until_analysed (document);
  g_signal_connect_swapped (runs, "race-ended", G_CALLBACK (race_ended_cb), &end);
  g_assert_true (seidel_run_list_start_race (runs, document, options, &rhs, &guess, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, 2);
  first = g_list_model_get_item (G_LIST_MODEL (runs), 0);
  second = g_list_model_get_item (G_LIST_MODEL (runs), 1);
  g_assert_true (seidel_run_item_get_live (first) && seidel_run_item_get_live (second));
  g_assert_cmpuint (seidel_run_item_get_color_index (first), !=,
                    seidel_run_item_get_color_index (second));
  g_assert_null (seidel_run_list_start (runs, document, &options[0], &rhs, &guess, NULL));
  g_assert_false (seidel_run_list_start_race (runs, document, options, &rhs, &guess, NULL));

  wait_until_idle (runs);
  g_assert_cmpuint (end.count, ==, 1);
  g_assert_true (end.runs[0] == first && end.runs[1] == second);
  g_assert_true (seidel_run_item_get_outcome (first)->converged);
  g_assert_true (seidel_run_item_get_outcome (second)->converged);
  g_assert_cmpint (get_iterations (first), >, get_iterations (second));

  /* One run is no race. */
  seidel_run_list_start (runs, document, &options[0], &rhs, &guess, NULL);
  wait_until_idle (runs);
  g_assert_cmpuint (end.count, ==, 1);
}

/* Stop means both, and a list that goes away ends both. */
static void
test_race_stopped (void)
{
  SeidelRunList *runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 300);
  SeidelOptions options[2] = { SEIDEL_OPTIONS_INIT, SEIDEL_OPTIONS_INIT };
  RaceEnd end = { 0 };

  for (int i = 0; i < 2; i++)
    {
      options[i].method = i == 0 ? "gauss-seidel" : "jacobi";
      options[i].tolerance = 0; /* goes on until it is stopped */
      options[i].stagnation_window = 1000000;
      options[i].max_iterations = G_MAXINT64;
    }
  g_signal_connect_swapped (runs, "race-ended", G_CALLBACK (race_ended_cb), &end);
  g_assert_true (seidel_run_list_start_race (runs, document, options, &rhs, &guess, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

      while (get_iterations (run) == 0)
        g_main_context_iteration (NULL, TRUE);
    }
  seidel_run_list_stop (runs);
  wait_until_idle (runs);
  g_assert_cmpuint (end.count, ==, 1);
  for (int i = 0; i < 2; i++)
    g_assert_cmpint (seidel_run_item_get_outcome (end.runs[i])->reason, ==,
                     SEIDEL_REASON_CANCELLED);

  g_assert_true (seidel_run_list_start_race (runs, document, options, &rhs, &guess, NULL));
  g_assert_finalize_object (runs);
  while (g_main_context_iteration (NULL, FALSE)) /* the late reports have no receiver */
    ;
  g_assert_cmpuint (end.count, ==, 1);
}

static void
test_could_not_begin (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("convection-diffusion", 8);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autofree char *status = NULL;
  SeidelRunItem *run;

  options.method = "cg"; /* the matrix is not symmetric */
  run = seidel_run_list_start (runs, document, &options, &rhs, &guess, &error);
  g_assert_no_error (error);
  wait_until_idle (runs);
  g_assert_null (seidel_run_item_get_outcome (run));
  test_assert_wording (seidel_run_item_get_error (run));
  g_assert_cmpint (seidel_trace_state (seidel_run_item_get_trace (run)), ==, SEIDEL_RUN_FINISHED);
  g_object_get (run, "status", &status, NULL);
  test_assert_wording (status);
}

static void
test_missing_vector_file (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 4);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  char path[] = "/nonexistent/b.mtx";
  const SeidelVectorSpec file = { .kind = SEIDEL_VECTOR_FILE, .path = path };
  SeidelRunItem *run = seidel_run_list_start (runs, document, &options, &file, &guess, NULL);

  wait_until_idle (runs);
  g_assert_null (seidel_run_item_get_outcome (run));
  g_test_message ("%s", seidel_run_item_get_error (run));
  g_assert_nonnull (strstr (seidel_run_item_get_error (run), "b.mtx"));
}

static void
test_disposed_while_live (void)
{
  SeidelRunList *runs = seidel_run_list_new ();
  SeidelDocument *document = make_document ("poisson-5", 300);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *run;

  options.tolerance = 0;
  options.stagnation_window = 1000000;
  run = seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
  g_object_add_weak_pointer (G_OBJECT (run), (gpointer *) &run);
  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *) &document);
  while (get_iterations (run) == 0)
    g_main_context_iteration (NULL, TRUE);

  g_object_unref (document);
  g_assert_null (document); /* the run holds the matrix, not the document */
  g_assert_finalize_object (runs);
  g_assert_null (run);
  while (g_main_context_iteration (NULL, FALSE)) /* the late report has no receiver */
    ;
}

static void
test_remove (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 4);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *run[3];
  SeidelRunItem *fourth;

  for (int i = 0; i < 3; i++)
    {
      run[i] = seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
      wait_until_idle (runs);
      g_assert_cmpuint (seidel_run_item_get_number (run[i]), ==, i + 1);
      g_assert_cmpuint (seidel_run_item_get_color_index (run[i]), ==, i);
    }
  seidel_run_list_set_selected (runs, run[1]);
  g_object_add_weak_pointer (G_OBJECT (run[1]), (gpointer *) &run[1]);
  seidel_run_list_remove (runs, run[1]);
  g_assert_null (run[1]);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, 2);
  g_assert_true (seidel_run_list_get_selected (runs) == run[2]);

  /* The colour that became free is used again, the number is not. */
  fourth = seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
  wait_until_idle (runs);
  g_assert_cmpuint (seidel_run_item_get_number (fourth), ==, 4);
  g_assert_cmpuint (seidel_run_item_get_color_index (fourth), ==, 1);

  seidel_run_list_remove (runs, run[0]);
  seidel_run_list_remove (runs, run[2]);
  seidel_run_list_remove (runs, fourth);
  g_assert_null (seidel_run_list_get_selected (runs));
}

static void
test_visible (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 4);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *run = seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);
  guint changed = 0;
  guint notified = 0;

  wait_until_idle (runs);
  g_signal_connect_swapped (runs, "changed", G_CALLBACK (count_cb), &changed);
  g_signal_connect_swapped (run, "notify::visible", G_CALLBACK (count_cb), &notified);
  g_assert_true (seidel_run_item_get_visible (run));
  seidel_run_item_set_visible (run, TRUE);
  g_assert_cmpuint (notified, ==, 0);
  seidel_run_item_set_visible (run, FALSE);
  g_assert_cmpuint (notified, ==, 1);
  g_assert_cmpuint (changed, ==, 1);
}

static void
test_schedules_arrive_later (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 8);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *run = seidel_run_list_start (runs, document, &options, &rhs, &guess, NULL);

  wait_until_idle (runs);
  wait_until_analysed (document);
  g_assert_true (seidel_run_item_get_schedule (run, SEIDEL_DIRECTION_FORWARD)
                 == seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD));
  g_assert_true (seidel_run_item_get_schedule (run, SEIDEL_DIRECTION_BACKWARD)
                 == seidel_document_get_schedule (document, SEIDEL_DIRECTION_BACKWARD));
  g_assert_cmpint (seidel_run_item_get_schedule (run, SEIDEL_DIRECTION_FORWARD)->count, ==, 15);
}

/* A run with another right-hand side takes over what the last one left, until the matrix is
 * closed; those of a race begin with nothing. */
static void
test_reuse (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 20);
  const SeidelVectorSpec random = { .kind = SEIDEL_VECTOR_RANDOM, .seed = 3 };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelOptions both[2] = { options, options };
  g_autoptr (GError) error = NULL;

  options.method = "cg";
  options.preconditioner = "ic0";
  wait_until_analysed (document);
  for (int i = 0; i < 3; i++)
    {
      SeidelRunItem *run =
        seidel_run_list_start (runs, document, &options, i == 1 ? &random : &rhs, &guess, &error);
      const SeidelOutcome *outcome;

      g_assert_no_error (error);
      wait_until_idle (runs);
      outcome = seidel_run_item_get_outcome (run);
      g_assert_true (outcome->converged);
      if (i == 1)
        {
          g_assert_nonnull (strstr (outcome->reused, "preconditioner"));
          seidel_run_list_forget (runs);
        }
      else
        g_assert_null (outcome->reused);
    }
  g_assert_true (seidel_run_list_start_race (runs, document, both, &rhs, &guess, &error));
  wait_until_idle (runs);
  for (guint i = 3; i < 5; i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

      g_assert_null (seidel_run_item_get_outcome (run)->reused);
    }
}

/* A run that ended at a limit goes on: the same run, with one history. */
static void
test_resume (void)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 20);
  g_autoptr (SeidelDocument) other = make_document ("poisson-5", 21);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelRecord) first = NULL;
  const SeidelOutcome *outcome;
  SeidelTrace *trace;
  SeidelRunItem *run;
  gint64 before = 0;
  int times = 0;

  options.method = "gauss-seidel";
  options.max_iterations = 300;
  wait_until_analysed (document);
  run = seidel_run_list_start (runs, document, &options, &rhs, &guess, &error);
  g_assert_no_error (error);
  g_assert_false (seidel_run_list_can_resume (run, document));
  wait_until_idle (runs);
  g_assert_cmpint (seidel_run_item_get_outcome (run)->reason, ==, SEIDEL_REASON_ITERATION_LIMIT);
  g_assert_false (seidel_run_list_can_resume (run, other));
  first = seidel_record_ref (seidel_run_item_get_record (run));
  while (seidel_run_list_can_resume (run, document))
    {
      before = get_iterations (run);
      g_assert_true (seidel_run_list_resume (runs, run, document, &error));
      g_assert_no_error (error);
      g_assert_true (seidel_run_list_get_live (runs) == run);
      g_assert_true (seidel_run_item_get_live (run));
      g_assert_null (seidel_run_item_get_outcome (run));
      wait_until_idle (runs);
      g_assert_cmpint (get_iterations (run), >, before);
      times++;
    }
  outcome = seidel_run_item_get_outcome (run);
  g_assert_true (outcome->converged);
  g_assert_cmpint (times, >, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, 1);
  g_assert_true (seidel_run_item_get_record (run) != first);
  g_assert_cmpint (seidel_run_item_get_record (run)->begun, ==, first->begun);
  trace = seidel_run_item_get_trace (run);
  g_assert_cmpint (seidel_trace_n_points (trace), ==, outcome->iterations + 1);
}

/* Runs for several right-hand sides come one after the other; stopping ends all of them. */
static void
test_several (gconstpointer stopped)
{
  g_autoptr (SeidelRunList) runs = seidel_run_list_new ();
  g_autoptr (SeidelDocument) document = make_document ("poisson-5", 20);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  SeidelVectorSpec sides[3];

  for (int i = 0; i < 3; i++)
    sides[i] = (SeidelVectorSpec){ .kind = SEIDEL_VECTOR_RANDOM, .seed = (uint64_t) i + 1 };
  options.method = "cholmod";
  wait_until_analysed (document);
  g_assert_true (
    seidel_run_list_start_several (runs, document, &options, sides, 3, &guess, &error));
  g_assert_no_error (error);
  if (stopped != NULL)
    seidel_run_list_stop (runs);
  wait_until_idle (runs);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (runs)), ==, stopped != NULL ? 1 : 3);
  for (guint i = 0; stopped == NULL && i < 3; i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);
      const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);

      g_assert_true (outcome->converged);
      g_assert_cmpuint (seidel_run_item_get_rhs (run)->seed, ==, i + 1);
      g_assert_true (i == 0 || strstr (outcome->reused, "factors") != NULL);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-list/converges", test_converges);
  g_test_add_func ("/run-list/names", test_names);
  g_test_add_func ("/run-list/doubt", test_doubt);
  g_test_add_func ("/run-list/one-at-a-time-and-stop", test_one_at_a_time_and_stop);
  g_test_add_func ("/run-list/race", test_race);
  g_test_add_func ("/run-list/race-stopped", test_race_stopped);
  g_test_add_func ("/run-list/could-not-begin", test_could_not_begin);
  g_test_add_func ("/run-list/missing-vector-file", test_missing_vector_file);
  g_test_add_func ("/run-list/disposed-while-live", test_disposed_while_live);
  g_test_add_func ("/run-list/remove", test_remove);
  g_test_add_func ("/run-list/visible", test_visible);
  g_test_add_func ("/run-list/schedules-arrive-later", test_schedules_arrive_later);
  g_test_add_func ("/run-list/reuse", test_reuse);
  g_test_add_func ("/run-list/resume", test_resume);
  g_test_add_data_func ("/run-list/several/all", NULL, test_several);
  g_test_add_data_func ("/run-list/several/stopped", "stopped", test_several);
  return g_test_run ();
}
