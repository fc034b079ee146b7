/* Which levels waste the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-level-waste.h"

#include "golden-testing.h"

#define N 200

/* Levels of one row each after a wide one, which alone has the machine's rate. */
typedef struct
{
  int64_t rows[N];
  int64_t nonzeros[N];
  SeidelLevelTime seconds[N];
  SeidelSchedule schedule;
  SeidelLevelTimes times;
} Sweep;

static void
sweep_init (Sweep *sweep, int32_t count)
{
  for (int32_t l = 0; l < count; l++)
    {
      bool wide = l == 0;

      sweep->rows[l] = wide ? 1000 : 1;
      sweep->nonzeros[l] = wide ? 6000 : 6;
      /* Ten units of work a row, a nanosecond each; a narrow level takes l nanoseconds more. */
      sweep->seconds[l].median = wide ? 1e-5 : (10.0 + l) * 1e-9;
    }
  sweep->schedule = (SeidelSchedule){ .rows = 999 + count,
                                      .count = count,
                                      .level_rows = sweep->rows,
                                      .level_nonzeros = sweep->nonzeros };
  sweep->times = (SeidelLevelTimes){ .count = count,
                                     .kept = SEIDEL_LEVEL_WASTE_FEWEST,
                                     .times = sweep->seconds };
}

static void
test_waste (void)
{
  Sweep sweep;
  SeidelLevelWaste waste;
  double all = 0.0;

  sweep_init (&sweep, N);
  g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  g_assert_cmpint (waste.threads, ==, 2);
  g_assert_cmpint (waste.narrow, ==, N - 1);
  g_assert_cmpfloat_with_epsilon (waste.best, 1e-9, 1e-16);
  for (int32_t l = 1; l < N; l++)
    {
      g_assert_cmpfloat_with_epsilon (seidel_level_waste_of (&waste, &sweep.schedule, &sweep.times,
                                                             l),
                                      l * 1e-9, 1e-13);
      all += l * 1e-9;
    }
  g_assert_cmpfloat_with_epsilon (waste.wasted, all, 1e-12);
  g_assert_cmpfloat_with_epsilon (waste.narrow_seconds, all + (N - 1) * 10e-9, 1e-12);
  g_assert_cmpfloat_with_epsilon (waste.seconds, 1e-5 + waste.narrow_seconds, 1e-12);
  /* The worst are the last. */
  g_assert_cmpint (waste.n_worst, ==, SEIDEL_LEVEL_WASTE_WORST);
  for (int i = 0; i < waste.n_worst; i++)
    {
      g_assert_cmpint (waste.worst[i].level, ==, N - 1 - i);
      g_assert_cmpfloat_with_epsilon (waste.worst[i].wasted, (N - 1 - i) * 1e-9, 1e-13);
    }
}

/* Of fewer sweeps one that was interrupted would be taken for waste: nothing is called so. */
static void
test_few (void)
{
  Sweep sweep;
  SeidelLevelWaste waste;

  sweep_init (&sweep, N);
  for (sweep.times.kept = 1; sweep.times.kept < SEIDEL_LEVEL_WASTE_FEWEST; sweep.times.kept++)
    {
      g_autofree char *text = NULL;

      g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
      g_assert_false (waste.judged);
      g_assert_cmpfloat (waste.wasted, ==, 0.0);
      g_assert_cmpint (waste.n_worst, ==, 0);
      g_assert_cmpfloat (seidel_level_waste_of (&waste, &sweep.schedule, &sweep.times, 3), ==, 0.0);
      g_assert_cmpfloat (waste.seconds, >, 0.0);
      text = seidel_level_waste_describe (&waste);
      g_assert_true (g_str_has_prefix (text, "too few sweeps"));
    }
  g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  g_assert_true (waste.judged);
}

static void
test_wording (void)
{
  Sweep sweep;
  SeidelLevelWaste waste;
  g_autofree char *two = NULL, *one = NULL;

  sweep_init (&sweep, N);
  g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  two = seidel_level_waste_describe (&waste);
  test_assert_wording_of ("two threads", two);
  g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 1));
  g_assert_cmpint (waste.narrow, ==, 0);
  one = seidel_level_waste_describe (&waste);
  test_assert_wording_of ("one thread", one);
}

/* A sweep all of whose levels have the same rate wastes nothing; nor does one that took no time. */
static void
test_no_waste (void)
{
  Sweep sweep;
  SeidelLevelWaste waste;

  sweep_init (&sweep, 1);
  g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  g_assert_cmpfloat_with_epsilon (waste.wasted, 0.0, 1e-15);
  sweep.seconds[0].median = 0.0;
  g_assert_true (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  g_assert_cmpfloat (waste.wasted, ==, 0.0);
  g_assert_cmpint (waste.n_worst, ==, 0);
}

/* Times of passes, or of other levels, say nothing of these. */
static void
test_other_levels (void)
{
  Sweep sweep;
  SeidelLevelWaste waste;

  sweep_init (&sweep, N);
  sweep.times.count = N - 1;
  g_assert_false (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  sweep.times.count = N;
  sweep.times.passes = true;
  g_assert_false (seidel_level_waste_init (&waste, &sweep.schedule, &sweep.times, 2));
  g_assert_cmpfloat (waste.seconds, ==, 0.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/level-waste/waste", test_waste);
  g_test_add_func ("/level-waste/few", test_few);
  g_test_add_func ("/level-waste/wording", test_wording);
  g_test_add_func ("/level-waste/none", test_no_waste);
  g_test_add_func ("/level-waste/other-levels", test_other_levels);
  return g_test_run ();
}
