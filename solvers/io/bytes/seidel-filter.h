/* Decompresses a stream of bytes, whatever they were compressed with. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

G_BEGIN_DECLS

/* Bytes that are taken at once of what is compressed or an archive, between two polls for
 * cancellation; fewer when it is fuzzed. */
#ifndef SEIDEL_PULL_BYTES
#define SEIDEL_PULL_BYTES (256 * 1024)
#endif

/* Bytes that suffice to recognise a compression. */
#define SEIDEL_COMPRESSION_HEAD 10

/* Private to seidel-filter*.c. */
typedef struct SeidelDecoder SeidelDecoder;

/* Constant, one for each compression. */
typedef struct
{
  const char *name;            /* "gzip" */
  const char *const *suffixes; /* NULL-terminated, in small letters */
  bool (*recognise) (const unsigned char *head, size_t length);
  const SeidelDecoder *decoder;
  int code;                /* libarchive's name for it, if that decodes it */
  uint64_t most_inflation; /* bytes that may follow from one compressed byte, at the very most */
} SeidelCompression;

/* What a file is compressed with that begins so, or NULL. */
const SeidelCompression *seidel_compression_recognise (const unsigned char *head, size_t length);

/* The name without the ending of a compression, if it has one; as a copy. */
char *seidel_compression_strip (const char *name);

/* Takes up to n compressed bytes from where they are; fewer only at the end, −1 on error. */
typedef int64_t (*SeidelPull) (void *data, char *buffer, int64_t n, GError **error);

typedef struct SeidelFilter SeidelFilter;

/* Errors refer to name. */
SeidelFilter *seidel_filter_new (const SeidelCompression *compression,
                                 const char *name,
                                 SeidelPull pull,
                                 void *data,
                                 GError **error);
void seidel_filter_free (SeidelFilter *filter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelFilter, seidel_filter_free)

/* Up to n bytes; fewer only at the end. −1 on error. */
int64_t seidel_filter_read (SeidelFilter *filter, char *buffer, int64_t n, GError **error);

G_END_DECLS
