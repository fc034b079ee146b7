/* Reads a matrix out of an archive, and the right-hand side stored beside it, as the SuiteSparse
 * Matrix Collection distributes them: NAME/NAME.mtx with NAME/NAME_b.mtx, NAME_x.mtx,
 * NAME_coord.mtx. The members of other archives can be of any format that the loader knows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-archive.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "io/formats/seidel-arrays.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-reading.h"
#include "io/seidel-loader-private.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* What follows the name of its matrix in that of a right-hand side. */
static const char *const rhs_words[] = { "b", "rhs", "rhs1", NULL };

/* Other companions of a matrix, which are only opened on request. */
static const char *const other_words[] = { "x",         "coord",           "sol", "nullspace",
                                           "near_null", "near_null_space", NULL };

/* A member that can be read: of a known format, or numbers that may be read in several ways, whose
 * reader is NULL. */
typedef struct
{
  SeidelMember *member;
  const SeidelReader *reader;
} Item;

typedef struct
{
  SeidelSource *source;
  SeidelWalk *walk;
  GPtrArray *items; /* of Item */
  int64_t passed;   /* members of unknown formats */
  GError *cause;    /* why the last of them cannot be read, or NULL */
  const char *variable;

  const Item *chosen; /* where matrix was read from, or NULL */
  SeidelMatrix *matrix;
  const Item *beside; /* where rhs was searched, or NULL */
  double *rhs;
  char *rhs_note;
} Reading;

static void
item_free (Item *item)
{
  seidel_member_free (item->member);
  g_free (item);
}

static void
reading_clear (Reading *reading)
{
  g_clear_pointer (&reading->walk, seidel_walk_free);
  g_clear_pointer (&reading->items, g_ptr_array_unref);
  g_clear_pointer (&reading->matrix, seidel_matrix_unref);
  g_clear_pointer (&reading->rhs, seidel_vector_free);
  g_clear_pointer (&reading->rhs_note, g_free);
  g_clear_error (&reading->cause);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* Whether a member has the name of its folder. */
static bool
is_namesake (const Item *item)
{
  g_autofree char *folder = g_path_get_basename (item->member->folder);

  return g_strcmp0 (folder, item->member->stem) == 0;
}

/* What follows "STEM_" of another member in the same folder, or NULL. */
static const char *
word_behind (const Item *item, const Item *other)
{
  const size_t length = strlen (other->member->stem);

  if (item == other || g_strcmp0 (item->member->folder, other->member->folder) != 0
      || strncmp (item->member->stem, other->member->stem, length) != 0
      || item->member->stem[length] != '_')
    return NULL;
  return item->member->stem + length + 1;
}

static bool
is_rhs_of (const Item *item, const Item *matrix)
{
  const char *word = word_behind (item, matrix);

  return word != NULL && g_strv_contains (rhs_words, word);
}

/* Whether a member is a companion of another one: of the namesake of its folder every one named so.
 */
static bool
goes_with (const Item *item, const Item *other)
{
  const char *word = word_behind (item, other);

  return word != NULL
         && (is_namesake (other) || g_strv_contains (rhs_words, word)
             || g_strv_contains (other_words, word));
}

static bool
is_usable (const Item *item)
{
  return item->reader == NULL
         || (item->reader != &seidel_archive_reader && item->reader->read != NULL);
}

/* Numbers that may be anything are not what is meant where a matrix is beside them. */
static bool
has_known (const Reading *reading)
{
  for (unsigned i = 0; i < reading->items->len; i++)
    if (((const Item *) reading->items->pdata[i])->reader != NULL)
      return true;
  return false;
}

static bool
is_main (const Reading *reading, const Item *item)
{
  if (!is_usable (item) || (item->reader == NULL && has_known (reading)))
    return false;
  for (unsigned i = 0; i < reading->items->len; i++)
    if (goes_with (item, reading->items->pdata[i]))
      return false;
  return true;
}

/* The items as arrays to choose from; companions of others are minor. */
static GPtrArray *
describe_items (const Reading *reading)
{
  GPtrArray *arrays = seidel_arrays_new ();

  for (unsigned i = 0; i < reading->items->len; i++)
    {
      Item *item = reading->items->pdata[i];
      SeidelArray *array = seidel_arrays_add (arrays, item->member->path);
      g_autofree char *size =
        item->member->bytes >= 0 ? seidel_format_bytes ((double) item->member->bytes) : NULL;

      array->data = item;
      array->type = g_strjoin (", ",
                               item->reader != NULL ? item->reader->format.name
                                                    : seidel_text ("Text without a format"),
                               size, NULL);
      array->problem =
        is_usable (item) ? NULL : g_strdup (seidel_text ("an archive within the archive"));
      array->minor = !is_main (reading, item);
    }
  return arrays;
}

/* The path of the only member with this name, or this name but for its suffix; NULL where there are
 * several, the name itself where there is none. */
static const char *
resolve_name (const Reading *reading, const char *name)
{
  const char *found = NULL;

  for (unsigned i = 0; i < reading->items->len; i++)
    {
      const SeidelMember *member = ((const Item *) reading->items->pdata[i])->member;
      g_autofree char *base = g_path_get_basename (member->path);

      if (g_str_equal (member->path, name))
        return name;
      if (!g_str_equal (base, name) && !g_str_equal (member->stem, name))
        continue;
      if (found != NULL)
        return NULL;
      found = member->path;
    }
  return found != NULL ? found : name;
}

static bool
fail_empty (const Reading *reading, GError **error)
{
  if (reading->passed == 1 && reading->cause != NULL)
    {
      if (error != NULL)
        *error = g_error_copy (reading->cause);
      return false;
    }
  return seidel_source_fail (reading->source, SEIDEL_ERROR_UNSUPPORTED, error,
                             "the archive holds no file of a known format among its %" PRId64
                             " files",
                             reading->passed);
}

static const Item *
choose (const Reading *reading, GError **error)
{
  g_autoptr (GPtrArray) arrays = describe_items (reading);
  const char *variable = reading->variable;
  const SeidelArray *array;

  if (arrays->len == 0)
    {
      fail_empty (reading, error);
      return NULL;
    }
  if (variable != NULL && (variable = resolve_name (reading, variable)) == NULL)
    {
      g_autofree char *names = seidel_arrays_names (arrays);

      seidel_source_fail (reading->source, SEIDEL_ERROR_CHOICE, error,
                          "holds several files named “%s”; choose one of them: %s",
                          reading->variable, names);
      return NULL;
    }
  array = seidel_arrays_choose (arrays, variable, reading->source, error);
  return array != NULL ? array->data : NULL;
}

/* What reads a member: of text without a format, what was asked for of the archive. */
static const SeidelReader *
pick_reader (const Reading *reading, const Item *item, SeidelSource *part, GError **error)
{
  const SeidelReading *wanted = seidel_source_reading (reading->source);
  g_autofree char *name = wanted != NULL ? seidel_reading_name (wanted) : NULL;

  if (item->reader == NULL || item->reader->recognise == NULL)
    return seidel_loader_pick_reading (part, name, error);
  if (name != NULL)
    {
      seidel_loader_fail_read_as (part, item->reader, name, error);
      return NULL;
    }
  return item->reader;
}

static bool
read_matrix (Reading *reading, const Item *item, SeidelSource *part, GError **error)
{
  const SeidelReader *reader = pick_reader (reading, item, part, error);

  reading->matrix = reader != NULL ? seidel_reader_read (reader, part, NULL, error) : NULL;
  reading->chosen = item;
  return reading->matrix != NULL;
}

/* The first column of what was read as a matrix. */
static double *
take_rhs (const SeidelMatrix *columns, const SeidelMatrix *matrix, GError **error)
{
  const int64_t n = matrix->csr->rows;
  const SeidelCsr *csr = columns->csr;

  if ((csr->rows == n && csr->columns >= 1) || (csr->rows == 1 && csr->columns == n))
    return seidel_matrix_take_column (columns, n, seidel_matrix_is_complex (matrix), error);
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text ("it is %" PRId64 " × %" PRId64 ", the matrix has %" PRId64
                                   " %s"),
                      csr->rows, csr->columns, n,
                      n == 1 ? seidel_text ("row") : seidel_text ("rows"));
}

/* A bad right-hand side does not keep the matrix from being opened; the note reports it. */
static bool
read_rhs (Reading *reading, const Item *item, SeidelSource *part, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (SeidelMatrix) columns = is_usable (item) && item->reader != NULL
                                       ? seidel_reader_read (item->reader, part, NULL, &cause)
                                       : NULL;
  const SeidelMatrix *matrix = reading->matrix;
  const char *path = item->member->path;

  reading->beside = item;
  /* Its length says how it is to be read. */
  if (item->reader == NULL)
    reading->rhs = seidel_reader_read_numbers (NULL, part, matrix->csr->rows,
                                               seidel_matrix_is_complex (matrix), &cause);
  if (columns != NULL)
    reading->rhs = take_rhs (columns, matrix, &cause);
  if (!seidel_source_poll (reading->source, error))
    return false;
  if (reading->rhs == NULL)
    reading->rhs_note =
      g_strdup_printf (seidel_text ("The right-hand side in %s was not used: %s."), path,
                       cause != NULL ? cause->message
                                     : seidel_text ("it is an archive within the archive"));
  else if (columns != NULL && columns->csr->columns > 1 && columns->csr->rows > 1)
    reading->rhs_note = g_strdup_printf (seidel_text ("The right-hand side is the first of %" PRId64
                                                      " columns in %s."),
                                         columns->csr->columns, path);
  else
    reading->rhs_note = g_strdup_printf (seidel_text ("The right-hand side is %s."), path);
  return true;
}

/* What is probably wanted is read as the walk passes it, which saves decompressing everything
 * twice.
 */
static bool
read_passing (Reading *reading, const Item *item, SeidelSource *part, GError **error)
{
  if (reading->matrix == NULL && is_usable (item)
      && (reading->variable != NULL ? g_strcmp0 (reading->variable, item->member->path) == 0
                                    : is_namesake (item)))
    return read_matrix (reading, item, part, error);
  if (reading->matrix != NULL && reading->beside == NULL && is_rhs_of (item, reading->chosen))
    return read_rhs (reading, item, part, error);
  return true;
}

/* Recognises the member that the walk has stepped to. A damaged one is skipped like one of an
 * unknown format; if the archive itself is damaged the walk ends with the next step. */
static bool
take_member (Reading *reading, SeidelMember **member, bool reads, GError **error)
{
  g_autoptr (SeidelSource) part = seidel_walk_open (reading->walk, *member, NULL);
  g_autoptr (GError) cause = NULL;
  const SeidelReader *reader = part != NULL ? seidel_reader_find (part, &cause) : NULL;
  Item *item;

  if (reader == NULL && !g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_AMBIGUOUS))
    {
      reading->passed++;
      g_clear_error (&reading->cause);
      reading->cause = g_steal_pointer (&cause);
      return true;
    }
  item = g_new0 (Item, 1);
  item->member = g_steal_pointer (member);
  item->reader = reader;
  g_ptr_array_add (reading->items, item);
  return !reads || read_passing (reading, item, part, error);
}

/* Walks through the archive, and reads what it can on the way. */
static bool
walk_through (Reading *reading, bool reads, GError **error)
{
  g_autoptr (GError) cause = NULL;

  reading->items = g_ptr_array_new_with_free_func ((GDestroyNotify) item_free);
  reading->walk = seidel_walk_new (reading->source, error);
  if (reading->walk == NULL)
    return false;
  seidel_progress_begin (seidel_source_progress (reading->source), "Reading the archive");
  for (;;)
    {
      g_autoptr (SeidelMember) member = NULL;

      if (!seidel_walk_next (reading->walk, &member, &cause))
        break;
      if (!take_member (reading, &member, reads, error))
        return false;
      seidel_progress_set (seidel_source_progress (reading->source),
                           seidel_source_fraction (reading->source));
    }
  if (cause == NULL)
    return true;
  g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

/* Opens a member that the walk has passed. */
static SeidelSource *
open_again (Reading *reading, const Item *item, GError **error)
{
  return seidel_walk_to (reading->walk, item->member->index, error)
           ? seidel_walk_open (reading->walk, item->member, error)
           : NULL;
}

/* Reads the chosen one, unless that was done in passing. */
static bool
read_chosen (Reading *reading, const Item *chosen, GError **error)
{
  g_autoptr (SeidelSource) part = NULL;

  if (reading->matrix != NULL && reading->chosen == chosen)
    return true;
  g_clear_pointer (&reading->matrix, seidel_matrix_unref);
  g_clear_pointer (&reading->rhs, seidel_vector_free);
  g_clear_pointer (&reading->rhs_note, g_free);
  reading->beside = NULL;
  part = open_again (reading, chosen, error);
  return part != NULL && read_matrix (reading, chosen, part, error);
}

static bool
read_beside (Reading *reading, GError **error)
{
  for (unsigned i = 0; i < reading->items->len && reading->beside == NULL; i++)
    {
      const Item *item = reading->items->pdata[i];
      g_autoptr (SeidelSource) part = NULL;

      if (!is_rhs_of (item, reading->chosen))
        continue;
      part = open_again (reading, item, error);
      if (part == NULL || !read_rhs (reading, item, part, error))
        return false;
    }
  return true;
}

/* A matrix that has its own right-hand side keeps it. */
static void
finish (Reading *reading)
{
  SeidelMatrix *matrix = reading->matrix;
  const SeidelMember *member = reading->chosen->member;
  g_autofree char *format = matrix->origin.format;
  g_autofree char *note = matrix->origin.note;

  g_free (matrix->name);
  matrix->name = g_strdup (member->stem);
  matrix->origin.format =
    g_strdup_printf (seidel_text ("%s%s archive, %s: %s"), seidel_walk_format (reading->walk),
                     seidel_source_compression_ending (reading->source), member->path, format);
  matrix->origin.note = seidel_join_notes (note, reading->rhs_note);
  g_free (matrix->origin.variable);
  matrix->origin.variable = g_strdup (reading->variable != NULL ? member->path : NULL);
  if (matrix->rhs == NULL)
    matrix->rhs = g_steal_pointer (&reading->rhs);
}

static SeidelMatrix *
read_archive (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Reading) reading = { .source = source, .variable = variable };
  const Item *chosen;

  if (!walk_through (&reading, true, error))
    return NULL;
  chosen = choose (&reading, error);
  if (chosen == NULL || !read_chosen (&reading, chosen, error))
    return NULL;
  if (reading.matrix->rhs == NULL && !read_beside (&reading, error))
    return NULL;
  finish (&reading);
  return g_steal_pointer (&reading.matrix);
}

bool
seidel_archive_visit (SeidelSource *source,
                      const char *variable,
                      SeidelVisit visit,
                      gpointer data,
                      GError **error)
{
  g_auto (Reading) reading = { .source = source, .variable = variable };
  g_autoptr (SeidelSource) part = NULL;
  const Item *chosen;

  if (!walk_through (&reading, false, error))
    return false;
  chosen = choose (&reading, error);
  if (chosen == NULL)
    return false;
  if (chosen->reader != NULL && chosen->reader->recognise != NULL)
    return true;
  part = open_again (&reading, chosen, error);
  return part != NULL && visit (part, data, error);
}

static GPtrArray *
list_members (SeidelSource *source, GError **error)
{
  g_auto (Reading) reading = { .source = source };
  g_autoptr (GPtrArray) arrays = NULL;

  if (!walk_through (&reading, false, error))
    return NULL;
  arrays = describe_items (&reading);
  return seidel_arrays_list (arrays);
}

/* The only member, or the only one that is named like a right-hand side. */
static const Item *
choose_vector (const Reading *reading, GError **error)
{
  g_autoptr (GPtrArray) arrays = describe_items (reading);
  g_autofree char *names = NULL;
  const Item *found = NULL;
  int count = 0;

  if (reading->items->len == 1)
    return reading->items->pdata[0];
  for (unsigned i = 0; i < reading->items->len; i++)
    for (unsigned k = 0; k < reading->items->len; k++)
      if (is_rhs_of (reading->items->pdata[i], reading->items->pdata[k]))
        {
          found = reading->items->pdata[i];
          count++;
          break;
        }
  if (count == 1)
    return found;
  names = seidel_arrays_names (arrays);
  if (arrays->len == 0)
    fail_empty (reading, error);
  else
    seidel_source_fail (reading->source, SEIDEL_ERROR_CHOICE, error,
                        "several files could be the vector; the archive holds: %s", names);
  return NULL;
}

static double *
read_vector (SeidelSource *source, int64_t *n, GError **error)
{
  g_auto (Reading) reading = { .source = source };
  g_autoptr (SeidelSource) part = NULL;
  const Item *item;

  if (!walk_through (&reading, false, error))
    return NULL;
  item = choose_vector (&reading, error);
  part = item != NULL ? open_again (&reading, item, error) : NULL;
  return part != NULL
           ? seidel_reader_read_vector (is_usable (item) ? item->reader : NULL, part, n, error)
           : NULL;
}

#define TAR_BLOCK       512
#define TAR_SUM         148
#define TAR_SUM_LENGTH  8
#define ZIP_NAME_LENGTH 26
#define ZIP_NAME        30

/* Each member begins with a block that holds the sum of its bytes, in octal. */
static bool
is_tar (const unsigned char *head, size_t length)
{
  unsigned sum = 0;
  unsigned stated = 0;
  int i = TAR_SUM;

  if (length < TAR_BLOCK || head[0] == '\0')
    return false;
  for (int k = 0; k < TAR_BLOCK; k++)
    sum += k >= TAR_SUM && k < TAR_SUM + TAR_SUM_LENGTH ? ' ' : head[k];
  while (i < TAR_SUM + TAR_SUM_LENGTH && head[i] == ' ')
    i++;
  if (i == TAR_SUM + TAR_SUM_LENGTH || head[i] < '0' || head[i] > '7')
    return false;
  for (; i < TAR_SUM + TAR_SUM_LENGTH && head[i] >= '0' && head[i] <= '7'; i++)
    stated = stated * 8 + (unsigned) (head[i] - '0');
  return sum == stated;
}

/* NumPy's .npz is a zip archive of .npy files, too: another reader's. */
static bool
is_zip (const unsigned char *head, size_t length)
{
  size_t name;

  if (length < ZIP_NAME || memcmp (head, "PK\3\4", 4) != 0)
    return length >= 4 && memcmp (head, "PK\5\6", 4) == 0;
  name = head[ZIP_NAME_LENGTH] + (size_t) head[ZIP_NAME_LENGTH + 1] * 256;
  return ZIP_NAME + name > length || name < 4
         || memcmp (head + ZIP_NAME + name - 4, ".npy", 4) != 0;
}

static bool
recognise (const char *head, size_t length)
{
  return is_tar ((const unsigned char *) head, length)
         || is_zip ((const unsigned char *) head, length);
}

const SeidelReader seidel_archive_reader = {
  .format = { "archive", "Archive of matrix files",
              (const char *const[]){ ".tar.gz", ".tgz", ".tar", ".tar.bz2", ".tar.xz", ".tar.zst",
                                     ".zip", NULL } },
  .recognise = recognise,
  .read = read_archive,
  .list = list_members,
  .read_vector = read_vector,
};
