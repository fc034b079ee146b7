/* Sweepers and preconditioners on memory of a device, which here is the engine of the tests.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-prepared.h"

#include <string.h>

#include "base/seidel-error.h"
#include "fake-device-testing.h"
#include "gallery/seidel-gallery.h"

static FakeDevice *device;

static SeidelMatrix *
make (void)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind = seidel_gallery_parse ("poisson-5 --size 20", values, NULL);

  return seidel_gallery_make (kind, values, NULL, NULL, NULL);
}

static void
reset (void)
{
  *device = (FakeDevice){ .free_bytes = 1 << 30, .total_bytes = 2u << 30, .lost_after = -1 };
}

static SeidelPrepared *
prepare (SeidelMatrix *matrix, const char *preconditioner, void *stream)
{
  const SeidelLentArrays arrays = { .row_offsets = matrix->csr->row_offsets,
                                    .column_indices = matrix->csr->column_indices,
                                    .values = matrix->csr->values,
                                    .wide = true,
                                    .precision = SEIDEL_PRECISION_DOUBLE,
                                    .stream = stream };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  SeidelPrepared *prepared;

  options.method = SEIDEL_METHOD_AUTO;
  options.engine = "cuda";
  options.preconditioner = preconditioner;
  prepared = seidel_prepared_new (matrix, &options, &arrays, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (device->lent_operators, ==, 1);
  g_assert_true (seidel_prepared_is_lent (prepared));
  return prepared;
}

/* Every call takes place in the stream that was set last, leaves it, and settles its vectors. */
static void
assert_settled (void *stream)
{
  g_assert_true (device->stream == stream);
  g_assert_cmpint (device->entered, ==, 0);
  g_assert_cmpint (device->lent, ==, 0);
}

static void
test_streams (void)
{
  int streams[2];
  g_autoptr (SeidelMatrix) matrix = make ();
  SeidelPrepared *prepared;
  double b[400], x[400] = { 0.0 }, before, residuals[20];

  for (int i = 0; i < 400; i++)
    b[i] = i % 3;
  reset ();
  prepared = prepare (matrix, "none", &streams[0]);
  g_assert_true (seidel_prepared_sweep (prepared, SEIDEL_SWEEPS_FORWARD, 1.0, b, x, NULL));
  assert_settled (&streams[0]);
  before = x[37];
  g_assert_cmpfloat (before, >, 0.0);
  seidel_prepared_set_stream (prepared, &streams[1]);
  g_assert_true (seidel_prepared_relax (prepared, SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD,
                                        1.0, 20, b, x, residuals, NULL));
  assert_settled (&streams[1]);
  g_assert_cmpfloat (residuals[19], <, 0.5 * residuals[0]);
  g_assert_cmpfloat (x[37], !=, before);
  seidel_prepared_free (prepared);
  g_assert_cmpint (device->vectors, ==, 0);
}

static void
test_preconditioners (void)
{
  static const char *const kinds[] = { "jacobi", "ssor", "ic0", "ilu0", "multigrid" };
  g_autoptr (SeidelMatrix) matrix = make ();
  double r[400], z[400], on_host[400];

  for (int i = 0; i < 400; i++)
    r[i] = i % 5;
  for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (SeidelOptions) options = seidel_options_new ();
      g_autoptr (SeidelPrepared) here = NULL;
      SeidelPrepared *prepared;

      reset ();
      prepared = prepare (matrix, kinds[k], NULL);
      g_assert_true (seidel_prepared_precondition (prepared, r, z, NULL));
      assert_settled (NULL);
      seidel_prepared_free (prepared);
      g_assert_cmpint (device->vectors, ==, 0);
      seidel_options_set (options, "method", "auto", NULL);
      seidel_options_set (options, "engine", "cpu", NULL);
      seidel_options_set (options, "preconditioner", kinds[k], NULL);
      here = seidel_prepared_new (matrix, options, NULL, NULL, NULL);
      g_assert_true (seidel_prepared_precondition (here, r, on_host, NULL));
      for (int i = 0; i < 400; i++)
        g_assert_cmpfloat_with_epsilon (z[i], on_host[i], 1e-10);
    }
}

/* A device that is lost is an error of the call, and of those after it; nothing stays locked. */
static void
test_lost (void)
{
  g_autoptr (SeidelMatrix) matrix = make ();
  SeidelPrepared *prepared;
  double b[400] = { 1.0 }, x[400] = { 0.0 };

  reset ();
  prepared = prepare (matrix, "none", NULL);
  device->lost_after = 0;
  for (int call = 0; call < 3; call++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (
        seidel_prepared_relax (prepared, SEIDEL_SWEEPS_FORWARD, 1.0, 2, b, x, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
      assert_settled (NULL);
    }
  seidel_prepared_free (prepared);
  reset ();
}

/* The engine of the processor has no such memory. */
static void
test_refused (void)
{
  g_autoptr (SeidelMatrix) matrix = make ();
  const SeidelLentArrays arrays = { .precision = SEIDEL_PRECISION_DOUBLE };
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (GError) error = NULL;

  seidel_options_set (options, "engine", "cpu", NULL);
  g_assert_null (seidel_prepared_new (matrix, options, &arrays, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  device = fake_device_open ();
  g_test_add_func ("/lent/streams", test_streams);
  g_test_add_func ("/lent/preconditioners", test_preconditioners);
  g_test_add_func ("/lent/lost", test_lost);
  g_test_add_func ("/lent/refused", test_refused);
  return g_test_run ();
}
