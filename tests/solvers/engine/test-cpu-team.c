/* How many threads the CPU engine takes while others use the processors: what it decides from what
 * it has measured, which is set here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib.h>

#include "base/seidel-clock.h"
#include "engine/seidel-cpu-private.h"

#define MOST 4

/* A period that is over, in which so much was done in each nanosecond. */
static SeidelContext
context_after (SeidelCpuTeamState state, double rate)
{
  const int64_t now = seidel_clock_now ();
  const bool one = state == SEIDEL_CPU_TEAM_TRIES_ONE || state == SEIDEL_CPU_TEAM_ONE;

  return (SeidelContext){
    .settings = { .threads = MOST },
    .team = { .state = state,
              .threads = one ? 1 : MOST,
              .began = now - 100000000000,
              .until = now,
              .work = 1e11 * rate },
  };
}

/* The first look takes all, and so it stays while nothing is known. */
static void
test_first (void)
{
  SeidelContext context = { .settings = { .threads = MOST } };

  for (int i = 0; i < 10; i++)
    g_assert_cmpint (seidel_cpu_choose_team (&context, 1000), ==, MOST);
  g_assert_cmpfloat (context.team.work, ==, 10000.0);
  g_assert_cmpint (context.team.state, ==, SEIDEL_CPU_TEAM_ALL);
}

/* Few interruptions are none; the process has had as many by now as when the period began. */
static void
test_undisturbed (void)
{
  SeidelContext context = context_after (SEIDEL_CPU_TEAM_ALL, 1.0);

  context.team.interruptions = G_MAXINT64 / 2;
  g_assert_cmpint (seidel_cpu_choose_team (&context, 1), ==, MOST);
  g_assert_cmpint (context.team.state, ==, SEIDEL_CPU_TEAM_ALL);
}

/* More of them than a second has room for: one thread is tried. */
static void
test_interrupted (void)
{
  SeidelContext context = context_after (SEIDEL_CPU_TEAM_ALL, 1.0);

  context.team.interruptions = -1000000000;
  g_assert_cmpint (seidel_cpu_choose_team (&context, 1), ==, 1);
  g_assert_cmpint (context.team.state, ==, SEIDEL_CPU_TEAM_TRIES_ONE);
  g_assert_cmpfloat_with_epsilon (context.team.of_all, 1.0, 1e-2);
}

/* What did more work goes on, and tries are made less and less often. */
static void
test_decisions (void)
{
  static const struct
  {
    SeidelCpuTeamState state;
    double of_all;
    double of_one;
    double rate;
    SeidelCpuTeamState next;
    int threads;
  } cases[] = {
    { SEIDEL_CPU_TEAM_TRIES_ONE, 1.0, 0.0, 2.0, SEIDEL_CPU_TEAM_ONE, 1 },
    { SEIDEL_CPU_TEAM_TRIES_ONE, 1.0, 0.0, 0.5, SEIDEL_CPU_TEAM_ALL, MOST },
    { SEIDEL_CPU_TEAM_ONE, 1.0, 2.0, 2.0, SEIDEL_CPU_TEAM_TRIES_ALL, MOST },
    { SEIDEL_CPU_TEAM_TRIES_ALL, 0.0, 1.0, 2.0, SEIDEL_CPU_TEAM_ALL, MOST },
    { SEIDEL_CPU_TEAM_TRIES_ALL, 0.0, 1.0, 0.1, SEIDEL_CPU_TEAM_ONE, 1 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelContext context = context_after (cases[i].state, cases[i].rate);
      const int64_t before = 300000000;

      context.team.pause = before;
      context.team.of_all = cases[i].of_all;
      context.team.of_one = cases[i].of_one;
      g_assert_cmpint (seidel_cpu_choose_team (&context, 1), ==, cases[i].threads);
      g_assert_cmpint (context.team.state, ==, cases[i].next);
      g_assert_cmpint (context.team.until, >, context.team.began);
      if (cases[i].next != SEIDEL_CPU_TEAM_TRIES_ALL)
        g_assert_cmpint (context.team.pause, ==, 2 * before);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cpu-team/first", test_first);
  g_test_add_func ("/cpu-team/undisturbed", test_undisturbed);
  g_test_add_func ("/cpu-team/interrupted", test_interrupted);
  g_test_add_func ("/cpu-team/decisions", test_decisions);
  return g_test_run ();
}
