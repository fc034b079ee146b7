/* The widget of a field that is played: frames go on, and follow a run that is live.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-field-player.h"

#include <glib/gi18n.h>

#include "analysis/seidel-grid.h"
#include "base/seidel-fail.h"
#include "io/seidel-loader.h"
#include "run/seidel-iterates.h"
#include "views/seidel-cells-view.h"
#include "views/seidel-keys.h"
#include "views/seidel-play-button.h"
#include "views/seidel-template.h"

#define PLAY_SECONDS    8.0 /* in which all iterates are played */
#define LEAST_RATE      2.0 /* iterates a second */
#define MOST_RATE       30.0
#define FOLLOW_INTERVAL 100 /* milliseconds between two looks at a live run */

struct _SeidelFieldPlayer
{
  GtkWidget parent_instance;

  /* Template */
  SeidelCellsView *view;
  GtkButton *play;
  GtkScale *scrubber;
  GtkToggleButton *magnify;
  GtkLabel *status;

  /* Owned */
  SeidelFieldPicture *picture; /* or NULL */
  SeidelRunItem *run;          /* that it is of, or NULL */

  SeidelSolutionVector vector;
  gboolean filling; /* the scrubber */
  guint tick;       /* while playing, or 0 */
  gint64 frame_time;
  double position; /* among the iterates */
  guint follow;    /* the timeout while the run is live, or 0 */
};

G_DEFINE_FINAL_TYPE (SeidelFieldPlayer, seidel_field_player, GTK_TYPE_WIDGET)

static const SeidelCellsScene scene = { seidel_field_picture_plane, seidel_field_picture_row_at,
                                        seidel_field_picture_draw };

static int
last_index (SeidelFieldPlayer *self)
{
  return seidel_iterates_count (self->picture->iterates) - 1;
}

static void
show_index (SeidelFieldPlayer *self, int index)
{
  const SeidelSolutionVector vector =
    seidel_field_picture_knows (self->picture, self->vector) ? self->vector : SEIDEL_SOLUTION_X;
  g_autofree char *text = NULL;

  seidel_field_picture_show (self->picture, vector, index);
  self->filling = TRUE;
  gtk_range_set_range (GTK_RANGE (self->scrubber), 0.0, MAX (last_index (self), 1));
  gtk_range_set_value (GTK_RANGE (self->scrubber), self->picture->index);
  self->filling = FALSE;
  text = seidel_field_picture_describe (self->picture);
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
  seidel_cells_view_set_description (self->view, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static void
stop_playing (SeidelFieldPlayer *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
  seidel_play_button_show (self->play, self->tick != 0);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelFieldPlayer *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const int last = last_index (self);

  /* A window that was hidden does not jump ahead. */
  self->position += CLAMP (last / PLAY_SECONDS, LEAST_RATE, MOST_RATE)
                    * MIN ((double) (now - self->frame_time) / G_USEC_PER_SEC, 0.25);
  self->frame_time = now;
  self->position = MIN (self->position, (double) last);
  if ((int) self->position != self->picture->index)
    show_index (self, (int) self->position);
  if (self->position < last || seidel_run_item_get_live (self->run))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  seidel_play_button_show (self->play, self->tick != 0);
  return G_SOURCE_REMOVE;
}

void
seidel_field_player_play (SeidelFieldPlayer *self)
{
  GdkFrameClock *clock;

  g_return_if_fail (SEIDEL_IS_FIELD_PLAYER (self));

  clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->view));
  if (self->tick != 0 || self->picture == NULL || clock == NULL)
    {
      stop_playing (self);
      return;
    }
  if (self->picture->index >= last_index (self))
    show_index (self, 0);
  self->position = self->picture->index;
  self->frame_time = gdk_frame_clock_get_frame_time (clock);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), tick_cb, self, NULL);
  seidel_play_button_show (self->play, self->tick != 0);
}

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_field_player_play (SEIDEL_FIELD_PLAYER (widget));
}

static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelFieldPlayer *self = SEIDEL_FIELD_PLAYER (widget);

  if (self->picture == NULL)
    return;
  stop_playing (self);
  if (parameter != NULL)
    show_index (self, self->picture->index + g_variant_get_int32 (parameter));
  else
    show_index (self, g_str_has_suffix (name, "last") ? last_index (self) : 0);
}

static void
scrubbed_cb (SeidelFieldPlayer *self)
{
  if (self->filling || self->picture == NULL)
    return;
  stop_playing (self);
  show_index (self, (int) (gtk_range_get_value (GTK_RANGE (self->scrubber)) + 0.5));
}

static void
magnified_cb (SeidelFieldPlayer *self)
{
  if (self->picture == NULL)
    return;
  self->picture->magnified = gtk_toggle_button_get_active (self->magnify);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

/* Whoever looks at the latest iterate of a live run sees the next one. */
static gboolean
follow_cb (gpointer data)
{
  SeidelFieldPlayer *self = data;
  const gboolean live = seidel_run_item_get_live (self->run);
  const double upper =
    gtk_adjustment_get_upper (gtk_range_get_adjustment (GTK_RANGE (self->scrubber)));

  if (self->tick == 0)
    show_index (self,
                self->picture->index >= (int) upper ? last_index (self) : self->picture->index);
  if (live)
    return G_SOURCE_CONTINUE;
  self->follow = 0;
  return G_SOURCE_REMOVE;
}

void
seidel_field_player_clear (SeidelFieldPlayer *self)
{
  g_return_if_fail (SEIDEL_IS_FIELD_PLAYER (self));

  stop_playing (self);
  g_clear_handle_id (&self->follow, g_source_remove);
  seidel_cells_view_set_picture (self->view, NULL, NULL, NULL);
  g_clear_pointer (&self->picture, seidel_field_picture_free);
  g_clear_object (&self->run);
}

/* In the natural order, in which grids have their lines. */
static SeidelFieldPicture *
make_picture (SeidelRunItem *run, SeidelMatrix *natural, GError **error)
{
  SeidelIterates *iterates = seidel_trace_iterates (seidel_run_item_get_trace (run));
  g_autoptr (SeidelProblem) problem = NULL;
  SeidelFieldPicture *picture;

  if (iterates == NULL || seidel_iterates_count (iterates) == 0
      || seidel_iterates_length (iterates) != natural->csr->rows)
    return seidel_fail (
      error, SEIDEL_ERROR_UNAVAILABLE,
      _ ("The selected run keeps no iterates. They are kept where “Follow the error” "
         "is on when a run begins, of real matrices of up to %d rows, while the "
         "program runs; in at most 32 MB."),
      SEIDEL_ITERATES_UNKNOWNS);
  problem = seidel_problem_new_from_specs (natural, seidel_run_item_get_rhs (run), NULL,
                                           seidel_load_vector, NULL, error);
  if (problem == NULL)
    return NULL;
  picture = seidel_field_picture_new (problem, iterates, seidel_grid_line (natural->csr));
  if (picture == NULL)
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                         _ ("There is too little memory for the picture."));
  return picture;
}

gboolean
seidel_field_player_set_run (SeidelFieldPlayer *self,
                             SeidelRunItem *run,
                             SeidelMatrix *natural,
                             GError **error)
{
  SeidelFieldPicture *picture;

  g_return_val_if_fail (SEIDEL_IS_FIELD_PLAYER (self), FALSE);

  if (self->picture != NULL && self->run == run && self->picture->problem->matrix == natural)
    return TRUE;
  seidel_field_player_clear (self);
  picture = make_picture (run, natural, error);
  if (picture == NULL)
    return FALSE;
  self->picture = picture;
  self->run = g_object_ref (run);
  picture->magnified = gtk_toggle_button_get_active (self->magnify);
  show_index (self, seidel_run_item_get_live (run) ? last_index (self) : 0);
  seidel_cells_view_set_picture (self->view, &scene, picture, &picture->cells);
  if (seidel_run_item_get_live (run))
    self->follow = g_timeout_add (FOLLOW_INTERVAL, follow_cb, self);
  return TRUE;
}

void
seidel_field_player_set_vector (SeidelFieldPlayer *self, SeidelSolutionVector vector)
{
  g_return_if_fail (SEIDEL_IS_FIELD_PLAYER (self));

  self->vector = vector;
  if (self->picture != NULL)
    show_index (self, self->picture->index);
}

void
seidel_field_player_zoom (SeidelFieldPlayer *self, double factor)
{
  g_return_if_fail (SEIDEL_IS_FIELD_PLAYER (self));

  if (factor > 0.0)
    seidel_cells_view_zoom (self->view, factor);
  else
    seidel_cells_view_fit (self->view);
}

SeidelFieldPicture *
seidel_field_player_get_picture (SeidelFieldPlayer *self)
{
  g_return_val_if_fail (SEIDEL_IS_FIELD_PLAYER (self), NULL);
  return self->picture;
}

static void
seidel_field_player_unmap (GtkWidget *widget)
{
  stop_playing (SEIDEL_FIELD_PLAYER (widget));
  GTK_WIDGET_CLASS (seidel_field_player_parent_class)->unmap (widget);
}

static void
seidel_field_player_dispose (GObject *object)
{
  SeidelFieldPlayer *self = SEIDEL_FIELD_PLAYER (object);

  if (self->view != NULL)
    seidel_field_player_clear (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_FIELD_PLAYER);
  /* Children without a name stay behind. */
  for (GtkWidget *child; (child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL;)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (seidel_field_player_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  static const SeidelKey keys[] = {
    { GDK_KEY_space, GDK_KEY_KP_Space, 0, "field.play", NULL },
    { GDK_KEY_Left, GDK_KEY_KP_Left, 0, "field.step", "-1" },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 0, "field.step", "1" },
    { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, 0, "field.step", "-10" },
    { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0, "field.step", "10" },
    { GDK_KEY_Home, GDK_KEY_KP_Home, 0, "field.first", NULL },
    { GDK_KEY_End, GDK_KEY_KP_End, 0, "field.last", NULL },
  };

  gtk_widget_class_install_action (klass, "field.play", NULL, play_action);
  gtk_widget_class_install_action (klass, "field.step", "i", step_action);
  gtk_widget_class_install_action (klass, "field.first", NULL, step_action);
  gtk_widget_class_install_action (klass, "field.last", NULL, step_action);
  seidel_keys_add_to_class (klass, keys, G_N_ELEMENTS (keys));
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelFieldPlayer, name)

static void
seidel_field_player_class_init (SeidelFieldPlayerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_field_player_dispose;
  widget_class->unmap = seidel_field_player_unmap;
  g_type_ensure (SEIDEL_TYPE_CELLS_VIEW);
  install_actions (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  seidel_template_bind (widget_class, "field-player", CHILD (view), CHILD (play), CHILD (scrubber),
                        CHILD (magnify), CHILD (status));
  gtk_widget_class_bind_template_callback (widget_class, scrubbed_cb);
  gtk_widget_class_bind_template_callback (widget_class, magnified_cb);
}

static void
seidel_field_player_init (SeidelFieldPlayer *self)
{
  self->vector = SEIDEL_SOLUTION_ERROR;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (
                                    gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  seidel_play_button_show (self->play, self->tick != 0);
}
