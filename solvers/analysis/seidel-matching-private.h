/* What the algorithms for matchings share. Private to solvers/analysis.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-poll.h"
#include "analysis/seidel-matching.h"

G_BEGIN_DECLS

/* A matching that may not be complete, owned: −1 for what has no partner. */
typedef struct
{
  const SeidelCsr *csr;
  int32_t *column_of; /* rows */
  int32_t *row_of;    /* columns */
  int64_t size;
} SeidelPairs;

static inline void
seidel_pairs_join (SeidelPairs *pairs, int32_t row, int32_t column)
{
  pairs->column_of[row] = column;
  pairs->row_of[column] = row;
}

/* Those of the largest product of magnitudes, from none, for a square matrix that has a complete
 * matching. *complete is false where the work ran out. False with SEIDEL_ERROR_MEMORY or when
 * cancelled. */
bool seidel_pairs_maximise (SeidelPairs *pairs,
                            bool *complete,
                            GCancellable *cancellable,
                            GError **error);

/* What seidel_matching_apply () and seidel_matching_exchange () make of the real form of a complex
 * matrix, and of a pair of numbers. */
SeidelCsr *
seidel_matching_apply_complex (const SeidelMatching *self, const SeidelCsr *form, GError **error);
void seidel_matching_turn (const double turn[2], double *re, double *im);

G_END_DECLS
