/* Everything that is known of a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-facts.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "model/seidel-number.h"
#include "model/seidel-run-title.h"
#include "plan/seidel-setting.h"
#include "solve/seidel-figures.h"

/* What is being gathered: the lines so far, of which run, in which group. */
typedef struct
{
  GPtrArray *facts;
  int run;
  const char *group;
  guint place; /* where a line of the second run goes that the first one does not have */
} Gathering;

static void
fact_free (gpointer data)
{
  SeidelRunFact *fact = data;

  g_free (fact->name);
  for (int i = 0; i < SEIDEL_RUN_FACTS_RUNS; i++)
    g_free (fact->values[i]);
  g_free (fact);
}

/* The line of the other run with this name, which has no value of this one yet. */
static SeidelRunFact *
find_line (Gathering *to, const char *name)
{
  for (guint i = 0; i < to->facts->len; i++)
    {
      SeidelRunFact *fact = to->facts->pdata[i];

      if (fact->group == to->group && fact->values[to->run] == NULL
          && g_str_equal (fact->name, name))
        {
          to->place = i + 1;
          return fact;
        }
    }
  return NULL;
}

static void
add (gpointer data, const char *name, const char *value)
{
  Gathering *to = data;
  SeidelRunFact *fact = to->run > 0 ? find_line (to, name) : NULL;

  if (value == NULL || *value == '\0')
    return;
  if (fact == NULL)
    {
      fact = g_new0 (SeidelRunFact, 1);
      fact->group = to->group;
      fact->name = g_strdup (name);
      g_ptr_array_insert (to->facts, to->run > 0 ? (int) to->place++ : -1, fact);
    }
  fact->values[to->run] = g_strdup (value);
  fact->is_long = fact->is_long || strchr (value, '\n') != NULL;
}

static void
take (Gathering *to, const char *name, char *value)
{
  add (to, name, value);
  g_free (value);
}

/* A group that the first run does not have follows the group before it. */
static void
begin_group (Gathering *to, const char *group)
{
  const char *before = to->group;

  to->group = group;
  for (guint i = 0; i < to->facts->len && to->run > 0; i++)
    {
      const char *here = ((SeidelRunFact *) to->facts->pdata[i])->group;

      if (here == before)
        to->place = i + 1;
      if (here != group)
        continue;
      to->place = i;
      return;
    }
}

static char *
format_number (double value)
{
  return seidel_number_scientific (value, 3);
}

static void
add_outcome (Gathering *to, SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  g_autofree char *status = NULL;

  begin_group (to, _ ("Outcome"));
  g_object_get (run, "status", &status, NULL);
  add (to, _ ("Ended"), status);
  add (to, _ ("Error"), seidel_run_item_get_error (run));
  if (outcome == NULL)
    return;
  add (to, _ ("Why"), seidel_translate (seidel_reason_sentence (outcome->reason)));
  add (to, _ ("Details"), outcome->message);
  add (to, _ ("Next"), seidel_translate (seidel_outcome_next_step (outcome)));
  seidel_outcome_describe (outcome, false, format_number, add, to);
  if (seidel_run_item_get_matrix_changed (run))
    add (to, _ ("Matrix"), _ ("The file of its matrix has other contents now."));
  if (seidel_run_item_get_record (run)->x_dropped)
    add (to, _ ("Solution"), _ ("Its solution was too large to be kept in the session."));
}

/* "Conjugate gradients", of a choice; else its text. */
static char *
describe_value (const SeidelSetting *setting, const SeidelOptions *options)
{
  g_autofree char *text = seidel_setting_get_text (setting, options);
  SeidelSettingValue value;

  if (text == NULL)
    return setting->unset != NULL ? g_strdup (seidel_translate (setting->unset)) : NULL;
  if (setting->kind == SEIDEL_SETTING_SWITCH)
    return g_strdup (g_str_equal (text, "true") ? _ ("yes") : _ ("no"));
  for (size_t i = 0;
       setting->kind == SEIDEL_SETTING_CHOICE && seidel_setting_value (setting, options, i, &value);
       i++)
    if (g_str_equal (value.id, text))
      return g_strdup (seidel_translate (value.name));
  return g_steal_pointer (&text);
}

/* What was asked for, and what it became: "Automatic → Conjugate gradients". */
static char *
describe_setting (const SeidelSetting *setting,
                  const SeidelOptions *asked,
                  const SeidelOptions *resolved)
{
  g_autofree char *value = describe_value (setting, asked);
  g_autofree char *became = resolved != NULL ? describe_value (setting, resolved) : NULL;

  if (value == NULL || became == NULL || g_str_equal (value, became))
    return g_steal_pointer (&value);
  return g_strdup_printf ("%s → %s", value, became);
}

static void
add_setup (Gathering *to, SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  const SeidelOptions *options = seidel_run_item_get_options (run);
  const SeidelRecord *record = seidel_run_item_get_record (run);
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  begin_group (to, _ ("Set-up"));
  for (size_t i = 0; i < n; i++)
    {
      const SeidelSetting *setting = &settings[i];
      const bool usual = seidel_setting_is_default (setting, options);

      if (!usual || setting->item == SEIDEL_PLAN_TOLERANCE
          || (setting->group == SEIDEL_SETTING_MAIN && !setting->occasional))
        take (to, seidel_translate (setting->name),
              describe_setting (setting, options, outcome != NULL ? &outcome->options : NULL));
    }
  take (to, _ ("Right-hand side"), seidel_vector_spec_to_text (seidel_run_item_get_rhs (run)));
  if (record != NULL)
    add (to, _ ("Initial guess"), record->guess);
  if (outcome == NULL)
    return;
  take (to, _ ("Threads used"), seidel_format_count (outcome->threads));
  add (to, _ ("Engine, because"), outcome->engine_why);
  add (to, _ ("Sweep"), outcome->strategy);
  add (to, _ ("Sweep, because"), outcome->strategy_why);
}

static void
add_matrix (Gathering *to, SeidelRunItem *run)
{
  const SeidelRecord *record = seidel_run_item_get_record (run);
  const SeidelRecordMatrix *matrix;
  SeidelOrderingSpec order;

  begin_group (to, _ ("Matrix"));
  add (to, _ ("Name"), seidel_run_item_get_matrix_name (run));
  if (record == NULL)
    return;
  matrix = &record->matrix;
  add (to, _ ("File"), matrix->path);
  add (to, _ ("Variable"), matrix->variable);
  add (to, _ ("Format"), matrix->format);
  take (to, _ ("Rows"), seidel_format_count (matrix->rows));
  take (to, _ ("Columns"), seidel_format_count (matrix->columns));
  take (to, _ ("Entries"), seidel_format_count (matrix->nonzeros));
  if (matrix->complex_values)
    add (to, _ ("Numbers"), _ ("complex"));
  add (to, _ ("Order"),
       seidel_ordering_spec_parse (matrix->ordering, &order, NULL)
         ? seidel_translate (order.ordering->name)
         : matrix->ordering);
}

static void
add_attempts (Gathering *to, const SeidelOutcome *outcome)
{
  begin_group (to, _ ("Attempts"));
  for (size_t i = 0; outcome != NULL && i < outcome->n_attempts; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      g_autofree char *number = g_strdup_printf ("%d", (int) i + 1);
      g_autofree char *name = seidel_run_title_pair (attempt->method, attempt->preconditioner);
      g_autofree char *iterations = seidel_format_count (attempt->iterations);
      g_autofree char *seconds = seidel_format_seconds (attempt->seconds, 3);
      GString *text = g_string_new (name);

      g_string_append (text, "\n");
      g_string_append_printf (text,
                              ngettext ("%s after %s iteration, %s", "%s after %s iterations, %s",
                                        (unsigned long) attempt->iterations),
                              seidel_translate (seidel_reason_name (attempt->reason)), iterations,
                              seconds);
      if (!isnan (attempt->true_2))
        {
          g_autofree char *residual = format_number (attempt->true_2);

          g_string_append_printf (text, _ (", true residual %s"), residual);
        }
      g_string_append_printf (text, "\n%s", attempt->why);
      if (attempt->message != NULL)
        g_string_append_printf (text, "\n%s", attempt->message);
      take (to, number, g_string_free (text, FALSE));
    }
}

static void
add_device (Gathering *to, const SeidelOutcome *outcome)
{
  const SeidelTraceDevice *device = &outcome->device;

  begin_group (to, _ ("Device"));
  take (to, _ ("Copied to it"),
        seidel_format_transfer ((double) device->to_bytes, device->to_seconds));
  take (to, _ ("Planning"), seidel_format_seconds (device->work_seconds[SEIDEL_PHASE_TRANSFER], 3));
  take (to, _ ("Executing kernels"),
        seidel_format_seconds (device->work_seconds[SEIDEL_PHASE_SOLVE], 3));
  if (device->ordering_seconds > 0.0)
    {
      take (to, _ ("Ordering"), seidel_format_seconds (device->ordering_seconds, 3));
      take (to, _ ("Symbolic factors"), seidel_format_seconds (device->symbolic_seconds, 3));
    }
  if (device->factor_seconds > 0.0)
    take (to, _ ("Factors, of that"), seidel_format_seconds (device->factor_seconds, 3));
  take (to, _ ("Copied back"),
        seidel_format_transfer ((double) device->from_bytes, device->from_seconds));
}

static void
add_ranks (Gathering *to, const SeidelOutcome *outcome)
{
  begin_group (to, _ ("Ranks"));
  for (size_t i = 0; i < outcome->n_ranks; i++)
    {
      const SeidelRank *rank = &outcome->ranks[i];
      g_autofree char *number = seidel_format_count (rank->rank);
      g_autofree char *rows = seidel_format_count (rank->rows);
      g_autofree char *entries = seidel_format_count (rank->entries);
      g_autofree char *crossing = seidel_format_count (rank->crossing);
      g_autofree char *products = seidel_format_seconds (rank->products, 3);
      g_autofree char *sums = seidel_format_seconds (rank->reductions, 3);

      take (to, number,
            g_strdup_printf (_ ("%s: %s rows, %s entries, of which %s are in columns of others; "
                                "products %s, sums %s"),
                             rank->host, rows, entries, crossing, products, sums));
    }
}

static void
add_kernels (Gathering *to, const SeidelOutcome *outcome)
{
  begin_group (to, _ ("Kernels"));
  for (size_t i = 0; i < outcome->n_kernels; i++)
    {
      const SeidelKernelTimes *kernel = &outcome->kernels[i];
      g_autofree char *calls = seidel_format_count (kernel->calls);
      g_autofree char *seconds = seidel_format_seconds ((double) kernel->nanoseconds * 1e-9, 3);

      take (to, kernel->name, g_strdup_printf (_ ("%s in %s calls"), seconds, calls));
    }
}

static void
add_record (Gathering *to, const SeidelRecord *record)
{
  g_autoptr (GDateTime) begun = g_date_time_new_from_unix_local (record->begun);

  begin_group (to, _ ("Made"));
  if (begun != NULL)
    take (to, _ ("Begun"), g_date_time_format (begun, "%Y-%m-%d %H:%M:%S"));
  take (to, _ ("Machine"), seidel_experiment_machine_describe (&record->machine));
  add (to, _ ("System"), record->machine.system);
  add (to, _ ("Version"), record->machine.version);
  if (!isnan (record->machine.load))
    take (to, _ ("Load before"), seidel_format_value (record->machine.load, 3));
}

static void
gather (Gathering *to, SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);

  begin_group (to, _ ("Run"));
  add (to, _ ("Title"), seidel_run_item_get_title (run));
  add (to, _ ("Note"), seidel_run_item_get_note (run));
  add_outcome (to, run);
  add_attempts (to, outcome);
  add_setup (to, run);
  add_matrix (to, run);
  if (outcome != NULL)
    {
      begin_group (to, _ ("Time"));
      seidel_outcome_describe (outcome, true, format_number, add, to);
      if (outcome->has_device)
        add_device (to, outcome);
      add_ranks (to, outcome);
      add_kernels (to, outcome);
    }
  if (seidel_run_item_get_record (run) != NULL)
    add_record (to, seidel_run_item_get_record (run));
}

GPtrArray *
seidel_run_facts_new (SeidelRunItem *run, SeidelRunItem *other)
{
  Gathering to = { .facts = g_ptr_array_new_with_free_func (fact_free) };

  gather (&to, run);
  if (other != NULL)
    {
      to.run = 1;
      to.group = NULL;
      to.place = 0;
      gather (&to, other);
    }
  return to.facts;
}
