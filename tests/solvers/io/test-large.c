/* Files that declare, or expand to, far more than they hold: refused at once, with both figures,
 * until the user has agreed; and never more than is free.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <sys/resource.h>
#include <time.h>

#include "base/seidel-memory.h"
#include "io-testing.h"
#include "pack-testing.h"

#define REAL "%%MatrixMarket matrix coordinate real general\n"

/* A program may grow by so much while it refuses one of these files: 64 MB, and as much again for
 * sanitizers. */
#define MOST_KB (2 * 64000)

static const struct
{
  const char *name;
  const char *text;
} declared[] = {
  { "list.ijv", "0 0 1\n2147483646 2147483646 1\n" },
  { "from-1.ijv", "1 1 0.5\n2147483647 1 1\n" },
  { "pairs.csv", "from,to\n1,2\n2000000000,1\n" },
  { "bare.mtx", "2000000000 2000000000 1\n1 1 1\n" },
  { "square.mtx", REAL "2147483647 2147483647 1\n1 1 1\n" },
  { "rows.mtx", REAL "2147483647 1 1\n1 1 1\n" },
  { "columns.mtx", REAL "1 2147483647 1\n1 1 1\n" },
  { "none.mtx", REAL "2147483647 2147483647 0\n" },
  { "symmetric.mtx",
    "%%MatrixMarket matrix coordinate pattern symmetric\n2000000000 2000000000 1\n1 1\n" },
  { "array.mtx", "%%MatrixMarket matrix array real general\n2000000000 0\n" },
  { "wide.mtx", REAL "10000000 10000000 1\n1 1 1\n" },
  { "hb.rua", "title                                                                   key     \n"
              "             3             1             1             1             0\n"
              "RUA               2000000000             1             1             0\n"
              "(10I8)          (10I8)          (5E16.8)            \n"
              "       1       2\n       1\n  1.00000000E+00\n" },
};

/* NumPy's header, padded to 128 bytes, and the numbers behind it. */
static GBytes *
make_npy (const char *type, const char *shape, const void *numbers, size_t bytes)
{
  g_autofree char *literal =
    g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
  GString *file = g_string_new_len ("\x93NUMPY\x01\x00\x76\x00", 10);

  g_string_append_printf (file, "%-117s\n", literal);
  g_string_append_len (file, numbers, (gssize) bytes);
  return g_string_free_to_bytes (file);
}

static void
assert_large (const char *path, const char *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  struct rusage before;
  struct rusage after;
  clock_t begin = clock ();

  getrusage (RUSAGE_SELF, &before);
  matrix = seidel_load_matrix (path, NULL, NULL, &error);
  g_test_message ("%s: %.1f ms", place, 1e3 * (double) (clock () - begin) / CLOCKS_PER_SEC);
  g_assert_null (matrix);
  io_testing_assert_error (error, SEIDEL_ERROR_LARGE, place);
  getrusage (RUSAGE_SELF, &after);
  g_assert_cmpint (after.ru_maxrss - before.ru_maxrss, <, MOST_KB);
}

static void
test_declared (gconstpointer data)
{
  const size_t i = GPOINTER_TO_SIZE (data);
  g_autofree char *path = io_testing_write (declared[i].name, declared[i].text, -1);
  clock_t begin = clock ();

  assert_large (path, declared[i].name);
  g_assert_cmpfloat ((double) (clock () - begin) / CLOCKS_PER_SEC, <, 0.1);
  seidel_memory_pretend_available (50e6);
  io_testing_assert_bad (path, SEIDEL_ERROR_MEMORY, declared[i].name);
  seidel_memory_pretend_available (1e15);
}

static void
test_numpy (void)
{
  g_autoptr (GBytes) empty = make_npy ("<f8", "2147483647, 0", "", 0);
  g_autofree char *path = io_testing_write ("empty.npy", g_bytes_get_data (empty, NULL),
                                            (gssize) g_bytes_get_size (empty));

  assert_large (path, "empty.npy");
}

typedef struct
{
  const char *name;
  GBytes *content;
} ZipMember;

static void
assert_large_zip (const char *name, const ZipMember *members, size_t n_members)
{
  g_autofree char *path = io_testing_path (name);
  struct archive *archive = archive_write_new ();

  archive_write_set_format_zip (archive);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (size_t i = 0; i < n_members; i++)
    {
      struct archive_entry *entry = archive_entry_new ();
      gsize n;
      const void *bytes = g_bytes_get_data (members[i].content, &n);

      archive_entry_set_pathname (entry, members[i].name);
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_size (entry, (la_int64_t) n);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      g_assert_cmpint (archive_write_data (archive, bytes, n), ==, (la_ssize_t) n);
      archive_entry_free (entry);
    }
  archive_write_free (archive);
  assert_large (path, name);
}

/* One number in a matrix of 2³¹ rows: on a diagonal, and in the first row, where the shape decides
 * before the offsets are read, which are missing. */
static void
test_numpy_zip (void)
{
  static const double data = 1.0;
  static const int32_t zero = 0;
  static const int64_t shape[] = { 2147483647, 2147483647 };
  g_autoptr (GBytes) dia = make_npy ("|S3", "", "dia", 3);
  g_autoptr (GBytes) csr = make_npy ("|S3", "", "csr", 3);
  g_autoptr (GBytes) shapes = make_npy ("<i8", "2,", shape, sizeof shape);
  g_autoptr (GBytes) rows = make_npy ("<f8", "1, 1", &data, sizeof data);
  g_autoptr (GBytes) values = make_npy ("<f8", "1,", &data, sizeof data);
  g_autoptr (GBytes) index = make_npy ("<i4", "1,", &zero, sizeof zero);
  const ZipMember diagonal[] = {
    { "format.npy", dia }, { "shape.npy", shapes }, { "data.npy", rows }, { "offsets.npy", index }
  };
  const ZipMember compressed[] = {
    { "format.npy", csr }, { "shape.npy", shapes }, { "data.npy", values }, { "indices.npy", index }
  };

  assert_large_zip ("dia.npz", diagonal, G_N_ELEMENTS (diagonal));
  assert_large_zip ("csr.npz", compressed, G_N_ELEMENTS (compressed));
}

static void
append_words (GString *bytes, const int32_t *words, size_t n)
{
  g_string_append_len (bytes, (const char *) words, (gssize) (n * sizeof *words));
}

/* The same of MATLAB 5, whose head decides before the offsets are read, which are missing; and of
 * MATLAB 4, whose last numbers are the size. */
static void
test_mat (void)
{
  static const int32_t head[] = { 14,         56,         6, 8, 5,   1, 5, 8,
                                  2147483647, 2147483647, 1, 1, 'A', 0, 5, 0 };
  static const int32_t head_4[] = { 2, 2, 3, 0, 2, 'A' };
  static const double columns[] = { 1, 2147483647, 1, 2147483647, 7, 0 };
  g_autoptr (GString) five = g_string_new ("MATLAB 5.0 MAT-file");
  g_autoptr (GString) four = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *path_4 = NULL;

  while (five->len < 124)
    g_string_append_c (five, ' ');
  g_string_append_len (five, "\x00\x01IM", 4);
  append_words (five, head, G_N_ELEMENTS (head));
  path = io_testing_write ("large-5.mat", five->str, (gssize) five->len);
  assert_large (path, "large-5.mat");

  append_words (four, head_4, G_N_ELEMENTS (head_4));
  g_string_truncate (four, 22);
  g_string_append_len (four, (const char *) columns, sizeof columns);
  path_4 = io_testing_write ("large-4.mat", four->str, (gssize) four->len);
  assert_large (path_4, "large-4.mat");
}

/* Compressed text that expands to a thousand times its size: the memory grows with what is read
 * until that is too much. */
static void
test_compressed (void)
{
  static const struct
  {
    const char *name;
    const char *head;
    const char *line;
  } files[] = {
    { "table.csv.gz", "", "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n" },
    { "column.txt.gz", "", "7\n" },
    { "list.csv.gz", "", "1,1,1\n" },
    { "array.mtx.gz", "%%MatrixMarket matrix array real general\n4000000 1\n", "7\n" },
    { "entries.mtx.gz", REAL "9 9 4000000\n", "1 1 1\n" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GString) text = g_string_new (files[i].head);
      g_autofree char *path = NULL;

      for (int line = 0; line < 4000000; line++)
        g_string_append (text, files[i].line);
      path = io_testing_write_gz (files[i].name, text->str, text->len);
      assert_large (path, files[i].name);
    }
}

/* What is large and as large as its file suggests needs no question. */
static void
test_usual (void)
{
  const int n = 300000;
  g_autoptr (GString) text = g_string_new (REAL);
  g_autofree char *path = NULL;
  g_autofree char *gz = NULL;
  g_autoptr (SeidelMatrix) plain = NULL;
  g_autoptr (SeidelMatrix) packed = NULL;

  g_string_append_printf (text, "%d %d %d\n", n, n, n);
  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "%d %d 1\n", i, i);
  path = io_testing_write ("usual.mtx", text->str, -1);
  gz = io_testing_write_gz ("usual.mtx.gz", text->str, text->len);
  plain = io_testing_load (path);
  packed = io_testing_load (gz);
  io_testing_assert_equal (plain->csr, packed->csr);
}

static void
test_agreed (void)
{
  g_autofree char *path =
    io_testing_write ("agreed.mtx", REAL "3000000 3000000 1\n3000000 1 7\n", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  assert_large (path, "agreed.mtx");
  matrix = seidel_load_any_size (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (matrix->csr->rows, ==, 3000000);
  g_assert_cmpfloat (matrix->csr->values[0], ==, 7.0);
  g_clear_pointer (&matrix, seidel_matrix_unref);
  seidel_memory_pretend_available (50e6);
  g_assert_null (seidel_load_any_size (path, NULL, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_MEMORY, "agreed.mtx");
  seidel_memory_pretend_available (1e15);
}

/* A vector may be as long as the matrix that it belongs to. */
static void
test_vector (void)
{
  const int n = 1000000;
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix array real general\n1000000 1\n");
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  double *x;

  for (int i = 0; i < n; i++)
    g_string_append (text, "1\n");
  path = io_testing_write_gz ("ones.mtx.gz", text->str, text->len);
  x = seidel_load_vector (path, n, false, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (x[n - 1], ==, 1.0);
  free (x);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  seidel_memory_pretend_total (1e15);
  seidel_memory_pretend_available (1e15);
  for (size_t i = 0; i < G_N_ELEMENTS (declared); i++)
    {
      g_autofree char *path = g_strconcat ("/large/declared/", declared[i].name, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_declared);
    }
  g_test_add_func ("/large/numpy", test_numpy);
  g_test_add_func ("/large/numpy-zip", test_numpy_zip);
  g_test_add_func ("/large/mat", test_mat);
  g_test_add_func ("/large/compressed", test_compressed);
  g_test_add_func ("/large/usual", test_usual);
  g_test_add_func ("/large/agreed", test_agreed);
  g_test_add_func ("/large/vector", test_vector);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
