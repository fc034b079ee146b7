/* Finding what is installed with the programs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-data-files.h"

#include <stdlib.h>
#include <string.h>

char *
seidel_data_folder (const char *variable, const char *installed, const char *name)
{
  const char *chosen = g_getenv (variable);
  const char *const *data = g_get_system_data_dirs ();

  if (chosen != NULL)
    return g_canonicalize_filename (chosen, NULL);
  if (g_file_test (installed, G_FILE_TEST_IS_DIR))
    return g_strdup (installed);
  for (; *data != NULL; data++)
    {
      g_autofree char *folder = g_build_filename (*data, "seidel", name, NULL);

      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&folder);
    }
  return NULL;
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
seidel_data_files (const char *folder, const char *prefix)
{
  g_autoptr (GDir) dir = folder != NULL ? g_dir_open (folder, 0, NULL) : NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *name;
  char **files;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_prefix (name, prefix) && g_str_has_suffix (name, ".json"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);

        g_strv_builder_add (builder, path);
      }
  files = g_strv_builder_end (builder);
  qsort (files, g_strv_length (files), sizeof *files, compare_texts);
  return files;
}
