/* Graphs as METIS, Chaco, KaHIP and the 10th DIMACS challenge write them: vertices, edges and,
 * where there are weights, a format on the first line; then a line for each vertex with its
 * neighbours, counted from 1, every edge from both ends. Private to solvers/io.
 *
 * Source: Karypis, "METIS, version 5.1.0: manual", section 4.1.1, 2013.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>
#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

typedef struct
{
  int64_t vertices;
  int64_t edges;
  int skip;  /* numbers before the neighbours of a vertex: its size and weights */
  int step;  /* from one neighbour to the next: 2 where edges have weights */
  int words; /* of the header */
} SeidelGraphHeader;

/* Reads a first line; false for one that is none. */
bool seidel_graph_header_parse (SeidelGraphHeader *header, const char *line);

/* Whether there may be so many edges between so many vertices. */
bool seidel_graph_header_is_usual (const SeidelGraphHeader *header);

/* Refuses with SEIDEL_ERROR_UNSUPPORTED what is no graph: entries on the diagonal, or that are not
 * positive whole numbers, or that differ from their mirror images. */
SeidelMatrixWriter seidel_graph_write;

G_END_DECLS
