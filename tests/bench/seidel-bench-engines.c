/* The engine that is chosen automatically against the better one: from the matrix in memory to the
 * solution, in a process that has used the device before, and in a fresh one. Both engines and the
 * choice run in turn, so that what else the machine does meets all of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solve/seidel-solve.h"
#include "seidel-bench.h"
#include "seidel-bench-cusolver.h"

#define NAME      "engines"
#define N_RUNS    3
#define LONG_MS   400.0 /* such runs are made once */
#define MOST_LOSS 1.15

typedef struct
{
  const char *file; /* one of the real matrices; NULL: of the gallery */
  const char *kind;
  double size;
  double quick_size;
  const char *only; /* the method that it is solved with; NULL: all */
} Case;

static const Case cases[] = {
  { .file = "bcsstk09.mtx" },
  { .file = "dw4096.mtx" },
  { .file = "lap2D_5pt_n100.mtx" },
  { .file = "wathen100.mtx" },
  { .file = "minsurfo.mtx" },
  { .file = "obstclae.mtx" },
  { .kind = "poisson-5", .size = 512, .quick_size = 40 },
  { .kind = "kmer-like", .size = 1e6, .quick_size = 1e3 },
  { .kind = "poisson-27", .size = 128, .quick_size = 10 },
  { .kind = "poisson-7", .size = 160, .quick_size = 12 },
  { .kind = "poisson-5", .size = 2048, .quick_size = 50, .only = "gauss-seidel" },
  { .kind = "poisson-27", .size = 224, .quick_size = 11, .only = "gauss-seidel" },
};

typedef struct
{
  const char *method;
  const char *preconditioner;
  int64_t most; /* iterations */
} Work;

static const Work works[] = {
  { "jacobi", "none", 50 }, { "gauss-seidel", "none", 50 }, { "cg", "jacobi", 2000 },
  { "cg", "ssor", 2000 },   { "cg", "ic0", 2000 },          { "bicgstab", "ilu0", 2000 },
};

typedef struct
{
  double ms;            /* NAN: the run failed */
  double solve_ms;      /* of these, the iterations; NAN: not known */
  int64_t iterations;   /* made */
  const char *strategy; /* of its sweeps; NULL: none */
  const char *engine;   /* that it ran on, and why, where it was chosen; static */
  const char *why;
} Run;

static SeidelMatrix *
matrix_of (const Case *which, bool quick)
{
  g_autoptr (GPtrArray) paths = seidel_bench_real_files ();

  if (which->file == NULL)
    return seidel_bench_matrix (which->kind, quick ? which->quick_size : which->size);
  for (guint i = 0; i < paths->len; i++)
    if (g_str_has_suffix (paths->pdata[i], which->file))
      return seidel_bench_real_square (paths->pdata[i]);
  return NULL;
}

static SeidelProblem *
problem_of (SeidelMatrix *matrix)
{
  const SeidelVectorSpec known = { SEIDEL_VECTOR_SOLUTION_SCALED, 0, NULL };
  const SeidelVectorSpec zeros = { SEIDEL_VECTOR_ZEROS, 0, NULL };
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &known, &zeros, NULL, NULL, NULL);

  seidel_problem_set_analyses (problem, structure, NULL, NULL);
  return problem;
}

static Run
run (SeidelProblem *problem, const Work *work, const char *engine)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GCancellable) skip = g_cancellable_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  double begin;

  options.method = work->method;
  options.preconditioner = work->preconditioner;
  options.engine = engine;
  options.max_iterations = work->most;
  g_cancellable_cancel (skip);
  begin = seidel_bench_now ();
  outcome = seidel_solve (problem, &options, trace, NULL, skip, NULL);
  if (outcome == NULL || outcome->reason == SEIDEL_REASON_FAILED)
    return (Run){ .ms = NAN };
  return (Run){ seidel_bench_now () - begin,
                1e3 * outcome->seconds[SEIDEL_PHASE_SOLVE],
                outcome->iterations,
                outcome->strategy,
                g_intern_string (outcome->options.engine),
                g_intern_string (outcome->engine_why) };
}

enum
{
  DEVICE,
  HOST,
  CHOSEN,
  N_ENGINES
};

static int
compare_runs (const void *a, const void *b)
{
  const double one = ((const Run *) a)->ms;
  const double other = ((const Run *) b)->ms;

  return (one > other) - (one < other);
}

/* Those of the median, on each engine in turn; the first ones bring everything to where it is
 * needed, and stand alone where they take long. */
static void
run_in_turn (SeidelProblem *problem, const Work *work, const char *device, Run runs[N_ENGINES])
{
  const char *const engines[N_ENGINES] = { device, seidel_cpu_engine ()->id, SEIDEL_ENGINE_AUTO };
  Run samples[N_ENGINES][N_RUNS];
  bool short_runs = true;

  for (int e = 0; e < N_ENGINES; e++)
    {
      runs[e] = run (problem, work, engines[e]);
      short_runs = short_runs && runs[e].ms < LONG_MS;
    }
  for (int i = 0; i < N_RUNS && short_runs; i++)
    for (int e = 0; e < N_ENGINES; e++)
      samples[e][i] = run (problem, work, engines[e]);
  for (int e = 0; e < N_ENGINES && short_runs; e++)
    {
      qsort (samples[e], N_RUNS, sizeof *samples[e], compare_runs);
      runs[e] = samples[e][N_RUNS / 2];
    }
}

/* "1.2 ms (1.0 in 30 iterations, serial)", to be freed. */
static char *
describe (const Run *run)
{
  return g_strdup_printf ("%.3g ms (%.3g in %" G_GINT64_FORMAT " iterations%s%s)", run->ms,
                          run->solve_ms, run->iterations, run->strategy != NULL ? ", " : "",
                          run->strategy != NULL ? run->strategy : "");
}

int
seidel_bench_print_engine_run (const char *text)
{
  int which, work, quick;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  Run made;

  if (sscanf (text, "%d,%d,%d", &which, &work, &quick) != 3 || which < 0
      || which >= (int) G_N_ELEMENTS (cases) || work < 0 || work >= (int) G_N_ELEMENTS (works))
    return 1;
  matrix = matrix_of (&cases[which], quick != 0);
  if (matrix == NULL)
    return 1;
  problem = problem_of (matrix);
  made = run (problem, &works[work], SEIDEL_ENGINE_AUTO);
  if (isnan (made.ms))
    return 1;
  printf ("%s %.3f %s\n", made.engine, made.ms, made.why != NULL ? made.why : "");
  return 0;
}

/* The same in a fresh process. */
static Run
fresh_run (const SeidelBench *bench, size_t which, size_t work)
{
  g_autofree char *text = g_strdup_printf ("%zu,%zu,%d", which, work, bench->quick);
  const char *const command[] = { "/proc/self/exe", "--engine-run", text, NULL };
  g_autofree char *output = NULL;
  g_auto (GStrv) parts = NULL;
  int status = 1;

  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL,
                     &status, NULL)
      || status != 0)
    return (Run){ .ms = NAN };
  parts = g_strsplit (output, " ", 3);
  return (Run){ g_ascii_strtod (parts[1], NULL),        NAN, 0, NULL, g_intern_string (parts[0]),
                g_intern_string (g_strchomp (parts[2])) };
}

/* What the engine takes that a run was sent to, where it is named. */
static double
own_ms (const Run *chosen, double host_ms, double device_ms)
{
  return g_strcmp0 (chosen->engine, seidel_cpu_engine ()->id) == 0 ? host_ms : device_ms;
}

/* What it lost by its choice: that of the time measured, where the run itself is the better one. */
static double
loss (const Run *chosen, double host_ms, double device_ms)
{
  return fmin (own_ms (chosen, host_ms, device_ms), chosen->ms) / fmin (host_ms, device_ms);
}

typedef struct
{
  double worst;
  int over; /* of the limit */
  int n;
} Summary;

enum
{
  AWAKE, /* a process that has used the device */
  FRESH,
  CHOOSING, /* in the former, with what choosing itself takes */
  N_SUMMARIES
};

static void
count (Summary *summary, double value)
{
  summary->worst = fmax (summary->worst, value);
  summary->over += value > MOST_LOSS;
  summary->n++;
}

/* A process that does not use the device yet needs so much longer on it. */
static void
add_row (Summary *summary,
         const char *title,
         const Run runs[N_ENGINES],
         const Run *chosen,
         double start_ms)
{
  const double host_ms = runs[HOST].ms;
  const double device_ms = runs[DEVICE].ms + start_ms;
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *host = describe (&runs[HOST]);
  g_autofree char *device = describe (&runs[DEVICE]);
  g_autofree char *start =
    start_ms > 0.0 ? g_strdup_printf (" after %.3g ms to start it", start_ms) : g_strdup ("");
  g_autofree char *what =
    g_strdup_printf ("%s: CPU %s, device %s%s, chosen: %s (%s), its time over the better one's",
                     title, host, device, start, chosen->engine, chosen->why);

  row.name = NAME;
  row.what = what;
  row.median_ms = row.min_ms = chosen->ms;
  row.value = loss (chosen, host_ms, device_ms);
  row.unit = " ×";
  row.must = MOST_LOSS;
  row.smaller_is_better = true;
  count (summary, row.value);
  seidel_bench_table_add (&row);
}

static void
compare (const SeidelBench *bench,
         size_t which,
         SeidelProblem *problem,
         const char *title,
         double start_ms,
         Summary summaries[N_SUMMARIES])
{
  for (size_t w = 0; w < G_N_ELEMENTS (works); w++)
    {
      Run runs[N_ENGINES];
      g_autofree char *name = NULL;
      g_autofree char *cold = NULL;
      Run fresh;

      if (cases[which].only != NULL && strcmp (works[w].method, cases[which].only) != 0)
        continue;
      run_in_turn (problem, &works[w], bench->engine->id, runs);
      name = g_strdup_printf ("%s, %s, %s", title, works[w].method, works[w].preconditioner);
      if (isnan (runs[DEVICE].ms) || isnan (runs[HOST].ms) || isnan (runs[CHOSEN].ms))
        {
          seidel_bench_table_skip (NAME, name, "the method does not suit the matrix");
          continue;
        }
      fresh = fresh_run (bench, which, w);
      cold = g_strdup_printf ("%s, fresh process", name);
      add_row (&summaries[AWAKE], name, runs, &runs[CHOSEN], 0.0);
      if (!isnan (fresh.ms))
        add_row (&summaries[FRESH], cold, runs, &fresh, start_ms);
      count (&summaries[CHOOSING],
             runs[CHOSEN].ms / own_ms (&runs[CHOSEN], runs[HOST].ms, runs[DEVICE].ms));
    }
}

static void
add_summary (const char *of, const Summary *summary)
{
  SeidelBenchRow row = SEIDEL_BENCH_ROW_INIT;
  g_autofree char *what = g_strdup_printf ("%s, at worst; above %.2f in %d of %d", of, MOST_LOSS,
                                           summary->over, summary->n);

  row.name = NAME;
  row.what = what;
  row.value = summary->worst;
  row.unit = " ×";
  row.must = MOST_LOSS;
  row.smaller_is_better = true;
  seidel_bench_table_add (&row);
}

void
seidel_bench_engines (const SeidelBench *bench)
{
  Summary summaries[N_SUMMARIES] = { { 0 } };
  double start_ms;

  if (bench->engine == seidel_cpu_engine ())
    {
      seidel_bench_table_skip (NAME, "the engine that is chosen automatically",
                               "the engine is the CPU (--engine cuda)");
      return;
    }
  start_ms = seidel_bench_cuda_context_ms ();
  for (size_t c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autofree char *title = cases[c].file != NULL
                                 ? g_strdup (cases[c].file)
                                 : g_strdup_printf ("%s %.0f", cases[c].kind, cases[c].size);
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (SeidelProblem) problem = NULL;

      if (!seidel_bench_wants (bench, title))
        continue;
      matrix = matrix_of (&cases[c], bench->quick);
      if (matrix == NULL)
        {
          seidel_bench_table_skip (NAME, cases[c].file, SEIDEL_BENCH_NO_REAL_FILES);
          continue;
        }
      problem = problem_of (matrix);
      compare (bench, c, problem, title, start_ms, summaries);
    }
  if (summaries[AWAKE].n == 0)
    return;
  add_summary ("in a process that has used the device", &summaries[AWAKE]);
  add_summary ("in a fresh process", &summaries[FRESH]);
  add_summary ("what choosing takes, over the engine chosen at once", &summaries[CHOOSING]);
}
