/* The dialog of the gallery: every kind can be chosen, searched for, seen and sized; what is too
 * large is refused; the last choice comes back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "gallery/seidel-gallery.h"
#include "golden-testing.h"
#include "window-fixture.h"
#include "window/seidel-generate-dialog.h"
#include "window/seidel-generate-preview.h"
#include "window/seidel-saved-state.h"

static SeidelGenerateDialog *
open_dialog (Fixture *fixture)
{
  SeidelGenerateDialog *dialog = seidel_generate_dialog_new (GTK_WINDOW (fixture->window));

  gtk_window_present (GTK_WINDOW (dialog));
  flush_events ();
  return dialog;
}

static GtkWidget *
child (SeidelGenerateDialog *dialog, const char *name)
{
  GObject *found =
    gtk_widget_get_template_child (GTK_WIDGET (dialog), SEIDEL_TYPE_GENERATE_DIALOG, name);

  g_assert_nonnull (found);
  return GTK_WIDGET (found);
}

static const char *
text_of (SeidelGenerateDialog *dialog, const char *label)
{
  return gtk_label_get_label (GTK_LABEL (child (dialog, label)));
}

/* The spin buttons below a widget, first to last. */
static void
find_spins (GtkWidget *widget, GPtrArray *spins)
{
  if (GTK_IS_SPIN_BUTTON (widget))
    {
      g_ptr_array_add (spins, widget);
      return;
    }
  for (GtkWidget *each = gtk_widget_get_first_child (widget); each != NULL;
       each = gtk_widget_get_next_sibling (each))
    find_spins (each, spins);
}

static GPtrArray *
spins_of (SeidelGenerateDialog *dialog)
{
  GPtrArray *spins = g_ptr_array_new ();

  find_spins (child (dialog, "parameters"), spins);
  return spins;
}

static void
set_value (SeidelGenerateDialog *dialog, guint parameter, double value)
{
  g_autoptr (GPtrArray) spins = spins_of (dialog);

  gtk_spin_button_set_value (g_ptr_array_index (spins, parameter), value);
}

static int
count_visible_rows (SeidelGenerateDialog *dialog)
{
  GtkListBox *list = GTK_LIST_BOX (child (dialog, "list"));
  GtkListBoxRow *row;
  int n = 0;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    n += gtk_widget_get_child_visible (GTK_WIDGET (row));
  return n;
}

static int
count_parameters (const SeidelGalleryKind *kind)
{
  int n = 0;

  while (n < SEIDEL_GALLERY_MAX_PARAMETERS && kind->parameters[n].id != NULL)
    n++;
  return n;
}

/* Each kind: its name and sentence, a row for each parameter with what the table offers, the size
 * that the matrix will have, and a picture, made on a worker, that words go with. */
static void
test_every_kind (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog = open_dialog (fixture);
  SeidelGeneratePreview *preview = SEIDEL_GENERATE_PREVIEW (child (dialog, "preview"));
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  g_assert_true (seidel_generate_dialog_get_kind (dialog) == kinds);
  g_assert_cmpint (count_visible_rows (dialog), ==, (int) n);
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *before = g_strdup (seidel_generate_preview_get_text (preview));
      g_autoptr (GPtrArray) spins = NULL;
      double values[SEIDEL_GALLERY_MAX_PARAMETERS];

      seidel_generate_dialog_set_kind (dialog, &kinds[i]);
      g_assert_true (seidel_generate_dialog_get_kind (dialog) == &kinds[i]);
      g_assert_cmpstr (text_of (dialog, "name"), ==, kinds[i].name);
      g_assert_true (g_str_has_prefix (text_of (dialog, "sentence"), kinds[i].sentence));
      g_assert_true (kinds[i].source == NULL
                     || strstr (text_of (dialog, "sentence"), kinds[i].source) != NULL);
      spins = spins_of (dialog);
      g_assert_cmpint ((int) spins->len, ==, count_parameters (&kinds[i]));
      seidel_generate_dialog_get_values (dialog, values);
      for (int p = 0; p < count_parameters (&kinds[i]); p++)
        g_assert_cmpfloat (values[p], ==, kinds[i].parameters[p].initial);
      g_assert_nonnull (strstr (text_of (dialog, "estimate"), " in memory"));
      if (i > 0)
        g_assert_true (seidel_generate_preview_get_drawing (preview));
      while (seidel_generate_preview_get_drawing (preview))
        g_main_context_iteration (NULL, TRUE);
      g_assert_nonnull (seidel_generate_preview_get_text (preview));
      if (i > 0 && kinds[i].preview != kinds[i - 1].preview)
        g_assert_cmpstr (seidel_generate_preview_get_text (preview), !=, before);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_estimate (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog = open_dialog (fixture);

  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("poisson-7"));
  set_value (dialog, 0, 20);
  set_value (dialog, 1, 30);
  set_value (dialog, 2, 10);
  test_assert_wording (text_of (dialog, "estimate"));
  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("tridiagonal"));
  set_value (dialog, 0, 1);
  test_assert_wording (text_of (dialog, "estimate"));
  /* The values of a kind are kept. */
  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("poisson-7"));
  g_assert_nonnull (strstr (text_of (dialog, "estimate"), "39,800 entries"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
count_cb (int *count)
{
  ++*count;
}

/* It says by how much, the command is off, and Enter does nothing. */
static void
test_too_large (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog = open_dialog (fixture);
  GtkWidget *button = gtk_window_get_default_widget (GTK_WINDOW (dialog));
  int accepted = 0;

  g_signal_connect_swapped (dialog, "accepted", G_CALLBACK (count_cb), &accepted);
  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("poisson-5"));
  g_assert_true (gtk_widget_get_sensitive (button));
  set_value (dialog, 0, 46340);
  set_value (dialog, 1, 1000000);
  test_assert_wording (text_of (dialog, "estimate"));
  g_assert_true (gtk_widget_has_css_class (child (dialog, "estimate"), "error"));
  g_assert_false (gtk_widget_get_sensitive (button));
  g_signal_emit_by_name (child (dialog, "search"), "activate");
  g_assert_cmpint (accepted, ==, 0);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (dialog)));
  set_value (dialog, 1, 0);
  set_value (dialog, 0, 10);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_assert_false (gtk_widget_has_css_class (child (dialog, "estimate"), "error"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
search (SeidelGenerateDialog *dialog, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (child (dialog, "search")), text);
  g_signal_emit_by_name (child (dialog, "search"), "search-changed");
}

/* Words of the name and of the sentence, in any order; the first that is found is chosen. */
static void
test_search (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog = open_dialog (fixture);
  size_t n;

  seidel_gallery_kinds (&n);
  search (dialog, "WIND upwind");
  g_assert_cmpint (count_visible_rows (dialog), ==, 1);
  g_assert_cmpstr (seidel_generate_dialog_get_kind (dialog)->id, ==, "convection-diffusion");
  search (dialog, "laplacian random graph");
  g_assert_cmpint (count_visible_rows (dialog), ==, 1);
  g_assert_cmpstr (seidel_generate_dialog_get_kind (dialog)->id, ==, "random-graph");
  search (dialog, "no such thing");
  g_assert_cmpint (count_visible_rows (dialog), ==, 0);
  g_assert_cmpstr (seidel_generate_dialog_get_kind (dialog)->id, ==, "random-graph");
  /* Escape empties the search, and then closes. */
  g_signal_emit_by_name (child (dialog, "search"), "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (child (dialog, "search"))), ==, "");
  search (dialog, "");
  g_assert_cmpint (count_visible_rows (dialog), ==, (int) n);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (dialog)));
  g_signal_emit_by_name (child (dialog, "search"), "stop-search");
  flush_events ();
  g_assert_null (find_dialog (fixture->window));
}

/* Presses a key for those who watch a widget's keys. */
static void
press (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !taken; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &taken);
    }
  g_assert_true (taken);
}

static gboolean
has_focus (SeidelGenerateDialog *dialog, GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (dialog));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* The search first; down to the list; from there, whatever row it is, to the parameters. */
static void
test_focus (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog = open_dialog (fixture);

  g_assert_true (has_focus (dialog, child (dialog, "search")));
  press (child (dialog, "search"), GDK_KEY_Down);
  g_assert_true (has_focus (dialog, child (dialog, "list")));
  press (child (dialog, "list"), GDK_KEY_ISO_Left_Tab);
  g_assert_true (has_focus (dialog, child (dialog, "search")));
  press (child (dialog, "search"), GDK_KEY_Down);
  press (child (dialog, "list"), GDK_KEY_Tab);
  g_assert_true (has_focus (dialog, child (dialog, "parameters")));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Numbers as people type them, and one that is none leaves what was there. */
static void
test_typing (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *typed;
    const char *shown;
    double value;
  } cases[] = { { "1e-6", "1e-06", 1e-6 },
                { "0,25", "0.25", 0.25 },
                { " 3 ", "3", 3 },
                { "x", "3", 3 },
                { "-5", "0", 0 } };
  SeidelGenerateDialog *dialog = open_dialog (fixture);
  g_autoptr (GPtrArray) spins = NULL;

  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("random-dominant"));
  spins = spins_of (dialog);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkSpinButton *dominance = g_ptr_array_index (spins, 2);
      double values[SEIDEL_GALLERY_MAX_PARAMETERS];

      gtk_editable_set_text (GTK_EDITABLE (dominance), cases[i].typed);
      gtk_spin_button_update (dominance);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (dominance)), ==, cases[i].shown);
      seidel_generate_dialog_get_values (dialog, values);
      g_assert_cmpfloat (values[2], ==, cases[i].value);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* An entry whose 0 has a meaning of its own says it when it is empty. */
static void
test_empty_entry (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *typed;
    const char *shown;
    double value;
  } cases[] = { { "7", "7", 7 }, { "", "", 0 }, { "30", "30", 30 }, { "0", "", 0 } };
  SeidelGenerateDialog *dialog = open_dialog (fixture);
  g_autoptr (GPtrArray) spins = NULL;
  GtkSpinButton *y;
  GtkText *text;

  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("poisson-7"));
  spins = spins_of (dialog);
  y = g_ptr_array_index (spins, 1);
  text = GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (y)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (y)), ==, "");
  g_assert_cmpstr (gtk_text_get_placeholder_text (text), ==, "as along x");
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (y),
                                                     GTK_ACCESSIBLE_PROPERTY_PLACEHOLDER,
                                                     "as along x"));
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double values[SEIDEL_GALLERY_MAX_PARAMETERS];

      gtk_editable_set_text (GTK_EDITABLE (y), cases[i].typed);
      gtk_spin_button_update (y);
      g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (y)), ==, cases[i].shown);
      seidel_generate_dialog_get_values (dialog, values);
      g_assert_cmpfloat (values[1], ==, cases[i].value);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Enter in the search generates, and the next dialog begins with that choice. */
static void
test_remembers (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog = open_dialog (fixture);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  int accepted = 0;

  g_signal_connect_swapped (dialog, "accepted", G_CALLBACK (count_cb), &accepted);
  seidel_generate_dialog_set_kind (dialog, seidel_gallery_find ("random-dominant"));
  set_value (dialog, 0, 77);
  set_value (dialog, 2, 0.75);
  g_signal_emit_by_name (child (dialog, "search"), "activate");
  flush_events ();
  g_assert_cmpint (accepted, ==, 1);
  g_assert_null (find_dialog (fixture->window));

  dialog = open_dialog (fixture);
  g_assert_cmpstr (seidel_generate_dialog_get_kind (dialog)->id, ==, "random-dominant");
  seidel_generate_dialog_get_values (dialog, values);
  g_assert_cmpfloat (values[0], ==, 77);
  g_assert_cmpfloat (values[1], ==, 8);
  g_assert_cmpfloat (values[2], ==, 0.75);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* What a session of another time remembers is taken as far as it makes sense. */
static void
test_strange_memory (Fixture *fixture, gconstpointer data)
{
  SeidelGenerateDialog *dialog;
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  size_t n;

  seidel_saved_state_set ("generate", g_variant_new_parsed ("('no-such-kind', [1.0])"));
  dialog = open_dialog (fixture);
  g_assert_true (seidel_generate_dialog_get_kind (dialog) == seidel_gallery_kinds (&n));
  gtk_window_destroy (GTK_WINDOW (dialog));

  seidel_saved_state_set ("generate", g_variant_new_parsed ("('poisson-5', [1e99])"));
  dialog = open_dialog (fixture);
  seidel_generate_dialog_get_values (dialog, values);
  g_assert_cmpfloat (values[0], ==, 46340);
  g_assert_cmpfloat (values[1], ==, 0);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

#define ADD(name, test) g_test_add (name, Fixture, NULL, fixture_set_up, test, fixture_tear_down)

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/generate-dialog/every-kind", test_every_kind);
  ADD ("/generate-dialog/estimate", test_estimate);
  ADD ("/generate-dialog/too-large", test_too_large);
  ADD ("/generate-dialog/search", test_search);
  ADD ("/generate-dialog/focus", test_focus);
  ADD ("/generate-dialog/typing", test_typing);
  ADD ("/generate-dialog/empty-entry", test_empty_entry);
  ADD ("/generate-dialog/remembers", test_remembers);
  ADD ("/generate-dialog/strange-memory", test_strange_memory);
  return g_test_run ();
}
