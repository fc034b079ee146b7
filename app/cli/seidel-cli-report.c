/* seidel-cli report: all that Seidel tells of a matrix, without a screen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-report.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "method/seidel-method.h"

/* Pictures are written in both: one to look at, one to print. */
static const char *const suffixes[] = { "png", "svg" };

typedef struct
{
  const char *path;
  SeidelCliSettings *settings;
  SeidelCliMatrix matrix;
  SeidelOutcome *outcome;
  SeidelCliCanvas canvas;
  const char *folder;
  GPtrArray *written; /* char *, names in the folder */
} Report;

static bool
analyse_work (SeidelCliJob *job, void *data, GError **error)
{
  Report *report = data;
  return seidel_cli_matrix_examine (&report->matrix, report->path, &report->settings->ordering, job,
                                    error);
}

static bool
solve_work (SeidelCliJob *job, void *data, GError **error)
{
  Report *report = data;
  report->outcome =
    seidel_cli_run_settings (report->matrix.matrix, report->matrix.structure,
                             report->matrix.schedules, report->settings, job, error);
  return report->outcome != NULL;
}

static bool
pictures_work (SeidelCliJob *job, void *data, GError **error)
{
  Report *report = data;
  size_t n = 0;
  const SeidelCliPicture *pictures = seidel_cli_pictures (&n);
  SeidelCliSubject subject = { &report->matrix, job->trace, report->outcome,
                               report->settings->options.tolerance,
                               SEIDEL_CLI_PICTURE_CHOICES_INIT };
  seidel_progress_begin (&job->progress, "Drawing");
  for (size_t i = 0; i < n; i++)
    {
      if ((pictures[i].needs_run && report->outcome == NULL)
          || (pictures[i].needs_levels && report->matrix.schedules[0] == NULL))
        continue;
      for (size_t s = 0; s < G_N_ELEMENTS (suffixes); s++)
        {
          g_autofree char *name = g_strdup_printf ("%s.%s", pictures[i].id, suffixes[s]);
          g_autofree char *path = g_build_filename (report->folder, name, NULL);
          if (!pictures[i].write (&pictures[i], &subject, &report->canvas, path, error))
            return false;
          g_ptr_array_add (report->written, g_steal_pointer (&name));
        }
    }
  return true;
}

/* When no method was asked for and the usual one does not suit the matrix, the first one that
 * does; the usual one when none does. */
static void
choose_method (Report *report)
{
  SeidelOptions *options = &report->settings->options;
  const SeidelMethod *usual = seidel_method_find (options->method);
  g_autofree char *why_not = NULL;
  if (report->settings->method_text != NULL
      || seidel_method_applies (usual, report->matrix.structure, &why_not))
    return;
  size_t n = 0;
  const SeidelMethod *methods = seidel_methods (&n);
  for (size_t i = 0; i < n; i++)
    if (seidel_method_applies (&methods[i], report->matrix.structure, NULL))
      {
        options->method = methods[i].id;
        seidel_cli_complain ("%s Solving with %s instead.", why_not, methods[i].name);
        return;
      }
}

/* The folder asked for, otherwise one beside the user's work, otherwise a temporary one. */
static char *
make_folder (const char *asked, const char *matrix_name, GError **error)
{
  g_autofree char *beside = g_strconcat (matrix_name, "-seidel", NULL);
  g_strdelimit (beside, "/", '-');
  const char *wanted = asked != NULL ? asked : beside;
  if (g_mkdir_with_parents (wanted, 0777) == 0 && g_access (wanted, W_OK) == 0)
    return g_strdup (wanted);
  int saved = errno;
  if (asked == NULL)
    return g_dir_make_tmp ("seidel-XXXXXX", error);
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (saved), "--output: the folder %s: %s",
               asked, g_strerror (saved));
  return NULL;
}

static int
print_pictures (const Report *report)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autofree char *title = g_strdup_printf ("Pictures in %s", report->folder);
  g_autofree char *separated = g_strconcat ("\n", title, NULL);
  seidel_cli_sheet_title (sheet, separated);
  g_ptr_array_add (report->written, NULL);
  g_autofree char *names = g_strjoinv (", ", (char **) report->written->pdata);
  seidel_cli_sheet_note (sheet, names);
  return seidel_cli_print_sheet (sheet);
}

static int
print_matrix (const Report *report)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_matrix_describe (&report->matrix, sheet);
  return seidel_cli_print_sheet (sheet);
}

static int
print_run (const Report *report)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  const SeidelVectorSpec spec = seidel_cli_settings_rhs (report->settings, report->matrix.matrix);
  g_autofree char *rhs = seidel_vector_spec_to_text (&spec);
  SeidelCliRunContext context = { "Run", report->matrix.matrix->ordering, rhs };
  seidel_cli_run_describe (report->outcome, &context, sheet);
  g_autofree char *text = seidel_cli_sheet_to_text (sheet);
  g_autofree char *separated = g_strconcat ("\n", text, NULL);
  return seidel_cli_print (separated);
}

/* The steps one after the other, each printed when it is done. A matrix that cannot be solved still
 * gets its pictures. */
static int
make_report (Report *report, const char *asked_folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  if (!seidel_cli_job_run (job, analyse_work, report, &error))
    return seidel_cli_fail (error);
  int status = print_matrix (report);
  choose_method (report);
  if (status == SEIDEL_CLI_DONE && seidel_cli_job_run (job, solve_work, report, &error))
    {
      status = print_run (report);
      status = status == SEIDEL_CLI_DONE ? seidel_cli_run_status (report->outcome) : status;
    }
  else if (error != NULL)
    status = seidel_cli_fail (error);
  g_clear_error (&error);

  g_autofree char *folder = make_folder (asked_folder, report->matrix.matrix->name, &error);
  report->folder = folder;
  if (folder == NULL || !seidel_cli_job_run (job, pictures_work, report, &error))
    return seidel_cli_fail (error);
  return print_pictures (report) == SEIDEL_CLI_DONE ? status : SEIDEL_CLI_FAILED;
}

int
seidel_cli_run_report (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliCanvasOptions canvas = SEIDEL_CLI_CANVAS_OPTIONS_INIT;
  g_autofree char *folder = NULL;
  g_autoptr (SeidelCliSettings) settings = seidel_cli_settings_new ();
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_text (options, "output", "FOLDER", &folder, NULL,
                           "Where to write the pictures; without it a folder named after the "
                           "matrix in the current one, or a temporary one where that cannot be.");
  seidel_cli_canvas_add (&canvas, options);
  seidel_cli_settings_add (settings, options);
  const char *path = NULL;
  int status = SEIDEL_CLI_DONE;
  if (!seidel_cli_begin (command, options, NULL, argc, argv, &path, &status))
    return status;
  g_autoptr (GError) error = NULL;
  if (!seidel_cli_settings_resolve (settings, &error))
    return seidel_cli_usage_error (command, "%s", error->message);

  Report report = { .path = path, .settings = settings, .canvas = seidel_cli_canvas_get (&canvas) };
  report.written = g_ptr_array_new_with_free_func (g_free);
  status = make_report (&report, folder);
  g_ptr_array_unref (report.written);
  g_clear_pointer (&report.outcome, seidel_outcome_free);
  seidel_cli_matrix_clear (&report.matrix);
  return status;
}

int
seidel_cli_report (const char *file, int argc, char **argv)
{
  /* The file comes last, after "--": its name may begin with a dash. */
  g_autofree char **words = g_new0 (char *, argc + 3);
  for (int i = 0; i < argc; i++)
    words[i] = argv[i];
  words[argc] = (char *) "--";
  words[argc + 1] = (char *) file;
  const SeidelCliCommand *command = seidel_cli_command_find ("report");
  return command->run (command, argc + 2, words);
}
