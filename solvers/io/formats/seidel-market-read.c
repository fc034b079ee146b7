/* Reads a Matrix Market file block by block: what they hold is put in file order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-market-ahead.h"

#include <inttypes.h>

#include "base/seidel-translatable.h"
#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-table.h"
#include "matrix/seidel-vector.h"

typedef struct
{
  SeidelSource *source;
  SeidelMarketHeader header;
  SeidelMarketAhead ahead;
  SeidelEntries entries;
  int64_t numbers; /* read, zeros of an array included */
  bool upper;      /* some were above the diagonal, the first of them on the line that begins … */
  int64_t rounded; /* whole numbers that a double cannot hold, the first of them … */
  uint64_t rounded_offset; /* … on the line that begins with this byte */
  uint64_t upper_offset;   /* … with this byte of the text */
  bool behind;             /* something follows the entries, from this byte on: vectors of AMGX */
  uint64_t behind_offset;
  double *rhs;
  int64_t at_row; /* place of the next number of an array */
  int64_t at_column;
} Reader;

static void
reader_clear (Reader *reader)
{
  seidel_market_ahead_clear (&reader->ahead);
  seidel_entries_clear (&reader->entries);
  seidel_vector_free (reader->rhs);
  g_free (reader);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reader, reader_clear)

/* An error in the first block of the ring. Finding the number of the line can take a while. */
static bool
fail_at (Reader *reader, const char *line, GError **error, const char *message)
{
  const SeidelBlock *block = &reader->ahead.slots[reader->ahead.head].block;
  uint64_t offset = block->offset + (uint64_t) (line - block->text);
  int64_t number = seidel_source_line_at (reader->source, offset);

  return seidel_source_poll (reader->source, error)
         && seidel_source_fail_line (reader->source, number, SEIDEL_ERROR_FORMAT, error, "%s",
                                     message);
}

static const char *
noun (const SeidelMarketHeader *header, int64_t n)
{
  if (header->array)
    return n == 1 ? seidel_text ("value") : seidel_text ("values");
  return n == 1 ? seidel_text ("entry") : seidel_text ("entries");
}

static bool
fail_too_many (Reader *reader, const char *line, GError **error)
{
  const SeidelMarketHeader *header = &reader->header;
  g_autofree char *message =
    g_strdup_printf (seidel_text ("expected the end of the file: the size line on line %" PRId64
                                  " declares %" PRId64 " %s"),
                     header->size_line, header->entries, noun (header, header->entries));

  return fail_at (reader, line, error, message);
}

/* Gives the numbers of an array their places, column by column, and drops the zeros: what is stored
 * densely says nothing about a pattern. Returns how many are left, or −1: then *bad is the one that
 * a hermitian matrix cannot have on its diagonal. */
static int64_t
place_values (Reader *reader, SeidelMarketSpan *span, int64_t *bad)
{
  const bool real_diagonal = reader->header.symmetry != reader->header.mirrors;
  int64_t kept = 0;

  for (int64_t i = 0; i < span->count; i++)
    {
      while (reader->at_row >= reader->header.rows)
        {
          reader->at_column++;
          reader->at_row = reader->header.symmetry == SEIDEL_FILED_GENERAL ? 0 : reader->at_column;
          if (reader->header.symmetry == SEIDEL_FILED_SKEW_SYMMETRIC)
            reader->at_row++;
        }
      if (real_diagonal && reader->at_row == reader->at_column && span->entries[i].value != 0.0)
        {
          *bad = i;
          return -1;
        }
      if (span->entries[i].value != 0.0)
        span->entries[kept++] =
          (SeidelEntry){ (int32_t) reader->at_row, (int32_t) reader->at_column,
                         span->entries[i].value };
      reader->at_row++;
    }
  return kept;
}

static bool
fail_line (Reader *reader, const char *line, GError **error)
{
  g_autofree char *message = seidel_market_explain (&reader->header, line);

  return fail_at (reader, line, error, message);
}

/* The numbers of an array become entries. */
static bool
sort_array (Reader *reader, SeidelMarketSlot *slot, GError **error)
{
  int64_t bad = 0;
  const int64_t kept = place_values (reader, &slot->span, &bad);

  if (kept < 0)
    return fail_line (reader, seidel_market_span_line (&slot->span, bad), error);
  return seidel_entries_sort (&reader->entries, slot->span.entries, kept, &slot->chunk, error);
}

static void
note_upper (Reader *reader, const SeidelMarketSlot *slot)
{
  if (reader->upper || slot->span.upper_line == NULL)
    return;
  reader->upper = true;
  reader->upper_offset = slot->block.offset + (uint64_t) (slot->span.upper_line - slot->block.text);
}

static void
note_rounded (Reader *reader, const SeidelMarketSlot *slot)
{
  const SeidelMarketSpan *span = &slot->span;

  if (reader->rounded == 0 && span->rounded_line != NULL)
    reader->rounded_offset =
      slot->block.offset + (uint64_t) (span->rounded_line - slot->block.text);
  reader->rounded += span->rounded;
}

/* What a slot holds goes behind what came before it. */
static bool
append_slot (Reader *reader, SeidelMarketSlot *slot, GError **error)
{
  const SeidelMarketHeader *header = &reader->header;
  SeidelMarketSpan *span = &slot->span;
  int64_t left = header->entries - reader->numbers;

  if (slot->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&slot->failure));
      return false;
    }
  if (span->count > left)
    return fail_too_many (reader, seidel_market_span_line (span, left), error);
  reader->numbers += span->count;
  note_upper (reader, slot);
  note_rounded (reader, slot);
  if (header->array && !sort_array (reader, slot, error))
    return false;
  seidel_entries_append (&reader->entries, &slot->chunk);

  if (span->bad_line != NULL && reader->numbers == header->entries
      && (header->rhs || header->solution))
    {
      reader->behind = true;
      reader->behind_offset = slot->block.offset + (uint64_t) (span->bad_line - slot->block.text);
      return true;
    }
  if (span->bad_line != NULL && reader->numbers == header->entries)
    return fail_too_many (reader, span->bad_line, error);
  return span->bad_line == NULL || fail_line (reader, span->bad_line, error);
}

/* From the first slot, which holds the header, to the last block. */
static bool
read_entries (Reader *reader, GError **error)
{
  seidel_progress_begin (seidel_source_progress (reader->source), "Reading entries");
  for (bool last = false; !last;)
    {
      SeidelMarketSlot *slot = &reader->ahead.slots[reader->ahead.head];

      seidel_market_ahead_wait (&reader->ahead, slot);
      if (!seidel_source_poll (reader->source, error) || !append_slot (reader, slot, error))
        return false;
      last = slot->block.last || reader->behind;
      reader->ahead.head = (reader->ahead.head + 1) % reader->ahead.n_slots;
      reader->ahead.n_filled--;
      if (!last)
        seidel_market_ahead_fill (&reader->ahead);
      if (!last && reader->ahead.n_filled == 0)
        {
          g_propagate_error (error, g_steal_pointer (&reader->ahead.failure));
          return false;
        }
      seidel_progress_set (seidel_source_progress (reader->source),
                           SEIDEL_READING_SHARE * seidel_source_fraction (reader->source));
    }
  return true;
}

/* A file that ends early is broken, but for the bare one of the course: its size line is known to
 * promise one entry more than there is. */
static bool
check_complete (Reader *reader, GError **error)
{
  const SeidelMarketHeader *header = &reader->header;
  int64_t missing = header->entries - reader->numbers;

  if (missing == 0 || (missing == 1 && !header->banner))
    return true;
  return seidel_source_fail (reader->source, SEIDEL_ERROR_FORMAT, error,
                             "the file ends after %" PRId64 " %s; the size line on line %" PRId64
                             " declares %" PRId64,
                             reader->numbers, noun (header, reader->numbers), header->size_line,
                             header->entries);
}

/* Numbers behind the entries, of which a count may be the first. */
static bool
read_numbers (Reader *reader,
              SeidelLines *lines,
              SeidelGrowing *numbers,
              int64_t *count,
              GError **error)
{
  g_autoptr (GError) cause = NULL;

  while (seidel_lines_next (lines, &cause))
    {
      const char *at = lines->line;
      const char *end = at + lines->length;
      double value;

      if (lines->block.offset + (uint64_t) (at - lines->block.text) < reader->behind_offset)
        continue;
      while (at < end && g_ascii_isspace (*at))
        at++;
      if (at == end || *at == '%')
        continue;
      if (!seidel_scan_value (&at, &value) || at + strspn (at, " \t\r") < end)
        return seidel_lines_fail (lines, error, "expected a number of the right-hand side");
      if (!seidel_growing_reserve (numbers, *count + 1, G_MAXINT64, error))
        return false;
      ((double *) numbers->data)[(*count)++] = value;
    }
  if (cause == NULL)
    return true;
  g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

/* The right-hand side comes first, and the solution behind it, each with its length before it or
 * not. */
static bool
take_rhs (Reader *reader, const double *numbers, int64_t count, GError **error)
{
  const SeidelMarketHeader *header = &reader->header;
  const int64_t n = header->rows;
  const int64_t vectors = header->rhs + header->solution;
  const bool counted = numbers != NULL && count == vectors * (n + 1) && numbers[0] == (double) n;

  if (!counted && count != vectors * n)
    return seidel_source_fail (reader->source, SEIDEL_ERROR_FORMAT, error,
                               "%" PRId64 " numbers follow the entries; the comment of AMGX "
                               "declares %" PRId64 " of %" PRId64,
                               count, vectors, n);
  if (!header->rhs || n == 0 || numbers == NULL)
    return true;
  reader->rhs = seidel_vector_new (n, error);
  if (reader->rhs != NULL)
    memcpy (reader->rhs, numbers + counted, (size_t) n * sizeof (double));
  return reader->rhs != NULL;
}

/* Goes through the file once more, once nothing else reads it. */
static bool
read_behind (Reader *reader, GError **error)
{
  SeidelGrowing numbers = { .size = sizeof (double), .source = reader->source };
  SeidelLines lines;
  int64_t count = 0;
  bool fine;

  if (!reader->behind)
    return true;
  if (reader->header.field == SEIDEL_FIELD_COMPLEX)
    return seidel_source_fail (reader->source, SEIDEL_ERROR_UNSUPPORTED, error,
                               "a complex right-hand side behind the entries is not read");
  for (; reader->ahead.n_filled > 0; reader->ahead.n_filled--)
    {
      seidel_market_ahead_wait (&reader->ahead, &reader->ahead.slots[reader->ahead.head]);
      reader->ahead.head = (reader->ahead.head + 1) % reader->ahead.n_slots;
    }
  if (!seidel_source_rewind (reader->source, error))
    return false;
  seidel_lines_init (&lines, reader->source, SEIDEL_READING_SHARE);
  fine = read_numbers (reader, &lines, &numbers, &count, error)
         && take_rhs (reader, numbers.data, count, error);
  seidel_lines_clear (&lines);
  seidel_growing_clear (&numbers);
  return fine;
}

static char *
describe_note (const Reader *reader)
{
  GString *note = g_string_new (NULL);
  int64_t zeros = reader->numbers - reader->entries.count;

  if (!reader->header.banner)
    g_string_append (note, seidel_text ("No banner: the first line was read as the size line of a "
                                        "general coordinate matrix."));
  if (!reader->header.banner && reader->numbers < reader->header.entries)
    g_string_append_printf (note,
                            seidel_text (
                              " The size line declares %lld entries, the file has %lld."),
                            (long long) reader->header.entries, (long long) reader->numbers);
  if (reader->header.array && reader->header.field != SEIDEL_FIELD_COMPLEX && zeros > 0)
    g_string_append_printf (note,
                            seidel_text ("%lld of %lld values in the array are zero and were not "
                                         "stored."),
                            (long long) zeros, (long long) reader->numbers);
  if (reader->header.superfluous > 0)
    g_string_append_printf (
      note,
      seidel_plural ("%sThe file has %d more column than its banner says, which was not "
                     "used.",
                     "%sThe file has %d more columns than its banner says, which were not "
                     "used.",
                     (unsigned long) reader->header.superfluous),
      note->len > 0 ? " " : "", reader->header.superfluous);
  if (reader->rounded > 0)
    g_string_append_printf (
      note,
      seidel_plural ("%s%lld whole number above 2^53 was rounded, the first on "
                     "line %lld.",
                     "%s%lld whole numbers above 2^53 were rounded, the first "
                     "on line %lld.",
                     (unsigned long) reader->rounded),
      note->len > 0 ? " " : "", (long long) reader->rounded,
      (long long) seidel_source_line_at (reader->source, reader->rounded_offset));
  if (reader->rhs != NULL)
    g_string_append_printf (note,
                            seidel_text ("%sThe right-hand side is the one behind the entries."),
                            note->len > 0 ? " " : "");
  if (reader->upper)
    g_string_append (note, seidel_text (
                             "Entries above the diagonal, where a file that is not general has "
                             "none by the rules, were read as their mirror images below it."));
  return g_string_free (note, note->len == 0);
}

/* Entries above the diagonal were mirrored; but if both triangles were there, what is said twice
 * would have been added up. */
static bool
check_triangles (Reader *reader, int64_t duplicates, GError **error)
{
  int64_t line;

  if (!reader->upper || duplicates == 0)
    return true;
  line = seidel_source_line_at (reader->source, reader->upper_offset);
  return seidel_source_poll (reader->source, error)
         && seidel_source_fail_line (
           reader->source, line, SEIDEL_ERROR_FORMAT, error,
           "an entry is above the diagonal, and some are there twice; a file that is not general "
           "holds the lower triangle only");
}

static SeidelMatrix *
finish (Reader *reader, GError **error)
{
  g_autofree char *note = describe_note (reader);
  int64_t duplicates = 0;
  g_autoptr (SeidelCsr) csr = NULL;
  SeidelMatrix *matrix;

  csr = seidel_entries_assemble (&reader->entries, &duplicates, error);
  if (csr == NULL || !check_triangles (reader, duplicates, error))
    return NULL;
  matrix = seidel_matrix_new (NULL, g_steal_pointer (&csr));
  matrix->rhs = g_steal_pointer (&reader->rhs);
  matrix->origin.format = seidel_market_header_describe (&reader->header);
  matrix->origin.note = g_steal_pointer (&note);
  matrix->origin.field = reader->header.field;
  matrix->origin.symmetry = reader->header.symmetry;
  matrix->origin.stored = reader->numbers;
  matrix->origin.duplicates = duplicates;
  return matrix;
}

/* What the size line declares; of an array, the zeros are not stored. */
static bool
check_declared (const Reader *reader, GError **error)
{
  const SeidelMarketHeader *header = &reader->header;

  return seidel_source_check_matrix (reader->source, (double) header->rows,
                                     (double) header->columns,
                                     header->array ? 0.0 : (double) header->entries, error);
}

/* The header of the first block decides how to continue. */
static bool
begin (Reader *reader, GError **error)
{
  SeidelMarketSlot *first = &reader->ahead.slots[0];

  seidel_market_ahead_init (&reader->ahead, reader->source, &reader->header, &reader->entries);
  if (!seidel_blocks_next (&reader->ahead.blocks, &first->block, error)
      || !seidel_market_header_parse (&reader->header, reader->source, first->block.text,
                                      first->block.length, first->block.last, error))
    return false;
  if (!check_declared (reader, error))
    return false;
  seidel_entries_init (&reader->entries, reader->source, reader->header.rows,
                       reader->header.columns, reader->header.mirrors);
  reader->at_row = reader->header.symmetry == SEIDEL_FILED_SKEW_SYMMETRIC;
  reader->ahead.n_filled = 1;
  if (!first->block.last)
    seidel_market_ahead_start_pool (&reader->ahead);
  seidel_market_ahead_start_parsing (&reader->ahead, first, true, reader->header.length);
  if (!first->block.last)
    seidel_market_ahead_fill (&reader->ahead);
  return true;
}

static SeidelMatrix *
read_market (SeidelSource *source, const char *variable, GError **error)
{
  g_autoptr (Reader) reader = g_new0 (Reader, 1);

  reader->source = source;
  if (!begin (reader, error) || !read_entries (reader, error) || !check_complete (reader, error)
      || !read_behind (reader, error))
    return NULL;
  return finish (reader, error);
}

const SeidelReader seidel_market_reader = {
  .format = { "matrix-market", N_ ("Matrix Market"),
              (const char *const[]){ ".mtx", ".mtx.gz", NULL } },
  .recognise = seidel_market_recognise,
  .read = read_market,
  .read_vector = seidel_text_read_vector,
  .write = seidel_market_write,
  .write_vector = seidel_market_write_vector,
  .write_columns = seidel_market_write_columns,
};
