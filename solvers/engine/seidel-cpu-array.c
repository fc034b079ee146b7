/* A matrix by diagonals, or dense, as the CPU engine holds it: made from the one in rows.
 *
 * Such a system is always stored in the order of the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "engine/seidel-cpu-private.h"

/* Numbers in a cache line of floats. */
#define LINE 16

/* Neighbouring rows of a column block that are read from one place at least. */
#define LEAST_COLUMNS 64

/* A multiple of the line, and an odd one: neighbouring diagonals that began at the same place of a
 * page would push each other out of the cache. */
static int64_t
padded (int64_t n)
{
  return ((n + LINE - 1) / LINE | 1) * LINE;
}

static int64_t
clamp (int64_t value, int64_t least, int64_t most)
{
  return value < least ? least : value > most ? most : value;
}

void
seidel_cpu_array_clear (SeidelCpuArray *array)
{
  free (array->offsets);
  free (array->values);
  memset (array, 0, sizeof *array);
}

/* Marks the diagonals that hold entries: that of column − row at column − row + rows − 1. */
static bool
mark_diagonals (SeidelContext *context, const SeidelCsrView *matrix, int32_t *places)
{
  int32_t *middle = places + matrix->rows - 1;

  for (int64_t row = 0; row < matrix->rows; row++)
    {
      if (seidel_cpu_stopped_at (context, row, SEIDEL_CPU_BLOCK))
        return false;
      for (int64_t k = matrix->row_offsets[row]; k < matrix->row_offsets[row + 1]; k++)
        middle[matrix->column_indices[k] - row] = 1;
    }
  return true;
}

/* Numbers the marked diagonals from the left to the right. */
static bool
list_diagonals (SeidelContext *context,
                const SeidelCsrView *matrix,
                int32_t *places,
                SeidelCpuArray *array)
{
  int64_t n_places = matrix->rows + matrix->columns - 1;

  for (int64_t i = 0; i < n_places; i++)
    array->count += places[i];
  array->offsets = seidel_cpu_allocate (context, array->count, sizeof *array->offsets);
  if (array->offsets == NULL)
    return false;
  array->count = 0;
  for (int64_t i = 0; i < n_places; i++)
    if (places[i] != 0)
      {
        places[i] = (int32_t) array->count;
        array->offsets[array->count++] = i - (matrix->rows - 1);
        array->n_below += i < matrix->rows - 1;
      }
  return true;
}

/* Shapes the array and makes room for its values. */
static bool
make_room (SeidelContext *context, SeidelOperator *system)
{
  const SeidelCsrView *matrix = &system->matrix;
  SeidelCpuArray *array = &system->array;
  int64_t n_lines;

  array->block_rows = SEIDEL_CPU_ARRAY_ROWS;
  array->block_columns = SEIDEL_CPU_ARRAY_ROWS;
  if (system->storage == SEIDEL_STORAGE_DENSE)
    {
      /* Enough blocks for all threads also of a small matrix, with enough work for each. */
      array->block_rows = clamp (SEIDEL_CPU_CHUNK_NONZEROS / clamp (matrix->columns, 1, INT64_MAX),
                                 4, SEIDEL_CPU_ARRAY_ROWS);
      array->block_columns =
        clamp (matrix->columns / 64 / LINE * LINE, LEAST_COLUMNS, SEIDEL_CPU_ARRAY_ROWS);
      array->count = matrix->rows;
    }
  n_lines = array->count;
  array->stride = padded (system->storage == SEIDEL_STORAGE_DENSE ? matrix->columns : matrix->rows);
  array->entries = n_lines * array->stride;
  array->values = seidel_cpu_allocate (context, array->entries, seidel_cpu_real_size (context));
  return array->values != NULL
         && seidel_cpu_reserve_partials (context, matrix->rows / array->block_rows
                                                    + matrix->columns / array->block_columns + 2);
}

bool
seidel_cpu_array_new (SeidelContext *context, SeidelOperator *system)
{
  const SeidelCsrView *matrix = &system->matrix;
  int64_t n_places = clamp (matrix->rows + matrix->columns - 1, 0, INT64_MAX);
  int32_t *places = NULL;
  bool made = false;

  if (context->order != NULL)
    {
      seidel_cpu_fail (
        context, SEIDEL_STATUS_FAILED, -1,
        "the vectors are permuted by level already; only a matrix stored by rows can be added");
      return false;
    }
  if (system->storage == SEIDEL_STORAGE_DIAGONALS)
    {
      places = seidel_cpu_allocate (context, n_places, sizeof *places);
      if (places == NULL)
        return false;
      memset (places, 0, (size_t) n_places * sizeof *places);
      if (matrix->rows > 0
          && (!mark_diagonals (context, matrix, places)
              || !list_diagonals (context, matrix, places, &system->array)))
        goto done;
    }
  if (!make_room (context, system))
    goto done;
  seidel_cpu_kernels (context)->arrays->fill (context, system, places);
  made = !atomic_load (&context->stopped);

done:
  free (places);
  return made;
}

bool
seidel_cpu_array_ensure_diagonal (SeidelContext *context, SeidelOperator *A)
{
  int64_t bad_row;

  if (A->diagonal != NULL)
    return true;
  A->diagonal = seidel_cpu_allocate (context, A->matrix.rows, seidel_cpu_real_size (context));
  if (A->diagonal == NULL)
    return false;
  bad_row = seidel_cpu_kernels (context)->arrays->diagonal (A, A->diagonal);
  if (bad_row != INT64_MAX)
    seidel_cpu_fail_diagonal (context, bad_row);
  return seidel_cpu_ready (context);
}
