/* A lesson as plain data.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson.h"

#include <string.h>

#include "experiment/seidel-experiment-private.h"
#include "experiment/seidel-experiment-run.h"

static void
clear_text (SeidelLessonText *text)
{
  g_strfreev (text->languages);
  g_strfreev (text->texts);
}

static void
clear_value (SeidelLessonValue *value)
{
  g_free (value->id);
  g_free (value->experiment);
  g_strfreev (value->at);
  g_strfreev (value->than);
  g_free (value->where);
  g_free (value->expression);
}

static void
clear_step (SeidelLessonStep *step)
{
  clear_text (&step->title);
  g_free (step->page);
  g_free (step->colors);
  for (size_t i = 0; i < step->n_views; i++)
    {
      g_free (step->views[i].key);
      g_free (step->views[i].value);
    }
  g_free (step->views);
  g_free (step->runs);
  g_free (step->experiment);
  clear_text (&step->say);
  clear_text (&step->ask);
  for (size_t i = 0; i < step->n_choices; i++)
    {
      clear_text (&step->choices[i].text);
      g_free (step->choices[i].right);
    }
  g_free (step->choices);
  g_free (step->number);
  g_free (step->most_levels);
  clear_text (&step->answer);
  g_strfreev (step->claims);
}

SeidelLesson *
seidel_lesson_ref (SeidelLesson *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_lesson_unref (SeidelLesson *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  g_free (self->id);
  clear_text (&self->title);
  clear_text (&self->sentence);
  seidel_experiment_settings_clear (&self->held);
  for (size_t i = 0; i < self->n_setups; i++)
    {
      g_free (self->setups[i].id);
      clear_text (&self->setups[i].label);
      seidel_experiment_settings_clear (&self->setups[i].settings);
    }
  g_free (self->setups);
  for (size_t i = 0; i < self->n_values; i++)
    clear_value (&self->values[i]);
  g_free (self->values);
  for (size_t i = 0; i < self->n_steps; i++)
    clear_step (&self->steps[i]);
  g_free (self->steps);
  g_free (self);
}

const char *
seidel_lesson_text_get (const SeidelLessonText *self, const char *const *languages)
{
  for (; *languages != NULL; languages++)
    for (size_t i = 0; i < self->n; i++)
      if (strcmp (*languages, self->languages[i]) == 0)
        return self->texts[i];
  return self->n > 0 ? self->texts[0] : "";
}

SeidelExperimentSetup
seidel_lesson_setup (const SeidelLesson *self, size_t setup)
{
  const SeidelLessonSetup *chosen = &self->setups[setup];
  SeidelExperimentSetup result = seidel_experiment_setup_new ();

  /* They were tried when the lesson was read. */
  seidel_experiment_setup_apply (&result, self->held.all, self->held.n, NULL);
  seidel_experiment_setup_apply (&result, chosen->settings.all, chosen->settings.n, NULL);
  return result;
}

int
seidel_lesson_find_setup (const SeidelLesson *self, const char *id)
{
  for (size_t i = 0; i < self->n_setups; i++)
    if (strcmp (self->setups[i].id, id) == 0)
      return (int) i;
  return -1;
}

int
seidel_lesson_find_value (const SeidelLesson *self, const char *id)
{
  for (size_t i = 0; i < self->n_values; i++)
    if (strcmp (self->values[i].id, id) == 0)
      return (int) i;
  return -1;
}

static const char *
find_in (const SeidelExperimentSettings *settings, const char *key)
{
  for (size_t i = settings->n; i-- > 0;)
    if (strcmp (settings->all[i].key, key) == 0)
      return settings->all[i].text;
  return NULL;
}

/* A parameter of a matrix of the gallery, given or initial. */
static char *
find_parameter (const SeidelExperimentSetup *setup, const char *key)
{
  g_auto (SeidelMatrixName) name = { 0 };

  if (!seidel_experiment_setup_name (setup, &name, NULL) || name.kind == NULL)
    return NULL;
  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS; p++)
    if (name.kind->parameters[p].id != NULL && strcmp (name.kind->parameters[p].id, key) == 0)
      {
        char buffer[G_ASCII_DTOSTR_BUF_SIZE];

        return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", name.values[p]));
      }
  return NULL;
}

char *
seidel_lesson_find_setting (const SeidelLesson *self, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, ".", 2);
  const int setup = parts[0] != NULL ? seidel_lesson_find_setup (self, parts[0]) : -1;
  const char *text;

  if (setup < 0 || parts[1] == NULL)
    return NULL;
  text = find_in (&self->setups[setup].settings, parts[1]);
  if (text == NULL)
    text = find_in (&self->held, parts[1]);
  if (text != NULL)
    return g_strdup (text);
  const SeidelExperimentSetup chosen = seidel_lesson_setup (self, (size_t) setup);
  return find_parameter (&chosen, parts[1]);
}
