/* The table of commands of seidel-cli, and how each says what it accepts.
 *
 * A command states its options as a table; reading the command line, --help, the error texts and
 * the shell completion all come from that table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

G_BEGIN_DECLS

/* Exit statuses, a contract with scripts. */
enum
{
  SEIDEL_CLI_DONE = 0,
  SEIDEL_CLI_FAILED = 1,        /* input or run error */
  SEIDEL_CLI_USAGE = 2,         /* the command line was not understood */
  SEIDEL_CLI_NOT_CONVERGED = 3, /* the run ended without convergence */
  SEIDEL_CLI_INTERRUPTED = 130,
};

typedef struct SeidelCliCommand
{
  const char *name;      /* "solve" */
  const char *arguments; /* "FILE", or "" */
  int min_arguments;
  int max_arguments;
  const char *sentence; /* one line for the list of commands */
  /* Gets what follows the command's name; returns the exit status. */
  int (*run) (const struct SeidelCliCommand *command, int argc, char **argv);
} SeidelCliCommand;

const SeidelCliCommand *seidel_cli_commands (size_t *n_commands);
const SeidelCliCommand *seidel_cli_command_find (const char *name);

/* The whole program after its name was taken from argv. */
int seidel_cli_main (int argc, char **argv);

/* The commands, one file each. */
int seidel_cli_run_info (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_levels (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_advise (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_solve (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_methods (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_preconditioners (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_orderings (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_engines (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_convert (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_formats (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_generate (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_collection (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_render (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_report (const SeidelCliCommand *command, int argc, char **argv);
int seidel_cli_run_cache (const SeidelCliCommand *command, int argc, char **argv);

G_END_DECLS
