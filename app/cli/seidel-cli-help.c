/* --help, the shell completion and what the manual pages are made of, from the tables of the
 * commands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"

#define HELP_WIDTH  80
#define HELP_COLUMN 6

/* What is valid and the default, in sentences. */
static char *
describe_values (const SeidelCliOption *option)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) choices = seidel_cli_option_choices (option);
  g_autofree char *joined = choices != NULL ? g_strjoinv (", ", choices) : NULL;
  g_autofree char *expected = seidel_cli_option_expected (option);
  if (joined != NULL)
    g_string_append_printf (text, "One of: %s. ", joined);
  if (option->kind == SEIDEL_CLI_INTEGER || option->kind == SEIDEL_CLI_REAL)
    g_string_append_printf (text, "%c%s. ", g_ascii_toupper (expected[0]), expected + 1);
  if (option->initial != NULL)
    g_string_append_printf (text, "Default: %s.", option->initial);
  if (option->required)
    g_string_append (text, "Required.");
  return g_strchomp (g_strdup (text->str));
}

static void
append_paragraph (GString *out, const char *text, int indent)
{
  if (text[0] == '\0')
    return;
  g_string_append_printf (out, "%*s", indent, "");
  seidel_cli_text_wrap (out, text, indent, HELP_WIDTH);
  g_string_append_c (out, '\n');
}

static void
append_group (GString *out, const SeidelCliGroup *group, const char *first)
{
  const SeidelCliOption *row = seidel_cli_group_rows (group, first);
  g_string_append_printf (out, "\n%s:\n", group->title);
  for (; row->name != NULL; row++)
    {
      g_autofree char *values = describe_values (row);
      g_string_append_printf (out, "  --%s%s%s\n", row->name, row->argument != NULL ? " " : "",
                              row->argument != NULL ? row->argument : "");
      append_paragraph (out, row->sentence, HELP_COLUMN);
      append_paragraph (out, values, HELP_COLUMN);
    }
}

static void
append_words (GString *out, const SeidelCliCommand *command)
{
  g_autofree char *name = seidel_cli_name_argument (command, 0);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (const SeidelCliWord *word = command->words (); word->id != NULL; word++)
    {
      g_autofree char *usage =
        g_strconcat (word->id, word->arguments != NULL ? " " : NULL, word->arguments, NULL);
      seidel_cli_sheet_add (sheet, usage, "%s", word->sentence);
    }
  g_autofree char *text = seidel_cli_sheet_to_text (sheet);
  g_string_append_printf (out, "\n%s is one of:\n%s", name, text);
}

char *
seidel_cli_help (const SeidelCliCommand *command, const char *first)
{
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "Usage: seidel-cli %s %s%s[OPTION …]\n\n", command->name,
                          command->arguments, command->arguments[0] != '\0' ? " " : "");
  append_paragraph (out, command->sentence, 0);
  if (command->words != NULL)
    append_words (out, command);
  for (const SeidelCliGroup *const *group = command->groups; *group != NULL; group++)
    if (first != NULL || !(*group)->varies)
      append_group (out, *group, first);
  append_group (out, &seidel_cli_help_group, first);
  return g_string_free (out, FALSE);
}

static char **
list_first (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    g_strv_builder_add (names, (*command)->name);
  g_strv_builder_add_many (names, "--help", "--version", NULL);
  return g_strv_builder_end (names);
}

static char **
list_words (const SeidelCliCommand *command)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  for (const SeidelCliWord *word = command->words (); word->id != NULL; word++)
    g_strv_builder_add (ids, word->id);
  return g_strv_builder_end (ids);
}

/* All that can be the last of n words; a new GStrv, or NULL for names of files. */
static char **
list_candidates (char **words, guint n)
{
  const SeidelCliCommand *command = n > 1 ? seidel_cli_command_find (words[0]) : NULL;
  if (command == NULL)
    return n <= 1 ? list_first () : NULL;
  const char *before = words[n - 2];
  const SeidelCliOption *option = g_str_has_prefix (before, "--")
                                    ? seidel_cli_find_option (command, NULL, before + strlen ("--"))
                                    : NULL;
  if (option != NULL && option->argument != NULL)
    return seidel_cli_option_choices (option);
  if (words[n - 1][0] == '-')
    return seidel_cli_list_options (command, n > 2 ? words[1] : NULL);
  if (n == 2)
    return command->words != NULL ? list_words (command) : NULL;
  return command->complete != NULL ? command->complete (words[1]) : NULL;
}

char **
seidel_cli_complete (char **words)
{
  /* bash makes three words of --option=value. */
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  for (char **word = words; *word != NULL; word++)
    if (!g_str_equal (*word, "=") || word[1] == NULL)
      g_strv_builder_add (builder, g_str_equal (*word, "=") ? "" : *word);
  g_auto (GStrv) typed = g_strv_builder_end (builder);
  guint n = g_strv_length (typed);
  g_auto (GStrv) candidates = list_candidates (typed, n);
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  for (char **word = candidates; word != NULL && *word != NULL; word++)
    if (n == 0 || g_str_has_prefix (*word, typed[n - 1]))
      g_strv_builder_add (found, *word);
  return g_strv_builder_end (found);
}

static void
build_options (JsonBuilder *json, const SeidelCliGroup *group, const char *first)
{
  seidel_cli_json_begin_array (json, "options");
  for (const SeidelCliOption *row = seidel_cli_group_rows (group, first); row->name != NULL; row++)
    {
      g_autofree char *values = describe_values (row);
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "name", row->name);
      seidel_cli_json_text (json, "argument", row->argument);
      seidel_cli_json_text (json, "sentence", row->sentence);
      seidel_cli_json_text (json, "values", values);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_words (JsonBuilder *json, const SeidelCliCommand *command)
{
  static const SeidelCliWord none = { NULL };
  const SeidelCliWord *word = command->words != NULL ? command->words () : &none;
  seidel_cli_json_begin_array (json, "words");
  for (; word->id != NULL; word++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", word->id);
      seidel_cli_json_text (json, "sentence", word->sentence);
      for (const SeidelCliGroup *const *group = command->groups; *group != NULL; group++)
        if ((*group)->varies)
          build_options (json, *group, word->id);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
build_group (JsonBuilder *json, const SeidelCliGroup *group)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "title", group->title);
  build_options (json, group, NULL);
  json_builder_end_object (json);
}

int
seidel_cli_print_tables (void)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "name", (*command)->name);
      seidel_cli_json_text (json, "arguments", (*command)->arguments);
      seidel_cli_json_integer (json, "min_arguments", (*command)->min_arguments);
      seidel_cli_json_text (json, "sentence", (*command)->sentence);
      seidel_cli_json_bool (json, "solves", (*command)->solves);
      build_words (json, *command);
      seidel_cli_json_begin_array (json, "groups");
      for (const SeidelCliGroup *const *group = (*command)->groups; *group != NULL; group++)
        if (!(*group)->varies)
          build_group (json, *group);
      build_group (json, &seidel_cli_help_group);
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}
