/* Reading a command line with GOption by the tables of a command.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/seidel-cli-tables.h"
#include "cli/seidel-cli-text.h"
#include "engine/seidel-engines.h"

static const SeidelCliOption help_rows[] = {
  { "help", NULL, "Show this text and exit." },
  { NULL },
};

const SeidelCliGroup seidel_cli_help_group = { .title = "Help", .rows = help_rows };

static const SeidelCliOption json_rows[] = {
  { "json", NULL, "Print JSON, for scripts." },
  { NULL },
};

const SeidelCliGroup seidel_cli_json_group = { .title = "Output", .rows = json_rows };

const char *
seidel_cli_number_text (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  return g_intern_string (g_ascii_formatd (buffer, sizeof buffer, "%.15g", value));
}

char **
seidel_cli_ids (gconstpointer rows, size_t n_rows, size_t row_size, const char *first)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  if (first != NULL)
    g_strv_builder_add (ids, first);
  for (size_t i = 0; i < n_rows; i++)
    g_strv_builder_add (ids, *(const char *const *) ((const char *) rows + i * row_size));
  return g_strv_builder_end (ids);
}

const SeidelCliOption *
seidel_cli_group_rows (const SeidelCliGroup *group, const char *first)
{
  return group->make != NULL ? group->make (first) : group->rows;
}

GPtrArray *
seidel_cli_rows (const SeidelCliCommand *command, const char *first)
{
  GPtrArray *rows = g_ptr_array_new ();
  for (const SeidelCliGroup *const *group = command->groups; *group != NULL; group++)
    for (const SeidelCliOption *row = seidel_cli_group_rows (*group, first); row->name != NULL;
         row++)
      g_ptr_array_add (rows, (void *) row);
  g_ptr_array_add (rows, (void *) help_rows);
  return rows;
}

const SeidelCliOption *
seidel_cli_find_option (const SeidelCliCommand *command, const char *first, const char *name)
{
  g_autoptr (GPtrArray) rows = seidel_cli_rows (command, first);
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const SeidelCliOption *) rows->pdata[i])->name, name))
      return rows->pdata[i];
  return NULL;
}

char **
seidel_cli_list_options (const SeidelCliCommand *command, const char *first)
{
  g_autoptr (GPtrArray) rows = seidel_cli_rows (command, first);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  for (guint i = 0; i < rows->len; i++)
    {
      const SeidelCliOption *row = rows->pdata[i];
      g_autofree char *name = g_strconcat ("--", row->name, NULL);
      g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

char *
seidel_cli_option_expected (const SeidelCliOption *option)
{
  const char *number = option->kind == SEIDEL_CLI_INTEGER ? "a whole number" : "a number";
  const char *low = seidel_cli_number_text (option->minimum);
  const char *high = seidel_cli_number_text (option->maximum);
  if (option->expected != NULL)
    return g_strdup (option->expected);
  if (isfinite (option->maximum))
    return g_strdup_printf ("%s from %s to %s", number, low, high);
  return g_strdup_printf ("%s of at least %s", number, low);
}

/* Of all engines where it is a strategy. */
char **
seidel_cli_option_choices (const SeidelCliOption *option)
{
  const SeidelOptions defaults = SEIDEL_OPTIONS_INIT;
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  SeidelSettingValue value;
  if (option->setting == NULL || option->setting->kind != SEIDEL_SETTING_CHOICE)
    return option->choices != NULL ? option->choices () : NULL;
  if (option->setting->item == SEIDEL_PLAN_STRATEGY)
    return seidel_cli_list_strategies (NULL, SEIDEL_STRATEGY_AUTO);
  for (size_t i = 0; seidel_setting_value (option->setting, &defaults, i, &value); i++)
    g_strv_builder_add (ids, value.id);
  return g_strv_builder_end (ids);
}

bool
seidel_cli_refuse (GError **error, GOptionError code, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (G_OPTION_ERROR, (int) code, format, arguments));
  va_end (arguments);
  return false;
}

/* Decimal numbers only: strtod () would also take hexadecimal, "nan" and "inf". */
static bool
read_number (const SeidelCliOption *option, const char *text, double *value)
{
  if (option->kind == SEIDEL_CLI_INTEGER)
    {
      int64_t integer = 0;
      bool read = g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &integer, NULL);
      *value = (double) integer;
      return read;
    }
  if (text[0] == '\0' || text[strspn (text, "0123456789+-.eE")] != '\0')
    return false;
  char *end = NULL;
  *value = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*value);
}

static bool
check_number (const SeidelCliOption *option, const char *text, GError **error)
{
  double value = 0.0;
  if (read_number (option, text, &value)
      && (option->expected != NULL || (value >= option->minimum && value <= option->maximum)))
    return true;
  g_autofree char *expected = seidel_cli_option_expected (option);
  return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "--%s: “%s” is not %s", option->name,
                            text, expected);
}

/* Without a list that is costly to make: that of engines, or of their strategies, opens them all.
 */
static bool
is_known (const SeidelCliOption *option, const char *text)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  if (option->setting == NULL)
    return option->check != NULL && option->check (text, NULL);
  if (option->setting->item == SEIDEL_PLAN_STRATEGY)
    return g_str_equal (text, SEIDEL_STRATEGY_AUTO)
           || seidel_engine_find_strategy (seidel_cpu_engine (), text) >= 0;
  return seidel_setting_set_text (option->setting, &options, text, NULL);
}

static bool
check_choice (const SeidelCliOption *option, const char *text, GError **error)
{
  if (is_known (option, text))
    return true;
  g_auto (GStrv) choices = seidel_cli_option_choices (option);
  if (g_strv_contains ((const char *const *) choices, text))
    return true;
  g_autofree char *valid = g_strjoinv (", ", choices);
  return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "--%s: “%s” must be one of: %s",
                            option->name, text, valid);
}

static bool
check_text (const SeidelCliOption *option, const char *text, GError **error)
{
  if (text[0] == '\0')
    return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "--%s: the value must not be empty",
                              option->name);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  if (option->setting != NULL ? seidel_setting_set_text (option->setting, &options, text, error)
                              : option->check == NULL || option->check (text, error))
    return true;
  g_prefix_error (error, "--%s: ", option->name);
  return false;
}

static bool
check_value (const SeidelCliOption *option, const char *text, GError **error)
{
  if (option->argument == NULL)
    return true;
  if (option->kind == SEIDEL_CLI_TEXT)
    return check_text (option, text, error);
  return option->kind == SEIDEL_CLI_CHOICE ? check_choice (option, text, error)
                                           : check_number (option, text, error);
}

/* GOption's callback; also for -h. */
static gboolean
take_cb (const char *dashed, const char *text, void *data, GError **error)
{
  SeidelCliCall *call = data;
  const char *name = g_str_equal (dashed, "-h") ? "help" : dashed + strlen ("--");
  const SeidelCliOption *option = seidel_cli_find_option (call->command, NULL, name);
  if (!check_value (option, text, error))
    return FALSE;
  g_hash_table_replace (call->given, (void *) option->name, g_strdup (text != NULL ? text : ""));
  return TRUE;
}

static GOptionGroup *
make_group (const char *title, const SeidelCliOption *rows, SeidelCliCall *call)
{
  GOptionGroup *group = g_option_group_new (title, title, title, call, NULL);
  for (; rows->name != NULL; rows++)
    {
      const GOptionEntry entries[] = {
        { rows->name, rows == help_rows ? 'h' : '\0',
          G_OPTION_FLAG_FILENAME | G_OPTION_FLAG_NOALIAS
            | (rows->argument == NULL ? G_OPTION_FLAG_NO_ARG : 0),
          G_OPTION_ARG_CALLBACK, take_cb, rows->sentence, rows->argument },
        { NULL },
      };
      g_option_group_add_entries (group, entries);
    }
  return group;
}

static bool
parse (SeidelCliCall *call, char **argv, GError **error)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_auto (GStrv) copy = g_strdupv (argv);
  const GOptionEntry words[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &call->words, NULL, NULL },
    { NULL },
  };
  GOptionGroup *main_group = make_group ("help", help_rows, call);
  g_option_group_add_entries (main_group, words);
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_main_group (context, main_group);
  for (const SeidelCliGroup *const *group = call->command->groups; *group != NULL; group++)
    g_option_context_add_group (context, make_group ((*group)->title,
                                                     seidel_cli_group_rows (*group, NULL), call));
  bool parsed = g_option_context_parse_strv (context, &copy, error);
  if (call->words == NULL)
    call->words = g_new0 (char *, 1);
  return parsed;
}

char *
seidel_cli_name_argument (const SeidelCliCommand *command, int index)
{
  g_auto (GStrv) names = g_strsplit (command->arguments, " ", -1);
  return g_strdup (names[index]);
}

static bool
check_first (const SeidelCliCommand *command, const char *first, GError **error)
{
  g_autoptr (GString) valid = g_string_new (NULL);
  for (const SeidelCliWord *word = command->words (); word->id != NULL; word++)
    {
      if (g_str_equal (word->id, first))
        return true;
      g_string_append_printf (valid, "%s%s", valid->len > 0 ? ", " : "", word->id);
    }
  g_autofree char *name = seidel_cli_name_argument (command, 0);
  return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "%s “%s” must be one of: %s", name,
                            first, valid->str);
}

static bool
check_words (const SeidelCliCall *call, GError **error)
{
  const SeidelCliCommand *command = call->command;
  int n = (int) g_strv_length (call->words);
  if (n > command->max_arguments)
    return seidel_cli_refuse (error, G_OPTION_ERROR_FAILED, "unexpected argument “%s”",
                              call->words[command->max_arguments]);
  g_autofree char *missing =
    n < command->min_arguments ? seidel_cli_name_argument (command, n) : NULL;
  if (missing != NULL)
    return seidel_cli_refuse (error, G_OPTION_ERROR_FAILED, "%s is missing", missing);
  for (int i = 0; i < n; i++)
    if (call->words[i][0] == '\0')
      return seidel_cli_refuse (error, G_OPTION_ERROR_FAILED, "argument %d must not be empty",
                                i + 1);
  return command->words == NULL || n == 0 || check_first (command, call->words[0], error);
}

/* What could not be known before the first argument was: whether it has the option at all, and the
 * bounds that it gives to it. */
static bool
check_made (const SeidelCliCall *call, GError **error)
{
  const char *first = call->words[0];
  GHashTableIter iter;
  gpointer name;
  gpointer text;
  g_hash_table_iter_init (&iter, call->given);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      const SeidelCliOption *option = seidel_cli_find_option (call->command, first, name);
      if (option != NULL && !check_value (option, text, error))
        return false;
      if (option != NULL)
        continue;
      g_auto (GStrv) names = seidel_cli_list_options (call->command, first);
      g_autofree char *valid = g_strjoinv (", ", names);
      return seidel_cli_refuse (error, G_OPTION_ERROR_UNKNOWN_OPTION,
                                "“%s” has no option --%s; the options are: %s", first,
                                (char *) name, valid);
    }
  return true;
}

static bool
check_required (const SeidelCliCall *call, GError **error)
{
  g_autoptr (GPtrArray) rows = seidel_cli_rows (call->command, call->words[0]);
  for (guint i = 0; i < rows->len; i++)
    {
      const SeidelCliOption *row = rows->pdata[i];
      if (row->required && !seidel_cli_given (call, row->name))
        return seidel_cli_refuse (error, G_OPTION_ERROR_FAILED, "--%s %s is missing", row->name,
                                  row->argument);
    }
  return true;
}

/* GOption drops the value of a flag. */
static bool
check_flags (const SeidelCliCommand *command, char **argv, GError **error)
{
  for (; *argv != NULL && !g_str_equal (*argv, "--"); argv++)
    {
      const char *equals = g_str_has_prefix (*argv, "--") ? strchr (*argv, '=') : NULL;
      g_autofree char *name =
        equals != NULL ? g_strndup (*argv + 2, (size_t) (equals - *argv - 2)) : g_strdup ("");
      const SeidelCliOption *option = seidel_cli_find_option (command, NULL, name);
      if (option != NULL && option->argument == NULL)
        return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "--%s takes no value", name);
    }
  return true;
}

bool
seidel_cli_call_read (SeidelCliCall *call,
                      const SeidelCliCommand *command,
                      char **argv,
                      GError **error)
{
  g_autoptr (GError) own = NULL;
  call->command = command;
  call->given = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  bool parsed = check_flags (command, argv, &own) && parse (call, argv, &own);
  if (seidel_cli_given (call, "help"))
    return true;
  if (parsed)
    return check_words (call, error) && check_made (call, error) && check_required (call, error);
  if (g_error_matches (own, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    {
      g_auto (GStrv) names = seidel_cli_list_options (command, call->words[0]);
      g_autofree char *valid = g_strjoinv (", ", names);
      g_set_error (error, own->domain, own->code, "%s; the options are: %s", own->message, valid);
    }
  else
    g_propagate_error (error, g_steal_pointer (&own));
  return false;
}

void
seidel_cli_call_clear (SeidelCliCall *call)
{
  g_clear_pointer (&call->words, g_strfreev);
  g_clear_pointer (&call->given, g_hash_table_unref);
}

bool
seidel_cli_given (const SeidelCliCall *call, const char *name)
{
  return g_hash_table_contains (call->given, name);
}

const char *
seidel_cli_text (const SeidelCliCall *call, const char *name)
{
  return g_hash_table_lookup (call->given, name);
}

int64_t
seidel_cli_integer (const SeidelCliCall *call, const char *name)
{
  const char *text = seidel_cli_text (call, name);
  return g_ascii_strtoll (text != NULL
                            ? text
                            : seidel_cli_find_option (call->command, call->words[0], name)->initial,
                          NULL, 10);
}

double
seidel_cli_real (const SeidelCliCall *call, const char *name)
{
  const char *text = seidel_cli_text (call, name);
  return g_ascii_strtod (text != NULL
                           ? text
                           : seidel_cli_find_option (call->command, call->words[0], name)->initial,
                         NULL);
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
  fprintf (stderr, "Try “seidel-cli %s%s--help”.\n", name, command != NULL ? " " : "");
  return SEIDEL_CLI_USAGE;
}

void
seidel_cli_note (const SeidelCliCall *call, const char *option, const char *why)
{
  if (seidel_cli_given (call, option))
    seidel_cli_complain ("%s: note: --%s has no effect: %s", call->command->name, option, why);
}
