/* How much memory there is to take, asked before something large is allocated: a kernel that
 * overcommits says yes to nearly everything and ends the program later.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Bytes that can be taken without swapping, by /proc/meminfo and the limit of the control group;
 * INFINITY where the system does not tell. */
SEIDEL_API double seidel_memory_available (void);

G_END_DECLS
