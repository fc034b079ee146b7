/* Options by id, histories by column: what programs without the structs read and set.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include <math.h>

#include "api/seidel-run.h"
#include "base/seidel-fail.h"
#include "plan/seidel-setting.h"
#include "solve/seidel-outcome-values.h"
#include "solve/seidel-reuse.h"

static gpointer
list_ids (gpointer unused)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);
  const char **ids = g_new0 (const char *, n + 1);

  for (size_t i = 0; i < n; i++)
    ids[i] = settings[i].id;
  return ids;
}

const char *const *
seidel_options_ids (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, list_ids, NULL);
}

const char *
seidel_options_sentence (const char *id)
{
  const SeidelSetting *setting = seidel_setting_find (id);

  return setting != NULL ? setting->sentence : NULL;
}

/* The option of an id, which has a number or is a switch. */
static const SeidelSetting *
find_number (const char *id, GError **error)
{
  const SeidelSetting *setting = seidel_setting_find (id);

  if (setting != NULL && setting->type != SEIDEL_MEMBER_TEXT && setting->type != SEIDEL_MEMBER_SHAPE
      && (setting->kind == SEIDEL_SETTING_NUMBER || setting->kind == SEIDEL_SETTING_SWITCH))
    return setting;
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      setting == NULL ? "there is no option “%s”"
                                      : "the option “%s” is not a number",
                      id);
}

bool
seidel_options_set_number (SeidelOptions *options, const char *id, double value, GError **error)
{
  const SeidelSetting *setting = find_number (id, error);
  g_autofree char *expected = NULL;

  if (setting == NULL)
    return false;
  if (setting->kind == SEIDEL_SETTING_SWITCH
        ? value == 0.0 || value == 1.0
        : isfinite (value) && seidel_setting_allows (setting, value))
    {
      seidel_setting_set (setting, options, value);
      return true;
    }
  expected = setting->kind == SEIDEL_SETTING_SWITCH ? g_strdup ("0 or 1")
                                                    : seidel_setting_expected (setting);
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s: %g where %s was expected", id, value,
                      expected);
}

double
seidel_options_get_number (const SeidelOptions *options, const char *id, GError **error)
{
  const SeidelSetting *setting = find_number (id, error);

  return setting != NULL ? seidel_setting_get (setting, options) : NAN;
}

bool
seidel_trace_has_stopped (SeidelTrace *trace)
{
  return seidel_trace_state (trace) >= SEIDEL_RUN_STOPPED;
}

/* A column of the trace; NaN by a name that there is not. */
static double
read_column (SeidelTrace *trace, const char *column, const SeidelTracePoint *point)
{
  const struct
  {
    const char *name;
    double value;
  } columns[] = {
    { "iteration", (double) point->iteration },
    { "seconds", point->seconds },
    { "residual", point->residual },
    { "relative", seidel_trace_relative (trace, point->residual) },
    { "error", point->error },
    { "normal", point->normal },
    { "maximum", point->maximum },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (columns); i++)
    if (g_str_equal (columns[i].name, column))
      return columns[i].value;
  return NAN;
}

size_t
seidel_trace_read (SeidelTrace *trace, const char *column, size_t first, size_t n, double *values)
{
  const size_t there = seidel_trace_n_points (trace);

  n = first < there ? MIN (n, there - first) : 0;
  for (size_t i = 0; i < n; i++)
    {
      const SeidelTracePoint point = seidel_trace_point (trace, first + i);

      values[i] = read_column (trace, column, &point);
    }
  return n;
}

const char *
seidel_outcome_sentence (const SeidelOutcome *outcome)
{
  return seidel_reason_sentence (outcome->reason);
}
