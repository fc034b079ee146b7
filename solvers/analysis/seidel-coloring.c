/* A greedy colouring of the graph of a matrix.
 *
 * Source: Saad, "Iterative Methods for Sparse Linear Systems" (2003), section 3.3.3. Visiting the
 * rows in their order keeps the result the same on every machine, and finds the two colours of a
 * five-point grid and the eight of a 27-point one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-coloring.h"

#include <inttypes.h>

#include "analysis/seidel-graph.h"
#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"

void
seidel_coloring_free (SeidelColoring *coloring)
{
  if (coloring == NULL)
    return;
  g_free (coloring->color_of_row);
  g_free (coloring);
}

/* taken[c] holds the last vertex whose neighbours were seen to have colour c; it never has to be
 * cleared, and always has room for one colour more than there are. */
typedef struct
{
  int64_t *taken;
  int32_t room;
} Palette;

static bool
make_room (Palette *palette, int32_t count, GError **error)
{
  const int32_t room = MAX (2 * palette->room, 64);
  int64_t *taken;

  if (palette->taken != NULL && count + 2 <= palette->room)
    return true;
  taken = g_try_renew (int64_t, palette->taken, room);
  if (taken == NULL)
    {
      seidel_memory_fail (error, (double) room * sizeof *taken, "a list of colours");
      return false;
    }
  for (int32_t c = palette->room; c < room; c++)
    taken[c] = -1;
  palette->taken = taken;
  palette->room = room;
  return true;
}

/* The least colour that no neighbour before the vertex has; later ones have none yet. */
static int32_t
choose_color (const SeidelGraph *graph, int64_t vertex, const int32_t *colors, Palette *palette)
{
  int32_t color = 1;

  for (int64_t k = graph->offsets[vertex];
       k < graph->offsets[vertex + 1] && graph->neighbours[k] < vertex; k++)
    palette->taken[colors[graph->neighbours[k]]] = vertex;
  while (palette->taken[color] == vertex)
    color++;
  return color;
}

static bool
color_rows (SeidelColoring *coloring,
            const SeidelGraph *graph,
            SeidelProgress *progress,
            GCancellable *cancellable,
            GError **error)
{
  Palette palette = { NULL, 0 };
  bool stopped = false;

  for (int64_t vertex = 0; vertex < graph->vertices && !stopped; vertex++)
    {
      stopped = !make_room (&palette, coloring->count, error);
      if (stopped)
        break;
      coloring->color_of_row[vertex] =
        choose_color (graph, vertex, coloring->color_of_row, &palette);
      coloring->count = MAX (coloring->count, coloring->color_of_row[vertex]);
      if (vertex % SEIDEL_POLL_EVERY != 0)
        continue;
      seidel_progress_set (progress, (double) vertex / (double) graph->vertices);
      stopped = g_cancellable_set_error_if_cancelled (cancellable, error);
    }
  g_free (palette.taken);
  return !stopped;
}

SeidelColoring *
seidel_coloring_new (const SeidelCsr *csr,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SeidelGraph) graph = NULL;
  g_autoptr (SeidelColoring) coloring = NULL;

  if (csr->rows != csr->columns)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("only a square matrix can be coloured; this one is %" PRId64
                                     " × %" PRId64),
                        csr->rows, csr->columns);
  graph = seidel_graph_new (csr, progress, cancellable, error);
  if (graph == NULL)
    return NULL;
  seidel_progress_begin (progress, "Colouring the rows");
  coloring = g_new0 (SeidelColoring, 1);
  coloring->rows = csr->rows;
  coloring->color_of_row =
    seidel_memory_try ((size_t) csr->rows * sizeof (int32_t), "a colour for each row", error);
  if (coloring->color_of_row == NULL)
    return NULL;
  if (!color_rows (coloring, graph, progress, cancellable, error))
    return NULL;
  return g_steal_pointer (&coloring);
}

/* Entries off the diagonal whose row comes later in the sweep than that of their column. */
static int64_t
count_dependencies (const SeidelSchedule *schedule, const SeidelCsr *csr, int64_t row)
{
  int64_t n = 0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    n += schedule->level_of_row[csr->column_indices[k]] < schedule->level_of_row[row];
  return n;
}

SeidelSchedule *
seidel_coloring_schedule (const SeidelColoring *coloring,
                          const SeidelCsr *csr,
                          SeidelDirection direction,
                          GError **error)
{
  g_autoptr (SeidelSchedule) schedule = g_new0 (SeidelSchedule, 1);
  const int32_t count = coloring->count;

  schedule->count = count;
  g_atomic_ref_count_init (&schedule->references);
  schedule->direction = direction;
  schedule->rows = coloring->rows;
  schedule->level_of_row =
    seidel_memory_try ((size_t) coloring->rows * sizeof (int32_t), "a colour for each row", error);
  schedule->level_rows = g_try_new0 (int64_t, MAX (count, 1));
  schedule->level_nonzeros = g_try_new0 (int64_t, MAX (count, 1));
  if (schedule->level_of_row == NULL)
    return NULL;
  if (schedule->level_rows == NULL || schedule->level_nonzeros == NULL)
    {
      seidel_memory_fail (error, 2.0 * count * sizeof (int64_t), "the sizes of the colours");
      return NULL;
    }
  schedule->in_place_safe = true;
  for (int64_t row = 0; row < coloring->rows; row++)
    {
      int32_t color = coloring->color_of_row[row];
      int32_t level = direction == SEIDEL_DIRECTION_FORWARD ? color : count + 1 - color;

      schedule->level_of_row[row] = level;
      schedule->level_rows[level - 1]++;
      schedule->level_nonzeros[level - 1] += csr->row_offsets[row + 1] - csr->row_offsets[row];
    }
  for (int64_t row = 0; row < coloring->rows; row++)
    {
      int64_t dependencies = count_dependencies (schedule, csr, row);

      schedule->dependencies += dependencies;
      schedule->max_dependencies = MAX (schedule->max_dependencies, dependencies);
    }
  schedule->narrowest = count > 0 ? G_MAXINT64 : 0;
  for (int32_t level = 0; level < count; level++)
    {
      schedule->widest = MAX (schedule->widest, schedule->level_rows[level]);
      schedule->narrowest = MIN (schedule->narrowest, schedule->level_rows[level]);
    }
  return g_steal_pointer (&schedule);
}
