/* IC(0): an incomplete Cholesky factorisation A ≈ (L + D) D⁻¹ (D + Lᵀ) in which L has no entries
 * but where A has them.
 *
 * Source: Meijerink and van der Vorst (1977); the shift: Manteuffel, "An incomplete factorization
 * technique for positive definite linear systems" (1980); Lin and Moré, "Incomplete Cholesky
 * factorizations with limited memory" (1999), for trying again with twice the shift. Only the lower
 * triangle of A is read. Factors are computed in double and used in the precision of the run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-ilu.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"
#include "method/seidel-fill.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-triangles.h"

#define FIRST_SHIFT 1e-3
#define LAST_SHIFT  1e3

typedef struct
{
  const SeidelCsr *csr;
  SeidelCsr *lower;
  double shift;
  /* The current row, by column: its entries, each over the pivot of that column; zeros elsewhere.
   */
  double *scaled;
  SeidelReplacedPivots replaced;
} Factorisation;

static double
pivot_of (const SeidelCsr *lower, int64_t row)
{
  return lower->values[lower->row_offsets[row + 1] - 1];
}

/* Copies the row up to the diagonal; its pattern must be there, which may have more entries. */
static void
copy_row (Factorisation *f, int64_t row)
{
  const SeidelCsr *csr = f->csr;
  const int64_t end = f->lower->row_offsets[row + 1];
  int64_t k = csr->row_offsets[row];

  for (int64_t l = f->lower->row_offsets[row]; l < end; l++)
    {
      const bool stored =
        k < csr->row_offsets[row + 1] && csr->column_indices[k] == f->lower->column_indices[l];

      f->lower->values[l] = stored ? csr->values[k] : 0.0;
      k += stored;
    }
  f->lower->values[end - 1] *= 1.0 + f->shift;
}

/* Takes multiples of the rows before it from a row; returns the work this was. */
static int64_t
eliminate_row (Factorisation *f, int64_t row)
{
  SeidelCsr *lower = f->lower;
  int64_t begin = lower->row_offsets[row];
  int64_t end = lower->row_offsets[row + 1] - 1;
  int64_t work = 1;
  double pivot = lower->values[end];

  for (int64_t l = begin; l < end; l++)
    {
      int32_t column = lower->column_indices[l];
      int64_t last = lower->row_offsets[column + 1] - 1;
      double value = lower->values[l];

      work += last - lower->row_offsets[column];
      for (int64_t k = lower->row_offsets[column]; k < last; k++)
        value -= f->scaled[lower->column_indices[k]] * lower->values[k];
      lower->values[l] = value;
      f->scaled[column] = value / pivot_of (lower, column);
      pivot -= f->scaled[column] * value;
    }
  for (int64_t l = begin; l < end; l++)
    f->scaled[lower->column_indices[l]] = 0.0;
  lower->values[end] = pivot;
  return work;
}

/* One attempt to factorise A + shift · diag (A); failed_row is where a pivot was not positive, or
 * −1. */
typedef SeidelReason (*Attempt) (SeidelMethodRun *run,
                                 gpointer data,
                                 double shift,
                                 int64_t *failed_row);

/* On the host; data: a Factorisation. */
static SeidelReason
factorise (SeidelMethodRun *run, gpointer data, double shift, int64_t *failed_row)
{
  Factorisation *f = data;
  const double least = seidel_ilu_least_pivot (run);
  int64_t work = SEIDEL_POLL_WORK;

  f->shift = shift;
  f->replaced = (SeidelReplacedPivots){ 0, -1 };
  *failed_row = -1;
  for (int64_t row = 0; row < f->csr->rows && *failed_row < 0; row++)
    {
      double diagonal;
      double *pivot;

      if (work >= SEIDEL_POLL_WORK)
        {
          work = 0;
          if (seidel_method_run_stopped (run))
            return seidel_method_run_stop_reason (run);
        }
      copy_row (f, row);
      diagonal = pivot_of (f->lower, row);
      work += eliminate_row (f, row);
      pivot = &f->lower->values[f->lower->row_offsets[row + 1] - 1];
      /* Those that are negative as well: the factors stay positive definite. */
      if (least > 0.0 && isfinite (*pivot))
        *pivot = seidel_ilu_replace_pivot (&f->replaced, fmax (*pivot, 0.0), least * diagonal, row);
      if (!(*pivot > DBL_EPSILON * diagonal) || !isfinite (*pivot))
        *failed_row = row;
    }
  return SEIDEL_REASON_NONE;
}

static SeidelReason
factorise_shifted (SeidelMethodRun *run,
                   Attempt attempt,
                   gpointer data,
                   double *shift,
                   int64_t *failed_row)
{
  int64_t failed;
  SeidelReason reason = attempt (run, data, 0.0, &failed);

  *shift = 0.0;
  *failed_row = failed;
  for (double next = FIRST_SHIFT; reason == SEIDEL_REASON_NONE && failed >= 0 && next <= LAST_SHIFT;
       next *= 2.0)
    {
      reason = attempt (run, data, next, &failed);
      *shift = next;
    }
  if (reason == SEIDEL_REASON_NONE && failed >= 0)
    {
      reason = seidel_method_run_breakdown (
        run,
        seidel_text ("However much was added to the diagonal, %s met a pivot that is not "
                     "positive"),
        seidel_text (run->preconditioner->kind->name));
      run->row = failed;
    }
  return reason;
}

/* The lower triangle with the diagonal, without its values; NULL with or without an error, the
 * latter when the run was stopped. */
static SeidelCsr *
copy_pattern (SeidelMethodRun *run, GError **error)
{
  const SeidelCsr *csr = run->csr;
  SeidelCsr *lower;
  int64_t n_lower = 0;

  /* Every row has its diagonal entry: that is a need. */
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (row % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run))
        return NULL;
      n_lower += seidel_csr_lower_bound (csr, row, row) + 1 - csr->row_offsets[row];
    }
  lower = seidel_csr_new (csr->rows, csr->rows, n_lower, error);
  for (int64_t row = 0; row < csr->rows && lower != NULL; row++)
    {
      int64_t begin = lower->row_offsets[row];
      int64_t n = seidel_csr_lower_bound (csr, row, row) + 1 - csr->row_offsets[row];

      memcpy (lower->column_indices + begin, csr->column_indices + csr->row_offsets[row],
              (size_t) n * sizeof *lower->column_indices);
      lower->row_offsets[row + 1] = begin + n;
      if (row % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run))
        g_clear_pointer (&lower, seidel_csr_free);
    }
  return lower;
}

/* The factors in a lower triangle whose pattern is there; it is taken over. */
static SeidelReason
factorise_pattern (SeidelMethodRun *run,
                   Factorisation *f,
                   SeidelCsr **lower,
                   SeidelCsr **upper,
                   double *shift,
                   int64_t *failed_row)
{
  g_autoptr (GError) error = NULL;
  SeidelReason reason;

  f->scaled = seidel_memory_alloc ((size_t) run->n * sizeof *f->scaled);
  if (f->scaled == NULL)
    {
      g_set_error (&error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                   seidel_text (
                     "the row of an incomplete Cholesky factor did not fit into memory"));
      reason = seidel_triangles_fail (run, error);
    }
  else
    {
      for (int64_t i = 0;
           i < run->n && !(i % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run)); i++)
        f->scaled[i] = 0.0;
      reason = factorise_shifted (run, factorise, f, shift, failed_row);
    }
  free (f->scaled);
  if (reason == SEIDEL_REASON_NONE)
    {
      *upper = seidel_csr_transpose (f->lower, run->monitor->cancellable, &error);
      if (*upper == NULL)
        reason = seidel_triangles_fail (run, error);
    }
  if (reason == SEIDEL_REASON_NONE)
    {
      *lower = g_steal_pointer (&f->lower);
      seidel_ilu_report_pivots (run, seidel_text (run->preconditioner->kind->name), &f->replaced);
    }
  g_clear_pointer (&f->lower, seidel_csr_free);
  return reason;
}

SeidelReason
seidel_ic_factorise (SeidelMethodRun *run,
                     SeidelCsr **lower,
                     SeidelCsr **upper,
                     double *shift,
                     int64_t *failed_row)
{
  g_autoptr (GError) error = NULL;
  Factorisation f = { .csr = run->csr, .lower = copy_pattern (run, &error) };

  *lower = NULL;
  *upper = NULL;
  *shift = 0.0;
  *failed_row = -1;
  if (f.lower == NULL)
    return error != NULL ? seidel_triangles_fail (run, error) : seidel_method_run_stop_reason (run);
  return factorise_pattern (run, &f, lower, upper, shift, failed_row);
}

/* With the fill of the level that the run asks for. */
static SeidelReason
factorise_filled (SeidelMethodRun *run,
                  SeidelCsr **lower,
                  SeidelCsr **upper,
                  double *shift,
                  int64_t *failed_row)
{
  const int most = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_FILL_LEVEL);
  Factorisation f = { .csr = run->csr };
  SeidelCsr *unused;
  SeidelReason reason = seidel_fill_by_level (run, most, &f.lower, &unused);

  *lower = NULL;
  *upper = NULL;
  *shift = 0.0;
  *failed_row = -1;
  seidel_csr_free (unused);
  return reason == SEIDEL_REASON_NONE ? factorise_pattern (run, &f, lower, upper, shift, failed_row)
                                      : reason;
}

/* On the engine; data: the preconditioner, which takes the factors. */
static SeidelReason
factorise_on_engine (SeidelMethodRun *run, gpointer data, double shift, int64_t *failed_row)
{
  SeidelBadPivot bad;
  SeidelReason reason =
    seidel_ilu_engine_prepare (run, data, SEIDEL_INCOMPLETE_CHOLESKY, shift, &bad);

  *failed_row = bad.row;
  if (reason == SEIDEL_REASON_NONE && seidel_method_run_stopped (run))
    return seidel_method_run_stop_reason (run);
  return reason;
}

static SeidelReason
prepare_on_host (SeidelMethodRun *run,
                 SeidelPreconditioner *self,
                 double *shift,
                 int64_t *failed_row)
{
  SeidelCsr *lower;
  SeidelCsr *upper;
  SeidelReason reason = seidel_ic_factorise (run, &lower, &upper, shift, failed_row);

  return reason == SEIDEL_REASON_NONE ? seidel_preconditioner_factors_keep (run, self, lower, upper)
                                      : reason;
}

/* Says what was added, if anything was. */
static void
note_shift (SeidelMethodRun *run, double shift, int64_t failed_row)
{
  if (failed_row < 0)
    return;
  seidel_method_run_note (run,
                          seidel_text ("%s took A + %.3g D, D being the diagonal of A, as it met a "
                                       "pivot that is not positive."),
                          seidel_text (run->preconditioner->kind->name), shift);
  run->row = failed_row;
}

SeidelReason
seidel_preconditioner_ic_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  double shift;
  int64_t failed_row;
  SeidelReason reason = seidel_ilu_is_on_engine (run, self, SEIDEL_INCOMPLETE_CHOLESKY)
                          ? factorise_shifted (run, factorise_on_engine, self, &shift, &failed_row)
                          : prepare_on_host (run, self, &shift, &failed_row);

  if (reason == SEIDEL_REASON_NONE)
    note_shift (run, shift, failed_row);
  return reason;
}

SeidelReason
seidel_preconditioner_ic_filled_prepare (SeidelMethodRun *run, SeidelPreconditioner *self)
{
  SeidelCsr *lower;
  SeidelCsr *upper;
  double shift;
  int64_t failed_row;
  SeidelReason reason = factorise_filled (run, &lower, &upper, &shift, &failed_row);

  if (reason == SEIDEL_REASON_NONE)
    reason = seidel_preconditioner_factors_keep_filled (run, self, lower, upper);
  if (reason == SEIDEL_REASON_NONE)
    note_shift (run, shift, failed_row);
  return reason;
}
