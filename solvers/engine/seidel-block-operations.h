/* What an engine offers for matrices of small dense blocks, the unknowns of a node: solving with
 * the blocks on the diagonal, and sweeps from node to node.
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

  typedef struct SeidelBlocks SeidelBlocks;

  /* A = L + D + U by blocks; vectors as those of the context. */
  typedef struct
  {
    /* Of blocks of size × size numbers, which divides the rows of a square matrix. sweeps: L and U
     * are needed. Without them, products with A may go by the blocks from then on, as long as these
     * exist. Copies what it needs; NULL with a failure of the context, or without one where
     * sweeps by rows are expected to be no slower, or nothing else is possible: where blocks take
     * more memory than the entries in them, and where vectors have an order of their own. */
    SeidelBlocks *(*create) (SeidelContext *context,
                             SeidelOperator *A,
                             const SeidelCsrView *matrix,
                             int size,
                             bool sweeps);
    /* Before anything below: D⁻¹, the inverses of the blocks on the diagonal, row after row, block
     * after block. Copies them. */
    void (*set_inverses) (SeidelContext *context, SeidelBlocks *blocks, const double *inverses);
    void (*free) (SeidelContext *context, SeidelBlocks *blocks);
    /* z ← D⁻¹ r */
    void (*divide) (SeidelContext *context,
                    const SeidelBlocks *blocks,
                    const SeidelVector *r,
                    SeidelVector *z);
    /* z ← D⁻¹ r and out ← r · z, the bits of both being those of one after the other. */
    void (*divide_dot) (SeidelContext *context,
                        const SeidelBlocks *blocks,
                        const SeidelVector *r,
                        SeidelVector *z,
                        SeidelScalar out);
    /* z ← (D + U)⁻¹ D (D + L)⁻¹ r; r and z differ. The same bits for any number of threads. */
    void (*sweep) (SeidelContext *context,
                   const SeidelBlocks *blocks,
                   const SeidelVector *r,
                   SeidelVector *z);
  } SeidelBlockOperations;

  /* Those of an engine; NULL: it has none, and blocks are rows. */
  const SeidelBlockOperations *seidel_engine_blocks (const SeidelEngine *engine);

#ifdef __cplusplus
}
#endif
