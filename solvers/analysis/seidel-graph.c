/* The undirected graph of a square matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-graph.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"

/* The pattern of Aᵀ. */
typedef struct
{
  int64_t *offsets;
  int32_t *rows;
} Transpose;

static void
transpose_clear (Transpose *transpose)
{
  free (transpose->offsets);
  free (transpose->rows);
}

void
seidel_graph_free (SeidelGraph *graph)
{
  if (graph == NULL)
    return;
  free (graph->offsets);
  free (graph->neighbours);
  g_free (graph);
}

static bool
fail_memory (int64_t rows, int64_t entries, GError **error)
{
  return seidel_memory_fail (error, (double) rows * 8.0 + (double) entries * 4.0,
                             "the graph of a matrix with %" PRId64 " rows and %" PRId64 " entries",
                             rows, entries);
}

static bool
should_stop (int64_t row, GCancellable *cancellable, GError **error)
{
  return seidel_poll (row, cancellable, error);
}

/* A counting sort by column: the rows of each column increase. */
static bool
transpose_pattern (const SeidelCsr *csr,
                   Transpose *transpose,
                   GCancellable *cancellable,
                   GError **error)
{
  const int64_t n = csr->rows;
  int64_t *next;

  transpose->offsets = seidel_memory_alloc ((size_t) (n + 2) * sizeof (int64_t));
  transpose->rows = seidel_memory_alloc ((size_t) seidel_csr_nonzeros (csr) * sizeof (int32_t));
  if (transpose->offsets == NULL || transpose->rows == NULL)
    return fail_memory (n, seidel_csr_nonzeros (csr), error);

  /* offsets[c + 2] counts column c; summed up, offsets[c + 1] is where the next row of column c
   * goes, and in the end where column c + 1 starts. */
  next = transpose->offsets + 1;
  for (int64_t column = -1; column <= n; column++)
    next[column] = 0;
  for (int64_t row = 0; row < n; row++)
    {
      if (should_stop (row, cancellable, error))
        return false;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        next[csr->column_indices[k] + 1]++;
    }
  for (int64_t column = 1; column <= n; column++)
    next[column] += next[column - 1];
  for (int64_t row = 0; row < n; row++)
    {
      if (should_stop (row, cancellable, error))
        return false;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        transpose->rows[next[csr->column_indices[k]]++] = (int32_t) row;
    }
  return true;
}

/* The union of a row and a column, without the diagonal; into neighbours unless that is NULL.
 * Returns how many. */
static int64_t
merge (const SeidelCsr *csr, const Transpose *transpose, int64_t row, int32_t *neighbours)
{
  int64_t a = csr->row_offsets[row];
  int64_t b = transpose->offsets[row];
  const int64_t a_end = csr->row_offsets[row + 1];
  const int64_t b_end = transpose->offsets[row + 1];
  int64_t count = 0;

  while (a < a_end || b < b_end)
    {
      const int32_t left = a < a_end ? csr->column_indices[a] : G_MAXINT32;
      const int32_t right = b < b_end ? transpose->rows[b] : G_MAXINT32;
      const int32_t least = MIN (left, right);

      a += left == least;
      b += right == least;
      if (least == row)
        continue;
      if (neighbours != NULL)
        neighbours[count] = least;
      count++;
    }
  return count;
}

static bool
merge_rows (const SeidelCsr *csr,
            const Transpose *transpose,
            SeidelGraph *graph,
            SeidelProgress *progress,
            GCancellable *cancellable,
            GError **error)
{
  const int64_t n = csr->rows;

  graph->offsets = seidel_memory_alloc ((size_t) (n + 1) * sizeof (int64_t));
  if (graph->offsets == NULL)
    return fail_memory (n, 0, error);
  graph->offsets[0] = 0;
  for (int64_t row = 0; row < n; row++)
    {
      if (should_stop (row, cancellable, error))
        return false;
      graph->offsets[row + 1] = graph->offsets[row] + merge (csr, transpose, row, NULL);
    }
  graph->neighbours = seidel_memory_alloc ((size_t) graph->offsets[n] * sizeof (int32_t));
  if (graph->neighbours == NULL)
    return fail_memory (n, graph->offsets[n], error);
  for (int64_t row = 0; row < n; row++)
    {
      if (should_stop (row, cancellable, error))
        return false;
      seidel_progress_set (progress, (double) row / (double) n);
      merge (csr, transpose, row, graph->neighbours + graph->offsets[row]);
    }
  return true;
}

SeidelGraph *
seidel_graph_new (const SeidelCsr *csr,
                  SeidelProgress *progress,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (SeidelGraph) graph = g_new0 (SeidelGraph, 1);
  Transpose transpose = { NULL, NULL };
  bool done;

  g_return_val_if_fail (csr->rows == csr->columns, NULL);
  seidel_progress_begin (progress, "Finding neighbours");
  graph->vertices = csr->rows;
  done = transpose_pattern (csr, &transpose, cancellable, error)
         && merge_rows (csr, &transpose, graph, progress, cancellable, error);
  transpose_clear (&transpose);
  return done ? g_steal_pointer (&graph) : NULL;
}
