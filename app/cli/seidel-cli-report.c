/* seidel-cli report: everything that Seidel shows about a matrix, without a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <glib/gstdio.h>

#include "cli/seidel-cli-hierarchy.h"
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "matrix/seidel-complex.h"
#include "run/seidel-projection.h"

/* Pictures are written in both: one for the screen, one for print. */
static const char *const suffixes[] = { "png", "svg" };

typedef struct
{
  SeidelCliSettings *settings;
  SeidelCliMatrix matrix;
  SeidelCliMatrix form; /* what is solved in place of a complex matrix; else empty */
  SeidelOutcome *outcome;
  SeidelCliCanvas canvas;
  const char *folder;
  GPtrArray *written; /* char *, names in the folder */
} Report;

static bool
analyse_work (SeidelCliJob *job, void *data, GError **error)
{
  Report *report = data;
  if (!seidel_cli_matrix_examine (&report->matrix, job, error))
    return false;
  if (!seidel_matrix_is_complex (report->matrix.matrix))
    return true;
  report->form.matrix = seidel_matrix_ref (report->matrix.matrix);
  return seidel_cli_matrix_take_form (&report->form, job, error)
         && seidel_cli_matrix_analyse (&report->form, job, error);
}

static bool
solve_work (SeidelCliJob *job, void *data, GError **error)
{
  Report *report = data;
  report->outcome = seidel_cli_run_solve (&report->matrix, report->settings, job, error);
  return report->outcome != NULL;
}

/* Of a run with multigrid; otherwise, and for a matrix that multigrid fails for, there is none. */
static SeidelHierarchyReport *
make_hierarchy (Report *report, SeidelCliJob *job)
{
  SeidelHierarchyReport *hierarchy = NULL;
  if (report->outcome != NULL && seidel_options_use_multigrid (&report->outcome->options))
    seidel_cli_hierarchy_make (&report->matrix, &report->outcome->options, job, &hierarchy, NULL);
  return hierarchy;
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
  g_autoptr (SeidelHierarchyReport) hierarchy = make_hierarchy (report, job);
  /* Without memory for it the report has one picture less. */
  g_autoptr (SeidelSolution) solution =
    report->outcome != NULL && report->outcome->computed
      ? seidel_cli_run_solution (report->form.matrix != NULL ? &report->form : &report->matrix,
                                 report->settings, report->outcome, job, NULL)
      : NULL;
  subject.hierarchy = hierarchy;
  subject.solution = solution;
  seidel_progress_begin (&job->progress, "Drawing");
  for (size_t i = 0; i < n; i++)
    {
      /* Of what is played, one step says little. */
      if (pictures[i].plays || (pictures[i].needs_run && report->outcome == NULL)
          || (pictures[i].needs_projection && seidel_trace_n_projections (job->trace) == 0)
          || (pictures[i].needs_levels && report->matrix.schedules[0] == NULL)
          || (pictures[i].needs_hierarchy && hierarchy == NULL)
          || (pictures[i].needs_solution && solution == NULL))
        continue;
      /* The levels of a run are those of what was solved. */
      subject.matrix =
        pictures[i].needs_run && report->form.matrix != NULL ? &report->form : &report->matrix;
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
  g_auto (SeidelCliRunContext) context =
    seidel_cli_run_context ("Run", report->settings, report->matrix.matrix);
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

static int
run_report (const SeidelCliCall *call)
{
  g_autoptr (GPtrArray) written = g_ptr_array_new_with_free_func (g_free);
  g_auto (SeidelCliSettings) settings = { 0 };
  seidel_cli_settings_init (&settings, call);
  int status = seidel_cli_settings_check (&settings);
  if (status != SEIDEL_CLI_DONE)
    return status;
  Report report = { .settings = &settings,
                    .matrix = { .call = call },
                    .canvas = seidel_cli_canvas (call),
                    .written = written };
  status = make_report (&report, seidel_cli_text (call, "output"));
  g_clear_pointer (&report.outcome, seidel_outcome_free);
  seidel_cli_matrix_clear (&report.matrix);
  seidel_cli_matrix_clear (&report.form);
  return status;
}

static const SeidelCliOption folder_rows[] = {
  { "output", "FOLDER",
    "Where to write the pictures; without it a folder named after the matrix in the current one, "
    "or a temporary one if that cannot be written." },
  { NULL },
};

static const SeidelCliGroup folder_group = { .title = "Pictures", .rows = folder_rows };

const SeidelCliCommand seidel_cli_report = {
  .name = "report",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show the structure, solve, report the outcome, and write all pictures.",
  .groups =
    (const SeidelCliGroup *const[]){ &folder_group, &seidel_cli_canvas_group, &seidel_cli_run_group,
                                     &seidel_cli_matrix_group, NULL },
  .solves = true,
  .run = run_report,
};
