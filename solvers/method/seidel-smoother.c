/* The smoothers of multigrid.
 *
 * Sources: Trottenberg, Oosterlee and Schüller, "Multigrid" (2001), sections 2.1 and 4.3; Adams,
 * Brezina, Hu and Tuminaro, "Parallel multigrid smoothing: polynomial versus Gauss-Seidel" (2003);
 * Saad, "Iterative Methods for Sparse Linear Systems" (2003), algorithm 12.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-smoother.h"

#include "method/seidel-multigrid.h"

static void
sweep (SeidelMethodRun *run,
       const SeidelMultigridLevel *level,
       SeidelDirection direction,
       SeidelLevelEquation equation)
{
  const bool by_colors = level->by_colors;
  /* From zero the other triangle does not matter: half the matrix is read. */
  bool triangle = equation.from_zero && !by_colors;
  SeidelSweepReportFunc report = level->timed && level->times_triangle[direction] == triangle
                                   ? seidel_method_run_report (run, direction)
                                   : NULL;

  if (equation.from_zero && by_colors)
    seidel_session_fill (&run->session, equation.x, 0.0);
  if (triangle)
    seidel_session_solve_triangle (&run->session, level->sweeps[direction], equation.b, equation.x,
                                   1.0, report, run->monitor->trace);
  else
    run->session.engine->sweeps.run (run->session.context, level->sweeps[direction], equation.b,
                                     equation.x, 1.0, report, run->monitor->trace);
}

/* A step is one sweep, in the direction of the phase, or one in both directions. */
static void
smooth_by_sweeps (SeidelMethodRun *run,
                  const SeidelMultigridLevel *level,
                  SeidelSmoothing phase,
                  int steps,
                  SeidelLevelEquation equation)
{
  const bool both = !level->smoother->one_way;

  for (int step = 0; step < steps; step++)
    {
      if (both || phase == SEIDEL_SMOOTHING_BEFORE)
        sweep (run, level, SEIDEL_DIRECTION_FORWARD, equation);
      equation.from_zero = equation.from_zero && !both;
      if (both || phase == SEIDEL_SMOOTHING_AFTER)
        sweep (run, level, SEIDEL_DIRECTION_BACKWARD, equation);
      equation.from_zero = false;
    }
}

/* level->t ← D⁻¹ (b − A x) */
static void
scale_residual (SeidelMethodRun *run,
                const SeidelMultigridLevel *level,
                SeidelLevelEquation equation)
{
  SeidelSession *session = &run->session;

  if (!equation.from_zero)
    seidel_session_difference (session, level->A, equation.b, equation.x, level->t,
                               SEIDEL_MULTIGRID_SQUARE);
  seidel_session_multiply_diagonal (session, level->A, -1,
                                    equation.from_zero ? equation.b : level->t, level->t);
}

static void
add_to (SeidelMethodRun *run,
        SeidelLevelEquation equation,
        SeidelScalar factor,
        const SeidelVector *y)
{
  if (equation.from_zero)
    seidel_session_fill (&run->session, equation.x, 0.0);
  seidel_session_axpy (&run->session, equation.x, 1, factor, y);
}

/* x ← x + ω D⁻¹ (b − A x), ω = 4 / (3 ρ): the weight that damps the upper part of the spectrum
 * best if the spectrum is that of a grid. */
static void
smooth_by_jacobi (SeidelMethodRun *run,
                  const SeidelMultigridLevel *level,
                  SeidelSmoothing phase,
                  int steps,
                  SeidelLevelEquation equation)
{
  seidel_session_set (&run->session, SEIDEL_MULTIGRID_FACTORS, 4.0 / 3.0 / level->radius);
  for (int step = 0; step < steps; step++)
    seidel_session_jacobi_step (&run->session, level->A, equation.b, equation.x,
                                SEIDEL_MULTIGRID_FACTORS, equation.from_zero && step == 0, level->t,
                                SEIDEL_MULTIGRID_SQUARE);
}

/* The polynomial in D⁻¹ A that is least on [ρ / ratio, ρ], of as many steps. */
static void
smooth_by_chebyshev (SeidelMethodRun *run,
                     const SeidelMultigridLevel *level,
                     SeidelSmoothing phase,
                     int steps,
                     SeidelLevelEquation equation)
{
  SeidelSession *session = &run->session;
  const double lowest = level->radius / SEIDEL_SMOOTHER_CHEBYSHEV_RATIO;
  const double middle = (level->radius + lowest) / 2.0;
  const double half = (level->radius - lowest) / 2.0;
  double rho = half / middle;

  scale_residual (run, level, equation);
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS, 1.0 / middle);
  seidel_session_copy (session, level->d, level->t);
  seidel_session_scale (session, level->d, SEIDEL_MULTIGRID_FACTORS);
  add_to (run, equation, SEIDEL_MULTIGRID_ONE, level->d);
  equation.from_zero = false;
  for (int step = 1; step < steps; step++)
    {
      const double next = 1.0 / (2.0 * middle / half - rho);

      scale_residual (run, level, equation);
      seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS, next * rho);
      seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS + 1, 2.0 * next / half);
      seidel_session_scale (session, level->d, SEIDEL_MULTIGRID_FACTORS);
      seidel_session_axpy (session, level->d, 1, SEIDEL_MULTIGRID_FACTORS + 1, level->t);
      add_to (run, equation, SEIDEL_MULTIGRID_ONE, level->d);
      rho = next;
    }
}

const SeidelSmoother *
seidel_smoother_get (const SeidelOptions *options)
{
  static const SeidelSmoother smoothers[SEIDEL_N_SMOOTHERS] = {
    [SEIDEL_SMOOTHER_AUTO] = { .smooth = NULL },
    [SEIDEL_SMOOTHER_GAUSS_SEIDEL] = { .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
                                       .one_way = true,
                                       .smooth = smooth_by_sweeps },
    [SEIDEL_SMOOTHER_SYMMETRIC] = { .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
                                    .smooth = smooth_by_sweeps },
    [SEIDEL_SMOOTHER_MULTICOLOR] = { .sweeps = SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
                                     .by_colors = true,
                                     .one_way = true,
                                     .smooth = smooth_by_sweeps },
    [SEIDEL_SMOOTHER_JACOBI] = { .uses_radius = true, .smooth = smooth_by_jacobi },
    [SEIDEL_SMOOTHER_CHEBYSHEV] = { .uses_radius = true,
                                    .uses_direction = true,
                                    .smooth = smooth_by_chebyshev },
  };

  return &smoothers[(int) options->parameters[SEIDEL_PARAMETER_SMOOTHER]];
}
