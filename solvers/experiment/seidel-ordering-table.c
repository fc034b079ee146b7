/* What orderings amount to, and all of it as CSV.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-ordering-comparison.h"

#include <math.h>

#include "base/seidel-csv.h"

double
seidel_ordering_seconds_a_digit (const SeidelComparison *comparison,
                                 const SeidelOrderingResult *result,
                                 bool device)
{
  return result->sweeps_a_digit
         * (device ? result->predicted_device : result->predicted[comparison->n_teams - 1]);
}

double
seidel_ordering_total_seconds (const SeidelOrderingResult *result)
{
  return result->order_seconds + result->run_seconds;
}

char *
seidel_ordering_run_chosen (const SeidelOrderingResult *result)
{
  const SeidelMethod *method = result->run_method;
  const SeidelPreconditionerKind *kind = result->run_preconditioner;

  if (method == NULL)
    return NULL;
  return kind == NULL || g_str_equal (kind->id, "none")
           ? g_strdup (method->id)
           : g_strdup_printf ("%s + %s", method->id, kind->id);
}

static void
append_number (GString *csv, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (csv, ',');
  if (!isnan (value))
    g_string_append (csv, g_ascii_dtostr (text, sizeof text, value));
}

static void
append_count (GString *csv, int64_t count)
{
  g_string_append_c (csv, ',');
  if (count >= 0)
    g_string_append_printf (csv, "%" G_GINT64_FORMAT, count);
}

static void
append_head (GString *csv, const SeidelComparison *comparison)
{
  g_string_append (csv,
                   "ordering,order_seconds,bandwidth,levels,mean_rows,median_rows,widest_rows");
  for (int t = 0; t < comparison->n_teams; t++)
    g_string_append_printf (csv, ",predicted_%d", comparison->teams[t]);
  g_string_append (csv, ",predicted_device");
  for (int t = 0; t < comparison->n_teams; t++)
    g_string_append_printf (csv, ",measured_%d", comparison->teams[t]);
  g_string_append (csv,
                   ",sweeps,reduction,sweeps_a_digit,seconds_a_digit,seconds_a_digit_device,"
                   "run_reason,run_iterations,run_seconds,run_total,run_device,run_chosen,note\n");
}

static void
append_result (GString *csv, const SeidelComparison *comparison, const SeidelOrderingResult *result)
{
  g_autofree char *ordering = seidel_ordering_spec_to_text (&result->spec);
  g_autofree char *chosen = seidel_ordering_run_chosen (result);

  seidel_csv_append_text (csv, ordering, false);
  append_number (csv, result->order_seconds);
  append_count (csv, result->bandwidth);
  append_count (csv, result->levels);
  append_number (csv, result->mean_rows);
  append_number (csv, result->median_rows);
  append_count (csv, result->widest_rows);
  for (int t = 0; t < comparison->n_teams; t++)
    append_number (csv, result->predicted[t]);
  append_number (csv, result->predicted_device);
  for (int t = 0; t < comparison->n_teams; t++)
    append_number (csv, result->measured[t]);
  append_count (csv, result->sweeps);
  append_number (csv, result->reduction);
  append_number (csv, result->sweeps_a_digit);
  append_number (csv, seidel_ordering_seconds_a_digit (comparison, result, false));
  append_number (csv, seidel_ordering_seconds_a_digit (comparison, result, true));
  g_string_append_c (csv, ',');
  if (result->run_reason != SEIDEL_REASON_NONE)
    g_string_append (csv, seidel_reason_id (result->run_reason));
  append_count (csv, result->run_iterations);
  append_number (csv, result->run_seconds);
  append_number (csv, seidel_ordering_total_seconds (result));
  append_number (csv, result->run_device);
  g_string_append_c (csv, ',');
  if (chosen != NULL)
    seidel_csv_append_text (csv, chosen, false);
  g_string_append_c (csv, ',');
  if (result->note != NULL)
    seidel_csv_append_text (csv, result->note, false);
  g_string_append_c (csv, '\n');
}

GString *
seidel_comparison_to_csv (const SeidelComparison *comparison,
                          const SeidelOrderingResult *results,
                          size_t n)
{
  GString *csv = g_string_new (NULL);

  append_head (csv, comparison);
  for (size_t i = 0; i < n; i++)
    append_result (csv, comparison, &results[i]);
  return csv;
}
