/* The memory requirement of a run, predicted, and the memory available.
 *
 * Estimates from the vectors in the table of methods and the engine's needed_bytes (), within about
 * ten percent for large runs. Part of a plan: see plan/seidel-plan.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* Peak memory in bytes. */
typedef struct
{
  double host;   /* besides the caller's matrix */
  double device; /* device memory; 0 for engines without */
  double rank; /* of each process of a distributed engine; 0 for others. host counts all of them */
  double guessed; /* part of host that was not counted exactly: no run is refused for it */
  double guessed_on_device; /* likewise, of device */
  bool bounded;             /* host is an upper bound */
} SeidelMemoryNeed;

/* Bytes available; INFINITY if unknown. */
typedef struct
{
  double host;
  double device; /* free */
  double device_total;
  double load; /* how busy the device is, 0 … 1; NaN: not known */
} SeidelMemoryRoom;

/* The resolved choices that the memory depends on. */
typedef struct
{
  const SeidelEngine *engine;
  const SeidelMethod *method;
  const SeidelPreconditionerKind *preconditioner;
  int strategy;   /* −1: no sweeps */
  int32_t levels; /* of a sweep, in the direction with more; 0: not known */
  double filled;  /* entries of factors with a pattern of their own; 0: not known, or that of A */
} SeidelMemoryChoices;

SEIDEL_API void seidel_memory_need_init (SeidelMemoryNeed *need,
                                         const SeidelMemoryChoices *choices,
                                         const SeidelStructure *structure,
                                         const SeidelOptions *options);

/* What the engine has to hold. */
SEIDEL_API SeidelEngineDemand seidel_memory_demand (const SeidelMemoryChoices *choices,
                                                    const SeidelStructure *structure,
                                                    const SeidelOptions *options);

/* Puts what the factors of a sparse direct method were counted to take in place of the guess. */
SEIDEL_API void
seidel_memory_need_set_factors (SeidelMemoryNeed *need, const SeidelMethod *method, double bytes);

/* Queries the system and a device of the engine (the first query may take as long as creating a
 * context). Thread-safe. */
SEIDEL_API void
seidel_memory_room_init (SeidelMemoryRoom *room, const SeidelEngine *engine, int device);

/* Whether a run fits; SEIDEL_ERROR_MEMORY with both figures otherwise. */
SEIDEL_API bool seidel_memory_need_fits (const SeidelMemoryNeed *need,
                                         const SeidelMemoryRoom *room,
                                         const char *method_name,
                                         GError **error);

/* "about 1.9 GB on the device; 139.2 GB are free": that of the device where there is one, else that
 * of the host. room may be NULL while it is unknown. */
SEIDEL_API char *seidel_memory_need_describe (const SeidelMemoryNeed *need,
                                              const SeidelMemoryRoom *room);

G_END_DECLS
