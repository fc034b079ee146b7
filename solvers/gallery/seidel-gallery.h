/* Matrices made from a formula: each kind is a row of one table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

#define SEIDEL_GALLERY_MAX_PARAMETERS 6

typedef struct SeidelGalleryRows SeidelGalleryRows; /* private to solvers/gallery */

typedef struct
{
  const char *id;       /* "size", the option --size of seidel-cli generate */
  const char *sentence; /* "Grid points along x" */
  double initial;
  double minimum;
  double maximum;
  bool integral;
  const char *zero; /* what 0 stands for, where it is no number: "as along x"; or NULL */
} SeidelGalleryParameter;

typedef struct
{
  const char *id;       /* "poisson-5" */
  const char *name;     /* "Poisson, 5-point" */
  const char *sentence; /* what it is and what it is good for */
  /* The first is called size; ends with id == NULL. */
  SeidelGalleryParameter parameters[SEIDEL_GALLERY_MAX_PARAMETERS];
  double preview; /* the size at which a small picture shows the pattern best */
  bool featured;  /* one of those that are offered first */
  bool symmetric; /* whatever the parameters */
  void (*make_rows) (const double *values, SeidelGalleryRows *rows);
} SeidelGalleryKind;

const SeidelGalleryKind *seidel_gallery_kinds (size_t *n_kinds);
const SeidelGalleryKind *seidel_gallery_find (const char *id);

/* What a matrix will be, told without making it. */
typedef struct
{
  int64_t rows;
  double entries;
  bool exact;   /* entries is their number, not an estimate */
  double bytes; /* of memory */
} SeidelGallerySize;

/* Everywhere below values has one number for each parameter of the kind, in order. A value out of
 * bounds is SEIDEL_ERROR_INVALID and names the bounds, and so are more rows than a matrix can have.
 */
bool seidel_gallery_measure (const SeidelGalleryKind *kind,
                             const double *values,
                             SeidelGallerySize *size,
                             GError **error);

/* Whether such a matrix fits into this machine's memory; SEIDEL_ERROR_MEMORY with both figures. */
bool seidel_gallery_fits (const SeidelGallerySize *size, GError **error);

/* A matrix of the same kind that is small enough for a picture of its pattern. */
void seidel_gallery_preview (const SeidelGalleryKind *kind,
                             const double *values,
                             double preview[SEIDEL_GALLERY_MAX_PARAMETERS]);

/* "poisson-5 100×100" or the like; free with g_free (). */
char *seidel_gallery_describe (const SeidelGalleryKind *kind, const double *values);

/* Makes the matrix, with that name; origin.format tells kind and parameters. The same values make
 * the same bits on any machine, with any number of threads. Too large for memory is
 * SEIDEL_ERROR_MEMORY. */
SeidelMatrix *seidel_gallery_make (const SeidelGalleryKind *kind,
                                   const double *values,
                                   SeidelProgress *progress,
                                   GCancellable *cancellable,
                                   GError **error);

/* Whether seidel_gallery_save () writes a file of this name row by row: a Matrix Market file. */
bool seidel_gallery_streams (const char *path);

/* About how many bytes such a file will have, uncompressed; by writing some of the rows into the
 * void. */
double seidel_gallery_file_bytes (const SeidelGalleryKind *kind, const double *values);

/* Writes the matrix to a file, the very one that seidel_save_matrix () would write: row by row,
 * never holding more than a few blocks of them, where the name ends in .mtx, compressed or not;
 * otherwise the matrix is made first. A file that the disk has no room for is SEIDEL_ERROR_IO and
 * tells both figures. */
bool seidel_gallery_save (const SeidelGalleryKind *kind,
                          const double *values,
                          const char *path,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error);

G_END_DECLS
