/* ILU(0): an incomplete factorisation A ≈ (L + D) D⁻¹ (D + U) in which L and U have no entries but
 * where A has them; and ILU(k), where they have the fill of k levels too.
 *
 * Source: Meijerink and van der Vorst, "An iterative solution method for linear systems of which
 * the coefficient matrix is a symmetric M-matrix" (1977); Saad (2003), algorithm 10.4, whose unit
 * lower factor is this L + D times D⁻¹. A diagonal that is missing is taken as a zero that may fill
 * in. Factors are computed in double and used in the precision of the run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-ilu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/seidel-error.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"
#include "method/seidel-fill.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-triangles.h"

/* What the factorisation works with. */
typedef struct
{
  const SeidelCsr *csr;
  SeidelCsr *lower;
  SeidelCsr *upper;
  bool filled;     /* the triangles are there, with the values of A and zeros in the fill */
  int64_t *places; /* of each column: its place in the current row's triangle, or −1 */
  SeidelReplacedPivots replaced;
} Factorisation;

/* Copies the row into both triangles, each with the diagonal. */
static void
split_row (Factorisation *f, int64_t row)
{
  const SeidelCsr *csr = f->csr;
  int64_t begin = csr->row_offsets[row];
  int64_t end = csr->row_offsets[row + 1];
  int64_t middle = seidel_csr_lower_bound (csr, row, row);
  bool stored = middle < end && csr->column_indices[middle] == row;
  int64_t l = f->lower->row_offsets[row];
  int64_t u = f->upper->row_offsets[row];

  for (int64_t k = begin; k < middle; k++, l++)
    {
      f->lower->column_indices[l] = csr->column_indices[k];
      f->lower->values[l] = csr->values[k];
    }
  f->lower->column_indices[l] = (int32_t) row;
  f->upper->column_indices[u] = (int32_t) row;
  f->upper->values[u] = stored ? csr->values[middle] : 0.0;
  for (int64_t k = middle + stored; k < end; k++)
    {
      u++;
      f->upper->column_indices[u] = csr->column_indices[k];
      f->upper->values[u] = csr->values[k];
    }
  f->lower->row_offsets[row + 1] = l + 1;
  f->upper->row_offsets[row + 1] = u + 1;
}

static void
mark_row (const SeidelCsr *triangle, int64_t row, int64_t *places, bool mark)
{
  for (int64_t k = triangle->row_offsets[row]; k < triangle->row_offsets[row + 1]; k++)
    places[triangle->column_indices[k]] = mark ? k : -1;
}

/* Takes multiples of the rows before it from a row; returns the work this was. */
static int64_t
eliminate_row (Factorisation *f, int64_t row)
{
  const SeidelCsr *upper = f->upper;
  int64_t end = f->lower->row_offsets[row + 1] - 1;
  int64_t work = 1;

  mark_row (f->lower, row, f->places, true);
  mark_row (f->upper, row, f->places, true);
  for (int64_t l = f->lower->row_offsets[row]; l < end; l++)
    {
      int32_t pivot_row = f->lower->column_indices[l];
      int64_t u = upper->row_offsets[pivot_row];
      double factor = f->lower->values[l] / upper->values[u];

      work += upper->row_offsets[pivot_row + 1] - u;
      for (u++; u < upper->row_offsets[pivot_row + 1]; u++)
        {
          int32_t column = upper->column_indices[u];
          int64_t place = f->places[column];

          if (place >= 0)
            (column < row ? f->lower : f->upper)->values[place] -= factor * upper->values[u];
        }
    }
  f->lower->values[end] = upper->values[upper->row_offsets[row]];
  mark_row (f->lower, row, f->places, false);
  mark_row (f->upper, row, f->places, false);
  return work;
}

static double
largest_in_row (const SeidelCsr *csr, int64_t row)
{
  double largest = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    largest = MAX (largest, fabs (csr->values[k]));
  return largest;
}

double
seidel_ilu_least_pivot (const SeidelMethodRun *run)
{
  return run->options->parameters[SEIDEL_PARAMETER_PIVOT];
}

double
seidel_ilu_replace_pivot (SeidelReplacedPivots *replaced, double pivot, double limit, int64_t row)
{
  if (!(fabs (pivot) < limit))
    return pivot;
  if (replaced->count++ == 0)
    replaced->row = row;
  return copysign (limit, pivot == 0.0 ? 1.0 : pivot);
}

void
seidel_ilu_report_pivots (SeidelMethodRun *run,
                          const char *name,
                          const SeidelReplacedPivots *replaced)
{
  g_autofree char *count = seidel_format_count (replaced->count);

  if (replaced->count == 0)
    return;
  seidel_method_run_note (
    run,
    seidel_plural ("%s replaced %s pivot that was too small.",
                   "%s replaced %s pivots that were too small, the first one.",
                   (unsigned long) replaced->count),
    name, count);
  run->row = replaced->row;
}

SeidelReason
seidel_ilu_fail_pivot (SeidelMethodRun *run, double pivot, int64_t row)
{
  SeidelReason reason =
    seidel_method_run_breakdown (run, seidel_text ("%s cannot divide by the pivot %.3g"),
                                 seidel_text (run->preconditioner->kind->name), pivot);

  run->row = row;
  return reason;
}

static SeidelReason
factorise (SeidelMethodRun *run, Factorisation *f)
{
  const double least = seidel_ilu_least_pivot (run);
  int64_t work = SEIDEL_POLL_WORK;

  for (int64_t row = 0; row < f->csr->rows; row++)
    {
      double *pivot;
      double largest;

      if (work >= SEIDEL_POLL_WORK)
        {
          work = 0;
          if (seidel_method_run_stopped (run))
            return seidel_method_run_stop_reason (run);
        }
      if (!f->filled)
        split_row (f, row);
      work += eliminate_row (f, row) + f->csr->row_offsets[row + 1] - f->csr->row_offsets[row];
      largest = largest_in_row (f->csr, row);
      pivot = &f->upper->values[f->upper->row_offsets[row]];
      *pivot = seidel_ilu_replace_pivot (&f->replaced, *pivot, least * largest, row);
      f->lower->values[f->lower->row_offsets[row + 1] - 1] = *pivot;
      if (!(fabs (*pivot) > DBL_EPSILON * largest) || !isfinite (*pivot))
        return seidel_ilu_fail_pivot (run, *pivot, row);
    }
  seidel_ilu_report_pivots (run, seidel_text (run->preconditioner->kind->name), &f->replaced);
  return SEIDEL_REASON_NONE;
}

/* Entries of the triangles with the diagonal; false when the run was stopped. */
static bool
count_entries (SeidelMethodRun *run, int64_t *n_lower, int64_t *n_upper)
{
  const SeidelCsr *csr = run->csr;

  *n_lower = csr->rows;
  *n_upper = csr->rows;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t middle = seidel_csr_lower_bound (csr, row, row);
      int64_t end = csr->row_offsets[row + 1];

      if (row % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run))
        return false;
      *n_lower += middle - csr->row_offsets[row];
      *n_upper += end - middle - (middle < end && csr->column_indices[middle] == row ? 1 : 0);
    }
  return true;
}

/* The marks, then the factors of triangles that there is room for. */
static SeidelReason
factorise_with_marks (SeidelMethodRun *run, Factorisation *f)
{
  g_autoptr (GError) error = NULL;
  SeidelReason reason;

  f->places = seidel_memory_alloc ((size_t) run->n * sizeof *f->places);
  if (f->places == NULL)
    {
      g_set_error (&error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                   seidel_text ("the marks of ILU did not fit into memory"));
      return seidel_triangles_fail (run, error);
    }
  for (int64_t i = 0;
       i < run->n && !(i % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run)); i++)
    f->places[i] = -1;
  reason = factorise (run, f);
  free (f->places);
  return reason;
}

/* Hands both over, or frees them. */
static SeidelReason
end_factors (Factorisation *f, SeidelReason reason, SeidelCsr **lower, SeidelCsr **upper)
{
  *lower = NULL;
  *upper = NULL;
  if (reason == SEIDEL_REASON_NONE)
    {
      *lower = f->lower;
      *upper = f->upper;
      return reason;
    }
  g_clear_pointer (&f->lower, seidel_csr_free);
  g_clear_pointer (&f->upper, seidel_csr_free);
  return reason;
}

SeidelReason
seidel_ilu_factorise (SeidelMethodRun *run, SeidelCsr **lower, SeidelCsr **upper)
{
  Factorisation f = { .csr = run->csr };
  g_autoptr (GError) error = NULL;
  SeidelReason reason;
  int64_t n_lower;
  int64_t n_upper;

  *lower = NULL;
  *upper = NULL;
  if (!count_entries (run, &n_lower, &n_upper))
    return seidel_method_run_stop_reason (run);
  f.lower = seidel_csr_new (run->n, run->n, n_lower, &error);
  if (f.lower != NULL)
    f.upper = seidel_csr_new (run->n, run->n, n_upper, &error);
  reason = f.upper != NULL ? factorise_with_marks (run, &f) : seidel_triangles_fail (run, error);
  return end_factors (&f, reason, lower, upper);
}

/* With the fill of the level that the run asks for. */
static SeidelReason
factorise_filled (SeidelMethodRun *run, SeidelCsr **lower, SeidelCsr **upper)
{
  const int most = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_FILL_LEVEL);
  Factorisation f = { .csr = run->csr, .filled = true };
  SeidelReason reason = seidel_fill_by_level (run, most, &f.lower, &f.upper);

  if (reason == SEIDEL_REASON_NONE)
    reason = factorise_with_marks (run, &f);
  return end_factors (&f, reason, lower, upper);
}

bool
seidel_ilu_is_on_engine (const SeidelMethodRun *run,
                         const SeidelPreconditioner *self,
                         SeidelIncompleteKind kind)
{
  const bool transposes = !self->kind->keeps_symmetry
                          && run->method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED;

  /* An engine reports the first bad pivot, and replaces none. */
  return run->session.engine->incomplete.create != NULL && !transposes
         && seidel_ilu_least_pivot (run) == 0.0 && run->structure->diagonal_full
         && (kind == SEIDEL_INCOMPLETE_LU || run->structure->pattern_symmetric);
}

/* Begins with the factors; NULL after a failure. */
static SeidelOperator *
begin_on_engine (SeidelMethodRun *run, SeidelIncompleteKind kind, double shift)
{
  const SeidelSchedule *schedule = run->schedules[SEIDEL_DIRECTION_FORWARD];
  SeidelLevelsView levels;

  if (seidel_session_failed (&run->session))
    return NULL;
  if (schedule != NULL)
    levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                                 schedule->in_place_safe };
  return run->session.engine->incomplete.create (run->session.context, run->A, kind, shift,
                                                 schedule != NULL ? &levels : NULL);
}

SeidelReason
seidel_ilu_engine_prepare (SeidelMethodRun *run,
                           SeidelPreconditioner *self,
                           SeidelIncompleteKind kind,
                           double shift,
                           SeidelBadPivot *bad)
{
  const SeidelEngine *engine = run->session.engine;
  SeidelOperator *factors = begin_on_engine (run, kind, shift);
  SeidelReason reason = SEIDEL_REASON_NONE;

  *bad = (SeidelBadPivot){ -1, 0.0 };
  if (factors == NULL)
    return reason;
  /* Sweeps are planned while the engine is at work, but not in vain once a pivot was bad. */
  if (shift == 0.0)
    reason = seidel_preconditioner_factors_take (run, self, factors);
  if (engine->incomplete.finish (run->session.context, factors, bad))
    return shift == 0.0 ? reason : seidel_preconditioner_factors_take (run, self, factors);
  if (shift == 0.0)
    seidel_preconditioner_factors_clear (run, self);
  else
    engine->operators.free (run->session.context, factors);
  return reason;
}

static SeidelReason
prepare_on_engine (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  SeidelBadPivot bad;
  SeidelReason reason = seidel_ilu_engine_prepare (run, self, SEIDEL_INCOMPLETE_LU, 0.0, &bad);

  return bad.row >= 0 ? seidel_ilu_fail_pivot (run, bad.pivot, bad.row) : reason;
}

SeidelReason
seidel_preconditioner_ilu_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  SeidelCsr *lower;
  SeidelCsr *upper;
  SeidelReason reason;

  if (seidel_ilu_is_on_engine (run, self, SEIDEL_INCOMPLETE_LU))
    return prepare_on_engine (run, self);
  reason = seidel_ilu_factorise (run, &lower, &upper);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  return seidel_preconditioner_factors_keep (run, self, lower, upper);
}

SeidelReason
seidel_preconditioner_ilu_filled_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  SeidelCsr *lower;
  SeidelCsr *upper;
  const SeidelReason reason = factorise_filled (run, &lower, &upper);

  return reason == SEIDEL_REASON_NONE
           ? seidel_preconditioner_factors_keep_filled (run, self, lower, upper)
           : reason;
}
