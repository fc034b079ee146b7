/* One option of a run in the set-up: its widget, what is chosen there, and the plan's verdict on
 * it.
 *
 * What there is to choose is in the table of the options. A row has no rules: what is refused or
 * has no effect, and why, is up to the plan.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "plan/seidel-plan.h"

G_BEGIN_DECLS

typedef struct
{
  const SeidelSetting *setting;
  const char *id;    /* as on the command line; also the name of the widget */
  bool labelled;     /* by the template */
  GtkWidget *label;  /* NULL where it has none of its own */
  GtkWidget *widget; /* drop-down, entry or check button */
  GtkWidget *reason; /* the sentence of a refusal, under the widget */
  char *initial;     /* text of the default */
  char *text;        /* of a drop-down: the id chosen, also while it has no effect */
} SeidelSetupRow;

/* widget: the drop-down of a choice that the template has, or NULL. Other rows bring an entry or a
 * check button; attach () puts them into a grid, below what is there, with a mnemonic that is none
 * of used. */
SeidelSetupRow *seidel_setup_row_new (const SeidelSetting *setting, GtkDropDown *widget);
void seidel_setup_row_attach (SeidelSetupRow *self, GtkGrid *grid, int top, GString *used);
void seidel_setup_row_free (SeidelSetupRow *self);

/* What is chosen, as on the command line; switches are "on" or "off". Borrowed. */
const char *seidel_setup_row_get_text (const SeidelSetupRow *self);
/* False, and nothing changes, where a drop-down has no such choice. options: with the engine. */
bool
seidel_setup_row_set_text (SeidelSetupRow *self, const char *text, const SeidelOptions *options);

/* Puts what is chosen into the options. A text that cannot be read becomes a value that the plan
 * refuses. */
void seidel_setup_row_apply (SeidelSetupRow *self, SeidelOptions *options);

/* Whether an option that has no effect is not offered either: its widget is not sensitive, or
 * hidden, and the default counts. Of an automatic method, the next candidate may use what the first
 * does not. */
bool seidel_setup_row_is_idle (const SeidelSetupRow *self,
                               const SeidelOptions *options,
                               const SeidelVerdict *verdict);

/* Shows the verdict of the plan, and those on whatever else could be chosen. facts: those that the
 * plan was made from. */
void
seidel_setup_row_show (SeidelSetupRow *self, const SeidelPlanFacts *facts, const SeidelPlan *plan);

G_END_DECLS
