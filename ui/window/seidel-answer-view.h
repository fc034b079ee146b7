/* The picture of rows in which a lesson's question is answered, and its keys.
 *
 * Levels: digits go into the row that has the cursor, Backspace takes the last one back. An order:
 * Space, or a click, makes the row the next one or takes it out; Backspace takes the last one out.
 * The arrow keys move the cursor; Return shows the answer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "model/seidel-lesson-player.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_ANSWER_VIEW (seidel_answer_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelAnswerView, seidel_answer_view, SEIDEL, ANSWER_VIEW, GtkWidget)

/* Visible while the step of the player asks for rows that are known. Return activates
 * win.lesson-next. */
GtkWidget *seidel_answer_view_new (SeidelLessonPlayer *player);

G_END_DECLS
