/* Writes a symmetric matrix without a diagonal as a graph of METIS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-graph.h"

#include <math.h>

#include "base/seidel-error.h"
#include "base/seidel-poll.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* What keeps an entry from being an edge, or NULL. */
static const char *
find_problem (const SeidelCsr *csr, int64_t row, int64_t k)
{
  const int32_t column = csr->column_indices[k];
  const double value = csr->values[k];
  const int64_t back = column != row ? seidel_csr_find (csr, column, row) : -1;

  if (column == row)
    return "an edge joins two vertices, and the matrix has an entry on the diagonal";
  if (back < 0 || csr->values[back] != value)
    return "an edge has two ends, and the matrix is not symmetric";
  return value >= 1.0 && value <= G_MAXINT32 && value == floor (value)
           ? NULL
           : "weights of edges are positive whole numbers, and an entry is none";
}

/* Whether the matrix is a graph; *weighted: some edges have weights other than 1. */
static bool
check_graph (const SeidelMatrix *matrix, const char *path, bool *weighted, GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const char *problem = csr->rows != csr->columns           ? "the matrix is not square"
                        : seidel_matrix_is_complex (matrix) ? "the matrix is complex"
                                                            : NULL;
  g_autofree char *name = g_filename_display_basename (path);

  *weighted = false;
  for (int64_t row = 0; row < csr->rows && problem == NULL; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1] && problem == NULL; k++)
      {
        problem = find_problem (csr, row, k);
        *weighted = *weighted || csr->values[k] != 1.0;
      }
  if (problem != NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text ("%s: cannot be written as a METIS graph: %s"), name, problem);
  return problem == NULL;
}

static bool
write_vertex (SeidelOutput *output,
              const SeidelCsr *csr,
              int64_t row,
              bool weighted,
              GError **error)
{
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      char text[2 * SEIDEL_NUMBER_LENGTH + 2];
      char *p = text;

      if (k > csr->row_offsets[row])
        *p++ = ' ';
      p = seidel_format_integer (p, csr->column_indices[k] + 1);
      if (weighted)
        {
          *p++ = ' ';
          p = seidel_format_integer (p, (int64_t) csr->values[k]);
        }
      if (!seidel_output_write (output, text, (size_t) (p - text), error))
        return false;
    }
  return seidel_output_write (output, "\n", 1, error);
}

bool
seidel_graph_write (const SeidelMatrix *matrix,
                    const char *path,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  g_autoptr (SeidelOutput) output = NULL;
  bool weighted;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  if (output == NULL || !check_graph (matrix, path, &weighted, error)
      || !seidel_output_printf (output, error, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "%s\n",
                                csr->rows, seidel_csr_nonzeros (csr) / 2, weighted ? " 001" : ""))
    return false;
  seidel_progress_begin (progress, "Writing");
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (row % SEIDEL_POLL_EVERY == 0)
        seidel_progress_set (progress, (double) row / (double) csr->rows);
      if ((row % SEIDEL_POLL_EVERY == 0
           && g_cancellable_set_error_if_cancelled (cancellable, error))
          || !write_vertex (output, csr, row, weighted, error))
        return false;
    }
  return seidel_output_finish (output, error);
}
