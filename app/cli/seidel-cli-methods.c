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

static int
print_methods_json (const SeidelMethod *methods, size_t n_methods)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < n_methods; i++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", methods[i].id);
      seidel_cli_json_text (json, "name", methods[i].name);
      seidel_cli_json_text (json, "family", seidel_family_name (methods[i].family));
      seidel_cli_json_take (json, "needs", seidel_cli_list_needs (methods[i].needs, false));
      seidel_cli_json_take (json, "parameters", seidel_cli_list_parameters (methods[i].parameters));
      seidel_cli_json_take (json, "preconditioners", list_preconditioners (&methods[i]));
      seidel_cli_json_take (json, "engines", list_engines (&methods[i]));
      seidel_cli_json_take (json, "strategies", list_strategies (&methods[i]));
      seidel_cli_json_take (json, "precisions", list_precisions (&methods[i]));
      seidel_cli_json_take (json, "storages",
                            methods[i].on_host ? NULL : seidel_cli_storage_ids ());
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static int
print_methods (const SeidelMethod *methods, size_t n_methods)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (size_t i = 0; i < n_methods; i++)
    {
      g_autofree char *title = g_strdup_printf ("%s: %s", methods[i].id, methods[i].name);
      seidel_cli_sheet_title (sheet, title);
      seidel_cli_sheet_note (sheet, methods[i].sentence);
      seidel_cli_sheet_add (sheet, "family", "%s", seidel_family_name (methods[i].family));
      seidel_cli_sheet_join (sheet, "needs", seidel_cli_list_needs (methods[i].needs, true));
      seidel_cli_sheet_join (sheet, "parameters",
                             seidel_cli_list_parameters (methods[i].parameters));
      seidel_cli_sheet_join (sheet, "preconditioners", list_preconditioners (&methods[i]));
      seidel_cli_sheet_join (sheet, "engines", list_engines (&methods[i]));
      seidel_cli_sheet_join (sheet, "strategies", list_strategies (&methods[i]));
      seidel_cli_sheet_join (sheet, "precisions", list_precisions (&methods[i]));
      seidel_cli_sheet_join (sheet, "storages",
                             methods[i].on_host ? NULL : seidel_cli_storage_ids ());
    }
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_methods (const SeidelCliCommand *command, int argc, char **argv)
{
  bool as_json = false;
  int status = SEIDEL_CLI_DONE;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  if (!seidel_cli_begin (command, options, NULL, argc, argv, NULL, &status))
    return status;
  size_t n_methods = 0;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  return as_json ? print_methods_json (methods, n_methods) : print_methods (methods, n_methods);
}

static int
print_engines_json (const SeidelEngineEntryInfo *engines, size_t n_engines)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < n_engines; i++)
    {
      const SeidelEngine *engine = engines[i].engine;
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", engines[i].id);
      seidel_cli_json_text (json, "name", engines[i].name);
      seidel_cli_json_bool (json, "available", engines[i].available);
      seidel_cli_json_text (json, "why_not", engines[i].why_not);
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
                            engine != NULL ? seidel_cli_list_arithmetics (engine->arithmetics)
                                           : NULL);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static int
print_engines (const SeidelEngineEntryInfo *engines, size_t n_engines)
{
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  for (size_t i = 0; i < n_engines; i++)
    {
      const SeidelEngine *engine = engines[i].engine;
      g_autofree char *title = g_strdup_printf ("%s: %s", engines[i].id, engines[i].name);
      seidel_cli_sheet_title (sheet, title);
      if (engine != NULL)
        seidel_cli_sheet_note (sheet, engine->sentence);
      seidel_cli_sheet_add (sheet, "available", "%s%s%s", engines[i].available ? "yes" : "no",
                            engines[i].why_not != NULL ? ": " : "",
                            engines[i].why_not != NULL ? engines[i].why_not : "");
      for (int s = 0; engine != NULL && s < engine->n_strategies; s++)
        {
          const SeidelStrategy *strategy = &engine->strategies[s];
          g_autofree char *label = g_strdup_printf ("strategy %s", strategy->id);
          seidel_cli_sheet_add (sheet, label, "%s", strategy->sentence);
        }
      seidel_cli_sheet_join (sheet, "storages", list_storages (engine));
      if (engine != NULL)
        seidel_cli_sheet_join (sheet, "arithmetic",
                               seidel_cli_list_arithmetics (engine->arithmetics));
    }
  return seidel_cli_print_sheet (sheet);
}

int
seidel_cli_run_engines (const SeidelCliCommand *command, int argc, char **argv)
{
  bool as_json = false;
  int status = SEIDEL_CLI_DONE;
  g_autoptr (SeidelCliOptions) options = seidel_cli_options_new ();
  seidel_cli_options_flag (options, "json", &as_json, "Print JSON, for scripts.");
  if (!seidel_cli_begin (command, options, NULL, argc, argv, NULL, &status))
    return status;
  size_t n_engines = 0;
  const SeidelEngineEntryInfo *engines = seidel_engines (&n_engines);
  return as_json ? print_engines_json (engines, n_engines) : print_engines (engines, n_engines);
}
