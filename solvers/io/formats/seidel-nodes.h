/* Degrees of freedom of the nodes of a mesh, as rows and columns of a matrix. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-gather.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelGrowing keys; /* int64_t, by place: in the order in which they came */
  int32_t *table;     /* places by the hash of their keys, open addressing; −1: none */
  int64_t size;       /* of the table, a power of two */
  int64_t count;
} SeidelNodes;

void seidel_nodes_init (SeidelNodes *nodes, SeidelSource *source);
void seidel_nodes_clear (SeidelNodes *nodes);

/* The place of a degree of freedom of a node, both below 2³¹; a new one the first time. */
bool seidel_nodes_find (SeidelNodes *nodes,
                        int64_t node,
                        int64_t freedom,
                        int32_t *place,
                        GError **error);

/* Numbers the rows and columns of entries by node, and then by degree of freedom. Fails with
 * SEIDEL_ERROR_MEMORY. */
bool seidel_nodes_sort (SeidelNodes *nodes, SeidelGather *gather, GError **error);

G_END_DECLS
