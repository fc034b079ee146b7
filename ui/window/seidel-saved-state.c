/* What is remembered from one start to the next: a versioned dictionary in the user's
 * configuration.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-saved-state.h"

#include <errno.h>

static char *
session_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "seidel", "session", NULL);
}

static GVariant *
empty (void)
{
  return g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0));
}

GVariant *
seidel_saved_state_load (void)
{
  g_autofree char *path = session_path ();
  g_autofree char *text = NULL;
  g_autoptr (GVariant) state = NULL;
  gint32 version = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return empty ();
  state = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);
  if (state == NULL || !g_variant_lookup (state, "version", "i", &version)
      || version != SEIDEL_SAVED_STATE_VERSION)
    return empty ();
  return g_steal_pointer (&state);
}

void
seidel_saved_state_save (GVariant *state)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (state);
  g_autofree char *path = session_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  g_autoptr (GVariant) versioned = NULL;
  g_autoptr (GError) error = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, taken);
  g_variant_dict_insert (&dict, "version", "i", SEIDEL_SAVED_STATE_VERSION);
  versioned = g_variant_ref_sink (g_variant_dict_end (&dict));
  text = g_variant_print (versioned, TRUE);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    g_message ("Cannot make %s to remember the window: %s", folder, g_strerror (errno));
  else if (!g_file_set_contents (path, text, -1, &error))
    g_message ("Cannot remember the window: %s", error->message);
}

void
seidel_saved_state_set (const char *key, GVariant *value)
{
  g_autoptr (GVariant) state = seidel_saved_state_load ();
  GVariantDict dict;

  g_variant_dict_init (&dict, state);
  g_variant_dict_insert_value (&dict, key, value);
  seidel_saved_state_save (g_variant_dict_end (&dict));
}
