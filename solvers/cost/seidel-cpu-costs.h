/* What the CPU engine takes for the parts of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-api.h"
#include "cost/seidel-machine-constants.h"
#include "engine/seidel-engine-types.h"

G_BEGIN_DECLS

/* What a core of a processor takes: seconds, where nothing else is said, its numbers in the
 * caches. */
typedef struct
{
  double operation;   /* to begin and to end one */
  double team_thread; /* the same by threads together, for each of them */
  double product_entry;
  double product_row;
  double diagonal_entry; /* of a product by a matrix stored by diagonals */
  double pass_row;       /* of an operation over vectors */
  double sweep_entry;
  double factor_sweep_row; /* of incomplete factors, more than of the matrix */
  double factor_row;       /* incomplete, with the order in which factors are stored */
  double plan_entry;       /* of a sweep, finding levels included */
  double plan_row;         /* more in levels that are not thin */
  double plan_sorted;      /* and where rows are sorted, which then lie anywhere */
  double hierarchy_row;
  double hierarchy_entry;
  double cycle;        /* of multigrid, in products */
  double flop;         /* of a dense factorisation */
  double direct_begin; /* of a sparse direct solver: orders, allocates, wakes threads */
  double direct_row;   /* for each row and level of the dissection */
  double direct_entry;
  double direct_flop;
  double cache;        /* bytes that are still in it */
  double bandwidth[2]; /* bytes a second of memory: of one core, and of all */
  double conversion;   /* bytes a second of a matrix that is put into another storage than rows */
} SeidelCore;

/* One of these years. Static. */
SEIDEL_API const SeidelCore *seidel_core_usual (void);

/* What the parts of a run take by one core, with all numbers in its caches. Thread-safe. */
void seidel_core_expect (const SeidelCore *core,
                         int64_t rows,
                         int64_t nonzeros,
                         SeidelEngineCosts *costs);

/* What the parts of a run are expected to take on a processor, as SeidelEngine.expect () says of a
 * device: by a usual core, and by the bandwidths of the machine where that is not NULL.
 * Thread-safe. */
SEIDEL_API void seidel_cpu_expect (const SeidelEngineDemand *demand,
                                   int threads,
                                   int32_t levels,
                                   const SeidelMachine *machine,
                                   SeidelEngineCosts *costs);

G_END_DECLS
