/* States of a small system, whole: they are small.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-small-edit.h"

SeidelSmallEdit *
seidel_small_edit_new (int n)
{
  SeidelSmallEdit *edit = g_new0 (SeidelSmallEdit, 1);

  seidel_small_system_init (&edit->now, n);
  edit->before = g_ptr_array_new_with_free_func (g_free);
  edit->after = g_ptr_array_new_with_free_func (g_free);
  edit->place = -1;
  return edit;
}

void
seidel_small_edit_free (SeidelSmallEdit *edit)
{
  g_ptr_array_unref (edit->before);
  g_ptr_array_unref (edit->after);
  g_free (edit);
}

void
seidel_small_edit_begin (SeidelSmallEdit *edit, int place)
{
  g_ptr_array_set_size (edit->after, 0);
  if (place >= 0 && place == edit->place)
    return;
  edit->place = place;
  if (edit->before->len >= SEIDEL_SMALL_EDIT_MOST)
    g_ptr_array_remove_index (edit->before, 0);
  g_ptr_array_add (edit->before, g_memdup2 (&edit->now, sizeof edit->now));
}

static bool
swap (SeidelSmallEdit *edit, GPtrArray *from, GPtrArray *to)
{
  g_autofree SeidelSmallSystem *state = NULL;

  edit->place = -1;
  if (from->len == 0)
    return false;
  if (to != NULL)
    g_ptr_array_add (to, g_memdup2 (&edit->now, sizeof edit->now));
  state = g_ptr_array_steal_index (from, from->len - 1);
  edit->now = *state;
  return true;
}

void
seidel_small_edit_cancel (SeidelSmallEdit *edit)
{
  swap (edit, edit->before, NULL);
}

bool
seidel_small_edit_undo (SeidelSmallEdit *edit)
{
  return swap (edit, edit->before, edit->after);
}

bool
seidel_small_edit_redo (SeidelSmallEdit *edit)
{
  return swap (edit, edit->after, edit->before);
}
