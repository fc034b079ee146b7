/* COCG beside a plain loop over complex numbers: as many iterations, the same x.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>

#include "base/seidel-error.h"
#include "matrix/seidel-complex.h"

#include "run-testing.h"

#define SIDE 24
#define N    (SIDE * SIDE)

typedef enum
{
  DAMPED,    /* −Δ − k² + i k: the diagonal has an imaginary part */
  ABSORBING, /* that of the boundary alone */
  REAL_DIAGONAL,
  N_WAVES
} Wave;

typedef struct
{
  Wave wave;
  double complex diagonal[N];
  double complex coupling[SIDE]; /* of neighbours in a row of points, and in a column */
  double b[2 * N];
} System;

/* (A x)_i of a grid of waves, without its diagonal. */
static double complex
couple (const System *s, const double complex *x, int i, int from, int to)
{
  const int column = i % SIDE;
  double complex sum = 0.0;
  const int others[4] = { i - SIDE, column > 0 ? i - 1 : -1, column < SIDE - 1 ? i + 1 : -1,
                          i + SIDE };

  for (int k = 0; k < 4; k++)
    if (others[k] >= from && others[k] < to && others[k] >= 0 && others[k] < N)
      sum += s->coupling[k % 3 == 0 ? column : MIN (others[k], i) % SIDE] * x[others[k]];
  return sum;
}

static System *
system_new (Wave wave)
{
  System *s = g_new0 (System, 1);

  s->wave = wave;
  for (int i = 0; i < SIDE; i++)
    s->coupling[i] = -1.0 + (wave == REAL_DIAGONAL ? 0.3 * I : 0.0) + 0.01 * i;
  for (int i = 0; i < N; i++)
    {
      const bool boundary = i < SIDE || i >= N - SIDE || i % SIDE == 0 || i % SIDE == SIDE - 1;

      s->diagonal[i] = 3.7
                       + I
                           * (wave == DAMPED                  ? 0.2
                              : wave == ABSORBING && boundary ? -0.6
                                                              : 0.0);
    }
  seidel_vector_fill_random (s->b, 2 * N, 7);
  return s;
}

/* The number in row i and column j. */
static double complex
entry (const System *s, int i, int j)
{
  static double complex unit[N];
  double complex value;

  if (i == j)
    return s->diagonal[i];
  unit[j] = 1.0;
  value = couple (s, unit, i, 0, N);
  unit[j] = 0.0;
  return value;
}

static SeidelCsr *
make_part (const System *s, bool imaginary)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 5 * N);
  int count = 0;

  for (int i = 0; i < N; i++)
    for (int k = -2; k <= 2; k++)
      {
        const int j = i + (k == -2 ? -SIDE : k == 2 ? SIDE : k);
        const bool inside = j >= 0 && j < N && (abs (k) != 1 || j / SIDE == i / SIDE);
        const double complex value = inside ? entry (s, i, j) : 0.0;

        if (inside)
          entries[count++] = (TestEntry){ i, j, imaginary ? cimag (value) : creal (value) };
      }
  return test_csr_from_entries (N, N, entries, count);
}

static SeidelMatrix *
make_matrix (const System *s)
{
  SeidelMatrix *matrix = seidel_matrix_new ("waves", make_part (s, false));
  g_autoptr (SeidelCsr) imaginary = make_part (s, true);

  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, NULL));
  return matrix;
}

/* z ← M⁻¹ r; SSOR with ω = 1. */
static void
precondition (const System *s, const char *id, const double complex *r, double complex *z)
{
  memcpy (z, r, N * sizeof *z);
  if (g_str_equal (id, "jacobi"))
    for (int i = 0; i < N; i++)
      z[i] = r[i] / s->diagonal[i];
  if (!g_str_equal (id, "ssor"))
    return;
  for (int i = 0; i < N; i++)
    z[i] = (r[i] - couple (s, z, i, 0, i)) / s->diagonal[i];
  for (int i = N - 1; i >= 0; i--)
    z[i] -= couple (s, z, i, i + 1, N) / s->diagonal[i];
}

static double complex
multiply (const double complex *u, const double complex *v)
{
  double complex sum = 0.0;

  for (int i = 0; i < N; i++)
    sum += u[i] * v[i];
  return sum;
}

static double
norm (const double complex *r)
{
  double sum = 0.0;

  for (int i = 0; i < N; i++)
    sum += creal (r[i]) * creal (r[i]) + cimag (r[i]) * cimag (r[i]);
  return sqrt (sum);
}

/* The algorithm as it is printed; the iterations that it takes. */
static int
solve_plainly (const System *s, const char *id, double tolerance, double complex *x)
{
  double complex r[N], z[N], p[N] = { 0 }, q[N];
  double complex rho_before = 1.0;
  double limit;
  int iterations = 0;

  for (int i = 0; i < N; i++)
    {
      x[i] = 0.0;
      r[i] = s->b[2 * i] + I * s->b[2 * i + 1];
    }
  for (limit = tolerance * norm (r); norm (r) > limit; iterations++)
    {
      double complex rho, alpha, beta;

      precondition (s, id, r, z);
      rho = multiply (z, r);
      beta = iterations == 0 ? 0.0 : rho / rho_before;
      for (int i = 0; i < N; i++)
        p[i] = z[i] + beta * p[i];
      for (int i = 0; i < N; i++)
        q[i] = s->diagonal[i] * p[i] + couple (s, p, i, 0, N);
      alpha = rho / multiply (p, q);
      for (int i = 0; i < N; i++)
        {
          x[i] += alpha * p[i];
          r[i] -= alpha * q[i];
        }
      rho_before = rho;
      g_assert_cmpint (iterations, <, 1000);
    }
  return iterations;
}

static void
test_waves (void)
{
  static const char *const preconditioners[] = { "none", "jacobi", "ssor" };

  for (Wave wave = 0; wave < N_WAVES; wave++)
    {
      g_autofree System *s = system_new (wave);
      g_autoptr (SeidelMatrix) matrix = make_matrix (s);
      g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, s->b, NULL, NULL);

      for (size_t k = 0; k < G_N_ELEMENTS (preconditioners); k++)
        for (int threads = 1; threads <= 2; threads++)
          {
            double complex x[N];
            const int expected = solve_plainly (s, preconditioners[k], 1e-8, x);
            SeidelOptions options = test_options ("cocg");
            g_autoptr (SeidelOutcome) outcome = NULL;

            options.preconditioner = preconditioners[k];
            options.tolerance = 1e-8;
            options.threads = threads;
            outcome = test_solve (problem, &options, NULL);
            g_test_message ("wave %d, %s: %d, %d plainly", (int) wave, preconditioners[k],
                            (int) outcome->iterations, expected);
            g_assert_true (outcome->converged);
            /* The residual crosses the tolerance within an iteration of the plain loop's, whose
             * sums are rounded otherwise. */
            g_assert_cmpint (ABS (outcome->iterations - expected), <=, 1);
            for (int i = 0; i < N; i++)
              g_assert_cmpfloat (cabs (outcome->x[2 * i] + I * outcome->x[2 * i + 1] - x[i]), <,
                                 1e-5);
          }
    }
}

/* Automatic begins with it, and it is enough. */
static void
test_automatic (void)
{
  for (Wave wave = 0; wave < N_WAVES; wave++)
    {
      g_autofree System *s = system_new (wave);
      g_autoptr (SeidelMatrix) matrix = make_matrix (s);
      g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, s->b, NULL, NULL);
      const SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
      g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

      g_assert_true (outcome->converged);
      g_assert_cmpuint (outcome->n_attempts, ==, 1);
      g_assert_cmpstr (outcome->method, ==, "cocg");
    }
}

/* For a real matrix it is the method of conjugate gradients. */
static void
test_real (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  int64_t iterations[2];

  for (int k = 0; k < 2; k++)
    {
      SeidelOptions options = test_options (k == 0 ? "cg" : "cocg");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = "ssor";
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      iterations[k] = outcome->iterations;
    }
  g_assert_cmpint (iterations[0], ==, iterations[1]);
}

static SeidelMatrix *
make_small (double off_imaginary_above, double off_imaginary_below)
{
  const TestEntry real[] = { { 0, 0, 2 }, { 0, 1, 0 }, { 1, 0, 0 }, { 1, 1, 2 } };
  const TestEntry others[] = {
    { 0, 0, 0 }, { 0, 1, off_imaginary_above }, { 1, 0, off_imaginary_below }, { 1, 1, 0 }
  };
  SeidelMatrix *matrix = seidel_matrix_new ("small", test_csr_from_entries (2, 2, real, 4));
  g_autoptr (SeidelCsr) imaginary = test_csr_from_entries (2, 2, others, 4);

  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, NULL));
  return matrix;
}

/* A Hermitian matrix is refused and said to be one, any other that is not symmetric as well. */
static void
test_refusals (void)
{
  static const struct
  {
    double above, below;
    const char *why;
  } cases[] = { { 1, 1, NULL }, { 1, -1, "Hermitian" }, { 1, 0.5, "no equal mirror entry" } };
  const double b[4] = { 1, 0, 0, 0 };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = make_small (cases[i].above, cases[i].below);
      g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, NULL);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;
      SeidelOptions options = test_options ("cocg");
      g_autoptr (SeidelOutcome) outcome =
        seidel_solve (problem, &options, trace, NULL, NULL, &error);

      if (cases[i].why == NULL)
        {
          g_assert_no_error (error);
          g_assert_true (outcome->converged);
          continue;
        }
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, cases[i].why));
    }
}

/* (1, i) is orthogonal to itself without conjugates. */
static void
test_breakdown (void)
{
  g_autoptr (SeidelMatrix) matrix = make_small (0.5, 0.5);
  const double b[4] = { 1, 0, 0, 1 };
  g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, NULL);
  SeidelOptions options = test_options ("cocg");
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  g_assert_nonnull (strstr (outcome->message, "r·z = 0"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cocg/waves", test_waves);
  g_test_add_func ("/cocg/automatic", test_automatic);
  g_test_add_func ("/cocg/real", test_real);
  g_test_add_func ("/cocg/refusals", test_refusals);
  g_test_add_func ("/cocg/breakdown", test_breakdown);
  return g_test_run ();
}
