/* What surrounds the entries of a sparsity picture: rulers with the numbers of rows and columns,
 * and a legend of the shades.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-frame.h"

#include <float.h>
#include <math.h>
#include <string.h>
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

/* A legend while it is drawn: its parts go down beside the pattern, or across below it. */
typedef struct
{
  cairo_t *cr;
  const SeidelTheme *theme;
  SeidelRect place;
  bool across;
  double x, y; /* where the next part goes */
} Legend;

static void
draw_swatch (Legend *legend, const SeidelColor *color, bool hollow, const char *label)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                            .color = &legend->theme->dim,
                            .anchor_y = 0.5 };
  cairo_t *cr = legend->cr;
  double width;

  seidel_color_set_source (color, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, legend->x + 1.0, legend->y + 1.0, BAR_WIDTH - 2.0, BAR_WIDTH - 2.0);
  if (hollow)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
  seidel_text_draw (cr, legend->theme, &style, label, legend->x + BAR_WIDTH + PAD,
                    legend->y + BAR_WIDTH / 2.0);
  seidel_text_measure (legend->theme, &style, label, &width, NULL);
  if (legend->across)
    legend->x += BAR_WIDTH + PAD + ceil (width) + 3.0 * PAD;
  else
    legend->y += BAR_WIDTH + PAD;
}

/* What a bar of colours shows, beside it one line each. */
static void
draw_title (Legend *legend, const char *first, const char *second)
{
  const SeidelTheme *theme = legend->theme;
  g_autofree char *both =
    legend->across && second != NULL ? g_strconcat (first, " · ", second, NULL) : g_strdup (first);
  const char *lines[] = { both, legend->across ? NULL : second };
  double width, height;

  for (int i = 0; i < 2 && lines[i] != NULL; i++)
    {
      seidel_text_measure (theme, &small, lines[i], &width, &height);
      /* Across, in the middle of the line that has the swatches. */
      seidel_text_draw (legend->cr, theme, &small, lines[i], legend->x,
                        legend->across ? legend->y + (BAR_WIDTH - height) / 2.0 : legend->y);
      if (legend->across)
        legend->x += ceil (width) + 3.0 * PAD;
      else
        legend->y += height;
    }
}

/* The colours from the lowest to the highest, upwards or to the right. */
typedef struct
{
  SeidelRect rect;
  double length;
  double spacing; /* least distance of labels */
  bool across;
} Bar;

/* longest: of its labels. */
static Bar
make_bar (Legend *legend, const char *longest)
{
  const SeidelTheme *theme = legend->theme;
  const SeidelRect *place = &legend->place;
  const double bottom = place->y + place->height;
  Bar bar = { .across = legend->across, .spacing = 1.6 * theme->font_size };
  double width, height;

  seidel_text_measure (theme, &small, longest, &width, &height);
  if (legend->across)
    {
      bar.rect = (SeidelRect){ place->x, floor (bottom - height - PAD - BAR_WIDTH), place->width,
                               BAR_WIDTH };
      bar.length = bar.rect.width;
      bar.spacing = width + 1.6 * theme->font_size;
      return bar;
    }
  /* The label at the top of a bar is as high above it as below. */
  legend->y = ceil (legend->y + fmax (PAD, 0.7 * theme->font_size));
  bar.rect = (SeidelRect){ place->x, legend->y, BAR_WIDTH, bottom - legend->y };
  bar.length = bar.rect.height;
  legend->y = bottom + 2.0 * PAD;
  return bar;
}

/* many_coloured: the ramp of levels and of magnitudes. */
static void
draw_bar (const Legend *legend, const Bar *bar, bool many_coloured)
{
  const SeidelRect *rect = &bar->rect;
  const SeidelTheme *theme = legend->theme;
  cairo_t *cr = legend->cr;
  cairo_pattern_t *pattern =
    bar->across ? cairo_pattern_create_linear (rect->x, 0.0, rect->x + rect->width, 0.0)
                : cairo_pattern_create_linear (0.0, rect->y + rect->height, 0.0, rect->y);

  for (int stop = 0; stop <= 16; stop++)
    {
      double t = stop / 16.0;
      SeidelColor color =
        many_coloured ? seidel_theme_level (theme, t) : seidel_theme_density (theme, t);

      cairo_pattern_add_color_stop_rgb (pattern, t, color.red, color.green, color.blue);
    }
  cairo_set_source (cr, pattern);
  cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
  cairo_fill (cr);
  cairo_pattern_destroy (pattern);
}

static void
draw_bar_label (const Legend *legend, const Bar *bar, double t, const char *label)
{
  const SeidelRect *rect = &bar->rect;
  /* Across, those at the ends stay above the bar. */
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &legend->theme->dim,
                                  .anchor_x = bar->across ? t : 0.0,
                                  .anchor_y = bar->across ? 0.0 : 0.5 };
  const double along = bar->across ? floor (rect->x + t * (rect->width - 1.0)) + 0.5
                                   : floor (rect->y + (1.0 - t) * (rect->height - 1.0)) + 0.5;
  const double edge = bar->across ? rect->y + rect->height : rect->x + rect->width;
  cairo_t *cr = legend->cr;

  seidel_color_set_source (&legend->theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_move_to (cr, bar->across ? along : edge, bar->across ? edge : along);
  cairo_line_to (cr, bar->across ? along : edge + 3.0, bar->across ? edge + 3.0 : along);
  cairo_stroke (cr);
  seidel_text_draw (cr, legend->theme, &style, label, bar->across ? along : edge + PAD,
                    bar->across ? edge + 3.0 : along);
}

static void
draw_density_labels (const Legend *legend, const Bar *bar, double densest, const char *top)
{
  double base = densest <= 16.0 ? 2.0 : 10.0;

  for (double density = 1.0; density < densest; density *= base)
    {
      double t = seidel_raster_density_shade (density, densest);
      g_autofree char *label = seidel_format_value (density, 3);

      if ((1.0 - t) * bar->length > bar->spacing)
        draw_bar_label (legend, bar, t, label);
    }
  draw_bar_label (legend, bar, 1.0, top);
}

/* As many as there is room for; those at the ends are never left out. */
static void
draw_level_labels (const Legend *legend, const Bar *bar, const SeidelLevelScale *levels)
{
  int n = (int) CLAMP (bar->length / (1.375 * bar->spacing), 1.0, MAX_TICKS);
  double last = INFINITY;

  for (int i = n; i >= 0; i--)
    {
      int32_t level = seidel_level_scale_level (levels, i / (double) n);
      double t = seidel_level_scale_position (levels, level);
      g_autofree char *label = seidel_format_count (level);
      const double room = MIN (last - t, t > 0.0 ? t : 1.0) * bar->length;

      if (room < bar->spacing)
        continue;
      draw_bar_label (legend, bar, t, label);
      last = t;
    }
}

static void
draw_level_legend (Legend *legend,
                   const SeidelSchedule *schedule,
                   const SeidelSparsityContent *content)
{
  const SeidelColor only = seidel_theme_level (legend->theme, 0.0);
  g_autofree char *most = seidel_format_count (schedule->count);
  Bar bar;

  draw_title (legend,
              schedule->direction == SEIDEL_DIRECTION_FORWARD ? _ ("forward level")
                                                              : _ ("backward level"),
              content->resolved ? NULL : _ ("mean per pixel"));
  if (schedule->count < 2)
    {
      draw_swatch (legend, &only, false, "1");
      return;
    }
  bar = make_bar (legend, most);
  draw_bar (legend, &bar, true);
  draw_level_labels (legend, &bar, &content->levels);
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
draw_magnitude_labels (const Legend *legend,
                       const Bar *bar,
                       const SeidelValueScale *scale,
                       const char *least,
                       const char *largest)
{
  const double room = bar->length / (1.125 * bar->spacing);
  const int step = (int) MAX (1.0, ceil ((scale->high - scale->low) / MAX (room, 1.0)));
  const int first = (int) ceil (scale->low / step) * step;

  for (int exponent = first; exponent < scale->high; exponent += step)
    {
      const double t = seidel_value_scale_position (scale, exponent);
      g_autofree char *label = seidel_format_power (exponent);

      if (MIN (t, 1.0 - t) * bar->length > bar->spacing)
        draw_bar_label (legend, bar, t, label);
    }
  draw_bar_label (legend, bar, 0.0, least);
  draw_bar_label (legend, bar, 1.0, largest);
}

static void
draw_magnitude_legend (Legend *legend, const SeidelSparsityContent *content)
{
  const SeidelValueScale *scale = &content->values;
  const SeidelColor only = seidel_value_scale_color (scale, legend->theme, 1.0);
  g_autofree char *value = scale->empty ? g_strdup ("∞") : format_magnitude (scale->high, 3);
  g_autofree char *low = format_magnitude (scale->low, 2);
  g_autofree char *high = format_magnitude (scale->high, 2);
  g_autofree char *least = g_strconcat (scale->below ? "≤" : "", low, NULL);
  g_autofree char *largest = g_strconcat (scale->above ? "≥" : "", high, NULL);
  Bar bar;

  if (scale->empty && !scale->above)
    return;
  draw_title (legend, _ ("magnitude"), content->resolved ? NULL : _ ("largest per pixel"));
  if (scale->empty || scale->high <= scale->low)
    {
      draw_swatch (legend, &only, false, value);
      return;
    }
  bar = make_bar (legend, strlen (least) > strlen (largest) ? least : largest);
  draw_bar (legend, &bar, true);
  draw_magnitude_labels (legend, &bar, scale, least, largest);
}

static void
draw_sign_legend (Legend *legend, const SeidelSparsityContent *content)
{
  const struct
  {
    double position;
    const char *label;
  } signs[] = { { 1.0, _ ("positive") }, { 0.0, _ ("negative") }, { 0.5, _ ("both") } };

  for (size_t i = 0; i < (content->resolved ? 2 : G_N_ELEMENTS (signs)); i++)
    {
      const SeidelColor color =
        seidel_value_scale_color (&content->values, legend->theme, signs[i].position);

      draw_swatch (legend, &color, false, signs[i].label);
    }
}

static void
draw_density_legend (Legend *legend, const SeidelSparsityContent *content)
{
  const SeidelColor full = seidel_theme_entry (legend->theme);
  g_autofree char *top = seidel_format_value (content->densest, 3);
  Bar bar;

  if (content->resolved)
    {
      draw_swatch (legend, &full, false, _ ("stored"));
      return;
    }
  draw_title (legend, _ ("entries"), _ ("per pixel"));
  if (content->densest <= 1.0)
    {
      draw_swatch (legend, &full, false, "1");
      return;
    }
  bar = make_bar (legend, top);
  draw_bar (legend, &bar, false);
  draw_density_labels (legend, &bar, content->densest, top);
}

double
seidel_sparsity_legend_height (const SeidelTheme *theme)
{
  double line;

  seidel_text_measure (theme, &small, "0", NULL, &line);
  return ceil (fmax (line, BAR_WIDTH) + BAR_WIDTH + line + 4.0 * PAD);
}

void
seidel_sparsity_draw_legend (const SeidelSparsityPicture *picture,
                             const SeidelSparsityContent *content,
                             cairo_t *cr,
                             const SeidelSparsityLayout *layout,
                             const SeidelTheme *theme)
{
  SeidelColor hollow = seidel_theme_entry (theme);
  const SeidelRect *rect = &layout->legend;
  Legend legend = { cr, theme, { 0 }, layout->legend_below, 0.0, 0.0 };
  double line;

  if (content == NULL || content->entries == 0)
    return;
  legend.place = layout->legend_below
                   ? (SeidelRect){ rect->x, rect->y + PAD, rect->width, rect->height - PAD }
                   : (SeidelRect){ rect->x + 2.0 * PAD, rect->y + PAD, rect->width - 2.0 * PAD,
                                   rect->height - 2.0 * PAD };
  seidel_text_measure (theme, &small, "0", NULL, &line);
  legend.x = legend.place.x;
  legend.y = legend.place.y + (legend.across ? fmax (0.0, floor ((line - BAR_WIDTH) / 2.0)) : 0.0);
  if (content->by_level && picture->schedule != NULL)
    draw_level_legend (&legend, picture->schedule, content);
  else if (content->by_value && content->values.by_sign)
    draw_sign_legend (&legend, content);
  else if (content->by_value)
    draw_magnitude_legend (&legend, content);
  else
    draw_density_legend (&legend, content);
  if (content->by_value)
    hollow =
      seidel_value_scale_color (&content->values, theme, content->values.by_sign ? 0.5 : 0.0);
  if (content->zeros)
    draw_swatch (&legend, &hollow, true, _ ("stored zero"));
  if (content->by_value && content->nans)
    draw_swatch (&legend, &theme->dim, false, _ ("not a number"));
}
