/* The commands that tell what there is to choose from, and lists in their output.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-command.h"
#include "cli/seidel-cli-text.h"
#include "method/seidel-method.h"

G_BEGIN_DECLS

/* New GStrvs. */
/* Ids, or names for people, of what is needed of a matrix. */
char **seidel_cli_list_needs (SeidelNeeds needs, bool names);
/* Ids of the parameters whose bits are set. */
char **seidel_cli_list_parameters (unsigned int parameters);
/* Ids of the switches of the arithmetic that are set. */
char **seidel_cli_list_arithmetics (unsigned int flags);

/* Both take the texts, which may be NULL for none. */
void seidel_cli_json_take (JsonBuilder *json, const char *name, char **texts);
/* A line with the texts, or none at all when there are none. */
void seidel_cli_sheet_join (SeidelCliSheet *sheet, const char *label, char **texts);

/* What a command prints of a table: one row after the other. */
typedef struct
{
  gconstpointer rows;
  size_t n_rows;
  size_t row_size;
  void (*to_json) (JsonBuilder *json, gconstpointer row); /* the members of its object */
  void (*to_sheet) (SeidelCliSheet *sheet, gconstpointer row);
} SeidelCliTable;

/* The whole of such a command; returns the exit status. */
int seidel_cli_run_table (const SeidelCliCommand *command,
                          int argc,
                          char **argv,
                          const SeidelCliTable *table);

G_END_DECLS
