/* Sweeps in the arithmetics that strategies say they support: a long row shows which sum it was.
 *
 * Skips what the CPU does not offer where there is no device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-engines.h"

#include "../solve/run-testing.h"

#define N 20001

/* Ones on the diagonal and tenths in the last row: after one sweep from zero with b = (1, …, 1, 0),
 * x = (1, …, 1, −Σ 0.1). */
static SeidelProblem *
long_row (void)
{
  SeidelCsr *csr = seidel_csr_new (N, N, 2 * N - 1, NULL);
  double *b = g_new (double, N);
  SeidelProblem *problem;

  for (int64_t i = 0; i < N; i++)
    {
      csr->row_offsets[i] = i;
      csr->column_indices[i] = (int32_t) i;
      csr->values[i] = 1.0;
      b[i] = i + 1 < N ? 1.0 : 0.0;
    }
  for (int32_t j = 0; j < N; j++)
    {
      csr->column_indices[N - 1 + j] = j;
      csr->values[N - 1 + j] = j + 1 < N ? 0.1 : 1.0;
    }
  csr->row_offsets[N] = 2 * N - 1;
  problem = test_problem (csr, b, NULL);
  g_free (b);
  return problem;
}

/* How far off the last element is after a sweep in single, in units of its last place. */
static double
last_places (SeidelProblem *problem,
             const SeidelEngine *engine,
             const SeidelStrategy *strategy,
             int arithmetic)
{
  const double exact = -(double) 0.1f * (N - 1);
  SeidelOptions options = test_options ("gauss-seidel");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.engine = engine->id;
  options.strategy = strategy->id;
  options.precision = SEIDEL_PRECISION_SINGLE;
  options.arithmetic = arithmetic;
  options.max_iterations = 1;
  options.tolerance = 0.0;
  outcome = test_solve (problem, &options, NULL);
  for (int64_t i = 0; i + 1 < N; i++)
    g_assert_cmpfloat (outcome->x[i], ==, 1.0);
  return fabs (outcome->x[N - 1] - exact) / fabs (exact) * 0x1p23;
}

static void
check_strategy (SeidelProblem *problem, const SeidelEngine *engine, const SeidelStrategy *strategy)
{
  const int compensated = SEIDEL_ARITHMETIC_COMPENSATED;
  const int both = SEIDEL_ARITHMETIC_COMPENSATED | SEIDEL_ARITHMETIC_FUSED;
  double plain = last_places (problem, engine, strategy, 0);

  g_test_message ("%s, %s: off by %.1f last places", engine->id, strategy->id, plain);
  g_assert_cmpfloat (plain, <, N);
  if ((strategy->arithmetics & SEIDEL_ARITHMETIC_FUSED) != 0)
    g_assert_cmpfloat (last_places (problem, engine, strategy, SEIDEL_ARITHMETIC_FUSED), <, N);
  if ((strategy->arithmetics & SEIDEL_ARITHMETIC_COMPENSATED) == 0)
    return;
  g_assert_cmpfloat (last_places (problem, engine, strategy, compensated), <=, 1.0);
  g_assert_cmpfloat (last_places (problem, engine, strategy, both), <=, 1.0);
}

static void
test_sweeps (gconstpointer data)
{
  const SeidelEngineEntryInfo *info = data;
  g_autoptr (SeidelProblem) problem = NULL;

  if (!info->available)
    {
      g_test_skip (info->why_not);
      return;
    }
  problem = long_row ();
  for (int i = 0; i < info->engine->n_strategies; i++)
    check_strategy (problem, info->engine, &info->engine->strategies[i]);
}

/* What auto chooses uses the arithmetic. */
static void
test_auto (gconstpointer data)
{
  const SeidelEngineEntryInfo *info = data;
  SeidelStrategy automatic = { .id = "auto" };
  g_autoptr (SeidelProblem) problem = NULL;

  if (!info->available)
    {
      g_test_skip (info->why_not);
      return;
    }
  problem = long_row ();
  g_assert_cmpfloat (last_places (problem, info->engine, &automatic, SEIDEL_ARITHMETIC_COMPENSATED),
                     <=, 1.0);
}

int
main (int argc, char *argv[])
{
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = NULL;

  g_test_init (&argc, &argv, NULL);
  engines = seidel_engines (&n_engines);
  for (size_t e = 0; e < n_engines; e++)
    {
      g_autofree char *sweeps = g_strdup_printf ("/engine-arithmetic/%s/sweeps", engines[e].id);
      g_autofree char *automatic = g_strdup_printf ("/engine-arithmetic/%s/auto", engines[e].id);

      g_test_add_data_func (sweeps, &engines[e], test_sweeps);
      g_test_add_data_func (automatic, &engines[e], test_auto);
    }
  return g_test_run ();
}
