/* Loading on a worker: a file, a matrix of the gallery, a matrix that gets another order, or what
 * is computed of one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-load.h"

#include <glib/gi18n.h>

#include "base/seidel-error.h"
#include "io/seidel-loader.h"
#include "model/seidel-answers.h"
#include "record/seidel-session.h"

SeidelLoad *
seidel_load_new_file (GFile *file, const char *variable, SeidelOpenFlags flags)
{
  SeidelLoad *load = g_new0 (SeidelLoad, 1);

  load->file = g_object_ref (file);
  load->path = g_file_get_path (file);
  load->variable = g_strdup (variable);
  load->flags = flags;
  return load;
}

SeidelLoad *
seidel_load_new_gallery (const SeidelGalleryKind *kind, const double *values)
{
  SeidelLoad *load = g_new0 (SeidelLoad, 1);

  load->kind = kind;
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[i].id != NULL; i++)
    load->values[i] = values != NULL ? values[i] : kind->parameters[i].initial;
  return load;
}

SeidelLoad *
seidel_load_new_order (SeidelMatrix *natural, const SeidelOrderingSpec *order)
{
  SeidelLoad *load = g_new0 (SeidelLoad, 1);

  load->matrix = seidel_matrix_ref (natural);
  load->order = *order;
  return load;
}

SeidelLoad *
seidel_load_new_part (SeidelMatrix *matrix, const SeidelPart *part, int level)
{
  SeidelLoad *load = g_new0 (SeidelLoad, 1);

  load->matrix = seidel_matrix_ref (matrix);
  load->part = part;
  load->level = level;
  return load;
}

void
seidel_load_free (SeidelLoad *load)
{
  g_clear_object (&load->file);
  g_free (load->path);
  g_free (load->variable);
  g_free (load->read_as);
  g_clear_pointer (&load->preview, seidel_preview_unref);
  g_clear_pointer (&load->matrix, seidel_matrix_unref);
  g_clear_pointer (&load->variables, g_ptr_array_unref);
  g_clear_pointer (&load->entries, g_ptr_array_unref);
  g_clear_object (&load->work);
  g_free (load);
}

static gboolean
has_variable (GPtrArray *variables, const char *name)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (variables, i);

      if (variable->usable && (name == NULL || g_strcmp0 (variable->name, name) == 0))
        return TRUE;
    }
  return FALSE;
}

/* Whether a choice that was made earlier is to be forgotten: the file has changed since. */
static gboolean
is_outdated (const SeidelLoad *load, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) variables = NULL;

  if ((load->flags & SEIDEL_OPEN_AGAIN) == 0 || load->variable == NULL
      || g_cancellable_is_cancelled (cancellable))
    return FALSE;
  variables = seidel_list_variables (load->path, cancellable, NULL);
  return variables != NULL && !has_variable (variables, load->variable);
}

/* Finds out between which readings the user may choose. */
static void
take_readings (SeidelLoad *load)
{
  load->preview = seidel_preview_new (load->path, load->variable, load->work->cancellable, NULL);
  if (load->preview != NULL && seidel_preview_readings (load->preview)->len == 0)
    g_clear_pointer (&load->preview, seidel_preview_unref);
}

static void
take_variables (SeidelLoad *load)
{
  load->variables = seidel_list_variables (load->path, load->work->cancellable, NULL);
  if (load->variables != NULL && !has_variable (load->variables, NULL))
    g_clear_pointer (&load->variables, g_ptr_array_unref);
}

static SeidelMatrix *
load_matrix (SeidelLoad *load, const char *variable, GError **error)
{
  g_autofree char *answer =
    load->read_as != NULL ? g_strdup (load->read_as) : seidel_answers_get (load->path, variable);
  const SeidelLoadOptions options = { .variable = variable,
                                      .read_as = answer,
                                      .any_size = (load->flags & SEIDEL_OPEN_ANY_SIZE) != 0 };

  return seidel_load_with (load->path, &options, &load->work->progress, load->work->cancellable,
                           error);
}

static SeidelMatrix *
load_file (SeidelLoad *load, GError **error)
{
  SeidelWork *work = load->work;
  g_autoptr (GError) cause = NULL;
  SeidelMatrix *matrix = NULL;

  if (seidel_session_recognise (load->path))
    {
      load->entries = seidel_session_read (load->path, work->cancellable, error);
      return NULL;
    }
  if ((load->flags & SEIDEL_OPEN_ASK) != 0)
    g_set_error_literal (&cause, SEIDEL_ERROR, SEIDEL_ERROR_AMBIGUOUS,
                         _ ("The file says itself how it is to be read"));
  else
    matrix = load_matrix (load, load->variable, &cause);
  if (matrix == NULL && is_outdated (load, work->cancellable))
    {
      g_clear_error (&cause);
      matrix = load_matrix (load, NULL, &cause);
    }
  if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE))
    take_variables (load);
  else if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_AMBIGUOUS))
    take_readings (load);
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  return matrix;
}

static SeidelMatrix *
make_part (const SeidelLoad *load, GError **error)
{
  const SeidelPartSources sources = { .matrix = load->matrix,
                                      .level = load->level,
                                      .read_file = seidel_load_matrix };
  g_auto (SeidelPartValue) value = { 0 };

  if (!seidel_part_make (load->part, &sources, &value, load->work->cancellable, error))
    return NULL;
  return g_steal_pointer (&value.matrix);
}

static SeidelMatrix *
do_job (SeidelLoad *load, GError **error)
{
  SeidelWork *work = load->work;

  if (load->path != NULL)
    return load_file (load, error);
  if (load->part != NULL)
    return make_part (load, error);
  if (load->matrix != NULL)
    return seidel_ordering_apply (&load->order, load->matrix, &work->progress, work->cancellable,
                                  error);
  return seidel_gallery_make (load->kind, load->values, &work->progress, work->cancellable, error);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  SeidelMatrix *matrix = do_job (task_data, &error);

  if (error == NULL)
    g_task_return_pointer (task, matrix, (GDestroyNotify) seidel_matrix_unref);
  else
    g_task_return_error (task, error);
}

void
seidel_load_begin (SeidelLoad *load, SeidelWork *work, GAsyncReadyCallback callback, gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, work->cancellable, callback, data);

  load->work = g_object_ref (work);
  g_task_set_source_tag (task, seidel_load_begin);
  g_task_set_task_data (task, load, (GDestroyNotify) seidel_load_free);
  g_task_run_in_thread (task, load_thread);
}

SeidelMatrix *
seidel_load_finish (GAsyncResult *result, const SeidelLoad **load, GError **error)
{
  *load = g_task_get_task_data (G_TASK (result));
  return g_task_propagate_pointer (G_TASK (result), error);
}
