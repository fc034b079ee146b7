/* Reading vectors in every form, writing vectors and matrices, and none of it by the locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../io-testing.h"
#include "../locale-testing.h"
#include "matrix/seidel-vector.h"

#define MM "%%MatrixMarket matrix "

typedef struct
{
  const char *name;
  const char *text;
  int n;
  double x[4];
} GoodVector;

static const GoodVector good_vectors[] = {
  { "array", MM "array real general\n3 1\n1\n0\n-2.5\n", 3, { 1, 0, -2.5 } },
  { "array-row", MM "array real general\n1 3\n1\n2\n3\n", 3, { 1, 2, 3 } },
  { "coordinate", MM "coordinate real general\n4 1 2\n3 1 7\n1 1 5\n", 4, { 5, 0, 7, 0 } },
  { "coordinate-row", MM "coordinate integer general\n1 4 2\n1 3 7\n1 1 5\n", 4, { 5, 0, 7, 0 } },
  { "lines", "1\n2.5\n-3e2", 3, { 1, 2.5, -300 } },
  { "words", "  1 2.5\t3\r\n\n4\n", 4, { 1, 2.5, 3, 4 } },
  { "comments", "# a header\n1 # one\n% two follows\n2\n#", 2, { 1, 2 } },
  { "single", "7", 1, { 7 } },
  { "mark",
    "\xef\xbb\xbf"
    "1\r\n0\r\n3\r\n",
    3,
    { 1, 0, 3 } },
  { "commas", "1, 0,3,4.5\n", 4, { 1, 0, 3, 4.5 } },
  { "semicolons", "# b\n1;\n2;\n", 2, { 1, 2 } },
  { "heading", "b\n0.5\n0\n-1e3\n", 3, { 0.5, 0, -1000 } },
  { "quoted-heading",
    "\xef\xbb\xbf"
    "\"rhs\"\n1\n2\n",
    2,
    { 1, 2 } },
  { "three", "1,2,3", 3, { 1, 2, 3 } },
  { "none", "# nothing\n", 0, { 0 } },
};

static void
test_good (gconstpointer data)
{
  const GoodVector *file = data;
  g_autofree char *path = io_testing_write (file->name, file->text, -1);
  g_autofree char *gz = io_testing_write_gz ("vector.gz", file->text, strlen (file->text));
  const char *const paths[] = { path, gz };

  for (size_t i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      double *x = seidel_load_vector (paths[i], file->n, false, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpmem (x, (size_t) file->n * sizeof *x, file->x, (size_t) file->n * sizeof *x);
      seidel_vector_free (x);
    }
}

typedef struct
{
  const char *name;
  const char *text;
  int n;
  int code;
  const char *place;
} BadVector;

static const BadVector bad_vectors[] = {
  { "short", "1 2 3\n", 4, SEIDEL_ERROR_INVALID, "short" },
  { "long", "1 2 3\n", 1, SEIDEL_ERROR_INVALID, "long" },
  { "one", "1", 3, SEIDEL_ERROR_INVALID, "one" },
  { "word", "1\n# x\n2 two 3\n", 3, SEIDEL_ERROR_FORMAT, "word:3" },
  { "overflow", "1\n2\n-1e309\n", 3, SEIDEL_ERROR_FORMAT, "overflow:3" },
  { "comma", "1,5\n", 1, SEIDEL_ERROR_INVALID, "comma" },
  { "decimal-commas", "1,5\n2,5\n", 2, SEIDEL_ERROR_INVALID, "decimal-commas" },
  { "gap", "1,,3\n", 3, SEIDEL_ERROR_FORMAT, "gap:1" },
  { "headings", "i b\n1 5\n2 6\n", 2, SEIDEL_ERROR_INVALID, "headings" },
  { "matrix", MM "array real general\n2 2\n1\n2\n3\n4\n", 4, SEIDEL_ERROR_INVALID, "matrix" },
  { "column", MM "array real general\n2 1\n1\n2\n", 3, SEIDEL_ERROR_INVALID, "column" },
  { "complex", MM "array complex general\n1 1\n1 0\n", 1, SEIDEL_ERROR_UNSUPPORTED, "complex" },
  { "empty", "", 1, SEIDEL_ERROR_FORMAT, "empty" },
};

static void
test_bad (gconstpointer data)
{
  const BadVector *file = data;
  g_autofree char *path = io_testing_write (file->name, file->text, -1);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_vector (path, file->n, false, NULL, &error));
  io_testing_assert_error (error, file->code, file->place);
}

/* One line of several blocks, and comments that reach over the ends of blocks. */
static void
test_large (void)
{
  const int n = 700000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  double *x;

  for (int i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%d.5 ", i);
      if (i % 50000 == 49999)
        for (int k = 0; k < 20000; k++)
          g_string_append (text, k == 0 ? "\n# " : k == 19999 ? "1 \n" : "a long comment 17 ");
    }
  path = io_testing_write ("large.txt", text->str, (gssize) text->len);
  x = seidel_load_vector (path, n, false, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (x[i], ==, i + 0.5);
  seidel_vector_free (x);
}

static void
test_cancelled (void)
{
  g_autofree char *path = io_testing_write ("cancelled", "1 2", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_load_vector (path, 2, false, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
assert_saves_vector (void)
{
  const double x[] = { 0.1, -2.0, 1e-310, 1.0 / 3.0, 12345.678 };
  g_autofree char *path = io_testing_path ("saved-vector.mtx");
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  double *back;

  g_assert_true (seidel_save_vector (x, G_N_ELEMENTS (x), false, path, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==,
                   MM "array real general\n5 1\n0.1\n-2\n9.99999999999997e-311\n"
                      "0.3333333333333333\n12345.678\n");
  back = seidel_load_vector (path, G_N_ELEMENTS (x), false, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (back, sizeof x, x, sizeof x);
  seidel_vector_free (back);
}

static void
test_save_vector (void)
{
  assert_saves_vector ();
}

static SeidelMatrix *
load_text (const char *name, const char *text)
{
  g_autofree char *path = io_testing_write (name, text, -1);

  return io_testing_load (path);
}

static void
assert_saves_as (const char *text, const char *saved)
{
  g_autoptr (SeidelMatrix) matrix = load_text ("source.mtx", text);
  g_autofree char *path = io_testing_path ("saved.mtx");
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, saved);
}

static void
test_save_matrix (void)
{
  assert_saves_as (MM "coordinate real general\n2 3 3\n1 1 1.5\n2 3 -20\n1 3 4\n",
                   MM "coordinate real general\n% source\n2 3 3\n1 1 1.5\n1 3 4\n2 3 -20\n");
  assert_saves_as (MM "coordinate real symmetric\n2 2 2\n1 1 1\n2 1 2\n",
                   MM "coordinate real symmetric\n% source\n2 2 2\n1 1 1\n2 1 2\n");
  assert_saves_as (MM "coordinate pattern symmetric\n2 2 1\n2 1\n",
                   MM "coordinate real symmetric\n% source\n2 2 1\n2 1 1\n");
  assert_saves_as (MM "coordinate real skew-symmetric\n2 2 1\n2 1 2\n",
                   MM "coordinate real general\n% source\n2 2 2\n1 2 -2\n2 1 2\n");
  assert_saves_as (MM "coordinate real general\n0 0 0\n",
                   MM "coordinate real general\n% source\n0 0 0\n");
}

/* A failure leaves what was there, and nothing beside it. */
static void
test_save_fails (void)
{
  g_autoptr (SeidelMatrix) matrix =
    load_text ("old.mtx", MM "coordinate real general\n1 1 1\n1 1 1\n");
  g_autofree char *old = io_testing_path ("old.mtx");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = NULL;
  const char *name;

  g_assert_true (g_file_get_contents (old, &before, NULL, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_false (seidel_save_matrix (matrix, old, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (g_file_get_contents (old, &after, NULL, NULL));
  g_assert_cmpstr (before, ==, after);
  g_clear_error (&error);

  g_assert_false (seidel_save_matrix (matrix, "/no/such/folder/out.mtx", NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_IO, "out.mtx");
  g_clear_error (&error);

  g_assert_false (seidel_save_matrix (matrix, "/tmp/out.mat.gz", NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, "out.mat.gz");
  g_clear_error (&error);

  g_assert_false (seidel_save_vector (matrix->csr->values, 1, false, io_testing_folder, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);

  folder = g_dir_open (io_testing_folder, 0, NULL);
  while ((name = g_dir_read_name (folder)) != NULL)
    g_assert_null (strstr (name, ".mtx."));
}

/* More than one look at the cancellable; filed as it is, and as it is no longer. */
static void
test_save_large (void)
{
  const int64_t n = 60000;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) again = NULL;
  g_autofree char *path = io_testing_path ("save-large.mtx");
  SeidelCsr *csr = seidel_csr_new (n, n, 3 * n - 2, &error);
  int64_t k = 0;

  for (int64_t row = 0; row < n; row++)
    {
      csr->row_offsets[row] = k;
      for (int64_t column = MAX (row - 1, 0); column <= MIN (row + 1, n - 1); column++)
        {
          csr->column_indices[k] = (int32_t) column;
          csr->values[k++] = seidel_random_uniform (5, (uint64_t) (row + column));
        }
    }
  csr->row_offsets[n] = k;
  matrix = seidel_matrix_new ("large", csr);
  for (int filed = SEIDEL_FILED_GENERAL; filed <= SEIDEL_FILED_SYMMETRIC; filed++)
    {
      g_clear_pointer (&again, seidel_matrix_unref);
      matrix->origin.symmetry = (SeidelFiledSymmetry) filed;
      g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
      again = io_testing_load (path);
      io_testing_assert_equal (csr, again->csr);
      g_assert_cmpint (again->origin.symmetry, ==, filed);
    }
  /* Filed as symmetric, but no longer so. */
  csr->values[1] += 1.0;
  g_clear_pointer (&again, seidel_matrix_unref);
  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
  again = io_testing_load (path);
  io_testing_assert_equal (csr, again->csr);
  g_assert_cmpint (again->origin.symmetry, ==, SEIDEL_FILED_GENERAL);
}

/* In a locale whose decimal point is a comma. */
static void
check_in_german (void)
{
  assert_saves_vector ();
  test_save_matrix ();
  for (size_t i = 0; i < G_N_ELEMENTS (good_vectors); i++)
    test_good (&good_vectors[i]);
  test_bad (&bad_vectors[4]);
  /* The slow way of reading as well. */
  {
    g_autoptr (SeidelMatrix) matrix =
      load_text ("german.mtx", MM "array real general\n2 1\n1.5e-200\n1234567890123456789012.5\n");

    g_assert_cmpfloat (matrix->csr->values[0], ==, 1.5e-200);
    g_assert_cmpfloat (matrix->csr->values[1], ==, 1234567890123456789012.5);
  }
}

static void
test_locale (void)
{
  locale_testing_run (check_in_german);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (good_vectors); i++)
    {
      g_autofree char *path = g_strconcat ("/vectors/good/", good_vectors[i].name, NULL);

      g_test_add_data_func (path, &good_vectors[i], test_good);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bad_vectors); i++)
    {
      g_autofree char *path = g_strconcat ("/vectors/bad/", bad_vectors[i].name, NULL);

      g_test_add_data_func (path, &bad_vectors[i], test_bad);
    }
  g_test_add_func ("/vectors/large", test_large);
  g_test_add_func ("/vectors/cancelled", test_cancelled);
  g_test_add_func ("/vectors/save", test_save_vector);
  g_test_add_func ("/matrices/save", test_save_matrix);
  g_test_add_func ("/matrices/save-fails", test_save_fails);
  g_test_add_func ("/matrices/save-large", test_save_large);
  g_test_add_func ("/locale", test_locale);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
