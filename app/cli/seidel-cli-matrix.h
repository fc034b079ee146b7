/* What the commands tell of a matrix: structure and levels, for people and as JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-text.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* A matrix from a file and what was found out about it; what was not asked for is NULL. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelSchedule *schedules[2]; /* by SeidelDirection; NULL also for a matrix that is not square */
} SeidelCliMatrix;

void seidel_cli_matrix_clear (SeidelCliMatrix *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliMatrix, seidel_cli_matrix_clear)

/* Worker parts. A matrix that is not square has no levels: not an error in _analyse (). */
bool
seidel_cli_matrix_load (SeidelCliMatrix *self, const char *path, SeidelCliJob *job, GError **error);
bool seidel_cli_matrix_analyse (SeidelCliMatrix *self, SeidelCliJob *job, GError **error);
/* The levels alone. cancellable may be another than the job's, or NULL. */
bool seidel_cli_matrix_schedule (SeidelCliMatrix *self,
                                 SeidelCliJob *job,
                                 GCancellable *cancellable,
                                 GError **error);

/* "forward" or "backward", the one way they are written. */
const char *seidel_cli_direction_id (SeidelDirection direction);
char **seidel_cli_direction_ids (void); /* a new GStrv */

void seidel_cli_matrix_describe (const SeidelCliMatrix *self, SeidelCliSheet *sheet);
void seidel_cli_matrix_describe_levels (const SeidelSchedule *schedule, SeidelCliSheet *sheet);

G_END_DECLS
