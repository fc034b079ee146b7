/* The other run of a race.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-race-dialog.h"

#include <glib/gi18n.h>

#include "engine/seidel-engines.h"
#include "model/seidel-class.h"
#include "model/seidel-run-title.h"
#include "run/seidel-trace.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"

struct _SeidelRaceDialog
{
  AdwWindow parent_instance;

  /* Template */
  GtkWidget *cancel;
  GtkWidget *start;
  GtkLabel *explanation;
  SeidelSetupPane *opponent;

  /* Owned */
  SeidelSetupPane *first;
};

enum
{
  SIGNAL_START,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelRaceDialog, seidel_race_dialog, ADW_TYPE_WINDOW)

gboolean
seidel_race_dialog_get (SeidelRaceDialog *self,
                        SeidelOptions options[2],
                        SeidelVectorSpec *rhs,
                        SeidelVectorSpec *guess)
{
  SeidelVectorSpec unused[2] = { 0 };

  g_return_val_if_fail (SEIDEL_IS_RACE_DIALOG (self), FALSE);

  if (!seidel_setup_pane_get (self->opponent, &options[1], &unused[0], &unused[1]))
    return FALSE;
  seidel_vector_spec_clear (&unused[0]);
  seidel_vector_spec_clear (&unused[1]);
  return seidel_setup_pane_get (self->first, &options[0], rhs, guess);
}

static void
start_cb (SeidelRaceDialog *self)
{
  g_signal_emit (self, signals[SIGNAL_START], 0);
  gtk_window_close (GTK_WINDOW (self));
}

static void
changed_cb (SeidelRaceDialog *self)
{
  const char *problem = seidel_setup_pane_get_problem (self->opponent);

  if (problem == NULL && seidel_setup_pane_equal (self->first, self->opponent))
    problem = _ ("Both runs are set up the same; choose something else for one of them");

  gtk_widget_set_sensitive (self->start, problem == NULL);
  gtk_widget_set_tooltip_text (self->start, problem);
}

/* Another engine that is available, or NULL: what a race is mostly about. */
static const char *
find_other_engine (const char *id)
{
  size_t n;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);

  for (size_t i = 0; i < n; i++)
    if (engines[i].available && !seidel_engine_is_distributed (engines[i].engine)
        && !g_str_equal (engines[i].id, id))
      return engines[i].id;
  return NULL;
}

/* Where there is one engine only: a method that can solve the system, too. */
static void
choose_other_method (SeidelRaceDialog *self, const char *method)
{
  static const char *const usual[] = { "gauss-seidel", "cg", "bicgstab", "lsqr", "lsmr" };

  for (gsize i = 0; i < G_N_ELEMENTS (usual); i++)
    if (!g_str_equal (usual[i], method) && seidel_setup_pane_set_method (self->opponent, usual[i])
        && seidel_setup_pane_get_problem (self->opponent) == NULL)
      return;
  seidel_setup_pane_set_method (self->opponent, method);
}

static void
explain (SeidelRaceDialog *self, SeidelDocument *document, const SeidelOptions *options)
{
  const SeidelMatrix *matrix = seidel_document_get_matrix (document);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelRunTitle title;
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;

  seidel_run_title_init (&title, options, NULL, trace, matrix->name, matrix->ordering);
  name = seidel_run_title_join (&title, ~title.usual);
  text = g_strdup_printf (_ ("Two runs on the same system start at the same time; when both have "
                             "ended, their solutions are compared. The first is %s, as set up in "
                             "the window. Choose the other one:"),
                          name);
  gtk_label_set_label (self->explanation, text);
  seidel_run_title_clear (&title);
}

static void
seidel_race_dialog_dispose (GObject *object)
{
  SeidelRaceDialog *self = SEIDEL_RACE_DIALOG (object);

  g_clear_object (&self->first);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_RACE_DIALOG);

  G_OBJECT_CLASS (seidel_race_dialog_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelRaceDialog, name)

static void
seidel_race_dialog_class_init (SeidelRaceDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_race_dialog_dispose;
  signals[SIGNAL_START] = seidel_class_add_signal (klass, "start", 0);
  g_type_ensure (SEIDEL_TYPE_SETUP_PANE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  seidel_template_bind (widget_class, "race-dialog", CHILD (cancel), CHILD (start),
                        CHILD (explanation), CHILD (opponent));
  gtk_widget_class_bind_template_callback (widget_class, start_cb);
}

static void
seidel_race_dialog_init (SeidelRaceDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  seidel_fix_button_names (GTK_WIDGET (self));
  seidel_setup_pane_hide_vectors (self->opponent);
}

GtkWidget *
seidel_race_dialog_new (SeidelDocument *document, SeidelSetupPane *first)
{
  SeidelRaceDialog *self = g_object_new (SEIDEL_TYPE_RACE_DIALOG, NULL);
  g_autoptr (GVariant) state = g_variant_ref_sink (seidel_setup_pane_save (first));
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelVectorSpec rhs = { 0 };
  SeidelVectorSpec guess = { 0 };
  const char *other;
  GVariantDict dict;

  self->first = g_object_ref (first);
  seidel_setup_pane_get (first, &options, &rhs, &guess);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
  explain (self, document, &options);
  g_variant_dict_init (&dict, state);
  other = find_other_engine (options.engine);
  if (other != NULL)
    g_variant_dict_insert (&dict, "engine", "s", other);
  g_variant_unref (g_steal_pointer (&state));
  state = g_variant_ref_sink (g_variant_dict_end (&dict));
  seidel_setup_pane_set_document (self->opponent, document);
  seidel_setup_pane_load (self->opponent, state);
  if (other == NULL)
    choose_other_method (self, options.method);
  g_signal_connect_object (self->opponent, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  changed_cb (self);
  gtk_window_set_focus (GTK_WINDOW (self), self->start);
  return GTK_WIDGET (self);
}
