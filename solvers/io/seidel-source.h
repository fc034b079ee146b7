/* A file to read from, plain or compressed alike, or a member of an archive. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* Room that must be readable behind the text, so that numbers can be read in whole words. */
#define SEIDEL_TEXT_PADDING 16

typedef struct SeidelSource SeidelSource;

/* Opens a regular file; what it is compressed with is told by content. Errors name the file. */
SeidelSource *seidel_source_open (const char *path, GError **error);

/* Where bytes come from that are no file of their own. */
typedef struct
{
  /* Up to n bytes; fewer only at the end. −1 on error. */
  int64_t (*read) (void *data, char *buffer, int64_t n, GError **error);
  /* Back to the first byte. */
  bool (*rewind) (void *data, GError **error);
  void *data;    /* borrowed */
  uint64_t most; /* bytes at most */
} SeidelSupply;

/* A part of another source, which must stay open and not be read from meanwhile but by the supply.
 * What the part is compressed with is told by content, too. */
SeidelSource *seidel_source_open_part (SeidelSource *whole,
                                       const char *name,
                                       const SeidelSupply *supply,
                                       GError **error);
void seidel_source_close (SeidelSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSource, seidel_source_close)

/* Compressed data can take long to come: reading them then fails with G_IO_ERROR_CANCELLED. */
void seidel_source_set_cancellable (SeidelSource *source, GCancellable *cancellable);
GCancellable *seidel_source_get_cancellable (const SeidelSource *source);

/* Up to n bytes of text; fewer only at the end. −1 on error. */
int64_t seidel_source_read (SeidelSource *source, char *buffer, int64_t n, GError **error);

/* Up to n bytes from any place of a file that need not be decompressed; fewer only at its end. −1
 * on error. Several threads may do so at once. */
int64_t seidel_source_read_at (const SeidelSource *source,
                               char *buffer,
                               int64_t n,
                               uint64_t offset,
                               GError **error);

/* Starts again from the first byte. */
bool seidel_source_rewind (SeidelSource *source, GError **error);

/* Goes on from another byte; only where nothing must be decompressed for that, otherwise false. */
bool seidel_source_seek (SeidelSource *source, uint64_t offset);

/* The number (1-based) of the line that holds the byte at offset; reads the file once more, and
 * stops short when cancelled. */
int64_t seidel_source_line_at (SeidelSource *source, uint64_t offset, GCancellable *cancellable);

/* Whether reading it means to decompress it, or to take it out of an archive: what lies at its path
 * are other bytes. */
bool seidel_source_is_compressed (const SeidelSource *source);

/* The ending that names usually have for what it is compressed with, ".gz"; "" when it is not. */
const char *seidel_source_compression_ending (const SeidelSource *source);

/* For messages: the file's name without its folders, valid UTF-8; for a part, with its own name
 * behind it. */
const char *seidel_source_name (const SeidelSource *source);

/* The same without the first of these endings (NULL-terminated, in lower case) that it has, in
 * either case. Free with g_free (). */
char *seidel_source_bare_name (const SeidelSource *source, const char *const *endings);

/* The file, that of the whole for a part. */
const char *seidel_source_path (const SeidelSource *source);
uint64_t seidel_source_file_bytes (const SeidelSource *source);

/* How much text there can be at most: exactly as much in a plain file. Compressed data promise
 * little here, for a few bytes may become millions: who reads them makes room as they come. */
uint64_t seidel_source_most_text (const SeidelSource *source);

/* How far into the file on disk the reading is, 0 … 1. */
double seidel_source_fraction (const SeidelSource *source);

G_END_DECLS
