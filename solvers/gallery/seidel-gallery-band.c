/* Simple shapes: a tridiagonal matrix, chains of dependencies, an arrow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

typedef struct
{
  int64_t rows;
  int64_t width; /* number of chains */
} Band;

static void
band_rows (SeidelGalleryRows *rows, double size, double width)
{
  Band *band = g_new (Band, 1);

  *band = (Band){ (int64_t) size, (int64_t) width };
  rows->rows = size;
  rows->exact = true;
  rows->formula = band;
}

/* Tridiagonal: (−1, 2, −1), whose eigenvalues are 2 − 2 cos (k π / (n + 1)). */
static int64_t
tridiagonal_count (const void *formula, int64_t row)
{
  const Band *band = formula;

  return 1 + (row > 0) + (row < band->rows - 1);
}

static int64_t
tridiagonal_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Band *band = formula;
  int n = 0;

  for (int64_t column = MAX (row - 1, 0); column <= MIN (row + 1, band->rows - 1); column++)
    {
      columns[n] = (int32_t) column;
      values[n++] = column == row ? 2.0 : -1.0;
    }
  return n;
}

void
seidel_gallery_tridiagonal (const double *values, SeidelGalleryRows *rows)
{
  band_rows (rows, values[0], 1.0);
  rows->entries = 3.0 * values[0] - 2.0;
  rows->longest = 3.0;
  rows->count = tridiagonal_count;
  rows->fill = tridiagonal_fill;
}

/* Chains: each row depends on the row that is width rows above it. */
static int64_t
chain_count (const void *formula, int64_t row)
{
  const Band *band = formula;

  return 1 + (row >= band->width);
}

static int64_t
chain_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Band *band = formula;
  int n = 0;

  if (row >= band->width)
    {
      columns[n] = (int32_t) (row - band->width);
      values[n++] = -1.0;
    }
  columns[n] = (int32_t) row;
  values[n++] = 2.0;
  return n;
}

void
seidel_gallery_chain (const double *values, SeidelGalleryRows *rows)
{
  band_rows (rows, values[0], values[1]);
  rows->entries = values[0] + MAX (values[0] - values[1], 0.0);
  rows->longest = 2.0;
  rows->count = chain_count;
  rows->fill = chain_fill;
}

static int64_t
arrow_count (const void *formula, int64_t row)
{
  int64_t last = ((const Band *) formula)->rows - 1;

  return row == last ? last + 1 : 2;
}

/* Every row is strictly diagonally dominant: 2 over 1, and n over n − 1 in the last row. */
static int64_t
arrow_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int64_t last = ((const Band *) formula)->rows - 1;

  if (row < last)
    {
      columns[0] = (int32_t) row;
      values[0] = 2.0;
      columns[1] = (int32_t) last;
      values[1] = -1.0;
      return 2;
    }
  for (int64_t column = 0; column < last; column++)
    {
      columns[column] = (int32_t) column;
      values[column] = -1.0;
    }
  columns[last] = (int32_t) last;
  values[last] = (double) (last + 1);
  return last + 1;
}

void
seidel_gallery_arrow (const double *values, SeidelGalleryRows *rows)
{
  band_rows (rows, values[0], 1.0);
  rows->entries = 3.0 * values[0] - 2.0;
  rows->longest = values[0];
  rows->count = arrow_count;
  rows->fill = arrow_fill;
}
