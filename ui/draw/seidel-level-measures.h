/* What a run has measured of the levels of a sweep, as curves over them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-plot.h"
#include "run/seidel-level-waste.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* What is drawn over the levels, on the right axis: the only list of it, in the order of the
 * choice. The first four need measured times. */
typedef enum
{
  SEIDEL_LEVEL_TIME,      /* with quartiles */
  SEIDEL_LEVEL_RATE,      /* rows in a microsecond */
  SEIDEL_LEVEL_BANDWIDTH, /* GB/s, if matrix, b and x are read, and x is written, once */
  SEIDEL_LEVEL_WASTE,     /* time beyond that of its work at the best rate */
  SEIDEL_LEVEL_DONE,      /* the part of the rows in the levels so far */
  SEIDEL_LEVEL_NOTHING,
  SEIDEL_N_LEVEL_MEASURES,
} SeidelLevelMeasure;

typedef struct
{
  const char *name;  /* of the curve and of the choice: "Time"; marked for translation */
  const char *label; /* of its axis, likewise; NULL: none */
  SeidelUnit unit;
} SeidelLevelMeasureInfo;

const SeidelLevelMeasureInfo *seidel_level_measure_info (SeidelLevelMeasure measure);

/* All zero at first; clear it. Read-only for others. */
typedef struct
{
  SeidelLevelTimes *times;        /* NULL: none were measured of these levels */
  const SeidelSchedule *schedule; /* borrowed */
  SeidelLevelWaste waste;
  int32_t *wasteful; /* the levels that take more than twice their time at the best rate, from 0 */
  int32_t n_wasteful;
  int value_bytes; /* of a number in the matrix and in vectors */
  int64_t version; /* of the trace when it was read */
} SeidelLevelMeasures;

void seidel_level_measures_clear (SeidelLevelMeasures *self);

/* Reads the times of the schedule's levels from a trace, if there are any and they are others than
 * before; returns whether there were. threads: that swept; at least 1. */
bool seidel_level_measures_read (SeidelLevelMeasures *self,
                                 SeidelTrace *trace,
                                 const SeidelSchedule *schedule,
                                 int threads,
                                 int value_bytes);

/* The bytes that a level moves if matrix, b and x are read, and x is written, once. */
double seidel_level_bytes (const SeidelSchedule *schedule, int32_t level, int value_bytes);

/* Samples for series over the levels; the data are the measures. NULL for what needs no times; the
 * quartiles, of the time alone, by −1 and +1. */
SeidelSampleFunc seidel_level_measure_sample (SeidelLevelMeasure measure, int quartile);
/* Rows of the wasteful levels: n_wasteful samples. */
void seidel_level_measures_sample_wasteful (gconstpointer data, size_t i, double *x, double *y);

G_END_DECLS
