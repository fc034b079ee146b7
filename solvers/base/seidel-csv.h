/* Texts as cells of CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Whether a spreadsheet would take a text for a formula: =, +, -, @, a tab or a carriage return is
 * its first character, and it is no number. */
SEIDEL_API bool seidel_csv_is_formula (const char *text);

/* Appends a text, in quotes as RFC 4180 has them: always, or where it needs them. An apostrophe is
 * put before a formula, so that it is shown and not run. */
SEIDEL_API void seidel_csv_append_text (GString *csv, const char *text, bool always_quoted);

G_END_DECLS
