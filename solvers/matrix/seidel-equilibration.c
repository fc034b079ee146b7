/* Exponents that even rows and columns out, and what is multiplied by them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-equilibration.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

/* Ruiz's iteration halves what is left of the differences; those of doubles are below 2¹². */
#define MOST_PASSES 14

/* The exponent of nothing. */
#define ZERO INT_MIN

#define ROWS_PER_POLL 16384

void
seidel_equilibration_free (SeidelEquilibration *self)
{
  if (self == NULL)
    return;
  g_free (self->of_rows);
  g_free (self->of_columns);
  g_free (self);
}

/* Exponents that are all zero. */
static int *
exponents_new (int64_t n, GError **error)
{
  int *exponents = g_try_new0 (int, MAX (n, 1));

  if (exponents == NULL)
    seidel_memory_fail (error, (double) n * sizeof (int), "the exponents of a scaling");
  return exponents;
}

/* The largest exponent of the entries of each row and each column, with what they are multiplied by
 * so far, twice the exponent being counted; rows or columns may be NULL. */
static bool
find_largest (const SeidelCsr *csr,
              const int *of_rows,
              const int *of_columns,
              int *rows,
              int *columns,
              GCancellable *cancellable,
              GError **error)
{
  for (int64_t i = 0; rows != NULL && i < csr->rows; i++)
    rows[i] = ZERO;
  for (int64_t j = 0; columns != NULL && j < csr->columns; j++)
    columns[j] = ZERO;
  for (int64_t i = 0; i < csr->rows; i++)
    {
      if (i % ROWS_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        if (csr->values[k] != 0.0)
          {
            const int32_t j = csr->column_indices[k];
            const int exponent = 2 * ilogb (csr->values[k]) + (of_rows != NULL ? of_rows[i] : 0)
                                 + (of_columns != NULL ? of_columns[j] : 0);

            if (rows != NULL)
              rows[i] = MAX (rows[i], exponent);
            if (columns != NULL)
              columns[j] = MAX (columns[j], exponent);
          }
    }
  return true;
}

/* Halves with the sign kept, towards zero. */
static void
halve (int *exponents, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    exponents[i] /= 2;
}

/* Both rows of a complex one are multiplied by what the larger needs. */
static void
pair (int *exponents, int64_t n)
{
  for (int64_t i = 0; i + 1 < n; i += 2)
    exponents[i] = exponents[i + 1] = MIN (exponents[i], exponents[i + 1]);
}

static void
subtract (int *exponents, const int *largest, int64_t n, int divisor)
{
  for (int64_t i = 0; i < n; i++)
    if (largest[i] != ZERO)
      exponents[i] -= largest[i] / divisor;
}

/* Exponents are counted twice meanwhile, so that a half of one can be kept. */
static bool
even_out (SeidelEquilibration *self,
          const SeidelMatrix *matrix,
          SeidelScale scale,
          GCancellable *cancellable,
          GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const bool symmetric = scale == SEIDEL_SCALE_SYMMETRIC;
  g_autofree int *rows = exponents_new (csr->rows, error);
  g_autofree int *columns = rows != NULL ? exponents_new (csr->columns, error) : NULL;
  int farthest = INT_MAX;

  if (columns == NULL)
    return false;
  for (int pass = 0; symmetric && pass < MOST_PASSES && farthest > 2; pass++)
    {
      if (!find_largest (csr, self->of_rows, self->of_rows, rows, columns, cancellable, error))
        return false;
      farthest = 0;
      for (int64_t i = 0; i < csr->rows; i++)
        {
          rows[i] = MAX (rows[i], columns[i]);
          farthest = MAX (farthest, rows[i] != ZERO ? abs (rows[i]) : 0);
        }
      subtract (self->of_rows, rows, csr->rows, 2);
    }
  if (!symmetric && self->of_rows != NULL)
    {
      if (!find_largest (csr, NULL, NULL, rows, NULL, cancellable, error))
        return false;
      subtract (self->of_rows, rows, csr->rows, 1);
    }
  if (!symmetric && self->of_columns != NULL)
    {
      if (!find_largest (csr, self->of_rows, NULL, NULL, columns, cancellable, error))
        return false;
      subtract (self->of_columns, columns, csr->columns, 1);
    }
  return true;
}

SeidelEquilibration *
seidel_equilibration_new (const SeidelMatrix *matrix,
                          SeidelScale scale,
                          GCancellable *cancellable,
                          GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const bool of_rows = scale != SEIDEL_SCALE_NONE && scale != SEIDEL_SCALE_COLUMNS;
  const bool of_columns = scale != SEIDEL_SCALE_NONE && scale != SEIDEL_SCALE_ROWS;
  g_autoptr (SeidelEquilibration) self = g_new0 (SeidelEquilibration, 1);

  self->rows = csr->rows;
  self->columns = csr->columns;
  if (of_rows && (self->of_rows = exponents_new (csr->rows, error)) == NULL)
    return NULL;
  if (of_columns && (self->of_columns = exponents_new (csr->columns, error)) == NULL)
    return NULL;
  if (!even_out (self, matrix, scale, cancellable, error))
    return NULL;
  if (of_rows)
    halve (self->of_rows, csr->rows);
  if (of_rows && matrix->interleaved)
    pair (self->of_rows, csr->rows);
  if (scale == SEIDEL_SCALE_SYMMETRIC)
    memcpy (self->of_columns, self->of_rows, (size_t) csr->rows * sizeof *self->of_rows);
  else if (of_columns)
    halve (self->of_columns, csr->columns);
  if (of_columns && matrix->interleaved)
    pair (self->of_columns, csr->columns);
  return g_steal_pointer (&self);
}

static int
of_row (const SeidelEquilibration *self, int64_t row)
{
  return self->of_rows != NULL ? self->of_rows[row] : 0;
}

static int
of_column (const SeidelEquilibration *self, int64_t column)
{
  return self->of_columns != NULL ? self->of_columns[column] : 0;
}

SeidelMatrix *
seidel_equilibration_scale_matrix (const SeidelEquilibration *self,
                                   const SeidelMatrix *matrix,
                                   GCancellable *cancellable,
                                   GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  SeidelCsr *scaled = seidel_csr_new (csr->rows, csr->columns, seidel_csr_nonzeros (csr), error);
  SeidelMatrix *copy;

  if (scaled == NULL)
    return NULL;
  memcpy (scaled->row_offsets, csr->row_offsets,
          (size_t) (csr->rows + 1) * sizeof *csr->row_offsets);
  for (int64_t i = 0; i < csr->rows; i++)
    {
      if (i % ROWS_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          seidel_csr_free (scaled);
          return NULL;
        }
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          const int32_t j = csr->column_indices[k];

          scaled->column_indices[k] = j;
          scaled->values[k] =
            scalbn (csr->values[k], of_row (self, i) + of_column (self, j) + self->of_matrix);
        }
    }
  copy = seidel_matrix_new (matrix->name, scaled);
  copy->interleaved = matrix->interleaved;
  g_free (copy->ordering);
  copy->ordering = g_strdup (matrix->ordering);
  if (matrix->permutation != NULL)
    copy->permutation =
      g_memdup2 (matrix->permutation, (size_t) csr->rows * sizeof *matrix->permutation);
  return copy;
}

void
seidel_equilibration_scale_rhs (const SeidelEquilibration *self, const double *b, double *scaled)
{
  for (int64_t i = 0; i < self->rows; i++)
    scaled[i] = scalbn (b[i], of_row (self, i) + self->of_rhs);
}

void
seidel_equilibration_scale_x (const SeidelEquilibration *self, const double *x, double *y)
{
  for (int64_t j = 0; j < self->columns; j++)
    y[j] = scalbn (x[j], self->of_rhs - self->of_matrix - of_column (self, j));
}

void
seidel_equilibration_restore_x (const SeidelEquilibration *self, const double *y, double *x)
{
  for (int64_t j = 0; j < self->columns; j++)
    x[j] = scalbn (y[j], of_column (self, j) + self->of_matrix - self->of_rhs);
}

/* "2⁻⁵⁰" */
static void
append_power (GString *text, int exponent)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *plain = g_strdup_printf ("%d", exponent);

  g_string_append (text, "2");
  for (const char *c = plain; *c != '\0'; c++)
    g_string_append (text, *c == '-' ? "⁻" : digits[*c - '0']);
}

/* "2⁻⁵⁰ to 2³" */
static char *
describe_range (const int *exponents, int64_t n)
{
  GString *text = g_string_new (NULL);
  int least = n > 0 ? exponents[0] : 0;
  int most = least;

  for (int64_t i = 1; i < n; i++)
    {
      least = MIN (least, exponents[i]);
      most = MAX (most, exponents[i]);
    }
  append_power (text, least);
  if (most != least)
    {
      g_string_append (text, seidel_text (" to "));
      append_power (text, most);
    }
  return g_string_free (text, FALSE);
}

char *
seidel_equilibration_describe (const SeidelEquilibration *self)
{
  g_autofree char *rows = self->of_rows != NULL ? describe_range (self->of_rows, self->rows) : NULL;
  g_autofree char *columns =
    self->of_columns != NULL ? describe_range (self->of_columns, self->columns) : NULL;
  g_autofree char *matrix = describe_range (&self->of_matrix, 1);
  g_autofree char *rhs = describe_range (&self->of_rhs, 1);

  if (rows == NULL && columns == NULL)
    return g_strdup_printf (seidel_text ("the matrix by %s, the right-hand side by %s"), matrix,
                            rhs);
  if (columns == NULL)
    return g_strdup_printf (seidel_text ("rows by %s"), rows);
  if (rows == NULL)
    return g_strdup_printf (seidel_text ("columns by %s"), columns);
  return g_strdup_printf (seidel_text ("rows by %s, columns by %s"), rows, columns);
}
