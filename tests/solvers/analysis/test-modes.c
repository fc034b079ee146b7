/* Modes of a grid: eigenvectors of the five-point operator, each in its band, and no part of a
 * field is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "analysis/seidel-grid.h"
#include "analysis/seidel-modes.h"
#include "gallery/seidel-gallery.h"

static double
norm (const double *x, int64_t n)
{
  double sum = 0.0;

  for (int64_t i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt (sum);
}

static void
test_eigenvectors (void)
{
  const double size[SEIDEL_GALLERY_MAX_PARAMETERS] = { 9 };
  static const int modes[][2] = { { 1, 1 }, { 2, 5 }, { 9, 9 }, { 9, 1 } };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) grid =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), size, NULL, NULL, &error);
  const SeidelCsr *csr = grid->csr;
  double x[81];

  g_assert_no_error (error);
  g_assert_cmpint (seidel_grid_line (csr), ==, 9);
  for (size_t m = 0; m < G_N_ELEMENTS (modes); m++)
    {
      const double s = sin (modes[m][0] * G_PI / 20.0), t = sin (modes[m][1] * G_PI / 20.0);

      memset (x, 0, sizeof x);
      seidel_mode_add (x, 81, 9, modes[m][0], modes[m][1], 1.0);
      for (int row = 0; row < 81; row++)
        {
          double sum = 0.0;

          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            sum += csr->values[k] * x[csr->column_indices[k]];
          g_assert_cmpfloat_with_epsilon (sum, 4.0 * (s * s + t * t) * x[row], 1e-13);
        }
    }
}

/* A mode is in its band and in no other. */
static void
test_bands (void)
{
  static const struct
  {
    int64_t rows, line, kx, ky;
    int band;
  } cases[] = {
    { 15 * 15, 15, 1, 1, 0 },    { 15 * 15, 15, 1, 15, 14 }, { 15 * 15, 15, 8, 3, 7 },
    { 15 * 15, 15, 9, 2, 8 },    { 31 * 7, 31, 2, 1, 1 },    { 31 * 7, 31, 1, 7, 13 },
    { 127, 0, 1, 1, 0 },         { 127, 0, 127, 1, 15 },     { 127, 0, 64, 9, 7 },
    { 15 * 15, 15, 99, 99, 14 }, /* the roughest */
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree double *x = g_new0 (double, cases[i].rows);
      double bands[SEIDEL_MODE_BANDS];

      seidel_mode_add (x, cases[i].rows, cases[i].line, cases[i].kx, cases[i].ky, -2.0);
      g_assert_true (seidel_mode_bands (x, cases[i].rows, cases[i].line, bands));
      for (int band = 0; band < SEIDEL_MODE_BANDS; band++)
        g_assert_cmpfloat_with_epsilon (bands[band],
                                        band == cases[i].band ? norm (x, cases[i].rows) : 0.0,
                                        1e-11);
    }
}

/* The squares of the bands of any field add up to its own. */
static void
test_whole (void)
{
  static const int64_t shapes[][2] = { { 12 * 20, 12 }, { 33, 0 }, { 1, 0 }, { 64 * 64, 64 } };
  double bands[SEIDEL_MODE_BANDS];

  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      const int64_t rows = shapes[i][0];
      g_autofree double *x = g_new (double, rows);

      for (int64_t row = 0; row < rows; row++)
        x[row] = g_test_rand_double_range (-1.0, 1.0);
      g_assert_true (seidel_mode_bands (x, rows, shapes[i][1], bands));
      g_assert_cmpfloat_with_epsilon (norm (bands, SEIDEL_MODE_BANDS), norm (x, rows), 1e-10);
    }
  g_assert_false (seidel_mode_bands (NULL, SEIDEL_MODE_MOST + 1, 0, bands));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/modes/eigenvectors", test_eigenvectors);
  g_test_add_func ("/modes/bands", test_bands);
  g_test_add_func ("/modes/whole", test_whole);
  return g_test_run ();
}
