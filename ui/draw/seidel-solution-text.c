/* What a picture of a solution says in words and numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-solution-picture.h"

const char *
seidel_solution_vector_name (SeidelSolutionVector vector)
{
  static const char *const names[SEIDEL_SOLUTION_N_VECTORS] = {
    [SEIDEL_SOLUTION_X] = N_ ("Solution"),
    [SEIDEL_SOLUTION_RESIDUAL] = N_ ("Residual"),
    [SEIDEL_SOLUTION_ERROR] = N_ ("Error"),
  };

  return _ (names[vector]);
}

const char *
seidel_solution_shown_name (SeidelSolutionShown shown)
{
  static const char *const names[SEIDEL_SOLUTION_N_VIEWS] = {
    [SEIDEL_SOLUTION_OVER_ROWS] = N_ ("Over the rows"),
    [SEIDEL_SOLUTION_CELLS] = N_ ("Rows as cells"),
    [SEIDEL_SOLUTION_SORTED] = N_ ("Sorted"),
    [SEIDEL_SOLUTION_HISTOGRAM] = N_ ("Histogram"),
  };

  return _ (names[shown]);
}

char *
seidel_solution_picture_symbol (const SeidelSolutionPicture *picture)
{
  static const char *const symbols[SEIDEL_SOLUTION_N_VECTORS] = {
    [SEIDEL_SOLUTION_X] = "x",
    [SEIDEL_SOLUTION_RESIDUAL] = "b − A x",
    [SEIDEL_SOLUTION_ERROR] = "x − x*",
  };
  const char *symbol = symbols[picture->choice.vector];

  return picture->choice.logarithmic || picture->solution->moduli ? g_strdup_printf ("|%s|", symbol)
                                                                  : g_strdup (symbol);
}

void
seidel_solution_picture_range (const SeidelSolutionPicture *picture, char **low, char **high)
{
  const double size = fmax (fabs (picture->low), fabs (picture->high));
  const double digits = 2.0 + ceil (log10 (size / (picture->high - picture->low)));
  /* Of values that are almost the same, as many as show how they differ. */
  const int shown = isfinite (digits) ? (int) CLAMP (digits, 3.0, 16.0) : 3;

  *low = seidel_format_compact (picture->low, shown);
  *high = seidel_format_compact (picture->high, shown);
}

/* "row 17 (line 1, point 17)" */
static void
append_place (GString *text, const SeidelSolutionPicture *picture, int64_t entry)
{
  g_autofree char *number = seidel_format_count (entry + 1);

  g_string_append_printf (text, picture->of_rows ? _ ("row %s") : _ ("column %s"), number);
  if (picture->of_rows && picture->cells.grid)
    {
      const int64_t cell = seidel_cells_cell (&picture->cells, entry);
      g_autofree char *line = seidel_format_count (cell / picture->cells.line + 1);
      g_autofree char *point = seidel_format_count (cell % picture->cells.line + 1);

      g_string_append_printf (text, _ (" (line %s, point %s)"), line, point);
    }
}

char *
seidel_solution_picture_describe (const SeidelSolutionPicture *picture)
{
  g_autofree char *n = seidel_format_count (picture->n);
  g_autofree char *low = NULL, *high = NULL;
  GString *text = g_string_new (NULL);

  seidel_solution_picture_range (picture, &low, &high);
  g_string_append_printf (text, _ ("%s of %s: "),
                          seidel_solution_vector_name (picture->choice.vector), picture->run);
  g_string_append_printf (text,
                          picture->choice.logarithmic
                            ? ngettext ("%s value, magnitude from %s to %s",
                                        "%s values, magnitudes from %s to %s",
                                        (unsigned long) picture->n)
                            : ngettext ("%s value from %s to %s", "%s values from %s to %s",
                                        (unsigned long) picture->n),
                          n, low, high);
  if (picture->zeros > 0)
    {
      g_autofree char *zeros = seidel_format_count (picture->zeros);

      g_string_append_printf (text, _ (", %s of them 0"), zeros);
    }
  if (picture->not_finite > 0)
    {
      g_autofree char *not_finite = seidel_format_count (picture->not_finite);

      g_string_append_printf (text, _ (", %s not finite"), not_finite);
    }
  if (picture->largest >= 0 && picture->high > picture->low)
    {
      g_string_append (text, _ ("; the largest is in "));
      append_place (text, picture, picture->largest);
    }
  return g_string_free (text, FALSE);
}

char *
seidel_solution_picture_describe_row (const SeidelSolutionPicture *picture, int64_t row)
{
  const SeidelSolution *solution = picture->solution;
  GString *text = g_string_new (NULL);
  const char *separator = ": ";

  append_place (text, picture, row);
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    if (solution->vectors[v] != NULL && row < solution->n[v]
        && (picture->of_rows || v != SEIDEL_SOLUTION_RESIDUAL))
      {
        g_autofree char *value = seidel_format_compact (solution->vectors[v][row], 6);

        g_string_append_printf (text, "%s%s = %s", separator,
                                v == SEIDEL_SOLUTION_X          ? "x"
                                : v == SEIDEL_SOLUTION_RESIDUAL ? _ ("residual")
                                                                : _ ("error"),
                                value);
        separator = " · ";
      }
  return g_string_free (text, FALSE);
}

static void
append_rows (GString *csv, const SeidelSolutionPicture *picture)
{
  const SeidelSolution *solution = picture->solution;
  const int64_t n = MAX (solution->n[SEIDEL_SOLUTION_X], solution->n[SEIDEL_SOLUTION_RESIDUAL]);

  g_string_append (csv, "row,x,residual,error\n");
  for (int64_t i = 0; i < n; i++)
    {
      g_string_append_printf (csv, "%" G_GINT64_FORMAT, i + 1);
      for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
        {
          g_string_append_c (csv, ',');
          if (solution->vectors[v] != NULL && i < solution->n[v])
            seidel_format_append_csv (csv, solution->vectors[v][i]);
        }
      g_string_append_c (csv, '\n');
    }
}

static void
append_sorted (GString *csv, const SeidelSolutionPicture *picture)
{
  g_string_append_printf (csv, "rank,row,%s\n", seidel_solution_vector_id (picture->choice.vector));
  for (int64_t i = 0; i < picture->n; i++)
    {
      g_string_append_printf (csv, "%" G_GINT64_FORMAT ",%d,", i + 1, picture->order[i] + 1);
      seidel_format_append_csv (csv, picture->values[picture->order[i]]);
      g_string_append_c (csv, '\n');
    }
}

static void
append_bins (GString *csv, const SeidelSolutionPicture *picture)
{
  const SeidelSolutionBins *bins = &picture->bins;

  g_string_append (csv, picture->choice.logarithmic ? "log10_from,log10_to,rows,selected\n"
                                                    : "from,to,rows,selected\n");
  for (int bin = 0; bin < bins->n; bin++)
    {
      seidel_format_append_csv (csv, bins->low + bin * bins->width);
      g_string_append_c (csv, ',');
      seidel_format_append_csv (csv, bins->low + (bin + 1) * bins->width);
      g_string_append_printf (csv, ",%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT "\n", bins->rows[bin],
                              bins->selected[bin]);
    }
}

char *
seidel_solution_picture_to_csv (const SeidelSolutionPicture *picture)
{
  GString *csv = g_string_new (NULL);

  if (picture->choice.shown == SEIDEL_SOLUTION_SORTED)
    append_sorted (csv, picture);
  else if (picture->choice.shown == SEIDEL_SOLUTION_HISTOGRAM)
    append_bins (csv, picture);
  else
    append_rows (csv, picture);
  return g_string_free (csv, FALSE);
}
