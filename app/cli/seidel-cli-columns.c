/* A run for each of several right-hand sides.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-columns.h"

#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "io/seidel-column.h"
#include "matrix/seidel-complex.h"
#include "solve/seidel-reuse.h"

bool
seidel_cli_columns_read (const SeidelCliMatrix *matrix,
                         SeidelCliSettings *settings,
                         SeidelCliJob *job,
                         GError **error)
{
  seidel_cli_settings_name_rhs (settings, matrix->matrix, job->cancellable);
  const char *file = seidel_cli_settings_rhs_file (settings, matrix->matrix);
  const int64_t n = matrix->matrix->csr->rows;
  const bool complex_numbers = seidel_matrix_is_complex (matrix->matrix);
  g_autoptr (GError) cause = NULL;
  if (file == NULL || settings->rhs_column > 0)
    return true;
  settings->n_columns = 1;
  settings->columns = seidel_load_vector (file, n, complex_numbers, job->cancellable, &cause);
  if (settings->columns != NULL)
    return true;
  settings->columns =
    seidel_load_columns (file, n, complex_numbers, &settings->n_columns, job->cancellable, NULL);
  if (settings->columns != NULL)
    return true;
  g_propagate_prefixed_error (error, g_steal_pointer (&cause), "Right-hand side: ");
  return false;
}

static SeidelSessionEntry *
make_entry (const SeidelCliMatrix *matrix,
            SeidelCliSettings *settings,
            const SeidelRecordFacts *known)
{
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (settings, matrix->matrix);
  SeidelRecordFacts facts = *known;
  facts.matrix = matrix->matrix;
  facts.rhs = &rhs;
  facts.guess = &settings->guess;
  facts.options = &settings->options;
  g_autoptr (SeidelRecord) record = seidel_record_new (&facts);
  return seidel_session_entry_new (record, &(SeidelRecordLabel){ .number = settings->rhs_column,
                                                                 .color = settings->rhs_column - 1,
                                                                 .visible = true });
}

GPtrArray *
seidel_cli_columns_solve (const SeidelCliMatrix *matrix,
                          SeidelCliSettings *settings,
                          uint64_t fingerprint,
                          SeidelCliJob *job,
                          GError **error)
{
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_session_entry_free);
  g_autoptr (SeidelReuse) reuse = seidel_reuse_new ();
  for (int64_t k = 1; k <= settings->n_columns && !g_cancellable_is_cancelled (job->cancellable);
       k++)
    {
      const int64_t begun = g_get_real_time () / G_USEC_PER_SEC;
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      settings->rhs_column = k;
      seidel_cli_job_set_trace (job, trace);
      SeidelOutcome *outcome = seidel_cli_run_solve_reusing (matrix, settings, reuse, job, error);
      if (outcome == NULL)
        return NULL;
      g_ptr_array_add (entries, make_entry (matrix, settings,
                                            &(SeidelRecordFacts){ .fingerprint = fingerprint,
                                                                  .trace = trace,
                                                                  .outcome = outcome,
                                                                  .begun = begun }));
    }
  if (entries->len == 0)
    {
      g_cancellable_set_error_if_cancelled (job->cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&entries);
}

static const SeidelOutcome *
outcome_of (GPtrArray *entries, guint i)
{
  const SeidelSessionEntry *entry = entries->pdata[i];
  return entry->record->outcome;
}

bool
seidel_cli_columns_save (GPtrArray *entries,
                         const SeidelCliSettings *settings,
                         const char *path,
                         GError **error)
{
  const SeidelOutcome *first = outcome_of (entries, 0);
  const int64_t n = first->n;
  double *x = seidel_vector_new (n * settings->n_columns, error);
  if (x == NULL)
    return false;
  for (int64_t k = 0; k < settings->n_columns; k++)
    {
      const SeidelOutcome *outcome =
        k < (int64_t) entries->len ? outcome_of (entries, (guint) k) : NULL;
      for (int64_t i = 0; i < n; i++)
        x[k * n + i] = outcome != NULL && outcome->computed ? outcome->x[i] : NAN;
    }
  const bool saved = seidel_save_columns (x, seidel_outcome_unknowns (first), settings->n_columns,
                                          first->complex_values, path, error);
  seidel_vector_free (x);
  return saved;
}

char *
seidel_cli_columns_to_csv (GPtrArray *entries)
{
  GString *csv = g_string_new (NULL);
  for (guint i = 0; i < entries->len; i++)
    {
      const SeidelSessionEntry *entry = entries->pdata[i];
      g_autofree char *text = g_string_free (seidel_trace_to_csv (entry->record->trace), FALSE);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      if (i == 0)
        g_string_append_printf (csv, "rhs,%s\n", lines[0]);
      for (guint l = 1; lines[l] != NULL && lines[l][0] != '\0'; l++)
        g_string_append_printf (csv, "%u,%s\n", i + 1, lines[l]);
    }
  return g_string_free (csv, FALSE);
}

/* Of all runs together. */
typedef struct
{
  int converged;
  int64_t iterations;
  double worst; /* relative residual */
  double seconds;
  int status;
} Summary;

/* The true residual over ‖b‖, whose reference the trace has. */
static double
relative_residual (const SeidelSessionEntry *entry)
{
  return seidel_trace_relative (entry->record->trace, entry->record->outcome->true_2);
}

static Summary
summarise (GPtrArray *entries)
{
  Summary summary = { .worst = 0.0 };
  for (guint i = 0; i < entries->len; i++)
    {
      const SeidelOutcome *outcome = outcome_of (entries, i);
      summary.converged += outcome->converged;
      summary.iterations += outcome->iterations;
      summary.worst = fmax (summary.worst, relative_residual (entries->pdata[i]));
      for (int p = 0; p < SEIDEL_N_PHASES; p++)
        summary.seconds += outcome->seconds[p];
      summary.status = MAX (summary.status, seidel_cli_run_status (outcome));
    }
  return summary;
}

static void
build_json (GPtrArray *entries,
            const SeidelCliMatrix *matrix,
            SeidelCliSettings *settings,
            const Summary *summary,
            JsonBuilder *json)
{
  json_builder_begin_object (json);
  seidel_cli_json_begin_array (json, "columns");
  for (guint i = 0; i < entries->len; i++)
    {
      settings->rhs_column = (int64_t) i + 1;
      g_auto (SeidelCliRunContext) context =
        seidel_cli_run_context (NULL, settings, matrix->matrix);
      seidel_cli_run_build_json (outcome_of (entries, i), &context, json);
    }
  json_builder_end_array (json);
  seidel_cli_json_begin_object (json, "summary");
  seidel_cli_json_integer (json, "columns", settings->n_columns);
  seidel_cli_json_integer (json, "converged", summary->converged);
  seidel_cli_json_integer (json, "iterations", summary->iterations);
  seidel_cli_json_number (json, "worst_residual", summary->worst);
  seidel_cli_json_number (json, "seconds", summary->seconds);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

static void
append_row (const SeidelSessionEntry *entry, GPtrArray *texts)
{
  const SeidelOutcome *outcome = entry->record->outcome;
  g_ptr_array_add (texts, g_strdup_printf ("%" G_GINT64_FORMAT, entry->label.number));
  g_ptr_array_add (texts, g_strdup_printf ("%s%s", outcome->converged ? "" : "✗ ",
                                           seidel_reason_name (outcome->reason)));
  g_ptr_array_add (texts, seidel_format_count (outcome->iterations));
  g_ptr_array_add (texts, seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3));
  g_ptr_array_add (texts, seidel_cli_text_number (relative_residual (entry)));
  g_ptr_array_add (texts, seidel_cli_text_number (outcome->backward));
  g_ptr_array_add (texts, seidel_cli_text_number (outcome->error_bound));
}

static char *
make_table (GPtrArray *entries)
{
  static const char *const heads[] = { "column",        "outcome",        "iterations", "time",
                                       "true residual", "backward error", "error bound" };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new ("\n");
  for (size_t i = 0; i < G_N_ELEMENTS (heads); i++)
    g_ptr_array_add (texts, g_strdup (heads[i]));
  for (guint i = 0; i < entries->len; i++)
    append_row (entries->pdata[i], texts);
  seidel_cli_text_table ((char **) texts->pdata, entries->len + 1, G_N_ELEMENTS (heads), out);
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

/* What did not end well, once for each text. */
static void
describe_messages (GPtrArray *entries, SeidelCliSheet *sheet)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const SeidelOutcome *outcome = outcome_of (entries, i);
      const char *text = outcome->message != NULL ? outcome->message : outcome->doubt;
      bool known = text == NULL;
      for (guint before = 0; before < i && !known; before++)
        known = g_strcmp0 (text, outcome_of (entries, before)->message) == 0
                || g_strcmp0 (text, outcome_of (entries, before)->doubt) == 0;
      if (!known)
        {
          g_autofree char *label = g_strdup_printf ("column %u", i + 1);
          seidel_cli_sheet_add (sheet, label, "%s", text);
        }
    }
}

static char *
make_summary (GPtrArray *entries, const SeidelCliSettings *settings, const Summary *summary)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  const SeidelOutcome *last = outcome_of (entries, entries->len - 1);
  g_autofree char *worst = seidel_cli_text_number (summary->worst);
  seidel_cli_sheet_title (sheet, "All right-hand sides");
  seidel_cli_sheet_add (sheet, "converged", "%d of %" G_GINT64_FORMAT, summary->converged,
                        settings->n_columns);
  describe_messages (entries, sheet);
  seidel_cli_sheet_take (sheet, "iterations", seidel_format_count (summary->iterations));
  seidel_cli_sheet_add (sheet, "worst residual", "%s, relative", worst);
  if (last->reused != NULL)
    seidel_cli_sheet_add (sheet, "reused", "%s", last->reused);
  seidel_cli_sheet_take (sheet, "time", seidel_format_seconds (summary->seconds, 3));
  return seidel_cli_sheet_to_text (sheet);
}

int
seidel_cli_columns_print (GPtrArray *entries,
                          const SeidelCliMatrix *matrix,
                          SeidelCliSettings *settings,
                          const char *title,
                          bool as_json)
{
  const Summary summary = summarise (entries);
  g_autoptr (SeidelCliSheet) sheet = NULL;
  if (as_json)
    {
      g_autoptr (JsonBuilder) json = json_builder_new ();
      build_json (entries, matrix, settings, &summary, json);
      return MAX (seidel_cli_print_json (json), summary.status);
    }
  settings->rhs_column = 0;
  g_auto (SeidelCliRunContext) context = seidel_cli_run_context (title, settings, matrix->matrix);
  char *rhs = context.rhs;
  context.rhs = g_strdup_printf ("%s, %" G_GINT64_FORMAT " columns", rhs, settings->n_columns);
  g_free (rhs);
  sheet = seidel_cli_sheet_new ();
  seidel_cli_run_describe_setup (outcome_of (entries, 0), &context, sheet);
  g_autofree char *setup = seidel_cli_sheet_to_text (sheet);
  g_autofree char *table = make_table (entries);
  g_autofree char *rest = make_summary (entries, settings, &summary);
  g_autofree char *text = g_strconcat (setup, table, rest, NULL);
  return MAX (seidel_cli_print (text), summary.status);
}
