/* Tests of cost/seidel-sweep-prediction: what follows from constants that were made up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cost/seidel-sweep-prediction.h"

#include "analysis/seidel-ordering.h"
#include "analysis/seidel-schedule.h"
#include "core-testing.h"
#include "matrix/seidel-vector.h"

/* A row takes a nanosecond an entry, a step a microsecond; memory is without limits. */
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

static double
predict (SeidelMatrix *matrix, const SeidelMachine *machine, int threads)
{
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);

  const SeidelCsr *csr = matrix->csr;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };

  return seidel_sweep_predict (&view, &levels, machine, threads);
}

/* Each row but the first waits for the row before it, whatever the threads. */
static void
test_chain (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 1000);
  const SeidelMachine machine = make_machine ();

  for (int threads = 1; threads <= 4; threads++)
    g_assert_cmpfloat_with_epsilon (predict (matrix, &machine, threads), 1e-3, 1e-5);
}

/* By colours: each of the two levels is wide, and shared where meeting costs less than that gains.
 */
static void
test_levels (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 300);
  const SeidelOrderingSpec spec = { seidel_ordering_find ("multicolor"), 0 };
  g_autoptr (SeidelMatrix) colored = seidel_ordering_apply (&spec, matrix, NULL, NULL, NULL);
  const double work = 1e-9 * (double) seidel_csr_nonzeros (matrix->csr);
  SeidelMachine machine = make_machine ();

  machine.step = 1e-9;
  machine.meeting = 0.0;
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    machine.row[i] *= 2.0;
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 1), work, 0.03 * work);
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 2), work / 2.0, 0.03 * work);
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 4), work / 4.0, 0.03 * work);
  machine.meeting = 1.0;
  g_assert_cmpfloat_with_epsilon (predict (colored, &machine, 2), work, 0.03 * work);
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

/* More rows than one block holds, in 399 levels of about 100: by level they read what the level
 * before updated, in random order what any did. */
static void
test_device_reach (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 200);
  const SeidelOrderingSpec level = { seidel_ordering_find ("level"), 0 };
  const SeidelOrderingSpec random = { seidel_ordering_find ("random"), 1 };
  g_autoptr (SeidelMatrix) by_level = seidel_ordering_apply (&level, matrix, NULL, NULL, NULL);
  g_autoptr (SeidelMatrix) shuffled = seidel_ordering_apply (&random, matrix, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (shuffled->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelMachine machine = make_machine ();

  machine.device = true;
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    {
      machine.row[i] = 1e-3;
      machine.sliced_row[i] = 1e-6;
    }
  g_assert_cmpfloat_with_epsilon (predict (by_level, &machine, 1), 1e-3 + 1.7 * 399e-6, 1e-5);
  g_assert_cmpfloat (predict (shuffled, &machine, 1), >=, 1e-3 * schedule->count);
}

/* Three of four rows wait for the row before, and each for so many anywhere before. */
static SeidelMatrix *
make_scattered (int64_t rows, int needs)
{
  SeidelCsr *csr = seidel_csr_new (rows, rows, rows * (needs + 2), NULL);
  int64_t nonzeros = 0;

  for (int64_t row = 0; row < rows; row++)
    {
      const int64_t stride = (row - 1) / (needs + 1);
      const double part = 0.5 + 0.5 * seidel_random_uniform (5, (uint64_t) row);

      for (int k = 0; k < needs && stride > 0; k++)
        csr->column_indices[nonzeros++] =
          (int32_t) (k * stride + (int64_t) ((double) stride * part));
      if (row % 4 > 0)
        csr->column_indices[nonzeros++] = (int32_t) row - 1;
      csr->column_indices[nonzeros++] = (int32_t) row;
      csr->row_offsets[row + 1] = nonzeros;
    }
  for (int64_t k = 0; k < nonzeros; k++)
    csr->values[k] = 1.0;
  return seidel_matrix_new ("scattered", csr);
}

/* Such rows do not form strips; with some dependencies each they wait as long as short ones. */
static void
test_device_scattered (void)
{
  const int needs[] = { 1, 12 };
  SeidelMachine machine = make_machine ();

  machine.device = true;
  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    {
      machine.row[i] = 1e-3 * (i + 1);
      machine.sliced_row[i] = 1e-6;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      g_autoptr (SeidelMatrix) matrix = make_scattered (40000, needs[i]);
      g_autoptr (SeidelSchedule) schedule =
        seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
      const double level = (predict (matrix, &machine, 1) - machine.meeting) / schedule->count;

      g_assert_cmpint (schedule->count, >, 20);
      g_test_message ("%g s for each of %d levels", level, (int) schedule->count);
      g_assert_cmpfloat (level, >=, 0.9e-3);
      g_assert_cmpfloat (level, <=, 1.1e-3);
    }
}

static void
test_empty (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("empty", seidel_csr_new (0, 0, 0, NULL));
  SeidelMachine machine = make_machine ();

  g_assert_cmpfloat (predict (matrix, &machine, 2), ==, 0.0);
  machine.device = true;
  g_assert_cmpfloat (predict (matrix, &machine, 1), ==, 0.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-prediction/chain", test_chain);
  g_test_add_func ("/sweep-prediction/levels", test_levels);
  g_test_add_func ("/sweep-prediction/device", test_device);
  g_test_add_func ("/sweep-prediction/device-reach", test_device_reach);
  g_test_add_func ("/sweep-prediction/device-scattered", test_device_scattered);
  g_test_add_func ("/sweep-prediction/empty", test_empty);
  return g_test_run ();
}
