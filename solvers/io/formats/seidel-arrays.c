/* The arrays in a file that may hold several, and which of them is meant.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-arrays.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "io/formats/seidel-reader.h"

/* As many as a message names. */
#define MOST_NAMED 12

static void
array_free (SeidelArray *array)
{
  g_free (array->name);
  g_free (array->type);
  g_free (array->problem);
  g_free (array);
}

GPtrArray *
seidel_arrays_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) array_free);
}

SeidelArray *
seidel_arrays_add (GPtrArray *arrays, const char *name)
{
  SeidelArray *array = g_new0 (SeidelArray, 1);

  array->name = g_utf8_make_valid (name, -1);
  array->rows = -1;
  array->columns = -1;
  array->entries = -1;
  g_ptr_array_add (arrays, array);
  return array;
}

/* With thousands separators. */
static char *
format_count (int64_t value)
{
  g_autofree char *digits = g_strdup_printf ("%" PRId64, value);
  const size_t length = strlen (digits);
  GString *text = g_string_new (NULL);

  for (size_t i = 0; i < length; i++)
    {
      if (i > 0 && (length - i) % 3 == 0)
        g_string_append_c (text, ',');
      g_string_append_c (text, digits[i]);
    }
  return g_string_free (text, FALSE);
}

/* "1,000 × 1,000", "a vector of 1,000", or NULL. */
static char *
describe_shape (const SeidelArray *array)
{
  g_autofree char *rows = format_count (array->rows);
  g_autofree char *columns = format_count (array->columns);

  if (array->rows < 0)
    return NULL;
  if (array->vector)
    return g_strdup_printf (seidel_text ("a vector of %s"), rows);
  return g_strdup_printf ("%s × %s", rows, columns);
}

static char *
describe (const SeidelArray *array)
{
  g_autofree char *shape = describe_shape (array);
  g_autofree char *entries = format_count (array->entries);
  GString *text = g_string_new (shape);

  if (array->type != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", array->type);
  if (array->entries >= 0)
    g_string_append_printf (
      text, seidel_plural (", %s entry", ", %s entries", (unsigned long) array->entries), entries);
  if (array->problem != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "", array->problem);
  return g_string_free (text, FALSE);
}

bool
seidel_array_is_vector (const SeidelArray *array)
{
  return array->vector || array->rows == 1 || array->columns == 1;
}

/* The name behind the last dot. */
static const char *
leaf (const SeidelArray *array)
{
  const char *dot = strrchr (array->name, '.');

  return dot != NULL ? dot + 1 : array->name;
}

/* What a right-hand side is called. */
static const char *const rhs_names[] = { [0] = "b", [1] = "rhs" };

/* Whether it is more likely to go with a matrix than to be one. */
static bool
is_minor (const SeidelArray *array)
{
  return array->minor || seidel_array_is_vector (array) || array->rows == 0 || array->columns == 0
         || g_strcmp0 (leaf (array), rhs_names[0]) == 0
         || g_strcmp0 (leaf (array), rhs_names[1]) == 0;
}

static bool
can_open (const SeidelArray *array)
{
  return array->problem == NULL && !array->vector;
}

void
seidel_variable_free (SeidelVariable *variable)
{
  g_free (variable->name);
  g_free (variable->description);
  g_free (variable);
}

GPtrArray *
seidel_arrays_list (const GPtrArray *arrays)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_variable_free);

  for (unsigned i = 0; i < arrays->len; i++)
    {
      const SeidelArray *array = arrays->pdata[i];
      SeidelVariable *variable;

      if (array->hidden)
        continue;
      variable = g_new0 (SeidelVariable, 1);
      variable->name = g_strdup (array->name);
      variable->description = describe (array);
      variable->usable = can_open (array);
      variable->vector = array->vector && array->problem == NULL;
      variable->rows = array->rows;
      variable->columns = array->vector ? 1 : array->columns;
      g_ptr_array_add (list, variable);
    }
  return list;
}

/* "A (3 × 3), B (5 × 2)" of those that pass. */
static char *
name_all (const GPtrArray *arrays, bool (*passes) (const SeidelArray *array))
{
  GString *text = g_string_new (NULL);
  int named = 0;

  for (unsigned i = 0; i < arrays->len; i++)
    {
      const SeidelArray *array = arrays->pdata[i];
      g_autofree char *shape = describe_shape (array);

      if (array->hidden || !passes (array))
        continue;
      if (named++ == MOST_NAMED)
        {
          g_string_append (text, ", …");
          break;
        }
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", array->name);
      if (shape != NULL)
        g_string_append_printf (text, " (%s)", shape);
    }
  return g_string_free (text, FALSE);
}

static bool
is_candidate (const SeidelArray *array)
{
  return can_open (array) && !is_minor (array);
}

static bool
is_anything (const SeidelArray *array)
{
  return true;
}

char *
seidel_arrays_names (const GPtrArray *arrays)
{
  return name_all (arrays, is_anything);
}

static SeidelArray *
choose_named (const GPtrArray *arrays,
              const char *variable,
              const SeidelSource *source,
              GError **error)
{
  g_autofree char *known = name_all (arrays, is_anything);

  for (unsigned i = 0; i < arrays->len; i++)
    {
      SeidelArray *array = arrays->pdata[i];

      if (array->hidden || g_strcmp0 (array->name, variable) != 0)
        continue;
      if (can_open (array) || (array->problem == NULL && seidel_source_takes_vectors (source)))
        return array;
      return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                          seidel_text ("%s: %s cannot be opened: %s"), seidel_source_name (source),
                          variable,
                          array->problem != NULL ? array->problem
                                                 : seidel_text ("a vector is not a matrix"));
    }
  return seidel_fail (error, SEIDEL_ERROR_INVALID, seidel_text ("%s: holds no “%s”; it holds: %s"),
                      seidel_source_name (source), variable, known);
}

/* Joins the names of a file's arrays and the reasons why none of them is suitable. */
static void
fail_none (const GPtrArray *arrays, const char *file, GError **error)
{
  g_autoptr (GString) reasons = g_string_new (NULL);
  int named = 0;

  for (unsigned i = 0; i < arrays->len && named < MOST_NAMED; i++)
    {
      const SeidelArray *array = arrays->pdata[i];
      g_autofree char *description = describe (array);

      if (!array->hidden)
        g_string_append_printf (reasons, "%s %s (%s)", named++ > 0 ? "," : ":", array->name,
                                description);
    }
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
               seidel_text ("%s: holds no matrix of numbers%s"), file, reasons->str);
}

SeidelArray *
seidel_arrays_choose (const GPtrArray *arrays,
                      const char *variable,
                      const SeidelSource *source,
                      GError **error)
{
  const char *file = seidel_source_name (source);
  g_autofree char *known = NULL;
  SeidelArray *matrix = NULL;
  SeidelArray *other = NULL;
  int matrices = 0;
  int others = 0;

  if (variable != NULL)
    return choose_named (arrays, variable, source, error);
  for (unsigned i = 0; i < arrays->len; i++)
    {
      SeidelArray *array = arrays->pdata[i];

      if (array->hidden || !can_open (array))
        continue;
      if (array->preferred)
        return array;
      if (is_minor (array))
        {
          other = array;
          others++;
        }
      else
        {
          matrix = array;
          matrices++;
        }
    }
  if (matrices == 1)
    return matrix;
  if (matrices == 0 && others == 1)
    return other;
  if (matrices + others == 0)
    {
      fail_none (arrays, file, error);
      return NULL;
    }
  known = name_all (arrays, matrices > 0 ? is_candidate : can_open);
  return seidel_fail (error, SEIDEL_ERROR_CHOICE,
                      seidel_text ("%s: holds several matrices; choose one of them: %s"), file,
                      known);
}

static bool
is_good_vector (const SeidelArray *array)
{
  return array->problem == NULL && seidel_array_is_vector (array);
}

static int64_t
count_numbers (const SeidelArray *array)
{
  return array->vector ? array->rows : array->rows * array->columns;
}

static bool
has_numbers (const SeidelArray *array, int64_t n)
{
  return is_good_vector (array) && count_numbers (array) == n;
}

SeidelArray *
seidel_arrays_choose_vector (const GPtrArray *arrays, int64_t *n, const char *file, GError **error)
{
  const bool any = *n == SEIDEL_ANY_LENGTH;
  g_autofree char *length =
    any ? g_strdup ("") : g_strdup_printf (seidel_text (" of %" PRId64 " numbers"), *n);
  g_autofree char *known = name_all (arrays, is_good_vector);
  SeidelArray *fitting = NULL;
  int count = 0;

  for (unsigned i = 0; i < arrays->len; i++)
    if (any ? is_good_vector (arrays->pdata[i]) : has_numbers (arrays->pdata[i], *n))
      {
        fitting = arrays->pdata[i];
        count++;
      }
  if (count == 1)
    {
      *n = count_numbers (fitting);
      return fitting;
    }
  if (count == 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 seidel_text ("%s: holds no vector%s%s%s"), file, length,
                 known[0] != '\0' ? seidel_text ("; it holds: ") : "", known);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE,
                 seidel_text ("%s: holds %d vectors%s, and it is not clear which is meant: %s"),
                 file, count, length, known);
  return NULL;
}

SeidelArray *
seidel_arrays_find_rhs (const GPtrArray *arrays, const SeidelArray *chosen)
{
  const int prefix = (int) (leaf (chosen) - chosen->name);

  for (size_t n = 0; n < G_N_ELEMENTS (rhs_names); n++)
    {
      g_autofree char *name = g_strdup_printf ("%.*s%s", prefix, chosen->name, rhs_names[n]);

      for (unsigned i = 0; i < arrays->len; i++)
        {
          SeidelArray *array = arrays->pdata[i];

          if (array != chosen && array->problem == NULL
              && (chosen->complex_numbers || !array->complex_numbers)
              && g_strcmp0 (array->name, name) == 0
              && ((array->rows == chosen->rows && (array->vector || array->columns >= 1))
                  || has_numbers (array, chosen->rows)))
            return array;
        }
    }
  return NULL;
}

char *
seidel_array_rhs_note (const SeidelArray *rhs, int64_t rows)
{
  if (rhs->vector || rhs->columns == 1 || rhs->rows != rows)
    return g_strdup_printf (seidel_text ("The right-hand side is %s."), rhs->name);
  return g_strdup_printf (seidel_text ("The right-hand side is the first of %lld columns of %s."),
                          (long long) rhs->columns, rhs->name);
}
