/* Presentation: the page alone on the whole screen, with text and lines that grow with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of a window whose panes are hidden while it goes on. All zero to begin with. */
typedef struct
{
  gboolean active;
  /* What was so before. */
  gboolean side_pane;
  gboolean run_table;
  gboolean fullscreen;
} SeidelPresentation;

/* The parts of a window that presentation hides; borrowed. */
typedef struct
{
  GtkWindow *window;
  GtkRevealer *header; /* comes back while the pointer is at the upper edge */
  GtkWidget *side_pane;
  GtkWidget *run_table;
} SeidelPresentationParts;

/* For a window that is new. */
void seidel_presentation_init (SeidelPresentation *self, const SeidelPresentationParts *parts);

/* The large text is that of all windows: one presentation at a time. */
void seidel_presentation_set_active (SeidelPresentation *self,
                                     gboolean active,
                                     const SeidelPresentationParts *parts);

/* The text over the usual one on a screen of this size, in pixels of the application. */
double seidel_presentation_get_scale (int width, int height);

G_END_DECLS
