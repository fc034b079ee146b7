/* The read-out of a picture, and the hint in its place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-read-out.h"

#include <glib/gi18n.h>

#include "model/seidel-class.h"
#include "views/seidel-aside.h"
#include "views/seidel-gtk-fixes.h"

#define HINT \
  N_ ("Wheel: zoom · drag: pan · Shift and drag: zoom to a box · F: fit · arrow keys: cursor")

struct _SeidelReadOut
{
  GtkWidget parent_instance;

  GtkWidget *label;

  /* Owned */
  char *text;
  char *hint; /* NULL: that of pictures with a box to zoom to */
  gboolean hinting;
};

enum
{
  PROP_0,
  PROP_TEXT,
  PROP_HINT,
  PROP_HINTING,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelReadOut, seidel_read_out, GTK_TYPE_WIDGET)

static void
update (SeidelReadOut *self)
{
  gboolean has_text = self->text != NULL && *self->text != '\0';
  const char *shown = has_text             ? self->text
                      : !self->hinting     ? ""
                      : self->hint != NULL ? self->hint
                                           : _ (HINT);

  gtk_label_set_text (GTK_LABEL (self->label), shown);
  /* Where the window is narrow it is cut off. */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), shown);
  seidel_widget_set_class (self->label, "dim-label", !has_text);
}

static void
set_text (SeidelReadOut *self, const char *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
set_hint (SeidelReadOut *self, const char *hint)
{
  if (g_strcmp0 (self->hint, hint) == 0)
    return;
  g_free (self->hint);
  self->hint = g_strdup (hint);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HINT]);
}

static void
set_hinting (SeidelReadOut *self, gboolean hinting)
{
  if (self->hinting == hinting)
    return;
  self->hinting = hinting;
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HINTING]);
}

static void
seidel_read_out_set_property (GObject *object,
                              guint prop_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  if (prop_id == PROP_TEXT)
    set_text (SEIDEL_READ_OUT (object), g_value_get_string (value));
  else if (prop_id == PROP_HINT)
    set_hint (SEIDEL_READ_OUT (object), g_value_get_string (value));
  else if (prop_id == PROP_HINTING)
    set_hinting (SEIDEL_READ_OUT (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
seidel_read_out_dispose (GObject *object)
{
  SeidelReadOut *self = SEIDEL_READ_OUT (object);

  g_clear_pointer (&self->label, gtk_widget_unparent);

  G_OBJECT_CLASS (seidel_read_out_parent_class)->dispose (object);
}

static void
seidel_read_out_finalize (GObject *object)
{
  g_free (SEIDEL_READ_OUT (object)->text);
  g_free (SEIDEL_READ_OUT (object)->hint);

  G_OBJECT_CLASS (seidel_read_out_parent_class)->finalize (object);
}

static void
seidel_read_out_class_init (SeidelReadOutClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const SeidelProperty table[N_PROPS] = {
    [PROP_TEXT] = SEIDEL_PROPERTY (SeidelReadOut, "text", G_TYPE_STRING, text, TRUE),
    [PROP_HINT] = SEIDEL_PROPERTY (SeidelReadOut, "hint", G_TYPE_STRING, hint, TRUE),
    [PROP_HINTING] = SEIDEL_PROPERTY (SeidelReadOut, "hinting", G_TYPE_BOOLEAN, hinting, TRUE),
  };

  object_class->set_property = seidel_read_out_set_property;
  object_class->dispose = seidel_read_out_dispose;
  object_class->finalize = seidel_read_out_finalize;

  seidel_class_install_properties (klass, table, N_PROPS, properties);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "readout");
}

static void
seidel_read_out_init (SeidelReadOut *self)
{
  self->hinting = TRUE;
  seidel_aside_follow (GTK_WIDGET (self));
  self->label = seidel_label_new (NULL, "caption numeric");
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  update (self);
}
