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

char **
seidel_cli_engine_ids (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *rows = seidel_engines (&n);
  return seidel_cli_ids (rows, n, sizeof *rows, NULL);
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

static bool
check_rhs (const char *text, GError **error)
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

static void
add_problem (GArray *rows, const SeidelOptions *initial)
{
  const SeidelCliOption own[] = {
    { "rhs", "FILE|filed|ones|zeros|random:SEED|solution-ones",
      "The right-hand side b: a file, the one stored with the matrix, all ones or "
      "zeros, random numbers, or A times all ones, so that the solution is known.",
      SEIDEL_CLI_TEXT, "filed where the file has one, else solution-ones", NULL, 0.0, 0.0,
      check_rhs },
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
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    {
      const SeidelParameter *parameter = &seidel_parameters ()[p];
      const SeidelCliOption row = { parameter->id,
                                    parameter->integral ? "N" : "X",
                                    parameter->sentence,
                                    parameter->integral ? SEIDEL_CLI_INTEGER : SEIDEL_CLI_REAL,
                                    seidel_cli_number_text (initial->parameters[p]),
                                    NULL,
                                    parameter->minimum,
                                    parameter->maximum };
      g_array_append_val (rows, row);
    }
}

static void
add_engine (GArray *rows, const SeidelOptions *initial)
{
  size_t n_storages = 0;
  size_t n_arithmetics = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n_arithmetics);
  const SeidelCliOption own[] = {
    { "engine", "E", "The engine; “seidel-cli engines” shows which ones are available.",
      SEIDEL_CLI_CHOICE, initial->engine, seidel_cli_engine_ids },
    { "strategy", "S",
      "How sweeps are carried out, for methods that have them; “seidel-cli engines” lists the "
      "strategies of each engine. auto chooses by the matrix and reports its choice.",
      SEIDEL_CLI_CHOICE, initial->strategy, list_strategies },
    { "precision", "P", "Floating-point precision.", SEIDEL_CLI_CHOICE,
      seidel_precision_id (initial->precision), seidel_cli_precision_ids },
    { "storage", "S",
      "How the engine stores the matrix; auto takes the smallest that the other "
      "choices allow. “seidel-cli info” shows the size of each.",
      SEIDEL_CLI_CHOICE, seidel_storages (&n_storages)[initial->storage].id, list_storages },
    { "shape", "ROWSxTHREADS",
      "Rows per thread block and threads per row in products with a dense matrix, "
      "powers of two, on engines with thread blocks; auto leaves it to the engine.",
      SEIDEL_CLI_TEXT, AUTO, NULL, 0.0, 0.0, check_shape },
  };
  g_array_append_vals (rows, own, G_N_ELEMENTS (own));
  for (size_t i = 0; i < n_arithmetics; i++)
    {
      const SeidelCliOption row = { arithmetics[i].id, NULL, arithmetics[i].sentence };
      g_array_append_val (rows, row);
    }
  const SeidelCliOption threads = { "threads",
                                    "N",
                                    "Threads of the CPU engine; 0 is all processors.",
                                    SEIDEL_CLI_INTEGER,
                                    seidel_cli_number_text (initial->threads),
                                    NULL,
                                    0.0,
                                    MAX_THREADS };
  g_array_append_val (rows, threads);
}

static void
add_limits (GArray *rows, const SeidelOptions *initial)
{
  const SeidelCliOption own[] = {
    { "tolerance", "T",
      "Converged when the norm of the residual is at most T times the norm of b, or "
      "of the initial residual where b is zero; 0 disables this criterion.",
      SEIDEL_CLI_REAL, seidel_cli_number_text (initial->tolerance), NULL, 0.0, HUGE_VAL },
    { "absolute-tolerance", "T",
      "Converged also when the norm of the residual is at most T; 0 disables this "
      "criterion.",
      SEIDEL_CLI_REAL, seidel_cli_number_text (initial->absolute_tolerance), NULL, 0.0, HUGE_VAL },
    { "max-iterations", "N", "Stop after N iterations.", SEIDEL_CLI_INTEGER,
      seidel_cli_number_text ((double) initial->max_iterations), NULL, 0.0, HUGE_VAL },
    { "time-limit", "SECONDS", "Stop after this time of solving; 0 is no limit.", SEIDEL_CLI_REAL,
      seidel_cli_number_text (initial->time_limit), NULL, 0.0, HUGE_VAL },
    { "stagnation-window", "N",
      "Stop when the residual has not fallen for N iterations; 0 leaves N to the "
      "method.",
      SEIDEL_CLI_INTEGER, seidel_cli_number_text (initial->stagnation_window), NULL, 0.0,
      G_MAXINT },
    { "divergence-factor", "X",
      "Stop when the norm of the residual exceeds X times the larger of the norms of b "
      "and of the initial residual.",
      SEIDEL_CLI_REAL, seidel_cli_number_text (initial->divergence_factor), NULL, 1.0, HUGE_VAL },
    { "track-error", NULL,
      "Record the error in each iteration; if the solution is unknown, a sparse direct "
      "solve computes it first." },
  };
  g_array_append_vals (rows, own, G_N_ELEMENTS (own));
}

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

static bool
resolve_strategy (SeidelOptions *options, const char *id, GError **error)
{
  const SeidelEngineEntryInfo *engine = seidel_engines_find (options->engine);
  options->strategy = g_intern_string (id);
  if (g_str_equal (id, AUTO) || engine->engine == NULL
      || seidel_engine_find_strategy (engine->engine, id) >= 0)
    return true;
  return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                            "--strategy: the engine %s has no strategy “%s”", engine->id, id);
}

static bool
resolve_parameters (SeidelOptions *options, const SeidelCliCall *call, GError **error)
{
  const SeidelMethod *method = seidel_method_find (options->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);
  /* Whatever is chosen automatically, the parameters are used where they apply. */
  unsigned int used = method != NULL ? method->parameters | kind->parameters : ~0u;
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    {
      const char *id = seidel_parameters ()[p].id;
      options->parameters[p] = seidel_cli_real (call, id);
      if (seidel_cli_given (call, id) && (used & (1u << p)) == 0)
        return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                                  "--%s: neither the method %s nor the preconditioner %s uses it",
                                  id, method->id, kind->id);
    }
  return true;
}

/* A method that computes from the matrix as it was read does not use the engine's storage. */
static bool
resolve_computation (SeidelCliSettings *self, GError **error)
{
  const SeidelMethod *method = seidel_method_find (self->options.method);
  bool on_host = method != NULL && method->on_host;
  const char *storage = seidel_cli_text (self->call, "storage");
  const char *shape = seidel_cli_text (self->call, "shape");
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);
  if (storage != NULL && on_host)
    return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                              "--storage: the method %s does not use the engine's storage",
                              method->id);
  self->proposed_storage = g_strcmp0 (storage, AUTO) == 0;
  if (storage != NULL && !self->proposed_storage)
    seidel_storage_parse (storage, &self->options.storage);
  if (shape != NULL)
    seidel_shape_parse (shape, &self->options.shape, NULL);
  for (size_t i = 0; i < n; i++)
    if (seidel_cli_given (self->call, arithmetics[i].id))
      {
        if (on_host)
          return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                                    "--%s: the method %s does not use the engine's arithmetic",
                                    arithmetics[i].id, method->id);
        self->options.arithmetic |= (int) arithmetics[i].flag;
      }
  return true;
}

static void
resolve_limits (SeidelOptions *options, const SeidelCliCall *call)
{
  options->threads = (int) seidel_cli_integer (call, "threads");
  options->tolerance = seidel_cli_real (call, "tolerance");
  options->absolute_tolerance = seidel_cli_real (call, "absolute-tolerance");
  options->max_iterations = seidel_cli_integer (call, "max-iterations");
  options->time_limit = seidel_cli_real (call, "time-limit");
  options->stagnation_window = (int) seidel_cli_integer (call, "stagnation-window");
  options->divergence_factor = seidel_cli_real (call, "divergence-factor");
  options->track_error = seidel_cli_given (call, "track-error");
}

/* The texts are valid: they were checked when the command line was read. */
static void
resolve_problem (SeidelCliSettings *self)
{
  const char *rhs = seidel_cli_text (self->call, "rhs");
  const char *guess = seidel_cli_text (self->call, "guess");
  if (rhs != NULL)
    seidel_vector_spec_parse (rhs, SEIDEL_VECTOR_ROLE_RHS, &self->rhs, NULL);
  seidel_vector_spec_parse (guess != NULL ? guess : "zeros", SEIDEL_VECTOR_ROLE_GUESS, &self->guess,
                            NULL);
}

bool
seidel_cli_settings_init (SeidelCliSettings *self, const SeidelCliCall *call, GError **error)
{
  const char *method = seidel_cli_text (call, "method");
  const char *preconditioner = seidel_cli_text (call, "preconditioner");
  const char *engine = seidel_cli_text (call, "engine");
  const char *precision = seidel_cli_text (call, "precision");
  const char *strategy = seidel_cli_text (call, "strategy");
  SeidelOptions *options = &self->options;
  *self = (SeidelCliSettings){ .call = call, .options = SEIDEL_OPTIONS_INIT };
  if (method != NULL)
    options->method = g_intern_string (method);
  if (engine != NULL)
    options->engine = g_intern_string (engine);
  if (precision != NULL)
    seidel_precision_parse (precision, &options->precision);
  if (preconditioner != NULL && g_str_equal (options->method, SEIDEL_METHOD_AUTO))
    return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                              "--preconditioner: the method %s chooses the preconditioner as well",
                              SEIDEL_METHOD_AUTO);
  if (preconditioner != NULL)
    options->preconditioner = g_intern_string (preconditioner);
  resolve_limits (options, call);
  resolve_problem (self);
  return resolve_strategy (options, strategy != NULL ? strategy : AUTO, error)
         && resolve_parameters (options, call, error) && resolve_computation (self, error);
}

void
seidel_cli_settings_clear (SeidelCliSettings *self)
{
  seidel_vector_spec_clear (&self->rhs);
  seidel_vector_spec_clear (&self->guess);
}

SeidelVectorSpec
seidel_cli_settings_rhs (const SeidelCliSettings *self, const SeidelMatrix *matrix)
{
  if (seidel_cli_given (self->call, "rhs"))
    return self->rhs;
  return (SeidelVectorSpec){ .kind = matrix->rhs != NULL ? SEIDEL_VECTOR_FILED
                                                         : SEIDEL_VECTOR_SOLUTION_ONES };
}
