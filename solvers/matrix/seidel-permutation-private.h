/* The plain version of seidel_csr_permuted (), which tests compare with the fast one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-permutation.h"

G_BEGIN_DECLS

/* Moves every entry by itself, then sorts all rows. */
SeidelCsr *
seidel_csr_permuted_ref (const SeidelCsr *csr, const int32_t *permutation, GError **error);

G_END_DECLS
