/* The formats NumPy array and NumPy archive, as the loader sees them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-numpy.h"

#include <string.h>

#include "io/seidel-reader.h"
#include "io/seidel-table.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

/* A matrix whose origin is known but for what the reader says. */
static SeidelMatrix *
new_matrix (SeidelSource *source, SeidelCsr *csr, const char *ending, const char *variable)
{
  g_autofree char *name = seidel_array_matrix_name (seidel_source_name (source), ending, variable);
  SeidelMatrix *matrix = seidel_matrix_new (name, csr);

  matrix->origin.path = g_strdup (seidel_source_path (source));
  matrix->origin.variable = g_strdup (variable);
  matrix->origin.file_bytes = seidel_source_file_bytes (source);
  return matrix;
}

/* Takes the sentence, and the one about rounded numbers where there were any. */
static void
add_note (SeidelMatrix *matrix, char *sentence, int64_t inexact)
{
  g_autoptr (GString) note = g_string_new (matrix->origin.note);

  if (sentence != NULL)
    g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "", sentence);
  if (inexact > 0)
    g_string_append_printf (note,
                            "%s%" G_GINT64_FORMAT
                            " whole numbers are too large to be held exactly and were rounded.",
                            note->len > 0 ? " " : "", inexact);
  g_free (sentence);
  g_free (matrix->origin.note);
  matrix->origin.note = note->len > 0 ? g_strdup (note->str) : NULL;
}

static void
note_dense (SeidelMatrix *matrix, const SeidelNumpyHeader *header, int64_t inexact)
{
  matrix->origin.format = g_strdup_printf ("NumPy array, dtype %s", header->type);
  matrix->origin.stored = header->count;
  matrix->origin.field =
    seidel_element_is_integer (header->element) ? SEIDEL_FIELD_INTEGER : SEIDEL_FIELD_REAL;
  add_note (matrix, seidel_dense_note (matrix->csr), inexact);
}

/* --- one array -----------------------------------------------------------------------------------
 */

static int64_t
read_source_cb (SeidelNumpyStream *stream, char *buffer, int64_t n, GError **error)
{
  return seidel_source_read (stream->data, buffer, n, error);
}

static SeidelNumpyStream
stream_of (SeidelSource *source)
{
  return (SeidelNumpyStream){ .read = read_source_cb,
                              .data = source,
                              .name = (char *) seidel_source_name (source),
                              .most = (double) seidel_source_most_text (source) };
}

static bool
open_source_cb (void *data, SeidelNumpyStream *stream, GError **error)
{
  *stream = stream_of (data);
  return seidel_source_rewind (data, error);
}

static SeidelMatrix *
read_array (SeidelSource *source,
            const char *variable,
            SeidelProgress *progress,
            GCancellable *cancellable,
            GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (GPtrArray) arrays = seidel_arrays_new ();
  SeidelNumpyStream stream = stream_of (source);
  SeidelArray *array;
  SeidelMatrix *matrix;
  int64_t inexact = 0;
  SeidelCsr *csr;

  if (!seidel_numpy_header_read (&header, &stream, error))
    return NULL;
  array = seidel_numpy_describe (&header, arrays, "");
  if (array->problem != NULL || array->vector)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED, "%s: holds %s%s", stream.name,
                   array->problem != NULL ? array->problem : "a vector",
                   array->problem != NULL ? "" : "; a matrix of two dimensions was expected");
      return NULL;
    }
  csr = seidel_numpy_read_dense (open_source_cb, source, &inexact, progress, cancellable, error);
  if (csr == NULL)
    return NULL;
  matrix = new_matrix (source, csr, ".npy", NULL);
  note_dense (matrix, &header, inexact);
  return matrix;
}

/* A vector from an array at whose header a stream stands. */
static double *
read_vector_stream (SeidelNumpyStream *stream, int64_t n, GCancellable *cancellable, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (GPtrArray) arrays = seidel_arrays_new ();
  g_autofree double *numbers = NULL;
  int64_t inexact;
  double *x;

  if (!seidel_numpy_header_read (&header, stream, error))
    return NULL;
  seidel_numpy_describe (&header, arrays, "the array");
  if (seidel_arrays_choose_vector (arrays, n, stream->name, error) == NULL)
    return NULL;
  numbers = seidel_numpy_read_doubles (&header, stream, &inexact, NULL, cancellable, error);
  if (numbers == NULL)
    return NULL;
  x = seidel_vector_new (n, error);
  if (x != NULL)
    memcpy (x, numbers, (size_t) n * sizeof *x);
  return x;
}

static double *
read_array_vector (SeidelSource *source, int64_t n, GCancellable *cancellable, GError **error)
{
  SeidelNumpyStream stream = stream_of (source);

  return read_vector_stream (&stream, n, cancellable, error);
}

const SeidelReader seidel_numpy_reader = {
  .format = { "numpy", "NumPy array", (const char *const[]){ ".npy", NULL }, .binary = true },
  .recognise = seidel_numpy_recognise,
  .read = read_array,
  .read_vector = read_array_vector,
  .write_vector = seidel_numpy_write_vector,
};

/* --- archives ------------------------------------------------------------------------------------
 */

static GPtrArray *
describe_all (const SeidelNumpyZip *zip)
{
  GPtrArray *arrays = seidel_arrays_new ();

  for (unsigned i = 0; i < zip->members->len; i++)
    {
      SeidelNumpyMember *member = zip->members->pdata[i];

      seidel_numpy_describe (&member->header, arrays, member->name)->data = member;
    }
  return arrays;
}

/* A sparse matrix is one without a name. */
static GPtrArray *
list_archive (SeidelSource *source, GCancellable *cancellable, GError **error)
{
  g_auto (SeidelNumpyZip) zip = { 0 };
  g_autoptr (GPtrArray) arrays = NULL;

  if (!seidel_numpy_zip_init (&zip, source, cancellable, error))
    return NULL;
  arrays = seidel_numpy_is_sparse (&zip) ? seidel_arrays_new () : describe_all (&zip);
  return seidel_arrays_list (arrays);
}

/* A member that is opened twice. */
typedef struct
{
  const SeidelNumpyZip *zip;
  const char *name;
  SeidelNumpyPart part;
} Member;

static bool
open_member_cb (void *data, SeidelNumpyStream *stream, GError **error)
{
  Member *member = data;

  seidel_numpy_part_clear (&member->part);
  if (!seidel_numpy_part_open (&member->part, member->zip, member->name, error))
    return false;
  *stream = member->part.stream;
  return true;
}

/* The first column of an array, or all of it where it is a row; NULL also when it cannot be read
 * after all, for a matrix without it is better than none. */
static double *
read_rhs (const SeidelNumpyZip *zip, const SeidelArray *rhs, int64_t n, GCancellable *cancellable)
{
  g_auto (SeidelNumpyPart) part = { 0 };
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autofree double *numbers = NULL;
  int64_t inexact;
  int64_t step;
  double *b;

  if (!seidel_numpy_part_open (&part, zip, rhs->name, NULL)
      || !seidel_numpy_header_read (&header, &part.stream, NULL) || header.count < n)
    return NULL;
  numbers = seidel_numpy_read_doubles (&header, &part.stream, &inexact, NULL, cancellable, NULL);
  step = header.by_columns || header.shape[0] != n ? 1 : header.shape[1];
  if (numbers == NULL || n == 0 || (n - 1) * step >= header.count)
    return NULL;
  b = g_try_new (double, (gsize) n);
  for (int64_t i = 0; b != NULL && i < n; i++)
    b[i] = numbers[i * step];
  return b;
}

static SeidelMatrix *
read_dense_member (const SeidelNumpyZip *zip,
                   const char *variable,
                   SeidelProgress *progress,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GPtrArray) arrays = describe_all (zip);
  const SeidelArray *array =
    seidel_arrays_choose (arrays, variable, seidel_source_name (zip->source), error);
  const SeidelNumpyMember *chosen = array != NULL ? array->data : NULL;
  const SeidelArray *rhs = array != NULL ? seidel_arrays_find_rhs (arrays, array) : NULL;
  Member member = { .zip = zip };
  int64_t inexact = 0;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  if (chosen == NULL)
    return NULL;
  member.name = chosen->name;
  csr = seidel_numpy_read_dense (open_member_cb, &member, &inexact, progress, cancellable, error);
  seidel_numpy_part_clear (&member.part);
  if (csr == NULL)
    return NULL;
  matrix = new_matrix (zip->source, csr, ".npz", variable);
  note_dense (matrix, &chosen->header, inexact);
  if (rhs != NULL)
    matrix->rhs = read_rhs (zip, rhs, csr->rows, cancellable);
  if (matrix->rhs != NULL)
    add_note (matrix, seidel_array_rhs_note (rhs, csr->rows), 0);
  return matrix;
}

static SeidelMatrix *
read_sparse (const SeidelNumpyZip *zip,
             SeidelProgress *progress,
             GCancellable *cancellable,
             GError **error)
{
  SeidelOrigin origin = { 0 };
  int64_t inexact = 0;
  SeidelMatrix *matrix;
  SeidelCsr *csr = seidel_numpy_read_sparse (zip, &origin, &inexact, progress, cancellable, error);

  if (csr == NULL)
    {
      g_free (origin.format);
      return NULL;
    }
  matrix = new_matrix (zip->source, csr, ".npz", NULL);
  matrix->origin.format = origin.format;
  matrix->origin.field = origin.field;
  matrix->origin.stored = origin.stored;
  matrix->origin.duplicates = origin.duplicates;
  add_note (matrix, NULL, inexact);
  return matrix;
}

static SeidelMatrix *
read_archive (SeidelSource *source,
              const char *variable,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  g_auto (SeidelNumpyZip) zip = { 0 };

  if (!seidel_numpy_zip_init (&zip, source, cancellable, error))
    return NULL;
  if (!seidel_numpy_is_sparse (&zip))
    return read_dense_member (&zip, variable, progress, cancellable, error);
  if (variable == NULL)
    return read_sparse (&zip, progress, cancellable, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "%s: holds one sparse matrix without a name; “%s” cannot be chosen from it",
               seidel_source_name (source), variable);
  return NULL;
}

static double *
read_archive_vector (SeidelSource *source, int64_t n, GCancellable *cancellable, GError **error)
{
  g_auto (SeidelNumpyZip) zip = { 0 };
  g_auto (SeidelNumpyPart) part = { 0 };
  g_autoptr (GPtrArray) arrays = NULL;
  const SeidelArray *array;
  const SeidelNumpyMember *member;

  if (!seidel_numpy_zip_init (&zip, source, cancellable, error))
    return NULL;
  if (seidel_numpy_is_sparse (&zip))
    {
      g_autoptr (SeidelMatrix) matrix = read_sparse (&zip, NULL, cancellable, error);

      return matrix != NULL ? seidel_vector_of_matrix (matrix, n, error) : NULL;
    }
  arrays = describe_all (&zip);
  array = seidel_arrays_choose_vector (arrays, n, seidel_source_name (source), error);
  if (array == NULL)
    return NULL;
  member = array->data;
  if (!seidel_numpy_part_open (&part, &zip, member->name, error))
    return NULL;
  return read_vector_stream (&part.stream, n, cancellable, error);
}

const SeidelReader seidel_numpy_zip_reader = {
  .format = { "npz", "NumPy archive", (const char *const[]){ ".npz", NULL }, .binary = true },
  .recognise = seidel_numpy_zip_recognise,
  .read = read_archive,
  .list = list_archive,
  .read_vector = read_archive_vector,
  .write = seidel_numpy_write_sparse,
};
