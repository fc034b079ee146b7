/* The engines there are: the CPU always, the CUDA module when it can be opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <glib.h>

#include "base/seidel-api.h"
#include "engine/seidel-engine.h"

G_BEGIN_DECLS

/* One line of the list of engines, the same everywhere. */
typedef struct
{
  const char *id;             /* "cpu", "cuda" */
  const char *name;           /* "CPU", "CUDA" */
  const SeidelEngine *engine; /* NULL when the module could not be opened */
  bool available;
  char *why_not; /* a sentence when not available, NULL otherwise */
} SeidelEngineEntryInfo;

/* All engines Seidel knows, available or not; made once, kept for good. Opening the CUDA module
 * takes up to 0.1 s at the first call. Thread-safe. */
SEIDEL_API const SeidelEngineEntryInfo *seidel_engines (size_t *n_engines);

/* By id; NULL when there is no such engine (which is a mistake in the request). */
SEIDEL_API const SeidelEngineEntryInfo *seidel_engines_find (const char *id);

/* The CPU engine itself (engine/seidel-cpu.c). */
SEIDEL_API const SeidelEngine *seidel_cpu_engine (void);

/* Index of a strategy in the engine's list, −1 when it has none of that name. */
SEIDEL_API int seidel_engine_find_strategy (const SeidelEngine *engine, const char *id);

G_END_DECLS
