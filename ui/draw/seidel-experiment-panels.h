/* The pictures of an experiment that are no curves, as panels of a figure.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-experiment-chart.h"

G_BEGIN_DECLS

/* Adds the picture of the kind of the chart, which is not SEIDEL_EXPERIMENT_CURVES. The chart is
 * borrowed. */
void seidel_experiment_panel_add (SeidelFigure *figure, const SeidelExperimentChart *chart);

G_END_DECLS
