/* Reading the set-up: everything is checked, and what is wrong is marked and told.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include "model/seidel-number.h"

static const char *
check_tolerance (GtkEditable *entry, SeidelOptions *options)
{
  if (!seidel_number_parse (gtk_editable_get_text (entry), &options->tolerance)
      || options->tolerance < 0 || options->tolerance >= 1)
    return "The tolerance must be a number from 0 to below 1, such as 1e-8.";
  return NULL;
}

static const char *
check_iterations (GtkEditable *entry, SeidelOptions *options)
{
  if (!seidel_number_parse_integer (gtk_editable_get_text (entry), &options->max_iterations)
      || options->max_iterations < 1)
    return "The iteration limit must be a whole number of at least 1, such as 100000.";
  return NULL;
}

static const char *
check_time (GtkEditable *entry, SeidelOptions *options)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (entry)));

  options->time_limit = 0;
  if (*text == '\0')
    return NULL;
  if (!seidel_number_parse (text, &options->time_limit) || options->time_limit <= 0)
    return "The time limit must be a number of seconds above 0, or empty for none.";
  return NULL;
}

void
seidel_setup_pane_mark_entry (GtkWidget *entry, gboolean wrong)
{
  if (wrong)
    gtk_widget_add_css_class (entry, "error");
  else
    gtk_widget_remove_css_class (entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
}

/* Marks the entry and keeps the first problem. */
static void
note_problem (char **problem, GtkEditable *entry, const char *text)
{
  seidel_setup_pane_mark_entry (GTK_WIDGET (entry), text != NULL);
  if (*problem == NULL)
    *problem = g_strdup (text);
}

/* When nothing suits, another choice would not help either. */
static void
note_method (char **problem, GtkDropDown *drop_down)
{
  if (*problem == NULL && seidel_choice_drop_down_first_usable (drop_down) == NULL)
    *problem =
      g_strdup_printf ("No method can be used on this matrix; the list says what each needs. %s",
                       seidel_choice_get_why_not (seidel_choice_drop_down_get (drop_down)));
}

/* What is insensitive does not matter. */
static void
note_choice (char **problem, GtkDropDown *drop_down)
{
  SeidelChoice *choice = seidel_choice_drop_down_get (drop_down);

  if (choice != NULL && *problem == NULL && gtk_widget_get_sensitive (GTK_WIDGET (drop_down)))
    *problem = g_strdup (seidel_choice_get_why_not (choice));
}

/* Of what marks its entries by itself. Takes the text. */
static void
note_text (char **problem, char *text)
{
  if (*problem == NULL)
    *problem = text;
  else
    g_free (text);
}

static void
note_vector (char **problem, SeidelVectorChooser *chooser, SeidelVectorSpec *spec)
{
  g_autoptr (GError) error = NULL;

  if (!seidel_vector_chooser_get_spec (chooser, spec, &error) && *problem == NULL)
    *problem = g_strdup (error->message);
}

static void
read_choices (SeidelSetupPane *self, SeidelOptions *options)
{
  options->method = g_intern_string (seidel_choice_drop_down_get_id (self->method));
  /* Where the method chooses it or takes none, the options keep what they begin with. */
  if (gtk_widget_get_sensitive (GTK_WIDGET (self->preconditioner)))
    options->preconditioner =
      g_intern_string (seidel_choice_drop_down_get_id (self->preconditioner));
  options->engine = g_intern_string (seidel_choice_drop_down_get_id (self->engine));
  options->strategy = g_intern_string (seidel_choice_drop_down_get_id (self->strategy));
  options->precision = seidel_setup_pane_get_precision (self);
  options->storage = seidel_setup_pane_get_storage (self);
  options->arithmetic = seidel_setup_pane_get_arithmetic (self);
  options->threads = gtk_spin_button_get_value_as_int (self->threads);
  options->track_error = gtk_check_button_get_active (self->track_error);
}

char *
seidel_setup_pane_read (SeidelSetupPane *self,
                        SeidelOptions *options,
                        SeidelVectorSpec *rhs,
                        SeidelVectorSpec *guess)
{
  char *problem = NULL;

  read_choices (self, options);
  note_method (&problem, self->method);
  note_choice (&problem, self->method);
  note_choice (&problem, self->preconditioner);
  note_text (&problem, seidel_setup_pane_read_parameters (self, options->parameters));
  note_choice (&problem, self->engine);
  note_choice (&problem, self->strategy);
  note_choice (&problem, self->precision);
  note_choice (&problem, self->storage);
  note_text (&problem, seidel_setup_pane_read_shape (self, &options->shape));
  note_problem (&problem, self->tolerance, check_tolerance (self->tolerance, options));
  note_vector (&problem, self->rhs, rhs);
  note_vector (&problem, self->guess, guess);
  note_problem (&problem, self->max_iterations, check_iterations (self->max_iterations, options));
  note_problem (&problem, self->time_limit, check_time (self->time_limit, options));
  return problem;
}
