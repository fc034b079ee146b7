/* A list of entries while it is read, and the matrix of all of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-blocks.h"
#include "io/formats/seidel-entries.h"
#include "io/formats/seidel-gather.h"
#include "io/formats/seidel-nodes.h"
#include "io/formats/seidel-reading.h"

G_BEGIN_DECLS

/* The largest of all indices, and where it was first met. */
typedef struct
{
  int64_t index;
  int64_t line;
} SeidelTripletsExtreme;

typedef struct
{
  const SeidelReading *reading;
  SeidelLines lines;
  int64_t first_line; /* with an entry; 0 before it */
  char separator;
  bool heading; /* was skipped */
  bool gathers;
  SeidelPart part;       /* of complex numbers */
  SeidelEntries entries; /* rows and columns as they are written */
  SeidelEntry *block;    /* the last of them, BLOCK_ENTRIES at most */
  int64_t n_block;
  SeidelGather gather;
  SeidelNodes nodes;
  int64_t count;
  int64_t least; /* of all indices */
  SeidelTripletsExtreme rows;
  SeidelTripletsExtreme columns;
  bool lower; /* there are entries below the diagonal */
  bool upper; /* … above it */
} SeidelTripletsList;

/* The matrix of all entries, once they are read. */
SeidelMatrix *seidel_triplets_make_matrix (SeidelTripletsList *list, GError **error);

G_END_DECLS
