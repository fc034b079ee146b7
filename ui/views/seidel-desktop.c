/* What the desktop asks of everything that is drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-desktop.h"

#include <adwaita.h>

/* Adwaita's own text, for which the sizes of the theme are made: 11 points at 96 pixels an inch. */
#define USUAL_PIXELS (11.0 * 96.0 / 72.0)
#define USUAL_DPI    96.0
#define LEAST_SCALE  0.5
#define MOST_SCALE   8.0

/* In thousand and twenty-fourths of a dot an inch; −1 where the desktop says nothing. */
static double
get_dpi (GtkSettings *settings)
{
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / 1024.0 : USUAL_DPI;
}

/* The desktop's text over the usual one. */
static double
get_text_scale (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  PangoFontDescription *font;
  g_autofree char *name = NULL;
  double pixels;

  if (settings == NULL)
    return 1.0;
  g_object_get (settings, "gtk-font-name", &name, NULL);
  font = pango_font_description_from_string (name != NULL ? name : "");
  pixels = pango_font_description_get_size (font) / (double) PANGO_SCALE;
  if (!pango_font_description_get_size_is_absolute (font))
    pixels *= get_dpi (settings) / 72.0;
  pango_font_description_free (font);
  return pixels > 0.0 ? CLAMP (pixels / USUAL_PIXELS, LEAST_SCALE, MOST_SCALE) : 1.0;
}

SeidelTheme
seidel_desktop_paper_theme (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  SeidelTheme theme = seidel_theme_get (adw_style_manager_get_dark (manager));

  if (adw_style_manager_get_high_contrast (manager))
    seidel_theme_raise_contrast (&theme);
  return theme;
}

SeidelTheme
seidel_desktop_theme (void)
{
  SeidelTheme theme = seidel_desktop_paper_theme ();

  seidel_theme_scale (&theme, get_text_scale ());
  return theme;
}

void
seidel_desktop_watch (GtkWidget *widget, GCallback changed)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkSettings *settings = gtk_settings_get_default ();

  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_signal_connect_object (manager, "notify::dark", changed, widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", changed, widget, G_CONNECT_SWAPPED);
  if (settings == NULL)
    return;
  g_signal_connect_object (settings, "notify::gtk-font-name", changed, widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", changed, widget, G_CONNECT_SWAPPED);
}

void
seidel_desktop_enlarge (double scale)
{
  GtkSettings *settings = gtk_settings_get_default ();
  double factor;

  g_return_if_fail (scale >= 0.0);

  if (settings == NULL)
    return;
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  factor = scale / get_text_scale ();
  if (factor > 1.0)
    g_object_set (settings, "gtk-xft-dpi", (int) (get_dpi (settings) * 1024.0 * factor), NULL);
}

SeidelPick
seidel_desktop_pick (GdkModifierType state)
{
  return (state & GDK_CONTROL_MASK) != 0 ? SEIDEL_PICK_TOGGLE
         : (state & GDK_SHIFT_MASK) != 0 ? SEIDEL_PICK_EXTEND
                                         : SEIDEL_PICK_REPLACE;
}

void
seidel_desktop_draw_focus (GtkWidget *widget, cairo_t *cr)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  if (!gtk_widget_has_visible_focus (widget))
    return;
  seidel_color_set_source (&theme.accent, cr);
  cairo_set_line_width (cr, 2.0);
  cairo_rectangle (cr, 1.0, 1.0, gtk_widget_get_width (widget) - 2.0,
                   gtk_widget_get_height (widget) - 2.0);
  cairo_stroke (cr);
}

void
seidel_desktop_measure_picture (GtkWidget *widget,
                                GtkOrientation orientation,
                                int for_size,
                                int *minimum,
                                int *natural,
                                int *minimum_baseline,
                                int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 150;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 480;
}
