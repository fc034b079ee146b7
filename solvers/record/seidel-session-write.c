/* Writing a session file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-output.h"
#include "record/seidel-session-private.h"

typedef struct
{
  sqlite3 *db;
  const char *path;
  sqlite3_stmt *inserts[SEIDEL_N_TABLES];
  int64_t unknowns; /* numbers of all solutions in the file */
} Writer;

static sqlite3_stmt *
prepare (Writer *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  const int code = sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL);

  if (code != SQLITE_OK)
    seidel_session_fail (self->db, code, self->path, error);
  return statement;
}

static bool
execute (Writer *self, sqlite3_stmt *statement, GError **error)
{
  const int code = sqlite3_step (statement);

  return code == SQLITE_DONE || code == SQLITE_ROW
         || seidel_session_fail (self->db, code, self->path, error);
}

static bool
prepare_inserts (Writer *self, GError **error)
{
  for (int table = 0; table < SEIDEL_N_TABLES; table++)
    {
      g_autofree char *sql = seidel_session_table_insert ((SeidelSessionTable) table);

      self->inserts[table] = prepare (self, sql, error);
      if (self->inserts[table] == NULL)
        return false;
    }
  return true;
}

static bool
insert (Writer *self, SeidelSessionTable table, int64_t run, const void *item, GError **error)
{
  seidel_session_table_bind (table, self->inserts[table], run, item);
  return execute (self, self->inserts[table], error);
}

/* The first value of the first row; fallback without a row. text is bound to a parameter if there
 * is one. */
static bool
ask (Writer *self,
     const char *sql,
     const char *text,
     int64_t fallback,
     int64_t *value,
     GError **error)
{
  sqlite3_stmt *statement = prepare (self, sql, error);
  int code;

  if (statement == NULL)
    return false;
  if (text != NULL)
    sqlite3_bind_text (statement, 1, text, -1, SQLITE_STATIC);
  code = sqlite3_step (statement);
  *value = code == SQLITE_ROW ? sqlite3_column_int64 (statement, 0) : fallback;
  sqlite3_finalize (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE
         || seidel_session_fail (self->db, code, self->path, error);
}

static bool
make_tables (Writer *self, GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  for (int table = 0; table < SEIDEL_N_TABLES; table++)
    {
      g_autofree char *create = seidel_session_table_create ((SeidelSessionTable) table);

      g_string_append (sql, create);
    }
  g_string_append_printf (sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
                          SEIDEL_SESSION_APPLICATION, SEIDEL_SESSION_VERSION);
  return seidel_session_execute (self->db, self->path, sql->str, error);
}

/* Makes a file of an older format one of this. */
static bool
add_columns (Writer *self, int version, GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);

  for (int table = 0; table < SEIDEL_N_TABLES; table++)
    seidel_session_table_append_alter ((SeidelSessionTable) table, version, sql);
  g_string_append_printf (sql, "PRAGMA user_version = %d", SEIDEL_SESSION_VERSION);
  return seidel_session_execute (self->db, self->path, sql->str, error);
}

static bool
add_settings (Writer *self,
              int64_t run,
              const SeidelOptions *options,
              bool resolved,
              GError **error)
{
  SeidelExperimentSetup setup = seidel_experiment_setup_new ();
  g_auto (GStrv) keys = seidel_experiment_setting_keys ();
  bool added = true;

  setup.options = *options;
  for (char **key = keys; *key != NULL && added; key++)
    {
      SeidelSessionSetting setting = { resolved, *key, NULL };

      setting.value = seidel_experiment_setup_get (&setup, *key);
      /* The ordering is one of the matrix, in the table of runs. */
      if (setting.value != NULL && strcmp (*key, "ordering") != 0)
        added = insert (self, SEIDEL_TABLE_SETTING, run, &setting, error);
      g_free (setting.value);
    }
  return added;
}

static bool
add_phases (Writer *self, int64_t run, const SeidelRecord *record, GError **error)
{
  const SeidelOutcome *outcome = record->outcome;

  for (int p = 0; p < SEIDEL_N_PHASES; p++)
    {
      const SeidelSessionPhase phase = {
        .phase = (char *) seidel_phase_id ((SeidelPhase) p),
        .measured = seidel_trace_phase_seconds (record->trace, (SeidelPhase) p),
        .seconds = outcome != NULL ? outcome->seconds[p] : 0.0,
        .device_seconds = outcome != NULL ? outcome->device.work_seconds[p] : 0.0,
      };

      if (!insert (self, SEIDEL_TABLE_PHASE, run, &phase, error))
        return false;
    }
  return true;
}

static bool
add_outcome (Writer *self, int64_t run, const SeidelOutcome *outcome, bool x, GError **error)
{
  SeidelOutcome kept = *outcome;

  kept.computed = outcome->computed && x;
  if (!insert (self, SEIDEL_TABLE_OUTCOME, run, &kept, error)
      || !add_settings (self, run, &outcome->options, true, error))
    return false;
  for (size_t i = 0; i < outcome->n_attempts; i++)
    if (!insert (self, SEIDEL_TABLE_ATTEMPT, run, &outcome->attempts[i], error))
      return false;
  for (size_t i = 0; i < outcome->n_ranks; i++)
    if (!insert (self, SEIDEL_TABLE_RANK, run, &outcome->ranks[i], error))
      return false;
  return true;
}

/* The items of a log are not contiguous. NULL with an error. */
static GBytes *
copy_points (SeidelTrace *trace, GError **error)
{
  const size_t n = seidel_trace_n_points (trace);
  SeidelTracePoint *points = g_try_new (SeidelTracePoint, n + 1);

  if (points == NULL)
    {
      seidel_memory_fail (error, (double) n * sizeof *points, "The history of a run");
      return NULL;
    }
  for (size_t i = 0; i < n; i++)
    points[i] = seidel_trace_point (trace, i);
  return g_bytes_new_take (points, n * sizeof *points);
}

static GBytes *
copy_sweeps (SeidelTrace *trace, GError **error)
{
  const size_t n = seidel_trace_n_sweeps (trace);
  SeidelTraceSweep *sweeps = g_try_new (SeidelTraceSweep, n + 1);

  if (sweeps == NULL)
    {
      seidel_memory_fail (error, (double) n * sizeof *sweeps, "The history of a run");
      return NULL;
    }
  for (size_t i = 0; i < n; i++)
    sweeps[i] = seidel_trace_sweep (trace, i);
  return g_bytes_new_take (sweeps, n * sizeof *sweeps);
}

static bool
add_history (Writer *self, int64_t run, const SeidelRecord *record, bool x, GError **error)
{
  const SeidelOutcome *outcome = record->outcome;
  g_autoptr (GBytes) points = copy_points (record->trace, error);
  g_autoptr (GBytes) sweeps = points != NULL ? copy_sweeps (record->trace, error) : NULL;
  g_autoptr (GBytes) solution =
    x ? g_bytes_new_static (outcome->x, (size_t) outcome->n * sizeof *outcome->x) : NULL;
  const SeidelSessionHistory history = { seidel_trace_reference (record->trace), points, sweeps,
                                         solution };

  return sweeps != NULL && insert (self, SEIDEL_TABLE_HISTORY, run, &history, error);
}

static bool
add_levels (Writer *self, int64_t run, SeidelTrace *trace, GError **error)
{
  for (int d = 0; d < 2; d++)
    {
      g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (trace, (SeidelDirection) d);
      g_autoptr (GBytes) seconds = NULL;
      g_autoptr (GBytes) rows = NULL;

      if (times == NULL)
        continue;
      seconds = g_bytes_new_static (times->times, (size_t) times->count * sizeof *times->times);
      rows = times->rows != NULL
               ? g_bytes_new_static (times->rows, (size_t) times->count * sizeof *times->rows)
               : NULL;
      if (!insert (self, SEIDEL_TABLE_LEVELS, run,
                   &(SeidelSessionLevels){ *times, d, (int) times->timed, seconds, rows }, error))
        return false;
    }
  return true;
}

/* Whether there is a solution, and room for it. */
static bool
keeps_x (const Writer *self, const SeidelOutcome *outcome)
{
  return outcome != NULL && outcome->x != NULL
         && self->unknowns + outcome->n <= SEIDEL_SESSION_MOST_UNKNOWNS;
}

static bool
add_record (Writer *self, int64_t run, const SeidelRecord *record, GError **error)
{
  const bool x = keeps_x (self, record->outcome);
  SeidelRecord kept = *record;

  kept.x_dropped =
    record->x_dropped || (record->outcome != NULL && record->outcome->computed && !x);
  if (!insert (self, SEIDEL_TABLE_RUN, run, &kept, error)
      || !add_settings (self, run, &record->options, false, error)
      || !add_phases (self, run, record, error) || !add_history (self, run, record, x, error)
      || !add_levels (self, run, record->trace, error))
    return false;
  for (size_t i = 0; i < seidel_trace_n_events (record->trace); i++)
    {
      const SeidelTraceEvent event = seidel_trace_event (record->trace, i);

      if (!insert (self, SEIDEL_TABLE_EVENT, run, &event, error))
        return false;
    }
  if (record->outcome == NULL)
    return true;
  self->unknowns += x ? record->outcome->n : 0;
  return add_outcome (self, run, record->outcome, x, error);
}

static bool
put_entry (Writer *self, const SeidelSessionEntry *entry, GError **error)
{
  int64_t run = 0;

  if (!ask (self, "SELECT run FROM run WHERE id = ?", entry->record->id, 0, &run, error))
    return false;
  if (run == 0)
    {
      if (!ask (self, "SELECT max(run) + 1 FROM run", NULL, 1, &run, error))
        return false;
      run = MAX (run, 1);
      if (!add_record (self, run, entry->record, error))
        return false;
    }
  return insert (self, SEIDEL_TABLE_LABEL, run, &entry->label, error);
}

static bool
remove_record (Writer *self, const char *id, GError **error)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  int64_t run = 0;

  if (!ask (self, "SELECT run FROM run WHERE id = ?", id, 0, &run, error))
    return false;
  for (int table = 0; table < SEIDEL_N_TABLES; table++)
    seidel_session_table_append_delete ((SeidelSessionTable) table, run, sql);
  return seidel_session_execute (self->db, self->path, sql->str, error);
}

static bool
write_all (Writer *self,
           SeidelSessionEntry *const *entries,
           size_t n,
           const char *const *removed,
           GError **error)
{
  int version = seidel_session_check (self->db, self->path, error);

  if (version < 0 || (version == 0 && !make_tables (self, error))
      || (version > 0 && version < SEIDEL_SESSION_VERSION && !add_columns (self, version, error))
      || !prepare_inserts (self, error)
      || !ask (self, "SELECT total(length(x)) / 8 FROM history", NULL, 0, &self->unknowns, error))
    return false;
  for (size_t i = 0; removed != NULL && removed[i] != NULL; i++)
    if (!remove_record (self, removed[i], error))
      return false;
  for (size_t i = 0; i < n; i++)
    if (!put_entry (self, entries[i], error))
      return false;
  return true;
}

/* The file at path; name is what messages call it. vfs is that of SQLite. */
static bool
update (const char *path,
        const char *name,
        const char *vfs,
        SeidelSessionEntry *const *entries,
        size_t n,
        const char *const *removed,
        GError **error)
{
  Writer self = { .path = name };
  bool done = false;

  self.db =
    seidel_session_open (path, name, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs, NULL, error);
  if (self.db == NULL)
    return false;
  done = seidel_session_execute (self.db, name, "PRAGMA synchronous = FULL; BEGIN IMMEDIATE", error)
         && write_all (&self, entries, n, removed, error);
  for (int table = 0; table < SEIDEL_N_TABLES; table++)
    sqlite3_finalize (self.inserts[table]);
  if (done)
    done = seidel_session_execute (self.db, name, "COMMIT", error);
  /* Without the transaction, if that failed. */
  sqlite3_close (self.db);
  return done;
}

bool
seidel_session_update (const char *path,
                       SeidelSessionEntry *const *entries,
                       size_t n,
                       const char *const *removed,
                       GError **error)
{
  g_return_val_if_fail (path != NULL, false);

  return update (path, path, NULL, entries, n, removed, error);
}

bool
seidel_session_save (const char *path, SeidelSessionEntry *const *entries, size_t n, GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);
  g_autofree char *name = NULL;
  int fd = -1;
  bool done;

  name = output != NULL ? seidel_output_hand_over (output, true, &fd, error) : NULL;
  if (name == NULL)
    return false;
  /* The output holds a lock of its own on the new file, which nobody else knows of. */
  done = update (name, path, "unix-none", entries, n, NULL, error);
  close (fd);
  return done && seidel_output_finish (output, error);
}
