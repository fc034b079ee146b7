/* What a run is called: the method with what was chosen for it, the engine, the strategy. Runs that
 * are shown together are distinguished by the parts in which they differ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_RUN_PART_METHOD,
  SEIDEL_RUN_PART_ENGINE,
  SEIDEL_RUN_PART_STRATEGY,
  SEIDEL_RUN_PART_STORAGE,
  SEIDEL_RUN_PART_PRECISION,
  SEIDEL_RUN_PART_ARITHMETIC,
  SEIDEL_RUN_PART_TOLERANCE,
  SEIDEL_RUN_PART_ORDER,
  SEIDEL_RUN_PART_RHS,
  SEIDEL_RUN_PART_MATRIX,
} SeidelRunPart;

#define SEIDEL_RUN_N_PARTS (SEIDEL_RUN_PART_MATRIX + 1)

typedef struct
{
  char *texts[SEIDEL_RUN_N_PARTS]; /* owned; NULL: does not apply to the run */
  unsigned int usual; /* bits of the parts that are named only where runs differ in them: rows,
                       * double precision, the natural order, the matrix … */
} SeidelRunTitle;

/* "Conjugate gradients + SSOR"; free with g_free (). */
char *seidel_run_title_pair (const char *method, const char *preconditioner);

/* outcome is NULL during the run: what "auto" resolved to is then read from the latest event
 * of the trace. ordering is as in SeidelMatrix. Clear the title with seidel_run_title_clear (). */
void seidel_run_title_init (SeidelRunTitle *title,
                            const SeidelOptions *options,
                            const SeidelOutcome *outcome,
                            SeidelTrace *trace,
                            const char *matrix_name,
                            const char *ordering);
/* The right-hand side, by which a run is called where others have another one. */
void seidel_run_title_set_rhs (SeidelRunTitle *title, const SeidelVectorSpec *rhs);
void seidel_run_title_clear (SeidelRunTitle *title);

/* Bits of the parts that are not the same. */
unsigned int seidel_run_title_compare (const SeidelRunTitle *a, const SeidelRunTitle *b);

/* The parts whose bits are set, "SOR, relaxation ω 1.9 · CPU, 2 threads · sweep: level sets"; NULL
 * when there is nothing to say. Free with g_free (). */
char *seidel_run_title_join (const SeidelRunTitle *title, unsigned int parts);

G_END_DECLS
