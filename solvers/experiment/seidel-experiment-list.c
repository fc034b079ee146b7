/* Finding the experiments that are installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-list.h"

#include <string.h>

#include "base/seidel-fail.h"
#include "config.h"
#include "experiment/seidel-data-files.h"
#include "base/seidel-translatable.h"

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
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("“%s” is neither an experiment that is installed nor a file"),
                      name);
}

/* The cells without a value, all of them being added where the result is stale; twice all of them
 * where the file is none. */
static size_t
count_gaps (SeidelExperiment *experiment, const char *path)
{
  const size_t n_cells = seidel_experiment_n_cells (experiment);
  g_autoptr (SeidelExperimentResult) result =
    seidel_experiment_result_load_for (experiment, path, NULL);
  size_t gaps = 0;

  if (result == NULL)
    return 2 * n_cells;
  if (seidel_experiment_result_stale (result) != NULL)
    gaps = n_cells;
  for (size_t cell = 0;
       cell < seidel_experiment_n_cells (seidel_experiment_result_experiment (result)); cell++)
    gaps += seidel_experiment_result_cell (result, cell).state == SEIDEL_CELL_DONE ? 0 : 1;
  return gaps;
}

char **
seidel_experiment_list_recorded (SeidelExperiment *experiment)
{
  const char *folder = seidel_experiments_folder ();
  g_autofree char *recorded = folder != NULL ? g_build_filename (folder, "recorded", NULL) : NULL;
  g_autofree char *prefix = g_strconcat (experiment->id, ".", NULL);
  char **paths = seidel_data_files (recorded, prefix);
  const size_t n = g_strv_length (paths);
  g_autofree size_t *gaps = g_new (size_t, n);

  /* A stable insertion sort: there is one for each of a few machines. */
  for (size_t i = 0; i < n; i++)
    {
      char *path = paths[i];
      const size_t own = count_gaps (experiment, path);
      size_t place = i;

      for (; place > 0 && gaps[place - 1] > own; place--)
        {
          gaps[place] = gaps[place - 1];
          paths[place] = paths[place - 1];
        }
      gaps[place] = own;
      paths[place] = path;
    }
  return paths;
}

char *
seidel_experiment_default_path (const SeidelExperiment *experiment)
{
  g_autofree char *file = g_strconcat (experiment->id, SUFFIX, NULL);

  return g_build_filename (g_get_user_data_dir (), "seidel", "experiments", file, NULL);
}
