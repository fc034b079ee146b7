/* The Sweep page: a sweep of the open matrix, played step by step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-playback.h"
#include "pages/seidel-document-page.h"
#include "pages/seidel-side-by-side.h"

G_BEGIN_DECLS

/* Actions, with their keys:
 *  - sweep.play (Space): plays or pauses; at the end it starts over;
 *  - sweep.step (i) (←, →; Page Up and Page Down by a tenth);
 *  - sweep.first (Home), sweep.last (End);
 *  - sweep.speed (i) (↑, ↓): faster or slower. */
#define SEIDEL_TYPE_SWEEP_PAGE (seidel_sweep_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSweepPage, seidel_sweep_page, SEIDEL, SWEEP_PAGE, SeidelDocumentPage)

GtkWidget *seidel_sweep_page_new (void);

/* The step that is shown, and how many there are: 0 while there is nothing to play. */
int64_t seidel_sweep_page_get_step (SeidelSweepPage *self);
int64_t seidel_sweep_page_get_steps (SeidelSweepPage *self);
/* Plays the sweep of the open matrix in this way, from a step on, as soon as it can be played: so
 * many steps a second, or as few more as the page offers (0: the usual); play: at once. */
void seidel_sweep_page_show (SeidelSweepPage *self,
                             SeidelPlayMode mode,
                             int64_t step,
                             int speed,
                             gboolean play);
/* Shows methods side by side in place of a sweep; borrowed. */
SeidelSideBySide *seidel_sweep_page_show_side (SeidelSweepPage *self);
gboolean seidel_sweep_page_get_playing (SeidelSweepPage *self);

G_END_DECLS
