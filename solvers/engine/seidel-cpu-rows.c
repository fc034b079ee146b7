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

/* The first row behind row, below end, that does not follow its predecessor. */
static int64_t
chain_end (const uint8_t *follows, int64_t row, int64_t end)
{
  row++;
  while (row < end && follows[row])
    row++;
  return row;
}

/* Cuts rows that follow each other or not, all alike, into runs; returns how many. */
static int64_t
cut_stretch (const SeidelCpuRows *rows, int64_t begin, int64_t end, bool shared, SeidelCpuRun *runs)
{
  int64_t n_runs = 0;

  for (int64_t first = begin, row; first < end; first = row)
    {
      int64_t limit = rows->offsets[first] + RUN_NONZEROS;

      row = first + 1;
      while (row < end && row - first < SEIDEL_CPU_RUN_ROWS
             && (shared || rows->offsets[row + 1] <= limit))
        row++;
      if (runs != NULL)
        runs[n_runs] = (SeidelCpuRun){
          .columns = rows->offsets[first],
          .values = rows->offsets[first],
          .first = (int32_t) first,
          .n_rows = (int16_t) (row - first),
          .shared = shared,
          .length = (int32_t) (rows->offsets[first + 1] - rows->offsets[first]),
          .diagonal = rows->diagonal != NULL ? rows->diagonal[first] : 0,
        };
      n_runs++;
    }
  return n_runs;
}

int64_t
seidel_cpu_cut_runs (const SeidelCpuRows *rows,
                     const SeidelCpuLayout *layout,
                     const uint8_t *follows,
                     SeidelCpuRun *runs,
                     int64_t *level_runs)
{
  int64_t n_runs = 0;

#define REST (runs != NULL ? runs + n_runs : NULL)
  for (int32_t level = 0; level < layout->n_levels; level++)
    {
      int64_t end = layout->level_offsets[level + 1];
      int64_t loose = layout->level_offsets[level]; /* first row that is in no run yet */

      if (level_runs != NULL)
        level_runs[level] = n_runs;
      for (int64_t row = loose; row < end && follows != NULL;)
        {
          int64_t next = chain_end (follows, row, end);

          if (next - row >= SEIDEL_CPU_SLICE)
            {
              n_runs += cut_stretch (rows, loose, row, false, REST);
              n_runs += cut_stretch (rows, row, next, true, REST);
              loose = next;
            }
          row = next;
        }
      n_runs += cut_stretch (rows, loose, end, false, REST);
    }
#undef REST
  if (level_runs != NULL)
    level_runs[layout->n_levels] = n_runs;
  return n_runs;
}

static int64_t
original_row (const SeidelCpuLayout *layout, int64_t row)
{
  return layout->list != NULL ? layout->list[row] : row;
}

static void
copy_columns (SeidelContext *context,
              const SeidelCpuRows *from,
              const SeidelCpuLayout *layout,
              SeidelCpuRows *to)
{
#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t row = 0; row < to->n_rows; row++)
    {
      int64_t original = original_row (layout, row);
      const int32_t *in = from->columns + from->offsets[original];
      int32_t *out = to->columns + to->offsets[row];
      int64_t n = to->offsets[row + 1] - to->offsets[row];

      if (seidel_cpu_stopped_at (context, row, ROWS_PER_POLL))
        continue;
      if (from->diagonal != NULL)
        to->diagonal[row] = from->diagonal[original];
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

static void
find_followers (SeidelContext *context, const SeidelCpuRows *rows, uint8_t *follows)
{
  follows[0] = 0;
#pragma omp parallel for num_threads(context->settings.threads) schedule(static)
  for (int64_t row = 1; row < rows->n_rows; row++)
    if (!seidel_cpu_stopped_at (context, row, ROWS_PER_POLL))
      follows[row] = follows_previous (rows, row);
}

/* Drops the columns that a run shares with its first row, and gives back the memory. */
static void
squeeze_columns (SeidelContext *context, SeidelCpuRows *rows)
{
  int64_t used = 0;
  int32_t *columns;

  for (int64_t i = 0; i < rows->n_runs; i++)
    {
      SeidelCpuRun *run = &rows->runs[i];
      const int64_t *offsets = rows->offsets + run->first;
      int64_t n = offsets[run->shared ? 1 : run->n_rows] - offsets[0];

      if (seidel_cpu_stopped_at (context, i, ROWS_PER_POLL))
        return;
      memmove (rows->columns + used, rows->columns + offsets[0], (size_t) n * sizeof (int32_t));
      run->columns = used;
      used += n;
    }
  columns = realloc (rows->columns, (size_t) (used > 0 ? used : 1) * sizeof *columns);
  if (columns != NULL)
    rows->columns = columns;
}

static bool
make_runs (SeidelContext *context,
           const SeidelCpuLayout *layout,
           SeidelCpuRows *rows,
           int64_t *level_runs)
{
  uint8_t *follows = NULL;

  if (layout->share && rows->n_rows > 0)
    {
      follows = seidel_memory_alloc ((size_t) rows->n_rows);
      if (follows == NULL)
        return false;
      find_followers (context, rows, follows);
    }
  if (atomic_load (&context->stopped))
    {
      free (follows);
      return false;
    }
  rows->n_runs = seidel_cpu_cut_runs (rows, layout, follows, NULL, NULL);
  rows->runs = seidel_memory_alloc ((size_t) rows->n_runs * sizeof *rows->runs);
  if (rows->runs != NULL)
    {
      seidel_cpu_cut_runs (rows, layout, follows, rows->runs, level_runs);
      if (layout->share)
        squeeze_columns (context, rows);
    }
  free (follows);
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

      if (run->shared)
        used = (used + SEIDEL_CPU_SLICE - 1) / SEIDEL_CPU_SLICE * SEIDEL_CPU_SLICE;
      run->values = used;
      used += rows->offsets[run->first + run->n_rows] - rows->offsets[run->first];
    }
  return used;
}

bool
seidel_cpu_rows_copy (SeidelContext *context,
                      const SeidelCpuRows *from,
                      const SeidelCpuLayout *layout,
                      SeidelCpuRows *to,
                      int64_t *level_runs)
{
  int64_t n = from->n_rows;
  int64_t nonzeros = from->offsets[n];

  memset (to, 0, sizeof *to);
  to->n_rows = n;
  to->offsets = seidel_memory_alloc ((size_t) (n + 1) * sizeof *to->offsets);
  to->columns = seidel_memory_alloc ((size_t) nonzeros * sizeof *to->columns);
  if (from->diagonal != NULL)
    to->diagonal = seidel_memory_alloc ((size_t) n * sizeof *to->diagonal);
  if (to->offsets == NULL || to->columns == NULL
      || (from->diagonal != NULL && to->diagonal == NULL))
    goto fail;
  to->offsets[0] = 0;
  for (int64_t row = 0; row < n; row++)
    {
      int64_t original = original_row (layout, row);

      if (seidel_cpu_stopped_at (context, row, ROWS_PER_POLL))
        goto fail;
      to->offsets[row + 1] =
        to->offsets[row] + from->offsets[original + 1] - from->offsets[original];
    }
  copy_columns (context, from, layout, to);
  if (atomic_load (&context->stopped) || !make_runs (context, layout, to, level_runs))
    goto fail;
  nonzeros = align_values (to);
  to->values = seidel_memory_alloc ((size_t) nonzeros * seidel_cpu_real_size (context));
  if (to->values == NULL)
    goto fail;
  seidel_cpu_kernels (context)->rows->arrange (context, from, layout->list, to);
  if (!atomic_load (&context->stopped))
    return true;

fail:
  seidel_cpu_rows_clear (to);
  return false;
}
