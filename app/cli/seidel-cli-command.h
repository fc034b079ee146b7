/* What a command of seidel-cli is: static tables from which --help, the reading of the command
 * line, the manual pages and the shell completion are all made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <glib.h>

#include "plan/seidel-setting.h"

G_BEGIN_DECLS

/* Exit statuses, a contract with scripts. */
enum
{
  SEIDEL_CLI_DONE = 0,
  SEIDEL_CLI_FAILED = 1, /* input or run error */
  SEIDEL_CLI_USAGE = 2,  /* the command line is wrong, or its choices contradict each other */
  SEIDEL_CLI_NOT_CONVERGED = 3, /* the run ended without convergence */
  SEIDEL_CLI_INTERRUPTED = 130,
};

typedef enum
{
  SEIDEL_CLI_TEXT, /* a flag where there is no argument */
  SEIDEL_CLI_CHOICE,
  SEIDEL_CLI_INTEGER,
  SEIDEL_CLI_REAL,
} SeidelCliKind;

typedef struct
{
  const char *name;     /* "tolerance" for --tolerance */
  const char *argument; /* "T"; NULL for a flag */
  const char *sentence; /* what it does; bounds, choices and default are added to it */
  SeidelCliKind kind;
  const char *initial;      /* the default; NULL for none */
  char **(*choices) (void); /* CHOICE: what is valid; TEXT: suggestions, or NULL. A new GStrv. */
  double minimum;           /* INTEGER and REAL, both included; ±∞ is no bound */
  double maximum;
  /* TEXT: whether it is valid, as far as that is known without any other option; or NULL.
   * CHOICE: whether it is one that is valid everywhere, for lists that are costly to make; or NULL.
   */
  bool (*check) (const char *text, GError **error);
  bool required;
  const char *expected; /* INTEGER and REAL: in place of bounds that are checked elsewhere */
  const SeidelSetting *setting; /* that it sets, in place of choices and check; or NULL */
} SeidelCliOption;

typedef struct
{
  const char *title;           /* heads the options in --help */
  const SeidelCliOption *rows; /* the last one has no name */
  /* In place of rows: those after a first argument; for NULL those of every first argument.
   * Static. */
  const SeidelCliOption *(*make) (const char *first);
  bool varies; /* make () depends on the first argument */
} SeidelCliGroup;

/* A first argument of a command that takes only certain words. */
typedef struct
{
  const char *id;
  const char *arguments; /* that follow it, for people; or NULL */
  const char *sentence;
} SeidelCliWord;

typedef struct SeidelCliCall SeidelCliCall;
typedef struct SeidelCliTable SeidelCliTable; /* cli/seidel-cli-tables.h */

typedef struct
{
  const char *name;      /* "solve" */
  const char *arguments; /* "FILE", or "" */
  int min_arguments;
  int max_arguments;
  const char *sentence;                   /* one line for the list of commands */
  const SeidelCliGroup *const *groups;    /* up to a NULL */
  const SeidelCliWord *(*words) (void);   /* static, the last one has no id; NULL: files */
  char **(*complete) (const char *first); /* proposes further arguments; or NULL. A new GStrv. */
  const SeidelCliTable *table;            /* that it lists, or NULL */
  bool solves;                            /* it may end without convergence */
  int (*run) (const SeidelCliCall *call);
} SeidelCliCommand;

/* Up to a NULL. */
extern const SeidelCliCommand *const seidel_cli_commands[];
const SeidelCliCommand *seidel_cli_command_find (const char *name);

/* The whole program; words follow its name, up to a NULL. Returns the exit status. */
int seidel_cli_main (char **words);
/* The same for one command, whose name is the first word. */
int seidel_cli_run_command (const SeidelCliCommand *command, char **words);

/* The commands. */
extern const SeidelCliCommand seidel_cli_info;
extern const SeidelCliCommand seidel_cli_levels;
extern const SeidelCliCommand seidel_cli_hierarchy;
extern const SeidelCliCommand seidel_cli_advise;
extern const SeidelCliCommand seidel_cli_solve;
extern const SeidelCliCommand seidel_cli_methods;
extern const SeidelCliCommand seidel_cli_preconditioners;
extern const SeidelCliCommand seidel_cli_orderings;
extern const SeidelCliCommand seidel_cli_engines;
extern const SeidelCliCommand seidel_cli_samples;
extern const SeidelCliCommand seidel_cli_generate;
extern const SeidelCliCommand seidel_cli_compare;
extern const SeidelCliCommand seidel_cli_race;
extern const SeidelCliCommand seidel_cli_spectrum;
extern const SeidelCliCommand seidel_cli_convert;
extern const SeidelCliCommand seidel_cli_formats;
extern const SeidelCliCommand seidel_cli_collection;
extern const SeidelCliCommand seidel_cli_render;
extern const SeidelCliCommand seidel_cli_report;
extern const SeidelCliCommand seidel_cli_cache;
extern const SeidelCliCommand seidel_cli_experiment;
extern const SeidelCliCommand seidel_cli_session;
extern const SeidelCliCommand seidel_cli_lesson;

G_END_DECLS
