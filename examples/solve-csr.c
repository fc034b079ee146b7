/* Solves A x = b for a CSR matrix held in memory: the second difference on 100 points.
 *
 *   cc solve-csr.c $(pkg-config --cflags --libs seidel) -o solve-csr
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <seidel.h>

#define N 100

int
main (void)
{
  int64_t row_offsets[N + 1] = { 0 };
  int32_t column_indices[3 * N];
  double values[3 * N], b[N];
  GError *error = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelOutcome *outcome = NULL;

  for (int32_t i = 0; i < N; i++)
    {
      int64_t k = row_offsets[i];

      for (int32_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++, k++)
        {
          column_indices[k] = j;
          values[k] = j == i ? 2.0 : -1.0;
        }
      row_offsets[i + 1] = k;
      b[i] = i == 0 || i == N - 1 ? 1.0 : 0.0; /* so that x is 1 everywhere */
    }

  SeidelCsr *csr = seidel_csr_new_from_arrays (N, N, row_offsets, column_indices, values, &error);
  SeidelMatrix *matrix = csr != NULL ? seidel_matrix_new ("second difference", csr) : NULL;
  SeidelProblem *problem = matrix != NULL ? seidel_problem_new (matrix, b, NULL, &error) : NULL;
  SeidelTrace *trace = seidel_trace_new ();

  options.method = "cg";
  options.tolerance = 1e-12;
  if (problem != NULL)
    outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  if (outcome != NULL)
    printf ("%s after %d iterations; residual %.1e, x[0] = %.6f\n",
            seidel_reason_id (outcome->reason), (int) outcome->iterations, outcome->true_2,
            outcome->x[0]);
  else
    fprintf (stderr, "%s\n", error->message);

  int status = outcome != NULL && outcome->converged ? 0 : 1;
  g_clear_pointer (&outcome, seidel_outcome_free);
  seidel_trace_unref (trace);
  g_clear_pointer (&problem, seidel_problem_unref);
  g_clear_pointer (&matrix, seidel_matrix_unref);
  g_clear_error (&error);
  return status;
}
