/* ILUT(p, τ): an incomplete factorisation A ≈ (L + D) D⁻¹ (D + U) that keeps what is large: entries
 * below τ times the norm of the row of A are dropped, and of the rest of each row of L and of U the
 * largest are kept, p more than A has there.
 *
 * Source: Saad, "ILUT: a dual threshold incomplete LU factorization" (1994); Saad (2003), algorithm
 * 10.7, whose unit lower factor is this L + D times D⁻¹. The diagonal is always kept. Factors are
 * computed in double and used in the precision of the run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-ilu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "method/seidel-fill.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-triangles.h"

/* An entry of the current row. */
typedef struct
{
  int32_t column;
  double value;
} Entry;

typedef struct
{
  const SeidelCsr *csr;
  double drop;      /* τ */
  int64_t row_fill; /* p */
  SeidelFillRows lower;
  SeidelFillRows upper;
  double *pivots;
  /* The current row: its values by column, whether it has that column, the columns below the
   * diagonal as a heap, and those behind it as they came. */
  double *values;
  bool *there;
  int32_t *heap;
  int64_t n_heap;
  int32_t *behind;
  int64_t n_behind;
  Entry *left; /* what is done with below the diagonal */
  int64_t n_left;
} Ilut;

static void
push (Ilut *self, int32_t column)
{
  int64_t place = self->n_heap++;

  while (place > 0 && self->heap[(place - 1) / 2] > column)
    {
      self->heap[place] = self->heap[(place - 1) / 2];
      place = (place - 1) / 2;
    }
  self->heap[place] = column;
}

static int32_t
pop (Ilut *self)
{
  const int32_t least = self->heap[0];
  const int32_t last = self->heap[--self->n_heap];
  int64_t place = 0;

  for (;;)
    {
      int64_t child = 2 * place + 1;

      if (child >= self->n_heap)
        break;
      if (child + 1 < self->n_heap && self->heap[child + 1] < self->heap[child])
        child++;
      if (self->heap[child] >= last)
        break;
      self->heap[place] = self->heap[child];
      place = child;
    }
  self->heap[place] = last;
  return least;
}

static void
add_entry (Ilut *self, int64_t row, int32_t column, double value)
{
  if (!self->there[column])
    {
      self->there[column] = true;
      self->values[column] = 0.0;
      if (column < row)
        push (self, column);
      else if (column > row)
        self->behind[self->n_behind++] = column;
    }
  self->values[column] += value;
}

/* Takes multiples of the rows before it from a row; returns the work this was. */
static int64_t
eliminate_row (Ilut *self, int64_t row, double least)
{
  const SeidelFillRows *upper = &self->upper;
  int64_t work = 1;

  while (self->n_heap > 0)
    {
      const int32_t column = pop (self);
      const double factor = self->values[column] / self->pivots[column];

      self->there[column] = false;
      if (!(fabs (factor) > least))
        continue;
      self->left[self->n_left++] = (Entry){ column, factor };
      work += upper->row_offsets[column + 1] - upper->row_offsets[column];
      for (int64_t k = upper->row_offsets[column] + 1; k < upper->row_offsets[column + 1]; k++)
        add_entry (self, row, upper->column_indices[k], -factor * upper->values[k]);
    }
  return work;
}

static int
compare_magnitudes (const void *one, const void *other)
{
  const Entry *a = one;
  const Entry *b = other;

  if (fabs (a->value) != fabs (b->value))
    return fabs (a->value) > fabs (b->value) ? -1 : 1;
  return a->column < b->column ? -1 : 1;
}

static int
compare_columns (const void *one, const void *other)
{
  return ((const Entry *) one)->column < ((const Entry *) other)->column ? -1 : 1;
}

/* Appends the largest of n entries, in the order of their columns. */
static bool
keep_largest (SeidelFillRows *rows, Entry *entries, int64_t n, int64_t most)
{
  if (n > most)
    {
      qsort (entries, (size_t) n, sizeof *entries, compare_magnitudes);
      n = most;
    }
  qsort (entries, (size_t) n, sizeof *entries, compare_columns);
  if (!seidel_fill_rows_reserve (rows, n + 1))
    return false;
  for (int64_t i = 0; i < n; i++, rows->count++)
    {
      rows->column_indices[rows->count] = entries[i].column;
      rows->values[rows->count] = entries[i].value;
    }
  return true;
}

static void
append_pivot (SeidelFillRows *rows, int64_t row, double pivot)
{
  rows->column_indices[rows->count] = (int32_t) row;
  rows->values[rows->count] = pivot;
  rows->count++;
}

/* Puts the row away, with so many entries of A in each triangle; false without memory. */
static bool
end_row (Ilut *self, int64_t row, double least, int64_t n_lower, int64_t n_upper)
{
  const double pivot = self->there[row] ? self->values[row] : 0.0;
  int64_t n = 0;

  self->there[row] = false;
  self->pivots[row] = pivot;
  if (!keep_largest (&self->lower, self->left, self->n_left, n_lower + self->row_fill))
    return false;
  /* L + D has what the unit factor has, times the pivots of the columns. */
  for (int64_t k = self->lower.row_offsets[row]; k < self->lower.count; k++)
    self->lower.values[k] *= self->pivots[self->lower.column_indices[k]];
  append_pivot (&self->lower, row, pivot);
  self->n_left = 0;
  for (int64_t i = 0; i < self->n_behind; i++)
    {
      const int32_t column = self->behind[i];

      self->there[column] = false;
      if (fabs (self->values[column]) > least)
        self->left[n++] = (Entry){ column, self->values[column] };
    }
  self->n_behind = 0;
  if (!seidel_fill_rows_reserve (&self->upper, 1))
    return false;
  append_pivot (&self->upper, row, pivot);
  if (!keep_largest (&self->upper, self->left, n, n_upper + self->row_fill))
    return false;
  self->lower.row_offsets[row + 1] = self->lower.count;
  self->upper.row_offsets[row + 1] = self->upper.count;
  return true;
}

/* One row; *work receives what it took. */
static SeidelReason
factorise_row (SeidelMethodRun *run, Ilut *self, int64_t row, int64_t *work)
{
  const SeidelCsr *csr = self->csr;
  const int64_t middle = seidel_csr_lower_bound (csr, row, row);
  const int64_t end = csr->row_offsets[row + 1];
  const bool stored = middle < end && csr->column_indices[middle] == row;
  double norm = 0.0;
  double pivot;

  for (int64_t k = csr->row_offsets[row]; k < end; k++)
    {
      norm = hypot (norm, csr->values[k]);
      add_entry (self, row, csr->column_indices[k], csr->values[k]);
    }
  *work += eliminate_row (self, row, self->drop * norm) + end - csr->row_offsets[row];
  if (!end_row (self, row, self->drop * norm, middle - csr->row_offsets[row],
                end - middle - stored))
    return seidel_triangles_fail_memory (run, "the factors of ILUT did not fit into memory");
  pivot = self->pivots[row];
  if (!(fabs (pivot) > DBL_EPSILON * norm) || !isfinite (pivot))
    return seidel_ilu_fail_pivot (run, pivot, row);
  return SEIDEL_REASON_NONE;
}

static SeidelReason
factorise (SeidelMethodRun *run, Ilut *self)
{
  SeidelReason reason = SEIDEL_REASON_NONE;
  int64_t work = SEIDEL_POLL_WORK;

  for (int64_t row = 0; row < self->csr->rows && reason == SEIDEL_REASON_NONE; row++)
    {
      if (work >= SEIDEL_POLL_WORK)
        {
          work = 0;
          if (seidel_method_run_stopped (run))
            return seidel_method_run_stop_reason (run);
        }
      reason = factorise_row (run, self, row, &work);
    }
  return reason;
}

static bool
ilut_init (Ilut *self, int64_t n)
{
  self->pivots = seidel_memory_alloc ((size_t) n * sizeof *self->pivots);
  self->values = seidel_memory_alloc ((size_t) n * sizeof *self->values);
  self->there = seidel_memory_alloc ((size_t) n * sizeof *self->there);
  self->heap = seidel_memory_alloc ((size_t) n * sizeof *self->heap);
  self->behind = seidel_memory_alloc ((size_t) n * sizeof *self->behind);
  self->left = seidel_memory_alloc ((size_t) n * sizeof *self->left);
  if (!seidel_fill_rows_init (&self->lower, n, true, false)
      || !seidel_fill_rows_init (&self->upper, n, true, false) || self->pivots == NULL
      || self->values == NULL || self->there == NULL || self->heap == NULL || self->behind == NULL
      || self->left == NULL)
    return false;
  for (int64_t i = 0; i < n; i++)
    self->there[i] = false;
  return true;
}

static void
ilut_clear (Ilut *self)
{
  free (self->pivots);
  free (self->values);
  free (self->there);
  free (self->heap);
  free (self->behind);
  free (self->left);
  seidel_fill_rows_clear (&self->lower);
  seidel_fill_rows_clear (&self->upper);
}

/* ILUT with p and τ of the run. */
static SeidelReason
factorise_rows (SeidelMethodRun *run, SeidelCsr **lower, SeidelCsr **upper)
{
  Ilut self = {
    .csr = run->csr,
    .drop = seidel_method_run_parameter (run, SEIDEL_PARAMETER_DROP),
    .row_fill = (int64_t) seidel_method_run_parameter (run, SEIDEL_PARAMETER_ROW_FILL),
  };
  g_autoptr (GError) error = NULL;
  SeidelReason reason =
    ilut_init (&self, run->n)
      ? factorise (run, &self)
      : seidel_triangles_fail_memory (run, "the factors of ILUT did not fit into memory");

  *lower = NULL;
  *upper = NULL;
  if (reason == SEIDEL_REASON_NONE)
    *lower = seidel_fill_rows_to_csr (&self.lower, run->n, &error);
  if (*lower != NULL)
    *upper = seidel_fill_rows_to_csr (&self.upper, run->n, &error);
  if (reason == SEIDEL_REASON_NONE && *upper == NULL)
    {
      g_clear_pointer (lower, seidel_csr_free);
      reason = seidel_triangles_fail (run, error);
    }
  ilut_clear (&self);
  return reason;
}

SeidelReason
seidel_preconditioner_ilut_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  SeidelCsr *lower;
  SeidelCsr *upper;
  const SeidelReason reason = factorise_rows (run, &lower, &upper);

  return reason == SEIDEL_REASON_NONE
           ? seidel_preconditioner_factors_keep_filled (run, self, lower, upper)
           : reason;
}
