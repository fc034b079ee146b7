/* Pictures of the steps of lessons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-lesson-picture.h"

#include <glib/gi18n.h>
#include <string.h>

#include "analysis/seidel-chains.h"
#include "analysis/seidel-grid.h"
#include "base/seidel-error.h"
#include "base/seidel-threads.h"
#include "draw/seidel-answer-picture.h"
#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-experiment-chart.h"
#include "draw/seidel-hierarchy-picture.h"
#include "draw/seidel-iterations-picture.h"
#include "draw/seidel-levels-picture.h"
#include "draw/seidel-solution-picture.h"
#include "draw/seidel-sparsity-draw.h"
#include "draw/seidel-sweep-flows.h"
#include "draw/seidel-sweep-picture.h"
#include "draw/seidel-timing-picture.h"
#include "draw/seidel-translate.h"
#include "lesson/seidel-lesson-views.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-solution.h"

/* What a picture is made of. */
typedef struct
{
  const SeidelLessonStage *stage;
  const SeidelLessonStep *step;
  size_t number;
  bool open;
  SeidelMatrix *matrix;          /* NULL: an experiment alone */
  const SeidelLessonPlayed *run; /* the last of the step; NULL: none */
  const char *const *languages;
} Subject;

/* By the place in the table of seidel-lesson-views.h; usual where there is no such choice. */
static int
choice_of (const Subject *subject, const char *key, int usual)
{
  const SeidelLessonPage *page = seidel_lesson_page_find (subject->step->page);

  for (const SeidelLessonChoices *choices = page->choices; choices->key != NULL; choices++)
    if (strcmp (choices->key, key) == 0)
      {
        const int value = seidel_lesson_step_choice (subject->step, choices);

        return value >= 0 ? value : usual;
      }
  return usual;
}

static int64_t
line_of (const SeidelMatrix *matrix)
{
  return seidel_grid_line_reordered (matrix->csr, matrix->permutation);
}

/* What the legend calls a run: its label, or what it differs by. */
static char *
name_run (const Subject *subject, size_t setup)
{
  const SeidelLessonSetup *named = &subject->stage->lesson->setups[setup];
  const SeidelExperimentSetup chosen = seidel_lesson_setup (subject->stage->lesson, setup);
  const SeidelMethod *method = seidel_method_find (chosen.options.method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (chosen.options.preconditioner);
  GString *name;

  if (named->label.n > 0)
    return g_strdup (seidel_lesson_text_get (&named->label, subject->languages));
  name = g_string_new (method != NULL ? seidel_translate (method->name) : chosen.options.method);
  if (kind != NULL && !g_str_equal (kind->id, "none") && method != NULL
      && method->preconditioning != SEIDEL_PRECONDITIONING_NONE)
    g_string_append_printf (name, " + %s", seidel_translate (kind->name));
  for (size_t i = 0; i < named->settings.n; i++)
    {
      static const char *const named_already[] = { "matrix", "method", "preconditioner",
                                                   "rhs",    "guess",  NULL };

      if (!g_strv_contains (named_already, named->settings.all[i].key))
        g_string_append_printf (name, " · %s", named->settings.all[i].text);
    }
  return g_string_free (name, FALSE);
}

/* The colours by levels, in their direction; the path that is the longest, or that to a row. */
static bool
make_matrix (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  static const SeidelSparsityMode modes[] = { SEIDEL_SPARSITY_DENSITY, SEIDEL_SPARSITY_LEVEL,
                                              SEIDEL_SPARSITY_LEVEL, SEIDEL_SPARSITY_MAGNITUDE,
                                              SEIDEL_SPARSITY_SIGN };
  const char *colors = subject->step->colors;
  const int choice = choice_of (subject, "colors", 0), overlay = choice_of (subject, "overlay", 1);
  const bool backward = strcmp (colors, "backward") == 0 || choice == 2;
  const int64_t row = subject->step->point - 1;
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (subject->matrix->csr,
                         backward ? SEIDEL_DIRECTION_BACKWARD : SEIDEL_DIRECTION_FORWARD, NULL,
                         NULL, error);
  SeidelSparsityPicture *picture;

  if (schedule == NULL)
    return false;
  picture = seidel_sparsity_picture_new (subject->matrix);
  *made = (SeidelLessonPicture){ seidel_sparsity_picture_draw, picture,
                                 (GDestroyNotify) seidel_sparsity_picture_free };
  picture->withheld = subject->open;
  picture->mode =
    colors[0] != '\0' && strcmp (colors, "density") != 0 ? SEIDEL_SPARSITY_LEVEL : modes[choice];
  seidel_sparsity_picture_set_schedule (picture, schedule);
  if (overlay == 2 || (overlay == 1 && row >= 0 && row < schedule->rows))
    {
      g_autoptr (SeidelChains) chains =
        seidel_chains_new (subject->matrix->csr, schedule, NULL, error);
      g_autoptr (SeidelTrail) trail = NULL;

      if (chains == NULL)
        return false;
      trail = seidel_trail_new (chains, subject->matrix->csr, overlay == 2 ? -1 : row);
      seidel_sparsity_picture_set_trail (picture, trail);
    }
  return true;
}

static bool
make_levels (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  const int direction = choice_of (subject, "direction", 0);
  const SeidelCsr *csr = subject->matrix->csr;
  g_autoptr (SeidelSchedule) forward =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, error);
  g_autoptr (SeidelSchedule) backward =
    forward != NULL ? seidel_schedule_new (csr, SEIDEL_DIRECTION_BACKWARD, NULL, NULL, error)
                    : NULL;
  SeidelLevelsPicture *picture;

  if (backward == NULL)
    return false;
  if (subject->open && forward->count <= SEIDEL_LEVELS_COUNTED_AT_SIGHT)
    return true;
  picture = seidel_levels_picture_new ();
  *made = (SeidelLessonPicture){ seidel_levels_picture_draw, picture,
                                 (GDestroyNotify) seidel_levels_picture_free };
  picture->withheld = subject->open;
  picture->caption = !subject->open;
  picture->logarithmic = choice_of (subject, "scale", 0) == 1;
  seidel_levels_picture_set_schedules (picture, subject->matrix->name, forward, backward);
  for (int d = 0; d < 2; d++)
    picture->show[d] = direction == 2 || direction == d;
  seidel_levels_picture_update (picture);
  return true;
}

static bool
make_convergence (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  SeidelConvergencePicture *picture = seidel_convergence_picture_new ();

  *made = (SeidelLessonPicture){ seidel_convergence_picture_draw, picture,
                                 (GDestroyNotify) seidel_convergence_picture_free };
  seidel_convergence_picture_set_values (picture,
                                         (SeidelConvergenceValues) choice_of (subject, "values",
                                                                              0));
  seidel_convergence_picture_set_axis (picture,
                                       (SeidelConvergenceAxis) choice_of (subject, "axis", 0));
  for (size_t i = 0; i < subject->step->n_runs; i++)
    {
      const size_t setup = subject->step->runs[i];
      g_autofree char *name = name_run (subject, setup);

      seidel_convergence_picture_add_run (picture, name, subject->stage->setups[setup].trace,
                                          (unsigned int) i);
      seidel_convergence_picture_set_run_method (picture, (guint) i,
                                                 subject->stage->setups[setup].outcome->method);
    }
  seidel_convergence_picture_set_tolerance (picture, subject->run->outcome->options.tolerance, 0.0);
  seidel_convergence_picture_update (picture, false);
  return true;
}

static bool
make_timing (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  const size_t setup = subject->step->runs[subject->step->n_runs - 1];
  g_autofree char *name = name_run (subject, setup);
  SeidelTimingPicture *picture = seidel_timing_picture_new ();

  *made = (SeidelLessonPicture){ seidel_timing_picture_draw, picture,
                                 (GDestroyNotify) seidel_timing_picture_free };
  seidel_timing_picture_set_run (picture, name, subject->run->trace,
                                 subject->matrix->origin.load_seconds, NULL, NULL);
  seidel_timing_picture_update (picture, false);
  return true;
}

static bool
make_experiment (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  const int scale = choice_of (subject, "scale", -1);
  SeidelExperimentChart *chart = seidel_experiment_chart_new ();

  *made = (SeidelLessonPicture){ seidel_experiment_chart_draw, chart,
                                 (GDestroyNotify) seidel_experiment_chart_free };
  chart->bare = true;
  seidel_experiment_chart_set_result (chart,
                                      seidel_lesson_stage_result (subject->stage, subject->number),
                                      !subject->step->run_experiment);
  chart->measure = subject->step->measure;
  if (scale >= 0)
    chart->logarithmic = scale == 1;
  seidel_experiment_chart_update (chart);
  return true;
}

static SeidelSweepPicture *
new_sweep (const Subject *subject, GError **error)
{
  const SeidelCsr *csr = subject->matrix->csr;
  const bool backward = choice_of (subject, "direction", 0) == 1;
  const SeidelPlayMode mode =
    subject->step->sweep.given ? subject->step->sweep.mode : SEIDEL_PLAY_LEVELS;
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, backward ? SEIDEL_DIRECTION_BACKWARD : SEIDEL_DIRECTION_FORWARD, NULL,
                         NULL, error);
  g_autoptr (SeidelPlayback) playback =
    schedule != NULL ? seidel_playback_new (csr, schedule, mode, 1, error) : NULL;
  g_autoptr (SeidelLevelFlows) flows = NULL;
  SeidelSweepPicture *picture;

  if (playback == NULL)
    return NULL;
  if (csr->rows > SEIDEL_SWEEP_FEW_ROWS)
    {
      flows = seidel_level_flows_new (csr, schedule, SEIDEL_SWEEP_MOST_NODES, NULL, error);
      if (flows == NULL)
        return NULL;
    }
  picture = seidel_sweep_picture_new (subject->matrix, playback, flows, line_of (subject->matrix));
  if (picture == NULL)
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                         _ ("There is too little memory for the picture."));
  return picture;
}

/* Jacobi beside Gauss-Seidel after some sweeps, as the page has them at first. */
static bool
make_methods (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  SeidelIterationsPicture *picture =
    seidel_iterations_picture_new (subject->matrix, line_of (subject->matrix), error);

  if (picture == NULL)
    return false;
  *made = (SeidelLessonPicture){ seidel_iterations_picture_draw, picture,
                                 (GDestroyNotify) seidel_iterations_picture_free };
  return true;
}

static void
show_step (gpointer picture, int64_t position)
{
  seidel_sweep_picture_set_step (picture, position);
}

static bool
make_sweep (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  const int shown = choice_of (subject, "shown", 0);
  SeidelSweepPicture *picture;

  if (shown == SEIDEL_SWEEP_N_VIEWS)
    return make_methods (subject, made, error);
  picture = new_sweep (subject, error);
  if (picture == NULL)
    return false;
  *made = (SeidelLessonPicture){ seidel_sweep_picture_draw, picture,
                                 (GDestroyNotify) seidel_sweep_picture_free };
  picture->shown = (SeidelSweepShown) shown;
  picture->withheld = subject->open;
  /* Of one that is played, with the answer, the middle. */
  if (subject->step->sweep.play && !subject->open)
    {
      made->show = show_step;
      made->positions = picture->playback->steps + 1;
    }
  seidel_sweep_picture_set_step (picture, made->show != NULL ? (picture->playback->steps + 1) / 2
                                                             : subject->step->sweep.step);
  return true;
}

static bool
make_hierarchy (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  g_autoptr (SeidelHierarchyReport) report =
    seidel_hierarchy_report_new (subject->matrix, NULL, &subject->run->outcome->options, NULL, NULL,
                                 error);

  SeidelHierarchyPicture *picture;

  if (report == NULL)
    return false;
  picture = seidel_hierarchy_picture_new (report, subject->matrix->name);
  picture->withheld = subject->open;
  *made = (SeidelLessonPicture){ seidel_hierarchy_picture_draw, picture,
                                 (GDestroyNotify) seidel_hierarchy_picture_free };
  return true;
}

static bool
make_solution (const Subject *subject, SeidelLessonPicture *made, GError **error)
{
  const int shown = choice_of (subject, "shown", 0);
  SeidelSolutionChoice choice = {
    .vector = (SeidelSolutionVector) choice_of (subject, "vector", 0),
    .shown = shown == SEIDEL_SOLUTION_N_VIEWS ? SEIDEL_SOLUTION_CELLS : (SeidelSolutionShown) shown,
  };
  const int64_t line = line_of (subject->matrix);
  g_autoptr (SeidelSolution) solution =
    seidel_solution_new (subject->run->problem, subject->run->outcome->x,
                         seidel_threads_processors (), NULL, error);
  SeidelSolutionPicture *picture;

  if (solution == NULL)
    return false;
  if (solution->vectors[choice.vector] == NULL)
    choice.vector = SEIDEL_SOLUTION_X;
  if (choice.shown == SEIDEL_SOLUTION_CELLS && line == 0)
    choice.shown = SEIDEL_SOLUTION_OVER_ROWS;
  choice.logarithmic = choice_of (subject, "scale", 0) == 1;
  picture = seidel_solution_picture_new (subject->matrix, solution, &choice, line,
                                         subject->matrix->name, 0, error);
  *made = (SeidelLessonPicture){ seidel_solution_picture_draw, picture,
                                 (GDestroyNotify) seidel_solution_picture_free };
  return picture != NULL;
}

static const struct
{
  const char *page;
  bool (*make) (const Subject *subject, SeidelLessonPicture *made, GError **error);
} makers[] = {
  { "matrix", make_matrix },           { "levels", make_levels },
  { "convergence", make_convergence }, { "timing", make_timing },
  { "experiments", make_experiment },  { "sweep", make_sweep },
  { "multigrid", make_hierarchy },     { "solution", make_solution },
};

/* Rows to be filled in, or as they are right. */
typedef struct
{
  SeidelAnswerPicture picture;
  SeidelLessonRows *rows;
} Rows;

static void
draw_rows (gconstpointer data, cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  const Rows *rows = data;

  seidel_answer_picture_draw (&rows->picture, cr, width, height, theme);
}

static void
free_rows (gpointer data)
{
  Rows *rows = data;

  seidel_lesson_rows_unref (rows->rows);
  g_free (rows);
}

static void
make_rows (SeidelLessonPicture *made, SeidelLessonRows *rows, bool open)
{
  Rows *picture = g_new0 (Rows, 1);

  picture->rows = seidel_lesson_rows_ref (rows);
  picture->picture = seidel_answer_picture (rows);
  picture->picture.given = open ? NULL : rows->right;
  made->draw = draw_rows;
  made->picture = picture;
  made->free_picture = free_rows;
}

/* Whether nothing of the picture may be seen while the question is open. */
static bool
is_covered (const SeidelLessonStep *step)
{
  const SeidelLessonPage *page = seidel_lesson_page_find (step->page);

  if (step->hold != SEIDEL_LESSON_HOLD_USUAL)
    return step->hold == SEIDEL_LESSON_HOLD_PICTURE;
  return page->experiment || strcmp (step->page, "timing") == 0
         || strcmp (step->page, "convergence") == 0;
}

bool
seidel_lesson_picture_init (SeidelLessonPicture *self,
                            const SeidelLessonStage *stage,
                            size_t step,
                            bool open,
                            SeidelLessonRows *rows,
                            const char *const *languages,
                            GError **error)
{
  const SeidelLessonStep *played = &stage->lesson->steps[step];
  const int setup = seidel_lesson_stage_in_view (stage, step);
  const Subject subject = {
    .stage = stage,
    .step = played,
    .number = step,
    .open = open && played->hold != SEIDEL_LESSON_HOLD_NOTHING,
    .matrix = setup >= 0 ? stage->setups[setup].problem->matrix : NULL,
    .run = played->n_runs > 0 ? &stage->setups[played->runs[played->n_runs - 1]] : NULL,
    .languages = languages,
  };

  *self = (SeidelLessonPicture){ NULL };
  if (rows != NULL)
    {
      make_rows (self, rows, open);
      return true;
    }
  if (played->page[0] == '\0' || (open && is_covered (played)))
    return true;
  for (size_t i = 0; i < G_N_ELEMENTS (makers); i++)
    if (strcmp (makers[i].page, played->page) == 0)
      return makers[i].make (&subject, self, error);
  return true;
}

void
seidel_lesson_picture_clear (SeidelLessonPicture *self)
{
  if (self->free_picture != NULL && self->picture != NULL)
    self->free_picture (self->picture);
  *self = (SeidelLessonPicture){ NULL };
}
