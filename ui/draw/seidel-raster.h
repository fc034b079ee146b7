/* Counting the entries of a matrix behind each pixel of a picture, and colouring the counts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "draw/seidel-level-scale.h"
#include "draw/seidel-value-scale.h"
#include "draw/seidel-theme.h"
#include "draw/seidel-viewport.h"
#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* How indices along one side fall into bins. Where there are more indices than pixels, a bin is a
 * pixel and holds the indices whose middle lies in it; otherwise a bin is one index and may cover
 * several pixels. */
typedef struct
{
  int bins;
  int pixels;
  int64_t *starts; /* bins + 1: bin k holds the indices starts[k] … starts[k + 1] − 1, maybe none */
  double first;     /* the place, in indices, at the first pixel's edge */
  double middle;    /* the index, fractional, whose middle lies at that edge */
  double per_index; /* pixels per index */
  bool reduced;     /* more indices than pixels */
} SeidelRasterAxis;

typedef struct
{
  SeidelRasterAxis rows;
  SeidelRasterAxis columns;
  uint32_t *counts; /* rows.bins × columns.bins, row by row: entries stored in each bin */
  float *levels;   /* as many: mean level of those entries, 0 where there are none; or their largest
                      magnitude or mean sign, see seidel-value-scale.h; NULL without any of them */
  int64_t entries; /* in the window: the sum of the counts */
  double densest;  /* the largest number of entries per pixel, 0 when there are none */
} SeidelRaster;

/* Bins what the map shows into width × height pixels; the pixels of the map's area may be larger
 * than those (on a screen with a scale factor). Only visible rows are read, within them only
 * visible columns. level_of_row may be NULL, and so may only_rows, which has a
 * nonzero byte for each row that counts. Uses up to threads threads with disjoint rows. Returns
 * NULL when cancelled, within 30 ms. A bin must hold fewer than 2³² entries. */
SeidelRaster *seidel_raster_new (const SeidelCsr *csr,
                                 const SeidelCellMap *map,
                                 int width,
                                 int height,
                                 const int32_t *level_of_row,
                                 const uint8_t *only_rows,
                                 int threads,
                                 GCancellable *cancellable);
/* The same with the largest magnitude or the mean sign of the entries in each bin. values: one for
 * each entry, or the first of each pair. */
SeidelRaster *seidel_raster_new_of_values (const SeidelCsr *csr,
                                           const SeidelCellMap *map,
                                           int width,
                                           int height,
                                           const double *values,
                                           bool pairs,
                                           bool by_sign,
                                           int threads,
                                           GCancellable *cancellable);
void seidel_raster_free (SeidelRaster *raster);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRaster, seidel_raster_free)

/* The bin that a pixel shows, or −1 outside the matrix. */
int seidel_raster_axis_bin (const SeidelRasterAxis *axis, int pixel);

/* Entries per pixel in a bin, as if the bin were full size: bins at the edge of the matrix, and
 * bins that happened to get one index more or less than their neighbours, would else make stripes.
 */
double seidel_raster_density (const SeidelRaster *raster, int row_bin, int column_bin);

/* The place of a density on the ramp of a picture whose densest pixel holds that many: logarithmic,
 * and never below what a single entry gets, so that it does not vanish. */
double seidel_raster_density_shade (double density, double densest);

/* A new image of width × height pixels, transparent where nothing is stored: by density, or by
 * level when levels is not NULL; by density in shades of tone when that is not NULL. NULL when
 * cancelled or when there is no memory for it. */
cairo_surface_t *seidel_raster_paint (const SeidelRaster *raster,
                                      const SeidelTheme *theme,
                                      const SeidelLevelScale *levels,
                                      const SeidelColor *tone,
                                      GCancellable *cancellable);
/* The same of a raster of values. */
cairo_surface_t *seidel_raster_paint_values (const SeidelRaster *raster,
                                             const SeidelTheme *theme,
                                             const SeidelValueScale *scale,
                                             GCancellable *cancellable);

G_END_DECLS
