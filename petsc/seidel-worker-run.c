/* The method on this rank, and the confirmation of what it claims.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-worker-run.h"

#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "engine/seidel-distributed.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-method-run.h"
#include "method/seidel-preconditioner-private.h"

/* As in solve/seidel-confirm.c: a restart pays if it reduces the true residual at least to this
 * fraction, and aims at this fraction of the tolerance. */
#define LEAST_GAIN     0.5
#define RESTART_TARGET 0.5

/* The slot of a residual that is not the method's. */
#define TRUTH 0

typedef struct
{
  SeidelPetsc *petsc;
  const SeidelClusterJob *job;
  int fd;
  const char *path;
  double *part;  /* room for this rank's part of a vector */
  double *units; /* of its rows of a scaled system, or NULL */
  SeidelOptions options;
  SeidelStructure structure;
  SeidelMonitor monitor;
  SeidelMethodRun run;
  SeidelPreconditioner preconditioner;
  SeidelVector *r; /* the true residual */
  double norm;     /* ‖r‖₂ */
  double backward; /* the backward error of x, NaN where no tolerance is on it */
} Rank;

static int64_t
count_rows (const Rank *self)
{
  return self->petsc->rows.end - self->petsc->rows.begin;
}

/* Where this rank's part of a vector of the job is. */
static uint64_t
place_of (const Rank *self, uint64_t at)
{
  return at + (uint64_t) self->petsc->rows.begin * sizeof (double);
}

/* This rank's part of a vector of the job. */
static bool
read_part (const Rank *self, uint64_t at, double *part, GError **error)
{
  return seidel_cluster_read_at (self->fd, self->path, part,
                                 (uint64_t) count_rows (self) * sizeof *part, place_of (self, at),
                                 error);
}

/* A vector of the job in the engine. */
static bool
load_vector (Rank *self, uint64_t at, SeidelVector **vector, GError **error)
{
  *vector = seidel_session_vector_new (&self->run.session, count_rows (self));
  if (!read_part (self, at, self->part, error))
    return false;
  if (*vector != NULL)
    seidel_petsc_engine.vectors.upload (self->run.session.context, *vector, self->part);
  return true;
}

static bool
load_vectors (Rank *self, GError **error)
{
  SeidelMethodRun *run = &self->run;

  if (!load_vector (self, self->job->b_at, &run->b, error)
      || !load_vector (self, self->job->guess_at, &run->x, error))
    return false;
  if (self->job->units_at != 0
      && ((self->units = seidel_vector_new (count_rows (self), error)) == NULL
          || !read_part (self, self->job->units_at, self->units, error)))
    return false;
  if (self->job->solution_at == 0)
    return true;
  run->difference = seidel_session_vector_new (&run->session, count_rows (self));
  return load_vector (self, self->job->solution_at, &run->solution, error);
}

static bool
find_choices (Rank *self, GError **error)
{
  self->run.method = seidel_method_find (self->job->method);
  self->preconditioner.kind = seidel_preconditioner_find (self->job->preconditioner);
  if (self->run.method != NULL && self->preconditioner.kind != NULL)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "this rank does not know “%s” with “%s”",
                      self->job->method, self->job->preconditioner);
}

/* Time limits and stops come from the program that started the ranks. */
static void
take_options (Rank *self)
{
  const SeidelClusterJob *job = self->job;
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  self->options = defaults;
  self->options.method = self->run.method->id;
  self->options.preconditioner = self->preconditioner.kind->id;
  memcpy (self->options.parameters, job->parameters, sizeof job->parameters);
  self->options.tolerance = job->tolerance;
  self->options.absolute_tolerance = job->absolute_tolerance;
  self->options.backward_tolerance = job->backward_tolerance;
  self->options.divergence_factor = job->divergence_factor;
  self->options.max_iterations = job->max_iterations;
  self->options.stagnation_window = (int) job->window;
  self->options.skip_level_times = true;
  self->structure.rows = job->rows;
  self->structure.columns = job->rows;
  self->structure.nonzeros = job->nonzeros;
  self->structure.largest_magnitude = job->largest_magnitude;
}

/* The sweeps of the method, by the colours of this rank's rows where the job has any. */
static bool
plan_sweeps (Rank *self, GError **error)
{
  SeidelMethodRun *run = &self->run;
  const SeidelClusterJob *job = self->job;
  const bool by_colors = job->colors_at != 0;
  const uint64_t bytes = (uint64_t) count_rows (self) * sizeof (int32_t);
  const uint64_t before = (uint64_t) self->petsc->rows.begin * sizeof (int32_t);
  g_autofree int32_t *colors = NULL;
  SeidelLevelsView levels = { .count = (int32_t) job->colors };

  if (run->method->sweeps == SEIDEL_SWEEPS_NONE)
    return true;
  run->strategy = by_colors ? SEIDEL_DISTRIBUTED_COLORS : SEIDEL_DISTRIBUTED_BLOCKS;
  if (by_colors)
    {
      colors = seidel_memory_try (bytes, "The colours of the rows", error);
      if (colors == NULL
          || !seidel_cluster_read_at (self->fd, self->path, colors, bytes, job->colors_at + before,
                                      error))
        return false;
      levels.level_of_row = colors;
    }
  for (int direction = 0; direction < 2; direction++)
    if (run->method->sweeps & (1u << direction))
      run->sweeps[direction] =
        seidel_petsc_engine.sweeps.create (run->session.context, run->A, run->strategy, direction,
                                           by_colors ? &levels : NULL);
  return true;
}

static bool
begin (Rank *self, SeidelTrace *trace, GError **error)
{
  SeidelMethodRun *run = &self->run;

  if (!find_choices (self, error))
    return false;
  take_options (self);
  run->options = &self->options;
  run->structure = &self->structure;
  run->session = (SeidelSession){ &seidel_petsc_engine, seidel_petsc_context (self->petsc) };
  run->A = seidel_petsc_operator (self->petsc);
  run->n = count_rows (self);
  run->threads = 1;
  run->rank = -1;
  run->strategy = -1;
  run->monitor = &self->monitor;
  run->preconditioner = &self->preconditioner;
  self->part = seidel_vector_new (count_rows (self), error);
  if (self->part == NULL)
    return false;
  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  seidel_monitor_init (&self->monitor, &self->options, trace, NULL, self->job->norm_b,
                       (int) self->job->window);
  seidel_monitor_set_scale (&self->monitor, self->job->scale, self->job->error_scale);
  self->monitor.norm_A = self->job->norm_A;
  self->monitor.damped = seidel_method_damping (run->method, &self->options) > 0.0;
  self->monitor.first = self->job->first;
  self->monitor.iterations = self->job->first;
  if (!load_vectors (self, error))
    return false;
  self->r = seidel_method_run_vector (run);
  return plan_sweeps (self, error);
}

static void
end (Rank *self)
{
  SeidelMethodRun *run = &self->run;
  const SeidelPreconditionerKind *kind = self->preconditioner.kind;

  if (kind != NULL && kind->clear != NULL)
    kind->clear (run, &self->preconditioner);
  for (int direction = 0; direction < 2; direction++)
    if (run->sweeps[direction] != NULL)
      seidel_petsc_engine.sweeps.free (run->session.context, run->sweeps[direction]);
  seidel_session_vector_free (&run->session, self->r);
  seidel_session_vector_free (&run->session, run->solution);
  seidel_session_vector_free (&run->session, run->difference);
  seidel_session_vector_free (&run->session, run->x);
  seidel_session_vector_free (&run->session, run->b);
  seidel_vector_free (self->part);
  seidel_vector_free (self->units);
  g_clear_pointer (&run->message, g_free);
}

/* ‖v‖∞ over all ranks. */
static double
measure_largest (Rank *self, const SeidelVector *v)
{
  double largest;

  seidel_petsc_engine.vectors.download (self->run.session.context, self->part, v);
  largest = seidel_vector_norm_inf (self->part, count_rows (self));
  MPI_Allreduce (MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, self->petsc->comm);
  return largest;
}

/* ‖r‖₂ of the given system over all ranks, as what a scaled one reports it to be. */
static double
measure_given (Rank *self)
{
  const int64_t n = count_rows (self);
  const double unit = self->job->scale * self->monitor.reference;
  double squared;

  seidel_petsc_engine.vectors.download (self->run.session.context, self->part, self->r);
  for (int64_t i = 0; i < n; i++)
    self->part[i] *= self->units[i];
  /* Its square may be beyond the range: that of its part of b is not. */
  squared = seidel_vector_norm_2 (self->part, n) / unit;
  squared *= squared;
  MPI_Allreduce (MPI_IN_PLACE, &squared, 1, MPI_DOUBLE, MPI_SUM, self->petsc->comm);
  return sqrt (squared) * self->monitor.reference;
}

/* b − A x as it is, in the units of the given system; false after a failure. */
static bool
measure_truth (Rank *self)
{
  SeidelSession *session = &self->run.session;
  double squared = NAN;

  seidel_session_residual (session, self->run.A, self->run.b, self->run.x, self->r, TRUTH);
  if (seidel_session_failed (session))
    return false;
  seidel_session_get (session, TRUTH, 1, &squared);
  self->norm = self->units != NULL ? measure_given (self) : NAN;
  /* Units beyond the range say nothing. */
  if (!isfinite (self->norm))
    self->norm = sqrt (squared);
  self->backward = NAN;
  if (self->options.backward_tolerance > 0.0)
    self->backward =
      measure_largest (self, self->r)
      / (self->job->norm_A * measure_largest (self, self->run.x) + self->job->norm_b_inf);
  return true;
}

static bool
is_true (const Rank *self)
{
  return self->norm * self->job->scale
           <= seidel_options_target (&self->options,
                                     seidel_monitor_given_reference (&self->monitor))
         || (self->options.backward_tolerance > 0.0
             && self->backward <= self->options.backward_tolerance);
}

static SeidelReason
restart (Rank *self)
{
  SeidelMethodRun *run = &self->run;
  SeidelMonitor *monitor = &self->monitor;
  const SeidelMonitor before = *monitor;
  SeidelOptions options = self->options;
  SeidelReason reason;

  options.tolerance *= RESTART_TARGET;
  options.absolute_tolerance *= RESTART_TARGET;
  options.backward_tolerance *= RESTART_TARGET;
  options.max_iterations -= monitor->iterations - monitor->first;
  seidel_monitor_calibrate (monitor, self->norm, self->backward);
  seidel_monitor_restart (monitor, &options);
  run->options = &options;
  reason = seidel_method_run_solve (run);
  run->options = &self->options;
  monitor->options = before.options;
  monitor->first = before.first;
  monitor->initial = before.initial;
  return reason;
}

/* A claim that no restart makes true is left as it is: the program that started the ranks says so
 * when it verifies x. */
static SeidelReason
confirm (Rank *self, SeidelReason claim)
{
  SeidelReason reason = claim;
  double before = INFINITY;

  while (seidel_reason_converged (reason) && reason != SEIDEL_REASON_CONVERGED_EXACT
         && measure_truth (self) && !is_true (self) && self->norm <= LEAST_GAIN * before)
    {
      before = self->norm;
      reason = restart (self);
    }
  return reason;
}

static bool
leave_solution (Rank *self, GError **error)
{
  seidel_petsc_engine.vectors.download (self->run.session.context, self->part, self->run.x);
  return seidel_cluster_write_at (self->fd, self->path, self->part,
                                  (uint64_t) count_rows (self) * sizeof (double),
                                  place_of (self, self->job->x_at), NULL, error);
}

/* What a method adds to its ending, or what failed, in which row; otherwise also options that were
 * not used, which may be misspelt. */
static void
take_message (Rank *self, SeidelClusterResult *result)
{
  const bool noted = self->run.message != NULL;
  const char *message = noted ? self->run.message : self->petsc->status.message;
  g_autofree char *unused = seidel_petsc_find_unused ();

  result->row = noted ? self->run.row : self->petsc->status.row;
  if (unused == NULL || result->row >= 0)
    result->message = message[0] != '\0' ? g_strdup (message) : NULL;
  else
    result->message = g_strdup_printf ("%s%sPETSc did not use these options: %s.", message,
                                       message[0] != '\0' ? " " : "", unused);
}

static SeidelReason
solve (Rank *self)
{
  const SeidelPreconditionerKind *kind = self->preconditioner.kind;
  SeidelReason reason = SEIDEL_REASON_NONE;

  if (kind->prepare != NULL)
    reason = kind->prepare (&self->run, &self->preconditioner);
  return reason == SEIDEL_REASON_NONE ? confirm (self, seidel_method_run_solve (&self->run))
                                      : reason;
}

bool
seidel_worker_run (SeidelPetsc *petsc,
                   const SeidelClusterJob *job,
                   int job_fd,
                   const char *job_path,
                   SeidelTrace *trace,
                   SeidelClusterResult *result,
                   GError **error)
{
  Rank self = { .petsc = petsc, .job = job, .fd = job_fd, .path = job_path };
  bool good = begin (&self, trace, error);

  if (good)
    {
      result->reason = solve (&self);
      result->iterations = self.monitor.iterations;
      result->initial = self.monitor.initial * job->scale;
      result->latest = self.monitor.latest * job->scale;
      take_message (&self, result);
      result->computed = self.run.x != NULL;
      good = !result->computed || leave_solution (&self, error);
    }
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  end (&self);
  return good;
}
