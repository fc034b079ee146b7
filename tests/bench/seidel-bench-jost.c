/* Report 003's Tables 1 and 2: the absolute error of the methods it compares on its six matrices,
 * in single and in double, beside the figures printed there.
 *
 * The report does not tell its right-hand sides. Its errors are absolute, ‖b − A x‖∞, and amount to
 * some ten to a hundred units of rounding for every matrix, whether its entries are of order 0.1 or
 * 10¹⁷: the products in a row must have been of order one. Here b = A x* with x*_j = 1 / max |a_ij|
 * over column j, which makes them so. Every method begins at zero and goes on until rounding stops
 * it. Sums are those the report describes: no fused multiply-add, and Kahan's correction in the
 * columns of the GPU, which run on the engine that the benchmark was asked for.
 *
 * Source: Jost, Contassot-Vivier, Vialle, "An efficient multi-algorithms sparse linear solver for
 * GPUs" (2009), Tables 1 and 2. A cell printed in italics there, or left empty, did not converge.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>

#include "io/seidel-loader.h"
#include "method/seidel-preconditioner.h"
#include "solve/seidel-solve.h"

#define TIME_LIMIT 20.0 /* seconds for a cell */

/* A cell that was printed with a larger error did not converge. */
#define CONVERGED_SINGLE 1e-4
#define CONVERGED_DOUBLE 1e-6

#define N_COLUMNS 6

static const struct
{
  const char *title;
  const char *method;
  bool gpu;
} columns[N_COLUMNS] = {
  { "GS CPU", "gauss-seidel", false }, { "Jacobi GPU", "jacobi", true },
  { "BiCG CPU", "bicg", false },       { "BiCG GPU", "bicg", true },
  { "BiCG-S CPU", "bicgstab", false }, { "BiCG-S GPU", "bicgstab", true },
};

/* NAN where the report has nothing. */
static const struct
{
  const char *name;
  double single[N_COLUMNS];
  double twice[N_COLUMNS];
} matrices[] = {
  { "minsurfo",
    { 7.15e-7, 1.19e-6, 8.34e-6, 6.32e-6, 2.15e-6, 2.04e-5 },
    { 1.33e-15, 5.76e-11, 1.24e-14, 1.05e-7, 6.07e-11, 6.98e-9 } },
  { "obstclae",
    { 7.15e-7, 1.19e-6, 1.86e-5, 7.15e-6, 1.91e-6, 2.96e-6 },
    { 1.33e-15, 1.06e-7, 6.66e-15, 4.59e-8, 3.42e-9, 4.61e-9 } },
  { "wathen100",
    { 1.91e-6, NAN, 1.42e-5, 1.60e-5, 7.39e-6, 7.74e-6 },
    { 3.55e-15, 3.02e-2, 3.11e-14, 1.79e-7, 1.42e-14, 8.72e-8 } },
  { "ex1",
    { NAN, NAN, 5.25e-6, 4.77e-6, 4.77e-6, 1.60e-1 },
    { NAN, NAN, 9.33e-15, 6.48e-8, 9.10e-9, 6.27e-3 } },
  { "mcca",
    { NAN, NAN, 6.20e-6, 7.63e-6, 4.77e-6, 2.16e+0 },
    { NAN, NAN, 1.15e-14, 3.74e-8, 1.29e-9, 2.55e+1 } },
  { "dw4096",
    { NAN, NAN, 1.41e+2, NAN, 4.00e-2, NAN },
    { NAN, NAN, 3.88e+0, 6.81e+0, 3.07e-2, 1.23e+5 } },
};

/* What a cell came to. */
typedef struct
{
  double error; /* ‖b − A x‖∞; NAN when the method was refused */
  const char *preconditioner;
  char *refusal; /* why, or NULL */
} Cell;

/* b = A x* as above. */
static void
make_right_hand_side (const SeidelCsr *csr, double *b)
{
  g_autofree double *solution = g_new0 (double, csr->columns);

  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    {
      const int32_t column = csr->column_indices[k];

      solution[column] = MAX (solution[column], fabs (csr->values[k]));
    }
  for (int64_t i = 0; i < csr->columns; i++)
    solution[i] = solution[i] > 0.0 ? 1.0 / solution[i] : 1.0;
  seidel_csr_multiply (csr, solution, b, 1, NULL);
}

static SeidelProblem *
load_problem (const char *folder, const char *name, GError **error)
{
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autofree char *file = g_strconcat (name, ".mtx", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, error);
  SeidelProblem *problem;

  if (matrix == NULL)
    return NULL;
  problem = seidel_problem_new_from_specs (matrix, &zeros, &zeros, NULL, NULL, error);
  if (problem != NULL)
    make_right_hand_side (matrix->csr, problem->b);
  return problem;
}

static double
run_once (SeidelProblem *problem, const SeidelOptions *options, char **refusal)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelOutcome) outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);

  if (outcome != NULL)
    return outcome->true_inf;
  g_free (*refusal);
  *refusal = g_strdup (error->message);
  return NAN;
}

static bool
converges (double printed, SeidelPrecision precision)
{
  return printed < (precision == SEIDEL_PRECISION_SINGLE ? CONVERGED_SINGLE : CONVERGED_DOUBLE);
}

/* The plain method; where it does not come as far as the report, with the preconditioners it
 * takes, each named in its cell. */
static Cell
fill (const SeidelBench *bench,
      SeidelProblem *problem,
      size_t column,
      SeidelPrecision precision,
      double printed)
{
  const SeidelMethod *method = seidel_method_find (columns[column].method);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  Cell best = { NAN, "none", NULL };
  size_t n_kinds = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  options.method = method->id;
  options.engine = columns[column].gpu ? bench->engine->id : "cpu";
  options.arithmetic = columns[column].gpu ? SEIDEL_ARITHMETIC_COMPENSATED : 0;
  options.precision = precision;
  options.tolerance = precision == SEIDEL_PRECISION_SINGLE ? 1e-8 : 1e-17;
  options.threads = 1;
  options.time_limit = TIME_LIMIT;
  for (size_t k = 0; k < n_kinds; k++)
    {
      double error;

      if (k > 0
          && (method->preconditioning == SEIDEL_PRECONDITIONING_NONE
              || !converges (printed, precision) || best.error <= printed))
        break;
      options.preconditioner = kinds[k].id;
      error = run_once (problem, &options, &best.refusal);
      if (isnan (best.error) || error < best.error)
        {
          best.error = error;
          best.preconditioner = kinds[k].id;
        }
    }
  return best;
}

/* "1.2e-07 (7.15e-07)", with the preconditioner where there is one. */
static char *
describe (const Cell *cell, double printed)
{
  g_autofree char *ours = isnan (cell->error) ? g_strdup (cell->refusal != NULL ? "refused" : "-")
                                              : g_strdup_printf ("%.2e", cell->error);
  g_autofree char *theirs = isnan (printed) ? g_strdup ("-") : g_strdup_printf ("%.2e", printed);

  if (g_str_equal (cell->preconditioner, "none"))
    return g_strdup_printf ("%s (%s)", ours, theirs);
  return g_strdup_printf ("%s %s (%s)", ours, cell->preconditioner, theirs);
}

typedef struct
{
  int required; /* cells that converged in the report */
  int reached;
} Score;

static void
print_row (const SeidelBench *bench,
           SeidelProblem *problem,
           const char *name,
           const double *printed,
           SeidelPrecision precision,
           Score *score)
{
  g_autofree char *refusal = NULL;

  printf ("%-10s", name);
  for (size_t column = 0; column < N_COLUMNS; column++)
    {
      Cell cell = fill (bench, problem, column, precision, printed[column]);
      g_autofree char *text = describe (&cell, printed[column]);

      printf (" %-25s", text);
      fflush (stdout);
      if (converges (printed[column], precision))
        {
          score->required++;
          score->reached += cell.error <= printed[column];
        }
      if (isnan (cell.error) && refusal == NULL)
        refusal = g_steal_pointer (&cell.refusal);
      g_free (cell.refusal);
    }
  printf ("\n");
  if (refusal != NULL)
    printf ("%-10s refused: %s\n", "", refusal);
}

static void
print_table (const SeidelBench *bench,
             SeidelProblem *const *problems,
             SeidelPrecision precision,
             Score *score)
{
  const bool single = precision == SEIDEL_PRECISION_SINGLE;

  printf ("\nReport 003, Table %d: largest |b − A x| in %s precision, and in brackets as printed\n",
          single ? 1 : 2, single ? "single" : "double");
  printf ("%-10s", "matrix");
  for (size_t column = 0; column < N_COLUMNS; column++)
    printf (" %-25s", columns[column].title);
  printf ("\n");
  for (size_t m = 0; m < G_N_ELEMENTS (matrices); m++)
    print_row (bench, problems[m], matrices[m].name,
               single ? matrices[m].single : matrices[m].twice, precision, score);
  printf ("\n");
}

static void
add_score (const char *what, const Score *score)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "jost";
  row.what = what;
  row.value = score->reached;
  row.unit = " cells";
  row.must = score->required;
  seidel_bench_table_add (&row);
}

void
seidel_bench_jost (const SeidelBench *bench)
{
  const char *folder = g_getenv ("SEIDEL_TEST_MATRICES");
  SeidelProblem *problems[G_N_ELEMENTS (matrices)] = { NULL };
  g_autoptr (GError) error = NULL;
  Score scores[2] = { { 0, 0 }, { 0, 0 } };

  for (size_t m = 0; m < G_N_ELEMENTS (matrices) && folder != NULL && error == NULL; m++)
    problems[m] = load_problem (folder, matrices[m].name, &error);
  if (folder == NULL || error != NULL)
    seidel_bench_table_skip ("jost", "Tables 1 and 2",
                             folder == NULL ? "SEIDEL_TEST_MATRICES is not set" : error->message);
  else
    {
      print_table (bench, problems, SEIDEL_PRECISION_SINGLE, &scores[0]);
      print_table (bench, problems, SEIDEL_PRECISION_DOUBLE, &scores[1]);
      add_score ("Table 1, single: converged cells with no larger an error than printed",
                 &scores[0]);
      add_score ("Table 2, double: converged cells with no larger an error than printed",
                 &scores[1]);
    }
  for (size_t m = 0; m < G_N_ELEMENTS (matrices); m++)
    g_clear_pointer (&problems[m], seidel_problem_unref);
}
