/* Tests of analysis/seidel-schedule: levels against hand-worked cases, families of known depth, the
 * plain twin and matrices with known figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-schedule-statistics.h"
#include "analysis/seidel-schedule.h"

#include <string.h>

#include "base/seidel-error.h"
#include "core-testing.h"
#include "golden-testing.h"
#include "known-matrices.h"
#include "plain-analysis.h"
#include "test-analysis-matrices.h"

#define N_RANDOM 150

static const SeidelDirection directions[] = { SEIDEL_DIRECTION_FORWARD, SEIDEL_DIRECTION_BACKWARD };

static SeidelSchedule *
schedule_of (const SeidelCsr *csr, SeidelDirection direction)
{
  g_autoptr (GError) error = NULL;
  SeidelSchedule *schedule = seidel_schedule_new (csr, direction, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (schedule);
  g_assert_cmpint (schedule->direction, ==, direction);
  return schedule;
}

static bool
is_before (SeidelDirection direction, int64_t j, int64_t i)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? j < i : j > i;
}

/* The definition: no row reads, from behind its diagonal, a row of its own or an earlier level. */
static bool
is_safe_by_definition (const SeidelCsr *csr, SeidelDirection direction, const int32_t *levels)
{
  for (int64_t i = 0; i < csr->rows; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      {
        int64_t j = csr->column_indices[k];

        if (j != i && !is_before (direction, j, i) && levels[j] <= levels[i])
          return false;
      }
  return true;
}

/* Every field of the schedule, against levels found by the plain twin. */
static void
check_schedule (const SeidelCsr *csr, const SeidelSchedule *schedule)
{
  g_autofree int32_t *levels = g_new (int32_t, csr->rows + 1);
  g_autofree int64_t *level_rows = g_new0 (int64_t, csr->rows + 1);
  g_autofree int64_t *level_nonzeros = g_new0 (int64_t, csr->rows + 1);
  int64_t dependencies = 0;
  int64_t max_dependencies = 0;
  int64_t widest = 0;
  int64_t narrowest = G_MAXINT64;
  int32_t count = 0;

  memset (levels, 0x5a, (csr->rows + 1) * sizeof *levels);
  seidel_schedule_levels_ref (csr, schedule->direction, levels);
  for (int64_t i = 0; i < csr->rows; i++)
    {
      int64_t before = 0;

      g_assert_cmpint (schedule->level_of_row[i], ==, levels[i]);
      count = MAX (count, levels[i]);
      level_rows[levels[i] - 1]++;
      level_nonzeros[levels[i] - 1] += csr->row_offsets[i + 1] - csr->row_offsets[i];
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        before += is_before (schedule->direction, csr->column_indices[k], i);
      dependencies += before;
      max_dependencies = MAX (max_dependencies, before);
    }
  g_assert_cmpint (schedule->rows, ==, csr->rows);
  g_assert_cmpint (schedule->count, ==, count);
  for (int32_t l = 0; l < count; l++)
    {
      g_assert_cmpint (schedule->level_rows[l], ==, level_rows[l]);
      g_assert_cmpint (schedule->level_nonzeros[l], ==, level_nonzeros[l]);
      widest = MAX (widest, level_rows[l]);
      narrowest = MIN (narrowest, level_rows[l]);
    }
  g_assert_cmpint (schedule->widest, ==, widest);
  g_assert_cmpint (schedule->narrowest, ==, count > 0 ? narrowest : 0);
  g_assert_cmpint (schedule->dependencies, ==, dependencies);
  g_assert_cmpint (schedule->max_dependencies, ==, max_dependencies);
  g_assert_cmpint (schedule->in_place_safe, ==,
                   is_safe_by_definition (csr, schedule->direction, levels));
}

static void
assert_levels (const SeidelSchedule *schedule, const char *expected)
{
  g_autoptr (GString) levels = g_string_new (NULL);

  for (int64_t i = 0; i < schedule->rows; i++)
    g_string_append_printf (levels, i > 0 ? " %d" : "%d", schedule->level_of_row[i]);
  g_assert_cmpstr (levels->str, ==, expected);
}

/* A 6 × 6 matrix, its stored entries and what each row waits for (rows counted from 0):
 *
 *       0 1 2 3 4 5   forward waits for  level   backward waits for  level
 *    0  x . . x . .   nothing            1       3                   3
 *    1  . x . . . .   nothing            1       nothing             1
 *    2  x . x . . .   0                  2       nothing             1
 *    3  x . . x x .   0                  2       4                   2
 *    4  . . x x x .   2, 3               3       nothing             1
 *    5  . z . . . x   1                  2       nothing             1
 *
 * The zero in row 5 is stored, so it counts. Forward, the entries behind the diagonal are (0,3)
 * and (3,4): levels 1 < 2 and 2 < 3, so a sweep in place is safe. Backward they are (2,0): 1 < 3,
 * (3,0): 2 < 3, (4,2): 1 and 1. Row 2 shares a level with row 4 that reads it: not safe. */
static void
test_by_hand (void)
{
  g_autoptr (SeidelCsr) csr =
    test_matrix_from_drawing ("4..1.. .4.... 1.4... 1..41. ..114. .z...4");
  g_autoptr (SeidelSchedule) forward = schedule_of (csr, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelSchedule) backward = schedule_of (csr, SEIDEL_DIRECTION_BACKWARD);

  assert_levels (forward, "1 1 2 2 3 2");
  g_assert_cmpint (forward->count, ==, 3);
  g_assert_cmpint (forward->level_rows[0], ==, 2);
  g_assert_cmpint (forward->level_rows[1], ==, 3);
  g_assert_cmpint (forward->level_rows[2], ==, 1);
  g_assert_cmpint (forward->level_nonzeros[0], ==, 3);
  g_assert_cmpint (forward->level_nonzeros[1], ==, 7);
  g_assert_cmpint (forward->level_nonzeros[2], ==, 3);
  g_assert_cmpint (forward->widest, ==, 3);
  g_assert_cmpint (forward->narrowest, ==, 1);
  g_assert_cmpint (forward->dependencies, ==, 5);
  g_assert_cmpint (forward->max_dependencies, ==, 2);
  g_assert_cmpfloat (seidel_schedule_mean_dependencies (forward), ==, 5.0 / 6.0);
  g_assert_true (forward->in_place_safe);

  assert_levels (backward, "3 1 1 2 1 1");
  g_assert_cmpint (backward->count, ==, 3);
  g_assert_cmpint (backward->widest, ==, 4);
  g_assert_cmpint (backward->narrowest, ==, 1);
  g_assert_cmpint (backward->dependencies, ==, 2);
  g_assert_cmpint (backward->max_dependencies, ==, 1);
  g_assert_false (backward->in_place_safe);
}

/* Rows 0 and 1 do not wait for each other, but row 0 reads row 1 from behind its diagonal: both are
 * on level 1, where row 1 may be updated first. With the mirror stored it is safe. */
static void
test_in_place_safe (void)
{
  g_autoptr (SeidelCsr) unsafe = test_matrix_from_drawing ("11 .1");
  g_autoptr (SeidelCsr) mirrored = test_matrix_from_drawing ("11 z1");
  g_autoptr (SeidelSchedule) unsafe_schedule = schedule_of (unsafe, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelSchedule) mirrored_schedule = schedule_of (mirrored, SEIDEL_DIRECTION_FORWARD);

  assert_levels (unsafe_schedule, "1 1");
  g_assert_false (unsafe_schedule->in_place_safe);
  assert_levels (mirrored_schedule, "1 2");
  g_assert_true (mirrored_schedule->in_place_safe);
}

typedef struct
{
  const char *name;
  const char *drawing; /* or NULL: a kind of the gallery */
  const char *kind;
  double size;
  int32_t forward;
  int32_t backward;
  int64_t widest; /* forward */
} Family;

static const Family families[] = {
  { "chain", NULL, "chain", 5000, 5000, 1, 1 },
  { "tridiagonal", NULL, "tridiagonal", 5000, 5000, 5000, 1 },
  { "independent", "1.... .1... ..1.. ...1. ....1", NULL, 0, 1, 1, 5 },
  { "without-entries", "... ... ...", NULL, 0, 1, 1, 3 },
  { "arrow-last", NULL, "arrow", 3000, 2, 2, 2999 },
  { "arrow-first", "11111 11... 1.1.. 1..1. 1...1", NULL, 0, 2, 2, 4 },
  { "dense-lower", "1.... 11... 111.. 1111. 11111", NULL, 0, 5, 1, 1 },
  { "dense-upper", "11111 .1111 ..111 ...11 ....1", NULL, 0, 1, 5, 5 },
  { "dense", "11111 11111 11111 11111 11111", NULL, 0, 5, 5, 1 },
  /* x + y on the grid: 2·60 − 1 anti-diagonals. */
  { "poisson-5", NULL, "poisson-5", 60, 119, 119, 60 },
  /* x + 2 y + 4 z: 11 + 2·11 + 4·11 + 1. */
  { "poisson-27", NULL, "poisson-27", 12, 78, 78, 36 },
};

static void
test_family (gconstpointer data)
{
  const Family *family = data;
  g_autoptr (SeidelMatrix) matrix =
    family->drawing != NULL
      ? seidel_matrix_new (family->name, test_matrix_from_drawing (family->drawing))
      : test_gallery_sized (family->kind, family->size);
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix->csr, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelSchedule) backward = schedule_of (matrix->csr, SEIDEL_DIRECTION_BACKWARD);

  g_assert_cmpint (forward->count, ==, family->forward);
  g_assert_cmpint (backward->count, ==, family->backward);
  g_assert_cmpint (forward->widest, ==, family->widest);
  check_schedule (matrix->csr, forward);
  check_schedule (matrix->csr, backward);
}

/* Several blocks of rows and more levels than there is room for at first. */
static void
test_several_blocks (void)
{
  static const char *const kinds[] = { "poisson-5", "kmer-like", "chain" };
  static const double sizes[] = { 400, 150000, 140000 };

  for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[k], sizes[k]);

      for (size_t d = 0; d < G_N_ELEMENTS (directions); d++)
        {
          g_autoptr (SeidelSchedule) schedule = schedule_of (matrix->csr, directions[d]);

          check_schedule (matrix->csr, schedule);
        }
    }
}

static void
test_random (void)
{
  for (TestShape shape = 0; shape < TEST_N_SHAPES; shape++)
    for (guint32 seed = 0; seed < N_RANDOM && shape != TEST_SHAPE_RECTANGULAR; seed++)
      for (size_t d = 0; d < G_N_ELEMENTS (directions); d++)
        {
          g_autoptr (SeidelCsr) csr = test_matrix_random (shape, seed);
          g_autoptr (SeidelSchedule) schedule = schedule_of (csr, directions[d]);

          check_schedule (csr, schedule);
          if (shape == TEST_SHAPE_SYMMETRIC || shape == TEST_SHAPE_SKEW
              || shape == TEST_SHAPE_SAME_PATTERN)
            g_assert_true (schedule->in_place_safe);
        }
}

static void
test_no_rows (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = seidel_csr_new (0, 0, 0, &error);
  g_autoptr (SeidelSchedule) schedule = NULL;

  g_assert_no_error (error);
  schedule = schedule_of (csr, SEIDEL_DIRECTION_BACKWARD);
  g_assert_cmpint (schedule->count, ==, 0);
  g_assert_cmpint (schedule->widest, ==, 0);
  g_assert_cmpint (schedule->narrowest, ==, 0);
  g_assert_cmpfloat (seidel_schedule_mean_dependencies (schedule), ==, 0.0);
  g_assert_true (schedule->in_place_safe);
}

static void
test_rectangular (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing ("1.1 .1.");
  SeidelSchedule *schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, &error);

  g_assert_null (schedule);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing ("11 11");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (size_t d = 0; d < G_N_ELEMENTS (directions); d++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_schedule_new (csr, directions[d], NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
test_progress (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 300);
  g_autoptr (SeidelSchedule) schedule = NULL;
  SeidelProgress progress = SEIDEL_PROGRESS_INIT;

  schedule = seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, &progress, NULL, NULL);
  g_assert_nonnull (schedule);
  g_assert_cmpstr (seidel_progress_activity (&progress), ==, "Finding dependency levels");
  g_assert_cmpint (seidel_progress_permille (&progress), ==, 1000);
}

static void
test_statistics (void)
{
  static const struct
  {
    const char *id;
    double value;
    bool integral;
    bool share;
  } expected[SEIDEL_SCHEDULE_N_STATISTICS] = {
    { "max_kernel_iterations", 3, true, false },
    { "max_speedup", 2, false, false },
    { "mean_rows", 2, false, false },
    { "median_rows", 2, false, false },
    { "max_lines_at_once", 3, true, false },
    { "min_lines_at_once", 1, true, false },
    { "narrow_share", 0.5, false, true },
    { "average_dependencies", 5.0 / 6.0, false, false },
    { "max_dependencies", 2, true, false },
  };
  g_autoptr (SeidelCsr) csr =
    test_matrix_from_drawing ("4..1.. .4.... 1.4... 1..41. ..114. .z...4");
  g_autoptr (SeidelSchedule) schedule = schedule_of (csr, SEIDEL_DIRECTION_FORWARD);
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];

  memset (statistics, 0x5a, sizeof statistics);
  seidel_schedule_statistics (schedule, 3, statistics);
  for (int s = 0; s < SEIDEL_SCHEDULE_N_STATISTICS; s++)
    {
      g_assert_cmpstr (statistics[s].id, ==, expected[s].id);
      g_assert_cmpfloat (statistics[s].value, ==, expected[s].value);
      g_assert_cmpint (statistics[s].integral, ==, expected[s].integral);
      g_assert_cmpint (statistics[s].share, ==, expected[s].share);
    }
  seidel_schedule_statistics (schedule, 1, statistics);
  g_assert_cmpfloat (statistics[6].value, ==, 0.0);
}

static void
test_no_statistics (void)
{
  const SeidelSchedule schedule = { .direction = SEIDEL_DIRECTION_FORWARD };
  SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS];

  seidel_schedule_statistics (&schedule, 8, statistics);
  for (int s = 0; s < SEIDEL_SCHEDULE_N_STATISTICS; s++)
    g_assert_cmpfloat (statistics[s].value, ==, 0.0);
}

static void
test_references (void)
{
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing ("1. 11");
  SeidelSchedule *schedule = schedule_of (csr, SEIDEL_DIRECTION_FORWARD);
  SeidelSchedule *again = seidel_schedule_ref (schedule);

  g_assert_true (again == schedule);
  seidel_schedule_unref (schedule);
  assert_levels (again, "1 2");
  seidel_schedule_unref (again);
}

static void
test_known (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);
  g_autoptr (SeidelSchedule) forward = NULL;
  g_autoptr (SeidelSchedule) backward = NULL;

  forward = schedule_of (matrix->csr, SEIDEL_DIRECTION_FORWARD);
  backward = schedule_of (matrix->csr, SEIDEL_DIRECTION_BACKWARD);
  g_assert_cmpint (forward->count, ==, known->levels);
  check_schedule (matrix->csr, forward);
  check_schedule (matrix->csr, backward);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/schedule/by-hand", test_by_hand);
  g_test_add_func ("/schedule/in-place-safe", test_in_place_safe);
  for (size_t f = 0; f < G_N_ELEMENTS (families); f++)
    {
      g_autofree char *path = g_strdup_printf ("/schedule/family/%s", families[f].name);

      g_test_add_data_func (path, &families[f], test_family);
    }
  g_test_add_func ("/schedule/several-blocks", test_several_blocks);
  g_test_add_func ("/schedule/random", test_random);
  g_test_add_func ("/schedule/no-rows", test_no_rows);
  g_test_add_func ("/schedule/rectangular", test_rectangular);
  g_test_add_func ("/schedule/cancelled", test_cancelled);
  g_test_add_func ("/schedule/progress", test_progress);
  g_test_add_func ("/schedule/statistics", test_statistics);
  g_test_add_func ("/schedule/no-statistics", test_no_statistics);
  g_test_add_func ("/schedule/references", test_references);
  test_add_for_known ("/schedule/known", true, test_known);

  return g_test_run ();
}
