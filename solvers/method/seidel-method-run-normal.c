/* Least squares: the normal residual at which a run ends, and whether a square system has no
 * solution.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run-normal.h"

#include <math.h>

#include "matrix/seidel-normal.h"
#include "matrix/seidel-vector.h"

/* Normal residuals of a square system without a solution; rounding leaves some ten units. */
#define SQUARE_NORMAL        1e-13
#define SQUARE_NORMAL_SINGLE 1e-6

/* What the residual of such a system is, by seidel_csr_range_residual (): far below what rounding
 * leaves of the least singular value of a matrix that is worth the name of nonsingular. */
#define IN_NO_RANGE        1e-7
#define IN_NO_RANGE_SINGLE 1e-4

/* Of an iteration: products with A and with its transpose. */
#define OPERATIONS_PER_ENTRY 4.0

/* The normal residual at which a square system is taken to have no solution. A larger one would not
 * separate it from an ill-conditioned system. */
static double
square_target (const SeidelMethodRun *run)
{
  return run->options->precision == SEIDEL_PRECISION_DOUBLE ? SQUARE_NORMAL : SQUARE_NORMAL_SINGLE;
}

double
seidel_method_damping (const SeidelMethod *method, const SeidelOptions *options)
{
  return (method->parameters & 1u << SEIDEL_PARAMETER_DAMP) != 0
           ? options->parameters[SEIDEL_PARAMETER_DAMP]
           : 0.0;
}

double
seidel_method_run_damping (const SeidelMethodRun *run)
{
  return seidel_method_damping (run->method, run->options);
}

bool
seidel_method_run_is_square (const SeidelMethodRun *run)
{
  return run->csr->rows == run->csr->columns && !(seidel_method_run_damping (run) > 0.0);
}

double
seidel_method_run_normal_target (const SeidelMethodRun *run)
{
  const double tolerance = run->monitor->options->tolerance;

  return seidel_method_run_is_square (run) ? fmin (tolerance, square_target (run)) : tolerance;
}

/* b and x of the run on the host; false without room, or after a failure. */
static bool
download (SeidelMethodRun *run, double **b, double **x)
{
  const SeidelEngine *engine = run->session.engine;

  *b = seidel_vector_new (run->csr->rows, NULL);
  *x = seidel_vector_new (run->csr->columns, NULL);
  if (*b == NULL || *x == NULL || seidel_session_failed (&run->session))
    return false;
  engine->vectors.download (run->session.context, *b, run->b);
  engine->vectors.download (run->session.context, *x, run->x);
  return !seidel_session_failed (&run->session);
}

double
seidel_method_run_measure_normal (SeidelMethodRun *run)
{
  double *b = NULL;
  double *x = NULL;
  double normal = NAN;

  if (download (run, &b, &x))
    normal = seidel_csr_normal_residual (run->csr, b, x, seidel_method_run_damping (run),
                                         run->threads, run->monitor->cancellable);
  seidel_vector_free (b);
  seidel_vector_free (x);
  return normal;
}

double
seidel_method_run_measure_part (SeidelMethodRun *run,
                                SeidelRangePart *part,
                                double residual,
                                int64_t iterations)
{
  const double operations =
    OPERATIONS_PER_ENTRY * (double) seidel_csr_nonzeros (run->csr) * (double) iterations;
  double *b = NULL;
  double *x = NULL;
  double measured = NAN;

  if (seidel_range_part_is_affordable (part, operations) && download (run, &b, &x))
    {
      measured = seidel_range_part_measure (part, b, x, operations);
      run->range_backward = seidel_range_part_backward (part, measured * residual, b, x);
    }
  seidel_vector_free (b);
  seidel_vector_free (x);
  return measured;
}

bool
seidel_method_run_has_no_solution (SeidelMethodRun *run)
{
  double *b = NULL;
  double *x = NULL;
  bool proved = false;

  if (download (run, &b, &x))
    proved =
      seidel_csr_range_residual (run->csr, b, x, run->threads, run->monitor->cancellable)
      <= (run->options->precision == SEIDEL_PRECISION_DOUBLE ? IN_NO_RANGE : IN_NO_RANGE_SINGLE);
  seidel_vector_free (b);
  seidel_vector_free (x);
  return proved;
}

SeidelReason
seidel_method_run_end_normal (SeidelMethodRun *run, SeidelReason reason)
{
  const bool came_to_a_halt =
    reason == SEIDEL_REASON_STAGNATED || reason == SEIDEL_REASON_ACCURACY_LIMIT;
  const bool least =
    reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES
    || (came_to_a_halt && run->monitor->normal <= sqrt (seidel_method_run_epsilon (run)));
  g_autofree char *before = NULL;

  if (!seidel_method_run_is_square (run) || !least)
    return reason;
  if (!seidel_method_run_has_no_solution (run))
    {
      if (came_to_a_halt)
        return reason;
      seidel_method_run_note (run,
                              "The normal residual of %.2g does not show whether b is in the "
                              "range of the matrix, whose rows differ in size: %s.",
                              run->monitor->normal,
                              seidel_precision_limit (run->options->precision));
      return SEIDEL_REASON_ACCURACY_LIMIT;
    }
  if (came_to_a_halt && run->rank < 0)
    g_clear_pointer (&run->message, g_free);
  before =
    seidel_matching_add_place (run->matching, run->matrix, run->message, run->row, run->column);
  seidel_method_run_note (run,
                          "%s%sThe transpose takes the residual to zero, so that no other x makes "
                          "it smaller: the matrix is singular to working precision, and b is not "
                          "in its range.",
                          before != NULL ? before : "", before != NULL ? " " : "");
  return SEIDEL_REASON_LEAST_SQUARES;
}
