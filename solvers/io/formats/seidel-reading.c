/* Readings as values: the table of them, their names and what they are called.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-reading.h"

#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"

/* clang-format off */
static const struct
{
  const char *id;
  const char *title;
} kinds[SEIDEL_N_READINGS] = {
  [SEIDEL_READING_FREEFEM] = { "freefem", N_ ("a FreeFem matrix") },
  [SEIDEL_READING_ABAQUS] = { "abaqus", N_ ("an Abaqus matrix") },
  [SEIDEL_READING_HYPRE] = { "hypre", N_ ("a hypre IJ matrix") },
  [SEIDEL_READING_CHOLMOD] = { "cholmod", N_ ("CHOLMOD triplets") },
  [SEIDEL_READING_GRAPH] = { "graph", N_ ("a METIS graph") },
  [SEIDEL_READING_EDGES] = { "sized-edges", N_ ("a list of edges behind their number") },
  [SEIDEL_READING_INDEXED] = { "indexed-vector", N_ ("a hypre IJ vector") },
  [SEIDEL_READING_CSR] = { "csr", N_ ("a matrix in CSR, one number on each line") },
  [SEIDEL_READING_SIZED] = { "sized-entries", N_ ("a list of entries behind its size") },
  [SEIDEL_READING_ARRAY] = { "array", N_ ("an array by columns behind its size") },
  [SEIDEL_READING_SIZED_TABLE] = { "sized-table", N_ ("a dense table behind its size") },
  [SEIDEL_READING_ENTRIES] = { "entries", N_ ("a list of entries") },
  [SEIDEL_READING_TABLE] = { "table", N_ ("a dense table") },
};
/* clang-format on */

SeidelReading *
seidel_reading_new (SeidelReadingKind kind)
{
  SeidelReading *reading = g_new0 (SeidelReading, 1);
  const bool indexed = kind == SEIDEL_READING_INDEXED;

  *reading = (SeidelReading){ .kind = kind,
                              .base = kind == SEIDEL_READING_HYPRE    ? 0
                                      : kind == SEIDEL_READING_ABAQUS ? 1
                                                                      : -1,
                              .rows = -1,
                              .columns = -1,
                              .entries = -1,
                              .fields = kind == SEIDEL_READING_ABAQUS ? 5 : 3 - indexed,
                              .row_field = 0,
                              .column_field = indexed ? -1 : 1,
                              .value_field = 2 - indexed,
                              .imaginary_field = -1,
                              .separator = ' ',
                              .decimal = '.' };
  return reading;
}

SeidelReading *
seidel_reading_copy (const SeidelReading *reading)
{
  SeidelReading *copy = g_memdup2 (reading, sizeof *reading);

  copy->evidence = g_strdup (reading->evidence);
  return copy;
}

void
seidel_reading_free (SeidelReading *reading)
{
  if (reading != NULL)
    g_free (reading->evidence);
  g_free (reading);
}

const char *
seidel_reading_id (SeidelReadingKind kind)
{
  return kinds[kind].id;
}

/* Whether each line is an entry. */
static bool
has_entries (const SeidelReading *reading)
{
  switch (reading->kind)
    {
    case SEIDEL_READING_FREEFEM:
    case SEIDEL_READING_HYPRE:
    case SEIDEL_READING_CHOLMOD:
    case SEIDEL_READING_EDGES:
    case SEIDEL_READING_SIZED:
    case SEIDEL_READING_ENTRIES:
      return true;
    case SEIDEL_READING_ABAQUS:
    case SEIDEL_READING_GRAPH:
    case SEIDEL_READING_INDEXED:
    case SEIDEL_READING_CSR:
    case SEIDEL_READING_ARRAY:
    case SEIDEL_READING_SIZED_TABLE:
    case SEIDEL_READING_TABLE:
    case SEIDEL_N_READINGS:
    default:
      return false;
    }
}

/* Of the symmetries that a reading may have. */
static const char *const symmetries[] = {
  [SEIDEL_FILED_GENERAL] = "general",
  [SEIDEL_FILED_SYMMETRIC] = "symmetric",
  [SEIDEL_FILED_SKEW_SYMMETRIC] = "skew-symmetric",
  [SEIDEL_FILED_HERMITIAN] = "hermitian",
};

/* "1:2:3", fields from 1. */
static void
append_columns (GString *name, const SeidelReading *reading)
{
  const int columns[] = { reading->row_field, reading->column_field, reading->value_field,
                          reading->imaginary_field };

  g_string_append (name, ",columns=");
  for (size_t i = 0; i < G_N_ELEMENTS (columns) && columns[i] >= 0; i++)
    g_string_append_printf (name, "%s%d", i > 0 ? ":" : "", columns[i] + 1);
}

static bool
has_usual_columns (const SeidelReading *reading)
{
  return reading->row_field == 0 && reading->column_field == 1
         && (reading->value_field < 0 ? reading->fields == 2
                                      : reading->value_field == 2 && reading->fields == 3)
         && reading->imaginary_field < 0;
}

char *
seidel_reading_name (const SeidelReading *reading)
{
  GString *name = g_string_new (kinds[reading->kind].id);

  if (has_entries (reading))
    {
      if (reading->base == 0 || reading->base == 1)
        g_string_append_printf (name, ",from-%d", reading->base);
      if (!has_usual_columns (reading))
        append_columns (name, reading);
      if (reading->symmetry != SEIDEL_FILED_GENERAL)
        g_string_append_printf (name, ",%s", symmetries[reading->symmetry]);
    }
  if (reading->kind == SEIDEL_READING_TABLE && (reading->labels > 0 || reading->labelled))
    g_string_append (name, reading->labels > 0 ? ",labels" : ",no-labels");
  if (reading->headed)
    g_string_append (name, reading->heading ? ",heading" : ",no-heading");
  if (reading->decimal == ',')
    g_string_append (name, ",decimal-comma");
  return g_string_free (name, FALSE);
}

static const char *
describe_symmetry (SeidelFiledSymmetry symmetry)
{
  static const char *const texts[] = {
    [SEIDEL_FILED_GENERAL] = NULL,
    [SEIDEL_FILED_SYMMETRIC] = N_ ("symmetric by one triangle"),
    [SEIDEL_FILED_SKEW_SYMMETRIC] = N_ ("skew-symmetric by one triangle"),
    [SEIDEL_FILED_HERMITIAN] = N_ ("hermitian by one triangle"),
  };

  return texts[symmetry];
}

char *
seidel_reading_describe (const SeidelReading *reading)
{
  GString *text = g_string_new (seidel_text (kinds[reading->kind].title));

  if (has_entries (reading) && reading->base >= 0)
    g_string_append_printf (text, seidel_text (", counted from %d"), reading->base);
  if (has_entries (reading) && reading->imaginary_field >= 0)
    g_string_append (text, seidel_text (", of complex numbers"));
  if (has_entries (reading) && !has_usual_columns (reading) && reading->imaginary_field < 0)
    {
      if (reading->value_field >= 0)
        g_string_append_printf (text, seidel_text (", in columns %d, %d and %d"),
                                reading->row_field + 1, reading->column_field + 1,
                                reading->value_field + 1);
      else
        g_string_append_printf (text, seidel_text (", in columns %d and %d"),
                                reading->row_field + 1, reading->column_field + 1);
    }
  if (reading->kind == SEIDEL_READING_TABLE && reading->labels > 0)
    g_string_append (text, seidel_text (" with row labels"));
  if (reading->headed)
    g_string_append (text, seidel_text (reading->heading ? N_ (", behind a line of headings")
                                                         : N_ (", from the first line on")));
  if (reading->decimal == ',')
    g_string_append (text, seidel_text (", with decimal commas"));
  if (describe_symmetry (reading->symmetry) != NULL)
    g_string_append_printf (text, ", %s", seidel_text (describe_symmetry (reading->symmetry)));
  return g_string_free (text, FALSE);
}

char *
seidel_reading_describe_matrix (const SeidelReading *reading)
{
  const bool declared = reading->rows >= 0 && reading->columns >= 0;
  const bool whole = reading->seen_all || (declared && reading->entries >= 0);
  const int64_t entries = reading->entries >= 0 ? reading->entries : reading->seen_entries;
  g_autofree char *rows = seidel_format_count (declared ? reading->rows : reading->seen_rows);
  g_autofree char *columns =
    seidel_format_count (declared ? reading->columns : reading->seen_columns);
  g_autofree char *count = seidel_format_count (entries);
  g_autofree char *size = NULL;

  if (reading->kind == SEIDEL_READING_TABLE || reading->kind == SEIDEL_READING_SIZED_TABLE
      || reading->kind == SEIDEL_READING_ARRAY)
    size = g_strdup_printf ("%s × %s", rows, columns);
  else
    size = g_strdup_printf (seidel_plural ("%s × %s, %s entry in the file",
                                           "%s × %s, %s entries in the file",
                                           (unsigned long) MAX (entries, 0)),
                            rows, columns, count);
  return whole ? g_steal_pointer (&size) : g_strdup_printf (seidel_text ("at least %s"), size);
}

char *
seidel_reading_describe_name (const char *name)
{
  g_autoptr (SeidelReading) reading = seidel_readings_choose (NULL, name, NULL);

  return reading != NULL ? seidel_reading_describe (reading) : NULL;
}

static SeidelReading *
find_kind (const GPtrArray *readings, const char *id)
{
  for (guint i = 0; readings != NULL && i < readings->len; i++)
    {
      const SeidelReading *reading = readings->pdata[i];

      if (g_str_equal (kinds[reading->kind].id, id))
        return seidel_reading_copy (reading);
    }
  for (int kind = 0; kind < SEIDEL_N_READINGS; kind++)
    if (g_str_equal (kinds[kind].id, id))
      return seidel_reading_new ((SeidelReadingKind) kind);
  return NULL;
}

/* "1:2:3" or "1:2"; false for anything else. */
static bool
take_columns (SeidelReading *reading, const char *text)
{
  int *const columns[] = { &reading->row_field, &reading->column_field, &reading->value_field,
                           &reading->imaginary_field };
  g_auto (GStrv) words = g_strsplit (text, ":", -1);
  const guint n = g_strv_length (words);

  if (n < 2 || n > G_N_ELEMENTS (columns))
    return false;
  reading->value_field = reading->imaginary_field = -1;
  for (guint i = 0; i < n; i++)
    {
      guint64 column;

      if (!g_ascii_string_to_unsigned (words[i], 10, 1, 64, &column, NULL))
        return false;
      *columns[i] = (int) column - 1;
      reading->fields = MAX (reading->fields, (int) column);
    }
  return reading->row_field != reading->column_field;
}

static bool
take_option (SeidelReading *reading, const char *word)
{
  if (g_str_equal (word, "from-0") || g_str_equal (word, "from-1"))
    reading->base = word[5] - '0';
  else if (g_str_equal (word, "heading") || g_str_equal (word, "no-heading"))
    {
      reading->heading = *word == 'h';
      reading->headed = true;
    }
  else if (g_str_equal (word, "labels") || g_str_equal (word, "no-labels"))
    {
      reading->labels = *word == 'l';
      reading->labelled = true;
    }
  else if (g_str_equal (word, "decimal-comma"))
    reading->decimal = ',';
  else if (g_str_has_prefix (word, "columns="))
    return take_columns (reading, word + strlen ("columns="));
  else
    {
      for (size_t i = 0; i < G_N_ELEMENTS (symmetries); i++)
        if (g_str_equal (word, symmetries[i]))
          {
            reading->symmetry = (SeidelFiledSymmetry) i;
            return true;
          }
      return false;
    }
  return true;
}

static void
fail_name (const char *name, GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (int kind = 0; kind < SEIDEL_N_READINGS; kind++)
    g_string_append_printf (ids, "%s%s", kind > 0 ? ", " : "", kinds[kind].id);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               seidel_text (
                 "“%s” is no reading; expected one of %s, which may be followed by ,from-0 ,from-1 "
                 ",columns=ROW:COLUMN:VALUE ,symmetric ,heading ,no-heading ,labels ,no-labels "
                 ",decimal-comma"),
               name, ids->str);
}

SeidelReading *
seidel_readings_choose (const GPtrArray *readings, const char *name, GError **error)
{
  g_auto (GStrv) words = g_strsplit (name, ",", -1);
  g_autoptr (SeidelReading) reading = words[0] != NULL ? find_kind (readings, words[0]) : NULL;
  bool fine = reading != NULL;

  for (char **word = words + 1; fine && *word != NULL; word++)
    fine = take_option (reading, *word);
  if (fine)
    return g_steal_pointer (&reading);
  fail_name (name, error);
  return NULL;
}

bool
seidel_reading_check (const char *name, GError **error)
{
  g_autoptr (SeidelReading) reading = seidel_readings_choose (NULL, name, error);

  return reading != NULL;
}
