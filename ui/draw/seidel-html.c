/* What pages of HTML have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-html.h"

void
seidel_html_append_markup (GString *html, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_string_append_vprintf (html, format, values);
  va_end (values);
}

void
seidel_html_append_text (GString *html, const char *name, const char *text)
{
  g_autoptr (GString) escaped = g_string_new (text);

  g_string_replace (escaped, "\\", "\\\\", 0);
  g_string_replace (escaped, "\"", "\\\"", 0);
  g_string_replace (escaped, "\n", "\\n", 0);
  g_string_replace (escaped, "\r", "", 0);
  g_string_replace (escaped, "<", "\\u003c", 0);
  seidel_html_append_markup (html, "%s:\"%s\",\n", name, escaped->str);
}

void
seidel_html_append_color (GString *html, const char *name, const SeidelColor *color)
{
  seidel_html_append_markup (html, "--%s:#%02x%02x%02x;", name, (int) (color->red * 255.0 + 0.5),
                             (int) (color->green * 255.0 + 0.5), (int) (color->blue * 255.0 + 0.5));
}

static void
append_colors (GString *html, bool dark, void (*more) (GString *html, const SeidelTheme *theme))
{
  const SeidelTheme theme = seidel_theme_get (dark);

  seidel_html_append_color (html, "bg", &theme.background);
  seidel_html_append_color (html, "fg", &theme.foreground);
  seidel_html_append_color (html, "dim", &theme.dim);
  seidel_html_append_color (html, "line", &theme.grid);
  if (more != NULL)
    more (html, &theme);
}

void
seidel_html_append_head (GString *html,
                         const char *language,
                         const char *title,
                         const char *style,
                         void (*more) (GString *html, const SeidelTheme *theme))
{
  seidel_html_append_markup (
    html,
    "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<title>%s</title>\n<style>\n:root{",
    language, title);
  append_colors (html, false, more);
  g_string_append (html, "}\n@media (prefers-color-scheme:dark){:root{");
  append_colors (html, true, more);
  seidel_html_append_markup (html, "}}\n%s</style>\n</head>\n", style);
}
