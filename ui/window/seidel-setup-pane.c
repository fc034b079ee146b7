/* How to solve: every choice of a run, checked while it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane.h"

#include "engine/seidel-engines.h"
#include "method/seidel-method.h"
#include "model/seidel-number.h"
#include "window/seidel-choice.h"
#include "window/seidel-vector-chooser.h"

#define AUTO "auto"

struct _SeidelSetupPane
{
  GtkWidget parent_instance;

  /* Template */
  GtkWidget *box;
  GtkDropDown *method;
  GtkDropDown *engine;
  GtkDropDown *strategy;
  GtkDropDown *precision;
  GtkEditable *tolerance;
  GtkLabel *problem_label;
  GtkLabel *method_note;
  GtkExpander *vectors;
  GtkExpander *limits;
  SeidelVectorChooser *rhs;
  SeidelVectorChooser *guess;
  GtkEditable *max_iterations;
  GtkEditable *time_limit;
  GtkSpinButton *threads;

  /* Owned */
  SeidelDocument *document;
  GSignalGroup *signals;
  char *problem;

  gboolean updating;      /* choices are being put in: what they signal is not news */
  gboolean method_chosen; /* by the user, now or in an earlier session: it stays */
};

enum
{
  PROP_0,
  PROP_PROBLEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (SeidelSetupPane, seidel_setup_pane, GTK_TYPE_WIDGET)

/* --- the choices, from their tables ---------------------------------------- */

static GPtrArray *
new_choices (void)
{
  return g_ptr_array_new_with_free_func (g_object_unref);
}

static void
fill_methods (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  SeidelStructure *structure =
    self->document != NULL ? seidel_document_get_structure (self->document) : NULL;
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *why_not = NULL;

      if (structure != NULL)
        seidel_method_applies (&methods[i], structure, &why_not);
      g_ptr_array_add (choices, seidel_choice_new (methods[i].id, methods[i].name,
                                                   methods[i].sentence, why_not));
    }
  seidel_choice_drop_down_fill (self->method, choices);
}

static void
fill_engines (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  size_t n;
  const SeidelEngineEntryInfo *entries = seidel_engines (&n);

  for (size_t i = 0; i < n; i++)
    g_ptr_array_add (choices,
                     seidel_choice_new (entries[i].id, entries[i].name,
                                        entries[i].engine != NULL ? entries[i].engine->sentence
                                                                  : NULL,
                                        entries[i].available ? NULL : entries[i].why_not));
  seidel_choice_drop_down_fill (self->engine, choices);
}

static const SeidelEngine *
selected_engine (SeidelSetupPane *self)
{
  const char *id = seidel_choice_drop_down_get_id (self->engine);
  const SeidelEngineEntryInfo *entry = id != NULL ? seidel_engines_find (id) : NULL;

  return entry != NULL ? entry->engine : NULL;
}

static void
fill_strategies (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  const SeidelEngine *engine = selected_engine (self);

  g_ptr_array_add (choices,
                   seidel_choice_new (AUTO, "Automatic",
                                      "Chosen by the matrix; the run says what and why", NULL));
  for (int i = 0; engine != NULL && i < engine->n_strategies; i++)
    g_ptr_array_add (choices,
                     seidel_choice_new (engine->strategies[i].id, engine->strategies[i].name,
                                        engine->strategies[i].sentence, NULL));
  seidel_choice_drop_down_fill (self->strategy, choices);
}

static void
fill_precisions (SeidelSetupPane *self)
{
  g_autoptr (GPtrArray) choices = new_choices ();
  size_t n;
  const SeidelPrecisionInfo *precisions = seidel_precisions (&n);

  /* The one with the most digits comes first. */
  while (n-- > 0)
    g_ptr_array_add (choices, seidel_choice_new (precisions[n].id, precisions[n].name,
                                                 precisions[n].sentence, NULL));
  seidel_choice_drop_down_fill (self->precision, choices);
}

/* --- the method, as long as nobody has chosen one -------------------------- */

static SeidelChoice *
usual_method (SeidelSetupPane *self)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;

  return seidel_choice_drop_down_find (self->method, defaults.method);
}

/* The usual one when it suits, else the first that does. When none does, the usual one stays and
 * says what it lacks. */
static void
pick_method (SeidelSetupPane *self)
{
  SeidelChoice *pick = usual_method (self);

  if (self->method_chosen)
    return;
  if (seidel_choice_get_why_not (pick) != NULL)
    {
      SeidelChoice *usable = seidel_choice_drop_down_first_usable (self->method);

      pick = usable != NULL ? usable : pick;
    }
  seidel_choice_drop_down_select (self->method, seidel_choice_get_id (pick));
}

/* A method that nobody chose and that is not the usual one wants a word of explanation. */
static void
update_method_note (SeidelSetupPane *self)
{
  SeidelChoice *method = seidel_choice_drop_down_get (self->method);
  SeidelChoice *usual = usual_method (self);
  g_autofree char *note = NULL;

  if (!self->method_chosen && method != usual)
    note = g_strdup_printf ("%s was picked. %s", seidel_choice_get_name (method),
                            seidel_choice_get_why_not (usual));
  gtk_label_set_label (self->method_note, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->method_note), note != NULL);
}

/* --- reading the entries --------------------------------------------------- */

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

/* Marks the entry and keeps the first problem. */
static void
note_problem (char **problem, GtkWidget *entry, const char *text)
{
  if (text != NULL)
    gtk_widget_add_css_class (entry, "error");
  else
    gtk_widget_remove_css_class (entry, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_STATE_INVALID,
                               text != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                            : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
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

static void
note_choice (char **problem, GtkDropDown *drop_down)
{
  SeidelChoice *choice = seidel_choice_drop_down_get (drop_down);

  if (choice == NULL)
    return;
  gtk_widget_set_tooltip_text (GTK_WIDGET (drop_down), seidel_choice_get_why_not (choice) != NULL
                                                         ? seidel_choice_get_why_not (choice)
                                                         : seidel_choice_get_sentence (choice));
  if (*problem == NULL)
    *problem = g_strdup (seidel_choice_get_why_not (choice));
}

static void
note_vector (char **problem, SeidelVectorChooser *chooser, SeidelVectorSpec *spec)
{
  g_autoptr (GError) error = NULL;

  if (!seidel_vector_chooser_get_spec (chooser, spec, &error) && *problem == NULL)
    *problem = g_strdup (error->message);
}

/* Reads everything; returns the first problem, or NULL. What was filled of the specs is to be
 * cleared. */
static char *
read_all (SeidelSetupPane *self,
          SeidelOptions *options,
          SeidelVectorSpec *rhs,
          SeidelVectorSpec *guess)
{
  char *problem = NULL;

  options->method = g_intern_string (seidel_choice_drop_down_get_id (self->method));
  options->engine = g_intern_string (seidel_choice_drop_down_get_id (self->engine));
  options->strategy = g_intern_string (seidel_choice_drop_down_get_id (self->strategy));
  seidel_precision_parse (seidel_choice_drop_down_get_id (self->precision), &options->precision);
  options->threads = gtk_spin_button_get_value_as_int (self->threads);

  note_method (&problem, self->method);
  note_choice (&problem, self->method);
  note_choice (&problem, self->engine);
  note_choice (&problem, self->precision);
  note_problem (&problem, GTK_WIDGET (self->tolerance), check_tolerance (self->tolerance, options));
  note_vector (&problem, self->rhs, rhs);
  note_vector (&problem, self->guess, guess);
  note_problem (&problem, GTK_WIDGET (self->max_iterations),
                check_iterations (self->max_iterations, options));
  note_problem (&problem, GTK_WIDGET (self->time_limit), check_time (self->time_limit, options));
  return problem;
}

/* --- following changes ----------------------------------------------------- */

static void
update_strategy (SeidelSetupPane *self)
{
  const char *id = seidel_choice_drop_down_get_id (self->method);
  const SeidelMethod *method = id != NULL ? seidel_method_find (id) : NULL;
  gboolean applies = method != NULL && method->sweeps != SEIDEL_SWEEPS_NONE;
  SeidelChoice *choice = seidel_choice_drop_down_get (self->strategy);
  g_autofree char *why_not = NULL;

  if (method != NULL && !applies)
    why_not = g_strdup_printf ("%s has no sweeps: there is nothing to choose", method->name);
  gtk_widget_set_sensitive (GTK_WIDGET (self->strategy), applies);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->strategy), why_not != NULL ? why_not
                                                            : choice != NULL
                                                              ? seidel_choice_get_sentence (choice)
                                                              : NULL);
}

static void
update_threads (SeidelSetupPane *self)
{
  const char *id = seidel_choice_drop_down_get_id (self->engine);
  const SeidelEngineEntryInfo *entry = id != NULL ? seidel_engines_find (id) : NULL;
  gboolean applies = entry == NULL || entry->engine == NULL || entry->engine->uses_threads;
  g_autofree char *why_not = NULL;

  if (!applies)
    why_not = g_strdup_printf ("The %s engine does not use the processor’s threads", entry->name);
  gtk_widget_set_sensitive (GTK_WIDGET (self->threads), applies);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->threads), why_not);
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
  problem = read_all (self, &options, &rhs, &guess);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  update_method_note (self);
  update_strategy (self);
  update_threads (self);

  gtk_label_set_label (self->problem_label, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label), problem != NULL);
  if (g_strcmp0 (problem, self->problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_steal_pointer (&problem);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PROBLEM]);
}

/* Return in an entry means what it means in a dialog. */
static void
activate_cb (SeidelSetupPane *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.solve", NULL);
}

static void
method_changed_cb (SeidelSetupPane *self)
{
  if (self->updating)
    return;
  self->method_chosen = TRUE;
  update (self);
}

static void
engine_changed_cb (SeidelSetupPane *self)
{
  if (self->updating)
    return;
  self->updating = TRUE;
  fill_strategies (self);
  self->updating = FALSE;
  update (self);
}

static void
structure_changed_cb (SeidelSetupPane *self)
{
  self->updating = TRUE;
  fill_methods (self);
  pick_method (self);
  self->updating = FALSE;
  update (self);
}

void
seidel_setup_pane_set_document (SeidelSetupPane *self, SeidelDocument *document)
{
  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));

  if (!g_set_object (&self->document, document))
    return;
  g_signal_group_set_target (self->signals, document);
  structure_changed_cb (self);
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

  problem = read_all (self, &read, &read_rhs, &read_guess);
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

  if (!seidel_choice_drop_down_select (self->method, id))
    return FALSE;
  /* What was selected before does not notify, but is chosen now. */
  method_changed_cb (self);
  return TRUE;
}

/* --- the session ----------------------------------------------------------- */

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
  g_autofree char *text = seidel_vector_chooser_get_text (chooser);

  if (text != NULL)
    g_variant_dict_insert (dict, key, "s", text);
}

GVariant *
seidel_setup_pane_save (SeidelSetupPane *self)
{
  GVariantDict dict;

  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), NULL);

  g_variant_dict_init (&dict, NULL);
  if (self->method_chosen)
    save_choice (&dict, "method", self->method);
  save_choice (&dict, "engine", self->engine);
  save_choice (&dict, "strategy", self->strategy);
  save_choice (&dict, "precision", self->precision);
  save_entry (&dict, "tolerance", self->tolerance);
  save_entry (&dict, "max-iterations", self->max_iterations);
  save_entry (&dict, "time-limit", self->time_limit);
  g_variant_dict_insert (&dict, "threads", "i", gtk_spin_button_get_value_as_int (self->threads));
  save_vector (&dict, "rhs", self->rhs);
  save_vector (&dict, "guess", self->guess);
  g_variant_dict_insert (&dict, "vectors-expanded", "b", gtk_expander_get_expanded (self->vectors));
  g_variant_dict_insert (&dict, "limits-expanded", "b", gtk_expander_get_expanded (self->limits));
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

void
seidel_setup_pane_load (SeidelSetupPane *self, GVariant *state)
{
  GVariantDict dict;
  const char *text;
  gint32 threads;
  gboolean expanded;

  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));
  g_return_if_fail (g_variant_is_of_type (state, G_VARIANT_TYPE_VARDICT));

  g_variant_dict_init (&dict, state);
  load_choice (&dict, "engine", self->engine);
  if (g_variant_dict_lookup (&dict, "method", "&s", &text))
    seidel_setup_pane_set_method (self, text);
  load_choice (&dict, "strategy", self->strategy);
  load_choice (&dict, "precision", self->precision);
  load_entry (&dict, "tolerance", self->tolerance);
  load_entry (&dict, "max-iterations", self->max_iterations);
  load_entry (&dict, "time-limit", self->time_limit);
  if (g_variant_dict_lookup (&dict, "threads", "i", &threads))
    gtk_spin_button_set_value (self->threads, threads);
  if (g_variant_dict_lookup (&dict, "rhs", "&s", &text))
    seidel_vector_chooser_set_text (self->rhs, text);
  if (g_variant_dict_lookup (&dict, "guess", "&s", &text))
    seidel_vector_chooser_set_text (self->guess, text);
  if (g_variant_dict_lookup (&dict, "vectors-expanded", "b", &expanded))
    gtk_expander_set_expanded (self->vectors, expanded);
  if (g_variant_dict_lookup (&dict, "limits-expanded", "b", &expanded))
    gtk_expander_set_expanded (self->limits, expanded);
  g_variant_dict_clear (&dict);
}

/* --- the object ------------------------------------------------------------ */

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
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, method_note);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, vectors);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, limits);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, rhs);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, guess);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, max_iterations);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, time_limit);
  gtk_widget_class_bind_template_child (widget_class, SeidelSetupPane, threads);
}

static void
fill_all (SeidelSetupPane *self)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  g_autofree char *tolerance = seidel_number_to_text (defaults.tolerance);
  g_autofree char *iterations = g_strdup_printf ("%" G_GINT64_FORMAT, defaults.max_iterations);
  int processors = (int) g_get_num_processors ();
  GtkDropDown *drop_downs[] = { self->method, self->engine, self->strategy, self->precision };

  for (gsize i = 0; i < G_N_ELEMENTS (drop_downs); i++)
    seidel_choice_drop_down_init (drop_downs[i]);
  fill_methods (self);
  fill_engines (self);
  fill_strategies (self);
  fill_precisions (self);
  seidel_vector_chooser_set_role (self->rhs, SEIDEL_VECTOR_ROLE_RHS);
  seidel_vector_chooser_set_role (self->guess, SEIDEL_VECTOR_ROLE_GUESS);

  seidel_choice_drop_down_select (self->method, defaults.method);
  seidel_choice_drop_down_select (self->engine, defaults.engine);
  seidel_choice_drop_down_select (self->strategy, defaults.strategy);
  seidel_choice_drop_down_select (self->precision, seidel_precision_id (defaults.precision));
  gtk_editable_set_text (self->tolerance, tolerance);
  gtk_editable_set_text (self->max_iterations, iterations);
  gtk_spin_button_set_range (self->threads, 1, processors);
  gtk_spin_button_set_increments (self->threads, 1, 4);
  gtk_spin_button_set_value (self->threads, processors);
}

static void
connect_all (SeidelSetupPane *self)
{
  GtkDropDown *drop_downs[] = { self->strategy, self->precision };
  GtkEditable *entries[] = { self->tolerance, self->max_iterations, self->time_limit };

  for (gsize i = 0; i < G_N_ELEMENTS (drop_downs); i++)
    g_signal_connect_swapped (drop_downs[i], "notify::selected", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->method, "notify::selected", G_CALLBACK (method_changed_cb), self);
  g_signal_connect_swapped (self->engine, "notify::selected", G_CALLBACK (engine_changed_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_signal_connect_swapped (entries[i], "changed", G_CALLBACK (update), self);
      g_signal_connect_swapped (entries[i], "activate", G_CALLBACK (activate_cb), self);
    }
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
  g_signal_group_connect_swapped (self->signals, "notify::structure",
                                  G_CALLBACK (structure_changed_cb), self);
  update (self);
}
