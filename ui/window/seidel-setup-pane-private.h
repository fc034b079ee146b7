/* What the parts of the set-up share: its widgets, and who does what with them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method.h"
#include "plan/seidel-plan.h"
#include "window/seidel-advice-note.h"
#include "window/seidel-choice.h"
#include "window/seidel-setup-pane.h"
#include "window/seidel-vector-chooser.h"

G_BEGIN_DECLS

typedef struct SeidelSetupPaneMemory SeidelSetupPaneMemory;

struct _SeidelSetupPane
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *box;
  GtkGrid *grid;
  GtkDropDown *method;
  SeidelAdviceNote *advice;
  GtkDropDown *preconditioner;
  GtkDropDown *engine;
  GtkDropDown *strategy;
  GtkDropDown *precision;
  GtkEditable *tolerance;
  GtkCheckButton *track_error;
  GtkLabel *problem_label;
  GtkLabel *memory_label;
  GtkExpander *vectors;
  GtkExpander *limits;
  SeidelVectorChooser *rhs;
  SeidelVectorChooser *guess;
  GtkEditable *max_iterations;
  GtkEditable *time_limit;
  GtkSpinButton *threads;
  GtkExpander *details;
  GtkGrid *details_grid;
  GtkDropDown *storage;
  GtkWidget *shape_label;
  GtkEditable *shape;

  /* Made from their tables; the grids keep them. */
  GPtrArray *switches; /* GtkCheckButton, in the order of the table */
  GtkWidget *parameter_labels[SEIDEL_N_PARAMETERS];
  GtkWidget *parameters[SEIDEL_N_PARAMETERS];

  /* Owned */
  SeidelDocument *document;
  GSignalGroup *signals;
  char *problem;
  /* The preconditioner that was chosen, also while the method takes none. */
  char *preconditioner_wanted;
  SeidelSetupPaneMemory *memory; /* seidel-setup-pane-memory.c */

  gboolean updating; /* choices are being put in: what they signal is not news */
};

/* NULL: it is left to the advisor. */
const SeidelMethod *seidel_setup_pane_get_method (SeidelSetupPane *self);
const SeidelEngine *seidel_setup_pane_get_engine (SeidelSetupPane *self);
SeidelPrecision seidel_setup_pane_get_precision (SeidelSetupPane *self);
/* With what "auto" comes to, as far as the set-up decides on it. */
SeidelStorage seidel_setup_pane_get_storage (SeidelSetupPane *self);
SeidelStructure *seidel_setup_pane_get_structure (SeidelSetupPane *self);

/* Puts in what can be chosen with what is chosen elsewhere; what is selected stays. */
void seidel_setup_pane_fill (SeidelSetupPane *self);

/* Has the widgets tell what does not apply, and why. */
void seidel_setup_pane_update_sensitivity (SeidelSetupPane *self);

/* For options that were read without a problem; otherwise nothing is told. */
void seidel_setup_pane_update_memory (SeidelSetupPane *self, const SeidelOptions *options);

void seidel_setup_pane_add_parameters (SeidelSetupPane *self);
/* Shows those that are heeded. */
void seidel_setup_pane_show_parameters (SeidelSetupPane *self);
/* Reads those that are shown, the others are the initial ones; returns the first problem, or NULL.
 */
char *seidel_setup_pane_read_parameters (SeidelSetupPane *self, double *parameters);

/* Shows it where the engine and the storage have shapes. */
void seidel_setup_pane_show_shape (SeidelSetupPane *self);
/* Returns the problem, or NULL; automatic where it is not shown. */
char *seidel_setup_pane_read_shape (SeidelSetupPane *self, SeidelShape *shape);

void seidel_setup_pane_add_switches (SeidelSetupPane *self);
void seidel_setup_pane_update_switches (SeidelSetupPane *self);
/* Of SeidelArithmetic: those that are on and have an effect. */
int seidel_setup_pane_get_arithmetic (SeidelSetupPane *self);

/* Reads everything and marks what is wrong; returns the first problem, or NULL. What was filled of
 * the specs is to be cleared. */
char *seidel_setup_pane_read (SeidelSetupPane *self,
                              SeidelOptions *options,
                              SeidelVectorSpec *rhs,
                              SeidelVectorSpec *guess);
void seidel_setup_pane_mark_entry (GtkWidget *entry, gboolean wrong);

G_END_DECLS
