/* The user's settings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "collection/seidel-settings.h"

#include <glib/gstdio.h>

#include "config.h"

static gpointer
open_settings (gpointer data)
{
  GSettingsSchemaSource *known = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchemaSource) installed = NULL;
  g_autoptr (GSettingsSchema) schema = NULL;

  if (known != NULL)
    schema = g_settings_schema_source_lookup (known, SEIDEL_APPLICATION_ID, TRUE);
  /* A prefix of one's own is no data folder of the desktop. */
  if (schema == NULL)
    installed = g_settings_schema_source_new_from_directory (SEIDEL_SCHEMA_DIR, known, FALSE, NULL);
  if (installed != NULL)
    schema = g_settings_schema_source_lookup (installed, SEIDEL_APPLICATION_ID, FALSE);
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

GSettings *
seidel_settings_get (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, open_settings, NULL);
}

char *
seidel_settings_get_string (const char *key)
{
  GSettings *settings = seidel_settings_get ();
  g_autofree char *value = settings != NULL ? g_settings_get_string (settings, key) : NULL;

  return value != NULL && value[0] != '\0' ? g_steal_pointer (&value) : NULL;
}

void
seidel_settings_import (void)
{
  static const char *const keys[][2] = { { "server", "collection-server" },
                                         { "folder", "collection-folder" } };
  GSettings *settings = seidel_settings_get ();
  g_autofree char *path =
    g_build_filename (g_get_user_config_dir (), "seidel", "collection.ini", NULL);
  g_autofree char *imported = g_strconcat (path, ".imported", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (settings == NULL || !g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *old = g_key_file_get_string (file, "collection", keys[i][0], NULL);
      g_autoptr (GVariant) set = g_settings_get_user_value (settings, keys[i][1]);

      if (old != NULL && set == NULL)
        g_settings_set_string (settings, keys[i][1], old);
    }
  g_rename (path, imported);
}
