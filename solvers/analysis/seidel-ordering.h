/* The table of orderings: the only list of them. An ordering permutes the rows and columns of a
 * square matrix symmetrically before it is analysed and solved; see matrix/seidel-matrix.h.
 *
 * To add one, write a function that fills the permutation, and a row of the table in
 * seidel-ordering.c. The result must depend only on the matrix and the seed, not on the number of
 * threads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

typedef struct
{
  const char *id;       /* "rcm", for scripts */
  const char *name;     /* "Reverse Cuthill-McKee", for users */
  const char *sentence; /* what it does and its effect */
  bool takes_seed;      /* written "random:SEED" */
  /* Fills permutation (new position → original row) of a square matrix. */
  bool (*make) (const SeidelCsr *csr,
                uint64_t seed,
                int32_t *permutation,
                SeidelProgress *progress,
                GCancellable *cancellable,
                GError **error);
} SeidelOrdering;

/* The first is SEIDEL_ORDERING_NATURAL. */
SEIDEL_API const SeidelOrdering *seidel_orderings (size_t *n_orderings);
SEIDEL_API const SeidelOrdering *seidel_ordering_find (const char *id);

/* A choice of the user; a plain value. */
typedef struct
{
  const SeidelOrdering *ordering;
  uint64_t seed; /* 0 unless the ordering takes one */
} SeidelOrderingSpec;

/* Parses "rcm" or "random:42"; SEIDEL_ERROR_INVALID lists what is valid. */
SEIDEL_API bool
seidel_ordering_spec_parse (const char *text, SeidelOrderingSpec *spec, GError **error);
/* The inverse; free with g_free (). */
SEIDEL_API char *seidel_ordering_spec_to_text (const SeidelOrderingSpec *spec);

/* The checked permutation with rows elements; NULL with an error (not square, no memory,
 * cancelled). Free with g_free (). */
SEIDEL_API int32_t *seidel_ordering_make (const SeidelOrderingSpec *spec,
                                          const SeidelCsr *csr,
                                          SeidelProgress *progress,
                                          GCancellable *cancellable,
                                          GError **error);

/* The reordered matrix: a new one, or a new reference to this one if the ordering is natural. The
 * matrix must be in its natural order. Blocks; stops within 100 ms of cancellation. */
SEIDEL_API SeidelMatrix *seidel_ordering_apply (const SeidelOrderingSpec *spec,
                                                SeidelMatrix *matrix,
                                                SeidelProgress *progress,
                                                GCancellable *cancellable,
                                                GError **error);

G_END_DECLS
