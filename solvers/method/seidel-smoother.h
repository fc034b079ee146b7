/* The smoothers of multigrid: what reduces the oscillating errors of a level, which the coarser
 * levels cannot. Private to libseidel.
 *
 * To add one, add its name to the table of SEIDEL_PARAMETER_SMOOTHER in run/seidel-options.c and
 * its row to the table in seidel-smoother.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* A level of the hierarchy on the engine; plain data, see method/seidel-multigrid.h. */
typedef struct SeidelMultigridLevel SeidelMultigridLevel;

/* Before the coarser levels or after them. The smoother after them is the transpose of the one
 * before for a symmetric matrix, so that the cycle is symmetric. */
typedef enum
{
  SEIDEL_SMOOTHING_BEFORE,
  SEIDEL_SMOOTHING_AFTER,
} SeidelSmoothing;

/* A x = b on a level, and what x begins with. */
typedef struct
{
  const SeidelVector *b;
  SeidelVector *x;
  bool from_zero; /* x is 0, whatever it contains */
} SeidelLevelEquation;

typedef struct
{
  SeidelSweeps sweeps; /* of every level; NONE: it uses products only */
  bool by_colors;      /* in the order of a colouring */
  bool one_way;        /* forward before the coarser levels, backward after them */
  bool uses_radius;    /* level->radius is prepared */
  bool uses_direction; /* level->d is */
  void (*smooth) (SeidelMethodRun *run,
                  const SeidelMultigridLevel *level,
                  SeidelSmoothing phase,
                  int steps,
                  SeidelLevelEquation equation);
} SeidelSmoother;

/* The one that the options choose, which are valid, and of which “auto” has been resolved; static.
 */
const SeidelSmoother *seidel_smoother_get (const SeidelOptions *options);

/* What “auto” is on an engine: where that makes the levels of multigrid itself, in parallel, what
 * has no sweeps. NULL: the CPU. */
static inline SeidelSmootherIndex
seidel_smoother_propose (const SeidelEngine *engine)
{
  return engine != NULL && engine->coarsening != NULL ? SEIDEL_SMOOTHER_JACOBI
                                                      : SEIDEL_SMOOTHER_GAUSS_SEIDEL;
}

/* How much of the spectrum of D⁻¹ A a polynomial smoother is made for: from the largest eigenvalue
 * down to this fraction of it. */
#define SEIDEL_SMOOTHER_CHEBYSHEV_RATIO 4.0

/* Slots that the smoothers and cycles of multigrid use; methods number theirs from the first. */
enum
{
  SEIDEL_MULTIGRID_ONE = SEIDEL_METHOD_RUN_SCALARS - 9,
  SEIDEL_MULTIGRID_SIZE,    /* ‖b‖ of levels in single precision */
  SEIDEL_MULTIGRID_SQUARE,  /* ‖r‖², which nobody reads */
  SEIDEL_MULTIGRID_FACTORS, /* two, of a step of a smoother or a Krylov step */
  SEIDEL_MULTIGRID_DOTS = SEIDEL_MULTIGRID_FACTORS + 2, /* three */
};

G_END_DECLS
