/* Beginning a test that needs a display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

/* As gtk_test_init (), in the locale "C": that one sets en_US.UTF-8, and from GTK 4.24 on complains
 * of a machine that does not have it. */
static inline void
display_testing_init (int *argc, char ***argv)
{
  g_test_init (argc, argv, NULL);
  gtk_disable_setlocale ();
  gtk_init ();
}
