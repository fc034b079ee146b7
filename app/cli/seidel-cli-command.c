/* The table of commands of seidel-cli, and the program itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-command.h"

#include "cli/seidel-cli-parser.h"
#include "cli/seidel-cli-text.h"
#include "config.h"
#include "io/seidel-cache.h"

static const SeidelCliCommand commands[] = {
  { "info", "FILE", 1, 1, "Tell the structure of a matrix: size, symmetry, diagonal, levels.",
    seidel_cli_run_info },
  { "levels", "FILE", 1, 1, "Tell the dependency levels of a Gauss-Seidel sweep over a matrix.",
    seidel_cli_run_levels },
  { "advise", "FILE", 1, 1, "Tell which methods suit a matrix, in which order, and why.",
    seidel_cli_run_advise },
  { "solve", "FILE", 1, 1, "Solve A x = b and tell how it ended.", seidel_cli_run_solve },
  { "methods", "", 0, 0, "List the methods and what each needs of the matrix.",
    seidel_cli_run_methods },
  { "preconditioners", "", 0, 0, "List the preconditioners and what each needs of the matrix.",
    seidel_cli_run_preconditioners },
  { "orderings", "", 0, 0, "List the orders that rows and columns can be put into.",
    seidel_cli_run_orderings },
  { "engines", "", 0, 0, "List what can compute here, and the strategies of its sweeps.",
    seidel_cli_run_engines },
  { "generate", "KIND", 0, 1, "Write a matrix from the gallery to a file.",
    seidel_cli_run_generate },
  { "convert", "IN OUT", 2, 2, "Write the matrix of a file in another format.",
    seidel_cli_run_convert },
  { "formats", "", 0, 0, "List the file formats, and what is read and written in each.",
    seidel_cli_run_formats },
  { "collection", "ACTION [WORD …]", 1, 65,
    "Look up and download matrices of the SuiteSparse Matrix Collection.",
    seidel_cli_run_collection },
  { "render", "PICTURE FILE", 2, 2, "Write a picture of a matrix or of a run to a file.",
    seidel_cli_run_render },
  { "report", "FILE", 1, 1,
    "Tell the structure, solve, tell the outcome, and write all the pictures.",
    seidel_cli_run_report },
  { "cache", "", 0, 0, "Tell what lies in the cache of matrices, or clear it.",
    seidel_cli_run_cache },
};

const SeidelCliCommand *
seidel_cli_commands (size_t *n_commands)
{
  *n_commands = G_N_ELEMENTS (commands);
  return commands;
}

const SeidelCliCommand *
seidel_cli_command_find (const char *name)
{
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, name))
      return &commands[i];
  return NULL;
}

static int
print_help (void)
{
  g_autoptr (GString) out = g_string_new ("Usage: seidel-cli COMMAND [ARGUMENT …] [OPTION …]\n\n"
                                          "Looks at matrices and solves linear systems, without "
                                          "a screen.\n\nCommands:\n");
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (out, "  %-17s%s\n", commands[i].name, commands[i].sentence);
  g_string_append (out, "\n‘seidel-cli COMMAND --help’ tells the options of a command.\n"
                        "‘seidel-cli --version’ tells the version.\n\n"
                        "Exit status: 0 converged or done, 1 input or run error, 2 usage,\n"
                        "3 ended without convergence, 130 interrupted.\n");
  return seidel_cli_print (out->str);
}

static int
complain_unknown (const char *name)
{
  g_autoptr (GString) valid = g_string_new (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (valid, "%s%s", i > 0 ? ", " : "", commands[i].name);
  return seidel_cli_usage_error (NULL, "unknown %s ‘%s’; the commands are: %s",
                                 name[0] == '-' ? "option" : "command", name, valid->str);
}

int
seidel_cli_main (int argc, char **argv)
{
  if (argc < 1)
    return seidel_cli_usage_error (NULL, "a command is missing");
  if (g_str_equal (argv[0], "--help") || g_str_equal (argv[0], "-h"))
    return print_help ();
  if (g_str_equal (argv[0], "--version"))
    return seidel_cli_print ("seidel-cli " SEIDEL_VERSION "\n");
  const SeidelCliCommand *command = seidel_cli_command_find (argv[0]);
  if (command == NULL)
    return complain_unknown (argv[0]);
  int status = command->run (command, argc - 1, argv + 1);
  /* The result is out; who interrupted this does not want to wait for more. */
  seidel_cache_finish (status == SEIDEL_CLI_INTERRUPTED ? 0.0 : 1.0);
  return status;
}
