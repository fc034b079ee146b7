/* What direct methods share.
 *
 * Source of the refinement: Demmel, Hida, Kahan, Li, Mukherjee and Riedy, "Error bounds from
 * extra-precise iterative refinement" (2006), section 4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-direct.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-normal.h"
#include "matrix/seidel-powers.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-one-norm.h"

/* Seconds of a usual core, those of cost/seidel-cpu-costs.c for the factorisation; a solve reads
 * its factors once, from memory where they are large. */
#define FACTOR_BEGIN 3e-4
#define FACTOR_ENTRY 5e-8
#define FACTOR_FLOP  5.5e-10
#define SOLVE_ROW    1e-8
#define SOLVE_ENTRY  1.5e-9

/* What estimates may take: a part of the factorisation, or what nobody notices. */
#define SMALL_PART 0.05
#define A_MOMENT   0.03

/* A step of refinement that gains less than this has come to the end of the precision. */
#define LEAST_GAIN 0.5

SeidelReason
seidel_direct_out_of_memory (SeidelMethodRun *run, double bytes)
{
  g_autofree char *needed = seidel_format_bytes (bytes);
  g_autofree char *available = seidel_format_bytes (seidel_memory_available ());

  seidel_method_run_note (run, "It takes %s or more, and %s are free.", needed, available);
  return SEIDEL_REASON_OUT_OF_MEMORY;
}

SeidelReason
seidel_direct_singular (SeidelMethodRun *run, int64_t column, bool adds_rows)
{
  SeidelReason reason = seidel_method_run_breakdown (
    run, "%s",
    adds_rows ? seidel_text (
      "The matrix is singular to working precision: neither a pivot nor a row to add is left.")
              : seidel_text ("The matrix is singular to working precision: no pivot is left."));

  run->singular = true;
  run->column = column;
  return reason;
}

/* How often the one who waits looks whether the run should stop. */
#define POLL_MICROSECONDS 10000

/* Shared by the thread that works and the one that waits; the last one to let go frees it. */
typedef struct
{
  gatomicrefcount references;
  GMutex mutex;
  GCond changed;
  bool done;
  bool abandoned;
  void (*func) (gpointer data);
  gpointer data;
  GDestroyNotify free_data;
} Call;

/* Calls that go on by themselves. */
static int n_abandoned; /* (atomic) */

/* The libraries that an abandoned call works in would be torn down under it: the program ends
 * without that, with the status that it meant to end with. */
static void
leave_at_once_cb (int status, void *user_data G_GNUC_UNUSED)
{
  if (g_atomic_int_get (&n_abandoned) == 0)
    return;
  fflush (NULL);
  _exit (status);
}

static void
call_abandon (Call *call)
{
  static gsize registered;

  /* What is registered last is called first, before anything is torn down. */
  if (g_once_init_enter (&registered))
    {
      on_exit (leave_at_once_cb, NULL);
      g_once_init_leave (&registered, 1);
    }
  g_atomic_int_inc (&n_abandoned);
  call->abandoned = true;
}

static void
call_unref (Call *call)
{
  if (!g_atomic_ref_count_dec (&call->references))
    return;
  if (call->abandoned)
    {
      call->free_data (call->data);
      g_atomic_int_add (&n_abandoned, -1);
    }
  g_mutex_clear (&call->mutex);
  g_cond_clear (&call->changed);
  g_free (call);
}

static gpointer
call_thread (gpointer user_data)
{
  Call *call = user_data;

  call->func (call->data);
  g_mutex_lock (&call->mutex);
  call->done = true;
  g_cond_signal (&call->changed);
  g_mutex_unlock (&call->mutex);
  call_unref (call);
  return NULL;
}

bool
seidel_direct_call (SeidelMethodRun *run,
                    void (*func) (gpointer data),
                    gpointer data,
                    GDestroyNotify free_data,
                    atomic_bool *abandoned)
{
  Call *call = g_new0 (Call, 1);
  GThread *thread;
  bool done;

  g_atomic_ref_count_init (&call->references);
  g_atomic_ref_count_inc (&call->references);
  g_mutex_init (&call->mutex);
  g_cond_init (&call->changed);
  call->func = func;
  call->data = data;
  call->free_data = free_data;
  thread = g_thread_try_new ("seidel-direct", call_thread, call, NULL);
  if (thread == NULL)
    call_thread (call); /* without a thread of its own it cannot be stopped */

  g_mutex_lock (&call->mutex);
  while (!call->done && !seidel_method_run_stopped (run))
    g_cond_wait_until (&call->changed, &call->mutex, g_get_monotonic_time () + POLL_MICROSECONDS);
  done = call->done;
  if (!done)
    {
      call_abandon (call);
      atomic_store (abandoned, true);
    }
  g_mutex_unlock (&call->mutex);
  call_unref (call);
  /* One that is done is waited for, so that two calls never run beside each other. */
  if (thread != NULL && done)
    g_thread_join (thread);
  else if (thread != NULL)
    g_thread_unref (thread);
  return done;
}

bool
seidel_direct_solves (const SeidelMethodRun *run, bool transposed)
{
  return run->kept != NULL && run->direct != NULL && !run->direct->solves_another
         && (!transposed || !run->direct->never_transposed || run->structure->value_symmetric);
}

/* Of a scaled matrix A' = α R A C, A⁻¹ is α C A'⁻¹ R. The largest element of what A'⁻¹ is applied
 * to is made about 1, so that none of them vanishes for its unit. */
bool
seidel_direct_solve (SeidelMethodRun *run, bool transposed, double *x)
{
  const SeidelEquilibration *e = run->equilibration;
  int more = 0;

  /* A solve that was abandoned takes the factors with it. */
  if (run->kept == NULL)
    return false;
  if (e != NULL)
    {
      const int *exponents = transposed ? e->of_columns : e->of_rows;

      more = -seidel_powers_largest (x, exponents, 1, run->n);
      seidel_powers_multiply (x, exponents, more, run->n);
    }
  if (!run->direct->solve (run, run->kept, transposed && !run->direct->never_transposed, x))
    return false;
  if (e != NULL)
    seidel_powers_multiply (x, transposed ? e->of_rows : e->of_columns, e->of_matrix - more,
                            run->n);
  return true;
}

/* (A⁻¹ diag (f))ᵀ, whose 1-norm is the ∞-norm of A⁻¹ diag (f). */
typedef struct
{
  SeidelMethodRun *run;
  const double *f;
  GCancellable *skip;
} Inverse;

static void
scale (double *x, const double *by, int64_t n)
{
  for (int64_t i = 0; by != NULL && i < n; i++)
    x[i] *= by[i];
}

static bool
apply_inverse (gpointer data, bool transposed, double *x)
{
  const Inverse *inverse = data;
  SeidelMethodRun *run = inverse->run;

  if (transposed)
    scale (x, inverse->f, run->n);
  if (!seidel_direct_solve (run, !transposed, x) || g_cancellable_is_cancelled (inverse->skip))
    return false;
  if (!transposed)
    scale (x, inverse->f, run->n);
  return true;
}

void
seidel_direct_note_work (SeidelMethodRun *run, double entries, double flops)
{
  run->factor_seconds =
    FACTOR_BEGIN + FACTOR_ENTRY * (double) seidel_csr_nonzeros (run->csr) + FACTOR_FLOP * flops;
  run->solve_seconds = SOLVE_ROW * (double) run->n + SOLVE_ENTRY * entries;
}

bool
seidel_direct_is_quick (const SeidelMethodRun *run, int solves)
{
  return solves * run->solve_seconds <= fmax (A_MOMENT, SMALL_PART * run->factor_seconds);
}

/* 1 or −1 where A or −A has no positive entries beside a positive diagonal, otherwise 0. Such a
 * matrix is an M-matrix, whose inverse has no negative entries, if A⁻¹ 1 is positive, or negative
 * (Berman and Plemmons, "Nonnegative Matrices in the Mathematical Sciences" (1994), 6.2.3, I27):
 * then one solve gives the norm below. */
static int
monotone_sign (const SeidelMethodRun *run)
{
  const SeidelCsr *csr = run->csr;
  int sign = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const double value = csr->column_indices[k] == row ? csr->values[k] : -csr->values[k];
        const int of_value = value > 0.0 ? 1 : value < 0.0 ? -1 : 0;

        if (of_value != 0 && sign == -of_value)
          return 0;
        sign = of_value != 0 ? of_value : sign;
      }
  return sign;
}

double
seidel_direct_monotone_norm (SeidelMethodRun *run, GCancellable *skip)
{
  double *x = seidel_vector_new (run->n, NULL);
  const int sign = monotone_sign (run);
  double norm = NAN;
  bool positive = sign != 0;

  if (x == NULL)
    return NAN;
  for (int64_t i = 0; i < run->n; i++)
    x[i] = 1.0;
  if (positive && seidel_direct_solve (run, false, x) && !g_cancellable_is_cancelled (skip))
    {
      for (int64_t i = 0; i < run->n; i++)
        positive = positive && sign * x[i] > 0.0;
      if (positive)
        norm = seidel_vector_norm_inf (x, run->n);
    }
  seidel_vector_free (x);
  return norm;
}

G_STATIC_ASSERT (SEIDEL_DIRECT_SOLVES == SEIDEL_ONE_NORM_PRODUCTS);

double
seidel_direct_inverse_norm (SeidelMethodRun *run, const double *f, GCancellable *skip)
{
  return run->n > 0 ? seidel_one_norm_estimate (run->n, apply_inverse, &(Inverse){ run, f, skip })
                    : NAN;
}

double
seidel_direct_inverse_glance (SeidelMethodRun *run,
                              const double *x,
                              int64_t *row,
                              GCancellable *skip)
{
  return run->n > 0 ? seidel_one_norm_glance (run->n, x, run->structure->value_symmetric, row,
                                              apply_inverse, &(Inverse){ run, NULL, skip })
                    : NAN;
}

double
seidel_direct_inverse_row (SeidelMethodRun *run, int64_t row, const double *f, GCancellable *skip)
{
  double *x = seidel_vector_new (run->n, NULL);
  double sum = 0.0;

  if (x == NULL)
    return NAN;
  memset (x, 0, (size_t) run->n * sizeof *x);
  x[row] = 1.0;
  if (seidel_direct_solve (run, true, x) && !g_cancellable_is_cancelled (skip))
    for (int64_t i = 0; i < run->n; i++)
      sum += fabs (x[i]) * f[i];
  else
    sum = NAN;
  seidel_vector_free (x);
  return sum;
}

/* What one run works with. The iterate is x + low: low is what the last digit of x leaves out. */
typedef struct
{
  SeidelMethodRun *run;
  const SeidelDirect *direct;
  int64_t n; /* elements of x */
  double *x;
  double *low;
  double *step; /* the right-hand side of a solve, then its solution; the longer of the two */
} Work;

static bool
reserve (Work *work)
{
  SeidelMethodRun *run = work->run;

  work->n = run->csr->columns;
  work->x = seidel_vector_new (work->n, NULL);
  work->low = seidel_vector_new (work->n, NULL);
  work->step = seidel_vector_new (MAX (work->n, run->csr->rows), NULL);
  return work->x != NULL && work->low != NULL && work->step != NULL;
}

/* x + low ← x + low + step, in doubled precision (Knuth's TwoSum). */
static void
add_step (Work *work)
{
  for (int64_t i = 0; i < work->n; i++)
    {
      double x = work->x[i];
      double sum = x + work->step[i];
      double part = sum - x;
      double low = work->low[i] + ((x - (sum - part)) + (work->step[i] - part));

      work->x[i] = sum + low;
      work->low[i] = low - (work->x[i] - sum);
    }
}

/* x + low ← x + low + A⁻¹ step, as an iteration, unless *length, of the step before, is less than
 * that of this step, which it becomes. */
static SeidelReason
take_step (Work *work, int64_t iteration, double *length)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  double before = *length;

  if (!work->direct->solve (run, run->kept, false, work->step))
    return seidel_method_run_stop_reason (run);
  *length = seidel_vector_norm_inf (work->step, work->n);
  if (*length <= before || before == INFINITY)
    add_step (work);
  session->engine->vectors.upload (session->context, run->x, work->x);
  seidel_method_run_end (run);
  return seidel_method_run_check_iterate (run, iteration);
}

/* step ← b − A (x + low). In single precision the residual is the engine's, as the factors are. */
static bool
take_residual (Work *work)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  SeidelVector *r;

  if (run->options->precision == SEIDEL_PRECISION_DOUBLE)
    {
      session->engine->vectors.download (session->context, work->step, run->b);
      return seidel_csr_residual_doubled (run->csr, work->step, work->x, work->low, work->step,
                                          run->threads, run->monitor->cancellable);
    }
  r = seidel_method_run_vector (run);
  if (r != NULL)
    {
      seidel_session_residual (session, run->A, run->b, run->x, r, 0);
      session->engine->vectors.download (session->context, work->step, r);
    }
  seidel_session_vector_free (session, r);
  return !seidel_session_failed (session);
}

/* Whether a reason leaves something to refine. */
static bool
continues (const Work *work, SeidelReason reason)
{
  if (work->direct->solves_another)
    return false;
  return reason == SEIDEL_REASON_NONE
         || (work->run->options->accurate && seidel_reason_converged (reason)
             && work->run->options->precision == SEIDEL_PRECISION_DOUBLE);
}

/* ‖A d‖ / (Σ ‖a_j‖ |x_j| + ‖b‖) of the step d = A⁺ r that would come next: A d is what there is in
 * the range of A of the residual, and a change of A by so small a part of it makes x the
 * least-squares solution, however ill-conditioned A is. Source: Stewart, "Research, development,
 * and LINPACK" (1977), the second of both changes, of columns in any units. NaN without memory. */
static double
measure_range (Work *work)
{
  SeidelMethodRun *run = work->run;
  const SeidelCsr *csr = run->csr;
  double *norms = seidel_vector_new (csr->columns, NULL);
  double *product = seidel_vector_new (csr->rows, NULL);
  double backward = NAN;

  if (norms != NULL && product != NULL && take_residual (work)
      && work->direct->solve (run, run->kept, false, work->step)
      && seidel_csr_column_norms (csr, 0.0, norms, run->monitor->cancellable)
      && seidel_csr_multiply (csr, work->step, product, run->threads, run->monitor->cancellable))
    {
      double size;

      backward = seidel_vector_norm_2 (product, csr->rows);
      run->session.engine->vectors.download (run->session.context, product, run->b);
      size = seidel_vector_norm_2 (product, csr->rows);
      for (int64_t i = 0; i < csr->columns; i++)
        size += norms[i] * fabs (work->x[i]);
      backward /= size;
    }
  seidel_vector_free (norms);
  seidel_vector_free (product);
  return backward;
}

/* Steps with residuals in doubled precision, which make x accurate wherever the factors have a
 * digit to give, until a step is below the last digit of x or less than half as long as the one
 * before. */
static SeidelReason
refine (Work *work, SeidelReason reason)
{
  SeidelMethodRun *run = work->run;
  double length = INFINITY;

  if (work->direct->solves_another && reason == SEIDEL_REASON_NONE)
    return SEIDEL_REASON_ACCURACY_LIMIT;
  for (int64_t iteration = 2; continues (work, reason); iteration++)
    {
      double before = length;
      SeidelReason next;

      seidel_method_run_begin (run, iteration);
      if (!take_residual (work))
        return seidel_session_failed (&run->session)
                 ? seidel_monitor_failure (run->monitor, &run->session)
                 : seidel_method_run_stop_reason (run);
      next = take_step (work, iteration, &length);
      if (next != SEIDEL_REASON_NONE)
        reason = next;
      if (length <= 0.5 * DBL_EPSILON * seidel_vector_norm_inf (work->x, work->n)
          || !(length <= LEAST_GAIN * before))
        break;
    }
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  if (run->method->least_squares)
    run->range_backward = measure_range (work);
  return SEIDEL_REASON_STAGNATED;
}

/* Notes the residual of the first guess: b itself when that is zero, without a pass over the matrix
 * that a small system would feel. */
static SeidelReason
check_guess (Work *work)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  int64_t i = 0;

  if (!seidel_session_failed (session))
    session->engine->vectors.download (session->context, work->x, run->x);
  while (i < work->n && work->x[i] == 0.0)
    i++;
  if (run->method->least_squares || i < work->n || seidel_session_failed (session))
    return seidel_method_run_check_iterate (run, 0);
  seidel_session_dot (session, 0, run->b, run->b);
  return seidel_method_run_check (run, 0, 0);
}

static SeidelReason
solve (Work *work)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  SeidelReason reason = check_guess (work);

  if (reason != SEIDEL_REASON_NONE)
    return reason;
  /* A factorisation would take it for a matrix without pivots. */
  if (!run->structure->finite)
    return SEIDEL_REASON_NOT_FINITE;
  seidel_method_run_begin (run, 1);
  /* Without a way to solve, what is kept is of another matrix. */
  if (run->kept == NULL || run->direct == NULL)
    {
      run->kept = work->direct->factor (run, &reason);
      if (run->kept != NULL)
        seidel_method_run_keep_message (run);
    }
  if (run->kept == NULL)
    return reason;
  run->kept_free = work->direct->free;
  run->direct = work->direct;
  memset (work->x, 0, (size_t) work->n * sizeof *work->x);
  session->engine->vectors.download (session->context, work->step, run->b);
  reason = take_step (work, 1, &(double){ INFINITY });
  return refine (work, reason);
}

SeidelReason
seidel_direct_run (SeidelMethodRun *run, const SeidelDirect *direct)
{
  Work work = { .run = run, .direct = direct };
  SeidelReason reason;

  run->monitor->one_step = true;
  if (reserve (&work))
    reason = solve (&work);
  else
    reason = seidel_direct_out_of_memory (run, 3.0 * 8.0 * (double) work.n);
  seidel_vector_free (work.x);
  seidel_vector_free (work.low);
  seidel_vector_free (work.step);
  return reason;
}
