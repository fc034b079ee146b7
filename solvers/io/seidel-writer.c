/* Writes matrices and vectors as Matrix Market files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-loader.h"

#include <omp.h>

#include "io/seidel-output.h"
#include "matrix/seidel-error.h"

/* Entries that one thread turns into text at a time. */
#define ENTRIES_PER_PIECE 16384

/* Rows between two looks at the cancellable. */
#define ROWS_PER_POLL 4096

/* Two indices, a value, two blanks and a newline. */
#define LONGEST_LINE (2 * 11 + SEIDEL_NUMBER_LENGTH + 3)

/* Rows that become text together. */
typedef struct
{
  int64_t begin; /* entries */
  int64_t end;
  int64_t row; /* that holds the first */
  char *text;
  size_t length;
} Piece;

/* Whether a_ij = a_ji throughout, positions included. Gives up when cancelled. */
static bool
is_symmetric (const SeidelCsr *csr, GCancellable *cancellable)
{
  if (csr->rows != csr->columns)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (row % ROWS_PER_POLL == 0 && g_cancellable_is_cancelled (cancellable))
        return false;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          int64_t mirror = seidel_csr_find (csr, csr->column_indices[k], row);

          if (mirror < 0 || csr->values[mirror] != csr->values[k])
            return false;
        }
    }
  return true;
}

static int64_t
lower_entries (const SeidelCsr *csr)
{
  int64_t n = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    n += seidel_csr_lower_bound (csr, row, row + 1) - csr->row_offsets[row];
  return n;
}

/* The row that holds entry k. */
static int64_t
row_of (const SeidelCsr *csr, int64_t k)
{
  int64_t low = 0;
  int64_t high = csr->rows;

  while (high - low > 1)
    {
      int64_t middle = low + (high - low) / 2;

      if (csr->row_offsets[middle] <= k)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
format_piece (const SeidelCsr *csr, bool lower, Piece *piece)
{
  char *p = piece->text;
  int64_t row = row_of (csr, piece->begin);

  for (int64_t k = piece->begin; k < piece->end; k++)
    {
      while (csr->row_offsets[row + 1] <= k)
        row++;
      if (lower && csr->column_indices[k] > row)
        continue;
      p = seidel_format_integer (p, row + 1);
      *p++ = ' ';
      p = seidel_format_integer (p, csr->column_indices[k] + 1);
      *p++ = ' ';
      p = seidel_format_number (p, csr->values[k]);
      *p++ = '\n';
    }
  piece->length = (size_t) (p - piece->text);
}

/* A batch of pieces at a time: text from all threads, written in order. */
static bool
write_entries (SeidelOutput *output,
               const SeidelCsr *csr,
               bool lower,
               SeidelProgress *progress,
               GCancellable *cancellable,
               GError **error)
{
  int batch = 2 * MAX (omp_get_max_threads (), 1);
  int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autofree Piece *pieces = g_new0 (Piece, batch);
  g_autofree char *text = g_malloc ((size_t) batch * ENTRIES_PER_PIECE * LONGEST_LINE);
  bool fine = true;

  for (int64_t begin = 0; fine && begin < nonzeros; begin += (int64_t) batch * ENTRIES_PER_PIECE)
    {
#pragma omp parallel for schedule(dynamic, 1) if (nonzeros > ENTRIES_PER_PIECE)
      for (int i = 0; i < batch; i++)
        {
          Piece *piece = &pieces[i];

          piece->text = text + (size_t) i * ENTRIES_PER_PIECE * LONGEST_LINE;
          piece->begin = MIN (begin + (int64_t) i * ENTRIES_PER_PIECE, nonzeros);
          piece->end = MIN (piece->begin + ENTRIES_PER_PIECE, nonzeros);
          piece->length = 0;
          if (piece->begin < piece->end)
            format_piece (csr, lower, piece);
        }
      for (int i = 0; fine && i < batch; i++)
        fine = seidel_output_write (output, pieces[i].text, pieces[i].length, error);
      if (fine && g_cancellable_set_error_if_cancelled (cancellable, error))
        fine = false;
      seidel_progress_set (progress, (double) begin / (double) nonzeros);
    }
  return fine;
}

bool
seidel_save_matrix (const SeidelMatrix *matrix,
                    const char *path,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  g_autoptr (SeidelOutput) output = NULL;
  g_autofree char *name = g_strdelimit (g_strdup (matrix->name), "\r\n", ' ');
  bool lower;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  if (output == NULL)
    return false;
  seidel_progress_begin (progress, "Writing");
  lower = (matrix->origin.symmetry == SEIDEL_FILED_SYMMETRIC
           || matrix->origin.symmetry == SEIDEL_FILED_HERMITIAN)
          && is_symmetric (csr, cancellable);
  return seidel_output_printf (
           output, error,
           "%%%%MatrixMarket matrix coordinate real %s\n%% %s\n%" G_GINT64_FORMAT
           " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
           lower ? "symmetric" : "general", name, csr->rows, csr->columns,
           lower ? lower_entries (csr) : seidel_csr_nonzeros (csr))
         && write_entries (output, csr, lower, progress, cancellable, error)
         && seidel_output_finish (output, error);
}

bool
seidel_save_vector (const double *x, int64_t n, const char *path, GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  if (output == NULL
      || !seidel_output_printf (
        output, error, "%%%%MatrixMarket matrix array real general\n%" G_GINT64_FORMAT " 1\n", n))
    return false;
  for (int64_t i = 0; i < n; i++)
    {
      char line[SEIDEL_NUMBER_LENGTH + 1];
      char *end = seidel_format_number (line, x[i]);

      *end++ = '\n';
      if (!seidel_output_write (output, line, (size_t) (end - line), error))
        return false;
    }
  return seidel_output_finish (output, error);
}
