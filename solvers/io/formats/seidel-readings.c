/* The table of readings: who judges and who reads each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-readings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-translatable.h"

/* Beyond it, double precision does not tell whole numbers apart. */
#define MOST_WHOLE 9e15

static const struct
{
  SeidelCertainty (*judge) (const SeidelSketch *sketch, SeidelReading *reading);
  const SeidelReader *reader;
} table[SEIDEL_N_READINGS] = {
  [SEIDEL_READING_FREEFEM] = { seidel_judge_freefem, &seidel_triplets_reader },
  [SEIDEL_READING_ABAQUS] = { seidel_judge_abaqus, &seidel_triplets_reader },
  [SEIDEL_READING_HYPRE] = { seidel_judge_hypre, &seidel_triplets_reader },
  [SEIDEL_READING_CHOLMOD] = { seidel_judge_cholmod, &seidel_triplets_reader },
  [SEIDEL_READING_GRAPH] = { seidel_judge_graph, &seidel_graph_reader },
  [SEIDEL_READING_EDGES] = { seidel_judge_edges, &seidel_triplets_reader },
  [SEIDEL_READING_INDEXED] = { seidel_judge_indexed, &seidel_triplets_reader },
  [SEIDEL_READING_CSR] = { seidel_judge_csr, &seidel_table_reader },
  [SEIDEL_READING_SIZED] = { seidel_judge_sized, &seidel_triplets_reader },
  [SEIDEL_READING_ARRAY] = { seidel_judge_array, &seidel_table_reader },
  [SEIDEL_READING_SIZED_TABLE] = { seidel_judge_sized_table, &seidel_table_reader },
  [SEIDEL_READING_ENTRIES] = { seidel_judge_entries, &seidel_triplets_reader },
  [SEIDEL_READING_TABLE] = { seidel_judge_table, &seidel_table_reader },
};

/* Of the numbers the first is that of rows, which their offsets follow, and then two for each
 * entry.
 */
static void
look_at_csr (SeidelReading *reading)
{
  reading->seen_entries = MAX ((reading->seen_rows - reading->rows - 2) / 2, 0);
  reading->seen_rows = reading->seen_columns = reading->rows;
}

/* What the matrix would be, as far as it can be seen. */
static void
look_at_matrix (const SeidelSketch *sketch, SeidelReading *reading)
{
  const bool sized = reading->size_line > 0;
  const int headings = (sketch->heading != NULL) - reading->heading;
  SeidelSketchEntries entries;
  guint i = sized;

  reading->seen_all = sketch->complete && !sketch->broken;
  if (reading->kind == SEIDEL_READING_TABLE || reading->kind == SEIDEL_READING_SIZED_TABLE
      || reading->kind == SEIDEL_READING_CSR)
    {
      const SeidelSketchLine *line;

      for (i = 0; (line = seidel_sketch_next (sketch, &i)) != NULL; reading->seen_rows++)
        reading->seen_columns = MAX (reading->seen_columns, line->n - reading->labels);
      reading->seen_rows += headings;
      reading->seen_entries = reading->seen_rows * reading->seen_columns;
      if (reading->kind == SEIDEL_READING_CSR && reading->rows > 0)
        look_at_csr (reading);
      return;
    }
  seidel_sketch_entries (sketch, i, reading->row_field, reading->column_field, &entries);
  reading->seen_entries = entries.lines;
  reading->seen_rows = reading->seen_columns =
    (int64_t) MIN (MAX (entries.most_row, entries.most_column), 1e15)
    + (reading->base == 0 || (reading->base < 0 && entries.zero));
}

static void
set_one_column (SeidelReading *reading)
{
  reading->seen_columns = 1;
  reading->seen_entries = reading->seen_rows;
}

/* Behind the table of two columns that of one, of numbers with decimal commas. */
static void
add_comma_column (const SeidelSketch *sketch, GPtrArray *readings)
{
  const SeidelReading *last = readings->len > 0 ? readings->pdata[readings->len - 1] : NULL;

  if (last != NULL && last->kind == SEIDEL_READING_TABLE)
    {
      SeidelReading *column = seidel_reading_copy (last);

      column->decimal = ',';
      set_one_column (column);
      g_ptr_array_add (readings, column);
    }
}

GPtrArray *
seidel_readings_judge (const SeidelSketch *sketch)
{
  GPtrArray *readings = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_reading_free);

  for (int kind = 0; kind < SEIDEL_N_READINGS; kind++)
    {
      g_autoptr (SeidelReading) reading = seidel_reading_new ((SeidelReadingKind) kind);

      reading->separator = sketch->separator;
      reading->heading = sketch->heading != NULL;
      reading->decimal = sketch->decimal_commas > 0 ? ',' : '.';
      /* Headings may be longer than what is seen. */
      if (kind == SEIDEL_READING_TABLE || (sketch->n_lines > 0 && !sketch->row_ends))
        reading->certainty = table[kind].judge (sketch, reading);
      if (sketch->mentions_form && reading->certainty > SEIDEL_CERTAINTY_IMPOSSIBLE)
        {
          reading->certainty = SEIDEL_CERTAINTY_POSSIBLE;
          seidel_judge_explain (reading, g_strdup (seidel_text (
                                           "A comment names a form of Matrix Market, which may or "
                                           "may not be that of this file.")));
        }
      if (reading->certainty > SEIDEL_CERTAINTY_IMPOSSIBLE)
        look_at_matrix (sketch, reading);
      if (reading->certainty > SEIDEL_CERTAINTY_IMPOSSIBLE)
        g_ptr_array_add (readings, g_steal_pointer (&reading));
    }
  if (sketch->comma_column)
    add_comma_column (sketch, readings);
  return readings;
}

const SeidelReading *
seidel_readings_best (const GPtrArray *readings, bool *ambiguous)
{
  const SeidelReading *best = NULL;

  *ambiguous = false;
  for (guint i = 0; i < readings->len; i++)
    {
      const SeidelReading *reading = readings->pdata[i];

      if (best == NULL || best->certainty < SEIDEL_CERTAINTY_PLAUSIBLE)
        best = reading->certainty >= SEIDEL_CERTAINTY_PLAUSIBLE || best == NULL ? reading : best;
      else if (best->certainty == SEIDEL_CERTAINTY_PLAUSIBLE
               && reading->certainty >= SEIDEL_CERTAINTY_PLAUSIBLE)
        *ambiguous = true;
    }
  *ambiguous =
    *ambiguous || (best != NULL && (best->certainty < SEIDEL_CERTAINTY_PLAUSIBLE || best->headed));
  return *ambiguous ? NULL : best;
}

/* The last field that is used. */
static int
find_last (const SeidelReading *reading)
{
  return MAX (MAX (reading->row_field, reading->column_field),
              MAX (reading->value_field, reading->imaginary_field));
}

/* Whether the columns of a list that were asked for hold what they should, on its first line. */
static bool
has_columns (const SeidelSketch *sketch, const SeidelReading *reading)
{
  const SeidelSketchLine *line = seidel_sketch_line (sketch, 0);
  const int values[] = { reading->value_field, reading->imaginary_field };
  SeidelSketchEntries entries;

  for (size_t i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i] >= line->n
        || (values[i] >= 0 && !seidel_sketch_field (sketch, line, values[i])->number))
      return false;
  seidel_sketch_entries (sketch, 0, reading->row_field, reading->column_field, &entries);
  return entries.lines > 0;
}

SeidelReading *
seidel_readings_take (const SeidelSketch *sketch,
                      const GPtrArray *readings,
                      const char *name,
                      GError **error)
{
  SeidelReading *reading = seidel_readings_choose (readings, name, error);

  if (reading == NULL)
    return NULL;
  /* That speaks for the reading as it was judged. */
  if (strchr (name, ',') != NULL)
    g_clear_pointer (&reading->evidence, g_free);
  if (!reading->headed)
    reading->heading = sketch->heading != NULL;
  if (reading->kind == SEIDEL_READING_ENTRIES && sketch->n_lines > 0)
    {
      reading->fields = MAX (seidel_sketch_line (sketch, 0)->n, find_last (reading) + 1);
      reading->certainty =
        has_columns (sketch, reading) ? SEIDEL_CERTAINTY_PLAUSIBLE : SEIDEL_CERTAINTY_IMPOSSIBLE;
    }
  if (reading->kind == SEIDEL_READING_TABLE)
    reading->certainty = sketch->words && reading->labels == 0 ? SEIDEL_CERTAINTY_IMPOSSIBLE
                                                               : SEIDEL_CERTAINTY_PLAUSIBLE;
  reading->seen_rows = reading->seen_columns = reading->seen_entries = 0;
  look_at_matrix (sketch, reading);
  if (sketch->comma_column && reading->kind == SEIDEL_READING_TABLE && reading->decimal == ',')
    set_one_column (reading);
  return reading;
}

const SeidelReader *
seidel_reading_reader (const SeidelReading *reading)
{
  /* By all threads. */
  return reading->plain ? &seidel_market_reader : table[reading->kind].reader;
}

const SeidelSketchLine *
seidel_sketch_next (const SeidelSketch *sketch, guint *i)
{
  while (*i < sketch->n_lines)
    {
      const SeidelSketchLine *line = seidel_sketch_line (sketch, (*i)++);

      if (line->n > 0)
        return line;
    }
  return NULL;
}

static int
compare_places (const void *a, const void *b)
{
  const int64_t one = *(const int64_t *) a;
  const int64_t other = *(const int64_t *) b;

  return (one > other) - (one < other);
}

static int64_t
count_repeated (int64_t *places, int64_t n)
{
  int64_t repeated = 0;

  if (n > 1)
    qsort (places, (size_t) n, sizeof *places, compare_places);
  for (int64_t i = 1; i < n; i++)
    repeated += places[i] == places[i - 1];
  return repeated;
}

bool
seidel_sketch_has_few (const SeidelSketch *sketch)
{
  int lines = 0;

  for (guint i = 0; i < sketch->n_lines; i++)
    lines += seidel_sketch_line (sketch, i)->n > 0;
  for (guint i = 0; i < sketch->n_fields; i++)
    if (!sketch->fields[i].whole)
      return false;
  return sketch->complete && lines <= SEIDEL_FEW_LINES;
}

static bool
is_index (const SeidelSketchField *field)
{
  return field->number && field->whole && field->value >= 0.0
         && (field->digits || field->value <= MOST_WHOLE);
}

/* Takes a line; false when it is no entry. */
static bool
take_entry (const SeidelSketch *sketch,
            const SeidelSketchLine *line,
            int row_field,
            int column_field,
            SeidelSketchEntries *entries)
{
  const SeidelSketchField *row;
  const SeidelSketchField *column;

  if (entries->lines == 0)
    entries->fields = line->n;
  if (line->n != entries->fields || row_field >= line->n || column_field >= line->n)
    return false;
  row = seidel_sketch_field (sketch, line, row_field);
  column = column_field >= 0 ? seidel_sketch_field (sketch, line, column_field) : row;
  if (!is_index (row) || !is_index (column))
    return false;
  entries->digits = entries->digits && row->digits && column->digits;
  entries->most_row = MAX (entries->most_row, row->value);
  entries->most_column = MAX (entries->most_column, column->value);
  entries->zero = entries->zero || row->value == 0.0 || column->value == 0.0;
  for (int i = 0; i < line->n; i++)
    if (i != row_field && i != column_field)
      {
        entries->whole = entries->whole && seidel_sketch_field (sketch, line, i)->whole;
        entries->apart = entries->apart && !seidel_sketch_field (sketch, line, i)->digits;
      }
  sketch->workspace[entries->lines++] =
    (int64_t) (((uint64_t) MIN (row->value, MOST_WHOLE) * UINT64_C (0x9e3779b97f4a7c15))
               ^ (uint64_t) MIN (column->value, MOST_WHOLE));
  return true;
}

void
seidel_sketch_entries (const SeidelSketch *sketch,
                       guint first,
                       int row_field,
                       int column_field,
                       SeidelSketchEntries *entries)
{
  const SeidelSketchLine *line;

  *entries = (SeidelSketchEntries){ .digits = true, .whole = true, .apart = true };
  while ((line = seidel_sketch_next (sketch, &first)) != NULL)
    if (!take_entry (sketch, line, row_field, column_field, entries))
      {
        entries->bad = true;
        entries->bad_line = line;
        break;
      }
  entries->bad = entries->bad || sketch->broken;
  entries->repeated = count_repeated (sketch->workspace, entries->lines);
}

bool
seidel_sketch_size (const SeidelSketch *sketch, int n, double *numbers)
{
  guint i = 0;
  const SeidelSketchLine *line = seidel_sketch_next (sketch, &i);

  if (line == NULL || line->n != n)
    return false;
  for (int k = 0; k < n; k++)
    {
      const SeidelSketchField *field = seidel_sketch_field (sketch, line, k);

      if (!field->number || !field->whole || fabs (field->value) > MOST_WHOLE)
        return false;
      numbers[k] = field->value;
    }
  return true;
}

bool
seidel_sketch_keeps (const SeidelSketch *sketch, double declared, int64_t found)
{
  if (sketch->complete)
    return declared == (double) found;
  return declared > (double) found
         && (sketch->expected_lines == 0.0
             || (declared < 2.0 * sketch->expected_lines
                 && declared > 0.5 * sketch->expected_lines));
}

bool
seidel_sketch_named (const SeidelSketch *sketch, const char *const *endings)
{
  g_autofree char *lower = g_ascii_strdown (sketch->name, -1);

  for (; *endings != NULL; endings++)
    {
      g_autofree char *packed = g_strconcat (*endings, ".", NULL);

      if (g_str_has_suffix (lower, *endings) || strstr (lower, packed) != NULL)
        return true;
    }
  return false;
}

bool
seidel_sketch_is_konect (const SeidelSketch *sketch)
{
  return seidel_sketch_mentions (sketch, "% sym ") || seidel_sketch_mentions (sketch, "% asym ")
         || seidel_sketch_mentions (sketch, "% bip ");
}

void
seidel_judge_explain (SeidelReading *reading, char *sentence)
{
  g_free (reading->evidence);
  reading->evidence = sentence;
}

void
seidel_judge_set_fields (SeidelReading *reading, int fields)
{
  reading->fields = fields;
  reading->value_field = fields > 2 ? 2 : -1;
  reading->imaginary_field = fields == 4 ? 3 : -1;
}

void
seidel_judge_set_size (SeidelReading *reading,
                       const SeidelSketch *sketch,
                       double rows,
                       double columns,
                       double entries)
{
  guint i = 0;

  reading->size_line = seidel_sketch_next (sketch, &i)->number;
  reading->rows = (int64_t) rows;
  reading->columns = (int64_t) columns;
  reading->entries = (int64_t) entries;
}

/* Whether no index exceeds a size, counted from 1 or, where 0 occurs, from 0. */
bool
seidel_judge_is_inside (const SeidelSketchEntries *entries, double rows, double columns)
{
  const double last = entries->zero ? 1.0 : 0.0;

  return entries->most_row <= rows - last && entries->most_column <= columns - last;
}

/* The first line is written as a size usually is. */
bool
seidel_judge_has_digits_first (const SeidelSketch *sketch)
{
  const SeidelSketchLine *line = seidel_sketch_line (sketch, 0);

  for (int i = 0; i < line->n; i++)
    if (!seidel_sketch_field (sketch, line, i)->digits)
      return false;
  return true;
}
