/* Artificial matrices whose entries lie on a few diagonals.
 *
 * Source: Jost, Contassot-Vivier, Vialle, "An efficient multi-algorithms sparse linear solver for
 * GPUs" (2009): reproducible artificial matrices of 100 to 3,000,000 rows, stored by diagonals that
 * wrap around. The paper gives neither the diagonals nor the values; here they are the main
 * diagonal and pairs at equal distances, with random values and a dominant main diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include <math.h>
#include <stdlib.h>

#include "matrix/seidel-vector.h"

#define MOST_DIAGONALS 99

typedef struct
{
  int64_t rows;
  double dominance;
  bool cyclic;
  uint64_t seed;
  int n;
  int64_t offsets[MOST_DIAGONALS]; /* increasing; column − row, cyclic ones from 0 to rows − 1 */
} Diagonals;

static int
compare_offsets (const void *a, const void *b)
{
  int64_t first = *(const int64_t *) a;
  int64_t second = *(const int64_t *) b;

  return (first > second) - (first < second);
}

/* Adds an offset unless it is outside the matrix or already there. */
static void
add_offset (Diagonals *diagonals, int64_t offset)
{
  if (llabs (offset) >= diagonals->rows)
    return;
  if (diagonals->cyclic && offset < 0)
    offset += diagonals->rows;
  for (int i = 0; i < diagonals->n; i++)
    if (diagonals->offsets[i] == offset)
      return;
  diagonals->offsets[diagonals->n++] = offset;
}

/* 0, +1, −1, then further pairs at multiples of the spacing. */
static void
choose_offsets (Diagonals *diagonals, int wanted, int64_t spacing)
{
  for (int d = 0; d < wanted; d++)
    {
      int64_t distance = d == 0 ? 0 : 1 + (d - 1) / 2 * spacing;

      add_offset (diagonals, d % 2 == 1 ? distance : -distance);
    }
  qsort (diagonals->offsets, (size_t) diagonals->n, sizeof *diagonals->offsets, compare_offsets);
}

static int64_t
diagonals_count (const void *formula, int64_t row)
{
  const Diagonals *diagonals = formula;
  int64_t n = 0;

  if (diagonals->cyclic)
    return diagonals->n;
  for (int d = 0; d < diagonals->n; d++)
    n += row + diagonals->offsets[d] >= 0 && row + diagonals->offsets[d] < diagonals->rows;
  return n;
}

static int64_t
diagonals_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Diagonals *diagonals = formula;
  double sum = 0.0;
  int64_t diagonal = 0;
  int64_t n = 0;
  int first = 0; /* the diagonal with the smallest column in this row */

  if (diagonals->cyclic)
    while (first < diagonals->n && row + diagonals->offsets[first] < diagonals->rows)
      first++;
  for (int i = 0; i < diagonals->n; i++)
    {
      int d = (first + i) % diagonals->n;
      int64_t column = row + diagonals->offsets[d];

      if (diagonals->cyclic)
        column %= diagonals->rows;
      if (column < 0 || column >= diagonals->rows)
        continue;
      columns[n] = (int32_t) column;
      values[n] =
        seidel_random_uniform (diagonals->seed, (uint64_t) row * MOST_DIAGONALS + (uint64_t) d);
      if (column == row)
        diagonal = n;
      else
        sum += fabs (values[n]);
      n++;
    }
  values[diagonal] = sum > 0.0 ? diagonals->dominance * sum : 1.0;
  return n;
}

/* ⌊√n⌋ */
static int64_t
whole_root (int64_t n)
{
  int64_t root = (int64_t) sqrt ((double) n);

  while (root * root > n)
    root--;
  return root;
}

void
seidel_gallery_diagonals (const double *values, SeidelGalleryRows *rows)
{
  Diagonals *diagonals = g_new0 (Diagonals, 1);
  double entries = 0.0;

  diagonals->rows = (int64_t) values[0];
  diagonals->dominance = values[3];
  diagonals->cyclic = values[4] != 0.0;
  diagonals->seed = (uint64_t) values[5];
  choose_offsets (diagonals, (int) values[1],
                  values[2] > 0.0 ? (int64_t) values[2] : whole_root (diagonals->rows));
  for (int d = 0; d < diagonals->n; d++)
    entries += (double) (diagonals->rows - (diagonals->cyclic ? 0 : llabs (diagonals->offsets[d])));
  rows->rows = values[0];
  rows->entries = entries;
  rows->exact = true;
  rows->longest = diagonals->n;
  rows->count = diagonals_count;
  rows->fill = diagonals_fill;
  rows->formula = diagonals;
}
