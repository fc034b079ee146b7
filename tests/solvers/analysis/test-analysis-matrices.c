/* Small matrices for the tests of solvers/analysis, by hand and by chance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "test-analysis-matrices.h"

typedef struct
{
  GArray *rows;
  GArray *columns;
  GArray *values;
} Entries;

static Entries
entries_new (void)
{
  return (Entries){ g_array_new (FALSE, FALSE, sizeof (int32_t)),
                    g_array_new (FALSE, FALSE, sizeof (int32_t)),
                    g_array_new (FALSE, FALSE, sizeof (double)) };
}

static void
entries_add (Entries *entries, int32_t row, int32_t column, double value)
{
  g_array_append_val (entries->rows, row);
  g_array_append_val (entries->columns, column);
  g_array_append_val (entries->values, value);
}

/* Takes the entries. */
static SeidelCsr *
entries_to_csr (Entries entries, int64_t rows, int64_t columns)
{
  g_autoptr (GError) error = NULL;
  SeidelCoordinates coordinates = {
    .rows = rows,
    .columns = columns,
    .count = entries.rows->len,
    .row_indices = (const int32_t *) (void *) entries.rows->data,
    .column_indices = (const int32_t *) (void *) entries.columns->data,
    .values = (const double *) (void *) entries.values->data,
  };
  SeidelCsr *csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, &error);

  g_assert_no_error (error);
  g_array_unref (entries.rows);
  g_array_unref (entries.columns);
  g_array_unref (entries.values);
  return csr;
}

SeidelCsr *
test_matrix_from_drawing (const char *drawing)
{
  Entries entries = entries_new ();
  int32_t row = 0;
  int32_t column = 0;
  int32_t columns = 0;

  for (const char *c = drawing; *c != '\0'; c++)
    {
      if (*c == ' ')
        {
          row++;
          column = 0;
          continue;
        }
      if (*c == 'z')
        entries_add (&entries, row, column, 0.0);
      else if (*c >= 'a' && *c <= 'i')
        entries_add (&entries, row, column, -(double) (*c - 'a' + 1));
      else if (*c != '.')
        entries_add (&entries, row, column, *c - '0');
      column++;
      columns = MAX (columns, column);
    }
  return entries_to_csr (entries, row + 1, columns);
}

/* Small whole numbers, so that sums and comparisons are exact; one in eight is zero. */
static double
random_value (GRand *rand)
{
  return g_rand_int_range (rand, 0, 8) == 0 ? 0.0 : g_rand_int_range (rand, -6, 7);
}

static void
add_pair (Entries *entries, GRand *rand, TestShape shape, int32_t i, int32_t j)
{
  double value = random_value (rand);

  entries_add (entries, i, j, value);
  if (shape == TEST_SHAPE_SYMMETRIC)
    entries_add (entries, j, i, value);
  else if (shape == TEST_SHAPE_SKEW)
    entries_add (entries, j, i, -value);
  else if (shape == TEST_SHAPE_SAME_PATTERN)
    entries_add (entries, j, i, random_value (rand));
}

SeidelCsr *
test_matrix_random (TestShape shape, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed * TEST_N_SHAPES + shape);
  const int32_t rows = g_rand_int_range (rand, 1, 41);
  const int32_t columns = shape == TEST_SHAPE_RECTANGULAR ? g_rand_int_range (rand, 1, 41) : rows;
  const double density = g_rand_double (rand) * g_rand_double (rand);
  const double diagonal = g_rand_int_range (rand, 0, 3) / 2.0;
  const bool heavy = g_rand_boolean (rand); /* often dominant */
  Entries entries = entries_new ();

  for (int32_t i = 0; i < rows; i++)
    for (int32_t j = 0; j < columns; j++)
      {
        if (i == j && shape != TEST_SHAPE_SKEW)
          {
            if (g_rand_double (rand) < diagonal)
              entries_add (&entries, i, i, random_value (rand) * (heavy ? 20 : 1));
          }
        else if (g_rand_double (rand) >= density)
          continue;
        else if (shape <= TEST_SHAPE_RECTANGULAR)
          entries_add (&entries, i, j, random_value (rand));
        else if (j < i)
          add_pair (&entries, rand, shape, i, j);
      }
  return entries_to_csr (entries, rows, columns);
}
