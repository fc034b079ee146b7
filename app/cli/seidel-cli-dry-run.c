/* The plan of a run, shown instead of carried out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-dry-run.h"

#include <math.h>

#include "cli/seidel-cli-command.h"
#include "draw/seidel-format.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-storage.h"

bool
seidel_cli_dry_run_init (SeidelCliDryRun *dry,
                         SeidelMatrix *matrix,
                         const SeidelCliSettings *settings,
                         SeidelCliJob *job,
                         GError **error)
{
  const SeidelVectorSpec rhs = seidel_cli_settings_rhs (settings, matrix);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, &settings->guess, seidel_load_vector,
                                   job->cancellable, error);

  if (problem != NULL)
    dry->plan = seidel_solve_plan (problem, &settings->options, job->cancellable, error);
  if (dry->plan == NULL
      || (seidel_plan_refused (dry->plan) < SEIDEL_PLAN_MEMORY
          && !seidel_plan_check (dry->plan, error)))
    return false;
  seidel_memory_room_init (&dry->room, dry->plan->engine);
  return true;
}

void
seidel_cli_dry_run_clear (SeidelCliDryRun *dry)
{
  g_clear_pointer (&dry->plan, seidel_plan_free);
}

static char *
describe (double needed, double available, double total)
{
  g_autofree char *needed_text = seidel_format_bytes (needed);
  g_autofree char *available_text = seidel_format_bytes (isinf (available) ? 0.0 : available);
  g_autofree char *total_text = seidel_format_bytes (isinf (total) ? 0.0 : total);
  if (isinf (available))
    return g_strdup_printf ("about %s", needed_text);
  if (isinf (total))
    return g_strdup_printf ("about %s; %s are free", needed_text, available_text);
  return g_strdup_printf ("about %s; %s of %s are free", needed_text, available_text, total_text);
}

static int
print_text (const SeidelCliDryRun *dry, const char *title)
{
  const SeidelOptions *options = &dry->plan->options;
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  size_t n_storages = 0;
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_add (sheet, "method", "%s", seidel_method_find (options->method)->name);
  seidel_cli_sheet_add (sheet, "preconditioner", "%s",
                        seidel_preconditioner_find (options->preconditioner)->name);
  seidel_cli_sheet_add (sheet, "engine", "%s", seidel_engines_find (options->engine)->name);
  seidel_cli_sheet_add (sheet, "strategy", "%s", options->strategy);
  seidel_cli_sheet_add (sheet, "precision", "%s", seidel_precision_id (options->precision));
  seidel_cli_sheet_add (sheet, "storage", "%s", seidel_storages (&n_storages)[options->storage].id);
  seidel_cli_sheet_title (sheet, "Memory");
  seidel_cli_sheet_take (sheet, "processor",
                         describe (dry->plan->need.host, dry->room.host, INFINITY));
  if (dry->plan->need.device > 0.0)
    seidel_cli_sheet_take (sheet, "device",
                           describe (dry->plan->need.device, dry->room.device,
                                     dry->room.device_total));
  return seidel_cli_print_sheet (sheet);
}

static void
build_memory (JsonBuilder *json, const char *name, double needed, double available)
{
  seidel_cli_json_begin_object (json, name);
  seidel_cli_json_number (json, "needed", needed);
  seidel_cli_json_number (json, "free", available);
  json_builder_end_object (json);
}

static int
print_json (const SeidelCliDryRun *dry)
{
  const SeidelVerdict *memory = &dry->plan->verdicts[SEIDEL_PLAN_MEMORY];
  bool fits = memory->kind != SEIDEL_VERDICT_REFUSED;
  const SeidelOptions *options = &dry->plan->options;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  size_t n_storages = 0;
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "method", options->method);
  seidel_cli_json_text (json, "preconditioner", options->preconditioner);
  seidel_cli_json_text (json, "engine", options->engine);
  seidel_cli_json_text (json, "strategy", options->strategy);
  seidel_cli_json_text (json, "precision", seidel_precision_id (options->precision));
  seidel_cli_json_text (json, "storage", seidel_storages (&n_storages)[options->storage].id);
  seidel_cli_json_begin_object (json, "memory");
  build_memory (json, "host", dry->plan->need.host, dry->room.host);
  if (dry->plan->need.device > 0.0)
    build_memory (json, "device", dry->plan->need.device, dry->room.device);
  json_builder_end_object (json);
  seidel_cli_json_bool (json, "fits", fits);
  seidel_cli_json_text (json, "why_not", fits ? NULL : memory->sentence);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

int
seidel_cli_dry_run_print (const SeidelCliDryRun *dry, const char *title, bool as_json)
{
  int status = as_json ? print_json (dry) : print_text (dry, title);
  g_autoptr (GError) error = NULL;

  return seidel_plan_check (dry->plan, &error) ? status : seidel_cli_fail (error);
}
