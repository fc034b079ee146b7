/* The clock that short times are measured with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Nanoseconds, monotonic, since some moment. */
SEIDEL_API int64_t seidel_clock_now (void);

/* What reading it takes, in nanoseconds; measured once, by the first who asks. */
SEIDEL_API double seidel_clock_cost (void);

G_END_DECLS
