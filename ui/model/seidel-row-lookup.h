/* Reports on rows of the open matrix, with the solution of a run put in, by a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-document.h"
#include "record/seidel-record.h"
#include "run/seidel-row-report.h"

G_BEGIN_DECLS

/* The matrix and the run that rows are looked up in. It keeps what takes a pass over the matrix, so
 * that the next row is fast. Reference-counted; any thread. */
typedef struct SeidelRowSubject SeidelRowSubject;

/* record: of a run of this matrix, whose solution is put in; NULL: none. */
SeidelRowSubject *seidel_row_subject_new (SeidelDocument *document, SeidelRecord *record);
void seidel_row_subject_unref (SeidelRowSubject *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRowSubject, seidel_row_subject_unref)
/* Whether it is what seidel_row_subject_new () would make: nothing new is known of the matrix. */
gboolean
seidel_row_subject_is_of (SeidelRowSubject *self, SeidelDocument *document, SeidelRecord *record);

/* What there is on a row: its report, and of a complex matrix those of the two rows of the real
 * form, which have its equation. */
typedef struct
{
  SeidelRowReport *reports[3]; /* the last ones NULL where there are fewer */
} SeidelRowFound;

void seidel_row_found_free (SeidelRowFound *found);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelRowFound, seidel_row_found_free)

/* callback is called on the main thread, without a source. most: of terms and rows, as
 * SeidelRowSources has it. */
void seidel_row_lookup_begin (SeidelRowSubject *subject,
                              int64_t row,
                              int64_t most,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer data);
SeidelRowFound *seidel_row_lookup_finish (GAsyncResult *result, GError **error);

G_END_DECLS
