/* Tests of draw/seidel-table-json: cells of every kind, and what a reader of JSON makes of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-table-json.h"

static void
assert_json (const char *csv, const char *expected)
{
  g_autofree char *json = seidel_table_to_json (csv);

  g_assert_cmpstr (json, ==, expected);
}

static void
test_lines (void)
{
  assert_json ("a,b\n", "[\n]\n");
  assert_json ("a", "[\n]\n");
  assert_json ("a,b\n1,2\n3,4\n", "[\n  { \"a\": 1, \"b\": 2 },\n  { \"a\": 3, \"b\": 4 }\n]\n");
  /* The last line may lack its end, and lines may have two characters of it. */
  assert_json ("a\r\n1\r\n2", "[\n  { \"a\": 1 },\n  { \"a\": 2 }\n]\n");
  /* More cells than names, and fewer. */
  assert_json ("a,b\n1,2,3\n4\n", "[\n  { \"a\": 1, \"b\": 2 },\n  { \"a\": 4 }\n]\n");
}

/* Digits stay what they are; what JSON has no number for is a text. */
static void
test_numbers (void)
{
  static const char *const numbers[] = { "0",   "-0", "17", "-1.25e-308", "0.30000000000000004",
                                         "1E+9" };
  static const char *const texts[] = { "inf", "nan", "-",   "1e",    "1.",
                                       ".5",  "+1",  "007", "0x1p3", "1 2" };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *csv = g_strdup_printf ("x\n%s\n", numbers[i]);
      g_autofree char *json = g_strdup_printf ("[\n  { \"x\": %s }\n]\n", numbers[i]);

      assert_json (csv, json);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *csv = g_strdup_printf ("x\n%s\n", texts[i]);
      g_autofree char *json = g_strdup_printf ("[\n  { \"x\": \"%s\" }\n]\n", texts[i]);

      assert_json (csv, json);
    }
}

static void
test_texts (void)
{
  assert_json ("a,b,c\n,\"\",x\n", "[\n  { \"a\": null, \"b\": \"\", \"c\": \"x\" }\n]\n");
  assert_json ("run\n\"1 “CG”, \"\"fast\"\"\nand\\more\"\n",
               "[\n  { \"run\": \"1 “CG”, \\\"fast\\\"\\u000aand\\\\more\" }\n]\n");
  assert_json ("a,b\n\"1\",2\n", "[\n  { \"a\": \"1\", \"b\": 2 }\n]\n");
  /* A quote that nobody closes ends with the table. */
  assert_json ("a\n\"open", "[\n  { \"a\": \"open\" }\n]\n");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/table-json/lines", test_lines);
  g_test_add_func ("/table-json/numbers", test_numbers);
  g_test_add_func ("/table-json/texts", test_texts);
  return g_test_run ();
}
