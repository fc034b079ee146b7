/* What there is to say about how a run ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-outcome.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "model/seidel-number.h"
#include "model/seidel-run-title.h"
#include "solve/seidel-figures.h"

/* "183 iterations"; free with g_free (). */
static char *
count_iterations (int64_t iterations)
{
  g_autofree char *count = seidel_format_count (iterations);

  return g_strdup_printf (ngettext ("%s iteration", "%s iterations", (unsigned long) iterations),
                          count);
}

SeidelRunTone
seidel_run_outcome_tone (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);

  if (seidel_run_item_get_live (run))
    return SEIDEL_RUN_TONE_PLAIN;
  if (outcome == NULL)
    return seidel_run_item_get_error (run) != NULL ? SEIDEL_RUN_TONE_ERROR : SEIDEL_RUN_TONE_PLAIN;
  switch (outcome->reason)
    {
    case SEIDEL_REASON_DIVERGED:
    case SEIDEL_REASON_NOT_FINITE:
    case SEIDEL_REASON_BREAKDOWN:
    case SEIDEL_REASON_OUT_OF_MEMORY:
    case SEIDEL_REASON_DEVICE_LOST:
    case SEIDEL_REASON_RANK_LOST:
    case SEIDEL_REASON_FAILED:
      return SEIDEL_RUN_TONE_ERROR;
    case SEIDEL_REASON_CANCELLED:
      return SEIDEL_RUN_TONE_PLAIN;
    default:
      return outcome->converged && outcome->doubt == NULL
                 && !seidel_run_item_get_matrix_changed (run)
               ? SEIDEL_RUN_TONE_PLAIN
               : SEIDEL_RUN_TONE_WARNING;
    }
}

static const char *
changed_text (void)
{
  return _ ("The file of its matrix has other contents now.");
}

char *
seidel_run_outcome_hint (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  const char *what;
  const char *next;

  if (seidel_run_outcome_tone (run) == SEIDEL_RUN_TONE_PLAIN)
    return NULL;
  if (outcome == NULL)
    return g_strdup (seidel_run_item_get_error (run));
  if (seidel_run_item_get_matrix_changed (run))
    return g_strdup (changed_text ());
  if (outcome->converged)
    return g_strdup (outcome->doubt);
  what = outcome->message != NULL ? outcome->message
                                  : seidel_translate (seidel_reason_sentence (outcome->reason));
  next = seidel_translate (seidel_outcome_next_step (outcome));
  return next != NULL ? g_strdup_printf ("%s %s", what, next) : g_strdup (what);
}

char *
seidel_run_outcome_summary (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  g_autofree char *iterations = NULL;
  g_autofree char *seconds = NULL;

  if (outcome == NULL)
    return g_strdup_printf (_ ("Run %u could not start"), seidel_run_item_get_number (run));
  iterations = count_iterations (outcome->iterations);
  seconds = seidel_format_seconds (outcome->seconds[SEIDEL_PHASE_SOLVE], 3);
  return g_strdup_printf (_ ("Run %u: %s, %s, %s"), seidel_run_item_get_number (run),
                          seidel_translate (seidel_reason_name (outcome->reason)), iterations,
                          seconds);
}

static void
append_attempts (GString *text, const SeidelOutcome *outcome)
{
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      g_autofree char *name = seidel_run_title_pair (attempt->method, attempt->preconditioner);
      g_autofree char *iterations = count_iterations (attempt->iterations);
      g_autofree char *seconds = seidel_format_seconds (attempt->seconds, 3);

      g_string_append_printf (text, _ ("\n\n%d. %s: %s after %s, %s"), (int) i + 1, name,
                              seidel_translate (seidel_reason_name (attempt->reason)), iterations,
                              seconds);
      g_string_append_printf (text, "\n%s", attempt->why);
      if (attempt->message != NULL && g_strcmp0 (attempt->message, outcome->message) != 0)
        g_string_append_printf (text, "\n%s", attempt->message);
    }
}

static char *
format_number (double value)
{
  return seidel_number_scientific (value, 1);
}

static void
append_line (void *text, const char *name, const char *value)
{
  g_string_append_printf (text, "%s%s: %s", ((GString *) text)->len > 0 ? "\n" : "", name, value);
}

char *
seidel_run_outcome_times (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  GString *text = g_string_new (NULL);

  if (outcome != NULL)
    seidel_outcome_describe (outcome, true, format_number, append_line, text);
  return g_string_free (text, FALSE);
}

/* What only a record can say. */
static void
append_record (GString *text, SeidelRunItem *run)
{
  const SeidelRecord *record = seidel_run_item_get_record (run);

  if (seidel_run_item_get_matrix_changed (run))
    g_string_append_printf (text, "\n%s", changed_text ());
  if (record->x_dropped)
    g_string_append_printf (text, "\n%s",
                            _ ("Its solution was too large to be kept in the session."));
  if (seidel_run_item_get_note (run) != NULL)
    g_string_append_printf (text, _ ("\nNote: %s"), seidel_run_item_get_note (run));
}

char *
seidel_run_outcome_describe (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  GString *text = g_string_new (NULL);

  if (outcome == NULL)
    {
      g_string_free (text, TRUE);
      return g_strdup (seidel_run_item_get_error (run));
    }
  g_string_append (text, seidel_translate (seidel_reason_sentence (outcome->reason)));
  if (outcome->message != NULL)
    g_string_append_printf (text, "\n%s", outcome->message);
  if (seidel_outcome_next_step (outcome) != NULL)
    g_string_append_printf (text, "\n%s", seidel_translate (seidel_outcome_next_step (outcome)));
  if (outcome->engine_why != NULL)
    g_string_append_printf (text, "\n%s", outcome->engine_why);
  if (outcome->strategy_why != NULL)
    g_string_append_printf (text, _ ("\nSweep strategy %s: %s"), outcome->strategy,
                            outcome->strategy_why);
  seidel_outcome_describe (outcome, false, format_number, append_line, text);
  append_record (text, run);
  append_attempts (text, outcome);
  return g_string_free (text, FALSE);
}
