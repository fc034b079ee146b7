/* Incomplete factors of the engines that make them, against plain loops, bit for bit in double.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "agreement-testing.h"

#include <float.h>

#include "core-testing.h"
#include "matrix/seidel-matrix.h"

/* Factors in the pattern of A: L before the diagonal, D, U behind it. */
static int64_t
place_of (const SeidelCsr *csr, int64_t row, int64_t column)
{
  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (csr->column_indices[k] == column)
      return k;
  return -1;
}

static double
largest_of (const SeidelCsr *csr, int64_t row)
{
  double largest = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    largest = fmax (largest, fabs (csr->values[k]));
  return largest;
}

/* Saad (2003), algorithm 10.4, with L not divided by D. */
static SeidelBadPivot
ilu_ref (const SeidelCsr *csr, double *values)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t diagonal = place_of (csr, row, row);

      for (int64_t l = csr->row_offsets[row]; l < diagonal; l++)
        {
          const int64_t pivot_row = csr->column_indices[l];
          const int64_t pivot = place_of (csr, pivot_row, pivot_row);
          const double factor = values[l] / values[pivot];

          for (int64_t u = pivot + 1; u < csr->row_offsets[pivot_row + 1]; u++)
            {
              const int64_t place = place_of (csr, row, csr->column_indices[u]);

              if (place >= 0)
                values[place] -= factor * values[u];
            }
        }
      if (!(fabs (values[diagonal]) > DBL_EPSILON * largest_of (csr, row))
          || !isfinite (values[diagonal]))
        return (SeidelBadPivot){ row, values[diagonal] };
    }
  return (SeidelBadPivot){ -1, 0.0 };
}

/* Row by row, each entry as a product of two rows of L; then U is its transpose. */
static SeidelBadPivot
ic_ref (const SeidelCsr *csr, double shift, double *values)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t begin = csr->row_offsets[row];
      const int64_t diagonal = place_of (csr, row, row);
      double pivot;
      double shifted;

      values[diagonal] *= 1.0 + shift;
      shifted = pivot = values[diagonal];
      for (int64_t l = begin; l < diagonal; l++)
        {
          const int64_t column = csr->column_indices[l];
          const double pivot_of_column = values[place_of (csr, column, column)];

          for (int64_t m = begin; m < l; m++)
            {
              const int64_t earlier = csr->column_indices[m];
              const int64_t k = place_of (csr, column, earlier);

              if (k >= 0)
                values[l] -= values[m] / values[place_of (csr, earlier, earlier)] * values[k];
            }
          pivot -= values[l] / pivot_of_column * values[l];
        }
      values[diagonal] = pivot;
      if (!(pivot > DBL_EPSILON * shifted) || !isfinite (pivot))
        return (SeidelBadPivot){ row, pivot };
    }
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; csr->column_indices[k] < row; k++)
      values[place_of (csr, csr->column_indices[k], row)] = values[k];
  return (SeidelBadPivot){ -1, 0.0 };
}

/* The same pattern on both sides of the diagonal, and values that are the same or not. */
static SeidelCsr *
make_symmetric (Pattern pattern, int64_t n, bool values_too)
{
  int64_t nonzeros = 0;
  SeidelCsr *csr;

  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      nonzeros += i == j || is_stored (pattern, n, i, j) || is_stored (pattern, n, j, i);
  csr = seidel_csr_new (n, n, nonzeros, NULL);
  g_assert_nonnull (csr);
  nonzeros = 0;
  for (int64_t i = 0; i < n; i++)
    {
      double sum = 1.5;
      int64_t diagonal = 0;

      for (int64_t j = 0; j < n; j++)
        if (i == j || is_stored (pattern, n, i, j) || is_stored (pattern, n, j, i))
          {
            const int64_t seed = values_too ? MIN (i, j) * n + MAX (i, j) : i * n + j;

            csr->column_indices[nonzeros] = (int32_t) j;
            csr->values[nonzeros] = seidel_random_uniform (3, (uint64_t) seed) - 0.5;
            if (i == j)
              diagonal = nonzeros;
            sum += i == j ? 0.0 : fabs (csr->values[nonzeros]);
            nonzeros++;
          }
      csr->values[diagonal] = sum;
      csr->row_offsets[i + 1] = nonzeros;
    }
  return csr;
}

/* An engine at work on a matrix whose factors it makes. */
typedef struct
{
  Bench bench;
  SeidelPrecision precision;
  SeidelOperator *factors;
  SeidelBadPivot bad;
} Work;

static void
work_init (Work *work,
           const SeidelEngine *engine,
           SeidelPrecision precision,
           const SeidelCsr *csr,
           SeidelIncompleteKind kind,
           double shift,
           bool with_levels)
{
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  const SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };

  bench_init (&work->bench, engine, precision, csr);
  work->precision = precision;
  work->bad = (SeidelBadPivot){ 77, 77.0 };
  work->factors = engine->incomplete.create (work->bench.session.context, work->bench.A, kind,
                                             shift, with_levels ? &levels : NULL);
  g_assert_nonnull (work->factors);
  g_assert_false (seidel_session_failed (&work->bench.session));
}

/* Leaves factors NULL where a pivot is bad. */
static void
work_finish (Work *work)
{
  const SeidelEngine *engine = work->bench.session.engine;

  if (!engine->incomplete.finish (work->bench.session.context, work->factors, &work->bad))
    {
      engine->operators.free (work->bench.session.context, work->factors);
      work->factors = NULL;
    }
  g_assert_false (seidel_session_failed (&work->bench.session));
}

static void
work_clear (Work *work)
{
  if (work->factors != NULL)
    work->bench.session.engine->operators.free (work->bench.session.context, work->factors);
  bench_clear (&work->bench);
}

/* Each product with the columns of a colour gives one entry of each row, exactly, where no row has
 * two columns of one colour. */
static void
compare_colour (Work *work,
                const SeidelCsr *csr,
                const double *expected,
                const int *colours,
                int colour)
{
  const SeidelEngine *engine = work->bench.session.engine;
  SeidelContext *context = work->bench.session.context;
  double *x = seidel_vector_new (csr->rows, NULL);

  for (int64_t i = 0; i < csr->rows; i++)
    x[i] = colours[i] == colour ? 1.0 : 0.0;
  engine->vectors.upload (context, work->bench.x, x);
  upload_poison (&work->bench, work->bench.y);
  engine->products.multiply (context, work->factors, work->bench.x, work->bench.y);
  engine->vectors.download (context, x, work->bench.y);
  g_assert_false (seidel_session_failed (&work->bench.session));
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double entry = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (colours[csr->column_indices[k]] == colour)
          entry = expected[k];
      if (work->precision == SEIDEL_PRECISION_SINGLE)
        entry = (double) (float) entry;
      g_assert_cmpfloat (x[row], ==, entry);
    }
  seidel_vector_free (x);
}

/* colours: of the columns, or NULL where each has its own. */
static void
compare (const SeidelEngine *engine,
         SeidelPrecision precision,
         const SeidelCsr *csr,
         SeidelIncompleteKind kind,
         double shift,
         const int *colours)
{
  const size_t bytes = (size_t) seidel_csr_nonzeros (csr) * sizeof (double);
  g_autofree double *expected = g_memdup2 (csr->values, bytes);
  g_autofree int *own = g_new (int, csr->rows + 1);
  const SeidelBadPivot bad =
    kind == SEIDEL_INCOMPLETE_LU ? ilu_ref (csr, expected) : ic_ref (csr, shift, expected);
  int n_colours = 0;
  Work work;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      own[i] = colours != NULL ? colours[i] : (int) i;
      n_colours = MAX (n_colours, own[i] + 1);
    }
  work_init (&work, engine, precision, csr, kind, shift, colours == NULL && csr->rows % 2 == 0);
  work_finish (&work);
  g_assert_cmpint (work.bad.row, ==, bad.row);
  g_assert_cmpint (work.factors == NULL, ==, bad.row >= 0);
  if (bad.row >= 0)
    g_assert_true (memcmp (&work.bad.pivot, &bad.pivot, sizeof bad.pivot) == 0);
  else
    for (int colour = 0; colour < n_colours; colour++)
      compare_colour (&work, csr, expected, own, colour);
  work_clear (&work);
}

typedef void (*Check) (const SeidelEngine *engine);

static void
check_patterns (const SeidelEngine *engine)
{
  const int64_t sizes[] = { 1, 2, 33, 130, 257 };
  const bool quick = g_getenv ("SEIDEL_TEST_QUICK") != NULL;

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern++)
      for (int kind = SEIDEL_INCOMPLETE_LU; kind <= SEIDEL_INCOMPLETE_CHOLESKY; kind++)
        for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE;
             precision++)
          {
            const bool symmetric = kind == SEIDEL_INCOMPLETE_CHOLESKY;
            g_autoptr (SeidelCsr) csr = NULL;

            if (quick && (sizes[s] != 33 || precision == SEIDEL_PRECISION_SINGLE))
              continue;
            csr = symmetric ? make_symmetric (pattern, sizes[s], true)
                            : make_matrix (pattern, sizes[s]);
            compare (engine, precision, csr, kind, symmetric && sizes[s] % 2 ? 1e-3 : 0.0, NULL);
          }
}

/* Colours of the points of a grid: no row has two columns of points whose coordinates are all alike
 * modulo 3. */
static int *
grid_colours (int64_t rows, int side)
{
  int *colours = g_new (int, rows);

  for (int64_t i = 0; i < rows; i++)
    {
      const int x = (int) (i % side);
      const int y = (int) (i / side % side);
      const int z = (int) (i / side / side);

      colours[i] = 9 * (z % 3) + 3 * (y % 3) + x % 3;
    }
  return colours;
}

/* More rows than the host lists by level, of few entries and of many. */
static void
check_grids (const SeidelEngine *engine)
{
  static const struct
  {
    const char *kind;
    int side;
  } grids[] = { { "poisson-5", 200 }, { "poisson-27", 33 } };

  for (size_t g = 0; g < G_N_ELEMENTS (grids) && g_getenv ("SEIDEL_TEST_QUICK") == NULL; g++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (grids[g].kind, grids[g].side);
      g_autofree int *colours = grid_colours (matrix->csr->rows, grids[g].side);

      for (int k = SEIDEL_INCOMPLETE_LU; k <= SEIDEL_INCOMPLETE_CHOLESKY; k++)
        compare (engine, SEIDEL_PRECISION_DOUBLE, matrix->csr, k, 0.0, colours);
    }
}

/* The first row whose pivot is bad is found, though others go on and are bad as well. */
static void
check_bad_pivots (const SeidelEngine *engine)
{
  for (int64_t bad = 0; bad < 40; bad += 13)
    for (int kind = SEIDEL_INCOMPLETE_LU; kind <= SEIDEL_INCOMPLETE_CHOLESKY; kind++)
      {
        g_autoptr (SeidelCsr) csr = make_symmetric (PATTERN_BAND, 60, true);

        for (int64_t row = bad; row < 60; row += 20)
          csr->values[place_of (csr, row, row)] = kind == SEIDEL_INCOMPLETE_LU ? 1e-300 : -1.0;
        compare (engine, SEIDEL_PRECISION_DOUBLE, csr, kind, 0.0, NULL);
      }
  /* Of [1 1; 1 1] the second pivot is 0. */
  {
    g_autoptr (SeidelCsr) csr = make_symmetric (PATTERN_FULL, 2, true);
    Work work;

    for (int k = 0; k < 4; k++)
      csr->values[k] = 1.0;
    work_init (&work, engine, SEIDEL_PRECISION_DOUBLE, csr, SEIDEL_INCOMPLETE_LU, 0.0, false);
    work_finish (&work);
    g_assert_null (work.factors);
    g_assert_cmpint (work.bad.row, ==, 1);
    g_assert_cmpfloat (work.bad.pivot, ==, 0.0);
    work_clear (&work);
  }
}

/* Sweeps from zero, forward and backward, by every strategy, against substitution. */
static void
solve_ref (const SeidelCsr *csr, const double *values, double *x)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t diagonal = place_of (csr, row, row);

      for (int64_t k = csr->row_offsets[row]; k < diagonal; k++)
        x[row] -= values[k] * x[csr->column_indices[k]];
      x[row] /= values[diagonal];
    }
  for (int64_t row = csr->rows - 1; row >= 0; row--)
    {
      const int64_t diagonal = place_of (csr, row, row);
      double sum = 0.0;

      for (int64_t k = diagonal + 1; k < csr->row_offsets[row + 1]; k++)
        sum += values[k] * x[csr->column_indices[k]];
      x[row] -= sum / values[diagonal];
    }
}

/* The sweeps are planned while the factors are made, or behind that. */
static void
check_strategy (const SeidelEngine *engine, const SeidelCsr *csr, int strategy, bool meanwhile)
{
  const size_t bytes = (size_t) seidel_csr_nonzeros (csr) * sizeof (double);
  g_autofree double *values = g_memdup2 (csr->values, bytes);
  double *expected = seidel_vector_new (csr->rows, NULL);
  double *x = seidel_vector_new (csr->rows, NULL);
  const SeidelSweepReportFunc reports[2] = { NULL, NULL };
  SeidelSweep *sweeps[2];
  SeidelContext *context;
  double scale;
  Work work;

  work_init (&work, engine, SEIDEL_PRECISION_DOUBLE, csr, SEIDEL_INCOMPLETE_LU, 0.0, false);
  context = work.bench.session.context;
  if (!meanwhile)
    work_finish (&work);
  for (int direction = 0; direction < 2; direction++)
    sweeps[direction] = engine->sweeps.create (context, work.factors, strategy, direction, NULL);
  if (sweeps[0] != NULL && sweeps[1] != NULL)
    {
      if (meanwhile)
        work_finish (&work);
      seidel_vector_fill_random (expected, csr->rows, 5);
      engine->vectors.upload (context, work.bench.x, expected);
      upload_poison (&work.bench, work.bench.y);
      upload_poison (&work.bench, work.bench.z);
      seidel_session_solve_triangles (&work.bench.session, work.factors, sweeps, 1.0, work.bench.x,
                                      work.bench.y, work.bench.z, reports, NULL);
      engine->vectors.download (context, x, work.bench.z);
      g_assert_false (seidel_session_failed (&work.bench.session));
      g_assert_cmpint (ilu_ref (csr, values).row, ==, -1);
      solve_ref (csr, values, expected);
      scale = seidel_vector_norm_inf (expected, csr->rows);
      for (int64_t i = 0; i < csr->rows; i++)
        assert_close (x[i], expected[i], scale, SEIDEL_PRECISION_DOUBLE);
    }
  else
    /* The matrix is none for this strategy, which says so. */
    g_assert_true (engine->strategies[strategy].limited);
  for (int direction = 0; direction < 2; direction++)
    if (sweeps[direction] != NULL)
      engine->sweeps.free (context, sweeps[direction]);
  seidel_vector_free (x);
  seidel_vector_free (expected);
  work_clear (&work);
}

static void
check_sweeps (const SeidelEngine *engine)
{
  for (int strategy = 0; strategy < engine->n_strategies; strategy++)
    if (!engine->strategies[strategy].inexact && !engine->strategies[strategy].needs_levels)
      for (int pattern = 0; pattern < N_PATTERNS; pattern++)
        {
          g_autoptr (SeidelCsr) csr = make_matrix (pattern, 130);

          check_strategy (engine, csr, strategy, false);
          check_strategy (engine, csr, strategy, true);
        }
}

/* Of so many rows that the device plans; those of a grid depend on each other backward as they do
 * forward, those of the other matrix do not. */
static void
check_large_sweeps (const SeidelEngine *engine)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 200);
  g_autoptr (SeidelMatrix) other = test_gallery_sized ("kmer-like", 70000);

  for (int strategy = 0; strategy < engine->n_strategies && g_getenv ("SEIDEL_TEST_QUICK") == NULL;
       strategy++)
    if (!engine->strategies[strategy].inexact && !engine->strategies[strategy].needs_levels)
      {
        check_strategy (engine, grid->csr, strategy, true);
        check_strategy (engine, other->csr, strategy, true);
      }
}

/* When a run is stopped: before factors are begun, while they are made, or while sweeps of them are
 * planned meanwhile. */
typedef enum
{
  STOP_BEFORE,
  STOP_MEANWHILE,
  STOP_PLANNING,
  N_STOPS
} Stop;

static bool
is_set (void *data)
{
  return *(const bool *) data;
}

/* Of a matrix whose rows all wait for the one before them. */
static void
stop_factors (const SeidelEngine *engine, const SeidelCsr *csr, Stop when)
{
  bool stops = when == STOP_BEFORE;
  SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, 1, is_set, &stops };
  SeidelCsrView view = view_of (csr);
  SeidelBadPivot bad;
  SeidelStatus status;
  SeidelContext *context = engine->contexts.create (&settings, &status);
  SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
  SeidelOperator *factors =
    A != NULL ? engine->incomplete.create (context, A, SEIDEL_INCOMPLETE_LU, 0.0, NULL) : NULL;

  g_assert_true ((factors == NULL) == stops);
  stops = true;
  for (int strategy = 0; strategy < engine->n_strategies && when == STOP_PLANNING; strategy++)
    {
      SeidelSweep *sweep =
        engine->sweeps.create (context, factors, strategy, SEIDEL_DIRECTION_FORWARD, NULL);

      if (sweep != NULL)
        engine->sweeps.free (context, sweep);
    }
  if (factors != NULL)
    {
      g_assert_false (engine->incomplete.finish (context, factors, &bad));
      g_assert_cmpint (bad.row, ==, -1);
      engine->operators.free (context, factors);
    }
  if (A != NULL)
    engine->operators.free (context, A);
  g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_STOPPED);
  engine->contexts.free (context);
}

static void
check_stop (const SeidelEngine *engine)
{
  g_autoptr (SeidelMatrix) chain = test_gallery_sized ("tridiagonal", 100000);

  for (int when = 0; when < N_STOPS; when++)
    stop_factors (engine, chain->csr, when);
}

static void
test_engines (gconstpointer check)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);
  int n_checked = 0;

  for (size_t e = 0; e < n_engines; e++)
    if (engines[e].available && engines[e].engine->incomplete.create != NULL)
      {
        ((Check) check) (engines[e].engine);
        n_checked++;
      }
  if (n_checked == 0)
    g_test_skip ("no engine here makes incomplete factors");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine-incomplete/patterns", check_patterns, test_engines);
  g_test_add_data_func ("/engine-incomplete/grids", check_grids, test_engines);
  g_test_add_data_func ("/engine-incomplete/bad-pivots", check_bad_pivots, test_engines);
  g_test_add_data_func ("/engine-incomplete/sweeps", check_sweeps, test_engines);
  g_test_add_data_func ("/engine-incomplete/large-sweeps", check_large_sweeps, test_engines);
  g_test_add_data_func ("/engine-incomplete/stop", check_stop, test_engines);
  return g_test_run ();
}
