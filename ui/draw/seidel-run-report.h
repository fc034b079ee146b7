/* A page about one run or several, for print: what was run and how it ended, the curves, and of the
 * matrix the pattern and the levels.
 *
 *   SeidelRunReport *report = seidel_run_report_new ("bcsstk14");
 *   seidel_run_report_add_run (report, "Conjugate gradients + SSOR", entry);
 *   seidel_run_report_set_matrix (report, matrix, forward);
 *   seidel_export_picture (seidel_run_report_draw, report, &theme, SEIDEL_RUN_REPORT_WIDTH,
 *                          SEIDEL_RUN_REPORT_HEIGHT, 1.0, "runs.pdf", &error);
 *
 * The pictures are those of the pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "draw/seidel-theme.h"
#include "record/seidel-record.h"

#include <cairo.h>

G_BEGIN_DECLS

/* A4 in points. */
#define SEIDEL_RUN_REPORT_WIDTH  595.0
#define SEIDEL_RUN_REPORT_HEIGHT 842.0

typedef struct SeidelRunReport SeidelRunReport;

SeidelRunReport *seidel_run_report_new (const char *title);
void seidel_run_report_free (SeidelRunReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRunReport, seidel_run_report_free)

/* title: what was run. Takes a reference to the record. */
void seidel_run_report_add_run (SeidelRunReport *report,
                                const char *title,
                                const SeidelSessionEntry *entry);
/* What the runs have in common, where it is at hand; takes references. The levels may be NULL. */
void seidel_run_report_set_matrix (SeidelRunReport *report,
                                   SeidelMatrix *matrix,
                                   SeidelSchedule *forward);

/* A SeidelDrawFunc; data is a SeidelRunReport. */
void seidel_run_report_draw (gconstpointer data,
                             cairo_t *cr,
                             double width,
                             double height,
                             const SeidelTheme *theme);

G_END_DECLS
