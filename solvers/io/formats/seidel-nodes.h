/* Degrees of freedom of the nodes of a mesh, as rows and columns of a matrix. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-gather.h"

G_BEGIN_DECLS

typedef struct
{
  GHashTable *places; /* by node and degree of freedom, in the order in which they came */
  GArray *keys;       /* int64_t, by place */
  int64_t count;
} SeidelNodes;

void seidel_nodes_init (SeidelNodes *nodes);
void seidel_nodes_clear (SeidelNodes *nodes);

/* The place of a degree of freedom of a node, both below 2³¹; a new one the first time. */
bool seidel_nodes_find (SeidelNodes *nodes,
                        int64_t node,
                        int64_t freedom,
                        int32_t *place,
                        GError **error);

/* Numbers the rows and columns of entries by node, and then by degree of freedom. */
void seidel_nodes_sort (SeidelNodes *nodes, SeidelGather *gather);

G_END_DECLS
