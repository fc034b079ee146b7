/* seidel-cli methods and engines: what there is to choose from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-parser.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-text.h"
#include "engine/seidel-engines.h"
#include "method/seidel-method.h"

/* Takes the texts. */
static void
build_texts (JsonBuilder *json, const char *name, char **texts)
{
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  for (char **text = texts; text != NULL && *text != NULL; text++)
    json_builder_add_string_value (json, *text);
  json_builder_end_array (json);
  g_strfreev (texts);
}

/* Ids, or names for people, of what a method needs. */
static char **
list_needs (const SeidelMethod *method, bool names)
{
  size_t n = 0;
  const SeidelNeed *needs = seidel_needs (&n);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  for (size_t i = 0; i < n; i++)
    if (method->needs & needs[i].need)
      g_strv_builder_add (list, names ? needs[i].name : needs[i].id);
  return g_strv_builder_end (list);
}

static int
print_methods_json (const SeidelMethod *methods, size_t n_methods)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_array (json);
  for (size_t i = 0; i < n_methods; i++)
    {
      bool sweeps = methods[i].sweeps != SEIDEL_SWEEPS_NONE;
      json_builder_begin_object (json);
      seidel_cli_json_text (json, "id", methods[i].id);
      seidel_cli_json_text (json, "name", methods[i].name);
      build_texts (json, "needs", list_needs (&methods[i], false));
      build_texts (json, "engines", seidel_cli_engine_ids ());
      build_texts (json, "strategies", sweeps ? seidel_cli_strategy_ids () : NULL);
      build_texts (json, "precisions", seidel_cli_precision_ids ());
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  return seidel_cli_print_json (json);
}

static void
add_joined (SeidelCliSheet *sheet, const char *label, char **texts)
{
  seidel_cli_sheet_take (sheet, label, g_strjoinv (", ", texts));
  g_strfreev (texts);
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
      add_joined (sheet, "needs", list_needs (&methods[i], true));
      add_joined (sheet, "engines", seidel_cli_engine_ids ());
      if (methods[i].sweeps != SEIDEL_SWEEPS_NONE)
        add_joined (sheet, "strategies", seidel_cli_strategy_ids ());
      add_joined (sheet, "precisions", seidel_cli_precision_ids ());
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
