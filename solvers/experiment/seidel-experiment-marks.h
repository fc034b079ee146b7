/* What is marked beside the values of a result: cells whose run did not reach what it was to reach,
 * and cells with fewer runs than the others.
 *
 * A run of a fixed number of iterations, without a tolerance, is to reach their number: a limit of
 * iterations is not marked there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* The id of the reason that the cell is marked for, or NULL. Static. */
SEIDEL_API const char *seidel_experiment_mark_reason (SeidelExperimentResult *result, size_t cell);
/* "Time limit" of the id of a reason, for users. Static. */
SEIDEL_API const char *seidel_experiment_name_reason (const char *id);
/* What follows the value of a cell: "", " ✗ᵃ" for the first reason of the result, " n=2" for fewer
 * runs than the experiment has, or both. Free with g_free (). */
SEIDEL_API char *seidel_experiment_mark (SeidelExperimentResult *result, size_t cell);
/* A line for each mark, joined by newlines: "✗ᵃ Time limit: Rows 100, CPU; and 2 more". NULL where
 * nothing is marked. Free with g_free (). */
SEIDEL_API char *seidel_experiment_describe_marks (SeidelExperimentResult *result);
/* A line for each reason of gaps, joined by newlines: "gap: Rows 100, CUDA; and 2 more: There is no
 * device." NULL where there are none. Free with g_free (). */
SEIDEL_API char *seidel_experiment_describe_gaps (SeidelExperimentResult *result);

G_END_DECLS
