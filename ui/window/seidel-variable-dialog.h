/* Asks which of the matrices in a file to open, or how its text is to be read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "io/seidel-preview.h"

G_BEGIN_DECLS

/* Signal: accepted (), when one was chosen; then the dialog closes. Action: variable.accept */
#define SEIDEL_TYPE_VARIABLE_DIALOG (seidel_variable_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelVariableDialog,
                      seidel_variable_dialog,
                      SEIDEL,
                      VARIABLE_DIALOG,
                      AdwWindow)

/* variables: SeidelVariable, of seidel_list_variables (); they are copied. The first that can be
 * opened is chosen to begin with. */
SeidelVariableDialog *
seidel_variable_dialog_new (GtkWindow *parent, const char *file_name, GPtrArray *variables);

/* The most likely one of its readings is chosen to begin with; seidel_variable_dialog_get_name ()
 * is then the name of the reading, with the columns that were chosen. Takes a reference. */
SeidelVariableDialog *seidel_variable_dialog_new_readings (GtkWindow *parent,
                                                           const char *file_name,
                                                           SeidelPreview *preview);

/* The chosen one, NULL when none is. */
const char *seidel_variable_dialog_get_name (SeidelVariableDialog *self);
/* FALSE, and nothing changes, when there is no such one that can be opened. A reading may have
 * columns of its own. */
gboolean seidel_variable_dialog_select (SeidelVariableDialog *self, const char *name);

G_END_DECLS
