/* Judges lists that are so short that they may be the rows of a table: no more lines than fields.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-readings.h"

#include <math.h>

/* How far beyond their number the indices of so few entries may be, where all numbers are whole. */
#define MOST_BEYOND 6

int
seidel_sketch_compare_lines (const SeidelSketch *sketch,
                             const SeidelSketchLine *before,
                             const SeidelSketchLine *line,
                             int first,
                             int second)
{
  const double steps[] = {
    seidel_sketch_field (sketch, line, first)->value
      - seidel_sketch_field (sketch, before, first)->value,
    seidel_sketch_field (sketch, line, second)->value
      - seidel_sketch_field (sketch, before, second)->value,
  };
  const double step = steps[0] != 0.0 ? steps[0] : steps[1];

  return step > 0.0 ? -1 : step < 0.0;
}

guint
seidel_sketch_count_rising (const SeidelSketch *sketch, guint from, int first, bool *again)
{
  const SeidelSketchLine *before = NULL;
  const SeidelSketchLine *line;
  guint lines = 0;

  *again = false;
  for (guint i = from; (line = seidel_sketch_next (sketch, &i)) != NULL; before = line, lines++)
    {
      if (line->n < 2)
        return 0;
      if (before == NULL)
        continue;
      if (seidel_sketch_compare_lines (sketch, before, line, first, 1 - first) >= 0)
        return 0;
      *again = *again
               || seidel_sketch_field (sketch, line, first)->value
                    == seidel_sketch_field (sketch, before, first)->value;
    }
  return lines;
}

/* Whether a field of some line holds an index. */
static bool
names_index (const SeidelSketch *sketch, double index, int field)
{
  const SeidelSketchLine *line;

  for (guint i = 0; (line = seidel_sketch_next (sketch, &i)) != NULL;)
    if (seidel_sketch_field (sketch, line, field)->value == index)
      return true;
  return false;
}

/* A number of the i-th line with fields. */
static double
number_at (const SeidelSketch *sketch, int i, int k)
{
  const SeidelSketchLine *line;
  guint next = 0;

  do
    line = seidel_sketch_next (sketch, &next);
  while (i-- > 0);
  return seidel_sketch_field (sketch, line, k)->value;
}

/* Of lines that are as many as their fields: whether they are a symmetric matrix as they stand. */
static bool
is_symmetric_table (const SeidelSketch *sketch, int n)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      if (number_at (sketch, i, k) != number_at (sketch, k, i))
        return false;
  return true;
}

/* Likewise: whether in each row the diagonal outweighs the rest. */
static bool
is_dominant_table (const SeidelSketch *sketch, int n)
{
  for (int i = 0; i < n; i++)
    {
      double rest = 0.0;

      for (int k = 0; k < n; k++)
        rest += k != i ? fabs (number_at (sketch, i, k)) : 0.0;
      if (!(rest <= fabs (number_at (sketch, i, i))))
        return false;
    }
  return true;
}

/* Whether the lines are in rising order by rows, or by columns; only_again: and two of them in the
 * same. */
static bool
rises (const SeidelSketch *sketch, bool only_again)
{
  for (int first = 0; first < 2; first++)
    {
      bool again;

      if (seidel_sketch_count_rising (sketch, 0, first, &again) > 1 && (again || !only_again))
        return true;
    }
  return false;
}

/* Whether an entry is zero: most lists leave such out. */
static bool
has_zero_value (const SeidelSketch *sketch)
{
  const SeidelSketchLine *line;

  for (guint i = 0; (line = seidel_sketch_next (sketch, &i)) != NULL;)
    if (seidel_sketch_field (sketch, line, 2)->value == 0.0)
      return true;
  return false;
}

/* Whether each number is larger than the one before, as in 1, 2, 3, … */
static bool
counts_on (const SeidelSketch *sketch)
{
  for (guint i = 1; i < sketch->n_fields; i++)
    if (sketch->fields[i].value <= sketch->fields[i - 1].value)
      return false;
  return true;
}

/* Whether lines that are as many as their fields are a matrix as it stands rather than a list, as
 * those of textbooks are, and hardly any list is by chance. */
static bool
is_textbook_table (const SeidelSketch *sketch, int n)
{
  return is_dominant_table (sketch, n) || counts_on (sketch)
         || (has_zero_value (sketch) && (is_symmetric_table (sketch, n) || !rises (sketch, false)));
}

/* No more lines than fields: entries with values, or rows. Where the values are whole, too, or the
 * indices written with decimals, they are a list if each names another place, and, but for two of
 * three whole numbers, none that is far out. */
static SeidelCertainty
judge_few (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const bool square = all->lines == all->fields;
  const double most = MAX (all->most_row, all->most_column);
  const bool near = all->repeated == 0
                    && (most <= (double) (all->lines + MOST_BEYOND)
                        || (all->digits && all->lines == 2 && all->fields == 3));

  if (square && is_textbook_table (sketch, all->fields))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  /* Complex numbers that are all whole hardly occur. */
  if (all->whole && all->fields == 4)
    return near && square && rises (sketch, false) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                                   : SEIDEL_CERTAINTY_IMPOSSIBLE;
  return near || (all->digits && !all->whole) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                              : SEIDEL_CERTAINTY_IMPOSSIBLE;
}

/* Two lines of two numbers are a matrix as they stand, unless they make a better list: in order,
 * in the same row or column, and no index is skipped. */
static SeidelCertainty
judge_pairs (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const double most = MAX (all->most_row, all->most_column);

  if (is_symmetric_table (sketch, 2) || !rises (sketch, true))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  for (double index = all->zero ? 0.0 : 1.0; index <= most; index++)
    if (!names_index (sketch, index, 0) && !names_index (sketch, index, 1))
      return SEIDEL_CERTAINTY_IMPOSSIBLE;
  return SEIDEL_CERTAINTY_PLAUSIBLE;
}

/* Whether all numbers are finite: what no reading can take is for the reader to report. */
static bool
is_finite (const SeidelSketch *sketch)
{
  for (guint i = 0; i < sketch->n_fields; i++)
    if (!isfinite (sketch->fields[i].value))
      return false;
  return true;
}

SeidelCertainty
seidel_judge_little (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  if (!is_finite (sketch))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  if (all->fields > 2)
    return judge_few (sketch, all);
  /* “1 2” is a row. */
  return all->lines == 2 ? judge_pairs (sketch, all) : SEIDEL_CERTAINTY_IMPOSSIBLE;
}
