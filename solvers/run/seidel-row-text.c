/* What a report on a row says in words and numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-complex.h"
#include "run/seidel-row-report.h"

#define DIGITS 6 /* of numbers in the lines */

typedef struct
{
  SeidelRowLine add;
  void *data;
} Lines;

static void
add_line (const Lines *lines, const char *name, const char *value)
{
  lines->add (lines->data, name, value, NULL);
}

static void
take_line (const Lines *lines, const char *name, char *value)
{
  add_line (lines, name, value);
  g_free (value);
}

const char *
seidel_row_part_name (SeidelRowPart part)
{
  static const char *const names[SEIDEL_ROW_N_PARTS] = {
    [SEIDEL_ROW_ENTRIES] = N_ ("Row"),
    [SEIDEL_ROW_FORWARD] = N_ ("Forward sweep"),
    [SEIDEL_ROW_BACKWARD] = N_ ("Backward sweep"),
    [SEIDEL_ROW_EQUATION] = N_ ("Equation of the row"),
  };

  return names[part];
}

/* "1.5", of a complex matrix "1.5 − 2i" */
static char *
describe_value (const SeidelRowReport *self, const double *parts)
{
  g_autofree char *real = seidel_format_compact (parts[0], DIGITS);
  g_autofree char *imaginary = NULL;

  if (!seidel_matrix_is_complex (self->matrix))
    return g_steal_pointer (&real);
  imaginary = seidel_format_compact (fabs (parts[1]), DIGITS);
  return g_strdup_printf ("%s %s %si", real, signbit (parts[1]) ? "−" : "+", imaginary);
}

static char *
describe_count (const SeidelRowReport *self)
{
  g_autofree char *entries = seidel_format_count (self->entries);
  g_autofree char *before = seidel_format_count (self->before);
  g_autofree char *after = seidel_format_count (self->after);

  return self->square
           ? g_strdup_printf (seidel_text ("%s; %s left of the diagonal, %s right of it"), entries,
                              before, after)
           : g_steal_pointer (&entries);
}

static char *
describe_diagonal (const SeidelRowReport *self)
{
  if (!self->has_diagonal)
    return g_strdup (seidel_text ("not stored"));
  if (self->diagonal == 0.0)
    return g_strdup (seidel_text ("stored zero"));
  return describe_value (self, self->diagonal_parts);
}

/* |a_ii| against the sum of the magnitudes of the others. */
static char *
describe_dominance (const SeidelRowReport *self)
{
  const double size = fabs (self->diagonal);
  g_autofree char *diagonal = seidel_format_compact (size, DIGITS);
  g_autofree char *rest = seidel_format_compact (self->rest, DIGITS);
  const char *word = size > self->rest    ? seidel_text ("strictly dominant")
                     : size == self->rest ? seidel_text ("weakly dominant")
                                          : seidel_text ("not dominant");

  return g_strdup_printf (seidel_text ("%s against %s: %s"), diagonal, rest, word);
}

static char *
describe_largest (const SeidelRowReport *self)
{
  g_autofree char *largest = seidel_format_compact (self->largest, DIGITS);
  g_autofree char *part = NULL;

  if (!(self->matrix_largest > 0.0))
    return g_steal_pointer (&largest);
  if (self->largest == self->matrix_largest)
    return g_strdup_printf (seidel_text ("%s, the largest of the matrix"), largest);
  part = seidel_format_compact (self->largest / self->matrix_largest, 3);
  return g_strdup_printf (seidel_text ("%s, which is %s × the largest of the matrix"), largest,
                          part);
}

static char *
describe_scaling (const SeidelRowReport *self)
{
  g_autofree char *factor = seidel_format_value (ldexp (1.0, self->scale_exponent), 4);
  g_autofree char *largest = seidel_format_compact (self->scaled_largest, 3);

  return g_strdup_printf (seidel_text ("multiplied by %s; its largest entry is then %s"), factor,
                          largest);
}

static char *
describe_column (const SeidelRowReport *self, int64_t column)
{
  return seidel_matrix_describe_place (self->matrix, -1, column);
}

static void
describe_more (const SeidelRowReport *self, const Lines *lines)
{
  g_autofree char *count = seidel_format_count (self->n_more);
  g_autofree char *more = isnan (self->more) ? NULL : seidel_format_compact (self->more, DIGITS);
  g_autofree char *name = NULL;

  if (self->n_more == 0)
    return;
  name = g_strdup_printf (seidel_text ("… %s more"), count);
  add_line (lines, name, more != NULL ? more : seidel_text ("smaller"));
}

static void
describe_entries (const SeidelRowReport *self, const Lines *lines)
{
  take_line (lines, seidel_text ("Entries"), describe_count (self));
  if (self->square)
    {
      take_line (lines, seidel_text ("Diagonal"), describe_diagonal (self));
      take_line (lines, seidel_text ("Against the rest"), describe_dominance (self));
    }
  take_line (lines, seidel_text ("Largest entry"), describe_largest (self));
  if (self->has_scaling)
    take_line (lines, seidel_text ("Scaled"), describe_scaling (self));
  if (self->has_equation)
    return;
  for (int64_t i = 0; i < self->n_terms; i++)
    {
      g_autofree char *name = describe_column (self, self->terms[i].column);

      take_line (lines, name, describe_value (self, self->terms[i].parts));
    }
  describe_more (self, lines);
}

/* "3: 12, 17, 40", "49: 12, 17, … 37 more" */
static char *
describe_list (const SeidelRowReport *self, const SeidelRowList *list)
{
  g_autofree char *count = seidel_format_count (list->count);
  GString *text = g_string_new (list->count > 0 ? count : seidel_text ("no row"));

  for (int64_t i = 0; i < list->n; i++)
    {
      g_autofree char *row = seidel_matrix_describe_index (self->matrix, list->rows[i]);

      g_string_append_printf (text, "%s%s", i == 0 ? ": " : "; ", row);
    }
  if (list->count > list->n)
    {
      g_autofree char *more = seidel_format_count (list->count - list->n);

      g_string_append (text, "; ");
      g_string_append_printf (text, seidel_text ("… %s more"), more);
    }
  return g_string_free (text, FALSE);
}

static void
add_list (const SeidelRowReport *self,
          const char *name,
          const SeidelRowList *list,
          const Lines *lines)
{
  g_autofree char *text = describe_list (self, list);

  lines->add (lines->data, name, text, list);
}

static char *
describe_level (const SeidelRowDependencies *of)
{
  g_autofree char *level = seidel_format_count (of->level);
  g_autofree char *levels = seidel_format_count (of->levels);
  g_autofree char *together = seidel_format_count (of->together);

  return g_strdup_printf (seidel_plural ("%s of %s, which has %s row",
                                         "%s of %s, which has %s rows",
                                         (unsigned long) of->together),
                          level, levels, together);
}

static void
describe_dependencies (const SeidelRowReport *self,
                       const SeidelRowDependencies *of,
                       const Lines *lines)
{
  if (!self->square)
    return;
  if (of->level > 0)
    take_line (lines, seidel_text ("Level"), describe_level (of));
  add_list (self, seidel_text ("Waits for"), &of->waits_for, lines);
  if (of->latest >= 0)
    take_line (lines, seidel_text ("Longest for"),
               seidel_matrix_describe_place (self->matrix, of->latest, -1));
  add_list (self, seidel_text ("Wait for it"), &of->waiting, lines);
}

/* A factor or a term, in parentheses where it is negative. */
static void
append_number (GString *text, double value, int digits)
{
  g_autofree char *number = seidel_format_compact (value, digits);

  g_string_append_printf (text, signbit (value) && !isnan (value) ? "(%s)" : "%s", number);
}

char *
seidel_row_report_arithmetic (const SeidelRowReport *self, int digits)
{
  g_autofree char *b = NULL;
  GString *text;

  if (!self->has_equation)
    return NULL;
  b = seidel_format_compact (self->equation.b, digits);
  text = g_string_new ("(");
  g_string_append (text, b);
  for (int64_t i = 0; i < self->n_terms; i++)
    {
      g_string_append (text, " − ");
      append_number (text, self->terms[i].value, digits);
      g_string_append (text, " × ");
      append_number (text, self->terms[i].x, digits);
    }
  if (self->n_more > 0)
    {
      g_string_append (text, " − ");
      append_number (text, self->more, digits);
    }
  g_string_append (text, ") / ");
  append_number (text, self->diagonal, digits);
  return g_string_free (text, FALSE);
}

/* "3.2e-9, then 0" */
static char *
describe_step (double before, double after)
{
  g_autofree char *first = seidel_format_compact (before, DIGITS);
  g_autofree char *then = seidel_format_compact (after, DIGITS);

  return g_strdup_printf (seidel_text ("%s, then %s"), first, then);
}

static void
describe_terms (const SeidelRowReport *self, const Lines *lines)
{
  for (int64_t i = 0; i < self->n_terms; i++)
    {
      const SeidelRowTerm *term = &self->terms[i];
      g_autofree char *name = describe_column (self, term->column);
      g_autofree char *product = seidel_format_compact (term->product, DIGITS);
      g_autoptr (GString) text = g_string_new (NULL);

      append_number (text, term->value, DIGITS);
      g_string_append (text, " × ");
      append_number (text, term->x, DIGITS);
      g_string_append_printf (text, " = %s", product);
      if (term->updated)
        g_string_append (text, seidel_text (", updated"));
      add_line (lines, name, text->str);
    }
  describe_more (self, lines);
}

static void
describe_equation (const SeidelRowReport *self, const Lines *lines)
{
  const SeidelRowEquation *equation = &self->equation;
  g_autofree char *arithmetic = seidel_row_report_arithmetic (self, DIGITS);
  g_autofree char *result = NULL;

  if (arithmetic == NULL)
    return;
  result = seidel_format_compact (equation->result, DIGITS);
  add_line (lines, "x", "(b − Σ a x) / a");
  take_line (lines, "", g_strdup_printf ("= %s", arithmetic));
  take_line (lines, "", g_strdup_printf ("= %s", result));
  take_line (lines, seidel_text ("x before"), seidel_format_compact (equation->x, DIGITS));
  take_line (lines, seidel_text ("Change"),
             seidel_format_compact (equation->result - equation->x, DIGITS));
  take_line (lines, seidel_text ("Residual"), describe_step (equation->before, equation->after));
  if (!isnan (equation->solution))
    take_line (lines, seidel_text ("Error"),
               describe_step (equation->x - equation->solution,
                              equation->result - equation->solution));
  describe_terms (self, lines);
}

void
seidel_row_report_describe (const SeidelRowReport *self,
                            SeidelRowPart part,
                            SeidelRowLine add,
                            void *data)
{
  const Lines lines = { add, data };

  if (part == SEIDEL_ROW_ENTRIES)
    describe_entries (self, &lines);
  else if (part == SEIDEL_ROW_EQUATION)
    describe_equation (self, &lines);
  else
    describe_dependencies (
      self,
      &self->dependencies[part == SEIDEL_ROW_FORWARD ? SEIDEL_DIRECTION_FORWARD
                                                     : SEIDEL_DIRECTION_BACKWARD],
      &lines);
}
