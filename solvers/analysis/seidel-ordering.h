/* The table of orderings: the only list of them. An ordering numbers the rows and columns of a
 * square matrix anew, before it is solved with; see matrix/seidel-matrix.h for what that means to
 * everything else.
 *
 * How to write the next one: a function that fills the permutation and a row of the table in
 * seidel-ordering.c. The result depends on the matrix (and the seed) alone, never on the number of
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
  const char *name;     /* "Reverse Cuthill-McKee", for people */
  const char *sentence; /* what it does and what it buys */
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

/* What a user asks for; a plain value. */
typedef struct
{
  const SeidelOrdering *ordering;
  uint64_t seed; /* 0 unless the ordering takes one */
} SeidelOrderingSpec;

/* Reads "rcm" or "random:42"; the error names what is valid. */
SEIDEL_API bool
seidel_ordering_spec_parse (const char *text, SeidelOrderingSpec *spec, GError **error);
/* The way back; free with g_free (). */
SEIDEL_API char *seidel_ordering_spec_to_text (const SeidelOrderingSpec *spec);

/* The permutation alone, checked: rows entries, NULL with an error (not square, no memory,
 * cancelled). Free with g_free (). */
SEIDEL_API int32_t *seidel_ordering_make (const SeidelOrderingSpec *spec,
                                          const SeidelCsr *csr,
                                          SeidelProgress *progress,
                                          GCancellable *cancellable,
                                          GError **error);

/* The matrix in that order: a new one, or another reference to this one when the order is natural.
 * The matrix must be in its natural order. Blocks; stops within 100 ms of cancellation. */
SEIDEL_API SeidelMatrix *seidel_ordering_apply (const SeidelOrderingSpec *spec,
                                                SeidelMatrix *matrix,
                                                SeidelProgress *progress,
                                                GCancellable *cancellable,
                                                GError **error);

G_END_DECLS
