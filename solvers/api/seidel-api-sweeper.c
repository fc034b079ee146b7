/* Sweeps as an object of the interface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include "api/seidel-api-lent.h"
#include "api/seidel-sweeper.h"
#include "base/seidel-fail.h"

/* What is prepared, under another name. */
static SeidelPrepared *
unwrap (const SeidelSweeper *sweeper)
{
  return (SeidelPrepared *) sweeper;
}

SeidelSweeper *
seidel_sweeper_new (SeidelMatrix *matrix,
                    const SeidelOptions *options,
                    GCancellable *cancellable,
                    GError **error)
{
  return (SeidelSweeper *) seidel_prepared_new_from_api (matrix, NULL, NULL, options, cancellable,
                                                         error);
}

SeidelSweeper *
seidel_sweeper_new_from_arrays (const SeidelArrays *arrays,
                                const SeidelOptions *options,
                                GCancellable *cancellable,
                                GError **error)
{
  return (SeidelSweeper *) seidel_prepared_new_from_api (NULL, arrays, NULL, options, cancellable,
                                                         error);
}

void
seidel_sweeper_free (SeidelSweeper *sweeper)
{
  seidel_prepared_free (unwrap (sweeper));
}

const char *
seidel_sweeper_strategy (const SeidelSweeper *sweeper)
{
  return seidel_prepared_strategy (unwrap (sweeper));
}

SeidelMemory
seidel_sweeper_memory (const SeidelSweeper *sweeper)
{
  return seidel_prepared_is_lent (unwrap (sweeper)) ? SEIDEL_MEMORY_CUDA : SEIDEL_MEMORY_HOST;
}

SeidelNumbers
seidel_sweeper_numbers (const SeidelSweeper *sweeper)
{
  return seidel_prepared_precision (unwrap (sweeper)) == SEIDEL_PRECISION_SINGLE
           ? SEIDEL_NUMBERS_FLOAT
           : SEIDEL_NUMBERS_DOUBLE;
}

void
seidel_sweeper_set_stream (SeidelSweeper *sweeper, void *stream)
{
  seidel_prepared_set_stream (unwrap (sweeper), stream);
}

static bool
find_sweeps (SeidelSweepOrder order, SeidelSweeps *sweeps, GError **error)
{
  static const SeidelSweeps known[] = { SEIDEL_SWEEPS_FORWARD, SEIDEL_SWEEPS_BACKWARD,
                                        SEIDEL_SWEEPS_FORWARD | SEIDEL_SWEEPS_BACKWARD };

  if ((unsigned int) order < G_N_ELEMENTS (known))
    {
      *sweeps = known[order];
      return true;
    }
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "a sweep is forward, backward or symmetric");
}

bool
seidel_sweeper_sweep (SeidelSweeper *sweeper,
                      SeidelSweepOrder order,
                      double omega,
                      const void *b,
                      void *x,
                      GError **error)
{
  SeidelSweeps sweeps;

  return find_sweeps (order, &sweeps, error)
         && seidel_prepared_sweep (unwrap (sweeper), sweeps, omega, b, x, error);
}

bool
seidel_sweeper_relax (SeidelSweeper *sweeper,
                      SeidelSweepOrder order,
                      double omega,
                      int n,
                      const void *b,
                      void *x,
                      double *residuals,
                      GError **error)
{
  SeidelSweeps sweeps;

  return find_sweeps (order, &sweeps, error)
         && seidel_prepared_relax (unwrap (sweeper), sweeps, omega, n, b, x, residuals, error);
}

bool
seidel_sweeper_solve (SeidelSweeper *sweeper,
                      SeidelSweepOrder order,
                      const void *b,
                      void *x,
                      GError **error)
{
  SeidelSweeps sweeps;

  return find_sweeps (order, &sweeps, error)
         && seidel_prepared_solve_triangle (unwrap (sweeper), sweeps, b, x, error);
}
