/* Sparse factorisations by a library that an engine opens when they are asked for.
 *
 * Plain C without GLib, so that a CUDA module can include it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef enum
  {
    SEIDEL_SPARSE_GENERAL,   /* L U */
    SEIDEL_SPARSE_SYMMETRIC, /* L D Lᵀ, or L D Lᴴ of a Hermitian matrix */
    SEIDEL_SPARSE_POSITIVE,  /* L Lᵀ, or L Lᴴ, which positive definite matrices have */
  } SeidelSparseKind;

  /* A square matrix as the library takes it; borrowed. Columns are ascending within each row. */
  typedef struct
  {
    int64_t n;
    const int64_t *row_offsets;
    const int32_t *column_indices;
    const double *values; /* of complex numbers both parts of each */
    bool complex_numbers;
    /* Symmetric and positive kinds consist of the diagonal and what is right of it. */
    SeidelSparseKind kind;
    int threads; /* of the host, at least 1 */
  } SeidelSparseSystem;

  /* What a factorisation took, and what it found. */
  typedef struct
  {
    int64_t ordering_nanoseconds; /* on the host, for the most part */
    int64_t symbolic_nanoseconds;
    int64_t factor_nanoseconds;
    int64_t entries;  /* of the factors; −1: not known, as the next ones */
    int64_t bytes;    /* of the device's memory, at most, as the library expects it */
    int64_t replaced; /* pivots that were too small, and were replaced by larger numbers */
    int64_t positive; /* eigenvalues, of a symmetric kind */
    int64_t negative;
    bool indefinite; /* of the positive kind: a pivot is not positive, and there are no factors */
  } SeidelSparseReport;

  typedef struct SeidelSparseFactors SeidelSparseFactors;

  struct SeidelSparseOperations
  {
    /* Opens the library; false with a sentence where there is none. Thread-safe. */
    bool (*available) (char *why, size_t size);
    /* In the context's precision. NULL on failure, or when the report says indefinite. Fills the
     * report as far as it came. */
    SeidelSparseFactors *(*create) (SeidelContext *context,
                                    const SeidelSparseSystem *system,
                                    SeidelSparseReport *report);
    void (*free) (SeidelContext *context, SeidelSparseFactors *factors);
    /* x ← A⁻¹ x, or A⁻ᵀ x, of complex numbers A⁻ᴴ x; those are pairs of elements. */
    void (*solve) (SeidelContext *context,
                   SeidelSparseFactors *factors,
                   bool transposed,
                   SeidelVector *x);
  };

#ifdef __cplusplus
}
#endif
