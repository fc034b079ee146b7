/* Matrices made from a formula: each kind is a row of one table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

#define SEIDEL_GALLERY_MAX_PARAMETERS 6

typedef struct
{
  const char *id;       /* "size", the option --size of seidel-cli generate */
  const char *sentence; /* "Grid points along each side" */
  double initial;
  double minimum;
  double maximum;
  bool integral;
} SeidelGalleryParameter;

typedef struct
{
  const char *id;       /* "poisson-5" */
  const char *name;     /* "Poisson, 5-point" */
  const char *sentence; /* what it is and what it is good for */
  SeidelGalleryParameter parameters[SEIDEL_GALLERY_MAX_PARAMETERS]; /* ends with id == NULL */
  /* values has one number for each parameter, already checked against its bounds. */
  SeidelCsr *(*make) (const double *values,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error);
} SeidelGalleryKind;

const SeidelGalleryKind *seidel_gallery_kinds (size_t *n_kinds);
const SeidelGalleryKind *seidel_gallery_find (const char *id);

/* Makes the matrix; values has one number for each parameter of the kind, in order. The name is
 * "poisson-5 100×100" or the like; origin.format tells kind and parameters. A value out of
 * bounds is SEIDEL_ERROR_INVALID and names the bounds; too large for memory is SEIDEL_ERROR_MEMORY.
 */
SeidelMatrix *seidel_gallery_make (const SeidelGalleryKind *kind,
                                   const double *values,
                                   SeidelProgress *progress,
                                   GCancellable *cancellable,
                                   GError **error);

G_END_DECLS
