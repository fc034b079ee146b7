/* Reading the values of a lesson: measured, computed, cited, or from an experiment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-read-private.h"

#include <string.h>

#include "experiment/seidel-experiment-list.h"

static bool
read_measure (const SeidelJsonPlace *place, SeidelLessonValue *value, GError **error)
{
  g_autofree char *id = seidel_json_read_text (place, "measure", NULL, error);

  if (id == NULL)
    return false;
  value->measure = seidel_experiment_measure_find (id);
  if (value->measure == NULL)
    return seidel_json_fail (place, "measure", error, "there is no measure “%s”", id);
  value->unit = value->measure->unit;
  return true;
}

static bool
read_measured (const SeidelLesson *self,
               const SeidelJsonPlace *place,
               SeidelLessonValue *value,
               GError **error)
{
  g_autofree char *id = seidel_json_read_text (place, "setup", NULL, error);
  const int setup = id != NULL ? seidel_lesson_find_setup (self, id) : -1;

  if (id == NULL)
    return false;
  if (setup < 0)
    return seidel_json_fail (place, "setup", error, "there is no setup “%s”", id);
  value->source = SEIDEL_LESSON_MEASURED;
  value->setup = (size_t) setup;
  return read_measure (place, value, error);
}

static bool
has_label (const SeidelExperimentDimension *dimension, const char *label)
{
  for (size_t i = 0; i < dimension->n; i++)
    if (strcmp (dimension->values[i].label, label) == 0)
      return true;
  return strcmp (label, "*") == 0;
}

/* A label, or "*", for each dimension. */
static bool
read_labels (const SeidelExperiment *experiment,
             const SeidelJsonPlace *place,
             const char *member,
             char ***labels,
             GError **error)
{
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, member, true, &array, error))
    return false;
  if ((int) json_array_get_length (array) != experiment->n_dimensions)
    return seidel_json_fail (place, member, error, "%d labels were expected",
                             experiment->n_dimensions);
  *labels = g_new0 (char *, (size_t) experiment->n_dimensions + 1);
  for (int d = 0; d < experiment->n_dimensions; d++)
    {
      JsonNode *node = json_array_get_element (array, (guint) d);
      const char *label = seidel_json_is_text (node) ? json_node_get_string (node) : "";

      if (!has_label (&experiment->dimensions[d], label))
        return seidel_json_fail (place, member, error, "“%s” has no value “%s”",
                                 experiment->dimensions[d].name, label);
      (*labels)[d] = g_strdup (label);
    }
  return true;
}

static bool
read_find (const SeidelJsonPlace *place, SeidelLessonFind *find, GError **error)
{
  static const char *const names[] = { "value", "least", "where-least", "where-below" };
  g_autofree char *name = seidel_json_read_text (place, "find", names[0], error);

  if (name == NULL)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0)
      {
        *find = (SeidelLessonFind) i;
        return true;
      }
  return seidel_json_fail (place, "find", error,
                           "“value”, “least”, “where-least” or “where-below” was expected");
}

static bool
read_from_experiment (const SeidelJsonPlace *place, SeidelLessonValue *value, GError **error)
{
  g_autoptr (SeidelExperiment) experiment = NULL;
  g_autoptr (GError) cause = NULL;

  value->source = SEIDEL_LESSON_EXPERIMENT;
  value->experiment = seidel_json_read_id (place, "experiment", error);
  if (value->experiment == NULL)
    return false;
  experiment = seidel_experiment_find (value->experiment, &cause);
  if (experiment == NULL)
    return seidel_json_fail (place, "experiment", error, "%s", cause->message);
  if (!read_measure (place, value, error) || !read_find (place, &value->find, error)
      || !read_labels (experiment, place, "at", &value->at, error))
    return false;
  if (seidel_experiment_measure_index (experiment, value->measure) < 0)
    return seidel_json_fail (place, "measure", error, "the experiment does not measure it");
  if (value->find >= SEIDEL_LESSON_WHERE_LEAST)
    value->unit = SEIDEL_MEASURE_NUMBER;
  return value->find != SEIDEL_LESSON_WHERE_BELOW
         || read_labels (experiment, place, "than", &value->than, error);
}

static bool
read_cited (const SeidelJsonPlace *place, SeidelLessonValue *value, GError **error)
{
  value->source = SEIDEL_LESSON_CITED;
  value->unit = SEIDEL_MEASURE_NUMBER;
  value->where = seidel_json_read_text (place, "source", NULL, error);
  return value->where != NULL
         && seidel_json_read_number (place, "cited", -G_MAXDOUBLE, G_MAXDOUBLE, &value->cited,
                                     error);
}

static bool
read_unit (const SeidelJsonPlace *place, SeidelMeasureUnit *unit, GError **error)
{
  static const char *const names[] = {
    [SEIDEL_MEASURE_COUNT] = "count",   [SEIDEL_MEASURE_SECONDS] = "seconds",
    [SEIDEL_MEASURE_NUMBER] = "number", [SEIDEL_MEASURE_PERCENT] = "percent",
    [SEIDEL_MEASURE_BYTES] = "bytes",   [SEIDEL_MEASURE_BYTES_PER_SECOND] = "bytes-per-second",
  };
  g_autofree char *name =
    seidel_json_read_text (place, "unit", names[SEIDEL_MEASURE_NUMBER], error);

  if (name == NULL)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0)
      {
        *unit = (SeidelMeasureUnit) i;
        return true;
      }
  return seidel_json_fail (place, "unit", error, "there is no unit “%s”", name);
}

static bool
read_computed (const SeidelLesson *self,
               const SeidelJsonPlace *place,
               SeidelLessonValue *value,
               GError **error)
{
  value->source = SEIDEL_LESSON_COMPUTED;
  value->expression = seidel_json_read_text (place, "expression", NULL, error);
  return value->expression != NULL && read_unit (place, &value->unit, error)
         && seidel_lesson_read_expression (self, place, "expression", value->expression, error);
}

static bool
read_value (const SeidelLesson *self,
            const SeidelJsonPlace *place,
            SeidelLessonValue *value,
            GError **error)
{
  static const char *const known[] = { "setup", "measure",    "experiment", "at",
                                       "than",  "find",       "cited",      "source",
                                       "unit",  "expression", "digits",     NULL };

  if (!seidel_json_check_members (place, known, error)
      || !seidel_json_read_count (place, "digits", 1, &value->digits, error))
    return false;
  if (json_object_has_member (place->object, "cited"))
    return read_cited (place, value, error);
  if (json_object_has_member (place->object, "experiment"))
    return read_from_experiment (place, value, error);
  if (json_object_has_member (place->object, "expression"))
    return read_computed (self, place, value, error);
  return read_measured (self, place, value, error);
}

/* An expression may use the values before it. */
bool
seidel_lesson_read_values (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  JsonNode *node = json_object_get_member (place->object, "values");
  g_autoptr (GList) ids = NULL;
  SeidelJsonPlace inner;

  if (node == NULL)
    return true;
  if (!seidel_lesson_open_object (place, node, "values", &inner, error))
    return false;
  ids = json_object_get_members (inner.object);
  self->values = g_new0 (SeidelLessonValue, g_list_length (ids));
  for (GList *id = ids; id != NULL; id = id->next)
    {
      g_autofree char *path = g_strdup_printf ("values.%s", (const char *) id->data);
      SeidelLessonValue value = { 0 };
      SeidelJsonPlace place_of_value;

      if (!seidel_lesson_check_name (&inner, id->data, error)
          || !seidel_lesson_open_object (place, json_object_get_member (inner.object, id->data),
                                         path, &place_of_value, error))
        return false;
      const bool read = read_value (self, &place_of_value, &value, error);
      value.id = g_strdup (id->data);
      self->values[self->n_values++] = value;
      if (!read)
        return false;
    }
  return true;
}
