/* The update of rows of x by Gauss-Seidel or SOR: what every sweep shares.
 *
 * A sweep may do more than update (SeidelCpuSweepMode). It rests on the splitting A = L + D + U, L
 * being a row's own entries: (D/ω + L) y = b + t with t = ((1/ω − 1) D − U) x. Hence the residual
 * of y is t with y in place of x, less t; and a sweep back from y needs L y, which is known, and U
 * alone. Source: the identity that PETSc's MatSOR and NVIDIA's HPCG use for one symmetric sweep,
 * continued from sweep to sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "engine/kernels/seidel-kernel.h"

/* What the threads of a sweep share. */
typedef struct
{
  SeidelContext *context;
  const SeidelSweep *sweep;
  const SeidelCpuRun *runs; /* the first of all */
  int arithmetic;
  SeidelCpuSweepMode mode;
  bool forward;
  const Real *b;
  Real *x;
  const Real *old; /* x, or the incoming one where levels cannot work in place */
  Real *known;     /* see SeidelCpuSweepMode */
  Real *before;
  double *squares;
  int pass;                   /* passes: the current one */
  _Atomic (int64_t) *updated; /* passes: counts the rows */
  bool relaxes;               /* ω is not 1 */
  Real omega;
  Real kept; /* 1 − ω */
  Real tilt; /* 1/ω − 1 */
} Update;

INLINE Update
update_of (SeidelContext *context, const SeidelSweep *sweep, const SeidelCpuSweepJob *job)
{
  return (Update){
    .context = context,
    .sweep = sweep,
    .runs = sweep->runs,
    .arithmetic = context->settings.arithmetic,
    .mode = job->mode,
    .forward = sweep->direction == SEIDEL_DIRECTION_FORWARD,
    .b = job->b,
    .x = job->x,
    .old = job->x,
    .known = job->known,
    .before = job->before,
    .squares = job->squares,
    .relaxes = job->omega != 1.0,
    .omega = (Real) job->omega,
    .kept = (Real) (1.0 - job->omega),
    .tilt = (Real) (1.0 / job->omega - 1.0),
  };
}

INLINE bool
reads_others (SeidelCpuSweepMode mode)
{
  return mode == SEIDEL_CPU_PLAIN || mode == SEIDEL_CPU_TRACKED || mode == SEIDEL_CPU_FIRST;
}

INLINE bool
reads_known (SeidelCpuSweepMode mode)
{
  return mode == SEIDEL_CPU_HALF || mode == SEIDEL_CPU_HALF_TRACKED;
}

INLINE bool
keeps_own (SeidelCpuSweepMode mode)
{
  return mode == SEIDEL_CPU_FIRST || reads_known (mode);
}

INLINE bool
tracks (SeidelCpuSweepMode mode)
{
  return mode == SEIDEL_CPU_TRACKED || mode == SEIDEL_CPU_HALF_TRACKED;
}
