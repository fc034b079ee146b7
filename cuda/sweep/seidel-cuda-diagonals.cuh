/* The entries of a triangle by their distance from the diagonal.
 *
 * In the rows of a matrix, those of one triangle are every other piece: whoever reads them alone
 * still loads most of the others, and their columns. Where neighbouring rows have their entries at
 * the same distances from the diagonal, as on a grid, they are therefore stored a second time: of
 * 32 rows each the entries at one distance, a band, lie next to each other, and their columns are
 * one number. A sum over a triangle then takes little more than its values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-cuda-entries.cuh"
#include "seidel-cuda-sweep.h"

#define SEIDEL_BAND_ROWS 32

typedef struct
{
  int32_t distance; /* column − row */
  uint32_t stored;  /* bit l: row l has an entry there */
} SeidelCudaBand;

/* By groups of 32 rows; all on the device. */
typedef struct
{
  int32_t *starts; /* of each group its first band; and where the last one ends */
  SeidelCudaBand *bands;
  void *values;   /* 32 of each band; 0 where there is no entry */
  void *diagonal; /* of each row */
} SeidelCudaBandsView;

/* Those of the triangle above the diagonal of a system in rows, or below it; NULL where they are
 * not worth their memory, or on failure, with the sticky status. They are made when they are asked
 * for again: what is read once gains nothing. */
const SeidelCudaBandsView *
seidel_cuda_bands (SeidelContext *context, SeidelOperator *system, bool upper);
/* The diagonal, if it is at hand with one of the triangles; or NULL. */
const void *seidel_cuda_bands_diagonal (const SeidelOperator *system);
