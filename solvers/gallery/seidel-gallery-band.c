/* Narrow and simple shapes: one chain of dependencies, a tridiagonal, an arrow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-fill.h"

static int64_t
tridiagonal_count (const void *formula, int64_t row)
{
  int64_t rows = *(const int64_t *) formula;

  return 1 + (row > 0) + (row < rows - 1);
}

static void
tridiagonal_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int64_t rows = *(const int64_t *) formula;
  int n = 0;

  for (int64_t column = MAX (row - 1, 0); column <= MIN (row + 1, rows - 1); column++)
    {
      columns[n] = (int32_t) column;
      values[n++] = column == row ? 2.0 : -1.0;
    }
}

SeidelCsr *
seidel_gallery_tridiagonal (const double *values,
                            SeidelProgress *progress,
                            GCancellable *cancellable,
                            GError **error)
{
  int64_t rows = (int64_t) values[0];

  return seidel_gallery_fill (values[0], 3.0 * values[0], tridiagonal_count, tridiagonal_fill,
                              &rows, progress, cancellable, error);
}

static int64_t
chain_count (const void *formula, int64_t row)
{
  return 1 + (row > 0);
}

static void
chain_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int n = 0;

  if (row > 0)
    {
      columns[n] = (int32_t) (row - 1);
      values[n++] = -1.0;
    }
  columns[n] = (int32_t) row;
  values[n] = 2.0;
}

SeidelCsr *
seidel_gallery_chain (const double *values,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  return seidel_gallery_fill (values[0], 2.0 * values[0], chain_count, chain_fill, NULL, progress,
                              cancellable, error);
}

static int64_t
arrow_count (const void *formula, int64_t row)
{
  int64_t last = *(const int64_t *) formula - 1;

  return row == last ? last + 1 : 2;
}

/* Diagonally dominant throughout: 2 against 1, and in the corner rows against rows − 1. */
static void
arrow_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int64_t last = *(const int64_t *) formula - 1;

  if (row < last)
    {
      columns[0] = (int32_t) row;
      values[0] = 2.0;
      columns[1] = (int32_t) last;
      values[1] = -1.0;
      return;
    }
  for (int64_t column = 0; column < last; column++)
    {
      columns[column] = (int32_t) column;
      values[column] = -1.0;
    }
  columns[last] = (int32_t) last;
  values[last] = (double) (last + 1);
}

SeidelCsr *
seidel_gallery_arrow (const double *values,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  int64_t rows = (int64_t) values[0];

  return seidel_gallery_fill (values[0], 3.0 * values[0], arrow_count, arrow_fill, &rows, progress,
                              cancellable, error);
}
