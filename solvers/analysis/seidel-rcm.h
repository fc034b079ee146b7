/* Reverse Cuthill-McKee: an order of the rows that draws the entries towards the diagonal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* New position → row, into permutation[rows]; the matrix must be square. Works on the pattern of
 * A + Aᵀ. Each component is numbered separately from a vertex far out, the components in the order
 * of their first rows. Deterministic: of equals, the row of the lower number comes first. */
bool seidel_rcm (const SeidelCsr *csr,
                 int32_t *permutation,
                 SeidelProgress *progress,
                 GCancellable *cancellable,
                 GError **error);

G_END_DECLS
