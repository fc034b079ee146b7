/* What the pages about the open matrix have in common: the document and what is selected in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-list.h"
#include "model/seidel-selection.h"
#include "pages/seidel-runs-page.h"
#include "pages/seidel-selection-bar.h"

G_BEGIN_DECLS

/* An abstract page with the read-write properties "document" and "selection" beside "runs", each
 * NULL at first; references are held. Main thread only. Derived pages implement the rest of the
 * page interface. */
#define SEIDEL_TYPE_DOCUMENT_PAGE (seidel_document_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (SeidelDocumentPage,
                          seidel_document_page,
                          SEIDEL,
                          DOCUMENT_PAGE,
                          SeidelRunsPage)

/* All but the first may be NULL. */
struct _SeidelDocumentPageClass
{
  SeidelRunsPageClass parent_class;

  /* There is another document or none, or its analysis went on. */
  void (*document_changed) (SeidelDocumentPage *self);
  /* There is another list of runs, or something in it changed. */
  void (*runs_changed) (SeidelDocumentPage *self);
  /* There is another selection, or none: for who needs the object. */
  void (*selection_replaced) (SeidelDocumentPage *self, SeidelSelection *selection);
  /* Other rows are selected. */
  void (*selection_changed) (SeidelDocumentPage *self);
  /* Another row is pointed at, or its chains became known. */
  void (*pointed) (SeidelDocumentPage *self);
  /* A row is to be brought into sight. */
  void (*revealed) (SeidelDocumentPage *self, gint64 row);
};

/* In class_init of a derived page, after its template was set: binds the children "tools", "stack"
 * (with the pages "picture" and "empty"), "empty" and "selection_bar", which it must have. Views in
 * it may have the handlers "row_picked_cb", "row_pointed_cb" and "unpicked_cb". */
void seidel_document_page_class_bind_template (SeidelDocumentPageClass *klass);

/* Borrowed; each may be NULL. */
SeidelDocument *seidel_document_page_get_document (SeidelDocumentPage *self);
SeidelMatrix *seidel_document_page_get_matrix (SeidelDocumentPage *self);
SeidelSelection *seidel_document_page_get_selection (SeidelDocumentPage *self);
/* Of a square matrix, once it is analysed. */
SeidelSchedule *seidel_document_page_get_schedule (SeidelDocumentPage *self,
                                                   SeidelDirection direction);

/* The direction whose levels the line about the selection names. */
void seidel_document_page_set_direction (SeidelDocumentPage *self, SeidelDirection direction);
/* Reports the row that is pointed at in a view; −1: none. */
void seidel_document_page_point_at (SeidelDocumentPage *self, int64_t row);

/* Shows the picture with its tools, or in its place why there is none. */
void seidel_document_page_show_picture (SeidelDocumentPage *self);
void
seidel_document_page_show_empty (SeidelDocumentPage *self, const char *title, const char *reason);

G_END_DECLS
