/* Preconditioners and sweeps without a run: the first half of one, kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-prepared.h"

#include "base/seidel-error.h"
#include "matrix/seidel-complex.h"
#include "solve/seidel-solve-private.h"

struct SeidelPrepared
{
  GMutex mutex; /* a context is for one thread at a time */
  SeidelOptions options;
  SeidelSolve solve;
};

/* A method that takes the preconditioner, if possible one that sweeps nothing itself. */
static const char *
find_method (const SeidelOptions *options)
{
  static const char *const krylov[] = { "bicgstab", "gmres", "cg", "gmres-flexible" };
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);

  if (kind == NULL || kind == seidel_preconditioner_find ("none"))
    return "ssor";
  for (size_t i = 0; i < G_N_ELEMENTS (krylov); i++)
    if (seidel_preconditioner_suits (kind, seidel_method_find (krylov[i]), NULL))
      return krylov[i];
  return krylov[0];
}

static bool
check_matrix (const SeidelMatrix *matrix, GError **error)
{
  if (!seidel_matrix_is_complex (matrix) && !matrix->interleaved && matrix->permutation == NULL)
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                       "a real matrix in its natural order is expected");
  return false;
}

/* What stopped the engine, or the preparation, as an error. */
static bool
fail (SeidelPrepared *self, GError **error)
{
  SeidelMethodRun *run = &self->solve.run;
  const SeidelStatus *status = run->session.engine->contexts.status (run->session.context);
  const SeidelError code = status->code == SEIDEL_STATUS_OUT_OF_MEMORY ? SEIDEL_ERROR_MEMORY
                           : status->code == SEIDEL_STATUS_DEVICE_LOST ? SEIDEL_ERROR_UNAVAILABLE
                                                                       : SEIDEL_ERROR_INVALID;
  g_autofree char *placed = NULL;

  if (status->code != SEIDEL_STATUS_OK)
    placed = seidel_matrix_add_place (run->matrix,
                                      status->message[0] != '\0' ? status->message
                                      : status->code == SEIDEL_STATUS_ZERO_DIAGONAL
                                        ? "The diagonal is zero"
                                        : "The engine failed",
                                      status->row, -1);
  else
    placed = seidel_matrix_add_place (run->matrix,
                                      run->message != NULL ? run->message
                                                           : "The preconditioner cannot be made",
                                      run->row, run->column);
  g_set_error (error, SEIDEL_ERROR, code, "%s", placed);
  return false;
}

static bool
prepare (SeidelPrepared *self, GError **error)
{
  SeidelSolve *solve = &self->solve;

  if (!seidel_solve_prepare (solve, error))
    return false;
  if (seidel_engine_is_distributed (solve->engine))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                   "the %s engine has no parts that work by themselves", solve->engine->name);
      return false;
    }
  if (!seidel_solve_open (solve, 0, error))
    return false;
  if (seidel_solve_prepare_preconditioner (solve) != SEIDEL_REASON_NONE
      || seidel_session_failed (&solve->run.session))
    {
      if (!g_cancellable_set_error_if_cancelled (solve->cancellable, error))
        fail (self, error);
      return false;
    }
  /* It was for the preparation. */
  solve->cancellable = NULL;
  solve->monitor.cancellable = NULL;
  return true;
}

SeidelPrepared *
seidel_prepared_new (SeidelMatrix *matrix,
                     const SeidelOptions *options,
                     GCancellable *cancellable,
                     GError **error)
{
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_ONES };
  SeidelPrepared *self;
  SeidelProblem *problem;

  if (!check_matrix (matrix, error))
    return NULL;
  problem = seidel_problem_new_from_specs (matrix, &ones, NULL, NULL, cancellable, error);
  if (problem == NULL)
    return NULL;
  self = g_new0 (SeidelPrepared, 1);
  g_mutex_init (&self->mutex);
  self->options = *options;
  self->options.matching = SEIDEL_MATCHING_NONE; /* of rows as the caller has them */
  if (g_strcmp0 (options->method, SEIDEL_METHOD_AUTO) == 0)
    self->options.method = find_method (options);
  self->solve = (SeidelSolve){ .problem = problem,
                               .options = &self->options,
                               .trace = seidel_trace_new (),
                               .cancellable = cancellable,
                               .guess = problem->guess };
  if (prepare (self, error))
    return self;
  seidel_prepared_free (self);
  return NULL;
}

void
seidel_prepared_free (SeidelPrepared *self)
{
  if (self == NULL)
    return;
  seidel_solve_close (&self->solve);
  g_clear_pointer (&self->solve.trace, seidel_trace_unref);
  g_clear_pointer (&self->solve.problem, seidel_problem_unref);
  seidel_solve_clear (&self->solve);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

const char *
seidel_prepared_strategy (const SeidelPrepared *self)
{
  const SeidelSolve *solve = &self->solve;

  return solve->strategy >= 0 ? solve->engine->strategies[solve->strategy].id : NULL;
}

/* Brings a result to the host, if there is one. */
static bool
finish (SeidelPrepared *self, const SeidelVector *from, double *to, GError **error)
{
  SeidelMethodRun *run = &self->solve.run;

  run->session.engine->vectors.download (run->session.context, to, from);
  return !seidel_session_failed (&run->session) || fail (self, error);
}

bool
seidel_prepared_precondition (SeidelPrepared *self, const double *r, double *z, GError **error)
{
  SeidelMethodRun *run = &self->solve.run;
  bool good;

  g_mutex_lock (&self->mutex);
  run->session.engine->vectors.upload (run->session.context, run->b, r);
  seidel_method_run_precondition (run, run->b, run->x);
  good = finish (self, run->x, z, error);
  g_mutex_unlock (&self->mutex);
  return good;
}

bool
seidel_prepared_sweep (SeidelPrepared *self,
                       SeidelDirection direction,
                       double omega,
                       const double *b,
                       double *x,
                       GError **error)
{
  SeidelMethodRun *run = &self->solve.run;
  const SeidelEngine *engine = run->session.engine;
  bool good;

  if (run->sweeps[direction] == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "the method “%s” has no sweep in this direction", self->options.method);
      return false;
    }
  g_mutex_lock (&self->mutex);
  engine->vectors.upload (run->session.context, run->b, b);
  engine->vectors.upload (run->session.context, run->x, x);
  engine->sweeps.run (run->session.context, run->sweeps[direction], run->b, run->x, omega, NULL,
                      NULL);
  good = finish (self, run->x, x, error);
  g_mutex_unlock (&self->mutex);
  return good;
}
