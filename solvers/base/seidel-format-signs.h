/* The signs that numbers for people are written with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Once, at the start of a program and before its threads: for what seidel-format.h writes for
 * people; what it writes into files, and entries that are read back, keep ".". "." and "," at
 * first. NULL or "": as it is. */
SEIDEL_API void seidel_format_set_signs (const char *decimal, const char *thousands);
SEIDEL_API const char *seidel_format_decimal_sign (void);
SEIDEL_API const char *seidel_format_thousands_sign (void);

/* "5,000" or "1.83", a number as it is written in English, with these signs; other texts as they
 * are. Free with g_free (). */
SEIDEL_API char *seidel_format_translate_number (const char *text);

G_END_DECLS
