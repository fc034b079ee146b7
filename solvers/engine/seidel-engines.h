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

G_BEGIN_DECLS

/* A row of the list of engines. */
typedef struct
{
  const char *id;             /* "cpu", "cuda", "petsc" */
  const char *name;           /* "CPU", "CUDA", "PETSc" */
  const SeidelEngine *engine; /* NULL if the module cannot be opened, or a program is missing */
  bool device; /* has a device of its own: memory, a clock, a start that takes time */
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

#define SEIDEL_MOST_DEVICES 4

/* The engines with a device, as they are at a moment; a plain value. */
typedef struct
{
  bool known; /* they were looked for */
  int n;
  struct
  {
    const SeidelEngineEntryInfo *info;
    bool awake; /* a run begins at once */
  } items[SEIDEL_MOST_DEVICES];
} SeidelDevices;

/* Looks for them, which opens their modules; or takes those that were looked for before, and leaves
 * known false where one was not. Thread-safe. */
SEIDEL_API SeidelDevices seidel_devices_find (void);
SEIDEL_API SeidelDevices seidel_devices_found (void);

/* Whether a run on it is carried out by processes of their own (solvers/cluster): the operations of
 * the table are NULL in this one. */
SEIDEL_API bool seidel_engine_is_distributed (const SeidelEngine *engine);

/* The CPU engine itself (engine/seidel-cpu.c). */
SEIDEL_API const SeidelEngine *seidel_cpu_engine (void);

/* The index of a strategy in the engine's list, or −1. */
SEIDEL_API int seidel_engine_find_strategy (const SeidelEngine *engine, const char *id);

/* The English name of a strategy, by the ids of engine and strategy; NULL where this machine has no
 * such engine, or the engine no such strategy. Opens the engine, as seidel_engines_find () does. */
SEIDEL_API const char *seidel_engines_strategy_name (const char *engine, const char *strategy);

G_END_DECLS
