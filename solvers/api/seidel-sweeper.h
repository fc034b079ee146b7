/* Gauss-Seidel and SOR sweeps over a matrix, and solves with its triangles, planned once: the exact
 * sweeps of the methods, without a run around them. On the processor, and on vectors that are on a
 * device already.
 *
 * L, D and U are the strictly lower part, the diagonal and the strictly upper part of A; every
 * diagonal entry has to be there and different from zero. Sources of the strategies: those of the
 * engines, Anderson and Saad (1989); Naumov (2011); Liu et al. (2016).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-arrays.h"

G_BEGIN_DECLS

/* Plans the sweeps of a real square matrix in both directions, with the engine, strategy, threads
 * and precision of the options; NULL: the defaults. Vectors are doubles on the host, whatever the
 * engine is. Takes a reference to the matrix. Blocks; cancellable (may be NULL) is for the plan.
 *
 * SEIDEL_ERROR_INVALID names the row without a diagonal entry; SEIDEL_ERROR_UNSUPPORTED for complex
 * and for reordered matrices, and for engines that run in processes of their own; otherwise those
 * of seidel_solve (). Free with seidel_sweeper_free (). */
SEIDEL_API SeidelSweeper *seidel_sweeper_new (SeidelMatrix *matrix,
                                              const SeidelOptions *options,
                                              GCancellable *cancellable,
                                              GError **error);

/* The same of arrays. Where these are on a device, so are the sweeps and all vectors: FLOAT or
 * DOUBLE as the values, which also is the precision. Columns and values are then read where they
 * are and have to stay, unchanged, until the sweeper is freed; they are copied to the host once,
 * for the plan. Arrays on the host are treated as by seidel_matrix_new_from_arrays (). */
SEIDEL_API SeidelSweeper *seidel_sweeper_new_from_arrays (const SeidelArrays *arrays,
                                                          const SeidelOptions *options,
                                                          GCancellable *cancellable,
                                                          GError **error);
SEIDEL_API void seidel_sweeper_free (SeidelSweeper *sweeper);

/* The id of the strategy by which rows are swept; as long as the sweeper. */
SEIDEL_API const char *seidel_sweeper_strategy (const SeidelSweeper *sweeper);
/* Where its vectors are, and of what numbers. */
SEIDEL_API SeidelMemory seidel_sweeper_memory (const SeidelSweeper *sweeper);
SEIDEL_API SeidelNumbers seidel_sweeper_numbers (const SeidelSweeper *sweeper);

/* Of one on a device: the cudaStream_t in which everything below takes place from now on; NULL: the
 * default one. Calls then return at once, and errors of the device may be reported by a later one.
 * The stream has to be there during the calls only. */
SEIDEL_API void seidel_sweeper_set_stream (SeidelSweeper *sweeper, void *stream);

/* All vectors below have as many elements as the matrix has rows; b and x may not overlap. Any
 * thread, which waits for others that are at it. False with an error if the engine failed: x is
 * then undefined. */

/* One sweep: x_i ← (1 − ω) x_i + ω (b_i − Σ_{j ≠ i} a_ij x_j) / a_ii for all rows in order (Saad
 * 2003, 4.1); symmetric: forward, then backward. */
SEIDEL_API bool seidel_sweeper_sweep (SeidelSweeper *sweeper,
                                      SeidelSweepOrder order,
                                      double omega,
                                      const void *b,
                                      void *x,
                                      GError **error);

/* n such sweeps in a row, which reuse the sums of rows: each entry is read once for every two
 * sweeps of a symmetric step. residuals (may be NULL) receives ‖b − A x‖₂ before each of them: n
 * doubles on the host, which the call waits for. They cost no pass of their own but for the first.
 */
SEIDEL_API bool seidel_sweeper_relax (SeidelSweeper *sweeper,
                                      SeidelSweepOrder order,
                                      double omega,
                                      int n,
                                      const void *b,
                                      void *x,
                                      double *residuals,
                                      GError **error);

/* Solves with a triangle: forward (D + L) x = b, backward (D + U) x = b, symmetric
 * (D + L) D⁻¹ (D + U) x = b. What x contains is not read. */
SEIDEL_API bool seidel_sweeper_solve (SeidelSweeper *sweeper,
                                      SeidelSweepOrder order,
                                      const void *b,
                                      void *x,
                                      GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSweeper, seidel_sweeper_free)

G_END_DECLS
