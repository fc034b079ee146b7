/* The steps of a sweep: by hand, by the definition of each state, and the values against a plain
 * sweep. And the grids that matrices are recognised to come from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-grid.h"
#include "analysis/seidel-playback.h"

#include <math.h>
#include <string.h>

#include "core-testing.h"
#include "test-analysis-matrices.h"

#define N_RANDOM 60
#define SEED     7

static const SeidelDirection directions[] = { SEIDEL_DIRECTION_FORWARD, SEIDEL_DIRECTION_BACKWARD };

static SeidelPlayback *
play (const SeidelCsr *csr, SeidelDirection direction, SeidelPlayMode mode)
{
  g_autoptr (SeidelSchedule) schedule = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  SeidelPlayback *playback = seidel_playback_new (csr, schedule, mode, SEED, &error);

  g_assert_no_error (error);
  return playback;
}

/* A letter for each row: waiting, ready, stale, wrong, now, done. */
static char *
states (const SeidelPlayback *playback, int64_t step)
{
  GString *text = g_string_new (NULL);

  for (int64_t row = 0; row < playback->rows; row++)
    g_string_append_c (text, "wrsxnd"[seidel_playback_state (playback, row, step)]);
  return g_string_free (text, FALSE);
}

/* Row 2 waits for 0, row 3 for 0 and 2; nothing waits for 1. */
static void
test_by_hand (void)
{
  static const char *const expected[SEIDEL_PLAY_RACE][5] = {
    { "rrww", "nnrw", "ddnr", "dddn" },
    { "rrww", "nnss", "ddns", "dddn" },
    { "rrww", "nrrw", "dnrw", "ddnr", "dddn" },
  };
  g_autoptr (SeidelCsr) csr = test_matrix_from_drawing ("1... .1.. 1.1. 1.11");

  for (int mode = 0; mode < SEIDEL_PLAY_RACE; mode++)
    {
      g_autoptr (SeidelPlayback) playback =
        play (csr, SEIDEL_DIRECTION_FORWARD, (SeidelPlayMode) mode);

      g_assert_cmpint (playback->steps, ==, mode == SEIDEL_PLAY_ROWS ? 4 : 3);
      for (int64_t step = 0; step <= playback->steps; step++)
        {
          g_autofree char *text = states (playback, step);

          g_assert_cmpstr (text, ==, expected[mode][step]);
        }
    }
}

static bool
depends (SeidelDirection direction, int64_t row, int64_t column)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? column < row : column > row;
}

/* A row is ready when every row that it depends on is computed, and computed only after that. */
static void
check_states (const SeidelCsr *csr, const SeidelPlayback *playback, int64_t step)
{
  int64_t counts[SEIDEL_N_ROW_STATES], expected[SEIDEL_N_ROW_STATES] = { 0 };

  for (int64_t row = 0; row < csr->rows; row++)
    {
      const SeidelRowState state = seidel_playback_state (playback, row, step);
      bool open = false;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        open |= depends (playback->direction, row, csr->column_indices[k])
                && playback->computed_at[csr->column_indices[k]] > step;
      expected[state]++;
      if (state == SEIDEL_ROW_WAITING)
        g_assert_true (open);
      else if (state != SEIDEL_ROW_STALE || playback->mode == SEIDEL_PLAY_RACE)
        g_assert_false (open);
    }
  seidel_playback_count (playback, step, counts);
  g_assert_cmpmem (counts, sizeof counts, expected, sizeof expected);
}

/* The sweep that everybody knows, in place. */
static void
sweep_ref (const SeidelCsr *csr, SeidelDirection direction, const double *b, double *x)
{
  for (int64_t n = 0; n < csr->rows; n++)
    {
      int64_t i = direction == SEIDEL_DIRECTION_FORWARD ? n : csr->rows - 1 - n;
      double sum = b[i], diagonal = 0.0;

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        if (csr->column_indices[k] == i)
          diagonal = csr->values[k];
        else
          sum -= csr->values[k] * x[csr->column_indices[k]];
      if (diagonal != 0.0)
        x[i] = sum / diagonal;
    }
}

static void
check_values (const SeidelCsr *csr, const SeidelPlayback *playback)
{
  const int64_t n = csr->rows;
  g_autofree double *b = g_new (double, n + 1), *before = g_new (double, n + 1);
  g_autofree double *x = g_new (double, n + 1), *swept = g_new (double, n + 1);

  for (int64_t row = 0; row < n; row++)
    {
      b[row] = (double) (row % 5) - 2.0;
      before[row] = swept[row] = 1.0 + (double) (row % 3);
    }
  sweep_ref (csr, playback->direction, b, swept);
  for (int64_t step = 0; step <= playback->steps; step++)
    {
      for (int64_t row = 0; row < n; row++)
        x[row] = NAN;
      seidel_playback_values (playback, csr, b, before, step, x);
      for (int64_t row = 0; row < n; row++)
        if (playback->computed_at[row] <= step)
          g_assert_true (x[row] == swept[row] || (isnan (x[row]) && isnan (swept[row])));
        else if (playback->mode != SEIDEL_PLAY_PASSES || step == 0)
          g_assert_true (x[row] == before[row]);
        else
          g_assert_false (isnan (x[row]));
    }
}

/* What a race is: a row is computed with the last of its dependencies or one step after it; only in
 * the first case it can have read an old value, and whoever did not is wrong exactly when one that
 * it depends on is. */
static void
check_race_row (const SeidelCsr *csr, const SeidelPlayback *race, int64_t row)
{
  int32_t last = 0;
  bool flawed = false;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (depends (race->direction, row, csr->column_indices[k]))
      {
        last = MAX (last, race->computed_at[csr->column_indices[k]]);
        flawed |= race->ends[csr->column_indices[k]] != SEIDEL_ROW_DONE;
      }
  g_assert_cmpint (race->computed_at[row], >=, MAX (last, 1));
  g_assert_cmpint (race->computed_at[row], <=, last + 1);
  if (race->ends[row] == SEIDEL_ROW_STALE)
    g_assert_cmpint (race->computed_at[row], ==, last);
  else
    g_assert_cmpint (race->ends[row], ==, flawed ? SEIDEL_ROW_WRONG : SEIDEL_ROW_DONE);
}

/* The values, beside those of the sweep: rows that ended well have its bits, others may differ, and
 * the error is that of the definition. */
static int64_t
check_race_values (const SeidelCsr *csr, const SeidelPlayback *race)
{
  const int64_t n = csr->rows;
  g_autofree double *b = g_new (double, n + 1), *before = g_new (double, n + 1);
  g_autofree double *x = g_new (double, n + 1), *swept = g_new (double, n + 1);
  g_autofree double *errors = g_new (double, race->steps + 1);
  g_autoptr (GError) error = NULL;
  int64_t differ = 0;

  for (int64_t row = 0; row < n; row++)
    {
      b[row] = (double) (row % 5) + 1.0;
      before[row] = swept[row] = 1.0 + (double) (row % 3);
    }
  sweep_ref (csr, race->direction, b, swept);
  for (int64_t step = 0; step <= race->steps; step++)
    errors[step] = NAN;
  g_assert_true (seidel_playback_errors (race, csr, b, before, errors, &error));
  g_assert_no_error (error);
  for (int64_t step = 0; step <= race->steps; step++)
    {
      double squares = 0.0, all = 0.0;

      seidel_playback_values (race, csr, b, before, step, x);
      for (int64_t row = 0; row < n; row++)
        if (race->computed_at[row] <= step)
          {
            if (race->ends[row] == SEIDEL_ROW_DONE)
              g_assert_true (x[row] == swept[row]);
            differ += step == race->steps && x[row] != swept[row];
            squares += (x[row] - swept[row]) * (x[row] - swept[row]);
            all += swept[row] * swept[row];
          }
        else
          g_assert_true (x[row] == before[row]);
      if (isfinite (all))
        g_assert_cmpfloat_with_epsilon (errors[step], all > 0.0 ? sqrt (squares / all) : 0.0,
                                        1e-12);
    }
  return differ;
}

static void
test_race (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 20.0);
  int64_t differ = 0;

  for (size_t d = 0; d < G_N_ELEMENTS (directions); d++)
    {
      g_autoptr (SeidelPlayback) race = play (grid->csr, directions[d], SEIDEL_PLAY_RACE);
      g_autoptr (SeidelPlayback) again = play (grid->csr, directions[d], SEIDEL_PLAY_RACE);
      const size_t bytes = (size_t) race->rows * sizeof *race->computed_at;

      g_assert_cmpint (race->steps, ==, again->steps);
      g_assert_cmpmem (race->computed_at, bytes, again->computed_at, bytes);
      for (int64_t row = 0; row < race->rows; row++)
        check_race_row (grid->csr, race, row);
      for (int64_t step = 0; step <= race->steps; step++)
        check_states (grid->csr, race, step);
      differ += check_race_values (grid->csr, race);
      g_assert_cmpint (race->steps, <=, 39);
      g_assert_cmpint (race->stale[race->steps], >, 0);
      g_assert_cmpint (race->wrong[race->steps], >, 0);
    }
  g_assert_cmpint (differ, >, 0);
}

static void
test_random (void)
{
  static const TestShape shapes[] = { TEST_SHAPE_SQUARE, TEST_SHAPE_SYMMETRIC, TEST_SHAPE_LOWER };

  for (guint32 seed = 0; seed < N_RANDOM; seed++)
    for (int mode = 0; mode < SEIDEL_N_PLAY_MODES; mode++)
      for (size_t d = 0; d < G_N_ELEMENTS (directions); d++)
        {
          g_autoptr (SeidelCsr) csr =
            test_matrix_random (shapes[seed % G_N_ELEMENTS (shapes)], seed);
          g_autoptr (SeidelPlayback) playback = play (csr, directions[d], (SeidelPlayMode) mode);

          for (int64_t step = 0; step <= playback->steps; step++)
            check_states (csr, playback, step);
          if (mode != SEIDEL_PLAY_RACE)
            check_values (csr, playback);
          else
            for (int64_t row = 0; row < csr->rows; row++)
              check_race_row (csr, playback, row);
        }
}

static int64_t
line_of (const char *kind, double size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, size);

  return seidel_grid_line (matrix->csr);
}

static void
test_grids (void)
{
  g_autoptr (SeidelCsr) ring = test_matrix_from_drawing ("11.1 111. .111 1.11");
  g_autoptr (SeidelCsr) wide = test_matrix_from_drawing ("111 111");

  g_assert_cmpint (line_of ("poisson-5", 7), ==, 7);
  g_assert_cmpint (line_of ("poisson-7", 4), ==, 0);
  g_assert_cmpint (line_of ("chain", 10), ==, 0);
  g_assert_cmpint (seidel_grid_line (ring), ==, 2);
  g_assert_cmpint (seidel_grid_line (wide), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/playback/by-hand", test_by_hand);
  g_test_add_func ("/playback/random", test_random);
  g_test_add_func ("/playback/race", test_race);
  g_test_add_func ("/playback/grids", test_grids);
  return g_test_run ();
}
