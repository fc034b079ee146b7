/* The loader: one table of formats, from which the content of a file picks a reader.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader.h"

#include <math.h>
#include <string.h>

#include "io/bytes/seidel-filter.h"
#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-spool.h"
#include "io/cache/seidel-cache-private.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reading.h"
#include "io/formats/seidel-signatures.h"
#include "io/formats/seidel-table.h"
#include "io/seidel-column.h"
#include "io/seidel-loader-private.h"
#include "base/seidel-fail.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* Memory that reading each number of a vector may take, beyond what the size of the file allows. */
#define VECTOR_BYTES 256.0

/* A new format is one file with a reader, and one row here. */
/* clang-format off */
const SeidelReader *const seidel_readers[] = {
  &seidel_market_reader,
  &seidel_mat_reader,
  &seidel_hdf5_reader,
  &seidel_numpy_reader,
  &seidel_numpy_zip_reader,
  &seidel_archive_reader,
  &seidel_harwell_reader,
  &seidel_petsc_reader,
  &seidel_petsc_text_reader,
  &seidel_script_reader,
  &seidel_octave_reader,
  &seidel_dimacs_reader,
  &seidel_graph_reader,
  &seidel_triplets_reader,
  &seidel_table_reader,
  NULL,
};
/* clang-format on */
#define N_READERS (G_N_ELEMENTS (seidel_readers) - 1)

const SeidelFormat *
seidel_formats (size_t *n_formats)
{
  static SeidelFormat formats[N_READERS];
  static gsize filled;

  if (g_once_init_enter (&filled))
    {
      for (size_t i = 0; i < N_READERS; i++)
        {
          formats[i] = seidel_readers[i]->format;
          formats[i].holds_several = seidel_readers[i]->list != NULL;
          formats[i].reads_vectors = true;
          formats[i].writes_matrices = seidel_readers[i]->write != NULL;
          formats[i].writes_vectors = seidel_readers[i]->write_vector != NULL;
        }
      g_once_init_leave (&filled, 1);
    }
  *n_formats = N_READERS;
  return formats;
}

/* Pictures, programs, archives: what cannot be quoted as text in any encoding. */
static bool
is_binary (const char *head, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (g_ascii_iscntrl (head[i]) && !g_ascii_isspace (head[i]))
      return true;
  return false;
}

static void
fail_unknown (const SeidelSource *source, const char *head, size_t length, GError **error)
{
  const char *text = head + strspn (head, " \t\r\n");
  const char *known = seidel_signature_explain (head, length);
  g_autofree char *quote = seidel_quote (text, strcspn (text, "\r\n"));
  g_autofree char *found = is_binary (head, length) ? g_strdup (seidel_text ("holds binary data"))
                           : *text == '\0'
                             ? g_strdup (seidel_text ("begins with nothing but blanks"))
                             : g_strdup_printf (seidel_text ("starts with %s"), quote);

  if (known != NULL)
    seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "%s", known);
  else
    seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                        "%s, which is none of the formats that “seidel-cli formats” lists", found);
}

/* The format that the content of a file shows, whose beginning head receives; NULL without an error
 * where there is none. */
static const SeidelReader *
find_reader (SeidelSource *source,
             char head[SEIDEL_HEAD_BYTES + 1],
             int64_t *length,
             GError **error)
{
  *length = seidel_source_read (source, head, SEIDEL_HEAD_BYTES, error);
  if (*length < 0 || !seidel_source_rewind (source, error))
    return NULL;
  head[*length] = '\0';
  for (size_t i = 0; i < N_READERS; i++)
    if (seidel_readers[i]->recognise != NULL
        && seidel_readers[i]->recognise (head, (size_t) *length))
      return seidel_readers[i];
  return NULL;
}

const SeidelReader *
seidel_reader_find (SeidelSource *source, GError **error)
{
  g_autoptr (GError) cause = NULL;
  char head[SEIDEL_HEAD_BYTES + 1];
  int64_t length;
  const SeidelReader *reader = find_reader (source, head, &length, &cause);

  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (reader == NULL)
    reader = seidel_loader_pick_reading (source, NULL, error);
  return reader;
}

/* The same for a vector. */
static const SeidelReader *
find_vector_reader (SeidelSource *source, int64_t n, GError **error)
{
  g_autoptr (GError) cause = NULL;
  char head[SEIDEL_HEAD_BYTES + 1];
  int64_t length;
  const SeidelReader *reader = find_reader (source, head, &length, &cause);

  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (reader == NULL)
    reader = seidel_loader_pick_vector (source, n);
  return reader;
}

void
seidel_loader_fail_read_as (const SeidelSource *source,
                            const SeidelReader *reader,
                            const char *read_as,
                            GError **error)
{
  seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                      "is a file of the format %s, which says how it is to be read; “%s” is for "
                      "text that does not",
                      reader->format.name, read_as);
}

/* The archive has the reading of its members. */
static bool
take_reading_of_members (SeidelSource *source, const char *read_as, GError **error)
{
  SeidelReading *reading = seidel_readings_choose (NULL, read_as, error);

  if (reading == NULL)
    return false;
  seidel_source_set_reading (source, reading, (GDestroyNotify) seidel_reading_free);
  return true;
}

/* Where no reader will do that is an error, too. */
static const SeidelReader *
pick_reader (SeidelSource *source, const char *read_as, GError **error)
{
  g_autoptr (GError) cause = NULL;
  char head[SEIDEL_HEAD_BYTES + 1];
  int64_t length;
  const SeidelReader *reader = find_reader (source, head, &length, &cause);

  if (reader == &seidel_archive_reader && read_as != NULL)
    return take_reading_of_members (source, read_as, error) ? reader : NULL;
  if (reader != NULL && read_as != NULL)
    {
      seidel_loader_fail_read_as (source, reader, read_as, error);
      return NULL;
    }
  if (reader == NULL && cause == NULL && length > 0
      && (read_as != NULL || seidel_signature_explain (head, (size_t) length) == NULL))
    reader = seidel_loader_pick_reading (source, read_as, &cause);
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  else if (reader == NULL && length == 0)
    seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "the file is empty");
  else if (reader == NULL)
    fail_unknown (source, head, (size_t) length, error);
  return reader;
}

/* Cuts a name before an ending of a format. */
static bool
cut_ending (char *name, const SeidelFormat *format)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++)
    if (g_str_has_suffix (lower, *suffix) && strlen (name) > strlen (*suffix))
      {
        name[strlen (name) - strlen (*suffix)] = '\0';
        return true;
      }
  return false;
}

/* "bcsstk14" for bcsstk14.mtx.gz, and the variable where one was chosen. What text that is found by
 * its reading is called says little. */
static char *
name_matrix (const SeidelReader *reader, const SeidelSource *source, const char *variable)
{
  g_autofree char *name = seidel_compression_strip (seidel_source_name (source));
  bool cut = cut_ending (name, &reader->format);

  for (size_t i = 0; reader->recognise == NULL && !cut && i < N_READERS; i++)
    cut = !seidel_readers[i]->format.binary && cut_ending (name, &seidel_readers[i]->format);
  return variable != NULL ? g_strdup_printf ("%s, %s", name, variable) : g_steal_pointer (&name);
}

/* Joins the right-hand sides that came with the parts of a complex matrix. */
static bool
join_rhs (SeidelMatrix *matrix, const SeidelMatrix *imaginary, GError **error)
{
  g_autofree double *real = g_steal_pointer (&matrix->rhs);

  if (real == NULL)
    return true;
  matrix->rhs = seidel_parts_join (real, imaginary->rhs, matrix->csr->rows, error);
  return matrix->rhs != NULL;
}

static SeidelMatrix *
read_part (const SeidelReader *reader,
           SeidelSource *source,
           SeidelPart part,
           const char *variable,
           GError **error)
{
  seidel_source_begin_part (source, part);
  return reader->read (source, variable, error);
}

/* Reads the file once more, for the other part of its numbers. */
static bool
read_imaginary (const SeidelReader *reader,
                SeidelSource *source,
                const char *variable,
                SeidelMatrix *matrix,
                GError **error)
{
  g_autoptr (SeidelMatrix) other = NULL;

  if (seidel_source_rewind (source, error))
    other = read_part (reader, source, SEIDEL_PART_IMAGINARY, variable, error);
  /* What contains the source may go on with real numbers. */
  seidel_source_begin_part (source, SEIDEL_PART_REAL);
  return other != NULL && join_rhs (matrix, other, error)
         && seidel_matrix_add_imaginary (matrix, other->csr, seidel_source_cancellable (source),
                                         error);
}

/* The reader may have found out more, and the member of an archive has its own. */
static void
describe_reading (SeidelOrigin *origin, const SeidelReading *reading)
{
  if (reading == NULL || origin->evidence != NULL)
    return;
  if (origin->reading == NULL)
    origin->reading = seidel_reading_name (reading);
  origin->evidence = g_strdup (reading->evidence);
}

SeidelMatrix *
seidel_reader_read (const SeidelReader *reader,
                    SeidelSource *source,
                    const char *variable,
                    GError **error)
{
  g_autoptr (SeidelMatrix) matrix = NULL;

  /* A member of an archive was looked at before, as another source. */
  if (reader->recognise == NULL && seidel_source_reading (source) == NULL
      && seidel_loader_pick_reading (source, NULL, error) != reader)
    return NULL;
  matrix = read_part (reader, source, SEIDEL_PART_REAL, variable, error);
  if (matrix == NULL
      || (seidel_source_is_complex (source)
          && !read_imaginary (reader, source, variable, matrix, error)))
    return NULL;
  if (matrix->name == NULL)
    matrix->name = name_matrix (reader, source, variable);
  if (matrix->origin.variable == NULL)
    matrix->origin.variable = g_strdup (variable);
  describe_reading (&matrix->origin, seidel_source_reading (source));
  g_free (matrix->origin.path);
  matrix->origin.path = g_strdup (seidel_source_path (source));
  matrix->origin.file_bytes = seidel_source_file_bytes (source);
  return g_steal_pointer (&matrix);
}

static SeidelSource *
open_source (const char *path, SeidelProgress *progress, GCancellable *cancellable, GError **error)
{
  SeidelSource *source;

  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !seidel_spool_fill (path, progress, cancellable, error))
    return NULL;
  source = seidel_source_open (path, error);
  if (source != NULL)
    seidel_source_set_job (source, progress, cancellable);
  return source;
}

static SeidelMatrix *
read_matrix (const char *path,
             const SeidelLoadOptions *options,
             SeidelScratch *scratch,
             SeidelProgress *progress,
             GCancellable *cancellable,
             GError **error)
{
  const char *variable = options->variable;
  g_autoptr (SeidelSource) source = open_source (path, progress, cancellable, error);
  const SeidelReader *reader =
    source != NULL ? pick_reader (source, options->read_as, error) : NULL;

  if (reader == NULL)
    return NULL;
  if (options->any_size)
    seidel_source_allow (source, INFINITY);
  seidel_source_set_scratch (source, scratch);
  if (variable == NULL || reader->list != NULL)
    return seidel_reader_read (reader, source, variable, error);
  seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                      "%s files hold one matrix without a name; “%s” cannot be chosen from it",
                      reader->format.name, variable);
  return NULL;
}

SeidelMatrix *
seidel_loader_read_sides (const char *path,
                          const char *name,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (SeidelSource) source = open_source (path, NULL, cancellable, error);
  const SeidelReader *reader = source != NULL ? pick_reader (source, NULL, error) : NULL;
  SeidelReader of_sides;

  if (reader == NULL || (name == NULL && reader->read_sides == NULL))
    return NULL;
  of_sides = *reader;
  if (name == NULL)
    of_sides.read = reader->read_sides;
  seidel_source_set_takes_vectors (source, true);
  return seidel_reader_read (&of_sides, source, name, error);
}

/* A matrix on a scratch goes into the cache, if it can. */
static SeidelMatrix *
move_to_cache (SeidelMatrix *matrix,
               SeidelCacheKey *key,
               SeidelScratch *scratch,
               SeidelProgress *progress,
               GCancellable *cancellable,
               GError **error)
{
  SeidelMatrix *copy = seidel_cache_store (key, matrix, scratch, progress, cancellable);

  if (copy == NULL && !g_cancellable_set_error_if_cancelled (cancellable, error))
    return matrix;
  seidel_matrix_unref (matrix);
  return copy;
}

/* Of a file whose text is read in another way there is another copy. */
static char *
name_copy (const SeidelLoadOptions *options)
{
  if (options->read_as == NULL)
    return g_strdup (options->variable);
  return g_strdup_printf (seidel_text ("%s%sread as %s"),
                          options->variable != NULL ? options->variable : "",
                          options->variable != NULL ? ", " : "", options->read_as);
}

/* scratch: for what need not fit into memory, or NULL. */
static SeidelMatrix *
load (const char *path,
      const SeidelLoadOptions *options,
      SeidelScratch *scratch,
      SeidelProgress *progress,
      GCancellable *cancellable,
      GError **error)
{
  gint64 begin = g_get_monotonic_time ();
  g_autofree char *copy = name_copy (options);
  g_autoptr (SeidelCacheKey) key = NULL;
  SeidelMatrix *matrix;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  key = seidel_cache_key_new (path, copy);
  matrix = seidel_cache_find (key, progress, cancellable);
  if (matrix == NULL)
    {
      matrix = read_matrix (path, options, scratch, progress, cancellable, error);
      if (matrix != NULL && matrix->csr->backing != NULL)
        matrix = move_to_cache (matrix, key, scratch, progress, cancellable, error);
    }
  if (matrix == NULL)
    return NULL;
  matrix->origin.load_seconds = (double) (g_get_monotonic_time () - begin) / 1e6;
  seidel_cache_keep (key, matrix);
  return matrix;
}

SeidelMatrix *
seidel_load_with (const char *path,
                  const SeidelLoadOptions *options,
                  SeidelProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (SeidelScratch) scratch = options->on_disk ? seidel_scratch_new () : NULL;

  return load (path, options, scratch, progress, cancellable, error);
}

SeidelMatrix *
seidel_load_variable (const char *path,
                      const char *variable,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  return seidel_load_with (path, &(SeidelLoadOptions){ .variable = variable }, progress,
                           cancellable, error);
}

SeidelMatrix *
seidel_load_any_size (const char *path,
                      const char *variable,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  return seidel_load_with (path, &(SeidelLoadOptions){ .variable = variable, .any_size = true },
                           progress, cancellable, error);
}

SeidelMatrix *
seidel_load_on_disk (const char *path,
                     const char *variable,
                     bool any_size,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  return seidel_load_with (path,
                           &(SeidelLoadOptions){
                             .variable = variable, .any_size = any_size, .on_disk = true },
                           progress, cancellable, error);
}

SeidelMatrix *
seidel_load_matrix (const char *path,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autofree char *file = NULL;
  g_autofree char *variable = NULL;

  seidel_column_split (path, &file, &variable);
  return seidel_load_variable (file, variable, progress, cancellable, error);
}

GPtrArray *
seidel_list_variables (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelSource) source = open_source (path, NULL, cancellable, error);
  const SeidelReader *reader = source != NULL ? pick_reader (source, NULL, error) : NULL;

  if (reader == NULL)
    return NULL;
  return reader->list != NULL
           ? reader->list (source, error)
           : g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_variable_free);
}

bool
seidel_loader_visit (SeidelSource *source,
                     const char *variable,
                     SeidelVisit visit,
                     gpointer data,
                     GError **error)
{
  g_autoptr (GError) cause = NULL;
  char head[SEIDEL_HEAD_BYTES + 1];
  int64_t length;
  const SeidelReader *reader = find_reader (source, head, &length, &cause);

  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  if (reader == &seidel_archive_reader)
    return seidel_archive_visit (source, variable, visit, data, error);
  return reader != NULL || visit (source, data, error);
}

static double *
load_vector (const char *path,
             int64_t n,
             bool complex_numbers,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SeidelSource) source = open_source (path, NULL, cancellable, error);
  g_autoptr (GError) cause = NULL;
  const SeidelReader *reader = source != NULL ? find_vector_reader (source, n, &cause) : NULL;

  if (source == NULL)
    return NULL;
  /* It belongs to a matrix that the user has opened. */
  seidel_source_allow (source, VECTOR_BYTES * (double) n);
  if (cause == NULL)
    return seidel_reader_read_numbers (reader, source, n, complex_numbers, error);
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}

double *
seidel_load_vector (const char *path,
                    int64_t n,
                    bool complex_numbers,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autofree char *name = NULL;
  g_autofree char *file = NULL;
  g_autofree char *array = NULL;
  const int64_t column = seidel_column_parse (path, &name);

  if (column > 0)
    return seidel_load_column (name, column, n, complex_numbers, cancellable, error);
  seidel_column_split (path, &file, &array);
  return array != NULL ? seidel_load_only_column (path, n, complex_numbers, cancellable, error)
                       : load_vector (path, n, complex_numbers, cancellable, error);
}

double *
seidel_load_any_vector (const char *path,
                        int64_t *n,
                        bool *complex_numbers,
                        GCancellable *cancellable,
                        GError **error)
{
  g_autoptr (SeidelSource) source = open_source (path, NULL, cancellable, error);
  g_autoptr (GError) cause = NULL;
  const SeidelReader *reader =
    source != NULL ? find_vector_reader (source, SEIDEL_ANY_LENGTH, &cause) : NULL;

  if (source == NULL)
    return NULL;
  if (cause == NULL)
    return seidel_reader_read_any (reader, source, n, complex_numbers, error);
  g_propagate_error (error, g_steal_pointer (&cause));
  return NULL;
}
