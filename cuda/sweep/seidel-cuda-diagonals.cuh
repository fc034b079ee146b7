/* The entries of a triangle by their distance from the diagonal.
 *
 * In the rows of a matrix, those of one triangle are every other piece: a kernel that reads them
 * alone still loads most of the others, and their columns. Where neighbouring rows have their
 * entries at the same distances from the diagonal, as on a grid, they are therefore stored a second
 * time: of 32 rows each the entries at one distance, a part, lie next to each other, and their
 * columns are one number. A sum over a triangle then takes little more than its values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-cuda-entries.cuh"
#include "seidel-cuda-sweep.h"

#define SEIDEL_PART_ROWS 32

typedef struct
{
  int32_t distance; /* column − row */
  uint32_t stored;  /* bit l: row l has an entry there */
} SeidelCudaDiagonalPart;

/* By groups of 32 rows; all on the device. */
typedef struct
{
  int32_t *starts; /* of each group its first part; and where the last one ends */
  SeidelCudaDiagonalPart *parts;
  void *values;   /* 32 of each part; 0 where there is no entry */
  void *diagonal; /* of each row */
} SeidelCudaDiagonalsView;

/* Those of the triangle above the diagonal of an operator in rows, or below it; NULL where they are
 * not worth their memory, or on failure, with the sticky status. They are made when they are asked
 * for again: what is read once gains nothing. */
const SeidelCudaDiagonalsView *
seidel_cuda_triangle_by_diagonals (SeidelContext *context, SeidelOperator *A, bool upper);
/* The diagonal, if it is at hand with one of the triangles; or NULL. */
const void *seidel_cuda_main_diagonal (const SeidelOperator *A);
