/* The fingerprint of a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "record/seidel-fingerprint.h"

#include <xxhash.h>

/* Bytes between two looks at the cancellable: about 2 ms. */
#define PIECE_BYTES ((size_t) 1 << 24)

static bool
add (XXH64_state_t *state, const void *bytes, size_t length, GCancellable *cancellable)
{
  for (size_t begin = 0; begin < length; begin += PIECE_BYTES)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return false;
      XXH64_update (state, (const char *) bytes + begin, MIN (length - begin, PIECE_BYTES));
    }
  return true;
}

static bool
add_matrix (XXH64_state_t *state, const SeidelMatrix *matrix, GCancellable *cancellable)
{
  const SeidelCsr *csr = matrix->csr;
  const size_t nonzeros = (size_t) seidel_csr_nonzeros (csr);
  const int64_t sizes[] = { csr->rows, csr->columns, matrix->parts != NULL };

  return add (state, sizes, sizeof sizes, cancellable)
         && add (state, csr->row_offsets, (size_t) (csr->rows + 1) * sizeof *csr->row_offsets,
                 cancellable)
         && add (state, csr->column_indices, nonzeros * sizeof *csr->column_indices, cancellable)
         && (matrix->parts != NULL
               ? add (state, matrix->parts, 2 * nonzeros * sizeof *matrix->parts, cancellable)
               : add (state, csr->values, nonzeros * sizeof *csr->values, cancellable));
}

uint64_t
seidel_fingerprint_new (const SeidelMatrix *matrix, GCancellable *cancellable)
{
  XXH64_state_t *state = XXH64_createState ();
  uint64_t fingerprint = 0;

  if (state == NULL)
    return 0;
  XXH64_reset (state, 0);
  if (add_matrix (state, matrix, cancellable))
    fingerprint = MAX (XXH64_digest (state), 1);
  XXH64_freeState (state);
  return fingerprint;
}

char *
seidel_fingerprint_to_text (uint64_t fingerprint)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", fingerprint);
}
