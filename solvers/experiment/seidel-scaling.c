/* Laws of scaling.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-scaling.h"

#include <math.h>

/* What a rank contributes to a sum: a number, whether it has failed, and whether to stop. */
#define SUM_BYTES 24.0

const char *
seidel_scaling_id (SeidelScalingKind kind)
{
  static const char *const ids[] = { "none", "strong", "weak" };

  return ids[kind];
}

const char *
seidel_scaling_law_name (SeidelScalingKind kind)
{
  return kind == SEIDEL_SCALING_STRONG ? "Amdahl’s law" : "Gustafson’s law";
}

static bool
is_known (const SeidelScalingPoint *point)
{
  return isfinite (point->seconds) && point->seconds > 0.0 && point->workers >= 1.0;
}

/* Both laws are straight lines over 1 / p with shares that are not negative: the times of Amdahl's,
 * T(p) = T(1) (s + (1 − s) / p), and the rates of Gustafson's, 1 / T(p) = ((1 − s) + s / p) / T(1).
 */
static double
ordinate (SeidelScalingKind kind, const SeidelScalingPoint *point)
{
  return kind == SEIDEL_SCALING_STRONG ? point->seconds : 1.0 / point->seconds;
}

/* Sums over the known points: of 1, x, y, x², x y. */
typedef struct
{
  double n, x, y, xx, xy;
} Sums;

static Sums
add_up (SeidelScalingKind kind, const SeidelScalingPoint *points, size_t n)
{
  Sums sums = { 0 };

  for (size_t i = 0; i < n; i++)
    {
      const double x = 1.0 / points[i].workers;
      const double y = ordinate (kind, &points[i]);

      if (!is_known (&points[i]))
        continue;
      sums.n += 1.0;
      sums.x += x;
      sums.y += y;
      sums.xx += x * x;
      sums.xy += x * y;
    }
  return sums;
}

static double
largest_deviation (const SeidelScalingLaw *law, const SeidelScalingPoint *points, size_t n)
{
  double largest = 0.0;

  for (size_t i = 0; i < n; i++)
    {
      const double fitted = seidel_scaling_seconds (law, points[i].workers);

      if (is_known (&points[i]))
        largest = fmax (largest, fabs (points[i].seconds - fitted) / fitted);
    }
  return largest;
}

bool
seidel_scaling_fit (SeidelScalingKind kind,
                    const SeidelScalingPoint *points,
                    size_t n,
                    SeidelScalingLaw *law)
{
  const Sums sums = add_up (kind, points, n);
  const double determinant = sums.n * sums.xx - sums.x * sums.x;
  double constant;
  double slope;

  /* All of the same number of workers. */
  if (kind == SEIDEL_SCALING_NONE || !(determinant > 1e-12 * sums.n * sums.xx))
    return false;
  slope = (sums.n * sums.xy - sums.x * sums.y) / determinant;
  constant = (sums.y - slope * sums.x) / sums.n;
  if (slope < 0.0)
    {
      slope = 0.0;
      constant = sums.y / sums.n;
    }
  else if (constant < 0.0)
    {
      constant = 0.0;
      slope = sums.xy / sums.xx;
    }
  *law = (SeidelScalingLaw){ .kind = kind };
  law->first = kind == SEIDEL_SCALING_STRONG ? constant + slope : 1.0 / (constant + slope);
  law->serial = (kind == SEIDEL_SCALING_STRONG ? constant : slope) / (constant + slope);
  law->deviation = largest_deviation (law, points, n);
  return true;
}

double
seidel_scaling_seconds (const SeidelScalingLaw *law, double workers)
{
  const double s = law->serial;

  return law->kind == SEIDEL_SCALING_STRONG ? law->first * (s + (1.0 - s) / workers)
                                            : law->first / (1.0 - s + s / workers);
}

double
seidel_scaling_speedup (const SeidelScalingLaw *law, double workers)
{
  const double work = law->kind == SEIDEL_SCALING_STRONG ? 1.0 : workers;

  return work * law->first / seidel_scaling_seconds (law, workers);
}

double
seidel_scaling_simulate (const SeidelScalingModel *model, double ranks, double *communication)
{
  const double work = model->kind == SEIDEL_SCALING_STRONG ? model->work / ranks : model->work;
  const double halo = 2.0 * model->latency + model->halo / model->bandwidth;
  const double sum =
    ceil (log2 (ranks)) * model->latency + (ranks - 1.0) * SUM_BYTES / model->bandwidth;
  const double messages = ranks > 1.0 ? halo + model->sums * sum : 0.0;

  if (communication != NULL)
    *communication = messages / (work + messages);
  return work + messages;
}
