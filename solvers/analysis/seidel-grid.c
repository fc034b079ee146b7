/* Finding a grid: its lines are as long as the bandwidth, or one less where points are coupled with
 * their diagonal neighbours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-grid.h"

static bool
couples_neighbours (const SeidelCsr *csr, int64_t line)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t i = row / line, j = row % line;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int64_t down = csr->column_indices[k] / line - i;
          const int64_t right = csr->column_indices[k] % line - j;

          if (down < -1 || down > 1 || right < -1 || right > 1)
            return false;
        }
    }
  return true;
}

int64_t
seidel_grid_line (const SeidelCsr *csr)
{
  const int64_t bandwidth = csr->rows == csr->columns ? seidel_csr_bandwidth (csr) : 0;

  for (int64_t line = bandwidth; line >= MAX (bandwidth - 1, 2); line--)
    if (csr->rows % line == 0 && csr->rows / line >= 2 && couples_neighbours (csr, line))
      return line;
  return 0;
}
