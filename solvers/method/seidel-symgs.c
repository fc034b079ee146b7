/* The symgs smoother of a course on GPU programming, to the bit: for comparing programs that claim
 * to compute it, Seidel's engines and those of the reports among them.
 *
 * Source: F. Galbiati, "Implementazione CUDA/C++ dell'algoritmo symgs smoother" (2022), section
 * 1.1. In single precision, a sweep from the first row to the last, then one back:
 *
 *     sum = x[i];  sum -= a_ij x[j] for every entry of the row in turn, the diagonal too;
 *     sum += x[i] · a_ii;  x[i] = sum / a_ii
 *
 * The right-hand side of a row is the incoming x of that row itself, and the diagonal's term is
 * taken away and then added again, each with its rounding, or with one rounding for each product
 * and sum, as a compiler for GPUs fuses them. It smooths x; it solves nothing. R. Fiorentini's
 * listing 1 (2022) is the forward sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "matrix/seidel-vector.h"
#include "method/seidel-direct.h"

/* Work between two looks at the clock. */
#define NONZEROS_PER_POLL 65536

/* How a smoother goes: by one sweep or two, and with which roundings. */
typedef struct
{
  bool backward;
  bool fused;
} Kind;

static inline void
update_row_fused (const SeidelCsr *csr, const float *diagonal, int64_t row, float *x)
{
  float sum = x[row];

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    sum = fmaf (-(float) csr->values[k], x[csr->column_indices[k]], sum);
  sum = fmaf (x[row], diagonal[row], sum);
  x[row] = sum / diagonal[row];
}

static inline void
update_row (const SeidelCsr *csr, const float *diagonal, int64_t row, float *x)
{
  float sum = x[row];

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    sum -= (float) csr->values[k] * x[csr->column_indices[k]];
  sum += x[row] * diagonal[row];
  x[row] = sum / diagonal[row];
}

/* One sweep; false when the run was stopped. */
static bool
sweep (const SeidelMethodRun *run, const Kind *kind, const float *diagonal, int step, float *x)
{
  const int64_t *offsets = run->csr->row_offsets;
  int64_t unpolled = NONZEROS_PER_POLL;

  for (int64_t row = step > 0 ? 0 : run->n - 1; row >= 0 && row < run->n; row += step)
    {
      unpolled += offsets[row + 1] - offsets[row] + 1;
      if (unpolled >= NONZEROS_PER_POLL)
        {
          unpolled = 0;
          if (seidel_method_run_stopped (run))
            return false;
        }
      (kind->fused ? update_row_fused : update_row) (run->csr, diagonal, row, x);
    }
  return true;
}

static void
take_diagonal (const SeidelCsr *csr, float *diagonal)
{
  for (int64_t row = 0; row < csr->rows; row++)
    diagonal[row] = (float) csr->values[seidel_csr_find (csr, row, row)];
}

/* One application: an iteration. x and wide are the same numbers. */
static bool
apply (SeidelMethodRun *run, const Kind *kind, const float *diagonal, float *x, double *wide)
{
  SeidelSession *session = &run->session;

  if (!sweep (run, kind, diagonal, 1, x) || (kind->backward && !sweep (run, kind, diagonal, -1, x)))
    return false;
  for (int64_t i = 0; i < run->n; i++)
    wide[i] = (double) x[i];
  session->engine->vectors.upload (session->context, run->x, wide);
  return true;
}

static void
describe (SeidelMethodRun *run, int64_t iteration, bool zero)
{
  seidel_method_run_note (
    run,
    "The smoother was applied %" G_GINT64_FORMAT
    " %s. It takes the incoming x for b, as its report "
    "defines it, and so does not solve A x = b: the residual only shows how far x is from that.%s",
    iteration, iteration == 1 ? "time" : "times",
    zero ? " The first guess was zero, which the smoother leaves as it is: choose another." : "");
}

/* The monitor looks for convergence and divergence, which mean nothing here. */
static bool
goes_on (SeidelReason reason)
{
  return reason == SEIDEL_REASON_NONE || seidel_reason_converged (reason)
         || reason == SEIDEL_REASON_DIVERGED || reason == SEIDEL_REASON_STAGNATED;
}

static SeidelReason
smooth (SeidelMethodRun *run, const Kind *kind, float *x, float *diagonal, double *wide)
{
  SeidelSession *session = &run->session;
  SeidelReason reason = seidel_method_run_check_iterate (run, 0);
  bool zero = true;
  int64_t iteration = 0;

  if (!seidel_session_failed (session))
    session->engine->vectors.download (session->context, wide, run->x);
  for (int64_t i = 0; i < run->n; i++)
    {
      x[i] = (float) wide[i];
      zero = zero && x[i] == 0;
    }
  take_diagonal (run->csr, diagonal);
  while (goes_on (reason) && iteration < run->options->max_iterations)
    {
      seidel_method_run_begin (run, iteration + 1);
      if (!apply (run, kind, diagonal, x, wide))
        {
          reason = seidel_method_run_stop_reason (run);
          break;
        }
      seidel_method_run_end (run);
      reason = seidel_method_run_check_iterate (run, ++iteration);
    }
  describe (run, iteration, zero);
  return goes_on (reason) ? SEIDEL_REASON_ITERATION_LIMIT : reason;
}

static SeidelReason
run_kind (SeidelMethodRun *run, bool backward)
{
  const Kind kind = { backward, (run->options->arithmetic & SEIDEL_ARITHMETIC_FUSED) != 0 };
  float *x = g_try_new0 (float, run->n + 1);
  float *diagonal = g_try_new0 (float, run->n + 1);
  double *wide = seidel_vector_new (run->n, NULL);
  SeidelReason reason;

  if (x != NULL && diagonal != NULL && wide != NULL)
    reason = smooth (run, &kind, x, diagonal, wide);
  else
    reason = seidel_direct_out_of_memory (run, 16.0 * (double) run->n);
  g_free (x);
  g_free (diagonal);
  seidel_vector_free (wide);
  return reason;
}

SeidelReason
seidel_method_symgs (SeidelMethodRun *run)
{
  return run_kind (run, true);
}

SeidelReason
seidel_method_symgs_forward (SeidelMethodRun *run)
{
  return run_kind (run, false);
}
