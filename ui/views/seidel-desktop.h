/* What the desktop asks of everything that is drawn: its style, contrast and size of text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-pick.h"
#include "draw/seidel-theme.h"

G_BEGIN_DECLS

/* The theme for pictures in a window. */
SeidelTheme seidel_desktop_theme (void);
/* The same at the usual size of text, for pictures that leave the window. */
SeidelTheme seidel_desktop_paper_theme (void);

/* Calls changed (widget) whenever the theme is another one, as long as the widget lives. */
void seidel_desktop_watch (GtkWidget *widget, GCallback changed);

/* What a click means with the keys that are held: with Control toggle, with Shift extend. */
SeidelPick seidel_desktop_pick (GdkModifierType state);

/* Draws the frame of a picture that has the keyboard focus; nothing around any other. */
void seidel_desktop_draw_focus (GtkWidget *widget, cairo_t *cr);
/* The measure () of a widget that is a picture: 640 × 480, 200 × 150 at least. */
void seidel_desktop_measure_picture (GtkWidget *widget,
                                     GtkOrientation orientation,
                                     int for_size,
                                     int *minimum,
                                     int *natural,
                                     int *minimum_baseline,
                                     int *natural_baseline);

/* Enlarges the text of all windows, which the theme follows, to at least so many times the usual
 * size; 0: as the desktop has it. */
void seidel_desktop_enlarge (double scale);

G_END_DECLS
