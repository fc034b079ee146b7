/* Samples of a convergence picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-convergence-samples.h"

#include <math.h>

void
seidel_convergence_samples_init (SeidelConvergenceSamples *samples, SeidelTrace *trace)
{
  *samples = (SeidelConvergenceSamples){
    .trace = seidel_trace_ref (trace),
    .passes = NAN,
    .known = g_array_new (FALSE, FALSE, sizeof (size_t)),
  };
}

void
seidel_convergence_samples_clear (SeidelConvergenceSamples *samples)
{
  seidel_trace_unref (samples->trace);
  g_array_unref (samples->known);
}

void
seidel_convergence_samples_set_values (SeidelConvergenceSamples *samples,
                                       SeidelConvergenceValues values)
{
  samples->values = values;
  samples->sought = 0;
  g_array_set_size (samples->known, 0);
}

/* The error as a part of the first one that is known; as it is when that is none. */
static double
relative_error (const SeidelConvergenceSamples *samples, double error)
{
  double first = seidel_convergence_samples_point (samples, 0).error;

  return first > 0.0 && isfinite (first) ? error / first : error;
}

void
seidel_convergence_samples_seek (SeidelConvergenceSamples *samples)
{
  for (size_t i = samples->sought;
       i < samples->points && samples->values != SEIDEL_CONVERGENCE_RESIDUALS; i++)
    {
      const SeidelTracePoint point = seidel_trace_point (samples->trace, i);

      if (!isnan (samples->values == SEIDEL_CONVERGENCE_ERRORS ? point.error : point.maximum))
        g_array_append_val (samples->known, i);
    }
  samples->sought = samples->points;
}

size_t
seidel_convergence_samples_count (const SeidelConvergenceSamples *samples)
{
  if (samples->axis == SEIDEL_CONVERGENCE_BY_PASSES && isnan (samples->passes))
    return 0;
  return samples->values == SEIDEL_CONVERGENCE_RESIDUALS ? samples->sought : samples->known->len;
}

SeidelTracePoint
seidel_convergence_samples_point (const SeidelConvergenceSamples *samples, size_t i)
{
  return seidel_trace_point (samples->trace, samples->values == SEIDEL_CONVERGENCE_RESIDUALS
                                               ? i
                                               : g_array_index (samples->known, size_t, i));
}

size_t
seidel_convergence_samples_find (const SeidelConvergenceSamples *samples, int64_t iteration)
{
  size_t low = 0, high = seidel_convergence_samples_count (samples);

  while (low < high)
    {
      size_t middle = low + (high - low) / 2;

      if (seidel_convergence_samples_point (samples, middle).iteration < iteration)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
seidel_convergence_samples_read (gconstpointer data, size_t i, double *x, double *y)
{
  const SeidelConvergenceSamples *samples = data;
  const SeidelTracePoint point = seidel_convergence_samples_point (samples, i);

  *x = samples->axis == SEIDEL_CONVERGENCE_BY_TIME     ? point.seconds
       : samples->axis == SEIDEL_CONVERGENCE_BY_PASSES ? (double) point.iteration * samples->passes
                                                       : (double) point.iteration;
  *y = samples->values == SEIDEL_CONVERGENCE_ERRORS ? relative_error (samples, point.error)
       : samples->values == SEIDEL_CONVERGENCE_MAXIMA
         ? point.maximum
         : seidel_trace_decisive (samples->trace, &point);
}

SeidelConvergencePart *
seidel_convergence_part_new (guint run, const SeidelConvergenceSamples *samples)
{
  SeidelConvergencePart *part = g_new0 (SeidelConvergencePart, 1);

  part->run = run;
  seidel_convergence_samples_init (&part->samples, samples->trace);
  part->samples.values = samples->values;
  part->samples.axis = samples->axis;
  part->samples.passes = samples->passes;
  part->samples.points = samples->points;
  part->series = seidel_series_new (NULL, seidel_convergence_samples_read, &part->samples);
  return part;
}

void
seidel_convergence_part_free (SeidelConvergencePart *part)
{
  seidel_convergence_samples_clear (&part->samples);
  seidel_series_free (part->series);
  g_free (part);
}

void
seidel_convergence_part_read (SeidelConvergencePart *part)
{
  seidel_convergence_samples_seek (&part->samples);
  seidel_series_update (part->series, seidel_convergence_samples_count (&part->samples));
}

static bool
same_source (const SeidelConvergenceSamples *one, const SeidelConvergenceSamples *other)
{
  return one->trace == other->trace && one->values == other->values && one->axis == other->axis
         && (one->passes == other->passes || (isnan (one->passes) && isnan (other->passes)));
}

bool
seidel_convergence_part_give (SeidelConvergencePart *part,
                              SeidelConvergenceSamples *samples,
                              SeidelSeries *series)
{
  GArray *known = samples->known;

  if (!same_source (&part->samples, samples) || part->samples.sought < samples->sought
      || (part->samples.sought == samples->sought
          && part->series->bounds.counted <= series->bounds.counted))
    return false;
  samples->known = part->samples.known;
  samples->sought = part->samples.sought;
  part->samples.known = known;
  seidel_series_take (series, part->series);
  return true;
}
