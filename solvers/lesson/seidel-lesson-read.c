/* Reading a lesson from JSON. Every setting, measure, expression and placeholder is tried, so that
 * a step can only fail for what its runs say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-private.h"
#include "lesson/seidel-lesson-values.h"
#include "lesson/seidel-lesson-views.h"

#define SCHEMA       "seidel-lesson/1"
#define MOST_MINUTES 600

/* Letters of names in expressions. */
#define NAME_LETTERS G_CSET_a_2_z G_CSET_DIGITS "_"

/* The object that is a member of another, or a failure. path is that of the inner place. */
static bool
open_object (const SeidelJsonPlace *place,
             JsonNode *node,
             const char *path,
             SeidelJsonPlace *inner,
             GError **error)
{
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    {
      seidel_json_fail (place, path, error, "an object was expected");
      return false;
    }
  *inner = (SeidelJsonPlace){ place->file, path, json_node_get_object (node) };
  return true;
}

/* {"en": "…", "it": "…"}; without one it has no languages. */
static bool
read_languages (const SeidelJsonPlace *place,
                const char *member,
                bool required,
                SeidelLessonText *text,
                GError **error)
{
  JsonNode *node = json_object_get_member (place->object, member);
  g_autoptr (GStrvBuilder) languages = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  g_autoptr (GList) members = NULL;
  SeidelJsonPlace inner;

  if (node == NULL && !required)
    return true;
  if (!open_object (place, node, member, &inner, error))
    return false;
  if (!json_object_has_member (inner.object, "en"))
    return seidel_json_fail (place, member, error, "a text in English, “en”, was expected");
  members = json_object_get_members (inner.object);
  for (GList *language = members; language != NULL; language = language->next)
    {
      g_autofree char *read = seidel_json_read_text (&inner, language->data, NULL, error);

      if (read == NULL)
        return false;
      g_strv_builder_add (languages, language->data);
      g_strv_builder_add (texts, read);
    }
  text->languages = g_strv_builder_end (languages);
  text->texts = g_strv_builder_end (texts);
  text->n = g_strv_length (text->texts);
  return true;
}

/* Where a number could be claimed. */
static bool
read_checked (const SeidelLesson *self,
              const SeidelJsonPlace *place,
              const char *member,
              bool required,
              SeidelLessonText *text,
              GError **error)
{
  if (!read_languages (place, member, required, text, error))
    return false;
  for (size_t i = 0; i < text->n; i++)
    {
      g_autoptr (GError) cause = NULL;

      if (!seidel_lesson_check_text (self, text->texts[i], &cause))
        {
          g_autofree char *where = g_strdup_printf ("%s.%s", member, text->languages[i]);

          return seidel_json_fail (place, where, error, "%s", cause->message);
        }
    }
  return true;
}

static bool
check_expression (const SeidelLesson *self,
                  const SeidelJsonPlace *place,
                  const char *member,
                  const char *expression,
                  GError **error)
{
  g_autoptr (GError) cause = NULL;

  return seidel_lesson_check_expression (self, expression, &cause)
         || seidel_json_fail (place, member, error, "%s", cause->message);
}

static bool
check_name (const SeidelJsonPlace *place, const char *name, GError **error)
{
  return (g_ascii_islower (name[0]) && name[strspn (name, NAME_LETTERS)] == '\0')
         || seidel_json_fail (place, name, error,
                              "a name of small letters, digits and “_” was expected");
}

/* The one member of a setup that is no setting. */
static bool
take_label (const SeidelJsonPlace *place, const char *id, SeidelLessonText *label, GError **error)
{
  SeidelJsonPlace inner;

  if (!open_object (place, json_object_get_member (place->object, id), id, &inner, error)
      || !read_languages (&inner, "label", false, label, error))
    return false;
  json_object_remove_member (inner.object, "label");
  return true;
}

/* The settings of a setup are the other members of its object. */
static bool
read_setup (SeidelLesson *self, const SeidelJsonPlace *place, const char *id, GError **error)
{
  SeidelLessonSetup *setup = &self->setups[self->n_setups++];

  setup->id = g_strdup (id);
  return check_name (place, id, error) && take_label (place, id, &setup->label, error)
         && seidel_experiment_read_settings (place, id, &setup->settings, error);
}

static bool
read_setups (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  g_autoptr (GList) ids = NULL;
  SeidelJsonPlace inner;

  if (!open_object (place, json_object_get_member (place->object, "setups"), "setups", &inner,
                    error))
    return false;
  ids = json_object_get_members (inner.object);
  self->setups = g_new0 (SeidelLessonSetup, g_list_length (ids));
  for (GList *id = ids; id != NULL; id = id->next)
    {
      if (!read_setup (self, &inner, id->data, error))
        return false;
      if (seidel_lesson_setup (self, self->n_setups - 1).matrix == NULL)
        return seidel_json_fail (&inner, id->data, error, "it has no “matrix”");
    }
  return true;
}

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
         && check_expression (self, place, "expression", value->expression, error);
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
static bool
read_values (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  JsonNode *node = json_object_get_member (place->object, "values");
  g_autoptr (GList) ids = NULL;
  SeidelJsonPlace inner;

  if (node == NULL)
    return true;
  if (!open_object (place, node, "values", &inner, error))
    return false;
  ids = json_object_get_members (inner.object);
  self->values = g_new0 (SeidelLessonValue, g_list_length (ids));
  for (GList *id = ids; id != NULL; id = id->next)
    {
      g_autofree char *path = g_strdup_printf ("values.%s", (const char *) id->data);
      SeidelLessonValue value = { 0 };
      SeidelJsonPlace place_of_value;

      if (!check_name (&inner, id->data, error)
          || !open_object (place, json_object_get_member (inner.object, id->data), path,
                           &place_of_value, error))
        return false;
      const bool read = read_value (self, &place_of_value, &value, error);
      value.id = g_strdup (id->data);
      self->values[self->n_values++] = value;
      if (!read)
        return false;
    }
  return true;
}

static bool
read_runs (const SeidelLesson *self,
           const SeidelJsonPlace *place,
           SeidelLessonStep *step,
           GError **error)
{
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, "runs", false, &array, error))
    return false;
  step->runs = g_new0 (size_t, array != NULL ? json_array_get_length (array) : 0);
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);
      const char *id = seidel_json_is_text (node) ? json_node_get_string (node) : "";
      const int setup = seidel_lesson_find_setup (self, id);

      if (setup < 0)
        return seidel_json_fail (place, "runs", error, "there is no setup “%s”", id);
      step->runs[step->n_runs++] = (size_t) setup;
    }
  return true;
}

static bool
read_choices (const SeidelLesson *self,
              const SeidelJsonPlace *place,
              SeidelLessonStep *step,
              GError **error)
{
  static const char *const known[] = { "text", "right", NULL };
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, "choices", false, &array, error))
    return false;
  if (array == NULL)
    return true;
  step->choices = g_new0 (SeidelLessonChoice, json_array_get_length (array));
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s.choices[%u]", place->path, i);
      SeidelLessonChoice *choice = &step->choices[step->n_choices++];
      SeidelJsonPlace inner;

      if (!open_object (place, json_array_get_element (array, i), path, &inner, error)
          || !seidel_json_check_members (&inner, known, error)
          || !read_languages (&inner, "text", true, &choice->text, error)
          || (choice->right = seidel_json_read_text (&inner, "right", NULL, error)) == NULL
          || !check_expression (self, &inner, "right", choice->right, error))
        return false;
    }
  return true;
}

/* A number to be typed, in place of choices. */
static bool
read_number (const SeidelLesson *self,
             const SeidelJsonPlace *place,
             SeidelLessonStep *step,
             GError **error)
{
  step->number = seidel_json_read_text (place, "number", "", error);
  if (step->number == NULL)
    return false;
  if (step->number[0] == '\0')
    return true;
  if (step->n_choices > 0)
    return seidel_json_fail (place, "number", error, "either choices or a number was expected");
  if (!check_expression (self, place, "number", step->number, error))
    return false;
  return !json_object_has_member (place->object, "within")
         || seidel_json_read_number (place, "within", 0.0, 1.0, &step->within, error);
}

/* The level of each row, or an order of them, in place of choices. */
static bool
read_rows (const SeidelLesson *self,
           const SeidelJsonPlace *place,
           SeidelLessonStep *step,
           GError **error)
{
  g_autofree char *rows = seidel_json_read_text (place, "rows", "", error);

  step->asked = step->n_choices > 0       ? SEIDEL_LESSON_ASKED_CHOICE
                : step->number[0] != '\0' ? SEIDEL_LESSON_ASKED_NUMBER
                                          : SEIDEL_LESSON_ASKED_NOTHING;
  step->most_levels = rows != NULL ? seidel_json_read_text (place, "most-levels", "", error) : NULL;
  if (step->most_levels == NULL)
    return false;
  if (step->most_levels[0] != '\0'
      && !check_expression (self, place, "most-levels", step->most_levels, error))
    return false;
  if (rows[0] == '\0')
    return true;
  if (step->asked != SEIDEL_LESSON_ASKED_NOTHING)
    return seidel_json_fail (place, "rows", error,
                             "either choices, a number or rows were expected");
  if (step->setup < 0)
    return seidel_json_fail (place, "rows", error, "a “setup” was expected, whose rows they are");
  if (!g_str_equal (rows, "levels") && !g_str_equal (rows, "order"))
    return seidel_json_fail (place, "rows", error, "“levels” or “order” was expected");
  step->asked =
    g_str_equal (rows, "levels") ? SEIDEL_LESSON_ASKED_LEVELS : SEIDEL_LESSON_ASKED_ORDER;
  return true;
}

static bool
read_claims (const SeidelLesson *self,
             const SeidelJsonPlace *place,
             SeidelLessonStep *step,
             GError **error)
{
  g_autoptr (GStrvBuilder) claims = g_strv_builder_new ();
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, "claims", false, &array, error))
    return false;
  for (guint i = 0; array != NULL && i < json_array_get_length (array); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (!seidel_json_is_text (node))
        return seidel_json_fail (place, "claims", error, "expressions were expected");
      if (!check_expression (self, place, "claims", json_node_get_string (node), error))
        return false;
      g_strv_builder_add (claims, json_node_get_string (node));
    }
  step->claims = g_strv_builder_end (claims);
  return true;
}

static bool
read_colors (const SeidelJsonPlace *place, SeidelLessonStep *step, GError **error)
{
  static const char *const known[] = { "", "density", "forward", "backward", NULL };

  step->colors = seidel_json_read_text (place, "colors", "", error);
  return step->colors != NULL
         && (g_strv_contains (known, step->colors)
             || seidel_json_fail (place, "colors", error,
                                  "“density”, “forward” or “backward” was expected"));
}

/* The choices of the page; seidel_lesson_check_page () knows which there are. */
static bool
read_views (const SeidelJsonPlace *place, SeidelLessonStep *step, GError **error)
{
  JsonNode *node = json_object_get_member (place->object, "view");
  g_autofree char *path = g_strdup_printf ("%s.view", place->path);
  g_autoptr (GList) keys = NULL;
  SeidelJsonPlace inner;

  if (node == NULL)
    return true;
  if (!open_object (place, node, path, &inner, error))
    return false;
  keys = json_object_get_members (inner.object);
  step->views = g_new0 (SeidelLessonView, g_list_length (keys));
  for (GList *key = keys; key != NULL; key = key->next)
    {
      char *value = seidel_json_read_text (&inner, key->data, NULL, error);

      if (value == NULL)
        return false;
      step->views[step->n_views++] = (SeidelLessonView){ g_strdup (key->data), value };
    }
  return true;
}

static bool
read_hold (const SeidelJsonPlace *place, SeidelLessonHold *hold, GError **error)
{
  static const char *const names[] = { [SEIDEL_LESSON_HOLD_USUAL] = "",
                                       [SEIDEL_LESSON_HOLD_NOTHING] = "nothing",
                                       [SEIDEL_LESSON_HOLD_PICTURE] = "picture" };
  g_autofree char *name = seidel_json_read_text (place, "hold-back", "", error);

  for (size_t i = 0; name != NULL && i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0)
      {
        *hold = (SeidelLessonHold) i;
        return true;
      }
  return name != NULL
         && seidel_json_fail (place, "hold-back", error, "“picture” or “nothing” was expected");
}

static bool
read_sweep (const SeidelJsonPlace *place, SeidelLessonSweep *sweep, GError **error)
{
  static const char *const known[] = { "by", "step", "speed", "play", NULL };
  static const char *const modes[] = { [SEIDEL_PLAY_LEVELS] = "levels",
                                       [SEIDEL_PLAY_PASSES] = "passes",
                                       [SEIDEL_PLAY_ROWS] = "rows",
                                       [SEIDEL_PLAY_RACE] = "race" };
  JsonNode *node = json_object_get_member (place->object, "sweep");
  g_autofree char *path = g_strdup_printf ("%s.sweep", place->path);
  g_autofree char *mode = NULL;
  SeidelJsonPlace inner;

  if (node == NULL)
    return true;
  sweep->given = true;
  if (!open_object (place, node, path, &inner, error)
      || !seidel_json_check_members (&inner, known, error)
      || (mode = seidel_json_read_text (&inner, "by", "levels", error)) == NULL
      || !seidel_json_read_count (&inner, "step", 0, &sweep->step, error)
      || !seidel_json_read_count (&inner, "speed", 0, &sweep->speed, error)
      || !seidel_json_read_flag (&inner, "play", &sweep->play, error))
    return false;
  for (int i = 0; i < SEIDEL_N_PLAY_MODES; i++)
    if (strcmp (mode, modes[i]) == 0)
      {
        sweep->mode = (SeidelPlayMode) i;
        return true;
      }
  return seidel_json_fail (&inner, "by", error,
                           "“levels”, “passes”, “rows” or “race” was expected");
}

static bool
read_experiment (const SeidelJsonPlace *place, SeidelLessonStep *step, GError **error)
{
  g_autofree char *measure = seidel_json_read_text (place, "measure", "", error);
  g_autoptr (SeidelExperiment) experiment = NULL;
  g_autoptr (GError) cause = NULL;
  int index;

  if (measure == NULL
      || (step->experiment = seidel_json_read_text (place, "experiment", "", error)) == NULL)
    return false;
  if (measure[0] == '\0')
    return true;
  experiment = seidel_experiment_find (step->experiment, &cause);
  if (experiment == NULL)
    return seidel_json_fail (place, "experiment", error, "%s", cause->message);
  index = seidel_experiment_measure_index (experiment, seidel_experiment_measure_find (measure));
  if (index < 0)
    return seidel_json_fail (place, "measure", error, "the experiment does not measure “%s”",
                             measure);
  step->measure = (size_t) index;
  return true;
}

/* What a step sets up. */
static bool
read_stage (const SeidelLesson *self,
            const SeidelJsonPlace *place,
            SeidelLessonStep *step,
            GError **error)
{
  g_autofree char *setup = seidel_json_read_text (place, "setup", "", error);

  step->setup = setup != NULL ? seidel_lesson_find_setup (self, setup) : -1;
  if (setup == NULL)
    return false;
  if (step->setup < 0 && setup[0] != '\0')
    return seidel_json_fail (place, "setup", error, "there is no setup “%s”", setup);
  step->page = seidel_json_read_text (place, "page", "", error);
  return step->page != NULL && read_experiment (place, step, error)
         && read_colors (place, step, error) && read_views (place, step, error)
         && read_hold (place, &step->hold, error)
         && seidel_json_read_count (place, "point", 1, &step->point, error)
         && seidel_json_read_flag (place, "run-experiment", &step->run_experiment, error)
         && read_sweep (place, &step->sweep, error) && read_runs (self, place, step, error);
}

static bool
read_step (const SeidelLesson *self,
           const SeidelJsonPlace *place,
           SeidelLessonStep *step,
           GError **error)
{
  static const char *const known[] = {
    "title",          "setup",       "page",    "colors",    "runs",   "point",
    "experiment",     "say",         "ask",     "choices",   "answer", "claims",
    "run-experiment", "sweep",       "view",    "hold-back", "number", "within",
    "rows",           "most-levels", "measure", NULL
  };

  return seidel_json_check_members (place, known, error) && read_stage (self, place, step, error)
         && read_checked (self, place, "title", true, &step->title, error)
         && read_checked (self, place, "say", true, &step->say, error)
         && read_checked (self, place, "ask", false, &step->ask, error)
         && read_choices (self, place, step, error) && read_number (self, place, step, error)
         && read_rows (self, place, step, error)
         && read_checked (self, place, "answer", step->ask.n > 0, &step->answer, error)
         && read_claims (self, place, step, error);
}

/* That the page shows something, and can be read. */
static bool
check_stage (const SeidelLesson *self, const SeidelJsonPlace *place, size_t step, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (!seidel_lesson_check_page (self, step, &cause))
    return seidel_json_fail (place, "page", error, "%s", cause->message);
  return seidel_lesson_check_legend (self, step, &cause)
         || seidel_json_fail (place, "runs", error, "%s", cause->message);
}

static bool
read_steps (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  JsonArray *array = NULL;

  if (!seidel_json_read_array (place, "steps", true, &array, error))
    return false;
  if (json_array_get_length (array) == 0)
    return seidel_json_fail (place, "steps", error, "at least one step was expected");
  self->steps = g_new0 (SeidelLessonStep, json_array_get_length (array));
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      g_autofree char *path = g_strdup_printf ("steps[%u]", i);
      SeidelJsonPlace inner;

      if (!open_object (place, json_array_get_element (array, i), path, &inner, error)
          || !read_step (self, &inner, &self->steps[self->n_steps++], error)
          || !check_stage (self, &inner, i, error))
        return false;
    }
  return true;
}

static bool
read_lesson (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
{
  static const char *const known[] = { "schema", "id",     "title",  "sentence", "minutes",
                                       "hold",   "setups", "values", "steps",    NULL };
  double minutes = 0.0;

  if (!seidel_json_check_schema (place, SCHEMA, error)
      || !seidel_json_check_members (place, known, error)
      || (self->id = seidel_json_read_id (place, "id", error)) == NULL
      || !seidel_json_read_number (place, "minutes", 1.0, MOST_MINUTES, &minutes, error)
      || !seidel_experiment_read_settings (place, "hold", &self->held, error))
    return false;
  self->minutes = (int) minutes;
  return read_setups (self, place, error) && read_values (self, place, error)
         && read_checked (self, place, "title", true, &self->title, error)
         && read_checked (self, place, "sentence", true, &self->sentence, error)
         && read_steps (self, place, error);
}

SeidelLesson *
seidel_lesson_parse (const char *text, const char *name, GError **error)
{
  g_autoptr (JsonNode) root = seidel_json_parse_object (text, name, error);
  g_autoptr (SeidelLesson) self = g_new0 (SeidelLesson, 1);

  g_atomic_ref_count_init (&self->references);
  if (root == NULL)
    return NULL;
  const SeidelJsonPlace place = { name, "", json_node_get_object (root) };
  return read_lesson (self, &place, error) ? g_steal_pointer (&self) : NULL;
}

/* Files of matrices that are beside the lesson may be named without their folder. */
static void
find_matrices (SeidelExperimentSettings *settings, const char *folder)
{
  for (size_t i = 0; i < settings->n; i++)
    {
      g_autofree char *path = g_build_filename (folder, settings->all[i].text, NULL);

      if (strcmp (settings->all[i].key, "matrix") != 0 || g_path_is_absolute (settings->all[i].text)
          || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      g_free (settings->all[i].text);
      settings->all[i].text = g_steal_pointer (&path);
    }
}

SeidelLesson *
seidel_lesson_load (const char *path, GError **error)
{
  g_autofree char *text = seidel_json_load (path, error);
  SeidelLesson *self = text != NULL ? seidel_lesson_parse (text, path, error) : NULL;
  g_autofree char *full = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);

  if (self == NULL)
    return NULL;
  find_matrices (&self->held, folder);
  for (size_t i = 0; i < self->n_setups; i++)
    find_matrices (&self->setups[i].settings, folder);
  return self;
}
