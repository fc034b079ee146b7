/* Which entries incomplete factors have by their level of fill.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-fill.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "method/seidel-triangles.h"

#define FIRST_ROOM 1024

bool
seidel_fill_rows_init (SeidelFillRows *self, int64_t rows, bool values, bool levels)
{
  *self = (SeidelFillRows){ .room = FIRST_ROOM };
  self->row_offsets = seidel_memory_alloc ((size_t) (rows + 1) * sizeof *self->row_offsets);
  self->column_indices = malloc (FIRST_ROOM * sizeof *self->column_indices);
  self->values = values ? malloc (FIRST_ROOM * sizeof *self->values) : NULL;
  self->levels = levels ? malloc (FIRST_ROOM * sizeof *self->levels) : NULL;
  if (self->row_offsets == NULL || self->column_indices == NULL || (values && self->values == NULL)
      || (levels && self->levels == NULL))
    return false;
  self->row_offsets[0] = 0;
  return true;
}

static bool
grow (void *block, size_t size, int64_t room)
{
  void **old = block;
  void *grown = realloc (*old, size * (size_t) room);

  if (grown != NULL)
    *old = grown;
  return grown != NULL;
}

bool
seidel_fill_rows_reserve (SeidelFillRows *self, int64_t more)
{
  int64_t room = self->room;

  while (room < self->count + more)
    room *= 2;
  if (room == self->room)
    return true;
  if (!grow (&self->column_indices, sizeof *self->column_indices, room)
      || (self->values != NULL && !grow (&self->values, sizeof *self->values, room))
      || (self->levels != NULL && !grow (&self->levels, sizeof *self->levels, room)))
    return false;
  self->room = room;
  return true;
}

void
seidel_fill_rows_clear (SeidelFillRows *self)
{
  free (self->row_offsets);
  free (self->column_indices);
  free (self->values);
  free (self->levels);
}

SeidelCsr *
seidel_fill_rows_to_csr (const SeidelFillRows *self, int64_t rows, GError **error)
{
  SeidelCsr *csr = seidel_csr_new (rows, rows, self->count, error);

  if (csr == NULL)
    return NULL;
  memcpy (csr->row_offsets, self->row_offsets, (size_t) (rows + 1) * sizeof *csr->row_offsets);
  memcpy (csr->column_indices, self->column_indices,
          (size_t) self->count * sizeof *csr->column_indices);
  if (self->values != NULL)
    memcpy (csr->values, self->values, (size_t) self->count * sizeof *csr->values);
  else
    for (int64_t k = 0; k < self->count; k++)
      csr->values[k] = 0.0;
  return csr;
}

/* The current row as a list of columns in order, which begins behind the last one. */
typedef struct
{
  const SeidelCsr *csr;
  int most;
  SeidelFillRows lower; /* with the diagonal */
  SeidelFillRows upper; /* likewise, and levels */
  int32_t *next;        /* by column; −1: it is not in the row; n ends the list, and begins it */
  int *levels;          /* by column, of those in the row */
} Fill;

static void
insert (Fill *fill, int32_t after, int32_t column, int level)
{
  fill->next[column] = fill->next[after];
  fill->next[after] = column;
  fill->levels[column] = level;
}

/* The entries of A and the diagonal. */
static void
begin_row (Fill *fill, int64_t row)
{
  const SeidelCsr *csr = fill->csr;
  const int32_t n = (int32_t) csr->rows;
  int32_t last = n;
  bool diagonal = false;

  fill->next[n] = n;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = csr->column_indices[k];

      if (!diagonal && column > row)
        {
          insert (fill, last, (int32_t) row, 0);
          last = (int32_t) row;
          diagonal = true;
        }
      diagonal = diagonal || column == row;
      insert (fill, last, column, 0);
      last = column;
    }
  if (!diagonal)
    insert (fill, last, (int32_t) row, 0);
}

/* The fill by eliminating the entry of a column with its row; both lists are in order. The work. */
static int64_t
merge (Fill *fill, int32_t pivot)
{
  const SeidelFillRows *upper = &fill->upper;
  const int32_t n = (int32_t) fill->csr->rows;
  const int level = fill->levels[pivot] + 1;
  int32_t at = pivot;

  for (int64_t k = upper->row_offsets[pivot] + 1; k < upper->row_offsets[pivot + 1]; k++)
    {
      const int32_t column = upper->column_indices[k];
      const int sum = level + upper->levels[k];

      if (sum > fill->most)
        continue;
      while (fill->next[at] != n && fill->next[at] <= column)
        at = fill->next[at];
      if (at == column)
        fill->levels[column] = MIN (fill->levels[column], sum);
      else
        insert (fill, at, column, sum);
    }
  return upper->row_offsets[pivot + 1] - upper->row_offsets[pivot];
}

static bool
append (SeidelFillRows *rows, int32_t column)
{
  if (!seidel_fill_rows_reserve (rows, 1))
    return false;
  rows->column_indices[rows->count++] = column;
  return true;
}

/* Puts the row away; the list is empty afterwards. */
static bool
end_row (Fill *fill, int64_t row)
{
  const int32_t n = (int32_t) fill->csr->rows;
  bool kept = true;

  for (int32_t column = fill->next[n]; column != n;)
    {
      const int32_t next = fill->next[column];

      if (column <= row)
        kept = kept && append (&fill->lower, column);
      if (column >= row)
        kept = kept && append (&fill->upper, column);
      if (column >= row && kept)
        fill->upper.levels[fill->upper.count - 1] = fill->levels[column];
      fill->next[column] = -1;
      column = next;
    }
  fill->lower.row_offsets[row + 1] = fill->lower.count;
  fill->upper.row_offsets[row + 1] = fill->upper.count;
  return kept;
}

static SeidelReason
find_rows (SeidelMethodRun *run, Fill *fill)
{
  const int32_t n = (int32_t) fill->csr->rows;
  int64_t work = SEIDEL_POLL_WORK;

  for (int32_t column = 0; column < n; column++)
    fill->next[column] = -1;
  for (int32_t row = 0; row < n; row++)
    {
      if (work >= SEIDEL_POLL_WORK)
        {
          work = 0;
          if (seidel_method_run_stopped (run))
            return seidel_method_run_stop_reason (run);
        }
      begin_row (fill, row);
      for (int32_t column = fill->next[n]; column < row; column = fill->next[column])
        work += merge (fill, column);
      work += fill->csr->row_offsets[row + 1] - fill->csr->row_offsets[row];
      if (!end_row (fill, row))
        return seidel_triangles_fail_memory (run, "the fill did not fit into memory");
    }
  return SEIDEL_REASON_NONE;
}

/* Values of A in a triangle, whose other entries are zero. */
static void
scatter (const SeidelCsr *csr, SeidelCsr *triangle)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t k = csr->row_offsets[row];

      for (int64_t t = triangle->row_offsets[row]; t < triangle->row_offsets[row + 1]; t++)
        {
          while (k < csr->row_offsets[row + 1]
                 && csr->column_indices[k] < triangle->column_indices[t])
            k++;
          if (k < csr->row_offsets[row + 1]
              && csr->column_indices[k] == triangle->column_indices[t])
            triangle->values[t] = csr->values[k];
        }
    }
}

SeidelReason
seidel_fill_by_level (SeidelMethodRun *run, int most, SeidelCsr **lower, SeidelCsr **upper)
{
  const SeidelCsr *csr = run->csr;
  Fill fill = { .csr = csr, .most = most };
  g_autoptr (GError) error = NULL;
  SeidelReason reason;

  *lower = NULL;
  *upper = NULL;
  fill.next = seidel_memory_alloc ((size_t) (csr->rows + 1) * sizeof *fill.next);
  fill.levels = seidel_memory_alloc ((size_t) (csr->rows + 1) * sizeof *fill.levels);
  if (seidel_fill_rows_init (&fill.lower, csr->rows, false, false)
      && seidel_fill_rows_init (&fill.upper, csr->rows, false, true) && fill.next != NULL
      && fill.levels != NULL)
    reason = find_rows (run, &fill);
  else
    reason = seidel_triangles_fail_memory (run, "the fill did not fit into memory");
  if (reason == SEIDEL_REASON_NONE)
    {
      *lower = seidel_fill_rows_to_csr (&fill.lower, csr->rows, &error);
      if (*lower != NULL)
        *upper = seidel_fill_rows_to_csr (&fill.upper, csr->rows, &error);
      if (*upper != NULL)
        {
          scatter (csr, *lower);
          scatter (csr, *upper);
        }
      else
        {
          g_clear_pointer (lower, seidel_csr_free);
          reason = seidel_triangles_fail (run, error);
        }
    }
  free (fill.next);
  free (fill.levels);
  seidel_fill_rows_clear (&fill.lower);
  seidel_fill_rows_clear (&fill.upper);
  return reason;
}
