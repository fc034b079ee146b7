/* How two vectors differ: the solutions of two runs, or of a run and of another program.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Above it two elements count as different unless the user chooses another threshold. */
#define SEIDEL_DIFFERENCE_THRESHOLD 1e-3

/* Rows are counted from 0; a row is −1 where no element differs, or there is none that is finite in
 * both vectors. */
typedef struct
{
  int64_t n;
  double threshold;
  /* max |xᵢ − yᵢ| and where it is first. */
  double absolute;
  int64_t absolute_row;
  /* max |xᵢ − yᵢ| / max (|xᵢ|, |yᵢ|) and where it is first; between 0 and 2. */
  double relative;
  int64_t relative_row;
  double norm_2;      /* ‖x − y‖₂ */
  int64_t over;       /* elements with |xᵢ − yᵢ| > threshold */
  int64_t identical;  /* elements whose bits are equal */
  int64_t not_finite; /* elements that are infinite or not a number in x or y; they count in none of
                         the above except identical */
} SeidelDifference;

/* Compares x and y, which have n elements. Stops within 100 ms of cancellation (which may be NULL)
 * and then returns false. */
SEIDEL_API bool seidel_vector_compare (const double *x,
                                       const double *y,
                                       int64_t n,
                                       double threshold,
                                       GCancellable *cancellable,
                                       SeidelDifference *difference);

G_END_DECLS
