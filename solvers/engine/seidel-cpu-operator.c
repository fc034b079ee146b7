/* The matrix as the CPU engine holds it, and the order in which it is stored.
 *
 * A context begins in the order of the matrix. The first sweep by levels that is planned puts it
 * into the order of the levels, if it can: the matrix is copied with rows and columns renumbered,
 * and all vectors are moved. Every row keeps the order of its entries, hence its bits. Only sums
 * over a whole vector are then added in another order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"
#include "base/seidel-memory.h"

void
seidel_cpu_transposed_free (SeidelOperator *transposed)
{
  seidel_cpu_rows_clear (&transposed->placed);
  free (transposed->level_runs);
  free (transposed->chunk_runs);
  free (transposed);
}

static void
clear_derived (SeidelOperator *A)
{
  if (A->transposed != NULL && A->transposed != A)
    seidel_cpu_transposed_free (A->transposed);
  A->transposed = NULL;
  free (A->diagonal);
  A->diagonal = NULL;
}

void
seidel_cpu_operator_free (SeidelContext *context, SeidelOperator *system)
{
  if (system == NULL)
    return;
  if (system->previous_system != NULL)
    system->previous_system->next_system = system->next_system;
  else if (context->systems == system)
    context->systems = system->next_system;
  if (system->next_system != NULL)
    system->next_system->previous_system = system->previous_system;
  clear_derived (system);
  seidel_cpu_array_clear (&system->array);
  if (system->storage == SEIDEL_STORAGE_CSR
      && system->natural.values != (void *) system->matrix.values)
    free (system->natural.values);
  free (system->natural.diagonal);
  free (system->natural.runs);
  seidel_cpu_rows_clear (&system->placed);
  free (system->level_runs);
  free (system->chunk_runs);
  free (system);
}

/* Cuts the runs into chunks; called twice, first with chunk_runs == NULL to count them. */
static int64_t
cut_chunks (const SeidelCpuRows *rows, int64_t *chunk_runs)
{
  int64_t n_chunks = 0;
  int64_t run = 0;

  while (run < rows->n_runs)
    {
      int64_t first = run;
      int64_t limit = rows->offsets[rows->runs[first].first] + SEIDEL_CPU_CHUNK_NONZEROS;

      if (chunk_runs != NULL)
        chunk_runs[n_chunks] = first;
      do
        run++;
      while (run < rows->n_runs
             && rows->runs[run].first + rows->runs[run].n_rows
                  <= rows->runs[first].first + SEIDEL_CPU_CHUNK_ROWS
             && rows->offsets[rows->runs[run].first + rows->runs[run].n_rows] <= limit);
      n_chunks++;
    }
  if (chunk_runs != NULL)
    chunk_runs[n_chunks] = rows->n_runs;
  return n_chunks;
}

/* Lets the products of a system use these rows. False where there is no room; then it uses those
 * that it used before. */
static bool
use_rows (SeidelContext *context, SeidelOperator *system, const SeidelCpuRows *rows)
{
  int64_t n_chunks = cut_chunks (rows, NULL);
  int64_t *chunk_runs = seidel_memory_alloc ((size_t) (n_chunks + 1) * sizeof *chunk_runs);

  /* A product has two sums at most. */
  if (chunk_runs == NULL || !seidel_cpu_reserve_partials (context, 2 * n_chunks + 1))
    {
      free (chunk_runs);
      return false;
    }
  cut_chunks (rows, chunk_runs);
  free (system->chunk_runs);
  system->chunk_runs = chunk_runs;
  system->n_chunks = n_chunks;
  system->rows = rows;
  return true;
}

static bool
convert_values (SeidelContext *context, SeidelOperator *system)
{
  int64_t nonzeros = system->matrix.row_offsets[system->matrix.rows];
  const int64_t piece = 1 << 20;
  float *values;

  system->natural.values = (void *) system->matrix.values;
  if (context->settings.precision == SEIDEL_PRECISION_DOUBLE)
    return true;
  values = seidel_cpu_allocate (context, nonzeros, sizeof *values);
  if (values == NULL)
    return false;
  system->natural.values = values;
  for (int64_t k = 0; k < nonzeros && !seidel_cpu_stopped (context); k += piece)
    seidel_cpu_kernels (context)->vectors->upload (context, system->matrix.values + k, values + k,
                                                   k + piece < nonzeros ? piece : nonzeros - k,
                                                   NULL);
  seidel_cpu_note_stop (context);
  return seidel_cpu_ready (context);
}

/* Cuts rows that are stored in the order of the matrix. */
static bool
cut_natural_runs (SeidelContext *context, SeidelCpuRows *rows)
{
  const int64_t level_offsets[] = { 0, rows->n_rows };
  const SeidelCpuLayout layout = { .n_levels = 1, .level_offsets = level_offsets };

  rows->n_runs = seidel_cpu_cut_runs (rows, &layout, NULL, NULL, NULL);
  rows->runs = seidel_cpu_allocate (context, rows->n_runs, sizeof *rows->runs);
  if (rows->runs == NULL)
    return false;
  seidel_cpu_cut_runs (rows, &layout, NULL, rows->runs, NULL);
  return true;
}

static bool
has_order (const SeidelCpuOrder *order, const SeidelOperator *system)
{
  return order != NULL && (order->n == system->matrix.rows || order->n == system->matrix.columns);
}

/* Copies the rows of a system, its columns, or both into an order: by level, where both are in it.
 * False where there is no room or the run was stopped; nothing is placed then. */
static bool
place_rows (SeidelContext *context,
            const SeidelCpuOrder *order,
            SeidelOperator *system,
            const SeidelCpuRows *rows)
{
  const int64_t all_rows[] = { 0, system->matrix.rows };
  SeidelCpuLayout layout = { .n_levels = 1, .level_offsets = all_rows, .share = true };

  if (system->matrix.rows == order->n)
    layout.list = order->rows;
  if (system->matrix.columns == order->n)
    layout.places = order->places;
  if (layout.list != NULL && layout.places != NULL)
    {
      layout.n_levels = order->n_levels;
      layout.level_offsets = order->level_offsets;
      system->level_runs =
        seidel_memory_alloc ((size_t) (order->n_levels + 1) * sizeof *system->level_runs);
      if (system->level_runs == NULL)
        return false;
    }
  if (seidel_cpu_rows_copy (context, rows, &layout, &system->placed, system->level_runs))
    return true;
  g_clear_pointer (&system->level_runs, free);
  return false;
}

bool
seidel_cpu_operator_take (SeidelContext *context, SeidelOperator *system, SeidelCpuRows *rows)
{
  if (has_order (context->order, system))
    {
      if (!place_rows (context, context->order, system, rows)
          || !use_rows (context, system, &system->placed))
        return false;
      seidel_cpu_rows_clear (rows);
      return true;
    }
  if (!cut_natural_runs (context, rows))
    return false;
  system->placed = *rows;
  memset (rows, 0, sizeof *rows);
  return use_rows (context, system, &system->placed);
}

SeidelOperator *
seidel_cpu_operator_new (SeidelContext *context, const SeidelCsrView *matrix, SeidelStorage storage)
{
  SeidelOperator *system = calloc (1, sizeof *system);

  if (system == NULL)
    goto fail;
  system->matrix = *matrix;
  system->storage = storage;
  system->next_system = context->systems;
  if (context->systems != NULL)
    context->systems->previous_system = system;
  context->systems = system;
  if (storage != SEIDEL_STORAGE_CSR)
    {
      if (seidel_cpu_ready (context) && seidel_cpu_array_new (context, system))
        return system;
      goto fail;
    }
  system->natural = (SeidelCpuRows){ .n_rows = matrix->rows,
                                     .offsets = (int64_t *) matrix->row_offsets,
                                     .columns = (int32_t *) matrix->column_indices,
                                     .values = (void *) matrix->values };
  if (!seidel_cpu_ready (context) || !cut_natural_runs (context, &system->natural)
      || !convert_values (context, system))
    goto fail;
  if (!has_order (context->order, system))
    {
      if (use_rows (context, system, &system->natural))
        return system;
    }
  else if (place_rows (context, context->order, system, &system->natural)
           && use_rows (context, system, &system->placed))
    return system;

fail:
  seidel_cpu_note_stop (context);
  seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "the matrix did not fit into memory");
  seidel_cpu_operator_free (context, system);
  return NULL;
}

static double
value_at (const SeidelContext *context, const SeidelCpuRows *rows, int64_t k)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE
           ? (double) ((const float *) rows->values)[k]
           : ((const double *) rows->values)[k];
}

/* The place of the diagonal in a row, by bisection; −1 when it is missing or zero. */
static int32_t
find_diagonal (const SeidelContext *context, const SeidelCpuRows *rows, int64_t row)
{
  int64_t begin = rows->offsets[row];
  int64_t low = begin;
  int64_t high = rows->offsets[row + 1];
  int64_t end = high;

  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if (rows->columns[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == end || rows->columns[low] != row || value_at (context, rows, low) == 0.0)
    return -1;
  return (int32_t) (low - begin);
}

/* Fills diagonal; returns the first row without one, or INT64_MAX. */
static int64_t
find_diagonals (SeidelContext *context, const SeidelCpuRows *rows, int32_t *diagonal)
{
  const int threads = seidel_cpu_whole_team (context, rows->offsets[rows->n_rows]);
  int64_t bad_row = INT64_MAX;

#pragma omp parallel for num_threads(threads) schedule(static) reduction(min : bad_row)
  for (int64_t row = 0; row < rows->n_rows; row++)
    {
      int32_t place;

      if (seidel_cpu_stopped_at (context, row, SEIDEL_CPU_BLOCK))
        continue;
      place = find_diagonal (context, rows, row);
      diagonal[row] = place;
      if (place < 0 && row < bad_row)
        bad_row = row;
    }
  return bad_row;
}

/* The diagonal of rows that were copied before it was known. */
static bool
place_diagonal (SeidelContext *context, SeidelOperator *A)
{
  const SeidelCpuOrder *order = context->order;

  if (A->rows == &A->natural || A->placed.diagonal != NULL)
    return true;
  A->placed.diagonal = seidel_cpu_allocate (context, A->placed.n_rows, sizeof (int32_t));
  if (A->placed.diagonal == NULL)
    return false;
  for (int64_t i = 0; i < A->placed.n_rows; i++)
    A->placed.diagonal[i] = A->natural.diagonal[A->matrix.rows == order->n ? order->rows[i] : i];
  /* Rows that share columns have their diagonal entries in one place: each column of a row is that
   * of the row before it, moved on by one, and so is the diagonal. */
  for (int64_t i = 0; i < A->placed.n_runs; i++)
    A->placed.runs[i].diagonal = A->placed.diagonal[A->placed.runs[i].first];
  return true;
}

bool
seidel_cpu_ensure_diagonal (SeidelContext *context, SeidelOperator *A)
{
  int64_t bad_row;

  if (seidel_cpu_ready (context) && A->storage != SEIDEL_STORAGE_CSR)
    return seidel_cpu_array_ensure_diagonal (context, A);
  if (!seidel_cpu_ready (context) || A->natural.diagonal != NULL)
    return seidel_cpu_ready (context);
  A->natural.diagonal = seidel_cpu_allocate (context, A->matrix.rows, sizeof (int32_t));
  if (A->natural.diagonal == NULL)
    return false;
  bad_row = find_diagonals (context, &A->natural, A->natural.diagonal);
  seidel_cpu_note_stop (context);
  if (bad_row != INT64_MAX)
    seidel_cpu_fail_diagonal (context, bad_row);
  return seidel_cpu_ready (context) && place_diagonal (context, A);
}

/* Moves the elements of all vectors that the order holds for; spare has room for one. Returns what
 * is spare afterwards. */
static void *
move_vectors (SeidelContext *context, const SeidelCpuOrder *order, void *spare)
{
  for (SeidelVector *vector = context->vectors; vector != NULL; vector = vector->next)
    if (vector->n == order->n)
      {
        void *elements = vector->elements;

        seidel_cpu_kernels (context)->vectors->reorder (context, elements, spare, order->n,
                                                        order->rows);
        vector->elements = spare;
        spare = elements;
      }
  return spare;
}

/* Puts all systems of the context back into the order of the matrix, or what was placed of them. */
static void
restore_systems (SeidelContext *context)
{
  for (SeidelOperator *system = context->systems; system != NULL; system = system->next_system)
    {
      if (system->rows == &system->placed && !use_rows (context, system, &system->natural))
        seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                         "the matrix did not fit into memory");
      seidel_cpu_rows_clear (&system->placed);
      g_clear_pointer (&system->level_runs, free);
    }
}

/* Puts all systems of the context into an order. Where one does not fit they all stay as they are.
 */
static bool
place_systems (SeidelContext *context, const SeidelCpuOrder *order)
{
  for (SeidelOperator *system = context->systems; system != NULL; system = system->next_system)
    if (has_order (order, system)
        && (system->storage != SEIDEL_STORAGE_CSR
            || !place_rows (context, order, system, &system->natural)
            || !use_rows (context, system, &system->placed)))
      {
        restore_systems (context);
        return false;
      }
  for (SeidelOperator *system = context->systems; system != NULL; system = system->next_system)
    if (has_order (order, system))
      clear_derived (system);
  return true;
}

void
seidel_cpu_settle_order (SeidelContext *context,
                         const SeidelOperator *A,
                         SeidelDirection direction,
                         const SeidelLevelsView *levels)
{
  SeidelCpuOrder *order;
  void *spare;

  if (context->order_settled)
    return;
  context->order_settled = true;
  /* Where a row may meet neighbours of its own level, or of one before, slices would not do. */
  if (!levels->in_place_safe || A->matrix.rows != A->matrix.columns)
    return;
  order = seidel_cpu_order_new (context, A, direction, levels);
  spare = seidel_memory_alloc ((size_t) A->matrix.rows * seidel_cpu_real_size (context));
  if (order != NULL && spare != NULL && !atomic_load (&context->stopped)
      && place_systems (context, order))
    {
      spare = move_vectors (context, order, spare);
      context->order = g_steal_pointer (&order);
    }
  free (spare);
  seidel_cpu_order_free (order);
  seidel_cpu_note_stop (context);
}
