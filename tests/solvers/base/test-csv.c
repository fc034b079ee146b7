/* Texts as cells of CSV: quotes, and what a spreadsheet would run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-csv.h"

static void
test_text (void)
{
  static const struct
  {
    const char *text;
    const char *cell;
    const char *quoted;
  } cases[] = {
    { "jacobi", "jacobi", "\"jacobi\"" },
    { "", "", "\"\"" },
    { "a,b", "\"a,b\"", "\"a,b\"" },
    { "say \"a\"", "\"say \"\"a\"\"\"", "\"say \"\"a\"\"\"" },
    { "a\nb", "\"a\nb\"", "\"a\nb\"" },
    { "=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0", "\"'=cmd|'/C calc'!A0\"" },
    { "@SUM(1,2)", "\"'@SUM(1,2)\"", "\"'@SUM(1,2)\"" },
    { "+1+1", "'+1+1", "\"'+1+1\"" },
    { "-A1", "'-A1", "\"'-A1\"" },
    { "\t=1", "'\t=1", "\"'\t=1\"" },
    /* Numbers are no formulas. */
    { "-1.5e-3", "-1.5e-3", "\"-1.5e-3\"" },
    { "+2", "+2", "\"+2\"" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) cell = g_string_new (NULL);
      g_autoptr (GString) quoted = g_string_new (NULL);

      seidel_csv_append_text (cell, cases[i].text, false);
      seidel_csv_append_text (quoted, cases[i].text, true);
      g_assert_cmpstr (cell->str, ==, cases[i].cell);
      g_assert_cmpstr (quoted->str, ==, cases[i].quoted);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/text", test_text);
  return g_test_run ();
}
