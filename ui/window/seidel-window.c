/* The window: shows what one works on, in pages, panes and a table of runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window.h"

#include <glib/gi18n.h>

#include "seidel-resources.h"

#include "model/seidel-run-outcome.h"
#include "pages/seidel-convergence-page.h"
#include "pages/seidel-experiments-page.h"
#include "pages/seidel-levels-page.h"
#include "pages/seidel-matrix-page.h"
#include "pages/seidel-multigrid-page.h"
#include "pages/seidel-solution-page.h"
#include "pages/seidel-sweep-page.h"
#include "pages/seidel-spectrum-page.h"
#include "pages/seidel-timing-page.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-changed-bar.h"
#include "window/seidel-picture-keys.h"
#include "window/seidel-progress-strip.h"
#include "window/seidel-start-page.h"
#include "window/seidel-window-state.h"

enum
{
  PROP_0,
  PROP_WORKSPACE,
  PROP_PRESENTING,
  PROP_LECTURE,
  PROP_STATISTICS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_TYPE (SeidelWindow, seidel_window, ADW_TYPE_APPLICATION_WINDOW)

static const struct
{
  const char *name;
  const char *title;
  const char *icon;
  GtkWidget *(*make) (void);
} pages[] = {
  { "matrix", N_ ("Matrix"), "seidel-matrix-symbolic", seidel_matrix_page_new },
  { "levels", N_ ("Levels"), "seidel-levels-symbolic", seidel_levels_page_new },
  { "convergence", N_ ("Convergence"), "seidel-convergence-symbolic", seidel_convergence_page_new },
  { "timing", N_ ("Timing"), "seidel-timing-symbolic", seidel_timing_page_new },
  { "spectrum", N_ ("Spectrum"), "seidel-spectrum-symbolic", seidel_spectrum_page_new },
  { "experiments", N_ ("Experiments"), "seidel-experiments-symbolic", seidel_experiments_page_new },
  { "sweep", N_ ("Sweep"), "seidel-sweep-symbolic", seidel_sweep_page_new },
  { "multigrid", N_ ("Multigrid"), "seidel-multigrid-symbolic", seidel_multigrid_page_new },
  { "solution", N_ ("Solution"), "seidel-solution-symbolic", seidel_solution_page_new },
};

/* Those that are not members. */
static gpointer
get_child (SeidelWindow *self, const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (self), SEIDEL_TYPE_WINDOW, name);
}

/* Pages that do not need one of them do not have the property. */
static void
bind_if_there (SeidelWindow *self, GtkWidget *page, const char *property)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), property) != NULL)
    g_object_bind_property (self->workspace, property, page, property, G_BINDING_SYNC_CREATE);
}

static void
add_pages (SeidelWindow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      GtkWidget *page = pages[i].make ();
      AdwViewStackPage *entry =
        adw_view_stack_add_titled_with_icon (self->pages, page, pages[i].name, _ (pages[i].title),
                                             pages[i].icon);

      /* A page that is not always of interest says when it is. */
      if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "relevant") != NULL)
        g_object_bind_property (page, "relevant", entry, "visible", G_BINDING_SYNC_CREATE);
      bind_if_there (self, page, "document");
      bind_if_there (self, page, "runs");
      bind_if_there (self, page, "selection");
    }
}

/* Where the header has no room for the names of the pages, they are at the bottom. */
static gboolean
reveal_bar_cb (GtkWidget *switcher, GdkFrameClock *clock, gpointer data)
{
  SeidelWindow *self = data;
  GtkWidget *shown = adw_squeezer_get_visible_child (ADW_SQUEEZER (switcher));

  adw_view_switcher_bar_set_reveal (get_child (self, "switcher_bar"),
                                    shown == get_child (self, "no_switcher")
                                      && !self->presentation.active
                                      && gtk_widget_get_visible (switcher));
  return G_SOURCE_REMOVE;
}

/* It is squeezed while the window gets its size, which is too late for the bar to get some. */
static void
switcher_squeezed_cb (SeidelWindow *self)
{
  gtk_widget_add_tick_callback (self->switcher, reveal_bar_cb, self, NULL);
}

/* Runs can be looked at without their matrix. */
static void
update_content (SeidelWindow *self)
{
  const gboolean document = self->workspace->document != NULL;
  const gboolean work = document || seidel_workspace_has_runs (self->workspace);

  gtk_stack_set_visible_child_name (self->content, work ? "work" : "start");
  gtk_widget_set_visible (get_child (self, "open_run_matrix"), !document);
  gtk_widget_set_visible (GTK_WIDGET (self->report_pane), document);
  gtk_widget_set_visible (self->switcher, work);
}

static char *
make_title (SeidelWindow *self)
{
  SeidelDocument *document = self->workspace->document;
  SeidelRunSession *session = self->workspace->session;
  const char *matrix = document != NULL ? seidel_document_get_title (document) : NULL;
  g_autofree char *name = NULL;

  if (session != NULL && seidel_run_session_get_named (session))
    name = g_filename_display_basename (seidel_run_session_get_path (session));
  if (matrix != NULL && name != NULL)
    return g_strdup_printf (_ ("%s — %s — Seidel"), matrix, name);
  if (matrix != NULL || name != NULL)
    return g_strdup_printf (_ ("%s — Seidel"), matrix != NULL ? matrix : name);
  return g_strdup ("Seidel");
}

/* After what the title is made from has changed. */
static void
update_title (SeidelWindow *self)
{
  g_autofree char *title = SEIDEL_WINDOW_GET_CLASS (self)->make_title (self);

  gtk_window_set_title (GTK_WINDOW (self), title);
}

/* The page of the last session may show runs, of which there are none yet. Solve is the next step.
 */
static void
first_document (SeidelWindow *self)
{
  GtkWidget *page = adw_view_stack_get_visible_child (self->pages);

  if (seidel_runs_page_shows_runs (page) && !seidel_workspace_has_runs (self->workspace))
    seidel_window_show_page (self, "matrix");
  gtk_widget_grab_focus (self->solve_button);
}

/* Another order of the same matrix is of the same file. */
static void
watch_file (SeidelWindow *self, SeidelDocument *document)
{
  SeidelChangedBar *bar = SEIDEL_CHANGED_BAR (get_child (self, "changed_bar"));
  SeidelDocument *natural = document != NULL ? seidel_document_get_natural (document) : NULL;
  const SeidelMatrix *matrix = natural != NULL ? seidel_document_get_matrix (natural) : NULL;

  if (g_object_get_data (G_OBJECT (bar), "document") == natural)
    return;
  g_object_set_data (G_OBJECT (bar), "document", natural);
  seidel_changed_bar_watch (bar, matrix != NULL ? matrix->origin.path : NULL);
}

static void
document_cb (SeidelWindow *self)
{
  SeidelDocument *document = self->workspace->document;
  const gboolean first = !gtk_widget_get_visible (GTK_WIDGET (self->report_pane));

  watch_file (self, document);
  seidel_report_pane_set_document (self->report_pane, document);
  seidel_setup_pane_set_document (self->setup_pane, document);
  SEIDEL_WINDOW_GET_CLASS (self)->update_content (self);
  update_title (self);
  if (first)
    SEIDEL_WINDOW_GET_CLASS (self)->first_document (self);
  /* The widget with the focus may be gone with the start page. */
  if (gtk_window_get_focus (GTK_WINDOW (self)) == NULL)
    gtk_widget_grab_focus (self->solve_button);
}

static void
runs_cb (SeidelWindow *self)
{
  SEIDEL_WINDOW_GET_CLASS (self)->update_content (self);
}

/* Where a run ends out of sight, a note says how it did. It would cover the table, which says so.
 */
static void
run_ended (SeidelWindow *self, SeidelRunItem *run)
{
  GtkWidget *page = adw_view_stack_get_visible_child (self->pages);
  g_autofree char *text = NULL;

  if (gtk_widget_get_visible (GTK_WIDGET (self->run_table)) || seidel_runs_page_shows_runs (page))
    return;
  text = seidel_run_outcome_summary (run);
  seidel_notes_show (&self->notes, text, _ ("_Show"), "win.page::convergence");
}

static void
fit_table_cb (SeidelWindow *self)
{
  seidel_panes_fit_table (&self->panes);
}

static void
run_ended_cb (SeidelWindow *self, SeidelRunItem *run)
{
  SEIDEL_WINDOW_GET_CLASS (self)->run_ended (self, run);
}

static void
failed_cb (SeidelWindow *self, const char *heading, const char *body)
{
  seidel_complain (GTK_WINDOW (self), heading, body);
}

static void
noted_cb (SeidelWindow *self, const char *text)
{
  seidel_window_show_note (self, text, NULL);
}

static void
saved_cb (SeidelWindow *self, const char *path, const GError *error)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    seidel_window_show_note (self, _ ("Saving was cancelled"), NULL);
  else
    seidel_window_report_saved (self, path, error);
}

/* The interface for commands. */

SeidelPage *
seidel_window_get_page (SeidelWindow *self)
{
  const char *content = gtk_stack_get_visible_child_name (self->content);

  return g_strcmp0 (content, "work") == 0
           ? SEIDEL_PAGE (adw_view_stack_get_visible_child (self->pages))
           : NULL;
}

void
seidel_window_show_page (SeidelWindow *self, const char *name)
{
  adw_view_stack_set_visible_child_name (self->pages, name);
}

void
seidel_window_show_run_table (SeidelWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->run_table), TRUE);
  seidel_panes_fit_table (&self->panes);
}

static SeidelPresentationParts
presentation_parts (SeidelWindow *self)
{
  return (SeidelPresentationParts){ GTK_WINDOW (self), get_child (self, "header_revealer"),
                                    self->side_pane, GTK_WIDGET (self->run_table) };
}

void
seidel_window_set_presenting (SeidelWindow *self, gboolean presenting)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "presentation");

  const SeidelPresentationParts parts = presentation_parts (self);

  seidel_presentation_set_active (&self->presentation, presenting, &parts);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PRESENTING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LECTURE]);
  switcher_squeezed_cb (self);
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (presenting));
}

void
seidel_window_show_solve (SeidelWindow *self, gboolean live, const char *why_not)
{
  gtk_widget_set_visible (self->solve_button, !live);
  gtk_widget_set_tooltip_text (self->solve_button,
                               why_not != NULL ? why_not
                                               : _ ("Solve with these choices (Ctrl+Return)"));
}

void
seidel_window_show_note (SeidelWindow *self, const char *text, const char *undo)
{
  seidel_notes_show (&self->notes, text, _ ("_Undo"), undo);
}

void
seidel_window_report_saved (SeidelWindow *self, const char *path, const GError *error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text =
    g_strdup_printf (error == NULL ? _ ("Saved %s") : _ ("“%s” could not be saved"), name);

  if (error == NULL)
    seidel_window_show_note (self, text, NULL);
  else
    seidel_complain (GTK_WINDOW (self), text, error->message);
}

static gboolean
seidel_window_close_request (GtkWindow *window)
{
  SEIDEL_WINDOW_GET_CLASS (window)->save_state (SEIDEL_WINDOW (window));
  return GTK_WINDOW_CLASS (seidel_window_parent_class)->close_request (window);
}

/* Commands that show or hide something, or choose a page: their state is a property. */
static const struct
{
  const char *name;
  gsize object; /* offset in the window */
  const char *property;
} property_actions[] = {
  { "page", G_STRUCT_OFFSET (SeidelWindow, pages), "visible-child-name" },
  { "side-pane", G_STRUCT_OFFSET (SeidelWindow, side_pane), "visible" },
  { "run-table", G_STRUCT_OFFSET (SeidelWindow, run_table), "visible" },
};

static void
change_presentation (GSimpleAction *action, GVariant *state, gpointer data)
{
  seidel_window_set_presenting (data, g_variant_get_boolean (state));
}

static void
change_statistics (GSimpleAction *action, GVariant *state, gpointer data)
{
  g_object_set (data, "statistics", g_variant_get_boolean (state), NULL);
  g_simple_action_set_state (action, state);
}

static void
add_actions (SeidelWindow *self)
{
  static const GActionEntry switches[] = {
    { .name = "presentation", .state = "false", .change_state = change_presentation },
    { .name = "statistics", .state = "false", .change_state = change_statistics },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), switches, G_N_ELEMENTS (switches), self);
  for (gsize i = 0; i < G_N_ELEMENTS (property_actions); i++)
    {
      gpointer object = G_STRUCT_MEMBER (gpointer, self, property_actions[i].object);
      g_autoptr (GPropertyAction) action =
        g_property_action_new (property_actions[i].name, object, property_actions[i].property);

      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
    }
}

/* They may outlive the window: a tooltip that was shown last keeps them. They hold the pages, and
 * with them the matrix. */
static void
remove_property_actions (SeidelWindow *self)
{
  for (gsize i = 0; i < G_N_ELEMENTS (property_actions); i++)
    g_action_map_remove_action (G_ACTION_MAP (self), property_actions[i].name);
}

static void
follow_workspace (SeidelWindow *self)
{
  SeidelRunList *runs = self->workspace->runs;
  const struct
  {
    gpointer object;
    const char *signal;
    GCallback callback;
  } followed[] = {
    { self->workspace, "notify::document", G_CALLBACK (document_cb) },
    { self->workspace, "failed", G_CALLBACK (failed_cb) },
    { self->workspace, "noted", G_CALLBACK (noted_cb) },
    { self->workspace, "saved", G_CALLBACK (saved_cb) },
    { self->workspace, "run-ended", G_CALLBACK (run_ended_cb) },
    { runs, "items-changed", G_CALLBACK (runs_cb) },
    { runs, "changed", G_CALLBACK (fit_table_cb) },
    { self->workspace->session, "notify::path", G_CALLBACK (update_title) },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (followed); i++)
    if (followed[i].object != NULL)
      g_signal_connect_object (followed[i].object, followed[i].signal, followed[i].callback, self,
                               G_CONNECT_SWAPPED);
  g_object_bind_property (self->workspace, "loading", get_child (self, "load_strip"), "work",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->workspace, "saving", get_child (self, "save_strip"), "work", 0);
  seidel_run_table_set_runs (self->run_table, runs);
  seidel_row_pane_set_workspace (self->row_pane, self->workspace);
  seidel_run_pane_set_runs (self->run_pane, runs);
}

static void
seidel_window_constructed (GObject *object)
{
  SeidelWindow *self = SEIDEL_WINDOW (object);

  G_OBJECT_CLASS (seidel_window_parent_class)->constructed (object);

  follow_workspace (self);
  add_pages (self);
  seidel_picture_keys_add (self);
  add_actions (self);
  SEIDEL_WINDOW_GET_CLASS (self)->update_content (self);
  update_title (self);
  seidel_window_load_state (self);
  seidel_window_watch_state (self);
}

static void
seidel_window_dispose (GObject *object)
{
  SeidelWindow *self = SEIDEL_WINDOW (object);

  g_clear_handle_id (&self->state_id, g_source_remove);
  if (self->pages != NULL)
    {
      seidel_window_set_presenting (self, FALSE);
      remove_property_actions (self);
      seidel_notes_clear (&self->notes);
      seidel_panes_clear (&self->panes);
      seidel_chooser_clear (&self->chooser);
      /* A live run ends here, before the widgets go that show it. */
      g_object_run_dispose (G_OBJECT (self->workspace));
    }
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_WINDOW);

  G_OBJECT_CLASS (seidel_window_parent_class)->dispose (object);
}

static void
seidel_window_finalize (GObject *object)
{
  g_clear_object (&SEIDEL_WINDOW (object)->workspace);

  G_OBJECT_CLASS (seidel_window_parent_class)->finalize (object);
}

static void
seidel_window_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  SeidelWindow *self = SEIDEL_WINDOW (object);

  if (prop_id == PROP_WORKSPACE)
    g_value_set_object (value, self->workspace);
  else if (prop_id == PROP_PRESENTING)
    g_value_set_boolean (value, self->presentation.active);
  else if (prop_id == PROP_LECTURE)
    g_value_set_boolean (value,
                         self->presentation.active || SEIDEL_WINDOW_GET_CLASS (self)->lecture);
  else
    g_value_set_boolean (value, self->statistics);
}

static void
seidel_window_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  SeidelWindow *self = SEIDEL_WINDOW (object);

  if (prop_id == PROP_WORKSPACE)
    self->workspace = g_value_dup_object (value);
  else
    self->statistics = g_value_get_boolean (value);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelWindow, name)
#define OTHER(name) SEIDEL_TEMPLATE_OTHER (name)

void
seidel_window_class_bind_template (SeidelWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  seidel_template_bind (widget_class, "window", CHILD (toasts), CHILD (switcher),
                        CHILD (solve_button), CHILD (content), CHILD (side_pane),
                        CHILD (report_pane), CHILD (setup_pane), CHILD (pages), CHILD (run_table),
                        CHILD (details), CHILD (row_pane), CHILD (run_pane), OTHER (details_paned),
                        OTHER (stop_button), OTHER (no_switcher), OTHER (switcher_bar),
                        OTHER (open_button), OTHER (load_strip), OTHER (changed_bar),
                        OTHER (save_strip), OTHER (side_paned), OTHER (run_paned),
                        OTHER (open_run_matrix), OTHER (lessons_menu), OTHER (parts_menu),
                        OTHER (header_revealer));
}

static void
seidel_window_class_init (SeidelWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = seidel_window_constructed;
  object_class->dispose = seidel_window_dispose;
  object_class->finalize = seidel_window_finalize;
  object_class->get_property = seidel_window_get_property;
  object_class->set_property = seidel_window_set_property;
  GTK_WINDOW_CLASS (klass)->close_request = seidel_window_close_request;
  klass->update_content = update_content;
  klass->make_title = make_title;
  klass->first_document = first_document;
  klass->run_ended = run_ended;
  klass->save_state = seidel_window_save_state;

  properties[PROP_WORKSPACE] =
    g_param_spec_object ("workspace", NULL, NULL, SEIDEL_TYPE_WORKSPACE,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_PRESENTING] = g_param_spec_boolean ("presenting", NULL, NULL, FALSE,
                                                      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LECTURE] =
    g_param_spec_boolean ("lecture", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_STATISTICS] = g_param_spec_boolean ("statistics", NULL, NULL, FALSE,
                                                      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /* The resources are in a static library: naming them is what links them in. */
  g_resources_register (seidel_get_resource ());
  g_type_ensure (SEIDEL_TYPE_CHANGED_BAR);
  g_type_ensure (SEIDEL_TYPE_PROGRESS_STRIP);
  g_type_ensure (SEIDEL_TYPE_START_PAGE);
  g_type_ensure (SEIDEL_TYPE_REPORT_PANE);
  g_type_ensure (SEIDEL_TYPE_ROW_PANE);
  g_type_ensure (SEIDEL_TYPE_RUN_PANE);
  g_type_ensure (SEIDEL_TYPE_SETUP_PANE);
  g_type_ensure (SEIDEL_TYPE_RUN_TABLE);
  seidel_window_class_bind_template (klass);
  /* Escape first belongs to whatever has the focus, hence no accelerator of the application. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.stop", NULL);
}

static void
seidel_window_init (SeidelWindow *self)
{
  SeidelPresentationParts parts;

  gtk_widget_init_template (GTK_WIDGET (self));
  parts = presentation_parts (self);
  seidel_fix_button_names (GTK_WIDGET (self));
  self->notes.overlay = self->toasts;
  self->chooser.window = GTK_WINDOW (self);
  seidel_presentation_init (&self->presentation, &parts);
  seidel_panes_init (&self->panes, get_child (self, "side_paned"), get_child (self, "run_paned"),
                     self->run_table);
  g_signal_connect_object (self->switcher, "notify::visible-child",
                           G_CALLBACK (switcher_squeezed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->switcher, "notify::visible", G_CALLBACK (switcher_squeezed_cb),
                           self, G_CONNECT_SWAPPED);
}
