/* Why a run did not converge, as text and JSON.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-why.h"

static void
describe_step (const SeidelNextStep *step, SeidelCliSheet *sheet)
{
  g_autofree char *result = seidel_next_step_describe (step);
  seidel_cli_sheet_add (sheet, step->converged ? "try" : "tried", "%s%s%s: %s", step->text,
                        step->rhs != NULL ? " --rhs " : "", step->rhs != NULL ? step->rhs : "",
                        result);
}

void
seidel_cli_why_describe (const SeidelDiagnosis *diagnosis, SeidelCliSheet *sheet)
{
  seidel_cli_sheet_title (sheet, "Why");
  if (diagnosis->n == 0)
    seidel_cli_sheet_note (sheet, "No cause that is looked for was found.");
  for (size_t i = 0; i < diagnosis->n; i++)
    {
      const SeidelFinding *finding = &diagnosis->findings[i];
      seidel_cli_sheet_add (sheet, finding->cause->id, "%s: %s", finding->cause->name,
                            finding->cause->sentence);
      seidel_cli_sheet_add (sheet, "", "%s", finding->measured);
      for (size_t k = 0; k < finding->n_steps; k++)
        describe_step (&finding->steps[k], sheet);
    }
}

static void
build_step (const SeidelNextStep *step, JsonBuilder *json)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "options", step->text);
  seidel_cli_json_text (json, "rhs", step->rhs);
  seidel_cli_json_bool (json, "converged", step->converged);
  seidel_cli_json_text (json, "reason",
                        step->tried && step->message == NULL ? seidel_reason_id (step->reason)
                                                             : NULL);
  seidel_cli_json_text (json, "message", step->message);
  seidel_cli_json_integer (json, "iterations", step->iterations);
  seidel_cli_json_number (json, "seconds", step->seconds);
  json_builder_end_object (json);
}

void
seidel_cli_why_build (const SeidelDiagnosis *diagnosis, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, "diagnosis");
  for (size_t i = 0; i < diagnosis->n; i++)
    {
      const SeidelFinding *finding = &diagnosis->findings[i];
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "cause", finding->cause->id);
      seidel_cli_json_text (json, "name", finding->cause->name);
      seidel_cli_json_text (json, "measured", finding->measured);
      seidel_cli_json_begin_array (json, "steps");
      for (size_t k = 0; k < finding->n_steps; k++)
        build_step (&finding->steps[k], json);
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}
