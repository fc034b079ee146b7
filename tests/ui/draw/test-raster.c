/* Binning against a plain twin: every entry is accounted for, none vanishes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "draw/seidel-raster.h"
#include "ui/draw/test-matrices.h"

/* The bin whose span holds an index, by looking at all of them; −1 when none does. */
static int
bin_ref (const SeidelRasterAxis *axis, int64_t index)
{
  for (int bin = 0; bin < axis->bins; bin++)
    if (index >= axis->starts[bin] && index < axis->starts[bin + 1])
      return bin;
  return -1;
}

/* The plain version: looks at every entry of the matrix. Returns how many were in the window. */
static int64_t
raster_ref (const SeidelCsr *csr,
            const SeidelRaster *raster,
            const int32_t *level_of_row,
            uint32_t *counts,
            double *levels)
{
  size_t bins = (size_t) raster->rows.bins * raster->columns.bins;
  int64_t entries = 0;

  for (size_t bin = 0; bin < bins; bin++)
    {
      counts[bin] = 0;
      levels[bin] = 0.0;
    }
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        int row_bin = bin_ref (&raster->rows, row);
        int column_bin = bin_ref (&raster->columns, csr->column_indices[k]);
        size_t bin = (size_t) row_bin * raster->columns.bins + column_bin;

        if (row_bin < 0 || column_bin < 0)
          continue;
        levels[bin] = (levels[bin] * counts[bin] + level_of_row[row]) / (counts[bin] + 1.0);
        counts[bin]++;
        entries++;
      }
  return entries;
}

static SeidelCellMap
random_map (GRand *rand, const SeidelCsr *csr, int width, int height)
{
  const SeidelPlane plane = { csr->rows, csr->columns, { 30.0, 20.0, width, height } };
  SeidelViewport viewport = { g_rand_double_range (rand, 0.0, (double) csr->rows),
                              g_rand_double_range (rand, 0.0, (double) csr->columns),
                              exp (g_rand_double_range (rand, 0.0, 6.0)) };

  if (g_rand_boolean (rand))
    viewport = seidel_viewport_fit (&plane);
  return seidel_viewport_map (&viewport, &plane);
}

static void
check_axis (const SeidelRasterAxis *axis, int64_t cells)
{
  g_assert_cmpint (axis->starts[0], >=, 0);
  g_assert_cmpint (axis->starts[axis->bins], <=, cells);
  for (int bin = 0; bin < axis->bins; bin++)
    {
      g_assert_cmpint (axis->starts[bin], <=, axis->starts[bin + 1]);
      for (int64_t index = axis->starts[bin]; index < axis->starts[bin + 1]; index++)
        {
          double place = ((double) index + 0.5 - axis->first) * axis->per_index;

          if (axis->reduced)
            {
              g_assert_cmpfloat (place, >, bin - 1e-6);
              g_assert_cmpfloat (place, <, bin + 1 + 1e-6);
            }
        }
    }
}

static void
check_against_ref (const SeidelCsr *csr, const SeidelRaster *raster, const int32_t *level_of_row)
{
  size_t bins = (size_t) raster->rows.bins * raster->columns.bins;
  g_autofree uint32_t *counts = g_malloc (bins * sizeof *counts + 1);
  g_autofree double *levels = g_malloc (bins * sizeof *levels + 1);
  int64_t sum = 0;

  memset (counts, 0xa5, bins * sizeof *counts);
  memset (levels, 0xa5, bins * sizeof *levels);
  g_assert_cmpint (raster_ref (csr, raster, level_of_row, counts, levels), ==, raster->entries);
  for (size_t bin = 0; bin < bins; bin++)
    {
      g_assert_cmpuint (raster->counts[bin], ==, counts[bin]);
      g_assert_cmpfloat_with_epsilon ((double) raster->levels[bin], levels[bin], 1e-3);
      sum += raster->counts[bin];
    }
  g_assert_cmpint (sum, ==, raster->entries);
}

static void
test_matches_ref (void)
{
  GRand *rand = g_rand_new_with_seed (7);

  for (int round = 0; round < 150; round++)
    {
      int64_t rows = g_rand_int_range (rand, 1, round % 3 == 0 ? 12 : 400);
      int64_t columns = g_rand_int_range (rand, 1, round % 3 == 1 ? 12 : 400);
      g_autoptr (SeidelMatrix) matrix =
        /* Every fifth so full that many neighbours share a bin. */
        test_matrix_random (rand, rows, columns,
                            g_rand_int_range (rand, 0, round % 5 == 0 ? 60000 : 2000));
      int width = g_rand_int_range (rand, 1, 90);
      int height = g_rand_int_range (rand, 1, 90);
      SeidelCellMap map = random_map (rand, matrix->csr, width, height);
      g_autofree int32_t *level_of_row = g_new (int32_t, rows);
      g_autoptr (SeidelRaster) one = NULL, two = NULL;

      for (int64_t row = 0; row < rows; row++)
        level_of_row[row] = g_rand_int_range (rand, 1, 1000);
      one = seidel_raster_new (matrix->csr, &map, width, height, level_of_row, NULL, 1, NULL);
      two = seidel_raster_new (matrix->csr, &map, width, height, level_of_row, NULL, 2, NULL);
      check_axis (&one->rows, rows);
      check_axis (&one->columns, columns);
      check_against_ref (matrix->csr, one, level_of_row);
      check_against_ref (matrix->csr, two, level_of_row);
      g_assert_cmpfloat (one->densest, ==, two->densest);
    }
  g_rand_free (rand);
}

/* The largest magnitude and the mean sign of each bin, entry by entry. */
static void
check_values_against_ref (const SeidelCsr *csr, const SeidelRaster *raster, bool by_sign)
{
  for (int row_bin = 0; row_bin < raster->rows.bins; row_bin++)
    for (int column_bin = 0; column_bin < raster->columns.bins; column_bin++)
      {
        const size_t bin = (size_t) row_bin * raster->columns.bins + column_bin;
        double largest = 0.0, signs = 0.0;
        uint32_t count = 0;

        for (int64_t row = raster->rows.starts[row_bin]; row < raster->rows.starts[row_bin + 1];
             row++)
          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            if (csr->column_indices[k] >= raster->columns.starts[column_bin]
                && csr->column_indices[k] < raster->columns.starts[column_bin + 1])
              {
                largest = MAX (largest, fabs (csr->values[k]));
                signs += csr->values[k] > 0.0 ? 1.0 : csr->values[k] < 0.0 ? -1.0 : 0.0;
                count++;
              }
        g_assert_cmpuint (raster->counts[bin], ==, count);
        if (count > 0 && by_sign)
          g_assert_cmpfloat_with_epsilon ((double) raster->levels[bin], signs / count, 1e-6);
        else if (count > 0 && largest > 0.0)
          g_assert_cmpfloat_with_epsilon ((double) raster->levels[bin], log10 (largest), 1e-5);
      }
}

static void
test_values (void)
{
  GRand *rand = g_rand_new_with_seed (11);

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (SeidelMatrix) matrix =
        test_matrix_random (rand, g_rand_int_range (rand, 1, 60), g_rand_int_range (rand, 1, 60),
                            g_rand_int_range (rand, 0, 800));
      const int width = g_rand_int_range (rand, 1, 40);
      const int height = g_rand_int_range (rand, 1, 40);
      const SeidelCellMap map = random_map (rand, matrix->csr, width, height);

      for (int by_sign = 0; by_sign < 2; by_sign++)
        {
          g_autoptr (SeidelRaster) raster =
            seidel_raster_new_of_values (matrix->csr, &map, width, height, matrix->csr->values,
                                         false, by_sign != 0, 2, NULL);

          check_values_against_ref (matrix->csr, raster, by_sign != 0);
        }
    }
  g_rand_free (rand);
}

/* The outer hundredths do not take the scale; what is not finite and what is 0 is at its ends. */
static void
test_value_scale (void)
{
  float measures[1000];
  SeidelValueScale scale;

  for (int i = 0; i < 1000; i++)
    measures[i] = (float) (i % 10);
  measures[7] = -300.0f;
  measures[8] = INFINITY;
  measures[9] = NAN;
  seidel_value_scale_init (&scale, false, measures, 1000);
  g_assert_cmpfloat (scale.low, ==, 0.0);
  g_assert_cmpfloat (scale.high, ==, 9.0);
  g_assert_true (scale.below);
  g_assert_true (scale.above);
  g_assert_cmpfloat (seidel_value_scale_position (&scale, -INFINITY), ==, 0.0);
  g_assert_cmpfloat (seidel_value_scale_position (&scale, INFINITY), ==, 1.0);
  g_assert_cmpfloat (seidel_value_scale_position (&scale, 4.5), ==, 0.5);
  for (int i = 0; i < 1000; i++)
    measures[i] = i < 500 ? -40.0f : 2.0f;
  seidel_value_scale_init (&scale, false, measures, 1000);
  g_assert_cmpfloat (scale.low, ==, -14.0);
  g_assert_true (scale.below);
  g_assert_false (scale.above);
  seidel_value_scale_init (&scale, false, measures, 0);
  g_assert_cmpfloat (seidel_value_scale_position (&scale, 0.0), ==, 0.5);
  g_assert_cmpfloat ((double) seidel_value_scale_measure (true, -3.0), ==, -1.0);
  g_assert_cmpfloat ((double) seidel_value_scale_measure (false, -1000.0), ==, 3.0);
}

/* As if the other rows held nothing. */
static void
test_only_some_rows (void)
{
  GRand *rand = g_rand_new_with_seed (9);

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (SeidelMatrix) matrix = test_matrix_random (rand, 60, 60, 500);
      g_autoptr (SeidelMatrix) part =
        seidel_matrix_new ("part", seidel_csr_new (60, 60, 500, NULL));
      SeidelCellMap map = random_map (rand, matrix->csr, 40, 30);
      g_autoptr (SeidelRaster) filtered = NULL, expected = NULL;
      uint8_t only[60];
      int64_t entries = 0;

      for (int64_t row = 0; row < 60; row++)
        {
          only[row] = (uint8_t) g_rand_int_range (rand, 0, 2);
          for (int64_t k = matrix->csr->row_offsets[row];
               only[row] && k < matrix->csr->row_offsets[row + 1]; k++)
            part->csr->column_indices[entries++] = matrix->csr->column_indices[k];
          part->csr->row_offsets[row + 1] = entries;
        }
      filtered = seidel_raster_new (matrix->csr, &map, 40, 30, NULL, only, 2, NULL);
      expected = seidel_raster_new (part->csr, &map, 40, 30, NULL, NULL, 1, NULL);
      g_assert_cmpint (filtered->entries, ==, expected->entries);
      g_assert_cmpfloat (filtered->densest, ==, expected->densest);
      g_assert_cmpmem (filtered->counts,
                       sizeof (uint32_t) * filtered->rows.bins * filtered->columns.bins,
                       expected->counts,
                       sizeof (uint32_t) * expected->rows.bins * expected->columns.bins);
    }
  g_rand_free (rand);
}

static void
test_fit_holds_every_entry (void)
{
  GRand *rand = g_rand_new_with_seed (8);
  const int sizes[] = { 1, 2, 3, 7, 63, 64, 65, 100, 999, 1000, 1001, 123456 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint j = 0; j < G_N_ELEMENTS (sizes); j++)
      {
        g_autoptr (SeidelMatrix) matrix = test_matrix_random (rand, sizes[i], sizes[j], 300);
        const SeidelPlane plane = { sizes[i], sizes[j], { 0, 0, 100, 64 } };
        SeidelViewport fit = seidel_viewport_fit (&plane);
        SeidelCellMap map = seidel_viewport_map (&fit, &plane);
        g_autoptr (SeidelRaster) raster =
          seidel_raster_new (matrix->csr, &map, 100, 64, NULL, NULL, 2, NULL);

        g_assert_cmpint (raster->entries, ==, seidel_csr_nonzeros (matrix->csr));
      }
  g_rand_free (rand);
}

/* 8 × 8 tridiagonal on 4 × 4 pixels, worked by hand: 2 + 2 entries in a diagonal block, 1 beside
 * it. */
static void
test_by_hand (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (8);
  const SeidelPlane plane = { 8, 8, { 0, 0, 4, 4 } };
  SeidelViewport fit = seidel_viewport_fit (&plane);
  SeidelCellMap map = seidel_viewport_map (&fit, &plane);
  g_autoptr (SeidelRaster) raster =
    seidel_raster_new (matrix->csr, &map, 4, 4, NULL, NULL, 1, NULL);
  const uint32_t expected[16] = { 4, 1, 0, 0, 1, 4, 1, 0, 0, 1, 4, 1, 0, 0, 1, 4 };

  g_assert_cmpmem (raster->counts, 16 * sizeof (uint32_t), expected, sizeof expected);
  g_assert_cmpint (raster->entries, ==, 22);
  g_assert_cmpfloat_with_epsilon (raster->densest, 4.0, 1e-12);
}

/* Where bins are of uneven size, an evenly filled matrix must come out even all the same. */
static void
test_uneven_bins_are_made_even (void)
{
  enum
  {
    N = 100,
    PIXELS = 64
  };
  g_autofree TestEntry *entries = g_new (TestEntry, N * N);
  g_autoptr (SeidelMatrix) matrix = NULL;
  const SeidelPlane plane = { N, N, { 0, 0, PIXELS, PIXELS } };
  SeidelViewport fit = seidel_viewport_fit (&plane);
  SeidelCellMap map = seidel_viewport_map (&fit, &plane);
  g_autoptr (SeidelRaster) raster = NULL;

  for (int k = 0; k < N * N; k++)
    entries[k] = (TestEntry){ k / N, k % N, 1.0 };
  matrix = test_matrix_of (N, N, entries, N * N);
  raster = seidel_raster_new (matrix->csr, &map, PIXELS, PIXELS, NULL, NULL, 1, NULL);
  for (int row = 0; row < PIXELS; row++)
    for (int column = 0; column < PIXELS; column++)
      g_assert_cmpfloat_with_epsilon (seidel_raster_density (raster, row, column),
                                      (double) N * N / (PIXELS * PIXELS), 1e-9);
}

static uint32_t
pixel_at (cairo_surface_t *image, int x, int y)
{
  unsigned char *data = cairo_image_surface_get_data (image);
  uint32_t pixel;

  memcpy (&pixel, data + (size_t) y * cairo_image_surface_get_stride (image) + 4 * (size_t) x, 4);
  return pixel;
}

/* Far from a dense block a single entry of a huge matrix still has its own, well visible pixel. */
static void
test_single_entries_never_vanish (void)
{
  enum
  {
    BLOCK = 300
  };
  g_autofree TestEntry *entries = g_new (TestEntry, BLOCK * BLOCK + 1);
  GRand *rand = g_rand_new_with_seed (9);
  const SeidelPlane plane = { 5000000, 5000000, { 0, 0, 200, 200 } };
  SeidelViewport fit = seidel_viewport_fit (&plane);
  SeidelCellMap map = seidel_viewport_map (&fit, &plane);

  for (int k = 0; k < BLOCK * BLOCK; k++)
    entries[k] = (TestEntry){ k / BLOCK, k % BLOCK, 1.0 };
  for (int round = 0; round < 3; round++)
    {
      TestEntry *lonely = &entries[BLOCK * BLOCK];
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (SeidelRaster) raster = NULL;

      *lonely = (TestEntry){ g_rand_int_range (rand, 100000, 5000000),
                             g_rand_int_range (rand, 100000, 5000000), 0.0 };
      matrix = test_matrix_of (5000000, 5000000, entries, BLOCK * BLOCK + 1);
      raster = seidel_raster_new (matrix->csr, &map, 200, 200, NULL, NULL, 2, NULL);
      for (int dark = 0; dark < 2; dark++)
        {
          SeidelTheme theme = seidel_theme_get (dark);
          SeidelColor least = seidel_theme_density (&theme, 0.0);
          cairo_surface_t *image = seidel_raster_paint (raster, &theme, NULL, NULL, NULL);
          uint32_t pixel = pixel_at (image, lonely->column / 25000, lonely->row / 25000);

          g_assert_cmpuint (pixel >> 24, ==, 255);
          g_assert_cmpfloat_with_epsilon ((pixel >> 16 & 255) / 255.0, least.red, 0.01);
          g_assert_cmpfloat (fabs (least.red - theme.background.red)
                               + fabs (least.green - theme.background.green)
                               + fabs (least.blue - theme.background.blue),
                             >, 0.3);
          /* The block is in the corner, and as dark as it gets. */
          g_assert_cmpuint (pixel_at (image, 0, 0), !=, pixel);
          g_assert_cmpuint (pixel_at (image, 199, 0), ==, 0);
          cairo_surface_destroy (image);
        }
    }
  g_rand_free (rand);
}

static void
test_shade (void)
{
  double before = -1.0;

  for (double density = 1.0; density <= 1e9; density *= 1.7)
    {
      double shade = seidel_raster_density_shade (density, 1e9);

      g_assert_cmpfloat (shade, >, before);
      g_assert_cmpfloat (shade, <=, 1.0);
      before = shade;
    }
  g_assert_cmpfloat (seidel_raster_density_shade (1.0, 1e9), ==, 0.0);
  g_assert_cmpfloat (seidel_raster_density_shade (1e9, 1e9), ==, 1.0);
  g_assert_cmpfloat (seidel_raster_density_shade (0.3, 1e9), ==, 0.0);
  /* When no pixel holds more than one entry, one is all there is. */
  g_assert_cmpfloat (seidel_raster_density_shade (1.0, 1.0), ==, 1.0);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (1000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const SeidelPlane plane = { 1000, 1000, { 0, 0, 100, 100 } };
  SeidelViewport fit = seidel_viewport_fit (&plane);
  SeidelCellMap map = seidel_viewport_map (&fit, &plane);
  SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelRaster) raster =
    seidel_raster_new (matrix->csr, &map, 100, 100, NULL, NULL, 2, cancellable);

  g_assert_nonnull (raster);
  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_raster_new (matrix->csr, &map, 100, 100, NULL, NULL, 2, cancellable));
  g_assert_null (seidel_raster_paint (raster, &theme, NULL, NULL, cancellable));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/raster/matches-ref", test_matches_ref);
  g_test_add_func ("/raster/values", test_values);
  g_test_add_func ("/raster/value-scale", test_value_scale);
  g_test_add_func ("/raster/only-some-rows", test_only_some_rows);
  g_test_add_func ("/raster/fit-holds-every-entry", test_fit_holds_every_entry);
  g_test_add_func ("/raster/by-hand", test_by_hand);
  g_test_add_func ("/raster/uneven-bins", test_uneven_bins_are_made_even);
  g_test_add_func ("/raster/single-entries-never-vanish", test_single_entries_never_vanish);
  g_test_add_func ("/raster/shade", test_shade);
  g_test_add_func ("/raster/cancelled", test_cancelled);
  return g_test_run ();
}
