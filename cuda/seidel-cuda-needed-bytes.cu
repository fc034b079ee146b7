/* The memory that a run is going to take on the device.
 *
 * The sums follow what the other files allocate; test-engine-memory compares them with what the
 * device then says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>

#include "seidel-cuda-needs.h"
#include "matrix/seidel-cuda-operator.h"
#include "sweep/seidel-cuda-sweep.h"

/* Rows of a matrix as an array begin at a multiple of so many numbers. */
#define LINE 32

/* What a context takes for itself: sums of blocks, mostly. */
#define CONTEXT_BYTES (1.0 * (1 << 20))

/* What cuBLAS takes once it is used: its workspaces and its code. */
#define BLAS_BYTES (128.0 * (1 << 20))

/* Entries of slices for each of the matrix: lanes without an entry are stored, too. */
#define SLICE_PADDING 1.05

static double
real_size (const SeidelEngineDemand *demand)
{
  return demand->precision == SEIDEL_PRECISION_SINGLE ? sizeof (float) : sizeof (double);
}

static double
padded (int64_t n)
{
  return (double) ((n + LINE - 1) / LINE * LINE);
}

static double
bytes_in_rows (const SeidelEngineDemand *demand, int64_t rows, double nonzeros)
{
  const double offset = nonzeros > INT32_MAX ? sizeof (int64_t) : sizeof (int32_t);

  return (double) (rows + 1) * offset + nonzeros * (sizeof (int32_t) + real_size (demand));
}

/* Room for the rows that an array is filled from, a piece at a time. */
static double
bytes_of_piece (const SeidelEngineDemand *demand)
{
  const int64_t longest = demand->columns > SEIDEL_CUDA_PIECE ? demand->columns : SEIDEL_CUDA_PIECE;

  return (double) (demand->rows + 1) * sizeof (int64_t)
         + (double) (demand->nonzeros < longest ? demand->nonzeros : longest)
             * (sizeof (int32_t) + sizeof (double));
}

/* One planned sweep over rows with so many entries beside the diagonal that they depend on. */
static double
bytes_of_plan (const SeidelEngineDemand *demand, double entries)
{
  const SeidelCudaPlanSize *size = seidel_cuda_plan_size (demand->strategy);
  const SeidelSweptLengths lengths = { demand->rows, demand->longest_half, (int64_t) entries };
  const double stored =
    size->stores ? SLICE_PADDING * entries * (sizeof (int32_t) + real_size (demand)) : 0.0;
  const double more =
    size->more != NULL ? size->more (&lengths, (size_t) real_size (demand), demand->levels) : 0.0;

  return (double) demand->rows
           * (size->indices * sizeof (int32_t) + size->numbers * real_size (demand))
         + stored + more;
}

/* What operators that are swept keep once: the place of the diagonal, and an array instead of x. */
static double
bytes_of_swept (const SeidelEngineDemand *demand)
{
  const SeidelCudaPlanSize *size = seidel_cuda_plan_size (demand->strategy);

  return (double) demand->rows * (sizeof (int32_t) + (size->spare ? real_size (demand) : 0.0));
}

/* One triangle by diagonals, and the diagonal: those that are stored so have little padding. */
static double
bytes_of_diagonals (const SeidelEngineDemand *demand, double entries)
{
  const bool by_diagonals = demand->stationary
                            && seidel_cuda_plan_size (demand->strategy)->by_diagonals
                            && demand->nonzeros >= SEIDEL_CUDA_LEAST_BY_DIAGONALS;
  const double real = real_size (demand);

  return by_diagonals ? entries * (real + sizeof (int64_t) / 32.0)
                          + (double) demand->rows * (real + sizeof (int32_t) / 32.0)
                      : 0.0;
}

static double
bytes_of_sweeps (const SeidelEngineDemand *demand)
{
  const double n = (double) demand->rows;
  const double entries = ((double) demand->nonzeros - n) / 2.0;
  double bytes = 0.0;

  if (demand->strategy < 0)
    return 0.0;
  if (demand->matrix_sweeps > 0)
    bytes += bytes_of_swept (demand) + demand->matrix_sweeps * bytes_of_plan (demand, entries)
             + bytes_of_diagonals (demand, entries)
             + n * seidel_cuda_plan_size (demand->strategy)->relaxed * real_size (demand);
  if (demand->matrix_sweeps > 0 && demand->storage != SEIDEL_STORAGE_CSR)
    bytes += bytes_in_rows (demand, demand->rows, (double) demand->nonzeros);
  bytes += demand->triangles
           * (bytes_in_rows (demand, demand->rows, entries + n) + bytes_of_swept (demand)
              + bytes_of_plan (demand, entries));
  return bytes;
}

static double
bytes_of_operator (const SeidelEngineDemand *demand)
{
  switch (demand->storage)
    {
    case SEIDEL_STORAGE_DENSE:
      return (double) demand->rows * padded (demand->columns) * real_size (demand);
    case SEIDEL_STORAGE_DIAGONALS:
      return (double) demand->diagonals
             * (padded (demand->rows) * real_size (demand) + sizeof (int64_t));
    default:
      return bytes_in_rows (demand, demand->rows, (double) demand->nonzeros);
    }
}

/* A dense table and what it is filled from; where an inverse is made there are two of them instead,
 * at the end. */
static double
bytes_of_factors (const SeidelEngineDemand *demand)
{
  const uint32_t inverses = 1u << SEIDEL_FACTORS_INVERSE | 1u << SEIDEL_FACTORS_TEXTBOOK_INVERSE;
  const double table = (double) demand->rows * padded (demand->rows) * real_size (demand);

  if (demand->factors == 0)
    return 0.0;
  return BLAS_BYTES + table + ((demand->factors & inverses) != 0 ? table : bytes_of_piece (demand));
}

double
seidel_cuda_needed_bytes (const SeidelEngineDemand *demand)
{
  const double n = (double) (demand->rows > demand->columns ? demand->rows : demand->columns);
  const bool in_rows = demand->storage == SEIDEL_STORAGE_CSR;
  const double of_sweeps = (double) SEIDEL_CUDA_SCRATCH_BYTES + (double) SEIDEL_CUDA_POOL_BYTES;
  double kept = CONTEXT_BYTES + (demand->strategy >= 0 ? of_sweeps : 0.0)
                + bytes_of_operator (demand) + bytes_of_sweeps (demand);
  double passing = demand->vectors * n * real_size (demand) + bytes_of_factors (demand);
  double scratch = 0.0;

  if (demand->transposed && in_rows)
    passing += bytes_in_rows (demand, demand->columns, (double) demand->nonzeros);
  if (demand->diagonal)
    passing += n * ((in_rows ? sizeof (int32_t) : 0) + real_size (demand));
  /* What is needed only to begin with, before the vectors of the method are there. */
  if (demand->strategy >= 0)
    scratch = n * seidel_cuda_plan_size (demand->strategy)->scratch * sizeof (int32_t);
  if (!in_rows)
    scratch += bytes_of_piece (demand);
  return kept + (scratch > passing ? scratch : passing);
}
