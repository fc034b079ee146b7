/* Unknowns of the same node: rows that come one after the other, as the displacements of a point of
 * an elastic body, and couple to the same nodes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

#define SEIDEL_NODES_MOST 6

/* How many unknowns a node has, 2 to SEIDEL_NODES_MOST, as far as the pattern shows, by a sample of
 * the rows; 1 where there are no such nodes: blocks of that size, which begin with the first row,
 * are clearly fuller than those that begin one row later, and mostly full or by that much more. Of
 * several sizes the one with the fullest blocks counts, of equally full ones the largest. Any
 * thread. */
SEIDEL_API int seidel_csr_node_unknowns (const SeidelCsr *csr);

G_END_DECLS
