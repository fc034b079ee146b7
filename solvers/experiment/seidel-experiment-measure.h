/* What an experiment can measure of a run or of its matrix: one table.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-difference.h"
#include "solve/seidel-solve.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_MEASURE_COUNT,
  SEIDEL_MEASURE_SECONDS,
  SEIDEL_MEASURE_NUMBER, /* residuals, errors */
  SEIDEL_MEASURE_PERCENT,
  SEIDEL_MEASURE_BYTES,
  SEIDEL_MEASURE_BYTES_PER_SECOND,
} SeidelMeasureUnit;

/* What a measure is taken from. */
typedef struct
{
  const SeidelProblem *problem;
  const SeidelOutcome *outcome;  /* NULL for measures of the matrix */
  SeidelTrace *trace;            /* likewise */
  const SeidelSchedule *levels;  /* forward; NULL unless a measure needs them */
  const SeidelDifference *error; /* of x against the reference; NULL if there is none */
  double reference_norm_2;       /* of the reference */
} SeidelMeasured;

typedef struct
{
  const char *id;       /* "per-sweep" */
  const char *name;     /* "Time per sweep" */
  const char *sentence; /* how it is computed */
  SeidelMeasureUnit unit;
  bool of_matrix; /* needs no run */
  bool levels;    /* needs the levels of the matrix */
  bool error;     /* is against the reference */
  /* What it is: a figure of the outcome, … */
  const struct SeidelOutcomeFigure *figure;
  /* … of the kernel whose name begins so and that took the most time, … */
  const char *kernel;
  double (*get_kernel) (const SeidelKernelTimes *kernel);
  /* … of all ranks the largest or the least, … */
  double (*get_rank) (const SeidelRank *rank);
  bool least;
  /* … or computed from everything. */
  double (*get) (const SeidelMeasured *measured);
} SeidelExperimentMeasure;

SEIDEL_API const SeidelExperimentMeasure *seidel_experiment_measures (size_t *n);
SEIDEL_API const SeidelExperimentMeasure *seidel_experiment_measure_find (const char *id);

/* NaN if it is not known. */
SEIDEL_API double seidel_experiment_measure_get (const SeidelExperimentMeasure *self,
                                                 const SeidelMeasured *measured);

/* "12.3 ms"; "" for NaN. Free with g_free (). */
SEIDEL_API char *seidel_measure_unit_format (SeidelMeasureUnit unit, double value);
SEIDEL_API char *seidel_experiment_measure_format (const SeidelExperimentMeasure *self,
                                                   double value);

G_END_DECLS
