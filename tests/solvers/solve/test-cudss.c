/* Sparse factors by cuDSS: how the library is found, what it is given of a matrix, and what a run
 * makes of what it finds. The library is that of fake-cudss.c, the device that of fake-device.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>
#include <math.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "base/seidel-error.h"
#include "engine/seidel-sparse-operations.h"
#include "matrix/seidel-complex.h"

#include "fake-device-testing.h"
#include "run-testing.h"

#define N 24

static FakeDevice *device;
static char *home;

/* As pip leaves it in a virtual environment. */
static char *
package_folder (void)
{
  return g_build_filename (home, "lib", "python3.11", "site-packages", "nvidia", "cu13", "lib",
                           NULL);
}

static void
install (void)
{
  g_autofree char *folder = package_folder ();
  g_autofree char *to = g_build_filename (folder, "libcudss.so.1", NULL);
  g_autofree char *from =
    g_test_build_filename (G_TEST_BUILT, "solvers", "solve", "libfake-cudss.so", NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  if (!g_file_test (to, G_FILE_TEST_EXISTS))
    g_assert_cmpint (symlink (from, to), ==, 0);
}

static void
uninstall (void)
{
  g_autofree char *folder = package_folder ();
  g_autofree char *file = g_build_filename (folder, "libcudss.so.1", NULL);

  g_unlink (file);
  for (int i = 0; i < 7; i++)
    {
      char *parent = g_path_get_dirname (folder);

      g_rmdir (folder);
      g_free (folder);
      folder = parent;
    }
}

static SeidelOptions
options_of_cudss (void)
{
  SeidelOptions options = test_options ("cudss");

  options.engine = "cuda";
  options.tolerance = 1e-12;
  return options;
}

/* A matrix of a grid with so much on the diagonal; nonsymmetric with wind. */
static SeidelCsr *
make_matrix (double diagonal, double wind)
{
  TestEntry entries[3 * N];
  int count = 0;

  for (int i = 0; i < N; i++)
    {
      if (i > 0)
        entries[count++] = (TestEntry){ i, i - 1, -1.0 - wind };
      entries[count++] = (TestEntry){ i, i, diagonal };
      if (i < N - 1)
        entries[count++] = (TestEntry){ i, i + 1, -1.0 };
    }
  return test_csr_from_entries (N, N, entries, count);
}

static SeidelPlan *
plan_run (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (make_matrix (3.0, 0.0), NULL, NULL);
  const SeidelOptions options = options_of_cudss ();
  g_autoptr (GError) error = NULL;
  SeidelPlan *plan = seidel_solve_plan (problem, &options, NULL, &error);

  g_assert_no_error (error);
  return plan;
}

static void
assert_refused (const char *part)
{
  g_autoptr (SeidelPlan) plan = plan_run ();
  const SeidelVerdict *verdict = &plan->verdicts[SEIDEL_PLAN_METHOD];

  g_assert_cmpint (verdict->kind, ==, SEIDEL_VERDICT_REFUSED);
  g_assert_cmpint (verdict->code, ==, SEIDEL_ERROR_UNAVAILABLE);
  g_test_message ("%s", verdict->sentence);
  g_assert_nonnull (strstr (verdict->sentence, part));
}

/* What is installed while the program runs is found without a restart. */
static void
test_library (void)
{
  g_autoptr (SeidelPlan) plan = NULL;

  uninstall ();
  assert_refused ("pip install nvidia-cudss-cu13");
  install ();
  g_setenv ("FAKE_CUDSS_VERSION", "2", TRUE);
  assert_refused ("version 2");
  g_unsetenv ("FAKE_CUDSS_VERSION");
  plan = plan_run ();
  g_assert_cmpint (seidel_plan_refused (plan), ==, SEIDEL_N_PLAN_ITEMS);
  g_assert_cmpfloat (plan->need.guessed_on_device, >, 0.0);
  g_assert_cmpfloat (plan->need.device, >, plan->need.guessed_on_device);
}

static SeidelOutcome *
solve (SeidelCsr *csr, SeidelPrecision precision)
{
  g_autoptr (SeidelProblem) problem = test_problem (csr, NULL, NULL);
  SeidelOptions options = options_of_cudss ();
  SeidelOutcome *outcome;

  install ();
  options.precision = precision;
  if (precision == SEIDEL_PRECISION_SINGLE)
    options.tolerance = 1e-5;
  outcome = test_solve (problem, &options, NULL);
  g_assert_cmpint (device->factors, ==, 0);
  return outcome;
}

static void
test_kinds (void)
{
  static const struct
  {
    double diagonal;
    double wind;
    SeidelSparseKind kind;
  } cases[] = {
    { 3.0, 0.0, SEIDEL_SPARSE_POSITIVE },
    { 3.0, 0.5, SEIDEL_SPARSE_GENERAL },
    { -3.0, 0.0, SEIDEL_SPARSE_SYMMETRIC },
    { 0.9, 0.0, SEIDEL_SPARSE_SYMMETRIC }, /* indefinite, as the first factors find */
  };
  static const SeidelPrecision precisions[] = { SEIDEL_PRECISION_DOUBLE, SEIDEL_PRECISION_SINGLE,
                                                SEIDEL_PRECISION_MIXED };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (size_t p = 0; p < G_N_ELEMENTS (precisions); p++)
      {
        g_autoptr (SeidelOutcome) outcome =
          solve (make_matrix (cases[i].diagonal, cases[i].wind), precisions[p]);

        g_assert_true (outcome->converged);
        g_assert_cmpint (device->kind, ==, cases[i].kind);
        g_assert_cmpfloat (outcome->error_inf, <,
                           precisions[p] == SEIDEL_PRECISION_SINGLE ? 1e-4 : 1e-9);
      }
}

/* An indefinite matrix is said to be, with its inertia: 2 cos (k π / (N + 1)) − 0.9 … */
static void
test_inertia (void)
{
  g_autoptr (SeidelOutcome) outcome = solve (make_matrix (0.9, 0.0), SEIDEL_PRECISION_DOUBLE);
  g_autofree char *expected = NULL;
  int negative = 0;

  for (int k = 1; k <= N; k++)
    negative += 0.9 - 2.0 * cos (k * G_PI / (N + 1)) < 0.0;
  expected = g_strdup_printf ("%d positive and %d negative", N - negative, negative);
  g_assert_nonnull (strstr (outcome->message, expected));
}

/* No digit of x is claimed. */
static void
test_singular (void)
{
  TestEntry entries[4] = { { 0, 0, 1.0 }, { 0, 1, 2.0 }, { 1, 0, 2.0 }, { 1, 1, 4.0 } };
  const double b[2] = { 1.0, 0.0 };
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_entries (2, 2, entries, 4), b, NULL);
  const SeidelOptions options = options_of_cudss ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  install ();
  outcome = test_solve (problem, &options, NULL);
  g_assert_false (outcome->converged);
  g_test_message ("%s, bound %g, condition %g: %s", seidel_reason_id (outcome->reason),
                  outcome->error_bound, outcome->condition, outcome->message);
  g_assert_false (outcome->error_bound < 1e-3);
}

static void
test_phases (void)
{
  g_autoptr (SeidelOutcome) outcome = solve (make_matrix (3.0, 0.5), SEIDEL_PRECISION_DOUBLE);

  g_assert_true (outcome->has_device);
  g_assert_cmpfloat (outcome->device.ordering_seconds, >, 0.0);
  g_assert_cmpfloat (outcome->device.symbolic_seconds, >, 0.0);
  g_assert_cmpfloat (outcome->device.factor_seconds, >, 0.0);
  /* Twice 8 bytes for each entry, as it expects. */
  g_assert_cmpfloat (outcome->factor_bytes, ==, 16.0 * N * N);
  g_assert_cmpfloat (outcome->condition, >, 1.0);
}

/* The condition number with solves by the transpose, against that of UMFPACK. */
static void
test_condition (void)
{
  g_autoptr (SeidelOutcome) outcome = solve (make_matrix (1.0, 0.8), SEIDEL_PRECISION_DOUBLE);
  g_autoptr (SeidelProblem) problem = test_problem (make_matrix (1.0, 0.8), NULL, NULL);
  SeidelOptions options = test_options ("umfpack");
  g_autoptr (SeidelOutcome) other = NULL;

  options.tolerance = 1e-12;
  other = test_solve (problem, &options, NULL);
  g_assert_cmpfloat (other->condition, >, 1.0);
  g_assert_cmpfloat_with_epsilon (outcome->condition, other->condition, 1e-6 * other->condition);
}

/* A complex system, Hermitian or not. */
static SeidelMatrix *
make_complex (bool hermitian)
{
  TestEntry real[3 * N];
  TestEntry imaginary[3 * N];
  g_autoptr (SeidelCsr) part = NULL;
  SeidelMatrix *matrix;
  int count = 0;

  for (int i = 0; i < N; i++)
    for (int j = MAX (i - 1, 0); j <= MIN (i + 1, N - 1); j++)
      {
        const double sign = hermitian && j < i ? -1.0 : 1.0;

        real[count] = (TestEntry){ i, j, i == j ? 5.0 : -1.0 };
        imaginary[count++] =
          (TestEntry){ i, j, i == j ? (hermitian ? 0.0 : 2.0) : sign * (hermitian ? 0.5 : j) / N };
      }
  part = test_csr_from_entries (N, N, imaginary, count);
  matrix = seidel_matrix_new ("complex", test_csr_from_entries (N, N, real, count));
  g_assert_true (seidel_matrix_add_imaginary (matrix, part, NULL, NULL));
  return matrix;
}

static void
test_complex (void)
{
  for (int hermitian = 0; hermitian < 2; hermitian++)
    {
      g_autoptr (SeidelMatrix) matrix = make_complex (hermitian);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = options_of_cudss ();
      g_autoptr (SeidelOutcome) outcome = NULL;

      install ();
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_true (device->complex_numbers);
      g_assert_cmpint (device->kind, ==,
                       hermitian ? SEIDEL_SPARSE_POSITIVE : SEIDEL_SPARSE_GENERAL);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-10);
      g_assert_cmpfloat (outcome->condition, >, 1.0);
    }
}

/* A phase that fails ends the run, and leaves nothing behind. */
static void
test_failures (void)
{
  for (int phase = 0; phase < 3; phase++)
    {
      g_autofree char *bit = g_strdup_printf ("%d", 1 << phase);
      g_autoptr (SeidelOutcome) outcome = NULL;

      g_setenv ("FAKE_CUDSS_FAILS", bit, TRUE);
      outcome = solve (make_matrix (3.0, 0.5), SEIDEL_PRECISION_DOUBLE);
      g_unsetenv ("FAKE_CUDSS_FAILS");
      device->lost = 0;
      g_assert_false (outcome->converged);
      test_assert_reason (outcome, SEIDEL_REASON_DEVICE_LOST);
    }
}

int
main (int argc, char **argv)
{
  void *present;
  int result;

  g_test_init (&argc, &argv, NULL);
  home = g_dir_make_tmp ("seidel-cudss-XXXXXX", NULL);
  g_setenv ("VIRTUAL_ENV", home, TRUE);
  g_unsetenv ("CONDA_PREFIX");
  g_setenv ("HOME", home, TRUE);
  present = g_module_open ("libcudss.so.1", G_MODULE_BIND_LAZY);
  device = fake_device_open ();
  *device = (FakeDevice){ .free_bytes = INT64_C (1) << 40,
                          .total_bytes = INT64_C (1) << 40,
                          .lost_after = -1 };
  if (present == NULL)
    {
      g_test_add_func ("/cudss/library", test_library);
      g_test_add_func ("/cudss/kinds", test_kinds);
      g_test_add_func ("/cudss/inertia", test_inertia);
      g_test_add_func ("/cudss/singular", test_singular);
      g_test_add_func ("/cudss/phases", test_phases);
      g_test_add_func ("/cudss/condition", test_condition);
      g_test_add_func ("/cudss/complex", test_complex);
      g_test_add_func ("/cudss/failures", test_failures);
    }
  else
    g_test_message ("The library itself is installed here.");
  result = g_test_run ();
  uninstall ();
  g_free (home);
  return result;
}
