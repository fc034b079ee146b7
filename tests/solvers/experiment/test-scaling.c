/* Laws of scaling, found again in times that were made by them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-scaling.h"

#include <math.h>
#include <glib.h>

#define N_POINTS 6

static const double workers[N_POINTS] = { 1, 2, 4, 8, 16, 64 };

static void
assert_near (double found, double expected, double tolerance)
{
  g_assert_cmpfloat (fabs (found - expected), <=, tolerance * fmax (1.0, fabs (expected)));
}

/* T (p) of the laws as they are published. */
static double
law_ref (SeidelScalingKind kind, double first, double serial, double p)
{
  if (kind == SEIDEL_SCALING_STRONG)
    return first * serial + first * (1.0 - serial) / p;
  /* The scaled speed-up p − s (p − 1) is p T (1) / T (p). */
  return first * p / (p - serial * (p - 1.0));
}

static void
test_exact (void)
{
  static const double serials[] = { 0.0, 0.01, 0.05, 0.5, 1.0 };

  for (int kind = SEIDEL_SCALING_STRONG; kind <= SEIDEL_SCALING_WEAK; kind++)
    for (size_t s = 0; s < G_N_ELEMENTS (serials); s++)
      {
        SeidelScalingPoint points[N_POINTS];
        SeidelScalingLaw law;

        for (int i = 0; i < N_POINTS; i++)
          points[i] =
            (SeidelScalingPoint){ workers[i], law_ref (kind, 2.5, serials[s], workers[i]) };
        g_assert_true (seidel_scaling_fit (kind, points, N_POINTS, &law));
        assert_near (law.first, 2.5, 1e-9);
        assert_near (law.serial, serials[s], 1e-9);
        assert_near (law.deviation, 0.0, 1e-9);
        for (int i = 0; i < N_POINTS; i++)
          assert_near (seidel_scaling_seconds (&law, workers[i]), points[i].seconds, 1e-9);
      }
}

/* The report's own example: a serial share of 5 % is at most 20 times as fast. */
static void
test_speedup (void)
{
  const SeidelScalingLaw amdahl = { SEIDEL_SCALING_STRONG, 10.0, 0.05, 0.0 };
  const SeidelScalingLaw gustafson = { SEIDEL_SCALING_WEAK, 10.0, 0.05, 0.0 };

  assert_near (seidel_scaling_speedup (&amdahl, 1.0), 1.0, 1e-12);
  assert_near (seidel_scaling_speedup (&amdahl, 2.0), 1.0 / 0.525, 1e-12);
  assert_near (seidel_scaling_speedup (&amdahl, 1e9), 20.0, 1e-6);
  assert_near (seidel_scaling_speedup (&gustafson, 1.0), 1.0, 1e-12);
  assert_near (seidel_scaling_speedup (&gustafson, 64.0), 64.0 - 0.05 * 63.0, 1e-9);
}

/* Shares stay within 0 and 1, and what is not known is left out. */
static void
test_bounds (void)
{
  const SeidelScalingPoint faster[] = { { 1, 8.0 }, { 2, 3.9 }, { 4, 1.9 }, { 8, NAN } };
  const SeidelScalingPoint slower[] = { { 1, 8.0 }, { 2, 9.0 }, { 4, 10.0 }, { 8, -1.0 } };
  const SeidelScalingPoint alone[] = { { 4, 8.0 }, { 4, 9.0 } };
  SeidelScalingLaw law;

  g_assert_true (seidel_scaling_fit (SEIDEL_SCALING_STRONG, faster, 4, &law));
  g_assert_cmpfloat (law.serial, ==, 0.0);
  assert_near (law.first, 7.95, 0.02);
  g_assert_true (seidel_scaling_fit (SEIDEL_SCALING_STRONG, slower, 4, &law));
  g_assert_cmpfloat (law.serial, ==, 1.0);
  assert_near (law.first, 9.0, 1e-12);
  assert_near (law.deviation, 1.0 / 9.0, 1e-12);
  g_assert_false (seidel_scaling_fit (SEIDEL_SCALING_STRONG, alone, 2, &law));
  g_assert_false (seidel_scaling_fit (SEIDEL_SCALING_NONE, faster, 4, &law));
  g_assert_false (seidel_scaling_fit (SEIDEL_SCALING_WEAK, faster, 1, &law));
}

/* By hand, for few ranks. */
static void
test_simulated (void)
{
  const SeidelScalingModel strong = { SEIDEL_SCALING_STRONG, 1.0, 2.0, 1000.0, 1e-3, 1e6 };
  const SeidelScalingModel weak = { SEIDEL_SCALING_WEAK, 1.0, 2.0, 1000.0, 1e-3, 1e6 };
  double share = NAN;

  assert_near (seidel_scaling_simulate (&strong, 1.0, &share), 1.0, 1e-15);
  g_assert_cmpfloat (share, ==, 0.0);
  /* Half the work; two messages and 1 ms for the halo; two sums of one message and 24 bytes. */
  assert_near (seidel_scaling_simulate (&strong, 2.0, &share), 0.5 + 3e-3 + 2.048e-3, 1e-12);
  assert_near (share, 5.048e-3 / 0.505048, 1e-12);
  /* Three messages deep from five ranks on. */
  assert_near (seidel_scaling_simulate (&weak, 5.0, NULL), 1.0 + 3e-3 + 2.0 * (3e-3 + 96e-6),
               1e-12);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scaling/exact", test_exact);
  g_test_add_func ("/scaling/speedup", test_speedup);
  g_test_add_func ("/scaling/bounds", test_bounds);
  g_test_add_func ("/scaling/simulated", test_simulated);
  return g_test_run ();
}
