/* Every method that runs on ranks, on one to four of them, against the CPU engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-matching.h"
#include "analysis/seidel-partition.h"
#include "gallery/seidel-gallery.h"

#include "cluster-testing.h"

#define MOST_RANKS 4

static bool
agrees_by_iterates (const SeidelMethod *method, int ranks)
{
  /* Blocks are another iteration than one sweep over all rows. */
  return !method->by_blocks || ranks == 1;
}

static void
compare_divided (SeidelProblem *problem,
                 const SeidelMethod *method,
                 const char *preconditioner,
                 int ranks,
                 SeidelPartitioning how)
{
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) here = NULL;
  g_autoptr (SeidelOutcome) there = NULL;
  const int64_t n = problem->matrix->csr->rows;
  double difference = 0.0;

  options.preconditioner = preconditioner;
  options.tolerance = 1e-9;
  here = test_solve (problem, &options, NULL);
  options.engine = "petsc";
  options.ranks = ranks;
  options.parameters[SEIDEL_PARAMETER_PARTITION] = how;
  there = test_solve (problem, &options, NULL);
  g_test_message ("%s, %s, %d ranks: %s, %s after %d", method->id, preconditioner, ranks,
                  problem->matrix->name, seidel_reason_id (there->reason), (int) there->iterations);
  g_assert_cmpint (there->reason, ==, here->reason);
  g_assert_true (there->computed);
  g_assert_cmpint ((int) there->n_ranks, ==, ranks);
  for (int64_t i = 0; i < n; i++)
    difference = MAX (difference, fabs (there->x[i] - here->x[i]));
  g_assert_cmpfloat (difference, <=,
                     10.0 * options.tolerance * seidel_vector_norm_inf (here->x, n));
  g_assert_cmpfloat (there->true_2, <=, options.tolerance * seidel_vector_norm_2 (problem->b, n));
  if (agrees_by_iterates (method, ranks))
    g_assert_cmpint (ABS ((int) there->iterations - (int) here->iterations), <=,
                     3 + (int) here->iterations / 10);
}

static void
compare (SeidelProblem *problem, const SeidelMethod *method, const char *preconditioner, int ranks)
{
  compare_divided (problem, method, preconditioner, ranks, SEIDEL_PARTITIONING_ENTRIES);
}

/* Rows, entries and what crosses, counted here from the blocks that the ranks reported. */
static void
check_ranks (const SeidelOutcome *outcome, const SeidelCsr *csr)
{
  int64_t begin = 0;

  for (size_t i = 0; i < outcome->n_ranks; i++)
    {
      const SeidelRank *rank = &outcome->ranks[i];
      const int64_t end = begin + rank->rows;
      g_autoptr (GHashTable) outside = g_hash_table_new (NULL, NULL);
      int64_t crossing = 0;

      g_assert_cmpint (rank->rank, ==, (int64_t) i);
      for (int64_t k = csr->row_offsets[begin]; k < csr->row_offsets[end]; k++)
        if (csr->column_indices[k] < begin || csr->column_indices[k] >= end)
          {
            crossing++;
            g_hash_table_add (outside, GINT_TO_POINTER (csr->column_indices[k] + 1));
          }
      g_assert_cmpint (rank->entries, ==, csr->row_offsets[end] - csr->row_offsets[begin]);
      g_assert_cmpint (rank->crossing, ==, crossing);
      g_assert_cmpint (rank->halo, ==, 8 * (int64_t) g_hash_table_size (outside));
      g_assert_cmpfloat (rank->products, >, 0.0);
      g_assert_cmpint (rank->memory, >, 1000000);
      begin = end;
    }
  g_assert_cmpint (begin, ==, csr->rows);
}

static void
test_methods (gconstpointer data)
{
  const int ranks = GPOINTER_TO_INT (data);
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 12);
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  int tried = 0;

  if (!cluster_testing_can_start ())
    return;
  for (size_t m = 0; m < n_methods; m++)
    if (seidel_method_runs_on (&methods[m], "petsc") && methods[m].engine == NULL)
      {
        compare (problem, &methods[m], "none", ranks);
        tried++;
      }
  g_assert_cmpint (tried, >=, 10);
  g_assert_cmpint (cluster_testing_count_jobs (), ==, 0);
}

/* Systems that are not symmetric, with rows of different lengths, and a preconditioner. */
static void
test_matrices (void)
{
  static const struct
  {
    const char *kind;
    double size;
    const char *method;
    int ranks;
  } cases[] = {
    { "convection-diffusion", 15, "bicgstab", 3 },
    { "convection-diffusion", 15, "gmres", 2 },
    { "random-dominant", 200, "bicg", 4 },
    { "random-dominant", 200, "jacobi", 3 },
    { "wathen", 6, "cg", 3 },
    { "arrow", 60, "cg", 4 },
    { "wathen", 6, "minres", 2 },
  };

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelProblem) problem = cluster_testing_problem (cases[i].kind, cases[i].size);
      const SeidelMethod *method = seidel_method_find (cases[i].method);

      compare (problem, method,
               method->preconditioning != SEIDEL_PRECONDITIONING_NONE ? "jacobi" : "none",
               cases[i].ranks);
    }
}

static void
test_ranks (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-27", 7);
  SeidelOptions options = cluster_testing_options ("cg", 3);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!cluster_testing_can_start ())
    return;
  outcome = test_solve (problem, &options, NULL);
  check_ranks (outcome, problem->matrix->csr);
}

/* However the rows are divided, x is that of their order; and the ranks have what the plan says. */
static void
test_partitions (void)
{
  static const SeidelPartitioning ways[] = { SEIDEL_PARTITIONING_ROWS, SEIDEL_PARTITIONING_ENTRIES,
                                             SEIDEL_PARTITIONING_METIS };
  static const char *const methods[] = { "cg", "gauss-seidel-block", "gauss-seidel-multicolor",
                                         "bicg" };
  g_autoptr (SeidelProblem) grid = cluster_testing_problem ("poisson-5", 13);
  g_autoptr (SeidelProblem) general = cluster_testing_problem ("random-dominant", 211);

  if (!cluster_testing_can_start ())
    return;
  for (size_t w = 0; w < G_N_ELEMENTS (ways); w++)
    for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        compare_divided (grid, seidel_method_find (methods[m]), "none", 3, ways[w]);
        if (m > 0)
          compare_divided (general, seidel_method_find (methods[m]), "none", 4, ways[w]);
      }
}

/* What a plan says of the ranks is what they report; dense rows need all elements of the others. */
static void
test_planned_ranks (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 24);

  if (!cluster_testing_can_start ())
    return;
  for (int k = 0; k <= 2 * SEIDEL_PARTITIONING_METIS + 1; k++)
    {
      const int how = k / 2;
      const bool dense = k % 2 == 1;
      SeidelOptions options = cluster_testing_options ("cg", 4);
      g_autoptr (SeidelPlan) plan = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autofree SeidelRank *ranks = NULL;
      size_t n = 0;

      options.parameters[SEIDEL_PARAMETER_PARTITION] = how;
      options.storage = dense ? SEIDEL_STORAGE_DENSE : options.storage;
      plan = seidel_solve_plan (problem, &options, NULL, NULL);
      g_assert_true (seidel_solve_plan_ranks (problem->matrix, plan, &ranks, &n, NULL, NULL));
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpuint (n, ==, 4);
      g_assert_cmpuint (outcome->n_ranks, ==, 4);
      for (size_t i = 0; i < n; i++)
        {
          g_assert_cmpint (outcome->ranks[i].rows, ==, ranks[i].rows);
          g_assert_cmpint (outcome->ranks[i].entries, ==, ranks[i].entries);
          g_assert_cmpint (outcome->ranks[i].crossing, ==, ranks[i].crossing);
          g_assert_cmpint (outcome->ranks[i].halo, ==, ranks[i].halo);
          if (dense)
            g_assert_cmpint (ranks[i].halo, ==, 8 * (576 - ranks[i].rows));
        }
    }
}

/* Rows that ranks make from a formula are those that they read from the job. */
static void
test_formulas (void)
{
  static const struct
  {
    const char *kind;
    double size;
    SeidelPartitioning how;
  } cases[] = {
    { "poisson-27", 6, SEIDEL_PARTITIONING_ENTRIES },
    { "wathen", 5, SEIDEL_PARTITIONING_METIS },
    { "arrow", 40, SEIDEL_PARTITIONING_ROWS },
    { "poisson-jumping", 8, SEIDEL_PARTITIONING_METIS },
    { "kmer-like", 200, SEIDEL_PARTITIONING_ENTRIES },
  };

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) made = test_gallery_sized (cases[i].kind, cases[i].size);
      g_autoptr (SeidelMatrix) written = test_gallery_sized (cases[i].kind, cases[i].size);
      g_autoptr (SeidelProblem) one = test_problem_of (made);
      g_autoptr (SeidelProblem) other = NULL;
      SeidelOptions options = cluster_testing_options ("bicgstab", 3);
      g_autoptr (SeidelOutcome) by_formula = NULL;
      g_autoptr (SeidelOutcome) by_file = NULL;

      g_assert_nonnull (seidel_gallery_text (made->origin.format));
      g_clear_pointer (&written->origin.format, g_free);
      g_assert_null (seidel_gallery_text (written->origin.format));
      other = test_problem_of (written);
      options.parameters[SEIDEL_PARAMETER_PARTITION] = cases[i].how;
      options.max_iterations = 20;
      by_formula = test_solve (one, &options, NULL);
      by_file = test_solve (other, &options, NULL);
      g_assert_true (by_formula->computed);
      g_assert_cmpmem (by_formula->x, (gsize) by_formula->n * sizeof (double), by_file->x,
                       (gsize) by_file->n * sizeof (double));
    }
}

/* Rows in units that differ by 2^(n−1), and moved on by three: what is divided among ranks is the
 * matrix after its rows were exchanged and scaled, and x and residuals are those of the given one.
 */
static void
test_exchanged_and_scaled (void)
{
  static const SeidelScale scalings[] = { SEIDEL_SCALE_ROWS, SEIDEL_SCALE_BOTH };
  enum
  {
    N = 60
  };
  g_autofree double *a = g_new0 (double, N *N);
  g_autofree double *b = test_random_vector (N, 4);
  g_autoptr (SeidelProblem) problem = NULL;

  if (!cluster_testing_can_start ())
    return;
  for (int i = 0; i < N; i++)
    {
      const int row = (i + 3) % N;

      for (int k = MAX (i - 1, 0); k <= MIN (i + 1, N - 1); k++)
        a[row * N + k] = ldexp (k == i ? 3.0 : -1.0, i);
      b[row] = ldexp (b[row], i);
    }
  problem = test_problem (test_csr_from_dense (N, N, a), b, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (scalings); i++)
    {
      SeidelOptions options = test_options ("bicgstab");
      g_autoptr (SeidelOutcome) here = NULL;
      g_autoptr (SeidelOutcome) there = NULL;
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      SeidelTracePoint first;

      options.tolerance = 1e-9;
      options.preconditioner = "jacobi";
      options.matching = SEIDEL_MATCHING_PRODUCT;
      options.scaling = scalings[i];
      here = test_solve (problem, &options, NULL);
      options.engine = "petsc";
      options.ranks = 2;
      there = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
      g_assert_nonnull (there);
      /* Of the given system is what is drawn, too. */
      first = seidel_trace_point (trace, 0);
      g_assert_cmpfloat_with_epsilon (first.residual, here->residual_initial,
                                      1e-9 * here->residual_initial);
      g_assert_cmpfloat_with_epsilon (seidel_trace_reference (trace),
                                      seidel_vector_norm_2 (problem->b, N),
                                      1e-9 * here->residual_initial);
      g_assert_cmpfloat (there->residual_relative, <=, 1e-3);
      g_assert_cmpfloat (there->true_2, <=, 1e-9 * seidel_trace_reference (trace));
      g_assert_true (here->converged);
      g_assert_cmpint (there->reason, ==, here->reason);
      g_assert_nonnull (there->scaling);
      g_assert_nonnull (there->matching);
      g_assert_cmpfloat (there->backward_rows, <=, 1e-6);
      g_assert_cmpfloat_with_epsilon (there->residual_initial, here->residual_initial,
                                      1e-9 * here->residual_initial);
      for (int k = 0; k < N; k++)
        g_assert_cmpfloat (fabs (there->x[k] - here->x[k]), <=, 1e-6 * fabs (here->x[k]) + 1e-9);
    }
}

/* The same bits, each time. */
static void
test_deterministic (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-7", 8);
  SeidelOptions options = cluster_testing_options ("cg", 3);
  g_autoptr (SeidelOutcome) one = NULL;
  g_autoptr (SeidelOutcome) other = NULL;

  if (!cluster_testing_can_start ())
    return;
  one = test_solve (problem, &options, NULL);
  other = test_solve (problem, &options, NULL);
  g_assert_cmpmem (one->x, (gsize) one->n * sizeof (double), other->x,
                   (gsize) other->n * sizeof (double));
  g_assert_cmpint (one->iterations, ==, other->iterations);
}

/* Some ranks have no rows at all. */
static void
test_few_rows (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("tridiagonal", 2);
  const char *const methods[] = { "cg", "gauss-seidel-block" };

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    compare (problem, seidel_method_find (methods[i]), "none", MOST_RANKS);
}

/* Ranks with different numbers of rows, fewer than the restart of GMRES. */
static void
test_short_cycles (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("tridiagonal", 13);
  const char *const methods[] = { "gmres", "gmres-flexible" };

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int ranks = 2; ranks <= MOST_RANKS; ranks++)
      compare_divided (problem, seidel_method_find (methods[i]), "none", ranks,
                       SEIDEL_PARTITIONING_ROWS);
}

/* The order of a sweep by colours is that of the whole matrix: x has the same bits on any number of
 * ranks with consecutive rows, and nearly those of the CPU engine. */
static void
test_colors (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-27", 7);
  SeidelOptions options = test_options ("gauss-seidel-multicolor");
  const int64_t n = problem->matrix->csr->rows;
  g_autoptr (SeidelOutcome) here = NULL;
  g_autoptr (SeidelOutcome) first = NULL;

  if (!cluster_testing_can_start ())
    return;
  options.tolerance = 0.0;
  options.max_iterations = 5;
  here = test_solve (problem, &options, NULL);
  options.engine = "petsc";
  for (int ranks = 1; ranks <= MOST_RANKS; ranks++)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.ranks = ranks;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpstr (outcome->strategy, ==, "colors");
      g_assert_cmpint (outcome->iterations, ==, 5);
      for (int64_t i = 0; i < n; i++)
        g_assert_cmpfloat (fabs (outcome->x[i] - here->x[i]), <, 1e-12);
      if (first == NULL)
        first = g_steal_pointer (&outcome);
      else
        g_assert_cmpmem (first->x, (gsize) n * sizeof (double), outcome->x,
                         (gsize) n * sizeof (double));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  cluster_testing_begin ();
  for (int ranks = 1; ranks <= MOST_RANKS; ranks++)
    {
      g_autofree char *path = g_strdup_printf ("/cluster-agreement/methods/%d", ranks);

      g_test_add_data_func (path, GINT_TO_POINTER (ranks), test_methods);
    }
  g_test_add_func ("/cluster-agreement/matrices", test_matrices);
  g_test_add_func ("/cluster-agreement/ranks", test_ranks);
  g_test_add_func ("/cluster-agreement/deterministic", test_deterministic);
  g_test_add_func ("/cluster-agreement/partitions", test_partitions);
  g_test_add_func ("/cluster-agreement/planned-ranks", test_planned_ranks);
  g_test_add_func ("/cluster-agreement/formulas", test_formulas);
  g_test_add_func ("/cluster-agreement/exchanged-and-scaled", test_exchanged_and_scaled);
  g_test_add_func ("/cluster-agreement/few-rows", test_few_rows);
  g_test_add_func ("/cluster-agreement/short-cycles", test_short_cycles);
  g_test_add_func ("/cluster-agreement/colors", test_colors);
  return g_test_run ();
}
