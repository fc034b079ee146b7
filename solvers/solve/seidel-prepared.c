/* Preconditioners and sweeps without a run: the first half of one, kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-prepared.h"

#include <math.h>

#include "base/seidel-fail.h"
#include "matrix/seidel-complex.h"
#include "solve/seidel-solve-private.h"
#include "base/seidel-translatable.h"

/* Slots of scalars: those of the steps of a relaxation, as many as are read at once. Methods use
 * the slots of a context freely, but none is at work. */
#define SLOTS 256

struct SeidelPrepared
{
  GMutex mutex; /* a context is for one thread at a time */
  SeidelOptions options;
  SeidelLentArrays arrays; /* where vectors are lent */
  bool is_lent;
  void *stream;           /* of the caller */
  SeidelVector *given[2]; /* stand for the vectors of a call that are lent: b and x */
  SeidelVector *room;     /* of a solve with both triangles, and of residuals; NULL until then */
  SeidelRelaxation *relaxation; /* of the latest calls that asked for one, or NULL */
  SeidelSweeps relaxed;         /* its sweeps and their ω */
  double omega;
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
  return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, "%s",
                      seidel_text ("a real matrix in its natural order is expected"));
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
  return seidel_fail (error, code, "%s", placed);
}

/* What stands for the vectors of a call. */
static void
make_given (SeidelPrepared *self)
{
  const SeidelMethodRun *run = &self->solve.run;

  for (int i = 0; i < 2 && self->is_lent; i++)
    self->given[i] = run->session.engine->lent.create_vector (run->session.context, run->n);
}

static bool
prepare (SeidelPrepared *self, GError **error)
{
  SeidelSolve *solve = &self->solve;

  if (!seidel_solve_prepare (solve, error))
    return false;
  if (seidel_engine_is_distributed (solve->engine))
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                        seidel_text ("the %s engine has no parts that work by themselves"),
                        solve->engine->name);
  if (self->is_lent && solve->engine->lent.lend == NULL)
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                        seidel_text ("the %s engine does not work in memory of a device"),
                        solve->engine->name);
  if (!seidel_solve_open (solve, 0, error))
    return false;
  if (seidel_solve_prepare_preconditioner (solve) == SEIDEL_REASON_NONE
      && !seidel_session_failed (&solve->run.session))
    make_given (self);
  else if (!g_cancellable_set_error_if_cancelled (solve->cancellable, error))
    return fail (self, error);
  else
    return false;
  if (seidel_session_failed (&solve->run.session))
    return fail (self, error);
  /* It was for the preparation. */
  solve->cancellable = NULL;
  solve->monitor.cancellable = NULL;
  return true;
}

/* As the caller has it, without an end but the last call. */
static void
set_options (SeidelPrepared *self, const SeidelOptions *options)
{
  self->options = *options;
  self->options.matching = SEIDEL_MATCHING_NONE;
  self->options.scaling = SEIDEL_SCALE_NONE;
  self->options.time_limit = 0.0;
  if (g_strcmp0 (options->method, SEIDEL_METHOD_AUTO) == 0)
    self->options.method = find_method (options);
  if (self->is_lent)
    {
      self->options.precision = self->arrays.precision;
      self->options.storage = SEIDEL_STORAGE_CSR;
    }
}

static SeidelProblem *
problem_new (SeidelMatrix *matrix, GCancellable *cancellable, GError **error)
{
  const SeidelVectorSpec ones = { .kind = SEIDEL_VECTOR_ONES };

  return check_matrix (matrix, error)
           ? seidel_problem_new_from_specs (matrix, &ones, NULL, NULL, cancellable, error)
           : NULL;
}

/* Takes the problem over; idle: what was prepared before, or nothing. */
static bool
prepare_for (SeidelPrepared *self,
             SeidelProblem *problem,
             const SeidelLentArrays *lent,
             const SeidelIdleSession *idle,
             GCancellable *cancellable,
             GError **error)
{
  if (lent != NULL)
    self->arrays = *lent;
  self->solve = (SeidelSolve){ .problem = problem,
                               .options = &self->options,
                               .trace = seidel_trace_new (),
                               .cancellable = cancellable,
                               .lent = lent != NULL ? &self->arrays : NULL,
                               .guess = problem->guess,
                               .idle = *idle };
  return prepare (self, error);
}

SeidelPrepared *
seidel_prepared_new (SeidelMatrix *matrix,
                     const SeidelOptions *options,
                     const SeidelLentArrays *lent,
                     GCancellable *cancellable,
                     GError **error)
{
  const SeidelIdleSession nothing = { 0 };
  SeidelProblem *problem = problem_new (matrix, cancellable, error);
  SeidelPrepared *self;

  if (problem == NULL)
    return NULL;
  self = g_new0 (SeidelPrepared, 1);
  g_mutex_init (&self->mutex);
  self->is_lent = lent != NULL;
  if (lent != NULL)
    {
      self->arrays = *lent;
      self->stream = lent->stream;
    }
  set_options (self, options);
  if (prepare_for (self, problem, lent, &nothing, cancellable, error))
    return self;
  seidel_prepared_free (self);
  return NULL;
}

static void
drop_relaxation (SeidelPrepared *self)
{
  SeidelSession *session = &self->solve.run.session;

  if (self->relaxation != NULL)
    session->engine->relaxations.free (session->context, self->relaxation);
  self->relaxation = NULL;
}

/* What calls made, and what the matrix is known by. The session is left, or goes. */
static void
clear (SeidelPrepared *self)
{
  SeidelSession *session = &self->solve.run.session;

  if (session->context != NULL)
    {
      drop_relaxation (self);
      for (int i = 0; i < 2; i++)
        seidel_session_vector_free (session, g_steal_pointer (&self->given[i]));
      seidel_session_vector_free (session, g_steal_pointer (&self->room));
    }
  seidel_solve_close (&self->solve);
  g_clear_pointer (&self->solve.trace, seidel_trace_unref);
  g_clear_pointer (&self->solve.problem, seidel_problem_unref);
  self->solve.keeps = false;
  seidel_solve_clear (&self->solve);
}

/* Whether the matrix can take the place of the one before. */
static bool
check_next (const SeidelPrepared *self,
            const SeidelMatrix *matrix,
            const SeidelLentArrays *lent,
            GError **error)
{
  const int64_t rows = self->solve.problem->matrix->csr->rows;

  if (matrix->csr->rows == rows && (lent != NULL) == self->is_lent
      && (lent == NULL || lent->precision == self->arrays.precision))
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               seidel_text (
                 "a matrix with %lld rows is expected, of the same numbers and memory as "
                 "before"),
               (long long) rows);
  return false;
}

static bool
update (SeidelPrepared *self,
        SeidelMatrix *matrix,
        const SeidelLentArrays *lent,
        GCancellable *cancellable,
        GError **error)
{
  SeidelProblem *problem = NULL;
  SeidelIdleSession idle;

  if (check_next (self, matrix, lent, error))
    problem = problem_new (matrix, cancellable, error);
  if (problem == NULL)
    return false;
  self->solve.keeps = true;
  clear (self);
  idle = self->solve.idle;
  if (prepare_for (self, problem, lent, &idle, cancellable, error))
    return true;
  seidel_solve_close_idle (&self->solve);
  seidel_solve_close (&self->solve);
  return false;
}

bool
seidel_prepared_update (SeidelPrepared *self,
                        SeidelMatrix *matrix,
                        const SeidelLentArrays *lent,
                        GCancellable *cancellable,
                        GError **error)
{
  bool done;

  g_mutex_lock (&self->mutex);
  done = update (self, matrix, lent, cancellable, error);
  g_mutex_unlock (&self->mutex);
  return done;
}

void
seidel_prepared_free (SeidelPrepared *self)
{
  if (self == NULL)
    return;
  clear (self);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Not where the last update failed. */
static bool
is_ready (const SeidelPrepared *self)
{
  return self->solve.run.session.context != NULL;
}

const char *
seidel_prepared_strategy (const SeidelPrepared *self)
{
  const SeidelSolve *solve = &self->solve;

  return is_ready (self) && solve->strategy >= 0 ? solve->engine->strategies[solve->strategy].id
                                                 : NULL;
}

bool
seidel_prepared_is_lent (const SeidelPrepared *self)
{
  return self->is_lent;
}

SeidelPrecision
seidel_prepared_precision (const SeidelPrepared *self)
{
  return self->is_lent ? self->arrays.precision : SEIDEL_PRECISION_DOUBLE;
}

void
seidel_prepared_set_stream (SeidelPrepared *self, void *stream)
{
  g_mutex_lock (&self->mutex);
  self->stream = stream;
  g_mutex_unlock (&self->mutex);
}

/* The vectors of a call: locked from begin () to end (). */
typedef struct
{
  const SeidelVector *b;
  SeidelVector *x;
} Vectors;

/* swept: x is changed by sweeps alone, and is to be read first. False with an error, and unlocked,
 * where nothing is prepared. */
static bool
begin (SeidelPrepared *self, const void *b, void *x, bool swept, Vectors *vectors, GError **error)
{
  SeidelMethodRun *run = &self->solve.run;
  const SeidelEngine *engine = run->session.engine;
  SeidelContext *context = run->session.context;

  g_mutex_lock (&self->mutex);
  if (!is_ready (self))
    {
      g_mutex_unlock (&self->mutex);
      g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                           seidel_text ("nothing is prepared since an update failed"));
      return false;
    }
  if (self->is_lent)
    {
      engine->lent.enter (context, self->stream);
      engine->lent.lend (context, self->given[0], (void *) b, false);
      engine->lent.lend (context, self->given[1], x, swept);
      *vectors = (Vectors){ self->given[0], self->given[1] };
      return true;
    }
  engine->vectors.upload (context, run->b, b);
  if (swept)
    engine->vectors.upload (context, run->x, x);
  *vectors = (Vectors){ run->b, run->x };
  return true;
}

static bool
end (SeidelPrepared *self, void *x, GError **error)
{
  SeidelMethodRun *run = &self->solve.run;
  const SeidelEngine *engine = run->session.engine;
  bool good;

  if (self->is_lent)
    {
      for (int i = 0; i < 2; i++)
        engine->lent.settle (run->session.context, self->given[i]);
      engine->lent.leave (run->session.context);
    }
  else
    engine->vectors.download (run->session.context, x, run->x);
  good = !seidel_session_failed (&run->session) || fail (self, error);
  g_mutex_unlock (&self->mutex);
  return good;
}

bool
seidel_prepared_precondition (SeidelPrepared *self, const void *r, void *z, GError **error)
{
  Vectors vectors;

  if (!begin (self, r, z, false, &vectors, error))
    return false;
  seidel_method_run_precondition (&self->solve.run, vectors.b, vectors.x);
  return end (self, z, error);
}

static bool
check_sweeps (const SeidelPrepared *self, SeidelSweeps sweeps, GError **error)
{
  for (int direction = 0; direction < 2; direction++)
    if ((sweeps & 1u << direction) != 0 && self->solve.run.sweeps[direction] == NULL)
      return seidel_fail (error, SEIDEL_ERROR_INVALID,
                          seidel_text ("the method “%s” has no sweep in this direction"),
                          self->options.method);
  return true;
}

/* The planned sweep of a direction, if it is among these. */
static SeidelSweep *
sweep_of (const SeidelPrepared *self, SeidelSweeps sweeps, SeidelDirection direction)
{
  return (sweeps & 1u << direction) != 0 ? self->solve.run.sweeps[direction] : NULL;
}

static void
sweep (SeidelPrepared *self, SeidelSweeps sweeps, double omega, const Vectors *vectors)
{
  SeidelSession *session = &self->solve.run.session;

  for (int direction = 0; direction < 2; direction++)
    if (sweep_of (self, sweeps, direction) != NULL)
      session->engine->sweeps.run (session->context, sweep_of (self, sweeps, direction), vectors->b,
                                   vectors->x, omega, NULL, NULL);
}

bool
seidel_prepared_sweep (SeidelPrepared *self,
                       SeidelSweeps sweeps,
                       double omega,
                       const void *b,
                       void *x,
                       GError **error)
{
  Vectors vectors;

  if (!check_sweeps (self, sweeps, error) || !begin (self, b, x, true, &vectors, error))
    return false;
  sweep (self, sweeps, omega, &vectors);
  return end (self, x, error);
}

/* The relaxation of these sweeps, about to begin; NULL where there is none, or after a failure. */
static SeidelRelaxation *
ensure_relaxation (SeidelPrepared *self, SeidelSweeps sweeps, double omega)
{
  SeidelMethodRun *run = &self->solve.run;
  const SeidelEngine *engine = run->session.engine;

  if (self->relaxation != NULL && (self->relaxed != sweeps || self->omega != omega))
    drop_relaxation (self);
  if (self->relaxation != NULL)
    engine->relaxations.restart (run->session.context, self->relaxation);
  else if (engine->relaxations.create != NULL && !run->method->by_colors
           && !seidel_session_failed (&run->session))
    self->relaxation =
      engine->relaxations.create (run->session.context, run->A,
                                  sweep_of (self, sweeps, SEIDEL_DIRECTION_FORWARD),
                                  sweep_of (self, sweeps, SEIDEL_DIRECTION_BACKWARD), omega);
  self->relaxed = sweeps;
  self->omega = omega;
  return self->relaxation;
}

static SeidelVector *
ensure_room (SeidelPrepared *self)
{
  if (self->room == NULL)
    self->room = seidel_session_vector_new (&self->solve.run.session, self->solve.run.n);
  return self->room;
}

/* One step of a relaxation or, where the engine has none, what it stands for. */
static void
step (SeidelPrepared *self, const Vectors *vectors, SeidelScalar out)
{
  SeidelMethodRun *run = &self->solve.run;
  SeidelSession *session = &run->session;

  if (self->relaxation != NULL)
    session->engine->relaxations.step (session->context, self->relaxation, vectors->b, vectors->x,
                                       out, NULL, NULL);
  else if (ensure_room (self) != NULL)
    {
      seidel_session_residual (session, run->A, vectors->b, vectors->x, self->room, out);
      sweep (self, self->relaxed, self->omega, vectors);
    }
}

bool
seidel_prepared_relax (SeidelPrepared *self,
                       SeidelSweeps sweeps,
                       double omega,
                       int n,
                       const void *b,
                       void *x,
                       double *residuals,
                       GError **error)
{
  SeidelSession *session = &self->solve.run.session;
  Vectors vectors;

  if (!check_sweeps (self, sweeps, error) || !begin (self, b, x, true, &vectors, error))
    return false;
  ensure_relaxation (self, sweeps, omega);
  for (int k = 0; k < n && !seidel_session_failed (session); k++)
    {
      const int slot = k % SLOTS;

      step (self, &vectors, slot);
      if (residuals != NULL && (slot == SLOTS - 1 || k == n - 1))
        seidel_session_get (session, 0, slot + 1, residuals + k - slot);
    }
  for (int k = 0; k < n && residuals != NULL; k++)
    residuals[k] = sqrt (residuals[k]);
  return end (self, x, error);
}

bool
seidel_prepared_solve_triangle (SeidelPrepared *self,
                                SeidelSweeps sweeps,
                                const void *b,
                                void *x,
                                GError **error)
{
  static const SeidelSweepReportFunc no_reports[2];
  SeidelMethodRun *run = &self->solve.run;
  SeidelSession *session = &run->session;
  const bool both = sweeps == (SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD);
  Vectors vectors;

  if (!check_sweeps (self, sweeps, error) || !begin (self, b, x, false, &vectors, error))
    return false;
  if (!both)
    seidel_session_solve_triangle (
      session,
      run->sweeps[sweeps == SEIDEL_SWEEPS_FORWARD ? SEIDEL_DIRECTION_FORWARD
                                                  : SEIDEL_DIRECTION_BACKWARD],
      vectors.b, vectors.x, 1.0, NULL, NULL);
  else if (ensure_room (self) != NULL)
    seidel_session_solve_triangles (session, run->A, run->sweeps, 1.0, vectors.b, self->room,
                                    vectors.x, no_reports, NULL);
  return end (self, x, error);
}
