/* The line under a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "views/seidel-read-out.h"

static void
assert_shown (GtkWidget *read_out, const char *beginning, gboolean dimmed)
{
  GtkWidget *label = gtk_widget_get_first_child (read_out);

  g_assert_true (g_str_has_prefix (gtk_label_get_label (GTK_LABEL (label)), beginning));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (read_out), ==,
                   gtk_label_get_label (GTK_LABEL (label)));
  g_assert_true (gtk_widget_has_css_class (label, "dim-label") == dimmed);
}

static void
count_cb (int *count)
{
  (*count)++;
}

/* What the picture says, or else how to move in it. */
static void
test_hint (void)
{
  GtkWidget *read_out = g_object_ref_sink (g_object_new (SEIDEL_TYPE_READ_OUT, NULL));
  int count = 0;
  g_autofree char *text = NULL;

  g_signal_connect_swapped (read_out, "notify::text", G_CALLBACK (count_cb), &count);
  assert_shown (read_out, "Wheel: zoom", TRUE);
  g_object_set (read_out, "text", "row 3", NULL);
  g_object_set (read_out, "text", "row 3", NULL);
  assert_shown (read_out, "row 3", FALSE);
  g_object_get (read_out, "text", &text, NULL);
  g_assert_cmpstr (text, ==, "row 3");
  g_assert_cmpint (count, ==, 1);
  g_object_set (read_out, "text", "", NULL);
  assert_shown (read_out, "Wheel: zoom", TRUE);
  g_object_set (read_out, "text", "row 4", NULL);
  g_object_set (read_out, "text", NULL, NULL);
  assert_shown (read_out, "Wheel: zoom", TRUE);
  /* There is nothing to move in. */
  g_object_set (read_out, "hinting", FALSE, NULL);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_first_child (read_out))), ==, "");
  g_object_unref (read_out);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  g_test_add_func ("/read-out/hint", test_hint);
  return g_test_run ();
}
