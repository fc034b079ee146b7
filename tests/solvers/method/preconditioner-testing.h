/* A preconditioner on a matrix of a test: prepared and applied without a plan.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-engines.h"
#include "method/seidel-preconditioner-private.h"
#include "method/seidel-smoother.h"

#include "run-testing.h"

/* The parameters of preconditioners that have them. */
#define FILL_LEVEL 2
#define ROW_FILL   3
#define DROP       0.03

static int node = 3; /* unknowns of one */

typedef struct
{
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
  SeidelOptions options;
  SeidelTrace *trace;
  GCancellable *cancellable;
  SeidelMonitor monitor;
  SeidelPreconditioner preconditioner;
  SeidelMethodRun run;
} Bench;

/* Takes the csr. The method is one that asks for transposes too. */
static inline Bench *
bench_new (SeidelCsr *csr, const char *preconditioner, SeidelPrecision precision, int threads)
{
  Bench *bench = g_new0 (Bench, 1);
  SeidelContextSettings settings = { .precision = precision, .threads = threads };
  const SeidelEngine *engine = seidel_cpu_engine ();
  SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                         csr->values };
  SeidelStatus status;
  SeidelMethodRun *run = &bench->run;

  bench->matrix = seidel_matrix_new ("bench", csr);
  bench->structure = seidel_structure_new (bench->matrix, NULL, NULL, NULL);
  bench->options = test_options ("bicg");
  bench->options.precision = precision;
  bench->options.parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = 1.3;
  bench->options.parameters[SEIDEL_PARAMETER_NODE] = node;
  bench->options.parameters[SEIDEL_PARAMETER_FILL_LEVEL] = FILL_LEVEL;
  bench->options.parameters[SEIDEL_PARAMETER_ROW_FILL] = ROW_FILL;
  bench->options.parameters[SEIDEL_PARAMETER_DROP] = DROP;
  /* What a plan, of which there is none here, makes of “auto” on this engine. */
  bench->options.parameters[SEIDEL_PARAMETER_SMOOTHER] = seidel_smoother_propose (engine);
  bench->trace = seidel_trace_new ();
  bench->cancellable = g_cancellable_new ();
  bench->preconditioner.kind = seidel_preconditioner_find (preconditioner);
  seidel_monitor_init (&bench->monitor, &bench->options, bench->trace, bench->cancellable, 1.0, 50);
  *run = (SeidelMethodRun){
    .method = seidel_method_find ("bicg"),
    .options = &bench->options,
    .matrix = bench->matrix,
    .csr = csr,
    .structure = bench->structure,
    .session = { engine, engine->contexts.create (&settings, &status) },
    .n = csr->rows,
    .threads = threads,
    .strategy = seidel_engine_find_strategy (engine, threads > 1 ? "levels" : "serial"),
    .preconditioner = &bench->preconditioner,
    .monitor = &bench->monitor,
  };
  run->A = engine->operators.create (run->session.context, &view, SEIDEL_STORAGE_CSR);
  for (int direction = 0; direction < 2; direction++)
    {
      const SeidelSchedule *schedule;
      SeidelLevelsView levels;

      bench->schedules[direction] = seidel_schedule_new (csr, direction, NULL, NULL, NULL);
      schedule = bench->schedules[direction];
      run->schedules[direction] = schedule;
      levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                                   schedule->in_place_safe };
      if (bench->preconditioner.kind->sweeps != SEIDEL_SWEEPS_NONE
          && !bench->preconditioner.kind->sweeps_factors)
        run->sweeps[direction] =
          engine->sweeps.create (run->session.context, run->A, run->strategy, direction, &levels);
    }
  return bench;
}

static inline SeidelReason
bench_prepare (Bench *bench)
{
  const SeidelPreconditionerKind *kind = bench->preconditioner.kind;

  return kind->prepare != NULL ? kind->prepare (&bench->run, &bench->preconditioner)
                               : SEIDEL_REASON_NONE;
}

static inline void
bench_free (Bench *bench)
{
  SeidelMethodRun *run = &bench->run;
  const SeidelEngine *engine = run->session.engine;

  if (bench->preconditioner.kind->clear != NULL)
    bench->preconditioner.kind->clear (run, &bench->preconditioner);
  for (int direction = 0; direction < 2; direction++)
    {
      if (run->sweeps[direction] != NULL)
        engine->sweeps.free (run->session.context, run->sweeps[direction]);
      seidel_schedule_unref (bench->schedules[direction]);
    }
  engine->operators.free (run->session.context, run->A);
  engine->contexts.free (run->session.context);
  g_free (run->message);
  seidel_trace_unref (bench->trace);
  g_object_unref (bench->cancellable);
  seidel_structure_unref (bench->structure);
  seidel_matrix_unref (bench->matrix);
  g_free (bench);
}

/* z ← M⁻¹ r or M⁻ᵀ r */
static inline void
bench_apply (Bench *bench, bool transposed, const double *r, double *z)
{
  SeidelMethodRun *run = &bench->run;
  const SeidelEngine *engine = run->session.engine;
  SeidelVector *in = seidel_method_run_vector (run);
  SeidelVector *out = seidel_method_run_vector (run);

  test_poison (z, run->n);
  engine->vectors.upload (run->session.context, out, z);
  engine->vectors.upload (run->session.context, in, r);
  if (transposed)
    seidel_method_run_precondition_transposed (run, in, out);
  else
    seidel_method_run_precondition (run, in, out);
  g_assert_false (seidel_session_failed (&run->session));
  engine->vectors.download (run->session.context, z, out);
  seidel_session_vector_free (&run->session, out);
  seidel_session_vector_free (&run->session, in);
}
