/* Rows of the CPU engine: cut into runs, and copied into another order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"
#include "base/seidel-memory.h"

/* A run ends where it has this many entries, so that the runs of long rows can be shared out too.
 */
#define RUN_NONZEROS 16384

/* Most entries of a row in a slice with its own columns: longer ones are no slower one by one. */
#define SLICED_ENTRIES 32

/* Fewer rows that are alike are no faster in slices. */
#define FEWEST_SLICED (4 * SEIDEL_CPU_SLICE)

/* Rows copied between two polls. */
#define ROWS_PER_POLL 1024

void
seidel_cpu_rows_clear (SeidelCpuRows *rows)
{
  free (rows->offsets);
  free (rows->columns);
  free (rows->values);
  free (rows->diagonal);
  free (rows->runs);
  memset (rows, 0, sizeof *rows);
}

/* What a row has in common with the one before it. */
enum
{
  ALIKE = 1,   /* as many entries before the diagonal, and behind it */
  FOLLOWS = 2, /* besides, the same columns, each moved on by one */
};

/* Runs that are being cut. */
typedef struct
{
  const SeidelCpuRows *rows;
  const uint8_t *likeness; /* of each row to the one before; NULL: none */
  SeidelCpuRun *runs;      /* NULL: they are counted */
  int64_t n_runs;
  int64_t loose; /* the first row that is in no run yet */
} Cutting;

/* The first row behind row, below end, that is not like the one before it in this way. */
static int64_t
chain_end (const Cutting *cutting, int way, int64_t row, int64_t end)
{
  row++;
  while (row < end && (cutting->likeness[row] & way) != 0)
    row++;
  return row;
}

/* Cuts the rows from the first that is in no run up to end. */
static void
cut_stretch (Cutting *cutting, int64_t end, SeidelCpuRunKind kind)
{
  const SeidelCpuRows *rows = cutting->rows;

  for (int64_t first = cutting->loose, row; first < end; first = row)
    {
      int64_t limit = rows->offsets[first] + RUN_NONZEROS;

      row = first + 1;
      while (row < end && row - first < SEIDEL_CPU_RUN_ROWS
             && (kind != SEIDEL_CPU_LOOSE || rows->offsets[row + 1] <= limit))
        row++;
      if (cutting->runs != NULL)
        cutting->runs[cutting->n_runs] = (SeidelCpuRun){
          .columns = rows->offsets[first],
          .values = rows->offsets[first],
          .first = (int32_t) first,
          .n_rows = (int16_t) (row - first),
          .kind = (uint8_t) kind,
          .length = (int32_t) (rows->offsets[first + 1] - rows->offsets[first]),
          .diagonal = rows->diagonal != NULL ? rows->diagonal[first] : 0,
        };
      cutting->n_runs++;
    }
  cutting->loose = end;
}

/* Cuts rows between which there are chains of those that follow each other. */
static void
cut_followers (Cutting *cutting, int64_t begin, int64_t end)
{
  for (int64_t row = begin, next; row < end; row = next)
    {
      next = chain_end (cutting, FOLLOWS, row, end);
      if (next - row >= SEIDEL_CPU_SLICE)
        {
          cut_stretch (cutting, row, SEIDEL_CPU_LOOSE);
          cut_stretch (cutting, next, SEIDEL_CPU_SHARED);
        }
    }
}

/* Whether rows that are alike are worth slices: where most of them follow each other, slices that
 * share their columns are faster. */
static bool
are_sliced (const Cutting *cutting, int64_t begin, int64_t end)
{
  int64_t followers = 0;

  for (int64_t row = begin + 1; row < end; row++)
    followers += (cutting->likeness[row] & FOLLOWS) != 0;
  return end - begin >= FEWEST_SLICED && 2 * followers < end - begin;
}

static void
cut_level (Cutting *cutting, int64_t begin, int64_t end)
{
  for (int64_t row = begin, next; row < end && cutting->likeness != NULL; row = next)
    {
      next = chain_end (cutting, ALIKE, row, end);
      if (are_sliced (cutting, row, next))
        {
          cut_stretch (cutting, row, SEIDEL_CPU_LOOSE);
          cut_stretch (cutting, next, SEIDEL_CPU_SLICED);
        }
      else
        cut_followers (cutting, row, next);
    }
  cut_stretch (cutting, end, SEIDEL_CPU_LOOSE);
}

int64_t
seidel_cpu_cut_runs (const SeidelCpuRows *rows,
                     const SeidelCpuLayout *layout,
                     const uint8_t *likeness,
                     SeidelCpuRun *runs,
                     int64_t *level_runs)
{
  Cutting cutting = { .rows = rows, .likeness = likeness, .runs = runs };

  for (int32_t level = 0; level < layout->n_levels; level++)
    {
      if (level_runs != NULL)
        level_runs[level] = cutting.n_runs;
      cutting.loose = layout->level_offsets[level];
      cut_level (&cutting, cutting.loose, layout->level_offsets[level + 1]);
    }
  if (level_runs != NULL)
    level_runs[layout->n_levels] = cutting.n_runs;
  return cutting.n_runs;
}

static int64_t
original_row (const SeidelCpuLayout *layout, int64_t row)
{
  return layout->list != NULL ? layout->list[row] : row;
}

/* Where the rows of a copy begin, and where those of the original do that they are copied from:
 * looked up once, because a list leads anywhere. False when the run was stopped. */
static bool
find_offsets (SeidelContext *context,
              const SeidelCpuRows *from,
              const SeidelCpuLayout *layout,
              SeidelCpuRows *to,
              int64_t *begins)
{
#pragma omp parallel for num_threads(seidel_cpu_whole_team(context, to->n_rows)) schedule(static)
  for (int64_t row = 0; row < to->n_rows; row++)
    {
      int64_t original = original_row (layout, row);

      if (seidel_cpu_stopped_at (context, row, ROWS_PER_POLL))
        continue;
      begins[row] = from->offsets[original];
      to->offsets[row + 1] = from->offsets[original + 1] - from->offsets[original];
    }
  if (atomic_load (&context->stopped))
    return false;
  to->offsets[0] = 0;
  for (int64_t row = 0; row < to->n_rows; row++)
    to->offsets[row + 1] += to->offsets[row];
  return true;
}

/* The place of the diagonal in a row of n entries; −1: it has none. */
static int32_t
find_in_row (const int32_t *columns, int64_t n, int64_t row)
{
  int32_t k = 0;

  while (k < n && columns[k] != row)
    k++;
  return k < n ? k : -1;
}

static void
copy_columns (SeidelContext *context,
              const SeidelCpuRows *from,
              const SeidelCpuLayout *layout,
              SeidelCpuRows *to,
              const int64_t *begins)
{
  /* To look for the diagonal in what is read anyway takes less than to look it up. */
  const bool searches = seidel_cpu_has_short_rows (to->n_rows, to->offsets[to->n_rows]);
  const int threads = seidel_cpu_whole_team (context, to->offsets[to->n_rows]);

#pragma omp parallel for num_threads(threads) schedule(static)
  for (int64_t row = 0; row < to->n_rows; row++)
    {
      int64_t original = original_row (layout, row);
      const int32_t *in = from->columns + begins[row];
      int32_t *out = to->columns + to->offsets[row];
      int64_t n = to->offsets[row + 1] - to->offsets[row];

      if (seidel_cpu_stopped_at (context, row, ROWS_PER_POLL))
        continue;
      if (from->diagonal != NULL)
        to->diagonal[row] = searches && n <= SLICED_ENTRIES ? find_in_row (in, n, original)
                                                            : from->diagonal[original];
      for (int64_t k = 0; k < n; k++)
        out[k] = layout->places != NULL ? layout->places[in[k]] : in[k];
    }
}

/* Whether a row has the same columns as the one before, each moved on by one.
 */
static bool
follows_previous (const SeidelCpuRows *rows, int64_t row)
{
  const int32_t *columns = rows->columns + rows->offsets[row];
  const int32_t *previous = rows->columns + rows->offsets[row - 1];
  int64_t n = rows->offsets[row + 1] - rows->offsets[row];
  int64_t k = 0;

  if (n == 0 || n != columns - previous
      || (rows->diagonal != NULL && rows->diagonal[row] != rows->diagonal[row - 1]))
    return false;
  while (k < n && columns[k] == previous[k] + 1)
    k++;
  return k == n;
}

/* The entries of a row before the diagonal, where these were not looked for. */
static int64_t
entries_before (const SeidelCpuRows *rows, int64_t row)
{
  int64_t k = rows->offsets[row];

  while (k < rows->offsets[row + 1] && rows->columns[k] < row)
    k++;
  return k - rows->offsets[row];
}

/* Whether the rows of a copy may be sliced. */
static bool
may_slice (const SeidelCpuLayout *layout, const SeidelCpuRows *rows)
{
  return layout->list != NULL && layout->places != NULL
         && seidel_cpu_has_short_rows (rows->n_rows, rows->offsets[rows->n_rows]);
}

static bool
is_like_previous (const SeidelCpuRows *from,
                  const SeidelCpuLayout *layout,
                  const SeidelCpuRows *rows,
                  int64_t row)
{
  const int64_t n = rows->offsets[row + 1] - rows->offsets[row];

  if (n == 0 || n > SLICED_ENTRIES || n != rows->offsets[row] - rows->offsets[row - 1])
    return false;
  if (rows->diagonal != NULL)
    return rows->diagonal[row] == rows->diagonal[row - 1];
  return entries_before (from, layout->list[row]) == entries_before (from, layout->list[row - 1]);
}

static void
find_likeness (SeidelContext *context,
               const SeidelCpuRows *from,
               const SeidelCpuLayout *layout,
               const SeidelCpuRows *rows,
               uint8_t *likeness)
{
  const bool slices = may_slice (layout, rows);
  const int threads = seidel_cpu_whole_team (context, rows->offsets[rows->n_rows]);

  likeness[0] = 0;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int64_t row = 1; row < rows->n_rows; row++)
    if (!seidel_cpu_stopped_at (context, row, ROWS_PER_POLL))
      likeness[row] = follows_previous (rows, row)                           ? FOLLOWS | ALIKE
                      : slices && is_like_previous (from, layout, rows, row) ? ALIKE
                                                                             : 0;
}

/* Puts the columns of the whole slices of a run, one row after the other, into slices. */
static void
slice_columns (const SeidelCpuRun *run, int32_t *columns)
{
  int32_t slice[SEIDEL_CPU_SLICE * SLICED_ENTRIES];
  const int32_t n = run->length;

  for (int row = 0; row + SEIDEL_CPU_SLICE <= run->n_rows; row += SEIDEL_CPU_SLICE)
    {
      for (int lane = 0; lane < SEIDEL_CPU_SLICE; lane++)
        for (int32_t k = 0; k < n; k++)
          slice[k * SEIDEL_CPU_SLICE + lane] = columns[lane * n + k];
      memcpy (columns, slice, (size_t) (SEIDEL_CPU_SLICE * n) * sizeof *columns);
      columns += SEIDEL_CPU_SLICE * n;
    }
}

/* Drops the columns that a run shares with its first row, and gives back the memory; puts those
 * that are stored by slices into them. */
static void
settle_columns (SeidelContext *context, SeidelCpuRows *rows)
{
  int64_t used = 0;
  int32_t *columns;

  for (int64_t i = 0; i < rows->n_runs; i++)
    {
      SeidelCpuRun *run = &rows->runs[i];
      const int64_t *offsets = rows->offsets + run->first;
      int64_t n = offsets[run->kind == SEIDEL_CPU_SHARED ? 1 : run->n_rows] - offsets[0];

      if (seidel_cpu_stopped_at (context, i, ROWS_PER_POLL))
        return;
      memmove (rows->columns + used, rows->columns + offsets[0], (size_t) n * sizeof (int32_t));
      run->columns = used;
      if (run->kind == SEIDEL_CPU_SLICED)
        slice_columns (run, rows->columns + used);
      used += n;
    }
  columns = realloc (rows->columns, (size_t) (used > 0 ? used : 1) * sizeof *columns);
  if (columns != NULL)
    rows->columns = columns;
}

static bool
make_runs (SeidelContext *context,
           const SeidelCpuRows *from,
           const SeidelCpuLayout *layout,
           SeidelCpuRows *rows,
           int64_t *level_runs)
{
  uint8_t *likeness = NULL;

  if (layout->share && rows->n_rows > 0)
    {
      likeness = seidel_memory_alloc ((size_t) rows->n_rows);
      if (likeness == NULL)
        return false;
      find_likeness (context, from, layout, rows, likeness);
    }
  if (atomic_load (&context->stopped))
    {
      free (likeness);
      return false;
    }
  rows->n_runs = seidel_cpu_cut_runs (rows, layout, likeness, NULL, NULL);
  rows->runs = seidel_memory_alloc ((size_t) rows->n_runs * sizeof *rows->runs);
  if (rows->runs != NULL)
    {
      seidel_cpu_cut_runs (rows, layout, likeness, rows->runs, level_runs);
      if (layout->share)
        settle_columns (context, rows);
    }
  free (likeness);
  return rows->runs != NULL;
}

/* Lets each run begin at a multiple of the length of a slice; returns the room for all values. */
static int64_t
align_values (SeidelCpuRows *rows)
{
  int64_t used = 0;

  for (int64_t i = 0; i < rows->n_runs; i++)
    {
      SeidelCpuRun *run = &rows->runs[i];

      if (run->kind != SEIDEL_CPU_LOOSE)
        used = (used + SEIDEL_CPU_SLICE - 1) / SEIDEL_CPU_SLICE * SEIDEL_CPU_SLICE;
      run->values = used;
      used += rows->offsets[run->first + run->n_rows] - rows->offsets[run->first];
    }
  return used;
}

/* Copies rows but for their values; begins receives where those of each row begin in the original.
 * False where there is no room or the run was stopped. */
static bool
copy_pattern (SeidelContext *context,
              const SeidelCpuRows *from,
              const SeidelCpuLayout *layout,
              SeidelCpuRows *to,
              int64_t *level_runs,
              int64_t *begins)
{
  const int64_t n = from->n_rows;

  to->n_rows = n;
  to->offsets = seidel_memory_alloc ((size_t) (n + 1) * sizeof *to->offsets);
  to->columns = seidel_memory_alloc ((size_t) from->offsets[n] * sizeof *to->columns);
  if (from->diagonal != NULL)
    to->diagonal = seidel_memory_alloc ((size_t) n * sizeof *to->diagonal);
  if (to->offsets == NULL || to->columns == NULL
      || (from->diagonal != NULL && to->diagonal == NULL))
    return false;
  if (!find_offsets (context, from, layout, to, begins))
    return false;
  copy_columns (context, from, layout, to, begins);
  return !atomic_load (&context->stopped) && make_runs (context, from, layout, to, level_runs);
}

bool
seidel_cpu_rows_copy (SeidelContext *context,
                      const SeidelCpuRows *from,
                      const SeidelCpuLayout *layout,
                      SeidelCpuRows *to,
                      int64_t *level_runs)
{
  int64_t *begins = seidel_memory_alloc ((size_t) from->n_rows * sizeof *begins);

  memset (to, 0, sizeof *to);
  if (begins != NULL && copy_pattern (context, from, layout, to, level_runs, begins))
    to->values = seidel_memory_alloc ((size_t) align_values (to) * seidel_cpu_real_size (context));
  if (to->values != NULL)
    seidel_cpu_kernels (context)->rows->arrange (context, from->values, begins, to);
  free (begins);
  if (to->values != NULL && !atomic_load (&context->stopped))
    return true;
  seidel_cpu_rows_clear (to);
  return false;
}
