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
