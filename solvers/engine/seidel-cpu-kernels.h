/* The kernels of the CPU engine: the operations that touch numbers, made for each precision and for
 * several processors. Private to the engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-cpu-storage.h"

/* The variants of a kernel: for an arithmetic, and for processors. */
typedef enum
{
  SEIDEL_CPU_BASE, /* plain, for every processor */
  SEIDEL_CPU_WIDE, /* plain, for those with AVX2; likewise the compensated one */
  SEIDEL_CPU_COMPENSATED,
  SEIDEL_CPU_FUSED, /* for those that fuse a product and an addition */
  SEIDEL_CPU_FUSED_COMPENSATED,
  SEIDEL_CPU_ANY, /* for every arithmetic, as an argument, and every processor: slow */
  SEIDEL_CPU_N_VARIANTS
} SeidelCpuVariant;

/* What a sweep over the rows does besides updating them. "Own" entries are those that a row depends
 * on, which this sweep has updated before it; the others are those that it finds as they were. */
typedef enum
{
  SEIDEL_CPU_PLAIN,           /* nothing */
  SEIDEL_CPU_TRIANGLE,        /* as from x = 0: neither the other entries nor the old x are read */
  SEIDEL_CPU_SCALED_TRIANGLE, /* the same, of rows that were divided by their diagonal entries */
  /* Like a plain one. known is the other entries and the diagonal times the x before the last
   * sweep, and becomes the same of the incoming one: the difference of the two is the
   * residual of the incoming x, whose squares are added up. */
  SEIDEL_CPU_TRACKED,
  SEIDEL_CPU_FIRST, /* like a plain one; known becomes the sums of the own entries */
  /* known holds the sums of the other entries, which are not read, and becomes those of the own
   * ones: a sweep of the other direction left it, and continues from here. */
  SEIDEL_CPU_HALF,
  /* The same, adding up the squares of the residual of the incoming x. before keeps that x, as far
   * as the sweep has overwritten it. */
  SEIDEL_CPU_HALF_TRACKED,
  SEIDEL_CPU_N_MODES,
} SeidelCpuSweepMode;

/* One sweep to be done: vectors of the context's precision, in its order unless the sweep works in
 * that of the matrix. */
typedef struct
{
  SeidelCpuSweepMode mode;
  double omega;
  const void *b;
  void *x;
  void *known;     /* see the modes; NULL where they do not name it */
  void *before;    /* likewise */
  double *squares; /* one for each run of the sweep; NULL where they are not added up */
} SeidelCpuSweepJob;

/* Products with the matrix. */
typedef enum
{
  SEIDEL_CPU_MULTIPLY,
  SEIDEL_CPU_MULTIPLY_TRANSPOSED,
  SEIDEL_CPU_MULTIPLY_DOT,
  SEIDEL_CPU_MULTIPLY_DOTS,
  SEIDEL_CPU_RESIDUAL,
  SEIDEL_CPU_JACOBI,
} SeidelCpuProduct;

/* The operations that touch numbers, once for float and once for double: solvers/engine/kernels.
 * Vectors are arrays of the context's precision; sums are returned in double. */
typedef struct
{
  /* With rows, element i of to is element rows[i] of from. */
  void (
    *upload) (SeidelContext *context, const double *from, void *to, int64_t n, const int32_t *rows);
  void (*download) (SeidelContext *context,
                    const void *from,
                    double *to,
                    int64_t n,
                    const int32_t *places);
  void (
    *reorder) (SeidelContext *context, const void *from, void *to, int64_t n, const int32_t *rows);
  void (*fill) (SeidelContext *context, void *y, double value, int64_t n);
  void (*scale) (SeidelContext *context, void *y, double alpha, int64_t n);
  void (*axpy) (SeidelContext *context, void *y, double alpha, const void *x, int64_t n);
  void (*xpby) (SeidelContext *context, void *y, const void *x, double beta, int64_t n);
  double (*dot) (SeidelContext *context, const void *x, const void *y, int64_t n);
  /* y ← D x, or D⁻¹ x where divides */
  void (*multiply_diagonal) (SeidelContext *context,
                             const void *diagonal,
                             bool divides,
                             const void *x,
                             void *y,
                             int64_t n);
} SeidelCpuVectorKernels;

typedef struct
{
  /* sums receives those that the product asks for: one, or two for MULTIPLY_DOTS, whose z is b. */
  void (*product) (SeidelContext *context,
                   const SeidelOperator *A,
                   SeidelCpuProduct product,
                   const void *b,
                   const void *x,
                   void *y,
                   double sums[2]);
  /* Fills the values of to by its runs: those of its row i begin at places[i] of values. */
  void (*arrange) (SeidelContext *context,
                   const void *values,
                   const int64_t *places,
                   const SeidelCpuRows *to);
  /* Copies the values on the diagonal, whose places are known. */
  void (*extract_diagonal) (SeidelContext *context, const SeidelCpuRows *rows, void *diagonal);
  /* Copies the value of each entry of from to its place in the transpose: next holds the first
   * place of each row of that, and is moved on. */
  void (*transpose) (SeidelContext *context,
                     const SeidelCpuRows *from,
                     int64_t *next,
                     const SeidelCpuRows *to);
  /* Whether the values are those of the transpose; reads the pattern as transpose () does. */
  bool (*is_symmetric) (SeidelContext *context, const SeidelCpuRows *rows, int64_t *next);
} SeidelCpuRowKernels;

/* For a matrix that is not stored by rows; the runs of a sweep are its blocks. */
typedef struct
{
  /* Not MULTIPLY_DOTS. Returns the sum that the product asks for. */
  double (*product) (SeidelContext *context,
                     const SeidelOperator *A,
                     SeidelCpuProduct product,
                     const void *b,
                     const void *x,
                     void *y);
  void (*sweep) (SeidelContext *context, const SeidelSweep *sweep, const SeidelCpuSweepJob *job);
  /* Copies the values from the matrix; places as in seidel-cpu-array.c. */
  void (*fill) (SeidelContext *context, const SeidelOperator *A, const int32_t *places);
  /* Copies the diagonal; returns the first row where it is zero or missing, or INT64_MAX. */
  int64_t (*diagonal) (const SeidelOperator *A, void *diagonal);
} SeidelCpuArrayKernels;

typedef struct
{
  void (*serial) (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job);
  void (*levels) (SeidelContext *context,
                  SeidelSweep *sweep,
                  const SeidelCpuSweepJob *job,
                  int64_t *nanoseconds);
  void (*point_to_point) (SeidelContext *context,
                          SeidelSweep *sweep,
                          const SeidelCpuSweepJob *job,
                          int64_t *nanoseconds);
  void (*passes) (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job);
} SeidelCpuSweepKernels;

typedef struct
{
  const SeidelCpuVectorKernels *vectors;
  const SeidelCpuRowKernels *rows;
  const SeidelCpuArrayKernels *arrays;
  const SeidelCpuSweepKernels *sweeps;
  const SeidelFusedOperations *fused;
} SeidelCpuKernels;
