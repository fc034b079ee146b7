/* Properties and signals of a class, from tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-class.h"

static G_DEFINE_QUARK (seidel - property - offset, offset);

static void
get_member (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  const glong offset = GPOINTER_TO_SIZE (g_param_spec_get_qdata (pspec, offset_quark ()));

  switch (G_TYPE_FUNDAMENTAL (G_PARAM_SPEC_VALUE_TYPE (pspec)))
    {
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, G_STRUCT_MEMBER (gboolean, object, offset));
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, G_STRUCT_MEMBER (guint, object, offset));
      break;
    case G_TYPE_INT64:
      g_value_set_int64 (value, G_STRUCT_MEMBER (gint64, object, offset));
      break;
    case G_TYPE_DOUBLE:
      g_value_set_double (value, G_STRUCT_MEMBER (double, object, offset));
      break;
    case G_TYPE_STRING:
      g_value_set_string (value, G_STRUCT_MEMBER (const char *, object, offset));
      break;
    default:
      g_value_set_object (value, G_STRUCT_MEMBER (GObject *, object, offset));
    }
}

static GParamSpec *
spec_new (const SeidelProperty *self)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY
                            | (self->writable ? G_PARAM_WRITABLE : 0);

  switch (self->type)
    {
    case G_TYPE_BOOLEAN:
      return g_param_spec_boolean (self->name, NULL, NULL, FALSE, flags);
    case G_TYPE_UINT:
      return g_param_spec_uint (self->name, NULL, NULL, 0, G_MAXUINT, 0, flags);
    case G_TYPE_INT64:
      return g_param_spec_int64 (self->name, NULL, NULL, G_MININT64, G_MAXINT64, 0, flags);
    case G_TYPE_DOUBLE:
      return g_param_spec_double (self->name, NULL, NULL, -G_MAXDOUBLE, G_MAXDOUBLE, 0.0, flags);
    case G_TYPE_STRING:
      return g_param_spec_string (self->name, NULL, NULL, NULL, flags);
    default:
      return g_param_spec_object (self->name, NULL, NULL, self->type, flags);
    }
}

void
seidel_class_install_properties (gpointer klass,
                                 const SeidelProperty *table,
                                 guint n,
                                 GParamSpec **properties)
{
  for (guint i = 1; i < n; i++)
    {
      properties[i] = spec_new (&table[i]);
      g_param_spec_set_qdata (properties[i], offset_quark (),
                              GSIZE_TO_POINTER ((gsize) table[i].offset));
    }
  G_OBJECT_CLASS (klass)->get_property = get_member;
  g_object_class_install_properties (klass, n, properties);
}

guint
seidel_class_add_signal (gpointer klass, const char *name, guint n, ...)
{
  va_list types;
  guint id;

  va_start (types, n);
  id = g_signal_new_valist (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, NULL, NULL, NULL,
                            NULL, G_TYPE_NONE, n, types);
  va_end (types);
  return id;
}
