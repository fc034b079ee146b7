/* seidel-cli levels: the dependency levels of a Gauss-Seidel sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "cli/seidel-cli-level-times.h"
#include "cli/seidel-cli-row.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-tables.h"
#include "analysis/seidel-schedule-statistics.h"
#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-threads.h"
#include "run/seidel-problem.h"
#include "solve/seidel-solve.h"

#define MAX_LINES 20 /* of the table; more levels are grouped */
#define BAR_WIDTH 30

typedef struct
{
  SeidelCliMatrix matrix;
  int threads;
  SeidelLevelTimes *times; /* NULL: not measured */
  SeidelCliRow row;
} Levels;

static SeidelDirection
get_direction (const SeidelCliCall *call)
{
  const char *backward = seidel_cli_direction_id (SEIDEL_DIRECTION_BACKWARD);
  return g_strcmp0 (seidel_cli_text (call, "direction"), backward) == 0 ? SEIDEL_DIRECTION_BACKWARD
                                                                        : SEIDEL_DIRECTION_FORWARD;
}

static bool
make_schedule (SeidelCliMatrix *matrix,
               SeidelDirection direction,
               SeidelCliJob *job,
               GError **error)
{
  matrix->schedules[direction] =
    seidel_schedule_new (matrix->matrix->csr, direction, &job->progress, job->cancellable, error);
  return matrix->schedules[direction] != NULL;
}

/* Sweeps over the matrix, as a run of Gauss-Seidel does. */
static bool
measure (Levels *levels, SeidelCliJob *job, GError **error)
{
  SeidelCliMatrix *matrix = &levels->matrix;
  const SeidelCliCall *call = matrix->call;
  SeidelDirection direction = get_direction (call);
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix->matrix, &rhs, NULL, NULL, job->cancellable, error);
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options =
    seidel_options_to_time_levels (direction == SEIDEL_DIRECTION_BACKWARD ? "gauss-seidel-backward"
                                                                          : "gauss-seidel",
                                   g_intern_string (seidel_cli_text (call, "measure")));

  if (problem == NULL)
    return false;
  seidel_problem_set_analyses (problem, matrix->structure,
                               matrix->schedules[SEIDEL_DIRECTION_FORWARD],
                               matrix->schedules[SEIDEL_DIRECTION_BACKWARD]);
  if (seidel_cli_given (call, "engine"))
    options.engine = g_intern_string (seidel_cli_text (call, "engine"));
  options.threads = levels->threads;
  outcome =
    seidel_solve (problem, &options, job->trace, job->cancellable, job->skip_verification, error);
  if (outcome == NULL)
    return false;
  levels->times = seidel_trace_level_times (job->trace, direction);
  if (levels->times != NULL)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "No sweep could be measured: %s",
                      outcome->message != NULL ? outcome->message
                                               : seidel_reason_sentence (outcome->reason));
}

/* What is reported of the matrix in its order: levels in the direction asked for, of a row in both.
 */
static bool
make_schedules (SeidelCliMatrix *matrix, SeidelCliJob *job, GError **error)
{
  const bool both = seidel_cli_given (matrix->call, "row");
  for (int d = 0; d < 2; d++)
    /* Still there when the order is the natural one. */
    if ((both || d == (int) get_direction (matrix->call)) && matrix->schedules[d] == NULL
        && !make_schedule (matrix, (SeidelDirection) d, job, error))
      return false;
  return true;
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Levels *levels = data;
  SeidelCliMatrix *matrix = &levels->matrix;
  if (!seidel_cli_matrix_load (matrix, matrix->call->words[0], job, error)
      || !make_schedule (matrix, get_direction (matrix->call), job, error)
      || !seidel_cli_matrix_reorder (matrix, job, error) || !make_schedules (matrix, job, error))
    return false;
  return (!seidel_cli_given (matrix->call, "measure") || measure (levels, job, error))
         && seidel_cli_row_make (&levels->row, matrix, NULL, NULL, SEIDEL_SCALE_AUTO, job, error);
}

static void
build_array (JsonBuilder *json, const char *name, const int64_t *values, int32_t count)
{
  seidel_cli_json_begin_array (json, name);
  for (int32_t i = 0; i < count; i++)
    json_builder_add_int_value (json, values[i]);
  json_builder_end_array (json);
}

static void
build_natural (JsonBuilder *json, const SeidelSchedule *schedule)
{
  json_builder_set_member_name (json, "natural");
  if (schedule == NULL)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_object (json);
  seidel_cli_matrix_build_levels (schedule, json);
  json_builder_end_object (json);
}

static int
print_json (const Levels *levels, const SeidelSchedule *schedule)
{
  const SeidelCliMatrix *matrix = &levels->matrix;
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];
  seidel_schedule_statistics (schedule, levels->threads, statistics);
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->matrix->name);
  seidel_cli_json_text (json, "ordering", matrix->matrix->ordering);
  seidel_cli_json_text (json, "direction", seidel_cli_direction_id (schedule->direction));
  seidel_cli_matrix_build_levels (schedule, json);
  build_array (json, "rows", schedule->level_rows, schedule->count);
  build_array (json, "nonzeros", schedule->level_nonzeros, schedule->count);
  seidel_cli_json_begin_object (json, "statistics");
  for (int i = 0; i < SEIDEL_SCHEDULE_N_STATISTICS; i++)
    if (statistics[i].integral)
      seidel_cli_json_integer (json, statistics[i].id, (int64_t) statistics[i].value);
    else
      seidel_cli_json_number (json, statistics[i].id, statistics[i].value);
  json_builder_end_object (json);
  seidel_cli_json_integer (json, "threads", levels->threads);
  build_natural (json, matrix->natural_schedules[schedule->direction]);
  if (levels->times != NULL)
    seidel_cli_level_times_build (levels->times, schedule, levels->threads, "level_times", json);
  seidel_cli_row_build (&levels->row, json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

/* Consecutive levels. */
typedef struct
{
  int32_t first;
  int32_t last;
  int64_t rows;
  int64_t nonzeros;
} Group;

static int
group_levels (const SeidelSchedule *schedule, Group groups[MAX_LINES])
{
  int n = MIN (schedule->count, MAX_LINES);
  for (int g = 0; g < n; g++)
    {
      Group *group = &groups[g];
      *group = (Group){ .first = (int32_t) ((int64_t) schedule->count * g / n),
                        .last = (int32_t) ((int64_t) schedule->count * (g + 1) / n) - 1 };
      for (int32_t l = group->first; l <= group->last; l++)
        {
          group->rows += schedule->level_rows[l];
          group->nonzeros += schedule->level_nonzeros[l];
        }
    }
  return n;
}

static void
describe_groups (const SeidelSchedule *schedule, SeidelCliSheet *sheet)
{
  Group groups[MAX_LINES];
  int n = group_levels (schedule, groups);
  double most = 1.0;
  for (int g = 0; g < n; g++)
    most = MAX (most, (double) groups[g].rows / (groups[g].last - groups[g].first + 1));
  seidel_cli_sheet_title (sheet, n < schedule->count ? "Rows per level (mean of the levels named)"
                                                     : "Rows per level");
  for (int g = 0; g < n; g++)
    {
      double mean = (double) groups[g].rows / (groups[g].last - groups[g].first + 1);
      g_autofree char *first = seidel_format_count (groups[g].first + 1);
      g_autofree char *last = seidel_format_count (groups[g].last + 1);
      g_autofree char *label = groups[g].first == groups[g].last
                                 ? g_strdup_printf ("level %s", first)
                                 : g_strdup_printf ("levels %s to %s", first, last);
      g_autofree char *rows =
        seidel_format_decimals (mean, groups[g].first == groups[g].last ? 0 : 1);
      g_autofree char *nonzeros = seidel_cli_text_count (groups[g].nonzeros, "nonzero", "nonzeros");
      g_autoptr (GString) bar = g_string_new (NULL);
      /* At least one mark: every level has rows. */
      int marks = MAX (1, (int) (mean / most * BAR_WIDTH + 0.5));
      for (int i = 0; i < BAR_WIDTH; i++)
        g_string_append (bar, i < marks ? "▇" : " ");
      seidel_cli_sheet_add (sheet, label, "%s %10s %-5s %s", bar->str, rows,
                            g_str_equal (rows, "1") ? "row," : "rows,", nonzeros);
    }
}

static void
describe_statistic (const SeidelScheduleStatistic *statistic, int threads, SeidelCliSheet *sheet)
{
  g_autofree char *number = statistic->integral ? seidel_format_count ((int64_t) statistic->value)
                            : statistic->share  ? seidel_cli_text_percent (statistic->value)
                                                : seidel_cli_text_number (statistic->value);
  if (!statistic->share)
    seidel_cli_sheet_add (sheet, statistic->name, "%s", number);
  else
    seidel_cli_sheet_add (sheet, statistic->name, "%s (%d thread%s)", number, threads,
                          threads == 1 ? "" : "s");
}

static int
print_sheet (const Levels *levels, const SeidelSchedule *schedule)
{
  const SeidelCliMatrix *matrix = &levels->matrix;
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];
  seidel_schedule_statistics (schedule, levels->threads, statistics);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *name = seidel_cli_matrix_title (matrix->matrix);
  g_autofree char *title = g_strdup_printf ("%s, levels", name);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_matrix_describe_levels (schedule, sheet);
  seidel_cli_matrix_describe_ordering (matrix, sheet);
  seidel_cli_sheet_title (sheet, "Statistics");
  for (int i = 0; i < SEIDEL_SCHEDULE_N_STATISTICS; i++)
    describe_statistic (&statistics[i], levels->threads, sheet);
  describe_groups (schedule, sheet);
  if (levels->times != NULL)
    seidel_cli_level_times_describe (levels->times, schedule, levels->threads, sheet);
  seidel_cli_row_describe (&levels->row, sheet);
  return seidel_cli_print_sheet (sheet);
}

static int
run_levels (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Levels levels = { .matrix = { .call = call }, .threads = seidel_threads_processors () };
  if (seidel_cli_given (call, "threads"))
    levels.threads = (int) seidel_cli_integer (call, "threads");
  int status = SEIDEL_CLI_DONE;
  if (seidel_cli_given (call, "engine") && !seidel_cli_given (call, "measure"))
    seidel_cli_note (call, "engine", "only with --measure something is computed");
  if (!seidel_cli_job_run (job, work, &levels, &error))
    status = seidel_cli_fail (error);
  else
    {
      const SeidelSchedule *schedule = levels.matrix.schedules[get_direction (call)];
      status = seidel_cli_given (call, "json") ? print_json (&levels, schedule)
                                               : print_sheet (&levels, schedule);
    }
  seidel_cli_row_clear (&levels.row);
  seidel_cli_matrix_clear (&levels.matrix);
  seidel_level_times_free (levels.times);
  return status;
}

static char **
list_strategies (void)
{
  return seidel_cli_list_strategies (NULL, SEIDEL_STRATEGY_AUTO);
}

static const SeidelCliOption level_rows[] = {
  { "direction", "D", "The order of the sweep: from the first row to the last, or back.",
    SEIDEL_CLI_CHOICE, "forward", seidel_cli_direction_ids },
  { "threads", "N",
    "The threads that levels are compared with, and that measure them; by default all processors.",
    SEIDEL_CLI_INTEGER, NULL, NULL, 1, 4096 },
  { "measure", "S",
    "Time each level in sweeps over the matrix by this strategy; “seidel-cli engines” lists them. "
    "The matrix needs a diagonal without zeros.",
    SEIDEL_CLI_CHOICE, NULL, list_strategies },
  { "engine", "E", "The engine that measures; “seidel-cli engines” shows which are available.",
    SEIDEL_CLI_CHOICE, "cpu", seidel_cli_engine_ids, .check = seidel_cli_is_cpu },
  { NULL },
};

static const SeidelCliGroup level_group = { .title = "Levels", .rows = level_rows };

const SeidelCliCommand seidel_cli_levels = {
  .name = "levels",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show the dependency levels of a Gauss-Seidel sweep over a matrix.",
  .groups =
    (const SeidelCliGroup *const[]){ &level_group, &seidel_cli_row_group, &seidel_cli_matrix_group,
                                     &seidel_cli_json_group, NULL },
  .run = run_levels,
};
