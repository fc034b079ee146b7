/* What a run is going to take of the host's memory beside the matrix, on the CPU engine.
 *
 * The sums below follow what the other files allocate, but for what grows with the number of levels
 * or of threads alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-cpu-sweep-private.h"

/* Runs of rows that share nothing are full; where rows are stored by level they may be short. */
#define RUN_OF_NATURAL_ROWS ((double) SEIDEL_CPU_RUN_ROWS)
#define RUN_OF_LEVEL_ROWS   (SEIDEL_CPU_RUN_ROWS / 4.0)

static double
real_size (const SeidelEngineDemand *demand)
{
  return demand->precision == SEIDEL_PRECISION_SINGLE ? sizeof (float) : sizeof (double);
}

/* A copy of rows, in whatever order. */
static double
bytes_of_copy (const SeidelEngineDemand *demand, double rows, double nonzeros)
{
  return rows * (sizeof (int64_t) + sizeof (SeidelCpuRun) / RUN_OF_LEVEL_ROWS)
         + nonzeros * (sizeof (int32_t) + real_size (demand));
}

/* Rows in the order of the matrix: offsets and columns are borrowed, and values in double. */
static double
bytes_of_rows (const SeidelEngineDemand *demand, double nonzeros)
{
  const double values = demand->precision == SEIDEL_PRECISION_SINGLE ? sizeof (float) : 0.0;

  return (double) demand->rows * sizeof (SeidelCpuRun) / RUN_OF_NATURAL_ROWS + nonzeros * values;
}

static double
bytes_of_array (const SeidelEngineDemand *demand)
{
  const double n = (double) demand->rows;

  if (demand->storage == SEIDEL_STORAGE_DENSE)
    return n * (double) demand->columns * real_size (demand);
  return (double) demand->diagonals * n * real_size (demand);
}

static bool
is_by_levels (const SeidelEngineDemand *demand)
{
  return demand->strategy >= 0 && seidel_cpu_strategies[demand->strategy].needs_levels;
}

/* What sweeping takes beside the rows: where the diagonals stand, and what strategies note. */
static double
bytes_of_sweeps (const SeidelEngineDemand *demand)
{
  const double n = (double) demand->rows;
  const int sweeps = demand->matrix_sweeps + demand->triangles;
  double bytes = n * sizeof (int32_t) * (demand->triangles + (demand->matrix_sweeps > 0));

  if (demand->strategy == SEIDEL_CPU_PASSES)
    bytes += sweeps * n * (real_size (demand) + sizeof (atomic_int));
  /* The order, and the diagonals in it. */
  if (is_by_levels (demand))
    bytes += n * 3 * sizeof (int32_t);
  /* What one sweep of a chain learns for the next. */
  if (demand->matrix_sweeps > 0)
    bytes += 2 * n * real_size (demand);
  return bytes;
}

double
seidel_cpu_needed_bytes (const SeidelEngineDemand *demand)
{
  const bool in_rows = demand->storage == SEIDEL_STORAGE_CSR;
  const double n = (double) (demand->rows > demand->columns ? demand->rows : demand->columns);
  const double nonzeros = (double) demand->nonzeros;
  const double half = (nonzeros + n) / 2.0;
  double bytes = demand->vectors * n * real_size (demand)
                 + (in_rows ? bytes_of_rows (demand, nonzeros) : bytes_of_array (demand));

  if (demand->matrix_sweeps + demand->triangles > 0)
    bytes += bytes_of_sweeps (demand) + demand->triangles * bytes_of_rows (demand, half);
  if (is_by_levels (demand) && demand->matrix_sweeps + demand->triangles > 0)
    bytes +=
      bytes_of_copy (demand, n, nonzeros) + demand->triangles * bytes_of_copy (demand, n, half);
  if (demand->transposed && in_rows && !demand->symmetric)
    bytes += bytes_of_copy (demand, n, nonzeros);
  if (demand->diagonal)
    bytes += n * real_size (demand);
  return bytes;
}
