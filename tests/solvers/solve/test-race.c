/* Two runs at the same time, against the same runs one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "base/seidel-threads.h"
#include "run-testing.h"
#include "solve/seidel-race.h"

static SeidelProblem *
make_problem (const char *kind, double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, size);

  return test_problem_of (matrix);
}

static void
clear (SeidelRacer *racers)
{
  for (int i = 0; i < 2; i++)
    {
      seidel_trace_unref (racers[i].trace);
      g_clear_pointer (&racers[i].outcome, seidel_outcome_free);
      g_clear_error (&racers[i].error);
    }
}

static void
test_same_bits (void)
{
  g_autoptr (SeidelProblem) problem = make_problem ("poisson-5", 20);
  static const char *const methods[] = { "gauss-seidel", "cg" };
  SeidelRacer racers[2];

  for (int i = 0; i < 2; i++)
    {
      racers[i] = (SeidelRacer){ test_options (methods[i]), seidel_trace_new () };
      racers[i].options.threads = 1;
    }
  g_assert_true (seidel_race (problem, racers, NULL, NULL));
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) alone =
        seidel_solve (problem, &racers[i].options, trace, NULL, NULL, NULL);

      g_assert_cmpstr (racers[i].outcome->method, ==, methods[i]);
      g_assert_true (racers[i].outcome->converged);
      g_assert_cmpint (racers[i].outcome->iterations, ==, alone->iterations);
      g_assert_cmpuint (seidel_trace_n_points (racers[i].trace), ==, seidel_trace_n_points (trace));
      g_assert_cmpmem (racers[i].outcome->x, (size_t) alone->n * sizeof *alone->x, alone->x,
                       (size_t) alone->n * sizeof *alone->x);
    }
  clear (racers);
}

/* One that cannot begin leaves the other one alone. */
static void
test_one_fails (void)
{
  g_autoptr (SeidelProblem) problem = make_problem ("convection-diffusion", 8);
  SeidelRacer racers[2] = { { test_options ("cg"), seidel_trace_new () },
                            { test_options ("gmres"), seidel_trace_new () } };

  g_assert_false (seidel_race (problem, racers, NULL, NULL));
  g_assert_null (racers[0].outcome);
  g_assert_error (racers[0].error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_no_error (racers[1].error);
  g_assert_true (racers[1].outcome->converged);
  clear (racers);
}

static void
test_stop (void)
{
  g_autoptr (SeidelProblem) problem = make_problem ("poisson-5", 20);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  SeidelRacer racers[2] = { { test_options ("jacobi"), seidel_trace_new () },
                            { test_options ("gauss-seidel"), seidel_trace_new () } };

  g_cancellable_cancel (stop);
  g_assert_false (seidel_race (problem, racers, stop, NULL));
  for (int i = 0; i < 2; i++)
    {
      g_assert_null (racers[i].outcome);
      g_assert_error (racers[i].error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
  clear (racers);
}

static void
test_threads (void)
{
  const int half = MAX (seidel_threads_allowed (0) / 2, 1);
  SeidelOptions one = SEIDEL_OPTIONS_INIT;
  SeidelOptions other = SEIDEL_OPTIONS_INIT;

  seidel_race_share_threads (&one, &other);
  g_assert_cmpint (one.threads, ==, half);
  g_assert_cmpint (other.threads, ==, half);

  /* A number that was asked for is kept, and so is that of the other run. */
  one.threads = 3;
  other.threads = 0;
  seidel_race_share_threads (&one, &other);
  g_assert_cmpint (one.threads, ==, 3);
  g_assert_cmpint (other.threads, ==, 0);

  one.threads = 0;
  one.engine = "cuda";
  seidel_race_share_threads (&one, &other);
  g_assert_cmpint (one.threads, ==, 0);
  g_assert_cmpint (other.threads, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/race/same-bits", test_same_bits);
  g_test_add_func ("/race/one-fails", test_one_fails);
  g_test_add_func ("/race/stop", test_stop);
  g_test_add_func ("/race/threads", test_threads);
  return g_test_run ();
}
