/* What the window shows before a matrix is open: ways to get one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_START_PAGE (seidel_start_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelStartPage, seidel_start_page, SEIDEL, START_PAGE, AdwBin)

G_END_DECLS
