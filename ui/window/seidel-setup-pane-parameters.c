/* The numbers that a method or a preconditioner lets one set: a row for each of the table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include "method/seidel-preconditioner.h"
#include "model/seidel-number.h"

/* Under the preconditioner, whose row is the third. */
#define FIRST_ROW 3

/* Two thirds are not worth sixteen digits: this text stands for the initial value itself. */
static char *
initial_text (const SeidelParameter *parameter)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (text, sizeof text, "%.4g",
                                    seidel_parameter_default (
                                      (SeidelParameterIndex) (parameter - seidel_parameters ()))));
}

static GtkWidget *
new_label (const SeidelParameter *parameter, GtkWidget *entry)
{
  GtkWidget *label = gtk_label_new (parameter->name);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0F);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 13);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  return label;
}

static GtkWidget *
new_entry (const SeidelParameter *parameter)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *text = initial_text (parameter);

  gtk_widget_set_name (entry, parameter->id);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (entry, parameter->sentence);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  return entry;
}

void
seidel_setup_pane_add_parameters (SeidelSetupPane *self)
{
  const SeidelParameter *table = seidel_parameters ();

  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      self->parameters[i] = new_entry (&table[i]);
      self->parameter_labels[i] = new_label (&table[i], self->parameters[i]);
      gtk_grid_insert_row (self->grid, FIRST_ROW + i);
      gtk_grid_attach (self->grid, self->parameter_labels[i], 0, FIRST_ROW + i, 1, 1);
      gtk_grid_attach (self->grid, self->parameters[i], 1, FIRST_ROW + i, 1, 1);
    }
}

/* Bits of the parameters that the method or its preconditioner heeds. */
static unsigned int
heeded (SeidelSetupPane *self)
{
  const SeidelMethod *method = seidel_setup_pane_get_method (self);
  const char *id = seidel_choice_drop_down_get_id (self->preconditioner);
  const SeidelPreconditionerKind *kind = id != NULL ? seidel_preconditioner_find (id) : NULL;

  if (method == NULL)
    return 0;
  if (method->preconditioning == SEIDEL_PRECONDITIONING_NONE || kind == NULL)
    return method->parameters;
  return method->parameters | kind->parameters;
}

void
seidel_setup_pane_show_parameters (SeidelSetupPane *self)
{
  unsigned int shown = heeded (self);

  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      gboolean visible = (shown & (1u << i)) != 0;

      gtk_widget_set_visible (self->parameter_labels[i], visible);
      gtk_widget_set_visible (self->parameters[i], visible);
    }
}

static gboolean
parse (const SeidelParameter *parameter, const char *text, double *value)
{
  g_autofree char *initial = initial_text (parameter);
  int64_t whole;

  *value = seidel_parameter_default ((SeidelParameterIndex) (parameter - seidel_parameters ()));
  if (g_str_equal (text, initial))
    return TRUE;
  if (parameter->integral)
    {
      if (!seidel_number_parse_integer (text, &whole))
        return FALSE;
      *value = (double) whole;
    }
  else if (!seidel_number_parse (text, value))
    return FALSE;
  return *value >= parameter->minimum && *value <= parameter->maximum;
}

static char *
describe_bounds (const SeidelParameter *parameter)
{
  g_autofree char *minimum = seidel_number_to_text (parameter->minimum);
  g_autofree char *maximum = seidel_number_to_text (parameter->maximum);
  g_autofree char *initial = initial_text (parameter);

  return g_strdup_printf ("“%s” must be a %s from %s to %s, such as %s.", parameter->name,
                          parameter->integral ? "whole number" : "number", minimum, maximum,
                          initial);
}

char *
seidel_setup_pane_read_parameters (SeidelSetupPane *self, double *parameters)
{
  const SeidelParameter *table = seidel_parameters ();
  unsigned int shown = heeded (self);
  char *problem = NULL;

  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      const char *text = gtk_editable_get_text (GTK_EDITABLE (self->parameters[i]));
      gboolean wrong = !parse (&table[i], text, &parameters[i]);

      seidel_setup_pane_mark_entry (self->parameters[i], wrong);
      if ((shown & (1u << i)) == 0)
        parameters[i] = seidel_parameter_default (i);
      else if (wrong && problem == NULL)
        problem = describe_bounds (&table[i]);
    }
  return problem;
}
