/* A preconditioner, and the sweeps over a matrix, without a run: prepared once on an engine, then
 * applied to vectors of the caller as often as wanted. They are what runs use: the same plan, the
 * same kernels, the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

typedef struct SeidelPrepared SeidelPrepared;

/* Prepares the preconditioner of the options, and the sweeps of their method, on their engine, with
 * their strategy, threads and precision. With the method SEIDEL_METHOD_AUTO these are the sweeps in
 * both directions or, where there is a preconditioner, those that it needs alone. Neither rows are
 * exchanged nor is the matrix scaled.
 *
 * lent: the arrays of the matrix where the memory of the engine is, which stay with the caller and
 * outlive this; vectors are then there, too, and numbers of the precision of the options. NULL:
 * vectors are doubles on the host.
 *
 * Errors are those of seidel_solve (), and SEIDEL_ERROR_INVALID where factors cannot be had, as of
 * a zero pivot; SEIDEL_ERROR_UNSUPPORTED for complex or reordered matrices, and for engines whose
 * runs are in processes of their own. cancellable (may be NULL) is for the preparation. Takes a
 * reference to the matrix. Blocks. */
SEIDEL_API SeidelPrepared *seidel_prepared_new (SeidelMatrix *matrix,
                                                const SeidelOptions *options,
                                                const SeidelLentArrays *lent,
                                                GCancellable *cancellable,
                                                GError **error);
SEIDEL_API void seidel_prepared_free (SeidelPrepared *prepared);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPrepared, seidel_prepared_free)

/* Prepares it again for a matrix of as many rows, by the same options: of one with the same pattern
 * and other values multigrid keeps its aggregates and the patterns of its coarse matrices, as a run
 * does (seidel-reuse.h), everything else is made from nothing. lent: as before, the arrays of this
 * matrix. Waits for others that are at it. False with an error of seidel_prepared_new (): it can
 * then be prepared for another matrix, or freed. */
SEIDEL_API bool seidel_prepared_update (SeidelPrepared *prepared,
                                        SeidelMatrix *matrix,
                                        const SeidelLentArrays *lent,
                                        GCancellable *cancellable,
                                        GError **error);

/* The id of the strategy of the sweeps; NULL where there are none. */
SEIDEL_API const char *seidel_prepared_strategy (const SeidelPrepared *prepared);

/* Whether vectors are lent, and what their numbers are. */
SEIDEL_API bool seidel_prepared_is_lent (const SeidelPrepared *prepared);
SEIDEL_API SeidelPrecision seidel_prepared_precision (const SeidelPrepared *prepared);
/* The stream of the caller in which lent vectors are used from now on. */
SEIDEL_API void seidel_prepared_set_stream (SeidelPrepared *prepared, void *stream);

/* Vectors have as many elements as the matrix has rows. Any thread, which waits for others that are
 * at it. False with an error if the engine failed, the result is then undefined; and with
 * SEIDEL_ERROR_INVALID where no sweep in a direction was prepared. */

/* z ← M⁻¹ r; on the host z may be r. */
SEIDEL_API bool
seidel_prepared_precondition (SeidelPrepared *prepared, const void *r, void *z, GError **error);

/* What sweeps, relaxations and solves with triangles compute is defined by api/seidel-sweeper.h,
 * the interface for programs; sweeps in both directions are a symmetric one. */

SEIDEL_API bool seidel_prepared_sweep (SeidelPrepared *prepared,
                                       SeidelSweeps sweeps,
                                       double omega,
                                       const void *b,
                                       void *x,
                                       GError **error);

SEIDEL_API bool seidel_prepared_relax (SeidelPrepared *prepared,
                                       SeidelSweeps sweeps,
                                       double omega,
                                       int n,
                                       const void *b,
                                       void *x,
                                       double *residuals,
                                       GError **error);

SEIDEL_API bool seidel_prepared_solve_triangle (SeidelPrepared *prepared,
                                                SeidelSweeps sweeps,
                                                const void *b,
                                                void *x,
                                                GError **error);

G_END_DECLS
