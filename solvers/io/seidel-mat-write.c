/* Writes a matrix, and its right-hand side, as the variables A and b of a MATLAB file.
 *
 * libmatio does it, which has global state, supports no cancellation and reports no failure
 * to write. So one thread at a time uses it, which is left behind once cancelled, and what it wrote
 * is read again before it replaces an older file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-mat.h"

#include <matio.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"
#include "base/seidel-threads.h"
#include "io/seidel-output.h"
#include "matrix/seidel-complex.h"

/* Version 5 counts the bytes of a variable in 32 bits, of which MATLAB uses 31. */
#define MOST_BYTES_5 2147483647.0

static GMutex library_mutex;

/* HDF5 failed to write, after which its clean-up may crash. Guarded by the mutex. */
static bool spoilt;

/* What is to be written, which owns what it needs: once cancelled, it is not waited for. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelCsr *columns;   /* its transpose, of a complex one that of the real parts */
  SeidelCsr *imaginary; /* that of the imaginary parts; or NULL */
  enum mat_ft version;
  char *path; /* where to */
  int fd;     /* of it */
  char *name; /* for messages */
} Job;

static void
job_free (void *data)
{
  Job *job = data;

  g_clear_pointer (&job->matrix, seidel_matrix_unref);
  g_clear_pointer (&job->columns, seidel_csr_free);
  g_clear_pointer (&job->imaginary, seidel_csr_free);
  if (job->fd >= 0)
    close (job->fd);
  g_free (job->path);
  g_free (job->name);
  g_free (job);
}

static bool
write_variable (mat_t *mat, matvar_t *variable)
{
  bool fine = variable != NULL && Mat_VarWrite (mat, variable, MAT_COMPRESSION_ZLIB) == 0;

  if (variable != NULL)
    Mat_VarFree (variable);
  return fine;
}

/* With the offsets as the library has them. */
static bool
write_matrix (mat_t *mat,
              const SeidelCsr *columns,
              const SeidelCsr *imaginary,
              const char *name,
              GError **error)
{
  mat_complex_split_t parts = { columns->values, imaginary != NULL ? imaginary->values : NULL };
  const int flags = MAT_F_DONT_COPY_DATA | (imaginary != NULL ? MAT_F_COMPLEX : 0);
  const uint32_t nonzeros = (uint32_t) seidel_csr_nonzeros (columns);
  g_autofree uint32_t *offsets =
    seidel_memory_try (((size_t) columns->rows + 1) * sizeof *offsets, name, error);
  size_t dims[] = { (size_t) columns->columns, (size_t) columns->rows };
  mat_sparse_t sparse = { .nzmax = nonzeros,
                          .ir = (mat_uint32_t *) columns->column_indices,
                          .nir = nonzeros,
                          .jc = offsets,
                          .njc = (uint32_t) columns->rows + 1,
                          .ndata = nonzeros,
                          .data = imaginary != NULL ? (void *) &parts : columns->values };

  for (int64_t j = 0; offsets != NULL && j <= columns->rows; j++)
    offsets[j] = (uint32_t) columns->row_offsets[j];
  return offsets != NULL
         && write_variable (mat, Mat_VarCreate ("A", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse,
                                                flags));
}

/* In the order of the rows, as the matrix is. */
static bool
write_rhs (mat_t *mat, const SeidelMatrix *matrix, const char *name, GError **error)
{
  const int64_t n = matrix->csr->rows;
  const bool complex_numbers = seidel_matrix_is_complex (matrix);
  const int stride = complex_numbers ? 2 : 1;
  g_autofree double *b = seidel_memory_try ((size_t) MAX (stride * n, 1) * sizeof *b, name, error);
  mat_complex_split_t parts = { b, b != NULL ? b + n : NULL };
  const int flags = MAT_F_DONT_COPY_DATA | (complex_numbers ? MAT_F_COMPLEX : 0);
  size_t dims[] = { (size_t) n, 1 };

  for (int64_t i = 0; b != NULL && i < n; i++)
    for (int part = 0; part < stride; part++)
      b[part * n + i] = matrix->rhs[stride * seidel_matrix_original_row (matrix, i) + part];
  return b != NULL
         && write_variable (mat, Mat_VarCreate ("b", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims,
                                                complex_numbers ? (void *) &parts : b, flags));
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

/* Writes the file and verifies it. */
static bool
write_file (const Job *job, GError **error)
{
  g_autoptr (GError) cause = NULL;
  mat_t *mat = Mat_CreateVer (job->path, "MATLAB file by Seidel", job->version);
  const unsigned variables = job->matrix->rhs != NULL ? 2 : 1;
  g_autoptr (GError) memory = NULL;
  bool fine = mat != NULL && write_matrix (mat, job->columns, job->imaginary, job->name, &memory)
              && (job->matrix->rhs == NULL || write_rhs (mat, job->matrix, job->name, &memory));

  if (mat != NULL && Mat_Close (mat) != 0)
    fine = false;
  if (fine)
    fine = (job->version == MAT_FT_MAT5 ? seidel_mat_verify : verify_hdf5) (job->path, variables,
                                                                            &cause);
  spoilt = spoilt || (!fine && job->version == MAT_FT_MAT73);
  if (memory != NULL)
    g_propagate_error (error, g_steal_pointer (&memory));
  else if (!fine)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                 "%s: cannot be written as a MATLAB file; the disk may be full", job->name);
  return fine;
}

static void
log_nothing_cb (int level, char *message)
{
}

/* HDF5 cleans up when the program exits, which must not happen while another thread is in the
 * library, nor after a failure: then the program ends without that, with its exit status. */
static void
leave_at_once_cb (int status, void *user_data G_GNUC_UNUSED)
{
  if (g_mutex_trylock (&library_mutex) && !spoilt)
    return;
  fflush (NULL);
  _exit (status);
}

/* The first call of the library has it initialise itself, which must come before on_exit (). */
static void
begin_library (void)
{
  static gsize begun;

  Mat_LogInitFunc ("seidel", log_nothing_cb);
  if (g_once_init_enter (&begun))
    {
      on_exit (leave_at_once_cb, NULL);
      g_once_init_leave (&begun, 1);
    }
}

static void
write_cb (GTask *task, gpointer source_object, gpointer job, GCancellable *cancellable)
{
  GError *error = NULL;
  bool done = false;

  g_mutex_lock (&library_mutex);
  if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
    {
      begin_library ();
      done = write_file (job, &error);
    }
  g_mutex_unlock (&library_mutex);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Takes the job. */
static bool
run (Job *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, NULL, NULL);

  g_task_set_task_data (task, job, job_free);
  /* It would wait for a thread without end. */
  if (!seidel_threads_check (1, error))
    return false;
  g_task_set_return_on_cancel (task, TRUE);
  g_task_run_in_thread_sync (task, write_cb);
  return g_task_propagate_boolean (task, error);
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

/* What is not given: the matrix column by column. */
static Job *
job_new (const SeidelMatrix *matrix, SeidelOutput *output, const char *path, GError **error)
{
  Job *job = g_new0 (Job, 1);

  job->fd = -1;
  job->name = g_filename_display_basename (path);
  job->matrix = seidel_matrix_ref ((SeidelMatrix *) matrix);
  job->version = choose_version (matrix);
  if (seidel_csr_nonzeros (matrix->csr) > G_MAXUINT32)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 "%s: MATLAB files are written with up to 4,294,967,295 entries", job->name);
  else /* HDF5 does not write to a file without a name. */
    job->path = seidel_output_hand_over (output, job->version == MAT_FT_MAT73, &job->fd, error);
  if (job->path != NULL)
    return job;
  job_free (job);
  return NULL;
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
  job = output != NULL ? job_new (matrix, output, path, error) : NULL;
  if (job == NULL)
    return false;
  seidel_progress_begin (progress, "Transposing");
  if (!transpose (job, cancellable, error))
    {
      job_free (job);
      return false;
    }
  seidel_progress_begin (progress, "Writing");
  return run (job, cancellable, error) && seidel_output_finish (output, error);
}
