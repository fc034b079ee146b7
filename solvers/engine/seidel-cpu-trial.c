/* How the threads of a sweep by levels keep to their order, found out by the first sweeps of a run.
 *
 * Whether threads gain, and whether to meet after each level or to wait for single tasks, depends
 * on the matrix, on the machine and on what else it does: nothing measures it better than the
 * sweeps themselves, and as all ways give the same bits, none of them is wasted. Each way is tried
 * for some sweeps, of which the quickest counts; the quickest way is kept for many, and then tried
 * against the others again, as the machine may have been disturbed. Until then later runs on the
 * same pattern begin with it, unless it is now slower than another way was.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <string.h>
#include <glib.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "engine/seidel-cpu-sweep-private.h"
#include "engine/seidel-sweep-trials.h"

G_STATIC_ASSERT (SEIDEL_CPU_N_WAYS == SEIDEL_TRIAL_MOST_WAYS);

/* Sweeps by each way: of two, only the first may find nothing in the caches. Then the quickest way
 * is kept for so many that trying, six sweeps, remains a small part of them. */
#define TRIES 2
#define KEPT  2000

static bool
is_possible (const SeidelSweep *sweep, SeidelCpuWay way)
{
  return way != SEIDEL_CPU_WAITS || sweep->waits != NULL;
}

static SeidelCpuWay
quickest (const SeidelSweep *sweep)
{
  SeidelCpuWay best = SEIDEL_CPU_ALONE;

  for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
    if (sweep->least[way] > 0 && sweep->least[way] < sweep->least[best])
      best = (SeidelCpuWay) way;
  return best;
}

/* Tries all ways, whatever was known. */
static void
begin (SeidelSweep *sweep)
{
  sweep->settled = false;
  sweep->recalled = false;
  sweep->count = 0;
  for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
    sweep->least[way] = 0;
  sweep->way = is_possible (sweep, SEIDEL_CPU_WAITS) ? SEIDEL_CPU_WAITS : SEIDEL_CPU_MEETS;
}

void
seidel_cpu_trial_begin (SeidelContext *context, SeidelSweep *sweep)
{
  const SeidelCsrView *matrix = &sweep->system->matrix;

  sweep->tries = true;
  sweep->mode = SEIDEL_CPU_N_MODES;
  sweep->precision = context->settings.precision;
  sweep->pattern =
    seidel_sweep_trials_pattern (matrix->rows, matrix->row_offsets, matrix->column_indices);
  begin (sweep);
}

static SeidelTrialKey
key_of (const SeidelSweep *sweep)
{
  return (SeidelTrialKey){ .pattern = sweep->pattern,
                           .threads = sweep->threads,
                           .precision = (int) sweep->precision,
                           .direction = (int) sweep->direction,
                           .mode = sweep->mode };
}

/* A trial holds for a sweep to which the same ways are open. */
static bool
recall (SeidelSweep *sweep)
{
  const SeidelTrialKey key = key_of (sweep);
  SeidelTrial trial;

  if (!seidel_sweep_trials_find (&key, &trial) || trial.sweeps >= KEPT
      || (trial.least[SEIDEL_CPU_WAITS] > 0) != is_possible (sweep, SEIDEL_CPU_WAITS))
    return false;
  memcpy (sweep->least, trial.least, sizeof sweep->least);
  sweep->count = trial.sweeps;
  sweep->settled = true;
  sweep->recalled = true;
  sweep->recent = 0;
  sweep->way = quickest (sweep);
  return true;
}

void
seidel_cpu_trial_prepare (SeidelSweep *sweep, SeidelCpuSweepMode mode)
{
  if (mode == SEIDEL_CPU_FIRST || sweep->mode != SEIDEL_CPU_N_MODES)
    return;
  sweep->mode = (int) mode;
  recall (sweep);
}

void
seidel_cpu_trial_end (SeidelSweep *sweep)
{
  SeidelTrial trial = { .key = key_of (sweep), .sweeps = sweep->count };

  if (!sweep->tries || !sweep->settled)
    return;
  memcpy (trial.least, sweep->least, sizeof trial.least);
  seidel_sweep_trials_note (&trial);
}

/* Whether the first sweeps in a way that an earlier run has found to be the quickest take longer
 * than another way took then. */
static bool
is_contradicted (SeidelSweep *sweep, int64_t nanoseconds)
{
  if (!sweep->recalled || sweep->recent >= TRIES)
    return false;
  if (sweep->recent++ == 0 || nanoseconds < sweep->fastest)
    sweep->fastest = nanoseconds;
  for (int way = 0; way < SEIDEL_CPU_N_WAYS && sweep->recent == TRIES; way++)
    if (way != (int) sweep->way && sweep->least[way] > 0 && sweep->fastest > sweep->least[way])
      return true;
  return false;
}

void
seidel_cpu_trial_note (SeidelSweep *sweep, SeidelCpuSweepMode mode, int64_t nanoseconds)
{
  int64_t *least = &sweep->least[sweep->way];

  /* Sweeps that read other parts of the matrix do not compare: that of the first mode count, but
   * for the beginning of a chain, of which there is one. */
  if (!sweep->tries || sweep->mode != (int) mode)
    return;
  sweep->count++;
  if (sweep->settled)
    {
      if (sweep->count >= KEPT || is_contradicted (sweep, nanoseconds))
        begin (sweep);
      return;
    }
  if (*least == 0 || nanoseconds < *least)
    *least = MAX (nanoseconds, 1);
  if (sweep->count < TRIES)
    return;
  sweep->count = 0;
  sweep->settled = sweep->way == SEIDEL_CPU_ALONE;
  sweep->way = sweep->settled ? quickest (sweep) : (SeidelCpuWay) (sweep->way + 1);
}

/* "0.12 ms", or "–" for a way that was not possible. */
static void
print_time (const SeidelSweep *sweep, SeidelCpuWay way, char *text, size_t size)
{
  g_autofree char *seconds = seidel_format_seconds ((double) sweep->least[way] * 1e-9, 2);

  g_strlcpy (text, sweep->least[way] > 0 ? seconds : "–", size);
}

bool
seidel_cpu_trial_found (const SeidelSweep *sweep, char *why, size_t size)
{
  char times[SEIDEL_CPU_N_WAYS][32];

  if (!sweep->tries || !sweep->settled)
    return false;
  for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
    print_time (sweep, (SeidelCpuWay) way, times[way], sizeof times[way]);
  snprintf (why, size,
            sweep->recalled
              ? seidel_text ("measured by an earlier run: a sweep takes %s where %d threads wait "
                             "for each other's rows, %s where they meet after each level, %s by "
                             "one thread")
              : seidel_text ("measured: a sweep takes %s where %d threads wait for each other's "
                             "rows, %s where they meet after each level, %s by one thread"),
            times[SEIDEL_CPU_WAITS], sweep->threads, times[SEIDEL_CPU_MEETS],
            times[SEIDEL_CPU_ALONE]);
  return true;
}
