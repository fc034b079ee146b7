/* The dependency graph, layer by layer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-graph.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/seidel-format.h"
#include "draw/seidel-text.h"

#define MOST_RADIUS 0.06 /* of the height of the graph */
#define NODE        0.36 /* of the distance between two nodes */
#define EDGE_ALPHA  0.55 /* of the lines of rows that wait: 3:1 where few of them cross */
#define HEAD        0.45 /* of an arrow, in radii */
#define HEAD_LEAST  6.0  /* nodes of this radius and above have arrows */

/* Where the nodes are; x and y have an element for each row. */
typedef struct
{
  double *x;
  double *y;
  double radius;
  int32_t *level; /* from 0 */
  int32_t count;  /* of levels */
  double below;   /* room under the lowest node, in pixels */
} Layout;

/* The level of a row: where a step computes one row, that of the longest chain up to it. */
static void
find_levels (const SeidelSweepPicture *picture, int32_t *levels)
{
  const SeidelPlayback *playback = picture->playback;
  const SeidelCsr *csr = picture->matrix->csr;
  const bool forward = playback->direction == SEIDEL_DIRECTION_FORWARD;

  for (int64_t n = 0; n < csr->rows; n++)
    {
      const int64_t row = forward ? n : csr->rows - 1 - n;

      levels[row] = 0;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int32_t column = csr->column_indices[k];

          if (forward ? column < row : column > row)
            levels[row] = MAX (levels[row], levels[column] + 1);
        }
    }
}

static void
lay_out (const SeidelSweepPicture *picture, const SeidelRect *frame, Layout *layout)
{
  const int64_t rows = picture->matrix->csr->rows;
  int32_t *levels = g_new0 (int32_t, rows + 1);
  g_autofree int32_t *widths = g_new0 (int32_t, rows + 1);
  g_autofree int32_t *placed = g_new0 (int32_t, rows + 1);
  int32_t count = 1, widest = 1;

  layout->x = g_new0 (double, rows + 1);
  layout->y = g_new0 (double, rows + 1);
  layout->level = levels;
  find_levels (picture, levels);
  for (int64_t row = 0; row < rows; row++)
    {
      widths[levels[row]]++;
      widest = MAX (widest, widths[levels[row]]);
      count = MAX (count, levels[row] + 1);
    }
  layout->count = count;
  layout->radius =
    MIN (NODE * MIN (frame->width / count, frame->height / widest), MOST_RADIUS * frame->height);
  layout->below = 0.5 * frame->height / widest - layout->radius;
  for (int64_t row = 0; row < rows; row++)
    {
      const int32_t level = levels[row];

      layout->x[row] = frame->x + (level + 0.5) * frame->width / count;
      layout->y[row] = frame->y + (placed[level] + 0.5) * frame->height / widths[level];
      placed[level]++;
    }
}

static void
clear_layout (Layout *layout)
{
  g_free (layout->x);
  g_free (layout->y);
  g_free (layout->level);
}

SeidelColor
seidel_level_color (int32_t level, int32_t count, const SeidelTheme *theme)
{
  return seidel_theme_level (theme, count > 1 ? (double) (level - 1) / (count - 1) : 0.0);
}

static char *
level_text (int32_t level)
{
  g_autofree char *number = seidel_format_count (level);

  /* TRANSLATORS: below a column of the dependency graph */
  return g_strdup_printf (_ ("level %s"), number);
}

/* At the edge of the node that waits, pointing into it. */
static void
add_head (const Layout *layout, int32_t from, int64_t to, cairo_t *cr)
{
  const double dx = layout->x[to] - layout->x[from], dy = layout->y[to] - layout->y[from];
  const double length = hypot (dx, dy), head = HEAD * layout->radius;
  const double ux = dx / length, uy = dy / length;
  const double x = layout->x[to] - ux * layout->radius, y = layout->y[to] - uy * layout->radius;

  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x - head * (ux - 0.5 * uy), y - head * (uy + 0.5 * ux));
  cairo_line_to (cr, x - head * (ux + 0.5 * uy), y - head * (uy - 0.5 * ux));
  cairo_close_path (cr);
}

/* Adds the lines into the rows that are computed now, or into all others, or the heads of these
 * arrows. */
static void
add_lines (const SeidelSweepPicture *picture,
           const Layout *layout,
           bool now,
           bool heads,
           cairo_t *cr)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const bool forward = picture->playback->direction == SEIDEL_DIRECTION_FORWARD;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      if ((seidel_playback_state (picture->playback, row, picture->step) == SEIDEL_ROW_NOW) != now)
        continue;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          const int32_t column = csr->column_indices[k];

          if (forward ? column >= row : column <= row)
            continue;
          if (heads)
            {
              add_head (layout, column, row, cr);
              continue;
            }
          cairo_move_to (cr, layout->x[column], layout->y[column]);
          cairo_line_to (cr, layout->x[row], layout->y[row]);
        }
    }
}

/* Thicker between larger nodes and with larger text. */
static double
line_width (const Layout *layout, const SeidelTheme *theme)
{
  return CLAMP (layout->radius / 14.0, 1.0, theme->line_width);
}

/* From each row to those that wait for it. */
static void
draw_lines (const SeidelSweepPicture *picture,
            const Layout *layout,
            bool now,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  SeidelColor color = now ? seidel_row_state_color (SEIDEL_ROW_NOW, theme) : theme->dim;

  add_lines (picture, layout, now, false, cr);
  color.alpha = now ? 1.0 : EDGE_ALPHA;
  seidel_color_set_source (&color, cr);
  cairo_set_line_width (cr, line_width (layout, theme) * (now ? 2.0 : 1.0));
  cairo_stroke (cr);
  if (layout->radius < HEAD_LEAST)
    return;
  add_lines (picture, layout, now, true, cr);
  color.alpha = now ? 1.0 : 0.8;
  seidel_color_set_source (&color, cr);
  cairo_fill (cr);
}

/* Below each column of nodes, as many as there is room for. */
static void
draw_levels (const Layout *layout, const SeidelRect *frame, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 1.0
  };
  g_autofree char *longest = level_text (layout->count);
  const double distance = frame->width / layout->count;
  double width, height;
  int32_t step = 1;

  seidel_text_measure (theme, &style, longest, &width, &height);
  if (layout->below < height)
    return;
  while (step * distance < width + theme->font_size)
    step *= 2;
  for (int32_t level = 0; level < layout->count; level += step)
    {
      g_autofree char *text = level_text (level + 1);

      seidel_text_draw (cr, theme, &style, text, frame->x + (level + 0.5) * distance,
                        frame->y + frame->height);
    }
}

/* Around a selected row. */
static void
draw_ring (const Layout *layout, int64_t row, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelColor color = seidel_theme_lit (theme);

  cairo_new_sub_path (cr);
  cairo_arc (cr, layout->x[row], layout->y[row], MAX (layout->radius, 2.0) + 2.5, 0.0, 2.0 * G_PI);
  seidel_color_set_source (&color, cr);
  cairo_set_line_width (cr, 3.0);
  cairo_stroke (cr);
}

static void
draw_node (const SeidelSweepPicture *picture,
           const Layout *layout,
           int64_t row,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  const SeidelRowState state = seidel_playback_state (picture->playback, row, picture->step);
  const SeidelColor fill = picture->by_level
                             ? seidel_level_color (layout->level[row] + 1, layout->count, theme)
                             : seidel_row_state_color (state, theme);
  const SeidelColor ink = seidel_color_readable_on (&fill);
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &ink, .anchor_x = 0.5, .anchor_y = 0.5
  };

  cairo_new_sub_path (cr);
  cairo_arc (cr, layout->x[row], layout->y[row], MAX (layout->radius, 1.0), 0.0, 2.0 * G_PI);
  seidel_color_set_source (&fill, cr);
  cairo_fill_preserve (cr);
  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, layout->radius >= 4.0 ? 1.0 : 0.3);
  cairo_stroke (cr);
  if (picture->lit != NULL && picture->lit->member[row])
    draw_ring (layout, row, cr, theme);
  if (layout->radius >= 0.9 * theme->font_size)
    {
      g_autofree char *number = g_strdup_printf ("%d", (int) row + 1);

      style.size =
        seidel_text_fit (theme, &style, number, 1.5 * layout->radius, 0.9 * layout->radius);
      seidel_text_draw (cr, theme, &style, number, layout->x[row], layout->y[row]);
    }
}

void
seidel_sweep_graph_draw (const SeidelSweepPicture *picture,
                         cairo_t *cr,
                         const SeidelRect *frame,
                         const SeidelTheme *theme)
{
  Layout layout;

  lay_out (picture, frame, &layout);
  if (!picture->withheld)
    draw_levels (&layout, frame, cr, theme);
  draw_lines (picture, &layout, false, cr, theme);
  draw_lines (picture, &layout, true, cr, theme);
  for (int64_t row = 0; row < picture->matrix->csr->rows; row++)
    draw_node (picture, &layout, row, cr, theme);
  clear_layout (&layout);
}

int64_t
seidel_sweep_graph_row_at (const SeidelSweepPicture *picture,
                           const SeidelRect *frame,
                           double x,
                           double y)
{
  Layout layout;
  int64_t found = -1;
  double nearest;

  lay_out (picture, frame, &layout);
  nearest = MAX (layout.radius, 4.0);
  for (int64_t row = 0; row < picture->matrix->csr->rows; row++)
    {
      const double distance = hypot (layout.x[row] - x, layout.y[row] - y);

      if (distance <= nearest)
        {
          nearest = distance;
          found = row;
        }
    }
  clear_layout (&layout);
  return found;
}
