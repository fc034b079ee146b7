/* Writes a matrix, and its right-hand side, as the variables A and b of a MATLAB file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "io/seidel-output.h"
#include "base/seidel-error.h"

/* Version 5 counts the bytes of a variable in 32 bits, of which MATLAB uses 31. */
#define MOST_BYTES_5 2147483647.0

/* What is to be written; the matrix is kept, for nobody waits for an end that nobody wants. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelCsr *columns; /* its transpose */
  char *path;         /* where to */
  char *name;         /* for messages */
} Job;

static void
job_free (void *data)
{
  Job *job = data;

  g_clear_pointer (&job->matrix, seidel_matrix_unref);
  g_clear_pointer (&job->columns, seidel_csr_free);
  g_free (job->path);
  g_free (job->name);
  g_free (job);
}

/* The offsets as the library has them. */
static uint32_t *
narrow_offsets (const SeidelCsr *columns)
{
  uint32_t *offsets = g_new (uint32_t, (gsize) columns->rows + 1);

  for (int64_t j = 0; j <= columns->rows; j++)
    offsets[j] = (uint32_t) columns->row_offsets[j];
  return offsets;
}

static bool
write_variable (mat_t *mat, matvar_t *variable)
{
  bool fine = variable != NULL && Mat_VarWrite (mat, variable, MAT_COMPRESSION_ZLIB) == 0;

  if (variable != NULL)
    Mat_VarFree (variable);
  return fine;
}

static bool
write_matrix (mat_t *mat, const SeidelCsr *columns)
{
  const uint32_t nonzeros = (uint32_t) seidel_csr_nonzeros (columns);
  g_autofree uint32_t *offsets = narrow_offsets (columns);
  size_t dims[] = { (size_t) columns->columns, (size_t) columns->rows };
  mat_sparse_t sparse = { .nzmax = nonzeros,
                          .ir = (mat_uint32_t *) columns->column_indices,
                          .nir = nonzeros,
                          .jc = offsets,
                          .njc = (uint32_t) columns->rows + 1,
                          .ndata = nonzeros,
                          .data = columns->values };

  return write_variable (mat, Mat_VarCreate ("A", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse,
                                             MAT_F_DONT_COPY_DATA));
}

/* In the order of the rows, as the matrix is. */
static bool
write_rhs (mat_t *mat, const SeidelMatrix *matrix)
{
  const int64_t n = matrix->csr->rows;
  g_autofree double *b = g_new (double, (gsize) MAX (n, 1));
  size_t dims[] = { (size_t) n, 1 };

  for (int64_t i = 0; i < n; i++)
    b[i] = matrix->rhs[seidel_matrix_original_row (matrix, i)];
  return write_variable (mat, Mat_VarCreate ("b", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, b,
                                             MAT_F_DONT_COPY_DATA));
}

static bool
write_work (void *data, GError **error)
{
  const Job *job = data;
  const double bytes =
    (double) seidel_csr_bytes (job->columns->rows, seidel_csr_nonzeros (job->columns));
  mat_t *mat = Mat_CreateVer (job->path, "MATLAB file by Seidel",
                              bytes < MOST_BYTES_5 ? MAT_FT_MAT5 : MAT_FT_MAT73);
  bool fine = mat != NULL && write_matrix (mat, job->columns)
              && (job->matrix->rhs == NULL || write_rhs (mat, job->matrix));

  if (mat != NULL && Mat_Close (mat) != 0)
    fine = false;
  if (fine)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be written as a MATLAB file",
               job->name);
  return false;
}

bool
seidel_mat_write (const SeidelMatrix *matrix,
                  const char *path,
                  SeidelProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (SeidelOutput) output = NULL;
  Job *job;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  if (output == NULL)
    return false;
  if (seidel_csr_nonzeros (matrix->csr) > G_MAXUINT32)
    {
      g_autofree char *name = g_filename_display_basename (path);

      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                   "%s: MATLAB files are written with up to 4,294,967,295 entries", name);
      return false;
    }
  if (seidel_output_temporary (output) == NULL)
    {
      g_autofree char *name = g_filename_display_basename (path);

      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                   "%s: is no regular file; a MATLAB file can be written to nothing else", name);
      return false;
    }
  seidel_progress_begin (progress, "Transposing");
  job = g_new0 (Job, 1);
  job->columns = seidel_csr_transpose (matrix->csr, cancellable, error);
  if (job->columns == NULL)
    {
      job_free (job);
      return false;
    }
  job->matrix = seidel_matrix_ref ((SeidelMatrix *) matrix);
  job->path = g_strdup (seidel_output_temporary (output));
  job->name = g_filename_display_basename (path);
  seidel_progress_begin (progress, "Writing");
  return seidel_mat_run (write_work, job, job_free, cancellable, error)
         && seidel_output_finish (output, error);
}
