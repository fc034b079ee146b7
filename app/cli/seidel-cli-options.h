/* Reading a command line with GOption by the tables of a command; errors are in G_OPTION_ERROR.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-command.h"

G_BEGIN_DECLS

/* A command line as it was read. */
struct SeidelCliCall
{
  const SeidelCliCommand *command;
  char **words;      /* the arguments, in the bytes of file names */
  GHashTable *given; /* name of an option → its text, checked */
};

void seidel_cli_call_clear (SeidelCliCall *call);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliCall, seidel_cli_call_clear)

/* Reads argv, which begins with the name of the command. Texts and words are bytes, numbers are
 * independent of the locale; errors name the option and what was expected. Where --help (or -h) was
 * given, the rest is not checked. */
bool seidel_cli_call_read (SeidelCliCall *call,
                           const SeidelCliCommand *command,
                           char **argv,
                           GError **error);

/* Sets an error in G_OPTION_ERROR; returns false. */
bool seidel_cli_refuse (GError **error, GOptionError code, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* Flags too. */
bool seidel_cli_given (const SeidelCliCall *call, const char *name);
/* The text given, or NULL: a default is for the caller to know. */
const char *seidel_cli_text (const SeidelCliCall *call, const char *name);
/* What was given, or the default of the table. */
int64_t seidel_cli_integer (const SeidelCliCall *call, const char *name);
double seidel_cli_real (const SeidelCliCall *call, const char *name);

/* In all of these first is the first argument, or NULL. */
const SeidelCliOption *seidel_cli_group_rows (const SeidelCliGroup *group, const char *first);
/* const SeidelCliOption *, of all groups and --help. */
GPtrArray *seidel_cli_rows (const SeidelCliCommand *command, const char *first);
const SeidelCliOption *
seidel_cli_find_option (const SeidelCliCommand *command, const char *first, const char *name);
/* "--name" of each; a new GStrv. */
char **seidel_cli_list_options (const SeidelCliCommand *command, const char *first);
/* "ACTION" of the arguments "ACTION [WORD …]"; a new string. */
char *seidel_cli_name_argument (const SeidelCliCommand *command, int index);
/* Of a number: "a whole number from 1 to 9"; a new string. */
char *seidel_cli_option_expected (const SeidelCliOption *option);
/* What is valid, or suggested; a new GStrv, or NULL for any text. */
char **seidel_cli_option_choices (const SeidelCliOption *option);
/* The text of --help. */
char *seidel_cli_help (const SeidelCliCommand *command, const char *first);

/* The candidates for the last of these words of a command line, of which the first follows the
 * name of the program; a new GStrv, empty where only names of files can. */
char **seidel_cli_complete (char **words);

/* Prints the commands and their options as JSON, for seidel-cli-manual.py; returns the exit
 * status. */
int seidel_cli_print_tables (void);

/* Complains about the command line: the message and where to find help on stderr; returns
 * SEIDEL_CLI_USAGE. command may be NULL. */
int seidel_cli_usage_error (const SeidelCliCommand *command, const char *format, ...)
  G_GNUC_PRINTF (2, 3);

/* A number as it can be typed, interned: for the defaults of tables. */
const char *seidel_cli_number_text (double value);

/* Reports on stderr that an option has no effect, where it was given. */
void seidel_cli_note (const SeidelCliCall *call, const char *option, const char *why);

/* The ids of a table whose rows begin with one, after first (may be NULL); a new GStrv. */
char **seidel_cli_ids (gconstpointer rows, size_t n_rows, size_t row_size, const char *first);

/* The option --json alone, and --help, which every command has. */
extern const SeidelCliGroup seidel_cli_json_group;
extern const SeidelCliGroup seidel_cli_help_group;

G_END_DECLS
