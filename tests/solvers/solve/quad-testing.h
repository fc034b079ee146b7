/* Judging an x outside the library: residuals and solutions in quadruple precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "matrix/seidel-csr.h"

__extension__ typedef __float128 Quad;

static inline Quad
quad_abs (Quad a)
{
  return a < 0 ? -a : a;
}

/* The square root of a number far beyond the range of doubles, too. */
static inline Quad
quad_sqrt (Quad a)
{
  Quad unit = 1;
  Quad root;

  if (!(a > 0))
    return a;
  for (; a > (Quad) 1e200; a *= (Quad) 1e-200)
    unit *= (Quad) 1e100;
  for (; a < (Quad) 1e-200; a *= (Quad) 1e200)
    unit *= (Quad) 1e-100;
  root = sqrt ((double) a);
  root = (root + a / root) / 2;
  root = (root + a / root) / 2;
  return unit * root;
}

/* The first element that is not finite, or −1. */
static inline int64_t
quad_first_not_finite (const double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (!isfinite (x[i]))
      return i;
  return -1;
}

typedef struct
{
  Quad residual; /* ‖b − A x‖₂ */
  Quad b;        /* ‖b‖₂ */
  Quad by_rows;  /* max |b − A x|ᵢ / (|A| |x| + |b|)ᵢ */
} QuadNorms;

/* Of an x that is finite. */
static inline QuadNorms
quad_judge (const SeidelCsr *csr, const double *b, const double *x)
{
  QuadNorms norms = { 0, 0, 0 };

  for (int64_t row = 0; row < csr->rows; row++)
    {
      Quad sum = b[row];
      Quad magnitude = quad_abs (sum);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const Quad product = (Quad) csr->values[k] * (Quad) x[csr->column_indices[k]];

          sum -= product;
          magnitude += quad_abs (product);
        }
      norms.residual += sum * sum;
      norms.b += (Quad) b[row] * (Quad) b[row];
      if (sum != 0 && quad_abs (sum) > norms.by_rows * magnitude)
        norms.by_rows = quad_abs (sum) / magnitude;
    }
  norms.residual = quad_sqrt (norms.residual);
  norms.b = quad_sqrt (norms.b);
  return norms;
}

/* Divides every column, and then every row, by its largest entry, so that pivots show by their
 * size; units receives the first ones. */
static inline void
quad_even_out (Quad *a, Quad *x, Quad *units, int64_t n)
{
  for (int64_t j = 0; j < n; j++)
    {
      units[j] = 0;
      for (int64_t i = 0; i < n; i++)
        units[j] = quad_abs (a[i * n + j]) > units[j] ? quad_abs (a[i * n + j]) : units[j];
      for (int64_t i = 0; i < n && units[j] > 0; i++)
        a[i * n + j] /= units[j];
    }
  for (int64_t i = 0; i < n; i++)
    {
      Quad largest = 0;

      for (int64_t j = 0; j < n; j++)
        largest = quad_abs (a[i * n + j]) > largest ? quad_abs (a[i * n + j]) : largest;
      for (int64_t j = 0; j < n && largest > 0; j++)
        a[i * n + j] /= largest;
      x[i] = largest > 0 ? x[i] / largest : x[i];
    }
}

/* Whether x solves the system as well as quadruple precision can. */
static inline bool
quad_solves (const SeidelCsr *csr, const double *b, const Quad *x)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      Quad sum = b[row];
      Quad size = quad_abs (sum);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          sum -= (Quad) csr->values[k] * x[csr->column_indices[k]];
          size += quad_abs ((Quad) csr->values[k] * x[csr->column_indices[k]]);
        }
      if (!(quad_abs (sum) <= size * (Quad) 1e-25))
        return false;
    }
  return true;
}

/* The solution of a square system, by elimination with partial pivoting; NULL where a pivot is zero
 * or the result is none. Free with g_free (). */
static inline Quad *
quad_solve (const SeidelCsr *csr, const double *b)
{
  const int64_t n = csr->rows;
  g_autofree Quad *a = g_new0 (Quad, n * n);
  g_autofree Quad *units = g_new0 (Quad, n);
  g_autofree Quad *x = g_new0 (Quad, n);

  for (int64_t i = 0; i < n; i++)
    {
      x[i] = b[i];
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        a[i * n + csr->column_indices[k]] = csr->values[k];
    }
  quad_even_out (a, x, units, n);
  for (int64_t j = 0; j < n; j++)
    {
      int64_t pivot = j;

      for (int64_t i = j; i < n; i++)
        if (quad_abs (a[i * n + j]) > quad_abs (a[pivot * n + j]))
          pivot = i;
      if (a[pivot * n + j] == 0)
        return NULL;
      for (int64_t k = 0; k <= n; k++)
        {
          Quad *one = k < n ? &a[j * n + k] : &x[j];
          Quad *two = k < n ? &a[pivot * n + k] : &x[pivot];
          const Quad other = *one;

          *one = *two;
          *two = other;
        }
      for (int64_t i = j + 1; i < n; i++)
        {
          const Quad factor = a[i * n + j] / a[j * n + j];

          if (factor == 0)
            continue;
          for (int64_t k = j; k < n; k++)
            a[i * n + k] -= factor * a[j * n + k];
          x[i] -= factor * x[j];
        }
    }
  for (int64_t i = n - 1; i >= 0; i--)
    {
      for (int64_t k = i + 1; k < n; k++)
        x[i] -= a[i * n + k] * x[k];
      x[i] /= a[i * n + i];
    }
  for (int64_t j = 0; j < n; j++)
    x[j] /= units[j];
  return quad_solves (csr, b, x) ? g_steal_pointer (&x) : NULL;
}

/* max |xᵢ − exactᵢ| / |exactᵢ|; infinite where an exact zero is missed. */
static inline double
quad_largest_error (const double *x, const Quad *exact, int64_t n)
{
  double largest = 0.0;

  for (int64_t i = 0; i < n; i++)
    {
      const Quad error = quad_abs ((Quad) x[i] - exact[i]);

      if (!isfinite (x[i]) || (exact[i] == 0 && error != 0))
        return INFINITY;
      if (error != 0 && (double) (error / quad_abs (exact[i])) > largest)
        largest = (double) (error / quad_abs (exact[i]));
    }
  return largest;
}
