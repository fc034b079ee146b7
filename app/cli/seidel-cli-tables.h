/* Tables of the library, for people and for scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-options.h"
#include "cli/seidel-cli-text.h"
#include "method/seidel-method.h"

G_BEGIN_DECLS

/* A table that a command lists. */
struct SeidelCliTable
{
  gconstpointer (*rows) (size_t *n_rows);
  size_t row_size;
  void (*write) (const SeidelCliWriter *out, gconstpointer row);
};

/* Ids of the arithmetic switches that are set; a new GStrv. */
char **seidel_cli_list_arithmetics (unsigned int flags);
/* Ids of the strategies of all engines, each once, after first (may be NULL): those of a method, or
 * for NULL all of them; a new GStrv. */
char **seidel_cli_list_strategies (const SeidelMethod *method, const char *first);

/* Prints the table of a command, as JSON where --json was given; returns the exit status. */
int seidel_cli_print_table (const SeidelCliCall *call);

G_END_DECLS
