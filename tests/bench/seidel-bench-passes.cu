/* Listing 3 of Fiorentini, Implementation of Gauss-Seidel algorithm for sparse matrices on Nvidia
 * GPU device (2022), with its launches, for comparison: one thread per row, one pass after the
 * other until none finds a row that is not done, the host waiting for each.
 *
 * The kernel is the one that was printed but for three things. The flag of a row is published with
 * release and read with acquire, once for each entry: without that the result is wrong by about a
 * thousandth. The right-hand side is a vector of its own; the report takes the incoming x for it.
 * And its type is a parameter. The engine's own strategy of the kind looks at the flags before it
 * adds up, which is faster; see cuda/seidel-cuda-sweep-passes.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-passes.h"

#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

/* As the report has it. */
#define THREADS 1024

struct SeidelBenchPasses
{
  bool single;
  int num_rows;
  /* All on the device; numbers are float or double. */
  int *row_ptr;
  int *col_ind;
  void *values;
  void *matrixDiagonal;
  void *b;
  void *x;
  void *y;
  int *modified;
  int *finish;
};

static __device__ int
load_acquire (const int *from)
{
  int value;

  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

static __device__ void
store_release (int *to, int value)
{
  asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(to), "r"(value) : "memory");
}

template <typename Real>
static __global__ void
forward_kernel (int num_rows,
                const int *row_ptr,
                const int *col_ind,
                const Real *values,
                const Real *matrixDiagonal,
                const Real *b,
                const Real *x,
                Real *y,
                int *modified,
                int *finish)
{
  const int row = blockIdx.x * blockDim.x + threadIdx.x;

  if (row < num_rows && modified[row] == 0)
    {
      Real tmp = b[row];
      const int row_start = row_ptr[row];
      const int row_end = row_ptr[row + 1];
      bool done = true;

      for (int col = row_start; col < row_end && done; col++)
        {
          if (col_ind[col] >= row)
            tmp -= values[col] * x[col_ind[col]];
          else if (load_acquire (modified + col_ind[col]) == 1)
            tmp -= values[col] * y[col_ind[col]];
          else
            done = false;
        }
      if (done)
        {
          tmp += x[row] * matrixDiagonal[row];
          y[row] = tmp / matrixDiagonal[row];
          store_release (modified + row, 1);
        }
      else
        finish[0] = 0;
    }
  __syncthreads ();
}

/* Ends the program: a benchmark that goes on after a failure measures nothing. */
static void
check (cudaError_t error)
{
  if (error == cudaSuccess)
    return;
  fprintf (stderr, "seidel-bench: the published kernel failed: %s\n", cudaGetErrorString (error));
  exit (1);
}

template <typename Number>
static Number *
upload (const Number *from, size_t n)
{
  Number *to = NULL;

  if (cudaMalloc ((void **) &to, (n > 0 ? n : 1) * sizeof *to) != cudaSuccess)
    {
      (void) cudaGetLastError ();
      return NULL;
    }
  if (from != NULL)
    check (cudaMemcpy (to, from, n * sizeof *to, cudaMemcpyHostToDevice));
  return to;
}

/* Numbers in the precision that is compared. */
static void *
upload_reals (bool single, const double *from, size_t n)
{
  float *narrowed;
  void *to;

  if (!single)
    return upload (from, n);
  narrowed = (float *) malloc ((n + 1) * sizeof *narrowed);
  if (narrowed == NULL)
    return NULL;
  for (size_t i = 0; i < n; i++)
    narrowed[i] = (float) from[i];
  to = upload (narrowed, n);
  free (narrowed);
  return to;
}

/* Where rows start, in the integers that the report has. */
static int *
upload_offsets (const int64_t *from, size_t n)
{
  int *narrowed = (int *) malloc (n * sizeof *narrowed);
  int *to;

  if (narrowed == NULL)
    return NULL;
  for (size_t i = 0; i < n; i++)
    narrowed[i] = (int) from[i];
  to = upload (narrowed, n);
  free (narrowed);
  return to;
}

static void *
upload_diagonal (bool single,
                 size_t n,
                 const int64_t *row_offsets,
                 const int32_t *column_indices,
                 const double *values)
{
  double *diagonal = (double *) calloc (n + 1, sizeof *diagonal);
  void *to;

  if (diagonal == NULL)
    return NULL;
  for (size_t i = 0; i < n; i++)
    for (int64_t k = row_offsets[i]; k < row_offsets[i + 1]; k++)
      if ((size_t) column_indices[k] == i)
        diagonal[i] = values[k];
  to = upload_reals (single, diagonal, n);
  free (diagonal);
  return to;
}

SeidelBenchPasses *
seidel_bench_passes_new (int64_t rows,
                         const int64_t *row_offsets,
                         const int32_t *column_indices,
                         const double *values,
                         bool single,
                         const double *b,
                         const double *x)
{
  const size_t n = (size_t) rows;
  const size_t nonzeros = (size_t) row_offsets[rows];
  SeidelBenchPasses *report;

  if (row_offsets[rows] > INT32_MAX)
    return NULL;
  report = (SeidelBenchPasses *) calloc (1, sizeof *report);
  if (report == NULL)
    return NULL;
  report->single = single;
  report->num_rows = (int) rows;
  report->row_ptr = upload_offsets (row_offsets, n + 1);
  report->col_ind = upload (column_indices, nonzeros);
  report->values = upload_reals (single, values, nonzeros);
  report->matrixDiagonal = upload_diagonal (single, n, row_offsets, column_indices, values);
  report->b = upload_reals (single, b, n);
  report->x = upload_reals (single, x, n);
  report->y = upload_reals (single, x, n);
  report->modified = upload<int> (NULL, n);
  report->finish = upload<int> (NULL, 1);
  if (report->row_ptr != NULL && report->col_ind != NULL && report->values != NULL
      && report->matrixDiagonal != NULL && report->b != NULL && report->x != NULL
      && report->y != NULL && report->modified != NULL && report->finish != NULL)
    return report;
  seidel_bench_passes_free (report);
  return NULL;
}

void
seidel_bench_passes_free (SeidelBenchPasses *report)
{
  cudaFree (report->row_ptr);
  cudaFree (report->col_ind);
  cudaFree (report->values);
  cudaFree (report->matrixDiagonal);
  cudaFree (report->b);
  cudaFree (report->x);
  cudaFree (report->y);
  cudaFree (report->modified);
  cudaFree (report->finish);
  free (report);
}

template <typename Real>
static void
launch (const SeidelBenchPasses *report)
{
  forward_kernel<Real><<<(report->num_rows + THREADS - 1) / THREADS, THREADS>>> (
    report->num_rows, report->row_ptr, report->col_ind, (const Real *) report->values,
    (const Real *) report->matrixDiagonal, (const Real *) report->b, (const Real *) report->x,
    (Real *) report->y, report->modified, report->finish);
}

void
seidel_bench_passes_sweep (void *data)
{
  SeidelBenchPasses *report = (SeidelBenchPasses *) data;
  void *updated = report->y;
  int finish = 0;

  check (cudaMemset (report->modified, 0, (size_t) report->num_rows * sizeof (int)));
  while (!finish)
    {
      finish = 1;
      check (cudaMemcpy (report->finish, &finish, sizeof finish, cudaMemcpyHostToDevice));
      if (report->single)
        launch<float> (report);
      else
        launch<double> (report);
      check (cudaGetLastError ());
      check (cudaDeviceSynchronize ());
      check (cudaMemcpy (&finish, report->finish, sizeof finish, cudaMemcpyDeviceToHost));
    }
  report->y = report->x;
  report->x = updated;
}

void
seidel_bench_passes_x (const SeidelBenchPasses *report, double *x)
{
  const size_t n = (size_t) report->num_rows;
  float *narrow;

  if (!report->single)
    {
      check (cudaMemcpy (x, report->x, n * sizeof *x, cudaMemcpyDeviceToHost));
      return;
    }
  narrow = (float *) malloc ((n + 1) * sizeof *narrow);
  if (narrow == NULL)
    check (cudaErrorMemoryAllocation);
  check (cudaMemcpy (narrow, report->x, n * sizeof *narrow, cudaMemcpyDeviceToHost));
  for (size_t i = 0; i < n; i++)
    x[i] = narrow[i];
  free (narrow);
}
