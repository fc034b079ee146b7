/* The structure report of the open matrix, as a readable list that fills while the analysis goes
 * on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-document.h"

G_BEGIN_DECLS

/* Action: report.copy, the report as text to the clipboard. */
#define SEIDEL_TYPE_REPORT_PANE (seidel_report_pane_get_type ())
G_DECLARE_FINAL_TYPE (SeidelReportPane, seidel_report_pane, SEIDEL, REPORT_PANE, AdwBin)

void seidel_report_pane_set_document (SeidelReportPane *self, SeidelDocument *document);

/* The report as text, one "name: value" a line. Free with g_free (). */
char *seidel_report_pane_to_text (SeidelReportPane *self);

G_END_DECLS
