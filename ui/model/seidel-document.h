/* The open matrix and what is known of it. Analyses arrive one after the other from a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "analysis/seidel-schedule.h"
#include "analysis/seidel-structure.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Lives on the main thread, as its signals do:
 *  - changed (): an analysis arrived, or the last one ended;
 *  - progressed (): of the analyses. */
#define SEIDEL_TYPE_DOCUMENT (seidel_document_get_type ())
G_DECLARE_FINAL_TYPE (SeidelDocument, seidel_document, SEIDEL, DOCUMENT, GObject)

/* Takes a reference and starts the analyses on a worker; finalising the document cancels them. */
SeidelDocument *seidel_document_new (SeidelMatrix *matrix);
/* The same for a matrix in another order; keeps the document of its natural one. */
SeidelDocument *seidel_document_new_reordered (SeidelMatrix *matrix, SeidelDocument *natural);

/* Borrowed. The natural document of one in its natural order is itself. */
SeidelDocument *seidel_document_get_natural (SeidelDocument *self);
SeidelMatrix *seidel_document_get_matrix (SeidelDocument *self);
/* NULL until the analysis is done; a rectangular matrix has no schedules. */
SeidelStructure *seidel_document_get_structure (SeidelDocument *self);
SeidelSchedule *seidel_document_get_schedule (SeidelDocument *self, SeidelDirection direction);
/* The same of what runs work with: of a complex matrix its real form, which is made after all the
 * others; of a real one the matrix itself. */
SeidelMatrix *seidel_document_get_solved_matrix (SeidelDocument *self);
SeidelStructure *seidel_document_get_solved_structure (SeidelDocument *self);
SeidelSchedule *seidel_document_get_solved_schedule (SeidelDocument *self,
                                                     SeidelDirection direction);
gboolean seidel_document_get_analysing (SeidelDocument *self); /* until all of them arrived */
double seidel_document_get_progress (SeidelDocument *self);    /* 0 … 1 */
const char *seidel_document_get_error (SeidelDocument *self);  /* why an analysis failed, or NULL */
const char *seidel_document_get_title (SeidelDocument *self);  /* the matrix's name */

/* Why the matrix cannot be put into another order, a sentence of the plan; NULL: it can. */
char *seidel_document_refuse_order (SeidelDocument *self);

G_END_DECLS
