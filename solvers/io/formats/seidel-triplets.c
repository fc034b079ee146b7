/* Reads plain text that lists the entries of a matrix.
 *
 * Lists of a general matrix are put in order as they come; what depends on all entries, which
 * triangle they are in or which nodes there are, is found out once they are gathered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-triplets.h"
#include "base/seidel-memory.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-table.h"
#include "io/formats/seidel-triplets-private.h"
#include "base/seidel-translatable.h"

/* Entries that are put in order together. */
#define BLOCK_ENTRIES 32768

static void
list_clear (SeidelTripletsList *list)
{
  seidel_lines_clear (&list->lines);
  seidel_entries_clear (&list->entries);
  seidel_gather_clear (&list->gather);
  seidel_nodes_clear (&list->nodes);
  g_free (list->block);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelTripletsList, list_clear)

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* The end of a field that is no number: one in quotation marks ends behind them, a word at what
 * parts the fields of its line, for it may contain blanks. */
static const char *
skip_word (const char *line, const char *at, const char *end, char comma)
{
  const size_t length = (size_t) (end - line);
  const char separator = memchr (line, ';', length) != NULL     ? ';'
                         : memchr (line, comma, length) != NULL ? comma
                         : memchr (line, '\t', length) != NULL  ? '\t'
                                                                : ' ';
  const char *quote = *at == '"' ? memchr (at + 1, '"', (size_t) (end - at - 1)) : NULL;

  at = quote != NULL ? quote + 1 : at;
  while (at < end && *at != separator && !seidel_table_is_comment (at, end))
    at++;
  return at;
}

int
seidel_triplets_split (const char *line,
                       int64_t length,
                       bool decimal_commas,
                       int most,
                       SeidelTripletsField *fields,
                       char *separator)
{
  const char comma = decimal_commas ? ';' : ',';
  const char *at = line;
  const char *end = line + length;
  int n = 0;

  *separator = ' ';
  while (at < end && is_blank (*at))
    at++;
  if (at == end || seidel_table_is_comment (at, end))
    return 0;
  while (n < most)
    {
      const char *begin = at;

      if (at < end && (g_ascii_isalpha (*at) || *at == '"'))
        at = skip_word (line, at, end, comma);
      while (at < end && !is_blank (*at) && *at != comma && *at != ';'
             && !seidel_table_is_comment (at, end))
        at++;
      fields[n++] = (SeidelTripletsField){ begin, at - begin };
      if (n == 1 && at < end)
        *separator = *at;
      while (at < end && is_blank (*at))
        at++;
      if (at == end || seidel_table_is_comment (at, end))
        return n;
      if (*at != comma && *at != ';')
        continue;
      if (n == 1)
        *separator = *at;
      for (at++; at < end && is_blank (*at);)
        at++;
    }
  return n;
}

static bool
fail_field (const SeidelTripletsList *list,
            const SeidelTripletsField *field,
            const char *expected,
            GError **error)
{
  g_autofree char *quote = seidel_quote (field->at, (size_t) field->length);

  return seidel_lines_fail (&list->lines, error, "expected %s, found %s", expected, quote);
}

/* A whole number that is written as a floating-point one. */
static bool
scan_whole (const char **p, int64_t *index)
{
  double value = 0.0;

  if (!seidel_scan_number (p, &value) || value != floor (value) || value < 0.0 || value > 9e15)
    return false;
  *index = (int64_t) value;
  return true;
}

static inline bool
take_index (SeidelTripletsList *list,
            const SeidelTripletsField *field,
            const char *what,
            SeidelTripletsExtreme *most,
            int64_t *index,
            GError **error)
{
  const char *end = field->length > 0 ? field->at + field->length : field->at;
  const char *p = field->at;
  g_autofree char *expected = NULL;

  if (field->length > 0
      && ((seidel_scan_index (&p, index) && p == end)
          || (p = field->at, scan_whole (&p, index) && p == end)))
    {
      list->least = MIN (list->least, *index);
      if (*index > most->index)
        *most = (SeidelTripletsExtreme){ *index, list->lines.number };
      return *index <= G_MAXINT32
             || seidel_lines_fail (&list->lines, error,
                                   "%s %.*s is beyond the largest matrix, 2147483647 rows or "
                                   "columns",
                                   what, (int) MIN (field->length, 40), field->at);
    }
  expected = g_strdup_printf ("a %s index", what);
  return fail_field (list, field, expected, error);
}

/* A number with a decimal comma, or with parentheses as both parts of a complex one may have. */
static bool
scan_strange (const SeidelTripletsField *field, double *value)
{
  char text[64 + SEIDEL_TEXT_PADDING] = { 0 };
  const char *p = text;

  if (field->length > 64)
    return false;
  memcpy (text, field->at, (size_t) field->length);
  g_strdelimit (g_strdelimit (text, ",", '.'), "()", ' ');
  p = g_strstrip (text);
  return seidel_scan_value (&p, value) && *p == '\0';
}

static bool
take_value (SeidelTripletsList *list,
            const SeidelTripletsField *field,
            double *value,
            GError **error)
{
  const bool strange = list->reading->decimal == ',' || list->reading->imaginary_field >= 0;
  const char *p = field->at;

  if (field->length > 0
      && ((seidel_scan_value (&p, value) && p == field->at + field->length)
          || (strange && scan_strange (field, value))))
    return true;
  return fail_field (list, field, seidel_decimal_expected (field->at), error);
}

static bool
finish_block (SeidelTripletsList *list, GError **error)
{
  SeidelChunk chunk;

  if (!seidel_entries_sort (&list->entries, list->block, list->n_block, &chunk, error))
    return false;
  seidel_entries_append (&list->entries, &chunk);
  list->n_block = 0;
  return true;
}

static bool
keep_entry (SeidelTripletsList *list, int64_t row, int64_t column, double value, GError **error)
{
  const SeidelEntry entry = { (int32_t) row, (int32_t) column, value };

  list->count++;
  list->lower = list->lower || column < row;
  list->upper = list->upper || column > row;
  if (list->gathers)
    return seidel_gather_add (&list->gather, &entry, error);
  list->block[list->n_block++] = entry;
  return list->n_block < BLOCK_ENTRIES || finish_block (list, error);
}

static bool
take_entry (SeidelTripletsList *list, const SeidelTripletsField *fields, GError **error)
{
  const SeidelReading *reading = list->reading;
  const int value_field =
    list->part == SEIDEL_PART_IMAGINARY ? reading->imaginary_field : reading->value_field;
  int64_t row = 0;
  int64_t column = 0;
  double value = 1.0;

  if (!take_index (list, &fields[reading->row_field], "row", &list->rows, &row, error)
      || (reading->column_field >= 0
          && !take_index (list, &fields[reading->column_field], "column", &list->columns, &column,
                          error))
      || (value_field >= 0 && !take_value (list, &fields[value_field], &value, error)))
    return false;
  return keep_entry (list, row, column, value, error);
}

/* An entry between degrees of freedom of nodes. */
static bool
take_nodes (SeidelTripletsList *list, const SeidelTripletsField *fields, GError **error)
{
  int32_t places[2] = { 0 };
  double value = 0.0;

  for (int i = 0; i < 2; i++)
    {
      SeidelTripletsExtreme most = { 0, 0 };
      int64_t node = 0;
      int64_t freedom = 0;

      if (!take_index (list, &fields[2 * i], "node", &most, &node, error)
          || !take_index (list, &fields[2 * i + 1], "degree of freedom", &most, &freedom, error)
          || !seidel_nodes_find (&list->nodes, node, freedom, &places[i], error))
        return false;
    }
  return take_value (list, &fields[4], &value, error)
         && keep_entry (list, places[0], places[1], value, error);
}

static bool
fail_columns (const SeidelTripletsList *list, int n, GError **error)
{
  const SeidelReading *reading = list->reading;
  g_autofree char *quote = seidel_quote (list->lines.line, (size_t) list->lines.length);

  if (list->first_line == 0)
    return seidel_lines_fail (&list->lines, error,
                              "expected a row and a column, or a row, a column and a value, found "
                              "%s",
                              quote);
  return seidel_lines_fail (&list->lines, error,
                            "expected %d fields, as on line %" PRId64 ", found %s%d: %s",
                            reading->fields, list->first_line,
                            n > reading->fields ? seidel_text ("at least ") : "", n, quote);
}

/* The line in hand. */
static bool
take_line (SeidelTripletsList *list, GError **error)
{
  const SeidelReading *reading = list->reading;
  SeidelTripletsField fields[SEIDEL_TRIPLETS_FIELDS] = { 0 };
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
  if (list->lines.number <= reading->size_line)
    return true;
  n = seidel_triplets_split (line, length, reading->decimal == ',', reading->fields + 1, fields,
                             &separator);
  if (n == 0)
    return true;
  if (list->first_line == 0 && reading->size_line == 0 && reading->heading && !list->heading)
    {
      list->heading = true;
      return true;
    }
  if (n != reading->fields)
    return fail_columns (list, n, error);
  if (reading->entries >= 0 && list->count == reading->entries)
    return seidel_lines_fail (&list->lines, error,
                              "expected the end of the file: the size line on line %" PRId64
                              " declares %" PRId64 " entries",
                              reading->size_line, reading->entries);
  if (list->first_line == 0)
    {
      list->first_line = list->lines.number;
      list->separator = separator;
    }
  return reading->kind == SEIDEL_READING_ABAQUS ? take_nodes (list, fields, error)
                                                : take_entry (list, fields, error);
}

static bool
read_lines (SeidelTripletsList *list, GError **error)
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
  if (list->reading->entries >= 0 && list->count != list->reading->entries)
    return seidel_source_fail (list->lines.source, SEIDEL_ERROR_FORMAT, error,
                               "the file ends after %" PRId64
                               " entries; the size line on line %" PRId64 " declares %" PRId64,
                               list->count, list->reading->size_line, list->reading->entries);
  return list->count > 0 || list->reading->entries == 0
         || seidel_lines_fail (&list->lines, error, "the file ends without an entry");
}

/* How the list is to be read; without a reading as what such lists mostly are. */
static void
begin (SeidelTripletsList *list, SeidelSource *source, const SeidelReading *reading)
{
  list->reading = reading;
  list->gathers = reading->symmetry != SEIDEL_FILED_GENERAL || reading->infers_symmetry
                  || reading->column_field < 0 || reading->kind == SEIDEL_READING_ABAQUS;
  if (reading->imaginary_field >= 0)
    list->part = seidel_source_take_part (source);
  seidel_entries_init_any_size (&list->entries, source);
  seidel_gather_init (&list->gather, source);
  seidel_nodes_init (&list->nodes, source);
  seidel_lines_init (&list->lines, source, SEIDEL_READING_SHARE);
}

static SeidelMatrix *
read_triplets (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (SeidelTripletsList) list = { .least = G_MAXINT64 };
  const SeidelReading *reading = seidel_source_reading (source);

  begin (&list, source, reading);
  if (reading->rows >= 0
      && !seidel_source_check_matrix (source, (double) reading->rows, (double) reading->columns,
                                      0.0, error))
    return NULL;
  list.block = seidel_memory_try (BLOCK_ENTRIES * sizeof *list.block, "Reading entries", error);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (list.block == NULL || !read_lines (&list, error))
    return NULL;
  return seidel_triplets_make_matrix (&list, error);
}

const SeidelReader seidel_triplets_reader = {
  .format = { "coordinate-text", "Coordinate list",
              (const char *const[]){ ".csv", ".tsv", ".edges", ".el", ".ijv", ".coo", ".tri",
                                     NULL } },
  .read = read_triplets,
  .read_vector = seidel_text_read_vector,
};
