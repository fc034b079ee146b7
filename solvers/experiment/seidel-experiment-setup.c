/* The settings of a run by name: the only list of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-setup.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "engine/seidel-engines.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-shape.h"

static bool
refuse (GError **error, const char *text, const char *expected)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "“%s” is not %s", text, expected);
  return false;
}

static bool
set_matrix (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  setup->matrix = text;
  return text[0] != '\0' || refuse (error, text, "a matrix: its name is empty");
}

static bool
read_number (const char *text, double *value, GError **error)
{
  char *end = NULL;

  *value = g_ascii_strtod (text, &end);
  return (end != text && *end == '\0' && isfinite (*value)) || refuse (error, text, "a number");
}

static bool
set_size (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  return read_number (text, &setup->size, error);
}

static bool
set_ordering (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  return seidel_ordering_spec_parse (text, &setup->ordering, error);
}

static bool
check_vector (const char *text, SeidelVectorRole role, GError **error)
{
  SeidelVectorSpec spec = { 0 };
  const bool valid = seidel_vector_spec_parse (text, role, &spec, error);

  seidel_vector_spec_clear (&spec);
  return valid;
}

static bool
set_rhs (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  setup->rhs = text;
  return check_vector (text, SEIDEL_VECTOR_ROLE_RHS, error);
}

static bool
set_guess (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  setup->guess = text;
  return check_vector (text, SEIDEL_VECTOR_ROLE_GUESS, error);
}

static bool
set_method (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  const SeidelMethod *method = seidel_method_find (text);

  if (strcmp (text, SEIDEL_METHOD_AUTO) == 0)
    setup->options.method = SEIDEL_METHOD_AUTO;
  else if (method != NULL)
    setup->options.method = method->id;
  else
    return refuse (error, text, "a method");
  return true;
}

static bool
set_preconditioner (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (text);

  if (kind == NULL)
    return refuse (error, text, "a preconditioner");
  setup->options.preconditioner = kind->id;
  return true;
}

/* Engines are known whether they are available or not. */
static bool
set_engine (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (text);

  if (strcmp (text, SEIDEL_ENGINE_AUTO) == 0)
    {
      setup->options.engine = SEIDEL_ENGINE_AUTO;
      return true;
    }
  if (entry == NULL)
    return refuse (error, text, "an engine");
  setup->options.engine = entry->id;
  return true;
}

/* The strategies of an engine that is not available are not known. */
static bool
set_strategy (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  setup->options.strategy = g_intern_string (text);
  return true;
}

static bool
set_precision (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  return seidel_precision_parse (text, &setup->options.precision)
         || refuse (error, text, "a precision");
}

static bool
set_storage (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  if (strcmp (text, "auto") == 0)
    setup->options.storage = SEIDEL_STORAGE_AUTO;
  else if (!seidel_storage_parse (text, &setup->options.storage))
    return refuse (error, text, "a storage");
  return true;
}

static bool
set_shape (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  return seidel_shape_parse (text, &setup->options.shape, error);
}

/* One of the two numbers of a shape, so that each can vary; the other is 1 unless it was set. */
static bool
set_half_shape (SeidelExperimentSetup *setup, bool rows, const char *text, GError **error)
{
  const SeidelShape before = setup->options.shape;
  g_autofree char *other =
    g_strdup_printf ("%d", MAX (1, rows ? before.threads_per_row : before.rows_per_block));
  g_autofree char *shape = g_strdup_printf ("%sx%s", rows ? text : other, rows ? other : text);

  return seidel_shape_parse (shape, &setup->options.shape, error);
}

static bool
set_rows_per_block (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  return set_half_shape (setup, true, text, error);
}

static bool
set_threads_per_row (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  return set_half_shape (setup, false, text, error);
}

static bool
set_near_null (SeidelExperimentSetup *setup, const char *text, GError **error)
{
  setup->options.near_null = g_intern_string (text);
  return text[0] != '\0' || refuse (error, text, "a file: its name is empty");
}

static char *
number_to_text (double value)
{
  char text[SEIDEL_NUMBER_LENGTH];

  *seidel_format_number (text, value) = '\0';
  return g_strdup (text);
}

static char *
get_matrix (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->matrix);
}

static char *
get_size (const SeidelExperimentSetup *setup)
{
  return isnan (setup->size) ? NULL : number_to_text (setup->size);
}

static char *
get_ordering (const SeidelExperimentSetup *setup)
{
  return seidel_ordering_spec_to_text (&setup->ordering);
}

static char *
get_rhs (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->rhs);
}

static char *
get_guess (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->guess);
}

static char *
get_method (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->options.method);
}

static char *
get_preconditioner (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->options.preconditioner);
}

static char *
get_engine (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->options.engine);
}

static char *
get_strategy (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->options.strategy);
}

static char *
get_precision (const SeidelExperimentSetup *setup)
{
  return g_strdup (seidel_precision_id (setup->options.precision));
}

static char *
get_storage (const SeidelExperimentSetup *setup)
{
  const SeidelStorage storage = setup->options.storage;
  size_t n = 0;

  return g_strdup (storage == SEIDEL_STORAGE_AUTO ? "auto" : seidel_storages (&n)[storage].id);
}

static char *
get_shape (const SeidelExperimentSetup *setup)
{
  return seidel_shape_to_text (setup->options.shape);
}

static char *
get_near_null (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->options.near_null);
}

/* Those with a text; numbers and switches are the tables of the options. get is NULL where another
 * row has the same choice. */
static const struct
{
  const char *key;
  bool (*set) (SeidelExperimentSetup *setup, const char *text, GError **error);
  char *(*get) (const SeidelExperimentSetup *setup);
} texts[] = {
  { "matrix", set_matrix, get_matrix },
  { "size", set_size, get_size },
  { "ordering", set_ordering, get_ordering },
  { "rhs", set_rhs, get_rhs },
  { "guess", set_guess, get_guess },
  { "method", set_method, get_method },
  { "preconditioner", set_preconditioner, get_preconditioner },
  { "engine", set_engine, get_engine },
  { "strategy", set_strategy, get_strategy },
  { "precision", set_precision, get_precision },
  { "storage", set_storage, get_storage },
  { "shape", set_shape, get_shape },
  { "rows-per-block", set_rows_per_block, NULL },
  { "threads-per-row", set_threads_per_row, NULL },
  { "near-null", set_near_null, get_near_null },
};

static bool
set_limit (SeidelExperimentSetup *setup, int limit, const char *text, GError **error)
{
  double value = NAN;

  if (!read_number (text, &value, error))
    return false;
  if (!seidel_limit_allows (limit, value))
    return refuse (error, text, seidel_limits ()[limit].expected);
  seidel_limit_set (limit, &setup->options, value);
  return true;
}

static bool
set_parameter (SeidelExperimentSetup *setup, int index, const char *text, GError **error)
{
  const SeidelParameter *parameter = &seidel_parameters ()[index];
  double value = NAN;

  if (parameter->values != NULL)
    return seidel_parameter_parse (index, text, &setup->options.parameters[index])
           || refuse (error, text, "one of the values of the parameter");
  if (!read_number (text, &value, error))
    return false;
  if (value < parameter->minimum || value > parameter->maximum)
    return refuse (error, text, "within the bounds of the parameter");
  setup->options.parameters[index] = value;
  return true;
}

static bool
read_switch (const char *text, bool *on, GError **error)
{
  *on = strcmp (text, "true") == 0;
  return *on || strcmp (text, "false") == 0 || refuse (error, text, "true or false");
}

static bool
set_arithmetic (SeidelExperimentSetup *setup,
                SeidelArithmetic flag,
                const char *text,
                GError **error)
{
  bool on = false;

  if (!read_switch (text, &on, error))
    return false;
  setup->options.arithmetic =
    on ? setup->options.arithmetic | (int) flag : setup->options.arithmetic & ~(int) flag;
  return true;
}

static bool
set_switch (SeidelExperimentSetup *setup, int index, const char *text, GError **error)
{
  bool on = false;

  if (!read_switch (text, &on, error))
    return false;
  seidel_switch_set (index, &setup->options, on);
  return true;
}

/* Sets the choice if key is that of a number or a switch; *found says whether it is. */
static bool
set_from_tables (SeidelExperimentSetup *setup,
                 const char *key,
                 const char *text,
                 bool *found,
                 GError **error)
{
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);

  *found = true;
  for (int i = 0; i < SEIDEL_N_LIMITS; i++)
    if (strcmp (key, seidel_limits ()[i].id) == 0)
      return set_limit (setup, i, text, error);
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    if (strcmp (key, seidel_parameters ()[i].id) == 0)
      return set_parameter (setup, i, text, error);
  for (int i = 0; i < SEIDEL_N_SWITCHES; i++)
    if (strcmp (key, seidel_switches ()[i].id) == 0)
      return set_switch (setup, i, text, error);
  for (size_t i = 0; i < n; i++)
    if (strcmp (key, arithmetics[i].id) == 0)
      return set_arithmetic (setup, arithmetics[i].flag, text, error);
  *found = false;
  return false;
}

bool
seidel_experiment_setup_set (SeidelExperimentSetup *setup,
                             const char *key,
                             const char *text,
                             GError **error)
{
  bool set = false;
  bool found = false;

  for (size_t i = 0; i < G_N_ELEMENTS (texts) && !found; i++)
    if (strcmp (key, texts[i].key) == 0)
      {
        found = true;
        set = texts[i].set (setup, text, error);
      }
  if (!found)
    set = set_from_tables (setup, key, text, &found, error);
  if (!found)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no setting “%s”", key);
  return set;
}

static char *
get_parameter (const SeidelOptions *options, int index)
{
  const SeidelParameterValue *named = seidel_parameter_value (index, options->parameters[index]);

  return named != NULL ? g_strdup (named->id) : number_to_text (options->parameters[index]);
}

static char *
get_switch (bool on)
{
  return g_strdup (on ? "true" : "false");
}

/* NULL: key is none of those of the tables of numbers and switches. */
static char *
get_from_tables (const SeidelOptions *options, const char *key)
{
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);

  for (int i = 0; i < SEIDEL_N_LIMITS; i++)
    if (strcmp (key, seidel_limits ()[i].id) == 0)
      return number_to_text (seidel_limit_get (i, options));
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    if (strcmp (key, seidel_parameters ()[i].id) == 0)
      return get_parameter (options, i);
  for (int i = 0; i < SEIDEL_N_SWITCHES; i++)
    if (strcmp (key, seidel_switches ()[i].id) == 0)
      return get_switch (seidel_switch_get (i, options));
  for (size_t i = 0; i < n; i++)
    if (strcmp (key, arithmetics[i].id) == 0)
      return get_switch ((options->arithmetic & (int) arithmetics[i].flag) != 0);
  return NULL;
}

char *
seidel_experiment_setup_get (const SeidelExperimentSetup *setup, const char *key)
{
  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    if (strcmp (key, texts[i].key) == 0)
      return texts[i].get != NULL ? texts[i].get (setup) : NULL;
  return get_from_tables (&setup->options, key);
}

bool
seidel_experiment_setup_apply (SeidelExperimentSetup *setup,
                               const SeidelExperimentSetting *settings,
                               size_t n,
                               GError **error)
{
  for (size_t i = 0; i < n; i++)
    if (!seidel_experiment_setup_set (setup, settings[i].key, settings[i].text, error))
      return false;
  return true;
}

SeidelExperimentSetup
seidel_experiment_setup_new (void)
{
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelExperimentSetup setup = { .size = NAN, .options = options };

  seidel_ordering_spec_parse (SEIDEL_ORDERING_NATURAL, &setup.ordering, NULL);
  return setup;
}

char **
seidel_experiment_setting_keys (void)
{
  g_autoptr (GStrvBuilder) keys = g_strv_builder_new ();
  size_t n = 0;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    g_strv_builder_add (keys, texts[i].key);
  for (int i = 0; i < SEIDEL_N_LIMITS; i++)
    g_strv_builder_add (keys, seidel_limits ()[i].id);
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    g_strv_builder_add (keys, seidel_parameters ()[i].id);
  for (int i = 0; i < SEIDEL_N_SWITCHES; i++)
    g_strv_builder_add (keys, seidel_switches ()[i].id);
  for (size_t i = 0; i < n; i++)
    g_strv_builder_add (keys, arithmetics[i].id);
  return g_strv_builder_end (keys);
}

const char *
seidel_experiment_setting_find (const char *key)
{
  g_auto (GStrv) keys = seidel_experiment_setting_keys ();

  return g_strv_contains ((const char *const *) keys, key) ? g_intern_string (key) : NULL;
}

static bool
same_number (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

bool
seidel_experiment_setup_same_problem (const SeidelExperimentSetup *one,
                                      const SeidelExperimentSetup *other)
{
  return g_strcmp0 (one->matrix, other->matrix) == 0 && same_number (one->size, other->size)
         && one->ordering.ordering == other->ordering.ordering
         && one->ordering.seed == other->ordering.seed && g_strcmp0 (one->rhs, other->rhs) == 0
         && g_strcmp0 (one->guess, other->guess) == 0
         && g_strcmp0 (one->options.near_null, other->options.near_null) == 0;
}
