/* What is shown: a sweep in one of its views, or iterations side by side; and the rows in it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-sweep-page-private.h"

#include <glib/gi18n.h>

/* In the order of the list. */
static const char *const shown_names[SEIDEL_SWEEP_N_VIEWS] = {
  [SEIDEL_SWEEP_CELLS] = N_ ("Rows as cells"),
  [SEIDEL_SWEEP_PATTERN] = N_ ("Pattern"),
  [SEIDEL_SWEEP_GRAPH] = N_ ("Dependency graph"),
};

gboolean
seidel_sweep_page_shows_side (SeidelSweepPage *self)
{
  return gtk_drop_down_get_selected (self->mode) == SEIDEL_SWEEP_PAGE_SIDE;
}

/* The iterations of the open matrix, or why there are none. */
static void
show_side (SeidelSweepPage *self)
{
  SeidelDocumentPage *page = SEIDEL_DOCUMENT_PAGE (self);
  SeidelDocument *document = seidel_document_page_get_document (page);
  g_autoptr (GError) error = NULL;

  seidel_sweep_page_pause (self);
  if (document == NULL)
    seidel_sweep_page_show_why_empty (self);
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

void
seidel_sweep_page_switch_side (SeidelSweepPage *self)
{
  const gboolean side = seidel_sweep_page_shows_side (self);

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

SeidelSweepShown
seidel_sweep_page_read_shown (SeidelSweepPage *self)
{
  const guint selected = gtk_drop_down_get_selected (self->shown);

  if (selected == 0 || selected == GTK_INVALID_LIST_POSITION)
    return SEIDEL_SWEEP_CELLS;
  return self->few && selected == 1 ? SEIDEL_SWEEP_PATTERN : SEIDEL_SWEEP_GRAPH;
}

void
seidel_sweep_page_choose_shown (SeidelSweepPage *self, SeidelSweepShown shown)
{
  gtk_drop_down_set_selected (self->shown, shown == SEIDEL_SWEEP_GRAPH   ? (self->few ? 2 : 1)
                                           : shown == SEIDEL_SWEEP_CELLS ? 0
                                                                         : (self->few ? 1 : 0));
}

void
seidel_sweep_page_fill_views (SeidelSweepPage *self, gboolean few)
{
  g_autoptr (GtkStringList) views = NULL;
  SeidelSweepShown shown = SEIDEL_SWEEP_CELLS;

  if (gtk_drop_down_get_model (self->shown) != NULL && self->few == few)
    return;
  if (gtk_drop_down_get_model (self->shown) != NULL)
    shown = seidel_sweep_page_read_shown (self);
  self->few = few;
  views = gtk_string_list_new (NULL);
  for (int view = 0; view < SEIDEL_SWEEP_N_VIEWS; view++)
    if (few || view != SEIDEL_SWEEP_PATTERN)
      gtk_string_list_append (views, _ (shown_names[view]));
  gtk_drop_down_set_model (self->shown, G_LIST_MODEL (views));
  seidel_sweep_page_choose_shown (self, shown);
}

static void
shown_changed_cb (SeidelSweepPage *self)
{
  if (self->picture == NULL)
    return;
  self->picture->shown = seidel_sweep_page_read_shown (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

/* The counts of a race need two lines; the picture above keeps its height while it is played. */
static void
reserve_lines (SeidelSweepPage *self)
{
  GtkWidget *status = GTK_WIDGET (self->status);
  g_autoptr (PangoLayout) lines = gtk_widget_create_pango_layout (status, "\n");
  int height;

  pango_layout_get_pixel_size (lines, NULL, &height);
  gtk_widget_set_size_request (status, -1, self->picture->race != NULL ? height : -1);
}

void
seidel_sweep_page_describe (SeidelSweepPage *self)
{
  g_autofree char *text = seidel_sweep_picture_describe (self->picture);
  g_autofree char *row =
    self->pointed >= 0 ? seidel_sweep_picture_describe_row (self->picture, self->pointed) : NULL;

  self->described = g_get_monotonic_time ();
  reserve_lines (self);
  gtk_label_set_text (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
  g_object_set (self->read_out, "text", row, NULL);
  seidel_cells_view_set_description (self->view, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrubber),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

static void
view_pointed_cb (SeidelSweepPage *self, gint64 row)
{
  self->pointed = row;
  if (self->picture != NULL)
    seidel_sweep_page_describe (self);
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

void
seidel_sweep_page_selection_changed (SeidelDocumentPage *page)
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
  seidel_sweep_page_describe (self);
}

static void
revealed (SeidelDocumentPage *page, gint64 row)
{
  seidel_cells_view_show_row (SEIDEL_SWEEP_PAGE (page)->view, row);
}

void
seidel_sweep_page_class_init_shown (SeidelDocumentPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  klass->selection_changed = seidel_sweep_page_selection_changed;
  klass->pointed = pointed;
  klass->revealed = revealed;
  gtk_widget_class_bind_template_callback (widget_class, shown_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_pointed_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_picked_cb);
}
