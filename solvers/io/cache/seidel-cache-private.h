/* What the loader asks of the cache beside seidel-cache.h. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-scratch.h"
#include "io/cache/seidel-cache.h"

G_BEGIN_DECLS

/* Leaves a copy of a matrix that lies on a scratch, at once and whatever it is worth, and returns
 * the matrix of the copy. NULL, for a matrix that stays where it is, when the cache is off or has
 * no room for it, and on cancellation. */
SeidelMatrix *seidel_cache_store (SeidelCacheKey *key,
                                  SeidelMatrix *matrix,
                                  SeidelScratch *scratch,
                                  SeidelProgress *progress,
                                  GCancellable *cancellable);

G_END_DECLS
