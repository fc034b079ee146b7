/* Tests of what seidel-cli prints: numbers, sheets, JSON members.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/seidel-cli-text.h"
#include "base/seidel-format.h"

static void
assert_text (char *found, const char *expected)
{
  g_assert_cmpstr (found, ==, expected);
  g_free (found);
}

static void
test_numbers (void)
{
  assert_text (seidel_cli_text_count (1, "row", "rows"), "1 row");
  assert_text (seidel_cli_text_count (0, "row", "rows"), "0 rows");
  assert_text (seidel_cli_text_count (1806, "row", "rows"), "1,806 rows");
  assert_text (seidel_cli_text_number (NAN), "not known");
  assert_text (seidel_cli_text_number (0.0), "0");
  assert_text (seidel_cli_text_number (12566400.0), "12,566,400");
  assert_text (seidel_cli_text_number (1.0 / 3.0), "0.333333");
  assert_text (seidel_cli_text_number (1e-8), "1e-08");
  assert_text (seidel_cli_text_number (1e300), "1e+300");
  assert_text (seidel_cli_text_number (INFINITY), "inf");
  assert_text (seidel_cli_text_percent (0.5), "50 %");
  assert_text (seidel_format_bytes (0), "0 bytes");
  assert_text (seidel_format_bytes (999), "999 bytes");
  assert_text (seidel_format_bytes (1000), "1 kB");
  assert_text (seidel_format_bytes (4200000), "4.2 MB");
  assert_text (seidel_format_bytes (G_GUINT64_CONSTANT (123400000000)), "123 GB");
}

static void
test_wrap (void)
{
  GString *out = g_string_new ("> ");
  seidel_cli_text_wrap (out, "one two three, ünd  four", 2, 11);
  assert_text (g_string_free (out, FALSE), "> one two\n  three,\n  ünd  four");
  out = g_string_new (NULL);
  seidel_cli_text_wrap (out, "averyveryverylongword", 0, 5);
  assert_text (g_string_free (out, FALSE), "averyveryverylongword");
}

static void
test_sheet (void)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_sheet_title (sheet, "First");
  seidel_cli_sheet_add (sheet, "größe", "%d", 5);
  seidel_cli_sheet_add (sheet, "a", "%s", "b");
  seidel_cli_sheet_title (sheet, "Second");
  seidel_cli_sheet_note (sheet, "A note.");
  seidel_cli_sheet_take (sheet, "longer label", g_strdup ("c"));
  assert_text (seidel_cli_sheet_to_text (sheet),
               "First\n  größe  5\n  a      b\n\nSecond\n  A note.\n  longer label  c\n");
}

static void
test_json (void)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  json_builder_begin_object (builder);
  seidel_cli_json_text (builder, "text", "x");
  seidel_cli_json_text (builder, "none", NULL);
  seidel_cli_json_integer (builder, "integer", G_MAXINT64);
  seidel_cli_json_bool (builder, "bool", true);
  seidel_cli_json_number (builder, "number", 1.0 / 3.0);
  seidel_cli_json_number (builder, "nan", NAN);
  seidel_cli_json_number (builder, "infinite", -INFINITY);
  json_builder_end_object (builder);
  g_autoptr (JsonNode) root = json_builder_get_root (builder);
  JsonObject *object = json_node_get_object (root);
  g_assert_cmpstr (json_object_get_string_member (object, "text"), ==, "x");
  g_assert_true (json_object_get_null_member (object, "none"));
  g_assert_cmpint (json_object_get_int_member (object, "integer"), ==, G_MAXINT64);
  g_assert_true (json_object_get_boolean_member (object, "bool"));
  g_assert_cmpfloat (json_object_get_double_member (object, "number"), ==, 1.0 / 3.0);
  g_assert_true (json_object_get_null_member (object, "nan"));
  g_assert_true (json_object_get_null_member (object, "infinite"));
}

/* Numbers of which all digits are zero but the first must stay numbers, and names of whatever bytes
 * must stay text. */
static void
test_json_valid (void)
{
  const double numbers[] = { 1e20, 2e150, -1e-8, 1e-300, 1.5e300, 4.0 };
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  json_builder_begin_array (builder);
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    json_builder_add_double_value (builder, numbers[i]);
  json_builder_add_string_value (builder, "a \"1e+20.0\\");
  json_builder_add_double_value (builder, 1e17);
  json_builder_add_string_value (builder, "b\xff.mtx");
  json_builder_end_array (builder);
  g_autofree char *text = seidel_cli_json_to_text (builder);
  g_assert_null (strstr (text, "e+150.0"));
  g_assert_null (strstr (text, "e-08.0"));
  g_assert_null (strstr (text, "e+17.0"));
  g_assert_nonnull (strstr (text, "\"a \\\"1e+20.0\\\\\""));
  g_assert_nonnull (strstr (text, " 1e+20,"));
  g_assert_nonnull (strstr (text, "\"b\xef\xbf\xbd.mtx\""));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_nonnull (strstr (text, " 4.0,"));
  g_assert_true (g_str_has_suffix (text, "]\n"));
  g_autoptr (JsonNode) root = json_from_string (text, NULL);
  g_assert_nonnull (root);
  JsonArray *array = json_node_get_array (root);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    g_assert_cmpfloat (json_array_get_double_element (array, i), ==, numbers[i]);
  g_assert_cmpstr (json_array_get_string_element (array, G_N_ELEMENTS (numbers)), ==,
                   "a \"1e+20.0\\");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/text/numbers", test_numbers);
  g_test_add_func ("/cli/text/wrap", test_wrap);
  g_test_add_func ("/cli/text/sheet", test_sheet);
  g_test_add_func ("/cli/text/json", test_json);
  g_test_add_func ("/cli/text/json-valid", test_json_valid);
  return g_test_run ();
}
