/* The machine that something was measured on, as far as it matters for its figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Texts owned, "" where not known. */
typedef struct
{
  char *processor; /* "AMD EPYC 9575F" */
  int processors;  /* that the process may use */
  double memory;   /* bytes of the machine */
  char *devices;   /* names of device engines that are available, and their memory */
  char *system;    /* "Linux 6.1.0" */
  char *version;   /* of Seidel */
  double load; /* tasks ready to run when it was begun, on average over a minute; NaN: unknown */
} SeidelExperimentMachine;

/* This one. Opens the engines. */
SEIDEL_API SeidelExperimentMachine seidel_experiment_machine_new (void);
SEIDEL_API void seidel_experiment_machine_clear (SeidelExperimentMachine *machine);

/* "AMD EPYC 9575F, 2 processors, 24 GB; NVIDIA H200"; free with g_free (). */
SEIDEL_API char *seidel_experiment_machine_describe (const SeidelExperimentMachine *machine);

G_END_DECLS
