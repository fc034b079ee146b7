/* Names of matrices, as the command line, experiments and lessons take them: a file, a matrix of
 * the gallery, a sample, or one of the collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* What a name means: either a kind of the gallery with its parameters, or a file. */
typedef struct
{
  const SeidelGalleryKind *kind; /* NULL: path */
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  char *path; /* owned */
} SeidelMatrixName;

/* Reads "sample:NAME", "collection:GROUP/NAME" (if it was downloaded), a kind of the gallery with
 * its parameters such as "poisson-5 --size 100 --ny 20", after "gallery:" or alone if there is no
 * such file, or else the path of a file, which need not exist. Errors say how to get what is not
 * there. Clear self also after one. */
SEIDEL_API bool seidel_matrix_name_parse (SeidelMatrixName *self, const char *name, GError **error);

SEIDEL_API void seidel_matrix_name_clear (SeidelMatrixName *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelMatrixName, seidel_matrix_name_clear)

G_END_DECLS
