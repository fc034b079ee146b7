/* Two runs on one problem at the same time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-race.h"

#include "base/seidel-threads.h"

typedef struct
{
  SeidelProblem *problem;
  SeidelRacer *racer;
  GCancellable *stop;
  GCancellable *skip_verification;
} Lane;

static bool
wants_processors (const SeidelOptions *options)
{
  const SeidelEngineEntryInfo *entry = seidel_engines_find (options->engine);

  return options->threads == 0 && entry != NULL && entry->engine != NULL
         && entry->engine->uses_threads;
}

void
seidel_race_share_threads (SeidelOptions *one, SeidelOptions *other)
{
  const int half = MAX (seidel_threads_allowed (0) / 2, 1);

  if (!wants_processors (one) || !wants_processors (other))
    return;
  one->threads = half;
  other->threads = half;
}

static gpointer
lane_thread (gpointer data)
{
  const Lane *lane = data;
  SeidelRacer *racer = lane->racer;

  racer->outcome = seidel_solve (lane->problem, &racer->options, racer->trace, lane->stop,
                                 lane->skip_verification, &racer->error);
  return NULL;
}

bool
seidel_race (SeidelProblem *problem,
             SeidelRacer *racers,
             GCancellable *stop,
             GCancellable *skip_verification)
{
  Lane lanes[2];
  GThread *thread;

  for (int i = 0; i < 2; i++)
    {
      racers[i].outcome = NULL;
      racers[i].error = NULL;
      lanes[i] = (Lane){ problem, &racers[i], stop, skip_verification };
    }
  thread = g_thread_try_new ("seidel-race", lane_thread, &lanes[1], &racers[1].error);
  if (thread == NULL)
    return false;
  lane_thread (&lanes[0]);
  g_thread_join (thread);
  return racers[0].outcome != NULL && racers[1].outcome != NULL;
}
