/* Sorting and prefix sums on the device, by CUB, whose headers take longer to compile than anything
 * else: they are included in one file.
 *
 * Each is called twice: with workspace NULL it only sets *bytes to what it takes for n items. Work
 * is given to the stream of the context. False and the sticky status on failure, which names what
 * was done.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-context.h"

/* Memory of the device for one such call. */
typedef struct
{
  void *memory;
  size_t bytes;
} SeidelCudaScanSpace;

/* Keys with a number each, and where they come to by the keys; all on the device. */
typedef struct
{
  const int32_t *keys;
  const int32_t *numbers;
  int32_t *sorted_keys;
  int32_t *sorted_numbers;
} SeidelCudaPairs;

/* Stably, by the lowest bits of keys that are not negative. */
bool seidel_cuda_sort_pairs (SeidelContext *context,
                             SeidelCudaScanSpace *space,
                             const SeidelCudaPairs *pairs,
                             int64_t n,
                             int bits,
                             const char *what);

/* The same of 64 bits; of each two arrays the first has the result afterwards, having changed
 * places with the other where that has it. */
bool seidel_cuda_sort_wide_pairs (SeidelContext *context,
                                  SeidelCudaScanSpace *space,
                                  uint64_t *keys[2],
                                  int32_t *numbers[2],
                                  int64_t n,
                                  int bits,
                                  const char *what);

/* to[i] ← the sum of from[0 … i − 1], or of from[0 … i], of 32 or 64 bits; to may be from. */
template <typename Number>
bool seidel_cuda_exclusive_sum (SeidelContext *context,
                                SeidelCudaScanSpace *space,
                                const Number *from,
                                Number *to,
                                int64_t n,
                                const char *what);
template <typename Number>
bool seidel_cuda_inclusive_sum (SeidelContext *context,
                                SeidelCudaScanSpace *space,
                                const Number *from,
                                Number *to,
                                int64_t n,
                                const char *what);
/* … the largest of from[0 … i]. */
bool seidel_cuda_inclusive_maximum (SeidelContext *context,
                                    SeidelCudaScanSpace *space,
                                    const int32_t *from,
                                    int32_t *to,
                                    int64_t n,
                                    const char *what);
