/* Writes a matrix, and its right-hand side, as the variables A and b of a MATLAB file.
 *
 * libmatio does it, which supports no cancellation, reports no failure to write and crashes without
 * memory, as HDF5 does. So a child process calls it, and what it wrote is read again before it
 * replaces an older file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat.h"

#include <matio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "config.h"
#include "io/bytes/seidel-child.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* Version 5 counts the bytes of a variable in 32 bits, of which MATLAB uses 31. */
#define MOST_BYTES_5 2147483647.0

/* What is to be written, in the arrays that the library asks for. */
typedef struct
{
  const SeidelMatrix *matrix;
  SeidelCsr *columns;   /* its transpose, of a complex one that of the real parts */
  SeidelCsr *imaginary; /* that of the imaginary parts; or NULL */
  uint32_t *offsets;    /* of the columns */
  double *rhs; /* in the order of the rows, the imaginary parts behind the real ones; or NULL */
  enum mat_ft version;
  char *path; /* where to */
  int fd;     /* of it */
} Job;

static void
job_clear (Job *job)
{
  g_clear_pointer (&job->columns, seidel_csr_free);
  g_clear_pointer (&job->imaginary, seidel_csr_free);
  g_free (job->offsets);
  g_free (job->rhs);
  if (job->fd >= 0)
    close (job->fd);
  g_free (job->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Job, job_clear)

static bool
write_variable (mat_t *mat, matvar_t *variable)
{
  bool fine = variable != NULL && Mat_VarWrite (mat, variable, MAT_COMPRESSION_ZLIB) == 0;

  if (variable != NULL)
    Mat_VarFree (variable);
  return fine;
}

static bool
write_matrix (mat_t *mat, const Job *job)
{
  const SeidelCsr *columns = job->columns;
  const SeidelCsr *imaginary = job->imaginary;
  mat_complex_split_t parts = { columns->values, imaginary != NULL ? imaginary->values : NULL };
  const int flags = MAT_F_DONT_COPY_DATA | (imaginary != NULL ? MAT_F_COMPLEX : 0);
  const uint32_t nonzeros = (uint32_t) seidel_csr_nonzeros (columns);
  size_t dims[] = { (size_t) columns->columns, (size_t) columns->rows };
  mat_sparse_t sparse = { .nzmax = nonzeros,
                          .ir = (mat_uint32_t *) columns->column_indices,
                          .nir = nonzeros,
                          .jc = job->offsets,
                          .njc = (uint32_t) columns->rows + 1,
                          .ndata = nonzeros,
                          .data = imaginary != NULL ? (void *) &parts : columns->values };

  return write_variable (mat,
                         Mat_VarCreate ("A", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, flags));
}

static bool
write_rhs (mat_t *mat, const Job *job)
{
  const bool complex_numbers = seidel_matrix_is_complex (job->matrix);
  mat_complex_split_t parts = { job->rhs, job->rhs + job->matrix->csr->rows };
  const int flags = MAT_F_DONT_COPY_DATA | (complex_numbers ? MAT_F_COMPLEX : 0);
  size_t dims[] = { (size_t) job->matrix->csr->rows, 1 };

  return write_variable (mat, Mat_VarCreate ("b", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims,
                                             complex_numbers ? (void *) &parts : job->rhs, flags));
}

static void
log_nothing_cb (int level, SEIDEL_MATIO_TEXT *message)
{
}

/* In the child. */
static bool
write_file (int fd G_GNUC_UNUSED, void *data)
{
  const Job *job = data;
  bool fine = false;
  mat_t *mat;

  Mat_LogInitFunc ("seidel", log_nothing_cb);
  mat = Mat_CreateVer (job->path, "MATLAB file by Seidel", job->version);
  if (mat == NULL)
    return false;
  fine = write_matrix (mat, job) && (job->rhs == NULL || write_rhs (mat, job));
  return Mat_Close (mat) == 0 && fine;
}

/* Whether the variables of a file of version 7.3 can be listed. Where the reader is not available,
 * HDF5 has to be trusted, which reports its failures. */
static bool
verify_hdf5 (const char *path, unsigned variables, GError **error)
{
  g_autoptr (SeidelSource) source = seidel_source_open (path, error);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GPtrArray) arrays = source != NULL ? seidel_mat_process (source, NULL, &cause) : NULL;

  if (arrays != NULL)
    return arrays->len == variables;
  return source != NULL && g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
}

/* The version that a matrix fits into. */
static enum mat_ft
choose_version (const SeidelMatrix *matrix)
{
  const int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);
  const double bytes = (double) seidel_csr_bytes (matrix->csr->columns, nonzeros)
                       + (seidel_matrix_is_complex (matrix) ? 8.0 * (double) nonzeros : 0.0);

  return bytes < MOST_BYTES_5 ? MAT_FT_MAT5 : MAT_FT_MAT73;
}

/* With the offsets as the library has them. */
static bool
take_offsets (Job *job, const char *name, GError **error)
{
  const int64_t n = job->columns->rows;

  job->offsets = seidel_memory_try (((size_t) n + 1) * sizeof *job->offsets, name, error);
  for (int64_t j = 0; job->offsets != NULL && j <= n; j++)
    job->offsets[j] = (uint32_t) job->columns->row_offsets[j];
  return job->offsets != NULL;
}

static bool
take_rhs (Job *job, const char *name, GError **error)
{
  const SeidelMatrix *matrix = job->matrix;
  const int64_t n = matrix->csr->rows;
  const int stride = seidel_matrix_is_complex (matrix) ? 2 : 1;

  if (matrix->rhs == NULL)
    return true;
  job->rhs = seidel_memory_try ((size_t) MAX (stride * n, 1) * sizeof *job->rhs, name, error);
  for (int64_t i = 0; job->rhs != NULL && i < n; i++)
    for (int part = 0; part < stride; part++)
      job->rhs[part * n + i] = matrix->rhs[stride * seidel_matrix_original_row (matrix, i) + part];
  return job->rhs != NULL;
}

/* The matrix column by column. */
static bool
transpose (Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelCsr) real = NULL;
  g_autoptr (SeidelCsr) imaginary = NULL;

  if (!seidel_matrix_is_complex (job->matrix))
    job->columns = seidel_csr_transpose (job->matrix->csr, cancellable, error);
  else if (seidel_matrix_split (job->matrix, &real, &imaginary, error))
    {
      job->imaginary = seidel_csr_transpose (imaginary, cancellable, error);
      if (job->imaginary != NULL)
        job->columns = seidel_csr_transpose (real, cancellable, error);
    }
  return job->columns != NULL;
}

/* HDF5 does not write to a file without a name. */
static bool
take_file (Job *job, SeidelOutput *output, const char *name, GError **error)
{
  if (seidel_csr_nonzeros (job->matrix->csr) > G_MAXUINT32)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text ("%s: MATLAB files are written with up to 4,294,967,295 entries"),
                 name);
  else
    job->path = seidel_output_hand_over (output, job->version == MAT_FT_MAT73, &job->fd, error);
  return job->path != NULL;
}

/* Writes the file and verifies it. */
static bool
run (Job *job, const char *name, GCancellable *cancellable, GError **error)
{
  g_autofree char *failure =
    g_strdup_printf ("%s: cannot be written as a MATLAB file; the disk may be full", name);
  const SeidelChild child = {
    .work = write_file, .data = job, .library = "libmatio", .failure = failure
  };
  const unsigned variables = job->rhs != NULL ? 2 : 1;

  if (!seidel_child_run (&child, cancellable, error))
    return false;
  if ((job->version == MAT_FT_MAT5 ? seidel_mat_verify : verify_hdf5) (job->path, variables, NULL))
    return true;
  return seidel_fail (error, SEIDEL_ERROR_IO, "%s", failure);
}

bool
seidel_mat_write (const SeidelMatrix *matrix,
                  const char *path,
                  SeidelProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (SeidelOutput) output = NULL;
  g_auto (Job) job = { .matrix = matrix, .version = choose_version (matrix), .fd = -1 };

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  if (output == NULL || !take_file (&job, output, name, error))
    return false;
  seidel_progress_begin (progress, "Transposing");
  if (!transpose (&job, cancellable, error) || !take_offsets (&job, name, error)
      || !take_rhs (&job, name, error))
    return false;
  seidel_progress_begin (progress, "Writing");
  return run (&job, name, cancellable, error) && seidel_output_finish (output, error);
}
