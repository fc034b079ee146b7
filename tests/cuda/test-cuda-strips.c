/* The strips of a sweep, executed on the host: no worker waits for ever, whatever the order in
 * which they get on, and the result is that of the row order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "sweep/strips/seidel-cuda-strips.h"

#include "streams-testing.h"

typedef struct
{
  int64_t page;    /* in hand; of all workers */
  int slice;       /* of the page */
  int64_t cleared; /* pages up to this one may fetch */
  double *window;
  double sums[SEIDEL_SLICE_LANES];
} Worker;

typedef struct
{
  const SeidelStrips *strips;
  const double *partial; /* by place, as what follows */
  double *published;     /* NaN: not yet */
  double *x;             /* by row */
  Worker *workers;
} Device;

/* Pages fetch as early as they may; what is not published yet stays NaN. */
static void
fetch (Device *device, int w)
{
  const SeidelStrips *strips = device->strips;
  const SeidelStripsSettings *settings = &strips->settings;
  Worker *worker = &device->workers[w];
  const int64_t end = MIN (worker->page + settings->pages_loaded, strips->first[w + 1]);

  for (int64_t p = worker->page; p < end; p++)
    {
      const SeidelStripsPage *page = &strips->pages[p];
      double *slots =
        worker->window + seidel_strips_fetched_slot (settings, (uint32_t) (p - strips->first[w]));

      g_assert_cmpint (page->sources, <=, settings->fetched);
      g_assert_cmpint (page->source % SEIDEL_STRIPS_SOURCES, ==, 0);
      if (p == worker->cleared)
        {
          test_poison (slots, settings->fetched);
          worker->cleared++;
        }
      for (int32_t i = 0; i < page->sources; i++)
        slots[i] = device->published[strips->sources[page->source + i]];
    }
}

static uint16_t
column_of (const Device *device, int64_t slice, int lane, int k)
{
  return device->strips
    ->columns[seidel_slice_column (&device->strips->settings.shape, slice, lane, k)];
}

/* Adds the products of a lane; false: it has to wait. */
static bool
add_products (const Device *device, const Worker *worker, int64_t slice, int lane, double *sum)
{
  const SeidelStripsSettings *settings = &device->strips->settings;

  for (int e = 0; e < settings->shape.entries; e++)
    {
      const uint16_t column = column_of (device, slice, lane, e);
      const double value =
        device->strips->values[seidel_slice_value (&settings->shape, slice, lane, e)];

      g_assert_cmpint (column % settings->real_size, ==, 0);
      g_assert_cmpint (column / settings->real_size, <=, seidel_strips_zero_slot (settings));
      *sum += value * worker->window[column / settings->real_size];
    }
  return !isnan (*sum);
}

static void
finish (Device *device, Worker *worker, double *window, int64_t slice, int lanes)
{
  for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
    {
      const int64_t place = slice * SEIDEL_SLICE_LANES + lane;
      double total = device->partial[place];

      if (device->strips->rows[place] < 0)
        continue;
      g_assert_cmpint (lane % lanes, ==, 0);
      g_assert_true (isnan (device->published[place]));
      for (int i = 0; i < lanes; i++)
        total += worker->sums[lane + i];
      window[lane] = device->published[place] = total;
      device->x[device->strips->rows[place]] = total;
    }
  memset (worker->sums, 0, sizeof worker->sums);
}

/* Does a slice; false when it has to wait. */
static bool
run_slice (Device *device, int w)
{
  const SeidelStrips *strips = device->strips;
  const SeidelStripsSettings *settings = &strips->settings;
  Worker *worker = &device->workers[w];
  const SeidelStripsPage *page = &strips->pages[worker->page];
  const int64_t slice = page->slice + worker->slice;
  const bool is_long = settings->shape.columns > settings->shape.entries;
  const uint16_t after = is_long ? column_of (device, slice, 0, settings->shape.entries) : 1;
  double sums[SEIDEL_SLICE_LANES];

  fetch (device, w);
  memcpy (sums, worker->sums, sizeof sums);
  for (int lane = 0; lane < SEIDEL_SLICE_LANES; lane++)
    if (!add_products (device, worker, slice, lane, &sums[lane]))
      return false;
  memcpy (worker->sums, sums, sizeof sums);
  if (after & SEIDEL_STRIPS_FINISHES)
    finish (device, worker,
            worker->window
              + seidel_strips_computed_slot (settings, (uint32_t) (worker->page - strips->first[w]))
              + worker->slice * SEIDEL_SLICE_LANES,
            slice, 1 << (after >> SEIDEL_STRIPS_LANES_SHIFT));
  if (++worker->slice == page->slices)
    {
      worker->slice = 0;
      worker->page++;
    }
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

          while (worker->page < strips->first[w + 1] && run_slice (device, w))
            {
              progressed = true;
              if (!eagerly)
                break;
            }
          complete = complete && worker->page == strips->first[w + 1];
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
  g_autofree double *partial = NULL;
  g_autofree double *published = NULL;
  g_autofree double *updated = g_new (double, n);
  g_autofree Worker *workers = g_new0 (Worker, settings->workers);
  SeidelStrips strips;
  Device device = { &strips, NULL, NULL, updated, workers };
  const SeidelStripsResult result =
    seidel_strips_init (&strips, &view, direction, levels, settings, true);

  g_assert_cmpint (result, !=, SEIDEL_STRIPS_NO_MEMORY);
  if (result != SEIDEL_STRIPS_DONE)
    return false;
  streams_sweep_ref (csr, direction == SEIDEL_DIRECTION_FORWARD, b, x, of_row);
  device.partial = partial = g_new (double, strips.n_slices *SEIDEL_SLICE_LANES);
  device.published = published = g_new (double, strips.n_slices *SEIDEL_SLICE_LANES);
  test_poison (partial, strips.n_slices * SEIDEL_SLICE_LANES);
  test_poison (published, strips.n_slices * SEIDEL_SLICE_LANES);
  test_poison (updated, n);
  for (int64_t row = 0; row < n; row++)
    partial[strips.places[row]] = of_row[row];
  for (int w = 0; w < settings->workers; w++)
    {
      const int zero = seidel_strips_zero_slot (settings);

      workers[w].page = workers[w].cleared = strips.first[w];
      workers[w].window = g_new (double, zero + 1);
      test_poison (workers[w].window, zero);
      workers[w].window[zero] = 0.0;
    }
  run_device (&device, settings->workers % 2 == 0);
  test_assert_close (updated, x, n, 1e-11);
  for (int w = 0; w < settings->workers; w++)
    g_free (workers[w].window);
  seidel_strips_clear (&strips);
  return true;
}

/* Returns whether the matrix has strips in one direction at least. */
static bool
compare_all (const char *name, const SeidelCsr *csr)
{
  const struct
  {
    size_t bytes;
    int workers;
  } shared[] = { { 200 << 10, 3 }, { 100 << 10, 64 }, { 48 << 10, 500 } };
  const SeidelCsrView view = rig_view (csr);
  bool has_strips = false;

  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      const SeidelLevelsView levels = sweep_levels_of (schedule);
      const SeidelSweptLengths lengths = seidel_swept_lengths (&view, direction);

      for (size_t i = 0; i < G_N_ELEMENTS (shared); i++)
        {
          SeidelStripsSettings settings =
            seidel_strips_choose (&lengths, i == 1 ? sizeof (float) : sizeof (double),
                                  shared[i].bytes, shared[i].workers);

          has_strips = compare (csr, direction, i == 0 ? &levels : NULL, &settings) || has_strips;
          /* Rows that take several lanes, and small pages. */
          settings.shape = (SeidelSliceShape){ 3, 4, 2 };
          settings.slices = 4;
          settings.fetched = 3 * SEIDEL_SLICE_LANES;
          settings.pages = 5;
          settings.pages_loaded = 3;
          has_strips = compare (csr, direction, i == 0 ? &levels : NULL, &settings) || has_strips;
          /* Pages that are full before they have so many slices. */
          settings.slices = 12;
          has_strips = compare (csr, direction, NULL, &settings) || has_strips;
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

/* The same strips, but for the values that a pattern does not have. */
static void
check_without_values (const SeidelCsrView *view, const SeidelStripsSettings *settings)
{
  SeidelCsrView pattern = *view;
  SeidelStrips whole;
  SeidelStrips bare;

  pattern.values = NULL;
  g_assert_cmpint (seidel_strips_init (&whole, view, SEIDEL_DIRECTION_BACKWARD, NULL, settings,
                                       true),
                   ==, SEIDEL_STRIPS_DONE);
  g_assert_cmpint (seidel_strips_init (&bare, &pattern, SEIDEL_DIRECTION_BACKWARD, NULL, settings,
                                       true),
                   ==, SEIDEL_STRIPS_DONE);
  g_assert_null (bare.values);
  g_assert_cmpmem (bare.rows, bare.n_slices * SEIDEL_SLICE_LANES * sizeof *bare.rows, whole.rows,
                   whole.n_slices * SEIDEL_SLICE_LANES * sizeof *whole.rows);
  g_assert_cmpmem (bare.columns,
                   bare.n_slices * SEIDEL_SLICE_LANES * settings->shape.columns
                     * sizeof *bare.columns,
                   whole.columns,
                   whole.n_slices * SEIDEL_SLICE_LANES * settings->shape.columns
                     * sizeof *whole.columns);
  seidel_strips_clear (&whole);
  seidel_strips_clear (&bare);
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
      const SeidelSweptLengths lengths = seidel_swept_lengths (&view, SEIDEL_DIRECTION_FORWARD);
      const SeidelStripsSettings settings =
        seidel_strips_choose (&lengths, sizeof (double), 200 << 10, 500);
      SeidelStrips strips;

      g_assert_true (compare_all (grids[i].kind, matrix->csr));
      check_without_values (&view, &settings);
      g_assert_cmpint (seidel_strips_init (&strips, &view, SEIDEL_DIRECTION_FORWARD, NULL,
                                           &settings, false),
                       ==, SEIDEL_STRIPS_DONE);
      g_test_message ("%d strips, %.0f µs", strips.n_strips, strips.nanoseconds / 1e3);
      g_assert_cmpint (strips.n_strips, >=, grids[i].least_strips);
      seidel_strips_clear (&strips);
    }
}

static SeidelCsr *
make_chain (int n)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  int count = 0;

  for (int row = 0; row < n; row++)
    {
      entries[count++] = (TestEntry){ row, row, 2.5 };
      if (row > 0)
        entries[count++] = (TestEntry){ row, row - 1, -1.0 };
      if (row < n - 1)
        entries[count++] = (TestEntry){ row, row + 1, -1.0 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

/* A chain takes a slice for each row: a long one is refused before memory is taken for it. */
static void
test_thin (void)
{
  g_autoptr (SeidelCsr) csr = make_chain (20000);
  g_autoptr (SeidelCsr) longer = make_chain (400000);

  g_assert_true (compare_all ("chain", csr));
  g_assert_false (compare_all ("longer chain", longer));
}

/* What the device holds of strips, for numbers in double. */
static double
bytes_of (const SeidelStrips *strips)
{
  const SeidelSliceShape *shape = &strips->settings.shape;
  const size_t lane = (size_t) shape->entries * sizeof (double)
                      + (size_t) shape->columns * sizeof *strips->columns + 2 * sizeof (double)
                      + sizeof *strips->rows;

  return (double) strips->n_slices * (double) (SEIDEL_SLICE_LANES * lane + sizeof *strips->levels)
         + (double) strips->n_pages * sizeof *strips->pages
         + (double) strips->n_sources * sizeof *strips->sources;
}

typedef struct
{
  const char *kind;
  double size;
  double most; /* what is expected over what is taken */
} Sized;

static void
check_bytes (const Sized *sized, const SeidelCsr *csr, SeidelDirection direction)
{
  const SeidelCsrView view = rig_view (csr);
  const SeidelSweptLengths lengths = seidel_swept_lengths (&view, direction);
  const SeidelStripsSettings settings =
    seidel_strips_choose (&lengths, sizeof (double), 200 << 10, 132);
  SeidelStrips strips;
  double expected, unpartial, taken;

  g_assert_cmpint (seidel_strips_init (&strips, &view, direction, NULL, &settings, true), ==,
                   SEIDEL_STRIPS_DONE);
  taken = bytes_of (&strips);
  expected = seidel_strips_most_bytes (&lengths, sizeof (double), strips.n_levels);
  unpartial = seidel_strips_most_bytes (&lengths, sizeof (double), 0);
  g_test_message ("%s, %" G_GINT64_FORMAT " rows, %d levels: expected %.2f MB, taken %.2f MB",
                  sized->kind, csr->rows, strips.n_levels, expected / 1e6, taken / 1e6);
  g_assert_cmpfloat (taken, <=, expected);
  g_assert_cmpfloat (expected, <=, sized->most * taken);
  g_assert_cmpfloat (expected, <=, unpartial);
  g_assert_cmpfloat (seidel_strips_most_bytes (&lengths, sizeof (float), strips.n_levels), <,
                     expected);
  seidel_strips_clear (&strips);
}

/* The memory that is expected for so many levels is never exceeded, and not much more: where levels
 * are narrow, that is a slice for each. */
static void
test_memory (void)
{
  static const Sized all[] = {
    { "tridiagonal", 30000, 1.2 }, { "small-world", 5000, 1.2 },   { "trefethen", 3000, 1.2 },
    { "truss", 1000, 1.8 },        { "poisson-5", 300, 2.5 },      { "poisson-27", 40, 2.0 },
    { "wathen", 60, 2.0 },         { "random-graph", 20000, 2.5 }, { "hypercube", 14, 2.5 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (all[i].kind, all[i].size);

      for (int direction = 0; direction < 2; direction++)
        check_bytes (&all[i], matrix->csr, direction);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-strips/patterns", test_patterns);
  g_test_add_func ("/cuda-strips/grids", test_grids);
  g_test_add_func ("/cuda-strips/thin", test_thin);
  g_test_add_func ("/cuda-strips/memory", test_memory);
  return g_test_run ();
}
