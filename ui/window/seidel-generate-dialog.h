/* Asks for a kind of the gallery and its parameters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "gallery/seidel-gallery.h"

G_BEGIN_DECLS

/* Signal: accepted (), just before the dialog closes. */
#define SEIDEL_TYPE_GENERATE_DIALOG (seidel_generate_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelGenerateDialog,
                      seidel_generate_dialog,
                      SEIDEL,
                      GENERATE_DIALOG,
                      AdwWindow)

/* Begins with what was accepted last. */
SeidelGenerateDialog *seidel_generate_dialog_new (GtkWindow *parent);

const SeidelGalleryKind *seidel_generate_dialog_get_kind (SeidelGenerateDialog *self);
void seidel_generate_dialog_set_kind (SeidelGenerateDialog *self, const SeidelGalleryKind *kind);
/* One number for each parameter of the kind, in their order. */
void seidel_generate_dialog_get_values (SeidelGenerateDialog *self,
                                        double values[SEIDEL_GALLERY_MAX_PARAMETERS]);

G_END_DECLS
