/* Finding the experiments that are installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-list.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"
#include "config.h"

#define SUFFIX ".json"

static char *
find_folder (void)
{
  const char *chosen = g_getenv ("SEIDEL_EXPERIMENTS_DIR");
  const char *const *data = g_get_system_data_dirs ();

  if (chosen != NULL)
    return g_canonicalize_filename (chosen, NULL);
  if (g_file_test (SEIDEL_EXPERIMENTS_DIR, G_FILE_TEST_IS_DIR))
    return g_strdup (SEIDEL_EXPERIMENTS_DIR);
  for (; *data != NULL; data++)
    {
      g_autofree char *folder = g_build_filename (*data, "seidel", "experiments", NULL);

      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&folder);
    }
  return NULL;
}

const char *
seidel_experiments_folder (void)
{
  static char *folder;
  static gsize searched;

  if (g_once_init_enter (&searched))
    {
      folder = find_folder ();
      g_once_init_leave (&searched, 1);
    }
  return folder;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* The files of a folder (may be NULL) with this beginning and the suffix, sorted. */
static char **
list_files (const char *folder, const char *prefix)
{
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *name;
  char **files;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix) && g_str_has_suffix (name, SUFFIX))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_strv_builder_add (builder, path);
      }
  files = g_strv_builder_end (builder);
  qsort (files, g_strv_length (files), sizeof *files, compare_texts);
  return files;
}

char **
seidel_experiments_list (void)
{
  return list_files (seidel_experiments_folder (), "");
}

SeidelExperiment *
seidel_experiment_find (const char *name, GError **error)
{
  g_autofree char *file = g_strconcat (name, SUFFIX, NULL);
  g_auto (GStrv) paths = seidel_experiments_list ();

  for (char **path = paths; *path != NULL; path++)
    {
      g_autofree char *base = g_path_get_basename (*path);

      if (strcmp (base, file) == 0)
        return seidel_experiment_load (*path, error);
    }
  if (g_file_test (name, G_FILE_TEST_EXISTS))
    return seidel_experiment_load (name, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
               "“%s” is neither an experiment that is installed nor a file", name);
  return NULL;
}

char **
seidel_experiment_list_recorded (const SeidelExperiment *experiment)
{
  const char *folder = seidel_experiments_folder ();
  g_autofree char *recorded = folder != NULL ? g_build_filename (folder, "recorded", NULL) : NULL;
  g_autofree char *prefix = g_strconcat (experiment->id, ".", NULL);

  return list_files (recorded, prefix);
}

char *
seidel_experiment_default_path (const SeidelExperiment *experiment)
{
  g_autofree char *file = g_strconcat (experiment->id, SUFFIX, NULL);

  return g_build_filename (g_get_user_data_dir (), "seidel", "experiments", file, NULL);
}
