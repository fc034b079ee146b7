/* seidel-cli session: lists, shows and exports the runs of a session file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <unistd.h>
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-picture.h"
#include "cli/seidel-cli-run.h"
#include "cli/seidel-cli-session.h"
#include "draw/seidel-convergence-picture.h"
#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-spool.h"
#include "record/seidel-fingerprint.h"
#include "record/seidel-session.h"

typedef struct
{
  const SeidelCliCall *call;
  GPtrArray *entries;
} Session;

/* What was spooled, as a file with a name, which SQLite asks for. NULL with an error; to be removed
 * and freed. */
static char *
name_spooled (const char *spooled, GError **error)
{
  g_autofree char *name = NULL;
  g_autoptr (GFile) from = g_file_new_for_path (spooled);
  g_autoptr (GFile) to = NULL;
  const int fd = g_file_open_tmp ("seidel-XXXXXX" SEIDEL_SESSION_SUFFIX, &name, error);
  if (fd < 0)
    return NULL;
  close (fd);
  to = g_file_new_for_path (name);
  if (g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, error))
    return g_steal_pointer (&name);
  g_unlink (name);
  return NULL;
}

static bool
read_work (SeidelCliJob *job, void *data, GError **error)
{
  Session *session = data;
  const char *word = session->call->words[0];
  if (!seidel_spool_fill (word, &job->progress, job->cancellable, error))
    return false;
  g_autofree char *path = seidel_spool_path (word);
  const bool spooled = strcmp (path, word) != 0;
  g_autofree char *name = spooled ? name_spooled (path, error) : g_strdup (word);
  if (name != NULL)
    session->entries = seidel_session_read (name, job->cancellable, error);
  if (name != NULL && spooled)
    g_unlink (name);
  return session->entries != NULL;
}

static const char *
describe_end (const SeidelRecord *record)
{
  return record->outcome != NULL ? seidel_reason_name (record->outcome->reason) : "Could not start";
}

static void
append_row (const SeidelSessionEntry *entry, GPtrArray *texts)
{
  const SeidelOutcome *outcome = entry->record->outcome;
  g_ptr_array_add (texts, g_strdup_printf ("%" G_GINT64_FORMAT, entry->label.number));
  g_ptr_array_add (texts, seidel_cli_run_name (entry));
  g_ptr_array_add (texts, g_strdup (entry->record->matrix.name));
  g_ptr_array_add (texts, g_strdup (describe_end (entry->record)));
  g_ptr_array_add (texts,
                   outcome != NULL ? seidel_format_count (outcome->iterations) : g_strdup (""));
  g_ptr_array_add (texts, outcome != NULL
                            ? seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3)
                            : g_strdup (""));
  g_ptr_array_add (texts, outcome != NULL ? seidel_cli_text_number (outcome->residual_relative)
                                          : g_strdup (""));
}

static int
print_list (const Session *session)
{
  static const char *const heads[] = { "run",        "name", "matrix",  "outcome",
                                       "iterations", "time", "residual" };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) out = g_string_new (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (heads); i++)
    g_ptr_array_add (texts, g_strdup (heads[i]));
  for (guint i = 0; i < session->entries->len; i++)
    append_row (session->entries->pdata[i], texts);
  seidel_cli_text_table ((char **) texts->pdata, session->entries->len + 1, G_N_ELEMENTS (heads),
                         out);
  return seidel_cli_print (out->str);
}

static char *
describe_time (int64_t seconds)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);
  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("");
}

static void
describe_record (const SeidelSessionEntry *entry, SeidelCliSheet *sheet)
{
  const SeidelRecord *record = entry->record;
  g_autofree char *name = seidel_cli_run_name (entry);
  g_autofree char *title =
    g_strdup_printf ("Run %" G_GINT64_FORMAT ": %s", entry->label.number, name);
  g_autofree char *rows = seidel_format_count (record->matrix.rows);
  g_autofree char *columns = seidel_format_count (record->matrix.columns);
  seidel_cli_sheet_title (sheet, title);
  if (entry->label.note != NULL)
    seidel_cli_sheet_note (sheet, entry->label.note);
  seidel_cli_sheet_add (sheet, "matrix", "%s, %s × %s", record->matrix.name, rows, columns);
  if (record->matrix.path != NULL)
    seidel_cli_sheet_add (sheet, "file", "%s", record->matrix.path);
  seidel_cli_sheet_take (sheet, "fingerprint",
                         seidel_fingerprint_to_text (record->matrix.fingerprint));
  seidel_cli_sheet_take (sheet, "begun", describe_time (record->begun));
  seidel_cli_sheet_take (sheet, "machine", seidel_experiment_machine_describe (&record->machine));
  seidel_cli_sheet_add (sheet, "Seidel", "%s", record->machine.version);
  if (record->error != NULL)
    seidel_cli_sheet_add (sheet, "ended", "Could not start: %s", record->error);
}

static int
print_run (const SeidelSessionEntry *entry)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  g_auto (SeidelCliRunContext) context = seidel_cli_run_context_of_record ("Set-up", entry->record);
  describe_record (entry, sheet);
  if (entry->record->outcome != NULL)
    seidel_cli_run_describe (entry->record->outcome, &context, sheet);
  return seidel_cli_print_sheet (sheet);
}

/* The members of the run that solve --json has are in "run". */
static void
build_run (const SeidelSessionEntry *entry, JsonBuilder *json)
{
  const SeidelRecord *record = entry->record;
  g_auto (SeidelCliRunContext) context = seidel_cli_run_context_of_record (NULL, record);
  g_autofree char *begun = describe_time (record->begun);
  g_autofree char *fingerprint = seidel_fingerprint_to_text (record->matrix.fingerprint);
  g_autofree char *machine = seidel_experiment_machine_describe (&record->machine);
  json_builder_begin_object (json);
  seidel_cli_json_integer (json, "number", entry->label.number);
  seidel_cli_json_text (json, "name", entry->label.name);
  seidel_cli_json_text (json, "note", entry->label.note);
  seidel_cli_json_bool (json, "visible", entry->label.visible);
  seidel_cli_json_text (json, "begun", begun);
  seidel_cli_json_text (json, "matrix", record->matrix.name);
  seidel_cli_json_text (json, "file", record->matrix.path);
  seidel_cli_json_text (json, "fingerprint", fingerprint);
  seidel_cli_json_integer (json, "rows", record->matrix.rows);
  seidel_cli_json_integer (json, "columns", record->matrix.columns);
  seidel_cli_json_integer (json, "nonzeros", record->matrix.nonzeros);
  seidel_cli_json_text (json, "machine", machine);
  seidel_cli_json_text (json, "version", record->machine.version);
  seidel_cli_json_bool (json, "solution_kept",
                        record->outcome != NULL && record->outcome->x != NULL);
  seidel_cli_json_text (json, "error", record->error);
  json_builder_set_member_name (json, "run");
  if (record->outcome != NULL)
    seidel_cli_run_build_json (record->outcome, &context, json);
  else
    json_builder_add_null_value (json);
  json_builder_end_object (json);
}

char *
seidel_cli_session_to_json (GPtrArray *entries)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (guint i = 0; i < entries->len; i++)
    build_run (entries->pdata[i], json);
  json_builder_end_array (json);
  return seidel_cli_json_to_text (json);
}

static int
print_json (const Session *session)
{
  g_autofree char *text = seidel_cli_session_to_json (session->entries);
  return seidel_cli_print (text);
}

char *
seidel_cli_session_to_csv (GPtrArray *entries)
{
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  for (guint i = 0; i < entries->len; i++)
    {
      const SeidelSessionEntry *entry = entries->pdata[i];
      g_autofree char *name = seidel_cli_run_name (entry);
      g_autofree char *label =
        g_strdup_printf ("%" G_GINT64_FORMAT " %s", entry->label.number, name);
      seidel_convergence_picture_add_run (picture, label, entry->record->trace, i);
      if (entry->record->outcome != NULL)
        seidel_convergence_picture_set_run_end (picture, i,
                                                seidel_reason_id (entry->record->outcome->reason));
    }
  seidel_convergence_picture_update (picture, false);
  char *csv = seidel_convergence_picture_to_csv (picture);
  return csv != NULL ? csv : g_strdup ("");
}

static bool
write_csv (const Session *session, GError **error)
{
  const char *path = seidel_cli_text (session->call, "csv");
  if (path == NULL)
    return true;
  g_autofree char *csv = seidel_cli_session_to_csv (session->entries);
  return seidel_output_save (path, csv, strlen (csv), error);
}

/* Keeps the run that --run names, or all. */
static bool
choose_run (Session *session, GError **error)
{
  const int64_t number =
    seidel_cli_given (session->call, "run") ? (int64_t) seidel_cli_real (session->call, "run") : 0;
  for (guint i = session->entries->len; number > 0 && i-- > 0;)
    if (((const SeidelSessionEntry *) session->entries->pdata[i])->label.number != number)
      g_ptr_array_remove_index (session->entries, i);
  if (number == 0 || session->entries->len > 0)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s: the session has no run %" G_GINT64_FORMAT,
                      session->call->words[0], number);
}

static int
run_session (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Session session = { call, NULL };
  int status = SEIDEL_CLI_FAILED;
  if (!seidel_cli_job_run (job, read_work, &session, &error) || !choose_run (&session, &error)
      || !write_csv (&session, &error)
      || !seidel_cli_run_report (call, session.entries, NULL, NULL, &error))
    status = seidel_cli_fail (error);
  else if (seidel_cli_given (call, "json"))
    status = print_json (&session);
  else if (seidel_cli_given (call, "run"))
    status = print_run (session.entries->pdata[0]);
  else
    status = print_list (&session);
  g_clear_pointer (&session.entries, g_ptr_array_unref);
  return status;
}

static const SeidelCliOption session_rows[] = {
  { "run", "N", "Only the run of this number, with all that is known of it.", SEIDEL_CLI_INTEGER,
    NULL, NULL, 1, INT32_MAX },
  { "csv", "FILE.csv", "Write the histories, a line for each point." },
  { "report", "X.pdf|.svg|.png", "Write a page about the runs: outcomes and curves.",
    .check = seidel_cli_check_picture },
  { NULL },
};

static const SeidelCliGroup session_group = { .title = "Session", .rows = session_rows };

const SeidelCliCommand seidel_cli_session = {
  .name = "session",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show the runs of a session that the window has saved.",
  .groups = (const SeidelCliGroup *const[]){ &session_group, &seidel_cli_json_group, NULL },
  .run = run_session,
};
