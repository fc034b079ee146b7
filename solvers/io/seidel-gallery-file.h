/* Files of gallery matrices, written row by row where the format allows it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* Whether seidel_gallery_save () writes a file of this name row by row: Matrix Market. */
SEIDEL_API bool seidel_gallery_streams (const char *path);

/* Estimates the uncompressed size of such a file in bytes by formatting some of its rows. */
SEIDEL_API double seidel_gallery_file_bytes (const SeidelGalleryKind *kind, const double *values);

/* Writes the same file as seidel_save_matrix () would. If seidel_gallery_streams () the file is
 * written row by row in little memory; otherwise the matrix is made first. SEIDEL_ERROR_IO with
 * both figures if the free disk space is too small. */
SEIDEL_API bool seidel_gallery_save (const SeidelGalleryKind *kind,
                                     const double *values,
                                     const char *path,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

G_END_DECLS
