/* Connects a chart of levels with what is selected: its bars can be picked, and those of levels
 * with selected rows stand out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-levels-picture.h"
#include "model/seidel-selection.h"
#include "views/seidel-plot-view.h"

G_BEGIN_DECLS

typedef struct SeidelLevelsLink SeidelLevelsLink;

/* The view shows the picture's figure; both are borrowed and outlive the link. */
SeidelLevelsLink *seidel_levels_link_new (SeidelPlotView *view, SeidelLevelsPicture *picture);
void seidel_levels_link_free (SeidelLevelsLink *link);

/* NULL: none. */
void seidel_levels_link_set_selection (SeidelLevelsLink *link, SeidelSelection *selection);
/* After the picture got other schedules, and before it is updated. */
void seidel_levels_link_refresh (SeidelLevelsLink *link);

G_END_DECLS
