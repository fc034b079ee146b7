/* The undirected graph of a square matrix: rows i and j are neighbours when a_ij or a_ji is stored.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* Read-only once made. The diagonal is left out, neighbours increase, none occurs twice. */
typedef struct
{
  int64_t vertices;
  int64_t *offsets;    /* vertices + 1 */
  int32_t *neighbours; /* offsets[vertices] */
} SeidelGraph;

/* The pattern of A + Aᵀ: time and memory are those of a few passes over the column indices. */
SeidelGraph *seidel_graph_new (const SeidelCsr *csr,
                               SeidelProgress *progress,
                               GCancellable *cancellable,
                               GError **error);
void seidel_graph_free (SeidelGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelGraph, seidel_graph_free)

static inline int64_t
seidel_graph_degree (const SeidelGraph *graph, int64_t vertex)
{
  return graph->offsets[vertex + 1] - graph->offsets[vertex];
}

G_END_DECLS
