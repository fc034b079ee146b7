/* The measures that need no run. Private to solvers/experiment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-measure.h"

G_BEGIN_DECLS

const SeidelExperimentMeasure *seidel_experiment_measures_of_matrix (size_t *n);

G_END_DECLS
