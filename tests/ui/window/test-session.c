/* What is remembered from one start to the next.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "engine/seidel-engines.h"
#include "setup-fixture.h"
#include "window/seidel-saved-state.h"
#include "window/seidel-vector-chooser.h"

static void
test_session_round_trip (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  SeidelWindow *second;

  seidel_setup_pane_set_method (pane, "cg-flexible");
  seidel_setup_pane_set_preconditioner (pane, "ssor");
  gtk_editable_set_text (option (pane, "preconditioner-omega"), "1.25");
  seidel_choice_drop_down_select (part (pane, "storage"), "dia");
  gtk_check_button_set_active (option (pane, "compensated"), TRUE);
  gtk_check_button_set_active (option (pane, "track-error"), TRUE);
  gtk_editable_set_text (option (pane, "tolerance"), "1e-5");
  gtk_editable_set_text (option (pane, "max-iterations"), "none"); /* not worth remembering */
  gtk_editable_set_text (option (pane, "time-limit"), "2.5");
  seidel_vector_chooser_set_text (part (pane, "guess"), "random:7");
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "page",
                                      g_variant_new_string ("levels"));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "side-pane", NULL);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 700);
  g_object_add_weak_pointer (G_OBJECT (fixture->window), (gpointer *) &fixture->window);
  gtk_window_close (GTK_WINDOW (fixture->window));
  flush_events ();
  g_assert_null (fixture->window);

  second = open_window (fixture);
  {
    SeidelOptions options;
    SeidelVectorSpec rhs;
    SeidelVectorSpec guess;
    int width;
    int height;

    g_assert_true (seidel_setup_pane_get (second->setup_pane, &options, &rhs, &guess));
    g_assert_cmpstr (options.method, ==, "cg-flexible");
    g_assert_cmpstr (options.preconditioner, ==, "ssor");
    g_assert_cmpfloat (options.parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA], ==, 1.25);
    g_assert_cmpint (options.storage, ==, SEIDEL_STORAGE_DIAGONALS);
    g_assert_cmpint (options.arithmetic, ==,
                     seidel_cpu_engine ()->arithmetics & SEIDEL_ARITHMETIC_COMPENSATED);
    g_assert_true (options.track_error);
    g_assert_cmpfloat (options.tolerance, ==, 1e-5);
    g_assert_cmpint (options.max_iterations, ==, 100000);
    g_assert_cmpfloat (options.time_limit, ==, 2.5);
    g_assert_cmpint (guess.kind, ==, SEIDEL_VECTOR_RANDOM);
    g_assert_cmpuint (guess.seed, ==, 7);
    seidel_vector_spec_clear (&rhs);
    seidel_vector_spec_clear (&guess);
    gtk_window_get_default_size (GTK_WINDOW (second), &width, &height);
    g_assert_cmpint (width, ==, 1000);
    g_assert_cmpint (height, ==, 700);
  }
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (second->pages), ==, "levels");
  g_assert_false (gtk_widget_get_visible (second->side_pane));
  gtk_window_destroy (GTK_WINDOW (second));
}

/* A window that is never closed: the program may be killed. */
static void
test_session_kept (Fixture *fixture, gconstpointer data)
{
  g_autofree char *method = NULL;

  seidel_setup_pane_set_method (fixture->window->setup_pane, "bicgstab");
  while (g_strcmp0 (method, "bicgstab") != 0)
    {
      g_autoptr (GVariant) state = NULL;
      g_autoptr (GVariant) setup = NULL;

      g_main_context_iteration (NULL, TRUE);
      state = seidel_saved_state_load ();
      setup = g_variant_lookup_value (state, "setup", G_VARIANT_TYPE_VARDICT);
      g_clear_pointer (&method, g_free);
      if (setup != NULL)
        g_variant_lookup (setup, "method", "s", &method);
    }
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->window)));
}

static void
set_session (const char *text)
{
  GVariant *state = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);

  g_assert_true (g_settings_set_value (seidel_settings_get (), "session", state));
  g_variant_unref (state);
}

static void
test_session_versions (Fixture *fixture, gconstpointer data)
{
  static const char *const useless[] = {
    "@a{sv} {}", "{'version': <99>, 'page': <'timing'>}", /* of a later program */
    "{'page': <'timing'>}",                               /* of none */
  };
  const char *page = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (useless); i++)
    {
      g_autoptr (GVariant) state = NULL;

      set_session (useless[i]);
      state = seidel_saved_state_load ();
      g_assert_cmpuint (g_variant_n_children (state), ==, 0);
    }

  /* Unknown keys are kept, and wrong types do no harm. */
  set_session ("{'version': <1>, 'unknown': <[1, 2]>, 'width': <'wide'>, 'page': <'nowhere'>}");
  gtk_window_destroy (GTK_WINDOW (open_window (fixture)));
  seidel_saved_state_set ("page", g_variant_new_string ("timing"));
  {
    g_autoptr (GVariant) state = seidel_saved_state_load ();
    g_autoptr (GVariant) unknown = g_variant_lookup_value (state, "unknown", G_VARIANT_TYPE ("ai"));

    g_assert_nonnull (unknown);
    g_assert_true (g_variant_lookup (state, "page", "&s", &page));
    g_assert_cmpstr (page, ==, "timing");
  }
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  add ("/session/round-trip", test_session_round_trip);
  add ("/session/kept", test_session_kept);
  add ("/session/versions", test_session_versions);
  return g_test_run ();
}
