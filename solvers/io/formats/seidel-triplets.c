/* Reads plain text that lists the entries of a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-triplets.h"

#include <string.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-entries.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-table.h"

/* Reading is most of the way; building the matrix the rest. */
#define READING_SHARE 0.8

/* Entries that are put in order together. */
#define BLOCK_ENTRIES 32768

typedef struct
{
  SeidelLines lines;
  int columns;        /* of the list: 2 or 3; 0 while nothing was read */
  int64_t first_line; /* with an entry */
  char separator;
  bool heading;
  SeidelEntries entries; /* rows and columns as they are written */
  SeidelEntry *block;    /* the last of them, BLOCK_ENTRIES at most */
  int64_t n_block;
  int64_t least; /* of all indices */
  int64_t most;
} List;

static void
list_clear (List *list)
{
  seidel_lines_clear (&list->lines);
  seidel_entries_clear (&list->entries);
  g_free (list->block);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (List, list_clear)

static bool
fail_field (const List *list,
            const SeidelTripletsField *field,
            const char *expected,
            GError **error)
{
  g_autofree char *quote = seidel_quote (field->at, (size_t) field->length);

  return seidel_lines_fail (&list->lines, error, "expected %s, found %s", expected, quote);
}

static bool
take_index (List *list,
            const SeidelTripletsField *field,
            const char *what,
            int64_t *index,
            GError **error)
{
  const char *p = field->at;
  g_autofree char *expected = NULL;

  if (field->length > 0 && seidel_scan_index (&p, index) && p == field->at + field->length)
    {
      list->least = MIN (list->least, *index);
      list->most = MAX (list->most, *index);
      return *index <= G_MAXINT32
             || seidel_lines_fail (&list->lines, error,
                                   "%s %.*s is beyond the largest matrix, 2147483647 rows or "
                                   "columns",
                                   what, (int) MIN (field->length, 40), field->at);
    }
  expected = g_strdup_printf ("a %s index", what);
  return fail_field (list, field, expected, error);
}

static bool
finish_block (List *list, GError **error)
{
  SeidelChunk chunk;

  if (!seidel_entries_sort (&list->entries, list->block, list->n_block, &chunk, error))
    return false;
  seidel_entries_append (&list->entries, &chunk);
  list->n_block = 0;
  return true;
}

static bool
take_entry (List *list, const SeidelTripletsField *fields, GError **error)
{
  int64_t row = 0;
  int64_t column = 0;
  double value = 1.0;

  if (!take_index (list, &fields[0], "row", &row, error)
      || !take_index (list, &fields[1], "column", &column, error))
    return false;
  if (list->columns == 3)
    {
      const char *p = fields[2].at;

      if (fields[2].length == 0 || !seidel_scan_value (&p, &value)
          || p != fields[2].at + fields[2].length)
        return fail_field (list, &fields[2], seidel_decimal_expected (fields[2].at), error);
    }
  list->block[list->n_block++] = (SeidelEntry){ (int32_t) row, (int32_t) column, value };
  return list->n_block < BLOCK_ENTRIES || finish_block (list, error);
}

static bool
fail_columns (const List *list, int n, GError **error)
{
  g_autofree char *quote = seidel_quote (list->lines.line, (size_t) list->lines.length);

  if (list->columns == 0)
    return seidel_lines_fail (&list->lines, error,
                              "expected a row and a column, or a row, a column and a value, found "
                              "%s",
                              quote);
  return seidel_lines_fail (&list->lines, error,
                            "expected %d fields, as on line %" G_GINT64_FORMAT ", found %s%d: %s",
                            list->columns, list->first_line,
                            n == SEIDEL_TRIPLETS_FIELDS ? "at least " : "", n, quote);
}

/* The line in hand. */
static bool
take_line (List *list, GError **error)
{
  SeidelTripletsField fields[SEIDEL_TRIPLETS_FIELDS];
  const char *line = list->lines.line;
  int64_t length = list->lines.length;
  char separator;
  int n;

  if (list->lines.number == 1)
    {
      const size_t mark = seidel_table_mark (line, (size_t) length);

      line += mark;
      length -= (int64_t) mark;
    }
  n = seidel_triplets_split (line, length, fields, &separator);
  if (n == 0)
    return true;
  if (list->columns == 0 && !list->heading && seidel_triplets_is_heading (fields, n))
    {
      list->heading = true;
      return true;
    }
  if (n < 2 || n > 3 || (list->columns != 0 && n != list->columns))
    return fail_columns (list, n, error);
  if (list->columns == 0)
    {
      list->columns = n;
      list->first_line = list->lines.number;
      list->separator = separator;
    }
  return take_entry (list, fields, error);
}

static bool
read_lines (List *list, GError **error)
{
  g_autoptr (GError) cause = NULL;

  while (seidel_lines_next (&list->lines, &cause))
    if (!take_line (list, error))
      return false;
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  if (list->n_block > 0 && !finish_block (list, error))
    return false;
  return list->entries.count > 0
         || seidel_lines_fail (&list->lines, error, "the file ends without an entry");
}

/* Square: the last rows or columns of a matrix may hold nothing. */
static SeidelCsr *
build (List *list, int64_t *duplicates, GError **error)
{
  SeidelSource *source = list->lines.source;
  const int64_t base = list->least == 0 ? 0 : 1;
  const int64_t size = list->most + 1 - base;

  if (size > G_MAXINT32)
    {
      seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error,
                          "indices from 0 to %" G_GINT64_FORMAT
                          " are beyond the largest matrix, 2147483647 rows or columns",
                          list->most);
      return NULL;
    }
  seidel_entries_set_size (&list->entries, size, size, base);
  return seidel_entries_assemble (&list->entries, duplicates, error);
}

static const char *
describe_separator (char separator)
{
  switch (separator)
    {
    case ',':
      return "commas";
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    default:
      return "blanks";
    }
}

static char *
describe_note (const List *list)
{
  return g_strdup_printf ("Each line was read as %s; %sthe largest index, %" G_GINT64_FORMAT
                          ", determines the size. %s",
                          list->columns == 2 ? "the row and the column of an entry that is 1"
                                             : "the row, the column and the value of an entry",
                          list->heading ? "the first as column headings; " : "", list->most,
                          list->least == 0
                            ? "Indices start at 0."
                            : "Indices were assumed to start at 1, because 0 does not occur.");
}

static SeidelMatrix *
read_triplets (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (List) list = { .least = G_MAXINT64 };
  int64_t duplicates = 0;
  int64_t stored;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  seidel_entries_init_any_size (&list.entries, source);
  seidel_lines_init (&list.lines, source, READING_SHARE);
  list.block = seidel_memory_try (BLOCK_ENTRIES * sizeof *list.block, "Reading entries", error);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (list.block == NULL || !read_lines (&list, error))
    return NULL;
  stored = list.entries.count;
  csr = build (&list, &duplicates, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin.format =
    g_strdup_printf ("Coordinate list, parted by %s", describe_separator (list.separator));
  matrix->origin.note = describe_note (&list);
  matrix->origin.field = list.columns == 2 ? SEIDEL_FIELD_PATTERN : SEIDEL_FIELD_REAL;
  matrix->origin.stored = stored;
  matrix->origin.duplicates = duplicates;
  return matrix;
}

const SeidelReader seidel_triplets_reader = {
  .format = { "coordinate-text", "Coordinate list",
              (const char *const[]){ ".csv", ".tsv", ".edges", ".el", ".ijv", ".coo", NULL } },
  .recognise = seidel_triplets_recognise,
  .read = read_triplets,
  .read_vector = seidel_text_read_vector,
};
