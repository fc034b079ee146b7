/* Matrices generated from formulas: each kind is a row of one table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

#define SEIDEL_GALLERY_MAX_PARAMETERS 6

typedef struct SeidelGalleryRows SeidelGalleryRows; /* private */

typedef struct
{
  const char *id;       /* "size", the option --size of seidel-cli generate */
  const char *sentence; /* "Grid points along x" */
  double initial;
  double minimum;
  double maximum;
  bool integral;
  const char *zero; /* the meaning of 0 if it is special: "as along x"; or NULL */
} SeidelGalleryParameter;

typedef struct
{
  const char *id;       /* "poisson-5" */
  const char *name;     /* "Poisson, 5-point" */
  const char *sentence; /* what it is and what it is good for */
  const char *source;   /* publication or collection that defines it, or NULL */
  /* The first is called size; ends with id == NULL. */
  SeidelGalleryParameter parameters[SEIDEL_GALLERY_MAX_PARAMETERS];
  double preview; /* size for a small picture of the pattern */
  bool featured;  /* offered on the start page */
  bool symmetric; /* for all parameters */
  void (*make_rows) (const double *values, SeidelGalleryRows *rows);
} SeidelGalleryKind;

SEIDEL_API const SeidelGalleryKind *seidel_gallery_kinds (size_t *n_kinds);
SEIDEL_API const SeidelGalleryKind *seidel_gallery_find (const char *id);

/* The size of a matrix, predicted without making it. */
typedef struct
{
  int64_t rows;
  double entries;
  bool exact;   /* entries is the exact number, not an estimate */
  double bytes; /* of memory */
} SeidelGallerySize;

/* In all functions below values has one element per parameter of the kind, in order. A value out of
 * bounds is SEIDEL_ERROR_INVALID with a message that gives the bounds, as is a matrix of more than
 * 2³¹ − 1 rows. */
SEIDEL_API bool seidel_gallery_measure (const SeidelGalleryKind *kind,
                                        const double *values,
                                        SeidelGallerySize *size,
                                        GError **error);

/* Checks that such a matrix fits into the memory of this machine; otherwise SEIDEL_ERROR_MEMORY
 * with both figures. */
SEIDEL_API bool seidel_gallery_fits (const SeidelGallerySize *size, GError **error);

/* Reduces the values to those of a matrix small enough for a picture of its pattern. */
SEIDEL_API void seidel_gallery_preview (const SeidelGalleryKind *kind,
                                        const double *values,
                                        double preview[SEIDEL_GALLERY_MAX_PARAMETERS]);

/* "poisson-5 100×100" or the like; free with g_free (). */
SEIDEL_API char *seidel_gallery_describe (const SeidelGalleryKind *kind, const double *values);

/* The kind that a text such as "poisson-5 --size 100 --ny 20" names, with its parameters; those not
 * named have their defaults. NULL without an error if the first word is no kind, with one if the
 * others are not its parameters; their bounds are not checked. */
SEIDEL_API const SeidelGalleryKind *
seidel_gallery_parse (const char *text, double *values, GError **error);

/* The text of a matrix that was generated, from which the same entries can be made again in the
 * natural order, by the format of its origin; NULL for others. Part of the format, which may be
 * NULL. */
SEIDEL_API const char *seidel_gallery_text (const char *format);

/* Makes the matrix, named by seidel_gallery_describe (); origin.format gives kind and parameters.
 * The same values give the same bits on any machine and with any number of threads.
 * SEIDEL_ERROR_MEMORY if it does not fit into memory. */
SEIDEL_API SeidelMatrix *seidel_gallery_make (const SeidelGalleryKind *kind,
                                              const double *values,
                                              SeidelProgress *progress,
                                              GCancellable *cancellable,
                                              GError **error);

G_END_DECLS
