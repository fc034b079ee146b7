/* Multigrid against the two algebraic multigrids that PETSc brings: BoomerAMG of hypre, and GAMG.
 *
 * All are preconditioners of the same method, CG or GMRES(30), from zero to a relative residual of
 * 1e-8, on the same arrays and one thread; what is measured is set-up and solve together. b is A
 * times a known solution, which every x is compared with; where a direct method is affordable, that
 * solution is also its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "solve/seidel-solve.h"
#include "seidel-bench.h"

#define TOLERANCE 1e-8

/* The most rows that are solved directly, too. */
#define DIRECT_ROWS 150000

/* An error of x relative to that of a direct solve's residual that cannot be right. */
#define MOST_ERROR 1e-2

/* Strength 0.25 in two dimensions and 0.5 in three is what hypre's manual proposes. */
#define BOOMERAMG                                                   \
  "-pc_hypre_type boomeramg -pc_hypre_boomeramg_coarsen_type HMIS " \
  "-pc_hypre_boomeramg_interp_type ext+i "

typedef struct
{
  const char *title;
  const char *kind; /* of the gallery */
  double values[6]; /* of its parameters; NAN: as it is */
  double quick_size;
  const char *method; /* ours and PETSc's */
  const char *type;
  const char *options; /* of BoomerAMG, beside those above */
  bool modes;          /* ours is given the rigid body modes of a truss */
} Case;

#define SAME NAN, NAN, NAN, NAN, NAN

/* In which total times are compared. */
static const Case timed[] = {
  { "7-point 128³", "poisson-7", { 128, SAME }, 32, "cg", "cg", "-pc_hypre_boomeramg_agg_nl 1" },
  { "27-point 128³", "poisson-27", { 128, SAME }, 32, "cg", "cg", "-pc_hypre_boomeramg_agg_nl 1" },
};

/* In which iterations are. */
static const Case hard[] = {
  { "anisotropic 1:100, 300²", "poisson-anisotropic", { 300, SAME }, 100, "cg", "cg", "" },
  { "anisotropic 1000:1, 300²",
    "poisson-anisotropic",
    { 300, NAN, NAN, 1000, NAN, NAN },
    100,
    "cg",
    "cg",
    "" },
  { "anisotropic 1:0.01:0.001, 50³",
    "poisson-anisotropic",
    { 50, NAN, 0, NAN, 0.001, NAN },
    20,
    "cg",
    "cg",
    "" },
  { "jumps of 10³, 200²", "poisson-jumping", { 200, SAME }, 60, "cg", "cg", "" },
  { "jumps of 10⁶, 300²", "poisson-jumping", { 300, NAN, NAN, NAN, 1e6, NAN }, 60, "cg", "cg", "" },
  { "jumps of 10⁶, 50³", "poisson-jumping", { 50, NAN, 0, NAN, 1e6, NAN }, 20, "cg", "cg", "" },
  { "jumps of 10⁶ in blocks of 3, 50³",
    "poisson-jumping",
    { 50, NAN, 0, 3, 1e6, NAN },
    20,
    "cg",
    "cg",
    "" },
  { "Wathen 100", "wathen", { 100, SAME }, 30, "cg", "cg", "" },
  { "minimal surface 200²", "minimal-surface", { 200, SAME }, 60, "cg", "cg", "" },
  { "road-like 300², shift 1e-3",
    "road-like",
    { 300, NAN, NAN, 1e-3, NAN, NAN },
    60,
    "cg",
    "cg",
    "" },
  { "hypercube, shifted", "hypercube", { NAN, SAME }, NAN, "cg", "cg", "" },
  { "small world", "small-world", { NAN, SAME }, NAN, "cg", "cg", "" },
  { "truss 60 × 20", "truss", { 60, 20, NAN, NAN, NAN, NAN }, 20, "cg", "cg", "" },
  { "truss 60 × 20, its modes known to ours",
    "truss",
    { 60, 20, NAN, NAN, NAN, NAN },
    20,
    "cg",
    "cg",
    "",
    .modes = true },
  { "convection, Péclet 0.5, 200²",
    "convection-diffusion",
    { 200, NAN, 0.5, NAN, NAN, NAN },
    60,
    "gmres",
    "gmres",
    "" },
  { "convection, Péclet 10, 200²",
    "convection-diffusion",
    { 200, NAN, 10, NAN, NAN, NAN },
    60,
    "gmres",
    "gmres",
    "" },
};

/* A system whose solution is known. */
typedef struct
{
  char *title;
  const Case *which;
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelProblem *problem;
  double *x; /* of PETSc */
  double *solution;
  SeidelBenchPetsc *petsc; /* NULL: it cannot be used */
  const char *why_not;
} System;

typedef struct
{
  double setup; /* seconds */
  double solve;
  int64_t iterations; /* negative: not converged */
  double error;       /* ‖x − x*‖ / ‖x*‖ */
} Result;

static double
error_of (const System *system, const double *x)
{
  double difference = 0.0;
  double norm = 0.0;

  for (int64_t i = 0; i < system->matrix->csr->rows; i++)
    {
      difference += (x[i] - system->solution[i]) * (x[i] - system->solution[i]);
      norm += system->solution[i] * system->solution[i];
    }
  return sqrt (difference / norm);
}

static SeidelMatrix *
make_matrix (const SeidelBench *bench, const Case *which)
{
  g_autoptr (GError) error = NULL;
  const SeidelGalleryKind *kind = seidel_gallery_find (which->kind);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { 0 };
  SeidelMatrix *matrix;

  for (int p = 0; p < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[p].id != NULL; p++)
    values[p] = p < (int) G_N_ELEMENTS (which->values) && !isnan (which->values[p])
                  ? which->values[p]
                  : kind->parameters[p].initial;
  if (bench->quick && !isnan (which->quick_size))
    values[0] = which->quick_size;
  matrix = seidel_gallery_make (kind, values, NULL, NULL, &error);
  if (matrix == NULL)
    g_error ("seidel-bench: %s", error->message);
  return matrix;
}

static SeidelOptions
make_options (const char *method)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = method;
  options.threads = 1;
  options.tolerance = TOLERANCE;
  return options;
}

/* The solution of a direct method takes the place of the one that b was made from: both differ as
 * far as rounding of b alone changes x. */
static void
solve_directly (System *system)
{
  SeidelOptions options = make_options (system->structure->value_symmetric ? "cholmod" : "umfpack");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (system->matrix->csr->rows > DIRECT_ROWS)
    return;
  outcome = seidel_solve (system->problem, &options, trace, NULL, NULL, NULL);
  if (outcome != NULL && outcome->converged)
    memcpy (system->solution, outcome->x, (size_t) outcome->n * sizeof (double));
}

/* Displacements along x and along y, and the rotation. Rows are those of the joints, two each,
 * storey by storey within a bay. */
static void
give_modes (System *system, int64_t per_bay)
{
  const int64_t n = system->matrix->csr->rows;
  g_autoptr (SeidelCsr) csr = seidel_csr_new (n, 3, 2 * n, NULL);
  g_autoptr (SeidelMatrix) modes = NULL;

  for (int64_t row = 0; row < n; row++)
    {
      const double bay = (double) (1 + row / 2 / per_bay);
      const double storey = (double) (row / 2 % per_bay);

      csr->row_offsets[row] = 2 * row;
      csr->column_indices[2 * row] = (int32_t) (row % 2);
      csr->column_indices[2 * row + 1] = 2;
      csr->values[2 * row] = 1.0;
      csr->values[2 * row + 1] = row % 2 == 0 ? -storey : bay;
    }
  csr->row_offsets[n] = 2 * n;
  modes = seidel_matrix_new ("modes", g_steal_pointer (&csr));
  seidel_problem_set_near_null (system->problem, modes, NULL);
}

static System
system_new (const Case *which, SeidelMatrix *matrix, const char *title)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_RANDOM, 1, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  System system = { g_strdup (title), which, matrix };
  const int64_t n = matrix->csr->rows;

  system.structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  system.problem = seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);
  seidel_problem_set_analyses (system.problem, system.structure, NULL, NULL);
  if (which->modes)
    give_modes (&system, (int64_t) which->values[1] + 1);
  system.x = seidel_vector_new (n, NULL);
  system.solution = seidel_vector_new (n, NULL);
  /* b, random until now, becomes A times that. */
  memcpy (system.solution, system.problem->b, (size_t) n * sizeof (double));
  seidel_csr_multiply (matrix->csr, system.solution, system.problem->b, 1, NULL);
  solve_directly (&system);
  system.petsc = seidel_bench_petsc_new (matrix->csr, system.problem->b, system.x, &system.why_not);
  return system;
}

static void
system_clear (System *system)
{
  if (system->petsc != NULL)
    seidel_bench_petsc_free (system->petsc);
  g_free (system->title);
  seidel_vector_free (system->x);
  seidel_vector_free (system->solution);
  seidel_problem_unref (system->problem);
  seidel_structure_unref (system->structure);
  seidel_matrix_unref (system->matrix);
}

static Result
run_ours (const SeidelBench *bench, const System *system)
{
  SeidelOptions options = make_options (system->which->method);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  Result result = { NAN, NAN, -1, INFINITY };

  options.engine = bench->engine->id;
  options.preconditioner = "multigrid";
  options.max_iterations = 1000;
  outcome = seidel_solve (system->problem, &options, trace, NULL, NULL, NULL);
  if (outcome == NULL)
    return result;
  result.setup = seidel_trace_point (trace, 0).seconds;
  result.solve = outcome->seconds[SEIDEL_PHASE_SOLVE] - result.setup;
  result.setup += outcome->seconds[SEIDEL_PHASE_ANALYSIS] + outcome->seconds[SEIDEL_PHASE_TRANSFER];
  result.iterations = outcome->converged ? outcome->iterations : -1;
  result.error = error_of (system, outcome->x);
  return result;
}

static Result
run_theirs (const System *system, const char *preconditioner, const char *options)
{
  SeidelBenchPetscRun run = seidel_bench_petsc_solve (system->petsc, system->which->type,
                                                      preconditioner, options, TOLERANCE);

  return (Result){ run.setup, run.solve, run.iterations, error_of (system, system->x) };
}

static char *
describe (const char *name, const Result *result)
{
  if (result->iterations < 0)
    return g_strdup_printf ("%s: not converged", name);
  return g_strdup_printf ("%s: %" G_GINT64_FORMAT " iterations, %.2f + %.2f s", name,
                          result->iterations, result->setup, result->solve);
}

static char *
describe_all (const System *system, const Result *ours, const Result *boomer, const Result *gamg)
{
  g_autofree char *first = describe ("ours", ours);
  g_autofree char *second = describe ("BoomerAMG", boomer);
  g_autofree char *third = describe ("GAMG", gamg);

  return g_strdup_printf ("%s; %s; %s; %s", system->title, first, second, third);
}

/* NULL, or why the result of ours is wrong. */
static const char *
find_fault (const Result *ours, const Result *theirs)
{
  if (ours->iterations < 0)
    return "the run did not converge";
  if (!(ours->error < MOST_ERROR) && !(ours->error < 10.0 * theirs->error))
    return "x is not the solution";
  return NULL;
}

static void
compare (const SeidelBench *bench, System *system, bool by_time)
{
  g_autofree char *options = g_strconcat (BOOMERAMG, system->which->options, NULL);
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = NULL;
  Result ours;
  Result boomer;
  Result gamg;

  if (system->petsc == NULL)
    {
      seidel_bench_table_skip ("multigrid", system->title, system->why_not);
      return;
    }
  boomer = run_theirs (system, "hypre", options);
  ours = run_ours (bench, system);
  gamg = run_theirs (system, "gamg", "");
  what = describe_all (system, &ours, &boomer, &gamg);
  row.name = "multigrid";
  row.what = what;
  row.median_ms = row.min_ms = 1e3 * (ours.setup + ours.solve);
  row.unit = by_time ? " of its time" : " of its iterations";
  row.value = by_time ? (ours.setup + ours.solve) / (boomer.setup + boomer.solve)
                      : (double) ours.iterations / (double) boomer.iterations;
  row.must = by_time ? 0.8 : 2.0;
  row.smaller_is_better = true;
  row.failed = find_fault (&ours, &boomer);
  /* Where BoomerAMG does not converge there is nothing to be better than. */
  if (boomer.iterations < 0)
    row.value = 0.0;
  seidel_bench_table_add (&row);
}

static void
run_cases (const SeidelBench *bench, const Case *cases, size_t n, bool by_time)
{
  for (size_t c = 0; c < n; c++)
    {
      System system = system_new (&cases[c], make_matrix (bench, &cases[c]), cases[c].title);

      compare (bench, &system, by_time);
      system_clear (&system);
    }
}

/* Graph Laplacians and elasticity as others have filed them, where they are at hand. */
static void
run_files (const SeidelBench *bench)
{
  static const char *const names[] = { "bcspwr10", "wathen100", "minsurfo", "bcsstk14", "494_bus" };
  static const Case filed = { .method = "cg", .type = "cg", .options = "" };
  const char *folder = g_getenv ("SEIDEL_TEST_MATRICES");

  for (size_t i = 0; folder != NULL && i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *base = g_strconcat (names[i], ".mtx", NULL);
      g_autofree char *path = g_build_filename (folder, base, NULL);
      SeidelMatrix *matrix = seidel_load_matrix (path, NULL, NULL, NULL);
      System system;

      if (matrix == NULL)
        continue;
      system = system_new (&filed, matrix, names[i]);
      compare (bench, &system, false);
      system_clear (&system);
    }
}

/* How the iterations grow with the grid. */
static void
measure_growth (const SeidelBench *bench)
{
  static const Case grid = { .method = "cg", .type = "cg", .options = "" };
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = NULL;
  int64_t iterations[2];
  const double sizes[2] = { 32, bench->quick ? 48 : 224 };

  for (int i = 0; i < 2; i++)
    {
      System system = system_new (&grid, seidel_bench_matrix ("poisson-7", sizes[i]), "7-point");
      Result result = run_ours (bench, &system);

      iterations[i] = result.iterations;
      system_clear (&system);
    }
  what = g_strdup_printf ("7-point, iterations of ours: %" G_GINT64_FORMAT
                          " at 32³, %" G_GINT64_FORMAT " at %.0f³",
                          iterations[0], iterations[1], sizes[1]);
  row.name = "multigrid";
  row.what = what;
  row.value = (double) iterations[1] / (double) iterations[0];
  row.unit = " ×";
  row.must = 1.3;
  row.smaller_is_better = true;
  row.failed = iterations[0] < 0 || iterations[1] < 0 || iterations[1] > 14
                 ? "more than 14 iterations, or none that converged"
                 : NULL;
  seidel_bench_table_add (&row);
}

void
seidel_bench_multigrid (const SeidelBench *bench)
{
  run_cases (bench, hard, G_N_ELEMENTS (hard), false);
  run_files (bench);
  run_cases (bench, timed, G_N_ELEMENTS (timed), true);
  measure_growth (bench);
}
