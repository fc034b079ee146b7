/* The beginning of a text that does not say what it is, by which the user chooses how it is read:
 * its first lines, its columns, and the matrix that each reading gives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/formats/seidel-reading.h"

G_BEGIN_DECLS

typedef struct SeidelPreview SeidelPreview;

/* Reads the beginning of a file and nothing else, so that it takes as long for a large file; of an
 * archive that of its member, the only one or that which variable names. Of a file of a format that
 * is recognised there are no readings. Never changes afterwards, and needs the file no more. Free
 * with seidel_preview_unref (). Blocks. */
SEIDEL_API SeidelPreview *seidel_preview_new (const char *path,
                                              const char *variable,
                                              GCancellable *cancellable,
                                              GError **error);
SEIDEL_API SeidelPreview *seidel_preview_ref (SeidelPreview *preview);
SEIDEL_API void seidel_preview_unref (SeidelPreview *preview);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPreview, seidel_preview_unref)

/* The readings, SeidelReading by their order in the table, those that are impossible left out.
 * Borrowed. */
SEIDEL_API const GPtrArray *seidel_preview_readings (const SeidelPreview *preview);

/* The first lines, at most n of at most 80 characters, valid UTF-8. Free with g_free (). */
SEIDEL_API char *seidel_preview_text (const SeidelPreview *preview, int n);

/* The columns of its lines, as far as the first with numbers shows. */
SEIDEL_API int seidel_preview_columns (const SeidelPreview *preview);

/* What a column, from 0, is called in the line of headings; NULL without. Valid UTF-8, on one line.
 * Free with g_free (). */
SEIDEL_API char *seidel_preview_heading (const SeidelPreview *preview, int column);

/* The reading of a name, as seidel_readings_choose () takes it, with the matrix that it gives of
 * this text; SEIDEL_CERTAINTY_IMPOSSIBLE where it is a list and the columns do not hold what they
 * should, or a table with words in it. Free with seidel_reading_free (). */
SEIDEL_API SeidelReading *
seidel_preview_try (const SeidelPreview *preview, const char *name, GError **error);

G_END_DECLS
