/* Plain twins of the analyses: what each is by its definition, at any cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plain-analysis.h"

#include "matrix/seidel-permutation.h"

/* As in seidel-rcm.c. */
#define MOST_SEARCHES 16

void
seidel_schedule_levels_ref (const SeidelCsr *csr, SeidelDirection direction, int32_t *levels)
{
  for (int64_t n = 0; n < csr->rows; n++)
    {
      int64_t i = direction == SEIDEL_DIRECTION_FORWARD ? n : csr->rows - 1 - n;
      int32_t latest = 0;

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          int64_t j = csr->column_indices[k];

          if (direction == SEIDEL_DIRECTION_FORWARD ? j < i : j > i)
            latest = MAX (latest, levels[j]);
        }
      levels[i] = latest + 1;
    }
}

/* Whether a row depends on another one in a sweep. */
static bool
is_dependency (SeidelDirection direction, int64_t row, int64_t column)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? column < row : column > row;
}

void
seidel_chains_heights_ref (const SeidelCsr *csr, SeidelDirection direction, int32_t *heights)
{
  bool changed = true;

  for (int64_t row = 0; row < csr->rows; row++)
    heights[row] = 1;
  while (changed)
    {
      changed = false;
      for (int64_t row = 0; row < csr->rows; row++)
        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          {
            int32_t column = csr->column_indices[k];

            if (is_dependency (direction, row, column) && heights[column] <= heights[row])
              {
                heights[column] = heights[row] + 1;
                changed = true;
              }
          }
    }
}

int32_t
seidel_coloring_ref (const SeidelCsr *csr, int32_t *colors)
{
  int32_t count = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      bool free = false;

      for (colors[row] = 1; !free; colors[row] += !free)
        {
          free = true;
          for (int64_t other = 0; other < row; other++)
            if (colors[other] == colors[row]
                && (seidel_csr_find (csr, row, other) >= 0
                    || seidel_csr_find (csr, other, row) >= 0))
              free = false;
        }
      count = MAX (count, colors[row]);
    }
  return count;
}

typedef struct
{
  const SeidelCsr *csr;
  int32_t *layers;     /* of each vertex from the present start; −1: not reached */
  int32_t *components; /* 0: not numbered */
} Plain;

static bool
are_neighbours (const SeidelCsr *csr, int64_t i, int64_t j)
{
  return i != j && (seidel_csr_find (csr, i, j) >= 0 || seidel_csr_find (csr, j, i) >= 0);
}

static int64_t
count_neighbours (const SeidelCsr *csr, int64_t i)
{
  int64_t count = 0;

  for (int64_t j = 0; j < csr->rows; j++)
    count += are_neighbours (csr, i, j);
  return count;
}

/* Layers by repetition; returns the largest. */
static int32_t
find_layers (Plain *plain, int64_t start)
{
  const int64_t n = plain->csr->rows;
  bool changed = true;
  int32_t layer = 0;

  for (int64_t i = 0; i < n; i++)
    plain->layers[i] = i == start ? 0 : -1;
  for (; changed; layer++)
    {
      changed = false;
      for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n && plain->layers[i] == layer; j++)
          if (plain->layers[j] < 0 && are_neighbours (plain->csr, i, j))
            {
              plain->layers[j] = layer + 1;
              changed = true;
            }
    }
  return layer - 1;
}

/* Of the vertices with taken[i] == wanted, the one of the least degree; the first of equals, −1
 * when there is none. */
static int64_t
least_degree (const SeidelCsr *csr, const int32_t *taken, int32_t wanted)
{
  int64_t least = -1;

  for (int64_t i = 0; i < csr->rows; i++)
    if (taken[i] == wanted
        && (least < 0 || count_neighbours (csr, i) < count_neighbours (csr, least)))
      least = i;
  return least;
}

static int64_t
peripheral_ref (Plain *plain, int64_t start)
{
  int32_t layers = -1;

  for (int n = 0; n < MOST_SEARCHES; n++)
    {
      const int32_t found = find_layers (plain, start);

      if (found <= layers)
        return start;
      layers = found;
      start = least_degree (plain->csr, plain->layers, found);
    }
  return start;
}

/* Numbers the component of start into order; returns how many. The new neighbours of a vertex are
 * marked 2 until they are taken, those that have their number 1. */
static int64_t
cuthill_mckee_ref (Plain *plain, int64_t start, int32_t *order)
{
  const SeidelCsr *csr = plain->csr;
  int64_t count = 1;

  order[0] = (int32_t) start;
  plain->components[start] = 1;
  for (int64_t head = 0; head < count; head++)
    {
      int64_t next;

      for (int64_t j = 0; j < csr->rows; j++)
        if (plain->components[j] == 0 && are_neighbours (csr, order[head], j))
          plain->components[j] = 2;
      while ((next = least_degree (csr, plain->components, 2)) >= 0)
        {
          plain->components[next] = 1;
          order[count++] = (int32_t) next;
        }
    }
  return count;
}

void
seidel_rcm_ref (const SeidelCsr *csr, int32_t *permutation)
{
  g_autofree int32_t *layers = g_new0 (int32_t, csr->rows + 1);
  g_autofree int32_t *components = g_new0 (int32_t, csr->rows + 1);
  Plain plain = { csr, layers, components };
  int64_t numbered = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t count;

      if (components[row] != 0)
        continue;
      count = cuthill_mckee_ref (&plain, peripheral_ref (&plain, row), permutation + numbered);
      for (int64_t i = 0, j = count - 1; i < j; i++, j--)
        {
          const int32_t other = permutation[numbered + i];

          permutation[numbered + i] = permutation[numbered + j];
          permutation[numbered + j] = other;
        }
      numbered += count;
    }
}

SeidelCsr *
seidel_csr_permuted_ref (const SeidelCsr *csr, const int32_t *permutation, GError **error)
{
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autofree int32_t *inverse = seidel_permutation_invert (permutation, csr->rows, error);
  g_autofree int32_t *rows = seidel_permutation_alloc (nonzeros, error);
  g_autofree int32_t *columns = seidel_permutation_alloc (nonzeros, error);
  SeidelCoordinates coordinates = { csr->rows, csr->columns, nonzeros, rows, columns, csr->values };

  if (inverse == NULL || rows == NULL || columns == NULL)
    return NULL;
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        rows[k] = inverse[row];
        columns[k] = inverse[csr->column_indices[k]];
      }
  return seidel_csr_from_coordinates (&coordinates, NULL, NULL, error);
}
