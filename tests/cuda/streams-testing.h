/* What the tests of schedules share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "../solvers/engine/sweep-testing.h"

/* x ← one sweep, and the partial residual of each row before it. */
static inline void
streams_sweep_ref (const SeidelCsr *csr, bool forward, const double *b, double *x, double *partial)
{
  for (int64_t i = 0; i < csr->rows; i++)
    {
      const int64_t row = forward ? i : csr->rows - 1 - i;
      const double diagonal = csr->values[seidel_csr_find (csr, row, row)];
      double swept = 0.0;
      double others = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int64_t column = csr->column_indices[k];

          if (forward ? column < row : column > row)
            swept += csr->values[k] * x[column];
          else if (column != row)
            others += csr->values[k] * x[column];
        }
      partial[row] = (b[row] - others) / diagonal;
      x[row] = (b[row] - others - swept) / diagonal;
    }
}
