/* The button that plays and pauses.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-play-button.h"

#include <glib/gi18n.h>

void
seidel_play_button_show (GtkButton *button, gboolean playing)
{
  gtk_button_set_icon_name (button, playing ? "media-playback-pause-symbolic"
                                            : "media-playback-start-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (button),
                               playing ? _ ("Pause (Space)") : _ ("Play (Space)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  playing ? _ ("Pause") : _ ("Play"), -1);
}
