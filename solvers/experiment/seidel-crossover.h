/* Where one curve falls below another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* The place along the first dimension from which the medians of a column, an index of the second
 * dimension, are below those of the baseline's for good: linear between cells, in logarithms with
 * logarithmic. Infinity where they are not below at the last place, NaN where they are from the
 * first place on, or there is no such baseline. */
SEIDEL_API double seidel_experiment_crossover (SeidelExperimentResult *result,
                                               size_t measure,
                                               size_t column,
                                               bool logarithmic);

G_END_DECLS
