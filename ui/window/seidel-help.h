/* Help: what each page shows and how it is used, with a picture of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_HELP (seidel_help_get_type ())
G_DECLARE_FINAL_TYPE (SeidelHelp, seidel_help, SEIDEL, HELP, AdwWindow)

/* Opened at a topic: the name of a page; NULL: at the beginning. */
GtkWidget *seidel_help_new (GtkWindow *parent, const char *topic);

/* The topic that is shown; borrowed. */
const char *seidel_help_get_topic (SeidelHelp *self);

G_END_DECLS
