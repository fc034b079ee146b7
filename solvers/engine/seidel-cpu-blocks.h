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
  /* Of L and U, row after row of nodes, or of all of A where it is for products; else NULL. */
  int64_t *offsets; /* n_nodes + 1 */
  int64_t *splits;  /* where the blocks of U begin */
  int32_t *columns;
  void *values;
  SeidelCpuNodeLevels levels[2]; /* by SeidelDirection; none: in the order of the nodes */
  SeidelOperator *system;        /* A, where it is for products */
  double *sums;                  /* … and the part of a sum that some neighbouring nodes have */
};

typedef struct
{
  /* Copies so many blocks from arrays in double, row after row. */
  void (*store) (const double *from, int size, int64_t n, void *to);
  /* Copies the rows of a node, one after the other, which consist of so many whole blocks. */
  void (*store_whole) (const double *rows, int size, int64_t n, void *to);
  /* z ← D⁻¹ r of the nodes from begin to end. */
  void (*divide) (SeidelContext *context,
                  const SeidelBlocks *blocks,
                  int64_t begin,
                  int64_t end,
                  const void *r,
                  void *z);
  /* z ← D⁻¹ r of all nodes; returns r · z, with the bits of the sum over these vectors. */
  double (*divide_dot) (SeidelContext *context, const SeidelBlocks *blocks, const void *r, void *z);
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
  /* y ← A x of the nodes from begin to end, or b − A x; returns x · y, or y · y. */
  double (*product) (SeidelContext *context,
                     const SeidelBlocks *blocks,
                     int64_t begin,
                     int64_t end,
                     const void *b,
                     const void *x,
                     void *y);
} SeidelCpuBlockKernels;

/* y ← A x, or b − A x where there is a b; the sum as above, the same for any number of threads. */
double seidel_cpu_block_product (SeidelContext *context,
                                 const SeidelBlocks *blocks,
                                 const void *b,
                                 const void *x,
                                 void *y);

extern const SeidelCpuBlockKernels seidel_cpu_float_blocks;
extern const SeidelCpuBlockKernels seidel_cpu_double_blocks;
