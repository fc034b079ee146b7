/* What benchmarks of a GPU have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-session.h"
#include "seidel-bench.h"

G_BEGIN_DECLS

/* A context of the engine in double precision; ends the program when there is none. */
SeidelContext *seidel_bench_gpu_context (const SeidelBench *bench);

/* GB/s of a large copy within the device, reading and writing. */
double seidel_bench_gpu_copy_gbs (SeidelSession *session);

G_END_DECLS
