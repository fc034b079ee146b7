/* What the CUDA engine is expected to take for the parts of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-needs.h"
#include "device/seidel-cuda-context.h"
#include "cost/seidel-sweep-counts.h"

/* Seconds, rounded from runs on an H200. */
#define START           0.15    /* the first context of a process */
#define OPERATION       4e-6    /* launching, and what the operation takes at least */
#define SYNCHRONISATION 20e-6   /* until the host has a result */
#define SWEEP           10e-6   /* beside its levels */
#define LEVEL           0.07e-6 /* at best */
#define QUEUED          13e-6   /* of a sweep that is launched while another operation runs */
#define TRANSFER        0.9e-3
#define PLAN            0.2e-3
#define PLAN_LEVEL      2e-6
#define PLAN_ROW        0.08e-6 /* of the first rows, and of all others */
#define PLAN_FIRST      10000.0
#define PLAN_MORE       2.2e-9
#define FACTOR          0.6e-3
#define FACTOR_LEVEL    8e-6
#define FACTOR_ENTRY    0.1e-9
#define HIERARCHY       30e-3
#define HIERARCHY_ROW   20e-9
#define CYCLE           2e-3
#define CYCLE_ROW       2.5e-9

/* Bytes a second to the device, those of a matrix stored by diagonals being put in place on the
 * way; and the share of the bandwidth of its memory that operations reach. */
#define COPY           7.5e9
#define COPY_DIAGONALS 2.3e9
#define SHARE          0.5

/* Units for double precision in a multiprocessor, if there are as many as that of those for single,
 * which each compute two operations a clock; and the share that a factorisation reaches. */
#define UNITS      128.0
#define FLOP_SHARE 0.5

/* Where the properties of the device are not known. */
#define BANDWIDTH 1e12
#define FLOPS     1e11

static double
operations_a_second (int device)
{
  static const cudaDeviceAttr asked[] = { cudaDevAttrMultiProcessorCount, cudaDevAttrClockRate,
                                          cudaDevAttrSingleToDoublePrecisionPerfRatio };
  int found[sizeof asked / sizeof *asked] = {};

  if (!seidel_cuda_attributes (device, asked, sizeof asked / sizeof *asked, found))
    return FLOPS;
  return FLOP_SHARE * 2.0 * UNITS / found[2] * found[0] * 1e3 * found[1];
}

void
seidel_cuda_expect (const SeidelEngineDemand *demand,
                    int threads,
                    int32_t levels,
                    SeidelEngineCosts *costs)
{
  const double real = demand->precision == SEIDEL_PRECISION_SINGLE ? 4.0 : 8.0;
  const double rows = (double) demand->rows;
  const bool in_rows = demand->storage == SEIDEL_STORAGE_CSR;
  const double entries = in_rows ? (double) demand->nonzeros
                         : demand->storage == SEIDEL_STORAGE_DENSE
                           ? rows * (double) demand->columns
                           : rows * (double) demand->diagonals;
  const double bytes = entries * (in_rows ? real + SEIDEL_INDEX_BYTES : real) + 3.0 * real * rows;
  SeidelDeviceCapacity capacity;
  const double bandwidth =
    SHARE * (seidel_cuda_capacity (demand->device, &capacity) ? capacity.bandwidth : BANDWIDTH);

  memset (costs, 0, sizeof *costs);
  costs->start = START;
  costs->transfer =
    TRANSFER + bytes / (demand->storage == SEIDEL_STORAGE_DIAGONALS ? COPY_DIAGONALS : COPY);
  costs->plan = PLAN + PLAN_LEVEL * levels + PLAN_ROW * (rows < PLAN_FIRST ? rows : PLAN_FIRST)
                + PLAN_MORE * rows;
  costs->factor = FACTOR + FACTOR_LEVEL * levels + FACTOR_ENTRY * entries;
  costs->product = OPERATION + bytes / bandwidth;
  costs->pass = OPERATION + SEIDEL_PASS_VALUES * real * rows / bandwidth;
  costs->meeting = SYNCHRONISATION;
  costs->sweep = SWEEP + LEVEL * levels + bytes / bandwidth;
  costs->queued = QUEUED;
  costs->hierarchy = HIERARCHY + HIERARCHY_ROW * rows;
  costs->cycle = CYCLE + CYCLE_ROW * rows;
  costs->flop = 1.0 / operations_a_second (demand->device);
}
