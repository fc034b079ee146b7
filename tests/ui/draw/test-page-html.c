/* Pages of HTML: both styles with names of their own, the numbers as a table, frames of what is
 * played; nothing of a text is taken for markup. What a browser makes of them is tested with one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "draw/seidel-page-html.h"
#include "draw/seidel-sweep-picture.h"
#include "draw/seidel-text.h"
#include "draw/seidel-zip.h"

static void
draw_word (gconstpointer data, cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL };

  seidel_text_draw (cr, theme, &style, data, 5.0, 5.0);
}

static char *
make (const char *csv, const SeidelAnimation *animation)
{
  const SeidelPageHtml page = { .title = "a < b & \"c\"",
                                .language = "it",
                                .draw = draw_word,
                                .picture = "x",
                                .width = 120.0,
                                .height = 80.0,
                                .csv = csv,
                                .animation = animation };
  g_autoptr (GError) error = NULL;
  char *html = seidel_page_html (&page, &error);

  g_assert_no_error (error);
  return html;
}

static int
count (const char *text, const char *part)
{
  int n = 0;

  while ((text = strstr (text, part)) != NULL)
    {
      n++;
      text += strlen (part);
    }
  return n;
}

static void
test_drawing (void)
{
  g_autofree char *html = make (NULL, NULL);

  g_assert_true (g_str_has_prefix (html, "<!DOCTYPE html>\n<html lang=\"it\">"));
  g_assert_nonnull (strstr (html, "<title>a &lt; b &amp; &quot;c&quot;</title>"));
  g_assert_cmpint (count (html, "<svg class=\"drawing "), ==, 2);
  g_assert_null (strstr (html, "<?xml"));
  g_assert_cmpint (count (html, "id=\"l-glyph"), >, 0);
  g_assert_cmpint (count (html, "id=\"l-glyph"), ==, count (html, "id=\"d-glyph"));
  g_assert_null (strstr (html, "href=\"#glyph"));
  g_assert_null (strstr (html, "<table"));
}

/* Quoted commas and marks; of many lines the first, and all of them to be saved. */
static void
test_numbers (void)
{
  g_autoptr (GString) csv = g_string_new ("name,x\n\"a,<b>\",1\n</script>,2\n");
  g_autofree char *few = make (csv->str, NULL);
  g_autofree char *many = NULL;
  g_autofree char *most = NULL;

  g_assert_nonnull (strstr (few, "<tr><th>name</th><th>x</th></tr>"));
  g_assert_nonnull (strstr (few, "<tr><td>a,&lt;b></td><td>1</td></tr>"));
  g_assert_cmpint (count (few, "</script>"), ==, 1);
  g_assert_nonnull (strstr (few, "csv:\"name,x\\n\\\"a,\\u003cb>\\\",1\\n"));
  g_assert_null (strstr (few, "first lines"));

  for (int i = 0; i < 2 * SEIDEL_PAGE_HTML_LINES; i++)
    g_string_append_printf (csv, "row,%d\n", i);
  many = make (csv->str, NULL);
  g_assert_cmpint (count (many, "<tr>"), ==, SEIDEL_PAGE_HTML_LINES + 1);
  g_assert_nonnull (strstr (many, "row,399\\n"));
  g_assert_nonnull (strstr (many, "first lines"));

  while (csv->len <= SEIDEL_PAGE_HTML_CSV)
    g_string_append (csv, "row,0.123456789\n");
  most = make (csv->str, NULL);
  g_assert_nonnull (strstr (most, "csv:\"\""));
  g_assert_null (strstr (most, "id=\"save\""));
}

static void
show_position (gpointer picture, int64_t position)
{
  *(char *) picture = (char) ('a' + position % 26);
}

static void
test_frames (void)
{
  char word[] = "a";
  const SeidelAnimation animation = { .draw = draw_word,
                                      .show = show_position,
                                      .picture = word,
                                      .positions = 100,
                                      .width = 60,
                                      .height = 40,
                                      .theme = seidel_theme_get (false) };
  g_autofree char *html = make (NULL, &animation);

  g_assert_cmpint (count (html, "data:image/png;base64,"), ==, SEIDEL_PAGE_HTML_FRAMES);
  g_assert_nonnull (strstr (html, "frames:60,"));
  g_assert_null (strstr (html, "<svg"));
}

/* The sums are those of the standard's own example, and a text of one's own. */
static void
test_zip (void)
{
  static const guint8 sum[] = { 0x26, 0x39, 0xf4, 0xcb }; /* 0xcbf43926, of "123456789" */
  g_autoptr (GBytes) digits = g_bytes_new_static ("123456789", 9);
  g_autoptr (GBytes) empty = g_bytes_new_static ("", 0);
  SeidelZip zip;

  seidel_zip_init (&zip);
  seidel_zip_add (&zip, "digits.txt", digits);
  seidel_zip_add (&zip, "empty", empty);
  seidel_zip_end (&zip);
  g_assert_cmpmem (zip.bytes->data, 4, "PK\3\4", 4);
  g_assert_cmpmem (zip.bytes->data + 14, 4, sum, 4);
  g_assert_cmpmem (zip.bytes->data + 30, 19, "digits.txt123456789", 19);
  g_assert_cmpint (zip.bytes->data[zip.bytes->len - 12], ==, 2);
  g_assert_cmpmem (zip.bytes->data + zip.bytes->len - 22, 4, "PK\5\6", 4);
  seidel_zip_clear (&zip);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page-html/drawing", test_drawing);
  g_test_add_func ("/page-html/numbers", test_numbers);
  g_test_add_func ("/page-html/frames", test_frames);
  g_test_add_func ("/page-html/zip", test_zip);
  return g_test_run ();
}
