/* What an outcome says of the spectrum: the Ritz values of its method, and what was measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <math.h>

#include "spectrum/seidel-iteration-radius.h"
#include "spectrum/seidel-ritz.h"
#include "spectrum/seidel-spectrum.h"

/* The iteration of a stationary method; false: the method is none. Multigrid is no sweep, and a
 * sweep by colours is one of another matrix. */
static bool
find_iteration (const SeidelOutcome *outcome, SeidelIteration *iteration)
{
  const SeidelMethod *method = seidel_method_find (outcome->method);
  const double *parameters = outcome->options.parameters;

  if (method == NULL || method->family != SEIDEL_FAMILY_STATIONARY || method->demonstration
      || method->by_colors || method->solve == seidel_method_multigrid)
    return false;
  *iteration = (SeidelIteration){
    .forward = (method->sweeps & SEIDEL_SWEEPS_FORWARD) != 0,
    .backward = (method->sweeps & SEIDEL_SWEEPS_BACKWARD) != 0,
    .omega = 1.0,
  };
  if (method->sweeps == SEIDEL_SWEEPS_NONE)
    iteration->weight = 1.0;
  if ((method->parameters & 1u << SEIDEL_PARAMETER_WEIGHT) != 0)
    iteration->weight = parameters[SEIDEL_PARAMETER_WEIGHT];
  if ((method->parameters & 1u << SEIDEL_PARAMETER_OMEGA) != 0)
    iteration->omega = parameters[SEIDEL_PARAMETER_OMEGA];
  return true;
}

static void
measure (SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  SeidelSpectrum spectrum;
  SeidelIteration iteration;

  if (seidel_spectrum_measure (csr, seidel_solve_given_structure (solve), solve->threads,
                               solve->cancellable, &spectrum, NULL))
    {
      outcome->spectrum_least = spectrum.least;
      outcome->spectrum_greatest = spectrum.greatest;
      outcome->spectrum_condition = spectrum.condition;
    }
  if (find_iteration (outcome, &iteration)
      && seidel_iteration_radius (csr, &iteration, solve->threads, solve->cancellable,
                                  &outcome->iteration_radius, NULL))
    outcome->expected_iterations =
      seidel_iteration_count (outcome->iteration_radius, outcome->options.tolerance);
}

void
seidel_solve_take_spectrum (SeidelSolve *solve, SeidelOutcome *outcome)
{
  SeidelProjection projection;
  SeidelRitzExtremes extremes;

  outcome->ritz_least = outcome->ritz_greatest = outcome->ritz_condition = NAN;
  outcome->ritz_least_error = outcome->ritz_greatest_error = NAN;
  outcome->spectrum_least = outcome->spectrum_greatest = outcome->spectrum_condition = NAN;
  outcome->iteration_radius = outcome->expected_iterations = NAN;
  if (seidel_ritz_find (solve->trace, solve->first_projection, &projection)
      && seidel_ritz_extremes (solve->trace, &projection, projection.steps, &extremes))
    {
      outcome->ritz_least = extremes.least;
      outcome->ritz_greatest = extremes.greatest;
      outcome->ritz_least_error = extremes.least_error;
      outcome->ritz_greatest_error = extremes.greatest_error;
      outcome->ritz_condition = extremes.condition;
      outcome->ritz_steps = (int64_t) extremes.steps;
    }
  if (outcome->options.spectrum && !g_cancellable_is_cancelled (solve->cancellable))
    measure (solve, outcome);
}
