/* libFuzzer program for vectors, of whatever format: as many numbers as were asked for, or an
 * error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz-file.h"
#include "matrix/seidel-vector.h"

/* As many as most of the seeds hold. */
#define LENGTH 3

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (fuzz_file (data, size), LENGTH, false, NULL, &error);

  fuzz_check_error (x, error);
  for (int i = 0; x != NULL && i < LENGTH; i++)
    ((volatile double *) x)[i];
  seidel_vector_free (x);
  return 0;
}
