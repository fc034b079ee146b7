/* The runs of a report as a table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-run-report-table.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"

/* All real numbers of the table have as many digits. */
#define NUMBER "%.2e"

/* Between a row and the next, and beside a column. */
#define ROW_GAP    3.0
#define COLUMN_GAP 6.0

typedef enum
{
  COLUMN_NUMBER,
  COLUMN_NAME,
  COLUMN_MATRIX,
  COLUMN_OUTCOME,
  COLUMN_ITERATIONS,
  COLUMN_TIME,
  COLUMN_RESIDUAL,
  COLUMN_BACKWARD,
  COLUMN_ERROR,
  N_COLUMNS,
} ColumnIndex;

static const struct
{
  const char *title;
  double width; /* points; 0: what the others leave */
  bool number;
} columns[N_COLUMNS] = {
  [COLUMN_NUMBER] = { "", 14.0, true },
  [COLUMN_NAME] = { N_ ("Run"), 0.0, false },
  [COLUMN_MATRIX] = { N_ ("Matrix"), 62.0, false },
  [COLUMN_OUTCOME] = { N_ ("Outcome"), 64.0, false },
  [COLUMN_ITERATIONS] = { N_ ("Iterations"), 42.0, true },
  [COLUMN_TIME] = { N_ ("Time"), 42.0, true },
  [COLUMN_RESIDUAL] = { N_ ("Residual"), 46.0, true },
  [COLUMN_BACKWARD] = { N_ ("Backward error"), 46.0, true },
  [COLUMN_ERROR] = { N_ ("Error"), 48.0, true },
};

/* Which columns there are, and where. */
typedef struct
{
  bool shown[N_COLUMNS];
  double left[N_COLUMNS];
  double width[N_COLUMNS];
} Layout;

double
seidel_report_write (SeidelReportPen *pen, const SeidelTextStyle *style, const char *text, double x)
{
  double height = 0.0;

  seidel_text_measure (pen->theme, style, text, NULL, &height);
  seidel_text_draw (pen->cr, pen->theme, style, text, x, pen->y);
  return height;
}

static char *
format_number (double value)
{
  return isnan (value) ? NULL : g_strdup_printf (NUMBER, value);
}

/* The largest error of a component, or where x* is unknown a bound of it, relative. */
static char *
format_error (const SeidelOutcome *outcome)
{
  if (!isnan (outcome->error_inf))
    return g_strdup_printf (NUMBER, outcome->error_inf);
  return isnan (outcome->error_bound) ? NULL : g_strdup_printf ("≤ " NUMBER, outcome->error_bound);
}

/* With a mark unless the run is what was wanted. */
static char *
format_end (const SeidelOutcome *outcome)
{
  if (outcome == NULL)
    return g_strdup_printf ("✗ %s", _ ("Could not start"));
  return g_strdup_printf ("%s%s",
                          !outcome->converged      ? "✗ "
                          : outcome->doubt != NULL ? "⚠ "
                                                   : "",
                          seidel_translate (seidel_reason_name (outcome->reason)));
}

static char *
cell_text (const SeidelReportRun *run, ColumnIndex column)
{
  const SeidelRecord *record = run->entry->record;
  const SeidelOutcome *outcome = record->outcome;

  if (column == COLUMN_NUMBER)
    return g_strdup_printf ("%" G_GINT64_FORMAT, run->entry->label.number);
  if (column == COLUMN_NAME)
    return g_strdup (run->title);
  if (column == COLUMN_MATRIX)
    return g_strdup (record->matrix.name);
  if (column == COLUMN_OUTCOME)
    return format_end (outcome);
  if (outcome == NULL)
    return NULL;
  switch (column)
    {
    case COLUMN_ITERATIONS:
      /* Of several attempts those of the one that the name is of. */
      return seidel_format_count (outcome->n_attempts > 1
                                    ? outcome->attempts[outcome->n_attempts - 1].iterations
                                    : outcome->iterations);
    case COLUMN_TIME:
      return seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3);
    case COLUMN_RESIDUAL:
      return format_number (outcome->residual_relative);
    case COLUMN_BACKWARD:
      return format_number (outcome->backward);
    default:
      return format_error (outcome);
    }
}

static bool
is_one_matrix (const GPtrArray *runs)
{
  const SeidelReportRun *first = runs->pdata[0];

  for (guint i = 1; i < runs->len; i++)
    {
      const SeidelReportRun *run = runs->pdata[i];

      if (g_strcmp0 (run->entry->record->matrix.name, first->entry->record->matrix.name) != 0
          || run->entry->record->matrix.fingerprint != first->entry->record->matrix.fingerprint)
        return false;
    }
  return true;
}

/* Whether a column has anything. */
static bool
is_known (const GPtrArray *runs, ColumnIndex column)
{
  for (guint i = 0; i < runs->len; i++)
    {
      g_autofree char *text = cell_text (runs->pdata[i], column);

      if (text != NULL)
        return true;
    }
  return false;
}

static Layout
lay_out (const GPtrArray *runs, double width)
{
  Layout layout = { .left = { 0.0 } };
  double left = width;
  double x = SEIDEL_REPORT_MARGIN;

  for (int c = 0; c < N_COLUMNS; c++)
    {
      layout.shown[c] =
        c == COLUMN_MATRIX ? !is_one_matrix (runs) : is_known (runs, (ColumnIndex) c);
      if (layout.shown[c])
        left -= columns[c].width + (c > 0 ? COLUMN_GAP : 0.0);
    }
  for (int c = 0; c < N_COLUMNS; c++)
    {
      if (!layout.shown[c])
        continue;
      layout.left[c] = x;
      layout.width[c] = c == COLUMN_NAME ? left : columns[c].width;
      x += layout.width[c] + COLUMN_GAP;
    }
  return layout;
}

/* Draws a row, or only measures it. run is NULL for the heads. */
static double
lay_row (SeidelReportPen *pen, const Layout *layout, const SeidelReportRun *run, bool draw)
{
  double highest = 0.0;

  for (int c = 0; c < N_COLUMNS; c++)
    {
      g_autofree char *cell = !layout->shown[c] ? NULL
                              : run != NULL     ? cell_text (run, (ColumnIndex) c)
                                                : g_strdup (_ (columns[c].title));
      const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                      .bold = run == NULL,
                                      .anchor_x = columns[c].number ? 1.0 : 0.0,
                                      .max_width = layout->width[c],
                                      .wrap = TRUE,
                                      .align_end = columns[c].number };
      double height = 0.0;

      if (cell == NULL || *cell == '\0')
        continue;
      seidel_text_measure (pen->theme, &style, cell, NULL, &height);
      highest = fmax (highest, height);
      if (draw)
        seidel_text_draw (pen->cr, pen->theme, &style, cell,
                          layout->left[c] + (columns[c].number ? layout->width[c] : 0.0), pen->y);
    }
  return highest;
}

/* What did not end as it should: why, and what to do. NULL where all is well. */
static char *
describe_warning (const SeidelReportRun *run)
{
  const SeidelRecord *record = run->entry->record;
  const SeidelOutcome *outcome = record->outcome;
  const char *next;

  if (outcome == NULL)
    return g_strdup (record->error);
  if (outcome->converged)
    return outcome->doubt != NULL ? g_strdup_printf ("⚠ %s", outcome->doubt) : NULL;
  next = seidel_outcome_next_step (outcome);
  return g_strdup_printf ("✗ %s%s%s",
                          outcome->message != NULL
                            ? outcome->message
                            : seidel_translate (seidel_reason_sentence (outcome->reason)),
                          next != NULL ? " " : "", next != NULL ? seidel_translate (next) : "");
}

static SeidelTextStyle
warning_style (double width)
{
  return (SeidelTextStyle){ .size = SEIDEL_TEXT_SMALL, .max_width = width, .wrap = TRUE };
}

static void
write_warning (SeidelReportPen *pen, const SeidelReportRun *run, double x, double width)
{
  const SeidelTextStyle style = warning_style (width);
  g_autofree char *text = describe_warning (run);

  if (text != NULL)
    pen->y += seidel_report_write (pen, &style, text, x) + ROW_GAP;
}

static double
row_height (SeidelReportPen *pen, const Layout *layout, const SeidelReportRun *run, double width)
{
  const SeidelTextStyle style = warning_style (width);
  g_autofree char *text = describe_warning (run);
  double warning = 0.0;

  if (text != NULL)
    seidel_text_measure (pen->theme, &style, text, NULL, &warning);
  return lay_row (pen, layout, run, false) + warning + 2.0 * ROW_GAP;
}

static void
draw_rule (SeidelReportPen *pen, double width)
{
  seidel_color_set_source (&pen->theme->grid, pen->cr);
  cairo_set_line_width (pen->cr, 0.5);
  cairo_move_to (pen->cr, SEIDEL_REPORT_MARGIN, pen->y - ROW_GAP / 2.0);
  cairo_line_to (pen->cr, SEIDEL_REPORT_MARGIN + width, pen->y - ROW_GAP / 2.0);
  cairo_stroke (pen->cr);
}

void
seidel_report_write_table (SeidelReportPen *pen, const GPtrArray *runs, double width)
{
  const Layout layout = lay_out (runs, width);
  const double left = layout.left[COLUMN_NAME];
  const double inner = SEIDEL_REPORT_MARGIN + width - left;

  pen->y += lay_row (pen, &layout, NULL, true) + ROW_GAP;
  for (guint i = 0; i < runs->len; i++)
    {
      const SeidelReportRun *run = runs->pdata[i];

      if (pen->y + row_height (pen, &layout, run, inner) > pen->bottom)
        {
          pen->begin_page (pen);
          pen->y += lay_row (pen, &layout, NULL, true) + ROW_GAP;
        }
      draw_rule (pen, width);
      pen->y += lay_row (pen, &layout, run, true) + ROW_GAP;
      write_warning (pen, run, left, inner);
    }
}

char *
seidel_report_table_to_text (const GPtrArray *runs)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < runs->len; i++)
    {
      g_autofree char *warning = describe_warning (runs->pdata[i]);

      for (int c = 0; c < N_COLUMNS; c++)
        {
          g_autofree char *cell = cell_text (runs->pdata[i], (ColumnIndex) c);

          g_string_append_printf (text, "%s%s", c > 0 ? "\t" : "", cell != NULL ? cell : "");
        }
      g_string_append_printf (text, "\n%s%s", warning != NULL ? warning : "",
                              warning != NULL ? "\n" : "");
    }
  return g_string_free (text, FALSE);
}
