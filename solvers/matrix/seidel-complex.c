/* Complex matrices: joining both parts, taking them apart, and the real form.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-complex.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-permutation-private.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* Rows that a thread takes at a time, between two looks at the cancellable. */
#define ROWS_PER_TASK 4096

/* Waking the other threads pays from so many entries on. */
#define PARALLEL_ENTRIES 100000

void
seidel_complex_moduli (const double *parts, double *moduli, int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    moduli[k] = hypot (parts[2 * k], parts[2 * k + 1]);
}

/* Walks along a row of two matrices: the column of the next entry of either, and where each of them
 * stores it, or −1. */
typedef struct
{
  const SeidelCsr *csr[2];
  int64_t at[2];
  int64_t end[2];
} Merge;

static Merge
merge_begin (const SeidelCsr *one, const SeidelCsr *other, int64_t row)
{
  return (Merge){ { one, other },
                  { one->row_offsets[row], other->row_offsets[row] },
                  { one->row_offsets[row + 1], other->row_offsets[row + 1] } };
}

static int32_t
merge_column (const Merge *merge, int which)
{
  return merge->at[which] < merge->end[which] ? merge->csr[which]->column_indices[merge->at[which]]
                                              : G_MAXINT32;
}

/* False at the end of the row. */
static bool
merge_next (Merge *merge, int32_t *column, double parts[2])
{
  const int32_t first = merge_column (merge, 0);
  const int32_t second = merge_column (merge, 1);

  if (merge->at[0] == merge->end[0] && merge->at[1] == merge->end[1])
    return false;
  *column = MIN (first, second);
  parts[0] = first == *column ? merge->csr[0]->values[merge->at[0]++] : 0.0;
  parts[1] = second == *column ? merge->csr[1]->values[merge->at[1]++] : 0.0;
  return true;
}

/* How many entries either of the two stores; −1 when cancelled. */
static int64_t
count_union (const SeidelCsr *one,
             const SeidelCsr *other,
             GCancellable *cancellable,
             GError **error)
{
  int64_t count = 0;
  int32_t column;
  double parts[2];

  for (int64_t row = 0; row < one->rows; row++)
    {
      Merge merge = merge_begin (one, other, row);

      if (row % ROWS_PER_TASK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      while (merge_next (&merge, &column, parts))
        count++;
    }
  return count;
}

/* Memory for the parts of that many entries, to be freed with free (). */
static double *
parts_new (int64_t nonzeros, GError **error)
{
  double *parts = seidel_memory_alloc ((size_t) MAX (nonzeros, 1) * 2 * sizeof *parts);

  if (parts == NULL)
    seidel_memory_fail (error, 16.0 * (double) nonzeros, "the parts of %" PRId64 " complex numbers",
                        nonzeros);
  return parts;
}

/* Fills in what the matrix and the parts of a union have room for. */
static bool
fill_union (const SeidelCsr *one,
            const SeidelCsr *other,
            SeidelCsr *csr,
            double *parts,
            GCancellable *cancellable,
            GError **error)
{
  int64_t n = 0;

  for (int64_t row = 0; row < one->rows; row++)
    {
      Merge merge = merge_begin (one, other, row);

      if (row % ROWS_PER_TASK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      csr->row_offsets[row] = n;
      while (merge_next (&merge, &csr->column_indices[n], &parts[2 * n]))
        n++;
    }
  csr->row_offsets[one->rows] = n;
  seidel_complex_moduli (parts, csr->values, n);
  return true;
}

bool
seidel_matrix_add_imaginary (SeidelMatrix *matrix,
                             const SeidelCsr *imaginary,
                             GCancellable *cancellable,
                             GError **error)
{
  const SeidelCsr *real = matrix->csr;
  g_autoptr (SeidelCsr) csr = NULL;
  double *parts;
  int64_t n;

  g_return_val_if_fail (matrix->parts == NULL && matrix->permutation == NULL, false);
  if (real->rows != imaginary->rows || real->columns != imaginary->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("The real part is %" PRId64 " × %" PRId64
                                     ", the imaginary part %" PRId64 " × %" PRId64),
                        real->rows, real->columns, imaginary->rows, imaginary->columns);
  n = count_union (real, imaginary, cancellable, error);
  csr = n >= 0 ? seidel_csr_new (real->rows, real->columns, n, error) : NULL;
  parts = csr != NULL ? parts_new (n, error) : NULL;
  if (parts == NULL || !fill_union (real, imaginary, csr, parts, cancellable, error))
    {
      free (parts);
      return false;
    }
  seidel_csr_free (matrix->csr);
  matrix->csr = g_steal_pointer (&csr);
  matrix->parts = parts;
  matrix->origin.field = SEIDEL_FIELD_COMPLEX;
  return true;
}

/* The entries of the matrix with one part of each as the values. */
static SeidelCsr *
take_part (const SeidelMatrix *matrix, int part, GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  SeidelCsr *copy = seidel_csr_new_from_arrays (csr->rows, csr->columns, csr->row_offsets,
                                                csr->column_indices, csr->values, error);
  const int64_t nonzeros = seidel_csr_nonzeros (csr);

  for (int64_t k = 0; copy != NULL && k < nonzeros; k++)
    copy->values[k] = matrix->parts[2 * k + part];
  return copy;
}

bool
seidel_matrix_split (const SeidelMatrix *matrix,
                     SeidelCsr **real,
                     SeidelCsr **imaginary,
                     GError **error)
{
  g_autoptr (SeidelCsr) first = NULL;

  g_return_val_if_fail (seidel_matrix_is_complex (matrix), false);
  first = take_part (matrix, 0, error);
  *imaginary = first != NULL ? take_part (matrix, 1, error) : NULL;
  if (*imaginary == NULL)
    return false;
  *real = g_steal_pointer (&first);
  return true;
}

bool
seidel_matrix_columns (const SeidelMatrix *matrix,
                       SeidelCsr **real,
                       SeidelCsr **imaginary,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (SeidelCsr) first = NULL;
  g_autoptr (SeidelCsr) second = NULL;

  *imaginary = NULL;
  if (!seidel_matrix_is_complex (matrix))
    {
      *real = seidel_csr_transpose (matrix->csr, cancellable, error);
      return *real != NULL;
    }
  *real = NULL;
  if (!seidel_matrix_split (matrix, &first, &second, error))
    return false;
  *real = seidel_csr_transpose (first, cancellable, error);
  if (*real != NULL)
    *imaginary = seidel_csr_transpose (second, cancellable, error);
  return *imaginary != NULL;
}

SeidelCsr *
seidel_complex_permuted (const SeidelMatrix *matrix,
                         const int32_t *permutation,
                         double **parts,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  SeidelCsr numbers = *matrix->csr; /* with the number of each entry as its value */
  const int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);
  g_autoptr (SeidelCsr) csr = NULL;

  numbers.values = seidel_memory_alloc ((size_t) MAX (nonzeros, 1) * sizeof (double));
  if (numbers.values == NULL)
    {
      seidel_memory_fail_matrix (0.0, (double) nonzeros, error);
      return NULL;
    }
  for (int64_t k = 0; k < nonzeros; k++)
    numbers.values[k] = (double) k;
  csr = seidel_csr_permuted (&numbers, permutation, progress, cancellable, error);
  free (numbers.values);
  *parts = csr != NULL ? parts_new (nonzeros, error) : NULL;
  if (*parts == NULL)
    return NULL;
  for (int64_t k = 0; k < nonzeros; k++)
    {
      const int64_t from = (int64_t) csr->values[k];

      (*parts)[2 * k] = matrix->parts[2 * from];
      (*parts)[2 * k + 1] = matrix->parts[2 * from + 1];
      csr->values[k] = matrix->csr->values[from];
    }
  return g_steal_pointer (&csr);
}

/* What a row is multiplied by: 1 unless its diagonal entry is not real. */
static bool
find_turn (const SeidelMatrix *matrix, int64_t row, double turn[2])
{
  const int64_t k = seidel_csr_find (matrix->csr, row, row);
  const double re = k >= 0 ? matrix->parts[2 * k] : 1.0;
  const double im = k >= 0 ? matrix->parts[2 * k + 1] : 0.0;
  const double modulus = hypot (re, im);

  turn[0] = 1.0;
  turn[1] = 0.0;
  if (im == 0.0 || !isfinite (modulus))
    return false;
  turn[0] = re / modulus;
  turn[1] = -im / modulus;
  return true;
}

/* Those of all rows of a square matrix in *turns, or NULL where none is turned. False without
 * memory. */
static bool
make_turns (const SeidelMatrix *matrix, double **turns, GError **error)
{
  const int64_t rows = matrix->csr->rows;
  double turn[2];
  int64_t first = 0;

  *turns = NULL;
  if (rows != matrix->csr->columns)
    return true;
  while (first < rows && !find_turn (matrix, first, turn))
    first++;
  if (first == rows)
    return true;
  *turns = seidel_vector_new (2 * rows, error);
  for (int64_t row = 0; *turns != NULL && row < rows; row++)
    find_turn (matrix, row, *turns + 2 * row);
  return *turns != NULL;
}

static void
multiply (const double turn[2], double number[2])
{
  const double re = turn[0] * number[0] - turn[1] * number[1];

  number[1] = turn[0] * number[1] + turn[1] * number[0];
  number[0] = re;
}

void
seidel_complex_turn (const SeidelMatrix *form, double *b)
{
  for (int64_t i = 0; form->turns != NULL && i < form->csr->rows; i += 2)
    multiply (form->turns + i, b + i);
}

/* Whether the block of an entry is a multiple of the identity, and stored as such. */
static inline bool
is_real_diagonal (const SeidelMatrix *matrix, const double *turns, int64_t row, int64_t k)
{
  return matrix->csr->column_indices[k] == row
         && (matrix->parts[2 * k + 1] == 0.0
             || (turns != NULL && (turns[2 * row] != 1.0 || turns[2 * row + 1] != 0.0)));
}

/* Where the rows of the real form begin. */
static bool
set_form_offsets (const SeidelMatrix *matrix,
                  const double *turns,
                  int64_t *offsets,
                  GCancellable *cancellable,
                  GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  int64_t n = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t diagonal = seidel_csr_find (csr, row, row);
      const int64_t left_out = diagonal >= 0 && is_real_diagonal (matrix, turns, row, diagonal);
      const int64_t length = 2 * (csr->row_offsets[row + 1] - csr->row_offsets[row]) - left_out;

      if (row % ROWS_PER_TASK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      offsets[2 * row] = n;
      offsets[2 * row + 1] = n + length;
      n += 2 * length;
    }
  offsets[2 * csr->rows] = n;
  return true;
}

/* Rows 2 i and 2 i + 1 of the real form. */
static void
fill_form_row (const SeidelMatrix *matrix, const double *turns, int64_t row, SeidelCsr *form)
{
  const SeidelCsr *csr = matrix->csr;
  int64_t upper = form->row_offsets[2 * row];
  int64_t lower = form->row_offsets[2 * row + 1];

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int32_t column = 2 * csr->column_indices[k];
      const bool whole = !is_real_diagonal (matrix, turns, row, k);
      double number[2] = { matrix->parts[2 * k], matrix->parts[2 * k + 1] };

      if (!whole)
        number[0] = number[1] == 0.0 ? number[0] : hypot (number[0], number[1]);
      else if (turns != NULL)
        multiply (turns + 2 * row, number);
      form->column_indices[upper] = column;
      form->values[upper++] = number[0];
      if (whole)
        {
          form->column_indices[upper] = column + 1;
          form->values[upper++] = 0.0 - number[1];
          form->column_indices[lower] = column;
          form->values[lower++] = number[1];
        }
      form->column_indices[lower] = column + 1;
      form->values[lower++] = number[0];
    }
}

static bool
fill_form (const SeidelMatrix *matrix,
           const double *turns,
           SeidelCsr *form,
           GCancellable *cancellable,
           GError **error)
{
  const int64_t rows = matrix->csr->rows;

#pragma omp parallel for schedule(dynamic, 1) if (seidel_csr_nonzeros(form) >= PARALLEL_ENTRIES)
  for (int64_t begin = 0; begin < rows; begin += ROWS_PER_TASK)
    for (int64_t row = begin; row < MIN (begin + ROWS_PER_TASK, rows); row++)
      if (row > begin || !g_cancellable_is_cancelled (cancellable))
        fill_form_row (matrix, turns, row, form);
      else
        break;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static SeidelCsr *
make_form_csr (const SeidelMatrix *matrix,
               const double *turns,
               GCancellable *cancellable,
               GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const int64_t most = 4 * seidel_csr_nonzeros (csr);
  g_autoptr (SeidelCsr) form = NULL;

  if (MAX (csr->rows, csr->columns) > G_MAXINT32 / 2)
    return seidel_fail (
      error, SEIDEL_ERROR_INVALID,
      seidel_text ("A complex matrix is solved by a real one of twice its size, which may have up "
                   "to 2,147,483,647 rows and columns; %" PRId64 " × %" PRId64
                   " complex is beyond that"),
      csr->rows, csr->columns);
  if (!seidel_memory_check_matrix (2.0 * (double) csr->rows, (double) most, error))
    return NULL;
  form = seidel_csr_new (2 * csr->rows, 2 * csr->columns, most, error);
  if (form == NULL || !set_form_offsets (matrix, turns, form->row_offsets, cancellable, error)
      || !fill_form (matrix, turns, form, cancellable, error))
    return NULL;
  seidel_csr_shrink (form);
  return g_steal_pointer (&form);
}

/* Each row of the complex matrix is two of the form. */
static bool
copy_permutation (const SeidelMatrix *matrix, SeidelMatrix *form, GError **error)
{
  const int64_t rows = matrix->csr->rows;

  g_free (form->ordering);
  form->ordering = g_strdup (matrix->ordering);
  form->order_seconds = matrix->order_seconds;
  if (matrix->permutation == NULL)
    return true;
  form->permutation =
    seidel_memory_try ((size_t) rows * 2 * sizeof *form->permutation, "a permutation", error);
  if (form->permutation == NULL)
    return false;
  for (int64_t i = 0; i < rows; i++)
    {
      form->permutation[2 * i] = 2 * matrix->permutation[i];
      form->permutation[2 * i + 1] = 2 * matrix->permutation[i] + 1;
    }
  return true;
}

static bool
copy_rhs (const SeidelMatrix *matrix, SeidelMatrix *form, GError **error)
{
  const size_t bytes = (size_t) matrix->csr->rows * 2 * sizeof *form->rhs;

  if (matrix->rhs == NULL)
    return true;
  form->rhs = seidel_memory_try (bytes, "a copy of the right-hand side", error);
  if (form->rhs == NULL)
    return false;
  memcpy (form->rhs, matrix->rhs, bytes);
  return true;
}

static SeidelMatrix *
make_form (const SeidelMatrix *matrix, GCancellable *cancellable, GError **error)
{
  double *turns = NULL;
  SeidelCsr *csr =
    make_turns (matrix, &turns, error) ? make_form_csr (matrix, turns, cancellable, error) : NULL;
  g_autoptr (SeidelMatrix) form = csr != NULL ? seidel_matrix_new (matrix->name, csr) : NULL;

  if (form == NULL)
    {
      seidel_vector_free (turns);
      return NULL;
    }
  form->turns = turns;
  if (!copy_permutation (matrix, form, error) || !copy_rhs (matrix, form, error))
    return NULL;
  form->interleaved = true;
  form->origin.load_seconds = matrix->origin.load_seconds;
  return g_steal_pointer (&form);
}

SeidelMatrix *
seidel_matrix_real_form (SeidelMatrix *matrix, GCancellable *cancellable, GError **error)
{
  SeidelMatrix *form;

  if (!seidel_matrix_is_complex (matrix))
    return seidel_matrix_ref (matrix);
  form = g_atomic_pointer_get (&matrix->real_form);
  if (form == NULL)
    {
      form = make_form (matrix, cancellable, error);
      if (form == NULL)
        return NULL;
      /* Another thread may have been faster. */
      if (!g_atomic_pointer_compare_and_exchange (&matrix->real_form, NULL, form))
        {
          seidel_matrix_unref (form);
          form = g_atomic_pointer_get (&matrix->real_form);
        }
    }
  return seidel_matrix_ref (form);
}
