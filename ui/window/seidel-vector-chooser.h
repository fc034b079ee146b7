/* Chooses how a vector is made: by a formula, at random with a seed, or from a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* Signals: changed (), when what get_text () returns may have changed; sides-found (int n), when
 * the file of the matrix has n right-hand sides to choose from. */
#define SEIDEL_TYPE_VECTOR_CHOOSER (seidel_vector_chooser_get_type ())
G_DECLARE_FINAL_TYPE (SeidelVectorChooser, seidel_vector_chooser, SEIDEL, VECTOR_CHOOSER, AdwBin)

/* Once, before anything else: which vector it is for. */
void seidel_vector_chooser_set_role (SeidelVectorChooser *self, SeidelVectorRole role);

/* For right-hand sides, when a matrix is opened. One that brings a right-hand side is taken, and
 * what was chosen before comes back with a matrix that brings none. Others in its file are looked
 * for and are then choices, too. */
void seidel_vector_chooser_set_matrix (SeidelVectorChooser *self, SeidelMatrix *matrix);

/* The focus goes to those of the file, if there are several, or to the kinds. */
void seidel_vector_chooser_focus (SeidelVectorChooser *self);

/* The number of vectors in a file where all of them are chosen, of which the spec is the first;
 * otherwise 1. Of right-hand sides alone. */
int seidel_vector_chooser_get_all (SeidelVectorChooser *self);

/* Fills spec, to be cleared by the caller; FALSE with a text that says what is missing. */
gboolean
seidel_vector_chooser_get_spec (SeidelVectorChooser *self, SeidelVectorSpec *spec, GError **error);

/* What the choice is called, "Ones", "b, column 2". Free with g_free (). */
char *seidel_vector_chooser_get_name (SeidelVectorChooser *self);

/* The choice as seidel_vector_spec_parse () reads it; NULL while no file is chosen. Free with
 * g_free (). */
char *seidel_vector_chooser_get_text (SeidelVectorChooser *self);
/* The same, but without what a matrix brings: the choice that holds for any other, too. */
char *seidel_vector_chooser_get_lasting_text (SeidelVectorChooser *self);
/* Ignores a text that does not fit the role. */
void seidel_vector_chooser_set_text (SeidelVectorChooser *self, const char *text);

G_END_DECLS
