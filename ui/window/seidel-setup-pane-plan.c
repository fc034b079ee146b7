/* What is chosen in the set-up pane, planned: whenever something changes, the choices are planned
 * again and every widget shows the verdict on it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include <glib/gi18n.h>

#include "experiment/seidel-machine.h"
#include "views/seidel-gtk-fixes.h"

static SeidelPlanFacts
get_facts (SeidelSetupPane *self)
{
  SeidelPlanFacts facts = { .options = &self->options,
                            .machine = seidel_machine_known (),
                            .devices = seidel_devices_found () };

  if (self->document == NULL)
    return facts;
  facts.matrix = seidel_document_get_solved_matrix (self->document);
  facts.structure = seidel_document_get_solved_structure (self->document);
  for (int i = 0; i < 2; i++)
    facts.schedules[i] = seidel_document_get_solved_schedule (self->document, (SeidelDirection) i);
  return facts;
}

/* An option whose default has no effect is not offered, and stays at its default: a preconditioner
 * waits for a method that takes one. Returns whether it was so. */
static gboolean
drop_idle (SeidelSetupPane *self,
           const SeidelSetupRow *row,
           SeidelPlanFacts *facts,
           const SeidelVerdict *verdict)
{
  SeidelOptions options = self->options;
  g_autoptr (SeidelPlan) plan = NULL;

  if (verdict->kind != SEIDEL_VERDICT_REFUSED && !seidel_setup_row_is_idle (row, &options, verdict))
    return FALSE;
  seidel_setting_reset (row->setting, &options);
  facts->options = &options;
  plan = seidel_plan_new (facts);
  facts->options = &self->options;
  if (!seidel_setup_row_is_idle (row, &options, &plan->verdicts[row->setting->item]))
    return FALSE;
  self->options = options;
  return TRUE;
}

/* Reads the choices and plans with them. */
static SeidelPlan *
read_rows (SeidelSetupPane *self, SeidelPlanFacts *facts)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  SeidelPlan *plan;

  self->options = defaults;
  for (guint i = 0; i < self->rows->len; i++)
    seidel_setup_row_apply (self->rows->pdata[i], &self->options);
  plan = seidel_plan_new (facts);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SeidelSetupRow *row = self->rows->pdata[i];

      if (drop_idle (self, row, facts, &plan->verdicts[row->setting->item]))
        {
          seidel_plan_free (plan);
          plan = seidel_plan_new (facts);
        }
    }
  return plan;
}

/* The same plan, with what is known of the memory. */
static SeidelPlan *
add_room (SeidelSetupPane *self, SeidelPlan *plan, SeidelPlanFacts *facts)
{
  if (!plan->has_need)
    return plan;
  facts->room = seidel_memory_watch_get (self->memory, plan->engine, plan->options.device);
  seidel_plan_free (plan);
  return seidel_plan_new (facts);
}

static void
show_memory (SeidelSetupPane *self, const SeidelPlanFacts *facts, const SeidelPlan *plan)
{
  const SeidelVerdict *verdict = &plan->verdicts[SEIDEL_PLAN_MEMORY];
  gboolean fits = verdict->kind != SEIDEL_VERDICT_REFUSED;
  GtkWidget *label = GTK_WIDGET (self->memory_label);
  g_autofree char *need = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (label, plan->has_need);
  seidel_memory_watch_poll (self->memory, !fits);
  if (!plan->has_need)
    return;
  need = seidel_memory_need_describe (&plan->need, facts->room);
  text = fits ? g_strdup_printf (_ ("Needs %s"), need) : g_strdup (verdict->sentence);
  gtk_label_set_label (self->memory_label, text);
  seidel_widget_set_class (label, "dim-label", fits);
  seidel_widget_set_class (label, "error", !fits);
}

static void
show_advice (SeidelSetupPane *self, const SeidelPlanFacts *facts, const SeidelPlan *plan)
{
  gboolean automatic = g_str_equal (self->options.method, SEIDEL_METHOD_AUTO);

  gtk_widget_set_visible (GTK_WIDGET (self->advice), automatic && self->document != NULL);
  /* Without a plan that could start there is no new advice: the last one stays. */
  if (automatic && (plan->advice != NULL || facts->structure == NULL))
    seidel_advice_note_set_advice (self->advice, plan->advice, plan->candidate);
}

/* Which right-hand side is taken shows while the choice of it is folded away, too. */
static void
show_vectors (SeidelSetupPane *self)
{
  g_autofree char *name = seidel_vector_chooser_get_name (self->rhs);
  g_autofree char *label = g_strdup_printf (_ ("Right-hand side: %s"), name);

  gtk_expander_set_label (self->vectors, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->vectors), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
}

static char *
find_vector_problem (SeidelSetupPane *self)
{
  SeidelVectorChooser *const choosers[] = { self->rhs, self->guess };
  char *problem = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (choosers) && problem == NULL; i++)
    {
      SeidelVectorSpec spec = { 0 };
      g_autoptr (GError) error = NULL;

      if (!seidel_vector_chooser_get_spec (choosers[i], &spec, &error))
        problem = g_strdup (error->message);
      seidel_vector_spec_clear (&spec);
    }
  return problem;
}

/* Shown by its widget if that is visible; below the grid otherwise. */
static gboolean
is_shown_by_widget (SeidelSetupPane *self, SeidelPlanItem item)
{
  if (item == SEIDEL_PLAN_MEMORY)
    return TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const SeidelSetupRow *row = self->rows->pdata[i];

      /* A folded expander has no child. */
      if (row->setting->item == item && gtk_widget_get_visible (row->reason)
          && gtk_widget_is_ancestor (row->reason, GTK_WIDGET (self)))
        return TRUE;
    }
  return FALSE;
}

/* Whether another method would do. */
static bool
is_about_method (SeidelPlanItem refused)
{
  return refused == SEIDEL_PLAN_METHOD || refused == SEIDEL_PLAN_PRECONDITIONER
         || refused == SEIDEL_PLAN_PRECISION || refused == SEIDEL_PLAN_STRATEGY;
}

static void
show_problem (SeidelSetupPane *self, const SeidelPlan *plan)
{
  SeidelPlanItem refused = seidel_plan_refused (plan);
  g_autofree char *problem = refused != SEIDEL_N_PLAN_ITEMS
                               ? g_strdup (plan->verdicts[refused].sentence)
                               : find_vector_problem (self);

  gtk_label_set_label (self->problem_label, problem != NULL ? problem : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem_label),
                          problem != NULL && !is_shown_by_widget (self, refused));
  gtk_widget_set_visible (self->use_automatic,
                          is_about_method (refused) && self->document != NULL
                            && !g_str_equal (self->options.method, SEIDEL_METHOD_AUTO));
  if (g_strcmp0 (problem, self->problem) == 0)
    return;
  g_free (self->problem);
  self->problem = g_steal_pointer (&problem);
  g_object_notify (G_OBJECT (self), "problem");
}

void
seidel_setup_pane_update (SeidelSetupPane *self)
{
  g_autoptr (GArray) answers = seidel_plan_answers_new ();
  SeidelPlanFacts facts = get_facts (self);
  g_autoptr (SeidelPlan) plan = NULL;

  if (self->updating)
    return;
  self->updating = TRUE;
  facts.answers = answers;
  plan = add_room (self, read_rows (self, &facts), &facts);
  for (guint i = 0; i < self->rows->len; i++)
    seidel_setup_row_show (self->rows->pdata[i], &facts, plan);
  show_advice (self, &facts, plan);
  show_vectors (self);
  show_memory (self, &facts, plan);
  show_problem (self, plan);
  self->updating = FALSE;
  g_signal_emit_by_name (self, "changed");
}
