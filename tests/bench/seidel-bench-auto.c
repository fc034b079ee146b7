/* The automatic choice against the best single choice, on every square and non-singular matrix of
 * $SEIDEL_TEST_MATRICES.
 *
 * The best single choice is found by trying every method of the table with every preconditioner it
 * takes, each with the parameters it begins with; those that cannot win any more are stopped by the
 * clock. The fastest few and the automatic choice are then timed in turn, so that whatever else the
 * machine does falls on all of them. A time is that of a whole run but for reading the file:
 * analysis, transfer, solution, verification. The right-hand side is A x with a random x: with x =
 * 1, which is an eigenvector of some of these matrices, a method can be done by chance in one step.
 * One thread, because what is judged is the choice, not the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench.h"

#include <math.h>
#include <string.h>

#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"
#include "solve/seidel-solve.h"

#define TOLERANCE   1e-8
#define FINALISTS   4
#define ROUNDS      11
#define FIRST_LIMIT 2.0  /* seconds for the first tries, before anything has been found */
#define LEAST_LIMIT 0.02 /* seconds for each later one */
#define DENSE_ROWS  2500 /* beyond, dense methods cannot win */
#define WITHIN      2.0  /* of the best choice: what is wanted … */
#define OF_MATRICES 0.75 /* … in this part of the matrices */

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
} Totals;

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
  g_autoptr (SeidelOutcome) outcome = seidel_solve (problem, options, trace, NULL, NULL, NULL);
  Run run = { NAN, NAN, false };

  if (outcome == NULL)
    return run;
  run.ms = 0.0;
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    run.ms += 1e3 * outcome->seconds[phase];
  run.relative = outcome->true_2 / seidel_trace_reference (trace);
  run.singular = outcome->reason == SEIDEL_REASON_BREAKDOWN;
  for (size_t i = 0; i < outcome->n_attempts && attempts != NULL; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      const bool plain = g_str_equal (attempt->preconditioner, "none");

      g_string_append_printf (attempts, "%s%s%s%s", i > 0 ? ", then " : "", attempt->method,
                              plain ? "" : "+", plain ? "" : attempt->preconditioner);
    }
  return run;
}

static bool
is_tried (const SeidelMethod *method,
          const SeidelPreconditionerKind *kind,
          const SeidelStructure *structure)
{
  return !method->demonstration
         && (method->family != SEIDEL_FAMILY_DIRECT_DENSE || structure->rows <= DENSE_ROWS)
         && seidel_method_applies (method, structure, NULL)
         && seidel_method_computes_in (method, SEIDEL_PRECISION_DOUBLE, NULL)
         && seidel_preconditioner_applies (kind, method, structure, NULL);
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
            Choice *finalists)
{
  SeidelOptions options = options_for (method->id, kind->id);
  Choice choice = { .method = method->id, .preconditioner = kind->id, .median_ms = INFINITY };
  const double worst = 1e-3 * finalists[FINALISTS - 1].median_ms;

  options.time_limit = isfinite (worst) ? MAX (2.0 * worst, LEAST_LIMIT) : FIRST_LIMIT;
  for (int i = 0; i < 2; i++)
    {
      const Run run = solve (problem, &options, NULL);

      if (!(run.relative <= TOLERANCE))
        break;
      choice.median_ms = MIN (choice.median_ms, run.ms);
    }
  rank (finalists, &choice);
}

static void
find_finalists (SeidelProblem *problem, const SeidelStructure *structure, Choice *finalists)
{
  size_t n_methods = 0;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (int i = 0; i < FINALISTS; i++)
    finalists[i] = (Choice){ .median_ms = INFINITY };
  for (size_t m = 0; m < n_methods; m++)
    for (size_t k = 0; k < n_kinds; k++)
      if (is_tried (&methods[m], &kinds[k], structure))
        try_choice (problem, &methods[m], &kinds[k], finalists);
}

/* Times all of them in turn; automatic is one more, the first. */
static void
time_choices (SeidelProblem *problem, Choice *choices, int n)
{
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < n; i++)
      {
        const int at = round % 2 == 0 ? i : n - 1 - i;
        const SeidelOptions options = options_for (choices[at].method, choices[at].preconditioner);

        choices[at].samples[round] = solve (problem, &options, NULL).ms;
      }
  for (int i = 0; i < n; i++)
    choices[i].median_ms = seidel_bench_median (choices[i].samples, ROUNDS);
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

  find_finalists (problem, structure, choices + 1);
  while (n <= FINALISTS && choices[n].method != NULL)
    n++;
  time_choices (problem, choices, n);
  for (int i = 2; i < n; i++)
    if (choices[i].median_ms < choices[best].median_ms)
      best = i;
  ratio = n > 1 ? choices[0].median_ms / choices[best].median_ms : 1.0;
  best_name = n > 1 ? g_strconcat (choices[best].method, "+", choices[best].preconditioner, NULL)
                    : g_strdup ("-");
  printf ("%-16s %8" G_GINT64_FORMAT " %10.1e %10.3f %10.3f %7.2f  %-24s %s\n", name,
          structure->rows, run.relative, choices[0].median_ms,
          n > 1 ? choices[best].median_ms : NAN, ratio, best_name, attempts->str);
  fflush (stdout);
  totals->matrices++;
  totals->solved += run.relative <= TOLERANCE;
  totals->near += ratio <= WITHIN;
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
compare_file (const char *path, Totals *totals)
{
  const SeidelOptions direct = options_for ("umfpack", "none");
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, NULL);
  g_autoptr (SeidelStructure) structure = NULL;
  g_autoptr (SeidelProblem) problem = NULL;

  if (matrix == NULL || matrix->csr->rows != matrix->csr->columns)
    return;
  structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  problem = make_problem (matrix);
  if (solve (problem, &direct, NULL).singular)
    printf ("%-16s %8" G_GINT64_FORMAT " singular\n", matrix->name, structure->rows);
  else
    compare (matrix->name, problem, structure, totals);
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
list_files (const char *folder)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".mtx"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
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
  const char *folder = g_getenv ("SEIDEL_TEST_MATRICES");
  g_autoptr (GPtrArray) paths = NULL;
  Totals totals = { 0, 0, 0 };

  (void) bench;
  if (folder == NULL)
    {
      seidel_bench_table_skip ("auto", "the automatic choice against the best one",
                               "SEIDEL_TEST_MATRICES is not set");
      return;
    }
  paths = list_files (folder);
  printf ("\nThe automatic choice, to a relative residual of %.0e\n%-16s %8s %10s %10s %10s %7s  "
          "%-24s %s\n",
          TOLERANCE, "matrix", "rows", "residual", "auto ms", "best ms", "ratio", "best choice",
          "automatic choice");
  for (guint i = 0; i < paths->len; i++)
    compare_file (paths->pdata[i], &totals);
  printf ("\n");
  add_row ("a true relative residual of 1e-8 is reached", totals.solved, totals.matrices);
  add_row ("the whole time is within 2 × of the best single choice", totals.near,
           ceil (OF_MATRICES * totals.matrices));
}
