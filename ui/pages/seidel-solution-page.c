/* Showing a solution; a worker makes its pictures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-solution-page.h"

#include <glib/gi18n.h>

#include "pages/seidel-field-player.h"
#include "pages/seidel-solution-making.h"
#include "views/seidel-cells-view.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-plot-view.h"
#include "views/seidel-read-out.h"
#include "views/seidel-template.h"

#define PLAYED SEIDEL_SOLUTION_N_VIEWS /* in the list of views, the last */

struct _SeidelSolutionPage
{
  SeidelDocumentPage parent_instance;

  /* Template Widgets */
  GtkDropDown *vector;
  GtkDropDown *shown;
  GtkToggleButton *logarithmic;
  GtkWidget *largest;
  GtkStack *views;
  SeidelPlotView *plot;
  SeidelCellsView *cells;
  GtkLabel *status;
  SeidelReadOut *read_out;
  SeidelFieldPlayer *player; /* in place of the solution, where that is chosen */

  /* Owned References */
  SeidelSolutionSubject subject; /* of the solution, or being made */
  SeidelSolutionPicture *picture;
  SeidelSolutionChoice choice; /* of the picture, or being made */
  GCancellable *cancellable;   /* of the worker */

  bool scales[SEIDEL_SOLUTION_N_VECTORS]; /* which vectors are shown on a logarithmic scale */
  double anchor;                          /* x at which picking in the plot began */
};

static void page_iface_init (SeidelPageInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelSolutionPage,
                               seidel_solution_page,
                               SEIDEL_TYPE_DOCUMENT_PAGE,
                               G_IMPLEMENT_INTERFACE (SEIDEL_TYPE_PAGE, page_iface_init))

static const SeidelCellsScene scene = { seidel_solution_picture_plane,
                                        seidel_solution_picture_row_at,
                                        seidel_solution_picture_draw };

/* Rows are linked where entries are those of rows. */
static gboolean
is_linked (SeidelSolutionPage *self)
{
  return self->picture != NULL && self->picture->of_rows;
}

static void
show_row (SeidelSolutionPage *self)
{
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));
  const int64_t row =
    is_linked (self) && selection != NULL ? seidel_selection_get_pointed (selection) : -1;
  g_autofree char *text = NULL;
  double x;

  if (row >= 0 && row < self->picture->n)
    text = seidel_solution_picture_describe_row (self->picture, row);
  if (self->picture != NULL)
    {
      self->picture->pointed = text != NULL ? row : -1;
      if (text == NULL)
        text = g_strdup (seidel_plot_view_get_read_out (self->plot));
      else if (seidel_solution_picture_x_of_row (self->picture, row, &x))
        seidel_plot_view_show_x (self->plot, 0, x);
    }
  g_object_set (self->read_out, "text", text, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->cells));
}

static void
show_selected (SeidelSolutionPage *self)
{
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));

  if (self->picture == NULL)
    return;
  seidel_solution_picture_set_lit (self->picture, selection != NULL
                                                    ? seidel_selection_get_rows (selection)
                                                    : NULL);
  if (self->picture->choice.shown != SEIDEL_SOLUTION_CELLS)
    seidel_plot_view_changed (self->plot);
  gtk_widget_queue_draw (GTK_WIDGET (self->cells));
}

/* Takes the picture, or NULL. */
static void
set_picture (SeidelSolutionPage *self, SeidelSolutionPicture *picture)
{
  const gboolean cells = picture != NULL && picture->choice.shown == SEIDEL_SOLUTION_CELLS;
  g_autofree char *text = NULL;

  seidel_plot_view_set_figure (self->plot, picture != NULL && !cells ? picture->figure : NULL);
  seidel_cells_view_set_picture (self->cells, &scene, cells ? picture : NULL,
                                 cells ? &picture->cells : NULL);
  g_clear_pointer (&self->picture, seidel_solution_picture_free);
  self->picture = picture;
  if (picture == NULL)
    return;
  text = seidel_solution_picture_describe (picture);
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
  seidel_plot_view_set_description (self->plot, text);
  seidel_cells_view_set_description (self->cells, text);
  gtk_widget_set_sensitive (self->largest, picture->of_rows && picture->largest >= 0);
  g_object_set (self->read_out, "hint",
                cells
                  ? _ ("Wheel: zoom · drag: pan · F: fit · arrow keys: cursor · click: select the "
                       "row")
                  : NULL,
                NULL);
  gtk_stack_set_visible_child_name (self->views, cells ? "cells" : "plot");
  show_selected (self);
  show_row (self);
  seidel_document_page_show_picture (SEIDEL_DOCUMENT_PAGE (self));
}

/* What was cancelled is of another run or choice. */
static void
made_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  const bool cancelled = g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)));
  SeidelSolutionPage *self = cancelled ? NULL : SEIDEL_SOLUTION_PAGE (data);
  g_autoptr (GError) error = NULL;
  SeidelSolutionPicture *picture =
    seidel_solution_make_finish (result, cancelled ? NULL : &self->subject, &error);

  if (cancelled)
    return;
  set_picture (self, picture);
  if (error != NULL)
    seidel_document_page_show_empty (SEIDEL_DOCUMENT_PAGE (self),
                                     _ ("The solution cannot be shown"), error->message);
}

static void
cancel_making (SeidelSolutionPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static SeidelSolutionChoice
read_choice (SeidelSolutionPage *self)
{
  SeidelSolutionChoice choice = {
    .vector = (SeidelSolutionVector) MIN (gtk_drop_down_get_selected (self->vector),
                                          SEIDEL_SOLUTION_N_VECTORS - 1),
    .shown = (SeidelSolutionShown) MIN (gtk_drop_down_get_selected (self->shown),
                                        SEIDEL_SOLUTION_N_VIEWS - 1),
  };

  choice.logarithmic = self->scales[choice.vector];
  return choice;
}

static gboolean
is_same_choice (const SeidelSolutionChoice *a, const SeidelSolutionChoice *b)
{
  return a->vector == b->vector && a->shown == b->shown && a->logarithmic == b->logarithmic;
}

static gboolean
shows_player (SeidelSolutionPage *self)
{
  return gtk_drop_down_get_selected (self->shown) == PLAYED;
}

/* The iterates of the selected run, or why there are none. */
static void
show_player (SeidelSolutionPage *self, SeidelRunItem *item)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  SeidelDocument *document = seidel_document_page_get_document (page);
  g_autoptr (GError) error = NULL;
  const char *title;
  const char *reason = seidel_solution_why_none (document, item, &title);

  if (item == NULL || document == NULL || !seidel_run_item_is_of_matrix (item, document))
    {
      seidel_field_player_clear (self->player);
      seidel_document_page_show_empty (page, title, reason);
    }
  else if (seidel_field_player_set_run (self->player, item,
                                        seidel_document_get_matrix (
                                          seidel_document_get_natural (document)),
                                        &error))
    {
      seidel_field_player_set_vector (self->player, read_choice (self).vector);
      seidel_document_page_show_picture (page);
      gtk_stack_set_visible_child (GTK_STACK (gtk_widget_get_parent (GTK_WIDGET (self->player))),
                                   GTK_WIDGET (self->player));
    }
  else
    seidel_document_page_show_empty (page, _ ("No iterates to play"), error->message);
}

/* Brings the picture up to date with the selected run, the matrix and the choices. It is made only
 * while the page is in view. */
static void
refresh (SeidelSolutionPage *self)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  SeidelRunList *runs = seidel_runs_page_get_runs (SEIDEL_RUNS_PAGE (page));
  SeidelRunItem *item = runs != NULL ? seidel_run_list_get_selected (runs) : NULL;
  SeidelDocument *document = seidel_document_page_get_document (page);
  SeidelMatrix *matrix = seidel_document_page_get_matrix (page);
  const SeidelSolutionChoice choice = read_choice (self);
  const char *title;
  const char *reason;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->logarithmic), !shows_player (self));
  gtk_widget_set_visible (self->largest, !shows_player (self));
  if (shows_player (self))
    {
      cancel_making (self);
      show_player (self, item);
      return;
    }
  if (self->picture != NULL)
    seidel_document_page_show_picture (page);
  reason = seidel_solution_why_none (document, item, &title);
  if (reason != NULL)
    {
      cancel_making (self);
      seidel_solution_subject_clear (&self->subject);
      set_picture (self, NULL);
      seidel_document_page_show_empty (page, title, reason);
      return;
    }
  if (item == self->subject.run && matrix == self->subject.matrix
      && is_same_choice (&choice, &self->choice))
    return;
  if (item != self->subject.run || matrix != self->subject.matrix)
    {
      seidel_solution_subject_clear (&self->subject);
      self->subject = (SeidelSolutionSubject){
        .run = g_object_ref (item),
        .matrix = seidel_matrix_ref (matrix),
        .natural =
          seidel_matrix_ref (seidel_document_get_matrix (seidel_document_get_natural (document))),
      };
    }
  self->choice = choice;
  cancel_making (self);
  self->cancellable = g_cancellable_new ();
  seidel_solution_make (&self->subject, &choice, self->cancellable, made_cb, self);
}

static void
vector_changed_cb (SeidelSolutionPage *self)
{
  const guint vector = gtk_drop_down_get_selected (self->vector);

  if (vector < SEIDEL_SOLUTION_N_VECTORS)
    gtk_toggle_button_set_active (self->logarithmic, self->scales[vector]);
  refresh (self);
}

static void
scale_toggled_cb (SeidelSolutionPage *self)
{
  const guint vector = gtk_drop_down_get_selected (self->vector);

  if (vector < SEIDEL_SOLUTION_N_VECTORS)
    self->scales[vector] = gtk_toggle_button_get_active (self->logarithmic);
  refresh (self);
}

static void
shown_changed_cb (SeidelSolutionPage *self)
{
  /* What is played is mostly the error. */
  if (shows_player (self) && gtk_drop_down_get_selected (self->vector) == SEIDEL_SOLUTION_X)
    gtk_drop_down_set_selected (self->vector, SEIDEL_SOLUTION_ERROR);
  refresh (self);
}

/* The cursor of the plot; of a histogram it has no row. */
static void
plot_pointed_cb (SeidelSolutionPage *self, gboolean there, guint plot, double x)
{
  const int64_t row =
    there && self->picture != NULL ? seidel_solution_picture_row_at_x (self->picture, x) : -1;

  seidel_document_page_point_at (SEIDEL_DOCUMENT_PAGE (self), row);
  show_row (self);
}

static void
plot_picked_cb (SeidelSolutionPage *self, guint plot, double x, int pick)
{
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));
  g_autoptr (SeidelRowSet) rows = NULL;

  if (self->picture == NULL || selection == NULL)
    return;
  if (pick != SEIDEL_PICK_EXTEND || seidel_selection_get_rows (selection) == NULL)
    self->anchor = x;
  rows = seidel_solution_picture_rows_between (self->picture, self->anchor, x);
  if (rows != NULL)
    seidel_selection_pick_set (selection, rows, (SeidelPick) pick);
}

static void
revealed (SeidelDocumentPage *page, gint64 row)
{
  seidel_cells_view_show_row (SEIDEL_SOLUTION_PAGE (page)->cells, row);
}

static void
largest_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (widget);
  SeidelSelection *selection = seidel_document_page_get_selection (SEIDEL_DOCUMENT_PAGE (self));

  if (!is_linked (self) || self->picture->largest < 0 || selection == NULL)
    return;
  seidel_selection_pick_row (selection, self->picture->largest, SEIDEL_PICK_REPLACE);
  seidel_selection_point_at (selection, self->picture->largest);
}

static void
page_changed (SeidelDocumentPage *page)
{
  refresh (SEIDEL_SOLUTION_PAGE (page));
}

static void
selection_changed (SeidelDocumentPage *page)
{
  show_selected (SEIDEL_SOLUTION_PAGE (page));
}

static void
pointed (SeidelDocumentPage *page)
{
  show_row (SEIDEL_SOLUTION_PAGE (page));
}

static void
seidel_solution_page_draw (SeidelPage *page,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);
  const SeidelFieldPicture *field = seidel_field_player_get_picture (self->player);

  if (shows_player (self) && field != NULL)
    seidel_field_picture_draw (field, cr, width, height, theme);
  else if (self->picture != NULL)
    seidel_solution_picture_draw (self->picture, cr, width, height, theme);
}

static char *
seidel_solution_page_to_csv (SeidelPage *page)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);
  const SeidelFieldPicture *field = seidel_field_player_get_picture (self->player);

  if (shows_player (self))
    return field != NULL ? seidel_field_picture_to_csv (field) : NULL;
  return self->picture != NULL ? seidel_solution_picture_to_csv (self->picture) : NULL;
}

static char *
seidel_solution_page_get_export_name (SeidelPage *page)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);
  const SeidelFieldPicture *field = seidel_field_player_get_picture (self->player);

  if (shows_player (self) && field != NULL)
    return g_strdup_printf ("%s-%s-%" G_GINT64_FORMAT, field->problem->matrix->name,
                            seidel_solution_vector_id (field->vector), field->iteration);
  if (self->picture == NULL)
    return g_strdup ("solution");
  return g_strdup_printf ("%s-%s-%u", self->picture->matrix->name,
                          seidel_solution_vector_id (self->picture->choice.vector),
                          seidel_run_item_get_number (self->subject.run));
}

static gboolean
shows_cells (SeidelSolutionPage *self)
{
  return self->picture != NULL && self->picture->choice.shown == SEIDEL_SOLUTION_CELLS;
}

static void
seidel_solution_page_zoom (SeidelPage *page, double factor)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);

  if (shows_player (self))
    seidel_field_player_zoom (self->player, factor);
  else if (shows_cells (self))
    seidel_cells_view_zoom (self->cells, factor);
  else
    seidel_plot_view_zoom (self->plot, factor);
}

static void
seidel_solution_page_fit (SeidelPage *page)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);

  if (shows_player (self))
    seidel_field_player_zoom (self->player, 0.0);
  else if (shows_cells (self))
    seidel_cells_view_fit (self->cells);
  else
    seidel_plot_view_fit (self->plot);
}

static gboolean
seidel_solution_page_to_animation (SeidelPage *page, SeidelAnimation *animation)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);
  const SeidelFieldPicture *field = seidel_field_player_get_picture (self->player);

  return shows_player (self) && field != NULL
         && seidel_field_picture_to_animation (field, animation);
}

static gboolean
seidel_solution_page_play (SeidelPage *page)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);

  if (!shows_player (self) || seidel_field_player_get_picture (self->player) == NULL)
    return FALSE;
  seidel_field_player_play (self->player);
  return TRUE;
}

static void
seidel_solution_page_withhold (SeidelPage *page, gboolean withheld)
{
  gtk_widget_set_visible (GTK_WIDGET (SEIDEL_SOLUTION_PAGE (page)->status), !withheld);
}

static void
seidel_solution_page_choose (SeidelPage *page, const char *key, int value)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (page);

  if (g_str_equal (key, "vector"))
    gtk_drop_down_set_selected (self->vector, (guint) value);
  else if (g_str_equal (key, "shown"))
    gtk_drop_down_set_selected (self->shown, (guint) value);
  else
    gtk_toggle_button_set_active (self->logarithmic, value != 0);
}

static void
page_iface_init (SeidelPageInterface *iface)
{
  iface->draw = seidel_solution_page_draw;
  iface->to_csv = seidel_solution_page_to_csv;
  iface->get_export_name = seidel_solution_page_get_export_name;
  iface->choose = seidel_solution_page_choose;
  iface->withhold = seidel_solution_page_withhold;
  iface->zoom = seidel_solution_page_zoom;
  iface->fit = seidel_solution_page_fit;
  iface->play = seidel_solution_page_play;
  iface->to_animation = seidel_solution_page_to_animation;
}

static void
seidel_solution_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (seidel_solution_page_parent_class)->map (widget);
  refresh (SEIDEL_SOLUTION_PAGE (widget));
}

static void
seidel_solution_page_dispose (GObject *object)
{
  SeidelSolutionPage *self = SEIDEL_SOLUTION_PAGE (object);

  cancel_making (self);
  seidel_solution_subject_clear (&self->subject);
  /* The views may outlive the page for a moment; the picture does not. */
  if (self->plot != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->plot, self);
      g_signal_handlers_disconnect_by_data (self->cells, self);
      seidel_plot_view_set_figure (self->plot, NULL);
      seidel_cells_view_set_picture (self->cells, NULL, NULL, NULL);
    }
  g_clear_pointer (&self->picture, seidel_solution_picture_free);

  G_OBJECT_CLASS (seidel_solution_page_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelSolutionPage, name)

static void
seidel_solution_page_class_init (SeidelSolutionPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SeidelDocumentPageClass *page_class = SEIDEL_DOCUMENT_PAGE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_solution_page_dispose;
  widget_class->map = seidel_solution_page_map;
  page_class->document_changed = page_changed;
  page_class->runs_changed = page_changed;
  page_class->selection_changed = selection_changed;
  page_class->pointed = pointed;
  page_class->revealed = revealed;

  g_type_ensure (SEIDEL_TYPE_CELLS_VIEW);
  g_type_ensure (SEIDEL_TYPE_FIELD_PLAYER);
  g_type_ensure (SEIDEL_TYPE_PLOT_VIEW);
  gtk_widget_class_install_action (widget_class, "solution.largest", NULL, largest_action);
  seidel_template_bind (widget_class, "solution-page", CHILD (vector), CHILD (shown),
                        CHILD (logarithmic), CHILD (largest), CHILD (views), CHILD (plot),
                        CHILD (cells), CHILD (status), CHILD (read_out), CHILD (player));
  seidel_document_page_class_bind_template (page_class);
  gtk_widget_class_bind_template_callback (widget_class, vector_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, shown_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, scale_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, plot_pointed_cb);
  gtk_widget_class_bind_template_callback (widget_class, plot_picked_cb);
}

static void
seidel_solution_page_init (SeidelSolutionPage *self)
{
  g_autoptr (GtkStringList) vectors = gtk_string_list_new (NULL);
  g_autoptr (GtkStringList) views = gtk_string_list_new (NULL);

  /* Magnitudes of residuals and errors span decades. */
  self->scales[SEIDEL_SOLUTION_RESIDUAL] = self->scales[SEIDEL_SOLUTION_ERROR] = true;
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int vector = 0; vector < SEIDEL_SOLUTION_N_VECTORS; vector++)
    gtk_string_list_append (vectors, seidel_solution_vector_name ((SeidelSolutionVector) vector));
  gtk_drop_down_set_model (self->vector, G_LIST_MODEL (vectors));
  seidel_drop_down_init (self->vector, _ ("Values"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  for (int shown = 0; shown < SEIDEL_SOLUTION_N_VIEWS; shown++)
    gtk_string_list_append (views, seidel_solution_shown_name ((SeidelSolutionShown) shown));
  gtk_string_list_append (views, _ ("Played over the iterations"));
  gtk_drop_down_set_model (self->shown, G_LIST_MODEL (views));
  seidel_drop_down_init (self->shown, _ ("Drawn as"),
                         (SeidelDropDownText) gtk_string_object_get_string);
  seidel_plot_view_set_pickable (self->plot, TRUE);
  seidel_cells_view_take_keys (self->cells);
  seidel_document_page_show_empty (SEIDEL_DOCUMENT_PAGE (self), _ ("No solution yet"), NULL);
}

GtkWidget *
seidel_solution_page_new (void)
{
  return g_object_new (SEIDEL_TYPE_SOLUTION_PAGE, NULL);
}

const SeidelSolutionPicture *
seidel_solution_page_get_picture (SeidelSolutionPage *self)
{
  g_return_val_if_fail (SEIDEL_IS_SOLUTION_PAGE (self), NULL);
  return self->picture;
}
