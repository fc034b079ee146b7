/* The time of an iteration of Krylov methods, against PETSc's KSP on the same arrays, one thread
 * each.
 *
 * Both run in turn, from zero, and note when each iteration was over; the first ones, in which
 * vectors are made, do not count. GMRES is measured over a whole cycle with its restart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "solve/seidel-solve.h"
#include "seidel-bench.h"

#define N_PAIRS    5
#define MOST_TIMES 128
#define CYCLE      30

typedef struct
{
  const char *method;
  const char *title;
  const char *type; /* in PETSc */
  int skipped;
  int measured;
} Method;

static const Method methods[] = {
  { "cg", "CG", "cg", 2, 10 },
  { "bicgstab", "BiCGStab", "bcgs", 2, 8 },
  { "gmres", "GMRES(30)", "gmres", CYCLE, CYCLE },
};

typedef struct
{
  const char *ours;
  const char *theirs;
  uint32_t methods; /* bit m: measured with the method m */
} Preconditioner;

static const Preconditioner preconditioners[] = {
  { "none", "none", 7 }, { "jacobi", "jacobi", 7 }, { "ssor", "sor", 1 },
  { "ic0", "icc", 1 },   { "ilu0", "ilu", 2 },
};

typedef struct
{
  const char *kind;
  double size;
  double quick_size;
  const char *title;
} Case;

static const Case cases[] = {
  { "poisson-27", 128, 40, "27-point 128³" },
  { "poisson-7", 128, 40, "7-point 128³" },
  { "poisson-5", 2048, 300, "5-point 2048²" },
};

/* Milliseconds of an iteration of ours; NaN when the run ended before. */
static double
run_ours (const SeidelBench *bench,
          SeidelProblem *problem,
          const Method *method,
          const char *preconditioner)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  int last = method->skipped + method->measured;

  options.method = method->method;
  options.engine = bench->engine->id;
  options.preconditioner = preconditioner;
  options.parameters[SEIDEL_PARAMETER_RESTART] = CYCLE;
  options.threads = 1;
  options.tolerance = 0.0;
  options.max_iterations = last;
  g_cancellable_cancel (skip);
  outcome = seidel_solve (problem, &options, trace, NULL, skip, NULL);
  if (outcome == NULL || outcome->iterations != last)
    return NAN;
  return 1e3
         * (seidel_trace_point (trace, (size_t) last).seconds
            - seidel_trace_point (trace, (size_t) method->skipped).seconds)
         / method->measured;
}

static double
run_theirs (SeidelBenchPetsc *petsc, const Method *method, const char *preconditioner)
{
  double seconds[MOST_TIMES];
  int last = method->skipped + method->measured;

  seidel_bench_petsc_krylov (petsc, method->type, preconditioner, last, seconds);
  return 1e3 * (seconds[last] - seconds[method->skipped]) / method->measured;
}

static void
measure (const SeidelBench *bench,
         const Case *which,
         SeidelProblem *problem,
         SeidelBenchPetsc *petsc,
         const Method *method,
         const Preconditioner *preconditioner)
{
  g_autofree char *what =
    g_strdup_printf ("%s, %s, preconditioner %s, an iteration; PETSc's / ours", which->title,
                     method->title, preconditioner->ours);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double ours[N_PAIRS];
  double ratios[N_PAIRS];

  for (int i = 0; i < N_PAIRS; i++)
    {
      double theirs = i % 2 == 0 ? run_theirs (petsc, method, preconditioner->theirs) : NAN;

      ours[i] = run_ours (bench, problem, method, preconditioner->ours);
      if (i % 2 == 1)
        theirs = run_theirs (petsc, method, preconditioner->theirs);
      ratios[i] = theirs / ours[i];
      if (isnan (ours[i]))
        row.failed = "the run ended before its last iteration";
    }
  row.name = "krylov";
  row.what = what;
  row.min_ms = seidel_bench_minimum (ours, N_PAIRS);
  row.median_ms = seidel_bench_median (ours, N_PAIRS);
  row.value = seidel_bench_median (ratios, N_PAIRS);
  row.unit = " ×";
  row.must = 1.0;
  seidel_bench_table_add (&row);
}

static void
run_case (const SeidelBench *bench, const Case *which)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_ONES, 0, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autoptr (SeidelMatrix) matrix =
    seidel_bench_matrix (which->kind, bench->quick ? which->quick_size : which->size);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);
  double *x = seidel_vector_new (matrix->csr->rows, NULL);
  const char *why = NULL;
  SeidelBenchPetsc *petsc = seidel_bench_petsc_new (matrix->csr, problem->b, x, &why);

  seidel_problem_set_analyses (problem, structure, NULL, NULL);

  if (petsc == NULL)
    seidel_bench_table_skip ("krylov", which->title, why);
  else
    for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
      for (size_t p = 0; p < G_N_ELEMENTS (preconditioners); p++)
        if ((preconditioners[p].methods >> m & 1) != 0)
          measure (bench, which, problem, petsc, &methods[m], &preconditioners[p]);
  if (petsc != NULL)
    seidel_bench_petsc_free (petsc);
  seidel_vector_free (x);
}

void
seidel_bench_krylov (const SeidelBench *bench)
{
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    run_case (bench, &cases[c]);
}
