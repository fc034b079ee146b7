/* What the CPU engine is expected to take for the parts of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cost/seidel-cpu-costs.h"

#include <math.h>

#include "cost/seidel-sweep-counts.h"
#include "cost/seidel-sweep-limits.h"
#include "cost/seidel-sweep-profile.h"

/* Rounded from runs on two cores of a server of 2024 and on the host of an H200:
 * tests/bench/seidel-bench-engines.c with its matrices (a device beside the processor), and
 * seidel-bench-auto.c with its list of systems (direct solvers). What a row of factors takes
 * more is from the processor time of cg, bicgstab and gmres with incomplete factors on poisson-5 of
 * size 300, poisson-7 and poisson-27 of size 40, and wathen of size 100. */
static const SeidelCore usual = {
  .operation = 0.5e-6,
  .team_thread = 1.2e-6,
  .product_entry = 0.45e-9,
  .product_row = 1.5e-9,
  .diagonal_entry = 0.2e-9,
  .pass_row = 0.6e-9,
  .sweep_entry = 0.36e-9,
  .factor_sweep_row = 3.5e-9,
  .factor_row = 170e-9,
  .plan_entry = 3e-9,
  .plan_row = 40e-9,
  .plan_sorted = 60e-9,
  .hierarchy_row = 1.0e-6,
  .hierarchy_entry = 3e-8,
  .cycle = 13.0,
  .flop = 5e-11,
  .direct_begin = 3e-4,
  .direct_row = 2.6e-7,
  .direct_entry = 5e-8,
  .direct_flop = 5.5e-10,
  .cache = 2e6,
  .bandwidth = { 11e9, 180e9 },
  .conversion = 2.3e9,
};

const SeidelCore *
seidel_core_usual (void)
{
  return &usual;
}

void
seidel_core_expect (const SeidelCore *core,
                    int64_t rows,
                    int64_t nonzeros,
                    SeidelEngineCosts *costs)
{
  const double n = (double) rows;
  const double entries = (double) nonzeros;
  const double product = core->product_entry * entries + core->product_row * n;

  *costs = (SeidelEngineCosts){
    .plan = core->plan_entry * entries,
    .factor = core->factor_row * n,
    .product = product,
    .pass = core->operation + core->pass_row * n,
    .sweep = core->sweep_entry * entries,
    .hierarchy = core->hierarchy_row * n + core->hierarchy_entry * entries,
    .cycle = core->cycle * product,
    .flop = core->flop,
  };
}

/* Levels of fewer rows are thin: sweeps are serial. */
#define WIDE_ROWS 8

/* Work that threads share where it is worth that, and that memory may hold up. */
static double
shared (const SeidelMachine *machine, double work, double numbers, double bytes, int threads)
{
  const int last = SEIDEL_MACHINE_N_SIZES - 1;
  const int team = numbers < SEIDEL_CPU_WORTH_SHARING ? 1 : threads;
  const double one = machine != NULL ? machine->bandwidth[0][last] : usual.bandwidth[0];
  const double all = machine != NULL ? fmax (one, machine->bandwidth[1][last]) : usual.bandwidth[1];
  const double bandwidth = fmin (team * one, all);
  const double memory = bytes > usual.cache * team ? bytes / bandwidth : 0.0;

  return (team > 1 ? team * usual.team_thread : usual.operation) + fmax (work / team, memory);
}

/* What planning takes for a row, beside its entries; at best where the levels are not known. */
static double
plan_row (const SeidelEngineDemand *demand, int32_t levels)
{
  if (demand->storage != SEIDEL_STORAGE_CSR || levels == 0
      || demand->rows < WIDE_ROWS * (int64_t) levels)
    return 0.0;
  return usual.plan_row
         + (seidel_sweep_sorts (demand->rows, demand->nonzeros, levels) ? usual.plan_sorted : 0.0);
}

void
seidel_cpu_expect (const SeidelEngineDemand *demand,
                   int threads,
                   int32_t levels,
                   const SeidelMachine *machine,
                   SeidelEngineCosts *costs)
{
  const double real = demand->precision == SEIDEL_PRECISION_SINGLE ? 4.0 : 8.0;
  const double rows = (double) demand->rows;
  const double entries = demand->storage == SEIDEL_STORAGE_DIAGONALS
                           ? (double) demand->diagonals * rows
                         : demand->storage == SEIDEL_STORAGE_DENSE ? (double) demand->columns * rows
                                                                   : (double) demand->nonzeros;
  const bool in_rows = demand->storage == SEIDEL_STORAGE_CSR;
  const double product = in_rows ? usual.product_entry * entries + usual.product_row * rows
                                 : usual.diagonal_entry * entries;
  const double entry = in_rows ? real + SEIDEL_INDEX_BYTES : real;

  *costs = (SeidelEngineCosts){
    .transfer = in_rows ? 0.0 : real * entries / usual.conversion,
    .plan = usual.plan_entry * entries + plan_row (demand, levels) * rows,
    .factor = usual.factor_row * rows,
    .product = shared (machine, product, entries, entry * entries + 3.0 * real * rows, threads),
    .pass =
      shared (machine, usual.pass_row * rows, rows, SEIDEL_PASS_VALUES * real * rows, threads),
    .sweep = shared (machine, usual.sweep_entry * entries, entries,
                     entry * entries + 3.0 * real * rows, threads),
    .hierarchy = usual.hierarchy_row * rows + usual.hierarchy_entry * entries,
    .flop = usual.flop / threads,
  };
  costs->cycle = usual.cycle * costs->product;
}
