/* The pages that steps of lessons show.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-views.h"

#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-translatable.h"

#define SCALE                 \
  {                           \
    "scale", -1,              \
    {                         \
      "linear", "logarithmic" \
    }                         \
  }

static const SeidelLessonPage pages[] = {
  { "matrix",
    .choices = { { "colors", 0, { "density", "forward", "backward", "magnitude", "sign" } },
                 { "overlay", 1, { "nothing", "dependencies", "critical-path" } } } },
  { "levels", .choices = { { "direction", 0, { "forward", "backward", "both" } }, SCALE } },
  { "convergence", .runs = true,
    .choices = { { "values", 0, { "residual", "error", "largest" } },
                 { "axis", 0, { "iterations", "time", "passes" } } } },
  { "timing", .runs = true, .choices = { SCALE } },
  { "experiments", .experiment = true, .choices = { SCALE } },
  { "sweep", .choices = { { "shown", 0, { "cells", "pattern", "graph", "methods" } },
                          { "direction", 0, { "forward", "backward" } } } },
  { "multigrid", .runs = true, .multigrid = true },
  { "solution", .runs = true,
    .choices = { { "vector", 0, { "x", "residual", "error" } },
                 { "shown", 0, { "rows", "cells", "sorted", "histogram", "played" } },
                 SCALE } },
};

const SeidelLessonPage *
seidel_lesson_pages (size_t *n)
{
  *n = G_N_ELEMENTS (pages);
  return pages;
}

const SeidelLessonPage *
seidel_lesson_page_find (const char *page)
{
  for (size_t i = 0; i < G_N_ELEMENTS (pages); i++)
    if (strcmp (pages[i].page, page) == 0)
      return &pages[i];
  return NULL;
}

int
seidel_lesson_step_choice (const SeidelLessonStep *step, const SeidelLessonChoices *choices)
{
  for (size_t i = 0; i < step->n_views; i++)
    for (int value = 0;
         strcmp (step->views[i].key, choices->key) == 0 && choices->values[value] != NULL; value++)
      if (strcmp (choices->values[value], step->views[i].value) == 0)
        return value;
  return choices->usual;
}

static bool G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_propagate_error (error, g_error_new_valist (SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, format, values));
  va_end (values);
  return false;
}

static bool
check_view (const SeidelLessonPage *page, const SeidelLessonView *view, GError **error)
{
  const SeidelLessonChoices *choices = page->choices;

  while (choices->key != NULL && strcmp (choices->key, view->key) != 0)
    choices++;
  if (choices->key == NULL)
    return fail (error, seidel_text ("the page “%s” has no choice “%s”"), page->page, view->key);
  if (!g_strv_contains ((const char *const *) choices->values, view->value))
    {
      g_autofree char *known = g_strjoinv (", ", (char **) choices->values);

      return fail (error, seidel_text ("“%s” was expected to be one of: %s"), view->key, known);
    }
  return true;
}

/* Whether the page has had a matrix by then. */
static bool
has_matrix (const SeidelLesson *lesson, size_t step)
{
  for (size_t i = 0; i <= step; i++)
    if (lesson->steps[i].setup >= 0 || lesson->steps[i].n_runs > 0)
      return true;
  return false;
}

static bool
runs_multigrid (const SeidelLesson *lesson, const SeidelLessonStep *step)
{
  for (size_t i = 0; i < step->n_runs; i++)
    {
      const SeidelExperimentSetup setup = seidel_lesson_setup (lesson, step->runs[i]);

      if (g_str_equal (setup.options.method, "multigrid")
          || g_str_equal (setup.options.preconditioner, "multigrid"))
        return true;
    }
  return false;
}

bool
seidel_lesson_check_page (const SeidelLesson *lesson, size_t number, GError **error)
{
  const SeidelLessonStep *step = &lesson->steps[number];
  const SeidelLessonPage *page = seidel_lesson_page_find (step->page);

  if (step->page[0] == '\0' && step->n_views == 0)
    return true;
  if (page == NULL)
    return fail (error, seidel_text ("there is no page “%s”"), step->page);
  if (page->experiment && step->experiment[0] == '\0')
    return fail (error, seidel_text ("the page “%s” stays empty: an “experiment” was expected"),
                 page->page);
  if (page->runs && step->n_runs == 0)
    return fail (error, seidel_text ("the page “%s” stays empty: “runs” were expected"),
                 page->page);
  if (page->multigrid && !runs_multigrid (lesson, step))
    return fail (error,
                 seidel_text ("the page “%s” stays empty: a run with multigrid was expected"),
                 page->page);
  if (!page->experiment && !has_matrix (lesson, number))
    return fail (error, seidel_text ("the page “%s” stays empty: a “setup” was expected"),
                 page->page);
  for (size_t i = 0; i < step->n_views; i++)
    if (!check_view (page, &step->views[i], error))
      return false;
  return true;
}

/* What runs are called after: all but the vectors that they begin with. */
static bool
names_run (const char *key)
{
  static const char *const others[] = { "rhs", "guess", "max-iterations", NULL };

  return !g_strv_contains (others, key);
}

static const char *
find_setting (const SeidelExperimentSettings *settings, const char *key)
{
  for (size_t i = settings->n; i-- > 0;)
    if (strcmp (settings->all[i].key, key) == 0)
      return settings->all[i].text;
  return NULL;
}

static bool
covers (const SeidelExperimentSettings *a, const SeidelExperimentSettings *b)
{
  for (size_t i = 0; i < a->n; i++)
    if (names_run (a->all[i].key)
        && g_strcmp0 (a->all[i].text, find_setting (b, a->all[i].key)) != 0)
      return false;
  return true;
}

bool
seidel_lesson_check_legend (const SeidelLesson *lesson, size_t number, GError **error)
{
  const SeidelLessonStep *step = &lesson->steps[number];

  for (size_t i = 0; i < step->n_runs; i++)
    for (size_t j = 0; j < i; j++)
      {
        const SeidelLessonSetup *a = &lesson->setups[step->runs[j]];
        const SeidelLessonSetup *b = &lesson->setups[step->runs[i]];

        if ((a->label.n == 0 || b->label.n == 0) && covers (&a->settings, &b->settings)
            && covers (&b->settings, &a->settings))
          return fail (
            error,
            seidel_text (
              "the legend cannot tell “%s” and “%s” apart: a “label” of both was expected"),
            a->id, b->id);
      }
  return true;
}
