/* The commands of the window: each a named action with a key, and when it can be used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include <glib/gi18n.h>

#include "lesson/seidel-lesson-list.h"
#include "window/seidel-choice.h"
#include "window/seidel-compare-dialog.h"
#include "window/seidel-help.h"
#include "window/seidel-orderings-dialog.h"
#include "window/seidel-palette.h"
#include "window/seidel-recent.h"

#define ZOOM_STEP 1.5

/* The target is a URI of the list of recent files. */
static void
open_recent_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *uri = g_variant_get_string (parameter, NULL);
  g_autofree char *variable = seidel_recent_get_variable (uri);
  g_autoptr (GFile) file = g_file_new_for_uri (uri);

  seidel_window_open_again (data, file, variable);
}

/* The target is the path of a session. */
static void
open_session_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_bytestring (parameter));

  seidel_window_open (data, file);
}

static void
open_gallery_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_window_open_gallery (data, g_variant_get_string (parameter, NULL), NULL);
}

/* The target is the id of a lesson. */
static void
lesson_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_window_play_lesson (data, g_variant_get_string (parameter, NULL));
}

/* The target is an ordering as the command line takes it. */
static void
order_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  SeidelOrderingSpec order;

  if (seidel_ordering_spec_parse (g_variant_get_string (parameter, NULL), &order, NULL))
    seidel_window_order (data, &order);
}

static void
solve (SeidelWindow *self)
{
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  g_autoptr (GError) error = NULL;

  if (!seidel_setup_pane_get (self->setup_pane, &options, &rhs, &guess))
    return;
  seidel_window_show_run_table (self);
  if (seidel_run_list_start (self->runs, self->document, &options, &rhs, &guess, &error) == NULL)
    seidel_window_complain (self, _ ("The run could not be started"), error->message);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

static void
stop (SeidelWindow *self)
{
  seidel_run_list_stop (self->runs);
}

static void
remove_run (SeidelWindow *self, SeidelRunItem *run)
{
  g_autofree char *text = NULL;

  if (run == NULL || seidel_run_item_get_live (run))
    return;
  g_set_object (&self->removed, run);
  text = g_strdup_printf (_ ("Run %u was removed"), seidel_run_item_get_number (run));
  seidel_run_list_remove (self->runs, run);
  seidel_window_actions_update (self);
  seidel_window_show_toast_with_undo (self, text, "win.undo-remove");
}

static void
undo_remove (SeidelWindow *self)
{
  g_autoptr (SeidelRunItem) run = g_steal_pointer (&self->removed);

  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  if (run != NULL)
    seidel_run_list_put_back (self->runs, run);
  seidel_window_actions_update (self);
}

static void
remove_selected_run (SeidelWindow *self)
{
  remove_run (self, seidel_run_list_get_selected (self->runs));
}

static void
remove_run_number_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  SeidelWindow *self = data;
  GListModel *model = G_LIST_MODEL (self->runs);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);

      if (seidel_run_item_get_number (run) == g_variant_get_uint32 (parameter))
        {
          remove_run (self, run);
          return;
        }
    }
}

static void
filter_runs (SeidelWindow *self)
{
  seidel_run_table_search (self->run_table);
  seidel_window_show_run_table (self);
}

static void
compare_orderings (SeidelWindow *self)
{
  SeidelDocument *natural = seidel_document_get_natural (self->document);
  GtkWidget *dialog = seidel_orderings_dialog_new (seidel_document_get_matrix (natural));

  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
zoom_in (SeidelWindow *self)
{
  seidel_page_zoom (seidel_window_get_page (self), ZOOM_STEP);
}

static void
zoom_out (SeidelWindow *self)
{
  seidel_page_zoom (seidel_window_get_page (self), 1.0 / ZOOM_STEP);
}

static void
zoom_fit (SeidelWindow *self)
{
  seidel_page_fit (seidel_window_get_page (self));
}

/* At the page in view. */
static void
show_help (SeidelWindow *self)
{
  const char *page = seidel_window_get_page (self) != NULL
                       ? adw_view_stack_get_visible_child_name (self->pages)
                       : NULL;

  gtk_window_present (GTK_WINDOW (seidel_help_new (GTK_WINDOW (self), page)));
}

static void show_palette (SeidelWindow *self);

/* Commands without a target. */
static const struct
{
  const char *name;
  const char *title; /* in the palette; NULL: not there */
  void (*run) (SeidelWindow *self);
  const char *keys[3];
} commands[] = {
  { "open", N_ ("Open a matrix"), seidel_window_choose_file, { "<Control>o" } },
  { "generate", N_ ("Generate a matrix"), seidel_window_choose_gallery, { "<Control>g" } },
  { "open-collection",
    N_ ("Open from the SuiteSparse Collection"),
    seidel_window_choose_from_collection,
    { "<Control><Shift>o" } },
  { "reload", N_ ("Read the file again"), seidel_window_reload, { "<Control><Shift>r" } },
  { "cancel-load", N_ ("Cancel loading"), seidel_window_cancel_load, { NULL } },
  { "solve", N_ ("Solve"), solve, { "<Control>Return", "F5" } },
  { "race",
    N_ ("Race against another run"),
    seidel_window_choose_race,
    { "<Control><Shift>Return" } },
  { "stop", N_ ("Stop"), stop, { "<Control>period" } },
  { "remove-run", N_ ("Remove the selected run"), remove_selected_run, { NULL } },
  { "edit-run", N_ ("Name and note of the selected run"), seidel_window_edit_run, { "F2" } },
  { "open-run-matrix",
    N_ ("Open the matrix of the selected run"),
    seidel_window_open_run_matrix,
    { NULL } },
  { "filter-runs", N_ ("Filter the runs"), filter_runs, { "<Control>f" } },
  { "report-run", N_ ("Report on the selected run"), seidel_window_report_run, { NULL } },
  { "report-runs",
    N_ ("Report on the runs that are shown"),
    seidel_window_report_runs,
    { "<Control><Alt>r" } },
  { "save-session", N_ ("Save the session"), seidel_window_save_session, { "<Control><Alt>s" } },
  { "export-runs",
    N_ ("Export the runs as JSON or CSV"),
    seidel_window_export_runs,
    { "<Control><Alt>e" } },
  { "compare-runs",
    N_ ("Compare the solutions of two runs"),
    seidel_window_compare_runs,
    { "<Control>d" } },
  { "compare-orderings",
    N_ ("Compare orderings of the rows"),
    compare_orderings,
    { "<Control><Shift>d" } },
  { "undo-remove", N_ ("Restore the last removed run"), undo_remove, { "<Control>z" } },
  { "zoom-in", N_ ("Zoom in"), zoom_in, { "<Control>plus", "<Control>equal" } },
  { "zoom-out", N_ ("Zoom out"), zoom_out, { "<Control>minus" } },
  { "zoom-fit", N_ ("Show everything"), zoom_fit, { "<Control>0" } },
  { "export", N_ ("Export the picture"), seidel_window_export_picture, { "<Control>e" } },
  { "export-csv", N_ ("Export the data"), seidel_window_export_numbers, { "<Control><Shift>e" } },
  { "copy", N_ ("Copy the picture and its data"), seidel_window_copy, { "<Control><Shift>c" } },
  { "save-solution", N_ ("Save the solution"), seidel_window_save_solution, { "<Control>s" } },
  { "save-matrix", N_ ("Save the matrix"), seidel_window_save_matrix, { "<Control><Shift>s" } },
  { "lesson-next",
    N_ ("Lesson: the answer, then the next step"),
    seidel_window_lesson_next,
    { NULL } },
  { "lesson-back", N_ ("Lesson: the previous step"), seidel_window_lesson_back, { NULL } },
  { "lesson-follow",
    N_ ("Lesson: finish it and begin the next lesson"),
    seidel_window_lesson_follow,
    { NULL } },
  { "lesson-leave", N_ ("Lesson: leave it"), seidel_window_lesson_leave, { NULL } },
  { "help", N_ ("Help"), show_help, { "F1" } },
  { "palette", NULL, show_palette, { "<Control><Shift>p" } },
  { "cancel-save", N_ ("Cancel saving"), seidel_window_cancel_save, { NULL } },
};

static void
command_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (g_action_get_name (G_ACTION (action)), commands[i].name))
      commands[i].run (data);
}

static void
change_presentation (GSimpleAction *action, GVariant *state, gpointer data)
{
  seidel_window_set_presenting (data, g_variant_get_boolean (state));
}

static const GActionEntry with_target[] = {
  { .name = "open-recent", .activate = open_recent_action, .parameter_type = "s" },
  { .name = "open-session", .activate = open_session_action, .parameter_type = "ay" },
  { .name = "open-gallery", .activate = open_gallery_action, .parameter_type = "s" },
  { .name = "lesson", .activate = lesson_action, .parameter_type = "s" },
  { .name = "order", .activate = order_action, .parameter_type = "s", .state = "'natural'" },
  { .name = "presentation", .state = "false", .change_state = change_presentation },
  { .name = "remove-run-number", .activate = remove_run_number_action, .parameter_type = "u" },
};

/* Keys of the other actions. */
static const struct
{
  const char *action; /* detailed name */
  const char *title;
  const char *keys[3];
} other_keys[] = {
  { "win.page::matrix", N_ ("Matrix page"), { "<Alt>1", "<Control>1" } },
  { "win.page::levels", N_ ("Levels page"), { "<Alt>2", "<Control>2" } },
  { "win.page::convergence", N_ ("Convergence page"), { "<Alt>3", "<Control>3" } },
  { "win.page::timing", N_ ("Timing page"), { "<Alt>4", "<Control>4" } },
  { "win.page::experiments", N_ ("Experiments page"), { "<Alt>5", "<Control>5" } },
  { "win.page::sweep", N_ ("Sweep page"), { "<Alt>6", "<Control>6" } },
  { "win.page::multigrid", N_ ("Multigrid page"), { "<Alt>7", "<Control>7" } },
  { "win.page::solution", N_ ("Solution page"), { "<Alt>8", "<Control>8" } },
  { "win.side-pane", N_ ("Side pane"), { "F9" } },
  { "win.run-table", N_ ("Run table"), { "<Control>r" } },
  { "win.presentation", N_ ("Presentation: large text, no panes"), { "F11" } },
  { "window.close", N_ ("Close the window"), { "<Control>w" } },
};

/* Those that can be used now. */
static void
append_command (SeidelWindow *self,
                GListStore *store,
                const char *action,
                const char *title,
                const char *key)
{
  g_autoptr (SeidelChoice) choice = seidel_choice_new (action, title, NULL, NULL);
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GdkModifierType modifiers;
  guint value;

  if (g_str_has_prefix (action, "win.")
      && (!g_action_parse_detailed_name (action + strlen ("win."), &name, &target, NULL)
          || !g_action_group_get_action_enabled (G_ACTION_GROUP (self), name)))
    return;
  if (key != NULL && gtk_accelerator_parse (key, &value, &modifiers))
    choice->caption = gtk_accelerator_get_label (value, modifiers);
  g_list_store_append (store, choice);
}

static void
append_orderings (SeidelWindow *self, GListStore *store)
{
  size_t n;
  const SeidelOrdering *orderings = seidel_orderings (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.order::", orderings[i].id, NULL);
      g_autofree char *title = g_strdup_printf (_ ("Order: %s"), orderings[i].name);

      append_command (self, store, action, title, NULL);
    }
}

static void
append_lessons (SeidelWindow *self, GListStore *store)
{
  GPtrArray *lessons = seidel_lessons ();

  for (guint i = 0; i < lessons->len; i++)
    {
      const SeidelLesson *lesson = lessons->pdata[i];
      g_autofree char *action = g_strconcat ("win.lesson::", lesson->id, NULL);
      g_autofree char *title =
        g_strdup_printf (_ ("Lesson: %s"),
                         seidel_lesson_text_get (&lesson->title, g_get_language_names ()));

      append_command (self, store, action, title, NULL);
    }
}

static void
show_palette (SeidelWindow *self)
{
  g_autoptr (GListStore) store = g_list_store_new (SEIDEL_TYPE_CHOICE);

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *action = g_strconcat ("win.", commands[i].name, NULL);

      if (commands[i].title != NULL)
        append_command (self, store, action, _ (commands[i].title), commands[i].keys[0]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (other_keys); i++)
    append_command (self, store, other_keys[i].action, _ (other_keys[i].title),
                    other_keys[i].keys[0]);
  append_orderings (self, store);
  append_lessons (self, store);
  gtk_window_present (GTK_WINDOW (seidel_palette_new (GTK_WINDOW (self), G_LIST_MODEL (store))));
}

void
seidel_window_install_keys (GtkApplication *application)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *action = g_strconcat ("win.", commands[i].name, NULL);

      gtk_application_set_accels_for_action (application, action, commands[i].keys);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (other_keys); i++)
    gtk_application_set_accels_for_action (application, other_keys[i].action, other_keys[i].keys);
}

static void
set_enabled (SeidelWindow *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
update_order (SeidelWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "order");
  const SeidelMatrix *matrix =
    self->document != NULL ? seidel_document_get_matrix (self->document) : NULL;
  g_autofree char *why_not =
    self->document != NULL ? seidel_document_refuse_order (self->document) : NULL;

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), matrix != NULL && why_not == NULL);
  set_enabled (self, "compare-orderings", matrix != NULL && why_not == NULL);
  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_string (matrix != NULL ? matrix->ordering
                                                                  : SEIDEL_ORDERING_NATURAL));
}

static const char *
why_not_solve (SeidelWindow *self)
{
  if (self->document == NULL)
    return _ ("Open a matrix first");
  if (seidel_run_list_get_live (self->runs) != NULL)
    return _ ("A run is in progress");
  return seidel_setup_pane_get_problem (self->setup_pane);
}

void
seidel_window_actions_update (SeidelWindow *self)
{
  SeidelRunItem *selected = seidel_run_list_get_selected (self->runs);
  const gboolean live = seidel_run_list_get_live (self->runs) != NULL;
  const SeidelOutcome *outcome = selected != NULL ? seidel_run_item_get_outcome (selected) : NULL;
  gboolean page = seidel_window_get_page (self) != NULL;
  const char *why_not = why_not_solve (self);
  static const char *const of_page[] = { "zoom-in", "zoom-out",   "zoom-fit",
                                         "export",  "export-csv", "copy" };

  for (gsize i = 0; i < G_N_ELEMENTS (of_page); i++)
    set_enabled (self, of_page[i], page);
  set_enabled (self, "solve", why_not == NULL);
  set_enabled (self, "race", why_not == NULL && self->lesson == NULL);
  set_enabled (self, "stop", live);
  set_enabled (self, "cancel-load", self->load != NULL);
  set_enabled (self, "reload",
               self->document != NULL
                 && seidel_document_get_matrix (self->document)->origin.path != NULL);
  set_enabled (self, "save-matrix", self->document != NULL && self->save == NULL);
  set_enabled (self, "cancel-save", self->save != NULL);
  update_order (self);
  set_enabled (self, "lesson-next", self->lesson != NULL);
  set_enabled (self, "lesson-back", seidel_window_lesson_can_go_back (self));
  set_enabled (self, "lesson-follow", seidel_window_lesson_can_follow (self));
  set_enabled (self, "lesson-leave", self->lesson != NULL);
  set_enabled (self, "undo-remove", self->removed != NULL);
  set_enabled (self, "remove-run", selected != NULL && !seidel_run_item_get_live (selected));
  set_enabled (self, "edit-run", selected != NULL);
  set_enabled (self, "open-run-matrix", seidel_window_can_open_run_matrix (self));
  set_enabled (self, "filter-runs", g_list_model_get_n_items (G_LIST_MODEL (self->runs)) > 0);
  set_enabled (self, "report-run", seidel_window_can_report (self, TRUE));
  set_enabled (self, "report-runs", seidel_window_can_report (self, FALSE));
  set_enabled (self, "save-session",
               self->session != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->runs)) > 0);
  set_enabled (self, "export-runs", seidel_window_can_export_runs (self));
  set_enabled (self, "compare-runs", seidel_compare_dialog_is_useful (self->runs));
  set_enabled (self, "save-solution", outcome != NULL && outcome->computed);

  gtk_widget_set_visible (self->solve_button, !live);
  gtk_widget_set_visible (self->stop_button, live);
  gtk_widget_set_tooltip_text (self->solve_button,
                               why_not != NULL ? why_not
                                               : _ ("Solve with these choices (Ctrl+Return)"));
}

/* Commands that show or hide something, or choose a page: their state is a property. */
static const struct
{
  const char *name;
  gsize widget; /* offset in the window */
  const char *property;
} property_actions[] = {
  { "page", G_STRUCT_OFFSET (SeidelWindow, pages), "visible-child-name" },
  { "side-pane", G_STRUCT_OFFSET (SeidelWindow, side_pane), "visible" },
  { "run-table", G_STRUCT_OFFSET (SeidelWindow, run_table), "visible" },
};

static void
add_property_actions (SeidelWindow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (property_actions); i++)
    {
      gpointer object = G_STRUCT_MEMBER (gpointer, self, property_actions[i].widget);
      g_autoptr (GPropertyAction) action =
        g_property_action_new (property_actions[i].name, object, property_actions[i].property);

      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
    }
}

/* The actions may outlive the window: a tooltip that was shown last keeps them. These hold the
 * pages, and with them the matrix. */
void
seidel_window_actions_dispose (SeidelWindow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (property_actions); i++)
    g_action_map_remove_action (G_ACTION_MAP (self), property_actions[i].name);
}

void
seidel_window_actions_init (SeidelWindow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const GActionEntry entry = { .name = commands[i].name, .activate = command_action };

      g_action_map_add_action_entries (G_ACTION_MAP (self), &entry, 1, self);
    }
  g_action_map_add_action_entries (G_ACTION_MAP (self), with_target, G_N_ELEMENTS (with_target),
                                   self);
  add_property_actions (self);

  g_signal_connect_object (self->setup_pane, "notify::problem",
                           G_CALLBACK (seidel_window_actions_update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "notify::live", G_CALLBACK (seidel_window_actions_update),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "notify::selected",
                           G_CALLBACK (seidel_window_actions_update), self, G_CONNECT_SWAPPED);
}
