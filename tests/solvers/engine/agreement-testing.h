/* Matrices that are hard on parallel engines, and an engine at work on one of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/seidel-schedule.h"
#include "engine/seidel-engines.h"
#include "engine/seidel-engine-use.h"
#include "matrix/seidel-vector.h"

/* An engine that is here, and is no distributed one, whose ranks compute elsewhere. */
static inline bool
has_operations (const SeidelEngineEntryInfo *engine)
{
  return engine->available && engine->engine->vectors.dot != NULL;
}

static inline void
skip_engine (const SeidelEngineEntryInfo *engine)
{
  g_test_skip (engine->available ? "a distributed engine" : engine->why_not);
}

/* Patterns that are hard on parallel sweeps, and grids. */
typedef enum
{
  PATTERN_INDEPENDENT,
  PATTERN_CHAIN,
  PATTERN_DENSE_ROW,
  PATTERN_DENSE_COLUMN,
  PATTERN_ARROW,
  PATTERN_BAND,
  PATTERN_WIDE_BAND,
  PATTERN_FULL,
  PATTERN_RANDOM,
  N_PATTERNS,
} Pattern;

static inline bool
is_stored (Pattern pattern, int64_t n, int64_t i, int64_t j)
{
  switch (pattern)
    {
    case PATTERN_CHAIN:
      return j == i - 1;
    case PATTERN_DENSE_ROW:
      return i == n / 2;
    case PATTERN_DENSE_COLUMN:
      return j == n / 3;
    case PATTERN_ARROW:
      return i == 0 || j == 0;
    case PATTERN_BAND:
      return ABS (i - j) <= 5;
    case PATTERN_WIDE_BAND:
      return ABS (i - j) <= 40;
    case PATTERN_FULL:
      /* Larger ones would only take time. */
      return n <= 400 || ABS (i - j) <= 2;
    case PATTERN_RANDOM:
      return seidel_random_uniform (7, (uint64_t) (i * n + j)) > 1.0 - 16.0 / (double) (n + 8);
    case PATTERN_INDEPENDENT:
    default:
      return false;
    }
}

/* Diagonally dominant, but not by much: sweeps stay bounded, and errors do not fade away at once.
 */
static inline SeidelCsr *
make_matrix (Pattern pattern, int64_t n)
{
  g_autoptr (GError) error = NULL;
  int64_t nonzeros = 0;
  SeidelCsr *csr;

  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      nonzeros += i == j || is_stored (pattern, n, i, j);
  csr = seidel_csr_new (n, n, nonzeros, &error);
  g_assert_no_error (error);
  nonzeros = 0;
  for (int64_t i = 0; i < n; i++)
    {
      int64_t diagonal = 0;
      double sum = 1.5;

      csr->row_offsets[i] = nonzeros;
      for (int64_t j = 0; j < n; j++)
        if (i == j || is_stored (pattern, n, i, j))
          {
            csr->column_indices[nonzeros] = (int32_t) j;
            csr->values[nonzeros] = seidel_random_uniform (3, (uint64_t) nonzeros) - 0.5;
            if (i == j)
              diagonal = nonzeros;
            else
              sum += fabs (csr->values[nonzeros]);
            nonzeros++;
          }
      csr->values[diagonal] = sum;
    }
  csr->row_offsets[n] = nonzeros;
  return csr;
}

/* One engine with a matrix and three vectors on it. */
typedef struct
{
  SeidelSession session;
  SeidelOperator *A;
  SeidelVector *x, *y, *z;
  int64_t n;
} Bench;

static inline SeidelCsrView
view_of (const SeidelCsr *csr)
{
  return (SeidelCsrView){ csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                          csr->values };
}

static inline void
bench_init (Bench *bench,
            const SeidelEngine *engine,
            SeidelPrecision precision,
            const SeidelCsr *csr)
{
  SeidelContextSettings settings = { precision, 0, 2, NULL, NULL };
  SeidelCsrView view = view_of (csr);
  SeidelStatus status;

  bench->n = csr->rows;
  bench->session.engine = engine;
  bench->session.context = engine->contexts.create (&settings, &status);
  g_assert_nonnull (bench->session.context);
  bench->A = engine->operators.create (bench->session.context, &view, SEIDEL_STORAGE_CSR);
  bench->x = engine->vectors.create (bench->session.context, bench->n);
  bench->y = engine->vectors.create (bench->session.context, bench->n);
  bench->z = engine->vectors.create (bench->session.context, bench->n);
  g_assert_false (seidel_session_failed (&bench->session));
}

static inline void
bench_clear (Bench *bench)
{
  const SeidelEngine *engine = bench->session.engine;
  SeidelContext *context = bench->session.context;

  engine->vectors.free (context, bench->z);
  engine->vectors.free (context, bench->y);
  engine->vectors.free (context, bench->x);
  engine->operators.free (context, bench->A);
  engine->contexts.free (context);
}

static inline void
upload_random (Bench *bench, SeidelVector *vector, uint64_t seed)
{
  double *values = seidel_vector_new (bench->n, NULL);

  seidel_vector_fill_random (values, bench->n, seed);
  bench->session.engine->vectors.upload (bench->session.context, vector, values);
  seidel_vector_free (values);
}

static inline void
upload_poison (Bench *bench, SeidelVector *vector)
{
  double *values = seidel_vector_new (bench->n, NULL);

  for (int64_t i = 0; i < bench->n; i++)
    values[i] = NAN;
  bench->session.engine->vectors.upload (bench->session.context, vector, values);
  seidel_vector_free (values);
}

static inline void
assert_close (double a, double b, double scale, SeidelPrecision precision)
{
  double tolerance = precision == SEIDEL_PRECISION_SINGLE ? 2e-5 : 1e-12;

  g_assert_true (fabs (a - b) <= tolerance * MAX (scale, 1.0));
}

/* Known matrices on which engines are compared, and NULL: square, with full diagonals. */
static const char *const agreement_matrices[] = {
  "poisson-27",      "convection-diffusion",
  "random-dominant", "minimal-surface",
  "wathen",          "add20",
  "bcsstk14",        "gr_30_30",
  "jpwh_991",        "lap2D_5pt_n100",
  "minsurfo",        "sherman1",
  "wathen100",       NULL,
};
