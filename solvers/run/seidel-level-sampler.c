/* A sample of the sweeps of a run, and its quartiles by level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-level-sampler.h"

#include <string.h>

#include "base/seidel-translatable.h"

/* One of the first two sweeps may cost up to this share of what has gone by, so that a run of some
 * ten sweeps is timed at all; where nothing is known of the cost, it is the very first. */
#define FIRST_SHARE 0.25

struct SeidelLevelFrame
{
  SeidelLevelFrame *next; /* in the list of those outgrown */
  int32_t room;
  _Atomic (int32_t) count;
  _Atomic (int32_t) *rows;   /* of passes; NULL for levels */
  _Atomic (float) seconds[]; /* room, followed by the rows */
};

const char *
seidel_timed_id (SeidelTimed timed)
{
  return timed == SEIDEL_TIMED_SWEEPS ? "sweeps" : "apart";
}

char *
seidel_level_times_describe (const SeidelLevelTimes *times)
{
  const unsigned long n = (unsigned long) times->kept;

  return g_strdup_printf (
    times->timed == SEIDEL_TIMED_SWEEPS
      ? seidel_plural ("%d sweep of the run", "%d sweeps of the run", n)
      : seidel_plural ("%d sweep beside the run, level by level on one thread",
                       "%d sweeps beside the run, level by level on one thread", n),
    times->kept);
}

static void *
try_copy (const void *items, int32_t count, size_t size)
{
  void *copy = g_try_malloc_n ((size_t) count, size);

  if (copy != NULL)
    memcpy (copy, items, (size_t) count * size);
  return copy;
}

SeidelLevelTimes *
seidel_level_times_copy (const SeidelLevelTimes *times)
{
  g_autoptr (SeidelLevelTimes) copy = g_memdup2 (times, sizeof *times);

  copy->times = try_copy (times->times, times->count, sizeof *times->times);
  copy->rows =
    times->rows != NULL ? try_copy (times->rows, times->count, sizeof *times->rows) : NULL;
  if (times->count > 0 && (copy->times == NULL || (times->rows != NULL && copy->rows == NULL)))
    return NULL;
  return g_steal_pointer (&copy);
}

void
seidel_level_times_free (SeidelLevelTimes *times)
{
  if (times == NULL)
    return;
  g_free (times->times);
  g_free (times->rows);
  g_free (times);
}

double
seidel_level_times_sum (const SeidelLevelTimes *times)
{
  double sum = 0.0;

  for (int32_t l = 0; l < times->count; l++)
    sum += times->times[l].median;
  return sum;
}

void
seidel_level_sampler_clear (SeidelLevelSampler *sampler)
{
  for (int i = 0; i < SEIDEL_LEVEL_SAMPLER_MOST; i++)
    g_free (atomic_load (&sampler->frames[i]));
  while (sampler->outgrown != NULL)
    {
      SeidelLevelFrame *next = sampler->outgrown->next;

      g_free (sampler->outgrown);
      sampler->outgrown = next;
    }
}

void
seidel_level_sampler_begin (SeidelLevelSampler *sampler, double seconds)
{
  sampler->wanted = true;
  sampler->seen = 0;
  sampler->predicted = (int64_t) (seconds * 1e9);
  for (int i = 0; i < SEIDEL_LEVEL_SAMPLER_MOST; i++)
    {
      SeidelLevelFrame *frame = atomic_load_explicit (&sampler->frames[i], memory_order_relaxed);

      if (frame != NULL)
        atomic_store_explicit (&frame->count, 0, memory_order_relaxed);
    }
  atomic_store_explicit (&sampler->sweeps, 0, memory_order_release);
  atomic_fetch_add_explicit (&sampler->version, 1, memory_order_release);
}

bool
seidel_level_sampler_wants (SeidelLevelSampler *sampler, double elapsed, double spent)
{
  double predicted = (double) sampler->predicted * 1e-9;
  int64_t seen = sampler->seen;

  if (!sampler->wanted)
    return false;
  sampler->seen++;
  return (seen <= 1 && predicted <= FIRST_SHARE * elapsed)
         || spent + predicted <= SEIDEL_LEVEL_SAMPLER_SHARE * elapsed;
}

static int
places_for (int32_t count)
{
  return (int) CLAMP (SEIDEL_LEVEL_SAMPLER_ITEMS / MAX (count, 1), SEIDEL_LEVEL_SAMPLER_FEWEST,
                      SEIDEL_LEVEL_SAMPLER_MOST);
}

static SeidelLevelFrame *
new_frame (int32_t room, bool passes)
{
  size_t item = sizeof (float) + (passes ? sizeof (int32_t) : 0);
  SeidelLevelFrame *frame = g_try_malloc0 (sizeof *frame + (size_t) room * item);

  if (frame == NULL)
    return NULL;
  frame->room = room;
  if (passes)
    frame->rows = (void *) (frame->seconds + room);
  return frame;
}

/* The frame for the next sweep, with room for so many levels; NULL without memory. */
static SeidelLevelFrame *
next_frame (SeidelLevelSampler *sampler, int64_t sweep, int32_t count, bool passes)
{
  const int places = places_for (count);
  const int64_t place = sweep % places;
  SeidelLevelFrame *old = atomic_load_explicit (&sampler->frames[place], memory_order_relaxed);
  SeidelLevelFrame *frame;

  if (old != NULL && old->room >= count && (old->rows != NULL || !passes))
    return old;
  /* Passes vary in number: what has grown once may grow again. */
  frame = new_frame (old != NULL ? MAX (count, old->room + old->room / 2) : count, passes);
  if (frame == NULL)
    return NULL;
  if (old != NULL)
    {
      old->next = sampler->outgrown;
      sampler->outgrown = old;
    }
  atomic_store_explicit (&sampler->frames[place], frame, memory_order_release);
  return frame;
}

void
seidel_level_sampler_add (SeidelLevelSampler *sampler,
                          const SeidelSweepReport *report,
                          SeidelTimed timed)
{
  int64_t sweep = atomic_load_explicit (&sampler->sweeps, memory_order_relaxed);
  bool passes = report->rows != NULL;
  SeidelLevelFrame *frame;

  sampler->predicted = report->cost;
  if (report->count == 0)
    return;
  frame = next_frame (sampler, sweep, report->count, passes);
  if (frame == NULL)
    return;
  for (int32_t i = 0; i < report->count; i++)
    atomic_store_explicit (&frame->seconds[i], (float) report->nanoseconds[i] * 1e-9F,
                           memory_order_relaxed);
  for (int32_t i = 0; i < report->count && passes; i++)
    atomic_store_explicit (&frame->rows[i], (int32_t) report->rows[i], memory_order_relaxed);
  atomic_store_explicit (&frame->count, report->count, memory_order_release);
  atomic_store_explicit (&sampler->timed, timed, memory_order_relaxed);
  atomic_store_explicit (&sampler->passes, passes, memory_order_relaxed);
  atomic_store_explicit (&sampler->sweeps, sweep + 1, memory_order_release);
  atomic_fetch_add_explicit (&sampler->version, 1, memory_order_release);
}

/* Sorts a few numbers. */
static void
sort (double *values, int n)
{
  for (int i = 1; i < n; i++)
    {
      double value = values[i];
      int j = i;

      for (; j > 0 && values[j - 1] > value; j--)
        values[j] = values[j - 1];
      values[j] = value;
    }
}

/* The value below which a part of n sorted ones lie, between two of them where it must be. */
static double
quantile (const double *sorted, int n, double part)
{
  double place = part * (n - 1);
  int below = (int) place;

  if (below + 1 >= n)
    return sorted[n - 1];
  return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

/* What is kept, as one reader sees it. */
typedef struct
{
  SeidelLevelFrame *frames[SEIDEL_LEVEL_SAMPLER_MOST];
  int32_t counts[SEIDEL_LEVEL_SAMPLER_MOST];
  int n;
} Kept;

static void
find_kept (SeidelLevelSampler *sampler, int64_t sweeps, Kept *kept)
{
  /* Sweeps of more passes than others share fewer places: those behind them are of long ago. */
  for (int i = 0; i < MIN (sweeps, SEIDEL_LEVEL_SAMPLER_MOST); i++)
    {
      SeidelLevelFrame *frame = atomic_load_explicit (&sampler->frames[i], memory_order_acquire);
      int32_t count =
        frame != NULL ? atomic_load_explicit (&frame->count, memory_order_acquire) : 0;

      if (count == 0)
        continue;
      kept->frames[kept->n] = frame;
      kept->counts[kept->n++] = count;
    }
}

static SeidelLevelTime
find_quartiles (const Kept *kept, int32_t level)
{
  double seconds[SEIDEL_LEVEL_SAMPLER_MOST];
  int n = 0;

  for (int i = 0; i < kept->n; i++)
    if (level < kept->counts[i])
      seconds[n++] =
        (double) atomic_load_explicit (&kept->frames[i]->seconds[level], memory_order_relaxed);
  sort (seconds, n);
  return (SeidelLevelTime){ quantile (seconds, n, 0.25), quantile (seconds, n, 0.5),
                            quantile (seconds, n, 0.75) };
}

static int64_t
find_rows (const Kept *kept, int32_t pass)
{
  double rows[SEIDEL_LEVEL_SAMPLER_MOST];
  int n = 0;

  for (int i = 0; i < kept->n; i++)
    if (pass < kept->counts[i] && kept->frames[i]->rows != NULL)
      rows[n++] = atomic_load_explicit (&kept->frames[i]->rows[pass], memory_order_relaxed);
  sort (rows, n);
  return n > 0 ? (int64_t) quantile (rows, n, 0.5) : 0;
}

SeidelLevelTimes *
seidel_level_sampler_read (SeidelLevelSampler *sampler, SeidelDirection direction)
{
  int64_t sweeps = atomic_load_explicit (&sampler->sweeps, memory_order_acquire);
  g_autoptr (SeidelLevelTimes) times = NULL;
  Kept kept = { .n = 0 };

  find_kept (sampler, sweeps, &kept);
  if (kept.n == 0)
    return NULL;
  times = g_new0 (SeidelLevelTimes, 1);
  times->direction = direction;
  times->timed = (SeidelTimed) atomic_load_explicit (&sampler->timed, memory_order_relaxed);
  times->passes = atomic_load_explicit (&sampler->passes, memory_order_relaxed);
  times->sweeps = sweeps;
  times->kept = kept.n;
  times->fewest = kept.counts[0];
  for (int i = 0; i < kept.n; i++)
    {
      times->fewest = MIN (times->fewest, kept.counts[i]);
      times->count = MAX (times->count, kept.counts[i]);
    }
  times->times = g_try_new (SeidelLevelTime, times->count);
  if (times->passes)
    times->rows = g_try_new (int64_t, times->count);
  if (times->times == NULL || (times->passes && times->rows == NULL))
    return NULL;
  for (int32_t l = 0; l < times->count; l++)
    times->times[l] = find_quartiles (&kept, l);
  for (int32_t l = 0; l < times->count && times->passes; l++)
    times->rows[l] = find_rows (&kept, l);
  return g_steal_pointer (&times);
}
