/* Finding the lessons that are installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-list.h"

#include <string.h>

#include "config.h"
#include "experiment/seidel-data-files.h"

char **
seidel_lessons_list_files (void)
{
  g_autofree char *folder =
    seidel_data_folder ("SEIDEL_LESSONS_DIR", SEIDEL_LESSONS_DIR, "lessons");

  return seidel_data_files (folder, "");
}

char *
seidel_lessons_own_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "seidel", "lessons", NULL);
}

typedef struct
{
  GPtrArray *lessons;
  GPtrArray *complaints;
} Found;

static bool
is_taken (const Found *found, const SeidelLesson *lesson)
{
  for (guint i = 0; i < found->lessons->len; i++)
    if (strcmp (((SeidelLesson *) found->lessons->pdata[i])->id, lesson->id) == 0)
      return true;
  return false;
}

/* One that cannot be read does not keep the others away. */
static void
load_files (Found *found, char **paths)
{
  for (char **path = paths; *path != NULL; path++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelLesson) lesson = seidel_lesson_load (*path, &error);

      if (lesson == NULL)
        g_ptr_array_add (found->complaints, g_strdup (error->message));
      else if (is_taken (found, lesson))
        g_ptr_array_add (found->complaints,
                         g_strdup_printf ("%s: id: “%s” is that of another lesson", *path,
                                          lesson->id));
      else
        g_ptr_array_add (found->lessons, g_steal_pointer (&lesson));
    }
}

static const Found *
find_all (void)
{
  static Found *all;

  if (g_once_init_enter (&all))
    {
      Found *found = g_new (Found, 1);
      g_autofree char *own = seidel_lessons_own_folder ();
      g_auto (GStrv) installed = seidel_lessons_list_files ();
      g_auto (GStrv) users = seidel_data_files (own, "");

      *found = (Found){ g_ptr_array_new (), g_ptr_array_new () };
      load_files (found, installed);
      load_files (found, users);
      g_once_init_leave (&all, found);
    }
  return all;
}

GPtrArray *
seidel_lessons (void)
{
  return find_all ()->lessons;
}

GPtrArray *
seidel_lessons_complaints (void)
{
  return find_all ()->complaints;
}

SeidelLesson *
seidel_lesson_find (const char *id)
{
  GPtrArray *lessons = seidel_lessons ();

  for (guint i = 0; i < lessons->len; i++)
    if (strcmp (((SeidelLesson *) lessons->pdata[i])->id, id) == 0)
      return lessons->pdata[i];
  return NULL;
}
