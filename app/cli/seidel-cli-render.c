/* seidel-cli render: one picture to a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "draw/seidel-export.h"
#include "io/seidel-output.h"

typedef struct
{
  const SeidelCliPicture *picture;
  const char *path;
  const char *output;
  const SeidelCliSettings *settings;
  SeidelCliCanvas canvas;
  SeidelCliPictureChoices choices;
  SeidelCliMatrix matrix;
  SeidelOutcome *outcome;
} Render;

/* A run does its own analysis, so that the picture of its times tells all of it; what the picture
 * itself needs is made afterwards. */
static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Render *render = data;
  if (!seidel_cli_matrix_load (&render->matrix, render->path, job, error)
      || !seidel_cli_matrix_reorder (&render->matrix, &render->settings->ordering, job, error))
    return false;
  if (render->picture->needs_run)
    {
      render->outcome =
        seidel_cli_run_settings (render->matrix.matrix, NULL, NULL, render->settings, job, error);
      if (render->outcome == NULL)
        return false;
    }
  /* An interrupted run is still to be seen, so this goes on when the run was cancelled. */
  bool needs_levels =
    render->picture->needs_levels || render->choices.mode == SEIDEL_SPARSITY_LEVEL;
  if (needs_levels
      && !seidel_cli_matrix_schedule (&render->matrix, job,
                                      render->outcome != NULL ? NULL : job->cancellable, error))
    return false;
  SeidelCliSubject subject = { &render->matrix, job->trace, render->outcome,
                               render->settings->options.tolerance, render->choices };
  return render->picture->write (render->picture, &subject, &render->canvas, render->output, error);
}

static char *
list_pictures (void)
{
  size_t n = 0;
  const SeidelCliPicture *pictures = seidel_cli_pictures (&n);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_sheet_title (sheet, "Pictures:");
  for (size_t i = 0; i < n; i++)
    seidel_cli_sheet_add (sheet, pictures[i].id, "%s", pictures[i].sentence);
  return seidel_cli_sheet_to_text (sheet);
}

static int
complain_picture (const SeidelCliCommand *command, const char *word)
{
  size_t n = 0;
  const SeidelCliPicture *pictures = seidel_cli_pictures (&n);
  g_autoptr (GString) valid = g_string_new (NULL);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf (valid, "%s%s", i > 0 ? ", " : "", pictures[i].id);
  return seidel_cli_usage_error (command, "unknown picture ‘%s’; it must be one of: %s", word,
                                 valid->str);
}

/* What --direction and --color-by may be. */
#define BOTH    "both"
#define DENSITY "density"
#define LEVEL   "level"

static char **
direction_choices (void)
{
  g_auto (GStrv) ids = seidel_cli_direction_ids ();
  g_autoptr (GStrvBuilder) choices = g_strv_builder_new ();
  g_strv_builder_add (choices, BOTH);
  g_strv_builder_addv (choices, (const char **) ids);
  return g_strv_builder_end (choices);
}

static char **
color_choices (void)
{
  static const char *const choices[] = { DENSITY, LEVEL, NULL };
  return g_strdupv ((char **) choices);
}

/* Choices that say nothing to a picture are mistakes. */
static int
resolve_choices (const SeidelCliCommand *command,
                 Render *render,
                 const char *direction,
                 const char *color)
{
  const SeidelCliPicture *picture = render->picture;
  SeidelCliPictureChoices *choices = &render->choices;
  if (color != NULL && !picture->takes_color)
    return seidel_cli_usage_error (command, "--color-by: the picture %s has no such choice",
                                   picture->id);
  if (g_strcmp0 (color, LEVEL) == 0)
    choices->mode = SEIDEL_SPARSITY_LEVEL;
  if (direction == NULL)
    return SEIDEL_CLI_DONE;
  if (!picture->takes_direction)
    return seidel_cli_usage_error (command, "--direction: the picture %s has no such choice",
                                   picture->id);
  if (picture->takes_color && choices->mode != SEIDEL_SPARSITY_LEVEL)
    return seidel_cli_usage_error (command,
                                   "--direction: the picture %s shows levels only with "
                                   "--color-by " LEVEL,
                                   picture->id);
  for (int d = 0; d < 2; d++)
    choices->show[d] = g_str_equal (direction, BOTH)
                       || g_str_equal (direction, seidel_cli_direction_id ((SeidelDirection) d));
  return SEIDEL_CLI_DONE;
}

static int
check_output (const SeidelCliCommand *command, const char *output)
{
  if (output == NULL)
    return seidel_cli_usage_error (command, "--output FILE is missing");
  if (seidel_export_format_find (output) != NULL)
    return SEIDEL_CLI_DONE;
  size_t n = 0;
  const SeidelExportFormat *formats = seidel_export_formats (&n);
  g_autoptr (GString) valid = g_string_new (NULL);
  for (size_t i = 0; i < n; i++)
    g_string_append_printf (valid, "%s%s", i > 0 ? ", " : "", formats[i].suffix);
  return seidel_cli_usage_error (command, "--output: ‘%s’ must end in one of: %s", output,
                                 valid->str);
}

static int
render_file (Render *render)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  bool done = seidel_cli_job_run (job, work, render, &error);
  int status = !done                     ? seidel_cli_fail (error)
               : render->outcome != NULL ? seidel_cli_run_status (render->outcome)
                                         : SEIDEL_CLI_DONE;
  if (done)
    {
      g_autofree char *text = g_strdup_printf ("%s of %s written to %s\n", render->picture->id,
                                               render->matrix.matrix->name, render->output);
      if (seidel_cli_print (text) != SEIDEL_CLI_DONE)
        status = SEIDEL_CLI_FAILED;
    }
  g_clear_pointer (&render->outcome, seidel_outcome_free);
  seidel_cli_matrix_clear (&render->matrix);
  return status;
}

int
seidel_cli_run_render (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliCanvasOptions canvas = SEIDEL_CLI_CANVAS_OPTIONS_INIT;
  g_autofree char *output = NULL;
  g_autofree char *direction = NULL;
  g_autofree char *color = NULL;
  g_autoptr (SeidelCliSettings) settings = seidel_cli_settings_new ();
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_text (options, "output", "X.png|.svg|.pdf", &output, NULL,
                           "Where to write the picture; the suffix tells the format; needed.");
  seidel_cli_canvas_add (&canvas, options);
  seidel_cli_options_choice (options, "direction", "D", &direction, direction_choices, BOTH,
                             "Which levels are shown: those of the sweep from the first row to "
                             "the last, or back. Where there can be only one, both is forward.");
  seidel_cli_options_choice (options, "color-by", "C", &color, color_choices, DENSITY,
                             "What the colours of the sparsity pattern tell: how many entries a "
                             "pixel stands for, or the level of the row.");
  seidel_cli_settings_add (settings, options);
  g_autofree char *more = list_pictures ();
  const char *arguments[2] = { NULL, NULL };
  int status = SEIDEL_CLI_DONE;
  if (!seidel_cli_begin (command, options, more, argc, argv, arguments, &status))
    return status;
  g_autoptr (GError) error = NULL;
  Render render = { .picture = seidel_cli_picture_find (arguments[0]),
                    .path = arguments[1],
                    .output = output,
                    .settings = settings,
                    .canvas = seidel_cli_canvas_get (&canvas),
                    .choices = SEIDEL_CLI_PICTURE_CHOICES_INIT };
  if (render.picture == NULL)
    return complain_picture (command, arguments[0]);
  status = resolve_choices (command, &render, direction, color);
  if (status != SEIDEL_CLI_DONE)
    return status;
  status = check_output (command, output);
  if (status != SEIDEL_CLI_DONE)
    return status;
  if (!seidel_cli_settings_resolve (settings, &error))
    return seidel_cli_usage_error (command, "%s", error->message);
  if (render.picture->needs_run && !seidel_solve_check (&settings->options, &error))
    return seidel_cli_fail (error);
  if (!seidel_output_check (output, &error))
    return seidel_cli_fail (error);
  return render_file (&render);
}
