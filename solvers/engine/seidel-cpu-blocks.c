/* Blocks of the CPU engine: one column index a block instead of one a number, and the inverses of
 * the diagonal kept.
 *
 * Several threads sweep by the levels of the nodes, as the rows of other sweeps; the sums of a node
 * are the same in every order of the nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-cpu-blocks.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "engine/seidel-cpu-sweep-private.h"
#include "engine/seidel-engines.h"

/* Nodes between two polls. */
#define NODES_PER_POLL 2048

/* Numbers after the last block, which kernels read without using them. */
#define PADDING 4

static const SeidelCpuBlockKernels *
kernels_of (const SeidelContext *context)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE ? &seidel_cpu_float_blocks
                                                                : &seidel_cpu_double_blocks;
}

static void
blocks_free (SeidelContext *context, SeidelBlocks *blocks)
{
  if (blocks == NULL)
    return;
  for (int i = 0; i < 2; i++)
    {
      free (blocks->levels[i].nodes);
      free (blocks->levels[i].offsets);
    }
  if (blocks->system != NULL)
    blocks->system->blocks = NULL;
  free (blocks->sums);
  free (blocks->inverses);
  free (blocks->offsets);
  free (blocks->splits);
  free (blocks->columns);
  free (blocks->values);
  free (blocks);
}

/* The nodes that the rows of a node have entries in, ascending, with itself or without; seen holds
 * for each node the last one that met it, plus 1. */
static int64_t
list_neighbours (const SeidelCsrView *matrix,
                 int size,
                 int64_t node,
                 bool itself,
                 int64_t *seen,
                 int32_t *neighbours)
{
  int64_t n = 0;

  if (!itself)
    seen[node] = node + 1;
  for (int64_t k = matrix->row_offsets[node * size]; k < matrix->row_offsets[(node + 1) * size];
       k++)
    {
      const int32_t other = matrix->column_indices[k] / size;
      int64_t place = n;

      if (seen[other] == node + 1)
        continue;
      seen[other] = node + 1;
      /* Most are larger than all before. */
      for (; place > 0 && neighbours[place - 1] > other; place--)
        neighbours[place] = neighbours[place - 1];
      neighbours[place] = other;
      n++;
    }
  return n;
}

/* Whether the rows of a node have the same columns, all of whole blocks. */
static bool
is_whole (const SeidelCsrView *matrix, int size, int64_t node)
{
  const int64_t *offsets = matrix->row_offsets + node * size;
  const int32_t *columns = matrix->column_indices + offsets[0];
  const int64_t length = offsets[1] - offsets[0];

  if (length % size != 0)
    return false;
  for (int i = 1; i < size; i++)
    if (offsets[i + 1] - offsets[i] != length
        || memcmp (columns + i * length, columns, (size_t) length * sizeof *columns) != 0)
      return false;
  for (int64_t k = 0; k < length; k += size)
    if (columns[k] % size != 0 || columns[k + size - 1] - columns[k] != size - 1)
      return false;
  return true;
}

/* The neighbours of such a node, with itself if it is among them; their number. */
static int64_t
list_whole (const SeidelCsrView *matrix, int size, int64_t node, int32_t *neighbours)
{
  const int32_t *columns = matrix->column_indices + matrix->row_offsets[node * size];
  const int64_t n =
    (matrix->row_offsets[node * size + 1] - matrix->row_offsets[node * size]) / size;

  for (int64_t k = 0; k < n; k++)
    neighbours[k] = columns[k * size] / size;
  return n;
}

/* Whether so many blocks take no more memory than entries with a column each. */
static bool
are_full (const SeidelContext *context, int64_t entries, int64_t n_blocks, int size)
{
  const size_t real = seidel_cpu_real_size (context);

  return (double) n_blocks * (double) ((size_t) (size * size) * real + sizeof (int32_t))
         <= (double) entries * (double) (real + sizeof (int32_t));
}

/* Where the blocks of each node begin, and of each which one; false where they are not full, or
 * after a failure. */
static bool
find_blocks (SeidelContext *context, const SeidelCsrView *matrix, SeidelBlocks *blocks)
{
  const int64_t n = blocks->n_nodes;
  const int64_t entries = matrix->row_offsets[matrix->rows];
  int64_t *seen = seidel_cpu_allocate_zeroed (context, n, sizeof *seen);
  const bool whole = blocks->system != NULL;
  int64_t inside = 0; /* entries of the blocks on the diagonal, where they are not among these */
  bool full = seen != NULL;

  for (int64_t i = 0; i < matrix->rows && !whole; i++)
    for (int64_t k = matrix->row_offsets[i]; k < matrix->row_offsets[i + 1]; k++)
      inside += matrix->column_indices[k] / blocks->size == i / blocks->size;
  for (int64_t node = 0; node < n && full; node++)
    {
      const int64_t begin = blocks->offsets[node];
      int64_t end;

      if (seidel_cpu_stopped_at (context, node, NODES_PER_POLL))
        break;
      end =
        begin
        + (whole && is_whole (matrix, blocks->size, node)
             ? list_whole (matrix, blocks->size, node, blocks->columns + begin)
             : list_neighbours (matrix, blocks->size, node, whole, seen, blocks->columns + begin));
      blocks->offsets[node + 1] = end;
      blocks->splits[node] = begin;
      while (blocks->splits[node] < end && blocks->columns[blocks->splits[node]] < node)
        blocks->splits[node]++;
    }
  free (seen);
  return full && !atomic_load (&context->stopped)
         && are_full (context, entries - inside, blocks->offsets[n], blocks->size);
}

/* The numbers of the blocks of a node, row after row. */
static void
gather (const SeidelCsrView *matrix, const SeidelBlocks *blocks, int64_t node, double *numbers)
{
  const int size = blocks->size;
  const int64_t begin = blocks->offsets[node];
  const int64_t n = blocks->offsets[node + 1] - begin;

  memset (numbers, 0, (size_t) (n * size * size) * sizeof *numbers);
  for (int i = 0; i < size; i++)
    {
      const int64_t row = node * size + i;
      int64_t place = 0;

      for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
        {
          const int32_t other = matrix->column_indices[k] / size;

          if (other == node && blocks->system == NULL)
            continue;
          while (blocks->columns[begin + place] != other)
            place++;
          numbers[(place * size + i) * size + matrix->column_indices[k] % size] = matrix->values[k];
        }
    }
}

static bool
fill_values (SeidelContext *context, const SeidelCsrView *matrix, SeidelBlocks *blocks)
{
  const int64_t entries = (int64_t) blocks->size * blocks->size;
  int64_t most = 1;
  double *numbers;

  for (int64_t node = 0; node < blocks->n_nodes; node++)
    if (blocks->offsets[node + 1] - blocks->offsets[node] > most)
      most = blocks->offsets[node + 1] - blocks->offsets[node];
  numbers = seidel_cpu_allocate (context, most * entries, sizeof *numbers);
  blocks->values =
    seidel_cpu_allocate (context, blocks->offsets[blocks->n_nodes] * entries + PADDING,
                         seidel_cpu_real_size (context));
  for (int64_t node = 0; numbers != NULL && blocks->values != NULL && node < blocks->n_nodes;
       node++)
    {
      const int64_t begin = blocks->offsets[node];
      const int64_t n = blocks->offsets[node + 1] - begin;
      const int64_t *offsets = matrix->row_offsets + node * blocks->size;
      char *values =
        (char *) blocks->values + (size_t) (begin * entries) * seidel_cpu_real_size (context);

      if (seidel_cpu_stopped_at (context, node, NODES_PER_POLL))
        break;
      if (offsets[blocks->size] - offsets[0] == n * entries)
        {
          kernels_of (context)->store_whole (matrix->values + offsets[0], blocks->size, n, values);
          continue;
        }
      gather (matrix, blocks, node, numbers);
      kernels_of (context)->store (numbers, blocks->size, n, values);
    }
  free (numbers);
  return numbers != NULL && blocks->values != NULL && !atomic_load (&context->stopped);
}

/* The level of each node in a direction, and the number of levels. */
static int32_t
find_levels (const SeidelBlocks *blocks, SeidelDirection direction, int32_t *level_of_node)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  int32_t count = 0;

  for (int64_t i = 0; i < blocks->n_nodes; i++)
    {
      const int64_t node = forward ? i : blocks->n_nodes - 1 - i;
      const int64_t end = forward ? blocks->splits[node] : blocks->offsets[node + 1];
      int32_t level = 0;

      for (int64_t k = forward ? blocks->offsets[node] : blocks->splits[node]; k < end; k++)
        if (level_of_node[blocks->columns[k]] > level)
          level = level_of_node[blocks->columns[k]];
      level_of_node[node] = level + 1;
      if (level + 1 > count)
        count = level + 1;
    }
  return count;
}

/* Sorts the nodes by level, where there are threads for them. Without room they stay as they are.
 */
static void
plan_levels (SeidelContext *context, SeidelBlocks *blocks)
{
  const int64_t n = blocks->n_nodes;
  const int64_t thin = (int64_t) SEIDEL_CPU_THIN_ROWS_PER_THREAD * context->settings.threads;
  int32_t *level_of_node = seidel_memory_alloc ((size_t) (n + 1) * sizeof *level_of_node);

  for (int direction = 0; level_of_node != NULL && direction < 2; direction++)
    {
      SeidelCpuNodeLevels *levels = &blocks->levels[direction];

      levels->count = find_levels (blocks, direction, level_of_node);
      if (n * blocks->size < thin * levels->count)
        break;
      levels->nodes = seidel_memory_alloc ((size_t) n * sizeof *levels->nodes);
      levels->offsets = calloc ((size_t) levels->count + 2, sizeof *levels->offsets);
      if (levels->nodes == NULL || levels->offsets == NULL)
        {
          free (levels->nodes);
          levels->nodes = NULL;
          break;
        }
      for (int64_t node = 0; node < n; node++)
        levels->offsets[level_of_node[node] + 1]++;
      for (int32_t level = 0; level <= levels->count; level++)
        levels->offsets[level + 1] += levels->offsets[level];
      for (int64_t node = 0; node < n; node++)
        levels->nodes[levels->offsets[level_of_node[node]]++] = (int32_t) node;
    }
  free (level_of_node);
}

/* The blocks of each node. */
static bool
make_rows (SeidelContext *context, const SeidelCsrView *matrix, SeidelBlocks *blocks)
{
  const int64_t n = blocks->n_nodes;

  blocks->offsets = seidel_cpu_allocate_zeroed (context, n + 1, sizeof *blocks->offsets);
  blocks->splits = seidel_cpu_allocate (context, n + 1, sizeof *blocks->splits);
  blocks->columns =
    seidel_cpu_allocate (context, matrix->row_offsets[matrix->rows] + 1, sizeof *blocks->columns);
  return blocks->offsets != NULL && blocks->splits != NULL && blocks->columns != NULL
         && find_blocks (context, matrix, blocks) && fill_values (context, matrix, blocks);
}

static bool
make_sweeps (SeidelContext *context, const SeidelCsrView *matrix, SeidelBlocks *blocks)
{
  if (!make_rows (context, matrix, blocks))
    return false;
  if (context->settings.threads > 1)
    plan_levels (context, blocks);
  return true;
}

/* All of A, for products; true without it where blocks are not full. */
static bool
make_products (SeidelContext *context,
               SeidelOperator *A,
               const SeidelCsrView *matrix,
               SeidelBlocks *blocks)
{
  const int64_t n = blocks->n_nodes;

  blocks->system = A;
  blocks->sums = seidel_cpu_allocate (context, n / NODES_PER_POLL + 1, sizeof *blocks->sums);
  if (make_rows (context, matrix, blocks))
    A->blocks = blocks;
  else
    {
      blocks->system = NULL;
      g_clear_pointer (&blocks->offsets, free);
      g_clear_pointer (&blocks->splits, free);
      g_clear_pointer (&blocks->columns, free);
    }
  return seidel_cpu_ready (context);
}

static SeidelBlocks *
blocks_new (SeidelContext *context,
            SeidelOperator *A,
            const SeidelCsrView *matrix,
            int size,
            bool sweeps)
{
  SeidelBlocks *blocks;
  bool made;

  if (!seidel_cpu_ready (context) || context->settings.arithmetic != 0 || context->order != NULL
      || matrix->rows % size != 0)
    return NULL;
  blocks = seidel_cpu_allocate_zeroed (context, 1, sizeof *blocks);
  if (blocks == NULL)
    return NULL;
  blocks->size = size;
  blocks->n_nodes = matrix->rows / size;
  made = sweeps ? make_sweeps (context, matrix, blocks)
                : A == NULL || size == 1 || make_products (context, A, matrix, blocks);
  seidel_cpu_note_stop (context);
  if (!made)
    {
      blocks_free (context, blocks);
      return NULL;
    }
  /* A sweep by levels of rows would move vectors away from the order of the nodes. */
  context->order_settled = true;
  return blocks;
}

static void
blocks_set_inverses (SeidelContext *context, SeidelBlocks *blocks, const double *inverses)
{
  const int64_t entries = (int64_t) blocks->size * blocks->size;

  if (blocks->inverses == NULL)
    blocks->inverses = seidel_cpu_allocate (context, blocks->n_nodes * entries + PADDING,
                                            seidel_cpu_real_size (context));
  if (blocks->inverses != NULL)
    kernels_of (context)->store (inverses, blocks->size, blocks->n_nodes, blocks->inverses);
}

static void
blocks_divide (SeidelContext *context,
               const SeidelBlocks *blocks,
               const SeidelVector *r,
               SeidelVector *z)
{
  const SeidelCpuBlockKernels *kernels = kernels_of (context);
  const int64_t n = blocks->n_nodes;
  int threads;

  if (!seidel_cpu_ready (context))
    return;
  threads = seidel_cpu_team (context, n * blocks->size * blocks->size);
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int64_t begin = 0; begin < n; begin += NODES_PER_POLL)
    kernels->divide (context, blocks, begin,
                     begin + NODES_PER_POLL < n ? begin + NODES_PER_POLL : n, r->elements,
                     z->elements);
}

static void
blocks_divide_dot (SeidelContext *context,
                   const SeidelBlocks *blocks,
                   const SeidelVector *r,
                   SeidelVector *z,
                   SeidelScalar out)
{
  if (!seidel_cpu_ready (context))
    return;
  /* One thread finds r and z still in its cache; the share of each of several is small. */
  if (seidel_cpu_team (context, r->n * blocks->size) == 1)
    {
      context->scalars[out] =
        kernels_of (context)->divide_dot (context, blocks, r->elements, z->elements);
      return;
    }
  blocks_divide (context, blocks, r, z);
  context->scalars[out] =
    seidel_cpu_kernels (context)->vectors->dot (context, r->elements, z->elements, r->n);
}

double
seidel_cpu_block_product (SeidelContext *context,
                          const SeidelBlocks *blocks,
                          const void *b,
                          const void *x,
                          void *y)
{
  const SeidelCpuBlockKernels *kernels = kernels_of (context);
  const int64_t n = blocks->n_nodes;
  const int threads = seidel_cpu_team (context, blocks->offsets[n] * blocks->size * blocks->size);
  double total = 0.0;

#pragma omp parallel for num_threads(threads) schedule(static)
  for (int64_t begin = 0; begin < n; begin += NODES_PER_POLL)
    blocks->sums[begin / NODES_PER_POLL] =
      seidel_cpu_stopped (context)
        ? 0.0
        : kernels->product (context, blocks, begin, MIN (begin + NODES_PER_POLL, n), b, x, y);
  for (int64_t begin = 0; begin < n; begin += NODES_PER_POLL)
    total += blocks->sums[begin / NODES_PER_POLL];
  return total;
}

static void
sweep_alone (SeidelContext *context,
             const SeidelBlocks *blocks,
             SeidelDirection direction,
             const void *r,
             void *z)
{
  const int64_t n = blocks->n_nodes;
  const int64_t pieces = (n + NODES_PER_POLL - 1) / NODES_PER_POLL;

  for (int64_t i = 0; i < pieces && !seidel_cpu_stopped (context); i++)
    {
      const int64_t piece = direction == SEIDEL_DIRECTION_FORWARD ? i : pieces - 1 - i;
      const int64_t begin = piece * NODES_PER_POLL;
      const int64_t end = begin + NODES_PER_POLL < n ? begin + NODES_PER_POLL : n;

      kernels_of (context)->sweep (context, blocks, direction, NULL, begin, end, r, z);
    }
}

/* What one of the threads does. */
static void
sweep_as_thread (SeidelContext *context,
                 const SeidelBlocks *blocks,
                 SeidelCpuBarrier *barrier,
                 int thread,
                 const void *r,
                 void *z)
{
  for (int direction = 0; direction < 2; direction++)
    {
      const SeidelCpuNodeLevels *levels = &blocks->levels[direction];

      for (int32_t level = 0; level < levels->count; level++)
        {
          const int64_t first = levels->offsets[level];
          const int64_t width = levels->offsets[level + 1] - first;

          if (!seidel_cpu_stopped_at (context, level, 64))
            kernels_of (context)->sweep (context, blocks, direction, levels->nodes,
                                         first + width * thread / barrier->threads,
                                         first + width * (thread + 1) / barrier->threads, r, z);
          seidel_cpu_barrier_wait (barrier);
        }
    }
}

static void
blocks_sweep (SeidelContext *context,
              const SeidelBlocks *blocks,
              const SeidelVector *r,
              SeidelVector *z)
{
  const int64_t work =
    (blocks->offsets[blocks->n_nodes] + blocks->n_nodes) * blocks->size * blocks->size;
  SeidelCpuBarrier barrier = { .threads = 1 };

  if (!seidel_cpu_ready (context))
    return;
  if (blocks->levels[0].nodes != NULL && blocks->levels[1].nodes != NULL)
    barrier.threads = seidel_cpu_team (context, work);
  if (barrier.threads == 1)
    {
      sweep_alone (context, blocks, SEIDEL_DIRECTION_FORWARD, r->elements, z->elements);
      sweep_alone (context, blocks, SEIDEL_DIRECTION_BACKWARD, r->elements, z->elements);
    }
  else
#pragma omp parallel num_threads(barrier.threads)
    {
      /* There may be fewer threads than requested. */
#pragma omp single
      barrier.threads = omp_get_num_threads ();

      sweep_as_thread (context, blocks, &barrier, omp_get_thread_num (), r->elements, z->elements);
    }
  seidel_cpu_note_stop (context);
}

static const SeidelBlockOperations operations = {
  .create = blocks_new,
  .set_inverses = blocks_set_inverses,
  .free = blocks_free,
  .divide = blocks_divide,
  .divide_dot = blocks_divide_dot,
  .sweep = blocks_sweep,
};

const SeidelBlockOperations *
seidel_engine_blocks (const SeidelEngine *engine)
{
  return engine == seidel_cpu_engine () ? &operations : NULL;
}
