/* The formats NumPy array and NumPy archive, as the loader sees them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy.h"

#include <string.h>

#include "io/formats/seidel-reader.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

#define MEMBER_ENDING ".npy"

/* Where the local header of a zip file has the name of its member. */
#define NAME_LENGTH_AT 26
#define NAME_AT        30

/* More arrays than anybody keeps in one file. */
#define MOST_MEMBERS 1000

/* A dense matrix from the source of an array whose header was just read; a vector is a column. */
static SeidelMatrix *
read_dense (const SeidelNumpyHeader *header, SeidelSource *source, GError **error)
{
  int64_t inexact = 0;
  g_autofree double *values = NULL;
  g_autofree char *zeros = NULL;
  g_autofree char *rounded = NULL;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  seidel_progress_begin (seidel_source_progress (source), "Reading numbers");
  values = seidel_numpy_read_doubles (header, source, &inexact, error);
  csr = values != NULL ? seidel_csr_from_dense (values, header->shape[0], header->shape[1],
                                                header->by_columns, source, error)
                       : NULL;
  if (csr == NULL)
    return NULL;
  if (header->complex_numbers)
    seidel_source_take_part (source);
  else
    zeros = seidel_dense_note (csr);
  rounded = seidel_inexact_note (inexact);
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin.format = g_strdup_printf ("NumPy array, dtype %s", header->type);
  matrix->origin.stored = header->count;
  matrix->origin.field =
    seidel_element_is_integer (header->element) ? SEIDEL_FIELD_INTEGER : SEIDEL_FIELD_REAL;
  matrix->origin.note = seidel_join_notes (zeros, rounded);
  return matrix;
}

static SeidelMatrix *
read_array (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (GPtrArray) arrays = seidel_arrays_new ();
  SeidelArray *array;

  if (!seidel_numpy_header_read (&header, source, error))
    return NULL;
  array = seidel_numpy_describe (&header, arrays, "");
  if (array->problem == NULL && !array->vector)
    return read_dense (&header, source, error);
  seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error, "holds %s",
                      array->problem != NULL
                        ? array->problem
                        : seidel_text ("a vector; a matrix of two dimensions was expected"));
  return NULL;
}

/* A vector from the source of an array whose header was just read. */
static double *
read_vector (const SeidelNumpyHeader *header, SeidelSource *source, int64_t *n, GError **error)
{
  g_autoptr (GPtrArray) arrays = seidel_arrays_new ();
  g_autofree double *numbers = NULL;
  int64_t inexact;
  double *x;

  seidel_numpy_describe (header, arrays, "the array");
  if (seidel_arrays_choose_vector (arrays, n, seidel_source_name (source), error) == NULL)
    return NULL;
  numbers = seidel_numpy_read_doubles (header, source, &inexact, error);
  if (header->complex_numbers)
    seidel_source_take_part (source);
  x = numbers != NULL ? seidel_vector_new (*n, error) : NULL;
  if (x != NULL && *n > 0)
    memcpy (x, numbers, (size_t) *n * sizeof *x);
  return x;
}

static double *
read_array_vector (SeidelSource *source, int64_t *n, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };

  return seidel_numpy_header_read (&header, source, error) ? read_vector (&header, source, n, error)
                                                           : NULL;
}

const SeidelReader seidel_numpy_reader = {
  .format = { "numpy", "NumPy array", (const char *const[]){ ".npy", NULL }, .binary = true },
  .recognise = seidel_numpy_recognise,
  .read = read_array,
  .read_vector = read_array_vector,
  .write_vector = seidel_numpy_write_vector,
  .write_columns = seidel_numpy_write_columns,
};

/* A zip file whose first member is an array. */
static bool
recognise_zip (const char *head, size_t length)
{
  size_t name_length;

  if (length < NAME_AT || memcmp (head, "PK\x03\x04", 4) != 0)
    return false;
  name_length =
    (unsigned char) head[NAME_LENGTH_AT] | (unsigned char) head[NAME_LENGTH_AT + 1] << 8;
  return name_length > strlen (MEMBER_ENDING) && NAME_AT + name_length <= length
         && memcmp (head + NAME_AT + name_length - strlen (MEMBER_ENDING), MEMBER_ENDING,
                    strlen (MEMBER_ENDING))
              == 0;
}

static void
member_free (SeidelNumpyMember *member)
{
  seidel_member_free (member->member);
  g_free (member->name);
  seidel_numpy_header_clear (&member->header);
  g_free (member);
}

static void
zip_clear (SeidelNumpyZip *zip)
{
  g_clear_pointer (&zip->members, g_ptr_array_unref);
  g_clear_pointer (&zip->walk, seidel_walk_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelNumpyZip, zip_clear)

/* Reads the header of the member that the walk has come to, if it is an array. */
static bool
take_member (SeidelNumpyZip *zip, SeidelMember **member, GError **error)
{
  const char *path = (*member)->path;
  g_autofree char *name = g_strndup (path, strlen (path) - MIN (strlen (path), 4));
  g_autoptr (SeidelSource) source = NULL;
  SeidelNumpyMember *array;

  if (!g_str_has_suffix (path, MEMBER_ENDING) || seidel_numpy_zip_find (zip, name) != NULL)
    return true;
  if (zip->members->len == MOST_MEMBERS)
    return seidel_source_fail (zip->source, SEIDEL_ERROR_UNSUPPORTED, error,
                               "holds more than %d arrays", MOST_MEMBERS);
  source = seidel_walk_open (zip->walk, *member, error);
  if (source == NULL)
    return false;
  array = g_new0 (SeidelNumpyMember, 1);
  array->name = g_steal_pointer (&name);
  array->member = g_steal_pointer (member);
  g_ptr_array_add (zip->members, array);
  return seidel_numpy_header_read (&array->header, source, error);
}

/* Reads the headers of all arrays. */
static bool
zip_init (SeidelNumpyZip *zip, SeidelSource *source, GError **error)
{
  g_autoptr (GError) cause = NULL;

  zip->source = source;
  zip->members = g_ptr_array_new_with_free_func ((GDestroyNotify) member_free);
  zip->walk = seidel_walk_new (source, &cause);
  while (zip->walk != NULL && cause == NULL)
    {
      g_autoptr (SeidelMember) member = NULL;

      if (!seidel_walk_next (zip->walk, &member, &cause))
        break;
      take_member (zip, &member, &cause);
    }
  if (cause == NULL)
    return true;
  g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

const SeidelNumpyMember *
seidel_numpy_zip_find (const SeidelNumpyZip *zip, const char *name)
{
  for (unsigned i = 0; i < zip->members->len; i++)
    {
      const SeidelNumpyMember *member = zip->members->pdata[i];

      if (g_strcmp0 (member->name, name) == 0)
        return member;
    }
  return NULL;
}

SeidelSource *
seidel_numpy_zip_open (const SeidelNumpyZip *zip,
                       const SeidelNumpyMember *member,
                       SeidelNumpyHeader *header,
                       GError **error)
{
  g_autoptr (SeidelSource) source =
    member != NULL && seidel_walk_to (zip->walk, member->member->index, error)
      ? seidel_walk_open (zip->walk, member->member, error)
      : NULL;

  return source != NULL && seidel_numpy_header_read (header, source, error)
           ? g_steal_pointer (&source)
           : NULL;
}

/* Whether a sparse matrix is all that an archive is about: SciPy's, or one without a prefix beside
 * which there are only vectors. It has no name. */
static const SeidelNumpyGroup *
find_only (const GPtrArray *groups, const GPtrArray *arrays)
{
  const SeidelNumpyGroup *only = NULL;

  for (unsigned i = 0; i < groups->len; i++)
    {
      const SeidelNumpyGroup *group = groups->pdata[i];

      if (group->prefix[0] == '\0')
        only = group;
    }
  for (unsigned i = 0; i < arrays->len && only != NULL && !only->tagged; i++)
    {
      const SeidelArray *array = arrays->pdata[i];

      if (array->data != only && array->problem == NULL && !seidel_array_is_vector (array))
        only = NULL;
    }
  return only;
}

/* The sparse matrix that an array of the list is, or NULL. */
static const SeidelNumpyGroup *
find_group (GPtrArray *groups, const SeidelArray *array)
{
  return g_ptr_array_find (groups, array->data, NULL) ? array->data : NULL;
}

static const SeidelArray *
find_array (const GPtrArray *arrays, const void *data)
{
  for (unsigned i = 0; i < arrays->len; i++)
    if (((const SeidelArray *) arrays->pdata[i])->data == data)
      return arrays->pdata[i];
  return NULL;
}

static GPtrArray *
list_archive (SeidelSource *source, GError **error)
{
  g_auto (SeidelNumpyZip) zip = { 0 };
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (GPtrArray) arrays = NULL;
  const SeidelNumpyGroup *only;

  if (!zip_init (&zip, source, error))
    return NULL;
  groups = seidel_numpy_find_groups (&zip);
  arrays = seidel_numpy_describe_all (&zip, groups);
  only = find_only (groups, arrays);
  for (unsigned i = 0; i < arrays->len && only != NULL; i++)
    {
      SeidelArray *array = arrays->pdata[i];

      array->hidden = array->data == only;
    }
  return seidel_arrays_list (arrays);
}

/* The first column of an array, or all of it where it is a row; NULL also when it cannot be read,
 * for a matrix without it is better than none. */
static double *
read_rhs (const SeidelNumpyZip *zip, const SeidelArray *rhs, int64_t n)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = seidel_numpy_zip_open (zip, rhs->data, &header, NULL);
  g_autofree double *numbers = NULL;
  int64_t inexact;
  int64_t step;
  double *b;

  if (source == NULL || header.problem != NULL || header.count < n)
    return NULL;
  numbers = seidel_numpy_read_doubles (&header, source, &inexact, NULL);
  if (numbers != NULL && !header.complex_numbers
      && seidel_source_part (source) == SEIDEL_PART_IMAGINARY)
    memset (numbers, 0, (size_t) header.count * sizeof *numbers);
  step = header.by_columns || header.shape[0] != n ? 1 : header.shape[1];
  if (numbers == NULL || n == 0 || (n - 1) * step >= header.count)
    return NULL;
  b = g_try_new (double, (gsize) n);
  for (int64_t i = 0; b != NULL && i < n; i++)
    b[i] = numbers[i * step];
  return b;
}

/* The right-hand side beside a matrix that was read. */
static void
add_rhs (const SeidelNumpyZip *zip, const SeidelArray *rhs, SeidelMatrix *matrix)
{
  if (rhs != NULL)
    matrix->rhs = read_rhs (zip, rhs, matrix->csr->rows);
  if (matrix->rhs != NULL)
    {
      g_autofree char *before = matrix->origin.note;
      g_autofree char *sentence = seidel_array_rhs_note (rhs, matrix->csr->rows);

      matrix->origin.note = seidel_join_notes (before, sentence);
    }
}

static SeidelMatrix *
read_sparse (const SeidelNumpyZip *zip, const SeidelNumpyGroup *group, GError **error)
{
  SeidelOrigin origin = { 0 };
  int64_t inexact = 0;
  g_autofree char *note = NULL;
  g_autofree char *rounded = NULL;
  SeidelMatrix *matrix;
  SeidelCsr *csr = seidel_numpy_read_sparse (zip, group, &origin, &inexact, error);

  note = g_steal_pointer (&origin.note);
  if (csr == NULL)
    {
      g_free (origin.format);
      return NULL;
    }
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin = origin;
  rounded = seidel_inexact_note (inexact);
  matrix->origin.note = seidel_join_notes (note, rounded);
  return matrix;
}

static SeidelMatrix *
read_member (const SeidelNumpyZip *zip, const SeidelArray *array, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = seidel_numpy_zip_open (zip, array->data, &header, error);

  return source != NULL ? read_dense (&header, source, error) : NULL;
}

static bool
is_vector (const GPtrArray *arrays, const char *name)
{
  for (unsigned i = 0; i < arrays->len; i++)
    {
      const SeidelArray *array = arrays->pdata[i];

      if (g_strcmp0 (array->name, name) == 0)
        return seidel_array_is_vector (array);
    }
  return false;
}

static SeidelMatrix *
read_archive (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (SeidelNumpyZip) zip = { 0 };
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (GPtrArray) arrays = NULL;
  const SeidelNumpyGroup *group;
  const SeidelArray *array;
  SeidelMatrix *matrix;

  if (!zip_init (&zip, source, error))
    return NULL;
  groups = seidel_numpy_find_groups (&zip);
  arrays = seidel_numpy_describe_all (&zip, groups);
  group = variable == NULL || !is_vector (arrays, variable) ? find_only (groups, arrays) : NULL;
  if (group != NULL && variable != NULL)
    {
      seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                          "holds one sparse matrix without a name; “%s” cannot be chosen from it",
                          variable);
      return NULL;
    }
  array = group != NULL ? find_array (arrays, group)
                        : seidel_arrays_choose (arrays, variable, source, error);
  if (array == NULL)
    return NULL;
  group = find_group (groups, array);
  matrix = group != NULL ? read_sparse (&zip, group, error) : read_member (&zip, array, error);
  if (matrix != NULL)
    add_rhs (&zip, seidel_arrays_find_rhs (arrays, array), matrix);
  return matrix;
}

static double *
read_group_vector (const SeidelNumpyZip *zip,
                   const SeidelNumpyGroup *group,
                   int64_t *n,
                   GError **error)
{
  g_autoptr (SeidelMatrix) matrix = read_sparse (zip, group, error);

  return matrix != NULL ? seidel_matrix_take_vector (matrix, zip->source, n, error) : NULL;
}

static double *
read_archive_vector (SeidelSource *source, int64_t *n, GError **error)
{
  g_auto (SeidelNumpyZip) zip = { 0 };
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) part = NULL;
  g_autoptr (GPtrArray) groups = NULL;
  g_autoptr (GPtrArray) arrays = NULL;
  const SeidelArray *array;

  if (!zip_init (&zip, source, error))
    return NULL;
  groups = seidel_numpy_find_groups (&zip);
  arrays = seidel_numpy_describe_all (&zip, groups);
  if (arrays->len == 1 && groups->len == 1)
    return read_group_vector (&zip, groups->pdata[0], n, error);
  array = seidel_arrays_choose_vector (arrays, n, seidel_source_name (source), error);
  if (array != NULL && find_group (groups, array) != NULL)
    return read_group_vector (&zip, find_group (groups, array), n, error);
  part = array != NULL ? seidel_numpy_zip_open (&zip, array->data, &header, error) : NULL;
  return part != NULL ? read_vector (&header, part, n, error) : NULL;
}

const SeidelReader seidel_numpy_zip_reader = {
  .format = { "npz", "NumPy archive", (const char *const[]){ ".npz", NULL }, .binary = true },
  .recognise = recognise_zip,
  .read = read_archive,
  .list = list_archive,
  .read_vector = read_archive_vector,
  .write = seidel_numpy_write_sparse,
};
