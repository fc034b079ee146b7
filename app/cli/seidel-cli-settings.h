/* The options of a run, shared by every command that solves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-options.h"
#include "plan/seidel-plan.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

typedef struct
{
  const SeidelCliCall *call;
  SeidelOptions options;
  SeidelVectorSpec rhs; /* only where --rhs was given, or was taken from an earlier run */
  bool rhs_taken;
  SeidelVectorSpec guess;
  const double *resumed_x; /* in place of the guess: of a run that goes on; borrowed */
  int64_t rhs_column;      /* of several right-hand sides, from 1; 0: of the only one */
  double *columns;         /* all of them, where they have been read; owned, or NULL */
  int64_t n_columns;
  bool noted[SEIDEL_N_PLAN_ITEMS]; /* reported as without effect */
} SeidelCliSettings;

extern const SeidelCliGroup seidel_cli_run_group;
/* What of it the hierarchy of multigrid depends on. */
extern const SeidelCliGroup seidel_cli_multigrid_group;

void seidel_cli_settings_init (SeidelCliSettings *self, const SeidelCliCall *call);
/* What is known of the run without a matrix: reports the first refusal of its plan, and the options
 * without effect. Returns the exit status. */
int seidel_cli_settings_check (SeidelCliSettings *self);
/* Reports the options that have no effect by a plan, each once. */
void seidel_cli_settings_note (SeidelCliSettings *self, const SeidelPlan *plan);
void seidel_cli_settings_clear (SeidelCliSettings *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliSettings, seidel_cli_settings_clear)

/* What was asked for when an earlier run was made, but for what this command line says. */
void
seidel_cli_settings_take (SeidelCliSettings *self, const SeidelOptions *options, const char *rhs);

/* The right-hand side asked for, or else the one that came with the matrix, or else A·1. Borrowed
 * from the settings and the matrix. */
SeidelVectorSpec seidel_cli_settings_rhs (const SeidelCliSettings *self,
                                          const SeidelMatrix *matrix);
/* The file that has it, or several of them, beside those of the matrix; NULL: none. Borrowed. */
const char *seidel_cli_settings_rhs_file (const SeidelCliSettings *self,
                                          const SeidelMatrix *matrix);

/* Once the matrix is read: --rhs may name an array of its file, and a column, "b:2", which is
 * returned; otherwise 0. rhs then has the path of the array. */
int64_t
seidel_cli_name_rhs (SeidelVectorSpec *rhs, const SeidelMatrix *matrix, GCancellable *cancellable);
void seidel_cli_settings_name_rhs (SeidelCliSettings *self,
                                   const SeidelMatrix *matrix,
                                   GCancellable *cancellable);

/* Without an option: the one that came with the matrix, or else A·1. */
SeidelVectorSpec seidel_cli_usual_rhs (const SeidelMatrix *matrix);

/* The option --rhs, and whether its text is valid. */
bool seidel_cli_check_rhs (const char *text, GError **error);
#define SEIDEL_CLI_RHS_ROW                                                                        \
  {                                                                                               \
    "rhs",                                                                                        \
      "FILE|NAME[:COLUMN]|filed|ones|zeros|random:SEED|integers:SEED|thousands:SEED|sine-source|" \
      "solution-ones|"                                                                            \
      "solution-scaled",                                                                          \
      "The right-hand side b: a file (FILE/NAME, an array of it), an array of the file of the "   \
      "matrix or a column of one, the one stored with the matrix, all ones or zeros, "            \
      "random numbers between -1 and 1 or -10000 and 10000, or whole ones from 0 to 99, -2 i "    \
      "pi^2 sin^2 (10 pi i / "                                                                    \
      "n), or A times all ones or the reciprocals of the largest entries of its columns, so "     \
      "that the solution is known.",                                                              \
      SEIDEL_CLI_TEXT, "filed where the file has one, else solution-ones", NULL, 0.0, 0.0,        \
      seidel_cli_check_rhs                                                                        \
  }

char **seidel_cli_engine_ids (void);
/* Without opening the modules of other engines, which the list of ids does. */
bool seidel_cli_is_cpu (const char *id, GError **error);
char **seidel_cli_precision_ids (void);

G_END_DECLS
