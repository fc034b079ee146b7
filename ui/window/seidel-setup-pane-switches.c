/* The switches of the arithmetic: a check button for each of the table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

/* Under the storage and the shape. */
#define FIRST_ROW 2

void
seidel_setup_pane_add_switches (SeidelSetupPane *self)
{
  size_t n;
  const SeidelArithmeticInfo *table = seidel_arithmetics (&n);

  self->switches = g_ptr_array_new ();
  for (size_t i = 0; i < n; i++)
    {
      GtkWidget *check = gtk_check_button_new_with_label (table[i].name);

      gtk_widget_set_name (check, table[i].id);
      gtk_grid_attach (self->details_grid, check, 0, FIRST_ROW + (int) i, 2, 1);
      g_ptr_array_add (self->switches, check);
    }
}

/* Why a switch has no effect, or NULL. */
static char *
refuse_switch (SeidelSetupPane *self, const SeidelArithmeticInfo *info)
{
  const SeidelEngine *engine = seidel_setup_pane_get_engine (self);
  const SeidelMethod *method = seidel_setup_pane_get_method (self);

  if (method != NULL && method->on_host)
    return g_strdup_printf ("%s computes by itself, as its library does", method->name);
  if (engine != NULL && (engine->arithmetics & (uint32_t) info->flag) == 0)
    return g_strdup_printf ("The %s engine does not offer this", engine->name);
  return NULL;
}

void
seidel_setup_pane_update_switches (SeidelSetupPane *self)
{
  size_t n;
  const SeidelArithmeticInfo *table = seidel_arithmetics (&n);

  for (size_t i = 0; i < n; i++)
    {
      GtkWidget *check = self->switches->pdata[i];
      g_autofree char *why_not = refuse_switch (self, &table[i]);

      gtk_widget_set_sensitive (check, why_not == NULL);
      gtk_widget_set_tooltip_text (check, why_not != NULL ? why_not : table[i].sentence);
    }
}

int
seidel_setup_pane_get_arithmetic (SeidelSetupPane *self)
{
  int arithmetic = 0;
  size_t n;
  const SeidelArithmeticInfo *table = seidel_arithmetics (&n);

  for (size_t i = 0; i < n; i++)
    if (gtk_widget_get_sensitive (self->switches->pdata[i])
        && gtk_check_button_get_active (self->switches->pdata[i]))
      arithmetic |= (int) table[i].flag;
  return arithmetic;
}
