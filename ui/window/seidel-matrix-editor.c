/* The editor: every change begins a step of its history, and what is known of the system is found
 * again at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-matrix-editor.h"

#include <glib/gi18n.h>
#include <locale.h>

#include "model/seidel-class.h"
#include "model/seidel-small-edit.h"
#include "views/seidel-desktop.h"
#include "views/seidel-entries-view.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

#define FIRST_SIZE 6
/* Of an entry that a click switches on, unless it had another value before. */
#define USUAL_DIAGONAL 4.0
#define USUAL_ENTRY    (-1.0)

/* Of changes that are one while they happen at one place: those behind the elements. */
#define PLACE_SIZE ((SEIDEL_SMALL_MOST + 1) * (SEIDEL_SMALL_MOST + 1))

struct _SeidelMatrixEditor
{
  AdwWindow parent_instance;

  /* Template */
  GtkSpinButton *size;
  GtkCheckButton *symmetric;
  GtkWidget *part;
  GtkSpinButton *first;
  GtkEditable *name;
  SeidelEntriesView *view;
  GtkDrawingArea *graph;
  GtkLabel *facts;
  GtkLabel *hint;

  /* Owned */
  SeidelSmallEdit *edit;
  SeidelEntriesPicture *picture;
  SeidelMatrix *source;                                    /* of a copy, or NULL */
  double remembered[SEIDEL_SMALL_MOST][SEIDEL_SMALL_MOST]; /* of entries that were switched off */
  gboolean updating;                                       /* the spin buttons */
};

enum
{
  SIGNAL_ACCEPTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelMatrixEditor, seidel_matrix_editor, ADW_TYPE_WINDOW)

/* error: what was not done; NULL: nothing went wrong. */
static void
show_hint (SeidelMatrixEditor *self, const GError *error)
{
  gtk_label_set_label (self->hint,
                       error != NULL
                         ? error->message
                         : _ ("Click an entry to switch it on or off, or type a number and press "
                              "Space, Tab or Return. A table from a spreadsheet can be pasted. "
                              "Without b, it is the sum of each row."));
  seidel_widget_set_class (GTK_WIDGET (self->hint), "error", error != NULL);
  seidel_widget_set_class (GTK_WIDGET (self->hint), "dim-label", error == NULL);
}

static void
update_actions (SeidelMatrixEditor *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "edit.undo", self->edit->before->len > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "edit.redo", self->edit->after->len > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "edit.clear",
                                 !seidel_small_system_is_empty (&self->edit->now));
}

/* After each change. */
static void
update (SeidelMatrixEditor *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  seidel_entries_picture_update (self->picture, gtk_editable_get_text (self->name), &error);
  text = seidel_entries_picture_describe (self->picture);
  gtk_label_set_label (self->facts, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->graph), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  self->updating = TRUE;
  gtk_spin_button_set_value (self->size, self->edit->now.n);
  self->updating = FALSE;
  update_actions (self);
  seidel_entries_view_update (self->view);
  gtk_widget_queue_draw (GTK_WIDGET (self->graph));
  show_hint (self, error);
}

static int
place_of (int row, int column)
{
  return row * (SEIDEL_SMALL_MOST + 1) + column;
}

/* One element, and its mirror where the matrix is to stay symmetric. */
static void
set_element (SeidelMatrixEditor *self, int row, int column, double value)
{
  SeidelSmallSystem *system = &self->edit->now;

  seidel_small_edit_begin (self->edit, place_of (row, column));
  seidel_small_system_set (system, row, column, value);
  if (column != SEIDEL_SMALL_RHS && gtk_check_button_get_active (self->symmetric))
    seidel_small_system_set (system, column, row, value);
  update (self);
}

static void
toggled_cb (SeidelMatrixEditor *self, int row, int column)
{
  const SeidelSmallSystem *system = &self->edit->now;
  double value;

  if (column == SEIDEL_SMALL_RHS)
    return;
  value = self->remembered[row][column];
  if (system->stored[row][column])
    {
      self->remembered[row][column] = system->values[row][column];
      value = 0.0;
    }
  else if (value == 0.0)
    value = row == column ? USUAL_DIAGONAL : USUAL_ENTRY;
  set_element (self, row, column, value);
}

static gboolean
entered_cb (SeidelMatrixEditor *self, int row, int column, const char *text)
{
  g_autoptr (GError) error = NULL;
  double value;

  if (!seidel_small_system_read_number (text, &value, &error))
    {
      show_hint (self, error);
      return FALSE;
    }
  set_element (self, row, column, value);
  return TRUE;
}

static void
cleared_cb (SeidelMatrixEditor *self, int row, int column)
{
  if (column != SEIDEL_SMALL_RHS)
    {
      set_element (self, row, column, 0.0);
      return;
    }
  /* Of b a zero is an element. */
  seidel_small_edit_begin (self->edit, place_of (row, column));
  self->edit->now.values[row][column] = 0.0;
  self->edit->now.stored[row][column] = false;
  update (self);
}

static void
moved_cb (SeidelMatrixEditor *self)
{
  self->edit->place = -1;
}

static void
size_changed_cb (SeidelMatrixEditor *self)
{
  const int n = gtk_spin_button_get_value_as_int (self->size);
  const int before = self->edit->now.n;

  if (self->updating || n == before)
    return;
  seidel_small_edit_begin (self->edit, PLACE_SIZE);
  seidel_small_system_resize (&self->edit->now, n);
  /* A row without its diagonal entry has no sweep. */
  for (int row = before; row < n; row++)
    seidel_small_system_set (&self->edit->now, row, row, USUAL_DIAGONAL);
  update (self);
}

static bool
take_rows (SeidelMatrixEditor *self, int64_t first, GError **error)
{
  return seidel_small_system_take (&self->edit->now, self->source, first, error);
}

static void
first_changed_cb (SeidelMatrixEditor *self)
{
  const int64_t first = (int64_t) gtk_spin_button_get_value (self->first) - 1;
  g_autoptr (GError) error = NULL;

  if (self->updating || self->source == NULL)
    return;
  seidel_small_edit_begin (self->edit, PLACE_SIZE + 1);
  take_rows (self, first, &error);
  update (self);
}

static void
undo_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelMatrixEditor *self = SEIDEL_MATRIX_EDITOR (widget);

  if (g_str_has_suffix (name, "redo") ? seidel_small_edit_redo (self->edit)
                                      : seidel_small_edit_undo (self->edit))
    update (self);
}

static void
clear_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelMatrixEditor *self = SEIDEL_MATRIX_EDITOR (widget);

  seidel_small_edit_begin (self->edit, -1);
  seidel_small_system_init (&self->edit->now, self->edit->now.n);
  update (self);
}

void
seidel_matrix_editor_paste_text (SeidelMatrixEditor *self, const char *text)
{
  const char *sign = localeconv ()->decimal_point;
  const bool pristine = self->edit->before->len == 0 && self->source == NULL;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (SEIDEL_IS_MATRIX_EDITOR (self));

  seidel_small_edit_begin (self->edit, -1);
  /* The diagonal that a new matrix has is nobody's work. */
  if (pristine && self->picture->cursor_row == 0 && self->picture->cursor_column == 0)
    seidel_small_system_init (&self->edit->now, self->edit->now.n);
  if (!seidel_small_system_paste (&self->edit->now, self->picture->cursor_row,
                                  self->picture->cursor_column, text, sign[0], &error))
    seidel_small_edit_cancel (self->edit);
  update (self);
  if (error != NULL)
    show_hint (self, error);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SeidelMatrixEditor) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);

  if (self->edit == NULL)
    return;
  if (text != NULL)
    seidel_matrix_editor_paste_text (self, text);
  else
    gtk_label_set_label (self->hint, _ ("The clipboard holds no text."));
}

static void
paste_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, read_cb,
                                 g_object_ref (widget));
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *text = seidel_small_system_to_text (&SEIDEL_MATRIX_EDITOR (widget)->edit->now);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

SeidelMatrix *
seidel_matrix_editor_get_matrix (SeidelMatrixEditor *self, GError **error)
{
  const char *name;

  g_return_val_if_fail (SEIDEL_IS_MATRIX_EDITOR (self), NULL);

  name = gtk_editable_get_text (self->name);
  return seidel_small_system_to_matrix (&self->edit->now, *name != '\0' ? name : _ ("matrix"),
                                        error);
}

static void
accept_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (SeidelMatrixEditor) self = g_object_ref (SEIDEL_MATRIX_EDITOR (widget));

  if (!seidel_entries_view_commit (self->view))
    return;
  g_signal_emit (self, signals[SIGNAL_ACCEPTED], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
draw_graph_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer picture)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  seidel_entries_picture_draw_graph (picture, cr, width, height, &theme);
}

static void
seidel_matrix_editor_dispose (GObject *object)
{
  SeidelMatrixEditor *self = SEIDEL_MATRIX_EDITOR (object);

  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->view, self);
      seidel_entries_view_set_picture (self->view, NULL);
      gtk_drawing_area_set_draw_func (self->graph, NULL, NULL, NULL);
    }
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_MATRIX_EDITOR);
  g_clear_pointer (&self->picture, seidel_entries_picture_free);
  g_clear_pointer (&self->edit, seidel_small_edit_free);
  g_clear_pointer (&self->source, seidel_matrix_unref);

  G_OBJECT_CLASS (seidel_matrix_editor_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  static const struct
  {
    guint key;
    GdkModifierType state;
    const char *action;
  } keys[] = {
    { GDK_KEY_z, GDK_CONTROL_MASK, "edit.undo" },
    { GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK, "edit.redo" },
    { GDK_KEY_y, GDK_CONTROL_MASK, "edit.redo" },
    { GDK_KEY_v, GDK_CONTROL_MASK, "edit.paste" },
    { GDK_KEY_c, GDK_CONTROL_MASK, "edit.copy" },
    { GDK_KEY_Return, GDK_CONTROL_MASK, "edit.accept" },
    { GDK_KEY_w, GDK_CONTROL_MASK, "window.close" },
  };

  gtk_widget_class_install_action (klass, "edit.undo", NULL, undo_action);
  gtk_widget_class_install_action (klass, "edit.redo", NULL, undo_action);
  gtk_widget_class_install_action (klass, "edit.clear", NULL, clear_action);
  gtk_widget_class_install_action (klass, "edit.paste", NULL, paste_action);
  gtk_widget_class_install_action (klass, "edit.copy", NULL, copy_action);
  gtk_widget_class_install_action (klass, "edit.accept", NULL, accept_action);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (klass, keys[i].key, keys[i].state, keys[i].action, NULL);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelMatrixEditor, name)

static void
seidel_matrix_editor_class_init (SeidelMatrixEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_matrix_editor_dispose;
  signals[SIGNAL_ACCEPTED] = seidel_class_add_signal (klass, "accepted", 0);
  g_type_ensure (SEIDEL_TYPE_ENTRIES_VIEW);
  install_actions (widget_class);
  seidel_template_bind (widget_class, "matrix-editor", CHILD (size), CHILD (symmetric),
                        CHILD (part), CHILD (first), CHILD (name), CHILD (view), CHILD (graph),
                        CHILD (facts), CHILD (hint));
  gtk_widget_class_bind_template_callback (widget_class, size_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, first_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
  gtk_widget_class_bind_template_callback (widget_class, cleared_cb);
  gtk_widget_class_bind_template_callback (widget_class, moved_cb);
}

static void
seidel_matrix_editor_init (SeidelMatrixEditor *self)
{
  self->edit = seidel_small_edit_new (FIRST_SIZE);
  for (int row = 0; row < FIRST_SIZE; row++)
    seidel_small_system_set (&self->edit->now, row, row, USUAL_DIAGONAL);
  self->picture = seidel_entries_picture_new (&self->edit->now);
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  gtk_editable_set_text (self->name, _ ("matrix"));
  gtk_drawing_area_set_draw_func (self->graph, draw_graph_cb, self->picture, NULL);
  seidel_desktop_watch (GTK_WIDGET (self->graph), G_CALLBACK (gtk_widget_queue_draw));
  seidel_entries_view_set_picture (self->view, self->picture);
  update (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->view));
}

SeidelMatrixEditor *
seidel_matrix_editor_new (GtkWindow *parent)
{
  return g_object_new (SEIDEL_TYPE_MATRIX_EDITOR, "transient-for", parent, NULL);
}

SeidelMatrixEditor *
seidel_matrix_editor_new_copy (GtkWindow *parent,
                               SeidelMatrix *matrix,
                               int64_t first,
                               GError **error)
{
  SeidelMatrixEditor *self = seidel_matrix_editor_new (parent);
  g_autofree char *name = g_strdup_printf (_ ("%s, edited"), matrix->name);

  self->source = seidel_matrix_ref (matrix);
  if (!take_rows (self, first, error))
    {
      gtk_window_destroy (GTK_WINDOW (self));
      return NULL;
    }
  gtk_window_set_title (GTK_WINDOW (self), _ ("Edit a Copy"));
  gtk_editable_set_text (self->name, name);
  self->updating = TRUE;
  gtk_spin_button_set_range (self->first, 1.0, (double) matrix->csr->rows);
  gtk_spin_button_set_value (self->first, (double) first + 1.0);
  self->updating = FALSE;
  gtk_widget_set_visible (self->part, matrix->csr->rows > SEIDEL_SMALL_MOST);
  update (self);
  return self;
}
