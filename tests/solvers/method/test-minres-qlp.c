/* MINRES-QLP on symmetric matrices with a known spectrum, singular ones of several kinds: x is that
 * of smallest norm, by the eigenvectors; what is said of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../solve/run-testing.h"

#define N 40

/* The eigenvalues of a kind, and how many of the last are zero. */
static int
fill_spectrum (int kind, double *values)
{
  const int zeros[] = { 5, 1, 15, 8, 0 };

  for (int i = 0; i < N; i++)
    switch (kind)
      {
      case 0: /* indefinite */
        values[i] = (i % 3 == 0 ? -1.0 : 1.0) * (1.0 + 2.0 * i / N);
        break;
      case 1: /* definite, ill-conditioned */
        values[i] = pow (10.0, 1.0 - 3.0 * i / N);
        break;
      case 2: /* two eigenvalues */
        values[i] = i < 20 ? 1.0 : -3.0;
        break;
      case 3: /* negative, in other units */
        values[i] = -1e30 * (1.0 + i % 7);
        break;
      default: /* not singular */
        values[i] = (i % 2 == 0 ? -1.0 : 1.0) * (1.0 + i);
      }
  for (int i = 0; i < zeros[kind]; i++)
    values[N - 1 - i] = 0.0;
  return zeros[kind];
}

/* Orthonormal columns, one after the other, by two reflections. */
static void
fill_basis (double *q)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      q[j * N + i] = i == j ? 1.0 : 0.0;
  for (int pass = 0; pass < 2; pass++)
    {
      g_autofree double *u = test_random_vector (N, 3 + pass);
      double squared = 0.0;

      for (int i = 0; i < N; i++)
        squared += u[i] * u[i];
      for (int j = 0; j < N; j++)
        {
          double product = 0.0;

          for (int i = 0; i < N; i++)
            product += u[i] * q[j * N + i];
          for (int i = 0; i < N; i++)
            q[j * N + i] -= 2.0 * product / squared * u[i];
        }
    }
}

typedef struct
{
  double values[N];
  double q[N * N];
  double a[N * N];
  double b[N];
  double x[N]; /* of smallest norm */
  int zeros;
} Known;

/* b has a part in the null space, unless it is consistent. */
static void
make_known (Known *known, int kind, bool consistent)
{
  g_autofree double *parts = test_random_vector (N, 11);

  known->zeros = fill_spectrum (kind, known->values);
  fill_basis (known->q);
  memset (known->b, 0, sizeof known->b);
  memset (known->x, 0, sizeof known->x);
  for (int i = 0; i < N; i++)
    for (int j = 0; j <= i; j++)
      {
        double sum = 0.0;

        for (int k = 0; k < N; k++)
          sum += known->values[k] * known->q[k * N + i] * known->q[k * N + j];
        known->a[i * N + j] = known->a[j * N + i] = sum;
      }
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      {
        const double value = known->values[k];

        if (value != 0.0)
          known->x[i] += parts[k] * known->q[k * N + i];
        if (value != 0.0 || !consistent)
          known->b[i] += (value != 0.0 ? value : 1.0) * parts[k] * known->q[k * N + i];
      }
}

static SeidelOutcome *
solve (const Known *known, const double *guess, const char *method)
{
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (N, N, known->a), known->b, guess);
  SeidelOptions options = test_options (method);

  options.tolerance = 1e-12;
  options.scaling = SEIDEL_SCALE_NONE;
  return test_solve (problem, &options, NULL);
}

static double
distance (const double *x, const double *y)
{
  double squared = 0.0;
  double norm = 0.0;

  for (int i = 0; i < N; i++)
    {
      squared += (x[i] - y[i]) * (x[i] - y[i]);
      norm += y[i] * y[i];
    }
  return sqrt (squared / norm);
}

static void
test_smallest (void)
{
  Known known;

  for (int kind = 0; kind < 5; kind++)
    for (int consistent = 0; consistent < 2; consistent++)
      {
        g_autoptr (SeidelOutcome) outcome = NULL;
        const bool solvable = consistent || kind == 4;

        make_known (&known, kind, consistent);
        /* Of a part in the null space that is as large as the numbers of the matrix. */
        for (int k = N - known.zeros; kind == 3 && !consistent && k < N; k++)
          for (int i = 0; i < N; i++)
            known.b[i] += 1e30 * known.q[k * N + i];
        outcome = solve (&known, NULL, "minres-qlp");
        g_test_message ("kind %d, %s: %s after %d iterations, %g", kind,
                        consistent ? "consistent" : "not", seidel_reason_id (outcome->reason),
                        (int) outcome->iterations, distance (outcome->x, known.x));
        g_assert_cmpint (outcome->converged, ==, solvable);
        if (!solvable)
          {
            test_assert_reason (outcome, SEIDEL_REASON_LEAST_SQUARES);
            g_assert_nonnull (strstr (outcome->message, "smallest norm"));
          }
        g_assert_cmpfloat (distance (outcome->x, known.x), <=, 1e-5);
      }
}

/* A first guess keeps its part in the null space, and then nothing is promised. */
static void
test_guess (void)
{
  Known known;
  double guess[N] = { 0.0 };
  g_autoptr (SeidelOutcome) outcome = NULL;

  make_known (&known, 0, false);
  for (int i = 0; i < N; i++)
    guess[i] = 10.0 * known.q[(N - 1) * N + i];
  outcome = solve (&known, guess, "minres-qlp");
  test_assert_reason (outcome, SEIDEL_REASON_LEAST_SQUARES);
  g_assert_null (strstr (outcome->message, "has the smallest norm"));
  g_assert_nonnull (strstr (outcome->message, "need not be"));
}

/* MINRES ends with another x than the smallest where there is no solution. */
static void
test_beside_minres (void)
{
  Known known;
  g_autoptr (SeidelOutcome) minres = NULL;
  g_autoptr (SeidelOutcome) qlp = NULL;

  make_known (&known, 0, false);
  minres = solve (&known, NULL, "minres");
  qlp = solve (&known, NULL, "minres-qlp");
  g_assert_cmpint (llabs (minres->iterations - qlp->iterations), <=, 2);
  g_assert_cmpfloat (distance (minres->x, known.x), >, 1e-3);
  g_assert_cmpfloat (distance (qlp->x, known.x), <=, 1e-6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/minres-qlp/smallest", test_smallest);
  g_test_add_func ("/minres-qlp/guess", test_guess);
  g_test_add_func ("/minres-qlp/beside-minres", test_beside_minres);
  return g_test_run ();
}
