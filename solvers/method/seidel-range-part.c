/* The part of a residual in the range of the columns.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-range-part.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "matrix/seidel-normal.h"
#include "matrix/seidel-vector.h"

/* Operations that count for little whatever a run has done: a millisecond of products, and some ten
 * of factors, which only ill-conditioned matrices need. */
#define FEW_OPERATIONS  2e6
#define SOME_OPERATIONS 5e7

/* A second or less: more are not taken, however long the run was. */
#define MOST_OPERATIONS 5e8

/* More columns are not looked at: their squares need memory. */
#define MOST_COLUMNS 2000

/* Units of rounding: pivots that are zero, of columns of norm 1. */
#define ROUNDED 64.0

void
seidel_range_part_init (SeidelRangePart *part,
                        const SeidelCsr *csr,
                        double damp,
                        int threads,
                        GCancellable *cancellable)
{
  *part =
    (SeidelRangePart){ .csr = csr, .damp = damp, .threads = threads, .cancellable = cancellable };
}

void
seidel_range_part_clear (SeidelRangePart *part)
{
  seidel_vector_free (part->norms);
  seidel_vector_free (part->factor);
  g_free (part->order);
  memset (part, 0, sizeof *part);
}

/* Asked before each row and each pivot. */
static bool
is_stopped (const SeidelRangePart *part)
{
  return g_cancellable_is_cancelled (part->cancellable);
}

/* The norms of the columns, once. */
static bool
find_norms (SeidelRangePart *part)
{
  if (part->norms != NULL)
    return true;
  part->norms = seidel_vector_new (part->csr->columns, NULL);
  if (part->norms != NULL
      && seidel_csr_column_norms (part->csr, part->damp, part->norms, part->cancellable))
    return true;
  seidel_vector_free (part->norms);
  part->norms = NULL;
  return false;
}

/* values ← a_ij / ‖ā_j‖ of the entries of a row */
static void
take_row (const SeidelRangePart *part, int64_t row, double *values)
{
  const SeidelCsr *csr = part->csr;
  const int64_t begin = csr->row_offsets[row];

  for (int64_t k = begin; k < csr->row_offsets[row + 1]; k++)
    values[k - begin] =
      csr->values[k] != 0.0 ? csr->values[k] / part->norms[csr->column_indices[k]] : 0.0;
}

/* The upper triangle of ĀᵀĀ − shift 1; values is room for a row. */
static void
multiply_columns (const SeidelRangePart *part, double shift, double *gram, double *values)
{
  const SeidelCsr *csr = part->csr;
  const int64_t n = csr->columns;

  memset (gram, 0, (size_t) (n * n) * sizeof *gram);
  for (int64_t row = 0; row < csr->rows && !is_stopped (part); row++)
    {
      const int32_t *columns = csr->column_indices + csr->row_offsets[row];
      const int64_t length = csr->row_offsets[row + 1] - csr->row_offsets[row];

      take_row (part, row, values);
      for (int64_t k = 0; k < length; k++)
        for (int64_t l = k; l < length; l++)
          gram[columns[k] * n + columns[l]] += values[k] * values[l];
    }
  for (int64_t j = 0; j < n; j++)
    {
      const double damp = part->norms[j] > 0.0 ? part->damp / part->norms[j] : 0.0;

      gram[j * n + j] += damp * damp - shift;
    }
}

/* Whether a matrix, of which the upper triangle is given and lost, is positive definite. */
static bool
is_definite (const SeidelRangePart *part, double *a)
{
  const int64_t n = part->csr->columns;

  for (int64_t k = 0; k < n; k++)
    {
      const double pivot = a[k * n + k];

      if (!(pivot > 0.0) || is_stopped (part))
        return false;
      for (int64_t i = k + 1; i < n; i++)
        {
          const double factor = a[k * n + i] / pivot;

          for (int64_t j = i; factor != 0.0 && j < n; j++)
            a[i * n + j] -= factor * a[k * n + j];
        }
    }
  return true;
}

/* Whether all singular values can be shown to be at least so large. */
static bool
prove_least (SeidelRangePart *part, double least)
{
  const int64_t n = part->csr->columns;
  const double rounding = (double) (part->csr->rows + n) * (double) n * DBL_EPSILON;
  double *gram;
  double *values;
  bool proved = false;

  least = fmax (least, sqrt (rounding));
  if (least >= 1.0 || part->factor != NULL)
    return false;
  gram = seidel_vector_new (n * n, NULL);
  values = seidel_vector_new (n, NULL);
  if (gram != NULL && values != NULL)
    {
      multiply_columns (part, least * least + rounding, gram, values);
      proved = is_definite (part, gram);
    }
  seidel_vector_free (gram);
  seidel_vector_free (values);
  if (proved)
    part->least = least;
  return proved;
}

/* Adds a row to the triangle r, row after row, by rotations; the row is lost. */
static void
rotate_in (double *r, double *row, int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    {
      double *of_pivot = r + k * n;
      const double length = hypot (of_pivot[k], row[k]);
      double cosine;
      double sine;

      if (row[k] == 0.0)
        continue;
      cosine = of_pivot[k] / length;
      sine = row[k] / length;
      for (int64_t j = k; j < n; j++)
        {
          const double before = of_pivot[j];

          of_pivot[j] = cosine * before + sine * row[j];
          row[j] = cosine * row[j] - sine * before;
        }
    }
}

/* R of Ā with columns in the given order, row after row; row and values are room for one. */
static void
find_triangle (const SeidelRangePart *part, double *r, double *row, double *values)
{
  const SeidelCsr *csr = part->csr;
  const int64_t n = csr->columns;

  memset (r, 0, (size_t) (n * n) * sizeof *r);
  for (int64_t i = 0; i < csr->rows && !is_stopped (part); i++)
    {
      memset (row, 0, (size_t) n * sizeof *row);
      take_row (part, i, values);
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        row[csr->column_indices[k]] = values[k - csr->row_offsets[i]];
      rotate_in (r, row, n);
    }
  for (int64_t j = 0; j < n && part->damp > 0.0; j++)
    {
      memset (row, 0, (size_t) n * sizeof *row);
      row[j] = part->damp / part->norms[j];
      rotate_in (r, row, n);
    }
}

/* The column of w with the greatest norm from k on comes to place k, and so do those of the factor
 * so far; returns the norm. */
static double
bring_pivot (SeidelRangePart *part, double *w, int64_t k)
{
  const int64_t n = part->csr->columns;
  int64_t pivot = k;
  double largest = -1.0;

  for (int64_t j = k; j < n; j++)
    {
      const double square = seidel_vector_dot (w + j * n, w + j * n, n);

      if (square > largest)
        {
          largest = square;
          pivot = j;
        }
    }
  if (pivot != k)
    {
      const int column = part->order[k];

      part->order[k] = part->order[pivot];
      part->order[pivot] = column;
      for (int64_t i = 0; i < n; i++)
        {
          const double entry_w = w[k * n + i];
          const double entry_r = part->factor[k * n + i];

          w[k * n + i] = w[pivot * n + i];
          w[pivot * n + i] = entry_w;
          part->factor[k * n + i] = part->factor[pivot * n + i];
          part->factor[pivot * n + i] = entry_r;
        }
    }
  return sqrt (largest);
}

/* Makes the columns of w orthogonal one after the other, the one with the greatest rest first, by
 * the modified process of Gram and Schmidt, until the rest is nothing but rounding. */
static void
reveal_rank (SeidelRangePart *part, double *w)
{
  const int64_t n = part->csr->columns;

  for (part->rank = 0; part->rank < n && !is_stopped (part); part->rank++)
    {
      const int64_t k = part->rank;
      const double length = bring_pivot (part, w, k);
      double *q = w + k * n;

      if (!(length > ROUNDED * DBL_EPSILON))
        break;
      part->factor[k * n + k] = length;
      for (int64_t i = 0; i < n; i++)
        q[i] /= length;
      for (int64_t j = k + 1; j < n; j++)
        {
          const double along = seidel_vector_dot (q, w + j * n, n);

          part->factor[j * n + k] = along;
          for (int64_t i = 0; i < n; i++)
            w[j * n + i] -= along * q[i];
        }
    }
}

/* Makes the factor, once. False without memory. */
static bool
find_factor (SeidelRangePart *part)
{
  const int64_t n = part->csr->columns;
  double *r;
  double *w;
  bool found;

  if (part->factor != NULL)
    return true;
  r = seidel_vector_new (n * n, NULL);
  w = seidel_vector_new (MAX (n, 2) * n, NULL);
  part->factor = seidel_vector_new (n * n, NULL);
  part->order = g_try_new (int, n);
  found = r != NULL && w != NULL && part->factor != NULL && part->order != NULL;
  if (found)
    {
      memset (part->factor, 0, (size_t) (n * n) * sizeof *part->factor);
      find_triangle (part, r, w, w + n);
      for (int64_t j = 0; j < n; j++)
        {
          part->order[j] = (int) j;
          for (int64_t i = 0; i < n; i++)
            w[j * n + i] = r[i * n + j];
        }
      reveal_rank (part, w);
      found = !is_stopped (part);
    }
  if (!found)
    {
      seidel_vector_free (part->factor);
      part->factor = NULL;
      g_clear_pointer (&part->order, g_free);
    }
  seidel_vector_free (r);
  seidel_vector_free (w);
  return found;
}

/* Whether columns that depend on others do so far more than the rest: where the pivots fall
 * gradually to rounding, those beyond it may have a part of r̄ that is large. */
static bool
is_rank_certain (const SeidelRangePart *part)
{
  const int64_t n = part->csr->columns;
  const int64_t last = part->rank - 1;

  return part->rank == n || last < 0 || part->factor[last * n + last] > sqrt (DBL_EPSILON);
}

/* ‖R⁻ᵀ y‖ of the columns that do not depend on others. */
static double
solve_triangle (const SeidelRangePart *part, const double *y, double *z)
{
  const int64_t n = part->csr->columns;

  for (int64_t i = 0; i < part->rank; i++)
    z[i] = (y[part->order[i]] - seidel_vector_dot (part->factor + i * n, z, i))
           / part->factor[i * n + i];
  return seidel_vector_norm_2 (z, part->rank);
}

bool
seidel_range_part_is_affordable (const SeidelRangePart *part, double operations)
{
  const SeidelCsr *csr = part->csr;
  const double n = (double) csr->columns;
  double needed = n * n * n / 3.0;

  if (csr->columns > MOST_COLUMNS)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const double length = (double) (csr->row_offsets[row + 1] - csr->row_offsets[row]);

      needed += length * length;
    }
  return needed <= CLAMP (operations, FEW_OPERATIONS, MOST_OPERATIONS);
}

/* The same of a factor. */
static bool
is_factor_affordable (const SeidelRangePart *part, double operations)
{
  const double rows = (double) part->csr->rows;
  const double n = (double) part->csr->columns;

  return (3.0 * rows + 4.0 * n) * n * n <= CLAMP (operations, SOME_OPERATIONS, MOST_OPERATIONS);
}

double
seidel_range_part_measure (SeidelRangePart *part,
                           const double *b,
                           const double *x,
                           double operations)
{
  const int64_t n = part->csr->columns;
  double *y = seidel_vector_new (n, NULL);
  double *z = seidel_vector_new (n, NULL);
  double measured = NAN;

  if (y != NULL && z != NULL && find_norms (part)
      && seidel_csr_normal_cosines (part->csr, b, x, part->damp, part->norms, y, part->threads,
                                    part->cancellable))
    {
      const double norm = seidel_vector_norm_2 (y, n);

      if (norm <= SEIDEL_SMALL_PART * part->least || prove_least (part, norm / SEIDEL_SMALL_PART))
        measured = norm > 0.0 ? norm / part->least : 0.0;
      else if (is_factor_affordable (part, operations) && find_factor (part))
        measured = is_rank_certain (part) ? solve_triangle (part, y, z) : 1.0;
    }
  seidel_vector_free (y);
  seidel_vector_free (z);
  return measured;
}

bool
seidel_range_part_is_full (const SeidelRangePart *part)
{
  return part->least > 0.0 || (part->factor != NULL && part->rank == part->csr->columns);
}

double
seidel_range_part_backward (const SeidelRangePart *part,
                            double size,
                            const double *b,
                            const double *x)
{
  double sizes = seidel_vector_norm_2 (b, part->csr->rows);

  for (int64_t j = 0; j < part->csr->columns && !isnan (size); j++)
    sizes += part->norms[j] * fabs (x[j]);
  return size / sizes;
}
