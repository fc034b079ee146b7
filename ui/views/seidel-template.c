/* Widget classes that are made from templates in the resources.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-template.h"

#define FOLDER "/org/seidel/Workbench/ui/"

void
seidel_template_bind_children (GtkWidgetClass *klass,
                               const char *name,
                               const SeidelTemplateChild *children)
{
  g_autofree char *path = g_strconcat (FOLDER, "seidel-", name, ".ui", NULL);

  gtk_widget_class_set_template_from_resource (klass, path);
  for (; children->name != NULL; children++)
    gtk_widget_class_bind_template_child_full (klass, children->name, FALSE, children->offset);
}

void
seidel_template_make_group (GtkWidgetClass *klass, const char *css_name)
{
  gtk_widget_class_set_accessible_role (klass, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (klass, css_name);
}
