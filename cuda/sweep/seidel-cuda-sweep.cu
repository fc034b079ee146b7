/* Gauss-Seidel sweeps of the CUDA engine: planning them, running them, and solving with triangles.
 *
 * Every strategy keeps the row order's result. Assumptions of all of them: CSR with sorted rows, no
 * duplicates, no zero on the diagonal; the latter is checked before a sweep is planned.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-strategies.h"
#include "levels/seidel-cuda-colors.h"

/* What an operator keeps for sweeps that do not work in place. */
typedef struct
{
  void *elements;
} Spare;

static void
clear_spare (SeidelContext *, SeidelOperator *, void *data)
{
  cudaFree (((Spare *) data)->elements);
}

static const SeidelCudaAttachmentKind spares = { sizeof (Spare), clear_spare };

bool
seidel_cuda_ensure_spare (SeidelContext *context, SeidelOperator *A)
{
  Spare *spare = (Spare *) seidel_cuda_attach (A, &spares);

  if (spare == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
  else if (spare->elements == NULL)
    spare->elements =
      seidel_cuda_malloc (context, (size_t) A->rows * seidel_cuda_real_size (context));
  return spare != NULL && spare->elements != NULL;
}

void *
seidel_cuda_spare (const SeidelOperator *A)
{
  return ((const Spare *) seidel_cuda_attached (A, &spares))->elements;
}

void
seidel_cuda_take_spare (SeidelContext *context, SeidelOperator *A, SeidelVector *x)
{
  seidel_cuda_exchange (context, x, &((Spare *) seidel_cuda_attached (A, &spares))->elements);
}

void
seidel_cuda_sweep_free (SeidelContext *context, SeidelSweep *sweep)
{
  if (sweep == NULL)
    return;
  /* What is still at work reads the plan. */
  cudaStreamSynchronize (context->stream);
  if (sweep->plan != NULL)
    sweep->strategy->clear (sweep);
  free (sweep);
}

SeidelSweep *
seidel_cuda_sweep_new (SeidelContext *context,
                       SeidelOperator *A,
                       int strategy,
                       SeidelDirection direction,
                       const SeidelLevelsView *levels)
{
  const SeidelCudaStrategy *row = seidel_cuda_strategy (strategy);
  SeidelSweep *sweep;

  if ((context->settings.arithmetic & ~(int) row->shown.arithmetics) != 0)
    seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1,
                      "this strategy of sweeps does not support the requested arithmetic");
  if (!seidel_cuda_ensure_diagonal (context, A)
      || (!row->fills_late && !seidel_cuda_operator_wait (context, A)))
    return NULL;
  sweep = (SeidelSweep *) calloc (1, sizeof *sweep);
  if (sweep == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the sweep did not fit into memory");
      return NULL;
    }
  sweep->A = A;
  sweep->direction = direction;
  sweep->strategy = row;
  if (A->rows == 0 || sweep->strategy->plan (context, sweep, levels))
    return sweep;
  seidel_cuda_sweep_free (context, sweep);
  return NULL;
}

bool
seidel_cuda_sweeps_by_colors (SeidelContext *context, SeidelOperator *A, SeidelSweep *sweeps[2])
{
  int32_t *const colors =
    (int32_t *) seidel_cuda_queued_new (context, (size_t) A->rows * sizeof (int32_t));
  int32_t count = 0;
  bool done = colors != NULL && seidel_cuda_color_rows (context, A, colors, &count);
  const SeidelLevelsView view = { .count = count, .in_place_safe = true };

  sweeps[0] = sweeps[1] = NULL;
  for (int direction = 0; direction < 2 && done; direction++)
    {
      if (seidel_cuda_lend_colors (context, A, (SeidelDirection) direction, colors, count))
        sweeps[direction] = seidel_cuda_sweep_new (context, A, SEIDEL_CUDA_STRATEGY_LEVELS,
                                                   (SeidelDirection) direction, &view);
      done = sweeps[direction] != NULL;
    }
  seidel_cuda_queued_free (context, colors);
  for (int direction = 0; direction < 2 && !done; direction++)
    {
      seidel_cuda_sweep_free (context, sweeps[direction]);
      sweeps[direction] = NULL;
    }
  return done;
}

SeidelMeasures
seidel_cuda_sweep_measures (const SeidelSweep *sweep)
{
  return sweep->A->rows > 0 ? sweep->strategy->shown.measures : SEIDEL_MEASURES_NOTHING;
}

void
seidel_cuda_sweep (SeidelContext *context,
                   SeidelSweep *sweep,
                   const SeidelVector *b,
                   SeidelVector *x,
                   double omega,
                   SeidelSweepReportFunc report,
                   void *report_data)
{
  const SeidelCudaJob job = { b, x, omega, false, report, report_data };

  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context) && sweep->A->rows > 0)
    sweep->strategy->run (context, sweep, &job);
}

void
seidel_cuda_solve_triangle (SeidelContext *context,
                            SeidelSweep *sweep,
                            const SeidelVector *b,
                            SeidelVector *x,
                            double omega,
                            SeidelSweepReportFunc report,
                            void *report_data)
{
  const SeidelCudaJob job = { b, x, omega, true, report, report_data };

  if (!sweep->strategy->solves_triangles)
    {
      seidel_cuda_fill (context, x, 0.0);
      seidel_cuda_sweep (context, sweep, b, x, omega, report, report_data);
    }
  else if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context) && sweep->A->rows > 0)
    sweep->strategy->run (context, sweep, &job);
}

void
seidel_cuda_solve_triangles (SeidelContext *context,
                             SeidelOperator *A,
                             SeidelSweep *const sweeps[2],
                             double omega,
                             const SeidelVector *r,
                             SeidelVector *workspace,
                             SeidelVector *z,
                             const SeidelSweepReportFunc reports[2],
                             void *report_data)
{
  SeidelSweep *const backward = sweeps[SEIDEL_DIRECTION_BACKWARD];
  SeidelCudaJob job = {
    workspace, z, omega, true, reports[SEIDEL_DIRECTION_BACKWARD], report_data
  };

  seidel_cuda_solve_triangle (context, sweeps[SEIDEL_DIRECTION_FORWARD], r, workspace, omega,
                              reports[SEIDEL_DIRECTION_FORWARD], report_data);
  if (!backward->strategy->takes_over_diagonal)
    {
      seidel_cuda_multiply_diagonal (context, A, 1, workspace, workspace);
      seidel_cuda_solve_triangle (context, backward, workspace, z, omega,
                                  reports[SEIDEL_DIRECTION_BACKWARD], report_data);
      return;
    }
  /* D times it over D again. */
  job.over_diagonal = true;
  if (seidel_cuda_ready (context) && !seidel_cuda_stopped (context) && backward->A->rows > 0)
    backward->strategy->run (context, backward, &job);
}
