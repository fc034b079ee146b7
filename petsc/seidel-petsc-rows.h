/* The rows of one rank: read from the file of the matrix, or made where it is one of the gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cluster/seidel-cluster-job.h"

G_BEGIN_DECLS

/* The rows at the places begin … end − 1 of the partition, each in two parts: the entries whose
 * columns are the rank's own, numbered from its first place, and the others with their places in
 * the whole matrix. */
typedef struct
{
  int64_t begin;
  int64_t end;
  int32_t *order;   /* end − begin: the row of each place; NULL: they are the same */
  int32_t *offsets; /* end − begin + 1 */
  int32_t *columns;
  double *values;
  int32_t *outer_offsets; /* end − begin + 1 */
  int32_t *outer_columns;
  double *outer_values;
} SeidelPetscRows;

/* Reads the rows of a rank: their numbers from the job, their entries from the file of the matrix,
 * a piece at a time. */
bool seidel_petsc_rows_read (SeidelPetscRows *self,
                             const SeidelClusterJob *job,
                             int job_fd,
                             int matrix_fd,
                             int rank,
                             GError **error);

/* The row of the matrix that is the rank's i-th. */
static inline int64_t
seidel_petsc_rows_number (const SeidelPetscRows *self, int64_t i)
{
  return self->order != NULL ? self->order[i] : self->begin + i;
}

void seidel_petsc_rows_clear (SeidelPetscRows *self);

/* The file of the matrix, if there is one, which must still be the one that the job was written
 * for: −1 with an error. It may be that of the job, whose descriptor is then job_fd. */
int seidel_petsc_open_matrix (const SeidelClusterJob *job, int job_fd, GError **error);

G_END_DECLS
