/* How the CPU engine stores a matrix: rows in runs, diagonals or dense rows in an array, and the
 * order of rows and vectors. Private to the engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include "cost/seidel-sweep-limits.h"
#include "engine/seidel-engine.h"

/* Most rows of a block of a matrix by diagonals, or of a dense one: their sums stay in the first
 * cache. */
#define SEIDEL_CPU_ARRAY_ROWS 1024

/* How the rows of a run are stored. Values by slices: of SEIDEL_CPU_SLICE rows the first values,
 * then the second ones and so on, so that a slice is computed at once. The rows left over stand one
 * after the other. */
typedef enum
{
  SEIDEL_CPU_LOOSE, /* one row after the other */
  /* On a grid, the rows of a level mostly follow each other in every column too: where one has
   * column c, the next has c + 1. They have one list of columns, that of the first, and values by
   * slices. */
  SEIDEL_CPU_SHARED,
  /* Rows with as many entries before the diagonal and as many behind it: columns and values by
   * slices. */
  SEIDEL_CPU_SLICED,
} SeidelCpuRunKind;

/* Neighbouring rows. */
typedef struct
{
  int64_t columns; /* where its first column is stored */
  int64_t values;  /* where its first value is stored */
  int32_t first;   /* row */
  int16_t n_rows;
  uint8_t kind; /* SeidelCpuRunKind */
  /* Of each of its rows, unless they are loose: so that no other array needs to be looked into. */
  int32_t length;
  int32_t diagonal;
} SeidelCpuRun;

/* Rows as the kernels read them. */
typedef struct
{
  int64_t n_rows;
  int64_t *offsets; /* n_rows + 1: the entries before each row */
  int32_t *columns;
  void *values;      /* of the context's precision */
  int32_t *diagonal; /* its place within each row; NULL until it is needed */
  int64_t n_runs;
  SeidelCpuRun *runs;
} SeidelCpuRows;

/* The last place in columns. There is at least one run. */
static inline int64_t
seidel_cpu_last_column (const SeidelCpuRows *rows)
{
  const SeidelCpuRun *run = &rows->runs[rows->n_runs - 1];
  int64_t n = run->kind == SEIDEL_CPU_SHARED
                ? run->length
                : rows->offsets[rows->n_rows] - rows->offsets[run->first];

  return run->columns + n - 1;
}

/* Where the k-th entry of the row-th row of a run is among its values, and among its columns unless
 * they are shared. offsets are those of the run. */
static inline int64_t
seidel_cpu_place_in_run (const SeidelCpuRun *run, const int64_t *offsets, int row, int64_t k)
{
  int in_slice = row % SEIDEL_CPU_SLICE;

  if (run->kind == SEIDEL_CPU_LOOSE || row - in_slice + SEIDEL_CPU_SLICE > run->n_rows)
    return offsets[row] - offsets[0] + k;
  return offsets[row - in_slice] - offsets[0] + k * SEIDEL_CPU_SLICE + in_slice;
}

/* A matrix as an array of its diagonals, from the left to the right, or of its rows. Entry (i, j)
 * is number i of the diagonal j − i; number j of the row i. */
typedef struct
{
  void *values;     /* of the context's precision */
  int64_t count;    /* diagonals or rows */
  int64_t stride;   /* from one to the next */
  int64_t entries;  /* room for them, in numbers */
  int64_t *offsets; /* of the diagonals: column − row, ascending */
  int64_t n_below;  /* diagonals below the main one */
  /* Rows of a block of a product; columns of one with the transpose. */
  int64_t block_rows;
  int64_t block_columns;
} SeidelCpuArray;

/* The order in which the vectors of a context are stored once a sweep by levels was planned: rows
 * of one level next to each other, so that a sweep reads memory from front to back. It holds for
 * all vectors of n elements and for all systems of the context that have as many rows or columns:
 * factors follow the levels of each other and of their matrix. */
typedef struct
{
  int64_t n;
  int32_t *rows;             /* the row that is at each place: by level, within one
                                ascending or as seidel-cpu-order.c says */
  int32_t *places;           /* the place of each row */
  SeidelDirection direction; /* of the levels */
  int32_t n_levels;
  int64_t *level_offsets; /* n_levels + 1, into rows */
} SeidelCpuOrder;

/* seidel-cpu-rows.c: storing rows in another order */

/* How a copy of rows is to stand. */
typedef struct
{
  const int32_t *list;          /* the row of the original that comes first, second, …;
                                   NULL: as they are */
  const int32_t *places;        /* the new number of each column; NULL: its own */
  int32_t n_levels;             /* runs do not reach across levels */
  const int64_t *level_offsets; /* n_levels + 1 */
  /* Let rows share columns where they can and, of a square matrix by level with short rows, let
   * those of one shape be sliced. */
  bool share;
} SeidelCpuLayout;

/* False where there is no room or the run was stopped; that is not a failure yet. */
bool seidel_cpu_rows_copy (SeidelContext *context,
                           const SeidelCpuRows *from,
                           const SeidelCpuLayout *layout,
                           SeidelCpuRows *to,
                           int64_t *level_runs);
void seidel_cpu_rows_clear (SeidelCpuRows *rows);

/* Cuts the rows of each level into runs, by what each has in common with the row before it (NULL:
 * nothing). level_runs receives n_levels + 1 places in runs. Returns their number; runs and
 * level_runs may be NULL, to count. */
int64_t seidel_cpu_cut_runs (const SeidelCpuRows *rows,
                             const SeidelCpuLayout *layout,
                             const uint8_t *likeness,
                             SeidelCpuRun *runs,
                             int64_t *level_runs);

/* seidel-cpu-order.c */

/* The order of these levels of a square system whose diagonal is known, forward or backward; NULL
 * where there is no room. Incomplete when the run was stopped. */
SeidelCpuOrder *seidel_cpu_order_new (SeidelContext *context,
                                      const SeidelOperator *A,
                                      SeidelDirection direction,
                                      const SeidelLevelsView *levels);
void seidel_cpu_order_free (SeidelCpuOrder *order);
/* Sorts the rows by level, a counting sort that keeps their order within a level. Incomplete when
 * the run was stopped. */
void seidel_cpu_order_rows (SeidelContext *context,
                            const SeidelLevelsView *levels,
                            int64_t n_rows,
                            int32_t *rows,
                            int64_t *level_offsets);
