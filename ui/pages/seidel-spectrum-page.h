/* The page that shows the eigenvalues that the selected run has found on the way.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-runs-page.h"

G_BEGIN_DECLS

/* Properties: runs (SeidelRunList or NULL); relevant, read-only: whether there is a run with Ritz
 * values. */
#define SEIDEL_TYPE_SPECTRUM_PAGE (seidel_spectrum_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSpectrumPage,
                      seidel_spectrum_page,
                      SEIDEL,
                      SPECTRUM_PAGE,
                      SeidelRunsPage)

GtkWidget *seidel_spectrum_page_new (void);

G_END_DECLS
