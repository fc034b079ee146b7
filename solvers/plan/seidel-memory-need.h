/* How much memory a run takes, known before it takes it, and whether that is available.
 *
 * The table of methods says how many vectors there are, the engine what they and the rest take. The
 * figures are estimates, within about ten percent for large runs. Part of a plan: see
 * plan/seidel-plan.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "method/seidel-preconditioner.h"
#include "run/seidel-options.h"

G_BEGIN_DECLS

/* Bytes at the highest. */
typedef struct
{
  double host;   /* beside the matrix as it was read */
  double device; /* of the engine's own memory; 0 where it has none */
} SeidelMemoryNeed;

/* Bytes available; INFINITY where that is unknown. */
typedef struct
{
  double host;
  double device; /* free */
  double device_total;
} SeidelMemoryRoom;

/* The resolved choices that memory depends on. */
typedef struct
{
  const SeidelEngine *engine;
  const SeidelMethod *method;
  const SeidelPreconditionerKind *preconditioner;
  int strategy; /* −1: no sweeps */
} SeidelMemoryChoices;

SEIDEL_API void seidel_memory_need_init (SeidelMemoryNeed *need,
                                         const SeidelMemoryChoices *choices,
                                         const SeidelStructure *structure,
                                         const SeidelOptions *options);

/* Asks the system, and the engine (whose first answer may take as long as creating a context). Any
 * thread. */
SEIDEL_API void seidel_memory_room_init (SeidelMemoryRoom *room, const SeidelEngine *engine);

/* Whether a run of the method fits; the error, SEIDEL_ERROR_MEMORY, gives both figures. */
SEIDEL_API bool seidel_memory_need_fits (const SeidelMemoryNeed *need,
                                         const SeidelMemoryRoom *room,
                                         const char *method_name,
                                         GError **error);

/* "about 1.9 GB on the device; 139.2 GB are free": that of the device where there is one, else that
 * of the host. room may be NULL while it is unknown. */
SEIDEL_API char *seidel_memory_need_describe (const SeidelMemoryNeed *need,
                                              const SeidelMemoryRoom *room);

G_END_DECLS
