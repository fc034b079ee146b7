/* Reads a matrix out of an archive, and the right-hand side that lies beside it, as the SuiteSparse
 * Matrix Collection hands them out: NAME/NAME.mtx with NAME/NAME_b.mtx, NAME_x.mtx, NAME_coord.mtx.
 * In any archive, members can be of any format that the loader knows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-archive.h"

#include <string.h>

#include "io/seidel-reader.h"
#include "io/seidel-table.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

/* As many as a message names. */
#define MOST_NAMED 12

/* What a right-hand side has behind the name of its matrix. */
static const char *const rhs_words[] = { "b", "rhs", "rhs1", NULL };

/* What else lies beside a matrix and is none to be opened, if it was not asked for. */
static const char *const other_words[] = { "x", "coord", "sol", NULL };

/* A member whose format is known. */
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
  int64_t passed;   /* members of formats that are not known */
  const char *variable;
  SeidelProgress *progress;
  GCancellable *cancellable;

  const Item *chosen; /* what matrix was read from, or NULL */
  SeidelMatrix *matrix;
  const Item *beside; /* what rhs was looked for in, or NULL */
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
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* --- who is who --------------------------------------------------------------------------------
 */

/* Whether a member is what its folder is named after. */
static bool
is_namesake (const Item *item)
{
  g_autofree char *folder = g_path_get_basename (item->member->folder);

  return g_strcmp0 (folder, item->member->stem) == 0;
}

/* What follows behind "STEM_" of another member in the same folder, or NULL. */
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

/* Whether a member goes with another one: with the namesake of its folder all that is named so. */
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
  return item->reader != &seidel_archive_reader && item->reader->read != NULL;
}

static bool
is_main (const Reading *reading, const Item *item)
{
  if (!is_usable (item))
    return false;
  for (unsigned i = 0; i < reading->items->len; i++)
    if (goes_with (item, reading->items->pdata[i]))
      return false;
  return true;
}

static bool
is_called (const Item *item, const char *variable)
{
  g_autofree char *base = g_path_get_basename (item->member->path);

  return g_strcmp0 (base, variable) == 0 || g_strcmp0 (item->member->stem, variable) == 0;
}

/* "a.mtx, b.mtx, …": all of them, or only those that might be meant. */
static char *
name_items (const Reading *reading, bool only_main)
{
  GString *names = g_string_new (NULL);
  int named = 0;

  for (unsigned i = 0; i < reading->items->len && named <= MOST_NAMED; i++)
    {
      const Item *item = reading->items->pdata[i];

      if (only_main && !is_main (reading, item))
        continue;
      if (named++ == MOST_NAMED)
        g_string_append (names, ", …");
      else
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", item->member->path);
    }
  return g_string_free (names, FALSE);
}

static const Item *
fail_choice (const Reading *reading, GError **error)
{
  g_autofree char *names = name_items (reading, reading->variable == NULL);

  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE,
               "%s: holds several matrices; choose one of them: %s",
               seidel_source_name (reading->source), names);
  return NULL;
}

static const Item *
fail_none (const Reading *reading, GError **error)
{
  g_autofree char *names = name_items (reading, false);

  if (reading->variable != NULL && reading->items->len > 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "%s: holds no “%s”; it holds: %s",
                 seidel_source_name (reading->source), reading->variable, names);
  else
    g_set_error (
      error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
      "%s: the archive holds no matrix in any of the formats known; files: %" G_GINT64_FORMAT,
      seidel_source_name (reading->source), reading->passed + (int64_t) reading->items->len);
  return NULL;
}

/* By its path, or by its name where that is enough. */
static const Item *
choose_named (const Reading *reading, GError **error)
{
  const Item *found = NULL;
  int count = 0;

  for (unsigned i = 0; i < reading->items->len; i++)
    {
      const Item *item = reading->items->pdata[i];

      if (g_strcmp0 (item->member->path, reading->variable) == 0)
        return item;
      if (is_called (item, reading->variable))
        {
          found = item;
          count++;
        }
    }
  if (count > 1)
    return fail_choice (reading, error);
  return found != NULL ? found : fail_none (reading, error);
}

static const Item *
choose (const Reading *reading, GError **error)
{
  const Item *found = NULL;
  int count = 0;

  if (reading->variable != NULL)
    return choose_named (reading, error);
  for (unsigned i = 0; i < reading->items->len; i++)
    if (is_main (reading, reading->items->pdata[i]))
      {
        found = reading->items->pdata[i];
        count++;
      }
  if (count > 1)
    return fail_choice (reading, error);
  return found != NULL ? found : fail_none (reading, error);
}

/* --- reading -----------------------------------------------------------------------------------
 */

static SeidelMatrix *
read_item (Reading *reading,
           const Item *item,
           SeidelSource *part,
           SeidelProgress *progress,
           GError **error)
{
  if (is_usable (item))
    return item->reader->read (part, NULL, progress, reading->cancellable, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
               "%s: %s is an archive within the archive; unpack it first",
               seidel_source_name (reading->source), item->member->path);
  return NULL;
}

static bool
read_matrix (Reading *reading, const Item *item, SeidelSource *part, GError **error)
{
  reading->matrix = read_item (reading, item, part, reading->progress, error);
  reading->chosen = item;
  return reading->matrix != NULL;
}

/* The first column of a matrix that has as many rows as are wanted, or its only row. */
static double *
take_column (const SeidelCsr *csr, int64_t n, GError **error)
{
  const bool lying = csr->rows == 1 && csr->columns == n;
  double *x;

  if (csr->columns < 1 || (csr->rows != n && !lying))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "it is %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   ", the matrix has %" G_GINT64_FORMAT " %s",
                   csr->rows, csr->columns, n, n == 1 ? "row" : "rows");
      return NULL;
    }
  x = seidel_vector_new (n, error);
  if (x == NULL)
    return NULL;
  memset (x, 0, (size_t) n * sizeof *x);
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (lying && csr->rows != n)
        x[csr->column_indices[k]] = csr->values[k];
      else if (csr->column_indices[k] == 0)
        x[row] = csr->values[k];
  return x;
}

/* What is wrong with a right-hand side does not keep the matrix from being opened, but is told. */
static bool
read_rhs (Reading *reading, const Item *item, SeidelSource *part, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (SeidelMatrix) columns = read_item (reading, item, part, NULL, &cause);
  const char *path = item->member->path;

  reading->beside = item;
  if (columns != NULL)
    reading->rhs = take_column (columns->csr, reading->matrix->csr->rows, &cause);
  if (g_cancellable_set_error_if_cancelled (reading->cancellable, error))
    return false;
  if (columns == NULL || reading->rhs == NULL)
    reading->rhs_note =
      g_strdup_printf ("The right-hand side in %s was not taken: %s.", path, cause->message);
  else if (columns->csr->columns > 1 && columns->csr->rows > 1)
    reading->rhs_note =
      g_strdup_printf ("The right-hand side is the first of %" G_GINT64_FORMAT " columns in %s.",
                       columns->csr->columns, path);
  else
    reading->rhs_note = g_strdup_printf ("The right-hand side is %s.", path);
  return true;
}

/* What is probably wanted is read when the walk comes by, which spares to unpack all once more. */
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

/* Looks at the member that the walk has stepped to. One that is damaged in itself is passed over as
 * one of a format that is not known; where the archive is, the walk ends with the next step. */
static bool
look_at (Reading *reading, SeidelMember **member, bool reads, GError **error)
{
  g_autoptr (SeidelSource) part = seidel_walk_open (reading->walk, *member, NULL);
  const SeidelReader *reader = part != NULL ? seidel_reader_find (part, NULL) : NULL;
  Item *item;

  if (reader == NULL)
    {
      reading->passed++;
      return true;
    }
  item = g_new0 (Item, 1);
  item->member = g_steal_pointer (member);
  item->reader = reader;
  g_ptr_array_add (reading->items, item);
  return !reads || read_passing (reading, item, part, error);
}

/* Goes through the archive, and reads what it can on the way. */
static bool
look_through (Reading *reading, bool reads, GError **error)
{
  g_autoptr (GError) cause = NULL;

  reading->items = g_ptr_array_new_with_free_func ((GDestroyNotify) item_free);
  reading->walk = seidel_walk_new (reading->source, error);
  if (reading->walk == NULL)
    return false;
  seidel_progress_begin (reading->progress, "Looking through the archive");
  for (;;)
    {
      g_autoptr (SeidelMember) member = NULL;

      if (!seidel_walk_next (reading->walk, &member, &cause))
        break;
      if (!look_at (reading, &member, reads, error))
        return false;
      seidel_progress_set (reading->progress, seidel_source_fraction (reading->source));
    }
  if (cause == NULL)
    return true;
  g_propagate_error (error, g_steal_pointer (&cause));
  return false;
}

/* A member that the walk has passed. */
static SeidelSource *
open_again (Reading *reading, const Item *item, GError **error)
{
  return seidel_walk_to (reading->walk, item->member->index, error)
           ? seidel_walk_open (reading->walk, item->member, error)
           : NULL;
}

/* Reads the chosen one, if that was not what came by. */
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

/* --- what the loader asks for ------------------------------------------------------------------
 */

/* A matrix that came with a right-hand side of its own keeps it. */
static void
finish (Reading *reading)
{
  SeidelMatrix *matrix = reading->matrix;
  const SeidelMember *member = reading->chosen->member;
  char *format = g_strdup_printf ("%s%s archive, %s: %s", seidel_walk_format (reading->walk),
                                  seidel_source_compression_ending (reading->source), member->path,
                                  matrix->origin.format);

  g_free (matrix->name);
  matrix->name = g_strdup (member->stem);
  g_free (matrix->origin.format);
  matrix->origin.format = format;
  g_free (matrix->origin.variable);
  matrix->origin.variable = g_strdup (reading->variable != NULL ? member->path : NULL);
  if (matrix->rhs == NULL)
    matrix->rhs = g_steal_pointer (&reading->rhs);
  if (reading->rhs_note != NULL)
    {
      char *note = matrix->origin.note != NULL
                     ? g_strdup_printf ("%s %s", matrix->origin.note, reading->rhs_note)
                     : g_strdup (reading->rhs_note);

      g_free (matrix->origin.note);
      matrix->origin.note = note;
    }
}

static SeidelMatrix *
read_archive (SeidelSource *source,
              const char *variable,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  g_auto (Reading) reading = {
    .source = source, .variable = variable, .progress = progress, .cancellable = cancellable
  };
  const Item *chosen;

  if (!look_through (&reading, true, error))
    return NULL;
  chosen = choose (&reading, error);
  if (chosen == NULL || !read_chosen (&reading, chosen, error))
    return NULL;
  if (reading.matrix->rhs == NULL && !read_beside (&reading, error))
    return NULL;
  finish (&reading);
  return g_steal_pointer (&reading.matrix);
}

static GPtrArray *
list_members (SeidelSource *source, GCancellable *cancellable, GError **error)
{
  g_auto (Reading) reading = { .source = source, .cancellable = cancellable };
  g_autoptr (GPtrArray) list =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_variable_free);

  if (!look_through (&reading, false, error))
    return NULL;
  for (unsigned i = 0; i < reading.items->len; i++)
    {
      const Item *item = reading.items->pdata[i];
      SeidelVariable *variable = g_new0 (SeidelVariable, 1);
      g_autofree char *size =
        item->member->bytes >= 0 ? g_format_size ((guint64) item->member->bytes) : NULL;

      variable->name = g_strdup (item->member->path);
      variable->usable = is_usable (item);
      variable->description =
        g_strdup_printf ("%s%s%s%s", item->reader->format.name, size != NULL ? ", " : "",
                         size != NULL ? size : "",
                         variable->usable ? "" : ": an archive within the archive");
      g_ptr_array_add (list, variable);
    }
  return g_steal_pointer (&list);
}

/* The only member, or the only one that is called as right-hand sides are. */
static const Item *
choose_vector (const Reading *reading, GError **error)
{
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
  if (reading->items->len == 0)
    return fail_none (reading, error);
  {
    g_autofree char *names = name_items (reading, false);

    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE,
                 "%s: it cannot be told which vector is meant; the archive holds: %s",
                 seidel_source_name (reading->source), names);
  }
  return NULL;
}

static double *
read_vector (SeidelSource *source, int64_t n, GCancellable *cancellable, GError **error)
{
  g_auto (Reading) reading = { .source = source, .cancellable = cancellable };
  g_autoptr (SeidelSource) part = NULL;
  const Item *item;

  if (!look_through (&reading, false, error))
    return NULL;
  item = choose_vector (&reading, error);
  part = item != NULL ? open_again (&reading, item, error) : NULL;
  if (part == NULL)
    return NULL;
  return (is_usable (item) && item->reader->read_vector != NULL
            ? item->reader->read_vector
            : seidel_text_read_vector) (part, n, cancellable, error);
}

/* --- telling one -------------------------------------------------------------------------------
 */

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

/* NumPy's .npz is a zip archive as well, of .npy files: that is another reader's. */
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
