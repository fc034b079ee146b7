/* Solves (D + L) x = b on a CUDA device with the library and with cuSPARSE, and compares the times.
 *
 *   cc cuda-sweeper.c $(pkg-config --cflags --libs seidel) -lcusparse -lcudart -o cuda-sweeper
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <seidel.h>

#define N   1000000 /* rows: 4 on the diagonal, −1 one and 1,000 columns before it */
#define ALL (cusparseOperation_t) 0, &one, L, from, to, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, plan

int
main (void)
{
  SeidelArrays A = SEIDEL_ARRAYS_INIT;
  cusparseHandle_t handle;
  cusparseSpMatDescr_t L;
  cusparseDnVecDescr_t from, to;
  cusparseSpSVDescr_t plan;
  double *values, *b, *x, *y, one = 1.0;
  int *columns, *offsets, k = 0, good = 1;
  size_t bytes;
  void *room;

  if (cudaMallocManaged ((void **) &values, 65 * N, cudaMemAttachGlobal) != cudaSuccess)
    return 77; /* there is no device */
  b = values + 3 * N, x = b + N, y = x + N;
  offsets = (int *) (y + N), columns = offsets + N + 1;
  for (int i = offsets[0] = 0; i < N; b[i] = 1.0, offsets[++i] = k)
    for (int step = 1000; step >= 0; step = step == 1000 ? 1 : step - 1)
      if (i >= step)
        columns[k] = i - step, values[k++] = step == 0 ? 4.0 : -1.0;
  A.rows = A.columns = N;
  A.row_offsets = offsets, A.offset_numbers = SEIDEL_NUMBERS_INT32;
  A.column_indices = columns, A.values = values, A.memory = SEIDEL_MEMORY_CUDA;
  SeidelSweeper *sweeper = seidel_sweeper_new_from_arrays (&A, NULL, NULL, NULL);
  cusparseCreate (&handle);
  cusparseCreateCsr (&L, N, N, k, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F);
  cusparseCreateDnVec (&from, N, b, CUDA_R_64F);
  cusparseCreateDnVec (&to, N, y, CUDA_R_64F);
  cusparseSpSV_createDescr (&plan);
  cusparseSpSV_bufferSize (handle, ALL, &bytes);
  cudaMalloc (&room, bytes);
  cusparseSpSV_analysis (handle, ALL, room);
  for (int turn = 0; turn < 8; turn++) /* the first two bring the arrays to the device */
    {
      gint64 begin = g_get_monotonic_time ();
      for (int repeat = 0; repeat < 20; repeat++)
        good &= turn % 2 == 1 ? cusparseSpSV_solve (handle, ALL) == CUSPARSE_STATUS_SUCCESS
                              : seidel_sweeper_solve (sweeper, SEIDEL_SWEEP_FORWARD, b, x, NULL);
      cudaDeviceSynchronize ();
      g_print ("%s %d µs\n", turn % 2 == 1 ? "cusparse" : "seidel",
               (int) (g_get_monotonic_time () - begin) / 20);
    }
  return good && x[N - 1] - y[N - 1] < 1e-9 && y[N - 1] - x[N - 1] < 1e-9 ? 0 : 1;
}
