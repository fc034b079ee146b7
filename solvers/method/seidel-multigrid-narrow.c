/* Levels of multigrid in single precision within a run in double.
 *
 * A cycle is memory traffic, and a preconditioner need not be exact: with levels in single a cycle
 * moves half the bytes, while x and the residual keep their digits. b is divided by its norm
 * before, so that it fits whatever its size.
 *
 * Source: Goddeke, Strzodka and Turek, "Performance and accuracy of hardware-oriented native-,
 * emulated- and mixed-precision solvers in FEM simulations" (2007), section 4.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-coarsening.h"
#include "engine/seidel-narrowing.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-multigrid-levels.h"

#include <float.h>
#include <math.h>

/* z·b / z·Az of a first cycle z, which is 1 if that is A⁻¹ b, shows what rounding takes away of the
 * smallest eigenvalues. Within a factor of 2 it is what cycles in double have, too. */
#define LEAST_STEP 0.5
#define MOST_STEP  2.0

/* What rounding to single takes of D z, over b: so much of a right-hand side is noise. The residual
 * that is left says less: of smooth ones it is larger than b in double, too. */
#define MOST_NOISE 0.1

static SeidelLevelsPrecision
asked_precision (const SeidelMethodRun *run)
{
  return (SeidelLevelsPrecision) seidel_method_run_parameter (run, SEIDEL_PARAMETER_LEVELS);
}

/* With sweeps of the matrix of the run, whose levels it shows, that matrix is swept. A null space
 * is one in double alone. */
static bool
is_wanted (const SeidelMethodRun *run, const SeidelSmoother *smoother)
{
  const SeidelLevelsPrecision asked = asked_precision (run);

  if (run->session.engine->narrowing == NULL || run->options->precision != SEIDEL_PRECISION_DOUBLE
      || run->A == NULL)
    return false;
  return asked == SEIDEL_LEVELS_SINGLE
         || (asked == SEIDEL_LEVELS_AUTO && smoother->sweeps == SEIDEL_SWEEPS_NONE
             && run->null_space == NULL);
}

/* Sweeps go row by row; products read the storage of the fewest bytes. */
static SeidelStorage
choose_storage (const SeidelMethodRun *run, const SeidelSmoother *smoother)
{
  const SeidelStorageShape shape = { run->csr->rows, run->csr->columns,
                                     seidel_csr_nonzeros (run->csr), run->structure->diagonals };

  return smoother->sweeps == SEIDEL_SWEEPS_NONE
           ? seidel_storage_propose (&shape, SEIDEL_PRECISION_SINGLE,
                                     run->session.engine->storages & ~(1u << SEIDEL_STORAGE_DENSE))
           : SEIDEL_STORAGE_CSR;
}

/* All of the run but what it has in single. */
static void
follow_run (SeidelNarrowRun *self, const SeidelMethodRun *run)
{
  SeidelContext *const context = self->run.session.context;

  self->run = *run;
  self->run.session.context = context;
  self->run.message = NULL;
  self->run.sweeps[0] = self->run.sweeps[1] = NULL;
  self->run.A = NULL;
}

static bool
open_context (SeidelNarrowRun *self, const SeidelMethodRun *run)
{
  SeidelStatus status = { .code = SEIDEL_STATUS_OK };

  self->run.session.context = run->session.engine->narrowing->open (run->session.context, &status);
  if (self->run.session.context == NULL)
    return false;
  self->b = seidel_session_vector_new (&self->run.session, run->csr->rows);
  self->x = seidel_session_vector_new (&self->run.session, run->csr->rows);
  return self->b != NULL && self->x != NULL;
}

SeidelNarrowRun *
seidel_multigrid_narrow_new (SeidelMethodRun *run,
                             const SeidelSmoother *smoother,
                             SeidelNarrowRun *self)
{
  const bool wanted = is_wanted (run, smoother) && !seidel_session_failed (&run->session);
  const bool opened = self != NULL;

  if (wanted && !opened)
    self = g_new0 (SeidelNarrowRun, 1);
  if (wanted)
    {
      follow_run (self, run);
      if (opened ? !seidel_session_failed (&self->run.session) : open_context (self, run))
        return self;
    }
  seidel_multigrid_narrow_free (self);
  return NULL;
}

void
seidel_multigrid_narrow_leave (SeidelNarrowRun *self)
{
  SeidelSession *session = &self->run.session;

  if (self->run.A != NULL)
    session->engine->operators.free (session->context, g_steal_pointer (&self->run.A));
  g_clear_pointer (&self->run.message, g_free);
}

void
seidel_multigrid_narrow_free (SeidelNarrowRun *self)
{
  SeidelSession *session;

  if (self == NULL)
    return;
  session = &self->run.session;
  seidel_multigrid_narrow_leave (self);
  if (session->context != NULL)
    {
      seidel_session_vector_free (session, self->b);
      seidel_session_vector_free (session, self->x);
      session->engine->contexts.free (session->context);
    }
  g_free (self);
}

/* The matrix of the run in single, once the levels are made: those take most memory before. */
static bool
convert_first (SeidelMethodRun *run, SeidelMultigrid *self)
{
  SeidelMethodRun *narrow = &self->narrow->run;

  narrow->A =
    run->session.engine->narrowing->convert (narrow->session.context, run->session.context, run->A,
                                             choose_storage (run, self->smoother), false);
  self->own.levels[0].A = narrow->A;
  self->own.levels[0].sweeps[0] = self->own.levels[0].sweeps[1] = NULL;
  return narrow->A != NULL;
}

/* Replaces a matrix of the run by the same in single; false where there is none. */
static bool
convert (SeidelMethodRun *run, const SeidelNarrowRun *narrow, SeidelOperator **A)
{
  if (*A != NULL)
    *A = run->session.engine->narrowing->convert (narrow->run.session.context, run->session.context,
                                                  *A, SEIDEL_STORAGE_CSR, true);
  return *A != NULL;
}

/* P and R of a level whose A is converted. */
static bool
convert_transfer (SeidelMethodRun *run, const SeidelNarrowRun *narrow, SeidelMultigridLevel *level)
{
  level->implied =
    run->session.engine->coarsening->imply (narrow->run.session.context, level->A, level->P);
  return (level->implied || convert (run, narrow, &level->P)) && convert (run, narrow, &level->R);
}

SeidelReason
seidel_multigrid_narrow_levels (SeidelMethodRun *run, SeidelMultigrid *self, bool *fit)
{
  SeidelMultigridLevels *levels = &self->own;
  SeidelReason reason = SEIDEL_REASON_NONE;

  *fit = true;
  for (int l = 0; l <= levels->n_made && reason == SEIDEL_REASON_NONE && *fit; l++)
    {
      SeidelMultigridLevel *level = &levels->levels[l];

      if (self->smoother->uses_radius && l < levels->n_made)
        reason = seidel_multigrid_find_radius (run, level, l == 0 ? run->csr : NULL, NULL);
      *fit = l == 0 ? convert_first (run, self) : convert (run, self->narrow, &level->A);
      if (*fit && l < levels->n_made)
        *fit = convert_transfer (run, self->narrow, level);
    }
  return reason;
}

/* z ≈ A⁻¹ b by a cycle; changes r. */
static bool
is_step (SeidelMethodRun *run, const SeidelMultigrid *self, SeidelVector *z, SeidelVector *r)
{
  SeidelSession *session = &run->session;
  double values[3] = { NAN, NAN, NAN }; /* z · b, z · A z, ‖D z‖² */
  double size = NAN;
  double step;

  seidel_multigrid_cycle (run, self, false, run->b, z);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, z, run->b);
  seidel_session_multiply_dot (session, run->A, z, r, SEIDEL_MULTIGRID_DOTS + 1);
  seidel_session_multiply_diagonal (session, run->A, 1, z, r);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 2, r, r);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 3, values);
  seidel_session_get (session, SEIDEL_MULTIGRID_SIZE, 1, &size);
  step = values[0] / values[1];
  return size == 0.0
         || (step >= LEAST_STEP && step <= MOST_STEP
             && (double) FLT_EPSILON * sqrt (values[2]) <= MOST_NOISE * size);
}

bool
seidel_multigrid_narrow_serves (SeidelMethodRun *run, const SeidelMultigrid *self)
{
  SeidelSession *session = &run->session;
  SeidelVector *z, *r;
  bool serves;

  if (run->b == NULL || asked_precision (run) == SEIDEL_LEVELS_SINGLE)
    return true;
  z = seidel_session_vector_new (session, run->csr->rows);
  r = seidel_session_vector_new (session, run->csr->rows);
  serves = z != NULL && r != NULL && is_step (run, self, z, r);
  seidel_session_vector_free (session, z);
  seidel_session_vector_free (session, r);
  return serves || seidel_session_failed (session);
}
