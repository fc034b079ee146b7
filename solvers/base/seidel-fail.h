/* Setting an error and failing in one statement.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-error.h"

G_BEGIN_DECLS

/* Sets an error as g_set_error () does, in the domain SEIDEL_ERROR. */
SEIDEL_API void seidel_set_error (GError **error, SeidelError code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* The same; its value is NULL, for functions that then return NULL or false. A macro, so that
 * compilers know the value. */
#define seidel_fail(error, ...) (seidel_set_error (error, __VA_ARGS__), (void *) NULL)

G_END_DECLS
