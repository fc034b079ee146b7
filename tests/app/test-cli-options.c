/* Tests of the reading of command lines by the tables of a command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gio/gio.h>
#include <math.h>

#include "cli/seidel-cli-options.h"

static char **
list_colors (void)
{
  static const char *const colors[] = { "red", "green", NULL };
  return g_strdupv ((char **) colors);
}

static bool
check_text (const char *text, GError **error)
{
  if (!g_str_equal (text, "wrong"))
    return true;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "that is wrong");
  return false;
}

static const SeidelCliOption rows[] = {
  { "flag", NULL, "A flag." },
  { "text", "TEXT", "A text.", .check = check_text },
  { "color", "C", "A colour.", SEIDEL_CLI_CHOICE, "red", list_colors },
  { "count", "N", "A count.", SEIDEL_CLI_INTEGER, "7", NULL, 1, 10 },
  { "size", "X", "A size.", SEIDEL_CLI_REAL, "0.5", NULL, -HUGE_VAL, 5 },
  { "large", "N", "A large number.", SEIDEL_CLI_INTEGER, "0", NULL, 0, HUGE_VAL },
  { NULL },
};

/* Bounds that depend on the first argument. */
static const SeidelCliOption *
make_rows (const char *first)
{
  static const SeidelCliOption any[] = { { "depth", "N", "A depth." }, { NULL } };
  static const SeidelCliOption few[] = {
    { "depth", "N", "A depth.", SEIDEL_CLI_INTEGER, "2", NULL, 1, 3 },
    { NULL },
  };
  static const SeidelCliOption none[] = { { NULL } };
  return first == NULL ? any : g_str_equal (first, "few") ? few : none;
}

static const SeidelCliGroup group = { .title = "Own", .rows = rows };
static const SeidelCliGroup made = { .title = "Made", .make = make_rows, .varies = true };
static const SeidelCliCommand command = {
  .name = "try",
  .arguments = "FILE OTHER",
  .min_arguments = 1,
  .max_arguments = 2,
  .sentence = "Try.",
  .groups = (const SeidelCliGroup *const[]){ &group, &made, NULL },
};

/* Reads a line of words separated by spaces. */
static bool
read_line (SeidelCliCall *call, const char *line, GError **error)
{
  g_autofree char *whole = g_strconcat ("try ", line, NULL);
  g_auto (GStrv) words = g_strsplit (whole, " ", -1);
  return seidel_cli_call_read (call, &command, words, error);
}

static void
test_good (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (SeidelCliCall) call = { 0 };
  g_assert_true (read_line (&call,
                            "a --flag --text=x=y --color green b --count 10 --size -1e-3 "
                            "--large 9007199254740993",
                            &error));
  g_assert_no_error (error);
  g_assert_true (seidel_cli_given (&call, "flag"));
  g_assert_cmpstr (seidel_cli_text (&call, "text"), ==, "x=y");
  g_assert_cmpstr (seidel_cli_text (&call, "color"), ==, "green");
  g_assert_cmpint (seidel_cli_integer (&call, "count"), ==, 10);
  g_assert_cmpint (seidel_cli_integer (&call, "large"), ==, 9007199254740993);
  g_assert_cmpfloat (seidel_cli_real (&call, "size"), ==, -1e-3);
  g_assert_cmpuint (g_strv_length (call.words), ==, 2);
  g_assert_cmpstr (call.words[0], ==, "a");
  g_assert_cmpstr (call.words[1], ==, "b");
  g_assert_false (seidel_cli_given (&call, "help"));
}

static void
test_defaults (void)
{
  g_auto (SeidelCliCall) call = { 0 };
  g_assert_true (read_line (&call, "few", NULL));
  g_assert_false (seidel_cli_given (&call, "flag"));
  g_assert_null (seidel_cli_text (&call, "text"));
  g_assert_null (seidel_cli_text (&call, "color"));
  g_assert_cmpint (seidel_cli_integer (&call, "count"), ==, 7);
  g_assert_cmpfloat (seidel_cli_real (&call, "size"), ==, 0.5);
  g_assert_cmpint (seidel_cli_integer (&call, "depth"), ==, 2);
}

static void
test_last_one_holds (void)
{
  g_auto (SeidelCliCall) call = { 0 };
  g_assert_true (read_line (&call, "a --text x --text y --color red --color green", NULL));
  g_assert_cmpstr (seidel_cli_text (&call, "text"), ==, "y");
  g_assert_cmpstr (seidel_cli_text (&call, "color"), ==, "green");
}

static void
test_dashes (void)
{
  g_auto (SeidelCliCall) first = { 0 };
  g_auto (SeidelCliCall) second = { 0 };
  g_assert_true (read_line (&first, "- -- --flag", NULL));
  g_assert_false (seidel_cli_given (&first, "flag"));
  g_assert_cmpstr (first.words[0], ==, "-");
  g_assert_cmpstr (first.words[1], ==, "--flag");
  g_assert_true (read_line (&second, "a --text --flag", NULL));
  g_assert_cmpstr (seidel_cli_text (&second, "text"), ==, "--flag");
  g_assert_false (seidel_cli_given (&second, "flag"));
}

/* Names of files are bytes. */
static void
test_bytes (void)
{
  g_auto (SeidelCliCall) call = { 0 };
  g_assert_true (read_line (&call, "\xff\xfe.mtx --text \xe4\x01", NULL));
  g_assert_cmpstr (call.words[0], ==, "\xff\xfe.mtx");
  g_assert_cmpstr (seidel_cli_text (&call, "text"), ==, "\xe4\x01");
}

/* Before anything that is wrong. */
static void
test_help (void)
{
  static const char *const lines[] = { "-h --nonsense", "--help", "a b c --help",
                                       "--help --count x" };
  for (size_t i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_auto (SeidelCliCall) call = { 0 };
      g_assert_true (read_line (&call, lines[i], NULL));
      g_assert_true (seidel_cli_given (&call, "help"));
    }
}

static void
test_bad (void)
{
  static const struct
  {
    const char *line;
    GOptionError code;
  } wrong[] = {
    { "a --colour red", G_OPTION_ERROR_UNKNOWN_OPTION },
    { "a --fla", G_OPTION_ERROR_UNKNOWN_OPTION },
    { "a -flag", G_OPTION_ERROR_UNKNOWN_OPTION },
    { "--nonsense --help", G_OPTION_ERROR_UNKNOWN_OPTION },
    { "many --depth 2", G_OPTION_ERROR_UNKNOWN_OPTION },
    { "few --depth 4", G_OPTION_ERROR_BAD_VALUE },
    { "a --flag=1", G_OPTION_ERROR_BAD_VALUE },
    { "a --flag=", G_OPTION_ERROR_BAD_VALUE },
    { "a --help=1", G_OPTION_ERROR_BAD_VALUE },
    { "a --text", G_OPTION_ERROR_BAD_VALUE },
    { "a --text=", G_OPTION_ERROR_BAD_VALUE },
    { "a --color blue", G_OPTION_ERROR_BAD_VALUE },
    { "a b c", G_OPTION_ERROR_FAILED },
    { "a ", G_OPTION_ERROR_FAILED },
    { "--flag", G_OPTION_ERROR_FAILED },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_auto (SeidelCliCall) call = { 0 };
      g_assert_false (read_line (&call, wrong[i].line, &error));
      g_assert_error (error, G_OPTION_ERROR, (int) wrong[i].code);
    }
  g_autoptr (GError) error = NULL;
  g_auto (SeidelCliCall) call = { 0 };
  g_assert_false (read_line (&call, "a --text wrong", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

static void
test_numbers (void)
{
  static const char *const not_real[] = { "",     " 1", "1 ",    "1,5", "nan",   "inf", "-inf",
                                          "0x10", "1e", "1e400", "--1", "1.2.3", "e5",  "5.1" };
  static const char *const not_integer[] = {
    "", " 1", "1 ", "1.0", "1e3", "0x10", "9223372036854775808", "--1", "+", "0", "11"
  };
  for (size_t i = 0; i < G_N_ELEMENTS (not_real) + G_N_ELEMENTS (not_integer); i++)
    {
      bool real = i < G_N_ELEMENTS (not_real);
      g_autofree char *word =
        g_strconcat (real ? "--size=" : "--count=",
                     real ? not_real[i] : not_integer[i - G_N_ELEMENTS (not_real)], NULL);
      char *words[] = { (char *) "try", (char *) "a", word, NULL };
      g_autoptr (GError) error = NULL;
      g_auto (SeidelCliCall) call = { 0 };
      g_assert_false (seidel_cli_call_read (&call, &command, words, &error));
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    }
}

/* Every command can be found and says what it accepts; its defaults are valid. */
static void
test_commands (void)
{
  for (const SeidelCliCommand *const *one = seidel_cli_commands; *one != NULL; one++)
    {
      g_auto (GStrv) words = g_strsplit ((*one)->arguments, " ", -1);
      g_autoptr (GPtrArray) options = seidel_cli_rows (*one, NULL);
      g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
      g_assert_true (seidel_cli_command_find ((*one)->name) == *one);
      g_assert_cmpuint (g_strv_length (words), >=, (guint) (*one)->min_arguments);
      g_assert_cmpint ((*one)->max_arguments, >=, (*one)->min_arguments);
      g_assert_true (g_str_has_suffix ((*one)->sentence, "."));
      for (guint i = 0; i < options->len; i++)
        {
          const SeidelCliOption *option = options->pdata[i];
          g_assert_true (g_str_has_suffix (option->sentence, "."));
          g_assert_true (g_hash_table_add (names, (void *) option->name));
          g_assert_true (option->kind != SEIDEL_CLI_CHOICE || option->choices != NULL
                         || option->setting->kind == SEIDEL_SETTING_CHOICE);
        }
    }
  g_assert_null (seidel_cli_command_find ("nonsense"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/options/good", test_good);
  g_test_add_func ("/cli/options/defaults", test_defaults);
  g_test_add_func ("/cli/options/last-one-holds", test_last_one_holds);
  g_test_add_func ("/cli/options/dashes", test_dashes);
  g_test_add_func ("/cli/options/bytes", test_bytes);
  g_test_add_func ("/cli/options/help", test_help);
  g_test_add_func ("/cli/options/bad", test_bad);
  g_test_add_func ("/cli/options/numbers", test_numbers);
  g_test_add_func ("/cli/commands", test_commands);
  return g_test_run ();
}
