/* What a run would take of memory, told without solving.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-dry-run.h"

#include <math.h>

#include "cli/seidel-cli-command.h"
#include "draw/seidel-format.h"
#include "base/seidel-error.h"
#include "matrix/seidel-storage.h"

/* Whether a run would begin with what was chosen. */
static bool
check_choices (const SeidelOptions *options, const SeidelStructure *structure, GError **error)
{
  const SeidelMethod *method = seidel_method_find (options->method);
  const SeidelEngineEntryInfo *info = seidel_engines_find (options->engine);
  g_autofree char *why_not = NULL;
  if (!info->available)
    {
      g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE, info->why_not);
      return false;
    }
  if (method == NULL
      || (seidel_method_applies (method, structure, &why_not)
          && seidel_method_computes_in (method, options->precision, &why_not)
          && seidel_preconditioner_applies (seidel_preconditioner_find (options->preconditioner),
                                            method, structure, &why_not)))
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, why_not);
  return false;
}

/* The levels of a direction, where the engine is going to choose by them. */
static bool
find_levels (const SeidelCsr *csr,
             const SeidelOptions *options,
             SeidelSchedule *schedules[2],
             SeidelCliJob *job,
             GError **error)
{
  const SeidelMethod *method = seidel_method_find (options->method);
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (options->preconditioner);
  if (method == NULL || (method->sweeps | kind->sweeps) == SEIDEL_SWEEPS_NONE
      || !seidel_engines_find (options->engine)->engine->chooses_by_levels)
    return true;
  schedules[0] =
    seidel_schedule_new (csr, SEIDEL_DIRECTION_FORWARD, &job->progress, job->cancellable, error);
  return schedules[0] != NULL;
}

bool
seidel_cli_dry_run_init (SeidelCliDryRun *dry,
                         SeidelMatrix *matrix,
                         const SeidelCliSettings *settings,
                         SeidelCliJob *job,
                         GError **error)
{
  g_autoptr (SeidelStructure) structure =
    seidel_structure_new (matrix, &job->progress, job->cancellable, error);
  SeidelSchedule *schedules[2] = { NULL, NULL };
  if (structure == NULL)
    return false;
  SeidelOptions options = seidel_cli_run_options (settings, structure);
  if (!check_choices (&options, structure, error)
      || !find_levels (matrix->csr, &options, schedules, job, error))
    return false;
  bool told = seidel_memory_need_estimate (&dry->need, matrix->csr, structure, schedules, &options,
                                           &dry->options);
  g_clear_pointer (&schedules[0], seidel_schedule_unref);
  if (!told)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "no method can be proposed for this matrix");
      return false;
    }
  seidel_memory_room_init (&dry->room, seidel_engines_find (dry->options.engine)->engine);
  return true;
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
  const SeidelOptions *options = &dry->options;
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
  seidel_cli_sheet_take (sheet, "processor", describe (dry->need.host, dry->room.host, INFINITY));
  if (dry->need.device > 0.0)
    seidel_cli_sheet_take (sheet, "device",
                           describe (dry->need.device, dry->room.device, dry->room.device_total));
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
print_json (const SeidelCliDryRun *dry, const char *why_not)
{
  const SeidelOptions *options = &dry->options;
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
  build_memory (json, "host", dry->need.host, dry->room.host);
  if (dry->need.device > 0.0)
    build_memory (json, "device", dry->need.device, dry->room.device);
  json_builder_end_object (json);
  seidel_cli_json_bool (json, "fits", why_not == NULL);
  seidel_cli_json_text (json, "why_not", why_not);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

int
seidel_cli_dry_run_print (const SeidelCliDryRun *dry, const char *title, bool as_json)
{
  g_autoptr (GError) error = NULL;
  bool fits = seidel_memory_need_fits (&dry->need, &dry->room,
                                       seidel_method_find (dry->options.method)->name, &error);
  int status = as_json ? print_json (dry, fits ? NULL : error->message) : print_text (dry, title);
  if (fits)
    return status;
  seidel_cli_complain ("%s", error->message);
  return SEIDEL_CLI_FAILED;
}
