/* Hager's estimate of the 1-norm: ‖B x‖₁ is convex, so that its largest value for ‖x‖₁ = 1 is at a
 * unit vector, to which the subgradient Bᵀ sign (B x) points.
 *
 * Source: Hager, "Condition estimates" (1984); Higham, "FORTRAN codes for estimating the one-norm
 * of a real or complex matrix" (1988), algorithm 4.1, as LAPACK's DLACN2. It then begins once more,
 * with random signs: a structured operator may take the mean of the unit vectors, by which that
 * begins, to one that hides its columns. Two starts at once are the block algorithm of Higham and
 * Tisseur, "A block algorithm for matrix 1-norm estimation" (2000), whose text shows how much the
 * second one adds; here it follows the first, with the same memory. It is written again because
 * LAPACK comes with OpenBLAS, which takes more memory than most of those who ask have used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-one-norm.h"

#include <math.h>

#include "matrix/seidel-vector.h"

/* Unit vectors tried at most, from the first start and from the second. */
#define MOST_COLUMNS 4
#define MORE_COLUMNS 3

#define SEED 20

typedef struct
{
  int64_t n;
  SeidelProductFunc apply;
  void *data;
  double *x;
  int8_t *signs;
  double reached; /* from this start */
  double estimate;
} Search;

static double
sum_of_magnitudes (const double *x, int64_t n)
{
  double sum = 0.0;

  for (int64_t i = 0; i < n; i++)
    sum += fabs (x[i]);
  return sum;
}

static int64_t
largest (const double *x, int64_t n)
{
  int64_t found = 0;

  for (int64_t i = 1; i < n; i++)
    if (fabs (x[i]) > fabs (x[found]))
      found = i;
  return found;
}

/* x ← sign (x). False if these are the signs of before. */
static bool
take_signs (Search *search)
{
  bool changed = false;

  for (int64_t i = 0; i < search->n; i++)
    {
      int8_t sign = search->x[i] > 0.0 ? 1 : -1;

      changed |= sign != search->signs[i];
      search->signs[i] = sign;
      search->x[i] = sign;
    }
  return changed;
}

/* x ← the unit vector of that column. */
static void
take_column (Search *search, int64_t column)
{
  for (int64_t i = 0; i < search->n; i++)
    search->x[i] = i == column ? 1.0 : 0.0;
}

/* x ← B x, from the mean of all unit vectors. */
static bool
begin (Search *search)
{
  for (int64_t i = 0; i < search->n; i++)
    search->x[i] = 1.0 / (double) search->n;
  if (!search->apply (search->data, false, search->x))
    return false;
  search->reached = sum_of_magnitudes (search->x, search->n);
  return true;
}

/* The same from random signs, which are always the same ones. */
static bool
begin_again (Search *search)
{
  for (int64_t i = 0; i < search->n; i++)
    {
      search->x[i] =
        (seidel_random_uniform (SEED, (uint64_t) i) < 0.0 ? -1.0 : 1.0) / (double) search->n;
      search->signs[i] = 0;
    }
  if (!search->apply (search->data, false, search->x))
    return false;
  search->reached = sum_of_magnitudes (search->x, search->n);
  return true;
}

/* Goes from unit vector to unit vector as long as the norm increases. */
static bool
climb (Search *search, int most)
{
  double *x = search->x;
  int64_t column = -1;

  for (int tried = 0; tried < most && take_signs (search); tried++)
    {
      int64_t next;
      double sum;

      if (!search->apply (search->data, true, x))
        return false;
      next = largest (x, search->n);
      if (column >= 0 && x[column] == fabs (x[next]))
        break;
      column = next;
      take_column (search, column);
      if (!search->apply (search->data, false, x))
        return false;
      sum = sum_of_magnitudes (x, search->n);
      if (sum <= search->reached)
        break;
      search->reached = sum;
    }
  search->estimate = fmax (search->estimate, search->reached);
  return true;
}

/* Guards against operators for which the search ends far below: a vector of alternating signs. */
static bool
try_alternating (Search *search)
{
  double *x = search->x;
  double n = (double) search->n;

  for (int64_t i = 0; i < search->n; i++)
    x[i] = (i % 2 == 0 ? 1.0 : -1.0) * (1.0 + (double) i / (n - 1.0));
  if (!search->apply (search->data, false, x))
    return false;
  search->estimate = fmax (search->estimate, 2.0 * sum_of_magnitudes (x, search->n) / (3.0 * n));
  return true;
}

static bool
open_search (Search *search, int64_t n, SeidelProductFunc apply, void *data)
{
  *search = (Search){ .n = n, .apply = apply, .data = data };
  search->x = seidel_vector_new (n, NULL);
  search->signs = g_try_new0 (int8_t, n);
  return search->x != NULL && search->signs != NULL;
}

static void
close_search (Search *search)
{
  seidel_vector_free (search->x);
  g_free (search->signs);
}

/* Few columns: the norm itself, by no more products than the search mostly takes. */
static bool
try_all (Search *search)
{
  for (int64_t column = 0; column < search->n; column++)
    {
      take_column (search, column);
      if (!search->apply (search->data, false, search->x))
        return false;
      search->estimate = fmax (search->estimate, sum_of_magnitudes (search->x, search->n));
    }
  return true;
}

double
seidel_one_norm_estimate (int64_t n, SeidelProductFunc apply, void *data)
{
  Search search;
  bool known = open_search (&search, n, apply, data)
               && (n <= SEIDEL_ONE_NORM_EXACT
                     ? try_all (&search)
                     : begin (&search) && climb (&search, MOST_COLUMNS) && try_alternating (&search)
                         && begin_again (&search) && climb (&search, MORE_COLUMNS));

  close_search (&search);
  return known ? fmax (search.estimate, search.reached) : NAN;
}

static bool
is_nonnegative (const double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (!(x[i] >= 0.0))
      return false;
  return true;
}

/* No component of Bᵀ s, s of signs, exceeds the norm. Of a symmetric B it is where the search
 * arrives from that vector; otherwise the largest one shows a column. */
double
seidel_one_norm_glance (int64_t n,
                        const double *made,
                        bool once,
                        int64_t *column,
                        SeidelProductFunc apply,
                        void *data)
{
  Search search;
  bool known = open_search (&search, n, apply, data);
  const bool positive = is_nonnegative (made, n);

  for (int64_t i = 0; known && i < n; i++)
    search.x[i] = made[i] >= 0.0 ? 1.0 : -1.0;
  known = known && apply (data, true, search.x);
  if (known)
    {
      *column = largest (search.x, n);
      search.estimate = fabs (search.x[*column]);
      once = once || (positive && is_nonnegative (search.x, n));
    }
  if (known && !once)
    {
      take_column (&search, *column);
      known = apply (data, false, search.x);
      search.estimate = fmax (search.estimate, sum_of_magnitudes (search.x, n));
    }
  close_search (&search);
  return known ? search.estimate : NAN;
}
