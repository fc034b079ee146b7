/* The page that says where the time of the selected run went.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-runs-page.h"

G_BEGIN_DECLS

/* Properties: runs (SeidelRunList or NULL). */
#define SEIDEL_TYPE_TIMING_PAGE (seidel_timing_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelTimingPage, seidel_timing_page, SEIDEL, TIMING_PAGE, SeidelRunsPage)

GtkWidget *seidel_timing_page_new (void);

G_END_DECLS
