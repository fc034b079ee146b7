/* The entries of a file on their way into a matrix. Private to solvers/io.
 *
 * They come block by block, from several threads, and are put in order by the part of the matrix
 * that they belong to while they are still in the cache: the threads that build the matrix then
 * look at nothing but what is theirs. Neither who took a block nor when changes the result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-source.h"
#include "matrix/seidel-csr.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* One number of the file and its place, 0-based. */
typedef struct
{
  int32_t row;
  int32_t column;
  double value;
} SeidelEntry;

/* The entries of one block by slices: by parts of the rows and, where the other triangle is filled
 * in, by parts of the columns within them; in file order within a slice. */
typedef struct
{
  SeidelEntry *entries;
  uint32_t *begins; /* slices + 1 */
  int shift;        /* part = row >> shift */
  int parts;
  int64_t count;
  int64_t diagonal; /* of them; counted only where the other triangle is filled in */
} SeidelChunk;

typedef struct
{
  SeidelSource *source;   /* whose memory they take */
  SeidelScratch *scratch; /* that they and the matrix take instead, or NULL */
  int64_t rows;           /* −1: not known yet */
  int64_t columns;
  int64_t base; /* of rows and columns, from which the first one counts */
  SeidelFiledSymmetry symmetry;
  bool mirror; /* fill in the other triangle; the entries lie in the lower one */
  int shift;   /* of the chunks, or larger where their entries came before the size was known */
  int parts;
  int across; /* slices of a part, a power of two */
  int64_t count;
  int64_t diagonal;
  GArray *chunks; /* SeidelChunk, in file order */
  GMutex mutex;   /* of all below: blocks of memory that the chunks take theirs from */
  GPtrArray *memory;
  double taken; /* bytes */
  size_t size;  /* of the last of them */
  size_t used;
} SeidelEntries;

/* How the numbers of a file are mirrored: as it is filed, but those that are the imaginary parts of
 * a hermitian matrix, with the opposite sign. */
SeidelFiledSymmetry seidel_entries_mirrors (SeidelFiledSymmetry filed, SeidelPart part);

/* Makes an entry of the upper triangle its mirror image in the lower one, where all are to be. */
static inline void
seidel_entry_mirror (SeidelEntry *entry, SeidelFiledSymmetry mirrors)
{
  const int32_t row = entry->row;

  entry->row = entry->column;
  entry->column = row;
  if (mirrors == SEIDEL_FILED_SKEW_SYMMETRIC)
    entry->value = -entry->value;
}

void seidel_entries_init (SeidelEntries *entries,
                          SeidelSource *source,
                          int64_t rows,
                          int64_t columns,
                          SeidelFiledSymmetry symmetry);
/* The same of a general matrix whose size follows from its entries. Their rows and columns may
 * count from any base; with seidel_entries_set_size () both are known, which must be before they
 * are assembled. */
void seidel_entries_init_any_size (SeidelEntries *entries, SeidelSource *source);
void seidel_entries_set_size (SeidelEntries *entries, int64_t rows, int64_t columns, int64_t base);
void seidel_entries_clear (SeidelEntries *entries);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelEntries, seidel_entries_clear)

/* Makes a chunk of the entries of a block, fewer than 2³². From any thread. */
bool seidel_entries_sort (SeidelEntries *entries,
                          const SeidelEntry *from,
                          int64_t count,
                          SeidelChunk *chunk,
                          GError **error);

/* Takes the chunk that comes next in the file. */
void seidel_entries_append (SeidelEntries *entries, const SeidelChunk *chunk);

/* Makes the matrix, the other triangle included, and frees the entries as soon as it can.
 * duplicates receives how many entries of the file were summed into another one. */
SeidelCsr *seidel_entries_assemble (SeidelEntries *entries, int64_t *duplicates, GError **error);

G_END_DECLS
