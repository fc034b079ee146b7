/* The translation of a text of the library's tables, which are in English (base/
 * seidel-translatable.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <libintl.h>
#include <stddef.h>

/* Static, as the text is. Nothing stays nothing: the catalogue has its own head under "". */
static inline const char *
seidel_translate (const char *text)
{
  return text != NULL && text[0] != '\0' ? gettext (text) : text;
}
