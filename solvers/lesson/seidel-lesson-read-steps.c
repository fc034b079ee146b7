/* Reading the steps of a lesson: what each sets up, says, asks and claims.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-read-private.h"

#include <string.h>

#include "experiment/seidel-experiment-list.h"
#include "lesson/seidel-lesson-values.h"
#include "lesson/seidel-lesson-views.h"

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

      if (!seidel_lesson_open_object (place, json_array_get_element (array, i), path, &inner, error)
          || !seidel_json_check_members (&inner, known, error)
          || !seidel_lesson_read_languages (&inner, "text", true, &choice->text, error)
          || (choice->right = seidel_json_read_text (&inner, "right", NULL, error)) == NULL
          || !seidel_lesson_read_expression (self, &inner, "right", choice->right, error))
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
  if (!seidel_lesson_read_expression (self, place, "number", step->number, error))
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
      && !seidel_lesson_read_expression (self, place, "most-levels", step->most_levels, error))
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
      if (!seidel_lesson_read_expression (self, place, "claims", json_node_get_string (node),
                                          error))
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
  if (!seidel_lesson_open_object (place, node, path, &inner, error))
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
  if (!seidel_lesson_open_object (place, node, path, &inner, error)
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
         && seidel_lesson_read_checked (self, place, "title", true, &step->title, error)
         && seidel_lesson_read_checked (self, place, "say", true, &step->say, error)
         && seidel_lesson_read_checked (self, place, "ask", false, &step->ask, error)
         && read_choices (self, place, step, error) && read_number (self, place, step, error)
         && read_rows (self, place, step, error)
         && seidel_lesson_read_checked (self, place, "answer", step->ask.n > 0, &step->answer,
                                        error)
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

bool
seidel_lesson_read_steps (SeidelLesson *self, const SeidelJsonPlace *place, GError **error)
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

      if (!seidel_lesson_open_object (place, json_array_get_element (array, i), path, &inner, error)
          || !read_step (self, &inner, &self->steps[self->n_steps++], error)
          || !check_stage (self, &inner, i, error))
        return false;
    }
  return true;
}
