/* Numbers of every machine type, converted for a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-elements.h"

#include <string.h>

#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"

/* Integers up to it are exact in a double. */
#define MOST_EXACT (INT64_C (1) << 53)

size_t
seidel_element_size (SeidelElement element)
{
  static const size_t sizes[] = { 1, 1, 2, 2, 4, 4, 8, 8, 4, 8 };

  return sizes[element];
}

bool
seidel_element_is_integer (SeidelElement element)
{
  return element != SEIDEL_ELEMENT_FLOAT && element != SEIDEL_ELEMENT_DOUBLE;
}

static uint64_t
fetch (size_t size, bool swapped, const void *from)
{
  uint16_t two;
  uint32_t four;
  uint64_t eight;

  switch (size)
    {
    case 1:
      return *(const uint8_t *) from;
    case 2:
      memcpy (&two, from, sizeof two);
      return swapped ? GUINT16_SWAP_LE_BE (two) : two;
    case 4:
      memcpy (&four, from, sizeof four);
      return swapped ? GUINT32_SWAP_LE_BE (four) : four;
    default:
      memcpy (&eight, from, sizeof eight);
      return swapped ? GUINT64_SWAP_LE_BE (eight) : eight;
    }
}

/* An integer from its bits; −1 for an unsigned one that does not fit. */
static int64_t
to_integer (SeidelElement element, uint64_t bits)
{
  switch (element)
    {
    case SEIDEL_ELEMENT_INT8:
      return (int8_t) bits;
    case SEIDEL_ELEMENT_INT16:
      return (int16_t) bits;
    case SEIDEL_ELEMENT_INT32:
      return (int32_t) bits;
    case SEIDEL_ELEMENT_UINT64:
      return bits > G_MAXINT64 ? -1 : (int64_t) bits;
    default:
      return (int64_t) bits;
    }
}

static double
to_double (SeidelElement element, uint64_t bits, int64_t *inexact)
{
  uint32_t narrow = (uint32_t) bits;
  float single;
  double value;

  switch (element)
    {
    case SEIDEL_ELEMENT_FLOAT:
      memcpy (&single, &narrow, sizeof single);
      return single;
    case SEIDEL_ELEMENT_DOUBLE:
      memcpy (&value, &bits, sizeof value);
      return value;
    case SEIDEL_ELEMENT_UINT64:
      *inexact +=
        bits > MOST_EXACT && (bits > G_MAXUINT64 - 2048 || (uint64_t) (double) bits != bits);
      return (double) bits;
    default:
      {
        int64_t whole = to_integer (element, bits);

        *inexact += (whole > MOST_EXACT || whole < -MOST_EXACT)
                    && (whole > G_MAXINT64 - 1024 || (int64_t) (double) whole != whole);
        return (double) whole;
      }
    }
}

int64_t
seidel_elements_to_doubles (SeidelElement element,
                            bool swapped,
                            const void *from,
                            int64_t n,
                            double *to)
{
  const size_t size = seidel_element_size (element);
  const char *p = from;
  int64_t inexact = 0;

  if (element == SEIDEL_ELEMENT_DOUBLE && !swapped)
    {
      if (n > 0)
        memcpy (to, from, (size_t) n * sizeof *to);
      return 0;
    }
  for (int64_t i = 0; i < n; i++, p += size)
    to[i] = to_double (element, fetch (size, swapped, p), &inexact);
  return inexact;
}

void
seidel_elements_to_integers (SeidelElement element,
                             bool swapped,
                             const void *from,
                             int64_t n,
                             int64_t *to)
{
  const size_t size = seidel_element_size (element);
  const char *p = from;

  for (int64_t i = 0; i < n; i++, p += size)
    to[i] = to_integer (element, fetch (size, swapped, p));
}

void
seidel_elements_to_indices (SeidelElement element,
                            bool swapped,
                            const void *from,
                            int64_t n,
                            int32_t *to)
{
  const size_t size = seidel_element_size (element);
  const char *p = from;

  if (element == SEIDEL_ELEMENT_INT32 && !swapped)
    {
      if (n > 0)
        memcpy (to, from, (size_t) n * sizeof *to);
      return;
    }
  for (int64_t i = 0; i < n; i++, p += size)
    {
      const uint64_t bits = fetch (size, swapped, p);
      const int64_t whole = to_integer (element, bits);
      const bool fits =
        whole == (int32_t) whole && (element != SEIDEL_ELEMENT_UINT64 || bits <= G_MAXINT32);

      to[i] = fits ? (int32_t) whole : G_MININT32;
    }
}

SeidelCsr *
seidel_csr_from_dense (const double *values,
                       int64_t rows,
                       int64_t columns,
                       bool by_columns,
                       SeidelSource *source,
                       GError **error)
{
  GCancellable *cancellable = seidel_source_cancellable (source);
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t nonzeros = 0;
  int64_t k = 0;

  if (by_columns)
    {
      csr = seidel_csr_from_dense (values, columns, rows, false, source, error);
      return csr != NULL ? seidel_csr_transpose (csr, cancellable, error) : NULL;
    }
  for (int64_t i = 0; i < rows * columns; i++)
    {
      if (i % SEIDEL_POLL_WORK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      nonzeros += values[i] != 0.0;
    }
  if (!seidel_source_check_matrix (source, (double) rows, (double) columns, (double) nonzeros,
                                   error))
    return NULL;
  csr = seidel_csr_new (rows, columns, nonzeros, error);
  for (int64_t row = 0; csr != NULL && row < rows; row++)
    {
      csr->row_offsets[row] = k;
      for (int64_t column = 0, i = row * columns; column < columns; column++, i++)
        {
          if (i % SEIDEL_POLL_WORK == 0
              && g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          if (values[i] == 0.0)
            continue;
          csr->column_indices[k] = (int32_t) column;
          csr->values[k++] = values[i];
        }
    }
  return g_steal_pointer (&csr);
}

char *
seidel_dense_note (const SeidelCsr *csr)
{
  int64_t numbers = csr->rows * csr->columns;
  int64_t zeros = numbers - seidel_csr_nonzeros (csr);

  if (zeros == 0)
    return NULL;
  return g_strdup_printf (seidel_text ("%lld of %lld numbers are zero and were not stored."),
                          (long long) zeros, (long long) numbers);
}

char *
seidel_inexact_note (int64_t inexact)
{
  if (inexact == 0)
    return NULL;
  return g_strdup_printf (
    seidel_text ("%lld integers are too large to be represented exactly and were rounded."),
    (long long) inexact);
}

char *
seidel_join_notes (const char *first, const char *second)
{
  return first != NULL && second != NULL ? g_strconcat (first, " ", second, NULL)
                                         : g_strdup (first != NULL ? first : second);
}
