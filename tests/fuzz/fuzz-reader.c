/* libFuzzer program for one reader of matrices, FUZZ_READER, or for all of them when it is not
 * defined: any bytes must give a valid matrix or an error, and nothing else. Of a file with several
 * matrices a few are read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-file.h"
#include "io/seidel-loader-private.h"

/* Whether the loader would ask the reader in question. */
static bool
is_ours (const char *path)
{
#ifdef FUZZ_READER
  g_autoptr (SeidelSource) source = seidel_source_open (path, NULL);

  return source != NULL && seidel_reader_find (source, NULL) == &FUZZ_READER;
#else
  return true;
#endif
}

static void
read_one (const char *path, const char *variable)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, variable, NULL, NULL, &error);

  fuzz_check_error (matrix, error);
  if (matrix != NULL)
    fuzz_check_matrix (matrix);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = fuzz_file (data, size);
  g_autoptr (GPtrArray) variables = NULL;
  g_autoptr (GError) error = NULL;

  if (!is_ours (path))
    return 0;
  variables = seidel_list_variables (path, NULL, &error);
  fuzz_check_error (variables, error);
  read_one (path, NULL);
  for (guint i = 0;
       variables != NULL && variables->len > 1 && i < MIN (variables->len, FUZZ_VARIABLES); i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (variables, i);

      fuzz_check_variable (variable);
      if (variable->usable)
        read_one (path, variable->name);
    }
  return 0;
}
