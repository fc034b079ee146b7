/* Readers of parts of a file, for what has files within: how the loader finds one, and completes
 * what it has read. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-sketch.h"

G_BEGIN_DECLS

/* The format of a source by its content; the source is then at its beginning. NULL, and no error,
 * when it is none of those known; SEIDEL_ERROR_AMBIGUOUS where the user is to be asked. */
const SeidelReader *seidel_reader_find (SeidelSource *source, GError **error);

/* Reads and completes the matrix of a source. */
SeidelMatrix *seidel_reader_read (const SeidelReader *reader,
                                  SeidelSource *source,
                                  const char *variable,
                                  GError **error);

/* The array of this name, a vector as a column; with NULL the right-hand sides of a file with one
 * matrix, as the columns of a matrix, and NULL without an error for a format whose files have one
 * at most. */
SeidelMatrix *seidel_loader_read_sides (const char *path,
                                        const char *name,
                                        GCancellable *cancellable,
                                        GError **error);

/* Of text that no format recognises: the reader for the reading that is meant, or that read_as asks
 * for; the source then has it. NULL without an error where there is none; where the user is to be
 * asked, SEIDEL_ERROR_AMBIGUOUS. */
const SeidelReader *
seidel_loader_pick_reading (SeidelSource *source, const char *read_as, GError **error);

/* The same for a vector of n numbers, or SEIDEL_ANY_LENGTH. */
const SeidelReader *seidel_loader_pick_vector (SeidelSource *source, int64_t n);

/* Draws the sketch of a source at its beginning, where it is again afterwards; cleared in any case.
 */
bool seidel_loader_draw_sketch (SeidelSource *source, SeidelSketch *sketch, GError **error);

/* The failure of a reading that was asked for where the format of the reader says it. */
void seidel_loader_fail_read_as (const SeidelSource *source,
                                 const SeidelReader *reader,
                                 const char *read_as,
                                 GError **error);

/* What is done with a text at its beginning. */
typedef bool (*SeidelVisit) (SeidelSource *text, gpointer data, GError **error);

/* Visits a file if it is text that does not say what it is, as no format recognises it; of an
 * archive its member, the only one or that which variable names. */
bool seidel_loader_visit (SeidelSource *source,
                          const char *variable,
                          SeidelVisit visit,
                          gpointer data,
                          GError **error);
bool seidel_archive_visit (SeidelSource *archive,
                           const char *variable,
                           SeidelVisit visit,
                           gpointer data,
                           GError **error);

extern const SeidelReader seidel_archive_reader;

/* The table of formats; NULL after the last. */
extern const SeidelReader *const seidel_readers[];

G_END_DECLS
