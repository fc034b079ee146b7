/* What the rows of sparse matrices are sums of, and how the lanes of a warp share them: for kernels
 * that make such matrices, or their values alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-coarsening.h"
#include "matrix/seidel-cuda-entries.cuh"

/* Threads of a block. */
#define THREADS 128

/* Tables that lanes of a warp look into at once begin in different banks of the shared memory. */
#define APART(lanes) ((lanes) < 32)

/* A row of A B: the entries of a row of A, each with a row of B. */
typedef struct
{
  SeidelCudaRows A;
  SeidelCudaRows B;
} ProductTerms;

/* The same of a B whose rows are in any order. */
typedef struct
{
  SeidelCudaRows A;
  SeidelCudaLoose B;
} LooseTerms;

/* A row of (I − step D⁻¹ A) T: the row itself, then its strong entries. */
typedef struct
{
  SeidelCudaCouplings couplings;
  double step;
} ProlongationTerms;

/* Entries that are added in one step, no two in the same column: column and value of the l-th are
 * what the functions below say. */
typedef struct
{
  int64_t begin;
  int32_t count;
  double factor;
} Addends;

static __device__ inline int64_t
steps_of (const ProductTerms &terms, int64_t row)
{
  return terms.A.offsets[row + 1] - terms.A.offsets[row];
}

static __device__ inline Addends
addends_of (const ProductTerms &terms, int64_t row, int64_t step)
{
  const int64_t k = terms.A.offsets[row] + step;
  const int32_t middle = terms.A.indices[k];
  const int32_t begin = terms.B.offsets[middle];

  return { begin, terms.B.offsets[middle + 1] - begin, terms.A.values[k] };
}

static __device__ inline int32_t
column_of (const ProductTerms &terms, const Addends &addends, int32_t l)
{
  return terms.B.indices[addends.begin + l];
}

static __device__ inline double
value_of (const ProductTerms &terms, const Addends &addends, int32_t l)
{
  return addends.factor * terms.B.values[addends.begin + l];
}

static __device__ inline int64_t
loose_start (const SeidelCudaLoose &rows, int64_t row)
{
  return rows.offsets != NULL ? rows.offsets[row] : row * rows.longest;
}

static __device__ inline int64_t
steps_of (const LooseTerms &terms, int64_t row)
{
  return terms.A.offsets[row + 1] - terms.A.offsets[row];
}

static __device__ inline Addends
addends_of (const LooseTerms &terms, int64_t row, int64_t step)
{
  const int64_t k = terms.A.offsets[row] + step;
  const int32_t middle = terms.A.indices[k];

  return { loose_start (terms.B, middle), terms.B.counts[middle], terms.A.values[k] };
}

static __device__ inline int32_t
column_of (const LooseTerms &terms, const Addends &addends, int32_t l)
{
  return terms.B.indices[addends.begin + l];
}

static __device__ inline double
value_of (const LooseTerms &terms, const Addends &addends, int32_t l)
{
  return addends.factor * terms.B.values[addends.begin + l];
}

static __device__ inline int64_t
steps_of (const ProlongationTerms &terms, int64_t row)
{
  const SeidelOperator &A = terms.couplings.A;

  return row_start (A, row + 1) - row_start (A, row) + 1;
}

static __device__ inline Addends
addends_of (const ProlongationTerms &terms, int64_t row, int64_t step)
{
  const SeidelCudaCouplings &couplings = terms.couplings;
  const int64_t k = row_start (couplings.A, row) + step - 1;
  int32_t aggregate;

  if (step == 0)
    return { couplings.aggregates[row], couplings.aggregates[row] >= 0, 1.0 - terms.step };
  aggregate = couplings.aggregates[couplings.A.column_indices[k]];
  return { aggregate, aggregate >= 0 && couplings.strong[k] != 0,
           -terms.step / couplings.diagonal[row] * ((const double *) couplings.A.values)[k] };
}

static __device__ inline int32_t
column_of (const ProlongationTerms &, const Addends &addends, int32_t)
{
  return (int32_t) addends.begin;
}

static __device__ inline double
value_of (const ProlongationTerms &, const Addends &addends, int32_t)
{
  return addends.factor;
}

/* Where a column is in a row that has it. */
static __device__ inline int
place_of (const int32_t *columns, int count, int32_t column)
{
  int low = 0;
  int high = count - 1;

  while (low < high)
    {
      const int middle = (low + high) / 2;

      if (columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The largest number of the lanes of the warp. */
static __device__ inline int64_t
most_of_warp (int64_t number)
{
  for (int half = 16; half > 0; half /= 2)
    number =
      max (number, (int64_t) __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, (long long) number, half));
  return number;
}

template <int LANES>
static unsigned int
blocks_for (int64_t rows)
{
  return (unsigned int) ((rows * LANES + THREADS - 1) / THREADS);
}
