/* When rows are exchanged without being asked: the one rule, which automatic runs and the advice on
 * a matrix use.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-matching.h"
#include "analysis/seidel-structure.h"

G_BEGIN_DECLS

/* A system with its rows exchanged; everything NULL where they are not. */
typedef struct
{
  SeidelMatching *matching;
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  /* "No entry of the diagonal is missing or zero after an exchange of 199 rows" */
  char *why;
} SeidelMatched;

/* Exchanges the rows as kind says. AUTO: only where the diagonal of a square, unsymmetric matrix
 * has gaps or is small beside its rows, and the exchange mends that; otherwise where it can
 * be done at all. structure is the report of the matrix. False with SEIDEL_ERROR_INVALID where a
 * kind was asked for and no exchange fills the diagonal, SEIDEL_ERROR_MEMORY or when cancelled. */
SEIDEL_API bool seidel_matched_init (SeidelMatched *self,
                                     const SeidelMatrix *matrix,
                                     const SeidelStructure *structure,
                                     SeidelMatchingKind kind,
                                     GCancellable *cancellable,
                                     GError **error);
SEIDEL_API void seidel_matched_clear (SeidelMatched *self);

/* Whether AUTO looks for an exchange, which need not be made then: of unsymmetric matrices. */
SEIDEL_API bool seidel_matching_may_help (const SeidelStructure *structure);

/* Whether an exchange can be asked for: of square matrices that are finite. */
SEIDEL_API bool seidel_matching_applies (const SeidelStructure *structure);

G_END_DECLS
