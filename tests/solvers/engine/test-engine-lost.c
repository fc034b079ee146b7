/* A device that is truly lost: by a kernel that traps, or writes to nowhere, launched beside a run.
 *
 * Each loss takes place in a process of its own, for which the device is then gone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gmodule.h>

#include "engine/seidel-engines.h"
#include "gallery/seidel-gallery.h"
#include "base/seidel-error.h"

#include "../solve/run-testing.h"

/* What is needed of the driver: its handles are pointers, and 0 is success. */
typedef struct
{
  int (*init) (unsigned int flags);
  int (*retain) (void **context, int device);
  int (*release) (int device);
  int (*set_current) (void *context);
  int (*load) (void **module, const void *image);
  int (*get_function) (void **function, void *module, const char *name);
  int (*launch) (void *function,
                 unsigned int grid_x,
                 unsigned int grid_y,
                 unsigned int grid_z,
                 unsigned int block_x,
                 unsigned int block_y,
                 unsigned int block_z,
                 unsigned int shared_bytes,
                 void *stream,
                 void **arguments,
                 void **extra);
  int (*synchronize) (void);
  void *function;
} Driver;

static const char kernels[] = ".version 7.0\n"
                              ".target sm_75\n"
                              ".address_size 64\n"
                              ".visible .entry trap_kernel ()\n"
                              "{\n"
                              "  trap;\n"
                              "}\n"
                              ".visible .entry stray_kernel ()\n"
                              "{\n"
                              "  .reg .u64 %place;\n"
                              "  .reg .u32 %value;\n"
                              "  mov.u64 %place, 64;\n"
                              "  mov.u32 %value, 1;\n"
                              "  st.global.u32 [%place], %value;\n"
                              "  ret;\n"
                              "}\n";

static bool
has_device (void)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find ("cuda");

  if (!info->available)
    g_test_skip (info->why_not);
  return info->available;
}

/* The kernel is made ready in the context that the engine's runtime uses, too. */
static void
prepare (Driver *driver, const char *kernel)
{
  GModule *library = g_module_open ("libcuda.so.1", G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  const struct
  {
    const char *name;
    gpointer *symbol;
  } symbols[] = {
    { "cuInit", (gpointer *) &driver->init },
    { "cuDevicePrimaryCtxRetain", (gpointer *) &driver->retain },
    { "cuDevicePrimaryCtxRelease_v2", (gpointer *) &driver->release },
    { "cuCtxSetCurrent", (gpointer *) &driver->set_current },
    { "cuModuleLoadData", (gpointer *) &driver->load },
    { "cuModuleGetFunction", (gpointer *) &driver->get_function },
    { "cuLaunchKernel", (gpointer *) &driver->launch },
    { "cuCtxSynchronize", (gpointer *) &driver->synchronize },
  };
  void *context = NULL;
  void *module = NULL;

  g_assert_nonnull (library);
  for (size_t i = 0; i < G_N_ELEMENTS (symbols); i++)
    g_assert_true (g_module_symbol (library, symbols[i].name, symbols[i].symbol));
  g_assert_cmpint (driver->init (0), ==, 0);
  g_assert_cmpint (driver->retain (&context, 0), ==, 0);
  g_assert_cmpint (driver->set_current (context), ==, 0);
  g_assert_cmpint (driver->load (&module, kernels), ==, 0);
  g_assert_cmpint (driver->get_function (&driver->function, module, kernel), ==, 0);
}

static void
lose_device (const Driver *driver)
{
  g_assert_cmpint (driver->launch (driver->function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), ==, 0);
  g_assert_cmpint (driver->synchronize (), !=, 0);
  /* As a program that goes on would, with what it holds of the device. */
  driver->release (0);
}

typedef struct
{
  SeidelProblem *problem;
  SeidelOptions options;
  SeidelTrace *trace;
  SeidelOutcome *outcome;
  GError *error;
} Run;

static gpointer
run_thread (gpointer data)
{
  Run *run = data;

  run->outcome = seidel_solve (run->problem, &run->options, run->trace, NULL, NULL, &run->error);
  return NULL;
}

static void
clear (Run *run)
{
  g_clear_pointer (&run->outcome, seidel_outcome_free);
  g_clear_pointer (&run->trace, seidel_trace_unref);
  g_clear_error (&run->error);
}

/* What is printed are comments of the test that this process is a part of. */

/* The processor goes on, and the device is either there again or refused with a sentence. */
static void
check_afterwards (SeidelProblem *problem)
{
  Run again = { .problem = problem,
                .options = test_options ("gauss-seidel"),
                .trace = seidel_trace_new () };

  again.options.max_iterations = 3;
  run_thread (&again);
  g_assert_no_error (again.error);
  test_assert_reason (again.outcome, SEIDEL_REASON_ITERATION_LIMIT);
  clear (&again);
  again.trace = seidel_trace_new ();
  again.options.engine = "cuda";
  run_thread (&again);
  if (again.outcome != NULL)
    {
      g_print ("# afterwards: the device is there again\n");
      test_assert_reason (again.outcome, SEIDEL_REASON_ITERATION_LIMIT);
    }
  else
    {
      g_assert_nonnull (again.error);
      g_print ("# afterwards: %s\n", again.error->message);
      g_assert_error (again.error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
    }
  clear (&again);
}

static void
check_lost (const Run *run, SeidelPhase phase)
{
  if (run->outcome == NULL)
    {
      g_assert_nonnull (run->error);
      g_print ("# %s\n", run->error->message);
      g_assert_error (run->error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
      return;
    }
  /* Or the run was faster. */
  if (phase == SEIDEL_PHASE_VERIFY && run->outcome->reason == SEIDEL_REASON_ITERATION_LIMIT)
    {
      g_print ("# the solution was there already\n");
      g_assert_cmpfloat (run->outcome->true_2, >, 0.0);
      return;
    }
  g_print ("# %s\n", run->outcome->message);
  test_assert_reason (run->outcome, SEIDEL_REASON_DEVICE_LOST);
  g_assert_false (run->outcome->converged);
  test_assert_same_bits (run->outcome->x, run->problem->guess, run->outcome->n);
  g_assert_cmpfloat (run->outcome->true_2, >, 0.0);
}

/* Loses the device when a run has come to a phase, and in it to some iterations. */
static void
lose_during (const char *method, const char *kernel, SeidelPhase phase, int64_t iterations)
{
  g_autoptr (SeidelMatrix) matrix =
    test_gallery_sized ("poisson-5", phase == SEIDEL_PHASE_SOLVE ? 300 : 1500);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  Run run = { .problem = problem, .options = test_options (method), .trace = seidel_trace_new () };
  Driver driver = { 0 };
  GThread *thread;

  run.options.engine = "cuda";
  run.options.tolerance = 0.0;
  run.options.max_iterations = phase == SEIDEL_PHASE_VERIFY ? iterations : G_MAXINT;
  run.options.stagnation_window = G_MAXINT;
  prepare (&driver, kernel);
  thread = g_thread_new ("run", run_thread, &run);
  while (seidel_trace_state (run.trace) < SEIDEL_RUN_RUNNING
         || seidel_trace_phase (run.trace) < phase
         || seidel_trace_iterations (run.trace) < iterations)
    g_usleep (100);
  lose_device (&driver);
  g_thread_join (thread);
  check_lost (&run, phase);
  g_assert_true (phase != SEIDEL_PHASE_SOLVE || run.outcome != NULL);
  clear (&run);
  check_afterwards (problem);
}

static void
in_subprocess (void (*test) (void))
{
  if (!has_device ())
    return;
  if (g_test_subprocess ())
    {
      test ();
      return;
    }
  g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDOUT);
  g_test_trap_assert_passed ();
}

static void
trap_in_sweeps (void)
{
  lose_during ("gauss-seidel", "trap_kernel", SEIDEL_PHASE_SOLVE, 5);
}

static void
stray_in_products (void)
{
  lose_during ("cg", "stray_kernel", SEIDEL_PHASE_SOLVE, 5);
}

static void
stray_in_analysis (void)
{
  lose_during ("gauss-seidel", "stray_kernel", SEIDEL_PHASE_ANALYSIS, 0);
}

/* The solution is there, or is being brought to the host. */
static void
trap_in_verification (void)
{
  lose_during ("gauss-seidel", "trap_kernel", SEIDEL_PHASE_VERIFY, 3);
}

static void
trap_in_transfer (void)
{
  lose_during ("gauss-seidel", "trap_kernel", SEIDEL_PHASE_TRANSFER, 0);
}

/* Nothing of the engine has noticed it when the run begins. */
static void
trap_before (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  Run run = { .problem = problem,
              .options = test_options ("gauss-seidel"),
              .trace = seidel_trace_new () };
  Driver driver = { 0 };

  run.options.engine = "cuda";
  run.options.max_iterations = 3;
  prepare (&driver, "trap_kernel");
  lose_device (&driver);
  run_thread (&run);
  check_lost (&run, SEIDEL_PHASE_TRANSFER);
  clear (&run);
  check_afterwards (problem);
}

static void
test_sweeps (void)
{
  in_subprocess (trap_in_sweeps);
}

static void
test_products (void)
{
  in_subprocess (stray_in_products);
}

static void
test_transfer (void)
{
  in_subprocess (trap_in_transfer);
}

static void
test_analysis (void)
{
  in_subprocess (stray_in_analysis);
}

static void
test_verification (void)
{
  in_subprocess (trap_in_verification);
}

static void
test_before (void)
{
  in_subprocess (trap_before);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lost/sweeps", test_sweeps);
  g_test_add_func ("/lost/products", test_products);
  g_test_add_func ("/lost/transfer", test_transfer);
  g_test_add_func ("/lost/analysis", test_analysis);
  g_test_add_func ("/lost/verification", test_verification);
  g_test_add_func ("/lost/before", test_before);
  return g_test_run ();
}
