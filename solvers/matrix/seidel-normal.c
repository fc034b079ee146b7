/* Products with the transpose, and the residual of the normal equations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-normal.h"

#define ENTRIES_PER_POLL ((int64_t) 1 << 20)

double
seidel_csr_norm_frobenius (const SeidelCsr *csr, double damp)
{
  return hypot (seidel_vector_norm_2 (csr->values, seidel_csr_nonzeros (csr)),
                damp * sqrt ((double) csr->columns));
}

bool
seidel_csr_multiply_transposed (const SeidelCsr *csr,
                                const double *x,
                                double *y,
                                GCancellable *cancellable)
{
  int64_t next_poll = 0;

  for (int64_t column = 0; column < csr->columns; column++)
    y[column] = 0.0;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t begin = csr->row_offsets[row];
      const int64_t end = csr->row_offsets[row + 1];

      /* Rows count as well: there may be many empty ones. */
      if (end + row >= next_poll)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return false;
          next_poll = end + row + ENTRIES_PER_POLL;
        }
      for (int64_t k = begin; k < end; k++)
        y[csr->column_indices[k]] += csr->values[k] * x[row];
    }
  return true;
}

double
seidel_csr_normal_residual (const SeidelCsr *csr,
                            const double *b,
                            const double *x,
                            double damp,
                            int threads,
                            GCancellable *cancellable)
{
  double *r = seidel_vector_new (csr->rows, NULL);
  double *y = seidel_vector_new (csr->columns, NULL);
  double normal = NAN;

  if (r != NULL && y != NULL && seidel_csr_residual (csr, b, x, r, threads, cancellable)
      && seidel_csr_multiply_transposed (csr, r, y, cancellable))
    {
      const double norm =
        hypot (seidel_vector_norm_2 (r, csr->rows), damp * seidel_vector_norm_2 (x, csr->columns));

      for (int64_t i = 0; i < csr->columns; i++)
        y[i] -= damp * damp * x[i];
      normal = seidel_vector_norm_2 (y, csr->columns);
      /* A zero here is one of r̄ or of the matrix, too. */
      if (normal != 0.0)
        normal /= norm * seidel_csr_norm_frobenius (csr, damp);
    }
  seidel_vector_free (r);
  seidel_vector_free (y);
  return normal;
}
