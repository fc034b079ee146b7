/* The iterates of a run, kept sparsely while it goes on and after it, so that x, its error and its
 * residual can be shown as they change.
 *
 * At first every iterate is kept; when the room is used up every second one goes, and from then on
 * every second is kept, and so on: so that the memory is bounded, and what is kept is evenly
 * spaced.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* Iterates are kept of systems of up to so many unknowns: 256 × 256 points. */
#define SEIDEL_ITERATES_UNKNOWNS 65536
/* Of them at most so many, in at most so many bytes: 32 MB, or 8 MB for 64 × 64 points. */
#define SEIDEL_ITERATES_MOST  256
#define SEIDEL_ITERATES_BYTES 33554432

/* Reference-counted. All functions may be called from any thread. */
typedef struct SeidelIterates SeidelIterates;

/* Of the unknowns of a real matrix, none yet; NULL where it is complex or has too many. */
SEIDEL_API SeidelIterates *seidel_iterates_new (const SeidelMatrix *matrix);
SEIDEL_API SeidelIterates *seidel_iterates_ref (SeidelIterates *self);
SEIDEL_API void seidel_iterates_unref (SeidelIterates *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelIterates, seidel_iterates_unref)

/* Whether the iterate after so many iterations would be kept. */
SEIDEL_API bool seidel_iterates_wants (SeidelIterates *self, int64_t iteration);
/* Keeps a copy of it, where it is wanted: in the order of the matrix. */
SEIDEL_API void seidel_iterates_add (SeidelIterates *self, int64_t iteration, const double *x);

SEIDEL_API int seidel_iterates_count (SeidelIterates *self);
/* Copies the i-th of them, in the numbering of the file, and returns after how many iterations it
 * was; −1 where there is none. Numbers may fall when another iterate is added. */
SEIDEL_API int64_t seidel_iterates_get (SeidelIterates *self, int i, double *x);
/* The unknowns. */
SEIDEL_API int64_t seidel_iterates_length (SeidelIterates *self);

/* Has the run of a trace keep its iterates; before it begins. Takes a reference. A run by several
 * processes, in mixed precision or by a method that has no iterates keeps none. */
SEIDEL_API void seidel_trace_keep_iterates (SeidelTrace *trace, SeidelIterates *iterates);
/* Borrowed; NULL: they are not kept. */
SEIDEL_API SeidelIterates *seidel_trace_iterates (SeidelTrace *trace);

G_END_DECLS
