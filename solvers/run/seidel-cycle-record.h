/* What a run with multigrid keeps for those who ask for it: its hierarchy, and the first cycle on
 * the finest level. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "run/seidel-trace.h"

G_BEGIN_DECLS

typedef struct SeidelHierarchy SeidelHierarchy; /* multigrid/seidel-hierarchy.h */

/* Where a cycle has come to on the finest level. */
typedef enum
{
  SEIDEL_CYCLE_SMOOTHED,  /* by the first smoothing */
  SEIDEL_CYCLE_CORRECTED, /* by the coarser levels */
  SEIDEL_CYCLE_DONE,      /* by the second smoothing */
  SEIDEL_N_CYCLE_STAGES,
} SeidelCycleStage;

/* Plain data of the caller, who sets the corrections to vectors of as many elements as the matrix
 * has rows and the rest to zero, and reads it after the run. */
typedef struct
{
  SeidelHierarchy *hierarchy; /* handed over when the run ends; NULL: there was none */
  double *corrections[SEIDEL_N_CYCLE_STAGES]; /* of the first cycle, which begins with 0 */
  int stages;                                 /* that it has come through */
} SeidelCycleRecord;

/* Before the run; the record must outlive it. */
void seidel_trace_keep_cycle (SeidelTrace *trace, SeidelCycleRecord *record);
/* NULL: nobody asked for one. */
SeidelCycleRecord *seidel_trace_cycle_record (SeidelTrace *trace);

G_END_DECLS
