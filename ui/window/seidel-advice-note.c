/* What the automatic choice would try first and why, in a few words; all of it in a popover.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-advice-note.h"

#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "method/seidel-preconditioner.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

struct _SeidelAdviceNote
{
  AdwBin parent_instance;

  /* Template */
  GtkLabel *caption;
  GtkWidget *why;
  GtkLabel *summary;
  GtkListBox *candidates;

  /* Owned */
  char *shown; /* the texts in the list */
};

G_DEFINE_FINAL_TYPE (SeidelAdviceNote, seidel_advice_note, ADW_TYPE_BIN)

char *
seidel_advice_note_name_candidate (const SeidelCandidate *candidate)
{
  const SeidelMethod *method = seidel_method_find (candidate->method);
  size_t n = 0;
  const SeidelPreconditionerKind *none = seidel_preconditioners (&n);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);

  if (kind == none)
    return g_strdup (seidel_translate (method->name));
  return g_strdup_printf (_ ("%s with %s"), seidel_translate (method->name),
                          seidel_translate (kind->name));
}

static void
append_text (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label;

  if (text == NULL)
    return;
  label = seidel_label_new (text, css_class);
  g_object_set (label, "wrap", TRUE, "width-chars", 48, "max-width-chars", 56, NULL);
  gtk_box_append (GTK_BOX (box), label);
}

static GtkWidget *
new_row (guint number, const SeidelCandidate *candidate)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *name = seidel_advice_note_name_candidate (candidate);
  g_autofree char *heading = g_strdup_printf ("%u. %s", number, name);

  append_text (box, heading, "heading");
  append_text (box, candidate->method_why, "body");
  append_text (box, candidate->preconditioner_why, "body");
  append_text (box, candidate->ordering_why, "caption");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, heading,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, candidate->method_why, -1);
  return row;
}

static void
set_candidates (SeidelAdviceNote *self, const SeidelAdvice *advice)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->candidates))) != NULL)
    gtk_list_box_remove (self->candidates, row);
  for (size_t i = 0; i < advice->n_candidates; i++)
    gtk_list_box_append (self->candidates, new_row ((guint) i + 1, &advice->candidates[i]));
}

/* All that is shown, to compare one advice with another. */
static char *
join_texts (const SeidelAdvice *advice)
{
  GString *text = g_string_new (advice->summary);

  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      const SeidelCandidate *candidate = &advice->candidates[i];
      const char *const whys[] = { candidate->method_why, candidate->preconditioner_why,
                                   candidate->ordering_why };

      g_string_append_printf (text, "\n%s %s", candidate->method, candidate->preconditioner);
      for (gsize k = 0; k < G_N_ELEMENTS (whys); k++)
        g_string_append_printf (text, "\n%s", whys[k] != NULL ? whys[k] : "");
    }
  return g_string_free (text, FALSE);
}

static char *
make_caption (const SeidelAdvice *advice, size_t candidate)
{
  g_autofree char *name = NULL;

  if (advice == NULL)
    return g_strdup (_ ("Chosen once the structure of the matrix is known."));
  if (advice->n_candidates == 0)
    return g_strdup (advice->summary);
  name = seidel_advice_note_name_candidate (&advice->candidates[candidate]);
  return g_strdup_printf (_ ("%s first. %s"), name, advice->candidates[candidate].method_why);
}

void
seidel_advice_note_set_advice (SeidelAdviceNote *self, const SeidelAdvice *advice, size_t candidate)
{
  g_autofree char *shown = NULL;
  g_autofree char *caption = make_caption (advice, candidate);

  g_return_if_fail (SEIDEL_IS_ADVICE_NOTE (self));

  gtk_widget_set_visible (self->why, advice != NULL && advice->n_candidates > 0);
  gtk_label_set_label (self->caption, caption);
  if (advice == NULL)
    return;
  /* The list is kept while nothing changes: the user may be reading it. */
  shown = join_texts (advice);
  if (g_strcmp0 (shown, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  gtk_label_set_label (self->summary, advice->summary);
  set_candidates (self, advice);
}

static void
seidel_advice_note_finalize (GObject *object)
{
  g_free (SEIDEL_ADVICE_NOTE (object)->shown);

  G_OBJECT_CLASS (seidel_advice_note_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelAdviceNote, name)

static void
seidel_advice_note_class_init (SeidelAdviceNoteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = seidel_advice_note_finalize;

  seidel_template_make_group (widget_class, "advicenote");
  seidel_template_bind (widget_class, "advice-note", CHILD (caption), CHILD (why), CHILD (summary),
                        CHILD (candidates));
}

static void
seidel_advice_note_init (SeidelAdviceNote *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_advice_note_set_advice (self, NULL, 0);
}
