/* The description of the distributed engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-distributed.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "config.h"
#include "base/seidel-translatable.h"

static const SeidelStrategy strategies[] = {
  [SEIDEL_DISTRIBUTED_BLOCKS] = {
    .id = "blocks",
    .name = N_ ("Blocks"),
    .sentence =
      N_ ("Each rank sweeps its own rows in their order, with the values that the rows of "
          "other ranks had before: the ranks work at the same time."),
    .measures = SEIDEL_MEASURES_NOTHING,
    .inexact = true,
    .arithmetics = 0,
  },
  [SEIDEL_DISTRIBUTED_COLORS] = {
    .id = "colors",
    .name = N_ ("Colours"),
    .sentence =
      N_ ("All ranks update their rows of one colour, exchange values, and go on with the "
          "next colour: the order of the sweep is the same on any number of ranks."),
    .order = SEIDEL_ORDER_LEVEL,
    .waits = SEIDEL_WAITS_BARRIER,
    .measures = SEIDEL_MEASURES_NOTHING,
    .any_levels = true,
    .arithmetics = 0,
  },
};

char *
seidel_distributed_worker (void)
{
  const char *directory = g_getenv ("SEIDEL_WORKER_DIR");

  return g_build_filename (directory != NULL ? directory : SEIDEL_LIBEXEC_DIR,
                           SEIDEL_DISTRIBUTED_PROGRAM, NULL);
}

static bool
is_available (char *why, size_t size)
{
  g_autofree char *program = seidel_distributed_worker ();

  if (access (program, X_OK) == 0)
    return true;
  snprintf (why, size,
            seidel_text ("The PETSc engine is not installed (%s is missing): install the Debian "
                         "package petsc-dev and build Seidel again."),
            program);
  return false;
}

static int
choose_strategy (const SeidelCsrView *matrix,
                 const SeidelLevelsView *levels,
                 int threads,
                 char *why,
                 size_t size,
                 SeidelSweepForecast *forecast)
{
  snprintf (why, size, "%s", seidel_text ("it is the engine's only one in the order of the rows"));
  if (forecast != NULL)
    *forecast = (SeidelSweepForecast){ NAN, 0 };
  return SEIDEL_DISTRIBUTED_BLOCKS;
}

/* Of all ranks together: the matrix in two parts, its own block and the rest, for each row its
 * place and its length in both; the vectors, the residual that confirms the method's, and room to
 * bring vectors in. The values that come from other ranks are few. In dense storage those of the
 * products come on top. */
static double
needed_bytes (const SeidelEngineDemand *demand)
{
  const double rows = (double) demand->rows;
  const double entry = sizeof (double) + sizeof (int32_t);
  const double parts = 2.0 * 3.0 * sizeof (int32_t);
  const double vectors = sizeof (double) * (demand->vectors + 2.0);
  /* A sweep and the diagonal are those of a block whose offsets are counted by 64 bits. */
  const double block = demand->matrix_sweeps > 0 || demand->diagonal
                         ? sizeof (int64_t) + 2.0 * sizeof (double) + sizeof (int32_t)
                         : 0.0;
  const double dense = demand->storage == SEIDEL_STORAGE_DENSE
                         ? rows * (double) demand->columns * sizeof (double)
                         : 0.0;

  return (double) demand->nonzeros * entry + rows * (parts + block + vectors) + dense;
}

const SeidelEngine seidel_distributed_engine = {
  .abi = SEIDEL_ENGINE_ABI,
  .id = SEIDEL_DISTRIBUTED_ID,
  .name = "PETSc",
  .sentence =
    N_ ("Processes on this machine or on several, each with a block of the rows, through MPI "
        "and PETSc."),
  .strategies = strategies,
  .n_strategies = G_N_ELEMENTS (strategies),
  .storages = 1 << SEIDEL_STORAGE_CSR | 1 << SEIDEL_STORAGE_DENSE,
  .available = is_available,
  .choose_strategy = choose_strategy,
  .needed_bytes = needed_bytes,
};
