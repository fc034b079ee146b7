/* A window that plays a lesson, with a workspace of its own, whose runs are not kept: matrix, runs
 * and choices of the others stay as they are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-lesson-window.h"

#include <glib/gi18n.h>

#include "window/seidel-answer-view.h"
#include "window/seidel-lesson-pane.h"
#include "window/seidel-lesson-steps.h"
#include "window/seidel-lessons-done.h"
#include "window/seidel-picture-keys.h"
#include "window/seidel-saved-state.h"

#define STATE_KEY "lessons"

struct _SeidelLessonWindow
{
  SeidelWindow parent_instance;

  SeidelLessonPlayer *player;
  SeidelLessonSteps *steps;
  GtkWidget *cover;        /* of the page, until the answer is shown */
  SeidelLessonPrint print; /* that a place was asked for */
  gboolean finished;       /* next time it starts at the beginning */
};

enum
{
  PROP_0,
  PROP_LESSON,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelLessonWindow, seidel_lesson_window, SEIDEL_TYPE_WINDOW)

static void
keep_place (SeidelLessonWindow *self, gboolean forget)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) old = g_variant_lookup_value (session, STATE_KEY, G_VARIANT_TYPE_VARDICT);
  GVariantDict lessons;

  g_variant_dict_init (&lessons, old);
  if (forget)
    g_variant_dict_remove (&lessons, seidel_lesson_player_get_lesson (self->player)->id);
  else
    g_variant_dict_insert_value (&lessons, seidel_lesson_player_get_lesson (self->player)->id,
                                 seidel_lesson_player_save (self->player));
  seidel_saved_state_set (STATE_KEY, g_variant_dict_end (&lessons));
}

static void
restore_place (SeidelLessonWindow *self)
{
  g_autoptr (GVariant) session = seidel_saved_state_load ();
  g_autoptr (GVariant) lessons =
    g_variant_lookup_value (session, STATE_KEY, G_VARIANT_TYPE_VARDICT);
  g_autoptr (GVariant) state = NULL;

  if (lessons != NULL)
    state = g_variant_lookup_value (lessons, seidel_lesson_player_get_lesson (self->player)->id,
                                    G_VARIANT_TYPE_VARDICT);
  if (state != NULL)
    seidel_lesson_player_load (self->player, state);
}

/* Commands. */

static void
finish (SeidelLessonWindow *self)
{
  self->finished = TRUE;
  seidel_lessons_done_add (seidel_lesson_player_get_lesson (self->player)->id);
  gtk_window_close (GTK_WINDOW (self));
}

/* The answer comes before the next step. */
static void
go_on (SeidelLessonWindow *self)
{
  const size_t step = seidel_lesson_player_get_step (self->player);

  if (seidel_lesson_player_get_lesson (self->player)->steps[step].ask.n > 0
      && !seidel_lesson_player_is_revealed (self->player)
      && seidel_lesson_player_get_failure (self->player) == NULL)
    seidel_lesson_player_reveal (self->player);
  else if (seidel_lesson_player_is_last (self->player))
    finish (self);
  else
    seidel_lesson_player_next (self->player);
}

static void
go_back (SeidelLessonWindow *self)
{
  seidel_lesson_player_back (self->player);
}

/* Finishes it and begins the next lesson. */
static void
follow (SeidelLessonWindow *self)
{
  const char *id = seidel_lesson_player_get_following (self->player)->id;

  g_action_group_activate_action (G_ACTION_GROUP (self), "lesson", g_variant_new_string (id));
  finish (self);
}

static void
leave (SeidelLessonWindow *self)
{
  gtk_window_close (GTK_WINDOW (self));
}

static void
save_answers (gpointer window, const char *path)
{
  g_autofree char *csv = seidel_lesson_player_to_csv (SEIDEL_LESSON_WINDOW (window)->player);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, csv, -1, &error);
  seidel_window_report_saved (window, path, error);
}

static void
choose_answers (SeidelLessonWindow *self)
{
  static const SeidelSaveFormat format = { "CSV", ".csv" };
  g_autofree char *stem =
    g_strdup_printf ("%s-answers", seidel_lesson_player_get_lesson (self->player)->id);

  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_chooser_save (&SEIDEL_WINDOW (self)->chooser, _ ("Save the Answers"),
                                            stem, &format, 1, save_answers)));
}

static void
save_print (gpointer window, const char *path)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (window);
  SeidelWorkspace *workspace = SEIDEL_WINDOW (window)->workspace;

  if (workspace->saving != NULL)
    seidel_window_show_note (window, _ ("Another file is still being saved"), NULL);
  else
    seidel_workspace_save_lesson (workspace, seidel_lesson_player_get_lesson (self->player),
                                  self->print, path);
}

static void
choose_print (SeidelLessonWindow *self, SeidelLessonPrint print)
{
  const SeidelSaveFormat format = { _ ("PDF document"), ".pdf" };
  g_autofree char *stem =
    g_strdup_printf ("%s-%s", seidel_lesson_player_get_lesson (self->player)->id,
                     seidel_lesson_print_id (print));

  self->print = print;
  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_chooser_save (&SEIDEL_WINDOW (self)->chooser, _ ("Print the Lesson"),
                                            stem, &format, 1, save_print)));
}

static void
choose_video (SeidelLessonWindow *self)
{
  SeidelSaveFormat formats[8];
  size_t n;
  const SeidelExportFormat *all = seidel_animation_formats (&n);

  g_return_if_fail (n <= G_N_ELEMENTS (formats));
  for (size_t i = 0; i < n; i++)
    formats[i] = (SeidelSaveFormat){ _ (all[i].name), all[i].suffix };
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (
    seidel_chooser_save (&SEIDEL_WINDOW (self)->chooser, _ ("Save the Lesson as a Video"),
                         seidel_lesson_player_get_lesson (self->player)->id, formats, n,
                         save_print)));
}

static void
choose_handout (SeidelLessonWindow *self)
{
  choose_print (self, SEIDEL_LESSON_PRINT_HANDOUT);
}

static void
choose_sheet (SeidelLessonWindow *self)
{
  choose_print (self, SEIDEL_LESSON_PRINT_SHEET);
}

static void
choose_solutions (SeidelLessonWindow *self)
{
  choose_print (self, SEIDEL_LESSON_PRINT_ANSWERS);
}

/* Their titles are with those of the other commands. The keys are those that remote controls for
 * slides have, too; elsewhere they scroll. */
static const struct
{
  const char *name;
  void (*run) (SeidelLessonWindow *self);
  guint key;
} commands[] = {
  { "lesson-next", go_on, GDK_KEY_Page_Down },
  { "lesson-back", go_back, GDK_KEY_Page_Up },
  { "lesson-follow", follow, 0 },
  { "lesson-leave", leave, 0 },
  { "lesson-answers", choose_answers, 0 },
  { "lesson-video", choose_video, 0 },
  { "lesson-handout", choose_handout, 0 },
  { "lesson-sheet", choose_sheet, 0 },
  { "lesson-solutions", choose_solutions, 0 },
};

static void
add_commands (SeidelLessonWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (commands[i].name, NULL);
      g_autofree char *detailed = g_strconcat ("win.", commands[i].name, NULL);

      g_signal_connect_swapped (action, "activate", G_CALLBACK (commands[i].run), self);
      g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
      if (commands[i].key != 0)
        gtk_shortcut_controller_add_shortcut (
          GTK_SHORTCUT_CONTROLLER (keys),
          gtk_shortcut_new (gtk_keyval_trigger_new (commands[i].key, 0),
                            gtk_named_action_new (detailed)));
    }
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static void
set_enabled (SeidelLessonWindow *self, const char *command, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), command);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

static void
changed_cb (SeidelLessonWindow *self)
{
  set_enabled (self, "lesson-back", !seidel_lesson_player_is_first (self->player));
  set_enabled (self, "lesson-follow",
               seidel_lesson_player_is_last (self->player)
                 && seidel_lesson_player_get_following (self->player) != NULL);
  gtk_widget_set_visible (self->cover, seidel_lesson_steps_cover (self->steps));
}

/* How the window differs from others. */

/* The lesson begins before there is a matrix. */
static void
seidel_lesson_window_update_content (SeidelWindow *window)
{
  SEIDEL_WINDOW_CLASS (seidel_lesson_window_parent_class)->update_content (window);
  gtk_stack_set_visible_child_name (window->content, "work");
  gtk_widget_set_visible (window->switcher, window->workspace->document != NULL);
}

static char *
seidel_lesson_window_make_title (SeidelWindow *window)
{
  SeidelLessonPlayer *player = SEIDEL_LESSON_WINDOW (window)->player;

  return g_strdup_printf (_ ("%s — Lesson"), seidel_lesson_player_get_name (player));
}

/* Page and focus are where the step has them. */
static void
seidel_lesson_window_first_document (SeidelWindow *window)
{
}

/* The step says how its runs end. */
static void
seidel_lesson_window_run_ended (SeidelWindow *window, SeidelRunItem *run)
{
}

/* What a lesson has chosen is no choice of the user's. */
static void
seidel_lesson_window_save_state (SeidelWindow *window)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (window);

  keep_place (self, self->finished);
}

SeidelLessonPlayer *
seidel_lesson_window_get_player (SeidelLessonWindow *self)
{
  g_return_val_if_fail (SEIDEL_IS_LESSON_WINDOW (self), NULL);
  return self->player;
}

gboolean
seidel_lesson_window_is_busy (SeidelLessonWindow *self)
{
  g_return_val_if_fail (SEIDEL_IS_LESSON_WINDOW (self), FALSE);
  return seidel_lesson_steps_are_busy (self->steps);
}

static void
add_pane (SeidelLessonWindow *self)
{
  SeidelWindow *window = SEIDEL_WINDOW (self);
  GtkWidget *pane = g_object_new (SEIDEL_TYPE_LESSON_PANE, NULL);
  GtkWidget *content = GTK_WIDGET (window->content);

  gtk_accessible_update_property (GTK_ACCESSIBLE (pane), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Lesson"), -1);
  seidel_lesson_pane_set_player (SEIDEL_LESSON_PANE (pane), self->player);
  gtk_box_append (GTK_BOX (gtk_widget_get_parent (content)), pane);
  gtk_widget_set_visible (window->side_pane, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (window->run_table), FALSE);
}

/* Over the pages, which go on below: what hides them, and the rows that are to be filled in. */
static void
add_cover (SeidelLessonWindow *self)
{
  SeidelWindow *window = SEIDEL_WINDOW (self);
  GtkWidget *pages = GTK_WIDGET (window->pages);
  GtkPaned *paned = GTK_PANED (gtk_widget_get_parent (pages));
  GtkWidget *overlay = gtk_overlay_new ();

  self->cover = g_object_new (ADW_TYPE_STATUS_PAGE, "icon-name", "dialog-question-symbolic",
                              "title", _ ("What do you expect?"), "description",
                              _ ("The picture comes with the answer."), "visible", FALSE, NULL);
  gtk_widget_add_css_class (self->cover, "lesson-cover");
  g_object_ref (pages);
  gtk_paned_set_start_child (paned, NULL);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), pages);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->cover);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), seidel_answer_view_new (self->player));
  gtk_paned_set_start_child (paned, overlay);
  g_object_unref (pages);
}

static void
seidel_lesson_window_constructed (GObject *object)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (object);
  SeidelWindow *window = SEIDEL_WINDOW (object);

  G_OBJECT_CLASS (seidel_lesson_window_parent_class)->constructed (object);

  restore_place (self);
  add_commands (self);
  add_pane (self);
  add_cover (self);
  self->steps =
    seidel_lesson_steps_new (self->player, window->workspace, window->setup_pane, window->pages);
  g_signal_connect_object (self->player, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->player, "stepped", G_CALLBACK (seidel_picture_keys_focus), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);
}

static void
seidel_lesson_window_dispose (GObject *object)
{
  SeidelLessonWindow *self = SEIDEL_LESSON_WINDOW (object);

  /* Before the pages go. */
  g_clear_pointer (&self->steps, seidel_lesson_steps_free);

  G_OBJECT_CLASS (seidel_lesson_window_parent_class)->dispose (object);
}

static void
seidel_lesson_window_finalize (GObject *object)
{
  g_object_unref (SEIDEL_LESSON_WINDOW (object)->player);

  G_OBJECT_CLASS (seidel_lesson_window_parent_class)->finalize (object);
}

static void
seidel_lesson_window_set_property (GObject *object,
                                   guint prop_id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  SEIDEL_LESSON_WINDOW (object)->player =
    seidel_lesson_player_new (g_value_get_pointer (value), g_get_language_names ());
}

static void
seidel_lesson_window_class_init (SeidelLessonWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->constructed = seidel_lesson_window_constructed;
  object_class->dispose = seidel_lesson_window_dispose;
  object_class->finalize = seidel_lesson_window_finalize;
  object_class->set_property = seidel_lesson_window_set_property;
  SEIDEL_WINDOW_CLASS (klass)->lecture = TRUE;
  SEIDEL_WINDOW_CLASS (klass)->update_content = seidel_lesson_window_update_content;
  SEIDEL_WINDOW_CLASS (klass)->make_title = seidel_lesson_window_make_title;
  SEIDEL_WINDOW_CLASS (klass)->first_document = seidel_lesson_window_first_document;
  SEIDEL_WINDOW_CLASS (klass)->run_ended = seidel_lesson_window_run_ended;
  SEIDEL_WINDOW_CLASS (klass)->save_state = seidel_lesson_window_save_state;

  properties[PROP_LESSON] =
    g_param_spec_pointer ("lesson", NULL, NULL,
                          G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  seidel_window_class_bind_template (SEIDEL_WINDOW_CLASS (klass));
}

static void
seidel_lesson_window_init (SeidelLessonWindow *self)
{
}

SeidelWindow *
seidel_lesson_window_new (GtkApplication *application, SeidelLesson *lesson)
{
  g_autoptr (SeidelWorkspace) workspace = seidel_workspace_new (FALSE);

  return g_object_new (SEIDEL_TYPE_LESSON_WINDOW, "application", application, "workspace",
                       workspace, "lesson", lesson, NULL);
}
