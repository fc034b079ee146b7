/* Report 000's kernel as it was printed, to be compared with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef struct SeidelBenchPasses SeidelBenchPasses;

  /* The matrix, whose rows have a diagonal each, and the vectors on the device; NULL when they do
   * not fit there, or there is none, or the entries are more than 31 bits count. */
  SeidelBenchPasses *seidel_bench_passes_new (int64_t rows,
                                              const int64_t *row_offsets,
                                              const int32_t *column_indices,
                                              const double *values,
                                              bool single,
                                              const double *b,
                                              const double *x);
  void seidel_bench_passes_free (SeidelBenchPasses *report);

  /* x ← one forward sweep from x; waits for it. Takes a SeidelBenchPasses. */
  void seidel_bench_passes_sweep (void *report);

  /* Reads x as it is into an array of as many numbers as rows. */
  void seidel_bench_passes_x (const SeidelBenchPasses *report, double *x);

#ifdef __cplusplus
}
#endif
