/* The page of dependency levels: how many rows can be computed together, level by level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-document-page.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_LEVELS_PAGE (seidel_levels_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelLevelsPage, seidel_levels_page, SEIDEL, LEVELS_PAGE, SeidelDocumentPage)

GtkWidget *seidel_levels_page_new (void);

G_END_DECLS
