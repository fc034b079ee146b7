/* Multigrid on an engine: the cycles.
 *
 * Source: Briggs, Henson and McCormick, "A Multigrid Tutorial" (2000), chapter 3; the K cycle:
 * Notay and Vassilevski, "Recursive Krylov-based multigrid cycles" (2008).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-coarsening.h"
#include "engine/seidel-narrowing.h"
#include "method/seidel-multigrid-levels.h"

#include <math.h>

/* Steps of the smoother before and after where the coarsest level is too large to be solved. */
#define COARSEST_STEPS 8

/* A Krylov step of the K cycle is followed by another one unless it left less than this fraction of
 * the residual. */
#define KRYLOV_ENOUGH 0.25

static void run_cycle (SeidelMethodRun *run,
                       const SeidelMultigrid *self,
                       const SeidelMultigridLevels *levels,
                       int l,
                       SeidelLevelEquation equation);

static void
smooth (SeidelMethodRun *run,
        const SeidelMultigrid *self,
        const SeidelMultigridLevel *level,
        SeidelSmoothing phase,
        SeidelLevelEquation equation)
{
  self->smoother->smooth (run, level, phase, self->steps, equation);
}

static void
solve_coarsest (SeidelMethodRun *run,
                const SeidelMultigrid *self,
                const SeidelMultigridLevels *levels,
                const SeidelMultigridLevel *level,
                SeidelLevelEquation equation)
{
  if (levels->inverse != NULL)
    {
      seidel_session_multiply (&run->session, levels->inverse, equation.b, equation.x);
      return;
    }
  for (int i = 0; i < COARSEST_STEPS; i++)
    {
      smooth (run, self, level, SEIDEL_SMOOTHING_BEFORE, equation);
      equation.from_zero = false;
      smooth (run, self, level, SEIDEL_SMOOTHING_AFTER, equation);
    }
}

/* The second step of the Krylov iteration, and the best combination of both corrections. dots: of
 * the first step, left · v and left · b. */
static void
take_second_step (SeidelMethodRun *run,
                  const SeidelMultigrid *self,
                  const SeidelMultigridLevels *levels,
                  int l,
                  const double *dots)
{
  SeidelMultigridLevel *level = &levels->levels[l];
  SeidelSession *session = &run->session;
  SeidelVector *c = level->krylov[0];
  SeidelVector *first = level->krylov[1];
  SeidelVector *v = level->krylov[2];
  const SeidelVector *left = self->symmetric ? c : v;
  double second[3]; /* left · first, left · v, left · r */
  double rho;
  double factors[2];

  run_cycle (run, self, levels, l, (SeidelLevelEquation){ level->b, c, true });
  seidel_session_multiply (session, level->A, c, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, left, first);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 1, left, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 2, left, level->b);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 3, second);
  rho = second[1] - second[0] * second[0] / dots[0];
  factors[0] = dots[1] / dots[0];
  factors[1] = second[2] / rho;
  if (!(rho > 0.0) || !isfinite (factors[1]))
    factors[1] = 0.0;
  factors[0] -= second[0] / dots[0] * factors[1];
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS, factors[0]);
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS + 1, factors[1]);
  seidel_session_scale (session, level->x, SEIDEL_MULTIGRID_FACTORS);
  seidel_session_axpy (session, level->x, 1, SEIDEL_MULTIGRID_FACTORS + 1, c);
}

/* level->x ≈ A⁻¹ level->b by up to two steps of flexible CG, or of GCR where the matrix is not
 * symmetric, preconditioned by the cycle; changes level->b. */
static void
solve_by_krylov (SeidelMethodRun *run,
                 const SeidelMultigrid *self,
                 const SeidelMultigridLevels *levels,
                 int l)
{
  SeidelMultigridLevel *level = &levels->levels[l];
  SeidelSession *session = &run->session;
  SeidelVector *v = level->krylov[1];
  const SeidelVector *left = self->symmetric ? level->x : v;
  double dots[3] = { 0.0 }; /* left · v, left · b, b · b */
  double rest = 0.0;

  run_cycle (run, self, levels, l, (SeidelLevelEquation){ level->b, level->x, true });
  seidel_session_multiply (session, level->A, level->x, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, left, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 1, left, level->b);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 2, level->b, level->b);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 3, dots);
  /* A zero residual, or a matrix that is not definite: the cycle alone must do. */
  if (!(dots[0] > 0.0))
    return;
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS, dots[1] / dots[0]);
  seidel_session_axpy (session, level->b, -1, SEIDEL_MULTIGRID_FACTORS, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, level->b, level->b);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 1, &rest);
  if (rest > KRYLOV_ENOUGH * KRYLOV_ENOUGH * dots[2])
    take_second_step (run, self, levels, l, dots);
  else
    seidel_session_scale (session, level->x, SEIDEL_MULTIGRID_FACTORS);
}

/* The correction of the next level, from its right-hand side b. */
static void
correct (SeidelMethodRun *run,
         const SeidelMultigrid *self,
         const SeidelMultigridLevels *levels,
         int l)
{
  const SeidelMultigridLevel *level = &levels->levels[l];
  SeidelLevelEquation equation = { level->b, level->x, true };
  bool last = level->P == NULL;

  if (self->cycle == SEIDEL_CYCLE_K && !last)
    {
      solve_by_krylov (run, self, levels, l);
      return;
    }
  run_cycle (run, self, levels, l, equation);
  equation.from_zero = false;
  if (self->cycle == SEIDEL_CYCLE_W && !last)
    run_cycle (run, self, levels, l, equation);
}

/* x ← x + P times the correction of the next level */
static void
add_correction (SeidelSession *session, const SeidelMultigridLevel *level, SeidelVector *x)
{
  const SeidelVector *correction = level[1].x;

  if (level->implied)
    session->engine->coarsening->prolong (session->context, level->A, level->P, correction, x);
  else
    seidel_session_multiply_add (session, level->P, correction, x, SEIDEL_MULTIGRID_ONE, level->t);
}

/* For whoever asked to see the first cycle. */
static void
note_stage (SeidelMethodRun *run, SeidelCycleStage stage, const SeidelVector *x)
{
  SeidelCycleRecord *record = seidel_trace_cycle_record (run->monitor->trace);

  if (record == NULL || record->stages != (int) stage || seidel_session_failed (&run->session))
    return;
  run->session.engine->vectors.download (run->session.context, record->corrections[stage], x);
  record->stages++;
}

/* Improves x. */
static void
run_cycle (SeidelMethodRun *run,
           const SeidelMultigrid *self,
           const SeidelMultigridLevels *levels,
           int l,
           SeidelLevelEquation equation)
{
  const SeidelMultigridLevel *level = &levels->levels[l];
  const SeidelMultigridLevel *next = level + 1;
  SeidelSession *session = &run->session;

  if (seidel_session_failed (session))
    return;
  if (level->P == NULL)
    {
      solve_coarsest (run, self, levels, level, equation);
      return;
    }
  smooth (run, self, level, SEIDEL_SMOOTHING_BEFORE, equation);
  if (l == 0)
    note_stage (run, SEIDEL_CYCLE_SMOOTHED, equation.x);
  seidel_session_difference (session, level->A, equation.b, equation.x, level->t,
                             SEIDEL_MULTIGRID_SQUARE);
  seidel_session_multiply (session, level->R, level->t, next->b);
  correct (run, self, levels, l + 1);
  add_correction (session, level, equation.x);
  if (l == 0)
    note_stage (run, SEIDEL_CYCLE_CORRECTED, equation.x);
  equation.from_zero = false;
  smooth (run, self, level, SEIDEL_SMOOTHING_AFTER, equation);
  if (l == 0)
    note_stage (run, SEIDEL_CYCLE_DONE, equation.x);
}

/* By levels in single precision, whose x is that over the norm of b. */
static void
cycle_narrow (SeidelMethodRun *run,
              const SeidelMultigrid *self,
              const SeidelMultigridLevels *levels,
              const SeidelVector *b)
{
  SeidelNarrowRun *narrow = self->narrow;

  /* A later run with the same levels has others. */
  narrow->run.monitor = run->monitor;
  narrow->run.options = run->options;
  run->single_levels = true;
  seidel_session_dot (&run->session, SEIDEL_MULTIGRID_SIZE, b, b);
  seidel_session_sqrt (&run->session, SEIDEL_MULTIGRID_SIZE, SEIDEL_MULTIGRID_SIZE);
  run->session.engine->narrowing->narrow (narrow->run.session.context, narrow->b,
                                          run->session.context, b, SEIDEL_MULTIGRID_SIZE);
  run_cycle (&narrow->run, self, levels, 0, (SeidelLevelEquation){ narrow->b, narrow->x, true });
}

void
seidel_multigrid_cycle (SeidelMethodRun *run,
                        const SeidelMultigrid *self,
                        bool transposed,
                        const SeidelVector *b,
                        SeidelVector *x)
{
  const SeidelMultigridLevels *levels =
    transposed && self->transposed.levels != NULL ? &self->transposed : &self->own;

  if (self->narrow == NULL)
    {
      run_cycle (run, self, levels, 0, (SeidelLevelEquation){ b, x, true });
      return;
    }
  cycle_narrow (run, self, levels, b);
  run->session.engine->narrowing->widen (run->session.context, x, self->narrow->run.session.context,
                                         self->narrow->x, SEIDEL_MULTIGRID_SIZE);
}

void
seidel_multigrid_cycle_dot (SeidelMethodRun *run,
                            const SeidelMultigrid *self,
                            const SeidelVector *b,
                            SeidelVector *x,
                            SeidelScalar out)
{
  const SeidelNarrowingOperations *narrowing = run->session.engine->narrowing;

  if (self->narrow == NULL || narrowing->widen_dot == NULL)
    {
      seidel_multigrid_cycle (run, self, false, b, x);
      seidel_session_dot (&run->session, out, b, x);
      return;
    }
  cycle_narrow (run, self, &self->own, b);
  narrowing->widen_dot (run->session.context, x, self->narrow->run.session.context, self->narrow->x,
                        SEIDEL_MULTIGRID_SIZE, b, out);
}
