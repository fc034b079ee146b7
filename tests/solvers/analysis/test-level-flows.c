/* What flows between levels, against a count of every pair of levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gio/gio.h>

#include "analysis/seidel-level-flows.h"

#include "core-testing.h"

/* The dependencies between two ranges of levels, counted entry by entry. */
static int64_t
count_ref (const SeidelCsr *csr,
           const SeidelSchedule *schedule,
           int32_t from_first,
           int32_t from_last,
           int32_t to_first,
           int32_t to_last)
{
  int64_t n = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int32_t column = csr->column_indices[k];
        const int32_t from = schedule->level_of_row[column], to = schedule->level_of_row[row];
        const bool depends =
          schedule->direction == SEIDEL_DIRECTION_FORWARD ? column < row : column > row;

        n += depends && from >= from_first && from <= from_last && to >= to_first && to <= to_last;
      }
  return n;
}

static void
check (const SeidelCsr *csr, SeidelDirection direction, int32_t most)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, &error);
  g_autoptr (SeidelLevelFlows) flows = seidel_level_flows_new (csr, schedule, most, NULL, &error);
  int64_t rows = 0;

  g_assert_no_error (error);
  g_assert_cmpint (flows->groups, ==, MIN (most, schedule->count));
  g_assert_cmpint (flows->first_level[0], ==, 1);
  g_assert_cmpint (flows->first_level[flows->groups], ==, schedule->count + 1);
  for (int32_t a = 0; a < flows->groups; a++)
    {
      const int32_t first = flows->first_level[a], last = flows->first_level[a + 1] - 1;
      int64_t of_group = 0;

      g_assert_cmpint (last, >=, first);
      g_assert_cmpint (last - first + 1, <=, (schedule->count + most - 1) / most);
      for (int32_t level = first; level <= last; level++)
        {
          g_assert_cmpint (seidel_level_flows_group (flows, level), ==, a);
          of_group += schedule->level_rows[level - 1];
        }
      g_assert_cmpint (flows->rows[a], ==, of_group);
      g_assert_cmpint (seidel_level_flows_group (flows, schedule->level_of_row[flows->a_row[a]]),
                       ==, a);
      rows += of_group;
      for (int32_t b = 0; b < flows->groups; b++)
        g_assert_cmpint (seidel_level_flows_between (flows, a, b), ==,
                         count_ref (csr, schedule, first, last, flows->first_level[b],
                                    flows->first_level[b + 1] - 1));
    }
  g_assert_cmpint (rows, ==, csr->rows);
}

static void
test_random (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (300, 3, 1.5, 11);

  for (int direction = 0; direction < 2; direction++)
    {
      check (csr, (SeidelDirection) direction, 1);
      check (csr, (SeidelDirection) direction, 7);
      check (csr, (SeidelDirection) direction, 1000);
    }
}

static void
test_diagonal (void)
{
  const TestEntry entries[] = { { 0, 0, 1.0 }, { 1, 1, 1.0 }, { 2, 2, 1.0 } };
  g_autoptr (SeidelCsr) csr = test_csr_from_entries (3, 3, entries, 3);

  check (csr, SEIDEL_DIRECTION_FORWARD, 5);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (300, 3, 1.5, 11);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_level_flows_new (csr, schedule, 7, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/level-flows/random", test_random);
  g_test_add_func ("/level-flows/diagonal", test_diagonal);
  g_test_add_func ("/level-flows/cancelled", test_cancelled);
  return g_test_run ();
}
