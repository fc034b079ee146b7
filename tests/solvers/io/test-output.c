/* Where outputs go: files are replaced as a whole, all else is written to and stays what it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io-testing.h"
#include "io/seidel-output.h"

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
  status = g_test_run ();
  io_testing_end ();
  return status;
}
