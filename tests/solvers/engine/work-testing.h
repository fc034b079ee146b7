/* A system with its sweeps on the CPU engine, and blocks of memory that are refused. For one file
 * of a test program (see refuse-testing.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "refuse-testing.h"
#include "sweep-testing.h"

/* A system at work: sweeps may be NULL when something was refused. */
typedef struct
{
  Rig rig;
  const SeidelCsr *csr;
  SeidelSchedule *schedules[2];
  SeidelOperator *A;
  SeidelVector *b;
  SeidelVector *x;
  SeidelSweep *sweeps[2];
} Work;

static inline void
plan (Work *work, int strategy, SeidelDirection direction)
{
  SeidelLevelsView levels = sweep_levels_of (work->schedules[direction]);

  work->sweeps[direction] = sweep_plan (&work->rig, work->A, strategy, direction, &levels);
}

static inline void
work_open (Work *work, const SeidelCsr *csr, SeidelPrecision precision, int threads)
{
  g_autofree double *b = test_random_vector (csr->rows, 21);
  g_autofree double *x = test_random_vector (csr->rows, 22);

  memset (work, 0, sizeof *work);
  rig_open (&work->rig, precision, threads);
  work->csr = csr;
  for (int d = 0; d < 2; d++)
    work->schedules[d] = seidel_schedule_new (csr, d, NULL, NULL, NULL);
  work->A = rig_system (&work->rig, csr);
  work->b = rig_vector (&work->rig, csr->rows, b);
  work->x = rig_vector (&work->rig, csr->rows, x);
}

static inline void
work_close (Work *work)
{
  for (int d = 0; d < 2; d++)
    {
      work->rig.engine.sweeps.free (work->rig.session.context, work->sweeps[d]);
      seidel_schedule_unref (work->schedules[d]);
    }
  seidel_session_vector_free (&work->rig.session, work->b);
  seidel_session_vector_free (&work->rig.session, work->x);
  work->rig.engine.operators.free (work->rig.session.context, work->A);
  rig_close (&work->rig);
}
