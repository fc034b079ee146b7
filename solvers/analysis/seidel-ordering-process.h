/* Orderings and partitions by AMD and METIS, in a separate process: what both ends share. Private
 * to solvers/analysis.
 *
 * Neither library can be interrupted, and METIS sets handlers of SIGTERM and SIGABRT for the whole
 * process while it works. So a helper program, seidel-orderer, uses them, and is killed when its
 * result is no longer wanted.
 *
 * The program is called
 *
 *   seidel-orderer PARENT MEMORY amd|metis|metis-parts
 *
 * with the process that started it and the bytes of memory that it may take. Its standard input is
 * memory that both share: a SeidelOrdererHead and the arrays behind it. It fills the result and
 * ends with a SeidelOrdererEnd as its status.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

#define SEIDEL_ORDERER_PROGRAM "seidel-orderer"
#define SEIDEL_ORDERER_PARTS   "metis-parts"

typedef enum
{
  SEIDEL_ORDERER_DONE,
  SEIDEL_ORDERER_FAILED,
  SEIDEL_ORDERER_NO_MEMORY,
} SeidelOrdererEnd;

/* An undirected graph without loops; see analysis/seidel-graph.h. Both libraries are built for
 * indices of 32 bits. Followed by int32_t offsets[vertices + 1], neighbours[entries] and
 * result[vertices]: the vertex of each new position, or the part of each vertex. */
typedef struct
{
  int32_t vertices;
  int32_t entries;
  int32_t parts; /* of a partition */
} SeidelOrdererHead;

static inline int32_t *
seidel_orderer_offsets (SeidelOrdererHead *head)
{
  return (int32_t *) (head + 1);
}

static inline int32_t *
seidel_orderer_neighbours (SeidelOrdererHead *head)
{
  return seidel_orderer_offsets (head) + head->vertices + 1;
}

static inline int32_t *
seidel_orderer_result (SeidelOrdererHead *head)
{
  return seidel_orderer_neighbours (head) + head->entries;
}

static inline size_t
seidel_orderer_bytes (int64_t vertices, int64_t entries)
{
  return sizeof (SeidelOrdererHead)
         + ((size_t) vertices + 1 + (size_t) entries + (size_t) vertices) * sizeof (int32_t);
}

/* Fills permutation[rows] of a square matrix by the library of that name, from the pattern of
 * A + Aᵀ. Errors: no memory, more than 2³¹ − 1 neighbours, cancelled, the program is missing or
 * failed. The result is the same each time, on every machine with the same libraries. */
bool seidel_ordering_process (const char *library,
                              const SeidelCsr *csr,
                              int32_t *permutation,
                              SeidelProgress *progress,
                              GCancellable *cancellable,
                              GError **error);

/* Fills part[rows] with numbers from 0 to parts − 1: parts of about equal entries, with few
 * connections between them. The same otherwise. */
bool seidel_partition_process (const SeidelCsr *csr,
                               int parts,
                               int32_t *part,
                               SeidelProgress *progress,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
