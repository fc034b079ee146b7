/* Widget classes that are made from templates in the resources.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  gssize offset; /* of the field that the child is bound to; 0: none */
} SeidelTemplateChild;

#define SEIDEL_TEMPLATE_CHILD(Type, field)             \
  {                                                    \
    G_STRINGIFY (field), G_STRUCT_OFFSET (Type, field) \
  }

/* One that is not bound to a field, for gtk_widget_get_template_child (). */
#define SEIDEL_TEMPLATE_OTHER(name) \
  {                                 \
    G_STRINGIFY (name), 0           \
  }

/* Takes the template seidel-NAME.ui and binds its children; the last one has no name. */
void seidel_template_bind_children (GtkWidgetClass *klass,
                                    const char *name,
                                    const SeidelTemplateChild *children);
/* The same; the rest are SEIDEL_TEMPLATE_CHILDs and _OTHERs. */
#define seidel_template_bind(klass, name, ...) \
  seidel_template_bind_children (klass, name,  \
                                 (const SeidelTemplateChild[]){ __VA_ARGS__, { NULL, 0 } })

/* For a group of widgets: its role, and its name in style sheets. */
void seidel_template_make_group (GtkWidgetClass *klass, const char *css_name);

G_END_DECLS
