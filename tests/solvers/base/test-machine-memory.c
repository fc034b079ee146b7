/* Memory of the machine: sizes, and the errors about them, the same in every locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"

static void
test_sizes (void)
{
  double total = seidel_memory_total ();

  g_assert_cmpfloat (total, >, 1e6);
  g_assert_cmpfloat (seidel_memory_available (), >, 0.0);
  seidel_memory_pretend_total (2e9);
  seidel_memory_pretend_available (1e9);
  g_assert_cmpfloat (seidel_memory_total (), ==, 2e9);
  g_assert_cmpfloat (seidel_memory_available (), ==, 1e9);
  seidel_memory_pretend_total (0.0);
  seidel_memory_pretend_available (NAN);
  g_assert_cmpfloat (seidel_memory_total (), ==, total);
  g_assert_cmpfloat (seidel_memory_available (), >, 0.0);
}

static void
test_matrix (void)
{
  g_autoptr (GError) error = NULL;

  /* 8 bytes for a row, 12 for an entry. */
  seidel_memory_pretend_total (8e6 + 12e6);
  g_assert_true (seidel_memory_check_matrix (1e6, 1e6, &error));
  g_assert_no_error (error);
  g_assert_false (seidel_memory_check_matrix (1e6, 1e6 + 1.0, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_assert_nonnull (strstr (error->message, " 20 MB"));
  seidel_memory_pretend_total (0.0);
}

/* Files of the system as they are on some machine, and what is free there. */
static const struct
{
  const char *name;
  double free_bytes;
  const char *const files[16]; /* pairs of a path and a content */
} machines[] = {
  { "none", 8e9 * 1.024, { "proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable: 8000000 kB\n" } },
  { "root",
    3e9,
    { "proc/meminfo", "MemAvailable: 8000000 kB\n", "proc/self/cgroup", "0::/\n",
      "sys/fs/cgroup/memory.max", "4000000000\n", "sys/fs/cgroup/memory.current",
      "1000000000\n" } },
  { "nested",
    2e9,
    { "proc/meminfo", "MemAvailable: 8000000 kB\n", "proc/self/cgroup", "0::/a/b/c\n",
      "sys/fs/cgroup/a/memory.max", "3000000000\n", "sys/fs/cgroup/a/memory.current",
      "1000000000\n", "sys/fs/cgroup/a/b/memory.max", "max\n", "sys/fs/cgroup/a/b/c/memory.max",
      "9000000000\n", "sys/fs/cgroup/a/b/c/memory.current", "1\n" } },
  { "page-cache",
    2.5e9,
    { "proc/meminfo", "MemAvailable: 8000000 kB\n", "proc/self/cgroup", "0::/a\n",
      "sys/fs/cgroup/a/memory.max", "3000000000\n", "sys/fs/cgroup/a/memory.current",
      "2000000000\n", "sys/fs/cgroup/a/memory.stat",
      "anon 500000000\nfile 1500000000\ninactive_file 1500000000\n" } },
  { "version-1",
    1e9,
    { "proc/meminfo", "MemAvailable: 8000000 kB\n", "proc/self/cgroup",
      "5:cpu,cpuacct:/x\n4:memory:/job/7\n0::/x\n", "sys/fs/cgroup/memory/memory.limit_in_bytes",
      "9223372036854771712\n", "sys/fs/cgroup/memory/memory.usage_in_bytes", "5000000000\n",
      "sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1500000000\n",
      "sys/fs/cgroup/memory/job/memory.usage_in_bytes", "500000000\n" } },
  { "exceeded",
    0.0,
    { "proc/self/cgroup", "0::/a\n", "sys/fs/cgroup/a/memory.max", "1000\n",
      "sys/fs/cgroup/a/memory.current", "2000\n" } },
  { "elsewhere",
    7e9,
    { "proc/self/cgroup", "0::/../../other\n", "sys/fs/cgroup/memory.max", "8000000000\n",
      "sys/fs/cgroup/memory.current", "1000000000\n" } },
};

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        remove_all (path);
      g_remove (path);
    }
  g_rmdir (folder);
}

static void
write_machine (const char *root, const char *const *files)
{
  for (; *files != NULL; files += 2)
    {
      g_autofree char *path = g_build_filename (root, files[0], NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, files[1], -1, NULL));
    }
}

static void
test_machine (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  g_autofree char *root = g_dir_make_tmp ("seidel-machine-XXXXXX", NULL);

  write_machine (root, machines[i].files);
  seidel_memory_pretend_root (root);
  g_assert_cmpfloat_with_epsilon (seidel_memory_available (), machines[i].free_bytes, 1.0);
  seidel_memory_pretend_root (NULL);
  remove_all (root);
}

/* The address space and the data of the process. */
static void
test_limits (void)
{
  static const int resources[] = { RLIMIT_AS, RLIMIT_DATA };
  const char *const files[] = { "proc/meminfo", "MemAvailable: 8000000 kB\n", "proc/self/statm",
                                "1000 9 9 9 0 500 0\n", NULL };
  g_autofree char *root = g_dir_make_tmp ("seidel-machine-XXXXXX", NULL);

  write_machine (root, files);
  for (size_t i = 0; i < G_N_ELEMENTS (resources); i++)
    {
      const double pages = i == 0 ? 1000.0 : 500.0;
      struct rlimit before;
      struct rlimit limit;
      double available;

      g_assert_cmpint (getrlimit (resources[i], &before), ==, 0);
      limit = (struct rlimit){ (rlim_t) 4 << 30, before.rlim_max };
      if (setrlimit (resources[i], &limit) != 0)
        continue;
      seidel_memory_pretend_root (root);
      available = seidel_memory_available ();
      seidel_memory_pretend_root (NULL);
      g_assert_cmpint (setrlimit (resources[i], &before), ==, 0);
      g_assert_cmpfloat (available, ==,
                         (double) limit.rlim_cur - pages * (double) sysconf (_SC_PAGESIZE));
    }
  remove_all (root);
}

/* The decimal comma of the locale must not appear. */
static void
test_text (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_memory_fail (&error, 1.25e9, "a vector of %d values", 7));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_assert_true (g_str_has_prefix (error->message, "a vector of 7 values takes 1.25 GB"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
    g_test_message ("de_DE.UTF-8 is not installed: the texts are compared in the C locale");
  g_test_add_func ("/memory/sizes", test_sizes);
  g_test_add_func ("/memory/matrix", test_matrix);
  for (size_t i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autofree char *path = g_strconcat ("/memory/machine/", machines[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_machine);
    }
  g_test_add_func ("/memory/limits", test_limits);
  g_test_add_func ("/memory/text", test_text);
  return g_test_run ();
}
