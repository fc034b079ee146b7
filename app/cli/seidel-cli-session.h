/* The runs of a session as text, for the command session and for the window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of SeidelSessionEntry; any thread. Free with g_free (). */

/* An array with an object for each run, as seidel-cli session --json prints it. */
char *seidel_cli_session_to_json (GPtrArray *entries);
/* The points of their histories, a line for each. */
char *seidel_cli_session_to_csv (GPtrArray *entries);

G_END_DECLS
