/* A page of HTML with a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-page-html.h"

#include <glib/gi18n.h>
#include <string.h>

#include "draw/seidel-html.h"
#include "draw/seidel-page-script.h"

/* The drawing of a style, whose parts have names of their own in the page: glyphs of the other
 * style have other shapes by the same names. */
static bool
append_drawing (GString *html, const SeidelPageHtml *page, bool dark, GError **error)
{
  const SeidelTheme theme = seidel_theme_get (dark);
  const char *style = dark ? "dark" : "light";
  g_autoptr (GBytes) bytes = seidel_export_to_svg (
    &(SeidelDrawing){ page->draw, page->picture, &theme, page->width, page->height, 1.0 }, error);
  g_autoptr (GString) svg = NULL;
  g_autofree char *title = g_markup_escape_text (page->title, -1);
  g_autoptr (GString) attributes = g_string_new (NULL);
  gsize n;

  if (bytes == NULL)
    return false;
  svg = g_string_new (NULL);
  g_string_append_len (svg, g_bytes_get_data (bytes, &n), (gssize) g_bytes_get_size (bytes));
  /* Not the declaration of XML. */
  g_string_erase (svg, 0, strstr (svg->str, "<svg") - svg->str);
  g_string_replace (svg, "id=\"", dark ? "id=\"d-" : "id=\"l-", 0);
  g_string_replace (svg, "href=\"#", dark ? "href=\"#d-" : "href=\"#l-", 0);
  g_string_replace (svg, "url(#", dark ? "url(#d-" : "url(#l-", 0);
  seidel_html_append_markup (attributes,
                             "<svg class=\"drawing %s\" role=\"img\" aria-label=\"%s\" ", style,
                             title);
  g_string_replace (svg, "<svg ", attributes->str, 1);
  g_string_append_len (html, svg->str, (gssize) svg->len);
  return true;
}

static void
append_player (GString *html)
{
  seidel_html_append_markup (html,
                             "<img id=\"frame\" class=\"frame\" alt=\"\">\n<div class=\"bar\">\n"
                             "<button id=\"back\" aria-label=\"%s\">←</button>\n"
                             "<button id=\"play\" aria-label=\"%s\">▶</button>\n"
                             "<button id=\"on\" aria-label=\"%s\">→</button>\n"
                             "<input id=\"scale\" type=\"range\" min=\"0\" aria-label=\"%s\">\n"
                             "<span id=\"status\"></span>\n</div>\n",
                             _ ("A step back"), _ ("Play"), _ ("A step on"), _ ("Frame"));
}

/* A line of the table; true at the end of the numbers. */
static const char *
append_line (GString *html, const char *line, const char *cell)
{
  const char *end = strchr (line, '\n');
  g_autofree char *text = end != NULL ? g_strndup (line, (gsize) (end - line)) : g_strdup (line);
  bool quoted = false;

  seidel_html_append_markup (html, "<tr><%s>", cell);
  for (const char *sign = text; *sign != '\0'; sign++)
    if (*sign == '"')
      quoted = !quoted;
    else if (*sign == ',' && !quoted)
      seidel_html_append_markup (html, "</%s><%s>", cell, cell);
    else if (*sign == '<' || *sign == '&')
      g_string_append (html, *sign == '<' ? "&lt;" : "&amp;");
    else
      g_string_append_c (html, *sign);
  seidel_html_append_markup (html, "</%s></tr>\n", cell);
  return end != NULL && end[1] != '\0' ? end + 1 : NULL;
}

static bool
has_whole_csv (const SeidelPageHtml *page)
{
  return page->csv != NULL && strlen (page->csv) <= SEIDEL_PAGE_HTML_CSV;
}

static void
append_table (GString *html, const SeidelPageHtml *page)
{
  const char *line = page->csv;

  if (line == NULL)
    return;
  seidel_html_append_markup (html, "<details>\n<summary>%s</summary>\n", _ ("Numbers"));
  if (has_whole_csv (page))
    seidel_html_append_markup (html,
                               "<p><a id=\"save\" download=\"seidel.csv\" href=\"#\">%s</a></p>\n",
                               _ ("Save as CSV"));
  g_string_append (html, "<table>\n");
  line = append_line (html, line, "th");
  for (int i = 0; i < SEIDEL_PAGE_HTML_LINES && line != NULL; i++)
    line = append_line (html, line, "td");
  g_string_append (html, "</table>\n");
  if (line != NULL)
    seidel_html_append_markup (html, "<p class=\"hint\">%s</p>\n",
                               _ ("The table shows the first lines."));
  g_string_append (html, "</details>\n");
}

/* F: the frames, as data. */
static bool
append_frames (GString *html, const SeidelAnimation *animation, int64_t n, GError **error)
{
  g_string_append (html, "const F=[");
  for (int64_t i = 0; i < n; i++)
    {
      const int64_t position = n > 1 ? i * (animation->positions - 1) / (n - 1) : 0;
      g_autoptr (GBytes) png = seidel_animation_to_png (animation, position, error);
      g_autofree char *text = NULL;

      if (png == NULL)
        return false;
      text = g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png));
      seidel_html_append_markup (html, "%s\"data:image/png;base64,%s\"", i > 0 ? ",\n" : "", text);
    }
  g_string_append (html, "];\n");
  return true;
}

char *
seidel_page_html (const SeidelPageHtml *page, GError **error)
{
  const int64_t frames =
    page->animation != NULL ? MIN (page->animation->positions, SEIDEL_PAGE_HTML_FRAMES) : 0;
  g_autofree char *title = g_markup_escape_text (page->title, -1);
  g_autoptr (GString) html = g_string_new (NULL);

  seidel_html_append_head (html, page->language, title, seidel_page_style, NULL);
  seidel_html_append_markup (html, "<body>\n<h1>%s</h1>\n", title);
  if (frames > 0)
    append_player (html);
  else if (!append_drawing (html, page, false, error) || !append_drawing (html, page, true, error))
    return NULL;
  seidel_html_append_markup (html, "<p class=\"hint\">%s</p>\n",
                             frames > 0
                               ? _ ("Space: play · ← and →: step")
                               : _ (
                                 "Wheel, + and −: zoom · drag: move · double click, 0: all of it"));
  append_table (html, page);
  seidel_html_append_markup (html, "<script>\nconst S={frames:%d,", (int) frames);
  seidel_html_append_text (html, "csv", has_whole_csv (page) ? page->csv : "");
  g_string_append (html, "};\n");
  if (frames > 0 && !append_frames (html, page->animation, frames, error))
    return NULL;
  seidel_html_append_markup (html, "%s</script>\n</body>\n</html>\n", seidel_page_script);
  return g_string_free (g_steal_pointer (&html), FALSE);
}
