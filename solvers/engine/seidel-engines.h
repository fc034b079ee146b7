/* The list of engines: the CPU, the CUDA module if it can be opened, and the distributed engine if
 * the program of its processes is installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-api.h"
#include "engine/seidel-engine.h"
#include "engine/seidel-machine-constants.h"

G_BEGIN_DECLS

/* A row of the list of engines. */
typedef struct
{
  const char *id;             /* "cpu", "cuda", "petsc" */
  const char *name;           /* "CPU", "CUDA", "PETSc" */
  const SeidelEngine *engine; /* NULL if the module cannot be opened, or a program is missing */
  bool available;
  char *why_not; /* a sentence if not available, otherwise NULL */
} SeidelEngineEntryInfo;

/* All engines, available or not; static. The first call opens the CUDA module, which takes up to
 * 0.1 s. Thread-safe. */
SEIDEL_API const SeidelEngineEntryInfo *seidel_engines (size_t *n_engines);

/* By id; NULL if there is no such engine. Opens the CUDA module only for the CUDA engine: runs on
 * the CPU do not depend on the libraries of a device. Thread-safe. */
SEIDEL_API const SeidelEngineEntryInfo *seidel_engines_find (const char *id);

/* Whether an engine was looked for in this process: opening the CUDA module takes up to 0.1 s. */
SEIDEL_API bool seidel_engines_is_open (const char *id);

/* Whether a run on it is carried out by processes of their own (solvers/cluster): the operations of
 * the table are NULL in this one. */
SEIDEL_API bool seidel_engine_is_distributed (const SeidelEngine *engine);

/* The CPU engine itself (engine/seidel-cpu.c). */
SEIDEL_API const SeidelEngine *seidel_cpu_engine (void);

/* The constants from which the CPU engine chooses how to sweep, and expects what its parts take;
 * those of a usual machine until then. Thread-safe. */
SEIDEL_API void seidel_cpu_set_machine (const SeidelMachine *machine);

/* The index of a strategy in the engine's list, or −1. */
SEIDEL_API int seidel_engine_find_strategy (const SeidelEngine *engine, const char *id);

/* The English name of a strategy, by the ids of engine and strategy; NULL where this machine has no
 * such engine, or the engine no such strategy. Opens the engine, as seidel_engines_find () does. */
SEIDEL_API const char *seidel_engines_strategy_name (const char *engine, const char *strategy);

G_END_DECLS
