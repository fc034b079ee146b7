/* The page interface: dispatch only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-page.h"

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
seidel_page_draw (SeidelPage *self,
                  cairo_t *cr,
                  double width,
                  double height,
                  const SeidelTheme *theme)
{
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

gboolean
seidel_page_has_html (SeidelPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_PAGE (self), FALSE);
  return SEIDEL_PAGE_GET_IFACE (self)->to_html != NULL;
}

char *
seidel_page_to_html (SeidelPage *self, GError **error)
{
  g_return_val_if_fail (seidel_page_has_html (self), NULL);
  return SEIDEL_PAGE_GET_IFACE (self)->to_html (self, error);
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
