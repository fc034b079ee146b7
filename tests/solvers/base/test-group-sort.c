/* Sorting rows by group, against looking for the rows of each group.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <glib.h>

#include "base/seidel-group-sort.h"

#define ROWS   200000
#define GROUPS 37

/* Groups of different sizes; one is empty. */
static int32_t *
make_groups (void)
{
  int32_t *group_of_row = g_new (int32_t, ROWS);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int64_t row = 0; row < ROWS; row++)
    {
      int32_t group =
        MIN (g_rand_int_range (random, 1, GROUPS + 1), g_rand_int_range (random, 1, GROUPS + 1));

      group_of_row[row] = group == 5 ? 6 : group;
    }
  return group_of_row;
}

static void
assert_sorted (const int32_t *group_of_row, const int32_t *rows, const int64_t *offsets)
{
  int64_t place = 0;

  for (int32_t group = 1; group <= GROUPS; group++)
    {
      g_assert_cmpint (offsets[group - 1], ==, place);
      for (int64_t row = 0; row < ROWS; row++)
        if (group_of_row[row] == group)
          g_assert_cmpint (rows[place++], ==, row);
    }
  g_assert_cmpint (offsets[GROUPS], ==, ROWS);
}

static void
test_sort (void)
{
  g_autofree int32_t *group_of_row = make_groups ();
  g_autofree int32_t *rows = g_new (int32_t, ROWS);
  int64_t offsets[GROUPS + 1];
  int64_t sizes[GROUPS] = { 0 };
  SeidelGroups groups = { .n_rows = ROWS, .n_groups = GROUPS, .group_of_row = group_of_row };

  for (int64_t row = 0; row < ROWS; row++)
    sizes[group_of_row[row] - 1]++;
  for (int known = 0; known < 2; known++)
    {
      groups.sizes = known ? sizes : NULL;
      memset (rows, 0xff, ROWS * sizeof *rows);
      memset (offsets, 0xff, sizeof offsets);
      g_assert_true (seidel_group_sort (&groups, rows, offsets));
      assert_sorted (group_of_row, rows, offsets);
    }
}

static bool
is_stopped (void *data)
{
  return --*(int *) data == 0;
}

static void
test_stop (void)
{
  g_autofree int32_t *group_of_row = make_groups ();
  g_autofree int32_t *rows = g_new (int32_t, ROWS);
  int64_t offsets[GROUPS + 1];
  int polls = 3;
  const SeidelGroups groups = { ROWS, GROUPS, group_of_row, .stopped = is_stopped, .data = &polls };

  g_assert_false (seidel_group_sort (&groups, rows, offsets));
  g_assert_cmpint (polls, ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/group-sort/sort", test_sort);
  g_test_add_func ("/group-sort/stop", test_stop);
  return g_test_run ();
}
