/* Tests of the reading of command lines by a table of options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "cli/seidel-cli-parser.h"

static const SeidelCliCommand command = { "try", "FILE OTHER", 1, 2, "Try.", NULL };

static char **
list_colors (void)
{
  static const char *const colors[] = { "red", "green", NULL };
  return g_strdupv ((char **) colors);
}

typedef struct
{
  bool flag;
  char *text;
  char *color;
  int64_t count;
  double size;
  bool count_given;
  GPtrArray *arguments;
  SeidelCliParsed parsed;
  SeidelCliOptions *options;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->count = -77;
  fixture->size = -77.0;
  fixture->arguments = g_ptr_array_new ();
  fixture->parsed = (SeidelCliParsed){ fixture->arguments, false };
  fixture->options = seidel_cli_options_new ();
  SeidelCliOptions *options = fixture->options;
  seidel_cli_options_flag (options, "flag", &fixture->flag, "A flag.");
  seidel_cli_options_text (options, "text", "TEXT", &fixture->text, "nothing", "A text.");
  seidel_cli_options_choice (options, "color", "C", &fixture->color, list_colors, "red",
                             "A colour.");
  seidel_cli_options_integer (options, "count", "N", &fixture->count, 1, 10, "A count");
  seidel_cli_options_watch (options, &fixture->count_given);
  seidel_cli_options_real (options, "size", "X", &fixture->size, -HUGE_VAL, 5, "A size.");
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_free (fixture->text);
  g_free (fixture->color);
  g_ptr_array_unref (fixture->arguments);
  seidel_cli_options_free (fixture->options);
}

/* Reads a line of words set apart by spaces. */
static bool
parse (Fixture *fixture, const char *line, GError **error)
{
  static char **words; /* what was parsed points into it */
  g_strfreev (words);
  words = g_strsplit (line, " ", -1);
  g_ptr_array_set_size (fixture->arguments, 0);
  return seidel_cli_parse (&command, fixture->options, (int) g_strv_length (words), words,
                           &fixture->parsed, error);
}

static void
test_good (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_assert_true (
    parse (fixture, "a --flag --text=x=y --color green b --count 10 --size -1e-3", &error));
  g_assert_no_error (error);
  g_assert_true (fixture->flag);
  g_assert_cmpstr (fixture->text, ==, "x=y");
  g_assert_cmpstr (fixture->color, ==, "green");
  g_assert_cmpint (fixture->count, ==, 10);
  g_assert_true (fixture->count_given);
  g_assert_cmpfloat (fixture->size, ==, -1e-3);
  g_assert_cmpuint (fixture->arguments->len, ==, 2);
  g_assert_cmpstr (g_ptr_array_index (fixture->arguments, 0), ==, "a");
  g_assert_cmpstr (g_ptr_array_index (fixture->arguments, 1), ==, "b");
  g_assert_false (fixture->parsed.help);
}

static void
test_untouched (Fixture *fixture, gconstpointer data)
{
  g_assert_true (parse (fixture, "a", NULL));
  g_assert_false (fixture->flag);
  g_assert_null (fixture->text);
  g_assert_cmpint (fixture->count, ==, -77);
  g_assert_false (fixture->count_given);
  g_assert_cmpfloat (fixture->size, ==, -77.0);
}

static void
test_last_one_holds (Fixture *fixture, gconstpointer data)
{
  g_assert_true (parse (fixture, "a --text x --text y --color red --color green", NULL));
  g_assert_cmpstr (fixture->text, ==, "y");
  g_assert_cmpstr (fixture->color, ==, "green");
}

static void
test_dashes (Fixture *fixture, gconstpointer data)
{
  g_assert_true (parse (fixture, "- -- --flag", NULL));
  g_assert_false (fixture->flag);
  g_assert_cmpstr (g_ptr_array_index (fixture->arguments, 0), ==, "-");
  g_assert_cmpstr (g_ptr_array_index (fixture->arguments, 1), ==, "--flag");
  g_assert_true (parse (fixture, "a --text --flag", NULL));
  g_assert_cmpstr (fixture->text, ==, "--flag");
  g_assert_false (fixture->flag);
}

static void
test_help (Fixture *fixture, gconstpointer data)
{
  g_assert_true (parse (fixture, "-h --nonsense", NULL));
  g_assert_true (fixture->parsed.help);
  g_autofree char *help = seidel_cli_help (&command, fixture->options, "More.\n");
  g_assert_cmpstr (help, ==,
                   "Usage: seidel-cli try FILE OTHER [OPTION …]\n\n"
                   "Try.\n\nOptions:\n"
                   "  --flag\n      A flag.\n"
                   "  --text TEXT\n      A text.\n      Default: nothing.\n"
                   "  --color C\n      A colour.\n      One of: red, green. Default: red.\n"
                   "  --count N\n      A count.\n      A number from 1 to 10. Default: -77.\n"
                   "  --size X\n      A size.\n      A number of at most 5. Default: -77.\n"
                   "  --help\n      Show this text and exit.\n\nMore.\n");
}

/* What --help tells of a text, without refusing anything else. */
static void
test_suggest (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = NULL;
  seidel_cli_options_text (fixture->options, "other", "O", &other, "red", "Another.");
  seidel_cli_options_suggest (fixture->options, list_colors);
  g_autofree char *help = seidel_cli_help (&command, fixture->options, NULL);
  g_assert_nonnull (strstr (help, "      Another.\n      One of: red, green. Default: red.\n"));
  g_assert_true (parse (fixture, "a --other blue", NULL));
  g_assert_cmpstr (other, ==, "blue");
}

static void
test_bad (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *line;
    const char *message;
  } rows[] = {
    { "a --colour red", "unknown option ‘--colour’; the options are: --flag, --text, --color, "
                        "--count, --size, --help" },
    { "a --fla", "unknown option ‘--fla’; the options are: --flag, --text, --color, --count, "
                 "--size, --help" },
    { "a -flag", "unknown option ‘-flag’; the options are: --flag, --text, --color, --count, "
                 "--size, --help" },
    { "a --flag=1", "--flag takes no value" },
    { "a --text", "--text: TEXT is missing" },
    { "a --text=", "--text: TEXT must not be empty" },
    { "a --color blue", "--color: ‘blue’ is not known; it must be one of: red, green" },
    { "a --count 0", "--count: ‘0’ is not an integer from 1 to 10" },
    { "a --count 11", "--count: ‘11’ is not an integer from 1 to 10" },
    { "a --count 3.0", "--count: ‘3.0’ is not an integer from 1 to 10" },
    { "a --size 5.1", "--size: ‘5.1’ is not a number of at most 5" },
    { "a --size=", "--size: ‘’ is not a number of at most 5" },
    { "a b c", "unexpected argument ‘c’" },
    { "--flag", "FILE is missing" },
  };
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (parse (fixture, rows[i].line, &error));
      g_assert_error (error, SEIDEL_CLI_PARSE_ERROR, 0);
      g_assert_cmpstr (error->message, ==, rows[i].message);
    }
  g_assert_cmpint (fixture->count, ==, -77);
  g_assert_false (fixture->count_given);
  g_assert_cmpfloat (fixture->size, ==, -77.0);
}

static void
test_numbers (void)
{
  static const char *const not_real[] = { "",     " 1", "1 ",    "1,5", "nan",   "inf", "-inf",
                                          "0x10", "1e", "1e400", "--1", "1.2.3", "e5" };
  static const char *const not_integer[] = {
    "", " 1", "1 ", "1.0", "1e3", "0x10", "9223372036854775808", "--1", "+"
  };
  double real = 4.5;
  int64_t integer = 45;
  for (size_t i = 0; i < G_N_ELEMENTS (not_real); i++)
    g_assert_false (seidel_cli_parse_real (not_real[i], &real));
  for (size_t i = 0; i < G_N_ELEMENTS (not_integer); i++)
    g_assert_false (seidel_cli_parse_integer (not_integer[i], &integer));
  g_assert_cmpfloat (real, ==, 4.5);
  g_assert_cmpint (integer, ==, 45);
  g_assert_true (seidel_cli_parse_real ("-2.5e-3", &real));
  g_assert_cmpfloat (real, ==, -2.5e-3);
  g_assert_true (seidel_cli_parse_integer ("9223372036854775807", &integer));
  g_assert_cmpint (integer, ==, G_MAXINT64);
}

/* Every command of the program can be found, and says what it takes. */
static void
test_commands (void)
{
  size_t n = 0;
  const SeidelCliCommand *commands = seidel_cli_commands (&n);
  g_assert_cmpuint (n, >, 0);
  for (size_t i = 0; i < n; i++)
    {
      g_auto (GStrv) words = g_strsplit (commands[i].arguments, " ", -1);
      g_assert_true (seidel_cli_command_find (commands[i].name) == &commands[i]);
      g_assert_cmpuint (g_strv_length (words), >=, (guint) commands[i].min_arguments);
      g_assert_cmpint (commands[i].max_arguments, >=, commands[i].min_arguments);
      g_assert_true (g_str_has_suffix (commands[i].sentence, "."));
    }
  g_assert_null (seidel_cli_command_find ("nonsense"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
  ADD ("/cli/parser/good", test_good);
  ADD ("/cli/parser/untouched", test_untouched);
  ADD ("/cli/parser/last-one-holds", test_last_one_holds);
  ADD ("/cli/parser/dashes", test_dashes);
  ADD ("/cli/parser/help", test_help);
  ADD ("/cli/parser/suggest", test_suggest);
  ADD ("/cli/parser/bad", test_bad);
  g_test_add_func ("/cli/parser/numbers", test_numbers);
  g_test_add_func ("/cli/commands", test_commands);
  return g_test_run ();
}
