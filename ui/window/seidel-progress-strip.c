/* A strip under the header that shows the progress of a job, once it takes a while.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-progress-strip.h"

#include "views/seidel-template.h"

#define POLL_MILLISECONDS        50
#define SHOWN_AFTER_MICROSECONDS (300 * 1000)

struct _SeidelProgressStrip
{
  AdwBin parent_instance;

  /* Template */
  GtkRevealer *revealer;
  GtkLabel *label;
  GtkProgressBar *bar;
  GtkWidget *cancel;

  SeidelWork *work; /* NULL: idle */
  gint64 begun;
  guint poll_id;
};

enum
{
  PROP_0,
  PROP_CANCEL_ACTION,
  PROP_CANCEL_TOOLTIP,
  PROP_WORK,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelProgressStrip, seidel_progress_strip, ADW_TYPE_BIN)

static gboolean
poll_cb (gpointer data)
{
  SeidelProgressStrip *self = data;
  const char *activity = seidel_progress_activity (&self->work->progress);
  int permille = seidel_progress_permille (&self->work->progress);
  g_autofree char *text = NULL;

  if (g_get_monotonic_time () - self->begun < SHOWN_AFTER_MICROSECONDS)
    return G_SOURCE_CONTINUE;
  if (activity == NULL)
    activity = self->work->activity;
  if (permille >= 0)
    {
      text = g_strdup_printf ("%s: %s, %d %%", self->work->name, activity, permille / 10);
      gtk_progress_bar_set_fraction (self->bar, permille / 1000.0);
    }
  else
    {
      text = g_strdup_printf ("%s: %s…", self->work->name, activity);
      gtk_progress_bar_pulse (self->bar);
    }
  gtk_label_set_label (self->label, text);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
  return G_SOURCE_CONTINUE;
}

void
seidel_progress_strip_set_work (SeidelProgressStrip *self, SeidelWork *work)
{
  g_return_if_fail (SEIDEL_IS_PROGRESS_STRIP (self));

  g_clear_handle_id (&self->poll_id, g_source_remove);
  if (!g_set_object (&self->work, work) && work == NULL)
    return;
  if (work != NULL)
    {
      self->begun = g_get_monotonic_time ();
      self->poll_id = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
    }
  if (self->revealer == NULL)
    return;
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  /* A bar that pulsed asks for frames until it is given a fraction. */
  gtk_progress_bar_set_fraction (self->bar, 0.0);
}

gboolean
seidel_progress_strip_is_shown (SeidelProgressStrip *self)
{
  g_return_val_if_fail (SEIDEL_IS_PROGRESS_STRIP (self), FALSE);
  return gtk_revealer_get_reveal_child (self->revealer);
}

static void
seidel_progress_strip_set_property (GObject *object,
                                    guint prop_id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  SeidelProgressStrip *self = SEIDEL_PROGRESS_STRIP (object);

  switch (prop_id)
    {
    case PROP_CANCEL_ACTION:
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->cancel), g_value_get_string (value));
      break;
    case PROP_CANCEL_TOOLTIP:
      gtk_widget_set_tooltip_text (self->cancel, g_value_get_string (value));
      break;
    case PROP_WORK:
      seidel_progress_strip_set_work (self, g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
seidel_progress_strip_dispose (GObject *object)
{
  SeidelProgressStrip *self = SEIDEL_PROGRESS_STRIP (object);

  seidel_progress_strip_set_work (self, NULL);

  G_OBJECT_CLASS (seidel_progress_strip_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelProgressStrip, name)

static void
seidel_progress_strip_class_init (SeidelProgressStripClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags write = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = seidel_progress_strip_dispose;
  object_class->set_property = seidel_progress_strip_set_property;

  properties[PROP_CANCEL_ACTION] = g_param_spec_string ("cancel-action", NULL, NULL, NULL, write);
  properties[PROP_CANCEL_TOOLTIP] = g_param_spec_string ("cancel-tooltip", NULL, NULL, NULL, write);
  properties[PROP_WORK] = g_param_spec_object ("work", NULL, NULL, SEIDEL_TYPE_WORK, write);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  seidel_template_make_group (widget_class, "progressstrip");
  seidel_template_bind (widget_class, "progress-strip", CHILD (revealer), CHILD (label),
                        CHILD (bar), CHILD (cancel));
}

static void
seidel_progress_strip_init (SeidelProgressStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
