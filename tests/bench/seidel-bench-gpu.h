/* What benchmarks of a GPU have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engine-use.h"
#include "seidel-bench-work.h"

G_BEGIN_DECLS

/* A context of the engine in double precision; ends the program when there is none. */
SeidelContext *seidel_bench_gpu_context (const SeidelBench *bench);

/* GB/s of a large copy within the device, reading and writing. */
double seidel_bench_gpu_copy_gbs (SeidelSession *session);

/* The id of the strategy that the engine chooses. */
const char *seidel_bench_gpu_chosen (const SeidelEngine *engine, const SeidelBenchSetting *setting);

/* Whether two results differ by no more than rounding, against the largest number of the second. */
bool seidel_bench_gpu_agree (const double *a, const double *b, int64_t n, bool single);

/* A sweep of the CPU from the setting's guess, one row after the other in double, or one in each
 * direction; free with g_aligned_free (). */
double *seidel_bench_gpu_right_x (const SeidelBenchSetting *setting, bool both);

/* A first sweep against that; NULL when it is right. */
const char *seidel_bench_gpu_check (SeidelBenchWork *work,
                                    const SeidelBenchSetting *setting,
                                    const double *expected);

/* Milliseconds of planning a forward sweep whose levels nobody knows, with the memory that the plan
 * takes; NAN where there is no such sweep. */
double seidel_bench_gpu_plan_ms (SeidelBenchWork *work, const char *strategy);

/* Milliseconds of what a sweep of this work does. */
double seidel_bench_gpu_sweep_ms (SeidelBenchWork *work);

G_END_DECLS
