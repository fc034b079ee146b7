/* The options of a solve, shared by every command that runs one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-ordering.h"
#include "cli/seidel-cli-parser.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* The flags of SeidelArithmetic are bits of an int. */
#define SEIDEL_CLI_MAX_ARITHMETICS 31

typedef struct
{
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelOrderingSpec ordering;
  /* Texts as given, resolved by seidel_cli_settings_resolve (); NULL: the default of options. */
  char *method_text;
  char *engine_text;
  char *strategy_text;
  char *preconditioner_text;
  char *precision_text;
  char *storage_text;
  char *shape_text;
  char *rhs_text;
  char *guess_text;
  char *ordering_text;
  bool arithmetic[SEIDEL_CLI_MAX_ARITHMETICS]; /* by the table of them */
  bool proposed_storage; /* the one proposed for the matrix, in place of that of options */
  int64_t threads;
  int64_t integers[SEIDEL_N_PARAMETERS]; /* those of the parameters that are whole numbers */
  bool given[SEIDEL_N_PARAMETERS];
} SeidelCliSettings;

SeidelCliSettings *seidel_cli_settings_new (void);
void seidel_cli_settings_free (SeidelCliSettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCliSettings, seidel_cli_settings_free)

/* Adds the options that fill the settings; the settings must outlive the reading. */
void seidel_cli_settings_add (SeidelCliSettings *settings, SeidelCliOptions *options);

/* The option --ordering alone, for commands that do not solve. The error names the option. */
void seidel_cli_ordering_add (char **text, SeidelCliOptions *options);
bool seidel_cli_ordering_resolve (const char *text, SeidelOrderingSpec *spec, GError **error);

/* After reading: turns the texts into ids and specs. The error says what is valid. */
bool seidel_cli_settings_resolve (SeidelCliSettings *settings, GError **error);

/* The right-hand side asked for, or the usual one: what came with the matrix, or A·1. Borrowed from
 * the settings. */
SeidelVectorSpec seidel_cli_settings_rhs (const SeidelCliSettings *settings,
                                          const SeidelMatrix *matrix);

/* Ids of the tables, as new GStrvs. */
char **seidel_cli_method_ids (void);
char **seidel_cli_engine_ids (void);
char **seidel_cli_strategy_ids (void); /* of all engines, each once */
char **seidel_cli_precision_ids (void);
char **seidel_cli_preconditioner_ids (void);
char **seidel_cli_storage_ids (void);

G_END_DECLS
