/* The columns of the table of orderings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-orderings-columns.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"

#define DIGITS 3

static char *
known (double value, char *(*format) (double, int) )
{
  return isnan (value) ? g_strdup ("–") : format (value, DIGITS);
}

static char *
bandwidth_text (const SeidelOrderingRow *row)
{
  return seidel_format_count (row->result.bandwidth);
}

static char *
levels_text (const SeidelOrderingRow *row)
{
  return seidel_format_count (row->result.levels);
}

/* "38 · 34": mean and median */
static char *
rows_text (const SeidelOrderingRow *row)
{
  g_autofree char *mean = known (row->result.mean_rows, seidel_format_value);
  g_autofree char *median = known (row->result.median_rows, seidel_format_value);

  return g_strdup_printf ("%s · %s", mean, median);
}

/* The prediction, and under it in brackets what was measured. */
static char *
time_text (double predicted, double measured)
{
  g_autofree char *first = known (predicted, seidel_format_seconds);
  g_autofree char *second = NULL;

  if (isnan (measured))
    return g_steal_pointer (&first);
  second = known (measured, seidel_format_seconds);
  return g_strdup_printf ("%s\n(%s)", first, second);
}

static char *
one_thread_text (const SeidelOrderingRow *row)
{
  return time_text (row->result.predicted[0], row->result.measured[0]);
}

static char *
all_threads_text (const SeidelOrderingRow *row)
{
  const int last = row->comparison.n_teams - 1;

  return time_text (row->result.predicted[last], row->result.measured[last]);
}

static char *
device_text (const SeidelOrderingRow *row)
{
  return time_text (row->result.predicted_device, NAN);
}

/* The number of sweeps, and under it the time of them on the device. */
static char *
sweeps_text (const SeidelOrderingRow *row)
{
  const double seconds = seidel_ordering_seconds_a_digit (&row->comparison, &row->result, true);
  g_autofree char *count = NULL;
  g_autofree char *time = NULL;

  if (isnan (row->result.sweeps_a_digit))
    return g_strdup (_ ("not measured"));
  if (isinf (row->result.sweeps_a_digit))
    return g_strdup ("∞");
  count = seidel_format_value (row->result.sweeps_a_digit, DIGITS);
  time = known (seconds, seidel_format_seconds);
  return g_strdup_printf ("%s\n%s", count, time);
}

static char *
iterations_text (const SeidelOrderingRow *row)
{
  g_autofree char *count = NULL, *chosen = seidel_ordering_run_chosen (&row->result);

  if (row->result.run_reason == SEIDEL_REASON_NONE)
    return g_strdup ("–");
  count = seidel_format_count (row->result.run_iterations);
  if (seidel_reason_converged (row->result.run_reason) && chosen != NULL)
    return g_strdup_printf ("%s\n%s", count, chosen);
  if (seidel_reason_converged (row->result.run_reason))
    return g_steal_pointer (&count);
  return g_strdup_printf ("⚠ %s\n%s", count,
                          seidel_translate (seidel_reason_name (row->result.run_reason)));
}

/* The run, and under it with the computation of the ordering. */
static char *
run_text (const SeidelOrderingRow *row)
{
  g_autofree char *run = known (row->result.run_seconds, seidel_format_seconds);
  g_autofree char *total = NULL;

  if (isnan (row->result.run_seconds))
    return g_steal_pointer (&run);
  total = known (seidel_ordering_total_seconds (&row->result), seidel_format_seconds);
  return g_strdup_printf ("%s\n%s", run, total);
}

static char *
run_device_text (const SeidelOrderingRow *row)
{
  return known (row->result.run_device, seidel_format_seconds);
}

const SeidelOrderingColumn seidel_ordering_columns[SEIDEL_N_ORDERING_COLUMNS] = {
  { N_ ("Bandwidth"), N_ ("The largest distance of an entry from the diagonal"), bandwidth_text },
  { N_ ("Levels"), N_ ("Steps that have to follow each other in a forward sweep"), levels_text },
  { N_ ("Rows per level"), N_ ("Mean and median"), rows_text },
  { N_ ("1 thread"), N_ ("Predicted time of a sweep on this machine; in brackets as measured"),
    one_thread_text },
  { N_ ("All threads"), N_ ("Predicted time of a sweep on this machine; in brackets as measured"),
    all_threads_text },
  { N_ ("NVIDIA H200"), N_ ("Predicted time of a sweep on such a device"), device_text },
  { N_ ("Sweeps per digit"),
    N_ ("Gauss-Seidel sweeps that divide the residual by ten, at the rate of the last 5 of 20 "
        "sweeps; below, their predicted time on the NVIDIA H200"),
    sweeps_text },
  { N_ ("Iterations"),
    N_ ("Of the run that is set up, in this ordering; below, what was chosen for it, where that is "
        "left to the program"),
    iterations_text },
  { N_ ("Run"),
    N_ ("Time of the run that is set up, on this machine, the fastest of 3; below, with computing "
        "the ordering"),
    run_text },
  { N_ ("Run on H200"), N_ ("Predicted time of these iterations on an NVIDIA H200"),
    run_device_text },
};
