/* Numbers in entries and tables: powers of ten as "1.3e-4", whatever the locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* "1.3e-4", "0", "∞", "not a number"; free with g_free (). */
char *seidel_number_scientific (double value, int decimals);

/* The shortest text for an entry, "1e-8" or "0.25", that reads back as the same number. */
char *seidel_number_to_text (double value);

/* Reads the whole text (spaces around it allowed), with "." or the decimal sign of the locale;
 * false when it is no finite number. */
gboolean seidel_number_parse (const char *text, double *value);

/* Digits, perhaps in groups that are set apart as the window does; false otherwise or when it does
 * not fit. */
gboolean seidel_number_parse_integer (const char *text, int64_t *value);

G_END_DECLS
