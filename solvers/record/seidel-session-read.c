/* Reading a session file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"
#include "record/seidel-session-private.h"
#include "run/seidel-trace-writer.h"
#include "base/seidel-translatable.h"

typedef struct
{
  sqlite3 *db;
  int version; /* of the file */
  const char *path;
  GCancellable *cancellable;
  GPtrArray *entries;
  GHashTable *runs;    /* int64_t * of their numbers to the entries */
  GHashTable *settled; /* entries to bits of the required settings that their outcomes have */
} Reader;

/* Settings that every outcome says how it was run by. */
static const char *const required[] = { "method",   "preconditioner", "engine",
                                        "strategy", "precision",      "storage" };
#define ALL_REQUIRED ((1u << G_N_ELEMENTS (required)) - 1)

static bool
refuse (GError **error, const char *what)
{
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, "%s", what);
}

/* Texts that a record always has. */
static void
fill_texts (SeidelRecord *record)
{
  char **texts[] = { &record->id,
                     &record->matrix.name,
                     &record->matrix.ordering,
                     &record->rhs,
                     &record->guess,
                     &record->machine.processor,
                     &record->machine.devices,
                     &record->machine.system,
                     &record->machine.version };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*texts[i] == NULL)
      *texts[i] = g_strdup ("");
}

static bool
take_run (Reader *self, int64_t run, void *item, GError **error)
{
  SeidelRecord *record = g_memdup2 (item, sizeof *record);
  SeidelSessionEntry *entry = g_new0 (SeidelSessionEntry, 1);
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  /* The others are settings, in a table of their own. */
  const SeidelOptions kept = record->options;

  g_atomic_ref_count_init (&record->references);
  fill_texts (record);
  record->options = defaults;
  record->options.launcher = kept.launcher;
  record->options.petsc_options = kept.petsc_options;
  record->trace = seidel_trace_new ();
  entry->record = record;
  entry->label = (SeidelRecordLabel){ .number = run, .color = run - 1, .visible = true };
  g_ptr_array_add (self->entries, entry);
  g_hash_table_insert (self->runs, g_memdup2 (&run, sizeof run), entry);
  return true;
}

static bool
take_label (SeidelSessionEntry *entry, void *item, GError **error)
{
  entry->label = *(const SeidelRecordLabel *) item;
  entry->label.number = CLAMP (entry->label.number, 1, INT32_MAX);
  entry->label.color = CLAMP (entry->label.color, 0, INT32_MAX);
  return true;
}

static bool
take_outcome (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelOutcome *outcome = item;
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  if (outcome->method == NULL || outcome->engine == NULL)
    return refuse (error, "an outcome has no method");
  entry->record->outcome = g_memdup2 (outcome, sizeof *outcome);
  entry->record->outcome->options = defaults;
  /* Its message names them. */
  entry->record->outcome->row = -1;
  entry->record->outcome->column = -1;
  entry->record->outcome->options.launcher = entry->record->options.launcher;
  entry->record->outcome->options.petsc_options = entry->record->options.petsc_options;
  return true;
}

/* Iterations that only grow, and are not negative: what pictures rely on. */
static bool
is_history (const SeidelTracePoint *points, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (points[i].iteration < (i > 0 ? points[i - 1].iteration : 0))
      return false;
  return true;
}

static bool
take_x (SeidelOutcome *outcome, GBytes *x, GError **error)
{
  gsize length = 0;
  const void *data = g_bytes_get_data (x, &length);
  const int64_t n = (int64_t) (length / sizeof *outcome->x);

  if (length % sizeof *outcome->x != 0 || n > SEIDEL_SESSION_MOST_UNKNOWNS)
    return refuse (error, "a solution is not one");
  outcome->x = seidel_vector_new (n, error);
  if (outcome->x == NULL)
    return false;
  if (length > 0)
    memcpy (outcome->x, data, length);
  outcome->n = n;
  return true;
}

static bool
take_history (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelSessionHistory *history = item;
  SeidelTrace *trace = entry->record->trace;
  gsize n_points = 0;
  gsize n_sweeps = 0;
  const SeidelTracePoint *points =
    history->points != NULL ? g_bytes_get_data (history->points, &n_points) : NULL;
  const SeidelTraceSweep *sweeps =
    history->sweeps != NULL ? g_bytes_get_data (history->sweeps, &n_sweeps) : NULL;
  bool valid = n_points % sizeof *points == 0 && n_sweeps % sizeof *sweeps == 0;

  n_points /= sizeof *points;
  n_sweeps /= sizeof *sweeps;
  if (!valid || !is_history (points, n_points))
    return refuse (error, "the history of a run is not one");
  seidel_trace_set_reference (trace, history->reference);
  for (gsize i = 0; i < n_points; i++)
    seidel_trace_take_point (trace, &points[i]);
  for (gsize i = 0; i < n_sweeps; i++)
    seidel_trace_take_sweep (trace, &sweeps[i]);
  return history->x == NULL || entry->record->outcome == NULL
         || take_x (entry->record->outcome, history->x, error);
}

static bool
take_setting (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelSessionSetting *setting = item;
  SeidelOptions *options = setting->resolved && entry->record->outcome != NULL
                             ? &entry->record->outcome->options
                           : !setting->resolved ? &entry->record->options
                                                : NULL;
  SeidelExperimentSetup setup = seidel_experiment_setup_new ();

  if (options == NULL || setting->key == NULL || setting->value == NULL)
    return refuse (error, "a setting belongs to no run");
  setup.options = *options;
  if (!seidel_experiment_setup_set (&setup, setting->key, setting->value, error))
    {
      g_prefix_error (error, "%s: ", setting->key);
      return false;
    }
  *options = setup.options;
  return true;
}

/* Notes a setting of an outcome. */
static void
note_settled (Reader *self, SeidelSessionEntry *entry, const SeidelSessionSetting *setting)
{
  guint bits = GPOINTER_TO_UINT (g_hash_table_lookup (self->settled, entry));

  for (size_t i = 0; setting->resolved && i < G_N_ELEMENTS (required); i++)
    if (g_strcmp0 (setting->key, required[i]) == 0)
      bits |= 1u << i;
  g_hash_table_insert (self->settled, entry, GUINT_TO_POINTER (bits));
}

static bool
take_phase (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelSessionPhase *taken = item;
  SeidelOutcome *outcome = entry->record->outcome;

  for (int p = 0; p < SEIDEL_N_PHASES; p++)
    if (g_strcmp0 (taken->phase, seidel_phase_id ((SeidelPhase) p)) == 0)
      {
        seidel_trace_take_phase (entry->record->trace, (SeidelPhase) p, taken->measured);
        if (outcome != NULL)
          outcome->seconds[p] = taken->seconds;
        if (outcome != NULL)
          outcome->device.work_seconds[p] = taken->device_seconds;
      }
  return true;
}

/* Appends an item to an array of the outcome. */
static bool
append (SeidelOutcome *outcome,
        void **array,
        size_t *n,
        const void *item,
        size_t size,
        GError **error)
{
  void *larger = NULL;

  if (outcome == NULL)
    return refuse (error, "a run without an outcome has parts of one");
  larger = g_try_realloc_n (*array, *n + 1, size);
  if (larger == NULL)
    return seidel_memory_fail (error, (double) size, "The outcome of a run");
  memcpy ((char *) larger + *n * size, item, size);
  *array = larger;
  ++*n;
  return true;
}

static bool
take_attempt (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelAttempt *attempt = item;
  SeidelOutcome *outcome = entry->record->outcome;

  if (attempt->method == NULL || attempt->preconditioner == NULL)
    return refuse (error, "an attempt has no method");
  return append (outcome, outcome != NULL ? (void **) &outcome->attempts : NULL,
                 outcome != NULL ? &outcome->n_attempts : NULL, item, sizeof *attempt, error);
}

static bool
take_rank (SeidelSessionEntry *entry, void *item, GError **error)
{
  SeidelOutcome *outcome = entry->record->outcome;

  return append (outcome, outcome != NULL ? (void **) &outcome->ranks : NULL,
                 outcome != NULL ? &outcome->n_ranks : NULL, item, sizeof (SeidelRank), error);
}

static bool
take_event (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelTraceEvent *event = item;

  seidel_trace_add_event (entry->record->trace, event->iteration,
                          event->text != NULL ? event->text : "");
  return true;
}

/* A copy for g_free (), NULL of none. */
static bool
copy_bytes (GBytes *bytes, void **copy, GError **error)
{
  gsize length = 0;
  const void *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  *copy = length > 0 ? seidel_memory_try (length, "the times of levels", error) : NULL;
  if (*copy != NULL)
    memcpy (*copy, data, length);
  return *copy != NULL || length == 0;
}

static bool
take_levels (SeidelSessionEntry *entry, void *item, GError **error)
{
  const SeidelSessionLevels *levels = item;
  g_autoptr (SeidelLevelTimes) times = g_memdup2 (&levels->times, sizeof *times);
  gsize length = levels->seconds != NULL ? g_bytes_get_size (levels->seconds) : 0;
  const gsize count = length / sizeof *times->times;

  times->times = NULL;
  times->rows = NULL;
  times->direction = (SeidelDirection) levels->direction;
  times->timed = (SeidelTimed) levels->timed;
  times->count = (int32_t) count;
  if (levels->direction < 0 || levels->direction > 1 || levels->timed < 0
      || levels->timed > SEIDEL_TIMED_APART || length % sizeof *times->times != 0
      || count > INT32_MAX || times->passes != (levels->rows != NULL)
      || (times->passes && g_bytes_get_size (levels->rows) != count * sizeof *times->rows))
    return refuse (error, "the times of levels are not valid");
  if (!copy_bytes (levels->seconds, (void **) &times->times, error)
      || !copy_bytes (levels->rows, (void **) &times->rows, error))
    return false;
  if (count > 0)
    seidel_trace_take_level_times (entry->record->trace, g_steal_pointer (&times));
  return true;
}

static const struct
{
  bool (*take) (SeidelSessionEntry *entry, void *item, GError **error);
  bool moves; /* what the item owns is the entry's from then on */
} takers[SEIDEL_N_TABLES] = {
  [SEIDEL_TABLE_LABEL] = { take_label, true },
  [SEIDEL_TABLE_OUTCOME] = { take_outcome, true },
  [SEIDEL_TABLE_HISTORY] = { take_history, false },
  [SEIDEL_TABLE_SETTING] = { take_setting, false },
  [SEIDEL_TABLE_PHASE] = { take_phase, false },
  [SEIDEL_TABLE_ATTEMPT] = { take_attempt, true },
  [SEIDEL_TABLE_EVENT] = { take_event, false },
  [SEIDEL_TABLE_RANK] = { take_rank, true },
  [SEIDEL_TABLE_LEVELS] = { take_levels, false },
};

/* A row; those of a run that is not there are left over from nothing that Seidel does. */
static bool
take_row (Reader *self, SeidelSessionTable table, sqlite3_stmt *statement, GError **error)
{
  g_autofree void *item = g_malloc0 (seidel_session_table_item (table));
  const int64_t run = sqlite3_column_int64 (statement, 0);
  SeidelSessionEntry *entry = g_hash_table_lookup (self->runs, &run);
  bool taken = seidel_session_table_take (table, statement, item, error);
  bool owned = true;

  if (taken && table == SEIDEL_TABLE_RUN)
    {
      taken = take_run (self, run, item, error);
      owned = false;
    }
  else if (taken && entry != NULL)
    {
      taken = takers[table].take (entry, item, error);
      owned = !taken || !takers[table].moves;
      if (taken && table == SEIDEL_TABLE_SETTING)
        note_settled (self, entry, item);
    }
  if (owned)
    seidel_session_table_clear (table, item);
  return taken;
}

static bool
read_table (Reader *self, SeidelSessionTable table, GError **error)
{
  g_autofree char *sql = seidel_session_table_select (table, self->version);
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->db, sql, -1, &statement, NULL);
  GError *cause = NULL;

  while (code == SQLITE_OK || code == SQLITE_ROW)
    {
      code = sqlite3_step (statement);
      if (code == SQLITE_ROW
          && (g_cancellable_set_error_if_cancelled (self->cancellable, &cause)
              || !take_row (self, table, statement, &cause)))
        break;
    }
  if (cause == NULL && code != SQLITE_DONE
      && !g_cancellable_set_error_if_cancelled (self->cancellable, &cause))
    seidel_session_fail (self->db, code, self->path, &cause);
  else if (cause != NULL && cause->domain == SEIDEL_ERROR)
    {
      /* A setting that is not valid is a fault of the file. */
      cause->code = cause->code == SEIDEL_ERROR_MEMORY ? SEIDEL_ERROR_MEMORY : SEIDEL_ERROR_FORMAT;
      g_prefix_error (&cause, "%s: ", self->path);
    }
  sqlite3_finalize (statement);
  if (cause != NULL)
    g_propagate_error (error, cause);
  return cause == NULL;
}

/* An outcome without them would be shown with those of another run. */
static bool
check_settled (Reader *self, GError **error)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      SeidelSessionEntry *entry = self->entries->pdata[i];

      if (entry->record->outcome != NULL
          && GPOINTER_TO_UINT (g_hash_table_lookup (self->settled, entry)) != ALL_REQUIRED)
        return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                            seidel_text ("%s: the settings by which run %" PRId64
                                         " was carried out are missing"),
                            self->path, entry->label.number);
    }
  return true;
}

/* The trace of each run as its worker left it. */
static void
finish (Reader *self)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      const SeidelRecord *record = ((SeidelSessionEntry *) self->entries->pdata[i])->record;

      if (record->outcome != NULL)
        {
          record->outcome->precision = record->outcome->options.precision;
          if (record->outcome->x == NULL)
            record->outcome->computed = false;
        }
      if (record->outcome != NULL && record->outcome->has_device)
        seidel_trace_take_device (record->trace, &record->outcome->device);
      seidel_trace_set_state (record->trace, SEIDEL_RUN_FINISHED);
    }
}

/* Opens a session that has tables, whose version it returns; NULL with an error. */
static sqlite3 *
open_whole (const char *path, int *version, GCancellable *cancellable, GError **error)
{
  /* For writing, where that is allowed: a change that was interrupted is undone first. */
  sqlite3 *db = seidel_session_open (path, path, SQLITE_OPEN_READWRITE, NULL, cancellable, error);

  *version = -1;
  if (db == NULL)
    return NULL;
  if (seidel_session_execute (db, path, "BEGIN", error))
    *version = seidel_session_check (db, path, error);
  if (*version == 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                 seidel_text ("%s: the file is empty, not a session of Seidel"), path);
  if (*version > 0)
    return db;
  sqlite3_close (db);
  return NULL;
}

bool
seidel_session_glance (const char *path, SeidelSessionGlance *glance, GError **error)
{
  int version;
  sqlite3 *db = open_whole (path, &version, NULL, error);
  sqlite3_stmt *statement = NULL;
  int code;

  *glance = (SeidelSessionGlance){ 0 };
  if (db == NULL)
    return false;
  code = sqlite3_prepare_v2 (
    db, "SELECT count(*), max(begun), matrix, (SELECT max(number) FROM label) FROM run", -1,
    &statement, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    {
      glance->n_runs = sqlite3_column_int64 (statement, 0);
      glance->begun = sqlite3_column_int64 (statement, 1);
      glance->last = sqlite3_column_int64 (statement, 3);
      glance->matrix = seidel_session_table_text (statement, 2, "matrix");
    }
  else
    seidel_session_fail (db, code, path, error);
  sqlite3_finalize (statement);
  sqlite3_close (db);
  return code == SQLITE_ROW;
}

void
seidel_session_glance_clear (SeidelSessionGlance *glance)
{
  g_clear_pointer (&glance->matrix, g_free);
}

GPtrArray *
seidel_session_read (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_session_entry_free);
  g_autoptr (GHashTable) runs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) settled = g_hash_table_new (NULL, NULL);
  Reader self = {
    .path = path, .cancellable = cancellable, .entries = entries, .runs = runs, .settled = settled
  };
  bool done;

  g_return_val_if_fail (path != NULL, NULL);

  self.db = open_whole (path, &self.version, cancellable, error);
  if (self.db == NULL)
    return NULL;
  done = seidel_session_verify (self.db, path, error);
  for (int table = 0; table < SEIDEL_N_TABLES && done; table++)
    done = read_table (&self, (SeidelSessionTable) table, error);
  sqlite3_close (self.db);
  if (!done || !check_settled (&self, error))
    return NULL;
  finish (&self);
  return g_steal_pointer (&entries);
}
