/* The right-hand sides that a file has beside its matrix, as choices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-side-list.h"

#include <glib/gi18n.h>

#include "io/seidel-column.h"

/* More are not listed one by one: nobody looks for a column in such a list. */
#define MOST_COLUMNS 200

void
seidel_side_choice_free (SeidelSideChoice *choice)
{
  g_free (choice->label);
  g_free (choice->text);
  g_free (choice);
}

/* Takes the texts. */
static void
add (GPtrArray *choices, char *label, char *text, int all)
{
  SeidelSideChoice *choice = g_new0 (SeidelSideChoice, 1);

  choice->label = label;
  choice->text = text;
  choice->all = all;
  g_ptr_array_add (choices, choice);
}

static char *
label_column (const char *name, int column)
{
  return name != NULL ? g_strdup_printf (_ ("%s, column %d"), name, column)
                      : g_strdup_printf (_ ("Column %d"), column);
}

static char *
label_all (const char *name, int columns)
{
  return name != NULL ? g_strdup_printf (_ ("%s, all %d columns"), name, columns)
                      : g_strdup_printf (_ ("All %d columns"), columns);
}

static void
add_side (GPtrArray *choices, const char *path, const SeidelSide *side)
{
  g_autofree char *array = seidel_side_path (path, side->name);
  const int columns = (int) MIN (side->columns, G_MAXINT32);

  if (columns == 1)
    add (choices, g_strdup (side->name), g_strdup (array), 1);
  for (int k = 1; columns > 1 && k <= MIN (columns, MOST_COLUMNS); k++)
    add (choices, label_column (side->name, k), seidel_column_name (array, k), 1);
  if (columns > 1)
    add (choices, label_all (side->name, columns), g_strdup (array), columns);
}

static void
list_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const SeidelMatrix *matrix = data;
  const char *path = matrix->origin.path;
  g_autoptr (GPtrArray) sides =
    seidel_list_sides (path, matrix->origin.variable, matrix->csr->rows, cancellable);
  const gboolean likely = sides->len > 0 && seidel_side_is_likely (sides->pdata[0]);
  GPtrArray *choices = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_side_choice_free);

  if (matrix->rhs != NULL && !likely)
    add (choices, g_strdup (_ ("Stored with the matrix")), g_strdup ("filed"), 1);
  for (guint i = 0; i < sides->len; i++)
    add_side (choices, path, sides->pdata[i]);
  if (matrix->rhs != NULL)
    {
      SeidelSideChoice *own = choices->pdata[0];

      g_free (own->text);
      own->text = g_strdup ("filed");
    }
  g_task_return_pointer (task, choices, (GDestroyNotify) g_ptr_array_unref);
}

void
seidel_side_list_begin (SeidelMatrix *matrix,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, seidel_side_list_begin);
  g_task_set_task_data (task, seidel_matrix_ref (matrix), (GDestroyNotify) seidel_matrix_unref);
  g_task_run_in_thread (task, list_thread);
}

GPtrArray *
seidel_side_list_finish (GAsyncResult *result, int *sides)
{
  g_autoptr (GPtrArray) choices = g_task_propagate_pointer (G_TASK (result), NULL);
  const SeidelMatrix *matrix = g_task_get_task_data (G_TASK (result));

  *sides = 0;
  for (guint i = 0; choices != NULL && i < choices->len; i++)
    {
      const SeidelSideChoice *choice = choices->pdata[i];

      *sides += choice->all == 1;
    }
  return *sides > (matrix->rhs != NULL ? 1 : 0) ? g_steal_pointer (&choices) : NULL;
}
