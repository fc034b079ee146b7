/* Names and values in groups, each value wrapped and selectable: one column, or one for each of
 * several things that are compared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_FACTS (seidel_facts_get_type ())
G_DECLARE_FINAL_TYPE (SeidelFacts, seidel_facts, SEIDEL, FACTS, AdwBin)

/* Clears the list, which then has so many columns of values. */
void seidel_facts_clear (SeidelFacts *self, guint n_columns);
/* A heading above what follows. */
void seidel_facts_add_heading (SeidelFacts *self, const char *title);
/* A line with the names of the columns. */
void seidel_facts_add_columns (SeidelFacts *self, const char *const *names);
/* A line. values has as many texts as there are columns; NULL is none. A line whose values differ
 * is marked. A line without a name is over the whole width. */
void seidel_facts_add (SeidelFacts *self, const char *name, const char *const *values);
/* The same with one value, which is Pango markup, perhaps with links; activated is called with the
 * address of one, and returns whether it knew it. */
typedef gboolean (*SeidelFactsLink) (gpointer data, const char *address);
void seidel_facts_add_links (SeidelFacts *self, const char *name, const char *markup);
void seidel_facts_set_activated (SeidelFacts *self, SeidelFactsLink activated, gpointer data);

/* All of it as text, a line each, the columns set apart by tabs. Free with g_free (). */
char *seidel_facts_to_text (SeidelFacts *self);

G_END_DECLS
