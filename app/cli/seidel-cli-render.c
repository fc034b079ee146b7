/* seidel-cli render: one picture to a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-fail.h"
#include "cli/seidel-cli-hierarchy.h"
#include "draw/seidel-animation.h"
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "io/bytes/seidel-output.h"
#include "run/seidel-iterates.h"

typedef struct
{
  const SeidelCliPicture *picture;
  const char *output;
  SeidelCliSettings *settings;
  SeidelCliCanvas canvas;
  SeidelCliPictureChoices choices;
  SeidelCliMatrix matrix;
  SeidelOutcome *outcome;
  SeidelHierarchyReport *hierarchy;
  SeidelBorders *borders;
  SeidelSolution *solution;
  SeidelProblem *problem;
} Render;

static bool
takes_ranks (const Render *render)
{
  return render->picture->takes_ranks && seidel_cli_given (render->matrix.call, "ranks");
}

/* A partition of the graph orders the rows: the picture is of that order. */
static bool
order_by_ranks (Render *render, SeidelPartition *partition, SeidelCliJob *job, GError **error)
{
  SeidelMatrix *ordered;
  if (partition->order == NULL)
    return true;
  if (render->matrix.matrix->permutation != NULL)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "--partition metis orders the rows: leave out --ordering");
  ordered = seidel_matrix_reordered (render->matrix.matrix, "metis", partition->order,
                                     &job->progress, job->cancellable, error);
  if (ordered == NULL)
    return false;
  seidel_matrix_unref (render->matrix.matrix);
  render->matrix.matrix = ordered;
  g_clear_pointer (&partition->order, g_free);
  return true;
}

static bool
find_borders (Render *render, SeidelCliJob *job, GError **error)
{
  const SeidelOptions *options = &render->settings->options;
  const double how = options->parameters[SEIDEL_PARAMETER_PARTITION];
  const int ranks = options->ranks > 0 ? options->ranks : (int) g_get_num_processors ();
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new ((SeidelPartitioning) how, render->matrix.matrix->csr, ranks,
                          &job->progress, job->cancellable, error);
  if (partition == NULL || !order_by_ranks (render, partition, job, error))
    return false;
  render->borders =
    seidel_borders_new (partition, render->matrix.matrix->csr, job->cancellable, error);
  return render->borders != NULL;
}

static bool
is_animated (const Render *render)
{
  return seidel_animation_format_find (render->output) != NULL;
}

/* For a solution that is played over the iterations; of some matrices none are kept. */
static bool
keep_iterates (Render *render, SeidelCliJob *job, GError **error)
{
  g_autoptr (SeidelIterates) iterates = seidel_iterates_new (render->matrix.matrix);
  if (iterates != NULL)
    seidel_trace_keep_iterates (job->trace, iterates);
  render->problem = seidel_cli_run_problem (&render->matrix, render->settings, job, error);
  return render->problem != NULL;
}

/* A run does its own analysis, so that the picture of its times includes it; what the picture
 * itself needs is made afterwards. */
static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Render *render = data;
  if (!seidel_cli_matrix_load (&render->matrix, render->matrix.call->words[1], job, error)
      || !seidel_cli_matrix_reorder (&render->matrix, job, error)
      || (takes_ranks (render) && !find_borders (render, job, error)))
    return false;
  if (render->picture->needs_run)
    {
      if (is_animated (render) && !keep_iterates (render, job, error))
        return false;
      if (!seidel_cli_matrix_take_form (&render->matrix, job, error))
        return false;
      render->outcome = seidel_cli_run_solve (&render->matrix, render->settings, job, error);
      if (render->outcome == NULL)
        return false;
    }
  /* An interrupted run is drawn as well, so this continues after a cancellation. */
  bool needs_levels =
    render->picture->needs_levels || render->choices.mode == SEIDEL_SPARSITY_LEVEL;
  if (needs_levels
      && !seidel_cli_matrix_schedule (&render->matrix, job,
                                      render->outcome != NULL ? NULL : job->cancellable, error))
    return false;
  if (render->picture->needs_hierarchy
      && !seidel_cli_hierarchy_make (&render->matrix, &render->settings->options, job,
                                     &render->hierarchy, error))
    return false;
  if (render->picture->needs_solution)
    render->solution =
      seidel_cli_run_solution (&render->matrix, render->settings, render->outcome, job, error);
  if (render->picture->needs_solution && render->solution == NULL)
    return false;
  SeidelCliSubject subject = { &render->matrix, job->trace,
                               render->outcome, render->settings->options.tolerance,
                               render->choices, render->hierarchy,
                               render->borders, render->solution,
                               render->problem, job->cancellable };
  return render->picture->write (render->picture, &subject, &render->canvas, render->output, error);
}

/* What --direction and --color-by can be. */
#define BOTH    "both"
#define DENSITY "density"
#define LEVEL   "level"

/* Of a sparsity pattern. */
static const struct
{
  const char *id;
  SeidelSparsityMode mode;
} colors[] = {
  { DENSITY, SEIDEL_SPARSITY_DENSITY },
  { LEVEL, SEIDEL_SPARSITY_LEVEL },
  { "magnitude", SEIDEL_SPARSITY_MAGNITUDE },
  { "sign", SEIDEL_SPARSITY_SIGN },
};

static char **
list_directions (void)
{
  g_auto (GStrv) ids = seidel_cli_direction_ids ();
  return seidel_cli_ids (ids, g_strv_length (ids), sizeof *ids, BOTH);
}

static char **
list_colors (void)
{
  return seidel_cli_ids (colors, G_N_ELEMENTS (colors), sizeof *colors, NULL);
}

/* What --vector, --view and --scale can be. */
static char **
list_vectors (void)
{
  const char *ids[SEIDEL_SOLUTION_N_VECTORS];
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    ids[v] = seidel_solution_vector_id ((SeidelSolutionVector) v);
  return seidel_cli_ids (ids, G_N_ELEMENTS (ids), sizeof *ids, NULL);
}

#define ROWS   "rows"
#define LEVELS "levels"

static const char *const views[SEIDEL_SOLUTION_N_VIEWS] = {
  [SEIDEL_SOLUTION_OVER_ROWS] = ROWS,
  [SEIDEL_SOLUTION_CELLS] = "cells",
  [SEIDEL_SOLUTION_SORTED] = "sorted",
  [SEIDEL_SOLUTION_HISTOGRAM] = "histogram",
};

static char **
list_views (void)
{
  return seidel_cli_ids (views, G_N_ELEMENTS (views), sizeof *views, NULL);
}

/* Those that the picture of a sweep can play. */
static const struct
{
  const char *id;
  SeidelPlayMode mode;
} plays[] = {
  { LEVELS, SEIDEL_PLAY_LEVELS },
  { "passes", SEIDEL_PLAY_PASSES },
  { "rows", SEIDEL_PLAY_ROWS },
  { "race", SEIDEL_PLAY_RACE },
};

static char **
list_plays (void)
{
  return seidel_cli_ids (plays, G_N_ELEMENTS (plays), sizeof *plays, NULL);
}

#define LINEAR      "linear"
#define LOGARITHMIC "logarithmic"

static char **
list_scales (void)
{
  static const char *const scales[] = { LINEAR, LOGARITHMIC, NULL };
  return g_strdupv ((char **) scales);
}

/* Magnitudes of residuals and errors span decades. */
static SeidelSolutionChoice
resolve_solution (const SeidelCliCall *call)
{
  SeidelSolutionChoice choice = { SEIDEL_SOLUTION_X, SEIDEL_SOLUTION_OVER_ROWS, false };
  const char *vector = seidel_cli_text (call, "vector");
  const char *view = seidel_cli_text (call, "view");
  const char *scale = seidel_cli_text (call, "scale");
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    if (g_strcmp0 (vector, seidel_solution_vector_id ((SeidelSolutionVector) v)) == 0)
      choice.vector = (SeidelSolutionVector) v;
  for (int v = 0; v < SEIDEL_SOLUTION_N_VIEWS; v++)
    if (g_strcmp0 (view, views[v]) == 0)
      choice.shown = (SeidelSolutionShown) v;
  choice.logarithmic = seidel_cli_given (call, "scale") ? g_str_equal (scale, LOGARITHMIC)
                                                        : choice.vector != SEIDEL_SOLUTION_X;
  return choice;
}

static void
note_solution_options (const SeidelCliCall *call)
{
  static const char *const options[] = { "vector", "view", "scale" };
  for (size_t i = 0; i < G_N_ELEMENTS (options); i++)
    seidel_cli_note (call, options[i], "only the picture of a solution has this choice");
}

static void
resolve_play (Render *render, const SeidelCliCall *call)
{
  const char *play = seidel_cli_text (call, "play");
  if (!render->picture->plays)
    {
      seidel_cli_note (call, "play", "only the picture of a sweep is played");
      seidel_cli_note (call, "step", "only the picture of a sweep has steps");
    }
  for (size_t i = 0; i < G_N_ELEMENTS (plays); i++)
    if (g_strcmp0 (play, plays[i].id) == 0)
      render->choices.mode_of_play = plays[i].mode;
  if (seidel_cli_given (call, "step"))
    render->choices.step = (int64_t) seidel_cli_real (call, "step");
}

static void
resolve_choices (Render *render, const SeidelCliCall *call)
{
  const SeidelCliPicture *picture = render->picture;
  const char *direction = seidel_cli_text (call, "direction");
  const char *color = seidel_cli_text (call, "color-by");
  bool by_level = g_strcmp0 (color, LEVEL) == 0;
  render->choices = (SeidelCliPictureChoices) SEIDEL_CLI_PICTURE_CHOICES_INIT;
  for (size_t i = 0; picture->takes_color && i < G_N_ELEMENTS (colors); i++)
    if (g_strcmp0 (color, colors[i].id) == 0)
      render->choices.mode = colors[i].mode;
  for (int d = 0; direction != NULL && d < 2; d++)
    render->choices.show[d] =
      g_str_equal (direction, BOTH)
      || g_str_equal (direction, seidel_cli_direction_id ((SeidelDirection) d));
  render->choices.solution = resolve_solution (call);
  if (!picture->needs_solution)
    note_solution_options (call);
  resolve_play (render, call);
  if (!picture->takes_color)
    seidel_cli_note (call, "color-by", "only the sparsity pattern has a choice of colours");
  if (!picture->takes_direction)
    seidel_cli_note (call, "direction", "the picture shows no levels");
  else if (picture->takes_color && !by_level)
    seidel_cli_note (call, "direction", "only with --color-by " LEVEL " the picture shows levels");
}

/* The ranks whose borders are shown. */
static bool
is_of_ranks (const char *option)
{
  return g_str_equal (option, "ranks") || g_str_equal (option, "partition");
}

static bool
is_of_multigrid (const char *option)
{
  for (const SeidelCliOption *row = seidel_cli_group_rows (&seidel_cli_multigrid_group, NULL);
       row->name != NULL; row++)
    if (g_str_equal (row->name, option))
      return true;
  return false;
}

/* The options of a run have no effect on a picture without one. */
static void
note_run_options (const SeidelCliCall *call, const SeidelCliPicture *picture)
{
  for (const SeidelCliOption *row = seidel_cli_group_rows (&seidel_cli_run_group, NULL);
       row->name != NULL; row++)
    if (!(picture->needs_hierarchy && is_of_multigrid (row->name))
        && !(picture->takes_ranks && is_of_ranks (row->name)))
      seidel_cli_note (call, row->name, "the picture needs no run");
}

/* The exit status. */
static int
report_render (const Render *render)
{
  g_autofree char *text = g_strdup_printf ("%s of %s written to %s\n", render->picture->id,
                                           render->matrix.matrix->name, render->output);
  if (seidel_cli_print (text) != SEIDEL_CLI_DONE)
    return SEIDEL_CLI_FAILED;
  return render->outcome != NULL ? seidel_cli_run_status (render->outcome) : SEIDEL_CLI_DONE;
}

static int
run_render (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_auto (SeidelCliSettings) settings = { 0 };
  Render render = { .picture = seidel_cli_picture_find (call->words[0]),
                    .output = seidel_cli_text (call, "output"),
                    .settings = &settings,
                    .canvas = seidel_cli_canvas (call),
                    .matrix = { .call = call } };
  seidel_cli_settings_init (&settings, call);
  resolve_choices (&render, call);
  if (!render.picture->needs_run)
    note_run_options (call, render.picture);
  if (render.picture->needs_hierarchy)
    settings.options.method = "multigrid";
  int status = render.picture->needs_run || render.picture->needs_hierarchy
                 ? seidel_cli_settings_check (&settings)
                 : SEIDEL_CLI_DONE;
  if (status != SEIDEL_CLI_DONE)
    return status;
  if (is_animated (&render) && !render.picture->animates)
    {
      g_set_error (&error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                   "%s: a sweep and a solution are played, not the picture “%s”", render.output,
                   render.picture->id);
      return seidel_cli_fail (error);
    }
  if (!seidel_output_check (render.output, &error))
    return seidel_cli_fail (error);
  status = seidel_cli_job_run (job, work, &render, &error) ? report_render (&render)
                                                           : seidel_cli_fail (error);
  g_clear_pointer (&render.outcome, seidel_outcome_free);
  g_clear_pointer (&render.hierarchy, seidel_hierarchy_report_unref);
  g_clear_pointer (&render.borders, seidel_borders_unref);
  g_clear_pointer (&render.solution, seidel_solution_unref);
  g_clear_pointer (&render.problem, seidel_problem_unref);
  seidel_cli_matrix_clear (&render.matrix);
  return status;
}

static bool
check_output (const char *path, GError **error)
{
  return seidel_cli_is_html (path) || seidel_animation_format_find (path) != NULL
         || seidel_cli_check_picture (path, error);
}

static const SeidelCliOption picture_rows[] = {
  { "output", "X.png|.svg|.pdf|.html|.gif|.zip|.webm|.mp4",
    "Where to write the picture, in the format of its ending: HTML is a page for a browser, in "
    "which "
    "a sweep of up to 400 rows is played. A sweep, or a solution over the iterations, also as an "
    "animation, as PNG frames in a ZIP archive, or by ffmpeg as a video.",
    .check = check_output, .required = true },
  { "direction", "D",
    "Which levels are shown: those of the sweep from the first row to the last, or back. Where "
    "there can be only one, both is forward.",
    SEIDEL_CLI_CHOICE, BOTH, list_directions },
  { "color-by", "C",
    "What the colours of the sparsity pattern show: the number of entries per pixel, the level of "
    "the row, or the magnitude or sign of the values.",
    SEIDEL_CLI_CHOICE, DENSITY, list_colors },
  { "vector", "V", "Which vector of a solution is shown.", SEIDEL_CLI_CHOICE, "x", list_vectors },
  { "view", "V",
    "How a solution is shown: over the rows, as cells on the grid of the problem, the largest "
    "first, or as a histogram.",
    SEIDEL_CLI_CHOICE, ROWS, list_views },
  { "scale", "S",
    "The scale of its values; without it x is on a linear one, a residual or an error on a "
    "logarithmic one.",
    SEIDEL_CLI_CHOICE, NULL, list_scales },
  { "play", "P",
    "What a step of a sweep is: the rows of a level, all rows from the values of the step before, "
    "one row, or passes with a race.",
    SEIDEL_CLI_CHOICE, LEVELS, list_plays },
  { "step", "N",
    "The step that the picture of a sweep shows; without it the one in the middle, and in a "
    "browser "
    "0 at first.",
    SEIDEL_CLI_INTEGER, NULL, NULL, 0, INT32_MAX },
  { NULL },
};

static const SeidelCliGroup picture_group = { .title = "Picture", .rows = picture_rows };

static const SeidelCliWord *
list_words (void)
{
  static SeidelCliWord words[SEIDEL_CLI_N_PICTURES + 1];
  size_t n = 0;
  const SeidelCliPicture *pictures = seidel_cli_pictures (&n);
  for (size_t i = 0; i < n; i++)
    words[i] = (SeidelCliWord){ pictures[i].id, NULL, pictures[i].sentence };
  return words;
}

const SeidelCliCommand seidel_cli_render = {
  .name = "render",
  .arguments = "PICTURE FILE",
  .min_arguments = 2,
  .max_arguments = 2,
  .sentence = "Write a picture of a matrix or of a run to a file.",
  .groups =
    (const SeidelCliGroup *const[]){ &picture_group, &seidel_cli_canvas_group,
                                     &seidel_cli_run_group, &seidel_cli_matrix_group, NULL },
  .words = list_words,
  .solves = true,
  .run = run_render,
};
