/* Rows of strips in slices, on the device: see seidel-cuda-strips-device.cuh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-strips-device.cuh"

#define WHAT SEIDEL_STRIPS_WHAT

/* Entries of a lane that are on their way at the same time. */
#define AT_ONCE 8

/* Runs: the rows of a level of a strip. */
typedef struct
{
  const int32_t *starts;      /* count + 1, into the listed rows */
  const int32_t *count_found; /* on the device */
  int32_t count;              /* 0 until it is brought to the host */
  const uint64_t *keys;
  const int64_t
    *sums; /* entries of the rows before each; NULL: a row takes one lane of one slice */
  int length_bits;
  int level_bits;
  int64_t longest;
  int entries;
} Runs;

/* One after the other, the groups of rows that share slices. */
struct Groups
{
  const Runs &runs;
  int32_t next;
  int32_t end;
  int64_t fair;

  __device__
  Groups (const Runs &of, int32_t run)
      : runs (of), next (of.starts[run]), end (of.starts[run + 1]),
        fair (of.sums != NULL ? seidel_fair_slices (of.sums[end] - of.sums[next], 1, of.entries)
                              : 1)
  {
  }

  __device__ inline bool
  take (SeidelGroup *group)
  {
    const uint64_t mask = ((uint64_t) 1 << runs.length_bits) - 1;

    if (next >= end)
      return false;
    *group = seidel_next_group (runs.sums != NULL
                                  ? (int32_t) (runs.longest - (int64_t) (runs.keys[next] & mask))
                                  : 0,
                                next, end, fair, runs.entries);
    next += group->count;
    return true;
  }
};

static __global__ void
heads_kernel (const uint64_t *keys, int length_bits, int64_t n, int32_t *heads)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    heads[i] = i == 0 || keys[i] >> length_bits != keys[i - 1] >> length_bits;
}

/* numbers: of the runs up to each row; count receives that of all. */
static __global__ void
starts_kernel (const int32_t *numbers, int64_t n, int32_t *starts, int32_t *count)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n && (i == 0 || numbers[i] != numbers[i - 1]))
    starts[numbers[i] - 1] = (int32_t) i;
  if (i == n - 1)
    {
      starts[numbers[i]] = (int32_t) n;
      *count = numbers[i];
    }
}

static __global__ void
lengths_kernel (const uint64_t *keys, int length_bits, int64_t longest, int64_t n, int64_t *lengths)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const uint64_t mask = ((uint64_t) 1 << length_bits) - 1;

  if (i <= n)
    lengths[i] = i < n ? longest - (int64_t) (keys[i] & mask) : 0;
}

/* As many as if each row were a run: the host does not know better yet. */
static __global__ void
count_slices_kernel (Runs runs, int64_t n, int64_t *slices)
{
  const int64_t run = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  SeidelGroup group;

  if (run > n)
    return;
  slices[run] = 0;
  if (run >= *runs.count_found)
    return;
  if (runs.sums == NULL)
    {
      slices[run] =
        (runs.starts[run + 1] - runs.starts[run] + SEIDEL_SLICE_LANES - 1) / SEIDEL_SLICE_LANES;
      return;
    }
  for (Groups groups (runs, (int32_t) run); groups.take (&group);)
    slices[run] += group.slices;
}

static __device__ inline int32_t
strip_of (const Runs &runs, int64_t run)
{
  return (int32_t) (runs.keys[runs.starts[run]] >> runs.length_bits >> runs.level_bits);
}

/* The slices before each strip; not to be used where the total of all does not fit into 32 bits. */
static __global__ void
strips_first_kernel (Runs runs, const int64_t *slices, int32_t n_strips, int32_t *firsts)
{
  const int64_t run = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t count = *runs.count_found;

  if (run > count)
    return;
  if (run == count)
    firsts[n_strips] = (int32_t) slices[run];
  else if (run == 0 || strip_of (runs, run) != strip_of (runs, run - 1))
    firsts[strip_of (runs, run)] = (int32_t) slices[run];
}

/* moves: where the slices of each strip go from where they would be in the order of the strips. */
static __global__ void
cut_kernel (Runs runs,
            const int64_t *slices,
            const int32_t *moves,
            SeidelCudaCutSlice *cut,
            int32_t *levels)
{
  const int64_t run = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  SeidelGroup group;
  int64_t slice;
  int32_t level;

  if (run >= runs.count)
    return;
  slice = slices[run] + moves[strip_of (runs, run)];
  level = (int32_t) (runs.keys[runs.starts[run]] >> runs.length_bits
                     & (((uint64_t) 1 << runs.level_bits) - 1));
  for (Groups groups (runs, (int32_t) run); groups.take (&group);)
    for (int32_t step = 0; step < group.slices; step++, slice++)
      {
        cut[slice] = { group.first, group.count, (int16_t) group.lanes,
                       (int16_t) (step == group.slices - 1), step };
        levels[slice] = level - 1;
      }
}

/* A warp a slice: where the rows that it finishes are published. */
static __global__ void
places_kernel (const SeidelCudaCutSlice *cut,
               int64_t n_slices,
               const int32_t *listed,
               int32_t *rows,
               int32_t *places)
{
  const int64_t slice = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  int32_t row = -1;

  if (slice >= n_slices)
    return;
  if (cut[slice].finishes && lane % cut[slice].lanes == 0
      && lane / cut[slice].lanes < cut[slice].count)
    {
      row = listed[cut[slice].first + lane / cut[slice].lanes];
      places[row] = (int32_t) (slice * SEIDEL_SLICE_LANES + lane);
    }
  rows[slice * SEIDEL_SLICE_LANES + lane] = row;
}

/* The entries of a lane of a slice: from one on, every so many. */
struct LaneEntries
{
  SeidelSwept swept;
  int32_t row; /* −1: none */
  int64_t first;
  int every;

  __device__
  LaneEntries (const SweptGraph &graph,
               const SeidelCudaCutSlice &cut,
               const int32_t *listed,
               int entries)
      : swept{ 0, 0 }, row (-1), every (cut.lanes)
  {
    const int lane = threadIdx.x % 32;
    const SeidelGroup group = { cut.first, cut.count, cut.lanes, 0 };

    first = seidel_group_entry (&group, cut.step, lane, 0, entries);
    if (lane / cut.lanes >= cut.count)
      return;
    row = listed[cut.first + lane / cut.lanes];
    swept = graph.swept (row);
  }

  /* −1: there is none. */
  __device__ inline int64_t
  entry (const SweptGraph &graph, int e) const
  {
    const int64_t at = first + (int64_t) e * every;

    return at < swept.length ? graph.entry (swept, at) : -1;
  }
};

/* A warp a slice. */
static __global__ void
needs_kernel (SweptGraph graph,
              const SeidelCudaCutSlice *cut,
              int64_t n_slices,
              const int32_t *listed,
              const int32_t *places,
              int entries,
              int32_t *needs)
{
  const int64_t slice = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;

  if (slice >= n_slices)
    return;
  const LaneEntries of_lane (graph, cut[slice], listed, entries);

  needs += slice * entries * SEIDEL_SLICE_LANES + threadIdx.x % 32;
  for (int from = 0; from < entries; from += AT_ONCE)
    {
      int32_t found[AT_ONCE];

#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        {
          const int64_t k = from + i < entries ? of_lane.entry (graph, from + i) : -1;

          found[i] = k >= 0 ? graph.A.column_indices[k] : -1;
        }
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        found[i] = found[i] >= 0 ? places[found[i]] : -1;
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        if (from + i < entries)
          needs[(from + i) * SEIDEL_SLICE_LANES] = found[i];
    }
}

static bool
launched (SeidelContext *context)
{
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

template <typename Number>
static bool
sum_up (SeidelContext *context, SeidelCudaCells *cells, Number *numbers, int64_t count)
{
  return launched (context)
         && seidel_cuda_exclusive_sum (context, &cells->space, numbers, numbers, count, WHAT);
}

/* Finds the runs, in memory that cells have left. */
static bool
find_runs (SeidelContext *context,
           SeidelCudaCells *cells,
           const SeidelSliceShape *shape,
           Runs *runs)
{
  const unsigned int blocks = seidel_cuda_grid (cells->n + 1);
  int32_t *heads = cells->spare_rows;

  *runs = { cells->spare_strips,
            cells->spare_word,
            0,
            cells->keys,
            NULL,
            cells->length_bits,
            cells->level_bits,
            cells->lengths.longest,
            shape->entries };
  heads_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (cells->keys, cells->length_bits,
                                                                   cells->n, heads);
  if (!launched (context)
      || !seidel_cuda_inclusive_sum (context, &cells->space, heads, heads, cells->n, WHAT))
    return false;
  starts_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (heads, cells->n,
                                                                    cells->spare_strips,
                                                                    cells->spare_word);
  if (cells->length_bits > 0)
    {
      int64_t *sums = (int64_t *) cells->spare_keys;

      lengths_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (cells->keys,
                                                                         cells->length_bits,
                                                                         cells->lengths.longest,
                                                                         cells->n, sums);
      if (!sum_up (context, cells, sums, cells->n + 1))
        return false;
      runs->sums = sums;
    }
  return launched (context);
}

/* Counts the slices before each run, and brings those before each strip to the host. */
static SeidelStripsResult
count_slices (SeidelContext *context,
              SeidelCudaCells *cells,
              Runs *runs,
              SeidelCudaStrips *strips,
              int32_t *firsts)
{
  const unsigned int blocks = seidel_cuda_grid (cells->n + 1);
  const size_t bytes = ((size_t) strips->n_strips + 1) * sizeof *firsts;
  SeidelCudaArrivals arrivals = {};

  count_slices_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*runs, cells->n,
                                                                          cells->spare_far);
  if (!sum_up (context, cells, cells->spare_far, cells->n + 1))
    return SEIDEL_STRIPS_FAILED;
  strips_first_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*runs, cells->spare_far,
                                                                          strips->n_strips,
                                                                          cells->spare_rows);
  if (!launched (context)
      || !seidel_cuda_bring (context, &arrivals, &runs->count, runs->count_found,
                             sizeof runs->count)
      || !seidel_cuda_bring (context, &arrivals, &strips->n_slices, cells->spare_far + cells->n,
                             sizeof strips->n_slices)
      || !seidel_cuda_bring (context, &arrivals, firsts, cells->spare_rows, bytes)
      || !seidel_cuda_brought (context, &arrivals, WHAT))
    return SEIDEL_STRIPS_FAILED;
  return strips->n_slices <= seidel_strips_most_slices (&cells->lengths, &strips->settings.shape,
                                                        strips->n_levels)
           ? SEIDEL_STRIPS_DONE
           : SEIDEL_STRIPS_TOO_THIN;
}

/* From the slices before each strip to where its own go from there, worker by worker, which is the
 * order of moved; slices receives those of each strip. */
static void
move_strips (const SeidelCudaStrips *strips,
             int32_t *firsts,
             int32_t *slices,
             SeidelCudaCutStrip *moved)
{
  const int workers = strips->settings.workers;
  const int32_t of_page = strips->settings.slices;
  int32_t slice = 0;

  for (int32_t strip = 0; strip < strips->n_strips; strip++)
    slices[strip] = firsts[strip + 1] - firsts[strip];
  for (int worker = 0; worker < workers; worker++)
    {
      int32_t page = 0;

      for (int32_t strip = worker; strip < strips->n_strips; strip += workers)
        {
          *moved++ = { slice, page };
          firsts[strip] = slice - firsts[strip];
          slice += slices[strip];
          page += (slices[strip] + of_page - 1) / of_page;
        }
    }
  *moved = { slice, 0 };
}

/* Where the slices of the strips go, into spare_rows. */
static SeidelStripsResult
place_strips (SeidelContext *context,
              SeidelCudaCells *cells,
              Runs *runs,
              SeidelCudaStrips *strips,
              SeidelCudaCut *cut)
{
  const size_t n = (size_t) strips->n_strips + 1;
  int32_t *slices = (int32_t *) malloc (n * sizeof *slices);
  SeidelStripsResult result = SEIDEL_STRIPS_NO_MEMORY;

  cut->moves = (int32_t *) malloc (n * sizeof *cut->moves);
  cut->strips = (SeidelCudaCutStrip *) malloc (n * sizeof *cut->strips);
  if (slices != NULL && cut->moves != NULL && cut->strips != NULL)
    result = count_slices (context, cells, runs, strips, cut->moves);
  if (result == SEIDEL_STRIPS_DONE)
    {
      move_strips (strips, cut->moves, slices, cut->strips);
      strips->nanoseconds = seidel_strip_graph_predict (&cells->strips, &strips->settings, slices);
      if (strips->nanoseconds < 0.0)
        result = SEIDEL_STRIPS_NO_MEMORY;
      else if (!seidel_cuda_check (context,
                                   cudaMemcpyAsync (cells->spare_rows, cut->moves,
                                                    n * sizeof *cut->moves, cudaMemcpyHostToDevice,
                                                    context->stream),
                                   WHAT))
        result = SEIDEL_STRIPS_FAILED;
    }
  free (slices);
  return result;
}

void
seidel_cuda_cut_clear (SeidelContext *context, SeidelCudaCut *cut)
{
  free (cut->strips);
  free (cut->moves);
  free (cut->firsts);
  free (cut->workers_first);
  seidel_cuda_scratch_free (context, cut->slices);
  memset (cut, 0, sizeof *cut);
}

void
seidel_cuda_strips_lay_out_slices (const SeidelContext *context,
                                   SeidelCudaLayout *layout,
                                   SeidelCudaStrips *strips)
{
  const size_t n_slices = (size_t) strips->n_slices;

  strips->lanes.shape = strips->settings.shape;
  strips->lanes.n_levels = strips->n_levels;
  strips->rows = layout->take<int32_t> (n_slices * SEIDEL_SLICE_LANES);
  strips->levels = layout->take<int32_t> (n_slices);
  seidel_cuda_lanes_lay_out (context, layout, &strips->lanes, strips->n_slices,
                             strips->rows_of_matrix);
  strips->published =
    layout->take<char> (n_slices * SEIDEL_SLICE_LANES * strips->settings.real_size);
}

/* Room for the slices, and for what pages do not need. */
static bool
provide (SeidelContext *context, SeidelCudaStrips *strips, SeidelCudaCut *cut)
{
  cut->slices = (SeidelCudaCutSlice *) seidel_cuda_scratch_new (context, (size_t) strips->n_slices
                                                                           * sizeof *cut->slices);
  if (cut->slices != NULL)
    strips->memory =
      seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
        seidel_cuda_strips_lay_out_slices (context, layout, strips);
      });
  return strips->memory != NULL;
}

/* Cuts the rows into slices, and finds the place of each row. */
static SeidelStripsResult
cut_slices (SeidelContext *context,
            SeidelCudaCells *cells,
            SeidelCudaStrips *strips,
            SeidelCudaCut *cut)
{
  SeidelStripsResult result;
  Runs runs;

  if (!find_runs (context, cells, &strips->settings.shape, &runs))
    return SEIDEL_STRIPS_FAILED;
  result = place_strips (context, cells, &runs, strips, cut);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  if (!provide (context, strips, cut))
    return SEIDEL_STRIPS_FAILED;
  cut_kernel<<<seidel_cuda_grid (runs.count), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    runs, cells->spare_far, cells->spare_rows, cut->slices, strips->levels);
  places_kernel<<<seidel_cuda_grid (strips->n_slices * 32), SEIDEL_CUDA_BLOCK, 0,
                  context->stream>>> (cut->slices, strips->n_slices, cells->rows, strips->rows,
                                      strips->lanes.places);
  return launched (context) ? SEIDEL_STRIPS_DONE : SEIDEL_STRIPS_FAILED;
}

/* Cuts the slices into pages; what they need is where their values go afterwards. */
static bool
finish (SeidelContext *context,
        const SeidelCudaCells *cells,
        SeidelCudaCut *cut,
        SeidelCudaStrips *strips)
{
  int32_t *const needs = (int32_t *) strips->lanes.values;

  needs_kernel<<<seidel_cuda_grid (strips->n_slices * 32), SEIDEL_CUDA_BLOCK, 0,
                 context->stream>>> (cells->graph, cut->slices, strips->n_slices, cells->rows,
                                     strips->lanes.places, strips->settings.shape.entries, needs);
  /* What was needed on the way may be freed then. */
  return launched (context) && seidel_cuda_pages_cut (context, cut, needs, strips)
         && seidel_cuda_wait (context, WHAT);
}

void
seidel_cuda_strips_free (SeidelCudaStrips *strips)
{
  cudaFree (strips->memory);
  cudaFree (strips->pages_memory);
  seidel_cuda_lanes_clear (&strips->lanes);
  memset (strips, 0, sizeof *strips);
}

/* Values, where they are there: freeing what was needed on the way waits for the device, which does
 * this meanwhile. */
static bool
fill (SeidelContext *context, const SeidelCudaCells *cells, SeidelCudaStrips *strips)
{
  return cells->A->arriving != NULL
         || seidel_cuda_strips_fill (context, cells->A,
                                     cells->graph.forward ? SEIDEL_DIRECTION_FORWARD
                                                          : SEIDEL_DIRECTION_BACKWARD,
                                     strips);
}

SeidelStripsResult
seidel_cuda_strips_init (SeidelContext *context,
                         const SeidelStripsSettings *settings,
                         SeidelCudaCells *cells,
                         SeidelCudaStrips *strips)
{
  SeidelCudaCut cut = {};
  SeidelStripsResult result;

  memset (strips, 0, sizeof *strips);
  strips->settings = *settings;
  strips->rows_of_matrix = cells->n;
  result = seidel_cuda_cells_divide (context, settings, cells);
  if (result != SEIDEL_STRIPS_DONE)
    return result;
  strips->n_levels = cells->n_levels;
  strips->n_strips = cells->strips.n_strips;
  result = cut_slices (context, cells, strips, &cut);
  if (result == SEIDEL_STRIPS_DONE
      && !(finish (context, cells, &cut, strips) && fill (context, cells, strips)))
    result = SEIDEL_STRIPS_FAILED;
  if (result != SEIDEL_STRIPS_DONE)
    {
      cudaStreamSynchronize (context->stream);
      seidel_cuda_strips_free (strips);
    }
  /* Nothing is kept of strips that there are not, nor when both directions are planned. */
  if (result != SEIDEL_STRIPS_DONE || seidel_cuda_has_mirror (cells))
    seidel_cuda_mirror_free (context, cells->A);
  seidel_cuda_cut_clear (context, &cut);
  seidel_cuda_cells_clear (context, cells);
  return result;
}
