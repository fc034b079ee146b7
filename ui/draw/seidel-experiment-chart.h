/* The result of an experiment as a picture: curves with their crossovers, bars, a heat map, the
 * spread of repeats, how often each value came, or a table with the published values.
 *
 *   SeidelExperimentChart *chart = seidel_experiment_chart_new ();
 *   seidel_experiment_chart_set_result (chart, result, false);
 *   seidel_experiment_chart_update (chart);
 *   seidel_experiment_chart_draw (chart, cr, width, height, &theme);
 *
 * A result may be filled by its worker meanwhile; each update shows the cells that are finished.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-figure.h"
#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

typedef struct
{
  /* Choices; call seidel_experiment_chart_update () after changing them. set_result () sets them to
   * those of the experiment. */
  SeidelExperimentPicture kind;
  size_t measure; /* index among the measures of the experiment */
  bool logarithmic;
  bool bare; /* the picture alone, without verdict and sentences; FALSE at first */

  /* Read-only from here on. */
  SeidelExperimentResult *result; /* NULL: nothing to show */
  bool recorded;                  /* it was measured on another machine and is installed */
  char *crossovers;               /* sentences; NULL: none */
  char *scaling;                  /* likewise: laws and simulations */
  SeidelPlot *plot;               /* of curves */
  GPtrArray *curves;              /* GArray of points, which the series of the plot show */
  SeidelFigure *figure;           /* what is drawn; a view may zoom in it */
} SeidelExperimentChart;

SeidelExperimentChart *seidel_experiment_chart_new (void);
void seidel_experiment_chart_free (SeidelExperimentChart *chart);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelExperimentChart, seidel_experiment_chart_free)

/* Takes a reference; NULL for none. Forgets the zoom. */
void seidel_experiment_chart_set_result (SeidelExperimentChart *chart,
                                         SeidelExperimentResult *result,
                                         bool recorded);
/* Whether the result can be drawn so: curves need numbers in the first dimension, a heat map two
 * dimensions. */
bool seidel_experiment_chart_suits (const SeidelExperimentChart *chart,
                                    SeidelExperimentPicture kind);
void seidel_experiment_chart_update (SeidelExperimentChart *chart);

SeidelDraw seidel_experiment_chart_draw;
/* Statistics of every cell and measure; NULL without a result. */
char *seidel_experiment_chart_to_csv (const SeidelExperimentChart *chart);
/* The picture in words; never NULL. */
char *seidel_experiment_chart_describe (const SeidelExperimentChart *chart);

G_END_DECLS
