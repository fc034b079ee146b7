/* Iterates of a run: which are kept, in which numbering, and that they are those of the method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <sys/resource.h>

#include "analysis/seidel-ordering.h"
#include "analysis/seidel-stationary.h"
#include "gallery/seidel-gallery.h"
#include "run/seidel-iterates.h"
#include "solve/seidel-solve.h"

static SeidelMatrix *
make_grid (int side)
{
  const double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { side };
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), values, NULL, NULL, &error);

  g_assert_no_error (error);
  return matrix;
}

/* However many are added, those that are kept are evenly spaced from 0 on, and not too many. */
static void
test_thinning (void)
{
  g_autoptr (SeidelMatrix) grid = make_grid (4);
  g_autoptr (SeidelIterates) iterates = seidel_iterates_new (grid);
  double x[16];

  g_assert_cmpint (seidel_iterates_length (iterates), ==, 16);
  g_assert_cmpint (seidel_iterates_get (iterates, 0, x), ==, -1);
  for (int iteration = 0; iteration <= 5000; iteration++)
    {
      for (int i = 0; i < 16; i++)
        x[i] = iteration + i / 16.0;
      seidel_iterates_add (iterates, iteration, x);
      seidel_iterates_add (iterates, iteration, x); /* once */
      g_assert_cmpint (seidel_iterates_count (iterates), <=, SEIDEL_ITERATES_MOST);
    }
  g_assert_cmpint (seidel_iterates_count (iterates), >, SEIDEL_ITERATES_MOST / 2);
  for (int k = 0; k < seidel_iterates_count (iterates); k++)
    {
      const int64_t iteration = seidel_iterates_get (iterates, k, x);

      g_assert_cmpint (iteration, ==, 32 * k);
      g_assert_cmpfloat (x[7], ==, (double) iteration + 7 / 16.0);
    }
  g_assert_false (seidel_iterates_wants (iterates, 32));
  g_assert_false (seidel_iterates_wants (iterates, 5009));
  g_assert_true (seidel_iterates_wants (iterates, 5024));
}

static void
test_limits (void)
{
  g_autoptr (SeidelMatrix) most = make_grid (256);
  g_autoptr (SeidelMatrix) more = make_grid (257);
  g_autoptr (SeidelIterates) iterates = seidel_iterates_new (most);

  g_assert_nonnull (iterates);
  g_assert_null (seidel_iterates_new (more));
}

/* The trace of a run that keeps its iterates. */
static SeidelTrace *
run (SeidelMatrix *matrix, const char *method, const char *order, SeidelOptions options)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_MODE, .seed = 3 };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) reordered = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelIterates) iterates = NULL;
  SeidelOrderingSpec spec;
  SeidelOutcome *outcome;

  g_assert_true (seidel_ordering_spec_parse (order, &spec, &error));
  reordered = seidel_ordering_apply (&spec, matrix, NULL, NULL, &error);
  problem = seidel_problem_new_from_specs (reordered, &rhs, &guess, NULL, NULL, &error);
  g_assert_no_error (error);
  iterates = seidel_iterates_new (reordered);
  seidel_trace_keep_iterates (trace, iterates);
  options.method = g_intern_string (method);
  options.tolerance = 0.0;
  options.max_iterations = 40;
  options.stagnation_window = G_MAXINT;
  options.threads = 2;
  options.track_error = true;
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  seidel_outcome_free (outcome);
  return g_steal_pointer (&trace);
}

/* Of Jacobi and Gauss-Seidel, iterate by iterate as those of the plain iterations, whatever scaling
 * does to the system and whatever the levels of the sweep. */
static void
test_of_a_run (void)
{
  static const struct
  {
    const char *method;
    SeidelStationaryKind kind;
    SeidelScale scaling;
  } cases[] = {
    { "jacobi", SEIDEL_STATIONARY_JACOBI, SEIDEL_SCALE_NONE },
    { "gauss-seidel", SEIDEL_STATIONARY_FORWARD, SEIDEL_SCALE_NONE },
    { "gauss-seidel", SEIDEL_STATIONARY_FORWARD, SEIDEL_SCALE_BOTH },
  };
  g_autoptr (SeidelMatrix) grid = make_grid (12);
  const int64_t n = grid->csr->rows;
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_MODE, .seed = 3 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (grid, &rhs, &guess, NULL, NULL, &error);
  g_autofree double *x = g_new (double, n);

  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      SeidelOptions options = SEIDEL_OPTIONS_INIT;
      g_autoptr (SeidelTrace) trace = NULL;
      g_autoptr (SeidelStationary) plain =
        seidel_stationary_new (grid->csr, problem->b, problem->solution, problem->guess,
                               cases[c].kind, 1.0, &error);
      SeidelIterates *iterates;

      options.scaling = cases[c].scaling;
      trace = run (grid, cases[c].method, "natural", options);
      iterates = seidel_trace_iterates (trace);
      g_assert_cmpint (seidel_iterates_count (iterates), ==, 41);
      for (int k = 0; k <= 40; k++)
        {
          g_assert_cmpint (seidel_iterates_get (iterates, k, x), ==, k);
          seidel_stationary_go_to (plain, k, G_MAXINT64);
          for (int64_t i = 0; i < n; i++)
            g_assert_cmpfloat_with_epsilon (x[i], plain->x[i], 1e-12);
        }
    }
}

/* Of a matrix in another order they are in the numbering of the file; their errors are those of the
 * trace. */
static void
test_reordered (void)
{
  static const char *const methods[] = { "cg", "gauss-seidel", "bicgstab" };
  g_autoptr (SeidelMatrix) grid = make_grid (12);
  double x[144];

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      const SeidelOptions options = SEIDEL_OPTIONS_INIT;
      g_autoptr (SeidelTrace) trace = run (grid, methods[m], "rcm", options);
      SeidelIterates *iterates = seidel_trace_iterates (trace);

      g_assert_cmpint (seidel_iterates_count (iterates), >, 10);
      for (int k = 0; k < seidel_iterates_count (iterates); k++)
        {
          const int64_t iteration = seidel_iterates_get (iterates, k, x);
          double norm = 0.0;

          for (int i = 0; i < 144; i++)
            norm += (x[i] - 1.0) * (x[i] - 1.0);
          g_assert_cmpint (seidel_trace_point (trace, (size_t) k).iteration, ==, iteration);
          g_assert_cmpfloat_with_epsilon (seidel_trace_point (trace, (size_t) k).error, sqrt (norm),
                                          1e-12);
        }
      seidel_iterates_get (iterates, 0, x);
      g_assert_cmpfloat_with_epsilon (x[0], sin (3.0 * G_PI / 13.0) * sin (3.0 * G_PI / 13.0),
                                      1e-15);
    }
}

/* Sanitizers take terabytes of addresses. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_LIMITS false
#else
#define HAS_LIMITS true
#endif

/* Bytes of addresses that are in use. */
static size_t
count_addresses (void)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  return g_ascii_strtoull (text, NULL, 10) * 4096;
}

/* Without memory for further iterates those that are kept stay, and the run goes on. */
static void
test_no_memory (void)
{
  enum
  {
    room = 4 << 20
  };
  g_autoptr (SeidelMatrix) grid = NULL;
  g_autoptr (SeidelIterates) iterates = NULL;
  g_autofree double *x = NULL;
  const struct rlimit none = { RLIM_INFINITY, RLIM_INFINITY };
  struct rlimit low;

  if (!HAS_LIMITS)
    {
      g_test_skip ("sanitizers need all addresses");
      return;
    }
  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  grid = make_grid (256);
  iterates = seidel_iterates_new (grid);
  x = g_new0 (double, SEIDEL_ITERATES_UNKNOWNS);
  low = (struct rlimit){ count_addresses () + room, RLIM_INFINITY };
  g_assert_cmpint (setrlimit (RLIMIT_AS, &low), ==, 0);
  for (int iteration = 0; iteration < 40; iteration++)
    {
      x[1] = iteration;
      seidel_iterates_add (iterates, iteration, x);
    }
  setrlimit (RLIMIT_AS, &none);
  g_assert_cmpint (seidel_iterates_count (iterates), >, 0);
  g_assert_cmpint (seidel_iterates_count (iterates), <, 12);
  g_assert_cmpint (seidel_iterates_get (iterates, 0, x), ==, 0);
  g_assert_cmpfloat (x[1], ==, 0.0);
  seidel_iterates_add (iterates, 40, x);
  g_assert_true (!seidel_iterates_wants (iterates, 40));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/iterates/thinning", test_thinning);
  g_test_add_func ("/iterates/limits", test_limits);
  g_test_add_func ("/iterates/no-memory", test_no_memory);
  g_test_add_func ("/iterates/of-a-run", test_of_a_run);
  g_test_add_func ("/iterates/reordered", test_reordered);
  return g_test_run ();
}
