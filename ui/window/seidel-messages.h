/* What a window says: passing notes at the bottom, and dialogs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* The notes of a window. */
typedef struct
{
  AdwToastOverlay *overlay; /* borrowed */
  AdwToast *shown;          /* or NULL */
} SeidelNotes;

void seidel_notes_clear (SeidelNotes *notes);
/* button and its detailed action may be NULL. */
void
seidel_notes_show (SeidelNotes *notes, const char *text, const char *button, const char *action);
void seidel_notes_dismiss (SeidelNotes *notes);

/* A dialog that says what could not be done, and why. */
void seidel_complain (GtkWindow *window, const char *heading, const char *body);
/* A dialog that asks whether to do something; its response is “accept” if so. To be presented. */
GtkWidget *
seidel_question_new (GtkWindow *window, const char *heading, const char *body, const char *accept);

G_END_DECLS
