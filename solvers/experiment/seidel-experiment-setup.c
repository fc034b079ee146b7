/* The settings of a run by name: those of its problem, and all of its options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-setup.h"

#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "io/bytes/seidel-output.h"
#include "plan/seidel-setting.h"
#include "run/seidel-shape.h"
#include "base/seidel-translatable.h"

static bool
refuse (GError **error, const char *text, const char *expected)
{
  return seidel_fail (error, SEIDEL_ERROR_INVALID, seidel_text ("“%s” is not %s"), text, expected);
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

static char *
get_matrix (const SeidelExperimentSetup *setup)
{
  return g_strdup (setup->matrix);
}

static char *
get_size (const SeidelExperimentSetup *setup)
{
  char text[SEIDEL_NUMBER_LENGTH];

  if (isnan (setup->size))
    return NULL;
  *seidel_format_number (text, setup->size) = '\0';
  return g_strdup (text);
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

static const SeidelSetting *
find_option (const char *key)
{
  const SeidelSetting *option = seidel_setting_find (key);

  return option != NULL && !option->trusted ? option : NULL;
}

/* Those that are no options, or half of one. get is NULL where another row has the same choice. */
static const struct
{
  const char *key;
  bool (*set) (SeidelExperimentSetup *setup, const char *text, GError **error);
  char *(*get) (const SeidelExperimentSetup *setup);
} own[] = {
  { "matrix", set_matrix, get_matrix },
  { "size", set_size, get_size },
  { "ordering", set_ordering, get_ordering },
  { "rhs", set_rhs, get_rhs },
  { "guess", set_guess, get_guess },
  { "rows-per-block", set_rows_per_block, NULL },
  { "threads-per-row", set_threads_per_row, NULL },
};

bool
seidel_experiment_setup_set (SeidelExperimentSetup *setup,
                             const char *key,
                             const char *text,
                             GError **error)
{
  const SeidelSetting *option = find_option (key);

  for (size_t i = 0; i < G_N_ELEMENTS (own); i++)
    if (strcmp (key, own[i].key) == 0)
      return own[i].set (setup, text, error);
  if (option != NULL)
    return seidel_setting_set_text (option, &setup->options, text, error);
  return seidel_fail (error, SEIDEL_ERROR_INVALID, seidel_text ("there is no setting “%s”"), key);
}

char *
seidel_experiment_setup_get (const SeidelExperimentSetup *setup, const char *key)
{
  const SeidelSetting *option = find_option (key);

  for (size_t i = 0; i < G_N_ELEMENTS (own); i++)
    if (strcmp (key, own[i].key) == 0)
      return own[i].get != NULL ? own[i].get (setup) : NULL;
  return option != NULL ? seidel_setting_get_text (option, &setup->options) : NULL;
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
  const SeidelSetting *options = seidel_settings (&n);

  for (size_t i = 0; i < G_N_ELEMENTS (own); i++)
    g_strv_builder_add (keys, own[i].key);
  for (size_t i = 0; i < n; i++)
    if (!options[i].trusted)
      g_strv_builder_add (keys, options[i].id);
  return g_strv_builder_end (keys);
}

const char *
seidel_experiment_setting_find (const char *key)
{
  const SeidelSetting *option = find_option (key);

  for (size_t i = 0; i < G_N_ELEMENTS (own); i++)
    if (strcmp (key, own[i].key) == 0)
      return own[i].key;
  return option != NULL ? option->id : NULL;
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
