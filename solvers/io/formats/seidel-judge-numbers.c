/* Judges of texts whose lines are no entries: graphs, arrays, tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-readings.h"

#include <math.h>
#include <string.h>

#include "base/seidel-translatable.h"
#include "io/formats/seidel-graph.h"
#include "io/formats/seidel-table.h"

/* So many row offsets, and more, in one column are hardly anything else. */
#define MANY_OFFSETS 8
#define MANY_NUMBERS 16

/* Of a graph that is as even as a table. */
#define FEW_VERTICES 5

const char *const seidel_graph_endings[] = { ".graph", ".metis", ".chaco", NULL };

/* A number of a line, all of whose fields are digits; −1 beyond its end. */
static double
digits_at (const SeidelSketch *sketch, const SeidelSketchLine *line, int i)
{
  return i < line->n ? seidel_sketch_field (sketch, line, i)->value : -1.0;
}

static bool
has_digits (const SeidelSketch *sketch, const SeidelSketchLine *line)
{
  for (int i = 0; i < line->n; i++)
    if (!seidel_sketch_field (sketch, line, i)->digits)
      return false;
  return true;
}

static bool
names_neighbour (const SeidelSketch *sketch,
                 const SeidelGraphHeader *header,
                 const SeidelSketchLine *line,
                 double vertex)
{
  for (int i = header->skip; i < line->n; i += header->step)
    if (digits_at (sketch, line, i) == vertex)
      return true;
  return false;
}

/* What is seen of the lines of a graph. */
typedef struct
{
  int64_t vertices;
  int64_t neighbours;
  int64_t confirmed; /* of them: the other one has a line that names this one */
  bool contradicted; /* such a line does not; or a neighbour is no vertex */
} Adjacency;

static void
look_at_vertex (const SeidelSketch *sketch,
                const SeidelGraphHeader *header,
                const SeidelSketchLine *line,
                Adjacency *seen)
{
  const double vertex = (double) ++seen->vertices;

  if (!has_digits (sketch, line) || (line->n > 0 && line->n < header->skip)
      || (line->n > header->skip && (line->n - header->skip) % header->step != 0))
    seen->contradicted = true;
  for (int i = header->skip; i < line->n && !seen->contradicted; i += header->step)
    {
      const double other = digits_at (sketch, line, i);

      seen->neighbours++;
      if (other < 1.0 || other > (double) header->vertices || other == vertex)
        seen->contradicted = true;
      else if (other < (double) sketch->n_lines)
        {
          const SeidelSketchLine *back = seidel_sketch_line (sketch, (guint) other);

          if (names_neighbour (sketch, header, back, vertex))
            seen->confirmed++;
          else
            seen->contradicted = true;
        }
    }
}

static void
look_at_graph (const SeidelSketch *sketch, const SeidelGraphHeader *header, Adjacency *seen)
{
  *seen = (Adjacency){ .contradicted = sketch->broken };
  for (guint i = 1; i < sketch->n_lines && !seen->contradicted; i++)
    {
      const SeidelSketchLine *line = seidel_sketch_line (sketch, i);

      /* Blank lines at the end are none. */
      if (seen->vertices == header->vertices && line->n == 0)
        continue;
      if (seen->vertices == header->vertices)
        seen->contradicted = true;
      else
        look_at_vertex (sketch, header, line, seen);
    }
}

/* The numbers on each line but the first, as a list or a table has; 0 where it is not always the
 * same. */
static int
count_fields (const SeidelSketch *sketch)
{
  const SeidelSketchLine *line;
  int n = -1;

  for (guint i = 1; (line = seidel_sketch_next (sketch, &i)) != NULL; n = line->n)
    if (n >= 0 && line->n != n)
      return 0;
  return n;
}

/* A file that has the name of a graph but is none as it should be. */
static SeidelCertainty
judge_broken (const SeidelSketch *sketch, const SeidelGraphHeader *header)
{
  const int fields = count_fields (sketch);

  if (sketch->broken || !seidel_graph_header_is_usual (header) || fields == 2 || fields == 3)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  return fields == 0 ? SEIDEL_CERTAINTY_CERTAIN : SEIDEL_CERTAINTY_PLAUSIBLE;
}

SeidelCertainty
seidel_judge_graph (const SeidelSketch *sketch, SeidelReading *reading)
{
  const SeidelSketchLine *first = seidel_sketch_line (sketch, 0);
  const bool named = seidel_sketch_named (sketch, seidel_graph_endings);
  g_autofree char *line = NULL;
  SeidelGraphHeader header;
  Adjacency seen;

  if (sketch->parted || sketch->heading != NULL || first->n < 2 || first->n > 4
      || !has_digits (sketch, first))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  line = g_strndup (seidel_sketch_field (sketch, first, 0)->at,
                    strcspn (seidel_sketch_field (sketch, first, 0)->at, "\r\n%#"));
  if (!seidel_graph_header_parse (&header, line))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  look_at_graph (sketch, &header, &seen);
  reading->size_line = first->number;
  reading->rows = reading->columns = header.vertices;
  reading->entries = 2 * header.edges;
  seidel_judge_explain (reading,
                        g_strdup (seidel_text (
                          "The first line holds the numbers of vertices and edges, and the lines "
                          "behind it name one another's vertices.")));
  if (seen.contradicted
      || (sketch->complete
          && (seen.neighbours != 2 * header.edges
              || (header.edges > 0 && seen.vertices != header.vertices))))
    return named ? judge_broken (sketch, &header) : SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (named
      || (header.vertices > 2 && seen.confirmed > 0
          && !(header.vertices < FEW_VERTICES && count_fields (sketch) == first->n
               && seidel_sketch_has_few (sketch))))
    return SEIDEL_CERTAINTY_CERTAIN;
  /* Without edges it is blank lines that say so, the last of which editors leave out. */
  return header.vertices > 0
             && (header.edges > 0 || (sketch->n_lines > 1 && seen.vertices + 1 >= header.vertices))
           ? SEIDEL_CERTAINTY_PLAUSIBLE
           : SEIDEL_CERTAINTY_IMPOSSIBLE;
}

/* Fields one after another, each of which is a line. */
typedef struct
{
  const SeidelSketchField *fields;
  guint n;
} Singles;

/* The numbers of a text that has one on each line from the i-th on; none if it has not. */
static Singles
take_single (const SeidelSketch *sketch, guint i)
{
  Singles numbers = { NULL, 0 };
  const SeidelSketchLine *line;

  while ((line = seidel_sketch_next (sketch, &i)) != NULL)
    {
      if (line->n != 1)
        return (Singles){ NULL, 0 };
      if (numbers.n++ == 0)
        numbers.fields = seidel_sketch_field (sketch, line, 0);
    }
  return numbers;
}

static double
nth (const Singles *numbers, guint i)
{
  return numbers->fields[i].value;
}

/* How many of the numbers can be row offsets, the first of them that at 1. */
static guint
count_offsets (const Singles *numbers)
{
  const double rows = nth (numbers, 0);
  guint n = 1;

  while (n < numbers->n && (double) n < rows + 2.0 && nth (numbers, n) == floor (nth (numbers, n))
         && (n == 1 || nth (numbers, n) >= nth (numbers, n - 1)))
    n++;
  return n - 1;
}

/* Of whole numbers so few may be such a matrix by chance. */
static bool
is_chance (const SeidelSketch *sketch, const Singles *numbers)
{
  for (guint i = 0; i < numbers->n; i++)
    if (!numbers->fields[i].whole)
      return false;
  return sketch->complete && numbers->n < MANY_NUMBERS;
}

SeidelCertainty
seidel_judge_csr (const SeidelSketch *sketch, SeidelReading *reading)
{
  const Singles numbers = take_single (sketch, 0);
  double rows;
  double entries;
  guint offsets;

  if (numbers.n < 4 || sketch->heading != NULL || sketch->broken)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  rows = nth (&numbers, 0);
  if (rows < 1.0 || rows != floor (rows) || (nth (&numbers, 1) != 0.0 && nth (&numbers, 1) != 1.0))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  offsets = count_offsets (&numbers);
  reading->rows = (int64_t) MIN (rows, 1e15);
  seidel_judge_explain (reading,
                        g_strdup (seidel_text (
                          "One number on each line: the number of rows, increasing row offsets, "
                          "then as many columns and values as they count.")));
  if ((double) offsets < rows + 1.0)
    return !sketch->complete && offsets + 1 == numbers.n && offsets >= MANY_OFFSETS
             ? SEIDEL_CERTAINTY_CERTAIN
             : SEIDEL_CERTAINTY_IMPOSSIBLE;
  entries = nth (&numbers, offsets) - nth (&numbers, 1);
  if (sketch->complete ? (double) numbers.n != rows + 2.0 + 2.0 * entries
                       : (double) numbers.n >= rows + 2.0 + 2.0 * entries)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (entries <= 0.0)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  return is_chance (sketch, &numbers) ? SEIDEL_CERTAINTY_PLAUSIBLE : SEIDEL_CERTAINTY_CERTAIN;
}

/* The numbers behind a first line that may be their size. */
typedef struct
{
  double rows;
  double columns;
  int64_t lines;
  int64_t numbers;
  int fields; /* on each line; 0: not always as many */
  bool even;  /* so many are on the first line, too */
  bool apart; /* none of them is written as a size is */
} Sized;

static void
count_behind (const SeidelSketch *sketch, Sized *sized)
{
  const SeidelSketchLine *line;

  sized->apart = true;
  for (guint i = 1; (line = seidel_sketch_next (sketch, &i)) != NULL; sized->lines++)
    {
      sized->fields = sized->lines == 0 || line->n == sized->fields ? line->n : 0;
      sized->numbers += line->n;
      for (int k = 0; k < line->n; k++)
        sized->apart = sized->apart && !seidel_sketch_field (sketch, line, k)->digits;
    }
  sized->even = sized->fields == seidel_sketch_line (sketch, 0)->n;
}

/* Whether the first line holds one or two numbers that may be the size of what follows, as far as
 * it is seen. */
static bool
look_behind_size (const SeidelSketch *sketch, Sized *sized)
{
  const int n = seidel_sketch_line (sketch, 0)->n;
  double size[2];

  *sized = (Sized){ 0 };
  if (sketch->heading != NULL || sketch->broken || sketch->words || n > 2
      || !seidel_sketch_size (sketch, n, size) || size[0] < 1.0 || size[n - 1] < 1.0)
    return false;
  count_behind (sketch, sized);
  sized->rows = size[0];
  sized->columns = n == 1 && size[0] == (double) sized->numbers ? 1.0 : size[n - 1];
  return sketch->complete ? sized->rows * sized->columns == (double) sized->numbers
                          : seidel_sketch_keeps (sketch, sized->rows, sized->lines)
                              && (double) sized->fields == sized->columns;
}

static void
declare_size (const SeidelSketch *sketch, const Sized *sized, SeidelReading *reading)
{
  reading->size_line = seidel_sketch_line (sketch, 0)->number;
  reading->rows = (int64_t) MIN (sized->rows, 1e15);
  reading->columns = (int64_t) MIN (sized->columns, 1e15);
}

/* Whether the numbers behind a size are not on the lines of rows: then they may be in the order of
 * columns, as Fortran writes them. */
static bool
may_be_by_columns (const Sized *sized)
{
  return sized->rows > 1.0 && sized->columns > 1.0 && (double) sized->fields != sized->columns;
}

SeidelCertainty
seidel_judge_array (const SeidelSketch *sketch, SeidelReading *reading)
{
  Singles numbers;
  Sized sized;
  double size[2];

  if (sketch->heading != NULL || sketch->broken || sketch->parted
      || !seidel_sketch_size (sketch, 2, size) || size[0] < 1.0 || size[1] < 2.0)
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  numbers = take_single (sketch, 1);
  sized = (Sized){ .rows = size[0], .columns = size[1] };
  declare_size (sketch, &sized, reading);
  if (numbers.n >= 2
      && (sketch->complete ? size[0] * size[1] == (double) numbers.n
                           : size[0] * size[1] > (double) numbers.n))
    {
      seidel_judge_explain (reading,
                            g_strdup (seidel_text (
                              "The first line holds rows and columns, and one number on each line "
                              "follows, as Matrix Market writes an array.")));
      return SEIDEL_CERTAINTY_CERTAIN;
    }
  seidel_judge_explain (reading,
                        g_strdup (seidel_text (
                          "The first line holds rows and columns, and the lines behind it are not "
                          "those of the rows.")));
  return look_behind_size (sketch, &sized) && may_be_by_columns (&sized)
           ? SEIDEL_CERTAINTY_PLAUSIBLE
           : SEIDEL_CERTAINTY_IMPOSSIBLE;
}

/* A first line that is as long as the others may be one of them, unless it alone is written as a
 * size is, and the others are a square matrix. */
SeidelCertainty
seidel_judge_sized_table (const SeidelSketch *sketch, SeidelReading *reading)
{
  Sized sized;

  if (!look_behind_size (sketch, &sized) || seidel_sketch_is_konect (sketch)
      || (sized.fields == 1 && sized.columns > 1.0 && !sized.even)
      || (sized.even && !seidel_judge_has_digits_first (sketch)))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  declare_size (sketch, &sized, reading);
  seidel_judge_explain (reading,
                        g_strdup (seidel_text (
                          "The first line holds rows and columns, and as many numbers follow.")));
  return (sized.even && sketch->complete && sized.lines < SEIDEL_MANY_LINES
          && !(sized.apart && sized.lines > 1 && sized.rows == sized.columns))
             || may_be_by_columns (&sized)
           ? SEIDEL_CERTAINTY_PLAUSIBLE
           : SEIDEL_CERTAINTY_CERTAIN;
}

/* Whether all lines have n fields, and none but the first is a word. */
static bool
is_even_behind_first (const SeidelSketch *sketch, int n)
{
  const SeidelSketchLine *line;

  for (guint i = 0; (line = seidel_sketch_next (sketch, &i)) != NULL;)
    {
      if (line->n != n)
        return false;
      for (int k = 1; k < n && !line->numbers; k++)
        if (!seidel_sketch_field (sketch, line, k)->number)
          return false;
    }
  return true;
}

/* Whether the numbers of each row have one more field before them than the headings name, or the
 * name of that column is empty, or what it holds are names. */
static bool
has_labels (const SeidelSketch *sketch)
{
  const int headings = sketch->heading != NULL ? (int) sketch->heading->len : 0;
  const int n = sketch->n_lines > 0 ? seidel_sketch_line (sketch, 0)->n : 0;

  return n > 1
         && (sketch->words || (headings > 0 && n == headings + 1)
             || (n == headings && *(const char *) sketch->heading->pdata[0] == '\0'))
         && is_even_behind_first (sketch, n);
}

/* Whether some rows begin with a word and others with a number, as a table with a line of totals.
 */
static bool
has_mixed_labels (const SeidelSketch *sketch)
{
  const SeidelSketchLine *line;
  int words = 0;
  int lines = 0;

  for (guint i = 0; (line = seidel_sketch_next (sketch, &i)) != NULL; lines++)
    words += !seidel_sketch_field (sketch, line, 0)->number;
  return words > 0 && words < lines;
}

static const char *const comma_endings[] = { ".csv", NULL };

/* Whether one column that begins with 0 may do so as pandas calls it: where commas are usual, or
 * none of its numbers is written as a count. */
static bool
may_be_headed_column (const SeidelSketch *sketch)
{
  const SeidelSketchLine *line;

  if (seidel_sketch_named (sketch, comma_endings))
    return true;
  for (guint i = 1; (line = seidel_sketch_next (sketch, &i)) != NULL;)
    if (line->n == 0 || seidel_sketch_field (sketch, line, 0)->digits)
      return false;
  return true;
}

/* Whether the first row, behind its label if there is one, may be headings: those of years are
 * numbers; without labels only 0, 1, 2, … as pandas calls columns without names. */
static bool
may_be_headed (const SeidelSketch *sketch, int labels)
{
  const SeidelSketchLine *line = seidel_sketch_line (sketch, 0);

  if (sketch->heading != NULL || sketch->n_lines < 2
      || (labels == 0 && line->n < 2 && !may_be_headed_column (sketch)))
    return false;
  for (int k = labels; k < line->n; k++)
    {
      const SeidelSketchField *field = seidel_sketch_field (sketch, line, k);

      if (!field->digits || (labels == 0 && field->value != (double) k))
        return false;
    }
  return labels > 0 || line->n < 2 || sketch->separator != ' ';
}

/* Whether all lines are a symmetric matrix without a diagonal, as of distances, the first one
 * included. Two rows are that by chance. */
static bool
are_distances (const SeidelSketch *sketch)
{
  const guint n = (guint) MAX (seidel_sketch_line (sketch, 0)->n, 0);

  if (sketch->n_lines != n || n < 3)
    return false;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k <= i; k++)
      {
        const SeidelSketchLine *row = seidel_sketch_line (sketch, i);
        const SeidelSketchLine *other = seidel_sketch_line (sketch, k);

        if (row->n != (int) n || other->n != (int) n
            || (k == i && seidel_sketch_field (sketch, row, (int) k)->value != 0.0)
            || seidel_sketch_field (sketch, row, (int) k)->value
                 != seidel_sketch_field (sketch, other, (int) i)->value)
          return false;
      }
  return true;
}

SeidelCertainty
seidel_judge_table (const SeidelSketch *sketch, SeidelReading *reading)
{
  Sized sized;

  if (has_labels (sketch))
    {
      reading->labels = 1;
      if (may_be_headed (sketch, 1))
        {
          reading->headed = true;
          seidel_judge_explain (reading,
                                g_strdup (seidel_text (
                                  "The first column holds names of rows; whether the first line "
                                  "holds names of columns cannot be seen.")));
          return SEIDEL_CERTAINTY_PLAUSIBLE;
        }
      seidel_judge_explain (
        reading, g_strdup (seidel_text (
                   sketch->heading != NULL
                     ? N_ ("The line of headings leaves the first column without a name, or it "
                           "holds names of rows.")
                     : N_ ("Each line begins with the name of its row."))));
      return has_mixed_labels (sketch) ? SEIDEL_CERTAINTY_POSSIBLE : SEIDEL_CERTAINTY_PLAUSIBLE;
    }
  if (sketch->words || (sketch->broken && sketch->n_lines == 0)
      || !seidel_table_recognise (sketch->text, MIN (strlen (sketch->text), SEIDEL_HEAD_BYTES)))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (may_be_headed (sketch, 0) && !are_distances (sketch))
    {
      reading->headed = true;
      seidel_judge_explain (reading,
                            g_strdup (seidel_text (
                              "The first line counts the columns as headings do, or is a row.")));
      return SEIDEL_CERTAINTY_PLAUSIBLE;
    }
  if (sketch->comma_column)
    {
      seidel_judge_explain (
        reading, g_strdup (seidel_text (
                   "The comma on each line may be a decimal one, or part two columns.")));
      return SEIDEL_CERTAINTY_PLAUSIBLE;
    }
  seidel_judge_explain (reading, g_strdup (seidel_text ("Lines of numbers.")));
  return look_behind_size (sketch, &sized) && !sized.even ? SEIDEL_CERTAINTY_POSSIBLE
                                                          : SEIDEL_CERTAINTY_PLAUSIBLE;
}
