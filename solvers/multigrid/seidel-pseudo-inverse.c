/* The inverse of a small dense matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-pseudo-inverse.h"

#include <float.h>
#include <math.h>

#include "base/seidel-memory.h"

/* [A I] is turned into [P X] by eliminating: row r of X belongs to the column that row r of A has
 * its pivot in. That column of A then is one of P, and column r of X takes its place.
 *
 * A pivot is the largest entry that is left. Of a definite matrix that is on the diagonal: it is
 * taken from there as long as its row and its column have no larger one. */
typedef struct
{
  int64_t n;
  double *entries;        /* n × n, by rows */
  int64_t *column_of_row; /* of the pivot; −1: none yet */
  bool *column_done;
  int64_t *largest; /* of each row without a pivot: the column of the largest entry that is left */
  bool searches;    /* these are known, and needed */
  int threads;
} Elimination;

/* Rows for each thread of a team, in a step of which it would meet for longer with less. */
#define SHARE 64

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

/* Whether no entry that is left in the row and the column of a diagonal one is larger. */
static bool
is_largest_around (const Elimination *e, int64_t i)
{
  const double pivot = fabs (e->entries[i * e->n + i]);

  for (int64_t j = 0; j < e->n; j++)
    if ((!e->column_done[j] && fabs (e->entries[i * e->n + j]) > pivot)
        || (e->column_of_row[j] < 0 && fabs (e->entries[j * e->n + i]) > pivot))
      return false;
  return true;
}

/* The largest entry of the diagonal that is left, where it serves as a pivot; otherwise 0. */
static double
find_on_diagonal (const Elimination *e, int64_t *row, int64_t *column)
{
  double largest = 0.0;

  for (int64_t i = 0; i < e->n; i++)
    if (e->column_of_row[i] < 0 && fabs (e->entries[i * e->n + i]) > largest)
      {
        largest = fabs (e->entries[i * e->n + i]);
        *row = *column = i;
      }
  return largest > 0.0 && is_largest_around (e, *row) ? largest : 0.0;
}

/* A pivot that is greater than least; 0: there is none. Once the diagonal has none, all entries are
 * searched. */
static double
find_next (Elimination *e, double least, int64_t *row, int64_t *column)
{
  double pivot = e->searches ? 0.0 : find_on_diagonal (e, row, column);

  if (pivot > least)
    return pivot;
  for (int64_t i = 0; i < e->n && !e->searches; i++)
    if (e->column_of_row[i] < 0)
      look_for_largest (e, i);
  e->searches = true;
  pivot = find_pivot (e, row, column);
  return pivot > least ? pivot : 0.0;
}

static void
eliminate (Elimination *e, int64_t row, int64_t column)
{
  const int64_t n = e->n;
  const int threads = (int) CLAMP (n / SHARE, 1, e->threads);
  double *own = e->entries + row * n;
  const double pivot = own[column];

  e->column_of_row[row] = column;
  e->column_done[column] = true;
  own[column] = 1.0;
  for (int64_t j = 0; j < n; j++)
    own[j] /= pivot;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
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
      if (e->searches && e->column_of_row[i] < 0 && (factor != 0.0 || e->largest[i] == column))
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
    }
  for (int64_t step = 0; step < n; step++)
    {
      int64_t row = 0;
      int64_t column = 0;
      double pivot = find_next (&e, (double) n * DBL_EPSILON * first, &row, &column);

      first = step == 0 ? pivot : first;
      if (pivot == 0.0)
        break;
      eliminate (&e, row, column);
    }
  return collect (&e, error);
}
