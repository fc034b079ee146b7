/* Texts in the user's language: as they are without a translator, by it otherwise.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-translatable.h"

#include "translator-testing.h"

static void
test_english (void)
{
  g_assert_cmpstr (seidel_text ("one level"), ==, "one level");
  g_assert_cmpstr (seidel_plural ("%d level", "%d levels", 0), ==, "%d levels");
  g_assert_cmpstr (seidel_plural ("%d level", "%d levels", 1), ==, "%d level");
  g_assert_cmpstr (seidel_plural ("%d level", "%d levels", 2), ==, "%d levels");
  g_assert_null (seidel_text (NULL));
  g_assert_cmpstr (seidel_text (""), ==, "");
}

static void
test_translated (void)
{
  g_autofree char *sentence = NULL;

  seidel_set_translator (test_translate_cb);
  sentence = g_strdup_printf (seidel_text ("%d of %s"), 3, seidel_text ("levels"));
  g_assert_cmpstr (sentence, ==, "‹3 of ‹levels››");
  g_assert_cmpstr (seidel_plural ("%d level", "%d levels", 1), ==, "‹%d level›");
  g_assert_cmpstr (seidel_plural ("%d level", "%d levels", 21), ==, "‹%d levels›");
  /* The catalogue has its own head under "". */
  g_assert_cmpstr (seidel_text (""), ==, "");
  g_assert_null (seidel_text (NULL));
  seidel_set_translator (NULL);
  g_assert_cmpstr (seidel_text ("levels"), ==, "levels");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/translatable/english", test_english);
  g_test_add_func ("/translatable/translated", test_translated);
  return g_test_run ();
}
