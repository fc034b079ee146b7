/* Chooses the columns of a text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-column-choices.h"

#include <stdlib.h>
#include <glib/gi18n.h>

#include "model/seidel-class.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-choice.h"

/* What a reading can name. */
#define MOST_COLUMNS 64

#define GRID_COLUMNS 3

enum
{
  ROW,
  COLUMN,
  VALUE,
  IMAGINARY,
  BASE,
  N_CHOICES,
};

struct _SeidelColumnChoices
{
  AdwBin parent_instance;

  GtkWidget *grid; /* of the drop-downs */
  GtkDropDown *choices[N_CHOICES];
  GtkCheckButton *heading;
  GtkCheckButton *labels;

  /* Owned */
  SeidelPreview *preview;
  SeidelReading *reading; /* as it was shown first */

  gboolean filling; /* what changes is not by the user */
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelColumnChoices, seidel_column_choices, ADW_TYPE_BIN)

static const char *const titles[N_CHOICES] = {
  [ROW] = N_ ("Row"),           [COLUMN] = N_ ("Column"),
  [VALUE] = N_ ("Value"),       [IMAGINARY] = N_ ("Imaginary part"),
  [BASE] = N_ ("Counted from"),
};

static void
changed_cb (SeidelColumnChoices *self)
{
  if (!self->filling)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
add_choice (GPtrArray *choices, int id, const char *name)
{
  g_autofree char *text = g_strdup_printf ("%d", id);

  g_ptr_array_add (choices, seidel_choice_new (text, name, NULL, NULL));
}

static void
fill_columns (SeidelColumnChoices *self, int which)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func (g_object_unref);
  const int n = MIN (seidel_preview_columns (self->preview), MOST_COLUMNS);

  if (which == VALUE)
    add_choice (choices, -1, _ ("None: 1"));
  if (which == IMAGINARY)
    add_choice (choices, -1, _ ("None"));
  for (int i = 0; i < n; i++)
    {
      g_autofree char *heading = seidel_preview_heading (self->preview, i);
      g_autofree char *name = heading != NULL ? g_strdup_printf ("%d: %s", i + 1, heading)
                                              : g_strdup_printf ("%d", i + 1);

      add_choice (choices, i, name);
    }
  seidel_choice_drop_down_fill (self->choices[which], choices);
}

static void
fill_bases (SeidelColumnChoices *self)
{
  g_autoptr (GPtrArray) choices = g_ptr_array_new_with_free_func (g_object_unref);

  add_choice (choices, -1, _ ("As it seems"));
  add_choice (choices, 0, "0");
  add_choice (choices, 1, "1");
  seidel_choice_drop_down_fill (self->choices[BASE], choices);
}

void
seidel_column_choices_set_preview (SeidelColumnChoices *self, SeidelPreview *preview)
{
  g_return_if_fail (SEIDEL_IS_COLUMN_CHOICES (self));

  g_clear_pointer (&self->preview, seidel_preview_unref);
  self->preview = seidel_preview_ref (preview);
  self->filling = TRUE;
  for (int which = ROW; which <= IMAGINARY; which++)
    fill_columns (self, which);
  fill_bases (self);
  self->filling = FALSE;
}

static void
select_number (GtkDropDown *drop_down, int number)
{
  g_autofree char *id = g_strdup_printf ("%d", number);

  seidel_choice_drop_down_select (drop_down, id);
}

static int
get_number (GtkDropDown *drop_down)
{
  const char *id = seidel_choice_drop_down_get_id (drop_down);

  return id != NULL ? atoi (id) : -1;
}

void
seidel_column_choices_set_reading (SeidelColumnChoices *self, const SeidelReading *reading)
{
  const gboolean list = reading->kind == SEIDEL_READING_ENTRIES;

  g_return_if_fail (SEIDEL_IS_COLUMN_CHOICES (self));

  g_clear_pointer (&self->reading, seidel_reading_free);
  self->reading = seidel_reading_copy (reading);
  self->filling = TRUE;
  if (list)
    {
      select_number (self->choices[ROW], reading->row_field);
      select_number (self->choices[COLUMN], reading->column_field);
      select_number (self->choices[VALUE], reading->value_field);
      select_number (self->choices[IMAGINARY], reading->imaginary_field);
      select_number (self->choices[BASE], reading->base);
    }
  gtk_widget_set_visible (self->grid, list);
  gtk_widget_set_visible (GTK_WIDGET (self->labels), !list);
  gtk_check_button_set_active (self->heading, reading->heading);
  gtk_check_button_set_active (self->labels, reading->labels > 0);
  self->filling = FALSE;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

char *
seidel_column_choices_get_name (SeidelColumnChoices *self)
{
  g_autoptr (SeidelReading) reading = NULL;
  gboolean heading;
  gboolean labels;

  g_return_val_if_fail (SEIDEL_IS_COLUMN_CHOICES (self) && self->reading != NULL, NULL);

  reading = seidel_reading_copy (self->reading);
  heading = gtk_check_button_get_active (self->heading);
  labels = gtk_check_button_get_active (self->labels);
  reading->headed = reading->headed || reading->heading != heading;
  reading->heading = heading;
  if (reading->kind == SEIDEL_READING_TABLE)
    {
      reading->labelled = reading->labelled || (reading->labels > 0) != labels;
      reading->labels = labels;
      return seidel_reading_name (reading);
    }
  reading->row_field = get_number (self->choices[ROW]);
  reading->column_field = get_number (self->choices[COLUMN]);
  reading->value_field = get_number (self->choices[VALUE]);
  reading->imaginary_field = reading->value_field >= 0 ? get_number (self->choices[IMAGINARY]) : -1;
  reading->base = get_number (self->choices[BASE]);
  return reading->row_field != reading->column_field ? seidel_reading_name (reading) : NULL;
}

static void
seidel_column_choices_dispose (GObject *object)
{
  SeidelColumnChoices *self = SEIDEL_COLUMN_CHOICES (object);

  g_clear_pointer (&self->preview, seidel_preview_unref);
  g_clear_pointer (&self->reading, seidel_reading_free);

  G_OBJECT_CLASS (seidel_column_choices_parent_class)->dispose (object);
}

static void
seidel_column_choices_class_init (SeidelColumnChoicesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = seidel_column_choices_dispose;

  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);
}

/* A drop-down under its title. */
static void
add_drop_down (SeidelColumnChoices *self, int which)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *title = seidel_label_new (_ (titles[which]), "caption");

  self->choices[which] = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  seidel_choice_drop_down_init (self->choices[which], _ (titles[which]));
  g_signal_connect_swapped (self->choices[which], "notify::selected", G_CALLBACK (changed_cb),
                            self);
  gtk_widget_set_hexpand (box, TRUE);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->choices[which]));
  gtk_grid_attach (GTK_GRID (self->grid), box, which % GRID_COLUMNS, which / GRID_COLUMNS, 1, 1);
}

static GtkCheckButton *
new_check (SeidelColumnChoices *self, const char *text)
{
  GtkWidget *check = gtk_check_button_new_with_mnemonic (text);

  g_signal_connect_swapped (check, "toggled", G_CALLBACK (changed_cb), self);
  return GTK_CHECK_BUTTON (check);
}

static void
seidel_column_choices_init (SeidelColumnChoices *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->grid = gtk_grid_new ();
  g_object_set (self->grid, "column-spacing", 9, "row-spacing", 6, "column-homogeneous", TRUE,
                NULL);
  for (int which = 0; which < N_CHOICES; which++)
    add_drop_down (self, which);
  self->heading = new_check (self, _ ("The first line holds _headings"));
  self->labels = new_check (self, _ ("The first column holds _labels of rows"));
  gtk_box_append (GTK_BOX (box), self->grid);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->heading));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->labels));
  adw_bin_set_child (ADW_BIN (self), box);
}
