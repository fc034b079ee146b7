/* The automatic choice against the best single choice, on every square and non-singular matrix of
 * $SEIDEL_TEST_MATRICES and on some of the gallery.
 *
 * The best single choice is found by trying every method of the table with every preconditioner it
 * takes, each with the parameters it begins with; those that cannot be among the fastest, or
 * faster than the automatic choice, are stopped after that time of the processor. The fastest few
 * and the automatic choice are then timed in turn. A time is the processor's for a whole run but
 * for reading the file: analysis, transfer, solution, verification; whatever else the machine does
 * hardly counts. The right-hand side is A x with a random x: with x = 1, which is an eigenvector of
 * some of these matrices, a method can be done by chance in one step. Where the automatic choice
 * meets every equation to the tolerance, so must the single ones. One thread, because what is
 * judged is the choice, not the machine.
 *
 * Where the automatic choice takes longer than a second, the single choices are tried in passes, of
 * a third of its time, of two thirds and of all: what is stopped in a pass is known to be slower
 * than that, and what has not gained a digit of eight by then is left. With --seconds each system
 * has its part of the time that is left; when it is over, the passes that were completed bound the
 * ratio from above.
 *
 * With --large the same on systems of 100,000 rows and more, whose factors may fit or not: divide
 * them among processes by --share, each of which then has its part of the memory. None of them is
 * singular.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-systems.h"
#include "seidel-bench.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"
#include "solve/seidel-solve.h"

#define TOLERANCE   1e-8
#define FINALISTS   3
#define ROUNDS      11
#define FEW_ROUNDS  3      /* where a solve takes long */
#define LONG        60.0   /* milliseconds */
#define SLACK       1.1    /* of the time to beat … */
#define COLD        20.0   /* … with so many milliseconds for a run that finds everything cold */
#define A_DIGIT     0.1    /* of eight: what has not gained it in a pass is left */
#define LEAST_WAIT  0.1    /* milliseconds until the clock of the processor is looked at again */
#define SLOW        1000.0 /* milliseconds of the automatic choice, from which on there are passes */
#define QUICK_STEP  20   /* of the matrices of the gallery one in so many is enough to see it run */
#define DENSE_ROWS  2500 /* beyond, dense methods cannot win */
#define LARGE_ROWS  100000 /* the least of --large */
#define NEAR        1.5    /* of the best choice: what is wanted … */
#define OF_MATRICES 0.75   /* … in this part of the matrices */
#define FAR         3.0    /* of the best choice: no matrix may take longer … */
#define SINGULAR    5000.0 /* milliseconds in which LU finds a matrix singular, or does not */
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
  double rows;     /* the backward error of its worst equation */
  bool singular;   /* a direct method found it so */
  bool stopped;    /* by the clock, … */
  bool crawls;     /* … after iterations that have reduced the residual by less than a digit */
} Run;

/* Stops a run after a time of the processor, whatever it is doing: the time limit of a run is one
 * of the clock, which counts other work, too, and begins with the first iteration. */
typedef struct
{
  GMutex mutex;
  GCond ended;
  bool done;
  double limit; /* by seidel_bench_processor () */
  GCancellable *cancellable;
} Alarm;

/* The search for the best single choice. */
typedef struct
{
  SeidelProblem *problem;
  const SeidelStructure *structure;
  double automatic_ms;
  bool by_rows;                /* each equation is met, as it is by the automatic choice */
  double deadline;             /* of seidel_bench_now (), for this system */
  Choice finalists[FINALISTS]; /* the fastest first; methods are NULL where there are fewer */
  double passed_ms;            /* every choice that is no finalist takes longer; 0: not all tried */
  bool *known;                 /* of each method and preconditioner: no further try is needed */
} Search;

/* The passes, in the time of the automatic choice. */
static const double passes[] = { 1.0 / FAR, 1.0 / NEAR, 1.0 };

typedef struct
{
  int matrices;
  int solved;
  int near;
  int far;
  int place;       /* in the list of systems */
  int n_due;       /* systems of this process that are still to come */
  int left;        /* systems that there was no time for */
  double deadline; /* by seidel_bench_now () */
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

static void *
wait_and_stop (void *data)
{
  Alarm *alarm = data;
  double left;

  g_mutex_lock (&alarm->mutex);
  while (!alarm->done && (left = alarm->limit - seidel_bench_processor ()) > 0.0)
    g_cond_wait_until (&alarm->ended, &alarm->mutex,
                       g_get_monotonic_time () + (int64_t) (1e3 * fmax (left, LEAST_WAIT)));
  g_mutex_unlock (&alarm->mutex);
  g_cancellable_cancel (alarm->cancellable);
  return NULL;
}

/* Like seidel_solve (), stopped after so many milliseconds. */
static SeidelOutcome *
solve_within (SeidelProblem *problem, const SeidelOptions *options, SeidelTrace *trace, double ms)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Alarm alarm = { .limit = seidel_bench_processor () + ms, .cancellable = cancellable };
  GThread *thread;
  SeidelOutcome *outcome;

  g_mutex_init (&alarm.mutex);
  g_cond_init (&alarm.ended);
  thread = g_thread_new ("alarm", wait_and_stop, &alarm);
  outcome = seidel_solve (problem, options, trace, cancellable, cancellable, NULL);
  g_mutex_lock (&alarm.mutex);
  alarm.done = true;
  g_cond_signal (&alarm.ended);
  g_mutex_unlock (&alarm.mutex);
  g_thread_join (thread);
  g_mutex_clear (&alarm.mutex);
  g_cond_clear (&alarm.ended);
  return outcome;
}

static void
describe_attempts (const SeidelOutcome *outcome, GString *text)
{
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      const bool plain = g_str_equal (attempt->preconditioner, "none");

      g_string_append_printf (text, "%s%s%s%s %.1f", i > 0 ? ", then " : "", attempt->method,
                              plain ? "" : "+", plain ? "" : attempt->preconditioner,
                              1e3 * attempt->seconds);
    }
}

/* limit_ms: INFINITY for none; attempts (may be NULL) receives what an automatic run tried. */
static Run
solve (SeidelProblem *problem, const SeidelOptions *options, double limit_ms, GString *attempts)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  const double began = seidel_bench_processor ();
  g_autoptr (SeidelOutcome) outcome = isfinite (limit_ms)
                                        ? solve_within (problem, options, trace, limit_ms)
                                        : seidel_solve (problem, options, trace, NULL, NULL, NULL);
  const double ms = seidel_bench_processor () - began;
  Run run = { .ms = NAN, .relative = NAN, .rows = NAN, .stopped = ms >= limit_ms };

  if (outcome == NULL)
    return run;
  run.ms = ms;
  run.rows = outcome->backward_rows;
  run.relative = outcome->true_2 / seidel_trace_reference (trace);
  run.crawls = run.stopped && outcome->iterations > 0 && outcome->residual_relative > A_DIGIT;
  run.singular = outcome->reason == SEIDEL_REASON_BREAKDOWN;
  if (attempts != NULL)
    describe_attempts (outcome, attempts);
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

/* The better of two runs: the first one may find everything cold. False when the clock stopped it,
 * and more time may help. */
static bool
try_choice (Search *search,
            const SeidelMethod *method,
            const SeidelPreconditionerKind *kind,
            double limit_ms)
{
  const SeidelOptions options = options_for (method->id, kind->id);
  Choice choice = { .method = method->id, .preconditioner = kind->id, .median_ms = INFINITY };
  Run run = { .stopped = false };

  for (int i = 0; i < 2 && !run.stopped; i++)
    {
      run = solve (search->problem, &options, limit_ms, NULL);
      if (!(run.relative <= TOLERANCE) || (search->by_rows && !(run.rows <= TOLERANCE)))
        break;
      choice.median_ms = MIN (choice.median_ms, run.ms);
      if (run.ms > LONG)
        break;
    }
  rank (search->finalists, &choice);
  return !run.stopped || run.crawls;
}

/* Tries every choice of which more is to be known, for limit_ms at most. False when the time of
 * this system is over before. */
static bool
try_all (Search *search, double limit_ms)
{
  size_t n_methods = 0;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  size_t n_kinds = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t at = 0; at < n_methods * n_kinds; at++)
    {
      const SeidelMethod *method = &methods[at / n_kinds];
      const SeidelPreconditionerKind *kind = &kinds[at % n_kinds];
      const int last = search->automatic_ms > SLOW ? 0 : FINALISTS - 1;
      const double worst_ms = search->finalists[last].median_ms;
      const double try_ms = SLACK * fmin (worst_ms, limit_ms) + COLD;

      if (search->known[at])
        continue;
      if (!is_tried (method, kind, search->structure))
        {
          search->known[at] = true;
          continue;
        }
      if (seidel_bench_now () > search->deadline)
        return false;
      search->known[at] = try_choice (search, method, kind, try_ms) || worst_ms <= limit_ms;
    }
  return true;
}

static void
find_finalists (Search *search)
{
  const double ms = search->automatic_ms;
  size_t n_methods = 0;
  size_t n_kinds = 0;
  size_t n_passes = 0;

  seidel_methods (&n_methods);
  seidel_preconditioners (&n_kinds);
  for (int i = 0; i < FINALISTS; i++)
    search->finalists[i] = (Choice){ .median_ms = INFINITY };
  search->known = g_new0 (bool, n_methods *n_kinds);
  if (ms <= SLOW)
    search->passed_ms = try_all (search, ms) ? ms : 0.0;
  else
    while (n_passes < G_N_ELEMENTS (passes) && try_all (search, passes[n_passes] * ms))
      search->passed_ms = passes[n_passes++] * ms;
  g_clear_pointer (&search->known, g_free);
}

/* Times all of them in turn; automatic is one more, the first. */
static void
time_choices (SeidelProblem *problem, Choice *choices, int n)
{
  const int rounds = n > 1 && choices[1].median_ms <= LONG ? ROUNDS
                     : choices[0].median_ms > SLOW         ? 1
                                                           : FEW_ROUNDS;

  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < n; i++)
      {
        const int at = round % 2 == 0 ? i : n - 1 - i;
        const SeidelOptions options = options_for (choices[at].method, choices[at].preconditioner);

        choices[at].samples[round] = solve (problem, &options, INFINITY, NULL).ms;
      }
  for (int i = 0; i < n; i++)
    choices[i].median_ms = seidel_bench_median (choices[i].samples, rounds);
}

/* The time of one system: its part of what is left. */
static double
choose_deadline (const Totals *totals)
{
  const double now = seidel_bench_now ();

  return now + (totals->deadline - now) / (MAX (totals->n_due, 0) + 1);
}

/* Counts a system of which the ratio is known, or lies between this one and the bound. */
static bool
count (Totals *totals, const Run *run, double ratio, double bound)
{
  if (!(bound <= FAR || ratio > FAR) && run->ms > SHORT)
    {
      totals->left++;
      return false;
    }
  totals->matrices++;
  totals->solved += run->relative <= TOLERANCE;
  totals->near += bound <= NEAR || run->ms <= SHORT;
  totals->far += ratio > FAR && run->ms > SHORT;
  return true;
}

static void
compare (const char *name, SeidelProblem *problem, const SeidelStructure *structure, Totals *totals)
{
  Choice choices[1 + FINALISTS] = { { .method = SEIDEL_METHOD_AUTO, .preconditioner = "none" } };
  const SeidelOptions automatic = options_for (SEIDEL_METHOD_AUTO, "none");
  g_autoptr (GString) attempts = g_string_new (NULL);
  g_autofree char *best_name = NULL;
  Search search = { .problem = problem, .structure = structure };
  Run run;
  int n = 1;
  double best_ms;
  double ratio;
  double bound;

  search.deadline = choose_deadline (totals);
  run = solve (problem, &automatic, INFINITY, attempts);
  search.automatic_ms = run.ms;
  search.by_rows = run.rows <= TOLERANCE;
  find_finalists (&search);
  memcpy (choices + 1, search.finalists, sizeof search.finalists);
  choices[0].median_ms = run.ms;
  while (n <= (run.ms > SLOW ? 1 : FINALISTS) && choices[n].method != NULL)
    n++;
  if (n > 1)
    time_choices (problem, choices, n);
  for (int i = 2; i < n; i++)
    if (choices[i].median_ms < choices[1].median_ms)
      choices[1] = choices[i];
  run.ms = choices[0].median_ms;
  best_ms = n > 1 ? choices[1].median_ms : INFINITY;
  ratio = n > 1 ? run.ms / best_ms : 0.0;
  bound = run.ms / fmin (best_ms, search.passed_ms);
  if (run.ms <= SLOW && search.passed_ms > 0.0 && n > 1)
    bound = ratio;
  best_name =
    n > 1 ? g_strconcat (choices[1].method, "+", choices[1].preconditioner, NULL) : g_strdup ("-");
  printf ("%-28s %8" G_GINT64_FORMAT " %10.1e %10.3f %10.3f %s%6.2f  %-24s %s%s\n", name,
          structure->rows, run.relative, run.ms, n > 1 ? best_ms : NAN,
          bound > ratio && isfinite (bound) ? "≤"
          : isinf (bound)                   ? "≥"
                                            : " ",
          isfinite (bound) ? bound : ratio, best_name, attempts->str,
          count (totals, &run, ratio, bound) ? "" : " (not decided)");
  fflush (stdout);
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
  if (!bench->large && solve (problem, &direct, SINGULAR, NULL).singular)
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
compare_gallery (const SeidelBench *bench, const SeidelBenchSystem *system, Totals *totals)
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
  totals->n_due -= ours;
  return ours && !late;
}

/* Processes that run beside each other divide the memory, as they divide the systems: the automatic
 * choice and the single ones find the same. */
static void
limit_memory (int n_shares)
{
  const rlim_t all = (rlim_t) sysconf (_SC_PHYS_PAGES) * (rlim_t) sysconf (_SC_PAGESIZE);
  struct rlimit limit;

  if (n_shares == 1 || getrlimit (RLIMIT_AS, &limit) != 0)
    return;
  limit.rlim_cur = MIN (limit.rlim_cur, all / (rlim_t) n_shares);
  if (setrlimit (RLIMIT_AS, &limit) != 0)
    g_warning ("seidel-bench: the memory could not be divided: %s", g_strerror (errno));
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
  size_t n = 0;
  const SeidelBenchSystem *systems = seidel_bench_systems (bench->large, &n);
  const size_t step = bench->quick ? QUICK_STEP : 1;
  Totals totals = { .deadline = seidel_bench_now () + 1e3 * bench->seconds };

  if (bench->only == NULL)
    totals.n_due = (int) (paths->len + (n + step - 1) / step) / bench->n_shares;
  if (bench->large)
    limit_memory (bench->n_shares);
  printf ("\nThe automatic choice, to a relative residual of %.0e\n%-28s %8s %10s %10s %10s %7s  "
          "%-24s %s\n",
          TOLERANCE, "matrix", "rows", "residual", "auto ms", "best ms", "ratio", "best choice",
          "automatic choice, ms");
  for (guint i = 0; i < paths->len; i++)
    if (is_due (bench, &totals))
      compare_file (bench, paths->pdata[i], &totals);
  for (size_t i = 0; i < n; i += step)
    if (is_due (bench, &totals))
      compare_gallery (bench, &systems[i], &totals);
  if (totals.left > 0)
    printf ("%d systems left out or not decided: the time was over\n", totals.left);
  printf ("\n");
  add_row ("a true relative residual of 1e-8 is reached", totals.solved, totals.matrices);
  add_row ("at most 1.5 × the best single choice, or 50 ms", totals.near,
           ceil (OF_MATRICES * totals.matrices));
  add_row ("at most 3 × the best single choice, or 50 ms", totals.matrices - totals.far,
           totals.matrices);
}
