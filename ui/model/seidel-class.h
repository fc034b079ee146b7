/* Properties and signals of a class, from tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* A property whose value is a member of the instance: a gboolean, a guint, a gint64, a double, a
 * string or an object. */
typedef struct
{
  const char *name;
  GType type;
  glong offset;      /* of the member */
  gboolean writable; /* by the set_property () of the class, which notifies */
} SeidelProperty;

/* For classes without and with a private structure. */
#define SEIDEL_PROPERTY(Type, name, type, member, writable) \
  {                                                         \
    name, type, G_STRUCT_OFFSET (Type, member), writable    \
  }
#define SEIDEL_PROPERTY_PRIVATE(Type, name, type, member, writable) \
  {                                                                 \
    name, type, G_PRIVATE_OFFSET (Type, member), writable           \
  }

/* In class_init: installs the properties 1 … n − 1 of the table, the first one of which is left
 * out, as their numbers begin at 1, and sets get_property (). properties receives them. */
void seidel_class_install_properties (gpointer klass,
                                      const SeidelProperty *table,
                                      guint n,
                                      GParamSpec **properties);

/* In class_init: a signal that returns nothing, with the types of its n arguments. */
guint seidel_class_add_signal (gpointer klass, const char *name, guint n, ...);

G_END_DECLS
