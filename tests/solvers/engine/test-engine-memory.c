/* What an engine says that a run takes of its memory, against what the device says was taken; and
 * its own account of time. Skips where there is no device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-sparse-operations.h"
#include "engine/seidel-engines.h"
#include "gallery/seidel-gallery.h"
#include "base/seidel-error.h"
#include "method/seidel-preconditioner.h"
#include "plan/seidel-memory-need.h"

#include "../solve/run-testing.h"

/* The device hands memory out in pieces of so much, and modules are loaded when they are needed. */
#define SLACK 48e6

/* Blocks in a row that a run does without. */
#define MOST_SPARED 10

static const SeidelEngine *
engine_with_memory (void)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find ("cuda");

  if (info->available)
    return info->engine;
  g_test_skip (info->why_not);
  return NULL;
}

static double
free_bytes (const SeidelEngine *engine)
{
  int64_t available = 0;
  int64_t total = 0;

  g_assert_true (engine->device.memory (0, &available, &total));
  g_assert_cmpint (available, >, 0);
  g_assert_cmpint (available, <=, total);
  return (double) available;
}

/* Looks at the free memory while a run is at work. */
typedef struct
{
  const SeidelEngine *engine;
  SeidelTrace *trace;
  double least;
} Watch;

static gpointer
watch_thread (gpointer data)
{
  Watch *watch = data;

  while (seidel_trace_state (watch->trace) < SEIDEL_RUN_STOPPED)
    {
      watch->least = MIN (watch->least, free_bytes (watch->engine));
      g_usleep (200);
    }
  return NULL;
}

/* The most bytes that a run takes, and those of the estimate. */
static void
measure (const SeidelEngine *engine,
         SeidelProblem *problem,
         const SeidelOptions *options,
         double *taken,
         double *estimate)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  const SeidelMemoryNeed need = test_memory_need (problem, options);
  Watch watch = { engine, trace, INFINITY };
  double before = free_bytes (engine);
  g_autoptr (SeidelOutcome) outcome = NULL;
  GThread *thread;

  thread = g_thread_new ("watch", watch_thread, &watch);
  outcome = test_solve (problem, options, trace);
  g_thread_join (thread);
  *taken = before - watch.least;
  *estimate = need.device;
}

typedef struct
{
  const char *kind;
  double size;
  const char *method;
  const char *strategy;
  const char *preconditioner;
  SeidelPrecision precision;
  SeidelStorage storage;
  bool briefly; /* the most of it for a moment only, which a look from outside may miss */
  bool loosely; /* its levels are not known: they are counted in the choice for few rows only */
} Case;

static void
check_case (const SeidelEngine *engine, const Case *c)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (c->kind, c->size);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (c->method);
  double taken;
  double estimate;

  options.engine = engine->id;
  options.strategy = c->strategy;
  options.preconditioner = c->preconditioner;
  options.precision = c->precision;
  options.storage = c->storage;
  options.tolerance = 0.0;
  options.max_iterations = 200;
  measure (engine, problem, &options, &taken, &estimate);
  g_test_message ("%s, %s, %s, %s, %s: estimated %.1f MB, taken %.1f MB", c->kind, c->method,
                  c->strategy, c->preconditioner, seidel_precision_id (c->precision),
                  estimate / 1e6, taken / 1e6);
  g_assert_cmpfloat (taken, <=, 1.2 * estimate + SLACK);
  if (!c->briefly)
    g_assert_cmpfloat (taken, >=, (c->loosely ? 0.6 : 0.8) * estimate - SLACK);
}

static void
test_memory (void)
{
  const SeidelPrecision single = SEIDEL_PRECISION_SINGLE;
  const SeidelPrecision wide = SEIDEL_PRECISION_DOUBLE;
  const Case cases[] = {
    { "poisson-27", 100, "cg", "auto", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-27", 100, "cg", "auto", "none", wide, SEIDEL_STORAGE_DIAGONALS },
    { "poisson-27", 100, "gmres", "auto", "jacobi", single, SEIDEL_STORAGE_CSR, true },
    { "poisson-27", 100, "gauss-seidel", "wait", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-27", 100, "gauss-seidel-symmetric", "level-wait", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-27", 100, "gauss-seidel", "level-wait", "none", single, SEIDEL_STORAGE_CSR },
    { "poisson-27", 100, "gauss-seidel", "strips", "none", wide, SEIDEL_STORAGE_CSR, false, true },
    { "poisson-27", 100, "gauss-seidel", "levels", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-27", 100, "gauss-seidel", "passes", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-27", 100, "cg", "auto", "ssor", wide, SEIDEL_STORAGE_CSR, false, true },
    { "poisson-27", 80, "bicgstab", "auto", "ilu0", wide, SEIDEL_STORAGE_CSR, false, true },
    { "poisson-27", 80, "bicg", "auto", "jacobi", wide, SEIDEL_STORAGE_CSR },
    { "tridiagonal", 2e5, "gauss-seidel", "auto", "none", wide, SEIDEL_STORAGE_CSR },
    { "tridiagonal", 25000, "gauss-seidel", "one-block", "none", wide, SEIDEL_STORAGE_CSR },
    { "small-world", 1e5, "gauss-seidel", "auto", "none", wide, SEIDEL_STORAGE_CSR },
    { "trefethen", 5e4, "gauss-seidel-symmetric", "auto", "none", wide, SEIDEL_STORAGE_CSR },
    { "kmer-like", 3e6, "gauss-seidel", "auto", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-5", 90, "lu", "auto", "none", wide, SEIDEL_STORAGE_CSR },
    { "poisson-5", 90, "gauss-jordan-pivoting", "auto", "none", wide, SEIDEL_STORAGE_CSR, true },
  };
  const SeidelEngine *engine = engine_with_memory ();

  /* The first run loads what all of them need. */
  for (size_t i = 0; engine != NULL && i < G_N_ELEMENTS (cases); i++)
    check_case (engine, &cases[i]);
}

/* More than any device has. */
static void
test_refused (void)
{
  const SeidelEngine *engine = engine_with_memory ();
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options ("cg");
  double before;

  if (engine == NULL)
    return;
  matrix = test_gallery_sized ("poisson-5", 1000);
  problem = test_problem_of (matrix);
  options.engine = engine->id;
  options.storage = SEIDEL_STORAGE_DENSE;
  before = free_bytes (engine);
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "8 TB"));
  g_assert_cmpfloat (free_bytes (engine), >=, before - SLACK);
}

/* A run in which the device refuses the nth block; whether it was refused. Then nothing is left on
 * the device, and x is the first guess or what was computed before. */
static gboolean
is_refused (const SeidelEngine *engine,
            SeidelProblem *problem,
            const SeidelOptions *options,
            int nth)
{
  g_autofree char *text = g_strdup_printf ("%d", nth);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  const double before = free_bytes (engine);

  g_setenv ("SEIDEL_CUDA_REFUSE", text, TRUE);
  outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);
  g_unsetenv ("SEIDEL_CUDA_REFUSE");
  g_assert_cmpfloat (free_bytes (engine), >=, before - SLACK);
  if (outcome == NULL)
    {
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
      return TRUE;
    }
  if (outcome->reason != SEIDEL_REASON_OUT_OF_MEMORY)
    return FALSE;
  g_assert_false (outcome->converged);
  g_assert_nonnull (outcome->message);
  g_assert_true (isfinite (outcome->true_2));
  if (!outcome->computed)
    test_assert_same_bits (outcome->x, problem->guess, outcome->n);
  return TRUE;
}

/* What a run that is the same again and again takes of the device, block by block. */
typedef struct
{
  const SeidelEngine *engine;
  SeidelProblem *problem;
  SeidelOptions options;
  const char *what;
  int cases;
} Refusal;

/* Whichever block is refused: the run ends with its reason, or does without that block. */
static void
refuse_each (Refusal *refusal)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) whole = NULL;
  int refused = 0;
  int last = 0;

  refusal->options.max_iterations = 5;
  refusal->options.engine = refusal->engine->id;
  /* Before the first run is counted, what all of them share is there. Not all go together. */
  whole = seidel_solve (refusal->problem, &refusal->options, trace, NULL, NULL, NULL);
  if (whole == NULL)
    return;
  refusal->cases++;
  for (int nth = 1; nth <= last + MOST_SPARED; nth++)
    if (is_refused (refusal->engine, refusal->problem, &refusal->options, nth))
      {
        refused++;
        last = nth;
      }
  g_test_message ("%s, %s, %s, %s: %d of %d blocks are needed", refusal->options.method,
                  refusal->options.preconditioner, seidel_precision_id (refusal->options.precision),
                  refusal->what, refused, last);
  /* The matrix and the two vectors at least. */
  g_assert_cmpint (refused, >=, 3);
}

/* Each method with each preconditioner that it takes, in each precision. */
static void
refuse_method (Refusal *refusal, const SeidelMethod *method, const SeidelStructure *structure)
{
  static const SeidelPrecision precisions[] = { SEIDEL_PRECISION_SINGLE, SEIDEL_PRECISION_DOUBLE,
                                                SEIDEL_PRECISION_MIXED };
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (size_t p = 0; p < G_N_ELEMENTS (precisions); p++)
      if (seidel_preconditioner_runs_on (&kinds[k], refusal->engine->id)
          && seidel_preconditioner_applies (&kinds[k], method, structure, NULL, NULL)
          && seidel_method_computes_in (method, precisions[p], NULL))
        {
          refusal->options = test_options_of (method);
          refusal->options.preconditioner = kinds[k].id;
          refusal->options.precision = precisions[p];
          refusal->what = "auto";
          refuse_each (refusal);
        }
}

/* The library that makes the factors of a method may be missing. */
static bool
has_library (const SeidelEngine *engine, const SeidelMethod *method)
{
  char why[400];

  return !method->sparse_factors
         || (engine->sparse != NULL && engine->sparse->available (why, sizeof why));
}

static void
test_nth (void)
{
  static const struct
  {
    const char *name;
    SeidelStorage storage;
  } storages[] = { { "diagonals", SEIDEL_STORAGE_DIAGONALS }, { "dense", SEIDEL_STORAGE_DENSE } };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  Refusal refusal = { .engine = engine_with_memory () };
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelStructure) structure = NULL;

  if (refusal.engine == NULL)
    return;
  matrix = test_gallery_sized ("poisson-5", 20);
  structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  refusal.problem = test_problem_of (matrix);
  for (size_t m = 0; m < n_methods; m++)
    if (seidel_method_runs_on (&methods[m], refusal.engine->id)
        && has_library (refusal.engine, &methods[m])
        && seidel_method_applies (&methods[m], structure, NULL, NULL))
      refuse_method (&refusal, &methods[m], structure);
  for (int i = 0; i < refusal.engine->n_strategies; i++)
    {
      refusal.options = test_options ("gauss-seidel-symmetric");
      refusal.options.strategy = refusal.what = refusal.engine->strategies[i].id;
      refuse_each (&refusal);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (storages); i++)
    {
      refusal.options = test_options ("jacobi");
      refusal.options.storage = storages[i].storage;
      refusal.what = storages[i].name;
      refuse_each (&refusal);
    }
  refusal.options = test_options ("gauss-seidel");
  refusal.options.engine = "cpu";
  g_assert_false (is_refused (refusal.engine, refusal.problem, &refusal.options, 1));
  g_assert_cmpint (refusal.cases, >=, 50);
  seidel_problem_unref (refusal.problem);
}

/* The device's own times fit into the host's, and say what was brought to it. */
static void
test_times (void)
{
  const SeidelEngine *engine = engine_with_memory ();
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options ("cg");
  SeidelTraceDevice device;
  double iterations = 0.0;
  int64_t nonzeros;

  if (engine == NULL)
    return;
  matrix = test_gallery_sized ("poisson-27", 80);
  problem = test_problem_of (matrix);
  nonzeros = seidel_csr_nonzeros (matrix->csr);
  options.engine = engine->id;
  outcome = test_solve (problem, &options, trace);
  g_assert_true (outcome->converged);
  g_assert_true (seidel_trace_device (trace, &device));
  for (size_t i = 0; i < seidel_trace_n_sweeps (trace); i++)
    {
      g_assert_cmpfloat (seidel_trace_sweep (trace, i).seconds, >, 0.0);
      iterations += seidel_trace_sweep (trace, i).seconds;
    }
  g_test_message (
    "to %.1f MB in %.2f ms, from %.1f MB in %.2f ms, work %.2f ms of %.2f ms solving, "
    "products %.2f ms",
    (double) device.to_bytes / 1e6, 1e3 * device.to_seconds, (double) device.from_bytes / 1e6,
    1e3 * device.from_seconds, 1e3 * device.work_seconds[SEIDEL_PHASE_SOLVE],
    1e3 * outcome->seconds[SEIDEL_PHASE_SOLVE], 1e3 * iterations);
  g_assert_cmpint (seidel_trace_n_sweeps (trace), ==, outcome->iterations);
  g_assert_cmpint (device.to_bytes, ==,
                   12 * nonzeros + 4 * (matrix->csr->rows + 1) + 16 * matrix->csr->rows);
  g_assert_cmpint (device.from_bytes, ==, 8 * matrix->csr->rows);
  g_assert_cmpfloat (device.to_seconds, >, 0.0);
  g_assert_cmpfloat (device.to_seconds, <=, 1.1 * outcome->seconds[SEIDEL_PHASE_TRANSFER] + 1e-4);
  g_assert_cmpfloat (device.from_seconds, >, 0.0);
  g_assert_cmpfloat (iterations, <=, 1.05 * device.work_seconds[SEIDEL_PHASE_SOLVE] + 1e-4);
  g_assert_cmpfloat (device.work_seconds[SEIDEL_PHASE_SOLVE], <=,
                     1.05 * outcome->seconds[SEIDEL_PHASE_SOLVE] + 1e-4);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine-memory/taken", test_memory);
  g_test_add_func ("/engine-memory/refused", test_refused);
  g_test_add_func ("/engine-memory/nth", test_nth);
  g_test_add_func ("/engine-memory/times", test_times);
  return g_test_run ();
}
