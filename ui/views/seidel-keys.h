/* Tables of keys and the actions that they activate.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A key of the main block, and its twin on the number pad or elsewhere. */
typedef struct
{
  guint key;
  guint other_key; /* 0: none */
  GdkModifierType modifiers;
  const char *action;
  const char *parameter; /* as text, or NULL */
} SeidelKey;

/* For all widgets of a class, and for one widget. */
void seidel_keys_add_to_class (GtkWidgetClass *klass, const SeidelKey *keys, gsize n_keys);
void seidel_keys_add_to_widget (GtkWidget *widget, const SeidelKey *keys, gsize n_keys);

G_END_DECLS
