/* seidel-cli methods and engines: what solves, and what computes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-tables.h"
#include "engine/seidel-engines.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"

static char **
list_engines (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (seidel_method_runs_on (method, engines[i].id))
      g_strv_builder_add (list, engines[i].id);
  return g_strv_builder_end (list);
}

/* Of all engines, each once; none for a method without sweeps. */
static char **
list_strategies (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  for (size_t i = 0; i < n && method->sweeps != SEIDEL_SWEEPS_NONE; i++)
    for (int s = 0; engines[i].engine != NULL && s < engines[i].engine->n_strategies; s++)
      {
        const SeidelStrategy *strategy = &engines[i].engine->strategies[s];
        bool able = strategy->any_levels || !method->by_colors;
        if (able && !g_ptr_array_find_with_equal_func (list, strategy->id, g_str_equal, NULL))
          g_ptr_array_add (list, g_strdup (strategy->id));
      }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_steal (list, NULL);
}

static char **
list_precisions (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelPrecisionInfo *precisions = seidel_precisions (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (seidel_method_computes_in (method, (SeidelPrecision) i, NULL))
      g_strv_builder_add (list, precisions[i].id);
  return g_strv_builder_end (list);
}

/* Those that an engine can hold a matrix in. */
static char **
list_storages (const SeidelEngine *engine)
{
  size_t n = 0;
  const SeidelStorageInfo *storages = seidel_storages (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n && engine != NULL; i++)
    if (engine->storages & (1u << i))
      g_strv_builder_add (list, storages[i].id);
  return g_strv_builder_end (list);
}

/* Those that it can work with; "none" is not one of them. */
static char **
list_preconditioners (const SeidelMethod *method)
{
  size_t n = 0;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 1; i < n; i++)
    if (seidel_preconditioner_suits (&kinds[i], method, NULL))
      g_strv_builder_add (list, kinds[i].id);
  return g_strv_builder_end (list);
}

static void
method_to_json (JsonBuilder *json, gconstpointer row)
{
  const SeidelMethod *method = row;
  seidel_cli_json_text (json, "id", method->id);
  seidel_cli_json_text (json, "name", method->name);
  seidel_cli_json_text (json, "family", seidel_family_name (method->family));
  seidel_cli_json_take (json, "needs", seidel_cli_list_needs (method->needs, false));
  seidel_cli_json_take (json, "parameters", seidel_cli_list_parameters (method->parameters));
  seidel_cli_json_take (json, "preconditioners", list_preconditioners (method));
  seidel_cli_json_take (json, "engines", list_engines (method));
  seidel_cli_json_take (json, "strategies", list_strategies (method));
  seidel_cli_json_take (json, "precisions", list_precisions (method));
  seidel_cli_json_take (json, "storages", method->on_host ? NULL : seidel_cli_storage_ids ());
}

static void
method_to_sheet (SeidelCliSheet *sheet, gconstpointer row)
{
  const SeidelMethod *method = row;
  g_autofree char *title = g_strdup_printf ("%s: %s", method->id, method->name);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_note (sheet, method->sentence);
  seidel_cli_sheet_add (sheet, "family", "%s", seidel_family_name (method->family));
  seidel_cli_sheet_join (sheet, "needs", seidel_cli_list_needs (method->needs, true));
  seidel_cli_sheet_join (sheet, "parameters", seidel_cli_list_parameters (method->parameters));
  seidel_cli_sheet_join (sheet, "preconditioners", list_preconditioners (method));
  seidel_cli_sheet_join (sheet, "engines", list_engines (method));
  seidel_cli_sheet_join (sheet, "strategies", list_strategies (method));
  seidel_cli_sheet_join (sheet, "precisions", list_precisions (method));
  seidel_cli_sheet_join (sheet, "storages", method->on_host ? NULL : seidel_cli_storage_ids ());
}

int
seidel_cli_run_methods (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliTable table = { .row_size = sizeof (SeidelMethod),
                           .to_json = method_to_json,
                           .to_sheet = method_to_sheet };
  table.rows = seidel_methods (&table.n_rows);
  return seidel_cli_run_table (command, argc, argv, &table);
}

static void
engine_to_json (JsonBuilder *json, gconstpointer row)
{
  const SeidelEngineEntryInfo *entry = row;
  const SeidelEngine *engine = entry->engine;
  seidel_cli_json_text (json, "id", entry->id);
  seidel_cli_json_text (json, "name", entry->name);
  seidel_cli_json_bool (json, "available", entry->available);
  seidel_cli_json_text (json, "why_not", entry->why_not);
  json_builder_set_member_name (json, "strategies");
  json_builder_begin_array (json);
  for (int s = 0; engine != NULL && s < engine->n_strategies; s++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", engine->strategies[s].id);
      seidel_cli_json_text (json, "name", engine->strategies[s].name);
      seidel_cli_json_text (json, "sentence", engine->strategies[s].sentence);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  seidel_cli_json_take (json, "storages", list_storages (engine));
  seidel_cli_json_take (json, "arithmetic",
                        engine != NULL ? seidel_cli_list_arithmetics (engine->arithmetics) : NULL);
}

static void
engine_to_sheet (SeidelCliSheet *sheet, gconstpointer row)
{
  const SeidelEngineEntryInfo *entry = row;
  const SeidelEngine *engine = entry->engine;
  g_autofree char *title = g_strdup_printf ("%s: %s", entry->id, entry->name);
  seidel_cli_sheet_title (sheet, title);
  if (engine != NULL)
    seidel_cli_sheet_note (sheet, engine->sentence);
  seidel_cli_sheet_add (sheet, "available", "%s%s%s", entry->available ? "yes" : "no",
                        entry->why_not != NULL ? ": " : "",
                        entry->why_not != NULL ? entry->why_not : "");
  for (int s = 0; engine != NULL && s < engine->n_strategies; s++)
    {
      const SeidelStrategy *strategy = &engine->strategies[s];
      g_autofree char *label = g_strdup_printf ("strategy %s", strategy->id);
      seidel_cli_sheet_add (sheet, label, "%s", strategy->sentence);
    }
  seidel_cli_sheet_join (sheet, "storages", list_storages (engine));
  if (engine != NULL)
    seidel_cli_sheet_join (sheet, "arithmetic", seidel_cli_list_arithmetics (engine->arithmetics));
}

int
seidel_cli_run_engines (const SeidelCliCommand *command, int argc, char **argv)
{
  SeidelCliTable table = { .row_size = sizeof (SeidelEngineEntryInfo),
                           .to_json = engine_to_json,
                           .to_sheet = engine_to_sheet };
  table.rows = seidel_engines (&table.n_rows);
  return seidel_cli_run_table (command, argc, argv, &table);
}
