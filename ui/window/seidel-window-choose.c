/* The ways to a matrix: the file chooser, dropped files, the menu beside Open, the gallery and the
 * collection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-parts.h"

#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "io/seidel-small-system.h"
#include "lesson/seidel-lesson-list.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-collection-dialog.h"
#include "window/seidel-generate-dialog.h"
#include "window/seidel-matrix-editor.h"
#include "window/seidel-messages.h"
#include "window/seidel-orderings-dialog.h"
#include "window/seidel-recent.h"
#include "window/seidel-variable-dialog.h"
#include "window/seidel-workbench.h"

#define MOST_RECENT 8

static void
generate_cb (SeidelWindow *self, SeidelGenerateDialog *dialog)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];

  seidel_generate_dialog_get_values (dialog, values);
  seidel_workspace_open_gallery (self->workspace, seidel_generate_dialog_get_kind (dialog)->id,
                                 values);
}

void
seidel_window_choose_gallery (SeidelWindow *self)
{
  SeidelGenerateDialog *dialog = seidel_generate_dialog_new (GTK_WINDOW (self));

  g_signal_connect_object (dialog, "accepted", G_CALLBACK (generate_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
entered_cb (SeidelWindow *self, SeidelMatrixEditor *editor)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_editor_get_matrix (editor, &error);

  if (matrix != NULL)
    seidel_workspace_open_matrix (self->workspace, matrix);
  else
    seidel_complain (GTK_WINDOW (self), _ ("The matrix could not be made"), error->message);
}

void
seidel_window_enter_matrix (SeidelWindow *self)
{
  SeidelMatrixEditor *editor = seidel_matrix_editor_new (GTK_WINDOW (self));

  g_signal_connect_object (editor, "accepted", G_CALLBACK (entered_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (editor));
}

/* From the first selected row on, or from the first one. */
void
seidel_window_edit_matrix (SeidelWindow *self)
{
  SeidelMatrix *matrix = seidel_workspace_get_matrix (self->workspace);
  const SeidelRowSet *rows = seidel_selection_get_rows (self->workspace->selection);
  g_autoptr (GError) error = NULL;
  SeidelMatrixEditor *editor;
  int64_t first = 0;

  if (rows != NULL && rows->count > 0 && matrix->csr->rows > SEIDEL_SMALL_MOST)
    while (rows->member[first] == 0)
      first++;
  editor = seidel_matrix_editor_new_copy (GTK_WINDOW (self), matrix, first, &error);
  if (editor == NULL)
    {
      seidel_complain (GTK_WINDOW (self), _ ("The matrix cannot be edited"), error->message);
      return;
    }
  g_signal_connect_object (editor, "accepted", G_CALLBACK (entered_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (editor));
}

static void
variable_cb (SeidelWindow *self, SeidelVariableDialog *dialog)
{
  GFile *file = g_object_get_data (G_OBJECT (dialog), "file");

  seidel_workspace_open (self->workspace, file, seidel_variable_dialog_get_name (dialog),
                         SEIDEL_OPEN_DEFAULT);
}

void
seidel_window_choose_variable (SeidelWindow *self, GFile *file, GPtrArray *variables)
{
  g_autofree char *name = g_filename_display_basename (g_file_peek_path (file));
  SeidelVariableDialog *dialog = seidel_variable_dialog_new (GTK_WINDOW (self), name, variables);

  g_object_set_data_full (G_OBJECT (dialog), "file", g_object_ref (file), g_object_unref);
  g_signal_connect_object (dialog, "accepted", G_CALLBACK (variable_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
reading_cb (SeidelWindow *self, SeidelVariableDialog *dialog)
{
  seidel_workspace_open_as (self->workspace, g_object_get_data (G_OBJECT (dialog), "file"),
                            g_object_get_data (G_OBJECT (dialog), "variable"),
                            seidel_variable_dialog_get_name (dialog));
}

static void
reading_wanted_cb (SeidelWindow *self, const SeidelLoad *load)
{
  g_autofree char *name = g_filename_display_basename (load->path);
  SeidelVariableDialog *dialog =
    seidel_variable_dialog_new_readings (GTK_WINDOW (self), name, load->preview);
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (self->workspace);

  if (matrix != NULL && matrix->origin.reading != NULL
      && g_strcmp0 (matrix->origin.path, load->path) == 0)
    seidel_variable_dialog_select (dialog, matrix->origin.reading);
  g_object_set_data_full (G_OBJECT (dialog), "file", g_object_ref (load->file), g_object_unref);
  g_object_set_data_full (G_OBJECT (dialog), "variable", g_strdup (load->variable), g_free);
  g_signal_connect_object (dialog, "accepted", G_CALLBACK (reading_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
variable_wanted_cb (SeidelWindow *self, const SeidelLoad *load)
{
  seidel_window_choose_variable (self, load->file, load->variables);
}

static void
size_response_cb (SeidelWindow *self, const char *response, GtkWidget *question)
{
  const SeidelLoad *load = g_object_get_data (G_OBJECT (question), "load");

  if (g_str_equal (response, "accept"))
    seidel_workspace_open (self->workspace, load->file, load->variable, load->flags);
}

static void
consent_wanted_cb (SeidelWindow *self, const SeidelLoad *load, const char *sentence)
{
  g_autofree char *name = g_filename_display_basename (load->path);
  g_autofree char *heading = g_strdup_printf (_ ("Open “%s”?"), name);
  GtkWidget *question =
    seidel_question_new (GTK_WINDOW (self), heading, sentence, _ ("_Open Anyway"));

  g_object_set_data_full (G_OBJECT (question), "load",
                          seidel_load_new_file (load->file, load->variable,
                                                load->flags | SEIDEL_OPEN_ANY_SIZE),
                          (GDestroyNotify) seidel_load_free);
  g_signal_connect_object (question, "response", G_CALLBACK (size_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (question));
}

/* Compressed files have a second suffix, ".mtx.xz". */
static void
add_suffixes (GtkFileFilter *filter, const SeidelFormat *format)
{
  for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++)
    {
      g_autofree char *compressed = g_strdup_printf ("*%s.*", *suffix);

      gtk_file_filter_add_suffix (filter, *suffix + 1);
      gtk_file_filter_add_pattern (filter, compressed);
    }
}

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);

  gtk_file_filter_set_name (all, _ ("All matrices"));
  gtk_file_filter_set_name (any, _ ("All files"));
  gtk_file_filter_add_pattern (any, "*");
  for (size_t i = 0; i < n; i++)
    add_suffixes (all, &formats[i]);
  gtk_file_chooser_add_filter (chooser, all);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, formats[i].name);
      add_suffixes (filter, &formats[i]);
      gtk_file_chooser_add_filter (chooser, filter);
    }
  gtk_file_chooser_add_filter (chooser, any);
}

static void
open_file (gpointer window, GFile *file)
{
  seidel_workbench_open (window, file);
}

void
seidel_window_choose_lesson (SeidelWindow *self)
{
  GtkFileChooser *dialog = seidel_chooser_open (&self->chooser, _ ("Open a Lesson"), open_file);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ ("Lessons"));
  gtk_file_filter_add_suffix (filter, "json");
  gtk_file_chooser_add_filter (dialog, filter);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
seidel_window_choose_file (SeidelWindow *self)
{
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (self->workspace);
  GtkFileChooser *dialog = seidel_chooser_open (&self->chooser, _ ("Open a Matrix"), open_file);

  add_filters (dialog);
  if (matrix != NULL && matrix->origin.path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (matrix->origin.path);
      g_autoptr (GFile) folder = g_file_get_parent (file);

      gtk_file_chooser_set_current_folder (dialog, folder, NULL);
    }
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static GtkWindow *
find_dialog (SeidelWindow *self)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (SEIDEL_IS_COLLECTION_DIALOG (toplevel)
          && gtk_window_get_transient_for (toplevel) == GTK_WINDOW (self))
        return toplevel; /* GTK keeps it */
    }
  return NULL;
}

void
seidel_window_choose_from_collection (SeidelWindow *self)
{
  GtkWindow *dialog = find_dialog (self);

  if (dialog == NULL)
    {
      dialog = GTK_WINDOW (seidel_collection_dialog_new (GTK_WINDOW (self)));
      g_signal_connect_object (dialog, "chosen", G_CALLBACK (open_file), self, G_CONNECT_SWAPPED);
    }
  gtk_window_present (dialog);
}

void
seidel_window_compare_orderings (SeidelWindow *self)
{
  SeidelDocument *natural = seidel_document_get_natural (self->workspace->document);
  SeidelOptions options;
  SeidelVectorSpec rhs = { 0 };
  SeidelVectorSpec guess = { 0 };
  const gboolean complete = seidel_setup_pane_get (self->setup_pane, &options, &rhs, &guess);
  GtkWidget *dialog = seidel_orderings_dialog_new (seidel_document_get_matrix (natural),
                                                   complete ? &options : NULL, &rhs, &guess);

  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Files dropped on the window. */
static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, SeidelWindow *self)
{
  GdkFileList *list = g_value_get_boxed (value);
  g_autoptr (GSList) files = list != NULL ? gdk_file_list_get_files (list) : NULL;

  if (files == NULL)
    return FALSE;
  seidel_workbench_open (self, files->data);
  if (files->next != NULL)
    seidel_window_show_note (self,
                             _ ("A window shows one matrix: the first of the files was opened"),
                             NULL);
  return TRUE;
}

/* In a menu an underline marks a mnemonic. */
static char *
escape_underlines (const char *text)
{
  GString *escaped = g_string_new (text);

  g_string_replace (escaped, "_", "__", 0);
  return g_string_free (escaped, FALSE);
}

static void
append_item (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autofree char *escaped = escape_underlines (label);
  g_autoptr (GMenuItem) item = g_menu_item_new (escaped, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static void
fill_recent_cb (GMenu *menu)
{
  g_autoptr (GPtrArray) files = seidel_recent_list (MOST_RECENT);

  g_menu_remove_all (menu);
  for (guint i = 0; i < files->len; i++)
    {
      SeidelRecentFile *file = g_ptr_array_index (files, i);

      append_item (menu, file->name, "win.open-recent", file->uri);
    }
}

/* It keeps itself up to date. */
static GMenuModel *
new_recent_menu (void)
{
  GMenu *menu = g_menu_new ();

  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (fill_recent_cb), menu, G_CONNECT_SWAPPED);
  fill_recent_cb (menu);
  return G_MENU_MODEL (menu);
}

static GMenuModel *
new_gallery_menu (void)
{
  GMenu *menu = g_menu_new ();
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  for (size_t i = 0; i < n; i++)
    if (kinds[i].featured)
      append_item (menu, seidel_translate (kinds[i].name), "win.open-gallery", kinds[i].id);
  g_menu_append (menu, _ ("_Generate…"), "win.generate");
  return G_MENU_MODEL (menu);
}

/* Only where a lesson is played. */
static void
append_print (GMenu *menu, const char *label, const char *action)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "hidden-when", "s", "action-missing");
  g_menu_append_item (menu, item);
}

static void
fill_lessons (GMenu *menu)
{
  GPtrArray *lessons = seidel_lessons ();

  for (guint i = 0; i < lessons->len; i++)
    {
      const SeidelLesson *lesson = lessons->pdata[i];

      append_item (menu, seidel_lesson_text_get (&lesson->title, g_get_language_names ()),
                   "win.lesson", lesson->id);
    }
  g_menu_append (menu, _ ("_Open Lesson…"), "win.open-lesson");
  append_print (menu, _ ("_Video of the Lesson…"), "win.lesson-video");
  append_print (menu, _ ("_Handout as PDF…"), "win.lesson-handout");
  append_print (menu, _ ("_Sheet of Questions as PDF…"), "win.lesson-sheet");
  append_print (menu, _ ("Sheet with _Answers as PDF…"), "win.lesson-solutions");
}

static void
append_part (gpointer menu, const char *text, const char *name)
{
  append_item (menu, name, "win.export-part", text);
}

static void
append_view (gpointer menu, const char *text, const char *name)
{
  append_item (menu, name, "win.open-part", text);
}

static gpointer
get_child (SeidelWindow *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self), SEIDEL_TYPE_WINDOW, name);
}

static void
fill_menus (SeidelWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) recent = new_recent_menu ();
  g_autoptr (GMenuModel) gallery = new_gallery_menu ();
  g_autoptr (GMenu) collection = g_menu_new ();
  g_autoptr (GMenu) parts = g_menu_new ();
  AdwSplitButton *button = get_child (self, "open_button");
  GtkWidget *arrow = gtk_widget_get_last_child (GTK_WIDGET (button));

  fill_lessons (get_child (self, "lessons_menu"));
  seidel_window_list_parts (TRUE, append_part, get_child (self, "parts_menu"));
  seidel_window_list_parts (FALSE, append_view, parts);
  g_menu_append (collection, _ ("Open from the _SuiteSparse Collection…"), "win.open-collection");
  g_menu_append_section (menu, _ ("Recent"), recent);
  g_menu_append_section (menu, _ ("Gallery"), gallery);
  g_menu_append (collection, _ ("_New Matrix…"), "win.new-matrix");
  g_menu_append_submenu (collection, _ ("Computed of the _Matrix"), G_MENU_MODEL (parts));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (collection));
  adw_split_button_set_menu_model (button, G_MENU_MODEL (menu));
  /* The arrow has a tooltip but no name of its own. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (arrow), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Recent and generated matrices"), -1);
  seidel_fix_tooltip (arrow, GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (arrow))));
}

static void
file_used_cb (SeidelWindow *self, GFile *file, const char *variable)
{
  seidel_recent_add (file, variable);
}

void
seidel_window_choose_rhs (SeidelWindow *self)
{
  gtk_widget_set_visible (self->side_pane, TRUE);
  seidel_setup_pane_focus_rhs (self->setup_pane);
}

/* The first one is taken unless another is chosen. */
static void
sides_found_cb (SeidelWindow *self, int n)
{
  g_autofree char *text =
    g_strdup_printf (ngettext ("The file has %d right-hand side",
                               "The file has %d right-hand sides", (unsigned long) n),
                     n);

  seidel_notes_show (&self->notes, text, _ ("_Choose…"), "win.choose-rhs");
}

void
seidel_window_choose_init (SeidelWindow *self)
{
  SeidelWorkspace *workspace = self->workspace;
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  fill_menus (self);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (get_child (self, "toasts"), GTK_EVENT_CONTROLLER (target));
  g_signal_connect_object (self->setup_pane, "sides-found", G_CALLBACK (sides_found_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "variable-wanted", G_CALLBACK (variable_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "reading-wanted", G_CALLBACK (reading_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "consent-wanted", G_CALLBACK (consent_wanted_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "file-used", G_CALLBACK (file_used_cb), self,
                           G_CONNECT_SWAPPED);
}
