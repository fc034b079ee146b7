/* A page about one run or several.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-run-report.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/seidel-format.h"
#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-levels-picture.h"
#include "draw/seidel-sparsity-draw.h"
#include "draw/seidel-text.h"
#include "draw/seidel-translate.h"
#include "engine/seidel-engines.h"
#include "method/seidel-preconditioner.h"
#include "record/seidel-fingerprint.h"
#include "solve/seidel-figures.h"

/* Points. */
#define MARGIN      40.0
#define GAP         12.0
#define CURVES      230.0
#define MOST_CURVES 420.0 /* without pictures of the matrix */
#define FONT_SCALE  0.68  /* of that of a screen */
#define MOST_RUNS   14
#define DIGITS      4

typedef struct
{
  char *title;
  SeidelSessionEntry *entry;
} Run;

struct SeidelRunReport
{
  char *title;
  GPtrArray *runs; /* Run */
  SeidelConvergencePicture *curves;
  SeidelSparsityPicture *pattern; /* or NULL */
  SeidelLevelsPicture *levels;    /* or NULL */
};

static void
run_free (gpointer data)
{
  Run *run = data;

  g_free (run->title);
  seidel_session_entry_free (run->entry);
  g_free (run);
}

SeidelRunReport *
seidel_run_report_new (const char *title)
{
  SeidelRunReport *report = g_new0 (SeidelRunReport, 1);

  report->title = g_strdup (title);
  report->runs = g_ptr_array_new_with_free_func (run_free);
  report->curves = seidel_convergence_picture_new ();
  return report;
}

void
seidel_run_report_free (SeidelRunReport *report)
{
  if (report == NULL)
    return;
  g_free (report->title);
  g_ptr_array_unref (report->runs);
  seidel_convergence_picture_free (report->curves);
  g_clear_pointer (&report->pattern, seidel_sparsity_picture_free);
  g_clear_pointer (&report->levels, seidel_levels_picture_free);
  g_free (report);
}

void
seidel_run_report_add_run (SeidelRunReport *report,
                           const char *title,
                           const SeidelSessionEntry *entry)
{
  Run *run = g_new0 (Run, 1);
  g_autofree char *label = g_strdup_printf ("%" G_GINT64_FORMAT " %s", entry->label.number, title);

  run->title = g_strdup (title);
  run->entry = seidel_session_entry_new (entry->record, &entry->label);
  g_ptr_array_add (report->runs, run);
  seidel_convergence_picture_add_run (report->curves, label, entry->record->trace,
                                      (unsigned int) entry->label.color);
  seidel_convergence_picture_set_tolerance (report->curves, entry->record->options.tolerance,
                                            entry->record->options.maximum_tolerance);
  seidel_convergence_picture_update (report->curves, false);
}

void
seidel_run_report_set_matrix (SeidelRunReport *report,
                              SeidelMatrix *matrix,
                              SeidelSchedule *forward)
{
  report->pattern = seidel_sparsity_picture_new (matrix);
  if (forward == NULL)
    return;
  report->levels = seidel_levels_picture_new ();
  seidel_levels_picture_set_schedules (report->levels, NULL, forward, NULL);
  report->levels->caption = false;
  seidel_levels_picture_update (report->levels);
}

/* Where the next thing is drawn. */
typedef struct
{
  cairo_t *cr;
  const SeidelTheme *theme;
  double y;
} Pen;

/* Draws a text at x and returns its height. */
static double
write_text (Pen *pen, const SeidelTextStyle *style, const char *text, double x)
{
  double height = 0.0;

  seidel_text_measure (pen->theme, style, text, NULL, &height);
  seidel_text_draw (pen->cr, pen->theme, style, text, x, pen->y);
  return height;
}

static void
write_heading (Pen *pen, const char *text, double width)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_TITLE, .bold = TRUE, .max_width = width };

  pen->y += GAP / 2.0;
  pen->y += write_text (pen, &style, text, MARGIN) + 3.0;
}

/* A line of the two columns of a run: what it is, and its value. */
typedef struct
{
  const char *name; /* marked for translation */
  char *value;      /* owned; NULL: the line is left out */
} Line;

static char *
format_number (double value)
{
  return isnan (value) ? NULL : g_strdup_printf ("%.*g", DIGITS, value);
}

static const char *
preconditioner_name (const SeidelOptions *options)
{
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);

  return kind != NULL && (kind->prepare != NULL || kind->needs != 0) ? seidel_translate (kind->name)
                                                                     : NULL;
}

/* An engine or a strategy that this build does not have keeps its id. */
static const char *
engine_name (const SeidelOptions *options)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (options->engine);

  return entry != NULL ? entry->name : options->engine;
}

static const char *
strategy_name (const SeidelRecord *record)
{
  const SeidelOutcome *outcome = record->outcome;
  const char *name;

  if (outcome == NULL || outcome->strategy == NULL)
    return NULL;
  name = seidel_engines_strategy_name (outcome->options.engine, outcome->strategy);
  return name != NULL ? seidel_translate (name) : outcome->strategy;
}

static GArray *
list_setup (const SeidelRecord *record)
{
  const SeidelOptions *options =
    record->outcome != NULL ? &record->outcome->options : &record->options;
  const SeidelMethod *method = seidel_method_find (options->method);
  g_autofree char *rows = seidel_format_count (record->matrix.rows);
  g_autofree char *columns = seidel_format_count (record->matrix.columns);
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  const Line all[] = {
    { N_ ("Matrix"), g_strdup_printf ("%s, %s × %s", record->matrix.name, rows, columns) },
    { N_ ("Entries"), seidel_format_count (record->matrix.nonzeros) },
    { N_ ("Order"), g_strdup (record->matrix.ordering) },
    { N_ ("Fingerprint"), seidel_fingerprint_to_text (record->matrix.fingerprint) },
    { N_ ("Right-hand side"), g_strdup (record->rhs) },
    { N_ ("Method"),
      g_strdup (method != NULL ? seidel_translate (method->name) : options->method) },
    { N_ ("Preconditioner"), g_strdup (preconditioner_name (options)) },
    { N_ ("Engine"), g_strdup (engine_name (options)) },
    { N_ ("Sweep"), g_strdup (strategy_name (record)) },
    { N_ ("Precision"), g_strdup (seidel_precision_id (options->precision)) },
    { N_ ("Tolerance"), format_number (options->tolerance) },
  };

  g_array_append_vals (lines, all, G_N_ELEMENTS (all));
  return lines;
}

static void
add_line (void *lines, const char *name, const char *value)
{
  const Line line = { name, g_strdup (value) };

  g_array_append_val ((GArray *) lines, line);
}

static GArray *
list_outcome (const SeidelRecord *record)
{
  const SeidelOutcome *outcome = record->outcome;
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  g_autofree char *end = NULL;

  if (outcome == NULL)
    {
      add_line (lines, N_ ("Outcome"), record->error);
      return lines;
    }
  end = g_strdup_printf ("%s. %s", seidel_translate (seidel_reason_name (outcome->reason)),
                         outcome->message != NULL
                           ? outcome->message
                           : seidel_translate (seidel_reason_sentence (outcome->reason)));
  add_line (lines, N_ ("Outcome"), end);
  seidel_outcome_describe (outcome, false, format_number, add_line, lines);
  seidel_outcome_describe (outcome, true, format_number, add_line, lines);
  return lines;
}

/* Takes the lines. */
static void
write_lines (Pen *pen, GArray *lines, double x, double width)
{
  const double indent = width * 0.34;
  const SeidelTextStyle name = { .size = SEIDEL_TEXT_LABEL,
                                 .color = &pen->theme->dim,
                                 .max_width = indent - 4.0 };
  const SeidelTextStyle value = { .size = SEIDEL_TEXT_LABEL,
                                  .max_width = width - indent,
                                  .wrap = TRUE };

  for (guint i = 0; i < lines->len; i++)
    {
      Line *line = &g_array_index (lines, Line, i);

      if (line->value == NULL)
        continue;
      write_text (pen, &name, _ (line->name), x);
      pen->y += write_text (pen, &value, line->value, x + indent) + 1.0;
      g_free (line->value);
    }
  g_array_unref (lines);
}

static void
write_one (Pen *pen, const Run *run, double width)
{
  const double column = (width - GAP) / 2.0;
  const SeidelTextStyle note = { .size = SEIDEL_TEXT_LABEL, .max_width = width, .wrap = TRUE };
  const double top = pen->y;
  double bottom;

  write_lines (pen, list_setup (run->entry->record), MARGIN, column);
  bottom = pen->y;
  pen->y = top;
  write_lines (pen, list_outcome (run->entry->record), MARGIN + column + GAP, column);
  pen->y = MAX (pen->y, bottom) + 3.0;
  if (run->entry->label.note != NULL)
    pen->y += write_text (pen, &note, run->entry->label.note, MARGIN) + 3.0;
}

/* The columns of the table, as parts of its width. */
static const struct
{
  const char *title;
  double begin;
  double end;
  bool number;
} columns[] = {
  { N_ ("Run"), 0.0, 0.05, true },         { NULL, 0.065, 0.43, false },
  { N_ ("Matrix"), 0.44, 0.58, false },    { N_ ("Outcome"), 0.59, 0.72, false },
  { N_ ("Iterations"), 0.70, 0.80, true }, { N_ ("Time"), 0.80, 0.89, true },
  { N_ ("Residual"), 0.89, 1.0, true },
};

static char *
cell_text (const Run *run, gsize column)
{
  const SeidelRecord *record = run->entry->record;
  const SeidelOutcome *outcome = record->outcome;

  switch (column)
    {
    case 0:
      return g_strdup_printf ("%" G_GINT64_FORMAT, run->entry->label.number);
    case 1:
      return g_strdup (run->title);
    case 2:
      return g_strdup (record->matrix.name);
    case 3:
      return g_strdup (outcome != NULL ? seidel_translate (seidel_reason_name (outcome->reason))
                                       : _ ("Could not start"));
    case 4:
      return outcome != NULL ? seidel_format_count (outcome->iterations) : NULL;
    case 5:
      return outcome != NULL ? seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3)
                             : NULL;
    default:
      return outcome != NULL ? format_number (outcome->residual_relative) : NULL;
    }
}

/* run is NULL for the heads. */
static void
write_row (Pen *pen, const Run *run, double width)
{
  double height = 0.0;

  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autofree char *cell = run != NULL                ? cell_text (run, i)
                              : columns[i].title != NULL ? g_strdup (_ (columns[i].title))
                                                         : NULL;
      const SeidelTextStyle style = {
        .size = SEIDEL_TEXT_SMALL,
        .bold = run == NULL,
        .anchor_x = columns[i].number ? 1.0 : 0.0,
        .max_width = columns[i].number ? 0.0 : width * (columns[i].end - columns[i].begin) - 4.0,
      };

      if (cell != NULL)
        height =
          MAX (height,
               write_text (pen, &style, cell,
                           MARGIN
                             + width * (columns[i].number ? columns[i].end : columns[i].begin)));
    }
  pen->y += height + 2.0;
}

static void
write_table (Pen *pen, const SeidelRunReport *report, double width)
{
  const guint shown = MIN (report->runs->len, MOST_RUNS);

  write_row (pen, NULL, width);
  for (guint i = 0; i < shown; i++)
    write_row (pen, report->runs->pdata[i], width);
  if (report->runs->len > shown)
    {
      const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .color = &pen->theme->dim };
      g_autofree char *rest =
        g_strdup_printf (ngettext ("and %u more", "and %u more", report->runs->len - shown),
                         report->runs->len - shown);

      pen->y += write_text (pen, &style, rest, MARGIN);
    }
}

/* Where and when, below the title. */
static void
write_origin (Pen *pen, const Run *run, double width)
{
  const SeidelRecord *record = run->entry->record;
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &pen->theme->dim,
                                  .max_width = width };
  g_autoptr (GDateTime) begun = g_date_time_new_from_unix_utc (record->begun);
  g_autofree char *when = begun != NULL ? g_date_time_format (begun, "%F %R UTC") : g_strdup ("");
  g_autofree char *machine = seidel_experiment_machine_describe (&record->machine);
  g_autofree char *text =
    g_strdup_printf ("%s · %s · Seidel %s", when, machine, record->machine.version);

  pen->y += write_text (pen, &style, text, MARGIN) + 3.0;
}

static void
draw_pattern (const SeidelRunReport *report,
              cairo_t *cr,
              double width,
              double height,
              const SeidelTheme *theme)
{
  seidel_sparsity_picture_draw (report->pattern, cr, width, height, theme);
}

static void
draw_levels (const SeidelRunReport *report,
             cairo_t *cr,
             double width,
             double height,
             const SeidelTheme *theme)
{
  seidel_levels_picture_draw (report->levels, cr, width, height, theme);
}

/* A picture with what it shows above it; nothing may leave its place. */
static void
draw_part (Pen *pen,
           const SeidelRunReport *report,
           void (*draw) (const SeidelRunReport *, cairo_t *, double, double, const SeidelTheme *),
           const char *title,
           const SeidelRect *place)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL, .bold = TRUE };
  const double head = 16.0;

  seidel_text_draw (pen->cr, pen->theme, &style, title, place->x, place->y);
  cairo_save (pen->cr);
  cairo_translate (pen->cr, place->x, place->y + head);
  cairo_rectangle (pen->cr, 0.0, 0.0, place->width, place->height - head);
  cairo_clip (pen->cr);
  draw (report, pen->cr, place->width, place->height - head, pen->theme);
  cairo_restore (pen->cr);
}

static void
draw_matrix (Pen *pen, const SeidelRunReport *report, double width, double height)
{
  const double half = (width - GAP) / 2.0;
  const SeidelRect left = { MARGIN, pen->y, half, height };
  const SeidelRect right = { MARGIN + half + GAP, pen->y, half, height };

  if (report->pattern != NULL)
    draw_part (pen, report, draw_pattern, _ ("Entries of the matrix"), &left);
  if (report->levels != NULL)
    draw_part (pen, report, draw_levels, _ ("Rows in each dependency level"), &right);
}

static void
draw_curves (Pen *pen, const SeidelRunReport *report, double width, double height)
{
  cairo_save (pen->cr);
  cairo_translate (pen->cr, MARGIN, pen->y);
  cairo_rectangle (pen->cr, 0.0, 0.0, width, height);
  cairo_clip (pen->cr);
  seidel_convergence_picture_draw (report->curves, pen->cr, width, height, pen->theme);
  cairo_restore (pen->cr);
  pen->y += height + GAP;
}

void
seidel_run_report_draw (gconstpointer data,
                        cairo_t *cr,
                        double width,
                        double height,
                        const SeidelTheme *theme)
{
  const SeidelRunReport *report = data;
  const double inner = width - 2.0 * MARGIN;
  SeidelTheme print = *theme;
  Pen pen = { cr, &print, MARGIN };
  const SeidelTextStyle title = { .size = 1.7, .bold = TRUE, .max_width = inner };

  seidel_theme_scale (&print, FONT_SCALE);
  seidel_color_set_source (&print.background, cr);
  cairo_paint (cr);
  pen.y += write_text (&pen, &title, report->title, MARGIN) + 2.0;
  if (report->runs->len > 0)
    write_origin (&pen, report->runs->pdata[0], inner);
  if (report->runs->len == 1)
    {
      const Run *run = report->runs->pdata[0];

      write_heading (&pen, run->title, inner);
      write_one (&pen, run, inner);
    }
  else
    write_table (&pen, report, inner);
  pen.y += GAP;
  if (report->pattern == NULL)
    {
      draw_curves (&pen, report, inner, MIN (height - MARGIN - pen.y, MOST_CURVES));
      return;
    }
  draw_curves (&pen, report, inner, CURVES);
  draw_matrix (&pen, report, inner, MIN (height - MARGIN - pen.y, inner / 2.0 + 3.0 * GAP));
}
