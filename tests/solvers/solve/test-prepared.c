/* Preconditioners and sweeps by themselves: against what defines them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-prepared.h"

#include <math.h>

#include "base/seidel-error.h"
#include "gallery/seidel-gallery.h"

static SeidelMatrix *
make (const char *text)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind = seidel_gallery_parse (text, values, NULL);
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);

  g_assert_no_error (error);
  return matrix;
}

static double *
make_vector (int64_t n, uint32_t seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  double *x = g_new (double, (size_t) n);

  for (int64_t i = 0; i < n; i++)
    x[i] = g_rand_double_range (random, -1.0, 1.0);
  return x;
}

static double
diagonal (const SeidelCsr *csr, int64_t row)
{
  return csr->values[seidel_csr_find (csr, row, row)];
}

/* One sweep, row after row. */
static void
sweep_plainly (const SeidelCsr *csr,
               SeidelDirection direction,
               double omega,
               const double *b,
               double *x)
{
  for (int64_t k = 0; k < csr->rows; k++)
    {
      const int64_t i = direction == SEIDEL_DIRECTION_FORWARD ? k : csr->rows - 1 - k;
      double rest = b[i];

      for (int64_t at = csr->row_offsets[i]; at < csr->row_offsets[i + 1]; at++)
        if (csr->column_indices[at] != i)
          rest -= csr->values[at] * x[csr->column_indices[at]];
      x[i] = (1.0 - omega) * x[i] + omega * rest / diagonal (csr, i);
    }
}

static void
assert_near (const double *x, const double *y, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (x[i], y[i], 1e-12 * (1.0 + fabs (y[i])));
}

static void
test_sweeps (void)
{
  static const char *const matrices[] = { "poisson-5 --size 30", "convection-diffusion --size 20",
                                          "poisson-27 --size 8" };
  static const char *const strategies[] = { "auto", "serial", "levels", "point-to-point" };

  for (size_t m = 0; m < G_N_ELEMENTS (matrices); m++)
    for (size_t s = 0; s < G_N_ELEMENTS (strategies); s++)
      for (int direction = 0; direction < 2; direction++)
        {
          g_autoptr (SeidelMatrix) matrix = make (matrices[m]);
          const int64_t n = matrix->csr->rows;
          g_autofree double *b = make_vector (n, 1);
          g_autofree double *x = make_vector (n, 2);
          g_autofree double *expected = make_vector (n, 2);
          g_autoptr (SeidelOptions) options = seidel_options_new ();
          g_autoptr (SeidelPrepared) prepared = NULL;
          g_autoptr (GError) error = NULL;

          seidel_options_set (options, "method", "auto", NULL);
          seidel_options_set (options, "strategy", strategies[s], NULL);
          seidel_options_set (options, "threads", "2", NULL);
          prepared = seidel_prepared_new (matrix, options, NULL, NULL, &error);
          g_assert_no_error (error);
          g_assert_nonnull (seidel_prepared_strategy (prepared));
          for (int k = 0; k < 3; k++)
            {
              const double omega = k == 0 ? 1.0 : 1.3;

              sweep_plainly (matrix->csr, (SeidelDirection) direction, omega, b, expected);
              g_assert_true (seidel_prepared_sweep (prepared, (SeidelSweeps) (1 << direction),
                                                    omega, b, x, &error));
              assert_near (x, expected, n);
            }
        }
}

/* M of SSOR with ω = 1 is (D + L) D⁻¹ (D + U). */
static void
multiply_ssor (const SeidelCsr *csr, const double *z, double *r)
{
  g_autofree double *upper = g_new0 (double, (size_t) csr->rows);

  for (int64_t i = 0; i < csr->rows; i++)
    for (int64_t at = csr->row_offsets[i]; at < csr->row_offsets[i + 1]; at++)
      if (csr->column_indices[at] >= i)
        upper[i] += csr->values[at] * z[csr->column_indices[at]];
  for (int64_t i = 0; i < csr->rows; i++)
    {
      r[i] = upper[i];
      for (int64_t at = csr->row_offsets[i]; at < csr->row_offsets[i + 1]; at++)
        if (csr->column_indices[at] < i)
          r[i] += csr->values[at] * upper[csr->column_indices[at]]
                  / diagonal (csr, csr->column_indices[at]);
    }
}

static SeidelPrepared *
prepare (SeidelMatrix *matrix, const char *preconditioner)
{
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (GError) error = NULL;
  SeidelPrepared *prepared;

  seidel_options_set (options, "method", "auto", NULL);
  seidel_options_set (options, "preconditioner", preconditioner, NULL);
  prepared = seidel_prepared_new (matrix, options, NULL, NULL, &error);
  g_assert_no_error (error);
  return prepared;
}

static void
test_ssor (void)
{
  static const char *const matrices[] = { "poisson-5 --size 30", "convection-diffusion --size 20" };

  for (size_t m = 0; m < G_N_ELEMENTS (matrices); m++)
    {
      g_autoptr (SeidelMatrix) matrix = make (matrices[m]);
      const int64_t n = matrix->csr->rows;
      g_autoptr (SeidelPrepared) prepared = prepare (matrix, "ssor");
      g_autofree double *r = make_vector (n, 3);
      g_autofree double *z = make_vector (n, 4);
      g_autofree double *again = make_vector (n, 5);

      for (int k = 0; k < 2; k++)
        {
          g_assert_true (seidel_prepared_precondition (prepared, r, z, NULL));
          multiply_ssor (matrix->csr, z, again);
          assert_near (again, r, n);
        }
      /* In place. */
      g_assert_true (seidel_prepared_precondition (prepared, r, r, NULL));
      assert_near (r, z, n);
    }
}

/* Incomplete factors of a tridiagonal matrix are complete. */
static void
test_factors (void)
{
  static const char *const kinds[] = { "ilu0", "ic0" };

  for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (SeidelMatrix) matrix = make ("tridiagonal --size 200");
      const SeidelCsr *csr = matrix->csr;
      g_autoptr (SeidelPrepared) prepared = prepare (matrix, kinds[k]);
      g_autofree double *r = make_vector (csr->rows, 3);
      g_autofree double *z = make_vector (csr->rows, 4);

      g_assert_true (seidel_prepared_precondition (prepared, r, z, NULL));
      for (int64_t i = 0; i < csr->rows; i++)
        {
          double sum = 0.0;

          for (int64_t at = csr->row_offsets[i]; at < csr->row_offsets[i + 1]; at++)
            sum += csr->values[at] * z[csr->column_indices[at]];
          g_assert_cmpfloat_with_epsilon (sum, r[i], 1e-11);
        }
    }
}

/* Every value multiplied. */
static SeidelMatrix *
make_multiple (const char *text, double factor)
{
  SeidelMatrix *matrix = make (text);

  for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
    matrix->csr->values[k] *= factor;
  return matrix;
}

/* Of another matrix it is what one made of that is: of the same pattern, where multigrid keeps a
 * part, and of another one. */
static void
test_updated (void)
{
  static const char *const kinds[] = { "multigrid", "ssor", "ilu0", "jacobi" };
  const char *const first = "poisson-5 --size 40";
  const struct
  {
    const char *text;
    double factor;
  } next[] = { { first, 4.0 }, { "poisson-anisotropic --size 40", 1.0 }, { first, 0.25 } };

  for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (SeidelMatrix) matrix = make (first);
      const int64_t n = matrix->csr->rows;
      g_autoptr (SeidelPrepared) prepared = prepare (matrix, kinds[k]);
      g_autofree double *r = make_vector (n, 3);
      g_autofree double *z = make_vector (n, 4);
      g_autofree double *expected = make_vector (n, 5);

      for (size_t i = 0; i < G_N_ELEMENTS (next); i++)
        {
          g_autoptr (SeidelMatrix) other = make_multiple (next[i].text, next[i].factor);
          g_autoptr (SeidelPrepared) fresh = prepare (other, kinds[k]);
          g_autoptr (GError) error = NULL;

          g_test_message ("%s, %s × %g", kinds[k], next[i].text, next[i].factor);
          g_assert_true (seidel_prepared_update (prepared, other, NULL, NULL, &error));
          g_assert_no_error (error);
          g_assert_true (seidel_prepared_precondition (prepared, r, z, NULL));
          g_assert_true (seidel_prepared_precondition (fresh, r, expected, NULL));
          g_assert_cmpmem (z, (size_t) n * sizeof *z, expected, (size_t) n * sizeof *z);
        }
    }
}

/* After an update that failed there is nothing, until one succeeds. */
static void
test_failed_update (void)
{
  g_autoptr (SeidelMatrix) matrix = make ("poisson-5 --size 20");
  g_autoptr (SeidelMatrix) smaller = make ("poisson-5 --size 19");
  g_autoptr (SeidelMatrix) zero = make_multiple ("poisson-5 --size 20", 0.0);
  const int64_t n = matrix->csr->rows;
  g_autoptr (SeidelPrepared) prepared = prepare (matrix, "ilu0");
  g_autofree double *r = make_vector (n, 3);
  g_autofree double *z = make_vector (n, 4);
  g_autofree double *before = make_vector (n, 5);
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_prepared_precondition (prepared, r, before, NULL));
  g_assert_false (seidel_prepared_update (prepared, smaller, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_true (seidel_prepared_precondition (prepared, r, z, NULL));
  g_assert_false (seidel_prepared_update (prepared, zero, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (seidel_prepared_strategy (prepared));
  g_assert_false (seidel_prepared_precondition (prepared, r, z, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_true (seidel_prepared_update (prepared, matrix, NULL, NULL, NULL));
  g_assert_true (seidel_prepared_precondition (prepared, r, z, NULL));
  g_assert_cmpmem (z, (size_t) n * sizeof *z, before, (size_t) n * sizeof *z);
}

static void
test_refused (void)
{
  const int64_t offsets[] = { 0, 1, 2 };
  const int32_t columns[] = { 1, 0 };
  const double values[] = { 1.0, 1.0 };
  g_autoptr (SeidelMatrix) lacking =
    seidel_matrix_new ("lacking",
                       seidel_csr_new_from_arrays (2, 2, offsets, columns, values, NULL));
  g_autoptr (SeidelMatrix) matrix = make ("poisson-5 --size 4");
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (SeidelPrepared) prepared = NULL;
  g_autoptr (GError) error = NULL;
  double x[16] = { 0.0 };

  g_assert_null (seidel_prepared_new (lacking, options, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  seidel_options_set (options, "method", "gauss-seidel", NULL);
  prepared = seidel_prepared_new (matrix, options, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (seidel_prepared_sweep (prepared, SEIDEL_SWEEPS_FORWARD, 1.0, x, x, NULL));
  g_assert_false (seidel_prepared_sweep (prepared, SEIDEL_SWEEPS_BACKWARD, 1.0, x, x, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prepared/sweeps", test_sweeps);
  g_test_add_func ("/prepared/ssor", test_ssor);
  g_test_add_func ("/prepared/factors", test_factors);
  g_test_add_func ("/prepared/updated", test_updated);
  g_test_add_func ("/prepared/failed-update", test_failed_update);
  g_test_add_func ("/prepared/refused", test_refused);
  return g_test_run ();
}
