/* Looking at the hierarchy of multigrid.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-hierarchy-report.h"

#include <string.h>

#include "analysis/seidel-grid.h"
#include "base/seidel-fail.h"
#include "base/seidel-threads.h"
#include "method/seidel-smoother.h"
#include "multigrid/seidel-hierarchy.h"
#include "run/seidel-cycle-record.h"
#include "solve/seidel-solve.h"

#define METHOD "multigrid"

/* Of the guess. */
#define SEED 1

const char *
seidel_error_stage_id (SeidelErrorStage stage)
{
  static const char *const ids[SEIDEL_N_ERROR_STAGES] = {
    [SEIDEL_ERROR_STAGE_BEGIN] = "begin",
    [SEIDEL_ERROR_STAGE_SMOOTHED] = "smoothed",
    [SEIDEL_ERROR_STAGE_CORRECTED] = "corrected",
    [SEIDEL_ERROR_STAGE_END] = "end",
  };

  return ids[stage];
}

bool
seidel_options_use_multigrid (const SeidelOptions *options)
{
  return g_strcmp0 (options->method, METHOD) == 0
         || g_strcmp0 (options->preconditioner, METHOD) == 0;
}

/* One cycle. What the options say about other things is left out. */
static SeidelOptions
options_of_cycle (const SeidelOptions *options)
{
  SeidelOptions own = SEIDEL_OPTIONS_INIT;

  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    own.parameters[p] = options->parameters[p];
  if (own.parameters[SEIDEL_PARAMETER_SMOOTHER] == SEIDEL_SMOOTHER_AUTO)
    own.parameters[SEIDEL_PARAMETER_SMOOTHER] = seidel_smoother_propose (NULL);
  own.threads = options->threads;
  own.method = METHOD;
  own.max_iterations = 1;
  own.tolerance = 0.0;
  own.skip_level_times = true;
  own.stagnation_window = G_MAXINT;
  return own;
}

/* b = 0, so that the iterate is the error: at first 1, which is for the coarser levels to reduce,
 * plus a random part, which is for the smoother. */
static SeidelProblem *
make_problem (SeidelMatrix *matrix,
              SeidelStructure *structure,
              const char *near_null,
              SeidelMatrixReader read_file,
              GCancellable *cancellable,
              GError **error)
{
  const SeidelVectorSpec zeros = { .kind = SEIDEL_VECTOR_ZEROS };
  const SeidelVectorSpec random = { .kind = SEIDEL_VECTOR_RANDOM, .seed = SEED };
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &zeros, &random, NULL, cancellable, error);

  if (problem == NULL
      || !seidel_problem_read_near_null (problem, near_null, read_file, cancellable, error))
    return NULL;
  seidel_problem_set_analyses (problem, structure, NULL, NULL);
  for (int64_t i = 0; i < problem->matrix->csr->columns; i++)
    problem->guess[i] += 1.0;
  return g_steal_pointer (&problem);
}

/* Room for the errors, with the one at the beginning. */
static bool
make_errors (SeidelHierarchyReport *self,
             const SeidelProblem *problem,
             SeidelCycleRecord *record,
             GError **error)
{
  const int64_t n = problem->matrix->csr->columns;

  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    {
      self->errors[stage] = seidel_vector_new (n, error);
      if (self->errors[stage] == NULL)
        return false;
      if (stage > 0)
        record->corrections[stage - 1] = self->errors[stage];
    }
  memcpy (self->errors[SEIDEL_ERROR_STAGE_BEGIN], problem->guess, (size_t) n * sizeof (double));
  return true;
}

/* The run with which the record is made. */
static bool
run_cycle (SeidelHierarchyReport *self,
           SeidelProblem *problem,
           SeidelCycleRecord *record,
           GCancellable *cancellable,
           GError **error)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  seidel_trace_keep_cycle (trace, record);
  outcome = seidel_solve (problem, &self->options, trace, cancellable, cancellable, error);
  if (outcome == NULL || g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  if (record->hierarchy != NULL)
    return true;
  return seidel_fail (
    error,
    outcome->reason == SEIDEL_REASON_OUT_OF_MEMORY ? SEIDEL_ERROR_MEMORY : SEIDEL_ERROR_INVALID,
    "%s", outcome->message != NULL ? outcome->message : seidel_reason_sentence (outcome->reason));
}

/* The matrices of the coarse levels pass from the hierarchy to the report. */
static void
take_levels (SeidelHierarchyReport *self, SeidelMatrix *matrix, SeidelHierarchy *hierarchy)
{
  double rows = 0.0;
  double nonzeros = 0.0;

  self->coarsening = hierarchy->coarsening;
  self->direct = hierarchy->inverse != NULL;
  self->n_levels = hierarchy->n_levels;
  self->levels = g_new0 (SeidelReportLevel, hierarchy->n_levels);
  for (int l = 0; l < hierarchy->n_levels; l++)
    {
      SeidelHierarchyLevel *source = &hierarchy->levels[l];
      SeidelReportLevel *level = &self->levels[l];

      level->rows = source->A->rows;
      level->nonzeros = seidel_csr_nonzeros (source->A);
      level->prolongation = source->P != NULL ? seidel_csr_nonzeros (source->P) : 0;
      level->matrix = l == 0 ? seidel_matrix_ref (matrix)
                             : seidel_matrix_new (matrix->name, g_steal_pointer (&source->own));
      rows += (double) level->rows;
      nonzeros += (double) level->nonzeros;
    }
  self->grid_complexity = rows / (double) MAX (matrix->csr->rows, 1);
  self->operator_complexity = nonzeros / (double) MAX (self->levels[0].nonzeros, 1);
}

/* The errors of the stages from the corrections that are in their place, and their sizes. */
static bool
measure_errors (SeidelHierarchyReport *self,
                const SeidelCsr *csr,
                GCancellable *cancellable,
                GError **error)
{
  const int64_t n = csr->rows;
  const double *begin = self->errors[SEIDEL_ERROR_STAGE_BEGIN];
  double *product = seidel_vector_new (n, error);
  bool done = product != NULL;

  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES && done; stage++)
    {
      double *e = self->errors[stage];
      double energy = 0.0;

      for (int64_t i = 0; i < n && stage > 0; i++)
        e[i] += begin[i];
      done = seidel_csr_multiply (csr, e, product, seidel_threads_allowed (self->options.threads),
                                  cancellable);
      for (int64_t i = 0; i < n && done; i++)
        energy += e[i] * product[i];
      self->largest[stage] = seidel_vector_norm_inf (e, n);
      self->norms[stage] = seidel_vector_norm_2 (e, n);
      self->energies[stage] = sqrt (energy);
    }
  seidel_vector_free (product);
  if (product != NULL && !done)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  for (int stage = SEIDEL_N_ERROR_STAGES - 1; stage >= 0; stage--)
    {
      self->norms[stage] /= self->norms[SEIDEL_ERROR_STAGE_BEGIN];
      self->energies[stage] /= self->energies[SEIDEL_ERROR_STAGE_BEGIN];
    }
  return done;
}

/* Where there was no cycle, or none that came to its end. */
static void
drop_errors (SeidelHierarchyReport *self)
{
  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    {
      g_clear_pointer (&self->errors[stage], seidel_vector_free);
      self->largest[stage] = NAN;
      self->norms[stage] = NAN;
      self->energies[stage] = NAN;
    }
}

SeidelHierarchyReport *
seidel_hierarchy_report_new (SeidelMatrix *matrix,
                             SeidelStructure *structure,
                             const SeidelOptions *options,
                             SeidelMatrixReader read_file,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (SeidelHierarchyReport) self = g_new0 (SeidelHierarchyReport, 1);
  g_autoptr (SeidelProblem) problem =
    make_problem (matrix, structure, options->near_null, read_file, cancellable, error);
  SeidelCycleRecord record = { NULL };
  bool done;

  g_atomic_ref_count_init (&self->references);
  self->options = options_of_cycle (options);
  done = problem != NULL && make_errors (self, problem, &record, error)
         && run_cycle (self, problem, &record, cancellable, error);
  if (done)
    take_levels (self, problem->matrix, record.hierarchy);
  seidel_hierarchy_free (record.hierarchy);
  if (!done)
    return NULL;
  if (record.stages < SEIDEL_N_CYCLE_STAGES)
    drop_errors (self);
  else if (!measure_errors (self, problem->matrix->csr, cancellable, error))
    return NULL;
  self->line = seidel_grid_line (problem->matrix->csr);
  return g_steal_pointer (&self);
}

SeidelHierarchyReport *
seidel_hierarchy_report_ref (SeidelHierarchyReport *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_hierarchy_report_unref (SeidelHierarchyReport *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->references))
    return;
  for (int l = 0; l < self->n_levels; l++)
    seidel_matrix_unref (self->levels[l].matrix);
  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    seidel_vector_free (self->errors[stage]);
  g_free (self->levels);
  g_free (self);
}
