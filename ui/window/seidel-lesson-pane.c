/* The pane of a lesson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-lesson-pane.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/seidel-format-signs.h"
#include "draw/seidel-lesson-markup.h"
#include "model/seidel-number.h"
#include "views/seidel-desktop.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

struct _SeidelLessonPane
{
  AdwBin parent_instance;

  /* Template */
  GtkProgressBar *progress;
  GtkScrolledWindow *scrolled;
  GtkLabel *place;
  GtkLabel *title;
  GtkLabel *say;
  GtkLabel *ask;
  GtkBox *choices;
  GtkWidget *number_box;
  GtkEditable *number; /* or a list for rows */
  GtkLabel *tally;     /* of these rows */
  GtkWidget *row_keys;
  GtkWidget *marks_box;
  GtkLabel *marks;
  GtkWidget *waiting;
  GtkLabel *failure;
  GtkWidget *answer_box;
  GtkLabel *answer;
  GtkLabel *origin;
  GtkLabel *otherwise;
  GtkWidget *follow;
  GtkLabel *follow_label;
  GtkButton *next;

  SeidelLessonPlayer *player; /* owned */
  size_t step;                /* the one shown */
  gboolean updating;
  guint fit;     /* of the text, an index into fits */
  guint fitting; /* the callback that looks for one that fits, or 0 */
};

/* How a text that is too long comes to fit: by letters that are still large enough for a projector,
 * then by a wider pane. */
static const struct
{
  const char *style;
  int width; /* of what is said, in letters */
} fits[] = {
  { NULL, 34 }, { "smaller", 36 }, { "smallest", 37 }, { "smallest", 40 }, { "smallest", 44 },
};

G_DEFINE_FINAL_TYPE (SeidelLessonPane, seidel_lesson_pane, ADW_TYPE_BIN)

static void
set_text (GtkLabel *label, const char *text)
{
  g_autofree char *markup = seidel_lesson_markup (text);

  gtk_label_set_markup (label, markup);
}

/* Nothing where there is no text. */
static void
show_text (GtkLabel *label, const char *text)
{
  set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && text[0] != '\0');
}

static void
show_part (SeidelLessonPane *self, GtkLabel *label, SeidelLessonPart part)
{
  g_autofree char *text = seidel_lesson_player_get_text (self->player, part);

  show_text (label, text);
}

static const SeidelLessonStep *
get_step (SeidelLessonPane *self)
{
  return &seidel_lesson_player_get_lesson (self->player)
            ->steps[seidel_lesson_player_get_step (self->player)];
}

static void
toggled_cb (SeidelLessonPane *self, GtkCheckButton *button)
{
  if (!self->updating && gtk_check_button_get_active (button))
    seidel_lesson_player_choose (self->player,
                                 GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "choice")));
}

/* A radio button with a text that wraps, and a sign for how it turned out. */
static GtkWidget *
new_choice (SeidelLessonPane *self, size_t choice, GtkWidget *group)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_check_button_new ();
  g_autofree char *text =
    seidel_format_translate_number (seidel_lesson_player_get_choice (self->player, choice));
  GtkWidget *label = seidel_label_new (NULL, NULL);
  GtkWidget *sign = gtk_image_new ();

  gtk_widget_add_css_class (box, "lesson-choice");
  set_text (GTK_LABEL (label), text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 28);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), button);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  if (group != NULL)
    gtk_check_button_set_group (GTK_CHECK_BUTTON (button), GTK_CHECK_BUTTON (group));
  g_object_set_data (G_OBJECT (button), "choice", GINT_TO_POINTER ((int) choice));
  g_object_set_data (G_OBJECT (button), "sign", sign);
  g_signal_connect_object (button, "toggled", G_CALLBACK (toggled_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), sign);
  gtk_box_append (self->choices, box);
  return button;
}

static void
make_choices (SeidelLessonPane *self)
{
  GtkWidget *child;
  GtkWidget *first = NULL;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->choices))) != NULL)
    gtk_box_remove (self->choices, child);
  for (size_t i = 0; i < get_step (self)->n_choices; i++)
    {
      GtkWidget *button = new_choice (self, i, first);

      first = first != NULL ? first : button;
    }
}

/* The right one, and the one chosen if it is not. */
static void
show_sign (SeidelLessonPane *self, GtkWidget *button, size_t choice)
{
  GtkImage *sign = g_object_get_data (G_OBJECT (button), "sign");
  const gboolean revealed = seidel_lesson_player_is_revealed (self->player);
  const gboolean right =
    seidel_lesson_player_judge_choice (self->player, choice) == SEIDEL_LESSON_HOLDS;
  const gboolean wrong = !right && seidel_lesson_player_get_chosen (self->player) == (int) choice;

  gtk_widget_set_visible (GTK_WIDGET (sign), revealed && (right || wrong));
  gtk_image_set_from_icon_name (sign, right ? "object-select-symbolic" : "window-close-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (sign), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  right ? _ ("Right") : _ ("Wrong"), -1);
  seidel_widget_set_class (gtk_widget_get_parent (button), "right", revealed && right);
  seidel_widget_set_class (gtk_widget_get_parent (button), "wrong", revealed && wrong);
}

static void
update_choices (SeidelLessonPane *self)
{
  const int chosen = seidel_lesson_player_get_chosen (self->player);
  GtkWidget *box = gtk_widget_get_first_child (GTK_WIDGET (self->choices));

  self->updating = TRUE;
  for (int i = 0; box != NULL; box = gtk_widget_get_next_sibling (box), i++)
    {
      GtkWidget *button = gtk_widget_get_first_child (box);

      gtk_check_button_set_active (GTK_CHECK_BUTTON (button), i == chosen);
      gtk_widget_set_sensitive (button, !seidel_lesson_player_is_revealed (self->player));
      show_sign (self, button, (size_t) i);
    }
  self->updating = FALSE;
}

static gboolean
asks_rows (SeidelLessonPane *self)
{
  return get_step (self)->asked >= SEIDEL_LESSON_ASKED_LEVELS;
}

static void
typed_cb (SeidelLessonPane *self)
{
  double number;

  if (!self->updating && asks_rows (self))
    seidel_lesson_player_give_list (self->player, gtk_editable_get_text (self->number));
  else if (!self->updating)
    seidel_lesson_player_type (self->player,
                               seidel_number_parse (gtk_editable_get_text (self->number), &number)
                                 ? number
                                 : NAN);
}

/* Return shows the answer. */
static void
entered_cb (SeidelLessonPane *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson-next", NULL);
}

/* What was picked on the picture, as a list: whoever types the list has it already. */
static void
show_list (SeidelLessonPane *self)
{
  const SeidelLessonRows *rows = seidel_lesson_player_get_rows (self->player);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  g_autofree char *text = NULL;

  if (rows == NULL || (focus != NULL && gtk_widget_is_ancestor (focus, self->number_box)))
    return;
  text = seidel_lesson_rows_to_text (rows, seidel_lesson_player_get_given (self->player));
  self->updating = TRUE;
  gtk_editable_set_text (self->number, text);
  self->updating = FALSE;
}

/* How many rows are filled in, and then, how many rightly. */
static void
show_tally (SeidelLessonPane *self)
{
  const SeidelLessonRows *rows = seidel_lesson_player_get_rows (self->player);
  const int *given = seidel_lesson_player_get_given (self->player);
  int filled = 0, right, of;
  g_autofree char *text = NULL;

  for (int64_t row = 0; rows != NULL && row < rows->n; row++)
    filled += given[row] > 0;
  seidel_lesson_player_get_points (self->player, self->step, &right, &of);
  if (rows != NULL && seidel_lesson_player_is_revealed (self->player))
    text = g_strdup_printf (_ ("%d of %d rows are right"), right, of);
  else if (rows != NULL)
    text = g_strdup_printf (_ ("%d of %d rows are filled in"), filled, of);
  show_text (self->tally, text);
}

/* The entry of a number or of a list, and how it turned out. */
static void
update_number (SeidelLessonPane *self)
{
  const SeidelLessonAsked asked = get_step (self)->asked;
  const gboolean revealed = seidel_lesson_player_is_revealed (self->player);
  const SeidelLessonVerdict verdict = seidel_lesson_player_judge_step (self->player, self->step);

  if (asks_rows (self) && gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    show_list (self);
  show_tally (self);
  gtk_widget_set_visible (self->row_keys, asks_rows (self) && !revealed);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->number),
                                  asked == SEIDEL_LESSON_ASKED_LEVELS  ? _ ("Levels of the rows")
                                  : asked == SEIDEL_LESSON_ASKED_ORDER ? _ ("Rows in their order")
                                                                       : _ ("A number"));
  gtk_widget_set_visible (self->number_box, asked >= SEIDEL_LESSON_ASKED_NUMBER);
  gtk_widget_set_sensitive (GTK_WIDGET (self->number), !revealed);
  seidel_widget_set_class (self->number_box, "right", revealed && verdict == SEIDEL_LESSON_HOLDS);
  seidel_widget_set_class (self->number_box, "wrong", revealed && verdict != SEIDEL_LESSON_HOLDS);
}

/* At the end, where anything was answered: a lecture asks a class, whose answers nobody types. */
static void
update_marks (SeidelLessonPane *self)
{
  int right, asked;
  g_autofree char *text = NULL;

  seidel_lesson_player_get_marks (self->player, &right, &asked);
  text = g_strdup_printf (_ ("Right: %d of %d"), right, asked);
  gtk_label_set_text (self->marks, text);
  gtk_widget_set_visible (self->marks_box, seidel_lesson_player_is_last (self->player)
                                             && seidel_lesson_player_is_revealed (self->player)
                                             && seidel_lesson_player_is_answered (self->player));
}

static void
update_answer (SeidelLessonPane *self)
{
  const gboolean asks = get_step (self)->ask.n > 0;
  const gboolean revealed = seidel_lesson_player_is_revealed (self->player);
  const char *failure = seidel_lesson_player_get_failure (self->player);
  g_autofree char *failed = seidel_lesson_player_get_failed_claims (self->player);
  g_autofree char *otherwise = NULL;

  gtk_widget_set_visible (self->answer_box, revealed);
  gtk_widget_set_visible (self->waiting, asks && !revealed && failure == NULL
                                           && !seidel_lesson_player_is_measured (self->player));
  show_text (self->failure, failure);
  if (failed != NULL)
    otherwise =
      g_strdup_printf (_ ("It came out otherwise on this machine. What was expected:\n%s"), failed);
  show_text (self->otherwise, otherwise);
  show_text (self->origin, seidel_lesson_player_get_origin (self->player));
  show_part (self, self->answer, SEIDEL_LESSON_ANSWER);
}

/* The next lesson, once this one has said everything. */
static void
update_follow (SeidelLessonPane *self)
{
  const SeidelLesson *following = seidel_lesson_player_get_following (self->player);
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->follow,
                          following != NULL && seidel_lesson_player_is_last (self->player)
                            && (get_step (self)->ask.n == 0
                                || seidel_lesson_player_is_revealed (self->player)
                                || seidel_lesson_player_get_failure (self->player) != NULL));
  if (following == NULL)
    return;
  text = g_strdup_printf (_ ("Next lesson: %s"),
                          seidel_lesson_text_get (&following->title, g_get_language_names ()));
  gtk_label_set_label (self->follow_label, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->follow), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
}

static void
update_foot (SeidelLessonPane *self)
{
  const gboolean asks = get_step (self)->ask.n > 0;
  const gboolean last = seidel_lesson_player_is_last (self->player);
  const char *label = last ? _ ("_Finish") : _ ("_Next");

  if (asks && !seidel_lesson_player_is_revealed (self->player)
      && seidel_lesson_player_get_failure (self->player) == NULL)
    label = _ ("Show _Answer");
  if (g_strcmp0 (gtk_button_get_label (self->next), label) != 0)
    {
      gtk_button_set_label (self->next, label);
      seidel_fix_button_names (GTK_WIDGET (self->next));
    }
}

/* The choices that were neither right nor chosen give their room to the answer. Returns whether
 * there were any. */
static gboolean
put_choices_away (SeidelLessonPane *self)
{
  gboolean any = FALSE;

  for (GtkWidget *box = gtk_widget_get_first_child (GTK_WIDGET (self->choices)); box != NULL;
       box = gtk_widget_get_next_sibling (box))
    {
      const gboolean kept =
        gtk_widget_has_css_class (box, "right") || gtk_widget_has_css_class (box, "wrong");

      any = any || (!kept && gtk_widget_get_visible (box));
      gtk_widget_set_visible (box, kept);
    }
  return any;
}

static void
set_fit (SeidelLessonPane *self, guint fit)
{
  GtkWidget *text = gtk_widget_get_parent (GTK_WIDGET (self->say));

  if (fits[self->fit].style != NULL)
    gtk_widget_remove_css_class (text, fits[self->fit].style);
  if (fits[fit].style != NULL)
    gtk_widget_add_css_class (text, fits[fit].style);
  gtk_label_set_width_chars (self->say, fits[fit].width);
  gtk_label_set_max_width_chars (self->say, fits[fit].width);
  self->fit = fit;
}

/* A frame after each change: what was said stays in view with its answer, first without the choices
 * that came to nothing. Where nothing helps, the answer is what is to be read. */
static gboolean
fit_cb (GtkWidget *scrolled, GdkFrameClock *clock, gpointer data)
{
  SeidelLessonPane *self = data;
  GtkAdjustment *rows = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  const gboolean revealed = seidel_lesson_player_is_revealed (self->player);

  if (gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows))
    {
      if (revealed && put_choices_away (self))
        return G_SOURCE_CONTINUE;
      if (self->fit + 1 < G_N_ELEMENTS (fits))
        {
          set_fit (self, self->fit + 1);
          return G_SOURCE_CONTINUE;
        }
      if (revealed)
        gtk_adjustment_set_value (rows, gtk_adjustment_get_upper (rows));
    }
  self->fitting = 0;
  return G_SOURCE_REMOVE;
}

/* The room for the text or what it takes has changed. */
static void
room_changed_cb (SeidelLessonPane *self, GtkAdjustment *rows)
{
  if (self->fitting == 0 && self->player != NULL
      && gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows))
    self->fitting = gtk_widget_add_tick_callback (GTK_WIDGET (self->scrolled), fit_cb, self, NULL);
}

/* Other letters, which may fit as they are. */
static void
letters_changed_cb (SeidelLessonPane *self)
{
  set_fit (self, 0);
}

/* Another step: the new text begins at the top. */
static void
show_step (SeidelLessonPane *self)
{
  const size_t n = seidel_lesson_player_get_lesson (self->player)->n_steps;
  g_autofree char *place = NULL;

  self->step = seidel_lesson_player_get_step (self->player);
  place = g_strdup_printf (_ ("%s · step %zu of %zu"), seidel_lesson_player_get_name (self->player),
                           self->step + 1, n);
  show_text (self->place, place);
  gtk_progress_bar_set_fraction (self->progress, (double) (self->step + 1) / (double) n);
  make_choices (self);
  set_fit (self, 0);
  self->updating = TRUE;
  gtk_editable_set_text (self->number, "");
  if (!isnan (seidel_lesson_player_get_typed (self->player)))
    {
      g_autofree char *typed =
        seidel_number_to_text (seidel_lesson_player_get_typed (self->player));

      gtk_editable_set_text (self->number, typed);
    }
  self->updating = FALSE;
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scrolled), 0.0);
}

static void
changed_cb (SeidelLessonPane *self)
{
  const gboolean new_step = self->step != seidel_lesson_player_get_step (self->player);

  if (new_step)
    show_step (self);
  show_part (self, self->title, SEIDEL_LESSON_TITLE);
  show_part (self, self->say, SEIDEL_LESSON_SAY);
  show_part (self, self->ask, SEIDEL_LESSON_ASK);
  update_choices (self);
  update_number (self);
  update_answer (self);
  update_marks (self);
  update_follow (self);
  update_foot (self);
  if (new_step && get_step (self)->number[0] != '\0')
    gtk_widget_grab_focus (GTK_WIDGET (self->number));
}

void
seidel_lesson_pane_set_player (SeidelLessonPane *self, SeidelLessonPlayer *player)
{
  g_return_if_fail (SEIDEL_IS_LESSON_PANE (self));
  g_return_if_fail (self->player == NULL);

  self->player = g_object_ref (player);
  g_signal_connect_object (player, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  show_step (self);
  changed_cb (self);
}

static void
seidel_lesson_pane_dispose (GObject *object)
{
  SeidelLessonPane *self = SEIDEL_LESSON_PANE (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);

  G_OBJECT_CLASS (seidel_lesson_pane_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelLessonPane, name)

static void
seidel_lesson_pane_class_init (SeidelLessonPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_lesson_pane_dispose;

  seidel_template_make_group (widget_class, "lessonpane");
  seidel_template_bind (widget_class, "lesson-pane", CHILD (progress), CHILD (scrolled),
                        CHILD (place), CHILD (title), CHILD (say), CHILD (ask), CHILD (choices),
                        CHILD (number_box), CHILD (number), CHILD (tally), CHILD (row_keys),
                        CHILD (marks_box), CHILD (marks), CHILD (waiting), CHILD (failure),
                        CHILD (answer_box), CHILD (answer), CHILD (origin), CHILD (otherwise),
                        CHILD (follow), CHILD (follow_label), CHILD (next));
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entered_cb);
}

static void
seidel_lesson_pane_init (SeidelLessonPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (self->scrolled), "changed",
                           G_CALLBACK (room_changed_cb), self, G_CONNECT_SWAPPED);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (letters_changed_cb));
}
