/* What the results of a scaling experiment amount to: a law for each curve, and what a model with
 * the measured network gives for more ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"

G_BEGIN_DECLS

/* The numbers of ranks that are simulated in texts. */
#define SEIDEL_SCALING_SIMULATED \
  {                              \
    64.0, 4096.0                 \
  }

typedef struct
{
  SeidelScalingLaw law;
  double most; /* workers that were measured at most */
  bool has_published;
  SeidelScalingLaw
    published; /* with the published serial share, from the same time of one worker */
  bool has_model;
  SeidelScalingModel model;
} SeidelExperimentScaling;

/* Of the first measure over the first dimension, for a value of the second one (0 where there is
 * one dimension). False where the experiment is not one of scaling or too little is measured. There
 * is a model where "communication", "sums", "halo", "latency" and "network" were measured: the work
 * of a rank is that of the largest number of ranks, so that ranks that share a machine compute at
 * the speed that this leaves them. */
SEIDEL_API bool seidel_experiment_scaling (SeidelExperimentResult *result,
                                           size_t second,
                                           SeidelExperimentScaling *scaling);

/* How many values second may have: curves of the result. */
SEIDEL_API size_t seidel_experiment_n_curves (const SeidelExperiment *experiment);

/* Sentences on each curve, a line each; NULL where nothing can be said. Free with g_free (). */
SEIDEL_API char *seidel_experiment_scaling_describe (SeidelExperimentResult *result);

G_END_DECLS
