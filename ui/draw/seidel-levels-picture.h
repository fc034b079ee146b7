/* The levels of a dependency graph as a picture: rows (and entries) per level, what a run has
 * measured of them, the main numbers.
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
#include "draw/seidel-level-measures.h"
#include "engine/seidel-engine.h"
#include "experiment/seidel-machine.h"

G_BEGIN_DECLS

/* How many rows of a level are selected. */
typedef struct
{
  int32_t level; /* from 1 */
  int64_t rows;
} SeidelSelectedLevel;

/* Bars of so few levels can be counted, whatever is left off around them: they are ten pixels wide
 * where the picture is as wide as a small screen. */
#define SEIDEL_LEVELS_COUNTED_AT_SIGHT 100

typedef struct
{
  /* Choices; call seidel_levels_picture_update () after changing them. */
  bool show[2];     /* by SeidelDirection; TRUE, FALSE at first */
  bool rows;        /* TRUE at first */
  bool nonzeros;    /* FALSE at first */
  bool logarithmic; /* FALSE at first */
  bool withheld;    /* nothing that counts the levels; FALSE at first */
  /* On the right axis: the time at first. While nothing was measured, the part of the rows that is
   * completed takes the place of what would have to be. */
  SeidelLevelMeasure measure;
  const char *selected_name; /* of the rows that are selected; static; NULL: “Selected rows” */
  bool caption; /* TRUE at first: title and main numbers as text, for a picture on its own */

  /* Read-only from here on. */
  char *title;
  SeidelSchedule *schedules[2]; /* by direction; NULL where there is none */
  double *cumulated[2];         /* percent of the rows in levels 1 … l + 1 */
  SeidelTrace *trace;           /* of the run whose times are shown, or NULL */
  char *run;                    /* its title */
  int threads;                  /* that it sweeps with, or, without a run, those of the machine */
  int value_bytes;
  SeidelMachine machine; /* of the host; no threads: not known */
  SeidelDeviceCapacity device;
  unsigned int color_index;
  SeidelLevelMeasures measures[2];
  SeidelSelectedLevel *selected[2]; /* the levels of selected rows; NULL: none */
  int32_t n_selected[2];
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
/* Shows the times that this run measures; NULL: none. A trace without a title is that of sweeps
 * for the times of levels alone. Takes a reference to the trace, which may still be growing.
 * threads: of its sweeps; 0: they are not on threads of the host. precision: of its numbers. Call
 * seidel_levels_picture_update () after it. */
void seidel_levels_picture_set_run (SeidelLevelsPicture *picture,
                                    const char *title,
                                    SeidelTrace *trace,
                                    int threads,
                                    SeidelPrecision precision,
                                    unsigned int color_index);
/* What can be reached: lines across the plots. machine: the host's, of whose threads the run uses
 * some; NULL: not known. device: that of a run without threads; NULL: not known. Call
 * seidel_levels_picture_update () after it. */
void seidel_levels_picture_set_machine (SeidelLevelsPicture *picture,
                                        const SeidelMachine *machine,
                                        const SeidelDeviceCapacity *device);
/* Shows the selected rows of each level, of as many as the direction has; NULL: none. Copied. Call
 * seidel_levels_picture_update () after it. */
void seidel_levels_picture_set_selected (SeidelLevelsPicture *picture,
                                         SeidelDirection direction,
                                         const int64_t *level_rows);
/* Brings everything up to date, reading new times. */
void seidel_levels_picture_update (SeidelLevelsPicture *picture);
/* The same if there are new times; returns whether there were. */
bool seidel_levels_picture_update_live (SeidelLevelsPicture *picture);

/* What is on the right axis of a direction. */
SeidelLevelMeasure seidel_levels_picture_measure (const SeidelLevelsPicture *picture,
                                                  SeidelDirection direction);

SeidelDraw seidel_levels_picture_draw;

/* direction,level,rows,nonzeros,cumulative_percent,lower,median,upper,wasted: one line for each
 * level of the directions shown, the last four in seconds and empty where nothing was measured;
 * NULL when there is no level. */
char *seidel_levels_picture_to_csv (const SeidelLevelsPicture *picture);

/* "392 levels forward, widest 14 rows, …", and what was measured: the picture in words; never NULL.
 */
char *seidel_levels_picture_describe (const SeidelLevelsPicture *picture);

G_END_DECLS
