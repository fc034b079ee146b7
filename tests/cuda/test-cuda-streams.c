/* The streams of a sweep in one block, carried out on the host: every value is read by a warp that
 * wrote it, or behind a barrier, and the result is that of the row order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "sweep/one-block/seidel-cuda-streams.h"

#include "streams-testing.h"

/* One warp on its way through its stream. */
typedef struct
{
  int64_t slice;
  uint32_t barriers; /* passed of those behind the slice before */
  double sums[SEIDEL_SLICE_LANES];
} Warp;

/* What the device makes of a matrix and its streams. */
typedef struct
{
  SeidelStreamsTask *tasks;
  uint16_t *columns;
  double *values;
  int64_t *known; /* of each row: its lane among those of all slices */
} Lanes;

typedef struct
{
  const SeidelStreams *streams;
  const Lanes *lanes;
  int64_t rows;
  const double *known; /* of the lanes of slices */
  double *x;           /* by place: rows + 1, the last is read where there is no entry */
  double *updated;     /* by row */
  int *writers;        /* warp that wrote each place, or −1 */
  uint32_t *epochs;    /* barriers that it had passed by then */
  Warp warps[SEIDEL_STREAMS_WARPS];
  uint32_t epoch;
  int32_t levels_ended; /* without a barrier */
} Block;

static const SeidelStreamsTask *
task_of (const Block *block, int64_t slice, int lane)
{
  return block->lanes->tasks + slice * SEIDEL_SLICE_LANES + lane;
}

static void
add_products (Block *block, int warp)
{
  const SeidelSliceShape *shape = &block->streams->shape;
  const int64_t slice = block->warps[warp].slice;

  for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
    for (int e = 0; e < shape->entries; e++)
      {
        const int64_t column = block->lanes->columns[seidel_slice_column (shape, slice, lane, e)];
        const double value = block->lanes->values[seidel_slice_value (shape, slice, lane, e)];

        g_assert_cmpint (column, <=, block->rows);
        if (column == block->rows)
          g_assert_cmpfloat (value, ==, 0.0);
        else
          {
            g_assert_cmpint (block->writers[column], >=, 0);
            g_assert_true (block->writers[column] == warp || block->epochs[column] < block->epoch);
          }
        block->warps[warp].sums[lane] += value * block->x[column];
      }
}

static void
finish_rows (Block *block, int warp)
{
  Warp *at = &block->warps[warp];
  const int lanes = 1 << (task_of (block, at->slice, 0)->after >> SEIDEL_STREAMS_LANES_SHIFT & 7);

  for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
    {
      const SeidelStreamsTask *task = task_of (block, at->slice, lane);
      double total = 0.0;

      if (task->row == SEIDEL_STREAMS_NO_ROW)
        continue;
      g_assert_cmpint (lane % lanes, ==, 0);
      g_assert_cmpint (task->row, <, block->rows);
      g_assert_cmpint (task->place, <, block->rows);
      g_assert_cmpint (block->writers[task->place], ==, -1);
      for (int i = 0; i < lanes; i++)
        total += at->sums[lane + i];
      block->x[task->place] = block->known[at->slice * SEIDEL_SLICE_LANES + lane] - total;
      block->updated[task->row] = block->x[task->place];
      block->writers[task->place] = warp;
      block->epochs[task->place] = block->epoch;
    }
  memset (at->sums, 0, sizeof at->sums);
}

/* Goes on until the next barrier; false at the end of the stream. */
static bool
run_warp (Block *block, int warp)
{
  Warp *at = &block->warps[warp];

  while (at->slice < block->streams->first[warp + 1])
    {
      const uint32_t after = task_of (block, at->slice, 0)->after;

      if (at->barriers == 0)
        {
          for (int lane = 1; lane < SEIDEL_SLICE_LANES; lane++)
            g_assert_cmpuint (task_of (block, at->slice, lane)->after, ==, after);
          add_products (block, warp);
          if (after & SEIDEL_STREAMS_FINISHES)
            finish_rows (block, warp);
          if (after & SEIDEL_STREAMS_ENDS_LEVEL)
            {
              g_assert_cmpint (warp, ==, 0);
              block->levels_ended++;
            }
        }
      if (at->barriers < after / SEIDEL_STREAMS_BARRIER)
        {
          at->barriers++;
          return true;
        }
      at->barriers = 0;
      at->slice++;
    }
  return false;
}

static void
run_block (Block *block)
{
  const int warps = block->streams->warps;

  for (int warp = 0; warp < warps; warp++)
    block->warps[warp].slice = block->streams->first[warp];
  for (;;)
    {
      int waiting = 0;

      /* Whichever comes first must not matter. */
      for (int i = 0; i < warps; i++)
        waiting += run_warp (block, block->epoch % 2 == 0 ? i : warps - 1 - i);
      if (waiting == 0)
        break;
      g_assert_cmpint (waiting, ==, warps);
      block->epoch++;
    }
  g_assert_cmpuint (block->epoch + (uint32_t) block->levels_ended, ==,
                    (uint32_t) block->streams->n_levels);
}

/* The lanes of a slice. */
static void
fill_slice (const SeidelCsr *csr,
            bool forward,
            const SeidelSwept *swept,
            const SeidelStreams *streams,
            int64_t number,
            Lanes *lanes)
{
  const SeidelSliceShape *shape = &streams->shape;
  const SeidelStreamsSlice *slice = &streams->slices[number];

  for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
    {
      const int32_t place = seidel_streams_place (slice, lane);
      const int64_t row = place >= 0 ? streams->rows[place] : 0;
      const int64_t at = number * SEIDEL_SLICE_LANES + lane;

      lanes->tasks[at] = seidel_streams_task (slice, lane, streams->rows);
      if (lanes->tasks[at].row != SEIDEL_STREAMS_NO_ROW)
        lanes->known[row] = at;
      for (int e = 0; e < shape->entries; e++)
        {
          const int64_t index =
            place >= 0 ? seidel_streams_entry (slice, lane, e, shape->entries) : 0;
          const bool stored = place >= 0 && index < swept[row].length;
          const int64_t k = stored ? swept[row].first + (forward ? index : -index) : 0;

          lanes->columns[seidel_slice_column (shape, number, lane, e)] =
            (uint16_t) (stored ? streams->places[csr->column_indices[k]] : csr->rows);
          lanes->values[seidel_slice_value (shape, number, lane, e)] =
            stored ? csr->values[k] / csr->values[seidel_swept_diagonal (&swept[row], forward)]
                   : 0.0;
        }
    }
}

static void
fill_lanes (const SeidelCsr *csr,
            SeidelDirection direction,
            const SeidelStreams *streams,
            Lanes *lanes)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  const SeidelCsrView view = rig_view (csr);
  const int64_t all = (streams->n_slices + SEIDEL_STREAMS_AHEAD) * SEIDEL_SLICE_LANES;
  g_autofree SeidelSwept *swept = g_new (SeidelSwept, csr->rows + 1);
  g_autofree int32_t *level = g_new (int32_t, csr->rows + 1);

  seidel_swept_entries (&view, forward, NULL, swept, level);
  lanes->tasks = g_new (SeidelStreamsTask, all);
  lanes->columns = g_new (uint16_t, all * streams->shape.columns);
  lanes->values = g_new (double, all * streams->shape.entries);
  lanes->known = g_new (int64_t, csr->rows + 1);
  for (int64_t row = 0; row < csr->rows; row++)
    lanes->known[row] = -1;
  for (int64_t s = 0; s < streams->n_slices + SEIDEL_STREAMS_AHEAD; s++)
    fill_slice (csr, forward, swept, streams, s, lanes);
  for (int s = 0; s < SEIDEL_STREAMS_AHEAD; s++)
    {
      g_assert_cmpint (streams->slices[streams->n_slices + s].count, ==, 0);
      g_assert_cmpuint (streams->slices[streams->n_slices + s].after, ==, 0);
    }
}

static void
lanes_clear (Lanes *lanes)
{
  g_free (lanes->tasks);
  g_free (lanes->columns);
  g_free (lanes->values);
  g_free (lanes->known);
}

static void
compare (const SeidelCsr *csr,
         SeidelDirection direction,
         const SeidelLevelsView *levels,
         SeidelSliceShape shape)
{
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               NULL };
  const int64_t n = csr->rows;
  g_autofree double *x = test_random_vector (n, 1);
  g_autofree double *b = test_random_vector (n, 3);
  g_autofree double *of_row = g_new (double, n);
  g_autofree double *known = NULL;
  g_autofree double *by_place = g_new (double, n + 1);
  g_autofree double *updated = g_new (double, n);
  g_autofree int *writers = g_new (int, n);
  g_autofree uint32_t *epochs = g_new0 (uint32_t, n);
  SeidelStreams streams;
  Lanes lanes;
  Block block = { &streams, &lanes, n, NULL, by_place, updated, writers, epochs };

  g_assert_true (seidel_streams_init (&streams, &view, direction, levels, shape));
  fill_lanes (csr, direction, &streams, &lanes);
  streams_sweep_ref (csr, direction == SEIDEL_DIRECTION_FORWARD, b, x, of_row);
  test_poison (updated, n);
  test_poison (by_place, n);
  by_place[n] = 0.0;
  known = g_new (double, streams.n_slices *SEIDEL_SLICE_LANES);
  test_poison (known, streams.n_slices * SEIDEL_SLICE_LANES);
  for (int64_t row = 0; row < n; row++)
    {
      writers[row] = -1;
      g_assert_cmpint (lanes.known[row], >=, 0);
      known[lanes.known[row]] = of_row[row];
    }
  block.known = known;
  run_block (&block);
  test_assert_close (updated, x, n, 1e-11);
  lanes_clear (&lanes);
  seidel_streams_clear (&streams);
}

static void
compare_all (const char *name, const SeidelCsr *csr)
{
  g_test_message ("%s", name);
  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      const SeidelLevelsView levels = sweep_levels_of (schedule);

      for (int entries = 2; entries <= 8; entries *= 2)
        for (int together = 2; together <= MIN (entries, 4); together *= 2)
          compare (csr, direction, together == 2 ? &levels : NULL,
                   (SeidelSliceShape){ entries, entries, together });
    }
}

/* Levels and lengths that are found in one go, against those that are found on their own. */
static void
check_survey (const SeidelCsr *csr)
{
  const SeidelCsrView view = rig_view (csr);
  g_autofree int32_t *level = g_new (int32_t, csr->rows + 1);

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      const SeidelSweptLengths expected = seidel_swept_lengths (&view, direction);
      SeidelSweptLengths lengths = { -1, -1, -1 };

      memset (level, 0xff, (size_t) (csr->rows + 1) * sizeof *level);
      g_assert_cmpint (seidel_survey_rows (&view, direction, level, &lengths), ==, schedule->count);
      g_assert_cmpmem (level, (size_t) csr->rows * sizeof *level, schedule->level_of_row,
                       (size_t) csr->rows * sizeof *level);
      g_assert_cmpint (level[csr->rows], ==, -1);
      g_assert_cmpint (lengths.rows, ==, expected.rows);
      g_assert_cmpint (lengths.longest, ==, expected.longest);
      g_assert_cmpint (lengths.sum, ==, expected.sum);
    }
}

static void
test_patterns (void)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    {
      const Pattern *pattern = &g_array_index (patterns, Pattern, i);

      check_survey (pattern->csr);
      if (pattern->csr->rows > 0 && pattern->csr->rows <= SEIDEL_STREAMS_MOST_ROWS)
        compare_all (pattern->name, pattern->csr);
    }
  patterns_free (patterns);
}

/* More barriers in a row than a word can count. */
static void
test_many_levels (void)
{
  const int n_long = 3 * 2100;
  const int n = n_long + 2000;
  g_autofree TestEntry *entries = g_new (TestEntry, 100 * n);
  g_autoptr (SeidelCsr) csr = NULL;
  int count = 0;

  /* Three long rows a level are never narrow, and never more than three warps have work; the rows
   * behind them are all of the first level, and keep all warps busy. */
  for (int row = 0; row < n_long; row++)
    {
      for (int column = MAX (0, row / 3 - 30) * 3; column < row / 3 * 3; column++)
        entries[count++] = (TestEntry){ row, column, (row + column) % 5 - 2.0 };
      entries[count++] = (TestEntry){ row, row, 300.0 };
    }
  for (int row = n_long; row < n; row++)
    entries[count++] = (TestEntry){ row, row, 2.0 };
  csr = test_csr_from_entries (n, n, entries, count);
  compare_all ("many levels", csr);
}

/* What the device holds of streams, for numbers in double. */
static double
bytes_of (const SeidelStreams *streams)
{
  const size_t lane = (size_t) streams->shape.entries * sizeof (double)
                      + (size_t) streams->shape.columns * sizeof (uint16_t) + sizeof (double)
                      + sizeof (SeidelStreamsTask);

  return (double) (streams->n_slices + SEIDEL_STREAMS_AHEAD) * SEIDEL_SLICE_LANES * (double) lane;
}

/* The memory that is expected for so many levels is never exceeded, and not much more: where levels
 * are narrow, that is a slice for each. */
static void
test_memory (void)
{
  static const struct
  {
    const char *kind;
    double size;
    double most; /* what is expected over what is taken */
  } all[] = {
    { "tridiagonal", 20000, 1.2 }, { "small-world", 5000, 1.2 },   { "trefethen", 3000, 1.3 },
    { "poisson-5", 100, 2.5 },     { "poisson-27", 20, 1.6 },      { "wathen", 30, 1.8 },
    { "hilbert", 500, 1.8 },       { "random-graph", 10000, 2.5 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (all[i].kind, all[i].size);
      const SeidelCsrView view = rig_view (matrix->csr);
      const SeidelSweptLengths lengths = seidel_swept_lengths (&view, SEIDEL_DIRECTION_FORWARD);
      const SeidelSliceShape shape = seidel_streams_choose_shape (&view, sizeof (double));
      SeidelStreams streams;
      double expected;

      g_assert_true (seidel_streams_init (&streams, &view, SEIDEL_DIRECTION_FORWARD, NULL, shape));
      expected = seidel_streams_most_bytes (&lengths, sizeof (double), streams.n_levels);
      g_test_message ("%s, %" G_GINT64_FORMAT " rows, %d levels: expected %.2f MB, taken %.2f MB",
                      all[i].kind, view.rows, streams.n_levels, expected / 1e6,
                      bytes_of (&streams) / 1e6);
      g_assert_cmpfloat (bytes_of (&streams), <=, expected);
      g_assert_cmpfloat (expected, <=, all[i].most * bytes_of (&streams));
      g_assert_cmpfloat (expected, <=, seidel_streams_most_bytes (&lengths, sizeof (double), 0));
      seidel_streams_clear (&streams);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-streams/patterns", test_patterns);
  g_test_add_func ("/cuda-streams/many-levels", test_many_levels);
  g_test_add_func ("/cuda-streams/memory", test_memory);
  return g_test_run ();
}
