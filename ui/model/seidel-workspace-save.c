/* What a workspace saves: matrices and what is computed of them, solutions, runs, tables, pictures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-workspace.h"

#include <glib/gi18n.h>
#include <string.h>

#include "matrix/seidel-vector.h"

/* NULL: nothing is being saved any more. */
static void
set_saving (SeidelWorkspace *self, SeidelWork *work)
{
  if (g_set_object (&self->saving, work))
    g_object_notify (G_OBJECT (self), "saving");
}

static void
saved (gpointer owner, const SeidelSave *save, const GError *error)
{
  SeidelWorkspace *self = owner;

  if (self->saving == save->work)
    set_saving (self, NULL);
  if (self->session != NULL && save->entries != NULL && save->to_text == NULL && error == NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (save->path);

      seidel_run_session_move (self->session, save->path);
      g_signal_emit_by_name (self, "file-used", file, NULL);
    }
  g_signal_emit_by_name (self, "saved", save->path, error);
}

/* Takes save. */
static SeidelWork *
begin_save (SeidelWorkspace *self, SeidelSave *save)
{
  g_autofree char *name = g_filename_display_basename (save->path);
  SeidelWork *work = seidel_work_new (name, _ ("Saving"));

  seidel_save_begin (save, work, self, saved);
  return work;
}

void
seidel_workspace_save_matrix (SeidelWorkspace *self, const char *path)
{
  seidel_workspace_save_part (self, NULL, 0, path);
}

void
seidel_workspace_save_part (SeidelWorkspace *self,
                            const SeidelPart *part,
                            int level,
                            const char *path)
{
  g_autoptr (SeidelWork) work = NULL;
  SeidelSave *save;

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  if (self->document == NULL || self->saving != NULL)
    return;
  save = seidel_save_new (path);
  save->matrix = seidel_matrix_ref (seidel_document_get_matrix (self->document));
  save->part = part;
  save->level = level;
  work = begin_save (self, save);
  set_saving (self, work);
}

void
seidel_workspace_save_animation (SeidelWorkspace *self,
                                 const char *path,
                                 SeidelAnimation *animation)
{
  g_autoptr (SeidelWork) work = NULL;
  SeidelSave *save;

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  if (self->saving != NULL)
    {
      seidel_animation_clear (animation);
      return;
    }
  save = seidel_save_new (path);
  save->animation = *animation;
  *animation = (SeidelAnimation){ 0 };
  work = begin_save (self, save);
  set_saving (self, work);
}

void
seidel_workspace_save_lesson (SeidelWorkspace *self,
                              SeidelLesson *lesson,
                              SeidelLessonPrint print,
                              const char *path)
{
  g_autoptr (SeidelWork) work = NULL;
  SeidelSave *save;

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  if (self->saving != NULL)
    return;
  save = seidel_save_new (path);
  save->lesson = seidel_lesson_ref (lesson);
  save->print = print;
  work = begin_save (self, save);
  set_saving (self, work);
}

/* A copy goes to the worker, since the run may be removed meanwhile. */
void
seidel_workspace_save_solution (SeidelWorkspace *self, SeidelRunItem *run, const char *path)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  g_autoptr (GError) error = NULL;
  SeidelSave *save;

  if (outcome == NULL || !outcome->computed)
    return;
  save = seidel_save_new (path);
  save->n = seidel_outcome_unknowns (outcome);
  save->complex_numbers = outcome->complex_values;
  save->vector = seidel_vector_new (outcome->n, &error);
  if (save->vector == NULL)
    {
      g_signal_emit_by_name (self, "saved", path, error);
      seidel_save_free (save);
      return;
    }
  memcpy (save->vector, outcome->x, (size_t) outcome->n * sizeof *save->vector);
  g_object_unref (begin_save (self, save));
}

void
seidel_workspace_save_table (SeidelWorkspace *self, const char *path, const char *csv)
{
  SeidelSave *save = seidel_save_new (path);

  save->csv = g_strdup (csv);
  g_object_unref (begin_save (self, save));
}

void
seidel_workspace_save_runs (SeidelWorkspace *self, const char *path, SeidelRunsToText to_text)
{
  SeidelSave *save = seidel_save_new (path);

  save->entries = seidel_run_session_list (self->runs);
  save->to_text = to_text;
  g_object_unref (begin_save (self, save));
}

void
seidel_workspace_cancel_save (SeidelWorkspace *self)
{
  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  if (self->saving != NULL)
    g_cancellable_cancel (self->saving->cancellable);
}
