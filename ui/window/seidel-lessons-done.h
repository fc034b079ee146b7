/* Which lessons the user has played to their ends, remembered from one start to the next.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Their ids; free with g_strfreev (). */
char **seidel_lessons_done (void);
void seidel_lessons_done_add (const char *id);

G_END_DECLS
