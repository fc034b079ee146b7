/* The file of a job: every part is where its head says, and files that were left behind go.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <fcntl.h>
#include <unistd.h>
#include <utime.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "cluster/seidel-cluster-job.h"

#include "cluster-testing.h"

static void
assert_part (int fd, const void *expected, gsize bytes, uint64_t at)
{
  g_autofree char *found = g_malloc (bytes);
  g_autoptr (GError) error = NULL;

  memset (found, 0xa5, bytes);
  g_assert_true (seidel_cluster_read_at (fd, "job", found, bytes, at, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (found, bytes, expected, bytes);
}

static void
test_parts (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("wathen", 3);
  const SeidelCsr *csr = problem->matrix->csr;
  const gsize vector = (gsize) csr->rows * sizeof (double);
  const gsize nonzeros = (gsize) seidel_csr_nonzeros (csr);
  SeidelOptions options = cluster_testing_options ("gmres", 2);
  SeidelStructure structure = { .largest_magnitude = 7.0 };
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_ROWS, csr, 2, NULL, NULL, NULL);
  const SeidelClusterSystem system = { problem->matrix,   problem->b, problem->guess,
                                       problem->solution, &structure, &options,
                                       partition,         17,         3 };
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  g_autofree SeidelClusterJob *read = g_new0 (SeidelClusterJob, 1);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd;

  options.backward_tolerance = 1e-15;
  /* As if it was read from a file. */
  g_clear_pointer (&problem->matrix->origin.format, g_free);
  fd = seidel_cluster_job_write (&system, job, &path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (fd, >=, 0);
  g_assert_true (seidel_cluster_job_read (read, fd, &error));
  g_assert_cmpmem (read, sizeof *read, job, sizeof *job);
  g_assert_cmpint (job->rows, ==, csr->rows);
  g_assert_cmpint (job->window, ==, 17);
  g_assert_cmpint (job->first, ==, 3);
  g_assert_cmpstr (job->method, ==, "gmres");
  g_assert_cmpstr (job->matrix_path, ==, "");
  g_assert_cmpfloat (job->norm_b, ==, seidel_vector_norm_2 (problem->b, csr->rows));
  g_assert_cmpfloat (job->norm_A, ==, seidel_csr_norm_inf (csr));
  g_assert_cmpfloat (job->largest_magnitude, ==, 7.0);
  g_assert_cmpint (job->ranks, ==, 2);
  assert_part (fd, partition->first, 3 * sizeof *partition->first, job->first_at);
  g_assert_cmpuint (job->order_at, ==, 0);
  assert_part (fd, problem->b, vector, job->b_at);
  assert_part (fd, problem->guess, vector, job->guess_at);
  assert_part (fd, problem->solution, vector, job->solution_at);
  assert_part (fd, csr->row_offsets, (gsize) (csr->rows + 1) * 8, job->offsets_at);
  assert_part (fd, csr->column_indices, nonzeros * 4, job->columns_at);
  assert_part (fd, csr->values, nonzeros * 8, job->values_at);
  g_assert_cmpint (g_unlink (path), ==, 0);
  close (fd);
}

/* One of the gallery is named, unless its rows are in another order. */
static void
test_formula (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-7", 4);
  SeidelOptions options = cluster_testing_options ("cg", 2);
  SeidelStructure structure = { 0 };
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_ROWS, problem->matrix->csr, 2, NULL, NULL, NULL);
  SeidelOrderingSpec spec;
  g_autoptr (SeidelMatrix) turned = NULL;
  SeidelClusterSystem system = {
    problem->matrix, problem->b, problem->guess, NULL, &structure, &options, partition, 1, 0
  };
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);

  g_assert_true (seidel_ordering_spec_parse ("rcm", &spec, NULL));
  turned = seidel_ordering_apply (&spec, problem->matrix, NULL, NULL, NULL);
  for (int other = 0; other < 2; other++)
    {
      g_autofree char *path = NULL;
      int fd;

      if (other)
        system.matrix = turned;
      fd = seidel_cluster_job_write (&system, job, &path, NULL, NULL);
      g_assert_cmpint (fd, >=, 0);
      g_assert_cmpstr (job->gallery, ==, other ? "" : "poisson-7 --size 4");
      g_assert_true ((job->values_at > 0) == other);
      g_unlink (path);
      close (fd);
    }
}

/* A partition in another order than that of the rows, and x on its way back. */
static void
test_order (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 120);
  const int64_t n = problem->matrix->csr->rows;
  SeidelOptions options = cluster_testing_options ("cg", 3);
  SeidelStructure structure = { 0 };
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_METIS, problem->matrix->csr, 3, NULL, NULL, NULL);
  g_autofree int32_t *color_of_row = g_new (int32_t, n);
  SeidelSchedule colors = { .count = 7, .level_of_row = color_of_row };
  const SeidelClusterSystem system = {
    problem->matrix, problem->b, problem->guess, NULL, &structure, &options, partition, 1, 0,
    &colors
  };
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  g_autofree int32_t *places = seidel_partition_places (partition, NULL);
  g_autofree int32_t *ordered_colors = g_new (int32_t, n);
  g_autofree double *ordered = g_new (double, n);
  g_autofree double *x = g_new (double, n);
  g_autofree char *path = NULL;
  int fd;

  for (int64_t i = 0; i < n; i++)
    {
      problem->b[i] = (double) i;
      color_of_row[i] = (int32_t) (1 + i % 7);
    }
  fd = seidel_cluster_job_write (&system, job, &path, NULL, NULL);
  g_assert_cmpint (fd, >=, 0);
  assert_part (fd, partition->order, (gsize) n * 4, job->order_at);
  assert_part (fd, places, (gsize) n * 4, job->places_at);
  for (int64_t i = 0; i < n; i++)
    {
      ordered[i] = (double) partition->order[i];
      ordered_colors[i] = 1 + partition->order[i] % 7;
    }
  assert_part (fd, ordered, (gsize) n * 8, job->b_at);
  g_assert_cmpint (job->colors, ==, 7);
  assert_part (fd, ordered_colors, (gsize) n * 4, job->colors_at);
  g_assert_true (
    seidel_cluster_write_at (fd, path, ordered, (uint64_t) n * 8, job->x_at, NULL, NULL));
  g_assert_true (seidel_cluster_job_read_solution (job, fd, path, partition, x, NULL));
  g_assert_cmpmem (x, (gsize) n * 8, problem->b, (gsize) n * 8);
  g_unlink (path);
  close (fd);
}

/* A matrix that is mapped from a file stays there. */
static void
test_copy (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 6);
  const SeidelCsr *csr = problem->matrix->csr;
  const gsize offsets = (gsize) (csr->rows + 1) * 8;
  const gsize columns = (gsize) seidel_csr_nonzeros (csr) * 4;
  const gsize values = (gsize) seidel_csr_nonzeros (csr) * 8;
  SeidelOptions options = cluster_testing_options ("cg", 2);
  SeidelStructure structure = { 0 };
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_ROWS, problem->matrix->csr, 2, NULL, NULL, NULL);
  g_autofree char *copy = g_build_filename (g_get_user_cache_dir (), "copy", NULL);
  g_autofree char *content = g_malloc0 (64 + offsets + values + columns);
  g_autoptr (SeidelMatrix) mapped = NULL;
  SeidelCsr *csr_of_copy = g_new0 (SeidelCsr, 1);
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  g_autofree char *path = NULL;
  SeidelClusterSystem system;
  const char *begin;
  int fd;

  memcpy (content + 64, csr->row_offsets, offsets);
  memcpy (content + 64 + offsets, csr->values, values);
  memcpy (content + 64 + offsets + values, csr->column_indices, columns);
  g_assert_true (
    g_file_set_contents (copy, content, (gssize) (64 + offsets + values + columns), NULL));
  csr_of_copy->rows = csr->rows;
  csr_of_copy->columns = csr->columns;
  csr_of_copy->backing = g_bytes_new (content, 64 + offsets + values + columns);
  begin = g_bytes_get_data (csr_of_copy->backing, NULL);
  csr_of_copy->row_offsets = (int64_t *) (void *) (begin + 64);
  csr_of_copy->values = (double *) (void *) (begin + 64 + offsets);
  csr_of_copy->column_indices = (int32_t *) (void *) (begin + 64 + offsets + values);
  mapped = seidel_matrix_new ("mapped", csr_of_copy);
  mapped->origin.copy = g_strdup (copy);
  system = (SeidelClusterSystem){ mapped,    problem->b, problem->guess,
                                  NULL,      &structure, &options,
                                  partition, 1,          0 };
  fd = seidel_cluster_job_write (&system, job, &path, NULL, NULL);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpstr (job->matrix_path, ==, copy);
  g_assert_cmpint (job->matrix_bytes, ==, (int64_t) (64 + offsets + values + columns));
  g_assert_cmpuint (job->offsets_at, ==, 64);
  g_assert_cmpuint (job->values_at, ==, 64 + offsets);
  g_assert_cmpuint (job->columns_at, ==, 64 + offsets + values);
  g_assert_cmpuint (job->solution_at, ==, 0);
  g_unlink (path);
  close (fd);

  /* Not once it has become another file. */
  g_clear_pointer (&path, g_free);
  g_assert_true (g_file_set_contents (copy, "short", -1, NULL));
  fd = seidel_cluster_job_write (&system, job, &path, NULL, NULL);
  g_assert_cmpstr (job->matrix_path, ==, "");
  g_unlink (path);
  close (fd);
  g_unlink (copy);
}

/* The next job removes what a program left that was killed, but no file in use or of others. */
static void
test_left_behind (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 3);
  SeidelOptions options = cluster_testing_options ("cg", 2);
  SeidelStructure structure = { 0 };
  g_autoptr (SeidelPartition) partition =
    seidel_partition_new (SEIDEL_PARTITIONING_ROWS, problem->matrix->csr, 2, NULL, NULL, NULL);
  const SeidelClusterSystem system = {
    problem->matrix, problem->b, problem->guess, NULL, &structure, &options, partition, 1, 0
  };
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  const struct utimbuf old = { 1000, 1000 };
  g_autofree char *used = NULL;
  g_autofree char *left = NULL;
  g_autofree char *path = NULL;
  const int used_fd = seidel_cluster_job_write (&system, job, &used, NULL, NULL);
  const int left_fd = seidel_cluster_job_write (&system, job, &left, NULL, NULL);
  int fd;

  g_assert_cmpint (utime (used, &old), ==, 0);
  g_assert_cmpint (utime (left, &old), ==, 0);
  close (left_fd);
  fd = seidel_cluster_job_write (&system, job, &path, NULL, NULL);
  g_assert_cmpint (g_access (left, F_OK), !=, 0);
  g_assert_cmpint (g_access (used, F_OK), ==, 0);
  g_unlink (used);
  g_unlink (path);
  close (used_fd);
  close (fd);
  g_assert_cmpint (cluster_testing_count_jobs (), ==, 0);
}

static void
test_not_a_job (void)
{
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "other", NULL);
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  g_autofree char *zeros = g_malloc0 (sizeof *job);
  g_autoptr (GError) error = NULL;
  int fd;

  g_assert_true (g_file_set_contents (path, zeros, sizeof *job, NULL));
  fd = open (path, O_RDONLY);
  g_assert_false (seidel_cluster_job_read (job, fd, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_clear_error (&error);
  close (fd);
  g_assert_true (g_file_set_contents (path, "short", -1, NULL));
  fd = open (path, O_RDONLY);
  g_assert_false (seidel_cluster_job_read (job, fd, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  close (fd);
  g_unlink (path);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  cluster_testing_begin ();
  g_test_add_func ("/cluster-job/parts", test_parts);
  g_test_add_func ("/cluster-job/gallery", test_formula);
  g_test_add_func ("/cluster-job/order", test_order);
  g_test_add_func ("/cluster-job/copy", test_copy);
  g_test_add_func ("/cluster-job/left-behind", test_left_behind);
  g_test_add_func ("/cluster-job/not-a-job", test_not_a_job);
  return g_test_run ();
}
