/* The page interface: dispatch only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-page.h"

#include "draw/seidel-page-html.h"
#include "seidel-resources.h"

G_DEFINE_INTERFACE (SeidelPage, seidel_page, GTK_TYPE_WIDGET)

static void
seidel_page_default_init (SeidelPageInterface *iface)
{
  /* The templates are in a static library: naming them is what links them in, also where there is
   * a page without a window. */
  g_resources_register (seidel_get_resource ());
}

void
seidel_page_draw (gconstpointer page,
                  cairo_t *cr,
                  double width,
                  double height,
                  const SeidelTheme *theme)
{
  SeidelPage *self = (gpointer) page;

  g_return_if_fail (SEIDEL_IS_PAGE (self));

  SEIDEL_PAGE_GET_IFACE (self)->draw (self, cr, width, height, theme);
}

char *
seidel_page_to_csv (SeidelPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_PAGE (self), NULL);
  return SEIDEL_PAGE_GET_IFACE (self)->to_csv (self);
}

gboolean
seidel_page_to_animation (SeidelPage *self, SeidelAnimation *animation)
{
  g_return_val_if_fail (SEIDEL_IS_PAGE (self), FALSE);

  return SEIDEL_PAGE_GET_IFACE (self)->to_animation != NULL
         && SEIDEL_PAGE_GET_IFACE (self)->to_animation (self, animation);
}

/* Frames are as large as the page: more pixels than it shows would only make the file larger. */
static char *
make_html (SeidelPage *self, GError **error)
{
  const int width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);
  const int height = MAX (gtk_widget_get_height (GTK_WIDGET (self)), 1);
  SeidelAnimation animation = { 0 };
  const gboolean played = seidel_page_to_animation (self, &animation);
  g_autofree char *title = seidel_page_get_export_name (self);
  g_autofree char *csv = seidel_page_to_csv (self);
  const SeidelPageHtml page = {
    .title = title,
    .language = pango_language_to_string (pango_language_get_default ()),
    .draw = seidel_page_draw,
    .picture = self,
    .width = width,
    .height = height,
    .csv = csv,
    .animation = played ? &animation : NULL,
  };
  char *html;

  animation.width = width;
  animation.height = height;
  animation.theme = seidel_theme_get (false);
  html = seidel_page_html (&page, error);
  seidel_animation_clear (&animation);
  return html;
}

char *
seidel_page_to_html (SeidelPage *self, GError **error)
{
  char *html = NULL;

  g_return_val_if_fail (SEIDEL_IS_PAGE (self), NULL);

  if (SEIDEL_PAGE_GET_IFACE (self)->to_html != NULL)
    html = SEIDEL_PAGE_GET_IFACE (self)->to_html (self, error);
  return html != NULL || (error != NULL && *error != NULL) ? html : make_html (self, error);
}

char *
seidel_page_get_export_name (SeidelPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_PAGE (self), NULL);
  return SEIDEL_PAGE_GET_IFACE (self)->get_export_name (self);
}

void
seidel_page_zoom (SeidelPage *self, double factor)
{
  g_return_if_fail (SEIDEL_IS_PAGE (self));

  SEIDEL_PAGE_GET_IFACE (self)->zoom (self, factor);
}

void
seidel_page_fit (SeidelPage *self)
{
  g_return_if_fail (SEIDEL_IS_PAGE (self));

  SEIDEL_PAGE_GET_IFACE (self)->fit (self);
}

gboolean
seidel_page_play (SeidelPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_PAGE (self), FALSE);

  return SEIDEL_PAGE_GET_IFACE (self)->play != NULL && SEIDEL_PAGE_GET_IFACE (self)->play (self);
}

void
seidel_page_withhold (SeidelPage *self, gboolean withheld)
{
  g_return_if_fail (SEIDEL_IS_PAGE (self));

  if (SEIDEL_PAGE_GET_IFACE (self)->withhold != NULL)
    SEIDEL_PAGE_GET_IFACE (self)->withhold (self, withheld);
}

void
seidel_page_choose (SeidelPage *self, const char *key, int value)
{
  g_return_if_fail (SEIDEL_IS_PAGE (self));

  if (SEIDEL_PAGE_GET_IFACE (self)->choose != NULL)
    SEIDEL_PAGE_GET_IFACE (self)->choose (self, key, value);
}
