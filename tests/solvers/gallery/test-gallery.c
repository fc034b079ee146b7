/* The gallery: small instances worked by hand, properties of larger ones, bounds, seeds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "gallery/seidel-gallery.h"
#include "matrix/seidel-error.h"

/* A kind made small: the parameters are its own but for the first, the size. */
static SeidelMatrix *
make_sized (const SeidelGalleryKind *kind, double size)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix;

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = kind->parameters[i].initial;
  values[0] = size;
  matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (matrix);
  g_assert_true (seidel_csr_validate (matrix->csr, &error));
  g_assert_no_error (error);
  return matrix;
}

static SeidelMatrix *
make (const char *id, const double *values)
{
  const SeidelGalleryKind *kind = seidel_gallery_find (id);
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix;

  g_assert_nonnull (kind);
  matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (seidel_csr_validate (matrix->csr, &error));
  g_assert_no_error (error);
  return matrix;
}

/* Compares with a dense matrix; a stored zero counts as one. */
static void
assert_dense (const SeidelCsr *csr, int n, const double *expected)
{
  g_assert_cmpint (csr->rows, ==, n);
  g_assert_cmpint (csr->columns, ==, n);
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      {
        int64_t k = seidel_csr_find (csr, row, column);

        g_assert_cmpfloat (k < 0 ? 0.0 : csr->values[k], ==, expected[row * n + column]);
      }
}

static double
row_sum (const SeidelCsr *csr, int64_t row)
{
  double sum = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    sum += csr->values[k];
  return sum;
}

static bool
is_symmetric (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        int64_t mirror = seidel_csr_find (csr, csr->column_indices[k], row);

        if (mirror < 0 || csr->values[mirror] != csr->values[k])
          return false;
      }
  return true;
}

/* Forward levels, straight from their definition; counts[l] rows have level l + 1. */
static int64_t
count_levels (const SeidelCsr *csr, int64_t *counts)
{
  g_autofree int64_t *level = g_new0 (int64_t, csr->rows);
  int64_t most = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      level[row] = 1;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] < row)
          level[row] = MAX (level[row], level[csr->column_indices[k]] + 1);
      most = MAX (most, level[row]);
      counts[level[row] - 1]++;
    }
  return most;
}

static void
test_poisson_5 (void)
{
  g_autoptr (SeidelMatrix) matrix = make_sized (seidel_gallery_find ("poisson-5"), 2);
  const double expected[] = {
    4, -1, -1, 0, -1, 4, 0, -1, -1, 0, 4, -1, 0, -1, -1, 4,
  };

  assert_dense (matrix->csr, 4, expected);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 12);
  g_assert_cmpstr (matrix->name, ==, "poisson-5 2×2");
  g_assert_cmpstr (matrix->origin.format, ==, "generated: poisson-5 --size 2");
  g_assert_null (matrix->origin.path);
  g_assert_cmpint (matrix->origin.stored, ==, 12);
}

static void
test_poisson_7 (void)
{
  g_autoptr (SeidelMatrix) matrix = make_sized (seidel_gallery_find ("poisson-7"), 3);
  const SeidelCsr *csr = matrix->csr;
  const int32_t centre[] = { 4, 10, 12, 13, 14, 16, 22 };

  g_assert_cmpstr (matrix->name, ==, "poisson-7 3×3×3");
  g_assert_cmpint (csr->rows, ==, 27);
  /* 27 points, and 3 directions of 2 · 9 couplings, both ways. */
  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 27 + 2 * 3 * 18);
  g_assert_cmpmem (csr->column_indices + csr->row_offsets[13], sizeof centre, centre,
                   sizeof centre);
  g_assert_cmpfloat (csr->values[seidel_csr_find (csr, 13, 13)], ==, 6.0);
  g_assert_cmpfloat (row_sum (csr, 13), ==, 0.0);
  g_assert_cmpfloat (row_sum (csr, 0), ==, 3.0);
  g_assert_true (is_symmetric (csr));
}

static void
test_poisson_27 (void)
{
  g_autoptr (SeidelMatrix) matrix = make_sized (seidel_gallery_find ("poisson-27"), 3);
  const SeidelCsr *csr = matrix->csr;

  g_assert_cmpint (csr->rows, ==, 27);
  g_assert_cmpint (csr->row_offsets[14] - csr->row_offsets[13], ==, 27);
  g_assert_cmpint (csr->row_offsets[1], ==, 8);
  /* Pairs of points no further than one apart along each axis: (3 + 2 · 2)³. */
  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 343);
  g_assert_cmpfloat (row_sum (csr, 13), ==, 0.0);
  g_assert_cmpfloat (row_sum (csr, 0), ==, 19.0);
  g_assert_true (is_symmetric (csr));
}

static void
test_convection (void)
{
  const double values[] = { 2, 0.5 };
  g_autoptr (SeidelMatrix) matrix = make ("convection-diffusion", values);
  const double expected[] = {
    5, -1, -1, 0, -1.5, 5, 0, -1, -1.5, 0, 5, -1, 0, -1.5, -1.5, 5,
  };

  assert_dense (matrix->csr, 4, expected);
  g_assert_cmpstr (matrix->origin.format, ==,
                   "generated: convection-diffusion --size 2 --peclet 0.5");
}

static void
test_bands (void)
{
  g_autoptr (SeidelMatrix) tridiagonal = make_sized (seidel_gallery_find ("tridiagonal"), 3);
  g_autoptr (SeidelMatrix) chain = make_sized (seidel_gallery_find ("chain"), 3);
  g_autoptr (SeidelMatrix) arrow = make_sized (seidel_gallery_find ("arrow"), 4);
  const double expected_tridiagonal[] = { 2, -1, 0, -1, 2, -1, 0, -1, 2 };
  const double expected_chain[] = { 2, 0, 0, -1, 2, 0, 0, -1, 2 };
  const double expected_arrow[] = {
    2, 0, 0, -1, 0, 2, 0, -1, 0, 0, 2, -1, -1, -1, -1, 4,
  };

  assert_dense (tridiagonal->csr, 3, expected_tridiagonal);
  assert_dense (chain->csr, 3, expected_chain);
  assert_dense (arrow->csr, 4, expected_arrow);
  g_assert_cmpstr (chain->name, ==, "chain 3");
}

static void
test_random_dominant (void)
{
  const double values[] = { 500, 7, 1.25, 42 };
  const double other_seed[] = { 500, 7, 1.25, 43 };
  g_autoptr (SeidelMatrix) matrix = make ("random-dominant", values);
  g_autoptr (SeidelMatrix) again = make ("random-dominant", values);
  g_autoptr (SeidelMatrix) other = make ("random-dominant", other_seed);
  const SeidelCsr *csr = matrix->csr;
  size_t bytes = (size_t) seidel_csr_nonzeros (csr) * sizeof (double);

  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 500 * 8);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;

      g_assert_cmpint (csr->row_offsets[row + 1] - csr->row_offsets[row], ==, 8);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] != row)
          sum += fabs (csr->values[k]);
      g_assert_cmpfloat_with_epsilon (csr->values[seidel_csr_find (csr, row, row)], 1.25 * sum,
                                      1e-12);
    }
  g_assert_cmpmem (csr->values, bytes, again->csr->values, bytes);
  g_assert_cmpint (memcmp (csr->values, other->csr->values, bytes), !=, 0);
}

/* The degree cannot exceed what a row has room for. */
static void
test_random_dense (void)
{
  const double values[] = { 5, 1000, 2, 1 };
  const double diagonal[] = { 5, 0, 2, 1 };
  g_autoptr (SeidelMatrix) matrix = make ("random-dominant", values);
  g_autoptr (SeidelMatrix) identity = make ("random-dominant", diagonal);

  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 25);
  g_assert_cmpint (seidel_csr_nonzeros (identity->csr), ==, 5);
  g_assert_cmpfloat (identity->csr->values[3], ==, 1.0);
}

static void
test_kmer (void)
{
  const double values[] = { 200000, 7 };
  g_autoptr (SeidelMatrix) matrix = make ("kmer-like", values);
  const SeidelCsr *csr = matrix->csr;
  g_autofree int64_t *counts = g_new0 (int64_t, csr->rows);
  g_autofree int *degree = g_new0 (int, csr->rows);
  int64_t levels = count_levels (csr, counts);

  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t last = csr->row_offsets[row + 1] - 1;

      g_assert_cmpint (csr->column_indices[last], ==, row);
      g_assert_cmpfloat (csr->values[last], ==, 4.0);
      for (int64_t k = csr->row_offsets[row]; k < last; k++)
        {
          degree[row]++;
          degree[csr->column_indices[k]]++;
        }
    }
  /* Chains: nothing has more than two neighbours, and each chain of 92 has 91 couplings. */
  for (int64_t row = 0; row < csr->rows; row++)
    g_assert_cmpint (degree[row], <=, 2);
  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 2 * 200000 - (200000 + 91) / 92);
  g_assert_cmpint (levels, >=, 88);
  g_assert_cmpint (levels, <=, 92);
  g_assert_cmpint (counts[0], >, 200000 / 100 * 30);
  g_assert_cmpint (counts[0], <, 200000 / 100 * 37);
}

static void
test_wathen (void)
{
  const double values[] = { 1, 9 };
  const double larger[] = { 5, 9 };
  g_autoptr (SeidelMatrix) one = make ("wathen", values);
  g_autoptr (SeidelMatrix) matrix = make ("wathen", larger);
  const SeidelCsr *csr = one->csr;
  /* From the lower left corner on: Wathen's nodes 5 6 7 (bottom), 4 8 (middle), 3 2 1 (top). */
  const double first_row[] = { 6, -6, 2, -6, -8, 2, -8, 3 };
  double density = csr->values[0] / 6.0;

  g_assert_cmpint (csr->rows, ==, 8);
  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 64);
  for (int k = 0; k < 8; k++)
    g_assert_cmpfloat_with_epsilon (csr->values[k] / density, first_row[k], 1e-12);
  g_assert_cmpint (matrix->csr->rows, ==, 3 * 25 + 4 * 5 + 1);
  g_assert_cmpstr (matrix->name, ==, "wathen 5×5");
  g_assert_true (is_symmetric (matrix->csr));
}

/* wathen100 of the collection has 471,601 entries: the same for any seed. */
static void
test_wathen_size (void)
{
  g_autoptr (SeidelMatrix) matrix = make_sized (seidel_gallery_find ("wathen"), 100);

  g_assert_cmpint (matrix->csr->rows, ==, 30401);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 471601);
}

/* Every kind: described, makes something at its smallest and as offered, and again the same. */
static void
test_all_kinds (void)
{
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);

  g_assert_cmpuint (n_kinds, >=, 10);
  for (size_t i = 0; i < n_kinds; i++)
    {
      const SeidelGalleryKind *kind = &kinds[i];
      g_autoptr (SeidelMatrix) smallest = make_sized (kind, kind->parameters[0].minimum);
      g_autoptr (SeidelMatrix) offered = make_sized (kind, kind->parameters[0].initial);
      g_autoptr (SeidelMatrix) again = make_sized (kind, kind->parameters[0].initial);
      size_t bytes = (size_t) seidel_csr_nonzeros (offered->csr) * sizeof (double);

      g_assert_true (seidel_gallery_find (kind->id) == kind);
      g_assert_true (g_str_has_suffix (kind->sentence, "."));
      g_assert_cmpstr (kind->parameters[0].id, ==, "size");
      g_assert_cmpint (smallest->csr->rows, >=, 1);
      g_assert_cmpint (seidel_csr_nonzeros (offered->csr), ==, seidel_csr_nonzeros (again->csr));
      g_assert_cmpmem (offered->csr->values, bytes, again->csr->values, bytes);
      for (int64_t row = 0; row < offered->csr->rows; row++)
        g_assert_cmpint (seidel_csr_find (offered->csr, row, row), >=, 0);
    }
  g_assert_null (seidel_gallery_find ("no-such-kind"));
}

static void
assert_refused (const char *id, const double *values, int code, const char *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix =
    seidel_gallery_make (seidel_gallery_find (id), values, NULL, NULL, &error);

  g_assert_null (matrix);
  g_assert_error (error, SEIDEL_ERROR, code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_bounds (void)
{
  assert_refused ("poisson-5", (const double[]){ 0 }, SEIDEL_ERROR_INVALID,
                  "poisson-5: size must be a whole number from 1 to 46340, not 0");
  assert_refused ("poisson-7", (const double[]){ 1291 }, SEIDEL_ERROR_INVALID,
                  "poisson-7: size must be a whole number from 1 to 1290, not 1291");
  assert_refused ("poisson-27", (const double[]){ 2.5 }, SEIDEL_ERROR_INVALID,
                  "poisson-27: size must be a whole number from 1 to 1290, not 2.5");
  assert_refused ("convection-diffusion", (const double[]){ 3, -1 }, SEIDEL_ERROR_INVALID,
                  "convection-diffusion: peclet must be a number from 0 to 1000000, not -1");
  assert_refused ("wathen", (const double[]){ 3, NAN }, SEIDEL_ERROR_INVALID,
                  "wathen: seed must be a whole number from 0 to 4294967295, not nan");
}

/* 1290³ rows of 27 entries: 712.7 GB. */
static void
test_too_large (void)
{
  g_autoptr (GError) error = NULL;
  const double values[] = { 1290 };
  SeidelMatrix *matrix;

  if ((double) sysconf (_SC_PHYS_PAGES) * (double) sysconf (_SC_PAGESIZE) > 7e11)
    {
      g_test_skip ("this machine has room for it");
      return;
    }
  matrix = seidel_gallery_make (seidel_gallery_find ("poisson-27"), values, NULL, NULL, &error);
  g_assert_null (matrix);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_assert_true (g_str_has_prefix (error->message,
                                   "a matrix of 2146689000 rows and 57960603000 entries takes "
                                   "712.7 GB; this machine has "));
}

static void
test_cancel_before (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const double values[] = { 100 };

  g_cancellable_cancel (cancellable);
  g_assert_null (
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), values, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Cancels as soon as the work says that it has begun. */
static gpointer
cancel_thread (gpointer data)
{
  gpointer *both = data;
  SeidelProgress *progress = both[0];

  while (atomic_load (&progress->permille) <= 0)
    g_usleep (50);
  g_cancellable_cancel (both[1]);
  return NULL;
}

static void
test_cancel_within (void)
{
  SeidelProgress progress = SEIDEL_PROGRESS_INIT;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gpointer both[] = { &progress, cancellable };
  const double values[] = { 150 };
  GThread *thread = g_thread_new ("cancel", cancel_thread, both);
  SeidelMatrix *matrix = seidel_gallery_make (seidel_gallery_find ("poisson-27"), values, &progress,
                                              cancellable, &error);

  g_thread_join (thread);
  /* It may have been finished just before. */
  if (matrix == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  else
    seidel_matrix_unref (matrix);
  g_assert_cmpstr (atomic_load (&progress.activity), ==, "Generating");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gallery/poisson-5", test_poisson_5);
  g_test_add_func ("/gallery/poisson-7", test_poisson_7);
  g_test_add_func ("/gallery/poisson-27", test_poisson_27);
  g_test_add_func ("/gallery/convection", test_convection);
  g_test_add_func ("/gallery/bands", test_bands);
  g_test_add_func ("/gallery/random-dominant", test_random_dominant);
  g_test_add_func ("/gallery/random-dense", test_random_dense);
  g_test_add_func ("/gallery/kmer-like", test_kmer);
  g_test_add_func ("/gallery/wathen", test_wathen);
  g_test_add_func ("/gallery/wathen-size", test_wathen_size);
  g_test_add_func ("/gallery/all-kinds", test_all_kinds);
  g_test_add_func ("/gallery/bounds", test_bounds);
  g_test_add_func ("/gallery/too-large", test_too_large);
  g_test_add_func ("/gallery/cancel-before", test_cancel_before);
  g_test_add_func ("/gallery/cancel-within", test_cancel_within);
  return g_test_run ();
}
