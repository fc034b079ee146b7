/* The matrix of a list of entries: its size, its symmetry and what is said of it, which depend on
 * all entries.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-triplets-private.h"

#include <inttypes.h>

#include "io/formats/seidel-reading.h"

/* What is known of the matrix once all entries are. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t base;
  SeidelFiledSymmetry symmetry;
} Frame;

static bool
fail_beyond (const SeidelTripletsList *list,
             bool row,
             const SeidelTripletsExtreme *most,
             int64_t declared,
             GError **error)
{
  SeidelSource *source = list->lines.source;
  const int64_t size_line = list->reading->size_line;

  if (row)
    return seidel_source_fail_line (source, most->line, SEIDEL_ERROR_FORMAT, error,
                                    "row %" PRId64 " is out of bounds: line %" PRId64
                                    " declares %" PRId64 " rows",
                                    most->index, size_line, declared);
  return seidel_source_fail_line (source, most->line, SEIDEL_ERROR_FORMAT, error,
                                  "column %" PRId64 " is out of bounds: line %" PRId64
                                  " declares %" PRId64 " columns",
                                  most->index, size_line, declared);
}

/* A file of hypre has the rows of one process. */
static bool
check_whole (const SeidelTripletsList *list, const Frame *frame, GError **error)
{
  const SeidelReading *reading = list->reading;

  if (reading->kind != SEIDEL_READING_HYPRE && reading->kind != SEIDEL_READING_INDEXED)
    return true;
  return (frame->base <= 1 && list->columns.index - frame->base < frame->columns)
         || seidel_source_fail (list->lines.source, SEIDEL_ERROR_UNSUPPORTED, error,
                                "holds rows %" PRId64 " to %" PRId64
                                " of a matrix or vector that hypre wrote to several files, one for "
                                "each process; write it with one process",
                                frame->base, frame->base + frame->rows - 1);
}

static bool
check_bounds (const SeidelTripletsList *list, const Frame *frame, GError **error)
{
  const SeidelReading *reading = list->reading;

  if (!check_whole (list, frame, error))
    return false;
  if (list->count > 0 && list->least < frame->base && reading->column_field >= 0)
    return seidel_source_fail (list->lines.source, SEIDEL_ERROR_FORMAT, error,
                               "index %" PRId64 " is out of bounds: indices start at %" PRId64,
                               list->least, frame->base);
  if (list->count > 0 && list->rows.index - frame->base >= frame->rows)
    return fail_beyond (list, true, &list->rows, frame->rows, error);
  return list->count == 0 || reading->column_field < 0
         || list->columns.index - frame->base < frame->columns
         || fail_beyond (list, false, &list->columns, frame->columns, error);
}

/* Square without a size line: the last rows or columns of a matrix may hold nothing. */
static bool
find_frame (const SeidelTripletsList *list, Frame *frame, GError **error)
{
  const SeidelReading *reading = list->reading;
  const int64_t most = MAX (list->rows.index, list->columns.index);

  frame->base = reading->base >= 0 ? reading->base : list->least == 0 ? 0 : 1;
  frame->symmetry = reading->symmetry;
  frame->rows = reading->rows >= 0 ? reading->rows : most + 1 - frame->base;
  frame->columns = reading->columns >= 0 ? reading->columns : frame->rows;
  if (reading->kind == SEIDEL_READING_ABAQUS)
    *frame = (Frame){ list->nodes.count, list->nodes.count, 0, reading->symmetry };
  if (reading->infers_symmetry && frame->rows == frame->columns && list->lower != list->upper)
    frame->symmetry =
      reading->imaginary_field >= 0 ? SEIDEL_FILED_HERMITIAN : SEIDEL_FILED_SYMMETRIC;
  if (frame->symmetry != SEIDEL_FILED_GENERAL && frame->rows != frame->columns)
    return seidel_source_fail (list->lines.source, SEIDEL_ERROR_FORMAT, error,
                               "a symmetric matrix is square; line %" PRId64 " declares %" PRId64
                               " × %" PRId64,
                               reading->size_line, frame->rows, frame->columns);
  if (frame->rows > G_MAXINT32 || frame->columns > G_MAXINT32)
    return seidel_source_fail (list->lines.source, SEIDEL_ERROR_UNSUPPORTED, error,
                               "%" PRId64 " × %" PRId64
                               " is beyond the largest matrix, 2147483647 rows or columns",
                               frame->rows, frame->columns);
  return reading->kind == SEIDEL_READING_ABAQUS || check_bounds (list, frame, error);
}

static SeidelCsr *
build (SeidelTripletsList *list, const Frame *frame, int64_t *duplicates, GError **error)
{
  SeidelCsr *csr;

  if (!list->gathers)
    {
      seidel_entries_set_size (&list->entries, frame->rows, frame->columns, frame->base);
      return seidel_entries_assemble (&list->entries, duplicates, error);
    }
  /* The one column of a vector has no index. */
  for (int64_t k = 0; list->reading->column_field < 0 && k < list->gather.count; k++)
    seidel_gather_nth (&list->gather, k)->column = (int32_t) frame->base;
  csr = seidel_gather_assemble (&list->gather, frame->rows, frame->columns, frame->base,
                                seidel_entries_mirrors (frame->symmetry, list->part), error);
  *duplicates = list->gather.duplicates;
  return csr;
}

static const char *
describe_separator (char separator)
{
  switch (separator)
    {
    case ',':
      return "commas";
    case ';':
      return "semicolons";
    case '\t':
      return "tabs";
    default:
      return "blanks";
    }
}

static char *
describe_format (const SeidelTripletsList *list)
{
  const SeidelReading *reading = list->reading;
  const char *separator = describe_separator (list->separator);

  switch (reading->kind)
    {
    case SEIDEL_READING_FREEFEM:
      return g_strdup ("FreeFem matrix");
    case SEIDEL_READING_ABAQUS:
      return g_strdup ("Abaqus matrix");
    case SEIDEL_READING_HYPRE:
      return g_strdup ("hypre IJ matrix");
    case SEIDEL_READING_INDEXED:
      return g_strdup ("hypre IJ vector");
    case SEIDEL_READING_CHOLMOD:
      return g_strdup ("CHOLMOD triplets");
    case SEIDEL_READING_SIZED:
      return g_strdup_printf ("Coordinate list with its size, parted by %s", separator);
    case SEIDEL_READING_EDGES:
      return g_strdup_printf ("Edge list with its size, parted by %s", separator);
    case SEIDEL_READING_GRAPH:
    case SEIDEL_READING_CSR:
    case SEIDEL_READING_ARRAY:
    case SEIDEL_READING_SIZED_TABLE:
    case SEIDEL_READING_ENTRIES:
    case SEIDEL_READING_TABLE:
    case SEIDEL_N_READINGS:
    default:
      return g_strdup_printf ("Coordinate list, parted by %s", separator);
    }
}

static const char *
describe_fields (const SeidelReading *reading)
{
  if (reading->kind == SEIDEL_READING_ABAQUS)
    return "node, degree of freedom, node, degree of freedom and value of an entry";
  if (reading->column_field < 0)
    return "the row and the value of an entry";
  if (reading->imaginary_field >= 0)
    return "the row, the column, the real and the imaginary part of an entry";
  return reading->value_field < 0 ? "the row and the column of an entry that is 1"
                                  : "the row, the column and the value of an entry";
}

static void
describe_size (const SeidelTripletsList *list, const Frame *frame, GString *note)
{
  const SeidelReading *reading = list->reading;

  if (reading->kind == SEIDEL_READING_ABAQUS)
    {
      g_string_append (note, "rows are ordered by node and degree of freedom.");
      return;
    }
  if (reading->size_line > 0)
    g_string_append_printf (note, "line %" G_GINT64_FORMAT " determines the size. ",
                            reading->size_line);
  else
    g_string_append_printf (note,
                            "%sthe largest index, %" G_GINT64_FORMAT ", determines the size. ",
                            list->heading ? "the first as column headings; " : "",
                            MAX (list->rows.index, list->columns.index));
  g_string_append_printf (note,
                          reading->base < 0 && frame->base == 1
                            ? "Indices were assumed to start at 1, because 0 does not occur."
                            : "Indices start at %d.",
                          (int) frame->base);
}

static char *
describe_note (const SeidelTripletsList *list, const Frame *frame)
{
  const SeidelReading *reading = list->reading;
  const int used = (reading->row_field >= 0) + (reading->column_field >= 0)
                   + (reading->value_field >= 0) + (reading->imaginary_field >= 0);
  GString *note = g_string_new (NULL);

  g_string_append_printf (note, "Each line was read as %s; ", describe_fields (reading));
  describe_size (list, frame, note);
  if (reading->fields > used && reading->kind != SEIDEL_READING_ABAQUS)
    g_string_append (note, " Other columns were not used.");
  if (frame->symmetry != SEIDEL_FILED_GENERAL)
    g_string_append (note,
                     reading->infers_symmetry
                       ? " All entries are in one triangle; the other one was filled in."
                     : reading->kind == SEIDEL_READING_EDGES
                       ? " Each edge was taken to be listed once, and its mirror image filled "
                         "in."
                       : " The other triangle was filled in, as the file says.");
  return g_string_free (note, FALSE);
}

static void
describe_reading (const SeidelTripletsList *list, const Frame *frame, SeidelOrigin *origin)
{
  g_autoptr (SeidelReading) found = seidel_reading_copy (list->reading);

  found->base = (int) frame->base;
  found->symmetry = frame->symmetry;
  origin->reading = seidel_reading_name (found);
}

/* Which triangle an entry is in follows from the order of all nodes. */
static bool
order_nodes (SeidelTripletsList *list, GError **error)
{
  if (!seidel_nodes_sort (&list->nodes, &list->gather, error))
    return false;
  list->lower = list->upper = false;
  for (int64_t k = 0; k < list->gather.count; k++)
    {
      const SeidelEntry *entry = seidel_gather_nth (&list->gather, k);

      list->lower = list->lower || entry->column < entry->row;
      list->upper = list->upper || entry->column > entry->row;
    }
  return true;
}

SeidelMatrix *
seidel_triplets_make_matrix (SeidelTripletsList *list, GError **error)
{
  Frame frame = { 0 };
  int64_t duplicates = 0;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  if (list->reading->kind == SEIDEL_READING_ABAQUS && !order_nodes (list, error))
    return NULL;
  if (!find_frame (list, &frame, error))
    return NULL;
  csr = build (list, &frame, &duplicates, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin.format = describe_format (list);
  matrix->origin.note = describe_note (list, &frame);
  matrix->origin.field = list->reading->imaginary_field >= 0 ? SEIDEL_FIELD_COMPLEX
                         : list->reading->value_field < 0    ? SEIDEL_FIELD_PATTERN
                                                             : SEIDEL_FIELD_REAL;
  matrix->origin.symmetry = frame.symmetry;
  matrix->origin.stored = list->count;
  matrix->origin.duplicates = duplicates;
  describe_reading (list, &frame, &matrix->origin);
  return matrix;
}
