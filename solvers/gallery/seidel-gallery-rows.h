/* The common form of all gallery families: a formula that computes the rows of a matrix one by
 * one. The matrix in memory and the file on disk are made from the same rows. Not installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* A family without a count function has at most this many entries in a row. */
#define SEIDEL_GALLERY_MOST_FILLED 512

/* Returns the number of entries in a row. */
typedef int64_t (*SeidelRowCount) (const void *formula, int64_t row);

/* Writes the entries of a row by increasing column and returns their number. Rows are requested in
 * any order and from several threads: the result must depend on the formula and the row alone. */
typedef int64_t (*SeidelRowFill) (const void *formula,
                                  int64_t row,
                                  int32_t *columns,
                                  double *values);

/* The rows of one square matrix. Freed with seidel_gallery_rows_clear (). */
struct SeidelGalleryRows
{
  double rows;          /* whole; may be far more than a matrix can have */
  double entries;       /* of the whole matrix */
  bool exact;           /* entries is the exact number, not an estimate */
  double no_diagonal;   /* rows without a stored diagonal entry */
  double longest;       /* upper bound of the entries in a row */
  SeidelRowCount count; /* NULL: counts what fill writes */
  SeidelRowFill fill;
  void *formula; /* freed with g_free () */
};

SEIDEL_API void seidel_gallery_rows_clear (SeidelGalleryRows *rows);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelGalleryRows, seidel_gallery_rows_clear)

/* Checks the values, then sets up the rows of a kind. */
SEIDEL_API bool seidel_gallery_rows_init (SeidelGalleryRows *rows,
                                          const SeidelGalleryKind *kind,
                                          const double *values,
                                          GError **error);

/* Replaces an estimate of the entries by the exact number, counting on all cores. */
SEIDEL_API bool seidel_gallery_rows_count (SeidelGalleryRows *rows,
                                           SeidelProgress *progress,
                                           GCancellable *cancellable,
                                           GError **error);

/* The entries of a row. */
int64_t seidel_gallery_rows_length (const SeidelGalleryRows *rows, int64_t row);

/* Assembles the rows in CSR on all cores. */
SeidelCsr *seidel_gallery_rows_fill (const SeidelGalleryRows *rows,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

/* The side of a grid given by a parameter; 0 means as many points as along x. */
static inline double
seidel_gallery_side (double value, double along_x)
{
  return value > 0.0 ? value : along_x;
}

/* Inserts a column into n increasing ones unless it is there; returns the new number. */
int64_t seidel_gallery_insert_column (int32_t *columns, int64_t n, int32_t column);

/* Adds a value to the entry of a column in a row of n entries, inserting the entry if it is
 * missing; returns the new number. */
int64_t seidel_gallery_add_entry (int32_t *columns,
                                  double *values,
                                  int64_t n,
                                  int32_t column,
                                  double value);

/* The families: one function for each row of the table in seidel-gallery-table.c. values has one
 * element per parameter, already checked against its bounds. */
void seidel_gallery_poisson_5 (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_poisson_7 (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_poisson_27 (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_anisotropic (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_jumping (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_neumann (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_helmholtz (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_convection (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_cavity (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_obstacle (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_minimal_surface (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_wathen (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_truss (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_tridiagonal (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_diagonals (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_chain (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_arrow (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_hilbert (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_trefethen (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_random_dense (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_random_dominant (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_random_graph (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_small_world (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_roads (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_hypercube (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_mycielskian (const double *values, SeidelGalleryRows *rows);
void seidel_gallery_kmer (const double *values, SeidelGalleryRows *rows);

G_END_DECLS
