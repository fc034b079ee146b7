/* Checksums of the binary copies of matrices. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* XXH64 with seed 0 (Y. Collet, the xxHash specification): several bytes a cycle, and any change
 * of the data changes it but for one chance in 2⁶⁴. It is no defence against malice. */
uint64_t seidel_cache_sum (const void *data, size_t length);

/* The same over the sums of pieces, which up to threads threads take up. False when cancelled. */
bool seidel_cache_sum_pieces (const void *data,
                              size_t length,
                              int threads,
                              GCancellable *cancellable,
                              uint64_t *sum);

G_END_DECLS
