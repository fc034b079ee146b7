/* Measures the constants of this machine: rows by sweeps of the CPU engine over small matrices that
 * show one thing each, memory and threads by plain loops.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "base/seidel-clock.h"
#include "base/seidel-memory.h"
#include "base/seidel-threads.h"
#include "matrix/seidel-csr.h"
#include "matrix/seidel-vector.h"
#include "experiment/seidel-machine.h"
#include "experiment/seidel-sweeper.h"

/* The quickest of so many batches counts: other programs only ever add time. */
#define BATCHES        60
#define BATCH_SECONDS  0.0005
#define MEMORY_BATCHES 15

#define ENTRIES 16384 /* of a small matrix, about: it is in the second cache */
#define FEWEST  512   /* rows */
#define FAR     64    /* rows: farther than a processor looks ahead */

#define CHAIN_ROWS   4096
#define CHAIN_LENGTH 2

/* Rows of two to so many entries, more than a processor learns, and the branches of each
 * that it cannot know, as SeidelSweepProfile counts them. */
#define UNEVEN_ROWS           65536
#define LONGEST_UNEVEN        8
#define MEAN_UNEVEN           5
#define UNEVEN_MISPREDICTIONS 1.6

/* A shuffled matrix shows what elements of x cost that are anywhere, and rows of which none is like
 * the one before, up to this size of x; beyond, a loop shows how many times as much they cost. */
#define SHUFFLED_LENGTH 5
#define SHUFFLED_SIZES  2
#define GATHERS         262144

#define SERIES          400
#define ROUNDS          50
#define MEETING_SECONDS 0.3
#define SPINS_PER_LOOK  4096

static double
now (void)
{
  return 1e-9 * (double) seidel_clock_now ();
}

/* The column of the k-th entry of a row, the first being the diagonal. */
typedef int64_t (*Pattern) (int64_t row, int k, int64_t n);

/* Rows wait for none of those just before them. */
static int64_t
far_pattern (int64_t row, int k, int64_t n)
{
  const int64_t distance = FAR + k / 2;

  return k == 0 ? row : (k % 2 == 1 ? row + distance : row - distance + n) % n;
}

/* Each row waits for the row before it. */
static int64_t
chain_pattern (int64_t row, int k, int64_t n G_GNUC_UNUSED)
{
  return MAX (row - k, 0);
}

/* Two levels, where each row has the columns of the row before it, moved on by one. */
static int64_t
slice_pattern (int64_t row, int k, int64_t n)
{
  const int64_t half = n / 2;

  if (k == 0)
    return row;
  return row < half ? half + (row + k - 1) % half : (row - (k - 1)) % half;
}

/* Rows wait for any others. */
static int64_t
shuffled_pattern (int64_t row, int k, int64_t n)
{
  const uint64_t entry = (uint64_t) row * SHUFFLED_LENGTH + (uint64_t) k;

  return k == 0
           ? row
           : MIN ((int64_t) ((seidel_random_uniform (1, entry) + 1.0) / 2.0 * (double) n), n - 1);
}

/* Rows of any length up to the longest: the rest of their entries falls on the diagonal. */
static int64_t
uneven_pattern (int64_t row, int k, int64_t n)
{
  const double part = (seidel_random_uniform (2, (uint64_t) row) + 1.0) / 2.0;

  return k < 2 + part * (LONGEST_UNEVEN - 1) ? far_pattern (row, k, n) : row;
}

static SeidelCsr *
make_matrix (Pattern pattern, int64_t n, int length, GError **error)
{
  const int64_t count = n * length;
  g_autofree int32_t *rows = seidel_memory_try ((size_t) count * sizeof *rows, "a matrix", error);
  g_autofree int32_t *columns =
    rows != NULL ? seidel_memory_try ((size_t) count * sizeof *columns, "a matrix", error) : NULL;
  g_autofree double *values =
    columns != NULL ? seidel_memory_try ((size_t) count * sizeof *values, "a matrix", error) : NULL;

  if (values == NULL)
    return NULL;
  for (int64_t row = 0; row < n; row++)
    for (int k = 0; k < length; k++)
      {
        const int64_t at = row * length + k;

        rows[at] = (int32_t) row;
        columns[at] = (int32_t) pattern (row, k, n);
        values[at] = k == 0 ? 2.0 * length : -1.0;
      }
  const SeidelCoordinates coordinates = { n, n, count, rows, columns, values };
  return seidel_csr_from_coordinates (&coordinates, NULL, NULL, error);
}

/* Seconds of a row in a sweep over such a matrix. */
static bool
measure_row (Pattern pattern,
             int64_t n,
             int length,
             const char *strategy,
             int threads,
             double *seconds,
             GError **error)
{
  g_autoptr (SeidelCsr) csr = make_matrix (pattern, n, length, error);
  g_autoptr (SeidelSchedule) schedule =
    csr != NULL ? seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, error) : NULL;
  g_auto (SeidelSweeper) sweeper = { NULL };

  if (schedule == NULL)
    return false;
  if (!seidel_sweeper_init (&sweeper, seidel_cpu_engine (), csr, schedule, strategy, threads, NULL))
    return seidel_memory_fail_matrix ((double) n, (double) seidel_csr_nonzeros (csr), error);
  *seconds = seidel_sweeper_time (&sweeper, BATCHES, BATCH_SECONDS) / (double) n;
  return true;
}

/* Whatever takes longer than something larger was disturbed. */
static void
smooth (double *seconds, int n)
{
  for (int i = n - 2; i >= 0; i--)
    seconds[i] = MIN (seconds[i], seconds[i + 1]);
}

static bool
measure_rows (SeidelMachine *machine, GError **error)
{
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    {
      const int length = seidel_machine_lengths[i];
      const int64_t n = MAX (ENTRIES / length, FEWEST);

      if (!measure_row (far_pattern, n, length, "serial", 1, &machine->row[i], error)
          || !measure_row (slice_pattern, 2 * (n / 2), length, "levels", 1, &machine->sliced_row[i],
                           error))
        return false;
    }
  smooth (machine->row, SEIDEL_MACHINE_N_LENGTHS);
  smooth (machine->sliced_row, SEIDEL_MACHINE_N_LENGTHS);
  for (int s = 0; s < SHUFFLED_SIZES; s++)
    {
      const double ready = seidel_machine_row (machine, SHUFFLED_LENGTH, false);
      double row = ready;

      if (!measure_row (shuffled_pattern, (int64_t) (seidel_machine_sizes[s] / sizeof (double)),
                        SHUFFLED_LENGTH, "serial", 1, &row, error))
        return false;
      machine->gather[s] = MAX (row - ready, 0.0) / (SHUFFLED_LENGTH - 1);
    }
  return measure_row (chain_pattern, CHAIN_ROWS, CHAIN_LENGTH, "serial", 1, &machine->step, error);
}

/* A chain by levels has one row in each: what they take more than rows that need not wait. */
static bool
measure_level (SeidelMachine *machine, GError **error)
{
  const double row =
    seidel_machine_row (machine, CHAIN_LENGTH, false) + SEIDEL_MACHINE_PLACED_ROW * machine->step;

  if (!measure_row (chain_pattern, CHAIN_ROWS, CHAIN_LENGTH, "levels", 1, &machine->level, error))
    return false;
  machine->level = MAX (machine->level - row, 0.0);
  return true;
}

/* A mispredicted branch: rows of all lengths beside rows that have their mean one. */
static bool
measure_misprediction (SeidelMachine *machine, GError **error)
{
  double uneven = 0.0;
  double even = 0.0;

  if (!measure_row (uneven_pattern, UNEVEN_ROWS, LONGEST_UNEVEN, "serial", 1, &uneven, error)
      || !measure_row (far_pattern, UNEVEN_ROWS, MEAN_UNEVEN, "serial", 1, &even, error))
    return false;
  machine->misprediction = MAX (uneven - even, 0.0) / UNEVEN_MISPREDICTIONS;
  return true;
}

double
seidel_machine_triad (double *numbers, int64_t n, int threads, int batches, int repeats)
{
  double least = INFINITY;

  for (int batch = 0; batch < batches; batch++)
    {
      const double begin = now ();

#pragma omp parallel num_threads(threads)
      for (int r = 0; r < repeats; r++)
#pragma omp for schedule(static) nowait
        for (int64_t i = 0; i < n; i++)
          numbers[i] = numbers[n + i] + 0.5 * numbers[2 * n + i];
      least = MIN (least, (now () - begin) / repeats);
    }
  return least;
}

/* Bytes a second of a triad of so many bytes in all, of which there are a third more: a is read
 * before it is written. */
static double
measure_triad (double *numbers, double bytes, int threads)
{
  const int64_t n = (int64_t) (bytes / sizeof *numbers) / 3;
  const int repeats = MAX ((int) (seidel_machine_sizes[2] / bytes), 1);
  const double seconds = seidel_machine_triad (numbers, n, threads, MEMORY_BATCHES, repeats);

  return 4.0 / 3.0 * bytes / MAX (seconds, 1e-9);
}

/* Seconds of one of many random elements of so many bytes. */
static double
measure_gather (const double *numbers, const int32_t *places)
{
  double least = INFINITY;

  for (int batch = 0; batch < MEMORY_BATCHES; batch++)
    {
      const double begin = now ();
      double sums[4] = { 0.0 };
      volatile double kept;

      for (int64_t i = 0; i < GATHERS; i += 4)
        for (int lane = 0; lane < 4; lane++)
          sums[lane] += numbers[places[i + lane]];
      kept = sums[0] + sums[1] + sums[2] + sums[3]; /* keeps the loop */
      (void) kept;
      least = MIN (least, now () - begin);
    }
  return least / GATHERS;
}

static bool
measure_memory (SeidelMachine *machine, GCancellable *cancellable, GError **error)
{
  const double most = seidel_machine_sizes[SEIDEL_MACHINE_N_SIZES - 1];
  g_autofree int32_t *places =
    seidel_memory_try (GATHERS * sizeof *places, "measuring memory", error);
  double *numbers =
    places != NULL ? seidel_vector_new ((int64_t) (most / sizeof (double)), error) : NULL;

  double base = 1.0; /* of the loop, for the largest shuffled matrix */

  if (numbers == NULL)
    return false;
  /* Written to by the threads that will read it. */
  for (int all = 1; all >= 0; all--)
    for (int s = SEIDEL_MACHINE_N_SIZES - 1; s >= 0; s--)
      machine->bandwidth[all][s] =
        measure_triad (numbers, seidel_machine_sizes[s], all ? machine->threads : 1);
  for (int s = SHUFFLED_SIZES - 1; s < SEIDEL_MACHINE_N_SIZES; s++)
    {
      const double n = seidel_machine_sizes[s] / sizeof (double);
      double seconds;

      for (int64_t i = 0; i < GATHERS; i++)
        places[i] = (int32_t) ((seidel_random_uniform (1, (uint64_t) i) + 1.0) / 2.0 * (n - 1.0));
      seconds = measure_gather (numbers, places);
      if (s < SHUFFLED_SIZES)
        base = seconds;
      machine->gather[s] = machine->gather[SHUFFLED_SIZES - 1] * MAX (seconds / base, 1.0);
    }
  smooth (machine->gather, SEIDEL_MACHINE_N_SIZES);
  seidel_vector_free (numbers);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Handing over and back is what a meeting takes: all have come, and all may go. The quickest of
 * many short series: a thread may be off its core at any time. */
double
seidel_machine_meeting (void)
{
  const double end = now () + MEETING_SECONDS;
  atomic_int turn = 0;
  double least = INFINITY;

#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num ();

    for (int s = 0; s < SERIES && omp_get_num_threads () == 2; s++)
      {
        const double start = now ();

        for (int r = s * ROUNDS; r < (s + 1) * ROUNDS; r++)
          {
            unsigned int spins = 0;

            while (atomic_load_explicit (&turn, memory_order_acquire) != 2 * r + me)
              if (++spins % SPINS_PER_LOOK == 0 && now () > end)
                break;
            atomic_store_explicit (&turn, 2 * r + me + 1, memory_order_release);
          }
        if (me == 0)
          least = MIN (least, now () - start);
      }
  }
  return isinf (least) ? 0.0 : least / ROUNDS;
}

bool
seidel_machine_measure (SeidelMachine *machine,
                        SeidelProgress *progress,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autofree char *processor = seidel_threads_processor_name ();

  *machine = (SeidelMachine){ .threads = seidel_threads_processors () };
  g_strlcpy (machine->name, processor, sizeof machine->name);
  seidel_progress_begin (progress, "Measuring this machine");
  if (!measure_rows (machine, error) || !measure_level (machine, error)
      || !measure_misprediction (machine, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error)
      || !measure_memory (machine, cancellable, error))
    return false;
  if (machine->threads > 1)
    machine->meeting = seidel_machine_meeting ();
  return true;
}
