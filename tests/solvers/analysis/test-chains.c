/* Chains of dependencies and sets of rows: by hand, against the plain version and the definition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-chains.h"
#include "analysis/seidel-row-set.h"

#include <string.h>

#include "plain-analysis.h"
#include "test-analysis-matrices.h"

#define N_RANDOM 200

static const SeidelDirection directions[] = { SEIDEL_DIRECTION_FORWARD, SEIDEL_DIRECTION_BACKWARD };

static SeidelChains *
chains_of (const SeidelCsr *csr, SeidelDirection direction)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, &error);
  SeidelChains *chains;

  g_assert_no_error (error);
  chains = seidel_chains_new (csr, schedule, NULL, &error);
  g_assert_no_error (error);
  return chains;
}

static void
assert_chain (const char *drawing, SeidelDirection direction, int64_t row, const char *expected)
{
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing (drawing);
  g_autoptr (SeidelChains) chains = chains_of (csr, direction);
  int64_t length = -1;
  g_autofree int32_t *chain = seidel_chains_through (chains, csr, row, &length, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int64_t i = 0; i < length; i++)
    g_string_append_printf (text, i > 0 ? " %d" : "%d", chain[i]);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Row 3 waits for 0 and 2, row 2 for 0, row 4 for 3; nothing waits for 1, nor it for anything. */
static void
test_by_hand (void)
{
  static const char drawing[] = "1.... .1... 1.1.. 1.11. ...11";
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing (drawing);
  g_autoptr (SeidelChains) chains = chains_of (csr, SEIDEL_DIRECTION_FORWARD);

  assert_chain (drawing, SEIDEL_DIRECTION_FORWARD, 0, "0 2 3 4");
  assert_chain (drawing, SEIDEL_DIRECTION_FORWARD, 1, "1");
  assert_chain (drawing, SEIDEL_DIRECTION_FORWARD, 3, "0 2 3 4");
  assert_chain (drawing, SEIDEL_DIRECTION_BACKWARD, 3, "3");
  assert_chain ("11. .11 ..1", SEIDEL_DIRECTION_BACKWARD, 1, "2 1 0");
  g_assert_cmpint (chains->critical_rows, ==, 4);
  g_assert_cmpint (seidel_chains_critical_row (chains), ==, 0);
}

static bool
is_stored (const SeidelCsr *csr, int64_t row, int64_t column)
{
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (csr->column_indices[k] == column)
      return true;
  return false;
}

/* As long as it must be, each row stored in the next, in the order of the sweep. */
static void
check_chain (const SeidelCsr *csr, const SeidelChains *chains, int64_t row)
{
  const SeidelSchedule *schedule = chains->schedule;
  int64_t length;
  g_autofree int32_t *chain = seidel_chains_through (chains, csr, row, &length, NULL);

  g_assert_nonnull (chain);
  g_assert_cmpint (length, ==, schedule->level_of_row[row] + chains->heights[row] - 1);
  g_assert_cmpint (chain[schedule->level_of_row[row] - 1], ==, row);
  for (int64_t i = 1; i < length; i++)
    {
      g_assert_true (schedule->direction == SEIDEL_DIRECTION_FORWARD ? chain[i] > chain[i - 1]
                                                                     : chain[i] < chain[i - 1]);
      g_assert_true (is_stored (csr, chain[i], chain[i - 1]));
    }
}

static void
check_matrix (const SeidelCsr *csr, SeidelDirection direction)
{
  g_autoptr (SeidelChains) chains = chains_of (csr, direction);
  g_autofree int32_t *heights = g_new (int32_t, csr->rows + 1);
  int64_t critical = 0;

  memset (heights, 0x5a, (size_t) (csr->rows + 1) * sizeof *heights);
  seidel_chains_heights_ref (csr, direction, heights);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      g_assert_cmpint (chains->heights[row], ==, heights[row]);
      check_chain (csr, chains, row);
      critical += chains->schedule->level_of_row[row] + heights[row] - 1 == chains->schedule->count;
    }
  g_assert_cmpint (chains->critical_rows, ==, critical);
  g_assert_cmpint (seidel_chains_critical_row (chains) >= 0, ==, csr->rows > 0);
}

static void
test_random (void)
{
  static const TestShape shapes[] = { TEST_SHAPE_SQUARE, TEST_SHAPE_SYMMETRIC, TEST_SHAPE_LOWER };

  for (guint32 seed = 0; seed < N_RANDOM; seed++)
    for (size_t d = 0; d < G_N_ELEMENTS (directions); d++)
      {
        g_autoptr (SeidelCsr) csr = test_matrix_random (shapes[seed % G_N_ELEMENTS (shapes)], seed);

        check_matrix (csr, directions[d]);
      }
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing ("11 11");
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_chains_new (csr, schedule, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
assert_rows (const SeidelRowSet *set, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int64_t count = 0;

  for (int64_t row = 0; row < set->rows; row++)
    {
      g_string_append_c (text, set->member[row] ? 'x' : '.');
      count += set->member[row];
    }
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpint (set->count, ==, count);
}

static void
test_row_sets (void)
{
  g_autoptr (SeidelRowSet) some = seidel_row_set_new (6, 1, 3, NULL);
  g_autoptr (SeidelRowSet) part = seidel_row_set_new (6, 2, 2, NULL);
  g_autoptr (SeidelRowSet) more = seidel_row_set_new (6, 3, 99, NULL);
  g_autoptr (SeidelRowSet) none = seidel_row_set_new (6, 4, 3, NULL);
  g_autoptr (SeidelRowSet) without = seidel_row_set_toggle (some, part, NULL);
  g_autoptr (SeidelRowSet) with = seidel_row_set_toggle (some, more, NULL);

  assert_rows (some, ".xxx..");
  assert_rows (more, "...xxx");
  assert_rows (none, "......");
  assert_rows (without, ".x.x..");
  assert_rows (with, ".xxxxx");
}

static void
test_rows_of_levels (void)
{
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing ("1.... .1... 1.1.. 1.11. ...11");
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (SeidelRowSet) first = seidel_row_set_new_of_levels (schedule, 1, 1, NULL);
  g_autoptr (SeidelRowSet) last = seidel_row_set_new_of_levels (schedule, 2, 9, NULL);
  g_autofree int64_t *counts = seidel_row_set_count_levels (last, schedule, NULL);

  assert_rows (first, "xx...");
  assert_rows (last, "..xxx");
  g_assert_cmpint (seidel_row_set_entries (first, csr), ==, 2);
  g_assert_cmpint (seidel_row_set_entries (last, csr), ==, 7);
  g_assert_cmpint (counts[0], ==, 0);
  for (int level = 1; level < 4; level++)
    g_assert_cmpint (counts[level], ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/chains/by-hand", test_by_hand);
  g_test_add_func ("/chains/random", test_random);
  g_test_add_func ("/chains/cancelled", test_cancelled);
  g_test_add_func ("/chains/row-sets", test_row_sets);
  g_test_add_func ("/chains/rows-of-levels", test_rows_of_levels);
  return g_test_run ();
}
