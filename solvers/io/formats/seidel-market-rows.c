/* Writes Matrix Market files from rows: blocks of rows become text on all cores, and each is put
 * into the file when its turn comes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-market-rows.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-packer.h"
#include "base/seidel-error.h"
#include "base/seidel-translatable.h"

/* Text that a thread gathers before it waits for its turn, and room for one more line. */
#define BUFFER_BYTES ((size_t) 1 << 21)
#define LONGEST_LINE (2 * 11 + 2 * (SEIDEL_NUMBER_LENGTH + 1) + 2)

/* Entries and rows of a block: well below 100 ms, and below the buffer where rows are short. */
#define ENTRIES_PER_BLOCK 49152
#define ROWS_PER_BLOCK    16384

/* Rows that an estimate looks at. */
#define SAMPLES 256

/* What a thread works with. */
typedef struct
{
  char *text;
  size_t used;
  int32_t *columns; /* of one row */
  double *values;
  uint64_t last; /* bits of the value written last, and its text: many matrices repeat theirs */
  char last_text[SEIDEL_NUMBER_LENGTH];
  size_t last_length;
} Scribe;

/* A place among the entries of a block: the rows go from next to end. */
typedef struct
{
  int64_t next;
  int64_t end;
  int64_t entry; /* of the row next, the first that is not yet text */
} Place;

typedef struct
{
  const SeidelMarketRows *rows;
  SeidelOutput *output;
  SeidelProgress *progress;
  GCancellable *cancellable;
  GError **error;
  int64_t per_block; /* rows */
  int64_t blocks;
  atomic_bool failed;
  GMutex mutex;
  GCond turned;
  int64_t turn; /* the block that is put into the file next, by mutex */
} Writer;

static bool
scribe_init (Scribe *scribe, int64_t room)
{
  scribe->text = g_try_malloc (BUFFER_BYTES + LONGEST_LINE);
  scribe->columns = g_try_new (int32_t, MAX (room, 1));
  scribe->values = g_try_new (double, MAX (room, 1));
  return scribe->text != NULL && scribe->columns != NULL && scribe->values != NULL;
}

static void
scribe_clear (Scribe *scribe)
{
  g_free (scribe->text);
  g_free (scribe->columns);
  g_free (scribe->values);
}

static char *
append_value (Scribe *scribe, char *p, double value)
{
  uint64_t bits;

  memcpy (&bits, &value, sizeof bits);
  if (bits != scribe->last || scribe->last_length == 0)
    {
      scribe->last = bits;
      scribe->last_length =
        (size_t) (seidel_format_number (scribe->last_text, value) - scribe->last_text);
    }
  memcpy (p, scribe->last_text, SEIDEL_NUMBER_LENGTH);
  return p + scribe->last_length;
}

/* Turns entries of a row into text until they or the buffer end; returns the first left over. */
static int64_t
append_row (Scribe *scribe,
            const SeidelMarketRows *rows,
            const SeidelMarketRow *row,
            int64_t number,
            int64_t from,
            int64_t last)
{
  const int stride = rows->complex_numbers ? 2 : 1;
  char start[12];
  size_t length = (size_t) (seidel_format_integer (start, number + 1) - start);
  char *p = scribe->text + scribe->used;
  int64_t k = from;

  start[length++] = ' ';
  for (; k < row->count && row->columns[k] <= last && (size_t) (p - scribe->text) < BUFFER_BYTES;
       k++)
    {
      memcpy (p, start, sizeof start);
      p = seidel_format_integer (p + length, row->columns[k] + 1);
      *p++ = ' ';
      p = append_value (scribe, p, row->values[stride * k]);
      if (rows->complex_numbers)
        {
          *p++ = ' ';
          p = append_value (scribe, p, row->values[stride * k + 1]);
        }
      *p++ = '\n';
    }
  scribe->used = (size_t) (p - scribe->text);
  return k;
}

/* The last column of a row that is written. */
static int64_t
last_column (const SeidelMarketRows *rows, int64_t row)
{
  return rows->symmetric || rows->hermitian ? row : rows->columns - 1;
}

/* Turns rows into text until they or the buffer end. */
static void
append_rows (const SeidelMarketRows *rows, Scribe *scribe, Place *place)
{
  while (place->next < place->end && scribe->used < BUFFER_BYTES)
    {
      SeidelMarketRow row = rows->row (rows->data, place->next, scribe->columns, scribe->values);
      int64_t last = last_column (rows, place->next);

      place->entry = append_row (scribe, rows, &row, place->next, place->entry, last);
      if (place->entry < row.count && row.columns[place->entry] <= last)
        return;
      place->entry = 0;
      place->next++;
    }
}

/* Says why when it was cancelled. Only ever one thread at a time. */
static bool
may_go_on (Writer *writer)
{
  if (atomic_load (&writer->failed))
    return false;
  if (!g_cancellable_set_error_if_cancelled (writer->cancellable, writer->error))
    return true;
  atomic_store (&writer->failed, true);
  return false;
}

/* Puts a block into the file, the rest of it too when it is longer than the buffer. */
static void
put_block (Writer *writer, Scribe *scribe, Place *place, int64_t block)
{
  while (may_go_on (writer))
    {
      if (!seidel_output_write (writer->output, scribe->text, scribe->used, writer->error))
        atomic_store (&writer->failed, true);
      scribe->used = 0;
      if (place->next == place->end)
        break;
      append_rows (writer->rows, scribe, place);
    }
  seidel_progress_set (writer->progress, (double) (block + 1) / (double) writer->blocks);
}

/* Threads sleep until it is their turn: “omp ordered” lets them spin, and on a busy machine the one
 * that they wait for then has no processor. */
static void
await_turn (Writer *writer, int64_t block)
{
  g_mutex_lock (&writer->mutex);
  while (writer->turn != block)
    g_cond_wait (&writer->turned, &writer->mutex);
  g_mutex_unlock (&writer->mutex);
}

static void
pass_turn (Writer *writer)
{
  g_mutex_lock (&writer->mutex);
  writer->turn++;
  g_cond_broadcast (&writer->turned);
  g_mutex_unlock (&writer->mutex);
}

static bool
write_blocks (Writer *writer)
{
  g_mutex_init (&writer->mutex);
  g_cond_init (&writer->turned);
#pragma omp parallel if (writer->blocks > 1)
  {
    Scribe scribe = { 0 };
    bool able = scribe_init (&scribe, writer->rows->room);

#pragma omp for schedule(monotonic : dynamic, 1)
    for (int64_t block = 0; block < writer->blocks; block++)
      {
        int64_t first = block * writer->per_block;
        Place place = { first, MIN (first + writer->per_block, writer->rows->rows), 0 };

        if (able && !atomic_load (&writer->failed))
          append_rows (writer->rows, &scribe, &place);
        await_turn (writer, block);
        if (!able && !atomic_exchange (&writer->failed, true))
          g_set_error (writer->error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                       seidel_text ("rows of %" PRId64 " entries do not fit into memory"),
                       writer->rows->room);
        put_block (writer, &scribe, &place, block);
        pass_turn (writer);
      }
    scribe_clear (&scribe);
  }
  g_mutex_clear (&writer->mutex);
  g_cond_clear (&writer->turned);
  return !atomic_load (&writer->failed);
}

bool
seidel_market_write_rows (const SeidelMarketRows *rows,
                          const char *name,
                          const char *path,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  double average = MAX ((double) rows->entries / (double) MAX (rows->rows, 1), 1.0);
  Writer writer = { .rows = rows,
                    .progress = progress,
                    .cancellable = cancellable,
                    .error = error,
                    .per_block =
                      CLAMP ((int64_t) (ENTRIES_PER_BLOCK / average), 1, ROWS_PER_BLOCK) };
  g_autoptr (SeidelOutput) output = NULL;
  g_autofree char *comment = g_strdelimit (g_strdup (name), "\r\n", ' ');

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  if (output == NULL)
    return false;
  seidel_progress_begin (progress, "Writing");
  writer.output = output;
  writer.blocks = (rows->rows + writer.per_block - 1) / writer.per_block;
  return seidel_output_printf (output, error,
                               "%%%%MatrixMarket matrix coordinate %s %s\n%% %s\n%" G_GINT64_FORMAT
                               " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
                               rows->complex_numbers ? "complex" : "real",
                               rows->hermitian   ? "hermitian"
                               : rows->symmetric ? "symmetric"
                                                 : "general",
                               comment, rows->rows, rows->columns, rows->written)
         && write_blocks (&writer) && seidel_output_finish (output, error);
}

bool
seidel_market_has_name (const char *path, bool *compressed)
{
  g_autofree char *name = g_ascii_strdown (path, -1);

  *compressed = false;
  for (const char *const *ending = seidel_packer_endings; *ending != NULL; ending++)
    if (g_str_has_suffix (name, *ending))
      {
        name[strlen (name) - strlen (*ending)] = '\0';
        *compressed = true;
      }
  return g_str_has_suffix (name, ".mtx");
}

double
seidel_market_estimate_bytes (const SeidelMarketRows *rows)
{
  Scribe scribe = { 0 };
  double bytes = 0.0;
  double entries = 0.0;

  if (rows->rows > 0 && scribe_init (&scribe, rows->room))
    for (int64_t sample = 0; sample < SAMPLES; sample++)
      {
        int64_t number = (int64_t) ((double) rows->rows * (0.5 + (double) sample) / SAMPLES);
        SeidelMarketRow row = rows->row (rows->data, number, scribe.columns, scribe.values);

        scribe.used = 0;
        entries += (double) append_row (&scribe, rows, &row, number, 0, last_column (rows, number));
        bytes += (double) scribe.used;
      }
  scribe_clear (&scribe);
  return entries > 0.0 ? bytes / entries * (double) rows->written : 0.0;
}
