/* What is marked beside the values of a result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-experiment-marks.h"

#include <string.h>

#include "base/seidel-translatable.h"

/* Cells that are named for each mark. */
#define MOST_NAMED 3

static const char *const letters[] = { "ᵃ", "ᵇ", "ᶜ", "ᵈ", "ᵉ", "ᶠ", "ᵍ", "ʰ" };

static bool
has_tolerance (const SeidelOptions *options)
{
  return options->tolerance > 0.0 || options->absolute_tolerance > 0.0
         || options->backward_tolerance > 0.0 || options->maximum_tolerance > 0.0;
}

const char *
seidel_experiment_mark_reason (SeidelExperimentResult *result, size_t cell)
{
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);

  if (found.state != SEIDEL_CELL_DONE || seidel_experiment_cell_converged (&found))
    return NULL;
  if (strcmp (found.reason, seidel_reason_id (SEIDEL_REASON_ITERATION_LIMIT)) == 0)
    {
      const SeidelExperimentSetup setup =
        seidel_experiment_setup (seidel_experiment_result_experiment (result), cell);

      if (!has_tolerance (&setup.options))
        return NULL;
    }
  return found.reason;
}

/* Why the cell is marked, or why it is a gap. */
typedef const char *(*Why) (SeidelExperimentResult *result, size_t cell);

static const char *
gap_reason (SeidelExperimentResult *result, size_t cell)
{
  return seidel_experiment_result_cell (result, cell).why;
}

/* The reasons of a result, in the order of its cells. */
static GPtrArray *
list_reasons (SeidelExperimentResult *result, Why why)
{
  const size_t n = seidel_experiment_n_cells (seidel_experiment_result_experiment (result));
  GPtrArray *reasons = g_ptr_array_new ();

  for (size_t cell = 0; cell < n; cell++)
    {
      const char *reason = why (result, cell);

      if (reason != NULL && !g_ptr_array_find_with_equal_func (reasons, reason, g_str_equal, NULL))
        g_ptr_array_add (reasons, (void *) reason);
    }
  return reasons;
}

static bool
has_fewer_runs (SeidelExperimentResult *result, size_t cell)
{
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);

  return found.state == SEIDEL_CELL_DONE && found.reason != NULL
         && found.n_runs < seidel_experiment_result_experiment (result)->repeats;
}

char *
seidel_experiment_mark (SeidelExperimentResult *result, size_t cell)
{
  const char *reason = seidel_experiment_mark_reason (result, cell);
  GString *mark = g_string_new (NULL);

  if (has_fewer_runs (result, cell))
    g_string_append_printf (mark, " n=%d", seidel_experiment_result_cell (result, cell).n_runs);
  if (reason != NULL)
    {
      g_autoptr (GPtrArray) reasons = list_reasons (result, seidel_experiment_mark_reason);
      guint index = 0;

      g_ptr_array_find_with_equal_func (reasons, reason, g_str_equal, &index);
      g_string_append_printf (mark, " ✗%s", letters[MIN (index, G_N_ELEMENTS (letters) - 1)]);
    }
  return g_string_free (mark, FALSE);
}

const char *
seidel_experiment_name_reason (const char *id)
{
  for (int reason = SEIDEL_REASON_NONE; reason <= SEIDEL_REASON_FAILED; reason++)
    if (strcmp (id, seidel_reason_id (reason)) == 0)
      return seidel_text (seidel_reason_name (reason));
  return id;
}

/* "Rows 100, CPU; Rows 200, CPU; and 2 more": the cells with this reason. */
static void
append_cells (SeidelExperimentResult *result, Why why, const char *reason, GString *text)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const size_t n_cells = seidel_experiment_n_cells (experiment);
  size_t n = 0;

  for (size_t cell = 0; cell < n_cells; cell++)
    if (g_strcmp0 (why (result, cell), reason) == 0 && n++ < MOST_NAMED)
      {
        g_autofree char *title = seidel_experiment_cell_title (experiment, cell);

        g_string_append_printf (text, "%s%s", n > 1 ? "; " : "", title);
      }
  if (n > MOST_NAMED)
    g_string_append_printf (text, seidel_text ("; and %zu more"), n - MOST_NAMED);
}

char *
seidel_experiment_describe_marks (SeidelExperimentResult *result)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autoptr (GPtrArray) reasons = list_reasons (result, seidel_experiment_mark_reason);
  GString *text = g_string_new (NULL);
  size_t fewer = 0;

  for (guint i = 0; i < reasons->len; i++)
    {
      g_string_append_printf (text, "%s✗%s %s: ", text->len > 0 ? "\n" : "",
                              letters[MIN (i, G_N_ELEMENTS (letters) - 1)],
                              seidel_experiment_name_reason (reasons->pdata[i]));
      append_cells (result, seidel_experiment_mark_reason, reasons->pdata[i], text);
    }
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    fewer += has_fewer_runs (result, cell) ? 1 : 0;
  if (fewer > 0)
    g_string_append_printf (text, "%sn: %s", text->len > 0 ? "\n" : "",
                            seidel_text ("the runs of a cell whose time was over before all"));
  return g_string_free (text, text->len == 0);
}

char *
seidel_experiment_describe_gaps (SeidelExperimentResult *result)
{
  g_autoptr (GPtrArray) reasons = list_reasons (result, gap_reason);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < reasons->len; i++)
    {
      g_string_append_printf (text, "%s%s: ", text->len > 0 ? "\n" : "", seidel_text ("gap"));
      append_cells (result, gap_reason, reasons->pdata[i], text);
      g_string_append_printf (text, ": %s", (const char *) reasons->pdata[i]);
    }
  return g_string_free (text, text->len == 0);
}
