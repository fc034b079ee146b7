/* What the tests of storage, engine, methods and runs share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"

#include <math.h>
#include <string.h>

#include "gallery/seidel-gallery.h"
#include "matrix/seidel-vector.h"

SeidelCsr *
test_csr_from_entries (int rows, int columns, const TestEntry *entries, int count)
{
  g_autofree int32_t *row_indices = g_new (int32_t, count);
  g_autofree int32_t *column_indices = g_new (int32_t, count);
  g_autofree double *values = g_new (double, count);
  SeidelCoordinates coordinates = { rows, columns, count, row_indices, column_indices, values };
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr;

  for (int k = 0; k < count; k++)
    {
      row_indices[k] = entries[k].row;
      column_indices[k] = entries[k].column;
      values[k] = entries[k].value;
    }
  csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (seidel_csr_validate (csr, &error));
  g_assert_no_error (error);
  return csr;
}

SeidelCsr *
test_csr_from_dense (int rows, int columns, const double *values)
{
  g_autofree TestEntry *entries = g_new (TestEntry, rows * columns + 1);
  int count = 0;

  for (int row = 0; row < rows; row++)
    for (int column = 0; column < columns; column++)
      if (values[row * columns + column] != 0.0)
        entries[count++] = (TestEntry){ row, column, values[row * columns + column] };
  return test_csr_from_entries (rows, columns, entries, count);
}

SeidelMatrix *
test_gallery (const char *id, int n_values, const double *values)
{
  const SeidelGalleryKind *kind = seidel_gallery_find (id);
  double parameters[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix;

  g_assert_nonnull (kind);
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    parameters[i] = i < n_values ? values[i] : kind->parameters[i].initial;
  matrix = seidel_gallery_make (kind, parameters, NULL, NULL, &error);
  g_assert_no_error (error);
  return matrix;
}

SeidelMatrix *
test_gallery_sized (const char *id, double size)
{
  return test_gallery (id, 1, &size);
}

SeidelCsr *
test_csr_random (int n, int degree, double dominance, uint32_t seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (TestEntry));

  for (int row = 0; row < n; row++)
    {
      int count = degree > 0 ? g_rand_int_range (rand, 0, 2 * degree + 1) : 0;
      double sum = 0.0;

      for (int k = 0; k < count; k++)
        {
          TestEntry entry = { row, g_rand_int_range (rand, 0, n),
                              g_rand_double_range (rand, -1.0, 1.0) };

          if (entry.column == row)
            continue;
          sum += fabs (entry.value);
          g_array_append_val (entries, entry);
        }
      g_array_append_vals (
        entries,
        &(TestEntry){ row, row, sum > 0.0 ? (row % 3 == 0 ? -1 : 1) * dominance * sum : 1.0 }, 1);
    }
  return test_csr_from_entries (n, n, (const TestEntry *) (void *) entries->data,
                                (int) entries->len);
}

double *
test_random_vector (int64_t n, uint64_t seed)
{
  double *x = g_new (double, n + 1);

  seidel_vector_fill_random (x, n, seed);
  return x;
}

void
test_assert_same_bits (const double *x, const double *y, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (memcmp (&x[i], &y[i], sizeof x[i]) != 0)
      g_error ("element %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT ": %.17g is not %.17g", i, n,
               x[i], y[i]);
}

void
test_assert_close (const double *x, const double *y, int64_t n, double tolerance)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (x[i] - y[i]) <= tolerance * (1.0 + fabs (y[i]))))
      g_error ("element %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT ": %.17g is not near %.17g", i,
               n, x[i], y[i]);
}

void
test_poison (double *x, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    x[i] = NAN;
}
