/* Readers of parts of a file, for what has files within: how the loader finds one, and completes
 * what it has read. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reader.h"

G_BEGIN_DECLS

/* The format of a source by its content; the source is then at its beginning. NULL, and no error,
 * when it is none of those known. */
const SeidelReader *seidel_reader_find (SeidelSource *source, GError **error);

/* Reads and completes the matrix of a source. */
SeidelMatrix *seidel_reader_read (const SeidelReader *reader,
                                  SeidelSource *source,
                                  const char *variable,
                                  GError **error);

extern const SeidelReader seidel_archive_reader;

G_END_DECLS
