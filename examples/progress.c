/* Reports the progress of a run on another thread, and stops it after 2,000 iterations.
 *
 *   cc progress.c $(pkg-config --cflags --libs seidel) -o progress
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <seidel.h>

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
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.tolerance = 0.0; /* never reached */
  return seidel_solve (run->problem, &options, run->trace, run->cancellable, NULL, NULL);
}

int
main (void)
{
  const double size[] = { 200.0, 200.0 };
  const SeidelVectorSpec ones = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  const SeidelGalleryKind *kind = seidel_gallery_find ("poisson-5");
  SeidelMatrix *matrix = seidel_gallery_make (kind, size, NULL, NULL, NULL);
  Run run = { seidel_problem_new_from_specs (matrix, &ones, NULL, NULL, NULL, NULL),
              seidel_trace_new (), g_cancellable_new () };
  GThread *thread = g_thread_new ("solve", solve, &run);

  /* The trace may be read at any time, without a lock. */
  while (seidel_trace_state (run.trace) < SEIDEL_RUN_STOPPED
         && seidel_trace_iterations (run.trace) < 2000)
    {
      size_t n = seidel_trace_n_points (run.trace);

      g_usleep (100000);
      if (n == 0)
        continue;
      SeidelTracePoint latest = seidel_trace_point (run.trace, n - 1);
      printf ("iteration %d: residual %.3e\n", (int) latest.iteration, latest.residual);
    }
  g_cancellable_cancel (run.cancellable);

  SeidelOutcome *outcome = (SeidelOutcome *) g_thread_join (thread);
  printf ("%s; residual %.3e\n", seidel_reason_id (outcome->reason), outcome->true_2);
  seidel_outcome_free (outcome);
  g_object_unref (run.cancellable);
  seidel_trace_unref (run.trace);
  seidel_problem_unref (run.problem);
  seidel_matrix_unref (matrix);
  return 0;
}
