/* Every engine against the CPU: the same operations on the same numbers, on poisoned outputs.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/seidel-schedule.h"
#include "engine/seidel-engines.h"
#include "engine/seidel-session.h"
#include "matrix/seidel-vector.h"

enum
{
  OUT,
  ALPHA,
  OTHER
};

/* Patterns that are hard on parallel sweeps, and grids. */
typedef enum
{
  PATTERN_INDEPENDENT,
  PATTERN_CHAIN,
  PATTERN_DENSE_ROW,
  PATTERN_DENSE_COLUMN,
  PATTERN_ARROW,
  PATTERN_BAND,
  PATTERN_RANDOM,
  N_PATTERNS,
} Pattern;

static bool
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
    case PATTERN_RANDOM:
      return seidel_random_uniform (7, (uint64_t) (i * n + j)) > 1.0 - 16.0 / (double) (n + 8);
    case PATTERN_INDEPENDENT:
    default:
      return false;
    }
}

/* Diagonally dominant, so that sweeps stay bounded. */
static SeidelCsr *
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
      csr->row_offsets[i] = nonzeros;
      for (int64_t j = 0; j < n; j++)
        if (i == j || is_stored (pattern, n, i, j))
          {
            csr->column_indices[nonzeros] = (int32_t) j;
            csr->values[nonzeros] =
              i == j ? (double) n + 2.0 : seidel_random_uniform (3, (uint64_t) nonzeros);
            nonzeros++;
          }
    }
  csr->row_offsets[n] = nonzeros;
  return csr;
}

/* One engine with a matrix and three vectors on it. */
typedef struct
{
  SeidelSession session;
  SeidelSystem *A;
  SeidelVector *x, *y, *z;
  int64_t n;
} Bench;

static SeidelCsrView
view_of (const SeidelCsr *csr)
{
  return (SeidelCsrView){ csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                          csr->values };
}

static void
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
  bench->session.context = engine->context_new (&settings, &status);
  g_assert_nonnull (bench->session.context);
  bench->A = engine->system_new (bench->session.context, &view, SEIDEL_STORAGE_CSR);
  bench->x = engine->vector_new (bench->session.context, bench->n);
  bench->y = engine->vector_new (bench->session.context, bench->n);
  bench->z = engine->vector_new (bench->session.context, bench->n);
  g_assert_false (seidel_session_failed (&bench->session));
}

static void
bench_clear (Bench *bench)
{
  const SeidelEngine *engine = bench->session.engine;
  SeidelContext *context = bench->session.context;

  engine->vector_free (context, bench->z);
  engine->vector_free (context, bench->y);
  engine->vector_free (context, bench->x);
  engine->system_free (context, bench->A);
  engine->context_free (context);
}

static void
upload_random (Bench *bench, SeidelVector *vector, uint64_t seed)
{
  double *values = seidel_vector_new (bench->n, NULL);

  seidel_vector_fill_random (values, bench->n, seed);
  bench->session.engine->vector_upload (bench->session.context, vector, values);
  seidel_vector_free (values);
}

static void
upload_poison (Bench *bench, SeidelVector *vector)
{
  double *values = seidel_vector_new (bench->n, NULL);

  for (int64_t i = 0; i < bench->n; i++)
    values[i] = NAN;
  bench->session.engine->vector_upload (bench->session.context, vector, values);
  seidel_vector_free (values);
}

/* What an operation leaves behind: a vector and a scalar. */
typedef struct
{
  double *values;
  double scalar;
} Result;

typedef void (*Operation) (Bench *bench);

static void
do_multiply (Bench *bench)
{
  upload_poison (bench, bench->y);
  bench->session.engine->multiply (bench->session.context, bench->A, bench->x, bench->y);
}

static void
do_multiply_dot (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_multiply_dot (&bench->session, bench->A, bench->x, bench->y, OUT);
}

static void
do_residual (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_residual (&bench->session, bench->A, bench->z, bench->x, bench->y, OUT);
}

static void
do_jacobi (Bench *bench)
{
  upload_poison (bench, bench->y);
  seidel_session_jacobi (&bench->session, bench->A, bench->z, bench->x, bench->y, OUT);
}

static void
do_dot (Bench *bench)
{
  bench->session.engine->dot (bench->session.context, OUT, bench->x, bench->y);
}

static void
do_axpy (Bench *bench)
{
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 0.75);
  bench->session.engine->axpy (bench->session.context, bench->y, -1, ALPHA, bench->x);
}

static void
do_xpby (Bench *bench)
{
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 1.0);
  bench->session.engine->scalar_set (bench->session.context, OTHER, 3.0);
  seidel_session_divide (&bench->session, ALPHA, ALPHA, OTHER);
  seidel_session_xpby (&bench->session, bench->y, bench->x, ALPHA);
}

static void
do_copy (Bench *bench)
{
  seidel_session_copy (&bench->session, bench->y, bench->x);
}

static void
do_cg_update (Bench *bench)
{
  bench->session.engine->scalar_set (bench->session.context, ALPHA, 0.5);
  /* x, r = y, p = z, q = z */
  seidel_session_cg_update (&bench->session, bench->x, bench->y, ALPHA, bench->z, bench->z, OUT);
}

static const struct
{
  const char *name;
  Operation run;
} operations[] = {
  { "multiply", do_multiply },
  { "multiply-dot", do_multiply_dot },
  { "residual", do_residual },
  { "jacobi", do_jacobi },
  { "dot", do_dot },
  { "axpy", do_axpy },
  { "xpby", do_xpby },
  { "copy", do_copy },
  { "cg-update", do_cg_update },
};

static Result
perform (const SeidelEngine *engine,
         SeidelPrecision precision,
         const SeidelCsr *csr,
         Operation operation)
{
  Result result = { seidel_vector_new (csr->rows, NULL), 0.0 };
  Bench bench;

  bench_init (&bench, engine, precision, csr);
  upload_random (&bench, bench.x, 1);
  upload_random (&bench, bench.y, 2);
  upload_random (&bench, bench.z, 3);
  engine->scalar_set (bench.session.context, OUT, 0.0);
  operation (&bench);
  g_assert_cmpint (engine->status (bench.session.context)->code, ==, SEIDEL_STATUS_OK);
  seidel_session_get (&bench.session, OUT, 1, &result.scalar);
  engine->vector_download (bench.session.context, result.values, bench.y);
  bench_clear (&bench);
  return result;
}

static void
assert_close (double a, double b, double scale, SeidelPrecision precision)
{
  double tolerance = precision == SEIDEL_PRECISION_SINGLE ? 2e-5 : 1e-12;

  g_assert_true (fabs (a - b) <= tolerance * MAX (scale, 1.0));
}

static void
compare_operation (const SeidelEngine *engine, Operation operation)
{
  const int64_t sizes[] = { 1, 2, 31, 32, 33, 255, 256, 257, 1025 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern++)
      for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE;
           precision++)
        {
          g_autoptr (SeidelCsr) csr = make_matrix (pattern, sizes[s]);
          Result expected = perform (seidel_cpu_engine (), precision, csr, operation);
          Result result = perform (engine, precision, csr, operation);
          double scale = seidel_vector_norm_inf (expected.values, sizes[s]);

          for (int64_t i = 0; i < sizes[s]; i++)
            assert_close (result.values[i], expected.values[i], scale, precision);
          assert_close (result.scalar, expected.scalar, fabs (expected.scalar), precision);
          seidel_vector_free (expected.values);
          seidel_vector_free (result.values);
        }
}

static void
count_levels_cb (const SeidelSweepReport *report, void *data)
{
  int32_t *seen = data;

  for (int32_t level = 0; level < report->count; level++)
    g_assert_cmpint (report->nanoseconds[level], >=, 0);
  *seen = report->count;
}

/* Two sweeps, the second measured where the strategy has levels. */
static double *
sweep (const SeidelEngine *engine,
       int strategy,
       SeidelPrecision precision,
       const SeidelCsr *csr,
       const SeidelSchedule *schedule)
{
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };
  double *values = seidel_vector_new (csr->rows, NULL);
  int32_t seen = -1;
  SeidelSweep *planned;
  Bench bench;

  bench_init (&bench, engine, precision, csr);
  upload_random (&bench, bench.x, 1);
  upload_random (&bench, bench.z, 3);
  planned =
    engine->sweep_new (bench.session.context, bench.A, strategy, schedule->direction, &levels);
  g_assert_nonnull (planned);
  engine->sweep (bench.session.context, planned, bench.z, bench.x, 1.0, NULL, NULL);
  engine->sweep (bench.session.context, planned, bench.z, bench.x, 1.0, count_levels_cb, &seen);
  g_assert_cmpint (engine->status (bench.session.context)->code, ==, SEIDEL_STATUS_OK);
  if (engine->strategies[strategy].needs_levels)
    g_assert_cmpint (seen, ==, schedule->count);
  engine->vector_download (bench.session.context, values, bench.x);
  engine->sweep_free (bench.session.context, planned);
  bench_clear (&bench);
  return values;
}

static void
compare_sweeps (const SeidelEngine *engine, int strategy)
{
  const int64_t sizes[] = { 1, 2, 33, 255, 1025, 2500 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern++)
      for (int direction = 0; direction < 2; direction++)
        for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE;
             precision++)
          {
            g_autoptr (SeidelCsr) csr = make_matrix (pattern, sizes[s]);
            g_autoptr (SeidelSchedule) schedule =
              seidel_schedule_new (csr, direction, NULL, NULL, NULL);
            double *expected = sweep (seidel_cpu_engine (), 0, precision, csr, schedule);
            double *result = sweep (engine, strategy, precision, csr, schedule);
            double scale = seidel_vector_norm_inf (expected, sizes[s]);

            for (int64_t i = 0; i < sizes[s]; i++)
              assert_close (result[i], expected[i], scale, precision);
            seidel_vector_free (expected);
            seidel_vector_free (result);
          }
}

/* The diagonal of row 3 is missing or zero: a failure that names the row, never a hang. */
static void
check_bad_diagonal (const SeidelEngine *engine)
{
  g_autoptr (SeidelCsr) csr = make_matrix (PATTERN_BAND, 40);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                              schedule->in_place_safe };
  SeidelSweep *planned;
  Bench bench;

  csr->values[seidel_csr_find (csr, 3, 3)] = 0.0;
  bench_init (&bench, engine, SEIDEL_PRECISION_DOUBLE, csr);
  planned =
    engine->sweep_new (bench.session.context, bench.A, 0, SEIDEL_DIRECTION_FORWARD, &levels);
  g_assert_null (planned);
  g_assert_cmpint (engine->status (bench.session.context)->code, ==, SEIDEL_STATUS_ZERO_DIAGONAL);
  g_assert_cmpint (engine->status (bench.session.context)->row, ==, 3);
  bench_clear (&bench);
}

static void
test_operation (gconstpointer data)
{
  size_t which = GPOINTER_TO_SIZE (data);
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  for (size_t e = 1; e < n_engines; e++)
    if (!engines[e].available)
      g_test_skip (engines[e].why_not);
    else if (which < G_N_ELEMENTS (operations))
      compare_operation (engines[e].engine, operations[which].run);
    else
      {
        check_bad_diagonal (engines[e].engine);
        for (int strategy = 0; strategy < engines[e].engine->n_strategies; strategy++)
          compare_sweeps (engines[e].engine, strategy);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (operations); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine-agreement/%s", operations[i].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_operation);
    }
  g_test_add_data_func ("/engine-agreement/sweeps", GSIZE_TO_POINTER (G_N_ELEMENTS (operations)),
                        test_operation);
  return g_test_run ();
}
