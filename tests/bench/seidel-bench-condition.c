/* What the estimates of the condition number and of the error take of a run of a direct method: the
 * processor time of runs with and without them, in turn, by one thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>

#include "matrix/seidel-vector.h"
#include "solve/seidel-solve.h"

#define ROUNDS     15
#define FEW_ROUNDS 5     /* where a run takes long */
#define LONG       200.0 /* milliseconds */
#define MOST_SHARE 0.1
#define NO_MATTER  0.2 /* milliseconds: what nobody notices may be any part of a run */
#define DENSE_ROWS 1100

static const struct
{
  const char *kind;
  double size;
} gallery[] = {
  { "poisson-5", 30 },      { "poisson-5", 64 },
  { "poisson-5", 200 },     { "poisson-5", 500 },
  { "poisson-7", 12 },      { "poisson-7", 24 },
  { "poisson-27", 12 },     { "poisson-jumping", 150 },
  { "helmholtz", 100 },     { "convection-diffusion", 100 },
  { "stokes-cavity", 32 },  { "wathen", 30 },
  { "truss", 60 },          { "tridiagonal", 100000 },
  { "random-dense", 200 },  { "random-dense", 1000 },
  { "random-graph", 2000 }, { "hilbert", 10 },
};

static double
time_run (SeidelProblem *problem, const char *method, bool skips, double *condition)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  const double began = seidel_bench_processor ();

  options.method = method;
  options.threads = 1;
  options.skip_condition = skips;
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
  if (outcome != NULL && !skips)
    *condition = outcome->condition;
  return seidel_bench_processor () - began;
}

/* The shortest of several runs each: what they have in common. */
static void
compare (SeidelProblem *problem, const char *method)
{
  const SeidelMatrix *matrix = problem->matrix;
  double with[ROUNDS];
  double without[ROUNDS];
  double condition = NAN;
  int rounds = ROUNDS;
  g_autofree char *what = NULL;
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  if (time_run (problem, method, false, &condition) > LONG)
    rounds = FEW_ROUNDS;
  if (isnan (condition))
    return;
  for (int round = 0; round < rounds; round++)
    {
      without[round] = time_run (problem, method, true, &condition);
      with[round] = time_run (problem, method, false, &condition);
    }
  what = g_strdup_printf ("%s, %" G_GINT64_FORMAT " rows, %s: the part of the run (κ %.0e)",
                          matrix->name, matrix->csr->rows, method, condition);
  row.name = "condition";
  row.what = what;
  row.median_ms = seidel_bench_median (with, rounds);
  row.min_ms = seidel_bench_minimum (with, rounds);
  row.value = 1.0 - seidel_bench_minimum (without, rounds) / row.min_ms;
  row.unit = "";
  row.smaller_is_better = true;
  row.must = fmax (MOST_SHARE, NO_MATTER / row.min_ms);
  seidel_bench_table_add (&row);
}

static void
compare_matrix (SeidelMatrix *matrix)
{
  static const char *const methods[] = { "umfpack", "cholmod", "qr", "lu" };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  const SeidelVectorSpec random = { SEIDEL_VECTOR_RANDOM, 3, NULL };
  g_autoptr (SeidelProblem) problem = NULL;

  if (matrix == NULL)
    return;
  problem = seidel_problem_new_from_specs (matrix, &random, &zeros, NULL, NULL, NULL);
  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    if (m + 1 < G_N_ELEMENTS (methods) || matrix->csr->rows <= DENSE_ROWS)
      compare (problem, methods[m]);
}

void
seidel_bench_condition (const SeidelBench *bench)
{
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();

  for (size_t i = 0; i < G_N_ELEMENTS (gallery); i += bench->quick ? 4 : 1)
    {
      g_autoptr (SeidelMatrix) matrix = seidel_bench_matrix (gallery[i].kind, gallery[i].size);

      compare_matrix (matrix);
    }
  for (guint i = 0; i < paths->len && !bench->quick; i++)
    {
      g_autoptr (SeidelMatrix) matrix = seidel_bench_real_square (paths->pdata[i]);

      compare_matrix (matrix);
    }
}
