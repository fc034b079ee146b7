/* What every gallery family is: a formula that yields the rows of a matrix one by one. The matrix
 * in memory and the file that is written without one are made from the same rows. Private to the
 * gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* How many entries a row has. */
typedef int64_t (*SeidelRowCount) (const void *formula, int64_t row);

/* Writes just that many entries, columns increasing, and returns how many. Rows are asked for in
 * any order and from several threads: what a row holds must depend on the formula and the row
 * alone. */
typedef int64_t (*SeidelRowFill) (const void *formula,
                                  int64_t row,
                                  int32_t *columns,
                                  double *values);

/* The rows of one matrix, which is square. Freed with seidel_gallery_rows_clear (). */
struct SeidelGalleryRows
{
  double rows;    /* whole; may lie far beyond what a matrix can have */
  double entries; /* all of them */
  bool exact;     /* entries was counted, not estimated */
  double longest; /* no row has more entries */
  SeidelRowCount count;
  SeidelRowFill fill;
  void *formula; /* g_free ()d */
};

void seidel_gallery_rows_clear (SeidelGalleryRows *rows);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelGalleryRows, seidel_gallery_rows_clear)

/* The rows of a matrix of the gallery, after its values were checked. */
bool seidel_gallery_rows_init (SeidelGalleryRows *rows,
                               const SeidelGalleryKind *kind,
                               const double *values,
                               GError **error);

/* Replaces an estimate of the entries by their number, counting on all cores. */
bool seidel_gallery_rows_count (SeidelGalleryRows *rows,
                                SeidelProgress *progress,
                                GCancellable *cancellable,
                                GError **error);

/* Writes the rows straight into CSR, on all cores. */
SeidelCsr *seidel_gallery_rows_fill (const SeidelGalleryRows *rows,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

/* The side of a grid that a parameter tells; 0 stands for as many points as along x. */
static inline double
seidel_gallery_side (double value, double along_x)
{
  return value > 0.0 ? value : along_x;
}

/* Puts a column into n increasing ones, unless it is there; returns how many there are then. */
int64_t seidel_gallery_insert_column (int32_t *columns, int64_t n, int32_t column);

/* The families: one function for each row of the table in seidel-gallery.c. values has one number
 * for each parameter, already checked against its bounds. */
void seidel_gallery_poisson_5 (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_poisson_7 (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_poisson_27 (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_anisotropic (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_jumping (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_convection (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_tridiagonal (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_chain (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_arrow (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_diagonals (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_random_dense (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_random_dominant (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_random_graph (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_small_world (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_roads (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_kmer (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_wathen (const double *values, SeidelGalleryRows *rows);

G_END_DECLS
