/* Blocks as the CPU engine holds them, and their kernels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-block-operations.h"
#include "engine/seidel-cpu-private.h"

/* Nodes in groups whose members do not depend on each other. */
typedef struct
{
  int32_t count;
  int32_t *nodes;   /* by level */
  int64_t *offsets; /* count + 1, into nodes */
} SeidelCpuNodeLevels;

/* Blocks stand column after column, in the context's precision. */
struct SeidelBlocks
{
  int size;
  int64_t n_nodes;
  void *inverses; /* of the diagonal */
  /* Of L and U, row after row of nodes; NULL without sweeps. */
  int64_t *offsets; /* n_nodes + 1 */
  int64_t *splits;  /* where the blocks of U begin */
  int32_t *columns;
  void *values;
  SeidelCpuNodeLevels levels[2]; /* by SeidelDirection; none: in the order of the nodes */
};

typedef struct
{
  /* Copies so many blocks from arrays in double, row after row. */
  void (*store) (const double *from, int size, int64_t n, void *to);
  /* z ← D⁻¹ r of the nodes from begin to end. */
  void (*divide) (SeidelContext *context,
                  const SeidelBlocks *blocks,
                  int64_t begin,
                  int64_t end,
                  const void *r,
                  void *z);
  /* The nodes of a list, or those of these numbers, from begin to end, descending in a backward
   * sweep without a list: z ← D⁻¹ (r − L z), or z ← z − D⁻¹ U z. */
  void (*sweep) (SeidelContext *context,
                 const SeidelBlocks *blocks,
                 SeidelDirection direction,
                 const int32_t *nodes,
                 int64_t begin,
                 int64_t end,
                 const void *r,
                 void *z);
} SeidelCpuBlockKernels;

extern const SeidelCpuBlockKernels seidel_cpu_float_blocks;
extern const SeidelCpuBlockKernels seidel_cpu_double_blocks;
