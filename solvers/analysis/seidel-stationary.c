/* Stationary iterations that can go forth and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-stationary.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/seidel-coloring.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

static const char *const names[SEIDEL_N_STATIONARY] = {
  [SEIDEL_STATIONARY_JACOBI] = N_ ("Jacobi"),
  [SEIDEL_STATIONARY_FORWARD] = N_ ("Gauss-Seidel"),
  [SEIDEL_STATIONARY_SYMMETRIC] = N_ ("Symmetric Gauss-Seidel"),
  [SEIDEL_STATIONARY_SOR] = N_ ("SOR"),
  [SEIDEL_STATIONARY_COLORS] = N_ ("Gauss-Seidel by colours"),
};

const char *
seidel_stationary_name (SeidelStationaryKind kind)
{
  return names[kind];
}

/* The rows by colour, each colour in row order: a counting sort. */
static int32_t *
order_by_colors (const SeidelCsr *csr, GError **error)
{
  g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, NULL, NULL, error);
  g_autofree int64_t *first = NULL;
  int32_t *order;

  if (coloring == NULL)
    return NULL;
  first = g_new0 (int64_t, coloring->count + 2);
  order = g_new (int32_t, csr->rows + 1);
  for (int64_t row = 0; row < csr->rows; row++)
    first[coloring->color_of_row[row] + 1]++;
  for (int32_t color = 1; color <= coloring->count; color++)
    first[color + 1] += first[color];
  for (int64_t row = 0; row < csr->rows; row++)
    order[first[coloring->color_of_row[row]]++] = (int32_t) row;
  return order;
}

/* b_i − Σ a_ij x_j over all j; *diagonal receives a_ii, 0 without one. */
static inline double
row_residual (const SeidelCsr *csr, const double *b, const double *x, int64_t row, double *diagonal)
{
  double sum = b[row];

  *diagonal = 0.0;
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      sum -= csr->values[k] * x[csr->column_indices[k]];
      if (csr->column_indices[k] == row)
        *diagonal = csr->values[k];
    }
  return sum;
}

static inline void
relax (SeidelStationary *self, int64_t row, double omega)
{
  double diagonal;
  const double residual = row_residual (self->csr, self->b, self->x, row, &diagonal);

  if (diagonal != 0.0)
    self->x[row] += omega * residual / diagonal;
}

static void
sweep_jacobi (SeidelStationary *self)
{
  double *next = self->next;

  for (int64_t row = 0; row < self->csr->rows; row++)
    {
      double diagonal;
      const double residual = row_residual (self->csr, self->b, self->x, row, &diagonal);

      next[row] = self->x[row] + (diagonal != 0.0 ? residual / diagonal : 0.0);
    }
  self->next = self->x;
  self->x = next;
}

static void
sweep (SeidelStationary *self)
{
  const int64_t rows = self->csr->rows;
  const double omega = self->kind == SEIDEL_STATIONARY_SOR ? self->omega : 1.0;

  if (self->kind == SEIDEL_STATIONARY_JACOBI)
    sweep_jacobi (self);
  else
    for (int64_t i = 0; i < rows; i++)
      relax (self, self->order != NULL ? self->order[i] : i, omega);
  if (self->kind == SEIDEL_STATIONARY_SYMMETRIC)
    for (int64_t row = rows - 1; row >= 0; row--)
      relax (self, row, 1.0);
  self->sweep++;
}

/* The norms of the iterate in hand, where it is a new one. */
static void
measure (SeidelStationary *self)
{
  double error = 0.0, residual = 0.0, diagonal;

  if (self->sweep < self->errors->len)
    return;
  for (int64_t row = 0; row < self->csr->rows; row++)
    {
      const double r = row_residual (self->csr, self->b, self->x, row, &diagonal);
      const double e = self->exact != NULL ? self->x[row] - self->exact[row] : 0.0;

      error += e * e;
      residual += r * r;
    }
  error = sqrt (error);
  residual = sqrt (residual);
  g_array_append_val (self->errors, error);
  g_array_append_val (self->residuals, residual);
}

/* Every other iterate goes, and from now on twice as many sweeps lie between two. */
static void
thin_out (SeidelStationary *self)
{
  guint kept = 0;

  for (guint i = 0; i < self->kept->len; i += 2)
    {
      gpointer even = self->kept->pdata[i];

      self->kept->pdata[i] = self->kept->pdata[kept];
      self->kept->pdata[kept++] = even;
    }
  g_ptr_array_set_size (self->kept, (int) kept);
  self->interval *= 2;
}

static void
keep (SeidelStationary *self)
{
  const size_t bytes = (size_t) self->csr->rows * sizeof *self->x;

  if (self->sweep != (int64_t) self->kept->len * self->interval)
    return;
  if (self->csr->rows > SEIDEL_STATIONARY_FEW_ROWS
      && self->kept->len >= SEIDEL_STATIONARY_MOST_KEPT)
    {
      thin_out (self);
      if (self->sweep != (int64_t) self->kept->len * self->interval)
        return;
    }
  g_ptr_array_add (self->kept, g_memdup2 (self->x, MAX (bytes, 1)));
}

const double *
seidel_stationary_kept (const SeidelStationary *self, int64_t at)
{
  if (at < 0 || at % self->interval != 0 || at / self->interval >= self->kept->len)
    return NULL;
  return self->kept->pdata[at / self->interval];
}

/* The nearest iterate that is kept, at a sweep or before it, where that is nearer than x. */
static void
go_back (SeidelStationary *self, int64_t to)
{
  const int64_t place = MIN (to / self->interval, (int64_t) self->kept->len - 1);

  if (self->sweep <= to && self->sweep >= place * self->interval)
    return;
  memcpy (self->x, self->kept->pdata[place], (size_t) self->csr->rows * sizeof *self->x);
  self->sweep = place * self->interval;
}

bool
seidel_stationary_go_to (SeidelStationary *self, int64_t to, int64_t until)
{
  to = CLAMP (to, 0, SEIDEL_STATIONARY_MOST_SWEEPS);
  go_back (self, to);
  while (self->sweep < to)
    {
      sweep (self);
      measure (self);
      keep (self);
      if (self->sweep < to && g_get_monotonic_time () >= until)
        return false;
    }
  return true;
}

void
seidel_stationary_set_omega (SeidelStationary *self, double omega)
{
  if (omega == self->omega)
    return;
  self->omega = omega;
  memcpy (self->x, self->kept->pdata[0], (size_t) self->csr->rows * sizeof *self->x);
  self->sweep = 0;
  self->interval = 1;
  g_ptr_array_set_size (self->kept, 1);
  g_array_set_size (self->errors, 1);
  g_array_set_size (self->residuals, 1);
}

SeidelStationary *
seidel_stationary_new (const SeidelCsr *csr,
                       const double *b,
                       const double *exact,
                       const double *start,
                       SeidelStationaryKind kind,
                       double omega,
                       GError **error)
{
  g_autoptr (SeidelStationary) self = g_new0 (SeidelStationary, 1);
  const size_t bytes = (size_t) csr->rows * sizeof *start;

  if (csr->rows != csr->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s",
                        seidel_text ("a sweep needs a square matrix"));
  self->kind = kind;
  self->omega = omega;
  self->csr = csr;
  self->b = b;
  self->exact = exact;
  self->interval = 1;
  self->x = g_memdup2 (start, MAX (bytes, 1));
  self->next = g_new (double, csr->rows + 1);
  self->kept = g_ptr_array_new_with_free_func (g_free);
  self->errors = g_array_new (FALSE, FALSE, sizeof (double));
  self->residuals = g_array_new (FALSE, FALSE, sizeof (double));
  if (kind == SEIDEL_STATIONARY_COLORS)
    {
      self->order = order_by_colors (csr, error);
      if (self->order == NULL)
        return NULL;
    }
  measure (self);
  keep (self);
  return g_steal_pointer (&self);
}

void
seidel_stationary_free (SeidelStationary *self)
{
  g_free (self->order);
  g_free (self->x);
  g_free (self->next);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  g_clear_pointer (&self->errors, g_array_unref);
  g_clear_pointer (&self->residuals, g_array_unref);
  g_free (self);
}

/* Exchanges rows so that the largest element of a column is on the diagonal; false where all are
 * negligible beside the largest element of A. */
static bool
choose_pivot (double *a, double *x, int64_t n, int64_t column, double largest)
{
  int64_t best = column;

  for (int64_t row = column + 1; row < n; row++)
    if (fabs (a[row * n + column]) > fabs (a[best * n + column]))
      best = row;
  if (!(fabs (a[best * n + column]) > (double) n * DBL_EPSILON * largest))
    return false;
  for (int64_t j = 0; best != column && j < n; j++)
    {
      const double value = a[best * n + j];

      a[best * n + j] = a[column * n + j];
      a[column * n + j] = value;
    }
  if (best != column)
    {
      const double value = x[best];

      x[best] = x[column];
      x[column] = value;
    }
  return true;
}

bool
seidel_dense_solve (const SeidelCsr *csr, const double *b, double *x)
{
  const int64_t n = csr->rows;
  g_autofree double *a = NULL;
  double largest = 0.0;

  if (n != csr->columns || n > SEIDEL_DENSE_SOLVE_MOST)
    return false;
  a = g_new0 (double, n *n + 1);
  for (int64_t row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        a[row * n + csr->column_indices[k]] = csr->values[k];
        largest = MAX (largest, fabs (csr->values[k]));
      }
  memcpy (x, b, (size_t) n * sizeof *x);
  for (int64_t column = 0; column < n; column++)
    {
      if (!choose_pivot (a, x, n, column, largest))
        return false;
      for (int64_t row = column + 1; row < n; row++)
        {
          const double factor = a[row * n + column] / a[column * n + column];

          for (int64_t j = column; factor != 0.0 && j < n; j++)
            a[row * n + j] -= factor * a[column * n + j];
          x[row] -= factor * x[column];
        }
    }
  for (int64_t row = n - 1; row >= 0; row--)
    {
      for (int64_t j = row + 1; j < n; j++)
        x[row] -= a[row * n + j] * x[j];
      x[row] /= a[row * n + row];
    }
  return true;
}
