/* A row of a matrix on its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-row-report.h"

#include <inttypes.h>
#include <math.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* Rows that are searched between two looks at the cancellable. */
#define SEARCH_STEP 65536

void
seidel_row_report_free (SeidelRowReport *self)
{
  if (self == NULL)
    return;
  for (int d = 0; d < 2; d++)
    {
      g_free (self->dependencies[d].waits_for.rows);
      g_free (self->dependencies[d].waiting.rows);
    }
  g_free (self->terms);
  g_clear_pointer (&self->matrix, seidel_matrix_unref);
  g_free (self);
}

int64_t
seidel_row_of_file (const SeidelMatrix *matrix, int64_t number)
{
  const int64_t rows = matrix->csr->rows;
  const int64_t step = matrix->interleaved ? 2 : 1;

  if (number < 0 || number >= rows / step)
    return -1;
  if (matrix->permutation == NULL)
    return number * step;
  for (int64_t row = 0; row < rows; row++)
    if (matrix->permutation[row] == number * step)
      return row;
  return -1;
}

double *
seidel_row_order_vector (const SeidelMatrix *matrix, const double *x, GError **error)
{
  const int64_t n = matrix->csr->columns;
  double *copy = seidel_memory_try ((size_t) n * sizeof *copy, "The solution", error);

  for (int64_t i = 0; i < n && copy != NULL; i++)
    copy[i] = x[matrix->permutation != NULL ? matrix->permutation[i] : i];
  return copy;
}

/* Sums over the row. */
static void
read_entries (SeidelRowReport *self)
{
  const SeidelCsr *csr = self->matrix->csr;
  const double *parts = self->matrix->parts;

  for (int64_t k = csr->row_offsets[self->row]; k < csr->row_offsets[self->row + 1]; k++)
    {
      const int64_t column = csr->column_indices[k];
      const double size = fabs (csr->values[k]);

      self->entries++;
      self->largest = fmax (self->largest, size);
      if (column == self->row)
        {
          self->has_diagonal = true;
          self->diagonal = csr->values[k];
          self->diagonal_parts[0] = parts != NULL ? parts[2 * k] : csr->values[k];
          self->diagonal_parts[1] = parts != NULL ? parts[2 * k + 1] : 0.0;
          continue;
        }
      self->before += column < self->row;
      self->after += column > self->row;
      self->rest += size;
    }
}

static SeidelRowTerm
make_term (const SeidelRowSources *sources, int64_t row, int64_t k)
{
  const SeidelMatrix *matrix = sources->matrix;
  const int64_t column = matrix->csr->column_indices[k];
  const bool earlier = sources->direction == SEIDEL_DIRECTION_FORWARD ? column < row : column > row;
  const bool updated = earlier && sources->updated != NULL;
  const double *x = updated ? sources->updated : sources->x;
  SeidelRowTerm term = { .column = column,
                         .value = matrix->csr->values[k],
                         .parts = { matrix->csr->values[k], 0.0 },
                         .updated = updated,
                         .x = NAN,
                         .product = NAN };

  if (seidel_matrix_is_complex (matrix))
    {
      term.parts[0] = matrix->parts[2 * k];
      term.parts[1] = matrix->parts[2 * k + 1];
    }
  else if (x != NULL)
    {
      term.x = x[column];
      term.product = term.value * term.x;
    }
  return term;
}

/* What decides which terms are shown. A term that is not a number comes first. */
static double
get_size (const SeidelRowTerm *term)
{
  const double size = fabs (isnan (term->x) ? term->value : term->product);

  return isnan (size) ? INFINITY : size;
}

static int
compare_sizes (const void *a, const void *b)
{
  const SeidelRowTerm *one = a;
  const SeidelRowTerm *other = b;
  const double difference = get_size (other) - get_size (one);

  return difference > 0.0   ? 1
         : difference < 0.0 ? -1
                            : (one->column > other->column) - (one->column < other->column);
}

static int
compare_columns (const void *a, const void *b)
{
  const SeidelRowTerm *one = a;
  const SeidelRowTerm *other = b;

  return (one->column > other->column) - (one->column < other->column);
}

/* Keeps the largest terms and adds up the others. */
static void
keep_largest (SeidelRowReport *self, int64_t most)
{
  if (most <= 0 || self->n_terms <= most)
    return;
  qsort (self->terms, (size_t) self->n_terms, sizeof *self->terms, compare_sizes);
  self->n_more = self->n_terms - most;
  self->n_terms = most;
  for (int64_t i = most; i < most + self->n_more; i++)
    self->more += self->terms[i].product;
  qsort (self->terms, (size_t) most, sizeof *self->terms, compare_columns);
}

static bool
take_terms (SeidelRowReport *self, const SeidelRowSources *sources, GError **error)
{
  const SeidelCsr *csr = self->matrix->csr;
  const int64_t begin = csr->row_offsets[self->row];
  const int64_t end = csr->row_offsets[self->row + 1];

  if (begin == end)
    return true;
  self->terms =
    seidel_memory_try ((size_t) (end - begin) * sizeof *self->terms, "The terms of a row", error);
  if (self->terms == NULL)
    return false;
  self->equation.sum = 0.0;
  for (int64_t k = begin; k < end; k++)
    if (csr->column_indices[k] != self->row)
      {
        const SeidelRowTerm term = make_term (sources, self->row, k);

        self->equation.sum += term.product;
        self->terms[self->n_terms++] = term;
      }
  keep_largest (self, sources->most);
  return true;
}

static void
take_scaling (SeidelRowReport *self, const SeidelEquilibration *scaling)
{
  const SeidelCsr *csr = self->matrix->csr;

  if (scaling == NULL)
    return;
  self->has_scaling = true;
  self->scale_exponent =
    scaling->of_matrix + (scaling->of_rows != NULL ? scaling->of_rows[self->row] : 0);
  for (int64_t k = csr->row_offsets[self->row]; k < csr->row_offsets[self->row + 1]; k++)
    {
      const int exponent =
        self->scale_exponent
        + (scaling->of_columns != NULL ? scaling->of_columns[csr->column_indices[k]] : 0);

      self->scaled_largest = fmax (self->scaled_largest, ldexp (fabs (csr->values[k]), exponent));
    }
}

static void
append_row (SeidelRowList *list, int64_t row, int64_t most, GArray *rows)
{
  list->count++;
  if (most <= 0 || list->count <= most)
    g_array_append_val (rows, row);
}

static void
finish_list (SeidelRowList *list, GArray *rows)
{
  list->n = rows->len;
  list->rows = (int64_t *) (void *) g_array_free (rows, rows->len == 0);
}

/* The rows whose column of this row's number is stored: all those that wait for it. */
static bool
find_waiting (SeidelRowReport *self,
              const SeidelRowSources *sources,
              GCancellable *cancellable,
              GError **error)
{
  const SeidelCsr *csr = self->matrix->csr;
  const bool symmetric = sources->structure != NULL && sources->structure->pattern_symmetric;
  GArray *rows[2] = { g_array_new (FALSE, FALSE, sizeof (int64_t)),
                      g_array_new (FALSE, FALSE, sizeof (int64_t)) };
  const int64_t n = symmetric ? self->entries : csr->rows;
  bool stopped = false;

  for (int64_t i = 0; i < n && !stopped; i++)
    {
      const int64_t row = symmetric ? csr->column_indices[csr->row_offsets[self->row] + i] : i;
      const SeidelDirection direction =
        row > self->row ? SEIDEL_DIRECTION_FORWARD : SEIDEL_DIRECTION_BACKWARD;

      if (row != self->row && (symmetric || seidel_csr_find (csr, row, self->row) >= 0))
        append_row (&self->dependencies[direction].waiting, row, sources->most, rows[direction]);
      stopped = i % SEARCH_STEP == 0 && g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  for (int d = 0; d < 2; d++)
    finish_list (&self->dependencies[d].waiting, rows[d]);
  return !stopped;
}

static void
find_waited_for (SeidelRowReport *self, const SeidelRowSources *sources, SeidelDirection direction)
{
  const SeidelCsr *csr = self->matrix->csr;
  const SeidelSchedule *schedule = sources->schedules[direction];
  SeidelRowDependencies *of = &self->dependencies[direction];
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (int64_t));

  of->latest = -1;
  for (int64_t k = csr->row_offsets[self->row]; k < csr->row_offsets[self->row + 1]; k++)
    {
      const int64_t row = csr->column_indices[k];

      if (direction == SEIDEL_DIRECTION_FORWARD ? row >= self->row : row <= self->row)
        continue;
      append_row (&of->waits_for, row, sources->most, rows);
      if (schedule != NULL
          && (of->latest < 0 || schedule->level_of_row[row] > schedule->level_of_row[of->latest]))
        of->latest = row;
    }
  finish_list (&of->waits_for, rows);
  if (schedule == NULL)
    return;
  of->level = schedule->level_of_row[self->row];
  of->levels = schedule->count;
  of->together = schedule->level_rows[of->level - 1];
}

static void
put_in (SeidelRowReport *self, const SeidelRowSources *sources)
{
  SeidelRowEquation *equation = &self->equation;

  self->has_equation = self->square && !seidel_matrix_is_complex (self->matrix)
                       && sources->b != NULL && sources->x != NULL && self->diagonal != 0.0;
  equation->b = equation->x = equation->result = equation->before = equation->after = NAN;
  equation->solution = NAN;
  if (!self->has_equation)
    return;
  equation->b = sources->b[self->row];
  equation->x = sources->x[self->row];
  equation->result = (equation->b - equation->sum) / self->diagonal;
  equation->before = equation->b - equation->sum - self->diagonal * equation->x;
  equation->after = equation->b - equation->sum - self->diagonal * equation->result;
  if (sources->solution != NULL)
    equation->solution = sources->solution[self->row];
}

SeidelRowReport *
seidel_row_report_new (const SeidelRowSources *sources,
                       int64_t row,
                       GCancellable *cancellable,
                       GError **error)
{
  const SeidelCsr *csr = sources->matrix->csr;
  g_autoptr (SeidelRowReport) self = NULL;

  if (row < 0 || row >= csr->rows)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("There is no row %" PRId64 ": the matrix has %" PRId64
                                     " rows"),
                        row + 1, csr->rows);
  self = g_new0 (SeidelRowReport, 1);
  self->matrix = seidel_matrix_ref (sources->matrix);
  self->row = row;
  self->direction = sources->direction;
  self->square = csr->rows == csr->columns;
  self->matrix_largest = sources->structure != NULL ? sources->structure->largest_magnitude : NAN;
  read_entries (self);
  if (!take_terms (self, sources, error))
    return NULL;
  take_scaling (self, sources->scaling);
  put_in (self, sources);
  for (int d = 0; d < 2 && self->square; d++)
    find_waited_for (self, sources, (SeidelDirection) d);
  if (self->square && !find_waiting (self, sources, cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}
