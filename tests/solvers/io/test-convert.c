/* Round trips: what any writer wrote, the reader gives back to the bit, whatever the locale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <locale.h>
#include <math.h>

#include "io-testing.h"
#include "matrix/seidel-vector.h"

typedef struct
{
  const char *name;
  int64_t rows;
  int64_t columns;
  int64_t offsets[6];
  int32_t indices[8];
  double values[8];
} Case;

/* Explicit zeros of both signs, the smallest and the largest numbers, what is no number. */
static const Case cases[] = {
  { "empty", 0, 0, { 0 }, { 0 }, { 0 } },
  { "no-entries", 3, 2, { 0, 0, 0, 0 }, { 0 }, { 0 } },
  { "no-columns", 2, 0, { 0, 0, 0 }, { 0 }, { 0 } },
  { "no-rows", 0, 3, { 0 }, { 0 }, { 0 } },
  { "one", 1, 1, { 0, 1 }, { 0 }, { -2.5 } },
  { "wide", 2, 5, { 0, 2, 3 }, { 1, 4, 0 }, { 0.1, 1.0 / 3.0, 1e22 } },
  { "tall", 5, 2, { 0, 0, 1, 1, 3, 3 }, { 1, 0, 1 }, { 7, 0.0, -0.0 } },
  { "extremes",
    3,
    3,
    { 0, 3, 5, 7 },
    { 0, 1, 2, 0, 2, 1, 2 },
    { 0x1p-1074, 0x1.fffffffffffffp-1023, 0x1.fffffffffffffp+1023, -0x1p-1022, 12345.678, -1e-310,
      9007199254740993.0 } },
  { "not-finite", 2, 2, { 0, 2, 3 }, { 0, 1, 1 }, { INFINITY, -INFINITY, NAN } },
};

static SeidelMatrix *
make_matrix (const Case *data)
{
  g_autoptr (GError) error = NULL;
  const int64_t nonzeros = data->offsets[data->rows];
  SeidelCsr *csr = seidel_csr_new (data->rows, data->columns, nonzeros, &error);

  g_assert_no_error (error);
  memcpy (csr->row_offsets, data->offsets, (size_t) (data->rows + 1) * 8);
  memcpy (csr->column_indices, data->indices, (size_t) nonzeros * 4);
  memcpy (csr->values, data->values, (size_t) nonzeros * 8);
  g_assert_true (seidel_csr_validate (csr, NULL));
  return seidel_matrix_new (data->name, csr);
}

/* The endings that a format is written under: its own, and that of compressed text. */
static char **
list_endings (bool vectors)
{
  g_autoptr (GStrvBuilder) endings = g_strv_builder_new ();
  size_t n = 0;
  const SeidelFormat *formats = seidel_formats (&n);

  for (size_t i = 0; i < n; i++)
    if (vectors ? formats[i].writes_vectors : formats[i].writes_matrices)
      {
        static const char *const compressions[] = { ".gz", ".bz2", ".xz", ".zst" };

        g_strv_builder_add (endings, formats[i].suffixes[0]);
        for (size_t c = 0; c < G_N_ELEMENTS (compressions) && !formats[i].binary; c++)
          {
            g_autofree char *ending = g_strconcat (formats[i].suffixes[0], compressions[c], NULL);

            g_strv_builder_add (endings, ending);
          }
      }
  return g_strv_builder_end (endings);
}

/* Rutherford-Boeing files have no word for what is no number; a graph is a symmetric matrix without
 * a diagonal (test_graphs ()). */
static bool
can_hold (const Case *data, const char *ending)
{
  if (g_str_has_prefix (ending, ".rb"))
    return !g_str_equal (data->name, "not-finite");
  return !g_str_has_prefix (ending, ".graph") || g_str_equal (data->name, "empty");
}

/* Text of a dense matrix has no rows without columns, and its zeros are not stored. */
static bool
is_lost (const Case *data, const char *ending)
{
  return g_str_has_prefix (ending, ".txt")
         && (data->rows == 0 || data->columns == 0 || g_str_equal (data->name, "tall"));
}

static void
check_matrices (void)
{
  g_auto (GStrv) endings = list_endings (false);

  g_assert_true (g_strv_contains ((const char *const *) endings, ".mtx"));
  g_assert_true (g_strv_contains ((const char *const *) endings, ".mtx.gz"));
  g_assert_true (g_strv_contains ((const char *const *) endings, ".npz"));
  g_assert_true (g_strv_contains ((const char *const *) endings, ".mat"));
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    for (char **ending = endings; *ending != NULL; ending++)
      {
        g_autofree char *name = g_strconcat (cases[c].name, *ending, NULL);
        g_autofree char *path = io_testing_path (name);
        g_autoptr (SeidelMatrix) matrix = make_matrix (&cases[c]);
        g_autoptr (SeidelMatrix) again = NULL;
        g_autoptr (GError) error = NULL;
        SeidelProgress progress = SEIDEL_PROGRESS_INIT;

        g_test_message ("%s", name);
        if (is_lost (&cases[c], *ending))
          continue;
        if (!can_hold (&cases[c], *ending))
          {
            g_assert_false (seidel_save_matrix (matrix, path, &progress, NULL, &error));
            io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, name);
            continue;
          }
        g_assert_true (seidel_save_matrix (matrix, path, &progress, NULL, &error));
        g_assert_no_error (error);
        again = io_testing_load (path);
        io_testing_assert_equal (matrix->csr, again->csr);
        g_assert_cmpstr (again->name, ==, cases[c].name);
        g_assert_cmpint (again->origin.duplicates, ==, 0);
      }
}

static void
check_vectors (void)
{
  static const double x[] = { 0.1,  -2.0,     0x1p-1074, 1.0 / 3.0, 12345.678,
                              -0.0, INFINITY, -INFINITY, NAN };
  const int64_t n = G_N_ELEMENTS (x);
  g_auto (GStrv) endings = list_endings (true);

  g_assert_true (g_strv_contains ((const char *const *) endings, ".npy"));
  g_assert_true (g_strv_contains ((const char *const *) endings, ".txt"));
  for (char **ending = endings; *ending != NULL; ending++)
    {
      g_autofree char *name = g_strconcat ("vector", *ending, NULL);
      g_autofree char *path = io_testing_path (name);
      g_autoptr (GError) error = NULL;
      double *back;

      g_test_message ("%s", name);
      g_assert_true (seidel_save_vector (x, n, false, path, &error));
      g_assert_no_error (error);
      back = seidel_load_vector (path, n, false, NULL, &error);
      g_assert_no_error (error);
      /* The zero of an array in text is not stored, and so has no sign. */
      for (int64_t i = 0; i < n; i++)
        g_assert_true (back[i] == x[i] || (isnan (back[i]) && isnan (x[i])));
      seidel_vector_free (back);
    }
}

static void
test_matrices (void)
{
  check_matrices ();
}

static void
test_vectors (void)
{
  check_vectors ();
}

static int
run (const char *const *arguments)
{
  int status = -1;

  if (!g_spawn_sync (NULL, (char **) arguments, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, NULL))
    return -1;
  return status;
}

/* Where the decimal point is a comma; in a process of its own, for LOCPATH counts from its start.
 */
static void
test_german (void)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-locale-XXXXXX", NULL);
  g_autofree char *locale = g_build_filename (folder, "de_DE.UTF-8", NULL);

  if (g_test_subprocess ())
    {
      char printed[16];

      if (setlocale (LC_ALL, "de_DE.UTF-8") == NULL)
        g_error ("the locale that was just made cannot be used");
      g_snprintf (printed, sizeof printed, "%.1f", 1.5);
      g_assert_cmpstr (printed, ==, "1,5");
      g_rmdir (folder);
      check_matrices ();
      check_vectors ();
      return;
    }
  run ((const char *const[]){ "localedef", "-i", "de_DE", "-f", "UTF-8", locale, NULL });
  if (!g_file_test (locale, G_FILE_TEST_IS_DIR))
    g_test_skip ("localedef is not installed or could not make a German locale");
  else
    {
      g_setenv ("LOCPATH", folder, TRUE);
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_unsetenv ("LOCPATH");
      g_test_trap_assert_passed ();
    }
  run ((const char *const[]){ "rm", "-r", folder, NULL });
}

/* A right-hand side goes along where the format keeps it, in the order of the rows. */
static void
test_rhs (void)
{
  static const double b[] = { 10, 20, 30 };
  static const int32_t backwards[] = { 2, 1, 0 };
  g_autoptr (SeidelMatrix) matrix = make_matrix (&cases[7]);
  g_autoptr (SeidelMatrix) reordered = NULL;
  g_autoptr (SeidelMatrix) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = io_testing_path ("with-rhs.mat");

  matrix->rhs = g_memdup2 (b, sizeof b);
  matrix->origin.variable = g_strdup ("A");
  reordered = seidel_matrix_reordered (matrix, "backwards", backwards, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (reordered->origin.variable, ==, "A");
  g_assert_cmpmem (reordered->rhs, sizeof b, b, sizeof b);
  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
  again = io_testing_load (path);
  g_assert_cmpmem (again->rhs, sizeof b, b, sizeof b);
  g_clear_pointer (&again, seidel_matrix_unref);
  g_assert_true (seidel_save_matrix (reordered, path, NULL, NULL, &error));
  again = io_testing_load (path);
  io_testing_assert_equal (again->csr, reordered->csr);
  for (int i = 0; i < 3; i++)
    g_assert_cmpfloat (again->rhs[i], ==, b[2 - i]);
}

/* Names ask for what cannot be written. */
static void
test_refused (void)
{
  static const struct
  {
    const char *name;
    bool vector;
  } refused[] = {
    { "a.npy", false },
    { "a.npz", true },
    { "a.npz.gz", false },
  };
  g_autoptr (SeidelMatrix) matrix = make_matrix (&cases[4]);

  for (size_t i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *path = io_testing_path (refused[i].name);
      g_autoptr (GError) error = NULL;

      g_assert_false (refused[i].vector
                        ? seidel_save_vector (matrix->csr->values, 1, false, path, &error)
                        : seidel_save_matrix (matrix, path, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, refused[i].name);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
}

/* What was there stays, and nothing is left beside it. */
static void
test_cancelled (void)
{
  g_auto (GStrv) endings = list_endings (false);
  g_autoptr (SeidelMatrix) matrix = make_matrix (&cases[7]);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (char **ending = endings; *ending != NULL; ending++)
    {
      g_autofree char *name = g_strconcat ("kept", *ending, NULL);
      g_autofree char *path = io_testing_write (name, "what was there", -1);
      g_autofree char *content = NULL;
      g_autofree char *missing = g_strconcat ("/no/such/folder/x", *ending, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GDir) folder = NULL;
      const char *entry;

      g_assert_false (seidel_save_matrix (matrix, path, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_clear_error (&error);
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_assert_cmpstr (content, ==, "what was there");
      g_assert_false (seidel_save_matrix (matrix, missing, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
      folder = g_dir_open (io_testing_folder, 0, NULL);
      while ((entry = g_dir_read_name (folder)) != NULL)
        g_assert_false (g_str_has_prefix (entry, name) && g_strcmp0 (entry, name) != 0
                        && strlen (entry) == strlen (name) + 7);
    }
}

/* Graphs, with weights and without, and what is none. */
static void
test_graphs (void)
{
  static const struct
  {
    const char *text;
    const char *graph; /* NULL: it is refused */
  } files[] = {
    { "3 3 4\n1 2 1\n2 1 1\n2 3 1\n3 2 1\n", "3 2\n2\n1 3\n2\n" },
    { "4 4 2\n1 3 1\n3 1 1\n", "4 1\n3\n\n1\n\n" },
    { "3 3 4\n1 2 7\n2 1 7\n2 3 1\n3 2 1\n", "3 2 001\n2 7\n1 7 3 1\n2 1\n" },
    { "2 2 1\n1 2 1\n", NULL },
    { "2 2 2\n1 2 1\n2 1 2\n", NULL },
    { "2 2 2\n1 2 1.5\n2 1 1.5\n", NULL },
    { "2 2 2\n1 2 -1\n2 1 -1\n", NULL },
    { "2 2 3\n1 1 1\n1 2 1\n2 1 1\n", NULL },
    { "2 3 1\n1 2 1\n", NULL },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *text =
        g_strconcat ("%%MatrixMarket matrix coordinate real general\n", files[i].text, NULL);
      g_autofree char *from = io_testing_write ("from.mtx", text, -1);
      g_autofree char *to = io_testing_path ("to.graph");
      g_autofree char *written = NULL;
      g_autoptr (SeidelMatrix) matrix = io_testing_load (from);
      g_autoptr (SeidelMatrix) again = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (seidel_save_matrix (matrix, to, NULL, NULL, &error), ==,
                       files[i].graph != NULL);
      if (files[i].graph == NULL)
        {
          io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, "to.graph");
          continue;
        }
      g_assert_true (g_file_get_contents (to, &written, NULL, NULL));
      g_assert_cmpstr (written, ==, files[i].graph);
      again = io_testing_load (to);
      io_testing_assert_equal (matrix->csr, again->csr);
    }
}

/* Right-hand sides beside the matrix, symmetric and complex matrices. */
static void
test_kinds (void)
{
  static const char symmetric[] =
    "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 4.1\n2 "
    "1 -1\n3 2 0.1\n3 3 5\n";
  static const char complex_text[] = "%%MatrixMarket matrix coordinate complex general\n2 3 3\n1 1 "
                                     "4.1 -1\n2 1 -1 0\n1 3 0.1 1e-300\n";
  static const char system[] =
    "# name: A\n# type: matrix\n# rows: 2\n# columns: 2\n 1 2\n 3 4\n\n\n"
    "# name: b\n# type: matrix\n# rows: 2\n# columns: 1\n 5\n 6.5\n";
  const char *const texts[] = { symmetric, complex_text, system };
  const char *const names[] = { "kinds.rb", "kinds.octave", "kinds.petsc" };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    for (size_t k = 0; k < G_N_ELEMENTS (names); k++)
      {
        g_autofree char *from = io_testing_write ("from.txt", texts[i], -1);
        g_autofree char *to = io_testing_path (names[k]);
        g_autoptr (SeidelMatrix) matrix = io_testing_load (from);
        g_autoptr (SeidelMatrix) again = NULL;
        g_autoptr (GError) error = NULL;

        if (i == 1 && k == 2)
          {
            g_assert_false (seidel_save_matrix (matrix, to, NULL, NULL, &error));
            io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, names[k]);
            continue;
          }
        g_assert_true (seidel_save_matrix (matrix, to, NULL, NULL, &error));
        g_assert_no_error (error);
        again = io_testing_load (to);
        io_testing_assert_equal (matrix->csr, again->csr);
        if (matrix->parts != NULL)
          g_assert_cmpmem (matrix->parts, 6 * sizeof (double), again->parts, 6 * sizeof (double));
        if (i == 0 && k == 0)
          g_assert_cmpint (again->origin.symmetry, ==, SEIDEL_FILED_SYMMETRIC);
        if (i == 2 && k > 0)
          g_assert_cmpfloat (again->rhs[1], ==, 6.5);
      }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/convert/matrices", test_matrices);
  g_test_add_func ("/convert/graphs", test_graphs);
  g_test_add_func ("/convert/kinds", test_kinds);
  g_test_add_func ("/convert/vectors", test_vectors);
  g_test_add_func ("/convert/german", test_german);
  g_test_add_func ("/convert/rhs", test_rhs);
  g_test_add_func ("/convert/refused", test_refused);
  g_test_add_func ("/convert/cancelled", test_cancelled);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
