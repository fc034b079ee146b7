/* Reads a Matrix Market file block by block: while one thread reads the next block, the others
 * parse this one. The result does not depend on how the blocks were shared out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-market.h"

#include "io/seidel-blocks.h"
#include "matrix/seidel-error.h"

/* Text that one thread parses at a time: a millisecond's work at worst, so that a look at the
 * cancellable before each is often enough. */
#define SPAN_BYTES ((int64_t) 64 * 1024)
#define MOST_SPANS (SEIDEL_BLOCK_BYTES / SPAN_BYTES + 1)

/* Reading is most of the way; building the matrix the rest. */
#define READING_SHARE 0.8

typedef struct
{
  SeidelSource *source;
  SeidelMarketHeader header;
  SeidelBlocks blocks;
  int64_t begin; /* of the entries in the block in hand: only the first block has a header */
  SeidelMarketSpan spans[MOST_SPANS];
  int n_spans;
  SeidelEntry *scratch; /* what the spans read, before it is put in order */
  SeidelEntries entries;
  int64_t numbers; /* read, zeros of an array included */
  int64_t at_row;  /* place of the next number of an array */
  int64_t at_column;
  SeidelProgress *progress;
  GCancellable *cancellable;
} Reader;

static void
reader_clear (Reader *reader)
{
  g_clear_pointer (&reader->scratch, g_free);
  seidel_blocks_clear (&reader->blocks);
  seidel_entries_clear (&reader->entries);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* Cuts the block in hand at newlines, for the threads to share. */
static void
cut_spans (Reader *reader)
{
  const SeidelBlocks *blocks = &reader->blocks;
  const char *at = blocks->text + reader->begin;
  const char *end = blocks->text + blocks->length;
  SeidelEntry *room = reader->scratch;
  int shortest = seidel_market_shortest_line (&reader->header);

  for (reader->n_spans = 0; at < end; reader->n_spans++)
    {
      SeidelMarketSpan *span = &reader->spans[reader->n_spans];
      const char *cut = at + MIN (SPAN_BYTES, end - at) - 1;

      cut = memchr (cut, '\n', (size_t) (end - cut));
      span->begin = at;
      span->end = at = cut != NULL ? cut + 1 : end;
      span->capacity = (span->end - span->begin + 1) / shortest + 1;
      span->entries = room;
      span->count = 0;
      span->bad_line = NULL;
      room += span->capacity;
    }
}

/* Parses the block in hand and reads the next one meanwhile. */
static bool
parse_block (Reader *reader, GError **error)
{
  bool more = !seidel_blocks_at_end (&reader->blocks);
  bool fine = true;

  cut_spans (reader);
#pragma omp parallel for schedule(dynamic, 1) if (reader->n_spans > 1)
  for (int i = -1; i < reader->n_spans; i++)
    if (i >= 0 && !g_cancellable_is_cancelled (reader->cancellable))
      seidel_market_scan (&reader->header, &reader->spans[i]);
    else if (i < 0 && more)
      fine = seidel_blocks_prefetch (&reader->blocks, error);
  return fine && !g_cancellable_set_error_if_cancelled (reader->cancellable, error);
}

static bool G_GNUC_PRINTF (4, 5)
  fail_at (Reader *reader, const char *line, GError **error, const char *format, ...)
{
  uint64_t offset = reader->blocks.offset + (uint64_t) (line - reader->blocks.text);
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s:%" G_GINT64_FORMAT ": %s",
               seidel_source_name (reader->source), seidel_source_line_at (reader->source, offset),
               message);
  return false;
}

static const char *
noun (const SeidelMarketHeader *header, int64_t n)
{
  if (header->array)
    return n == 1 ? "value" : "values";
  return n == 1 ? "entry" : "entries";
}

static bool
fail_too_many (Reader *reader, const char *line, GError **error)
{
  const SeidelMarketHeader *header = &reader->header;

  return fail_at (reader, line, error,
                  "expected the end of the file: the size line on line %" G_GINT64_FORMAT
                  " promises %" G_GINT64_FORMAT " %s",
                  header->size_line, header->entries, noun (header, header->entries));
}

/* Gives the numbers of an array their places, column by column, and drops the zeros: what is stored
 * densely says nothing about a pattern. Returns how many are left. */
static int64_t
place_values (Reader *reader, SeidelMarketSpan *span)
{
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
      if (span->entries[i].value != 0.0)
        span->entries[kept++] =
          (SeidelEntry){ (int32_t) reader->at_row, (int32_t) reader->at_column,
                         span->entries[i].value };
      reader->at_row++;
    }
  return kept;
}

static bool
append_span (Reader *reader, SeidelMarketSpan *span, GError **error)
{
  SeidelEntries *entries = &reader->entries;
  int64_t left = reader->header.entries - reader->numbers;
  int64_t kept;

  if (span->count > left)
    return fail_too_many (reader, seidel_market_span_line (span, left), error);
  reader->numbers += span->count;
  kept = reader->header.array ? place_values (reader, span) : span->count;
  if (!seidel_entries_reserve (entries, entries->count + kept, reader->header.entries, error))
    return false;
  if (kept > 0)
    memcpy (entries->data + entries->count, span->entries, (size_t) kept * sizeof *span->entries);
  entries->count += kept;

  if (span->bad_line != NULL && reader->numbers == reader->header.entries)
    return fail_too_many (reader, span->bad_line, error);
  if (span->bad_line != NULL)
    {
      g_autofree char *message = seidel_market_explain (&reader->header, span->bad_line);

      return fail_at (reader, span->bad_line, error, "%s", message);
    }
  return true;
}

static bool
read_entries (Reader *reader, GError **error)
{
  seidel_progress_begin (reader->progress, "Reading entries");
  for (;;)
    {
      if (!parse_block (reader, error))
        return false;
      for (int i = 0; i < reader->n_spans; i++)
        if (!append_span (reader, &reader->spans[i], error))
          return false;
      if (seidel_blocks_at_end (&reader->blocks))
        return true;
      if (!seidel_blocks_advance (&reader->blocks, error))
        return false;
      reader->begin = 0;
      seidel_progress_set (reader->progress,
                           READING_SHARE * seidel_source_fraction (reader->source));
    }
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
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s: the file ends after %" G_GINT64_FORMAT
               " %s; the size line on line %" G_GINT64_FORMAT " promises %" G_GINT64_FORMAT,
               seidel_source_name (reader->source), reader->numbers, noun (header, reader->numbers),
               header->size_line, header->entries);
  return false;
}

static char *
describe_note (const Reader *reader)
{
  GString *note = g_string_new (NULL);
  int64_t zeros = reader->numbers - reader->entries.count;

  if (!reader->header.banner)
    g_string_append (note, "No banner: the first line was taken for the size line of a general "
                           "coordinate matrix.");
  if (!reader->header.banner && reader->numbers < reader->header.entries)
    g_string_append_printf (note,
                            " The size line promises %" G_GINT64_FORMAT
                            " entries, the file has %" G_GINT64_FORMAT ".",
                            reader->header.entries, reader->numbers);
  if (reader->header.array && zeros > 0)
    g_string_append_printf (note,
                            "%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                            " values in the array are zero and were not stored.",
                            zeros, reader->numbers);
  return g_string_free (note, note->len == 0);
}

/* The file's name without .gz and .mtx. */
static char *
matrix_name (const SeidelSource *source)
{
  static const char *const suffixes[] = { ".gz", ".mtx" };
  char *name = g_strdup (seidel_source_name (source));

  for (size_t i = 0; i < G_N_ELEMENTS (suffixes); i++)
    if (g_str_has_suffix (name, suffixes[i]) && strlen (name) > strlen (suffixes[i]))
      name[strlen (name) - strlen (suffixes[i])] = '\0';
  return name;
}

static SeidelMatrix *
finish (Reader *reader, GError **error)
{
  g_autofree char *name = matrix_name (reader->source);
  g_autofree char *note = describe_note (reader);
  int64_t duplicates = 0;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  csr = seidel_entries_assemble (&reader->entries, &reader->header, &duplicates, reader->progress,
                                 reader->cancellable, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (name, csr);
  matrix->origin.path = g_strdup (seidel_source_path (reader->source));
  matrix->origin.format = seidel_market_header_describe (&reader->header);
  matrix->origin.note = g_steal_pointer (&note);
  matrix->origin.field = reader->header.field;
  matrix->origin.symmetry = reader->header.symmetry;
  matrix->origin.stored = reader->numbers;
  matrix->origin.duplicates = duplicates;
  matrix->origin.file_bytes = seidel_source_file_bytes (reader->source);
  return matrix;
}

SeidelMatrix *
seidel_market_read (SeidelSource *source,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  g_auto (Reader) reader = { .source = source, .progress = progress, .cancellable = cancellable };

  if (!seidel_blocks_init (&reader.blocks, source, false, error))
    return NULL;
  if (!seidel_market_header_parse (&reader.header, source, reader.blocks.text, reader.blocks.length,
                                   error))
    return NULL;
  reader.begin = reader.header.length;
  reader.at_row = reader.header.symmetry == SEIDEL_FILED_SKEW_SYMMETRIC;
  reader.scratch =
    g_new (SeidelEntry,
           SEIDEL_BLOCK_BYTES / seidel_market_shortest_line (&reader.header) + 3 * MOST_SPANS);
  if (!read_entries (&reader, error) || !check_complete (&reader, error))
    return NULL;
  return finish (&reader, error);
}
