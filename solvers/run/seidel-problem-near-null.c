/* The near null space of a problem: vectors of a file, or the rigid body modes of the coordinates
 * in one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-problem.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* What follows the name of a matrix in that of a file with its vectors, or is the name of another
 * matrix in the same file. */
static const char *const words[] = { "nullspace", "near_null", "near_null_space", "coord" };

/* Suffixes of such a file, beside that of the file of the matrix. */
static const char *const suffixes[] = { ".mtx", ".mtx.gz", ".npy", ".txt", ".csv" };

/* Coordinates of the nodes, of which each has as many unknowns: displacements along the axes. */
static bool
are_coordinates (const SeidelCsr *csr, int64_t rows)
{
  return (csr->columns == 2 || csr->columns == 3) && csr->rows * csr->columns == rows;
}

static bool
check_near_null (const SeidelProblem *problem, const SeidelMatrix *vectors, GError **error)
{
  const int64_t rows = problem->matrix->csr->rows;
  const SeidelCsr *csr = vectors->csr;

  if (problem->matrix->interleaved || vectors->parts != NULL)
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, "%s",
                        seidel_text ("Near null space: complex matrices are not supported"));
  if (are_coordinates (csr, rows)
      || (csr->rows == rows && csr->columns > 0 && csr->columns <= SEIDEL_NEAR_NULL_MOST))
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text ("Near null space: %" PRId64 " × %" PRId64 " values, but %" PRId64
                                   " rows and 1 to %d columns were expected"),
                      csr->rows, csr->columns, rows, SEIDEL_NEAR_NULL_MOST);
}

/* Row i of the vectors, in the original numbering. */
static void
copy_row (const SeidelCsr *csr, int64_t i, double *to)
{
  for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
    to[csr->column_indices[k]] = csr->values[k];
}

/* Row i of the rigid body modes: unknown i mod d of node i / d is a displacement along an axis. The
 * translations come first, then the rotations about the centre, in two or three planes. */
static void
make_mode_row (const SeidelCsr *coordinates, const double *centre, int64_t i, double *to)
{
  const int d = (int) coordinates->columns;
  const int axis = (int) (i % d);
  double place[3] = { 0.0 };
  int column = d;

  copy_row (coordinates, i / d, place);
  to[axis] = 1.0;
  for (int a = 0; a < d; a++)
    for (int b = a + 1; b < d; b++, column++)
      to[column] = axis == a ? -(place[b] - centre[b]) : axis == b ? place[a] - centre[a] : 0.0;
}

static void
find_centre (const SeidelCsr *coordinates, double *centre)
{
  for (int64_t k = 0; k < coordinates->row_offsets[coordinates->rows]; k++)
    centre[coordinates->column_indices[k]] += coordinates->values[k];
  for (int64_t j = 0; j < coordinates->columns; j++)
    centre[j] /= (double) coordinates->rows;
}

/* Whether each column has a number that is not zero, and none that is not finite. */
static bool
check_columns (const double *values, int64_t rows, int count, GError **error)
{
  for (int j = 0; j < count; j++)
    {
      double sum = 0.0;

      for (int64_t row = 0; row < rows; row++)
        sum += fabs (values[row * count + j]);
      if (sum != 0.0 && isfinite (sum))
        continue;
      return seidel_fail (error, SEIDEL_ERROR_INVALID,
                          seidel_text ("Near null space: column %d has %s"), j + 1,
                          sum == 0.0 ? seidel_text ("zeros only")
                                     : seidel_text ("a value that is not finite"));
    }
  return true;
}

bool
seidel_problem_set_near_null (SeidelProblem *problem, const SeidelMatrix *vectors, GError **error)
{
  const SeidelCsr *csr = vectors->csr;
  const int64_t rows = problem->matrix->csr->rows;
  const int32_t *permutation = problem->matrix->permutation;
  double centre[3] = { 0.0 };
  bool coordinates;
  double *values;
  int count;

  if (!check_near_null (problem, vectors, error))
    return false;
  coordinates = are_coordinates (csr, rows);
  count = (int) csr->columns;
  if (coordinates)
    {
      count = count == 2 ? 3 : 6;
      find_centre (csr, centre);
    }
  values = seidel_vector_new (rows * count, error);
  if (values == NULL)
    return false;
  for (int64_t row = 0; row < rows; row++)
    {
      const int64_t original = permutation != NULL ? permutation[row] : row;

      if (coordinates)
        make_mode_row (csr, centre, original, values + row * count);
      else
        copy_row (csr, original, values + row * count);
    }
  if (!check_columns (values, rows, count, error))
    {
      seidel_vector_free (values);
      return false;
    }
  seidel_vector_free (problem->near_null);
  problem->near_null = values;
  problem->n_near_null = count;
  return true;
}

/* Those in a file that need not be there, nor have vectors of this matrix. */
static bool
try_file (SeidelProblem *problem,
          const char *path,
          SeidelMatrixReader read_file,
          GCancellable *cancellable)
{
  g_autoptr (SeidelMatrix) vectors = read_file (path, NULL, cancellable, NULL);

  return vectors != NULL && seidel_problem_set_near_null (problem, vectors, NULL);
}

/* “truss” of “/data/truss.mtx.gz”, with its folder. */
static char *
stem_of (const char *path)
{
  char *stem = g_strdup (path);
  char *name = strrchr (stem, G_DIR_SEPARATOR);
  char *dot = strchr (name != NULL ? name + 1 : stem, '.');

  if (dot != NULL && dot != stem && dot[-1] != G_DIR_SEPARATOR)
    *dot = '\0';
  return stem;
}

static bool
try_beside (SeidelProblem *problem,
            const char *word,
            SeidelMatrixReader read_file,
            GCancellable *cancellable)
{
  const char *path = problem->matrix->origin.path;
  g_autofree char *stem = stem_of (path);

  for (size_t i = 0; i <= G_N_ELEMENTS (suffixes); i++)
    {
      const char *suffix = i == 0 ? path + strlen (stem) : suffixes[i - 1];
      g_autofree char *beside = g_strconcat (stem, "_", word, suffix, NULL);

      if (g_file_test (beside, G_FILE_TEST_IS_REGULAR)
          && try_file (problem, beside, read_file, cancellable))
        return true;
    }
  return false;
}

/* In the file of the matrix, where that has several, or beside it. */
static void
find_near_null (SeidelProblem *problem, SeidelMatrixReader read_file, GCancellable *cancellable)
{
  const SeidelOrigin *origin = &problem->matrix->origin;
  const SeidelCsr *csr = problem->matrix->csr;
  bool found = origin->path == NULL || problem->matrix->interleaved || csr->rows != csr->columns;

  for (size_t i = 0; i < G_N_ELEMENTS (words) && !found; i++)
    {
      g_autofree char *inside = g_build_filename (origin->path, words[i], NULL);

      found = (origin->variable != NULL && try_file (problem, inside, read_file, cancellable))
              || try_beside (problem, words[i], read_file, cancellable);
    }
}

bool
seidel_problem_read_near_null (SeidelProblem *problem,
                               const char *path,
                               SeidelMatrixReader read_file,
                               GCancellable *cancellable,
                               GError **error)
{
  g_autoptr (SeidelMatrix) vectors = NULL;

  if (path == NULL)
    {
      find_near_null (problem, read_file, cancellable);
      return true;
    }
  vectors = read_file (path, NULL, cancellable, error);
  if (vectors == NULL)
    {
      g_prefix_error (error, "Near null space: ");
      return false;
    }
  return seidel_problem_set_near_null (problem, vectors, error);
}
