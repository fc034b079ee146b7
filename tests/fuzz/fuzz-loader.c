/* libFuzzer program for the loader: any bytes must give a valid matrix or an error, and nothing
 * else. The same bytes are read as a vector too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <sys/mman.h>
#include <unistd.h>

#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"

/* Matrices with more rows or columns are right to take memory, but take time as well. */
#define MOST_ROWS 100000

/* As many numbers as a vector is asked to have: the number of most of the seeds. */
#define VECTOR_LENGTH 3

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* Whether some line begins with a number larger than MOST_ROWS: it may be the size line. */
static bool
looks_large (const uint8_t *data, size_t size)
{
  int64_t number = 0;
  bool in_value = false;

  for (size_t i = 0; i < size; i++)
    {
      if (data[i] >= '0' && data[i] <= '9' && !in_value)
        number = MIN (number * 10 + (data[i] - '0'), G_MAXINT32);
      else
        {
          in_value = data[i] == '.' || (in_value && data[i] != ' ' && data[i] != '\n');
          number = 0;
        }
      if (number > MOST_ROWS)
        return true;
    }
  return false;
}

/* The other triangle is filled in at most, and nothing is lost that is not told. */
static void
check_matrix (const SeidelMatrix *matrix)
{
  g_autoptr (GError) error = NULL;
  int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);

  if (!seidel_csr_validate (matrix->csr, &error))
    g_error ("%s", error->message);
  if (nonzeros > 2 * matrix->origin.stored || matrix->origin.duplicates < 0
      || matrix->origin.duplicates > matrix->origin.stored)
    g_error ("%" G_GINT64_FORMAT " entries of %" G_GINT64_FORMAT " stored", nonzeros,
             matrix->origin.stored);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  double *vector;
  int file;

  if (looks_large (data, size))
    return 0;
  file = memfd_create ("fuzz.mtx", MFD_CLOEXEC);
  g_assert_cmpint (write (file, data, size), ==, (ssize_t) size);
  path = g_strdup_printf ("/proc/self/fd/%d", file);

  matrix = seidel_load_matrix (path, NULL, NULL, &error);
  g_assert_true ((matrix == NULL) == (error != NULL));
  if (matrix != NULL)
    check_matrix (matrix);
  else if (!g_utf8_validate (error->message, -1, NULL))
    g_error ("the message is not valid UTF-8");

  g_clear_error (&error);
  vector = seidel_load_vector (path, VECTOR_LENGTH, NULL, &error);
  g_assert_true ((vector == NULL) == (error != NULL));
  seidel_vector_free (vector);
  close (file);
  return 0;
}
