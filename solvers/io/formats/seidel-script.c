/* Reads matrices from a script of MATLAB: numbers between square brackets, and what
 * spconvert () makes of them. So PETSc writes matrices and vectors with -mat_view ::ascii_matlab.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-arrays.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-gather.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"

/* Numbers between brackets. */
typedef struct
{
  char *name;
  SeidelGrowing values; /* double, row by row */
  int64_t count;
  int64_t rows;
  int64_t columns; /* of each */
  int64_t line;
  char *sparse;    /* what spconvert () made of it is called, or NULL */
  int64_t size[2]; /* of that, where a comment says so; else 0 */
} Brackets;

typedef struct
{
  SeidelLines lines;
  GPtrArray *brackets;
  Brackets *open; /* being read, or NULL */
  int64_t in_row; /* numbers of its row so far */
  int64_t size[2];
} Script;

static void
brackets_free (Brackets *brackets)
{
  seidel_growing_clear (&brackets->values);
  g_free (brackets->name);
  g_free (brackets->sparse);
  g_free (brackets);
}

static void
script_clear (Script *script)
{
  seidel_lines_clear (&script->lines);
  g_clear_pointer (&script->brackets, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Script, script_clear)

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static bool
is_comment (char c)
{
  return c == '%' || c == '#';
}

/* Behind “NAME =” and blanks; NULL for anything else. */
static const char *
skip_assignment (const char *at, const char *end, char **name)
{
  const char *begin;

  while (at < end && is_blank (*at))
    at++;
  for (begin = at; at < end && (g_ascii_isalnum (*at) || *at == '_' || *at == '.');)
    at++;
  if (at == begin || !g_ascii_isalpha (*begin))
    return NULL;
  if (name != NULL)
    *name = g_strndup (begin, (gsize) (at - begin));
  while (at < end && is_blank (*at))
    at++;
  if (at == end || *at++ != '=')
    {
      if (name != NULL)
        g_clear_pointer (name, g_free);
      return NULL;
    }
  while (at < end && is_blank (*at))
    at++;
  return at;
}

static bool
end_row (Script *script, GError **error)
{
  Brackets *open = script->open;

  if (script->in_row == 0)
    return true;
  if (open->rows > 0 && script->in_row != open->columns)
    return seidel_lines_fail (&script->lines, error,
                              "expected %" PRId64 " numbers, as in the first row of "
                              "“%.100s”, found %" PRId64,
                              open->columns, open->name, script->in_row);
  open->columns = script->in_row;
  open->rows++;
  script->in_row = 0;
  return true;
}

static bool
take_number (Script *script, const char **at, const char *end, GError **error)
{
  Brackets *open = script->open;
  const char *word = *at;
  double value;

  if (!seidel_scan_value (at, &value) || *at > end
      || (*at < end && !is_blank (**at) && strchr (",;]%#", **at) == NULL))
    {
      g_autofree char *quote =
        seidel_quote (word, MIN (strcspn (word, " \t\r\n,;]"), (size_t) (end - word)));

      return seidel_lines_fail (&script->lines, error, "expected %s, found %s",
                                seidel_decimal_expected (word), quote);
    }
  if (!seidel_growing_reserve (&open->values, open->count + 1, G_MAXINT64, error))
    return false;
  ((double *) open->values.data)[open->count++] = value;
  script->in_row++;
  return true;
}

/* Behind brackets or a call the statement ends: what follows would make another matrix of it. */
static bool
end_statement (Script *script, const char **at, const char *end, GError **error)
{
  g_autofree char *quote = NULL;

  while (*at < end && is_blank (**at))
    ++*at;
  if (*at == end || is_comment (**at) || **at == ';' || **at == ',')
    return true;
  quote = seidel_quote (*at, (size_t) (end - *at));
  return seidel_lines_fail (&script->lines, error,
                            "expected the end of the statement, found %s; nothing is computed here",
                            quote);
}

/* Numbers of the open brackets, up to the end of the line or the closing one; moves *at behind
 * them. */
static bool
take_numbers (Script *script, const char **at, const char *end, GError **error)
{
  while (*at < end && !is_comment (**at) && !g_str_has_prefix (*at, "..."))
    {
      if (is_blank (**at) || **at == ',')
        ++*at;
      else if (**at == ';' || **at == ']')
        {
          if (!end_row (script, error))
            return false;
          if (*(*at)++ == ']')
            {
              script->open = NULL;
              return end_statement (script, at, end, error);
            }
        }
      else if (!take_number (script, at, end, error))
        return false;
    }
  if (*at < end && !is_comment (**at))
    {
      *at = end;
      return true;
    }
  *at = end;
  return end_row (script, error);
}

static void
open_brackets (Script *script, char *name)
{
  script->open = g_new0 (Brackets, 1);
  script->open->name = name;
  script->open->line = script->lines.number;
  script->open->values = (SeidelGrowing){ .size = sizeof (double), .source = script->lines.source };
  script->in_row = 0;
  g_ptr_array_add (script->brackets, script->open);
}

/* “NAME = spconvert(ZZZ);”: of the last brackets that are called so. */
static void
convert (Script *script, char *name, const char *at, const char *end)
{
  g_autofree char *rest = g_strndup (at, (gsize) (end - at));
  g_autofree char *from = g_strstrip (g_strndup (rest, strcspn (rest, ")")));

  for (guint i = script->brackets->len; i-- > 0;)
    {
      Brackets *brackets = script->brackets->pdata[i];

      if (!g_str_equal (brackets->name, from))
        continue;
      g_free (brackets->sparse);
      brackets->sparse = name;
      memcpy (brackets->size, script->size, sizeof brackets->size);
      script->size[0] = script->size[1] = 0;
      return;
    }
  g_free (name);
}

/* “% Size = 3 3” */
static void
take_comment (Script *script, const char *at, const char *end)
{
  g_autofree char *line = g_strndup (at, (gsize) (end - at));
  const char *size = strstr (line, "Size = ");
  int64_t rows = 0;
  int64_t columns = 0;

  if (size == NULL)
    return;
  size += strlen ("Size = ");
  if (seidel_scan_index (&size, &rows) && *size++ == ' ' && seidel_scan_index (&size, &columns)
      && rows <= G_MAXINT32 && columns <= G_MAXINT32)
    {
      script->size[0] = rows;
      script->size[1] = columns;
    }
}

/* Whether a statement gives a variable that was read another value: “A = 2 * A”, “A(1,1) = 3”. That
 * of the same numbers as a sparse or a full matrix is none. */
static bool
changes (const Script *script, const char *at, const char *end)
{
  g_autofree char *statement = g_strndup (at, MIN (strcspn (at, ";"), (size_t) (end - at)));
  const size_t length = strspn (statement, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.");
  g_autofree char *name = g_strndup (statement, length);
  g_autofree char *sparse = g_strdup_printf ("=sparse(%s)", name);
  g_autofree char *full = g_strdup_printf ("=full(%s)", name);
  g_auto (GStrv) words = g_strsplit_set (statement + length, " \t\r", -1);
  g_autofree char *rest = g_strjoinv ("", words);

  if (strchr (rest, '=') == NULL || g_str_has_prefix (rest, "==") || g_str_equal (rest, sparse)
      || g_str_equal (rest, full))
    return false;
  for (guint i = 0; i < script->brackets->len; i++)
    {
      const Brackets *brackets = script->brackets->pdata[i];

      if (g_str_equal (brackets->sparse != NULL ? brackets->sparse : brackets->name, name))
        return true;
    }
  return false;
}

/* The next statement of a line, or none; moves *at behind it. */
static bool
take_statement (Script *script, const char **at, const char *end, GError **error)
{
  static const char spconvert[] = "spconvert(";
  const char *value;
  char *name = NULL;

  while (*at < end && (is_blank (**at) || **at == ';' || **at == ','))
    ++*at;
  if (*at == end || is_comment (**at))
    {
      take_comment (script, *at, end);
      *at = end;
      return true;
    }
  value = skip_assignment (*at, end, &name);
  if (value != NULL && value < end && *value == '[')
    {
      open_brackets (script, name);
      *at = value + 1;
      return take_numbers (script, at, end, error);
    }
  if (value != NULL && (size_t) (end - value) > strlen (spconvert)
      && memcmp (value, spconvert, strlen (spconvert)) == 0)
    {
      const char *close = memchr (value, ')', (size_t) (end - value));

      convert (script, name, value + strlen (spconvert), end);
      *at = close != NULL ? close + 1 : end;
      return end_statement (script, at, end, error);
    }
  g_free (name);
  if (changes (script, *at, end))
    {
      g_autofree char *quote = seidel_quote (*at, (size_t) (end - *at));

      return seidel_lines_fail (&script->lines, error,
                                "%s changes what was read; nothing is computed here", quote);
    }
  value = memchr (*at, ';', (size_t) (end - *at));
  *at = value != NULL ? value : end;
  return true;
}

static bool
take_line (Script *script, GError **error)
{
  const char *at = script->lines.line;
  const char *end = at + script->lines.length;

  if (script->open != NULL && !take_numbers (script, &at, end, error))
    return false;
  while (at < end)
    if (!take_statement (script, &at, end, error))
      return false;
  return true;
}

static bool
read_script (Script *script, SeidelSource *source, GError **error)
{
  g_autoptr (GError) cause = NULL;

  script->brackets = g_ptr_array_new_with_free_func ((GDestroyNotify) brackets_free);
  seidel_lines_init (&script->lines, source, SEIDEL_READING_SHARE);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  while (seidel_lines_next (&script->lines, &cause))
    if (!take_line (script, error))
      return false;
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (script->open != NULL)
    seidel_lines_fail (&script->lines, error, "the file ends before the bracket of “%.100s” closes",
                       script->open->name);
  else
    return true;
  return false;
}

static double
nth (const Brackets *brackets, int64_t row, int64_t column)
{
  return ((const double *) brackets->values.data)[row * brackets->columns + column];
}

/* Rows and columns of a sparse matrix: as the comment says, or the largest indices. */
static void
find_size (const Brackets *brackets, double size[2])
{
  for (int i = 0; i < 2; i++)
    {
      size[i] = (double) brackets->size[i];
      for (int64_t row = 0; brackets->size[i] == 0 && row < brackets->rows && brackets->columns > 1;
           row++)
        size[i] = MAX (size[i], nth (brackets, row, i));
    }
}

static GPtrArray *
describe (const GPtrArray *all)
{
  GPtrArray *arrays = seidel_arrays_new ();

  for (guint i = 0; i < all->len; i++)
    {
      Brackets *brackets = all->pdata[i];
      const bool sparse = brackets->sparse != NULL;
      SeidelArray *array = seidel_arrays_add (arrays, sparse ? brackets->sparse : brackets->name);
      double size[2];

      find_size (brackets, size);
      array->type = g_strdup (sparse ? "sparse double" : "double");
      array->rows = sparse ? (int64_t) CLAMP (size[0], 0.0, 1e15) : brackets->rows;
      array->columns = sparse ? (int64_t) CLAMP (size[1], 0.0, 1e15) : brackets->columns;
      array->entries = sparse ? brackets->rows : -1;
      array->complex_numbers = sparse && brackets->columns == 4;
      if (sparse && brackets->rows > 0 && brackets->columns != 3 && brackets->columns != 4)
        array->problem = g_strdup ("no row, column and value in each line");
      array->data = brackets;
    }
  return arrays;
}

static bool
gather_entries (const Brackets *brackets,
                const SeidelArray *array,
                SeidelPart part,
                SeidelGather *gather,
                GError **error)
{
  for (int64_t k = 0; k < brackets->rows; k++)
    {
      const double row = nth (brackets, k, 0);
      const double column = nth (brackets, k, 1);

      if (row != floor (row) || column != floor (column) || !(row >= 1.0)
          || !(row <= (double) array->rows) || !(column >= 1.0)
          || !(column <= (double) array->columns) || row > G_MAXINT32 || column > G_MAXINT32)
        return seidel_source_fail_line (gather->source, brackets->line, SEIDEL_ERROR_FORMAT, error,
                                        "entry %" PRId64 " of “%.100s” is in row %g and "
                                        "column %g of %" PRId64 " × %" PRId64,
                                        k + 1, brackets->name, row, column, array->rows,
                                        array->columns);
      if (!seidel_gather_add (gather,
                              &(SeidelEntry){
                                (int32_t) row - 1, (int32_t) column - 1,
                                nth (brackets, k, part == SEIDEL_PART_IMAGINARY ? 3 : 2) },
                              error))
        return false;
    }
  return true;
}

static SeidelCsr *
build (const SeidelArray *array, SeidelSource *source, int64_t *duplicates, GError **error)
{
  const Brackets *brackets = array->data;
  const SeidelPart part =
    array->complex_numbers ? seidel_source_take_part (source) : seidel_source_part (source);
  SeidelGather gather;
  SeidelCsr *csr = NULL;

  *duplicates = 0;
  if (brackets->sparse == NULL)
    return seidel_csr_from_dense (brackets->values.data, array->rows, array->columns, false, source,
                                  error);
  seidel_gather_init (&gather, source);
  if (gather_entries (brackets, array, part, &gather, error))
    csr =
      seidel_gather_assemble (&gather, array->rows, array->columns, 0, SEIDEL_FILED_GENERAL, error);
  *duplicates = gather.duplicates;
  seidel_gather_clear (&gather);
  return csr;
}

/* Beside those that are called b or rhs: a vector as PETSc names it. */
static const SeidelArray *
find_rhs (const GPtrArray *arrays, const SeidelArray *chosen)
{
  const SeidelArray *rhs = seidel_arrays_find_rhs (arrays, chosen);

  for (guint i = 0; rhs == NULL && i < arrays->len; i++)
    {
      const SeidelArray *array = arrays->pdata[i];

      if (g_str_has_prefix (array->name, "Vec_") && array->rows == chosen->rows
          && array->columns == 1 && chosen->columns > 1)
        rhs = array;
    }
  return rhs;
}

static SeidelMatrix *
make_matrix (const GPtrArray *arrays,
             const SeidelArray *chosen,
             SeidelSource *source,
             GError **error)
{
  const SeidelArray *rhs = chosen->complex_numbers ? NULL : find_rhs (arrays, chosen);
  int64_t duplicates = 0;
  SeidelCsr *csr = build (chosen, source, &duplicates, error);
  SeidelMatrix *matrix;

  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  if (rhs != NULL && csr->rows > 0)
    {
      int64_t ignored;
      g_autoptr (SeidelCsr) column = build (rhs, source, &ignored, NULL);

      matrix->rhs = column != NULL ? seidel_csr_take_column (column, csr->rows, NULL) : NULL;
    }
  matrix->origin.format = g_strdup_printf ("MATLAB script, %s", chosen->type);
  if (matrix->rhs != NULL)
    matrix->origin.note = seidel_array_rhs_note (rhs, csr->rows);
  matrix->origin.stored = chosen->entries >= 0 ? chosen->entries : csr->rows * csr->columns;
  matrix->origin.duplicates = duplicates;
  return matrix;
}

static SeidelMatrix *
read_matrix (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Script) script = { 0 };
  g_autoptr (GPtrArray) arrays = NULL;
  const SeidelArray *chosen;

  if (!read_script (&script, source, error))
    return NULL;
  arrays = describe (script.brackets);
  chosen = seidel_arrays_choose (arrays, variable, source, error);
  return chosen != NULL ? make_matrix (arrays, chosen, source, error) : NULL;
}

static GPtrArray *
list_matrices (SeidelSource *source, GError **error)
{
  g_auto (Script) script = { 0 };
  g_autoptr (GPtrArray) arrays = NULL;

  if (!read_script (&script, source, error))
    return NULL;
  arrays = describe (script.brackets);
  return seidel_arrays_list (arrays);
}

static double *
read_vector (SeidelSource *source, int64_t *n, GError **error)
{
  g_auto (Script) script = { 0 };
  g_autoptr (GPtrArray) arrays = NULL;
  g_autoptr (SeidelCsr) csr = NULL;
  const SeidelArray *chosen;
  int64_t ignored;

  if (!read_script (&script, source, error))
    return NULL;
  arrays = describe (script.brackets);
  chosen = seidel_arrays_choose_vector (arrays, n, seidel_source_name (source), error);
  csr = chosen != NULL ? build (chosen, source, &ignored, error) : NULL;
  return csr != NULL ? seidel_csr_take_column (csr, *n, error) : NULL;
}

/* Comments, commands, and then an assignment of brackets. */
static bool
recognise (const char *head, size_t length)
{
  const char *end = head + length;

  for (const char *at = head; at < end;)
    {
      const char *newline = memchr (at, '\n', (size_t) (end - at));
      const char *stop = newline != NULL ? newline : end;
      const char *value = skip_assignment (at, stop, NULL);

      if (value != NULL && value < stop && *value == '[')
        return true;
      while (at < stop && is_blank (*at))
        at++;
      if (at < stop && !is_comment (*at) && !g_ascii_isalpha (*at))
        return false;
      at = stop < end ? stop + 1 : end;
    }
  return false;
}

const SeidelReader seidel_script_reader = {
  .format = { "matlab-script", "MATLAB script", (const char *const[]){ ".matlab", NULL } },
  .recognise = recognise,
  .read = read_matrix,
  .list = list_matrices,
  .read_vector = read_vector,
};
