/* How many threads work together, on a machine that may do other work.
 *
 * Threads that meet some thousand times a second wait for the one that the system has taken off its
 * processor, and by waiting keep others from theirs: beside busy programs a team takes many times
 * as long as one of its threads alone. Nothing shows that beforehand, but two things do while it
 * happens: threads are interrupted although they could go on, and less work is done in the same
 * time. So interruptions make the team try with one thread, and what was done by either decides;
 * later the whole team tries again. Where nobody interrupts, nothing is tried.
 *
 * The bits of a result do not depend on the number of threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <sys/resource.h>

#include "base/seidel-clock.h"
#include "engine/seidel-cpu-private.h"

/* Nanoseconds: between two looks at the interruptions; of a trial, which is a few turns of the
 * scheduler; and between two trials, at first and at most. */
#define LOOK        20000000
#define TRIAL       40000000
#define FIRST_PAUSE 250000000
#define LONG_PAUSE  2000000000

/* A processor that is shared changes hands every few milliseconds; one that is not, for a moment
 * some times a second. */
#define FEW_INTERRUPTIONS      2
#define INTERRUPTIONS_A_SECOND 100.0

static void
begin (SeidelCpuTeam *team, int64_t now, int64_t period)
{
  struct rusage usage;

  team->began = now;
  team->until = now + period;
  team->work = 0.0;
  if (getrusage (RUSAGE_SELF, &usage) != 0)
    return;
  team->interruptions = usage.ru_nivcsw;
  team->seconds = (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
                  + 1e-6 * (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/* Since the period began; yielding to others counts only if there are any. */
static bool
is_interrupted (const SeidelCpuTeam *team)
{
  SeidelCpuTeam now = { 0 };
  int64_t interruptions;

  begin (&now, 0, 0);
  interruptions = now.interruptions - team->interruptions;
  return interruptions >= FEW_INTERRUPTIONS
         && (double) interruptions >= INTERRUPTIONS_A_SECOND * (now.seconds - team->seconds);
}

static int64_t
lengthen_pause (SeidelCpuTeam *team)
{
  team->pause = team->pause == 0 ? FIRST_PAUSE : MIN (2 * team->pause, LONG_PAUSE);
  return team->pause;
}

/* The period is over. */
static void
decide (SeidelCpuTeam *team, int most, int64_t now)
{
  const double rate = team->work / (double) (now - team->began);

  switch (team->state)
    {
    case SEIDEL_CPU_TEAM_ALL:
      if (!is_interrupted (team))
        {
          begin (team, now, LOOK);
          return;
        }
      team->of_all = rate;
      team->state = SEIDEL_CPU_TEAM_TRIES_ONE;
      team->threads = 1;
      begin (team, now, TRIAL);
      return;
    case SEIDEL_CPU_TEAM_TRIES_ONE:
    case SEIDEL_CPU_TEAM_ONE:
      team->of_one = rate;
      break;
    case SEIDEL_CPU_TEAM_TRIES_ALL:
    default:
      team->of_all = rate;
      break;
    }
  if (team->state == SEIDEL_CPU_TEAM_ONE)
    {
      team->state = SEIDEL_CPU_TEAM_TRIES_ALL;
      team->threads = most;
      begin (team, now, TRIAL);
      return;
    }
  team->state = team->of_one > team->of_all ? SEIDEL_CPU_TEAM_ONE : SEIDEL_CPU_TEAM_ALL;
  team->threads = team->of_one > team->of_all ? 1 : most;
  begin (team, now, lengthen_pause (team));
}

int
seidel_cpu_choose_team (SeidelContext *context, int64_t work)
{
  SeidelCpuTeam *team = &context->team;
  const int64_t now = seidel_clock_now ();

  if (team->threads == 0)
    {
      team->threads = context->settings.threads;
      begin (team, now, LOOK);
    }
  else if (now >= team->until)
    decide (team, context->settings.threads, now);
  team->work += (double) work;
  return team->threads;
}
