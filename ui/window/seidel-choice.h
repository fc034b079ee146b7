/* One entry of a drop-down: a row of a table, with the reason when it cannot be chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What there is of an entry, all strings: id, name, sentence (for the tooltip), why-not (NULL when
 * it can be chosen); and, where they were set, a caption under the name and the section
 * of the list that it belongs to. */
#define SEIDEL_TYPE_CHOICE (seidel_choice_get_type ())
G_DECLARE_FINAL_TYPE (SeidelChoice, seidel_choice, SEIDEL, CHOICE, GObject)

SeidelChoice *
seidel_choice_new (const char *id, const char *name, const char *sentence, const char *why_not);
const char *seidel_choice_get_id (SeidelChoice *self);
const char *seidel_choice_get_name (SeidelChoice *self);
const char *seidel_choice_get_sentence (SeidelChoice *self);
const char *seidel_choice_get_why_not (SeidelChoice *self);

/* Before the choice is put into a list. Entries of one section are adjacent, the first under its
 * name. */
void seidel_choice_set_caption (SeidelChoice *self, const char *caption);
void seidel_choice_set_section (SeidelChoice *self, const char *section);
const char *seidel_choice_get_caption (SeidelChoice *self);
const char *seidel_choice_get_section (SeidelChoice *self);

/* Makes a drop-down show choices: those with a reason are listed, dimmed, and not selectable. name
 * is as in seidel_drop_down_init (). */
void seidel_choice_drop_down_init (GtkDropDown *drop_down, const char *name);

/* Puts other choices in (array of SeidelChoice) and keeps the selected id if it is among them. */
void seidel_choice_drop_down_fill (GtkDropDown *drop_down, GPtrArray *choices);

/* The selected one, borrowed; NULL when there is none. */
SeidelChoice *seidel_choice_drop_down_get (GtkDropDown *drop_down);
const char *seidel_choice_drop_down_get_id (GtkDropDown *drop_down);

/* By id, or the first without a reason against it; borrowed, NULL when there is none. */
SeidelChoice *seidel_choice_drop_down_find (GtkDropDown *drop_down, const char *id);
SeidelChoice *seidel_choice_drop_down_first_usable (GtkDropDown *drop_down);

/* Selects by id; FALSE, and nothing changes, when there is no such choice. */
gboolean seidel_choice_drop_down_select (GtkDropDown *drop_down, const char *id);

G_END_DECLS
