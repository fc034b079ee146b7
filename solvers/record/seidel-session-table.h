/* The tables of a session file, column by column, and the members that the columns are of: one list
 * for creating, writing and reading them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <sqlite3.h>

#include "record/seidel-record.h"

G_BEGIN_DECLS

/* "Seid", by which a session differs from other SQLite files. */
#define SEIDEL_SESSION_APPLICATION 0x53656964

/* Increased when an older version could not read or write the file any more. Files of a format from
 * the oldest on are read, and become those of this one when something is written to them. */
#define SEIDEL_SESSION_VERSION 7
#define SEIDEL_SESSION_OLDEST  2

typedef enum
{
  SEIDEL_TABLE_RUN,     /* a SeidelRecord */
  SEIDEL_TABLE_LABEL,   /* its SeidelRecordLabel */
  SEIDEL_TABLE_OUTCOME, /* its SeidelOutcome, if it has one */
  SEIDEL_TABLE_HISTORY, /* a SeidelSessionHistory */
  SEIDEL_TABLE_SETTING, /* SeidelSessionSetting, of the request and of the outcome */
  SEIDEL_TABLE_PHASE,   /* SeidelSessionPhase */
  SEIDEL_TABLE_ATTEMPT, /* SeidelAttempt */
  SEIDEL_TABLE_EVENT,   /* SeidelTraceEvent */
  SEIDEL_TABLE_RANK,    /* SeidelRank */
  SEIDEL_TABLE_LEVELS,  /* SeidelSessionLevels */
  SEIDEL_N_TABLES,
} SeidelSessionTable;

/* What is an array in a file; the bytes are owned, NULL: none. */
typedef struct
{
  double reference; /* of the trace */
  GBytes *points;   /* SeidelTracePoint */
  GBytes *sweeps;   /* SeidelTraceSweep */
  GBytes *x;        /* double */
} SeidelSessionHistory;

typedef struct
{
  bool resolved; /* of the outcome; otherwise as requested */
  char *key;     /* as of seidel_experiment_setting_keys () */
  char *value;
} SeidelSessionSetting;

typedef struct
{
  char *phase;     /* its id */
  double measured; /* by the trace */
  double seconds;  /* of the outcome */
  double device_seconds;
} SeidelSessionPhase;

typedef struct
{
  SeidelLevelTimes times; /* its arrays are below */
  int direction;
  int timed;
  GBytes *seconds; /* SeidelLevelTime */
  GBytes *rows;    /* int64_t; NULL: of levels */
} SeidelSessionLevels;

/* Bytes of an item. */
size_t seidel_session_table_item (SeidelSessionTable table);

/* SQL texts; free with g_free (). The first column is the number of the run. */
char *seidel_session_table_create (SeidelSessionTable table);
char *seidel_session_table_insert (SeidelSessionTable table);
/* version: of the file; what it does not have is NULL. */
char *seidel_session_table_select (SeidelSessionTable table, int version);
/* Appends what adds the columns that files of a version do not have. */
void seidel_session_table_append_alter (SeidelSessionTable table, int version, GString *sql);
/* Appends the removal of what is of a run. */
void seidel_session_table_append_delete (SeidelSessionTable table, int64_t run, GString *sql);

/* Binds run and an item to the parameters of an insertion. Borrows from both until it is executed.
 */
void seidel_session_table_bind (SeidelSessionTable table,
                                sqlite3_stmt *statement,
                                int64_t run,
                                const void *item);
/* A text of so many bytes as valid UTF-8 of at most so many characters, with blanks in place of
 * what controls terminals, and of line ends unless lines is set. Free with g_free (). */
char *seidel_session_clean_text (const char *text, size_t bytes, long most, bool lines);
/* A text of a row, valid UTF-8 of bounded length and, but for notes, one line; NULL where there is
 * none. Free with g_free (). */
char *seidel_session_table_text (sqlite3_stmt *statement, int i, const char *column);
/* Fills an item, all zero before, from a row of a selection; the run is its first column. Texts and
 * bytes are owned. SEIDEL_ERROR_FORMAT names the column of what is not valid. */
bool seidel_session_table_take (SeidelSessionTable table,
                                sqlite3_stmt *statement,
                                void *item,
                                GError **error);
/* Frees what an item owns. */
void seidel_session_table_clear (SeidelSessionTable table, void *item);

G_END_DECLS
