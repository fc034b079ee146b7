/* Systems that are determined but for constants or rigid body modes, with a solution and without:
 * x against one that is known, whichever method and preconditioner.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-random.h"
#include "method/seidel-preconditioner.h"

#include "run-testing.h"

#define SIDE 20
#define N    (SIDE * SIDE)

/* The Laplacian of a grid without boundary values: every row adds up to zero. */
static SeidelCsr *
neumann (void)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 5 * N);
  int count = 0;

  for (int i = 0; i < N; i++)
    {
      const int neighbours[] = { i - SIDE, i % SIDE > 0 ? i - 1 : -1,
                                 i % SIDE + 1 < SIDE ? i + 1 : -1, i + SIDE };
      int degree = 0;

      for (int k = 0; k < 4; k++)
        if (neighbours[k] >= 0 && neighbours[k] < N)
          {
            entries[count++] = (TestEntry){ i, neighbours[k], -1.0 };
            degree++;
          }
      entries[count++] = (TestEntry){ i, i, degree };
    }
  return test_csr_from_entries (N, N, entries, count);
}

/* A square of springs between neighbours, also diagonal ones, that nothing holds: displacements x
 * and y of each of its nodes. */
#define NODES_ASIDE 6
#define NODES       (NODES_ASIDE * NODES_ASIDE)
#define BODY        (2 * NODES)

static void
place_node (int node, double at[2])
{
  at[0] = node % NODES_ASIDE;
  at[1] = node / NODES_ASIDE;
}

static void
add_spring (double *k, int a, int b)
{
  double from[2];
  double to[2];
  double e[2];

  place_node (a, from);
  place_node (b, to);
  e[0] = to[0] - from[0];
  e[1] = to[1] - from[1];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      {
        const double stiffness = e[i] * e[j];

        k[(2 * a + i) * BODY + 2 * a + j] += stiffness;
        k[(2 * b + i) * BODY + 2 * b + j] += stiffness;
        k[(2 * a + i) * BODY + 2 * b + j] -= stiffness;
        k[(2 * b + i) * BODY + 2 * a + j] -= stiffness;
      }
}

static SeidelCsr *
floating_body (void)
{
  g_autofree double *k = g_new0 (double, BODY *BODY);

  for (int a = 0; a < NODES; a++)
    for (int b = a + 1; b < NODES; b++)
      if (abs (a % NODES_ASIDE - b % NODES_ASIDE) <= 1 && b / NODES_ASIDE - a / NODES_ASIDE <= 1)
        add_spring (k, a, b);
  return test_csr_from_dense (BODY, BODY, k);
}

/* Two translations and the rotation. */
static void
fill_modes (double modes[BODY][3])
{
  for (int node = 0; node < NODES; node++)
    {
      double at[2];

      place_node (node, at);
      for (int i = 0; i < 2; i++)
        {
          modes[2 * node + i][0] = i == 0;
          modes[2 * node + i][1] = i == 1;
          modes[2 * node + i][2] = i == 0 ? -at[1] : at[0];
        }
    }
}

static double
dot (const double *x, const double *y, int n, int step)
{
  double sum = 0.0;

  for (int i = 0; i < n; i++)
    sum += x[i] * y[i * step];
  return sum;
}

/* Random, without what the vectors have of it: made orthogonal to each of them, again and again. */
static void
fill_known (double *x, int n, const double *vectors, int count)
{
  for (int i = 0; i < n; i++)
    x[i] = sin (3.7 * i * i + 1.0);
  for (int pass = 0; pass < 200; pass++)
    for (int k = 0; k < count; k++)
      {
        double squared = 0.0;
        double product = dot (x, vectors + k, n, count);

        for (int i = 0; i < n; i++)
          squared += vectors[i * count + k] * vectors[i * count + k];
        for (int i = 0; i < n; i++)
          x[i] -= product / squared * vectors[i * count + k];
      }
}

/* b = A x + part of the last vector. */
static SeidelProblem *
make_problem (SeidelCsr *csr, const double *x, const double *vectors, int count, double part)
{
  const int n = (int) csr->rows;
  g_autofree double *b = g_new0 (double, n);

  for (int i = 0; i < n; i++)
    {
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        b[i] += csr->values[k] * x[csr->column_indices[k]];
      b[i] += part * vectors[i * count + count - 1];
    }
  return test_problem (csr, b, NULL);
}

static const struct
{
  const char *method;
  const char *preconditioner;
} runs[] = {
  { "cg", "none" },          { "cg", "jacobi" },   { "cg", "ssor" },       { "cg", "ic0" },
  { "cg", "multigrid" },     { "minres", "none" }, { "minres", "jacobi" }, { "gmres", "jacobi" },
  { "gmres", "ssor" },       { "gmres", "ilu0" },  { "bicgstab", "ssor" }, { "multigrid", "none" },
  { "cg-flexible", "ssor" }, { "auto", "none" },
};

static void
check_runs (SeidelProblem *problem, const double *x, double least)
{
  const int n = (int) problem->matrix->csr->rows;

  for (size_t i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      SeidelOptions options = test_options (runs[i].method);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      double off = 0.0;

      options.preconditioner = runs[i].preconditioner;
      options.tolerance = 1e-10;
      options.parameters[SEIDEL_PARAMETER_RESTART] = 60;
      /* The last pivot of a singular matrix is rounding. */
      options.parameters[SEIDEL_PARAMETER_PIVOT] = 1e-3;
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
      g_assert_no_error (error);
      for (int k = 0; k < n; k++)
        off = fmax (off, fabs (outcome->x[k] - x[k]));
      if (g_test_verbose ())
        g_test_message ("%s %s: %s, %lld iterations, off by %.2g, residual %.6g", runs[i].method,
                        runs[i].preconditioner, seidel_reason_id (outcome->reason),
                        (long long) outcome->iterations, off, outcome->true_2);
      if (least > 0.0)
        {
          g_assert_cmpint (outcome->reason, ==, SEIDEL_REASON_LEAST_SQUARES);
          g_assert_cmpfloat_with_epsilon (outcome->true_2, least, 1e-8 * least);
        }
      else
        g_assert_true (outcome->converged);
      g_assert_cmpfloat (off, <, 1e-6);
    }
}

static void
test_constants (void)
{
  double ones[N];
  double x[N];

  for (int i = 0; i < N; i++)
    ones[i] = 1.0;
  fill_known (x, N, ones, 1);
  for (int part = 0; part < 2; part++)
    {
      g_autoptr (SeidelProblem) problem = make_problem (neumann (), x, ones, 1, 0.5 * part);

      check_runs (problem, x, 0.5 * part * sqrt (N));
    }
}

static void
test_body (void)
{
  static double modes[BODY][3];
  g_autoptr (SeidelCsr) columns = NULL;
  g_autoptr (SeidelMatrix) vectors = NULL;
  g_autoptr (GError) error = NULL;
  double x[BODY];

  fill_modes (modes);
  fill_known (x, BODY, &modes[0][0], 3);
  columns = test_csr_from_dense (BODY, 3, &modes[0][0]);
  vectors = seidel_matrix_new ("modes", g_steal_pointer (&columns));
  for (int part = 0; part < 2; part++)
    {
      g_autoptr (SeidelProblem) problem =
        make_problem (floating_body (), x, &modes[0][0], 3, 0.25 * part);
      double squared = 0.0;

      for (int i = 0; i < BODY; i++)
        squared += modes[i][2] * modes[i][2];
      g_assert_true (seidel_problem_set_near_null (problem, vectors, &error));
      g_assert_no_error (error);
      check_runs (problem, x, 0.25 * part * sqrt (squared));
    }
}

/* A first guess keeps its part of the null space, whatever preconditions. */
static void
test_guess (void)
{
  double ones[N];
  double x[N];
  double guess[N];
  g_autoptr (SeidelProblem) problem = NULL;

  for (int i = 0; i < N; i++)
    {
      ones[i] = 1.0;
      guess[i] = 7.0;
    }
  fill_known (x, N, ones, 1);
  problem = make_problem (neumann (), x, ones, 1, 0.0);
  memcpy (problem->guess, guess, sizeof guess);
  for (int i = 0; i < N; i++)
    x[i] += 7.0;
  check_runs (problem, x, 0.0);
}

/* b = A·1 is rounding of a Neumann problem, and of no other. */
static void
test_empty_rhs (void)
{
  for (int pinned = 0; pinned < 2; pinned++)
    {
      g_autoptr (SeidelCsr) csr = neumann ();
      g_autoptr (SeidelProblem) problem = NULL;
      SeidelOptions options = test_options ("cg");
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      const char *said;

      /* Thirds, which do not add up to zero exactly. */
      for (int64_t k = 0; k < csr->row_offsets[N]; k++)
        csr->values[k] /= 3.0;
      if (pinned)
        csr->values[0] += 1.0;
      problem = test_problem (g_steal_pointer (&csr), NULL, NULL);
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
      g_assert_nonnull (outcome);
      said = outcome->converged ? outcome->doubt : outcome->message;
      g_test_message ("%s: %s", seidel_reason_id (outcome->reason), said);
      g_assert_true (outcome->converged || !pinned);
      g_assert_true ((said != NULL && strstr (said, "rounding errors") != NULL) == !pinned);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/null-space/constants", test_constants);
  g_test_add_func ("/null-space/body", test_body);
  g_test_add_func ("/null-space/guess", test_guess);
  g_test_add_func ("/null-space/empty-rhs", test_empty_rhs);
  return g_test_run ();
}
