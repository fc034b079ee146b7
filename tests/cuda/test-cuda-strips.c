/* The strips of a sweep, executed on the host: no worker waits for ever, whatever the order in
 * which they get on, and the result is that of the row order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-strips.h"

#include "streams-testing.h"

typedef struct
{
  int64_t slice;
  double *window; /* the last slot is 0 */
  double sums[SEIDEL_STREAMS_LANES];
} Worker;

typedef struct
{
  const SeidelStrips *strips;
  const double *known; /* by place, as what follows */
  double *published;
  bool *is_published;
  Worker *workers;
} Device;

static const SeidelStripsTask *
task_of (const Device *device, int64_t slice, int lane)
{
  return device->strips->tasks + slice * SEIDEL_STREAMS_LANES + lane;
}

/* Brings what a slice fetches into the window; false: something is not published yet. */
static bool
fetch (Device *device, Worker *worker)
{
  for (int pass = 0; pass < 2; pass++)
    for (int lane = 0; lane < SEIDEL_STREAMS_LANES; lane++)
      {
        const SeidelStripsTask *task = task_of (device, worker->slice, lane);
        int64_t source;

        if (task->fetched == SEIDEL_STRIPS_NO_SLOT)
          continue;
        g_assert_true (task->after & SEIDEL_STRIPS_FETCHES);
        g_assert_cmpint (task->fetched, <, device->strips->settings.window);
        source = task_of (device, worker->slice - SEIDEL_STRIPS_AHEAD, lane)->source;
        g_assert_cmpint (source, >=, 0);
        if (pass == 0 && !device->is_published[source])
          return false;
        worker->window[task->fetched] = device->published[source];
      }
  return true;
}

static void
finish (Device *device, Worker *worker)
{
  const int lanes =
    1 << (task_of (device, worker->slice, 0)->after >> SEIDEL_STREAMS_LANES_SHIFT & 7);

  for (int lane = 0; lane < SEIDEL_STREAMS_LANES; lane++)
    {
      const SeidelStripsTask *task = task_of (device, worker->slice, lane);
      const int64_t place = worker->slice * SEIDEL_STREAMS_LANES + lane;
      double total = 0.0;

      if (task->result == SEIDEL_STRIPS_NO_SLOT)
        continue;
      g_assert_cmpint (lane % lanes, ==, 0);
      g_assert_false (device->is_published[place]);
      for (int i = 0; i < lanes; i++)
        total += worker->sums[lane + i];
      device->published[place] = device->known[place] - total;
      device->is_published[place] = true;
      worker->window[task->result] = device->published[place];
    }
  memset (worker->sums, 0, sizeof worker->sums);
}

/* Does a slice; false when it has to wait. */
static bool
run_slice (Device *device, Worker *worker)
{
  const SeidelStreamsShape *shape = &device->strips->settings.shape;

  if (!fetch (device, worker))
    return false;
  for (int lane = 0; lane < SEIDEL_STREAMS_LANES; lane++)
    for (int e = 0; e < shape->entries; e++)
      worker->sums[lane] +=
        device->strips->values[seidel_streams_value (shape, worker->slice, lane, e)]
        * worker->window[device->strips
                           ->columns[seidel_streams_column (shape, worker->slice, lane, e)]];
  if (task_of (device, worker->slice, 0)->after & SEIDEL_STREAMS_FINISHES)
    finish (device, worker);
  worker->slice++;
  return true;
}

/* Workers go on as far as they can in turn, or by one slice each. */
static void
run_device (Device *device, bool eagerly)
{
  const SeidelStrips *strips = device->strips;
  bool complete = false;

  while (!complete)
    {
      bool progressed = false;

      complete = true;
      for (int w = strips->settings.workers - 1; w >= 0; w--)
        {
          Worker *worker = &device->workers[w];

          while (worker->slice < strips->first[w + 1] && run_slice (device, worker))
            {
              progressed = true;
              if (!eagerly)
                break;
            }
          complete = complete && worker->slice == strips->first[w + 1];
        }
      g_assert_true (progressed || complete);
    }
}

/* Returns whether the matrix has strips. */
static bool
compare (const SeidelCsr *csr,
         SeidelDirection direction,
         const SeidelLevelsView *levels,
         const SeidelStripsSettings *settings)
{
  const SeidelCsrView view = rig_view (csr);
  const int64_t n = csr->rows;
  g_autofree double *x = test_random_vector (n, 1);
  g_autofree double *b = test_random_vector (n, 3);
  g_autofree double *of_row = g_new (double, n);
  g_autofree double *known = NULL;
  g_autofree double *published = NULL;
  g_autofree bool *is_published = NULL;
  g_autofree Worker *workers = g_new0 (Worker, settings->workers);
  SeidelStrips strips;
  Device device = { &strips, NULL, NULL, NULL, workers };
  const SeidelStripsResult result =
    seidel_strips_init (&strips, &view, direction, levels, settings, true);

  g_assert_cmpint (result, !=, SEIDEL_STRIPS_NO_MEMORY);
  if (result != SEIDEL_STRIPS_DONE)
    return false;
  streams_sweep_ref (csr, direction == SEIDEL_DIRECTION_FORWARD, b, x, of_row);
  device.known = known = g_new (double, strips.n_slices *SEIDEL_STREAMS_LANES);
  device.published = published = g_new (double, strips.n_slices *SEIDEL_STREAMS_LANES);
  device.is_published = is_published = g_new0 (bool, strips.n_slices *SEIDEL_STREAMS_LANES);
  test_poison (known, strips.n_slices * SEIDEL_STREAMS_LANES);
  test_poison (published, strips.n_slices * SEIDEL_STREAMS_LANES);
  for (int64_t row = 0; row < n; row++)
    known[strips.places[row]] = of_row[row];
  for (int w = 0; w < settings->workers; w++)
    {
      workers[w].slice = strips.first[w];
      workers[w].window = g_new (double, settings->window + 1);
      test_poison (workers[w].window, settings->window);
      workers[w].window[settings->window] = 0.0;
    }
  run_device (&device, settings->workers % 2 == 0);
  for (int64_t row = 0; row < n; row++)
    of_row[row] = published[strips.places[row]];
  test_assert_close (of_row, x, n, 1e-11);
  for (int w = 0; w < settings->workers; w++)
    g_free (workers[w].window);
  seidel_strips_clear (&strips);
  return true;
}

/* Returns whether the matrix has strips in one direction at least. */
static bool
compare_all (const char *name, const SeidelCsr *csr)
{
  bool has_strips = false;

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      const SeidelLevelsView levels = sweep_levels_of (schedule);

      for (int entries = 2; entries <= 8; entries *= 2)
        {
          const SeidelStripsSettings few = { 3, 1024, { entries, 2 } };
          const SeidelStripsSettings many = { 64, 1024, { entries, MIN (entries, 4) } };

          has_strips = compare (csr, direction, &levels, &few) || has_strips;
          has_strips = compare (csr, direction, NULL, &many) || has_strips;
        }
    }
  g_test_message ("%s: %s", name, has_strips ? "strips" : "too thin");
  return has_strips;
}

static void
test_patterns (void)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    if (g_array_index (patterns, Pattern, i).csr->rows > 0)
      compare_all (g_array_index (patterns, Pattern, i).name,
                   g_array_index (patterns, Pattern, i).csr);
  patterns_free (patterns);
}

/* Grids that have many strips, in both far directions. */
static void
test_grids (void)
{
  const struct
  {
    const char *kind;
    double size;
    int32_t least_strips;
  } grids[] = { { "poisson-5", 200, 6 }, { "poisson-7", 36, 30 }, { "poisson-27", 30, 20 } };

  for (size_t i = 0; i < G_N_ELEMENTS (grids); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (grids[i].kind, grids[i].size);
      const SeidelCsrView view = rig_view (matrix->csr);
      const SeidelStripsSettings settings = { 500, 1024, { 4, 2 } };
      SeidelStrips strips;

      g_assert_true (compare_all (grids[i].kind, matrix->csr));
      g_assert_cmpint (seidel_strips_init (&strips, &view, SEIDEL_DIRECTION_FORWARD, NULL,
                                           &settings, false),
                       ==, SEIDEL_STRIPS_DONE);
      g_test_message ("%d strips, %.0f µs", strips.n_strips, strips.nanoseconds / 1e3);
      g_assert_cmpint (strips.n_strips, >=, grids[i].least_strips);
      seidel_strips_clear (&strips);
    }
}

/* A chain takes a slice for each row: refused before memory is taken for it. */
static void
test_thin (void)
{
  const int n = 20000;
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  g_autoptr (SeidelCsr) csr = NULL;
  int count = 0;

  for (int row = 0; row < n; row++)
    {
      entries[count++] = (TestEntry){ row, row, 2.5 };
      if (row > 0)
        entries[count++] = (TestEntry){ row, row - 1, -1.0 };
      if (row < n - 1)
        entries[count++] = (TestEntry){ row, row + 1, -1.0 };
    }
  csr = test_csr_from_entries (n, n, entries, count);
  g_assert_false (compare_all ("chain", csr));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-strips/patterns", test_patterns);
  g_test_add_func ("/cuda-strips/grids", test_grids);
  g_test_add_func ("/cuda-strips/thin", test_thin);
  return g_test_run ();
}
