/* Judges of texts with an entry on each line, behind their size or without one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-readings.h"

#include <string.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"

/* Of texts that are no list beyond doubt: so many lines are none. */
#define FEW_LINES 3

/* Of whole numbers and others: more are a list. Of whole numbers alone SEIDEL_MANY_LINES are:
 * nobody wants such a matrix of two or three columns. */
#define MOST_MIXED 8

/* Lines in rising order are one, and not by chance. */
#define ORDERED_LINES SEIDEL_FEW_LINES

/* Headings that say what the columns are. */
#define ROWS      "row", "rows", "i", "from", "source", "src", "u"
#define COLUMNS   "col", "cols", "column", "columns", "j", "to", "target", "dst", "v"
#define VALUES    "value", "values", "val", "weight", "w", "data", "aij", "a_ij", "entry", "x", "a"
#define REALS     "real", "re"
#define IMAGINARY "imaginary", "imag", "im"
#define ENTRIES   "nnz", "nnzs", "nz", "entries", "nonzeros", "non-zeros", "lines"

static const char *const row_names[] = { ROWS, NULL };
static const char *const column_names[] = { COLUMNS, NULL };
static const char *const value_names[] = { VALUES, REALS, NULL };
static const char *const imaginary_names[] = { IMAGINARY, NULL };
static const char *const entries_names[] = { ENTRIES, NULL };

static const char *
heading_at (const SeidelSketch *sketch, guint i)
{
  return sketch->heading != NULL && i < sketch->heading->len ? sketch->heading->pdata[i] : "";
}

/* The column of a heading, from 0; −1 without. */
static int
find_named (const SeidelSketch *sketch, const char *const *names)
{
  for (guint i = 0; sketch->heading != NULL && i < sketch->heading->len; i++)
    {
      g_autofree char *lower = g_ascii_strdown (sketch->heading->pdata[i], -1);

      if (g_strv_contains (names, lower))
        return (int) i;
    }
  return -1;
}

/* The first line is three whole numbers between blanks, and nothing else before or behind them. */
static bool
is_plain_size (const SeidelSketch *sketch)
{
  const SeidelSketchLine *line = seidel_sketch_line (sketch, 0);

  return seidel_judge_has_digits_first (sketch) && line->n == 3 && line->number == 1
         && !line->tailed && sketch->heading == NULL && !sketch->comments
         && sketch->separator != ',' && sketch->separator != ';';
}

/* Three lines of three numbers, as a whole matrix has them. */
static bool
has_three_by_three (const SeidelSketch *sketch)
{
  for (guint i = 0; i < 3; i++)
    if (sketch->n_lines < 3 || seidel_sketch_line (sketch, i)->n != 3)
      return false;
  for (guint i = 3; i < sketch->n_lines; i++)
    if (seidel_sketch_line (sketch, i)->n > 0)
      return false;
  return !sketch->broken;
}

/* … that make no sense as a size and its entries. */
static bool
is_three_by_three (const SeidelSketch *sketch, const double size[3])
{
  SeidelSketchEntries entries;

  if (!has_three_by_three (sketch))
    return false;
  seidel_sketch_entries (sketch, 1, 0, 1, &entries);
  return size[2] < 2.0 || entries.bad || !seidel_judge_is_inside (&entries, size[0], size[1]);
}

/* What a size line before other lines would have to be. */
static bool
can_be_size (const SeidelSketch *sketch, const double size[3], const SeidelSketchEntries *behind)
{
  const double follow = (double) behind->lines;
  const bool kept = size[2] >= follow && size[2] <= size[0] * size[1]
                    && (!sketch->complete || size[2] <= follow + 1.0);

  /* Either of them alone may be a mistake to report; both together are not. */
  return size[0] >= 1.0 && size[1] >= 1.0
         && (kept || (seidel_judge_is_inside (behind, size[0], size[1]) && !behind->zero));
}

/* Whether the line behind the first is an entry of a matrix of this size. */
static bool
is_next_inside (const SeidelSketch *sketch, const double size[3])
{
  guint i = 1;
  const SeidelSketchLine *line = seidel_sketch_next (sketch, &i);

  return line != NULL && line->n > 1 && seidel_sketch_field (sketch, line, 0)->value <= size[0]
         && seidel_sketch_field (sketch, line, 1)->value <= size[1];
}

/* Whether so few lines follow that what cannot be their size may as well be one of them, unless
 * there are as many as it says and they begin as they should. */
static bool
is_little_behind (const SeidelSketch *sketch,
                  const double size[3],
                  const SeidelSketchEntries *behind)
{
  const double follow = (double) behind->lines;
  const bool inside = seidel_judge_is_inside (behind, size[0], size[1]);
  const bool cut = size[2] == follow + 1.0 && follow > 0.0;

  if (!sketch->complete || follow > (double) SEIDEL_FEW_LINES)
    return false;
  return size[2] > size[0] * size[1]
         || (size[2] == follow ? !inside && !is_next_inside (sketch, size) : !cut || !inside);
}

/* A list that begins with three whole numbers. */
static bool
is_unsized_list (const SeidelSketch *sketch, const double size[3])
{
  SeidelSketchEntries all;
  SeidelSketchEntries behind;

  seidel_sketch_entries (sketch, 0, 0, 1, &all);
  seidel_sketch_entries (sketch, 1, 0, 1, &behind);
  return !all.bad && all.fields == 3 && all.digits && all.lines != 1
         && !(sketch->complete && all.lines == 3) && !can_be_size (sketch, size, &behind);
}

/* Whether so many lines are in order, and not each of another row: those of a table with numbered
 * rows are. */
static bool
is_ordered (const SeidelSketch *sketch, guint from)
{
  for (int first = 0; first < 2; first++)
    {
      bool again;

      if (seidel_sketch_count_rising (sketch, from, first, &again) >= ORDERED_LINES && again)
        return true;
    }
  return false;
}

static const char *const market_endings[] = { ".mtx", ".mm", NULL };

/* Whether the place that the first line names is named again. */
static bool
has_first_again (const SeidelSketch *sketch)
{
  const SeidelSketchLine *first = seidel_sketch_line (sketch, 0);
  const SeidelSketchLine *line;

  for (guint i = 1; (line = seidel_sketch_next (sketch, &i)) != NULL;)
    if (first->n > 1 && line->n > 1 && seidel_sketch_compare_lines (sketch, first, line, 0, 1) == 0)
      return true;
  return false;
}

/* Whole numbers may make sense as a size and as many entries by chance: so few may be rows, and
 * more, unless they are in order, an entry and others. */
static bool
is_chance (const SeidelSketch *sketch, const SeidelSketchEntries *entries)
{
  if (sketch->complete && !seidel_judge_has_digits_first (sketch)
      && entries->lines <= SEIDEL_FEW_LINES)
    return true;
  if (!sketch->complete || !entries->whole || entries->fields != 3
      || entries->lines >= SEIDEL_MANY_LINES || seidel_sketch_named (sketch, market_endings)
      || is_ordered (sketch, 1))
    return false;
  return entries->lines <= (entries->zero ? ORDERED_LINES : FEW_LINES) || entries->repeated > 0
         || !has_first_again (sketch);
}

static SeidelCertainty
judge_size (const SeidelSketch *sketch, const double size[3], const SeidelSketchEntries *entries)
{
  const bool kept = seidel_sketch_keeps (sketch, size[2], entries->lines);
  const bool inside = seidel_judge_is_inside (entries, size[0], size[1]);
  const bool room = size[2] <= size[0] * size[1];
  /* The last line may be missing, and what declares no entries be a row. */
  const bool nearly = kept || (sketch->complete && size[2] == (double) entries->lines + 1.0);
  const bool alone = sketch->complete && !sketch->broken && entries->lines == 0 && size[2] == 0.0;

  if (is_plain_size (sketch))
    return is_three_by_three (sketch, size) || is_unsized_list (sketch, size)
             ? SEIDEL_CERTAINTY_IMPOSSIBLE
           : !seidel_sketch_named (sketch, market_endings)
               && (has_three_by_three (sketch) || alone
                   || (nearly && inside && is_chance (sketch, entries)))
             ? SEIDEL_CERTAINTY_PLAUSIBLE
           : !seidel_sketch_named (sketch, market_endings)
               && is_little_behind (sketch, size, entries)
             ? SEIDEL_CERTAINTY_POSSIBLE
             : SEIDEL_CERTAINTY_CERTAIN;
  if (size[0] < 1.0 || size[1] < 1.0 || size[2] < 0.0 || entries->bad || entries->lines == 0
      || entries->fields < 2 || find_named (sketch, row_names) >= 0)
    return sketch->heading != NULL && find_named (sketch, entries_names) == 2
             ? SEIDEL_CERTAINTY_CERTAIN
             : SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (kept && inside && room)
    return find_named (sketch, entries_names) < 0 && is_chance (sketch, entries)
             ? SEIDEL_CERTAINTY_PLAUSIBLE
             : SEIDEL_CERTAINTY_CERTAIN;
  /* Cut, or an index that is beyond the size. */
  return room && seidel_judge_has_digits_first (sketch)
             && ((inside && size[2] > (double) entries->lines) || (kept && sketch->complete))
           ? SEIDEL_CERTAINTY_PLAUSIBLE
           : SEIDEL_CERTAINTY_IMPOSSIBLE;
}

SeidelCertainty
seidel_judge_sized (const SeidelSketch *sketch, SeidelReading *reading)
{
  g_autofree char *line = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *columns = NULL;
  g_autofree char *declared = NULL;
  SeidelSketchEntries entries;
  SeidelCertainty certainty;
  double size[3];

  if (!seidel_sketch_size (sketch, 3, size))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_sketch_entries (sketch, 1, 0, 1, &entries);
  certainty = judge_size (sketch, size, &entries);
  if (certainty == SEIDEL_CERTAINTY_IMPOSSIBLE)
    return certainty;
  seidel_judge_set_size (reading, sketch, size[0], size[1], size[2]);
  seidel_judge_set_fields (reading, entries.lines > 0 ? entries.fields : 3);
  if (entries.zero && seidel_judge_is_inside (&entries, size[0], size[1]))
    reading->base = 0;
  if (is_plain_size (sketch) && reading->base < 0)
    reading->base = 1;
  line = seidel_format_count (reading->size_line);
  rows = seidel_format_count (reading->rows);
  columns = seidel_format_count (reading->columns);
  declared = seidel_format_count (reading->entries);
  reading->plain = is_plain_size (sketch) && reading->base != 0 && reading->fields < 4;
  seidel_judge_explain (reading,
                        g_strdup_printf (seidel_text ("Line %s declares %s rows, %s columns and %s "
                                                      "entries, and what follows is such a list."),
                                         line, rows, columns, declared));
  return certainty;
}

/* Columns by their headings. A column of row labels may precede them, with or without a name of
 * its own. False where they name no row and column. */
static bool
take_headings (const SeidelSketch *sketch, SeidelReading *reading)
{
  const int row = find_named (sketch, row_names);
  const int column = find_named (sketch, column_names);
  const int value = find_named (sketch, value_names);
  const int imaginary = find_named (sketch, imaginary_names);
  const int headings = sketch->heading != NULL ? (int) sketch->heading->len : 0;
  const int shift = seidel_sketch_line (sketch, 0)->n == headings + 1;

  if (row < 0 || column < 0 || row == column)
    return false;
  reading->fields = headings + shift;
  reading->row_field = row + shift;
  reading->column_field = column + shift;
  reading->value_field = value >= 0 && value != column ? value + shift : -1;
  if (value < 0 && headings == 3 && *heading_at (sketch, 0) != '\0')
    reading->value_field = 3 - row - column + shift;
  reading->imaginary_field = imaginary >= 0 && reading->value_field >= 0 ? imaginary + shift : -1;
  return true;
}

/* Whether a line that is none of the list has two whole numbers where the headings name a row and
 * a column: then an index is out of bounds, which is for the reader to report. */
static bool
has_bad_places (const SeidelSketch *sketch,
                const SeidelReading *reading,
                const SeidelSketchLine *line)
{
  const int fields[] = { reading->row_field, reading->column_field };

  for (size_t i = 0; line != NULL && i < G_N_ELEMENTS (fields); i++)
    {
      const SeidelSketchField *field =
        fields[i] < line->n ? seidel_sketch_field (sketch, line, fields[i]) : NULL;

      if (field == NULL || !field->whole || memchr (field->at, '.', (size_t) field->length) != NULL)
        return false;
    }
  return line != NULL;
}

const char *const seidel_list_endings[] = { ".edges", ".el", ".ijv", ".coo", ".mtx", NULL };

/* Whether all lines are in order by rows or by columns, some of the same, or by both. */
static bool
is_in_order (const SeidelSketch *sketch)
{
  bool again[2];
  const bool rows = seidel_sketch_count_rising (sketch, 0, 0, &again[0]) > 0;
  const bool columns = seidel_sketch_count_rising (sketch, 0, 1, &again[1]) > 0;

  return (rows && (again[0] || columns)) || (columns && again[1]);
}

/* Whether values that are not whole leave a list likely: they are written otherwise than the
 * indices, or in order, or there are more of them than the rows of a table would have by chance,
 * the sooner the closer they are together. */
static bool
is_likely_list (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  return (all->digits && all->apart) || all->lines > MOST_MIXED || is_in_order (sketch)
         || (all->repeated == 0
             && 2.0 * MAX (all->most_row, all->most_column) <= (double) all->lines);
}

/* Whether numbers in two or three columns may as well be a table: there are few of them, and
 * nothing says what they are. */
static bool
may_be_table (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  return sketch->complete
         && (all->whole ? all->lines < SEIDEL_MANY_LINES : !is_likely_list (sketch, all))
         && !seidel_sketch_named (sketch, seidel_list_endings) && !is_ordered (sketch, 0);
}

static SeidelCertainty
judge_headed (const SeidelSketch *sketch, SeidelReading *reading)
{
  bool guessed = reading->fields > 3 && reading->value_field < 0;
  SeidelSketchEntries entries;

  seidel_sketch_entries (sketch, 0, reading->row_field, reading->column_field, &entries);
  if (entries.bad && entries.lines < 2 && !has_bad_places (sketch, reading, entries.bad_line))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_judge_explain (reading, g_strdup (seidel_text (
                                   "The headings name the columns of rows and of columns.")));
  /* Both ends of an edge, or what is measured. */
  if (g_ascii_strcasecmp (heading_at (sketch, (guint) find_named (sketch, row_names)), "u") == 0)
    guessed = guessed || reading->fields > 3 || may_be_table (sketch, &entries);
  return guessed ? SEIDEL_CERTAINTY_PLAUSIBLE : SEIDEL_CERTAINTY_CERTAIN;
}

/* "5 2" before five lines of two numbers. */
static bool
has_dense_size (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const double follow = (double) all->lines - 1.0;
  double size[2];

  return seidel_sketch_size (sketch, 2, size) && size[1] == 2.0
         && (sketch->complete ? size[0] == follow : size[0] > follow);
}

/* Indices as they are usually written, two or three fields a line. */
static SeidelCertainty
judge_digits (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const SeidelSketchLine *bad = all->bad_line;
  const bool strange = all->bad && (bad == NULL || bad->n != all->fields);
  const bool own = (sketch->percent && sketch->heading == NULL
                    && (!may_be_table (sketch, all) || seidel_sketch_is_konect (sketch)))
                   || (sketch->parted && strange) || find_named (sketch, row_names) == 0;
  const bool little = !all->bad && sketch->complete && all->lines <= all->fields;
  SeidelSketchEntries behind;
  double size[3];

  if (little && all->fields == 3 && find_named (sketch, row_names) != 0
      && !seidel_sketch_is_konect (sketch)
      && !((all->lines == 2 || sketch->percent)
           && seidel_sketch_named (sketch, seidel_list_endings)))
    return own ? SEIDEL_CERTAINTY_PLAUSIBLE : seidel_judge_little (sketch, all);
  if (all->bad || own)
    return own && (all->lines > 1 || !all->bad) ? SEIDEL_CERTAINTY_CERTAIN
                                                : SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (little && all->fields == 2)
    return seidel_judge_little (sketch, all);
  /* Hardly any place is named once: rows of a table. */
  if (sketch->complete && !sketch->parted && all->whole && 2 * all->repeated >= all->lines)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (all->fields == 2 && !sketch->parted && has_dense_size (sketch, all))
    return seidel_sketch_has_few (sketch) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                          : SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (all->fields == 2)
    return sketch->heading != NULL || may_be_table (sketch, all) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                                                 : SEIDEL_CERTAINTY_CERTAIN;
  seidel_sketch_entries (sketch, 1, 0, 1, &behind);
  /* Whole numbers throughout, and places that are named twice: rather a table. */
  if (sketch->complete && !sketch->parted && all->whole && all->repeated > 0
      && !(seidel_sketch_size (sketch, 3, size) && can_be_size (sketch, size, &behind)))
    return SEIDEL_CERTAINTY_PLAUSIBLE;
  if (!sketch->parted && seidel_judge_has_digits_first (sketch)
      && seidel_sketch_size (sketch, 3, size) && can_be_size (sketch, size, &behind))
    return is_chance (sketch, &behind) || is_little_behind (sketch, size, &behind)
             ? SEIDEL_CERTAINTY_PLAUSIBLE
             : SEIDEL_CERTAINTY_IMPOSSIBLE;
  return sketch->heading != NULL || may_be_table (sketch, all) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                                               : SEIDEL_CERTAINTY_CERTAIN;
}

/* Indices that are written as floating-point numbers, or four fields a line, row, column and both
 * parts of a complex number: a dense table may look so, too. Few of its rows would begin with two
 * whole numbers that no other row has and that are no larger than the number of lines. */
static SeidelCertainty
judge_floats (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const double most = MAX (all->most_row, all->most_column);
  const double lines = sketch->expected_lines > 0.0 ? sketch->expected_lines : (double) all->lines;
  const bool small = most <= lines;
  const bool filled = 2.0 * most <= lines;

  if (!all->bad && sketch->complete && all->lines <= all->fields)
    return seidel_judge_little (sketch, all);
  if (all->bad || all->lines <= FEW_LINES || 2 * all->repeated >= all->lines
      || (all->fields == 4 && all->whole && !(filled && all->digits)
          && (all->repeated > 0 || all->lines >= SEIDEL_MANY_LINES)))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (all->fields > 2 && all->repeated == 0 && small && (!all->whole || filled)
      && (all->fields == 3 || !all->whole) && !may_be_table (sketch, all))
    return SEIDEL_CERTAINTY_CERTAIN;
  return SEIDEL_CERTAINTY_PLAUSIBLE;
}

/* The first column from one on that holds nothing but indices, or, with values, but numbers; −1
 * without. */
static int
find_column (const SeidelSketch *sketch, int from, bool values)
{
  const int n = seidel_sketch_line (sketch, 0)->n;

  for (int column = from; column < n; column++)
    {
      const SeidelSketchLine *line;
      SeidelSketchEntries entries;
      bool numbers = values;

      for (guint i = 0; numbers && (line = seidel_sketch_next (sketch, &i)) != NULL;)
        numbers = column < line->n && seidel_sketch_field (sketch, line, column)->number;
      seidel_sketch_entries (sketch, 0, column, -1, &entries);
      if (values ? numbers : !entries.bad)
        return column;
    }
  return -1;
}

/* A list with other columns, whose headings do not say which are those of rows and columns: the
 * user is to choose them. */
static SeidelCertainty
judge_columns (const SeidelSketch *sketch, SeidelReading *reading)
{
  const int row = sketch->heading != NULL ? find_column (sketch, 0, false) : -1;
  const int column = row >= 0 ? find_column (sketch, row + 1, false) : -1;

  if (column < 0)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  reading->fields = seidel_sketch_line (sketch, 0)->n;
  reading->row_field = row;
  reading->column_field = column;
  reading->value_field = find_column (sketch, column + 1, true);
  seidel_judge_explain (
    reading, g_strdup (seidel_text (
               "These columns are the first that hold whole numbers; the headings do not "
               "say what they are.")));
  return SEIDEL_CERTAINTY_POSSIBLE;
}

SeidelCertainty
seidel_judge_entries (const SeidelSketch *sketch, SeidelReading *reading)
{
  SeidelSketchEntries all;

  if (take_headings (sketch, reading))
    return judge_headed (sketch, reading);
  if (sketch->words || seidel_sketch_line (sketch, 0)->n > 4
      || (sketch->heading != NULL && *heading_at (sketch, 0) == '\0'))
    return judge_columns (sketch, reading);
  seidel_sketch_entries (sketch, 0, 0, 1, &all);
  if (all.lines == 0 || all.fields < 2
      || (sketch->heading != NULL && (int) sketch->heading->len != all.fields))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  seidel_judge_set_fields (reading, all.fields);
  seidel_judge_explain (
    reading,
    g_strdup (seidel_text (
      all.digits ? N_ ("Each line begins with two whole numbers.")
                 : N_ ("Each line begins with two whole numbers, written with decimals."))));
  return all.digits && all.fields < 4 ? judge_digits (sketch, &all) : judge_floats (sketch, &all);
}
