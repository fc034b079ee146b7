/* What the tests of the cache share: a cache of their own, and files that are worth a copy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "io-testing.h"
#include "io/cache/seidel-cache.h"

#define SETTLING_MICROSECONDS 60000 /* until a file is old enough to be kept */
#define FROM_CACHE            "Opened from the cache"

static const char cache_testing_text[] = "%%MatrixMarket matrix coordinate integer symmetric\n"
                                         "4 4 6\n1 1 1\n2 1 -2\n3 3 7\n4 1 5\n4 4 9\n3 3 2\n";

static inline bool
cache_testing_is_cached (const SeidelMatrix *matrix)
{
  return matrix->origin.note != NULL && strstr (matrix->origin.note, FROM_CACHE) != NULL;
}

/* Every copy is gone, every file is old enough. */
static inline void
cache_testing_clear (void)
{
  g_autoptr (GError) error = NULL;

  seidel_cache_finish (INFINITY);
  seidel_cache_set_worth (0, 0.0);
  g_assert_true (seidel_cache_clear (&error));
  g_assert_no_error (error);
}

static inline char *
cache_testing_write (const char *name, const char *text)
{
  char *path = io_testing_write (name, text, -1);

  g_usleep (SETTLING_MICROSECONDS);
  return path;
}

/* Reads, and waits for the copy. */
static inline SeidelMatrix *
cache_testing_load (const char *path)
{
  SeidelMatrix *matrix = io_testing_load (path);

  seidel_cache_finish (INFINITY);
  return matrix;
}

static inline unsigned
cache_testing_count (void)
{
  g_autoptr (GPtrArray) copies = seidel_cache_list ();

  return copies->len;
}

/* But for the note, which says where the matrix came from the second time. */
static inline void
cache_testing_assert_same_origin (const SeidelMatrix *a, const SeidelMatrix *b)
{
  g_assert_cmpstr (a->name, ==, b->name);
  g_assert_cmpstr (a->origin.path, ==, b->origin.path);
  g_assert_cmpstr (a->origin.variable, ==, b->origin.variable);
  g_assert_cmpstr (a->origin.format, ==, b->origin.format);
  g_assert_cmpint (a->origin.field, ==, b->origin.field);
  g_assert_cmpint (a->origin.symmetry, ==, b->origin.symmetry);
  g_assert_cmpint (a->origin.stored, ==, b->origin.stored);
  g_assert_cmpint (a->origin.duplicates, ==, b->origin.duplicates);
  g_assert_cmpuint (a->origin.file_bytes, ==, b->origin.file_bytes);
}

/* That a copy is not believed is what is tested here, again and again. */
static inline void
cache_testing_ignore_cb (const char *domain,
                         GLogLevelFlags level,
                         const char *message,
                         gpointer data)
{
}

/* Before g_test_init (). */
static inline void
cache_testing_begin (void)
{
  g_autofree char *cache = NULL;

  io_testing_begin ();
  cache = io_testing_path ("cache");
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_unsetenv ("SEIDEL_CACHE");
  g_log_set_handler ("seidel", G_LOG_LEVEL_DEBUG, cache_testing_ignore_cb, NULL);
}

static inline void
cache_testing_end (void)
{
  g_autofree char *parent = g_path_get_dirname (seidel_cache_folder ());
  g_autofree char *cache = io_testing_path ("cache");

  cache_testing_clear ();
  g_rmdir (seidel_cache_folder ());
  g_rmdir (parent);
  g_rmdir (cache);
  io_testing_end ();
}
