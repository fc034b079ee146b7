/* One run, for the commands solve, render and report.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-run.h"

#include <math.h>
#include <string.h>

#include "cli/seidel-cli-figures.h"
#include "cli/seidel-cli-kernels.h"
#include "cli/seidel-cli-level-times.h"
#include "cli/seidel-cli-ranks.h"
#include "cli/seidel-cli-tables.h"
#include "cli/seidel-cli-why.h"
#include "analysis/seidel-matching.h"
#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-threads.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-complex.h"
#include "method/seidel-preconditioner.h"
#include "experiment/seidel-machine.h"
#include "run/seidel-shape.h"

/* Whose right-hand sides have been read, which the reader of vectors below takes then. */
static const SeidelCliSettings *reading;
static const char *reading_path;

static double *
read_vector (const char *path,
             int64_t n,
             bool complex_numbers,
             GCancellable *cancellable,
             GError **error)
{
  const int64_t length = complex_numbers ? 2 * n : n;
  double *x;
  if (reading->columns == NULL || g_strcmp0 (path, reading_path) != 0)
    return seidel_load_vector (path, n, complex_numbers, cancellable, error);
  x = seidel_vector_new (length, error);
  if (x != NULL)
    memcpy (x, reading->columns + (MAX (reading->rhs_column, 1) - 1) * length,
            (size_t) length * sizeof *x);
  return x;
}

SeidelProblem *
seidel_cli_run_problem (const SeidelCliMatrix *matrix,
                        SeidelCliSettings *settings,
                        SeidelCliJob *job,
                        GError **error)
{
  seidel_cli_settings_name_rhs (settings, matrix->matrix, job->cancellable);
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (settings, matrix->matrix);
  reading = settings;
  reading_path = rhs.kind == SEIDEL_VECTOR_FILE
                   ? rhs.path
                   : seidel_cli_settings_rhs_file (settings, matrix->matrix);
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix->matrix, &rhs, &settings->guess,
                                                          read_vector, job->cancellable, error);
  if (problem == NULL)
    return NULL;
  problem->machine = seidel_machine_known ();
  seidel_problem_set_analyses (problem, matrix->structure,
                               matrix->schedules[SEIDEL_DIRECTION_FORWARD],
                               matrix->schedules[SEIDEL_DIRECTION_BACKWARD]);
  if ((settings->resumed_x == NULL
       || seidel_problem_set_guess (problem, settings->resumed_x, error))
      && seidel_problem_read_near_null (problem, settings->options.near_null, seidel_load_matrix,
                                        job->cancellable, error))
    return problem;
  seidel_problem_unref (problem);
  return NULL;
}

/* What was not known to have no effect before the automatic choices were made. */
static void
note_resolved (SeidelCliSettings *settings, const SeidelOptions *resolved)
{
  SeidelOptions options = settings->options;
  const SeidelPlanFacts facts = { .options = &options };
  options.method = resolved->method;
  options.preconditioner = resolved->preconditioner;
  options.storage = resolved->storage;
  g_autoptr (SeidelPlan) plan = seidel_plan_new (&facts);
  seidel_cli_settings_note (settings, plan);
}

SeidelOutcome *
seidel_cli_run_solve (const SeidelCliMatrix *matrix,
                      SeidelCliSettings *settings,
                      SeidelCliJob *job,
                      GError **error)
{
  return seidel_cli_run_solve_reusing (matrix, settings, NULL, job, error);
}

SeidelOutcome *
seidel_cli_run_solve_reusing (const SeidelCliMatrix *matrix,
                              SeidelCliSettings *settings,
                              SeidelReuse *reuse,
                              SeidelCliJob *job,
                              GError **error)
{
  g_autoptr (SeidelProblem) problem = seidel_cli_run_problem (matrix, settings, job, error);
  if (problem == NULL)
    return NULL;
  SeidelOutcome *outcome = seidel_solve_reusing (reuse, problem, &settings->options, job->trace,
                                                 job->cancellable, job->skip_verification, error);
  if (outcome != NULL && outcome->n_attempts <= 1)
    note_resolved (settings, &outcome->options);
  return outcome;
}

SeidelSolution *
seidel_cli_run_solution (const SeidelCliMatrix *matrix,
                         SeidelCliSettings *settings,
                         const SeidelOutcome *outcome,
                         SeidelCliJob *job,
                         GError **error)
{
  g_autoptr (SeidelProblem) problem = NULL;
  if (!outcome->computed)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "the run ended before it had computed a solution (%s)",
                        seidel_reason_name (outcome->reason));
  problem = seidel_cli_run_problem (matrix, settings, job, error);
  return problem != NULL
           ? seidel_solution_new (problem, outcome->x, seidel_threads_processors (), NULL, error)
           : NULL;
}

SeidelPlan *
seidel_cli_run_plan (const SeidelCliMatrix *matrix,
                     SeidelCliSettings *settings,
                     SeidelCliJob *job,
                     GError **error)
{
  g_autoptr (SeidelProblem) problem = seidel_cli_run_problem (matrix, settings, job, error);
  g_autoptr (SeidelPlan) plan =
    problem != NULL ? seidel_solve_plan (problem, &settings->options, job->cancellable, error)
                    : NULL;
  if (plan == NULL
      || (seidel_plan_refused (plan) < SEIDEL_PLAN_MEMORY && !seidel_plan_check (plan, error)))
    return NULL;
  note_resolved (settings, &plan->options);
  return g_steal_pointer (&plan);
}

int
seidel_cli_run_status (const SeidelOutcome *outcome)
{
  if (outcome->converged)
    return SEIDEL_CLI_DONE;
  switch (outcome->reason)
    {
    case SEIDEL_REASON_CANCELLED:
      return SEIDEL_CLI_INTERRUPTED;
    case SEIDEL_REASON_OUT_OF_MEMORY:
    case SEIDEL_REASON_DEVICE_LOST:
    case SEIDEL_REASON_RANK_LOST:
    case SEIDEL_REASON_FAILED:
      return SEIDEL_CLI_FAILED;
    default:
      return SEIDEL_CLI_NOT_CONVERGED;
    }
}

/* "CPU, 2 threads", or "PETSc, 4 ranks" */
static char *
describe_engine (const SeidelOptions *options, int n_threads)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find (options->engine);
  const bool distributed = info->engine != NULL && seidel_engine_is_distributed (info->engine);
  g_autofree char *workers = distributed ? seidel_cli_text_count (options->ranks, "rank", "ranks")
                                         : seidel_cli_text_count (n_threads, "thread", "threads");
  return g_strconcat (info->name, distributed || n_threads > 0 ? ", " : NULL, workers, NULL);
}

char *
seidel_cli_run_title (const SeidelOutcome *outcome)
{
  g_autofree char *engine = describe_engine (&outcome->options, outcome->threads);
  const SeidelMethod *method = seidel_method_find (outcome->method);
  const SeidelPreconditionerKind *kind =
    seidel_preconditioner_find (outcome->options.preconditioner);
  const bool preconditioned = kind != NULL && method->preconditioning != SEIDEL_PRECONDITIONING_NONE
                              && !g_str_equal (kind->id, "none");
  return g_strconcat (method->name, preconditioned ? " + " : "", preconditioned ? kind->name : "",
                      " · ", engine, outcome->strategy != NULL ? " · " : NULL, outcome->strategy,
                      NULL);
}

/* What is run: the same of an outcome and of a plan. */
typedef struct
{
  const SeidelOptions *options; /* resolved */
  const SeidelMethod *method;
  const SeidelPreconditionerKind *preconditioner;
  const char *strategy; /* NULL: no sweeps */
  const char *strategy_why;
  int threads;
  const char *engine_why; /* NULL where it was named */
} Setup;

static Setup
setup_of_outcome (const SeidelOutcome *outcome)
{
  return (Setup){ &outcome->options,
                  seidel_method_find (outcome->method),
                  seidel_preconditioner_find (outcome->options.preconditioner),
                  outcome->strategy,
                  outcome->strategy_why,
                  outcome->threads,
                  outcome->engine_why };
}

static Setup
setup_of_plan (const SeidelPlan *plan)
{
  const SeidelVerdict *strategy = &plan->verdicts[SEIDEL_PLAN_STRATEGY];
  const SeidelVerdict *threads = &plan->verdicts[SEIDEL_PLAN_THREADS];
  bool sweeps = strategy->kind != SEIDEL_VERDICT_NO_EFFECT;
  return (Setup){ &plan->options,
                  plan->method,
                  plan->preconditioner,
                  sweeps ? plan->options.strategy : NULL,
                  sweeps ? strategy->sentence : NULL,
                  threads->kind != SEIDEL_VERDICT_NO_EFFECT ? plan->threads : 0,
                  plan->verdicts[SEIDEL_PLAN_ENGINE].sentence };
}

/* Bits of the parameters that are used. */
static unsigned int
used_parameters (const Setup *setup)
{
  return setup->method->parameters | setup->preconditioner->parameters;
}

/* NULL where the method does not use the engine's storage. */
static const char *
storage_id (const Setup *setup)
{
  return setup->method->on_host ? NULL : seidel_storage_id (setup->options->storage);
}

SeidelCliRunContext
seidel_cli_run_context (const char *title,
                        const SeidelCliSettings *settings,
                        const SeidelMatrix *matrix)
{
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (settings, matrix);
  char *text = seidel_vector_spec_to_text (&rhs);
  return (SeidelCliRunContext){ .title = title,
                                .rhs = text,
                                .matrix = matrix,
                                .ordering = matrix->ordering,
                                .complex_values = seidel_matrix_is_complex (matrix),
                                .rows = matrix->csr->rows,
                                .columns = matrix->csr->columns };
}

SeidelCliRunContext
seidel_cli_run_context_of_record (const char *title, const SeidelRecord *record)
{
  return (SeidelCliRunContext){ .title = title,
                                .rhs = g_strdup (record->rhs),
                                .ordering = record->matrix.ordering,
                                .complex_values = record->matrix.complex_values,
                                .rows = record->matrix.rows,
                                .columns = record->matrix.columns,
                                .trace = record->trace };
}

void
seidel_cli_run_context_clear (SeidelCliRunContext *context)
{
  g_clear_pointer (&context->rhs, g_free);
}

/* The name of a choice, or the number. */
static char *
describe_parameter (SeidelParameterIndex parameter, double value)
{
  const SeidelSettingValue *named = seidel_parameter_value (parameter, value);
  return named != NULL ? g_strdup (named->id) : seidel_cli_text_number (value);
}

static void
describe_setup (const Setup *setup, const SeidelCliRunContext *context, SeidelCliSheet *sheet)
{
  const SeidelOptions *options = setup->options;
  seidel_cli_sheet_title (sheet, context->title);
  seidel_cli_sheet_add (sheet, "method", "%s", setup->method->name);
  if (setup->method->preconditioning != SEIDEL_PRECONDITIONING_NONE)
    seidel_cli_sheet_add (sheet, "preconditioner", "%s", setup->preconditioner->name);
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if (used_parameters (setup) & (1u << p))
      seidel_cli_sheet_take (sheet, seidel_setting_of_parameter (p)->id,
                             describe_parameter (p, options->parameters[p]));
  seidel_cli_sheet_add (sheet, "right-hand side", "%s", context->rhs);
  if (context->complex_values)
    seidel_cli_sheet_take (sheet, "solved as",
                           seidel_cli_matrix_describe_form (context->rows, context->columns));
  seidel_cli_sheet_add (sheet, "ordering", "%s", context->ordering);
  seidel_cli_sheet_take (sheet, "engine", describe_engine (options, setup->threads));
  if (setup->engine_why != NULL)
    seidel_cli_sheet_add (sheet, "", "%s", setup->engine_why);
  if (setup->strategy != NULL && setup->strategy_why != NULL)
    seidel_cli_sheet_add (sheet, "strategy", "%s (%s)", setup->strategy, setup->strategy_why);
  else if (setup->strategy != NULL)
    seidel_cli_sheet_add (sheet, "strategy", "%s", setup->strategy);
  seidel_cli_sheet_add (sheet, "precision", "%s", seidel_precision_id (options->precision));
  if (options->matching > SEIDEL_MATCHING_NONE)
    seidel_cli_sheet_take (sheet, "matching",
                           seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_MATCHING),
                                                    options));
  if (options->scaling > SEIDEL_SCALE_NONE)
    seidel_cli_sheet_take (sheet, "scaling",
                           seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_SCALING), options));
  if (storage_id (setup) != NULL)
    seidel_cli_sheet_add (sheet, "storage", "%s", storage_id (setup));
  if (options->shape.rows_per_block > 0)
    seidel_cli_sheet_take (sheet, "shape", seidel_shape_to_text (options->shape));
  seidel_cli_sheet_list (sheet, "arithmetic",
                         seidel_cli_list_arithmetics ((unsigned int) options->arithmetic));
}

static void
build_parameter (const SeidelSetting *setting, const SeidelOptions *options, JsonBuilder *json)
{
  g_autofree char *text = seidel_setting_get_text (setting, options);
  const double value = seidel_setting_get (setting, options);
  if (setting->values != NULL)
    seidel_cli_json_text (json, setting->id, text);
  else if (setting->integral)
    seidel_cli_json_integer (json, setting->id, (int64_t) value);
  else
    seidel_cli_json_number (json, setting->id, value);
}

static void
build_setup (const Setup *setup, const SeidelCliRunContext *context, JsonBuilder *json)
{
  const SeidelOptions *options = setup->options;
  g_autofree char *shape = seidel_shape_to_text (options->shape);
  g_autofree char *scaling =
    seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_SCALING), options);
  g_autofree char *matching =
    seidel_setting_get_text (seidel_setting (SEIDEL_PLAN_MATCHING), options);
  seidel_cli_json_text (json, "method", setup->method->id);
  seidel_cli_json_text (json, "preconditioner", setup->preconditioner->id);
  seidel_cli_json_begin_object (json, "parameters");
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if (used_parameters (setup) & (1u << p))
      build_parameter (seidel_setting_of_parameter (p), options, json);
  json_builder_end_object (json);
  seidel_cli_json_text (json, "rhs", context->rhs);
  seidel_cli_json_bool (json, "complex", context->complex_values);
  seidel_cli_json_text (json, "ordering", context->ordering);
  seidel_cli_json_text (json, "engine", options->engine);
  seidel_cli_json_text (json, "strategy", setup->strategy);
  seidel_cli_json_text (json, "precision", seidel_precision_id (options->precision));
  seidel_cli_json_text (json, "matching", matching);
  seidel_cli_json_text (json, "scaling", scaling);
  seidel_cli_json_text (json, "storage", storage_id (setup));
  seidel_cli_json_text (json, "shape", shape);
  seidel_cli_json_list (json, "arithmetic",
                        seidel_cli_list_arithmetics ((unsigned int) options->arithmetic));
  seidel_cli_json_integer (json, "threads", setup->threads);
  if (options->ranks > 0)
    seidel_cli_json_integer (json, "n_ranks", options->ranks);
}

/* "Conjugate gradients with IC(0)" */
static char *
describe_attempt (const SeidelAttempt *attempt)
{
  const SeidelMethod *method = seidel_method_find (attempt->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (attempt->preconditioner);
  if (kind->prepare == NULL && kind->needs == 0)
    return g_strdup (method->name);
  return g_strdup_printf ("%s with %s", method->name, kind->name);
}

static void
describe_attempts (const SeidelOutcome *outcome, SeidelCliSheet *sheet)
{
  if (outcome->n_attempts == 0)
    return;
  seidel_cli_sheet_title (sheet, "Attempts");
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      g_autofree char *label = g_strdup_printf ("%zu", i + 1);
      g_autofree char *name = describe_attempt (attempt);
      g_autofree char *iterations =
        seidel_cli_text_count (attempt->iterations, "iteration", "iterations");
      g_autofree char *seconds = seidel_format_seconds (attempt->seconds, 3);
      seidel_cli_sheet_add (sheet, label, "%s: %s, %s, %s", name,
                            seidel_reason_name (attempt->reason), iterations, seconds);
      seidel_cli_sheet_add (sheet, "", "%s", attempt->why);
      if (attempt->message != NULL)
        seidel_cli_sheet_add (sheet, "", "%s", attempt->message);
    }
}

/* Device timings. */
static void
describe_device (const SeidelOutcome *outcome, SeidelCliSheet *sheet)
{
  const SeidelTraceDevice *device = &outcome->device;
  seidel_cli_sheet_title (sheet, "Device");
  seidel_cli_sheet_take (sheet, "copied to it",
                         seidel_format_transfer ((double) device->to_bytes, device->to_seconds));
  seidel_cli_sheet_take (sheet, "planning",
                         seidel_format_seconds (device->work_seconds[SEIDEL_PHASE_TRANSFER], 3));
  g_autofree char *working = seidel_format_seconds (device->work_seconds[SEIDEL_PHASE_SOLVE], 3);
  g_autofree char *solving = seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3);
  seidel_cli_sheet_add (sheet, "solving", "%s executing kernels of %s", working, solving);
  if (device->ordering_seconds > 0.0)
    {
      seidel_cli_sheet_take (sheet, "ordering",
                             seidel_format_seconds (device->ordering_seconds, 3));
      seidel_cli_sheet_take (sheet, "symbolic factors",
                             seidel_format_seconds (device->symbolic_seconds, 3));
    }
  if (device->factor_seconds > 0.0)
    seidel_cli_sheet_take (sheet, "factors, of that",
                           seidel_format_seconds (device->factor_seconds, 3));
  seidel_cli_sheet_take (sheet, "copied back",
                         seidel_format_transfer ((double) device->from_bytes,
                                                 device->from_seconds));
}

void
seidel_cli_run_describe_setup (const SeidelOutcome *outcome,
                               const SeidelCliRunContext *context,
                               SeidelCliSheet *sheet)
{
  const Setup setup = setup_of_outcome (outcome);
  describe_setup (&setup, context, sheet);
}

void
seidel_cli_run_describe (const SeidelOutcome *outcome,
                         const SeidelCliRunContext *context,
                         SeidelCliSheet *sheet)
{
  seidel_cli_run_describe_setup (outcome, context, sheet);
  seidel_cli_sheet_title (sheet, "Outcome");
  seidel_cli_sheet_add (sheet, "ended", "%s: %s", seidel_reason_name (outcome->reason),
                        seidel_reason_sentence (outcome->reason));
  if (outcome->message != NULL)
    seidel_cli_sheet_add (sheet, "", "%s", outcome->message);
  if (seidel_outcome_next_step (outcome) != NULL)
    seidel_cli_sheet_add (sheet, "next", "%s", seidel_outcome_next_step (outcome));
  if (context->trace != NULL && context->diagnosis == NULL && !outcome->converged
      && outcome->reason != SEIDEL_REASON_CANCELLED)
    seidel_cli_sheet_add (sheet, "why", "with --why the cause is looked for on this matrix");
  g_autofree char *tolerance = seidel_cli_text_number (outcome->options.tolerance);
  seidel_cli_sheet_add (sheet, "tolerance", "%s", tolerance);
  seidel_cli_figures_describe (outcome, false, sheet);
  describe_attempts (outcome, sheet);

  seidel_cli_sheet_title (sheet, "Time");
  seidel_cli_figures_describe (outcome, true, sheet);
  if (outcome->has_device)
    describe_device (outcome, sheet);
  seidel_cli_kernels_describe (outcome, sheet);
  seidel_cli_ranks_describe (outcome->ranks, outcome->n_ranks, sheet);
  if (context->row != NULL)
    seidel_cli_row_describe (context->row, sheet);
  if (context->diagnosis != NULL)
    seidel_cli_why_describe (context->diagnosis, sheet);
}

/* The row and the column that the message is about, as the file counts them. */
static void
build_place (const SeidelOutcome *outcome, const SeidelCliRunContext *context, JsonBuilder *json)
{
  const int64_t step = context->complex_values ? 2 : 1;
  if (outcome->row >= 0)
    seidel_cli_json_integer (json, "row",
                             seidel_matrix_original_row (context->matrix, outcome->row / step) + 1);
  if (outcome->column >= 0)
    seidel_cli_json_integer (json, "column",
                             seidel_matrix_original_row (context->matrix, outcome->column / step)
                               + 1);
}

void
seidel_cli_run_build_json (const SeidelOutcome *outcome,
                           const SeidelCliRunContext *context,
                           JsonBuilder *json)
{
  const Setup setup = setup_of_outcome (outcome);
  json_builder_begin_object (json);
  build_setup (&setup, context, json);
  seidel_cli_figures_build (seidel_outcome_figures, outcome, json);
  build_place (outcome, context, json);
  seidel_cli_kernels_build (outcome, json);
  seidel_cli_ranks_build (outcome->ranks, outcome->n_ranks, json);
  if (context->trace != NULL)
    seidel_cli_level_times_build_run (context->trace, context->schedules, outcome->threads, json);
  if (context->row != NULL)
    seidel_cli_row_build (context->row, json);
  if (context->diagnosis != NULL)
    seidel_cli_why_build (context->diagnosis, json);
  json_builder_end_object (json);
}

static char *
describe_memory (double needed, bool bounded, double available, double total)
{
  const char *about = bounded ? "at most" : "about";
  g_autofree char *needed_text = seidel_format_bytes (needed);
  g_autofree char *available_text = seidel_format_bytes (isinf (available) ? 0.0 : available);
  g_autofree char *total_text = seidel_format_bytes (isinf (total) ? 0.0 : total);
  if (isinf (available))
    return g_strdup_printf ("%s %s", about, needed_text);
  if (isinf (total))
    return g_strdup_printf ("%s %s; %s are free", about, needed_text, available_text);
  return g_strdup_printf ("%s %s; %s of %s are free", about, needed_text, available_text,
                          total_text);
}

static void
build_memory (JsonBuilder *json, const char *name, double needed, double available)
{
  seidel_cli_json_begin_object (json, name);
  seidel_cli_json_number (json, "needed", needed);
  seidel_cli_json_number (json, "free", available);
  json_builder_end_object (json);
}

static int
print_plan_json (const SeidelPlan *plan,
                 const SeidelMemoryRoom *room,
                 const SeidelCliRunContext *context)
{
  const Setup setup = setup_of_plan (plan);
  const SeidelVerdict *memory = &plan->verdicts[SEIDEL_PLAN_MEMORY];
  bool fits = memory->kind != SEIDEL_VERDICT_REFUSED;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  build_setup (&setup, context, json);
  seidel_cli_json_begin_object (json, "memory");
  build_memory (json, "host", plan->need.host, room->host);
  if (plan->need.device > 0.0)
    build_memory (json, "device", plan->need.device, room->device);
  if (plan->need.rank > 0.0)
    build_memory (json, "rank", plan->need.rank, room->host);
  json_builder_end_object (json);
  seidel_cli_json_bool (json, "fits", fits);
  seidel_cli_json_text (json, "why_not", fits ? NULL : memory->sentence);
  seidel_cli_ranks_build (context->ranks, context->n_ranks, json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
print_plan_sheet (const SeidelPlan *plan,
                  const SeidelMemoryRoom *room,
                  const SeidelCliRunContext *context)
{
  const Setup setup = setup_of_plan (plan);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  describe_setup (&setup, context, sheet);
  seidel_cli_sheet_title (sheet, "Memory");
  seidel_cli_sheet_take (sheet, "host",
                         describe_memory (plan->need.host, plan->need.bounded, room->host,
                                          INFINITY));
  if (plan->need.device > 0.0)
    seidel_cli_sheet_take (sheet, "device",
                           describe_memory (plan->need.device, false, room->device,
                                            room->device_total));
  if (plan->need.rank > 0.0)
    seidel_cli_sheet_take (sheet, "each rank",
                           describe_memory (plan->need.rank, false, room->host, INFINITY));
  seidel_cli_ranks_describe (context->ranks, context->n_ranks, sheet);
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_print_plan (const SeidelPlan *plan, const SeidelCliRunContext *context, bool as_json)
{
  g_autoptr (GError) error = NULL;
  SeidelMemoryRoom room;
  seidel_memory_room_init (&room, plan->engine, plan->options.device);
  int status =
    as_json ? print_plan_json (plan, &room, context) : print_plan_sheet (plan, &room, context);
  return seidel_plan_check (plan, &error) ? status : seidel_cli_fail (error);
}
