/* Memory of this machine: how much there is, large blocks of it, and the error when it is too
 * little.
 *
 * Sizes are checked before something large is allocated, because a kernel that overcommits grants
 * nearly every request and kills the program later. All functions are thread-safe, except that
 * the seidel_memory_pretend functions must not run at the same time as others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Physical memory in bytes; INFINITY if unknown. */
SEIDEL_API double seidel_memory_total (void);

/* Bytes that can be allocated without swapping: by /proc/meminfo, the limits of the control group
 * and of those it is in (version 1 and 2), and the limits of the process on its address space and
 * data; INFINITY if unknown. */
SEIDEL_API double seidel_memory_available (void);

/* Whether that many bytes can be allocated. The system is not asked about fewer than
 * SEIDEL_MEMORY_HARMLESS, which would take longer than a small solve. */
#define SEIDEL_MEMORY_HARMLESS 64e6
SEIDEL_API bool seidel_memory_is_free (double bytes);

/* The last part of that: bytes that the limits of the process on its address space and data leave;
 * INFINITY without limits. */
double seidel_memory_within_limits (void);

/* For tests, and for helper programs with a limit: overrides the results above; 0 ends it (total),
 * as does NAN (available). */
SEIDEL_API void seidel_memory_pretend_total (double bytes);
SEIDEL_API void seidel_memory_pretend_available (double bytes);

/* For tests: the folder that takes the place of “/” for what is read from /proc and /sys; NULL ends
 * it. */
SEIDEL_API void seidel_memory_pretend_root (const char *folder);

/* Bytes of a CSR matrix of this size (rows and entries, which may exceed 64 bits). */
SEIDEL_API double seidel_memory_of_matrix (double rows, double nonzeros);

/* Whether a CSR matrix of this size fits into the memory that is free; otherwise
 * SEIDEL_ERROR_MEMORY with both figures. */
SEIDEL_API bool seidel_memory_check_matrix (double rows, double nonzeros, GError **error);

/* Sets the same error after a failed allocation. Returns false. */
SEIDEL_API bool seidel_memory_fail_matrix (double rows, double nonzeros, GError **error);

/* Sets SEIDEL_ERROR_MEMORY "WHAT takes 1.2 GB, which this machine does not have free", with WHAT
 * from the format. Returns false. */
SEIDEL_API bool seidel_memory_fail (GError **error, double bytes, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* For the start of a program: sets some memory aside, which the first of these errors gives back,
 * so that the small blocks are there that it takes to end with a message, or to show one. It also
 * has GLib print what ends the program without a lock. Once, main thread. */
SEIDEL_API void seidel_memory_set_aside (void);

/* g_try_malloc (), or g_try_malloc0 (), with that error; for g_free (). GLib's own functions end
 * the program instead, and are for small blocks of a fixed size. */
SEIDEL_API void *seidel_memory_try (size_t bytes, const char *what, GError **error);
SEIDEL_API void *seidel_memory_try0 (size_t bytes, const char *what, GError **error);

/* Uninitialised memory, at least 64-byte aligned, or NULL; for free () or realloc (). Large blocks
 * request huge pages: sweeps access memory at many places at once and would spend much of their
 * time on page-table walks. */
SEIDEL_API void *seidel_memory_alloc (size_t bytes);

/* realloc () of such a block, or of NULL, with the same request but no alignment. */
void *seidel_memory_realloc (void *memory, size_t bytes);

G_END_DECLS
