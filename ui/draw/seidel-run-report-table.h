/* The runs of a report as a table that goes on over pages: used by seidel-run-report.c alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-run-report.h"
#include "draw/seidel-text.h"

G_BEGIN_DECLS

#define SEIDEL_REPORT_MARGIN 40.0

typedef struct
{
  char *title;
  SeidelSessionEntry *entry;
} SeidelReportRun;

/* Where the next thing is drawn. */
typedef struct SeidelReportPen
{
  cairo_t *cr;
  const SeidelTheme *theme;
  double y;
  double bottom; /* what is below belongs on the next page */
  int page;
  const SeidelRunReport *report;
  void (*begin_page) (struct SeidelReportPen *pen); /* and sets y to its top */
} SeidelReportPen;

/* Draws a text at x and returns its height. */
double seidel_report_write (SeidelReportPen *pen,
                            const SeidelTextStyle *style,
                            const char *text,
                            double x);

/* All of them (SeidelReportRun). */
void seidel_report_write_table (SeidelReportPen *pen, const GPtrArray *runs, double width);

/* What the table says, a line for each row, its cells with tabs between them; a warning is a line
 * of its own. Free with g_free (). */
char *seidel_report_table_to_text (const GPtrArray *runs);

G_END_DECLS
