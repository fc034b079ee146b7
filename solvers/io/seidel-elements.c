/* Numbers of every machine type on their way into a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-elements.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-error.h"

/* Whole numbers up to it have a double of their own. */
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

/* The bits of a whole number as a signed one; −1 for an unsigned one beyond these. */
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

/* --- dense matrices ------------------------------------------------------------------------------
 */

bool
seidel_dense_init (SeidelDense *dense,
                   int64_t rows,
                   int64_t columns,
                   bool by_columns,
                   GError **error)
{
  *dense = (SeidelDense){ .rows = rows, .columns = columns, .by_columns = by_columns };
  if (!seidel_memory_check ((double) rows, 0.0, error))
    return false;
  dense->next = calloc ((size_t) rows + 1, sizeof *dense->next);
  return dense->next != NULL || seidel_memory_fail ((double) rows, 0.0, error);
}

void
seidel_dense_clear (SeidelDense *dense)
{
  g_clear_pointer (&dense->next, free);
  g_clear_pointer (&dense->csr, seidel_csr_free);
}

static void
take_number (SeidelDense *dense, double value)
{
  SeidelCsr *csr = dense->csr;
  int64_t k = dense->next[dense->row];

  if (csr != NULL && k == csr->row_offsets[dense->row + 1])
    {
      dense->surplus = true;
      return;
    }
  if (csr != NULL)
    {
      csr->column_indices[k] = (int32_t) dense->column;
      csr->values[k] = value;
    }
  dense->next[dense->row]++;
}

void
seidel_dense_take (SeidelDense *dense, const double *values, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    {
      if (dense->row >= dense->rows || dense->column >= dense->columns)
        {
          dense->surplus = true;
          return;
        }
      if (values[i] != 0.0)
        take_number (dense, values[i]);
      if (dense->by_columns && ++dense->row == dense->rows)
        {
          dense->row = 0;
          dense->column++;
        }
      else if (!dense->by_columns && ++dense->column == dense->columns)
        {
          dense->column = 0;
          dense->row++;
        }
    }
}

bool
seidel_dense_turn (SeidelDense *dense, GError **error)
{
  int64_t nonzeros = 0;

  for (int64_t row = 0; row < dense->rows; row++)
    {
      int64_t count = dense->next[row];

      dense->next[row] = nonzeros;
      nonzeros += count;
    }
  dense->row = 0;
  dense->column = 0;
  if (!seidel_memory_check ((double) dense->rows, (double) nonzeros, error))
    return false;
  dense->csr = seidel_csr_new (dense->rows, dense->columns, nonzeros, error);
  if (dense->csr == NULL)
    return false;
  memcpy (dense->csr->row_offsets, dense->next, (size_t) dense->rows * sizeof *dense->next);
  dense->csr->row_offsets[dense->rows] = nonzeros;
  return true;
}

SeidelCsr *
seidel_dense_steal (SeidelDense *dense, const char *file, GError **error)
{
  bool complete = !dense->surplus;

  for (int64_t row = 0; row < dense->rows && complete; row++)
    complete = dense->next[row] == dense->csr->row_offsets[row + 1];
  if (complete)
    return g_steal_pointer (&dense->csr);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: changed while it was being read", file);
  return NULL;
}

char *
seidel_dense_note (const SeidelCsr *csr)
{
  int64_t numbers = csr->rows * csr->columns;
  int64_t zeros = numbers - seidel_csr_nonzeros (csr);

  if (zeros == 0)
    return NULL;
  return g_strdup_printf ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                          " numbers are zero and were not stored.",
                          zeros, numbers);
}
