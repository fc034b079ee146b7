/* Solves A x = b for a matrix in memory, which stays where it is: the second difference.
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
  int32_t row_offsets[N + 1] = { 0 }, column_indices[3 * N];
  double values[3 * N], b[N];
  SeidelArrays arrays = SEIDEL_ARRAYS_INIT;
  SeidelOptions *options = seidel_options_new ();
  SeidelTrace *trace = seidel_trace_new ();
  SeidelProblem *problem = NULL;
  SeidelOutcome *outcome = NULL;
  GError *error = NULL;

  for (int32_t i = 0, k = 0; i < N; i++)
    {
      for (int32_t j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++, k++)
        {
          column_indices[k] = j;
          values[k] = j == i ? 2.0 : -1.0;
        }
      row_offsets[i + 1] = k;
      b[i] = i == 0 || i == N - 1 ? 1.0 : 0.0; /* so that x is 1 everywhere */
    }
  arrays.rows = arrays.columns = N;
  arrays.row_offsets = row_offsets;
  arrays.offset_numbers = SEIDEL_NUMBERS_INT32;
  arrays.column_indices = column_indices;
  arrays.values = values;
  arrays.borrow = true;

  SeidelMatrix *matrix = seidel_matrix_new_from_arrays ("second difference", &arrays, &error);
  if (matrix != NULL && seidel_options_set (options, "method", "cg", &error)
      && seidel_options_set_number (options, "tolerance", 1e-12, &error))
    problem = seidel_problem_new (matrix, b, NULL, &error);
  if (problem != NULL)
    outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);
  if (outcome != NULL)
    printf ("%s %d iterations; residual %.1e, x[0] = %.6f\n", seidel_outcome_sentence (outcome),
            (int) seidel_outcome_value (outcome, "iterations"),
            seidel_outcome_value (outcome, "residual.true_2"), seidel_outcome_x (outcome, NULL)[0]);
  else
    fprintf (stderr, "%s\n", error->message);
  return outcome != NULL && seidel_outcome_value (outcome, "converged") == 1.0 ? 0 : 1;
}
