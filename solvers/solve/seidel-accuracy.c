/* How far x can be trusted: the condition number and a bound of the error where there are factors,
 * and what follows from them and from the backward error.
 *
 * Source: Higham, "Accuracy and Stability of Numerical Algorithms" (2002), 7.1 and 7.4: the bound
 * is ‖|A⁻¹| |r|‖∞. Of the bound by a correction: Rump, "Verification methods" (2010), 10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <math.h>
#include <string.h>

#include "base/seidel-translatable.h"
#include "matrix/seidel-normal.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-direct.h"

/* A backward error up to this is one of rounding: a few units in the last place. */
#define PRECISION_OF_DATA (4.0 * DBL_EPSILON)

/* What both estimates take together. */
#define USUAL_SOLVES 19

/* An estimate of ‖B‖₁ from a vector of random signs is ‖B‖₁ / (√2 n) or more on the average
 * (Szarek, "On the best constants in the Khinchin inequality" (1976)); the searches that follow
 * only increase it. */
#define ESTIMATE_MARGIN(n) (4.0 * (double) (n))

/* Of the few operations that a bound ends with. */
#define ROUNDING (8.0 * DBL_EPSILON)

/* What a correction may leave of a residual, and of the terms of the residual. */
#define LEAST_CORRECTION 0.1
#define NOTHING          (1e-3 * DBL_EPSILON)

/* A bound that is not worth refining. */
#define HARMLESS_BOUND 1e-8

/* A residual up to this, relative to b, is not that of a singular system. */
#define HARMLESS_RESIDUAL 1e-3

/* From here on the error of a component is reported: relative to the largest component, and as a
 * multiple of what the residual promises. */
#define DOUBTFUL_ERROR     1e-3
#define DOUBTFUL_CONDITION 1e4

/* From here on, and from here on as a multiple of the tolerance, the backward error by component is
 * reported. */
#define DOUBTFUL_COMPONENT 1e-6
#define DOUBTFUL_TOLERANCE 100.0

/* Whether g, a bound of what a correction leaves of r = b − A x, is less than r, each row in units
 * of its own terms. If not, the factors are those of quite another matrix: where pivots are taken
 * as they come they may have lost rows, of whose inverse they know nothing. */
static bool
corrects (const SeidelProblem *problem, const double *x, const double *r, const double *g)
{
  const SeidelCsr *csr = problem->matrix->csr;
  double before = 0.0;
  double after = 0.0;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      double size = fabs (problem->b[i]);

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        size += fabs (csr->values[k] * x[csr->column_indices[k]]);
      before = size > 0.0 ? fmax (before, fabs (r[i]) / size) : before;
      after = size > 0.0 ? fmax (after, g[i] / size) : after;
    }
  return after <= fmax (LEAST_CORRECTION * before, NOTHING);
}

/* ‖d‖∞ of the correction of x that the factors make of r = b − A x, a residual in doubled
 * precision. g becomes a bound of |r − A d|, what the correction lacks, row by row. NaN as above,
 * and where d is none. */
static double
measure_correction (SeidelSolve *solve, const double *x, double *g)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  GCancellable *skip = solve->skip_verification;
  double *r = seidel_vector_new (csr->rows, NULL);
  double *d = seidel_vector_new (csr->rows, NULL);
  double length = NAN;

  if (r != NULL && d != NULL
      && seidel_csr_residual_doubled (csr, solve->problem->b, x, NULL, r, solve->threads, skip))
    {
      memcpy (d, r, (size_t) csr->rows * sizeof *d);
      if (seidel_direct_solve (&solve->run, false, d)
          && seidel_csr_residual_bound (csr, r, d, g, solve->threads, skip)
          && corrects (solve->problem, x, r, g))
        length = seidel_vector_norm_inf (d, csr->rows);
      /* And what rounding of r leaves out. */
      for (int64_t i = 0; i < csr->rows; i++)
        g[i] += 2.0 * DBL_EPSILON * fabs (r[i]);
    }
  seidel_vector_free (r);
  seidel_vector_free (d);
  return length;
}

/* The bound ‖|A⁻¹| f‖∞ of the error, f being a bound of |b − A x|, is as good as the estimate of
 * that norm, which may be too small. So is ‖d‖∞ of a correction d and ‖|A⁻¹| g‖∞ of what it lacks,
 * but that is so small a part of it that its estimate may well be taken times the margin: f is
 * increased to where g is no more than that part of it. Where x is as accurate as doubles are, the
 * second one counts alone. */
static double
bound_by_correction (SeidelSolve *solve, const double *x, double *f)
{
  const int64_t n = solve->problem->matrix->csr->rows;
  const bool accurate = solve->options->accurate;
  double *g = seidel_vector_new (n, NULL);
  double correction = NAN;
  double norm = NAN;

  if (g != NULL && !isnan (correction = measure_correction (solve, x, g)))
    {
      for (int64_t i = 0; i < n; i++)
        f[i] = accurate ? g[i] : f[i] + 2.0 * ESTIMATE_MARGIN (n) * g[i];
      norm = seidel_direct_inverse_norm (&solve->run, f, solve->skip_verification);
      /* f is a bound of the r that d was made of. */
      if (!accurate && norm < correction)
        norm = correction;
    }
  seidel_vector_free (g);
  return accurate ? correction + ESTIMATE_MARGIN (n) * norm : fmax (norm, correction + 0.5 * norm);
}

/* Of an M-matrix, |A⁻¹| f is A⁻¹ f, of which a solve finds an approximation y, and A⁻¹ g, g a bound
 * of |f − A y|, is so small a part of it that its approximation may be taken twice. */
static double
bound_monotone (SeidelSolve *solve, const double *f)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  GCancellable *skip = solve->skip_verification;
  double *y = seidel_vector_new (csr->rows, NULL);
  double *g = seidel_vector_new (csr->rows, NULL);
  double bound = NAN;

  if (y != NULL && g != NULL)
    {
      memcpy (y, f, (size_t) csr->rows * sizeof *y);
      if (seidel_direct_solve (&solve->run, false, y)
          && seidel_csr_residual_bound (csr, f, y, g, solve->threads, skip)
          && seidel_direct_solve (&solve->run, false, g))
        bound = seidel_vector_norm_inf (y, csr->rows) + 2.0 * seidel_vector_norm_inf (g, csr->rows);
    }
  seidel_vector_free (y);
  seidel_vector_free (g);
  return bound;
}

/* ‖x‖∞, of complex numbers by their moduli. */
static double
length_of (const SeidelProblem *problem, const double *x)
{
  const int64_t n = problem->matrix->csr->columns;

  return problem->matrix->interleaved ? seidel_complex_norm_inf (x, n / 2)
                                      : seidel_vector_norm_inf (x, n);
}

/* A bound of the error relative to ‖x‖∞. That of a modulus is √2 times that of its parts. */
static double
bound_error (SeidelSolve *solve, const double *x, bool monotone)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  double *f = seidel_vector_new (csr->rows, NULL);
  double bound = NAN;

  if (f != NULL
      && seidel_csr_residual_bound (csr, solve->problem->b, x, f, solve->threads,
                                    solve->skip_verification))
    bound = ((monotone && !solve->options->accurate ? bound_monotone (solve, f)
                                                    : bound_by_correction (solve, x, f))
             + DBL_TRUE_MIN)
            / length_of (solve->problem, x);
  seidel_vector_free (f);
  return bound * (1.0 + ROUNDING) * (solve->problem->matrix->interleaved ? M_SQRT2 : 1.0);
}

/* The same in a solve or two: a lower bound of the condition number, and an error that there may
 * be, in the row where A⁻¹ seems to be largest. */
static void
glance (SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const double length = seidel_vector_norm_inf (outcome->x, csr->columns);
  double *f = seidel_vector_new (csr->rows, NULL);
  GCancellable *skip = solve->skip_verification;
  int64_t row = -1;
  const double norm = seidel_direct_inverse_glance (&solve->run, outcome->x, &row, skip);

  solve->condition = outcome->norm_A * norm;
  if (solve->condition >= 1.0)
    outcome->condition_least = fmax (outcome->condition_least, solve->condition);
  if (f != NULL
      && seidel_csr_residual_bound (csr, solve->problem->b, outcome->x, f, solve->threads, skip))
    solve->bound = norm * seidel_vector_norm_inf (f, csr->rows) / length;
  if (row >= 0 && solve->bound > HARMLESS_BOUND)
    solve->bound =
      fmin (solve->bound, seidel_direct_inverse_row (&solve->run, row, f, skip) / length);
  seidel_vector_free (f);
}

void
seidel_solve_estimate_accuracy (SeidelSolve *solve, SeidelOutcome *outcome)
{
  SeidelMethodRun *run = &solve->run;
  double norm;
  bool monotone;

  /* Of a matrix without an inverse there is nothing to estimate. */
  if (run->csr->rows != run->csr->columns || run->n == 0
      || (solve->method->least_squares && run->singular) || solve->options->skip_condition
      || solve->options->precision != SEIDEL_PRECISION_DOUBLE || outcome->x == NULL
      || !seidel_direct_solves (run, true) || seidel_method_run_stopped (run)
      || seidel_session_failed (&run->session))
    return;
  norm = seidel_direct_monotone_norm (run, solve->skip_verification);
  monotone = !isnan (norm);
  if (!monotone && !seidel_direct_is_quick (run, USUAL_SOLVES))
    {
      glance (solve, outcome);
      return;
    }
  if (!monotone)
    norm = seidel_direct_inverse_norm (run, NULL, solve->skip_verification);
  solve->condition = outcome->norm_A * norm;
  solve->bound = bound_error (solve, outcome->x, monotone);
  outcome->condition = solve->condition;
  /* Where the correction may be as large as x, the factors are those of another matrix; where the
   * condition number is beyond the range, so are numbers that the bound is made of. */
  if (solve->bound < 1.0 && isfinite (solve->condition))
    outcome->error_bound = solve->bound;
}

void
seidel_solve_drop_refuted_bound (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  if (outcome->error_inf > outcome->error_bound * length_of (solve->problem, solve->solution))
    outcome->error_bound = NAN;
}

bool
seidel_solve_substituted (const SeidelSolve *solve)
{
  return solve->monitor.one_step && solve->method->family == SEIDEL_FAMILY_STATIONARY;
}

/* A sum of so many products is rounded as often. */
static double
precision_of_data (const SeidelSolve *solve)
{
  return seidel_solve_substituted (solve)
           ? fmax (PRECISION_OF_DATA, (double) solve->structure->longest_row * DBL_EPSILON)
           : PRECISION_OF_DATA;
}

/* Whether the matrix is so close to a singular one that any x large enough has a small backward
 * error. Rows of very different size make the condition number large, but not the bound, which
 * does not depend on their scale. Without a condition number the residual shows it:
 * κ ≥ ‖A‖ ‖x‖ / ‖b‖. */
static bool
nearly_singular (const SeidelSolve *solve, const SeidelOutcome *outcome)
{
  if (seidel_solve_substituted (solve))
    return false;
  if (isnan (solve->condition))
    return !(outcome->true_2
             <= HARMLESS_RESIDUAL * seidel_monitor_given_reference (&solve->monitor));
  return !(solve->condition < SEIDEL_TRUSTED_CONDITION)
         && !(solve->bound <= HARMLESS_BOUND && outcome->backward_rows <= PRECISION_OF_DATA);
}

/* Of least squares: by what relative change of A x is the solution; NaN where it is not known. */
static double
normal_backward (const SeidelSolve *solve, const SeidelOutcome *outcome)
{
  const double damp = seidel_method_damping (solve->method, solve->options);
  const bool halted =
    outcome->reason == SEIDEL_REASON_STAGNATED || outcome->reason == SEIDEL_REASON_ACCURACY_LIMIT;

  if (!halted || (damp > 0.0 && outcome->precision == SEIDEL_PRECISION_SINGLE))
    return NAN;
  return damp > 0.0
           ? seidel_csr_normal_backward (solve->problem->matrix->csr, solve->problem->b, outcome->x,
                                         damp, solve->threads, solve->skip_verification)
         : (outcome->reason == SEIDEL_REASON_STAGNATED || !solve->method->on_host)
             && !solve->run.singular
           ? solve->run.range_backward
           : NAN;
}

/* The same of least squares: nothing that A could take away is left of the residual but what
 * changes of A as small as its rounding make. */
static bool
trust_range (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const double backward = normal_backward (solve, outcome);

  if (!(backward > 0.0 && backward <= PRECISION_OF_DATA))
    return false;
  outcome->reason = SEIDEL_REASON_DATA_PRECISION;
  outcome->converged = true;
  seidel_solve_note (outcome,
                     "The normal residual is %.1g, above the tolerance, but changes of A as small "
                     "as its rounding, %.1g, make x the least-squares solution.",
                     outcome->normal, backward);
  return true;
}

/* The residual that a run stopped at is as small as it can be: no x in double precision has a
 * smaller one but by chance. */
void
seidel_solve_trust_backward_error (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  if (trust_range (solve, outcome) || solve->monitor.damped)
    return;
  if ((outcome->reason != SEIDEL_REASON_STAGNATED
       && outcome->reason != SEIDEL_REASON_ACCURACY_LIMIT)
      || outcome->precision == SEIDEL_PRECISION_SINGLE
      || !(outcome->backward <= precision_of_data (solve)) || nearly_singular (solve, outcome))
    return;
  outcome->reason = SEIDEL_REASON_DATA_PRECISION;
  outcome->converged = true;
  seidel_solve_note (outcome,
                     "The backward error is %.1g: changes of A and b as small as their rounding "
                     "make x exact. The tolerance is too small for this matrix.",
                     outcome->backward);
}

/* Zero solves a system whose right-hand side is zero, whatever the matrix: it is no result that one
 * could trust the matrix by, and most often not what was meant. */
static char *
doubt_zeros (const SeidelSolve *solve, const SeidelOutcome *outcome)
{
  const SeidelProblem *problem = solve->problem;
  const int64_t rows = problem->matrix->csr->rows;
  const bool singular =
    solve->run.singular || (solve->structure != NULL && solve->structure->empty_rows > 0);

  if (rows == 0 || seidel_vector_norm_inf (problem->b, rows) > 0.0
      || seidel_vector_norm_inf (outcome->x, outcome->n) > 0.0)
    return NULL;
  return g_strdup_printf ("b = 0, and x = 0 solves the system, whatever the matrix%s.",
                          singular ? "; this one is singular, so that other x do as well" : "");
}

/* The norm of a residual does not show how well the small rows of a matrix are met. That of least
 * squares need not be small, to working precision neither. */
static char *
doubt_components (const SeidelSolve *solve, const SeidelOutcome *outcome)
{
  const int64_t rows = solve->problem->matrix->csr->rows;
  const bool unmet = outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES
                     || (outcome->reason == SEIDEL_REASON_DATA_PRECISION
                         && !(outcome->backward <= precision_of_data (solve)));

  if (unmet || !(outcome->backward_rows > DOUBTFUL_COMPONENT)
      || outcome->backward_rows <= DOUBTFUL_TOLERANCE * outcome->options.tolerance
      || seidel_vector_norm_inf (solve->problem->b, rows) == 0.0)
    return NULL;
  return g_strdup_printf (seidel_text ("The norm of the residual is small, yet an equation is met "
                                       "to %.1g of its own terms only: x may be wrong where rows "
                                       "are small. Reduce the tolerance, or use a direct method."),
                          outcome->backward_rows);
}

/* b made from a known solution that the matrix maps to zero: whatever x is found says nothing. */
static char *
doubt_rhs (const SeidelProblem *problem)
{
  if (!seidel_solve_is_rounded_zero (problem))
    return NULL;
  return g_strdup (seidel_text ("The matrix maps the known solution to zero, so that b = A x* is "
                                "nothing but rounding errors and x says nothing: take another "
                                "right-hand side, such as random numbers."));
}

/* Why x is doubtful although the run converged, or NULL. */
char *
seidel_solve_find_doubt (const SeidelSolve *solve, const SeidelOutcome *outcome)
{
  const double bound = solve->bound;
  const bool bounded = isfinite (bound);
  bool off = false;
  double largest;
  char *doubt;

  if (!outcome->converged || outcome->x == NULL)
    return NULL;
  doubt = doubt_zeros (solve, outcome);
  if (doubt == NULL)
    doubt = doubt_rhs (solve->problem);
  if (doubt != NULL)
    return doubt;
  if (outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES && isnan (outcome->normal))
    return g_strdup_printf ("The normal residual was not verified: only the method's own, which "
                            "has the rounding errors of %s precision, met the tolerance.",
                            seidel_precision_id (outcome->precision));
  if (outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES && solve->run.unproved)
    return g_strdup_printf (seidel_text ("The columns nearly depend on each other: each is "
                                         "orthogonal to the residual to %.1g, yet another x may "
                                         "have a smaller one. Use QR, or reduce the tolerance."),
                            outcome->normal);
  largest =
    seidel_vector_norm_inf (solve->solution != NULL ? solve->solution : outcome->x, outcome->n);
  if (isfinite (outcome->condition_least))
    off = outcome->error_inf > DOUBTFUL_ERROR * largest
          && outcome->condition_least > DOUBTFUL_CONDITION;
  if (off && bounded && bound * largest < DOUBTFUL_ERROR * outcome->error_inf)
    return g_strdup_printf ("x is accurate for the matrix and the right-hand side as stored, yet a "
                            "component differs from the known solution by %.2g: with a condition "
                            "number of about %.0e, rounding of the data changes x as much.",
                            outcome->error_inf, solve->condition);
  if (bounded && bound > DOUBTFUL_ERROR)
    return g_strdup_printf ("The residual is small, yet a component of x may be off by %.2g: the "
                            "condition number is about %.0e%s.",
                            bound * largest, solve->condition,
                            solve->options->accurate ? "" : "; refine x to full accuracy");
  if (off)
    return g_strdup_printf ("The residual is small, yet a component of x is off by %.2g: the "
                            "matrix is ill-conditioned (condition number %.0e or more)%s.",
                            outcome->error_inf, outcome->condition_least,
                            bounded ? "" : "; reduce the tolerance for a more accurate solution");
  return doubt_components (solve, outcome);
}
