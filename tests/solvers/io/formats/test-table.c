/* Dense matrices as plain text, and vectors with their size before them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "../io-testing.h"
#include "../locale-testing.h"
#include "matrix/seidel-vector.h"

typedef struct
{
  const char *name;
  const char *text;
  int rows, columns;
  double values[12]; /* row by row */
  const char *note;
} GoodFile;

#define SIZED  "The first line was read as the size."
#define HEADED "The first line was read as column headings."

static const GoodFile good_files[] = {
  { "lines", "4 1 0.5\n1 4 -1\n2e-1 1 4\n", 3, 3, { 4, 1, 0.5, 1, 4, -1, 0.2, 1, 4 }, NULL },
  { "blanks", "\n  5\t2  \r\n\n3 4\r\n# the end\n", 2, 2, { 5, 2, 3, 4 }, NULL },
  { "no-newline", "5 2\n3 4", 2, 2, { 5, 2, 3, 4 }, NULL },
  { "comments", "# mine\n5 2 # one\n3 4\n", 2, 2, { 5, 2, 3, 4 }, NULL },
  { "zeros", "4 0\n0 0\n", 2, 2, { 4, 0, 0, 0 }, "3 of 4 numbers are zero and were not stored." },
  { "sized", "3 3\n4 1 2\n1 4 1\n2 1 4\n", 3, 3, { 4, 1, 2, 1, 4, 1, 2, 1, 4 }, SIZED },
  { "sized-zeros",
    "2 3\n4 1 0\n1 4 1\n",
    2,
    3,
    { 4, 1, 0, 1, 4, 1 },
    SIZED " 1 of 6 numbers are zero and were not stored." },
  { "sized-once", "2\n4 1\n1 4\n", 2, 2, { 4, 1, 1, 4 }, SIZED },
  { "sized-three",
    "3 3\n4 1 0\n1 4.5 0\n0 0 2\n",
    3,
    3,
    { 4, 1, 0, 1, 4.5, 0, 0, 0, 2 },
    SIZED " 4 of 9 numbers are zero and were not stored." },
  { "square", "2 2\n4 1\n", 2, 2, { 2, 2, 4, 1 }, NULL },
  { "square-size", "1 2.5\n3 4\n", 2, 2, { 1, 2.5, 3, 4 }, NULL },
  { "column", "2\n1\n3\n4\n", 4, 1, { 2, 1, 3, 4 }, NULL },
  { "row", "7 8.5\n", 1, 2, { 7, 8.5 }, NULL },
  /* Tables as other programs write them. */
  { "commas", "1,2,3,4\n5,6,7,8\n", 2, 4, { 1, 2, 3, 4, 5, 6, 7, 8 }, NULL },
  { "commas-blanks", " 1.5 ,2,\t3\n4, 5 ,6", 2, 3, { 1.5, 2, 3, 4, 5, 6 }, NULL },
  { "semicolons", "1;2;-3e1;4\r\n5;6;7;8\r\n", 2, 4, { 1, 2, -30, 4, 5, 6, 7, 8 }, NULL },
  { "tabs", "1\t2.5D+1\t3\t4\t\n5\t6\t7\t8\t\n", 2, 4, { 1, 25, 3, 4, 5, 6, 7, 8 }, NULL },
  { "trailing", "1,2,3,4,\n5,6,7,8 ,\n", 2, 4, { 1, 2, 3, 4, 5, 6, 7, 8 }, NULL },
  { "mark",
    "\xef\xbb\xbf"
    "1.5,2\n3,4\n",
    2,
    2,
    { 1.5, 2, 3, 4 },
    NULL },
  { "mark-blanks",
    "\xef\xbb\xbf"
    "1 2 3 4\n",
    1,
    4,
    { 1, 2, 3, 4 },
    NULL },
  { "headings", "a,b,c,d\n1,2,3,4\n", 1, 4, { 1, 2, 3, 4 }, HEADED },
  { "headings-quoted", "\"x 1\";\"x 2\"\r\n1.5;2\r\n3;4\r\n", 2, 2, { 1.5, 2, 3, 4 }, HEADED },
  { "headings-blanks",
    "# mine\nalpha beta\n1 2\n3 0\n",
    2,
    2,
    { 1, 2, 3, 0 },
    HEADED " 1 of 4 numbers are zero and were not stored." },
  { "headings-tabs", "first one\tsecond\n1.5\t2\n", 1, 2, { 1.5, 2 }, HEADED },
  { "headings-square",
    "a,b,c\n1,2,3\n4,5,6\n7,8,9\n",
    3,
    3,
    { 1, 2, 3, 4, 5, 6, 7, 8, 9 },
    HEADED },
  { "percent",
    "% written by hand\n1,2,3,4 % one\n5,6,7,8\n",
    2,
    4,
    { 1, 2, 3, 4, 5, 6, 7, 8 },
    NULL },
  { "three-columns",
    "1,0,0\n0.5,1,0\n0,0.5,1\n2,2,2\n",
    4,
    3,
    { 1, 0, 0, 0.5, 1, 0, 0, 0.5, 1, 2, 2, 2 },
    "4 of 12 numbers are zero and were not stored." },
  { "one-column", "1\n2.5\n-3\n", 3, 1, { 1, 2.5, -3 }, NULL },
  { "special", "nan,inf,-inf\n", 1, 3, { NAN, INFINITY, -INFINITY }, NULL },
  /* The first line could be a size line of Matrix Market, but what follows cannot be entries. */
  { "whole-out", "4 1 2\n1 4 1\n2 1 4\n", 3, 3, { 4, 1, 2, 1, 4, 1, 2, 1, 4 }, NULL },
  { "whole-few", "2 2 1\n1 2 1\n1 2 2\n", 3, 3, { 2, 2, 1, 1, 2, 1, 1, 2, 2 }, NULL },
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
        if (isnan (value))
          g_assert_true (isnan (csr->values[k]));
        else if (k >= 0)
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
  const char *place;
} bad_files[] = {
  { "ragged", "1 2\n\n3 4\n5\n", "ragged.txt:4" },
  { "ragged-more", "1.5 2\n3 4 5\n", "ragged-more.txt:2" },
  { "word", "1 2\n3 four\n", "word.txt:2" },
  { "overflow", "1e400,2.5\n3,4\n", "overflow.txt:1" },
  { "overflow-below", "1,2.5\n3,-1e400\n", "overflow-below.txt:2" },
  { "glued", "1 2\n# fine\n3 4;5\n", "glued.txt:3" },
  { "not-there", "1,2,3,4\n5,6,,8\n", "not-there.txt:2" },
  { "not-first", "1.5;2\n;2\n", "not-first.txt:2" },
  { "text", "1,2,3,4\n5,x 6,7,8\n", "text.txt:2" },
  { "unparted", "1.5, 2 3\n4, 5, 6\n", "unparted.txt:1" },
  { "unparted-more", "1.5;2\n4 5\n", "unparted-more.txt:2" },
  { "cut-row", "a,b,c,d\n1,2,3,4\n\n5,6,7,\n", "cut-row.txt:4" },
  { "two-headings", "a b\n1.5 2\nc d\n", "two-headings.txt:3" },
  { "hex", "1.5,2\n2,0x10\n", "hex.txt:2" },
  { "short", "3 3\n1 2 3\n4 5 6\n", "short.txt:1" },
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
      io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, bad_files[i].place);
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

/* A line of headings longer than what the loader looks at, and rows longer than a block of text
 * without a single blank. */
static void
test_wide (void)
{
  const int n = 60000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;
  g_autofree char *bad = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;

  for (int column = 0; column < n; column++)
    g_string_append_printf (text, "\"column %d\"%s", column + 1, column == n - 1 ? "\n" : ",");
  for (int row = 0; row < 2; row++)
    for (int column = 0; column < n; column++)
      g_string_append_printf (text, "%d.%015d%s", row + 1, column, column == n - 1 ? "\n" : ",");
  path = io_testing_write ("wide.csv", text->str, -1);
  matrix = io_testing_load (path);
  g_assert_cmpint (matrix->csr->rows, ==, 2);
  g_assert_cmpint (matrix->csr->columns, ==, n);
  g_assert_cmpfloat (matrix->csr->values[2 * n - 1], ==, 2.000000000059999);
  g_assert_cmpstr (matrix->origin.note, ==, HEADED);
  g_string_append (text, "1,2,x");
  bad = io_testing_write ("bad.csv", text->str, -1);
  g_assert_null (seidel_load_matrix (bad, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, "bad.csv:4");
}

static void
check_in_german (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (good_files); i++)
    test_good (&good_files[i]);
  test_bad ();
}

static void
test_locale (void)
{
  locale_testing_run (check_in_german);
}

static void
test_cancelled (void)
{
  g_autofree char *path = io_testing_write ("cancelled.txt", "5 2\n3 4\n", -1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_load_matrix (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

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
      double *x = seidel_load_vector (path, 3, false, NULL, &error);

      g_assert_no_error (error);
      for (int k = 0; k < 3; k++)
        g_assert_cmpfloat (x[k], ==, files[i].x[k]);
      seidel_vector_free (x);
    }
}

static void
test_wrong_vectors (void)
{
  static const char *const texts[] = { "4\n5 6 7\n", "3 2\n5 6 7\n", "3 1\n5 6 7 8\n" };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = io_testing_write ("vector.txt", texts[i], -1);
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_vector (path, 3, false, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "vector.txt");
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
  g_test_add_func ("/table/wide", test_wide);
  g_test_add_func ("/table/locale", test_locale);
  g_test_add_func ("/table/cancelled", test_cancelled);
  g_test_add_func ("/table/sized-vectors", test_sized_vectors);
  g_test_add_func ("/table/wrong-vectors", test_wrong_vectors);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
