/* Writes matrices and vectors as PETSc's MatLoad () and VecLoad () read them: big-endian, with
 * 32-bit indices and real numbers in double precision, as its usual configuration has them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-petsc-write.h"

#include <string.h>

#include "base/seidel-error.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

#define CLASS_VECTOR 1211214
#define CLASS_MATRIX 1211216

/* Numbers that are swapped at once. */
#define PIECE 4096

static bool
write_integers (SeidelOutput *output, const int32_t *values, int64_t n, GError **error)
{
  uint32_t piece[PIECE];

  for (int64_t begin = 0; begin < n; begin += PIECE)
    {
      const int64_t count = MIN (n - begin, PIECE);

      for (int64_t i = 0; i < count; i++)
        piece[i] = GUINT32_TO_BE ((uint32_t) values[begin + i]);
      if (!seidel_output_write (output, (const char *) piece, (size_t) count * sizeof *piece,
                                error))
        return false;
    }
  return true;
}

static bool
write_doubles (SeidelOutput *output, const double *values, int64_t n, GError **error)
{
  uint64_t piece[PIECE];

  for (int64_t begin = 0; begin < n; begin += PIECE)
    {
      const int64_t count = MIN (n - begin, PIECE);

      memcpy (piece, values + begin, (size_t) count * sizeof *piece);
      for (int64_t i = 0; i < count; i++)
        piece[i] = GUINT64_TO_BE (piece[i]);
      if (!seidel_output_write (output, (const char *) piece, (size_t) count * sizeof *piece,
                                error))
        return false;
    }
  return true;
}

static bool
write_lengths (SeidelOutput *output, const SeidelCsr *csr, GError **error)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int32_t length = (int32_t) (csr->row_offsets[row + 1] - csr->row_offsets[row]);

      if (!write_integers (output, &length, 1, error))
        return false;
    }
  return true;
}

static bool
write_rhs (SeidelOutput *output, const SeidelMatrix *matrix, GError **error)
{
  const int32_t header[] = { CLASS_VECTOR, (int32_t) matrix->csr->rows };

  if (matrix->rhs == NULL)
    return true;
  if (!write_integers (output, header, 2, error))
    return false;
  for (int64_t i = 0; i < matrix->csr->rows; i++)
    if (!write_doubles (output, &matrix->rhs[seidel_matrix_original_row (matrix, i)], 1, error))
      return false;
  return true;
}

static bool
check (const char *path, bool complex_numbers, int64_t entries, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  if (complex_numbers)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text (
                   "%s: PETSc reads complex numbers only where all are; write a real matrix, or "
                   "Matrix Market"),
                 name);
  else if (entries > G_MAXINT32)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text ("%s: PETSc files are written with up to 2,147,483,647 entries"),
                 name);
  return !complex_numbers && entries <= G_MAXINT32;
}

bool
seidel_petsc_write (const SeidelMatrix *matrix,
                    const char *path,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const int64_t entries = seidel_csr_nonzeros (csr);
  const int32_t header[] = { CLASS_MATRIX, (int32_t) csr->rows, (int32_t) csr->columns,
                             (int32_t) entries };
  g_autoptr (SeidelOutput) output = NULL;

  if (!check (path, seidel_matrix_is_complex (matrix), entries, error)
      || g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  seidel_progress_begin (progress, "Writing");
  return output != NULL && write_integers (output, header, 4, error)
         && write_lengths (output, csr, error)
         && write_integers (output, csr->column_indices, entries, error)
         && !g_cancellable_set_error_if_cancelled (cancellable, error)
         && write_doubles (output, csr->values, entries, error) && write_rhs (output, matrix, error)
         && seidel_output_finish (output, error);
}

bool
seidel_petsc_write_vector (const double *x,
                           int64_t n,
                           bool complex_numbers,
                           const char *path,
                           GError **error)
{
  const int32_t header[] = { CLASS_VECTOR, (int32_t) n };
  g_autoptr (SeidelOutput) output = NULL;

  if (!check (path, complex_numbers, n, error))
    return false;
  output = seidel_output_open (path, error);
  return output != NULL && write_integers (output, header, 2, error)
         && write_doubles (output, x, n, error) && seidel_output_finish (output, error);
}
