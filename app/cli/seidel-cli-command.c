/* The list of commands of seidel-cli, and the program itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-command.h"

#include "cli/seidel-cli-figures.h"
#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "config.h"
#include "engine/seidel-sweep-trials.h"
#include "experiment/seidel-machine.h"
#include "io/bytes/seidel-output.h"
#include "io/cache/seidel-cache.h"

const SeidelCliCommand *const seidel_cli_commands[] = {
  &seidel_cli_info,       &seidel_cli_levels,
  &seidel_cli_hierarchy,  &seidel_cli_advise,
  &seidel_cli_solve,      &seidel_cli_compare,
  &seidel_cli_race,       &seidel_cli_spectrum,
  &seidel_cli_methods,    &seidel_cli_preconditioners,
  &seidel_cli_orderings,  &seidel_cli_engines,
  &seidel_cli_samples,    &seidel_cli_generate,
  &seidel_cli_convert,    &seidel_cli_formats,
  &seidel_cli_collection, &seidel_cli_render,
  &seidel_cli_report,     &seidel_cli_experiment,
  &seidel_cli_session,    &seidel_cli_lesson,
  &seidel_cli_cache,      NULL,
};

const SeidelCliCommand *
seidel_cli_command_find (const char *name)
{
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    if (g_str_equal ((*command)->name, name))
      return *command;
  return NULL;
}

static int
print_help (void)
{
  g_autoptr (GString) out =
    g_string_new ("Usage: seidel-cli COMMAND [ARGUMENT …] [OPTION …]\n\n"
                  "Analyses matrices and solves linear systems without a display.\n\nCommands:\n");
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    g_string_append_printf (out, "  %-17s%s\n", (*command)->name, (*command)->sentence);
  g_string_append (out, "\n“seidel-cli COMMAND --help” shows the options of a command.\n"
                        "“seidel-cli --version” shows the version.\n\n"
                        "A FILE may be “-”, the standard input, a pipe, or an address that begins "
                        "with https://.\n\n"
                        "Exit status: 0 converged or done, 1 input or run error, 2 usage,\n"
                        "3 ended without convergence, 130 interrupted.\n");
  return seidel_cli_print (out->str);
}

static int
complain_unknown (const char *name)
{
  g_autoptr (GString) valid = g_string_new (NULL);
  for (const SeidelCliCommand *const *command = seidel_cli_commands; *command != NULL; command++)
    g_string_append_printf (valid, "%s%s", valid->len > 0 ? ", " : "", (*command)->name);
  return seidel_cli_usage_error (NULL, "unknown %s “%s”; the commands are: %s",
                                 name[0] == '-' ? "option" : "command", name, valid->str);
}

/* For the shells, like “tables” for the build not shown in --help. One candidate per line. */
static int
print_completion (char **words)
{
  g_auto (GStrv) found = seidel_cli_complete (words);
  g_autofree char *lines = g_strjoinv ("\n", found);
  g_autofree char *text = g_strconcat (lines, lines[0] != '\0' ? "\n" : NULL, NULL);
  return seidel_cli_print (text);
}

/* Whether a file that the command writes is “-”. */
static bool
writes_to_standard_output (const SeidelCliCall *call)
{
  static const char *const options[] = { "output", "history", "csv" };
  const char *last = NULL;
  for (size_t i = 0; call->words[i] != NULL; i++)
    last = call->words[i];
  for (size_t i = 0; i < G_N_ELEMENTS (options); i++)
    if (g_strcmp0 (seidel_cli_text (call, options[i]), SEIDEL_STANDARD_OUTPUT) == 0)
      return true;
  return g_str_equal (call->command->name, "convert")
         && g_strcmp0 (last, SEIDEL_STANDARD_OUTPUT) == 0;
}

int
seidel_cli_run_command (const SeidelCliCommand *command, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_auto (SeidelCliCall) call = { 0 };
  if (!seidel_cli_call_read (&call, command, argv, &error))
    return seidel_cli_usage_error (command, "%s", error->message);
  if (writes_to_standard_output (&call))
    seidel_cli_report_aside ();
  if (!seidel_cli_given (&call, "help"))
    return command->run (&call);
  g_autofree char *help = seidel_cli_help (command, call.words[0]);
  return seidel_cli_print (help);
}

int
seidel_cli_main (char **words)
{
  if (words[0] == NULL)
    return seidel_cli_usage_error (NULL, "a command is missing");
  if (g_str_equal (words[0], "--help") || g_str_equal (words[0], "-h"))
    return print_help ();
  if (g_str_equal (words[0], "--version"))
    return seidel_cli_print ("seidel-cli " SEIDEL_VERSION "\n");
  if (g_str_equal (words[0], "complete"))
    return print_completion (words + 1);
  if (g_str_equal (words[0], "tables"))
    return g_strcmp0 (words[1], "figures") == 0 ? seidel_cli_print_figures ()
                                                : seidel_cli_print_tables ();
  const SeidelCliCommand *command = seidel_cli_command_find (words[0]);
  if (command == NULL)
    return complain_unknown (words[0]);
  seidel_machine_keep_trials ();
  int status = seidel_cli_run_command (command, words);
  seidel_sweep_trials_finish ();
  /* The result is printed; after an interrupt, do not wait for the cache either. */
  seidel_cache_finish (status == SEIDEL_CLI_INTERRUPTED ? 0.0 : 1.0);
  return status;
}
