/* The options of a solve, shared by every command that runs one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-settings.h"

#include <math.h>

#include "cli/seidel-cli-matrix.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-shape.h"

#define AUTO          "auto"
#define DEFAULT_RHS   "filed where the file brings one, else solution-ones"
#define DEFAULT_GUESS "zeros"
#define MAX_THREADS   4096

SeidelCliSettings *
seidel_cli_settings_new (void)
{
  SeidelCliSettings *settings = g_new0 (SeidelCliSettings, 1);
  settings->options = (SeidelOptions) SEIDEL_OPTIONS_INIT;
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    settings->integers[p] = (int64_t) settings->options.parameters[p];
  return settings;
}

void
seidel_cli_settings_free (SeidelCliSettings *settings)
{
  seidel_vector_spec_clear (&settings->rhs);
  seidel_vector_spec_clear (&settings->guess);
  g_free (settings->method_text);
  g_free (settings->engine_text);
  g_free (settings->strategy_text);
  g_free (settings->preconditioner_text);
  g_free (settings->precision_text);
  g_free (settings->storage_text);
  g_free (settings->shape_text);
  g_free (settings->rhs_text);
  g_free (settings->guess_text);
  g_free (settings->ordering_text);
  g_free (settings);
}

char **
seidel_cli_method_ids (void)
{
  size_t n = 0;
  const SeidelMethod *methods = seidel_methods (&n);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    g_strv_builder_add (ids, methods[i].id);
  return g_strv_builder_end (ids);
}

char **
seidel_cli_engine_ids (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    g_strv_builder_add (ids, engines[i].id);
  return g_strv_builder_end (ids);
}

char **
seidel_cli_strategy_ids (void)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  for (size_t i = 0; i < n; i++)
    for (int s = 0; engines[i].engine != NULL && s < engines[i].engine->n_strategies; s++)
      {
        const char *id = engines[i].engine->strategies[s].id;
        if (!g_ptr_array_find_with_equal_func (ids, id, g_str_equal, NULL))
          g_ptr_array_add (ids, g_strdup (id));
      }
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_steal (ids, NULL);
}

static char **
method_choices (void)
{
  g_auto (GStrv) ids = seidel_cli_method_ids ();
  g_autoptr (GStrvBuilder) choices = g_strv_builder_new ();
  g_strv_builder_add (choices, SEIDEL_METHOD_AUTO);
  g_strv_builder_addv (choices, (const char **) ids);
  return g_strv_builder_end (choices);
}

static char **
strategy_choices (void)
{
  g_auto (GStrv) ids = seidel_cli_strategy_ids ();
  g_autoptr (GStrvBuilder) choices = g_strv_builder_new ();
  g_strv_builder_add (choices, AUTO);
  g_strv_builder_addv (choices, (const char **) ids);
  return g_strv_builder_end (choices);
}

char **
seidel_cli_precision_ids (void)
{
  size_t n = 0;
  const SeidelPrecisionInfo *precisions = seidel_precisions (&n);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    g_strv_builder_add (ids, precisions[i].id);
  return g_strv_builder_end (ids);
}

char **
seidel_cli_preconditioner_ids (void)
{
  size_t n = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    g_strv_builder_add (ids, kinds[i].id);
  return g_strv_builder_end (ids);
}

char **
seidel_cli_storage_ids (void)
{
  size_t n = 0;
  const SeidelStorageInfo *storages = seidel_storages (&n);
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    g_strv_builder_add (ids, storages[i].id);
  return g_strv_builder_end (ids);
}

static char **
storage_choices (void)
{
  g_auto (GStrv) ids = seidel_cli_storage_ids ();
  g_autoptr (GStrvBuilder) choices = g_strv_builder_new ();
  g_strv_builder_add (choices, AUTO);
  g_strv_builder_addv (choices, (const char **) ids);
  return g_strv_builder_end (choices);
}

static char **
ordering_forms (void)
{
  size_t n = 0;
  const SeidelOrdering *orderings = seidel_orderings (&n);
  g_autoptr (GStrvBuilder) forms = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *form =
        g_strconcat (orderings[i].id, orderings[i].takes_seed ? ":SEED" : NULL, NULL);
      g_strv_builder_add (forms, form);
    }
  return g_strv_builder_end (forms);
}

void
seidel_cli_ordering_add (char **text, SeidelCliOptions *options)
{
  seidel_cli_options_text (options, "ordering", "O", text, SEIDEL_ORDERING_NATURAL,
                           "Numbers the rows and columns anew before anything else is done; "
                           "‘seidel-cli orderings’ tells what each does.");
  seidel_cli_options_suggest (options, ordering_forms);
}

bool
seidel_cli_ordering_resolve (const char *text, SeidelOrderingSpec *spec, GError **error)
{
  if (seidel_ordering_spec_parse (text != NULL ? text : SEIDEL_ORDERING_NATURAL, spec, error))
    return true;
  g_prefix_error (error, "--ordering: ");
  return false;
}

/* One option for each parameter that there is. */
static void
add_parameters (SeidelCliSettings *settings, SeidelCliOptions *options)
{
  const SeidelParameter *parameters = seidel_parameters ();
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    {
      const SeidelParameter *parameter = &parameters[p];
      if (parameter->integral)
        seidel_cli_options_integer (options, parameter->id, "N", &settings->integers[p],
                                    parameter->minimum, parameter->maximum, parameter->sentence);
      else
        seidel_cli_options_real (options, parameter->id, "X", &settings->options.parameters[p],
                                 parameter->minimum, parameter->maximum, parameter->sentence);
      seidel_cli_options_watch (options, &settings->given[p]);
    }
}

/* One flag for each switch of the arithmetic. */
static void
add_arithmetics (SeidelCliSettings *settings, SeidelCliOptions *options)
{
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);
  for (size_t i = 0; i < n; i++)
    seidel_cli_options_flag (options, arithmetics[i].id, &settings->arithmetic[i],
                             arithmetics[i].sentence);
}

void
seidel_cli_settings_add (SeidelCliSettings *settings, SeidelCliOptions *options)
{
  SeidelOptions *o = &settings->options;
  seidel_cli_options_text (options, "rhs", "FILE|filed|ones|zeros|random:SEED|solution-ones",
                           &settings->rhs_text, DEFAULT_RHS,
                           "The right-hand side b: a file of numbers, the one that came along in "
                           "the matrix's file, all ones or zeros, random numbers, or A times all "
                           "ones, so that the solution is known.");
  seidel_cli_options_text (options, "guess", "FILE|zeros|ones|random:SEED", &settings->guess_text,
                           DEFAULT_GUESS, "The first guess.");
  seidel_cli_options_choice (options, "method", "M", &settings->method_text, method_choices,
                             o->method,
                             "The method; ‘seidel-cli methods’ tells what each needs of the "
                             "matrix. auto chooses by the matrix, together with a preconditioner, "
                             "and goes on with the next where one fails; see ‘seidel-cli advise’.");
  seidel_cli_options_choice (options, "preconditioner", "P", &settings->preconditioner_text,
                             seidel_cli_preconditioner_ids, o->preconditioner,
                             "What the method is helped by, if it takes one; ‘seidel-cli "
                             "preconditioners’ tells what each does.");
  add_parameters (settings, options);
  seidel_cli_options_choice (options, "engine", "E", &settings->engine_text, seidel_cli_engine_ids,
                             o->engine,
                             "What computes; ‘seidel-cli engines’ tells which can be used here.");
  seidel_cli_options_choice (options, "strategy", "S", &settings->strategy_text, strategy_choices,
                             o->strategy,
                             "How sweeps are carried out, for methods that have them; auto "
                             "chooses by the matrix and says what it chose.");
  seidel_cli_options_choice (options, "precision", "P", &settings->precision_text,
                             seidel_cli_precision_ids, seidel_precision_id (o->precision),
                             "The numbers the run computes with.");
  add_arithmetics (settings, options);
  size_t n_storages = 0;
  seidel_cli_options_choice (
    options, "storage", "S", &settings->storage_text, storage_choices,
    seidel_storages (&n_storages)[o->storage].id,
    "How the engine holds the matrix; auto takes what needs the fewest "
    "bytes, as far as the other choices allow. ‘seidel-cli info’ tells how "
    "many each needs.");
  seidel_cli_options_text (options, "shape", "ROWSxTHREADS", &settings->shape_text, AUTO,
                           "How many rows each block of threads takes in products with a dense "
                           "matrix, and how many threads share a row, powers of two, on an engine "
                           "that has blocks; auto is as the engine thinks best.");
  seidel_cli_ordering_add (&settings->ordering_text, options);
  seidel_cli_options_real (options, "tolerance", "T", &o->tolerance, 0.0, HUGE_VAL,
                           "Converged when the norm of the residual falls to T times the norm of "
                           "b, or of the first residual where b is zero; 0 switches this off.");
  seidel_cli_options_real (options, "absolute-tolerance", "T", &o->absolute_tolerance, 0.0,
                           HUGE_VAL,
                           "Converged also when the norm of the residual falls to T; 0 switches "
                           "this off.");
  seidel_cli_options_integer (options, "max-iterations", "N", &o->max_iterations, 0.0, HUGE_VAL,
                              "Give up after N iterations.");
  seidel_cli_options_real (options, "time-limit", "SECONDS", &o->time_limit, 0.0, HUGE_VAL,
                           "Give up after this time of solving; 0 is no limit.");
  seidel_cli_options_flag (options, "track-error", &o->track_error,
                           "Follow the error as well: against the known solution, or else against "
                           "that of a sparse direct method, which is computed first.");
  seidel_cli_options_integer (options, "threads", "N", &settings->threads, 0.0, MAX_THREADS,
                              "Threads of the CPU engine; 0 is all processors.");
  seidel_cli_matrix_add_options (options);
}

static bool
resolve_strategy (SeidelCliSettings *settings,
                  const SeidelEngineEntryInfo *engine,
                  const char *id,
                  GError **error)
{
  if (id == NULL || g_str_equal (id, AUTO) || engine->engine == NULL)
    {
      if (id != NULL)
        settings->options.strategy = g_intern_string (id);
      return true;
    }
  int index = seidel_engine_find_strategy (engine->engine, id);
  if (index >= 0)
    {
      settings->options.strategy = engine->engine->strategies[index].id;
      return true;
    }
  g_autoptr (GString) valid = g_string_new (AUTO);
  for (int s = 0; s < engine->engine->n_strategies; s++)
    g_string_append_printf (valid, ", %s", engine->engine->strategies[s].id);
  g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0,
               "--strategy: the engine %s has no ‘%s’; it must be one of: %s", engine->id, id,
               valid->str);
  return false;
}

/* What heeds a parameter, in words. */
static char *
list_heeding (int parameter)
{
  size_t n_methods = 0;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  g_autoptr (GString) list = g_string_new (NULL);
  for (size_t i = 0; i < n_methods; i++)
    if (methods[i].parameters & (1u << parameter))
      g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", methods[i].id);
  for (size_t i = 0; i < n_kinds; i++)
    if (kinds[i].parameters & (1u << parameter))
      g_string_append_printf (list, "%sthe preconditioner %s", list->len > 0 ? ", " : "",
                              kinds[i].id);
  return g_strdup (list->str);
}

/* A parameter that nothing heeds is a mistake worth telling. */
static bool
resolve_parameters (SeidelCliSettings *settings, GError **error)
{
  SeidelOptions *options = &settings->options;
  const SeidelParameter *parameters = seidel_parameters ();
  const SeidelMethod *method = seidel_method_find (options->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);
  /* Whatever is chosen automatically, the parameters are heeded where they apply. */
  unsigned int heeded = method != NULL ? method->parameters | kind->parameters : ~0u;
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    {
      if (settings->given[p] && (heeded & (1u << p)) == 0)
        {
          g_autofree char *heeding = list_heeding (p);
          g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0,
                       "--%s: neither the method %s nor the preconditioner %s heeds it; it is "
                       "heeded by: %s",
                       parameters[p].id, method->id, kind->id, heeding);
          return false;
        }
      if (parameters[p].integral)
        options->parameters[p] = (double) settings->integers[p];
    }
  return true;
}

/* A method that computes from the matrix as it was read has no use for how an engine does. */
static bool
resolve_storage (SeidelCliSettings *settings, GError **error)
{
  const SeidelMethod *method = seidel_method_find (settings->options.method);
  const char *text = settings->storage_text;
  if (text == NULL)
    return true;
  if (method != NULL && method->on_host)
    {
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0,
                   "--storage: the method %s holds the matrix in its own way", method->id);
      return false;
    }
  settings->proposed_storage = g_str_equal (text, AUTO);
  if (!settings->proposed_storage)
    seidel_storage_parse (text, &settings->options.storage);
  return true;
}

static bool
resolve_arithmetic (SeidelCliSettings *settings, GError **error)
{
  const SeidelMethod *method = seidel_method_find (settings->options.method);
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);
  for (size_t i = 0; i < n; i++)
    {
      if (!settings->arithmetic[i])
        continue;
      if (method != NULL && method->on_host)
        {
          g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0,
                       "--%s: the method %s computes in its own way", arithmetics[i].id,
                       method->id);
          return false;
        }
      settings->options.arithmetic |= (int) arithmetics[i].flag;
    }
  return true;
}

static bool
resolve_shape (SeidelCliSettings *settings, GError **error)
{
  if (settings->shape_text == NULL
      || seidel_shape_parse (settings->shape_text, &settings->options.shape, error))
    return true;
  g_prefix_error (error, "--shape: ");
  return false;
}

static bool
resolve_vector (const char *option,
                const char *text,
                const char *initial,
                SeidelVectorRole role,
                SeidelVectorSpec *spec,
                GError **error)
{
  if (seidel_vector_spec_parse (text != NULL ? text : initial, role, spec, error))
    return true;
  g_prefix_error (error, "--%s: ", option);
  return false;
}

bool
seidel_cli_settings_resolve (SeidelCliSettings *settings, GError **error)
{
  SeidelOptions *options = &settings->options;
  if (settings->method_text != NULL)
    options->method = g_str_equal (settings->method_text, SEIDEL_METHOD_AUTO)
                        ? SEIDEL_METHOD_AUTO
                        : seidel_method_find (settings->method_text)->id;
  if (settings->engine_text != NULL)
    options->engine = seidel_engines_find (settings->engine_text)->id;
  if (!resolve_strategy (settings, seidel_engines_find (options->engine), settings->strategy_text,
                         error))
    return false;
  if (settings->precision_text != NULL)
    seidel_precision_parse (settings->precision_text, &options->precision);
  if (settings->preconditioner_text != NULL && seidel_method_find (options->method) == NULL)
    {
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0,
                   "--preconditioner: the method %s chooses the preconditioner as well",
                   options->method);
      return false;
    }
  if (settings->preconditioner_text != NULL)
    options->preconditioner = seidel_preconditioner_find (settings->preconditioner_text)->id;
  options->threads = (int) settings->threads;
  return resolve_parameters (settings, error) && resolve_storage (settings, error)
         && resolve_shape (settings, error) && resolve_arithmetic (settings, error)
         && seidel_cli_ordering_resolve (settings->ordering_text, &settings->ordering, error)
         && (settings->rhs_text == NULL
             || resolve_vector ("rhs", settings->rhs_text, settings->rhs_text,
                                SEIDEL_VECTOR_ROLE_RHS, &settings->rhs, error))
         && resolve_vector ("guess", settings->guess_text, DEFAULT_GUESS, SEIDEL_VECTOR_ROLE_GUESS,
                            &settings->guess, error);
}

SeidelVectorSpec
seidel_cli_settings_rhs (const SeidelCliSettings *settings, const SeidelMatrix *matrix)
{
  if (settings->rhs_text != NULL)
    return settings->rhs;
  return (SeidelVectorSpec){ .kind = matrix->rhs != NULL ? SEIDEL_VECTOR_FILED
                                                         : SEIDEL_VECTOR_SOLUTION_ONES };
}
