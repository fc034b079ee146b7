/* Solving with two triangles on the engine, by the strategy that the run uses for sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-triangles.h"

#include "base/seidel-error.h"
#include "base/seidel-poll.h"

SeidelReason
seidel_triangles_fail (SeidelMethodRun *run, const GError *error)
{
  if (seidel_method_run_stopped (run) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return seidel_method_run_stop_reason (run);
  seidel_method_run_note (run, "%s", error->message);
  if (g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY))
    return SEIDEL_REASON_OUT_OF_MEMORY;
  /* The matrix is not what was assumed, such as that of a grid. */
  return g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID) ? SEIDEL_REASON_BREAKDOWN
                                                                     : SEIDEL_REASON_FAILED;
}

SeidelReason
seidel_triangles_fail_memory (SeidelMethodRun *run, const char *message)
{
  const GError error = { SEIDEL_ERROR, SEIDEL_ERROR_MEMORY, (char *) message };

  return seidel_triangles_fail (run, &error);
}

SeidelOperator *
seidel_triangles_system_new (SeidelMethodRun *run, const SeidelCsr *csr)
{
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };

  /* The engine copies the view. */
  // cppcheck-suppress returnDanglingLifetime
  return run->session.engine->operators.create (run->session.context, &view, SEIDEL_STORAGE_CSR);
}

SeidelReason
seidel_triangles_plan_sweep (SeidelMethodRun *run,
                             SeidelOperator *system,
                             const SeidelCsr *csr,
                             int strategy,
                             SeidelDirection direction,
                             const SeidelSchedule *known,
                             SeidelSweep **sweep)
{
  const SeidelEngine *engine = run->session.engine;
  g_autoptr (SeidelSchedule) own = NULL;
  g_autoptr (GError) error = NULL;
  SeidelLevelsView levels;

  if (seidel_session_failed (&run->session))
    return SEIDEL_REASON_NONE;
  if (known == NULL && engine->strategies[strategy].needs_levels)
    {
      own = seidel_schedule_new (csr, direction, NULL, run->monitor->cancellable, &error);
      if (own == NULL)
        return seidel_triangles_fail (run, error);
      known = own;
    }
  if (known != NULL)
    levels = (SeidelLevelsView){ known->count, known->level_of_row, known->level_rows,
                                 known->in_place_safe };
  *sweep = engine->sweeps.create (run->session.context, system, strategy, direction,
                                  known != NULL ? &levels : NULL);
  return SEIDEL_REASON_NONE;
}

void
seidel_triangles_of_matrix (SeidelMethodRun *run, SeidelTriangles *triangles)
{
  triangles->diagonal = run->A;
  triangles->sweeps[0] = run->sweeps[0];
  triangles->sweeps[1] = run->sweeps[1];
}

SeidelReason
seidel_triangles_of_transpose (SeidelMethodRun *run, SeidelCsr *csr, SeidelTriangles *triangles)
{
  bool same = run->structure->pattern_symmetric;
  SeidelReason reason = SEIDEL_REASON_NONE;

  triangles->csrs[0] = csr;
  triangles->systems[0] = seidel_triangles_system_new (run, csr);
  triangles->diagonal = triangles->systems[0];
  triangles->owns_sweeps = true;
  for (int direction = 0; direction < 2 && reason == SEIDEL_REASON_NONE; direction++)
    reason = seidel_triangles_plan_sweep (run, triangles->systems[0], csr, run->strategy, direction,
                                          same ? run->schedules[direction] : NULL,
                                          &triangles->sweeps[direction]);
  return reason;
}

/* The place of the diagonal entry in a row of a triangle. */
static int64_t
diagonal_of (const SeidelCsr *csr, SeidelDirection direction, int64_t row)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? csr->row_offsets[row + 1] - 1
                                               : csr->row_offsets[row];
}

/* Divides the rows of L + D and D + U by D, which stays on the diagonal of the first; on that of
 * the second are ones. */
static SeidelReason
scale_rows (SeidelMethodRun *run, SeidelCsr *const csrs[2])
{
  for (int direction = 0; direction < 2; direction++)
    for (int64_t row = 0; row < csrs[direction]->rows; row++)
      {
        const SeidelCsr *csr = csrs[direction];
        int64_t diagonal = diagonal_of (csr, direction, row);
        double pivot = csr->values[diagonal];

        if (row % SEIDEL_POLL_EVERY == 0 && seidel_method_run_stopped (run))
          return seidel_method_run_stop_reason (run);
        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          csr->values[k] /= pivot;
        if (direction == SEIDEL_DIRECTION_FORWARD)
          csr->values[diagonal] = pivot;
      }
  return SEIDEL_REASON_NONE;
}

/* The strategy for triangles with a pattern of their own, by the levels of the first, where that
 * was left open; *forward receives these if they are needed again. Both triangles go by the same,
 * because vectors have one order. */
static SeidelReason
choose_strategy (SeidelMethodRun *run, const SeidelTriangles *triangles, SeidelSchedule **forward)
{
  const SeidelEngine *engine = run->session.engine;
  const SeidelCsr *csr = triangles->csrs[SEIDEL_DIRECTION_FORWARD];
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  g_autoptr (SeidelSchedule) schedule = NULL;
  g_autoptr (GError) error = NULL;
  SeidelLevelsView levels;
  char why[240];

  if (!triangles->own_pattern || g_strcmp0 (run->options->strategy, SEIDEL_STRATEGY_AUTO) != 0)
    return SEIDEL_REASON_NONE;
  schedule =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, NULL, run->monitor->cancellable, &error);
  if (schedule == NULL)
    return seidel_triangles_fail (run, error);
  levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                               schedule->in_place_safe };
  run->strategy = engine->choose_strategy (&view, &levels, run->threads, why, sizeof why, NULL);
  if (engine->strategies[run->strategy].needs_levels)
    *forward = g_steal_pointer (&schedule);
  return SEIDEL_REASON_NONE;
}

/* Puts both triangles on the engine; their rows are scaled as they are to be. */
static SeidelReason
plan_factors (SeidelMethodRun *run,
              const SeidelSchedule *const schedules[2],
              SeidelTriangles *triangles)
{
  g_autoptr (SeidelSchedule) forward = NULL;
  SeidelReason reason = choose_strategy (run, triangles, &forward);

  triangles->owns_sweeps = true;
  for (int direction = 0; direction < 2 && reason == SEIDEL_REASON_NONE; direction++)
    {
      const SeidelCsr *csr = triangles->csrs[direction];
      const SeidelSchedule *known =
        direction == SEIDEL_DIRECTION_FORWARD && forward != NULL ? forward : schedules[direction];

      triangles->systems[direction] = seidel_triangles_system_new (run, csr);
      reason = seidel_triangles_plan_sweep (run, triangles->systems[direction], csr, run->strategy,
                                            direction, known, &triangles->sweeps[direction]);
    }
  triangles->diagonal = triangles->systems[0];
  return reason;
}

SeidelReason
seidel_triangles_of_factors (SeidelMethodRun *run,
                             SeidelCsr *lower,
                             SeidelCsr *upper,
                             const SeidelSchedule *const schedules[2],
                             SeidelTriangles *triangles)
{
  SeidelReason reason = SEIDEL_REASON_NONE;

  triangles->csrs[SEIDEL_DIRECTION_FORWARD] = lower;
  triangles->csrs[SEIDEL_DIRECTION_BACKWARD] = upper;
  if (!seidel_session_failed (&run->session) && seidel_session_scales_triangles (&run->session))
    {
      triangles->scaling = SEIDEL_TRIANGLES_SCALED;
      reason = scale_rows (run, triangles->csrs);
    }
  return reason == SEIDEL_REASON_NONE ? plan_factors (run, schedules, triangles) : reason;
}

SeidelReason
seidel_triangles_of_engine (SeidelMethodRun *run,
                            SeidelOperator *factors,
                            SeidelTriangles *triangles)
{
  SeidelReason reason = SEIDEL_REASON_NONE;

  triangles->systems[0] = factors;
  triangles->diagonal = factors;
  triangles->owns_sweeps = true;
  for (int direction = 0; direction < 2 && reason == SEIDEL_REASON_NONE; direction++)
    reason = seidel_triangles_plan_sweep (run, factors, run->csr, run->strategy, direction,
                                          run->schedules[direction], &triangles->sweeps[direction]);
  return reason;
}

SeidelReason
seidel_triangles_transpose_factors (SeidelMethodRun *run,
                                    const SeidelTriangles *factors,
                                    SeidelTriangles *triangles)
{
  const SeidelSchedule *const unknown[2] = { NULL, NULL };
  GCancellable *cancellable = run->monitor->cancellable;
  g_autoptr (SeidelCsr) lower = NULL;
  g_autoptr (SeidelCsr) upper = NULL;
  g_autoptr (GError) error = NULL;

  lower = seidel_csr_transpose (factors->csrs[SEIDEL_DIRECTION_BACKWARD], cancellable, &error);
  if (lower != NULL)
    upper = seidel_csr_transpose (factors->csrs[SEIDEL_DIRECTION_FORWARD], cancellable, &error);
  if (upper == NULL)
    return seidel_triangles_fail (run, error);
  if (factors->scaling == SEIDEL_TRIANGLES_SCALED)
    {
      triangles->scaling = SEIDEL_TRIANGLES_SCALED_TRANSPOSE;
      for (int64_t row = 0; row < upper->rows; row++)
        upper->values[diagonal_of (upper, SEIDEL_DIRECTION_BACKWARD, row)] = 1.0;
    }
  triangles->csrs[SEIDEL_DIRECTION_FORWARD] = g_steal_pointer (&lower);
  triangles->csrs[SEIDEL_DIRECTION_BACKWARD] = g_steal_pointer (&upper);
  SeidelReason reason =
    plan_factors (run,
                  !factors->own_pattern && run->structure->pattern_symmetric ? run->schedules
                                                                             : unknown,
                  triangles);
  triangles->diagonal = factors->diagonal;
  return reason;
}

void
seidel_triangles_clear (SeidelMethodRun *run, SeidelTriangles *triangles)
{
  const SeidelEngine *engine = run->session.engine;

  for (int i = 0; i < 2; i++)
    {
      if (triangles->owns_sweeps && triangles->sweeps[i] != NULL)
        engine->sweeps.free (run->session.context, triangles->sweeps[i]);
      if (triangles->systems[i] != NULL)
        engine->operators.free (run->session.context, triangles->systems[i]);
      g_clear_pointer (&triangles->csrs[i], seidel_csr_free);
    }
}

void
seidel_triangles_time_levels (SeidelMethodRun *run, SeidelTriangles *triangles)
{
  triangles->timed = true;
  for (int i = 0; i < 2; i++)
    seidel_method_run_time_levels (run, triangles->sweeps[i], i, true);
}

void
seidel_triangles_solve (SeidelMethodRun *run,
                        const SeidelTriangles *triangles,
                        double omega,
                        const SeidelVector *r,
                        SeidelVector *room,
                        SeidelVector *z)
{
  SeidelSession *session = &run->session;
  SeidelSweepReportFunc reports[2] = { NULL, NULL };

  if (seidel_session_failed (session))
    return;
  for (int i = 0; i < 2 && triangles->timed; i++)
    reports[i] = seidel_method_run_report (run, i);
  if (triangles->scaling == SEIDEL_TRIANGLES_PLAIN)
    {
      seidel_session_solve_triangles (session, triangles->diagonal, triangles->sweeps, omega, r,
                                      room, z, reports, run->monitor->trace);
      return;
    }
  seidel_session_solve_scaled_triangle (session, triangles->sweeps[SEIDEL_DIRECTION_FORWARD], r,
                                        room, reports[SEIDEL_DIRECTION_FORWARD],
                                        run->monitor->trace);
  seidel_session_solve_scaled_triangle (session, triangles->sweeps[SEIDEL_DIRECTION_BACKWARD], room,
                                        z, reports[SEIDEL_DIRECTION_BACKWARD], run->monitor->trace);
  if (triangles->scaling == SEIDEL_TRIANGLES_SCALED_TRANSPOSE)
    seidel_session_multiply_diagonal (session, triangles->diagonal, -1, z, z);
}
