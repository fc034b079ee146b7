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

#include "base/seidel-fail.h"
#include "gallery/seidel-gallery.h"
#include "matrix/seidel-vector.h"

#define MAGIC     "SEIDELJ\n"
#define ALIGNMENT 64

#define NAME_PREFIX "job-"

/* A file that is not locked yet may be a moment old. */
#define OLD_SECONDS 60

/* Between two polls. */
#define PIECE_BYTES ((uint64_t) 4 << 20)

/* Elements of a vector that are put in order at once. */
#define PIECE_ELEMENTS 8192

static bool
fail (GError **error, const char *path, const char *what)
{
  g_autofree char *name = g_filename_display_name (path);

  return seidel_fail (error, SEIDEL_ERROR_IO, "%s: %s: %s", name, what, g_strerror (errno));
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

/* Names the formula, if the entries are still those of it in their order. */
static bool
refer_to_gallery (SeidelClusterJob *job, const SeidelMatrix *matrix)
{
  const char *text = seidel_gallery_text (matrix->origin.format);

  if (text == NULL || matrix->permutation != NULL || matrix->interleaved
      || strlen (text) >= sizeof job->gallery)
    return false;
  g_strlcpy (job->gallery, text, sizeof job->gallery);
  return true;
}

static void
fill_options (SeidelClusterJob *job, const SeidelClusterSystem *system)
{
  const SeidelOptions *options = system->options;

  g_strlcpy (job->method, options->method, sizeof job->method);
  g_strlcpy (job->preconditioner, options->preconditioner, sizeof job->preconditioner);
  if (options->petsc_options != NULL)
    g_strlcpy (job->petsc_options, options->petsc_options, sizeof job->petsc_options);
  job->storage = options->storage;
  memcpy (job->parameters, options->parameters, sizeof job->parameters);
  job->tolerance = options->tolerance;
  job->absolute_tolerance = options->absolute_tolerance;
  job->backward_tolerance = options->backward_tolerance;
  job->divergence_factor = options->divergence_factor;
  job->max_iterations = options->max_iterations;
  job->window = system->window;
  job->first = system->first;
  job->scale = system->scale > 0.0 ? system->scale : 1.0;
  job->error_scale = system->error_scale > 0.0 ? system->error_scale : 1.0;
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

  *job =
    (SeidelClusterJob){ .bytes = sizeof *job, .rows = csr->rows, .nonzeros = (int64_t) nonzeros };
  memcpy (job->magic, MAGIC, sizeof job->magic);
  job->ranks = system->partition->ranks;
  job->first_at = place (&end, (uint64_t) (job->ranks + 1) * sizeof (int64_t));
  if (system->partition->order != NULL)
    {
      job->order_at = place (&end, (uint64_t) csr->rows * sizeof (int32_t));
      job->places_at = place (&end, (uint64_t) csr->rows * sizeof (int32_t));
    }
  if (system->colors != NULL)
    {
      job->colors = system->colors->count;
      job->colors_at = place (&end, (uint64_t) csr->rows * sizeof (int32_t));
    }
  job->b_at = place (&end, vector);
  job->guess_at = place (&end, vector);
  job->solution_at = system->solution != NULL ? place (&end, vector) : 0;
  job->units_at = system->units != NULL ? place (&end, vector) : 0;
  job->x_at = place (&end, vector);
  whole = !refer_to_gallery (job, system->matrix) && !refer_to_copy (job, system->matrix);
  if (whole)
    {
      job->offsets_at = place (&end, (uint64_t) (csr->rows + 1) * sizeof (int64_t));
      job->columns_at = place (&end, nonzeros * sizeof (int32_t));
      job->values_at = place (&end, nonzeros * sizeof (double));
    }
  return whole;
}

/* A file that is being written. */
typedef struct
{
  int fd;
  const char *path;
  const SeidelPartition *partition;
  GCancellable *cancellable;
} Writing;

static bool
write_part (const Writing *writing, const void *data, uint64_t bytes, uint64_t at, GError **error)
{
  return seidel_cluster_write_at (writing->fd, writing->path, data, bytes, at, writing->cancellable,
                                  error);
}

/* Elements of size bytes, one for each row, in the order of the partition. at may be 0: they are
 * not wanted. */
static bool
write_by_rows (const Writing *writing, const void *v, size_t size, uint64_t at, GError **error)
{
  const SeidelPartition *partition = writing->partition;
  double piece[PIECE_ELEMENTS];

  if (at == 0)
    return true;
  if (partition->order == NULL)
    return write_part (writing, v, (uint64_t) partition->rows * size, at, error);
  for (int64_t begin = 0; begin < partition->rows; begin += PIECE_ELEMENTS)
    {
      const int64_t n = MIN (PIECE_ELEMENTS, partition->rows - begin);

      for (int64_t i = 0; i < n; i++)
        memcpy ((char *) piece + (size_t) i * size,
                (const char *) v + (size_t) partition->order[begin + i] * size, size);
      if (!write_part (writing, piece, (uint64_t) n * size, at + (uint64_t) begin * size, error))
        return false;
    }
  return true;
}

static bool
write_vector (const Writing *writing, const double *v, uint64_t at, GError **error)
{
  return write_by_rows (writing, v, sizeof *v, at, error);
}

static bool
write_colors (const Writing *writing, const SeidelSchedule *colors, uint64_t at, GError **error)
{
  return colors == NULL
         || write_by_rows (writing, colors->level_of_row, sizeof *colors->level_of_row, at, error);
}

static bool
write_partition (const Writing *writing, const SeidelClusterJob *job, GError **error)
{
  const SeidelPartition *partition = writing->partition;
  const uint64_t bytes = (uint64_t) partition->rows * sizeof (int32_t);
  g_autofree int32_t *places = NULL;

  if (!write_part (writing, partition->first, (uint64_t) (job->ranks + 1) * sizeof (int64_t),
                   job->first_at, error))
    return false;
  if (partition->order == NULL)
    return true;
  places = seidel_partition_places (partition, error);
  return places != NULL && write_part (writing, partition->order, bytes, job->order_at, error)
         && write_part (writing, places, bytes, job->places_at, error);
}

/* The arrays of the matrix, where the ranks do not read them from a copy. */
static bool
write_matrix (const Writing *writing,
              const SeidelClusterJob *job,
              const SeidelCsr *csr,
              GError **error)
{
  const uint64_t nonzeros = (uint64_t) job->nonzeros;

  return write_part (writing, csr->row_offsets, (uint64_t) (csr->rows + 1) * sizeof (int64_t),
                     job->offsets_at, error)
         && write_part (writing, csr->column_indices, nonzeros * sizeof (int32_t), job->columns_at,
                        error)
         && write_part (writing, csr->values, nonzeros * sizeof (double), job->values_at, error);
}

int
seidel_cluster_job_write (const SeidelClusterSystem *system,
                          SeidelClusterJob *job,
                          char **path,
                          GCancellable *cancellable,
                          GError **error)
{
  const bool whole = lay_out (job, system);
  Writing writing = { create_file (path, error), NULL, system->partition, cancellable };
  bool good = writing.fd >= 0;

  fill_options (job, system);
  writing.path = *path;
  good = good && write_partition (&writing, job, error)
         && write_colors (&writing, system->colors, job->colors_at, error)
         && write_vector (&writing, system->b, job->b_at, error)
         && write_vector (&writing, system->guess, job->guess_at, error)
         && write_vector (&writing, system->solution, job->solution_at, error)
         && write_vector (&writing, system->units, job->units_at, error)
         && (!whole || write_matrix (&writing, job, system->matrix->csr, error))
         && write_part (&writing, job, sizeof *job, 0, error);
  if (good)
    return writing.fd;
  if (writing.fd >= 0)
    {
      g_unlink (*path);
      close (writing.fd);
    }
  return -1;
}

bool
seidel_cluster_job_read_solution (const SeidelClusterJob *job,
                                  int fd,
                                  const char *path,
                                  const SeidelPartition *partition,
                                  double *x,
                                  GError **error)
{
  double piece[PIECE_ELEMENTS];

  if (partition->order == NULL)
    return seidel_cluster_read_at (fd, path, x, (uint64_t) job->rows * sizeof *x, job->x_at, error);
  for (int64_t begin = 0; begin < job->rows; begin += PIECE_ELEMENTS)
    {
      const int64_t n = MIN (PIECE_ELEMENTS, job->rows - begin);

      if (!seidel_cluster_read_at (fd, path, piece, (uint64_t) n * sizeof *x,
                                   job->x_at + (uint64_t) begin * sizeof *x, error))
        return false;
      for (int64_t i = 0; i < n; i++)
        x[partition->order[begin + i]] = piece[i];
    }
  return true;
}

bool
seidel_cluster_job_read (SeidelClusterJob *job, int fd, GError **error)
{
  if (!seidel_cluster_read_at (fd, "the job", job, sizeof *job, 0, error))
    return false;
  if (memcmp (job->magic, MAGIC, sizeof job->magic) == 0 && job->bytes == sizeof *job)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_FORMAT, "the job is of another version of Seidel");
}
