/* Tests of seidel_load_any_vector: vectors of a length that nobody knows before.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io-testing.h"
#include "matrix/seidel-vector.h"

static const double numbers[] = { 1.0, -2.5, 1e300, 3.0, 0.0, 0.5, 4.0, 8.0 };

static const char *const names[] = { "x.mtx", "x.txt", "x.npy", "x.mtx.gz" };

static double *
load (const char *path, int64_t *n, bool *complex_numbers, GError **error)
{
  *n = 1234567;
  *complex_numbers = true;
  return seidel_load_any_vector (path, n, complex_numbers, NULL, error);
}

/* Every length, as it was written. */
static void
test_lengths (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    for (int64_t length = 1; length <= (int64_t) G_N_ELEMENTS (numbers); length++)
      {
        g_autofree char *path = io_testing_path (names[i]);
        g_autoptr (GError) error = NULL;
        bool complex_numbers;
        int64_t n;
        double *x;

        g_assert_true (seidel_save_vector (numbers, length, false, path, &error));
        x = load (path, &n, &complex_numbers, &error);
        g_assert_no_error (error);
        g_assert_cmpint (n, ==, length);
        g_assert_false (complex_numbers);
        g_assert_cmpmem (x, (size_t) n * sizeof *x, numbers, (size_t) length * sizeof *numbers);
        seidel_vector_free (x);
      }
}

static void
test_complex (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      /* Plain text does not say that it is complex. */
      const bool says = !g_str_equal (names[i], "x.txt");
      g_autofree char *path = io_testing_path (names[i]);
      g_autoptr (GError) error = NULL;
      bool complex_numbers;
      int64_t n;
      double *x;

      g_assert_true (seidel_save_vector (numbers, 4, true, path, &error));
      x = load (path, &n, &complex_numbers, &error);
      g_assert_no_error (error);
      g_assert_cmpint (n, ==, says ? 4 : 8);
      g_assert_true (complex_numbers == says);
      g_assert_cmpmem (x, 8 * sizeof *x, numbers, sizeof numbers);
      seidel_vector_free (x);
    }
}

/* All numbers are elements, a first one too that could be the size; a row will do. */
static void
test_texts (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    int64_t n;
    double last;
  } good[] = {
    { "sized.txt", "2 5 7\n", 3, 7.0 },
    { "comment.txt", "# nothing\n1\n% more\n2 3 # three\n", 3, 3.0 },
    { "row.mtx", "%%MatrixMarket matrix coordinate real general\n1 4 1\n1 4 9\n", 4, 9.0 },
    { "column.csv", "1.5\n2.5\n", 2, 2.5 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = io_testing_write (good[i].name, good[i].text, -1);
      g_autoptr (GError) error = NULL;
      bool complex_numbers;
      int64_t n;
      double *x = load (path, &n, &complex_numbers, &error);

      g_assert_no_error (error);
      g_assert_cmpint (n, ==, good[i].n);
      g_assert_cmpfloat (x[n - 1], ==, good[i].last);
      seidel_vector_free (x);
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    int code;
  } bad[] = {
    { "matrix.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 9\n",
      SEIDEL_ERROR_INVALID },
    { "word.txt", "1\n2\nthree\n", SEIDEL_ERROR_FORMAT },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = io_testing_write (bad[i].name, bad[i].text, -1);
      g_autoptr (GError) error = NULL;
      bool complex_numbers;
      int64_t n;

      g_assert_null (load (path, &n, &complex_numbers, &error));
      g_assert_error (error, SEIDEL_ERROR, bad[i].code);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/any-vector/lengths", test_lengths);
  g_test_add_func ("/any-vector/complex", test_complex);
  g_test_add_func ("/any-vector/texts", test_texts);
  g_test_add_func ("/any-vector/refused", test_refused);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
