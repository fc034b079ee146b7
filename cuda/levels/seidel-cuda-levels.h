/* The levels of the rows of a sweep, and what else follows their dependencies, found on the device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-grid.h"
#include "matrix/seidel-cuda-operator.h"

/* The rows of an operator by dependency level. */
typedef struct SeidelCudaLevels
{
  int32_t count;
  int64_t *offsets;      /* count + 1, into rows; on the host; NULL where they were not asked for */
  int32_t *rows;         /* on the device: by level, ascending within one */
  int32_t *level_of_row; /* on the device: 1 … count */
  bool pooled;           /* both: see seidel_cuda_pooled_new () */
} SeidelCudaLevels;

/* For what levels are looked for. */
typedef enum
{
  SEIDEL_CUDA_LEVELS_PLANNED, /* without offsets, and pooled unless the operator had them */
  SEIDEL_CUDA_LEVELS_LAUNCHED /* with offsets */
} SeidelCudaLevelsUse;

/* From the levels given, or else those that the operator was lent, which it gives away, or found on
 * the device. */
bool seidel_cuda_levels_init (SeidelContext *context,
                              SeidelOperator *A,
                              SeidelDirection direction,
                              const SeidelLevelsView *given,
                              SeidelCudaLevelsUse use,
                              SeidelCudaLevels *levels);
void seidel_cuda_levels_clear (SeidelCudaLevels *levels);
/* Levels of the forward direction that were found already, for the next who asks for them: takes
 * them over. False and the sticky status when memory is short. */
bool seidel_cuda_lend_levels (SeidelContext *context, SeidelOperator *A, SeidelCudaLevels *levels);
/* Frees those that were lent, on which work beside the stream may depend. */
void seidel_cuda_forget_levels (SeidelContext *context, SeidelOperator *A);

/* Entries of the longest row; −1 on failure. */
int64_t seidel_cuda_longest_row (SeidelContext *context, SeidelOperator *A);

/* The longest row of an operator whose diagonal is known, and whether some row depends on another
 * in each direction. */
typedef struct
{
  int32_t longest;
  int32_t depends; /* bit d: in the direction d */
} SeidelCudaExtent;

/* False on failure, with the sticky status. */
bool seidel_cuda_extent_of_rows (SeidelContext *context,
                                 const SeidelOperator *A,
                                 SeidelCudaExtent *extent);

/* The marks of rows (FarMark), and the highest of each of their numbers, all 0 at first; on the
 * device. */
typedef struct
{
  unsigned int ticket;
  int highest[3]; /* level, and of the two far classes */
} SeidelCudaFarCounts;

typedef struct
{
  unsigned long long *marks; /* of each row */
  SeidelCudaFarCounts *counts;
} SeidelCudaFarMarks;

/* Begins to look for them. Where there is room, and it suffices, tiles of rows are ordered first,
 * for grids that are deep. False and the sticky status on failure. */
bool seidel_cuda_find_far_marks (SeidelContext *context,
                                 SeidelOperator *A,
                                 SeidelDirection direction,
                                 const SeidelFarClasses *classes,
                                 void *workspace,
                                 size_t workspace_bytes,
                                 SeidelCudaFarMarks *found);
