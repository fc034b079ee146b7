/* How many entries incomplete factors will have, before they are made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"
#include "method/seidel-preconditioner.h"

G_BEGIN_DECLS

/* Entries of both factors, the diagonal counted in each; 0 where their pattern is that of A. By
 * levels of fill it is estimated from some rows, within about a tenth, in a few milliseconds; of
 * ILUT it is a bound. parameters: by SeidelParameterIndex.
 *
 * Source: Hysom and Pothen, "A scalable parallel algorithm for incomplete factor preconditioning"
 * (2001), theorem 1: the level of an entry (i, j) is one less than the edges of the shortest path
 * from i to j through vertices with smaller numbers than both. */
double seidel_fill_count (const SeidelPreconditionerKind *kind,
                          const SeidelCsr *csr,
                          const double *parameters);

G_END_DECLS
