/* Measuring and printing for the benchmark programs: clocks, interleaved runs, one table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <glib.h>

G_BEGIN_DECLS

/* Below what time nothing can go, however it is written; 0 where a floor does not apply. */
typedef struct
{
  double bytes_ms;   /* the bytes it must move, at the bandwidth measured in this run */
  double latency_ms; /* the steps that wait for each other, at their latency measured in this run */
} SeidelBenchFloors;

typedef struct
{
  const char *name; /* of the sub-benchmark */
  const char *what; /* what is timed, and what the ratio compares it with */
  double median_ms; /* NAN: no time applies */
  double min_ms;
  SeidelBenchFloors floors;
  double value;     /* what is judged: a ratio, MB/s, ms */
  const char *unit; /* of value: "×", "MB/s" */
  double must;
  double stretch; /* NAN: there is none */
  bool smaller_is_better;
  const char *failed; /* why the result is wrong, or NULL: then the time counts for nothing */
} SeidelBenchRow;

#define SEIDEL_BENCH_ROW_INIT                                                  \
  {                                                                            \
    .median_ms = NAN, .min_ms = NAN, .value = NAN, .must = NAN, .stretch = NAN \
  }

/* Prints the head of the table to standard output. */
void seidel_bench_table_begin (const char *title);
/* Prints a row, with its verdict. */
void seidel_bench_table_add (const SeidelBenchRow *row);
/* A row that could not be measured, and why. */
void seidel_bench_table_skip (const char *name, const char *what, const char *reason);
/* Prints the sums of the verdicts; false when a row failed or is below its must. */
bool seidel_bench_table_end (void);

/* Milliseconds of a clock that only goes forward. */
double seidel_bench_now (void);
/* Milliseconds that this process has taken of processors: whatever else the machine does hardly
 * counts. */
double seidel_bench_processor (void);

/* Median and minimum; sorts the samples. */
double seidel_bench_median (double *samples, int n);
double seidel_bench_minimum (const double *samples, int n);

typedef void (*SeidelBenchFunc) (void *data);

typedef struct
{
  double a_median; /* milliseconds */
  double a_min;
  double b_median;
  double b_min;
  double a_over_b; /* median of the ratio within each pair of runs */
} SeidelBenchPair;

/* Runs a and b in turn, after one run of each that does not count, and swaps their order from pair
 * to pair: what the machine does besides then falls on both. At least 5 pairs. */
SeidelBenchPair
seidel_bench_pairs (SeidelBenchFunc a, void *a_data, SeidelBenchFunc b, void *b_data, int n_pairs);

G_END_DECLS
