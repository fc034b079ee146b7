/* What is beside the picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-aside.h"

#define PRESENTING "presenting"
#define STATISTICS "statistics"

struct _SeidelAside
{
  AdwBin parent_instance;

  gboolean statistics;
};

enum
{
  PROP_0,
  PROP_STATISTICS,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelAside, seidel_aside, ADW_TYPE_BIN)

static gboolean
has_flag (gpointer root, const char *property)
{
  return root != NULL && g_object_class_find_property (G_OBJECT_GET_CLASS (root), property) != NULL;
}

gboolean
seidel_aside_get_root_flag (GtkWidget *widget, const char *property)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  gboolean flag = FALSE;

  if (has_flag (root, property))
    g_object_get (root, property, &flag, NULL);
  return flag;
}

static void
update (GtkWidget *widget)
{
  const gboolean kept = SEIDEL_IS_ASIDE (widget) && SEIDEL_ASIDE (widget)->statistics
                        && seidel_aside_get_root_flag (widget, STATISTICS);

  gtk_widget_set_visible (widget, kept || !seidel_aside_get_root_flag (widget, PRESENTING));
}

/* The function that was given, for a new window. */
static void
root_cb (GtkWidget *widget, GParamSpec *pspec, gpointer changed)
{
  static const char *const flags[] = { PRESENTING, STATISTICS, "lecture" };
  GtkRoot *root = gtk_widget_get_root (widget);

  for (gsize i = 0; i < G_N_ELEMENTS (flags); i++)
    if (has_flag (root, flags[i]))
      {
        g_autofree char *signal = g_strconcat ("notify::", flags[i], NULL);

        g_signal_connect_object (root, signal, (GCallback) changed, widget, G_CONNECT_SWAPPED);
      }
  ((void (*) (GtkWidget *)) changed) (widget);
}

void
seidel_aside_watch_root (GtkWidget *widget, GCallback changed)
{
  g_signal_connect (widget, "notify::root", G_CALLBACK (root_cb), (gpointer) changed);
}

void
seidel_aside_follow (GtkWidget *widget)
{
  seidel_aside_watch_root (widget, G_CALLBACK (update));
}

static void
seidel_aside_set_property (GObject *object, guint prop_id, const GValue *value, GParamSpec *pspec)
{
  SEIDEL_ASIDE (object)->statistics = g_value_get_boolean (value);
}

static void
seidel_aside_class_init (SeidelAsideClass *klass)
{
  G_OBJECT_CLASS (klass)->set_property = seidel_aside_set_property;
  properties[PROP_STATISTICS] =
    g_param_spec_boolean ("statistics", NULL, NULL, FALSE,
                          G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
seidel_aside_init (SeidelAside *self)
{
  seidel_aside_follow (GTK_WIDGET (self));
}
