/* The fingerprint of a matrix: two matrices with the same one are the same, for all practical
 * purposes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* XXH64 over the dimensions, the pattern and the bits of the values, of a complex matrix both parts
 * of them; not of the name, and not of the file that it was read from: the same matrix in another
 * format has the same fingerprint. A reordered matrix has another one than in its natural order.
 * One pass over its memory. Any thread; 0 when cancelled, never otherwise. */
SEIDEL_API uint64_t seidel_fingerprint_new (const SeidelMatrix *matrix, GCancellable *cancellable);

/* Sixteen hexadecimal digits; free with g_free (). */
SEIDEL_API char *seidel_fingerprint_to_text (uint64_t fingerprint);

G_END_DECLS
