/* Matrices of random values: dense ones, and sparse ones with a given diagonal dominance.
 *
 * Every value depends on the seed and its position alone, so rows can be made in any order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include <math.h>

#include "matrix/seidel-vector.h"

typedef struct
{
  int64_t rows;
  int64_t degree;
  double dominance;
  uint64_t seed;
} Random;

static Random *
random_rows (SeidelGalleryRows *rows, double size, double per_row)
{
  Random *formula = g_new0 (Random, 1);

  formula->rows = (int64_t) size;
  rows->rows = size;
  rows->entries = size * per_row;
  rows->exact = true;
  rows->longest = per_row;
  rows->formula = formula;
  return formula;
}

static int64_t
dense_count (const void *formula, int64_t row)
{
  return ((const Random *) formula)->rows;
}

static int64_t
dense_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Random *dense = formula;

  for (int64_t column = 0; column < dense->rows; column++)
    {
      columns[column] = (int32_t) column;
      values[column] = seidel_random_uniform (dense->seed, (uint64_t) row * (uint64_t) dense->rows
                                                             + (uint64_t) column);
    }
  return dense->rows;
}

void
seidel_gallery_random_dense (const double *values, SeidelGalleryRows *rows)
{
  Random *dense = random_rows (rows, values[0], values[0]);

  dense->seed = (uint64_t) values[1];
  rows->count = dense_count;
  rows->fill = dense_fill;
}

/* Random numbers per row: the first half gives columns, the second values. */
#define DRAWS_PER_ROW ((uint64_t) 1 << 20)

static int64_t
dominant_count (const void *formula, int64_t row)
{
  return ((const Random *) formula)->degree + 1;
}

static int64_t
dominant_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Random *dominant = formula;
  uint64_t draw = (uint64_t) row * DRAWS_PER_ROW;
  uint64_t value_draw = draw + DRAWS_PER_ROW / 2;
  int64_t n = 1;
  int64_t diagonal = 0;
  double sum = 0.0;

  columns[0] = (int32_t) row;
  while (n <= dominant->degree)
    {
      double u = 0.5 * (seidel_random_uniform (dominant->seed, draw++) + 1.0);
      int64_t column = MIN ((int64_t) (u * (double) dominant->rows), dominant->rows - 1);

      n = seidel_gallery_insert_column (columns, n, (int32_t) column);
    }
  for (int64_t k = 0; k < n; k++)
    {
      if (columns[k] == row)
        {
          diagonal = k;
          continue;
        }
      values[k] = seidel_random_uniform (dominant->seed, value_draw++);
      sum += fabs (values[k]);
    }
  values[diagonal] = sum > 0.0 ? dominant->dominance * sum : 1.0;
  return n;
}

void
seidel_gallery_random_dominant (const double *values, SeidelGalleryRows *rows)
{
  double degree = MIN (values[1], values[0] - 1.0);
  Random *dominant = random_rows (rows, values[0], degree + 1.0);

  dominant->degree = (int64_t) degree;
  dominant->dominance = values[2];
  dominant->seed = (uint64_t) values[3];
  rows->count = dominant_count;
  rows->fill = dominant_fill;
}
