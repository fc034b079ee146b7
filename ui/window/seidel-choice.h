/* One entry of a drop-down: a row of a table, with the reason when it cannot be chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_CHOICE (seidel_choice_get_type ())
G_DECLARE_FINAL_TYPE (SeidelChoice, seidel_choice, SEIDEL, CHOICE, GObject)

/* Caption and section may be set before the choice is put into a list; the rest is for reading. */
struct _SeidelChoice
{
  GObject parent_instance;

  char *id;
  char *name;
  char *sentence; /* for the tooltip */
  char *why_not;  /* NULL when it can be chosen */
  char *caption;  /* under the name, or NULL */
  char *section;  /* of the list, or NULL; those of one section are adjacent, under its name */
};

SeidelChoice *
seidel_choice_new (const char *id, const char *name, const char *sentence, const char *why_not);

/* Makes a drop-down show choices: those with a reason are listed, dimmed, and not selectable. name
 * is as in seidel_drop_down_init (). */
void seidel_choice_drop_down_init (GtkDropDown *drop_down, const char *name);

/* Puts other choices in (array of SeidelChoice) and keeps the selected id if it is among them. */
void seidel_choice_drop_down_fill (GtkDropDown *drop_down, GPtrArray *choices);

/* The selected one, borrowed; NULL when there is none. */
SeidelChoice *seidel_choice_drop_down_get (GtkDropDown *drop_down);
const char *seidel_choice_drop_down_get_id (GtkDropDown *drop_down);

/* The first without a reason against it; borrowed, NULL when there is none. */
SeidelChoice *seidel_choice_drop_down_first_usable (GtkDropDown *drop_down);

/* Selects by id; FALSE, and nothing changes, when there is no such choice. */
gboolean seidel_choice_drop_down_select (GtkDropDown *drop_down, const char *id);

G_END_DECLS
