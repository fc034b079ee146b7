/* The workbench: one window, one open matrix, the runs made in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

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
#include "pages/seidel-timing-page.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-saved-state.h"

/* How long a choice may be lost for. */
#define SAVE_MILLISECONDS 1000

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_RUNS,
  PROP_SELECTION,
  PROP_LOADING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelWindow, seidel_window, ADW_TYPE_APPLICATION_WINDOW)

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
  { "experiments", N_ ("Experiments"), "seidel-experiments-symbolic", seidel_experiments_page_new },
  { "sweep", N_ ("Sweep"), "seidel-sweep-symbolic", seidel_sweep_page_new },
  { "multigrid", N_ ("Multigrid"), "seidel-multigrid-symbolic", seidel_multigrid_page_new },
  { "solution", N_ ("Solution"), "seidel-solution-symbolic", seidel_solution_page_new },
};

/* Pages that do not need one of them do not have the property. */
static void
bind_if_there (SeidelWindow *self, GtkWidget *page, const char *property)
{
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), property) != NULL)
    g_object_bind_property (self, property, page, property, G_BINDING_SYNC_CREATE);
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

  adw_view_switcher_bar_set_reveal (self->switcher_bar, shown == self->no_switcher
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
static gboolean
has_content (SeidelWindow *self)
{
  return self->document != NULL || self->lesson != NULL
         || g_list_model_get_n_items (G_LIST_MODEL (self->runs)) > 0;
}

void
seidel_window_update_content (SeidelWindow *self)
{
  const gboolean work = has_content (self);

  gtk_stack_set_visible_child_name (self->content, work ? "work" : "start");
  gtk_widget_set_visible (self->open_run_matrix, self->document == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->report_pane), self->document != NULL);
  gtk_widget_set_visible (self->switcher, work && (self->document != NULL || self->lesson == NULL));
}

SeidelPage *
seidel_window_get_page (SeidelWindow *self)
{
  GtkWidget *page = has_content (self) ? adw_view_stack_get_visible_child (self->pages) : NULL;

  return page != NULL ? SEIDEL_PAGE (page) : NULL;
}

void
seidel_window_update_title (SeidelWindow *self)
{
  g_autofree char *title = NULL;

  if (self->lesson != NULL)
    title = seidel_window_lesson_get_title (self);
  else if (self->session != NULL && seidel_run_session_get_named (self->session))
    {
      g_autofree char *name =
        g_filename_display_basename (seidel_run_session_get_path (self->session));

      title = self->document != NULL
                ? g_strdup_printf (_ ("%s — %s — Seidel"),
                                   seidel_document_get_title (self->document), name)
                : g_strdup_printf (_ ("%s — Seidel"), name);
    }
  else if (self->document != NULL)
    title = g_strdup_printf (_ ("%s — Seidel"), seidel_document_get_title (self->document));
  gtk_window_set_title (GTK_WINDOW (self), title != NULL ? title : "Seidel");
}

/* The page of the last session may show runs, of which there are none yet. */
static void
show_first_document (SeidelWindow *self)
{
  GtkWidget *page = adw_view_stack_get_visible_child (self->pages);

  if (SEIDEL_IS_RUNS_PAGE (page) && g_list_model_get_n_items (G_LIST_MODEL (self->runs)) == 0)
    adw_view_stack_set_visible_child_name (self->pages, "matrix");
}

void
seidel_window_set_document (SeidelWindow *self, SeidelDocument *document)
{
  gboolean first = self->document == NULL;

  if (!g_set_object (&self->document, document))
    return;
  seidel_report_pane_set_document (self->report_pane, document);
  seidel_setup_pane_set_document (self->setup_pane, document);
  seidel_window_update_content (self);
  seidel_window_update_title (self);
  if (first && self->lesson == NULL)
    show_first_document (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
  seidel_window_actions_update (self);
  seidel_window_check_runs (self);
  /* The widget with the focus may be gone with the start page; Solve is the next step. */
  if ((first && self->lesson == NULL) || gtk_window_get_focus (GTK_WINDOW (self)) == NULL)
    gtk_widget_grab_focus (self->solve_button);
}

SeidelDocument *
seidel_window_get_document (SeidelWindow *self)
{
  g_return_val_if_fail (SEIDEL_IS_WINDOW (self), NULL);
  return self->document;
}

SeidelRunList *
seidel_window_get_runs (SeidelWindow *self)
{
  g_return_val_if_fail (SEIDEL_IS_WINDOW (self), NULL);
  return self->runs;
}

gboolean
seidel_window_get_loading (SeidelWindow *self)
{
  g_return_val_if_fail (SEIDEL_IS_WINDOW (self), FALSE);
  return self->load != NULL;
}

void
seidel_window_complain (SeidelWindow *self, const char *heading, const char *body)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, NULL);
  GtkWidget *label = gtk_label_new (body);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), label);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_label_select_region (GTK_LABEL (label), 0, 0);
}

static void
toast_dismissed_cb (AdwToast *toast, SeidelWindow *self)
{
  if (self->toast == toast)
    g_clear_object (&self->toast);
}

/* button and its detailed action may be NULL. */
static void
show_toast (SeidelWindow *self, const char *text, const char *button, const char *action)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (escaped);

  if (action != NULL)
    {
      adw_toast_set_button_label (toast, button);
      adw_toast_set_detailed_action_name (toast, action);
    }
  /* Newer words need not wait until the older ones have been shown long enough. */
  if (self->toast != NULL)
    adw_toast_dismiss (self->toast);
  self->toast = g_object_ref (toast);
  g_signal_connect_object (toast, "dismissed", G_CALLBACK (toast_dismissed_cb), self, 0);
  adw_toast_set_timeout (toast, action != NULL ? 8 : 3);
  adw_toast_overlay_add_toast (self->toasts, toast);
  seidel_fix_button_names (gtk_widget_get_last_child (GTK_WIDGET (self->toasts)));
}

void
seidel_window_show_toast (SeidelWindow *self, const char *text)
{
  show_toast (self, text, NULL, NULL);
}

void
seidel_window_show_toast_with_undo (SeidelWindow *self, const char *text, const char *action)
{
  show_toast (self, text, _ ("_Undo"), action);
}

/* Where a run ends out of sight, a note says how it did. It would cover the table, which says so.
 */
static void
run_ended_cb (SeidelWindow *self)
{
  SeidelRunItem *live = seidel_run_list_get_live (self->runs);
  g_autoptr (SeidelRunItem) ended = g_steal_pointer (&self->running);
  GtkWidget *page = adw_view_stack_get_visible_child (self->pages);
  g_autofree char *text = NULL;

  g_set_object (&self->running, live);
  if (ended == NULL || ended == live || self->lesson != NULL || seidel_run_item_get_live (ended)
      || gtk_widget_get_visible (GTK_WIDGET (self->run_table)) || SEIDEL_IS_RUNS_PAGE (page))
    return;
  text = seidel_run_outcome_summary (ended);
  show_toast (self, text, _ ("_Show"), "win.page::convergence");
}

/* Once its rows are there, their heights are known. */
static gboolean
fit_run_table_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelWindow *self = data;
  int height = gtk_widget_get_height (GTK_WIDGET (self->run_paned));
  int wanted = self->run_table_height;
  int least, most;

  if (--self->fit_frames > 0)
    return G_SOURCE_CONTINUE;
  if (wanted == 0)
    wanted = MIN (seidel_run_table_get_wanted_height (self->run_table), height * 2 / 5);
  g_object_get (self->run_paned, "min-position", &least, "max-position", &most, NULL);
  self->fitting = TRUE;
  gtk_paned_set_position (self->run_paned, MIN (MAX (height - wanted, least), most));
  self->fitting = FALSE;
  self->fitted_height = height;
  return G_SOURCE_REMOVE;
}

/* The table grows with its runs, unless the user gave it a height. */
static void
fit_run_table (SeidelWindow *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->run_table)))
    return;
  if (self->fit_frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self->run_paned), fit_run_table_cb, self, NULL);
  self->fit_frames = 2;
}

void
seidel_window_show_run_table (SeidelWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->run_table), TRUE);
  fit_run_table (self);
}

static void
run_table_mapped_cb (SeidelWindow *self)
{
  self->fitted_height = 0;
  fit_run_table (self);
}

/* The handle was moved, unless the table has just appeared, needs more room, or the window got
 * another height. */
static void
run_position_cb (SeidelWindow *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->run_paned));
  int position = gtk_paned_get_position (self->run_paned);
  int most;

  if (self->fitting || self->fitted_height == 0)
    return;
  g_object_get (self->run_paned, "max-position", &most, NULL);
  if (height == self->fitted_height && position < most)
    self->run_table_height = height - position;
  self->fitted_height = height;
}

/* A window that became too narrow for it took some of its width: that is no choice of anybody. */
static void
side_position_cb (SeidelWindow *self)
{
  int position = gtk_paned_get_position (self->side_paned);
  int most;

  g_object_get (self->side_paned, "max-position", &most, NULL);
  if (position < most)
    self->side_width = position;
}

static gboolean
restore_width_cb (GtkWidget *paned, GdkFrameClock *clock, gpointer data)
{
  SeidelWindow *self = data;

  gtk_paned_set_position (self->side_paned, self->side_width);
  return G_SOURCE_REMOVE;
}

/* There is room again, but not before the window has its new size. */
static void
side_room_cb (SeidelWindow *self)
{
  int most;

  g_object_get (self->side_paned, "max-position", &most, NULL);
  if (gtk_paned_get_position (self->side_paned) < MIN (self->side_width, most))
    gtk_widget_add_tick_callback (GTK_WIDGET (self->side_paned), restore_width_cb, self, NULL);
}

/* Whether there is such a page, and it is of interest now. */
static gboolean
is_offered (SeidelWindow *self, const char *name)
{
  GtkWidget *page = adw_view_stack_get_child_by_name (self->pages, name);

  return page != NULL
         && adw_view_stack_page_get_visible (adw_view_stack_get_page (self->pages, page));
}

static void
load_state (SeidelWindow *self)
{
  g_autoptr (GVariant) state = seidel_saved_state_load ();
  g_autoptr (GVariant) setup = g_variant_lookup_value (state, "setup", G_VARIANT_TYPE_VARDICT);
  const char *page;
  gint32 width;
  gint32 height;
  gint32 position;
  gboolean flag;

  if (g_variant_lookup (state, "width", "i", &width)
      && g_variant_lookup (state, "height", "i", &height))
    gtk_window_set_default_size (GTK_WINDOW (self), CLAMP (width, 1, 16384),
                                 CLAMP (height, 1, 16384));
  if (g_variant_lookup (state, "maximized", "b", &flag) && flag)
    gtk_window_maximize (GTK_WINDOW (self));
  if (g_variant_lookup (state, "side-position", "i", &position) && position > 0)
    gtk_paned_set_position (self->side_paned, position);
  if (g_variant_lookup (state, "side-visible", "b", &flag))
    gtk_widget_set_visible (self->side_pane, flag);
  g_variant_lookup (state, "run-table-height", "i", &self->run_table_height);
  if (g_variant_lookup (state, "page", "&s", &page) && is_offered (self, page))
    adw_view_stack_set_visible_child_name (self->pages, page);
  if (setup != NULL)
    seidel_setup_pane_load (self->setup_pane, setup);
}

static void
save_state (SeidelWindow *self)
{
  g_autoptr (GVariant) state = NULL;
  GVariantDict dict;
  int width;
  int height;

  /* What a lesson has chosen is no choice of the user's. */
  if (self->lesson != NULL)
    {
      seidel_window_lesson_save (self);
      return;
    }
  state = seidel_saved_state_load ();

  g_variant_dict_init (&dict, state);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_variant_dict_insert (&dict, "width", "i", width);
  g_variant_dict_insert (&dict, "height", "i", height);
  g_variant_dict_insert (&dict, "maximized", "b", gtk_window_is_maximized (GTK_WINDOW (self)));
  g_variant_dict_insert (&dict, "side-position", "i", self->side_width);
  g_variant_dict_insert (&dict, "side-visible", "b",
                         self->presenting ? self->shown_before.side_pane
                                          : gtk_widget_get_visible (self->side_pane));
  g_variant_dict_insert (&dict, "run-table-height", "i", self->run_table_height);
  g_variant_dict_insert (&dict, "page", "s", adw_view_stack_get_visible_child_name (self->pages));
  g_variant_dict_insert_value (&dict, "setup", seidel_setup_pane_save (self->setup_pane));
  seidel_saved_state_save (g_variant_dict_end (&dict));
}

static gboolean
save_state_cb (gpointer data)
{
  SeidelWindow *self = data;

  self->state_id = 0;
  save_state (self);
  return G_SOURCE_REMOVE;
}

/* A choice was made, which should survive however the program ends. Others may follow soon. */
static void
state_changed_cb (SeidelWindow *self)
{
  if (self->state_id == 0)
    self->state_id = g_timeout_add (SAVE_MILLISECONDS, save_state_cb, self);
}

static void
watch_state (SeidelWindow *self)
{
  static const char *const own[] = { "notify::default-width", "notify::default-height",
                                     "notify::maximized" };

  for (gsize i = 0; i < G_N_ELEMENTS (own); i++)
    g_signal_connect (self, own[i], G_CALLBACK (state_changed_cb), NULL);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (state_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side_paned, "notify::position", G_CALLBACK (state_changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side_pane, "notify::visible", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run_paned, "notify::position", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->setup_pane, "changed", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static gboolean
seidel_window_close_request (GtkWindow *window)
{
  save_state (SEIDEL_WINDOW (window));
  return GTK_WINDOW_CLASS (seidel_window_parent_class)->close_request (window);
}

static void
seidel_window_dispose (GObject *object)
{
  SeidelWindow *self = SEIDEL_WINDOW (object);

  g_clear_handle_id (&self->state_id, g_source_remove);
  if (self->pages != NULL)
    seidel_window_set_presenting (self, FALSE);
  seidel_window_lesson_dispose (self);
  seidel_window_cancel_load (self);
  if (self->pages != NULL)
    seidel_window_actions_dispose (self);
  g_clear_object (&self->save);
  g_clear_object (&self->chooser);
  g_clear_object (&self->save_folder);
  g_clear_object (&self->recent_menu);
  g_clear_object (&self->toast);
  g_clear_object (&self->removed);
  g_clear_object (&self->running);
  /* A live run is stopped and waited for here, before the widgets go that show it. */
  if (self->runs != NULL)
    g_object_run_dispose (G_OBJECT (self->runs));
  seidel_window_session_dispose (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_WINDOW);
  g_clear_object (&self->document);
  g_clear_object (&self->runs);
  g_clear_object (&self->selection);

  G_OBJECT_CLASS (seidel_window_parent_class)->dispose (object);
}

static void
seidel_window_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  SeidelWindow *self = SEIDEL_WINDOW (object);

  switch (prop_id)
    {
    case PROP_DOCUMENT:
      g_value_set_object (value, self->document);
      break;
    case PROP_RUNS:
      g_value_set_object (value, self->runs);
      break;
    case PROP_SELECTION:
      g_value_set_object (value, self->selection);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, self->load != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelWindow, name)

static void
bind_template (GtkWidgetClass *widget_class)
{
  seidel_template_bind (widget_class, "window", CHILD (toasts), CHILD (switcher),
                        CHILD (no_switcher), CHILD (switcher_bar), CHILD (open_button),
                        CHILD (solve_button), CHILD (stop_button), CHILD (load_strip),
                        CHILD (save_strip), CHILD (content), CHILD (side_paned), CHILD (run_paned),
                        CHILD (side_pane), CHILD (open_run_matrix), CHILD (report_pane),
                        CHILD (setup_pane), CHILD (pages), CHILD (run_table), CHILD (lesson_pane),
                        CHILD (lessons_menu));
}

static void
seidel_window_class_init (SeidelWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = seidel_window_dispose;
  object_class->get_property = seidel_window_get_property;
  GTK_WINDOW_CLASS (klass)->close_request = seidel_window_close_request;

  properties[PROP_DOCUMENT] =
    g_param_spec_object ("document", NULL, NULL, SEIDEL_TYPE_DOCUMENT, read);
  properties[PROP_RUNS] = g_param_spec_object ("runs", NULL, NULL, SEIDEL_TYPE_RUN_LIST, read);
  properties[PROP_SELECTION] =
    g_param_spec_object ("selection", NULL, NULL, SEIDEL_TYPE_SELECTION, read);
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, read);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /* The resources are in a static library: naming them is what links them in. */
  g_resources_register (seidel_get_resource ());
  g_type_ensure (SEIDEL_TYPE_PROGRESS_STRIP);
  g_type_ensure (SEIDEL_TYPE_START_PAGE);
  g_type_ensure (SEIDEL_TYPE_REPORT_PANE);
  g_type_ensure (SEIDEL_TYPE_SETUP_PANE);
  g_type_ensure (SEIDEL_TYPE_RUN_TABLE);
  g_type_ensure (SEIDEL_TYPE_LESSON_PANE);
  bind_template (widget_class);
  /* Escape first belongs to whatever has the focus, hence no accelerator of the application. */
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "win.stop", NULL);
}

static void
seidel_window_init (SeidelWindow *self)
{
  self->runs = seidel_run_list_new ();
  self->selection = seidel_selection_new ();
  g_object_bind_property (self, "document", self->selection, "document", G_BINDING_SYNC_CREATE);

  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  seidel_run_table_set_runs (self->run_table, self->runs);
  g_signal_connect_object (self->run_table, "map", G_CALLBACK (run_table_mapped_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "changed", G_CALLBACK (fit_run_table), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run_paned, "notify::position", G_CALLBACK (run_position_cb), self,
                           G_CONNECT_SWAPPED);
  self->side_width = gtk_paned_get_position (self->side_paned);
  g_signal_connect_object (self->side_paned, "notify::position", G_CALLBACK (side_position_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->side_paned, "notify::max-position", G_CALLBACK (side_room_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->switcher, "notify::visible-child",
                           G_CALLBACK (switcher_squeezed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->switcher, "notify::visible", G_CALLBACK (switcher_squeezed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "race-ended", G_CALLBACK (seidel_window_race_ended), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "notify::live", G_CALLBACK (run_ended_cb), self,
                           G_CONNECT_SWAPPED);
  seidel_window_session_init (self);
  add_pages (self);
  seidel_window_menu_init (self);
  seidel_window_dnd_init (self);
  seidel_window_actions_init (self);
  load_state (self);
  watch_state (self);
  seidel_window_actions_update (self);
}

SeidelWindow *
seidel_window_new (GtkApplication *application)
{
  return g_object_new (SEIDEL_TYPE_WINDOW, "application", application, NULL);
}
