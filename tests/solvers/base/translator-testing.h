/* A translator that shows which texts were looked up: "%d levels" becomes "‹%d levels›".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "base/seidel-translatable.h"

/* Strings are never freed: a translation is static. */
static inline const char *
test_translate_cb (const char *text, const char *plural, unsigned long n)
{
  g_autofree char *marked = g_strdup_printf ("‹%s›", plural != NULL && n != 1 ? plural : text);

  return g_intern_string (marked);
}
