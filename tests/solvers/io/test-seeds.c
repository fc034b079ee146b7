/* The seeds of the fuzzers, and what the fuzzers found once: each is a valid matrix or an error
 * that can be shown, whatever else it is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io-testing.h"
#include "io/formats/seidel-mat-process.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"

#define LENGTH 3

static void
try_variables (const char *path)
{
  g_autoptr (GPtrArray) variables = seidel_list_variables (path, NULL, NULL);

  for (guint i = 0; variables != NULL && i < variables->len; i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (variables, i);
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelMatrix) matrix =
        seidel_load_variable (path, variable->name, NULL, NULL, &error);

      g_assert_true ((matrix == NULL) == (error != NULL));
      g_assert_true (matrix == NULL || seidel_csr_validate (matrix->csr, NULL));
    }
}

/* On the disk as in memory, but that memory is not what there is too little of. */
static void
try_on_disk (const char *path, const SeidelMatrix *expected, const GError *expected_error)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_on_disk (path, NULL, false, NULL, NULL, &error);

  if (expected != NULL)
    io_testing_assert_equal (expected->csr, matrix->csr);
  else if (!g_error_matches (expected_error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY))
    g_assert_cmpstr (expected_error->message, ==, error->message);
}

static void
test_seed (gconstpointer data)
{
  const char *path = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) vector_error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, &error);
  double *x = seidel_load_vector (path, LENGTH, false, NULL, &vector_error);

  g_assert_true ((matrix == NULL) == (error != NULL));
  g_assert_true (matrix == NULL || seidel_csr_validate (matrix->csr, NULL));
  g_assert_true (error == NULL || g_utf8_validate (error->message, -1, NULL));
  g_assert_true ((x == NULL) == (vector_error != NULL));
  g_assert_true (vector_error == NULL || g_utf8_validate (vector_error->message, -1, NULL));
  seidel_vector_free (x);
  try_on_disk (path, matrix, error);
  try_variables (path);
}

/* One test for each file of a folder; returns how many. */
static int
add_folder (const char *folder, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) files = g_dir_open (folder, 0, &error);
  const char *file;
  int n = 0;

  g_assert_no_error (error);
  for (; (file = g_dir_read_name (files)) != NULL; n++)
    {
      g_autofree char *test = g_strdup_printf ("/seeds/%s/%s", name, file);

      g_test_add_data_func_full (test, g_build_filename (folder, file, NULL), test_seed, g_free);
    }
  return n;
}

int
main (int argc, char **argv)
{
  g_autofree char *seeds = NULL;
  g_autoptr (GDir) folders = NULL;
  const char *name;
  int n = 0;

  g_test_init (&argc, &argv, NULL);
  /* As for the fuzzers: what promises more memory than this is refused. */
  seidel_memory_pretend_total (4e6);
  seidel_mat_process_set_patience (0.3);
  seeds = g_test_build_filename (G_TEST_DIST, "fuzz", "seeds", NULL);
  folders = g_dir_open (seeds, 0, NULL);
  while (folders != NULL && (name = g_dir_read_name (folders)) != NULL)
    {
      g_autofree char *folder = g_build_filename (seeds, name, NULL);

      n += add_folder (folder, name);
    }
  g_assert_cmpint (n, >, 50);
  return g_test_run ();
}
