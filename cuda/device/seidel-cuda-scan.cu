/* Sorting and prefix sums on the device: see seidel-cuda-scan.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "seidel-cuda-scan.h"

bool
seidel_cuda_sort_pairs (SeidelContext *context,
                        SeidelCudaScanSpace *space,
                        const SeidelCudaPairs *pairs,
                        int64_t n,
                        int bits,
                        const char *what)
{
  return seidel_cuda_check (context,
                            cub::DeviceRadixSort::SortPairs (space->memory, space->bytes,
                                                             pairs->keys, pairs->sorted_keys,
                                                             pairs->numbers, pairs->sorted_numbers,
                                                             n, 0, bits, context->stream),
                            what);
}

bool
seidel_cuda_sort_wide_pairs (SeidelContext *context,
                             SeidelCudaScanSpace *space,
                             uint64_t *keys[2],
                             int32_t *numbers[2],
                             int64_t n,
                             int bits,
                             const char *what)
{
  cub::DoubleBuffer<uint64_t> both_keys (keys[0], keys[1]);
  cub::DoubleBuffer<int32_t> both_numbers (numbers[0], numbers[1]);
  const cudaError_t error =
    cub::DeviceRadixSort::SortPairs (space->memory, space->bytes, both_keys, both_numbers, n, 0,
                                     bits, context->stream);

  keys[0] = both_keys.Current ();
  keys[1] = both_keys.Alternate ();
  numbers[0] = both_numbers.Current ();
  numbers[1] = both_numbers.Alternate ();
  return seidel_cuda_check (context, error, what);
}

template <typename Number>
bool
seidel_cuda_exclusive_sum (SeidelContext *context,
                           SeidelCudaScanSpace *space,
                           const Number *from,
                           Number *to,
                           int64_t n,
                           const char *what)
{
  return seidel_cuda_check (context,
                            cub::DeviceScan::ExclusiveSum (space->memory, space->bytes, from, to, n,
                                                           context->stream),
                            what);
}

template bool seidel_cuda_exclusive_sum<int32_t> (SeidelContext *,
                                                  SeidelCudaScanSpace *,
                                                  const int32_t *,
                                                  int32_t *,
                                                  int64_t,
                                                  const char *);
template bool seidel_cuda_exclusive_sum<int64_t> (SeidelContext *,
                                                  SeidelCudaScanSpace *,
                                                  const int64_t *,
                                                  int64_t *,
                                                  int64_t,
                                                  const char *);

template <typename Number>
bool
seidel_cuda_inclusive_sum (SeidelContext *context,
                           SeidelCudaScanSpace *space,
                           const Number *from,
                           Number *to,
                           int64_t n,
                           const char *what)
{
  return seidel_cuda_check (context,
                            cub::DeviceScan::InclusiveSum (space->memory, space->bytes, from, to, n,
                                                           context->stream),
                            what);
}

template bool seidel_cuda_inclusive_sum<int32_t> (SeidelContext *,
                                                  SeidelCudaScanSpace *,
                                                  const int32_t *,
                                                  int32_t *,
                                                  int64_t,
                                                  const char *);
template bool seidel_cuda_inclusive_sum<int64_t> (SeidelContext *,
                                                  SeidelCudaScanSpace *,
                                                  const int64_t *,
                                                  int64_t *,
                                                  int64_t,
                                                  const char *);

struct Larger
{
  __device__ int32_t
  operator() (int32_t a, int32_t b) const
  {
    return max (a, b);
  }
};

bool
seidel_cuda_inclusive_maximum (SeidelContext *context,
                               SeidelCudaScanSpace *space,
                               const int32_t *from,
                               int32_t *to,
                               int64_t n,
                               const char *what)
{
  return seidel_cuda_check (context,
                            cub::DeviceScan::InclusiveScan (space->memory, space->bytes, from, to,
                                                            Larger (), n, context->stream),
                            what);
}
