/* Making an experiment from a run, as the JSON that one would write by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-vary.h"

#include <string.h>

#include "base/seidel-fail.h"
#include "experiment/seidel-experiment-private.h"
#include "gallery/seidel-gallery.h"
#include "method/seidel-method.h"
#include "plan/seidel-setting.h"
#include "base/seidel-translatable.h"

const char *const *
seidel_experiment_variables (void)
{
  static const char *const keys[] = { "size",      "method",         "preconditioner",
                                      "engine",    "strategy",       "threads",
                                      "precision", "storage",        "shape",
                                      "ordering",  "tolerance",      "omega",
                                      "restart",   "max-iterations", NULL };

  return keys;
}

static void
build_text (JsonBuilder *json, const char *member, const char *text)
{
  json_builder_set_member_name (json, member);
  json_builder_add_string_value (json, text);
}

static void
build_number (JsonBuilder *json, const char *member, double value)
{
  json_builder_set_member_name (json, member);
  seidel_experiment_build_number (json, value);
}

static void
build_options (JsonBuilder *json, const SeidelOptions *options)
{
  size_t n = 0;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *text = seidel_setting_get_text (&settings[i], options);

      if (settings[i].kind == SEIDEL_SETTING_NUMBER)
        build_number (json, settings[i].id, seidel_setting_get (&settings[i], options));
      else if (text != NULL && !settings[i].trusted)
        build_text (json, settings[i].id, text);
    }
}

/* The matrix as a setting names it; NULL with an error. */
static char *
name_matrix (const SeidelMatrix *matrix, GError **error)
{
  const SeidelOrigin *origin = &matrix->origin;

  if (origin->path != NULL && origin->variable == NULL)
    return g_strdup (origin->path);
  if (seidel_gallery_text (matrix->origin.format) != NULL)
    return g_strdup (seidel_gallery_text (matrix->origin.format));
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text ("%s is neither of the gallery nor the only matrix of a file"),
                      matrix->name);
}

/* Numbers are written as such, so that they have places on an axis. */
static void
build_values (JsonBuilder *json, const char *values)
{
  g_auto (GStrv) parts = g_strsplit (values, ",", -1);

  json_builder_set_member_name (json, "values");
  json_builder_begin_array (json);
  for (char **part = parts; *part != NULL; part++)
    {
      const char *text = g_strstrip (*part);
      char *end = NULL;
      const double number = g_ascii_strtod (text, &end);

      if (end != text && *end == '\0')
        seidel_experiment_build_number (json, number);
      else if (text[0] != '\0')
        json_builder_add_string_value (json, text);
    }
  json_builder_end_array (json);
}

static void
build_measures (JsonBuilder *json)
{
  static const char *const ids[] = { "solve",      "iterations", "per-iteration",
                                     "residual-2", "error-inf",  "work" };

  json_builder_set_member_name (json, "measures");
  json_builder_begin_array (json);
  for (size_t i = 0; i < G_N_ELEMENTS (ids); i++)
    json_builder_add_string_value (json, ids[i]);
  json_builder_end_array (json);
}

SeidelExperiment *
seidel_experiment_vary (const SeidelMatrix *matrix,
                        const SeidelOptions *options,
                        const char *key,
                        const char *values,
                        int repeats,
                        GError **error)
{
  g_autofree char *name = name_matrix (matrix, error);
  g_autofree char *id = g_strconcat ("vary-", key, NULL);
  const SeidelMethod *method = seidel_method_find (options->method);
  g_autofree char *title = g_strdup_printf ("%s, %s: %s varies", matrix->name,
                                            method != NULL ? method->name : options->method, key);
  g_autoptr (JsonBuilder) json = json_builder_new ();

  if (name == NULL)
    return NULL;
  json_builder_begin_object (json);
  build_text (json, "schema", "seidel-experiment/1");
  build_text (json, "id", id);
  build_text (json, "title", title);
  json_builder_set_member_name (json, "hold");
  json_builder_begin_object (json);
  build_text (json, "matrix", name);
  build_text (json, "ordering", matrix->ordering);
  build_options (json, options);
  json_builder_end_object (json);
  json_builder_set_member_name (json, "vary");
  json_builder_begin_array (json);
  json_builder_begin_object (json);
  build_text (json, "vary", key);
  build_values (json, values);
  json_builder_end_object (json);
  json_builder_end_array (json);
  build_measures (json);
  build_number (json, "repeats", repeats);
  json_builder_set_member_name (json, "alternate");
  json_builder_add_boolean_value (json, TRUE);
  json_builder_end_object (json);
  g_autofree char *text = seidel_experiment_json_to_text (json);
  return seidel_experiment_parse (text, id, error);
}
