/* Reading and writing the options of a run by the rows of their table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-setting.h"

#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-shape.h"

#define AUTO "auto"

const SeidelSetting *
seidel_setting (SeidelPlanItem item)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    if (settings[i].item == item)
      return &settings[i];
  return NULL;
}

const SeidelSetting *
seidel_setting_of_parameter (SeidelParameterIndex parameter)
{
  return seidel_setting ((SeidelPlanItem) (SEIDEL_PLAN_PARAMETERS + (int) parameter));
}

const SeidelSetting *
seidel_setting_find (const char *id)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    if (g_strcmp0 (settings[i].id, id) == 0)
      return &settings[i];
  return NULL;
}

static const SeidelEngine *
engine_of (const SeidelOptions *options)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find (options->engine);

  return info != NULL ? info->engine : NULL;
}

/* The table behind a choice: rows of size bytes that begin with id and name. */
static const char *
find_rows (const SeidelSetting *self, const SeidelOptions *options, size_t *n, size_t *size)
{
  const SeidelEngine *engine;

  *n = (size_t) self->maximum + 1;
  *size = sizeof *self->values;
  switch (self->item)
    {
    case SEIDEL_PLAN_METHOD:
      *size = sizeof (SeidelMethod);
      return (const char *) seidel_methods (n);
    case SEIDEL_PLAN_PRECONDITIONER:
      *size = sizeof (SeidelPreconditionerKind);
      return (const char *) seidel_preconditioners (n);
    case SEIDEL_PLAN_ENGINE:
      *size = sizeof (SeidelEngineEntryInfo);
      return (const char *) seidel_engines (n);
    case SEIDEL_PLAN_PRECISION:
      *size = sizeof (SeidelPrecisionInfo);
      return (const char *) seidel_precisions (n);
    case SEIDEL_PLAN_STORAGE:
      *size = sizeof (SeidelStorageInfo);
      return (const char *) seidel_storages (n);
    case SEIDEL_PLAN_STRATEGY:
      engine = engine_of (options);
      *size = sizeof (SeidelStrategy);
      *n = engine != NULL ? (size_t) engine->n_strategies : 0;
      return engine != NULL ? (const char *) engine->strategies : NULL;
    default:
      return (const char *) self->values;
    }
}

bool
seidel_setting_value (const SeidelSetting *self,
                      const SeidelOptions *options,
                      size_t i,
                      SeidelSettingValue *value)
{
  const char *const *texts;
  const char *rows;
  size_t n;
  size_t size;

  *value = (SeidelSettingValue){ 0 };
  if (self->automatic != NULL && i-- == 0)
    {
      *value = (SeidelSettingValue){ AUTO, N_ ("Automatic"), self->automatic, NULL };
      return true;
    }
  rows = find_rows (self, options, &n, &size);
  if (i >= n)
    return false;
  texts = (const void *) (rows + i * size);
  *value = (SeidelSettingValue){ .id = texts[0], .name = texts[1] };
  if (self->item == SEIDEL_PLAN_ENGINE)
    {
      const SeidelEngine *engine = ((const SeidelEngineEntryInfo *) (const void *) rows)[i].engine;

      value->sentence = engine != NULL ? engine->sentence : NULL;
    }
  else
    value->sentence = texts[2];
  if (self->item == SEIDEL_PLAN_METHOD)
    value->section = seidel_family_name (((const SeidelMethod *) (const void *) rows)[i].family);
  return true;
}

const SeidelSettingValue *
seidel_parameter_value (SeidelParameterIndex parameter, double value)
{
  const SeidelSetting *self = seidel_setting_of_parameter (parameter);

  return self->values != NULL && seidel_setting_allows (self, value) ? &self->values[(int) value]
                                                                     : NULL;
}

static char *
join_ids (const SeidelSetting *self)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (int i = 0; i <= (int) self->maximum; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", self->values[i].id);
  return g_strdup_printf (seidel_text ("one of: %s"), ids->str);
}

char *
seidel_setting_expected (const SeidelSetting *self)
{
  char minimum[G_ASCII_DTOSTR_BUF_SIZE];
  char maximum[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->expected != NULL)
    return g_strdup (seidel_text (self->expected));
  if (self->values != NULL)
    return join_ids (self);
  g_ascii_formatd (minimum, sizeof minimum, "%.4g", self->minimum);
  g_ascii_formatd (maximum, sizeof maximum, "%.4g", self->maximum);
  return g_strdup_printf (self->integral ? seidel_text ("a whole number from %s to %s")
                                         : seidel_text ("a number from %s to %s"),
                          minimum, maximum);
}

bool
seidel_setting_allows (const SeidelSetting *self, double value)
{
  return value >= self->minimum && (self->open ? value < self->maximum : value <= self->maximum)
         && (!self->integral || value == floor (value));
}

static void *
member (const SeidelSetting *self, SeidelOptions *options)
{
  return (char *) options + self->offset;
}

double
seidel_setting_get (const SeidelSetting *self, const SeidelOptions *options)
{
  const void *at = (const char *) options + self->offset;

  switch (self->type)
    {
    case SEIDEL_MEMBER_REAL:
      return *(const double *) at;
    case SEIDEL_MEMBER_INT:
      return *(const int *) at;
    case SEIDEL_MEMBER_COUNT:
      return (double) *(const int64_t *) at;
    case SEIDEL_MEMBER_BOOL:
      return *(const bool *) at;
    case SEIDEL_MEMBER_FLAG:
      return (*(const int *) at & self->flag) != 0;
    case SEIDEL_MEMBER_TEXT:
    case SEIDEL_MEMBER_SHAPE:
    default:
      g_return_val_if_reached (NAN);
    }
}

void
seidel_setting_set (const SeidelSetting *self, SeidelOptions *options, double value)
{
  void *at = member (self, options);

  switch (self->type)
    {
    case SEIDEL_MEMBER_REAL:
      *(double *) at = value;
      break;
    case SEIDEL_MEMBER_INT:
      *(int *) at = (int) CLAMP (value, G_MININT, G_MAXINT);
      break;
    case SEIDEL_MEMBER_COUNT:
      *(int64_t *) at = (int64_t) CLAMP (value, -9e18, 9e18);
      break;
    case SEIDEL_MEMBER_BOOL:
      *(bool *) at = value != 0.0;
      break;
    case SEIDEL_MEMBER_FLAG:
      *(int *) at = value != 0.0 ? *(int *) at | self->flag : *(int *) at & ~self->flag;
      break;
    case SEIDEL_MEMBER_TEXT:
    case SEIDEL_MEMBER_SHAPE:
    default:
      g_return_if_reached ();
    }
}

/* With as many digits as it takes to read the same number. */
static char *
number_to_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.15g", value);
  if (g_ascii_strtod (text, NULL) != value)
    g_ascii_dtostr (text, sizeof text, value);
  return g_strdup (text);
}

static char *
choice_to_text (const SeidelSetting *self, const SeidelOptions *options)
{
  const double index = seidel_setting_get (self, options);
  const size_t i = (size_t) (index + (self->automatic != NULL ? 1.0 : 0.0));
  SeidelSettingValue value;

  return index >= -1.0 && seidel_setting_value (self, options, i, &value) ? g_strdup (value.id)
                                                                          : NULL;
}

char *
seidel_setting_get_text (const SeidelSetting *self, const SeidelOptions *options)
{
  const void *at = (const char *) options + self->offset;

  if (self->type == SEIDEL_MEMBER_TEXT)
    return g_strdup (*(const char *const *) at);
  if (self->type == SEIDEL_MEMBER_SHAPE)
    return seidel_shape_to_text (*(const SeidelShape *) at);
  if (self->kind == SEIDEL_SETTING_CHOICE)
    return choice_to_text (self, options);
  if (self->kind == SEIDEL_SETTING_SWITCH)
    return g_strdup (seidel_setting_get (self, options) != 0.0 ? "true" : "false");
  return number_to_text (seidel_setting_get (self, options));
}

static bool
refuse (const SeidelSetting *self, const char *text, GError **error)
{
  g_autofree char *expected = seidel_setting_expected (self);

  return seidel_fail (error, SEIDEL_ERROR_INVALID, seidel_text ("“%s” is not %s"), text, expected);
}

/* Of an engine, that there is such a one: not whether it is available. */
static const char *
find_engine (const char *text)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (text);

  return strcmp (text, AUTO) == 0 ? SEIDEL_ENGINE_AUTO : entry != NULL ? entry->id : NULL;
}

static bool
set_choice (const SeidelSetting *self, SeidelOptions *options, const char *text)
{
  SeidelSettingValue value = { 0 };
  size_t i = 0;

  if (self->automatic != NULL && strcmp (text, "automatic") == 0)
    text = AUTO;
  if (self->item == SEIDEL_PLAN_ENGINE)
    value.id = find_engine (text);
  else if (self->item == SEIDEL_PLAN_STRATEGY)
    value.id = g_intern_string (text);
  else
    while (seidel_setting_value (self, options, i, &value) && strcmp (value.id, text) != 0)
      i++;
  if (value.id == NULL || strcmp (value.id, text) != 0)
    return false;
  if (self->type == SEIDEL_MEMBER_TEXT)
    *(const char **) member (self, options) = value.id;
  else
    seidel_setting_set (self, options, (double) i - (self->automatic != NULL ? 1.0 : 0.0));
  return true;
}

static bool
set_number (const SeidelSetting *self, SeidelOptions *options, const char *text)
{
  char *end = NULL;
  const double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (value) || !seidel_setting_allows (self, value))
    return false;
  seidel_setting_set (self, options, value);
  return true;
}

static bool
set_switch (const SeidelSetting *self, SeidelOptions *options, const char *text)
{
  const bool on = strcmp (text, "true") == 0;

  if (!on && strcmp (text, "false") != 0)
    return false;
  seidel_setting_set (self, options, on ? 1.0 : 0.0);
  return true;
}

bool
seidel_setting_set_text (const SeidelSetting *self,
                         SeidelOptions *options,
                         const char *text,
                         GError **error)
{
  bool set = text[0] != '\0';

  if (self->type == SEIDEL_MEMBER_SHAPE)
    return seidel_shape_parse (text, member (self, options), error);
  if (self->kind == SEIDEL_SETTING_CHOICE)
    set = set && set_choice (self, options, text);
  else if (self->kind == SEIDEL_SETTING_NUMBER)
    set = set_number (self, options, text);
  else if (self->kind == SEIDEL_SETTING_SWITCH)
    set = set_switch (self, options, text);
  else if (set)
    *(const char **) member (self, options) = g_intern_string (text);
  return set || refuse (self, text, error);
}

void
seidel_setting_reset (const SeidelSetting *self, SeidelOptions *options)
{
  SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  if (self->type == SEIDEL_MEMBER_TEXT)
    *(const char **) member (self, options) = *(const char **) member (self, &defaults);
  else if (self->type == SEIDEL_MEMBER_SHAPE)
    options->shape = defaults.shape;
  else
    seidel_setting_set (self, options, seidel_setting_get (self, &defaults));
}

bool
seidel_setting_is_default (const SeidelSetting *self, const SeidelOptions *options)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  g_autofree char *text = seidel_setting_get_text (self, options);
  g_autofree char *initial = seidel_setting_get_text (self, &defaults);

  return g_strcmp0 (text, initial) == 0;
}

SeidelOptions *
seidel_options_new (void)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  return g_memdup2 (&defaults, sizeof defaults);
}

void
seidel_options_free (SeidelOptions *options)
{
  g_free (options);
}

static const SeidelSetting *
find_or_fail (const char *id, GError **error)
{
  const SeidelSetting *setting = seidel_setting_find (id);
  g_autoptr (GString) ids = NULL;
  const SeidelSetting *settings;
  size_t n;

  if (setting != NULL)
    return setting;
  ids = g_string_new (NULL);
  settings = seidel_settings (&n);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? ", " : "", settings[i].id);
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text ("there is no option “%s”; the options are: %s"), id, ids->str);
}

bool
seidel_options_set (SeidelOptions *options, const char *id, const char *text, GError **error)
{
  const SeidelSetting *setting = find_or_fail (id, error);

  if (setting == NULL)
    return false;
  if (seidel_setting_set_text (setting, options, text, error))
    return true;
  g_prefix_error (error, "%s: ", id);
  return false;
}

char *
seidel_options_get (const SeidelOptions *options, const char *id, GError **error)
{
  const SeidelSetting *setting = find_or_fail (id, error);

  return setting != NULL ? seidel_setting_get_text (setting, options) : NULL;
}
