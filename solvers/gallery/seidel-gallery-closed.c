/* Matrices whose determinant, inverse or spectrum is known, or asked for in a famous problem.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include <math.h>

/* Hilbert: 1 / (i + j − 1), i and j counted from 1. The inverse has integer entries, and the
 * condition number grows like e^(3.5 n) (Todd 1954; Higham, Accuracy and Stability of Numerical
 * Algorithms, 28.1). */

static int64_t
hilbert_count (const void *formula, int64_t row)
{
  return *(const int64_t *) formula;
}

static int64_t
hilbert_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int64_t n = *(const int64_t *) formula;

  for (int64_t column = 0; column < n; column++)
    {
      columns[column] = (int32_t) column;
      values[column] = 1.0 / (double) (row + column + 1);
    }
  return n;
}

void
seidel_gallery_hilbert (const double *values, SeidelGalleryRows *rows)
{
  int64_t *n = g_new (int64_t, 1);

  *n = (int64_t) values[0];
  rows->rows = values[0];
  rows->entries = values[0] * values[0];
  rows->exact = true;
  rows->longest = values[0];
  rows->count = hilbert_count;
  rows->fill = hilbert_fill;
  rows->formula = n;
}

/* Trefethen: primes on the diagonal, ones where |i − j| is a power of 2 (N. Trefethen, “A
 * Hundred-dollar, Hundred-digit Challenge”, SIAM News 35, 2002, problem 7). The matrices of group
 * JGD_Trefethen whose names end in b are the same without the first row and column. */

typedef struct
{
  int64_t rows;
  int32_t primes[]; /* of the diagonal */
} Trefethen;

/* An upper bound of the nth prime (Rosser 1941 from the 6th on). */
static int64_t
bound_prime (int64_t n)
{
  double x = (double) MAX (n, 6);

  return (int64_t) (x * (log (x) + log (log (x)))) + 1;
}

/* Stores primes number first to first + n − 1, counted from 1: the sieve of Eratosthenes. */
static void
find_primes (int64_t first, int64_t n, int32_t *primes)
{
  int64_t bound = bound_prime (first + n - 1);
  g_autofree bool *composite = g_new0 (bool, bound + 1);
  int64_t number = 0;

  for (int64_t i = 2; number < first + n - 1; i++)
    {
      if (composite[i])
        continue;
      if (++number >= first)
        primes[number - first] = (int32_t) i;
      for (int64_t multiple = i * i; multiple <= bound; multiple += i)
        composite[multiple] = true;
    }
}

/* Columns row − 2^k, row, row + 2^k. */
static int64_t
trefethen_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  const Trefethen *trefethen = formula;
  int64_t power = 1;
  int64_t n = 0;

  while (2 * power <= row)
    power *= 2;
  for (; power >= 1; power /= 2)
    if (power <= row)
      {
        columns[n] = (int32_t) (row - power);
        values[n++] = 1.0;
      }
  columns[n] = (int32_t) row;
  values[n++] = trefethen->primes[row];
  for (power = 1; row + power < trefethen->rows; power *= 2)
    {
      columns[n] = (int32_t) (row + power);
      values[n++] = 1.0;
    }
  return n;
}

void
seidel_gallery_trefethen (const double *values, SeidelGalleryRows *rows)
{
  size_t n = (size_t) values[0];
  Trefethen *trefethen = g_malloc (sizeof *trefethen + n * sizeof trefethen->primes[0]);

  trefethen->rows = (int64_t) n;
  find_primes ((int64_t) values[1], trefethen->rows, trefethen->primes);
  rows->rows = values[0];
  rows->entries = values[0];
  rows->longest = 1.0;
  for (int64_t power = 1; power < trefethen->rows; power *= 2)
    {
      rows->entries += 2.0 * (double) (trefethen->rows - power);
      rows->longest += 2.0;
    }
  rows->exact = true;
  rows->fill = trefethen_fill;
  rows->formula = trefethen;
}

/* Hypercube: the Laplacian of the graph whose nodes are the numbers of d bits, linked where they
 * differ in one bit. Its eigenvalues are 2 k, C(d, k)-fold, for k from 0 to d (Chung, Spectral
 * Graph Theory, 1997, example 1.6); level k + 1 holds the C(d, k) numbers with k bits set. */

static int64_t
hypercube_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int dimensions = *(const int *) formula;
  int64_t n = 0;

  for (int bit = dimensions - 1; bit >= 0; bit--)
    if (row >> bit & 1)
      columns[n++] = (int32_t) (row - ((int64_t) 1 << bit));
  columns[n++] = (int32_t) row;
  for (int bit = 0; bit < dimensions; bit++)
    if (!(row >> bit & 1))
      columns[n++] = (int32_t) (row + ((int64_t) 1 << bit));
  for (int64_t k = 0; k < n; k++)
    values[k] = columns[k] == row ? dimensions : -1.0;
  return n;
}

void
seidel_gallery_hypercube (const double *values, SeidelGalleryRows *rows)
{
  int *dimensions = g_new (int, 1);

  *dimensions = (int) values[0];
  rows->rows = (double) ((int64_t) 1 << *dimensions);
  rows->entries = rows->rows * (values[0] + 1.0);
  rows->exact = true;
  rows->longest = values[0] + 1.0;
  rows->fill = hypercube_fill;
  rows->formula = dimensions;
}

/* Mycielskian graphs: adjacency matrices of graphs without triangles whose chromatic number is the
 * size, from a single link on (J. Mycielski, “Sur le coloriage des graphes”, Colloq. Math. 3,
 * 1955). Each step turns a graph of n nodes into one of 2 n + 1: a copy u of every node v, linked
 * to v's neighbours, and a node w linked to all copies. Group Mycielski of the SuiteSparse
 * Collection. */

static int64_t
mycielskian_nodes (int size)
{
  return 3 * ((int64_t) 1 << (size - 2)) - 1;
}

static int64_t
mycielskian_count (const void *formula, int64_t row)
{
  int64_t degree = 0;
  int64_t factor = 1;

  for (int size = *(const int *) formula; size > 2; size--)
    {
      int64_t n = mycielskian_nodes (size - 1);

      if (row == 2 * n)
        return degree + factor * n;
      if (row < n)
        factor *= 2;
      else
        {
          degree += factor;
          row -= n;
        }
    }
  return degree + factor;
}

/* The neighbours in the graphs of smaller size come first; each step then adds to them. */
static int64_t
mycielskian_neighbours (int size, int64_t row, int32_t *columns)
{
  int64_t smaller = size > 2 ? mycielskian_nodes (size - 1) : 1;
  int64_t n = 0;

  if (size <= 2)
    columns[n++] = (int32_t) (1 - row);
  else if (row == 2 * smaller)
    for (; n < smaller; n++)
      columns[n] = (int32_t) (smaller + n);
  else
    {
      n = mycielskian_neighbours (size - 1, row % smaller, columns);
      if (row >= smaller)
        columns[n++] = (int32_t) (2 * smaller);
      else
        for (int64_t k = 0, count = n; k < count; k++)
          columns[n++] = (int32_t) (columns[k] + smaller);
    }
  return n;
}

static int64_t
mycielskian_fill (const void *formula, int64_t row, int32_t *columns, double *values)
{
  int64_t n = mycielskian_neighbours (*(const int *) formula, row, columns);

  for (int64_t k = 0; k < n; k++)
    values[k] = 1.0;
  return n;
}

void
seidel_gallery_mycielskian (const double *values, SeidelGalleryRows *rows)
{
  int *size = g_new (int, 1);
  double links = 1.0;

  *size = (int) values[0];
  for (int step = 2; step < *size; step++)
    links = 3.0 * links + (double) mycielskian_nodes (step);
  rows->rows = (double) mycielskian_nodes (*size);
  rows->entries = 2.0 * links;
  rows->exact = true;
  rows->no_diagonal = rows->rows;
  rows->longest = *size > 2 ? (double) mycielskian_nodes (*size - 1) : 1.0;
  rows->count = mycielskian_count;
  rows->fill = mycielskian_fill;
  rows->formula = size;
}
