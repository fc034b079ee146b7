/* Reads Rutherford-Boeing and Harwell-Boeing files.
 *
 * Memory: 12 bytes an entry for the columns of the file, which grow as they come, then 16 until the
 * matrix is built, which takes 12, or 24 where the other triangle is filled in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-harwell.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-translatable.h"
#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-entries.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "matrix/seidel-vector.h"

/* Entries that are handed on at once; between them it polls for cancellation. */
#define PIECE 65536

typedef struct
{
  SeidelLines lines;
  SeidelHarwellHeader header;
  SeidelGrowing pointers; /* int64_t, from 0 */
  SeidelGrowing indices;  /* int32_t, from 0 */
  SeidelGrowing values;   /* double */
  SeidelGrowing piece;    /* SeidelEntry */
  SeidelGrowing side;     /* double: right-hand sides, one after the other */
  int64_t sides;          /* how many of them are read */
  const char *field;      /* in hand, in the line in hand */
  int64_t length;
  bool words; /* some lines did not keep to their columns */
  bool lower; /* entries below the diagonal were met */
  bool upper;
} Harwell;

static void
harwell_clear_parts (Harwell *harwell)
{
  seidel_growing_clear (&harwell->pointers);
  seidel_growing_clear (&harwell->indices);
  seidel_growing_clear (&harwell->values);
  seidel_growing_clear (&harwell->piece);
}

static void
harwell_clear (Harwell *harwell)
{
  seidel_lines_clear (&harwell->lines);
  harwell_clear_parts (harwell);
  seidel_growing_clear (&harwell->side);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Harwell, harwell_clear)

/* Takes the field in hand as the k-th number of a part; says what it expected otherwise, or fails
 * for another reason. Free with g_free (). */
typedef char *(*TakeField) (Harwell *harwell, int64_t k, GError **error);

/* Steps to the n-th field of the line in hand, as far as the line goes. */
static void
find_field (Harwell *harwell, const SeidelFortran *format, int64_t n)
{
  int64_t column = seidel_fortran_column (format, n);

  harwell->field = harwell->lines.line + MIN (column, harwell->lines.length);
  harwell->length = CLAMP (harwell->lines.length - column, 0, format->width);
}

static bool
take_columns (Harwell *harwell,
              const SeidelFortran *format,
              int64_t k,
              int64_t fields,
              TakeField take,
              GError **error)
{
  for (int64_t n = 0; n < fields; n++)
    {
      g_autoptr (GError) cause = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *quote = NULL;
      int64_t column = seidel_fortran_column (format, n);

      find_field (harwell, format, n);
      expected = take (harwell, k + n, &cause);
      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return false;
        }
      if (expected == NULL)
        continue;
      quote = seidel_quote (harwell->field, (size_t) harwell->length);
      return seidel_lines_fail (&harwell->lines, error,
                                "expected %s in columns %" PRId64 " to %" PRId64 ", found %s",
                                expected, column + 1, column + format->width, quote);
    }
  return true;
}

/* Advances to the next word of the current line, if any. */
static void
next_word (Harwell *harwell)
{
  const char *end = harwell->lines.line + harwell->lines.length;
  const char *at = harwell->field + harwell->length;

  while (at < end && *at == ' ')
    at++;
  harwell->field = at;
  while (at < end && *at != ' ')
    at++;
  harwell->length = at - harwell->field;
}

/* Some programs, SciPy's hb_write () among them, name columns and do not keep to them. As many
 * numbers between blanks as there should be can be meant in one way only. */
static bool
take_words (Harwell *harwell, int64_t k, int64_t fields, TakeField take)
{
  harwell->field = harwell->lines.line;
  harwell->length = 0;
  for (int64_t n = 0; n < fields; n++)
    {
      g_autofree char *expected = NULL;

      next_word (harwell);
      expected = take (harwell, k + n, NULL);
      if (expected != NULL || harwell->length == 0)
        return false;
    }
  next_word (harwell);
  harwell->words = harwell->words || harwell->length == 0;
  return harwell->length == 0;
}

/* Reads a part of count numbers, which begins on a new line. */
static bool
read_part (Harwell *harwell,
           const SeidelFortran *format,
           int64_t count,
           const char *what,
           TakeField take,
           GError **error)
{
  for (int64_t k = 0; k < count;)
    {
      g_autoptr (GError) cause = NULL;
      int64_t fields = MIN (format->count, count - k);

      if (!seidel_lines_next (&harwell->lines, &cause) && cause == NULL)
        return seidel_lines_fail (&harwell->lines, error,
                                  "the file ends after %" PRId64 " of %" PRId64 " %s", k, count,
                                  what);
      if (cause == NULL)
        take_columns (harwell, format, k, fields, take, &cause);
      if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT)
          && take_words (harwell, k, fields, take))
        g_clear_error (&cause);
      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return false;
        }
      k += fields;
    }
  return true;
}

/* Where the k-th column begins, and at last where the columns end. */
static char *
take_pointer (Harwell *harwell, int64_t k, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  int64_t *pointers = harwell->pointers.data;
  int64_t least = k == 0 ? 1 : pointers[k - 1] + 1;
  int64_t most = k == 0 ? 1 : header->entries + 1;
  int64_t pointer;

  if (k == header->columns)
    least = most;
  if (!seidel_fortran_integer (harwell->field, harwell->length, &pointer) || pointer < least
      || pointer > most)
    return least == most ? g_strdup_printf (seidel_text ("the pointer %" PRId64), least)
                         : g_strdup_printf (seidel_text ("a pointer from %" PRId64 " to %" PRId64),
                                            least, most);
  if (seidel_growing_reserve (&harwell->pointers, k + 1, header->columns + 1, error))
    ((int64_t *) harwell->pointers.data)[k] = pointer - 1;
  return NULL;
}

static char *
take_index (Harwell *harwell, int64_t k, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  int64_t index;

  if (!seidel_fortran_integer (harwell->field, harwell->length, &index) || index < 1
      || index > header->rows)
    return g_strdup_printf (seidel_text ("a row from 1 to %" PRId64), header->rows);
  if (seidel_growing_reserve (&harwell->indices, k + 1, header->entries, error))
    ((int32_t *) harwell->indices.data)[k] = (int32_t) (index - 1);
  return NULL;
}

/* Complex numbers are two reals each, of which one part is kept. */
static char *
take_real (Harwell *harwell,
           const SeidelFortran *format,
           SeidelGrowing *numbers,
           int64_t k,
           int64_t most,
           GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  double value;

  if (!seidel_fortran_real (format, harwell->field, harwell->length, &value))
    return g_strdup (seidel_text ("a number"));
  if (header->field == SEIDEL_FIELD_COMPLEX && k % 2 != (int64_t) header->part)
    return NULL;
  k /= seidel_harwell_reals (header);
  if (seidel_growing_reserve (numbers, k + 1, most, error))
    ((double *) numbers->data)[k] = value;
  return NULL;
}

static char *
take_value (Harwell *harwell, int64_t k, GError **error)
{
  return take_real (harwell, &harwell->header.values, &harwell->values, k, harwell->header.entries,
                    error);
}

static char *
take_rhs (Harwell *harwell, int64_t k, GError **error)
{
  return take_real (harwell, &harwell->header.rhs, &harwell->side, k,
                    harwell->header.rows * harwell->sides, error);
}

/* As many right-hand sides as are wanted, when they are written in full. */
static bool
read_rhs (Harwell *harwell, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;

  return harwell->sides == 0
         || read_part (harwell, &header->rhs,
                       header->rows * harwell->sides * seidel_harwell_reals (header),
                       "numbers of the right-hand side", take_rhs, error);
}

static bool
read_parts (Harwell *harwell, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;

  return read_part (harwell, &header->pointers, header->columns + 1, "pointers", take_pointer,
                    error)
         && read_part (harwell, &header->indices, header->entries, "rows", take_index, error)
         && (header->field == SEIDEL_FIELD_PATTERN
             || read_part (harwell, &header->values,
                           header->entries * seidel_harwell_reals (header), "values", take_value,
                           error))
         && read_rhs (harwell, error);
}

/* One triangle is stored, by the rules the lower one: an entry of the upper one is mirrored. */
static bool
check_triangle (Harwell *harwell, SeidelEntry *entry, GError **error)
{
  const int32_t row = entry->row;
  const int32_t column = entry->column;
  const bool skew = harwell->header.mirrors == SEIDEL_FILED_SKEW_SYMMETRIC;

  harwell->lower = harwell->lower || row > column;
  harwell->upper = harwell->upper || row < column;
  if (skew && row == column && entry->value != 0.0)
    return seidel_source_fail (harwell->lines.source, SEIDEL_ERROR_FORMAT, error,
                               harwell->header.symmetry == SEIDEL_FILED_SKEW_SYMMETRIC
                                 ? seidel_text ("row %d, column %d is not zero; the diagonal of a "
                                                "skew-symmetric matrix is")
                                 : seidel_text (
                                   "row %d, column %d is not real; the diagonal of a hermitian "
                                   "matrix is"),
                               row + 1, column + 1);
  if (harwell->lower && harwell->upper)
    return seidel_source_fail (harwell->lines.source, SEIDEL_ERROR_FORMAT, error,
                               "row %d, column %d is in the other triangle than the entries before "
                               "it; only an unsymmetric matrix has both",
                               row + 1, column + 1);
  if (row < column)
    seidel_entry_mirror (entry, harwell->header.mirrors);
  return true;
}

/* Entries begin to end, the first of which is in or after *column. */
static bool
collect (Harwell *harwell,
         SeidelEntries *entries,
         int64_t begin,
         int64_t end,
         int64_t *column,
         GError **error)
{
  const int64_t *pointers = harwell->pointers.data;
  const int32_t *indices = harwell->indices.data;
  const double *values = harwell->values.data;
  SeidelEntry *piece = harwell->piece.data;
  SeidelChunk chunk;

  for (int64_t k = begin; k < end; k++)
    {
      while (k == pointers[*column + 1])
        ++*column;
      piece[k - begin] =
        (SeidelEntry){ indices[k], (int32_t) *column, values != NULL ? values[k] : 1.0 };
      if (entries->mirror && !check_triangle (harwell, &piece[k - begin], error))
        return false;
    }
  if (!seidel_source_poll (harwell->lines.source, error)
      || !seidel_entries_sort (entries, piece, end - begin, &chunk, error))
    return false;
  seidel_entries_append (entries, &chunk);
  return true;
}

static SeidelCsr *
build (Harwell *harwell, int64_t *duplicates, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  SeidelSource *source = harwell->lines.source;
  g_auto (SeidelEntries) entries = { 0 };
  int64_t column = 0;

  seidel_entries_init (&entries, source, header->rows, header->columns, header->mirrors);
  if (!seidel_growing_reserve (&harwell->piece, PIECE, PIECE, error))
    return NULL;
  for (int64_t k = 0; k < header->entries; k += PIECE)
    if (!collect (harwell, &entries, k, MIN (k + PIECE, header->entries), &column, error))
      return NULL;
  harwell_clear_parts (harwell);
  return seidel_entries_assemble (&entries, duplicates, error);
}

static char *
describe_rhs (const SeidelHarwellHeader *header)
{
  if (header->rhs_lines == 0 || header->rhs_count == 0)
    return NULL;
  if (!header->rhs_full)
    return g_strdup (
      seidel_text ("The right-hand sides in the file are sparse and were not used."));
  if (header->rhs_count > 1)
    return g_strdup_printf (seidel_text ("The right-hand side is the first of %" PRId64
                                         " in the file."),
                            header->rhs_count);
  return g_strdup (seidel_text ("The right-hand side is the one in the file."));
}

static char *
describe_note (const Harwell *harwell)
{
  g_autofree char *rhs = describe_rhs (&harwell->header);

  if (!harwell->words)
    return g_steal_pointer (&rhs);
  return g_strconcat (seidel_text (
                        "Some numbers are not in the columns that the header names; they "
                        "were read between blanks."),
                      rhs != NULL ? " " : NULL, rhs, NULL);
}

/* Half of what is a column, as complex numbers are two. */
#define MOST_SIDES (INT32_MAX / 2)

/* The header, and how many of the right-hand sides are to be read: at most so many. */
static bool
begin (Harwell *harwell, SeidelSource *source, int64_t most, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;

  *harwell = (Harwell){
    .pointers = { .size = sizeof (int64_t), .source = source },
    .indices = { .size = sizeof (int32_t), .source = source },
    .values = { .size = sizeof (double), .source = source },
    .piece = { .size = sizeof (SeidelEntry), .source = source },
    .side = { .size = sizeof (double), .source = source },
  };
  seidel_lines_init (&harwell->lines, source, SEIDEL_READING_SHARE);
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (!seidel_harwell_header_read (&harwell->header, &harwell->lines, error)
      || !seidel_source_check_matrix (source, (double) header->rows, (double) header->columns,
                                      (double) header->entries, error))
    return false;
  if (header->rhs_lines > 0 && header->rhs_full)
    harwell->sides = MIN (most, header->rhs_count);
  return true;
}

static SeidelMatrix *
read_harwell (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Harwell) harwell = { 0 };
  int64_t duplicates = 0;
  double *rhs = NULL;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  if (!begin (&harwell, source, 1, error) || !read_parts (&harwell, error))
    return NULL;
  if (harwell.sides > 0)
    rhs = seidel_vector_new (harwell.header.rows, error);
  if (rhs != NULL && harwell.header.rows > 0)
    memcpy (rhs, harwell.side.data, (size_t) harwell.header.rows * sizeof *rhs);
  csr = rhs != NULL || harwell.sides == 0 ? build (&harwell, &duplicates, error) : NULL;
  if (csr == NULL)
    {
      seidel_vector_free (rhs);
      return NULL;
    }
  matrix = seidel_matrix_new (NULL, csr);
  matrix->rhs = rhs;
  matrix->origin.format = seidel_harwell_header_describe (&harwell.header);
  matrix->origin.note = describe_note (&harwell);
  matrix->origin.field = harwell.header.field;
  matrix->origin.symmetry = harwell.header.symmetry;
  matrix->origin.stored = harwell.header.entries;
  matrix->origin.duplicates = duplicates;
  return matrix;
}

static SeidelMatrix *
read_sides (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Harwell) harwell = { 0 };
  SeidelCsr *csr;

  if (!begin (&harwell, source, MOST_SIDES, error))
    return NULL;
  if (harwell.sides == 0)
    {
      seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error,
                          seidel_text ("holds no right-hand sides that are written in full"));
      return NULL;
    }
  if (!read_parts (&harwell, error))
    return NULL;
  csr = seidel_csr_from_dense (harwell.side.data, harwell.header.rows, harwell.sides, true, source,
                               error);
  return csr != NULL ? seidel_matrix_new (NULL, csr) : NULL;
}

const SeidelReader seidel_harwell_reader = {
  .format = { "harwell-boeing", N_ ("Rutherford-Boeing or Harwell-Boeing"),
              (const char *const[]){ ".rb", ".hb", ".rua", ".rsa", ".rza", ".rra", ".pua", ".psa",
                                     ".pra", ".iua", ".isa", ".cua", ".csa", ".cha", ".cza", ".cra",
                                     NULL } },
  .recognise = seidel_harwell_recognise,
  .read = read_harwell,
  .read_sides = read_sides,
  .write = seidel_harwell_write,
};
