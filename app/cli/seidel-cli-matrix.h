/* A matrix from a file, and what the commands print about it: structure and levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "cli/seidel-cli-job.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "matrix/seidel-matrix.h"
#include "matrix/seidel-storage.h"

G_BEGIN_DECLS

/* A matrix from a file and its analyses; what was not asked for is NULL. */
typedef struct
{
  const SeidelCliCall *call; /* whose options hold for it; borrowed */
  SeidelMatrix *matrix;
  SeidelStructure *structure;
  SeidelSchedule *schedules[2]; /* by SeidelDirection; NULL also for a matrix that is not square */
  /* The analyses of the natural order when the matrix was reordered. */
  SeidelStructure *natural_structure;
  SeidelSchedule *natural_schedules[2];
  bool has_structural_rank;
  int64_t structural_rank;
} SeidelCliMatrix;

/* The options of every command that reads a matrix: --ordering, --variable, --no-cache. */
extern const SeidelCliGroup seidel_cli_matrix_group;
extern const SeidelCliGroup seidel_cli_natural_group; /* without --ordering */

void seidel_cli_matrix_clear (SeidelCliMatrix *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliMatrix, seidel_cli_matrix_clear)

/* Worker parts. A matrix that is not square has no levels: not an error in _analyse (). name is
 * one for seidel_matrix_name_parse (). */
bool
seidel_cli_matrix_load (SeidelCliMatrix *self, const char *name, SeidelCliJob *job, GError **error);
/* Keeps the analyses so far as those of the natural order. Does nothing for the natural one. */
bool seidel_cli_matrix_reorder (SeidelCliMatrix *self, SeidelCliJob *job, GError **error);
bool seidel_cli_matrix_analyse (SeidelCliMatrix *self, SeidelCliJob *job, GError **error);
/* All of it for the first argument: loads, analyses, and for another ordering reorders and analyses
 * again. */
bool seidel_cli_matrix_examine (SeidelCliMatrix *self, SeidelCliJob *job, GError **error);
/* The structural rank of a matrix that was analysed, which a full diagonal shows at once. */
bool seidel_cli_matrix_find_rank (SeidelCliMatrix *self, SeidelCliJob *job, GError **error);
/* Continues with what is solved: the real form of a complex matrix, before any analysis. */
bool seidel_cli_matrix_take_form (SeidelCliMatrix *self, SeidelCliJob *job, GError **error);
/* The levels alone. cancellable may be another than the job's, or NULL. */
bool seidel_cli_matrix_schedule (SeidelCliMatrix *self,
                                 SeidelCliJob *job,
                                 GCancellable *cancellable,
                                 GError **error);

/* What the memory of a storage depends on. */
SeidelStorageShape seidel_cli_matrix_shape (const SeidelStructure *structure);

/* "forward" or "backward", the one way they are written. */
const char *seidel_cli_direction_id (SeidelDirection direction);
char **seidel_cli_direction_ids (void); /* a new GStrv */

void seidel_cli_matrix_describe (const SeidelCliMatrix *self, SeidelCliSheet *sheet);
void seidel_cli_matrix_describe_levels (const SeidelSchedule *schedule, SeidelCliSheet *sheet);
/* What the ordering changed; nothing for the natural one. */
void seidel_cli_matrix_describe_ordering (const SeidelCliMatrix *self, SeidelCliSheet *sheet);
/* "bcsstk14", or "bcsstk14, rcm order" */
char *seidel_cli_matrix_title (const SeidelMatrix *matrix);
/* "a real matrix of 6 × 6", for a complex one */
char *seidel_cli_matrix_describe_form (int64_t n_rows, int64_t n_columns);
/* The members of the levels of one direction. */
void seidel_cli_matrix_build_levels (const SeidelSchedule *schedule, JsonBuilder *json);

G_END_DECLS
