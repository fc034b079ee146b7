/* Reading or making the rows of a rank: a piece at a time, so that it never has more than its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-petsc-rows.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "gallery/seidel-gallery-rows.h"
#include "base/seidel-memory.h"

/* Entries that are read at once. */
#define PIECE ((int64_t) 1 << 18)

/* Rows whose places in the file are read at once. */
#define RUN 65536

/* A piece of the file or of what a formula gives, and what every part of the reading shares. */
typedef struct
{
  SeidelPetscRows *rows;
  const SeidelClusterJob *job;
  int fd;
  SeidelGalleryRows formula; /* of a matrix of the gallery: its fill is NULL for others */
  /* Where the entries of each row begin in the file, and where they end; of a formula, as if the
   * rank's rows were a file of their own. */
  int64_t *begins;
  int64_t *ends;
  /* The place of each column of the matrix; NULL: they are the same. Mapped from the job, so that
   * only what is looked at takes memory. */
  const int32_t *places;
  void *mapping;
  size_t mapped;
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

static int64_t
count_rows (const SeidelPetscRows *rows)
{
  return rows->end - rows->begin;
}

/* The rows from row on that are together in the file and fit into a piece, at least one. */
static int64_t
end_of_piece (const Reading *reading, int64_t row)
{
  const int64_t *begins = reading->begins;
  const int64_t *ends = reading->ends;
  int64_t end = row + 1;

  while (end < count_rows (reading->rows) && begins[end] == ends[end - 1]
         && ends[end] - begins[row] <= reading->room)
    end++;
  return end;
}

/* Puts the places of the columns in place of their numbers. */
static void
renumber (const Reading *reading, int64_t n)
{
  for (int64_t k = 0; reading->places != NULL && k < n; k++)
    reading->columns[k] = reading->places[reading->columns[k]];
}

static void
make_piece (const Reading *reading, int64_t row, int64_t end)
{
  int64_t n = 0;

  for (; row < end; row++)
    n += reading->formula.fill (reading->formula.formula,
                                seidel_petsc_rows_number (reading->rows, row), reading->columns + n,
                                reading->values + n);
  renumber (reading, n);
}

static bool
read_piece (const Reading *reading, int64_t row, int64_t end, bool with_values, GError **error)
{
  const SeidelClusterJob *job = reading->job;
  const uint64_t first = (uint64_t) reading->begins[row];
  const uint64_t n = (uint64_t) reading->ends[end - 1] - first;

  if (reading->formula.fill != NULL)
    {
      make_piece (reading, row, end);
      return true;
    }
  if (!seidel_cluster_read_at (reading->fd, "the matrix", reading->columns,
                               n * sizeof *reading->columns,
                               job->columns_at + first * sizeof *reading->columns, error)
      || (with_values
          && !seidel_cluster_read_at (reading->fd, "the matrix", reading->values,
                                      n * sizeof *reading->values,
                                      job->values_at + first * sizeof *reading->values, error)))
    return false;
  renumber (reading, (int64_t) n);
  return true;
}

static bool
is_own (const SeidelPetscRows *rows, int32_t column)
{
  return column >= rows->begin && column < rows->end;
}

/* How many entries of each row are in either part. */
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
          const int64_t length = reading->ends[row] - reading->begins[row];
          int32_t own = 0;

          for (int64_t k = 0; k < length; k++)
            own += is_own (rows, *column++);
          rows->offsets[row + 1] = rows->offsets[row] + own;
          rows->outer_offsets[row + 1] = rows->outer_offsets[row] + (int32_t) (length - own);
        }
    }
  return true;
}

/* Sorts entries by their columns. D. L. Shell, "A high-speed sorting procedure" (1959), with the
 * gaps of R. Sedgewick (1986): rows are short, and nearly in order. */
static void
sort_entries (int32_t *columns, double *values, int64_t n)
{
  static const int64_t gaps[] = { 16783361, 4197377, 1050113, 262913, 65921, 16577, 4193,
                                  1073,     281,     77,      23,     8,     1 };

  for (size_t g = 0; g < G_N_ELEMENTS (gaps); g++)
    for (int64_t i = gaps[g]; i < n; i++)
      {
        const int32_t column = columns[i];
        const double value = values[i];
        int64_t k = i;

        for (; k >= gaps[g] && columns[k - gaps[g]] > column; k -= gaps[g])
          {
            columns[k] = columns[k - gaps[g]];
            values[k] = values[k - gaps[g]];
          }
        columns[k] = column;
        values[k] = value;
      }
}

/* Columns that were renumbered are in no order any more. */
static void
sort_rows (SeidelPetscRows *rows)
{
  for (int64_t row = 0; row < count_rows (rows); row++)
    {
      const int32_t own = rows->offsets[row];
      const int32_t outer = rows->outer_offsets[row];

      sort_entries (rows->columns + own, rows->values + own, rows->offsets[row + 1] - own);
      sort_entries (rows->outer_columns + outer, rows->outer_values + outer,
                    rows->outer_offsets[row + 1] - outer);
    }
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
      const int64_t count = reading->ends[end - 1] - reading->begins[row];

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
  if (reading->places != NULL)
    sort_rows (rows);
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

/* Which rows are the rank's. */
static bool
find_rows (Reading *reading, int job_fd, int rank, GError **error)
{
  SeidelPetscRows *rows = reading->rows;
  const SeidelClusterJob *job = reading->job;
  int64_t bounds[2];
  uint64_t n;

  if (!seidel_cluster_read_at (job_fd, "the job", bounds, sizeof bounds,
                               job->first_at + (uint64_t) rank * sizeof *bounds, error))
    return false;
  rows->begin = bounds[0];
  rows->end = bounds[1];
  if (job->order_at == 0)
    return true;
  n = (uint64_t) count_rows (rows);
  rows->order = take_memory ((int64_t) n, sizeof *rows->order, error);
  return rows->order != NULL
         && seidel_cluster_read_at (job_fd, "the job", rows->order, n * sizeof *rows->order,
                                    job->order_at + (uint64_t) rows->begin * sizeof *rows->order,
                                    error);
}

static bool
map_places (Reading *reading, int job_fd, GError **error)
{
  const SeidelClusterJob *job = reading->job;
  const uint64_t page = (uint64_t) sysconf (_SC_PAGESIZE);
  const uint64_t begin = job->places_at / page * page;

  if (job->places_at == 0)
    return true;
  reading->mapped = (size_t) (job->places_at - begin) + (size_t) job->rows * sizeof (int32_t);
  reading->mapping = mmap (NULL, reading->mapped, PROT_READ, MAP_PRIVATE, job_fd, (off_t) begin);
  if (reading->mapping == MAP_FAILED)
    {
      reading->mapping = NULL;
      return seidel_memory_fail (error, (double) reading->mapped, "The places of the rows");
    }
  reading->places =
    (const int32_t *) (const void *) ((char *) reading->mapping + (job->places_at - begin));
  return true;
}

static bool
begin_formula (Reading *reading, GError **error)
{
  const SeidelClusterJob *job = reading->job;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind;

  if (job->gallery[0] == '\0')
    return true;
  kind = seidel_gallery_parse (job->gallery, values, error);
  if (kind == NULL || !seidel_gallery_rows_init (&reading->formula, kind, values, error))
    return false;
  if (reading->formula.rows == (double) job->rows)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                      "“%s” has %.0f rows here: this is another version of Seidel", job->gallery,
                      reading->formula.rows);
}

static void
count_formula (Reading *reading)
{
  const SeidelGalleryRows *formula = &reading->formula;
  const int64_t n = count_rows (reading->rows);
  int64_t sum = 0;

  for (int64_t i = 0; i < n; i++)
    {
      reading->begins[i] = sum;
      sum += seidel_gallery_rows_length (formula, seidel_petsc_rows_number (reading->rows, i));
      reading->ends[i] = sum;
    }
}

/* Where the entries of the rows are in the file: consecutive rows are read together. */
static bool
find_entries (Reading *reading, GError **error)
{
  const SeidelPetscRows *rows = reading->rows;
  const int64_t n = count_rows (rows);
  g_autofree int64_t *offsets = take_memory (RUN + 1, sizeof *offsets, error);

  for (int64_t i = 0; offsets != NULL && i < n;)
    {
      const int64_t first = seidel_petsc_rows_number (rows, i);
      int64_t count = 1;

      while (count < RUN && i + count < n
             && seidel_petsc_rows_number (rows, i + count) == first + count)
        count++;
      if (!seidel_cluster_read_at (reading->fd, "the matrix", offsets,
                                   (uint64_t) (count + 1) * sizeof *offsets,
                                   reading->job->offsets_at + (uint64_t) first * sizeof *offsets,
                                   error))
        return false;
      memcpy (reading->begins + i, offsets, (size_t) count * sizeof *offsets);
      memcpy (reading->ends + i, offsets + 1, (size_t) count * sizeof *offsets);
      i += count;
    }
  return offsets != NULL;
}

/* Where the entries of the rows are, and room for a piece of them. */
static bool
begin_reading (Reading *reading, GError **error)
{
  SeidelPetscRows *rows = reading->rows;
  const int64_t n = count_rows (rows);
  int64_t entries = 0;

  reading->room = PIECE;
  reading->begins = take_memory (n, sizeof (int64_t), error);
  reading->ends = reading->begins != NULL ? take_memory (n, sizeof (int64_t), error) : NULL;
  if (reading->ends == NULL)
    return false;
  if (reading->formula.fill != NULL)
    count_formula (reading);
  else if (!find_entries (reading, error))
    return false;
  for (int64_t row = 0; row < n; row++)
    {
      const int64_t length = reading->ends[row] - reading->begins[row];

      entries += length;
      reading->room = MAX (reading->room, length);
    }
  if (entries > G_MAXINT32)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        "a rank would have %" G_GINT64_FORMAT
                        " entries, and PETSc counts them with 32 bits: use more ranks",
                        entries);
  return (reading->columns = take_memory (reading->room, sizeof (int32_t), error)) != NULL
         && (reading->values = take_memory (reading->room, sizeof (double), error)) != NULL
         && (rows->offsets = take_memory (n + 1, sizeof (int32_t), error)) != NULL
         && (rows->outer_offsets = take_memory (n + 1, sizeof (int32_t), error)) != NULL;
}

bool
seidel_petsc_rows_read (SeidelPetscRows *self,
                        const SeidelClusterJob *job,
                        int job_fd,
                        int matrix_fd,
                        int rank,
                        GError **error)
{
  Reading reading = { .rows = self, .job = job, .fd = matrix_fd };
  const bool good = find_rows (&reading, job_fd, rank, error)
                    && map_places (&reading, job_fd, error) && begin_formula (&reading, error)
                    && begin_reading (&reading, error) && count_entries (&reading, error)
                    && take_entries (self, error) && fill_entries (&reading, error);

  seidel_gallery_rows_clear (&reading.formula);
  g_free (reading.begins);
  g_free (reading.ends);
  g_free (reading.columns);
  g_free (reading.values);
  if (reading.mapping != NULL)
    munmap (reading.mapping, reading.mapped);
  return good;
}

void
seidel_petsc_rows_clear (SeidelPetscRows *self)
{
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->offsets, g_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->values, g_free);
  g_clear_pointer (&self->outer_offsets, g_free);
  g_clear_pointer (&self->outer_columns, g_free);
  g_clear_pointer (&self->outer_values, g_free);
}
