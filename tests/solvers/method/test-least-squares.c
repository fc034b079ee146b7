/* Least squares: every method against the singular value decomposition, for matrices of any shape
 * and rank.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>

#include "matrix/seidel-normal.h"
#include "dense-testing.h"

/* Random, with about half of the entries; rows and columns beyond rank are sums of the others. */
static Dense
dense_random (int m, int n, int rank, uint64_t seed)
{
  Dense dense = { m, n, g_new0 (double, m *n) };
  g_autofree double *left = g_new0 (double, m *rank);
  g_autofree double *right = g_new0 (double, rank *n);

  for (int i = 0; i < m * rank; i++)
    left[i] = i % rank == i / rank ? 1.0
              : seidel_random_uniform (seed, (uint64_t) i) > 0.0
                ? seidel_random_uniform (seed + 1, (uint64_t) i)
                : 0.0;
  for (int i = 0; i < rank * n; i++)
    right[i] = i % n == i / n ? 1.0
               : seidel_random_uniform (seed + 2, (uint64_t) i) > 0.0
                 ? seidel_random_uniform (seed + 3, (uint64_t) i)
                 : 0.0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < rank; k++)
        dense.a[i * n + j] += left[i * rank + k] * right[k * n + j];
  return dense;
}

/* Turns columns p and q of u (m rows) and v until they are orthogonal; whether they were. */
static bool
rotate_ref (double *u, double *v, int m, int n, int p, int q)
{
  double pp = 0.0;
  double qq = 0.0;
  double pq = 0.0;
  double t;
  double c;

  for (int i = 0; i < m; i++)
    {
      pp += u[i * n + p] * u[i * n + p];
      qq += u[i * n + q] * u[i * n + q];
      pq += u[i * n + p] * u[i * n + q];
    }
  if (fabs (pq) <= 1e-16 * sqrt (pp * qq) || pq == 0.0)
    return true;
  t = (qq - pp) / (2.0 * pq);
  t = (t >= 0.0 ? 1.0 : -1.0) / (fabs (t) + sqrt (1.0 + t * t));
  c = 1.0 / sqrt (1.0 + t * t);
  for (int i = 0; i < m + n; i++)
    {
      double *row = i < m ? u + i * n : v + (i - m) * n;
      double old = row[p];

      row[p] = c * (old - t * row[q]);
      row[q] = c * (t * old + row[q]);
    }
  return false;
}

/* x ← the least-squares solution of smallest norm, damped; the rank. One-sided Jacobi: Golub and
 * Van Loan, "Matrix Computations" (2013), 8.6.3. */
static int
solve_ref (const Dense *dense, const double *b, double damp, double *x)
{
  const int m = dense->m;
  const int n = dense->n;
  g_autofree double *u = g_memdup2 (dense->a, sizeof (double) * (size_t) (m * n));
  g_autofree double *v = g_new0 (double, n *n);
  double largest = 0.0;
  bool done = false;
  int rank = 0;

  for (int j = 0; j < n; j++)
    v[j * n + j] = 1.0;
  for (int sweep = 0; sweep < 60 && !done; sweep++)
    {
      done = true;
      for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++)
          done = rotate_ref (u, v, m, n, p, q) && done;
    }
  memset (x, 0, sizeof (double) * (size_t) n);
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < n; j++)
      {
        double squared = 0.0;
        double product = 0.0;

        for (int i = 0; i < m; i++)
          {
            squared += u[i * n + j] * u[i * n + j];
            product += u[i * n + j] * b[i];
          }
        if (pass == 0)
          largest = fmax (largest, sqrt (squared));
        else if (sqrt (squared) > 1e-10 * largest)
          {
            rank++;
            for (int i = 0; i < n; i++)
              x[i] += product / (squared + damp * damp) * v[i * n + j];
          }
      }
  return rank;
}

/* The largest |ā_j · r̄| / (‖ā_j‖ ‖r̄‖), or ‖Āᵀ r̄‖ / (‖Ā‖ ‖r̄‖) of all columns together. */
static double
normal_ref (const Dense *dense, const double *b, const double *x, double damp, bool together)
{
  double gradient = 0.0;
  double residual = 0.0;
  double size = 0.0;
  double largest = 0.0;
  g_autofree double *r = g_new (double, dense->m);

  for (int i = 0; i < dense->m; i++)
    {
      r[i] = b[i];
      for (int j = 0; j < dense->n; j++)
        r[i] -= dense->a[i * dense->n + j] * x[j];
      residual += r[i] * r[i];
    }
  for (int j = 0; j < dense->n; j++)
    {
      double sum = -damp * damp * x[j];
      double square = damp * damp;

      for (int i = 0; i < dense->m; i++)
        {
          sum += dense->a[i * dense->n + j] * r[i];
          square += dense->a[i * dense->n + j] * dense->a[i * dense->n + j];
        }
      gradient += sum * sum;
      size += square;
      residual += damp * damp * x[j] * x[j];
      if (square > 0.0)
        largest = fmax (largest, fabs (sum) / sqrt (square));
    }
  return (together ? sqrt (gradient / size) : largest) / sqrt (residual);
}

/* The range of b: anywhere, or that of A. */
static double *
right_hand_side (const Dense *dense, bool consistent, uint64_t seed)
{
  double *b = test_random_vector (dense->m, seed);
  g_autofree double *x = test_random_vector (dense->n, seed + 1);

  for (int i = 0; consistent && i < dense->m; i++)
    {
      b[i] = 0.0;
      for (int j = 0; j < dense->n; j++)
        b[i] += dense->a[i * dense->n + j] * x[j];
    }
  return b;
}

typedef void (*TestOfLeastSquares) (const SeidelMethod *method);

/* Of every method of least squares. */
static void
test_each (gconstpointer data)
{
  TestOfLeastSquares test = (TestOfLeastSquares) data;
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  int n_tested = 0;

  for (size_t i = 0; i < n_methods; i++)
    if (methods[i].least_squares)
      {
        g_test_message ("%s", methods[i].id);
        test (&methods[i]);
        n_tested++;
      }
  g_assert_cmpint (n_tested, ==, 4);
}

static const struct
{
  int m, n, rank;
} shapes[] = {
  { 30, 12, 12 }, { 12, 30, 12 }, { 30, 12, 9 }, { 12, 30, 9 }, { 15, 15, 15 }, { 15, 15, 11 },
  { 1, 7, 1 },    { 7, 1, 1 },    { 1, 1, 1 },   { 40, 3, 2 },  { 3, 40, 2 },
};

/* A row and a column of zeros, where there are enough. */
static void
clear_some (Dense *dense)
{
  for (int i = 0; i < dense->m && dense->n > 5; i++)
    dense->a[i * dense->n + 4] = 0.0;
  for (int j = 0; j < dense->n && dense->m > 5; j++)
    dense->a[2 * dense->n + j] = 0.0;
}

static void
check_solution (const SeidelMethod *method,
                const Dense *dense,
                bool consistent,
                double damp,
                SeidelPrecision precision)
{
  const bool is_single = precision == SEIDEL_PRECISION_SINGLE;
  g_autofree double *b = right_hand_side (dense, consistent, 7);
  g_autofree double *x = g_new (double, dense->n);
  g_autofree double *guess = g_new0 (double, dense->n);
  g_autoptr (SeidelProblem) problem = problem_of (dense, b, guess);
  SeidelOptions options = test_options (method->id);
  int rank = solve_ref (dense, b, damp, x);
  bool solvable = (consistent || rank == dense->m) && damp == 0.0;
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.precision = precision;
  options.tolerance = is_single ? 1e-5 : 1e-12;
  options.parameters[SEIDEL_PARAMETER_DAMP] = damp;
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%d × %d, rank %d, %s, damp %g, %s: %s after %d iterations", dense->m, dense->n,
                  rank, consistent ? "consistent" : "any b", damp, seidel_precision_id (precision),
                  seidel_reason_id (outcome->reason), (int) outcome->iterations);
  g_assert_cmpint (outcome->n, ==, dense->n);
  if (solvable)
    {
      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->true_2, <=,
                         options.tolerance * seidel_vector_norm_2 (b, dense->m));
    }
  else if (dense->m != dense->n || damp > 0.0)
    test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_LEAST_SQUARES);
  else
    test_assert_reason (outcome, SEIDEL_REASON_LEAST_SQUARES);
  test_assert_close (outcome->x, x, dense->n, is_single ? 2e-2 : 1e-8);
  g_assert_cmpint (outcome->rank, ==, method->on_host && damp == 0.0 ? rank : -1);
  /* Of one column, which may have as much as all of them together. */
  if (!solvable)
    g_assert_cmpfloat (outcome->normal, <=, (is_single ? 1e-5 : 1e-11) * sqrt (dense->n));
}

static void
check_shapes (const SeidelMethod *method)
{
  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int variant = 0; variant < 4; variant++)
      {
        g_auto (Dense) dense =
          dense_random (shapes[i].m, shapes[i].n, shapes[i].rank, 100 + (uint64_t) i);

        if (variant >= 2)
          clear_some (&dense);
        check_solution (method, &dense, variant % 2 == 0, 0.0, SEIDEL_PRECISION_DOUBLE);
        if (seidel_method_computes_in (method, SEIDEL_PRECISION_SINGLE, NULL))
          check_solution (method, &dense, variant % 2 == 0, 0.0, SEIDEL_PRECISION_SINGLE);
        if (method->parameters & 1u << SEIDEL_PARAMETER_DAMP)
          check_solution (method, &dense, variant % 2 == 0, 0.3, SEIDEL_PRECISION_DOUBLE);
      }
}

/* (1, 1)ᵀ x = (0, 2): x = 1 and the residual (−1, 1). Its transpose: (1, 1) x = 2 has many
 * solutions, of which (1, 1) is the shortest. One iteration each. */
static void
check_by_hand (const SeidelMethod *method)
{
  const double ones[] = { 1, 1 };
  const double b[] = { 0, 2 };
  const double two[] = { 2 };
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelProblem) tall = test_problem (test_csr_from_dense (2, 1, ones), b, NULL);
  g_autoptr (SeidelProblem) wide = test_problem (test_csr_from_dense (1, 2, ones), two, NULL);
  g_autoptr (SeidelOutcome) of_tall = test_solve (tall, &options, NULL);
  g_autoptr (SeidelOutcome) of_wide = test_solve (wide, &options, NULL);

  test_assert_reason (of_tall, SEIDEL_REASON_CONVERGED_LEAST_SQUARES);
  g_assert_cmpint (of_tall->iterations, ==, 1);
  g_assert_cmpfloat_with_epsilon (of_tall->x[0], 1.0, 1e-15);
  g_assert_cmpfloat_with_epsilon (of_tall->true_2, G_SQRT2, 1e-15);
  g_assert_cmpfloat (of_tall->normal, <, 1e-15);
  g_assert_true (of_wide->converged);
  g_assert_cmpint (of_wide->iterations, ==, 1);
  test_assert_close (of_wide->x, ones, 2, 1e-15);
}

/* Nothing to do: a matrix of zeros, b of zeros, and a guess that is the solution. */
static void
check_trivial (const SeidelMethod *method)
{
  const double zeros[] = { 0, 0, 0, 0, 0, 0 };
  const double dense[] = { 1, 2, 3, 4, 5, 7 };
  const double b[] = { 3, 7, 12 };
  const double ones[] = { 1, 1 };
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelProblem) empty = test_problem (test_csr_from_dense (3, 2, zeros), b, NULL);
  g_autoptr (SeidelProblem) nothing = test_problem (test_csr_from_dense (3, 2, dense), zeros, NULL);
  g_autoptr (SeidelProblem) solved = test_problem (test_csr_from_dense (3, 2, dense), b, ones);
  g_autoptr (SeidelOutcome) of_empty = test_solve (empty, &options, NULL);
  g_autoptr (SeidelOutcome) of_nothing = test_solve (nothing, &options, NULL);
  g_autoptr (SeidelOutcome) of_solved = test_solve (solved, &options, NULL);

  test_assert_reason (of_empty, SEIDEL_REASON_CONVERGED_LEAST_SQUARES);
  g_assert_cmpfloat (of_empty->normal, ==, 0.0);
  test_assert_close (of_empty->x, zeros, 2, 0.0);
  test_assert_reason (of_nothing, SEIDEL_REASON_CONVERGED_EXACT);
  test_assert_close (of_nothing->x, zeros, 2, 0.0);
  test_assert_reason (of_solved, SEIDEL_REASON_CONVERGED_EXACT);
  g_assert_cmpint (of_solved->iterations, ==, 0);
}

/* From a guess the iterative methods find the solution that is nearest to it: x₀ + A⁺ (b − A x₀).
 */
static void
check_guess (const SeidelMethod *method)
{
  g_auto (Dense) dense = dense_random (9, 20, 7, 3);
  g_autofree double *b = right_hand_side (&dense, false, 5);
  g_autofree double *guess = test_random_vector (20, 6);
  g_autofree double *left = g_memdup2 (b, 9 * sizeof *b);
  g_autofree double *x = g_new (double, 20);
  g_autoptr (SeidelProblem) problem = problem_of (&dense, b, guess);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;

  for (int i = 0; i < 9; i++)
    for (int j = 0; j < 20; j++)
      left[i] -= dense.a[i * 20 + j] * guess[j];
  solve_ref (&dense, left, 0.0, x);
  for (int j = 0; j < 20; j++)
    x[j] += guess[j];
  if (method->on_host)
    solve_ref (&dense, b, 0.0, x);
  options.tolerance = 1e-12;
  outcome = test_solve (problem, &options, NULL);
  test_assert_close (outcome->x, x, 20, 1e-9);
}

/* At every limit the residual and the normal residual reported are those of x, and those of LSMR
 * never grow. */
static void
check_history (const SeidelMethod *method)
{
  g_auto (Dense) dense = dense_random (40, 25, 25, 11);
  g_autofree double *b = right_hand_side (&dense, false, 5);

  if (method->on_host)
    return;
  for (int limit = 1; limit <= 20; limit++)
    {
      g_autoptr (SeidelProblem) problem = problem_of (&dense, b, NULL);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      SeidelOptions options = test_options (method->id);
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelTracePoint last;
      SeidelTracePoint before;

      options.max_iterations = limit;
      options.tolerance = 1e-14;
      outcome = test_solve (problem, &options, trace);
      test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
      last = seidel_trace_point (trace, (size_t) limit);
      before = seidel_trace_point (trace, (size_t) limit - 1);
      g_assert_cmpfloat_with_epsilon (last.residual, outcome->true_2, 1e-11);
      g_assert_cmpfloat_with_epsilon (last.normal, normal_ref (&dense, b, outcome->x, 0.0, true),
                                      1e-11);
      g_assert_cmpfloat_with_epsilon (outcome->normal,
                                      normal_ref (&dense, b, outcome->x, 0.0, false), 1e-14);
      if (g_str_equal (method->id, "lsmr"))
        g_assert_cmpfloat (last.normal * last.residual, <=, before.normal * before.residual);
      else
        g_assert_cmpfloat (last.residual, <=, before.residual);
    }
}

/* The figures of an outcome against plain loops, on outputs that are NaN at first. */
static void
test_normal_residual (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_auto (Dense) dense = dense_random (shapes[i].m, shapes[i].n, shapes[i].rank, i);
      g_autoptr (SeidelCsr) csr = test_csr_from_dense (dense.m, dense.n, dense.a);
      g_autofree double *b = test_random_vector (dense.m, 3);
      g_autofree double *x = test_random_vector (dense.n, 4);
      g_autofree double *y = g_new (double, dense.n);

      test_poison (y, dense.n);
      g_assert_true (seidel_csr_multiply_transposed (csr, b, y, NULL));
      for (int j = 0; j < dense.n; j++)
        {
          double sum = 0.0;

          for (int k = 0; k < dense.m; k++)
            sum += dense.a[k * dense.n + j] * b[k];
          g_assert_cmpfloat_with_epsilon (y[j], sum, 1e-13);
        }
      for (int k = 0; k < 2; k++)
        g_assert_cmpfloat_with_epsilon (seidel_csr_normal_residual (csr, b, x, 0.7 * k, 2, NULL),
                                        normal_ref (&dense, b, x, 0.7 * k, false), 1e-14);
    }
}

/* What is left to “auto” is solved, too, also where only products are possible. */
static void
test_auto (void)
{
  const SeidelPrecision precisions[] = { SEIDEL_PRECISION_DOUBLE, SEIDEL_PRECISION_SINGLE };

  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int p = 0; p < 2; p++)
      {
        g_auto (Dense) dense = dense_random (shapes[i].m, shapes[i].n, shapes[i].rank, 100 + i);
        g_autofree double *b = right_hand_side (&dense, false, 5);
        g_autofree double *x = g_new (double, dense.n);
        g_autoptr (SeidelProblem) problem = problem_of (&dense, b, NULL);
        SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
        g_autoptr (SeidelOutcome) outcome = NULL;

        if (dense.m == dense.n)
          continue;
        solve_ref (&dense, b, 0.0, x);
        options.precision = precisions[p];
        options.tolerance = p == 0 ? 1e-12 : 1e-5;
        outcome = test_solve (problem, &options, NULL);
        g_assert_true (outcome->converged);
        g_assert_cmpstr (outcome->method, ==, p == 0 ? "qr" : "lsmr");
        test_assert_close (outcome->x, x, dense.n, p == 0 ? 1e-9 : 2e-2);
      }
}

/* “auto” solves the damped problem, of any shape. */
static void
test_auto_damped (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int p = 0; p < 2; p++)
      {
        g_auto (Dense) dense = dense_random (shapes[i].m, shapes[i].n, shapes[i].rank, 100 + i);
        g_autofree double *b = right_hand_side (&dense, i % 2 == 0, 5);
        g_autofree double *x = g_new (double, dense.n);
        g_autoptr (SeidelProblem) problem = problem_of (&dense, b, NULL);
        SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
        g_autoptr (SeidelOutcome) outcome = NULL;

        solve_ref (&dense, b, 0.7, x);
        options.parameters[SEIDEL_PARAMETER_DAMP] = 0.7;
        options.precision = p == 0 ? SEIDEL_PRECISION_DOUBLE : SEIDEL_PRECISION_SINGLE;
        options.tolerance = p == 0 ? 1e-12 : 1e-5;
        outcome = test_solve (problem, &options, NULL);
        test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_LEAST_SQUARES);
        g_assert_cmpstr (outcome->method, ==, p == 0 ? "qr" : "lsmr");
        test_assert_close (outcome->x, x, dense.n, p == 0 ? 1e-9 : 2e-2);
      }
}

/* Entries that single precision cannot hold: a matrix without them is singular, the matrix is not.
 */
static void
test_vanishing_entries (void)
{
  const char *const methods[] = { SEIDEL_METHOD_AUTO, "minres", "lsqr", "lsmr", "cgls" };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (int all = 0; all < 2; all++)
      for (int p = SEIDEL_PRECISION_SINGLE; p <= SEIDEL_PRECISION_MIXED; p++)
        {
          const int n = 200;
          g_autofree double *a = g_new0 (double, n *n);
          g_autoptr (SeidelProblem) problem = NULL;
          g_autofree double *b = test_random_vector (n, 3);
          const SeidelMethod *method = seidel_method_find (methods[m]);
          SeidelOptions options = test_options (methods[m]);
          g_autoptr (SeidelOutcome) outcome = NULL;

          for (int i = 0; i < n; i++)
            for (int j = MAX (i - 1, 0); j < MIN (i + 2, n); j++)
              a[i * n + j] = (i == j ? 2.0 : -1.0) * (all || i == 7 || j == 7 ? 1e-60 : 1.0);
          if (p == SEIDEL_PRECISION_DOUBLE
              || (method != NULL && !seidel_method_computes_in (method, (SeidelPrecision) p, NULL)))
            continue;
          problem = test_problem (test_csr_from_dense (n, n, a), b, NULL);
          options.precision = (SeidelPrecision) p;
          options.scaling = SEIDEL_SCALE_NONE;
          outcome = test_solve (problem, &options, NULL);
          g_test_message ("%s, %s: %s: %s", methods[m], seidel_precision_id (options.precision),
                          seidel_reason_id (outcome->reason), outcome->message);
          g_assert_false (outcome->converged);
          g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_LEAST_SQUARES);
          g_assert_nonnull (strstr (outcome->message, "use double"));
        }
}

/* An ill-conditioned square system has a solution: none of the methods takes the normal residual,
 * which is small long before, for the end of it. */
static void
check_no_false_end (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 400);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  g_assert_true (outcome->converged);
  g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_CONVERGED_LEAST_SQUARES);
  g_assert_cmpfloat (outcome->true_2, <=,
                     options.tolerance * seidel_vector_norm_2 (problem->b, 400));
}

/* The largest |a_j · r| / (‖a_j‖ ‖r‖), and *relative = ‖r‖ / ‖b‖, in long double. */
static double
normal_residual_ref (const Dense *dense, const double *b, const double *x, double *relative)
{
  g_autofree long double *r = g_new (long double, dense->m);
  long double square_r = 0.0L;
  long double square_b = 0.0L;
  long double normal = 0.0L;

  for (int i = 0; i < dense->m; i++)
    {
      r[i] = b[i];
      for (int j = 0; j < dense->n; j++)
        r[i] -= (long double) dense->a[i * dense->n + j] * x[j];
      square_r += r[i] * r[i];
      square_b += (long double) b[i] * b[i];
    }
  for (int j = 0; j < dense->n; j++)
    {
      long double sum = 0.0L;
      long double square = 0.0L;

      for (int i = 0; i < dense->m; i++)
        {
          const long double a = dense->a[i * dense->n + j];

          sum += a * r[i];
          square += a * a;
        }
      if (square > 0.0L)
        normal = fmaxl (normal, fabsl (sum) / sqrtl (square));
    }
  *relative = (double) sqrtl (square_r / square_b);
  return square_r > 0.0L ? (double) (normal / sqrtl (square_r)) : 0.0;
}

/* Columns that shrink to 10^−decades of the first, or powers of numbers in [0, 1]: both are as
 * ill-conditioned as one likes. */
static Dense
dense_ill_conditioned (int m, int n, double decades, bool powers)
{
  Dense dense = dense_random (m, n, MIN (m, n), 31);

  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      if (powers)
        dense.a[i * n + j] = pow ((i + 1.0) / m, j);
      else
        dense.a[i * n + j] *= pow (10.0, -decades * j / n);
  return dense;
}

static void
check_claim (const SeidelMethod *method,
             const Dense *dense,
             bool consistent,
             SeidelPrecision precision,
             double tolerance)
{
  g_autofree double *b = right_hand_side (dense, consistent, 11);
  g_autofree double *guess = g_new0 (double, dense->n);
  g_autoptr (SeidelProblem) problem = problem_of (dense, b, guess);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;
  double relative;
  double normal;

  options.precision = precision;
  options.tolerance = tolerance;
  options.max_iterations = 400;
  outcome = test_solve (problem, &options, NULL);
  normal = normal_residual_ref (dense, b, outcome->x, &relative);
  g_test_message ("%s, %d × %d, %s, %.0e: %s, relative %.3g, normal %.3g", method->id, dense->m,
                  dense->n, seidel_precision_id (precision), tolerance,
                  seidel_reason_id (outcome->reason), relative, normal);
  if (outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    g_assert_cmpfloat (normal, <=, tolerance * (1.0 + 1e-6) + 1e-15);
  else if (outcome->reason == SEIDEL_REASON_DATA_PRECISION)
    g_assert_true (outcome->backward <= 1e-14 || normal <= 1e-6);
  else if (outcome->converged)
    g_assert_cmpfloat (relative, <=, tolerance * (1.0 + 1e-6));
  else if (outcome->reason == SEIDEL_REASON_ACCURACY_LIMIT)
    g_assert_nonnull (outcome->message);
}

/* However ill-conditioned the matrix, whatever the precision: what is reported as converged is, by
 * the residuals of x in long double. */
static void
check_claims (const SeidelMethod *method)
{
  static const int sizes[][2] = { { 40, 12 }, { 12, 40 }, { 60, 59 }, { 30, 5 } };
  static const double tolerances[] = { 1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-10, 1e-12 };
  static const double decades[] = { 0.0, 2.0, 5.0, 8.0, 12.0 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (size_t d = 0; d < 2 * G_N_ELEMENTS (decades); d++)
      {
        const bool powers = d == G_N_ELEMENTS (decades);
        g_auto (Dense) dense = dense_ill_conditioned (sizes[s][0], sizes[s][1],
                                                      decades[d % G_N_ELEMENTS (decades)], powers);

        for (size_t t = 0; t < G_N_ELEMENTS (tolerances); t++)
          for (int p = SEIDEL_PRECISION_SINGLE; p <= SEIDEL_PRECISION_DOUBLE; p++)
            if (seidel_method_computes_in (method, (SeidelPrecision) p, NULL))
              check_claim (method, &dense, d % 2 == 0, (SeidelPrecision) p, tolerances[t]);
      }
}

/* The least-squares solution of columns times powers of two, and the residual, do not depend on
 * them: x is that of the columns as they were, divided by them. */
static void
check_units (const SeidelMethod *method)
{
  static const int sizes[][2] = { { 3, 2 }, { 25, 6 }, { 40, 12 }, { 12, 12 } };
  static const int largest[] = { 5, 25, 60, 250 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (size_t k = 0; k < G_N_ELEMENTS (largest); k++)
      {
        g_auto (Dense) dense = dense_random (sizes[s][0], sizes[s][1], sizes[s][1], 200 + s);
        g_autofree double *b = right_hand_side (&dense, false, 7);
        g_autofree double *x = g_new (double, dense.n);
        g_autofree double *guess = g_new0 (double, dense.n);
        g_autoptr (SeidelProblem) problem = NULL;
        SeidelOptions options = test_options (method->id);
        g_autoptr (SeidelOutcome) outcome = NULL;

        solve_ref (&dense, b, 0.0, x);
        for (int j = 0; j < dense.n; j++)
          for (int i = 0; i < dense.m; i++)
            dense.a[i * dense.n + j] =
              ldexp (dense.a[i * dense.n + j], (j * 7919 + 5) % (2 * largest[k] + 1) - largest[k]);
        problem = problem_of (&dense, b, guess);
        options.tolerance = 1e-12;
        outcome = test_solve (problem, &options, NULL);
        g_test_message ("%s, %d × %d, 2^±%d: %s", method->id, dense.m, dense.n, largest[k],
                        seidel_reason_id (outcome->reason));
        g_assert_true (outcome->converged);
        if (method->on_host)
          g_assert_cmpint (outcome->rank, ==, dense.n);
        for (int j = 0; j < dense.n; j++)
          outcome->x[j] = ldexp (outcome->x[j], (j * 7919 + 5) % (2 * largest[k] + 1) - largest[k]);
        test_assert_close (outcome->x, x, dense.n, 1e-8);
      }
}

/* Polynomials of years, of which the higher powers are 10¹⁴ times the lower ones: the residual is
 * that of the same polynomials of years since the middle one, where nothing differs in size. */
static void
check_years (const SeidelMethod *method)
{
  const int m = 25;
  const double tolerances[] = { 1e-8, 1e-12 }; /* the latter is beyond what double gives */

  for (int run = 0; run < 8; run++)
    {
      const int n = 2 + run / 2;
      g_auto (Dense) years = { m, n, g_new (double, m *n) };
      g_auto (Dense) since = { m, n, g_new (double, m *n) };
      g_autofree double *b = test_random_vector (m, 3);
      g_autofree double *x = g_new (double, n);
      g_autofree double *guess = g_new0 (double, n);
      g_autoptr (SeidelProblem) problem = NULL;
      SeidelOptions options = test_options (method->id);
      g_autoptr (SeidelOutcome) outcome = NULL;
      double best = 0.0;

      for (int k = 0; k < m * n; k++)
        {
          years.a[k] = pow (2000.0 + k / n, k % n);
          since.a[k] = pow ((k / n - 12.0) / 12.0, k % n);
        }
      solve_ref (&since, b, 0.0, x);
      for (int i = 0; i < m; i++)
        {
          double r = b[i];

          for (int j = 0; j < n; j++)
            r -= since.a[i * n + j] * x[j];
          best = hypot (best, r);
        }
      problem = problem_of (&years, b, guess);
      options.max_iterations = 2000;
      options.tolerance = tolerances[run % 2];
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s, degree %d: %s, residual %.6g, best %.6g", method->id, n - 1,
                      seidel_reason_id (outcome->reason), outcome->true_2, best);
      g_assert_true (outcome->converged || !method->on_host);
      if (outcome->converged)
        g_assert_cmpfloat_with_epsilon (outcome->true_2, best, 1e-4 * best);
    }
}

static void
add_for_methods (const char *path, TestOfLeastSquares test)
{
  g_test_add_data_func (path, (gconstpointer) test, test_each);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_for_methods ("/least-squares/shapes", check_shapes);
  add_for_methods ("/least-squares/by-hand", check_by_hand);
  add_for_methods ("/least-squares/trivial", check_trivial);
  add_for_methods ("/least-squares/guess", check_guess);
  add_for_methods ("/least-squares/history", check_history);
  add_for_methods ("/least-squares/no-false-end", check_no_false_end);
  add_for_methods ("/least-squares/claims", check_claims);
  add_for_methods ("/least-squares/units", check_units);
  add_for_methods ("/least-squares/years", check_years);
  g_test_add_func ("/least-squares/normal-residual", test_normal_residual);
  g_test_add_func ("/least-squares/auto", test_auto);
  g_test_add_func ("/least-squares/auto-damped", test_auto_damped);
  g_test_add_func ("/least-squares/vanishing-entries", test_vanishing_entries);
  return g_test_run ();
}
