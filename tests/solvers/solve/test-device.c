/* Runs on an engine with memory and a clock of its own, which may be lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-format.h"
#include "gallery/seidel-gallery.h"
#include "base/seidel-error.h"
#include "method/seidel-preconditioner.h"
#include "plan/seidel-memory-need.h"
#include "run/seidel-shape.h"

#include "golden-testing.h"
#include "fake-device-testing.h"
#include "run-testing.h"

static FakeDevice *device;

static void
reset (void)
{
  *device = (FakeDevice){ .free_bytes = 1 << 30, .total_bytes = 2u << 30, .lost_after = -1 };
}

static SeidelOptions
device_options (const char *method)
{
  SeidelOptions options = test_options (method);

  options.engine = "cuda";
  return options;
}

static char *
refusal_of (SeidelProblem *problem, const SeidelOptions *options, int code)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_solve (problem, options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, code);
  return g_strdup (error->message);
}

/* The estimate is exactly what is refused, before anything is allocated. */
static void
test_refused (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = device_options ("cg");
  SeidelMemoryNeed need = test_memory_need (problem, &options);
  g_autofree char *text = NULL;
  g_autofree char *needed = seidel_format_bytes (need.device);
  g_autoptr (SeidelOutcome) outcome = NULL;

  reset ();
  g_assert_cmpfloat (need.device, >, 5.0 * 900.0 * sizeof (double));
  g_assert_cmpfloat (need.host, <, 900.0 * 2.0 * sizeof (double));
  device->free_bytes = (int64_t) need.device - 1;
  text = refusal_of (problem, &options, SEIDEL_ERROR_MEMORY);
  g_assert_nonnull (strstr (text, needed));
  g_assert_cmpint (device->contexts, ==, 0);
  device->free_bytes = (int64_t) need.device + 1;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
}

/* What a run is expected to take depends on the levels that the engine counted when it chose a
 * strategy, or on those that are known, whichever are more. */
static void
test_levels (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) schedule =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  const SeidelOptions options = device_options ("gauss-seidel");
  const SeidelMemoryRoom room = { INFINITY, 1e6, 1e6 };
  SeidelPlanFacts facts = {
    .options = &options, .matrix = matrix, .structure = structure, .room = &room
  };
  g_autoptr (SeidelPlan) unknown = NULL;
  g_autoptr (SeidelPlan) counted = NULL;
  g_autoptr (SeidelPlan) known = NULL;

  reset ();
  device->bytes_of_level = 20e3;
  unknown = seidel_plan_new (&facts);
  g_assert_cmpint (device->demand.levels, ==, 0);
  g_assert_cmpint (device->demand.longest_half, ==, 2);
  g_assert_true (seidel_plan_check (unknown, NULL));
  device->counts_levels = 40;
  counted = seidel_plan_new (&facts);
  g_assert_cmpint (device->demand.levels, ==, 40);
  g_assert_cmpfloat_with_epsilon (counted->need.device - unknown->need.device, 40 * 20e3, 1.0);
  g_assert_true (seidel_plan_check (counted, NULL));
  facts.schedules[SEIDEL_DIRECTION_FORWARD] = schedule;
  known = seidel_plan_new (&facts);
  g_assert_cmpint (device->demand.levels, ==, 59);
  g_assert_cmpint (seidel_plan_refused (known), ==, SEIDEL_PLAN_MEMORY);
  g_assert_cmpint (device->contexts, ==, 0);
}

/* The storage counts where it is: not against the host's memory. */
static void
test_storage (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = device_options ("cg");
  SeidelMemoryNeed rows = test_memory_need (problem, &options);
  SeidelMemoryNeed dense;

  options.storage = SEIDEL_STORAGE_DENSE;
  dense = test_memory_need (problem, &options);
  g_assert_cmpfloat (dense.device - rows.device, >, 390.0 * 400.0 * sizeof (double));
  g_assert_cmpfloat (dense.host, ==, rows.host);
  options.precision = SEIDEL_PRECISION_SINGLE;
  g_assert_cmpfloat (test_memory_need (problem, &options).device, <, 0.51 * dense.device);
}

static void
check_vectors (SeidelProblem *problem,
               const SeidelMethod *method,
               const SeidelPreconditionerKind *kind)
{
  SeidelOptions options = device_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;

  reset ();
  options.preconditioner = kind->id;
  options.tolerance = 0.0;
  options.max_iterations = 12;
  options.parameters[SEIDEL_PARAMETER_RESTART] = 4.0;
  options.track_error = true;
  options.track_maximum = true;
  options.strategy = method->by_colors ? "levels" : "serial";
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s, %s: %d vectors", method->id, kind->id, device->most_vectors);
  g_assert_cmpint (device->vectors, ==, 0);
  g_assert_cmpint (device->most_vectors, <=, device->demand.vectors);
  /* The hierarchy of a small matrix is its inverse: with it the run ends before all are needed. */
  if (kind->memory != NULL)
    return;
  g_assert_cmpint (device->most_vectors, ==, device->demand.vectors);
  g_assert_cmpint (outcome->iterations, >=, 5);
}

/* The table of methods says how many vectors there are. */
static void
test_vectors (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t m = 0; m < n_methods; m++)
    for (size_t k = 0; k < n_kinds && !methods[m].on_host && methods[m].engine == NULL; k++)
      if (kinds[k].engine == NULL && seidel_preconditioner_suits (&kinds[k], &methods[m], NULL))
        check_vectors (problem, &methods[m], &kinds[k]);
}

static void
test_describe (void)
{
  const SeidelMemoryNeed host = { 1.9e9, 0.0 };
  const SeidelMemoryNeed both = { 1e6, 1.9e9 };
  const SeidelMemoryRoom room = { 64e9, 139.2e9, 150.1e9 };
  const SeidelMemoryRoom unknown = { INFINITY, INFINITY, INFINITY };
  const struct
  {
    const SeidelMemoryNeed *need;
    const SeidelMemoryRoom *room;
    const char *text;
  } cases[] = {
    { &host, &room, "about 1.9 GB; 64 GB are free" },
    { &host, NULL, "about 1.9 GB" },
    { &both, &room, "about 1.9 GB on the device; 139 GB are free" },
    { &both, &unknown, "about 1.9 GB on the device" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = seidel_memory_need_describe (cases[i].need, cases[i].room);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Iterations take as long as the device says, and what it did goes to the phase in which it did it.
 */
static void
test_times (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = device_options ("gauss-seidel");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelTraceDevice times = { .to_bytes = -1 };
  double solving;

  reset ();
  options.tolerance = 0.0;
  options.max_iterations = 20;
  g_assert_false (seidel_trace_device (trace, &times));
  g_assert_cmpint (times.to_bytes, ==, -1);
  outcome = test_solve (problem, &options, trace);
  g_assert_cmpint (outcome->iterations, ==, 20);
  g_assert_cmpuint (seidel_trace_n_sweeps (trace), ==, 20);
  g_assert_cmpint (device->marks, ==, 20);
  for (size_t i = 0; i < 20; i++)
    {
      g_assert_cmpint (seidel_trace_sweep (trace, i).iteration, ==, (int64_t) i + 1);
      g_assert_cmpfloat_with_epsilon (seidel_trace_sweep (trace, i).seconds,
                                      FAKE_DEVICE_MARKED * 1e-9, 1e-12);
    }
  g_assert_true (seidel_trace_device (trace, &times));
  g_assert_cmpint (times.to_bytes, ==, (int64_t) device->measures * FAKE_DEVICE_BYTES);
  g_assert_cmpint (times.from_bytes, ==, 2 * times.to_bytes);
  g_assert_cmpfloat_with_epsilon (times.to_seconds, device->measures * 1e-6, 1e-12);
  g_assert_cmpfloat_with_epsilon (times.from_seconds, device->measures * 3e-6, 1e-12);
  solving = times.work_seconds[SEIDEL_PHASE_SOLVE];
  g_assert_cmpfloat_with_epsilon (solving, (device->measures - 2) * FAKE_DEVICE_WORK * 1e-9, 1e-9);
  g_assert_cmpfloat_with_epsilon (times.work_seconds[SEIDEL_PHASE_TRANSFER],
                                  FAKE_DEVICE_WORK * 1e-9, 1e-12);
  g_assert_cmpfloat_with_epsilon (times.work_seconds[SEIDEL_PHASE_VERIFY], FAKE_DEVICE_WORK * 1e-9,
                                  1e-12);
  g_assert_cmpfloat (times.work_seconds[SEIDEL_PHASE_ANALYSIS], ==, 0.0);
}

/* An engine without device timings reports none. */
static void
test_profile (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = device_options ("cg");
  g_autoptr (SeidelOutcome) plain = NULL;
  g_autoptr (SeidelOutcome) profiled = NULL;

  reset ();
  plain = test_solve (problem, &options, NULL);
  g_assert_false (device->profile);
  g_assert_cmpuint (plain->n_kernels, ==, 0);
  options.profile = true;
  profiled = test_solve (problem, &options, NULL);
  g_assert_true (device->profile);
  g_assert_cmpuint (profiled->n_kernels, ==, 2);
  g_assert_cmpstr (profiled->kernels[0].name, ==, "multiply, dot");
  g_assert_cmpint (profiled->kernels[0].calls, ==, 4);
  g_assert_cmpint (profiled->kernels[1].divergent, ==, 50);
  g_assert_cmpfloat (seidel_outcome_device_seconds (profiled), >, 0.0);
}

static void
test_host_times (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("gauss-seidel");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, trace);
  SeidelTraceDevice times;

  g_assert_true (outcome->converged);
  g_assert_false (seidel_trace_device (trace, &times));
  g_assert_cmpfloat (seidel_trace_sweep (trace, 0).seconds, >=, 0.0);
}

/* Levels are computed only where they are used. */
static void
test_no_levels (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  static const char *const without[] = { "auto", "serial", "passes" };
  SeidelOptions options = device_options ("gauss-seidel-symmetric");

  for (size_t i = 0; i < G_N_ELEMENTS (without); i++)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;

      reset ();
      options.strategy = without[i];
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (device->saw_levels, ==, 0);
      g_assert_cmpstr (outcome->strategy, ==, i == 0 ? "serial" : without[i]);
    }
  options.strategy = "levels";
  {
    g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

    g_assert_true (outcome->converged);
    g_assert_cmpint (device->saw_levels, ==, 2);
  }
}

/* A strategy that does not support the arithmetic is refused, and never selected automatically. */
static void
test_arithmetic (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = device_options ("gauss-seidel");
  g_autofree char *text = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  reset ();
  options.arithmetic = SEIDEL_ARITHMETIC_COMPENSATED;
  options.strategy = "serial";
  text = refusal_of (problem, &options, SEIDEL_ERROR_OPTIONS);
  test_assert_wording (text);
  options.strategy = "auto";
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpstr (outcome->strategy, ==, "levels");
  test_assert_wording (outcome->strategy_why);
}

/* A shape is for products with a dense matrix, in blocks of so many threads. */
static void
test_shape (void)
{
  static const struct
  {
    const char *text;
    const char *engine;
    SeidelStorage storage;
    bool refused;
    bool idle; /* it has no effect */
  } rows[] = {
    { "4x64", "cuda", SEIDEL_STORAGE_DENSE },
    { "8x64", "cuda", SEIDEL_STORAGE_DENSE },
    { "16x64", "cuda", SEIDEL_STORAGE_DENSE, true },
    { "4x64", "cuda", SEIDEL_STORAGE_CSR, false, true },
    { "4x64", "cpu", SEIDEL_STORAGE_DENSE, false, true },
    { "auto", "cpu", SEIDEL_STORAGE_CSR, false, true },
  };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 5);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (GError) error = NULL;

  reset ();
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SeidelOptions options = device_options ("cg");
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autofree char *text = NULL;

      options.engine = rows[i].engine;
      options.storage = rows[i].storage;
      g_assert_true (seidel_shape_parse (rows[i].text, &options.shape, &error));
      g_assert_no_error (error);
      text = seidel_shape_to_text (options.shape);
      g_assert_cmpstr (text, ==, rows[i].text);
      if (rows[i].refused)
        {
          g_autofree char *refusal = refusal_of (problem, &options, SEIDEL_ERROR_OPTIONS);

          continue;
        }
      device->shape = (SeidelShape){ -1, -1 };
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      if (g_str_equal (rows[i].engine, "cuda"))
        {
          const SeidelShape none = { 0, 0 };
          const SeidelShape expected = rows[i].idle ? none : options.shape;

          g_assert_cmpint (device->shape.rows_per_block, ==, expected.rows_per_block);
          g_assert_cmpint (device->shape.threads_per_row, ==, expected.threads_per_row);
        }
    }
}

static void
test_shape_text (void)
{
  static const char *const bad[] = {
    "", "4", "4x", "x64", "3x64", "4x0", "-4x64", "4x64x2", "4X64"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      SeidelShape shape = { -1, -1 };
      g_autoptr (GError) error = NULL;

      g_assert_false (seidel_shape_parse (bad[i], &shape, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_cmpint (shape.rows_per_block, ==, -1);
      g_assert_cmpint (shape.threads_per_row, ==, -1);
    }
}

/* The run ends with its reason, the next one is refused, and the processor goes on. */
static void
test_lost (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = device_options ("gauss-seidel");
  g_autoptr (SeidelOutcome) lost = NULL;
  g_autoptr (SeidelOutcome) solved = NULL;
  g_autofree char *text = NULL;

  reset ();
  problem->guess[3] = 7.0;
  device->lost_after = 5;
  lost = test_solve (problem, &options, NULL);
  test_assert_reason (lost, SEIDEL_REASON_DEVICE_LOST);
  g_assert_false (lost->converged);
  test_assert_wording (lost->message);
  g_assert_cmpint (lost->iterations, ==, 4);
  test_assert_same_bits (lost->x, problem->guess, lost->n);
  g_assert_cmpfloat (lost->true_2, >, 0.0);
  text = refusal_of (problem, &options, SEIDEL_ERROR_UNAVAILABLE);
  g_assert_cmpstr (text, ==, "The device is gone.");
  options.engine = "cpu";
  solved = test_solve (problem, &options, NULL);
  g_assert_true (solved->converged);
  reset ();
}

/* After many iterations, x is one of them, and the history is that of all. */
static void
test_lost_late (void)
{
  static const char *const methods[] = { "gauss-seidel", "jacobi", "cg" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  const double initial = seidel_vector_norm_2 (problem->b, matrix->csr->rows);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      SeidelOptions options = device_options (methods[i]);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.tolerance = 0.0;
      options.stagnation_window = G_MAXINT;
      reset ();
      device->lost_at_mark = 2500;
      outcome = test_solve (problem, &options, trace);
      test_assert_reason (outcome, SEIDEL_REASON_DEVICE_LOST);
      g_assert_cmpint (outcome->iterations, >, 2000);
      g_assert_true (outcome->computed);
      g_assert_cmpfloat (outcome->true_2, <, 0.5 * initial);
      g_assert_nonnull (strstr (outcome->message, "x is that of iteration "));
      g_assert_cmpint (seidel_trace_n_points (trace), >, 10);
    }
  reset ();
}

/* Lost wherever it is noticed, from the first vector to the solution: the run ends, with a first
 * guess or an iterate that it vouches for, and the history that it has. */
static void
test_lost_anywhere (void)
{
  static const char *const methods[] = { "gauss-seidel", "cg", "bicgstab", "gmres" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 8);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      SeidelOptions options = device_options (methods[i]);
      int lost = 0;
      bool noticed = true;

      for (int at = 1; noticed; at++)
        {
          g_autoptr (SeidelTrace) trace = seidel_trace_new ();
          g_autoptr (SeidelOutcome) outcome = NULL;
          g_autoptr (GError) error = NULL;

          reset ();
          device->lost_at = at;
          outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
          noticed = device->lost != 0;
          lost += noticed ? 1 : 0;
          g_assert_true ((outcome == NULL) == (error != NULL));
          if (outcome == NULL)
            {
              g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
              continue;
            }
          g_assert_true (outcome->reason == SEIDEL_REASON_DEVICE_LOST || outcome->converged);
          g_assert_true (isfinite (outcome->true_2));
          if (outcome->converged)
            g_assert_cmpfloat (outcome->true_2, <=, 1e-3);
          else
            test_assert_same_bits (outcome->x, problem->guess, outcome->n);
        }
      g_assert_cmpint (lost, >, 10);
    }
  reset ();
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  device = fake_device_open ();
  g_test_add_func ("/device/refused", test_refused);
  g_test_add_func ("/device/levels", test_levels);
  g_test_add_func ("/device/storage", test_storage);
  g_test_add_func ("/device/vectors", test_vectors);
  g_test_add_func ("/device/describe", test_describe);
  g_test_add_func ("/device/times", test_times);
  g_test_add_func ("/device/host-times", test_host_times);
  g_test_add_func ("/device/profile", test_profile);
  g_test_add_func ("/device/no-levels", test_no_levels);
  g_test_add_func ("/device/arithmetic", test_arithmetic);
  g_test_add_func ("/device/shape", test_shape);
  g_test_add_func ("/device/shape-text", test_shape_text);
  g_test_add_func ("/device/lost", test_lost);
  g_test_add_func ("/device/lost-late", test_lost_late);
  g_test_add_func ("/device/lost-anywhere", test_lost_anywhere);
  return g_test_run ();
}
