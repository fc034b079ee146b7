/* Beginning a test that needs a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>
#include <string.h>

/* What GTK 4.24 says of its own doing: a label is measured with the letters of before when those of
 * the desktop change; frames of X11 without a compositor. */
static inline bool
display_testing_is_of_gtk (const char *message)
{
  return message != NULL
         && (strstr (message, "Baselines must be inside the widget size") != NULL
             || strstr (message, "gdk_frame_timings_submitted") != NULL);
}

static inline GLogWriterOutput
display_testing_write_log (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  for (gsize i = 0; i < n; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0 && display_testing_is_of_gtk (fields[i].value))
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n, data);
}

/* As gtk_test_init (), in the locale "C": that one sets en_US.UTF-8, and from GTK 4.24 on complains
 * of a machine that does not have it. */
static inline void
display_testing_init (int *argc, char ***argv)
{
  g_log_set_writer_func (display_testing_write_log, NULL, NULL);
  g_test_init (argc, argv, NULL);
  gtk_disable_setlocale ();
  gtk_init ();
}
