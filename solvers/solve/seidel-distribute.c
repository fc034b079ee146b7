/* One run of a method on a distributed engine: the method runs in processes of its own, and what
 * they leave is verified here as every other result is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <math.h>
#include <string.h>

#include "cluster/seidel-cluster.h"

/* What the outcome is made of: the method's part is known from its processes, which report in the
 * units of the given system. */
static void
take_result (SeidelSolve *solve, const SeidelClusterResult *result)
{
  SeidelMonitor *monitor = &solve->monitor;
  const size_t bytes = (size_t) solve->problem->matrix->csr->columns * sizeof (double);

  monitor->iterations = MAX (monitor->first, result->iterations);
  monitor->initial = result->initial / monitor->scale;
  monitor->latest = result->latest / monitor->scale;
  if (monitor->reference == 0.0)
    monitor->reference = seidel_trace_reference (solve->trace) / monitor->scale;
  solve->x = g_steal_pointer (&solve->room);
  if (!result->computed && bytes > 0)
    memcpy (solve->x, solve->system.guess, bytes);
  g_free (solve->run.message);
  solve->run.message = g_strdup (result->message);
  solve->run.row = result->row < solve->problem->matrix->csr->rows ? result->row : -1;
  solve->run.column = -1;
}

static void
describe_run (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;

  run->session.engine = solve->engine;
  run->method = solve->method;
  run->options = solve->options;
  run->matrix = solve->system.matrix;
  run->csr = run->matrix->csr;
  run->structure = solve->structure;
  run->n = run->csr->rows;
  run->threads = solve->threads;
  run->strategy = solve->strategy;
  run->rank = -1;
}

static SeidelPartition *
divide_rows (const SeidelCsr *csr,
             const SeidelOptions *options,
             GCancellable *cancellable,
             GError **error)
{
  const double how = options->parameters[SEIDEL_PARAMETER_PARTITION];

  return seidel_partition_new ((SeidelPartitioning) how, csr, options->ranks, NULL, cancellable,
                               error);
}

bool
seidel_solve_plan_ranks (const SeidelMatrix *matrix,
                         const SeidelPlan *plan,
                         SeidelRank **ranks,
                         size_t *n,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (SeidelPartition) partition = NULL;
  g_autofree SeidelPartitionShare *shares = NULL;
  bool dense;

  *ranks = NULL;
  *n = 0;
  if (plan->engine == NULL || !seidel_engine_is_distributed (plan->engine))
    return true;
  partition = divide_rows (matrix->csr, &plan->options, cancellable, error);
  if (partition != NULL)
    shares = seidel_partition_measure (partition, matrix->csr, cancellable, error);
  if (shares == NULL)
    return false;
  dense = plan->options.storage == SEIDEL_STORAGE_DENSE;
  *n = (size_t) partition->ranks;
  *ranks = g_new0 (SeidelRank, *n);
  for (size_t i = 0; i < *n; i++)
    {
      SeidelRank *rank = &(*ranks)[i];

      *rank = (SeidelRank) SEIDEL_RANK_INIT;
      rank->rank = (int64_t) i;
      rank->rows = shares[i].rows;
      rank->entries = shares[i].entries;
      rank->crossing = shares[i].crossing;
      rank->halo =
        (dense ? partition->rows - shares[i].rows : shares[i].halo) * (int64_t) sizeof (double);
    }
  return true;
}

/* What makes a row of the scaled residual one of the given system; NULL where all rows have the
 * same unit. */
static double *
units_of_rows (const SeidelSolve *solve)
{
  const SeidelEquilibration *e = solve->scaled.active ? solve->scaled.equilibration : NULL;
  double *units = e != NULL && e->of_rows != NULL ? seidel_vector_new (e->rows, NULL) : NULL;

  for (int64_t i = 0; units != NULL && i < e->rows; i++)
    units[i] = scalbn (1.0, -e->of_rows[i] - e->of_rhs);
  return units;
}

SeidelOutcome *
seidel_solve_run_distributed (SeidelSolve *solve, int64_t first, GError **error)
{
  g_autoptr (SeidelPartition) partition =
    divide_rows (solve->problem->matrix->csr, solve->options, solve->cancellable, error);
  const bool begun = partition != NULL && seidel_solve_begin (solve, first, error);
  double *units = begun ? units_of_rows (solve) : NULL;
  const SeidelClusterSystem system = {
    .matrix = solve->system.matrix,
    .b = solve->system.b,
    .guess = solve->system.guess,
    .solution = solve->options->track_error ? solve->system.solution : NULL,
    .structure = solve->structure,
    .options = solve->options,
    .partition = partition,
    .colors = solve->plan->by_colors ? solve->schedules[SEIDEL_DIRECTION_FORWARD] : NULL,
    .window = seidel_solve_stagnation_window (solve),
    .first = first,
    .units = units,
    .scale = solve->monitor.scale,
    .error_scale = solve->monitor.error_scale,
  };
  SeidelClusterResult result = { 0 };
  SeidelOutcome *outcome = NULL;
  GError *cause = NULL;

  if (!begun)
    return NULL;
  describe_run (solve);
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_TRANSFER);
  if (seidel_cluster_run (&system, solve->trace, solve->cancellable, solve->room, &result, &cause))
    {
      take_result (solve, &result);
      seidel_trace_set_state (solve->trace, SEIDEL_RUN_STOPPED);
      outcome = seidel_solve_make_outcome (solve, result.reason);
      outcome->ranks = g_steal_pointer (&result.ranks);
      outcome->n_ranks = result.n_ranks;
      seidel_solve_verify (solve, outcome);
    }
  else
    g_propagate_error (error, cause);
  seidel_cluster_result_clear (&result);
  seidel_vector_free (units);
  g_clear_pointer (&solve->room, seidel_vector_free);
  g_clear_pointer (&solve->x, seidel_vector_free);
  g_clear_pointer (&solve->run.message, g_free);
  solve->run = (SeidelMethodRun){ 0 };
  return outcome;
}
