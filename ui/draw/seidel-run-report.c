/* Pages about one run or several.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-run-report.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>

#include "base/seidel-format.h"
#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-export.h"
#include "draw/seidel-levels-picture.h"
#include "draw/seidel-run-report-table.h"
#include "draw/seidel-sparsity-draw.h"
#include "draw/seidel-text.h"
#include "draw/seidel-translate.h"
#include "engine/seidel-engines.h"
#include "method/seidel-preconditioner.h"
#include "record/seidel-fingerprint.h"
#include "solve/seidel-figures.h"

/* Points. */
#define GAP         12.0
#define CURVES      230.0
#define MOST_CURVES 420.0 /* without pictures of the matrix */
#define FONT_SCALE  0.68  /* of that of a screen */
#define FOOT        14.0

/* Digits of numbers in the lines of one run. */
#define DIGITS 4

/* Of more runs the curves are called by their numbers alone: the table has their names. */
#define MOST_NAMED 6

struct SeidelRunReport
{
  int64_t saved;
  GPtrArray *runs;                  /* SeidelReportRun */
  SeidelConvergencePicture *curves; /* made when they are drawn */
  SeidelSparsityPicture *pattern;   /* or NULL */
  SeidelLevelsPicture *levels;      /* or NULL */
};

static void
run_free (gpointer data)
{
  SeidelReportRun *run = data;

  g_free (run->title);
  seidel_session_entry_free (run->entry);
  g_free (run);
}

SeidelRunReport *
seidel_run_report_new (void)
{
  SeidelRunReport *report = g_new0 (SeidelRunReport, 1);

  report->saved = g_get_real_time () / G_USEC_PER_SEC;
  report->runs = g_ptr_array_new_with_free_func (run_free);
  return report;
}

void
seidel_run_report_free (SeidelRunReport *report)
{
  if (report == NULL)
    return;
  g_ptr_array_unref (report->runs);
  g_clear_pointer (&report->curves, seidel_convergence_picture_free);
  g_clear_pointer (&report->pattern, seidel_sparsity_picture_free);
  g_clear_pointer (&report->levels, seidel_levels_picture_free);
  g_free (report);
}

/* The matrix that all runs are of, in whatever order; NULL: there are several. */
static const SeidelRecordMatrix *
get_matrix (const SeidelRunReport *report)
{
  const SeidelRecordMatrix *first = NULL;

  for (guint i = 0; i < report->runs->len; i++)
    {
      const SeidelReportRun *run = report->runs->pdata[i];
      const SeidelRecordMatrix *matrix = &run->entry->record->matrix;

      if (first == NULL)
        first = matrix;
      else if (g_strcmp0 (matrix->name, first->name) != 0
               || matrix->fingerprint != first->fingerprint)
        return NULL;
    }
  return first;
}

const char *
seidel_run_report_get_title (const SeidelRunReport *report)
{
  const SeidelRecordMatrix *matrix = get_matrix (report);

  if (matrix != NULL)
    return matrix->name;
  return report->runs->len > 0 ? _ ("Runs of several matrices") : _ ("No runs");
}

static void
add_curve (SeidelRunReport *report, const SeidelReportRun *run)
{
  const SeidelSessionEntry *entry = run->entry;
  const SeidelOutcome *outcome = entry->record->outcome;
  const char *mark = outcome != NULL && outcome->converged ? "" : " ✗";
  g_autofree char *label =
    report->runs->len > MOST_NAMED
      ? g_strdup_printf ("%" G_GINT64_FORMAT "%s", entry->label.number, mark)
      : g_strdup_printf ("%" G_GINT64_FORMAT " %s%s", entry->label.number, run->title, mark);

  seidel_convergence_picture_add_run (report->curves, label, entry->record->trace,
                                      (unsigned int) entry->label.color);
  if (outcome != NULL && outcome->n_attempts <= 1)
    seidel_convergence_picture_set_run_method (report->curves, report->curves->runs->len - 1,
                                               outcome->method);
  seidel_convergence_picture_set_tolerance (report->curves, entry->record->options.tolerance,
                                            entry->record->options.maximum_tolerance);
}

/* The names of the curves depend on how many there are. */
static void
make_curves (SeidelRunReport *report)
{
  g_clear_pointer (&report->curves, seidel_convergence_picture_free);
  report->curves = seidel_convergence_picture_new ();
  for (guint i = 0; i < report->runs->len; i++)
    add_curve (report, report->runs->pdata[i]);
  seidel_convergence_picture_update (report->curves, false);
}

void
seidel_run_report_add_run (SeidelRunReport *report,
                           const char *title,
                           const SeidelSessionEntry *entry)
{
  SeidelReportRun *run = g_new0 (SeidelReportRun, 1);

  run->title = g_strdup (title);
  run->entry = seidel_session_entry_new (entry->record, &entry->label);
  g_ptr_array_add (report->runs, run);
  make_curves (report);
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

static void
write_heading (SeidelReportPen *pen, const char *text, double width)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_TITLE, .bold = TRUE, .max_width = width };

  pen->y += GAP / 2.0;
  pen->y += seidel_report_write (pen, &style, text, SEIDEL_REPORT_MARGIN) + 3.0;
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
  const char *next;

  if (outcome == NULL)
    {
      add_line (lines, N_ ("Outcome"), record->error);
      return lines;
    }
  next = outcome->converged ? NULL : seidel_outcome_next_step (outcome);
  end = g_strdup_printf ("%s%s. %s%s%s", outcome->converged ? "" : "✗ ",
                         seidel_translate (seidel_reason_name (outcome->reason)),
                         outcome->message != NULL
                           ? outcome->message
                           : seidel_translate (seidel_reason_sentence (outcome->reason)),
                         next != NULL ? " " : "", next != NULL ? seidel_translate (next) : "");
  add_line (lines, N_ ("Outcome"), end);
  seidel_outcome_describe (outcome, false, format_number, add_line, lines);
  seidel_outcome_describe (outcome, true, format_number, add_line, lines);
  return lines;
}

/* Takes the lines. */
static void
write_lines (SeidelReportPen *pen, GArray *lines, double x, double width)
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
      seidel_report_write (pen, &name, _ (line->name), x);
      pen->y += seidel_report_write (pen, &value, line->value, x + indent) + 1.0;
      g_free (line->value);
    }
  g_array_unref (lines);
}

static void
write_one (SeidelReportPen *pen, const SeidelReportRun *run, double width)
{
  const double column = (width - GAP) / 2.0;
  const SeidelTextStyle note = { .size = SEIDEL_TEXT_LABEL, .max_width = width, .wrap = TRUE };
  const double top = pen->y;
  double bottom;

  write_lines (pen, list_setup (run->entry->record), SEIDEL_REPORT_MARGIN, column);
  bottom = pen->y;
  pen->y = top;
  write_lines (pen, list_outcome (run->entry->record), SEIDEL_REPORT_MARGIN + column + GAP, column);
  pen->y = MAX (pen->y, bottom) + 3.0;
  if (run->entry->label.note != NULL)
    pen->y += seidel_report_write (pen, &note, run->entry->label.note, SEIDEL_REPORT_MARGIN) + 3.0;
}

static char *
format_time (int64_t seconds)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (seconds);

  return time != NULL ? g_date_time_format (time, "%F %R UTC") : g_strdup ("");
}

/* Whether all were run on the machine of the first. */
static bool
same_machine (const SeidelRunReport *report)
{
  const SeidelReportRun *first = report->runs->pdata[0];
  g_autofree char *machine = seidel_experiment_machine_describe (&first->entry->record->machine);

  for (guint i = 1; i < report->runs->len; i++)
    {
      const SeidelReportRun *run = report->runs->pdata[i];
      g_autofree char *other = seidel_experiment_machine_describe (&run->entry->record->machine);

      if (!g_str_equal (machine, other))
        return false;
    }
  return true;
}

/* How large the matrix is. Of one run the lines about it say so. */
static void
write_size (SeidelReportPen *pen, const SeidelRunReport *report, double width)
{
  const SeidelRecordMatrix *matrix = get_matrix (report);
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL, .max_width = width, .wrap = TRUE };
  g_autofree char *rows = NULL;
  g_autofree char *columns = NULL;
  g_autofree char *entries = NULL;
  g_autofree char *text = NULL;

  if (matrix == NULL || report->runs->len < 2)
    return;
  rows = seidel_format_count (matrix->rows);
  columns = seidel_format_count (matrix->columns);
  entries = seidel_format_count (matrix->nonzeros);
  text = g_strdup_printf (ngettext ("%s × %s, %s entry", "%s × %s, %s entries",
                                    (unsigned long) matrix->nonzeros),
                          rows, columns, entries);
  pen->y += seidel_report_write (pen, &style, text, SEIDEL_REPORT_MARGIN) + 2.0;
}

/* When it was saved, when and where it was run, below the title. */
static void
write_origin (SeidelReportPen *pen, const SeidelRunReport *report, double width)
{
  const SeidelReportRun *first = report->runs->pdata[0];
  const SeidelRecord *record = first->entry->record;
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &pen->theme->dim, .max_width = width, .wrap = TRUE
  };
  int64_t begun = record->begun;
  int64_t latest = begun;
  g_autofree char *saved = format_time (report->saved);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *machine = seidel_experiment_machine_describe (&record->machine);
  g_autofree char *text = NULL;

  for (guint i = 1; i < report->runs->len; i++)
    {
      const SeidelReportRun *run = report->runs->pdata[i];

      begun = MIN (begun, run->entry->record->begun);
      latest = MAX (latest, run->entry->record->begun);
    }
  from = format_time (begun);
  to = format_time (latest);
  text = g_strdup_printf (_ ("Saved %s · run %s%s%s · %s · Seidel %s"), saved, from,
                          g_str_equal (from, to) ? "" : " … ", g_str_equal (from, to) ? "" : to,
                          same_machine (report) ? machine : _ ("on several machines"),
                          record->machine.version);
  pen->y += seidel_report_write (pen, &style, text, SEIDEL_REPORT_MARGIN) + 3.0;
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
draw_part (SeidelReportPen *pen,
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
draw_matrix (SeidelReportPen *pen, const SeidelRunReport *report, double width, double height)
{
  const double half = (width - GAP) / 2.0;
  const SeidelRect left = { SEIDEL_REPORT_MARGIN, pen->y, half, height };
  const SeidelRect right = { SEIDEL_REPORT_MARGIN + half + GAP, pen->y, half, height };

  if (report->pattern != NULL)
    draw_part (pen, report, draw_pattern, _ ("Entries of the matrix"), &left);
  if (report->levels != NULL)
    draw_part (pen, report, draw_levels, _ ("Rows in each dependency level"), &right);
}

static void
draw_curves (SeidelReportPen *pen, const SeidelRunReport *report, double width, double height)
{
  cairo_save (pen->cr);
  cairo_translate (pen->cr, SEIDEL_REPORT_MARGIN, pen->y);
  cairo_rectangle (pen->cr, 0.0, 0.0, width, height);
  cairo_clip (pen->cr);
  seidel_convergence_picture_draw (report->curves, pen->cr, width, height, pen->theme);
  cairo_restore (pen->cr);
  pen->y += height + GAP;
}

/* Page 2 of 3, at the foot of each. */
static void
write_foot (SeidelReportPen *pen, const SeidelRunReport *report)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL,
                                  .color = &pen->theme->dim,
                                  .anchor_x = 1.0 };
  g_autofree char *text =
    g_strdup_printf (_ ("%s, page %d"), seidel_run_report_get_title (report), pen->page + 1);

  seidel_text_draw (pen->cr, pen->theme, &style, text,
                    SEIDEL_RUN_REPORT_WIDTH - SEIDEL_REPORT_MARGIN, pen->bottom + FOOT / 2.0);
}

static void
begin_page_cb (SeidelReportPen *pen)
{
  write_foot (pen, pen->report);
  if (cairo_surface_get_type (cairo_get_target (pen->cr)) == CAIRO_SURFACE_TYPE_PDF)
    cairo_show_page (pen->cr);
  else
    cairo_translate (pen->cr, 0.0, SEIDEL_RUN_REPORT_HEIGHT);
  pen->page++;
  pen->y = SEIDEL_REPORT_MARGIN;
}

/* Room for something that is not divided. */
static void
need (SeidelReportPen *pen, double height)
{
  if (pen->y + height > pen->bottom)
    begin_page_cb (pen);
}

static void
draw_pages (const SeidelRunReport *report, SeidelReportPen *pen)
{
  const double inner = SEIDEL_RUN_REPORT_WIDTH - 2.0 * SEIDEL_REPORT_MARGIN;
  const SeidelTextStyle title = { .size = 1.7, .bold = TRUE, .max_width = inner, .wrap = TRUE };
  double square;

  pen->y +=
    seidel_report_write (pen, &title, seidel_run_report_get_title (report), SEIDEL_REPORT_MARGIN)
    + 2.0;
  write_size (pen, report, inner);
  if (report->runs->len > 0)
    write_origin (pen, report, inner);
  if (report->runs->len == 1)
    {
      const SeidelReportRun *run = report->runs->pdata[0];

      write_heading (pen, run->title, inner);
      write_one (pen, run, inner);
    }
  else
    seidel_report_write_table (pen, report->runs, inner);
  pen->y += GAP;
  need (pen, CURVES);
  if (report->pattern == NULL)
    {
      draw_curves (pen, report, inner, MIN (pen->bottom - pen->y, MOST_CURVES));
      write_foot (pen, report);
      return;
    }
  draw_curves (pen, report, inner, CURVES);
  square = inner / 2.0 + 3.0 * GAP;
  /* A little less than a square will do. */
  need (pen, 0.6 * square);
  draw_matrix (pen, report, inner, MIN (pen->bottom - pen->y, square));
  write_foot (pen, report);
}

void
seidel_run_report_draw (gconstpointer data,
                        cairo_t *cr,
                        double width,
                        double height,
                        const SeidelTheme *theme)
{
  SeidelTheme print = *theme;
  SeidelReportPen pen = { .cr = cr,
                          .theme = &print,
                          .y = SEIDEL_REPORT_MARGIN,
                          .bottom = SEIDEL_RUN_REPORT_HEIGHT - SEIDEL_REPORT_MARGIN,
                          .report = data,
                          .begin_page = begin_page_cb };

  seidel_theme_scale (&print, FONT_SCALE);
  seidel_color_set_source (&print.background, cr);
  cairo_paint (cr);
  cairo_save (cr);
  draw_pages (data, &pen);
  cairo_restore (cr);
}

int
seidel_run_report_n_pages (const SeidelRunReport *report)
{
  SeidelTheme print = seidel_theme_get (FALSE);
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  SeidelReportPen pen = { .cr = cr,
                          .theme = &print,
                          .y = SEIDEL_REPORT_MARGIN,
                          .bottom = SEIDEL_RUN_REPORT_HEIGHT - SEIDEL_REPORT_MARGIN,
                          .report = report,
                          .begin_page = begin_page_cb };

  seidel_theme_scale (&print, FONT_SCALE);
  draw_pages (report, &pen);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pen.page + 1;
}

double
seidel_run_report_height (const SeidelRunReport *report, const char *path)
{
  const SeidelExportFormat *format = seidel_export_format_find (path);

  return format != NULL && g_str_equal (format->suffix, ".pdf")
           ? SEIDEL_RUN_REPORT_HEIGHT
           : SEIDEL_RUN_REPORT_HEIGHT * seidel_run_report_n_pages (report);
}
