/* The bar of where the time of a run went, and its legend.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-timing-private.h"

#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-translate.h"

#define MARGIN 12.0 /* pixels */
#define LINE   1.5  /* of the font size */
#define DOT    " · "

/* "Loading", then the names of the phases. */
static const char *
part_name (guint part)
{
  return part == 0 ? _ ("Loading")
                   : seidel_translate (seidel_phase_name ((SeidelPhase) (part - 1)));
}

const char *
seidel_timing_part_id (guint part)
{
  return part == 0 ? "load" : seidel_phase_id ((SeidelPhase) (part - 1));
}

static void
part_ink (guint part, const SeidelTheme *theme, SeidelColor *color)
{
  /* The solve phase in the first colour: it is what the others serve. */
  static const SeidelInk inks[SEIDEL_TIMING_N_PARTS] = {
    { SEIDEL_INK_DIM, 0, 1.0 },    { SEIDEL_INK_SERIES, 4, 1.0 }, { SEIDEL_INK_SERIES, 5, 1.0 },
    { SEIDEL_INK_SERIES, 3, 1.0 }, { SEIDEL_INK_SERIES, 0, 1.0 }, { SEIDEL_INK_SERIES, 1, 1.0 },
    { SEIDEL_INK_SERIES, 2, 1.0 },
  };

  *color = seidel_ink_color (&inks[part], theme);
}

bool
seidel_timing_names_part (const SeidelTimingPicture *picture, guint part)
{
  return (part != SEIDEL_PHASE_REFERENCE + 1 && part != SEIDEL_PHASE_LEVELS + 1)
         || picture->parts[part] > 0.0;
}

double
seidel_timing_total_seconds (const SeidelTimingPicture *picture)
{
  double total = 0.0;

  for (guint part = 0; part < SEIDEL_TIMING_N_PARTS; part++)
    total += picture->parts[part];
  return total;
}

char *
seidel_timing_part_text (const SeidelTimingPicture *picture, guint part)
{
  double total = seidel_timing_total_seconds (picture);
  g_autofree char *seconds = seidel_format_seconds (picture->parts[part], 3);
  g_autofree char *percent =
    seidel_format_value (total > 0.0 ? 100.0 * picture->parts[part] / total : 0.0, 2);

  return g_strdup_printf ("%s %s, %s %%", part_name (part), seconds, percent);
}

char *
seidel_timing_device_text (const SeidelTimingPicture *picture)
{
  const SeidelTraceDevice *device = &picture->device;
  g_autofree char *to = NULL;
  g_autofree char *from = NULL;
  g_autofree char *working = NULL;
  g_autofree char *solving = NULL;

  if (!picture->has_device)
    return NULL;
  to = seidel_format_transfer ((double) device->to_bytes, device->to_seconds);
  from = seidel_format_transfer ((double) device->from_bytes, device->from_seconds);
  working = seidel_format_seconds (device->work_seconds[SEIDEL_PHASE_SOLVE], 3);
  solving = seidel_format_seconds (picture->parts[SEIDEL_PHASE_SOLVE + 1], 3);
  return g_strdup_printf (_ ("Device: copied in %s · busy %s of %s solving · copied back %s"), to,
                          working, solving, from);
}

static void
draw_bar (const SeidelTimingPicture *picture,
          cairo_t *cr,
          const SeidelRect *bar,
          const SeidelTheme *theme)
{
  SeidelTextStyle name = {
    .size = SEIDEL_TEXT_LABEL, .bold = TRUE, .anchor_x = 0.5, .anchor_y = 0.5
  };
  double total = seidel_timing_total_seconds (picture), x = bar->x, needed;

  for (guint part = 0; part < SEIDEL_TIMING_N_PARTS; part++)
    {
      double width = total > 0.0 ? bar->width * picture->parts[part] / total : 0.0;
      SeidelColor color, text;

      part_ink (part, theme, &color);
      text = seidel_color_readable_on (&color);
      name.color = &text;
      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, x, bar->y, width, bar->height);
      cairo_fill (cr);
      seidel_text_measure (theme, &name, part_name (part), &needed, NULL);
      if (needed + theme->font_size < width)
        seidel_text_draw (cr, theme, &name, part_name (part), x + width / 2.0,
                          bar->y + bar->height / 2.0);
      x += width;
    }
}

/* Texts one after the other, on as many lines as they need. */
typedef struct
{
  cairo_t *cr; /* NULL: only measured */
  const SeidelTheme *theme;
  double width;
  double x; /* of the next text */
  double y;
} Flow;

static void
begin_line (Flow *flow, double lines)
{
  flow->x = MARGIN;
  flow->y += flow->theme->font_size * lines;
}

static void
add_text (Flow *flow, const SeidelColor *swatch, const char *text)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL };
  double em = flow->theme->font_size, indent = swatch != NULL ? em * 1.3 : 0.0, needed;
  double most = flow->width - 2.0 * MARGIN - indent;

  seidel_text_measure (flow->theme, &style, text, &needed, NULL);
  if (needed > most)
    needed = style.max_width = fmax (most, em);
  if (flow->x > MARGIN && flow->x + indent + needed > flow->width - MARGIN)
    begin_line (flow, LINE);
  if (flow->cr != NULL && swatch != NULL)
    {
      seidel_color_set_source (swatch, flow->cr);
      cairo_rectangle (flow->cr, flow->x, flow->y + em * 0.3, em * 0.8, em * 0.8);
      cairo_fill (flow->cr);
    }
  if (flow->cr != NULL)
    seidel_text_draw (flow->cr, flow->theme, &style, text, flow->x + indent, flow->y);
  flow->x += indent + needed + em * 1.6;
}

/* The text under the bar; returns where it ends. */
static double
lay_legend (const SeidelTimingPicture *picture, cairo_t *cr, double width, const SeidelTheme *theme)
{
  Flow flow = { cr, theme, width, MARGIN, theme->font_size * 4.3 };
  g_autofree char *device = seidel_timing_device_text (picture);
  g_auto (GStrv) texts = device != NULL ? g_strsplit (device, DOT, -1) : NULL;

  for (guint part = 0; part < SEIDEL_TIMING_N_PARTS; part++)
    {
      g_autofree char *text = seidel_timing_part_text (picture, part);
      SeidelColor color;

      if (!seidel_timing_names_part (picture, part))
        continue;
      part_ink (part, theme, &color);
      add_text (&flow, &color, text);
    }
  if (texts != NULL)
    begin_line (&flow, LINE + 0.2);
  for (char **text = texts; text != NULL && *text != NULL; text++)
    add_text (&flow, NULL, *text);
  return flow.y + theme->font_size * LINE;
}

void
seidel_timing_draw_parts_cb (gconstpointer data,
                             cairo_t *cr,
                             double width,
                             double height,
                             const SeidelTheme *theme)
{
  const SeidelTimingPicture *picture = data;
  double em = theme->font_size;
  SeidelRect bar = { MARGIN, em * 2.0, width - 2.0 * MARGIN, em * 1.8 };
  SeidelTextStyle title = { .size = SEIDEL_TEXT_TITLE, .bold = TRUE };
  g_autofree char *total = seidel_format_seconds (seidel_timing_total_seconds (picture), 3);
  g_autofree char *heading = g_strdup_printf (_ ("Where %s went"), total);

  seidel_text_draw (cr, theme, &title, heading, MARGIN, 2.0);
  draw_bar (picture, cr, &bar, theme);
  lay_legend (picture, cr, width, theme);
}

double
seidel_timing_measure_parts_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  return lay_legend (data, NULL, width, theme) + theme->font_size * 0.8;
}
