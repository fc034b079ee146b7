/* How to solve: every choice of a run, checked while it is made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

#include <glib/gi18n.h>

#include "model/seidel-class.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-choice.h"

#define MARGIN_BELOW 9 /* pixels under what is scrolled to */

enum
{
  PROP_0,
  PROP_PROBLEM,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_CHANGED,
  SIGNAL_SIDES_FOUND,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelSetupPane, seidel_setup_pane, ADW_TYPE_BIN)

void
seidel_setup_pane_focus_rhs (SeidelSetupPane *self)
{
  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));
  gtk_expander_set_expanded (self->vectors, TRUE);
  seidel_vector_chooser_focus (self->rhs);
}

void
seidel_setup_pane_hide_vectors (SeidelSetupPane *self)
{
  g_return_if_fail (SEIDEL_IS_SETUP_PANE (self));
  gtk_widget_set_visible (GTK_WIDGET (self->vectors), FALSE);
}

static void
use_automatic_cb (SeidelSetupPane *self)
{
  seidel_setup_pane_set_method (self, SEIDEL_METHOD_AUTO);
}

/* Return in an entry means what it means in a dialog. */
static void
activate_cb (SeidelSetupPane *self)
{
  if (!gtk_widget_activate_action (GTK_WIDGET (self), "win.solve", NULL))
    gtk_widget_activate_default (GTK_WIDGET (self));
}

SeidelSetupRow *
seidel_setup_pane_find_row (SeidelSetupPane *self, SeidelPlanItem item)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      SeidelSetupRow *row = self->rows->pdata[i];

      if (row->setting->item == item)
        return row;
    }
  g_return_val_if_reached (NULL);
}

/* Returns whether there is such a choice. */
gboolean
seidel_setup_pane_choose (SeidelSetupPane *self, SeidelSetupRow *row, const char *text)
{
  if (!seidel_setup_row_set_text (row, text, &self->options))
    return FALSE;
  seidel_setup_pane_update (self);
  return TRUE;
}

static void
selected_cb (SeidelSetupPane *self, GParamSpec *pspec, GtkDropDown *drop_down)
{
  const char *id = seidel_choice_drop_down_get_id (drop_down);

  for (guint i = 0; !self->updating && id != NULL && i < self->rows->len; i++)
    {
      SeidelSetupRow *row = self->rows->pdata[i];

      if (row->widget == GTK_WIDGET (drop_down))
        seidel_setup_pane_choose (self, row, id);
    }
}

/* Where the file of the matrix has several right-hand sides their choice comes first: below
 * everything else it may be out of sight. */
static void
place_vectors (SeidelSetupPane *self, gboolean first)
{
  GtkWidget *vectors = GTK_WIDGET (self->vectors);
  GtkWidget *box = gtk_widget_get_parent (vectors);

  gtk_box_reorder_child_after (GTK_BOX (box), vectors,
                               first ? gtk_widget_get_first_child (box)
                                     : GTK_WIDGET (self->memory_label));
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
    {
      place_vectors (self, FALSE);
      seidel_vector_chooser_set_matrix (self->rhs, seidel_document_get_matrix (document));
    }
  seidel_setup_pane_update (self);
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
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);

  if (self->problem != NULL)
    return FALSE;
  *options = self->options;
  return seidel_vector_chooser_get_spec (self->rhs, rhs, NULL)
         && seidel_vector_chooser_get_spec (self->guess, guess, NULL);
}

int
seidel_setup_pane_get_rhs_columns (SeidelSetupPane *self)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), 1);
  return seidel_vector_chooser_get_all (self->rhs);
}

gboolean
seidel_setup_pane_set_method (SeidelSetupPane *self, const char *id)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);
  return seidel_setup_pane_choose (self, seidel_setup_pane_find_row (self, SEIDEL_PLAN_METHOD), id);
}

gboolean
seidel_setup_pane_set_preconditioner (SeidelSetupPane *self, const char *id)
{
  g_return_val_if_fail (SEIDEL_IS_SETUP_PANE (self), FALSE);
  return seidel_setup_pane_choose (self,
                                   seidel_setup_pane_find_row (self, SEIDEL_PLAN_PRECONDITIONER),
                                   id);
}

static void
seidel_setup_pane_dispose (GObject *object)
{
  SeidelSetupPane *self = SEIDEL_SETUP_PANE (object);

  self->updating = TRUE;
  g_clear_object (&self->signals);
  g_clear_object (&self->memory);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (seidel_setup_pane_parent_class)->dispose (object);
}

static void
seidel_setup_pane_finalize (GObject *object)
{
  SeidelSetupPane *self = SEIDEL_SETUP_PANE (object);

  g_free (self->problem);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (seidel_setup_pane_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelSetupPane, name)

static void
seidel_setup_pane_class_init (SeidelSetupPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const SeidelProperty table[N_PROPS] = {
    [PROP_PROBLEM] = SEIDEL_PROPERTY (SeidelSetupPane, "problem", G_TYPE_STRING, problem, FALSE),
  };

  object_class->dispose = seidel_setup_pane_dispose;
  object_class->finalize = seidel_setup_pane_finalize;

  seidel_class_install_properties (klass, table, N_PROPS, properties);
  /* A choice may be another one, and so may what follows from it. */
  signals[SIGNAL_SIDES_FOUND] = seidel_class_add_signal (klass, "sides-found", 1, G_TYPE_INT);
  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);

  g_type_ensure (SEIDEL_TYPE_ADVICE_NOTE);
  g_type_ensure (SEIDEL_TYPE_VECTOR_CHOOSER);
  seidel_template_make_group (widget_class, "setuppane");
  seidel_template_bind (widget_class, "setup-pane", CHILD (grid), CHILD (method), CHILD (advice),
                        CHILD (preconditioner), CHILD (engine), CHILD (strategy), CHILD (precision),
                        CHILD (problem_label), CHILD (use_automatic), CHILD (memory_label),
                        CHILD (vectors), CHILD (rhs), CHILD (guess), CHILD (limits),
                        CHILD (limits_grid), CHILD (details), CHILD (details_grid),
                        CHILD (storage));
  gtk_widget_class_bind_template_callback (widget_class, use_automatic_cb);
}

/* The drop-down of the template for an option, or NULL. */
static GtkDropDown *
find_drop_down (SeidelSetupPane *self, SeidelPlanItem item)
{
  switch (item)
    {
    case SEIDEL_PLAN_METHOD:
      return self->method;
    case SEIDEL_PLAN_PRECONDITIONER:
      return self->preconditioner;
    case SEIDEL_PLAN_ENGINE:
      return self->engine;
    case SEIDEL_PLAN_STRATEGY:
      return self->strategy;
    case SEIDEL_PLAN_PRECISION:
      return self->precision;
    case SEIDEL_PLAN_STORAGE:
      return self->storage;
    default:
      return NULL;
    }
}

static void
add_rows (SeidelSetupPane *self)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    g_ptr_array_add (self->rows,
                     seidel_setup_row_new (&settings[i], find_drop_down (self, settings[i].item)));
}

/* The row of a grid that a drop-down of the template is in. */
static int
find_place (GtkGrid *grid, GtkWidget *widget)
{
  int place;

  while (gtk_widget_get_parent (widget) != GTK_WIDGET (grid))
    widget = gtk_widget_get_parent (widget);
  gtk_grid_query_child (grid, widget, NULL, &place, NULL, NULL);
  return place;
}

/* Each below the one before it in the table, with the line for its reason between them; the
 * drop-downs of the template are where that has them. */
static void
attach_rows (SeidelSetupPane *self)
{
  GtkGrid *grids[] = {
    [SEIDEL_SETTING_MAIN] = self->grid,
    [SEIDEL_SETTING_LIMITS] = self->limits_grid,
    [SEIDEL_SETTING_DETAILS] = self->details_grid,
  };
  /* Mnemonics of the template and of the window. */
  g_autoptr (GString) used = g_string_new ("mdewprfgos");
  int top[G_N_ELEMENTS (grids)] = { 0 };

  for (guint i = 0; i < self->rows->len; i++)
    {
      SeidelSetupRow *row = self->rows->pdata[i];
      const SeidelSettingGroup group = row->setting->group;

      if (row->labelled)
        top[group] = find_place (grids[group], row->widget);
      seidel_setup_row_attach (row, grids[group], top[group], used);
      top[group] += 2;
    }
}

/* Scrolls to the contents of an expander that was opened, once they are allocated. */
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
expanded_cb (SeidelSetupPane *self, GParamSpec *pspec, GtkExpander *expander)
{
  if (gtk_expander_get_expanded (expander) && gtk_widget_get_mapped (GTK_WIDGET (expander)))
    gtk_widget_add_tick_callback (GTK_WIDGET (expander), reveal_cb, NULL, NULL);
  seidel_setup_pane_update (self);
}

static void
connect_all (SeidelSetupPane *self)
{
  SeidelVectorChooser *choosers[] = { self->rhs, self->guess };
  GtkExpander *expanders[] = { self->vectors, self->limits, self->details };

  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *widget = ((SeidelSetupRow *) self->rows->pdata[i])->widget;

      if (GTK_IS_DROP_DOWN (widget))
        g_signal_connect_swapped (widget, "notify::selected", G_CALLBACK (selected_cb), self);
      else
        g_signal_connect_swapped (widget, GTK_IS_EDITABLE (widget) ? "changed" : "toggled",
                                  G_CALLBACK (seidel_setup_pane_update), self);
      if (GTK_IS_EDITABLE (widget))
        g_signal_connect_swapped (widget, "activate", G_CALLBACK (activate_cb), self);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (expanders); i++)
    g_signal_connect_swapped (expanders[i], "notify::expanded", G_CALLBACK (expanded_cb), self);
  for (gsize i = 0; i < G_N_ELEMENTS (choosers); i++)
    g_signal_connect_object (choosers[i], "changed", G_CALLBACK (seidel_setup_pane_update), self,
                             G_CONNECT_SWAPPED);
  g_signal_connect_object (self->memory, "answered", G_CALLBACK (seidel_setup_pane_update), self,
                           G_CONNECT_SWAPPED);
}

/* The choice unfolds: there is something to choose. */
static void
sides_found_cb (SeidelSetupPane *self, int n)
{
  place_vectors (self, TRUE);
  gtk_expander_set_expanded (self->vectors, TRUE);
  g_signal_emit (self, signals[SIGNAL_SIDES_FOUND], 0, n);
}

static void
seidel_setup_pane_init (SeidelSetupPane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));

  self->memory = seidel_memory_watch_new ();
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_setup_row_free);
  seidel_vector_chooser_set_role (self->rhs, SEIDEL_VECTOR_ROLE_RHS);
  seidel_vector_chooser_set_role (self->guess, SEIDEL_VECTOR_ROLE_GUESS);
  add_rows (self);
  attach_rows (self);
  connect_all (self);

  g_signal_connect_object (self->rhs, "sides-found", G_CALLBACK (sides_found_cb), self,
                           G_CONNECT_SWAPPED);

  self->signals = g_signal_group_new (SEIDEL_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "changed", G_CALLBACK (seidel_setup_pane_update),
                                  self);
  seidel_setup_pane_update (self);
}
