/* The picture of a sweep: made by a worker, then taken and shown, or why there is none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-sweep-page-private.h"

#include <glib/gi18n.h>

#include "analysis/seidel-grid.h"
#include "draw/seidel-sweep-flows.h"

static const SeidelCellsScene scene = { seidel_sweep_picture_plane, seidel_sweep_picture_row_at,
                                        seidel_sweep_picture_draw };

void
seidel_sweep_page_show_why_empty (SeidelSweepPage *self)
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

void
seidel_sweep_page_set_picture (SeidelSweepPage *self, SeidelSweepPicture *picture)
{
  seidel_sweep_page_pause (self);
  self->pointed = -1;
  seidel_cells_view_set_picture (self->view, &scene, picture,
                                 picture != NULL ? &picture->cells : NULL);
  g_clear_pointer (&self->picture, seidel_sweep_picture_free);
  self->picture = picture;
  if (picture == NULL)
    {
      seidel_sweep_page_show_why_empty (self);
      return;
    }
  seidel_sweep_page_fill_views (self, picture->playback->rows <= SEIDEL_SWEEP_FEW_ROWS);
  picture->shown = seidel_sweep_page_read_shown (self);
  picture->withheld = self->withheld;
  gtk_range_set_range (GTK_RANGE (self->scrubber), 0.0, (double) MAX (picture->playback->steps, 1));
  seidel_sweep_page_choose_speed (self, picture->playback->steps);
  if (!seidel_sweep_page_shows_side (self))
    seidel_document_page_show_picture (SEIDEL_DOCUMENT_PAGE (self));
  seidel_sweep_page_selection_changed (SEIDEL_DOCUMENT_PAGE (self));
  seidel_sweep_page_go_to (self, 0);
  if (self->request.wanted)
    seidel_sweep_page_do_as_requested (self);
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
  seidel_sweep_page_set_picture (SEIDEL_SWEEP_PAGE (data), picture);
  if (error != NULL)
    seidel_document_page_show_empty (SEIDEL_DOCUMENT_PAGE (data), _ ("The sweep cannot be played"),
                                     error->message);
}

void
seidel_sweep_page_cancel_making (SeidelSweepPage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->making = FALSE;
}

void
seidel_sweep_page_make (SeidelSweepPage *self, SeidelSchedule *schedule, SeidelPlayMode mode)
{
  SeidelDocument *document = seidel_document_page_get_document (SEIDEL_DOCUMENT_PAGE (self));
  g_autoptr (GTask) task = NULL;
  Making *making = g_new0 (Making, 1);

  seidel_sweep_page_cancel_making (self);
  making->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  making->natural =
    seidel_matrix_ref (seidel_document_get_matrix (seidel_document_get_natural (document)));
  making->schedule = seidel_schedule_ref (schedule);
  making->mode = mode;
  self->making = TRUE;
  making->seed = self->seed;
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, made_cb, self);
  g_task_set_source_tag (task, seidel_sweep_page_make);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_thread);
}
