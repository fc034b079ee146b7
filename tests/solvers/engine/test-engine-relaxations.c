/* Relaxations of every engine but the CPU's, against separate sweeps with the residual before each.
 *
 * Skips, with its reason, each engine that is not available here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "agreement-testing.h"

#define OUT   0
#define STEPS 4

/* Which entries of a matrix are kept beside its diagonal. */
typedef enum
{
  WHOLE,
  LOWER,
  UPPER,
  N_PARTS,
} Part;

/* At most so many entries of a row are kept on each side; rows that are short are handled on their
 * own. */
static SeidelCsr *
make_part (Pattern pattern, int64_t n, Part part, int64_t most)
{
  g_autoptr (SeidelCsr) whole = make_matrix (pattern, n);
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = seidel_csr_new (n, n, seidel_csr_nonzeros (whole), &error);
  int64_t k_to = 0;

  g_assert_no_error (error);
  for (int64_t i = 0; i < n; i++)
    {
      int64_t kept[2] = { 0, 0 };

      csr->row_offsets[i] = k_to;
      for (int64_t k = whole->row_offsets[i]; k < whole->row_offsets[i + 1]; k++)
        {
          const int64_t j = whole->column_indices[k];
          const int side = j > i;

          if (j != i && (part == (side ? LOWER : UPPER) || kept[side]++ >= most))
            continue;
          csr->column_indices[k_to] = (int32_t) j;
          csr->values[k_to++] = whole->values[k];
        }
    }
  csr->row_offsets[n] = k_to;
  return csr;
}

/* What is asked of an engine. */
typedef struct
{
  const SeidelEngine *engine;
  int strategy;
  const SeidelCsr *csr;
  const SeidelSchedule *schedules[2]; /* by SeidelDirection */
  SeidelPrecision precision;
  double omega;
  int directions; /* bit d stands for direction d */
} Task;

static void
assert_same_x (const Task *task, Bench *bench, SeidelVector *a, SeidelVector *b)
{
  const int64_t n = task->csr->rows;
  g_autofree double *a_values = g_new (double, n + 1);
  g_autofree double *b_values = g_new (double, n + 1);
  double scale = 1.0;

  for (int64_t i = 0; i < n; i++)
    a_values[i] = b_values[i] = NAN;
  task->engine->vectors.download (bench->session.context, a_values, a);
  task->engine->vectors.download (bench->session.context, b_values, b);
  for (int64_t i = 0; i < n; i++)
    scale = fmax (scale, fabs (b_values[i]));
  for (int64_t i = 0; i < n; i++)
    assert_close (a_values[i], b_values[i], 10.0 * scale, task->precision);
}

static void
count_report_cb (const SeidelSweepReport *report, void *data)
{
  int *reports = data;

  g_assert_cmpint (report->count, >, 0);
  (*reports)++;
}

/* A step reports each of its sweeps that measures something. */
static void
check_reports (const Task *task, SeidelSweep *const *sweeps, int reports)
{
  int expected = 0;

  for (int direction = 0; direction < 2; direction++)
    if (sweeps[direction] != NULL)
      expected += task->engine->sweeps.measures (sweeps[direction]) != SEIDEL_MEASURES_NOTHING;
  g_assert_cmpint (reports, ==, expected);
}

/* One vector by the relaxation, another by sweeps and residuals on their own. */
static void
compare_steps (const Task *task,
               Bench *bench,
               SeidelSweep *const *sweeps,
               SeidelRelaxation *relaxation)
{
  const SeidelEngine *engine = task->engine;
  SeidelContext *context = bench->session.context;
  SeidelVector *r = engine->vectors.create (context, bench->n);
  double largest = 1.0;

  upload_random (bench, bench->x, 1);
  upload_random (bench, bench->y, 1);
  upload_random (bench, bench->z, 3);
  for (int step = 0; step < STEPS; step++)
    {
      const bool is_reported = step == STEPS - 1;
      double expected, squared;
      int reports = 0;

      engine->products.residual (context, bench->A, bench->z, bench->y, r, OUT);
      engine->scalars.get (context, OUT, 1, &expected);
      engine->scalars.set (context, OUT, NAN);
      engine->relaxations.step (context, relaxation, bench->z, bench->x, OUT,
                                is_reported ? count_report_cb : NULL, &reports);
      engine->scalars.get (context, OUT, 1, &squared);
      if (is_reported)
        check_reports (task, sweeps, reports);
      largest = fmax (largest, sqrt (expected));
      assert_close (sqrt (squared), sqrt (expected), 10.0 * largest, task->precision);
      for (int direction = 0; direction < 2; direction++)
        if (sweeps[direction] != NULL)
          engine->sweeps.run (context, sweeps[direction], bench->z, bench->y, task->omega, NULL,
                              NULL);
      assert_same_x (task, bench, bench->x, bench->y);
    }
  engine->vectors.free (context, r);
}

/* Returns whether the engine supports the relaxation. */
static bool
compare (const Task *task)
{
  const SeidelEngine *engine = task->engine;
  SeidelSweep *sweeps[2] = { NULL, NULL };
  SeidelRelaxation *relaxation = NULL;
  bool refused = false;
  Bench bench;

  bench_init (&bench, engine, task->precision, task->csr);
  for (int direction = 0; direction < 2; direction++)
    if (task->directions & 1 << direction)
      {
        const SeidelSchedule *schedule = task->schedules[direction];
        const SeidelLevelsView levels = { schedule->count, schedule->level_of_row,
                                          schedule->level_rows, schedule->in_place_safe };

        sweeps[direction] = engine->sweeps.create (bench.session.context, bench.A, task->strategy,
                                                   direction, &levels);
        if (sweeps[direction] == NULL)
          {
            g_assert_true (engine->strategies[task->strategy].limited);
            refused = true;
            break;
          }
      }
  if (!refused)
    relaxation = engine->relaxations.create (bench.session.context, bench.A, sweeps[0], sweeps[1],
                                             task->omega);
  /* That there is none is no failure. */
  g_assert_true (refused || !seidel_session_failed (&bench.session));
  if (relaxation != NULL)
    {
      compare_steps (task, &bench, sweeps, relaxation);
      engine->relaxations.free (bench.session.context, relaxation);
    }
  for (int direction = 0; direction < 2; direction++)
    if (sweeps[direction] != NULL)
      engine->sweeps.free (bench.session.context, sweeps[direction]);
  bench_clear (&bench);
  return relaxation != NULL;
}

static bool
compare_on (const SeidelEngine *engine, int strategy, const SeidelCsr *csr)
{
  const double omegas[] = { 1.0, 1.3 };
  g_autoptr (SeidelSchedule) forward = seidel_schedule_new (csr, 0, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) backward = seidel_schedule_new (csr, 1, NULL, NULL, NULL);
  bool supported = false;

  for (size_t o = 0; o < G_N_ELEMENTS (omegas); o++)
    for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
      for (int directions = 1; directions < 4; directions++)
        {
          const Task task = { engine,    strategy,  csr,       { forward, backward },
                              precision, omegas[o], directions };

          supported = compare (&task) || supported;
        }
  return supported;
}

typedef struct
{
  const SeidelEngineEntryInfo *entry;
  int strategy;
} Case;

static void
test_relaxations (gconstpointer data)
{
  const Case *which = data;
  const SeidelEngine *engine = which->entry->engine;
  const bool quick = g_getenv ("SEIDEL_TEST_QUICK") != NULL;
  const int64_t sizes[] = { 321, 1, 33 };
  bool supported = false;

  if (!which->entry->available)
    {
      g_test_skip (which->entry->why_not);
      return;
    }
  if (engine->relaxations.create == NULL)
    {
      g_test_skip ("this engine has no relaxations");
      return;
    }
  for (size_t s = 0; s < (quick ? 1 : G_N_ELEMENTS (sizes)); s++)
    for (int pattern = 0; pattern < N_PATTERNS; pattern += quick ? 4 : 1)
      for (int part = 0; part < N_PARTS; part++)
        for (int is_short = 0; is_short < 2; is_short++)
          {
            g_autoptr (SeidelCsr) csr =
              make_part (pattern, sizes[s], part, is_short ? 1 : INT64_MAX);

            supported = compare_on (engine, which->strategy, csr) || supported;
            if (!supported)
              {
                g_test_skip ("this engine has no relaxation of such sweeps");
                return;
              }
          }
}

int
main (int argc, char **argv)
{
  size_t n_engines;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);

  g_test_init (&argc, &argv, NULL);
  /* Small matrices are swept as large ones are, from the second sweep on. */
  g_setenv ("SEIDEL_CUDA_BANDED", "1", FALSE);
  for (size_t e = 1; e < n_engines; e++)
    {
      const SeidelEngine *engine = engines[e].engine;

      for (int strategy = 0; engine != NULL && strategy < engine->n_strategies; strategy++)
        if (!engine->strategies[strategy].inexact)
          {
            Case *which = g_new (Case, 1);
            g_autofree char *path = g_strdup_printf ("/engine-relaxations/%s/%s", engines[e].id,
                                                     engine->strategies[strategy].id);

            *which = (Case){ &engines[e], strategy };
            g_test_add_data_func_full (path, which, test_relaxations, g_free);
          }
    }
  return g_test_run ();
}
