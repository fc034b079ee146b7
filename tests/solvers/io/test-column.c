/* Tests of seidel-column: several right-hand sides in a file, which they are, and one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-column.h"
#include "matrix/seidel-vector.h"
#include "pack-testing.h"

#define MATRIX "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 4\n2 2 5\n"
#define PAIR   "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"
#define SINGLE "%%MatrixMarket matrix array real general\n2 1\n7\n8\n"
#define OCTAVE(name, rows, columns, numbers) \
  "# name: " name "\n# type: matrix\n# rows: " rows "\n# columns: " columns "\n" numbers "\n\n\n"

/* "b 2, c 1" */
static char *
list (const char *path, const char *variable, int64_t rows)
{
  g_autoptr (GPtrArray) sides = seidel_list_sides (path, variable, rows, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sides->len; i++)
    {
      const SeidelSide *side = sides->pdata[i];

      g_string_append_printf (text, "%s%s %d%s", i > 0 ? ", " : "",
                              side->name != NULL ? side->name : "-", (int) side->columns,
                              seidel_side_is_likely (side) ? "" : "?");
    }
  return g_string_free (text, FALSE);
}

static void
assert_list (const char *path, const char *variable, int64_t rows, const char *expected)
{
  g_autofree char *found = list (path, variable, rows);

  g_assert_cmpstr (found, ==, expected);
}

/* The vector of two numbers with this name. */
static void
assert_vector (const char *path, const char *behind, double first, double second)
{
  g_autofree char *name = g_strconcat (path, behind, NULL);
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (name, 2, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (x[0], ==, first);
  g_assert_cmpfloat (x[1], ==, second);
  seidel_vector_free (x);
}

static void
assert_no_vector (const char *path, const char *behind, SeidelError code)
{
  g_autofree char *name = g_strconcat (path, behind, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_vector (name, 2, false, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, (int) code);
  g_test_message ("%s", error->message);
}

/* Of arrays with names, those with a number for each row; what is called b comes first, another
 * square matrix is none. */
static void
test_arrays (void)
{
  g_autofree char *path =
    io_testing_write ("several.octave",
                      OCTAVE ("first", "2", "1", " 9\n 8\n") OCTAVE ("A", "2", "2", " 4 0\n 0 5\n")
                        OCTAVE ("D", "2", "2", " 1 0\n 0 1\n")
                          OCTAVE ("long", "3", "1", " 1\n 1\n 1\n")
                            OCTAVE ("b2", "2", "1", " 5\n 6\n")
                              OCTAVE ("b", "2", "2", " 1 3\n 2 4\n"),
                      -1);

  assert_list (path, "A", 2, "b 2, b2 1?, first 1?");
  assert_list (path, "A", 3, "long 1?");
  assert_vector (path, "/b2", 5, 6);
  assert_vector (path, "/first", 9, 8);
  assert_vector (path, "/b, column 1", 1, 2);
  assert_vector (path, "/b, column 2", 3, 4);
  assert_vector (path, ", column 2", 3, 4);
  assert_no_vector (path, "/b", SEIDEL_ERROR_INVALID);
  assert_no_vector (path, "/long", SEIDEL_ERROR_INVALID);
  assert_no_vector (path, "/nothing", SEIDEL_ERROR_INVALID);
  assert_no_vector (path, "/b, column 3", SEIDEL_ERROR_INVALID);
}

static void
test_archive (void)
{
  static const PackTestingMember members[] = { { "K/K.mtx", MATRIX },
                                               { "K/K_b.mtx", PAIR },
                                               { "K/K_load.mtx", SINGLE } };
  g_autofree char *path =
    pack_testing_archive ("K.tar.gz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP, members,
                          G_N_ELEMENTS (members));

  assert_list (path, "K/K.mtx", 2, "K/K_b.mtx 2, K/K_load.mtx 1?");
  assert_vector (path, "/K/K_b.mtx, column 2", 3, 4);
  assert_vector (path, "/K/K_load.mtx", 7, 8);
}

/* Harwell-Boeing files have right-hand sides without names behind their only matrix. */
static void
test_behind_matrix (void)
{
  g_autofree char *path = io_testing_write (
    "sides.rua",
    "sides                                                                   key     \n"
    "             7             1             1             1             3\n"
    "RUA                        2             2             2             0\n"
    "(3I5)           (2I5)           (2F10.1)            (2F10.1)\n"
    "F                          3             0\n"
    "    1    2    3\n    1    2\n       4.0       5.0\n"
    "       1.0       2.0\n       3.0       4.0\n       5.0       6.0\n",
    -1);
  g_autofree char *alone = io_testing_write ("alone.mtx", MATRIX, -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_cmpfloat (matrix->rhs[0], ==, 1.0);
  g_assert_cmpfloat (matrix->rhs[1], ==, 2.0);
  assert_list (path, NULL, 2, "- 3");
  for (int k = 1; k <= 3; k++)
    {
      g_autofree char *column = g_strdup_printf (", column %d", k);

      assert_vector (path, column, 2 * k - 1, 2 * k);
    }
  assert_no_vector (path, ", column 4", SEIDEL_ERROR_INVALID);
  assert_list (alone, NULL, 2, "");
}

/* Where a path goes on behind a file. */
static void
test_split (void)
{
  g_autofree char *path = io_testing_write ("file.mtx", MATRIX, -1);
  const char *const behind[] = { "b", "folder/b.mtx", "" };
  const char *const whole[] = { path, "", "/nowhere/at/all", "relative" };

  for (size_t i = 0; i < G_N_ELEMENTS (behind); i++)
    {
      g_autofree char *name = seidel_side_path (path, behind[i]);
      g_autofree char *file = NULL;
      g_autofree char *array = NULL;

      seidel_column_split (name, &file, &array);
      g_assert_cmpstr (file, ==, path);
      g_assert_cmpstr (array, ==, behind[i]);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (whole); i++)
    {
      g_autofree char *file = NULL;
      g_autofree char *array = NULL;

      seidel_column_split (whole[i], &file, &array);
      g_assert_cmpstr (file, ==, whole[i]);
      g_assert_null (array);
    }
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/column/arrays", test_arrays);
  g_test_add_func ("/column/archive", test_archive);
  g_test_add_func ("/column/behind-matrix", test_behind_matrix);
  g_test_add_func ("/column/split", test_split);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
