/* The panels of the result of an experiment that are not plots; each shows the chosen measure of a
 * chart, a line for a cell or for a value of the first dimension.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-experiment-chart.h"

G_BEGIN_DECLS

/* The functions of a panel of this kind, which is not that of curves; data is the chart. */
SeidelPanelDraw seidel_experiment_panel_draw (SeidelExperimentPicture kind);
SeidelPanelMeasure seidel_experiment_panel_measure (SeidelExperimentPicture kind);

G_END_DECLS
