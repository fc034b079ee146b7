/* seidel-cli experiment: series of runs, those that are installed and those in files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "cli/seidel-cli-experiment-new.h"
#include "cli/seidel-cli-experiment-text.h"
#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-settings.h"
#include "draw/seidel-experiment-chart.h"
#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-run.h"
#include "experiment/seidel-experiment-verdict.h"
#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-spool.h"

typedef struct
{
  const SeidelCliCall *call;
  const char *name; /* of the experiment, or NULL */
  bool as_json;
} Request;

/* The result of an experiment that `show` shows: that of this machine, else a recorded one, which
 * sets *recorded; NULL without an error where there is none. */
static SeidelExperimentResult *
find_result (const Request *request, SeidelExperiment *experiment, bool *recorded, GError **error)
{
  const char *chosen = seidel_cli_text (request->call, "output");
  g_autofree char *path =
    chosen != NULL ? g_strdup (chosen) : seidel_experiment_default_path (experiment);
  g_auto (GStrv) all = seidel_experiment_list_recorded (experiment);
  SeidelExperimentResult *result = seidel_experiment_result_load_for (experiment, path, NULL);
  *recorded = result == NULL;
  if (result == NULL && all[0] != NULL)
    result = seidel_experiment_result_load_for (experiment, all[0], error);
  return result;
}

/* The experiment that is named, with the engine that was asked for. */
static SeidelExperiment *
find (const Request *request, GError **error)
{
  const char *engine = seidel_cli_text (request->call, "engine");
  g_autoptr (SeidelExperiment) found = seidel_experiment_find (request->name, error);
  if (found == NULL || engine == NULL)
    return g_steal_pointer (&found);
  return seidel_experiment_hold (found, "engine", engine, error);
}

static int
list (const Request *request)
{
  g_auto (GStrv) paths = seidel_experiments_list ();
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_autoptr (JsonBuilder) json = json_builder_new ();
  if (request->name != NULL)
    return seidel_cli_usage_error (request->call->command, "list: unexpected argument “%s”",
                                   request->name);
  json_builder_begin_array (json);
  for (char **path = paths; *path != NULL; path++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelExperiment) experiment = seidel_experiment_load (*path, &error);
      if (experiment == NULL)
        return seidel_cli_fail (error);
      bool recorded = false;
      g_autoptr (SeidelExperimentResult) result =
        find_result (request, experiment, &recorded, &error);
      if (error != NULL)
        return seidel_cli_fail (error);
      g_autofree char *verdict =
        result != NULL ? seidel_experiment_describe_verdict (result) : NULL;
      seidel_cli_sheet_title (sheet, experiment->id);
      seidel_cli_sheet_note (sheet, experiment->title);
      if (verdict != NULL && verdict[0] != '\0')
        seidel_cli_sheet_note (sheet, verdict);
      json_builder_begin_object (json);
      seidel_cli_experiment_build (experiment, result, json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return request->as_json ? seidel_cli_print_json (json) : seidel_cli_print_sheet (sheet);
}

/* Prints the experiment and, unless it is NULL, a result. */
static int
print (const Request *request,
       SeidelExperiment *experiment,
       SeidelExperimentResult *result,
       bool recorded)
{
  if (request->as_json)
    {
      g_autoptr (JsonBuilder) json = json_builder_new ();
      json_builder_begin_object (json);
      seidel_cli_experiment_build (experiment, result, json);
      seidel_cli_json_bool (json, "recorded", recorded);
      if (result != NULL)
        seidel_cli_experiment_build_result (result, json);
      json_builder_end_object (json);
      return seidel_cli_print_json (json);
    }
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_experiment_describe (experiment, result, sheet);
  g_autofree char *text = seidel_cli_sheet_to_text (sheet);
  g_autoptr (GString) out = g_string_new (text);
  if (result != NULL)
    seidel_cli_experiment_append_result (result, recorded, out);
  return seidel_cli_print (out->str);
}

/* Writes the table of a result where --csv says so. */
static bool
write_csv (const Request *request, SeidelExperimentResult *result, GError **error)
{
  const char *path = seidel_cli_text (request->call, "csv");
  if (path == NULL)
    return true;
  g_autofree char *csv = g_string_free (seidel_experiment_result_to_csv (result), FALSE);
  return seidel_output_save (path, csv, strlen (csv), error);
}

/* Draws a result where --picture says so. */
static bool
write_picture (const Request *request,
               SeidelExperimentResult *result,
               bool recorded,
               GError **error)
{
  const char *path = seidel_cli_text (request->call, "picture");
  if (path == NULL)
    return true;
  const SeidelCliCanvas canvas = seidel_cli_canvas (request->call);
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  seidel_experiment_chart_set_result (chart, result, recorded);
  seidel_experiment_chart_update (chart);
  return seidel_cli_export (seidel_experiment_chart_draw, chart, &canvas, path, error);
}

/* Where the curves of the runs are, or NULL: --pictures, or the folder beside --html. */
static char *
picture_folder (const SeidelCliCall *call)
{
  const char *folder = seidel_cli_text (call, "pictures");
  const char *page = seidel_cli_text (call, "html");
  g_autofree char *stem = page != NULL ? g_strdup (page) : NULL;
  if (folder != NULL || stem == NULL)
    return g_strdup (folder);
  if (g_str_has_suffix (stem, ".html"))
    stem[strlen (stem) - strlen (".html")] = '\0';
  return g_strconcat (stem, "_files", NULL);
}

static bool
write_html (const Request *request, SeidelExperimentResult *result, GError **error)
{
  const char *path = seidel_cli_text (request->call, "html");
  g_autofree char *folder = picture_folder (request->call);
  if (path == NULL)
    return true;
  g_autofree char *html = seidel_cli_experiment_to_html (result, folder);
  return seidel_output_save (path, html, strlen (html), error);
}

static int
report (const Request *request, SeidelExperimentResult *result, bool recorded)
{
  g_autoptr (GError) error = NULL;
  const int status =
    print (request, seidel_experiment_result_experiment (result), result, recorded);
  if (!write_csv (request, result, &error) || !write_picture (request, result, recorded, &error)
      || !write_html (request, result, &error))
    return seidel_cli_fail (error);
  return status;
}

static char *
output_path (const Request *request, const SeidelExperiment *experiment)
{
  const char *path = seidel_cli_text (request->call, "output");
  return path != NULL ? g_strdup (path) : seidel_experiment_default_path (experiment);
}

/* A file of a result, as one of the experiment that is installed under its name, if one is; NULL
 * for what is none. */
static SeidelExperimentResult *
load_file (const char *path)
{
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_load (path, NULL);
  if (result == NULL)
    return NULL;
  g_autoptr (SeidelExperiment) installed =
    seidel_experiment_find (seidel_experiment_result_experiment (result)->id, NULL);
  return installed != NULL ? seidel_experiment_result_load_for (installed, path, NULL)
                           : g_steal_pointer (&result);
}

/* The file of a result, or an experiment with the latest result there is of it: that of this
 * machine, else a recorded one. */
static int
show (const Request *request)
{
  g_autoptr (SeidelExperimentResult) result = load_file (request->name);
  if (result != NULL)
    return report (request, result, false);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelExperiment) experiment = find (request, &error);
  if (experiment == NULL)
    return seidel_cli_fail (error);
  bool recorded = false;
  result = find_result (request, experiment, &recorded, &error);
  if (error != NULL)
    return seidel_cli_fail (error);
  return result != NULL ? report (request, result, recorded)
                        : print (request, experiment, NULL, false);
}

typedef struct
{
  SeidelExperimentResult *result;
  const char *path;
  SeidelExperimentHow how;
  char *folder;     /* for the curves of the runs, or NULL; owned */
  GPtrArray *words; /* of the program of a cell */
  GError *error;    /* the first of a picture */
} Work;

static void
draw_cb (size_t cell, const SeidelOutcome *outcome, SeidelTrace *trace, void *data)
{
  Work *work = data;
  if (work->error == NULL)
    seidel_cli_experiment_draw_run (seidel_experiment_result_experiment (work->result), cell, trace,
                                    work->folder, &work->error);
}

/* This program, for one cell. */
static void
add_program (Work *work, const Request *request)
{
  const char *engine = seidel_cli_text (request->call, "engine");
  const char *const words[] = { "experiment", "run", request->call->words[1], "--no-report" };
  work->words = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (work->words, g_file_read_link ("/proc/self/exe", NULL));
  for (size_t i = 0; i < G_N_ELEMENTS (words); i++)
    g_ptr_array_add (work->words, g_strdup (words[i]));
  if (engine != NULL)
    {
      g_ptr_array_add (work->words, g_strdup ("--engine"));
      g_ptr_array_add (work->words, g_strdup (engine));
    }
  if (work->folder != NULL)
    {
      g_ptr_array_add (work->words, g_strdup ("--pictures"));
      g_ptr_array_add (work->words, g_strdup (work->folder));
    }
  g_ptr_array_add (work->words, NULL);
  work->how.program = (const char *const *) work->words->pdata;
}

/* How the options want the cells to be run. */
static void
work_init (Work *work, const Request *request, SeidelExperimentResult *result, const char *path)
{
  const SeidelCliCall *call = request->call;
  *work = (Work){ .result = result, .path = path, .folder = picture_folder (call) };
  work->how.only =
    seidel_cli_given (call, "only") ? (ssize_t) seidel_cli_integer (call, "only") - 1 : -1;
  if (work->folder != NULL)
    {
      g_mkdir_with_parents (work->folder, 0777);
      work->how.observe = draw_cb;
    }
  if (!seidel_cli_given (call, "apart"))
    return;
  add_program (work, request);
  if (seidel_cli_given (call, "memory"))
    work->how.memory = seidel_cli_real (call, "memory");
  if (seidel_cli_given (call, "cell-seconds"))
    work->how.seconds = seidel_cli_real (call, "cell-seconds");
}

static void
work_clear (Work *work)
{
  g_clear_pointer (&work->words, g_ptr_array_unref);
  g_free (work->folder);
  g_clear_error (&work->error);
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Work *work = data;
  /* observe () is given this. */
  work->how.data = work;
  return seidel_experiment_run_so (work->result, work->path, &work->how, &job->progress,
                                   job->cancellable, error);
}

/* What a file has so far, unless it is to be measured again. */
static SeidelExperimentResult *
begin (const Request *request, SeidelExperiment *experiment, const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  if (seidel_cli_text (request->call, "output") == NULL)
    g_mkdir_with_parents (folder, 0700);
  if (!seidel_output_check (path, error))
    return NULL;
  if (seidel_cli_given (request->call, "again"))
    return seidel_experiment_result_new (experiment);
  return seidel_experiment_resume (experiment, path, error);
}

/* The exit status after a run that an interrupt ended. */
static int
report_unfinished (SeidelExperimentResult *result, const char *path, const GError *error)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const int status = seidel_cli_fail (error);
  if (status == SEIDEL_CLI_INTERRUPTED)
    seidel_cli_complain ("%zu of %zu cells are in %s; the same command goes on from there",
                         seidel_experiment_result_n_finished (result),
                         seidel_experiment_n_cells (experiment), path);
  return status;
}

static int
run (const Request *request)
{
  g_autoptr (GError) error = NULL;
  if (seidel_cli_given (request->call, "apart") && g_str_equal (request->call->words[1], "-"))
    return seidel_cli_usage_error (request->call->command,
                                   "run: with --apart the experiment is a file or a name, which "
                                   "other processes can read");
  g_autoptr (SeidelExperiment) experiment = find (request, &error);
  if (experiment == NULL)
    return seidel_cli_fail (error);
  g_autofree char *path = output_path (request, experiment);
  g_autoptr (SeidelExperimentResult) result = begin (request, experiment, path, &error);
  if (result == NULL)
    return seidel_cli_fail (error);
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  const double before = (double) seidel_experiment_result_n_finished (result);
  Work data;
  work_init (&data, request, result, path);
  job->tells_rest = true;
  job->begun_permille = (int) (1000.0 * before / (double) seidel_experiment_n_cells (experiment));
  const bool done = seidel_cli_job_run (job, work, &data, &error);
  if (data.error != NULL)
    seidel_cli_complain ("%s", data.error->message);
  work_clear (&data);
  if (!done)
    return report_unfinished (result, path, error);
  if (seidel_cli_given (request->call, "no-report"))
    return SEIDEL_CLI_DONE;
  return report (request, result, false);
}

static int
make_new (const Request *request)
{
  if (request->name != NULL)
    return seidel_cli_usage_error (request->call->command, "new: unexpected argument “%s”",
                                   request->name);
  return seidel_cli_experiment_new (request->call);
}

static const struct
{
  SeidelCliWord word;
  int (*run) (const Request *request);
} actions[] = {
  { { "list", NULL, "List the experiments that are installed." }, list },
  { { "show", "NAME|FILE", "Show an experiment with its latest result, or a result." }, show },
  { { "run", "NAME|FILE", "Run the cells that the result does not have yet, and show it." }, run },
  { { "new", NULL, "Write an experiment of files and solvers, which can then be changed and run." },
    make_new },
};

static const SeidelCliWord *
list_words (void)
{
  static SeidelCliWord words[G_N_ELEMENTS (actions) + 1];
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    words[i] = actions[i].word;
  return words;
}

/* The names of those that are installed. */
static char **
complete (const char *action)
{
  g_auto (GStrv) paths = seidel_experiments_list ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  for (char **path = paths; *path != NULL && !g_str_equal (action, "list"); path++)
    {
      g_autofree char *base = g_path_get_basename (*path);
      base[strlen (base) - strlen (".json")] = '\0';
      g_strv_builder_add (names, base);
    }
  return g_strv_builder_end (names);
}

static int
run_experiment (const SeidelCliCall *call)
{
  if (call->words[1] == NULL && !g_str_equal (call->words[0], "list")
      && !g_str_equal (call->words[0], "new"))
    return seidel_cli_usage_error (call->command, "%s: the name of an experiment is missing",
                                   call->words[0]);
  g_autoptr (GError) error = NULL;
  if (call->words[1] != NULL && !seidel_spool_fill (call->words[1], NULL, NULL, &error))
    return seidel_cli_fail (error);
  g_autofree char *path = call->words[1] != NULL ? seidel_spool_path (call->words[1]) : NULL;
  const Request request = { call, path, seidel_cli_given (call, "json") };
  static const char *const of_run[] = { "again", "apart", "memory", "cell-seconds", "only" };
  static const char *const of_new[] = { "files", "methods", "preconditioners", "measures",
                                        "seconds" };
  for (size_t i = 0; i < G_N_ELEMENTS (of_run) && !g_str_equal (call->words[0], "run"); i++)
    seidel_cli_note (call, of_run[i], "nothing is run");
  for (size_t i = 0; i < G_N_ELEMENTS (of_new) && !g_str_equal (call->words[0], "new"); i++)
    seidel_cli_note (call, of_new[i], "only “new” writes an experiment");
  for (size_t i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].word.id, call->words[0]))
      return actions[i].run (&request);
  g_return_val_if_reached (SEIDEL_CLI_FAILED);
}

static const SeidelCliOption experiment_rows[] = {
  { "engine", "E", "The engine where the experiment does not vary it.", SEIDEL_CLI_CHOICE, NULL,
    seidel_cli_engine_ids, .check = seidel_cli_is_cpu },
  { "output", "FILE",
    "The file of the result, which is complete after each cell; by default seidel/experiments/"
    "NAME.json in the user's data folder." },
  { "again", NULL, "Measure all cells, also those that the file has already." },
  { "csv", "FILE.csv", "Write the statistics of each cell and measure, a line each." },
  { "picture", "X.png|.svg|.pdf", "Draw the result as the window does.",
    .check = seidel_cli_check_picture },
  { "html", "FILE.html",
    "Write the result as a page: tables with marks, reasons, and the curves of the runs, which run "
    "draws into the folder FILE_files beside it." },
  { "pictures", "FOLDER", "The folder of the curves, one SVG file a cell, in place of that." },
  { "apart", NULL,
    "Run each cell in a process of its own: a crash, or too little memory, costs that cell "
    "alone." },
  { "memory", "BYTES", "The address space that such a process may take.", SEIDEL_CLI_REAL, NULL,
    NULL, 1e6, 1e18 },
  { "cell-seconds", "SECONDS", "The time after which such a process is ended.", SEIDEL_CLI_REAL,
    NULL, NULL, 1e-3, 1e9 },
  { "only", "N", "Run only the cell of this number, from 1, in the order of the rows.",
    SEIDEL_CLI_INTEGER, NULL, NULL, 1, INT32_MAX },
  { "no-report", NULL, "Print nothing after a run." },
  { NULL },
};

static const SeidelCliOption new_rows[] = {
  { "files", "PATTERN,…", "Matrices: patterns of files, such as '*.mtx', or names; the rows." },
  { "methods", "M,…", "Methods; with each preconditioner that they take, the columns.",
    SEIDEL_CLI_TEXT, "auto" },
  { "preconditioners", "P,…", "Preconditioners.", SEIDEL_CLI_TEXT, "none" },
  { "measures", "M,…", "What is measured.", SEIDEL_CLI_TEXT, "iterations,time" },
  { "seconds", "SECONDS", "The time limit of a run.", SEIDEL_CLI_REAL, NULL, NULL, 1e-3, 1e9 },
  { NULL },
};

static const SeidelCliGroup new_group = { .title = "New experiment", .rows = new_rows };

static const SeidelCliGroup experiment_group = { .title = "Experiment", .rows = experiment_rows };

const SeidelCliCommand seidel_cli_experiment = {
  .name = "experiment",
  .arguments = "ACTION [NAME|FILE]",
  .min_arguments = 1,
  .max_arguments = 2,
  .sentence = "Run series of runs, and show what they measured.",
  .groups =
    (const SeidelCliGroup *const[]){ &experiment_group, &new_group, &seidel_cli_canvas_group,
                                     &seidel_cli_json_group, NULL },
  .words = list_words,
  .complete = complete,
  .run = run_experiment,
};
