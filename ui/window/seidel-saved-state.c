/* What is remembered from one start to the next: a versioned dictionary in the user's settings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-saved-state.h"

#include "collection/seidel-settings.h"

#define KEY "session"

GVariant *
seidel_saved_state_load (void)
{
  GSettings *settings = seidel_settings_get ();
  g_autoptr (GVariant) state = settings != NULL ? g_settings_get_value (settings, KEY) : NULL;
  gint32 version = 0;

  if (state == NULL || !g_variant_lookup (state, "version", "i", &version)
      || version != SEIDEL_SAVED_STATE_VERSION)
    return g_variant_ref_sink (g_variant_new_array (G_VARIANT_TYPE ("{sv}"), NULL, 0));
  return g_steal_pointer (&state);
}

void
seidel_saved_state_save (GVariant *state)
{
  g_autoptr (GVariant) taken = g_variant_ref_sink (state);
  g_autoptr (GVariant) fresh = NULL;
  g_autoptr (GVariant) saved = NULL;
  GSettings *settings = seidel_settings_get ();
  GVariantDict dict;

  if (settings == NULL)
    {
      g_message ("The state of the window is not kept: the settings schema is not installed");
      return;
    }
  g_variant_dict_init (&dict, taken);
  g_variant_dict_insert (&dict, "version", "i", SEIDEL_SAVED_STATE_VERSION);
  fresh = g_variant_ref_sink (g_variant_dict_end (&dict));
  saved = g_settings_get_value (settings, KEY);
  if (!g_variant_equal (saved, fresh))
    g_settings_set_value (settings, KEY, fresh);
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
