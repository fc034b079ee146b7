/* The strips of one direction from those of the other, on the device.
 *
 * Where each entry that a row depends on in one direction makes the row of its column depend on it
 * in the other, as in a symmetric pattern, the levels and strips of one direction are those of the
 * other in reverse. Nothing is assumed: every entry is asked whether it contradicts that, which
 * takes a hundredth of the time of looking for levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "levels/seidel-cuda-marks.cuh"
#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Entries of a row that are on their way at the same time. */
#define AT_ONCE 8

struct SeidelCudaMirror
{
  bool forward;
  int32_t n_levels;
  int32_t n_strips;
  int level_bits;
  uint64_t *keys; /* of each row: its strip and, in these bits, its level from 1; on the device */
};

/* A row in the one direction and in the other. */
struct MirroredRow
{
  int32_t strip;
  int32_t level;

  __device__
  MirroredRow (const SeidelCudaMirror &mirror, uint64_t key)
      : strip ((int32_t) (key >> mirror.level_bits)),
        level ((int32_t) (key & (((uint64_t) 1 << mirror.level_bits) - 1)))
  {
  }
};

static void
clear (SeidelContext *context, SeidelOperator *, void *data)
{
  seidel_cuda_release (context, ((SeidelCudaMirror *) data)->keys);
}

static const SeidelCudaAttachmentKind mirrors = { sizeof (SeidelCudaMirror), clear };

static const SeidelCudaMirror *
mirror_of (const SeidelCudaCells *cells)
{
  return (const SeidelCudaMirror *) seidel_cuda_attached (cells->A, &mirrors);
}

void
seidel_cuda_mirror_free (SeidelContext *context, SeidelOperator *A)
{
  seidel_cuda_detach (context, A, &mirrors);
}

static __global__ void
keep_kernel (int64_t n, const uint64_t *of_rows, int length_bits, uint64_t *keys)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < n)
    keys[row] = of_rows[row] >> length_bits;
}

bool
seidel_cuda_mirror_keep (SeidelContext *context,
                         const SeidelCudaCells *cells,
                         const uint64_t *of_rows)
{
  SeidelCudaMirror *mirror = (SeidelCudaMirror *) seidel_cuda_attach (cells->A, &mirrors);
  uint64_t *keys;

  if (mirror == NULL)
    return seidel_cuda_lanes_fail (context);
  keys = mirror->keys;
  if (keys == NULL)
    keys = (uint64_t *) seidel_cuda_malloc (context, (size_t) cells->n * sizeof *keys);
  *mirror = { cells->graph.forward, cells->n_levels, cells->strips.n_strips, cells->level_bits,
              keys };
  if (keys == NULL)
    return false;
  keep_kernel<<<seidel_cuda_grid (cells->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    cells->n, of_rows, cells->length_bits, mirror->keys);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

bool
seidel_cuda_has_mirror (const SeidelCudaCells *cells)
{
  const SeidelCudaMirror *mirror = mirror_of (cells);

  return mirror != NULL && mirror->forward != cells->graph.forward;
}

/* Whether what a row depends on comes before it in the reverse of the other direction. */
static __global__ void
contradict_kernel (SweptGraph graph, SeidelCudaMirror mirror, int *contradicted)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  bool contradicts = false;
  SeidelSwept swept;

  if (i >= graph.A.rows)
    return;
  swept = graph.swept (i);

  const MirroredRow row (mirror, mirror.keys[i]);

  for (int32_t from = 0; from < swept.length; from += AT_ONCE)
    {
      int32_t columns[AT_ONCE];
      uint64_t keys[AT_ONCE];

#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        columns[j] = from + j < swept.length ? graph.column (swept, from + j) : -1;
#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        keys[j] = columns[j] >= 0 ? mirror.keys[columns[j]] : 0;
#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        {
          const MirroredRow before (mirror, keys[j]);

          contradicts =
            contradicts
            || (columns[j] >= 0 && (before.level <= row.level || before.strip < row.strip));
        }
    }
  if (contradicts)
    *contradicted = 1;
}

void
seidel_cuda_mirror_check (SeidelContext *context, const SeidelCudaCells *cells, int *contradicted)
{
  contradict_kernel<<<seidel_cuda_grid (cells->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    cells->graph, *mirror_of (cells), contradicted);
}

static __global__ void
reverse_kernel (int64_t n,
                SeidelCudaMirror mirror,
                unsigned long long *marks,
                int32_t *strips,
                int32_t *n_strips)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i == 0)
    *n_strips = mirror.n_strips;
  if (i >= n)
    return;

  const MirroredRow row (mirror, mirror.keys[i]);
  FarMark mark;

  mark.level = mirror.n_levels + 1 - row.level;
  marks[i] = mark.word ();
  strips[i] = mirror.n_strips - 1 - row.strip;
}

bool
seidel_cuda_mirror_take (SeidelContext *context,
                         SeidelCudaCells *cells,
                         unsigned long long *marks,
                         int32_t *strips,
                         int32_t *n_strips)
{
  const SeidelCudaMirror mirror = *mirror_of (cells);

  cells->n_levels = mirror.n_levels;
  cells->strips.n_strips = mirror.n_strips;
  reverse_kernel<<<seidel_cuda_grid (cells->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    cells->n, mirror, marks, strips, n_strips + mirror.n_strips);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}
