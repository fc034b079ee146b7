/* The tables of a session file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record/seidel-session-table.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "engine/seidel-engines.h"
#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"
#include "solve/seidel-figures.h"
#include "base/seidel-translatable.h"

typedef SeidelOutcomeFigure Column;

#define OF(type, name, k, m)                                                \
  {                                                                         \
    .kind = SEIDEL_FIGURE_##k, .offset = offsetof (type, m), .column = name \
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
  { SEIDEL_FIGURE_NONE },
};

static const Column label_columns[] = {
  OF (SeidelRecordLabel, "number", COUNT, number),  OF (SeidelRecordLabel, "color", COUNT, color),
  OF (SeidelRecordLabel, "visible", FLAG, visible), OF (SeidelRecordLabel, "name", TEXT, name),
  OF (SeidelRecordLabel, "note", TEXT, note),       { SEIDEL_FIGURE_NONE },
};

static const Column history_columns[] = {
  OF (SeidelSessionHistory, "reference", REAL, reference),
  OF (SeidelSessionHistory, "points", BLOB, points),
  OF (SeidelSessionHistory, "sweeps", BLOB, sweeps),
  OF (SeidelSessionHistory, "x", BLOB, x),
  { SEIDEL_FIGURE_NONE },
};

static const Column setting_columns[] = {
  OF (SeidelSessionSetting, "resolved", FLAG, resolved),
  OF (SeidelSessionSetting, "key", TEXT, key),
  OF (SeidelSessionSetting, "value", TEXT, value),
  { SEIDEL_FIGURE_NONE },
};

static const Column phase_columns[] = {
  OF (SeidelSessionPhase, "phase", TEXT, phase),
  OF (SeidelSessionPhase, "measured", REAL, measured),
  OF (SeidelSessionPhase, "seconds", REAL, seconds),
  OF (SeidelSessionPhase, "device_seconds", REAL, device_seconds),
  { SEIDEL_FIGURE_NONE },
};

static const Column event_columns[] = {
  OF (SeidelTraceEvent, "iteration", COUNT, iteration),
  OF (SeidelTraceEvent, "text", TEXT, text),
  { SEIDEL_FIGURE_NONE },
};

static const Column levels_columns[] = {
  OF (SeidelSessionLevels, "direction", INT, direction),
  OF (SeidelSessionLevels, "timed", INT, timed),
  OF (SeidelSessionLevels, "passes", FLAG, times.passes),
  OF (SeidelSessionLevels, "sweeps", COUNT, times.sweeps),
  OF (SeidelSessionLevels, "kept", INT, times.kept),
  OF (SeidelSessionLevels, "fewest", INT, times.fewest),
  OF (SeidelSessionLevels, "seconds", BLOB, seconds),
  OF (SeidelSessionLevels, "rows", BLOB, rows),
  { SEIDEL_FIGURE_NONE },
};

#undef OF

static const struct
{
  const char *name;
  const Column *columns;
  size_t item;
} tables[SEIDEL_N_TABLES] = {
  [SEIDEL_TABLE_RUN] = { "run", run_columns, sizeof (SeidelRecord) },
  [SEIDEL_TABLE_LABEL] = { "label", label_columns, sizeof (SeidelRecordLabel) },
  [SEIDEL_TABLE_OUTCOME] = { "outcome", seidel_outcome_figures, sizeof (SeidelOutcome) },
  [SEIDEL_TABLE_HISTORY] = { "history", history_columns, sizeof (SeidelSessionHistory) },
  [SEIDEL_TABLE_SETTING] = { "setting", setting_columns, sizeof (SeidelSessionSetting) },
  [SEIDEL_TABLE_PHASE] = { "phase", phase_columns, sizeof (SeidelSessionPhase) },
  [SEIDEL_TABLE_ATTEMPT] = { "attempt", seidel_attempt_figures, sizeof (SeidelAttempt) },
  [SEIDEL_TABLE_EVENT] = { "event", event_columns, sizeof (SeidelTraceEvent) },
  [SEIDEL_TABLE_RANK] = { "rank", seidel_rank_figures, sizeof (SeidelRank) },
  [SEIDEL_TABLE_LEVELS] = { "levels", levels_columns, sizeof (SeidelSessionLevels) },
};

/* The next row that is a column, as the first one of every table is; NULL behind the last. */
static const Column *
next_column (const Column *column)
{
  do
    column++;
  while (column->kind != SEIDEL_FIGURE_NONE && column->column == NULL);
  return column->kind != SEIDEL_FIGURE_NONE ? column : NULL;
}

/* What SQLite stores of a column. */
static const char *
type_of (const Column *column)
{
  switch (column->kind)
    {
    case SEIDEL_FIGURE_COUNT:
    case SEIDEL_FIGURE_INT:
    case SEIDEL_FIGURE_FLAG:
      return "INTEGER";
    case SEIDEL_FIGURE_REAL:
    case SEIDEL_FIGURE_SECONDS:
      return "REAL";
    case SEIDEL_FIGURE_BLOB:
      return "BLOB";
    default:
      return "TEXT";
    }
}

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
  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    g_string_append_printf (sql, ", \"%s\" %s", column->column, type_of (column));
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

  /* By name: a file that was of an older version has its columns in another order. */
  g_string_append_printf (sql, "INSERT OR REPLACE INTO %s (run", tables[table].name);
  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    g_string_append_printf (sql, ", \"%s\"", column->column);
  g_string_append (sql, ") VALUES (?");
  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    g_string_append (sql, ",?");
  g_string_append_c (sql, ')');
  return g_string_free (sql, FALSE);
}

char *
seidel_session_table_select (SeidelSessionTable table, int version)
{
  GString *sql = g_string_new ("SELECT run");

  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    if (column->since <= version)
      g_string_append_printf (sql, ", \"%s\"", column->column);
    else
      g_string_append (sql, ", NULL");
  g_string_append_printf (sql, " FROM %s ORDER BY run, rowid", tables[table].name);
  return g_string_free (sql, FALSE);
}

void
seidel_session_table_append_alter (SeidelSessionTable table, int version, GString *sql)
{
  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    if (column->since > version)
      g_string_append_printf (sql, "ALTER TABLE %s ADD COLUMN \"%s\" %s;", tables[table].name,
                              column->column, type_of (column));
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
    case SEIDEL_FIGURE_COUNT:
      sqlite3_bind_int64 (statement, i, *(const int64_t *) member);
      break;
    case SEIDEL_FIGURE_INT:
      sqlite3_bind_int (statement, i, *(const int *) member);
      break;
    case SEIDEL_FIGURE_FLAG:
      sqlite3_bind_int (statement, i, *(const bool *) member);
      break;
    case SEIDEL_FIGURE_REAL:
    case SEIDEL_FIGURE_SECONDS:
      bind_real (statement, i, *(const double *) member);
      break;
    case SEIDEL_FIGURE_HOST:
      sqlite3_bind_text (statement, i, member, -1, SQLITE_STATIC);
      break;
    case SEIDEL_FIGURE_BLOB:
      bind_bytes (statement, i, *(GBytes *const *) member);
      break;
    case SEIDEL_FIGURE_REASON:
      sqlite3_bind_text (statement, i, seidel_reason_id (*(const SeidelReason *) member), -1,
                         SQLITE_STATIC);
      break;
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
  int i = 2;

  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  sqlite3_bind_int64 (statement, 1, run);
  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    bind (statement, i++, column, (const char *) item + column->offset);
}

/* Whether an id is one that this program has. */
static bool
is_known (SeidelFigureKind kind, const char *id)
{
  switch (kind)
    {
    case SEIDEL_FIGURE_METHOD:
      return seidel_method_find (id) != NULL;
    case SEIDEL_FIGURE_PRECONDITIONER:
      return seidel_preconditioner_find (id) != NULL;
    case SEIDEL_FIGURE_ENGINE:
      return strcmp (id, SEIDEL_ENGINE_AUTO) == 0 || seidel_engines_find (id) != NULL;
    default:
      return true;
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

/* The part of a name that there is room for, in whole characters. */
static void
take_host (const char *text, char *host)
{
  const char *end;

  g_strlcpy (host, text != NULL ? text : "", sizeof ((SeidelRank *) 0)->host);
  if (!g_utf8_validate (host, -1, &end))
    host[end - host] = '\0';
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

/* Characters of a text: of those that are longer than a line, and of all others. */
static const struct
{
  const char *column;
  long characters;
  bool lines;
} long_texts[] = {
  { "note", 10000, true },     { "path", 4096, false },          { "value", 4096, false },
  { "launcher", 4096, false }, { "petsc_options", 4096, false },
};
#define MOST_CHARACTERS 500

char *
seidel_session_clean_text (const char *text, size_t bytes, long most, bool lines)
{
  /* A character has four bytes at most; of one that is cut a replacement is left, which is cut. */
  char *valid = g_utf8_make_valid (text, (gssize) MIN (bytes, 4 * ((size_t) most + 1)));

  if (g_utf8_strlen (valid, -1) > most)
    *g_utf8_offset_to_pointer (valid, most) = '\0';
  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p) && (!lines || (*p != '\n' && *p != '\t')))
      *p = ' ';
  return valid;
}

char *
seidel_session_table_text (sqlite3_stmt *statement, int i, const char *column)
{
  const char *text = (const char *) sqlite3_column_text (statement, i);
  const int bytes = sqlite3_column_bytes (statement, i);
  long most = MOST_CHARACTERS;
  bool lines = false;

  for (size_t k = 0; k < G_N_ELEMENTS (long_texts); k++)
    if (strcmp (column, long_texts[k].column) == 0)
      {
        most = long_texts[k].characters;
        lines = long_texts[k].lines;
      }
  return text != NULL ? seidel_session_clean_text (text, (size_t) bytes, most, lines) : NULL;
}

/* False where the value is none that the column may have. */
static bool
take (sqlite3_stmt *statement, int i, const Column *column, void *member)
{
  g_autofree char *text = NULL;

  switch (column->kind)
    {
    case SEIDEL_FIGURE_COUNT:
      *(int64_t *) member = sqlite3_column_int64 (statement, i);
      return true;
    case SEIDEL_FIGURE_INT:
      *(int *) member = sqlite3_column_int (statement, i);
      return true;
    case SEIDEL_FIGURE_FLAG:
      *(bool *) member = sqlite3_column_int (statement, i) != 0;
      return true;
    case SEIDEL_FIGURE_REAL:
    case SEIDEL_FIGURE_SECONDS:
      *(double *) member = sqlite3_column_type (statement, i) == SQLITE_NULL
                             ? NAN
                             : sqlite3_column_double (statement, i);
      return true;
    default:
      break;
    }
  text = seidel_session_table_text (statement, i, column->column);
  if (column->kind == SEIDEL_FIGURE_HOST)
    take_host (text, member);
  else if (column->kind == SEIDEL_FIGURE_TEXT)
    *(char **) member = g_steal_pointer (&text);
  else if (column->kind == SEIDEL_FIGURE_REASON)
    return take_reason (text, member);
  else if (text != NULL && !is_known (column->kind, text))
    return false;
  else
    *(const char **) member = g_intern_string (text);
  return true;
}

bool
seidel_session_table_take (SeidelSessionTable table,
                           sqlite3_stmt *statement,
                           void *item,
                           GError **error)
{
  int i = 0;

  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    {
      void *member = (char *) item + column->offset;

      i++;
      if (column->kind == SEIDEL_FIGURE_BLOB)
        {
          if (!take_bytes (statement, i, member, error))
            return false;
        }
      else if (!take (statement, i, column, member))
        {
          g_autofree char *text = seidel_session_table_text (statement, i, column->column);

          return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                              seidel_text ("run %" PRId64 ": the %s “%s” is not known here"),
                              (int64_t) sqlite3_column_int64 (statement, 0), column->column,
                              text != NULL ? text : "");
        }
    }
  return true;
}

void
seidel_session_table_clear (SeidelSessionTable table, void *item)
{
  for (const Column *column = tables[table].columns; column != NULL; column = next_column (column))
    {
      void *member = (char *) item + column->offset;

      if (column->kind == SEIDEL_FIGURE_TEXT)
        g_clear_pointer ((char **) member, g_free);
      else if (column->kind == SEIDEL_FIGURE_BLOB)
        g_clear_pointer ((GBytes **) member, g_bytes_unref);
    }
}
