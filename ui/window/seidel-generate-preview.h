/* A small picture of the pattern that a kind of the gallery makes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_GENERATE_PREVIEW (seidel_generate_preview_get_type ())
G_DECLARE_FINAL_TYPE (SeidelGeneratePreview,
                      seidel_generate_preview,
                      SEIDEL,
                      GENERATE_PREVIEW,
                      GtkWidget)

/* Shows a small matrix of that kind; made and drawn on a worker, a moment later. */
void seidel_generate_preview_show (SeidelGeneratePreview *self,
                                   const SeidelGalleryKind *kind,
                                   const double values[SEIDEL_GALLERY_MAX_PARAMETERS]);

/* Whether what was asked for is still being drawn. */
gboolean seidel_generate_preview_get_drawing (SeidelGeneratePreview *self);
/* In words, what is shown; NULL while there is nothing. */
const char *seidel_generate_preview_get_text (SeidelGeneratePreview *self);

G_END_DECLS
