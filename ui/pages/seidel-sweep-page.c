/* The Sweep page: the choices, of which a worker makes a picture, and what the window asks for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-sweep-page.h"

#include <glib/gi18n.h>

#include "draw/seidel-sweep-html.h"
#include "pages/seidel-sweep-page-private.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelSweepPage,
                               seidel_sweep_page,
                               SEIDEL_TYPE_DOCUMENT_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

/* In the order of the list. */
static const char *const mode_names[SEIDEL_N_PLAY_MODES] = {
  [SEIDEL_PLAY_LEVELS] = N_ ("Level by level"),
  [SEIDEL_PLAY_PASSES] = N_ ("Pass by pass"),
  [SEIDEL_PLAY_ROWS] = N_ ("Row by row"),
  [SEIDEL_PLAY_RACE] = N_ ("Passes with a race"),
};

/* Another matrix, direction or way to play. The picture is made only while the page is in view: it
 * takes memory, and may never be looked at. */
static void
choices_changed_cb (SeidelSweepPage *self)
{
  const guint direction = gtk_drop_down_get_selected (self->direction);
  const guint mode = gtk_drop_down_get_selected (self->mode);
  SeidelSchedule *schedule;

  if (direction > 1 || mode > SEIDEL_SWEEP_PAGE_SIDE || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  seidel_sweep_page_switch_side (self);
  if (mode == SEIDEL_SWEEP_PAGE_SIDE)
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
      seidel_sweep_page_cancel_making (self);
      seidel_sweep_page_set_picture (self, NULL);
      return;
    }
  self->schedule = seidel_schedule_ref (schedule);
  self->shown_mode = (SeidelPlayMode) mode;
  gtk_widget_set_visible (self->again, mode == SEIDEL_PLAY_RACE);
  seidel_sweep_page_make (self, schedule, (SeidelPlayMode) mode);
}

/* Another race: on a device, too, no two are the same. */
static void
again_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (widget);

  self->seed++;
  if (self->schedule != NULL && self->shown_mode == SEIDEL_PLAY_RACE)
    seidel_sweep_page_make (self, self->schedule, self->shown_mode);
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

  if (seidel_sweep_page_shows_side (self) && side != NULL)
    seidel_iterations_picture_draw (side, cr, width, height, theme);
  else if (self->picture != NULL)
    seidel_sweep_picture_draw (self->picture, cr, width, height, theme);
}

static char *
seidel_sweep_page_to_csv (SeidelPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (seidel_sweep_page_shows_side (self))
    return side != NULL ? seidel_iterations_picture_to_csv (side) : NULL;
  return self->picture != NULL ? seidel_sweep_picture_to_csv (self->picture) : NULL;
}

static gboolean
seidel_sweep_page_to_animation (SeidelPage *page, SeidelAnimation *animation)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (seidel_sweep_page_shows_side (self))
    return side != NULL && seidel_iterations_picture_to_animation (side, animation);
  return self->picture != NULL && seidel_sweep_picture_to_animation (self->picture, animation);
}

static char *
seidel_sweep_page_to_html (SeidelPage *page, GError **error)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);

  if (self->picture == NULL || seidel_sweep_page_shows_side (self)
      || !seidel_sweep_picture_has_html (self->picture))
    return NULL;
  return seidel_sweep_picture_to_html (self->picture,
                                       pango_language_to_string (pango_language_get_default ()),
                                       error);
}

static char *
seidel_sweep_page_get_export_name (SeidelPage *page)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);
  const SeidelIterationsPicture *side = seidel_side_by_side_get_picture (self->side);

  if (seidel_sweep_page_shows_side (self) && side != NULL)
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

static gboolean
seidel_sweep_page_play (SeidelPage *page)
{
  seidel_sweep_page_play_or_pause (SEIDEL_SWEEP_PAGE (page));
  return TRUE;
}

static void
seidel_sweep_page_withhold (SeidelPage *page, gboolean withheld)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (page);

  self->withheld = withheld;
  seidel_side_by_side_withhold (self->side, withheld);
  if (self->picture == NULL || self->picture->withheld == withheld)
    return;
  self->picture->withheld = withheld;
  seidel_sweep_page_describe (self);
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
      if (seidel_sweep_page_shows_side (self))
        gtk_drop_down_set_selected (self->mode, SEIDEL_PLAY_LEVELS);
      seidel_sweep_page_choose_shown (self, (SeidelSweepShown) value);
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
  seidel_sweep_page_pause (SEIDEL_SWEEP_PAGE (widget));
  seidel_side_by_side_pause (SEIDEL_SWEEP_PAGE (widget)->side);
  GTK_WIDGET_CLASS (seidel_sweep_page_parent_class)->unmap (widget);
}

static void
seidel_sweep_page_dispose (GObject *object)
{
  SeidelSweepPage *self = SEIDEL_SWEEP_PAGE (object);

  seidel_sweep_page_cancel_making (self);
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

  g_type_ensure (SEIDEL_TYPE_CELLS_VIEW);
  g_type_ensure (SEIDEL_TYPE_SIDE_BY_SIDE);
  gtk_widget_class_install_action (widget_class, "sweep.again", NULL, again_action);
  seidel_template_bind (widget_class, "sweep-page", CHILD (direction), CHILD (mode), CHILD (shown),
                        CHILD (speed), CHILD (again), CHILD (view), CHILD (play), CHILD (scrubber),
                        CHILD (status), CHILD (read_out), CHILD (side));
  seidel_document_page_class_bind_template (page_class);
  gtk_widget_class_bind_template_callback (widget_class, choices_changed_cb);
  seidel_sweep_page_class_init_play (widget_class);
  seidel_sweep_page_class_init_shown (page_class);
}

static void
seidel_sweep_page_init (SeidelSweepPage *self)
{
  g_autoptr (GtkStringList) modes = gtk_string_list_new (NULL);

  self->pointed = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int mode = 0; mode < SEIDEL_N_PLAY_MODES; mode++)
    gtk_string_list_append (modes, _ (mode_names[mode]));
  gtk_string_list_append (modes, _ ("Methods side by side"));
  gtk_drop_down_set_model (self->mode, G_LIST_MODEL (modes));
  seidel_sweep_page_fill_views (self, TRUE);
  seidel_drop_down_init (self->shown, _ ("Shown"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  seidel_drop_down_init (self->direction, _ ("Direction"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  seidel_drop_down_init (self->mode, _ ("Step"), (SeidelDropDownText) gtk_string_object_get_string);
  seidel_sweep_page_init_play (self);
  seidel_sweep_page_show_why_empty (self);
}

GtkWidget *
seidel_sweep_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_SWEEP_PAGE, NULL);
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
    seidel_sweep_page_do_as_requested (self);
}

SeidelSideBySide *
seidel_sweep_page_show_side (SeidelSweepPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SWEEP_PAGE (self), NULL);

  gtk_drop_down_set_selected (self->mode, SEIDEL_SWEEP_PAGE_SIDE);
  choices_changed_cb (self);
  return self->side;
}
