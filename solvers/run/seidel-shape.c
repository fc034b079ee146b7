/* The shape of dense products: its text, and which engines and storages have one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-shape.h"

#include "base/seidel-error.h"
#include "matrix/seidel-storage.h"

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
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "‘%s’ is not " AUTO ", nor two powers of two such as 4x64", text);
      return false;
    }
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

bool
seidel_shape_applies (const SeidelEngine *engine, SeidelStorage storage, GError **error)
{
  size_t n;

  if (engine->max_shape_threads == 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "the %s engine has no shapes of products", engine->name);
  else if (storage != SEIDEL_STORAGE_DENSE)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "only products with the storage “%s” have a block shape",
                 seidel_storages (&n)[SEIDEL_STORAGE_DENSE].id);
  else
    return true;
  return false;
}

bool
seidel_shape_fits (SeidelShape shape,
                   const SeidelEngine *engine,
                   SeidelStorage storage,
                   GError **error)
{
  if (shape.rows_per_block == 0)
    return true;
  if (!seidel_shape_applies (engine, storage, error))
    return false;
  if ((int64_t) shape.rows_per_block * shape.threads_per_row <= engine->max_shape_threads)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "%d rows of %d threads each are more than the %d threads of a block of the %s "
               "engine",
               shape.rows_per_block, shape.threads_per_row, engine->max_shape_threads,
               engine->name);
  return false;
}
