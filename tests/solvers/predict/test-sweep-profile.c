/* Tests of predict/seidel-sweep-profile: what is counted, and what follows from constants that were
 * made up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "predict/seidel-sweep-profile.h"

#include <math.h>
#include <string.h>

#include "analysis/seidel-ordering.h"
#include "core-testing.h"

/* A row takes a nanosecond an entry, a step a microsecond, a meeting a millisecond; memory is
 * without limits. */
static SeidelMachine
make_machine (void)
{
  SeidelMachine machine = { .threads = 2, .step = 1e-6, .meeting = 1e-3 };

  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    machine.row[i] = machine.sliced_row[i] = 1e-9 * seidel_machine_lengths[i];
  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    machine.bandwidth[0][i] = machine.bandwidth[1][i] = 1e30;
  return machine;
}

static SeidelSweepProfile
count (const SeidelCsr *csr)
{
  g_autoptr (GError) error = NULL;
  SeidelSweepProfile profile;

  memset (&profile, 0xa5, sizeof profile);
  g_assert_true (seidel_sweep_profile_init (&profile, csr, NULL, &error));
  g_assert_no_error (error);
  return profile;
}

static double
predict (SeidelMatrix *matrix, const SeidelMachine *machine, int threads)
{
  const SeidelSweepProfile profile = count (matrix->csr);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);

  return seidel_sweep_predict (&profile, matrix->csr, schedule, machine, threads);
}

static double
sum_rows (const SeidelSweepProfile *profile, int wait)
{
  double rows = 0.0;

  for (int l = 0; l < SEIDEL_PROFILE_N_LENGTHS; l++)
    rows += profile->class_rows[l][wait];
  return rows;
}

/* Each row but the first waits for the row before it, and all are alike but the first two and the
 * last. */
static void
test_chain (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 1000);
  const SeidelSweepProfile profile = count (matrix->csr);
  const SeidelMachine machine = make_machine ();

  g_assert_cmpfloat (sum_rows (&profile, 0), ==, 999.0);
  g_assert_cmpfloat (sum_rows (&profile, SEIDEL_PROFILE_N_WAITS - 1), ==, 1.0);
  g_assert_cmpfloat (profile.sliced, ==, 0.997);
  for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
    g_assert_cmpfloat (profile.far[s], ==, 0.0);
  g_assert_cmpfloat_with_epsilon (predict (matrix, &machine, 1), 999e-6 + 2e-9, 1e-9);
}

/* Without anything to wait for, rows take what they have entries. */
static void
test_diagonal (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 1);
  const SeidelMachine machine = make_machine ();

  g_assert_cmpfloat_with_epsilon (predict (matrix, &machine, 1), 1e-9, 1e-12);
}

/* No sweep is faster than its memory. */
static void
test_memory (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 1000);
  const SeidelSweepProfile profile = count (matrix->csr);
  SeidelMachine machine = make_machine ();

  g_assert_cmpfloat (profile.bytes, >=, 2998 * 12 + 1000 * 24);
  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    machine.bandwidth[0][i] = 1e6;
  g_assert_cmpfloat_with_epsilon (predict (matrix, &machine, 1), profile.bytes / 1e6, 1e-9);
}

/* Entries far away count by how much memory they may be in. */
static void
test_far (void)
{
  static const int64_t distances[] = { 100, 10000, 100000, 1000000 };
  static const double expected[][SEIDEL_MACHINE_N_SIZES] = {
    { 0, 0, 0, 0 }, { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 }
  };

  for (size_t d = 0; d < G_N_ELEMENTS (distances); d++)
    {
      const int n = (int) distances[d] + 1;
      g_autofree TestEntry *entries = g_new (TestEntry, n + 1);

      for (int i = 0; i < n; i++)
        entries[i] = (TestEntry){ i, i, 1.0 };
      entries[n] = (TestEntry){ n - 1, 0, 1.0 };
      g_autoptr (SeidelCsr) csr = test_csr_from_entries (n, n, entries, n + 1);
      const SeidelSweepProfile profile = count (csr);

      for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
        g_assert_cmpfloat (profile.far[s], ==, expected[d][s]);
    }
}

/* By levels: each of a large grid by colour is wide, and shared. */
static void
test_levels (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 300);
  const SeidelOrderingSpec spec = { seidel_ordering_find ("multicolor"), 0 };
  g_autoptr (SeidelMatrix) colored = seidel_ordering_apply (&spec, matrix, NULL, NULL, NULL);
  const double work = 1e-9 * (double) seidel_csr_nonzeros (matrix->csr);
  SeidelMachine machine = make_machine ();

  machine.meeting = 0.0;
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 2), work / 2.0, 0.01 * work);
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 4), work / 4.0, 0.01 * work);
  /* Two levels: where meeting costs more than work, one thread is left to it. */
  machine.meeting = 1e-5;
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 2), work / 2.0 + 2e-5, 0.01 * work);
  machine.meeting = 1.0;
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 2), work + 2e-6, 0.01 * work);
}

static void
test_device (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 50);
  SeidelMachine machine = make_machine ();

  machine.device = true;
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    machine.sliced_row[i] = 1e-6;
  /* 99 levels of rows that wait for the row before. */
  g_assert_cmpfloat_with_epsilon (predict (matrix, &machine, 1), 1e-3 + 99e-6, 1e-9);
}

static void
test_empty (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("empty", seidel_csr_new (0, 0, 0, NULL));
  const SeidelMachine machine = make_machine ();

  g_assert_cmpfloat (predict (matrix, &machine, 2), ==, 0.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-profile/chain", test_chain);
  g_test_add_func ("/sweep-profile/diagonal", test_diagonal);
  g_test_add_func ("/sweep-profile/memory", test_memory);
  g_test_add_func ("/sweep-profile/far", test_far);
  g_test_add_func ("/sweep-profile/levels", test_levels);
  g_test_add_func ("/sweep-profile/device", test_device);
  g_test_add_func ("/sweep-profile/empty", test_empty);
  return g_test_run ();
}
