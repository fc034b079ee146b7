/* Memory for large arrays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

#include "base/seidel-api.h"

/* Uninitialised memory, at least 64-byte aligned, or NULL; free () or realloc () it. Large blocks
 * ask for huge pages: a sweep touches memory in many places at once, and with small pages much of
 * its time would go into finding them. */
SEIDEL_API void *seidel_pages_alloc (size_t bytes);
