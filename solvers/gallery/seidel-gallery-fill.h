/* What every gallery family shares: a matrix written straight into CSR, row by row and on all
 * cores, with no coordinates in between. Private to the gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* How many entries a row has. */
typedef int64_t (*SeidelRowCount) (const void *formula, int64_t row);

/* Writes just that many entries, columns increasing. Rows are asked for in any order and from
 * several threads: what a row holds must depend on the formula and the row alone. */
typedef void (*SeidelRowFill) (const void *formula, int64_t row, int32_t *columns, double *values);

/* A square matrix of this many rows; nonzeros is an estimate to refuse what cannot fit before any
 * work is done. */
SeidelCsr *seidel_gallery_fill (double rows,
                                double nonzeros,
                                SeidelRowCount count,
                                SeidelRowFill fill,
                                const void *formula,
                                SeidelProgress *progress,
                                GCancellable *cancellable,
                                GError **error);

/* The families: one function for each row of the table in seidel-gallery.c. */
SeidelCsr *seidel_gallery_poisson_5 (const double *values,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);
SeidelCsr *seidel_gallery_poisson_7 (const double *values,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);
SeidelCsr *seidel_gallery_poisson_27 (const double *values,
                                      SeidelProgress *progress,
                                      GCancellable *cancellable,
                                      GError **error);
SeidelCsr *seidel_gallery_convection (const double *values,
                                      SeidelProgress *progress,
                                      GCancellable *cancellable,
                                      GError **error);
SeidelCsr *seidel_gallery_tridiagonal (const double *values,
                                       SeidelProgress *progress,
                                       GCancellable *cancellable,
                                       GError **error);
SeidelCsr *seidel_gallery_chain (const double *values,
                                 SeidelProgress *progress,
                                 GCancellable *cancellable,
                                 GError **error);
SeidelCsr *seidel_gallery_arrow (const double *values,
                                 SeidelProgress *progress,
                                 GCancellable *cancellable,
                                 GError **error);
SeidelCsr *seidel_gallery_random_dominant (const double *values,
                                           SeidelProgress *progress,
                                           GCancellable *cancellable,
                                           GError **error);
SeidelCsr *seidel_gallery_kmer (const double *values,
                                SeidelProgress *progress,
                                GCancellable *cancellable,
                                GError **error);
SeidelCsr *seidel_gallery_wathen (const double *values,
                                  SeidelProgress *progress,
                                  GCancellable *cancellable,
                                  GError **error);

G_END_DECLS
