/* Chooses how a vector is made: by a formula, at random with a seed, or from a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-vector-chooser.h"

#include <glib/gi18n.h>

#include "base/seidel-error.h"
#include "io/seidel-column.h"
#include "model/seidel-class.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-choice.h"
#include "window/seidel-file-dialog.h"
#include "window/seidel-side-list.h"

struct _SeidelVectorChooser
{
  AdwBin parent_instance;

  /* Template */
  GtkDropDown *kind;
  GtkWidget *seed_box;
  GtkLabel *seed_label;
  GtkSpinButton *seed;
  GtkWidget *file_button;
  GtkLabel *file_label;
  GtkDropDown *column; /* of a file with several right-hand sides */
  GtkDropDown *side;   /* of those in the file of the matrix */

  /* Owned */
  char *path;
  GCancellable *counting; /* while the columns of the file are counted */
  int columns;            /* of the file, 1 while that is not known */

  SeidelVectorRole role;
  gboolean filed;        /* the matrix brings one */
  GPtrArray *sides;      /* SeidelSideChoice: what is in its file, or NULL: nothing to choose */
  GCancellable *looking; /* while they are looked for */
  const char *lasting;   /* id of what was chosen last but that; static */
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_SIDES_FOUND,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelVectorChooser, seidel_vector_chooser, ADW_TYPE_BIN)

/* The texts of seidel_vector_spec_parse () in words. */
static const struct
{
  const char *id;
  SeidelVectorKind kind;
  const char *name;
  const char *sentence;
  gboolean roles[2]; /* by SeidelVectorRole */
} kinds[] = {
  { "filed",
    SEIDEL_VECTOR_FILED,
    N_ ("From the file"),
    N_ ("The right-hand side stored with the matrix"),
    { TRUE, FALSE } },
  { "solution-ones",
    SEIDEL_VECTOR_SOLUTION_ONES,
    "A·1",
    N_ ("The product of the matrix with a vector of ones, so that the solution and the error are "
        "known"),
    { TRUE, FALSE } },
  { "solution-scaled",
    SEIDEL_VECTOR_SOLUTION_SCALED,
    N_ ("A·x, scaled"),
    N_ ("The product of the matrix with the reciprocals of the largest entries of its columns, so "
        "that the solution is known and absolute residuals of any matrices compare"),
    { TRUE, FALSE } },
  { "zeros", SEIDEL_VECTOR_ZEROS, N_ ("Zeros"), N_ ("Every component is 0"), { TRUE, TRUE } },
  { "ones", SEIDEL_VECTOR_ONES, N_ ("Ones"), N_ ("Every component is 1"), { TRUE, TRUE } },
  { "random",
    SEIDEL_VECTOR_RANDOM,
    N_ ("Random"),
    N_ ("Uniform random values between −1 and 1; the same seed gives the same values"),
    { TRUE, TRUE } },
  { "integers",
    SEIDEL_VECTOR_INTEGERS,
    N_ ("Random whole numbers"),
    N_ ("Whole numbers from 0 to 99; the same seed gives the same values"),
    { TRUE, TRUE } },
  { "thousands",
    SEIDEL_VECTOR_THOUSANDS,
    N_ ("Random thousands"),
    N_ ("Uniform random values between −10,000 and 10,000; the same seed gives the same values"),
    { TRUE, TRUE } },
  { "sine-source",
    SEIDEL_VECTOR_SINE_SOURCE,
    N_ ("Sine source"),
    N_ ("−2 i π² sin² (10 π i / n), the source term of a course’s program for conjugate gradients"),
    { TRUE, FALSE } },
  { "mode",
    SEIDEL_VECTOR_MODE,
    N_ ("Mode"),
    N_ ("sin (K π x), on a grid times sin (K π y): smooth for small K, rough for large ones. With "
        "the right-hand side Zeros it is the error at first"),
    { TRUE, TRUE } },
  { "mix",
    SEIDEL_VECTOR_MIX,
    N_ ("Smooth and rough"),
    N_ ("The smoothest mode and, half as large, mode K"),
    { TRUE, TRUE } },
  { "point",
    SEIDEL_VECTOR_POINT,
    N_ ("Point"),
    N_ ("1 in the middle and 0 elsewhere"),
    { TRUE, TRUE } },
  { "file",
    SEIDEL_VECTOR_FILE,
    N_ ("File"),
    N_ ("A file with a value for each row, such as a Matrix Market vector or plain text"),
    { TRUE, TRUE } },
};

static int
find_kind (const char *id)
{
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_strcmp0 (kinds[i].id, id) == 0)
      return (int) i;
  return -1;
}

static int
selected_kind (SeidelVectorChooser *self)
{
  return find_kind (seidel_choice_drop_down_get_id (self->kind));
}

/* A seed, or the number of a mode. */
static gboolean
has_number (SeidelVectorKind kind)
{
  return seidel_vector_kind_has_seed (kind) || seidel_vector_kind_has_mode (kind);
}

static void
update (SeidelVectorChooser *self)
{
  int selected = selected_kind (self);
  g_autofree char *path = self->path != NULL ? g_filename_display_name (self->path) : NULL;
  g_autofree char *name = self->path != NULL ? g_filename_display_basename (self->path) : NULL;
  SeidelVectorKind kind;

  if (selected < 0)
    return; /* while the choices are put in */
  kind = kinds[selected].kind;
  if (kind != SEIDEL_VECTOR_FILED)
    self->lasting = kinds[selected].id;
  gtk_widget_set_visible (self->seed_box, has_number (kind));
  gtk_label_set_label (self->seed_label,
                       seidel_vector_kind_has_mode (kind) ? _ ("Mode K") : _ ("Seed"));
  gtk_widget_set_visible (self->file_button, kind == SEIDEL_VECTOR_FILE);
  gtk_widget_set_visible (GTK_WIDGET (self->column),
                          kind == SEIDEL_VECTOR_FILE && self->columns > 1);
  gtk_widget_set_visible (GTK_WIDGET (self->side),
                          kind == SEIDEL_VECTOR_FILED && self->sides != NULL);
  gtk_label_set_label (self->file_label, name != NULL ? name : _ ("Choose…"));
  gtk_widget_set_tooltip_text (self->file_button,
                               path != NULL ? path : _ (kinds[selected].sentence));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->kind), _ (kinds[selected].sentence));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* 0: all of them. */
static int
chosen_column (SeidelVectorChooser *self)
{
  const guint selected = gtk_drop_down_get_selected (self->column);

  return self->columns <= 1 || selected == GTK_INVALID_LIST_POSITION ? 0 : (int) selected;
}

/* "All 3, one after the other", "Column 1" … */
static void
offer_columns (SeidelVectorChooser *self, int columns, int chosen)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autofree char *all = g_strdup_printf (_ ("All %d columns"), columns);

  self->columns = columns;
  gtk_string_list_append (list, all);
  for (int k = 1; columns > 1 && k <= columns; k++)
    {
      g_autofree char *name = g_strdup_printf (_ ("Column %d"), k);

      gtk_string_list_append (list, name);
    }
  gtk_drop_down_set_model (self->column, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->column, (guint) CLAMP (chosen, 0, columns));
  update (self);
}

static void
count_thread (GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
  g_task_return_int (task, seidel_count_columns (path, cancellable));
}

static void
counted_cb (GObject *source, GAsyncResult *result, gpointer chosen)
{
  SeidelVectorChooser *self = SEIDEL_VECTOR_CHOOSER (source);
  const gssize columns = g_task_propagate_int (G_TASK (result), NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->counting)
    return; /* of another file by now */
  g_clear_object (&self->counting);
  offer_columns (self, (int) MAX (columns, 1), GPOINTER_TO_INT (chosen));
}

static void
stop_counting (SeidelVectorChooser *self)
{
  if (self->counting != NULL)
    g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
}

/* Of several right-hand sides in it all are chosen at first, or the one that is named. */
static void
take_file (SeidelVectorChooser *self, const char *name)
{
  const int64_t column = seidel_column_parse (name, (g_free (self->path), &self->path));
  g_autoptr (GTask) task = NULL;

  stop_counting (self);
  /* The column is known before it was looked for. */
  offer_columns (self, (int) MAX (column, 1), (int) column);
  if (self->role != SEIDEL_VECTOR_ROLE_RHS)
    return;
  self->counting = g_cancellable_new ();
  task = g_task_new (self, self->counting, counted_cb, GINT_TO_POINTER ((int) column));
  g_task_set_source_tag (task, take_file);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  g_task_run_in_thread (task, count_thread);
}

static void
chosen_cb (const char *path, gpointer data)
{
  take_file (data, path);
}

static void
choose_cb (SeidelVectorChooser *self)
{
  seidel_file_dialog_show (GTK_WIDGET (self),
                           self->role == SEIDEL_VECTOR_ROLE_RHS ? _ ("Choose the Right-Hand Side")
                                                                : _ ("Choose the Initial Guess"),
                           chosen_cb, self);
}

static void
fill (SeidelVectorChooser *self)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func (g_object_unref);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].roles[self->role])
      g_ptr_array_add (choices,
                       seidel_choice_new (kinds[i].id, _ (kinds[i].name), _ (kinds[i].sentence),
                                          kinds[i].kind == SEIDEL_VECTOR_FILED && !self->filed
                                              && self->sides == NULL
                                            ? _ ("No right-hand side is stored with this matrix")
                                            : NULL));
  seidel_choice_drop_down_fill (self->kind, choices);
}

void
seidel_vector_chooser_set_role (SeidelVectorChooser *self, SeidelVectorRole role)
{
  g_return_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self));

  self->role = role;
  seidel_choice_drop_down_init (self->kind, role == SEIDEL_VECTOR_ROLE_RHS ? _ ("Right-hand side")
                                                                           : _ ("Initial guess"));
  fill (self);
  seidel_choice_drop_down_select (self->kind,
                                  seidel_choice_drop_down_first_usable (self->kind)->id);
}

static void
stop_looking (SeidelVectorChooser *self)
{
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
}

/* What the file of the matrix has; takes the choices. */
static void
offer_sides (SeidelVectorChooser *self, GPtrArray *sides)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; sides != NULL && i < sides->len; i++)
    gtk_string_list_append (list, ((const SeidelSideChoice *) sides->pdata[i])->label);
  g_clear_pointer (&self->sides, g_ptr_array_unref);
  self->sides = sides;
  gtk_drop_down_set_model (self->side, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->side, 0);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SeidelVectorChooser) self = data;
  int n = 0;
  GPtrArray *sides = seidel_side_list_finish (result, &n);
  g_autofree char *chosen = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->looking || sides == NULL)
    {
      g_clear_pointer (&sides, g_ptr_array_unref);
      return;
    }
  g_clear_object (&self->looking);
  chosen = seidel_vector_chooser_get_text (self);
  offer_sides (self, sides);
  fill (self);
  seidel_vector_chooser_set_text (self, chosen);
  g_signal_emit (self, signals[SIGNAL_SIDES_FOUND], 0, n);
}

void
seidel_vector_chooser_set_matrix (SeidelVectorChooser *self, SeidelMatrix *matrix)
{
  g_return_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self));
  g_return_if_fail (self->role == SEIDEL_VECTOR_ROLE_RHS);

  stop_looking (self);
  self->filed = matrix->rhs != NULL;
  offer_sides (self, NULL);
  if (!self->filed)
    seidel_choice_drop_down_select (self->kind, self->lasting);
  fill (self);
  if (self->filed)
    seidel_choice_drop_down_select (self->kind, kinds[0].id);
  if (matrix->origin.path == NULL)
    return;
  self->looking = g_cancellable_new ();
  seidel_side_list_begin (matrix, self->looking, found_cb, g_object_ref (self));
}

void
seidel_vector_chooser_focus (SeidelVectorChooser *self)
{
  g_return_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self));
  gtk_widget_grab_focus (
    GTK_WIDGET (gtk_widget_get_visible (GTK_WIDGET (self->side)) ? self->side : self->kind));
}

/* Of the right-hand sides in the file of the matrix; NULL where there is one. */
static const SeidelSideChoice *
chosen_side (SeidelVectorChooser *self)
{
  const guint selected = gtk_drop_down_get_selected (self->side);

  return self->sides != NULL && selected < self->sides->len ? self->sides->pdata[selected] : NULL;
}

static gboolean
select_side (SeidelVectorChooser *self, const char *text)
{
  for (guint i = 0; self->sides != NULL && i < self->sides->len; i++)
    if (g_str_equal (((const SeidelSideChoice *) self->sides->pdata[i])->text, text))
      {
        gtk_drop_down_set_selected (self->side, i);
        return TRUE;
      }
  return FALSE;
}

char *
seidel_vector_chooser_get_name (SeidelVectorChooser *self)
{
  const SeidelChoice *choice;
  const SeidelSideChoice *side;

  g_return_val_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self), NULL);

  choice = seidel_choice_drop_down_get (self->kind);
  side = choice != NULL && g_strcmp0 (choice->id, kinds[0].id) == 0 ? chosen_side (self) : NULL;
  return g_strdup (side != NULL ? side->label : choice != NULL ? choice->name : "");
}

static char *
text_of (SeidelVectorChooser *self, int selected)
{
  if (selected < 0)
    return NULL;
  if (kinds[selected].kind == SEIDEL_VECTOR_FILE)
    return chosen_column (self) > 0 ? seidel_column_name (self->path, chosen_column (self))
                                    : g_strdup (self->path);
  if (kinds[selected].kind == SEIDEL_VECTOR_FILED && chosen_side (self) != NULL)
    return g_strdup (chosen_side (self)->text);
  if (has_number (kinds[selected].kind))
    return g_strdup_printf ("%s:%.0f", kinds[selected].id, gtk_spin_button_get_value (self->seed));
  return g_strdup (kinds[selected].id);
}

char *
seidel_vector_chooser_get_text (SeidelVectorChooser *self)
{
  g_return_val_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self), NULL);
  return text_of (self, selected_kind (self));
}

char *
seidel_vector_chooser_get_lasting_text (SeidelVectorChooser *self)
{
  g_return_val_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self), NULL);
  return text_of (self, find_kind (self->lasting));
}

int
seidel_vector_chooser_get_all (SeidelVectorChooser *self)
{
  const int selected = selected_kind (self);

  g_return_val_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self), 1);

  if (selected >= 0 && kinds[selected].kind == SEIDEL_VECTOR_FILED && chosen_side (self) != NULL)
    return chosen_side (self)->all;
  return selected >= 0 && kinds[selected].kind == SEIDEL_VECTOR_FILE && chosen_column (self) == 0
           ? self->columns
           : 1;
}

gboolean
seidel_vector_chooser_get_spec (SeidelVectorChooser *self, SeidelVectorSpec *spec, GError **error)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self), FALSE);

  text = seidel_vector_chooser_get_text (self);
  if (seidel_vector_chooser_get_all (self) > 1)
    {
      g_autofree char *file = g_steal_pointer (&text);

      text = seidel_column_name (file, 1);
    }
  if (text == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, _ ("Choose a file for the %s"),
                   self->role == SEIDEL_VECTOR_ROLE_RHS ? _ ("right-hand side")
                                                        : _ ("initial guess"));
      return FALSE;
    }
  return seidel_vector_spec_parse (text, self->role, spec, error);
}

void
seidel_vector_chooser_set_text (SeidelVectorChooser *self, const char *text)
{
  SeidelVectorSpec spec;

  g_return_if_fail (SEIDEL_IS_VECTOR_CHOOSER (self));

  if (text == NULL || !seidel_vector_spec_parse (text, self->role, &spec, NULL))
    return;
  if (has_number (spec.kind))
    gtk_spin_button_set_value (self->seed, (double) spec.seed);
  if (select_side (self, text))
    spec.kind = SEIDEL_VECTOR_FILED;
  else if (spec.kind == SEIDEL_VECTOR_FILE)
    take_file (self, spec.path);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == spec.kind
        && (spec.kind != SEIDEL_VECTOR_FILED || self->filed || self->sides != NULL))
      seidel_choice_drop_down_select (self->kind, kinds[i].id);
  seidel_vector_spec_clear (&spec);
  update (self);
}

static void
seidel_vector_chooser_dispose (GObject *object)
{
  stop_counting (SEIDEL_VECTOR_CHOOSER (object));
  stop_looking (SEIDEL_VECTOR_CHOOSER (object));

  G_OBJECT_CLASS (seidel_vector_chooser_parent_class)->dispose (object);
}

static void
seidel_vector_chooser_finalize (GObject *object)
{
  SeidelVectorChooser *self = SEIDEL_VECTOR_CHOOSER (object);

  g_free (self->path);
  g_clear_pointer (&self->sides, g_ptr_array_unref);

  G_OBJECT_CLASS (seidel_vector_chooser_parent_class)->finalize (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelVectorChooser, name)

static void
seidel_vector_chooser_class_init (SeidelVectorChooserClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = seidel_vector_chooser_dispose;
  object_class->finalize = seidel_vector_chooser_finalize;

  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);

  signals[SIGNAL_SIDES_FOUND] = seidel_class_add_signal (klass, "sides-found", 1, G_TYPE_INT);

  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  seidel_template_bind (widget_class, "vector-chooser", CHILD (kind), CHILD (seed_box),
                        CHILD (seed_label), CHILD (seed), CHILD (file_button), CHILD (file_label),
                        CHILD (column), CHILD (side));
}

static const char *
get_text (gpointer item)
{
  return gtk_string_object_get_string (item);
}

static void
seidel_vector_chooser_init (SeidelVectorChooser *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (self->kind, "notify::selected", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->seed, "value-changed", G_CALLBACK (update), self);
  self->columns = 1;
  seidel_drop_down_init (self->column, _ ("Column of the file"), get_text);
  g_signal_connect_swapped (self->column, "notify::selected", G_CALLBACK (update), self);
  seidel_drop_down_init (self->side, _ ("Right-hand side in the file"), get_text);
  g_signal_connect_swapped (self->side, "notify::selected", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->file_button, "clicked", G_CALLBACK (choose_cb), self);
}
