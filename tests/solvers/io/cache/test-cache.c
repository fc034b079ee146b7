/* The cache of matrices: a second reading gives the same matrix from a copy, and no copy that is
 * stale, damaged, cut or of something else is ever used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "golden-testing.h"
#include "../cache-testing.h"
#include "io/cache/seidel-cache-file.h"

/* The file of the only copy. */
static char *
copy_file (void)
{
  g_autoptr (GDir) folder = g_dir_open (seidel_cache_folder (), 0, NULL);
  const char *name = g_dir_read_name (folder);

  g_assert_nonnull (name);
  g_assert_null (g_dir_read_name (folder));
  return g_build_filename (seidel_cache_folder (), name, NULL);
}

static void
set_times (const char *path, const struct stat *status)
{
  const struct timespec times[2] = { status->st_atim, status->st_mtim };

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

/* A copy is replaced as a person with a hex editor would: it is not writable as it lies. */
static void
replace_file (const char *file, const char *content, size_t length)
{
  g_assert_cmpint (g_unlink (file), ==, 0);
  g_assert_true (g_file_set_contents (file, content, (gssize) length, NULL));
}

static void
test_second_opening (void)
{
  g_autofree char *path = cache_testing_write ("second.mtx", cache_testing_text);
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelMatrix) second = NULL;

  cache_testing_clear ();
  first = cache_testing_load (path);
  g_assert_false (cache_testing_is_cached (first));
  g_assert_null (first->csr->backing);
  second = io_testing_load (path);
  g_assert_true (cache_testing_is_cached (second));
  g_assert_nonnull (second->csr->backing);
  g_assert_cmpuint ((uintptr_t) second->csr->row_offsets % 64, ==, 0);
  g_assert_cmpuint ((uintptr_t) second->csr->column_indices % 64, ==, 0);
  g_assert_cmpuint ((uintptr_t) second->csr->values % 64, ==, 0);
  io_testing_assert_equal (first->csr, second->csr);
  cache_testing_assert_same_origin (first, second);
}

/* A program that reads its copies does not notice that one of them is cut. The tests after this one
 * read theirs, too. */
static void
test_cut_in_use (void)
{
  g_autofree char *path = cache_testing_write ("cut.mtx", cache_testing_text);
  g_autofree char *file = NULL;
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelMatrix) second = NULL;

  seidel_cache_read_copies ();
  cache_testing_clear ();
  first = cache_testing_load (path);
  second = io_testing_load (path);
  g_assert_true (cache_testing_is_cached (second));
  file = copy_file ();
  g_assert_cmpint (g_chmod (file, 0600), ==, 0);
  g_assert_cmpint (truncate (file, 0), ==, 0);
  io_testing_assert_equal (first->csr, second->csr);
}

/* Shapes at the edges, each with what it says of itself. */
static void
test_edges (void)
{
  static const char *const texts[] = {
    "%%MatrixMarket matrix coordinate real general\n0 0 0\n",
    "%%MatrixMarket matrix coordinate real general\n3 2 0\n",
    "%%MatrixMarket matrix coordinate pattern general\n1 7 2\n1 7\n1 2\n",
    "%%MatrixMarket matrix array real skew-symmetric\n2 2\n-0.0\n",
    "%%MatrixMarket matrix coordinate real general\n1 2 2\n1 1 nan\n1 2 -inf\n",
    "2 2 1\n1 1 3\n",
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = cache_testing_write ("edge.mtx", texts[i]);
      g_autoptr (SeidelMatrix) first = NULL;
      g_autoptr (SeidelMatrix) second = NULL;

      cache_testing_clear ();
      first = cache_testing_load (path);
      second = io_testing_load (path);
      g_assert_true (cache_testing_is_cached (second));
      io_testing_assert_equal (first->csr, second->csr);
      cache_testing_assert_same_origin (first, second);
      if (first->origin.note != NULL)
        g_assert_true (g_str_has_prefix (second->origin.note, first->origin.note));
    }
}

/* A file by two names is one file; the matrix has the path that was asked for. */
static void
test_links (void)
{
  g_autofree char *path = cache_testing_write ("target.mtx", cache_testing_text);
  g_autofree char *link = io_testing_path ("link.mtx");
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelMatrix) second = NULL;

  cache_testing_clear ();
  g_assert_cmpint (symlink ("target.mtx", link), ==, 0);
  first = cache_testing_load (path);
  second = io_testing_load (link);
  g_assert_true (cache_testing_is_cached (second));
  g_assert_cmpstr (second->origin.path, ==, link);
}

static void
test_rhs_and_variable (void)
{
  g_autofree char *path = cache_testing_write ("rhs.mtx", cache_testing_text);
  g_autofree char *file = io_testing_path ("rhs.matrix");
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) copy = NULL;
  g_autoptr (GError) error = NULL;
  SeidelCacheIdentity identity = { .path = path, .variable = "Problem.A" };
  SeidelCacheIdentity other = { .path = path, .variable = "Problem.B" };
  int fd;

  cache_testing_clear ();
  seidel_cache_set_worth (UINT64_MAX, G_MAXDOUBLE);
  matrix = io_testing_load (path);
  matrix->rhs = g_new (double, 4);
  for (int i = 0; i < 4; i++)
    matrix->rhs[i] = 1.0 / (i + 3);
  matrix->origin.variable = g_strdup ("Problem.A");
  g_assert_true (seidel_cache_stamp_take (&identity.stamp, path));
  other.stamp = identity.stamp;
  g_assert_true (seidel_cache_stamp_sample (&identity.stamp, path));
  fd = open (file, O_RDWR | O_CREAT | O_TRUNC, 0600);
  g_assert_true (seidel_cache_file_write (fd, &identity, matrix, NULL, NULL, &error));
  g_assert_no_error (error);
  close (fd);

  copy = seidel_cache_file_open (file, &identity, NULL, &error);
  g_assert_no_error (error);
  io_testing_assert_equal (matrix->csr, copy->csr);
  g_assert_cmpstr (copy->origin.variable, ==, "Problem.A");
  g_assert_cmpmem (copy->rhs, 32, matrix->rhs, 32);
  g_assert_null (seidel_cache_file_open (file, &other, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
}

/* One digit changed, size and time of modification as before. */
static void
test_stale (void)
{
  g_autofree char *path = cache_testing_write ("stale.mtx", cache_testing_text);
  g_autofree char *changed = g_strdup (cache_testing_text);
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelMatrix) second = NULL;
  struct stat status;
  FILE *stream;

  cache_testing_clear ();
  first = cache_testing_load (path);
  g_assert_cmpuint (cache_testing_count (), ==, 1);
  g_assert_cmpint (stat (path, &status), ==, 0);
  *strchr (changed, '7') = '8';
  stream = fopen (path, "r+");
  g_assert_cmpuint (fwrite (changed, 1, strlen (changed), stream), ==, strlen (changed));
  g_assert_cmpint (fclose (stream), ==, 0);
  set_times (path, &status);
  second = io_testing_load (path);
  g_assert_false (cache_testing_is_cached (second));
  g_assert_cmpfloat (second->csr->values[seidel_csr_find (second->csr, 2, 2)], ==, 10.0);
}

/* Samples see a change at the head, at the tail, and between where they look. */
static void
test_samples (void)
{
  const size_t length = 1000000;
  g_autofree char *text = g_malloc0 (length);
  const size_t places[] = { 0, 65535, length / 16 * 5, length - 65536, length - 1 };
  SeidelCacheStamp before;

  memset (text, '7', length);
  {
    g_autofree char *path = io_testing_write ("samples", text, (gssize) length);

    g_assert_true (seidel_cache_stamp_take (&before, path));
    g_assert_true (seidel_cache_stamp_sample (&before, path));
  }
  for (size_t i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = NULL;
      SeidelCacheStamp after = before;

      text[places[i]] = '8';
      path = io_testing_write ("samples", text, (gssize) length);
      g_assert_true (seidel_cache_stamp_sample (&after, path));
      g_assert_cmphex (before.samples, !=, after.samples);
      text[places[i]] = '7';
    }
}

static void
assert_not_believed (const char *path, const SeidelMatrix *good)
{
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelCacheKey) key = seidel_cache_key_new (path, NULL);

  matrix = seidel_cache_find (key, NULL, NULL);
  g_assert_null (matrix);
  matrix = io_testing_load (path);
  g_assert_false (cache_testing_is_cached (matrix));
  io_testing_assert_equal (good->csr, matrix->csr);
}

/* Every single byte counts, and every length but the right one is wrong. */
static void
test_damaged (void)
{
  g_autofree char *path = cache_testing_write ("damaged.mtx", cache_testing_text);
  g_autofree char *file = NULL;
  g_autofree char *content = NULL;
  g_autoptr (SeidelMatrix) first = NULL;
  size_t length;

  cache_testing_clear ();
  first = cache_testing_load (path);
  file = copy_file ();
  g_assert_true (g_file_get_contents (file, &content, &length, NULL));
  seidel_cache_set_worth (UINT64_MAX, G_MAXDOUBLE);
  for (size_t at = 0; at < length; at++)
    {
      content[at] ^= (char) (1 << at % 8);
      replace_file (file, content, length);
      assert_not_believed (path, first);
      content[at] ^= (char) (1 << at % 8);
    }
  for (size_t cut = 0; cut < length; cut += 7)
    {
      replace_file (file, content, cut);
      assert_not_believed (path, first);
    }
  replace_file (file, content, length + 1);
  assert_not_believed (path, first);
  replace_file (file, content, length);
  {
    g_autoptr (SeidelMatrix) second = io_testing_load (path);

    g_assert_true (cache_testing_is_cached (second));
  }
}

/* What programs hand over to others leaves no copy. */
static void
test_shared_memory (void)
{
  g_autofree char *path = g_strdup ("/dev/shm/seidel-test-XXXXXX.mtx");
  const int file = g_mkstemp (path);
  const size_t length = strlen (cache_testing_text);
  g_autoptr (SeidelMatrix) matrix = NULL;

  if (file < 0)
    {
      g_test_skip ("there is no shared memory to write to");
      return;
    }
  g_assert_cmpint (write (file, cache_testing_text, length), ==, (ssize_t) length);
  g_assert_cmpint (close (file), ==, 0);
  g_usleep (SETTLING_MICROSECONDS);
  cache_testing_clear ();
  matrix = cache_testing_load (path);
  g_assert_cmpuint (cache_testing_count (), ==, 0);
  g_assert_cmpint (g_remove (path), ==, 0);
}

/* A copy whose parts are summed in several pieces, each byte of which counts. */
static void
test_large (void)
{
  const int64_t n = 1200000;
  g_autofree char *path = cache_testing_write ("large.mtx", cache_testing_text);
  g_autofree char *file = io_testing_path ("large.matrix");
  g_autofree char *content = NULL;
  SeidelCacheIdentity identity = { .path = path, .variable = "" };
  SeidelCsr *csr = seidel_csr_new (1, n, n, NULL);
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("large", csr);
  g_autoptr (SeidelMatrix) copy = NULL;
  size_t length;
  int fd = open (file, O_RDWR | O_CREAT | O_TRUNC, 0600);

  for (int64_t k = 0; k < n; k++)
    {
      csr->column_indices[k] = (int32_t) k;
      csr->values[k] = (double) k;
    }
  g_assert_true (seidel_cache_stamp_take (&identity.stamp, path));
  g_assert_true (seidel_cache_stamp_sample (&identity.stamp, path));
  g_assert_true (seidel_cache_file_write (fd, &identity, matrix, NULL, NULL, NULL));
  close (fd);
  copy = seidel_cache_file_open (file, &identity, NULL, NULL);
  g_assert_nonnull (copy);
  io_testing_assert_equal (matrix->csr, copy->csr);
  g_assert_true (g_file_get_contents (file, &content, &length, NULL));
  for (size_t at = length - 1; at > length / 9; at -= length / 9)
    {
      content[at] ^= 1;
      replace_file (file, content, length);
      g_assert_null (seidel_cache_file_open (file, &identity, NULL, NULL));
      content[at] ^= 1;
    }
}

/* A damaged copy is replaced by the reading that it led to. */
static void
test_mended (void)
{
  g_autofree char *path = cache_testing_write ("mended.mtx", cache_testing_text);
  g_autofree char *file = NULL;
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelMatrix) second = NULL;
  g_autoptr (SeidelMatrix) third = NULL;

  cache_testing_clear ();
  first = cache_testing_load (path);
  file = copy_file ();
  replace_file (file, "rubbish", 7);
  second = cache_testing_load (path);
  g_assert_false (cache_testing_is_cached (second));
  third = io_testing_load (path);
  g_assert_true (cache_testing_is_cached (third));
}

/* Sums that agree do not make up for rows that are out of order. */
static void
test_forged_rows (void)
{
  static int64_t offsets[] = { 0, 2, 2 };
  static int32_t wrong[][2] = { { 1, 0 }, { 0, 0 }, { -1, 0 }, { 0, 2 } };
  static double values[] = { 1.0, 2.0 };
  g_autofree char *path = cache_testing_write ("forged.mtx", cache_testing_text);
  g_autofree char *file = io_testing_path ("forged.matrix");
  SeidelCacheIdentity identity = { .path = path, .variable = "" };

  g_assert_true (seidel_cache_stamp_take (&identity.stamp, path));
  g_assert_true (seidel_cache_stamp_sample (&identity.stamp, path));
  for (size_t i = 0; i < G_N_ELEMENTS (wrong) + 1; i++)
    {
      SeidelCsr *csr = g_new0 (SeidelCsr, 1);
      g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("forged", csr);
      g_autoptr (GError) error = NULL;
      int fd = open (file, O_RDWR | O_CREAT | O_TRUNC, 0600);

      csr->rows = csr->columns = 2;
      csr->row_offsets = offsets;
      offsets[1] = i < G_N_ELEMENTS (wrong) ? 2 : 3;
      csr->column_indices = wrong[i % G_N_ELEMENTS (wrong)];
      csr->values = values;
      csr->backing = g_bytes_new_static ("", 0);
      g_assert_true (seidel_cache_file_write (fd, &identity, matrix, NULL, NULL, NULL));
      close (fd);
      g_assert_null (seidel_cache_file_open (file, &identity, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      test_assert_wording_of ("rows", error->message);
    }
}

static void
test_just_changed (void)
{
  g_autofree char *path = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  gint64 begun = g_get_monotonic_time ();

  cache_testing_clear ();
  path = io_testing_write ("fresh.mtx", cache_testing_text, -1);
  matrix = cache_testing_load (path);
  /* On a machine that is so slow the file is old by now. */
  if (g_get_monotonic_time () - begun < 40000)
    g_assert_cmpuint (cache_testing_count (), ==, 0);
}

static void
test_quick_readings (void)
{
  g_autofree char *path = cache_testing_write ("quick.mtx", cache_testing_text);
  g_autoptr (SeidelMatrix) matrix = NULL;

  cache_testing_clear ();
  seidel_cache_set_worth (strlen (cache_testing_text) + 1, 1000.0);
  matrix = cache_testing_load (path);
  g_assert_cmpuint (cache_testing_count (), ==, 0);
  g_clear_pointer (&matrix, seidel_matrix_unref);
  seidel_cache_set_worth (strlen (cache_testing_text), 1000.0);
  matrix = cache_testing_load (path);
  g_assert_cmpuint (cache_testing_count (), ==, 1);
}

static void
test_cancelled (void)
{
  g_autofree char *path = cache_testing_write ("cancelled.mtx", cache_testing_text);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelCacheKey) key = NULL;

  cache_testing_clear ();
  first = cache_testing_load (path);
  g_cancellable_cancel (cancellable);
  key = seidel_cache_key_new (path, NULL);
  g_assert_null (seidel_cache_find (key, NULL, cancellable));
}

static gpointer
load_thread (gpointer data)
{
  return cache_testing_load (data);
}

static void
test_at_the_same_time (void)
{
  g_autofree char *path = cache_testing_write ("together.mtx", cache_testing_text);
  g_autoptr (SeidelMatrix) expected = NULL;

  cache_testing_clear ();
  expected = cache_testing_load (path);
  for (int round = 0; round < 20; round++)
    {
      GThread *threads[4];

      cache_testing_clear ();
      for (int i = 0; i < 4; i++)
        threads[i] = g_thread_new ("load", load_thread, path);
      for (int i = 0; i < 4; i++)
        {
          g_autoptr (SeidelMatrix) matrix = g_thread_join (threads[i]);

          io_testing_assert_equal (expected->csr, matrix->csr);
        }
      g_assert_cmpuint (cache_testing_count (), ==, 1);
    }
}

int
main (int argc, char **argv)
{
  int status;

  cache_testing_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cache/second-opening", test_second_opening);
  g_test_add_func ("/cache/edges", test_edges);
  g_test_add_func ("/cache/links", test_links);
  g_test_add_func ("/cache/rhs-and-variable", test_rhs_and_variable);
  g_test_add_func ("/cache/stale", test_stale);
  g_test_add_func ("/cache/samples", test_samples);
  g_test_add_func ("/cache/damaged", test_damaged);
  g_test_add_func ("/cache/large", test_large);
  g_test_add_func ("/cache/shared-memory", test_shared_memory);
  g_test_add_func ("/cache/mended", test_mended);
  g_test_add_func ("/cache/forged-rows", test_forged_rows);
  g_test_add_func ("/cache/just-changed", test_just_changed);
  g_test_add_func ("/cache/quick-readings", test_quick_readings);
  g_test_add_func ("/cache/cancelled", test_cancelled);
  g_test_add_func ("/cache/at-the-same-time", test_at_the_same_time);
  g_test_add_func ("/cache/cut-in-use", test_cut_in_use);
  g_test_add_func ("/cache/read/second-opening", test_second_opening);
  g_test_add_func ("/cache/read/damaged", test_damaged);
  g_test_add_func ("/cache/read/mended", test_mended);
  g_test_add_func ("/cache/read/cancelled", test_cancelled);
  status = g_test_run ();
  cache_testing_end ();
  return status;
}
