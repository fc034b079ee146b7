/* Marks of grids in closed form, against those that rows get one after the other: where each row's
 * mark follows from those that it depends on, all of them are right, and nowhere else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "levels/seidel-cuda-grid.h"

#include "grids-testing.h"

typedef struct
{
  SeidelCsrView view;
  bool forward;
  SeidelSwept *swept; /* of each row */
  int32_t *level;     /* of each row, by the schedules of other strategies */
  SeidelFarClasses classes;
  SeidelGridMarks marks;
  bool is_guessed;
} Guess;

static int64_t
column_of (const Guess *guess, int64_t row, int32_t e)
{
  const SeidelSwept *swept = &guess->swept[row];

  return guess->view.column_indices[guess->forward ? swept->first + e : swept->first - e];
}

static int64_t
turned (const Guess *guess, int64_t place)
{
  return guess->forward ? place : guess->view.rows - 1 - place;
}

static Guess
guess_new (const SeidelCsr *csr, bool forward)
{
  const int64_t n = csr->rows;
  Guess guess = { .view = rig_view (csr), .forward = forward };
  g_autofree int32_t *counts = g_new0 (int32_t, n + 1);
  int64_t n_distances = 0;

  guess.swept = g_new (SeidelSwept, n);
  guess.level = g_new (int32_t, n);
  seidel_swept_entries (&guess.view, forward, NULL, guess.swept, guess.level);
  for (int64_t row = 0; row < n; row++)
    for (int32_t e = 0; e < guess.swept[row].length; e++)
      counts[ABS (column_of (&guess, row, e) - row)]++;
  for (int64_t distance = 1; distance < n; distance++)
    if (counts[distance] > seidel_rare_distance (n))
      counts[n_distances++] = (int32_t) distance;
  guess.classes = seidel_far_classes (counts, n_distances, n);
  guess.is_guessed = seidel_grid_guess (counts, n_distances, &guess.classes, n, &guess.marks);
  return guess;
}

static void
guess_clear (Guess *guess)
{
  g_free (guess->swept);
  g_free (guess->level);
}

static SeidelMark
guessed_mark (const Guess *guess, int64_t row)
{
  return seidel_grid_mark (&guess->marks, (uint32_t) turned (guess, row));
}

static bool
are_equal (SeidelMark a, SeidelMark b)
{
  return a.level == b.level && a.far[0] == b.far[0] && a.far[1] == b.far[1];
}

/* From the marks of the rows that it depends on: those that are known, or those guessed where there
 * are none. */
static SeidelMark
mark_of (const Guess *guess, const SeidelMark *partial, int64_t row)
{
  SeidelMark mark = { 0 };

  for (int32_t e = 0; e < guess->swept[row].length; e++)
    {
      const int64_t column = column_of (guess, row, e);
      const SeidelMark needed = partial != NULL ? partial[column] : guessed_mark (guess, column);

      mark.level = MAX (mark.level, needed.level);
      for (int c = 0; c < 2; c++)
        mark.far[c] =
          MAX (mark.far[c], needed.far[c] + seidel_is_far (&guess->classes, c, ABS (column - row)));
    }
  mark.level++;
  return mark;
}

/* What the device checks, row by row. */
static bool
is_confirmed (const Guess *guess)
{
  for (int64_t row = 0; row < guess->view.rows; row++)
    if (!are_equal (mark_of (guess, NULL, row), guessed_mark (guess, row)))
      return false;
  return true;
}

static bool
is_right_ref (const Guess *guess)
{
  const int64_t n = guess->view.rows;
  g_autofree SeidelMark *marks = g_new (SeidelMark, n);
  bool right = true;

  for (int64_t place = 0; place < n; place++)
    {
      const int64_t row = turned (guess, place);

      marks[row] = mark_of (guess, marks, row);
      g_assert_cmpint (marks[row].level, ==, guess->level[row]);
      right = right && are_equal (marks[row], guessed_mark (guess, row));
    }
  return right;
}

/* Returns whether the matrix has the marks of a grid. The last place has the highest. */
static bool
is_grid (const SeidelCsr *csr, bool forward)
{
  Guess guess = guess_new (csr, forward);
  bool confirmed = guess.is_guessed && is_confirmed (&guess);

  if (guess.is_guessed)
    {
      const SeidelMark highest = guessed_mark (&guess, turned (&guess, csr->rows - 1));

      g_assert_cmpint (confirmed, ==, is_right_ref (&guess));
      for (int64_t row = 0; row < csr->rows; row++)
        {
          const SeidelMark mark = guessed_mark (&guess, row);

          g_assert_cmpint (mark.level, >=, 1);
          g_assert_cmpint (mark.level, <=, highest.level);
          g_assert_cmpint (mark.far[0], <=, highest.far[0]);
          g_assert_cmpint (mark.far[1], <=, highest.far[1]);
        }
    }
  guess_clear (&guess);
  return confirmed;
}

/* Where the sides are so long that distances say which is which. */
static void
test_grids (void)
{
  static const struct
  {
    const char *name;
    GridStencil stencil;
    bool both; /* directions */
  } stencils[] = {
    { "star", grid_star, true },           { "box", grid_box, true },
    { "simplices", grid_simplices, true }, { "wide star", grid_wide_star, true },
    { "upwind", grid_upwind, false },
  };
  static const int sides[][3] = { { 40, 30, 1 },  { 30, 41, 1 },  { 200, 6, 1 },  { 13, 12, 11 },
                                  { 16, 11, 14 }, { 33, 12, 7 },  { 12, 24, 13 }, { 12, 13, 2 },
                                  { 20, 40, 3 },  { 1000, 1, 1 }, { 15, 15, 15 } };

  for (size_t i = 0; i < G_N_ELEMENTS (stencils); i++)
    for (size_t j = 0; j < G_N_ELEMENTS (sides); j++)
      {
        g_autoptr (SeidelCsr) csr = grid_new (sides[j], stencils[i].stencil, GRID_WHOLE);

        g_test_message ("%s, %d by %d by %d", stencils[i].name, sides[j][0], sides[j][1],
                        sides[j][2]);
        g_assert_true (is_grid (csr, true));
        g_assert_cmpint (is_grid (csr, false), ==, stencils[i].both);
      }
}

/* Whatever is guessed of them, what is confirmed is right. */
static void
test_small_sides (void)
{
  static const GridStencil stencils[] = { grid_star,      grid_box,           grid_simplices,
                                          grid_wide_star, grid_without_lines, grid_skewed,
                                          grid_upwind };
  static const int sides[] = { 1, 2, 3, 5, 9, 24 };
  const int n = G_N_ELEMENTS (sides);
  int held = 0;
  int count = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (stencils); i++)
    for (int k = 0; k < n * n * n; k++)
      {
        const int of_grid[3] = { sides[k % n], sides[k / n % n], sides[k / n / n] };
        g_autoptr (SeidelCsr) csr = NULL;

        if (of_grid[0] * of_grid[1] * of_grid[2] > 2000)
          continue;
        csr = grid_new (of_grid, stencils[i], GRID_WHOLE);
        held += is_grid (csr, true) + is_grid (csr, false);
        count += 2;
      }
  g_test_message ("%d of %d", held, count);
  g_assert_cmpint (held, >, count / 4);
}

static void
test_nearly_grids (void)
{
  static const GridStencil stencils[] = { grid_star, grid_box };
  static const int sides[][3] = { { 40, 30, 1 }, { 16, 11, 14 } };
  static const GridChange changes[] = { GRID_LACKS_ONE, GRID_HAS_ONE_MORE, GRID_SHUFFLED };

  for (size_t i = 0; i < G_N_ELEMENTS (stencils); i++)
    for (size_t j = 0; j < G_N_ELEMENTS (sides); j++)
      for (size_t k = 0; k < G_N_ELEMENTS (changes); k++)
        {
          g_autoptr (SeidelCsr) csr = grid_new (sides[j], stencils[i], changes[k]);

          g_assert_false (is_grid (csr, true));
          g_assert_false (is_grid (csr, false));
        }
}

static void
test_patterns (void)
{
  GArray *patterns = patterns_new ();

  for (guint i = 0; i < patterns->len; i++)
    for (int direction = 0; direction < 2; direction++)
      {
        const Pattern *pattern = &g_array_index (patterns, Pattern, i);

        g_test_message ("%s: %s", pattern->name,
                        pattern->csr->rows > 0 && is_grid (pattern->csr, direction == 0) ? "a grid"
                                                                                         : "no");
      }
  patterns_free (patterns);
}

/* Marks that do not fit into their bits are not guessed, nor are sums that overflow. */
static void
test_large (void)
{
  static const struct
  {
    int32_t distances[4];
    int n_distances;
    int64_t rows;
    bool is_guessed;
  } all[] = {
    { { 1 }, 1, SEIDEL_MARK_MOST - 1, true },
    { { 1 }, 1, SEIDEL_MARK_MOST, false },
    { { 1, 1 << 15 }, 2, (int64_t) 1 << 30, true },
    { { 1, 1 << 15 }, 2, (int64_t) 1 << 31, false },
    { { 1, 1 << 9 }, 2, (int64_t) 1 << 30, false },
    { { 1, 1 << 10, 1 << 20 }, 3, (int64_t) 1 << 30, true },
    { { 1, 1 << 10, 1 << 20 }, 3, ((int64_t) 1 << 30) + 1, false },
    { { 1, INT32_MAX }, 2, INT32_MAX, false },
    { { 1, 1000, 400000, INT32_MAX / 2 }, 4, INT32_MAX, false },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (all); i++)
    {
      const SeidelFarClasses classes =
        seidel_far_classes (all[i].distances, all[i].n_distances, all[i].rows);
      SeidelGridMarks marks;

      g_test_message ("%zu", i);
      g_assert_cmpint (seidel_grid_guess (all[i].distances, all[i].n_distances, &classes,
                                          all[i].rows, &marks),
                       ==, all[i].is_guessed);
    }
  g_assert_false (seidel_grid_guess (NULL, 0, &(SeidelFarClasses){ { 9, 9 } }, 9, NULL));
}

static void
check_divisor (uint32_t divisor, uint32_t number)
{
  const SeidelDivisor by = seidel_divisor (divisor);

  g_assert_cmpuint (seidel_divided (&by, number), ==, number / divisor);
}

/* All numbers below 2³¹ are divided exactly: around multiples, where an error would be seen. */
static void
test_divisors (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < 200000; i++)
    {
      const uint32_t divisor =
        i < 2000 ? (uint32_t) i + 1 : (g_rand_int (random) >> (1 + i % 31)) | 1;
      const uint32_t multiple = (g_rand_int (random) >> 1) / divisor * divisor;

      check_divisor (divisor, 0);
      check_divisor (divisor, multiple);
      check_divisor (divisor, multiple == 0 ? 1 : multiple - 1);
      check_divisor (divisor, INT32_MAX);
      check_divisor (divisor, INT32_MAX / divisor * divisor - 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cuda-grid/grids", test_grids);
  g_test_add_func ("/cuda-grid/small-sides", test_small_sides);
  g_test_add_func ("/cuda-grid/nearly-grids", test_nearly_grids);
  g_test_add_func ("/cuda-grid/patterns", test_patterns);
  g_test_add_func ("/cuda-grid/large", test_large);
  g_test_add_func ("/cuda-grid/divisors", test_divisors);
  return g_test_run ();
}
