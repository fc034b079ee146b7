/* Small systems by hand: tables as spreadsheets, files and languages write them, each put into a
 * system and compared with the numbers that were meant; a copy of a matrix and back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "analysis/seidel-schedule.h"
#include "base/seidel-error.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "io/seidel-small-system.h"

static SeidelSmallSystem *
paste (int n, int row, int column, const char *text, char decimal)
{
  SeidelSmallSystem *system = g_new (SeidelSmallSystem, 1);
  g_autoptr (GError) error = NULL;

  seidel_small_system_init (system, n);
  seidel_small_system_paste (system, row, column, text, decimal, &error);
  g_assert_no_error (error);
  return system;
}

/* What the text means: the rows of A between blanks, as a dense table. */
static void
assert_system (const SeidelSmallSystem *system, int n, const double *values)
{
  g_assert_cmpint (system->n, ==, n);
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      {
        const double value = values[row * n + column];

        g_assert_cmpfloat (system->values[row][column], ==, value);
        g_assert_cmpint (system->stored[row][column], ==, value != 0.0);
      }
}

static void
test_separators (void)
{
  static const double meant[] = { 4.5, -1, 0, -1, 4.5, 0.25, 0, -1.5, 4 };
  static const struct
  {
    const char *text;
    char decimal;
  } texts[] = {
    { "4.5\t-1\t0\n-1\t4.5\t0.25\n0\t-1.5\t4\n", '.' },
    { "4,5\t-1\t\n-1\t4,5\t0,25\n\t-1,5\t4\n", '.' }, /* a spreadsheet's empty cells */
    { "4,5\t-1\t0\r\n-1\t4,5\t0,25\r\n0\t-1,5\t4\r\n", ',' },
    { "4,5;-1;0\n-1;4,5;0,25\n0;-1,5;4", '.' },
    { "4.5;-1;0\n-1;4.5;0.25\n0;-1.5;4;", '.' },
    { "4.5,-1,0\n-1,4.5,0.25\n0,-1.5,4\n", ',' },
    { "4.5, -1, 0\n-1, 4.5, .25\n0, -1.5, 4,\n", '.' },
    { "4,5 -1 0\n-1 4,5 0,25\n0 -1,5 4", '.' },
    { "  4.5   -1  0 \n -1 4.5 0.25\n0 -1.5 4\n\n", ',' },
    { "[4.5 -1 0; -1 4.5 0.25; 0 -1.5 4]", '.' },
    { "4.5 -1 0; -1 4.5 0.25; 0 -1.5 4;", '.' },
    { "[[4.5, -1, 0], [-1, 4.5, 0.25], [0, -1.5, 4]]", ',' },
    { "[[ 4.5 -1.  0.  ]\n [-1.  4.5  0.25]\n [0. -1.5 4.]]\n", '.' },
    { "\xef\xbb\xbf\"4,5\";\"\xe2\x88\x92"
      "1\";0\n-1;4,5;2,5e-1\n0;\xe2\x88\x92"
      "1,5;4",
      '.' },
    { "4.5\xc2\xa0-1 0\n-1 4.5 0.25\n0 -1.5 +4", '.' },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree SeidelSmallSystem *system = paste (6, 0, 0, texts[i].text, texts[i].decimal);

      g_test_message ("%s", texts[i].text);
      assert_system (system, 3, meant);
    }
}

/* A lone comma means what the decimal sign of the locale makes of it, unless the text has other
 * evidence. */
static void
test_lone_commas (void)
{
  static const double pairs[] = { 1, 5, 2, 4 }, brackets[] = { 4, 1, 1, 4 };
  g_autofree SeidelSmallSystem *column = paste (2, 0, SEIDEL_SMALL_RHS, "1,5\n2,25\n", ',');
  g_autofree SeidelSmallSystem *table = paste (6, 0, 0, "1,5\n2,4\n", '.');
  g_autofree SeidelSmallSystem *python = paste (6, 0, 0, "[[4,1],[1,4]]", ',');

  g_assert_cmpfloat (column->values[0][SEIDEL_SMALL_RHS], ==, 1.5);
  g_assert_cmpfloat (column->values[1][SEIDEL_SMALL_RHS], ==, 2.25);
  assert_system (table, 2, pairs);
  assert_system (python, 2, brackets);
}

static void
test_places (void)
{
  g_autofree SeidelSmallSystem *augmented = paste (6, 0, 0, "4\t-1\t3\n-1\t4\t0\n", '.');
  g_autofree SeidelSmallSystem *inside = paste (3, 2, 1, "7\t8\n9\t\n", '.');
  const double of_inside[16] = { [9] = 7, [10] = 8, [13] = 9 };
  const double of_augmented[] = { 4, -1, -1, 4 };
  g_autoptr (GError) error = NULL;

  assert_system (augmented, 2, of_augmented);
  g_assert_true (augmented->stored[0][SEIDEL_SMALL_RHS]);
  g_assert_true (augmented->stored[1][SEIDEL_SMALL_RHS]);
  g_assert_cmpfloat (augmented->values[0][SEIDEL_SMALL_RHS], ==, 3.0);
  assert_system (inside, 4, of_inside);
  /* A field that is empty empties the entry. */
  seidel_small_system_paste (inside, 2, 1, "\t5\n", '.', &error);
  g_assert_no_error (error);
  g_assert_false (inside->stored[2][1]);
  g_assert_cmpfloat (inside->values[2][2], ==, 5.0);
}

static void
assert_refused (const char *text, int row, int column, int code, const char *says)
{
  SeidelSmallSystem system, before;
  g_autoptr (GError) error = NULL;

  seidel_small_system_init (&system, 3);
  seidel_small_system_set (&system, 1, 1, 4.0);
  before = system;
  g_assert_false (seidel_small_system_paste (&system, row, column, text, '.', &error));
  g_assert_error (error, SEIDEL_ERROR, code);
  g_assert_nonnull (strstr (error->message, says));
  g_assert_cmpmem (&system, sizeof system, &before, sizeof before);
}

static void
test_refused (void)
{
  g_autoptr (GString) tall = g_string_new (NULL);

  for (int i = 0; i <= SEIDEL_SMALL_MOST; i++)
    g_string_append (tall, "1\n");
  assert_refused ("4\t-1\n-1\tx\n", 0, 0, SEIDEL_ERROR_FORMAT, "Line 2, field 2");
  assert_refused ("4 -1\n1.2.3 4\n", 0, 0, SEIDEL_ERROR_FORMAT, "1.2.3");
  assert_refused ("nan", 0, 0, SEIDEL_ERROR_FORMAT, "nan");
  assert_refused ("1e999", 0, 0, SEIDEL_ERROR_FORMAT, "1e999");
  assert_refused (" \n\n", 0, 0, SEIDEL_ERROR_FORMAT, "no numbers");
  assert_refused (tall->str, 0, 0, SEIDEL_ERROR_INVALID, "41 rows");
  assert_refused ("1\t2\n", 0, SEIDEL_SMALL_RHS, SEIDEL_ERROR_INVALID, "one column");
  g_string_truncate (tall, 2 * SEIDEL_SMALL_MOST);
  assert_refused (tall->str, 1, 0, SEIDEL_ERROR_INVALID, "does not fit");
}

/* All rows of a matrix, its b and its levels survive being taken, copied as text and made a matrix
 * again. */
static void
test_round_trip (void)
{
  SeidelSmallSystem system, again;
  g_autoptr (GError) error = NULL;
  const double size[SEIDEL_GALLERY_MAX_PARAMETERS] = { 6 };
  g_autoptr (SeidelMatrix) grid =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), size, NULL, NULL, &error);
  g_autoptr (SeidelMatrix) back = NULL;
  g_autoptr (SeidelSchedule) levels = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_true (seidel_small_system_take (&system, grid, 0, &error));
  for (int row = 0; row < 36; row++)
    seidel_small_system_set (&system, row, SEIDEL_SMALL_RHS, row / 3.0);
  text = seidel_small_system_to_text (&system);
  seidel_small_system_init (&again, 2);
  g_assert_true (seidel_small_system_paste (&again, 0, 0, text, ',', &error));
  g_assert_cmpmem (&again, sizeof again, &system, sizeof system);
  back = seidel_small_system_to_matrix (&again, "grid", &error);
  g_assert_no_error (error);
  g_assert_true (seidel_csr_validate (back->csr, &error));
  g_assert_cmpint (seidel_csr_nonzeros (back->csr), ==, seidel_csr_nonzeros (grid->csr));
  g_assert_cmpmem (back->csr->values, (size_t) seidel_csr_nonzeros (back->csr) * sizeof (double),
                   grid->csr->values, (size_t) seidel_csr_nonzeros (grid->csr) * sizeof (double));
  g_assert_cmpfloat (back->rhs[35], ==, 35 / 3.0);
  levels = seidel_schedule_new (back->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, &error);
  g_assert_cmpint (levels->count, ==, 11); /* i + j + 1 of 6 × 6 points */
}

/* A part of a matrix: its rows and the columns of the same numbers. */
static void
test_window (void)
{
  SeidelSmallSystem system;
  g_autoptr (GError) error = NULL;
  const double size[SEIDEL_GALLERY_MAX_PARAMETERS] = { 12 };
  g_autoptr (SeidelMatrix) grid =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), size, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (seidel_small_system_take (&system, grid, 12, &error));
  g_assert_cmpint (system.n, ==, SEIDEL_SMALL_MOST);
  for (int row = 0; row < system.n; row++)
    for (int column = 0; column < system.n; column++)
      {
        const int64_t k = seidel_csr_find (grid->csr, row + 12, column + 12);

        g_assert_cmpint (system.stored[row][column], ==, k >= 0);
        g_assert_cmpfloat (system.values[row][column], ==, k >= 0 ? grid->csr->values[k] : 0.0);
      }
  g_assert_true (seidel_small_system_take (&system, grid, 140, &error));
  g_assert_cmpint (system.n, ==, 4);
  g_assert_false (seidel_small_system_take (&system, grid, 144, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

static void
test_resize (void)
{
  g_autofree SeidelSmallSystem *system = paste (2, 0, 0, "4\t-1\t1\n-1\t4\t1\n", '.');

  g_assert_false (seidel_small_system_is_empty (system));
  seidel_small_system_resize (system, 1);
  seidel_small_system_resize (system, 3);
  g_assert_cmpfloat (system->values[0][0], ==, 4.0);
  g_assert_true (system->stored[0][SEIDEL_SMALL_RHS]);
  g_assert_false (system->stored[1][1]);
  g_assert_false (system->stored[1][SEIDEL_SMALL_RHS]);
  seidel_small_system_set (system, 0, 0, 0.0);
  g_assert_false (system->stored[0][0]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/small-system/separators", test_separators);
  g_test_add_func ("/small-system/lone-commas", test_lone_commas);
  g_test_add_func ("/small-system/places", test_places);
  g_test_add_func ("/small-system/refused", test_refused);
  g_test_add_func ("/small-system/round-trip", test_round_trip);
  g_test_add_func ("/small-system/window", test_window);
  g_test_add_func ("/small-system/resize", test_resize);
  return g_test_run ();
}
