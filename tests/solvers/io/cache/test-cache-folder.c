/* The folder of the cache: its bound, what was left in it unfinished, its list, and a program
 * without a cache.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

#include "../cache-testing.h"

/* A matrix of about so many kilobytes in the cache. */
static char *
write_kilobytes (const char *name, int kilobytes)
{
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix array real general\n");

  g_string_append_printf (text, "1 %d\n", kilobytes * 1000 / 12);
  for (int i = 0; i < kilobytes * 1000 / 12; i++)
    g_string_append (text, "1\n");
  return cache_testing_write (name, text->str);
}

static void
test_bound (void)
{
  g_autofree char *names[4] = { NULL };

  cache_testing_clear ();
  g_setenv ("SEIDEL_CACHE", "1", TRUE);
  g_assert_cmpuint (seidel_cache_limit (), <=, 1000000);
  for (int i = 0; i < 4; i++)
    {
      g_autofree char *name = g_strdup_printf ("bound-%d.mtx", i);
      g_autoptr (SeidelMatrix) matrix = NULL;

      names[i] = write_kilobytes (name, i < 3 ? 400 : 1100);
      matrix = cache_testing_load (names[i]);
      g_usleep (SETTLING_MICROSECONDS);
      /* The first one is used again, and so is not the next to go. */
      if (i == 1)
        {
          g_autoptr (SeidelMatrix) again = io_testing_load (names[0]);

          g_assert_true (cache_testing_is_cached (again));
        }
    }
  for (int i = 0; i < 4; i++)
    {
      g_autoptr (SeidelCacheKey) key = seidel_cache_key_new (names[i], NULL);
      g_autoptr (SeidelMatrix) matrix = seidel_cache_find (key, NULL, NULL);

      g_assert_cmpint (matrix != NULL, ==, i == 0 || i == 2);
      g_clear_pointer (&names[i], g_free);
    }
  g_unsetenv ("SEIDEL_CACHE");
}

/* What another program was writing when it ended goes; what one is writing stays. */
static void
test_unfinished (void)
{
  g_autofree char *path = cache_testing_write ("unfinished.mtx", cache_testing_text);
  g_autofree char *left =
    g_build_filename (seidel_cache_folder (), "0.matrix.unfinished-abcdef", NULL);
  g_autofree char *working =
    g_build_filename (seidel_cache_folder (), "1.matrix.unfinished-abcdef", NULL);
  g_autofree char *foreign = g_build_filename (seidel_cache_folder (), "notes.txt", NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;
  int fd;

  cache_testing_clear ();
  g_assert_cmpint (g_mkdir_with_parents (seidel_cache_folder (), 0700), ==, 0);
  g_assert_true (g_file_set_contents (left, "x", 1, NULL));
  g_assert_true (g_file_set_contents (working, "x", 1, NULL));
  g_assert_true (g_file_set_contents (foreign, "x", 1, NULL));
  fd = open (working, O_RDONLY);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  matrix = cache_testing_load (path);
  g_assert_false (g_file_test (left, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (working, G_FILE_TEST_EXISTS));
  close (fd);
  cache_testing_clear ();
  g_assert_false (g_file_test (working, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (foreign), ==, 0);
}

static void
test_list (void)
{
  g_autofree char *path = cache_testing_write ("list.mtx", cache_testing_text);
  g_autofree char *real = realpath (path, NULL);
  g_autofree char *rubbish = g_build_filename (seidel_cache_folder (), "2.matrix", NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (GPtrArray) copies = NULL;
  g_autoptr (GPtrArray) later = NULL;
  const SeidelCacheCopy *copy;

  cache_testing_clear ();
  matrix = cache_testing_load (path);
  copies = seidel_cache_list ();
  g_assert_cmpuint (copies->len, ==, 1);
  copy = g_ptr_array_index (copies, 0);
  g_assert_cmpstr (copy->path, ==, real);
  g_assert_null (copy->variable);
  g_assert_cmpstr (copy->name, ==, "list");
  g_assert_cmpint (copy->rows, ==, 4);
  g_assert_cmpint (copy->columns, ==, 4);
  g_assert_cmpint (copy->nonzeros, ==, 7);
  g_assert_cmpuint (copy->bytes, >, 7 * 12);
  g_assert_cmpint (ABS (copy->used - g_get_real_time () / G_USEC_PER_SEC), <, 60);
  g_assert_true (copy->current);

  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_true (g_file_set_contents (rubbish, "x", 1, NULL));
  later = seidel_cache_list ();
  g_assert_cmpuint (later->len, ==, 2);
  for (guint i = 0; i < later->len; i++)
    g_assert_false (((SeidelCacheCopy *) g_ptr_array_index (later, i))->current);
  cache_testing_clear ();
  g_assert_cmpuint (cache_testing_count (), ==, 0);
}

/* Reading goes on as if there were no cache. */
static void
test_no_permission (void)
{
  g_autofree char *path = cache_testing_write ("permission.mtx", cache_testing_text);
  g_autofree char *parent = g_path_get_dirname (seidel_cache_folder ());
  g_autoptr (SeidelMatrix) matrix = NULL;

  cache_testing_clear ();
  if (geteuid () == 0)
    {
      /* Nothing is forbidden to root: a file where the folder should be is as good. */
      g_assert_cmpint (g_rmdir (seidel_cache_folder ()), ==, 0);
      g_assert_true (g_file_set_contents (seidel_cache_folder (), "", 0, NULL));
      matrix = cache_testing_load (path);
      g_assert_cmpint (g_unlink (seidel_cache_folder ()), ==, 0);
    }
  else
    {
      g_assert_cmpint (g_chmod (seidel_cache_folder (), 0500), ==, 0);
      matrix = cache_testing_load (path);
      g_assert_cmpint (g_chmod (seidel_cache_folder (), 0700), ==, 0);
    }
  g_assert_false (cache_testing_is_cached (matrix));
  g_assert_cmpuint (cache_testing_count (), ==, 0);
}

static void
test_off (void)
{
  g_autofree char *path = cache_testing_write ("off.mtx", cache_testing_text);
  g_autoptr (SeidelMatrix) matrix = NULL;

  cache_testing_clear ();
  g_setenv ("SEIDEL_CACHE", "off", TRUE);
  matrix = cache_testing_load (path);
  g_assert_null (seidel_cache_key_new (path, NULL));
  g_unsetenv ("SEIDEL_CACHE");
  g_assert_cmpuint (cache_testing_count (), ==, 0);
  g_assert_null (seidel_cache_key_new ("/nowhere/at/all", NULL));
  g_assert_null (seidel_cache_key_new (io_testing_folder, NULL));

  /* For good, hence the last test. */
  seidel_cache_turn_off ();
  g_clear_pointer (&matrix, seidel_matrix_unref);
  matrix = cache_testing_load (path);
  g_assert_cmpuint (cache_testing_count (), ==, 0);
}

int
main (int argc, char **argv)
{
  int status;

  cache_testing_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cache-folder/bound", test_bound);
  g_test_add_func ("/cache-folder/unfinished", test_unfinished);
  g_test_add_func ("/cache-folder/list", test_list);
  g_test_add_func ("/cache-folder/no-permission", test_no_permission);
  g_test_add_func ("/cache-folder/off", test_off);
  status = g_test_run ();
  cache_testing_end ();
  return status;
}
