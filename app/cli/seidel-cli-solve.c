/* seidel-cli solve: solves A x = b and says how it ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/seidel-cli-dry-run.h"
#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-run.h"
#include "io/seidel-loader.h"
#include "io/seidel-output.h"
#include "base/seidel-error.h"

typedef struct
{
  const char *path;
  const SeidelCliSettings *settings;
  const char *output;  /* or NULL */
  const char *history; /* or NULL */
  bool dry;            /* nothing is solved: dry_run is filled instead of the outcome */
  SeidelCliDryRun dry_run;
  SeidelOutcome *outcome;
  GError *history_error;
  GError *output_error;
  char *title; /* for people */
  char *ordering;
  char *rhs;
} Solve;

/* The last iterate, however the run ended. */
static bool
save_solution (const SeidelOutcome *outcome, const char *path, GError **error)
{
  if (outcome->x != NULL)
    return seidel_save_vector (outcome->x, outcome->n, path, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "%s: there is no solution to write: it did not fit into memory", path);
  return false;
}

/* Writes what was asked for. A history that could not be written does not lose the solution, so
 * both are tried. */
static void
write_files (Solve *solve, SeidelTrace *trace)
{
  if (solve->history != NULL)
    {
      g_autofree char *csv = g_string_free (seidel_trace_to_csv (trace), FALSE);

      seidel_output_save (solve->history, csv, strlen (csv), &solve->history_error);
    }
  if (solve->output != NULL)
    save_solution (solve->outcome, solve->output, &solve->output_error);
}

/* The exit status: what could not be written is told. */
static int
report_files (const Solve *solve)
{
  const GError *errors[] = { solve->history_error, solve->output_error };
  int status = SEIDEL_CLI_DONE;
  for (size_t i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i] != NULL)
      status = seidel_cli_fail (errors[i]);
  return status;
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Solve *solve = data;
  g_auto (SeidelCliMatrix) matrix = { 0 };
  if (!seidel_cli_matrix_load (&matrix, solve->path, job, error)
      || !seidel_cli_matrix_reorder (&matrix, &solve->settings->ordering, job, error))
    return false;
  g_autofree char *name = seidel_cli_matrix_title (matrix.matrix);
  solve->title = g_strdup_printf (solve->dry ? "%s, a run that was not begun" : "%s, run", name);
  if (solve->dry)
    return seidel_cli_dry_run_init (&solve->dry_run, matrix.matrix, solve->settings, job, error);
  solve->ordering = g_strdup (matrix.matrix->ordering);
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (solve->settings, matrix.matrix);
  solve->rhs = seidel_vector_spec_to_text (&rhs);
  solve->outcome = seidel_cli_run_settings (matrix.matrix, NULL, NULL, solve->settings, job, error);
  if (solve->outcome == NULL)
    return false;
  /* Part of the job, so that an interrupt does not end the program half-way through a file. */
  seidel_progress_begin (&job->progress, "Writing");
  write_files (solve, job->trace);
  return true;
}

/* Whether two names, either of which may be NULL, stand for one file, there already or not. */
static bool
is_same_file (const char *one, const char *other)
{
  GStatBuf a;
  GStatBuf b;
  if (one == NULL || other == NULL)
    return false;
  if (g_stat (one, &a) == 0 && g_stat (other, &b) == 0)
    return S_ISREG (a.st_mode) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
  return g_str_equal (one, other);
}

/* Nothing is written over what the run reads, but for the first guess: a solution may take its
 * place, so that the next run goes on from there. */
static bool
check_clashes (const SeidelCliSettings *settings,
               const char *path,
               const char *output,
               const char *history,
               GError **error)
{
  const struct
  {
    const char *option;
    const char *name;
    const char *what;
    const char *other;
  } clashes[] = {
    { "output", output, "the matrix", path },
    { "history", history, "the matrix", path },
    { "output", output, "the right-hand side", settings->rhs.path },
    { "history", history, "the right-hand side", settings->rhs.path },
    { "history", history, "the first guess", settings->guess.path },
    { "history", history, "the solution", output },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (clashes); i++)
    if (is_same_file (clashes[i].name, clashes[i].other))
      {
        g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "--%s: ‘%s’ is the file of %s",
                     clashes[i].option, clashes[i].name, clashes[i].what);
        return false;
      }
  return true;
}

/* What is known to go wrong with the names is told before anything is read. */
static bool
check_names (const SeidelCliSettings *settings,
             const char *path,
             const char *output,
             const char *history,
             GError **error)
{
  if (output == NULL || seidel_format_for_writing (output, true, error) != NULL)
    return check_clashes (settings, path, output, history, error);
  g_prefix_error (error, "--output: ");
  return false;
}

/* The same of the places. */
static bool
check_places (const char *output, const char *history, GError **error)
{
  return (output == NULL || seidel_output_check (output, error))
         && (history == NULL || seidel_output_check (history, error));
}

static int
print_outcome (const Solve *solve, bool as_json)
{
  SeidelCliRunContext context = { solve->title, solve->ordering, solve->rhs };
  if (as_json)
    {
      g_autoptr (JsonBuilder) json = json_builder_new ();
      seidel_cli_run_build_json (solve->outcome, &context, json);
      return seidel_cli_print_json (json);
    }
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_run_describe (solve->outcome, &context, sheet);
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_solve (const SeidelCliCommand *command, int argc, char **argv)
{
  bool as_json = false;
  bool dry = false;
  g_autofree char *output = NULL;
  g_autofree char *history = NULL;
  g_autoptr (SeidelCliSettings) settings = seidel_cli_settings_new ();
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_settings_add (settings, options);
  seidel_cli_options_text (options, "output", "FILE", &output, NULL,
                           "Write the solution (the last iterate, however the run ended): as a "
                           "Matrix Market array, as plain text (.txt) or as a NumPy array (.npy).");
  seidel_cli_options_text (options, "history", "FILE.csv", &history, NULL,
                           "Write iteration, seconds, residual, relative residual and error "
                           "(empty where it is not known), a line per iteration.");
  seidel_cli_options_flag (options, "dry-run", &dry,
                           "Tell what the run would take of memory, and what is free, without "
                           "solving.");
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  const char *path = NULL;
  int status = SEIDEL_CLI_DONE;
  if (!seidel_cli_begin (command, options, NULL, argc, argv, &path, &status))
    return status;
  g_autoptr (GError) error = NULL;
  if (!seidel_cli_settings_resolve (settings, &error)
      || !check_names (settings, path, output, history, &error))
    return seidel_cli_usage_error (command, "%s", error->message);
  if (!seidel_solve_check (&settings->options, &error))
    return seidel_cli_fail (error);
  if (!dry && !check_places (output, history, &error))
    return seidel_cli_fail (error);

  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Solve solve = {
    .path = path, .settings = settings, .output = output, .history = history, .dry = dry
  };
  bool ran = seidel_cli_job_run (job, work, &solve, &error);
  g_autoptr (SeidelOutcome) outcome = solve.outcome;
  g_autofree char *title = solve.title;
  g_autofree char *ordering = solve.ordering;
  g_autofree char *rhs = solve.rhs;
  g_autoptr (GError) history_error = solve.history_error;
  g_autoptr (GError) output_error = solve.output_error;
  if (!ran)
    return seidel_cli_fail (error);
  if (dry)
    return seidel_cli_dry_run_print (&solve.dry_run, title, as_json);
  bool written = report_files (&solve) == SEIDEL_CLI_DONE;
  bool printed = print_outcome (&solve, as_json) == SEIDEL_CLI_DONE;
  status = seidel_cli_run_status (outcome);
  return written && printed ? status : SEIDEL_CLI_FAILED;
}
