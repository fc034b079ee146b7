/* How the CPU engine sweeps: planning, choosing a strategy, going through the rows, and chains of
 * sweeps. Private to the CPU engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/seidel-cpu-private.h"
#include "cost/seidel-sweep-profile.h"

/* seidel-cpu-plan.c */

bool seidel_cpu_plan_levels (SeidelContext *context,
                             SeidelSweep *sweep,
                             const SeidelLevelsView *levels,
                             int threads);
/* The same without barriers, for so many threads. */
bool seidel_cpu_plan_point_to_point (SeidelContext *context,
                                     SeidelSweep *sweep,
                                     const SeidelLevelsView *levels,
                                     int threads);
bool seidel_cpu_plan_passes (SeidelContext *context, SeidelSweep *sweep);
/* Makes room to note one pass more. */
bool seidel_cpu_reserve_pass (SeidelContext *context, SeidelSweep *sweep);
void seidel_cpu_plan_clear (SeidelSweep *sweep);

/* seidel-cpu-waits.c */

/* Works out what the tasks of a planned sweep wait for; where there is no room for it, or the run
 * is stopped, the sweep keeps its barriers. */
void seidel_cpu_plan_waits (SeidelContext *context, SeidelSweep *sweep);

/* A barrier for threads that meet some thousand times in a sweep: they spin, and yield only when it
 * takes long, because the cores may be in use by other processes. */
typedef struct
{
  int threads;
  atomic_int waiting;
  atomic_uint round;
} SeidelCpuBarrier;

void seidel_cpu_barrier_wait (SeidelCpuBarrier *barrier);

/* Waits until it is at least count. False when the run is stopped. */
bool seidel_cpu_progress_wait (SeidelContext *context, SeidelCpuProgress *progress, int count);

/* The runs of a part in the index-th segment in the order of the sweep; false when there are none.
 */
static inline bool
seidel_cpu_task_runs (const SeidelSweep *sweep,
                      int32_t index,
                      int part,
                      int64_t *begin,
                      int64_t *end)
{
  int32_t s = sweep->descending ? sweep->n_segments - 1 - index : index;
  const SeidelCpuSegment *segment = &sweep->segments[s];
  const int64_t *parts = sweep->parts + (int64_t) s * (sweep->threads + 1);

  if (!segment->parallel && part > 0)
    return false;
  *begin = segment->parallel ? parts[part] : sweep->level_runs[segment->first_level];
  *end = segment->parallel ? parts[part + 1] : sweep->level_runs[segment->end_level];
  return *begin < *end;
}

/* seidel-cpu-trial.c */

/* Begins to try the ways of a planned sweep, or recalls what an earlier run has found. */
void seidel_cpu_trial_begin (SeidelContext *context, SeidelSweep *sweep);
/* Before each sweep. */
void seidel_cpu_trial_prepare (SeidelSweep *sweep, SeidelCpuSweepMode mode);
/* After each sweep, with its nanoseconds: another way may be next. */
void seidel_cpu_trial_note (SeidelSweep *sweep, SeidelCpuSweepMode mode, int64_t nanoseconds);
/* Leaves what was found to later runs. */
void seidel_cpu_trial_end (SeidelSweep *sweep);
/* See SeidelEngine.explain_sweep (). */
bool seidel_cpu_trial_found (const SeidelSweep *sweep, char *why, size_t size);

/* seidel-cpu-strategies.c */

enum
{
  SEIDEL_CPU_SERIAL,
  SEIDEL_CPU_LEVELS,
  SEIDEL_CPU_POINT_TO_POINT,
  SEIDEL_CPU_PASSES,
  SEIDEL_CPU_N_STRATEGIES,
};

extern const SeidelStrategy seidel_cpu_strategies[SEIDEL_CPU_N_STRATEGIES];

/* The threads that should sweep by levels: those of a usual machine, so that the same matrix is
 * swept alike, with the same bits, on all machines, whether they were measured or not. */
SeidelSweepTeam
seidel_cpu_best_team (const SeidelCsrView *matrix, const SeidelLevelsView *levels, int threads);
int seidel_cpu_choose_strategy (const SeidelCsrView *matrix,
                                const SeidelLevelsView *levels,
                                int threads,
                                char *why,
                                size_t size,
                                SeidelSweepForecast *forecast);

/* seidel-cpu-sweeps.c */

SeidelSweep *seidel_cpu_sweep_new (SeidelContext *context,
                                   SeidelOperator *A,
                                   int strategy,
                                   SeidelDirection direction,
                                   const SeidelLevelsView *levels);
void seidel_cpu_sweep_free (SeidelContext *context, SeidelSweep *sweep);
SeidelMeasures seidel_cpu_sweep_measures (const SeidelSweep *sweep);
void seidel_cpu_sweep (SeidelContext *context,
                       SeidelSweep *sweep,
                       const SeidelVector *b,
                       SeidelVector *x,
                       double omega,
                       SeidelSweepReportFunc report,
                       void *report_data);
void seidel_cpu_solve_triangle (SeidelContext *context,
                                SeidelSweep *sweep,
                                const SeidelVector *b,
                                SeidelVector *x,
                                double omega,
                                SeidelSweepReportFunc report,
                                void *report_data);
void seidel_cpu_solve_scaled_triangle (SeidelContext *context,
                                       SeidelSweep *sweep,
                                       const SeidelVector *b,
                                       SeidelVector *x,
                                       SeidelSweepReportFunc report,
                                       void *report_data);
/* Does a job in the order of its vectors, the context's. */
void seidel_cpu_run_sweep (SeidelContext *context,
                           SeidelSweep *sweep,
                           const SeidelCpuSweepJob *job,
                           SeidelSweepReportFunc report,
                           void *report_data);

/* The number of runs of a sweep. */
int64_t seidel_cpu_sweep_runs (const SeidelSweep *sweep);

/* seidel-cpu-relaxation.c */

SeidelRelaxation *seidel_cpu_relaxation_new (SeidelContext *context,
                                             SeidelOperator *A,
                                             SeidelSweep *forward,
                                             SeidelSweep *backward,
                                             double omega);
void seidel_cpu_relaxation_free (SeidelContext *context, SeidelRelaxation *relaxation);
void seidel_cpu_relaxation_restart (SeidelContext *context, SeidelRelaxation *relaxation);
void seidel_cpu_relaxation_step (SeidelContext *context,
                                 SeidelRelaxation *relaxation,
                                 const SeidelVector *b,
                                 SeidelVector *x,
                                 SeidelScalar out,
                                 SeidelSweepReportFunc report,
                                 void *report_data);
