/* What a run has measured of the levels of a sweep, as curves over them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-level-measures.h"

#include <glib/gi18n.h>

/* A level is wasteful when it takes so many times what it would at the best rate. */
#define WASTEFUL 2.0

#define INDEX_BYTES  4.0 /* of an entry */
#define OFFSET_BYTES 8.0 /* of a row */
#define ROW_VALUES   3.0 /* b is read, x read and written */

static const SeidelLevelMeasureInfo measures[SEIDEL_N_LEVEL_MEASURES] = {
  [SEIDEL_LEVEL_TIME] = { N_ ("Time"), N_ ("Time of the level"), SEIDEL_UNIT_SECONDS },
  [SEIDEL_LEVEL_RATE] = { N_ ("Rows per microsecond"), N_ ("Rows per microsecond"),
                          SEIDEL_UNIT_NONE },
  [SEIDEL_LEVEL_BANDWIDTH] = { N_ ("Bandwidth"), N_ ("Bandwidth, GB/s"), SEIDEL_UNIT_NONE },
  [SEIDEL_LEVEL_WASTE] = { N_ ("Wasted time"), N_ ("Time beyond the best rate"),
                           SEIDEL_UNIT_SECONDS },
  [SEIDEL_LEVEL_DONE] = { N_ ("Rows completed"), N_ ("Rows completed"), SEIDEL_UNIT_PERCENT },
  [SEIDEL_LEVEL_NOTHING] = { N_ ("Nothing"), NULL, SEIDEL_UNIT_NONE },
};

const SeidelLevelMeasureInfo *
seidel_level_measure_info (SeidelLevelMeasure measure)
{
  return &measures[measure];
}

void
seidel_level_measures_clear (SeidelLevelMeasures *self)
{
  g_clear_pointer (&self->times, seidel_level_times_free);
  g_clear_pointer (&self->wasteful, g_free);
  *self = (SeidelLevelMeasures){ 0 };
}

static bool
is_wasteful (const SeidelLevelMeasures *self, int32_t level)
{
  double seconds = self->times->times[level].median;

  return seidel_level_waste_of (&self->waste, self->schedule, self->times, level)
         > seconds * (1.0 - 1.0 / WASTEFUL);
}

/* Without memory none stands out. */
static void
find_wasteful (SeidelLevelMeasures *self)
{
  int32_t n = 0;

  for (int32_t l = 0; l < self->times->count; l++)
    n += is_wasteful (self, l);
  g_free (self->wasteful);
  self->n_wasteful = 0;
  self->wasteful = g_try_new (int32_t, n);
  for (int32_t l = 0; l < self->times->count && self->wasteful != NULL; l++)
    if (is_wasteful (self, l))
      self->wasteful[self->n_wasteful++] = l;
}

bool
seidel_level_measures_read (SeidelLevelMeasures *self,
                            SeidelTrace *trace,
                            const SeidelSchedule *schedule,
                            int threads,
                            int value_bytes)
{
  int64_t version = seidel_trace_level_version (trace, schedule->direction);
  SeidelLevelTimes *times;
  SeidelLevelWaste waste;

  if (version == self->version && schedule == self->schedule)
    return false;
  times = seidel_trace_level_times (trace, schedule->direction);
  if (times == NULL || !seidel_level_waste_init (&waste, schedule, times, threads))
    {
      seidel_level_times_free (times);
      return false;
    }
  seidel_level_times_free (self->times);
  self->times = times;
  self->schedule = schedule;
  self->waste = waste;
  self->value_bytes = value_bytes;
  self->version = version;
  find_wasteful (self);
  return true;
}

static void
sample_lower_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;

  *x = (double) (i + 1);
  *y = self->times->times[i].lower;
}

static void
sample_median_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;

  *x = (double) (i + 1);
  *y = self->times->times[i].median;
}

static void
sample_upper_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;

  *x = (double) (i + 1);
  *y = self->times->times[i].upper;
}

/* A level that was done with the one before it has no rate of its own. */
static double
per_second (const SeidelLevelMeasures *self, size_t i, double amount)
{
  double seconds = self->times->times[i].median;

  return seconds > 0.0 ? amount / seconds : 0.0;
}

static void
sample_rate_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;

  *x = (double) (i + 1);
  *y = per_second (self, i, (double) self->schedule->level_rows[i]) * 1e-6;
}

double
seidel_level_bytes (const SeidelSchedule *schedule, int32_t level, int value_bytes)
{
  return (double) schedule->level_nonzeros[level] * (value_bytes + INDEX_BYTES)
         + (double) schedule->level_rows[level] * (ROW_VALUES * value_bytes + OFFSET_BYTES);
}

static void
sample_bandwidth_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;
  double bytes = seidel_level_bytes (self->schedule, (int32_t) i, self->value_bytes);

  *x = (double) (i + 1);
  *y = per_second (self, i, bytes) * 1e-9;
}

static void
sample_waste_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;

  *x = (double) (i + 1);
  *y = seidel_level_waste_of (&self->waste, self->schedule, self->times, (int32_t) i);
}

void
seidel_level_measures_sample_wasteful (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelLevelMeasures *self = data;
  int32_t level = self->wasteful[i];

  *x = (double) level + 1.0;
  *y = (double) self->schedule->level_rows[level];
}

SeidelSampleFunc
seidel_level_measure_sample (SeidelLevelMeasure measure, int quartile)
{
  switch (measure)
    {
    case SEIDEL_LEVEL_TIME:
      return quartile < 0 ? sample_lower_cb : quartile > 0 ? sample_upper_cb : sample_median_cb;
    case SEIDEL_LEVEL_RATE:
      return quartile == 0 ? sample_rate_cb : NULL;
    case SEIDEL_LEVEL_BANDWIDTH:
      return quartile == 0 ? sample_bandwidth_cb : NULL;
    case SEIDEL_LEVEL_WASTE:
      return quartile == 0 ? sample_waste_cb : NULL;
    case SEIDEL_LEVEL_DONE:
    case SEIDEL_LEVEL_NOTHING:
    case SEIDEL_N_LEVEL_MEASURES:
    default:
      return NULL;
    }
}
