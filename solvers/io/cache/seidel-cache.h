/* Binary copies, in the user's cache folder, of matrices whose files are large or took long to
 * read. The loader looks here first and stores here what it read.
 *
 * A copy is valid only if size, times and samples of the file and the checksums of the copy match;
 * otherwise it is ignored. Together the copies take at most 4 GiB and a tenth of
 * what is free on the disk; those that were used longest ago go first. The environment variable
 * SEIDEL_CACHE changes this: off, or a number of megabytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* A matrix of a file as it is now, whose copy may be there: reference-counted, immutable. */
typedef struct SeidelCacheKey SeidelCacheKey;

/* Taken before the file is read. NULL, which all below accept, when the cache is off or the path
 * is not that of a file outside of shared memory. variable as for seidel_load_variable (). */
SEIDEL_API SeidelCacheKey *seidel_cache_key_new (const char *path, const char *variable);
SEIDEL_API void seidel_cache_key_unref (SeidelCacheKey *key);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCacheKey, seidel_cache_key_unref)

/* The matrix from its copy; NULL if there is no valid copy, or on cancellation. */
SEIDEL_API SeidelMatrix *
seidel_cache_find (SeidelCacheKey *key, SeidelProgress *progress, GCancellable *cancellable);

/* Leaves a copy, from a thread of low priority, of a matrix that took origin.load_seconds to read,
 * when that is worth it. Failures are silent. One copy is written at a time: what comes meanwhile
 * is left for the next time. */
SEIDEL_API void seidel_cache_keep (SeidelCacheKey *key, SeidelMatrix *matrix);

/* At the end of a program: waits until the copy in work is written, but no longer than patience
 * times what its matrix took to read: 0 is not at all, INFINITY as long as it takes. What is not
 * finished then is given up. */
SEIDEL_API void seidel_cache_finish (double patience);

/* For this program: nothing is looked up and nothing left. */
SEIDEL_API void seidel_cache_turn_off (void);

/* For this program: copies are read into memory instead of being mapped, so that it survives what
 * happens to them later. */
SEIDEL_API void seidel_cache_read_copies (void);

/* What is worth a copy: a file of so many bytes, or one that took so long to read; 8 MB and 0.2
 * seconds at first. */
SEIDEL_API void seidel_cache_set_worth (uint64_t bytes, double seconds);

/* One copy. */
typedef struct
{
  char *path;     /* of the file it is of; NULL when the copy cannot be read */
  char *variable; /* the matrix of it that was chosen, or NULL */
  char *name;
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  uint64_t bytes; /* on the disk */
  int64_t used;   /* last, in seconds of Unix time */
  bool current;   /* the file has the size and the times that it had */
} SeidelCacheCopy;

SEIDEL_API void seidel_cache_copy_free (SeidelCacheCopy *copy);

/* Where the copies are; borrowed. The folder need not exist. */
SEIDEL_API const char *seidel_cache_folder (void);

/* Bytes that all copies may take together. */
SEIDEL_API uint64_t seidel_cache_limit (void);

/* The copies: SeidelCacheCopy, used last first. Free with g_ptr_array_unref (). */
SEIDEL_API GPtrArray *seidel_cache_list (void);

/* Removes all copies; the error names the first that would not go. */
SEIDEL_API bool seidel_cache_clear (GError **error);

G_END_DECLS
