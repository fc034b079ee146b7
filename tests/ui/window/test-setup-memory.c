/* What the set-up shows of memory, on the processor and on an engine with memory of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "golden-testing.h"
#include "setup-fixture.h"

#include "../../solvers/solve/fake-device-testing.h"

static FakeDevice *device;

/* Before anything asks for the list of engines. */
static void
open_device (void)
{
  device = fake_device_open ();
  device->free_bytes = 1900000000;
  device->total_bytes = 2000000000;
}

static const char *
text (SeidelSetupPane *pane)
{
  return gtk_label_get_label (part (pane, "memory_label"));
}

static gboolean
is_shown (SeidelSetupPane *pane)
{
  return gtk_widget_get_visible (part (pane, "memory_label"));
}

static void
wait_until_answered (SeidelSetupPane *pane)
{
  while (strstr (text (pane), "free") == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_processor (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  g_assert_false (is_shown (pane));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (is_shown (pane));
  test_assert_wording (text (pane));

  /* The need of choices that are wrong is not known. */
  gtk_editable_set_text (option (pane, "tolerance"), "none");
  g_assert_false (is_shown (pane));
  gtk_editable_set_text (option (pane, "tolerance"), "1e-6");
  g_assert_true (is_shown (pane));
}

static void
test_device (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel"));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), "cuda"));
  test_assert_wording (text (pane));
  wait_until_answered (pane);
  test_assert_wording (text (pane));
  g_assert_nonnull (strstr (text (pane), "1.9 GB"));
  g_assert_false (gtk_widget_has_css_class (part (pane, "memory_label"), "error"));
}

static void
test_too_little (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  device->free_bytes = 5;
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel"));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), "cuda"));
  wait_until_answered (pane);
  device->free_bytes = 1900000000;
  test_assert_wording (text (pane));
  g_assert_true (gtk_widget_has_css_class (part (pane, "memory_label"), "error"));
  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, text (pane));
  g_assert_false (is_enabled (fixture->window, "solve"));
  /* It is asked again: other programs may free what they use. */
  while (seidel_setup_pane_get_problem (pane) != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (is_enabled (fixture->window, "solve"));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), "cpu"));
  test_assert_wording (text (pane));
  g_assert_false (gtk_widget_has_css_class (part (pane, "memory_label"), "error"));
}

/* The window goes before the device has answered. */
static void
test_gone (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel"));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), "cuda"));
  test_assert_wording (text (pane));
}

/* A strategy that computes plainly only is refused while sums are to be compensated. */
static void
test_arithmetic (Fixture *fixture, gconstpointer data)
{
  SeidelSetupPane *pane = fixture->window->setup_pane;
  GtkWidget *compensated = option (pane, "compensated");
  GtkDropDown *strategies = part (pane, "strategy");

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (seidel_setup_pane_set_method (pane, "gauss-seidel"));
  g_assert_true (seidel_choice_drop_down_select (part (pane, "engine"), "cuda"));
  g_assert_null (find_choice (strategies, "serial")->why_not);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (compensated), TRUE);
  test_assert_wording (find_choice (strategies, "serial")->why_not);
  g_assert_null (find_choice (strategies, "levels")->why_not);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (compensated), FALSE);
  g_assert_null (find_choice (strategies, "serial")->why_not);
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
  open_device ();
  add ("/setup-memory/processor", test_processor);
  add ("/setup-memory/device", test_device);
  add ("/setup-memory/too-little", test_too_little);
  add ("/setup-memory/gone", test_gone);
  add ("/setup-memory/arithmetic", test_arithmetic);
  return g_test_run ();
}
