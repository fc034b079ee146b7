/* Carries the comparison of orderings out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-ordering-comparison.h"

#include <inttypes.h>
#include <math.h>

#include "analysis/seidel-schedule-statistics.h"
#include "base/seidel-fail.h"
#include "base/seidel-threads.h"
#include "matrix/seidel-complex.h"
#include "cost/seidel-sweep-prediction.h"
#include "experiment/seidel-ordering-trial.h"
#include "experiment/seidel-sweeper.h"
#include "solve/seidel-solve.h"
#include "base/seidel-translatable.h"

#define BATCH_SECONDS 0.0005

void
seidel_ordering_result_clear (SeidelOrderingResult *result)
{
  g_clear_pointer (&result->note, g_free);
}

bool
seidel_comparison_init (SeidelComparison *comparison,
                        int threads,
                        int device,
                        SeidelProgress *progress,
                        GCancellable *cancellable,
                        GError **error)
{
  const int most = seidel_threads_allowed (threads);
  size_t n_devices;
  const SeidelMachineDevice *devices = seidel_machine_devices (&n_devices);

  *comparison = (SeidelComparison){ .device = device >= 0 && (size_t) device < n_devices
                                                ? &devices[device].machine
                                                : NULL,
                                    .seed = 1 };
  for (int team = 1; team < most && comparison->n_teams < SEIDEL_COMPARISON_MOST_TEAMS - 1;
       team *= 2)
    comparison->teams[comparison->n_teams++] = team;
  comparison->teams[comparison->n_teams++] = most;
  return seidel_machine_here (&comparison->machine, progress, cancellable, error);
}

static void
describe_levels (SeidelOrderingResult *result, const SeidelSchedule *schedule)
{
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];

  seidel_schedule_statistics (schedule, 1, statistics);
  result->levels = schedule->count;
  result->widest_rows = schedule->widest;
  for (int i = 0; i < SEIDEL_SCHEDULE_N_STATISTICS; i++)
    if (g_str_equal (statistics[i].id, "mean_rows"))
      result->mean_rows = statistics[i].value;
    else if (g_str_equal (statistics[i].id, "median_rows"))
      result->median_rows = statistics[i].value;
}

static void
note (SeidelOrderingResult *result, const char *text)
{
  if (result->note == NULL)
    result->note = g_strdup (text);
}

static void
predict (const SeidelComparison *comparison,
         SeidelOrderingResult *result,
         const SeidelCsr *csr,
         const SeidelSchedule *schedule)
{
  const SeidelCsrView matrix = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                                 csr->values };
  const SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };

  for (int t = 0; t < comparison->n_teams; t++)
    result->predicted[t] =
      seidel_sweep_predict (&matrix, &levels, &comparison->machine, comparison->teams[t]);
  if (comparison->device != NULL)
    result->predicted_device = seidel_sweep_predict (&matrix, &levels, comparison->device, 1);
}

static void
measure (const SeidelComparison *comparison,
         SeidelOrderingResult *result,
         const SeidelCsr *csr,
         const SeidelSchedule *schedule,
         GCancellable *cancellable)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (comparison->engine);

  if (entry == NULL || !entry->available)
    {
      note (result, entry != NULL ? entry->why_not : "There is no such engine.");
      return;
    }
  if (seidel_engine_is_distributed (entry->engine))
    {
      note (result, "Sweeps by several processes are not timed one by one.");
      return;
    }
  for (int t = 0; t < (entry->engine->uses_threads ? comparison->n_teams : 1); t++)
    {
      g_auto (SeidelSweeper) sweeper = { NULL };

      if (seidel_sweeper_init (&sweeper, entry->engine, csr, schedule, NULL, comparison->teams[t],
                               cancellable))
        result->measured[t] =
          seidel_sweeper_time (&sweeper, SEIDEL_COMPARISON_BATCHES, BATCH_SECONDS);
      if (isnan (result->measured[t]))
        note (result, "The engine could not sweep over it.");
    }
}

/* What the residuals of the run say. */
static void
judge_convergence (SeidelOrderingResult *result, SeidelTrace *trace)
{
  const size_t n = seidel_trace_n_points (trace);
  double first, middle, last, rate;

  if (n < 2)
    return;
  first = seidel_trace_point (trace, 0).residual;
  last = seidel_trace_point (trace, n - 1).residual;
  result->sweeps = seidel_trace_point (trace, n - 1).iteration;
  result->reduction = first > 0.0 ? last / first : NAN;
  if (result->sweeps < SEIDEL_COMPARISON_SWEEPS)
    return;
  middle = seidel_trace_point (trace, n - 1 - SEIDEL_COMPARISON_RATE_SWEEPS).residual;
  rate = last > 0.0 && middle > 0.0 ? log10 (middle / last) / SEIDEL_COMPARISON_RATE_SWEEPS : NAN;
  result->sweeps_a_digit = isnan (rate) ? NAN : rate > 0.0 ? 1.0 / rate : INFINITY;
}

/* Sweeps in the order of the rows by one thread: the same bits whatever the machine. */
static void
converge (SeidelOrderingResult *result,
          SeidelMatrix *matrix,
          SeidelSchedule *schedule,
          GCancellable *cancellable)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, cancellable, &error);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GCancellable) skip_verification = g_cancellable_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = seidel_options_to_time_levels ("gauss-seidel", "serial");

  g_cancellable_cancel (skip_verification);
  options.max_iterations = SEIDEL_COMPARISON_SWEEPS;
  options.time_limit = 0.0;
  options.threads = 1;
  options.skip_level_times = true;
  if (problem != NULL)
    {
      seidel_problem_set_analyses (problem, NULL, schedule, NULL);
      outcome = seidel_solve (problem, &options, trace, cancellable, skip_verification, &error);
    }
  if (outcome != NULL)
    judge_convergence (result, trace);
  else if (!g_cancellable_is_cancelled (cancellable))
    note (result, error->message);
}

static SeidelOrderingResult
result_init (const SeidelComparison *comparison, const SeidelOrdering *ordering)
{
  SeidelOrderingResult result = { .spec = { ordering, ordering->takes_seed ? comparison->seed : 0 },
                                  .order_seconds = NAN,
                                  .mean_rows = NAN,
                                  .median_rows = NAN,
                                  .predicted_device = NAN,
                                  .reduction = NAN,
                                  .sweeps_a_digit = NAN,
                                  .run_iterations = -1,
                                  .run_seconds = NAN,
                                  .run_device = NAN };

  for (int t = 0; t < SEIDEL_COMPARISON_MOST_TEAMS; t++)
    result.predicted[t] = result.measured[t] = NAN;
  return result;
}

/* False only when it was cancelled. */
static bool
examine (const SeidelComparison *comparison,
         SeidelOrderingResult *result,
         SeidelMatrix *natural,
         SeidelMatrix **reordered,
         SeidelSchedule **schedule,
         GCancellable *cancellable,
         GError **error)
{
  /* Of a complex matrix the real form is solved, whose rows are twice as many. */
  const bool solved_as_it_is = !seidel_matrix_is_complex (natural);

  *reordered = seidel_ordering_apply (&result->spec, natural, NULL, cancellable, error);
  if (*reordered != NULL)
    *schedule =
      seidel_schedule_new ((*reordered)->csr, SEIDEL_DIRECTION_FORWARD, NULL, cancellable, error);
  if (*schedule == NULL)
    return false;
  result->order_seconds = (*reordered)->order_seconds;
  result->bandwidth = seidel_csr_bandwidth ((*reordered)->csr);
  describe_levels (result, *schedule);
  if (solved_as_it_is)
    predict (comparison, result, (*reordered)->csr, *schedule);
  else
    note (result, "Times are not predicted for complex matrices.");
  converge (result, *reordered, *schedule, cancellable);
  if (solved_as_it_is && comparison->engine != NULL && !isnan (result->reduction))
    measure (comparison, result, (*reordered)->csr, *schedule, cancellable);
  if (comparison->run != NULL)
    seidel_ordering_trial (comparison, result, *reordered, *schedule, cancellable);
  return true;
}

bool
seidel_comparison_run (const SeidelComparison *comparison,
                       SeidelMatrix *matrix,
                       SeidelComparisonFunc func,
                       void *data,
                       SeidelProgress *progress,
                       GCancellable *cancellable,
                       GError **error)
{
  size_t n = 0;
  const SeidelOrdering *orderings = seidel_orderings (&n);

  if (matrix->csr->rows != matrix->csr->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("Orderings need a square matrix; this one has %" PRId64
                                     " rows and %" PRId64 " columns"),
                        matrix->csr->rows, matrix->csr->columns);
  seidel_progress_begin (progress, "Comparing orderings");
  for (size_t i = 0; i < n; i++)
    {
      SeidelOrderingResult result = result_init (comparison, &orderings[i]);
      g_autoptr (SeidelMatrix) reordered = NULL;
      g_autoptr (SeidelSchedule) schedule = NULL;
      g_autoptr (GError) failure = NULL;

      seidel_progress_set (progress, (double) i / (double) n);
      if (!examine (comparison, &result, matrix, &reordered, &schedule, cancellable, &failure)
          && !g_cancellable_is_cancelled (cancellable))
        note (&result, failure->message);
      if (!g_cancellable_is_cancelled (cancellable))
        func ((int) i, &result, reordered, schedule, data);
      seidel_ordering_result_clear (&result);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
    }
  return true;
}
