/* Sparse factors that an engine makes on its device by a library: LU, L D Lᵀ or Cholesky, by what
 * the matrix is.
 *
 * The real form of a complex matrix is factored as the complex matrix, which has half its rows and
 * a quarter of its entries.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-direct.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "engine/seidel-sparse-operations.h"
#include "run/seidel-trace-writer.h"

/* Operations of factors with so many entries, at most: those of a full triangle. */
#define MOST_FLOPS(entries) (2.0 / 3.0 * (entries) *sqrt (entries))

typedef struct
{
  SeidelSession session;
  SeidelSparseFactors *factors;
  SeidelVector *x;
} Kept;

/* The matrix as the library takes it: owned arrays, or those of the run. */
typedef struct
{
  SeidelSparseSystem system;
  int64_t *row_offsets;
  int32_t *column_indices;
  double *values;
} Packed;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  if (kept->factors != NULL)
    kept->session.engine->sparse->free (kept->session.context, kept->factors);
  seidel_session_vector_free (&kept->session, kept->x);
  g_free (kept);
}

static void
packed_clear (Packed *packed)
{
  free (packed->row_offsets);
  free (packed->column_indices);
  free (packed->values);
}

/* The entries of a row, of complex numbers of a row of the complex matrix, from the diagonal on
 * where upper; their number. The first row of a pair has the real part and minus the imaginary part
 * of each entry; of the diagonal one the imaginary part may be missing. */
static int64_t
pack_row (const SeidelCsr *csr,
          int64_t row,
          bool complex_numbers,
          bool upper,
          int32_t *columns,
          double *values)
{
  const int64_t first = complex_numbers ? 2 * row : row;
  int64_t n = 0;

  for (int64_t k = csr->row_offsets[first]; k < csr->row_offsets[first + 1]; k++)
    {
      const int32_t stored = csr->column_indices[k];
      const int32_t column = complex_numbers ? stored / 2 : stored;

      if (upper && column < row)
        continue;
      if (n == 0 || columns[n - 1] != column)
        {
          columns[n] = column;
          if (complex_numbers)
            values[2 * n] = values[2 * n + 1] = 0.0;
          n++;
        }
      if (!complex_numbers)
        values[n - 1] = csr->values[k];
      else if (stored % 2 == 0)
        values[2 * (n - 1)] = csr->values[k];
      else
        values[2 * (n - 1) + 1] = -csr->values[k];
    }
  return n;
}

static bool
pack (Packed *packed, const SeidelCsr *csr, bool upper)
{
  SeidelSparseSystem *system = &packed->system;
  const size_t nonzeros = (size_t) MAX (seidel_csr_nonzeros (csr), 1);

  packed->row_offsets = seidel_memory_alloc ((size_t) (system->n + 1) * sizeof (int64_t));
  packed->column_indices = seidel_memory_alloc (nonzeros * sizeof (int32_t));
  packed->values = seidel_memory_alloc (nonzeros * sizeof (double));
  if (packed->row_offsets == NULL || packed->column_indices == NULL || packed->values == NULL)
    return false;
  packed->row_offsets[0] = 0;
  for (int64_t row = 0; row < system->n; row++)
    {
      const int64_t begin = packed->row_offsets[row];

      packed->row_offsets[row + 1] =
        begin
        + pack_row (csr, row, system->complex_numbers, upper, packed->column_indices + begin,
                    packed->values + (system->complex_numbers ? 2 * begin : begin));
    }
  system->row_offsets = packed->row_offsets;
  system->column_indices = packed->column_indices;
  system->values = packed->values;
  return true;
}

/* A general real matrix is taken as it is. The real form of a Hermitian matrix is symmetric. */
static bool
packed_init (Packed *packed, SeidelMethodRun *run, SeidelSparseKind kind)
{
  const SeidelCsr *csr = run->csr;
  const bool complex_numbers = run->matrix->interleaved;

  *packed = (Packed){
    .system = {
      .n = complex_numbers ? run->n / 2 : run->n,
      .row_offsets = csr->row_offsets,
      .column_indices = csr->column_indices,
      .values = csr->values,
      .complex_numbers = complex_numbers,
      .kind = kind,
      .threads = MAX (run->threads, 1),
    },
  };
  return (kind == SEIDEL_SPARSE_GENERAL && !complex_numbers)
         || pack (packed, csr, kind != SEIDEL_SPARSE_GENERAL);
}

static void
note_phases (SeidelMethodRun *run, const SeidelSparseReport *report)
{
  SeidelTrace *trace = run->monitor->trace;

  seidel_trace_add_analysis (trace, report->ordering_nanoseconds, report->symbolic_nanoseconds);
  seidel_trace_add_factor (trace, report->factor_nanoseconds);
}

/* What is left of a matrix that is symmetric but not positive definite, and of pivots. */
static void
note_pivots (SeidelMethodRun *run, const SeidelSparseReport *report)
{
  if (report->replaced > 0)
    {
      run->singular = true;
      seidel_method_run_note (run,
                              seidel_plural ("%lld pivot was too small and was replaced: the "
                                             "matrix is singular, or nearly so.",
                                             "%lld pivots were too small and were replaced: the "
                                             "matrix is singular, or nearly so.",
                                             (unsigned long) report->replaced),
                              (long long) report->replaced);
    }
  else if (report->negative > 0)
    seidel_method_run_note (run,
                            seidel_text ("By its pivots, the matrix has %lld positive and %lld "
                                         "negative eigenvalues."),
                            (long long) report->positive, (long long) report->negative);
}

static SeidelSparseFactors *
make (SeidelMethodRun *run, SeidelSparseKind kind, SeidelSparseReport *report, SeidelReason *reason)
{
  SeidelSession *session = &run->session;
  SeidelSparseFactors *factors = NULL;
  Packed packed;

  *report = (SeidelSparseReport){ 0 };
  if (packed_init (&packed, run, kind))
    {
      factors = session->engine->sparse->create (session->context, &packed.system, report);
      note_phases (run, report);
      if (factors == NULL && !report->indefinite)
        *reason = seidel_monitor_failure (run->monitor, session);
    }
  else
    *reason = seidel_direct_out_of_memory (run, 12.0 * (double) seidel_csr_nonzeros (run->csr)
                                                  + 8.0 * (double) run->n);
  packed_clear (&packed);
  /* The engine copies the system. */
  // cppcheck-suppress returnDanglingLifetime
  return factors;
}

/* Cholesky's factors show whether a symmetric matrix is positive definite; where it is not, it is
 * factored again. */
static SeidelSparseKind
first_kind (const SeidelStructure *structure)
{
  if (!structure->value_symmetric)
    return SEIDEL_SPARSE_GENERAL;
  return structure->diagonal_full && structure->diagonal_negative == 0 ? SEIDEL_SPARSE_POSITIVE
                                                                       : SEIDEL_SPARSE_SYMMETRIC;
}

static gpointer
factor (SeidelMethodRun *run, SeidelReason *reason)
{
  Kept *kept = g_new0 (Kept, 1);
  SeidelSparseReport report;

  kept->session = run->session;
  kept->factors = make (run, first_kind (run->structure), &report, reason);
  if (kept->factors == NULL && report.indefinite)
    kept->factors = make (run, SEIDEL_SPARSE_SYMMETRIC, &report, reason);
  kept->x = kept->factors != NULL ? seidel_method_run_vector (run) : NULL;
  if (kept->x != NULL)
    {
      const double entries = (double) MAX (report.entries, 0);

      run->factor_bytes = (double) MAX (report.bytes, 0);
      seidel_direct_note_work (run, entries, MOST_FLOPS (entries));
      note_pivots (run, &report);
      return kept;
    }
  if (kept->factors != NULL)
    *reason = seidel_monitor_failure (run->monitor, &run->session);
  kept_free (kept);
  return NULL;
}

static bool
solve (SeidelMethodRun *run, gpointer factors, bool transposed, double *x)
{
  SeidelSession *session = &run->session;
  Kept *kept = factors;

  session->engine->vectors.upload (session->context, kept->x, x);
  session->engine->sparse->solve (session->context, kept->factors, transposed, kept->x);
  session->engine->vectors.download (session->context, x, kept->x);
  /* A failure is sticky in the session, and the next check reports it. */
  return true;
}

SeidelReason
seidel_method_cudss (SeidelMethodRun *run)
{
  static const SeidelDirect direct = { factor, solve, kept_free };

  return seidel_direct_run (run, &direct);
}
