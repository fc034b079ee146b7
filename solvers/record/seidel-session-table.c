/* The tables of a session file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record/seidel-session-table.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"
#include "engine/seidel-engines.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"

typedef enum
{
  KIND_COUNT,  /* int64_t */
  KIND_INT,    /* int */
  KIND_FLAG,   /* bool */
  KIND_REAL,   /* double; NaN is NULL */
  KIND_TEXT,   /* char *, owned */
  KIND_ID,     /* const char *, interned */
  KIND_NAME,   /* char[64] */
  KIND_BYTES,  /* GBytes *, owned */
  KIND_REASON, /* SeidelReason, by its id */
} Kind;

typedef struct
{
  const char *name;
  Kind kind;
  size_t offset;
  bool (*known) (const char *id); /* of an ID; NULL: any */
  int since; /* the version of the first files that have it, behind all others; 0: all have it */
} Column;

static bool
is_method (const char *id)
{
  return seidel_method_find (id) != NULL;
}

static bool
is_preconditioner (const char *id)
{
  return seidel_preconditioner_find (id) != NULL;
}

static bool
is_engine (const char *id)
{
  return strcmp (id, SEIDEL_ENGINE_AUTO) == 0 || seidel_engines_find (id) != NULL;
}

#define OF(type, name, kind, member)           \
  {                                            \
    name, KIND_##kind, offsetof (type, member) \
  }
#define SINCE(version, type, name, kind, member)              \
  {                                                           \
    name, KIND_##kind, offsetof (type, member), NULL, version \
  }

static const Column run_columns[] = {
  OF (SeidelRecord, "id", TEXT, id),
  OF (SeidelRecord, "begun", COUNT, begun),
  OF (SeidelRecord, "matrix", TEXT, matrix.name),
  OF (SeidelRecord, "path", TEXT, matrix.path),
  OF (SeidelRecord, "variable", TEXT, matrix.variable),
  OF (SeidelRecord, "format", TEXT, matrix.format),
  OF (SeidelRecord, "fingerprint", COUNT, matrix.fingerprint),
  OF (SeidelRecord, "rows", COUNT, matrix.rows),
  OF (SeidelRecord, "columns", COUNT, matrix.columns),
  OF (SeidelRecord, "nonzeros", COUNT, matrix.nonzeros),
  OF (SeidelRecord, "complex", FLAG, matrix.complex_values),
  OF (SeidelRecord, "ordering", TEXT, matrix.ordering),
  OF (SeidelRecord, "load_seconds", REAL, matrix.load_seconds),
  OF (SeidelRecord, "rhs", TEXT, rhs),
  OF (SeidelRecord, "guess", TEXT, guess),
  OF (SeidelRecord, "launcher", ID, options.launcher),
  OF (SeidelRecord, "petsc_options", ID, options.petsc_options),
  OF (SeidelRecord, "processor", TEXT, machine.processor),
  OF (SeidelRecord, "processors", INT, machine.processors),
  OF (SeidelRecord, "memory", REAL, machine.memory),
  OF (SeidelRecord, "devices", TEXT, machine.devices),
  OF (SeidelRecord, "system", TEXT, machine.system),
  OF (SeidelRecord, "version", TEXT, machine.version),
  OF (SeidelRecord, "error", TEXT, error),
  OF (SeidelRecord, "x_dropped", FLAG, x_dropped),
};

static const Column label_columns[] = {
  OF (SeidelRecordLabel, "number", COUNT, number),  OF (SeidelRecordLabel, "color", COUNT, color),
  OF (SeidelRecordLabel, "visible", FLAG, visible), OF (SeidelRecordLabel, "name", TEXT, name),
  OF (SeidelRecordLabel, "note", TEXT, note),
};

static const Column outcome_columns[] = {
  OF (SeidelOutcome, "reason", REASON, reason),
  OF (SeidelOutcome, "converged", FLAG, converged),
  { "method", KIND_ID, offsetof (SeidelOutcome, method), is_method },
  { "engine", KIND_ID, offsetof (SeidelOutcome, engine), is_engine },
  OF (SeidelOutcome, "strategy", ID, strategy),
  OF (SeidelOutcome, "strategy_why", TEXT, strategy_why),
  OF (SeidelOutcome, "threads", INT, threads),
  OF (SeidelOutcome, "iterations", COUNT, iterations),
  OF (SeidelOutcome, "residual_initial", REAL, residual_initial),
  OF (SeidelOutcome, "residual_final", REAL, residual_final),
  OF (SeidelOutcome, "residual_relative", REAL, residual_relative),
  OF (SeidelOutcome, "true_2", REAL, true_2),
  OF (SeidelOutcome, "true_inf", REAL, true_inf),
  OF (SeidelOutcome, "backward", REAL, backward),
  OF (SeidelOutcome, "backward_rows", REAL, backward_rows),
  OF (SeidelOutcome, "norm_A", REAL, norm_A),
  OF (SeidelOutcome, "normal", REAL, normal),
  OF (SeidelOutcome, "rank", COUNT, rank),
  OF (SeidelOutcome, "condition", REAL, condition),
  OF (SeidelOutcome, "error_bound", REAL, error_bound),
  OF (SeidelOutcome, "error_inf", REAL, error_inf),
  OF (SeidelOutcome, "condition_least", REAL, condition_least),
  OF (SeidelOutcome, "doubt", TEXT, doubt),
  { "reference_method", KIND_ID, offsetof (SeidelOutcome, reference_method), is_method },
  OF (SeidelOutcome, "load_seconds", REAL, load_seconds),
  OF (SeidelOutcome, "order_seconds", REAL, order_seconds),
  OF (SeidelOutcome, "total_seconds", REAL, total_seconds),
  OF (SeidelOutcome, "has_device", FLAG, has_device),
  OF (SeidelOutcome, "device_to_bytes", COUNT, device.to_bytes),
  OF (SeidelOutcome, "device_to_seconds", REAL, device.to_seconds),
  OF (SeidelOutcome, "device_from_bytes", COUNT, device.from_bytes),
  OF (SeidelOutcome, "device_from_seconds", REAL, device.from_seconds),
  OF (SeidelOutcome, "device_factor_seconds", REAL, device.factor_seconds),
  OF (SeidelOutcome, "message", TEXT, message),
  OF (SeidelOutcome, "computed", FLAG, computed),
  OF (SeidelOutcome, "complex", FLAG, complex_values),
};

static const Column history_columns[] = {
  OF (SeidelSessionHistory, "reference", REAL, reference),
  OF (SeidelSessionHistory, "points", BYTES, points),
  OF (SeidelSessionHistory, "sweeps", BYTES, sweeps),
  OF (SeidelSessionHistory, "x", BYTES, x),
};

static const Column setting_columns[] = {
  OF (SeidelSessionSetting, "resolved", FLAG, resolved),
  OF (SeidelSessionSetting, "key", TEXT, key),
  OF (SeidelSessionSetting, "value", TEXT, value),
};

static const Column phase_columns[] = {
  OF (SeidelSessionPhase, "phase", TEXT, phase),
  OF (SeidelSessionPhase, "measured", REAL, measured),
  OF (SeidelSessionPhase, "seconds", REAL, seconds),
  OF (SeidelSessionPhase, "device_seconds", REAL, device_seconds),
};

static const Column attempt_columns[] = {
  { "method", KIND_ID, offsetof (SeidelAttempt, method), is_method },
  { "preconditioner", KIND_ID, offsetof (SeidelAttempt, preconditioner), is_preconditioner },
  OF (SeidelAttempt, "why", TEXT, why),
  OF (SeidelAttempt, "reason", REASON, reason),
  OF (SeidelAttempt, "message", TEXT, message),
  OF (SeidelAttempt, "iterations", COUNT, iterations),
  OF (SeidelAttempt, "seconds", REAL, seconds),
  OF (SeidelAttempt, "true_2", REAL, true_2),
};

static const Column event_columns[] = {
  OF (SeidelTraceEvent, "iteration", COUNT, iteration),
  OF (SeidelTraceEvent, "text", TEXT, text),
};

static const Column rank_columns[] = {
  OF (SeidelRank, "rank", COUNT, rank),
  OF (SeidelRank, "process", COUNT, pid),
  OF (SeidelRank, "host", NAME, host),
  OF (SeidelRank, "rows", COUNT, rows),
  OF (SeidelRank, "entries", COUNT, entries),
  OF (SeidelRank, "crossing", COUNT, crossing),
  OF (SeidelRank, "halo", COUNT, halo),
  OF (SeidelRank, "products", REAL, products),
  OF (SeidelRank, "reductions", REAL, reductions),
  OF (SeidelRank, "memory", COUNT, memory),
  SINCE (3, SeidelRank, "exchanges", REAL, exchanges),
  SINCE (3, SeidelRank, "sums", COUNT, sums),
  SINCE (3, SeidelRank, "latency", REAL, latency),
  SINCE (3, SeidelRank, "bandwidth", REAL, bandwidth),
};

static const Column levels_columns[] = {
  OF (SeidelSessionLevels, "direction", INT, direction),
  OF (SeidelSessionLevels, "timed", INT, timed),
  OF (SeidelSessionLevels, "passes", FLAG, times.passes),
  OF (SeidelSessionLevels, "sweeps", COUNT, times.sweeps),
  OF (SeidelSessionLevels, "kept", INT, times.kept),
  OF (SeidelSessionLevels, "fewest", INT, times.fewest),
  OF (SeidelSessionLevels, "seconds", BYTES, seconds),
  OF (SeidelSessionLevels, "rows", BYTES, rows),
};

#undef OF
#undef SINCE

static const struct
{
  const char *name;
  const Column *columns;
  size_t n_columns;
  size_t item;
} tables[SEIDEL_N_TABLES] = {
#define TABLE(name, columns, type)                       \
  {                                                      \
    name, columns, G_N_ELEMENTS (columns), sizeof (type) \
  }
  [SEIDEL_TABLE_RUN] = TABLE ("run", run_columns, SeidelRecord),
  [SEIDEL_TABLE_LABEL] = TABLE ("label", label_columns, SeidelRecordLabel),
  [SEIDEL_TABLE_OUTCOME] = TABLE ("outcome", outcome_columns, SeidelOutcome),
  [SEIDEL_TABLE_HISTORY] = TABLE ("history", history_columns, SeidelSessionHistory),
  [SEIDEL_TABLE_SETTING] = TABLE ("setting", setting_columns, SeidelSessionSetting),
  [SEIDEL_TABLE_PHASE] = TABLE ("phase", phase_columns, SeidelSessionPhase),
  [SEIDEL_TABLE_ATTEMPT] = TABLE ("attempt", attempt_columns, SeidelAttempt),
  [SEIDEL_TABLE_EVENT] = TABLE ("event", event_columns, SeidelTraceEvent),
  [SEIDEL_TABLE_RANK] = TABLE ("rank", rank_columns, SeidelRank),
  [SEIDEL_TABLE_LEVELS] = TABLE ("levels", levels_columns, SeidelSessionLevels),
#undef TABLE
};

/* What SQLite stores of each kind. */
static const char *const types[] = {
  [KIND_COUNT] = "INTEGER", [KIND_INT] = "INTEGER", [KIND_FLAG] = "INTEGER",
  [KIND_REAL] = "REAL",     [KIND_TEXT] = "TEXT",   [KIND_ID] = "TEXT",
  [KIND_NAME] = "TEXT",     [KIND_BYTES] = "BLOB",  [KIND_REASON] = "TEXT",
};

size_t
seidel_session_table_item (SeidelSessionTable table)
{
  return tables[table].item;
}

/* What there is once per run has it as its key: updating a label replaces it. */
char *
seidel_session_table_create (SeidelSessionTable table)
{
  const bool once = table <= SEIDEL_TABLE_HISTORY;
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql, "CREATE TABLE %s (run INTEGER %s", tables[table].name,
                          once ? "PRIMARY KEY" : "NOT NULL");
  for (size_t i = 0; i < tables[table].n_columns; i++)
    {
      const Column *column = &tables[table].columns[i];

      g_string_append_printf (sql, ", \"%s\" %s", column->name, types[column->kind]);
    }
  g_string_append (sql, ");");
  if (!once)
    g_string_append_printf (sql, "CREATE INDEX %s_of_run ON %s (run);", tables[table].name,
                            tables[table].name);
  if (table == SEIDEL_TABLE_RUN)
    g_string_append (sql, "CREATE UNIQUE INDEX run_by_id ON run (id);");
  return g_string_free (sql, FALSE);
}

char *
seidel_session_table_insert (SeidelSessionTable table)
{
  GString *sql = g_string_new (NULL);

  g_string_append_printf (sql, "INSERT OR REPLACE INTO %s VALUES (?", tables[table].name);
  for (size_t i = 0; i < tables[table].n_columns; i++)
    g_string_append (sql, ",?");
  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

char *
seidel_session_table_select (SeidelSessionTable table, int version)
{
  GString *sql = g_string_new ("SELECT run");

  for (size_t i = 0; i < tables[table].n_columns; i++)
    if (tables[table].columns[i].since <= version)
      g_string_append_printf (sql, ", \"%s\"", tables[table].columns[i].name);
    else
      g_string_append (sql, ", NULL");
  g_string_append_printf (sql, " FROM %s ORDER BY run, rowid", tables[table].name);
  return g_string_free (sql, FALSE);
}

void
seidel_session_table_append_alter (SeidelSessionTable table, int version, GString *sql)
{
  for (size_t i = 0; i < tables[table].n_columns; i++)
    {
      const Column *column = &tables[table].columns[i];

      if (column->since > version)
        g_string_append_printf (sql, "ALTER TABLE %s ADD COLUMN \"%s\" %s;", tables[table].name,
                                column->name, types[column->kind]);
    }
}

void
seidel_session_table_append_delete (SeidelSessionTable table, int64_t run, GString *sql)
{
  g_string_append_printf (sql, "DELETE FROM %s WHERE run = %" G_GINT64_FORMAT ";",
                          tables[table].name, run);
}

static void
bind_real (sqlite3_stmt *statement, int i, double value)
{
  if (isnan (value))
    sqlite3_bind_null (statement, i);
  else
    sqlite3_bind_double (statement, i, value);
}

static void
bind_bytes (sqlite3_stmt *statement, int i, GBytes *bytes)
{
  gsize length = 0;
  const void *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  /* SQLite takes a pointer of NULL for no blob at all. */
  if (bytes != NULL)
    sqlite3_bind_blob64 (statement, i, data != NULL ? data : "", length, SQLITE_STATIC);
}

static void
bind (sqlite3_stmt *statement, int i, const Column *column, const void *member)
{
  switch (column->kind)
    {
    case KIND_COUNT:
      sqlite3_bind_int64 (statement, i, *(const int64_t *) member);
      break;
    case KIND_INT:
      sqlite3_bind_int (statement, i, *(const int *) member);
      break;
    case KIND_FLAG:
      sqlite3_bind_int (statement, i, *(const bool *) member);
      break;
    case KIND_REAL:
      bind_real (statement, i, *(const double *) member);
      break;
    case KIND_NAME:
      sqlite3_bind_text (statement, i, member, -1, SQLITE_STATIC);
      break;
    case KIND_BYTES:
      bind_bytes (statement, i, *(GBytes *const *) member);
      break;
    case KIND_REASON:
      sqlite3_bind_text (statement, i, seidel_reason_id (*(const SeidelReason *) member), -1,
                         SQLITE_STATIC);
      break;
    case KIND_TEXT:
    case KIND_ID:
    default:
      sqlite3_bind_text (statement, i, *(const char *const *) member, -1, SQLITE_STATIC);
      break;
    }
}

void
seidel_session_table_bind (SeidelSessionTable table,
                           sqlite3_stmt *statement,
                           int64_t run,
                           const void *item)
{
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  sqlite3_bind_int64 (statement, 1, run);
  for (size_t i = 0; i < tables[table].n_columns; i++)
    {
      const Column *column = &tables[table].columns[i];

      bind (statement, (int) i + 2, column, (const char *) item + column->offset);
    }
}

static bool
take_reason (const char *text, SeidelReason *reason)
{
  for (int i = 0; i <= SEIDEL_REASON_FAILED; i++)
    if (g_strcmp0 (text, seidel_reason_id ((SeidelReason) i)) == 0)
      {
        *reason = (SeidelReason) i;
        return true;
      }
  return false;
}

static bool
take_bytes (sqlite3_stmt *statement, int i, GBytes **bytes, GError **error)
{
  const size_t length = (size_t) sqlite3_column_bytes (statement, i);
  void *copy = NULL;

  if (sqlite3_column_type (statement, i) == SQLITE_NULL)
    return true;
  copy = g_try_malloc (MAX (length, 1));
  if (copy == NULL)
    return seidel_memory_fail (error, (double) length, "The history of a run");
  if (length > 0)
    memcpy (copy, sqlite3_column_blob (statement, i), length);
  *bytes = g_bytes_new_take (copy, length);
  return true;
}

/* False where the value is none that the column may have. */
static bool
take (sqlite3_stmt *statement, int i, const Column *column, void *member)
{
  const char *text = NULL;

  switch (column->kind)
    {
    case KIND_COUNT:
      *(int64_t *) member = sqlite3_column_int64 (statement, i);
      return true;
    case KIND_INT:
      *(int *) member = sqlite3_column_int (statement, i);
      return true;
    case KIND_FLAG:
      *(bool *) member = sqlite3_column_int (statement, i) != 0;
      return true;
    case KIND_REAL:
      *(double *) member = sqlite3_column_type (statement, i) == SQLITE_NULL
                             ? NAN
                             : sqlite3_column_double (statement, i);
      return true;
    default:
      break;
    }
  text = (const char *) sqlite3_column_text (statement, i);
  if (column->kind == KIND_NAME)
    g_strlcpy (member, text != NULL ? text : "", sizeof ((SeidelRank *) 0)->host);
  else if (column->kind == KIND_TEXT)
    *(char **) member = g_strdup (text);
  else if (column->kind == KIND_REASON)
    return take_reason (text, member);
  else
    {
      *(const char **) member = g_intern_string (text);
      return text == NULL || column->known == NULL || column->known (text);
    }
  return true;
}

bool
seidel_session_table_take (SeidelSessionTable table,
                           sqlite3_stmt *statement,
                           void *item,
                           GError **error)
{
  for (size_t i = 0; i < tables[table].n_columns; i++)
    {
      const Column *column = &tables[table].columns[i];
      void *member = (char *) item + column->offset;

      if (column->kind == KIND_BYTES)
        {
          if (!take_bytes (statement, (int) i + 1, member, error))
            return false;
        }
      else if (!take (statement, (int) i + 1, column, member))
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                       "run %" G_GINT64_FORMAT ": the %s “%s” is not known here",
                       (int64_t) sqlite3_column_int64 (statement, 0), column->name,
                       (const char *) sqlite3_column_text (statement, (int) i + 1));
          return false;
        }
    }
  return true;
}

void
seidel_session_table_clear (SeidelSessionTable table, void *item)
{
  for (size_t i = 0; i < tables[table].n_columns; i++)
    {
      void *member = (char *) item + tables[table].columns[i].offset;

      if (tables[table].columns[i].kind == KIND_TEXT)
        g_clear_pointer ((char **) member, g_free);
      else if (tables[table].columns[i].kind == KIND_BYTES)
        g_clear_pointer ((GBytes **) member, g_bytes_unref);
    }
}
