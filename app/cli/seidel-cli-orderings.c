/* seidel-cli orderings: the table of orderings, or what each makes of a matrix, side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-tables.h"
#include "base/seidel-format.h"
#include "experiment/seidel-ordering-comparison.h"
#include "io/bytes/seidel-output.h"

#define NO_DEVICE "none"

typedef struct
{
  SeidelCliMatrix matrix;
  SeidelCliSettings settings;
  SeidelVectorSpec rhs; /* borrowed */
  SeidelComparison comparison;
  GArray *results; /* SeidelOrderingResult */
} Orderings;

static void
write_ordering (const SeidelCliWriter *out, gconstpointer row)
{
  const SeidelOrdering *ordering = row;
  g_autofree char *form = g_strconcat (ordering->id, ordering->takes_seed ? ":SEED" : NULL, NULL);
  seidel_cli_write_title (out, out->json != NULL ? ordering->id : form, ordering->name,
                          ordering->sentence);
  seidel_cli_write_flag (out, "takes_seed", ordering->takes_seed);
}

static gconstpointer
get_orderings (size_t *n)
{
  return seidel_orderings (n);
}

static char **
list_devices (void)
{
  size_t n = 0;
  const SeidelMachineDevice *devices = seidel_machine_devices (&n);
  return seidel_cli_ids (devices, n, sizeof *devices, NO_DEVICE);
}

/* Its index in the table, or −1. */
static int
find_device (const SeidelCliCall *call)
{
  size_t n = 0;
  const SeidelMachineDevice *devices = seidel_machine_devices (&n);
  const char *wanted = seidel_cli_text (call, "predict-for");
  for (size_t i = 0; i < n; i++)
    if (wanted == NULL || g_str_equal (devices[i].id, wanted))
      return (int) i;
  return -1;
}

static void
take_result_cb (int index G_GNUC_UNUSED,
                const SeidelOrderingResult *result,
                SeidelMatrix *reordered G_GNUC_UNUSED,
                SeidelSchedule *schedule G_GNUC_UNUSED,
                void *data)
{
  GArray *results = ((Orderings *) data)->results;
  g_array_append_vals (results, result, 1);
  g_array_index (results, SeidelOrderingResult, results->len - 1).note = g_strdup (result->note);
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Orderings *self = data;
  const SeidelCliCall *call = self->matrix.call;
  const int threads =
    seidel_cli_given (call, "threads") ? (int) seidel_cli_integer (call, "threads") : 0;
  if (seidel_cli_given (call, "again"))
    seidel_machine_forget ();
  if (!seidel_cli_matrix_load (&self->matrix, call->words[0], job, error)
      || !seidel_comparison_init (&self->comparison, threads, find_device (call), &job->progress,
                                  job->cancellable, error))
    return false;
  if (seidel_cli_given (call, "measure"))
    self->comparison.engine =
      seidel_cli_given (call, "engine") ? seidel_cli_text (call, "engine") : "cpu";
  if (seidel_cli_given (call, "method"))
    {
      seidel_cli_settings_name_rhs (&self->settings, self->matrix.matrix, job->cancellable);
      self->rhs = seidel_cli_settings_rhs (&self->settings, self->matrix.matrix);
      self->comparison.run = &self->settings.options;
      self->comparison.rhs = &self->rhs;
      self->comparison.guess = &self->settings.guess;
    }
  return seidel_comparison_run (&self->comparison, self->matrix.matrix, take_result_cb, self,
                                &job->progress, job->cancellable, error);
}

static const SeidelOrderingResult *
result_at (const Orderings *self, guint i)
{
  return &g_array_index (self->results, SeidelOrderingResult, i);
}

static void
build_seconds (JsonBuilder *json, const char *name, const double *seconds, int n)
{
  seidel_cli_json_begin_array (json, name);
  for (int t = 0; t < n; t++)
    if (isnan (seconds[t]))
      json_builder_add_null_value (json);
    else
      json_builder_add_double_value (json, seconds[t]);
  json_builder_end_array (json);
}

static void
build_run (const SeidelOrderingResult *result, JsonBuilder *json)
{
  const bool ran = result->run_reason != SEIDEL_REASON_NONE;
  g_autofree char *chosen = seidel_ordering_run_chosen (result);
  json_builder_set_member_name (json, "run");
  if (!ran)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "reason", seidel_reason_id (result->run_reason));
  seidel_cli_json_integer (json, "iterations", result->run_iterations);
  seidel_cli_json_text (json, "chosen", chosen);
  seidel_cli_json_number (json, "seconds", result->run_seconds);
  seidel_cli_json_number (json, "total_seconds", seidel_ordering_total_seconds (result));
  seidel_cli_json_number (json, "device_seconds", result->run_device);
  json_builder_end_object (json);
}

static void
build_result (const Orderings *self, const SeidelOrderingResult *result, JsonBuilder *json)
{
  g_autofree char *ordering = seidel_ordering_spec_to_text (&result->spec);
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "ordering", ordering);
  seidel_cli_json_text (json, "name", result->spec.ordering->name);
  seidel_cli_json_number (json, "order_seconds", result->order_seconds);
  seidel_cli_json_integer (json, "bandwidth", result->bandwidth);
  seidel_cli_json_integer (json, "levels", result->levels);
  seidel_cli_json_number (json, "mean_rows", result->mean_rows);
  seidel_cli_json_number (json, "median_rows", result->median_rows);
  seidel_cli_json_integer (json, "widest_rows", result->widest_rows);
  build_seconds (json, "predicted", result->predicted, self->comparison.n_teams);
  seidel_cli_json_number (json, "predicted_device", result->predicted_device);
  build_seconds (json, "measured", result->measured, self->comparison.n_teams);
  seidel_cli_json_integer (json, "sweeps", result->sweeps);
  seidel_cli_json_number (json, "reduction", result->reduction);
  seidel_cli_json_number (json, "sweeps_a_digit", result->sweeps_a_digit);
  seidel_cli_json_number (json, "seconds_a_digit",
                          seidel_ordering_seconds_a_digit (&self->comparison, result, false));
  seidel_cli_json_number (json, "seconds_a_digit_device",
                          seidel_ordering_seconds_a_digit (&self->comparison, result, true));
  build_run (result, json);
  seidel_cli_json_text (json, "note", result->note);
  json_builder_end_object (json);
}

static int
print_json (const Orderings *self)
{
  const SeidelComparison *comparison = &self->comparison;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", self->matrix.matrix->name);
  seidel_cli_json_text (json, "machine", comparison->machine.name);
  seidel_cli_json_text (json, "device",
                        comparison->device != NULL ? comparison->device->name : NULL);
  seidel_cli_json_text (json, "measured_by", comparison->engine);
  seidel_cli_json_begin_array (json, "threads");
  for (int t = 0; t < comparison->n_teams; t++)
    json_builder_add_int_value (json, comparison->teams[t]);
  json_builder_end_array (json);
  seidel_cli_json_begin_array (json, "orderings");
  for (guint i = 0; i < self->results->len; i++)
    build_result (self, result_at (self, i), json);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

/* A table that is filled cell by cell. */
typedef struct
{
  GPtrArray *texts; /* char * */
  size_t n_columns; /* 0 while the first row is being filled */
} Table;

static void
add (Table *table, char *text)
{
  g_ptr_array_add (table->texts, text);
}

static void
end_row (Table *table)
{
  if (table->n_columns == 0)
    table->n_columns = table->texts->len;
}

static void
end_table (Table *table, const char *title, GString *out)
{
  g_string_append_printf (out, "\n%s\n", title);
  seidel_cli_text_table ((char **) table->texts->pdata, table->texts->len / table->n_columns,
                         table->n_columns, out);
  g_ptr_array_set_size (table->texts, 0);
  table->n_columns = 0;
}

static char *
format_known (double value, char *(*format) (double, int) )
{
  return isnan (value) ? g_strdup ("–") : format (value, 3);
}

/* Of an ordering that could not be made nothing is known. */
static char *
format_made (const SeidelOrderingResult *result, int64_t count)
{
  return isnan (result->order_seconds) ? g_strdup ("–") : seidel_format_count (count);
}

static void
append_levels (const Orderings *self, Table *table, GString *out)
{
  static const char *const heads[] = { "Ordering", "bandwidth", "levels", "rows in a level, mean",
                                       "median",   "widest",    "made in" };
  for (size_t i = 0; i < G_N_ELEMENTS (heads); i++)
    add (table, g_strdup (heads[i]));
  end_row (table);
  for (guint i = 0; i < self->results->len; i++)
    {
      const SeidelOrderingResult *result = result_at (self, i);
      add (table, g_strdup (result->spec.ordering->name));
      add (table, format_made (result, result->bandwidth));
      add (table, format_made (result, result->levels));
      add (table, format_known (result->mean_rows, seidel_format_value));
      add (table, format_known (result->median_rows, seidel_format_value));
      add (table, format_made (result, result->widest_rows));
      add (table, format_known (result->order_seconds, seidel_format_seconds));
    }
  end_table (table, "Levels", out);
}

/* "12.5 µs", or with what was measured "12.5 µs (13.1 µs)". */
static char *
describe_seconds (const Orderings *self, double predicted, double measured)
{
  g_autofree char *first = format_known (predicted, seidel_format_seconds);
  g_autofree char *second = format_known (measured, seidel_format_seconds);
  return self->comparison.engine == NULL ? g_steal_pointer (&first)
                                         : g_strdup_printf ("%s (%s)", first, second);
}

static void
append_times (const Orderings *self, Table *table, GString *out)
{
  const SeidelComparison *comparison = &self->comparison;
  const bool by_device = comparison->engine != NULL && !g_str_equal (comparison->engine, "cpu");
  add (table, g_strdup ("Ordering"));
  for (int t = 0; t < comparison->n_teams; t++)
    add (table, seidel_cli_text_count (comparison->teams[t], "thread", "threads"));
  if (comparison->device != NULL)
    add (table, g_strdup (comparison->device->name));
  end_row (table);
  for (guint i = 0; i < self->results->len; i++)
    {
      const SeidelOrderingResult *result = result_at (self, i);
      add (table, g_strdup (result->spec.ordering->name));
      for (int t = 0; t < comparison->n_teams; t++)
        add (table,
             describe_seconds (self, result->predicted[t], by_device ? NAN : result->measured[t]));
      if (comparison->device != NULL)
        add (table, describe_seconds (self, result->predicted_device,
                                      by_device ? result->measured[0] : NAN));
    }
  end_table (table,
             comparison->engine == NULL ? "One sweep, predicted"
                                        : "One sweep, predicted (and measured)",
             out);
}

static char *
format_fall (double seconds)
{
  return isinf (seconds)   ? g_strdup ("∞")
         : isnan (seconds) ? g_strdup ("not measured")
                           : seidel_format_seconds (seconds, 3);
}

static void
append_convergence (const Orderings *self, Table *table, GString *out)
{
  const SeidelComparison *comparison = &self->comparison;
  g_autofree char *threads =
    seidel_cli_text_count (comparison->teams[comparison->n_teams - 1], "thread", "threads");
  g_autofree char *title =
    g_strdup_printf ("Convergence of Gauss-Seidel sweeps: %d of each ordering, the rate is that of "
                     "the last %d",
                     SEIDEL_COMPARISON_SWEEPS, SEIDEL_COMPARISON_RATE_SWEEPS);
  add (table, g_strdup ("Ordering"));
  add (table, g_strdup ("sweeps"));
  add (table, g_strdup ("residual over the first"));
  add (table, g_strdup ("sweeps for a tenth"));
  add (table, g_strdup_printf ("time for a tenth, %s", threads));
  if (comparison->device != NULL)
    add (table, g_strdup (comparison->device->name));
  end_row (table);
  for (guint i = 0; i < self->results->len; i++)
    {
      const SeidelOrderingResult *result = result_at (self, i);
      add (table, g_strdup (result->spec.ordering->name));
      add (table, format_made (result, result->sweeps));
      add (table, format_known (result->reduction, seidel_format_value));
      add (table, isnan (result->sweeps_a_digit) ? g_strdup ("not measured")
                                                 : seidel_format_value (result->sweeps_a_digit, 3));
      for (int device = 0; device <= (comparison->device != NULL ? 1 : 0); device++)
        add (table, format_fall (seidel_ordering_seconds_a_digit (comparison, result, device)));
    }
  end_table (table, title, out);
}

/* The number of iterations, or why there were not enough. */
static char *
format_run (const SeidelOrderingResult *result)
{
  g_autofree char *count = NULL, *chosen = seidel_ordering_run_chosen (result);
  if (result->run_reason == SEIDEL_REASON_NONE)
    return g_strdup ("not run");
  count = seidel_format_count (result->run_iterations);
  if (seidel_reason_converged (result->run_reason) && chosen != NULL)
    return g_strdup_printf ("%s by %s", count, chosen);
  return seidel_reason_converged (result->run_reason)
           ? g_steal_pointer (&count)
           : g_strdup_printf ("%s: %s", seidel_reason_name (result->run_reason), count);
}

static void
append_runs (const Orderings *self, Table *table, GString *out)
{
  const SeidelComparison *comparison = &self->comparison;
  const SeidelMethod *method;
  const SeidelPreconditionerKind *kind;
  g_autofree char *title = NULL;
  if (comparison->run == NULL)
    return;
  method = seidel_method_find (comparison->run->method);
  kind = seidel_preconditioner_find (comparison->run->preconditioner);
  title =
    g_strdup_printf ("Runs of %s%s%s, the fastest of %d",
                     method != NULL ? method->name : "the automatic choice",
                     g_str_equal (kind->id, "none") ? "" : " with ",
                     g_str_equal (kind->id, "none") ? "" : kind->name, SEIDEL_COMPARISON_RUNS);
  add (table, g_strdup ("Ordering"));
  add (table, g_strdup ("iterations"));
  add (table, g_strdup ("time"));
  add (table, g_strdup ("with the ordering"));
  if (comparison->device != NULL)
    add (table, g_strdup_printf ("predicted on %s", comparison->device->name));
  end_row (table);
  for (guint i = 0; i < self->results->len; i++)
    {
      const SeidelOrderingResult *result = result_at (self, i);
      add (table, g_strdup (result->spec.ordering->name));
      add (table, format_run (result));
      add (table, format_known (result->run_seconds, seidel_format_seconds));
      add (table, format_known (seidel_ordering_total_seconds (result), seidel_format_seconds));
      if (comparison->device != NULL)
        add (table, format_known (result->run_device, seidel_format_seconds));
    }
  end_table (table, title, out);
}

/* Each note once: one that holds for several orderings stands for all of them. */
static void
append_notes (const Orderings *self, GString *out)
{
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->results->len; i++)
    {
      const SeidelOrderingResult *result = result_at (self, i);
      if (result->note != NULL && g_hash_table_add (known, result->note))
        g_string_append_printf (out, "\n%s: %s\n", result->spec.ordering->name, result->note);
    }
}

static int
print_text (const Orderings *self)
{
  const SeidelMatrix *matrix = self->matrix.matrix;
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  Table table = { texts, 0 };
  g_autofree char *rows = seidel_cli_text_count (matrix->csr->rows, "row", "rows");
  g_string_append_printf (out, "%s, %s, on %s\n", matrix->name, rows,
                          self->comparison.machine.name);
  append_levels (self, &table, out);
  append_times (self, &table, out);
  append_convergence (self, &table, out);
  append_runs (self, &table, out);
  append_notes (self, out);
  return seidel_cli_print (out->str);
}

static bool
write_csv (const Orderings *self, GError **error)
{
  const char *path = seidel_cli_text (self->matrix.call, "csv");
  g_autoptr (GString) csv = NULL;
  if (path == NULL)
    return true;
  csv = seidel_comparison_to_csv (&self->comparison,
                                  (const SeidelOrderingResult *) (void *) self->results->data,
                                  self->results->len);
  return seidel_output_save (path, csv->str, csv->len, error);
}

static const SeidelCliOption comparison_rows[] = {
  { "measure", NULL, "Time sweeps as well, beside the prediction." },
  { "again", NULL,
    "Measure the constants of this machine again: other programs may have disturbed those kept." },
  { "predict-for", "D",
    "The device whose time is predicted as well, from constants that are stored.",
    SEIDEL_CLI_CHOICE, "h200", list_devices },
  { "csv", "FILE.csv", "Write what was compared, a line for each ordering." },
  { NULL },
};

static int
run_orderings (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = NULL;
  Orderings self = { .matrix = { .call = call } };
  int status;
  if (call->words[0] == NULL)
    {
      for (const SeidelCliOption *row = comparison_rows; row->name != NULL; row++)
        seidel_cli_note (call, row->name, "without FILE nothing is compared");
      return seidel_cli_print_table (call);
    }
  job = seidel_cli_job_new ();
  self.results = g_array_new (false, false, sizeof (SeidelOrderingResult));
  g_array_set_clear_func (self.results, (GDestroyNotify) seidel_ordering_result_clear);
  if (seidel_cli_given (call, "engine") && !seidel_cli_given (call, "measure")
      && !seidel_cli_given (call, "method"))
    seidel_cli_note (call, "engine",
                     "only with --measure sweeps are timed, and only with --method runs");
  seidel_cli_settings_init (&self.settings, call);
  status = seidel_cli_given (call, "method") ? seidel_cli_settings_check (&self.settings) : 0;
  if (status != 0)
    ;
  else if (!seidel_cli_job_run (job, work, &self, &error) || !write_csv (&self, &error))
    status = seidel_cli_fail (error);
  else
    status = seidel_cli_given (call, "json") ? print_json (&self) : print_text (&self);
  seidel_cli_settings_clear (&self.settings);
  seidel_cli_matrix_clear (&self.matrix);
  g_array_unref (self.results);
  return status;
}

static const SeidelCliGroup comparison_group = { .title = "Comparison", .rows = comparison_rows };

const SeidelCliCommand seidel_cli_orderings = {
  .name = "orderings",
  .arguments = "[FILE]",
  .max_arguments = 1,
  .sentence = "List the orderings of rows and columns, or compare what they make of a matrix.",
  .groups =
    (const SeidelCliGroup *const[]){ &comparison_group, &seidel_cli_run_group,
                                     &seidel_cli_natural_group, &seidel_cli_json_group, NULL },
  .table = &(const SeidelCliTable){ get_orderings, sizeof (SeidelOrdering), write_ordering },
  .run = run_orderings,
};
