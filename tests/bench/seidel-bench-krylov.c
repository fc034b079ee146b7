/* The time of an iteration of Krylov methods, against PETSc's KSP on the same arrays, one thread
 * each; and with the preconditioners that sweep, two threads against two ranks of PETSc, each of
 * which has a block of its own.
 *
 * Both run in turn, from zero, and note when each iteration was over; the first ones, in which
 * vectors are made, do not count. GMRES is measured over a whole cycle with its restart.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "solve/seidel-solve.h"
#include "seidel-bench.h"

#define TWO_RANKS "mpirun -n 2"

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
  { "tfqmr", "TFQMR", "tfqmr", 2, 8 },
  { "minres", "MINRES", "minres", 2, 10 },
};

typedef struct
{
  const char *ours;
  const char *theirs;
  uint32_t methods; /* bit m: measured with the method m */
  bool sweeps;      /* measured on two cores, too */
  int levels;       /* of fill */
} Preconditioner;

static const Preconditioner preconditioners[] = {
  { "none", "none", 31 },         { "jacobi", "jacobi", 7 },  { "ssor", "sor", 1, true },
  { "ic0", "icc", 1, true },      { "ilu0", "ilu", 2, true }, { "ick", "icc", 1, false, 1 },
  { "iluk", "ilu", 2, false, 1 },
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
          const Preconditioner *preconditioner,
          int threads)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  int last = method->skipped + method->measured;

  options.method = method->method;
  options.engine = bench->engine->id;
  options.preconditioner = preconditioner->ours;
  options.parameters[SEIDEL_PARAMETER_FILL_LEVEL] = preconditioner->levels;
  options.parameters[SEIDEL_PARAMETER_RESTART] = CYCLE;
  options.threads = threads;
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
run_theirs (SeidelBenchPetsc *petsc, const Method *method, const Preconditioner *preconditioner)
{
  double seconds[MOST_TIMES];
  int last = method->skipped + method->measured;

  seidel_bench_petsc_krylov (petsc, method->type, preconditioner->theirs, preconditioner->levels,
                             last, seconds);
  return 1e3 * (seconds[last] - seconds[method->skipped]) / method->measured;
}

/* The environment of a launcher, without what MPI has set for this process. */
static char **
launcher_environment (void)
{
  static const char *const set[][2] = { { "OMP_NUM_THREADS", "1" },
                                        { "HWLOC_COMPONENTS", "-gl" },
                                        { "OMPI_ALLOW_RUN_AS_ROOT", "1" },
                                        { "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1" } };
  char **environment = g_get_environ ();
  g_auto (GStrv) names = g_listenv ();

  for (size_t i = 0; names[i] != NULL; i++)
    if (g_str_has_prefix (names[i], "OMPI_") || g_str_has_prefix (names[i], "PMIX_"))
      environment = g_environ_unsetenv (environment, names[i]);
  for (size_t i = 0; i < G_N_ELEMENTS (set); i++)
    environment = g_environ_setenv (environment, set[i][0], set[i][1], TRUE);
  return environment;
}

/* The same on two ranks, in processes of their own; NaN where they cannot be started. */
static double
run_theirs_on_ranks (double size,
                     const Case *which,
                     const Method *method,
                     const char *preconditioner)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program != NULL ? program : "");
  g_autofree char *command =
    g_strdup_printf (TWO_RANKS " '%s/seidel-bench-cluster' %s %.0f %s %s %d %d", folder,
                     which->kind, size, method->type, preconditioner, method->skipped,
                     method->skipped + method->measured);
  g_auto (GStrv) arguments = NULL;
  g_auto (GStrv) environment = launcher_environment ();
  g_autofree char *output = NULL;
  int status = 1;

  if (!g_shell_parse_argv (command, NULL, &arguments, NULL)
      || !g_spawn_sync (NULL, arguments, environment, G_SPAWN_SEARCH_PATH, NULL, NULL, &output,
                        NULL, &status, NULL)
      || status != 0)
    return NAN;
  return g_ascii_strtod (output, NULL);
}

static void
measure (const SeidelBench *bench,
         const Case *which,
         SeidelProblem *problem,
         SeidelBenchPetsc *petsc,
         const Method *method,
         const Preconditioner *preconditioner,
         int cores)
{
  const double size = bench->quick ? which->quick_size : which->size;
  g_autofree char *what =
    g_strdup_printf ("%s, %s, preconditioner %s%s, an iteration%s; PETSc's / ours", which->title,
                     method->title, preconditioner->ours,
                     preconditioner->levels > 0 ? " with a level of fill" : "",
                     cores > 1 ? " on two cores" : "");
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  double ours[N_PAIRS];
  double ratios[N_PAIRS];

  if (!seidel_bench_wants (bench, what))
    return;
  for (int i = 0; i < N_PAIRS; i++)
    {
      double theirs;

      if (i % 2 == 0)
        ours[i] = run_ours (bench, problem, method, preconditioner, cores);
      theirs = cores > 1 ? run_theirs_on_ranks (size, which, method, preconditioner->theirs)
                         : run_theirs (petsc, method, preconditioner);
      if (i % 2 == 1)
        ours[i] = run_ours (bench, problem, method, preconditioner, cores);
      ratios[i] = theirs / ours[i];
      if (isnan (theirs))
        row.failed = "PETSc could not be run on two ranks (mpirun)";
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
          for (int cores = 1; cores <= (preconditioners[p].sweeps ? 2 : 1); cores++)
            measure (bench, which, problem, petsc, &methods[m], &preconditioners[p], cores);
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
