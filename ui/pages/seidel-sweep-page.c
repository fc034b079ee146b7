/* Playing a sweep: what is shown is made by a worker, then each frame moves it to a step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-sweep-page.h"

#include <glib/gi18n.h>

#include "analysis/seidel-grid.h"
#include "base/seidel-error.h"
#include "base/seidel-format.h"
#include "draw/seidel-sweep-flows.h"
#include "draw/seidel-sweep-html.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-keys.h"
#include "views/seidel-read-out.h"
#include "views/seidel-cells-view.h"
#include "views/seidel-template.h"

#define TEXT_INTERVAL (250 * G_TIME_SPAN_MILLISECOND) /* between two texts while playing */
#define SIDE_BY_SIDE  SEIDEL_N_PLAY_MODES             /* in the list of modes, the last */
#define GOOD_SECONDS  12.0                            /* that a sweep is played in at first */

struct _SeidelSweepPage
{
  SeidelDocumentPage parent_instance;

  /* Template Widgets */
  GtkDropDown *direction;
  GtkDropDown *mode;
  GtkDropDown *shown;
  GtkDropDown *speed;
  SeidelCellsView *view;
  GtkButton *play;
  GtkWidget *again;
  GtkScale *scrubber;
  GtkLabel *status;
  SeidelReadOut *read_out;
  SeidelSideBySide *side; /* in place of a sweep, where that is chosen */

  /* Owned References */
  SeidelSweepPicture *picture;
  SeidelSchedule *schedule; /* of what is shown or being made */
  SeidelPlayMode shown_mode;
  uint32_t seed;             /* of the race */
  gboolean few;              /* rows, so that the list of views has the pattern too */
  GCancellable *cancellable; /* of the worker */

  guint tick; /* while playing, or 0 */
  gint64 frame_time;
  double position;  /* in steps, between two of them while playing */
  gint64 described; /* monotonic time of the last text */
  int64_t pointed;

  gboolean making; /* the worker is at it */
  gboolean withheld;
  /* What seidel_sweep_page_show () asked for, until there is a picture. */
  struct
  {
    gboolean wanted;
    int64_t step;
    int speed;
    gboolean play;
  } request;
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelSweepPage,
                               seidel_sweep_page,
                               SEIDEL_TYPE_DOCUMENT_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

/* In the order of the lists. */
static const char *const mode_names[SEIDEL_N_PLAY_MODES] = {
  [SEIDEL_PLAY_LEVELS] = N_ ("Level by level"),
  [SEIDEL_PLAY_PASSES] = N_ ("Pass by pass"),
  [SEIDEL_PLAY_ROWS] = N_ ("Row by row"),
  [SEIDEL_PLAY_RACE] = N_ ("Passes with a race"),
};
static const char *const shown_names[SEIDEL_SWEEP_N_VIEWS] = {
  [SEIDEL_SWEEP_CELLS] = N_ ("Rows as cells"),
  [SEIDEL_SWEEP_PATTERN] = N_ ("Pattern"),
  [SEIDEL_SWEEP_GRAPH] = N_ ("Dependency graph"),
};
static const int speeds[] = { 1, 2, 5, 10, 20, 50, 100, 1000, 10000, 100000 };

/* Whether iterations side by side are shown in place of a sweep. */
static gboolean
shows_side (SeidelSweepPage *self)
{
  return gtk_drop_down_get_selected (self->mode) == SIDE_BY_SIDE;
}

static void
describe (SeidelSweepPage *self)
{
  g_autofree char *text = seidel_sweep_picture_describe (self->picture);
  g_autofree char *row =
    self->pointed >= 0 ? seidel_sweep_picture_describe_row (self->picture, self->pointed) : NULL;

  self->described = g_get_monotonic_time ();
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
  g_object_set (self->read_out, "text", row, NULL);
  seidel_cells_view_set_description (self->view, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void scrubbed_cb (SeidelSweepPage *self);
static void make (SeidelSweepPage *self, SeidelSchedule *schedule, SeidelPlayMode mode);

/* Goes to a step. Texts for people follow at once, or, while playing, some times a second. */
static void
show_step (SeidelSweepPage *self, int64_t step)
{
  if (self->picture == NULL)
    return;
  seidel_sweep_picture_set_step (self->picture, step);
  g_signal_handlers_block_by_func (self->scrubber, scrubbed_cb, self);
  gtk_range_set_value (GTK_RANGE (self->scrubber), (double) self->picture->step);
  g_signal_handlers_unblock_by_func (self->scrubber, scrubbed_cb, self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
  if (self->tick == 0 || g_get_monotonic_time () - self->described >= TEXT_INTERVAL)
    describe (self);
}

static int
speed_of (SeidelSweepPage *self)
{
  return speeds[MIN (gtk_drop_down_get_selected (self->speed), G_N_ELEMENTS (speeds) - 1)];
}

static void
show_play_button (SeidelSweepPage *self)
{
  const gboolean playing = self->tick != 0;

  gtk_button_set_icon_name (self->play, playing ? "media-playback-pause-symbolic"
                                                : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play),
                               playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}

static void
pause_playing (SeidelSweepPage *self)
{
  if (self->tick == 0)
    return;
  gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick);
  self->tick = 0;
  show_play_button (self);
  if (self->picture != NULL)
    describe (self);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelSweepPage *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const double steps = (double) self->picture->playback->steps;

  /* A window that was hidden does not jump ahead. */
  self->position +=
    speed_of (self) * MIN ((double) (now - self->frame_time) / G_USEC_PER_SEC, 0.25);
  self->frame_time = now;
  self->position = MIN (self->position, steps);
  if ((int64_t) self->position != self->picture->step)
    show_step (self, (int64_t) self->position);
  if (self->position < steps)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  show_play_button (self);
  describe (self);
  return G_SOURCE_REMOVE;
}

static void
start_playing (SeidelSweepPage *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->view));

  if (self->picture == NULL || self->tick != 0 || clock == NULL)
    return;
  if (self->picture->step >= self->picture->playback->steps)
    show_step (self, 0);
  self->position = (double) self->picture->step;
  self->frame_time = gdk_frame_clock_get_frame_time (clock);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), tick_cb, self, NULL);
  show_play_button (self);
}

static gboolean
seidel_sweep_page_play (SeidelPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);

  if (shows_side (self))
    seidel_side_by_side_play (self->side);
  else if (self->tick != 0)
    pause_playing (self);
  else
    start_playing (self);
  return TRUE;
}

static void
play_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_sweep_page_play (SEIDEL_PAGE (widget));
}

/* Another race: on a device, too, no two are the same. */
static void
again_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (widget);

  self->seed++;
  if (self->schedule != NULL && self->shown_mode == SEIDEL_PLAY_RACE)
    make (self, self->schedule, self->shown_mode);
}

/* Steps are sweeps, and ten of them are a page. */
static void
step_side (SeidelSweepPage *self, const char *name, GVariant *parameter)
{
  const SeidelIterationsPicture *picture = seidel_side_by_side_get_picture (self->side);
  const int64_t sweep = picture != NULL ? picture->sweep : 0;

  if (parameter == NULL)
    seidel_side_by_side_go_to (self->side, g_str_has_suffix (name, "last") ? G_MAXINT64 : 0);
  else
    seidel_side_by_side_go_to (self->side, sweep
                                             + g_variant_get_int32 (parameter)
                                                 * (g_str_has_suffix (name, "page") ? 10 : 1));
}

/* Whoever steps by hand wants to look. */
static void
step_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (widget);
  int64_t steps;

  if (shows_side (self))
    {
      step_side (self, name, parameter);
      return;
    }
  if (self->picture == NULL)
    return;
  pause_playing (self);
  steps = self->picture->playback->steps;
  if (g_str_has_suffix (name, "first"))
    show_step (self, 0);
  else if (g_str_has_suffix (name, "last"))
    show_step (self, steps);
  else if (g_str_has_suffix (name, "page"))
    show_step (self, self->picture->step + g_variant_get_int32 (parameter) * MAX (steps / 10, 1));
  else
    show_step (self, self->picture->step + g_variant_get_int32 (parameter));
}

static void
speed_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (widget);
  const int speed =
    (int) gtk_drop_down_get_selected (self->speed) + g_variant_get_int32 (parameter);

  gtk_drop_down_set_selected (self->speed,
                              (guint) CLAMP (speed, 0, (int) G_N_ELEMENTS (speeds) - 1));
}

static void
scrubbed_cb (SeidelSweepPage *self)
{
  pause_playing (self);
  show_step (self, (int64_t) (gtk_range_get_value (GTK_RANGE (self->scrubber)) + 0.5));
}

static void
show_why_empty (SeidelSweepPage *self)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  const SeidelMatrix *matrix = seidel_document_page_get_matrix (page);

  if (matrix == NULL)
    seidel_document_page_show_empty (page, _ ("No matrix is open"),
                                     _ ("Open a matrix to play a sweep of it."));
  else if (matrix->csr->rows != matrix->csr->columns)
    seidel_document_page_show_empty (page, _ ("A rectangular matrix has no sweep"),
                                     _ ("A Gauss-Seidel sweep needs a square matrix."));
  else if (seidel_document_get_analysing (seidel_document_page_get_document (page)))
    seidel_document_page_show_empty (page, _ ("Analysing…"),
                                     _ (
                                       "The sweep can be played as soon as the levels are known."));
  else
    seidel_document_page_show_empty (page, _ ("No levels"),
                                     _ ("Without levels there is nothing to play."));
}

/* The speed at which the sweep takes a few seconds. */
static guint
good_speed (int64_t steps)
{
  guint speed = 0;

  while (speed + 1 < G_N_ELEMENTS (speeds) && (double) steps / speeds[speed] > GOOD_SECONDS)
    speed++;
  return speed;
}

/* The slowest speed that is not below this one. */
static guint
speed_at_least (int steps_a_second)
{
  guint speed = 0;

  while (speed + 1 < G_N_ELEMENTS (speeds) && speeds[speed] < steps_a_second)
    speed++;
  return speed;
}

static void
do_as_requested (SeidelSweepPage *self)
{
  self->request.wanted = FALSE;
  pause_playing (self);
  if (self->request.speed > 0)
    gtk_drop_down_set_selected (self->speed, speed_at_least (self->request.speed));
  show_step (self, self->request.step);
  if (self->request.play)
    start_playing (self);
}

static void selection_changed (SeidelDocumentPage *page);

/* What the list of views says. */
static SeidelSweepShown
read_shown (SeidelSweepPage *self)
{
  const guint selected = gtk_drop_down_get_selected (self->shown);

  if (selected == 0 || selected == GTK_INVALID_LIST_POSITION)
    return SEIDEL_SWEEP_CELLS;
  return self->few && selected == 1 ? SEIDEL_SWEEP_PATTERN : SEIDEL_SWEEP_GRAPH;
}

static const SeidelCellsScene scene = { seidel_sweep_picture_plane, seidel_sweep_picture_row_at,
                                        seidel_sweep_picture_draw };

/* The pattern of many rows is not in the list: their cells. */
static void
choose_shown (SeidelSweepPage *self, SeidelSweepShown shown)
{
  gtk_drop_down_set_selected (self->shown, shown == SEIDEL_SWEEP_GRAPH   ? (self->few ? 2 : 1)
                                           : shown == SEIDEL_SWEEP_CELLS ? 0
                                                                         : (self->few ? 1 : 0));
}

/* The views that there are; the pattern of many rows is on the Matrix page. Keeps the choice. */
static void
fill_views (SeidelSweepPage *self, gboolean few)
{
  g_autoptr (GtkStringList) views = NULL;
  SeidelSweepShown shown = SEIDEL_SWEEP_CELLS;

  if (gtk_drop_down_get_model (self->shown) != NULL && self->few == few)
    return;
  if (gtk_drop_down_get_model (self->shown) != NULL)
    shown = read_shown (self);
  self->few = few;
  views = gtk_string_list_new (NULL);
  for (int view = 0; view < SEIDEL_SWEEP_N_VIEWS; view++)
    if (few || view != SEIDEL_SWEEP_PATTERN)
      gtk_string_list_append (views, _ (shown_names[view]));
  gtk_drop_down_set_model (self->shown, G_LIST_MODEL (views));
  choose_shown (self, shown);
}

/* Takes the picture, or NULL. */
static void
set_picture (SeidelSweepPage *self, SeidelSweepPicture *picture)
{
  pause_playing (self);
  self->pointed = -1;
  seidel_cells_view_set_picture (self->view, &scene, picture,
                                 picture != NULL ? &picture->cells : NULL);
  g_clear_pointer (&self->picture, seidel_sweep_picture_free);
  self->picture = picture;
  if (picture == NULL)
    {
      show_why_empty (self);
      return;
    }
  fill_views (self, picture->playback->rows <= SEIDEL_SWEEP_FEW_ROWS);
  picture->shown = read_shown (self);
  picture->withheld = self->withheld;
  gtk_range_set_range (GTK_RANGE (self->scrubber), 0.0, (double) MAX (picture->playback->steps, 1));
  gtk_drop_down_set_selected (self->speed, good_speed (picture->playback->steps));
  if (!shows_side (self))
    seidel_document_page_show_picture (SEIDEL_DOCUMENT_PAGE (self));
  selection_changed (SEIDEL_DOCUMENT_PAGE (self));
  show_step (self, 0);
  if (self->request.wanted)
    do_as_requested (self);
}

/* What the worker makes a playback of. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelMatrix *natural;
  SeidelSchedule *schedule;
  SeidelPlayMode mode;
  uint32_t seed;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  seidel_matrix_unref (making->matrix);
  seidel_matrix_unref (making->natural);
  seidel_schedule_unref (making->schedule);
  g_free (making);
}

static void
make_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Making *making = task_data;
  GError *error = NULL;
  g_autoptr (SeidelPlayback) playback =
    seidel_playback_new (making->matrix->csr, making->schedule, making->mode, making->seed, &error);
  g_autoptr (SeidelLevelFlows) flows = NULL;
  SeidelSweepPicture *picture = NULL;

  if (playback != NULL && playback->rows > SEIDEL_SWEEP_FEW_ROWS)
    flows = seidel_level_flows_new (making->matrix->csr, making->schedule, SEIDEL_SWEEP_MOST_NODES,
                                    cancellable, &error);
  if (error == NULL)
    picture = seidel_sweep_picture_new (making->matrix, playback, flows,
                                        seidel_grid_line (making->natural->csr));
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, picture, (GDestroyNotify) seidel_sweep_picture_free);
}

/* A cancelled task belongs to another matrix or choice: both happen on this thread only. */
static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  SeidelSweepPicture *picture = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  SEIDEL_SWEEP_PAGE (data)->making = FALSE;
  set_picture (SEIDEL_SWEEP_PAGE (data), picture);
  if (error != NULL)
    seidel_document_page_show_empty (SEIDEL_DOCUMENT_PAGE (data), _ ("The sweep cannot be played"),
                                     error->message);
}

static void
cancel_making (SeidelSweepPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->making = FALSE;
}

static void
make (SeidelSweepPage *self, SeidelSchedule *schedule, SeidelPlayMode mode)
{
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (self));
  g_autoptr (GTask) task = NULL;
  Making *making = g_new0 (Making, 1);

  cancel_making (self);
  making->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  making->natural =
    seidel_matrix_ref (seidel_document_get_matrix (seidel_document_get_natural (document)));
  making->schedule = seidel_schedule_ref (schedule);
  making->mode = mode;
  self->making = TRUE;
  making->seed = self->seed;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, made_cb, self);
  g_task_set_source_tag (task, make);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}

static void
speed_changed_cb (SeidelSweepPage *self)
{
  seidel_side_by_side_set_speed (self->side, speed_of (self));
}

/* The iterations of the open matrix, or why there are none. */
static void
show_side (SeidelSweepPage *self)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  SeidelDocument *document = seidel_document_page_get_document (page);
  g_autoptr (GError) error = NULL;

  pause_playing (self);
  if (document == NULL)
    show_why_empty (self);
  else if (seidel_side_by_side_set_matrix (self->side, seidel_document_get_matrix (document),
                                           seidel_document_get_matrix (
                                             seidel_document_get_natural (document)),
                                           &error))
    {
      seidel_document_page_show_picture (page);
      gtk_stack_set_visible_child (GTK_STACK (gtk_widget_get_parent (GTK_WIDGET (self->side))),
                                   GTK_WIDGET (self->side));
    }
  else
    seidel_document_page_show_empty (page, _ ("No iterations to show"), error->message);
}

/* Back to a sweep, or to the iterations. */
static void
switch_side (SeidelSweepPage *self)
{
  const gboolean side = shows_side (self);

  gtk_widget_set_visible (GTK_WIDGET (self->direction), !side);
  gtk_widget_set_visible (GTK_WIDGET (self->shown), !side);
  gtk_widget_set_visible (self->again, self->shown_mode == SEIDEL_PLAY_RACE && !side);
  if (side)
    show_side (self);
  else
    seidel_side_by_side_pause (self->side);
  if (!side && self->picture != NULL)
    seidel_document_page_show_picture (SEIDEL_DOCUMENT_PAGE (self));
}

/* Another matrix, direction or way to play. The picture is made only while the page is in view: it
 * takes memory, and may never be looked at. */
static void
choices_changed_cb (SeidelSweepPage *self)
{
  const guint direction = gtk_drop_down_get_selected (self->direction);
  const guint mode = gtk_drop_down_get_selected (self->mode);
  SeidelSchedule *schedule;

  if (direction > 1 || mode > SIDE_BY_SIDE || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  switch_side (self);
  if (mode == SIDE_BY_SIDE)
    return;
  schedule =
    seidel_document_page_get_schedule (SEIDEL_DOCUMENT_PAGE (self), (SeidelDirection) direction);
  if (schedule != NULL && schedule->count == 0)
    schedule = NULL;
  if (schedule != NULL && schedule == self->schedule && self->shown_mode == (SeidelPlayMode) mode)
    return;
  g_clear_pointer (&self->schedule, seidel_schedule_unref);
  if (schedule == NULL)
    {
      cancel_making (self);
      set_picture (self, NULL);
      return;
    }
  self->schedule = seidel_schedule_ref (schedule);
  self->shown_mode = (SeidelPlayMode) mode;
  gtk_widget_set_visible (self->again, mode == SEIDEL_PLAY_RACE);
  make (self, schedule, (SeidelPlayMode) mode);
}

static void
shown_changed_cb (SeidelSweepPage *self)
{
  if (self->picture == NULL)
    return;
  self->picture->shown = read_shown (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static void
view_pointed_cb (SeidelSweepPage *self, gint64 row)
{
  self->pointed = row;
  if (self->picture != NULL)
    describe (self);
  seidel_document_page_point_at (SEIDEL_DOCUMENT_PAGE (self), row);
}

/* The row, or all rows of the levels of a node. */
static void
view_picked_cb (SeidelSweepPage *self, gint64 row, int pick)
{
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));
  const SeidelLevelFlows *flows = self->picture->flows;
  g_autoptr (SeidelRowSet) rows = NULL;
  int32_t node;

  if (selection == NULL)
    return;
  if (!seidel_sweep_picture_shows_groups (self->picture))
    {
      seidel_selection_pick_row (selection, row, (SeidelPick) pick);
      return;
    }
  node = seidel_level_flows_group (flows, flows->schedule->level_of_row[row]);
  rows = seidel_row_set_new_of_levels (flows->schedule, flows->first_level[node],
                                       flows->first_level[node + 1] - 1, NULL);
  if (rows != NULL)
    seidel_selection_pick_set (selection, rows, (SeidelPick) pick);
}

static void
selection_changed (SeidelDocumentPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  SeidelSelection *selection = seidel_document_page_get_selection (page);

  if (self->picture == NULL)
    return;
  seidel_sweep_picture_set_lit (self->picture,
                                selection != NULL ? seidel_selection_get_rows (selection) : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

/* Also in another view. While the page is out of sight, its picture may be of another matrix. */
static void
pointed (SeidelDocumentPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  SeidelSelection *selection = seidel_document_page_get_selection (page);
  const int64_t row = selection != NULL ? seidel_selection_get_pointed (selection) : -1;

  if (self->picture == NULL)
    return;
  self->pointed = row < self->picture->playback->rows ? row : -1;
  describe (self);
}

static void
revealed (SeidelDocumentPage *page, gint64 row)
{
  seidel_cells_view_show_row (SEIDEL_SWEEP_PAGE (page)->view, row);
}

static void
document_changed (SeidelDocumentPage *page)
{
  choices_changed_cb (SEIDEL_SWEEP_PAGE (page));
}

static void
seidel_sweep_page_draw (SeidelPage *page,
                        cairo_t *cr,
                        double width,
                        double height,
                        const SeidelTheme *theme)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (shows_side (self) && side != NULL)
    seidel_iterations_picture_draw (side, cr, width, height, theme);
  else if (self->picture != NULL)
    seidel_sweep_picture_draw (self->picture, cr, width, height, theme);
}

static char *
seidel_sweep_page_to_csv (SeidelPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (shows_side (self))
    return side != NULL ? seidel_iterations_picture_to_csv (side) : NULL;
  return self->picture != NULL ? seidel_sweep_picture_to_csv (self->picture) : NULL;
}

static gboolean
seidel_sweep_page_to_animation (SeidelPage *page, SeidelAnimation *animation)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (shows_side (self))
    return side != NULL && seidel_iterations_picture_to_animation (side, animation);
  return self->picture != NULL && seidel_sweep_picture_to_animation (self->picture, animation);
}

static char *
seidel_sweep_page_to_html (SeidelPage *page, GError **error)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);

  if (self->picture != NULL && !shows_side (self))
    return seidel_sweep_picture_to_html (self->picture,
                                         pango_language_to_string (pango_language_get_default ()),
                                         error);
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
                       _ ("Only a single sweep that is played can be written as HTML."));
  return NULL;
}

static char *
seidel_sweep_page_get_export_name (SeidelPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (shows_side (self) && side != NULL)
    return g_strdup_printf ("%s-sweeps-%" G_GINT64_FORMAT, side->matrix->name, side->sweep);
  if (self->picture == NULL)
    return g_strdup ("sweep");
  return g_strdup_printf ("%s-sweep-%" G_GINT64_FORMAT, self->picture->matrix->name,
                          self->picture->step);
}

static void
seidel_sweep_page_zoom (SeidelPage *page, double factor)
{
  seidel_cells_view_zoom (SEIDEL_SWEEP_PAGE (page)->view, factor);
}

static void
seidel_sweep_page_fit (SeidelPage *page)
{
  seidel_cells_view_fit (SEIDEL_SWEEP_PAGE (page)->view);
}

static void
seidel_sweep_page_withhold (SeidelPage *page, gboolean withheld)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);

  self->withheld = withheld;
  if (self->picture == NULL || self->picture->withheld == withheld)
    return;
  self->picture->withheld = withheld;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static void
seidel_sweep_page_choose (SeidelPage *page, const char *key, int value)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);

  if (g_str_equal (key, "direction"))
    gtk_drop_down_set_selected (self->direction, (guint) value);
  else if (value == SEIDEL_SWEEP_N_VIEWS)
    seidel_sweep_page_show_side (self);
  else
    {
      if (shows_side (self))
        gtk_drop_down_set_selected (self->mode, SEIDEL_PLAY_LEVELS);
      choose_shown (self, (SeidelSweepShown) value);
    }
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_sweep_page_draw;
  iface->to_csv = seidel_sweep_page_to_csv;
  iface->to_html = seidel_sweep_page_to_html;
  iface->to_animation = seidel_sweep_page_to_animation;
  iface->get_export_name = seidel_sweep_page_get_export_name;
  iface->zoom = seidel_sweep_page_zoom;
  iface->fit = seidel_sweep_page_fit;
  iface->play = seidel_sweep_page_play;
  iface->withhold = seidel_sweep_page_withhold;
  iface->choose = seidel_sweep_page_choose;
}

static void
seidel_sweep_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_sweep_page_parent_class)->map (widget);
  choices_changed_cb (SEIDEL_SWEEP_PAGE (widget));
}

static void
seidel_sweep_page_unmap (GtkWidget *widget)
{
  pause_playing (SEIDEL_SWEEP_PAGE (widget));
  seidel_side_by_side_pause (SEIDEL_SWEEP_PAGE (widget)->side);
  GTK_WIDGET_CLASS (seidel_sweep_page_parent_class)->unmap (widget);
}

static void
seidel_sweep_page_dispose (GObject *object)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (object);

  cancel_making (self);
  g_clear_pointer (&self->schedule, seidel_schedule_unref);
  /* The view may outlive the page for a moment; the picture does not. */
  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->view, self);
      seidel_cells_view_set_picture (self->view, NULL, NULL, NULL);
    }
  g_clear_pointer (&self->picture, seidel_sweep_picture_free);

  G_OBJECT_CLASS (seidel_sweep_page_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *klass)
{
  static const SeidelKey keys[] = {
    { GDK_KEY_space, GDK_KEY_KP_Space, 0, "sweep.play", NULL },
    { GDK_KEY_Left, GDK_KEY_KP_Left, 0, "sweep.step", "-1" },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 0, "sweep.step", "1" },
    { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, 0, "sweep.page", "-1" },
    { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0, "sweep.page", "1" },
    { GDK_KEY_Home, GDK_KEY_KP_Home, 0, "sweep.first", NULL },
    { GDK_KEY_End, GDK_KEY_KP_End, 0, "sweep.last", NULL },
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, "sweep.speed", "1" },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, "sweep.speed", "-1" },
  };

  gtk_widget_class_install_action (klass, "sweep.play", NULL, play_action);
  gtk_widget_class_install_action (klass, "sweep.step", "i", step_action);
  gtk_widget_class_install_action (klass, "sweep.page", "i", step_action);
  gtk_widget_class_install_action (klass, "sweep.first", NULL, step_action);
  gtk_widget_class_install_action (klass, "sweep.last", NULL, step_action);
  gtk_widget_class_install_action (klass, "sweep.speed", "i", speed_action);
  gtk_widget_class_install_action (klass, "sweep.again", NULL, again_action);
  seidel_keys_add_to_class (klass, keys, G_N_ELEMENTS (keys));
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelSweepPage, name)

static void
seidel_sweep_page_class_init (SeidelSweepPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SeidelDocumentPageClass *page_class = SEIDEL_DOCUMENT_PAGE_CLASS (klass);

  object_class->dispose = seidel_sweep_page_dispose;
  widget_class->map = seidel_sweep_page_map;
  widget_class->unmap = seidel_sweep_page_unmap;
  page_class->document_changed = document_changed;
  page_class->selection_changed = selection_changed;
  page_class->pointed = pointed;
  page_class->revealed = revealed;

  g_type_ensure (SEIDEL_TYPE_CELLS_VIEW);
  g_type_ensure (SEIDEL_TYPE_SIDE_BY_SIDE);
  install_actions (widget_class);
  seidel_template_bind (widget_class, "sweep-page", CHILD (direction), CHILD (mode), CHILD (shown),
                        CHILD (speed), CHILD (again), CHILD (view), CHILD (play), CHILD (scrubber),
                        CHILD (status), CHILD (read_out), CHILD (side));
  seidel_document_page_class_bind_template (page_class);
  gtk_widget_class_bind_template_callback (widget_class, choices_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, shown_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, speed_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_pointed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_picked_cb);
  gtk_widget_class_bind_template_callback (widget_class, scrubbed_cb);
}

static void
seidel_sweep_page_init (SeidelSweepPage *self)
{
  g_autoptr (GtkStringList) modes = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) rates = gtk_string_list_new (NULL);

  self->pointed = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int mode = 0; mode < SEIDEL_N_PLAY_MODES; mode++)
    gtk_string_list_append (modes, _ (mode_names[mode]));
  gtk_string_list_append (modes, _ ("Methods side by side"));
  gtk_drop_down_set_model (self->mode, G_LIST_MODEL (modes));
  fill_views (self, TRUE);
  seidel_drop_down_init (self->shown, _ ("Shown"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      g_autofree char *count = seidel_format_count (speeds[i]);
      g_autofree char *text = g_strdup_printf (ngettext ("%s step a second", "%s steps a second",
                                                         (unsigned long) speeds[i]),
                                               count);

      gtk_string_list_append (rates, text);
    }
  gtk_drop_down_set_model (self->speed, G_LIST_MODEL (rates));
  seidel_drop_down_init (self->direction, _ ("Direction"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  seidel_drop_down_init (self->mode, _ ("Step"), (SeidelDropDownText) gtk_string_object_get_string);
  seidel_drop_down_init (self->speed, _ ("Speed"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  show_play_button (self);
  show_why_empty (self);
}

GtkWidget *
seidel_sweep_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_SWEEP_PAGE, NULL);
}

int64_t
seidel_sweep_page_get_step (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), 0);
  return self->picture != NULL ? self->picture->step : 0;
}

int64_t
seidel_sweep_page_get_steps (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), 0);
  return self->picture != NULL ? self->picture->playback->steps : 0;
}

void
seidel_sweep_page_show (SeidelSweepPage *self,
                        SeidelPlayMode mode,
                        int64_t step,
                        int speed,
                        gboolean play)
{
  g_return_if_fail (SEIDEL_IS_SWEEP_PAGE (self));
  g_return_if_fail (mode < SEIDEL_N_PLAY_MODES);

  self->request.wanted = TRUE;
  self->request.step = step;
  self->request.speed = speed;
  self->request.play = play;
  gtk_drop_down_set_selected (self->mode, mode);
  choices_changed_cb (self);
  if (!self->making && self->picture != NULL)
    do_as_requested (self);
}

SeidelSideBySide *
seidel_sweep_page_show_side (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), NULL);

  gtk_drop_down_set_selected (self->mode, SIDE_BY_SIDE);
  choices_changed_cb (self);
  return self->side;
}

gboolean
seidel_sweep_page_get_playing (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), FALSE);
  return shows_side (self) ? seidel_side_by_side_get_playing (self->side) : self->tick != 0;
}
