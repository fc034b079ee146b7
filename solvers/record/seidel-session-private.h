/* What reading and writing a session file share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "record/seidel-session-table.h"
#include "record/seidel-session.h"

G_BEGIN_DECLS

/* Milliseconds to wait for another program that writes to the file. */
#define SEIDEL_SESSION_PATIENCE 5000

/* Sets what SQLite says of its latest failure, with the name of the file; always false. */
bool seidel_session_fail (sqlite3 *db, int code, const char *path, GError **error);

/* The format of an open file, SEIDEL_SESSION_OLDEST … SEIDEL_SESSION_VERSION, or 0 where nothing
 * was written to it yet; −1 with an error where it is not a session, or one of another version. */
int seidel_session_check (sqlite3 *db, const char *path, GError **error);

/* Whether its pages are in order, as SQLite advises to ask of a file of others before it is read;
 * reads all of it. */
bool seidel_session_verify (sqlite3 *db, const char *path, GError **error);

/* The file, which a damaged or hostile schema cannot make do anything; NULL with an error, which
 * calls it by name. flags and vfs as for sqlite3_open_v2 (). A cancellable, or NULL, must live as
 * long; it interrupts every statement. Close it with sqlite3_close (). */
sqlite3 *seidel_session_open (const char *path,
                              const char *name,
                              int flags,
                              const char *vfs,
                              GCancellable *cancellable,
                              GError **error);

/* Executes SQL that returns nothing. */
bool seidel_session_execute (sqlite3 *db, const char *path, const char *sql, GError **error);

G_END_DECLS
