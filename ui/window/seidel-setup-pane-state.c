/* What a set-up pane remembers from one start to the next, and whether two are set up alike.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

/* What is remembered beside the rows: whether they are shown. */
static const struct
{
  const char *key;
  gsize widget; /* offset in the pane */
} expanders[] = {
  { "vectors-expanded", G_STRUCT_OFFSET (SeidelSetupPane, vectors) },
  { "limits-expanded", G_STRUCT_OFFSET (SeidelSetupPane, limits) },
  { "details-expanded", G_STRUCT_OFFSET (SeidelSetupPane, details) },
};

static const struct
{
  const char *key;
  gsize chooser;
} vectors[] = {
  { "rhs", G_STRUCT_OFFSET (SeidelSetupPane, rhs) },
  { "guess", G_STRUCT_OFFSET (SeidelSetupPane, guess) },
};

static GtkExpander *
get_expander (SeidelSetupPane *self, gsize i)
{
  return G_STRUCT_MEMBER (GtkExpander *, self, expanders[i].widget);
}

gboolean
seidel_setup_pane_equal (SeidelSetupPane *self, SeidelSetupPane *other)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (other), FALSE);

  for (guint i = 0; i < self->rows->len; i++)
    if (g_strcmp0 (seidel_setup_row_get_text (self->rows->pdata[i]),
                   seidel_setup_row_get_text (other->rows->pdata[i]))
        != 0)
      return FALSE;
  return TRUE;
}

GVariant *
seidel_setup_pane_save (SeidelSetupPane *self)
{
  GVariantDict dict;

  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), NULL);

  g_variant_dict_init (&dict, NULL);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SeidelSetupRow *row = self->rows->pdata[i];

      /* Invalid text is not remembered. */
      if (!GTK_IS_EDITABLE (row->widget) || !gtk_widget_get_visible (row->reason))
        g_variant_dict_insert (&dict, row->id, "s", seidel_setup_row_get_text (row));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (expanders); i++)
    g_variant_dict_insert (&dict, expanders[i].key, "b",
                           gtk_expander_get_expanded (get_expander (self, i)));
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    {
      g_autofree char *text = seidel_vector_chooser_get_lasting_text (
        G_STRUCT_MEMBER (SeidelVectorChooser *, self, vectors[i].chooser));

      /* The names of some files cannot be remembered as text. */
      if (text != NULL && g_utf8_validate (text, -1, NULL))
        g_variant_dict_insert (&dict, vectors[i].key, "s", text);
    }
  return g_variant_dict_end (&dict);
}

/* An engine that is not there today is not chosen again. */
static void
forget_engine (SeidelSetupPane *self)
{
  g_autoptr (SeidelPlan) plan = seidel_plan_new (&(SeidelPlanFacts){ .options = &self->options });
  SeidelSetupRow *row = seidel_setup_pane_find_row (self, SEIDEL_PLAN_ENGINE);

  if (plan->verdicts[SEIDEL_PLAN_ENGINE].kind == SEIDEL_VERDICT_REFUSED
      && plan->verdicts[SEIDEL_PLAN_ENGINE].code == SEIDEL_ERROR_UNAVAILABLE)
    seidel_setup_pane_choose (self, row, row->initial);
}

void
seidel_setup_pane_load (SeidelSetupPane *self, GVariant *state)
{
  GVariantDict dict;
  const char *text;
  gboolean active;

  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));
  g_return_if_fail (g_variant_is_of_type (state, G_VARIANT_TYPE_VARDICT));

  g_variant_dict_init (&dict, state);
  self->updating = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      SeidelSetupRow *row = self->rows->pdata[i];

      /* Some switches were kept as booleans. */
      if (g_variant_dict_lookup (&dict, row->id, "b", &active))
        text = active ? "on" : "off";
      else if (!g_variant_dict_lookup (&dict, row->id, "&s", &text))
        continue;
      if (seidel_setup_row_set_text (row, text, &self->options))
        seidel_setup_row_apply (row, &self->options);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (expanders); i++)
    if (g_variant_dict_lookup (&dict, expanders[i].key, "b", &active))
      gtk_expander_set_expanded (get_expander (self, i), active);
  for (gsize i = 0; i < G_N_ELEMENTS (vectors); i++)
    if (g_variant_dict_lookup (&dict, vectors[i].key, "&s", &text))
      seidel_vector_chooser_set_text (G_STRUCT_MEMBER (SeidelVectorChooser *, self,
                                                       vectors[i].chooser),
                                      text);
  g_variant_dict_clear (&dict);
  self->updating = FALSE;
  seidel_setup_pane_update (self);
  forget_engine (self);
}
