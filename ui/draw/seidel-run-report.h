/* Pages about one run or several, for print: what was run and how it ended, the curves, and of the
 * matrix the pattern and the levels. All runs are listed, on as many pages as that takes.
 *
 *   SeidelRunReport *report = seidel_run_report_new ();
 *   seidel_run_report_add_run (report, "Conjugate gradients + SSOR", entry);
 *   seidel_run_report_set_matrix (report, matrix, forward);
 *   seidel_export_picture (&(SeidelDrawing){ seidel_run_report_draw, report, &theme,
 *                                          SEIDEL_RUN_REPORT_WIDTH,
 *                                          seidel_run_report_height (report, "runs.pdf"), 1.0 },
 *                          "runs.pdf", &error);
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

SeidelRunReport *seidel_run_report_new (void);
void seidel_run_report_free (SeidelRunReport *report);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRunReport, seidel_run_report_free)

/* The matrix, where all runs have the same. */
const char *seidel_run_report_get_title (const SeidelRunReport *report);

/* title: what was run. Takes a reference to the record. */
void seidel_run_report_add_run (SeidelRunReport *report,
                                const char *title,
                                const SeidelSessionEntry *entry);
/* What the runs have in common, where it is at hand; takes references. The levels may be NULL. */
void seidel_run_report_set_matrix (SeidelRunReport *report,
                                   SeidelMatrix *matrix,
                                   SeidelSchedule *forward);

/* How many pages there are. */
int seidel_run_report_n_pages (const SeidelRunReport *report);

/* What a file has to be high: that of a page, where the format has pages, otherwise that of all,
 * one below the other. */
double seidel_run_report_height (const SeidelRunReport *report, const char *path);

/* data is a SeidelRunReport. On a PDF surface each page is one of its own,
 * otherwise they follow each other downwards. */
SeidelDraw seidel_run_report_draw;

G_END_DECLS
