/* Tables of pages as JSON, for programs that read no CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A CSV table with a line of names (RFC 4180, as pages write it) as an array of objects, one for
 * each of the other lines, with the names as members. Numbers are those of the table digit by
 * digit, an empty cell is null, anything else a string. Any thread. Free with g_free (). */
char *seidel_table_to_json (const char *csv);

G_END_DECLS
