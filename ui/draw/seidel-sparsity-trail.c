/* Dependencies and chains over the pattern.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-trail.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-text.h"

#define LINE 2.0 /* pixels */
#define RIM  2.5 /* … of the background at each side, seen on entries of any colour */
#define BOX  9.0 /* the least size of an entry with a box round it */
#define DOT  4.0
/* Of the series colours: of the chain up to the row, of the rest of it, of a critical path. */
#define BEFORE_COLOR   1
#define AFTER_COLOR    2
#define CRITICAL_COLOR 7
#define NO_COLOR       -1   /* a line of the key without a sample */
#define KEY_LINE       22.0 /* pixels of a line in the key */
#define KEY_LINES      3
#define MOST_MARKS     4096

SeidelTrail *
seidel_trail_new (const SeidelChains *chains, const SeidelCsr *csr, int64_t row)
{
  const SeidelSchedule *schedule = chains->schedule;
  const int64_t through = row >= 0 ? row : seidel_chains_critical_row (chains);
  g_autoptr (SeidelTrail) trail = g_new0 (SeidelTrail, 1);

  g_atomic_ref_count_init (&trail->references);
  if (through < 0)
    return NULL;
  trail->row = row;
  trail->direction = schedule->direction;
  trail->level = schedule->level_of_row[through];
  trail->critical = chains->critical_rows;
  trail->chain = seidel_chains_through (chains, csr, through, &trail->length, NULL);
  for (int64_t k = csr->row_offsets[through]; k < csr->row_offsets[through + 1]; k++)
    trail->waits += trail->direction == SEIDEL_DIRECTION_FORWARD ? csr->column_indices[k] < through
                                                                 : csr->column_indices[k] > through;
  return trail->chain != NULL ? g_steal_pointer (&trail) : NULL;
}

SeidelTrail *
seidel_trail_ref (SeidelTrail *trail)
{
  g_atomic_ref_count_inc (&trail->references);
  return trail;
}

void
seidel_trail_unref (SeidelTrail *trail)
{
  if (!g_atomic_ref_count_dec (&trail->references))
    return;
  g_free (trail->chain);
  g_free (trail);
}

/* Adds a point to the path. Beyond the area, where cairo's numbers would fail, it is moved to the
 * edge of a wider one: the staircase has horizontal and vertical lines only, which stay so. */
static void
add_point (cairo_t *cr, const SeidelCellMap *map, double row, double column, double last[2])
{
  const SeidelRect *area = &map->area;
  double x =
    CLAMP (seidel_cell_map_x (map, column + 0.5), area->x - 100.0, area->x + area->width + 100.0);
  double y =
    CLAMP (seidel_cell_map_y (map, row + 0.5), area->y - 100.0, area->y + area->height + 100.0);

  /* A million steps make no more lines than there are pixels. */
  if (fabs (x - last[0]) < 0.5 && fabs (y - last[1]) < 0.5)
    return;
  if (isnan (last[0]))
    cairo_move_to (cr, x, y);
  else
    cairo_line_to (cr, x, y);
  last[0] = x;
  last[1] = y;
}

static void
stroke (cairo_t *cr, const SeidelColor *color, bool dashed, const SeidelTheme *theme)
{
  const double dashes[] = { 6.0, 4.0 };

  cairo_set_line_width (cr, LINE + 2.0 * RIM);
  seidel_color_set_source (&theme->background, cr);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, LINE);
  seidel_color_set_source (color, cr);
  if (dashed)
    cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

static void
draw_part (const SeidelTrail *trail,
           int64_t first,
           int64_t last,
           cairo_t *cr,
           const SeidelCellMap *map)
{
  double point[2] = { NAN, NAN };

  for (int64_t i = first; i <= last; i++)
    {
      if (i > first)
        add_point (cr, map, trail->chain[i], trail->chain[i - 1], point);
      add_point (cr, map, trail->chain[i], trail->chain[i], point);
    }
}

/* A box round each entry that the row waits at; where entries are smaller than that, a dot. */
static void
draw_dependencies (const SeidelTrail *trail,
                   const SeidelCsr *csr,
                   cairo_t *cr,
                   const SeidelCellMap *map,
                   const SeidelTheme *theme)
{
  const SeidelColor color = seidel_theme_series (theme, BEFORE_COLOR);
  const bool boxes = MIN (map->row_scale, map->column_scale) >= BOX;
  const int64_t row = trail->row;
  const double width = boxes ? map->column_scale : DOT, height = boxes ? map->row_scale : DOT;
  const SeidelCellRange range = seidel_cell_map_range (map, csr->rows, csr->columns);
  int marks = 0;

  for (int64_t k = seidel_csr_lower_bound (csr, row, range.first_column);
       k < csr->row_offsets[row + 1] && csr->column_indices[k] < range.last_column
       && marks < MOST_MARKS;
       k++)
    {
      const int32_t column = csr->column_indices[k];

      if (trail->direction == SEIDEL_DIRECTION_FORWARD ? column >= row : column <= row)
        continue;
      cairo_rectangle (cr, seidel_cell_map_x (map, column + 0.5) - width / 2.0,
                       seidel_cell_map_y (map, (double) row + 0.5) - height / 2.0, width, height);
      marks++;
    }
  if (boxes)
    stroke (cr, &color, false, theme);
  seidel_color_set_source (&color, cr);
  cairo_fill (cr);
}

void
seidel_trail_draw (const SeidelTrail *trail,
                   const SeidelCsr *csr,
                   cairo_t *cr,
                   const SeidelCellMap *map,
                   const SeidelTheme *theme)
{
  const SeidelColor before = seidel_theme_series (theme, BEFORE_COLOR);
  const SeidelColor after = seidel_theme_series (theme, AFTER_COLOR);
  const SeidelColor critical = seidel_theme_series (theme, CRITICAL_COLOR);
  const int64_t place = trail->level - 1;

  cairo_save (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (trail->row < 0)
    {
      draw_part (trail, 0, trail->length - 1, cr, map);
      stroke (cr, &critical, false, theme);
    }
  else
    {
      draw_part (trail, place, trail->length - 1, cr, map);
      stroke (cr, &after, true, theme);
      draw_part (trail, 0, place, cr, map);
      stroke (cr, &before, false, theme);
      draw_dependencies (trail, csr, cr, map, theme);
    }
  cairo_restore (cr);
}

static char *
rows_text (int64_t rows)
{
  g_autofree char *count = seidel_format_count (rows);

  return g_strdup_printf (ngettext ("%s row", "%s rows", (unsigned long) rows), count);
}

/* A sample of the line, if it is one, and what it is. Returns its width; cr may be NULL. */
static double
lay_key_line (cairo_t *cr,
              double x,
              double y,
              const char *text,
              int color,
              bool dashed,
              const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double sample = color != NO_COLOR ? KEY_LINE + 8.0 : 0.0;
  double width;

  seidel_text_measure (theme, &style, text, &width, NULL);
  if (cr != NULL && color != NO_COLOR)
    {
      const SeidelColor ink = seidel_theme_series (theme, (unsigned int) color);

      cairo_move_to (cr, x, y);
      cairo_line_to (cr, x + KEY_LINE, y);
      stroke (cr, &ink, dashed, theme);
    }
  if (cr != NULL)
    seidel_text_draw (cr, theme, &style, text, x + sample, y);
  return sample + width;
}

typedef struct
{
  char *text;
  int color;
  bool dashed;
} KeyLine;

static int
make_key (const SeidelTrail *trail, KeyLine lines[KEY_LINES])
{
  g_autofree char *length = rows_text (trail->length);
  g_autofree char *before = rows_text (trail->level);
  g_autofree char *after = rows_text (trail->length - trail->level + 1);
  g_autofree char *row = seidel_format_count (trail->row + 1);

  if (trail->row < 0)
    {
      lines[0] =
        (KeyLine){ g_strdup_printf (_ ("Critical path: %s"), length), CRITICAL_COLOR, false };
      return 1;
    }
  lines[0] = (KeyLine){ g_strdup (_ ("Longest chain")), NO_COLOR, false };
  /* TRANSLATORS: the longest chain of rows */
  lines[1] =
    (KeyLine){ g_strdup_printf (_ ("up to row %s: %s"), row, before), BEFORE_COLOR, false };
  /* TRANSLATORS: the longest chain of rows */
  lines[2] = (KeyLine){ g_strdup_printf (_ ("from row %s: %s"), row, after), AFTER_COLOR, true };
  return KEY_LINES;
}

/* Beside or below the matrix where there is room, otherwise over the triangle in which no chain
 * leads. */
static void
place_key (SeidelRect *box,
           const SeidelRect *area,
           const SeidelRect *inside,
           bool lower,
           double pad)
{
  const double right = area->x + area->width - pad - box->width;
  const double bottom = area->y + area->height - pad - box->height;

  if (inside->x + inside->width + pad <= right)
    {
      box->x = right;
      box->y = bottom;
    }
  else if (inside->y + inside->height + pad <= bottom)
    {
      box->x = MAX (inside->x, area->x);
      box->y = inside->y + inside->height + pad;
    }
  else if (lower)
    {
      box->x = MIN (right, inside->x + inside->width - pad - box->width);
      box->y = MAX (inside->y, area->y) + pad;
    }
  else
    {
      box->x = MAX (inside->x, area->x) + pad;
      box->y = MIN (bottom, inside->y + inside->height - pad - box->height);
    }
}

void
seidel_trail_draw_key (const SeidelTrail *trail,
                       cairo_t *cr,
                       const SeidelRect *area,
                       const SeidelRect *inside,
                       const SeidelTheme *theme)
{
  const double pad = theme->font_size * 0.6, step = theme->font_size * 1.6;
  KeyLine lines[KEY_LINES] = { { NULL } };
  const int n = make_key (trail, lines);
  SeidelRect box = { .height = n * step + pad };

  for (int i = 0; i < n; i++)
    box.width = MAX (box.width, lay_key_line (NULL, 0.0, 0.0, lines[i].text, lines[i].color,
                                              lines[i].dashed, theme)
                                  + 2.0 * pad);
  place_key (&box, area, inside, trail->direction == SEIDEL_DIRECTION_FORWARD, pad);
  if (box.x >= area->x && box.y >= area->y)
    {
      seidel_color_set_source (&theme->background, cr);
      cairo_rectangle (cr, box.x, box.y, box.width, box.height);
      cairo_fill_preserve (cr);
      seidel_color_set_source (&theme->grid, cr);
      cairo_set_line_width (cr, 1.0);
      cairo_stroke (cr);
      for (int i = 0; i < n; i++)
        lay_key_line (cr, box.x + pad, box.y + pad / 2.0 + (i + 0.5) * step, lines[i].text,
                      lines[i].color, lines[i].dashed, theme);
    }
  for (int i = 0; i < n; i++)
    g_free (lines[i].text);
}

char *
seidel_trail_describe (const SeidelTrail *trail)
{
  g_autofree char *waits = rows_text (trail->waits);
  g_autofree char *length = rows_text (trail->length);
  g_autofree char *critical = rows_text (trail->critical);
  g_autofree char *before = seidel_format_count (trail->level);
  g_autofree char *after = seidel_format_count (trail->length - trail->level + 1);

  if (trail->row < 0)
    return g_strdup_printf (_ ("critical path of %s; %s lie on such a path"), length, critical);
  return g_strdup_printf (_ ("waits for %s · longest chain: %s up to it, %s from it"), waits,
                          before, after);
}
