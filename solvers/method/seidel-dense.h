/* A matrix with all its entries in memory, on its way to factors. Private to solvers/method.
 *
 * The arithmetic is written once, in seidel-dense-*.inc.c, and compiled for float and for double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>

#include "method/seidel-direct.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelMethodRun *run;
  int64_t n;
  void *a;       /* n², float or double */
  void *inverse; /* n², for Gauss-Jordan alone */
  void *column;  /* n, to work with */
  /* By row: which one was added to it (Crout, −1: none) or exchanged with it (LAPACK, from 1). */
  int *pivots;
  atomic_bool stopped;
} SeidelDense;

/* Those that factor return the column without a pivot, or −1. They may leave early when the run is
 * stopped. Those that solve work in place: x ← A⁻¹ x. */
typedef struct
{
  size_t real_size;
  void (*fill_rows) (SeidelDense *dense);    /* row after row */
  void (*fill_columns) (SeidelDense *dense); /* column after column */
  int64_t (*invert) (SeidelDense *dense, bool exchange);
  void (*apply_inverse) (SeidelDense *dense, bool transposed, double *x);
  int64_t (*crout) (SeidelDense *dense);
  void (*crout_solve) (SeidelDense *dense, bool transposed, double *x);
  int64_t (*lu) (SeidelDense *dense);
  void (*lu_solve) (SeidelDense *dense, bool transposed, double *x);
} SeidelDenseKernels;

extern const SeidelDenseKernels seidel_dense_kernels_float;
extern const SeidelDenseKernels seidel_dense_kernels_double;

/* Whether to stop, in a loop over rows of n numbers: asks now and then. Any thread. */
bool seidel_dense_stopped (SeidelDense *dense, int64_t row);

G_END_DECLS
