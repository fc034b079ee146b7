/* Factors of a matrix, made as runs make them but by themselves, and its null vectors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-part-private.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-memory.h"
#include "base/seidel-threads.h"
#include "base/seidel-translatable.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-ilu.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-sparse-factors.h"

#define MOST_NULL_VECTORS 16

/* As much of a run as factorisations ask for. */
typedef struct
{
  SeidelOptions options;
  SeidelMonitor monitor;
  SeidelPreconditioner preconditioner; /* of which there is only the name, for messages */
  SeidelMethodRun run;
} Bench;

static void
bench_init (Bench *self, const SeidelPartSources *sources, GCancellable *cancellable)
{
  SeidelMatrix *matrix = sources->matrix;
  const int threads = sources->options != NULL ? sources->options->threads : 0;

  self->options = seidel_options_default ();
  self->options.method = "umfpack";
  seidel_monitor_init (&self->monitor, &self->options, seidel_trace_new (), cancellable, 1.0, 1);
  self->preconditioner.kind = seidel_preconditioner_find ("none");
  self->preconditioner.state = NULL;
  self->run = (SeidelMethodRun){ .method = seidel_method_find (self->options.method),
                                 .options = &self->options,
                                 .matrix = matrix,
                                 .csr = matrix->csr,
                                 .n = matrix->csr->rows,
                                 .threads = threads > 0 ? threads : seidel_threads_processors (),
                                 .monitor = &self->monitor,
                                 .preconditioner = &self->preconditioner,
                                 .row = -1,
                                 .column = -1 };
}

static void
bench_clear (Bench *self)
{
  seidel_trace_unref (self->monitor.trace);
  g_free (self->run.message);
}

/* Why there are no factors. Returns false. */
static bool
fail (const Bench *self,
      const SeidelMatrix *matrix,
      SeidelReason reason,
      GCancellable *cancellable,
      GError **error)
{
  const char *why = self->run.message != NULL ? self->run.message : seidel_reason_sentence (reason);
  g_autofree char *placed = seidel_matrix_add_place (matrix, why, self->run.row, self->run.column);

  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error_literal (error, SEIDEL_ERROR,
                         reason == SEIDEL_REASON_OUT_OF_MEMORY ? SEIDEL_ERROR_MEMORY
                                                               : SEIDEL_ERROR_INVALID,
                         placed);
  return false;
}

/* The last entry of a row of L + D is that of the diagonal: L with ones there, or of A ≈ L Lᵀ. */
static bool
normalise (SeidelCsr *lower, bool cholesky, GError **error)
{
  g_autofree double *pivots = seidel_memory_try ((size_t) MAX (lower->rows, 1) * sizeof *pivots,
                                                 "The diagonal of the factors", error);

  if (pivots == NULL)
    return false;
  for (int64_t row = 0; row < lower->rows; row++)
    pivots[row] = lower->values[lower->row_offsets[row + 1] - 1];
  for (int64_t k = 0; k < seidel_csr_nonzeros (lower); k++)
    {
      const double pivot = pivots[lower->column_indices[k]];

      lower->values[k] /= cholesky ? sqrt (pivot) : pivot;
    }
  return true;
}

static SeidelReason
make_incomplete (Bench *bench,
                 const SeidelPart *self,
                 const SeidelMatrix *matrix,
                 SeidelPartValue *value,
                 GError **error)
{
  g_autoptr (SeidelCsr) lower = NULL;
  g_autoptr (SeidelCsr) upper = NULL;
  const bool cholesky = self->choice == SEIDEL_PART_IC_LOWER;
  double shift;
  int64_t failed;
  SeidelReason reason;

  bench->preconditioner.kind = seidel_preconditioner_find (cholesky ? "ic0" : "ilu0");
  reason = cholesky ? seidel_ic_factorise (&bench->run, &lower, &upper, &shift, &failed)
                    : seidel_ilu_factorise (&bench->run, &lower, &upper);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  if (self->choice != SEIDEL_PART_ILU_UPPER && !normalise (lower, cholesky, error))
    return SEIDEL_REASON_OUT_OF_MEMORY;
  seidel_part_take_matrix (value, self, matrix,
                           self->choice == SEIDEL_PART_ILU_UPPER ? g_steal_pointer (&upper)
                                                                 : g_steal_pointer (&lower));
  return reason;
}

/* Numbers of rows or columns, from 1. */
static bool
take_order (SeidelPartValue *value, const int64_t *order, int64_t n, GError **error)
{
  if (!seidel_part_take_vector (value, n, error))
    return false;
  for (int64_t i = 0; i < n; i++)
    value->vector[i] = (double) (order[i] + 1);
  return true;
}

static bool
take_numbers (SeidelPartValue *value, const double *numbers, int64_t n, GError **error)
{
  if (!seidel_part_take_vector (value, n, error))
    return false;
  memcpy (value->vector, numbers, (size_t) n * sizeof *numbers);
  return true;
}

static SeidelReason
make_complete (Bench *bench,
               const SeidelPart *self,
               const SeidelMatrix *matrix,
               SeidelPartValue *value,
               GError **error)
{
  const bool cholesky = self->choice >= SEIDEL_PART_CHOLESKY_LOWER;
  g_auto (SeidelSparseFactors) factors = { 0 };
  SeidelReason reason = cholesky ? seidel_sparse_factors_cholesky (&bench->run, &factors)
                                 : seidel_sparse_factors_lu (&bench->run, &factors);
  bool good = true;

  if (reason != SEIDEL_REASON_NONE)
    return reason;
  switch ((SeidelPartFactor) self->choice)
    {
    case SEIDEL_PART_LU_ROWS:
    case SEIDEL_PART_CHOLESKY_ROWS:
      good = take_order (value, factors.rows, bench->run.n, error);
      break;
    case SEIDEL_PART_LU_COLUMNS:
      good = take_order (value, factors.columns, bench->run.n, error);
      break;
    case SEIDEL_PART_LU_SCALE:
      good = take_numbers (value, factors.scale, bench->run.n, error);
      break;
    default:
      seidel_part_take_matrix (value, self, matrix,
                               self->choice == SEIDEL_PART_LU_UPPER
                                 ? g_steal_pointer (&factors.upper)
                                 : g_steal_pointer (&factors.lower));
      break;
    }
  return good ? SEIDEL_REASON_NONE : SEIDEL_REASON_OUT_OF_MEMORY;
}

/* A dense matrix of columns, in rows. */
static SeidelCsr *
from_columns (const double *columns, int64_t n, int count, GError **error)
{
  SeidelCsr *csr = seidel_csr_new (n, count, n * count, error);

  for (int64_t row = 0; csr != NULL && row < n; row++)
    {
      for (int k = 0; k < count; k++)
        {
          csr->column_indices[row * count + k] = k;
          csr->values[row * count + k] = columns[(size_t) k * n + row];
        }
      csr->row_offsets[row + 1] = (row + 1) * count;
    }
  return csr;
}

static SeidelReason
make_null_vectors (Bench *bench,
                   const SeidelPart *self,
                   const SeidelMatrix *matrix,
                   SeidelPartValue *value,
                   GError **error)
{
  double *vectors = NULL;
  int count = 0;
  SeidelReason reason =
    seidel_sparse_null_vectors (&bench->run, MOST_NULL_VECTORS, &vectors, &count);
  SeidelCsr *csr = NULL;

  if (reason == SEIDEL_REASON_NONE && count == 0)
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                         seidel_text ("The matrix maps no vector to zero: it is not singular"));
  else if (reason == SEIDEL_REASON_NONE)
    csr = from_columns (vectors, matrix->csr->rows, count, error);
  if (csr != NULL)
    seidel_part_take_matrix (value, self, matrix, csr);
  seidel_vector_free (vectors);
  return reason;
}

bool
seidel_part_make_factor (const SeidelPart *self,
                         const SeidelPartSources *sources,
                         SeidelPartValue *value,
                         GCancellable *cancellable,
                         GError **error)
{
  GError *cause = NULL;
  SeidelReason reason;
  Bench bench;
  bool made;

  bench_init (&bench, sources, cancellable);
  if (self->choice == SEIDEL_PART_NULL_VECTORS)
    reason = make_null_vectors (&bench, self, sources->matrix, value, &cause);
  else if (self->choice <= SEIDEL_PART_IC_LOWER)
    reason = make_incomplete (&bench, self, sources->matrix, value, &cause);
  else
    reason = make_complete (&bench, self, sources->matrix, value, &cause);
  made = reason == SEIDEL_REASON_NONE && cause == NULL;
  if (cause != NULL)
    g_propagate_error (error, cause);
  else if (!made)
    fail (&bench, sources->matrix, reason, cancellable, error);
  bench_clear (&bench);
  return made;
}
