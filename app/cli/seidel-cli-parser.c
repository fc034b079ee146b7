/* Reading a command line by a table of options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-parser.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli/seidel-cli-text.h"

G_DEFINE_QUARK (seidel - cli - parse - error, seidel_cli_parse_error)

#define HELP_WIDTH  80
#define HELP_COLUMN 6

SeidelCliOptions *
seidel_cli_options_new (void)
{
  return g_array_new (FALSE, TRUE, sizeof (SeidelCliOption));
}

void
seidel_cli_options_free (SeidelCliOptions *options)
{
  g_array_unref (options);
}

/* What every kind of option has; the rest is zero until the caller fills it in. */
static SeidelCliOption *
add (SeidelCliOptions *options,
     SeidelCliOptionKind kind,
     const char *name,
     const char *argument,
     void *target,
     const char *sentence)
{
  SeidelCliOption option = {
    .kind = kind, .name = name, .argument = argument, .sentence = sentence, .target = target
  };
  g_array_append_val (options, option);
  return &g_array_index (options, SeidelCliOption, options->len - 1);
}

void
seidel_cli_options_flag (SeidelCliOptions *options,
                         const char *name,
                         bool *target,
                         const char *sentence)
{
  add (options, SEIDEL_CLI_FLAG, name, NULL, target, sentence);
}

void
seidel_cli_options_text (SeidelCliOptions *options,
                         const char *name,
                         const char *argument,
                         char **target,
                         const char *initial,
                         const char *sentence)
{
  SeidelCliOption *option = add (options, SEIDEL_CLI_TEXT, name, argument, target, sentence);
  option->initial = initial;
}

void
seidel_cli_options_choice (SeidelCliOptions *options,
                           const char *name,
                           const char *argument,
                           char **target,
                           char **(*choices) (void),
                           const char *initial,
                           const char *sentence)
{
  SeidelCliOption *option = add (options, SEIDEL_CLI_CHOICE, name, argument, target, sentence);
  option->initial = initial;
  option->choices = choices;
}

void
seidel_cli_options_integer (SeidelCliOptions *options,
                            const char *name,
                            const char *argument,
                            int64_t *target,
                            double minimum,
                            double maximum,
                            const char *sentence)
{
  SeidelCliOption *option = add (options, SEIDEL_CLI_INTEGER, name, argument, target, sentence);
  option->minimum = minimum;
  option->maximum = maximum;
}

void
seidel_cli_options_real (SeidelCliOptions *options,
                         const char *name,
                         const char *argument,
                         double *target,
                         double minimum,
                         double maximum,
                         const char *sentence)
{
  SeidelCliOption *option = add (options, SEIDEL_CLI_REAL, name, argument, target, sentence);
  option->minimum = minimum;
  option->maximum = maximum;
}

void
seidel_cli_options_watch (SeidelCliOptions *options, bool *given)
{
  g_array_index (options, SeidelCliOption, options->len - 1).given = given;
}

void
seidel_cli_options_suggest (SeidelCliOptions *options, char **(*choices) (void) )
{
  g_array_index (options, SeidelCliOption, options->len - 1).choices = choices;
}

bool
seidel_cli_parse_integer (const char *text, int64_t *value)
{
  return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, value, NULL);
}

/* Decimal numbers only: strtod () would also take hexadecimal, "nan" and "inf". */
bool
seidel_cli_parse_real (const char *text, double *value)
{
  if (text[0] == '\0' || text[strspn (text, "0123456789+-.eE")] != '\0')
    return false;
  char *end = NULL;
  double number = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (number))
    return false;
  *value = number;
  return true;
}

/* As it could be typed. */
static char *
plain_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup (g_ascii_formatd (buffer, sizeof buffer, "%.15g", value));
}

/* " from 1 to 9", " of at least 1", or nothing. */
static char *
describe_bounds (const SeidelCliOption *option)
{
  g_autofree char *low = plain_number (option->minimum);
  g_autofree char *high = plain_number (option->maximum);
  if (isfinite (option->minimum) && isfinite (option->maximum))
    return g_strdup_printf (" from %s to %s", low, high);
  if (isfinite (option->minimum))
    return g_strdup_printf (" of at least %s", low);
  if (isfinite (option->maximum))
    return g_strdup_printf (" of at most %s", high);
  return g_strdup ("");
}

static bool
fail_number (const SeidelCliOption *option, const char *text, GError **error)
{
  g_autofree char *bounds = describe_bounds (option);
  g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "--%s: ‘%s’ is not %s%s", option->name, text,
               option->kind == SEIDEL_CLI_INTEGER ? "an integer" : "a number", bounds);
  return false;
}

static bool
take_choice (const SeidelCliOption *option, const char *text, GError **error)
{
  g_auto (GStrv) choices = option->choices ();
  if (!g_strv_contains ((const char *const *) choices, text))
    {
      g_autofree char *valid = g_strjoinv (", ", choices);
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0,
                   "--%s: ‘%s’ is not known; it must be one of: %s", option->name, text, valid);
      return false;
    }
  char **target = option->target;
  g_free (*target);
  *target = g_strdup (text);
  return true;
}

static bool
take_value (const SeidelCliOption *option, const char *text, GError **error)
{
  switch (option->kind)
    {
    case SEIDEL_CLI_FLAG:
      *(bool *) option->target = true;
      return true;
    case SEIDEL_CLI_TEXT:
      {
        char **target = option->target;
        if (text[0] == '\0')
          {
            g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "--%s: %s must not be empty",
                         option->name, option->argument);
            return false;
          }
        g_free (*target);
        *target = g_strdup (text);
        return true;
      }
    case SEIDEL_CLI_CHOICE:
      return take_choice (option, text, error);
    case SEIDEL_CLI_INTEGER:
      {
        int64_t value = 0;
        if (!seidel_cli_parse_integer (text, &value) || (double) value < option->minimum
            || (double) value > option->maximum)
          return fail_number (option, text, error);
        *(int64_t *) option->target = value;
        return true;
      }
    case SEIDEL_CLI_REAL:
      {
        double value = 0.0;
        if (!seidel_cli_parse_real (text, &value) || value < option->minimum
            || value > option->maximum)
          return fail_number (option, text, error);
        *(double *) option->target = value;
        return true;
      }
    default:
      g_return_val_if_reached (false);
    }
}

static const SeidelCliOption *
find_option (const SeidelCliOptions *options, const char *name, size_t length)
{
  for (guint i = 0; i < options->len; i++)
    {
      const SeidelCliOption *option = &g_array_index (options, SeidelCliOption, i);
      if (strlen (option->name) == length && memcmp (option->name, name, length) == 0)
        return option;
    }
  return NULL;
}

static bool
fail_unknown (const SeidelCliOptions *options, const char *given, GError **error)
{
  g_autoptr (GString) valid = g_string_new (NULL);
  for (guint i = 0; i < options->len; i++)
    g_string_append_printf (valid, "--%s, ", g_array_index (options, SeidelCliOption, i).name);
  g_string_append (valid, "--help");
  g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "unknown option ‘%s’; the options are: %s", given,
               valid->str);
  return false;
}

static bool
take_given (const SeidelCliOption *option, const char *text, GError **error)
{
  if (!take_value (option, text, error))
    return false;
  if (option->given != NULL)
    *option->given = true;
  return true;
}

/* Reads the option at argv[*position] and moves on to the last word that belongs to it. */
static bool
take_option (const SeidelCliOptions *options, int argc, char **argv, int *position, GError **error)
{
  const char *name = argv[*position] + 2;
  const char *equals = strchr (name, '=');
  size_t length = equals != NULL ? (size_t) (equals - name) : strlen (name);
  const SeidelCliOption *option = find_option (options, name, length);
  if (argv[*position][1] != '-' || option == NULL)
    return fail_unknown (options, argv[*position], error);
  if (option->kind == SEIDEL_CLI_FLAG)
    {
      if (equals == NULL)
        return take_given (option, "", error);
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "--%s takes no value", option->name);
      return false;
    }
  if (equals != NULL)
    return take_given (option, equals + 1, error);
  if (*position + 1 >= argc)
    {
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "--%s: %s is missing", option->name,
                   option->argument);
      return false;
    }
  *position += 1;
  return take_given (option, argv[*position], error);
}

static bool
check_arguments (const SeidelCliCommand *command, const GPtrArray *arguments, GError **error)
{
  if ((int) arguments->len > command->max_arguments)
    {
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "unexpected argument ‘%s’",
                   (const char *) g_ptr_array_index (arguments, command->max_arguments));
      return false;
    }
  if ((int) arguments->len < command->min_arguments)
    {
      g_auto (GStrv) names = g_strsplit (command->arguments, " ", -1);
      g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "%s is missing", names[arguments->len]);
      return false;
    }
  for (guint i = 0; i < arguments->len; i++)
    if (*(const char *) g_ptr_array_index (arguments, i) == '\0')
      {
        g_set_error (error, SEIDEL_CLI_PARSE_ERROR, 0, "argument %u must not be empty", i + 1);
        return false;
      }
  return true;
}

bool
seidel_cli_parse (const SeidelCliCommand *command,
                  const SeidelCliOptions *options,
                  int argc,
                  char **argv,
                  SeidelCliParsed *parsed,
                  GError **error)
{
  bool only_arguments = false;
  for (int i = 0; i < argc; i++)
    {
      if (only_arguments || argv[i][0] != '-' || argv[i][1] == '\0')
        g_ptr_array_add (parsed->arguments, argv[i]);
      else if (g_str_equal (argv[i], "--"))
        only_arguments = true;
      else if (g_str_equal (argv[i], "--help") || g_str_equal (argv[i], "-h"))
        {
          parsed->help = true;
          return true;
        }
      else if (!take_option (options, argc, argv, &i, error))
        return false;
    }
  return check_arguments (command, parsed->arguments, error);
}

static void
append_paragraph (GString *out, const char *text, int indent)
{
  g_string_append_printf (out, "%*s", indent, "");
  seidel_cli_text_wrap (out, text, indent, HELP_WIDTH);
  g_string_append_c (out, '\n');
}

/* What is valid and what holds when the option is not given, as a sentence; NULL for neither. */
static char *
describe_values (const SeidelCliOption *option)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *initial = g_strdup (option->initial);
  if (option->choices != NULL)
    {
      g_auto (GStrv) choices = option->choices ();
      g_autofree char *joined = g_strjoinv (", ", choices);
      g_string_append_printf (text, "One of: %s. ", joined);
    }
  if (option->kind == SEIDEL_CLI_INTEGER || option->kind == SEIDEL_CLI_REAL)
    {
      g_autofree char *bounds = describe_bounds (option);
      g_string_append_printf (text, "A number%s. ", bounds);
      initial =
        plain_number (option->kind == SEIDEL_CLI_INTEGER ? (double) *(int64_t *) option->target
                                                         : *(double *) option->target);
    }
  if (initial != NULL)
    g_string_append_printf (text, "Default: %s.", initial);
  return text->len > 0 ? g_strchomp (g_strdup (text->str)) : NULL;
}

static void
append_option (GString *out, const SeidelCliOption *option)
{
  g_string_append_printf (out, "  --%s", option->name);
  if (option->argument != NULL)
    g_string_append_printf (out, " %s", option->argument);
  g_string_append_c (out, '\n');
  g_autofree char *sentence =
    g_strconcat (option->sentence, g_str_has_suffix (option->sentence, ".") ? "" : ".", NULL);
  append_paragraph (out, sentence, HELP_COLUMN);
  g_autofree char *values = describe_values (option);
  if (values != NULL)
    append_paragraph (out, values, HELP_COLUMN);
}

char *
seidel_cli_help (const SeidelCliCommand *command, const SeidelCliOptions *options, const char *more)
{
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "Usage: seidel-cli %s %s%s[OPTION …]\n\n", command->name,
                          command->arguments, command->arguments[0] != '\0' ? " " : "");
  append_paragraph (out, command->sentence, 0);
  g_string_append (out, "\nOptions:\n");
  for (guint i = 0; i < options->len; i++)
    append_option (out, &g_array_index (options, SeidelCliOption, i));
  g_string_append (out, "  --help\n");
  append_paragraph (out, "Show this text and exit.", HELP_COLUMN);
  if (more != NULL)
    g_string_append_printf (out, "\n%s", more);
  return g_string_free (out, FALSE);
}

int
seidel_cli_usage_error (const SeidelCliCommand *command, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  const char *name = command != NULL ? command->name : "";
  seidel_cli_complain ("%s%s%s", name, command != NULL ? ": " : "", message);
  fprintf (stderr, "Try ‘seidel-cli %s%s--help’.\n", name, command != NULL ? " " : "");
  return SEIDEL_CLI_USAGE;
}

bool
seidel_cli_begin (const SeidelCliCommand *command,
                  const SeidelCliOptions *options,
                  const char *more,
                  int argc,
                  char **argv,
                  const char **arguments,
                  int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  SeidelCliParsed parsed = { found, false };
  if (!seidel_cli_parse (command, options, argc, argv, &parsed, &error))
    {
      *status = seidel_cli_usage_error (command, "%s", error->message);
      return false;
    }
  if (parsed.help)
    {
      g_autofree char *help = seidel_cli_help (command, options, more);
      *status = seidel_cli_print (help);
      return false;
    }
  for (guint i = 0; i < found->len; i++)
    arguments[i] = g_ptr_array_index (found, i);
  return true;
}
