/* libFuzzer program for MATLAB files of versions 4 and 5, read in this process: so libmatio itself
 * must not crash on what has passed the check. Version 7.3 is fuzz-mat-process's.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "fuzz-file.h"
#include "io/seidel-mat.h"

#define LENGTH        3
#define VERSION_AT    124
#define VERSION_BYTES 4

static bool
is_hdf5 (const uint8_t *data, size_t size)
{
  return size >= VERSION_AT + VERSION_BYTES
         && (memcmp (data + VERSION_AT, "\x00\x02IM", VERSION_BYTES) == 0
             || memcmp (data + VERSION_AT, "\x02\x00MI", VERSION_BYTES) == 0);
}

static void
read_matrix (const char *path, const char *variable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatFound) found = seidel_mat_find (path, "fuzz", variable, &error);
  g_autoptr (SeidelMatrix) matrix = found != NULL ? seidel_mat_found_finish (found, &error) : NULL;

  fuzz_check_error (matrix, error);
  if (matrix != NULL)
    fuzz_check_matrix (matrix);
}

static void
read_vector (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree double *x = seidel_mat_read_vector (path, "fuzz", LENGTH, &error);

  fuzz_check_error (x, error);
  for (int i = 0; x != NULL && i < LENGTH; i++)
    ((volatile double *) x)[i];
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_file (data, size);
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;

  if (is_hdf5 (data, size) || !seidel_mat_recognise ((const char *) data, size)
      || !seidel_mat_check (path, "fuzz", NULL))
    return 0;
  seidel_mat_silence ();
  list = seidel_mat_list (path, "fuzz", &error);
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
  return 0;
}
