/* What PETSc prints, and scripts of MATLAB with matrices in them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../io-testing.h"
#include "matrix/seidel-vector.h"

#define ZZZ                                                                             \
  "%Mat Object: 1 MPI process\n%  type: seqaij\n% Size = 3 4 \n% Nonzeros = 3 \nzzz = " \
  "zeros(3,3);\n"                                                                       \
  "zzz = [\n1 1  2.0000000000000000e+00\n1 2  -1.5\n3 3  4\n];\n"
#define CONVERT " Mat_0x84000000_0 = spconvert(zzz);\n"
#define VIEW                                                                                   \
  "Mat Object: 1 MPI process\n  type: seqaij\nrow 0: (0, 2.)  (1, -1.5) \nrow 1:\nrow 2: (2, " \
  "4e0) \n"

static const struct
{
  const char *text;
  const char *matrix;
  double last; /* of the right-hand side; 0: there is none */
} good[] = {
  { ZZZ CONVERT, "2 -1.5 . . / . . . . / . . 4 .", 0 },
  { "% my matrix\nclear;\nA = [4 -1; -1 4];\n", "4 -1 / -1 4", 0 },
  { "A=[4,-1,0\n-1 4 -1 % two\n\n 0 -1 4];\nb = [1;2;3.5];\n", "4 -1 . / -1 4 -1 / . -1 4", 3.5 },
  { "A = [ 1 2 ...\n 3\n 4 5 6 ];\n", "1 2 3 / 4 5 6", 0 },
  { "zzz = [\n1 1 2\n2 2 3\n];\nA = spconvert(zzz);\n%Vec Object: 1 MPI process\nVec_0x1_1 = "
    "[\n1\n2.5\n];\n",
    "2 . / . 3", 2.5 },
  { "# Octave\nA = [4 -1 # a row\n -1 4];\nx = A \\ [1; 2];\nA = sparse (A);\nspy (A)\n",
    "4 -1 / -1 4", 0 },
  { "A = [4 -1; -1 4], b = [1; 2.5]; c = 2\n", "4 -1 / -1 4", 2.5 },
  { VIEW, "2 -1.5 . / . . . / . . 4", 0 },
  { VIEW "Vec Object: 1 MPI process\n  type: seq\n1.\n2.\n3.5\n", "2 -1.5 . / . . . / . . 4", 3.5 },
  { "row 0: (1, 3.) \nrow 1: (0, 1.) \n", ". 3 / 1 .", 0 },
  { "Matrix Object: 2 MPI processes\n  type: mpiaij\nrow 0: (0, 1.) \nrow 1: (1, 2.) \n",
    "1 . / . 2", 0 },
  { "Vec Object: 2 MPI processes\n  type: mpi\nProcess [0]\n1.\nProcess [1]\n2.5\n", "1 / 2.5", 0 },
};

static void
test_good (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = io_testing_write ("script.m", good[i].text, -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autofree char *found = io_testing_text (matrix->csr);

      g_test_message ("%s", good[i].text);
      g_assert_cmpstr (found, ==, good[i].matrix);
      g_assert_cmpint (matrix->rhs != NULL, ==, good[i].last != 0.0);
      if (matrix->rhs != NULL)
        g_assert_cmpfloat (matrix->rhs[matrix->csr->rows - 1], ==, good[i].last);
    }
}

static void
test_complex (void)
{
  static const char *const texts[] = {
    "zzz = zeros(2,4);\nzzz = [\n1 1 1.5 2\n2 1 3 -4\n];\nA = spconvert(zzz);\n",
    "Mat Object: 1 MPI process\n  type: seqaij\nrow 0: (0, 1.5 + 2. i) \nrow 1: (0, 3. - 4. i) \n",
  };
  const double parts[] = { 1.5, 2, 3, -4 };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = io_testing_write ("complex.m", texts[i], -1);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_assert_cmpmem (matrix->parts, sizeof parts, parts, sizeof parts);
    }
}

static void
test_several (void)
{
  g_autofree char *path = io_testing_write ("several.m", ZZZ CONVERT "B = [1 2; 3 4];\n", -1);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autofree char *found = NULL;

  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "several.m");
  g_clear_error (&error);
  matrix = seidel_load_variable (path, "B", NULL, NULL, &error);
  g_assert_no_error (error);
  found = io_testing_text (matrix->csr);
  g_assert_cmpstr (found, ==, "1 2 / 3 4");
}

static void
test_vector (void)
{
  g_autofree char *path = io_testing_write ("x.m", "x = [\n1\n2.5\n];\n", -1);
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 2, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (x[1], ==, 2.5);
  seidel_vector_free (x);
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    const char *place;
  } files[] = {
    { "A = [1 2; 3];\n", "bad.m:1" },
    { "A = [1 2\n3 x];\n", "bad.m:2" },
    { "A = [1 2\n3 4\n", "bad.m:3" },
    /* What is computed would be another matrix. */
    { "A = [1 2; 3 4]*1e3;\n", "bad.m:1" },
    { "A = [1 2; 3 4]';\n", "bad.m:1" },
    { "A = [1 2\n3 4] + 1;\n", "bad.m:2" },
    { "A = [1 2; 3 4];\nA = 2 * A;\n", "bad.m:2" },
    { "A = [1 2; 3 4]; A(1,1) = 5;\n", "bad.m:1" },
    { "S.A = [1 2; 3 4];\nS.A = S.A + 1;\n", "bad.m:2" },
    { "zzz = [\n1 1 2\n];\nA = spconvert(zzz)';\n", "bad.m:4" },
    { "zzz = [\n1 1 2\n];\nA = spconvert(zzz);\nA = A + A';\n", "bad.m:5" },
    { "zzz = [\n1 0 2\n];\nA = spconvert(zzz);\n", "bad.m:1" },
    { "% Size = 2 2\nzzz = [\n1 3 2\n];\nA = spconvert(zzz);\n", "bad.m:2" },
    { VIEW "row 4: (0, 1.) \n", "bad.m:6" },
    { "row 0: (0, 1.) (1, x) \n", "bad.m:1" },
    { "row 0: (0, 1.) (1, 2. \n", "bad.m:1" },
    { VIEW "the end\n", "bad.m:6" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = io_testing_write ("bad.m", files[i].text, -1);

      io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, files[i].place);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/script/good", test_good);
  g_test_add_func ("/script/complex", test_complex);
  g_test_add_func ("/script/several", test_several);
  g_test_add_func ("/script/vector", test_vector);
  g_test_add_func ("/script/bad", test_bad);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
