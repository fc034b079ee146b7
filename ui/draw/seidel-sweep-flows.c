/* Groups of levels, and what flows between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-flows.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-sweep-graph.h"

#define NODE_WIDTH  0.4  /* of the distance between two nodes */
#define NODE_HEIGHT 0.42 /* of the frame, of the node with most rows */
#define BAND_WIDTH  0.3  /* of the frame, of what comes into the node with most dependencies */
#define MOST_WIDTH  48.0 /* of a node, in pixels */
#define LEAST       1.5  /* of a node or a band, in pixels */

static double
node_width (const SeidelLevelFlows *flows, const SeidelRect *frame)
{
  return MIN (NODE_WIDTH * frame->width / flows->groups, MOST_WIDTH);
}

/* The line below the nodes has their levels. */
static SeidelRect
node_rect (const SeidelLevelFlows *flows, const SeidelRect *frame, int32_t node)
{
  const double width = node_width (flows, frame);
  const double x = frame->x + (node + 0.5) * frame->width / flows->groups;
  int64_t most = 1;
  double height;

  for (int32_t n = 0; n < flows->groups; n++)
    most = MAX (most, flows->rows[n]);
  height = MAX (NODE_HEIGHT * frame->height * (double) flows->rows[node] / (double) most, LEAST);
  return (SeidelRect){ x - width / 2.0, frame->y + 0.62 * frame->height - height / 2.0, width,
                       height };
}

/* The most dependencies that one node has. */
static int64_t
most_dependencies (const SeidelLevelFlows *flows)
{
  int64_t most = 1;

  for (int32_t to = 0; to < flows->groups; to++)
    {
      int64_t sum = 0;

      for (int32_t from = 0; from < to; from++)
        sum += seidel_level_flows_between (flows, from, to);
      most = MAX (most, sum);
    }
  return most;
}

/* Rows in each state, of each node. */
static int64_t (*count_states (const SeidelSweepPicture *picture))[SEIDEL_N_ROW_STATES]
{
  const SeidelPlayback *playback = picture->playback;
  const SeidelLevelFlows *flows = picture->flows;
  int64_t (*counts)[SEIDEL_N_ROW_STATES] = g_malloc0 ((size_t) flows->groups * sizeof *counts);

  for (int64_t row = 0; row < playback->rows; row++)
    counts[seidel_level_flows_group (flows, flows->schedule->level_of_row[row])]
          [seidel_playback_state (playback, row, picture->step)]++;
  return counts;
}

/* A band from one node to another: straight to the next one, over those between to any other. */
static void
draw_band (const SeidelLevelFlows *flows,
           const SeidelRect *frame,
           int32_t from,
           int32_t to,
           double width,
           cairo_t *cr)
{
  const SeidelRect a = node_rect (flows, frame, from), b = node_rect (flows, frame, to);
  const double x = a.x + a.width, y = a.y + a.height / 2.0;
  const double far = (double) (to - from - 1) / MAX (flows->groups - 2, 1);
  const double rise = to - from > 1 ? (0.12 + 0.75 * far) * frame->height : 0.0;

  cairo_move_to (cr, x, y);
  cairo_curve_to (cr, x + 0.35 * (b.x - x), y - rise, b.x - 0.35 * (b.x - x), y - rise, b.x, y);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

/* Into the nodes with rows that are computed now, or into all others. */
static void
draw_bands (const SeidelSweepPicture *picture,
            const SeidelRect *frame,
            int64_t (*counts)[SEIDEL_N_ROW_STATES],
            bool now,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const SeidelLevelFlows *flows = picture->flows;
  const double most = (double) most_dependencies (flows);
  SeidelColor color = now ? seidel_row_state_color (SEIDEL_ROW_NOW, theme) : theme->dim;

  color.alpha = now ? 0.7 : 0.3;
  seidel_color_set_source (&color, cr);
  for (int32_t to = 0; to < flows->groups; to++)
    for (int32_t from = 0; from < to && (counts[to][SEIDEL_ROW_NOW] > 0) == now; from++)
      {
        const int64_t n = seidel_level_flows_between (flows, from, to);

        if (n > 0)
          draw_band (flows, frame, from, to,
                     MAX (BAND_WIDTH * frame->height * (double) n / most, LEAST), cr);
      }
}

/* The rows in their states, from the bottom. */
static void
draw_node (const SeidelRect *rect,
           const int64_t counts[SEIDEL_N_ROW_STATES],
           int64_t rows,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  static const SeidelRowState order[] = { SEIDEL_ROW_DONE,  SEIDEL_ROW_NOW,   SEIDEL_ROW_STALE,
                                          SEIDEL_ROW_WRONG, SEIDEL_ROW_READY, SEIDEL_ROW_WAITING };
  double bottom = rect->y + rect->height;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const double height = rect->height * (double) counts[order[i]] / (double) MAX (rows, 1);
      const SeidelColor color = seidel_row_state_color (order[i], theme);

      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, rect->x, bottom - height, rect->width, height);
      cairo_fill (cr);
      bottom -= height;
    }
  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
  cairo_stroke (cr);
}

/* As many of the first levels as have room. */
static void
draw_levels (const SeidelLevelFlows *flows,
             const SeidelRect *frame,
             cairo_t *cr,
             const SeidelTheme *theme)
{
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 1.0
  };
  double free_from = frame->x;

  for (int32_t node = 0; node < flows->groups; node++)
    {
      const SeidelRect rect = node_rect (flows, frame, node);
      const double middle = rect.x + rect.width / 2.0;
      g_autofree char *text = seidel_format_count (flows->first_level[node]);
      double width;

      seidel_text_measure (theme, &style, text, &width, NULL);
      if (middle - width / 2.0 < free_from || middle + width / 2.0 > frame->x + frame->width)
        continue;
      seidel_text_draw (cr, theme, &style, text, middle, frame->y + frame->height);
      free_from = middle + width / 2.0 + theme->font_size;
    }
}

void
seidel_sweep_flows_draw (const SeidelSweepPicture *picture,
                         cairo_t *cr,
                         const SeidelRect *frame,
                         const SeidelTheme *theme)
{
  const SeidelLevelFlows *flows = picture->flows;
  const SeidelColor lit = seidel_theme_lit (theme);
  int64_t (*counts)[SEIDEL_N_ROW_STATES] = count_states (picture);

  draw_bands (picture, frame, counts, false, cr, theme);
  draw_bands (picture, frame, counts, true, cr, theme);
  for (int32_t node = 0; node < flows->groups; node++)
    {
      const SeidelRect rect = node_rect (flows, frame, node);

      draw_node (&rect, counts[node], flows->rows[node], cr, theme);
      if (!picture->lit_nodes[node])
        continue;
      seidel_color_set_source (&lit, cr);
      cairo_set_line_width (cr, 3.0);
      cairo_rectangle (cr, rect.x - 2.5, rect.y - 2.5, rect.width + 5.0, rect.height + 5.0);
      cairo_stroke (cr);
    }
  if (!picture->withheld)
    draw_levels (flows, frame, cr, theme);
  g_free (counts);
}

int32_t
seidel_sweep_flows_node_at (const SeidelSweepPicture *picture,
                            const SeidelRect *frame,
                            double x,
                            double y)
{
  const SeidelLevelFlows *flows = picture->flows;
  const double place = (x - frame->x) / frame->width * flows->groups;

  if (place < 0.0 || place >= flows->groups || y < frame->y || y > frame->y + frame->height)
    return -1;
  return (int32_t) place;
}

/* "level 12" or "levels 12 to 14" */
static void
append_levels (GString *text, const SeidelLevelFlows *flows, int32_t node)
{
  g_autofree char *first = seidel_format_count (flows->first_level[node]);
  g_autofree char *last = seidel_format_count (flows->first_level[node + 1] - 1);

  if (g_str_equal (first, last))
    g_string_append_printf (text, _ ("level %s"), first);
  else
    g_string_append_printf (text, _ ("levels %s to %s"), first, last);
}

char *
seidel_sweep_flows_describe (const SeidelSweepPicture *picture, int32_t node)
{
  const SeidelLevelFlows *flows = picture->flows;
  g_autofree char *rows = seidel_format_count (flows->rows[node]);
  g_autofree char *total = NULL;
  GString *text = g_string_new (NULL);
  int64_t sum = 0, most = 0;
  int32_t source = -1;

  append_levels (text, flows, node);
  g_string_append_printf (text,
                          ngettext (": %s row", ": %s rows", (unsigned long) flows->rows[node]),
                          rows);
  for (int32_t from = 0; from < node; from++)
    {
      const int64_t n = seidel_level_flows_between (flows, from, node);

      sum += n;
      if (n > most)
        {
          most = n;
          source = from;
        }
    }
  total = seidel_format_count (sum);
  if (source < 0)
    g_string_append (text, _ (" · depend on no earlier group"));
  else
    {
      g_string_append_printf (text,
                              ngettext (" · %s dependency on earlier groups, most on ",
                                        " · %s dependencies on earlier groups, most on ",
                                        (unsigned long) sum),
                              total);
      append_levels (text, flows, source);
    }
  return g_string_free (text, FALSE);
}
