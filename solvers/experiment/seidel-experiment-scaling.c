/* Laws and simulations of the results of an experiment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-scaling.h"

#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"

size_t
seidel_experiment_n_curves (const SeidelExperiment *experiment)
{
  return experiment->n_dimensions == 1 ? 1 : experiment->dimensions[1].n;
}

static size_t
cell_of (const SeidelExperiment *experiment, size_t first, size_t second)
{
  return first * seidel_experiment_n_curves (experiment) + second;
}

/* The median of a measure by its id; NaN where the experiment does not have it. */
static double
find_median (SeidelExperimentResult *result, size_t cell, const char *id)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const int m = seidel_experiment_measure_index (experiment, seidel_experiment_measure_find (id));

  return m < 0 ? NAN : seidel_experiment_result_statistics (result, cell, (size_t) m).median;
}

/* From the cell with the most ranks. */
static bool
make_model (SeidelExperimentResult *result,
            size_t cell,
            const SeidelScalingPoint *point,
            SeidelScalingModel *model)
{
  const double share = 0.01 * find_median (result, cell, "communication");

  model->kind = seidel_experiment_result_experiment (result)->scaling;
  model->work = point->seconds * fmax (1.0 - share, 0.0)
                * (model->kind == SEIDEL_SCALING_STRONG ? point->workers : 1.0);
  model->sums = find_median (result, cell, "sums");
  model->halo = find_median (result, cell, "halo");
  model->latency = find_median (result, cell, "latency");
  model->bandwidth = find_median (result, cell, "network");
  return isfinite (model->work + model->sums + model->halo + model->latency)
         && model->bandwidth > 0.0;
}

bool
seidel_experiment_scaling (SeidelExperimentResult *result,
                           size_t second,
                           SeidelExperimentScaling *scaling)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentDimension *dimension = &experiment->dimensions[0];
  g_autofree SeidelScalingPoint *points = g_new (SeidelScalingPoint, dimension->n);
  size_t most = 0;

  *scaling = (SeidelExperimentScaling){ 0 };
  for (size_t i = 0; i < dimension->n; i++)
    {
      const size_t cell = cell_of (experiment, i, second);

      points[i] = (SeidelScalingPoint){
        dimension->values[i].number,
        seidel_experiment_result_statistics (result, cell, 0).median,
      };
      if (isfinite (points[i].seconds) && points[i].workers > scaling->most)
        {
          most = i;
          scaling->most = points[i].workers;
        }
    }
  if (!seidel_scaling_fit (experiment->scaling, points, dimension->n, &scaling->law))
    return false;
  scaling->has_published = isfinite (experiment->published_serial);
  scaling->published = scaling->law;
  scaling->published.serial = experiment->published_serial;
  scaling->has_model =
    make_model (result, cell_of (experiment, most, second), &points[most], &scaling->model);
  return true;
}

/* "a serial share of 5 %, at most 20 times as fast" */
static char *
describe_law (const SeidelScalingLaw *law)
{
  g_autofree char *serial = seidel_format_unit (100.0 * law->serial, SEIDEL_UNIT_PERCENT, 3);
  g_autofree char *most = seidel_format_value (1.0 / law->serial, 3);

  if (law->kind == SEIDEL_SCALING_STRONG && law->serial > 0.0)
    return g_strdup_printf ("a serial share of %s, at most %s times as fast", serial, most);
  return g_strdup_printf ("a serial share of %s", serial);
}

static void
append_laws (const SeidelExperimentScaling *scaling, GString *text)
{
  g_autofree char *law = describe_law (&scaling->law);
  g_autofree char *deviation =
    seidel_format_unit (100.0 * scaling->law.deviation, SEIDEL_UNIT_PERCENT, 2);

  g_string_append_printf (text, "%s with %s, fits the times within %s.",
                          seidel_scaling_law_name (scaling->law.kind), law, deviation);
  if (scaling->has_published)
    {
      g_autofree char *published = describe_law (&scaling->published);

      g_string_append_printf (text, " Published: %s.", published);
    }
}

static void
append_simulation (const SeidelExperimentScaling *scaling, GString *text)
{
  static const double simulated[] = SEIDEL_SCALING_SIMULATED;
  const SeidelScalingModel *model = &scaling->model;
  g_autofree char *latency = seidel_format_seconds (model->latency, 2);
  g_autofree char *bandwidth = seidel_format_bytes (model->bandwidth);

  g_string_append_printf (text, " Simulated with the measured network, %s and %s/s:", latency,
                          bandwidth);
  for (size_t i = 0; i < G_N_ELEMENTS (simulated); i++)
    {
      double share = NAN;
      const double seconds = seidel_scaling_simulate (model, simulated[i], &share);
      g_autofree char *ranks = seidel_format_count ((int64_t) simulated[i]);
      g_autofree char *time = seidel_format_seconds (seconds, 3);
      g_autofree char *percent = seidel_format_unit (100.0 * share, SEIDEL_UNIT_PERCENT, 2);

      g_string_append_printf (text, "%s %s on %s ranks, %s of it communication", i > 0 ? ";" : "",
                              time, ranks, percent);
    }
  g_string_append_c (text, '.');
}

char *
seidel_experiment_scaling_describe (SeidelExperimentResult *result)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  GString *text = g_string_new (NULL);

  for (size_t j = 0; j < seidel_experiment_n_curves (experiment); j++)
    {
      SeidelExperimentScaling scaling;

      if (!seidel_experiment_scaling (result, j, &scaling))
        continue;
      if (text->len > 0)
        g_string_append_c (text, '\n');
      if (experiment->n_dimensions == 2)
        g_string_append_printf (text,
                                "%s: ", seidel_text (experiment->dimensions[1].values[j].label));
      append_laws (&scaling, text);
      if (scaling.has_model)
        append_simulation (&scaling, text);
    }
  return g_string_free (text, text->len == 0);
}
