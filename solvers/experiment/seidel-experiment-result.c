/* The cells of an experiment: published by one thread, read by any.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-csv.h"
#include "base/seidel-error.h"
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "experiment/seidel-experiment-marks.h"
#include "experiment/seidel-experiment-result-private.h"
#include "experiment/seidel-experiment-verdict.h"

struct SeidelExperimentResult
{
  gatomicrefcount references;
  SeidelExperiment *experiment;
  SeidelExperimentMachine machine;
  char *begun;
  char *name;                  /* "" */
  char *stale;                 /* NULL: it is not */
  SeidelExperimentCell *cells; /* states are written last, with release order */
  size_t n_finished;
};

SeidelExperimentResult *
seidel_experiment_result_new_read (SeidelExperiment *experiment,
                                   SeidelExperimentMachine *machine,
                                   char *begun)
{
  SeidelExperimentResult *self = g_new0 (SeidelExperimentResult, 1);

  g_atomic_ref_count_init (&self->references);
  self->experiment = seidel_experiment_ref (experiment);
  self->machine = *machine;
  self->begun = begun;
  self->name = g_strdup ("");
  self->cells = g_new0 (SeidelExperimentCell, seidel_experiment_n_cells (experiment));
  return self;
}

SeidelExperimentResult *
seidel_experiment_result_new (SeidelExperiment *experiment)
{
  SeidelExperimentMachine machine = seidel_experiment_machine_new ();
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  return seidel_experiment_result_new_read (experiment, &machine,
                                            g_date_time_format (now, "%Y-%m-%dT%H:%M:%SZ"));
}

SeidelExperimentResult *
seidel_experiment_result_new_blank (SeidelExperiment *experiment)
{
  SeidelExperimentMachine machine = { .processor = g_strdup (""),
                                      .devices = g_strdup (""),
                                      .system = g_strdup (""),
                                      .version = g_strdup (""),
                                      .load = NAN };

  return seidel_experiment_result_new_read (experiment, &machine, g_strdup (""));
}

SeidelExperimentResult *
seidel_experiment_result_ref (SeidelExperimentResult *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_experiment_result_unref (SeidelExperimentResult *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  for (size_t i = 0; i < seidel_experiment_n_cells (self->experiment); i++)
    {
      g_free ((char *) self->cells[i].why);
      g_free ((double *) self->cells[i].values);
    }
  g_free (self->cells);
  g_free (self->begun);
  g_free (self->name);
  g_free (self->stale);
  seidel_experiment_machine_clear (&self->machine);
  seidel_experiment_unref (self->experiment);
  g_free (self);
}

SeidelExperiment *
seidel_experiment_result_experiment (SeidelExperimentResult *self)
{
  return self->experiment;
}

const SeidelExperimentMachine *
seidel_experiment_result_machine (const SeidelExperimentResult *self)
{
  return &self->machine;
}

const char *
seidel_experiment_result_begun (const SeidelExperimentResult *self)
{
  return self->begun;
}

const char *
seidel_experiment_result_name (const SeidelExperimentResult *self)
{
  return self->name;
}

const char *
seidel_experiment_result_stale (const SeidelExperimentResult *self)
{
  return self->stale;
}

void
seidel_experiment_result_adopt (SeidelExperimentResult *self,
                                SeidelExperiment *experiment,
                                const char *name)
{
  g_autofree char *theirs = seidel_experiment_measured_text (self->experiment);
  g_autofree char *ours = seidel_experiment_measured_text (experiment);

  g_free (self->name);
  self->name = g_strdup (name);
  if (strcmp (theirs, ours) != 0)
    {
      self->stale = g_strdup (seidel_text ("the experiment has other settings or measures now"));
      return;
    }
  seidel_experiment_ref (experiment);
  seidel_experiment_unref (self->experiment);
  self->experiment = experiment;
  if (experiment->since[0] != '\0' && strcmp (self->begun, experiment->since) < 0)
    self->stale =
      g_strdup_printf (seidel_text ("what it measures has changed since (%s)"),
                       experiment->changed[0] != '\0' ? experiment->changed : experiment->since);
}

char *
seidel_experiment_result_describe_origin (const SeidelExperimentResult *self)
{
  g_autofree char *machine = seidel_experiment_machine_describe (&self->machine);
  GString *text = g_string_new (NULL);

  if (self->name[0] != '\0')
    g_string_append_printf (text, "%s: ", self->name);
  g_string_append_printf (text, "%s; %.10s; Seidel %s", machine, self->begun,
                          self->machine.version);
  if (isnan (self->machine.load))
    g_string_append_printf (text, "; %s", seidel_text ("load not recorded"));
  else
    g_string_append_printf (text, seidel_text ("; load %.2g"), self->machine.load);
  return g_string_free (text, FALSE);
}

bool
seidel_experiment_cell_converged (const SeidelExperimentCell *cell)
{
  for (int reason = SEIDEL_REASON_NONE; cell->reason != NULL && reason <= SEIDEL_REASON_FAILED;
       reason++)
    if (strcmp (cell->reason, seidel_reason_id (reason)) == 0)
      return seidel_reason_converged (reason);
  return cell->reason == NULL;
}

void
seidel_experiment_result_set (SeidelExperimentResult *self,
                              size_t cell,
                              const SeidelExperimentCell *finished)
{
  SeidelExperimentCell *place = &self->cells[cell];

  place->reason = finished->reason;
  place->why = finished->why;
  place->values = finished->values;
  place->n_runs = finished->n_runs;
  __atomic_store_n (&place->state, finished->state, __ATOMIC_RELEASE);
  __atomic_add_fetch (&self->n_finished, 1, __ATOMIC_RELEASE);
}

SeidelExperimentCell
seidel_experiment_result_cell (SeidelExperimentResult *self, size_t cell)
{
  const SeidelExperimentCell none = { .state = SEIDEL_CELL_WAITING };

  if (__atomic_load_n (&self->cells[cell].state, __ATOMIC_ACQUIRE) == SEIDEL_CELL_WAITING)
    return none;
  return self->cells[cell];
}

size_t
seidel_experiment_result_n_finished (SeidelExperimentResult *self)
{
  return __atomic_load_n (&self->n_finished, __ATOMIC_ACQUIRE);
}

bool
seidel_experiment_result_continues (const SeidelExperimentResult *self,
                                    const SeidelExperimentResult *earlier,
                                    GError **error)
{
  g_autofree char *mine = seidel_experiment_measured_text (self->experiment);
  g_autofree char *theirs = seidel_experiment_measured_text (earlier->experiment);
  g_autofree char *here = seidel_experiment_machine_describe (&self->machine);
  g_autofree char *there = seidel_experiment_machine_describe (&earlier->machine);

  if (strcmp (mine, theirs) == 0 && earlier->stale != NULL)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, seidel_text ("the result is stale: %s"),
                 earlier->stale);
  else if (strcmp (mine, theirs) != 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 seidel_text ("the result is of another experiment, or of another version of “%s”"),
                 earlier->experiment->id);
  else if (strcmp (here, there) != 0
           || strcmp (self->machine.version, earlier->machine.version) != 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 seidel_text (
                   "the result was measured on %s by version %s, and this is %s with version %s"),
                 there, earlier->machine.version, here, self->machine.version);
  else
    return true;
  return false;
}

static int
compare_doubles (const void *a, const void *b)
{
  const double x = *(const double *) a;
  const double y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
quantile (const double *sorted, int n, double part)
{
  const double place = part * (n - 1);
  const int below = (int) place;

  if (below + 1 >= n)
    return sorted[n - 1];
  return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

/* Of the known values of a measure, sorted. */
static SeidelExperimentStatistics
describe (const double *sorted, int n)
{
  double sum = 0.0;

  for (int i = 0; i < n; i++)
    sum += sorted[i];
  return (SeidelExperimentStatistics){ n,
                                       quantile (sorted, n, 0.5),
                                       sum / n,
                                       sorted[0],
                                       sorted[n - 1],
                                       { quantile (sorted, n, 0.25), quantile (sorted, n, 0.75) } };
}

SeidelExperimentStatistics
seidel_experiment_result_statistics (SeidelExperimentResult *self, size_t cell, size_t measure)
{
  const SeidelExperimentCell found = seidel_experiment_result_cell (self, cell);
  const size_t n_measures = self->experiment->n_measures;
  g_autofree double *known = g_new (double, MAX (found.n_runs, 1));
  int n = 0;

  for (int run = 0; run < found.n_runs; run++)
    {
      const double value = found.values[(size_t) run * n_measures + measure];

      if (!isnan (value))
        known[n++] = value;
    }
  if (n == 0)
    return (SeidelExperimentStatistics){ 0, NAN, NAN, NAN, NAN, { NAN, NAN } };
  qsort (known, (size_t) n, sizeof *known, compare_doubles);
  return describe (known, n);
}

double
seidel_experiment_result_ratio (SeidelExperimentResult *self, size_t cell, size_t measure)
{
  const size_t baseline = seidel_experiment_baseline_of (self->experiment, cell);

  if (baseline == G_MAXSIZE)
    return NAN;
  return seidel_experiment_result_statistics (self, cell, measure).median
         / seidel_experiment_result_statistics (self, baseline, measure).median;
}

static void
append_cell (SeidelExperimentResult *self,
             const char *verdict,
             size_t cell,
             size_t measure,
             GString *csv)
{
  const SeidelExperiment *experiment = self->experiment;
  const SeidelExperimentCell found = seidel_experiment_result_cell (self, cell);
  const SeidelExperimentStatistics statistics =
    seidel_experiment_result_statistics (self, cell, measure);
  const double numbers[] = {
    statistics.median,
    statistics.mean,
    statistics.minimum,
    statistics.maximum,
    statistics.quartiles[0],
    statistics.quartiles[1],
    seidel_experiment_result_ratio (self, cell, measure),
    seidel_experiment_published (experiment, experiment->measures[measure], cell),
  };

  g_string_append_printf (csv, "%s,", verdict);
  for (int d = 0; d < experiment->n_dimensions; d++)
    {
      seidel_csv_append_text (csv, seidel_experiment_value (experiment, cell, d)->label, false);
      g_string_append_c (csv, ',');
    }
  g_string_append_printf (csv, "%s,%s,%s,", found.state == SEIDEL_CELL_GAP ? "gap" : "done",
                          found.reason != NULL ? found.reason : "",
                          found.state == SEIDEL_CELL_GAP                       ? ""
                          : seidel_experiment_mark_reason (self, cell) == NULL ? "yes"
                                                                               : "no");
  g_string_append_printf (csv, "%s,%d", experiment->measures[measure]->id, statistics.n);
  for (size_t i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_string_append_c (csv, ',');
      seidel_format_append_csv (csv, numbers[i]);
    }
  g_string_append_c (csv, ',');
  seidel_csv_append_text (csv, found.why != NULL ? found.why : "", false);
  g_string_append_c (csv, '\n');
}

GString *
seidel_experiment_result_to_csv (SeidelExperimentResult *self)
{
  const SeidelExperiment *experiment = self->experiment;
  const char *verdict = seidel_agreement_id (seidel_experiment_judge (self).verdict);
  GString *csv = g_string_new ("verdict,");

  for (int d = 0; d < experiment->n_dimensions; d++)
    {
      seidel_csv_append_text (csv, experiment->dimensions[d].name, false);
      g_string_append_c (csv, ',');
    }
  g_string_append (csv,
                   "state,reason,reached,measure,runs,median,mean,minimum,maximum,lower_quartile,"
                   "upper_quartile,ratio,published,why\n");
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    for (size_t m = 0; m < experiment->n_measures; m++)
      if (seidel_experiment_result_cell (self, cell).state != SEIDEL_CELL_WAITING)
        append_cell (self, verdict, cell, m, csv);
  return csv;
}
