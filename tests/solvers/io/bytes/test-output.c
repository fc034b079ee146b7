/* Where outputs go: files are replaced as a whole and leave nothing else, all else is written to
 * and stays what it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../io-testing.h"
#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-temporary.h"

#define TEXT "some text\n"

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &content, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (content, ==, expected);
}

static void
save (const char *path)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_output_save (path, TEXT, strlen (TEXT), &error));
  g_assert_no_error (error);
}

static void
assert_refused (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_output_save (path, TEXT, strlen (TEXT), &error));
  io_testing_assert_error (error, SEIDEL_ERROR_IO, name);
}

static void *
read_pipe (void *path)
{
  char *content = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  return content;
}

static void
test_pipe (void)
{
  g_autofree char *path = io_testing_path ("pipe");
  g_autofree char *content = NULL;
  GStatBuf status;
  GThread *reader;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  reader = g_thread_new ("reader", read_pipe, path);
  save (path);
  content = g_thread_join (reader);
  g_assert_cmpstr (content, ==, TEXT);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_true (S_ISFIFO (status.st_mode));
}

/* Standard output that goes to a file: what it holds already stays, and what follows comes after.
 */
static void
test_standard_output (void)
{
  g_autofree char *path = io_testing_path ("stdout");
  const int kept = dup (STDOUT_FILENO);
  const int fd = g_open (path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);

  fflush (stdout);
  g_assert_cmpint (dup2 (fd, STDOUT_FILENO), ==, STDOUT_FILENO);
  g_assert_cmpint (write (STDOUT_FILENO, "before ", 7), ==, 7);
  save (path);
  g_assert_cmpint (write (STDOUT_FILENO, "after", 5), ==, 5);
  g_assert_cmpint (dup2 (kept, STDOUT_FILENO), ==, STDOUT_FILENO);
  close (fd);
  close (kept);
  assert_content (path, "before " TEXT "after");
}

/* By a link, so that nothing is lost should the device be taken for a file. */
static void
test_device (void)
{
  g_autofree char *path = io_testing_path ("full");

  if (!g_file_test ("/dev/full", G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is no /dev/full");
      return;
    }
  g_assert_cmpint (symlink ("/dev/full", path), ==, 0);
  assert_refused (path);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_SYMLINK));
}

static void
test_link (void)
{
  g_autofree char *path = io_testing_write ("target", "old", -1);
  g_autofree char *link = io_testing_path ("link");

  g_assert_cmpint (symlink ("target", link), ==, 0);
  save (link);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_content (path, TEXT);
}

static void
test_mode (void)
{
  g_autofree char *path = io_testing_write ("private", "old", -1);
  GStatBuf status;

  g_assert_cmpint (g_chmod (path, 0600), ==, 0);
  save (path);
  assert_content (path, TEXT);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
}

static void
test_protected (void)
{
  g_autofree char *path = io_testing_write ("protected", "old", -1);

  g_assert_cmpint (g_chmod (path, 0400), ==, 0);
  if (g_access (path, W_OK) == 0)
    {
      g_test_skip ("nothing is protected from this user");
      return;
    }
  assert_refused (path);
  assert_content (path, "old");
}

static void
test_folders (void)
{
  g_autofree char *missing = io_testing_path ("missing");
  g_autofree char *path = g_build_filename (missing, "file", NULL);

  assert_refused (path);
  assert_refused (io_testing_folder);
}

static gint
compare_cb (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The names in the folder that contain a part, sorted, as one text. */
static char *
list_folder (const char *part)
{
  g_autoptr (GDir) folder = g_dir_open (io_testing_folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    if (strstr (name, part) != NULL)
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_cb);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (" ", (char **) names->pdata);
}

static void
assert_folder (const char *part, const char *expected)
{
  g_autofree char *names = list_folder (part);

  g_assert_cmpstr (names, ==, expected);
}

/* Another program begins to write to path and is then ended by a signal. */
static void
be_killed (const char *path, int number)
{
  const pid_t child = fork ();
  int status;

  if (child == 0)
    {
      const struct rlimit no_core = { 0, 0 };
      SeidelOutput *output = seidel_output_open (path, NULL);
      g_autofree char *much = g_malloc0 (1 << 20);

      setrlimit (RLIMIT_CORE, &no_core);
      signal (number, SIG_DFL);
      if (output != NULL && seidel_output_write (output, much, 1 << 20, NULL))
        raise (number);
      _exit (1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, number);
}

/* A program that is ended while it writes leaves nothing, however it is ended. */
static void
test_killed (void)
{
  static const int numbers[] = { SIGKILL, SIGPIPE, SIGABRT, SIGSEGV, SIGTERM };
  g_autofree char *path = io_testing_write ("killed.mtx.gz", "old", -1);
  g_autofree char *fresh = io_testing_path ("killed.npy");

  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      be_killed (path, numbers[i]);
      be_killed (fresh, numbers[i]);
      assert_content (path, "old");
      assert_folder ("killed", "killed.mtx.gz");
    }
}

/* Where files need a name, the next one who writes to the same place removes what was left, but
 * nothing that is still being written. */
static void
test_left (void)
{
  g_autofree char *path = io_testing_write ("left", "old", -1);
  g_autoptr (SeidelOutput) other = NULL;

  seidel_temporary_pretend_named (true);
  be_killed (path, SIGKILL);
  assert_folder ("left", ".left.seidel-1 left");
  assert_content (path, "old");
  other = seidel_output_open (path, NULL);
  g_assert_true (seidel_output_write (other, "other", 5, NULL));
  assert_folder ("left", ".left.seidel-1 left");
  save (path);
  assert_content (path, TEXT);
  assert_folder ("left", ".left.seidel-1 left");
  g_assert_true (seidel_output_finish (other, NULL));
  assert_content (path, "other");
  assert_folder ("left", "left");
  be_killed (path, SIGKILL);
  seidel_temporary_pretend_named (false);
  save (path);
  assert_content (path, TEXT);
  assert_folder ("left", "left");
}

/* Neither a file of the user's nor a link is taken for one that was left. */
static void
test_foreign (void)
{
  g_autofree char *path = io_testing_write ("foreign", "old", -1);
  g_autofree char *link = io_testing_path (".foreign.seidel-1");
  g_autofree char *folder = io_testing_path (".foreign.seidel-2");
  g_autofree char *precious = io_testing_write ("precious", "dear", -1);

  g_assert_cmpint (symlink ("precious", link), ==, 0);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  save (path);
  assert_content (path, TEXT);
  assert_content (precious, "dear");
  assert_folder ("foreign", ".foreign.seidel-1 .foreign.seidel-2 foreign");
}

/* A disk on which there is no room for the file: the reason is reported as that of the system,
 * compressed or not, and the old file stays. */
static void
test_full (void)
{
  static const char *const names[] = { "full.mtx", "full.mtx.gz", "full.mtx.bz2", "full.mtx.xz",
                                       "full.mtx.zst" };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  const gsize length = 1 << 20;
  g_autofree char *text = g_malloc (length);
  struct rlimit before;
  struct rlimit limit;

  for (gsize i = 0; i < length; i++)
    text[i] = (char) g_rand_int_range (random, 1, 256);
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = (struct rlimit){ 50000, before.rlim_max };
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = io_testing_write (names[i], "old", -1);
      g_autoptr (GError) error = NULL;
      bool saved;

      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
      saved = seidel_output_save (path, text, length, &error);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
      g_assert_false (saved);
      io_testing_assert_error (error, SEIDEL_ERROR_IO, names[i]);
      g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
      assert_content (path, "old");
      assert_folder (names[i], names[i]);
      g_remove (path);
    }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/output/pipe", test_pipe);
  g_test_add_func ("/output/standard-output", test_standard_output);
  g_test_add_func ("/output/device", test_device);
  g_test_add_func ("/output/link", test_link);
  g_test_add_func ("/output/mode", test_mode);
  g_test_add_func ("/output/protected", test_protected);
  g_test_add_func ("/output/folders", test_folders);
  g_test_add_func ("/output/killed", test_killed);
  g_test_add_func ("/output/left", test_left);
  g_test_add_func ("/output/foreign", test_foreign);
  g_test_add_func ("/output/full", test_full);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
