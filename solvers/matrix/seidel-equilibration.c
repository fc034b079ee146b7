/* Exponents that even rows and columns out, and what is multiplied by them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-equilibration.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-vector.h"

/* Each pass about halves what is left of the differences; those of doubles are below 2¹². */
#define MOST_PASSES 14

/* The exponent of nothing, and the largest of a number that is not finite. */
#define ZERO       INT16_MIN
#define NOT_FINITE 2048

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

/* The sizes of rows and of columns, as exponents of two of which a half is kept: of their largest
 * entries, or the mean of all. */
typedef struct
{
  int16_t *exponents; /* of the entries of the matrix, twice what they are; they do not change */
  int *largest[2];
  double *sums[2];
  int64_t *counts[2];
} Sizes;

static void
sizes_clear (Sizes *sizes)
{
  g_free (sizes->exponents);
  for (int side = 0; side < 2; side++)
    {
      g_free (sizes->largest[side]);
      g_free (sizes->sums[side]);
      g_free (sizes->counts[side]);
    }
}

static bool
sizes_init (Sizes *sizes, const SeidelCsr *csr, GError **error)
{
  const int64_t n[2] = { csr->rows, csr->columns };
  const int64_t nonzeros = seidel_csr_nonzeros (csr);

  sizes->exponents = g_try_new (int16_t, MAX (nonzeros, 1));
  if (sizes->exponents == NULL)
    {
      seidel_memory_fail (error, 2.0 * (double) nonzeros, "the exponents of a matrix");
      return false;
    }
  for (int64_t k = 0; k < nonzeros; k++)
    sizes->exponents[k] =
      csr->values[k] == 0.0
        ? ZERO
        : (int16_t) (2 * CLAMP (ilogb (csr->values[k]), -NOT_FINITE, NOT_FINITE));
  for (int side = 0; side < 2; side++)
    {
      sizes->largest[side] = exponents_new (n[side], error);
      sizes->sums[side] = g_try_new0 (double, MAX (n[side], 1));
      sizes->counts[side] = g_try_new0 (int64_t, MAX (n[side], 1));
      if (sizes->largest[side] == NULL)
        return false;
      if (sizes->sums[side] == NULL || sizes->counts[side] == NULL)
        {
          seidel_memory_fail (error, 16.0 * (double) n[side], "the sizes of rows and columns");
          return false;
        }
    }
  return true;
}

/* Measure rows, or columns, with what both are multiplied by so far. */
static bool
measure_rows (Sizes *sizes,
              const SeidelCsr *csr,
              const int *of_rows,
              const int *of_columns,
              GCancellable *cancellable,
              GError **error)
{
  for (int64_t i = 0; i < csr->rows; i++)
    {
      const int of_row = of_rows != NULL ? of_rows[i] : 0;
      int largest = INT_MIN / 2;
      int64_t sum = 0;
      int64_t count = 0;

      if (seidel_poll (i, cancellable, error))
        return false;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        if (sizes->exponents[k] != ZERO)
          {
            const int exponent =
              sizes->exponents[k] + (of_columns != NULL ? of_columns[csr->column_indices[k]] : 0);

            largest = MAX (largest, exponent);
            sum += exponent;
            count++;
          }
      sizes->largest[0][i] = largest + of_row;
      sizes->sums[0][i] = (double) (sum + count * of_row);
      sizes->counts[0][i] = count;
    }
  return true;
}

static bool
measure_columns (Sizes *sizes,
                 const SeidelCsr *csr,
                 const int *of_rows,
                 const int *of_columns,
                 GCancellable *cancellable,
                 GError **error)
{
  for (int64_t j = 0; j < csr->columns; j++)
    {
      sizes->largest[1][j] = INT_MIN;
      sizes->sums[1][j] = 0.0;
      sizes->counts[1][j] = 0;
    }
  for (int64_t i = 0; i < csr->rows; i++)
    {
      const int of_row = of_rows != NULL ? of_rows[i] : 0;

      if (seidel_poll (i, cancellable, error))
        return false;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        if (sizes->exponents[k] != ZERO)
          {
            const int64_t j = csr->column_indices[k];
            const int exponent =
              sizes->exponents[k] + of_row + (of_columns != NULL ? of_columns[j] : 0);

            sizes->largest[1][j] = MAX (sizes->largest[1][j], exponent);
            sizes->sums[1][j] += exponent;
            sizes->counts[1][j]++;
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

/* The size of row (column) i; 0 where it has no entries. */
static int
size_of (const Sizes *sizes, int side, int64_t i, bool mean)
{
  if (sizes->counts[side][i] == 0)
    return 0;
  return mean ? (int) lrint (sizes->sums[side][i] / (double) sizes->counts[side][i])
              : sizes->largest[side][i];
}

/* Divides rows (columns) by their sizes; returns the largest change. */
static int
divide (int *exponents, const Sizes *sizes, int side, int64_t n, bool mean)
{
  int change = 0;

  for (int64_t i = 0; i < n; i++)
    {
      const int size = size_of (sizes, side, i, mean);

      exponents[i] -= size;
      change = MAX (change, abs (size));
    }
  return change;
}

/* Divides row and column i by the square root of both sizes, half of the way at once. */
static int
divide_symmetrically (int *exponents, const Sizes *sizes, int64_t n, bool mean)
{
  int change = 0;

  for (int64_t i = 0; i < n; i++)
    {
      const int row = size_of (sizes, 0, i, mean);
      const int column = size_of (sizes, 1, i, mean);
      const int size = mean ? (row + column) / 2 : MAX (row, column);

      exponents[i] -= size / 2;
      change = MAX (change, abs (size) / 2);
    }
  return change;
}

/* One step for rows and columns by their means, or by their largest entries. */
static int
step (SeidelEquilibration *self,
      const SeidelMatrix *matrix,
      bool symmetric,
      Sizes *sizes,
      bool mean,
      GCancellable *cancellable,
      GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  int of_columns;
  int change = 0;

  if (symmetric)
    return measure_rows (sizes, csr, self->of_rows, self->of_rows, cancellable, error)
               && measure_columns (sizes, csr, self->of_rows, self->of_rows, cancellable, error)
             ? divide_symmetrically (self->of_rows, sizes, csr->rows, mean)
             : -1;
  if (self->of_rows != NULL)
    {
      if (!measure_rows (sizes, csr, self->of_rows, self->of_columns, cancellable, error))
        return -1;
      change = divide (self->of_rows, sizes, 0, csr->rows, mean);
    }
  if (self->of_columns != NULL)
    {
      if (!measure_columns (sizes, csr, self->of_rows, self->of_columns, cancellable, error))
        return -1;
      of_columns = divide (self->of_columns, sizes, 1, csr->columns, mean);
      change = MAX (change, of_columns);
    }
  return change;
}

/* Means first, where rows and columns are both scaled: these alone do not depend on the units that
 * the system is given in. Then the largest entries. */
static bool
even_out (SeidelEquilibration *self,
          const SeidelMatrix *matrix,
          SeidelScale scale,
          GCancellable *cancellable,
          GError **error)
{
  const bool both = self->of_rows != NULL && self->of_columns != NULL;
  Sizes sizes = { 0 };
  int change = sizes_init (&sizes, matrix->csr, error) ? INT_MAX : -1;

  for (int pass = 0; both && pass < MOST_PASSES && change > 1; pass++)
    change = step (self, matrix, scale == SEIDEL_SCALE_SYMMETRIC, &sizes, true, cancellable, error);
  if (change >= 0)
    change = INT_MAX;
  for (int pass = 0; pass < (scale == SEIDEL_SCALE_SYMMETRIC ? MOST_PASSES : 1) && change > 1;
       pass++)
    change =
      step (self, matrix, scale == SEIDEL_SCALE_SYMMETRIC, &sizes, false, cancellable, error);
  sizes_clear (&sizes);
  return change >= 0;
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
      if (seidel_poll (i, cancellable, error))
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
  if (matrix->turns != NULL)
    {
      copy->turns = seidel_vector_new (csr->rows, error);
      if (copy->turns == NULL)
        {
          seidel_matrix_unref (copy);
          return NULL;
        }
      memcpy (copy->turns, matrix->turns, (size_t) csr->rows * sizeof *copy->turns);
    }
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
