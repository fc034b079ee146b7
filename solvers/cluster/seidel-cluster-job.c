/* Writing and reading the file of a job.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cluster/seidel-cluster-job.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

#define MAGIC     "SEIDELJ\n"
#define ALIGNMENT 64

#define NAME_PREFIX "job-"

/* A file that is not locked yet may be a moment old. */
#define OLD_SECONDS 60

/* Between two polls. */
#define PIECE_BYTES ((uint64_t) 4 << 20)

static bool
fail (GError **error, const char *path, const char *what)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: %s: %s", name, what, g_strerror (errno));
  return false;
}

bool
seidel_cluster_read_at (int fd, const char *path, void *to, uint64_t n, uint64_t at, GError **error)
{
  for (uint64_t done = 0; done < n;)
    {
      ssize_t step = pread (fd, (char *) to + done, n - done, (off_t) (at + done));

      if (step == 0)
        errno = ENODATA;
      if (step <= 0 && errno != EINTR)
        return fail (error, path, "cannot be read");
      done += step > 0 ? (uint64_t) step : 0;
    }
  return true;
}

bool
seidel_cluster_write_at (int fd,
                         const char *path,
                         const void *from,
                         uint64_t n,
                         uint64_t at,
                         GCancellable *cancellable,
                         GError **error)
{
  for (uint64_t done = 0; done < n;)
    {
      ssize_t step =
        pwrite (fd, (const char *) from + done, MIN (n - done, PIECE_BYTES), (off_t) (at + done));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      if (step < 0 && errno != EINTR)
        return fail (error, path, "cannot be written");
      done += step > 0 ? (uint64_t) step : 0;
    }
  return true;
}

/* Removes what programs left behind that were killed. */
static void
remove_old_files (const char *folder)
{
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  const char *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;
      int fd = g_str_has_prefix (name, NAME_PREFIX) ? open (path, O_RDWR | O_CLOEXEC) : -1;

      if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0 && fstat (fd, &status) == 0
          && status.st_mtime + OLD_SECONDS < g_get_real_time () / G_USEC_PER_SEC)
        g_unlink (path);
      if (fd >= 0)
        close (fd);
    }
}

/* A new file, in the user's cache or where that cannot be written among the temporary ones. */
static int
create_file (char **path, GError **error)
{
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "seidel", "jobs", NULL);
  int fd = -1;

  if (g_mkdir_with_parents (folder, 0700) == 0)
    {
      remove_old_files (folder);
      *path = g_build_filename (folder, NAME_PREFIX "XXXXXX", NULL);
      fd = g_mkstemp_full (*path, O_RDWR | O_CLOEXEC, 0600);
    }
  if (fd < 0)
    {
      g_free (*path);
      *path = g_build_filename (g_get_tmp_dir (), "seidel-" NAME_PREFIX "XXXXXX", NULL);
      fd = g_mkstemp_full (*path, O_RDWR | O_CLOEXEC, 0600);
    }
  if (fd < 0)
    fail (error, *path, "cannot be made");
  else
    flock (fd, LOCK_EX);
  return fd;
}

static uint64_t
place (uint64_t *end, uint64_t bytes)
{
  const uint64_t at = (*end + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

  *end = at + bytes;
  return at;
}

/* Points at the copy that the matrix is mapped from, if it is still there as it was. */
static bool
refer_to_copy (SeidelClusterJob *job, const SeidelMatrix *matrix)
{
  const SeidelCsr *csr = matrix->csr;
  const char *copy = matrix->origin.copy;
  const char *begin = csr->backing != NULL ? g_bytes_get_data (csr->backing, NULL) : NULL;
  struct stat status;

  if (copy == NULL || begin == NULL || strlen (copy) >= sizeof job->matrix_path
      || stat (copy, &status) != 0 || (size_t) status.st_size != g_bytes_get_size (csr->backing))
    return false;
  g_strlcpy (job->matrix_path, copy, sizeof job->matrix_path);
  job->matrix_bytes = status.st_size;
  job->matrix_modified = (int64_t) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
  job->offsets_at = (uint64_t) ((const char *) csr->row_offsets - begin);
  job->columns_at = (uint64_t) ((const char *) csr->column_indices - begin);
  job->values_at = (uint64_t) ((const char *) csr->values - begin);
  return true;
}

static void
fill_options (SeidelClusterJob *job, const SeidelClusterSystem *system)
{
  const SeidelOptions *options = system->options;

  g_strlcpy (job->method, options->method, sizeof job->method);
  g_strlcpy (job->preconditioner, options->preconditioner, sizeof job->preconditioner);
  memcpy (job->parameters, options->parameters, sizeof job->parameters);
  job->tolerance = options->tolerance;
  job->absolute_tolerance = options->absolute_tolerance;
  job->backward_tolerance = options->backward_tolerance;
  job->divergence_factor = options->divergence_factor;
  job->max_iterations = options->max_iterations;
  job->window = system->window;
  job->first = system->first;
  job->norm_b = seidel_vector_norm_2 (system->b, job->rows);
  job->norm_b_inf = seidel_vector_norm_inf (system->b, job->rows);
  if (options->backward_tolerance > 0.0)
    job->norm_A = seidel_csr_norm_inf (system->matrix->csr);
  job->largest_magnitude = system->structure->largest_magnitude;
}

/* Where everything goes; returns whether the matrix is among it. */
static bool
lay_out (SeidelClusterJob *job, const SeidelClusterSystem *system)
{
  const SeidelCsr *csr = system->matrix->csr;
  const uint64_t vector = (uint64_t) csr->rows * sizeof (double);
  const uint64_t nonzeros = (uint64_t) seidel_csr_nonzeros (csr);
  uint64_t end = sizeof *job;
  bool whole;

  *job = (SeidelClusterJob){
    .magic = MAGIC, .bytes = sizeof *job, .rows = csr->rows, .nonzeros = (int64_t) nonzeros
  };
  job->b_at = place (&end, vector);
  job->guess_at = place (&end, vector);
  job->solution_at = system->solution != NULL ? place (&end, vector) : 0;
  job->x_at = place (&end, vector);
  whole = !refer_to_copy (job, system->matrix);
  if (whole)
    {
      job->offsets_at = place (&end, (uint64_t) (csr->rows + 1) * sizeof (int64_t));
      job->columns_at = place (&end, nonzeros * sizeof (int32_t));
      job->values_at = place (&end, nonzeros * sizeof (double));
    }
  return whole;
}

int
seidel_cluster_job_write (const SeidelClusterSystem *system,
                          SeidelClusterJob *job,
                          char **path,
                          GCancellable *cancellable,
                          GError **error)
{
  const SeidelCsr *csr = system->matrix->csr;
  const bool whole = lay_out (job, system);
  const uint64_t vector = (uint64_t) csr->rows * sizeof (double);
  const uint64_t nonzeros = whole ? (uint64_t) job->nonzeros : 0;
  const struct
  {
    const void *data;
    uint64_t bytes;
    uint64_t at;
  } parts[] = {
    { system->b, vector, job->b_at },
    { system->guess, vector, job->guess_at },
    { system->solution, job->solution_at > 0 ? vector : 0, job->solution_at },
    { csr->row_offsets, whole ? (uint64_t) (csr->rows + 1) * sizeof (int64_t) : 0,
      job->offsets_at },
    { csr->column_indices, nonzeros * sizeof (int32_t), job->columns_at },
    { csr->values, nonzeros * sizeof (double), job->values_at },
    { job, sizeof *job, 0 },
  };
  const int fd = create_file (path, error);
  bool good = fd >= 0;

  fill_options (job, system);
  for (size_t i = 0; good && i < G_N_ELEMENTS (parts); i++)
    good = seidel_cluster_write_at (fd, *path, parts[i].data, parts[i].bytes, parts[i].at,
                                    cancellable, error);
  if (good)
    return fd;
  if (fd >= 0)
    {
      g_unlink (*path);
      close (fd);
    }
  return -1;
}

bool
seidel_cluster_job_read (SeidelClusterJob *job, int fd, GError **error)
{
  if (!seidel_cluster_read_at (fd, "the job", job, sizeof *job, 0, error))
    return false;
  if (memcmp (job->magic, MAGIC, sizeof job->magic) == 0 && job->bytes == sizeof *job)
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                       "the job is of another version of Seidel");
  return false;
}
