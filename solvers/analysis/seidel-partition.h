/* How the rows of a square matrix are divided among ranks, and what that costs them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_PARTITIONING_ENTRIES, /* consecutive rows, about equal entries */
  SEIDEL_PARTITIONING_ROWS,    /* consecutive rows, equally many */
  SEIDEL_PARTITIONING_METIS,   /* parts of the graph, few connections between them */
} SeidelPartitioning;

/* Read-only once made. */
typedef struct
{
  int ranks;
  int64_t rows;
  int64_t *first; /* ranks + 1: rank r has the places first[r] … first[r + 1] − 1 */
  int32_t *order; /* the row of each place, ascending within a rank; NULL: place i has row i */
} SeidelPartition;

/* What one rank has; the rows of the matrix are vertices of its graph. */
typedef struct
{
  int64_t rows;
  int64_t entries;
  int64_t crossing; /* of those, with columns of other ranks */
  int64_t halo;     /* the different columns of these: elements that others send for a product */
} SeidelPartitionShare;

/* Rows of a rank may be none where there are more ranks than rows. METIS is G. Karypis, V. Kumar,
 * "A fast and high quality multilevel scheme for partitioning irregular graphs" (1998), in a
 * process of its own; the same matrix gets the same parts each time. Errors: not square, no memory,
 * cancelled, the program of METIS is missing or failed. Any thread. */
SEIDEL_API SeidelPartition *seidel_partition_new (SeidelPartitioning how,
                                                  const SeidelCsr *csr,
                                                  int ranks,
                                                  SeidelProgress *progress,
                                                  GCancellable *cancellable,
                                                  GError **error);
SEIDEL_API void seidel_partition_free (SeidelPartition *partition);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPartition, seidel_partition_free)

/* The row at a place. */
static inline int64_t
seidel_partition_row (const SeidelPartition *partition, int64_t place)
{
  return partition->order != NULL ? partition->order[place] : place;
}

/* The place of each row, the inverse of the order: rows elements, NULL with an error. Free with
 * g_free (). */
SEIDEL_API int32_t *seidel_partition_places (const SeidelPartition *partition, GError **error);

/* One for each rank: a pass over the entries. NULL with an error (no memory, cancelled). Free with
 * g_free (). */
SEIDEL_API SeidelPartitionShare *seidel_partition_measure (const SeidelPartition *partition,
                                                           const SeidelCsr *csr,
                                                           GCancellable *cancellable,
                                                           GError **error);

G_END_DECLS
