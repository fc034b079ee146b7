/* A file to read from, plain or compressed alike. Private to solvers/io.
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

/* Text that may follow one compressed byte, at the very most: deflate's limit. */
#define SEIDEL_MOST_INFLATION 1032

typedef struct SeidelSource SeidelSource;

/* Opens a regular file; gzip is told by content. Errors name the file. */
SeidelSource *seidel_source_open (const char *path, GError **error);
void seidel_source_close (SeidelSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSource, seidel_source_close)

/* Up to n bytes of text; fewer only at the end. −1 on error. */
int64_t seidel_source_read (SeidelSource *source, char *buffer, int64_t n, GError **error);

/* Starts again from the first byte. */
bool seidel_source_rewind (SeidelSource *source, GError **error);

/* The number (1-based) of the line that holds the byte at offset; reads the file once more, and
 * stops short when cancelled. */
int64_t seidel_source_line_at (SeidelSource *source, uint64_t offset, GCancellable *cancellable);

/* Whether reading it means to decompress it. */
bool seidel_source_is_compressed (const SeidelSource *source);

/* For messages: the file's name without its folders, valid UTF-8. */
const char *seidel_source_name (const SeidelSource *source);
const char *seidel_source_path (const SeidelSource *source);
uint64_t seidel_source_file_bytes (const SeidelSource *source);

/* How much text there can be at most. */
uint64_t seidel_source_most_text (const SeidelSource *source);

/* How far into the file on disk the reading is, 0 … 1. */
double seidel_source_fraction (const SeidelSource *source);

G_END_DECLS
