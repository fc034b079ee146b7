/* Whether ILU(0) of the matrix can be trusted: its pivots, and what its inverse does to ones.
 *
 * Source: Chow and Saad, "Experimental study of ILU preconditioners for indefinite matrices"
 * (1997), whose estimate of stability is ‖(L U)⁻¹ e‖∞.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "diagnose/seidel-diagnosis-private.h"

#include <math.h>

#include "matrix/seidel-vector.h"

typedef struct
{
  const SeidelCsr *csr;
  double *values;    /* L without its ones, and U, in the places of A */
  int64_t *diagonal; /* where that of each row is */
  int64_t *place;    /* of each column in the row at work, or −1 */
} Factors;

static bool
factors_init (Factors *self, const SeidelCsr *csr)
{
  const size_t n = (size_t) csr->rows;
  const size_t entries = (size_t) csr->row_offsets[csr->rows];

  *self =
    (Factors){ csr, g_try_new (double, entries), g_try_new (int64_t, n), g_try_new (int64_t, n) };
  if (self->values == NULL || self->diagonal == NULL || self->place == NULL)
    return false;
  memcpy (self->values, csr->values, entries * sizeof *self->values);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      self->place[row] = -1;
      self->diagonal[row] = seidel_csr_find (csr, row, row);
      if (self->diagonal[row] < 0)
        return false;
    }
  return true;
}

static void
factors_clear (Factors *self)
{
  g_free (self->values);
  g_free (self->diagonal);
  g_free (self->place);
}

static void
eliminate_row (Factors *self, int64_t row)
{
  const SeidelCsr *csr = self->csr;
  const int64_t begin = csr->row_offsets[row];
  const int64_t end = csr->row_offsets[row + 1];

  for (int64_t k = begin; k < end; k++)
    self->place[csr->column_indices[k]] = k;
  for (int64_t k = begin; k < self->diagonal[row]; k++)
    {
      const int64_t j = csr->column_indices[k];

      self->values[k] /= self->values[self->diagonal[j]];
      for (int64_t l = self->diagonal[j] + 1; l < csr->row_offsets[j + 1]; l++)
        if (self->place[csr->column_indices[l]] >= 0)
          self->values[self->place[csr->column_indices[l]]] -= self->values[k] * self->values[l];
    }
  for (int64_t k = begin; k < end; k++)
    self->place[csr->column_indices[k]] = -1;
}

/* Notes the pivot of a row; false where nothing can be divided by it. */
static bool
judge_pivot (const Factors *self, int64_t row, SeidelFacts *facts)
{
  const SeidelCsr *csr = self->csr;
  const double pivot = self->values[self->diagonal[row]];
  double largest = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      largest = fmax (largest, fabs (csr->values[k]));
      if (k >= self->diagonal[row])
        facts->element_growth = fmax (facts->element_growth, fabs (self->values[k]));
    }
  if (!(fabs (pivot) / largest >= facts->pivot))
    {
      facts->pivot = fabs (pivot) / largest;
      facts->pivot_row = row;
    }
  facts->negative_pivots += pivot < 0.0;
  return pivot != 0.0 && isfinite (pivot);
}

/* ‖(L U)⁻¹ e‖∞ */
static double
solve_ones (const Factors *self)
{
  const SeidelCsr *csr = self->csr;
  double *x = seidel_vector_new (csr->rows, NULL);
  double norm = NAN;

  for (int64_t row = 0; x != NULL && row < csr->rows; row++)
    {
      x[row] = 1.0;
      for (int64_t k = csr->row_offsets[row]; k < self->diagonal[row]; k++)
        x[row] -= self->values[k] * x[csr->column_indices[k]];
    }
  for (int64_t row = csr->rows; x != NULL && row-- > 0;)
    {
      for (int64_t k = self->diagonal[row] + 1; k < csr->row_offsets[row + 1]; k++)
        x[row] -= self->values[k] * x[csr->column_indices[k]];
      x[row] /= self->values[self->diagonal[row]];
    }
  if (x != NULL)
    {
      norm = seidel_vector_norm_inf (x, csr->rows);
      norm = isnan (norm) ? INFINITY : norm;
    }
  seidel_vector_free (x);
  return norm;
}

void
seidel_facts_factors (SeidelFacts *facts, GCancellable *cancellable)
{
  const SeidelCsr *csr = facts->csr;
  Factors factors;
  int64_t row = 0;

  facts->pivot = INFINITY;
  facts->pivot_row = -1;
  facts->negative_pivots = 0;
  facts->element_growth = 0.0;
  if (factors_init (&factors, csr))
    {
      for (; row < csr->rows; row++)
        {
          eliminate_row (&factors, row);
          if (!judge_pivot (&factors, row, facts)
              || (row % 1024 == 0 && g_cancellable_is_cancelled (cancellable)))
            break;
        }
      facts->inverse = row == csr->rows ? solve_ones (&factors) * facts->norm_A : INFINITY;
      facts->element_growth /= facts->structure->largest_magnitude;
    }
  if (isinf (facts->pivot) || g_cancellable_is_cancelled (cancellable))
    facts->pivot = facts->inverse = facts->element_growth = NAN;
  factors_clear (&factors);
}
