/* Judges lists that are so short that they may be the rows of a table: no more lines than fields.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-readings.h"

#include <math.h>

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

/* Likewise: whether in each row the diagonal outweighs the rest, or, unless strictly, equals it. */
static bool
is_dominant_table (const SeidelSketch *sketch, int n, bool strictly)
{
  for (int i = 0; i < n; i++)
    {
      const double diagonal = fabs (number_at (sketch, i, i));
      double rest = 0.0;

      for (int k = 0; k < n; k++)
        rest += k != i ? fabs (number_at (sketch, i, k)) : 0.0;
      if (!(strictly ? rest < diagonal : rest <= diagonal))
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
 * those of textbooks are, and hardly any list is by chance: a list is in order mostly, has no
 * zeros, and names the first rows and columns. */
static bool
is_textbook_table (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const int n = all->fields;
  const bool symmetric = is_symmetric_table (sketch, n);
  const bool compact = MAX (all->most_row, all->most_column) <= (double) all->lines;

  if (counts_on (sketch))
    return true;
  if (rises (sketch, false))
    return symmetric && has_zero_value (sketch);
  return is_dominant_table (sketch, n, n == 3 && !symmetric)
         || (has_zero_value (sketch) && (symmetric || !compact));
}

/* No more lines than fields: entries with values, or rows. They are a list if each names another
 * place, or the values alone are written with decimals. */
static SeidelCertainty
judge_few (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const bool square = all->lines == all->fields;
  const bool apart = all->digits && all->apart && !all->whole;

  if (square && !apart && is_textbook_table (sketch, all))
    return SEIDEL_CERTAINTY_IMPOSSIBLE;
  /* Complex numbers that are all whole hardly occur. */
  if (all->whole && all->fields == 4)
    return all->repeated == 0 && square && rises (sketch, false) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                                                 : SEIDEL_CERTAINTY_IMPOSSIBLE;
  return all->repeated == 0 || (all->digits && !all->whole) ? SEIDEL_CERTAINTY_PLAUSIBLE
                                                            : SEIDEL_CERTAINTY_IMPOSSIBLE;
}

/* Whether no index of two lines is left out. */
static bool
skips_none (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const double most = MAX (all->most_row, all->most_column);

  for (double index = all->zero ? 0.0 : 1.0; index <= most; index++)
    if (!names_index (sketch, index, 0) && !names_index (sketch, index, 1))
      return false;
  return true;
}

/* Two lines of two numbers are a matrix as they stand, unless it is one that nobody solves with, or
 * they make a better list: in order, in the same row or column, and no index is skipped. */
static SeidelCertainty
judge_pairs (const SeidelSketch *sketch, const SeidelSketchEntries *all)
{
  const bool singular = number_at (sketch, 0, 0) * number_at (sketch, 1, 1)
                        == number_at (sketch, 0, 1) * number_at (sketch, 1, 0);

  return all->repeated == 0
             && (singular ? !all->zero || skips_none (sketch, all)
                          : rises (sketch, true) && skips_none (sketch, all))
           ? SEIDEL_CERTAINTY_PLAUSIBLE
           : SEIDEL_CERTAINTY_IMPOSSIBLE;
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
  if (sketch->heading == NULL && seidel_sketch_named (sketch, seidel_list_endings))
    return all->repeated == 0 ? SEIDEL_CERTAINTY_PLAUSIBLE : SEIDEL_CERTAINTY_IMPOSSIBLE;
  /* Nobody solves with a row of two numbers either. */
  return all->lines == 1 ? SEIDEL_CERTAINTY_PLAUSIBLE : judge_pairs (sketch, all);
}
