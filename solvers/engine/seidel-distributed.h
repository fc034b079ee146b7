/* The distributed engine as a plan sees it. Its operations work on the rows of one rank and are in
 * the program seidel-worker, which runs as many times as there are ranks (see petsc/); this process
 * only describes the engine, so that no program is linked with MPI.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "engine/seidel-engine.h"

G_BEGIN_DECLS

#define SEIDEL_DISTRIBUTED_ID "petsc"

/* The program of its processes, and the name that the kernel knows them by (15 bytes at most). */
#define SEIDEL_DISTRIBUTED_PROGRAM "seidel-worker"

/* Its strategies. */
enum
{
  SEIDEL_DISTRIBUTED_BLOCKS,
  SEIDEL_DISTRIBUTED_COLORS,
};

/* What its row of the list of engines shows; its operations are NULL. Static. */
extern const SeidelEngine seidel_distributed_engine;

/* Where the program of its processes is: in SEIDEL_WORKER_DIR of the environment, for programs run
 * from the build tree, or where it was installed. Free with g_free (). */
char *seidel_distributed_worker (void);

G_END_DECLS
