/* Saving on a worker. What was asked for is written even if the window is closed meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-save.h"

#include <string.h>

#include "draw/seidel-lesson-video.h"
#include "draw/seidel-table-json.h"
#include "io/seidel-loader.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-vector.h"
#include "record/seidel-session.h"

SeidelSave *
seidel_save_new (const char *path)
{
  SeidelSave *save = g_new0 (SeidelSave, 1);

  save->path = g_strdup (path);
  g_weak_ref_init (&save->owner, NULL);
  return save;
}

void
seidel_save_free (SeidelSave *save)
{
  g_free (save->path);
  g_free (save->csv);
  seidel_vector_free (save->vector);
  g_clear_pointer (&save->matrix, seidel_matrix_unref);
  seidel_animation_clear (&save->animation);
  g_clear_pointer (&save->entries, g_ptr_array_unref);
  g_clear_pointer (&save->lesson, seidel_lesson_unref);
  g_clear_object (&save->work);
  g_weak_ref_clear (&save->owner);
  g_free (save);
}

/* NULL: what is written is no text. */
static char *
make_text (const SeidelSave *save)
{
  if (save->to_text != NULL)
    return save->to_text (save->entries);
  if (save->csv != NULL && g_str_has_suffix (save->path, ".json"))
    return seidel_table_to_json (save->csv);
  return g_strdup (save->csv);
}

static gboolean
write_part (const SeidelSave *save, GError **error)
{
  const SeidelPartSources sources = { .matrix = save->matrix,
                                      .level = save->level,
                                      .read_file = seidel_load_matrix };
  GCancellable *cancellable = save->work->cancellable;
  g_auto (SeidelPartValue) value = { 0 };

  if (!seidel_part_make (save->part, &sources, &value, cancellable, error))
    return FALSE;
  if (value.matrix != NULL)
    return seidel_save_matrix (value.matrix, save->path, &save->work->progress, cancellable, error);
  return seidel_save_vector (value.vector, value.n, FALSE, save->path, error);
}

static gboolean
write_file (const SeidelSave *save, GError **error)
{
  g_autofree char *text = make_text (save);

  if (text != NULL)
    return seidel_output_save (save->path, text, strlen (text), error);
  if (save->entries != NULL)
    return seidel_session_save (save->path, (SeidelSessionEntry **) save->entries->pdata,
                                save->entries->len, error);
  if (save->animation.picture != NULL)
    return seidel_animation_write (&save->animation, save->path, &save->work->progress,
                                   save->work->cancellable, error);
  if (save->lesson != NULL && seidel_animation_format_find (save->path) != NULL)
    return seidel_lesson_video_write (save->lesson, g_get_language_names (), FALSE, save->path,
                                      &save->work->progress, save->work->cancellable, error);
  if (save->lesson != NULL)
    return seidel_lesson_print_to_pdf (save->lesson, save->print, g_get_language_names (),
                                       save->path, &save->work->progress, save->work->cancellable,
                                       error);
  if (save->part != NULL)
    return write_part (save, error);
  if (save->matrix != NULL)
    return seidel_save_matrix (save->matrix, save->path, &save->work->progress,
                               save->work->cancellable, error);
  return seidel_save_vector (save->vector, save->n, save->complex_numbers, save->path, error);
}

static void
save_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_file (task_data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GApplication *application = data;
  SeidelSave *save = g_task_get_task_data (G_TASK (result));
  g_autoptr (GObject) owner = g_weak_ref_get (&save->owner);
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (owner != NULL)
    save->saved (owner, save, error);
  if (application != NULL)
    g_application_release (application);
}

void
seidel_save_begin (SeidelSave *save, SeidelWork *work, gpointer owner, SeidelSaved saved)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GTask) task = g_task_new (NULL, work->cancellable, saved_cb, application);

  save->work = g_object_ref (work);
  g_weak_ref_set (&save->owner, owner);
  save->saved = saved;
  if (application != NULL)
    g_application_hold (application);
  g_task_set_source_tag (task, seidel_save_begin);
  g_task_set_task_data (task, save, (GDestroyNotify) seidel_save_free);
  g_task_run_in_thread (task, save_thread);
}
