/* Reading a command line by a table of options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

#include "cli/seidel-cli-command.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_CLI_FLAG,    /* target: bool * */
  SEIDEL_CLI_TEXT,    /* target: char **, owned by whoever made the table */
  SEIDEL_CLI_CHOICE,  /* target: char **, one of choices () */
  SEIDEL_CLI_INTEGER, /* target: int64_t * */
  SEIDEL_CLI_REAL,    /* target: double * */
} SeidelCliOptionKind;

typedef struct
{
  SeidelCliOptionKind kind;
  const char *name;     /* "tolerance" for --tolerance */
  const char *argument; /* "T"; NULL for a flag */
  const char *sentence; /* what it does; --help adds bounds, choices and default */
  const char *initial;  /* TEXT and CHOICE: the default, or NULL; the others: what is in target */
  void *target;         /* untouched when the option is not given */
  double minimum;       /* INTEGER and REAL, both ends included; −∞ and ∞ are no bounds */
  double maximum;
  /* CHOICE: what is valid; TEXT: what --help tells of it, or NULL. A new GStrv. */
  char **(*choices) (void);
  bool *given; /* set when the option is given, or NULL */
} SeidelCliOption;

/* Options in the order in which --help shows them. */
typedef GArray SeidelCliOptions; /* of SeidelCliOption */

SeidelCliOptions *seidel_cli_options_new (void);
void seidel_cli_options_free (SeidelCliOptions *options);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCliOptions, seidel_cli_options_free)
void seidel_cli_options_flag (SeidelCliOptions *options,
                              const char *name,
                              bool *target,
                              const char *sentence);
void seidel_cli_options_text (SeidelCliOptions *options,
                              const char *name,
                              const char *argument,
                              char **target,
                              const char *initial,
                              const char *sentence);
void seidel_cli_options_choice (SeidelCliOptions *options,
                                const char *name,
                                const char *argument,
                                char **target,
                                char **(*choices) (void),
                                const char *initial,
                                const char *sentence);
void seidel_cli_options_integer (SeidelCliOptions *options,
                                 const char *name,
                                 const char *argument,
                                 int64_t *target,
                                 double minimum,
                                 double maximum,
                                 const char *sentence);
void seidel_cli_options_real (SeidelCliOptions *options,
                              const char *name,
                              const char *argument,
                              double *target,
                              double minimum,
                              double maximum,
                              const char *sentence);

/* Of the option that was added last: tells whether it was given. */
void seidel_cli_options_watch (SeidelCliOptions *options, bool *given);
/* Of the option that was added last, a TEXT: what --help and the completion tell of it. */
void seidel_cli_options_suggest (SeidelCliOptions *options, char **(*choices) (void) );

/* Reads argv into the targets. Errors are in SEIDEL_CLI_PARSE_ERROR and name what is wrong and what
 * is valid. --help (or -h) anywhere sets help and stops reading. */
#define SEIDEL_CLI_PARSE_ERROR (seidel_cli_parse_error_quark ())
GQuark seidel_cli_parse_error_quark (void);

typedef struct
{
  GPtrArray *arguments; /* char *, borrowed from argv: what is not an option */
  bool help;
} SeidelCliParsed;

bool seidel_cli_parse (const SeidelCliCommand *command,
                       const SeidelCliOptions *options,
                       int argc,
                       char **argv,
                       SeidelCliParsed *parsed,
                       GError **error);

/* Strict numbers: the whole text, a point for the decimals whatever the locale. */
bool seidel_cli_parse_integer (const char *text, int64_t *value);
bool seidel_cli_parse_real (const char *text, double *value);

/* The text of --help; more (may be NULL) follows the options. */
char *seidel_cli_help (const SeidelCliCommand *command,
                       const SeidelCliOptions *options,
                       const char *more);

/* The usual beginning of a command: reads the command line; prints --help or what is wrong. Returns
 * true when the command goes on, with its arguments (borrowed from argv) in place; otherwise status
 * is what to exit with. */
bool seidel_cli_begin (const SeidelCliCommand *command,
                       const SeidelCliOptions *options,
                       const char *more,
                       int argc,
                       char **argv,
                       const char **arguments,
                       int *status);

/* Complains about the command line: the message and where to find help on stderr; returns
 * SEIDEL_CLI_USAGE. */
int seidel_cli_usage_error (const SeidelCliCommand *command, const char *format, ...)
  G_GNUC_PRINTF (2, 3);

G_END_DECLS
