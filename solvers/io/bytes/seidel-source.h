/* A file to read from, plain or compressed alike, or a member of an archive; and the job it is read
 * for, which can be cancelled and shows its progress. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-error.h"
#include "base/seidel-progress.h"
#include "io/bytes/seidel-scratch.h"

G_BEGIN_DECLS

/* Bytes that must be readable behind the text, so that numbers can be read in whole words. */
#define SEIDEL_TEXT_PADDING 16

typedef struct SeidelSource SeidelSource;

/* Opens a regular file; its compression is recognised by content. Errors name the file. */
SeidelSource *seidel_source_open (const char *path, GError **error);

/* Where the bytes of a part come from. */
typedef struct
{
  /* Up to n bytes; fewer only at the end. −1 on error. */
  int64_t (*read) (void *data, char *buffer, int64_t n, GError **error);
  /* Back to the first byte. */
  bool (*rewind) (void *data, GError **error);
  void *data;    /* borrowed */
  uint64_t most; /* upper bound of the bytes */
} SeidelSupply;

/* A part of another source, which must stay open and not be read from meanwhile except by the
 * supply. Its compression is recognised by content, too; it belongs to the same job. */
SeidelSource *seidel_source_open_part (SeidelSource *whole,
                                       const char *name,
                                       const SeidelSupply *supply,
                                       GError **error);
void seidel_source_close (SeidelSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSource, seidel_source_close)

/* The job that the source is read for; both may be NULL. Reading compressed data then fails with
 * G_IO_ERROR_CANCELLED once it is cancelled. */
void
seidel_source_set_job (SeidelSource *source, SeidelProgress *progress, GCancellable *cancellable);
SeidelProgress *seidel_source_progress (const SeidelSource *source);
GCancellable *seidel_source_cancellable (const SeidelSource *source);

/* Whether the job may go on; sets G_IO_ERROR_CANCELLED once it is cancelled. */
bool seidel_source_poll (const SeidelSource *source, GError **error);

/* Sets a SEIDEL_ERROR "file: message", or "file:line: message". Always false. */
bool seidel_source_fail (const SeidelSource *source,
                         SeidelError code,
                         GError **error,
                         const char *format,
                         ...) G_GNUC_PRINTF (4, 5);
bool seidel_source_fail_line (const SeidelSource *source,
                              int64_t line,
                              SeidelError code,
                              GError **error,
                              const char *format,
                              ...) G_GNUC_PRINTF (5, 6);

/* Up to n bytes of text; fewer only at the end. −1 on error. */
int64_t seidel_source_read (SeidelSource *source, char *buffer, int64_t n, GError **error);

/* Up to n bytes from any place of a file that is not compressed; fewer only at its end. −1 on
 * error. Several threads may do so at once. */
int64_t seidel_source_read_at (const SeidelSource *source,
                               char *buffer,
                               int64_t n,
                               uint64_t offset,
                               GError **error);

/* Starts again from the first byte. */
bool seidel_source_rewind (SeidelSource *source, GError **error);

/* Continues from another byte; false where data would have to be decompressed for that. */
bool seidel_source_seek (SeidelSource *source, uint64_t offset);

/* The next byte to be read. */
uint64_t seidel_source_tell (const SeidelSource *source);

/* The number (1-based) of the line that holds the byte at offset; reads the file once more, and
 * stops short when cancelled. */
int64_t seidel_source_line_at (SeidelSource *source, uint64_t offset);

/* A file of complex numbers is read twice, one part of each number at a time, and the loader joins
 * what came of it (seidel-reader.h): so a reader is one of real numbers throughout. */
typedef enum
{
  SEIDEL_PART_REAL,
  SEIDEL_PART_IMAGINARY,
} SeidelPart;

/* The part that a reader takes of complex numbers, which it asks for once it has met them; what is
 * asked for is complex from then on. All parts of a whole share these. */
SeidelPart seidel_source_take_part (SeidelSource *source);
bool seidel_source_is_complex (const SeidelSource *source);

/* For the loader: begins the reading of a part. That of the real one is not complex so far. */
void seidel_source_begin_part (SeidelSource *source, SeidelPart part);

/* The part to be read of a number without a mark of its kind: all imaginary parts of real numbers
 * are zero. */
SeidelPart seidel_source_part (const SeidelSource *source);

/* Whether a list of 2 n numbers may be a vector of n complex ones. */
bool seidel_source_wants_complex (const SeidelSource *source);
void seidel_source_set_wants_complex (SeidelSource *source, bool wants);

/* Whether an array of one dimension that is named is read, too: as a matrix of one column. */
bool seidel_source_takes_vectors (const SeidelSource *source);
void seidel_source_set_takes_vectors (SeidelSource *source, bool takes);

/* How its text is to be understood, where the loader has found that out: a SeidelReading, which it
 * frees, or NULL. */
struct SeidelReading;
void seidel_source_set_reading (SeidelSource *source,
                                struct SeidelReading *reading,
                                GDestroyNotify destroy);
const struct SeidelReading *seidel_source_reading (const SeidelSource *source);

/* Whether its bytes are not those at its path: it is compressed, or a member of an archive. */
bool seidel_source_is_compressed (const SeidelSource *source);

/* The usual suffix of its compression, ".gz"; "" when it has none. */
const char *seidel_source_compression_ending (const SeidelSource *source);

/* For messages: the file's name without its folders, valid UTF-8; for a part, followed by the name
 * of the part. */
const char *seidel_source_name (const SeidelSource *source);

/* The file, that of the whole for a part. */
const char *seidel_source_path (const SeidelSource *source);
uint64_t seidel_source_file_bytes (const SeidelSource *source);

/* Upper bound of the text: its exact size in a plain file. For compressed data it is a weak one, as
 * a few bytes may become millions: allocate as they come. */
uint64_t seidel_source_most_text (const SeidelSource *source);

/* What reading may take of memory: 32 MB and 50 bytes for each byte of the file on disk, until more
 * is allowed, and never more than is free. So a few bytes that declare or expand to something huge
 * are refused, with both figures, until the user has agreed. */

/* Allows so many bytes more; INFINITY once the user has agreed to any size. */
void seidel_source_allow (SeidelSource *source, double bytes);

/* Before so many bytes more are allocated, from any thread; SEIDEL_ERROR_LARGE or
 * SEIDEL_ERROR_MEMORY. What is freed is given back. */
bool seidel_source_take_memory (SeidelSource *source, double bytes, GError **error);
/* The same of disk space, which the size of the file limits as well. */
bool seidel_source_take_disk (SeidelSource *source, double bytes, GError **error);
void seidel_source_return_memory (SeidelSource *source, double bytes);

/* The bytes that another program may take for this source; and the failure of one that asked for
 * more. Returns false. */
double seidel_source_memory_left (SeidelSource *source);
bool seidel_source_fail_memory (SeidelSource *source, double bytes, GError **error);

/* Where the entries of a matrix go that need not fit into memory; of a complex one they must: the
 * scratch is dropped with seidel_source_take_part (). Neither entries nor the matrix then count as
 * memory that must be free. seidel_source_scratch () is borrowed, NULL without one. */
void seidel_source_set_scratch (SeidelSource *source, SeidelScratch *scratch);
SeidelScratch *seidel_source_scratch (const SeidelSource *source);

/* Before the matrix is made, beside what was taken so far: whether it and its analysis may be that
 * large. */
bool seidel_source_check_matrix (SeidelSource *source,
                                 double rows,
                                 double columns,
                                 double entries,
                                 GError **error);

/* How far into the file on disk reading has come, 0 … 1. */
double seidel_source_fraction (const SeidelSource *source);

G_END_DECLS
