/* A preconditioner without a run around it: made once, then applied to vectors of the caller. On
 * the processor, and on vectors that are on a device already.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "api/seidel-arrays.h"

G_BEGIN_DECLS

/* Makes the preconditioner of this id ("jacobi", "ssor", "ic0", "ilu0", "multigrid" and the others
 * of “seidel-cli preconditioners”) for a real square matrix, with the other options, NULL: the
 * defaults. Vectors are doubles on the host. Takes a reference to the matrix. Blocks; cancellable
 * (may be NULL) is for this alone.
 *
 * SEIDEL_ERROR_INVALID where it does not exist, as of a zero pivot, which it names; otherwise as
 * seidel_sweeper_new (). Free with seidel_preconditioner_free (). */
SEIDEL_API SeidelPreconditioner *seidel_preconditioner_new (SeidelMatrix *matrix,
                                                            const char *id,
                                                            const SeidelOptions *options,
                                                            GCancellable *cancellable,
                                                            GError **error);

/* The same of arrays, on a device where these are there: see seidel_sweeper_new_from_arrays (). */
SEIDEL_API SeidelPreconditioner *
seidel_preconditioner_new_from_arrays (const SeidelArrays *arrays,
                                       const char *id,
                                       const SeidelOptions *options,
                                       GCancellable *cancellable,
                                       GError **error);

/* Makes it again, by the same options, for a matrix of as many rows in the same memory, as the
 * values of a matrix change from step to step. Where the pattern is the one before, multigrid keeps
 * its aggregates and the patterns of its coarse matrices, which takes a part of the time; the
 * spectral radii follow the values. All others are made from nothing. Waits for others that are at
 * it. False with an error as above: it can then be updated again, or freed. */
SEIDEL_API bool seidel_preconditioner_update (SeidelPreconditioner *preconditioner,
                                              SeidelMatrix *matrix,
                                              GCancellable *cancellable,
                                              GError **error);
SEIDEL_API bool seidel_preconditioner_update_from_arrays (SeidelPreconditioner *preconditioner,
                                                          const SeidelArrays *arrays,
                                                          GCancellable *cancellable,
                                                          GError **error);
SEIDEL_API void seidel_preconditioner_free (SeidelPreconditioner *preconditioner);

/* As of a sweeper. */
SEIDEL_API SeidelMemory seidel_preconditioner_memory (const SeidelPreconditioner *preconditioner);
SEIDEL_API SeidelNumbers seidel_preconditioner_numbers (const SeidelPreconditioner *preconditioner);
SEIDEL_API void seidel_preconditioner_set_stream (SeidelPreconditioner *preconditioner,
                                                  void *stream);

/* z ← M⁻¹ r: vectors of as many elements as the matrix has rows. On the host z may be r. Any
 * thread, which waits for others that are at it. False with an error if the engine failed: z is
 * then undefined. */
SEIDEL_API bool seidel_preconditioner_apply (SeidelPreconditioner *preconditioner,
                                             const void *r,
                                             void *z,
                                             GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPreconditioner, seidel_preconditioner_free)

G_END_DECLS
