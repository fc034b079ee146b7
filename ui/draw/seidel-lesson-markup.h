/* Texts of lessons as markup of Pango.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* With the tags that texts of lessons have, for formulas; any other sign means itself, as do tags
 * that do not match. Numbers keep their units in their line. Free with g_free (). */
char *seidel_lesson_markup (const char *text);

G_END_DECLS
