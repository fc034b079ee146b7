/* Tiles of rows in an order for several threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-tile-order.h"

#include <stdlib.h>

#include "base/seidel-memory.h"
#include "engine/seidel-root-order.h"

#define WHAT "the coarsening of the matrix"

static int
compare_tiles (gconstpointer a, gconstpointer b)
{
  const uint64_t first = seidel_root_tile_key (*(const int32_t *) a * SEIDEL_ROOT_TILE);
  const uint64_t second = seidel_root_tile_key (*(const int32_t *) b * SEIDEL_ROOT_TILE);

  return (first > second) - (first < second);
}

static int64_t
words_of (int64_t count)
{
  return (count + 63) / 64;
}

/* Bit t of row s: tile s has a row in tile t, or with a strong neighbour there. */
static void
look_around (const SeidelStrength *strength, int64_t first, int64_t end, uint64_t *near)
{
  const SeidelCsr *csr = strength->csr;
  int64_t last = first / SEIDEL_ROOT_TILE;

  near[last / 64] |= UINT64_C (1) << last % 64;
  for (int64_t row = first; row < end; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int64_t tile = csr->column_indices[k] / SEIDEL_ROOT_TILE;

        if (tile == last || (near[tile / 64] >> tile % 64 & 1) != 0
            || !seidel_strength_is_strong (strength, row, k))
          continue;
        near[tile / 64] |= UINT64_C (1) << tile % 64;
        last = tile;
      }
}

/* The group of each tile: behind those of all tiles before it that it has one in common with.
 * Returns how many groups there are. */
static int32_t
group_tiles (const SeidelTileOrder *self, const uint64_t *near, int32_t *behind, int32_t *group)
{
  const int64_t words = words_of (self->count);
  int32_t n = 0;

  for (int64_t i = 0; i < self->count; i++)
    {
      const int64_t tile = self->tiles[i];
      const uint64_t *mine = near + tile * words;
      int32_t own = 0;

      for (int64_t other = 0; other < self->count; other++)
        if ((mine[other / 64] >> other % 64 & 1) != 0)
          own = MAX (own, behind[other]);
      for (int64_t other = 0; other < self->count; other++)
        if ((mine[other / 64] >> other % 64 & 1) != 0)
          behind[other] = own + 1;
      group[tile] = own;
      n = MAX (n, own + 1);
    }
  return n;
}

/* Sorts the tiles by their groups, stably. */
static bool
sort_by_group (SeidelTileOrder *self, const int32_t *group, GError **error)
{
  g_autofree int32_t *sorted =
    seidel_memory_try ((size_t) self->count * sizeof *sorted, WHAT, error);
  g_autofree int64_t *next = g_new0 (int64_t, self->n_groups + 1);

  if (sorted == NULL)
    return false;
  self->groups = g_new0 (int64_t, self->n_groups + 1);
  for (int64_t i = 0; i < self->count; i++)
    self->groups[group[i] + 1]++;
  for (int64_t g = 0; g < self->n_groups; g++)
    next[g + 1] = self->groups[g + 1] += self->groups[g];
  for (int64_t i = 0; i < self->count; i++)
    sorted[next[group[self->tiles[i]]]++] = self->tiles[i];
  g_free (self->tiles);
  self->tiles = g_steal_pointer (&sorted);
  return true;
}

/* Finds the groups. One thread alone takes all tiles for one. */
static bool
find_groups (SeidelTileOrder *self,
             const SeidelStrength *strength,
             const SeidelWorkers *workers,
             GError **error)
{
  const int64_t words = words_of (self->count);
  g_autofree uint64_t *near = NULL;
  g_autofree int32_t *numbers = g_new0 (int32_t, 2 * self->count + 1);

  self->n_groups = self->count > 0;
  if (workers->threads > 1 && self->count > 1)
    {
      near = seidel_memory_try0 ((size_t) self->count * (size_t) words * sizeof *near, WHAT, error);
      if (near == NULL)
        return false;
#pragma omp parallel for num_threads(workers->threads) schedule(dynamic)
      for (int64_t tile = 0; tile < self->count; tile++)
        look_around (strength, tile * SEIDEL_ROOT_TILE,
                     MIN ((tile + 1) * SEIDEL_ROOT_TILE, self->rows), near + tile * words);
      self->n_groups = group_tiles (self, near, numbers, numbers + self->count);
    }
  return sort_by_group (self, numbers + self->count, error);
}

bool
seidel_tile_order_init (SeidelTileOrder *self,
                        const SeidelStrength *strength,
                        const SeidelWorkers *workers,
                        GError **error)
{
  self->rows = strength->csr->rows;
  self->count = (self->rows + SEIDEL_ROOT_TILE - 1) / SEIDEL_ROOT_TILE;
  self->tiles =
    seidel_memory_try ((size_t) MAX (self->count, 1) * sizeof *self->tiles, WHAT, error);
  if (self->tiles == NULL)
    return false;
  for (int64_t i = 0; i < self->count; i++)
    self->tiles[i] = (int32_t) i;
  qsort (self->tiles, (size_t) self->count, sizeof *self->tiles, compare_tiles);
  return find_groups (self, strength, workers, error);
}

void
seidel_tile_order_clear (SeidelTileOrder *self)
{
  g_clear_pointer (&self->tiles, g_free);
  g_clear_pointer (&self->groups, g_free);
}

/* Tiles tiles[begin] … tiles[end − 1]. */
static bool
run_some (const SeidelTileOrder *self,
          int64_t begin,
          int64_t end,
          SeidelTileFunc func,
          gpointer data,
          const SeidelWorkers *workers)
{
  bool stopped = false;

#pragma omp parallel for num_threads(workers->threads) schedule(dynamic) if (end - begin > 1)
  for (int64_t i = begin; i < end; i++)
    {
      const int64_t first = self->tiles[i] * (int64_t) SEIDEL_ROOT_TILE;

      if (__atomic_load_n (&stopped, __ATOMIC_RELAXED) || seidel_workers_stopped (workers))
        __atomic_store_n (&stopped, true, __ATOMIC_RELAXED);
      else
        func (first, MIN (first + SEIDEL_ROOT_TILE, self->rows), data);
    }
  return !stopped;
}

bool
seidel_tile_order_run (const SeidelTileOrder *self,
                       bool in_order,
                       SeidelTileFunc func,
                       gpointer data,
                       const SeidelWorkers *workers)
{
  bool good = true;

  if (!in_order)
    return run_some (self, 0, self->count, func, data, workers);
  for (int64_t g = 0; g < self->n_groups && good; g++)
    good = run_some (self, self->groups[g], self->groups[g + 1], func, data, workers);
  return good;
}
