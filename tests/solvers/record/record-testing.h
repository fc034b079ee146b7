/* Runs and their records for the tests of this folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "core-testing.h"
#include "io/seidel-loader.h"
#include "record/seidel-fingerprint.h"
#include "record/seidel-session.h"

/* A run of A x = A·1 from zeros, carried out. */
static inline SeidelRecord *
test_run (SeidelMatrix *matrix, const SeidelOptions *options)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, &guess, seidel_load_vector, NULL, &error);
  SeidelOutcome *outcome = NULL;

  g_assert_no_error (error);
  outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);
  return seidel_record_new (&(SeidelRecordFacts){
    .matrix = matrix,
    .fingerprint = seidel_fingerprint_new (matrix, NULL),
    .rhs = &rhs,
    .guess = &guess,
    .options = options,
    .trace = trace,
    .outcome = outcome,
    .error = error,
    .begun = 1700000000,
  });
}

static inline SeidelSessionEntry *
test_entry (SeidelRecord *record, int64_t number, const char *name, const char *note)
{
  const SeidelRecordLabel label = { number, number - 1, number % 2 == 1, (char *) name,
                                    (char *) note };

  return seidel_session_entry_new (record, &label);
}

/* Changes a session behind its back. */
static inline void
test_execute (const char *path, const char *sql)
{
  sqlite3 *db = NULL;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

/* A file that does not exist in a folder of its own; test_remove () removes both. */
static inline char *
test_make_path (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-session-XXXXXX", NULL);

  return g_build_filename (folder, "runs.seidel", NULL);
}

static inline void
test_remove (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *other = g_build_filename (folder, name, NULL);

      g_unlink (other);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* The entry i of what was read. */
static inline SeidelSessionEntry *
test_nth (GPtrArray *entries, guint i)
{
  g_assert_cmpuint (i, <, entries->len);
  return entries->pdata[i];
}

static inline GPtrArray *
test_read (const char *path)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *entries = seidel_session_read (path, NULL, &error);

  g_assert_no_error (error);
  return entries;
}
