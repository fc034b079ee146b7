/* Runs that take over what earlier ones left: the same bits as without, less set-up; and runs that
 * go on where others ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-reuse.h"

#include "analysis/seidel-matching.h"
#include "engine/seidel-engines.h"
#include "gallery/seidel-gallery.h"
#include "method/seidel-preconditioner.h"
#include "solve/run-testing.h"

#define STEPS 200

static SeidelMatrix *
make (const char *text)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind = seidel_gallery_parse (text, values, NULL);
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);

  g_assert_no_error (error);
  return matrix;
}

/* The same with a larger or smaller diagonal. */
static SeidelMatrix *
make_shifted (const char *text, double shift)
{
  SeidelMatrix *matrix = make (text);
  const SeidelCsr *csr = matrix->csr;

  for (int64_t row = 0; row < csr->rows; row++)
    csr->values[seidel_csr_find (csr, row, row)] += shift;
  return matrix;
}

static SeidelProblem *
make_problem (SeidelMatrix *matrix, uint64_t seed)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_RANDOM, .seed = seed };
  g_autoptr (GError) error = NULL;
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

static SeidelOutcome *
run (SeidelReuse *reuse, SeidelProblem *problem, const SeidelOptions *options, GError **error)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();

  return seidel_solve_reusing (reuse, problem, options, trace, NULL, NULL, error);
}

static SeidelOutcome *
run_well (SeidelReuse *reuse, SeidelProblem *problem, const SeidelOptions *options)
{
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome = run (reuse, problem, options, &error);

  g_assert_no_error (error);
  return outcome;
}

static void
assert_same (const SeidelOutcome *one, const SeidelOutcome *two)
{
  const size_t bytes = (size_t) two->n * sizeof *two->x;

  test_assert_reason (one, two->reason);
  g_assert_cmpint (one->iterations, ==, two->iterations);
  g_assert_cmpmem (one->x, bytes, two->x, bytes);
  g_assert_cmpstr (one->message, ==, two->message);
  g_assert_cmpint (one->row, ==, two->row);
  g_assert_cmpint (one->rank, ==, two->rank);
  g_assert_cmpstr (one->strategy, ==, two->strategy);
  g_assert_cmpstr (one->scaling, ==, two->scaling);
  g_assert_true (one->condition == two->condition || isnan (two->condition));
}

/* A set-up that may be like the last one, or differ from it in a thing or two. */
static void
change (SeidelOptions *options, GRand *random)
{
  static const char *const strategies[] = { "auto", "serial", "levels", "point-to-point" };
  static const SeidelPrecision precisions[] = { SEIDEL_PRECISION_DOUBLE, SEIDEL_PRECISION_SINGLE,
                                                SEIDEL_PRECISION_MIXED };
  static const SeidelScale scales[] = { SEIDEL_SCALE_NONE, SEIDEL_SCALE_SYMMETRIC,
                                        SEIDEL_SCALE_ROWS };
  size_t n_methods;
  size_t n_kinds;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  const SeidelMethod *method;

  switch (g_rand_int_range (random, 0, 10))
    {
    case 0:
    case 1:
    case 2:
      method = &methods[g_rand_int_range (random, 0, (gint32) n_methods)];
      options->method = method->id;
      if (method->preconditioning == SEIDEL_PRECONDITIONING_NONE)
        options->preconditioner = "none";
      break;
    case 3:
    case 4:
      options->preconditioner = kinds[g_rand_int_range (random, 0, (gint32) n_kinds)].id;
      break;
    case 5:
      options->precision = precisions[g_rand_int_range (random, 0, G_N_ELEMENTS (precisions))];
      break;
    case 6:
      options->strategy = strategies[g_rand_int_range (random, 0, G_N_ELEMENTS (strategies))];
      break;
    case 7:
      options->scaling = scales[g_rand_int_range (random, 0, G_N_ELEMENTS (scales))];
      break;
    case 8:
      options->parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] =
        g_rand_boolean (random) ? 1.0 : 1.5;
      break;
    default:
      options->tolerance = g_rand_boolean (random) ? 1e-8 : 1e-3;
    }
}

static bool
is_of_a_library (const SeidelOptions *options)
{
  const SeidelMethod *method = seidel_method_find (options->method);

  return (method != NULL && method->engine != NULL)
         || seidel_preconditioner_find (options->preconditioner)->engine != NULL;
}

/* However runs follow one another, each has every bit of one that begins with nothing. */
static void
test_same_bits (gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (SeidelMatrix) matrix = make (data);
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  SeidelOptions options = test_options ("cg");
  int taken_over = 0;

  options.preconditioner = "ssor";
  options.max_iterations = 60;
  for (int step = 0; step < STEPS; step++)
    {
      g_autoptr (SeidelProblem) problem = make_problem (matrix, 1 + (uint64_t) step % 3);
      g_autoptr (GError) error = NULL;
      g_autoptr (GError) cause = NULL;
      g_autoptr (SeidelOutcome) fresh = run (NULL, problem, &options, &cause);
      g_autoptr (SeidelOutcome) outcome = run (reuse, problem, &options, &error);

      g_test_message ("%s + %s: %s", options.method, options.preconditioner,
                      outcome == NULL ? error->message : outcome->reused);
      g_assert_true ((outcome == NULL) == (fresh == NULL));
      if (outcome == NULL)
        g_assert_cmpstr (error->message, ==, cause->message);
      else
        {
          g_assert_null (fresh->reused);
          assert_same (outcome, fresh);
          taken_over += outcome->reused != NULL;
        }
      do
        change (&options, random);
      while (is_of_a_library (&options));
    }
  g_assert_cmpint (taken_over, >, STEPS / 4);
}

static bool
says (const SeidelOutcome *outcome, const char *what)
{
  return outcome->reused != NULL && strstr (outcome->reused, what) != NULL;
}

/* What serves the next run is taken over, and nothing else. */
static void
test_what (void)
{
  g_autoptr (SeidelMatrix) matrix = make ("poisson-5 --size 24");
  g_autoptr (SeidelProblem) one = make_problem (matrix, 1);
  g_autoptr (SeidelProblem) two = make_problem (matrix, 2);
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  const struct
  {
    const char *method;
    const char *preconditioner;
    double tolerance;
    const char *taken; /* or NULL: nothing of that kind */
  } runs[] = {
    { "cg", "ic0", 1e-8, NULL },
    { "cg", "ic0", 1e-8, "preconditioner" },
    { "cg", "ic0", 1e-4, "preconditioner" },
    { "minres", "ic0", 1e-8, "preconditioner" },
    { "gmres", "ilu0", 1e-8, NULL },
    { "bicgstab", "ilu0", 1e-8, "preconditioner" },
    { "bicg", "ilu0", 1e-8, NULL },
    { "cg", "multigrid", 1e-8, NULL },
    { "gmres", "multigrid", 1e-8, "multigrid levels" },
    { "multigrid", "none", 1e-8, NULL },
    { "multigrid", "none", 1e-4, "multigrid levels" },
    { "cholmod", "none", 1e-8, NULL },
    { "cholmod", "none", 1e-8, "factors" },
    { "umfpack", "none", 1e-8, NULL },
    { "umfpack", "none", 1e-8, "factors" },
    { "cg", "none", 1e-8, NULL },
    { "umfpack", "none", 1e-8, NULL },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      SeidelOptions options = test_options (runs[i].method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = runs[i].preconditioner;
      options.tolerance = runs[i].tolerance;
      outcome = run_well (reuse, i % 2 == 0 ? one : two, &options);
      g_test_message ("%s + %s: %s", options.method, options.preconditioner, outcome->reused);
      g_assert_true (outcome->converged);
      g_assert_true ((outcome->reused == NULL) == (i == 0));
      g_assert_true (runs[i].taken == NULL
                       ? !says (outcome, "preconditioner") && !says (outcome, "multigrid levels")
                           && !says (outcome, "factors")
                       : says (outcome, runs[i].taken));
      g_assert_true (i == 0 || says (outcome, "structure"));
    }
}

/* Levels belong to the pattern; everything else is of the values. */
static void
test_other_values (void)
{
  g_autoptr (SeidelMatrix) matrix = make ("poisson-5 --size 24");
  g_autoptr (SeidelMatrix) other = make ("poisson-5 --size 24");
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  g_autoptr (SeidelProblem) problem = make_problem (matrix, 1);
  g_autoptr (SeidelProblem) next = NULL;
  g_autoptr (SeidelOutcome) first = NULL;
  g_autoptr (SeidelOutcome) second = NULL;
  g_autoptr (SeidelOutcome) fresh = NULL;
  SeidelOptions options = test_options ("gauss-seidel");

  for (int64_t k = 0; k < seidel_csr_nonzeros (other->csr); k++)
    other->csr->values[k] *= 2.0 + (double) (k % 5) * 0.001;
  next = make_problem (other, 1);
  options.strategy = "levels";
  first = run_well (reuse, problem, &options);
  second = run_well (reuse, next, &options);
  fresh = run_well (NULL, next, &options);
  g_assert_null (first->reused);
  g_assert_cmpstr (second->reused, ==, "levels");
  assert_same (second, fresh);
}

/* The values of a step: of other sizes in the same pattern, symmetric or not as those before, and
 * more dominant. */
static SeidelMatrix *
make_step (const char *text, int step)
{
  SeidelMatrix *matrix = make_shifted (text, 0.3 * step);
  const SeidelCsr *csr = matrix->csr;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (csr->column_indices[k] != row)
        csr->values[k] /= 1.0 + 0.2 * step * (double) ((row + csr->column_indices[k]) % 3);
  return matrix;
}

typedef struct
{
  const char *method;
  const char *matrix;
} Symbolic;

/* From an ordering alone to one without supernodes, with them, and an unsymmetric one. */
static const Symbolic symbolic[] = {
  { "cholmod", "poisson-5 --size 30" }, { "cholmod", "poisson-27 --size 14" },
  { "umfpack", "poisson-5 --size 30" }, { "umfpack", "convection-diffusion --size 30" },
  { "ldlt", "poisson-5 --size 30" },    { "ldlt", "poisson-7 --size 14" },
};

static double
difference (const SeidelOutcome *one, const SeidelOutcome *two)
{
  double most = 0.0;
  double size = 0.0;

  for (int64_t i = 0; i < two->n; i++)
    {
      most = MAX (most, fabs (one->x[i] - two->x[i]));
      size = MAX (size, fabs (two->x[i]));
    }
  return most / size;
}

/* Sparse direct methods analyse a pattern once: x is that of a run from nothing, to rounding. */
static void
test_symbolic (gconstpointer data)
{
  const Symbolic *what = data;
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  SeidelOptions options = test_options (what->method);

  for (int step = 0; step < 4; step++)
    {
      g_autoptr (SeidelMatrix) matrix = make_step (what->matrix, step);
      g_autoptr (SeidelProblem) problem = make_problem (matrix, 1);
      g_autoptr (SeidelOutcome) outcome = run_well (reuse, problem, &options);
      g_autoptr (SeidelOutcome) fresh = run_well (NULL, problem, &options);

      g_assert_true (outcome->converged);
      test_assert_reason (outcome, fresh->reason);
      g_assert_true (says (outcome, "symbolic factors") == (step > 0));
      g_assert_cmpfloat (difference (outcome, fresh), <, 1e-12);
    }
}

/* A matrix for which there are no factors, and a run that needs none, leave nothing that the next
 * one would take for its own. */
static void
test_symbolic_unused (void)
{
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  SeidelOptions options = test_options ("cholmod");
  static const double shifts[] = { 0.0, -2.3, 0.0, 1.0, 2.0 };
  static const bool taken[] = { false, true, false, true, false };

  for (int step = 0; step < 5; step++)
    {
      g_autoptr (SeidelMatrix) matrix = make_shifted ("poisson-5 --size 30", shifts[step]);
      g_autoptr (SeidelProblem) problem = make_problem (matrix, 1);
      g_autoptr (SeidelProblem) next = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (SeidelOutcome) fresh = NULL;

      fresh = run_well (NULL, problem, &options);
      /* Meets the tolerance with its first guess. */
      if (step == 3)
        next = seidel_problem_new (matrix, problem->b, fresh->x, NULL);
      outcome = run_well (reuse, step == 3 ? next : problem, &options);
      g_test_message ("%d: %s, %s", step, seidel_reason_id (outcome->reason), outcome->reused);
      test_assert_reason (outcome, fresh->reason);
      g_assert_true (says (outcome, "symbolic factors") == taken[step]);
      g_assert_true (outcome->converged == (step != 1));
      g_assert_true (step == 1 || difference (outcome, fresh) < 1e-12);
    }
}

/* How multigrid is used, where, and by how many threads. */
typedef struct
{
  const char *engine;
  const char *method;
  const char *preconditioner;
  int threads;
} NewValues;

static const NewValues new_values[] = {
  { "cpu", "cg", "multigrid", 1 },    { "cpu", "cg", "multigrid", 3 },
  { "cpu", "multigrid", "none", 3 },  { "cuda", "cg", "multigrid", 1 },
  { "cuda", "multigrid", "none", 1 },
};

/* Some couplings become a little weaker than the threshold; the rows keep their sums. */
static void
weaken (SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const int64_t column = csr->column_indices[k];

        if (column != row && (row + column) % 67 == 0)
          {
            csr->values[seidel_csr_find (csr, row, row)] += 0.85 * csr->values[k];
            csr->values[k] *= 0.15;
          }
      }
}

/* Multigrid keeps the aggregates of a matrix whose couplings remain strong where they are. Of four
 * times the matrix the CPU has those of a set-up from nothing, bit by bit; with another diagonal
 * coarser levels may have others, with as many iterations. */
static void
test_aggregates (gconstpointer data)
{
  const NewValues *values = data;
  const bool exact = g_str_equal (values->engine, "cpu");
  const SeidelEngineEntryInfo *found = seidel_engines_find (values->engine);
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();

  if (found == NULL || !found->available)
    {
      g_test_skip ("there is no such engine here");
      return;
    }

  for (int step = 0; step < 4; step++)
    {
      g_autoptr (SeidelMatrix) matrix =
        step == 3 ? make ("poisson-anisotropic --size 90")
                  : make_shifted ("poisson-5 --size 90", step == 2 ? 0.01 : 0.0);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (SeidelOutcome) fresh = NULL;
      SeidelOptions options = test_options (values->method);

      for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr) && step == 1; k++)
        matrix->csr->values[k] *= 4.0;
      problem = make_problem (matrix, 1);
      options.preconditioner = values->preconditioner;
      options.engine = values->engine;
      options.threads = values->threads;
      outcome = run_well (reuse, problem, &options);
      fresh = run_well (NULL, problem, &options);
      g_test_message ("%d threads, %d: %s", options.threads, step, outcome->reused);
      g_assert_true (outcome->converged);
      /* Weak couplings make the last one another pattern of strong ones. */
      g_assert_true (says (outcome, "aggregates") == (step == 1 || step == 2));
      if (step == 2 || !exact)
        g_assert_cmpint (ABS (outcome->iterations - fresh->iterations), <=, 1);
      else
        assert_same (outcome, fresh);
    }
}

/* Values that make some couplings weak keep the aggregates, with as many iterations or a few more.
 * So do multiples of a matrix whose couplings are at the threshold. */
static void
test_couplings (gconstpointer data)
{
  const NewValues *values = data;
  const SeidelEngineEntryInfo *found = seidel_engines_find (values->engine);
  static const char *const kinds[] = { "poisson-5 --size 90", "wathen --size 30" };
  static const double factors[] = { 1.0, 3.0, 2.0, 0.3 };

  if (found == NULL || !found->available)
    {
      g_test_skip ("there is no such engine here");
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();

      for (size_t step = 0; step < G_N_ELEMENTS (factors); step++)
        {
          g_autoptr (SeidelMatrix) matrix = make (kinds[i]);
          g_autoptr (SeidelProblem) problem = NULL;
          g_autoptr (SeidelOutcome) outcome = NULL;
          g_autoptr (SeidelOutcome) fresh = NULL;
          SeidelOptions options = test_options (values->method);

          for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
            matrix->csr->values[k] *= factors[step];
          if (step == 1 && i == 0)
            weaken (matrix->csr);
          problem = make_problem (matrix, 1);
          options.preconditioner = values->preconditioner;
          options.engine = values->engine;
          options.threads = values->threads;
          outcome = run_well (reuse, problem, &options);
          fresh = run_well (NULL, problem, &options);
          g_test_message ("%s, %zu: %s, %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, kinds[i], step,
                          outcome->reused, outcome->iterations, fresh->iterations);
          g_assert_true (outcome->converged);
          g_assert_true (says (outcome, "aggregates") == (step > 0));
          g_assert_cmpint (outcome->iterations, <=, fresh->iterations + fresh->iterations / 4 + 1);
        }
    }
}

/* An automatic run begins with what ended well, and tries the others where it no longer does. */
static void
test_automatic (void)
{
  /* Indefinite, though its diagonal does not say so: conjugate gradients break down. */
  g_autoptr (SeidelMatrix) matrix = make_shifted ("poisson-5 --size 24", -2.3);
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
  size_t attempts = 0;

  for (uint64_t seed = 1; seed < 4; seed++)
    {
      g_autoptr (SeidelProblem) problem = make_problem (matrix, seed);
      g_autoptr (SeidelOutcome) outcome = run_well (reuse, problem, &options);

      g_assert_true (outcome->converged);
      if (seed == 1)
        attempts = outcome->n_attempts;
      g_assert_cmpuint (attempts, >, 1);
      g_assert_true (seed > 1 || outcome->reused == NULL);
      g_assert_cmpuint (outcome->n_attempts, ==, seed == 1 ? attempts : 1);
      g_assert_true (seed == 1 || says (outcome, "choice of the method"));
    }
}

/* Rows that were exchanged are so for the next run. */
static void
test_exchange (void)
{
  g_autoptr (SeidelMatrix) matrix = make ("convection-diffusion --size 12");
  g_autoptr (SeidelProblem) problem = make_problem (matrix, 1);
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  SeidelOptions options = test_options ("gmres");

  options.preconditioner = "ilu0";
  options.matching = SEIDEL_MATCHING_PRODUCT;
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (SeidelOutcome) outcome = run_well (reuse, problem, &options);
      g_autoptr (SeidelOutcome) fresh = run_well (NULL, problem, &options);

      assert_same (outcome, fresh);
      g_assert_cmpstr (outcome->matching, ==, fresh->matching);
    }
}

/* A run that was stopped goes on in the same history. */
static void
test_resume (gconstpointer data)
{
  g_autoptr (SeidelMatrix) matrix = make ("poisson-5 --size 30");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelProblem) problem = make_problem (matrix, 1);
  g_autoptr (SeidelProblem) next = NULL;
  g_autoptr (SeidelOutcome) stopped = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options (data);
  size_t n;

  options.max_iterations = 10;
  stopped = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (stopped->iterations, ==, 10);
  g_assert_false (stopped->converged);
  next = seidel_problem_new (matrix, problem->b, stopped->x, &error);
  g_assert_no_error (error);
  n = seidel_trace_n_points (trace);
  options.max_iterations = 5000;
  outcome = seidel_solve (next, &options, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (outcome->converged);
  g_assert_cmpint (outcome->iterations, >, 10);
  g_assert_cmpint (outcome->iterations, ==, seidel_trace_iterations (trace));
  g_assert_cmpfloat (outcome->residual_initial, ==, stopped->residual_initial);
  g_assert_cmpfloat (outcome->seconds[SEIDEL_PHASE_SOLVE], >, stopped->seconds[SEIDEL_PHASE_SOLVE]);
  g_assert_cmpuint (seidel_trace_n_points (trace), >, n);
  for (size_t i = 1; i < seidel_trace_n_points (trace); i++)
    g_assert_cmpint (seidel_trace_point (trace, i).iteration, ==,
                     seidel_trace_point (trace, i - 1).iteration + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/solve/reuse/same-bits/symmetric", "poisson-5 --size 12", test_same_bits);
  g_test_add_data_func ("/solve/reuse/same-bits/unsymmetric", "convection-diffusion --size 10",
                        test_same_bits);
  g_test_add_func ("/solve/reuse/what", test_what);
  g_test_add_func ("/solve/reuse/other-values", test_other_values);
  for (size_t i = 0; i < G_N_ELEMENTS (new_values); i++)
    {
      const NewValues *values = &new_values[i];
      g_autofree char *name = g_strdup_printf ("/solve/reuse/aggregates/%s/%s/%d", values->engine,
                                               values->method, values->threads);

      g_autofree char *few = g_strdup_printf ("/solve/reuse/couplings/%s/%s/%d", values->engine,
                                              values->method, values->threads);

      g_test_add_data_func (name, values, test_aggregates);
      g_test_add_data_func (few, values, test_couplings);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (symbolic); i++)
    {
      const Symbolic *what = &symbolic[i];
      g_autofree char *name =
        g_strdup_printf ("/solve/reuse/symbolic/%s/%s", what->method, what->matrix);

      g_test_add_data_func (name, what, test_symbolic);
    }
  g_test_add_func ("/solve/reuse/symbolic/unused", test_symbolic_unused);
  g_test_add_func ("/solve/reuse/automatic", test_automatic);
  g_test_add_func ("/solve/reuse/exchange", test_exchange);
  g_test_add_data_func ("/solve/resume/cg", "cg", test_resume);
  g_test_add_data_func ("/solve/resume/gauss-seidel", "gauss-seidel", test_resume);
  g_test_add_data_func ("/solve/resume/gmres", "gmres", test_resume);
  return g_test_run ();
}
