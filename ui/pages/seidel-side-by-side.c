/* The widget of iterations side by side: choices change the picture, frames move it on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-side-by-side.h"

#include <glib/gi18n.h>

#include "analysis/seidel-grid.h"
#include "draw/seidel-translate.h"
#include "views/seidel-desktop.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-read-out.h"
#include "views/seidel-template.h"
#include "views/seidel-tool-row.h"

#define FRAME_TIME    (8 * G_TIME_SPAN_MILLISECOND)   /* of it for sweeps */
#define TEXT_INTERVAL (250 * G_TIME_SPAN_MILLISECOND) /* between two texts while playing */
#define FIRST_OMEGA   1.5
#define LEAST_RANGE   100 /* sweeps of the scale */

struct _SeidelSideBySide
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *tools;
  GtkDropDown *first;
  GtkDropDown *second;
  GtkDropDown *third;
  GtkDropDown *start;
  GtkSpinButton *mode;
  GtkDropDown *shown;
  GtkToggleButton *magnify;
  GtkDrawingArea *area;
  GtkButton *play;
  GtkScale *scrubber;
  GtkWidget *omega_box;
  GtkScale *omega;
  GtkLabel *status;
  SeidelReadOut *read_out;

  SeidelIterationsPicture *picture; /* owned, or NULL */
  gboolean filling;                 /* the choices */
  guint tick;                       /* while playing or on the way to a sweep, or 0 */
  gboolean playing;
  int speed; /* sweeps a second */
  gint64 frame_time;
  double position; /* in sweeps */
  gint64 described;
  gboolean withheld;
  int64_t pointed; /* a row, or −1 */
};

G_DEFINE_FINAL_TYPE (SeidelSideBySide, seidel_side_by_side, GTK_TYPE_WIDGET)

static const char *const start_names[SEIDEL_N_STARTS] = {
  [SEIDEL_START_ZEROS] = N_ ("From x = 0"),
  [SEIDEL_START_MODE] = N_ ("Error: a mode"),
  [SEIDEL_START_MIX] = N_ ("Error: smooth and rough"),
  [SEIDEL_START_NOISE] = N_ ("Error: noise"),
  [SEIDEL_START_POINT] = N_ ("Error: a point"),
};
static const char *const shown_names[SEIDEL_ITERATIONS_N_VIEWS] = {
  [SEIDEL_ITERATIONS_ERROR] = N_ ("Error as cells"),
  [SEIDEL_ITERATIONS_X] = N_ ("x as cells"),
  [SEIDEL_ITERATIONS_TABLE] = N_ ("x as a table"),
};

static void
describe (SeidelSideBySide *self)
{
  g_autofree char *text = seidel_iterations_picture_describe (self->picture);
  g_autofree char *row = self->pointed >= 0
                           ? seidel_iterations_picture_describe_row (self->picture, self->pointed)
                           : NULL;

  self->described = g_get_monotonic_time ();
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
  g_object_set (self->read_out, "text", row, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
show_play_button (SeidelSideBySide *self)
{
  gtk_button_set_icon_name (self->play, self->playing ? "media-playback-pause-symbolic"
                                                      : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->play),
                               self->playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->play), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->playing ? _ ("Pause") : _ ("Play"), -1);
}

/* The scale reaches 100, 200, 500, 1,000 … sweeps, whatever was reached. */
static void
update_scrubber (SeidelSideBySide *self)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self->scrubber));
  double upper = gtk_adjustment_get_upper (adjustment);

  if ((double) self->picture->sweep > upper)
    upper = seidel_axis_nice_step ((double) self->picture->sweep);
  self->filling = TRUE;
  gtk_adjustment_set_upper (adjustment, CLAMP (upper, LEAST_RANGE, SEIDEL_STATIONARY_MOST_SWEEPS));
  gtk_adjustment_set_value (adjustment, (double) self->picture->sweep);
  self->filling = FALSE;
}

static void
stop_ticking (SeidelSideBySide *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->area), self->tick);
  self->tick = 0;
  self->playing = FALSE;
  show_play_button (self);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelSideBySide *self = data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean there;

  /* A window that was hidden does not jump ahead. */
  if (self->playing)
    self->position += self->speed * MIN ((double) (now - self->frame_time) / G_USEC_PER_SEC, 0.25);
  self->frame_time = now;
  there = seidel_iterations_picture_go_to (self->picture, (int64_t) self->position,
                                           g_get_monotonic_time () + FRAME_TIME);
  /* Where the computer is slower than the speed, nothing runs away from it. */
  if (!there && self->playing)
    self->position = (double) seidel_iterations_picture_reached (self->picture);
  update_scrubber (self);
  gtk_widget_queue_draw (widget);
  if ((self->playing && !seidel_iterations_picture_is_over (self->picture))
      || (!self->playing && !there))
    {
      if (now - self->described >= TEXT_INTERVAL)
        describe (self);
      return G_SOURCE_CONTINUE;
    }
  self->tick = 0;
  self->playing = FALSE;
  show_play_button (self);
  describe (self);
  return G_SOURCE_REMOVE;
}

static void
start_ticking (SeidelSideBySide *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self->area));

  if (clock == NULL || self->tick != 0)
    return;
  self->frame_time = gdk_frame_clock_get_frame_time (clock);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self->area), tick_cb, self, NULL);
}

/* At once as far as that takes no time, the rest in the next frames. */
static void
go_on_to (SeidelSideBySide *self, int64_t sweep)
{
  const gboolean there =
    seidel_iterations_picture_go_to (self->picture, sweep, g_get_monotonic_time () + FRAME_TIME);

  self->position = (double) self->picture->sweep;
  update_scrubber (self);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
  if (!there)
    start_ticking (self);
}

void
seidel_side_by_side_go_to (SeidelSideBySide *self, int64_t sweep)
{
  g_return_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self));

  if (self->picture == NULL)
    return;
  stop_ticking (self);
  if (sweep == G_MAXINT64)
    sweep =
      (int64_t) gtk_adjustment_get_upper (gtk_range_get_adjustment (GTK_RANGE (self->scrubber)));
  go_on_to (self, sweep);
}

void
seidel_side_by_side_pause (SeidelSideBySide *self)
{
  g_return_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self));

  if (self->picture == NULL || !self->playing)
    return;
  stop_ticking (self);
  describe (self);
}

void
seidel_side_by_side_play (SeidelSideBySide *self)
{
  g_return_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self));

  if (self->picture == NULL)
    return;
  if (self->playing)
    {
      seidel_side_by_side_pause (self);
      return;
    }
  if (seidel_iterations_picture_is_over (self->picture))
    go_on_to (self, 0);
  self->position = (double) self->picture->sweep;
  self->playing = TRUE;
  start_ticking (self);
  show_play_button (self);
}

gboolean
seidel_side_by_side_get_playing (SeidelSideBySide *self)
{
  g_return_val_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self), FALSE);
  return self->playing;
}

void
seidel_side_by_side_set_speed (SeidelSideBySide *self, int sweeps_a_second)
{
  g_return_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self));
  self->speed = sweeps_a_second;
}

SeidelIterationsPicture *
seidel_side_by_side_get_picture (SeidelSideBySide *self)
{
  g_return_val_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self), NULL);
  return self->picture;
}

/* What the lists of methods say; the last one begins with none. */
static void
apply_methods (SeidelSideBySide *self)
{
  const guint third = gtk_drop_down_get_selected (self->third);
  const SeidelStationaryKind kinds[SEIDEL_ITERATIONS_MOST] = {
    (SeidelStationaryKind) gtk_drop_down_get_selected (self->first),
    (SeidelStationaryKind) gtk_drop_down_get_selected (self->second),
    (SeidelStationaryKind) (third > 0 ? third - 1 : 0),
  };
  const int n = third > 0 ? SEIDEL_ITERATIONS_MOST : SEIDEL_ITERATIONS_MOST - 1;
  const int64_t sweep = self->picture->sweep;
  gboolean any_sor = FALSE;

  seidel_iterations_picture_set_lanes (self->picture, kinds, n,
                                       gtk_range_get_value (GTK_RANGE (self->omega)), NULL);
  for (int i = 0; i < n; i++)
    any_sor = any_sor || kinds[i] == SEIDEL_STATIONARY_SOR;
  gtk_widget_set_visible (self->omega_box, any_sor);
  go_on_to (self, sweep);
}

static void
methods_changed_cb (SeidelSideBySide *self)
{
  if (self->picture != NULL && !self->filling)
    apply_methods (self);
}

static void
start_changed_cb (SeidelSideBySide *self)
{
  const SeidelIterationsStart start =
    (SeidelIterationsStart) gtk_drop_down_get_selected (self->start);

  if (self->filling || start >= SEIDEL_N_STARTS)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->mode),
                          start == SEIDEL_START_MODE || start == SEIDEL_START_MIX);
  if (self->picture == NULL)
    return;
  stop_ticking (self);
  seidel_iterations_picture_set_start (self->picture, start,
                                       gtk_spin_button_get_value_as_int (self->mode));
  go_on_to (self, 0);
}

static void
shown_changed_cb (SeidelSideBySide *self)
{
  const guint shown = gtk_drop_down_get_selected (self->shown);

  if (self->picture == NULL || shown >= SEIDEL_ITERATIONS_N_VIEWS)
    return;
  self->picture->shown = (SeidelIterationsShown) shown;
  self->picture->magnified = gtk_toggle_button_get_active (self->magnify);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}

/* The same sweep of another ω, in this frame or the next ones. */
static void
omega_changed_cb (SeidelSideBySide *self)
{
  const int64_t sweep = self->picture != NULL ? self->picture->sweep : 0;

  if (self->picture == NULL)
    return;
  seidel_iterations_picture_set_omega (self->picture,
                                       gtk_range_get_value (GTK_RANGE (self->omega)));
  go_on_to (self, sweep);
}

static void
scrubbed_cb (SeidelSideBySide *self)
{
  if (!self->filling)
    seidel_side_by_side_go_to (self,
                               (int64_t) (gtk_range_get_value (GTK_RANGE (self->scrubber)) + 0.5));
}

static void
motion_cb (SeidelSideBySide *self, double x, double y)
{
  const SeidelTheme theme = seidel_desktop_theme ();
  int64_t row;
  int lane;

  if (self->picture == NULL)
    return;
  row =
    seidel_iterations_picture_row_at (self->picture, gtk_widget_get_width (GTK_WIDGET (self->area)),
                                      gtk_widget_get_height (GTK_WIDGET (self->area)), &theme, x, y,
                                      &lane);
  if (row == self->pointed)
    return;
  self->pointed = row;
  describe (self);
}

static void
leave_cb (SeidelSideBySide *self)
{
  motion_cb (self, -1.0, -1.0);
}

static void
draw_cb (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  SeidelSideBySide *self = data;
  const SeidelTheme theme = seidel_desktop_theme ();

  if (self->picture == NULL)
    return;
  seidel_iterations_picture_draw (self->picture, cr, width, height, &theme);
  seidel_desktop_draw_focus (GTK_WIDGET (area), cr);
}

/* Takes the picture, or NULL. */
static void
set_picture (SeidelSideBySide *self, SeidelIterationsPicture *picture)
{
  stop_ticking (self);
  g_clear_pointer (&self->picture, seidel_iterations_picture_free);
  self->picture = picture;
  if (picture != NULL)
    picture->withheld = self->withheld;
  self->pointed = -1;
}

gboolean
seidel_side_by_side_set_matrix (SeidelSideBySide *self,
                                SeidelMatrix *matrix,
                                const SeidelMatrix *natural,
                                GError **error)
{
  SeidelIterationsPicture *picture;
  int64_t line;

  g_return_val_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self), FALSE);

  if (self->picture != NULL && self->picture->matrix == matrix)
    return TRUE;
  set_picture (self, NULL);
  line = matrix->csr->rows <= SEIDEL_ITERATIONS_ROWS ? seidel_grid_line (natural->csr) : 0;
  picture = seidel_iterations_picture_new (matrix, line, error);
  if (picture == NULL)
    return FALSE;
  set_picture (self, picture);
  gtk_spin_button_set_range (self->mode, 1.0,
                             (double) MAX (line > 0 ? line : matrix->csr->rows, 1));
  gtk_adjustment_set_upper (gtk_range_get_adjustment (GTK_RANGE (self->scrubber)), LEAST_RANGE);
  shown_changed_cb (self);
  start_changed_cb (self);
  apply_methods (self);
  return TRUE;
}

static void
seidel_side_by_side_dispose (GObject *object)
{
  SeidelSideBySide *self = SEIDEL_SIDE_BY_SIDE (object);

  if (self->area != NULL)
    {
      set_picture (self, NULL);
      gtk_drawing_area_set_draw_func (self->area, NULL, NULL, NULL);
    }
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_SIDE_BY_SIDE);
  /* Children without a name stay behind. */
  for (GtkWidget *child; (child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL;)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (seidel_side_by_side_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelSideBySide, name)

static void
seidel_side_by_side_class_init (SeidelSideBySideClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_side_by_side_dispose;
  g_type_ensure (SEIDEL_TYPE_READ_OUT);
  g_type_ensure (SEIDEL_TYPE_TOOL_ROW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  seidel_template_bind (widget_class, "side-by-side", CHILD (tools), CHILD (first), CHILD (second),
                        CHILD (third), CHILD (start), CHILD (mode), CHILD (shown), CHILD (magnify),
                        CHILD (area), CHILD (play), CHILD (scrubber), CHILD (omega_box),
                        CHILD (omega), CHILD (status), CHILD (read_out));
  gtk_widget_class_bind_template_callback (widget_class, methods_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, start_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, shown_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, omega_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, scrubbed_cb);
}

/* first: what comes before the texts, or NULL. */
static void
fill_list (GtkDropDown *list, const char *name, const char *before, const char *const *texts, int n)
{
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);

  if (before != NULL)
    gtk_string_list_append (model, before);
  for (int i = 0; i < n; i++)
    gtk_string_list_append (model, seidel_translate (texts[i]));
  gtk_drop_down_set_model (list, G_LIST_MODEL (model));
  seidel_drop_down_init (list, name, (SeidelDropDownText) gtk_string_object_get_string);
}

static void
fill_lists (SeidelSideBySide *self)
{
  const char *methods[SEIDEL_N_STATIONARY];

  for (int kind = 0; kind < SEIDEL_N_STATIONARY; kind++)
    methods[kind] = seidel_stationary_name ((SeidelStationaryKind) kind);
  self->filling = TRUE;
  fill_list (self->first, _ ("First method"), NULL, methods, SEIDEL_N_STATIONARY);
  fill_list (self->second, _ ("Second method"), NULL, methods, SEIDEL_N_STATIONARY);
  fill_list (self->third, _ ("Third method"), _ ("No third method"), methods, SEIDEL_N_STATIONARY);
  fill_list (self->start, _ ("Beginning"), NULL, start_names, SEIDEL_N_STARTS);
  fill_list (self->shown, _ ("Shown"), NULL, shown_names, SEIDEL_ITERATIONS_N_VIEWS);
  gtk_drop_down_set_selected (self->first, SEIDEL_STATIONARY_JACOBI);
  gtk_drop_down_set_selected (self->second, SEIDEL_STATIONARY_FORWARD);
  gtk_drop_down_set_selected (self->third, SEIDEL_STATIONARY_SOR + 1);
  self->filling = FALSE;
}

static void
seidel_side_by_side_init (SeidelSideBySide *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->pointed = -1;
  self->speed = 5;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_orientable_set_orientation (GTK_ORIENTABLE (
                                    gtk_widget_get_layout_manager (GTK_WIDGET (self))),
                                  GTK_ORIENTATION_VERTICAL);
  seidel_fix_button_names (GTK_WIDGET (self));
  /* The row of the page has the zoom buttons. */
  gtk_widget_set_visible (gtk_widget_get_last_child (self->tools), FALSE);
  fill_lists (self);
  gtk_range_set_value (GTK_RANGE (self->omega), FIRST_OMEGA);
  gtk_drawing_area_set_draw_func (self->area, draw_cb, self, NULL);
  seidel_desktop_watch (GTK_WIDGET (self->area), G_CALLBACK (gtk_widget_queue_draw));
  g_signal_connect (self->area, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), NULL);
  g_signal_connect_object (motion, "motion", G_CALLBACK (motion_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "leave", G_CALLBACK (leave_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->area), motion);
  g_signal_connect_object (click, "pressed", G_CALLBACK (gtk_widget_grab_focus), self->area,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->area), GTK_EVENT_CONTROLLER (click));
  show_play_button (self);
}

void
seidel_side_by_side_withhold (SeidelSideBySide *self, gboolean withheld)
{
  g_return_if_fail (SEIDEL_IS_SIDE_BY_SIDE (self));

  self->withheld = withheld;
  if (self->picture == NULL || self->picture->withheld == withheld)
    return;
  self->picture->withheld = withheld;
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->area));
}
