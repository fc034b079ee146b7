/* Finding a grid: its lines are as long as the bandwidth, or one less where points are coupled with
 * their diagonal neighbours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-grid.h"

static inline int64_t
original (const int32_t *permutation, int64_t row)
{
  return permutation != NULL ? permutation[row] : row;
}

static bool
couples_neighbours (const SeidelCsr *csr, const int32_t *permutation, int64_t line)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t point = original (permutation, row);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int64_t other = original (permutation, csr->column_indices[k]);
          const int64_t down = other / line - point / line;
          const int64_t right = other % line - point % line;

          if (down < -1 || down > 1 || right < -1 || right > 1)
            return false;
        }
    }
  return true;
}

static int64_t
find_bandwidth (const SeidelCsr *csr, const int32_t *permutation)
{
  int64_t bandwidth = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int64_t distance =
          original (permutation, row) - original (permutation, csr->column_indices[k]);

        bandwidth = MAX (bandwidth, ABS (distance));
      }
  return bandwidth;
}

int64_t
seidel_grid_line_reordered (const SeidelCsr *csr, const int32_t *permutation)
{
  int64_t bandwidth;

  if (csr->rows != csr->columns)
    return 0;
  bandwidth = permutation == NULL ? seidel_csr_bandwidth (csr) : find_bandwidth (csr, permutation);
  for (int64_t line = bandwidth; line >= MAX (bandwidth - 1, 2); line--)
    if (csr->rows % line == 0 && csr->rows / line >= 2
        && couples_neighbours (csr, permutation, line))
      return line;
  return 0;
}

int64_t
seidel_grid_line (const SeidelCsr *csr)
{
  return seidel_grid_line_reordered (csr, NULL);
}
