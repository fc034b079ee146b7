/* The commands of a window: each a named action with a key, and when it can be used.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-commands.h"

#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "lesson/seidel-lesson-list.h"
#include "record/seidel-run-code.h"
#include "window/seidel-choice.h"
#include "window/seidel-compare-dialog.h"
#include "window/seidel-help.h"
#include "window/seidel-palette.h"
#include "window/seidel-recent.h"
#include "window/seidel-why-dialog.h"
#include "window/seidel-window-parts.h"
#include "window/seidel-workbench.h"

#define ZOOM_STEP 1.5

/* The target is a URI of the list of recent files. */
static void
open_recent_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *uri = g_variant_get_string (parameter, NULL);
  g_autofree char *variable = seidel_recent_get_variable (uri);
  g_autoptr (GFile) file = g_file_new_for_uri (uri);

  seidel_workspace_open (SEIDEL_WINDOW (data)->workspace, file, variable, SEIDEL_OPEN_AGAIN);
}

/* The target is the path of a session. */
static void
open_session_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_path (g_variant_get_bytestring (parameter));

  seidel_workspace_open (SEIDEL_WINDOW (data)->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
}

static void
open_gallery_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_workspace_open_gallery (SEIDEL_WINDOW (data)->workspace,
                                 g_variant_get_string (parameter, NULL), NULL);
}

/* The target is an ordering as the command line takes it. */
static void
order_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  SeidelOrderingSpec order;

  if (seidel_ordering_spec_parse (g_variant_get_string (parameter, NULL), &order, NULL))
    seidel_workspace_order (SEIDEL_WINDOW (data)->workspace, &order);
}

static void
remove_run_number_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GListModel *model = G_LIST_MODEL (SEIDEL_WINDOW (data)->workspace->runs);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);

      if (seidel_run_item_get_number (run) == g_variant_get_uint32 (parameter))
        {
          seidel_window_remove_run (data, run);
          return;
        }
    }
}

/* The target is the id of what it is copied as. */
static void
copy_run_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_window_copy_run (data, g_variant_get_string (parameter, NULL));
}

/* The target is what seidel_window_save_part () takes. */
static void
export_part_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_window_save_part (data, g_variant_get_string (parameter, NULL));
}

static void
open_part_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  seidel_workbench_open_part (data, g_variant_get_string (parameter, NULL));
}

static void
stop (SeidelWindow *self)
{
  seidel_run_list_stop (self->workspace->runs);
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

/* Made when it is asked for: it has a widget for each of them. */
static void
show_shortcuts (SeidelWindow *self)
{
  GtkApplicationWindow *window = GTK_APPLICATION_WINDOW (self);
  g_autoptr (GtkBuilder) builder = NULL;

  if (gtk_application_window_get_help_overlay (window) == NULL)
    {
      builder = gtk_builder_new_from_resource ("/org/seidel/Workbench/ui/seidel-shortcuts.ui");
      gtk_application_window_set_help_overlay (window,
                                               GTK_SHORTCUTS_WINDOW (
                                                 gtk_builder_get_object (builder, "help_overlay")));
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

static void show_palette (SeidelWindow *self);

/* Commands without a target. */
static const struct
{
  const char *name;
  const char *title;                /* in the palette; NULL: not there */
  void (*run) (SeidelWindow *self); /* NULL: */
  const char *keys[3];
  void (*work) (SeidelWorkspace *workspace);
} commands[] = {
  { "open", N_ ("Open a matrix"), seidel_window_choose_file, { "<Control>o" } },
  { "new-matrix",
    N_ ("New matrix, entered by hand"),
    seidel_window_enter_matrix,
    { "<Control>m" } },
  { "edit-matrix",
    N_ ("Edit a copy of the matrix, or of 40 of its rows"),
    seidel_window_edit_matrix,
    { "<Control><Shift>m" } },
  { "open-lesson", N_ ("Open a lesson from a file"), seidel_window_choose_lesson, { NULL } },
  { "generate", N_ ("Generate a matrix"), seidel_window_choose_gallery, { "<Control>g" } },
  { "open-collection",
    N_ ("Open from the SuiteSparse Collection"),
    seidel_window_choose_from_collection,
    { "<Control><Shift>o" } },
  { "reload", N_ ("Read the file again"), NULL, { "<Control><Shift>r" }, seidel_workspace_reload },
  { "change-reading",
    N_ ("Change how the file is read…"),
    NULL,
    { NULL },
    seidel_workspace_ask_reading },
  { "cancel-load", N_ ("Cancel loading"), NULL, { NULL }, seidel_workspace_cancel_load },
  { "solve", N_ ("Solve"), seidel_window_solve, { "<Control>Return", "F5" } },
  { "choose-rhs", N_ ("Choose the right-hand side"), seidel_window_choose_rhs, { "<Control>b" } },
  { "race",
    N_ ("Race against another run"),
    seidel_window_choose_race,
    { "<Control><Shift>Return" } },
  { "stop", N_ ("Stop"), stop, { "<Control>period" } },
  { "resume-run",
    N_ ("Resume the selected run, which was stopped"),
    seidel_window_resume_run,
    { "<Control><Shift>period" } },
  { "remove-run", N_ ("Remove the selected runs"), seidel_window_remove_chosen_runs, { NULL } },
  { "remove-runs", N_ ("Remove all runs"), seidel_window_remove_runs, { NULL } },
  { "show-run",
    N_ ("Everything about the selected run"),
    seidel_window_show_run,
    { "<Alt>Return" } },
  { "edit-run", N_ ("Name and note of the selected run"), seidel_window_edit_run, { "F2" } },
  { "open-run-matrix",
    N_ ("Open the matrix of the selected run"),
    NULL,
    { NULL },
    seidel_workspace_open_run_matrix },
  { "filter-runs", N_ ("Filter the runs"), seidel_window_filter_runs, { "<Control>f" } },
  { "explain-run",
    N_ ("Find out why the selected run did not converge"),
    seidel_window_explain_run,
    { "<Control><Shift>y" } },
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
    seidel_window_compare_orderings,
    { "<Control><Shift>d" } },
  { "undo-remove",
    N_ ("Restore the last removed run"),
    seidel_window_restore_run,
    { "<Control>z" } },
  { "go-to-row", N_ ("Go to a row"), seidel_window_go_to_row, { "<Control>l" } },
  { "row-back", N_ ("Row visited before"), seidel_window_row_back, { "<Control>bracketleft" } },
  { "row-forward",
    N_ ("Row visited after it"),
    seidel_window_row_forward,
    { "<Control>bracketright" } },
  { "hide-details", N_ ("Close the pane beside the page"), seidel_window_hide_details, { NULL } },
  { "zoom-in", N_ ("Zoom in"), zoom_in, { "<Control>plus", "<Control>equal" } },
  { "zoom-out", N_ ("Zoom out"), zoom_out, { "<Control>minus" } },
  { "zoom-fit", N_ ("Show everything"), zoom_fit, { "<Control>0" } },
  { "export", N_ ("Export the picture"), seidel_window_export_picture, { "<Control>e" } },
  { "export-csv", N_ ("Export the data"), seidel_window_export_numbers, { "<Control><Shift>e" } },
  { "copy", N_ ("Copy the picture and its data"), seidel_window_copy, { "<Control><Shift>c" } },
  { "save-solution", N_ ("Save the solution"), seidel_window_save_solution, { "<Control>s" } },
  { "save-matrix", N_ ("Save the matrix"), seidel_window_save_matrix, { "<Control><Shift>s" } },
  { "help", N_ ("Help"), show_help, { "F1" } },
  { "shortcuts", N_ ("Keyboard shortcuts"), show_shortcuts, { "<Control>question" } },
  { "palette", NULL, show_palette, { "<Control><Shift>p" } },
  { "cancel-save", N_ ("Cancel saving"), NULL, { NULL }, seidel_workspace_cancel_save },
};

static void
command_action (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    if (!g_str_equal (g_action_get_name (G_ACTION (action)), commands[i].name))
      continue;
    else if (commands[i].run != NULL)
      commands[i].run (data);
    else
      commands[i].work (SEIDEL_WINDOW (data)->workspace);
}

static const GActionEntry with_target[] = {
  { .name = "open-recent", .activate = open_recent_action, .parameter_type = "s" },
  { .name = "open-session", .activate = open_session_action, .parameter_type = "ay" },
  { .name = "open-gallery", .activate = open_gallery_action, .parameter_type = "s" },
  { .name = "order", .activate = order_action, .parameter_type = "s", .state = "'natural'" },
  { .name = "export-part", .activate = export_part_action, .parameter_type = "s" },
  { .name = "open-part", .activate = open_part_action, .parameter_type = "s" },
  { .name = "copy-run", .activate = copy_run_action, .parameter_type = "s" },
  { .name = "remove-run-number", .activate = remove_run_number_action, .parameter_type = "u" },
};

/* Titles and keys of the other actions. */
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
  { "win.page::spectrum", N_ ("Spectrum page"), { "<Alt>9", "<Control>9" } },
  { "win.side-pane", N_ ("Side pane"), { "F9" } },
  { "win.run-table", N_ ("Run table"), { "<Control>r" } },
  { "win.presentation", N_ ("Presentation: the page alone, large text"), { "F11" } },
  { "win.statistics", N_ ("Presentation: show statistics, too"), { "<Control>i" } },
  { "win.lesson-next", N_ ("Lesson: the answer, then the next step"), { NULL } },
  { "win.lesson-back", N_ ("Lesson: the previous step"), { NULL } },
  { "win.lesson-follow", N_ ("Lesson: finish it and begin the next lesson"), { NULL } },
  { "win.lesson-answers", N_ ("Lesson: save the answers as CSV"), { NULL } },
  { "win.lesson-video", N_ ("Lesson: a video of it"), { NULL } },
  { "win.lesson-handout", N_ ("Lesson: a handout as PDF"), { NULL } },
  { "win.lesson-sheet", N_ ("Lesson: a sheet of its questions as PDF"), { NULL } },
  { "win.lesson-solutions", N_ ("Lesson: the sheet with its answers as PDF"), { NULL } },
  { "win.lesson-leave", N_ ("Lesson: leave it"), { NULL } },
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
append_codes (SeidelWindow *self, GListStore *store)
{
  size_t n;
  const SeidelRunCode *codes = seidel_run_codes (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *action = g_strconcat ("win.copy-run::", codes[i].id, NULL);
      g_autofree char *title =
        g_strdup_printf (_ ("Copy the selected run: %s"), seidel_translate (codes[i].name));

      append_command (self, store, action, title, NULL);
    }
}

/* Where the commands that are listed go. */
typedef struct
{
  SeidelWindow *window;
  GListStore *store;
} Listing;

static void
append_part (gpointer data, const char *text, const char *name)
{
  const Listing *to = data;
  g_autofree char *action = g_strdup_printf ("win.export-part('%s')", text);
  g_autofree char *title = g_strdup_printf (_ ("Export: %s"), name);

  append_command (to->window, to->store, action, title, NULL);
}

static void
append_view (gpointer data, const char *text, const char *name)
{
  const Listing *to = data;
  g_autofree char *action = g_strdup_printf ("win.open-part('%s')", text);
  g_autofree char *title = g_strdup_printf (_ ("Open in a new window: %s"), name);

  append_command (to->window, to->store, action, title, NULL);
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
  append_codes (self, store);
  seidel_window_list_parts (TRUE, append_part, &(Listing){ self, store });
  seidel_window_list_parts (FALSE, append_view, &(Listing){ self, store });
  append_lessons (self, store);
  gtk_window_present (GTK_WINDOW (seidel_palette_new (GTK_WINDOW (self), G_LIST_MODEL (store))));
}

void
seidel_window_commands_install_keys (GtkApplication *application)
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
update_matrix (SeidelWindow *self, SeidelWorkspace *workspace)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "order");
  SeidelDocument *document = workspace->document;
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (workspace);
  g_autofree char *why_not = document != NULL ? seidel_document_refuse_order (document) : NULL;
  SeidelWork *saving = workspace->saving;

  set_enabled (self, "order", matrix != NULL && why_not == NULL);
  set_enabled (self, "compare-orderings", matrix != NULL && why_not == NULL);
  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_variant_new_string (matrix != NULL ? matrix->ordering
                                                                  : SEIDEL_ORDERING_NATURAL));
  set_enabled (self, "cancel-load", workspace->loading != NULL);
  set_enabled (self, "reload", matrix != NULL && matrix->origin.path != NULL);
  set_enabled (self, "change-reading", matrix != NULL && matrix->origin.reading != NULL);
  set_enabled (self, "edit-matrix", matrix != NULL);
  set_enabled (self, "save-matrix", matrix != NULL && saving == NULL);
  set_enabled (self, "export-part", matrix != NULL && saving == NULL);
  set_enabled (self, "open-part", matrix != NULL);
  set_enabled (self, "cancel-save", saving != NULL);
}

static void
update_rows (SeidelWindow *self)
{
  SeidelSelection *selection = self->workspace->selection;

  set_enabled (self, "go-to-row", self->workspace->document != NULL);
  set_enabled (self, "row-back", seidel_selection_can_go (selection, -1));
  set_enabled (self, "row-forward", seidel_selection_can_go (selection, 1));
  set_enabled (self, "hide-details", gtk_widget_get_visible (GTK_WIDGET (self->details)));
}

static void
update_page (SeidelWindow *self)
{
  static const char *const of_page[] = { "zoom-in", "zoom-out",   "zoom-fit",
                                         "export",  "export-csv", "copy" };

  for (gsize i = 0; i < G_N_ELEMENTS (of_page); i++)
    set_enabled (self, of_page[i], seidel_window_get_page (self) != NULL);
}

static const char *
why_not_solve (SeidelWindow *self)
{
  if (self->workspace->document == NULL)
    return _ ("Open a matrix first");
  if (seidel_run_list_get_live (self->workspace->runs) != NULL)
    return _ ("A run is in progress");
  return seidel_setup_pane_get_problem (self->setup_pane);
}

static void
update_runs (SeidelWindow *self, SeidelWorkspace *workspace)
{
  SeidelRunList *runs = workspace->runs;
  SeidelRunItem *selected = seidel_run_list_get_selected (runs);
  const SeidelOutcome *outcome = selected != NULL ? seidel_run_item_get_outcome (selected) : NULL;
  const gboolean live = seidel_run_list_get_live (runs) != NULL;
  const gboolean kept = workspace->session != NULL;
  const gboolean any = seidel_workspace_has_runs (workspace);
  const char *why_not = why_not_solve (self);

  set_enabled (self, "solve", why_not == NULL);
  /* The runs of a lesson, which are not kept, belong to its steps. */
  set_enabled (self, "race", why_not == NULL && kept);
  set_enabled (self, "stop", live);
  set_enabled (self, "resume-run",
               !live && seidel_run_list_can_resume (selected, workspace->document));
  set_enabled (self, "undo-remove", workspace->removed != NULL);
  set_enabled (self, "remove-run", selected != NULL && !seidel_run_item_get_live (selected));
  set_enabled (self, "remove-runs", any && !live);
  set_enabled (self, "show-run", selected != NULL);
  set_enabled (self, "edit-run", selected != NULL);
  set_enabled (self, "explain-run", seidel_why_dialog_accepts (selected, workspace->document));
  set_enabled (self, "copy-run", selected != NULL && seidel_run_item_get_record (selected) != NULL);
  set_enabled (self, "open-run-matrix", seidel_workspace_can_open_run_matrix (workspace));
  set_enabled (self, "filter-runs", any);
  set_enabled (self, "report-run", seidel_window_can_report (self, TRUE));
  set_enabled (self, "report-runs", seidel_window_can_report (self, FALSE));
  set_enabled (self, "save-session", kept && any);
  set_enabled (self, "export-runs", seidel_window_can_export_runs (self));
  set_enabled (self, "compare-runs", seidel_compare_dialog_is_useful (runs));
  set_enabled (self, "save-solution", outcome != NULL && outcome->computed);
  seidel_window_show_solve (self, live, why_not);
}

static void
update (SeidelWindow *self)
{
  SeidelWorkspace *workspace = self->workspace;

  update_matrix (self, workspace);
  update_rows (self);
  update_page (self);
  update_runs (self, workspace);
}

void
seidel_window_commands_add (SeidelWindow *self)
{
  SeidelWorkspace *workspace = self->workspace;
  SeidelRunList *runs = workspace->runs;
  const struct
  {
    gpointer object;
    const char *signal;
  } followed[] = {
    { self->setup_pane, "notify::problem" },
    { workspace, "notify" },
    { runs, "notify" },
    { runs, "changed" },
    { workspace->selection, "visited" },
    { self->details, "notify::visible" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const GActionEntry entry = { .name = commands[i].name, .activate = command_action };

      g_action_map_add_action_entries (G_ACTION_MAP (self), &entry, 1, self);
    }
  g_action_map_add_action_entries (G_ACTION_MAP (self), with_target, G_N_ELEMENTS (with_target),
                                   self);
  for (gsize i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_connect_object (followed[i].object, followed[i].signal, G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  update (self);
}
