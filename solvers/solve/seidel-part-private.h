/* The makers of parts, which several rows share. Private to solvers/solve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-part.h"

G_BEGIN_DECLS

/* What a row of factors is. */
typedef enum
{
  SEIDEL_PART_ILU_LOWER,
  SEIDEL_PART_ILU_UPPER,
  SEIDEL_PART_IC_LOWER,
  SEIDEL_PART_LU_LOWER,
  SEIDEL_PART_LU_UPPER,
  SEIDEL_PART_LU_ROWS,
  SEIDEL_PART_LU_COLUMNS,
  SEIDEL_PART_LU_SCALE,
  SEIDEL_PART_CHOLESKY_LOWER,
  SEIDEL_PART_CHOLESKY_ROWS,
  SEIDEL_PART_NULL_VECTORS,
} SeidelPartFactor;

bool seidel_part_make_factor (const SeidelPart *self,
                              const SeidelPartSources *sources,
                              SeidelPartValue *value,
                              GCancellable *cancellable,
                              GError **error);

/* Takes a matrix, named after the one that it is of. */
void seidel_part_take_matrix (SeidelPartValue *value,
                              const SeidelPart *self,
                              const SeidelMatrix *of,
                              SeidelCsr *csr);
/* Room for n numbers. */
bool seidel_part_take_vector (SeidelPartValue *value, int64_t n, GError **error);

G_END_DECLS
