/* Lessons that were played to their ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-lessons-done.h"

#include "window/seidel-saved-state.h"

#define STATE_KEY "lessons-done"

char **
seidel_lessons_done (void)
{
  g_autoptr (GVariant) state = seidel_saved_state_load ();
  g_autoptr (GVariant) done =
    g_variant_lookup_value (state, STATE_KEY, G_VARIANT_TYPE_STRING_ARRAY);

  return done != NULL ? g_variant_dup_strv (done, NULL) : g_new0 (char *, 1);
}

void
seidel_lessons_done_add (const char *id)
{
  g_auto (GStrv) done = seidel_lessons_done ();
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_auto (GStrv) ids = NULL;

  if (g_strv_contains ((const char *const *) done, id))
    return;
  g_strv_builder_addv (all, (const char **) done);
  g_strv_builder_add (all, id);
  ids = g_strv_builder_end (all);
  seidel_saved_state_set (STATE_KEY, g_variant_new_strv ((const char *const *) ids, -1));
}
