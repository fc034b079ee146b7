/* A preconditioner, and the sweeps over a matrix, by themselves: prepared once on an engine, then
 * applied to vectors of the caller as often as wanted, without a run around them. They are what
 * runs use: the same plan, the same kernels, the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

typedef struct SeidelPrepared SeidelPrepared;

/* Prepares the preconditioner of the options, and the sweeps of their method, on their engine, with
 * their strategy, threads and precision. With the method SEIDEL_METHOD_AUTO these are the sweeps in
 * both directions or, where there is a preconditioner, those that it needs alone.
 *
 * Errors are those of seidel_solve (), and SEIDEL_ERROR_INVALID where factors cannot be had, as of
 * a zero pivot; SEIDEL_ERROR_UNSUPPORTED for complex or reordered matrices, and for engines whose
 * runs are in processes of their own. cancellable (may be NULL) is for the preparation. Takes a
 * reference to the matrix. Blocks. */
SEIDEL_API SeidelPrepared *seidel_prepared_new (SeidelMatrix *matrix,
                                                const SeidelOptions *options,
                                                GCancellable *cancellable,
                                                GError **error);
SEIDEL_API void seidel_prepared_free (SeidelPrepared *prepared);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPrepared, seidel_prepared_free)

/* The id of the strategy of the sweeps; NULL where there are none. */
SEIDEL_API const char *seidel_prepared_strategy (const SeidelPrepared *prepared);

/* z ← M⁻¹ r: vectors of as many elements as the matrix has rows, in memory of the host; z may be r.
 * Any thread, which waits for others that are at it. False with an error if the engine failed; z is
 * then undefined. */
SEIDEL_API bool
seidel_prepared_precondition (SeidelPrepared *prepared, const double *r, double *z, GError **error);

/* One sweep: x_i ← (1 − ω) x_i + ω (b_i − Σ_{j ≠ i} a_ij x_j) / a_ii for all rows in order (Saad
 * 2003, 4.1). Likewise; SEIDEL_ERROR_INVALID where no sweep in this direction was prepared. */
SEIDEL_API bool seidel_prepared_sweep (SeidelPrepared *prepared,
                                       SeidelDirection direction,
                                       double omega,
                                       const double *b,
                                       double *x,
                                       GError **error);

G_END_DECLS
