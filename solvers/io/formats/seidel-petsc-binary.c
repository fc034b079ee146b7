/* Reads PETSc's binary files: a matrix, sparse or dense, and the vector behind it, or a vector.
 *
 * Everything is big-endian. A file does not say how wide its numbers are: integers are recognised
 * by the class, which comes first, real and complex ones by what follows behind them. Complex
 * numbers in single precision cannot be distinguished from real ones in double, and are read as
 * those.
 *
 * Source: PETSc's manual pages of MatLoad () and VecLoad ().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <string.h>

#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-elements.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"
#include "io/formats/seidel-petsc-write.h"
#include "io/formats/seidel-reader.h"
#include "matrix/seidel-vector.h"

/* The classes of objects that PETSc writes. */
#define CLASS_FIRST  1211211
#define CLASS_VECTOR 1211214
#define CLASS_MATRIX 1211216
#define CLASS_LAST   1211299

/* In place of the count of entries. */
#define IS_DENSE (-1)

#define CHUNK_BYTES (256 * 1024)

#define ENDING_LENGTH 8

/* Bytes on their way in, some of which may have been given back. */
typedef struct
{
  SeidelSource *source;
  bool wide; /* whole numbers have 64 bits */
  unsigned char *chunk;
  unsigned char *back;
  int64_t back_at;
  int64_t back_length;
} Bytes;

typedef struct
{
  Bytes bytes;
  int64_t rows;
  int64_t columns;
  int64_t entries; /* or IS_DENSE */
  bool vector;
  bool single;
  bool complex_numbers;
  SeidelGrowing offsets; /* int64_t */
  SeidelGrowing indices; /* int32_t */
  SeidelGrowing values;  /* double */
  double *rhs;
  char *rhs_note;
} Petsc;

static void
petsc_clear (Petsc *petsc)
{
  g_clear_pointer (&petsc->bytes.chunk, g_free);
  g_clear_pointer (&petsc->bytes.back, g_free);
  seidel_growing_clear (&petsc->offsets);
  seidel_growing_clear (&petsc->indices);
  seidel_growing_clear (&petsc->values);
  g_clear_pointer (&petsc->rhs, seidel_vector_free);
  g_clear_pointer (&petsc->rhs_note, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Petsc, petsc_clear)

static int64_t
read_bytes (Bytes *bytes, void *to, int64_t n, GError **error)
{
  int64_t again = MIN (n, bytes->back_length - bytes->back_at);
  int64_t got;

  if (!seidel_source_poll (bytes->source, error))
    return -1;
  if (again > 0)
    memcpy (to, bytes->back + bytes->back_at, (size_t) again);
  bytes->back_at += again;
  if (again == n)
    return n;
  got = seidel_source_read (bytes->source, (char *) to + again, n - again, error);
  seidel_progress_set (seidel_source_progress (bytes->source),
                       seidel_source_fraction (bytes->source));
  return got < 0 ? -1 : again + got;
}

/* Gives bytes back, in front of those that come next. */
static void
give_back (Bytes *bytes, const unsigned char *from, int64_t n, const unsigned char *more, int64_t m)
{
  const int64_t left = bytes->back_length - bytes->back_at;
  unsigned char *back = g_malloc ((gsize) (n + m + left + 1));

  if (n > 0)
    memcpy (back, from, (size_t) n);
  if (m > 0)
    memcpy (back + n, more, (size_t) m);
  if (left > 0)
    memcpy (back + n + m, bytes->back + bytes->back_at, (size_t) left);
  g_free (bytes->back);
  bytes->back = back;
  bytes->back_at = 0;
  bytes->back_length = n + m + left;
}

static int64_t
get_integer (const unsigned char *from, bool wide)
{
  uint64_t value = 0;

  for (int i = 0; i < (wide ? 8 : 4); i++)
    value = value << 8 | from[i];
  return wide ? (int64_t) value : (int32_t) (uint32_t) value;
}

/* Takes the k-th of them. */
typedef bool (*TakeInteger) (Petsc *petsc, int64_t k, int64_t value, GError **error);

static bool
read_integers (Petsc *petsc, int64_t n, const char *what, TakeInteger take, GError **error)
{
  const int64_t size = petsc->bytes.wide ? 8 : 4;

  for (int64_t k = 0; k < n;)
    {
      int64_t wanted = MIN ((n - k) * size, CHUNK_BYTES);
      int64_t got = read_bytes (&petsc->bytes, petsc->bytes.chunk, wanted, error);

      if (got < 0)
        return false;
      if (got < wanted)
        return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                                   "the file ends after %" PRId64 " of %" PRId64 " %s",
                                   k + got / size, n, what);
      for (int64_t i = 0; i < wanted / size; i++)
        if (!take (petsc, k + i, get_integer (petsc->bytes.chunk + i * size, petsc->bytes.wide),
                   error))
          return false;
      k += wanted / size;
    }
  return true;
}

static bool
take_length (Petsc *petsc, int64_t k, int64_t value, GError **error)
{
  int64_t *offsets;
  int64_t left;

  if (!seidel_growing_reserve (&petsc->offsets, k + 2, petsc->rows + 1, error))
    return false;
  offsets = petsc->offsets.data;
  if (k == 0)
    offsets[0] = 0;
  left = petsc->entries - offsets[k];
  if (value < 0 || value > left)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "row %" PRId64 " would have %" PRId64 " entries; 0 to %" PRId64
                               " were expected",
                               k + 1, value, left);
  offsets[k + 1] = offsets[k] + value;
  return true;
}

static bool
take_index (Petsc *petsc, int64_t k, int64_t value, GError **error)
{
  if (value < 0 || value >= petsc->columns)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "entry %" PRId64 " is in column %" PRId64
                               " (from 0); the matrix has %" PRId64,
                               k + 1, value, petsc->columns);
  if (!seidel_growing_reserve (&petsc->indices, k + 1, petsc->entries, error))
    return false;
  ((int32_t *) petsc->indices.data)[k] = (int32_t) value;
  return true;
}

/* Whether a file can go on so behind the numbers of an object: not at all, or with an object. */
static bool
can_follow (const Bytes *bytes, const unsigned char *from, int64_t n)
{
  int64_t class;

  if (n == 0)
    return true;
  if (n < (bytes->wide ? 8 : 4))
    return false;
  class = get_integer (from, bytes->wide);
  return class >= CLASS_FIRST && class <= CLASS_LAST;
}

/* As many bytes as there are, at most 8 for each of n numbers. */
static int64_t
read_raw (Petsc *petsc, SeidelGrowing *values, int64_t n, GError **error)
{
  int64_t total = 0;

  while (total < 8 * n)
    {
      int64_t wanted = MIN (8 * n - total, CHUNK_BYTES);
      int64_t got;

      if (!seidel_growing_reserve (values, (total + wanted + 7) / 8, n, error))
        return -1;
      got = read_bytes (&petsc->bytes, (char *) values->data + total, wanted, error);
      if (got < 0)
        return -1;
      total += got;
      if (got < wanted)
        break;
    }
  return total;
}

/* Makes doubles of numbers that lie at the beginning of the array, in place. */
static bool
convert (const Petsc *petsc, double *values, int64_t n, GError **error)
{
  const unsigned char *raw = (const unsigned char *) values;

  /* From the end, because doubles need more room. */
  for (int64_t k = n - 1; k >= 0; k--)
    if (k % SEIDEL_POLL_WORK == 0 && !seidel_source_poll (petsc->bytes.source, error))
      return false;
    else if (petsc->single)
      {
        uint32_t bits = (uint32_t) get_integer (raw + 4 * k, false);
        float value;

        memcpy (&value, &bits, sizeof value);
        values[k] = (double) value;
      }
    else
      {
        uint64_t bits = (uint64_t) get_integer (raw + 8 * k, true);

        memcpy (&values[k], &bits, sizeof bits);
      }
  return true;
}

/* Where more follows behind n numbers, the first bytes of which are given: the numbers may be
 * complex. */
static bool
read_complex (Petsc *petsc,
              SeidelGrowing *values,
              int64_t n,
              const unsigned char *first,
              int64_t n_first,
              GError **error)
{
  g_auto (SeidelGrowing) rest = { .size = sizeof (double), .source = petsc->bytes.source };
  const int part = (int) seidel_source_part (petsc->bytes.source);
  unsigned char ending[ENDING_LENGTH];
  int64_t got;
  int64_t more;

  give_back (&petsc->bytes, first, n_first, NULL, 0);
  got = read_raw (petsc, &rest, n, error);
  more = got == 8 * n ? read_bytes (&petsc->bytes, ending, ENDING_LENGTH, error) : 0;
  if (got < 0 || more < 0)
    return false;
  if (got < 8 * n || !can_follow (&petsc->bytes, ending, more))
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_UNSUPPORTED, error,
                               "what follows behind %" PRId64
                               " values is known neither as more of them nor as another object",
                               n);
  give_back (&petsc->bytes, ending, more, NULL, 0);
  for (int64_t k = 0, from = part; k < n; k++, from += 2)
    {
      const double *half = from < n ? values->data : rest.data;

      /* Both have n numbers. NOLINTNEXTLINE(clang-analyzer-core.NullDereference) */
      ((double *) values->data)[k] = half[from < n ? from : from - n];
    }
  petsc->single = false;
  petsc->complex_numbers = true;
  return convert (petsc, values->data, n, error);
}

/* Reads n numbers, of whichever width lets the file go on as it must. */
static bool
read_values (Petsc *petsc, SeidelGrowing *values, int64_t n, GError **error)
{
  unsigned char ending[ENDING_LENGTH];
  int64_t got = read_raw (petsc, values, n, error);
  int64_t more = got == 8 * n ? read_bytes (&petsc->bytes, ending, ENDING_LENGTH, error) : 0;
  const unsigned char *raw;

  if (got < 0 || more < 0 || !seidel_growing_reserve (values, MAX (n, 1), MAX (n, 1), error))
    return false;
  raw = values->data;
  petsc->complex_numbers = false;
  /* An object where double numbers would have their middle: that is no chance. */
  if (n > 0 && got >= 4 * n && can_follow (&petsc->bytes, raw + 4 * n, got - 4 * n))
    {
      petsc->single = true;
      give_back (&petsc->bytes, raw + 4 * n, got - 4 * n, ending, more);
    }
  else if (got == 8 * n && can_follow (&petsc->bytes, ending, more))
    {
      petsc->single = false;
      give_back (&petsc->bytes, ending, more, NULL, 0);
    }
  else if (got < 8 * n)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "the file ends after %" PRId64 " of %" PRId64 " values", got / 8, n);
  else
    return read_complex (petsc, values, n, ending, more, error);
  return convert (petsc, values->data, n, error);
}

static bool
read_numbers (Petsc *petsc, int n, int64_t *numbers, GError **error)
{
  const int64_t size = petsc->bytes.wide ? 8 : 4;
  unsigned char raw[4 * 8];
  int64_t got = read_bytes (&petsc->bytes, raw, n * size, error);

  if (got < 0)
    return false;
  if (got < n * size)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "the file ends within the header");
  for (int i = 0; i < n; i++)
    numbers[i] = get_integer (raw + i * size, petsc->bytes.wide);
  return true;
}

static bool
check_count (const Petsc *petsc, const char *what, int64_t count, int64_t least, GError **error)
{
  if (count >= least && count <= G_MAXINT32)
    return true;
  if (count > G_MAXINT32)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_UNSUPPORTED, error,
                               "%" PRId64 " %s are more than the largest matrix has, 2147483647",
                               count, what);
  return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                             "the header says %" PRId64 " %s", count, what);
}

/* A header promises nothing that the file has no room for: so a false one costs no memory. */
static bool
check_promise (const Petsc *petsc, GError **error)
{
  const double index = petsc->bytes.wide ? 8.0 : 4.0;
  const double rows = (double) petsc->rows;
  double room = (double) seidel_source_most_text (petsc->bytes.source);
  double promised = petsc->entries == IS_DENSE
                      ? 4.0 * rows * (double) petsc->columns
                      : index * rows + (index + 4.0) * (double) petsc->entries;

  if (promised <= room)
    return seidel_source_check_matrix (petsc->bytes.source, rows, (double) petsc->columns,
                                       (double) MAX (petsc->entries, 0), error);
  return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                             "the header promises %.0f bytes at least; the file has room for %.0f",
                             promised, room);
}

/* The first object: its class shows how wide integers are. */
static bool
read_header (Petsc *petsc, GError **error)
{
  unsigned char first[4];
  int64_t got = read_bytes (&petsc->bytes, first, sizeof first, error);
  int64_t numbers[3] = { 0, 1, IS_DENSE };
  int64_t class = 0;

  if (got < 0)
    return false;
  if (got < (int64_t) sizeof first)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "the file ends within the header");
  petsc->bytes.wide = get_integer (first, false) == 0;
  give_back (&petsc->bytes, first, sizeof first, NULL, 0);
  if (!read_numbers (petsc, 1, &class, error))
    return false;
  petsc->vector = class == CLASS_VECTOR;
  if (!petsc->vector && class != CLASS_MATRIX)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "holds an object of class %" PRId64
                               "; a matrix (1211216) or a vector (1211214) was expected",
                               class);
  if (!read_numbers (petsc, petsc->vector ? 1 : 3, numbers, error))
    return false;
  petsc->rows = numbers[0];
  petsc->columns = numbers[1];
  petsc->entries = numbers[2];
  if (!check_count (petsc, "rows", petsc->rows, 0, error)
      || !check_count (petsc, "columns", petsc->columns, 0, error))
    return false;
  if (petsc->entries < IS_DENSE)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "the header says %" PRId64 " entries", petsc->entries);
  return check_promise (petsc, error);
}

static bool
read_sparse (Petsc *petsc, GError **error)
{
  int64_t found;

  if (!seidel_growing_reserve (&petsc->offsets, 1, petsc->rows + 1, error))
    return false;
  ((int64_t *) petsc->offsets.data)[0] = 0;
  if (!read_integers (petsc, petsc->rows, "lengths of rows", take_length, error))
    return false;
  found = ((const int64_t *) petsc->offsets.data)[petsc->rows];
  if (found != petsc->entries)
    return seidel_source_fail (petsc->bytes.source, SEIDEL_ERROR_FORMAT, error,
                               "the rows have %" PRId64 " entries; the header says %" PRId64, found,
                               petsc->entries);
  return read_integers (petsc, petsc->entries, "columns of entries", take_index, error)
         && read_values (petsc, &petsc->values, petsc->entries, error);
}

/* An error after the matrix does not prevent opening it, but is reported. */
static bool
read_behind (Petsc *petsc, GError **error)
{
  g_auto (SeidelGrowing) values = { .size = sizeof (double), .source = petsc->bytes.source };
  g_autoptr (GError) cause = NULL;
  const bool single = petsc->single;
  const bool complex_numbers = petsc->complex_numbers;
  int64_t header[2] = { 0 };

  if (petsc->vector || petsc->bytes.back_at == petsc->bytes.back_length)
    return true;
  if (read_numbers (petsc, 2, header, &cause) && header[0] == CLASS_VECTOR
      && header[1] == petsc->rows && read_values (petsc, &values, petsc->rows, &cause)
      && petsc->single == single && petsc->complex_numbers == complex_numbers)
    {
      petsc->rhs = seidel_vector_new (petsc->rows, error);
      if (petsc->rhs != NULL && petsc->rows > 0)
        memcpy (petsc->rhs, values.data, (size_t) petsc->rows * sizeof (double));
      petsc->rhs_note =
        g_strdup (seidel_text ("The right-hand side is the vector stored after the matrix."));
      return petsc->rhs != NULL;
    }
  petsc->single = single;
  petsc->complex_numbers = complex_numbers;
  petsc->rhs_note =
    g_strdup ("What follows the matrix is no right-hand side of its size and was not "
              "used.");
  return seidel_source_poll (petsc->bytes.source, error);
}

static SeidelCsr *
build_sparse (Petsc *petsc, int64_t *duplicates, GError **error)
{
  g_autoptr (SeidelCsr) csr = g_new0 (SeidelCsr, 1);

  csr->rows = petsc->rows;
  csr->columns = petsc->columns;
  csr->row_offsets = seidel_growing_steal (&petsc->offsets, error);
  csr->column_indices =
    csr->row_offsets != NULL ? seidel_growing_steal (&petsc->indices, error) : NULL;
  csr->values = csr->column_indices != NULL ? seidel_growing_steal (&petsc->values, error) : NULL;
  if (csr->values == NULL)
    return NULL;
  *duplicates =
    seidel_csr_canonicalize (csr, seidel_source_cancellable (petsc->bytes.source), error);
  return *duplicates < 0 ? NULL : g_steal_pointer (&csr);
}

static char *
describe_note (const Petsc *petsc, const SeidelCsr *csr)
{
  g_autofree char *zeros =
    petsc->entries == IS_DENSE && !petsc->complex_numbers ? seidel_dense_note (csr) : NULL;

  return seidel_join_notes (petsc->rhs_note, zeros);
}

static SeidelMatrix *
make_matrix (Petsc *petsc, GError **error)
{
  const bool dense = petsc->entries == IS_DENSE;
  int64_t duplicates = 0;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  csr = dense ? seidel_csr_from_dense (petsc->values.data, petsc->rows, petsc->columns, false,
                                       petsc->bytes.source, error)
              : build_sparse (petsc, &duplicates, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  matrix->rhs = g_steal_pointer (&petsc->rhs);
  if (petsc->complex_numbers)
    seidel_source_take_part (petsc->bytes.source);
  matrix->origin.format =
    g_strdup_printf ("PETSc binary, %s%s%s%s", petsc->complex_numbers ? "complex " : "",
                     petsc->vector ? "vector"
                     : dense       ? "dense"
                                   : "sparse",
                     petsc->bytes.wide ? ", 64-bit indices" : "",
                     petsc->single ? ", single precision" : "");
  matrix->origin.note = describe_note (petsc, csr);
  matrix->origin.stored = dense ? petsc->rows * petsc->columns : petsc->entries;
  matrix->origin.duplicates = duplicates;
  return matrix;
}

static SeidelMatrix *
read_petsc (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Petsc) petsc = {
    .bytes = { .source = source },
    .offsets = { .size = sizeof (int64_t), .source = source },
    .indices = { .size = sizeof (int32_t), .source = source },
    .values = { .size = sizeof (double), .source = source },
  };

  petsc.bytes.chunk = seidel_memory_try (CHUNK_BYTES, "reading numbers", error);
  if (petsc.bytes.chunk == NULL)
    return NULL;
  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (!read_header (&petsc, error)
      || !(petsc.entries == IS_DENSE
             ? read_values (&petsc, &petsc.values, petsc.rows * petsc.columns, error)
             : read_sparse (&petsc, error))
      || !read_behind (&petsc, error))
    return NULL;
  return make_matrix (&petsc, error);
}

static bool
recognise (const char *head, size_t length)
{
  const unsigned char *raw = (const unsigned char *) head;
  int64_t class = 0;

  if (length >= 4)
    class = get_integer (raw, false);
  if (class == 0 && length >= 8)
    class = get_integer (raw, true);
  return class == CLASS_MATRIX || class == CLASS_VECTOR;
}

const SeidelReader seidel_petsc_reader = {
  .format = { "petsc", N_ ("PETSc binary"), (const char *const[]){ ".petsc", ".petscmat", NULL },
              .binary = true, .keeps_rhs = true },
  .recognise = recognise,
  .read = read_petsc,
  .write = seidel_petsc_write,
  .write_vector = seidel_petsc_write_vector,
};
