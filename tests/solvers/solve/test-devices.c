/* Runs on one of several devices of an engine, and on two at the same time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "solve/seidel-race.h"

#include "fake-device-testing.h"
#include "run-testing.h"

static FakeDevice *device;

static void
reset (int devices)
{
  *device = (FakeDevice){
    .free_bytes = 1 << 30, .total_bytes = 2u << 30, .lost_after = -1, .devices = devices
  };
}

static SeidelOptions
options_on (int which)
{
  SeidelOptions options = test_options ("cg");

  options.engine = "cuda";
  options.device = which;
  return options;
}

static void
test_chosen (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  reset (3);
  for (int which = 0; which < 3; which++)
    {
      const SeidelOptions options = options_on (which);
      g_autoptr (SeidelOutcome) outcome = NULL;

      device->used = 0;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpuint (device->used, ==, 1u << which);
      g_assert_cmpint (outcome->options.device, ==, which);
    }
}

/* What is said of it: its name, its memory and how busy it is. */
static void
test_described (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  const SeidelOptions options = options_on (1);
  const SeidelEngine *engine = seidel_engines_find ("cuda")->engine;
  SeidelMemoryRoom room;
  SeidelPlanFacts facts = { .options = &options, .matrix = matrix, .room = &room };
  g_autoptr (SeidelPlan) plan = NULL;

  reset (2);
  seidel_memory_room_init (&room, engine, 1);
  plan = seidel_plan_new (&facts);
  g_assert_cmpint (plan->verdicts[SEIDEL_PLAN_DEVICE].kind, ==, SEIDEL_VERDICT_WORKS);
  g_assert_cmpstr (plan->verdicts[SEIDEL_PLAN_DEVICE].sentence, ==,
                   "Fake B, 1.07 GB of 2.15 GB free, 25 % busy");
}

/* One that is not there is refused with those that are. */
static void
test_missing (void)
{
  static const struct
  {
    int devices;
    int which;
    const char *text;
  } cases[] = {
    { 1, 1, "The CUDA engine has no device 1: there is 0" },
    { 2, 2, "The CUDA engine has no device 2: there are 0 (Fake A) and 1 (Fake B)" },
    { 3, 7, "The CUDA engine has no device 7: there are 0 (Fake A), 1 (Fake B) and 2 (Fake C)" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      const SeidelOptions options = options_on (cases[i].which);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;

      reset (cases[i].devices);
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
      g_assert_cmpstr (error->message, ==, cases[i].text);
      g_assert_cmpint (device->contexts, ==, 0);
    }
}

/* Where there is one, or none, the number has no effect. */
static void
test_without_choice (void)
{
  static const char *const engines[] = { "cuda", "cpu" };

  reset (1);
  for (size_t i = 0; i < G_N_ELEMENTS (engines); i++)
    {
      SeidelOptions options = options_on (0);
      const SeidelPlanFacts facts = { .options = &options };
      g_autoptr (SeidelPlan) plan = NULL;

      options.engine = engines[i];
      plan = seidel_plan_new (&facts);
      g_assert_cmpint (plan->verdicts[SEIDEL_PLAN_DEVICE].kind, ==, SEIDEL_VERDICT_NO_EFFECT);
    }
}

static void
test_race (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (SeidelTrace) one = seidel_trace_new ();
  g_autoptr (SeidelTrace) other = seidel_trace_new ();
  SeidelRacer racers[2] = { { .options = options_on (0), .trace = one },
                            { .options = options_on (1), .trace = other } };

  reset (2);
  g_assert_true (seidel_race (problem, racers, NULL, NULL));
  g_assert_cmpuint (device->used, ==, 3);
  for (int i = 0; i < 2; i++)
    {
      g_assert_true (racers[i].outcome->converged);
      g_assert_cmpint (racers[i].outcome->options.device, ==, i);
      seidel_outcome_free (racers[i].outcome);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  device = fake_device_open ();
  g_test_add_func ("/devices/chosen", test_chosen);
  g_test_add_func ("/devices/described", test_described);
  g_test_add_func ("/devices/missing", test_missing);
  g_test_add_func ("/devices/without-choice", test_without_choice);
  g_test_add_func ("/devices/race", test_race);
  return g_test_run ();
}
