/* Binning: one pass over the visible entries, about a third of a nanosecond each
 * where neighbours share bins, up to a nanosecond where they do not.
 *
 * All rows of a bin go to the same row of counters, which stays in the first-level cache; bands of
 * bin rows are independent, so threads need no atomics and the result does not depend on their
 * number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-raster.h"

#include <math.h>
#include <string.h>

#define POLL_ENTRIES \
  (INT64_C (1) << 20) /* between two polls for cancellation: about a millisecond */
#define STRIDE 8      /* entries that are passed over at once where all are in one bin */
#define SHADES 256

/* The definition of the bins: starts is derived from it, so that both always agree. */
static inline double
reduced_place (const SeidelRasterAxis *axis, int64_t index)
{
  return ((double) index - axis->middle) * axis->per_index;
}

/* The bin of an index between the first and the last start. There the place is not negative, so
 * that truncating is flooring, and much faster. */
static inline int
inside_bin (const SeidelRasterAxis *axis, int64_t index)
{
  return axis->reduced ? (int) reduced_place (axis, index) : (int) (index - axis->starts[0]);
}

static void
init_reduced_starts (SeidelRasterAxis *axis, int64_t cells)
{
  for (int bin = 0; bin <= axis->bins; bin++)
    {
      double guess = ceil (axis->first + bin / axis->per_index - 0.5);
      int64_t start = (int64_t) CLAMP (guess, 0.0, (double) cells);

      /* Rounding may have put the guess one off. */
      while (start > 0 && reduced_place (axis, start - 1) >= bin)
        start--;
      while (start < cells && reduced_place (axis, start) < bin)
        start++;
      axis->starts[bin] = start;
    }
}

static bool
init_axis (SeidelRasterAxis *axis, double first, double per_index, int pixels, int64_t cells)
{
  axis->first = first;
  axis->middle = first - 0.5;
  axis->per_index = per_index;
  axis->pixels = pixels;
  axis->reduced = per_index < 1.0;
  if (axis->reduced)
    {
      axis->bins = pixels;
      axis->starts = g_try_new (int64_t, axis->bins + 1);
      if (axis->starts != NULL)
        init_reduced_starts (axis, cells);
    }
  else
    {
      double last = ceil (first + pixels / per_index);
      int64_t low = (int64_t) CLAMP (floor (first), 0.0, (double) cells);
      int64_t high = (int64_t) CLAMP (last, (double) low, (double) cells);

      axis->bins = (int) (high - low);
      axis->starts = g_try_new (int64_t, axis->bins + 1);
      for (int bin = 0; bin <= axis->bins && axis->starts != NULL; bin++)
        axis->starts[bin] = low + bin;
    }
  return axis->starts != NULL;
}

int
seidel_raster_axis_bin (const SeidelRasterAxis *axis, int pixel)
{
  double place;

  if (axis->reduced)
    return axis->starts[pixel] < axis->starts[pixel + 1] ? pixel : -1;
  place = floor (axis->first + (pixel + 0.5) / axis->per_index) - (double) axis->starts[0];
  return place >= 0.0 && place < axis->bins ? (int) place : -1;
}

/* Cells in a bin of the usual size. */
static double
nominal_cells (const SeidelRaster *raster)
{
  double rows = raster->rows.reduced ? 1.0 / raster->rows.per_index : 1.0;
  double columns = raster->columns.reduced ? 1.0 / raster->columns.per_index : 1.0;

  return rows * columns;
}

static inline double
bin_cells (const SeidelRasterAxis *axis, int bin)
{
  return (double) (axis->starts[bin + 1] - axis->starts[bin]);
}

double
seidel_raster_density (const SeidelRaster *raster, int row_bin, int column_bin)
{
  uint32_t count = raster->counts[(size_t) row_bin * raster->columns.bins + column_bin];

  if (count == 0)
    return 0.0;
  return count * nominal_cells (raster)
         / (bin_cells (&raster->rows, row_bin) * bin_cells (&raster->columns, column_bin));
}

/* The work on one band: what every thread needs, and what it found. */
typedef struct
{
  const SeidelCsr *csr;
  SeidelRaster *raster;
  const int32_t *level_of_row;
  const uint8_t *only_rows; /* or NULL */
  GCancellable *cancellable;
  bool whole_rows;      /* every column is in the window */
  const double *values; /* or NULL; of each entry stride of them */
  int64_t stride;
  bool by_sign;
} Binning;

/* Columns rise along a row, so that neighbouring entries that share a bin are counted together,
 * whole strides of them by a look at the last. sums may be NULL. */
static inline void
bin_piece (const Binning *binning,
           int64_t begin,
           int64_t end,
           double level,
           uint32_t *counts,
           double *sums)
{
  /* A copy, because the compiler must assume that counts aliases the original. */
  const SeidelRasterAxis axis = binning->raster->columns;
  const int32_t *column_indices = binning->csr->column_indices;

  for (int64_t k = begin; k < end;)
    {
      const int bin = inside_bin (&axis, column_indices[k]);
      const int64_t beyond = axis.starts[bin + 1], first = k++;

      while (k + STRIDE <= end && column_indices[k + STRIDE - 1] < beyond)
        k += STRIDE;
      while (k < end && column_indices[k] < beyond)
        k++;
      counts[bin] += (uint32_t) (k - first);
      if (sums != NULL)
        sums[bin] += level * (double) (k - first);
    }
}

/* The same for values: their largest magnitude, what is not a number counting as infinite, or the
 * sum of their signs. A function of its own, which leaves the registers of the loop that has none
 * alone. */
static G_GNUC_NO_INLINE void
bin_values (const Binning *binning, int64_t begin, int64_t end, uint32_t *counts, double *sums)
{
  const SeidelRasterAxis axis = binning->raster->columns;
  const int32_t *column_indices = binning->csr->column_indices;

  for (int64_t k = begin; k < end; k++)
    {
      const int bin = inside_bin (&axis, column_indices[k]);
      const double value = binning->values[k * binning->stride];
      const double magnitude = fabs (value);

      counts[bin]++;
      if (binning->by_sign)
        sums[bin] += (double) ((value > 0.0) - (value < 0.0));
      else if (!(magnitude <= sums[bin]))
        sums[bin] = isnan (magnitude) ? INFINITY : magnitude;
    }
}

/* One row of bins. Returns the entries seen, or −1 when cancelled. */
static int64_t
bin_rows (const Binning *binning, int row_bin, double *sums, int64_t *until_poll)
{
  SeidelRaster *raster = binning->raster;
  const SeidelCsr *csr = binning->csr;
  const SeidelRasterAxis *columns = &raster->columns;
  uint32_t *counts = raster->counts + (size_t) row_bin * columns->bins;
  int64_t entries = 0;

  for (int64_t row = raster->rows.starts[row_bin]; row < raster->rows.starts[row_bin + 1]; row++)
    {
      const double level = binning->level_of_row != NULL ? binning->level_of_row[row] : 0.0;
      int64_t begin = csr->row_offsets[row];
      int64_t end = csr->row_offsets[row + 1];

      if (binning->only_rows != NULL && !binning->only_rows[row])
        end = begin;
      else if (!binning->whole_rows)
        {
          begin = seidel_csr_lower_bound (csr, row, columns->starts[0]);
          end = seidel_csr_lower_bound (csr, row, columns->starts[columns->bins]);
        }
      entries += end - begin;
      for (int64_t piece = begin; piece < end; piece += POLL_ENTRIES)
        {
          int64_t piece_end = MIN (piece + POLL_ENTRIES, end);

          if (binning->values != NULL)
            bin_values (binning, piece, piece_end, counts, sums);
          else
            bin_piece (binning, piece, piece_end, level, counts, sums);
          *until_poll -= piece_end - piece;
        }
      *until_poll -= 8; /* a row costs something even when it is empty */
      if (*until_poll < 0)
        {
          if (g_cancellable_is_cancelled (binning->cancellable))
            return -1;
          *until_poll = POLL_ENTRIES;
        }
    }
  return entries;
}

static double
finish_bins (const Binning *binning, int row_bin, const double *sums)
{
  SeidelRaster *raster = binning->raster;
  size_t offset = (size_t) row_bin * raster->columns.bins;
  double densest = 0.0;

  for (int bin = 0; bin < raster->columns.bins; bin++)
    {
      if (raster->counts[offset + bin] == 0)
        continue;
      densest = MAX (densest, seidel_raster_density (raster, row_bin, bin));
      if (sums != NULL && binning->values != NULL && !binning->by_sign)
        raster->levels[offset + bin] = seidel_value_scale_measure (false, sums[bin]);
      else if (sums != NULL)
        raster->levels[offset + bin] = (float) (sums[bin] / raster->counts[offset + bin]);
    }
  return densest;
}

/* Returns whether it ran to the end. */
static bool
bin_all (const Binning *binning, int threads)
{
  SeidelRaster *raster = binning->raster;
  int row_bins = raster->rows.bins;
  int column_bins = raster->columns.bins;
  int64_t entries = 0;
  double densest = 0.0;
  int cancelled = 0;

#pragma omp parallel num_threads (threads) reduction (+ : entries) reduction (max : densest) reduction (| : cancelled)
  {
    g_autofree double *sums = raster->levels != NULL ? g_try_new (double, column_bins) : NULL;
    int64_t until_poll = 0;

    cancelled = raster->levels != NULL && sums == NULL;

#pragma omp for schedule(dynamic, 8)
    for (int row_bin = 0; row_bin < row_bins; row_bin++)
      {
        int64_t found;

        if (cancelled)
          continue;
        if (sums != NULL)
          memset (sums, 0, sizeof *sums * column_bins);
        found = bin_rows (binning, row_bin, sums, &until_poll);
        if (found < 0)
          {
            cancelled = 1;
            continue;
          }
        entries += found;
        densest = MAX (densest, finish_bins (binning, row_bin, sums));
      }
  }
  raster->entries = entries;
  raster->densest = densest;
  return !cancelled;
}

/* Of what the binning says; its raster is made. */
static SeidelRaster *
make_raster (Binning *binning, const SeidelCellMap *map, int width, int height, int threads)
{
  const SeidelCsr *csr = binning->csr;
  const bool shades = binning->level_of_row != NULL || binning->values != NULL;
  g_autoptr (SeidelRaster) raster = g_new0 (SeidelRaster, 1);
  const int64_t *starts;
  size_t bins;

  g_return_val_if_fail (width > 0 && height > 0, NULL);

  binning->raster = raster;
  if (!init_axis (&raster->rows, map->row, map->row_scale * height / map->area.height, height,
                  csr->rows)
      || !init_axis (&raster->columns, map->column, map->column_scale * width / map->area.width,
                     width, csr->columns))
    return NULL;
  bins = (size_t) raster->rows.bins * raster->columns.bins;
  raster->counts = g_try_new0 (uint32_t, MAX (bins, 1));
  if (shades)
    raster->levels = g_try_new0 (float, MAX (bins, 1));
  if (raster->counts == NULL || (shades && raster->levels == NULL))
    return NULL;
  starts = raster->columns.starts;
  /* init_axis () filled them all, which the analyser does not see.
   * NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
  binning->whole_rows = starts[0] == 0 && starts[raster->columns.bins] == csr->columns;
  if (!bin_all (binning, threads))
    return NULL;
  return g_steal_pointer (&raster);
}

SeidelRaster *
seidel_raster_new (const SeidelCsr *csr,
                   const SeidelCellMap *map,
                   int width,
                   int height,
                   const int32_t *level_of_row,
                   const uint8_t *only_rows,
                   int threads,
                   GCancellable *cancellable)
{
  Binning binning = {
    .csr = csr, .level_of_row = level_of_row, .only_rows = only_rows, .cancellable = cancellable
  };

  return make_raster (&binning, map, width, height, threads);
}

SeidelRaster *
seidel_raster_new_of_values (const SeidelCsr *csr,
                             const SeidelCellMap *map,
                             int width,
                             int height,
                             const double *values,
                             bool pairs,
                             bool by_sign,
                             int threads,
                             GCancellable *cancellable)
{
  Binning binning = { .csr = csr,
                      .cancellable = cancellable,
                      .values = values,
                      .stride = pairs ? 2 : 1,
                      .by_sign = by_sign };

  return make_raster (&binning, map, width, height, threads);
}

void
seidel_raster_free (SeidelRaster *raster)
{
  g_free (raster->rows.starts);
  g_free (raster->columns.starts);
  g_free (raster->counts);
  g_free (raster->levels);
  g_free (raster);
}

double
seidel_raster_density_shade (double density, double densest)
{
  if (density <= 1.0 || densest <= 1.0)
    return densest <= 1.0 ? 1.0 : 0.0;
  return MIN (log2 (density) / log2 (densest), 1.0);
}

static uint32_t
to_pixel (const SeidelColor *color)
{
  return 0xff000000u | (uint32_t) (color->red * 255.0 + 0.5) << 16
         | (uint32_t) (color->green * 255.0 + 0.5) << 8 | (uint32_t) (color->blue * 255.0 + 0.5);
}

/* The palest shade of a tone still differs from the background. */
static void
make_ramp_of_tone (uint32_t ramp[SHADES], const SeidelTheme *theme, const SeidelColor *tone)
{
  for (int shade = 0; shade < SHADES; shade++)
    {
      double t = 0.7 + 0.3 * shade / (SHADES - 1);
      SeidelColor color = seidel_color_mix (&theme->background, tone, t);

      ramp[shade] = to_pixel (&color);
    }
}

static void
make_ramp (uint32_t ramp[SHADES], const SeidelTheme *theme, bool by_level, bool single)
{
  for (int shade = 0; shade < SHADES; shade++)
    {
      double t = shade / (double) (SHADES - 1);
      SeidelColor color = by_level ? seidel_theme_level (theme, t)
                          : single ? seidel_theme_entry (theme)
                                   : seidel_theme_density (theme, t);

      ramp[shade] = to_pixel (&color);
    }
}

/* How bins become colours: by one of the scales, or by density. */
typedef struct
{
  uint32_t ramp[SHADES];
  const SeidelLevelScale *levels; /* or NULL */
  const SeidelValueScale *values; /* or NULL */
} Ink;

static double
bin_shade (const SeidelRaster *raster, int row_bin, int column_bin, const Ink *ink)
{
  const size_t bin = (size_t) row_bin * raster->columns.bins + column_bin;

  if (ink->levels != NULL)
    return seidel_level_scale_position (ink->levels, (double) raster->levels[bin]);
  if (ink->values != NULL)
    return seidel_value_scale_position (ink->values, (double) raster->levels[bin]);
  return seidel_raster_density_shade (seidel_raster_density (raster, row_bin, column_bin),
                                      raster->densest);
}

static void
paint_row (const SeidelRaster *raster,
           int row_bin,
           const int *bin_of_pixel,
           const Ink *ink,
           uint32_t *pixels)
{
  const uint32_t *counts = raster->counts + (size_t) row_bin * raster->columns.bins;

  for (int x = 0; x < raster->columns.pixels; x++)
    {
      int bin = bin_of_pixel[x];

      if (bin >= 0 && counts[bin] > 0)
        pixels[x] = ink->ramp[(int) (bin_shade (raster, row_bin, bin, ink) * (SHADES - 1) + 0.5)];
    }
}

static cairo_surface_t *
paint (const SeidelRaster *raster, const Ink *ink, GCancellable *cancellable)
{
  int width = raster->columns.pixels;
  int height = raster->rows.pixels;
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  g_autofree int *bin_of_pixel = g_try_new (int, width);
  int stride, previous = -1;
  unsigned char *data;

  if (bin_of_pixel == NULL || cairo_surface_status (image) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (image);
      return NULL;
    }
  for (int x = 0; x < width; x++)
    bin_of_pixel[x] = seidel_raster_axis_bin (&raster->columns, x);
  cairo_surface_flush (image);
  data = cairo_image_surface_get_data (image);
  stride = cairo_image_surface_get_stride (image);
  for (int y = 0; y < height && !g_cancellable_is_cancelled (cancellable); y++)
    {
      int row_bin = seidel_raster_axis_bin (&raster->rows, y);
      uint32_t *pixels = (uint32_t *) (data + (size_t) y * stride);

      if (row_bin >= 0 && row_bin == previous)
        memcpy (pixels, data + (size_t) (y - 1) * stride, sizeof *pixels * width);
      else if (row_bin >= 0)
        paint_row (raster, row_bin, bin_of_pixel, ink, pixels);
      previous = row_bin;
    }
  cairo_surface_mark_dirty (image);
  if (g_cancellable_is_cancelled (cancellable))
    g_clear_pointer (&image, cairo_surface_destroy);
  return image;
}

cairo_surface_t *
seidel_raster_paint (const SeidelRaster *raster,
                     const SeidelTheme *theme,
                     const SeidelLevelScale *levels,
                     const SeidelColor *tone,
                     GCancellable *cancellable)
{
  Ink ink = { .levels = levels };

  if (tone != NULL)
    make_ramp_of_tone (ink.ramp, theme, tone);
  else
    make_ramp (ink.ramp, theme, levels != NULL, raster->densest <= 1.0);
  return paint (raster, &ink, cancellable);
}

cairo_surface_t *
seidel_raster_paint_values (const SeidelRaster *raster,
                            const SeidelTheme *theme,
                            const SeidelValueScale *scale,
                            GCancellable *cancellable)
{
  Ink ink = { .values = scale };

  for (int shade = 0; shade < SHADES; shade++)
    {
      const SeidelColor color =
        seidel_value_scale_color (scale, theme, shade / (double) (SHADES - 1));

      ink.ramp[shade] = to_pixel (&color);
    }
  return paint (raster, &ink, cancellable);
}
