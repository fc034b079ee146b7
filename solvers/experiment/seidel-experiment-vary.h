/* An experiment made from a run: one of its settings varies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment.h"

G_BEGIN_DECLS

/* The settings that are worth varying, by their keys; NULL-terminated, static. */
SEIDEL_API const char *const *seidel_experiment_variables (void);

/* The run of a matrix with these options for each of the values, "1, 2, 4" or "jacobi, cg", of a
 * setting. SEIDEL_ERROR_FORMAT if a value is none of that setting, SEIDEL_ERROR_INVALID if the
 * matrix is neither of the gallery nor the only one of a file. */
SEIDEL_API SeidelExperiment *seidel_experiment_vary (const SeidelMatrix *matrix,
                                                     const SeidelOptions *options,
                                                     const char *key,
                                                     const char *values,
                                                     int repeats,
                                                     GError **error);

G_END_DECLS
