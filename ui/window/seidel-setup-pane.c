/* How to solve: every choice of a run, checked while it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include "method/seidel-preconditioner.h"
#include "model/seidel-number.h"

#define MARGIN_BELOW 9 /* pixels under what is scrolled to */

enum
{
  PROP_0,
  PROP_PROBLEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelSetupPane, seidel_setup_pane, GTK_TYPE_WIDGET)

static void
update_advice (SeidelSetupPane *self, const SeidelOptions *options)
{
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);
  gboolean automatic = seidel_setup_pane_get_method (self) == NULL;
  g_autoptr (SeidelAdvice) advice = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->advice), automatic && self->document != NULL);
  if (!automatic)
    return;
  if (structure != NULL)
    advice = seidel_advise (structure, options);
  seidel_advice_note_set_advice (self->advice, advice);
}

/* Which right-hand side is taken shows while the choice of it is folded away, too. */
static void
update_vectors (SeidelSetupPane *self)
{
  g_autofree char *label =
    g_strdup_printf ("Right-hand side: %s", seidel_vector_chooser_get_name (self->rhs));

  gtk_expander_set_label (self->vectors, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->vectors), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static void
update (SeidelSetupPane *self)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelVectorSpec rhs = { 0 };
  SeidelVectorSpec guess = { 0 };
  g_autofree char *problem = NULL;

  if (self->updating)
    return;
  seidel_setup_pane_show_parameters (self);
  seidel_setup_pane_show_shape (self);
  seidel_setup_pane_update_sensitivity (self);
  seidel_setup_pane_update_switches (self);
  update_vectors (self);
  problem = seidel_setup_pane_read (self, &options, &rhs, &guess);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  update_advice (self, &options);

  gtk_label_set_label (self->problem_label, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), problem != NULL);
  if (g_strcmp0 (problem, self->problem) != 0)
    {
      g_free (self->problem);
      self->problem = g_steal_pointer (&problem);
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
    }
  seidel_setup_pane_update_memory (self, &options);
}

/* Return in an entry means what it means in a dialog. */
static void
activate_cb (SeidelSetupPane *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.solve", NULL);
}

/* One choice decides what others there are. */
static void
refill (SeidelSetupPane *self)
{
  if (self->updating)
    return;
  self->updating = TRUE;
  seidel_setup_pane_fill (self);
  self->updating = FALSE;
  update (self);
}

static void
preconditioner_changed_cb (SeidelSetupPane *self)
{
  if (self->updating)
    return;
  g_free (self->preconditioner_wanted);
  self->preconditioner_wanted = g_strdup (seidel_choice_drop_down_get_id (self->preconditioner));
  refill (self);
}

void
seidel_setup_pane_set_document (SeidelSetupPane *self, SeidelDocument *document)
{
  gboolean opened; /* and not put into another order */

  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));

  if (self->document == document)
    return;
  opened =
    document != NULL
    && (self->document == NULL
        || seidel_document_get_natural (self->document) != seidel_document_get_natural (document));
  g_set_object (&self->document, document);
  g_signal_group_set_target (self->signals, document);
  if (opened)
    seidel_vector_chooser_set_filed (self->rhs, seidel_document_get_matrix (document)->rhs != NULL);
  refill (self);
}

const char *
seidel_setup_pane_get_problem (SeidelSetupPane *self)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), NULL);
  return self->problem;
}

gboolean
seidel_setup_pane_get (SeidelSetupPane *self,
                       SeidelOptions *options,
                       SeidelVectorSpec *rhs,
                       SeidelVectorSpec *guess)
{
  SeidelOptions read = SEIDEL_OPTIONS_INIT;
  SeidelVectorSpec read_rhs = { 0 };
  SeidelVectorSpec read_guess = { 0 };
  g_autofree char *problem = NULL;

  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);

  problem = seidel_setup_pane_read (self, &read, &read_rhs, &read_guess);
  if (problem != NULL)
    {
      seidel_vector_spec_clear (&read_rhs);
      seidel_vector_spec_clear (&read_guess);
      return FALSE;
    }
  *options = read;
  *rhs = read_rhs;
  *guess = read_guess;
  return TRUE;
}

gboolean
seidel_setup_pane_set_method (SeidelSetupPane *self, const char *id)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);
  return seidel_choice_drop_down_select (self->method, id);
}

gboolean
seidel_setup_pane_set_preconditioner (SeidelSetupPane *self, const char *id)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);

  if (seidel_preconditioner_find (id) == NULL)
    return FALSE;
  g_free (self->preconditioner_wanted);
  self->preconditioner_wanted = g_strdup (id);
  refill (self);
  return TRUE;
}

static void
seidel_setup_pane_dispose (GObject *object)
{
  SeidelSetupPane *self = SEIDEL_SETUP_PANE (object);

  self->updating = TRUE;
  g_clear_object (&self->signals);
  g_clear_object (&self->document);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_SETUP_PANE);

  G_OBJECT_CLASS (seidel_setup_pane_parent_class)->dispose (object);
}

static void
seidel_setup_pane_finalize (GObject *object)
{
  SeidelSetupPane *self = SEIDEL_SETUP_PANE (object);

  g_free (self->problem);
  g_free (self->preconditioner_wanted);
  g_free (self->memory);
  g_ptr_array_unref (self->switches);

  G_OBJECT_CLASS (seidel_setup_pane_parent_class)->finalize (object);
}

static void
seidel_setup_pane_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  SeidelSetupPane *self = SEIDEL_SETUP_PANE (object);

  if (prop_id == PROP_PROBLEM)
    g_value_set_string (value, self->problem);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
seidel_setup_pane_class_init (SeidelSetupPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = seidel_setup_pane_dispose;
  object_class->finalize = seidel_setup_pane_finalize;
  object_class->get_property = seidel_setup_pane_get_property;

  properties[PROP_PROBLEM] =
    g_param_spec_string ("problem", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SEIDEL_TYPE_ADVICE_NOTE);
  g_type_ensure (SEIDEL_TYPE_VECTOR_CHOOSER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_css_name (widget_class, "setuppane");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/seidel/Workbench/ui/seidel-setup-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, box);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, method);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, engine);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, strategy);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, precision);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, tolerance);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, problem_label);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, memory_label);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, advice);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, grid);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, preconditioner);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, track_error);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, vectors);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, limits);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, rhs);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, guess);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, max_iterations);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, time_limit);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, threads);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, details);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, storage);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, shape_label);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, shape);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, details_grid);
}

static void
fill_all (SeidelSetupPane *self)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  g_autofree char *tolerance = seidel_number_to_text (defaults.tolerance);
  g_autofree char *iterations = g_strdup_printf ("%" G_GINT64_FORMAT, defaults.max_iterations);
  int processors = (int) g_get_num_processors ();
  GtkDropDown *drop_downs[] = { self->method,   self->preconditioner, self->engine,
                                self->strategy, self->precision,      self->storage };

  for (gsize i = 0; i < G_N_ELEMENTS (drop_downs); i++)
    seidel_choice_drop_down_init (drop_downs[i], NULL);
  self->preconditioner_wanted = g_strdup (defaults.preconditioner);
  seidel_setup_pane_add_parameters (self);
  seidel_setup_pane_add_switches (self);
  seidel_setup_pane_fill (self);
  seidel_vector_chooser_set_role (self->rhs, SEIDEL_VECTOR_ROLE_RHS);
  seidel_vector_chooser_set_role (self->guess, SEIDEL_VECTOR_ROLE_GUESS);

  /* What nobody chose is left to the advisor. */
  seidel_choice_drop_down_select (self->method, SEIDEL_METHOD_AUTO);
  seidel_choice_drop_down_select (self->engine, defaults.engine);
  seidel_choice_drop_down_select (self->strategy, defaults.strategy);
  seidel_choice_drop_down_select (self->precision, seidel_precision_id (defaults.precision));
  gtk_editable_set_text (self->tolerance, tolerance);
  gtk_editable_set_text (self->max_iterations, iterations);
  gtk_spin_button_set_range (self->threads, 1, processors);
  gtk_spin_button_set_increments (self->threads, 1, 4);
  gtk_spin_button_set_value (self->threads, processors);
}

/* Where an expander was opened, what is in it comes in sight, as soon as it has its place. */
static gboolean
reveal_cb (GtkWidget *expander, GdkFrameClock *clock, gpointer data)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (expander, GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *child = gtk_expander_get_child (GTK_EXPANDER (expander));
  GtkAdjustment *rows;
  double x;
  double y;

  if (scrolled == NULL || child == NULL || gtk_widget_get_height (child) == 0)
    return scrolled != NULL && child != NULL && gtk_expander_get_expanded (GTK_EXPANDER (expander))
             ? G_SOURCE_CONTINUE
             : G_SOURCE_REMOVE;
  rows = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  gtk_widget_translate_coordinates (child, scrolled, 0, gtk_widget_get_height (child), &x, &y);
  y += MARGIN_BELOW - gtk_widget_get_height (scrolled);
  if (y > 0)
    gtk_adjustment_set_value (rows, gtk_adjustment_get_value (rows) + y);
  return G_SOURCE_REMOVE;
}

static void
expanded_cb (GtkExpander *expander)
{
  if (gtk_expander_get_expanded (expander) && gtk_widget_get_mapped (GTK_WIDGET (expander)))
    gtk_widget_add_tick_callback (GTK_WIDGET (expander), reveal_cb, NULL, NULL);
}

static void
connect_entry (SeidelSetupPane *self, gpointer entry)
{
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (activate_cb), self);
}

static void
connect_all (SeidelSetupPane *self)
{
  GtkDropDown *drop_downs[] = { self->method, self->engine, self->strategy, self->precision,
                                self->storage };
  GtkEditable *entries[] = { self->tolerance, self->max_iterations, self->time_limit, self->shape };
  GtkExpander *expanders[] = { self->vectors, self->limits, self->details };

  for (gsize i = 0; i < G_N_ELEMENTS (drop_downs); i++)
    g_signal_connect_swapped (drop_downs[i], "notify::selected", G_CALLBACK (refill), self);
  g_signal_connect_swapped (self->preconditioner, "notify::selected",
                            G_CALLBACK (preconditioner_changed_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    connect_entry (self, entries[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (expanders); i++)
    g_signal_connect (expanders[i], "notify::expanded", G_CALLBACK (expanded_cb), NULL);
  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    connect_entry (self, self->parameters[i]);
  for (guint i = 0; i < self->switches->len; i++)
    g_signal_connect_swapped (self->switches->pdata[i], "toggled", G_CALLBACK (refill), self);
  g_signal_connect_swapped (self->track_error, "toggled", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->threads, "value-changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->rhs, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->guess, "changed", G_CALLBACK (update), self);
}

static void
seidel_setup_pane_init (SeidelSetupPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->updating = TRUE;
  fill_all (self);
  self->updating = FALSE;
  connect_all (self);

  self->signals = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "notify::structure", G_CALLBACK (refill), self);
  g_signal_group_connect_swapped (self->signals, "notify::forward", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->signals, "notify::backward", G_CALLBACK (update), self);
  update (self);
}
