/* Reads what PETSc prints of a matrix: “row 0: (0, 2.)  (1, -1.)”, and of a vector behind it, its
 * right-hand side.
 *
 * Source: PETSc 3.20, MatView () and VecView () with an ASCII viewer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-gather.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

typedef struct
{
  SeidelLines lines;
  SeidelGather gather;
  int64_t rows;
  int64_t columns; /* the largest, and one */
  bool complex_numbers;
  SeidelPart part;
  bool vector;          /* its numbers have begun */
  SeidelGrowing values; /* double, of the vector */
  int64_t count;
} View;

static void
view_clear (View *view)
{
  seidel_lines_clear (&view->lines);
  seidel_gather_clear (&view->gather);
  seidel_growing_clear (&view->values);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
    at++;
  return at;
}

static bool
fail_word (View *view, const char *at, const char *end, const char *expected, GError **error)
{
  g_autofree char *quote = seidel_quote (at, (size_t) (end - at));

  return seidel_lines_fail (&view->lines, error, "expected %s, found %s", expected, quote);
}

/* A number, which may have an imaginary part: “1. + 2. i”. */
static bool
take_value (View *view, const char **at, const char *end, double *value, GError **error)
{
  double parts[2] = { 0.0, 0.0 };
  bool negative;

  if (!seidel_scan_value (at, &parts[0]) || *at > end)
    return fail_word (view, *at, end, seidel_text ("a number"), error);
  *at = skip_blanks (*at, end);
  if (*at + 1 < end && (**at == '+' || **at == '-') && (*at)[1] == ' ')
    {
      negative = **at == '-';
      *at = skip_blanks (*at + 1, end);
      if (!seidel_scan_value (at, &parts[1]) || *at > end)
        return fail_word (view, *at, end, seidel_text ("an imaginary part"), error);
      *at = skip_blanks (*at, end);
      if (*at == end || **at != 'i')
        return fail_word (view, *at, end, seidel_text ("“i” behind an imaginary part"), error);
      *at = skip_blanks (*at + 1, end);
      parts[1] = negative ? -parts[1] : parts[1];
      if (!view->complex_numbers)
        view->part = seidel_source_take_part (view->lines.source);
      view->complex_numbers = true;
    }
  *value = parts[view->part == SEIDEL_PART_IMAGINARY];
  return true;
}

/* "(0, 2.)" */
static bool
take_pair (View *view, int64_t row, const char **at, const char *end, GError **error)
{
  int64_t column = 0;
  double value;

  ++*at;
  *at = skip_blanks (*at, end);
  if (!seidel_scan_index (at, &column) || **at != ',' || column >= G_MAXINT32)
    return fail_word (view, *at, end, seidel_text ("“(COLUMN, VALUE)”"), error);
  *at = skip_blanks (*at + 1, end);
  if (!take_value (view, at, end, &value, error))
    return false;
  if (*at == end || **at != ')')
    return fail_word (view, *at, end, "“)”", error);
  *at = skip_blanks (*at + 1, end);
  view->columns = MAX (view->columns, column + 1);
  return seidel_gather_add (&view->gather, &(SeidelEntry){ (int32_t) row, (int32_t) column, value },
                            error);
}

static bool
take_row (View *view, const char *at, const char *end, GError **error)
{
  int64_t row = 0;

  at = skip_blanks (at + strlen ("row"), end);
  if (!seidel_scan_index (&at, &row) || at == end || *at != ':' || row != view->rows
      || row >= G_MAXINT32)
    return fail_word (view, view->lines.line, end, seidel_text ("the next row, “row N: …”"), error);
  view->rows++;
  for (at = skip_blanks (at + 1, end); at < end;)
    {
      if (*at != '(')
        return fail_word (view, at, end, seidel_text ("“(COLUMN, VALUE)”"), error);
      if (!take_pair (view, row, &at, end, error))
        return false;
    }
  return true;
}

static bool
take_number (View *view, const char *at, const char *end, GError **error)
{
  double value = 0.0;

  if (!take_value (view, &at, end, &value, error)
      || !seidel_growing_reserve (&view->values, view->count + 1, G_MAXINT64, error))
    return false;
  ((double *) view->values.data)[view->count++] = value;
  return at == end || fail_word (view, at, end, seidel_text ("the end of the line"), error);
}

static bool
begins (const char *at, const char *end, const char *word)
{
  return (size_t) (end - at) >= strlen (word) && memcmp (at, word, strlen (word)) == 0;
}

static bool
take_line (View *view, GError **error)
{
  const char *end = view->lines.line + view->lines.length;
  const char *at = skip_blanks (view->lines.line, end);

  while (end > at && g_ascii_isspace (end[-1]))
    end--;
  if (begins (at, end, "Vec Object"))
    view->vector = true;
  if (at == end || begins (at, end, "Mat Object") || begins (at, end, "Matrix Object")
      || begins (at, end, "Vec Object") || begins (at, end, "type:")
      || begins (at, end, "Process [") || begins (at, end, "rows="))
    return true;
  if (begins (at, end, "row "))
    return take_row (view, at, end, error);
  return view->vector
           ? take_number (view, at, end, error)
           : fail_word (view, at, end, seidel_text ("“row N: (COLUMN, VALUE) …”"), error);
}

/* Square, as it does not say otherwise. */
static SeidelMatrix *
make_matrix (View *view, GError **error)
{
  const int64_t columns = MAX (view->columns, view->rows);
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  for (int64_t i = 0; view->rows == 0 && i < view->count; i++)
    if (!seidel_gather_add (&view->gather,
                            &(SeidelEntry){ (int32_t) i, 0,
                                            ((const double *) view->values.data)[i] },
                            error))
      return NULL;
  csr = seidel_gather_assemble (&view->gather, view->rows > 0 ? view->rows : view->count,
                                view->rows > 0 ? columns : 1, 0, SEIDEL_FILED_GENERAL, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin.format = g_strdup (view->rows > 0 ? "PETSc text" : "PETSc text, vector");
  matrix->origin.stored = view->gather.taken;
  matrix->origin.duplicates = view->gather.duplicates;
  if (view->rows > 0 && view->count == view->rows)
    {
      matrix->rhs = seidel_vector_new (view->count, NULL);
      if (matrix->rhs != NULL)
        memcpy (matrix->rhs, view->values.data, (size_t) view->count * sizeof (double));
      matrix->origin.note =
        g_strdup ("The right-hand side is the vector printed after the matrix.");
    }
  return matrix;
}

static SeidelMatrix *
read_view (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (View) view = { .values = { .size = sizeof (double), .source = source } };
  g_autoptr (GError) cause = NULL;

  if (seidel_source_is_complex (source))
    {
      view.complex_numbers = true;
      view.part = seidel_source_part (source);
    }
  view.part = seidel_source_part (source);
  seidel_gather_init (&view.gather, source);
  seidel_lines_init (&view.lines, source, SEIDEL_READING_SHARE);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  while (seidel_lines_next (&view.lines, &cause))
    if (!take_line (&view, error))
      return NULL;
  if (cause == NULL && view.rows + view.count > 0)
    return make_matrix (&view, error);
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    seidel_lines_fail (&view.lines, error, "the file ends without a row");
  return NULL;
}

static bool
recognise (const char *head, size_t length)
{
  const char *at = head + strspn (head, " \t\r\n");

  return (g_str_has_prefix (at, "Mat Object:") || g_str_has_prefix (at, "Matrix Object:")
          || g_str_has_prefix (at, "Vec Object:"))
         || (g_str_has_prefix (at, "row 0:") && at[strlen ("row 0:")] == ' '
             && strchr (at, '(') != NULL);
}

const SeidelReader seidel_petsc_text_reader = {
  .format = { "petsc-text", "PETSc text", (const char *const[]){ ".petsctxt", NULL } },
  .recognise = recognise,
  .read = read_view,
};
