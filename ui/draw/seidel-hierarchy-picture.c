/* Drawing the hierarchy of multigrid: a row of patterns over their numbers, a row of errors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-hierarchy-picture.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-cells.h"
#include "draw/seidel-text.h"
#include "draw/seidel-thumbnail.h"
#include "plan/seidel-setting.h"

#define PAD  12.0
#define GAP  10.0
#define LINE 1.45 /* of the size of the font */

/* Lines of text: the title, under each pattern, under each error, and what is left free below the
 * texts over either. */
#define TITLE_LINES 1.3
#define LEVEL_LINES 5.0
#define ERROR_LINES 3.0
#define FREE_LINES  0.6

#define LEAST_SIDE 24
#define MOST_SIDE  280

/* Pixels of a pattern per unit in a picture for a file. */
#define EXPORT_SCALE 2

/* A point of the grid has at least so many units: where there is not enough room the middle of the
 * grid is shown, since errors differ in how rough they are from point to point. */
#define POINT 2.0

/* Shades of errors of either sign. */
#define SHADES 100

const char *
seidel_hierarchy_stage_name (SeidelErrorStage stage)
{
  static const char *const names[SEIDEL_N_ERROR_STAGES] = {
    [SEIDEL_ERROR_STAGE_BEGIN] = N_ ("Before"),
    [SEIDEL_ERROR_STAGE_SMOOTHED] = N_ ("Smoothed"),
    [SEIDEL_ERROR_STAGE_CORRECTED] = N_ ("Coarse correction"),
    [SEIDEL_ERROR_STAGE_END] = N_ ("Smoothed again"),
  };

  return _ (names[stage]);
}

SeidelHierarchyPicture *
seidel_hierarchy_picture_new (SeidelHierarchyReport *report, const char *title)
{
  SeidelHierarchyPicture *picture = g_new0 (SeidelHierarchyPicture, 1);

  picture->report = report != NULL ? seidel_hierarchy_report_ref (report) : NULL;
  picture->title = g_strdup (title);
  return picture;
}

void
seidel_hierarchy_picture_free (SeidelHierarchyPicture *picture)
{
  if (picture == NULL)
    return;
  g_clear_pointer (&picture->report, seidel_hierarchy_report_unref);
  g_free (picture->title);
  g_free (picture);
}

SeidelHierarchyPatterns *
seidel_hierarchy_patterns_new (const SeidelHierarchyReport *report,
                               int side,
                               const SeidelTheme *theme,
                               int scale,
                               GCancellable *cancellable)
{
  g_autoptr (SeidelHierarchyPatterns) patterns = g_new0 (SeidelHierarchyPatterns, 1);

  patterns->side = side;
  patterns->dark = theme->dark;
  patterns->n_images = report->n_levels;
  patterns->images = g_new0 (cairo_surface_t *, report->n_levels);
  for (int l = 0; l < report->n_levels; l++)
    {
      patterns->images[l] = seidel_thumbnail_pattern (report->levels[l].matrix, side, side, theme,
                                                      scale, cancellable, NULL);
      if (patterns->images[l] == NULL)
        return NULL;
    }
  return g_steal_pointer (&patterns);
}

void
seidel_hierarchy_patterns_free (SeidelHierarchyPatterns *patterns)
{
  if (patterns == NULL)
    return;
  for (int l = 0; l < patterns->n_images; l++)
    g_clear_pointer (&patterns->images[l], cairo_surface_destroy);
  g_free (patterns->images);
  g_free (patterns);
}

static int
side_of (int n, double width, double height)
{
  const double side = MIN ((width - 2.0 * PAD - (n - 1) * GAP) / n, height);

  return (int) CLAMP (floor (side), LEAST_SIDE, MOST_SIDE);
}

static const char *
name_of (const SeidelHierarchyReport *report, SeidelParameterIndex parameter)
{
  const double value = parameter == SEIDEL_PARAMETER_COARSENING
                         ? report->coarsening
                         : report->options.parameters[parameter];

  return seidel_parameter_value (parameter, value)->name;
}

/* "Smoothed aggregation, 4 levels · …" */
static char *
describe_whole (const SeidelHierarchyReport *report)
{
  const int steps = (int) report->options.parameters[SEIDEL_PARAMETER_SMOOTHING];
  g_autofree char *levels =
    g_strdup_printf (ngettext ("%d level", "%d levels", (unsigned long) report->n_levels),
                     report->n_levels);
  g_autofree char *grid = seidel_format_decimals (report->grid_complexity, 2);
  g_autofree char *operator= seidel_format_decimals (report->operator_complexity, 2);

  return g_strdup_printf (_ ("%s, %s · grid complexity %s · operator complexity %s · %s cycle, "
                             "smoothing sweeps before and "
                             "after the coarser levels: %d"),
                          name_of (report, SEIDEL_PARAMETER_COARSENING), levels, grid, operator,
                          name_of (report, SEIDEL_PARAMETER_CYCLE), steps);
}

/* Over the errors. */
static const char *
describe_errors (const SeidelHierarchyReport *report)
{
  return report->line > 0
           ? _ ("Error in one cycle: at first a constant and a random part; each in its own scale")
           : _ (
             "Error in one cycle: at first a constant and a random part; its norm and its energy");
}

/* Of the texts over the patterns and over the errors: as many lines as they need. */
static SeidelTextStyle
style_of_text (double width, bool bold, const SeidelTheme *theme)
{
  return (SeidelTextStyle){ .size = SEIDEL_TEXT_LABEL,
                            .bold = bold,
                            .color = bold ? NULL : &theme->dim,
                            .max_width = width - 2.0 * PAD,
                            .wrap = true };
}

static double
height_of_text (const char *text, double width, bool bold, const SeidelTheme *theme)
{
  const SeidelTextStyle style = style_of_text (width, bold, theme);
  double height;

  seidel_text_measure (theme, &style, text, NULL, &height);
  return height + FREE_LINES * LINE * theme->font_size;
}

SeidelHierarchySides
seidel_hierarchy_picture_sides (const SeidelHierarchyReport *report,
                                double width,
                                double height,
                                const SeidelTheme *theme)
{
  const bool errors = report->errors[0] != NULL;
  const double lines = TITLE_LINES + LEVEL_LINES + (errors ? ERROR_LINES : 0.0);
  g_autofree char *whole = describe_whole (report);
  double room = height - 3.0 * PAD - lines * LINE * theme->font_size
                - height_of_text (whole, width, false, theme);

  if (errors)
    room = (room - height_of_text (describe_errors (report), width, true, theme)) / 2.0;
  return (SeidelHierarchySides){ side_of (report->n_levels, width, room),
                                 errors ? side_of (SEIDEL_N_ERROR_STAGES, width, room) : 0 };
}

/* The lines under the pattern of a level; free with g_strfreev (). */
static char **
describe_level (const SeidelHierarchyReport *report, int l)
{
  const SeidelReportLevel *level = &report->levels[l];
  const bool direct = report->direct && l == report->n_levels - 1;
  g_autofree char *rows = seidel_format_count (level->rows);
  g_autofree char *entries = seidel_format_count (level->nonzeros);
  g_autofree char *mean =
    seidel_format_decimals ((double) level->nonzeros / (double) MAX (level->rows, 1), 1);
  char **lines = g_new0 (char *, (int) LEVEL_LINES + 1);

  lines[0] = g_strdup_printf (_ ("Level %d"), l + 1);
  lines[1] = g_strdup_printf (ngettext ("%s row", "%s rows", (unsigned long) level->rows), rows);
  lines[2] =
    g_strdup_printf (ngettext ("%s entry", "%s entries", (unsigned long) level->nonzeros), entries);
  lines[3] = g_strdup_printf (_ ("%s a row"), mean);
  lines[4] =
    g_strdup (direct ? _ ("solved directly") : name_of (report, SEIDEL_PARAMETER_SMOOTHER));
  return lines;
}

static char **
describe_stage (const SeidelHierarchyReport *report, SeidelErrorStage stage, bool withheld)
{
  g_autofree char *norm = seidel_format_value (report->norms[stage], 3);
  g_autofree char *energy = isnan (report->energies[stage])
                              ? g_strdup ("–")
                              : seidel_format_value (report->energies[stage], 3);
  char **lines = g_new0 (char *, (int) ERROR_LINES + 1);

  lines[0] = g_strdup (seidel_hierarchy_stage_name (stage));
  if (withheld)
    return lines;
  lines[1] = g_strdup_printf (_ ("norm %s"), norm);
  lines[2] = g_strdup_printf (_ ("energy %s"), energy);
  return lines;
}

/* The first line is bold, the others are not. */
static void
draw_lines (char **lines, cairo_t *cr, double x, double y, double width, const SeidelTheme *theme)
{
  for (int i = 0; lines[i] != NULL; i++)
    {
      const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                      .bold = i == 0,
                                      .color = i == 0 ? &theme->foreground : &theme->dim,
                                      .anchor_x = 0.5,
                                      .max_width = width };

      seidel_text_draw (cr, theme, &style, lines[i], x, y + i * LINE * theme->font_size);
    }
}

static void
draw_frame (cairo_t *cr, double x, double y, int side, const SeidelTheme *theme)
{
  seidel_color_set_source (&theme->grid, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (cr, x + 0.5, y + 0.5, side - 1.0, side - 1.0);
  cairo_stroke (cr);
}

/* An image at another size than its own is stretched. */
static void
draw_pattern (const SeidelHierarchyPatterns *patterns,
              int l,
              cairo_t *cr,
              double x,
              double y,
              int side)
{
  const double factor = (double) side / (double) patterns->side;

  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, factor, factor);
  cairo_set_source_surface (cr, patterns->images[l], 0.0, 0.0);
  cairo_paint (cr);
  cairo_restore (cr);
}

/* The error of a stage. */
typedef struct
{
  const double *values;
  double largest;
} Error;

/* Two colours by sign, fuller the larger the error, which counts most where rows share a pixel. */
static uint8_t
rank_of (const Error *error, int64_t row)
{
  const double share = error->largest > 0.0 ? error->values[row] / error->largest : 0.0;

  return (uint8_t) (2.0 * floor (fmin (fabs (share), 1.0) * SHADES) + (share < 0.0 ? 1.0 : 2.0));
}

static void
find_ranks (gconstpointer data, const SeidelCellRows *rows, uint8_t *ranks)
{
  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] = rank_of (data, seidel_cell_row (rows, i));
}

static void
draw_error (const SeidelHierarchyReport *report,
            SeidelErrorStage stage,
            cairo_t *cr,
            const SeidelRect *area,
            const SeidelTheme *theme)
{
  const Error error = { report->errors[stage], report->largest[stage] };
  const SeidelColor signs[2] = { seidel_theme_series (theme, 0), seidel_theme_series (theme, 1) };
  SeidelColor colors[256] = { 0 };
  SeidelCells cells;
  SeidelPlane plane;
  double zoom;

  if (!seidel_cells_init (&cells, report->levels[0].matrix, report->line))
    return;
  for (int shade = 0; shade <= SHADES; shade++)
    for (int sign = 0; sign < 2; sign++)
      colors[2 * shade + sign + 1] =
        seidel_color_mix (&theme->background, &signs[sign], (double) shade / SHADES);
  plane = seidel_cells_plane (&cells, area);
  zoom = POINT * (double) MAX (plane.rows, plane.columns) / area->width;
  if (zoom > 1.0)
    cells.viewport =
      (SeidelViewport){ (double) plane.rows / 2.0, (double) plane.columns / 2.0, zoom };
  seidel_cells_paint (&cells, &plane, cr, find_ranks, &error, colors);
  seidel_cells_clear (&cells);
}

/* In place of a picture, where there is no grid: the norm and the energy as two bars. */
static void
draw_bars (const SeidelHierarchyReport *report,
           SeidelErrorStage stage,
           cairo_t *cr,
           double x,
           double y,
           int side,
           const SeidelTheme *theme)
{
  const double values[] = { report->norms[stage], report->energies[stage] };
  const double width = floor (side / 4.0);

  for (int i = 0; i < 2; i++)
    {
      const SeidelColor color = seidel_theme_series (theme, (unsigned int) i);
      const double tall = isnan (values[i]) ? 0.0 : MIN (values[i], 1.0) * side;

      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, x + side / 2.0 + (i == 0 ? -width - 1.0 : 1.0), y + side - tall, width,
                       tall);
      cairo_fill (cr);
    }
  seidel_color_set_source (&theme->dim, cr);
  cairo_rectangle (cr, x, y + side, side, 1.0);
  cairo_fill (cr);
}

/* Where the i-th of n pictures in a row begins. */
static double
place_of (int i, int n, int side, double width)
{
  const double step = (width - 2.0 * PAD + GAP) / n;

  return floor (PAD + i * step + (step - GAP - side) / 2.0);
}

static void
draw_levels (const SeidelHierarchyReport *report,
             const SeidelHierarchyPatterns *patterns,
             int side,
             cairo_t *cr,
             double top,
             double width,
             const SeidelTheme *theme)
{
  const double step = (width - 2.0 * PAD + GAP) / report->n_levels;

  for (int l = 0; l < report->n_levels; l++)
    {
      g_auto (GStrv) lines = describe_level (report, l);
      const double x = place_of (l, report->n_levels, side, width);

      if (patterns != NULL)
        draw_pattern (patterns, l, cr, x, top, side);
      draw_frame (cr, x, top, side, theme);
      draw_lines (lines, cr, x + side / 2.0, top + side + 4.0, MAX (step - 2.0, 1.0), theme);
    }
}

static void
draw_errors (const SeidelHierarchyPicture *picture,
             int side,
             cairo_t *cr,
             double top,
             double width,
             const SeidelTheme *theme)
{
  const SeidelHierarchyReport *report = picture->report;
  const double step = (width - 2.0 * PAD + GAP) / SEIDEL_N_ERROR_STAGES;

  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    {
      const bool withheld = picture->withheld && stage > SEIDEL_ERROR_STAGE_BEGIN;
      g_auto (GStrv) lines = describe_stage (report, (SeidelErrorStage) stage, withheld);
      const double x = place_of (stage, SEIDEL_N_ERROR_STAGES, side, width);

      if (withheld)
        draw_frame (cr, x, top, side, theme);
      else if (report->line == 0)
        draw_bars (report, (SeidelErrorStage) stage, cr, x, top, side, theme);
      else
        {
          const SeidelRect area = { x, top, side, side };

          draw_error (report, (SeidelErrorStage) stage, cr, &area, theme);
          draw_frame (cr, x, top, side, theme);
        }
      draw_lines (lines, cr, x + side / 2.0, top + side + 4.0, MAX (step - 2.0, 1.0), theme);
    }
}

static void
draw_report (const SeidelHierarchyPicture *picture,
             const SeidelHierarchyPatterns *patterns,
             cairo_t *cr,
             double width,
             double height,
             const SeidelTheme *theme)
{
  const SeidelHierarchyReport *report = picture->report;
  const SeidelHierarchySides sides = seidel_hierarchy_picture_sides (report, width, height, theme);
  const SeidelTextStyle title = {
    .size = SEIDEL_TEXT_TITLE, .bold = true, .max_width = width - 2.0 * PAD, .keep_end = true
  };
  const SeidelTextStyle text = style_of_text (width, false, theme);
  const SeidelTextStyle section = style_of_text (width, true, theme);
  g_autofree char *whole = describe_whole (report);
  const double line = LINE * theme->font_size;
  double y = PAD;

  if (picture->title != NULL)
    seidel_text_draw (cr, theme, &title, picture->title, PAD, y);
  y += TITLE_LINES * line;
  seidel_text_draw (cr, theme, &text, whole, PAD, y);
  y += height_of_text (whole, width, false, theme);
  draw_levels (report, patterns, sides.pattern, cr, floor (y), width, theme);
  if (report->errors[0] == NULL)
    return;
  y += sides.pattern + LEVEL_LINES * line + PAD;
  seidel_text_draw (cr, theme, &section, describe_errors (report), PAD, y);
  y += height_of_text (describe_errors (report), width, true, theme);
  draw_errors (picture, sides.error, cr, floor (y), width, theme);
}

void
seidel_hierarchy_picture_draw_with (const SeidelHierarchyPicture *picture,
                                    const SeidelHierarchyPatterns *patterns,
                                    cairo_t *cr,
                                    double width,
                                    double height,
                                    const SeidelTheme *theme)
{
  seidel_color_set_source (&theme->background, cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  if (picture->report != NULL)
    draw_report (picture, patterns, cr, width, height, theme);
}

void
seidel_hierarchy_picture_draw (gconstpointer data,
                               cairo_t *cr,
                               double width,
                               double height,
                               const SeidelTheme *theme)
{
  const SeidelHierarchyPicture *picture = data;

  g_autoptr (SeidelHierarchyPatterns) patterns = NULL;
  const SeidelHierarchyReport *report = picture->report;

  if (report != NULL)
    patterns = seidel_hierarchy_patterns_new (
      report, seidel_hierarchy_picture_sides (report, width, height, theme).pattern, theme,
      EXPORT_SCALE, NULL);
  seidel_hierarchy_picture_draw_with (picture, patterns, cr, width, height, theme);
}

char *
seidel_hierarchy_picture_describe (const SeidelHierarchyPicture *picture)
{
  const SeidelHierarchyReport *report = picture->report;
  g_autofree char *whole = report != NULL ? describe_whole (report) : NULL;
  GString *text = g_string_new (whole);

  for (int l = 0; report != NULL && l < report->n_levels; l++)
    {
      g_auto (GStrv) lines = describe_level (report, l);
      g_autofree char *joined = g_strjoinv (", ", lines);

      g_string_append_printf (text, ". %s", joined);
    }
  for (int stage = 0; report != NULL && report->errors[0] != NULL && stage < SEIDEL_N_ERROR_STAGES;
       stage++)
    {
      g_auto (GStrv) lines = describe_stage (report, (SeidelErrorStage) stage,
                                             picture->withheld && stage > SEIDEL_ERROR_STAGE_BEGIN);
      g_autofree char *joined = g_strjoinv (", ", lines);

      g_string_append_printf (text, ". %s", joined);
    }
  return g_string_free (text, FALSE);
}

char *
seidel_hierarchy_picture_to_csv (const SeidelHierarchyPicture *picture)
{
  const SeidelHierarchyReport *report = picture->report;
  GString *csv;

  if (report == NULL)
    return NULL;
  csv = g_string_new ("level,rows,nonzeros,prolongation_nonzeros\n");
  for (int l = 0; l < report->n_levels; l++)
    g_string_append_printf (csv,
                            "%d,%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n",
                            l + 1, report->levels[l].rows, report->levels[l].nonzeros,
                            report->levels[l].prolongation);
  return g_string_free (csv, FALSE);
}
