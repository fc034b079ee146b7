/* Preconditioners: factors against dense ones, what they apply against what they say they apply,
 * and runs that end while they are prepared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <stdlib.h>

#include "engine/seidel-engines.h"
#include "base/seidel-error.h"
#include "method/seidel-ilu.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-smoother.h"

#include "golden-testing.h"
#include "refuse-testing.h"
#include "run-testing.h"

static int node = 3; /* unknowns of one */

/* The parameters of preconditioners that have them. */
#define FILL_LEVEL 2
#define ROW_FILL   3
#define DROP       0.03

typedef struct
{
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
  SeidelOptions options;
  SeidelTrace *trace;
  GCancellable *cancellable;
  SeidelMonitor monitor;
  SeidelPreconditioner preconditioner;
  SeidelMethodRun run;
} Bench;

/* Takes the csr. The method is one that asks for transposes too. */
static Bench *
bench_new (SeidelCsr *csr, const char *preconditioner, SeidelPrecision precision, int threads)
{
  Bench *bench = g_new0 (Bench, 1);
  SeidelContextSettings settings = { .precision = precision, .threads = threads };
  const SeidelEngine *engine = seidel_cpu_engine ();
  SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                         csr->values };
  SeidelStatus status;
  SeidelMethodRun *run = &bench->run;

  bench->matrix = seidel_matrix_new ("bench", csr);
  bench->structure = seidel_structure_new (bench->matrix, NULL, NULL, NULL);
  bench->options = test_options ("bicg");
  bench->options.precision = precision;
  bench->options.parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = 1.3;
  bench->options.parameters[SEIDEL_PARAMETER_NODE] = node;
  bench->options.parameters[SEIDEL_PARAMETER_FILL_LEVEL] = FILL_LEVEL;
  bench->options.parameters[SEIDEL_PARAMETER_ROW_FILL] = ROW_FILL;
  bench->options.parameters[SEIDEL_PARAMETER_DROP] = DROP;
  /* What a plan, of which there is none here, makes of “auto” on this engine. */
  bench->options.parameters[SEIDEL_PARAMETER_SMOOTHER] = seidel_smoother_propose (engine);
  bench->trace = seidel_trace_new ();
  bench->cancellable = g_cancellable_new ();
  bench->preconditioner.kind = seidel_preconditioner_find (preconditioner);
  seidel_monitor_init (&bench->monitor, &bench->options, bench->trace, bench->cancellable, 1.0, 50);
  *run = (SeidelMethodRun){
    .method = seidel_method_find ("bicg"),
    .options = &bench->options,
    .matrix = bench->matrix,
    .csr = csr,
    .structure = bench->structure,
    .session = { engine, engine->contexts.create (&settings, &status) },
    .n = csr->rows,
    .threads = threads,
    .strategy = seidel_engine_find_strategy (engine, threads > 1 ? "levels" : "serial"),
    .preconditioner = &bench->preconditioner,
    .monitor = &bench->monitor,
  };
  run->A = engine->operators.create (run->session.context, &view, SEIDEL_STORAGE_CSR);
  for (int direction = 0; direction < 2; direction++)
    {
      const SeidelSchedule *schedule;
      SeidelLevelsView levels;

      bench->schedules[direction] = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      schedule = bench->schedules[direction];
      run->schedules[direction] = schedule;
      levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                                   schedule->in_place_safe };
      if (bench->preconditioner.kind->sweeps != SEIDEL_SWEEPS_NONE
          && !bench->preconditioner.kind->sweeps_factors)
        run->sweeps[direction] =
          engine->sweeps.create (run->session.context, run->A, run->strategy, direction, &levels);
    }
  return bench;
}

static SeidelReason
bench_prepare (Bench *bench)
{
  const SeidelPreconditionerKind *kind = bench->preconditioner.kind;

  return kind->prepare != NULL ? kind->prepare (&bench->run, &bench->preconditioner)
                               : SEIDEL_REASON_NONE;
}

static void
bench_free (Bench *bench)
{
  SeidelMethodRun *run = &bench->run;
  const SeidelEngine *engine = run->session.engine;

  if (bench->preconditioner.kind->clear != NULL)
    bench->preconditioner.kind->clear (run, &bench->preconditioner);
  for (int direction = 0; direction < 2; direction++)
    {
      if (run->sweeps[direction] != NULL)
        engine->sweeps.free (run->session.context, run->sweeps[direction]);
      seidel_schedule_unref (bench->schedules[direction]);
    }
  engine->operators.free (run->session.context, run->A);
  engine->contexts.free (run->session.context);
  g_free (run->message);
  seidel_trace_unref (bench->trace);
  g_object_unref (bench->cancellable);
  seidel_structure_unref (bench->structure);
  seidel_matrix_unref (bench->matrix);
  g_free (bench);
}

/* z ← M⁻¹ r or M⁻ᵀ r */
static void
bench_apply (Bench *bench, bool transposed, const double *r, double *z)
{
  SeidelMethodRun *run = &bench->run;
  const SeidelEngine *engine = run->session.engine;
  SeidelVector *in = seidel_method_run_vector (run);
  SeidelVector *out = seidel_method_run_vector (run);

  test_poison (z, run->n);
  engine->vectors.upload (run->session.context, out, z);
  engine->vectors.upload (run->session.context, in, r);
  if (transposed)
    seidel_method_run_precondition_transposed (run, in, out);
  else
    seidel_method_run_precondition (run, in, out);
  g_assert_false (seidel_session_failed (&run->session));
  engine->vectors.download (run->session.context, z, out);
  seidel_session_vector_free (&run->session, out);
  seidel_session_vector_free (&run->session, in);
}

static double *
dense_of (const SeidelCsr *csr)
{
  double *dense = g_new0 (double, csr->rows * csr->rows);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      dense[row * csr->rows + csr->column_indices[k]] = csr->values[k];
  return dense;
}

/* ILU(0) by the definition: Gaussian elimination that writes only where A has entries. On return
 * the unit lower factor and the upper one share the array. */
static void
ilu_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;

  for (int64_t i = 1; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      {
        if (seidel_csr_find (csr, i, k) < 0)
          continue;
        a[i * n + k] /= a[k * n + k];
        for (int64_t j = k + 1; j < n; j++)
          if (seidel_csr_find (csr, i, j) >= 0)
            a[i * n + j] -= a[i * n + k] * a[k * n + j];
      }
}

/* Levels of fill by the definition; those of entries that there are not are large. */
static int *
levels_ref (const SeidelCsr *csr)
{
  int64_t n = csr->rows;
  int *levels = g_new (int, n *n);

  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      levels[i * n + j] = i == j || seidel_csr_find (csr, i, j) >= 0 ? 0 : 1000;
  for (int64_t i = 1; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      for (int64_t j = k + 1; j < n && levels[i * n + k] <= FILL_LEVEL; j++)
        levels[i * n + j] = MIN (levels[i * n + j], levels[i * n + k] + levels[k * n + j] + 1);
  return levels;
}

/* ILU(k) likewise. */
static void
ilu_filled_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;
  g_autofree int *levels = levels_ref (csr);

  for (int64_t i = 1; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      {
        if (levels[i * n + k] > FILL_LEVEL)
          continue;
        a[i * n + k] /= a[k * n + k];
        for (int64_t j = k + 1; j < n; j++)
          if (levels[i * n + j] <= FILL_LEVEL)
            a[i * n + j] -= a[i * n + k] * a[k * n + j];
      }
}

/* Zeroes all but the largest of some entries of a row. */
static void
keep_largest_ref (double *row, int64_t begin, int64_t end, int64_t most)
{
  for (int64_t i = begin; i < end; i++)
    {
      int64_t larger = 0;

      for (int64_t j = begin; j < end; j++)
        larger += fabs (row[j]) > fabs (row[i]);
      if (larger >= most)
        row[i] = NAN;
    }
  for (int64_t i = begin; i < end; i++)
    if (isnan (row[i]))
      row[i] = 0.0;
}

/* ILUT likewise, row by row. */
static void
ilut_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;

  for (int64_t i = 0; i < n; i++)
    {
      double *row = a + i * n;
      double norm = 0.0;
      int64_t before = 0;
      int64_t behind = 0;

      for (int64_t j = 0; j < n; j++)
        {
          norm = hypot (norm, row[j]);
          before += j < i && seidel_csr_find (csr, i, j) >= 0;
          behind += j > i && seidel_csr_find (csr, i, j) >= 0;
        }
      for (int64_t k = 0; k < i; k++)
        {
          row[k] /= a[k * n + k];
          if (fabs (row[k]) <= DROP * norm)
            row[k] = 0.0;
          for (int64_t j = k + 1; j < n; j++)
            row[j] -= row[k] * a[k * n + j];
        }
      for (int64_t j = i + 1; j < n; j++)
        if (fabs (row[j]) <= DROP * norm)
          row[j] = 0.0;
      keep_largest_ref (row, 0, i, before + ROW_FILL);
      keep_largest_ref (row, i + 1, n, behind + ROW_FILL);
    }
}

/* IC(0) by the definition, A ≈ L Lᵀ; false where a pivot is not positive. */
static bool
ic_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;

  for (int64_t k = 0; k < n; k++)
    {
      if (!(a[k * n + k] > 0.0))
        return false;
      a[k * n + k] = sqrt (a[k * n + k]);
      for (int64_t i = k + 1; i < n; i++)
        if (seidel_csr_find (csr, i, k) >= 0)
          a[i * n + k] /= a[k * n + k];
      for (int64_t j = k + 1; j < n; j++)
        for (int64_t i = j; i < n; i++)
          if (seidel_csr_find (csr, i, j) >= 0)
            a[i * n + j] -= a[i * n + k] * a[j * n + k];
    }
  return true;
}

/* x ← A⁻¹ x by Gaussian elimination with partial pivoting; a is destroyed. */
static void
solve_ref (double *a, double *x, int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    {
      int64_t pivot = k;

      for (int64_t i = k + 1; i < n; i++)
        if (fabs (a[i * n + k]) > fabs (a[pivot * n + k]))
          pivot = i;
      for (int64_t j = 0; j < n; j++)
        {
          double other = a[k * n + j];

          a[k * n + j] = a[pivot * n + j];
          a[pivot * n + j] = other;
        }
      {
        double other = x[k];

        x[k] = x[pivot];
        x[pivot] = other;
      }
      for (int64_t i = k + 1; i < n; i++)
        {
          double factor = a[i * n + k] / a[k * n + k];

          for (int64_t j = k; j < n; j++)
            a[i * n + j] -= factor * a[k * n + j];
          x[i] -= factor * x[k];
        }
    }
  for (int64_t i = n - 1; i >= 0; i--)
    {
      for (int64_t j = i + 1; j < n; j++)
        x[i] -= a[i * n + j] * x[j];
      x[i] /= a[i * n + i];
    }
}

/* The blocks of nodes, or (D + L) D⁻¹ (D + U) of them, D⁻¹ (D + U) column by column. */
static void
block_ref (const double *a, double *m, int64_t n, bool gauss_seidel)
{
  g_autofree double *blocks = g_new0 (double, n *n);

  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      if (i / node == j / node)
        blocks[i * n + j] = a[i * n + j];
  if (!gauss_seidel)
    {
      memcpy (m, blocks, (size_t) (n * n) * sizeof *m);
      return;
    }
  for (int64_t j = 0; j < n; j++)
    {
      g_autofree double *copy = g_memdup2 (blocks, (size_t) (n * n) * sizeof *blocks);
      g_autofree double *column = g_new0 (double, n);

      for (int64_t i = 0; i < n; i++)
        column[i] = i / node <= j / node ? a[i * n + j] : 0.0;
      solve_ref (copy, column, n);
      for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
          m[i * n + j] += k / node <= i / node ? a[i * n + k] * column[k] : 0.0;
    }
}

/* M of a preconditioner as a dense matrix. */
static double *
matrix_ref (const SeidelCsr *csr, const char *preconditioner, double omega)
{
  int64_t n = csr->rows;
  double *a = dense_of (csr);
  double *m = g_new0 (double, n *n);
  bool ssor = g_str_equal (preconditioner, "ssor");
  double *factors = dense_of (csr);

  if (g_str_equal (preconditioner, "ilu0") || g_str_equal (preconditioner, "ic0"))
    ilu_ref (csr, factors);
  else if (g_str_equal (preconditioner, "iluk") || g_str_equal (preconditioner, "ick"))
    ilu_filled_ref (csr, factors);
  else if (g_str_equal (preconditioner, "ilut"))
    ilut_ref (csr, factors);
  if (g_str_has_prefix (preconditioner, "block-"))
    block_ref (a, m, n, g_str_equal (preconditioner, "block-gauss-seidel"));
  if (g_str_has_prefix (preconditioner, "block-"))
    {
      g_free (factors);
      g_free (a);
      return m;
    }
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      if (g_str_equal (preconditioner, "none"))
        m[i * n + j] = i == j;
      else if (g_str_equal (preconditioner, "multigrid"))
        m[i * n + j] = a[i * n + j]; /* a small matrix is its own coarsest one */
      else if (g_str_equal (preconditioner, "jacobi"))
        m[i * n + j] = i == j ? a[i * n + j] : 0.0;
      else if (ssor)
        /* ω/(2−ω) (D/ω + L) D⁻¹ (D/ω + U) */
        for (int64_t k = 0; k <= MIN (i, j); k++)
          m[i * n + j] += omega / (2.0 - omega) * (k == i ? a[i * n + i] / omega : a[i * n + k])
                          / a[k * n + k] * (k == j ? a[j * n + j] / omega : a[k * n + j]);
      else
        for (int64_t k = 0; k <= MIN (i, j); k++)
          m[i * n + j] += (k == i ? 1.0 : factors[i * n + k]) * factors[k * n + j];
  g_free (factors);
  g_free (a);
  return m;
}

/* A symmetric matrix with the pattern of a random one and a heavy diagonal. */
static SeidelCsr *
symmetric_random (int n, uint32_t seed)
{
  g_autoptr (SeidelCsr) random = test_csr_random (n, 4, 2.0, seed);
  g_autofree double *dense = dense_of (random);
  g_autofree double *sum = g_new0 (double, n *n);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum[i * n + j] =
        i == j ? 4.0 * fabs (dense[i * n + i]) + 1.0 : dense[i * n + j] + dense[j * n + i];
  return test_csr_from_dense (n, n, sum);
}

static void
check_applied (SeidelCsr *csr, const char *preconditioner, SeidelPrecision precision, int threads)
{
  int64_t n = csr->rows;
  g_autofree double *m = matrix_ref (csr, preconditioner, 1.3);
  g_autofree double *r = test_random_vector (n, 3);
  g_autofree double *z = g_new (double, n);
  Bench *bench = bench_new (csr, preconditioner, precision, threads);

  g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
  for (int transposed = 0; transposed < (bench->preconditioner.kind->never_transposed ? 1 : 2);
       transposed++)
    {
      g_autofree double *copy = g_new (double, n *n);
      g_autofree double *expected = g_memdup2 (r, (size_t) n * sizeof *r);

      for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
          copy[i * n + j] = transposed ? m[j * n + i] : m[i * n + j];
      solve_ref (copy, expected, n);
      bench_apply (bench, transposed, r, z);
      test_assert_close (z, expected, n, precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-12);
    }
  bench_free (bench);
}

static void
test_applied (gconstpointer data)
{
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (int seed = 0; seed < 6 && kinds[k].engine == NULL; seed++)
      for (int threads = 1; threads <= 2; threads++)
        {
          g_test_message ("%s, seed %d, %d threads", kinds[k].id, seed, threads);
          check_applied (symmetric_random (37, (uint32_t) seed), kinds[k].id,
                         GPOINTER_TO_INT (data), threads);
          if (!(kinds[k].needs & SEIDEL_NEEDS_SYMMETRIC))
            check_applied (test_csr_random (41, 5, 1.5, (uint32_t) seed), kinds[k].id,
                           GPOINTER_TO_INT (data), threads);
        }
}

/* So many nodes, each coupled to those at an odd distance up to the farthest, all unknowns of both
 * to each other; or, in groups, to all nodes of the other half. */
static SeidelCsr *
full_blocks (int nodes, int size, int farthest, bool groups)
{
  const int n = nodes * size;
  g_autofree TestEntry *entries = g_new (TestEntry, (gsize) n * (gsize) n);
  int count = 0;

  for (int row = 0; row < n; row++)
    for (int other = 0; other < nodes; other++)
      {
        const int distance = ABS (other - row / size);
        const bool coupled = distance == 0
                             || (groups ? (other < nodes / 2) != (row / size < nodes / 2)
                                        : distance % 2 == 1 && distance <= farthest);

        for (int j = 0; j < size && coupled; j++)
          {
            const int column = other * size + j;
            const double value = seidel_random_uniform (5, (uint64_t) (row * n + column));

            entries[count++] =
              (TestEntry){ row, column, row == column ? 2.0 * size * farthest : value };
          }
      }
  return test_csr_from_entries (n, n, entries, count);
}

/* Blocks of every size, unrolled or not, in both precisions; matrices whose rows are no whole
 * nodes, and with empty places in their blocks, are in the tests above. */
static void
test_blocks (void)
{
  static const char *const kinds[] = { "block-jacobi", "block-gauss-seidel" };

  for (node = 1; node <= 8; node++)
    for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
      for (int precision = 0; precision < 2; precision++)
        check_applied (full_blocks (9, node, 3, false), kinds[k], (SeidelPrecision) precision, 1);
  node = 3;
}

/* By the levels of the nodes, and one after the other: the same bits. */
static void
test_blocks_by_levels (void)
{
  const int nodes = 128;
  const int64_t n = 4 * nodes;
  g_autofree double *r = test_random_vector (n, 3);
  g_autofree double *alone = g_new (double, n);
  g_autofree double *shared = g_new (double, n);

  node = 4;
  for (int threads = 1; threads <= 2; threads++)
    {
      Bench *bench = bench_new (full_blocks (nodes, node, nodes, true), "block-gauss-seidel",
                                SEIDEL_PRECISION_DOUBLE, threads);

      g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
      bench_apply (bench, false, r, threads == 1 ? alone : shared);
      bench_free (bench);
    }
  g_assert_cmpmem (alone, (gsize) n * sizeof *r, shared, (gsize) n * sizeof *r);
  node = 3;
}

/* A line of nodes, each coupled to its neighbours by full blocks; some lack an entry. */
static SeidelCsr *
line_of_blocks (int64_t nodes, int size)
{
  const int64_t n = nodes * size;
  SeidelCsr *csr = seidel_csr_new (n, n, 3 * n * size, NULL);
  int64_t k = 0;

  for (int64_t row = 0; row < n; row++)
    {
      const int64_t first = MAX (row / size - 1, 0) * size;
      const int64_t end = MIN (row / size + 2, nodes) * size;

      for (int64_t column = first; column < end; column++)
        if (row % 29 != 5 || column != (row > size ? first : end - 1))
          {
            csr->column_indices[k] = (int32_t) column;
            csr->values[k] = row == column ? 7.0 * size : seidel_random_uniform (3, (uint64_t) k);
            k++;
          }
      csr->row_offsets[row + 1] = k;
    }
  return csr;
}

/* A x and b − A x, as many numbers each, and the sums that come with them. */
static void
multiply (Bench *bench, const double *x, const double *b, double *found, double *sums)
{
  SeidelMethodRun *run = &bench->run;
  SeidelSession *session = &run->session;
  const SeidelEngine *engine = session->engine;
  SeidelVector *vectors[3];

  for (int i = 0; i < 3; i++)
    vectors[i] = seidel_method_run_vector (run);
  engine->vectors.upload (session->context, vectors[0], x);
  engine->vectors.upload (session->context, vectors[1], b);
  seidel_session_multiply_dot (session, run->A, vectors[0], vectors[2], 0);
  engine->vectors.download (session->context, found, vectors[2]);
  seidel_session_residual (session, run->A, vectors[1], vectors[0], vectors[2], 1);
  engine->vectors.download (session->context, found + run->n, vectors[2]);
  seidel_session_get (session, 0, 2, sums);
  g_assert_false (seidel_session_failed (session));
  for (int i = 0; i < 3; i++)
    seidel_session_vector_free (session, vectors[i]);
}

static void
check_products (int size, SeidelPrecision precision)
{
  const int64_t n = (int64_t) 4500 * size; /* several times what a thread takes at once */
  const double epsilon = precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-13;
  g_autofree double *x = test_random_vector (n, 1);
  g_autofree double *b = test_random_vector (n, 2);
  g_autofree double *by_rows = g_new (double, 2 * n);
  g_autofree double *by_blocks = g_new (double, 2 * n);
  g_autofree double *alone = g_new (double, 2 * n);
  double sums[3][2];

  for (int threads = 1; threads <= 3; threads += 2)
    {
      Bench *bench =
        bench_new (line_of_blocks (n / size, size), "block-jacobi", precision, threads);

      multiply (bench, x, b, by_rows, sums[0]);
      g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
      multiply (bench, x, b, threads == 1 ? alone : by_blocks, sums[threads == 1 ? 1 : 2]);
      test_assert_close (threads == 1 ? alone : by_blocks, by_rows, 2 * n, epsilon);
      for (int i = 0; i < 2; i++)
        g_assert_cmpfloat (fabs (sums[1][i] - sums[0][i]), <=,
                           epsilon * (double) n * fabs (sums[0][i]));
      /* As before where there are no blocks any more. */
      bench->preconditioner.kind->clear (&bench->run, &bench->preconditioner);
      multiply (bench, x, b, by_blocks, sums[0]);
      g_assert_cmpmem (by_blocks, (gsize) (2 * n) * sizeof *x, by_rows,
                       (gsize) (2 * n) * sizeof *x);
      g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
      multiply (bench, x, b, by_blocks, sums[2]);
      g_assert_cmpmem (by_blocks, (gsize) (2 * n) * sizeof *x, alone, (gsize) (2 * n) * sizeof *x);
      g_assert_cmpmem (sums[2], sizeof sums[2], sums[1], sizeof sums[1]);
      bench_free (bench);
    }
}

/* Products go by the blocks that block Jacobi has found full: the same but for rounding, and the
 * same bits for any number of threads. */
static void
test_block_products (void)
{
  for (node = 2; node <= 7; node++)
    for (int precision = 0; precision < 2; precision++)
      check_products (node, (SeidelPrecision) precision);
  node = 3;
}

/* z and r · z at once, and one after the other. */
static void
check_divided (int size, int threads)
{
  const int64_t n = (int64_t) 9001 * size; /* a node stands on both sides of a block of a sum */
  g_autofree double *r_here = test_random_vector (n, 4);
  g_autofree double *fused = g_new (double, n);
  g_autofree double *apart = g_new (double, n);
  Bench *bench =
    bench_new (line_of_blocks (n / size, size), "block-jacobi", SEIDEL_PRECISION_DOUBLE, threads);
  SeidelMethodRun *run = &bench->run;
  SeidelSession *session = &run->session;
  SeidelVector *r = seidel_method_run_vector (run);
  double sums[2];

  g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
  session->engine->vectors.upload (session->context, r, r_here);
  for (int k = 0; k < 2; k++)
    {
      SeidelVector *z = seidel_method_run_vector (run);

      if (k == 0)
        bench->preconditioner.kind->apply_dot (run, &bench->preconditioner, r, z, k);
      else
        {
          bench->preconditioner.kind->apply (run, &bench->preconditioner, false, r, z);
          seidel_session_dot (session, k, r, z);
        }
      session->engine->vectors.download (session->context, k == 0 ? fused : apart, z);
      seidel_session_vector_free (session, z);
    }
  seidel_session_get (session, 0, 2, sums);
  g_assert_false (seidel_session_failed (session));
  g_assert_cmpmem (fused, (gsize) n * sizeof *fused, apart, (gsize) n * sizeof *apart);
  g_assert_cmpmem (&sums[0], sizeof (double), &sums[1], sizeof (double));
  seidel_session_vector_free (session, r);
  bench_free (bench);
}

static void
test_block_sums (void)
{
  for (node = 2; node <= 7; node++)
    for (int threads = 1; threads <= 3; threads += 2)
      check_divided (node, threads);
  node = 3;
}

static void
test_ilu_factors (void)
{
  for (uint32_t seed = 0; seed < 10; seed++)
    {
      SeidelCsr *csr = test_csr_random (30, 6, 0.9, seed);
      g_autofree double *expected = dense_of (csr);
      Bench *bench = bench_new (csr, "none", SEIDEL_PRECISION_DOUBLE, 1);
      g_autoptr (SeidelCsr) lower = NULL;
      g_autoptr (SeidelCsr) upper = NULL;
      int64_t n = csr->rows;

      ilu_ref (csr, expected);
      g_assert_cmpint (seidel_ilu_factorise (&bench->run, &lower, &upper), ==, SEIDEL_REASON_NONE);
      g_assert_true (seidel_csr_validate (lower, NULL));
      g_assert_true (seidel_csr_validate (upper, NULL));
      /* Nothing but the pattern of A and the diagonal twice. */
      g_assert_cmpint (seidel_csr_nonzeros (lower) + seidel_csr_nonzeros (upper), ==,
                       seidel_csr_nonzeros (csr) + n);
      for (int64_t row = 0; row < n; row++)
        {
          double pivot = upper->values[upper->row_offsets[row]];

          g_assert_cmpint (upper->column_indices[upper->row_offsets[row]], ==, row);
          g_assert_cmpfloat (lower->values[lower->row_offsets[row + 1] - 1], ==, pivot);
          for (int64_t k = upper->row_offsets[row]; k < upper->row_offsets[row + 1]; k++)
            g_assert_cmpfloat (fabs (upper->values[k]
                                     - expected[row * n + upper->column_indices[k]]),
                               <=, 1e-13 * fabs (upper->values[k]) + 1e-14);
          for (int64_t k = lower->row_offsets[row]; k + 1 < lower->row_offsets[row + 1]; k++)
            {
              int32_t column = lower->column_indices[k];
              double unit = lower->values[k] / upper->values[upper->row_offsets[column]];

              g_assert_cmpfloat (fabs (unit - expected[row * n + column]), <=,
                                 1e-12 * fabs (unit) + 1e-14);
            }
        }
      bench_free (bench);
    }
}

static void
test_ic_factors (void)
{
  for (uint32_t seed = 0; seed < 10; seed++)
    {
      SeidelCsr *csr = symmetric_random (30, seed);
      g_autofree double *expected = dense_of (csr);
      Bench *bench = bench_new (csr, "none", SEIDEL_PRECISION_DOUBLE, 1);
      g_autoptr (SeidelCsr) lower = NULL;
      g_autoptr (SeidelCsr) upper = NULL;
      int64_t n = csr->rows;
      int64_t failed_row = 99;
      double shift = 99.0;

      g_assert_true (ic_ref (csr, expected));
      g_assert_cmpint (seidel_ic_factorise (&bench->run, &lower, &upper, &shift, &failed_row), ==,
                       SEIDEL_REASON_NONE);
      g_assert_cmpfloat (shift, ==, 0.0);
      g_assert_cmpint (failed_row, ==, -1);
      for (int64_t row = 0; row < n; row++)
        for (int64_t k = lower->row_offsets[row]; k < lower->row_offsets[row + 1]; k++)
          {
            int32_t column = lower->column_indices[k];
            double pivot = lower->values[lower->row_offsets[column + 1] - 1];

            g_assert_cmpfloat (fabs (lower->values[k] / sqrt (pivot) - expected[row * n + column]),
                               <=, 1e-13);
            g_assert_cmpfloat (upper->values[seidel_csr_find (upper, column, row)], ==,
                               lower->values[k]);
          }
      bench_free (bench);
    }
}

/* Kershaw's matrix is positive definite, but IC(0) of it meets 3 − 2 (4/3) − 4 / (9 · 5/9) … < 0.
 */
static void
test_shift (void)
{
  const double kershaw[] = { 3, -2, 0, 2, -2, 3, -2, 0, 0, -2, 3, -2, 2, 0, -2, 3 };
  SeidelCsr *csr = test_csr_from_dense (4, 4, kershaw);
  Bench *bench = bench_new (csr, "none", SEIDEL_PRECISION_DOUBLE, 1);
  g_autoptr (SeidelCsr) lower = NULL;
  g_autoptr (SeidelCsr) upper = NULL;
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (4, 4, kershaw), NULL, NULL);
  SeidelOptions options = test_options ("cg");
  g_autoptr (SeidelOutcome) outcome = NULL;
  double power = 1e-3;
  double shift = 0.0;
  int64_t failed_row = -1;

  g_assert_cmpint (seidel_ic_factorise (&bench->run, &lower, &upper, &shift, &failed_row), ==,
                   SEIDEL_REASON_NONE);
  g_assert_cmpint (failed_row, ==, 3);
  while (power < shift)
    power *= 2.0;
  g_assert_cmpfloat (power, ==, shift);
  /* It is the first that does: with half of it a pivot still fails. */
  for (int half = 0; half < 2; half++)
    {
      g_autofree double *dense = dense_of (csr);

      for (int i = 0; i < 4; i++)
        dense[i * 4 + i] *= 1.0 + (half ? shift / 2.0 : shift);
      g_assert_cmpint (ic_ref (csr, dense), ==, !half);
    }
  bench_free (bench);

  options.preconditioner = "ic0";
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  test_assert_wording (outcome->message);
}

/* Without fill an incomplete factorisation is the whole one: one iteration is enough. */
static void
test_exact (void)
{
  const char *const pairs[][2] = {
    { "cg", "ic0" },
    { "cg-flexible", "ilu0" },
    { "minres", "ic0" },
    { "bicg", "ilu0" },
    { "bicgstab", "ilu0" },
    { "gmres", "ilu0" },
    { "gmres-flexible", "ilu0" },
    { "gmres", "ic0" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 200);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (pairs[i][0]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = pairs[i][1];
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, ==, 1);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-10);
    }
}

/* A diagonal that is missing may fill in: [0 1; 1 0] does not, [1 1; 1 0] does. */
static void
test_missing_diagonal (void)
{
  const double never[] = { 0, 1, 1, 0 };
  const double fills[] = { 1, 1, 1, 0 };
  g_autoptr (SeidelProblem) hopeless = test_problem (test_csr_from_dense (2, 2, never), NULL, NULL);
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, fills), NULL, NULL);
  SeidelOptions options = test_options ("gmres");
  g_autoptr (SeidelOutcome) broken = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.preconditioner = "ilu0";
  broken = test_solve (hopeless, &options, NULL);
  test_assert_reason (broken, SEIDEL_REASON_BREAKDOWN);
  test_assert_wording (broken->message);
  g_assert_cmpfloat (broken->true_2, ==, G_SQRT2);
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpint (outcome->iterations, ==, 1);
}

static void
test_cancelled (void)
{
  static const char *const kinds[] = { "ilu0", "ic0", "multigrid" };

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
      Bench *bench =
        bench_new (test_csr_random (50, 3, 2.0, 1), kinds[i], SEIDEL_PRECISION_DOUBLE, 1);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("gmres");
      g_autoptr (SeidelOutcome) outcome = NULL;

      g_cancellable_cancel (bench->cancellable);
      g_assert_cmpstr (seidel_reason_id (bench_prepare (bench)), ==, "cancelled");
      bench_free (bench);

      options.preconditioner = kinds[i];
      options.time_limit = 1e-9;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
      g_assert_cmpint (outcome->iterations, ==, 0);
    }
}

/* u · M⁻¹ v = v · M⁻¹ u for a symmetric matrix, through several levels. */
static void
test_multigrid_is_symmetric (void)
{
  for (int cycle = SEIDEL_CYCLE_V; cycle <= SEIDEL_CYCLE_W; cycle++)
    for (int threads = 1; threads <= 2; threads++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-7", 14);
        int64_t n = matrix->csr->rows;
        Bench *bench = bench_new (seidel_csr_transpose (matrix->csr, NULL, NULL), "multigrid",
                                  SEIDEL_PRECISION_DOUBLE, threads);
        g_autofree double *u = test_random_vector (n, 1);
        g_autofree double *v = test_random_vector (n, 2);
        g_autofree double *x = g_new (double, n);
        g_autofree double *y = g_new (double, n);
        double uy = 0.0;
        double vx = 0.0;
        double ux = 0.0;

        bench->options.parameters[SEIDEL_PARAMETER_CYCLE] = cycle;
        bench->options.parameters[SEIDEL_PARAMETER_SMOOTHING] = 2 - cycle;
        g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
        bench_apply (bench, false, u, x);
        bench_apply (bench, false, v, y);
        for (int64_t i = 0; i < n; i++)
          {
            uy += u[i] * y[i];
            vx += v[i] * x[i];
            ux += u[i] * x[i];
          }
        g_assert_cmpfloat (fabs (uy - vx), <, 1e-11 * ux);
        bench_free (bench);
      }
}

/* The iterations hardly grow with the grid, on any number of threads. */
static void
test_multigrid_iterations (void)
{
  static const struct
  {
    const char *kind;
    double sizes[2];
    int64_t most;
  } cases[] = {
    { "poisson-5", { 40, 160 }, 8 },       { "poisson-7", { 12, 36 }, 9 },
    { "poisson-27", { 10, 26 }, 7 },       { "poisson-anisotropic", { 40, 120 }, 6 },
    { "minimal-surface", { 30, 100 }, 7 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int size = 0; size < 2; size++)
      for (int threads = 1; threads <= 2; threads++)
        {
          g_autoptr (SeidelMatrix) matrix =
            test_gallery_sized (cases[i].kind, cases[i].sizes[size]);
          g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
          SeidelOptions options = test_options ("cg");
          g_autoptr (SeidelOutcome) outcome = NULL;

          options.preconditioner = "multigrid";
          options.tolerance = 1e-8;
          options.threads = threads;
          outcome = test_solve (problem, &options, NULL);
          g_test_message ("%s %g: %" G_GINT64_FORMAT, cases[i].kind, cases[i].sizes[size],
                          outcome->iterations);
          g_assert_true (outcome->converged);
          g_assert_cmpint (outcome->iterations, <=, cases[i].most);
        }
}

/* Each large block in turn is refused: the run never takes place, or ends for want of memory with
 * the guess in x, or does not notice. */
static void
check_memory (const char *preconditioner, const char *method, const char *strategy)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 40);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method);
  bool all = false;
  int ended = 0;

  options.preconditioner = preconditioner;
  options.strategy = strategy;
  for (int block = 1; !all; block++)
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (GError) error = NULL;

      asked = 0;
      refused = block;
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
      all = asked < block;
      refused = 0;
      if (outcome == NULL)
        g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
      else if (!outcome->converged)
        {
          test_assert_reason (outcome, SEIDEL_REASON_OUT_OF_MEMORY);
          g_assert_nonnull (outcome->message);
          test_assert_close (outcome->x, problem->guess, outcome->n, 0.0);
          ended++;
        }
      g_assert_false (all && !outcome->converged);
    }
  g_test_message ("%s, %s, %s: %d", preconditioner, method, strategy, ended);
  g_assert_cmpint (ended, >=, 5);
}

static void
test_memory (void)
{
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (int levels = 0; levels < 2 && kinds[k].engine == NULL; levels++)
      {
        check_memory (kinds[k].id, kinds[k].never_transposed ? "gmres" : "bicg",
                      levels ? "levels" : "serial");
        check_memory (kinds[k].id, "gmres-flexible", levels ? "levels" : "serial");
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/preconditioners/applied/single",
                        GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE), test_applied);
  g_test_add_data_func ("/preconditioners/applied/double",
                        GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE), test_applied);
  g_test_add_func ("/preconditioners/blocks", test_blocks);
  g_test_add_func ("/preconditioners/block-products", test_block_products);
  g_test_add_func ("/preconditioners/blocks-by-levels", test_blocks_by_levels);
  g_test_add_func ("/preconditioners/block-sums", test_block_sums);
  g_test_add_func ("/preconditioners/ilu-factors", test_ilu_factors);
  g_test_add_func ("/preconditioners/ic-factors", test_ic_factors);
  g_test_add_func ("/preconditioners/shift", test_shift);
  g_test_add_func ("/preconditioners/exact", test_exact);
  g_test_add_func ("/preconditioners/missing-diagonal", test_missing_diagonal);
  g_test_add_func ("/preconditioners/cancelled", test_cancelled);
  g_test_add_func ("/preconditioners/memory", test_memory);
  g_test_add_func ("/preconditioners/multigrid/symmetric", test_multigrid_is_symmetric);
  g_test_add_func ("/preconditioners/multigrid/iterations", test_multigrid_iterations);
  return g_test_run ();
}
