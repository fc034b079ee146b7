/* What one run leaves to the next ones with the same matrix, so that they begin with iterating: the
 * report of its structure and its levels, its scaled or exchanged copy, the matrix in the engine
 * with the sweeps that were planned for it, the preconditioner or the factors, and which method an
 * automatic run ended well with. Another right-hand side, other tolerances or another method that
 * takes the same preconditioner then need no set-up; a matrix of the same pattern with other values
 * takes over the levels, the symbolic factors of a sparse direct method, and multigrid its
 * aggregates and the patterns of its coarse matrices where no coupling becomes much weaker or
 * stronger beside those around it; its spectral radii follow the values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

/* Reference-counted. Holds what the last run left, one session with an engine at most, and only
 * where it takes no more than a quarter of the memory that is free beside it. */
typedef struct SeidelReuse SeidelReuse;

SEIDEL_API SeidelReuse *seidel_reuse_new (void);
SEIDEL_API SeidelReuse *seidel_reuse_ref (SeidelReuse *reuse);
/* Freeing the last reference frees factors, which may take a while. */
SEIDEL_API void seidel_reuse_unref (SeidelReuse *reuse);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelReuse, seidel_reuse_unref)

/* seidel_solve () with what earlier runs left, and leaves its own. The iterates are those of a run
 * of its own, but for an automatic method, which begins with the candidate that ended well last
 * time; the outcome's reused says what was taken over. Any thread; a run that finds the object in
 * use by another one goes without it, and so does one with reuse NULL. Runs by several processes
 * leave nothing but what is known of the matrix. */
SEIDEL_API SeidelOutcome *seidel_solve_reusing (SeidelReuse *reuse,
                                                SeidelProblem *problem,
                                                const SeidelOptions *options,
                                                SeidelTrace *trace,
                                                GCancellable *cancellable,
                                                GCancellable *skip_verification,
                                                GError **error);

G_END_DECLS
