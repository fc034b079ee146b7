/* Residual and error curves as text: a table of their points, and the picture in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-convergence-private.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-csv.h"

char *
seidel_convergence_picture_to_csv (const SeidelConvergencePicture *picture)
{
  g_autoptr (GString) csv =
    g_string_new ("run,iteration,seconds,residual,relative,error,normal,maximum,reason\n");
  gsize header = csv->len;

  for (guint i = 0; i < picture->plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (picture->plot->series, i);
      const SeidelConvergenceRun *run = g_ptr_array_index (picture->runs, i);

      for (size_t k = 0; series->visible && k < run->samples.points; k++)
        {
          SeidelTracePoint point = seidel_trace_point (run->samples.trace, k);

          seidel_csv_append_text (csv, run->title != NULL ? run->title : series->name, true);
          g_string_append_printf (csv, ",%" G_GINT64_FORMAT ",", point.iteration);
          seidel_format_append_csv_seconds (csv, point.seconds);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.residual);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv,
                                    seidel_trace_relative (run->samples.trace, point.residual));
          g_string_append_c (csv, ',');
          if (!isnan (point.error))
            seidel_format_append_csv (csv, point.error);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.normal);
          g_string_append_c (csv, ',');
          seidel_format_append_csv (csv, point.maximum);
          g_string_append_printf (csv, ",%s\n", run->end != NULL ? run->end : "");
        }
    }
  return csv->len > header ? g_string_free (g_steal_pointer (&csv), FALSE) : NULL;
}

static bool
lacks_passes_of (const SeidelConvergenceSamples *samples)
{
  return samples->axis == SEIDEL_CONVERGENCE_BY_PASSES && isnan (samples->passes);
}

static void
describe_run (GString *text, const SeidelConvergenceRun *run, const SeidelSeries *series)
{
  const SeidelConvergenceSamples *samples = &run->samples;
  const size_t n = seidel_convergence_samples_count (samples);
  const SeidelConvergenceValues values = samples->values;
  SeidelTracePoint point;
  double x, y;
  g_autofree char *value = NULL, *iterations = NULL, *seconds = NULL;

  if (!series->visible || n == 0)
    {
      g_string_append_printf (text, " %s: %s.", series->name,
                              !series->visible       ? _ ("hidden")
                              : samples->points == 0 ? _ ("no points yet")
                              : samples->sought == 0 ? _ ("its points are being read")
                              : lacks_passes_of (samples)
                                ? _ ("its passes over the matrix are not known")
                              : values == SEIDEL_CONVERGENCE_ERRORS
                                ? _ ("its error is not known")
                                : _ ("its largest component of b − A x is not known"));
      return;
    }
  seidel_convergence_samples_read (samples, n - 1, &x, &y);
  point = seidel_convergence_samples_point (samples, n - 1);
  value = seidel_format_value (y, 3);
  iterations = seidel_format_count (point.iteration);
  seconds = seidel_format_seconds (point.seconds, 3);
  g_string_append_printf (text,
                          values == SEIDEL_CONVERGENCE_ERRORS
                            ? _ (" %s: relative error %s after %s iterations, %s.")
                          : values == SEIDEL_CONVERGENCE_MAXIMA
                            ? _ (" %s: largest component of b − A x %s after %s iterations, %s.")
                          : point.normal <= y
                            ? _ (" %s: normal residual %s after %s iterations, %s.")
                            : _ (" %s: relative residual %s after %s iterations, %s."),
                          series->name, value, iterations, seconds);
}

char *
seidel_convergence_picture_describe (const SeidelConvergencePicture *picture)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = picture->plot->series->len;

  if (picture->figure->panels->len == 0)
    return g_strdup (picture->figure->empty);
  g_string_append_printf (text, ngettext ("%u run", "%u runs", n), n);
  if (picture->title != NULL)
    g_string_append_printf (text, " · %s", picture->title);
  g_string_append_c (text, '.');
  for (guint i = 0; i < n; i++)
    describe_run (text, g_ptr_array_index (picture->runs, i),
                  g_ptr_array_index (picture->plot->series, i));
  return g_string_free (g_steal_pointer (&text), FALSE);
}
