/* The HTML file of a sweep: its data, style and texts; what plays it is in seidel-sweep-script.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-html.h"

#include <glib/gi18n.h>

#include "base/seidel-fail.h"
#include "draw/seidel-html.h"
#include "draw/seidel-sweep-graph.h"
#include "draw/seidel-sweep-script.h"

/* Of numbers in the file. */
#define DIGITS "%.7g"

static void
append_number (GString *html, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (html, g_ascii_formatd (number, sizeof number, DIGITS, value));
}

/* "name":[…], of whole numbers. */
static void
append_integers (GString *html, const char *name, const int32_t *values, int64_t n)
{
  g_string_append_printf (html, "%s:[", name);
  for (int64_t i = 0; i < n; i++)
    g_string_append_printf (html, "%s%d", i > 0 ? "," : "", values[i]);
  g_string_append (html, "],\n");
}

static void
append_numbers (GString *html, const char *name, const double *values, int64_t n)
{
  g_string_append_printf (html, "%s:[", name);
  for (int64_t i = 0; i < n; i++)
    {
      g_string_append (html, i > 0 ? "," : "");
      append_number (html, values[i]);
    }
  g_string_append (html, "],\n");
}

/* rows:[[[j,a],…],…], the entries of each row. */
static void
append_entries (GString *html, const SeidelCsr *csr)
{
  g_string_append (html, "rows:[");
  for (int64_t row = 0; row < csr->rows; row++)
    {
      g_string_append (html, row > 0 ? ",[" : "[");
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          g_string_append_printf (html, "%s[%d,", k > csr->row_offsets[row] ? "," : "",
                                  csr->column_indices[k]);
          append_number (html, csr->values[k]);
          g_string_append_c (html, ']');
        }
      g_string_append_c (html, ']');
    }
  g_string_append (html, "],\n");
}

/* changes:[[[row,x],…],…], which values each step changes. */
static void
append_changes (GString *html, const SeidelSweepPicture *picture)
{
  const SeidelPlayback *playback = picture->playback;
  const int64_t n = playback->rows;
  g_autofree double *x = g_memdup2 (picture->before, (size_t) (n + 1) * sizeof (double));
  g_autofree double *next = g_new0 (double, n + 1);

  g_string_append (html, "changes:[");
  for (int64_t step = 1; step <= playback->steps; step++)
    {
      const char *separator = "";

      seidel_playback_values (playback, picture->matrix->csr, picture->b, picture->before, step,
                              next);
      g_string_append (html, step > 1 ? ",[" : "[");
      for (int64_t row = 0; row < n; row++)
        if (next[row] != x[row])
          {
            g_string_append_printf (html, "%s[%d,", separator, (int) row);
            append_number (html, next[row]);
            g_string_append_c (html, ']');
            separator = ",";
            x[row] = next[row];
          }
      g_string_append_c (html, ']');
    }
  g_string_append (html, "],\n");
}

static void
append_data (GString *html, const SeidelSweepPicture *picture)
{
  const SeidelPlayback *playback = picture->playback;
  const int64_t n = playback->rows;
  g_autofree int32_t *cells = g_new0 (int32_t, n + 1);

  for (int64_t row = 0; row < n; row++)
    cells[row] = (int32_t) seidel_cells_cell (&picture->cells, row);
  g_string_append_printf (html, "steps:%d,step:%d,line:%d,forward:%s,passes:%s,race:%s,\n",
                          (int) playback->steps, (int) picture->step, (int) picture->cells.line,
                          playback->direction == SEIDEL_DIRECTION_FORWARD ? "true" : "false",
                          playback->mode == SEIDEL_PLAY_PASSES ? "true" : "false",
                          playback->ends != NULL ? "true" : "false");
  append_integers (html, "cell", cells, n);
  append_integers (html, "at", playback->computed_at, n);
  append_integers (html, "ready", playback->ready_at, n);
  for (int64_t row = 0; row < n; row++)
    cells[row] = playback->ends != NULL ? playback->ends[row] : SEIDEL_ROW_DONE;
  append_integers (html, "ends", cells, n);
  append_numbers (html, "b", picture->b, n);
  append_numbers (html, "before", picture->before, n);
  append_entries (html, picture->matrix->csr);
  append_changes (html, picture);
}

static const char *
name_step (SeidelPlayMode mode)
{
  switch (mode)
    {
    case SEIDEL_PLAY_LEVELS:
      return _ ("Level");
    case SEIDEL_PLAY_ROWS:
      return _ ("Row");
    default:
      return _ ("Pass");
    }
}

static void
append_texts (GString *html, const SeidelSweepPicture *picture)
{
  seidel_html_append_text (html, "name", name_step (picture->playback->mode));
  seidel_html_append_text (html, "of", _ ("of"));
  seidel_html_append_text (html, "more", _ ("more"));
  seidel_html_append_text (html, "row", _ ("row"));
  g_string_append (html, "states:[");
  for (int state = 0; state < SEIDEL_N_ROW_STATES; state++)
    g_string_append_printf (html, "%s\"%s\"", state > 0 ? "," : "",
                            seidel_row_state_name ((SeidelRowState) state, SEIDEL_MANY_ROWS));
  g_string_append (html, "]");
}

/* The colours of the states of rows. */
static void
append_states (GString *html, const SeidelTheme *theme)
{
  for (int state = 0; state < SEIDEL_N_ROW_STATES; state++)
    {
      const SeidelColor fill = seidel_row_state_color ((SeidelRowState) state, theme);
      const SeidelColor ink = seidel_color_readable_on (&fill);
      g_autofree char *of_fill = g_strdup_printf ("s%d", state);
      g_autofree char *of_ink = g_strdup_printf ("i%d", state);

      seidel_html_append_color (html, of_fill, &fill);
      seidel_html_append_color (html, of_ink, &ink);
    }
}

/* A button of the player. */
static void
append_button (GString *html, const char *id, const char *sign, const char *name)
{
  g_autofree char *escaped = g_markup_escape_text (name, -1);

  seidel_html_append_markup (html, "<button id=\"%s\" title=\"%s\" aria-label=\"%s\">%s</button>\n",
                             id, escaped, escaped, sign);
}

static void
append_body (GString *html, const char *title)
{
  g_autofree char *hint =
    g_markup_escape_text (_ ("Space: play · ← and →: step · click a row: its equation"), -1);

  seidel_html_append_markup (html, "<body>\n<h1>%s</h1>\n<div class=\"bar\">\n", title);
  append_button (html, "first", "⇤", _ ("To the beginning"));
  append_button (html, "back", "←", _ ("A step back"));
  append_button (html, "play", "▶", _ ("Play"));
  append_button (html, "on", "→", _ ("A step on"));
  append_button (html, "last", "⇥", _ ("To the end"));
  seidel_html_append_markup (html,
                             "<input id=\"scale\" type=\"range\" min=\"0\" aria-label=\"%s\">\n"
                             "</div>\n<p id=\"status\" aria-live=\"polite\"></p>\n"
                             "<p id=\"key\"></p>\n<div class=\"pictures\">\n"
                             "<svg id=\"cells\" role=\"img\" aria-label=\"%s\"></svg>\n"
                             "<svg id=\"graph\" role=\"img\" aria-label=\"%s\"></svg>\n</div>\n"
                             "<p id=\"equation\"></p>\n<p class=\"hint\">%s</p>\n",
                             _ ("Step of the sweep"), _ ("Rows of the sweep"),
                             _ ("Dependency graph"), hint);
}

bool
seidel_sweep_picture_has_html (const SeidelSweepPicture *picture)
{
  return picture->x != NULL && picture->playback->rows <= SEIDEL_SWEEP_HTML_ROWS;
}

char *
seidel_sweep_picture_to_html (const SeidelSweepPicture *picture,
                              const char *language,
                              GError **error)
{
  g_autofree char *title = NULL, *name = NULL;
  GString *html;

  if (!seidel_sweep_picture_has_html (picture))
    return seidel_fail (
      error, SEIDEL_ERROR_INVALID,
      _ ("A sweep is written as a page of HTML for real matrices of up to %d rows."),
      SEIDEL_SWEEP_HTML_ROWS);
  name = g_markup_escape_text (picture->matrix->name, -1);
  title = g_strdup_printf (_ ("A sweep of %s"), name);
  html = g_string_new (NULL);
  seidel_html_append_head (html, language, title, seidel_sweep_style, append_states);
  append_body (html, title);
  g_string_append (html, "<script>\nconst S={");
  append_data (html, picture);
  append_texts (html, picture);
  seidel_html_append_markup (html, "};\n%s</script>\n</body>\n</html>\n", seidel_sweep_script);
  return g_string_free (html, FALSE);
}
