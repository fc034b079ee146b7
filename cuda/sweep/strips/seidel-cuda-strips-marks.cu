/* Marks of grids in closed form (seidel-cuda-grid.h), on the device, which are checked while they
 * are written.
 *
 * The check is a proof: in the order of the sweep the first row depends on nothing, and if the
 * marks of all rows before a row are right, its own is what follows from those that it depends on.
 * So, where each row's mark follows from the marks guessed for these, all of them are those that
 * rows would find by waiting for each other. No row waits here, and the entries are read once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "levels/seidel-cuda-marks.cuh"
#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Entries of a row that are on their way at the same time. */
#define AT_ONCE 4

typedef struct
{
  SweptGraph graph;
  SeidelFarClasses classes;
  SeidelGridMarks grid;
  unsigned long long *marks; /* of each row */
  int *highest;              /* of each number of the marks */
  int *refuted;
} Guess;

static __device__ inline int32_t
place_of (const Guess &guess, int32_t row)
{
  return guess.graph.forward ? row : (int32_t) guess.graph.A.rows - 1 - row;
}

static __device__ inline FarMark
guessed_mark (const Guess &guess, int32_t row)
{
  return FarMark (seidel_grid_mark (&guess.grid, (uint32_t) place_of (guess, row)));
}

/* What follows from the marks guessed for those that a row depends on. */
static __device__ inline FarMark
following_mark (const Guess &guess, int32_t row)
{
  const SeidelSwept swept = guess.graph.swept (row);
  FarMark mark;

  for (int32_t from = 0; from < swept.length; from += AT_ONCE)
    {
      int32_t columns[AT_ONCE];

#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        columns[j] = from + j < swept.length ? guess.graph.column (swept, from + j) : -1;
#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        if (columns[j] >= 0)
          mark.take (guessed_mark (guess, columns[j]), guess.classes, abs (row - columns[j]));
    }
  return mark.counted ();
}

static __global__ void
guess_kernel (Guess guess)
{
  const int64_t at = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (at >= guess.graph.A.rows)
    return;

  const int32_t row = (int32_t) at;
  const FarMark mark = guessed_mark (guess, row);

  if (following_mark (guess, row).word () != mark.word ())
    *guess.refuted = 1;
  guess.marks[row] = mark.word ();
  /* All numbers grow with the coordinates. */
  if (place_of (guess, row) == guess.graph.A.rows - 1)
    for (int i = 0; i < FarMark::NUMBERS; i++)
      guess.highest[i] = mark.number (i);
}

bool
seidel_cuda_guess_far_marks (SeidelContext *context,
                             const SeidelCudaCells *cells,
                             const SeidelCudaFarMarks *guessed,
                             int *refuted)
{
  const Guess guess = { cells->graph,   cells->classes,           cells->grid,
                        guessed->marks, guessed->counts->highest, refuted };

  guess_kernel<<<seidel_cuda_grid (cells->n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (guess);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}
