/* Writes the manual pages from the tables of the commands and a text: a program of the build.
 * Arguments: the text (seidel-cli.mdoc, which explains its directives) and the folder of the pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-tables.h"

#define DATE  "November 22, 2026"
#define WIDTH 79

/* One sentence after the other, each from the beginning of a line. */
static void
append_text (GString *page, const char *text)
{
  g_autoptr (GRegex) end = g_regex_new ("(?<=[.?!]) +(?=[A-Z“0-9])", 0, 0, NULL);
  g_auto (GStrv) sentences = g_regex_split (end, text, 0);
  for (char **sentence = sentences; *sentence != NULL; sentence++)
    {
      g_autoptr (GString) wrapped = g_string_new (NULL);
      seidel_cli_text_wrap (wrapped, *sentence, 0, WIDTH);
      g_string_replace (wrapped, "\\", "\\e", 0);
      g_string_replace (wrapped, "\n.", "\n\\&.", 0);
      g_string_replace (wrapped, "\n'", "\n\\&'", 0);
      g_string_append_printf (page, "%s\n", wrapped->str);
    }
}

static void
begin_list (GString *page)
{
  g_string_append (page, ".Bl -tag -width Ds\n");
}

static void
end_list (GString *page)
{
  g_string_append (page, ".El\n");
}

static void
append_synopsis (GString *page, const SeidelCliCommand *command)
{
  g_autoptr (GString) arguments = g_string_new (command->arguments);
  g_string_replace (arguments, " [", "\n.Op Ar ", 0);
  g_string_replace (arguments, " …]", " ...", 0);
  g_string_append_printf (page, ".Sh SYNOPSIS\n.Nm seidel-cli %s\n", command->name);
  if (arguments->len > 0)
    g_string_append_printf (page, "%s %s\n", command->min_arguments > 0 ? ".Ar" : ".Op Ar",
                            arguments->str);
  g_string_append (page, ".Op Ar OPTION ...\n.Sh DESCRIPTION\n");
}

static void
append_head (GString *page, const char *name, const char *description)
{
  g_autofree char *title = g_ascii_strup (name, -1);
  g_string_append_printf (page,
                          ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n.Dd " DATE
                          "\n.Dt %s 1\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n",
                          title, name, description);
}

/* "show the structure" of "Show the structure." */
static char *
describe (const SeidelCliCommand *command)
{
  char *text = g_strndup (command->sentence, strlen (command->sentence) - 1);
  text[0] = g_ascii_tolower (text[0]);
  return text;
}

static void
append_commands (GString *page)
{
  begin_list (page);
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    {
      g_string_append_printf (page, ".It Cm %s\n", (*command)->name);
      append_text (page, (*command)->sentence);
      g_string_append_printf (page, "See\n.Xr seidel-cli-%s 1 .\n", (*command)->name);
    }
  end_list (page);
}

static void
append_words (GString *page, const SeidelCliCommand *command)
{
  begin_list (page);
  for (const SeidelCliWord *word = command->words (); word->id != NULL; word++)
    g_string_append_printf (page, ".It Cm %s\n%s\n", word->id, word->sentence);
  end_list (page);
}

static void
append_option (GString *page, const SeidelCliOption *option)
{
  g_autofree char *values = seidel_cli_option_describe (option);
  g_string_append_printf (page, ".It Fl -%s", option->name);
  if (option->argument != NULL)
    {
      g_autoptr (GString) argument = g_string_new (option->argument);
      g_string_replace (argument, "|", " | ", 0);
      g_string_append_printf (page, " Ar %s", argument->str);
    }
  g_string_append_c (page, '\n');
  append_text (page, option->sentence);
  if (values[0] != '\0')
    append_text (page, values);
}

static void
append_rows (GString *page, const SeidelCliGroup *group, const char *first)
{
  begin_list (page);
  for (const SeidelCliOption *row = seidel_cli_group_rows (group, first); row->name != NULL; row++)
    append_option (page, row);
  end_list (page);
}

static void
append_options (GString *page, const SeidelCliCommand *command)
{
  g_string_append (page, ".Sh OPTIONS\n");
  for (const SeidelCliGroup *const *group = command->groups; *group != NULL; group++)
    if (!(*group)->varies)
      {
        g_string_append_printf (page, ".Ss %s\n", (*group)->title);
        append_rows (page, *group, NULL);
      }
  g_string_append_printf (page, ".Ss %s\n", seidel_cli_help_group.title);
  append_rows (page, &seidel_cli_help_group, NULL);
}

/* "Needs: square, diagonal." where it is a list of ids. */
static void
append_member (GString *page, const char *name, JsonNode *node)
{
  JsonArray *items = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
  if (items == NULL || json_array_get_length (items) == 0
      || !JSON_NODE_HOLDS_VALUE (json_array_get_element (items, 0)))
    return;
  g_autoptr (GString) line = g_string_new (NULL);
  g_string_append_printf (line, "%c%s", g_ascii_toupper (name[0]), name + 1);
  for (guint i = 0; i < json_array_get_length (items); i++)
    g_string_append_printf (line, "%s%s", i > 0 ? ", " : ": ",
                            json_array_get_string_element (items, i));
  g_string_append_c (line, '.');
  append_text (page, line->str);
}

static void
append_table (GString *page, const SeidelCliCommand *command)
{
  g_autoptr (JsonNode) table = seidel_cli_table_to_json (command->table);
  JsonArray *rows = json_node_get_array (table);
  begin_list (page);
  for (guint i = 0; i < json_array_get_length (rows); i++)
    {
      JsonObject *row = json_array_get_object_element (rows, i);
      g_autoptr (GList) members = json_object_get_members (row);
      const char *id = json_object_get_string_member (row, "id");
      g_string_append_printf (page, ".It Cm %s\n%s.\n", id,
                              json_object_get_string_member (row, "name"));
      append_text (page, json_object_get_string_member (row, "sentence"));
      for (GList *name = members; name != NULL; name = name->next)
        append_member (page, name->data, json_object_get_member (row, name->data));
      for (const SeidelCliGroup *const *group = command->groups; *group != NULL; group++)
        if ((*group)->varies)
          append_rows (page, *group, id);
    }
  end_list (page);
}

/* command is NULL for the program. */
static void
append_exit (GString *page, const SeidelCliCommand *command)
{
  bool solves = command == NULL || command->solves;
  g_string_append_printf (page,
                          ".Sh EXIT STATUS\n.Bl -tag -width 130\n.It 0\n%s\n"
                          ".It 1\nAn error of the input, of the run or of writing the result.\n"
                          ".It 2\nThe command line is wrong, or its choices contradict each "
                          "other.\n",
                          solves ? "Done; the run converged." : "Done.");
  if (solves)
    g_string_append (page, ".It 3\nThe run ended without convergence.\n");
  if (command == NULL || command->max_arguments > 0)
    g_string_append (page, ".It 130\nInterrupted.\n");
  end_list (page);
}

static int
compare_cb (gconstpointer one, gconstpointer other)
{
  return strcmp (*(char *const *) one, *(char *const *) other);
}

static void
append_references (GString *page, const char *own)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  if (!g_str_equal (own, "seidel-cli"))
    g_ptr_array_add (names, g_strdup ("seidel-cli"));
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    {
      g_autofree char *name = g_strconcat ("seidel-cli-", (*command)->name, NULL);
      if (!g_str_equal (name, own))
        g_ptr_array_add (names, g_steal_pointer (&name));
    }
  g_ptr_array_sort (names, compare_cb);
  g_string_append (page, ".Sh SEE ALSO\n");
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (page, ".Xr %s 1%s\n", (char *) names->pdata[i],
                            i + 1 < names->len ? " ," : "");
}

typedef struct
{
  const char *folder;
  GString *inserted; /* before the first page */
  GString *page;
  char *name;
  const SeidelCliCommand *command; /* of the page, or NULL */
} Manual;

static bool
finish_page (Manual *manual, GError **error)
{
  if (manual->name == NULL)
    return true;
  append_references (manual->page, manual->name);
  g_autofree char *file = g_strconcat (manual->name, ".1", NULL);
  g_autofree char *path = g_build_filename (manual->folder, file, NULL);
  bool written = g_file_set_contents (path, manual->page->str, -1, error);
  g_string_truncate (manual->page, 0);
  g_clear_pointer (&manual->name, g_free);
  return written;
}

static bool
begin_page (Manual *manual, const char *words, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", 2);
  if (!finish_page (manual, error))
    return false;
  manual->command = parts[1] == NULL ? seidel_cli_command_find (parts[0]) : NULL;
  if (manual->command == NULL)
    {
      manual->name = g_strdup (parts[0]);
      append_head (manual->page, parts[0], parts[1]);
      return true;
    }
  g_autofree char *description = describe (manual->command);
  manual->name = g_strconcat ("seidel-cli-", parts[0], NULL);
  append_head (manual->page, manual->name, description);
  append_synopsis (manual->page, manual->command);
  return true;
}

static bool
take_line (Manual *manual, const char *line, GError **error)
{
  GString *page = manual->page;
  if (g_str_has_prefix (line, "@page "))
    return begin_page (manual, line + strlen ("@page "), error);
  if (g_str_has_prefix (line, ".\\\""))
    return true;
  if (line[0] != '@')
    g_string_append_printf (manual->name != NULL ? page : manual->inserted, "%s\n", line);
  else if (g_str_equal (line, "@insert"))
    g_string_append (page, manual->inserted->str);
  else if (g_str_equal (line, "@commands"))
    append_commands (page);
  else if (g_str_equal (line, "@exit"))
    append_exit (page, manual->command);
  else if (g_str_equal (line, "@words") && manual->command != NULL)
    append_words (page, manual->command);
  else if (g_str_equal (line, "@table") && manual->command != NULL)
    append_table (page, manual->command);
  else if (g_str_equal (line, "@options") && manual->command != NULL)
    append_options (page, manual->command);
  else
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "“%s” is not a directive here", line);
      return false;
    }
  return true;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  if (argc != 3 || !g_file_get_contents (argv[1], &text, NULL, &error))
    {
      g_printerr ("seidel-cli-manual: %s\n",
                  error != NULL ? error->message : "TEXT FOLDER expected");
      return EXIT_FAILURE;
    }
  g_autoptr (GString) inserted = g_string_new (NULL);
  g_autoptr (GString) page = g_string_new (NULL);
  Manual manual = { .folder = argv[2], .inserted = inserted, .page = page };
  g_auto (GStrv) lines = g_strsplit (g_strchomp (text), "\n", -1);
  bool written = true;
  for (char **line = lines; written && *line != NULL; line++)
    written = take_line (&manual, *line, &error);
  if (!written || !finish_page (&manual, &error))
    g_printerr ("%s: %s\n", argv[1], error->message);
  g_free (manual.name);
  return error == NULL ? EXIT_SUCCESS : EXIT_FAILURE;
}
