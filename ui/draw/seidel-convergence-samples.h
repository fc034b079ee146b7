/* The samples of one curve of a convergence picture: points of a trace, seen as one value against
 * one axis.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-series.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* What the curves are of. */
typedef enum
{
  SEIDEL_CONVERGENCE_RESIDUALS,
  SEIDEL_CONVERGENCE_ERRORS, /* ‖x − x*‖, relative to the first that is known */
  SEIDEL_CONVERGENCE_MAXIMA, /* ‖b − A x‖∞, absolute */
} SeidelConvergenceValues;

/* What they are drawn against. */
typedef enum
{
  SEIDEL_CONVERGENCE_BY_ITERATIONS,
  SEIDEL_CONVERGENCE_BY_TIME,
  SEIDEL_CONVERGENCE_BY_PASSES, /* over the entries of the matrix, by the algorithm of the method */
} SeidelConvergenceAxis;

typedef struct
{
  SeidelTrace *trace; /* a reference */
  SeidelConvergenceValues values;
  SeidelConvergenceAxis axis;
  double passes; /* in an iteration; NaN: not known */
  size_t points; /* of the trace that are to be shown */
  size_t sought; /* of them, those of which it is settled whether they are known */
  GArray *known; /* size_t: those whose value is known; not used for residuals, which all have */
} SeidelConvergenceSamples;

/* Of residuals by iteration, without points yet. */
void seidel_convergence_samples_init (SeidelConvergenceSamples *samples, SeidelTrace *trace);
void seidel_convergence_samples_clear (SeidelConvergenceSamples *samples);

void seidel_convergence_samples_set_values (SeidelConvergenceSamples *samples,
                                            SeidelConvergenceValues values);
/* Finds those of the points whose value is known. */
void seidel_convergence_samples_seek (SeidelConvergenceSamples *samples);

/* As far as was sought. */
size_t seidel_convergence_samples_count (const SeidelConvergenceSamples *samples);
SeidelTracePoint seidel_convergence_samples_point (const SeidelConvergenceSamples *samples,
                                                   size_t i);
/* The first one that lies at an iteration or after it. */
size_t seidel_convergence_samples_find (const SeidelConvergenceSamples *samples, int64_t iteration);
/* A SeidelSampleFunc. */
void seidel_convergence_samples_read (gconstpointer samples, size_t i, double *x, double *y);

/* Points of many traces are read on a worker: on the main thread, those of a thousand long runs
 * would keep it from everything else for seconds. */
typedef struct
{
  guint run; /* in the picture */
  SeidelConvergenceSamples samples;
  SeidelSeries *series; /* of the samples; owned */
} SeidelConvergencePart;

/* Takes what is known of some samples as it is now. */
SeidelConvergencePart *seidel_convergence_part_new (guint run,
                                                    const SeidelConvergenceSamples *samples);
void seidel_convergence_part_free (SeidelConvergencePart *part);
/* Reads the samples; any thread. */
void seidel_convergence_part_read (SeidelConvergencePart *part);
/* Moves what was read, unless they are samples of something else by now, or more of them were read
 * meanwhile. Returns whether anything was moved. */
bool seidel_convergence_part_give (SeidelConvergencePart *part,
                                   SeidelConvergenceSamples *samples,
                                   SeidelSeries *series);

G_END_DECLS
