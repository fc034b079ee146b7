/* Whether something large would fit into this machine at all, asked before it is allocated:
 * a kernel that overcommits says yes to nearly everything and ends the program later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Fails with SEIDEL_ERROR_MEMORY, naming both figures, when a matrix of this shape takes more than
 * the machine's memory. */
SEIDEL_API bool seidel_memory_check (double rows, double nonzeros, GError **error);

/* Bytes of this machine; INFINITY where the system does not tell. */
SEIDEL_API double seidel_memory_all (void);

/* For tests, and programs that are told: as if the machine had so much. To be called before
 * anything is read. */
SEIDEL_API void seidel_memory_pretend (double bytes);

/* Whether so many bytes are not more than the machine's memory. */
SEIDEL_API bool seidel_memory_holds (double bytes);

/* Says that such a matrix did not fit: for when an allocation has failed. Always false. */
SEIDEL_API bool seidel_memory_fail (double rows, double nonzeros, GError **error);

G_END_DECLS
