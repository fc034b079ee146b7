/* What surrounds the entries of a sparsity picture: rulers with the numbers of rows and columns,
 * and a legend of the shades.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-frame.h"

#include <float.h>
#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-axis.h"
#include "base/seidel-format.h"
#include "draw/seidel-raster.h"
#include "draw/seidel-text.h"

#define PAD       6.0
#define BAR_WIDTH 14.0
#define MAX_TICKS 16

static const SeidelTextStyle small = { .size = SEIDEL_TEXT_SMALL };

/* One side: the place of index (from 0) is the middle of its cell. */
typedef struct
{
  double origin; /* pixel of the place first */
  double first;
  double scale;
  double low; /* pixels that are shown */
  double high;
  double spacing; /* least distance of labels */
  int64_t cells;
} Ruler;

static double
ruler_pixel (const Ruler *ruler, int64_t number)
{
  return ruler->origin + ((double) number - 0.5 - ruler->first) * ruler->scale;
}

static bool
ruler_shows (const Ruler *ruler, int64_t number)
{
  double pixel = ruler_pixel (ruler, number);

  return pixel >= ruler->low && pixel < ruler->high;
}

/* Numbers (from 1) to write: round ones, and both ends of the matrix, which push others away. */
static int
ruler_numbers (const Ruler *ruler, int64_t numbers[], int most)
{
  double least = MAX (1.0, ruler->spacing / ruler->scale);
  int64_t step = (int64_t) seidel_axis_nice_step (least);
  double start = ruler->first + (ruler->low - ruler->origin) / ruler->scale;
  double end = ruler->first + (ruler->high - ruler->origin) / ruler->scale;
  int64_t last = (int64_t) MIN (end + 1.0, (double) ruler->cells);
  bool has_first = ruler->cells > 0 && ruler_shows (ruler, 1);
  bool has_last = ruler->cells > 1 && ruler_shows (ruler, ruler->cells);
  int n = 0;

  if (has_first)
    numbers[n++] = 1;
  if (has_last && has_first && (double) (ruler->cells - 1) < least)
    has_last = false;
  for (int64_t number = MAX ((int64_t) (start / (double) step), 1) * step;
       number <= last && n < most - 1; number += step)
    {
      if (!ruler_shows (ruler, number) || (has_first && (double) (number - 1) < least)
          || (has_last && (double) (ruler->cells - number) < least))
        continue;
      numbers[n++] = number;
    }
  if (has_last)
    numbers[n++] = ruler->cells;
  return n;
}

/* Ticks and numbers along an edge of the picture: x of that of the rows, y of that of the columns.
 */
static void
draw_ruler (cairo_t *cr, const Ruler *ruler, bool of_rows, double edge, const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &theme->dim,
                                  .anchor_x = of_rows ? 1.0 : 0.5,
                                  .anchor_y = of_rows ? 0.5 : 1.0 };
  const double end = edge - SEIDEL_SPARSITY_TICK;
  const int most = (int) ((ruler->high - ruler->low) / ruler->spacing) + 4;
  g_autofree int64_t *numbers = g_new (int64_t, most);
  const int n = ruler_numbers (ruler, numbers, most);

  cairo_set_line_width (cr, 1.0);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *label = seidel_format_count (numbers[i]);
      const double at = floor (ruler_pixel (ruler, numbers[i])) + 0.5;

      seidel_color_set_source (&theme->dim, cr);
      cairo_move_to (cr, of_rows ? end : at, of_rows ? at : end);
      cairo_line_to (cr, of_rows ? edge : at, of_rows ? at : edge);
      cairo_stroke (cr);
      seidel_text_draw (cr, theme, &style, label, of_rows ? end - 3.0 : at,
                        of_rows ? at : end - 1.0);
    }
}

void
seidel_sparsity_draw_column_ruler (cairo_t *cr,
                                   const SeidelCellMap *map,
                                   int64_t columns,
                                   double y,
                                   const SeidelTheme *theme)
{
  Ruler ruler = {
    map->area.x,     map->column, map->column_scale, map->area.x, map->area.x + map->area.width,
    .cells = columns
  };
  g_autofree char *longest = seidel_format_count (columns);

  seidel_text_measure (theme, &small, longest, &ruler.spacing, NULL);
  ruler.spacing += 18.0;
  draw_ruler (cr, &ruler, false, y, theme);
}

void
seidel_sparsity_draw_row_ruler (cairo_t *cr,
                                const SeidelCellMap *map,
                                int64_t rows,
                                double x,
                                const SeidelTheme *theme)
{
  Ruler ruler = {
    map->area.y,  map->row, map->row_scale, map->area.y, map->area.y + map->area.height,
    .cells = rows
  };

  seidel_text_measure (theme, &small, "0", NULL, &ruler.spacing);
  ruler.spacing *= 2.2;
  draw_ruler (cr, &ruler, true, x, theme);
}

static void
draw_swatch (cairo_t *cr,
             const SeidelTheme *theme,
             double x,
             double y,
             const SeidelColor *color,
             bool hollow,
             const char *label)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_y = 0.5 };

  seidel_color_set_source (color, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, x + 1.0, y + 1.0, BAR_WIDTH - 2.0, BAR_WIDTH - 2.0);
  if (hollow)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
  seidel_text_draw (cr, theme, &style, label, x + BAR_WIDTH + PAD, y + BAR_WIDTH / 2.0);
}

/* many_coloured: the ramp of levels and of magnitudes. */
static void
draw_bar (cairo_t *cr, const SeidelTheme *theme, const SeidelRect *bar, bool many_coloured)
{
  cairo_pattern_t *pattern = cairo_pattern_create_linear (0.0, bar->y + bar->height, 0.0, bar->y);

  for (int stop = 0; stop <= 16; stop++)
    {
      double t = stop / 16.0;
      SeidelColor color =
        many_coloured ? seidel_theme_level (theme, t) : seidel_theme_density (theme, t);

      cairo_pattern_add_color_stop_rgb (pattern, t, color.red, color.green, color.blue);
    }
  cairo_set_source (cr, pattern);
  cairo_rectangle (cr, bar->x, bar->y, bar->width, bar->height);
  cairo_fill (cr);
  cairo_pattern_destroy (pattern);
}

static void
draw_bar_label (cairo_t *cr,
                const SeidelTheme *theme,
                const SeidelRect *bar,
                double t,
                const char *label)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_y = 0.5 };
  double y = floor (bar->y + (1.0 - t) * (bar->height - 1.0)) + 0.5;

  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_move_to (cr, bar->x + bar->width, y);
  cairo_line_to (cr, bar->x + bar->width + 3.0, y);
  cairo_stroke (cr);
  seidel_text_draw (cr, theme, &style, label, bar->x + bar->width + PAD, y);
}

static void
draw_density_labels (cairo_t *cr, const SeidelTheme *theme, const SeidelRect *bar, double densest)
{
  double base = densest <= 16.0 ? 2.0 : 10.0;
  g_autofree char *top = seidel_format_value (densest, 3);

  for (double density = 1.0; density < densest; density *= base)
    {
      double t = seidel_raster_density_shade (density, densest);
      g_autofree char *label = seidel_format_value (density, 3);

      if ((1.0 - t) * bar->height > 1.6 * theme->font_size)
        draw_bar_label (cr, theme, bar, t, label);
    }
  draw_bar_label (cr, theme, bar, 1.0, top);
}

/* As many as there is room for; those at the ends are never left out. */
static void
draw_level_labels (cairo_t *cr,
                   const SeidelTheme *theme,
                   const SeidelRect *bar,
                   const SeidelLevelScale *levels)
{
  int n = (int) CLAMP (bar->height / (2.2 * theme->font_size), 1.0, MAX_TICKS);
  double last = INFINITY;

  for (int i = n; i >= 0; i--)
    {
      int32_t level = seidel_level_scale_level (levels, i / (double) n);
      double t = seidel_level_scale_position (levels, level);
      g_autofree char *label = seidel_format_count (level);
      const double room = MIN (last - t, t > 0.0 ? t : 1.0) * bar->height;

      if (room < 1.6 * theme->font_size)
        continue;
      draw_bar_label (cr, theme, bar, t, label);
      last = t;
    }
}

/* Titles of the legend, one line each. Returns where the next thing goes. */
static double
draw_legend_title (cairo_t *cr,
                   const SeidelTheme *theme,
                   double x,
                   double y,
                   const char *first,
                   const char *second)
{
  const char *lines[] = { first, second };

  for (int i = 0; i < 2; i++)
    if (lines[i] != NULL)
      {
        double height;

        seidel_text_measure (theme, &small, lines[i], NULL, &height);
        seidel_text_draw (cr, theme, &small, lines[i], x, y);
        y += height;
      }
  /* The label at the top of a bar is as high above it as below. */
  return ceil (y + fmax (PAD, 0.7 * theme->font_size));
}

static double
draw_level_legend (cairo_t *cr,
                   const SeidelTheme *theme,
                   const SeidelSchedule *schedule,
                   const SeidelSparsityContent *content,
                   const SeidelRect *place)
{
  const char *direction =
    schedule->direction == SEIDEL_DIRECTION_FORWARD ? _ ("forward level") : _ ("backward level");
  double y = draw_legend_title (cr, theme, place->x, place->y, direction,
                                content->resolved ? NULL : _ ("mean per pixel"));
  double bottom = place->y + place->height;
  SeidelRect bar = { place->x, y, BAR_WIDTH, bottom - y };
  SeidelColor only = seidel_theme_level (theme, 0.0);

  if (schedule->count < 2)
    {
      draw_swatch (cr, theme, bar.x, bar.y, &only, false, "1");
      return y + BAR_WIDTH + PAD;
    }
  draw_bar (cr, theme, &bar, true);
  draw_level_labels (cr, theme, &bar, &content->levels);
  return bottom + 2.0 * PAD;
}

/* The logarithm of the largest number is rounded up. */
static char *
format_magnitude (double measure, int digits)
{
  return seidel_format_value (MIN (pow (10.0, measure), DBL_MAX), digits);
}

/* Whole powers of ten, as many as there is room for; at an end beyond which there are more values
 * "≤" or "≥". */
static void
draw_magnitude_labels (cairo_t *cr,
                       const SeidelTheme *theme,
                       const SeidelRect *bar,
                       const SeidelValueScale *scale)
{
  const double room = bar->height / (1.8 * theme->font_size);
  const int step = (int) MAX (1.0, ceil ((scale->high - scale->low) / MAX (room, 1.0)));
  const int first = (int) ceil (scale->low / step) * step;
  g_autofree char *low = format_magnitude (scale->low, 2);
  g_autofree char *high = format_magnitude (scale->high, 2);
  g_autofree char *least = g_strconcat (scale->below ? "≤" : "", low, NULL);
  g_autofree char *largest = g_strconcat (scale->above ? "≥" : "", high, NULL);

  for (int exponent = first; exponent < scale->high; exponent += step)
    {
      const double t = seidel_value_scale_position (scale, exponent);
      g_autofree char *label = seidel_format_power (exponent);

      if (MIN (t, 1.0 - t) * bar->height > 1.6 * theme->font_size)
        draw_bar_label (cr, theme, bar, t, label);
    }
  draw_bar_label (cr, theme, bar, 0.0, least);
  draw_bar_label (cr, theme, bar, 1.0, largest);
}

static double
draw_magnitude_legend (cairo_t *cr,
                       const SeidelTheme *theme,
                       const SeidelSparsityContent *content,
                       const SeidelRect *place)
{
  const SeidelValueScale *scale = &content->values;
  const double y = scale->empty && !scale->above
                     ? place->y
                     : draw_legend_title (cr, theme, place->x, place->y, _ ("magnitude"),
                                          content->resolved ? NULL : _ ("largest per pixel"));
  const double bottom = place->y + place->height;
  const SeidelRect bar = { place->x, y, BAR_WIDTH, bottom - y };
  const SeidelColor only = seidel_value_scale_color (scale, theme, 1.0);
  g_autofree char *value = scale->empty ? g_strdup ("∞") : format_magnitude (scale->high, 3);

  if (scale->empty && !scale->above)
    return y;
  if (scale->empty || scale->high <= scale->low)
    {
      draw_swatch (cr, theme, bar.x, bar.y, &only, false, value);
      return y + BAR_WIDTH + PAD;
    }
  draw_bar (cr, theme, &bar, true);
  draw_magnitude_labels (cr, theme, &bar, scale);
  return bottom + 2.0 * PAD;
}

static double
draw_sign_legend (cairo_t *cr,
                  const SeidelTheme *theme,
                  const SeidelSparsityContent *content,
                  const SeidelRect *place)
{
  const struct
  {
    double position;
    const char *label;
  } signs[] = { { 1.0, _ ("positive") }, { 0.0, _ ("negative") }, { 0.5, _ ("both") } };
  double y = place->y;

  for (size_t i = 0; i < (content->resolved ? 2 : G_N_ELEMENTS (signs)); i++)
    {
      const SeidelColor color =
        seidel_value_scale_color (&content->values, theme, signs[i].position);

      draw_swatch (cr, theme, place->x, y, &color, false, signs[i].label);
      y += BAR_WIDTH + PAD;
    }
  return y;
}

static double
draw_density_legend (cairo_t *cr,
                     const SeidelTheme *theme,
                     const SeidelSparsityContent *content,
                     const SeidelRect *place)
{
  SeidelColor full = seidel_theme_entry (theme);
  SeidelRect bar = *place;

  if (content->resolved)
    {
      draw_swatch (cr, theme, place->x, place->y, &full, false, _ ("stored"));
      return place->y + BAR_WIDTH + PAD;
    }
  bar.y = draw_legend_title (cr, theme, place->x, place->y, _ ("entries"), _ ("per pixel"));
  bar.height = place->y + place->height - bar.y;
  bar.width = BAR_WIDTH;
  if (content->densest <= 1.0)
    {
      draw_swatch (cr, theme, bar.x, bar.y, &full, false, "1");
      return bar.y + BAR_WIDTH + PAD;
    }
  draw_bar (cr, theme, &bar, false);
  draw_density_labels (cr, theme, &bar, content->densest);
  return place->y + place->height + 2.0 * PAD;
}

void
seidel_sparsity_draw_legend (const SeidelSparsityPicture *picture,
                             const SeidelSparsityContent *content,
                             cairo_t *cr,
                             const SeidelRect *legend,
                             const SeidelTheme *theme)
{
  SeidelColor full = seidel_theme_entry (theme);
  SeidelRect place = { legend->x + 2.0 * PAD, legend->y + PAD, legend->width - 2.0 * PAD,
                       legend->height - 2.0 * PAD };

  if (content == NULL || content->entries == 0)
    return;
  if (content->by_level && picture->schedule != NULL)
    place.y = draw_level_legend (cr, theme, picture->schedule, content, &place);
  else if (content->by_value && content->values.by_sign)
    place.y = draw_sign_legend (cr, theme, content, &place);
  else if (content->by_value)
    place.y = draw_magnitude_legend (cr, theme, content, &place);
  else
    place.y = draw_density_legend (cr, theme, content, &place);
  if (content->zeros)
    {
      const SeidelColor hollow =
        content->by_value
          ? seidel_value_scale_color (&content->values, theme, content->values.by_sign ? 0.5 : 0.0)
          : full;

      draw_swatch (cr, theme, place.x, place.y, &hollow, true, _ ("stored zero"));
      place.y += BAR_WIDTH + PAD;
    }
  if (content->by_value && content->nans)
    draw_swatch (cr, theme, place.x, place.y, &theme->dim, false, _ ("not a number"));
}
