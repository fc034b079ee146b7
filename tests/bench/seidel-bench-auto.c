/* The automatic choice against the best single choice, on every square and non-singular matrix of
 * $SEIDEL_TEST_MATRICES and on some of the gallery.
 *
 * The best single choice is found by trying every method of the table with every preconditioner it
 * takes, each with the parameters it begins with; those that cannot be among the fastest, or
 * faster than the automatic choice, are stopped by the clock. The fastest few and the automatic
 * choice are then timed in turn. A time is the processor's for a whole run but for reading the
 * file: analysis, transfer, solution, verification; whatever else the machine does hardly counts.
 * The right-hand side is A x with a random x: with x = 1, which is an eigenvector of some of these
 * matrices, a method can be done by chance in one step. One thread, because what is judged is the
 * choice, not the machine.
 *
 * With --large the same on systems of 100,000 rows and more, whose factors may fit or not: divide
 * them among processes by --share. None of them is singular.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>
#include <string.h>

#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"
#include "solve/seidel-solve.h"

#define TOLERANCE   1e-8
#define FINALISTS   3
#define ROUNDS      11
#define FEW_ROUNDS  3    /* where a solve takes long */
#define LONG        60.0 /* milliseconds */
#define PATIENCE    8.0  /* of the time to beat: the clock counts other work, too, … */
#define BRIEF       0.2  /* … which evens out in what takes more seconds than this; then: */
#define PATIENT     2.5
#define LEAST_LIMIT 0.02 /* seconds for each try */
#define QUICK_STEP  20   /* of the matrices of the gallery one in so many is enough to see it run */
#define DENSE_ROWS  2500 /* beyond, dense methods cannot win */
#define LARGE_ROWS  100000 /* the least of --large */
#define NEAR        1.5    /* of the best choice: what is wanted … */
#define OF_MATRICES 0.75   /* … in this part of the matrices */
#define FAR         3.0    /* of the best choice: no matrix may take longer … */
#define SHORT       50.0   /* … unless it takes no more milliseconds */

typedef struct
{
  const char *method;
  const char *preconditioner;
  double samples[ROUNDS];
  double median_ms;
} Choice;

/* What one run came to. */
typedef struct
{
  double ms;       /* NAN: it did not begin */
  double relative; /* ‖b − A x‖ / ‖b‖, in double */
  bool singular;   /* a direct method found it so */
} Run;

typedef struct
{
  int matrices;
  int solved;
  int near;
  int far;
  int place;       /* in the list of systems */
  int left;        /* systems that there was no time for */
  double deadline; /* by seidel_bench_now () */
} Totals;

/* Matrices of the gallery: a kind and its first parameters. The rest are as the kind begins. */
typedef struct
{
  const char *kind;
  int n_values;
  double values[5];
} System;

static const System gallery[] = {
  { "poisson-5", 1, { 100 } },
  { "poisson-5", 1, { 300 } },
  { "poisson-5", 1, { 500 } },
  { "poisson-5", 2, { 2000, 20 } },
  { "poisson-7", 1, { 20 } },
  { "poisson-7", 1, { 40 } },
  { "poisson-7", 1, { 60 } },
  { "poisson-7", 3, { 1000, 10, 10 } },
  { "poisson-27", 1, { 12 } },
  { "poisson-27", 1, { 20 } },
  { "poisson-27", 1, { 30 } },
  { "poisson-anisotropic", 4, { 100, 100, 1, 1e-2 } },
  { "poisson-anisotropic", 4, { 300, 300, 1, 1e-3 } },
  { "poisson-anisotropic", 4, { 420, 420, 1, 1e-2 } }, /* each row dominant by a rounding error */
  { "poisson-anisotropic", 4, { 420, 420, 1, 1e-3 } },
  { "poisson-anisotropic", 4, { 30, 30, 30, 1e-3 } },
  { "poisson-jumping", 1, { 50 } },
  { "poisson-jumping", 1, { 100 } },
  { "poisson-jumping", 1, { 150 } },
  { "poisson-jumping", 1, { 300 } },
  { "poisson-jumping", 5, { 150, 150, 1, 4, 1e2 } },
  { "poisson-jumping", 5, { 150, 150, 1, 4, 1e8 } },
  { "poisson-jumping", 5, { 25, 25, 25, 4, 1e4 } },
  { "helmholtz", 1, { 50 } },
  { "helmholtz", 1, { 100 } },
  { "helmholtz", 1, { 200 } },
  { "helmholtz", 3, { 200, 200, 1 } },
  { "helmholtz", 3, { 150, 150, 15 } },
  { "helmholtz", 3, { 1000, 20, 5 } },
  { "helmholtz", 3, { 300, 100, 2 } },
  { "convection-diffusion", 1, { 100 } },
  { "convection-diffusion", 3, { 150, 150, 10 } },
  { "convection-diffusion", 1, { 300 } },
  { "convection-diffusion", 1, { 500 } },
  { "convection-diffusion", 3, { 100, 100, 0.1 } },
  { "convection-diffusion", 3, { 300, 300, 0.1 } },
  { "convection-diffusion", 3, { 300, 300, 0.5 } },
  { "convection-diffusion", 3, { 500, 500, 0.1 } },
  { "convection-diffusion", 3, { 300, 300, 1 } },
  { "convection-diffusion", 3, { 300, 300, 100 } },
  { "convection-diffusion", 3, { 300, 300, -10 } },
  { "convection-diffusion", 3, { 300, 300, 1e5 } },
  { "convection-diffusion", 3, { 2000, 20, 1 } },
  { "stokes-cavity", 1, { 16 } },
  { "stokes-cavity", 1, { 24 } },
  { "stokes-cavity", 1, { 32 } },
  { "stokes-cavity", 1, { 64 } },
  { "obstacle", 1, { 100 } },
  { "obstacle", 1, { 200 } },
  { "obstacle", 1, { 300 } },
  { "minimal-surface", 1, { 100 } },
  { "minimal-surface", 1, { 200 } },
  { "minimal-surface", 1, { 300 } },
  { "wathen", 1, { 30 } },
  { "wathen", 1, { 60 } },
  { "wathen", 1, { 100 } },
  { "wathen", 1, { 150 } },
  { "truss", 1, { 60 } },
  { "truss", 2, { 1000, 3 } },
  { "truss", 2, { 100, 50 } },
  { "truss", 3, { 100, 50, 0.1 } },
  { "tridiagonal", 1, { 1000 } },
  { "tridiagonal", 1, { 100000 } },
  { "tridiagonal", 1, { 1000000 } },
  { "diagonals", 1, { 10000 } },
  { "diagonals", 1, { 300000 } },
  { "chain", 1, { 100000 } },
  { "chain", 2, { 500000, 100 } },
  { "arrow", 1, { 1000 } },
  { "arrow", 1, { 300000 } },
  { "trefethen", 1, { 500 } },
  { "trefethen", 1, { 2000 } },
  { "trefethen", 1, { 6000 } },
  { "trefethen", 1, { 20000 } },
  { "random-dense", 1, { 200 } },
  { "random-dense", 1, { 500 } },
  { "random-dense", 1, { 1000 } },
  { "random-dominant", 1, { 1000 } },
  { "random-dominant", 1, { 30000 } },
  { "random-dominant", 1, { 300000 } },
  { "random-dominant", 3, { 30000, 8, 1.01 } },
  { "random-dominant", 3, { 3000, 8, 0.7 } },
  { "random-graph", 1, { 10000 } },
  { "random-graph", 1, { 30000 } },
  { "random-graph", 1, { 100000 } },
  { "random-graph", 3, { 10000, 6, 1e-3 } },
  { "small-world", 1, { 10000 } },
  { "small-world", 1, { 100000 } },
  { "small-world", 3, { 10000, 2, 0.01 } },
  { "road-like", 1, { 100 } },
  { "road-like", 1, { 200 } },
  { "road-like", 1, { 300 } },
  { "road-like", 1, { 400 } },
  { "hypercube", 1, { 10 } },
  { "hypercube", 1, { 12 } },
  { "hypercube", 1, { 14 } },
  { "mycielskian", 1, { 8 } },
  { "mycielskian", 1, { 11 } },
  { "kmer-like", 1, { 10000 } },
  { "kmer-like", 1, { 300000 } },
};

static const System large[] = {
  { "poisson-5", 1, { 350 } },
  { "poisson-5", 1, { 700 } },
  { "poisson-5", 1, { 1000 } },
  { "poisson-5", 1, { 1700 } },
  { "poisson-7", 1, { 50 } },
  { "poisson-7", 1, { 80 } },
  { "poisson-7", 1, { 140 } },
  { "poisson-27", 1, { 50 } },
  { "poisson-27", 1, { 80 } },
  { "poisson-27", 1, { 110 } },
  { "poisson-anisotropic", 4, { 400, 400, 1, 1e-2 } },
  { "poisson-anisotropic", 4, { 1000, 1000, 1, 1e-3 } },
  { "poisson-anisotropic", 4, { 80, 80, 80, 1e-3 } },
  { "poisson-jumping", 1, { 400 } },
  { "poisson-jumping", 1, { 1000 } },
  { "poisson-jumping", 5, { 400, 400, 1, 4, 1e8 } },
  { "poisson-jumping", 5, { 70, 70, 70, 4, 1e4 } },
  { "helmholtz", 1, { 400 } },
  { "helmholtz", 3, { 600, 600, 2 } },
  { "convection-diffusion", 1, { 400 } },
  { "convection-diffusion", 1, { 1000 } },
  { "convection-diffusion", 3, { 1000, 1000, 0.1 } },
  { "convection-diffusion", 3, { 700, 700, -10 } },
  { "convection-diffusion", 3, { 400, 400, 1e5 } },
  { "stokes-cavity", 1, { 200 } },
  { "obstacle", 1, { 400 } },
  { "obstacle", 1, { 1000 } },
  { "minimal-surface", 1, { 400 } },
  { "minimal-surface", 1, { 1000 } },
  { "wathen", 1, { 200 } },
  { "wathen", 1, { 500 } },
  { "truss", 2, { 1000, 50 } },
  { "truss", 2, { 300, 200 } },
  { "tridiagonal", 1, { 3000000 } },
  { "random-dominant", 1, { 1000000 } },
  { "random-graph", 1, { 300000 } },
  { "small-world", 1, { 300000 } },
  { "road-like", 1, { 1000 } },
  { "hypercube", 1, { 17 } },
  { "kmer-like", 1, { 1000000 } },
};

static SeidelOptions
options_for (const char *method, const char *preconditioner)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;

  options.method = method;
  options.preconditioner = preconditioner;
  options.tolerance = TOLERANCE;
  options.threads = 1;
  return options;
}

/* attempts (may be NULL) receives what an automatic run tried. */
static Run
solve (SeidelProblem *problem, const SeidelOptions *options, GString *attempts)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  const double began = seidel_bench_processor ();
  g_autoptr (SeidelOutcome) outcome = seidel_solve (problem, options, trace, NULL, NULL, NULL);
  Run run = { NAN, NAN, false };

  if (outcome == NULL)
    return run;
  run.ms = seidel_bench_processor () - began;
  run.relative = outcome->true_2 / seidel_trace_reference (trace);
  run.singular = outcome->reason == SEIDEL_REASON_BREAKDOWN;
  for (size_t i = 0; i < outcome->n_attempts && attempts != NULL; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      const bool plain = g_str_equal (attempt->preconditioner, "none");

      g_string_append_printf (attempts, "%s%s%s%s %.1f", i > 0 ? ", then " : "", attempt->method,
                              plain ? "" : "+", plain ? "" : attempt->preconditioner,
                              1e3 * attempt->seconds);
    }
  return run;
}

static bool
is_tried (const SeidelMethod *method,
          const SeidelPreconditionerKind *kind,
          const SeidelStructure *structure)
{
  return !method->demonstration && method->engine == NULL && kind->engine == NULL
         && (method->family != SEIDEL_FAMILY_DIRECT_DENSE || structure->rows <= DENSE_ROWS)
         && seidel_method_applies (method, structure, NULL, NULL)
         && seidel_method_computes_in (method, SEIDEL_PRECISION_DOUBLE, NULL)
         && seidel_preconditioner_applies (kind, method, structure, NULL, NULL);
}

/* Puts a choice among the fastest, if it belongs there. */
static void
rank (Choice *finalists, const Choice *choice)
{
  int at = FINALISTS;

  while (at > 0 && choice->median_ms < finalists[at - 1].median_ms)
    at--;
  if (at == FINALISTS)
    return;
  memmove (&finalists[at + 1], &finalists[at], (size_t) (FINALISTS - 1 - at) * sizeof *finalists);
  finalists[at] = *choice;
}

/* The better of two runs: the first one may find everything cold. */
static void
try_choice (SeidelProblem *problem,
            const SeidelMethod *method,
            const SeidelPreconditionerKind *kind,
            double automatic_ms,
            Choice *finalists)
{
  SeidelOptions options = options_for (method->id, kind->id);
  Choice choice = { .method = method->id, .preconditioner = kind->id, .median_ms = INFINITY };
  const double worst = 1e-3 * MIN (finalists[FINALISTS - 1].median_ms, automatic_ms);

  options.time_limit = MAX ((worst < BRIEF ? PATIENCE : PATIENT) * worst, LEAST_LIMIT);
  for (int i = 0; i < 2; i++)
    {
      const Run run = solve (problem, &options, NULL);

      if (!(run.relative <= TOLERANCE))
        break;
      choice.median_ms = MIN (choice.median_ms, run.ms);
      if (run.ms > LONG)
        break;
    }
  rank (finalists, &choice);
}

/* False when the time of the benchmark is over before all were tried. */
static bool
find_finalists (SeidelProblem *problem,
                const SeidelStructure *structure,
                double automatic_ms,
                double deadline,
                Choice *finalists)
{
  size_t n_methods = 0;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (int i = 0; i < FINALISTS; i++)
    finalists[i] = (Choice){ .median_ms = INFINITY };
  for (size_t m = 0; m < n_methods; m++)
    for (size_t k = 0; k < n_kinds; k++)
      {
        if (!is_tried (&methods[m], &kinds[k], structure))
          continue;
        if (seidel_bench_now () > deadline)
          return false;
        try_choice (problem, &methods[m], &kinds[k], automatic_ms, finalists);
      }
  return true;
}

/* Times all of them in turn; automatic is one more, the first. */
static void
time_choices (SeidelProblem *problem, Choice *choices, int n)
{
  const int rounds = n > 1 && choices[1].median_ms <= LONG ? ROUNDS : FEW_ROUNDS;

  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < n; i++)
      {
        const int at = round % 2 == 0 ? i : n - 1 - i;
        const SeidelOptions options = options_for (choices[at].method, choices[at].preconditioner);

        choices[at].samples[round] = solve (problem, &options, NULL).ms;
      }
  for (int i = 0; i < n; i++)
    choices[i].median_ms = seidel_bench_median (choices[i].samples, rounds);
}

static void
compare (const char *name, SeidelProblem *problem, const SeidelStructure *structure, Totals *totals)
{
  Choice choices[1 + FINALISTS] = { { .method = SEIDEL_METHOD_AUTO, .preconditioner = "none" } };
  const SeidelOptions automatic = options_for (SEIDEL_METHOD_AUTO, "none");
  g_autoptr (GString) attempts = g_string_new (NULL);
  g_autofree char *best_name = NULL;
  const Run run = solve (problem, &automatic, attempts);
  int n = 1;
  int best = 1;
  double ratio;

  if (!find_finalists (problem, structure, run.ms, totals->deadline, choices + 1))
    {
      totals->left++;
      return;
    }
  while (n <= FINALISTS && choices[n].method != NULL)
    n++;
  time_choices (problem, choices, n);
  for (int i = 2; i < n; i++)
    if (choices[i].median_ms < choices[best].median_ms)
      best = i;
  ratio = n > 1 ? choices[0].median_ms / choices[best].median_ms : 1.0;
  best_name = n > 1 ? g_strconcat (choices[best].method, "+", choices[best].preconditioner, NULL)
                    : g_strdup ("-");
  printf ("%-28s %8" G_GINT64_FORMAT " %10.1e %10.3f %10.3f %7.2f  %-24s %s\n", name,
          structure->rows, run.relative, choices[0].median_ms,
          n > 1 ? choices[best].median_ms : NAN, ratio, best_name, attempts->str);
  fflush (stdout);
  totals->matrices++;
  totals->solved += run.relative <= TOLERANCE;
  totals->near += ratio <= NEAR || choices[0].median_ms <= SHORT;
  totals->far += ratio > FAR && choices[0].median_ms > SHORT;
}

static SeidelProblem *
make_problem (SeidelMatrix *matrix)
{
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autoptr (GError) error = NULL;
  g_autofree double *solution = g_new (double, matrix->csr->columns);
  SeidelProblem *problem =
    seidel_problem_new_from_specs (matrix, &zeros, &zeros, NULL, NULL, &error);

  if (problem == NULL)
    g_error ("seidel-bench: %s", error->message);
  seidel_vector_fill_random (solution, matrix->csr->columns, 7);
  seidel_csr_multiply (matrix->csr, solution, problem->b, 1, NULL);
  return problem;
}

static void
compare_matrix (const SeidelBench *bench, SeidelMatrix *matrix, Totals *totals)
{
  const SeidelOptions direct = options_for ("umfpack", "none");
  g_autoptr (SeidelStructure) structure = NULL;
  g_autoptr (SeidelProblem) problem = NULL;

  if (matrix == NULL || matrix->csr->rows != matrix->csr->columns
      || (bench->large && matrix->csr->rows < LARGE_ROWS)
      || !seidel_bench_wants (bench, matrix->name))
    return;
  structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  problem = make_problem (matrix);
  if (!bench->large && solve (problem, &direct, NULL).singular)
    printf ("%-28s %8" G_GINT64_FORMAT " singular\n", matrix->name, structure->rows);
  else
    compare (matrix->name, problem, structure, totals);
}

static void
compare_file (const SeidelBench *bench, const char *path, Totals *totals)
{
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, NULL);

  compare_matrix (bench, matrix, totals);
}

static void
compare_gallery (const SeidelBench *bench, const System *system, Totals *totals)
{
  const SeidelGalleryKind *kind = seidel_gallery_find (system->kind);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (SeidelMatrix) matrix = NULL;

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = i < MIN (system->n_values, (int) G_N_ELEMENTS (system->values))
                  ? system->values[i]
                  : kind->parameters[i].initial;
  matrix = seidel_gallery_make (kind, values, NULL, NULL, NULL);
  compare_matrix (bench, matrix, totals);
}

/* Whether the next system of the list is to be compared by this process, and in time. */
static bool
is_due (const SeidelBench *bench, Totals *totals)
{
  const bool ours = totals->place++ % bench->n_shares == bench->share - 1;
  const bool late = seidel_bench_now () > totals->deadline;

  totals->left += ours && late;
  return ours && !late;
}

static void
add_row (const char *what, double value, double must)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;

  row.name = "auto";
  row.what = what;
  row.value = value;
  row.unit = " matrices";
  row.must = must;
  seidel_bench_table_add (&row);
}

void
seidel_bench_auto (const SeidelBench *bench)
{
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();
  const System *systems = bench->large ? large : gallery;
  const size_t n = bench->large ? G_N_ELEMENTS (large) : G_N_ELEMENTS (gallery);
  Totals totals = { .deadline = seidel_bench_now () + 1e3 * bench->seconds };

  printf ("\nThe automatic choice, to a relative residual of %.0e\n%-28s %8s %10s %10s %10s %7s  "
          "%-24s %s\n",
          TOLERANCE, "matrix", "rows", "residual", "auto ms", "best ms", "ratio", "best choice",
          "automatic choice, ms");
  for (guint i = 0; i < paths->len; i++)
    if (is_due (bench, &totals))
      compare_file (bench, paths->pdata[i], &totals);
  for (size_t i = 0; i < n; i += bench->quick ? QUICK_STEP : 1)
    if (is_due (bench, &totals))
      compare_gallery (bench, &systems[i], &totals);
  if (totals.left > 0)
    printf ("%d systems left out: the time was over\n", totals.left);
  printf ("\n");
  add_row ("a true relative residual of 1e-8 is reached", totals.solved, totals.matrices);
  add_row ("at most 1.5 × the best single choice, or 50 ms", totals.near,
           ceil (OF_MATRICES * totals.matrices));
  add_row ("at most 3 × the best single choice, or 50 ms", totals.matrices - totals.far,
           totals.matrices);
}
