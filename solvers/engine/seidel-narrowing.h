/* What an engine offers for runs in double that do a part of their work in single: a second context
 * that takes its turn in the work of the first, and copies from one to the other.
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

  struct SeidelNarrowingOperations
  {
    /* A context in single precision whose operations are carried out in turn with those of wide, a
     * context in double, and are timed with them. Free it like any other, before wide. NULL after a
     * failure: as contexts.create. */
    SeidelContext *(*open) (SeidelContext *wide, SeidelStatus *status);
    /* A matrix of wide in single precision, by its diagonals if that is the storage and it has not
     * too many of them, otherwise in rows. NULL without a failure of either context where a number
     * does not fit: too large, or so small that digits are lost. It borrows arrays of A, which must
     * outlive it; or, takes, A is freed in any case, and its arrays may be taken over. */
    SeidelOperator *(*convert) (SeidelContext *narrow,
                                SeidelContext *wide,
                                SeidelOperator *A,
                                SeidelStorage storage,
                                bool takes);
    /* to ← from / size, size being a slot of wide; 0 where that is zero or negative. */
    void (*narrow) (SeidelContext *narrow,
                    SeidelVector *to,
                    SeidelContext *wide,
                    const SeidelVector *from,
                    SeidelScalar size);
    /* to ← size · from. A failure of narrow becomes one of wide. */
    void (*widen) (SeidelContext *wide,
                   SeidelVector *to,
                   SeidelContext *narrow,
                   const SeidelVector *from,
                   SeidelScalar size);
    /* The same, and out ← to · with; NULL: the engine has no such operation. */
    void (*widen_dot) (SeidelContext *wide,
                       SeidelVector *to,
                       SeidelContext *narrow,
                       const SeidelVector *from,
                       SeidelScalar size,
                       const SeidelVector *with,
                       SeidelScalar out);
  };

#ifdef __cplusplus
}
#endif
