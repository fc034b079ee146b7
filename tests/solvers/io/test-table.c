/* Dense matrices as plain text, and vectors with their size before them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io-testing.h"
#include "matrix/seidel-vector.h"

typedef struct
{
  const char *name;
  const char *text;
  int rows, columns;
  double values[12]; /* row by row */
  const char *note;
} GoodFile;

#define SIZED "The first line was taken for the size."

static const GoodFile good_files[] = {
  { "lines", "4 1 0.5\n1 4 -1\n2e-1 1 4\n", 3, 3, { 4, 1, 0.5, 1, 4, -1, 0.2, 1, 4 }, NULL },
  { "blanks", "\n  1\t2  \r\n\n3 4\r\n# the end\n", 2, 2, { 1, 2, 3, 4 }, NULL },
  { "no-newline", "1 2\n3 4", 2, 2, { 1, 2, 3, 4 }, NULL },
  { "comments", "# mine\n1 2 # one\n3 4\n", 2, 2, { 1, 2, 3, 4 }, NULL },
  { "zeros", "4 0\n0 0\n", 2, 2, { 4, 0, 0, 0 }, "3 of 4 numbers are zero and were not stored." },
  { "sized", "3 3\n4 1 2\n1 4 1\n2 1 4\n", 3, 3, { 4, 1, 2, 1, 4, 1, 2, 1, 4 }, SIZED },
  { "sized-zeros",
    "2 3\n4 1 0\n1 4 1\n",
    2,
    3,
    { 4, 1, 0, 1, 4, 1 },
    SIZED " 1 of 6 numbers are zero and were not stored." },
  { "sized-once", "2\n4 1\n1 4\n", 2, 2, { 4, 1, 1, 4 }, SIZED },
  { "sized-two", "2 2\n4 1\n1 4\n", 2, 2, { 4, 1, 1, 4 }, SIZED },
  { "sized-stream", "2 3\n4\n1 5 1\n4 1\n", 2, 3, { 4, 1, 5, 1, 4, 1 }, SIZED },
  { "square", "2 2\n4 1\n", 2, 2, { 2, 2, 4, 1 }, NULL },
  { "square-size", "1 2\n3 4\n", 2, 2, { 1, 2, 3, 4 }, NULL },
  { "column", "2\n1\n3\n4\n5\n", 5, 1, { 2, 1, 3, 4, 5 }, NULL },
  { "row", "7 8\n", 1, 2, { 7, 8 }, NULL },
  /* The first line could be a size line of Matrix Market, but what follows cannot be entries. */
  { "whole-out", "4 1 2\n1 4 1\n2 1 4\n", 3, 3, { 4, 1, 2, 1, 4, 1, 2, 1, 4 }, NULL },
  { "whole-few", "2 2 1\n1 2 1\n1 1 2\n", 3, 3, { 2, 2, 1, 1, 2, 1, 1, 1, 2 }, NULL },
};

static void
test_good (gconstpointer data)
{
  const GoodFile *file = data;
  g_autofree char *name = g_strconcat (file->name, ".txt", NULL);
  g_autofree char *path = io_testing_write (name, file->text, -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  const SeidelCsr *csr = matrix->csr;

  g_assert_cmpint (csr->rows, ==, file->rows);
  g_assert_cmpint (csr->columns, ==, file->columns);
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t column = 0; column < csr->columns; column++)
      {
        double value = file->values[row * csr->columns + column];
        int64_t k = seidel_csr_find (csr, row, column);

        g_assert_cmpint (k >= 0, ==, value != 0.0);
        if (k >= 0)
          g_assert_cmpfloat (csr->values[k], ==, value);
      }
  g_assert_cmpstr (matrix->name, ==, file->name);
  g_assert_cmpstr (matrix->origin.path, ==, path);
  g_assert_cmpstr (matrix->origin.format, ==, "Dense text");
  g_assert_cmpstr (matrix->origin.note, ==, file->note);
  g_assert_cmpint (matrix->origin.stored, ==, csr->rows * csr->columns);
  g_assert_cmpuint (matrix->origin.file_bytes, ==, strlen (file->text));
}

static const struct
{
  const char *name;
  const char *text;
  const char *message;
} bad_files[] = {
  { "ragged", "1 2\n\n3 4\n5\n", "ragged.txt:4: expected 2 numbers, as on line 1, found 1" },
  { "ragged-more", "1.5 2\n3 4 5\n",
    "ragged-more.txt:2: expected 2 numbers, as on line 1, found 3" },
  { "word", "1 2\n3 four\n", "word.txt:2: expected a number, found “four”" },
  { "glued", "1 2\n# fine\n3 4;5\n", "glued.txt:3: expected a number, found “4;5”" },
  { "short", "3 3\n1 2 3\n4 5 6\n", "short.txt:1: the size line promises 3 × 3 numbers; 6 follow" },
};

static void
test_bad (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *name = g_strconcat (bad_files[i].name, ".txt", NULL);
      g_autofree char *path = io_testing_write (name, bad_files[i].text, -1);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      g_assert_cmpstr (error->message, ==, bad_files[i].message);
    }
}

/* Rows longer than a block, and numbers cut by the end of what the loader looks at. */
static void
test_long_rows (void)
{
  const int n = 300;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *gz = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) from_gz = NULL;

  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      {
        g_string_append_printf (text, "%d.%03de-2%s", row + 1, column,
                                column == n - 1 ? "\n" : "             ");
      }
  path = io_testing_write ("long.txt", text->str, -1);
  gz = io_testing_write_gz ("long.txt.gz", text->str, text->len);
  matrix = io_testing_load (path);
  from_gz = io_testing_load (gz);
  g_assert_cmpint (matrix->csr->rows, ==, n);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, (int64_t) n * n);
  g_assert_cmpfloat (matrix->csr->values[n * n - 1], ==, 300.299e-2);
  io_testing_assert_equal (matrix->csr, from_gz->csr);
}

static void
test_cancelled (void)
{
  g_autofree char *path = io_testing_write ("cancelled.txt", "1 2\n3 4\n", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_load_matrix (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- vectors ------------------------------------------------------------------------------------
 */

static void
test_sized_vectors (void)
{
  static const struct
  {
    const char *text;
    double x[3];
  } files[] = {
    { "3\n5 6 7\n", { 5, 6, 7 } }, { "3 1\n5\n6\n7\n", { 5, 6, 7 } }, { "3 1 2\n", { 3, 1, 2 } },
    { "3 1 3 1 2", { 3, 1, 2 } },  { "3 3\n3 3", { 3, 3, 3 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("vector.txt", files[i].text, -1);
      g_autoptr (GError) error = NULL;
      double *x = seidel_load_vector (path, 3, NULL, &error);

      g_assert_no_error (error);
      for (int k = 0; k < 3; k++)
        g_assert_cmpfloat (x[k], ==, files[i].x[k]);
      seidel_vector_free (x);
    }
}

static void
test_wrong_vectors (void)
{
  static const struct
  {
    const char *text;
    const char *message;
  } files[] = {
    { "4\n5 6 7\n", "vector.txt: the vector has 4 numbers; the matrix asks for 3" },
    { "3 2\n5 6 7\n", "vector.txt: the vector has 5 numbers; the matrix asks for 3" },
    { "3 1\n5 6 7 8\n", "vector.txt: the vector has 6 numbers; the matrix asks for 3" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("vector.txt", files[i].text, -1);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_vector (path, 3, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, files[i].message);
    }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (good_files); i++)
    {
      g_autofree char *path = g_strconcat ("/table/good/", good_files[i].name, NULL);

      g_test_add_data_func (path, &good_files[i], test_good);
    }
  g_test_add_func ("/table/bad", test_bad);
  g_test_add_func ("/table/long-rows", test_long_rows);
  g_test_add_func ("/table/cancelled", test_cancelled);
  g_test_add_func ("/table/sized-vectors", test_sized_vectors);
  g_test_add_func ("/table/wrong-vectors", test_wrong_vectors);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
