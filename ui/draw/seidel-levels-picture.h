/* The levels of a dependency graph as a picture: rows (and entries) per level, their running sum,
 * the main numbers.
 *
 *   SeidelLevelsPicture *picture = seidel_levels_picture_new ();
 *   seidel_levels_picture_set_schedules (picture, "bcsstk14", forward, backward);
 *   picture->logarithmic = true;
 *   seidel_levels_picture_update (picture);
 *   seidel_levels_picture_draw (picture, cr, width, height, &theme);
 *
 * With both directions there are two plots, forward over backward, on one scale of levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "draw/seidel-figure.h"

G_BEGIN_DECLS

typedef struct
{
  /* Choices; call seidel_levels_picture_update () after changing them. */
  bool show[2];     /* by SeidelDirection; TRUE, FALSE at first */
  bool rows;        /* TRUE at first */
  bool nonzeros;    /* FALSE at first */
  bool logarithmic; /* FALSE at first */
  bool
    cumulative; /* TRUE at first: the part of the rows done after each level, on the right axis */
  bool caption; /* TRUE at first: title and main numbers as text, for a picture on its own */

  /* Read-only from here on. */
  char *title;
  SeidelSchedule *schedules[2]; /* by direction; NULL where there is none */
  double *cumulated[2];         /* percent of the rows in levels 1 … l + 1 */
  SeidelPlot *plots[2];
  SeidelFigure *figure; /* what is drawn; a view may zoom in it */
} SeidelLevelsPicture;

SeidelLevelsPicture *seidel_levels_picture_new (void);
void seidel_levels_picture_free (SeidelLevelsPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLevelsPicture, seidel_levels_picture_free)

/* Takes references; either may be NULL. Forgets the zoom. title may be NULL. */
void seidel_levels_picture_set_schedules (SeidelLevelsPicture *picture,
                                          const char *title,
                                          SeidelSchedule *forward,
                                          SeidelSchedule *backward);
void seidel_levels_picture_update (SeidelLevelsPicture *picture);

void seidel_levels_picture_draw (const SeidelLevelsPicture *picture,
                                 cairo_t *cr,
                                 double width,
                                 double height,
                                 const SeidelTheme *theme);

/* direction,level,rows,nonzeros,cumulative_percent: one line for each level of the directions
 * shown; NULL when there is none. */
char *seidel_levels_picture_to_csv (const SeidelLevelsPicture *picture);

/* "392 levels forward, widest 14 rows, …": the picture in words; never NULL. */
char *seidel_levels_picture_describe (const SeidelLevelsPicture *picture);

G_END_DECLS
