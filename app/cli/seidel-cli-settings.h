/* The options of a run, shared by every command that solves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-options.h"
#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

typedef struct
{
  const SeidelCliCall *call;
  SeidelOptions options;
  SeidelVectorSpec rhs; /* only where --rhs was given */
  SeidelVectorSpec guess;
} SeidelCliSettings;

extern const SeidelCliGroup seidel_cli_run_group;

void seidel_cli_settings_init (SeidelCliSettings *self, const SeidelCliCall *call);
/* What the plan of the run says without a matrix: the error is its first refusal; a note on stderr
 * for each option that has no effect. */
bool seidel_cli_settings_check (const SeidelCliSettings *self, GError **error);
void seidel_cli_settings_clear (SeidelCliSettings *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelCliSettings, seidel_cli_settings_clear)

/* The right-hand side asked for, or else the one that came with the matrix, or else A·1. Borrowed
 * from the settings. */
SeidelVectorSpec seidel_cli_settings_rhs (const SeidelCliSettings *self,
                                          const SeidelMatrix *matrix);

char **seidel_cli_engine_ids (void);
char **seidel_cli_precision_ids (void);

G_END_DECLS
