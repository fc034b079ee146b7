/* The gallery: small instances worked by hand, properties of larger ones, bounds, seeds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <unistd.h>
#include <omp.h>

#include "golden-testing.h"
#include "gallery-testing.h"

static void
test_poisson_5 (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("poisson-5", 2);
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
  g_autoptr (SeidelMatrix) matrix = MAKE ("poisson-7", 3);
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
  g_autoptr (SeidelMatrix) matrix = MAKE ("poisson-27", 3);
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
  g_autoptr (SeidelMatrix) matrix = MAKE ("convection-diffusion", 2, 0, 0.5);
  g_autoptr (SeidelMatrix) against = MAKE ("convection-diffusion", 30, 20, -3);
  g_autoptr (SeidelMatrix) with = MAKE ("convection-diffusion", 30, 20, 3);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) transpose = seidel_csr_transpose (with->csr, NULL, &error);
  const double expected[] = {
    5, -1, -1, 0, -1.5, 5, 0, -1, -1.5, 0, 5, -1, 0, -1.5, -1.5, 5,
  };

  assert_dense (matrix->csr, 4, expected);
  g_assert_cmpstr (matrix->origin.format, ==,
                   "generated: convection-diffusion --size 2 --peclet 0.5");
  g_assert_no_error (error);
  g_assert_false (is_symmetric (with->csr));
  /* The opposite wind gives the transpose. */
  assert_same_csr (against->csr, transpose);
}

static void
test_bands (void)
{
  g_autoptr (SeidelMatrix) tridiagonal = MAKE ("tridiagonal", 3);
  g_autoptr (SeidelMatrix) chain = MAKE ("chain", 3);
  g_autoptr (SeidelMatrix) arrow = MAKE ("arrow", 4);
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
  g_autoptr (SeidelMatrix) matrix = MAKE ("random-dominant", 500, 7, 1.25, 42);
  g_autoptr (SeidelMatrix) again = MAKE ("random-dominant", 500, 7, 1.25, 42);
  g_autoptr (SeidelMatrix) other = MAKE ("random-dominant", 500, 7, 1.25, 43);
  const SeidelCsr *csr = matrix->csr;
  size_t bytes = (size_t) seidel_csr_nonzeros (csr) * sizeof (double);

  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 500 * 8);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      g_assert_cmpint (csr->row_offsets[row + 1] - csr->row_offsets[row], ==, 8);
      g_assert_cmpfloat_with_epsilon (diagonal_of_row (csr, row), 1.25 * rest_of_row (csr, row),
                                      1e-12);
    }
  g_assert_cmpmem (csr->values, bytes, again->csr->values, bytes);
  g_assert_cmpint (memcmp (csr->values, other->csr->values, bytes), !=, 0);
}

/* The degree is limited by the number of columns. */
static void
test_random_full (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("random-dominant", 5, 1000, 2, 1);
  g_autoptr (SeidelMatrix) identity = MAKE ("random-dominant", 5, 0, 2, 1);

  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 25);
  g_assert_cmpint (seidel_csr_nonzeros (identity->csr), ==, 5);
  g_assert_cmpfloat (identity->csr->values[3], ==, 1.0);
}

/* As published for kmer_V4a (Fiorentini 2022, 3.1): 103,565,681 entries in 51,813,503 rows, 91
 * levels, the widest with 34.5 % of the rows, the narrowest with one, at most 36 dependencies, none
 * backward. */
static void
test_kmer (void)
{
  const int64_t n = 400000;
  g_autoptr (SeidelMatrix) matrix = MAKE ("kmer-like", (double) n, 7);
  const SeidelCsr *csr = matrix->csr;
  g_autofree int64_t *counts = g_new0 (int64_t, csr->rows);
  int64_t longest = 0;
  int64_t widest = 0;

  for (int64_t row = 0; row < n; row++)
    {
      int64_t last = csr->row_offsets[row + 1] - 1;

      g_assert_cmpint (csr->column_indices[last], ==, row);
      g_assert_cmpfloat (csr->values[last], >=, rest_of_row (csr, row) + 2.0);
      longest = MAX (longest, last - csr->row_offsets[row]);
    }
  g_assert_cmpint (longest, ==, 36);
  g_assert_cmpfloat_with_epsilon ((double) seidel_csr_nonzeros (csr) / (double) n,
                                  103565681.0 / 51813503.0, 0.0005);
  g_assert_cmpint (count_levels (csr, counts), ==, 91);
  g_assert_cmpint (counts[90], ==, 1);
  for (int level = 0; level < 91; level++)
    {
      g_assert_cmpint (counts[level], >=, 1);
      widest = MAX (widest, counts[level]);
    }
  g_assert_cmpfloat_with_epsilon ((double) widest / (double) n, 17890330.0 / 51813503.0, 0.002);
}

/* The same pattern with values at random: −1 … −0.1 beside a dominant diagonal. */
static void
test_kmer_generic (void)
{
  const int64_t n = 3000;
  g_autoptr (SeidelMatrix) whole = MAKE ("kmer-like", (double) n, 7);
  g_autoptr (SeidelMatrix) generic = MAKE ("kmer-like", (double) n, 7, 1);
  const SeidelCsr *csr = generic->csr;
  int different = 0;

  g_assert_cmpmem (csr->row_offsets, (size_t) (n + 1) * sizeof (int64_t), whole->csr->row_offsets,
                   (size_t) (n + 1) * sizeof (int64_t));
  g_assert_cmpmem (csr->column_indices, (size_t) csr->row_offsets[n] * sizeof (int32_t),
                   whole->csr->column_indices, (size_t) csr->row_offsets[n] * sizeof (int32_t));
  for (int64_t row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (csr->column_indices[k] != row)
        {
          g_assert_cmpfloat (csr->values[k], <=, -0.1);
          g_assert_cmpfloat (csr->values[k], >=, -1.0);
          different += k > 0 && csr->values[k] != csr->values[k - 1];
        }
      else
        g_assert_cmpfloat (csr->values[k], >, rest_of_row (csr, row));
  g_assert_cmpint (different, >, n / 2);
}

/* Also with few rows there are as many levels. */
static void
test_kmer_small (void)
{
  for (int n = 1; n <= 300; n++)
    {
      g_autoptr (SeidelMatrix) matrix = MAKE ("kmer-like", n, 3);
      g_autofree int64_t *counts = g_new0 (int64_t, n);

      g_assert_cmpint (count_levels (matrix->csr, counts), ==, MIN (n, 91));
    }
}

static void
test_wathen (void)
{
  g_autoptr (SeidelMatrix) one = MAKE ("wathen", 1, 0, 9);
  g_autoptr (SeidelMatrix) matrix = MAKE ("wathen", 5, 0, 9);
  g_autoptr (SeidelMatrix) oblong = MAKE ("wathen", 5, 3, 9);
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
  g_assert_cmpstr (oblong->name, ==, "wathen 5×3");
  g_assert_cmpint (oblong->csr->rows, ==, 3 * 15 + 2 * 5 + 2 * 3 + 1);
  g_assert_true (is_symmetric (oblong->csr));
  g_assert_true (is_symmetric (matrix->csr));
}

/* wathen100 of the collection has 471,601 entries, as has any seed. */
static void
test_wathen_size (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("wathen", 100);

  g_assert_cmpint (matrix->csr->rows, ==, 30401);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 471601);
}

/* A short digest of all bits of a matrix. */
static char *
fingerprint (const SeidelCsr *csr)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  size_t entries = (size_t) seidel_csr_nonzeros (csr);

  g_checksum_update (sum, (const guchar *) csr->row_offsets,
                     (gssize) ((size_t) (csr->rows + 1) * sizeof (int64_t)));
  g_checksum_update (sum, (const guchar *) csr->column_indices,
                     (gssize) (entries * sizeof (int32_t)));
  g_checksum_update (sum, (const guchar *) csr->values, (gssize) (entries * sizeof (double)));
  return g_strndup (g_checksum_get_string (sum), 16);
}

/* Every kind has a description, can be made at its smallest and at its default size, has as many
 * entries as predicted, is symmetric if declared so, and is the same when made on one core. */
static void
test_all_kinds (void)
{
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);
  int threads = omp_get_max_threads ();

  g_assert_cmpuint (n_kinds, >=, 27);
  for (size_t i = 0; i < n_kinds; i++)
    {
      const SeidelGalleryKind *kind = &kinds[i];
      g_autoptr (SeidelMatrix) smallest = MAKE (kind->id, kind->parameters[0].minimum);
      g_autoptr (SeidelMatrix) offered = MAKE (kind->id, kind->parameters[0].initial);
      g_autoptr (SeidelMatrix) again = NULL;
      g_autoptr (GError) error = NULL;
      double values[SEIDEL_GALLERY_MAX_PARAMETERS];
      SeidelGallerySize size;

      omp_set_num_threads (1);
      again = MAKE (kind->id, kind->parameters[0].initial);
      omp_set_num_threads (threads);
      assert_same_csr (offered->csr, again->csr);
      g_assert_true (seidel_gallery_find (kind->id) == kind);
      g_assert_true (g_str_has_suffix (kind->sentence, "."));
      g_assert_cmpstr (kind->parameters[0].id, ==, "size");
      g_assert_cmpint (smallest->csr->rows, >=, 1);
      if (kind->symmetric)
        g_assert_true (is_symmetric (offered->csr));
      gallery_values (kind, 0, NULL, values);
      g_assert_true (seidel_gallery_measure (kind, values, &size, &error));
      g_assert_no_error (error);
      g_assert_cmpint (size.rows, ==, offered->csr->rows);
      g_assert_cmpfloat_with_epsilon (size.entries, (double) seidel_csr_nonzeros (offered->csr),
                                      size.exact ? 0.5 : 0.02 * size.entries);
    }
  g_assert_null (seidel_gallery_find ("no-such-kind"));
}

/* The same bits on any machine: recorded digests of about 200 rows of each kind. */
static void
test_bits (void)
{
  static const struct
  {
    const char *id;
    double size;
    const char *fingerprint;
  } known[] = {
    { "poisson-5", 14, "884b245dc1c28864" },
    { "poisson-7", 6, "9129f67691986458" },
    { "poisson-27", 6, "2729c5e707a1ecef" },
    { "poisson-anisotropic", 14, "6060d4dbb62a9543" },
    { "poisson-jumping", 24, "f82b44dc3f200551" },
    { "convection-diffusion", 14, "40654ff00df43195" },
    { "wathen", 8, "6b3591279a722812" },
    { "tridiagonal", 200, "b9560d0395cb0a3c" },
    { "diagonals", 200, "ecbd29831a71c20f" },
    { "chain", 200, "5a6aea4b168e3209" },
    { "arrow", 200, "2c75b51bd15d907f" },
    { "random-dense", 40, "4b2247362bc653f8" },
    { "random-dominant", 200, "db176effb6ff8e60" },
    { "random-graph", 200, "055ee47e5c6b0d44" },
    { "small-world", 200, "105c576aca04f133" },
    { "road-like", 14, "38b2868e5f49bb37" },
    { "kmer-like", 2000, "d15b6ac1d905e7b1" },
    { "poisson-neumann", 14, "6a3cc34949e026bb" },
    { "helmholtz", 14, "f08e1c177d9e0ce5" },
    { "stokes-cavity", 8, "0d61db0171f5d966" },
    { "obstacle", 14, "2650bb243fd4094c" },
    { "minimal-surface", 12, "2cdce2c119ee9b8c" },
    { "truss", 30, "34878a69bd01dd9b" },
    { "hilbert", 14, "55a332b680ec296f" },
    { "trefethen", 200, "2567fb5958700034" },
    { "hypercube", 8, "1e4e3ad61dd8bdf4" },
    { "mycielskian", 8, "6fe6ab64317a0888" },
  };
  size_t n_kinds;

  seidel_gallery_kinds (&n_kinds);
  g_assert_cmpuint (n_kinds, ==, G_N_ELEMENTS (known));
  if (G_BYTE_ORDER != G_LITTLE_ENDIAN)
    {
      g_test_skip ("the fingerprints are of little-endian bytes");
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autoptr (SeidelMatrix) matrix = MAKE (known[i].id, known[i].size);
      g_autofree char *found = fingerprint (matrix->csr);

      g_test_message ("%s", known[i].id);
      g_assert_cmpstr (found, ==, known[i].fingerprint);
    }
}

/* A preview is small, and of the same kind. */
static void
test_previews (void)
{
  size_t n_kinds;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n_kinds);

  for (size_t i = 0; i < n_kinds; i++)
    {
      double values[SEIDEL_GALLERY_MAX_PARAMETERS];
      double preview[SEIDEL_GALLERY_MAX_PARAMETERS];
      g_autoptr (GError) error = NULL;
      SeidelGallerySize size;

      gallery_values (&kinds[i], 1, (const double[]){ kinds[i].parameters[0].maximum }, values);
      seidel_gallery_preview (&kinds[i], values, preview);
      g_assert_true (seidel_gallery_measure (&kinds[i], preview, &size, &error));
      g_assert_no_error (error);
      g_assert_cmpint (size.rows, >=, 16);
      g_assert_cmpint (size.rows, <=, 500);
    }
}

/* Refused with a text that names the kind and the parameter at fault. */
static void
assert_refused (const char *id, int n_values, const double *given)
{
  g_autoptr (GError) error = NULL;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  SeidelGallerySize size;

  gallery_values (seidel_gallery_find (id), n_values, given, values);
  g_assert_null (seidel_gallery_make (seidel_gallery_find (id), values, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
  g_clear_error (&error);
  g_assert_false (seidel_gallery_measure (seidel_gallery_find (id), values, &size, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

#define REFUSED(id, ...)                                                            \
  assert_refused (id, (int) (sizeof ((double[]){ __VA_ARGS__ }) / sizeof (double)), \
                  (const double[]){ __VA_ARGS__ })

static void
test_bounds (void)
{
  REFUSED ("poisson-5", 0);
  REFUSED ("poisson-7", 1291);
  REFUSED ("poisson-27", 2.5);
  REFUSED ("poisson-7", 3, 3, -1);
  REFUSED ("convection-diffusion", 3, 0, 2e6);
  REFUSED ("wathen", 3, 0, NAN);
  REFUSED ("hypercube", 31);
  REFUSED ("mycielskian", 1);
  /* Each side is within its bounds, the number of rows is not. */
  REFUSED ("poisson-5", 46340, 1000000);
}

/* 1290³ rows of 27 entries, fewer at the faces: 712 GB. */
static void
test_too_large (void)
{
  g_autoptr (GError) error = NULL;
  const double values[] = { 1290, 0, 0 };
  SeidelMatrix *matrix;

  if ((double) sysconf (_SC_PHYS_PAGES) * (double) sysconf (_SC_PAGESIZE) > 7e11)
    {
      g_test_skip ("this machine has room for it");
      return;
    }
  matrix = seidel_gallery_make (seidel_gallery_find ("poisson-27"), values, NULL, NULL, &error);
  g_assert_null (matrix);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  test_assert_wording (error->message);
}

static void
test_cancel_before (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const double values[] = { 100, 0 };

  g_cancellable_cancel (cancellable);
  g_assert_null (
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), values, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Cancels as soon as there is progress. */
static gpointer
cancel_thread (gpointer data)
{
  gpointer *both = data;
  SeidelProgress *progress = both[0];

  while (seidel_progress_permille (progress) <= 0)
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
  const double values[] = { 150, 0, 0 };
  GThread *thread = g_thread_new ("cancel", cancel_thread, both);
  SeidelMatrix *matrix = seidel_gallery_make (seidel_gallery_find ("poisson-27"), values, &progress,
                                              cancellable, &error);

  g_thread_join (thread);
  /* It may have finished just before. */
  if (matrix == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  else
    seidel_matrix_unref (matrix);
  g_assert_cmpstr (seidel_progress_activity (&progress), ==, "Generating");
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
  g_test_add_func ("/gallery/random-full", test_random_full);
  g_test_add_func ("/gallery/kmer-like", test_kmer);
  g_test_add_func ("/gallery/kmer-generic", test_kmer_generic);
  g_test_add_func ("/gallery/kmer-small", test_kmer_small);
  g_test_add_func ("/gallery/wathen", test_wathen);
  g_test_add_func ("/gallery/wathen-size", test_wathen_size);
  g_test_add_func ("/gallery/all-kinds", test_all_kinds);
  g_test_add_func ("/gallery/bits", test_bits);
  g_test_add_func ("/gallery/previews", test_previews);
  g_test_add_func ("/gallery/bounds", test_bounds);
  g_test_add_func ("/gallery/too-large", test_too_large);
  g_test_add_func ("/gallery/cancel-before", test_cancel_before);
  g_test_add_func ("/gallery/cancel-within", test_cancel_within);
  return g_test_run ();
}
