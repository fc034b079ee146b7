/* The bytes of a copy in the cache: mapped, or read into memory. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* All of a file, at a multiple of 64 bytes. NULL with an error, or on cancellation. */
GBytes *seidel_cache_bytes_open (const char *file, GCancellable *cancellable, GError **error);

G_END_DECLS
