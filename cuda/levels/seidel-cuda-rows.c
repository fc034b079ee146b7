/* The entries that the rows of a sweep depend on: see seidel-cuda-rows.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-rows.h"

/* The entries of a row from the far end of the triangle that the sweep updates before it to the
 * diagonal, and one more than the highest of their levels, where these are there. */
static inline int32_t
look_at_row (const SeidelCsrView *A,
             bool forward,
             int64_t row,
             const int32_t *level,
             int32_t *length)
{
  const int64_t begin = A->row_offsets[row];
  const int64_t end = A->row_offsets[row + 1];
  const int32_t *columns = forward ? A->column_indices + begin : A->column_indices + end - 1;
  const int32_t n = (int32_t) (end - begin);
  int32_t found = 0;
  int32_t e = 0;

  for (; e < n; e++)
    {
      const int32_t column = columns[forward ? e : -e];

      if (forward ? column >= row : column <= row)
        break;
      if (level != NULL)
        found = found > level[column] ? found : level[column];
    }
  *length = e;
  return found + 1;
}

int32_t
seidel_swept_entries (const SeidelCsrView *A,
                      bool forward,
                      const SeidelLevelsView *given,
                      SeidelSwept *swept,
                      int32_t *level)
{
  int32_t most = 0;

  for (int64_t i = 0; i < A->rows; i++)
    {
      const int64_t row = forward ? i : A->rows - 1 - i;
      int32_t length;
      const int32_t found = look_at_row (A, forward, row, given != NULL ? NULL : level, &length);

      swept[row] =
        (SeidelSwept){ forward ? A->row_offsets[row] : A->row_offsets[row + 1] - 1, length };
      level[row] = given != NULL ? given->level_of_row[row] : found;
      most = most > level[row] ? most : level[row];
    }
  return most;
}

int32_t
seidel_survey_rows (const SeidelCsrView *A,
                    SeidelDirection direction,
                    int32_t *level,
                    SeidelSweptLengths *lengths)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  int32_t most = 0;

  *lengths = (SeidelSweptLengths){ A->rows, 0, 0 };
  for (int64_t i = 0; i < A->rows; i++)
    {
      const int64_t row = forward ? i : A->rows - 1 - i;
      int32_t length;

      level[row] = look_at_row (A, forward, row, level, &length);
      most = most > level[row] ? most : level[row];
      lengths->longest = lengths->longest > length ? lengths->longest : length;
      lengths->sum += length;
    }
  return most;
}

int64_t
seidel_sum_of_swept (const SeidelSwept *swept, const int32_t *rows, int32_t first, int32_t end)
{
  int64_t sum = 0;

  for (int32_t i = first; i < end; i++)
    sum += swept[rows[i]].length;
  return sum;
}

SeidelSweptLengths
seidel_swept_lengths (const SeidelCsrView *A, SeidelDirection direction)
{
  SeidelSweptLengths lengths = { A->rows, 0, 0 };

  for (int64_t row = 0; row < A->rows; row++)
    {
      int32_t length;

      (void) look_at_row (A, direction == SEIDEL_DIRECTION_FORWARD, row, NULL, &length);
      lengths.longest = lengths.longest > length ? lengths.longest : length;
      lengths.sum += length;
    }
  return lengths;
}

/* Lists rows by the levels that are given for them, by counting. */
static void
list_by_level (int64_t n, const int32_t *level, int32_t *starts, int32_t *rows)
{
  for (int64_t row = 0; row < n; row++)
    starts[level[row]]++;
  for (int32_t l = 1, sum = 0; l <= n; l++)
    {
      const int32_t count = starts[l];

      starts[l] = sum;
      sum += count;
    }
  for (int64_t row = 0; row < n; row++)
    rows[starts[level[row]]++] = (int32_t) row;
}

int32_t *
seidel_rows_by_level (const SeidelCsrView *matrix,
                      SeidelDirection direction,
                      const SeidelLevelsView *given,
                      int32_t *n_levels)
{
  const size_t n = (size_t) matrix->rows;
  SeidelSwept *swept = (SeidelSwept *) malloc ((n + 1) * sizeof *swept);
  int32_t *level = (int32_t *) malloc ((n + 1) * sizeof *level);
  int32_t *starts = (int32_t *) calloc (n + 2, sizeof *starts);
  int32_t *rows = (int32_t *) malloc ((n + 1) * sizeof *rows);

  if (swept != NULL && level != NULL && starts != NULL && rows != NULL)
    {
      *n_levels =
        seidel_swept_entries (matrix, direction == SEIDEL_DIRECTION_FORWARD, given, swept, level);
      list_by_level (matrix->rows, level, starts, rows);
    }
  else
    {
      free (rows);
      rows = NULL;
    }
  free (swept);
  free (level);
  free (starts);
  return rows;
}

int32_t
seidel_count_levels (const SeidelCsrView *matrix, SeidelDirection direction)
{
  const size_t n = (size_t) matrix->rows;
  SeidelSwept *swept = (SeidelSwept *) malloc ((n + 1) * sizeof *swept);
  int32_t *level = (int32_t *) malloc ((n + 1) * sizeof *level);
  int32_t count = 0;

  if (swept != NULL && level != NULL)
    count =
      seidel_swept_entries (matrix, direction == SEIDEL_DIRECTION_FORWARD, NULL, swept, level);
  free (swept);
  free (level);
  return count;
}
