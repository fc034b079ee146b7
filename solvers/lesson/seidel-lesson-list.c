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

/* One that cannot be read is reported, and does not keep the others away. */
static GPtrArray *
load_all (void)
{
  g_auto (GStrv) paths = seidel_lessons_list_files ();
  GPtrArray *lessons = g_ptr_array_new ();

  for (char **path = paths; *path != NULL; path++)
    {
      g_autoptr (GError) error = NULL;
      SeidelLesson *lesson = seidel_lesson_load (*path, &error);

      if (lesson != NULL)
        g_ptr_array_add (lessons, lesson);
      else
        g_printerr ("%s\n", error->message);
    }
  return lessons;
}

GPtrArray *
seidel_lessons (void)
{
  static GPtrArray *lessons;

  if (g_once_init_enter (&lessons))
    {
      GPtrArray *loaded = load_all ();

      g_once_init_leave (&lessons, loaded);
    }
  return lessons;
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
