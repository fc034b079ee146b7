/* The options of a run, shared by every command that solves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-settings.h"

#include <math.h>

#include "cli/seidel-cli-tables.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"
#include "plan/seidel-plan.h"
#include "predict/seidel-machine.h"
#include "run/seidel-shape.h"

#define AUTO        "auto"
#define MAX_THREADS 4096

static char **
list_methods (void)
{
  size_t n = 0;
  const SeidelMethod *rows = seidel_methods (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, SEIDEL_METHOD_AUTO);
}

static char **
list_preconditioners (void)
{
  size_t n = 0;
  const SeidelPreconditionerKind *rows = seidel_preconditioners (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, NULL);
}

static char **
list_storages (void)
{
  size_t n = 0;
  const SeidelStorageInfo *rows = seidel_storages (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, AUTO);
}

static char **
list_strategies (void)
{
  return seidel_cli_list_strategies (NULL, AUTO);
}

static bool
check_cpu_strategy (const char *id, GError **error)
{
  return g_str_equal (id, AUTO) || seidel_engine_find_strategy (seidel_cpu_engine (), id) >= 0;
}

char **
seidel_cli_engine_ids (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *rows = seidel_engines (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, NULL);
}

/* To list the engines is to open the modules of devices. */
static bool
check_engine (const char *id, GError **error)
{
  return g_str_equal (id, AUTO) || seidel_cli_is_cpu (id, error);
}

static char **
list_engines (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *rows = seidel_engines (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, AUTO);
}

bool
seidel_cli_is_cpu (const char *id, GError **error)
{
  return g_str_equal (id, seidel_cpu_engine ()->id);
}

char **
seidel_cli_precision_ids (void)
{
  size_t n = 0;
  const SeidelPrecisionInfo *rows = seidel_precisions (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, NULL);
}

static bool
check_vector (const char *text, SeidelVectorRole role, GError **error)
{
  SeidelVectorSpec spec = { 0 };
  bool valid = seidel_vector_spec_parse (text, role, &spec, error);
  seidel_vector_spec_clear (&spec);
  return valid;
}

bool
seidel_cli_check_rhs (const char *text, GError **error)
{
  return check_vector (text, SEIDEL_VECTOR_ROLE_RHS, error);
}

static bool
check_guess (const char *text, GError **error)
{
  return check_vector (text, SEIDEL_VECTOR_ROLE_GUESS, error);
}

static bool
check_shape (const char *text, GError **error)
{
  SeidelShape shape;
  return seidel_shape_parse (text, &shape, error);
}

static char **
list_values (SeidelParameterIndex index)
{
  const SeidelParameter *parameter = &seidel_parameters ()[index];
  return seidel_cli_ids (parameter->values, (size_t) parameter->maximum + 1,
                         sizeof *parameter->values, NULL);
}

static char **
list_coarsenings (void)
{
  return list_values (SEIDEL_PARAMETER_COARSENING);
}

static char **
list_cycles (void)
{
  return list_values (SEIDEL_PARAMETER_CYCLE);
}

static char **
list_partitions (void)
{
  return list_values (SEIDEL_PARAMETER_PARTITION);
}

static char **
list_smoothers (void)
{
  return list_values (SEIDEL_PARAMETER_SMOOTHER);
}

/* A choice between named values. */
static SeidelCliOption
make_choice (SeidelParameterIndex index, double initial)
{
  static char **(*const lists[SEIDEL_N_PARAMETERS]) (void) = {
    [SEIDEL_PARAMETER_COARSENING] = list_coarsenings,
    [SEIDEL_PARAMETER_CYCLE] = list_cycles,
    [SEIDEL_PARAMETER_PARTITION] = list_partitions,
    [SEIDEL_PARAMETER_SMOOTHER] = list_smoothers,
  };
  const SeidelParameter *parameter = &seidel_parameters ()[index];
  g_autoptr (GString) sentence = g_string_new (parameter->sentence);
  g_autofree char *argument = g_ascii_strup (parameter->id, 1);
  for (int i = 0; i <= (int) parameter->maximum; i++)
    g_string_append_printf (sentence, " %s: %s", parameter->values[i].id,
                            parameter->values[i].sentence);
  return (SeidelCliOption){ parameter->id,
                            g_intern_string (argument),
                            g_intern_string (sentence->str),
                            SEIDEL_CLI_CHOICE,
                            seidel_parameter_value (index, initial)->id,
                            lists[index] };
}

static SeidelCliOption
make_number (SeidelParameterIndex index, double initial)
{
  const SeidelParameter *parameter = &seidel_parameters ()[index];
  SeidelCliOption row = { parameter->id,
                          parameter->integral ? "N" : "X",
                          parameter->sentence,
                          parameter->integral ? SEIDEL_CLI_INTEGER : SEIDEL_CLI_REAL,
                          seidel_cli_number_text (initial),
                          NULL,
                          parameter->minimum,
                          parameter->maximum };
  g_autofree char *expected = seidel_cli_option_expected (&row);
  row.expected = g_intern_string (expected);
  return row;
}

static void
add_parameters (GArray *rows, const SeidelOptions *initial, unsigned int parameters)
{
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if (parameters & (1u << p))
      {
        const SeidelCliOption row = seidel_parameters ()[p].values != NULL
                                      ? make_choice (p, initial->parameters[p])
                                      : make_number (p, initial->parameters[p]);
        g_array_append_val (rows, row);
      }
}

static const SeidelCliOption near_null_row = {
  "near-null", "FILE",
  "Vectors that the matrix nearly maps to zero, as the columns of a matrix file: the slow errors "
  "that the coarser levels of multigrid are to represent, such as the rigid body modes of an "
  "elastic body. Displacements in one direction each come first.",
  SEIDEL_CLI_TEXT
};

static void
add_problem (GArray *rows, const SeidelOptions *initial)
{
  const SeidelCliOption own[] = {
    SEIDEL_CLI_RHS_ROW,
    { "guess", "FILE|zeros|ones|random:SEED", "The initial guess.", SEIDEL_CLI_TEXT, "zeros", NULL,
      0.0, 0.0, check_guess },
    { "method", "M",
      "The method; “seidel-cli methods” lists what each requires of the matrix. auto "
      "chooses by the matrix, together with a preconditioner, and tries the next "
      "candidate where one fails; see “seidel-cli advise”.",
      SEIDEL_CLI_CHOICE, initial->method, list_methods },
    { "preconditioner", "P", "The preconditioner; “seidel-cli preconditioners” explains them.",
      SEIDEL_CLI_CHOICE, initial->preconditioner, list_preconditioners },
  };
  g_array_append_vals (rows, own, G_N_ELEMENTS (own));
  add_parameters (rows, initial, ~0u);
  g_array_append_val (rows, near_null_row);
}

static void
add_engine (GArray *rows, const SeidelOptions *initial)
{
  size_t n_arithmetics = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n_arithmetics);
  const SeidelCliOption own[] = {
    { "engine", "E",
      "The engine; “seidel-cli engines” shows which ones are available. auto takes the CPU or the "
      "GPU, where the run is expected to be over sooner, and reports its choice.",
      SEIDEL_CLI_CHOICE, initial->engine, list_engines, .check = check_engine },
    { "strategy", "S",
      "How sweeps are carried out, for methods that have them; “seidel-cli engines” lists the "
      "strategies of each engine. auto chooses by the matrix and reports its choice.",
      SEIDEL_CLI_CHOICE, initial->strategy, list_strategies, .check = check_cpu_strategy },
    { "precision", "P", "Floating-point precision.", SEIDEL_CLI_CHOICE,
      seidel_precision_id (initial->precision), seidel_cli_precision_ids },
    { "storage", "S",
      "How the engine stores the matrix; auto takes the smallest that the other "
      "choices allow. “seidel-cli info” shows the size of each.",
      SEIDEL_CLI_CHOICE, AUTO, list_storages },
    { "shape", "ROWSxTHREADS",
      "Rows per thread block and threads per row in products with a dense matrix, "
      "powers of two, on engines with thread blocks; auto leaves it to the engine.",
      SEIDEL_CLI_TEXT, AUTO, NULL, 0.0, 0.0, check_shape },
    { "launcher", "COMMAND",
      "The command that starts the ranks of a distributed engine, {ranks} being their number: "
      "“srun -n {ranks}”, “mpirun --hostfile hosts -n {ranks}”.",
      SEIDEL_CLI_TEXT, SEIDEL_LAUNCHER_DEFAULT },
    { "petsc-options", "OPTIONS",
      "Options of PETSc for the petsc engine, as on a command line: “-pc_gamg_threshold 0.02 "
      "-mat_type aijcusparse”. Those that PETSc does not use are reported.",
      SEIDEL_CLI_TEXT, NULL },
  };
  g_array_append_vals (rows, own, G_N_ELEMENTS (own));
  for (size_t i = 0; i < n_arithmetics; i++)
    {
      const SeidelCliOption row = { arithmetics[i].id, NULL, arithmetics[i].sentence };
      g_array_append_val (rows, row);
    }
}

static void
add_limit (GArray *rows, const SeidelOptions *initial, SeidelLimitIndex index)
{
  const SeidelLimit *limit = &seidel_limits ()[index];
  const SeidelCliOption row = { .name = limit->id,
                                .argument = limit->argument,
                                .sentence = limit->sentence,
                                .kind = limit->integral ? SEIDEL_CLI_INTEGER : SEIDEL_CLI_REAL,
                                .initial =
                                  seidel_cli_number_text (seidel_limit_get (index, initial)),
                                .expected = limit->expected };
  g_array_append_val (rows, row);
}

static void
add_limits (GArray *rows, const SeidelOptions *initial)
{
  for (int i = 0; i < SEIDEL_N_LIMITS; i++)
    add_limit (rows, initial, i);
  for (int i = 0; i < SEIDEL_N_SWITCHES; i++)
    {
      const SeidelCliOption row = { seidel_switches ()[i].id, NULL,
                                    seidel_switches ()[i].sentence };
      g_array_append_val (rows, row);
    }
}

/* The plan of the run checks the ranges of its numbers. */
static const SeidelCliOption *
make_rows (const char *first)
{
  static GArray *rows;
  const SeidelOptions initial = SEIDEL_OPTIONS_INIT;
  if (rows == NULL)
    {
      rows = g_array_new (TRUE, FALSE, sizeof (SeidelCliOption));
      add_problem (rows, &initial);
      add_engine (rows, &initial);
      add_limits (rows, &initial);
    }
  return (const SeidelCliOption *) (void *) rows->data;
}

const SeidelCliGroup seidel_cli_run_group = { .title = "Run", .make = make_rows };

static const SeidelCliOption *
make_multigrid_rows (const char *first)
{
  static GArray *rows;
  const SeidelOptions initial = SEIDEL_OPTIONS_INIT;
  if (rows == NULL)
    {
      rows = g_array_new (TRUE, FALSE, sizeof (SeidelCliOption));
      add_parameters (rows, &initial, seidel_method_find ("multigrid")->parameters);
      g_array_append_val (rows, near_null_row);
      add_limit (rows, &initial, SEIDEL_LIMIT_THREADS);
    }
  return (const SeidelCliOption *) (void *) rows->data;
}

const SeidelCliGroup seidel_cli_multigrid_group = { .title = "Multigrid",
                                                    .make = make_multigrid_rows };

static void
read_engine (SeidelCliSettings *self)
{
  const SeidelCliCall *call = self->call;
  SeidelOptions *options = &self->options;
  const char *storage = seidel_cli_text (call, "storage");
  const char *shape = seidel_cli_text (call, "shape");
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);
  if (storage != NULL && !g_str_equal (storage, AUTO))
    seidel_storage_parse (storage, &options->storage);
  if (shape != NULL)
    seidel_shape_parse (shape, &options->shape, NULL);
  for (size_t i = 0; i < n; i++)
    if (seidel_cli_given (call, arithmetics[i].id))
      options->arithmetic |= (int) arithmetics[i].flag;
}

static void
read_numbers (SeidelCliSettings *self)
{
  const SeidelCliCall *call = self->call;
  SeidelOptions *options = &self->options;
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    {
      const char *id = seidel_parameters ()[p].id;
      if (seidel_cli_given (call, id)
          && !seidel_parameter_parse (p, seidel_cli_text (call, id), &options->parameters[p]))
        options->parameters[p] = seidel_cli_real (call, id);
    }
  for (int i = 0; i < SEIDEL_N_LIMITS; i++)
    if (seidel_cli_given (call, seidel_limits ()[i].id))
      seidel_limit_set (i, options, seidel_cli_real (call, seidel_limits ()[i].id));
  for (int i = 0; i < SEIDEL_N_SWITCHES; i++)
    seidel_switch_set (i, options, seidel_cli_given (call, seidel_switches ()[i].id));
}

/* The texts are valid: they were checked when the command line was read. */
static void
read_problem (SeidelCliSettings *self)
{
  const char *rhs = seidel_cli_text (self->call, "rhs");
  const char *guess = seidel_cli_text (self->call, "guess");
  if (rhs != NULL)
    seidel_vector_spec_parse (rhs, SEIDEL_VECTOR_ROLE_RHS, &self->rhs, NULL);
  seidel_vector_spec_parse (guess != NULL ? guess : "zeros", SEIDEL_VECTOR_ROLE_GUESS, &self->guess,
                            NULL);
}

static const char *
text_or (const SeidelCliCall *call, const char *name, const char *otherwise)
{
  const char *text = seidel_cli_text (call, name);
  return text != NULL ? g_intern_string (text) : otherwise;
}

/* Absolute, so that a session that is read elsewhere names the same file. */
static void
read_near_null (SeidelCliSettings *self)
{
  const char *path = seidel_cli_text (self->call, "near-null");
  g_autofree char *absolute = path != NULL ? g_canonicalize_filename (path, NULL) : NULL;
  if (absolute != NULL)
    self->options.near_null = g_intern_string (absolute);
}

/* What is kept of this machine, the choice of an engine takes into account. */
static void
recall_machine (const SeidelOptions *options)
{
  SeidelMachine machine;
  if (g_str_equal (options->engine, AUTO))
    seidel_machine_known (&machine);
}

void
seidel_cli_settings_init (SeidelCliSettings *self, const SeidelCliCall *call)
{
  SeidelOptions *options = &self->options;
  const char *precision = seidel_cli_text (call, "precision");
  *self = (SeidelCliSettings){ .call = call, .options = SEIDEL_OPTIONS_INIT };
  options->method = text_or (call, "method", options->method);
  options->preconditioner = text_or (call, "preconditioner", options->preconditioner);
  options->engine = text_or (call, "engine", options->engine);
  recall_machine (options);
  options->strategy = text_or (call, "strategy", options->strategy);
  options->launcher = text_or (call, "launcher", options->launcher);
  options->petsc_options = text_or (call, "petsc-options", options->petsc_options);
  read_near_null (self);
  if (precision != NULL)
    seidel_precision_parse (precision, &options->precision);
  read_engine (self);
  read_numbers (self);
  read_problem (self);
}

/* The option that a verdict is about, or NULL where it was not given; for the switches of the
 * arithmetic the first one. */
static const char *
given_option (const SeidelCliSettings *self, SeidelPlanItem item)
{
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);
  const char *id = seidel_plan_item_id (item);
  for (size_t i = 0; item == SEIDEL_PLAN_ARITHMETIC && i < n; i++)
    if (seidel_cli_given (self->call, arithmetics[i].id))
      return arithmetics[i].id;
  return seidel_cli_given (self->call, id) ? id : NULL;
}

void
seidel_cli_settings_note (SeidelCliSettings *self, const SeidelPlan *plan)
{
  for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
    {
      const char *option = given_option (self, (SeidelPlanItem) item);
      bool idle = plan->verdicts[item].kind == SEIDEL_VERDICT_NO_EFFECT;
      if (option != NULL && idle && !self->noted[item]
          && (item >= SEIDEL_PLAN_LIMITS
              || seidel_plan_is_idle (plan, (SeidelPlanItem) item, &self->options)))
        {
          seidel_cli_note (self->call, option, plan->verdicts[item].sentence);
          self->noted[item] = true;
        }
    }
}

int
seidel_cli_settings_check (SeidelCliSettings *self)
{
  const SeidelPlanFacts facts = { .options = &self->options };
  g_autoptr (SeidelPlan) plan = seidel_plan_new (&facts);
  g_autoptr (GError) error = NULL;
  SeidelPlanItem refused = seidel_plan_refused (plan);
  if (seidel_plan_check (plan, &error))
    {
      seidel_cli_settings_note (self, plan);
      return SEIDEL_CLI_DONE;
    }
  const char *option = given_option (self, refused);
  if (error->code != SEIDEL_ERROR_OPTIONS || option == NULL)
    return seidel_cli_fail (error);
  return seidel_cli_usage_error (self->call->command, "--%s: %s", option, error->message);
}

void
seidel_cli_settings_clear (SeidelCliSettings *self)
{
  seidel_vector_spec_clear (&self->rhs);
  seidel_vector_spec_clear (&self->guess);
}

SeidelVectorSpec
seidel_cli_usual_rhs (const SeidelMatrix *matrix)
{
  return (SeidelVectorSpec){ .kind = matrix->rhs != NULL ? SEIDEL_VECTOR_FILED
                                                         : SEIDEL_VECTOR_SOLUTION_ONES };
}

SeidelVectorSpec
seidel_cli_settings_rhs (const SeidelCliSettings *self, const SeidelMatrix *matrix)
{
  return seidel_cli_given (self->call, "rhs") ? self->rhs : seidel_cli_usual_rhs (matrix);
}
