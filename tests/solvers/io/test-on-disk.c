/* Matrices that never are in memory while their files are read: the same bits and errors as
 * otherwise, little memory, and nothing left on the disk whatever ends the reading.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <sys/resource.h>

#include "cache-testing.h"

#define BANNER "%%MatrixMarket matrix coordinate "

/* Of a file of several blocks. */
#define MANY_ROWS    1000000
#define MANY_ENTRIES 4000000

#define MEMORY_BYTES      ((int64_t) 12 << 20)
#define MEMORY_PER_THREAD ((int64_t) 10 << 20)

static const struct
{
  const char *name;
  const char *text;
  bool in_memory; /* nevertheless */
} files[] = {
  { "general.mtx", BANNER "real general\n3 4 5\n3 4 1.5\n1 1 -2\n2 2 3e-3\n1 3 4\n3 1 .1\n",
    false },
  { "twice.mtx", BANNER "real general\n2 2 5\n1 2 .1\n1 2 .2\n2 1 1\n1 2 .3\n2 2 5\n", false },
  { "symmetric.mtx", BANNER "real symmetric\n4 4 5\n1 1 1\n3 1 .5\n4 3 2\n3 1 .25\n4 4 1\n",
    false },
  { "skew.mtx", BANNER "real skew-symmetric\n3 3 2\n2 1 1.5\n3 2 -2\n", false },
  { "pattern.mtx", BANNER "pattern symmetric\n3 3 3\n1 1\n2 1\n3 2\n", false },
  { "integer.mtx", BANNER "integer general\n2 2 2\n1 2 7\n2 1 -3\n", false },
  { "empty.mtx", BANNER "real general\n3 3 0\n", false },
  { "nothing.mtx", BANNER "real general\n0 0 0\n", false },
  { "upper.mtx", BANNER "real symmetric\n3 3 2\n1 2 1\n1 3 2\n", false },
  { "array.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n0\n3\n4\n", false },
  { "hermitian.mtx", BANNER "complex hermitian\n2 2 2\n1 1 1 0\n2 1 3 4\n", true },
  { "from-one.txt", "3 1 .5\n1 1 2\n3 1 .25\n2 3 1\n", false },
  { "from-zero.csv", "row,column,value\n0,0,2\n70,3,.1\n3,70,.2\n70,3,.3\n", false },
  { "edges.tsv", "1\t2\n2\t3\n9\t1\n", false },
  { "bad-line.mtx", BANNER "real general\n2 2 2\n1 1 1\n1 3 1\n", false },
  { "short.mtx", BANNER "real general\n2 2 3\n1 1 1\n", false },
  { "bad-number.txt", "1 1 1\n2 2 x\n", false },
  { "too-far.txt", "1 1 1\n2147483648 1 1\n", false },
};

static SeidelMatrix *
load_on_disk (const char *path, GError **error)
{
  return seidel_load_on_disk (path, NULL, false, NULL, NULL, error);
}

/* Nothing in the folders of the cache but finished copies. */
static void
assert_nothing_left (void)
{
  g_autofree char *parent = g_path_get_dirname (seidel_cache_folder ());
  const char *const folders[] = { parent, seidel_cache_folder () };

  for (size_t i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GDir) folder = g_dir_open (folders[i], 0, NULL);
      const char *name;

      while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
        g_assert_true (g_str_has_suffix (name, ".matrix") || strcmp (name, "matrices") == 0);
    }
}

/* The same as read into memory, whether there can be a copy or not. */
static void
assert_same (const char *path, bool in_memory)
{
  g_autoptr (GError) expected_error = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) expected = seidel_load_matrix (path, NULL, NULL, &expected_error);
  g_autoptr (SeidelMatrix) matrix = NULL;

  cache_testing_clear ();
  matrix = load_on_disk (path, &error);
  assert_nothing_left ();
  if (expected == NULL)
    {
      g_assert_null (matrix);
      g_assert_error (error, expected_error->domain, expected_error->code);
      g_assert_cmpstr (error->message, ==, expected_error->message);
      return;
    }
  g_assert_no_error (error);
  io_testing_assert_equal (expected->csr, matrix->csr);
  cache_testing_assert_same_origin (expected, matrix);
  g_assert_cmpint (matrix->csr->backing != NULL, ==, !in_memory);
}

static void
test_same (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  g_autofree char *path = cache_testing_write (files[i].name, files[i].text);

  cache_testing_clear ();
  assert_same (path, files[i].in_memory);
  g_setenv ("SEIDEL_CACHE", "off", TRUE);
  assert_same (path, files[i].in_memory);
  g_unsetenv ("SEIDEL_CACHE");
}

/* The entries of a random matrix, each there more than once. */
static char *
write_many (const char *name, const char *head, bool lower, bool compressed)
{
  g_autoptr (GString) text = g_string_new (head);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  char *path;

  for (int k = 0; k < MANY_ENTRIES; k++)
    {
      const int row = g_rand_int_range (random, 1, MANY_ROWS + 1);
      const int column = g_rand_int_range (random, MAX (row - 40, 1), lower ? row + 1 : MANY_ROWS);

      g_string_append_printf (text, "%d %d .%d\n", row, column, k % 1000);
    }
  path = compressed ? io_testing_write_gz (name, text->str, text->len)
                    : io_testing_write (name, text->str, (gssize) text->len);
  g_usleep (SETTLING_MICROSECONDS);
  return path;
}

static char *
write_case (int i)
{
  g_autofree char *general =
    g_strdup_printf (BANNER "real general\n%d %d %d\n", MANY_ROWS, MANY_ROWS, MANY_ENTRIES);
  g_autofree char *symmetric =
    g_strdup_printf (BANNER "real symmetric\n%d %d %d\n", MANY_ROWS, MANY_ROWS, MANY_ENTRIES);

  switch (i)
    {
    case 0:
      return write_many ("many.mtx", general, false, false);
    case 1:
      return write_many ("many-symmetric.mtx.gz", symmetric, true, true);
    default:
      return write_many ("many.txt", "", false, false);
    }
}

static void
test_many (gconstpointer data)
{
  g_autofree char *path = write_case (GPOINTER_TO_INT (data));

  cache_testing_clear ();
  assert_same (path, false);
  g_remove (path);
}

/* Bytes of this process that are not in files. */
static int64_t
measure_memory (void)
{
  g_autofree char *status = NULL;
  const char *line;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  line = strstr (status, "RssAnon:");
  g_assert_nonnull (line);
  return g_ascii_strtoll (line + strlen ("RssAnon:"), NULL, 10) * 1024;
}

typedef struct
{
  gint stop;
  int64_t most;
} Sampler;

static gpointer
sample (gpointer data)
{
  Sampler *sampler = data;

  while (!g_atomic_int_get (&sampler->stop))
    {
      sampler->most = MAX (sampler->most, measure_memory ());
      g_usleep (2000);
    }
  return NULL;
}

/* What reading takes at most beyond what there was before. */
static int64_t
measure_loading (const char *path, bool on_disk)
{
  const int64_t before = measure_memory ();
  Sampler sampler = { 0, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  GThread *thread = g_thread_new ("sample", sample, &sampler);

  matrix = on_disk ? load_on_disk (path, &error) : seidel_load_matrix (path, NULL, NULL, &error);
  sampler.most = MAX (sampler.most, measure_memory ());
  g_atomic_int_set (&sampler.stop, 1);
  g_thread_join (thread);
  g_assert_no_error (error);
  g_assert_cmpint (matrix->origin.stored, ==, MANY_ENTRIES);
  return sampler.most - before;
}

/* Each thread has some text and its entries in hand, however long the file is. */
static void
test_memory (void)
{
  g_autofree char *path = write_case (0);
  const int64_t bound = MEMORY_BYTES + MEMORY_PER_THREAD * (int64_t) g_get_num_processors ();
  int64_t most;

  cache_testing_clear ();
  most = measure_loading (path, true);
  g_test_message ("%.1f MB, at most %.1f", (double) most * 1e-6, (double) bound * 1e-6);
  g_assert_cmpint (most, <, bound);
  cache_testing_clear ();
  most = measure_loading (path, false);
  g_test_message ("in memory %.1f MB", (double) most * 1e-6);
  g_assert_cmpint (most, >, MANY_ENTRIES * (int64_t) (sizeof (int32_t) + sizeof (double)));
  cache_testing_clear ();
  g_remove (path);
}

/* A limit on the size of files is as good as a full disk. */
static void
test_full_disk (void)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  struct rlimit limit;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  path = write_case (0);
  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  for (limit.rlim_cur = 1 << 20; limit.rlim_cur < (rlim_t) 100 << 20; limit.rlim_cur *= 2)
    {
      g_autoptr (SeidelMatrix) matrix = NULL;

      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
      matrix = load_on_disk (path, &error);
      g_assert_null (matrix);
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
      assert_nothing_left ();
      g_clear_error (&error);
    }
  g_remove (path);
}

static gpointer
cancel_later (gpointer data)
{
  g_usleep (20000);
  g_cancellable_cancel (data);
  return NULL;
}

/* At whatever moment: a matrix or the error, and nothing beside it. */
static void
test_cancelled (void)
{
  g_autofree char *path = write_case (0);
  int n_cancelled = 0;

  for (int round = 0; round < 8; round++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      GThread *thread;

      cache_testing_clear ();
      thread = g_thread_new ("cancel", cancel_later, cancellable);
      matrix = seidel_load_on_disk (path, NULL, false, NULL, cancellable, &error);
      g_thread_join (thread);
      g_assert_true ((matrix == NULL) == (error != NULL));
      if (error != NULL)
        g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      n_cancelled += error != NULL;
      assert_nothing_left ();
    }
  g_assert_cmpint (n_cancelled, >, 0);
  g_remove (path);
}

int
main (int argc, char **argv)
{
  int status;

  cache_testing_begin ();
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strconcat ("/on-disk/same/", files[i].name, NULL);

      g_test_add_data_func (name, GSIZE_TO_POINTER (i), test_same);
    }
  g_test_add_data_func ("/on-disk/many/general", GINT_TO_POINTER (0), test_many);
  g_test_add_data_func ("/on-disk/many/symmetric", GINT_TO_POINTER (1), test_many);
  g_test_add_data_func ("/on-disk/many/list", GINT_TO_POINTER (2), test_many);
  g_test_add_func ("/on-disk/memory", test_memory);
  g_test_add_func ("/on-disk/full", test_full_disk);
  g_test_add_func ("/on-disk/cancelled", test_cancelled);
  status = g_test_run ();
  cache_testing_end ();
  return status;
}
