/* seidel-cli solve: solves A x = b and reports the outcome.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/seidel-cli-columns.h"
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "cli/seidel-cli-why.h"
#include "io/bytes/seidel-output.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "record/seidel-fingerprint.h"
#include "record/seidel-run-code.h"
#include "record/seidel-session.h"

/* Of each next step that is tried. */
#define WHY_SECONDS 10.0

typedef struct
{
  SeidelCliSettings *settings;
  const char *output;        /* or NULL */
  const char *history;       /* or NULL */
  const char *session;       /* or NULL */
  const char *report;        /* or NULL */
  bool dry;                  /* nothing is solved: there is a plan instead of the outcome */
  const SeidelRunCode *code; /* that the run is printed as, with dry; or NULL */
  SeidelCliMatrix matrix;
  SeidelPlan *plan;
  SeidelRank *ranks; /* of the plan */
  size_t n_ranks;
  SeidelOutcome *outcome;
  SeidelCliRow row;
  SeidelDiagnosis *diagnosis; /* NULL: not asked for, or it converged */
  SeidelRecord *record;       /* for session and report: it has the outcome then */
  GPtrArray *kept;            /* the runs of the session, where one of them is resumed; or NULL */
  const SeidelSessionEntry *resumed; /* that one */
  GPtrArray *columns; /* runs of several right-hand sides, in place of the outcome; or NULL */
  uint64_t fingerprint;
  int64_t begun;
  GError *history_error;
  GError *output_error;
  GError *session_error;
  GError *report_error;
} Solve;

/* The run as a session has it; it has the outcome from now on. */
static void
make_record (Solve *solve, SeidelTrace *trace)
{
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (solve->settings, solve->matrix.matrix);
  solve->record = seidel_record_new (&(SeidelRecordFacts){
    .matrix = solve->matrix.matrix,
    .fingerprint = solve->fingerprint,
    .rhs = &rhs,
    .guess = &solve->settings->guess,
    .options = &solve->settings->options,
    .trace = trace,
    .outcome = solve->outcome,
    .begun = solve->begun,
  });
}

/* The last run of the session with this matrix goes on: with its options, from its x, in its
 * history. */
static bool
resume (Solve *solve, SeidelCliJob *job, GError **error)
{
  const SeidelRecord *record = NULL;
  solve->kept = seidel_session_read (solve->session, job->cancellable, error);
  if (solve->kept == NULL)
    return false;
  for (guint i = solve->kept->len; i-- > 0 && solve->resumed == NULL;)
    {
      const SeidelSessionEntry *entry = solve->kept->pdata[i];
      if (entry->record->matrix.fingerprint == solve->fingerprint
          && g_strcmp0 (entry->record->matrix.ordering, solve->matrix.matrix->ordering) == 0)
        solve->resumed = entry;
    }
  if (solve->resumed == NULL)
    return seidel_cli_refuse (error, G_OPTION_ERROR_FAILED,
                              "%s: no run of it is with this matrix in this ordering",
                              solve->session);
  record = solve->resumed->record;
  if (record->outcome == NULL || !record->outcome->computed)
    return seidel_cli_refuse (error, G_OPTION_ERROR_FAILED,
                              "run %" G_GINT64_FORMAT " has no solution from which it could go on",
                              solve->resumed->label.number);
  seidel_cli_settings_take (solve->settings, &record->options, record->rhs);
  solve->settings->resumed_x = record->outcome->x;
  solve->begun = record->begun;
  seidel_cli_job_set_trace (job, record->trace);
  return true;
}

/* Puts the run in the place of the one that it goes on with. */
static void
replace_run (Solve *solve)
{
  const char *const removed[] = { solve->resumed->record->id, NULL };
  SeidelSessionEntry *entry = seidel_session_entry_new (solve->record, &solve->resumed->label);
  seidel_session_update (solve->session, &entry, 1, removed, &solve->session_error);
  seidel_session_entry_free (entry);
}

/* Adds the run to the session, as the last one. */
static void
keep_run (Solve *solve, const SeidelSessionEntry *run)
{
  SeidelSessionGlance glance = { 0 };
  SeidelRecordLabel label = { .visible = true };
  SeidelSessionEntry *entry = NULL;

  if (g_file_test (solve->session, G_FILE_TEST_EXISTS)
      && !seidel_session_glance (solve->session, &glance, &solve->session_error))
    return;
  label.color = glance.last;
  label.number = glance.last + 1;
  entry = seidel_session_entry_new (run->record, &label);
  seidel_session_update (solve->session, &entry, 1, NULL, &solve->session_error);
  seidel_session_entry_free (entry);
  seidel_session_glance_clear (&glance);
}

/* Draws the page about the run; the levels are those of the matrix, if it has any. */
static void
draw_report (Solve *solve, SeidelCliJob *job)
{
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_session_entry_free);
  SeidelCliMatrix *matrix = &solve->matrix;
  g_ptr_array_add (entries,
                   seidel_session_entry_new (solve->record,
                                             &(SeidelRecordLabel){ .number = 1, .visible = true }));
  if (matrix->schedules[SEIDEL_DIRECTION_FORWARD] != NULL
      || seidel_cli_matrix_schedule (matrix, job, NULL, &solve->report_error))
    seidel_cli_run_report (matrix->call, entries, matrix->matrix,
                           matrix->schedules[SEIDEL_DIRECTION_FORWARD], &solve->report_error);
}

/* A history that cannot be written must not lose the solution, which comes first. What was not
 * computed replaces nothing. */
static void
write_files (Solve *solve, SeidelCliJob *job)
{
  const SeidelOutcome *outcome = solve->outcome;
  if (solve->output != NULL && outcome->computed)
    seidel_save_vector (outcome->x, seidel_outcome_unknowns (outcome), outcome->complex_values,
                        solve->output, &solve->output_error);
  if (solve->history != NULL)
    {
      g_autofree char *csv = g_string_free (seidel_trace_to_csv (job->trace), FALSE);

      seidel_output_save (solve->history, csv, strlen (csv), &solve->history_error);
    }
  if (solve->session != NULL || solve->report != NULL)
    make_record (solve, job->trace);
  if (solve->resumed != NULL)
    replace_run (solve);
  else if (solve->session != NULL)
    keep_run (solve, &(SeidelSessionEntry){ .record = solve->record });
  if (solve->report != NULL)
    draw_report (solve, job);
}

/* The same of a run for each right-hand side. */
static void
write_columns (Solve *solve, SeidelCliJob *job)
{
  SeidelCliMatrix *matrix = &solve->matrix;
  if (solve->output != NULL)
    seidel_cli_columns_save (solve->columns, solve->settings, solve->output, &solve->output_error);
  if (solve->history != NULL)
    {
      g_autofree char *csv = seidel_cli_columns_to_csv (solve->columns);

      seidel_output_save (solve->history, csv, strlen (csv), &solve->history_error);
    }
  for (guint i = 0; i < solve->columns->len && solve->session != NULL; i++)
    keep_run (solve, solve->columns->pdata[i]);
  if (solve->report != NULL
      && (matrix->schedules[SEIDEL_DIRECTION_FORWARD] != NULL
          || seidel_cli_matrix_schedule (matrix, job, NULL, &solve->report_error)))
    seidel_cli_run_report (matrix->call, solve->columns, matrix->matrix,
                           matrix->schedules[SEIDEL_DIRECTION_FORWARD], &solve->report_error);
}

/* What is about one run needs one right-hand side. */
static bool
check_columns (const Solve *solve, GError **error)
{
  static const char *const single[] = { "why", "row", "resume" };
  if (solve->code != NULL && strcmp (solve->code->id, "command") != 0)
    return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                              "--print-as: a program solves for one right-hand side, and there are "
                              "%" G_GINT64_FORMAT ": choose one by --rhs-column",
                              solve->settings->n_columns);
  for (size_t i = 0; i < G_N_ELEMENTS (single); i++)
    if (seidel_cli_given (solve->matrix.call, single[i]))
      return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                                "--%s is about one run, and there are %" G_GINT64_FORMAT
                                " right-hand sides: choose one by --rhs-column",
                                single[i], solve->settings->n_columns);
  return solve->output == NULL || solve->dry || seidel_can_save_columns (solve->output, error);
}

static bool
work_columns (Solve *solve, SeidelCliJob *job, GError **error)
{
  solve->columns =
    seidel_cli_columns_solve (&solve->matrix, solve->settings, solve->fingerprint, job, error);
  if (solve->columns == NULL)
    return false;
  seidel_progress_begin (&job->progress, "Writing");
  write_columns (solve, job);
  return true;
}

/* Why the run did not converge, or could not begin, and what may help, tried. */
static bool
find_cause (Solve *solve, SeidelCliJob *job, GError **error)
{
  g_autoptr (SeidelProblem) problem = NULL;
  SeidelDiagnosisSubject subject = { .options = &solve->settings->options,
                                     .outcome = solve->outcome,
                                     .trace = solve->outcome != NULL ? job->trace : NULL };
  if (!seidel_cli_given (solve->matrix.call, "why") || solve->matrix.matrix == NULL
      || (solve->outcome != NULL && solve->outcome->converged))
    return true;
  problem = seidel_cli_run_problem (&solve->matrix, solve->settings, job, error);
  if (problem == NULL)
    return false;
  subject.problem = problem;
  seidel_progress_begin (&job->progress, "Looking for the cause");
  solve->diagnosis = seidel_diagnose (&subject, job->cancellable, error);
  return solve->diagnosis != NULL
         && seidel_diagnosis_try (solve->diagnosis, &subject, WHY_SECONDS, &job->progress,
                                  job->cancellable, error);
}

/* The exit status: reports what could not be written. */
static int
report_files (const Solve *solve)
{
  const GError *errors[] = { solve->history_error, solve->output_error, solve->session_error,
                             solve->report_error };
  int status = SEIDEL_CLI_DONE;
  for (size_t i = 0; i < G_N_ELEMENTS (errors); i++)
    if (errors[i] != NULL)
      status = seidel_cli_fail (errors[i]);
  return status;
}

/* Of a run that was reported on: its row, with the numbers of its solution put in. */
static bool
report_row (Solve *solve, SeidelCliJob *job, GError **error)
{
  SeidelCliMatrix *matrix = &solve->matrix;
  const SeidelOutcome *outcome = solve->outcome;
  g_autoptr (SeidelProblem) problem = NULL;
  if (!seidel_cli_given (matrix->call, "row"))
    return true;
  problem = seidel_cli_run_problem (matrix, solve->settings, job, error);
  if (problem == NULL)
    return false;
  if (matrix->schedules[SEIDEL_DIRECTION_FORWARD] == NULL
      && !seidel_cli_matrix_schedule (matrix, job, NULL, error))
    return false;
  return seidel_cli_row_make (&solve->row, matrix, problem, outcome->computed ? outcome->x : NULL,
                              outcome->options.scaling, job, error);
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Solve *solve = data;
  SeidelCliMatrix *matrix = &solve->matrix;
  if (!seidel_cli_matrix_load (matrix, matrix->call->words[0], job, error))
    return false;
  if (solve->session != NULL || solve->report != NULL)
    solve->fingerprint = seidel_fingerprint_new (matrix->matrix, job->cancellable);
  if (!seidel_cli_matrix_reorder (matrix, job, error)
      || (seidel_cli_given (matrix->call, "resume") && !resume (solve, job, error))
      || !seidel_cli_columns_read (matrix, solve->settings, job, error))
    return false;
  if (solve->settings->n_columns > 1 && !check_columns (solve, error))
    return false;
  if (solve->settings->n_columns > 1 && !solve->dry)
    return work_columns (solve, job, error);
  if (solve->dry)
    {
      solve->plan = seidel_cli_run_plan (matrix, solve->settings, job, error);
      return solve->plan != NULL
             && seidel_solve_plan_ranks (matrix->matrix, solve->plan, &solve->ranks,
                                         &solve->n_ranks, job->cancellable, error);
    }
  solve->outcome = seidel_cli_run_solve (matrix, solve->settings, job, error);
  if (solve->outcome == NULL)
    {
      find_cause (solve, job, NULL);
      return false;
    }
  /* Part of the job, so that an interrupt does not end the program half-way through a file. */
  seidel_progress_begin (&job->progress, "Writing");
  write_files (solve, job);
  return find_cause (solve, job, error) && report_row (solve, job, error);
}

/* What is resumed has one right-hand side and a session. */
static bool
check_resume (const Solve *solve, GError **error)
{
  return !seidel_cli_given (solve->matrix.call, "resume") || solve->session != NULL
         || seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                               "--resume: --session names the file with the run");
}

/* Whether two names, either of which may be NULL, are of one file, which may not exist yet. */
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

/* Nothing is written over what the run reads, except for the initial guess: a solution may replace
 * it, so that the next run continues from there. */
static bool
check_clashes (const Solve *solve, GError **error)
{
  const char *path = solve->matrix.call->words[0];
  const struct
  {
    const char *option;
    const char *name;
    const char *what;
    const char *other;
  } clashes[] = {
    { "output", solve->output, "the matrix", path },
    { "history", solve->history, "the matrix", path },
    { "output", solve->output, "the right-hand side", solve->settings->rhs.path },
    { "history", solve->history, "the right-hand side", solve->settings->rhs.path },
    { "history", solve->history, "the initial guess", solve->settings->guess.path },
    { "history", solve->history, "the solution", solve->output },
    { "session", solve->session, "the matrix", path },
    { "session", solve->session, "the right-hand side", solve->settings->rhs.path },
    { "session", solve->session, "the initial guess", solve->settings->guess.path },
    { "session", solve->session, "the solution", solve->output },
    { "session", solve->session, "the history", solve->history },
    { "report", solve->report, "the matrix", path },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (clashes); i++)
    if (is_same_file (clashes[i].name, clashes[i].other))
      return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "--%s: “%s” is the file of %s",
                                clashes[i].option, clashes[i].name, clashes[i].what);
  return true;
}

/* Whether the files can be written, before anything is read. */
static bool
check_places (const Solve *solve, GError **error)
{
  return solve->dry
         || ((solve->output == NULL || seidel_output_check (solve->output, error))
             && (solve->history == NULL || seidel_output_check (solve->history, error))
             && (solve->report == NULL || seidel_output_check (solve->report, error)));
}

/* The run as text that makes it again. */
static int
print_code (const Solve *solve)
{
  const SeidelCliMatrix *matrix = &solve->matrix;
  const SeidelOrigin *origin = &matrix->matrix->origin;
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (solve->settings, matrix->matrix);
  g_autofree char *rhs_text = seidel_vector_spec_to_text (&rhs);
  g_autofree char *guess_text = seidel_vector_spec_to_text (&solve->settings->guess);
  g_autoptr (GError) error = NULL;
  const SeidelRunCodeFacts facts = {
    .path = origin->path,
    .variable = origin->path != NULL ? origin->variable : NULL,
    .reading = seidel_cli_text (matrix->call, "read-as"),
    .generated = origin->path == NULL ? seidel_gallery_text (origin->format) : NULL,
    .ordering = matrix->matrix->ordering,
    .rhs = rhs_text,
    .guess = guess_text,
    .options = &solve->settings->options,
    .resolved = &solve->plan->options,
  };
  g_autofree char *text = seidel_run_code_write (solve->code, &facts, &error);
  return text != NULL ? seidel_cli_print (text) : seidel_cli_fail (error);
}

static int
print_outcome (const Solve *solve, SeidelTrace *trace)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autoptr (JsonBuilder) json = json_builder_new ();
  g_autofree char *name = seidel_cli_matrix_title (solve->matrix.matrix);
  g_autofree char *title = g_strdup_printf (solve->dry ? "%s, dry run" : "%s, run", name);
  bool as_json = seidel_cli_given (solve->matrix.call, "json");
  if (solve->columns != NULL)
    return seidel_cli_columns_print (solve->columns, &solve->matrix, solve->settings, title,
                                     as_json);
  g_auto (SeidelCliRunContext) context =
    seidel_cli_run_context (title, solve->settings, solve->matrix.matrix);
  context.trace = trace;
  context.row = &solve->row;
  context.diagnosis = solve->diagnosis;
  for (int d = 0; d < 2; d++)
    context.schedules[d] = solve->matrix.schedules[d];
  context.ranks = solve->ranks;
  context.n_ranks = solve->n_ranks;
  if (solve->code != NULL)
    return print_code (solve);
  if (solve->dry)
    return seidel_cli_run_print_plan (solve->plan, &context, as_json);
  if (as_json)
    {
      seidel_cli_run_build_json (solve->outcome, &context, json);
      return seidel_cli_print_json (json);
    }
  seidel_cli_run_describe (solve->outcome, &context, sheet);
  return seidel_cli_print_sheet (sheet);
}

/* The exit status. */
static int
report_outcome (const Solve *solve, SeidelTrace *trace)
{
  int status = report_files (solve);
  if (solve->outcome != NULL && !solve->outcome->computed)
    seidel_cli_note (solve->matrix.call, "output", "nothing was computed that could be written");
  int printed = print_outcome (solve, trace);
  if (status != SEIDEL_CLI_DONE || printed != SEIDEL_CLI_DONE || solve->outcome == NULL)
    return MAX (status, printed);
  return seidel_cli_run_status (solve->outcome);
}

/* The exit status of a run that could not begin. */
static int
report_failure (const Solve *solve, const GError *error)
{
  g_autoptr (SeidelCliSheet) sheet = NULL;
  if (solve->outcome == NULL && solve->diagnosis != NULL
      && !seidel_cli_given (solve->matrix.call, "json"))
    {
      sheet = seidel_cli_sheet_new ();
      seidel_cli_why_describe (solve->diagnosis, sheet);
      seidel_cli_print_sheet (sheet);
    }
  return seidel_cli_fail (error);
}

static int
run_solve (const SeidelCliCall *call)
{
  static const char *const written[] = { "output", "history", "session", "report", "row" };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_auto (SeidelCliSettings) settings = { 0 };
  Solve solve = { .settings = &settings,
                  .output = seidel_cli_text (call, "output"),
                  .history = seidel_cli_text (call, "history"),
                  .session = seidel_cli_text (call, "session"),
                  .report = seidel_cli_text (call, "report"),
                  .begun = g_get_real_time () / G_USEC_PER_SEC,
                  .code = seidel_run_code_find (seidel_cli_text (call, "print-as")),
                  .dry = seidel_cli_given (call, "dry-run") || seidel_cli_given (call, "print-as"),
                  .matrix = { .call = call } };
  seidel_cli_settings_init (&settings, call);
  if (!check_clashes (&solve, &error) || !check_resume (&solve, &error))
    return seidel_cli_usage_error (call->command, "%s", error->message);
  int status = seidel_cli_settings_check (&settings);
  if (status != SEIDEL_CLI_DONE)
    return status;
  if (!check_places (&solve, &error))
    return seidel_cli_fail (error);
  for (size_t i = 0; solve.dry && i < G_N_ELEMENTS (written); i++)
    seidel_cli_note (call, written[i], "nothing is written by a dry run");
  status = seidel_cli_job_run (job, work, &solve, &error) ? report_outcome (&solve, job->trace)
                                                          : report_failure (&solve, error);
  g_clear_pointer (&solve.diagnosis, seidel_diagnosis_free);
  seidel_cli_row_clear (&solve.row);
  seidel_cli_matrix_clear (&solve.matrix);
  g_clear_pointer (&solve.plan, seidel_plan_free);
  g_clear_pointer (&solve.ranks, g_free);
  if (solve.record == NULL)
    g_clear_pointer (&solve.outcome, seidel_outcome_free);
  g_clear_pointer (&solve.record, seidel_record_unref);
  g_clear_pointer (&solve.columns, g_ptr_array_unref);
  g_clear_pointer (&solve.kept, g_ptr_array_unref);
  g_clear_error (&solve.session_error);
  g_clear_error (&solve.report_error);
  g_clear_error (&solve.history_error);
  g_clear_error (&solve.output_error);
  return status;
}

static bool
check_output (const char *path, GError **error)
{
  return seidel_format_for_writing (path, true, error) != NULL;
}

static char **
list_codes (void)
{
  size_t n = 0;
  const SeidelRunCode *codes = seidel_run_codes (&n);
  return seidel_cli_ids (codes, n, sizeof *codes, NULL);
}

static const SeidelCliOption file_rows[] = {
  { "output", "FILE",
    "Write the solution (the last iterate, however the run ended; nothing if it ended before the "
    "first one): as a Matrix Market array, as plain text (.txt) or as a NumPy array (.npy). With - "
    "it is printed as plain text, and the report goes to standard error.",
    .check = check_output },
  { "history", "FILE.csv",
    "Write iteration, seconds, residual, relative residual, error and normal residual (empty where "
    "unknown), a line per iteration." },
  { "session", "FILE.seidel",
    "Add the run to a session, which is made if it does not exist; the window opens it." },
  { "resume", NULL,
    "Go on with the last run of the session with this matrix: with its options, unless others are "
    "given, from its solution, and in its history, in which iterations and times count on." },
  { "report", "X.pdf|.svg|.png",
    "Write a page about the run: the outcome, the curve, the entries of the matrix and its levels.",
    .check = seidel_cli_check_picture },
  { "print-as", "FORM",
    "Print the run as text that makes it again, without solving: a command line, a program in C or "
    "Python with the installed library, the call of SciPy or the options of PETSc that do the "
    "same.",
    SEIDEL_CLI_CHOICE, NULL, list_codes },
  { "why", NULL,
    "Where the run does not converge or cannot begin, look for the cause on the matrix, and try "
    "what "
    "may help, each for 10 seconds at most." },
  { "dry-run", NULL,
    "Show the choices of the run, the memory it needs and the memory available, without solving." },
  { NULL },
};

static const SeidelCliGroup file_group = { .title = "Files", .rows = file_rows };

const SeidelCliCommand seidel_cli_solve = {
  .name = "solve",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Solve A x = b and report the outcome.",
  .groups =
    (const SeidelCliGroup *const[]){ &seidel_cli_run_group, &file_group, &seidel_cli_row_group,
                                     &seidel_cli_matrix_group, &seidel_cli_json_group, NULL },
  .solves = true,
  .run = run_solve,
};
