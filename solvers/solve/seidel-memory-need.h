/* What memory a run takes, told before it takes it, and whether that is there.
 *
 * Here is the one account of it: the table of methods says how many vectors there are, the engine
 * what they and the rest take. The figures are estimates, good to some ten percent where the run is
 * large.
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

/* Bytes that there are; INFINITY where they cannot be told. */
typedef struct
{
  double host;
  double device; /* free */
  double device_total;
} SeidelMemoryRoom;

/* What has been resolved of the choices of a run. */
typedef struct
{
  const SeidelEngine *engine;
  const SeidelMethod *method;
  const SeidelPreconditionerKind *preconditioner;
  int strategy; /* −1: there are no sweeps */
} SeidelMemoryChoices;

void seidel_memory_need_init (SeidelMemoryNeed *need,
                              const SeidelMemoryChoices *choices,
                              const SeidelStructure *structure,
                              const SeidelOptions *options);

/* The same for options as a user has them: the strategy is chosen as a run would; of methods left
 * to the advisor, the first. Schedules may be NULL. resolved (may be NULL) receives the options
 * with these choices made. False when there is nothing to tell: an id is unknown, the engine is not
 * there, nothing is advised. */
bool seidel_memory_need_estimate (SeidelMemoryNeed *need,
                                  const SeidelCsr *csr,
                                  const SeidelStructure *structure,
                                  SeidelSchedule *const schedules[2],
                                  const SeidelOptions *options,
                                  SeidelOptions *resolved);

/* Asks the system, and the engine (which may take as long as a context). Any thread. */
void seidel_memory_room_init (SeidelMemoryRoom *room, const SeidelEngine *engine);

/* Whether a run of the method fits; the error, SEIDEL_ERROR_MEMORY, names both figures. */
bool seidel_memory_need_fits (const SeidelMemoryNeed *need,
                              const SeidelMemoryRoom *room,
                              const char *method_name,
                              GError **error);

/* "about 1.9 GB on the device; 139.2 GB are free": that of the device where there is one, else that
 * of the host. room may be NULL while it is not known. */
char *seidel_memory_need_describe (const SeidelMemoryNeed *need, const SeidelMemoryRoom *room);

G_END_DECLS
