/* What the set-up remembers from one session to the next.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

static void
save_choice (GVariantDict *dict, const char *key, GtkDropDown *drop_down)
{
  const char *id = seidel_choice_drop_down_get_id (drop_down);

  if (id != NULL)
    g_variant_dict_insert (dict, key, "s", id);
}

/* A slip of the hand is not worth remembering. */
static void
save_entry (GVariantDict *dict, const char *key, GtkEditable *entry)
{
  if (!gtk_widget_has_css_class (GTK_WIDGET (entry), "error"))
    g_variant_dict_insert (dict, key, "s", gtk_editable_get_text (entry));
}

static void
save_vector (GVariantDict *dict, const char *key, SeidelVectorChooser *chooser)
{
  g_autofree char *text = seidel_vector_chooser_get_lasting_text (chooser);

  if (text != NULL)
    g_variant_dict_insert (dict, key, "s", text);
}

static char *
key_of_parameter (int i)
{
  return g_strdup_printf ("parameter-%s", seidel_parameters ()[i].id);
}

static void
save_parameters (SeidelSetupPane *self, GVariantDict *dict)
{
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      g_autofree char *key = key_of_parameter (i);

      save_entry (dict, key, GTK_EDITABLE (self->parameters[i]));
    }
}

static char *
key_of_switch (size_t i)
{
  size_t n;

  return g_strdup_printf ("arithmetic-%s", seidel_arithmetics (&n)[i].id);
}

static void
save_switches (SeidelSetupPane *self, GVariantDict *dict)
{
  for (guint i = 0; i < self->switches->len; i++)
    {
      g_autofree char *key = key_of_switch (i);

      g_variant_dict_insert (dict, key, "b",
                             gtk_check_button_get_active (self->switches->pdata[i]));
    }
}

GVariant *
seidel_setup_pane_save (SeidelSetupPane *self)
{
  GVariantDict dict;

  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), NULL);

  g_variant_dict_init (&dict, NULL);
  save_choice (&dict, "method", self->method);
  g_variant_dict_insert (&dict, "preconditioner", "s", self->preconditioner_wanted);
  save_parameters (self, &dict);
  save_choice (&dict, "engine", self->engine);
  save_choice (&dict, "strategy", self->strategy);
  save_choice (&dict, "precision", self->precision);
  save_choice (&dict, "storage", self->storage);
  save_entry (&dict, "shape", self->shape);
  save_switches (self, &dict);
  save_entry (&dict, "tolerance", self->tolerance);
  g_variant_dict_insert (&dict, "track-error", "b",
                         gtk_check_button_get_active (self->track_error));
  save_entry (&dict, "max-iterations", self->max_iterations);
  save_entry (&dict, "time-limit", self->time_limit);
  g_variant_dict_insert (&dict, "threads", "i", gtk_spin_button_get_value_as_int (self->threads));
  save_vector (&dict, "rhs", self->rhs);
  save_vector (&dict, "guess", self->guess);
  g_variant_dict_insert (&dict, "vectors-expanded", "b", gtk_expander_get_expanded (self->vectors));
  g_variant_dict_insert (&dict, "limits-expanded", "b", gtk_expander_get_expanded (self->limits));
  g_variant_dict_insert (&dict, "details-expanded", "b", gtk_expander_get_expanded (self->details));
  return g_variant_dict_end (&dict);
}

/* An engine that is not there today is not chosen again. */
static void
load_choice (GVariantDict *dict, const char *key, GtkDropDown *drop_down)
{
  g_autofree char *before = g_strdup (seidel_choice_drop_down_get_id (drop_down));
  const char *id;

  if (g_variant_dict_lookup (dict, key, "&s", &id) && seidel_choice_drop_down_select (drop_down, id)
      && seidel_choice_get_why_not (seidel_choice_drop_down_get (drop_down)) != NULL)
    seidel_choice_drop_down_select (drop_down, before);
}

static void
load_entry (GVariantDict *dict, const char *key, GtkEditable *entry)
{
  const char *text;

  if (g_variant_dict_lookup (dict, key, "&s", &text))
    gtk_editable_set_text (entry, text);
}

static void
load_parameters (SeidelSetupPane *self, GVariantDict *dict)
{
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      g_autofree char *key = key_of_parameter (i);

      load_entry (dict, key, GTK_EDITABLE (self->parameters[i]));
    }
}

static void
load_switches (SeidelSetupPane *self, GVariantDict *dict)
{
  for (guint i = 0; i < self->switches->len; i++)
    {
      g_autofree char *key = key_of_switch (i);
      gboolean active;

      if (g_variant_dict_lookup (dict, key, "b", &active))
        gtk_check_button_set_active (self->switches->pdata[i], active);
    }
}

static void
load_expanded (GVariantDict *dict, const char *key, GtkExpander *expander)
{
  gboolean expanded;

  if (g_variant_dict_lookup (dict, key, "b", &expanded))
    gtk_expander_set_expanded (expander, expanded);
}

void
seidel_setup_pane_load (SeidelSetupPane *self, GVariant *state)
{
  GVariantDict dict;
  const char *text;
  gint32 threads;
  gboolean active;

  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));
  g_return_if_fail (g_variant_is_of_type (state, G_VARIANT_TYPE_VARDICT));

  g_variant_dict_init (&dict, state);
  load_choice (&dict, "engine", self->engine);
  if (g_variant_dict_lookup (&dict, "method", "&s", &text))
    seidel_setup_pane_set_method (self, text);
  if (g_variant_dict_lookup (&dict, "preconditioner", "&s", &text))
    seidel_setup_pane_set_preconditioner (self, text);
  load_parameters (self, &dict);
  load_choice (&dict, "strategy", self->strategy);
  load_choice (&dict, "precision", self->precision);
  load_choice (&dict, "storage", self->storage);
  load_entry (&dict, "shape", self->shape);
  load_switches (self, &dict);
  load_entry (&dict, "tolerance", self->tolerance);
  if (g_variant_dict_lookup (&dict, "track-error", "b", &active))
    gtk_check_button_set_active (self->track_error, active);
  load_entry (&dict, "max-iterations", self->max_iterations);
  load_entry (&dict, "time-limit", self->time_limit);
  if (g_variant_dict_lookup (&dict, "threads", "i", &threads))
    gtk_spin_button_set_value (self->threads, threads);
  if (g_variant_dict_lookup (&dict, "rhs", "&s", &text))
    seidel_vector_chooser_set_text (self->rhs, text);
  if (g_variant_dict_lookup (&dict, "guess", "&s", &text))
    seidel_vector_chooser_set_text (self->guess, text);
  load_expanded (&dict, "vectors-expanded", self->vectors);
  load_expanded (&dict, "limits-expanded", self->limits);
  load_expanded (&dict, "details-expanded", self->details);
  g_variant_dict_clear (&dict);
}
