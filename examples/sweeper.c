/* The sweeps and preconditioners of the library in a method of one's own: conjugate gradients.
 *
 *   cc sweeper.c $(pkg-config --cflags --libs seidel) -lm -o sweeper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdio.h>
#include <seidel.h>

#define N      10000 /* a grid of 100 × 100 points */
#define SWEEPS 20

static double
dot (const double *x, const double *y)
{
  double sum = 0.0;

  for (int i = 0; i < N; i++)
    sum += x[i] * y[i];
  return sum;
}

int
main (void)
{
  static double b[N], x[N], r[N], z[N], p[N], q[N]; /* x of the sweeps */
  double residuals[SWEEPS], alpha;
  SeidelMatrix *A = seidel_matrix_generate ("poisson-5 --size 100", NULL, NULL, NULL);
  const int64_t *offsets = seidel_matrix_row_offsets (A);
  const int32_t *columns = seidel_matrix_column_indices (A);
  const double *values = seidel_matrix_values (A);
  SeidelSweeper *S = seidel_sweeper_new (A, NULL, NULL, NULL);
  SeidelPreconditioner *M = seidel_preconditioner_new (A, "ic0", NULL, NULL, NULL);
  int k = 0;

  for (int i = 0; i < N; i++)
    r[i] = b[i] = 1.0;
  seidel_sweeper_relax (S, SEIDEL_SWEEP_SYMMETRIC, 1.0, SWEEPS, b, x, residuals, NULL);
  printf ("%d symmetric sweeps by %s: residual %g to %g\n", SWEEPS, seidel_sweeper_strategy (S),
          residuals[0], residuals[SWEEPS - 1]);
  for (double rho = 0.0, before = 0.0; k < 1000 && dot (r, r) > 1e-20 * N; k++, before = rho)
    {
      seidel_preconditioner_apply (M, r, z, NULL);
      rho = dot (r, z);
      for (int i = 0; i < N; i++)
        p[i] = z[i] + (k > 0 ? rho / before : 0.0) * p[i];
      for (int i = 0; i < N; i++)
        {
          q[i] = 0.0;
          for (int64_t at = offsets[i]; at < offsets[i + 1]; at++)
            q[i] += values[at] * p[columns[at]];
        }
      alpha = rho / dot (p, q);
      for (int i = 0; i < N; i++)
        r[i] -= alpha * q[i];
    }
  printf ("%d iterations of CG with ic0: residual %g\n", k, sqrt (dot (r, r)));
  return 0;
}
