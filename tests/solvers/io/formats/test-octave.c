/* Texts that Octave saved: matrices of all its types, several in a file, in structures; and what is
 * written for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "../io-testing.h"
#include "../locale-testing.h"
#include "matrix/seidel-vector.h"

#define CREATED    "# Created by Octave 7.3.0, Thu Nov 26 07:29:30 2026 UTC <me@here>\n"
#define SIZE(r, c) "# rows: " #r "\n# columns: " #c "\n"
#define SPARSE                                          \
  "# name: A\n# type: sparse matrix\n# nnz: 4\n" SIZE ( \
    4, 4) "1 1 4\n2 1 -1.5\n1 2 -1\n2 2 4.25\n\n\n"
#define SPARSE_A "4 -1 . . / -1.5 4.25 . . / . . . . / . . . ."

static const struct
{
  const char *text;
  const char *matrix;
} good[] = {
  { CREATED SPARSE, SPARSE_A },
  { SPARSE, SPARSE_A },
  { CREATED
    "# name: A\n# type: sparse matrix\n# nnz: 3\n" SIZE (3, 3) "1 1 2.5\n2 2 3.5\n3 3 4.5\n",
    "2.5 . . / . 3.5 . / . . 4.5" },
  { "# name: A\n# type: sparse matrix\n# nnz: 1\n" SIZE (2, 3) "2 3 7\n", ". . . / . . 7" },
  { "# name: A\n# type: sparse matrix\n# nnz: 0\n" SIZE (2, 2) "\n\n", ". . / . ." },
  { "# name: T\n# type: sparse bool matrix\n# nnz: 2\n" SIZE (2, 2) "1 1 1\n2 2 1\n", "1 . / . 1" },
  { "# name: A\n# type: matrix\n" SIZE (5, 3) " 1 2 3\n 4 5 6\n 7 8 9\n 1 0 2\n 3 3 3\n\n\n",
    "1 2 3 / 4 5 6 / 7 8 9 / 1 . 2 / 3 3 3" },
  { "# name: A\n# type: matrix\n" SIZE (6, 2) " 1 9\n 2 8\n 3 7\n 4 6\n 5 5\n 6 4\n",
    "1 9 / 2 8 / 3 7 / 4 6 / 5 5 / 6 4" },
  { "# name: f\n# type: float matrix\n" SIZE (1, 2) " 1.5 2.5\n", "1.5 2.5" },
  { "# name: I\n# type: int32 matrix\n# ndims: 2\n 2 3\n  1\n  3\n  2\n  4\n  5\n  6\n",
    "1 2 5 / 3 4 6" },
  { "# name: T\n# type: bool matrix\n" SIZE (2, 2) " 1 0\n 1 1\n", "1 . / 1 1" },
  { "# name: D\n# type: diagonal matrix\n" SIZE (3, 2) "1.5\n2\n\n\n", "1.5 . / . 2 / . ." },
  { "# name: P\n# type: permutation matrix\n# size: 3\n# orient: c\n2\n3\n1\n",
    ". . 1 / 1 . . / . 1 ." },
  { "# name: P\n# type: permutation matrix\n# size: 3\n# orient: r\n2\n3\n1\n",
    ". 1 . / . . 1 / 1 . ." },
  { "# name: r\n# type: double_range\n# base, limit, increment\n1 3 0.5\n", "1 1.5 2 2.5 3" },
  { "# name: r\n# type: range\n# base, limit, increment\n5 1 -2\n", "5 3 1" },
  { "# name: s\n# type: scalar\n1.5\n", "1.5" },
  { "# name: i\n# type: int8 scalar\n-5\n", "-5" },
  { "# name: t\n# type: bool\n1\n", "1" },
  { "# name: e\n# type: matrix\n" SIZE (0, 0) "\n\n", "" },
  { "% name: A\r\n% type: matrix\r\n% rows: 1\r\n% columns: 2\r\n 1 2\r\n", "1 2" },
  /* A file of a matrix and what is none. */
  { CREATED "# name: s\n# type: string\n# elements: 1\n# length: 9\n# name: x\n\n\n" SPARSE,
    SPARSE_A },
  { CREATED SPARSE "# name: f\n# type: function handle\n<fcn handle>\n", SPARSE_A },
  { CREATED "# name: n\n# type: scalar\n3\n\n\n" SPARSE, SPARSE_A },
  { CREATED
    "# name: p\n# type: scalar struct\n# ndims: 2\n 1 1\n# length: 2\n# name: A\n# type: sparse "
    "matrix\n# nnz: 1\n" SIZE (2, 2) "2 1 3\n\n\n# name: title\n# type: string\n# elements: "
                                     "1\n# length: 1\nx\n\n\n\n\n",
    ". . / 3 ." },
};

static void
check_good (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = io_testing_write ("saved.txt", good[i].text, -1);
      g_autofree char *gz = io_testing_write_gz ("saved.gz", good[i].text, strlen (good[i].text));
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autoptr (SeidelMatrix) packed = io_testing_load (gz);
      g_autofree char *found = io_testing_text (matrix->csr);

      g_test_message ("%s", good[i].text);
      g_assert_cmpstr (found, ==, good[i].matrix);
      g_assert_true (g_str_has_prefix (matrix->origin.format, "Octave text"));
      io_testing_assert_equal (matrix->csr, packed->csr);
    }
}

static void
test_locale (void)
{
  locale_testing_run (check_good);
}

static void
assert_variable (const char *path, const char *name, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, name, NULL, NULL, &error);
  g_autofree char *found = NULL;

  g_assert_no_error (error);
  found = io_testing_text (matrix->csr);
  g_assert_cmpstr (found, ==, expected);
}

/* Several matrices are a choice, also those of structures. */
static void
test_several (void)
{
  static const char text[] = CREATED SPARSE
    "# name: B\n# type: matrix\n" SIZE (2, 2) " 1 2\n 3 4\n\n\n# name: c\n# type: cell\n" SIZE (
      1,
      2) "# name: <cell-element>\n# type: matrix\n" SIZE (2,
                                                          2) " 9 9\n 9 9\n\n\n# name: "
                                                             "<cell-element>\n# type: "
                                                             "scalar\n5\n\n\n\n\n"
                                                             "# name: st\n# type: scalar struct\n# "
                                                             "ndims: 2\n 1 1\n# length: 2\n# name: "
                                                             "K\n# type: diagonal "
                                                             "matrix\n" SIZE (
                                                               2,
                                                               2) "7\n8\n\n\n# name: in\n# type: "
                                                                  "scalar struct\n# ndims: 2\n 1 "
                                                                  "1\n# length: 1\n# name: M\n# "
                                                                  "type: "
                                                                  "matrix\n" SIZE (
                                                                    2,
                                                                    2) " 5 6\n 7 8\n\n\n\n\n\n\n# "
                                                                       "name: last\n# type: "
                                                                       "matrix\n" SIZE (3,
                                                                                        3) " 1 0 "
                                                                                           "0\n 0 "
                                                                                           "1 0\n "
                                                                                           "0 0 "
                                                                                           "1\n";
  g_autofree char *path = io_testing_write ("several.txt", text, -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) variables = seidel_list_variables (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (variables->len, ==, 5);
  assert_variable (path, "A", SPARSE_A);
  assert_variable (path, "B", "1 2 / 3 4");
  assert_variable (path, "st.K", "7 . / . 8");
  assert_variable (path, "st.in.M", "5 6 / 7 8");
  assert_variable (path, "last", "1 . . / . 1 . / . . 1");
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "several.txt");
}

static void
test_rhs (void)
{
  static const char text[] =
    CREATED SPARSE "# name: b\n# type: matrix\n" SIZE (4, 1) " 1\n 2.5\n 3\n 4\n\n\n";
  g_autofree char *path = io_testing_write ("system.txt", text, -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 4, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (matrix->rhs[1], ==, 2.5);
  g_assert_cmpfloat (x[3], ==, 4.0);
  seidel_vector_free (x);
}

static void
test_complex (void)
{
  static const char *const texts[] = {
    "# name: S\n# type: sparse complex matrix\n# nnz: 2\n" SIZE (2, 2) "1 1 (1,2)\n2 1 (4,-5e-1)\n",
    "# name: C\n# type: complex matrix\n" SIZE (2, 2) " (1,2) (0,0)\n (4,-0.5) (0,0)\n",
  };
  const double parts[] = { 1, 2, 4, -0.5 };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = io_testing_write ("complex.txt", texts[i], -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 2);
      g_assert_cmpmem (matrix->parts, sizeof parts, parts, sizeof parts);
    }
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    int code;
    const char *place;
  } files[] = {
    { "# name: A\n# type: sparse matrix\n# nnz: 2\n" SIZE (2, 2) "1 1 4\n3 1 1\n",
      SEIDEL_ERROR_FORMAT, "bad.txt:7" },
    { "# name: A\n# type: sparse matrix\n# nnz: 2\n" SIZE (2, 2) "1 1 4\n2 1 x\n",
      SEIDEL_ERROR_FORMAT, "bad.txt:7" },
    { "# name: A\n# type: sparse matrix\n# nnz: 3\n" SIZE (2, 2) "1 1 4\n\n\n" SPARSE,
      SEIDEL_ERROR_CHOICE, "bad.txt" },
    { "# name: A\n# type: matrix\n" SIZE (2, 2) " 1 2\n 3\n", SEIDEL_ERROR_FORMAT, "bad.txt:7" },
    { "# name: A\n# type: matrix\n" SIZE (2, 2) " 1 2\n 3 4,5\n", SEIDEL_ERROR_FORMAT,
      "bad.txt:6" },
    { "# name: A\n# type: matrix\n# rows: -2\n# columns: 2\n 1 2\n", SEIDEL_ERROR_FORMAT,
      "bad.txt:3" },
    { "# name: A\n# type: matrix\n 1 2\n", SEIDEL_ERROR_UNSUPPORTED, "bad.txt" },
    { "# name: n\n# type: matrix\n# ndims: 3\n 1 1 2\n 1\n 2\n", SEIDEL_ERROR_UNSUPPORTED,
      "bad.txt" },
    { "# name: P\n# type: permutation matrix\n# size: 2\n# orient: c\n2\n3\n", SEIDEL_ERROR_FORMAT,
      "bad.txt:6" },
    { "# name: s\n# type: string\n# elements: 1\n# length: 1\nx\n", SEIDEL_ERROR_UNSUPPORTED,
      "bad.txt" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("bad.txt", files[i].text, -1);

      g_test_message ("%s", files[i].text);
      io_testing_assert_bad (path, files[i].code, files[i].place);
    }
}

/* Written and read back: entries, the right-hand side, complex numbers, what is no number. */
static void
test_written (void)
{
  static const char text[] = CREATED "# name: A\n# type: sparse complex matrix\n# nnz: 3\n" SIZE (
    2, 3) "1 1 (0.1,-2)\n1 2 (3,NaN)\n2 3 (Inf,1e-300)\n\n\n# name: b\n# type: complex "
          "matrix\n" SIZE (2, 1) " (1,2)\n (3,-4)\n";
  const double x[] = { 0.1, -2.0, 1.0 / 3.0 };
  g_autofree char *path = io_testing_write ("from.txt", text, -1);
  g_autofree char *to = io_testing_path ("to.octave");
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autoptr (SeidelMatrix) again = NULL;
  g_autoptr (GError) error = NULL;
  double *back;

  g_assert_true (seidel_save_matrix (matrix, to, NULL, NULL, &error));
  g_assert_no_error (error);
  again = io_testing_load (to);
  g_assert_cmpmem (again->parts, 6 * sizeof (double), matrix->parts, 6 * sizeof (double));
  g_assert_cmpmem (again->rhs, 4 * sizeof (double), matrix->rhs, 4 * sizeof (double));
  g_assert_cmpfloat (again->rhs[3], ==, -4.0);
  g_assert_true (seidel_save_vector (x, 3, false, to, &error));
  back = seidel_load_vector (to, 3, false, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (back, sizeof x, x, sizeof x);
  seidel_vector_free (back);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/octave/good", check_good);
  g_test_add_func ("/octave/locale", test_locale);
  g_test_add_func ("/octave/several", test_several);
  g_test_add_func ("/octave/rhs", test_rhs);
  g_test_add_func ("/octave/complex", test_complex);
  g_test_add_func ("/octave/bad", test_bad);
  g_test_add_func ("/octave/written", test_written);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
