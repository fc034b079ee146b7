/* What the machine can do: bandwidth and latencies that the floors of the table rest on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/seidel-machine.h"

#define N_RUNS 5

/* Sums words in sixteen parts, which the compiler turns into vector instructions. */
static uint64_t
sum_words (const uint64_t *words, int64_t n)
{
  uint64_t sums[16] = { 0 };
  uint64_t sum = 0;

  for (int64_t i = 0; i + 16 <= n; i += 16)
    for (int u = 0; u < 16; u++)
      sums[u] += words[i + u];
  for (int u = 0; u < 16; u++)
    sum += sums[u];
  return sum;
}

static double
measure_reading (int threads, int64_t n)
{
  uint64_t *words = g_new (uint64_t, n);
  double least = INFINITY;

  memset (words, 1, (size_t) n * sizeof *words);
  for (int run = 0; run < N_RUNS; run++)
    {
      uint64_t sum = 0;
      const double begin = seidel_bench_now ();

#pragma omp parallel num_threads(threads) reduction(+ : sum)
      {
        const int64_t share = n / threads;

        sum += sum_words (words + share * omp_get_thread_num (), share);
      }
      if (sum == 0)
        abort (); /* keeps the sum, and with it the loop */
      least = MIN (least, seidel_bench_now () - begin);
    }
  g_free (words);
  return (double) n * sizeof (uint64_t) / least / 1e6;
}

static double
measure_triad (int threads, int64_t n)
{
  double *numbers = g_new (double, 3 * n);
  double seconds;

#pragma omp parallel for num_threads(threads) schedule(static)
  for (int64_t i = 0; i < n; i++)
    {
      numbers[i] = 0.0;
      numbers[n + i] = 1.0;
      numbers[2 * n + i] = 2.0;
    }
  seconds = seidel_machine_triad (numbers, n, threads, N_RUNS, 1);
  g_free (numbers);
  return 3.0 * (double) n * sizeof (double) / seconds / 1e9;
}

/* x_i = (b − a x_{i−1}) / d through memory, as a chain of rows makes it. */
static double
measure_step (void)
{
  enum
  {
    n = 4096,
    repeats = 200
  };
  double *x = g_new (double, n);
  volatile double a = 0.25;
  volatile double d = 1.5;
  double least = INFINITY;

  for (int i = 0; i < n; i++)
    x[i] = 1.0;
  for (int run = 0; run < N_RUNS; run++)
    {
      const double begin = seidel_bench_now ();

      for (int r = 0; r < repeats; r++)
        for (int i = 1; i < n; i++)
          {
            volatile double *before = &x[i - 1];

            x[i] = (1.0 - a * *before) / d;
          }
      least = MIN (least, seidel_bench_now () - begin);
    }
  g_free (x);
  return least * 1e6 / ((double) n * repeats);
}

void
seidel_bench_measure_machine (SeidelBench *bench)
{
  const int64_t words = bench->quick ? 8 << 20 : 64 << 20;

  bench->read_gbs[0] = measure_reading (1, words);
  bench->read_gbs[1] = measure_reading (2, words);
  bench->triad_gbs[0] = measure_triad (1, words / 3);
  bench->triad_gbs[1] = measure_triad (2, words / 3);
  bench->step_ns = measure_step ();
  bench->meeting_ns = seidel_machine_meeting () * 1e9;
}

double
seidel_bench_bytes_ms (const SeidelBench *bench, double bytes, int threads)
{
  return bytes / bench->read_gbs[threads - 1] / 1e6;
}
