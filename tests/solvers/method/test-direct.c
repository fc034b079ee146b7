/* Direct methods: systems worked by hand, random ones with a known solution, real matrices,
 * singular ones, stops, and what is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdatomic.h>
#include <stdio.h>

#include "base/seidel-format.h"
#include "gallery/seidel-gallery.h"
#include "base/seidel-memory.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"
#include "plan/seidel-memory-need.h"

#include "golden-testing.h"
#include "run-testing.h"

#define AVAILABLE 64e9

static bool
is_direct (const SeidelMethod *method)
{
  return method->engine == NULL
         && (method->family == SEIDEL_FAMILY_DIRECT_SPARSE
             || method->family == SEIDEL_FAMILY_DIRECT_DENSE);
}

static bool
is_dense (const SeidelMethod *method)
{
  return method->family == SEIDEL_FAMILY_DIRECT_DENSE;
}

/* Calls test with every direct method. */
static void
test_each_direct (gconstpointer data)
{
  TestOfMethod test = (TestOfMethod) data;
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  int count = 0;

  for (size_t m = 0; m < n_methods; m++)
    if (is_direct (&methods[m]))
      {
        g_test_message ("%s", methods[m].id);
        test (&methods[m]);
        count++;
      }
  g_assert_cmpint (count, ==, 8);
}

static bool
is_symmetric (const SeidelMethod *method)
{
  return (method->needs & SEIDEL_NEEDS_SYMMETRIC) != 0;
}

/* Whether it adds a row where the pivot is zero. */
static bool
adds_rows (const SeidelMethod *method)
{
  return g_str_equal (method->id, "gauss-jordan") || g_str_equal (method->id, "lu-crout");
}

typedef struct
{
  int n;
  double a[9];
  double b[3];
  double x[3];
  bool positive_definite;
} Hand;

/* All intermediate values of an elimination are short binary fractions or whole. */
static const Hand hand[] = {
  { 1, { 8 }, { 2 }, { 0.25 }, true },
  { 2, { 4, 2, 2, 5 }, { 8, 12 }, { 1, 2 }, true },
  /* The first pivot is zero: another row is added or exchanged. */
  { 2, { 0, 1, 1, 0 }, { 2, 3 }, { 3, 2 }, false },
  { 2, { 0, 2, 4, 1 }, { 6, 7 }, { 1, 3 }, false },
  /* The second becomes zero during the elimination, though 2 is stored there. */
  { 3, { 1, 2, 1, 1, 2, 2, 2, 2, 1 }, { 8, 11, 9 }, { 1, 2, 3 }, false },
  { 3, { 2, 1, 0, 0, 0, 1, 4, 3, 1 }, { 4, 3, 13 }, { 1, 2, 3 }, false },
  { 3, { 4, 2, 0, 2, 5, 4, 0, 4, 20 }, { 8, 24, 68 }, { 1, 2, 3 }, true },
};

static void
test_by_hand (const SeidelMethod *method)
{
  /* Reflections have square roots, whose rounding differs between the kernels of OpenBLAS. */
  const double error = g_str_equal (method->id, "qr") ? 1e-14 : 1e-15;

  for (size_t i = 0; i < G_N_ELEMENTS (hand); i++)
    for (int precision = 0; precision < 2; precision++)
      {
        const Hand *h = &hand[i];
        g_autoptr (SeidelProblem) problem =
          test_problem (test_csr_from_dense (h->n, h->n, h->a), h->b, NULL);
        SeidelOptions options = test_options (method->id);
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        g_autoptr (SeidelOutcome) outcome = NULL;

        options.precision = precision;
        if (!seidel_method_computes_in (method, precision, NULL)
            || (is_symmetric (method) && !h->positive_definite))
          continue;
        outcome = test_solve (problem, &options, trace);
        g_assert_true (outcome->converged);
        g_assert_cmpint (outcome->iterations, ==, 1);
        test_assert_close (outcome->x, h->x, h->n, precision == 0 ? 1e-6 : error);
        g_assert_cmpuint (seidel_trace_n_points (trace), ==, 2);
        g_assert_cmpfloat (fabs (outcome->residual_initial - seidel_vector_norm_2 (h->b, h->n)), <,
                           1e-13);
        g_assert_cmpuint (seidel_trace_n_sweeps (trace), ==, 1);
        g_assert_null (outcome->strategy);
        g_assert_null (outcome->message);
      }
}

/* What is added instead of exchanged keeps a small pivot: digits are lost, and that shows. */
static void
test_small_pivot (void)
{
  static const struct
  {
    const char *method;
    bool loses;
  } expected[] = { { "gauss-jordan", true },
                   { "gauss-jordan-pivoting", false },
                   { "lu-crout", true },
                   { "lu", false },
                   { "umfpack", false } };
  const double a[] = { 1e-17, 1, 1, 1 };
  const double b[] = { 1, 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, a), b, NULL);
      SeidelOptions options = test_options (expected[i].method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = 1;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpint (outcome->converged, ==, !expected[i].loses);
      g_assert_cmpint (outcome->residual_relative > 0.1, ==, expected[i].loses);
    }
}

/* Crout's algorithm as the formulas have it: in step j a_ij ← a_ij − Σ_k<j a_ik a_kj for i ≥ j,
 * then a_ji ← (a_ji − Σ_k<j a_jk a_ki) / a_jj for i > j, a row with something in column j being
 * added to row j in between where a_jj is zero. L y = b, U x = y. In the row of U the products are
 * subtracted one after the other, as the kernels do. */
static void
crout_ref (int n, double *a, double *x)
{
  for (int j = 0; j < n; j++)
    {
      int other = j;

      for (int i = j; i < n; i++)
        {
          double sum = 0.0;

          for (int k = 0; k < j; k++)
            sum += a[i * n + k] * a[k * n + j];
          a[i * n + j] -= sum;
        }
      while (a[other * n + j] == 0.0)
        other++;
      for (int i = 0; i < n && other != j; i++)
        a[j * n + i] += a[other * n + i];
      x[j] += other != j ? x[other] : 0.0;
      for (int i = j + 1; i < n; i++)
        {
          for (int k = 0; k < j; k++)
            a[j * n + i] -= a[k * n + i] * a[j * n + k];
          a[j * n + i] /= a[j * n + j];
        }
    }
  for (int i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (int k = 0; k < i; k++)
        sum += a[i * n + k] * x[k];
      x[i] = (x[i] - sum) / a[i * n + i];
    }
  for (int i = n - 1; i >= 0; i--)
    {
      double sum = 0.0;

      for (int k = i + 1; k < n; k++)
        sum += a[i * n + k] * x[k];
      x[i] -= sum;
    }
}

/* The bits of the plain loops, with pivots that are zero from the start and pivots that become so,
 * with one thread and with several. */
static void
test_crout (void)
{
  static const int sizes[] = { 1, 2, 7, 40, 530 };

  for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int threads = 1; threads <= 2; threads++)
      {
        const int n = sizes[s];
        g_autofree double *a = test_random_vector ((int64_t) n * n, 5);
        g_autofree double *b = test_random_vector (n, 6);
        SeidelOptions options = test_options ("lu-crout");
        g_autoptr (SeidelOutcome) outcome = NULL;

        if (n > 2)
          {
            a[0] = 0.0;
            /* The second row becomes one that has nothing in its column. */
            for (int i = 0; i < 2; i++)
              a[2 * n + i] = a[n + i];
          }
        g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (n, n, a), b, NULL);
        options.threads = threads;
        options.max_iterations = 1;
        options.skip_condition = true;
        outcome = test_solve (problem, &options, NULL);
        crout_ref (n, a, b);
        g_assert_cmpmem (outcome->x, (size_t) n * sizeof *b, b, (size_t) n * sizeof *b);
      }
}

/* Whether a thread has begun to end (PF_EXITING): one that was joined stays listed for as long as
 * the scheduler leaves it no time for the rest. */
static bool
is_ending (const char *task)
{
  g_autofree char *path = g_build_filename ("/proc/self/task", task, "stat", NULL);
  g_autofree char *text = NULL;
  unsigned int flags;

  return !g_file_get_contents (path, &text, NULL, NULL)
         || sscanf (strrchr (text, ')'), ") %*c %*d %*d %*d %*d %*d %u", &flags) != 1
         || (flags & 4) != 0;
}

static int
count_tasks (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  const char *task;
  int n = 0;

  while ((task = g_dir_read_name (tasks)) != NULL)
    if (!is_ending (task))
      n++;
  return n;
}

/* A system of three rows is solved by the thread that asks, however many it may use. */
static void
test_alone (void)
{
  static const char *const methods[] = { "lu", "lu-crout", "gauss-jordan", "cg" };
  const double a[] = { 4, 1, 0, 1, 5, 2, 0, 2, 6 };
  const double b[] = { 5, 8, 8 };

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  const int before = count_tasks ();
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (3, 3, a), b, NULL);
      SeidelOptions options = test_options (methods[i]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.threads = 8;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (count_tasks (), ==, before);
    }
}

/* Values at random in every place: no pivot is like another. */
static SeidelCsr *
random_full (int n, bool symmetric)
{
  g_autofree double *values = test_random_vector ((int64_t) n * n, 77);

  for (int i = 0; i < n && symmetric; i++)
    {
      for (int j = 0; j < i; j++)
        values[i * n + j] = values[j * n + i];
      values[i * n + i] = 2.0 * n;
    }
  return test_csr_from_dense (n, n, values);
}

static void
check_random (const SeidelMethod *method, SeidelCsr *csr, SeidelPrecision precision, int threads)
{
  g_autoptr (SeidelProblem) problem = test_problem (csr, NULL, NULL);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;
  bool single = precision == SEIDEL_PRECISION_SINGLE;

  options.precision = precision;
  options.threads = threads;
  options.tolerance = single ? 1e-5 : 1e-12;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <=,
                     10.0 * options.tolerance * seidel_vector_norm_2 (problem->b, outcome->n));
  /* Those without exchanges may need more steps of refinement. */
  if (g_str_equal (method->id, "lu") || is_symmetric (method))
    g_assert_cmpint (outcome->iterations, <=, 2);
  if (!single)
    g_assert_cmpfloat (outcome->error_inf, <, 1e-7);
}

static void
test_random (const SeidelMethod *method)
{
  static const int sizes[] = { 1, 2, 3, 7, 17, 64, 65, 130 };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (int precision = 0; precision < 2; precision++)
      for (int threads = 1; threads <= 2; threads++)
        if (seidel_method_computes_in (method, precision, NULL))
          {
            check_random (method, random_full (sizes[i], is_symmetric (method)), precision,
                          threads);
            if (!is_symmetric (method))
              check_random (method, test_csr_random (sizes[i], 5, 1.5, 3 + (uint32_t) i), precision,
                            threads);
          }
}

/* Large enough for all the pieces that LU is divided into: columns, tiles, their rests. */
static void
test_divided_lu (void)
{
  for (int precision = 0; precision < 2; precision++)
    check_random (seidel_method_find ("lu"), random_full (2100, false), precision, 2);
}

/* Mixed precision factors once, in single, and refines with that. */
static void
test_mixed (const SeidelMethod *method)
{
  g_autoptr (SeidelProblem) problem = test_problem (random_full (60, false), NULL, NULL);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!seidel_method_computes_in (method, SEIDEL_PRECISION_MIXED, NULL))
    return;
  options.precision = SEIDEL_PRECISION_MIXED;
  options.tolerance = 1e-12;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <=, 1e-12 * seidel_vector_norm_2 (problem->b, outcome->n));
  g_assert_cmpint (outcome->iterations, >, 1);
}

/* The residual can be no smaller: refinement ends, at the precision of the data. */
static void
test_refinement_ends (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  problem->b[17] += 0.123456789; /* so that the residual cannot become exactly zero */
  options.tolerance = 1e-18;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_DATA_PRECISION);
  g_assert_cmpint (outcome->iterations, >, 1);
  g_assert_cmpint (outcome->iterations, <, 10);
  g_assert_cmpfloat (outcome->residual_relative, <, 1e-15);
}

static void
test_limits (const SeidelMethod *method)
{
  for (int limit = 0; limit <= 1; limit++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = limit;
      options.tolerance = 0.0;
      outcome = test_solve (problem, &options, NULL);
      if (limit == 0)
        test_assert_same_bits (outcome->x, problem->guess, outcome->n);
      if (outcome->residual_final != 0.0)
        test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
      g_assert_cmpint (outcome->iterations, ==, limit);
    }
}

static void
test_empty (const SeidelMethod *method)
{
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (0, 0, NULL), NULL, NULL);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_EXACT);
}

/* The middle column is empty; the middle row is not, nor is it a multiple of another. Least
 * squares have an answer here: see test-least-squares.c. */
static void
test_singular (const SeidelMethod *method)
{
  const double a[] = { 2, 0, 1, 1, 0, 3, 4, 0, 1 };
  const double b[] = { 1, 2, 3 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (3, 3, a), b, NULL);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (is_symmetric (method) || method->least_squares)
    return;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  test_assert_wording_of (adds_rows (method) ? "adds rows" : "pivots", outcome->message);
  g_assert_cmpint (outcome->iterations, ==, 0);
  test_assert_same_bits (outcome->x, problem->guess, 3);
  g_assert_cmpfloat (fabs (outcome->true_2 - seidel_vector_norm_2 (b, 3)), <, 1e-14);
}

/* Nothing is stored at all. */
static void
test_zero (const SeidelMethod *method)
{
  const double b[] = { 1, 2 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_entries (2, 2, NULL, 0), b, NULL);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (is_symmetric (method) || method->least_squares)
    return;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  test_assert_wording_of (adds_rows (method) ? "adds rows" : "pivots", outcome->message);
}

/* Singular in the last column, which large matrices find after all others. */
static void
test_late_singular (void)
{
  const int n = 1100;
  SeidelCsr *csr = random_full (n, false);
  SeidelOptions options = test_options ("lu");
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (SeidelProblem) problem = NULL;

  for (int row = 0; row < n; row++)
    csr->values[(int64_t) row * n + n - 1] = 0.0;
  problem = test_problem (csr, NULL, NULL);
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  test_assert_wording (outcome->message);
}

static void
test_not_positive_definite (void)
{
  const double a[] = { 5, 0, 0, 0, 1, 3, 0, 3, 1 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (3, 3, a), NULL, NULL);
  SeidelOptions options = test_options ("cholmod");
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  /* The ordering decides which of the two is last. */
  g_assert_true (strstr (outcome->message, "column 2") != NULL
                 || strstr (outcome->message, "column 3") != NULL);
}

/* Singular but for rounding: the answer comes with a warning. */
static void
test_nearly_singular (void)
{
  const double a[] = { 1, 1, 1, 1 + 0x1p-52 };
  const double b[] = { 2, 2 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, a), b, NULL);
  SeidelOptions options = test_options ("umfpack");
  g_autoptr (SeidelOutcome) outcome = NULL;

  outcome = test_solve (problem, &options, NULL);
  test_assert_wording (outcome->message);
}

/* A table of 100 × 100 numbers, or two of them, where a byte less than the estimate
 * is free. */
static void
test_too_large (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  bool twice = g_str_has_prefix (method->id, "gauss-jordan");
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelMemoryNeed need;

  if (!is_dense (method))
    return;
  need = test_memory_need (problem, &options);
  g_assert_cmpfloat (need.host, >=, twice ? 160e3 : 80e3);
  g_assert_cmpfloat (need.host, <, twice ? 175e3 : 95e3);
  seidel_memory_pretend_available (need.host - 1.0);
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  seidel_memory_pretend_available (need.host);
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  seidel_memory_pretend_available (AVAILABLE);
}

/* The memory of a sparse factorisation is known only while it runs: it may take what was free. What
 * it takes at least may be known before. */
static void
test_out_of_memory (const SeidelMethod *method)
{
  static const double limits[] = { 0.0, 30e3, 200e3, 1e6 };
  static const double parts[] = { 0.0, 0.9, 1.0, 1.5 }; /* of what is known */

  for (size_t i = 0; i < G_N_ELEMENTS (limits) && !is_dense (method); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 12);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (method->id);
      const SeidelMemoryNeed need = test_memory_need (problem, &options);
      double known = method->memory != NULL ? need.host - need.guessed : 0.0;
      double limit = known > 0.0 ? parts[i] * known : limits[i];
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *free_text = seidel_format_bytes (limit);

      seidel_memory_pretend_available (limit);
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
      seidel_memory_pretend_available (AVAILABLE);
      if (limit < known)
        {
          g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
          continue;
        }
      g_assert_no_error (error);
      test_assert_reason (outcome, SEIDEL_REASON_OUT_OF_MEMORY);
      g_test_message ("%s", outcome->message);
      if (known == 0.0)
        test_assert_wording_of ("memory", outcome->message);
      g_assert_nonnull (strstr (outcome->message, free_text));
      test_assert_same_bits (outcome->x, problem->guess, outcome->n);
    }
}

static void
test_precisions (void)
{
  static const char *const methods[] = { "umfpack", "cholmod" };
  const double a[] = { 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (1, 1, a), NULL, NULL);
      SeidelOptions options = test_options (methods[i]);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;

      options.precision = SEIDEL_PRECISION_SINGLE;
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS);
    }
}

static void
test_engines (const SeidelMethod *method)
{
  const SeidelEngine *cuda = seidel_engines_find ("cuda")->engine;
  bool makes_factors = cuda != NULL && (cuda->factors.kinds & method->factors) != 0;

  g_assert_true (method->on_host);
  g_assert_true (seidel_method_runs_on (method, "cpu"));
  g_assert_true (seidel_method_runs_on (method, "cuda") == makes_factors);
  g_assert_true (seidel_method_runs_on (seidel_method_find ("jacobi"), "cuda"));
}

typedef struct
{
  GCancellable *cancellable;
  SeidelTrace *trace;
} Stopper;

/* Waits for the solve phase, lets it begin its work, and stops it. */
static gpointer
stop_thread (gpointer data)
{
  Stopper *stopper = data;

  while (seidel_trace_n_points (stopper->trace) == 0
         && seidel_trace_state (stopper->trace) != SEIDEL_RUN_FINISHED)
    g_usleep (100);
  g_usleep (2000);
  g_cancellable_cancel (stopper->cancellable);
  return NULL;
}

typedef struct
{
  atomic_bool ended;
  int most;
} TaskWatch;

/* Of two counts the lower one: in between one thread may follow another. */
static gpointer
watch_thread (gpointer data)
{
  TaskWatch *watch = data;
  int last = 0;

  while (!atomic_load (&watch->ended))
    {
      const int count = count_tasks ();

      watch->most = MAX (watch->most, MIN (last, count));
      last = count;
      g_usleep (200);
    }
  return NULL;
}

static void
solve_with_one_thread (const char *method, const char *kind, int size)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, size);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.threads = 1;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
}

/* CHOLMOD would start threads of its own beside the one in which it is called. */
static void
test_one_thread (void)
{
  TaskWatch watch = { 0 };
  GThread *thread;
  int before;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }
  solve_with_one_thread ("umfpack", "poisson-5", 20);
  before = count_tasks ();
  thread = g_thread_new ("watch", watch_thread, &watch);
  /* With few rows, so that the factors are used on this thread: that in which they are made may not
   * be gone yet. */
  solve_with_one_thread ("cholmod", "poisson-7", 15);
  atomic_store (&watch.ended, true);
  g_thread_join (thread);
  /* The one that watches, and the one in which the library is called. */
  g_assert_cmpint (watch.most, >, before);
  g_assert_cmpint (watch.most, <=, before + 2);
}

/* Factors that take seconds on any machine; for UMFPACK and CHOLMOD a grid with much fill. */
static SeidelMatrix *
slow_matrix (const SeidelMethod *method)
{
  return test_gallery_sized (is_dense (method) ? "poisson-5" : "poisson-27",
                             is_dense (method) ? 60 : 34);
}

static void
test_cancelled (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = slow_matrix (method);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  Stopper stopper = { cancellable, trace };
  SeidelOptions options = test_options_of (method);
  GThread *thread = g_thread_new ("stop", stop_thread, &stopper);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelOutcome) outcome =
    seidel_solve (problem, &options, trace, cancellable, NULL, &error);

  g_thread_join (thread);
  g_assert_no_error (error);
  test_assert_reason (outcome, SEIDEL_REASON_CANCELLED);
  g_assert_cmpint (outcome->iterations, ==, 0);
  test_assert_same_bits (outcome->x, problem->guess, outcome->n);
  g_assert_cmpfloat (outcome->true_2, >, 0.0);
  if (is_dense (method))
    g_assert_null (outcome->message);
  else
    test_assert_wording_of ("sparse", outcome->message);
}

/* A run that is stopped while the matrix is brought to the engine has not run out of memory. */
static void
test_stopped_before (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 100000);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (is_dense (method))
    return;
  options.time_limit = 1e-9;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
  g_assert_cmpstr (outcome->message, ==, NULL);
  test_assert_same_bits (outcome->x, problem->guess, outcome->n);
}

static void
test_time_limit (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = slow_matrix (method);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.time_limit = 0.005;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
  test_assert_same_bits (outcome->x, problem->guess, outcome->n);
}

/* Dense methods take too long for a test above this. */
#define MOST_DENSE_ROWS 600

static void
check_known (SeidelProblem *problem, const SeidelMethod *method, bool singular)
{
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;
  double relative;

  options.threads = 2;
  outcome = test_solve (problem, &options, NULL);
  relative = outcome->true_2 / seidel_vector_norm_2 (problem->b, outcome->n);
  g_test_message ("%s: %s after %d iterations, true relative residual %.1e", method->id,
                  seidel_reason_id (outcome->reason), (int) outcome->iterations, relative);
  if (singular)
    {
      g_assert_false (outcome->converged);
      return;
    }
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (relative, <=, 1e-8);
}

static void
test_known (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);
  g_autoptr (SeidelProblem) problem = test_problem_of_known (known, matrix);
  bool singular = known->traits & TEST_SINGULAR;

  check_known (problem, seidel_method_find ("umfpack"), singular);
  if (known->traits & TEST_POSITIVE_DEFINITE)
    check_known (problem, seidel_method_find ("cholmod"), false);
  if (matrix->csr->rows > MOST_DENSE_ROWS || singular)
    return;
  check_known (problem, seidel_method_find ("lu"), false);
  check_known (problem, seidel_method_find ("gauss-jordan-pivoting"), false);
}

static void
add_for_direct (const char *path, TestOfMethod test)
{
  g_test_add_data_func (path, (gconstpointer) test, test_each_direct);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  seidel_memory_pretend_available (AVAILABLE);
  add_for_direct ("/direct/by-hand", test_by_hand);
  g_test_add_func ("/direct/small-pivot", test_small_pivot);
  g_test_add_func ("/direct/crout", test_crout);
  g_test_add_func ("/direct/alone", test_alone);
  g_test_add_func ("/direct/one-thread", test_one_thread);
  add_for_direct ("/direct/random", test_random);
  g_test_add_func ("/direct/divided-lu", test_divided_lu);
  add_for_direct ("/direct/mixed", test_mixed);
  add_for_direct ("/direct/refinement-ends", test_refinement_ends);
  add_for_direct ("/direct/limits", test_limits);
  add_for_direct ("/direct/empty", test_empty);
  add_for_direct ("/direct/singular", test_singular);
  add_for_direct ("/direct/zero", test_zero);
  g_test_add_func ("/direct/late-singular", test_late_singular);
  g_test_add_func ("/direct/not-positive-definite", test_not_positive_definite);
  g_test_add_func ("/direct/nearly-singular", test_nearly_singular);
  add_for_direct ("/direct/too-large", test_too_large);
  add_for_direct ("/direct/out-of-memory", test_out_of_memory);
  g_test_add_func ("/direct/precisions", test_precisions);
  add_for_direct ("/direct/engines", test_engines);
  add_for_direct ("/direct/cancelled", test_cancelled);
  add_for_direct ("/direct/stopped-before", test_stopped_before);
  add_for_direct ("/direct/time-limit", test_time_limit);
  test_add_for_known ("/direct/known", true, test_known);
  return g_test_run ();
}
