/* Writing an experiment as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-format.h"
#include "experiment/seidel-experiment-private.h"

void
seidel_experiment_build_number (JsonBuilder *json, double value)
{
  if (!isfinite (value))
    json_builder_add_null_value (json);
  else if (value == floor (value) && fabs (value) < 1e15)
    json_builder_add_int_value (json, (gint64) value);
  else
    json_builder_add_double_value (json, value);
}

char *
seidel_experiment_json_to_text (JsonBuilder *json)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = json_builder_get_root (json);

  json_generator_set_root (generator, root);
  g_autofree char *text = json_generator_to_data (generator, NULL);
  return seidel_format_mend_json (text);
}

static void
build_text (JsonBuilder *json, const char *member, const char *text)
{
  json_builder_set_member_name (json, member);
  json_builder_add_string_value (json, text);
}

/* Left out where it is empty. */
static void
build_optional (JsonBuilder *json, const char *member, const char *text)
{
  if (text[0] != '\0')
    build_text (json, member, text);
}

static void
build_settings (JsonBuilder *json, const char *member, const SeidelExperimentSettings *settings)
{
  json_builder_set_member_name (json, member);
  json_builder_begin_object (json);
  for (size_t i = 0; i < settings->n; i++)
    build_text (json, settings->all[i].key, settings->all[i].text);
  json_builder_end_object (json);
}

static void
build_value (JsonBuilder *json, const SeidelExperimentValue *value)
{
  json_builder_begin_object (json);
  build_text (json, "label", value->label);
  build_settings (json, "set", &value->settings);
  if (!isnan (value->number))
    {
      json_builder_set_member_name (json, "at");
      seidel_experiment_build_number (json, value->number);
    }
  json_builder_end_object (json);
}

static void
build_dimensions (JsonBuilder *json, const SeidelExperiment *self)
{
  json_builder_set_member_name (json, "vary");
  json_builder_begin_array (json);
  for (int d = 0; d < self->n_dimensions; d++)
    {
      const SeidelExperimentDimension *dimension = &self->dimensions[d];

      json_builder_begin_object (json);
      build_text (json, "name", dimension->name);
      if (dimension->key != NULL)
        build_text (json, "vary", dimension->key);
      json_builder_set_member_name (json, "values");
      json_builder_begin_array (json);
      for (size_t i = 0; i < dimension->n; i++)
        build_value (json, &dimension->values[i]);
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_measures (JsonBuilder *json, const SeidelExperiment *self)
{
  json_builder_set_member_name (json, "measures");
  json_builder_begin_array (json);
  for (size_t i = 0; i < self->n_measures; i++)
    json_builder_add_string_value (json, self->measures[i]->id);
  json_builder_end_array (json);
}

static void
build_rows (JsonBuilder *json, const SeidelExperiment *self, const double *values)
{
  const bool flat = self->n_dimensions == 1;
  const size_t n = flat ? 1 : self->dimensions[1].n;

  json_builder_begin_array (json);
  for (size_t i = 0; i < self->dimensions[0].n; i++)
    {
      if (!flat)
        json_builder_begin_array (json);
      for (size_t j = 0; j < n; j++)
        seidel_experiment_build_number (json, values[i * n + j]);
      if (!flat)
        json_builder_end_array (json);
    }
  json_builder_end_array (json);
}

static void
build_published (JsonBuilder *json, const SeidelExperiment *self)
{
  json_builder_set_member_name (json, "published");
  json_builder_begin_array (json);
  for (size_t i = 0; i < self->n_published; i++)
    {
      json_builder_begin_object (json);
      build_text (json, "measure", self->published[i].measure->id);
      build_optional (json, "source", self->published[i].source);
      json_builder_set_member_name (json, "values");
      build_rows (json, self, self->published[i].values);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_repeats (JsonBuilder *json, const SeidelExperiment *self)
{
  json_builder_set_member_name (json, "warm-up");
  json_builder_add_int_value (json, self->warm_up);
  json_builder_set_member_name (json, "repeats");
  json_builder_add_int_value (json, self->repeats);
  json_builder_set_member_name (json, "alternate");
  json_builder_add_boolean_value (json, self->alternate);
  json_builder_set_member_name (json, "seconds");
  seidel_experiment_build_number (json, self->seconds);
}

/* What is run, and what is taken of it. */
static void
build_measured (JsonBuilder *json, const SeidelExperiment *self)
{
  build_settings (json, "hold", &self->held);
  build_dimensions (json, self);
  build_measures (json, self);
  build_repeats (json, self);
  if (self->reference.n > 0)
    build_settings (json, "reference", &self->reference);
}

void
seidel_experiment_build_json (const SeidelExperiment *self, JsonBuilder *json)
{
  json_builder_begin_object (json);
  build_text (json, "schema", "seidel-experiment/1");
  build_text (json, "id", self->id);
  build_text (json, "title", self->title);
  build_optional (json, "sentence", self->sentence);
  build_optional (json, "source", self->source);
  build_optional (json, "since", self->since);
  build_optional (json, "changed", self->changed);
  seidel_experiment_build_statements (json, &self->statements);
  build_measured (json, self);
  if (self->baseline_dimension >= 0)
    build_text (json, "baseline",
                self->dimensions[self->baseline_dimension].values[self->baseline].label);
  if (self->scaling != SEIDEL_SCALING_NONE)
    build_text (json, "scaling", seidel_scaling_id (self->scaling));
  if (!isnan (self->published_serial))
    {
      json_builder_set_member_name (json, "published-serial");
      json_builder_add_double_value (json, self->published_serial);
    }
  build_text (json, "picture", seidel_experiment_picture_id (self->picture));
  json_builder_set_member_name (json, "logarithmic");
  json_builder_add_boolean_value (json, self->logarithmic);
  if (self->n_published > 0)
    build_published (json, self);
  json_builder_end_object (json);
}

char *
seidel_experiment_to_text (const SeidelExperiment *self)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();

  seidel_experiment_build_json (self, json);
  return seidel_experiment_json_to_text (json);
}

char *
seidel_experiment_measured_text (const SeidelExperiment *self)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();

  json_builder_begin_object (json);
  build_measured (json, self);
  json_builder_end_object (json);
  return seidel_experiment_json_to_text (json);
}
