/* Reports the progress of a run on another thread, and stops it after 2,000 iterations.
 *
 *   cc progress.c $(pkg-config --cflags --libs seidel-io) -o progress
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <seidel-io.h>

typedef struct
{
  SeidelProblem *problem;
  SeidelTrace *trace;
  GCancellable *cancellable;
} Run;

static gpointer
solve (gpointer data)
{
  Run *run = (Run *) data;
  SeidelOptions *options = seidel_options_new ();

  seidel_options_set (options, "method", "gauss-seidel", NULL);
  seidel_options_set_number (options, "tolerance", 0.0, NULL); /* never reached */
  return seidel_solve (run->problem, options, run->trace, run->cancellable, NULL, NULL);
}

int
main (void)
{
  SeidelMatrix *matrix = seidel_matrix_generate ("poisson-5 --size 200", NULL, NULL, NULL);
  Run run = { seidel_problem_new_named (matrix, NULL, "solution-ones", NULL, NULL, NULL, NULL),
              seidel_trace_new (), g_cancellable_new () };
  GThread *thread = g_thread_new ("solve", solve, &run);
  double iteration, residual;

  /* The trace may be read at any time, without a lock. */
  while (!seidel_trace_has_stopped (run.trace) && seidel_trace_iterations (run.trace) < 2000)
    {
      size_t n = seidel_trace_n_points (run.trace);

      g_usleep (100000);
      if (n > 0 && seidel_trace_read (run.trace, "iteration", n - 1, 1, &iteration) == 1
          && seidel_trace_read (run.trace, "residual", n - 1, 1, &residual) == 1)
        printf ("iteration %d: residual %.3e\n", (int) iteration, residual);
    }
  g_cancellable_cancel (run.cancellable);

  SeidelOutcome *outcome = (SeidelOutcome *) g_thread_join (thread);
  char *reason = seidel_outcome_text (outcome, "reason");
  printf ("%s; residual %.3e\n", reason, seidel_outcome_value (outcome, "residual.true_2"));
  g_free (reason);
  seidel_outcome_free (outcome);
  g_object_unref (run.cancellable);
  seidel_trace_unref (run.trace);
  seidel_problem_unref (run.problem);
  seidel_matrix_unref (matrix);
  return 0;
}
