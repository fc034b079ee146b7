/* Memory bandwidth by the triad of J. McCalpin's STREAM (1995), and the cost of a barrier.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-machine.h"

#include <glib.h>
#include <omp.h>

#include "engine/seidel-cpu-sweep-private.h"

/* Numbers in each of three arrays: together far more than a cache holds. */
#define N       ((int64_t) 4 << 20)
#define REPEATS 5

#define MEETINGS 1000

static double
run_triad (int threads, double *y, const double *x, const double *z)
{
  double best = 0.0;

  for (int repeat = 0; repeat < REPEATS; repeat++)
    {
      int64_t begin = seidel_cpu_clock ();
      int64_t nanoseconds;

#pragma omp parallel for num_threads(threads) schedule(static)
      for (int64_t i = 0; i < N; i++)
        y[i] = x[i] + 3.0 * z[i];
      nanoseconds = MAX (seidel_cpu_clock () - begin, 1);
      best = MAX (best, 3.0 * sizeof (double) * N / (nanoseconds * 1e-9));
    }
  return best;
}

/* Touched by the threads that will use them. */
static void
fill (int threads, double *y, double *x, double *z)
{
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int64_t i = 0; i < N; i++)
    {
      y[i] = 0.0;
      x[i] = 1.0;
      z[i] = 2.0;
    }
}

static bool
measure_memory (int threads, double *bytes_per_second)
{
  g_autofree double *y = g_try_new (double, N);
  g_autofree double *x = g_try_new (double, N);
  g_autofree double *z = g_try_new (double, N);

  if (x == NULL || y == NULL || z == NULL)
    return false;
  fill (threads, y, x, z);
  *bytes_per_second = run_triad (threads, y, x, z);
  return true;
}

/* The best of some rounds: the others were interrupted. */
static double
measure_barrier (int threads)
{
  double best = G_MAXDOUBLE;

  for (int repeat = 0; repeat < REPEATS && threads > 1; repeat++)
    {
      SeidelCpuBarrier barrier = { .threads = threads };
      int64_t begin = 0;
      int64_t end = 0;

#pragma omp parallel num_threads(threads)
      {
#pragma omp single
        barrier.threads = omp_get_num_threads ();

        seidel_cpu_barrier_wait (&barrier);
        if (omp_get_thread_num () == 0)
          begin = seidel_cpu_clock ();
        for (int i = 0; i < MEETINGS; i++)
          seidel_cpu_barrier_wait (&barrier);
        if (omp_get_thread_num () == 0)
          end = seidel_cpu_clock ();
      }
      best = MIN (best, (double) (end - begin) * 1e-9 / MEETINGS);
    }
  return threads > 1 ? best : 0.0;
}

bool
seidel_machine_measure (int threads, SeidelMachine *machine)
{
  static GMutex mutex;
  static GHashTable *known; /* by the number of threads */
  SeidelMachine *found;

  *machine = (SeidelMachine){ 0 };
  g_mutex_lock (&mutex);
  if (known == NULL)
    known = g_hash_table_new (NULL, NULL);
  found = g_hash_table_lookup (known, GINT_TO_POINTER (threads));
  if (found == NULL && measure_memory (threads, &machine->bytes_per_second))
    {
      machine->threads = threads;
      machine->barrier_seconds = measure_barrier (threads);
      found = g_memdup2 (machine, sizeof *machine);
      g_hash_table_insert (known, GINT_TO_POINTER (threads), found);
    }
  if (found != NULL)
    *machine = *found;
  g_mutex_unlock (&mutex);
  return found != NULL;
}
