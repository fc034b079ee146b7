/* How to solve: every choice of a run, checked while it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-document.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* Property:
 *   problem  string, read-only: why a run cannot be started with these choices, or NULL */
#define SEIDEL_TYPE_SETUP_PANE (seidel_setup_pane_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSetupPane, seidel_setup_pane, SEIDEL, SETUP_PANE, AdwBin)

/* The matrix that the choices are checked against, or NULL. */
void seidel_setup_pane_set_document (SeidelSetupPane *self, SeidelDocument *document);

const char *seidel_setup_pane_get_problem (SeidelSetupPane *self);

/* What is chosen; the specs are to be cleared. FALSE, with nothing filled, while there is a
 * problem. */
gboolean seidel_setup_pane_get (SeidelSetupPane *self,
                                SeidelOptions *options,
                                SeidelVectorSpec *rhs,
                                SeidelVectorSpec *guess);

/* The choice of the right-hand side unfolds and takes the focus. */
void seidel_setup_pane_focus_rhs (SeidelSetupPane *self);

/* For the set-up of a run whose vectors are given. */
void seidel_setup_pane_hide_vectors (SeidelSetupPane *self);

/* Whether the same is chosen in both, vectors aside. */
gboolean seidel_setup_pane_equal (SeidelSetupPane *self, SeidelSetupPane *other);

/* For the session: a dictionary (a{sv}, floating). Loading ignores what it does not know. */
GVariant *seidel_setup_pane_save (SeidelSetupPane *self);
void seidel_setup_pane_load (SeidelSetupPane *self, GVariant *state);

/* Selects by id; FALSE when there is no such row in the table. The method may be
 * SEIDEL_METHOD_AUTO; a preconditioner is remembered while the method takes none. */
/* The number of right-hand sides where all those of a file are chosen, of which the one above is
 * the first; otherwise 1. */
int seidel_setup_pane_get_rhs_columns (SeidelSetupPane *self);
gboolean seidel_setup_pane_set_method (SeidelSetupPane *self, const char *id);
gboolean seidel_setup_pane_set_preconditioner (SeidelSetupPane *self, const char *id);

G_END_DECLS
