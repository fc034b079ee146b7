/* Sessions: the records of many runs in one SQLite file.
 *
 *   g_autoptr (GPtrArray) entries = seidel_session_read ("monday.seidel", NULL, &error);
 *
 *   for (guint i = 0; entries != NULL && i < entries->len; i++)
 *     {
 *       const SeidelSessionEntry *entry = entries->pdata[i];
 *
 *       g_print ("%s\n", entry->record->matrix.name);
 *     }
 *
 * Every change is one transaction, which is on the disk when the function returns: whatever ends
 * the program, what was written before is there afterwards. Between changes the file is complete by
 * itself, so that it can be copied, and nobody holds it open. Several programs may change the same
 * file in turn; each adds its own runs.
 *
 * The tables are those of seidel-session-table.c; numbers in blobs are little-endian.
 *
 * Everything here reads or writes a file: use a worker. The errors are SEIDEL_ERROR_IO where the
 * file cannot be read or written (the text says why: no room left, not allowed, in use),
 * SEIDEL_ERROR_FORMAT where it is damaged or not a session, and SEIDEL_ERROR_UNSUPPORTED where a
 * newer version has written it. After an error the file is as it was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "record/seidel-record.h"

G_BEGIN_DECLS

/* The ending of the names of session files. */
#define SEIDEL_SESSION_SUFFIX ".seidel"

/* Solutions are kept while those of a session have together at most as many numbers: 32 MB, so that
 * a session still is a file that opens at once and can be sent to others. */
#define SEIDEL_SESSION_MOST_UNKNOWNS ((int64_t) 4000000)

/* Whether to take a file for a session: by its first bytes, or its name. */
SEIDEL_API bool seidel_session_recognise (const char *path);

/* The runs of a session, SeidelSessionEntry in the order in which they were added; free with
 * g_ptr_array_unref (). The points of a history that is damaged are an error, never a crash. */
SEIDEL_API GPtrArray *
seidel_session_read (const char *path, GCancellable *cancellable, GError **error);

/* What is in a session, for a list of them. */
typedef struct
{
  int64_t n_runs;
  int64_t last;  /* the largest number of a run */
  int64_t begun; /* the last run, in seconds of Unix time */
  char *matrix;  /* of that run, owned */
} SeidelSessionGlance;

/* Reads no histories. Clear the glance with seidel_session_glance_clear (). */
SEIDEL_API bool
seidel_session_glance (const char *path, SeidelSessionGlance *glance, GError **error);
SEIDEL_API void seidel_session_glance_clear (SeidelSessionGlance *glance);

/* Adds those of n entries whose record is not there yet, updates the labels of the others, and
 * removes the records whose ids are in removed (NULL-terminated, or NULL). Makes the file if it
 * does not exist. */
SEIDEL_API bool seidel_session_update (const char *path,
                                       SeidelSessionEntry *const *entries,
                                       size_t n,
                                       const char *const *removed,
                                       GError **error);

/* Writes a session of n entries in place of whatever the file was: it appears whole, or the older
 * one stays. */
SEIDEL_API bool seidel_session_save (const char *path,
                                     SeidelSessionEntry *const *entries,
                                     size_t n,
                                     GError **error);

G_END_DECLS
