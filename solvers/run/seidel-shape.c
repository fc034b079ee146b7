/* The text of the shape of dense products.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-shape.h"

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

#define AUTO "auto"

/* A power of two, and no sign before it. */
static bool
parse_power (const char *text, int *number)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 1, G_MAXINT, &value, NULL)
      || (value & (value - 1)) != 0)
    return false;
  *number = (int) value;
  return true;
}

bool
seidel_shape_parse (const char *text, SeidelShape *shape, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 3);
  SeidelShape parsed = { 0, 0 };

  if (!g_str_equal (text, AUTO)
      && (g_strv_length (parts) != 2 || !parse_power (parts[0], &parsed.rows_per_block)
          || !parse_power (parts[1], &parsed.threads_per_row)))
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("‘%s’ is not auto, nor two powers of two such as 4x64"), text);
  *shape = parsed;
  return true;
}

char *
seidel_shape_to_text (SeidelShape shape)
{
  return shape.rows_per_block > 0
           ? g_strdup_printf ("%dx%d", shape.rows_per_block, shape.threads_per_row)
           : g_strdup (AUTO);
}
