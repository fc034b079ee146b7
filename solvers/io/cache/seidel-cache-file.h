/* The binary copy of one matrix: a file that is mapped, or read, and used in place. Private to
 * solvers/io.
 *
 * A header, then texts, row offsets, column indices, values and perhaps a right-hand side, each at
 * a multiple of 64 bytes and each with a checksum. Where they lie follows from their sizes. A copy
 * is for the machine that wrote it, and for the version of Seidel: it is dropped with either.
 *
 * It is written once, under another name, and not writable afterwards; programs that unlink it
 * while it is mapped do no harm. One that truncates it in spite of that ends those that have it
 * mapped (SIGBUS), as with any mapped file: seidel-cli then prints a message, and the window, which
 * has more to lose, reads its copies (seidel_cache_read_copies ()).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-scratch.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Identifies whether a file is still the one that was read. */
typedef struct
{
  uint64_t bytes;
  int64_t modified; /* nanoseconds */
  int64_t changed;  /* nanoseconds; unlike the one above it cannot be set back */
  uint64_t inode;
  uint64_t samples; /* sum of its head, its tail and blocks between */
} SeidelCacheStamp;

/* All but the samples; false when it is no regular file. */
bool seidel_cache_stamp_take (SeidelCacheStamp *stamp, const char *path);
/* The samples; false when they cannot be read. */
bool seidel_cache_stamp_sample (SeidelCacheStamp *stamp, const char *path);
/* By all but the samples. */
bool seidel_cache_stamp_equal (const SeidelCacheStamp *a, const SeidelCacheStamp *b);

/* Which matrix of which file a copy is of. */
typedef struct
{
  const char *path;     /* without links */
  const char *variable; /* the one chosen, "" for none */
  SeidelCacheStamp stamp;
} SeidelCacheIdentity;

/* How large the copy of a matrix is. */
uint64_t seidel_cache_file_bytes (const SeidelCacheIdentity *identity, const SeidelMatrix *matrix);

/* Writes a copy into an empty file. scratch: that has the arrays of the matrix, or NULL. */
bool seidel_cache_file_write (int fd,
                              const SeidelCacheIdentity *identity,
                              const SeidelMatrix *matrix,
                              SeidelScratch *scratch,
                              GCancellable *cancellable,
                              GError **error);

/* Opens a copy. The error says why it is not valid. The samples of the identity are not
 * compared: those of the file it names are. */
SeidelMatrix *seidel_cache_file_open (const char *file,
                                      const SeidelCacheIdentity *identity,
                                      GCancellable *cancellable,
                                      GError **error);

/* What the header of a copy says, for lists. */
typedef struct
{
  char *path;
  char *variable; /* NULL for none */
  char *name;
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  SeidelCacheStamp stamp;
} SeidelCacheSummary;

bool seidel_cache_file_peek (const char *file, SeidelCacheSummary *summary, GError **error);
void seidel_cache_summary_clear (SeidelCacheSummary *summary);

G_END_DECLS
