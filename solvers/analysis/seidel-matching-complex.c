/* Matchings of complex matrices, by the moduli of their entries. The real form, which runs use, has
 * two rows for each: they stay together, and are multiplied by the number of modulus 1 that makes
 * their entry on the diagonal real, as those of the real form are from the beginning.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-matching-private.h"

#include <math.h>

#include "base/seidel-memory.h"

/* An entry of row i of the complex matrix; in row 2 i of the real form its real part is followed by
 * the negative of its imaginary part, or by nothing where that is zero. */
typedef struct
{
  int32_t column;
  double re;
  double im;
} Entry;

/* The entry at place *k of a row of the real form, and the place of the next one. */
static Entry
next_entry (const SeidelCsr *form, int64_t row, int64_t *k)
{
  Entry entry = { form->column_indices[*k] / 2, 0.0, 0.0 };

  for (; *k < form->row_offsets[2 * row + 1] && form->column_indices[*k] / 2 == entry.column;
       (*k)++)
    if (form->column_indices[*k] % 2 == 0)
      entry.re = form->values[*k];
    else
      entry.im = 0.0 - form->values[*k];
  return entry;
}

static int64_t
count_entries (const SeidelCsr *form, int64_t row)
{
  int64_t count = 0;

  for (int64_t k = form->row_offsets[2 * row]; k < form->row_offsets[2 * row + 1]; count++)
    next_entry (form, row, &k);
  return count;
}

static SeidelCsr *
make_moduli (const SeidelCsr *form, GError **error)
{
  const int64_t n = form->rows / 2;
  int64_t count = 0;
  SeidelCsr *moduli;

  for (int64_t row = 0; row < n; row++)
    count += count_entries (form, row);
  moduli = seidel_csr_new (n, n, count, error);
  if (moduli == NULL)
    return NULL;
  count = 0;
  moduli->row_offsets[0] = 0;
  for (int64_t row = 0; row < n; row++)
    {
      for (int64_t k = form->row_offsets[2 * row]; k < form->row_offsets[2 * row + 1]; count++)
        {
          const Entry entry = next_entry (form, row, &k);

          moduli->column_indices[count] = entry.column;
          moduli->values[count] = hypot (entry.re, entry.im);
        }
      moduli->row_offsets[row + 1] = count;
    }
  return moduli;
}

/* conj (a) / |a| of the entry of a row in a column. */
static void
find_turn (const SeidelCsr *form, int64_t row, int64_t column, double turn[2])
{
  for (int64_t k = form->row_offsets[2 * row]; k < form->row_offsets[2 * row + 1];)
    {
      const Entry entry = next_entry (form, row, &k);
      const double modulus = hypot (entry.re, entry.im);

      if (entry.column != column || !(modulus > 0.0))
        continue;
      turn[0] = entry.re / modulus;
      turn[1] = -entry.im / modulus;
    }
}

static bool
double_rows (SeidelMatching *self, const SeidelCsr *form, GError **error)
{
  const int64_t n = self->n;
  int32_t *rows = seidel_memory_try ((size_t) MAX (2 * n, 1) * sizeof *rows, "A matching", error);

  if (rows == NULL)
    return false;
  self->turns =
    seidel_memory_try ((size_t) MAX (2 * n, 1) * sizeof *self->turns, "A matching", error);
  if (self->turns == NULL)
    {
      g_free (rows);
      return false;
    }
  for (int64_t i = 0; i < n; i++)
    {
      rows[2 * i] = 2 * self->rows[i];
      rows[2 * i + 1] = 2 * self->rows[i] + 1;
      self->turns[2 * i] = 1.0;
      self->turns[2 * i + 1] = 0.0;
      find_turn (form, self->rows[i], i, self->turns + 2 * i);
    }
  g_free (self->rows);
  self->rows = rows;
  return true;
}

SeidelMatching *
seidel_matching_new_complex (const SeidelCsr *form,
                             SeidelMatchingKind kind,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (SeidelCsr) moduli = make_moduli (form, error);
  g_autoptr (SeidelMatching) self =
    moduli != NULL ? seidel_matching_new (moduli, kind, cancellable, error) : NULL;

  if (self == NULL || (self->rows != NULL && !double_rows (self, form, error)))
    return NULL;
  self->n *= 2;
  self->unit = 2;
  return g_steal_pointer (&self);
}

void
seidel_matching_turn (const double turn[2], double *re, double *im)
{
  const double real = turn[0] * *re - turn[1] * *im;

  *im = turn[0] * *im + turn[1] * *re;
  *re = real;
}

/* Rows 2 i and 2 i + 1 of the exchanged form, from place end on; their end. */
static int64_t
fill_rows (const SeidelMatching *self,
           const SeidelCsr *form,
           int64_t i,
           SeidelCsr *moved,
           int64_t end)
{
  const int64_t row = self->rows[2 * i] / 2;

  for (int lower = 0; lower < 2; lower++)
    {
      for (int64_t k = form->row_offsets[2 * row]; k < form->row_offsets[2 * row + 1];)
        {
          Entry entry = next_entry (form, row, &k);
          const bool diagonal = entry.column == i;

          seidel_matching_turn (self->turns + 2 * i, &entry.re, &entry.im);
          if (lower == 0 || !diagonal)
            {
              moved->column_indices[end] = 2 * entry.column;
              moved->values[end++] = lower == 0 ? entry.re : entry.im;
            }
          if (lower == 1 || !diagonal)
            {
              moved->column_indices[end] = 2 * entry.column + 1;
              moved->values[end++] = lower == 1 ? entry.re : 0.0 - entry.im;
            }
        }
      moved->row_offsets[2 * i + lower + 1] = end;
    }
  return end;
}

SeidelCsr *
seidel_matching_apply_complex (const SeidelMatching *self, const SeidelCsr *form, GError **error)
{
  int64_t count = 0;
  int64_t end = 0;
  SeidelCsr *moved;

  for (int64_t row = 0; row < form->rows / 2; row++)
    count += count_entries (form, row);
  moved = seidel_csr_new (form->rows, form->columns, 4 * count, error);
  if (moved == NULL)
    return NULL;
  moved->row_offsets[0] = 0;
  for (int64_t i = 0; i < form->rows / 2; i++)
    end = fill_rows (self, form, i, moved, end);
  seidel_csr_shrink (moved);
  return moved;
}
