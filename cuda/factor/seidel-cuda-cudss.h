/* A factorisation by cuDSS, phase by phase. Plain C: what is on the device is for the caller to
 * bring there, and calls that take long are for a thread of their own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-sparse-operations.h"
#include "factor/seidel-cuda-cudss-library.h"

#ifdef __cplusplus
extern "C"
{
#endif

  /* The arrays of a matrix where the library computes; borrowed until the solver is freed. */
  typedef struct
  {
    int64_t n;
    int64_t nonzeros;
    const int32_t *row_offsets;
    const int32_t *column_indices;
    const void *values;
    SeidelSparseKind kind;
    bool complex_numbers;
    bool single; /* float instead of double */
    int threads;
  } SeidelCudssMatrix;

  typedef struct SeidelCudss SeidelCudss;

  typedef enum
  {
    SEIDEL_CUDSS_ORDER,
    SEIDEL_CUDSS_SYMBOLIC,
    SEIDEL_CUDSS_FACTOR,
  } SeidelCudssPhase;

  /* Room for n numbers is taken at x and at b where the library computes. NULL with a clause. */
  SeidelCudss *seidel_cudss_new (const SeidelCudssLibrary *library,
                                 void *stream,
                                 const SeidelCudssMatrix *matrix,
                                 void *x,
                                 void *b,
                                 char *why,
                                 size_t size);
  void seidel_cudss_free (SeidelCudss *self);

  /* Any thread at any time: a phase on the host is to end soon. */
  void seidel_cudss_interrupt (SeidelCudss *self);

  /* Carries a phase out; its work on the device may not be done when it returns. The status of the
   * library. */
  int seidel_cudss_execute (SeidelCudss *self, SeidelCudssPhase phase);

  /* What is known after a phase whose work is done. False where the factorisation ended with what
   * it calls an error of the device, which means of a positive kind that a pivot is not positive.
   */
  bool seidel_cudss_report (SeidelCudss *self, SeidelCudssPhase phase, SeidelSparseReport *report);

  /* x ← A⁻¹ b. */
  int seidel_cudss_solve (SeidelCudss *self, bool transposed, void *x, const void *b);

  /* "ordering": of what failed. Static. */
  const char *seidel_cudss_phase_text (SeidelCudssPhase phase);

#ifdef __cplusplus
}
#endif
