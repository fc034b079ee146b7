/* Between a chart of levels and the selection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-link.h"

struct SeidelLevelsLink
{
  SeidelPlotView *view;
  SeidelLevelsPicture *picture;
  SeidelSelection *selection; /* a reference */
};

/* The direction that a plot of the figure shows. */
static SeidelDirection
direction_of (const SeidelLevelsLink *link, guint plot)
{
  return seidel_figure_plot (link->picture->figure, plot)
             == link->picture->plots[SEIDEL_DIRECTION_BACKWARD]
           ? SEIDEL_DIRECTION_BACKWARD
           : SEIDEL_DIRECTION_FORWARD;
}

static void
picked_cb (SeidelLevelsLink *link, guint plot, double x, int pick)
{
  if (link->selection != NULL && plot < seidel_figure_n_plots (link->picture->figure))
    seidel_selection_pick_level (link->selection, direction_of (link, plot), (int32_t) (x + 0.5),
                                 (SeidelPick) pick);
}

static void
unpicked_cb (SeidelLevelsLink *link)
{
  if (link->selection != NULL)
    seidel_selection_clear (link->selection);
}

void
seidel_levels_link_refresh (SeidelLevelsLink *link)
{
  for (guint d = 0; d < G_N_ELEMENTS (link->picture->schedules); d++)
    seidel_levels_picture_set_selected (link->picture, (SeidelDirection) d,
                                        link->selection != NULL
                                          ? seidel_selection_get_level_rows (link->selection,
                                                                             (SeidelDirection) d)
                                          : NULL);
}

static void
changed_cb (SeidelLevelsLink *link)
{
  seidel_levels_link_refresh (link);
  seidel_levels_picture_update (link->picture);
  seidel_plot_view_changed (link->view);
}

SeidelLevelsLink *
seidel_levels_link_new (SeidelPlotView *view, SeidelLevelsPicture *picture)
{
  SeidelLevelsLink *link = g_new0 (SeidelLevelsLink, 1);

  link->view = view;
  link->picture = picture;
  seidel_plot_view_set_pickable (view, TRUE);
  g_signal_connect_swapped (view, "picked", G_CALLBACK (picked_cb), link);
  g_signal_connect_swapped (view, "unpicked", G_CALLBACK (unpicked_cb), link);
  return link;
}

void
seidel_levels_link_set_selection (SeidelLevelsLink *link, SeidelSelection *selection)
{
  if (link->selection != NULL)
    g_signal_handlers_disconnect_by_data (link->selection, link);
  if (g_set_object (&link->selection, selection) && selection != NULL)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (changed_cb), link);
}

void
seidel_levels_link_free (SeidelLevelsLink *link)
{
  seidel_levels_link_set_selection (link, NULL);
  g_signal_handlers_disconnect_by_data (link->view, link);
  g_free (link);
}
