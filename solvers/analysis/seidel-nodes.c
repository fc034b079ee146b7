/* How many unknowns a node has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-nodes.h"

#include <math.h>

/* Nodes that are looked at. They are spread by the golden ratio: at equal distances all of them may
 * be at the same place in the lines of a grid. */
#define SAMPLE       1000
#define GOLDEN_RATIO 0.6180339887498949

/* The share of entries that blocks of nodes have as a rule, and how much fuller they are than those
 * that begin elsewhere. Bars along an axis fill one place of a block, so that emptier blocks are
 * those of nodes, too, if the others are emptier still; few nodes say less of that. Last, what
 * counts as equally full. Fitted to elasticity with 2, 3 and 6 unknowns a node, with and without
 * the zeros between directions, and to plane and spatial trusses, against stencils, bands, dense
 * matrices and graphs.
 */
#define MOSTLY_FULL  0.62
#define LEAST_GAIN   1.15
#define GAIN_OF_BARS 1.3
#define LEAST_CLEAR  0.45
#define FEW_NODES    15.0
#define EQUALLY      0.97

/* Columns of a node's rows, as blocks in order; the entries there. */
typedef struct
{
  const SeidelCsr *csr;
  int64_t size;
  int64_t shift; /* where the first block begins */
  int64_t entries;
  int64_t blocks;
} Count;

/* Blocks of one node: a merge of its rows, each of which is in order. */
static void
count_node (Count *count, int64_t first)
{
  const SeidelCsr *csr = count->csr;
  int64_t places[SEIDEL_NODES_MOST];

  for (int64_t i = 0; i < count->size; i++)
    places[i] = csr->row_offsets[first + i];
  for (;;)
    {
      int64_t least = INT64_MAX;
      int64_t end;

      for (int64_t i = 0; i < count->size; i++)
        if (places[i] < csr->row_offsets[first + i + 1])
          least = MIN (least, csr->column_indices[places[i]]);
      if (least == INT64_MAX)
        return;
      /* Where the block of that column ends; what comes before the shift is one, too. */
      end = least + count->size - (least + count->size - count->shift) % count->size;
      count->blocks++;
      for (int64_t i = 0; i < count->size; i++)
        for (; places[i] < csr->row_offsets[first + i + 1] && csr->column_indices[places[i]] < end;
             places[i]++)
          count->entries++;
    }
}

/* The share of blocks of a size that entries fill, beginning at a row; 0 without any. */
static double
measure (const SeidelCsr *csr, int size, int shift)
{
  Count count = { csr, size, shift, 0, 0 };
  const int64_t nodes = (csr->rows - shift) / size;
  const int64_t sample = MIN (nodes, SAMPLE);

  for (int64_t i = 0; i < sample; i++)
    {
      const double part = fmod ((double) i * GOLDEN_RATIO, 1.0);

      count_node (&count, shift + size * (sample == nodes ? i : (int64_t) (part * (double) nodes)));
    }
  return count.blocks > 0 ? (double) count.entries / (double) (count.blocks * size * size) : 0.0;
}

int
seidel_csr_node_unknowns (const SeidelCsr *csr)
{
  int best = 1;
  double fullest = 0.0;

  if (csr->rows != csr->columns)
    return 1;
  for (int size = SEIDEL_NODES_MOST; size >= 2; size--)
    {
      const double clear = LEAST_CLEAR * (1.0 + FEW_NODES * size / (double) MAX (csr->rows, 1));
      double full;
      double gain;

      if (csr->rows % size != 0 || csr->rows < 2 * size)
        continue;
      full = measure (csr, size, 0);
      if (EQUALLY * full <= fullest)
        continue;
      gain = full / measure (csr, size, 1);
      if (gain < (full >= MOSTLY_FULL ? LEAST_GAIN : GAIN_OF_BARS) || full * gain < clear)
        continue;
      best = size;
      fullest = full;
    }
  return best;
}
