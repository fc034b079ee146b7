/* Entries that are kept until the size, the base or the symmetry of their matrix is known: for
 * formats that nobody has in gigabytes. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-entries.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelSource *source;
  SeidelGrowing entries; /* SeidelEntry, rows and columns as they are written */
  int64_t count;
  int64_t taken;      /* entries that were assembled */
  int64_t duplicates; /* of them */
} SeidelGather;

void seidel_gather_init (SeidelGather *gather, SeidelSource *source);
void seidel_gather_clear (SeidelGather *gather);

bool seidel_gather_add (SeidelGather *gather, const SeidelEntry *entry, GError **error);

/* Whether a matrix of this size may be read, seidel_source_check_matrix (). */
bool seidel_gather_check (const SeidelGather *gather,
                          double rows,
                          double columns,
                          double entries,
                          GError **error);

/* The entry that was added n-th, from 0. */
static inline SeidelEntry *
seidel_gather_nth (const SeidelGather *gather, int64_t n)
{
  return (SeidelEntry *) gather->entries.data + n;
}

/* Makes the matrix, whose rows and columns begin at base; of a symmetric one every entry has its
 * mirror image, and those above the diagonal are taken to be below it. Rows and columns must be
 * within it. The entries are gone. */
SeidelCsr *seidel_gather_assemble (SeidelGather *gather,
                                   int64_t rows,
                                   int64_t columns,
                                   int64_t base,
                                   SeidelFiledSymmetry symmetry,
                                   GError **error);

G_END_DECLS
