/* What is printed of an experiment and of its results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* The verdict of a result first, unless it is NULL, then what it varies, holds, measures, and what
 * is said of it. */
void seidel_cli_experiment_describe (SeidelExperiment *experiment,
                                     SeidelExperimentResult *result,
                                     SeidelCliSheet *sheet);
/* "12 ms", "12 ms (15 ms)" with what was published, "12 ms ✗ᵃ × 0.5" with its mark and its ratio to
 * the baseline, "gap", or "" while it waits; free with g_free (). */
char *seidel_cli_experiment_describe_cell (SeidelExperimentResult *result, size_t cell, size_t m);
/* How the tables are to be read: "; medians of 5; in parentheses as published; × to CPU". */
void seidel_cli_experiment_append_reading (SeidelExperimentResult *result, GString *out);
/* What stands below the tables: the meaning of marks, crossovers, laws of scaling, gaps. */
void seidel_cli_experiment_append_notes (SeidelExperimentResult *result, GString *out);
/* A table for each measure, medians with the published values in parentheses, marks and their
 * meaning, then the reasons of its gaps; recorded: it was not measured here. */
void
seidel_cli_experiment_append_result (SeidelExperimentResult *result, bool recorded, GString *out);

/* Members of the object that the builder is in; the result may be NULL. */
void seidel_cli_experiment_build (const SeidelExperiment *experiment,
                                  SeidelExperimentResult *result,
                                  JsonBuilder *json);
void seidel_cli_experiment_build_result (SeidelExperimentResult *result, JsonBuilder *json);

G_END_DECLS
