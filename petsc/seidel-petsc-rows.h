/* The rows of one rank, read from the file of the matrix and from nowhere else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cluster/seidel-cluster-job.h"

G_BEGIN_DECLS

/* Rows begin … end − 1, each in two parts: the entries whose columns are the rank's own, numbered
 * from its first row, and the others with their numbers in the whole matrix. */
typedef struct
{
  int64_t begin;
  int64_t end;
  int32_t *offsets; /* end − begin + 1 */
  int32_t *columns;
  double *values;
  int32_t *outer_offsets; /* end − begin + 1 */
  int32_t *outer_columns;
  double *outer_values;
} SeidelPetscRows;

/* The first row of a rank: ranks have about the same number of entries. fd is the file of the
 * matrix. −1 with an error. */
int64_t
seidel_petsc_first_row (const SeidelClusterJob *job, int fd, int rank, int ranks, GError **error);

/* Reads rows begin … end − 1, which are set. */
bool
seidel_petsc_rows_read (SeidelPetscRows *self, const SeidelClusterJob *job, int fd, GError **error);

void seidel_petsc_rows_clear (SeidelPetscRows *self);

/* The file of the matrix, which must still be the one that the job was written for: −1 with an
 * error. It may be that of the job, whose descriptor is then job_fd. */
int seidel_petsc_open_matrix (const SeidelClusterJob *job, int job_fd, GError **error);

G_END_DECLS
