/* Where the time of a run went: its phases, each of its sweeps, each level of a sweep beside the
 * rows in it; or each pass, where the strategy makes passes.
 *
 *   SeidelTimingPicture *picture = seidel_timing_picture_new ();
 *   seidel_timing_picture_set_run (picture, "Jacobi · CPU", trace, load_seconds, NULL, NULL);
 *   seidel_timing_picture_update (picture, false);
 *   seidel_timing_picture_draw (picture, cr, width, height, &theme);
 *
 * The trace may still be growing; what is drawn is what there was at the last update.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "draw/seidel-figure.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* Loading, then the phases of the trace. */
#define SEIDEL_TIMING_N_PARTS (SEIDEL_N_PHASES + 1)

typedef struct
{
  bool logarithmic;  /* the axes of rows and of seconds; takes effect at the next update */
  bool colors;       /* what is measured as levels are the colours of a colouring; likewise */
  guint color_index; /* of the run, into the series colours of the theme; likewise */

  /* Read-only from here on. */
  char *title;
  SeidelTrace *trace;                  /* NULL: no run */
  SeidelSchedule *schedules[2];        /* by SeidelDirection; NULL where not known */
  double parts[SEIDEL_TIMING_N_PARTS]; /* seconds */
  bool has_device;                     /* its engine has device timings */
  SeidelTraceDevice device;
  SeidelPlot *sweeps;
  SeidelPlot *levels[2];
  struct SeidelTimingLevels
  {
    SeidelLevelTimes *times;        /* at the last update; NULL: none were timed */
    int64_t version;                /* of the trace's at that time */
    const SeidelSchedule *schedule; /* of the timed levels, borrowed from the picture; or NULL */
  } samples[2];
  SeidelFigure *figure;
} SeidelTimingPicture;

SeidelTimingPicture *seidel_timing_picture_new (void);
void seidel_timing_picture_free (SeidelTimingPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelTimingPicture, seidel_timing_picture_free)

/* Takes references; trace may be NULL (no run is selected), the schedules too. Forgets the zoom
 * when it is another run. */
void seidel_timing_picture_set_run (SeidelTimingPicture *picture,
                                    const char *title,
                                    SeidelTrace *trace,
                                    double load_seconds,
                                    SeidelSchedule *forward,
                                    SeidelSchedule *backward);
/* Reads how far the trace is. Returns whether there was anything new to draw. */
bool seidel_timing_picture_update (SeidelTimingPicture *picture, bool live);

SeidelDraw seidel_timing_picture_draw;

/* what,index,rows,seconds,lower,upper: phases by their id, what the device did, sweeps by
 * iteration, levels or passes with their rows, where seconds is the median of the timed sweeps and
 * the others are their quartiles; NULL without a run. */
char *seidel_timing_picture_to_csv (const SeidelTimingPicture *picture);

/* "1.23 s in all: Loading 0.41 s, …", then the measured levels of each direction; never NULL. */
char *seidel_timing_picture_describe (const SeidelTimingPicture *picture);

/* The ids of loading, then of the phases. */
const char *seidel_timing_part_id (guint part);

G_END_DECLS
