/* The frame of the iterative methods for least squares: Ā, where to begin, when to end.
 *
 * Source of the criteria: Paige and Saunders, "LSQR: An algorithm for sparse linear equations and
 * sparse least squares" (1982), section 6: the residual is small, or the normal residual is. That
 * is relative to ‖Ā C‖_F while the recurrences go on; once they see the end, the angle with each
 * single column decides, see seidel_csr_normal_residual (). Of the scaling: van der Sluis,
 * "Condition numbers and equilibration of matrices" (1969): columns of equal norm have, but for a
 * factor of √n, the least condition number of all scalings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-squares.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "matrix/seidel-normal.h"
#include "method/seidel-method-run-normal.h"
#include "method/seidel-triangles.h"

/* Columns within this ratio are left as they are: scaling them would gain an iteration or two. */
#define EVEN_RATIO 16.0

/* Beyond this many times what the recurrences see, they are wrong. */
#define DRIFT 2.0

/* A part of the residual that counts. */
#define LEAST_STEP 1e-2

/* The same as a sine, of a residual that is that part larger than the least one, with a margin for
 * the estimate. */
#define LARGE_PART 1e-2

/* Units of rounding: of a normal residual that no step reduces, and of pivots that are zero. */
#define ROUNDED 64.0

/* So few pivots are no estimate of the singular values, unless they are twice as many as columns.
 */
#define FEW_STEPS 40

/* Normal residuals are looked at again when they are so many times smaller. */
#define AGAIN 10.0

/* Beginning again from x pays if it reduces what exceeds the tolerance at least to this part. */
#define LEAST_GAIN 0.5

enum
{
  TOP, /* squares of norms */
  BOTTOM,
  FACTOR, /* of the current vector operation */
};

static SeidelTall
tall_new (SeidelMethodRun *run, bool damped)
{
  return (SeidelTall){
    .top = seidel_method_run_work (run, run->n),
    .bottom = damped ? seidel_method_run_work (run, run->csr->columns) : NULL,
  };
}

static void
scale (SeidelLeastSquares *ls, SeidelVector *y, double factor)
{
  seidel_session_set (&ls->run->session, FACTOR, factor);
  seidel_session_scale (&ls->run->session, y, FACTOR);
}

static void
add (SeidelLeastSquares *ls, SeidelVector *y, double factor, const SeidelVector *x)
{
  seidel_session_set (&ls->run->session, FACTOR, factor);
  seidel_session_axpy (&ls->run->session, y, 1, FACTOR, x);
}

void
seidel_least_squares_add_tall (SeidelLeastSquares *ls, SeidelTall y, double factor, SeidelTall x)
{
  add (ls, y.top, factor, x.top);
  if (y.bottom != NULL)
    add (ls, y.bottom, factor, x.bottom);
}

void
seidel_least_squares_turn (SeidelLeastSquares *ls,
                           SeidelVector *y,
                           const SeidelVector *x,
                           double factor)
{
  seidel_session_set (&ls->run->session, FACTOR, factor);
  seidel_session_xpby (&ls->run->session, y, x, FACTOR);
}

/* C x, in the scratch of the columns. */
static const SeidelVector *
scaled (SeidelLeastSquares *ls, const SeidelVector *x)
{
  if (ls->scaling == NULL)
    return x;
  seidel_session_multiply_diagonal (&ls->run->session, ls->scaling, 1, x, ls->back);
  return ls->back;
}

void
seidel_least_squares_move (SeidelLeastSquares *ls, double factor, const SeidelVector *y)
{
  add (ls, ls->run->x, factor, scaled (ls, y));
}

void
seidel_least_squares_multiply (SeidelLeastSquares *ls, const SeidelVector *x, SeidelTall y)
{
  SeidelSession *session = &ls->run->session;

  x = scaled (ls, x);
  seidel_session_multiply (session, ls->run->A, x, y.top);
  if (y.bottom == NULL)
    return;
  seidel_session_copy (session, y.bottom, x);
  scale (ls, y.bottom, ls->damp);
}

void
seidel_least_squares_multiply_transposed (SeidelLeastSquares *ls, SeidelTall x, SeidelVector *y)
{
  seidel_session_multiply_transposed (&ls->run->session, ls->run->A, x.top, y);
  if (x.bottom != NULL)
    add (ls, y, ls->damp, x.bottom);
  if (ls->scaling != NULL)
    seidel_session_multiply_diagonal (&ls->run->session, ls->scaling, 1, y, y);
}

double
seidel_least_squares_norm_tall (SeidelLeastSquares *ls, SeidelTall x)
{
  SeidelSession *session = &ls->run->session;
  double squares[2] = { 0.0, 0.0 };

  seidel_session_dot (session, TOP, x.top, x.top);
  if (x.bottom != NULL)
    seidel_session_dot (session, BOTTOM, x.bottom, x.bottom);
  if (!seidel_session_failed (session))
    seidel_session_get (session, TOP, x.bottom != NULL ? 2 : 1, squares);
  return sqrt (squares[0] + squares[1]);
}

double
seidel_least_squares_norm (SeidelLeastSquares *ls, const SeidelVector *x)
{
  return seidel_least_squares_norm_tall (ls, (SeidelTall){ (SeidelVector *) x, NULL });
}

/* The norm of x, which is made 1 unless it is 0. */
static double
normalize_tall (SeidelLeastSquares *ls, SeidelTall x, double norm)
{
  if (norm == 0.0)
    return norm;
  scale (ls, x.top, 1.0 / norm);
  if (x.bottom != NULL)
    scale (ls, x.bottom, 1.0 / norm);
  return norm;
}

static double
normalize (SeidelLeastSquares *ls, SeidelVector *x, double norm)
{
  return normalize_tall (ls, (SeidelTall){ x, NULL }, norm);
}

void
seidel_least_squares_bidiagonalize (SeidelLeastSquares *ls)
{
  ls->beta = normalize_tall (ls, ls->u, ls->residual);
  ls->alpha = normalize (ls, ls->v, ls->normal) / ls->beta;
}

void
seidel_least_squares_expand (SeidelLeastSquares *ls)
{
  seidel_least_squares_multiply (ls, ls->v, ls->product);
  seidel_least_squares_turn (ls, ls->u.top, ls->product.top, -ls->alpha);
  if (ls->u.bottom != NULL)
    seidel_least_squares_turn (ls, ls->u.bottom, ls->product.bottom, -ls->alpha);
  ls->beta = normalize_tall (ls, ls->u, seidel_least_squares_norm_tall (ls, ls->u));
  ls->alpha = 0.0;
  if (ls->beta == 0.0)
    return;
  seidel_least_squares_multiply_transposed (ls, ls->u, ls->back);
  seidel_least_squares_turn (ls, ls->v, ls->back, -ls->beta);
  ls->alpha = normalize (ls, ls->v, seidel_least_squares_norm (ls, ls->v));
}

/* What there is to know of run->x. */
typedef struct
{
  double residual; /* ‖r̄‖ */
  double normal;   /* ‖C Āᵀ r̄‖ */
  double angle;    /* the normal residual, column by column */
} Truth;

/* Pivots that are too few to be an estimate of the singular values. */
static bool
has_few_steps (const SeidelLeastSquares *ls)
{
  return ls->iterations < MIN (2 * ls->run->csr->columns, FEW_STEPS);
}

/* The part of r̄ in the range of Ā; of a square system it is all of r̄ unless there is no solution,
 * which rows of very different size make doubtful. */
static void
find_part (SeidelLeastSquares *ls)
{
  ls->part = seidel_method_run_is_square (ls->run)
               ? NAN
               : seidel_method_run_measure_part (ls->run, &ls->range, ls->residual, ls->iterations);
}

/* What is left of r̄ for another x to take away decides, where the matrix is small enough to find
 * it. Otherwise, where the matrix is ill-conditioned, a small normal residual may belong to a large
 * part of r̄ that x could still take away, along singular vectors that the method has not met: for
 * that of the least singular value so far it is κ times as large, and those of the next ones may be
 * as far from that as it is from the first. The first few steps say nothing of κ. In twice as many
 * steps as there are columns it has met all. */
static bool
is_unproved (SeidelLeastSquares *ls, double angle)
{
  const double condition = ls->largest * ls->inverse;

  ls->part = NAN;
  if (angle <= seidel_method_run_normal_target (ls->run))
    find_part (ls);
  if (!isnan (ls->part))
    return ls->part > SEIDEL_SMALL_PART;
  if (has_few_steps (ls))
    return angle > ROUNDED * seidel_method_run_epsilon (ls->run);
  return ls->iterations < 2 * ls->run->csr->columns && angle * condition * condition > 1.0;
}

/* Whether the part of r̄ that x could still take away may count after all: it is at most
 * ‖C Āᵀ r̄‖ / σ, σ the least singular value of Ā C, of which 1 / ‖R⁻¹‖_F is an estimate. */
static bool
may_be_large (const SeidelLeastSquares *ls)
{
  if (!isnan (ls->part))
    return ls->part > SEIDEL_SMALL_PART;
  return ls->normal * ls->inverse > LARGE_PART * ls->residual;
}

/* Follows R by a column: R⁻¹ gets one more, ending in 1 / ρ, and above it the last one so far times
 * −θ / ρ. A pivot that is nothing but rounding is that of a dependent column, without an inverse.
 */
static void
follow_triangle (SeidelLeastSquares *ls)
{
  double column;

  ls->largest = fmax (ls->largest, ls->rho);
  if (!(ls->rho > ROUNDED * seidel_method_run_epsilon (ls->run) * ls->largest))
    {
      ls->above = 0.0;
      return;
    }
  column = hypot (1.0, ls->above) / ls->rho;
  ls->inverse = hypot (ls->inverse, column);
  ls->above = fabs (ls->theta) * column;
}

/* u ← r̄, v ← C Āᵀ r̄. */
static Truth
find_truth (SeidelLeastSquares *ls, SeidelTall u, SeidelVector *v)
{
  SeidelMethodRun *run = ls->run;
  SeidelSession *session = &run->session;
  const int64_t columns = run->csr->columns;
  Truth truth = { NAN, NAN, 0.0 };

  seidel_session_residual (session, run->A, run->b, run->x, u.top, TOP);
  if (u.bottom != NULL)
    {
      seidel_session_copy (session, u.bottom, run->x);
      scale (ls, u.bottom, -ls->damp);
    }
  seidel_least_squares_multiply_transposed (ls, u, v);
  truth.residual = seidel_least_squares_norm_tall (ls, u);
  truth.normal = seidel_least_squares_norm (ls, v);
  if (seidel_session_failed (session) || ls->here == NULL || truth.normal == 0.0)
    return truth;
  session->engine->vectors.download (session->context, ls->here, v);
  for (int64_t i = 0; i < columns; i++)
    if (ls->sizes[i] > 0.0 && !(fabs (ls->here[i]) / ls->sizes[i] <= truth.angle))
      truth.angle = fabs (ls->here[i]) / ls->sizes[i];
  truth.angle /= truth.residual;
  return truth;
}

/* What the norms make of the normal residual. */
static double
estimate_normal (const SeidelLeastSquares *ls)
{
  return ls->normal == 0.0 ? 0.0 : ls->normal / ls->residual / ls->norm;
}

static double
relative_normal (const SeidelLeastSquares *ls)
{
  return ls->flatness * estimate_normal (ls);
}

/* Takes the norms of run->x itself, and its normal residual. */
static void
measure (SeidelLeastSquares *ls)
{
  const Truth truth = find_truth (ls, ls->u, ls->v);
  double estimate;

  ls->residual = truth.residual;
  ls->normal = truth.normal;
  ls->run->unproved = is_unproved (ls, truth.angle);
  estimate = estimate_normal (ls);
  ls->flatness = estimate > 0.0 ? truth.angle / estimate : 1.0;
  ls->strictness = 1.0;
}

/* What the criteria make of residual and normal: at most 1 where one of them is met. */
static double
excess (const SeidelLeastSquares *ls)
{
  const SeidelMonitor *monitor = ls->run->monitor;
  double target = seidel_monitor_target (monitor);

  if (ls->residual == 0.0 || ls->normal == 0.0)
    return 0.0;
  return fmin (ls->residual / fmax (target, DBL_MIN),
               ls->strictness * relative_normal (ls)
                 / fmax (seidel_method_run_normal_target (ls->run), DBL_MIN));
}

/* Where the recurrences see the end by the norms: whether the columns one by one agree, or the
 * recurrences are wrong. Otherwise they go on, and know better. */
static bool
is_end (SeidelLeastSquares *ls)
{
  const double estimate = estimate_normal (ls);
  Truth truth;

  if (ls->residual == 0.0 || ls->normal == 0.0
      || ls->residual <= seidel_monitor_target (ls->run->monitor))
    return true;
  truth = find_truth (ls, ls->product, ls->back);
  if (!(truth.normal > 0.0))
    return true;
  ls->run->unproved = is_unproved (ls, truth.angle);
  if (!ls->run->unproved && truth.normal > DRIFT * ls->normal)
    return true;
  ls->flatness = truth.angle / estimate;
  if (!ls->run->unproved)
    return excess (ls) <= 1.0;
  ls->strictness = AGAIN * seidel_method_run_normal_target (ls->run) / truth.angle;
  return false;
}

static SeidelReason
check (SeidelLeastSquares *ls)
{
  return seidel_method_run_check_normal (ls->run, ls->iterations, ls->residual,
                                         relative_normal (ls));
}

/* Where nothing helps any more: what is unproved by what more steps could have shown ends by what
 * those so far have. */
static SeidelReason
end_inaccurate (SeidelLeastSquares *ls)
{
  if (relative_normal (ls) <= seidel_method_run_normal_target (ls->run)
      && (!isnan (ls->part) || !has_few_steps (ls)) && !may_be_large (ls))
    return SEIDEL_REASON_CONVERGED_LEAST_SQUARES;
  seidel_method_run_note (ls->run,
                          "The residual remains at %.2g and the normal residual at %.2g: %s.",
                          ls->residual, relative_normal (ls),
                          seidel_precision_limit (ls->run->options->precision));
  return SEIDEL_REASON_ACCURACY_LIMIT;
}

/* Steps until the recurrences see the end, or something else ends the run. */
static SeidelReason
take_steps (SeidelLeastSquares *ls, const SeidelLeastSquaresMethod *method)
{
  SeidelMethodRun *run = ls->run;
  SeidelReason reason = SEIDEL_REASON_NONE;

  method->begin (ls);
  ls->above = 0.0;
  ls->flatness = 1.0;
  ls->strictness = 1.0;
  while (reason == SEIDEL_REASON_NONE)
    {
      bool done;

      seidel_method_run_begin (run, ls->iterations + 1);
      done = method->step (ls);
      seidel_method_run_end (run);
      ls->iterations++;
      follow_triangle (ls);
      if (!done && !seidel_session_failed (&run->session))
        return SEIDEL_REASON_BREAKDOWN;
      if (excess (ls) <= 1.0 && is_end (ls))
        break;
      reason = check (ls);
    }
  return reason;
}

static SeidelReason
iterate (SeidelLeastSquares *ls, const SeidelLeastSquaresMethod *method)
{
  double before = INFINITY;
  double residual = INFINITY;

  for (;;)
    {
      SeidelReason reason;

      measure (ls);
      reason = check (ls);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
      if (!(excess (ls) <= LEAST_GAIN * before) && !(ls->residual <= (1.0 - LEAST_STEP) * residual))
        return end_inaccurate (ls);
      before = ls->iterations > 0 ? excess (ls) : INFINITY;
      residual = ls->residual;
      reason = take_steps (ls, method);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
    }
}

/* The power of two that brings a norm closest to 1, such that its inverse is one in single
 * precision, too. */
static double
inverse_power (const SeidelMethodRun *run, double norm)
{
  const int most =
    run->options->precision == SEIDEL_PRECISION_SINGLE ? FLT_MAX_EXP - 2 : DBL_MAX_EXP - 2;
  int exponent = 0;
  const double mantissa = frexp (norm, &exponent);

  if (norm == 0.0)
    return 1.0;
  return ldexp (1.0, CLAMP (mantissa < M_SQRT1_2 ? 1 - exponent : -exponent, -most, most));
}

/* Looks whether columns are to be scaled one by one, and returns the largest norm. */
static double
compare_columns (SeidelLeastSquares *ls)
{
  const SeidelCsr *csr = ls->run->csr;
  double smallest = INFINITY;
  double largest = 0.0;

  for (int64_t i = 0; i < csr->columns; i++)
    if (ls->sizes[i] > 0.0)
      {
        smallest = fmin (smallest, ls->sizes[i]);
        largest = fmax (largest, ls->sizes[i]);
      }
  ls->uneven = largest / smallest > EVEN_RATIO && (csr->rows >= csr->columns || ls->damp > 0.0);
  return largest;
}

/* Whether squares of products with columns of this norm may be beyond the range of numbers. */
static bool
is_extreme (const SeidelMethodRun *run, double norm)
{
  const int most =
    (run->options->precision == SEIDEL_PRECISION_SINGLE ? FLT_MAX_EXP : DBL_MAX_EXP) / 8;
  int exponent = 0;

  frexp (norm, &exponent);
  return abs (exponent) > most;
}

/* Makes C of the sizes of the columns, which become those of the scaled ones: one power of two for
 * all of them, the largest norm being given, unless they are uneven. */
static void
make_scaling (SeidelLeastSquares *ls, double largest)
{
  SeidelMethodRun *run = ls->run;
  const int64_t n = run->csr->columns;

  ls->factors = seidel_csr_new (n, n, n, NULL);
  if (ls->factors == NULL)
    return;
  for (int64_t i = 0; i < n; i++)
    {
      ls->factors->row_offsets[i + 1] = i + 1;
      ls->factors->column_indices[i] = (int32_t) i;
      ls->factors->values[i] = inverse_power (run, ls->uneven ? ls->sizes[i] : largest);
    }
  ls->scaling = seidel_triangles_system_new (run, ls->factors);
  for (int64_t i = 0; i < n && ls->scaling != NULL; i++)
    ls->sizes[i] *= ls->factors->values[i];
}

/* The norms of the columns, and C where it is worth it. False without memory, or when stopped. */
static bool
prepare_columns (SeidelLeastSquares *ls)
{
  SeidelMethodRun *run = ls->run;
  const int64_t n = run->csr->columns;
  double largest;

  ls->here = seidel_vector_new (n, NULL);
  ls->sizes = seidel_vector_new (n, NULL);
  if (ls->here == NULL || ls->sizes == NULL
      || !seidel_csr_column_norms (run->csr, ls->damp, ls->sizes, run->monitor->cancellable))
    return false;
  largest = compare_columns (ls);
  if (ls->uneven || is_extreme (run, largest))
    make_scaling (ls, largest);
  ls->norm = seidel_vector_norm_2 (ls->sizes, n);
  return true;
}

/* A run that came to a halt above its tolerance may still have the least residual: what is left of
 * the normal residual is then made by rounding of an x that is large. Not where columns depend on
 * each other: then x need not be. */
static void
judge_halt (SeidelLeastSquares *ls, SeidelReason reason)
{
  if (reason == SEIDEL_REASON_STAGNATED || reason == SEIDEL_REASON_ACCURACY_LIMIT)
    find_part (ls);
  else
    ls->part = NAN;
  if (!(ls->part <= SEIDEL_SMALL_PART) || !seidel_range_part_is_full (&ls->range))
    ls->run->range_backward = NAN;
}

/* Of several solutions that of smallest norm is found without scaling only. */
static void
note_scaling (SeidelMethodRun *run, SeidelReason reason)
{
  if (seidel_reason_converged (reason))
    seidel_method_run_note (run, "The columns differ in size and were scaled to the same norm: if "
                                 "they depend on each other, x is the solution whose norm is "
                                 "smallest in these units.");
}

static void
clear (SeidelLeastSquares *ls)
{
  SeidelMethodRun *run = ls->run;

  if (ls->scaling != NULL)
    run->session.engine->operators.free (run->session.context, ls->scaling);
  seidel_csr_free (ls->factors);
  seidel_vector_free (ls->here);
  seidel_vector_free (ls->sizes);
  seidel_range_part_clear (&ls->range);
}

SeidelReason
seidel_least_squares_run (SeidelLeastSquares *ls,
                          SeidelMethodRun *run,
                          const SeidelLeastSquaresMethod *method)
{
  double damp = seidel_method_run_parameter (run, SEIDEL_PARAMETER_DAMP);
  SeidelReason reason = SEIDEL_REASON_OUT_OF_MEMORY;

  ls->run = run;
  ls->damp = damp;
  ls->part = NAN;
  seidel_range_part_init (&ls->range, run->csr, damp, run->threads, run->monitor->cancellable);
  ls->flatness = 1.0;
  ls->u = tall_new (run, damp > 0.0);
  ls->product = tall_new (run, damp > 0.0);
  ls->v = seidel_method_run_work (run, run->csr->columns);
  ls->back = seidel_method_run_work (run, run->csr->columns);
  if (prepare_columns (ls))
    {
      reason = iterate (ls, method);
      run->unproved = reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES && may_be_large (ls);
    }
  else if (seidel_method_run_stopped (run))
    reason = seidel_method_run_stop_reason (run);
  else
    seidel_method_run_note (run,
                            "Two vectors of %" G_GINT64_FORMAT " numbers did not fit into memory.",
                            run->csr->columns);
  if (reason == SEIDEL_REASON_STAGNATED)
    {
      measure (ls);
      run->monitor->normal = relative_normal (ls);
    }
  judge_halt (ls, reason);
  if (ls->uneven && damp == 0.0)
    note_scaling (run, reason);
  reason = seidel_method_run_end_normal (run, reason);
  clear (ls);
  return reason;
}
