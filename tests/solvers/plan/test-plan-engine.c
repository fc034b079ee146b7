/* The engine that is chosen automatically: from what the engines expect, and what a run then does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan.h"

#include <string.h>

#include "../solve/fake-device-testing.h"
#include "run-testing.h"

static FakeDevice *device;

/* A device on which everything but to begin takes no time. The first call opens it. */
static void
reset (double start)
{
  if (device == NULL)
    device = fake_device_open ();
  *device = (FakeDevice){ .free_bytes = INT64_C (1) << 40,
                          .total_bytes = INT64_C (1) << 40,
                          .lost_after = -1,
                          .costs = { .start = start } };
}

static SeidelOptions
auto_options (const char *method)
{
  SeidelOptions options = test_options (method);

  options.engine = SEIDEL_ENGINE_AUTO;
  return options;
}

/* Before anything is known the choice is open, and what no engine does is refused. */
static void
test_open (void)
{
  SeidelOptions options = auto_options ("cg");
  const SeidelPlanFacts facts = { .options = &options };
  g_autoptr (SeidelPlan) plan = NULL;
  g_autoptr (SeidelPlan) wrong = NULL;

  reset (0.0);
  plan = seidel_plan_new (&facts);
  g_assert_true (seidel_plan_check (plan, NULL));
  g_assert_cmpint (plan->verdicts[SEIDEL_PLAN_ENGINE].kind, ==, SEIDEL_VERDICT_OPEN);
  g_assert_false (plan->engine_chosen);
  options.strategy = "sideways";
  options.method = "gauss-seidel";
  wrong = seidel_plan_new (&facts);
  g_assert_cmpint (seidel_plan_refused (wrong), ==, SEIDEL_PLAN_STRATEGY);
}

/* In a process that has not looked for the device: a short run leaves it alone. */
static void
test_asleep (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = auto_options ("cg");
  g_autoptr (SeidelOutcome) outcome = NULL;

  g_assert_false (seidel_engines_is_open ("cuda"));
  options.preconditioner = "ssor";
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpstr (outcome->options.engine, ==, "cpu");
  g_assert_cmpstr (outcome->engine_why, !=, NULL);
  g_assert_false (seidel_engines_is_open ("cuda"));
}

/* The same run goes to the device or stays, by what that takes to begin with. */
static void
test_times (void)
{
  static const char *const methods[] = { "jacobi", "gauss-seidel", "cg", "bicgstab", "gmres" };
  static const char *const preconditioners[] = { "none", "ssor", "ilu0" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (size_t p = 0; p < G_N_ELEMENTS (preconditioners); p++)
      for (int slow = 0; slow < 2; slow++)
        {
          SeidelOptions options = auto_options (methods[m]);
          g_autoptr (SeidelOutcome) outcome = NULL;
          g_autoptr (SeidelPlan) plan = NULL;
          const char *engine = slow ? "cpu" : "cuda";

          if (p > 0 && (m < 2 || (m == 2 && p == 2)))
            continue;
          options.preconditioner = preconditioners[p];
          options.max_iterations = 20;
          reset (slow ? 1e6 : 0.0);
          plan = seidel_solve_plan (problem, &options, NULL, NULL);
          g_assert_true (plan->engine_chosen);
          g_assert_cmpstr (plan->options.engine, ==, engine);
          g_assert_cmpint (plan->missing_levels, ==, SEIDEL_SWEEPS_NONE);
          outcome = test_solve (problem, &options, NULL);
          g_assert_cmpstr (outcome->options.engine, ==, engine);
          g_assert_cmpint (device->contexts, ==, slow ? 0 : 1);
          g_assert_nonnull (outcome->engine_why);
          g_assert_false (g_str_has_suffix (outcome->engine_why, "."));
        }
}

/* What a device takes for a sweep decides, too: many iterations pay for its start, unless it sweeps
 * slowly. */
static void
test_sweeps (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = auto_options ("gauss-seidel");

  for (int slow = 0; slow < 2; slow++)
    {
      g_autoptr (SeidelPlan) plan = NULL;

      reset (1e-3);
      device->sweep_seconds = slow ? 1.0 : 1e-7;
      plan = seidel_solve_plan (problem, &options, NULL, NULL);
      g_assert_cmpstr (plan->options.engine, ==, slow ? "cpu" : "cuda");
      if (!slow)
        {
          options.max_iterations = 2;
          g_clear_pointer (&plan, seidel_plan_free);
          plan = seidel_solve_plan (problem, &options, NULL, NULL);
          g_assert_cmpstr (plan->options.engine, ==, "cpu");
          options.max_iterations = 100000;
        }
    }
}

/* Sweeps that follow other operations take less than those that the host waits for. */
static void
test_queued (void)
{
  static const struct
  {
    const char *method;
    const char *preconditioner;
    double queued;
    const char *engine;
  } cases[] = {
    { "cg", "ssor", 0.0, "cpu" },
    { "cg", "ssor", 1.0, "cuda" },
    { "gauss-seidel", "none", 1.0, "cpu" },
  };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelOptions options = auto_options (cases[i].method);
      g_autoptr (SeidelPlan) plan = NULL;

      options.preconditioner = cases[i].preconditioner;
      reset (0.0);
      device->sweep_seconds = 1.0;
      device->costs.queued = cases[i].queued;
      plan = seidel_solve_plan (problem, &options, NULL, NULL);
      g_assert_cmpstr (plan->options.engine, ==, cases[i].engine);
    }
}

/* A device is asked for its strategy once, and not at all where the CPU is sooner over in any case:
 * its answer may take as long as a short run. */
static void
test_asked_once (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = auto_options ("gauss-seidel");

  for (int slow = 0; slow < 2; slow++)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;

      reset (slow ? 1e6 : 0.0);
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpstr (outcome->options.engine, ==, slow ? "cpu" : "cuda");
      g_assert_cmpint (device->choices, ==, slow ? 0 : 1);
    }
}

/* Plans that share answers ask once among them, and are those that ask each time. */
static void
test_shared_answers (void)
{
  static const char *const methods[] = { "gauss-seidel", "sor", "gauss-seidel-backward" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (GArray) answers = seidel_plan_answers_new ();

  reset (0.0);
  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      SeidelOptions options = test_options (methods[m]);
      SeidelPlanFacts facts = { .options = &options, .matrix = matrix, .structure = structure };
      g_autoptr (SeidelPlan) alone = NULL;
      g_autoptr (SeidelPlan) shared = NULL;

      options.engine = "cuda";
      alone = seidel_plan_new (&facts);
      facts.answers = answers;
      shared = seidel_plan_new (&facts);
      g_assert_cmpint (shared->strategy, ==, alone->strategy);
      g_assert_cmpstr (shared->choice.why, ==, alone->choice.why);
      g_assert_cmpint (device->choices, ==, (int) m + 2);
      g_assert_cmpuint (answers->len, ==, 1);
    }
}

/* What is bound to the host stays there, and what does not fit on the device comes back, with the
 * levels that the host sweeps by. */
static void
test_bound (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 200);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = auto_options ("cholmod");
  g_autoptr (SeidelOutcome) direct = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  reset (0.0);
  direct = test_solve (problem, &options, NULL);
  g_assert_cmpstr (direct->options.engine, ==, "cpu");
  options = auto_options ("gauss-seidel");
  options.threads = 2;
  options.max_iterations = 3;
  device->free_bytes = 1000;
  outcome = test_solve (problem, &options, NULL);
  g_assert_cmpstr (outcome->options.engine, ==, "cpu");
  g_assert_cmpint (device->contexts, ==, 0);
  g_assert_cmpstr (outcome->strategy, !=, "serial");
  g_test_message ("%s", outcome->engine_why);
  g_assert_nonnull (strstr (outcome->engine_why, "free"));
}

/* Where the method is chosen, too. */
static void
test_automatic_method (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = auto_options (SEIDEL_METHOD_AUTO);
  g_autoptr (SeidelOutcome) outcome = NULL;

  reset (1e6);
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpstr (outcome->options.engine, ==, "cpu");
}

/* What a plan says of the engine and the strategy. */
static char *
describe_plan (const SeidelPlanFacts *facts)
{
  g_autoptr (SeidelPlan) plan = seidel_plan_new (facts);

  return g_strdup_printf ("%s, %s, %s, %s, %d %d", plan->options.engine, plan->options.strategy,
                          plan->verdicts[SEIDEL_PLAN_ENGINE].sentence,
                          plan->verdicts[SEIDEL_PLAN_STRATEGY].sentence, plan->engine_chosen,
                          plan->missing_devices);
}

/* The processor and the state of the devices are facts: whatever is asked, measured or run in
 * between, the same facts give the same plan, and other facts another one. */
static void
test_facts (void)
{
  enum
  {
    N_CASES = 6
  };
  static const struct
  {
    bool slow;
    bool known;
    bool awake;
    const char *engine; /* NULL: open */
  } cases[N_CASES] = {
    { false, false, false, "cpu" }, { false, true, false, "cpu" }, { false, true, true, "cuda" },
    { true, false, false, NULL },   { true, true, false, "cuda" }, { true, true, true, "cuda" },
  };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 200);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  SeidelMachine slow = *seidel_machine_usual ();
  SeidelOptions options = auto_options ("jacobi");
  char *texts[N_CASES] = { NULL };

  reset (1.0);
  options.max_iterations = 10;
  for (int team = 0; team < 2; team++)
    slow.bandwidth[team][SEIDEL_MACHINE_N_SIZES - 1] = 1e3;
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < N_CASES; i++)
      {
        const int at = round == 1 ? N_CASES - 1 - i : i;
        SeidelPlanFacts facts = { .options = &options,
                                  .matrix = matrix,
                                  .structure = structure,
                                  .machine = cases[at].slow ? &slow : NULL };
        g_autofree char *text = NULL;

        if (cases[at].known)
          facts.devices = seidel_devices_find ();
        for (int d = 0; d < facts.devices.n; d++)
          facts.devices.items[d].awake = cases[at].awake;
        text = describe_plan (&facts);
        if (texts[at] == NULL)
          texts[at] = g_strdup (text);
        g_assert_cmpstr (text, ==, texts[at]);
        if (cases[at].engine != NULL)
          g_assert_true (g_str_has_prefix (text, cases[at].engine));
        else
          g_assert_true (g_str_has_suffix (text, " 0 1"));
        if (round == 1)
          {
            g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

            g_assert_nonnull (outcome);
          }
      }
  for (int i = 0; i < N_CASES; i++)
    g_free (texts[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* The first one, before the device is opened. */
  g_test_add_func ("/plan-engine/asleep", test_asleep);
  g_test_add_func ("/plan-engine/open", test_open);
  g_test_add_func ("/plan-engine/times", test_times);
  g_test_add_func ("/plan-engine/sweeps", test_sweeps);
  g_test_add_func ("/plan-engine/queued", test_queued);
  g_test_add_func ("/plan-engine/asked-once", test_asked_once);
  g_test_add_func ("/plan-engine/shared-answers", test_shared_answers);
  g_test_add_func ("/plan-engine/bound", test_bound);
  g_test_add_func ("/plan-engine/automatic-method", test_automatic_method);
  g_test_add_func ("/plan-engine/facts", test_facts);
  return g_test_run ();
}
