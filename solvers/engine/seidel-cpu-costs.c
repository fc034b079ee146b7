/* What the CPU engine is expected to take for the parts of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdatomic.h>

#include "engine/seidel-cpu-private.h"
#include "engine/seidel-engines.h"
#include "engine/seidel-sweep-profile.h"

/* Seconds on one core of a processor of these years, its numbers in the caches. */
#define PRODUCT_ENTRY 0.45e-9
#define PRODUCT_ROW   1.5e-9
#define DIAGONAL      0.2e-9 /* an entry of a matrix stored by diagonals */
#define PASS_ROW      0.6e-9
#define SWEEP_ENTRY   0.36e-9
#define FACTOR_ROW    170e-9 /* incomplete, with the order in which factors are stored */
#define PLAN_ENTRY    3e-9   /* of a sweep, finding levels included */
#define PLAN_ROW      40e-9  /* more in levels that are not thin */
#define PLAN_SORTED   60e-9  /* and where rows are sorted, which then lie anywhere */
#define OPERATION     0.5e-6

/* Levels of fewer rows are thin: sweeps are serial. */
#define WIDE_ROWS 8

/* Threads that begin and end an operation together, each. */
#define TEAM_THREAD 1.2e-6

/* Multigrid: its coarse levels on one core, and a cycle in products. */
#define HIERARCHY_ROW   1.0e-6
#define HIERARCHY_ENTRY 3e-8
#define CYCLE_PRODUCTS  13.0

/* One operation of dense factorisations on one core. */
#define FLOP 5e-11

/* Bytes that are still in the caches of a core, and bytes a second of memory, as they are where
 * nothing was measured: of one core, and of all. */
#define CACHE_BYTES      2e6
#define CORE_BANDWIDTH   11e9
#define MEMORY_BANDWIDTH 180e9

/* Bytes a second of a matrix that is put into another storage than rows. */
#define CONVERSION 2.3e9

#define INDEX_BYTES 4.0
#define PASS_VALUES 3.5 /* of a row in an operation over vectors */

static _Atomic double bandwidth_of_one = CORE_BANDWIDTH;
static _Atomic double bandwidth_of_all = MEMORY_BANDWIDTH;

static GMutex machine_mutex;
static SeidelMachine machine_here; /* without threads: not known */

void
seidel_cpu_set_machine (const SeidelMachine *machine)
{
  const double one = machine->bandwidth[0][SEIDEL_MACHINE_N_SIZES - 1];
  const double all = machine->bandwidth[1][SEIDEL_MACHINE_N_SIZES - 1];

  atomic_store (&bandwidth_of_one, one);
  atomic_store (&bandwidth_of_all, fmax (one, all));
  g_mutex_lock (&machine_mutex);
  machine_here = *machine;
  g_mutex_unlock (&machine_mutex);
}

SeidelMachine
seidel_cpu_machine (void)
{
  SeidelMachine machine;

  g_mutex_lock (&machine_mutex);
  machine = machine_here.threads > 0 ? machine_here : *seidel_machine_usual ();
  g_mutex_unlock (&machine_mutex);
  return machine;
}

/* Work that threads share where it is worth that, and that memory may hold up. */
static double
shared (double work, double numbers, double bytes, int threads)
{
  const int team = numbers < SEIDEL_CPU_WORTH_SHARING ? 1 : threads;
  const double bandwidth =
    fmin (team * atomic_load (&bandwidth_of_one), atomic_load (&bandwidth_of_all));
  const double memory = bytes > CACHE_BYTES * team ? bytes / bandwidth : 0.0;

  return (team > 1 ? team * TEAM_THREAD : OPERATION) + fmax (work / team, memory);
}

/* What planning takes for a row, beside its entries; at best where the levels are not known. */
static double
plan_row (const SeidelEngineDemand *demand, int32_t levels)
{
  if (demand->storage != SEIDEL_STORAGE_CSR || levels == 0
      || demand->rows < WIDE_ROWS * (int64_t) levels)
    return 0.0;
  return PLAN_ROW
         + (seidel_sweep_sorts (demand->rows, demand->nonzeros, levels) ? PLAN_SORTED : 0.0);
}

void
seidel_cpu_expect (const SeidelEngineDemand *demand,
                   int threads,
                   int32_t levels,
                   SeidelEngineCosts *costs)
{
  const double real = demand->precision == SEIDEL_PRECISION_SINGLE ? 4.0 : 8.0;
  const double rows = (double) demand->rows;
  const double entries = demand->storage == SEIDEL_STORAGE_DIAGONALS
                           ? (double) demand->diagonals * rows
                         : demand->storage == SEIDEL_STORAGE_DENSE ? (double) demand->columns * rows
                                                                   : (double) demand->nonzeros;
  const bool in_rows = demand->storage == SEIDEL_STORAGE_CSR;
  const double product =
    in_rows ? PRODUCT_ENTRY * entries + PRODUCT_ROW * rows : DIAGONAL * entries;
  const double entry = in_rows ? real + INDEX_BYTES : real;

  *costs = (SeidelEngineCosts){
    .transfer = in_rows ? 0.0 : real * entries / CONVERSION,
    .plan = PLAN_ENTRY * entries + plan_row (demand, levels) * rows,
    .factor = FACTOR_ROW * rows,
    .product = shared (product, entries, entry * entries + 3.0 * real * rows, threads),
    .pass = shared (PASS_ROW * rows, rows, PASS_VALUES * real * rows, threads),
    .sweep = shared (SWEEP_ENTRY * entries, entries, entry * entries + 3.0 * real * rows, threads),
    .hierarchy = HIERARCHY_ROW * rows + HIERARCHY_ENTRY * entries,
    .flop = FLOP / threads,
  };
  costs->cycle = CYCLE_PRODUCTS * costs->product;
}
