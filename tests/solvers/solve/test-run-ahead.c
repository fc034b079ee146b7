/* Methods that queue what comes next before they know the residual: they compute the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery.h"

#include "fake-device-testing.h"
#include "run-testing.h"

static FakeDevice *device;

static void
reset (void)
{
  *device = (FakeDevice){ .free_bytes = INT64_C (1) << 40,
                          .total_bytes = INT64_C (1) << 40,
                          .lost_after = -1 };
}

typedef struct
{
  SeidelOutcome *outcome;
  SeidelTrace *trace;
} Made;

static Made
run (SeidelProblem *problem, const SeidelOptions *options, const char *engine, bool late)
{
  SeidelOptions on = *options;
  Made made = { NULL, seidel_trace_new () };
  g_autoptr (GError) error = NULL;

  on.engine = engine;
  reset ();
  device->fetches_late = late;
  made.outcome = seidel_solve (problem, &on, made.trace, NULL, NULL, &error);
  g_assert_no_error (error);
  return made;
}

static void
made_clear (Made *made)
{
  seidel_outcome_free (made->outcome);
  seidel_trace_unref (made->trace);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Made, made_clear)

/* The same bits in the solution and in every residual, and iterations that are timed. */
static void
compare_with (SeidelProblem *problem, const SeidelOptions *options, bool ahead, bool late)
{
  g_auto (Made) plain = run (problem, options, "cpu", false);
  g_auto (Made) other = run (problem, options, "cuda", late);
  const SeidelOutcome *a = plain.outcome;
  const SeidelOutcome *b = other.outcome;

  g_assert_cmpint (device->notes > 0, ==, ahead);
  g_assert_cmpint (a->reason, ==, b->reason);
  g_assert_cmpstr (a->message, ==, b->message);
  g_assert_cmpint (a->iterations, ==, b->iterations);
  g_assert_cmpmem (a->x, (size_t) a->n * sizeof *a->x, b->x, (size_t) b->n * sizeof *b->x);
  g_assert_cmpint (seidel_trace_n_points (plain.trace), ==, seidel_trace_n_points (other.trace));
  for (size_t i = 0; i < seidel_trace_n_points (plain.trace); i++)
    {
      const SeidelTracePoint one = seidel_trace_point (plain.trace, i);
      const SeidelTracePoint two = seidel_trace_point (other.trace, i);

      g_assert_cmpint (one.iteration, ==, two.iteration);
      g_assert_cmpfloat (one.residual, ==, two.residual);
    }
  if (b->iterations > 0)
    g_assert_cmpint (seidel_trace_n_sweeps (other.trace), >=, b->iterations - 1);
}

static void
compare (SeidelProblem *problem, const SeidelOptions *options, bool ahead)
{
  for (int late = 0; late < 2; late++)
    compare_with (problem, options, ahead, late != 0);
}

static void
test_same (void)
{
  static const char *const preconditioners[] = { "none", "jacobi", "ssor", "ic0" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (size_t p = 0; p < G_N_ELEMENTS (preconditioners); p++)
    for (int64_t most = 0; most < 200; most = 2 * most + 1)
      {
        SeidelOptions options = test_options ("cg");

        options.preconditioner = preconditioners[p];
        options.max_iterations = most;
        compare (problem, &options, most > 0);
      }
}

/* What looks at the iterate is not run ahead of, nor is a direction that needs the last product. */
static void
test_waits (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("cg");

  options.track_error = true;
  compare (problem, &options, false);
  options.track_error = false;
  options.backward_tolerance = 1e-12;
  compare (problem, &options, false);
  options = test_options ("cg-flexible");
  compare (problem, &options, false);
}

/* It breaks down in the same iteration. */
static void
test_indefinite (void)
{
  const double entries[] = { 1, 2, 0, 0, /**/ 2, 1, 0, 0, /**/ 0, 0, 3, 1, /**/ 0, 0, 1, 2 };
  const double b[] = { 1, -1, 2, 1 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (4, 4, entries), b, NULL);
  SeidelOptions options = test_options ("cg");
  g_auto (Made) made = { NULL, NULL };

  compare (problem, &options, true);
  made = run (problem, &options, "cuda", true);
  g_assert_cmpint (made.outcome->reason, ==, SEIDEL_REASON_BREAKDOWN);
}

/* A device that is lost ends the run, whenever that is. */
static void
test_lost (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (int at = 1; at < 40; at++)
    {
      SeidelOptions options = test_options ("cg");
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.engine = "cuda";
      reset ();
      device->lost_at = at;
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
      if (outcome != NULL)
        g_assert_cmpint (outcome->reason, ==, SEIDEL_REASON_DEVICE_LOST);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("SEIDEL_FAKE_DEVICE_AHEAD", "1", TRUE);
  device = fake_device_open ();
  g_test_add_func ("/run-ahead/same", test_same);
  g_test_add_func ("/run-ahead/waits", test_waits);
  g_test_add_func ("/run-ahead/indefinite", test_indefinite);
  g_test_add_func ("/run-ahead/lost", test_lost);
  return g_test_run ();
}
