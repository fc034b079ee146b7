/* What the files of the Sweep page share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sweep-picture.h"
#include "pages/seidel-sweep-page.h"
#include "views/seidel-cells-view.h"
#include "views/seidel-read-out.h"

G_BEGIN_DECLS

/* Iterations side by side: in the list of ways to play, the last. */
#define SEIDEL_SWEEP_PAGE_SIDE SEIDEL_N_PLAY_MODES

struct _SeidelSweepPage
{
  SeidelDocumentPage parent_instance;

  /* Template Widgets */
  GtkDropDown *direction;
  GtkDropDown *mode;
  GtkDropDown *shown;
  GtkDropDown *speed;
  SeidelCellsView *view;
  GtkButton *play;
  GtkWidget *again;
  GtkScale *scrubber;
  GtkLabel *status;
  SeidelReadOut *read_out;
  SeidelSideBySide *side; /* in place of a sweep, where that is chosen */

  /* Owned References */
  SeidelSweepPicture *picture;
  SeidelSchedule *schedule; /* of what is shown or being made */
  SeidelPlayMode shown_mode;
  uint32_t seed;             /* of the race */
  gboolean few;              /* rows, so that the list of views has the pattern too */
  GCancellable *cancellable; /* of the worker */

  guint tick; /* while playing, or 0 */
  gint64 frame_time;
  double position;  /* in steps, between two of them while playing */
  gint64 described; /* monotonic time of the last text */
  int64_t pointed;

  gboolean making; /* the worker is at it */
  gboolean withheld;
  /* What seidel_sweep_page_show () asked for, until there is a picture. */
  struct
  {
    gboolean wanted;
    int64_t step;
    int speed;
    gboolean play;
  } request;
};

/* seidel-sweep-page-play.c */

/* Goes to a step. Texts for people follow at once, or, while playing, some times a second. */
void seidel_sweep_page_go_to (SeidelSweepPage *self, int64_t step);
void seidel_sweep_page_play_or_pause (SeidelSweepPage *self);
void seidel_sweep_page_pause (SeidelSweepPage *self);
/* The slowest speed at which so many steps take a few seconds at most, or else the fastest. */
void seidel_sweep_page_choose_speed (SeidelSweepPage *self, int64_t steps);
void seidel_sweep_page_do_as_requested (SeidelSweepPage *self);
void seidel_sweep_page_init_play (SeidelSweepPage *self);
/* Once the template is bound. */
void seidel_sweep_page_class_init_play (GtkWidgetClass *klass);

/* seidel-sweep-page-make.c */

/* The picture arrives later, unless another one is made or the making is cancelled before. */
void seidel_sweep_page_make (SeidelSweepPage *self, SeidelSchedule *schedule, SeidelPlayMode mode);
void seidel_sweep_page_cancel_making (SeidelSweepPage *self);
/* Takes the picture, or NULL. */
void seidel_sweep_page_set_picture (SeidelSweepPage *self, SeidelSweepPicture *picture);
void seidel_sweep_page_show_why_empty (SeidelSweepPage *self);

/* seidel-sweep-page-shown.c */

/* Whether iterations side by side are shown in place of a sweep. */
gboolean seidel_sweep_page_shows_side (SeidelSweepPage *self);
/* Back to a sweep, or to the iterations. */
void seidel_sweep_page_switch_side (SeidelSweepPage *self);
/* What the list of views says. */
SeidelSweepShown seidel_sweep_page_read_shown (SeidelSweepPage *self);
/* The pattern of many rows is not in the list: their cells. */
void seidel_sweep_page_choose_shown (SeidelSweepPage *self, SeidelSweepShown shown);
/* The views that there are; the pattern of many rows is on the Matrix page. Keeps the choice. */
void seidel_sweep_page_fill_views (SeidelSweepPage *self, gboolean few);
/* In words, of the step and the row that is pointed at; there must be a picture. */
void seidel_sweep_page_describe (SeidelSweepPage *self);
void seidel_sweep_page_selection_changed (SeidelDocumentPage *page);
/* Once the template is bound. */
void seidel_sweep_page_class_init_shown (SeidelDocumentPageClass *klass);

G_END_DECLS
