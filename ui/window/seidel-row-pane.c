/* A row of the open matrix on its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-row-pane.h"

#include <stdlib.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "model/seidel-number.h"
#include "model/seidel-row-lookup.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-facts.h"

#define MOST 12 /* terms and rows of a list */

struct _SeidelRowPane
{
  AdwBin parent_instance;

  /* Template */
  GtkEditable *entry;
  GtkCheckButton *of_file;
  GtkLabel *problem;
  GtkWidget *hint;
  SeidelFacts *facts;

  /* Owned */
  SeidelWorkspace *workspace;
  SeidelRowSubject *subject; /* of what is shown or looked up */
  int64_t row;               /* likewise; −1: none */
  GCancellable *cancellable;
  gboolean editing; /* the text of the entry is the user's */
};

G_DEFINE_FINAL_TYPE (SeidelRowPane, seidel_row_pane, ADW_TYPE_BIN)

static void
forget (SeidelRowPane *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->subject, seidel_row_subject_unref);
  self->row = -1;
}

static void
complain (SeidelRowPane *self, const char *text)
{
  gtk_label_set_text (self->problem, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), text != NULL);
  seidel_widget_set_class (GTK_WIDGET (self->entry), "error", text != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               text != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                            : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* "3: 12; 17; 40", each a link. */
static char *
link_rows (const SeidelRowReport *report, const SeidelRowList *rows)
{
  g_autofree char *count = seidel_format_count (rows->count);
  GString *markup = g_string_new (count);

  for (int64_t i = 0; i < rows->n; i++)
    {
      g_autofree char *row = seidel_matrix_describe_index (report->matrix, rows->rows[i]);

      g_string_append_printf (markup, "%s<a href=\"%" G_GINT64_FORMAT "\">%s</a>",
                              i == 0 ? ": " : "; ", rows->rows[i], row);
    }
  if (rows->count > rows->n)
    {
      g_autofree char *more = seidel_format_count (rows->count - rows->n);

      g_string_append (markup, "; ");
      g_string_append_printf (markup, _ ("… %s more"), more);
    }
  return g_string_free (markup, FALSE);
}

typedef struct
{
  SeidelFacts *facts;
  const SeidelRowReport *report;
  const char *title; /* of the part, NULL once it is there */
} Part;

static void
add_line (void *data, const char *name, const char *value, const SeidelRowList *rows)
{
  Part *part = data;
  g_autofree char *markup = NULL;

  if (part->title != NULL)
    seidel_facts_add_heading (part->facts, part->title);
  part->title = NULL;
  if (rows == NULL || rows->count == 0)
    {
      seidel_facts_add (part->facts, name, &value);
      return;
    }
  markup = link_rows (part->report, rows);
  seidel_facts_add_links (part->facts, name, markup);
}

static void
show_part (SeidelRowPane *self, const SeidelRowReport *report, SeidelRowPart number)
{
  g_autofree char *place = seidel_matrix_describe_place (report->matrix, report->row, -1);
  Part part = { self->facts, report, _ (seidel_row_part_name (number)) };
  g_autofree char *title = NULL;

  /* Of a complex matrix there are two equations. */
  if (number == SEIDEL_ROW_ENTRIES)
    {
      place[0] = g_ascii_toupper (place[0]);
      part.title = place;
    }
  else if (report->matrix->interleaved)
    part.title = title = g_strdup_printf ("%s, %s", part.title, place);
  seidel_row_report_describe (report, number, add_line, &part);
}

static void
show (SeidelRowPane *self, const SeidelRowFound *found)
{
  seidel_facts_clear (self->facts, 1);
  gtk_widget_set_visible (self->hint, found == NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "row.copy", found != NULL);
  if (found == NULL)
    return;
  /* The equation is what one looks for after a run. */
  show_part (self, found->reports[0], SEIDEL_ROW_ENTRIES);
  for (gsize i = 0; i < G_N_ELEMENTS (found->reports); i++)
    if (found->reports[i] != NULL)
      show_part (self, found->reports[i], SEIDEL_ROW_EQUATION);
  show_part (self, found->reports[0], SEIDEL_ROW_FORWARD);
  show_part (self, found->reports[0], SEIDEL_ROW_BACKWARD);
}

/* A cancelled lookup belongs to another row. */
static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelRowFound) found = seidel_row_lookup_finish (result, &error);
  SeidelRowPane *self;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  self = SEIDEL_ROW_PANE (data);
  show (self, found);
  if (error != NULL)
    complain (self, error->message);
}

/* Of the selected run, if it solved this matrix. */
static SeidelRecord *
find_record (SeidelRowPane *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);

  return run != NULL && seidel_run_item_is_of_matrix (run, self->workspace->document)
           ? seidel_run_item_get_record (run)
           : NULL;
}

static void
show_number (SeidelRowPane *self)
{
  const int64_t row = seidel_selection_get_visited (self->workspace->selection);
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (self->workspace);
  const gboolean reordered = matrix != NULL && matrix->permutation != NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->of_file), reordered);
  if (self->editing)
    return;
  if (row >= 0)
    text = seidel_format_count (1
                                + (reordered && gtk_check_button_get_active (self->of_file)
                                     ? seidel_matrix_original_row (matrix, row)
                                     : row));
  g_signal_handlers_block_matched (self->entry, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
  gtk_editable_set_text (self->entry, text != NULL ? text : "");
  g_signal_handlers_unblock_matched (self->entry, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, self);
}

/* Brings what is shown up to date, while the pane is in view. */
static void
refresh (SeidelRowPane *self)
{
  SeidelDocument *document = self->workspace->document;
  const int64_t row = seidel_selection_get_visited (self->workspace->selection);
  SeidelRecord *record;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  show_number (self);
  if (document == NULL || row < 0)
    {
      forget (self);
      show (self, NULL);
      return;
    }
  record = find_record (self);
  if (self->subject != NULL && !seidel_row_subject_is_of (self->subject, document, record))
    forget (self);
  if (row == self->row)
    return;
  if (self->subject == NULL)
    self->subject = seidel_row_subject_new (document, record);
  self->row = row;
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  seidel_row_lookup_begin (self->subject, row, MOST, self->cancellable, found_cb, self);
}

static void
visited_cb (SeidelRowPane *self)
{
  self->editing = FALSE;
  complain (self, NULL);
  refresh (self);
}

static void
edited_cb (SeidelRowPane *self)
{
  self->editing = TRUE;
  complain (self, NULL);
}

/* The row with the number that was typed; −1 with a complaint. */
static int64_t
read_row (SeidelRowPane *self)
{
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (self->workspace);
  const char *text = gtk_editable_get_text (self->entry);
  const gboolean of_file =
    matrix != NULL && matrix->permutation != NULL && gtk_check_button_get_active (self->of_file);
  g_autofree char *rows = NULL;
  g_autofree char *message = NULL;
  int64_t number;

  if (matrix == NULL)
    return -1;
  if (seidel_number_parse_integer (text, &number) && number >= 1 && number <= matrix->csr->rows)
    return of_file ? seidel_row_of_file (matrix, number - 1) : number - 1;
  rows = seidel_format_count (matrix->csr->rows);
  message = g_strdup_printf (_ ("A number from 1 to %s was expected"), rows);
  complain (self, message);
  return -1;
}

static void
entered_cb (SeidelRowPane *self)
{
  const int64_t row = read_row (self);

  if (row < 0)
    return;
  self->editing = FALSE;
  seidel_selection_visit (self->workspace->selection, row);
  show_number (self);
  gtk_editable_select_region (self->entry, 0, -1);
}

void
seidel_row_pane_ask (SeidelRowPane *self, const char *text)
{
  g_return_if_fail (SEIDEL_IS_ROW_PANE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  if (text == NULL)
    return;
  gtk_editable_set_text (self->entry, text);
  gtk_editable_set_position (self->entry, -1);
}

char *
seidel_row_pane_to_text (SeidelRowPane *self)
{
  g_return_val_if_fail (SEIDEL_IS_ROW_PANE (self), NULL);
  return seidel_facts_to_text (self->facts);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = seidel_row_pane_to_text (SEIDEL_ROW_PANE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static gboolean
link_cb (gpointer data, const char *address)
{
  SeidelRowPane *self = data;

  seidel_selection_visit (self->workspace->selection, g_ascii_strtoll (address, NULL, 10));
  return TRUE;
}

/* The analyses of the document arrive one by one. */
static void
document_cb (SeidelRowPane *self)
{
  if (self->workspace->document != NULL)
    g_signal_connect_object (self->workspace->document, "changed", G_CALLBACK (refresh), self,
                             G_CONNECT_SWAPPED);
  refresh (self);
}

void
seidel_row_pane_set_workspace (SeidelRowPane *self, SeidelWorkspace *workspace)
{
  g_return_if_fail (SEIDEL_IS_ROW_PANE (self));
  g_return_if_fail (self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "notify::document", G_CALLBACK (document_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace->selection, "visited", G_CALLBACK (visited_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace->runs, "notify::selected", G_CALLBACK (refresh), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace->runs, "changed", G_CALLBACK (refresh), self,
                           G_CONNECT_SWAPPED);
  document_cb (self);
}

static void
seidel_row_pane_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_row_pane_parent_class)->map (widget);
  refresh (SEIDEL_ROW_PANE (widget));
}

/* What it keeps of the matrix takes memory. */
static void
seidel_row_pane_unmap (GtkWidget *widget)
{
  forget (SEIDEL_ROW_PANE (widget));
  GTK_WIDGET_CLASS (seidel_row_pane_parent_class)->unmap (widget);
}

static void
seidel_row_pane_dispose (GObject *object)
{
  SeidelRowPane *self = SEIDEL_ROW_PANE (object);

  forget (self);
  g_clear_object (&self->workspace);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_ROW_PANE);

  G_OBJECT_CLASS (seidel_row_pane_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelRowPane, name)

static void
seidel_row_pane_class_init (SeidelRowPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_row_pane_dispose;
  widget_class->map = seidel_row_pane_map;
  widget_class->unmap = seidel_row_pane_unmap;

  g_type_ensure (SEIDEL_TYPE_FACTS);
  seidel_template_make_group (widget_class, "rowpane");
  gtk_widget_class_install_action (widget_class, "row.copy", NULL, copy_action);
  seidel_template_bind (widget_class, "row-pane", CHILD (entry), CHILD (of_file), CHILD (problem),
                        CHILD (hint), CHILD (facts));
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, edited_cb);
}

static void
seidel_row_pane_init (SeidelRowPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->row = -1;
  seidel_facts_set_activated (self->facts, link_cb, self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "row.copy", FALSE);
}
