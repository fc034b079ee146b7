/* Opening a session file, which may come from anybody: all that SQLite advises for such files.
 *
 * Source: SQLite, "Defense Against The Dark Arts", section 1.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "record/seidel-session-private.h"
#include "base/seidel-translatable.h"

/* Of an SQLite file, where its application id is. */
#define MAGIC         "SQLite format 3"
#define APPLICATION   68
#define HEADER_LENGTH 72

/* Characters of what SQLite says that a message has. */
#define MOST_MESSAGE 300

bool
seidel_session_fail (sqlite3 *db, int code, const char *path, GError **error)
{
  const char *said = db != NULL ? sqlite3_errmsg (db) : sqlite3_errstr (code);
  /* It quotes the schema. */
  g_autofree char *clean = seidel_session_clean_text (said, strlen (said), MOST_MESSAGE, false);
  const char *why = clean;
  SeidelError kind = SEIDEL_ERROR_IO;

  switch (code & 0xff)
    {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR: /* a table or a column is missing */
    case SQLITE_TOOBIG:
      kind = SEIDEL_ERROR_FORMAT;
      break;
    case SQLITE_NOMEM:
      kind = SEIDEL_ERROR_MEMORY;
      break;
    case SQLITE_FULL:
      why = "there is no room left on the disk";
      break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      why = "another program is writing to it";
      break;
    default:
      break;
    }
  if (kind == SEIDEL_ERROR_FORMAT)
    g_set_error (error, SEIDEL_ERROR, kind, seidel_text ("%s: the session file is damaged: %s"),
                 path, why);
  else
    g_set_error (error, SEIDEL_ERROR, kind, "%s: %s", path, why);
  return false;
}

bool
seidel_session_execute (sqlite3 *db, const char *path, const char *sql, GError **error)
{
  const int code = sqlite3_exec (db, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || seidel_session_fail (db, code, path, error);
}

/* Far above what a session needs. */
static const struct
{
  int limit;
  int value;
} limits[] = {
  { SQLITE_LIMIT_SQL_LENGTH, 100000 },      { SQLITE_LIMIT_COLUMN, 400 },
  { SQLITE_LIMIT_VARIABLE_NUMBER, 400 },    { SQLITE_LIMIT_EXPR_DEPTH, 20 },
  { SQLITE_LIMIT_COMPOUND_SELECT, 3 },      { SQLITE_LIMIT_VDBE_OP, 25000 },
  { SQLITE_LIMIT_FUNCTION_ARG, 8 },         { SQLITE_LIMIT_ATTACHED, 0 },
  { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50 }, { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
  { SQLITE_LIMIT_WORKER_THREADS, 0 },
};

/* Steps of SQLite's machine between two polls for cancellation. */
#define STEPS_PER_POLL 10000

static int
progress_cb (void *data)
{
  return g_cancellable_is_cancelled (data);
}

/* What takes a file for what it is: nothing of its schema computes, and nobody waits for it. */
static void
restrict_database (sqlite3 *db, const char *path, int flags, GCancellable *cancellable)
{
  struct stat status;

  sqlite3_busy_timeout (db, SEIDEL_SESSION_PATIENCE);
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
  sqlite3_db_config (db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  /* A column that is missing is an error, not its name as a text. */
  sqlite3_db_config (db, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (db, limits[i].limit, limits[i].value);
  /* No value of a file is longer than it: what is longer was computed. */
  if ((flags & SQLITE_OPEN_CREATE) == 0 && stat (path, &status) == 0)
    sqlite3_limit (db, SQLITE_LIMIT_LENGTH, (int) CLAMP (status.st_size, 1 << 20, G_MAXINT));
  if (cancellable != NULL)
    sqlite3_progress_handler (db, STEPS_PER_POLL, progress_cb, cancellable);
  sqlite3_exec (db,
                "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; "
                "PRAGMA ignore_check_constraints = ON",
                NULL, NULL, NULL);
}

sqlite3 *
seidel_session_open (const char *path,
                     const char *name,
                     int flags,
                     const char *vfs,
                     GCancellable *cancellable,
                     GError **error)
{
  sqlite3 *db = NULL;
  const int code = sqlite3_open_v2 (path, &db, flags | SQLITE_OPEN_PRIVATECACHE, vfs);

  if (code != SQLITE_OK)
    {
      seidel_session_fail (db, code, name, error);
      sqlite3_close (db);
      return NULL;
    }
  restrict_database (db, path, flags, cancellable);
  return db;
}

/* The value of a PRAGMA; false with an error. */
static bool
ask (sqlite3 *db, const char *path, const char *sql, int *value, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &statement, NULL);

  if (code == SQLITE_OK)
    code = sqlite3_step (statement);
  *value = code == SQLITE_ROW ? sqlite3_column_int (statement, 0) : 0;
  sqlite3_finalize (statement);
  return code == SQLITE_ROW || code == SQLITE_DONE || seidel_session_fail (db, code, path, error);
}

/* Whether the schema has nothing but tables that hold what is read, and indices of their columns:
 * views, triggers, virtual tables, generated and hidden columns and indices of expressions are
 * never Seidel's, and compute. */
static bool
check_schema (sqlite3 *db, const char *path, GError **error)
{
  static const struct
  {
    const char *sql;
    const char *what;
  } foreign[] = {
    { "SELECT count(*) FROM sqlite_schema WHERE type NOT IN ('table', 'index')",
      "views or triggers" },
    { "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND rootpage = 0",
      "virtual tables" },
    { "SELECT count(*) FROM sqlite_schema AS s, pragma_table_xinfo (s.name) AS c "
      "WHERE s.type = 'table' AND c.hidden <> 0",
      "generated columns" },
    { "SELECT count(*) FROM sqlite_schema AS s, pragma_index_xinfo (s.name) AS c "
      "WHERE s.type = 'index' AND c.cid < -1",
      "indices of expressions" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (foreign); i++)
    {
      int n = 0;

      if (!ask (db, path, foreign[i].sql, &n, error))
        return false;
      if (n > 0)
        return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                            seidel_text ("%s: the file has %s, which no session of Seidel has"),
                            path, foreign[i].what);
    }
  return true;
}

int
seidel_session_check (sqlite3 *db, const char *path, GError **error)
{
  int application = 0;
  int version = 0;
  int n_tables = 0;

  if (!ask (db, path, "PRAGMA application_id", &application, error)
      || !ask (db, path, "PRAGMA user_version", &version, error)
      || !ask (db, path, "SELECT count(*) FROM sqlite_schema", &n_tables, error))
    return -1;
  if (application == 0 && n_tables == 0)
    return 0;
  if (application != SEIDEL_SESSION_APPLICATION)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                   seidel_text ("%s: a database of another program, not a session of Seidel"),
                   path);
      return -1;
    }
  if (version < SEIDEL_SESSION_OLDEST || version > SEIDEL_SESSION_VERSION)
    {
      g_set_error (
        error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
        seidel_text (
          "%s: the session has format %d, of another version of Seidel; this one reads %d "
          "to %d"),
        path, version, SEIDEL_SESSION_OLDEST, SEIDEL_SESSION_VERSION);
      return -1;
    }
  if (!check_schema (db, path, error))
    return -1;
  return version;
}

bool
seidel_session_verify (sqlite3 *db, const char *path, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (db, "PRAGMA quick_check (1)", -1, &statement, NULL);
  const char *said = NULL;
  bool fine = false;

  if (code == SQLITE_OK)
    code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    said = (const char *) sqlite3_column_text (statement, 0);
  if (said != NULL && g_str_equal (said, "ok"))
    fine = true;
  else if (said == NULL)
    seidel_session_fail (db, code, path, error);
  else
    {
      g_autofree char *clean = seidel_session_clean_text (said, strlen (said), MOST_MESSAGE, false);

      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                   seidel_text ("%s: the session file is damaged: %s"), path, clean);
    }
  sqlite3_finalize (statement);
  return fine;
}

bool
seidel_session_recognise (const char *path)
{
  char header[HEADER_LENGTH];
  uint32_t application = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t length = fd >= 0 ? read (fd, header, sizeof header) : -1;

  if (fd >= 0)
    close (fd);
  if (length == (ssize_t) sizeof header && memcmp (header, MAGIC, sizeof MAGIC) == 0)
    {
      memcpy (&application, header + APPLICATION, sizeof application);
      if (GUINT32_FROM_BE (application) == SEIDEL_SESSION_APPLICATION)
        return true;
    }
  return g_str_has_suffix (path, SEIDEL_SESSION_SUFFIX);
}
