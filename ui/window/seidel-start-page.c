/* The page shown before a matrix is open: offers files, samples and the gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-start-page.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-samples.h"
#include "lesson/seidel-lesson-list.h"
#include "model/seidel-run-session.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-lessons-done.h"
#include "window/seidel-recent.h"

#define MOST_RECENT 5

struct _SeidelStartPage
{
  AdwBin parent_instance;

  /* Template */
  GtkWidget *samples_box;
  GtkFlowBox *samples;
  GtkFlowBox *gallery;
  GtkWidget *show_lessons;
  GtkWidget *lessons_box;
  GtkFlowBox *lessons;
  GtkLabel *lesson_complaints;
  char **done; /* ids of lessons, as they are shown */
  GtkWidget *last_box;
  GtkWidget *recent_box;
  GtkBox *recent;
};

G_DEFINE_FINAL_TYPE (SeidelStartPage, seidel_start_page, ADW_TYPE_BIN)

static GtkWidget *
new_button (const char *title, const char *subtitle, const char *action, const char *target)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *labels[] = { seidel_label_new (title, NULL),
                          seidel_label_new (subtitle, "caption dim-label") };

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gtk_label_set_ellipsize (GTK_LABEL (labels[i]), PANGO_ELLIPSIZE_END);
      gtk_box_append (GTK_BOX (box), labels[i]);
    }
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  return button;
}

static void
append_offer (GtkFlowBox *offers, GtkWidget *button, const char *sentence)
{
  gtk_widget_set_tooltip_text (button, sentence);
  gtk_flow_box_append (offers, button);
  /* The button takes the focus, not the cell around it. */
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
}

/* Opening a sample is opening a file, so it appears among the recent ones. */
static void
fill_samples (SeidelStartPage *self)
{
  size_t n;
  const SeidelSample *samples = seidel_samples (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (samples[i].path);
      g_autofree char *uri = g_file_get_uri (file);

      append_offer (self->samples,
                    new_button (samples[i].own_title, samples[i].file, "win.open-recent", uri),
                    samples[i].own_sentence);
    }
  gtk_widget_set_visible (self->samples_box, n > 0);
}

/* "10,000 rows, 49,600 entries": the size with the default parameters. */
static char *
describe_size (const SeidelGalleryKind *kind)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  SeidelGallerySize size;
  g_autofree char *rows = NULL;
  g_autofree char *entries = NULL;

  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = kind->parameters[i].initial;
  if (!seidel_gallery_measure (kind, values, &size, NULL))
    return g_strdup (seidel_translate (kind->sentence));
  rows = seidel_format_count (size.rows);
  entries = seidel_format_count ((int64_t) size.entries);
  return g_strdup_printf (_ ("%s rows, %s entries"), rows, entries);
}

static void
fill_gallery (SeidelStartPage *self)
{
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *size = kinds[i].featured ? describe_size (&kinds[i]) : NULL;

      if (kinds[i].featured)
        append_offer (self->gallery,
                      new_button (seidel_translate (kinds[i].name), size, "win.open-gallery",
                                  kinds[i].id),
                      seidel_translate (kinds[i].sentence));
    }
}

/* A lesson of one's own with a slip in it is not missing without a word. */
static void
show_complaints (SeidelStartPage *self)
{
  GPtrArray *complaints = seidel_lessons_complaints ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < complaints->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", (const char *) complaints->pdata[i]);
  gtk_label_set_text (self->lesson_complaints, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->lesson_complaints), text->len > 0);
}

/* "3. What a level is", with a tick once it was played to its end. */
static char *
name_lesson (SeidelStartPage *self, guint number, const SeidelLesson *lesson)
{
  const char *title = seidel_lesson_text_get (&lesson->title, g_get_language_names ());

  if (g_strv_contains ((const char *const *) self->done, lesson->id))
    /* TRANSLATORS: a lesson on the start page that was done: its number and its title */
    return g_strdup_printf (_ ("%u. %s ✓"), number, title);
  /* TRANSLATORS: a lesson on the start page: its number and its title */
  return g_strdup_printf (_ ("%u. %s"), number, title);
}

static void
fill_lessons (SeidelStartPage *self)
{
  const char *const *languages = g_get_language_names ();
  GPtrArray *lessons = seidel_lessons ();

  for (guint i = 0; i < lessons->len; i++)
    {
      const SeidelLesson *lesson = lessons->pdata[i];
      const char *sentence = seidel_lesson_text_get (&lesson->sentence, languages);
      g_autofree char *title = name_lesson (self, i + 1, lesson);
      g_autofree char *hint =
        g_strdup_printf (_ ("%s About %d minutes."), sentence, lesson->minutes);

      append_offer (self->lessons, new_button (title, sentence, "win.lesson", lesson->id), hint);
    }
  show_complaints (self);
  gtk_widget_set_visible (self->lessons_box, lessons->len > 0);
  gtk_widget_set_visible (self->show_lessons, lessons->len > 0);
}

/* When the window comes to the front: a lesson may have been played in another. The buttons stay
 * where nothing has changed, as one of them may have the focus. */
static void
update_lessons (SeidelStartPage *self)
{
  g_auto (GStrv) done = seidel_lessons_done ();
  GtkWidget *child;

  if (self->done != NULL
      && g_strv_equal ((const char *const *) done, (const char *const *) self->done))
    return;
  g_strfreev (self->done);
  self->done = g_steal_pointer (&done);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->lessons))) != NULL)
    gtk_flow_box_remove (self->lessons, child);
  fill_lessons (self);
}

/* They are further down, where a small window does not show them. */
static void
show_lessons_cb (SeidelStartPage *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (self->lessons_box, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *rows = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  double x, y;

  gtk_widget_child_focus (GTK_WIDGET (self->lessons), GTK_DIR_TAB_FORWARD);
  gtk_widget_translate_coordinates (self->lessons_box, scrolled, 0, 0, &x, &y);
  gtk_adjustment_set_value (rows, gtk_adjustment_get_value (rows) + y);
}

static void
fill_recent (SeidelStartPage *self)
{
  g_autoptr (GPtrArray) files = seidel_recent_list (MOST_RECENT);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->recent))) != NULL)
    gtk_box_remove (self->recent, child);
  for (guint i = 0; i < files->len; i++)
    {
      SeidelRecentFile *file = g_ptr_array_index (files, i);
      GtkWidget *button = new_button (file->name, file->folder, "win.open-recent", file->uri);

      gtk_widget_add_css_class (button, "flat");
      gtk_box_append (self->recent, button);
    }
  gtk_widget_set_visible (self->recent_box, files->len > 0);
}

/* The latest session that nobody chose a file for. */
typedef struct
{
  char **paths; /* those there are, latest first */
  char *path;
  SeidelSessionGlance glance;
} LastSession;

static void
last_session_free (gpointer data)
{
  LastSession *last = data;

  g_strfreev (last->paths);
  g_free (last->path);
  seidel_session_glance_clear (&last->glance);
  g_free (last);
}

static void
find_last_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  LastSession *last = task_data;

  for (char **path = last->paths; *path != NULL && last->path == NULL; path++)
    {
      if (seidel_session_glance (*path, &last->glance, NULL) && last->glance.n_runs > 0)
        last->path = g_strdup (*path);
      else
        seidel_session_glance_clear (&last->glance);
    }
  g_task_return_boolean (task, last->path != NULL);
}

static void
offer_last (SeidelStartPage *self, const LastSession *last)
{
  const unsigned int n = (unsigned int) last->glance.n_runs;
  g_autoptr (GDateTime) begun = g_date_time_new_from_unix_local (last->glance.begun);
  g_autofree char *when = begun != NULL ? g_date_time_format (begun, "%x, %R") : g_strdup ("");
  g_autofree char *title =
    g_strdup_printf (ngettext ("Continue with %u Run", "Continue with %u Runs", n), n);
  g_autofree char *subtitle =
    g_strdup_printf (_ ("The last session: %s, %s"), last->glance.matrix, when);
  GtkWidget *button = new_button (title, subtitle, NULL, "");

  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button),
                                          g_variant_new_bytestring (last->path));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-session");
  adw_bin_set_child (ADW_BIN (self->last_box), button);
  gtk_widget_set_visible (self->last_box, TRUE);
}

static void
found_last_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelStartPage *self = SEIDEL_START_PAGE (source);

  if (g_task_propagate_boolean (G_TASK (result), NULL) && self->last_box != NULL)
    offer_last (self, g_task_get_task_data (G_TASK (result)));
}

static void
find_last (SeidelStartPage *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, found_last_cb, NULL);
  LastSession *last = g_new0 (LastSession, 1);

  gtk_widget_set_visible (self->last_box, FALSE);
  last->paths = seidel_run_session_list_automatic ();
  g_task_set_source_tag (task, find_last);
  g_task_set_task_data (task, last, last_session_free);
  g_task_run_in_thread (task, find_last_thread);
}

static void
seidel_start_page_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_start_page_parent_class)->root (widget);

  g_signal_connect_object (gtk_widget_get_root (widget), "notify::is-active",
                           G_CALLBACK (update_lessons), widget, G_CONNECT_SWAPPED);
}

static void
seidel_start_page_finalize (GObject *object)
{
  g_strfreev (SEIDEL_START_PAGE (object)->done);

  G_OBJECT_CLASS (seidel_start_page_parent_class)->finalize (object);
}

static void
seidel_start_page_map (GtkWidget *widget)
{
  update_lessons (SEIDEL_START_PAGE (widget));
  find_last (SEIDEL_START_PAGE (widget));
  fill_recent (SEIDEL_START_PAGE (widget));

  GTK_WIDGET_CLASS (seidel_start_page_parent_class)->map (widget);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelStartPage, name)

static void
seidel_start_page_class_init (SeidelStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = seidel_start_page_finalize;
  widget_class->map = seidel_start_page_map;
  widget_class->root = seidel_start_page_root;

  seidel_template_make_group (widget_class, "startpage");
  seidel_template_bind (widget_class, "start-page", CHILD (samples_box), CHILD (samples),
                        CHILD (gallery), CHILD (show_lessons), CHILD (lessons_box), CHILD (lessons),
                        CHILD (lesson_complaints), CHILD (last_box), CHILD (recent_box),
                        CHILD (recent));
  gtk_widget_class_bind_template_callback (widget_class, show_lessons_cb);
}

static void
seidel_start_page_init (SeidelStartPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_samples (self);
  fill_gallery (self);
  update_lessons (self);
}
