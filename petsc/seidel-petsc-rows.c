/* Reading the rows of a rank: a piece at a time, so that it never has more than its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc-rows.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"

/* Entries that are read at once. */
#define PIECE ((int64_t) 1 << 18)

/* A piece of the file, and what every part of the reading shares. */
typedef struct
{
  SeidelPetscRows *rows;
  const SeidelClusterJob *job;
  int fd;
  int64_t *places; /* end − begin + 1: where the entries of each row are in the file */
  int32_t *columns;
  double *values;
  int64_t room; /* entries of a piece */
} Reading;

int
seidel_petsc_open_matrix (const SeidelClusterJob *job, int job_fd, GError **error)
{
  struct stat status;
  int fd;

  if (job->matrix_path[0] == '\0')
    return job_fd;
  fd = open (job->matrix_path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &status) != 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s cannot be opened: %s",
                   job->matrix_path, g_strerror (errno));
      return -1;
    }
  if (status.st_size == job->matrix_bytes
      && (int64_t) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec
           == job->matrix_modified)
    return fd;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s has changed since the run began",
               job->matrix_path);
  return -1;
}

int64_t
seidel_petsc_first_row (const SeidelClusterJob *job, int fd, int rank, int ranks, GError **error)
{
  const int64_t wanted = (int64_t) ((double) job->nonzeros / ranks * rank);
  int64_t low = 0;
  int64_t high = job->rows;

  if (rank == 0 || rank == ranks)
    return rank == 0 ? 0 : job->rows;
  /* The first row with at least as many entries before it. */
  while (low < high)
    {
      const int64_t middle = low + (high - low) / 2;
      int64_t before;

      if (!seidel_cluster_read_at (fd, "the matrix", &before, sizeof before,
                                   job->offsets_at + (uint64_t) middle * sizeof before, error))
        return -1;
      if (before < wanted)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static int64_t
count_rows (const SeidelPetscRows *rows)
{
  return rows->end - rows->begin;
}

/* The rows from row on that fit into a piece, at least one. */
static int64_t
end_of_piece (const Reading *reading, int64_t row)
{
  const int64_t *places = reading->places;
  int64_t end = row + 1;

  while (end < count_rows (reading->rows) && places[end + 1] - places[row] <= reading->room)
    end++;
  return end;
}

static bool
read_piece (const Reading *reading, int64_t row, int64_t end, bool with_values, GError **error)
{
  const SeidelClusterJob *job = reading->job;
  const uint64_t first = (uint64_t) reading->places[row];
  const uint64_t n = (uint64_t) reading->places[end] - first;

  return seidel_cluster_read_at (reading->fd, "the matrix", reading->columns,
                                 n * sizeof *reading->columns,
                                 job->columns_at + first * sizeof *reading->columns, error)
         && (!with_values
             || seidel_cluster_read_at (reading->fd, "the matrix", reading->values,
                                        n * sizeof *reading->values,
                                        job->values_at + first * sizeof *reading->values, error));
}

static bool
is_own (const SeidelPetscRows *rows, int32_t column)
{
  return column >= rows->begin && column < rows->end;
}

/* How many entries of each row are in either part; −1 entries in all where they are too many. */
static bool
count_entries (Reading *reading, GError **error)
{
  SeidelPetscRows *rows = reading->rows;
  const int64_t n = count_rows (rows);

  rows->offsets[0] = 0;
  rows->outer_offsets[0] = 0;
  for (int64_t row = 0; row < n;)
    {
      const int64_t end = end_of_piece (reading, row);
      const int32_t *column = reading->columns;

      if (!read_piece (reading, row, end, false, error))
        return false;
      for (; row < end; row++)
        {
          const int64_t length = reading->places[row + 1] - reading->places[row];
          int32_t own = 0;

          for (int64_t k = 0; k < length; k++)
            own += is_own (rows, *column++);
          rows->offsets[row + 1] = rows->offsets[row] + own;
          rows->outer_offsets[row + 1] = rows->outer_offsets[row] + (int32_t) (length - own);
        }
    }
  return true;
}

static bool
fill_entries (Reading *reading, GError **error)
{
  SeidelPetscRows *rows = reading->rows;
  const int64_t n = count_rows (rows);
  int64_t own = 0;
  int64_t outer = 0;

  for (int64_t row = 0; row < n;)
    {
      const int64_t end = end_of_piece (reading, row);
      const int64_t count = reading->places[end] - reading->places[row];

      if (!read_piece (reading, row, end, true, error))
        return false;
      for (int64_t k = 0; k < count; k++)
        if (is_own (rows, reading->columns[k]))
          {
            rows->columns[own] = reading->columns[k] - (int32_t) rows->begin;
            rows->values[own++] = reading->values[k];
          }
        else
          {
            rows->outer_columns[outer] = reading->columns[k];
            rows->outer_values[outer++] = reading->values[k];
          }
      row = end;
    }
  return true;
}

static void *
take_memory (int64_t n, size_t size, GError **error)
{
  return seidel_memory_try ((size_t) MAX (n, 1) * size, "A part of the rows of a rank", error);
}

static bool
take_entries (SeidelPetscRows *rows, GError **error)
{
  const int64_t n = count_rows (rows);

  return (rows->columns = take_memory (rows->offsets[n], sizeof (int32_t), error)) != NULL
         && (rows->values = take_memory (rows->offsets[n], sizeof (double), error)) != NULL
         && (rows->outer_columns = take_memory (rows->outer_offsets[n], sizeof (int32_t), error))
              != NULL
         && (rows->outer_values = take_memory (rows->outer_offsets[n], sizeof (double), error))
              != NULL;
}

/* Where the entries of the rows are, and room for a piece of them. */
static bool
begin_reading (Reading *reading, GError **error)
{
  SeidelPetscRows *rows = reading->rows;
  const int64_t n = count_rows (rows);

  reading->room = PIECE;
  reading->places = take_memory (n + 1, sizeof (int64_t), error);
  if (reading->places == NULL
      || !seidel_cluster_read_at (
        reading->fd, "the matrix", reading->places, (uint64_t) (n + 1) * sizeof (int64_t),
        reading->job->offsets_at + (uint64_t) rows->begin * sizeof (int64_t), error))
    return false;
  if (reading->places[n] - reading->places[0] > G_MAXINT32)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "a rank would have %" G_GINT64_FORMAT
                   " entries, and PETSc counts them with 32 bits: use more ranks",
                   reading->places[n] - reading->places[0]);
      return false;
    }
  for (int64_t row = 0; row < n; row++)
    reading->room = MAX (reading->room, reading->places[row + 1] - reading->places[row]);
  reading->columns = take_memory (reading->room, sizeof (int32_t), error);
  reading->values = take_memory (reading->room, sizeof (double), error);
  rows->offsets = take_memory (n + 1, sizeof (int32_t), error);
  rows->outer_offsets = take_memory (n + 1, sizeof (int32_t), error);
  return reading->columns != NULL && reading->values != NULL && rows->offsets != NULL
         && rows->outer_offsets != NULL;
}

bool
seidel_petsc_rows_read (SeidelPetscRows *self, const SeidelClusterJob *job, int fd, GError **error)
{
  Reading reading = { .rows = self, .job = job, .fd = fd };
  const bool good = begin_reading (&reading, error) && count_entries (&reading, error)
                    && take_entries (self, error) && fill_entries (&reading, error);

  g_free (reading.places);
  g_free (reading.columns);
  g_free (reading.values);
  return good;
}

void
seidel_petsc_rows_clear (SeidelPetscRows *self)
{
  g_clear_pointer (&self->offsets, g_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->outer_offsets, g_free);
  g_clear_pointer (&self->outer_columns, g_free);
  g_clear_pointer (&self->outer_values, g_free);
}
