/* Everything that is known of a run, in groups of names and values; and of two runs beside each
 * other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-item.h"

G_BEGIN_DECLS

/* How many runs are set beside each other at the most. */
#define SEIDEL_RUN_FACTS_RUNS 2

typedef struct
{
  const char *group; /* translated; static */
  char *name;        /* translated */
  bool is_long;      /* its values are several lines */
  /* Of each run; NULL: it has no such line. */
  char *values[SEIDEL_RUN_FACTS_RUNS];
} SeidelRunFact;

/* A new array of SeidelRunFact *, group by group; other is NULL for one run alone. Main thread. */
GPtrArray *seidel_run_facts_new (SeidelRunItem *run, SeidelRunItem *other);

G_END_DECLS
