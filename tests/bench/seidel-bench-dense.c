/* LU through LAPACK against calling dgetrf directly; the textbook methods beside it, for show.
 *
 * Both sides begin with the same sparse matrix, make a table of it, factor and solve, on all
 * processors; Seidel also takes the residual before and after.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matrix/seidel-vector.h"
#include "solve/seidel-solve.h"

#define N_PAIRS 9

/* Shorter times than this say nothing of the method. */
#define LEAST_ROWS 500

extern void dgetrf_ (const int *m, const int *n, double *a, const int *lda, int *ipiv, int *info);
extern void dgetrs_ (const char *trans,
                     const int *n,
                     const int *columns,
                     const double *a,
                     const int *lda,
                     const int *ipiv,
                     double *b,
                     const int *ldb,
                     int *info);

typedef struct
{
  SeidelProblem *problem;
  const char *method;
  double *x; /* of the direct call */
  double error;
} Dense;

/* A full matrix of random numbers whose solution is all ones. */
static SeidelProblem *
make_problem (int n)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelCsr *csr = seidel_csr_new (n, n, (int64_t) n * n, NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelStructure) structure = NULL;
  SeidelProblem *problem;

  for (int row = 0; row <= n; row++)
    csr->row_offsets[row] = (int64_t) row * n;
  for (int64_t k = 0; k < (int64_t) n * n; k++)
    csr->column_indices[k] = (int32_t) (k % n);
  seidel_vector_fill_random (csr->values, (int64_t) n * n, 5);
  matrix = seidel_matrix_new ("random", csr);
  structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, NULL);
  seidel_problem_set_analyses (problem, structure, NULL, NULL);
  return problem;
}

static void
solve_by_seidel (void *data)
{
  Dense *dense = data;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GCancellable) skip_verification = g_cancellable_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  g_cancellable_cancel (skip_verification);
  options.method = dense->method;
  options.max_iterations = 1;
  outcome = seidel_solve (dense->problem, &options, trace, NULL, skip_verification, NULL);
  dense->error = outcome != NULL ? outcome->error_inf : NAN;
}

static void
solve_by_lapack (void *data)
{
  Dense *dense = data;
  const SeidelCsr *csr = dense->problem->matrix->csr;
  const int n = (int) csr->rows;
  const int one = 1;
  double *a = calloc ((size_t) n * n, sizeof *a);
  int *pivots = g_new (int, n);
  int info = 0;

  for (int64_t row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      a[row + (int64_t) csr->column_indices[k] * n] = csr->values[k];
  memcpy (dense->x, dense->problem->b, (size_t) n * sizeof *dense->x);
  openblas_set_num_threads ((int) g_get_num_processors ());
  dgetrf_ (&n, &n, a, &n, pivots, &info);
  dgetrs_ ("N", &n, &one, a, &n, pivots, dense->x, &n, &info);
  g_free (pivots);
  free (a);
}

static void
add_row (const Dense *dense,
         const SeidelBenchPair *pair,
         const char *what,
         double must,
         double flops)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *text = g_strdup_printf ("%s (%.1f ms); %.1f GFLOP/s", what, pair->b_median,
                                           flops / pair->a_median / 1e6);

  row.name = "dense";
  row.what = text;
  row.median_ms = pair->a_median;
  row.min_ms = pair->a_min;
  row.value = pair->a_over_b;
  row.unit = "×";
  row.must = must;
  row.smaller_is_better = true;
  row.failed = dense->error < 1e-3 ? NULL : "the solution is wrong";
  seidel_bench_table_add (&row);
}

static void
measure_lu (int n)
{
  Dense dense = { .problem = make_problem (n), .method = "lu" };
  g_autofree char *what =
    g_strdup_printf ("LU of %d rows, over dgetrf and dgetrs called directly", n);
  SeidelBenchPair pair;

  dense.x = seidel_vector_new (n, NULL);
  pair = seidel_bench_pairs (solve_by_seidel, &dense, solve_by_lapack, &dense, N_PAIRS);
  /* What repeats to some hundredths from run to run is the same. */
  add_row (&dense, &pair, what, 1.05, 2.0 / 3.0 * pow (n, 3));
  seidel_vector_free (dense.x);
  seidel_problem_unref (dense.problem);
}

static void
measure_textbook (int n)
{
  static const struct
  {
    const char *method;
    const char *name;
    double flops; /* over n³ */
  } methods[] = {
    { "lu-crout", "LU by Crout", 2.0 / 3.0 },
    { "gauss-jordan", "Gauss-Jordan by the inverse", 3.0 },
    { "gauss-jordan-pivoting", "Gauss-Jordan with pivoting", 3.0 },
  };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      Dense dense = { .problem = make_problem (n), .method = methods[m].method };
      Dense lu = { .problem = dense.problem, .method = "lu" };
      g_autofree char *what =
        g_strdup_printf ("%s of %d rows, over LU through LAPACK", methods[m].name, n);
      SeidelBenchPair pair = seidel_bench_pairs (solve_by_seidel, &dense, solve_by_seidel, &lu, 5);

      add_row (&dense, &pair, what, NAN, methods[m].flops * pow (n, 3));
      seidel_problem_unref (dense.problem);
    }
}

void
seidel_bench_dense (const SeidelBench *bench)
{
  static const int sizes[] = { LEAST_ROWS, 1000, 2000 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes) && !(bench->quick && s > 0); s++)
    measure_lu (sizes[s]);
  measure_textbook (bench->quick ? 200 : LEAST_ROWS);
}
