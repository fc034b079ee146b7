/* Finding the experiments that are installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-list.h"

#include <string.h>

#include "base/seidel-error.h"
#include "config.h"
#include "experiment/seidel-data-files.h"

#define SUFFIX ".json"

const char *
seidel_experiments_folder (void)
{
  static char *folder;
  static gsize searched;

  if (g_once_init_enter (&searched))
    {
      folder = seidel_data_folder ("SEIDEL_EXPERIMENTS_DIR", SEIDEL_EXPERIMENTS_DIR, "experiments");
      g_once_init_leave (&searched, 1);
    }
  return folder;
}

char **
seidel_experiments_list (void)
{
  return seidel_data_files (seidel_experiments_folder (), "");
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

  return seidel_data_files (recorded, prefix);
}

char *
seidel_experiment_default_path (const SeidelExperiment *experiment)
{
  g_autofree char *file = g_strconcat (experiment->id, SUFFIX, NULL);

  return g_build_filename (g_get_user_data_dir (), "seidel", "experiments", file, NULL);
}
