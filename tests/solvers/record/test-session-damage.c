/* Sessions that are damaged, foreign, of a newer version, on a full disk, or left by a program that
 * was killed: a clear error, and nothing is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "solvers/record/record-testing.h"

static SeidelRecord *
make_record (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;

  return test_run (matrix, &options);
}

/* A session of one run. */
static char *
make_session (void)
{
  char *path = test_make_path ();
  g_autoptr (SeidelRecord) record = make_record ();
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 1, NULL, NULL);

  g_assert_true (seidel_session_update (path, &entry, 1, NULL, NULL));
  return path;
}

static GBytes *
get_contents (const char *path)
{
  char *contents = NULL;
  gsize length = 0;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  return g_bytes_new_take (contents, length);
}

/* Neither reading nor writing works, and the file stays as it is. */
static void
assert_refused (const char *path, int code)
{
  g_autoptr (GBytes) before = get_contents (path);
  g_autoptr (GBytes) after = NULL;
  g_autoptr (SeidelRecord) record = make_record ();
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 2, NULL, NULL);
  g_autoptr (GError) read_error = NULL;
  g_autoptr (GError) write_error = NULL;

  g_assert_null (seidel_session_read (path, NULL, &read_error));
  g_assert_error (read_error, SEIDEL_ERROR, code);
  g_assert_nonnull (strstr (read_error->message, path));
  g_assert_false (seidel_session_update (path, &entry, 1, NULL, &write_error));
  g_assert_error (write_error, SEIDEL_ERROR, code);
  after = get_contents (path);
  g_assert_true (g_bytes_equal (before, after));
}

static void
test_not_a_session (void)
{
  g_autofree char *path = test_make_path ();

  g_assert_true (
    g_file_set_contents (path, "%%MatrixMarket matrix coordinate real general\n", -1, NULL));
  assert_refused (path, SEIDEL_ERROR_FORMAT);
  g_unlink (path);
  test_execute (path, "CREATE TABLE run (id TEXT); INSERT INTO run VALUES ('mine')");
  assert_refused (path, SEIDEL_ERROR_FORMAT);
  g_assert_true (seidel_session_recognise (path)); /* by its name */
  test_remove (path);
}

static void
test_newer (void)
{
  g_autofree char *path = make_session ();

  test_execute (path, "PRAGMA user_version = 999");
  assert_refused (path, SEIDEL_ERROR_UNSUPPORTED);
  test_remove (path);
}

/* Bytes that were changed or lost are never a crash. Most are found: either the file is refused, or
 * what was changed is a number. */
static void
test_damaged (void)
{
  g_autofree char *path = make_session ();
  g_autoptr (GBytes) whole = get_contents (path);
  gsize length = 0;
  const char *data = g_bytes_get_data (whole, &length);
  guint refused = 0;

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *copy = g_memdup2 (data, length);
      g_autoptr (GPtrArray) entries = NULL;
      g_autoptr (GError) error = NULL;

      for (int k = 0; k < 8; k++)
        copy[g_test_rand_int_range (0, (int) length)] ^= (char) g_test_rand_int_range (1, 256);
      g_assert_true (g_file_set_contents (path, copy, (gssize) length, NULL));
      entries = seidel_session_read (path, NULL, &error);
      g_assert_true ((entries == NULL) == (error != NULL));
      refused += entries == NULL;
    }
  g_assert_cmpuint (refused, >, 0);
  for (gsize part = 1; part < 8; part++)
    {
      g_assert_true (g_file_set_contents (path, data, (gssize) (length * part / 8), NULL));
      g_assert_null (seidel_session_read (path, NULL, NULL));
    }
  test_remove (path);
}

/* Pages that are not in order, though none of what is read is in them: a list of free pages that
 * counts some. */
static void
test_pages (void)
{
  g_autofree char *path = make_session ();
  g_autoptr (GError) error = NULL;
  char *contents = NULL;
  gsize length = 0;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  contents[39] = 5;
  g_assert_true (g_file_set_contents (path, contents, (gssize) length, NULL));
  g_free (contents);
  g_assert_null (seidel_session_read (path, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "damaged"));
  test_remove (path);
}

/* What the tables may not have. */
static void
test_invalid (void)
{
  static const char *const changes[] = {
    "UPDATE outcome SET method = 'wishful-thinking'",
    "UPDATE outcome SET method = NULL",
    "UPDATE outcome SET reason = 'it felt like it'",
    "UPDATE setting SET value = 'much' WHERE key = 'tolerance'",
    "UPDATE setting SET key = 'colour' WHERE key = 'tolerance'",
    "UPDATE history SET points = x'00'",
    "UPDATE history SET points = zeroblob (40) || x'ffffffffffffffff' || zeroblob (32)",
    "UPDATE history SET x = x'0102'",
    "INSERT INTO attempt (run, reason) VALUES (1, 'converged-relative')",
    "UPDATE levels SET direction = 7",
    "UPDATE levels SET seconds = x'00'",
    "DROP TABLE outcome",
    "ALTER TABLE outcome DROP COLUMN true_2",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    {
      g_autofree char *path = make_session ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", changes[i]);
      test_execute (path, changes[i]);
      g_assert_null (seidel_session_read (path, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      test_remove (path);
    }
}

static bool
read_byte (int fd, char *byte)
{
  return read (fd, byte, 1) == 1;
}

/* A program that adds runs and reports each is killed at once: all that it reported are there. */
static void
test_killed (void)
{
  g_autofree char *path = test_make_path ();
  g_autoptr (SeidelRecord) record = make_record ();

  for (guint round = 0; round < 5; round++)
    {
      g_autoptr (GPtrArray) read = NULL;
      guint reported = 0;
      char byte;
      int ends[2];
      pid_t child;

      g_assert_cmpint (pipe (ends), ==, 0);
      child = fork ();
      if (child == 0)
        for (;;)
          {
            g_autoptr (SeidelSessionEntry) entry = test_entry (record, 1, NULL, NULL);

            g_free (record->id);
            record->id = g_uuid_string_random ();
            if (!seidel_session_update (path, &entry, 1, NULL, NULL)
                || write (ends[1], "+", 1) != 1)
              _exit (1);
          }
      close (ends[1]);
      while (reported < 3 + round && read_byte (ends[0], &byte))
        reported++;
      kill (child, SIGKILL);
      while (read_byte (ends[0], &byte))
        reported++;
      close (ends[0]);
      waitpid (child, NULL, 0);
      read = test_read (path);
      g_assert_cmpuint (read->len, >=, reported);
      g_assert_cmpuint (read->len, <=, reported + 1);
      g_unlink (path);
    }
  test_remove (path);
}

/* A limit of the size of files takes the place of a full disk. */
static void
test_full (void)
{
  g_autofree char *path = make_session ();
  g_autoptr (GBytes) before = get_contents (path);
  g_autoptr (GBytes) after = NULL;
  g_autoptr (SeidelRecord) record = make_record ();
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 2, NULL, NULL);
  g_autoptr (GPtrArray) read = NULL;
  g_autoptr (GError) update_error = NULL;
  g_autoptr (GError) save_error = NULL;
  struct rlimit old;
  struct rlimit low;

  getrlimit (RLIMIT_FSIZE, &old);
  low = old;
  low.rlim_cur = g_bytes_get_size (before) / 2;
  signal (SIGXFSZ, SIG_IGN);
  setrlimit (RLIMIT_FSIZE, &low);
  g_assert_false (seidel_session_update (path, &entry, 1, NULL, &update_error));
  g_assert_false (seidel_session_save (path, &entry, 1, &save_error));
  setrlimit (RLIMIT_FSIZE, &old);
  g_assert_error (update_error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  g_assert_error (save_error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  read = test_read (path);
  g_assert_cmpuint (read->len, ==, 1);
  after = get_contents (path);
  g_assert_true (g_bytes_equal (before, after));
  /* There is room again. */
  g_assert_true (seidel_session_update (path, &entry, 1, NULL, NULL));
  test_remove (path);
}

static void
test_no_folder (void)
{
  g_autoptr (SeidelRecord) record = make_record ();
  g_autoptr (SeidelSessionEntry) entry = test_entry (record, 1, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_session_update ("/nowhere/at/all.seidel", &entry, 1, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  g_clear_error (&error);
  g_assert_null (seidel_session_read ("/nowhere/at/all.seidel", NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-damage/not-a-session", test_not_a_session);
  g_test_add_func ("/session-damage/newer", test_newer);
  g_test_add_func ("/session-damage/damaged", test_damaged);
  g_test_add_func ("/session-damage/pages", test_pages);
  g_test_add_func ("/session-damage/invalid", test_invalid);
  g_test_add_func ("/session-damage/killed", test_killed);
  g_test_add_func ("/session-damage/full", test_full);
  g_test_add_func ("/session-damage/no-folder", test_no_folder);
  return g_test_run ();
}
