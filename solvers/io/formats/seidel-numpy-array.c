/* One NumPy array: its header, which is a Python literal, and its numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy.h"
#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-market.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

#include <string.h>

#define MAGIC        "\x93NUMPY"
#define MAGIC_LENGTH 6

/* The most dimensions of an array that can be of use: blocks have three. */
#define MOST_RANK 3

/* Beyond this no header of numbers is honest. */
#define MOST_HEADER 65535

/* Bytes that are read at once. */
#define PIECE_BYTES 65536

/* Characters of the longest text that is asked for. */
#define MOST_TEXT 64

bool
seidel_numpy_recognise (const char *head, size_t length)
{
  return length >= MAGIC_LENGTH && memcmp (head, MAGIC, MAGIC_LENGTH) == 0;
}

void
seidel_numpy_header_clear (SeidelNumpyHeader *header)
{
  g_clear_pointer (&header->type, g_free);
  g_clear_pointer (&header->problem, g_free);
}

static bool
fail_header (const SeidelSource *source, const char *what, GError **error)
{
  return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "the NumPy header %s", what);
}

/* Exactly n bytes. */
static bool
read_bytes (SeidelSource *source, void *buffer, int64_t n, GError **error)
{
  int64_t got = seidel_source_read (source, buffer, n, error);

  return got == n
         || (got >= 0
             && seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                                    "ends in the middle of an array"));
}

static const char *
skip_blanks (const char *p)
{
  while (g_ascii_isspace (*p))
    p++;
  return p;
}

/* 'text' or "text", without escapes; NULL when there is none. */
static char *
scan_string (const char **at)
{
  const char *p = skip_blanks (*at);
  const char quote = *p;
  const char *end;

  if (quote != '\'' && quote != '"')
    return NULL;
  end = strchr (p + 1, quote);
  if (end == NULL)
    return NULL;
  *at = end + 1;
  return g_strndup (p + 1, (size_t) (end - p - 1));
}

static bool
scan_bool (const char **at, bool *value)
{
  const char *p = skip_blanks (*at);

  *value = g_str_has_prefix (p, "True");
  if (!*value && !g_str_has_prefix (p, "False"))
    return false;
  *at = p + (*value ? 4 : 5);
  return true;
}

/* (3, 4) */
static bool
scan_shape (const char **at, SeidelNumpyHeader *header)
{
  const char *p = skip_blanks (*at);

  if (*p++ != '(')
    return false;
  for (int i = 0; i < MOST_RANK; i++)
    header->shape[i] = 1;
  for (header->rank = 0;; header->rank++)
    {
      int64_t size;

      p = skip_blanks (p);
      if (*p == ')')
        break;
      if (!seidel_scan_index (&p, &size))
        return false;
      if (*p == 'L') /* as Python 2 wrote them */
        p++;
      if (header->rank < MOST_RANK)
        header->shape[header->rank] = size;
      p = skip_blanks (p);
      if (*p == ',')
        p++;
      else if (*p != ')')
        return false;
    }
  *at = p + 1;
  return true;
}

/* Behind a list of fields, whatever is in it: "[('a', '<f8'), …]". */
static bool
skip_fields (const char **at)
{
  const char *p = skip_blanks (*at);
  int depth = 0;

  if (*p != '[')
    return false;
  for (; *p != '\0'; p++)
    {
      depth += *p == '[' || *p == '(';
      depth -= *p == ']' || *p == ')';
      if (depth == 0)
        {
          *at = p + 1;
          return true;
        }
    }
  return false;
}

static bool
scan_type (const char **at, SeidelNumpyHeader *header)
{
  header->type = scan_string (at);
  if (header->type != NULL)
    return true;
  if (!skip_fields (at))
    return false;
  header->type = g_strdup ("records");
  return true;
}

enum
{
  KEY_DESCR = 1,
  KEY_ORDER = 2,
  KEY_SHAPE = 4,
  ALL_KEYS = 7,
};

/* {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } */
static bool
scan_literal (const char *p, SeidelNumpyHeader *header)
{
  unsigned seen = 0;

  p = skip_blanks (p);
  if (*p++ != '{')
    return false;
  for (;;)
    {
      g_autofree char *key = NULL;
      unsigned bit;

      p = skip_blanks (p);
      if (*p == '}')
        return seen == ALL_KEYS;
      key = scan_string (&p);
      p = skip_blanks (p);
      if (key == NULL || *p++ != ':')
        return false;
      bit = g_str_equal (key, "descr")           ? KEY_DESCR
            : g_str_equal (key, "fortran_order") ? KEY_ORDER
            : g_str_equal (key, "shape")         ? KEY_SHAPE
                                                 : 0;
      if (bit == 0 || (seen & bit) != 0)
        return false;
      seen |= bit;
      if (!(bit == KEY_DESCR   ? scan_type (&p, header)
            : bit == KEY_ORDER ? scan_bool (&p, &header->by_columns)
                               : scan_shape (&p, header)))
        return false;
      p = skip_blanks (p);
      if (*p == ',')
        p++;
    }
}

typedef struct
{
  const char *code; /* without the byte order */
  SeidelElement element;
  bool complex_numbers;
} TypeCode;

static const TypeCode type_codes[] = {
  { "b1", SEIDEL_ELEMENT_UINT8 },       { "?", SEIDEL_ELEMENT_UINT8 },
  { "i1", SEIDEL_ELEMENT_INT8 },        { "u1", SEIDEL_ELEMENT_UINT8 },
  { "i2", SEIDEL_ELEMENT_INT16 },       { "u2", SEIDEL_ELEMENT_UINT16 },
  { "i4", SEIDEL_ELEMENT_INT32 },       { "u4", SEIDEL_ELEMENT_UINT32 },
  { "i8", SEIDEL_ELEMENT_INT64 },       { "u8", SEIDEL_ELEMENT_UINT64 },
  { "f4", SEIDEL_ELEMENT_FLOAT },       { "f8", SEIDEL_ELEMENT_DOUBLE },
  { "c8", SEIDEL_ELEMENT_FLOAT, true }, { "c16", SEIDEL_ELEMENT_DOUBLE, true },
};

static char *
explain_type (const char *type, const char *code)
{
  g_autofree char *quote = seidel_quote (type, strlen (type));

  switch (*code)
    {
    case 'O':
      return g_strdup_printf (seidel_text ("Python objects (dtype %s), which only Python can read"),
                              quote);
    case 'S':
    case 'U':
    case 'a':
      return g_strdup_printf (seidel_text ("text (dtype %s)"), quote);
    default:
      return g_strdup_printf (seidel_text (
                                "dtype %s; whole numbers of up to 8 bytes, floats of 4 or 8 or "
                                "complex numbers of them were "
                                "expected"),
                              quote);
    }
}

static void
understand_type (SeidelNumpyHeader *header)
{
  const char *code = header->type;
  char order = '=';

  if (*code != '\0' && strchr ("<>=|", *code) != NULL)
    order = *code++;
  header->swapped = order == (G_BYTE_ORDER == G_LITTLE_ENDIAN ? '>' : '<');
  for (size_t i = 0; i < G_N_ELEMENTS (type_codes); i++)
    if (g_str_equal (code, type_codes[i].code))
      {
        header->element = type_codes[i].element;
        header->complex_numbers = type_codes[i].complex_numbers;
        return;
      }
  if (*code == 'S' || *code == 'U')
    {
      header->text_kind = *code;
      header->text_length = (int64_t) MIN (g_ascii_strtoull (code + 1, NULL, 10), MOST_TEXT + 1);
    }
  header->problem = explain_type (header->type, code);
}

/* Bytes of a number. */
static size_t
number_bytes (const SeidelNumpyHeader *header)
{
  return seidel_element_size (header->element) * (header->complex_numbers ? 2 : 1);
}

/* A header cannot declare more than the source holds: so a false one allocates nothing. */
static bool
understand_shape (SeidelNumpyHeader *header,
                  SeidelSource *source,
                  int64_t header_bytes,
                  GError **error)
{
  double count = (double) header->shape[0] * (double) header->shape[1] * (double) header->shape[2];
  double room = (double) seidel_source_most_text (source) - (double) header_bytes;

  if (header->rank > MOST_RANK && header->problem == NULL)
    header->problem = g_strdup_printf (seidel_text ("%d dimensions"), header->rank);
  if (header->problem != NULL)
    return true;
  if (count * (double) number_bytes (header) > room)
    return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error,
                               "the header declares %.0f numbers of %zu bytes; there are at most "
                               "%.0f bytes",
                               count, number_bytes (header), MAX (room, 0.0));
  header->count = (int64_t) count;
  return true;
}

/* The length of the literal, and of the header with it. */
static bool
read_length (SeidelSource *source, int64_t *length, int64_t *total, GError **error)
{
  unsigned char start[MAGIC_LENGTH + 2];
  unsigned char bytes[4] = { 0 };
  int64_t width;

  if (!read_bytes (source, start, sizeof start, error))
    return false;
  if (memcmp (start, MAGIC, MAGIC_LENGTH) != 0)
    return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "is not a NumPy array");
  if (start[MAGIC_LENGTH] < 1 || start[MAGIC_LENGTH] > 3)
    return seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error,
                               "version %d of the NumPy format is not known; 1, 2 and 3 are",
                               start[MAGIC_LENGTH]);
  width = start[MAGIC_LENGTH] == 1 ? 2 : 4;
  if (!read_bytes (source, bytes, width, error))
    return false;
  *length = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (int64_t) bytes[3] << 24;
  *total = (int64_t) sizeof start + width + *length;
  return *length <= MOST_HEADER || fail_header (source, seidel_text ("is too long"), error);
}

bool
seidel_numpy_header_read (SeidelNumpyHeader *header, SeidelSource *source, GError **error)
{
  int64_t length = 0;
  int64_t total = 0;
  g_autofree char *text = NULL;

  *header = (SeidelNumpyHeader){ 0 };
  if (!read_length (source, &length, &total, error))
    return false;
  text = g_malloc0 ((size_t) length + SEIDEL_TEXT_PADDING);
  if (!read_bytes (source, text, length, error))
    return false;
  if (!scan_literal (text, header))
    {
      g_autofree char *quote = seidel_quote (text, strlen (text));
      g_autofree char *what = g_strdup_printf (seidel_text ("cannot be understood: %s"), quote);

      seidel_numpy_header_clear (header);
      return fail_header (source, what, error);
    }
  understand_type (header);
  if (understand_shape (header, source, total, error))
    return true;
  seidel_numpy_header_clear (header);
  return false;
}

SeidelArray *
seidel_numpy_describe (const SeidelNumpyHeader *header, GPtrArray *arrays, const char *name)
{
  SeidelArray *array = seidel_arrays_add (arrays, name);

  array->type = g_utf8_make_valid (header->type, -1);
  array->problem = g_strdup (header->problem);
  array->complex_numbers = header->complex_numbers;
  if (header->rank == 1 || header->rank == 2)
    {
      array->rows = header->shape[0];
      array->columns = header->shape[1];
      array->vector = header->rank == 1;
    }
  if (array->problem != NULL)
    return array;
  if (header->rank == 0)
    array->problem = g_strdup (seidel_text ("a single number"));
  else if (header->rank > 2)
    array->problem = g_strdup_printf (seidel_text ("%d dimensions"), header->rank);
  else if (!array->vector && MAX (header->shape[0], header->shape[1]) > G_MAXINT32)
    array->problem = g_strdup (seidel_text ("more than 2,147,483,647 rows or columns"));
  return array;
}

/* Memory for all numbers, of so many bytes each. */
static void *
make_room (const SeidelNumpyHeader *header, size_t bytes, SeidelSource *source, GError **error)
{
  void *room = NULL;

  if (!seidel_source_take_memory (source, (double) bytes * (double) header->count, error))
    return NULL;
  room = seidel_memory_alloc ((size_t) MAX (header->count, 1) * bytes);
  if (room == NULL)
    seidel_memory_fail_matrix ((double) header->count, 0.0, error);
  return room;
}

/* Moves one part of n complex numbers together, in place. */
static void
take_parts (const SeidelNumpyHeader *header, SeidelPart part, char *numbers, int64_t n)
{
  const size_t size = seidel_element_size (header->element);

  for (int64_t k = 0; k < n; k++)
    memmove (numbers + (size_t) k * size, numbers + (2 * (size_t) k + part) * size, size);
}

/* Where numbers go: one of the arrays. */
typedef struct
{
  double *doubles;
  int64_t *integers;
  int32_t *indices;
  int64_t inexact; /* of the doubles */
} Numbers;

static void
put_numbers (const SeidelNumpyHeader *header, const char *from, int64_t n, int64_t at, Numbers *to)
{
  if (to->doubles != NULL)
    to->inexact +=
      seidel_elements_to_doubles (header->element, header->swapped, from, n, to->doubles + at);
  else if (to->integers != NULL)
    seidel_elements_to_integers (header->element, header->swapped, from, n, to->integers + at);
  else
    seidel_elements_to_indices (header->element, header->swapped, from, n, to->indices + at);
}

static bool
read_numbers (const SeidelNumpyHeader *header, SeidelSource *source, Numbers *to, GError **error)
{
  const int64_t size = (int64_t) number_bytes (header);
  g_autofree char *buffer = seidel_memory_try (PIECE_BYTES, "reading an array", error);

  if (buffer == NULL)
    return false;
  for (int64_t done = 0, n; done < header->count; done += n)
    {
      n = MIN (header->count - done, PIECE_BYTES / size);
      if (!seidel_source_poll (source, error) || !read_bytes (source, buffer, n * size, error))
        return false;
      if (header->complex_numbers)
        take_parts (header, seidel_source_part (source), buffer, n);
      put_numbers (header, buffer, n, done, to);
      seidel_progress_set (seidel_source_progress (source),
                           (double) (done + n) / (double) header->count);
    }
  return true;
}

double *
seidel_numpy_read_doubles (const SeidelNumpyHeader *header,
                           SeidelSource *source,
                           int64_t *inexact,
                           GError **error)
{
  g_autofree double *doubles = make_room (header, sizeof *doubles, source, error);
  Numbers to = { .doubles = doubles };
  const bool good = doubles != NULL && read_numbers (header, source, &to, error);

  *inexact = to.inexact;
  return good ? g_steal_pointer (&doubles) : NULL;
}

int64_t *
seidel_numpy_read_integers (const SeidelNumpyHeader *header, SeidelSource *source, GError **error)
{
  g_autofree int64_t *integers = make_room (header, sizeof *integers, source, error);

  return integers != NULL
             && read_numbers (header, source, &(Numbers){ .integers = integers }, error)
           ? g_steal_pointer (&integers)
           : NULL;
}

int32_t *
seidel_numpy_read_indices (const SeidelNumpyHeader *header, SeidelSource *source, GError **error)
{
  g_autofree int32_t *indices = make_room (header, sizeof *indices, source, error);

  return indices != NULL && read_numbers (header, source, &(Numbers){ .indices = indices }, error)
           ? g_steal_pointer (&indices)
           : NULL;
}

char *
seidel_numpy_read_text (const SeidelNumpyHeader *header, SeidelSource *source)
{
  const int64_t width = header->text_kind == 'U' ? 4 : 1;
  unsigned char bytes[MOST_TEXT * 4];
  char text[MOST_TEXT + 1] = { 0 };

  if (header->text_kind == '\0' || header->rank > 0 || header->text_length > MOST_TEXT
      || !read_bytes (source, bytes, header->text_length * width, NULL))
    return NULL;
  /* The names of layouts are ASCII: of four bytes the one that is not 0 will do. */
  for (int64_t i = 0; i < header->text_length; i++)
    text[i] = (char) (width == 1 ? bytes[i] : bytes[4 * i] | bytes[4 * i + 3]);
  return g_str_is_ascii (text) ? g_strdup (text) : NULL;
}
