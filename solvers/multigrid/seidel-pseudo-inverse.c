/* The inverse of a small dense matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-pseudo-inverse.h"

#include <float.h>
#include <math.h>

#include "base/seidel-memory.h"

/* [A I] is turned into [P X] by eliminating: row r of X belongs to the column that row r of A has
 * its pivot in. That column of A then is one of P, and column r of X takes its place. */
typedef struct
{
  int64_t n;
  double *entries;        /* n × n, by rows */
  int64_t *column_of_row; /* of the pivot; −1: none yet */
  bool *column_done;
  int64_t *largest; /* of each row without a pivot: the column of the largest entry that is left */
  int threads;
} Elimination;

/* Rows from which on a team of threads is faster: a step takes one as long as a team to meet. */
#define LEAST_SHARED 128

/* Notes the largest entry of a row in the columns without a pivot. */
static void
look_for_largest (const Elimination *e, int64_t row)
{
  const double *entries = e->entries + row * e->n;
  double largest = 0.0;

  e->largest[row] = -1;
  for (int64_t j = 0; j < e->n; j++)
    if (fabs (entries[j]) > largest && !e->column_done[j])
      {
        largest = fabs (entries[j]);
        e->largest[row] = j;
      }
}

/* The largest entry of the rows and columns without a pivot. */
static double
find_pivot (const Elimination *e, int64_t *row, int64_t *column)
{
  double largest = 0.0;

  for (int64_t i = 0; i < e->n; i++)
    {
      const double entry = e->column_of_row[i] >= 0 || e->largest[i] < 0
                             ? 0.0
                             : fabs (e->entries[i * e->n + e->largest[i]]);

      if (entry > largest)
        {
          largest = entry;
          *row = i;
          *column = e->largest[i];
        }
    }
  return largest;
}

static void
eliminate (Elimination *e, int64_t row, int64_t column)
{
  const int64_t n = e->n;
  double *own = e->entries + row * n;
  const double pivot = own[column];

  e->column_of_row[row] = column;
  e->column_done[column] = true;
  own[column] = 1.0;
  for (int64_t j = 0; j < n; j++)
    own[j] /= pivot;
#pragma omp parallel for num_threads(e->threads) schedule(static) if (n >= LEAST_SHARED)
  for (int64_t i = 0; i < n; i++)
    {
      double *other = e->entries + i * n;
      const double factor = other[column];

      if (i != row && factor != 0.0)
        {
          other[column] = 0.0;
          for (int64_t j = 0; j < n; j++)
            other[j] -= factor * own[j];
        }
      if (e->column_of_row[i] < 0 && (factor != 0.0 || e->largest[i] == column))
        look_for_largest (e, i);
    }
}

/* Without the rows and columns that have no pivot. */
static SeidelCsr *
collect (const Elimination *e, GError **error)
{
  const int64_t n = e->n;
  SeidelCsr *inverse = seidel_csr_new (n, n, n * n, error);

  if (inverse == NULL)
    return NULL;
  for (int64_t i = 0; i < n; i++)
    {
      inverse->row_offsets[i + 1] = (i + 1) * n;
      for (int64_t j = 0; j < n; j++)
        {
          inverse->column_indices[i * n + j] = (int32_t) j;
          inverse->values[i * n + j] = 0.0;
        }
    }
  for (int64_t row = 0; row < n; row++)
    for (int64_t j = 0; j < n && e->column_of_row[row] >= 0; j++)
      if (e->column_of_row[j] >= 0)
        inverse->values[e->column_of_row[row] * n + j] = e->entries[row * n + e->column_of_row[j]];
  return inverse;
}

SeidelCsr *
seidel_csr_pseudo_inverse (const SeidelCsr *csr, int threads, GError **error)
{
  const int64_t n = csr->rows;
  const size_t bytes = (size_t) MAX (n * n, 1) * sizeof (double);
  g_autofree double *entries = seidel_memory_try0 (bytes, "the coarsest matrix", error);
  g_autofree int64_t *column_of_row = NULL;
  g_autofree int64_t *largest = NULL;
  g_autofree bool *column_done = NULL;
  Elimination e = { .n = n, .entries = entries, .threads = threads };
  double first = 0.0;

  if (entries == NULL)
    return NULL;
  e.column_of_row = column_of_row = g_new (int64_t, n + 1);
  e.column_done = column_done = g_new0 (bool, n + 1);
  e.largest = largest = g_new (int64_t, n + 1);
  for (int64_t i = 0; i < n; i++)
    {
      column_of_row[i] = -1;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        entries[i * n + csr->column_indices[k]] = csr->values[k];
      look_for_largest (&e, i);
    }
  for (int64_t step = 0; step < n; step++)
    {
      int64_t row = 0;
      int64_t column = 0;
      double pivot = find_pivot (&e, &row, &column);

      first = step == 0 ? pivot : first;
      if (!(pivot > (double) n * DBL_EPSILON * first))
        break;
      eliminate (&e, row, column);
    }
  return collect (&e, error);
}
