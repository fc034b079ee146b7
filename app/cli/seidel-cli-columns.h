/* A run for each of several right-hand sides, the columns of a file: with one plan, one
 * preconditioner, one factorisation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-run.h"

G_BEGIN_DECLS

/* Reads the right-hand sides of the settings, where a file has them and none of them is chosen,
 * into the settings. False with an error if there are none. Worker. */
bool seidel_cli_columns_read (const SeidelCliMatrix *matrix,
                              SeidelCliSettings *settings,
                              SeidelCliJob *job,
                              GError **error);

/* The runs, as entries of a session (SeidelSessionEntry) from number 1 on; those after an interrupt
 * are missing. NULL with an error where one could not begin. Free with g_ptr_array_unref ().
 * Worker.
 */
GPtrArray *seidel_cli_columns_solve (const SeidelCliMatrix *matrix,
                                     SeidelCliSettings *settings,
                                     uint64_t fingerprint,
                                     SeidelCliJob *job,
                                     GError **error);

/* Writes the solutions, a column each; NaN where there is none. */
bool seidel_cli_columns_save (GPtrArray *entries,
                              const SeidelCliSettings *settings,
                              const char *path,
                              GError **error);
/* The histories as one table, the number of the right-hand side first; a new string. */
char *seidel_cli_columns_to_csv (GPtrArray *entries);

/* Prints the outcomes; returns the exit status, the worst of them. */
int seidel_cli_columns_print (GPtrArray *entries,
                              const SeidelCliMatrix *matrix,
                              SeidelCliSettings *settings,
                              const char *title,
                              bool as_json);

G_END_DECLS
