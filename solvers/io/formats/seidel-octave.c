/* Reads matrices and vectors from a text of Octave.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-octave.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-gather.h"
#include "io/formats/seidel-market.h"
#include "base/seidel-translatable.h"

/* A range has no more elements than anybody would write. */
#define MOST_ELEMENTS 1e8

typedef struct
{
  const SeidelOctaveVariable *variable;
  SeidelLines lines;
  SeidelPart part;
  SeidelGrowing values; /* double */
  int64_t count;
  SeidelGather gather;
} Numbers;

static void
numbers_clear (Numbers *numbers)
{
  seidel_lines_clear (&numbers->lines);
  seidel_growing_clear (&numbers->values);
  seidel_gather_clear (&numbers->gather);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Numbers, numbers_clear)

static bool
fail_word (Numbers *numbers, const char *word, const char *end, GError **error)
{
  g_autofree char *quote =
    seidel_quote (word, MIN (strcspn (word, " \t\r\n"), (size_t) (end - word)));

  return seidel_lines_fail (&numbers->lines, error, "expected %s, found %s",
                            numbers->variable->complex_numbers
                              ? seidel_text ("a complex number, “(re,im)”")
                              : seidel_decimal_expected (word),
                            quote);
}

static const char *
skip_blanks (const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
    at++;
  return at;
}

/* Octave writes a missing value as NA. */
static bool
scan_real (const char **at, double *value)
{
  if ((*at)[0] == 'N' && (*at)[1] == 'A' && (*at)[2] != 'N')
    {
      *value = NAN;
      *at += 2;
      return true;
    }
  return seidel_scan_value (at, value);
}

/* A number, of a complex one the part that is asked for; moves *at behind it and blanks. */
static bool
take_number (Numbers *numbers, const char **at, const char *end, double *value, GError **error)
{
  const char *word = *at;
  double parts[2] = { 0.0, 0.0 };
  bool fine;

  if (numbers->variable->complex_numbers)
    {
      fine = *word == '(' && (++*at, scan_real (at, &parts[0])) && **at == ','
             && (++*at, scan_real (at, &parts[1])) && **at == ')';
      *at += fine;
    }
  else
    fine = scan_real (at, &parts[0]);
  if (!fine || *at > end || (*at < end && !g_ascii_isspace (**at)))
    return fail_word (numbers, word, end, error);
  *at = skip_blanks (*at, end);
  *value = parts[numbers->part == SEIDEL_PART_IMAGINARY];
  return true;
}

static bool
keep_value (Numbers *numbers, double value, GError **error)
{
  if (!seidel_growing_reserve (&numbers->values, numbers->count + 1, G_MAXINT64, error))
    return false;
  ((double *) numbers->values.data)[numbers->count++] = value;
  return true;
}

static bool
take_index (Numbers *numbers,
            const char **at,
            const char *end,
            int64_t most,
            int32_t *index,
            GError **error)
{
  const char *word = *at;
  int64_t value = 0;

  if (!seidel_scan_index (at, &value) || !seidel_is_blank (**at))
    return fail_word (numbers, word, end, error);
  if (value < 1 || value > most)
    return seidel_lines_fail (&numbers->lines, error,
                              "index %" PRId64 " is out of bounds: “%.100s” has %" PRId64
                              " × %" PRId64,
                              value, numbers->variable->name, numbers->variable->rows,
                              numbers->variable->columns);
  *index = (int32_t) value - 1;
  *at = skip_blanks (*at, end);
  return true;
}

static bool
take_entry (Numbers *numbers, const char *at, const char *end, GError **error)
{
  SeidelEntry entry;

  if (!take_index (numbers, &at, end, numbers->variable->rows, &entry.row, error)
      || !take_index (numbers, &at, end, numbers->variable->columns, &entry.column, error)
      || !take_number (numbers, &at, end, &entry.value, error))
    return false;
  if (at < end)
    return fail_word (numbers, at, end, error);
  return seidel_gather_add (&numbers->gather, &entry, error);
}

/* The numbers that the header promises; −1 for as many as there are. */
static int64_t
count_promised (const SeidelOctaveVariable *variable)
{
  switch (variable->layout)
    {
    case SEIDEL_OCTAVE_SPARSE:
      return variable->entries;
    case SEIDEL_OCTAVE_DIAGONAL:
      return MIN (variable->rows, variable->columns);
    case SEIDEL_OCTAVE_PERMUTATION:
      return variable->rows;
    case SEIDEL_OCTAVE_RANGE:
      return 3;
    case SEIDEL_OCTAVE_SCALAR:
      return 1;
    case SEIDEL_OCTAVE_ROWS:
    case SEIDEL_OCTAVE_COLUMNS:
      return variable->rows * variable->columns;
    case SEIDEL_OCTAVE_OTHER:
    default:
      return 0;
    }
}

static bool
take_line (Numbers *numbers, GError **error)
{
  const bool sparse = numbers->variable->layout == SEIDEL_OCTAVE_SPARSE;
  const char *end = numbers->lines.line + numbers->lines.length;
  const char *at = skip_blanks (numbers->lines.line, end);

  if (sparse)
    return at == end || take_entry (numbers, at, end, error);
  while (at < end)
    {
      double value = 0.0;

      if (!take_number (numbers, &at, end, &value, error) || !keep_value (numbers, value, error))
        return false;
    }
  return true;
}

/* From the first line of data until all numbers are there; what is behind them belongs to others.
 */
static bool
read_lines (Numbers *numbers, GError **error)
{
  const SeidelOctaveVariable *variable = numbers->variable;
  const int64_t promised = count_promised (variable);
  g_autoptr (GError) cause = NULL;

  while (numbers->count + numbers->gather.count < promised
         && seidel_lines_next (&numbers->lines, &cause))
    {
      const char first = numbers->lines.length > 0 ? *numbers->lines.line : ' ';

      if (numbers->lines.number < variable->data)
        continue;
      if (first == '#' || first == '%')
        break;
      if (!take_line (numbers, error))
        return false;
    }
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  return (variable->layout == SEIDEL_OCTAVE_RANGE
            ? numbers->count + numbers->gather.count >= promised
            : numbers->count + numbers->gather.count == promised)
         || seidel_lines_fail (&numbers->lines, error,
                               "“%.100s” has %" PRId64 " numbers, its header declares %" PRId64,
                               variable->name, numbers->count + numbers->gather.count, promised);
}

static double
nth (const Numbers *numbers, int64_t n)
{
  return ((const double *) numbers->values.data)[n];
}

static bool
add_diagonal (Numbers *numbers, GError **error)
{
  for (int64_t i = 0; i < numbers->count; i++)
    if (!seidel_gather_add (&numbers->gather,
                            &(SeidelEntry){ (int32_t) i, (int32_t) i, nth (numbers, i) }, error))
      return false;
  return true;
}

/* Where the ones of the rows, or of the columns, are. */
static bool
add_permutation (Numbers *numbers, GError **error)
{
  for (int64_t i = 0; i < numbers->count; i++)
    {
      const double place = nth (numbers, i);
      const bool fine = place == floor (place) && place >= 1.0 && place <= (double) numbers->count;
      const int32_t at = fine ? (int32_t) place - 1 : 0;
      const SeidelEntry entry = numbers->variable->by_columns
                                  ? (SeidelEntry){ at, (int32_t) i, 1.0 }
                                  : (SeidelEntry){ (int32_t) i, at, 1.0 };

      if (!fine)
        return seidel_lines_fail (&numbers->lines, error, "%g is no place of a permutation", place);
      if (!seidel_gather_add (&numbers->gather, &entry, error))
        return false;
    }
  return true;
}

int64_t
seidel_octave_count_range (const double range[3])
{
  const double steps = floor ((range[1] - range[0]) / range[2] * (1.0 + 3.0 * DBL_EPSILON));

  if (!(steps < MOST_ELEMENTS) || !isfinite (range[0]) || !isfinite (range[2]))
    return -1;
  return MAX ((int64_t) steps + 1, 0);
}

/* Base, limit and increment become the elements. */
static bool
expand_range (Numbers *numbers, int64_t *columns, GError **error)
{
  const double base = nth (numbers, 0);
  const double increment = nth (numbers, 2);

  *columns = seidel_octave_count_range (numbers->values.data);
  if (*columns < 0)
    return seidel_lines_fail (&numbers->lines, error, "a range of that length is not read");
  numbers->count = 0;
  for (int64_t i = 0; i < *columns; i++)
    if (!keep_value (numbers, base + (double) i * increment, error))
      return false;
  return true;
}

static SeidelCsr *
build (Numbers *numbers, int64_t *stored, int64_t *duplicates, GError **error)
{
  const SeidelOctaveVariable *variable = numbers->variable;
  SeidelSource *source = numbers->lines.source;
  const bool square = variable->layout == SEIDEL_OCTAVE_PERMUTATION;
  int64_t rows = variable->rows >= 0 ? variable->rows : 1;
  int64_t columns = square ? rows : variable->columns >= 0 ? variable->columns : 1;
  SeidelCsr *csr;

  if ((variable->layout == SEIDEL_OCTAVE_DIAGONAL && !add_diagonal (numbers, error))
      || (square && !add_permutation (numbers, error))
      || (variable->layout == SEIDEL_OCTAVE_RANGE && !expand_range (numbers, &columns, error)))
    return NULL;
  *stored = numbers->gather.count > 0 ? numbers->gather.count : numbers->count;
  if (variable->layout != SEIDEL_OCTAVE_SPARSE && variable->layout != SEIDEL_OCTAVE_DIAGONAL
      && !square)
    return seidel_csr_from_dense (numbers->values.data, rows, columns,
                                  variable->layout == SEIDEL_OCTAVE_COLUMNS, source, error);
  csr = seidel_gather_assemble (&numbers->gather, rows, columns, 0, SEIDEL_FILED_GENERAL, error);
  *duplicates = numbers->gather.duplicates;
  return csr;
}

/* Reads the numbers of a variable; of complex ones a part. inexact counts whole numbers that were
 * rounded. */
static SeidelCsr *
read_variable (SeidelSource *source,
               const SeidelOctaveVariable *variable,
               int64_t *stored,
               int64_t *duplicates,
               GError **error)
{
  g_auto (Numbers)
    numbers = { .variable = variable, .values = { .size = sizeof (double), .source = source } };

  *duplicates = 0;
  numbers.part =
    variable->complex_numbers ? seidel_source_take_part (source) : seidel_source_part (source);
  seidel_gather_init (&numbers.gather, source);
  seidel_lines_init (&numbers.lines, source, SEIDEL_READING_SHARE);
  if (!seidel_source_check_matrix (source, (double) MAX (variable->rows, 1),
                                   (double) MAX (variable->columns, 1), 0.0, error)
      || !read_lines (&numbers, error))
    return NULL;
  return build (&numbers, stored, duplicates, error);
}

/* Why a variable is none to open, or NULL. */
static const char *
find_problem (const SeidelOctaveVariable *variable)
{
  if (variable->layout == SEIDEL_OCTAVE_OTHER)
    return "no matrix of numbers";
  if (variable->dimensions > 2)
    return "more than two dimensions";
  if (variable->rows > G_MAXINT32 || variable->columns > G_MAXINT32)
    return "too large";
  return (variable->layout != SEIDEL_OCTAVE_SCALAR && variable->layout != SEIDEL_OCTAVE_RANGE
          && variable->rows < 0)
             || (variable->layout == SEIDEL_OCTAVE_SPARSE
                 && (variable->columns < 0 || variable->entries < 0))
             || ((variable->layout == SEIDEL_OCTAVE_ROWS
                  || variable->layout == SEIDEL_OCTAVE_COLUMNS
                  || variable->layout == SEIDEL_OCTAVE_DIAGONAL)
                 && variable->columns < 0)
           ? "its size is missing"
           : NULL;
}

static GPtrArray *
describe (const GPtrArray *variables)
{
  GPtrArray *arrays = seidel_arrays_new ();

  for (guint i = 0; i < variables->len; i++)
    {
      SeidelOctaveVariable *variable = variables->pdata[i];
      SeidelArray *array;

      if (variable->name == NULL || variable->type == NULL)
        continue;
      array = seidel_arrays_add (arrays, variable->name);
      array->type = g_strdup (variable->type);
      array->rows = variable->layout == SEIDEL_OCTAVE_SCALAR ? 1 : variable->rows;
      array->columns = variable->layout == SEIDEL_OCTAVE_SCALAR        ? 1
                       : variable->layout == SEIDEL_OCTAVE_PERMUTATION ? variable->rows
                                                                       : variable->columns;
      array->entries = variable->layout == SEIDEL_OCTAVE_SPARSE ? variable->entries : -1;
      array->problem = g_strdup (find_problem (variable));
      array->complex_numbers = variable->complex_numbers;
      array->hidden =
        strstr (variable->type, "struct") != NULL || g_str_equal (variable->type, "cell");
      array->data = variable;
    }
  return arrays;
}

/* Scans a source, which is at its beginning again. */
static GPtrArray *
scan (SeidelSource *source, GPtrArray **arrays, GError **error)
{
  g_autoptr (GPtrArray) variables = seidel_octave_scan (source, error);

  if (variables == NULL || !seidel_source_rewind (source, error))
    return NULL;
  *arrays = describe (variables);
  return g_steal_pointer (&variables);
}

/* The right-hand side that lies beside a matrix. */
static bool
take_rhs (SeidelSource *source, const SeidelArray *rhs, SeidelMatrix *matrix, GError **error)
{
  g_autoptr (SeidelCsr) column = NULL;
  int64_t ignored;

  if (!seidel_source_rewind (source, error))
    return false;
  column = read_variable (source, rhs->data, &ignored, &ignored, error);
  if (column == NULL)
    return false;
  matrix->rhs = seidel_csr_take_column (column, matrix->csr->rows, error);
  return matrix->rhs != NULL;
}

static SeidelMatrix *
read_octave (SeidelSource *source, const char *variable, GError **error)
{
  g_autoptr (GPtrArray) arrays = NULL;
  g_autoptr (GPtrArray) variables = scan (source, &arrays, error);
  const SeidelArray *chosen =
    variables != NULL ? seidel_arrays_choose (arrays, variable, source, error) : NULL;
  const SeidelArray *rhs = chosen != NULL ? seidel_arrays_find_rhs (arrays, chosen) : NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  int64_t stored = 0;
  int64_t duplicates = 0;
  SeidelCsr *csr;

  if (chosen == NULL)
    return NULL;
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  csr = read_variable (source, chosen->data, &stored, &duplicates, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  if (rhs != NULL && csr->rows > 0 && !take_rhs (source, rhs, matrix, error))
    return NULL;
  matrix->origin.format = g_strdup_printf ("Octave text, %s", chosen->type);
  if (matrix->rhs != NULL)
    matrix->origin.note = seidel_array_rhs_note (rhs, csr->rows);
  matrix->origin.stored = stored;
  matrix->origin.duplicates = duplicates;
  return g_steal_pointer (&matrix);
}

static GPtrArray *
list_octave (SeidelSource *source, GError **error)
{
  g_autoptr (GPtrArray) arrays = NULL;
  g_autoptr (GPtrArray) variables = scan (source, &arrays, error);

  return variables != NULL ? seidel_arrays_list (arrays) : NULL;
}

static double *
read_octave_vector (SeidelSource *source, int64_t *n, GError **error)
{
  g_autoptr (GPtrArray) arrays = NULL;
  g_autoptr (GPtrArray) variables = scan (source, &arrays, error);
  const SeidelArray *chosen =
    variables != NULL ? seidel_arrays_choose_vector (arrays, n, seidel_source_name (source), error)
                      : NULL;
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t ignored;

  if (chosen != NULL)
    csr = read_variable (source, chosen->data, &ignored, &ignored, error);
  return csr != NULL ? seidel_csr_take_column (csr, *n, error) : NULL;
}

const SeidelReader seidel_octave_reader = {
  .format = { "octave", "Octave text", (const char *const[]){ ".octave", NULL },
              .keeps_rhs = true },
  .recognise = seidel_octave_recognise,
  .read = read_octave,
  .list = list_octave,
  .read_vector = read_octave_vector,
  .write = seidel_octave_write,
  .write_vector = seidel_octave_write_vector,
};
