/* libFuzzer program for MATLAB files of versions 4 and 5, which are read in this process;
 * version 7.3 is fuzz-mat-process's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-file.h"
#include "io/formats/seidel-mat.h"
#include "matrix/seidel-vector.h"

#define LENGTH 3

static void
read_matrix (const char *path, const char *variable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, variable, NULL, NULL, &error);

  fuzz_check_error (matrix, error);
  if (matrix != NULL)
    fuzz_check_matrix (matrix);
}

static void
read_vector (const char *path)
{
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, LENGTH, false, NULL, &error);

  fuzz_check_error (x, error);
  for (int i = 0; x != NULL && i < LENGTH; i++)
    ((volatile double *) x)[i];
  seidel_vector_free (x);
}

static void
verify (const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!seidel_mat_verify (path, 1, &error))
    g_assert_nonnull (error);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_file (data, size);
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;

  if (seidel_mat_is_hdf5 ((const char *) data, size)
      || !seidel_mat_recognise ((const char *) data, size))
    return 0;
  list = seidel_list_variables (path, NULL, &error);
  fuzz_check_error (list, error);
  read_matrix (path, NULL);
  for (guint i = 0; list != NULL && list->len > 1 && i < MIN (list->len, FUZZ_VARIABLES); i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (list, i);

      fuzz_check_variable (variable);
      if (variable->usable)
        read_matrix (path, variable->name);
    }
  read_vector (path);
  verify (path);
  return 0;
}
