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
