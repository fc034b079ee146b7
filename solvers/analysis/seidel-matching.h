/* Matchings of rows with columns: an exchange of rows after which the diagonal is full, or as large
 * as an exchange can make it.
 *
 * Each entry of a full diagonal is of another row and another column, a perfect matching of the
 * bipartite graph of the matrix. The largest number of entries that a matching can have is the
 * structural rank: a square matrix where it is less than the order is singular, whatever its
 * values. Zeros that are stored are no entries here.
 *
 * Sources: Hopcroft and Karp, "An n^5/2 algorithm for maximum matchings in bipartite graphs"
 * (1973); Duff and Koster, "On algorithms for permuting large entries to the diagonal of a sparse
 * matrix" (2001), section 4, the product of the diagonal by shortest augmenting paths.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Which exchange of rows comes before a run. */
typedef enum
{
  SEIDEL_MATCHING_AUTO = -1, /* chosen by an automatic run */
  SEIDEL_MATCHING_NONE,
  SEIDEL_MATCHING_STRUCTURAL, /* one that fills the diagonal */
  SEIDEL_MATCHING_PRODUCT,    /* … and makes its product the largest */
} SeidelMatchingKind;

/* Read-only after construction. */
typedef struct
{
  int64_t n;
  int64_t rank;  /* the structural rank */
  int64_t moved; /* rows that get another place */
  bool largest;  /* no exchange gives a larger product of the diagonal */
  int32_t *rows; /* n: the row that gets each place; NULL where the rank is less than n */
  /* Of the real form of a complex matrix: 2 of its rows are one, of which rank and moved are
   * counts, and are then multiplied by a number of modulus 1; n values, in pairs. 1, and NULL
   * otherwise. */
  int unit;
  double *turns;
} SeidelMatching;

/* The structural rank of a matrix of any shape: O (√n nonzeros) operations. −1 with
 * SEIDEL_ERROR_MEMORY or when cancelled. */
SEIDEL_API int64_t seidel_structural_rank (const SeidelCsr *csr,
                                           GCancellable *cancellable,
                                           GError **error);

/* Of a square matrix whose entries are finite; kind is STRUCTURAL, which leaves rows with an entry
 * on the diagonal where they are as far as that can be, or PRODUCT. The time is bounded by that of
 * some hundred passes over the entries and a structural one: what is not done by then is filled up
 * by any entries, and largest is false. NULL with SEIDEL_ERROR_MEMORY or when cancelled. */
SEIDEL_API SeidelMatching *seidel_matching_new (const SeidelCsr *csr,
                                                SeidelMatchingKind kind,
                                                GCancellable *cancellable,
                                                GError **error);
/* The same of a matrix that is the real form of a complex one, see SeidelMatrix.interleaved. */
SEIDEL_API SeidelMatching *seidel_matching_new_complex (const SeidelCsr *form,
                                                        SeidelMatchingKind kind,
                                                        GCancellable *cancellable,
                                                        GError **error);
SEIDEL_API void seidel_matching_free (SeidelMatching *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelMatching, seidel_matching_free)

/* The matrix with its rows exchanged; of a matching with rows. */
SEIDEL_API SeidelMatrix *
seidel_matching_apply (const SeidelMatching *self, const SeidelMatrix *matrix, GError **error);
/* Likewise b, to another place. */
SEIDEL_API void
seidel_matching_exchange (const SeidelMatching *self, const double *b, double *exchanged);

/* seidel_matrix_add_place () of the matrix before the exchange, for a row after it; self NULL:
 * none.
 */
SEIDEL_API char *seidel_matching_add_place (const SeidelMatching *self,
                                            const SeidelMatrix *matrix,
                                            const char *message,
                                            int64_t row,
                                            int64_t column);

G_END_DECLS
